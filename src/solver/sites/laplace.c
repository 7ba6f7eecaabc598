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

typedef struct search {
    ard_sites *sites;
    const double *kernel;
} search;

/* Of a + step da, whose f is the mode's: f'a is a'K a. */
static double objective(const ard_sites *s, double step)
{
    double norm = ard_dot(s->target.n, s->coefficient, s->mode.f) + step * ard_dot(s->target.n, s->step, s->mode.f);
    return s->link->value(&s->target, s->mode.f) - 0.5 * norm;
}

static int expand(void *state)
{
    const search *q = state;
    ard_sites *s = q->sites;
    s->link->derivatives(&s->target, s->mode.f, s->mode.residual, s->mode.curvature);
    return ard_gauss_make_kernel(&s->gauss, q->kernel, s->mode.curvature);
}

/* A full step leads to the mean of the posterior whose sites have the derivatives at f: nu = tau f + residual,
 * a = nu - T^.5 B^-1 T^.5 K nu, f = K a. */
static int direct(void *state, double *value, double *slope)
{
    const search *q = state;
    ard_sites *s = q->sites;
    const int64_t n = s->target.n;
    const double *f = s->mode.f, *residual = s->mode.residual, *curvature = s->mode.curvature, *root = s->gauss.row;
    *slope = NAN;
    if (isnan(s->gauss.log_ratio)) return ARDOR_OK;
    for (int64_t i = 0; i < n; i++) s->nu[i] = curvature[i] * f[i] + residual[i];
    ard_gemv('N', n, n, 1.0, q->kernel, n, s->nu, 0.0, s->step);
    for (int64_t i = 0; i < n; i++) s->step[i] *= root[i];
    ard_cholesky_solve(n, 1, s->gauss.l, n, s->step, n);
    for (int64_t i = 0; i < n; i++) s->step[i] = s->nu[i] - root[i] * s->step[i] - s->coefficient[i];
    ard_gemv('N', n, n, 1.0, q->kernel, n, s->step, 0.0, s->f_step);
    memcpy(s->origin, f, (size_t)n * sizeof *s->origin);
    *value = objective(s, 0.0);
    *slope = ard_dot(n, residual, s->f_step) - ard_dot(n, s->coefficient, s->f_step);
    return ARDOR_OK;
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
    search q = {s, prior->kernel};
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
