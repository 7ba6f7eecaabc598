/* Predictions of rows whose classes are known: what figures of merit are computed from. */
#ifndef ARD_PREDICTIONS_H
#define ARD_PREDICTIONS_H

#include <math.h>

#include "metric/decide.h"

/* A row is a prediction; the same row of the data may be several. Rows that one model predicted are a fold; folds that test each
 * row at most once are a repetition: those of a partition are one, each pass of repeated folds, each given split and each
 * resample is one. Rows that were simply predicted are one fold of one repetition. */
typedef struct ard_predictions {
    int64_t n;
    int n_classes;
    const double *prob;               /* n x n_classes, column-major */
    const int32_t *label, *predicted; /* true classes and classes predicted, -1: not decided */
    const double *weight;             /* case weights, NULL: all 1 */
    const double *factor;             /* n_classes: what the rows of each class count beside that, so that the classes have the
                                       * shares of a prior; NULL: 1 */
    const ard_decision *decision;     /* how `predicted` was decided; NULL: the most probable class */
    int64_t n_folds;
    const int64_t *fold;          /* n fold indices; NULL: all 0 */
    int64_t n_repetitions;        /* of n_folds / n_repetitions consecutive folds each */
    double train_size, test_size; /* means over the folds; of no account for one fold */
    int64_t n_distinct;           /* different rows among the n */
    uint64_t seed;                /* of intervals that resample */
} ard_predictions;

/* What probabilities are raised to where their logarithm is taken. */
#define ARD_LEAST_PROBABILITY 1e-15
/* Of a row, by the probability of its class. */
static inline double ard_log_loss(double prob) { return -log(ard_clip(prob, ARD_LEAST_PROBABILITY, 1)); }

static inline double ard_prediction_weight(const ard_predictions *p, int64_t i)
{
    const double weight = p->weight ? p->weight[i] : 1.0;
    return p->factor ? weight * p->factor[p->label[i]] : weight;
}
static inline int64_t ard_prediction_fold(const ard_predictions *p, int64_t i) { return p->fold ? p->fold[i] : 0; }
static inline int64_t ard_fold_repetition(const ard_predictions *p, int64_t fold)
{
    return fold / (p->n_folds / p->n_repetitions);
}
/* Rows tested over rows trained on, of a repetition: how far repetitions have rows in common. */
static inline double ard_predictions_ratio(const ard_predictions *p)
{
    return p->test_size / p->train_size * (double)(p->n_folds / p->n_repetitions);
}
/* Repetitions of a single fold test different rows, and their values spread as those of rows do. Where each tests all the rows
 * again, their values spread by the dealing of the folds alone, which says nothing of how far the rows speak for others. */
static inline bool ard_repetitions_differ(const ard_predictions *p)
{
    return p->n_repetitions > 1 && p->n_folds == p->n_repetitions;
}
/* By what the variance of a figure over `folds` folds is more than if their models shared no rows (Nadeau and Bengio 2003: the
 * mean of J values, of variance s^2/J then, has s^2 (1/J + n_test/n_train)). */
static inline double ard_folds_factor(const ard_predictions *p, double folds)
{
    return folds > 1 ? 1 + folds * p->test_size / p->train_size : 1;
}
/* Why no row of one class is compared with one of another. */
static inline const char *ard_reason_not_compared(const ard_predictions *p)
{
    if (p->n_folds < 2) return "all rows are of one class";
    return p->n_classes > 2 ? "no fold has rows of two classes" : "no fold has both classes";
}
/* What share of n predictions are of different rows. */
static inline double ard_predictions_distinct(const ard_predictions *p) { return (double)p->n_distinct / (double)p->n; }

/* The rows of fold f are row[start[f]..start[f + 1]), in the order of the predictions. */
typedef struct ard_folds {
    int64_t *start, *row; /* n_folds + 1, n */
} ard_folds;

/* Checks that every prediction has a class and a fold (ARDOR_INTERNAL otherwise). */
int ard_folds_new(ardor_context *context, const ard_predictions *predictions, ard_folds *out);
void ard_folds_free(ardor_context *context, ard_folds *folds);
#endif
