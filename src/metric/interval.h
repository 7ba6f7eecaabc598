/* 95 % intervals for figures of merit. */
#ifndef ARD_INTERVAL_H
#define ARD_INTERVAL_H

#include <stdint.h>

#include "metric/metric.h"

/* A value without an interval. */
ard_metric ard_interval_none(double value);
/* Wilson's score interval of a proportion seen in n (> 0, effective) rows. */
ard_metric ard_interval_wilson(double proportion, double n);
/* value +- z * error, clipped to [floor, ceiling]. No interval where the standard error is NaN or 0. */
ard_metric ard_interval_normal(double value, double standard_error, double floor, double ceiling);
/* Mean of k class-wise proportions, each seen in n[c] effective rows: Price and Bonett's interval. */
ard_metric ard_interval_mean_of_proportions(int k, const double *proportion, const double *n);
/* AUC with DeLong's variance, on the logit scale; where that is not to be had, Wilson's interval for `fewer` rows, the
 * effective number of rows of the smaller class. */
ard_metric ard_interval_auc(double auc, double variance, double fewer);
/* Mean over n >= 2 folds with Nadeau and Bengio's corrected resampled t. ratio: test size over train size. */
ard_metric ard_interval_corrected_t(int64_t n, const double *value, double ratio, double floor, double ceiling);
/* t with P(|T| <= t) = coverage for `df` >= 1 degrees of freedom, 0 < coverage < 1. */
double ard_t_two_sided(double coverage, int64_t df);

#endif
