/* The variables v >= 0 are scales over their start; with the identity, whose scales have the sum of their start, shares of it
 * that need not be normalised: theta = v sum / sum(v). So there are only bounds, at which a scale is exactly 0. */
#include "method/svm_rm/search.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "linalg/blas.h"
#include "method/shared/varying.h"
#include "solver/newton.h"

void rm_search_close(rm_search *q)
{
    double *const arrays[] = {q->theta, q->scaling, q->slope, q->masked};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(q->context, arrays[i]);
    ard_free(q->context, q->candidate);
    ard_free(q->context, q->live);
    ard_free(q->context, q->feature);
    ard_free(q->context, q->varying);
    ard_ascent_close(q->context, &q->ascent);
    rm_bound_close(&q->bound);
    *q = (rm_search){0};
}

int rm_search_open(ardor_context *context, const ard_problem *problem, rm_search *out)
{
    int rc = ARDOR_OK;
    const int64_t p = problem->x->p;
    double **const arrays[] = {&out->theta, &out->scaling, &out->slope, &out->masked};
    *out = (rm_search){.context = context, .shares = problem->basis.kind == ARD_IDENTITY};
    TRY(rm_bound_open(context, problem, &out->bound));
    TRY(ard_ascent_open(context, p, &out->ascent));
    NEW(context, out->varying, p);
    NEW(context, out->feature, p);
    NEW(context, out->live, p);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) NEW(context, *arrays[i], p);
    TRY(ard_varying_columns(context, problem, &out->n_varying, out->varying));
done:
    return rc;
}

/* ------------------------------------------------------------------ the objective */

static double total(const rm_search *q, const double *v) { return ard_asum(q->n_features, v); }

/* How much a scale is for one unit of its variable. */
static double unit_of(const rm_search *q, const double *v) { return q->shares ? q->unit / total(q, v) : q->unit; }

/* -ln T; minus infinity where it is no number, or no share is left. */
static int evaluate(rm_search *q, const double *v, double *value)
{
    int rc = ARDOR_OK;
    const double unit = unit_of(q, v);
    *value = -INFINITY;
    q->n_live = 0;
    if (q->n_features > 0 && !isfinite(unit)) return ARDOR_OK;
    for (int64_t t = 0; t < q->n_features; t++) {
        if (unit * v[t] == 0) continue;
        q->live[q->n_live] = q->feature[t];
        q->theta[q->n_live++] = unit * v[t];
    }
    rc = rm_bound_evaluate(&q->bound, (ard_list){q->n_live, q->live, q->theta}, value);
    if (rc == ARDOR_OK && isfinite(*value))
        *value = -*value;
    else
        *value = -INFINITY;
    return rc;
}

/* In the variables: with shares, what is gained at the cost of the others. */
static void differentiate(rm_search *q, double *gradient)
{
    const double *v = q->ascent.point, unit = unit_of(q, v);
    double mean = 0;
    rm_bound_gradient(&q->bound, q->slope);
    for (int64_t t = 0; t < q->n_live && q->shares; t++) mean += q->theta[t] * q->slope[q->live[t]] / q->unit;
    for (int64_t t = 0; t < q->n_features; t++) gradient[t] = unit * (mean - q->slope[q->feature[t]]);
}

/* ------------------------------------------------------------------ what the search asks */

/* A scale of 0 that T would fall with below 0. */
static bool is_held(const rm_search *q, int64_t t) { return q->ascent.point[t] <= 0 && q->ascent.gradient[t] <= 0; }

static int expand(void *state)
{
    rm_search *q = state;
    ard_ascent *a = &q->ascent;
    if (!a->fresh) {
        ard_ascent_keep(a, q->n_features);
        differentiate(q, a->gradient);
        ard_ascent_learn(a, q->n_features);
    }
    for (int64_t t = 0; t < q->n_features; t++) q->masked[t] = is_held(q, t) ? 0 : a->gradient[t];
    return ARDOR_OK;
}

static int direct(void *state, double *value, double *slope)
{
    rm_search *q = state;
    ard_ascent *a = &q->ascent;
    const int64_t size = q->n_features;
    const double most = ard_amax(size, q->masked);
    *value = q->value;
    *slope = NAN;
    if (!(most > 0)) return ARDOR_OK;
    for (int64_t t = 0; t < size; t++) /* the first step moves no variable by more than its start */
        q->scaling[t] = is_held(q, t) ? 0 : 1 / most;
    ard_lbfgs_direct(&a->memory, size, q->masked, q->scaling, a->direction);
    *slope = ard_dot(size, q->masked, a->direction);
    return ARDOR_OK;
}

/* A place where the kernel's matrix has no factor is no better than the point. */
static int look(void *state, double step, double *value)
{
    rm_search *q = state;
    ard_ascent *a = &q->ascent;
    for (int64_t t = 0; t < q->n_features; t++) a->trial[t] = fmax(0, a->point[t] + step * a->direction[t]);
    int rc = evaluate(q, step == 0 ? a->point : a->trial, value);
    if (rc == ARDOR_NUMERIC && step > 0) {
        ard_message_forget(q->context);
        rc = ARDOR_OK;
    }
    q->trial_value = *value;
    return rc;
}

