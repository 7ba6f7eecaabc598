/* Which classes are taken for which. */
#ifndef ARD_CONFUSION_H
#define ARD_CONFUSION_H

#include "metric/metric.h"
#include "metric/predictions.h"

typedef struct ard_confusion {
    int n_classes;
    double *count;     /* n_classes x n_classes, a row for each true class: predictions, with case weights the sums of them */
    double *undecided; /* n_classes: likewise, those that are not decided; what follows is of the others. NULL: all are */
    /* Of two classes, the second being the positive one; else without a value. */
    ard_metric sensitivity, specificity, ppv, npv, mcc;
} ard_confusion;

/* Counts and the values made of them are of all repetitions together. Intervals: Wilson's for the effective number of rows, a row
 * that is tested repeatedly counting once; of given splits and resamples the corrected t over those that have a value, and
 * Wilson's where they are all alike. Matthews' correlation: of one fold percentiles of 1000 resamples of the rows
 * within their folds (rows that are alone in their fold are resampled together), in which a resample without the
 * correlation counts as 0; of a partition their distances from the value times the root of 1 + J n_test/n_train, as in
 * ranking.h; of more than 20000 rows, and of repeated folds, whose rows and folds count once, the normal interval with the
 * variance that the resamples have to first order, and that factor; of given splits and resamples the corrected t. */
int ard_confusion_compute(ardor_context *context, const ard_predictions *predictions, ard_confusion *out);
void ard_confusion_free(ardor_context *context, ard_confusion *confusion);
#endif
