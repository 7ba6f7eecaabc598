/* Figures of merit of a set of predictions, each with an interval and the name of how it was made. */
#ifndef ARD_METRICS_H
#define ARD_METRICS_H

#include "metric/metric.h"
#include "metric/predictions.h"

typedef struct ard_metrics {
    ard_metric error, balanced_error, auc, auc_weighted, average_precision, log_loss, brier;
    ard_metric undecided, error_decided; /* of decisions that may abstain */
    ard_metric cost;                     /* of decisions with costs */
} ard_metrics;

/* AUCs and average precision: ranking.h. The others are, of one repetition, means over rows with intervals over rows; of several
 * the mean over folds, with the corrected resampled t of Nadeau and Bengio 2003. A single fold has the intervals over its
 * rows. The balanced error of repeated folds is of all rows together, in whose interval a row counts once. Errors that are alike
 * in all folds have such an interval too, losses that are alike in all folds or rows none. What cannot be computed is NaN,
 * "none". log loss clips probabilities at 1e-15. Brier: for two classes mean (p1 - y)^2, else sum over classes.
 *
 * A row that is not decided is wrong: no error falls by abstaining. `undecided` is the share of these rows; error_decided and
 * cost, the mean cost of a decision, are of the others. */
int ard_metrics_compute(ardor_context *context, const ard_predictions *predictions, ard_metrics *out);

/* The same figures of predicting the shares of the classes (n_classes) for every row: what a classifier must be better than.
 * The balanced error is (K - 1)/K of the K classes that have a share, the average precision that of orders at random; they and
 * the AUCs have no interval. It decides by the same decision, but every row; its error_decided and its cost are of the rows that
 * were decided, the cost of the one class for which the shares expect the least. */
int ard_metrics_baseline(ardor_context *context, const ard_predictions *predictions, const double *share, ard_metrics *out);
#endif
