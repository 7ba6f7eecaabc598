/* The mode of weights and scales together. An iteration finds the weights' mode at the scales before, so that its weights are
 * not at the mode of the scales that it ends with.
 *
 * Newton's method with the whole Hessian of J = log likelihood + log priors,
 *     H = [Phi D]'C [Phi D] + Lambda - sum_i g_i d2f_i,   D = df/dtheta,   g = dlogL/df,
 * where it is positive definite and the scales are few enough for the kernel's second derivatives; else without these. Along the
 * valley in which weights grow as scales shrink, which hardly changes f, only the whole Hessian is of any use. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

/* Of the Newton decrement: to rounding; and its value where a mode counts as found, whatever the features' sizes are. */
static const double JOINT_TOL = 1e-20, JOINT_FOUND = 1e-10;
enum { JOINT_STEPS = 30 };

void type2_joint_close(ardor_context *context, type2_joint *j)
{
    double *const arrays[] = {j->u,      j->precision, j->tilt,      j->side,     j->slope,  j->hessian,     j->cross,
                              j->square, j->row,       j->by_weight, j->by_scale, j->spread, j->kernel_slope};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    *j = (type2_joint){0};
}

int type2_joint_new(ardor_context *context, int64_t room, type2_joint *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->u, room);
    NEW(context, out->precision, room);
    NEW(context, out->tilt, room);
    NEW(context, out->side, room);
    NEW(context, out->slope, room);
done:
    return rc;
}

bool type2_has_curvature(const ard_type2 *l) { return l->now.k <= ard_kernel_curvature_limit(l->kernel); }

int type2_joint_room(ard_type2 *l, int64_t m, int64_t k)
{
    int rc = ARDOR_OK;
    type2_joint *j = &l->joint;
    if (l->search.incremental) { /* which may begin again with the room that it had */
        m = ard_max64(m, l->search.weight_room);
        k = ard_max64(k, l->search.scale_room);
    }
    const int64_t scales = ard_min64(k, ard_kernel_curvature_limit(l->kernel)), size = 1 + m + scales;
    EXTEND(l->context, j->hessian, size * size);
    EXTEND(l->context, j->cross, m * scales);
    EXTEND(l->context, j->square, scales * scales);
done:
    return rc;
}

int type2_joint_open(ard_type2 *l)
{
    int rc = ARDOR_OK;
    type2_joint *j = &l->joint;
    const int64_t n = l->problem.x.n, m = l->now.m, k = l->now.k;
    if (!type2_has_curvature(l)) return ARDOR_OK;
    TRY(type2_joint_room(l, m, k));
    EXTEND(l->context, j->row, n);
    EXTEND(l->context, j->by_weight, n * (1 + m));
    EXTEND(l->context, j->by_scale, n * k);
    EXTEND(l->context, j->spread, n * m);
    if (l->problem.basis.kind != ARD_RBF) EXTEND(l->context, j->kernel_slope, n * m);
done:
    return rc;
}

static ard_list weights_of(const ard_type2 *l) { return (ard_list){l->now.m, l->now.centre, l->now.u + 1}; }

/* sum g d2f into `cross` and `square`. */
static void second_derivatives(ard_type2 *l)
{
    const ard_type2_model *s = &l->now;
    ard_kernel_curvature(l->kernel, weights_of(l), s->m, s->centre, l->phi + l->problem.x.n, l->mode.residual, s->k, s->feature,
                         l->joint.cross, l->joint.square);
    ard_scal(s->m * s->k, l->options.scale, l->joint.cross);
    ard_scal(s->k * s->k, l->options.scale * l->options.scale, l->joint.square);
}

/* The Hessian and its Cholesky factor, both less than Lambda^.5 on either side: where mode was differentiated last. */
int type2_joint_factor(ard_type2 *l, bool *found)
{
    int rc = ARDOR_OK;
    const int64_t m = l->now.m, k = l->now.k, first = 1 + m, size = first + k;
    const double *root = l->gauss.root;
    double *h = l->joint.hessian, trace = 0;
    *found = false;
    if (!type2_has_curvature(l)) goto done;
    TRY(ard_gauss_product(&l->gauss, size, l->phi, l->mode.curvature, l->mode.lambda, h));
    second_derivatives(l);
    for (int64_t t = 0; t < k; t++) {
        const int64_t row = first + t;
        for (int64_t j = 0; j < m; j++) h[row + (1 + j) * size] -= l->joint.cross[t * m + j] / (root[row] * root[1 + j]);
        for (int64_t v = 0; v <= t; v++)
            h[row + (first + v) * size] -= l->joint.square[v * k + t] / (root[row] * root[first + v]);
    }
    for (int64_t i = 0; i < size; i++) trace += h[i + i * size];
    *found = isfinite(trace) && ard_cholesky(size, h, size) == 0;
done:
    return rc;
}

