/* What it takes for what: the table of true and predicted classes. */
#include "metric/interval.h"
#include "page/page.h"

static const json_t *confusion_of(const ard_page *page) { return ard_doc_get(page->evaluation, "confusion"); }

static bool applies(const ard_page *page) { return json_is_object(confusion_of(page)); }

static double count_at(const ard_page *page, int truth, int predicted)
{
    const json_t *row = ard_doc_at(confusion_of(page), "counts", truth);
    return json_number_value(json_array_get(row, (size_t)predicted));
}

static double row_total(const ard_page *page, int truth)
{
    double total = 0;
    for (int c = 0; c < page->samples.n_classes; c++) total += count_at(page, truth, c);
    return total;
}

/* The most frequent confusion. */
static void say_finding(ard_page *page)
{
    double most = 0;
    int truth = 0, taken = 0;
    for (int t = 0; t < page->samples.n_classes; t++)
        for (int p = 0; p < page->samples.n_classes; p++)
            if (t != p && count_at(page, t, p) > most) {
                most = count_at(page, t, p);
                truth = t;
                taken = p;
            }
    if (most > 0)
        ard_page_say(page, "Most often it takes %s for %s: in %.4g of %.6g predictions for %s.", page->samples.class_name[truth],
                     page->samples.class_name[taken], most, row_total(page, truth), page->samples.class_name[truth]);
    else
        ard_page_say(page, "No sample was taken for one of another class.");
}

static void write_counts(ard_page *page)
{
    const ard_samples *s = &page->samples;
    ard_html_markup(&page->html,
                    "<div class=\"scroll\"><table class=\"counts\"><thead><tr><th scope=\"col\">truly, taken for</th>");
    for (int c = 0; c < s->n_classes; c++) {
        ard_html_markup(&page->html, "<th scope=\"col\">");
        ard_html_text(&page->html, s->class_name[c]);
        ard_html_markup(&page->html, "</th>");
    }
    ard_html_markup(&page->html, "</tr></thead><tbody>\n");
    for (int t = 0; t < s->n_classes; t++) {
        const double total = row_total(page, t);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", s->class_name[t]);
        for (int p = 0; p < s->n_classes; p++)
            ard_html_bar(&page->html, total > 0 ? count_at(page, t, p) / total : 0, "%.6g", count_at(page, t, p));
    }
    ard_html_table_close(&page->html);
}

/* Of more than two classes: how many of each are found, a sample counting once. */
static void write_classes(ard_page *page)
{
    static const char *const head[] = {"class", "samples", "found", "95\u00a0% interval", "right, of those it was named for"};
    char found[ARD_FIGURE_BYTES], range[ARD_FIGURE_BYTES], right[ARD_FIGURE_BYTES];
    ard_page_numbers_open(page, page->samples.n_classes);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int c = 0; c < page->samples.n_classes; c++) {
        double named = 0;
        const double total = row_total(page, c);
        ard_figure f = {NAN, NAN, NAN, NULL, NULL};
        for (int t = 0; t < page->samples.n_classes; t++) named += count_at(page, t, c);
        if (total > 0) {
            const ard_metric m =
                ard_interval_wilson(count_at(page, c, c) / total, ard_clip(total, 1, (double)page->samples.per_class[c]));
            f = (ard_figure){m.value, m.low, m.high, m.interval, NULL};
        }
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", page->samples.class_name[c]);
        ard_html_cell(&page->html, "%lld", (long long)page->samples.per_class[c]);
        ard_html_cell(&page->html, "%s", ard_figure_text(f.value, true, found));
        ard_html_cell(&page->html, "%s", ard_figure_range(&f, true, range));
        ard_html_cell(&page->html, "%s", ard_figure_text(named > 0 ? count_at(page, c, c) / named : (double)NAN, true, right));
    }
    ard_html_table_close(&page->html);
    ard_page_numbers_close(page);
}

static void say_found(ard_page *page)
{
    char found[ARD_FIGURE_BYTES], spared[ARD_FIGURE_BYTES];
    const ard_figure sensitivity = ard_figure_of(confusion_of(page), "sensitivity"),
                     specificity = ard_figure_of(confusion_of(page), "specificity");
    ard_page_say(page, "Of %s it finds %s (sensitivity); of %s it leaves %s alone (specificity).", ard_page_positive(page),
                 ard_figure_whole(&sensitivity, true, found), ard_page_negative(page),
                 ard_figure_whole(&specificity, true, spared));
}

static void write_figures(ard_page *page)
{
    ard_html_details_open(&page->html, false, "The numbers (with predictive values)");
    ard_figures_table(&page->html, ard_confusion_figures, confusion_of(page), NULL);
    ard_html_details_close(&page->html);
}

static int write(ard_page *page)
{
    const json_t *undecided = ard_doc_get(confusion_of(page), "undecided");
    double left = 0;
    for (size_t c = 0; c < json_array_size(undecided); c++) left += json_number_value(json_array_get(undecided, c));
    say_finding(page);
    write_counts(page);
    if (page->samples.n_classes == 2) say_found(page);
    if (json_is_array(undecided)) ard_page_say(page, "Predictions that name no class are not in the table: %.6g.", left);
    ard_page_caution(
        page,
        "%s%sPredictive values hold for the class shares of these samples; where a class is rarer, more of those that "
        "are called so are not.",
        page->samples.once ? "" : "Each sample is counted as often as it was held out. ",
        ard_doc_true(confusion_of(page), "weighted") ? "Counts are sums of case weights. " : "");
    if (page->samples.n_classes == 2)
        write_figures(page);
    else
        write_classes(page);
    return ARDOR_OK;
}

const ard_section ard_section_confusion = {
    .key = "confusion", .title = "What it takes for what", .applies = applies, .write = write};
