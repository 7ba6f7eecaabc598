/* A function that only tests fit by proximal Newton: f = b + sum_j w_j sin(theta_j x_j), a weight and a scale for each column.
 * That a new function fits through the table alone. */
#ifndef TOY_SINES_H
#define TOY_SINES_H

#include <string.h>

#include "numeric.h"
#include "solver/proxnewton/proxnewton.h"

/* x: n x p. */
typedef struct toy_sines {
    int64_t n, p;
    const double *x;
} toy_sines;

static inline void toy_sines_latent(void *self, const ard_point *q, double *f)
{
    const toy_sines *s = self;
    memset(f, 0, (size_t)s->n * sizeof *f);
    for (int64_t a = 0; a < q->n_active; a++) {
        const int64_t j = q->active[a];
        for (int64_t i = 0; i < s->n; i++) f[i] += q->weight[j] * sin(q->scale[j] * s->x[i + j * s->n]);
    }
}

static inline void toy_sines_weight_column(const toy_sines *s, const ard_point *q, int64_t j, double *out)
{
    for (int64_t i = 0; i < s->n; i++) out[i] = sin(q->scale[j] * s->x[i + j * s->n]);
}

static inline void toy_sines_scale_column(const toy_sines *s, const ard_point *q, int64_t j, double *out)
{
    for (int64_t i = 0; i < s->n; i++) {
        const double x = s->x[i + j * s->n];
        out[i] = q->weight[j] * x * cos(q->scale[j] * x);
    }
}

static inline void toy_sines_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_scale)
{
    const toy_sines *s = self;
    double *column = make_reals(s->n);
    for (int64_t j = 0; j < s->p; j++) {
        d_scale[j] = 0;
        toy_sines_scale_column(s, q, j, column);
        for (int64_t i = 0; i < s->n; i++) d_scale[j] += g[i] * column[i];
    }
    for (int64_t a = 0; a < q->n_active; a++) toy_sines_weight_column(s, q, q->active[a], columns + a * s->n);
    free(column);
}

static inline void toy_sines_weight_gradient(void *self, const ard_point *q, const double *g, double *d_weight)
{
    const toy_sines *s = self;
    double *column = make_reals(s->n);
    for (int64_t j = 0; j < s->p; j++) {
        d_weight[j] = 0;
        toy_sines_weight_column(s, q, j, column);
        for (int64_t i = 0; i < s->n; i++) d_weight[j] += g[i] * column[i];
    }
    free(column);
}

static inline void toy_sines_columns(void *self, const ard_point *q, int64_t n_new, const int64_t *fresh, int64_t n_scales,
                                     const int64_t *scale, double *columns)
{
    const toy_sines *s = self;
    columns += q->n_active * s->n;
    for (int64_t a = 0; a < n_new; a++) toy_sines_weight_column(s, q, fresh[a], columns + a * s->n);
    columns += n_new * s->n;
    for (int64_t k = 0; k < n_scales; k++) toy_sines_scale_column(s, q, scale[k], columns + k * s->n);
}

/* A weight and a scale meet in one column only, so both blocks are all but empty. */
static inline void toy_sines_curvature(void *self, const ard_point *q, const double *g, int64_t n_set, const int64_t *set,
                                       int64_t n_scales, const int64_t *scale, const double *columns, double *cross,
                                       double *square)
{
    const toy_sines *s = self;
    (void)columns;
    memset(cross, 0, (size_t)(n_set * n_scales) * sizeof *cross);
    memset(square, 0, (size_t)(n_scales * n_scales) * sizeof *square);
    for (int64_t k = 0; k < n_scales; k++) {
        const int64_t j = scale[k];
        double mixed = 0, twice = 0;
        for (int64_t i = 0; i < s->n; i++) {
            const double x = s->x[i + j * s->n];
            mixed += g[i] * x * cos(q->scale[j] * x);
            twice -= g[i] * q->weight[j] * x * x * sin(q->scale[j] * x);
        }
        square[k * n_scales + k] = twice;
        for (int64_t a = 0; a < n_set; a++)
            if (set[a] == j) cross[k * n_set + a] = mixed;
    }
}

static inline ard_pn_function toy_sines_function(toy_sines *s)
{
    return (ard_pn_function){.self = s,
                             .n_outputs = 1,
                             .n = s->n,
                             .n_weights = s->p,
                             .n_scales = s->p,
                             .weight_room = s->p,
                             .scale_room = s->p,
                             .latent = toy_sines_latent,
                             .gradient = toy_sines_gradient,
                             .weight_gradient = toy_sines_weight_gradient,
                             .columns = toy_sines_columns,
                             .curvature = toy_sines_curvature,
                             .curvature_limit = s->p};
}
#endif
