/* Where a model of two features decides for which class: the plane of the two, and the samples in it. */
#include "model/model.h"
#include "page/bars.h"
#include "page/kept.h"

/* Cells along an axis; steps of how sure the model is; samples up to which each is drawn. */
enum { CELLS = 40, STEPS = 6, MOST_POINTS = 1000 };
/* By this part of their values axes go on at both ends, so that no mark is cut. */
static const double MARGIN = 0.03;

/* An axis: a feature of the model, from a little below the least of its values to a little above the largest. */
typedef struct axis {
    const char *name;
    int64_t kept; /* its place among the values */
    bool logarithmic;
    double low, high;
} axis;

typedef struct plane {
    axis x, y;
    int n_classes;
    double *cell;   /* CELLS^2 x n_classes: probabilities at the middles, row after row from below */
    int64_t n;      /* samples that have both values: */
    int64_t *place; /* their places among the values, */
    double *prob;   /* and probabilities, n x n_classes */
} plane;

/* Its features are columns of a table, each by itself. */
static bool has_two_columns(const ardor_model *model)
{
    return model && model->fit.machine.n_features == 2 && model->n_columns == 0 && model->n_row_features == 0;
}

/* Where the name is among the values; -1: nowhere. */
static int64_t find(const json_t *features, const char *name)
{
    for (size_t k = 0; k < json_array_size(features); k++)
        if (ard_doc_is(json_array_get(features, k), "name", name)) return (int64_t)k;
    return -1;
}

static bool applies(const ard_page *page)
{
    const json_t *features = ard_doc_get(ard_doc_get(page->evaluation, "values"), "features");
    if (!has_two_columns(page->model)) return false;
    for (int j = 0; j < 2; j++)
        if (find(features, page->model->feature[j]) < 0) return false;
    return true;
}

/* The value at a part of the way along an axis. */
static double along(const axis *a, double part)
{
    return a->logarithmic ? a->low * pow(a->high / a->low, part) : a->low + part * (a->high - a->low);
}

/* False: fewer than three different values, as of an indicator, make no plane. */
static bool measure(const ard_kept_values *v, const char *name, axis *out)
{
    const int64_t k = find(v->features, name);
    int64_t between = 0;
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < v->n; i++) {
        low = fmin(low, ard_kept_value(v, k, i));
        high = fmax(high, ard_kept_value(v, k, i));
    }
    for (int64_t i = 0; i < v->n; i++) {
        const double value = ard_kept_value(v, k, i);
        between += value > low && value < high;
    }
    const axis values = {name, k, ard_kept_logarithmic(v, k), low, high};
    *out = values;
    out->low = along(&values, -MARGIN);
    out->high = along(&values, 1 + MARGIN);
    return between > 0;
}

/* ---- what the model says */

/* x: n x 2, the first column of the axis x. */
static int predict(ard_page *page, const plane *p, int64_t n, const double *x, double *prob)
{
    const char *const name[2] = {p->x.name, p->y.name};
    const ardor_table table = {.size = sizeof table, .n = n, .p = 2, .x = x, .feature_names = name};
    return (int)ardor_predict_table(page->context, page->model, &table,
                                    &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob});
}

static int predict_cells(ard_page *page, plane *p)
{
    int rc = ARDOR_OK;
    double *x = NULL;
    NEW(page->context, x, 2 * CELLS * CELLS);
    NEW(page->context, p->cell, (int64_t)CELLS * CELLS * p->n_classes);
    for (int k = 0; k < CELLS * CELLS; k++) {
        x[k] = along(&p->x, (k % CELLS + 0.5) / CELLS);
        x[k + CELLS * CELLS] = along(&p->y, (k / CELLS + 0.5) / CELLS);
    }
    TRY(predict(page, p, CELLS * CELLS, x, p->cell));
done:
    ard_free(page->context, x);
    return rc;
}

