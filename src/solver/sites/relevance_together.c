/* All precisions that are in, together, for Laplace's approximation, which is found anew at every point that is looked at; a step
 * is kept only where the evidence rises.
 *
 * Limited-memory BFGS on the log evidence in ln alpha, until its gradient vanishes.
 *
 * With gamma = R/alpha and g the derivative in ln alpha, r = alpha gamma/(1 - gamma) and what stands for u^2 (relevance.h) is
 * alpha (gamma - 2 g)/(1 - gamma)^2: the best alpha of a column by itself is infinite where 2 g >= gamma^2. Where the sites are
 * taken to stay g is (gamma - alpha w^2)/2. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/newton.h"
#include "solver/sites/relevance_inside.h"

/* The evidence is not stationary in the mode as the likelihood is, and the gradient takes the mode for exact. */
static const double MODE_TOL = 1e-8;
static const double FLAT = 1e-4;        /* of the gradient */
static const double LONGEST = 3;        /* change of a log precision in one step */
static const double LEAST_GAMMA = 1e-2; /* of the scaling */

int relevance_together_open(ardor_context *context, int64_t room, relevance_together *q)
{
    int rc = ARDOR_OK;
    NEW(context, q->gamma, room);
    TRY(ard_ascent_open(context, room, &q->ascent));
done:
    return rc;
}

void relevance_together_close(ardor_context *context, relevance_together *q)
{
    ard_ascent_close(context, &q->ascent);
    ard_free(context, q->gamma);
    *q = (relevance_together){0};
}

/* ------------------------------------------------------------------ the gradient */

/* In weight space, where nothing cancels. */
static int gradient_of_weights(ard_relevance *s, bool moving, double *gradient, double *gamma)
{
    int rc = ARDOR_OK;
    ard_sites *sites = s->now;
    const ard_prior prior = relevance_weight_prior(s);
    const ard_mode_block block = {.size = prior.m, .u = sites->weight, .precision = prior.alpha, .design = prior.columns};
    ard_gauss_shares(&sites->gauss, gamma);
    if (moving)
        TRY(ard_mode_evidence_gradient(&sites->mode, &sites->gauss, &block, gradient));
    else
        for (int64_t t = 0; t < prior.m; t++)
            gradient[t] = 0.5 * (gamma[t] - prior.alpha[t] * sites->weight[t] * sites->weight[t]);
done:
    return rc;
}

/* In the dual form, from the statistics. */
static int gradient_of_statistics(ard_relevance *s, bool moving, double *gradient, double *gamma)
{
    int rc = ARDOR_OK;
    const ard_prior prior = {.kernel = s->kernel};
    TRY(ard_sites_relevance(s->now, &prior, s->d, s->columns, s->r, s->u, s->drift, s->scratch));
    for (int64_t t = 0; t < s->n_active; t++) {
        const int64_t j = s->active[t];
        gamma[t] = s->r[j] / s->alpha[j];
        gradient[t] = 0.5 * (gamma[t] - s->u[j] * (s->u[j] - (moving ? s->drift[j] : 0.0)) / s->alpha[j]);
    }
done:
    return rc;
}

int relevance_find_gradient(ard_relevance *s, bool moving, double *gradient, double *gamma)
{
    int rc = ARDOR_OK;
    s->statistics_set = false;
    TRY(s->now->dual ? gradient_of_statistics(s, moving, gradient, gamma) : gradient_of_weights(s, moving, gradient, gamma));
    for (int64_t t = 0; t < s->n_active; t++) {
        const int64_t j = s->active[t];
        const bool low = s->alpha[j] <= s->floor[j] * (1 + 1e-12), high = s->alpha[j] >= relevance_most(s, j) * (1 - 1e-12);
        if ((low && gradient[t] < 0) || (high && gradient[t] > 0)) gradient[t] = 0;
    }
done:
    return rc;
}

int relevance_find_slope(ard_relevance *s)
{
    int rc = ARDOR_OK;
    relevance_together *q = &s->together;
    ard_ascent *a = &s->together.ascent;
    TRY(relevance_find_gradient(s, true, a->gradient, q->gamma));
    s->slope = ard_amax(s->n_active, a->gradient);
done:
    return rc;
}

/* ------------------------------------------------------------------ what the search asks */

static void place(ard_relevance *s, const double *point)
{
    for (int64_t t = 0; t < s->n_active; t++) s->alpha[s->active[t]] = exp(point[t]);
}

/* trial: the approximation for alpha as it is. */
static int evaluate(ard_relevance *s, double *value)
{
    int rc = ARDOR_OK;
    ard_sites_take(s->trial, s->now);
    TRY(relevance_run(s, s->trial, -1, INFINITY, fmin(s->options.tol, MODE_TOL)));
    *value = s->trial->log_evidence;
done:
    return rc;
}

static int expand(void *state)
{
    int rc = ARDOR_OK;
    ard_relevance *s = state;
    relevance_together *q = &s->together;
    ard_ascent *a = &s->together.ascent;
    if (a->fresh) goto done;
    ard_ascent_keep(a, s->n_active);
    TRY(relevance_find_gradient(s, true, a->gradient, q->gamma));
    ard_ascent_learn(a, s->n_active);
done:
    return rc;
}

