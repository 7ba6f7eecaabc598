/* The mode by Newton's method. */
#include "solver/mode.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "link/logit.h"
#include "solver/newton.h"

static const double LN2 = 0.6931471805599453;
static const double HELD = 1e100; /* the precision of what is held at 0 */
/* Steps by preconditioned conjugate gradients: the residual at which they end, of the gradient; and below which share of the
 * tolerance of Newton's method the decrement need be no better than the preconditioner alone has it. */
static const double PCG_TOL = 1e-5, PCG_LEAST = .1;

void ard_mode_close(ardor_context *context, ard_mode *m)
{
    double *const owned[] = {m->work,     m->trial, m->direction, m->lambda,   m->pull, m->gradient,
                             m->leverage, m->third, m->curvature, m->residual, m->f};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) ard_free(context, owned[i]);
    *m = (ard_mode){0};
}

int ard_mode_open(ardor_context *context, const ard_link *link, const ard_targets *target, int64_t room, ard_mode *out)
{
    int rc = ARDOR_OK;
    *out = (ard_mode){.context = context, .link = link, .target = *target};
    NEW(context, out->f, target->n);
    NEW(context, out->residual, target->n);
    NEW(context, out->curvature, target->n);
    NEW(context, out->third, target->n);
    NEW(context, out->leverage, target->n);
    NEW(context, out->gradient, room);
    NEW(context, out->pull, room);
    NEW(context, out->lambda, room);
    NEW(context, out->direction, room);
    NEW(context, out->trial, room);
    NEW(context, out->work, 3 * room + target->n);
done:
    return rc;
}

static double tilt_of(const ard_mode_block *block, int64_t i) { return block->tilt ? block->tilt[i] : 0.0; }
static double power_of(const ard_mode_block *block, int64_t i) { return block->power ? block->power[i] : 0.0; }

/* sum ln[2 s(tilt u)] - precision u^2 / 2 + power ln u; without a tilt, or a power, its term is 0. */
static double log_prior(const ard_mode_block *block, const double *u)
{
    double sum = 0;
    for (int64_t i = 0; i < block->size; i++) {
        const double tilt = tilt_of(block, i);
        sum -= 0.5 * block->precision[i] * u[i] * u[i];
        if (tilt != 0) sum += LN2 - ard_softplus(-tilt * u[i]);
        if (power_of(block, i) != 0) sum += u[i] > 0 ? block->power[i] * log(u[i]) : (double)-INFINITY;
    }
    return sum;
}

/* Gradient and curvature: precision + tilt^2 s(tilt u) s(-tilt u) + power / u^2. */
static void expand_prior(const ard_mode_block *block, double *gradient, double *lambda)
{
    for (int64_t i = 0; i < block->size; i++) {
        const double tilt = tilt_of(block, i), power = power_of(block, i), u = block->u[i];
        gradient[i] -= block->precision[i] * u;
        lambda[i] = block->precision[i];
        if (power != 0) {
            gradient[i] += power / u;
            lambda[i] += power / (u * u);
        }
        if (tilt == 0) continue;
        gradient[i] += tilt * ard_sigmoid(-tilt * u);
        lambda[i] += tilt * tilt * ard_sigmoid(tilt * u) * ard_sigmoid(-tilt * u);
    }
}

/* Where a step may go. */
static double inside(const ard_mode_block *block, int64_t i, double u) { return block->side && block->side[i] * u < 0 ? 0.0 : u; }

/* What is at 0 and would go where it may not. */
static void hold(const ard_mode_block *block, double *gradient, double *lambda)
{
    for (int64_t i = 0; i < block->size; i++) {
        if (block->side[i] == 0 || block->u[i] != 0 || block->side[i] * gradient[i] > 0) continue;
        gradient[i] = 0;
        lambda[i] = HELD;
    }
}

int ard_mode_log_likelihood(const ard_mode *m, double *value)
{
    *value = m->link->value(&m->target, m->f);
    return ard_sum(m->context, value, 1);
}

double ard_mode_occam(const ard_mode_block *block, const ard_gauss *gauss)
{
    double sum = log_prior(block, block->u) - 0.5 * gauss->log_det;
    for (int64_t i = 0; i < block->size; i++) sum += 0.5 * log(block->precision[i]);
    return sum;
}

ard_single ard_mode_single(const ard_mode_block *block, int64_t i, double share, double variance)
{
    const double tilt = tilt_of(block, i), side = tilt < 0 ? -1.0 : 1.0;
    ard_single x = {.s = share / variance, .lambda = side * tilt, .alpha = block->precision[i], .u = side * block->u[i]};
    x.q = (x.alpha + x.s) * x.u - x.lambda * ard_sigmoid(-x.lambda * x.u);
    return x;
}

