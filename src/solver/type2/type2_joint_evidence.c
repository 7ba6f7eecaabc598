/* The log evidence of weights and scales together, at the precisions as they are.
 *
 * Laplace's approximation in u and ln theta: the mode is that of J + sum ln theta, the last term that of the change of variables;
 * the Gauss-Newton Hessian there, H = [Phi D]'C [Phi D] + Lambda + diag(0, 1/theta^2), is that in ln theta divided by theta on
 * either side. In ln theta the posterior of a scale that the data determine has no end at 0 and is less skewed. What that leaves
 * out, below 0 most of all where they say little, is added for each scale by itself (ard_single_logarithm).
 *
 * But smooth steps are no part of a Gaussian: of a useless weight they end the posterior near 0, where a Gaussian has half of its
 * volume. The Gaussian of everything but the steps of weights is N(v + B^-1 g, B^-1), v = (u, theta), B the Hessian and g the
 * gradient without these steps. Its integral with them, each taken for Phi(sqrt(pi/8) lambda v_j), is found by expectation
 * propagation (solver/sites/ep.h). A scale at or below 0 (prune_negative) counts as a weight. */
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

/* What has a step that is left to EP: its entries of the block, and the Gaussian of everything else as latent values of EP. */
typedef struct stepped {
    int64_t n;
    int64_t *entry;
    double *mean, *covariance;
    int32_t *label;
} stepped;

static int stepped_open(ardor_context *context, int64_t room, stepped *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->entry, room);
    NEW(context, out->mean, room);
    NEW(context, out->covariance, room * room);
    NEW(context, out->label, room);
done:
    return rc;
}

static void stepped_close(ardor_context *context, stepped *s)
{
    ard_free(context, s->label);
    ard_free(context, s->covariance);
    ard_free(context, s->mean);
    ard_free(context, s->entry);
}

/* Covariances by the factor, column by column: what the others have there is not wanted. */
static void fill_covariance(ard_type2 *l, int64_t size, stepped *s)
{
    const double by = STEP * l->options.lambda, square = by * by;
    double *unit = l->mode.trial, *column = l->mode.direction;
    memset(unit, 0, (size_t)size * sizeof *unit);
    for (int64_t j = 0; j < s->n; j++) {
        unit[s->entry[j]] = 1;
        ard_gauss_solve(&l->gauss, unit, column);
        unit[s->entry[j]] = 0;
        for (int64_t i = 0; i < s->n; i++) s->covariance[i + j * s->n] = square * column[s->entry[i]];
    }
    ard_symmetrise(s->n, s->covariance, s->n); /* rounding must not make it unsymmetric */
}

/* ln of the mean of the steps 2 Phi over that Gaussian; NaN: not found. */
static int mean_of_steps(ard_type2 *l, const stepped *s, double *value)
{
    int rc = ARDOR_OK;
    ard_sites sites = {0};
    const ard_targets target = {s->n, 2, s->label, NULL, (double)s->n};
    const ard_prior prior = {.kernel = s->covariance, .mean = s->mean};
    TRY(ard_sites_open(l->context, &target, s->n, NULL, NULL, &sites));
    ard_sites_forget(&sites);
    TRY(ard_ep_run(&sites, &prior, SITES_TOL, SWEEPS));
    const bool found = sites.change < SITES_TOL && sites.skipped == 0;
    *value = found ? sites.log_evidence + (double)s->n * LN2 : (double)NAN;
done:
    ard_sites_close(l->context, &sites);
    return rc;
}

