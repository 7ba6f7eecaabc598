/* The rules by which a candidate is chosen: `deviance` and `error` take the best by that figure. Two take the least error with
 * its standard error as a limit, because what is within it is hardly told apart: `one-se` has, of all candidates up to the
 * limit, the one with the fewest features (then the least error and deviance: the strongest rates of all would also shrink what
 * is kept), `keep` the untuned settings if they are up to it (of several sizes of a filter with the least error), else the least
 * error. `sparse` goes by the deviance: the best of those that have fewer features than others, if it is within one standard
 * error of the least; so selecting them is preferred where it costs nothing that can be seen, how many of them is not. What
 * selects nothing in any inner fold, such as the empty model, it has only where that is the best itself. Between equals the empty
 * model comes first: what is no better than it was not learnt. */
#include "fit/tune.h"

#include <math.h>

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
    return ard_rule_by_deviance(rule) ? before(by_deviance[0], by_deviance[1], 2) : before(by_error[0], by_error[1], 3);
}

static bool smaller(const ard_tuned *a, const ard_tuned *b)
{
    const double by_size[2][5] = {{a->n_features, a->error, !a->empty, a->deviance, a->n_vectors},
                                  {b->n_features, b->error, !b->empty, b->deviance, b->n_vectors}};
    return before(by_size[0], by_size[1], 5);
}

/* `best`, or where it has the most features the best of those that have fewer, but some, and are within its limit. */
static int64_t choose_sparse(const ard_tuned *candidate, int64_t n, int64_t best)
{
    const double limit = candidate[best].deviance + candidate[best].deviance_se;
    int64_t sparse = -1;
    double most = 0;
    for (int64_t i = 0; i < n; i++)
        if (candidate[i].status == ARD_TUNED_DONE) most = fmax(most, candidate[i].n_features);
    for (int64_t i = 0; i < n; i++) {
        const ard_tuned *c = candidate + i;
        const bool selects = c->n_features > 0 || i == best;
        if (c->status != ARD_TUNED_DONE || !selects || c->n_features >= most || c->deviance > limit) continue;
        if (sparse < 0 || ard_better(c, candidate + sparse, ARD_RULE_SPARSE)) sparse = i;
    }
    return sparse >= 0 ? sparse : best;
}

int64_t ard_choose(const ard_tuned *candidate, int64_t n, ard_rule rule)
{
    int64_t best = -1, untuned = -1;
    for (int64_t i = 0; i < n; i++)
        if (candidate[i].status == ARD_TUNED_DONE && (best < 0 || ard_better(candidate + i, candidate + best, rule))) best = i;
    if (best < 0) return best;
    if (rule == ARD_RULE_SPARSE) return choose_sparse(candidate, n, best);
    const double limit = candidate[best].error + candidate[best].error_se;
    for (int64_t i = 0; i < n; i++) {
        if (candidate[i].status != ARD_TUNED_DONE || candidate[i].error > limit) continue;
        if (candidate[i].untuned && (untuned < 0 || ard_better(candidate + i, candidate + untuned, rule))) untuned = i;
        if (rule == ARD_RULE_ONE_SE && smaller(candidate + i, candidate + best)) best = i;
    }
    return rule == ARD_RULE_KEEP && untuned >= 0 ? untuned : best;
}
