/* Could chance have done as well? The same procedure on exchanged labels. */
#include <stdio.h>

#include "page/page.h"

enum { N_BINS = 20 };

static const json_t *permutation_of(const ard_page *page) { return ard_doc_get(page->evaluation, "permutation"); }

static bool applies(const ard_page *page) { return json_is_object(permutation_of(page)); }

/* Did no run do as well? Then p is as small as it can be with so many. */
static bool is_least(const json_t *t) { return ard_doc_count(t, "at_least_as_good") == 0; }

static void say_finding(ard_page *page)
{
    char p[ARD_FIGURE_BYTES], value[ARD_FIGURE_BYTES], as_good[ARD_FIGURE_BYTES];
    const json_t *t = permutation_of(page);
    const int64_t done = ard_doc_count(t, "done"), asked = ard_doc_count(t, "asked"), failed = ard_doc_count(t, "failed");
    ard_html_markup(&page->html, "<p>");
    snprintf(as_good, sizeof as_good, "%lld", (long long)ard_doc_count(t, "at_least_as_good"));
    ard_html_say(
        &page->html,
        "Of %lld runs on labels exchanged at random, %s did as well as the true labels or better (log loss %s): p %s%s%s.",
        (long long)done, is_least(t) ? "none" : as_good, ard_figure_text(ard_doc_number(t, "observed"), false, value),
        *ard_p_text(ard_doc_number(t, "p"), p) == '<' ? "" : "= ", p,
        is_least(t) ? ", the least that so many runs can give" : "");
    if (done < asked) ard_html_say(&page->html, " %lld were asked for.", (long long)asked);
    if (failed > 0) ard_html_say(&page->html, " %lld failed, and count as if they had done as well.", (long long)failed);
    ard_html_markup(&page->html, "</p>\n");
}

/* Counts of the runs by their log loss, between the least and the largest of all, that of the true labels among them. */
typedef struct bins {
    double low, width;
    int64_t n[N_BINS];
} bins;

static bins count(const json_t *t)
{
    const json_t *values = ard_doc_get(t, "values");
    bins b = {.low = INFINITY};
    double high = -INFINITY;
    const double observed = ard_doc_number(t, "observed");
    for (size_t i = 0; i <= json_array_size(values); i++) {
        const json_t *value = json_array_get(values, i);
        const double v = value ? (json_is_number(value) ? json_number_value(value) : (double)NAN) : observed;
        b.low = fmin(b.low, v);
        high = fmax(high, v);
    }
    b.width = fmax(high - b.low, 1e-6) / N_BINS;
    for (size_t i = 0; i < json_array_size(values); i++) {
        const json_t *value = json_array_get(values, i);
        if (json_is_number(value)) b.n[(int)ard_clip((json_number_value(value) - b.low) / b.width, 0, N_BINS - 1)]++;
    }
    return b;
}

static void write_chart(ard_page *page, const bins *b)
{
    ard_json_open(&page->data, "permutation", '{');
    ard_json_text(&page->data, "about", "Log loss of the runs on exchanged labels; dashed: of the true labels");
    ard_json_text(&page->data, "x", "log loss (less is better)");
    ard_json_text(&page->data, "y", "runs");
    ard_page_real(page, "line", ard_doc_number(permutation_of(page), "observed"));
    ard_json_open(&page->data, "rows", '[');
    for (int k = 0; k < N_BINS; k++) {
        if (b->n[k] == 0) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_page_real(page, "from", b->low + k * b->width);
        ard_page_real(page, "to", b->low + (k + 1) * b->width);
        ard_json_int(&page->data, "n", b->n[k]);
        ard_page_label(page, "text", "%.4g to %.4g: %lld runs", b->low + k * b->width, b->low + (k + 1) * b->width,
                       (long long)b->n[k]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "permutation", "permutation");
}

static int write(ard_page *page)
{
    static const char *const head[] = {"log loss", "runs"};
    char least[ARD_FIGURE_BYTES], bound[ARD_FIGURE_BYTES * 2] = "";
    const json_t *t = permutation_of(page);
    const bins b = count(t);
    int64_t rows = 0;
    for (int k = 0; k < N_BINS; k++) rows += b.n[k] > 0;
    if (!is_least(t))
        snprintf(bound, sizeof bound, " With %lld runs it cannot be below %s.", (long long)ard_doc_count(t, "done"),
                 ard_number_text(1 / (1 + ard_doc_number(t, "done")), least));
    say_finding(page);
    write_chart(page, &b);
    ard_page_caution(
        page,
        "The p says how surprising such a result would be if labels and features had nothing to do with each other, not "
        "how good the classifier is.%s%s",
        bound, ard_doc_true(t, "tuned") ? "" : " Tuning was not repeated in them.");
    ard_page_numbers_open(page, rows);
    ard_html_table_open(&page->html, 2, head);
    for (int k = 0; k < N_BINS; k++) {
        if (b.n[k] == 0) continue;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%.4g to %.4g", b.low + k * b.width, b.low + (k + 1) * b.width);
        ard_html_cell(&page->html, "%lld", (long long)b.n[k]);
    }
    ard_html_table_close(&page->html);
    ard_page_numbers_close(page);
    return ARDOR_OK;
}

const ard_section ard_section_permutation = {
    .key = "permutation", .title = "Whether chance could do as well", .estimates = true, .applies = applies, .write = write};