static int predict_samples(ard_page *page, const ard_kept_values *v, plane *p)
{
    int rc = ARDOR_OK;
    double *x = NULL;
    NEW(page->context, p->place, v->n);
    for (int64_t i = 0; i < v->n; i++)
        if (isfinite(ard_kept_value(v, p->x.kept, i)) && isfinite(ard_kept_value(v, p->y.kept, i)) && v->label[i] >= 0)
            p->place[p->n++] = i;
    NEW(page->context, x, 2 * p->n);
    NEW(page->context, p->prob, p->n * p->n_classes);
    for (int64_t i = 0; i < p->n; i++) {
        x[i] = ard_kept_value(v, p->x.kept, p->place[i]);
        x[i + p->n] = ard_kept_value(v, p->y.kept, p->place[i]);
    }
    TRY(predict(page, p, p->n, x, p->prob));
done:
    ard_free(page->context, x);
    return rc;
}

/* The most probable class of row i of n. */
static int largest(const plane *p, const double *prob, int64_t n, int64_t i)
{
    int best = 0;
    for (int c = 1; c < p->n_classes; c++)
        if (prob[i + c * n] > prob[i + best * n]) best = c;
    return best;
}

/* Does the result decide otherwise than for the most probable class at the shares of the training rows? The map does not. */
static bool decides(const ard_page *page) { return json_is_object(ard_doc_get(page->evaluation, "decision")); }

/* ---- the chart */

/* From 0, all classes alike, to STEPS - 1, sure. */
static int step_of(const plane *p, int64_t k, int best)
{
    const double alike = 1.0 / p->n_classes, sure = (p->cell[k + (int64_t)best * CELLS * CELLS] - alike) / (1 - alike);
    return (int)fmin(STEPS - 1, floor(sure * STEPS));
}

/* Neighbours in a row that look the same are one. */
static void add_cells(ard_page *page, const plane *p)
{
    ard_json_open(&page->data, "cells", '[');
    for (int row = 0; row < CELLS; row++) {
        for (int first = 0, end; first < CELLS; first = end) {
            const int64_t k = (int64_t)row * CELLS + first;
            const int best = largest(p, p->cell, CELLS * CELLS, k), step = step_of(p, k, best);
            for (end = first + 1; end < CELLS; end++) {
                const int64_t next = (int64_t)row * CELLS + end;
                const int other = largest(p, p->cell, CELLS * CELLS, next);
                if (other != best || step_of(p, next, other) != step) break;
            }
            ard_json_open_line(&page->data, NULL, '{');
            ard_page_real(page, "x", along(&p->x, (double)first / CELLS));
            ard_page_real(page, "x2", along(&p->x, (double)end / CELLS));
            ard_page_real(page, "y", along(&p->y, (double)row / CELLS));
            ard_page_real(page, "y2", along(&p->y, (double)(row + 1) / CELLS));
            ard_json_text(&page->data, "state", page->samples.class_name[best]);
            ard_page_real(page, "strength", (step + 1.0) / STEPS);
            ard_json_close(&page->data);
        }
    }
    ard_json_close(&page->data);
}

