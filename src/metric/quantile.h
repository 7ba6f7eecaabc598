/* Quantiles of values. */
#ifndef ARD_QUANTILE_H
#define ARD_QUANTILE_H

#include <stdint.h>

/* Of n values that rise, with a share of them below: between two neighbours on the line that joins them, from the least at 0 to
 * the largest at 1 (definition 7 of Hyndman and Fan, The American Statistician 50, 1996). NaN: n is 0. */
double ard_quantile(int64_t n, const double *rising, double share);
#endif
