/* Documents made by hand, for tests of pages. */
#ifndef PAGE_MADE_H
#define PAGE_MADE_H

#include "page_fixture.h"

/* Two classes, 10 samples of a and 20 of b, of which so many are wrong in each of `n` passes */

static inline json_t *figure(double value, double low, double high)
{
    return isnan(low)
               ? json_pack("{s:f, s:n, s:n, s:s, s:n, s:n}", "value", value, "low", "high", "interval", "none", "reason", "folds")
               : json_pack("{s:f, s:f, s:f, s:s, s:n, s:n}", "value", value, "low", low, "high", high, "interval", "wilson",
                           "reason", "folds");
}

static inline json_t *summary_of(double error, double low, double high)
{
    return json_pack("{s:o, s:o, s:o, s:f, s:{s:o}}", "error", figure(error, low, high), "balanced_error",
                     figure(error, low, high), "auc", figure(.8, .7, .9), "mean_n_features", 2., "baseline", "error",
                     figure(1 / 3., NAN, NAN));
}

enum { SAMPLES = 30, OF_A = 10 };

static inline void add_rows(json_t *rows, json_t *folds, int passes, int wrong)
{
    char id[16];
    for (int i = 0; i < SAMPLES * passes; i++) {
        const int s = i % SAMPLES;
        const char *truth = s < OF_A ? "a" : "b", *other = s < OF_A ? "b" : "a";
        const double b = (s < OF_A) == (s < wrong) ? .75 : .25;
        snprintf(id, sizeof id, "s%d", s + 1);
        json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:{s:f, s:f}, s:i}", "id", id, "class", truth, "predicted",
                                              s < wrong ? other : truth, "prob", "a", 1 - b, "b", b, "fold",
                                              1 + i % 10 + 10 * (i / SAMPLES)));
    }
    for (int f = 0; f < 10 * passes; f++)
        json_array_append_new(folds, json_pack("{s:i, s:i, s:i, s:f, s:i, s:i, s:{}, s:s, s:b}", "fold", f + 1, "n_train", 27,
                                               "n_test", 3, "error", .1, "n_features", 2, "n_vectors", 0, "settings",
                                               "stop_reason", "converged", "null_model", 0));
}

static inline json_t *made(int passes, int wrong, double error, double low, double high)
{
    json_t *rows = json_array(), *folds = json_array();
    add_rows(rows, folds, passes, wrong);
    return json_pack(
        "{s:s, s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:[s, s], s:s, s:i, s:i, s:o, s:o, s:o, s:[], s:[]}",
        "format", "ardor-evaluation", "version", 2, "ardor", "0", "protocol", "honest", "plan",
        passes > 1 ? "repeat:2x10" : "kfold:10", "method", "spr", "basis", "identity", "standardise", "train", "tune", "none",
        "seed", 1, "n", SAMPLES, "p", 4, "classes", "a", "b", "positive", "b", "n_folds", 10 * passes, "folds_done", 10 * passes,
        "rows", rows, "folds", folds, "summary", summary_of(error, low, high), "selection", "failed");
}

static inline void set(json_t *document, const char *key, json_t *value) { json_object_set_new(document, key, value); }

static inline json_t *a_fit(const char *second_class, int p)
{
    return json_pack(
        "{s:s, s:i, s:s, s:s, s:s, s:i, s:i, s:[s, s], s:s, s:i, s:f, s:b, s:f, s:[{s:s, s:f, s:f, s:s, s:b}], s:i, s:n}",
        "format", "ardor-fit", "version", 1, "method", "spr", "basis", "identity", "standardise", "train", "n", SAMPLES, "p", p,
        "classes", "a", second_class, "stop_reason", "converged", "iterations", 7, "objective", -3.5, "null_model", 0,
        "train_error", .05, "features", "name", "x<1>", "scale", 1., "weight", -.5, "direction", "a", "forced", 0, "n_vectors", 0,
        "tune");
}

static inline json_t *comparison_of(const char *data_name, int64_t n)
{
    json_t *pair = json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:i, s:n, s:n}", "data", data_name, "figure",
                             "error", "name", "knn", "against", "best", "other", "spr", "difference", .1, "low", .05, "high", .15,
                             "p", .001, "p_holm", .001, "n_compared", 1, "reason", "mcnemar_p");
    json_t *base = json_pack("{s:s, s:s, s:s, s:s, s:n, s:f, s:f, s:f, s:f, s:f, s:i, s:n, s:n}", "data", data_name, "figure",
                             "error", "name", "spr", "against", "baseline", "other", "difference", -.2, "low", -.3, "high", -.1,
                             "p", .01, "p_holm", .02, "n_compared", 2, "reason", "mcnemar_p");
    json_t *same = json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:i, s:n, s:n}", "data", data_name, "figure",
                             "error", "name", "svm", "against", "best", "other", "spr", "difference", .01, "low", -.05, "high",
                             .15, "p", .5, "p_holm", .5, "n_compared", 2, "reason", "mcnemar_p");
    json_t *cells = json_array();
    for (const char *const *name = (const char *const[]){"spr", "knn", "svm", NULL}; *name; name++)
        json_array_append_new(cells,
                              json_pack("{s:s, s:s, s:s, s:s, s:n, s:{s:o}}", "data", data_name, "name", *name, "method", *name,
                                        "status", "done", "message", "evaluation", "summary", summary_of(.1, .05, .2)));
    return json_pack(
        "{s:s, s:i, s:s, s:i, s:n, s:[{s:s, s:i, s:i, s:[s, s], s:i, s:i}], s:o, s:[{s:s, s:s, s:s, s:f}], s:[o, o, o], s:n}",
        "format", "ardor-comparison", "version", 1, "plan", "kfold:10", "seed", 1, "stopped", "data", "name", data_name, "n",
        (int)n, "p", 4, "classes", "a", "b", "n_folds", 10, "n_repetitions", 1, "cells", cells, "best", "data", data_name,
        "figure", "error", "name", "spr", "mean", .1, "pairs", pair, same, base, "sets");
}

static inline json_t *with(json_t *document, const char *key, json_t *value)
{
    set(document, key, value);
    return document;
}

/* Takes the documents over. */
static inline char *page_of_two(json_t *a, json_t *b)
{
    char *text[2] = {text_of(a), text_of(b)}, *html = page_of_texts(2, (const char *const *)text, false);
    free(text[0]);
    free(text[1]);
    return html;
}
#endif
