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

ard_certificate ard_type2_certificate(const ard_type2 *l)
{
    const ard_type2_model *s = &l->kept;
    if (isnan(s->slope[0])) return (ard_certificate){ARD_CERTIFICATE_GRADIENT, s->gradient[0], s->gradient[1]};
    return (ard_certificate){ARD_CERTIFICATE_EVIDENCE, s->slope[0], s->slope[1]};
}

static void report(const ard_type2 *l, ard_stop stop, ard_iteration *out)
{
    const bool identity = l->kernel == NULL;
    *out = (ard_iteration){.objective = l->search.on ? l->kept.objective : l->kept.evidence,
                           .certificate = ard_type2_certificate(l),
                           .n_vectors = identity ? 0 : l->kept.m,
                           .n_features = identity ? l->kept.m : l->kept.k,
                           .stop = stop};
}

/* To the modes, and new precisions by the fixed point. */
static int fixed_point(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const ard_type2_options *o = &l->options;
    const double previous = l->kept.evidence;
    double change = 0;
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    l->resumed = false;
    TRY(type2_find_modes(l, &weights, &scales, o->weight_steps, o->scale_steps));
    if (dropped(l, previous)) {
        *stop = ARD_STOP_DROP;
        goto done;
    }
    type2_copy_model(&l->now, &l->kept);
    double *alpha = l->fresh_precision, *beta = NULL;
    TRY(type2_precisions(l, &weights, 1, l->share, l->mode.lambda, l->now.variance, o->alpha0, alpha));
    change = largest_log_change(weights.size, weights.precision, alpha, o->prune_at);
    if (o->learn_scales) {
        beta = l->mode.trial;
        TRY(type2_precisions(l, &scales, 0, l->scale_share, l->scale_lambda, l->now.theta_variance, o->beta0, beta));
        change = fmax(change, largest_log_change(scales.size, scales.precision, beta, o->prune_at));
    }
    *stop = type2_prune(l, alpha, beta);
    l->resumed = *stop == ARD_STOP_NONE && l->n_pruned == 0 && !o->learn_scales;
    if (*stop == ARD_STOP_NONE && settled(l, previous, change)) *stop = ARD_STOP_CONVERGED;
done:
    return rc;
}

int ard_type2_grow(void *type2)
{
    ard_type2 *l = type2;
    type2_resume(l);
    return l->search.on ? type2_search_room(l) : type2_joint_open(l);
}

static bool is_priced(const ard_type2 *l) { return l->options.feature_price > 0 || l->options.vector_price > 0; }

/* What follows what has ended: the polish, then the backward pass, if they are wanted. */
static void go_on(ard_type2 *l, ard_stop *stop)
{
    const ard_type2_options *o = &l->options;
    const bool ended = *stop == ARD_STOP_CONVERGED || *stop == ARD_STOP_DROP,
               is_last = *stop == ARD_STOP_NONE && o->most > 0 && l->iteration + 1 >= o->most;
    if (ended && o->polish && !l->polishing)
        l->polishing = true;
    else if (is_priced(l) && l->kept.m > 0 && (ended || is_last || *stop == ARD_STOP_STALLED || *stop == ARD_STOP_PRUNED))
        l->search.on = true;
    else
        return;
    *stop = ARD_STOP_NONE;
}

int ard_type2_step(void *type2, ard_iteration *out)
{
    int rc = ARDOR_OK;
    ard_type2 *l = type2;
    ard_stop stop = ARD_STOP_NONE;
    if (l->search.on) {
        TRY(type2_search_step(l, &stop));
        const bool is_last = l->options.most_attempts > 0 && ++l->search.n_attempts >= l->options.most_attempts;
        if (stop == ARD_STOP_NONE && is_last) stop = ARD_STOP_MAX_ITER;
    } else if (l->polishing) {
        TRY(type2_polish_step(l, &stop));
    } else {
        TRY(fixed_point(l, &stop));
    }
    const bool polishing = l->polishing, searching = l->search.on;
    report(l, stop, out);
    if (!searching) go_on(l, &stop);
    l->iteration++;
    out->stop = stop;
    const bool begins = l->polishing != polishing || l->search.on != searching;
    if ((begins && l->options.learn_scales) || type2_is_full(l)) out->grow = ard_type2_grow;
done:
    return rc;
}

/* Where a gradient goes: the incremental search has no polish. */
static double *slope_room(const ard_type2 *l) { return l->search.incremental ? l->search.gain : l->polish.ascent.gradient; }

/* Scales that are fixed: the gradient at the mode of the precisions kept, which may be nearer than the weights kept are. */
static int certify(ard_type2 *l, bool solve)
{
    int rc = ARDOR_OK;
    type2_resume(l);
    type2_refresh(l);
    const ard_mode_block weights = type2_weight_block(l);
    l->newton_tol = fmin(l->newton_tol, TYPE2_POLISH_NEWTON_TOL);
    TRY(type2_find(l, &weights, solve ? l->options.weight_steps : 0));
    TRY(type2_measure_slope(l, slope_room(l), l->kept.slope));
    l->kept.objective = type2_objective(l);
done:
    return rc;
}

/* A model from which Newton's method does not come closer to a mode stays. */
static int finish_model(ard_type2 *l, bool solve)
{
    int rc = ARDOR_OK;
    double before = 0, after = 0;
    bool found = false;
    if (l->search.held && l->kept.m > 0) TRY(type2_search_release(l, solve));
    if (l->search.incremental) l->options.learn_scales = true;
    if (l->search.incremental && l->kept.m == 0) l->kept.k = 0;
    if (!l->options.learn_scales || l->kept.m == 0 || l->kept.k == 0) return certify(l, solve);
    type2_resume(l);
    TRY(type2_joint_open(l));
    TRY(type2_find_joint(l, false, &before));
    if (solve) TRY(type2_joint_modes(l, &after, &found));
    const bool nearer = found || (solve && after <= before);
    if (!nearer) type2_resume(l);
    if (!found) TRY(type2_measure(l));
    l->now.slope[0] = l->now.slope[1] = NAN;
    if (found) TRY(type2_measure_slope(l, slope_room(l), l->now.slope));
    l->now.objective = type2_objective(l);
    l->now.decrement = nearer ? after : before;
    type2_copy_model(&l->now, &l->kept);
done:
    return rc;
}

int ard_type2_finish(ard_type2 *l, bool solve)
{
    int rc = ARDOR_OK;
    bool gave_up = false;
    TRY(finish_model(l, solve));
    if (l->search.begun && l->kept.m > 0) TRY(type2_search_give_up(l, &gave_up));
    if (gave_up) TRY(certify(l, solve));
done:
    return rc;
}

bool ard_type2_unpriced(const ard_type2 *l) { return is_priced(l) && !l->search.begun && l->kept.m > 0; }

const ard_type2_model *ard_type2_model_of(const ard_type2 *l) { return &l->kept; }

int ard_type2_covariance(ard_type2 *l, double *covariance)
{
    int rc = ARDOR_OK;
    type2_resume(l);
    type2_refresh(l);
    const ard_mode_block weights = type2_weight_block(l);
    TRY(type2_find(l, &weights, 0));
    ard_gauss_covariance(&l->gauss, covariance);
done:
    return rc;
}

const double *ard_type2_columns(const ard_type2 *l) { return l->phi; }
