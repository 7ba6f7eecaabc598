/* One iteration of type-II maximum likelihood: modes, evidence, precisions, pruning. */
#include "solver/type2/type2.h"

#include <math.h>

#include "solver/type2/type2_inside.h"

/* Iterations before the evidence may stop the fit, downwards and by convergence; and how many in a row must agree on the latter:
 * the evidence does not rise all the way, and hardly changes where it turns. */
enum { DROP_FROM = 8, SETTLE = 2, SETTLED_RUN = 3, ROWS_PER_DROP = 100 };

static double largest_log_change(int64_t size, const double *before, const double *after, double limit)
{
    double largest = 0;
    for (int64_t i = 0; i < size; i++)
        if (after[i] < limit) largest = fmax(largest, fabs(log(after[i] / before[i])));
    return largest;
}

static bool settled(ard_type2 *l, double previous, double change)
{
    const bool same_model = l->iteration > SETTLE && l->n_pruned == 0;
    if (l->options.watch_precisions) return same_model && change < l->options.tol;
    const bool small = fabs(l->now.evidence - previous) < l->options.tol * fabs(l->now.evidence);
    l->n_settled = same_model && small ? l->n_settled + 1 : 0;
    return l->n_settled >= SETTLED_RUN;
}

/* What is pruned takes some evidence with it, and where features are many the evidence of the first iterations, which fits the
 * noise too, goes down in small steps before it rises; it is a sum over rows. A cliff is a larger fall than these account for. */
static bool dropped(const ard_type2 *l, double previous)
{
    const double units = fmax(1.0, fmax((double)l->n_pruned, l->n_rows / ROWS_PER_DROP));
    const double allowed = l->options.drop * units;
    return allowed > 0 && l->iteration >= DROP_FROM && l->now.evidence < previous - allowed;
}

static void report(const ard_type2 *l, ard_stop stop, ard_iteration *out)
{
    const bool identity = l->kernel == NULL;
    *out = (ard_iteration){.objective = l->kept.evidence,
                           .certificate = {ARD_CERTIFICATE_GRADIENT, l->kept.gradient[0], l->kept.gradient[1]},
                           .n_vectors = identity ? 0 : l->kept.m,
                           .n_features = identity ? l->kept.m : l->kept.k,
                           .stop = stop};
}

int ard_type2_step(void *type2, ard_iteration *out)
{
    int rc = ARDOR_OK;
    ard_type2 *l = type2;
    const ard_type2_options *o = &l->options;
    const double previous = l->kept.evidence;
    ard_stop stop = ARD_STOP_NONE;
    double change = 0;
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    TRY(type2_find_modes(l, &weights, &scales));
    if (dropped(l, previous)) {
        report(l, ARD_STOP_DROP, out);
        goto done;
    }
    type2_copy_model(&l->now, &l->kept);
    double *alpha = l->fresh_precision, *beta = NULL;
    TRY(type2_precisions(l, &weights, 1, l->share, l->mode.lambda, o->alpha0, alpha));
    change = largest_log_change(weights.size, weights.precision, alpha, o->prune_at);
    if (o->learn_scales) {
        beta = l->mode.trial;
        TRY(type2_precisions(l, &scales, 0, l->scale_share, l->scale_lambda, o->beta0, beta));
        change = fmax(change, largest_log_change(scales.size, scales.precision, beta, o->prune_at));
    }
    stop = type2_prune(l, alpha, beta);
    if (stop == ARD_STOP_NONE && settled(l, previous, change)) stop = ARD_STOP_CONVERGED;
    l->iteration++;
    report(l, stop, out);
done:
    return rc;
}

const ard_type2_model *ard_type2_model_of(const ard_type2 *l) { return &l->kept; }

int ard_type2_covariance(ard_type2 *l, double *covariance)
{
    int rc = ARDOR_OK;
    type2_copy_model(&l->kept, &l->now);
    l->phi_fresh = false;
    type2_refresh(l);
    const ard_mode_block weights = type2_weight_block(l);
    TRY(type2_find(l, &weights, 0));
    ard_gauss_covariance(&l->gauss, covariance);
done:
    return rc;
}

const double *ard_type2_columns(const ard_type2 *l) { return l->phi; }
