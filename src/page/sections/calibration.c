/* Whether its probabilities can be taken at their word. */
#include "metric/reliability.h"
#include "page/page.h"

static bool applies(const ard_page *page) { return page->evaluation && page->samples.n_classes == 2; }

static const json_t *calibration_of(const ard_page *page) { return ard_doc_get(page->evaluation, "calibration"); }

/* From the slope: are probabilities too extreme, or too near the middle? */
static void say_finding(ard_page *page)
{
    char value[ARD_FIGURE_BYTES];
    const json_t *c = calibration_of(page);
    const double slope = ard_doc_number(c, "slope");
    const ard_figure f = {slope, ard_doc_number(c, "slope_low"), ard_doc_number(c, "slope_high"), NULL, NULL};
    ard_html_markup(&page->html, "<p>");
    ard_figure_whole(&f, false, value);
    if (!isfinite(slope))
        ard_html_say(&page->html, "A slope cannot be given: %s.",
                     ard_doc_text(c, "reason") ? ard_doc_name(c, "reason") : "it is not known");
    else if (page->trust == ARD_TRUST_LEAKY)
        ard_html_say(&page->html, "This is no test of the probabilities (slope %s).", value);
    else if (f.low <= 0)
        ard_html_say(&page->html,
                     "The probabilities are not shown to say anything about the class here (slope %s; 1 would be right, 0 says "
                     "nothing).",
                     value);
    else if (f.high < 1)
        ard_html_say(&page->html,
                     "The probabilities are too extreme here (slope %s, 1 would be right): 0.9 is less sure than it says.",
                     value);
    else if (f.low > 1)
        ard_html_say(&page->html, "The probabilities are too near the middle here (slope %s, 1 would be right).", value);
    else if (ard_figure_has_interval(&f))
        ard_html_say(&page->html,
                     "The probabilities are not shown to be too extreme, or too near the middle (slope %s; 1 would "
                     "be right, and is within it).",
                     value);
    else
        ard_html_say(&page->html, "The slope is %s; 1 would be right.", value);
    if (page->trust != ARD_TRUST_LEAKY)
        ard_html_say(&page->html, " Where points lie on the diagonal, the probabilities can be taken at their word.");
    ard_html_markup(&page->html, "</p>\n");
}

static int group(const ard_page *page, ard_bin bin[ARD_MOST_BINS], int *n)
{
    int rc = ARDOR_OK;
    const ard_samples *s = &page->samples;
    double *prob = NULL, *weight = NULL;
    bool *positive = NULL;
    NEW(page->context, prob, s->n);
    NEW(page->context, positive, s->n);
    NEW(page->context, weight, s->n);
    for (int64_t i = 0; i < s->n; i++) {
        prob[i] = s->sample[i].prob;
        positive[i] = s->sample[i].label == 1;
        weight[i] = s->prior ? s->prior[s->sample[i].label] : 1;
    }
    *n = ard_reliability(s->n, prob, positive, weight, bin);
done:
    ard_free(page->context, weight);
    ard_free(page->context, positive);
    ard_free(page->context, prob);
    return rc;
}

static void write_chart(ard_page *page, const ard_bin *bin, int n)
{
    ard_json_open(&page->data, "calibration", '{');
    ard_page_label(page, "about", "How often a sample was %.200s against the probability given", ard_page_positive(page));
    ard_json_text(&page->data, "x", "probability given");
    ard_page_label(page, "y", "share that was %.200s", ard_page_positive(page));
    ard_json_open(&page->data, "rows", '[');
    for (int b = 0; b < n; b++) {
        ard_json_open_line(&page->data, NULL, '{');
        ard_page_real(page, "mean", bin[b].mean);
        ard_page_real(page, "observed", bin[b].observed);
        ard_page_real(page, "low", bin[b].low);
        ard_page_real(page, "high", bin[b].high);
        ard_json_int(&page->data, "n", bin[b].n);
        ard_page_label(page, "short", "%lld/%lld", (long long)bin[b].positives, (long long)bin[b].n);
        ard_page_label(page, "text", "given %.1f to %.1f: %lld of %lld were %s", bin[b].from, bin[b].to,
                       (long long)bin[b].positives, (long long)bin[b].n, ard_page_positive(page));
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "calibration", "calibration");
}

static void write_table(ard_page *page, const ard_bin *bin, int n)
{
    static const char *const head[] = {"given", "mean", "were it", "of", "share", "from", "to"};
    ard_page_numbers_open(page, n);
    ard_page_say(page, "Probabilities are those of %s.", ard_page_positive(page));
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int b = 0; b < n; b++) {
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%.1f to %.1f", bin[b].from, bin[b].to);
        ard_html_cell(&page->html, "%.2f", bin[b].mean);
        ard_html_cell(&page->html, "%lld", (long long)bin[b].positives);
        ard_html_cell(&page->html, "%lld", (long long)bin[b].n);
        ard_html_cell(&page->html, "%.2f", bin[b].observed);
        ard_html_cell(&page->html, "%.2f", bin[b].low);
        ard_html_cell(&page->html, "%.2f", bin[b].high);
    }
    ard_html_table_close(&page->html);
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    int rc = ARDOR_OK, n = 0;
    ard_bin bin[ARD_MOST_BINS];
    TRY(group(page, bin, &n));
    say_finding(page);
    write_chart(page, bin, n);
    ard_page_caution(page,
                     "Each point is a group of samples, with its 95\u00a0%% interval; groups of a few samples say little.%s",
                     page->samples.once ? "" : " A sample is in the group of its mean probability, once.");
    write_table(page, bin, n);
done:
    return rc;
}

const ard_section ard_section_calibration = {.key = "calibration",
                                             .title = "Whether 0.8 means eight in ten",
                                             .half = true,
                                             .estimates = true,
                                             .applies = applies,
                                             .write = write};