double ard_mode_correction(const ard_mode_block *block, const double *share, const double *variance)
{
    double sum = 0;
    for (int64_t i = 0; i < block->size; i++) {
        const ard_single x = ard_mode_single(block, i, share[i], variance[i]);
        if (x.lambda == 0 || x.u < 0) continue; /* below 0 the tail of Phi falls without bound, and that of s(x) does not */
        sum += ard_stepped_gain(x.s, x.q, x.lambda, x.alpha) - ard_stepped_laplace(x.s, x.q, x.lambda, x.alpha, x.u);
    }
    return sum;
}

static void latent(ard_mode *m, const ard_mode_block *block, const double *u)
{
    if (block->latent)
        block->latent(block->state, u, m->f);
    else
        ard_gemv('N', m->target.n, block->size, 1.0, block->design, m->target.n, u, 0.0, m->f);
}

/* At u, whose f is in place. */
static int objective(const ard_mode *m, const ard_mode_block *block, const double *u, double *value)
{
    int rc = ard_mode_log_likelihood(m, value);
    *value += log_prior(block, u);
    return rc;
}

int ard_mode_value(ard_mode *m, const ard_mode_block *block, double *value)
{
    latent(m, block, block->u);
    return objective(m, block, block->u, value);
}

/* ------------------------------------------------------------------ what Newton's method asks */

typedef struct search {
    ard_mode *mode;
    ard_gauss *gauss;
    const ard_mode_block *block;
    double tol;
    bool preconditioned; /* gauss has a factor that conjugate gradients can use: of an earlier point, or of an earlier product */
    bool here;           /* it is that of the point itself */
    bool known;          /* f, its derivatives and pull are those of the point, from before */
} search;

static int expand(void *state)
{
    int rc = ARDOR_OK;
    search *s = state;
    ard_mode *m = s->mode;
    const ard_mode_block *block = s->block;
    const int64_t n = m->target.n, size = block->size;
    if (!s->known) {
        m->link->derivatives(&m->target, m->f, m->residual, m->curvature);
        if (block->differentiate) block->differentiate(block->state);
        ard_gemv('T', n, size, 1.0, block->design, n, m->residual, 0.0, m->pull);
        TRY(ard_sum(m->context, m->pull, size));
    }
    s->known = false;
    memcpy(m->gradient, m->pull, (size_t)size * sizeof *m->gradient);
    expand_prior(block, m->gradient, m->lambda);
    if (block->side) hold(block, m->gradient, m->lambda);
done:
    return rc;
}

static bool uses_pcg(const search *s) { return s->block->pcg && ard_gauss_pcg_pays(s->block->size); }

/* Of the Hessian here. */
static int make_factor(search *s)
{
    const ard_mode *m = s->mode;
    s->preconditioned = s->here = true;
    s->gauss->keep_product = uses_pcg(s);
    return ard_gauss_make(s->gauss, s->block->size, s->block->design, m->curvature, m->lambda);
}

/* H^-1 gradient by conjugate gradients. Their preconditioner is the last factor of this search; where it has none yet, one made
 * of the product that an earlier search left in gauss, with the precisions of this one. */
static int direct_pcg(search *s, bool *found)
{
    int rc = ARDOR_OK;
    ard_mode *m = s->mode;
    const ard_gauss_system system = {s->block->size, s->block->design, m->curvature, m->lambda};
    s->preconditioned = s->preconditioned || ard_gauss_precondition(s->gauss, system.m, system.lambda);
    if (s->preconditioned)
        TRY(ard_gauss_pcg(s->gauss, &system, m->gradient, PCG_TOL, PCG_LEAST * s->tol, m->direction, m->work, found));
done:
    return rc;
}

static int direct_here(search *s, bool *found)
{
    int rc = ARDOR_OK;
    TRY(make_factor(s));
    *found = isfinite(s->gauss->log_det);
    if (*found) ard_gauss_solve(s->gauss, s->mode->gradient, s->mode->direction);
done:
    return rc;
}

/* Of the objective along the whole step, as far as it may go; where that falls, a part of the step may rise. */
static double slope_of(ard_mode *m, const ard_mode_block *block)
{
    double sum = 0;
    if (!block->side) return ard_dot(block->size, m->gradient, m->direction);
    for (int64_t i = 0; i < block->size; i++)
        if (m->lambda[i] == HELD) m->direction[i] = 0;
    for (int64_t i = 0; i < block->size; i++)
        sum += m->gradient[i] * (inside(block, i, block->u[i] + m->direction[i]) - block->u[i]);
    return sum > 0 ? sum : ard_dot(block->size, m->gradient, m->direction);
}

