#include "metric/selections.h"

#include <math.h>
#include <string.h>

int ard_selections_count(ardor_context *context, const ard_selections *sets, int64_t *count)
{
    int rc = ARDOR_OK;
    int64_t *last = NULL; /* + 1: the set that a feature was seen in last */
    NEW(context, last, sets->p);
    memset(count, 0, (size_t)sets->p * sizeof *count);
    for (int64_t i = 0; i < sets->n_sets; i++)
        for (int64_t k = 0; k < sets->size[i]; k++) {
            const int64_t j = sets->feature[i][k];
            REQUIRE(context, j >= 0 && j < sets->p, ARDOR_INTERNAL, "set %lld has feature %lld of %lld", (long long)i + 1,
                    (long long)j, (long long)sets->p);
            REQUIRE(context, last[j] != i + 1, ARDOR_INTERNAL, "set %lld has feature %lld twice", (long long)i + 1, (long long)j);
            last[j] = i + 1;
            count[j]++;
        }
done:
    ard_free(context, last);
    return rc;
}

double ard_selections_mean_size(const ard_selections *sets)
{
    double sum = 0;
    for (int64_t i = 0; i < sets->n_sets; i++) sum += (double)sets->size[i];
    return sum / (double)sets->n_sets;
}

bool ard_selections_reach(int64_t count, int64_t n_sets, double share)
{
    static const double ROUNDING = 1e-9;
    return (double)count >= (share - ROUNDING) * (double)n_sets;
}

ard_selection_bins ard_selection_bins_of(int64_t p, int64_t n_sets, const int64_t *count, double share)
{
    ard_selection_bins out = {0};
    double all = 0, core = 0;
    for (int64_t j = 0; j < p; j++) {
        if (count[j] == 0) {
            out.n_never++;
            continue;
        }
        all += (double)count[j];
        out.n_always += count[j] == n_sets;
        if (ard_selections_reach(count[j], n_sets, share)) {
            out.n_core++;
            core += (double)count[j];
        } else {
            out.n_tail++;
        }
    }
    out.chance = all / (double)n_sets / (double)p;
    out.mean_core = core / (double)n_sets;
    return out;
}
