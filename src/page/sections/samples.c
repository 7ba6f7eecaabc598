/* Which samples it gets wrong. */
#include <stdlib.h>

#include "page/page.h"

/* Names in the sentence, and in the chart; samples in the chart one by one; rows in the table. */
enum { MOST_NAMED = 25, MOST_LABELS = 10, MOST_DRAWN = 1000, MOST_LISTED = 1000, SMALL_SYMBOLS = 200, N_BINS = 40 };

typedef enum { RIGHT, SOMETIMES, WRONG, N_STATES } sample_state;

static bool applies(const ard_page *page) { return page->evaluation != NULL; }

static sample_state state_of(const ard_sample *s) { return s->wrong == 0 ? RIGHT : s->wrong == s->n ? WRONG : SOMETIMES; }

static const char *state_name(const ard_page *page, sample_state state)
{
    static const char *const once[] = {"right", "", "wrong"}, *const often[] = {"always right", "sometimes wrong",
                                                                                "always wrong"};
    return (page->samples.once ? once : often)[state];
}

/* Wrong in the largest part of their predictions first, then in their order. */
static int by_wrong(const void *a, const void *b)
{
    const ard_sample *s = *(const ard_sample *const *)a, *t = *(const ard_sample *const *)b;
    const double x = (double)s->wrong / (double)s->n, y = (double)t->wrong / (double)t->n;
    if (x != y) return x > y ? -1 : 1;
    return s < t ? -1 : s > t;
}

static int sort_samples(const ard_page *page, const ard_sample ***out)
{
    int rc = ARDOR_OK;
    NEW(page->context, *out, page->samples.n);
    for (int64_t i = 0; i < page->samples.n; i++) (*out)[i] = page->samples.sample + i;
    qsort(*out, (size_t)page->samples.n, sizeof **out, by_wrong);
done:
    return rc;
}

static int64_t count(const ard_page *page, sample_state state)
{
    int64_t n = 0;
    for (int64_t i = 0; i < page->samples.n; i++) n += state_of(page->samples.sample + i) == state;
    return n;
}

/* ---- the sentence */

static void say_finding(ard_page *page, const ard_sample *const *sorted)
{
    const int64_t n = page->samples.n, wrong = count(page, WRONG), sometimes = count(page, SOMETIMES);
    int64_t undecided = 0;
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "%lld of %lld samples %s wrong %swhile %s%s", (long long)wrong, (long long)n,
                 wrong == 1 ? "was" : "were", page->samples.once ? "" : "every time ", ard_page_held(page),
                 wrong > 0 ? ": " : "");
    for (int64_t i = 0; i < wrong && i < MOST_NAMED; i++) ard_html_say(&page->html, "%s%s", i ? ", " : "", sorted[i]->id);
    if (wrong > MOST_NAMED) ard_html_say(&page->html, " and %lld more", (long long)(wrong - MOST_NAMED));
    ard_html_say(&page->html, ".");
    if (wrong > MOST_LABELS && n <= MOST_DRAWN)
        ard_html_say(&page->html, " The chart has the names of the %d that are wrong most surely.", MOST_LABELS);
    if (!page->samples.once)
        ard_html_say(&page->html, " %lld more %s wrong sometimes.", (long long)sometimes, sometimes == 1 ? "was" : "were");
    for (int64_t i = 0; i < n; i++) undecided += page->samples.sample[i].undecided;
    if (undecided > 0)
        ard_html_say(&page->html, " Predictions that name no class (%lld) are among the wrong ones.", (long long)undecided);
    if (n < ard_doc_count(page->evaluation, "n") &&
        ard_doc_count(page->evaluation, "folds_done") == ard_doc_count(page->evaluation, "n_folds"))
        ard_html_say(&page->html, " Rows of one name and class count as one sample: the %lld rows are %lld.",
                     (long long)ard_doc_count(page->evaluation, "n"), (long long)n);
    ard_html_markup(&page->html, "</p>\n");
}

/* ---- the chart */