static int direct(void *state, double *value, double *slope)
{
    ard_relevance *s = state;
    relevance_together *q = &s->together;
    ard_ascent *a = &s->together.ascent;
    double *scaling = a->trial;
    for (int64_t t = 0; t < s->n_active; t++) scaling[t] = 2.0 / fmax(q->gamma[t], LEAST_GAMMA);
    ard_lbfgs_direct(&a->memory, s->n_active, a->gradient, scaling, a->direction);
    for (int64_t t = 0; t < s->n_active; t++)
        a->direction[t] = a->gradient[t] == 0 ? 0 : ard_clip(a->direction[t], -LONGEST, LONGEST);
    *value = s->now->log_evidence;
    *slope = ard_dot(s->n_active, a->gradient, a->direction);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    int rc = ARDOR_OK;
    ard_relevance *s = state;
    ard_ascent *a = &s->together.ascent;
    if (step == 0) {
        place(s, a->point);
        goto done;
    }
    for (int64_t t = 0; t < s->n_active; t++) {
        const int64_t j = s->active[t];
        a->trial[t] = ard_clip(a->point[t] + step * a->direction[t], log(s->floor[j]), log(relevance_most(s, j)));
    }
    place(s, a->trial);
    TRY(evaluate(s, value));
    if (*value < s->now->log_evidence) *value = NAN; /* a rise within rounding is one */
done:
    return rc;
}

static void move(void *state, double step)
{
    ard_relevance *s = state;
    (void)step;
    ard_ascent_move(&s->together.ascent, s->n_active);
    relevance_accept(s);
}

/* ------------------------------------------------------------------ removals */

bool relevance_should_go(const ard_relevance *s, int64_t t, double least)
{
    const relevance_together *q = &s->together;
    const double alpha = s->alpha[s->active[t]];
    return alpha >= least && !relevance_stays(s, s->active[t]) &&
           (2 * q->ascent.gradient[t] >= q->gamma[t] * q->gamma[t] || alpha >= s->options.prune_at);
}

/* From `now`. */
static void begin_again(ard_relevance *s)
{
    relevance_together *q = &s->together;
    for (int64_t t = 0; t < s->n_active; t++) q->ascent.point[t] = log(s->alpha[s->active[t]]);
    ard_ascent_begin(&q->ascent);
}

/* What should go and has at least this alpha, unless nothing would be left: if the evidence does not fall by it. */
static int take_out(ard_relevance *s, double least, bool *taken)
{
    int rc = ARDOR_OK;
    const int64_t before = s->n_active;
    double value = 0;
    *taken = false;
    for (int64_t t = 0; t < before; t++)
        if (relevance_should_go(s, t, least)) s->alpha[s->active[t]] = INFINITY;
    relevance_list(s);
    if (s->n_active > 0 && s->n_active < before) {
        TRY(evaluate(s, &value));
        *taken = value >= s->now->log_evidence;
    }
    if (*taken) {
        relevance_accept(s);
        begin_again(s);
        goto done;
    }
    relevance_put_back(s);
done:
    return rc;
}

/* All that should go, else those of the largest alpha. */
static int take_out_some(ard_relevance *s, bool *taken)
{
    int rc = ARDOR_OK;
    double least = INFINITY, most = 0;
    *taken = false;
    for (int64_t t = 0; t < s->n_active; t++) {
        if (!relevance_should_go(s, t, 0.0)) continue;
        least = fmin(least, s->alpha[s->active[t]]);
        most = fmax(most, s->alpha[s->active[t]]);
    }
    relevance_hold(s);
    if (isfinite(least)) TRY(take_out(s, least, taken));
    if (isfinite(least) && !*taken && least < most) TRY(take_out(s, sqrt(least) * sqrt(most), taken));
    if (isfinite(least) && !*taken && least < most) TRY(take_out(s, most, taken));
done:
    return rc;
}

/* ------------------------------------------------------------------ steps */

int relevance_together_begin(ard_relevance *s)
{
    int rc = ARDOR_OK;
    double value = 0;
    TRY(evaluate(s, &value)); /* to MODE_TOL */
    if (value >= s->now->log_evidence) relevance_accept(s);
    begin_again(s);
    s->together.on = true;
done:
    return rc;
}

int relevance_together_step(ard_relevance *s)
{
    static const ard_newton newton = {expand, direct, look, move};
    int rc = ARDOR_OK;
    relevance_together *q = &s->together;
    ard_ascent *a = &s->together.ascent;
    bool taken = false;
    a->moved = false;
    TRY(ard_newton_run(&newton, s, 1, 0.0));
    s->slope = ard_amax(s->n_active, a->gradient);
    TRY(take_out_some(s, &taken));
    if (taken) {
        s->slope = NAN;
        goto done;
    }
    s->flat = s->slope < FLAT;
    const bool stuck = !a->moved && a->memory.n == 0;
    q->on = !(stuck || s->flat);
    s->polished = !q->on;
    if (q->on && !a->moved) ard_lbfgs_forget(&a->memory);
done:
    return rc;
}
