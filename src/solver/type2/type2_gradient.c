/* The log evidence E by the logarithms of the precisions. Where scales are learnt it is
 *
 *   E = J(u, theta) + .5 sum ln alpha + .5 sum ln beta - v,   v = .5 ln |H_w| + .5 ln |H_theta|,
 *   H_w = Phi'C Phi + Lambda_w,   H_theta = D'C D + Lambda_theta,   D = df/dtheta,
 *
 * at the mode (u, theta) of J, whose Hessian H (type2_joint.c) is complete while those in E lack second derivatives of f:
 *
 *   dE/dln alpha_i = .5 (gamma_i - alpha_i u_i^2) + alpha_i u_i [H^-1 dv]_i,   gamma_i = 1 - alpha_i (H_w^-1)_ii,
 *
 * and the same of beta. dv has the curvature C' = dC/df and the smooth steps, as of one block (mode.h), for both leverages, and
 * the designs: with S = Phi H_w^-1, T = D H_theta^-1, f_i = b + sum_j u_j k(s_ij), u_ijk = ds_ij/dtheta_k and
 * V_ij = sum_k T_ik u_ijk,
 *
 *   dv/du_j     = .. + sum_i C_i k'(s_ij) V_ij
 *   dv/dtheta_k = .. + sum_ij C_i (S_ij k'(s_ij) + u_j k''(s_ij) V_ij) u_ijk. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

static void add_hyperprior(const ard_type2_options *o, const ard_mode_block *block, double *gradient)
{
    for (int64_t i = 0; i < block->size; i++) gradient[i] += o->shape - o->rate * block->precision[i];
}

/* What MacKay's fixed point has: .5 (gamma - precision u^2). */
static void explicit_terms(const ard_mode_block *block, const double *lambda, const double *share, double *gradient)
{
    for (int64_t i = 0; i < block->size; i++) {
        const double precision = block->precision[i], u = block->u[i];
        gradient[i] = 0.5 * (ard_mode_gamma(precision, lambda[i], share[i]) - precision * u * u);
    }
}

/* dv as of blocks whose design stays, and S or T: for a block with its factor in place. Leaves C' / C times the leverages in
 * mode.third. */
static int block_terms(ard_type2 *l, const ard_mode_block *block, const double *variance, double *slope, double *product)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.x.n, size = block->size;
    double *covariance = l->joint.hessian;
    TRY(ard_mode_determinant_gradient(&l->mode, &l->gauss, block, variance, slope));
    ard_gauss_covariance(&l->gauss, covariance);
    ard_gemm('N', 'N', n, size, size, 1.0, block->design, n, covariance, size, 0.0, product, n);
done:
    return rc;
}

/* k' (order 1) or k'' of the active centres: of rbf both are the kernel. */
static const double *kernel_slopes(ard_type2 *l, int order)
{
    if (l->problem.basis.kind == ARD_RBF) return l->phi + l->problem.x.n;
    ard_kernel_columns(l->kernel, l->now.m, l->now.centre, order, l->joint.kernel_slope);
    return l->joint.kernel_slope;
}

/* The designs' terms. S and T are overwritten. */
static void design_terms(ard_type2 *l, double *by_u, double *by_theta)
{
    const ard_type2_model *s = &l->now;
    const int64_t n = l->problem.x.n, m = s->m;
    const double *c = l->mode.curvature, unit = l->options.scale;
    double *v = l->joint.spread, *sum = l->joint.by_weight + n, *ones = l->joint.row;
    ard_kernel_spread(l->kernel, m, s->centre, s->k, s->feature, l->joint.by_scale, v);
    ard_scal(n * m, unit, v);
    const double *slope = kernel_slopes(l, 1);
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0, at = j * n; i < n; i++, at++) {
            by_u[1 + j] += c[i] * slope[at] * v[at];
            sum[at] *= slope[at];
        }
    slope = kernel_slopes(l, 2);
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0, at = j * n; i < n; i++, at++) sum[at] += s->u[1 + j] * slope[at] * v[at];
    for (int64_t j = 0; j < m; j++) ones[j] = 1.0;
    ard_kernel_contract(l->kernel, (ard_list){m, s->centre, ones}, sum, c, s->k, s->feature, l->score);
    ard_axpy(s->k, unit, l->score, by_theta);
}

/* dv, and the explicit terms on the way. */
static int determinant_slope(ard_type2 *l, const ard_mode_block *weights, const ard_mode_block *scales, double *ln_alpha,
                             double *ln_beta)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.x.n;
    double *by_u = l->joint.slope, *by_theta = by_u + weights->size;
    explicit_terms(weights, l->mode.lambda, l->share, ln_alpha);
    explicit_terms(scales, l->scale_lambda, l->scale_share, ln_beta);
    TRY(block_terms(l, weights, l->now.variance, by_u, l->joint.by_weight));
    memcpy(l->joint.row, l->mode.third, (size_t)n * sizeof *l->joint.row);
    TRY(type2_find(l, scales, 0));
    TRY(block_terms(l, scales, l->now.theta_variance, by_theta, l->joint.by_scale));
    ard_gemv('T', n, scales->size, 0.5, scales->design, n, l->joint.row, 1.0, by_theta);
    type2_refresh(l);
    ard_gemv('T', n, weights->size, 0.5, weights->design, n, l->mode.third, 1.0, by_u);
    design_terms(l, by_u, by_theta);
done:
    return rc;
}

static int joint_gradient(ard_type2 *l, const ard_mode_block *weights, const ard_mode_block *scales, double *ln_alpha,
                          double *ln_beta)
{
    int rc = ARDOR_OK;
    double *moved = l->mode.direction;
    bool maximum = type2_has_curvature(l);
    if (maximum) {
        TRY(determinant_slope(l, weights, scales, ln_alpha, ln_beta));
        TRY(type2_joint_expand(l));
        TRY(type2_joint_factor(l, &maximum));
    }
    if (maximum) type2_joint_solve(l, l->joint.slope, moved);
    for (int64_t i = 0; i < weights->size; i++)
        ln_alpha[i] = maximum ? ln_alpha[i] + weights->precision[i] * weights->u[i] * moved[i] : (double)NAN;
    for (int64_t k = 0; k < scales->size; k++)
        ln_beta[k] = maximum ? ln_beta[k] + scales->precision[k] * scales->u[k] * moved[weights->size + k] : (double)NAN;
done:
    return rc;
}

int type2_evidence_gradient(ard_type2 *l, double *ln_alpha, double *ln_beta)
{
    int rc = ARDOR_OK;
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    const bool joint = l->options.learn_scales && l->now.k > 0;
    if (joint)
        TRY(joint_gradient(l, &weights, &scales, ln_alpha, ln_beta));
    else
        TRY(ard_mode_evidence_gradient(&l->mode, &l->gauss, &weights, ln_alpha));
    add_hyperprior(&l->options, &weights, ln_alpha);
    if (joint) add_hyperprior(&l->options, &scales, ln_beta);
done:
    return rc;
}
