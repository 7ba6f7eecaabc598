/* The log evidence's maximum near a fixed point of the precisions: limited-memory BFGS in ln alpha (and ln beta), the modes found
 * anew at every point that is looked at.
 *
 * Each step rises, or the polish ends. The bias keeps its largest precision. Where the gradient vanishes, weights whose evidence
 * would go on rising up to an infinite precision are taken out, if it does not fall by that. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/newton.h"
#include "solver/type2/type2_inside.h"

static const double TOL = 1e-4;         /* of the gradient */
static const double LONGEST = 3;        /* change of a log precision in one step */
static const double LEAST_GAMMA = 1e-2; /* of the scaling */
static const double FALL = 1e-9;        /* share of the evidence that a removal may cost: rounding */

/* ------------------------------------------------------------------ the precisions as one vector */

static int64_t n_alpha(const ard_type2 *l) { return l->now.m + 1; }
static int64_t size_of(const ard_type2 *l) { return n_alpha(l) + (l->options.learn_scales ? l->now.k : 0); }
static double *precision_at(ard_type2 *l, int64_t i) { return i < n_alpha(l) ? &l->now.alpha[i] : &l->now.beta[i - n_alpha(l)]; }

static double gamma_at(ard_type2 *l, int64_t i)
{
    const int64_t m = n_alpha(l);
    return i < m ? ard_mode_gamma(l->now.alpha[i], l->mode.lambda[i], l->share[i])
                 : ard_mode_gamma(l->now.beta[i - m], l->scale_lambda[i - m], l->scale_share[i - m]);
}

static double objective(const ard_type2 *l)
{
    const ard_type2_options *o = &l->options;
    const ard_type2_model *s = &l->now;
    double sum = s->evidence;
    for (int64_t j = 0; j <= s->m; j++) sum += o->shape * log(s->alpha[j]) - o->rate * s->alpha[j];
    for (int64_t k = 0; k < s->k && o->learn_scales; k++) sum += o->shape * log(s->beta[k]) - o->rate * s->beta[k];
    return sum;
}

/* The modes of `now`, from where its weights are. Minus infinity where they were not found. */
static int evaluate(ard_type2 *l, double *value)
{
    int rc = ARDOR_OK;
    bool found = true;
    if (l->options.learn_scales) {
        double decrement = 0;
        TRY(type2_joint_modes(l, &decrement, &found));
    } else {
        const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
        TRY(type2_find_modes(l, &weights, &scales, l->options.weight_steps, l->options.scale_steps));
    }
    *value = found ? objective(l) : -INFINITY;
done:
    return rc;
}

/* `kept` is the point; `now` goes there. */
static int return_to_point(ard_type2 *l)
{
    double value = 0;
    l->phi_fresh = l->phi_fresh && !l->options.learn_scales && l->now.m == l->kept.m;
    type2_copy_model(&l->kept, &l->now);
    return evaluate(l, &value);
}

/* ------------------------------------------------------------------ what the search asks */

int type2_measure_slope(ard_type2 *l, double *gradient, double *slope)
{
    int rc = ARDOR_OK;
    const int64_t m = n_alpha(l);
    TRY(type2_evidence_gradient(l, gradient, gradient + m));
    if (l->now.alpha[0] >= TYPE2_BIAS_PRECISION && gradient[0] > 0) gradient[0] = 0;
    slope[0] = isnan(gradient[0]) ? (double)NAN : ard_amax(m, gradient);
    slope[1] = l->options.learn_scales && !isnan(slope[0]) ? ard_amax(l->now.k, gradient + m) : (double)NAN;
done:
    return rc;
}

static void scale(ard_type2 *l)
{
    type2_polish *q = &l->polish;
    for (int64_t i = 0; i < size_of(l); i++) {
        const double gamma = fmax(gamma_at(l, i), LEAST_GAMMA);
        q->scaling[i] = 2.0 / (gamma * gamma);
    }
}

static int expand(void *state)
{
    int rc = ARDOR_OK;
    ard_type2 *l = state;
    ard_ascent *a = &l->polish.ascent;
    if (a->fresh) goto done;
    ard_ascent_keep(a, size_of(l));
    scale(l);
    TRY(type2_measure_slope(l, a->gradient, l->kept.slope));
    ard_ascent_learn(a, size_of(l));
done:
    return rc;
}

static int direct(void *state, double *value, double *slope)
{
    ard_type2 *l = state;
    type2_polish *q = &l->polish;
    ard_ascent *a = &l->polish.ascent;
    const int64_t size = size_of(l);
    ard_lbfgs_direct(&a->memory, size, a->gradient, q->scaling, a->direction);
    if (a->gradient[0] == 0) a->direction[0] = 0;
    for (int64_t i = 0; i < size; i++) a->direction[i] = ard_clip(a->direction[i], -LONGEST, LONGEST);
    *value = q->value;
    *slope = ard_dot(size, a->gradient, a->direction);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    ard_type2 *l = state;
    type2_polish *q = &l->polish;
    ard_ascent *a = &l->polish.ascent;
    if (step == 0) return return_to_point(l);
    if (l->options.learn_scales) type2_resume(l); /* there are other modes */
    for (int64_t i = 0; i < size_of(l); i++) {
        a->trial[i] = a->point[i] + step * a->direction[i];
        *precision_at(l, i) = exp(a->trial[i]);
    }
    if (a->trial[0] >= log(TYPE2_BIAS_PRECISION)) { /* and not what exp makes of it */
        a->trial[0] = log(TYPE2_BIAS_PRECISION);
        l->now.alpha[0] = TYPE2_BIAS_PRECISION;
    }
    int rc = evaluate(l, value);
    q->trial_value = *value;
    return rc;
}

