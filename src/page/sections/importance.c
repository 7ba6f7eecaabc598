/* Permutation importance: how much worse predictions become without a feature. */
#include "page/bars.h"

static const json_t *entry(const ard_page *page, int64_t i)
{
    return ard_doc_at(ard_doc_get(page->evaluation, "importance"), "features", i);
}
static int64_t size(const ard_page *page) { return ard_doc_size(ard_doc_get(page->evaluation, "importance"), "features"); }

static bool applies(const ard_page *page) { return size(page) > 0; }

static void write_chart(ard_page *page)
{
    char label[ARD_FIGURE_BYTES];
    const int64_t n = ard_min64(size(page), ARD_MOST_BARS);
    ard_bars_open(page, "importance", "By how much the log loss rises where a feature's values are exchanged",
                  "rise of the log loss", (double)NAN, (double)NAN);
    for (int64_t i = 0; i < n; i++) {
        const double rise = ard_doc_number(entry(page, i), "log_loss_rise");
        ard_figure_text(rise, false, label);
        ard_bars_add(page, ard_doc_name(entry(page, i), "name"), rise, label, label);
    }
    ard_bars_close(page, "importance");
}

static int write(ard_page *page)
{
    static const char *const head[] = {"feature",        "log loss rises by", "spread over fits",
                                       "error rises by", "spread over fits",  "fits with it"};
    char rise[ARD_FIGURE_BYTES], text[ARD_FIGURE_BYTES];
    const int64_t n = size(page), shown = ard_min64(n, ARD_MOST_ROWS);
    ard_page_say(page, "%s matters most: without its order the log loss of the samples %s rises by %s.",
                 ard_doc_name(entry(page, 0), "name"), ard_page_held(page),
                 ard_figure_text(ard_doc_number(entry(page, 0), "log_loss_rise"), false, rise));
    write_chart(page);
    ard_page_caution(page,
                     "Of features that stand for each other each may have little. It is the mean over the fits that chose the "
                     "feature, which may be few.");
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < shown; i++) {
        const json_t *e = entry(page, i);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_doc_name(e, "name"));
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(e, "log_loss_rise"), false, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(e, "log_loss_sd"), false, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(e, "error_rise"), true, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(e, "error_sd"), true, text));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(e, "n_folds"));
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "features");
    ard_page_numbers_close(page);
    return ARDOR_OK;
}

const ard_section ard_section_importance = {.key = "importance",
                                            .title = "How much its predictions need each feature",
                                            .estimates = true,
                                            .applies = applies,
                                            .write = write};