static void add_points(ard_page *page, const ard_kept_values *v, const plane *p)
{
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < p->n && p->n <= MOST_POINTS; i++) {
        const int64_t at = p->place[i];
        const char *name = page->samples.class_name[v->label[at]];
        ard_json_open_line(&page->data, NULL, '{');
        ard_page_real(page, "x", ard_kept_value(v, p->x.kept, at));
        ard_page_real(page, "y", ard_kept_value(v, p->y.kept, at));
        ard_json_text(&page->data, "state", name);
        ard_page_label(page, "text", "%.200s, %.200s; %s %.200s", ard_doc_name(json_array_get(v->rows, (size_t)at), "id"), name,
                       decides(page) ? "most probable" : "the model says",
                       page->samples.class_name[largest(p, p->prob, p->n, i)]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

static void add_axis(ard_page *page, const char *key, const axis *a)
{
    ard_json_open(&page->data, key, '{');
    ard_page_label(page, "title", "%.200s%s", a->name, a->logarithmic ? " (logarithmic)" : "");
    ard_json_bool(&page->data, "logarithmic", a->logarithmic);
    ard_page_real(page, "low", a->low);
    ard_page_real(page, "high", a->high);
    ard_json_close(&page->data);
}

static void write_chart(ard_page *page, const ard_kept_values *v, const plane *p)
{
    ard_json_open(&page->data, "map", '{');
    ard_page_label(page, "about", "Which class the model gives, by %.200s and %.200s", p->x.name, p->y.name);
    add_axis(page, "x", &p->x);
    add_axis(page, "y", &p->y);
    ard_page_class_states(page);
    add_cells(page, p);
    add_points(page, v, p);
    ard_json_close(&page->data);
    ard_page_chart(page, "map", "map");
}

/* ---- words and numbers */

/* Is the model one of these samples? */
static bool is_own(const ard_page *page) { return ard_doc_is(page->evaluation, "data_hash", page->model->data_hash); }

/* A holdout, or draws, may have tested a part of the samples: no others are here. */
static void say_finding(ard_page *page, const ard_kept_values *v, const plane *p)
{
    int64_t wrong = 0;
    const bool own = is_own(page), of_all = v->n == ard_doc_count(page->evaluation, "n");
    for (int64_t i = 0; i < p->n; i++) wrong += largest(p, p->prob, p->n, i) != v->label[p->place[i]];
    ard_html_markup(&page->html, "<p>");
    ard_html_say(
        &page->html,
        "All that the model looks at is %s and %s. The colour is the %s: palest where all classes have "
        "about the same probability, strongest where that of its class is nearly 1. %lld of the %lld samples %s lie%s where "
        "%s.",
        p->x.name, p->y.name, decides(page) ? "most probable class there, not as this page decides" : "class that it gives there",
        (long long)wrong, (long long)p->n, of_all ? own ? "it learnt from" : "of the result" : "shown", wrong == 1 ? "s" : "",
        decides(page) ? "another class than theirs is the most probable" : "it gives another class than theirs");
    if (p->n > MOST_POINTS) ard_html_say(&page->html, " Samples are not drawn where there are more than %d.", MOST_POINTS);
    ard_html_markup(&page->html, "</p>\n");
}

static void say_caution(ard_page *page)
{
    const bool own = is_own(page);
    ard_page_caution(
        page,
        "%s That a sample lies far inside a colour does not make the model right about it: where there are no samples the "
        "colour is a guess.",
        !own                             ? "These samples are of another table than the model was fitted to."
        : page->trust == ARD_TRUST_LEAKY ? "The model was fitted to these samples, so how well they fit is no evidence, and "
                                           "nothing else on this page is."
                                         : "The model was fitted to these samples, so how well they fit is no evidence; the "
                                           "error on this page is.");
}

static void write_table(ard_page *page, const ard_kept_values *v, const plane *p)
{
    const char *const head[] = {"sample",     "class", p->x.name, p->y.name, decides(page) ? "most probable" : "the model says",
                                "probability"};
    const int64_t shown = ard_min64(p->n, ARD_MOST_ROWS);
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < shown; i++) {
        const int64_t at = p->place[i];
        const int best = largest(p, p->prob, p->n, i);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_doc_name(json_array_get(v->rows, (size_t)at), "id"));
        ard_html_cell(&page->html, "%s", page->samples.class_name[v->label[at]]);
        ard_html_cell(&page->html, "%.5g", ard_kept_value(v, p->x.kept, at));
        ard_html_cell(&page->html, "%.5g", ard_kept_value(v, p->y.kept, at));
        ard_html_cell(&page->html, "%s", page->samples.class_name[best]);
        ard_html_cell(&page->html, "%.3f", p->prob[i + best * p->n]);
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, p->n, "samples");
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    int rc = ARDOR_OK;
    ard_kept_values v = {0};
    plane p = {.n_classes = page->samples.n_classes};
    TRY(ard_kept_values_new(page, &v));
    if (!measure(&v, page->model->feature[0], &p.x) || !measure(&v, page->model->feature[1], &p.y)) {
        ard_page_say(page, "Its two features have too few different values for a map.");
        goto done;
    }
    rc = predict_cells(page, &p);
    if (rc == ARDOR_OK) rc = predict_samples(page, &v, &p);
    if (rc == ARDOR_DATA || rc == ARDOR_NUMERIC) {
        ard_page_say(page, "It cannot be drawn: %s.", ardor_context_message(page->context));
        rc = ARDOR_OK;
        goto done;
    }
    TRY(rc);
    say_finding(page, &v, &p);
    write_chart(page, &v, &p);
    say_caution(page);
    write_table(page, &v, &p);
done:
    ard_free(page->context, p.cell);
    ard_free(page->context, p.place);
    ard_free(page->context, p.prob);
    ard_kept_values_free(page->context, &v);
    return rc;
}

const ard_section ard_section_map = {.key = "map", .title = "What the model decides where", .applies = applies, .write = write};
