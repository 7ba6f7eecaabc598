/* Shared by kernel.c, kernel_derivative.c and kernel_row.c only. */
#ifndef ARD_KERNEL_INSIDE_H
#define ARD_KERNEL_INSIDE_H

#include "basis/kernel.h"

enum { CENTRE_BLOCK = 64 };

struct ard_kernel {
    ard_basis basis;
    bool bilinear; /* linear and poly:1: k = offset + x' Theta z, products without the kernel matrix */
    bool shared;   /* the centres are the rows: zs is xs */
    double offset;
    int64_t n, m, p;
    ard_array x, z;        /* centred copies where columns are far from 0; z borrows x's values where the centres are the rows */
    int64_t n_live, *live; /* features whose theta is not 0 */
    double *theta;         /* of the live features */
    double *xs, *zs;       /* sqrt(theta) times the live columns: n x n_live, m x n_live */
    double *x_norm, *z_norm;
    int64_t limit; /* features that the buffers below hold */
    double *gather, *block;
    double *feature_vector, *feature_vector2, *centre_vector, *row_vector;
    double *row_room, *centre_room;               /* max(n, m) x 4 limit; m x (2 limit + 1) */
    double *row_features[4], *centre_features[2]; /* parts of them, limit columns each */
    double *slope;                                /* poly: dK/ds of the active centres, n x m */
};

static inline double ard_kernel_power(double base, int exponent)
{
    double value = 1.0;
    for (int i = 0; i < exponent; i++) value *= base;
    return value;
}

/* Of an inner product, the value of linear and poly. */
static inline double ard_kernel_of_product(ard_basis basis, double s)
{
    return basis.kind == ARD_POLY ? ard_kernel_power(1.0 + s, basis.degree) : s;
}

/* Values of a feature, of the rows and of the centres. */
static inline const double *ard_kernel_x(const ard_kernel *k, int64_t feature) { return k->x.x + feature * k->x.ld; }
static inline const double *ard_kernel_z(const ard_kernel *k, int64_t feature) { return k->z.x + feature * k->z.ld; }
#endif
