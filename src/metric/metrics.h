/* Figures of merit of a set of predictions, each with an interval and the name of how it was made. */
#ifndef ARD_METRICS_H
#define ARD_METRICS_H
#include "base/base.h"

typedef struct ard_metric {
    double value, low, high; /* low, high: 95 %; NaN where there is none */
    const char *interval;    /* "wilson", "delong", "normal", "corrected-t", "none" */
} ard_metric;

typedef struct ard_metrics {
    ard_metric error, balanced_error, auc, log_loss, brier;
} ard_metrics;

/* One row per prediction. prob: n x n_classes column-major; label: true class; predicted: class; fold: fold index; weight: NULL = 1.
 * partition: every row is tested once (intervals over rows); otherwise (repeated or given splits) the value is the mean over
 * folds and the interval the corrected resampled t of Nadeau and Bengio 2003 with train_size, test_size mean sizes.
 * AUC pools the predictions of a partition; it is the mean over folds otherwise (folds whose test part has one class are left out).
 * A single fold has the intervals over its rows; folds that are all alike have none. Wilson stands in for DeLong where the scores
 * have no spread (classes separated perfectly). More than two classes: no AUC (NaN). What cannot be computed is NaN, "none".
 * log loss clips probabilities at 1e-15. Brier: for two classes mean (p1 - y)^2, else sum over
 * classes. */
int ard_metrics_compute(ardor_context *context, int64_t n, int n_classes, const double *prob, const int32_t *label,
                        const int32_t *predicted, const int64_t *fold, int64_t n_folds, const double *weight, bool partition,
                        double train_size, double test_size, ard_metrics *out);
#endif
