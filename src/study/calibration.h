/* Do probabilities mean what they say? */
#ifndef ARD_CALIBRATION_H
#define ARD_CALIBRATION_H

#include "metric/predictions.h"

typedef struct ard_calibration {
    double in_the_large;                 /* mean probability of the positive class minus its share */
    double slope, slope_low, slope_high; /* 95 %; NaN: none */
    const char *reason;                  /* why there is no slope; NULL: there is one */
} ard_calibration;

/* Of two classes, over all rows, with case weights. The slope is that of a logistic regression of the class on the logit of the
 * probability, with an intercept for each fold: 1 where probabilities are calibrated, below 1 where they are too extreme. Rows
 * inform it in folds that have both classes and logits that differ; with fewer than 10 there is none, nor where
 * the logits separate the classes in every fold. Its limits are Wald's, a row that is tested repeatedly counting once. */
int ard_calibration_compute(ardor_context *context, const ard_predictions *predictions, ard_calibration *out);
#endif
