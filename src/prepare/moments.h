/* Weighted statistics of one column, robust against the scale of its values. */
#ifndef ARD_MOMENTS_H
#define ARD_MOMENTS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

typedef struct ard_moments {
    double mean, sd; /* population: divided by the sum of the weights */
    bool constant;   /* no spread beyond rounding, or no values at all */
} ard_moments;

/* A power of two near `largest` (1 for 0): values divided by it keep every digit and have squares in range. */
double ard_unit_of(double largest);
/* A deviation this small against the largest value is rounding. */
bool ard_is_rounding(double sd, double largest);
/* n values without NaN; weight NULL = all 1. A value of weight 2 counts as two rows. */
ard_moments ard_moments_of(int64_t n, const double *value, const double *weight);
/* (value - mean) / sd; halves avoid the overflow of a difference of two huge values of opposite sign. */
static inline double ard_standardised(double value, double mean, double sd)
{
    double d = (value - mean) / sd;
    return isinf(d) ? 2 * ((value / 2 - mean / 2) / sd) : d;
}
/* Weighted median of the values that are not NaN: where half the weight falls between two values, their midpoint.
 * False if there are none. `work` holds 2 n doubles. */
bool ard_weighted_median(int64_t n, const double *value, const double *weight, double *work, double *median);
#endif
