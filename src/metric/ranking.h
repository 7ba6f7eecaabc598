/* How well scores order rows: areas under the ROC and the precision-recall curve. */
#ifndef ARD_RANKING_H
#define ARD_RANKING_H

#include "metric/metric.h"
#include "metric/predictions.h"

typedef struct ard_ranking {
    ard_metric auc, auc_weighted, average_precision;
} ard_ranking;

/* Scores are compared within a fold only: those of different folds are of different models. Of two classes the second is the
 * positive one.
 *
 * auc                P(score of a positive > score of a negative) + P(equal)/2 over all pairs of a fold, pairs of all folds and
 *                    repetitions counted together; case weights multiply.
 * average_precision  mean over the positives of folds that have both classes of the precision at their score within their fold.
 *
 * Of more than two classes each is the mean over classes of one class against the rest, auc_weighted the mean by the
 * classes' shares of the rows; of two auc_weighted has no value. Without a fold that has both classes there is none;
 * `folds` says how many have.
 *
 * Intervals. Of one fold: DeLong's variance ("delong"), and that of the infinitesimal jackknife ("jackknife"), on the logit. Of a
 * partition or repeated ones, J folds whose training sets have rows in common, that variance times 1 + J n_test/n_train
 * ("corrected-delong", "corrected-jackknife"). Of given splits and resamples: the corrected t over them. Where they
 * degenerate Wilson's interval for the effective number of rows of the smaller class (of the positives) that take part, a row
 * that is tested repeatedly counting once. More than two classes: none, or of given splits and resamples the corrected t.
 * At a prior (factor) average_precision has no value: the precision among the rows that are scored highest is then that of a
 * handful of negatives, each of which stands for many. O(n log n). */
int ard_ranking_compute(ardor_context *context, const ard_predictions *predictions, const ard_folds *folds, ard_ranking *out);

/* The average precision that orders at random have in the mean, fold by fold (case weights count for the folds, not for the
 * order): what has no skill has this, in small folds far more than the share of the positives. NaN without a fold that has both
 * classes. */
double ard_ranking_chance(const ard_predictions *predictions, const ard_folds *folds);
#endif
