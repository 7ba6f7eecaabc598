/* The ROC curve within folds, with a band. */
#ifndef ARD_ROC_H
#define ARD_ROC_H

#include "metric/predictions.h"

/* False-alarm rates at which the curve is known: 0, 1/40, .., 1. */
enum { ARD_ROC_POINTS = 41 };

typedef struct ard_roc_point {
    double fpr, tpr, low, high; /* low, high: 95 %, at this point */
} ard_roc_point;

/* Of one class against the others. Each fold's own curve (tied scores are one slanting step) is averaged vertically over folds,
 * with its number of pairs of a positive and another row (case weights multiply) as its weight; so the area under the average is
 * the AUC of ranking.h. What stands at a point is the mean over the 1/40 about it (at both ends over the half within), which
 * makes the trapezoids of these points have exactly that area, too.
 *
 * The band: ARD_ROC_DRAWS draws of samples, with replacement within their classes, a draw being the same for all repetitions;
 * the distances of its percentiles from the curve times the root of `factor`, by which the variance over folds is more than that
 * of rows (ard_folds_factor); at least Wilson's interval for the samples of the class; both ends rise as the curve does, moved
 * outwards where widening has made them fall. From p->seed.
 *
 * sample: of each prediction, from 0 to n_samples - 1; predictions of one sample are of one class. *defined is false, and `out`
 * untouched, where no fold has rows of the class and others. O((n + 40 folds) draws). */
int ard_roc_curve(ardor_context *context, const ard_predictions *p, const ard_folds *folds, int positive, int64_t n_samples,
                  const int64_t *sample, double factor, bool *defined, ard_roc_point out[ARD_ROC_POINTS]);

/* Draws of the band. */
enum { ARD_ROC_DRAWS = 500 };
#endif
