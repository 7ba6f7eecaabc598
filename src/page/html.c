/* Writing HTML: see html.h. */
#include "page/html.h"

#include <stdio.h>
#include <string.h>

void ard_html_markup(ard_html *html, const char *markup) { ard_buffer_put_text(&html->out, markup); }

/* What stands for a character; NULL: itself. */
static const char *entity_of(unsigned char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\t':
    case '\n':
        return NULL;
    default:
        return c < 0x20 || c == 0x7f ? "\xef\xbf\xbd" : NULL;
    }
}

void ard_html_text(ard_html *html, const char *text)
{
    const char *plain = text;
    for (const char *s = text; *s; s++) {
        const char *entity = entity_of((unsigned char)*s);
        if (!entity) continue;
        ard_buffer_put(&html->out, plain, (size_t)(s - plain));
        ard_html_markup(html, entity);
        plain = s + 1;
    }
    ard_html_markup(html, plain);
}

static void say_list(ard_html *html, const char *format, va_list list)
{
    ardor_context *context = html->out.context;
    va_list again;
    va_copy(again, list);
    const int bytes = vsnprintf(NULL, 0, format, list);
    char *text = bytes < 0 ? NULL : ard_alloc(context, bytes + 1, 1);
    if (text) {
        vsnprintf(text, (size_t)bytes + 1, format, again);
        ard_html_text(html, text);
    } else if (html->out.status == ARDOR_OK) {
        html->out.status = ARDOR_MEMORY;
    }
    va_end(again);
    ard_free(context, text);
}

void ard_html_say(ard_html *html, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say_list(html, format, list);
    va_end(list);
}

void ard_html_paragraph_list(ard_html *html, const char *class_name, const char *format, va_list list)
{
    ard_html_markup(html, "<p");
    if (class_name) {
        ard_html_markup(html, " class=\"");
        ard_html_text(html, class_name);
        ard_html_markup(html, "\"");
    }
    ard_html_markup(html, ">");
    say_list(html, format, list);
    ard_html_markup(html, "</p>\n");
}

void ard_html_paragraph(ard_html *html, const char *class_name, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    ard_html_paragraph_list(html, class_name, format, list);
    va_end(list);
}

/* How many bytes of a text are written in another way, as *escape. */
static size_t escaped(const char *s, const char **escape)
{
    static const char line[] = "\xe2\x80\xa8", paragraph[] = "\xe2\x80\xa9";
    *escape = *s == '<' ? "\\u003c" : *s == '>' ? "\\u003e" : *s == '&' ? "\\u0026" : NULL;
    if (*escape) return 1;
    *escape = strncmp(s, line, 3) == 0 ? "\\u2028" : strncmp(s, paragraph, 3) == 0 ? "\\u2029" : NULL;
    return *escape ? 3 : 0;
}

bool ard_html_has(const ard_html *html, const char *markup)
{
    const int64_t n = (int64_t)strlen(markup);
    for (int64_t i = 0; i + n <= html->out.bytes; i++)
        if (memcmp(html->out.text + i, markup, (size_t)n) == 0) return true;
    return false;
}

void ard_html_json(ard_html *html, const char *json)
{
    const char *escape, *plain = json;
    for (const char *s = json; *s;) {
        const size_t bytes = escaped(s, &escape);
        if (bytes == 0) {
            s++;
            continue;
        }
        ard_buffer_put(&html->out, plain, (size_t)(s - plain));
        ard_html_markup(html, escape);
        plain = s += bytes;
    }
    ard_html_markup(html, plain);
}

/* ---- tables */

void ard_html_table_open(ard_html *html, int n, const char *const *head)
{
    ard_html_markup(html, "<div class=\"scroll\"><table><thead><tr>");
    for (int c = 0; c < n; c++) {
        ard_html_markup(html, "<th scope=\"col\">");
        ard_html_text(html, head[c]);
        ard_html_markup(html, "</th>");
    }
    ard_html_markup(html, "</tr></thead><tbody>\n");
    html->row = false;
}

static void end_row(ard_html *html)
{
    if (html->row) ard_html_markup(html, "</tr>\n");
    html->row = false;
}

void ard_html_row(ard_html *html)
{
    end_row(html);
    ard_html_markup(html, "<tr>");
    html->row = true;
    html->cell = 0;
}

void ard_html_cell(ard_html *html, const char *format, ...)
{
    const bool header = html->cell++ == 0;
    va_list list;
    ard_html_markup(html, header ? "<th scope=\"row\">" : "<td>");
    va_start(list, format);
    say_list(html, format, list);
    va_end(list);
    ard_html_markup(html, header ? "</th>" : "</td>");
}

void ard_html_bar(ard_html *html, double part, const char *format, ...)
{
    va_list list;
    char style[64];
    html->cell++;
    snprintf(style, sizeof style, "<td class=\"bar\" style=\"--part:%.0f%%\">", 100 * ard_clip(part, 0, 1));
    ard_html_markup(html, style);
    va_start(list, format);
    say_list(html, format, list);
    va_end(list);
    ard_html_markup(html, "</td>");
}

void ard_html_table_close(ard_html *html)
{
    end_row(html);
    ard_html_markup(html, "</tbody></table></div>\n");
}

void ard_html_details_open(ard_html *html, bool opened, const char *format, ...)
{
    va_list list;
    ard_html_markup(html, opened ? "<details open><summary>" : "<details><summary>");
    va_start(list, format);
    say_list(html, format, list);
    va_end(list);
    ard_html_markup(html, "</summary>\n");
}

void ard_html_details_close(ard_html *html) { ard_html_markup(html, "</details>\n"); }
