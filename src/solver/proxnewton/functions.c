/* Bindings of the bases to proximal Newton. */
#include "solver/proxnewton/functions.h"

#include <string.h>

#include "linalg/blas.h"

/* ------------------------------------------------------------------ identity */

static void identity_latent(void *self, const ard_point *q, double *f)
{
    const ard_identity_function *s = self;
    memset(f, 0, (size_t)s->n * sizeof *f);
    for (int64_t j = 0; j < q->n_active; j++) ard_axpy(s->n, q->active_weight[j], s->x + q->active[j] * s->n, f);
}

static void copy_columns(const ard_identity_function *s, int64_t count, const int64_t *column, double *out)
{
    for (int64_t j = 0; j < count; j++) memcpy(out + j * s->n, s->x + column[j] * s->n, (size_t)s->n * sizeof *out);
}

static void identity_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_weight, double *d_scale)
{
    const ard_identity_function *s = self;
    (void)d_scale;
    copy_columns(s, q->n_active, q->active, columns);
    ard_gemv('T', s->n, s->p, 1.0, s->x, s->n, g, 0.0, d_weight);
}

static void identity_columns(void *self, const ard_point *q, int64_t n_new, const int64_t *fresh, int64_t n_scales,
                             const int64_t *scale, double *columns)
{
    const ard_identity_function *s = self;
    (void)n_scales;
    (void)scale;
    copy_columns(s, n_new, fresh, columns + q->n_active * s->n);
}

void ard_identity_bind(ard_identity_function *self, ard_pn_function *out)
{
    *out = (ard_pn_function){.self = self,
                             .n = self->n,
                             .n_weights = self->p,
                             .weight_room = ard_min64(self->p, 2 * self->n + 40),
                             .latent = identity_latent,
                             .gradient = identity_gradient,
                             .columns = identity_columns};
}

/* ------------------------------------------------------------------ kernels */

static ard_list active_of(const ard_point *q) { return (ard_list){q->n_active, q->active, q->active_weight}; }

static void learnt_latent(void *self, const ard_point *q, double *f)
{
    ard_kernel_function *s = self;
    ard_kernel_set(s->kernel, (ard_list){q->n_live, q->live, q->live_scale});
    ard_kernel_latent(s->kernel, active_of(q), f);
}

static void fixed_latent(void *self, const ard_point *q, double *f)
{
    ard_kernel_latent(((ard_kernel_function *)self)->kernel, active_of(q), f);
}

static void fixed_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_weight, double *d_scale)
{
    ard_kernel_function *s = self;
    (void)d_scale;
    ard_kernel_columns(s->kernel, q->n_active, q->active, columns);
    ard_kernel_transpose(s->kernel, g, d_weight);
}

static void learnt_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_weight, double *d_scale)
{
    ard_kernel_function *s = self;
    ard_kernel_set(s->kernel, (ard_list){q->n_live, q->live, q->live_scale});
    fixed_gradient(self, q, g, columns, d_weight, NULL);
    ard_kernel_scale_gradient(s->kernel, active_of(q), columns, g, d_scale);
}

static void kernel_columns(void *self, const ard_point *q, int64_t n_new, const int64_t *fresh, int64_t n_scales,
                           const int64_t *scale, double *columns)
{
    ard_kernel_function *s = self;
    ard_kernel_columns(s->kernel, n_new, fresh, columns + q->n_active * s->n);
    if (n_scales) ard_kernel_jacobian(s->kernel, active_of(q), columns, n_scales, scale, columns + (q->n_active + n_new) * s->n);
}

static void kernel_curvature(void *self, const ard_point *q, const double *g, int64_t n_set, const int64_t *set, int64_t n_scales,
                             const int64_t *scale, const double *columns, double *cross, double *square)
{
    ard_kernel_curvature(((ard_kernel_function *)self)->kernel, active_of(q), n_set, set, columns, g, n_scales, scale, cross,
                         square);
}

void ard_kernel_bind(ard_kernel_function *self, ard_basis basis, int64_t n_scales, int64_t scale_room, ard_pn_function *out)
{
    *out = (ard_pn_function){.self = self,
                             .n = self->n,
                             .n_weights = self->n,
                             .weight_room = self->n,
                             .columns = kernel_columns,
                             .latent = fixed_latent,
                             .gradient = fixed_gradient};
    if (n_scales == 0) return;
    out->n_scales = n_scales;
    out->scale_room = scale_room;
    out->latent = learnt_latent;
    out->gradient = learnt_gradient;
    out->curvature = kernel_curvature;
    out->curvature_limit = ard_kernel_curvature_limit(self->kernel);
    out->scale_invariant = ard_basis_bilinear(basis);
    out->bias_shift = basis.kind == ARD_POLY ? 1.0 : 0.0;
}