/* Without these steps, at the mode: ln of the integral, and the Gaussian. */
static int integrate(ard_type2 *l, const ard_mode_block *block, stepped *s, double *value)
{
    int rc = ARDOR_OK;
    double *tilt = NULL, *pull = l->mode.gradient, *move = l->mode.direction;
    NEW(l->context, tilt, block->size);
    memcpy(tilt, block->tilt, (size_t)block->size * sizeof *tilt);
    for (int64_t j = 0; j < s->n; j++) {
        const int64_t i = s->entry[j];
        pull[i] -= tilt[i] * ard_sigmoid(-tilt[i] * block->u[i]);
        l->mode.lambda[i] = block->precision[i];
        s->label[j] = tilt[i] > 0;
        tilt[i] = 0;
    }
    TRY(ard_gauss_make(&l->gauss, block->size, block->design, l->mode.curvature, l->mode.lambda));
    if (isnan(l->gauss.log_det)) goto done;
    ard_gauss_solve(&l->gauss, pull, move);
    TRY(ard_mode_log_likelihood(&l->mode, value));
    *value += 0.5 * ard_dot(block->size, pull, move);
    const ard_mode_block plain = {.size = block->size, .u = block->u, .precision = block->precision, .tilt = tilt};
    *value += ard_mode_occam(&plain, &l->gauss);
    for (int64_t j = 0; j < s->n; j++) s->mean[j] = STEP * l->options.lambda * (block->u[s->entry[j]] + move[s->entry[j]]);
    if (s->n > 0) fill_covariance(l, block->size, s);
done:
    ard_free(l->context, tilt);
    return rc;
}

/* Which scales are integrated over by their logarithm (power 1), and what that lacks; where they are, their mode without it. */
static int choose_logarithms(ard_type2 *l, const ard_mode_block *block, double *power, double *rest)
{
    int rc = ARDOR_OK;
    double *share = l->mode.trial, *variance = l->mode.direction;
    *rest = 0;
    if (block->size == 1 + l->now.m) goto done;
    TRY(ard_mode_find(&l->mode, &l->gauss, block, 0, MODE_TOL));
    if (isnan(l->gauss.log_det)) goto done;
    ard_gauss_shares(&l->gauss, share);
    ard_gauss_variances(&l->gauss, variance);
    for (int64_t i = 1 + l->now.m; i < block->size; i++) {
        const ard_single x = ard_mode_single(block, i, share[i], variance[i]);
        power[i] = x.u > 0;
        if (x.u > 0) *rest += ard_single_logarithm(&x);
    }
done:
    return rc;
}

/* All weights, and scales whose power is 0. */
static void list_stepped(const ard_type2 *l, const ard_mode_block *block, const double *power, stepped *s)
{
    s->n = 0;
    for (int64_t i = 1; l->options.lambda > 0 && i < block->size; i++)
        if (power[i] == 0) s->entry[s->n++] = i;
}

int type2_joint_evidence(ard_type2 *l, double *value)
{
    int rc = ARDOR_OK;
    stepped s = {0};
    double *power = NULL, of_steps = 0, rest = 0, decrement = 0;
    const int64_t m = l->now.m, k = l->options.learn_scales ? l->now.k : 0, size = 1 + m + k;
    *value = l->now.evidence;
    if (k == 0 && (m == 0 || l->options.lambda == 0)) return ARDOR_OK;
    *value = NAN;
    if (size > MOST) return ARDOR_OK;
    NEW(l->context, power, size);
    if (l->options.lambda > 0) TRY(stepped_open(l->context, size - 1, &s));
    type2_refresh(l);
    ard_mode_block block = k > 0 ? type2_joint_block(l) : type2_weight_block(l);
    TRY(choose_logarithms(l, &block, power, &rest));
    block.power = power;
    list_stepped(l, &block, power, &s);
    TRY(type2_find_block(l, &block, STEPS, MODE_TOL, &decrement));
    if (!(decrement < FOUND)) goto done;
    TRY(integrate(l, &block, &s, value));
    if (s.n > 0) TRY(mean_of_steps(l, &s, &of_steps));
    *value += rest + of_steps;
done:
    stepped_close(l->context, &s);
    ard_free(l->context, power);
    return rc;
}

int ard_type2_joint_evidence(ard_type2 *l)
{
    type2_resume(l);
    return type2_joint_evidence(l, &l->kept.joint);
}