static int direct(void *state, double *value, double *slope)
{
    int rc = ARDOR_OK;
    search *s = state;
    ard_mode *m = s->mode;
    const ard_mode_block *block = s->block;
    bool found = false;
    *slope = NAN;
    if (block->direct) TRY(block->direct(block->state, m->gradient, m->direction, &found));
    if (uses_pcg(s)) TRY(direct_pcg(s, &found));
    if (!found) TRY(direct_here(s, &found));
    if (!found) goto done;
    *slope = slope_of(m, block);
    TRY(objective(m, block, block->u, value));
done:
    return rc;
}

static int look(void *state, double step, double *value)
{
    const search *s = state;
    ard_mode *m = s->mode;
    memcpy(m->trial, s->block->u, (size_t)s->block->size * sizeof *m->trial);
    if (step > 0) ard_axpy(s->block->size, step, m->direction, m->trial);
    for (int64_t i = 0; s->block->side && i < s->block->size; i++) m->trial[i] = inside(s->block, i, m->trial[i]);
    latent(m, s->block, m->trial);
    return objective(m, s->block, m->trial, value);
}

static void move(void *state, double step)
{
    search *s = state;
    (void)step;
    memcpy(s->block->u, s->mode->trial, (size_t)s->block->size * sizeof *s->block->u);
    s->here = false;
}

static int run(search *s, int64_t steps)
{
    static const ard_newton newton = {expand, direct, look, move};
    s->known = s->block->resumed;
    if (!s->known) latent(s->mode, s->block, s->block->u);
    return ard_newton_run(&newton, s, steps, s->tol);
}

int ard_mode_find_point(ard_mode *mode, ard_gauss *gauss, const ard_mode_block *block, int64_t steps, double tol)
{
    search s = {.mode = mode, .gauss = gauss, .block = block, .tol = tol};
    return run(&s, steps);
}

int ard_mode_find(ard_mode *mode, ard_gauss *gauss, const ard_mode_block *block, int64_t steps, double tol)
{
    int rc = ARDOR_OK;
    search s = {.mode = mode, .gauss = gauss, .block = block, .tol = tol};
    TRY(run(&s, steps));
    if (!s.here) TRY(make_factor(&s));
done:
    return rc;
}

/* ------------------------------------------------------------------ what moves with the mode */

/* Of tilt^2 s(tilt u) s(-tilt u). */
static double tilt_slope(const ard_mode_block *block, int64_t i)
{
    const double tilt = tilt_of(block, i), z = tilt * block->u[i];
    return tilt == 0 ? 0 : -tilt * tilt * tilt * ard_sigmoid(z) * ard_sigmoid(-z) * tanh(0.5 * z);
}

int ard_mode_determinant_gradient(ard_mode *m, ard_gauss *gauss, const ard_mode_block *block, const double *variance,
                                  double *gradient)
{
    int rc = ARDOR_OK;
    const int64_t n = m->target.n, size = block->size;
    ard_gauss_leverages(gauss, block->design, m->leverage);
    m->link->third(&m->target, m->f, m->third);
    for (int64_t i = 0; i < n; i++) /* a row without curvature has no leverage */
        m->third[i] = m->curvature[i] > 0 ? m->leverage[i] * (m->third[i] / m->curvature[i]) : 0;
    ard_gemv('T', n, size, 0.5, block->design, n, m->third, 0.0, gradient);
    TRY(ard_sum(m->context, gradient, size));
    for (int64_t i = 0; i < size; i++) gradient[i] += 0.5 * variance[i] * tilt_slope(block, i);
done:
    return rc;
}

double ard_mode_gamma(double precision, double lambda, double share)
{
    return ((lambda - precision) + precision * share) / lambda;
}

int ard_mode_evidence_gradient(ard_mode *m, ard_gauss *gauss, const ard_mode_block *block, double *gradient)
{
    int rc = ARDOR_OK;
    double *share = m->trial, *v = m->direction, *variance = m->work;
    ard_gauss_shares(gauss, share);
    ard_gauss_variances(gauss, variance);
    TRY(ard_mode_determinant_gradient(m, gauss, block, variance, v));
    ard_gauss_solve(gauss, v, v);
    for (int64_t i = 0; i < block->size; i++) {
        const double alpha = block->precision[i], u = block->u[i];
        gradient[i] = 0.5 * (ard_mode_gamma(alpha, m->lambda[i], share[i]) - alpha * u * u) + alpha * u * v[i];
    }
done:
    return rc;
}
