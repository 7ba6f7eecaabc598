#include "metric/permutation.h"

#include <math.h>

#include "metric/interval.h"

#define TIED 1e-9

ard_permutation_test ard_permutation_test_of(int64_t n, const double *permuted, double observed, bool larger_is_better)
{
    ard_permutation_test out = {.n = n, .p = (double)NAN, .chance = ard_interval_absent("there is no figure to compare with")};
    const double sign = larger_is_better ? 1 : -1, rounding = TIED * fabs(observed);
    if (isnan(observed)) return out;
    for (int64_t b = 0; b < n; b++) {
        const bool failed = isnan(permuted[b]), tied = !failed && fabs(permuted[b] - observed) <= rounding;
        out.n_failed += failed;
        out.n_ties += tied;
        out.n_as_good += failed || tied || sign * permuted[b] > sign * observed;
    }
    out.p = (1 + (double)out.n_as_good) / (1 + (double)n);
    out.chance = ard_interval_clopper_pearson(out.n_as_good, n);
    return out;
}
