/* The rules by which a candidate is chosen: `deviance` and `error` take the best by that figure; `one-se` takes, of all
 * candidates whose error is within one standard error of the least, the one with the fewest features (then the least error and
 * deviance: the strongest rates of all would also shrink what is kept). Between equals the empty model comes first: what is no
 * better than it was not learnt. */
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
    const double by_deviance[2][2] = {{a->deviance, !a->empty}, {b->deviance, !b->empty}};
    const double by_error[2][3] = {{a->error, !a->empty, a->deviance}, {b->error, !b->empty, b->deviance}};
    return rule == ARD_RULE_DEVIANCE ? before(by_deviance[0], by_deviance[1], 2) : before(by_error[0], by_error[1], 3);
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
        double by_size[2][5] = {{a->n_features, a->error, !a->empty, a->deviance, a->n_vectors},
                                {b->n_features, b->error, !b->empty, b->deviance, b->n_vectors}};
        if (before(by_size[0], by_size[1], 5)) best = i;
    }
    return best;
}
