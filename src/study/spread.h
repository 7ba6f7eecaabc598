/* Mean and spread of numbers that come one after the other (Welford, Technometrics 4, 1962). */
#ifndef ARD_SPREAD_H
#define ARD_SPREAD_H

#include <math.h>
#include <stdint.h>

typedef struct ard_spread {
    int64_t n;
    double mean, squares; /* of the distances from the mean */
} ard_spread;

static inline void ard_spread_add(ard_spread *spread, double value)
{
    const double gap = value - spread->mean;
    spread->mean += gap / (double)++spread->n;
    spread->squares += gap * (value - spread->mean);
}
/* Standard deviation, n - 1 below; NaN of fewer than two. */
static inline double ard_spread_sd(const ard_spread *spread)
{
    return spread->n > 1 ? sqrt(spread->squares / (double)(spread->n - 1)) : (double)NAN;
}
#endif