static void add_states(ard_page *page)
{
    static const char *const shape[] = {"circle", "triangle-up", "cross"}, *const colour[] = {"blue", "grey", "red"};
    ard_json_open(&page->data, "states", '[');
    for (int s = 0; s < N_STATES; s++) {
        if (page->samples.once && s == SOMETIMES) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_text(&page->data, "name", state_name(page, s));
        ard_json_text(&page->data, "shape", shape[s]);
        ard_json_text(&page->data, "colour", colour[s]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

static void add_lanes(ard_page *page)
{
    ard_json_open(&page->data, "lanes", '[');
    for (int c = 0; c < page->samples.n_classes; c++) {
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_int(&page->data, "lane", c);
        ard_page_label(page, "text", "truly %s", page->samples.class_name[c]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

/* A little above or below the middle of its lane, so that few lie on each other. */
static double lane_of(const ard_sample *s, int64_t i) { return s->label + ((double)(7 * i % 11) - 5) / 16; }

/* How sure the fits are that a sample is not of its class. */
static double against(const ard_page *page, const ard_sample *s)
{
    return page->samples.n_classes == 2 && s->label == 0 ? s->prob : 1 - s->prob;
}

/* Is it one of the wrong ones that fits were surest about? */
static bool is_labelled(const ard_page *page, const ard_sample *s)
{
    int64_t surer = 0;
    if (state_of(s) != WRONG) return false;
    for (const ard_sample *t = page->samples.sample; t < page->samples.sample + page->samples.n; t++)
        surer += state_of(t) == WRONG && (against(page, t) > against(page, s) || (against(page, t) == against(page, s) && t < s));
    return surer < MOST_LABELS;
}

static void add_sample(ard_page *page, const ard_sample *s, int64_t i)
{
    const sample_state state = state_of(s);
    ard_json_open_line(&page->data, NULL, '{');
    ard_page_real(page, "lane", lane_of(s, i));
    ard_page_real(page, "prob", s->prob);
    if (!page->samples.once) ard_page_real(page, "low", s->low);
    if (!page->samples.once) ard_page_real(page, "high", s->high);
    ard_json_text(&page->data, "state", state_name(page, state));
    ard_json_text(&page->data, "name", is_labelled(page, s) ? s->id : "");
    if (page->samples.once)
        ard_page_label(page, "text", "%s, truly %s: %.3f", s->id, page->samples.class_name[s->label], s->prob);
    else
        ard_page_label(page, "text", "%s, truly %s: %.3f, wrong %lld of %lld", s->id, page->samples.class_name[s->label], s->prob,
                       (long long)s->wrong, (long long)s->n);
    ard_json_close(&page->data);
}

static void add_samples(ard_page *page)
{
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < page->samples.n; i++) add_sample(page, page->samples.sample + i, i);
    ard_json_close(&page->data);
}

/* How many of each class and state have which probability. */
static int add_counts(ard_page *page)
{
    int rc = ARDOR_OK;
    int64_t *n = NULL;
    const int n_classes = page->samples.n_classes;
    NEW(page->context, n, n_classes * N_STATES * N_BINS);
    for (int64_t i = 0; i < page->samples.n; i++) {
        const ard_sample *s = page->samples.sample + i;
        n[(s->label * N_STATES + (int)state_of(s)) * N_BINS + (int)ard_clip(s->prob * N_BINS, 0, N_BINS - 1)]++;
    }
    ard_json_open(&page->data, "rows", '[');
    for (int k = 0; k < n_classes * N_STATES * N_BINS; k++) {
        const int bin = k % N_BINS, state = k / N_BINS % N_STATES, label = k / N_BINS / N_STATES;
        if (n[k] == 0) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_int(&page->data, "lane", label);
        ard_page_real(page, "from", (double)bin / N_BINS);
        ard_page_real(page, "to", (double)(bin + 1) / N_BINS);
        ard_json_int(&page->data, "n", n[k]);
        ard_json_text(&page->data, "state", state_name(page, state));
        ard_page_label(page, "text", "truly %s, %.3f to %.3f: %lld %s", page->samples.class_name[label], (double)bin / N_BINS,
                       (double)(bin + 1) / N_BINS, (long long)n[k], state_name(page, state));
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
done:
    ard_free(page->context, n);
    return rc;
}

/* "probability of tumor", "probability of its own class" */
static void add_title(ard_page *page)
{
    const char *whose = page->samples.n_classes == 2 ? page->samples.class_name[1] : "its own class";
    ard_page_label(page, "about", "Each sample's probability of %.200s, by true class", whose);
    ard_page_label(page, "x", "probability of %.200s while %s", whose, ard_page_held(page));
}

static int write_chart(ard_page *page)
{
    int rc = ARDOR_OK;
    const bool single = page->samples.n <= MOST_DRAWN;
    const double threshold = ard_doc_number(ard_doc_get(page->evaluation, "decision"), "threshold");
    ard_json_open(&page->data, "samples", '{');
    add_title(page);
    ard_page_real(page, "line", page->samples.n_classes > 2 ? (double)NAN : isfinite(threshold) ? threshold : 0.5);
    ard_json_int(&page->data, "size", page->samples.n > SMALL_SYMBOLS ? 25 : 60);
    add_states(page);
    add_lanes(page);
    if (single)
        add_samples(page);
    else
        TRY(add_counts(page));
    ard_json_close(&page->data);
    ard_page_chart(page, single ? "samples" : "histogram", "samples");
done:
    return rc;
}

/* ---- the table */

static void write_row(ard_page *page, const ard_sample *s)
{
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "%s", s->id);
    ard_html_cell(&page->html, "%lld", (long long)s->wrong);
    ard_html_cell(&page->html, "%lld", (long long)s->n);
    ard_html_cell(&page->html, "%s", page->samples.class_name[s->label]);
    ard_html_cell(&page->html, "%.3f", s->prob);
    if (page->samples.once) return;
    ard_html_cell(&page->html, "%.3f", s->low);
    ard_html_cell(&page->html, "%.3f", s->high);
}

/* All, or of very many the wrong ones. */
static void write_table(ard_page *page, const ard_sample *const *sorted)
{
    const char *head[] = {"sample", "wrong",  "of", "true class", page->samples.once ? "probability" : "mean probability",
                          "least",  "largest"};
    const int64_t n = page->samples.n, wrong = n - count(page, RIGHT);
    const int64_t shown = n <= MOST_LISTED ? n : ard_min64(wrong, MOST_LISTED);
    ard_page_numbers_open(page, shown);
    ard_page_say(page, "Probabilities are those of %s.",
                 page->samples.n_classes == 2 ? ard_page_positive(page) : "the true class");
    ard_html_table_open(&page->html, page->samples.once ? 5 : 7, head);
    for (int64_t i = 0; i < shown; i++) write_row(page, sorted[i]);
    ard_html_table_close(&page->html);
    if (shown < n)
        ard_page_say(page, "These are the %s; the other %lld samples are in the JSON of the result.",
                     shown == wrong ? "wrong ones" : "first of the wrong ones", (long long)(n - shown));
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    int rc = ARDOR_OK;
    const ard_sample **sorted = NULL;
    TRY(sort_samples(page, &sorted));
    say_finding(page, sorted);
    TRY(write_chart(page));
    ard_page_caution(page,
                     "%s%s Removing such samples and running again makes the error fall without making the classifier better.",
                     page->trust == ARD_TRUST_LEAKY ? "The choice of settings and features had seen these samples. "
                                                    : "Each probability comes from fits that had not seen the sample. ",
                     ard_page_shows_nothing(page)
                         ? "As nothing is shown to be learnt, that a sample is wrong says nothing about it."
                         : "A sample that is wrong is worth a look at its records; it is no proof of a swapped label.");
    write_table(page, sorted);
done:
    ard_free(page->context, sorted);
    return rc;
}

const ard_section ard_section_samples = {
    .key = "samples", .title = "Which samples it gets wrong", .applies = applies, .write = write};
