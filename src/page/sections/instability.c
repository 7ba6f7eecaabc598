/* How far the probabilities of one model depend on the samples that happened to be at hand. */
#include <stdio.h>
#include <stdlib.h>

#include "page/page.h"

/* Samples in the chart one by one, and in the table; of more the table has those that move most. Bars of the histogram. */
enum { MOST_DRAWN = 1000, MOST_LISTED = 100, SMALL_SYMBOLS = 200, N_BINS = 25 };
/* Of fewer models the middle 95 % are all, or all but the outermost. */
enum { FEW_MODELS = 40 };

static const json_t *instability_of(const ard_page *page) { return ard_doc_get(page->evaluation, "instability"); }

static bool applies(const ard_page *page) { return json_is_object(instability_of(page)); }

/* A row, its probability of the positive class, of more than two of its own, and those of the refits. */
typedef struct moved {
    const char *id, *class_name;
    double prob, value, mean, low, high;
    int64_t row;
} moved;

typedef struct rows {
    int64_t n;
    moved *row;       /* those that move most first */
    double threshold; /* between two classes; NaN: of more there is none */
    bool spread;      /* their mean and limits are known */
} rows;

static int by_value(const void *a, const void *b)
{
    const moved *s = a, *t = b;
    const double x = isfinite(s->value) ? s->value : -INFINITY, y = isfinite(t->value) ? t->value : -INFINITY;
    if (x != y) return x > y ? -1 : 1;
    return s->row < t->row ? -1 : 1;
}

static int read_rows(const ard_page *page, rows *out)
{
    int rc = ARDOR_OK;
    const json_t *list = instability_of(page);
    const double threshold = ard_doc_number(ard_doc_get(page->evaluation, "decision"), "threshold");
    const bool two = page->samples.n_classes == 2;
    out->n = ard_doc_size(list, "rows");
    out->threshold = !two ? (double)NAN : isfinite(threshold) ? threshold : 0.5;
    out->spread = out->n > 0;
    NEW(page->context, out->row, out->n);
    for (int64_t i = 0; i < out->n; i++) {
        const json_t *row = ard_doc_at(list, "rows", i);
        const char *name = ard_doc_name(row, "class");
        moved *m = out->row + i;
        *m = (moved){.id = ard_doc_name(row, "id"), .class_name = name, .row = i};
        m->prob = ard_doc_number(ard_doc_get(row, "prob"), two ? ard_page_positive(page) : name);
        m->value = ard_doc_number(row, "instability");
        m->mean = ard_doc_number(row, "refit_mean");
        m->low = ard_doc_number(row, "refit_low");
        m->high = ard_doc_number(row, "refit_high");
        out->spread = out->spread && isfinite(m->mean) && isfinite(m->low) && isfinite(m->high);
    }
    qsort(out->row, (size_t)out->n, sizeof *out->row, by_value);
done:
    return rc;
}

/* What a damaged document lacks, or one that has no figure, is not known. */
static const char *known_text(double value, char out[ARD_FIGURE_BYTES])
{
    snprintf(out, ARD_FIGURE_BYTES, isfinite(value) ? "%.3f" : "not known", value);
    return out;
}

/* Do the limits of the refits lie on both sides of the threshold? */
static bool is_open(const rows *r, const moved *m)
{
    return r->spread && isfinite(r->threshold) && m->low <= r->threshold && m->high > r->threshold;
}

static int64_t count_open(const rows *r)
{
    int64_t n = 0;
    for (int64_t i = 0; i < r->n; i++) n += is_open(r, r->row + i);
    return n;
}

/* ---- the sentence */

static void say_finding(ard_page *page, const rows *r)
{
    char threshold[ARD_FIGURE_BYTES];
    const json_t *list = instability_of(page);
    const int64_t done = ard_doc_count(list, "done"), open = count_open(r);
    const int64_t asked = ard_doc_count(list, "asked"), failed = ard_doc_count(list, "failed");
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html,
                 "This is not how far they are from the truth: models can agree and be wrong together. Had other samples of the "
                 "same kind been at hand, the model would have given a sample a probability that differs ");
    if (isfinite(ard_doc_number(list, "mean")))
        ard_html_say(&page->html, "by %.3f on average", ard_doc_number(list, "mean"));
    else
        ard_html_say(&page->html, "(by how much on average is not known)");
    if (isfinite(r->row[0].value))
        ard_html_say(&page->html, "; sample %s would have moved most, by %.3f", r->row[0].id, r->row[0].value);
    ard_html_say(&page->html,
                 ". This is told by %lld model%s fitted to bootstrap resamples (as many samples, drawn from these with "
                 "replacement), %s.",
                 (long long)done, ard_plural(done),
                 ard_doc_true(list, "tuned") ? "tuning included" : "with settings as they are");
    if (r->spread && isfinite(r->threshold))
        ard_html_say(
            &page->html,
            " On the class of %lld of %lld samples the models do not agree: the middle 95\u00a0%% of their probabilities lie on "
            "both sides of %s.",
            (long long)open, (long long)r->n, ard_number_text(r->threshold, threshold));
    if (done < asked)
        ard_html_say(&page->html, " Of %lld resamples asked for, %lld failed and %lld were not run.", (long long)asked,
                     (long long)failed, (long long)(asked - done - failed));
    ard_html_markup(&page->html, "</p>\n");
}

/* ---- the chart */

static const char *const STATE[] = {"one class", "either class"};

