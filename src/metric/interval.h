/* 95 % intervals for figures of merit. */
#ifndef ARD_INTERVAL_H
#define ARD_INTERVAL_H

#include <stdint.h>

#include "metric/metric.h"

#define ARD_COVERAGE 0.95
#define ARD_Z95 1.959963984540054 /* standard normal quantile of .975 */

/* A value without an interval. */
ard_metric ard_interval_none(double value);
/* No value, and why (the text lives as long as the program). */
ard_metric ard_interval_absent(const char *reason);
/* Wilson's score interval of a proportion seen in n (> 0, effective) rows. */
ard_metric ard_interval_wilson(double proportion, double n);
/* Clopper and Pearson's of k among n: for counts that may be 0 or few, where coverage must not fall short. */
ard_metric ard_interval_clopper_pearson(int64_t k, int64_t n);
/* value +- z * error, clipped to [floor, ceiling]. No interval where the standard error is NaN or rounding. */
ard_metric ard_interval_normal(double value, double standard_error, double floor, double ceiling);
/* Mean of k class-wise proportions, each seen in n[c] effective rows: Price and Bonett's interval. */
ard_metric ard_interval_mean_of_proportions(int k, const double *proportion, const double *n);
/* A value of [0, 1] with its variance, on the logit scale, under the name `interval`; where that is not to be had, Wilson's for
 * `fewer` effective rows. */
ard_metric ard_interval_logit(double value, double variance, double fewer, const char *interval);
/* Mean over n >= 2 folds with Nadeau and Bengio's corrected resampled t. ratio: test size over train size. */
ard_metric ard_interval_corrected_t(int64_t n, const double *each, double ratio, double floor, double ceiling);
/* The same about a value that is not quite the mean: that of all repetitions together. */
ard_metric ard_interval_about(double value, int64_t n, const double *each, double ratio, double floor, double ceiling);
/* What both stand on: s^2 (1/n + ratio), the variance of the mean of n >= 2 folds. */
double ard_corrected_variance(int64_t n, const double *each, double ratio, double *mean);

/* What a figure is a quotient of: sums over rows or pairs. Sums of several repetitions add up. */
typedef struct ard_quotient {
    double sum, of;
} ard_quotient;

static inline double ard_quotient_value(ard_quotient q) { return q.sum / q.of; }

/* A figure of [floor, ceiling] of n repetitions, of which those that have none are NaN (they are moved out of the way in `each`):
 * `one`, the figure of all of them as if they were one partition, keeps its interval where one repetition has a value; else
 * it is the corrected t over those that have, and Wilson's for `fewer` rows (0: none) where they are all alike. */
ard_metric ard_interval_repeated(ard_metric one, int64_t n, double *each, double ratio, double floor, double ceiling,
                                 double fewer);

#endif
