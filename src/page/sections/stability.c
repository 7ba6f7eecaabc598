/* Stability selection: which features are chosen from random halves of the samples. */
#include <stdio.h>

#include "page/bars.h"

static const json_t *stability_of(const ard_page *page) { return ard_doc_get(page->evaluation, "stability"); }
static const json_t *entry(const ard_page *page, int64_t i) { return ard_doc_at(stability_of(page), "features", i); }

static bool applies(const ard_page *page) { return json_is_object(stability_of(page)); }

static void say_finding(ard_page *page)
{
    char tau[ARD_FIGURE_BYTES], q[ARD_FIGURE_BYTES], bound[ARD_FIGURE_BYTES], most[ARD_FIGURE_BYTES];
    const json_t *s = stability_of(page);
    const int64_t n = ard_doc_count(s, "n_stable"), halves = ard_doc_count(s, "halves_done");
    const double unimodal = ard_doc_number(s, "bound_unimodal");
    ard_figure_text(ard_doc_number(s, "tau"), true, tau);
    ard_number_text(ard_doc_number(s, "q"), q);
    if (n == 0) {
        ard_html_markup(&page->html, "<p>");
        ard_html_say(&page->html,
                     "No feature reached %s of %lld fits to random halves of the samples, each of which chose %s of %lld on "
                     "average.",
                     tau, (long long)halves, q, (long long)ard_doc_count(s, "p"));
        if (ard_doc_size(s, "features") > 0)
            ard_html_say(&page->html, " The most frequent, %s, was chosen in %s.", ard_doc_name(entry(page, 0), "name"),
                         ard_figure_text(ard_doc_number(entry(page, 0), "frequency"), true, most));
        ard_html_markup(&page->html, "</p>\n");
        return;
    }
    ard_page_say(
        page,
        "%lld feature%s chosen in at least %s of %lld fits to random halves of the samples, each of which chose %s of %lld on "
        "average. Of "
        "features that a fit chooses no more often than chance would, at most %s are expected among them.",
        (long long)n, n == 1 ? " was" : "s were", tau, (long long)halves, q, (long long)ard_doc_count(s, "p"),
        ard_number_text(isfinite(unimodal) ? unimodal : ard_doc_number(s, "bound"), bound));
}

static void write_chart(ard_page *page)
{
    char label[ARD_FIGURE_BYTES], text[ARD_FIGURE_BYTES * 2];
    const int64_t n = ard_min64(ard_doc_size(stability_of(page), "features"), ARD_MOST_BARS);
    ard_bars_open(page, "stability", "In which share of the fits to halves each feature was chosen; dashed: the limit",
                  "share of the fits that chose it", 1, ard_doc_number(stability_of(page), "tau"));
    for (int64_t i = 0; i < n; i++) {
        const double frequency = ard_doc_number(entry(page, i), "frequency");
        ard_figure_text(frequency, true, label);
        snprintf(text, sizeof text, "chosen in %s%s", label, ard_doc_true(entry(page, i), "stable") ? ", stable" : "");
        ard_bars_add(page, ard_doc_name(entry(page, i), "name"), frequency, label, text);
    }
    ard_bars_close(page, "stability");
}

static void write_table(ard_page *page)
{
    static const char *const head[] = {"feature", "share of fits", "stable"};
    char text[ARD_FIGURE_BYTES];
    const int64_t n = ard_doc_size(stability_of(page), "features"), shown = ard_min64(n, ARD_MOST_ROWS);
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, 3, head);
    for (int64_t i = 0; i < shown; i++) {
        const double frequency = ard_doc_number(entry(page, i), "frequency");
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_doc_name(entry(page, i), "name"));
        ard_html_bar(&page->html, frequency, "%s", ard_figure_text(frequency, true, text));
        ard_html_cell(&page->html, "%s", ard_doc_true(entry(page, i), "stable") ? "yes" : "no");
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "features");
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    say_finding(page);
    write_chart(page);
    ard_page_caution(page,
                     "A stable feature need not be a cause, and one that is not stable may still differ between the classes: "
                     "features that say the same share their fits. With half of the samples less is found than with all.");
    write_table(page);
    return ARDOR_OK;
}

const ard_section ard_section_stability = {.key = "stability",
                                           .title = "Which features it chooses from random halves of the samples",
                                           .estimates = true,
                                           .applies = applies,
                                           .write = write};
