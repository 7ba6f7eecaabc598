/* Bindings of the bases to proximal Newton. */
#include "solver/proxnewton/functions.h"

#include <string.h>

static ard_list active_of(const ard_point *q) { return (ard_list){q->n_active, q->active, q->active_weight}; }

/* ------------------------------------------------------------------ identity */

static void identity_latent(void *self, const ard_point *q, double *f)
{
    const ard_matrix *x = self;
    memset(f, 0, (size_t)x->n * sizeof *f);
    ard_matrix_times(x, active_of(q), f);
}

static void identity_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_scale)
{
    const ard_matrix *x = self;
    (void)g, (void)d_scale;
    ard_matrix_gather(x, 0, x->n, q->n_active, q->active, columns, x->n);
}

static void identity_weight_gradient(void *self, const ard_point *q, const double *g, double *d_weight)
{
    (void)q;
    ard_matrix_transposed(self, g, d_weight);
}

static void identity_columns(void *self, const ard_point *q, int64_t n_new, const int64_t *fresh, int64_t n_scales,
                             const int64_t *scale, double *columns)
{
    const ard_matrix *x = self;
    (void)n_scales;
    (void)scale;
    ard_matrix_gather(x, 0, x->n, n_new, fresh, columns + q->n_active * x->n, x->n);
}

void ard_identity_bind(const ard_matrix *x, ard_pn_function *out)
{
    *out = (ard_pn_function){.self = (void *)x, /* which the functions above do not change */
                             .n_outputs = 1,
                             .n = x->n,
                             .n_weights = x->p,
                             .weight_room = x->p,
                             .latent = identity_latent,
                             .gradient = identity_gradient,
                             .weight_gradient = identity_weight_gradient,
                             .columns = identity_columns};
}

/* ------------------------------------------------------------------ kernels */

static void learnt_latent(void *self, const ard_point *q, double *f)
{
    ard_kernel_set(self, (ard_list){q->n_live, q->live, q->live_scale});
    ard_kernel_latent(self, active_of(q), f);
}

static void fixed_latent(void *self, const ard_point *q, double *f) { ard_kernel_latent(self, active_of(q), f); }

static void fixed_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_scale)
{
    (void)g, (void)d_scale;
    ard_kernel_columns(self, q->n_active, q->active, 0, columns);
}

static void learnt_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_scale)
{
    ard_kernel_set(self, (ard_list){q->n_live, q->live, q->live_scale});
    fixed_gradient(self, q, g, columns, NULL);
    ard_kernel_scale_gradient(self, active_of(q), columns, g, d_scale);
}

static void kernel_weight_gradient(void *self, const ard_point *q, const double *g, double *d_weight)
{
    (void)q;
    ard_kernel_transpose(self, g, d_weight);
}

static void kernel_columns(void *self, const ard_point *q, int64_t n_new, const int64_t *fresh, int64_t n_scales,
                           const int64_t *scale, double *columns)
{
    const int64_t n = ard_kernel_shape_of(self).n;
    ard_kernel_columns(self, n_new, fresh, 0, columns + q->n_active * n);
    if (n_scales) ard_kernel_jacobian(self, active_of(q), columns, n_scales, scale, columns + (q->n_active + n_new) * n);
}

static void kernel_curvature(void *self, const ard_point *q, const double *g, int64_t n_set, const int64_t *set, int64_t n_scales,
                             const int64_t *scale, const double *columns, double *cross, double *square)
{
    ard_kernel_curvature(self, active_of(q), n_set, set, columns, g, n_scales, scale, cross, square);
}

void ard_kernel_bind(ard_kernel *kernel, int64_t scale_room, ard_pn_function *out)
{
    const ard_kernel_shape shape = ard_kernel_shape_of(kernel);
    *out = (ard_pn_function){.self = kernel,
                             .n_outputs = 1,
                             .n = shape.n,
                             .n_weights = shape.m,
                             .weight_room = shape.m,
                             .columns = kernel_columns,
                             .latent = fixed_latent,
                             .gradient = fixed_gradient,
                             .weight_gradient = kernel_weight_gradient,
                             .costly_weight_gradient = !ard_basis_bilinear(shape.basis)};
    if (scale_room == 0) return;
    out->n_scales = shape.p;
    out->scale_room = scale_room;
    out->latent = learnt_latent;
    out->gradient = learnt_gradient;
    out->curvature = kernel_curvature;
    out->curvature_limit = ard_kernel_curvature_limit(kernel);
    out->scale_invariant = ard_basis_bilinear(shape.basis);
    out->bias_shift = shape.basis.kind == ARD_POLY ? 1.0 : 0.0;
}
