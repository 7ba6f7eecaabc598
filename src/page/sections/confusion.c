/* What it takes for what: the table of true and predicted classes. */
#include "metric/interval.h"
#include "page/page.h"

static const json_t *confusion_of(const ard_page *page) { return ard_doc_get(page->evaluation, "confusion"); }

static bool applies(const ard_page *page) { return json_is_object(confusion_of(page)); }

/* Are predictive values at other class shares than those of the samples? Of more than two classes they are of the counts. */
static bool has_prior(const ard_page *page)
{
    return page->samples.n_classes == 2 && json_is_object(ard_doc_get(ard_doc_get(page->evaluation, "decision"), "prior"));
}

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

/* A class: its predictions, those that name another class, and the one of these that is named most. */
typedef struct missed {
    double all, others, most;
    int taken;
} missed;

static missed missed_of(const ard_page *page, int truth)
{
    const double undecided = json_number_value(ard_doc_at(confusion_of(page), "undecided", truth));
    missed m = {.all = row_total(page, truth) + undecided};
    for (int c = 0; c < page->samples.n_classes; c++) {
        const double count = c == truth ? 0 : count_at(page, truth, c);
        m.others += count;
        if (count <= m.most) continue;
        m.most = count;
        m.taken = c;
    }
    return m;
}

static double rate(const missed *m) { return m->all > 0 ? m->others / m->all : 0; }

/* Of two classes both; of more the one that is missed most. */
static void say_finding(ard_page *page)
{
    char share[2][ARD_FIGURE_BYTES];
    const ard_samples *s = &page->samples;
    int worst = 0;
    missed first = missed_of(page, 0), second = missed_of(page, 1), most = first;
    for (int c = 1; c < s->n_classes; c++) {
        const missed m = missed_of(page, c);
        if (rate(&m) <= rate(&most)) continue;
        most = m;
        worst = c;
    }
    const bool abstains = json_is_array(ard_doc_get(confusion_of(page), "undecided"));
    const char *of_all = abstains ? " predictions, those that name no class among them" : " predictions";
    if (!(most.others > 0))
        ard_page_say(page, "No sample was taken for one of another class.");
    else if (s->n_classes == 2)
        ard_page_say(page, "Of %s it calls %s something else (%.6g of %.6g%s); of %s, %s (%.6g of %.6g).", s->class_name[0],
                     ard_figure_text(rate(&first), true, share[0]), first.others, first.all, of_all, s->class_name[1],
                     ard_figure_text(rate(&second), true, share[1]), second.others, second.all);
    else
        ard_page_say(page, "It misses %s most: it calls %s something else (%.6g of %.6g%s), most often %s (%.6g).",
                     s->class_name[worst], ard_figure_text(rate(&most), true, share[0]), most.others, most.all, of_all,
                     s->class_name[most.taken], most.most);
}

static void write_counts(ard_page *page)
{
    const ard_samples *s = &page->samples;
    ard_html_markup(&page->html, "<div class=\"scroll\"><table class=\"counts\"><thead><tr><th scope=\"col\">true class (rows), "
                                 "said to be (columns)</th>");
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
    ard_page_say(
        page, "Of %s it finds %s (sensitivity); of %s it leaves %s alone (specificity)%s.", ard_page_positive(page),
        ard_figure_whole(&sensitivity, true, found), ard_page_negative(page), ard_figure_whole(&specificity, true, spared),
        json_is_array(ard_doc_get(confusion_of(page), "undecided")) ? ", both of the predictions that name a class" : "");
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
    ard_page_caution(page,
                     "%s%sPredictive values hold for the class shares %s; where a class is rarer, more of those that "
                     "are called so are not.",
                     page->samples.once ? "" : "Each sample is counted as often as it was held out. ",
                     ard_doc_true(confusion_of(page), "weighted") ? "Counts are sums of case weights. " : "",
                     has_prior(page) ? "that were given (see What was done), while counts are those of these samples"
                                     : "of these samples");
    if (page->samples.n_classes == 2)
        write_figures(page);
    else
        write_classes(page);
    return ARDOR_OK;
}

const ard_section ard_section_confusion = {
    .key = "confusion", .title = "What it takes for what", .estimates = true, .applies = applies, .write = write};
