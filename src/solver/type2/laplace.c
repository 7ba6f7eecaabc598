/* One iteration of type-II maximum likelihood: modes, evidence, precisions, pruning. */
#include "solver/type2/laplace.h"

#include <math.h>
#include <string.h>

#include "link/logit.h"
#include "solver/type2/laplace_inside.h"

/* Iterations before the evidence may stop the fit, downwards and by convergence; and how many in a row must agree on the latter:
 * the evidence does not rise all the way, and hardly changes where it turns. */
enum { DROP_FROM = 8, SETTLE = 2, SETTLED_RUN = 3, ROWS_PER_DROP = 100 };

laplace_block laplace_weight_block(ard_laplace *l)
{
    const int64_t size = l->now.m + 1;
    l->weight_tilt[0] = 0;
    for (int64_t j = 1; j < size; j++) l->weight_tilt[j] = l->options.lambda * l->problem.sign[l->now.centre[j - 1]];
    return (laplace_block){size, l->now.u, l->now.alpha, l->weight_tilt, l->phi, false};
}

static laplace_block scale_block(ard_laplace *l)
{
    for (int64_t k = 0; k < l->now.k; k++) l->scale_tilt[k] = l->options.lambda;
    return (laplace_block){l->now.k, l->now.theta, l->now.beta, l->scale_tilt, l->jacobian, true};
}

double laplace_occam(const laplace_block *block, double log_det)
{
    double sum = laplace_prior(block->size, block->u, block->precision, block->tilt) - 0.5 * log_det;
    for (int64_t i = 0; i < block->size; i++) sum += 0.5 * log(block->precision[i]);
    return sum;
}

void laplace_variances(int64_t size, const double *share, const double *lambda, double *variance)
{
    for (int64_t i = 0; i < size; i++) variance[i] = (1.0 - share[i]) / lambda[i];
}

/* To the modes: weights at the old scales, then scales. Leaves the weights' factor at the new scales, and the evidence. */
static int find_modes(ard_laplace *l, laplace_block *weights, laplace_block *scales)
{
    int rc = ARDOR_OK;
    ard_laplace_model *s = &l->now;
    double scale_evidence = 0;
    laplace_refresh(l);
    TRY(laplace_newton(l, weights, l->options.weight_steps));
    if (l->options.learn_scales && s->k > 0) {
        TRY(laplace_newton(l, scales, l->options.scale_steps));
        ard_laplace_factor_shares(&l->factor, l->scale_share);
        memcpy(l->scale_lambda, l->lambda, (size_t)s->k * sizeof *l->lambda);
        laplace_variances(s->k, l->scale_share, l->scale_lambda, s->theta_variance);
        scale_evidence = laplace_occam(scales, l->factor.log_det);
        laplace_refresh(l);
        TRY(laplace_weight_factor(l));
    }
    ard_laplace_factor_shares(&l->factor, l->share);
    laplace_variances(s->m + 1, l->share, l->lambda, s->variance);
    s->log_likelihood = ard_logit_log_likelihood(l->problem.n, l->f, l->problem.sign, l->problem.weight);
    s->evidence = s->log_likelihood + laplace_occam(weights, l->factor.log_det) + scale_evidence;
done:
    return rc;
}

static double largest_log_change(int64_t size, const double *before, const double *after, double limit)
{
    double largest = 0;
    for (int64_t i = 0; i < size; i++)
        if (after[i] < limit) largest = fmax(largest, fabs(log(after[i] / before[i])));
    return largest;
}

static bool settled(ard_laplace *l, double previous, double change)
{
    const bool same_model = l->iteration > SETTLE && l->n_pruned == 0;
    if (l->options.watch_precisions) return same_model && change < l->options.tol;
    const bool small = fabs(l->now.evidence - previous) < l->options.tol * fabs(l->now.evidence);
    l->n_settled = same_model && small ? l->n_settled + 1 : 0;
    return l->n_settled >= SETTLED_RUN;
}

/* What is pruned takes some evidence with it, and where features are many the evidence of the first iterations, which fits the
 * noise too, goes down in small steps before it rises; it is a sum over rows. A cliff is a larger fall than these account for. */
static bool dropped(const ard_laplace *l, double previous)
{
    const double units = fmax(1.0, fmax((double)l->n_pruned, (double)l->problem.n / ROWS_PER_DROP));
    const double allowed = l->options.drop * units;
    return allowed > 0 && l->iteration >= DROP_FROM && l->now.evidence < previous - allowed;
}

static void report(const ard_laplace *l, ard_stop stop, ard_iteration *out)
{
    const bool identity = l->kernel == NULL;
    *out = (ard_iteration){.objective = l->kept.evidence,
                           .kkt_weights = l->gradient_size[0],
                           .kkt_scales = l->gradient_size[1],
                           .n_vectors = identity ? 0 : l->kept.m,
                           .n_features = identity ? l->kept.m : l->kept.k,
                           .stop = stop};
}

int ard_laplace_step(void *laplace, ard_iteration *out)
{
    int rc = ARDOR_OK;
    ard_laplace *l = laplace;
    const ard_laplace_options *o = &l->options;
    const double previous = l->kept.evidence;
    ard_stop stop = ARD_STOP_NONE;
    double change = 0;
    laplace_block weights = laplace_weight_block(l), scales = scale_block(l);
    TRY(find_modes(l, &weights, &scales));
    if (dropped(l, previous)) {
        report(l, ARD_STOP_DROP, out);
        goto done;
    }
    laplace_copy_model(&l->now, &l->kept);
    double *alpha = l->fresh_precision, *beta = NULL;
    laplace_precisions(l, &weights, 1, l->share, l->lambda, o->alpha0, alpha);
    change = largest_log_change(weights.size, weights.precision, alpha, o->prune_at);
    if (o->learn_scales) {
        beta = l->trial; /* free between line searches */
        laplace_precisions(l, &scales, 0, l->scale_share, l->scale_lambda, o->beta0, beta);
        change = fmax(change, largest_log_change(scales.size, scales.precision, beta, o->prune_at));
    }
    stop = laplace_prune(l, alpha, beta);
    if (stop == ARD_STOP_NONE && settled(l, previous, change)) stop = ARD_STOP_CONVERGED;
    l->iteration++;
    report(l, stop, out);
done:
    return rc;
}
