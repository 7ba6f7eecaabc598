/* Modes of the weights and of the scales by Newton's method with Armijo's rule.
 *
 * For the weights the objective is concave. For the scales the second derivative of f is left out of the Hessian, so that it
 * stays positive definite and the step an ascent direction; the convergence is linear then, and fast where residuals are
 * small. The printed fixed points of these modes diverge. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "link/logit.h"
#include "solver/type2/laplace_inside.h"

static const double ARMIJO = 1e-4, LEAST_STEP = 1e-10, ROUNDING = 1e-14, LN2 = 0.6931471805599453;

/* sum ln[2 s(tilt u)] - precision u^2 / 2; without a tilt the first term is 0. */
double laplace_prior(int64_t size, const double *u, const double *precision, const double *tilt)
{
    double sum = 0;
    for (int64_t i = 0; i < size; i++) {
        sum -= 0.5 * precision[i] * u[i] * u[i];
        if (tilt[i] != 0) sum += LN2 - ard_softplus(-tilt[i] * u[i]);
    }
    return sum;
}

void laplace_prior_curvature(int64_t size, const double *u, const double *precision, const double *tilt, double *lambda)
{
    for (int64_t i = 0; i < size; i++) {
        lambda[i] = precision[i];
        if (tilt[i] != 0) lambda[i] += tilt[i] * tilt[i] * ard_sigmoid(tilt[i] * u[i]) * ard_sigmoid(-tilt[i] * u[i]);
    }
}

int laplace_failed(ard_laplace *l)
{
    return ard_fail(l->context, ARDOR_NUMERIC,
                    "the Laplace approximation broke down at iteration %lld: a value is not finite; "
                    "are the features scaled?",
                    (long long)l->iteration + 1);
}

static double objective(const ard_laplace *l, const laplace_block *block, const double *u)
{
    return ard_logit_log_likelihood(l->problem.n, l->f, l->problem.sign, l->problem.weight) +
           laplace_prior(block->size, u, block->precision, block->tilt);
}

static void latent(ard_laplace *l, const laplace_block *block, const double *u)
{
    if (block->scales)
        laplace_scale_latent(l, u, l->f);
    else
        ard_gemv('N', l->problem.n, block->size, 1.0, l->phi, l->problem.n, u, 0.0, l->f);
}

/* Gradient and factor at block->u, whose f is in place. */
static int expand(ard_laplace *l, const laplace_block *block)
{
    const int64_t n = l->problem.n, size = block->size;
    ard_logit_terms(n, l->f, l->problem.sign, l->problem.weight, l->residual, l->curvature);
    if (block->scales) {
        ard_kernel_jacobian(l->kernel, (ard_list){l->now.m, l->now.centre, l->now.u + 1}, l->phi + n, size, l->now.feature,
                            l->jacobian);
        ard_scal(n * size, l->options.scale, l->jacobian);
    }
    ard_gemv('T', n, size, 1.0, block->design, n, l->residual, 0.0, l->gradient);
    double largest = 0;
    for (int64_t i = 0; i < size; i++) {
        l->gradient[i] -= block->precision[i] * block->u[i];
        if (block->tilt[i] != 0) l->gradient[i] += block->tilt[i] * ard_sigmoid(-block->tilt[i] * block->u[i]);
        largest = fmax(largest, fabs(l->gradient[i]));
    }
    l->gradient_size[block->scales] = largest;
    laplace_prior_curvature(size, block->u, block->precision, block->tilt, l->lambda);
    if (!ard_laplace_factor_make(&l->factor, size, block->design, l->curvature, l->lambda)) return laplace_failed(l);
    return ARDOR_OK;
}

/* The longest of the halved steps that rises enough; 0: none does, and nothing changes. Close to the mode the rise is less than
 * the objective's rounding, which must not keep the last digits of the mode away. */
static double line_search(ard_laplace *l, laplace_block *block, double before, double decrement)
{
    for (double step = 1.0; step >= LEAST_STEP; step *= 0.5) {
        for (int64_t i = 0; i < block->size; i++) l->trial[i] = block->u[i] + step * l->direction[i];
        latent(l, block, l->trial);
        double after = objective(l, block, l->trial);
        if (isfinite(after) && after >= before + ARMIJO * step * decrement - ROUNDING * fabs(before)) {
            memcpy(block->u, l->trial, (size_t)block->size * sizeof *block->u);
            return step;
        }
    }
    latent(l, block, block->u);
    return 0;
}

int laplace_newton(ard_laplace *l, laplace_block *block, int64_t steps)
{
    int rc = ARDOR_OK;
    latent(l, block, block->u);
    for (int64_t step = 0;; step++) {
        TRY(expand(l, block));
        if (step == steps) break;
        ard_laplace_factor_solve(&l->factor, l->gradient, l->direction);
        const double decrement = ard_dot(block->size, l->gradient, l->direction);
        if (!(decrement >= l->options.newton_tol)) break;
        if (line_search(l, block, objective(l, block, block->u), decrement) == 0) {
            TRY(expand(l, block));
            break;
        }
    }
done:
    return rc;
}

int laplace_weight_factor(ard_laplace *l)
{
    const int64_t n = l->problem.n, size = l->now.m + 1;
    ard_gemv('N', n, size, 1.0, l->phi, n, l->now.u, 0.0, l->f);
    ard_logit_terms(n, l->f, l->problem.sign, l->problem.weight, l->residual, l->curvature);
    l->weight_tilt[0] = 0;
    for (int64_t j = 1; j < size; j++) l->weight_tilt[j] = l->options.lambda * l->problem.sign[l->now.centre[j - 1]];
    laplace_prior_curvature(size, l->now.u, l->now.alpha, l->weight_tilt, l->lambda);
    if (!ard_laplace_factor_make(&l->factor, size, l->phi, l->curvature, l->lambda)) return laplace_failed(l);
    return ARDOR_OK;
}