static void move(void *state, double step)
{
    ard_type2 *l = state;
    type2_polish *q = &l->polish;
    (void)step;
    ard_ascent_move(&q->ascent, size_of(l));
    type2_copy_model(&l->now, &l->kept);
    q->value = q->trial_value;
}

/* ------------------------------------------------------------------ removals */

/* `now` becomes the point. */
static int place(ard_type2 *l, double value)
{
    type2_polish *q = &l->polish;
    type2_copy_model(&l->now, &l->kept);
    for (int64_t i = 0; i < size_of(l); i++) q->ascent.point[i] = log(*precision_at(l, i));
    ard_ascent_begin(&q->ascent);
    q->value = value;
    return expand(l);
}

/* Where precisions are far above the information that the data have, the gradient falls as 1/precision: the evidence rises by as
 * much as its derivative is there, all the way to infinity. How many such weights and scales there are; the largest, at most so
 * many, go. */
static int64_t mark(ard_type2 *l, int64_t most, double *alpha, double *beta)
{
    const type2_polish *q = &l->polish;
    int64_t n = 0;
    for (int64_t i = 1; i < size_of(l); i++)
        if (q->ascent.gradient[i] > 0 && gamma_at(l, i) < LEAST_GAMMA)
            l->rank[n++] = (ard_rank){.index = i, .key = *precision_at(l, i)};
    ard_rank_sort(n, l->rank);
    for (int64_t r = 0; r < ard_min64(n, most); r++) {
        const int64_t i = l->rank[r].index;
        *(i < n_alpha(l) ? &alpha[i] : &beta[i - n_alpha(l)]) = INFINITY;
    }
    return n;
}

/* Without such weights, and what type2_prune takes: if the evidence does not fall. n: how many of them there were. */
static int take_out(ard_type2 *l, int64_t most, int64_t *n, bool *taken, ard_stop *stop)
{
    int rc = ARDOR_OK;
    type2_polish *q = &l->polish;
    double value = 0, *alpha = l->fresh_precision, *beta = l->options.learn_scales ? q->ascent.trial : NULL;
    memcpy(alpha, l->now.alpha, (size_t)n_alpha(l) * sizeof *alpha);
    if (beta) memcpy(beta, l->now.beta, (size_t)l->now.k * sizeof *beta);
    *n = mark(l, most, alpha, beta);
    const ard_stop left = type2_prune(l, alpha, beta);
    if (ard_min64(*n, most) <= 1) *stop = left; /* of more some may stay */
    if (left != ARD_STOP_NONE || l->n_pruned == 0) goto done;
    TRY(evaluate(l, &value));
    *taken = value >= q->value - FALL * fabs(q->value);
    TRY(*taken ? place(l, value) : return_to_point(l));
done:
    return rc;
}

/* All at once, or if they support each other half of them, and so on. */
static int remove_some(ard_type2 *l, bool *taken, ard_stop *stop)
{
    int rc = ARDOR_OK;
    int64_t n = 0;
    *taken = false;
    for (int64_t most = size_of(l); most > 0 && !*taken && *stop == ARD_STOP_NONE; most = ard_min64(n, most) / 2)
        TRY(take_out(l, most, &n, taken, stop));
done:
    return rc;
}

static int finish_step(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    ard_ascent *a = &l->polish.ascent;
    const bool flat = !isnan(a->gradient[0]) && ard_amax(size_of(l), a->gradient) < TOL, stuck = !a->moved && a->memory.n == 0;
    bool taken = false;
    if (!a->moved) ard_lbfgs_forget(&a->memory);
    if (!flat && !stuck) goto done;
    TRY(remove_some(l, &taken, stop));
    if (!taken && *stop == ARD_STOP_NONE) *stop = flat ? ARD_STOP_CONVERGED : ARD_STOP_STALLED;
done:
    return rc;
}

/* ------------------------------------------------------------------ steps */

static int begin(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    double value = 0;
    l->newton_tol = fmin(l->newton_tol, TYPE2_POLISH_NEWTON_TOL);
    l->options.prune_negative = false; /* the evidence decides */
    type2_resume(l);
    TRY(evaluate(l, &value));
    if (isfinite(value))
        TRY(place(l, value));
    else
        *stop = ARD_STOP_STALLED;
    l->polish.begun = true;
done:
    return rc;
}

int type2_polish_step(ard_type2 *l, ard_stop *stop)
{
    static const ard_newton newton = {expand, direct, look, move};
    int rc = ARDOR_OK;
    *stop = ARD_STOP_NONE;
    if (!l->polish.begun) TRY(begin(l, stop));
    if (*stop != ARD_STOP_NONE) goto done;
    l->polish.ascent.moved = false;
    TRY(ard_newton_run(&newton, l, 1, 0.0));
    TRY(finish_step(l, stop));
done:
    return rc;
}