void type2_joint_solve(const ard_type2 *l, const double *g, double *x)
{
    const int64_t size = 1 + l->now.m + l->now.k;
    for (int64_t i = 0; i < size; i++) x[i] = g[i] / l->gauss.root[i];
    ard_cholesky_solve(size, 1, l->joint.hessian, size, x, size);
    for (int64_t i = 0; i < size; i++) x[i] /= l->gauss.root[i];
}

/* ------------------------------------------------------------------ weights and scales as one block */

static void joint_latent(void *type2, const double *u, double *f)
{
    ard_type2 *l = type2;
    type2_latent(l, u, u + 1 + l->now.m, f);
}

static void joint_differentiate(void *type2)
{
    ard_type2 *l = type2;
    const double *u = l->joint.u;
    memcpy(l->now.u, u, (size_t)(1 + l->now.m) * sizeof *u);
    memcpy(l->now.theta, u + 1 + l->now.m, (size_t)l->now.k * sizeof *u);
    type2_refresh(l);
    type2_differentiate(l);
}

static int joint_direct(void *type2, const double *gradient, double *direction, bool *found)
{
    ard_type2 *l = type2;
    int rc = type2_joint_factor(l, found);
    if (*found) type2_joint_solve(l, gradient, direction);
    return rc;
}

ard_mode_block type2_joint_block(ard_type2 *l)
{
    const ard_mode_block part[] = {type2_weight_block(l), type2_scale_block(l)};
    int64_t size = 0;
    for (int i = 0; i < 2; i++) {
        const size_t bytes = (size_t)part[i].size * sizeof *l->joint.u;
        memcpy(l->joint.u + size, part[i].u, bytes);
        memcpy(l->joint.precision + size, part[i].precision, bytes);
        memcpy(l->joint.tilt + size, part[i].tilt, bytes);
        if (part[i].side) memcpy(l->joint.side + size, part[i].side, bytes);
        for (int64_t t = 0; l->bounded && !part[i].side && t < part[i].size; t++) l->joint.side[size + t] = 0;
        size += part[i].size;
    }
    return (ard_mode_block){.size = size,
                            .u = l->joint.u,
                            .precision = l->joint.precision,
                            .tilt = l->joint.tilt,
                            .design = l->phi,
                            .latent = joint_latent,
                            .differentiate = joint_differentiate,
                            .direct = joint_direct,
                            .state = l,
                            .side = l->bounded ? l->joint.side : NULL};
}

int type2_approach_joint(ard_type2 *l, int64_t steps, double tol)
{
    type2_refresh(l);
    const ard_mode_block block = type2_joint_block(l);
    return ard_mode_find_point(&l->mode, &l->gauss, &block, steps, tol);
}

int type2_find_block(ard_type2 *l, const ard_mode_block *block, int64_t steps, double tol, double *decrement)
{
    int rc = ARDOR_OK;
    TRY(ard_mode_find(&l->mode, &l->gauss, block, steps, tol));
    *decrement = NAN;
    if (isnan(l->gauss.log_det)) goto done;
    ard_gauss_solve(&l->gauss, l->mode.gradient, l->mode.direction);
    *decrement = ard_dot(block->size, l->mode.gradient, l->mode.direction);
done:
    return rc;
}

int type2_find_joint(ard_type2 *l, bool solve, double *decrement)
{
    type2_refresh(l);
    const ard_mode_block block = type2_joint_block(l);
    return type2_find_block(l, &block, solve ? JOINT_STEPS : 0, JOINT_TOL, decrement);
}

int type2_joint_expand(ard_type2 *l) { return type2_approach_joint(l, 0, JOINT_TOL); }

int type2_joint_modes(ard_type2 *l, double *decrement, bool *found)
{
    int rc = ARDOR_OK;
    TRY(type2_find_joint(l, true, decrement));
    *found = *decrement < JOINT_FOUND;
    if (*found) TRY(type2_measure(l));
done:
    return rc;
}
