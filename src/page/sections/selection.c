/* Which features the fits chose, and how often. */
#include <stdio.h>

#include "page/bars.h"

static const json_t *entry(const ard_page *page, int64_t i) { return ard_doc_at(page->evaluation, "selection", i); }
static int64_t size(const ard_page *page) { return ard_doc_size(page->evaluation, "selection"); }
static double frequency(const ard_page *page, int64_t i) { return ard_doc_number(entry(page, i), "frequency"); }

static bool applies(const ard_page *page) { return json_is_array(ard_doc_get(page->evaluation, "selection")); }

static long long fits_of(const ard_page *page, int64_t i) { return llround(frequency(page, i) * (double)ard_page_fits(page)); }

/* Does every fit use all features? Then nothing was chosen. The last one is the least frequent. */
static bool uses_all(const ard_page *page)
{
    const int64_t n = size(page);
    return n > 0 && n >= ard_doc_count(page->evaluation, "p") && frequency(page, n - 1) >= 1;
}

static bool has_components(const ard_page *page)
{
    const char *pca = ard_doc_text(page->evaluation, "pca");
    return pca && strcmp(pca, "none") != 0;
}

static void say_finding(ard_page *page)
{
    int64_t half = 0;
    char mean[ARD_FIGURE_BYTES];
    const int64_t n = size(page), fits = ard_page_fits(page);
    for (int64_t i = 0; i < n; i++) half += frequency(page, i) >= 0.5;
    const double n_features = ard_doc_number(ard_doc_get(page->evaluation, "summary"), "mean_n_features");
    snprintf(mean, sizeof mean, isfinite(n_features) ? "%.1f" : "an unknown number", n_features);
    if (n == 0)
        ard_page_say(page, "No fit chose a feature.");
    else if (uses_all(page))
        ard_page_say(page, "Every fit uses every feature: nothing was chosen.");
    else
        ard_page_say(
            page,
            "%lld of the %lld features that were chosen at all were chosen in at least half of the %lld fits%s. A fit has "
            "%s of %lld features on average.",
            (long long)half, (long long)n, (long long)fits, n > ARD_MOST_BARS ? "; the 25 most frequent are drawn" : "", mean,
            (long long)ard_doc_count(page->evaluation, "p"));
}

static void write_chart(ard_page *page)
{
    char label[32], text[ARD_FIGURE_BYTES * 2], about[ARD_FIGURE_BYTES];
    const int64_t fits = ard_page_fits(page), n = ard_min64(size(page), ARD_MOST_BARS);
    snprintf(about, sizeof about, "fits that chose it, of %lld", (long long)fits);
    ard_bars_open(page, "selection", "In how many of the fits each feature was chosen", about, (double)fits, (double)NAN);
    for (int64_t i = 0; i < n; i++) {
        const char *direction = ard_doc_text(entry(page, i), "direction");
        snprintf(label, sizeof label, "%lld", fits_of(page, i));
        snprintf(text, sizeof text, "%lld of %lld fits%s%.90s", fits_of(page, i), (long long)fits,
                 direction ? "; larger values speak for " : "", direction ? direction : "");
        ard_bars_add(page, ard_doc_name(entry(page, i), "name"), (double)fits_of(page, i), label, text);
    }
    ard_bars_close(page, "selection");
}

static bool has_any(const ard_page *page, const char *key)
{
    for (int64_t i = 0; i < size(page); i++) {
        const json_t *value = ard_doc_get(entry(page, i), key);
        if (value && !json_is_null(value)) return true;
    }
    return false;
}

static void write_row(ard_page *page, int64_t i, bool weight, bool scale, bool direction)
{
    char text[ARD_FIGURE_BYTES];
    const json_t *e = entry(page, i);
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "%s", ard_doc_name(e, "name"));
    ard_html_bar(&page->html, frequency(page, i), "%lld", fits_of(page, i));
    ard_html_cell(&page->html, "%lld", (long long)ard_page_fits(page));
    if (weight) ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(e, "mean_weight"), text));
    if (scale) ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(e, "mean_scale"), text));
    if (!direction) return;
    const double agreement = ard_doc_number(e, "agreement");
    ard_html_cell(&page->html, "%s", ard_doc_text(e, "direction") ? ard_doc_name(e, "direction") : "-");
    ard_html_cell(&page->html, "%s", isfinite(agreement) ? ard_figure_text(agreement, true, text) : "-");
}

static void write_table(ard_page *page)
{
    const char *head[8] = {"feature", "fits", "of"};
    int n_head = 3;
    const bool weight = has_any(page, "mean_weight"), scale = has_any(page, "mean_scale"), direction = has_any(page, "direction");
    const int64_t n = size(page), shown = ard_min64(n, ARD_MOST_ROWS);
    if (weight) head[n_head++] = "mean size of weight";
    if (scale) head[n_head++] = "mean scale";
    if (direction) head[n_head++] = "larger values speak for";
    if (direction) head[n_head++] = "in, of these fits";
    ard_page_numbers_open(page, shown);
    if (direction) ard_page_say_directions(page);
    ard_html_table_open(&page->html, n_head, head);
    for (int64_t i = 0; i < shown; i++) write_row(page, i, weight, scale, direction);
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "features");
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    say_finding(page);
    if (size(page) == 0) return ARDOR_OK;
    if (!uses_all(page)) write_chart(page);
    ard_page_caution(
        page,
        "%sChosen in 9 of 10 fits does not mean \"relevant with probability 0.9\", and a feature that is missing may "
        "still differ between the classes: of several that say the same, one is kept, and which one changes with the "
        "samples.",
        has_components(page) ? "The features are components, which each fit makes anew: those of one number are not "
                               "the same. "
                             : "");
    write_table(page);
    return ARDOR_OK;
}

const ard_section ard_section_selection = {
    .key = "selection", .title = "Which features it chooses", .estimates = true, .applies = applies, .write = write};
