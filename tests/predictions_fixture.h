/* Random predictions in folds, for the tests of figures across folds. */
#ifndef PREDICTIONS_FIXTURE_H
#define PREDICTIONS_FIXTURE_H

#include "context_fixture.h"

#include "metric/metric.h"
#include "metric/predictions.h"

enum { MOST_ROWS = 64, MOST_CLASSES = 4 };

typedef struct sample {
    ard_predictions p;
    double prob[MOST_ROWS * MOST_CLASSES], weight[MOST_ROWS];
    int32_t label[MOST_ROWS], predicted[MOST_ROWS];
    int64_t fold[MOST_ROWS];
} sample;

static inline void sample_bind(sample *s)
{
    s->p.prob = s->prob;
    s->p.label = s->label;
    s->p.predicted = s->predicted;
    s->p.fold = s->fold;
}

/* n rows in these folds, of scores with ties that lean to the right class; weights 1 unless `weighted`. */
static inline void sample_make(sample *s, ard_rng *rng, int64_t n, int n_classes, int64_t n_folds, int64_t n_repetitions,
                               bool weighted)
{
    *s = (sample){.p = {.n = n, .n_classes = n_classes, .n_folds = n_folds, .n_repetitions = n_repetitions}};
    for (int64_t i = 0; i < n; i++) {
        double total = 0, best = -1;
        s->label[i] = (int32_t)ard_rng_below(rng, n_classes);
        s->fold[i] = ard_rng_below(rng, n_folds);
        s->weight[i] = weighted ? 1 + (double)ard_rng_below(rng, 4) / 2 : 1;
        for (int c = 0; c < n_classes; c++) {
            s->prob[c * n + i] = 1 + (double)ard_rng_below(rng, 6) + 2 * (c == s->label[i]);
            total += s->prob[c * n + i];
        }
        for (int c = 0; c < n_classes; c++) {
            s->prob[c * n + i] /= total;
            if (s->prob[c * n + i] > best) {
                best = s->prob[c * n + i];
                s->predicted[i] = c;
            }
        }
    }
    sample_bind(s);
    s->p.weight = weighted ? s->weight : NULL;
    s->p.test_size = (double)n / (double)n_folds;
    s->p.train_size = (double)n / (double)n_repetitions - s->p.test_size + 1;
    s->p.n_distinct = n / n_repetitions;
}

static inline void assert_metric(const ard_metric *a, const ard_metric *b, double tolerance, const char *what)
{
    if (isnan(a->value) != isnan(b->value) || isnan(a->low) != isnan(b->low) || isnan(a->high) != isnan(b->high))
        fail_msg("%s: %.15g [%.15g, %.15g], not %.15g [%.15g, %.15g]", what, a->value, a->low, a->high, b->value, b->low,
                 b->high);
    if (!isnan(b->value)) assert_near(a->value, b->value, tolerance, what);
    if (!isnan(b->low)) assert_near(a->low, b->low, tolerance, what);
    if (!isnan(b->high)) assert_near(a->high, b->high, tolerance, what);
    assert_string_equal(a->interval, b->interval);
    if (a->reason != b->reason) assert_string_equal(a->reason ? a->reason : "", b->reason ? b->reason : "");
}
#endif
