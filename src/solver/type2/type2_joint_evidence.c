/* The log evidence of weights and scales together, at the precisions as they are.
 *
 * Laplace's approximation in (u, ln theta): the mode of J + sum ln theta, the last term that of the change of variables, and
 * there H = [Phi D]'C [Phi D] + Lambda + diag(0, 1/theta^2), which is the Hessian in ln theta divided by theta on either side. In
 * ln theta a scale's posterior has no end at 0 and is less skewed. But the smooth steps of weights are no part of that Gaussian:
 * of a useless weight they end the posterior near 0, where a Gaussian has half of its volume. Of everything else it is
 * N(u + B^-1 g, B^-1), B the Hessian and g the gradient without the steps; its integral with the steps, each taken for
 * Phi(sqrt(pi/8) lambda u), is found by expectation propagation (solver/sites/ep.h). */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "link/logit.h"
#include "solver/sites/ep.h"
#include "solver/type2/type2_inside.h"

/* Newton decrements: of the mode, and where it counts as found. Of the sites; the evidence has the square of their error. */
static const double MODE_TOL = 1e-12, FOUND = 1e-8, SITES_TOL = 1e-6;
static const double LN2 = 0.6931471805599453;
static const double STEP = 0.62665706865775012; /* sqrt(pi/8) */
enum { STEPS = 60, SWEEPS = 100, MOST = 1000 }; /* MOST weights and scales for which that is done */

/* The Gaussian of all but the weights' steps, to weights as latent values of EP: their means, and covariances. */
typedef struct gaussian {
    int64_t m;
    double *mean, *covariance;
    int32_t *label;
} gaussian;

static int gaussian_open(ardor_context *context, int64_t m, gaussian *out)
{
    int rc = ARDOR_OK;
    out->m = m;
    NEW(context, out->mean, m);
    NEW(context, out->covariance, m * m);
    NEW(context, out->label, m);
done:
    return rc;
}

static void gaussian_close(ardor_context *context, gaussian *g)
{
    ard_free(context, g->label);
    ard_free(context, g->covariance);
    ard_free(context, g->mean);
}

/* Covariances of the weights from those of the factor, column by column: what the scales have there is not wanted. */
static void fill_covariance(ard_type2 *l, int64_t size, gaussian *g)
{
    const double by = STEP * l->options.lambda, square = by * by;
    double *unit = l->mode.trial, *column = l->mode.direction;
    for (int64_t j = 0; j < g->m; j++) {
        for (int64_t i = 0; i < size; i++) unit[i] = i == 1 + j;
        ard_gauss_solve(&l->gauss, unit, column);
        for (int64_t i = 0; i < g->m; i++) g->covariance[i + j * g->m] = square * column[1 + i];
    }
    for (int64_t j = 0; j < g->m; j++) /* rounding must not make it unsymmetric */
        for (int64_t i = 0; i < j; i++) g->covariance[i + j * g->m] = g->covariance[j + i * g->m];
}

/* ln of the mean of the steps 2 Phi over that Gaussian; NaN: not found. */
static int mean_of_steps(ard_type2 *l, const gaussian *g, double *value)
{
    int rc = ARDOR_OK;
    ard_sites sites = {0};
    const ard_targets target = {g->m, 2, g->label, NULL, (double)g->m};
    const ard_prior prior = {.kernel = g->covariance, .mean = g->mean};
    TRY(ard_sites_open(l->context, &target, g->m, NULL, NULL, &sites));
    ard_sites_forget(&sites);
    TRY(ard_ep_run(&sites, &prior, SITES_TOL, SWEEPS));
    const bool found = sites.change < SITES_TOL && sites.skipped == 0;
    *value = found ? sites.log_evidence + (double)g->m * LN2 : (double)NAN;
done:
    ard_sites_close(l->context, &sites);
    return rc;
}

/* Without the weights' steps, at the mode: ln of the integral, and the Gaussian. */
static int integrate(ard_type2 *l, const ard_mode_block *block, gaussian *g, double *value)
{
    int rc = ARDOR_OK;
    double *tilt = NULL, *pull = l->mode.gradient, *move = l->mode.direction;
    NEW(l->context, tilt, block->size);
    memcpy(tilt, block->tilt, (size_t)block->size * sizeof *tilt);
    for (int64_t j = 1; j <= g->m; j++) {
        pull[j] -= tilt[j] * ard_sigmoid(-tilt[j] * block->u[j]);
        l->mode.lambda[j] = block->precision[j];
        g->label[j - 1] = tilt[j] > 0;
        tilt[j] = 0;
    }
    TRY(ard_gauss_make(&l->gauss, block->size, block->design, l->mode.curvature, l->mode.lambda));
    if (isnan(l->gauss.log_det)) goto done;
    ard_gauss_solve(&l->gauss, pull, move);
    TRY(ard_mode_log_likelihood(&l->mode, value));
    *value += 0.5 * ard_dot(block->size, pull, move);
    const ard_mode_block plain = {.size = block->size, .u = block->u, .precision = block->precision, .tilt = tilt};
    *value += ard_mode_occam(&plain, &l->gauss);
    for (int64_t j = 0; j < g->m; j++) g->mean[j] = STEP * l->options.lambda * (block->u[1 + j] + move[1 + j]);
    if (g->m > 0) fill_covariance(l, block->size, g);
done:
    ard_free(l->context, tilt);
    return rc;
}

/* Of weights, or of weights and scales. */
static int find_mode(ard_type2 *l, const ard_mode_block *block, bool *found)
{
    int rc = ARDOR_OK;
    TRY(ard_mode_find(&l->mode, &l->gauss, block, STEPS, MODE_TOL));
    *found = isfinite(l->gauss.log_det);
    if (!*found) goto done;
    ard_gauss_solve(&l->gauss, l->mode.gradient, l->mode.direction);
    *found = ard_dot(block->size, l->mode.gradient, l->mode.direction) < FOUND;
done:
    return rc;
}

int type2_joint_evidence(ard_type2 *l, double *value)
{
    int rc = ARDOR_OK;
    gaussian g = {0};
    double *power = NULL, of_steps = 0;
    bool found = false;
    const int64_t m = l->now.m, k = l->options.learn_scales ? l->now.k : 0;
    *value = l->now.evidence;
    if (k == 0 && (m == 0 || l->options.lambda == 0)) return ARDOR_OK;
    *value = NAN;
    if (1 + m + k > MOST) return ARDOR_OK;
    NEW(l->context, power, 1 + m + k);
    for (int64_t t = 0; t < k; t++) power[1 + m + t] = l->now.theta[t] > 0; /* else there is no logarithm: as it is */
    if (l->options.lambda > 0) TRY(gaussian_open(l->context, m, &g));
    type2_refresh(l);
    ard_mode_block block = k > 0 ? type2_joint_block(l) : type2_weight_block(l);
    block.power = power;
    TRY(find_mode(l, &block, &found));
    if (!found) goto done;
    TRY(integrate(l, &block, &g, value));
    if (g.m > 0) TRY(mean_of_steps(l, &g, &of_steps));
    *value += of_steps;
done:
    gaussian_close(l->context, &g);
    ard_free(l->context, power);
    return rc;
}