static void add_states(ard_page *page, const rows *r)
{
    static const char *const shape[] = {"circle", "triangle-up"}, *const colour[] = {"blue", "red"};
    ard_json_open(&page->data, "states", '[');
    for (int s = 0; s < (isfinite(r->threshold) ? 2 : 1); s++) {
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_text(&page->data, "name", STATE[s]);
        ard_json_text(&page->data, "shape", shape[s]);
        ard_json_text(&page->data, "colour", colour[s]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

static void add_row(ard_page *page, const rows *r, const moved *m)
{
    ard_json_open_line(&page->data, NULL, '{');
    ard_page_real(page, "prob", m->prob);
    ard_page_real(page, "mean", m->mean);
    ard_page_real(page, "low", m->low);
    ard_page_real(page, "high", m->high);
    ard_json_text(&page->data, "state", STATE[is_open(r, m)]);
    ard_page_label(page, "text", "%.200s, truly %.200s: %.3f; of other samples %.3f, %.3f to %.3f", m->id, m->class_name, m->prob,
                   m->mean, m->low, m->high);
    ard_json_close(&page->data);
}

static void write_points(ard_page *page, const rows *r)
{
    const char *whose = page->samples.n_classes == 2 ? ard_page_positive(page) : "its own class";
    ard_json_open(&page->data, "instability", '{');
    ard_page_label(page, "about", "Probability of %.200s by the model of all samples, and by models of resamples", whose);
    ard_page_label(page, "x", "probability of %.200s, model of all samples", whose);
    ard_page_label(page, "y", "probability of %.200s, mean of the models of resamples", whose);
    ard_page_real(page, "line", r->threshold);
    ard_json_int(&page->data, "size", r->n > SMALL_SYMBOLS ? 12 : 40);
    add_states(page, r);
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < r->n; i++)
        if (isfinite(r->row[i].prob)) add_row(page, r, r->row + i);
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_say(page,
                 "Each mark is a sample, at its probability by the model of all samples; its height is the mean of the models "
                 "of resamples, the upright line what 95\u00a0%% of them say%s.",
                 ard_doc_count(instability_of(page), "done") < FEW_MODELS
                     ? ", which of so few models is about from the least to the largest"
                     : "");
    ard_page_chart(page, "refits", "instability");
}

/* How many samples move by how much. */
static void write_histogram(ard_page *page, const rows *r)
{
    int64_t n[N_BINS] = {0};
    const double top = r->row[0].value > 0 ? r->row[0].value : 1;
    for (int64_t i = 0; i < r->n; i++)
        if (isfinite(r->row[i].value)) n[(int)ard_clip(r->row[i].value / top * N_BINS, 0, N_BINS - 1)]++;
    ard_json_open(&page->data, "instability", '{');
    ard_json_text(&page->data, "about", "How many samples have probabilities that differ by how much from model to model");
    ard_json_text(&page->data, "x", "mean distance of its probability between models");
    ard_json_text(&page->data, "y", "samples");
    ard_json_open(&page->data, "rows", '[');
    for (int k = 0; k < N_BINS; k++) {
        const double from = top * k / N_BINS, to = top * (k + 1) / N_BINS;
        if (n[k] == 0) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_page_real(page, "from", from);
        ard_page_real(page, "to", to);
        ard_json_int(&page->data, "n", n[k]);
        ard_page_label(page, "text", "%.3f to %.3f: %lld", from, to, (long long)n[k]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "permutation", "instability");
}

/* ---- the table */

static void write_table(ard_page *page, const rows *r)
{
    static const char *const head[] = {"sample", "true class", "moves by", "model of all samples", "mean of resamples",
                                       "from",   "to"};
    char text[ARD_FIGURE_BYTES];
    const int64_t shown = r->n <= MOST_DRAWN ? r->n : MOST_LISTED;
    ard_page_numbers_open(page, shown);
    ard_page_say(page,
                 "Those that move most first. Probabilities are those of %s; from 2.5\u00a0%% to 97.5\u00a0%% of the models.",
                 page->samples.n_classes == 2 ? ard_page_positive(page) : "the true class");
    ard_html_table_open(&page->html, r->spread ? 7 : 4, head);
    for (int64_t i = 0; i < shown; i++) {
        const moved *m = r->row + i;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", m->id);
        ard_html_cell(&page->html, "%s", m->class_name);
        ard_html_cell(&page->html, "%s", known_text(m->value, text));
        ard_html_cell(&page->html, "%s", known_text(m->prob, text));
        if (!r->spread) continue;
        ard_html_cell(&page->html, "%s", known_text(m->mean, text));
        ard_html_cell(&page->html, "%s", known_text(m->low, text));
        ard_html_cell(&page->html, "%s", known_text(m->high, text));
    }
    ard_html_table_close(&page->html);
    if (shown < r->n) ard_page_say(page, "The other %lld samples are in the JSON of the result.", (long long)(r->n - shown));
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    int rc = ARDOR_OK;
    rows r = {0};
    const char *reason = ard_doc_text(instability_of(page), "reason");
    TRY(read_rows(page, &r));
    if (r.n == 0) {
        ard_page_say(page, "Not known: %s.", reason ? reason : "there is nothing about it in the result");
        goto done;
    }
    say_finding(page, &r);
    if (r.spread && r.n <= MOST_DRAWN)
        write_points(page, &r);
    else
        write_histogram(page, &r);
    ard_page_caution(
        page, "A probability that hardly moves is not therefore right. These are samples that the models learnt from%s.",
        page->trust == ARD_TRUST_LEAKY ? "" : "; what they say of samples they had not seen is in the other sections");
    write_table(page, &r);
done:
    ard_free(page->context, r.row);
    return rc;
}

const ard_section ard_section_instability = {.key = "instability",
                                             .title = "How much the probabilities depend on which samples were learnt from",
                                             .estimates = true,
                                             .applies = applies,
                                             .write = write};
