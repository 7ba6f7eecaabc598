/* Weighted mean, standard deviation and median.
 *
 * Mean and deviation are computed of the values divided by a power of two near the largest magnitude, which rounds
 * nothing while squares neither overflow nor underflow for values near 1e150 or 1e-150, and in two passes, the second
 * one corrected by the mean of its own deviations (Chan, Golub and LeVeque 1983, eq. 1.7). A column whose deviation is below
 * 1e-12 of its largest value differs by rounding only and counts as constant: standardised, it would be pure noise at full
 * scale. */
#include "prepare/moments.h"

#include <math.h>
#include <stdlib.h>

#define CONSTANT_RATIO 1e-12

double ard_unit_of(double largest)
{
    int exponent = 0;
    if (!(largest > 0)) return 1;
    frexp(largest, &exponent);
    /* Within these bounds neither the unit nor its inverse is subnormal, and what remains is harmless. */
    return ldexp(1, exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent);
}

bool ard_is_rounding(double sd, double largest) { return !(sd > CONSTANT_RATIO * largest); }

ard_moments ard_moments_of(int64_t n, const double *value, const double *weight)
{
    double largest = 0, sum = 0, weights = 0;
    bool same = true;
    for (int64_t i = 0; i < n; i++) {
        double size = fabs(value[i]);
        if (size > largest) largest = size;
        same = same && value[i] == value[0];
    }
    if (same) return (ard_moments){n > 0 ? value[0] : 0, 0, true};
    double unit = ard_unit_of(largest), scale = 1 / unit;
    for (int64_t i = 0; i < n; i++) {
        double w = weight ? weight[i] : 1;
        sum += w * (value[i] * scale);
        weights += w;
    }
    double mean = sum / weights, squares = 0, rest = 0;
    for (int64_t i = 0; i < n; i++) {
        double w = weight ? weight[i] : 1, d = value[i] * scale - mean;
        squares += w * d * d;
        rest += w * d;
    }
    double variance = squares / weights - (rest / weights) * (rest / weights);
    double sd = variance > 0 ? sqrt(variance) : 0;
    return (ard_moments){mean * unit, sd * unit, ard_is_rounding(sd, largest * scale)};
}

typedef struct weighted {
    double value, weight;
} weighted;

static int by_value(const void *left, const void *right)
{
    const weighted *a = left, *b = right;
    return (a->value > b->value) - (a->value < b->value);
}

bool ard_weighted_median(int64_t n, const double *value, const double *weight, double *work, double *median)
{
    weighted *sorted = (weighted *)work;
    int64_t m = 0;
    double total = 0, below = 0;
    for (int64_t i = 0; i < n; i++) {
        if (isnan(value[i])) continue;
        sorted[m] = (weighted){value[i], weight ? weight[i] : 1};
        total += sorted[m++].weight;
    }
    if (m == 0) return false;
    qsort(sorted, (size_t)m, sizeof *sorted, by_value);
    int64_t at = 0;
    /* The sum of weights like .1 misses the half by rounding: what is that near counts as reaching it. */
    double slack = 1e-12 * total;
    for (at = 0; at < m - 1; at++) {
        below += sorted[at].weight;
        if (below >= total / 2 - slack) break;
    }
    bool between = at < m - 1 && below <= total / 2 + slack;
    *median = between ? sorted[at].value / 2 + sorted[at + 1].value / 2 : sorted[at].value;
    return true;
}
