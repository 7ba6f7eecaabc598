/* What sections write with: see page.h. */
#include <stdio.h>

#include "base/utf8.h"
#include "page/assets.h"
#include "page/page.h"

void ard_page_say(ard_page *page, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    ard_html_paragraph_list(&page->html, NULL, format, list);
    va_end(list);
}

void ard_page_caution(ard_page *page, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    ard_html_paragraph_list(&page->html, "caution", format, list);
    va_end(list);
}

void ard_page_chart(ard_page *page, const char *kind, const char *key)
{
    if (!*ard_page_script) return;
    ard_html_markup(&page->html, "<div data-chart=\"");
    ard_html_text(&page->html, kind);
    ard_html_markup(&page->html, "\" data-key=\"");
    ard_html_text(&page->html, key);
    ard_html_markup(&page->html, "\"></div>\n");
}

void ard_page_numbers_open(ard_page *page, int64_t rows)
{
    ard_html_details_open(&page->html, false, "The numbers (%lld row%s)", (long long)rows, ard_plural(rows));
}

void ard_page_numbers_close(ard_page *page) { ard_html_details_close(&page->html); }

void ard_page_label(ard_page *page, const char *key, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    ard_text_repair(text); /* where it was cut */
    ard_json_text(&page->data, key, text);
}

void ard_page_real(ard_page *page, const char *key, double value)
{
    char text[ARD_FIGURE_BYTES];
    if (!isfinite(value)) {
        ard_json_null(&page->data, key);
        return;
    }
    snprintf(text, sizeof text, "%.5g", value);
    ard_json_raw(&page->data, key, text);
}

void ard_page_figure(ard_page *page, const ard_figure *figure)
{
    ard_page_real(page, "value", figure->value);
    ard_page_real(page, "low", figure->low);
    ard_page_real(page, "high", figure->high);
}

void ard_page_figure_row(ard_page *page, const char *name, const ard_figure *figure)
{
    char whole[ARD_FIGURE_BYTES];
    if (!isfinite(figure->value)) return;
    ard_json_open_line(&page->data, NULL, '{');
    ard_json_text(&page->data, "name", name);
    ard_page_figure(page, figure);
    ard_page_label(page, "text", "%s: %s", name, ard_figure_whole(figure, true, whole));
    ard_json_close(&page->data);
}

void ard_page_say_directions(ard_page *page)
{
    ard_page_say(page, "Directions are given the other features: alone, a feature may go the other way.");
}

static const char *const SHAPE[] = {"circle", "diamond", "square", "triangle-up"}, *const COLOUR[] = {"blue", "red", "grey"};
enum { N_SHAPES = sizeof SHAPE / sizeof *SHAPE, N_COLOURS = sizeof COLOUR / sizeof *COLOUR };

void ard_page_class_states(ard_page *page)
{
    ard_json_open(&page->data, "states", '[');
    for (int c = 0; c < page->samples.n_classes; c++) {
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_text(&page->data, "name", page->samples.class_name[c]);
        ard_json_text(&page->data, "shape", SHAPE[c % N_SHAPES]);
        ard_json_text(&page->data, "colour", COLOUR[c % N_COLOURS]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

const char *ard_page_plan(const json_t *document, char out[ARD_PLAN_BYTES])
{
    static const char splits[] = "splits:";
    const char *plan = ard_doc_name(document, "plan");
    const bool is_file = strncmp(plan, splits, sizeof splits - 1) == 0;
    snprintf(out, ARD_PLAN_BYTES, "%s%s", is_file ? splits : "", is_file ? ard_page_file_name(plan + sizeof splits - 1) : plan);
    return out;
}
