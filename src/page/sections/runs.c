/* Several evaluations on the same folds of the same data, beside each other. */
#include <stdio.h>

#include "page/page.h"

static bool applies(const ard_page *page) { return page->n_runs > 1; }

static void add_row(ard_page *page, int64_t i)
{
    char name[ARD_FIGURE_BYTES];
    const ard_figure error = ard_figure_of(ard_doc_get(page->run[i], "summary"), "error");
    snprintf(name, sizeof name, "%lld. %.30s, %.30s", (long long)i + 1, ard_doc_name(page->run[i], "method"),
             ard_doc_name(page->run[i], "basis"));
    ard_page_figure_row(page, name, &error);
}

static void write_table(ard_page *page)
{
    static const char *const head[] = {"result", "method", "basis", "tuning", ARD_FIGURES_HEADS};
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < page->n_runs; i++) {
        const json_t *run = page->run[i], *summary = ard_doc_get(run, "summary");
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%lld%s%s", (long long)i + 1, i == 0 ? ", the main one" : "",
                      ard_page_trust_of(run) == ARD_TRUST_LEAKY ? ", leaky: too low" : "");
        ard_html_cell(&page->html, "%s", ard_doc_name(run, "method"));
        ard_html_cell(&page->html, "%s", ard_doc_name(run, "basis"));
        ard_html_cell(&page->html, "%s", ard_doc_name(run, "tune"));
        ard_figures_cells(&page->html, summary, ard_doc_number(summary, "mean_n_features"));
    }
    ard_html_table_close(&page->html);
}

static int write(ard_page *page)
{
    ard_page_say(page, "%lld results on the same folds. The rest of this page is of the first.", (long long)page->n_runs);
    ard_json_open(&page->data, "runs", '{');
    ard_json_text(&page->data, "about", "Errors of the results with their 95\u00a0% intervals");
    ard_json_text(&page->data, "x", "wrong, of the samples held out");
    ard_json_null(&page->data, "line");
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < page->n_runs; i++) add_row(page, i);
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "figures", "runs");
    ard_page_caution(page,
                     "Intervals that overlap do not mean that two results are alike, nor do those that are apart tell how far: "
                     "the same samples are in both. `ardor compare` tests the differences. The least of several errors is "
                     "too low, because it was picked.");
    write_table(page);
    return ARDOR_OK;
}

const ard_section ard_section_runs = {.key = "runs", .title = "Results beside each other", .applies = applies, .write = write};
