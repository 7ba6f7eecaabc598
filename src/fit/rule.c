/* The rules by which a candidate is chosen: `deviance` and `error` take the best by that figure; `one-se` takes, of all
 * candidates whose error is within one standard error of the least, the one with the fewest features (then the least error and
 * deviance: the strongest rates of all would also shrink what is kept). */
#include "fit/tune.h"

/* Is a to be preferred over b by (figures in order)? */
static bool before(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

bool ard_better(const ard_tuned *a, const ard_tuned *b, ard_rule rule)
{
    if (rule == ARD_RULE_DEVIANCE) return a->deviance < b->deviance;
    return before((double[]){a->error, a->deviance}, (double[]){b->error, b->deviance}, 2);
}

int64_t ard_choose(const ard_tuned *candidate, int64_t n, ard_rule rule)
{
    int64_t best = -1;
    for (int64_t i = 0; i < n; i++)
        if (candidate[i].status == ARD_TUNED_DONE && (best < 0 || ard_better(candidate + i, candidate + best, rule))) best = i;
    if (rule != ARD_RULE_ONE_SE || best < 0) return best;
    const double limit = candidate[best].error + candidate[best].error_se;
    for (int64_t i = 0; i < n; i++) {
        const ard_tuned *a = candidate + i, *b = candidate + best;
        if (a->status != ARD_TUNED_DONE || a->error > limit) continue;
        double by_size[2][4] = {{a->n_features, a->error, a->deviance, a->n_vectors},
                                {b->n_features, b->error, b->deviance, b->n_vectors}};
        if (before(by_size[0], by_size[1], 4)) best = i;
    }
    return best;
}
