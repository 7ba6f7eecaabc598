/* Charts of bars: see bars.h. */
#include "page/bars.h"

void ard_bars_open(ard_page *page, const char *key, const char *about, const char *x, double top, double line)
{
    ard_json_open(&page->data, key, '{');
    ard_json_text(&page->data, "about", about);
    ard_json_text(&page->data, "x", x);
    ard_page_real(page, "top", top);
    ard_page_real(page, "line", line);
    ard_json_open(&page->data, "rows", '[');
}

void ard_bars_add(ard_page *page, const char *name, double value, const char *label, const char *text)
{
    ard_json_open_line(&page->data, NULL, '{');
    ard_json_text(&page->data, "name", name);
    ard_page_real(page, "value", value);
    ard_json_text(&page->data, "label", label);
    ard_page_label(page, "text", "%s: %s", name, text);
    ard_json_close(&page->data);
}

void ard_bars_close(ard_page *page, const char *key)
{
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "bars", key);
}

void ard_page_say_rest(ard_page *page, int64_t shown, int64_t n, const char *what)
{
    if (shown < n)
        ard_page_say(page, "These are the first %lld of %lld %s; the rest is in the JSON of the result.", (long long)shown,
                     (long long)n, what);
}
