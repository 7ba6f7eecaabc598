/* Figures of merit of a set of predictions, each with an interval and the name of how it was made. */
#ifndef ARD_METRICS_H
#define ARD_METRICS_H

#include "base/base.h"
#include "metric/metric.h"

typedef struct ard_metrics {
    ard_metric error, balanced_error, auc, log_loss, brier;
} ard_metrics;

/* A row is a prediction; the same row of the data may be several. */
typedef struct ard_predictions {
    int64_t n;
    int n_classes;
    const double *prob;               /* n x n_classes, column-major */
    const int32_t *label, *predicted; /* true classes and classes predicted */
    const double *weight;             /* case weights, NULL: all 1 */
    bool partition;                   /* every row of the data is tested once; else by repeated or given splits */
    int64_t n_folds;
    const int64_t *fold;          /* n fold indices; of no account for a partition */
    double train_size, test_size; /* means over the folds; of no account for a partition */
} ard_predictions;

/* Of a partition intervals are over rows; otherwise the value is the mean over folds and the interval the corrected resampled
 * t of Nadeau and Bengio 2003. AUC pools the predictions of a partition; it is the mean over folds otherwise (folds whose test
 * part has one class are left out). A single fold has the intervals over its rows; folds that are all alike have none. Wilson
 * stands in for DeLong where the scores have no spread (classes separated perfectly). More than two classes: no AUC (NaN).
 * What cannot be computed is NaN, "none". log loss clips probabilities at 1e-15. Brier: for two classes mean (p1 - y)^2, else
 * sum over classes. */
int ard_metrics_compute(ardor_context *context, const ard_predictions *predictions, ard_metrics *out);
#endif