static void move(void *state, double step)
{
    rm_search *q = state;
    (void)step;
    ard_ascent_move(&q->ascent, q->n_features);
    q->value = q->trial_value;
}

/* ------------------------------------------------------------------ fewer features */

/* So many of the largest scales are left, as they are. */
static int keep(rm_search *q, int64_t left)
{
    int rc = ARDOR_OK;
    const int64_t p = q->bound.problem->x->p;
    const double unit = q->shares ? 1 : q->unit;
    double *const theta = q->slope; /* of all columns; the next gradient is another */
    ard_candidate *order = NULL;
    int64_t n = 0;
    TRY(ard_candidates_copy(q->context, q->bound.problem, &q->candidate, &order));
    memset(theta, 0, (size_t)p * sizeof *theta);
    for (int64_t t = 0; t < q->n_live; t++) theta[q->live[t]] = q->theta[t];
    for (int64_t k = 0; k < p; k++) {
        if (theta[k] == 0) continue;
        order[n] = order[k];
        order[n++].weight = theta[k];
    }
    ard_candidates_sort(n, order);
    q->n_features = left;
    for (int64_t t = 0; t < left; t++) q->feature[t] = order[t].column;
    ard_index_sort(left, q->feature);
    for (int64_t t = 0; t < left; t++) q->ascent.point[t] = theta[q->feature[t]] / unit;
    q->begun = false;
done:
    ard_free(q->context, order);
    return rc;
}

/* ------------------------------------------------------------------ steps */

static int begin(rm_search *q)
{
    int rc = ARDOR_OK;
    TRY(evaluate(q, q->ascent.point, &q->value));
    REQUIRE(q->context, isfinite(q->value), ARDOR_NUMERIC,
            "the radius/margin bound at the start is not finite; standardise the features (--standardise train)");
    ard_ascent_begin(&q->ascent);
    q->begun = true;
done:
    return rc;
}

/* How much ln T could fall, to first order, by all the scales' going to one feature, or leaving it. */
static double left_to_gain(const rm_search *q)
{
    const double sum = total(q, q->ascent.point);
    return q->n_features == 0 ? 0 : ard_amax(q->n_features, q->masked) * (q->shares ? sum : fmax(sum, (double)q->n_features));
}

static void report(const rm_search *q, ard_iteration *out)
{
    out->objective = q->value;
    out->certificate = (ard_certificate){ARD_CERTIFICATE_KKT, rm_bound_violation(&q->bound), left_to_gain(q)};
    out->n_features = q->n_live;
    out->n_vectors = 0;
    for (int64_t i = 0; i < q->bound.margin.n && q->n_live > 0; i++) out->n_vectors += q->bound.margin.b[i] != 0;
}

static bool too_many(const rm_search *q) { return q->ask.k > 0 && q->n_live > q->ask.k; }

/* The smaller half of the scales goes, or all but k. */
static int halve(void *state)
{
    rm_search *q = state;
    return keep(q, ard_max64(q->ask.k, q->n_live / 2));
}

static int step(void *state, ard_iteration *out)
{
    static const ard_newton newton = {expand, direct, look, move};
    int rc = ARDOR_OK;
    rm_search *q = state;
    ard_ascent *a = &q->ascent;
    if (!q->begun) TRY(begin(q));
    a->moved = false;
    TRY(ard_newton_run(&newton, q, 1, 0));
    const bool stalled = !a->moved && a->memory.n == 0;
    report(q, out);
    const bool converged = out->certificate.scales <= q->ask.tol;
    if (!converged && !stalled) {
        if (!a->moved) ard_lbfgs_forget(&a->memory);
    } else if (too_many(q)) {
        out->grow = halve;
    } else {
        out->stop = q->n_live == 0 ? ARD_STOP_NULL_MODEL : converged ? ARD_STOP_CONVERGED : ARD_STOP_STALLED;
    }
done:
    return rc;
}

int rm_search_run(rm_search *q, const rm_ask *ask, ard_trace *trace, int64_t *iterations, ard_iteration *last)
{
    int rc = ARDOR_OK;
    q->ask = *ask;
    q->begun = false;
    q->unit = q->shares ? (double)q->n_varying : ask->start;
    q->n_features = q->n_varying;
    memcpy(q->feature, q->varying, (size_t)q->n_varying * sizeof *q->feature);
    for (int64_t t = 0; t < q->n_features; t++) q->ascent.point[t] = 1;
    for (int64_t i = 0; i < q->bound.margin.n; i++) q->bound.margin.active[i] = q->bound.ball.active[i] = true;
    rm_bound_set_cost(&q->bound, ask->cost);
    TRY(ard_drive(q->context, step, q, ask->max_iter, trace, iterations, last));
    if (too_many(q)) { /* stopped before: k are kept all the same */
        TRY(keep(q, ask->k));
        TRY(begin(q));
        TRY(expand(q));
        report(q, last);
    }
done:
    return rc;
}
