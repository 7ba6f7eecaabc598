#include "metric/stability.h"

#include <math.h>

#include "metric/interval.h"

const char *ard_stability_absent(const ard_selections *sets)
{
    double sum = 0;
    for (int64_t i = 0; i < sets->n_sets; i++) sum += (double)sets->size[i];
    if (sets->n_sets < 2) return "there are fewer than two sets";
    if (sum == 0) return "no set has a feature";
    if (sum == (double)sets->n_sets * (double)sets->p) return "every set has all features";
    return NULL;
}

/* 4/M^2 times the sum of the squares of Phi_i about their mean, with
 *     Phi_i = [(1/p) sum_j z_ij f_j - k_i kbar/p^2 + (S/2)(2 k_i kbar/p^2 - k_i/p - kbar/p + 1)] / [(kbar/p)(1 - kbar/p)].
 * influence: n_sets. */
static double variance_of(const ard_selections *sets, const int64_t *count, double stability, double share, double *influence)
{
    const double m = (double)sets->n_sets, p = (double)sets->p;
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < sets->n_sets; i++) {
        const double own = (double)sets->size[i] / p;
        double agreement = 0;
        for (int64_t k = 0; k < sets->size[i]; k++) agreement += (double)count[sets->feature[i][k]] / m;
        influence[i] =
            (agreement / p - own * share + stability / 2 * (2 * own * share - own - share + 1)) / (share * (1 - share));
        mean += influence[i] / m;
    }
    for (int64_t i = 0; i < sets->n_sets; i++) squares += (influence[i] - mean) * (influence[i] - mean);
    return 4 / (m * m) * squares;
}

int ard_stability_of(ardor_context *context, const ard_selections *sets, ard_stability *out)
{
    int rc = ARDOR_OK;
    int64_t *count = NULL;
    double *influence = NULL, spread = 0;
    const double m = (double)sets->n_sets, p = (double)sets->p, mean_size = ard_selections_mean_size(sets);
    const char *reason = ard_stability_absent(sets);
    ard_stability result = {ard_interval_absent(reason), (double)NAN, mean_size};
    NEW(context, count, sets->p);
    NEW(context, influence, sets->n_sets);
    TRY(ard_selections_count(context, sets, count));
    if (!reason) {
        const double share = mean_size / p;
        for (int64_t j = 0; j < sets->p; j++) spread += (double)count[j] * (double)(sets->n_sets - count[j]);
        const double s = spread == 0 ? 1 : 1 - spread / (m * (m - 1)) / p / (share * (1 - share));
        result.variance = spread == 0 ? 0 : variance_of(sets, count, s, share, influence);
        result.value = ard_interval_normal(s, sqrt(result.variance), -1 / (m - 1), 1);
        if (isnan(result.value.low)) result.value.reason = spread == 0 ? "all sets are the same" : "all sets agree alike";
    }
    *out = result;
done:
    ard_free(context, influence);
    ard_free(context, count);
    return rc;
}
