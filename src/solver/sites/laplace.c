/* Laplace's approximation: the mode in weight space is that of ard_mode; in the dual form Newton's method moves f and a = K^-1
 * f. */
#include "solver/sites/laplace.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/newton.h"

/* ------------------------------------------------------------------ weight space */

static int run_weights(ard_sites *s, const ard_prior *prior, double tol, int64_t max_steps)
{
    int rc = ARDOR_OK;
    const ard_mode_block block = {
        .size = prior->m, .u = s->weight, .precision = prior->alpha, .design = prior->columns, .pcg = true};
    double start = 0, nothing = 0;
    if (!s->keeps_product) s->gauss.product_side = 0;
    TRY(ard_mode_value(&s->mode, &block, &start));
    memset(s->mode.f, 0, (size_t)s->target.n * sizeof *s->mode.f);
    TRY(ard_mode_log_likelihood(&s->mode, &nothing));
    if (!(start >= nothing)) memset(s->weight, 0, (size_t)prior->m * sizeof *s->weight);
    TRY(ard_mode_find(&s->mode, &s->gauss, &block, max_steps, tol));
    TRY(ard_mode_log_likelihood(&s->mode, &s->log_evidence));
    s->slope = ard_amax(prior->m, s->mode.gradient);
    s->log_evidence += ard_mode_occam(&block, &s->gauss);
done:
    return rc;
}

/* ------------------------------------------------------------------ the dual form */

/* A factor is n^3/3 and a direction by it O(n^2), so where it is reused it serves as long as the steps that it gives shrink
 * fast. */
static const double SHRINKS = 0.05; /* of the decrement */

typedef struct search {
    ard_sites *sites;
    const double *kernel;
    bool factorised; /* there is a factor .. */
    bool stale;      /* .. of the curvatures at a point before */
    double before;   /* the last decrement */
} search;

/* Of a + step da, whose f is the mode's: f'a is a'K a. */
static double objective(const ard_sites *s, double step)
{
    double norm = ard_dot(s->target.n, s->coefficient, s->mode.f) + step * ard_dot(s->target.n, s->step, s->mode.f);
    return s->link->value(&s->target, s->mode.f) - 0.5 * norm;
}

static int factorise(search *q)
{
    ard_sites *s = q->sites;
    q->factorised = true;
    q->stale = false;
    return ard_gauss_make_kernel(&s->gauss, q->kernel, s->mode.curvature);
}

static int expand(void *state)
{
    search *q = state;
    ard_sites *s = q->sites;
    s->link->derivatives(&s->target, s->mode.f, s->mode.residual, s->mode.curvature);
    q->stale = true;
    return q->factorised && s->reuses_factor ? ARDOR_OK : factorise(q);
}

/* With r = residual - a the step in a is (I + T K)^-1 r = r - T^.5 B^-1 T^.5 K r, and K times that in f; its slope. */
static double find_step(ard_sites *s, const double *kernel)
{
    const int64_t n = s->target.n;
    const double *root = s->gauss.row;
    double *r = s->nu;
    if (isnan(s->gauss.log_ratio)) return NAN;
    for (int64_t i = 0; i < n; i++) r[i] = s->mode.residual[i] - s->coefficient[i];
    ard_gemv('N', n, n, 1.0, kernel, n, r, 0.0, s->step);
    for (int64_t i = 0; i < n; i++) s->step[i] *= root[i];
    ard_cholesky_solve(n, 1, s->gauss.l, n, s->step, n);
    for (int64_t i = 0; i < n; i++) s->step[i] = r[i] - root[i] * s->step[i];
    ard_gemv('N', n, n, 1.0, kernel, n, s->step, 0.0, s->f_step);
    return ard_dot(n, r, s->f_step);
}

static int direct(void *state, double *value, double *slope)
{
    int rc = ARDOR_OK;
    search *q = state;
    ard_sites *s = q->sites;
    *slope = find_step(s, q->kernel);
    if (q->stale && !(*slope < SHRINKS * q->before)) {
        TRY(factorise(q));
        *slope = find_step(s, q->kernel);
    }
    q->before = *slope;
    memcpy(s->origin, s->mode.f, (size_t)s->target.n * sizeof *s->origin);
    *value = objective(s, 0.0);
done:
    return rc;
}

static int look(void *state, double step, double *value)
{
    const search *q = state;
    ard_sites *s = q->sites;
    memcpy(s->mode.f, s->origin, (size_t)s->target.n * sizeof *s->origin);
    if (step > 0) ard_axpy(s->target.n, step, s->f_step, s->mode.f);
    *value = objective(s, step);
    return ARDOR_OK;
}

static void move(void *state, double step)
{
    ard_sites *s = ((const search *)state)->sites;
    ard_axpy(s->target.n, step, s->step, s->coefficient);
}

static int run_dual(ard_sites *s, const ard_prior *prior, double tol, int64_t max_steps)
{
    static const ard_newton newton = {expand, direct, look, move};
    int rc = ARDOR_OK;
    const int64_t n = s->target.n;
    double *f = s->mode.f, nothing = 0;
    search q = {.sites = s, .kernel = prior->kernel};
    memset(f, 0, (size_t)n * sizeof *f);
    memset(s->step, 0, (size_t)n * sizeof *s->step);
    nothing = s->link->value(&s->target, f);
    ard_sites_pull(s, s->coefficient);
    ard_gemv('N', n, n, 1.0, prior->kernel, n, s->coefficient, 0.0, f);
    if (!(objective(s, 0.0) >= nothing)) {
        memset(f, 0, (size_t)n * sizeof *f);
        memset(s->coefficient, 0, (size_t)n * sizeof *s->coefficient);
    }
    TRY(ard_newton_run(&newton, &q, max_steps, tol));
    if (q.stale) TRY(factorise(&q));
    s->log_evidence = objective(s, 0.0) - 0.5 * s->gauss.log_ratio;
done:
    return rc;
}

int ard_laplace_run(ard_sites *s, const ard_prior *prior, double tol, int64_t max_steps)
{
    int rc = ARDOR_OK;
    s->dual = prior->kernel != NULL;
    s->order = s->dual ? s->target.n : prior->m;
    s->slope = NAN;
    TRY(s->dual ? run_dual(s, prior, tol, max_steps) : run_weights(s, prior, tol, max_steps));
    for (int64_t i = 0; i < s->target.n; i++) {
        s->mu[i] = s->mode.f[i];
        s->tau[i] = s->mode.curvature[i];
        s->nu[i] = s->tau[i] * s->mu[i] + s->mode.residual[i];
    }
done:
    return rc;
}
