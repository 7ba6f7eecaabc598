#include "metric/quantile.h"

#include <math.h>

double ard_quantile(int64_t n, const double *rising, double share)
{
    if (n <= 0) return (double)NAN;
    const double place = share * (double)(n - 1), below = floor(place);
    const int64_t i = (int64_t)below, next = i + 1 < n ? i + 1 : i;
    const double part = place - below;
    return (1 - part) * rising[i] + part * rising[next]; /* their difference may be too large for a number */
}
