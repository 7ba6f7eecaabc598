/* Shared by kernel.c and kernel_derivative.c only. */
#ifndef ARD_KERNEL_INSIDE_H
#define ARD_KERNEL_INSIDE_H

#include "basis/kernel.h"

struct ard_kernel {
    ard_basis basis;
    bool bilinear;          /* linear and poly:1: k = offset + x' Theta z, products without the kernel matrix */
    bool shared;            /* the centres are the rows: zs is xs */
    double offset;
    int64_t n, m, p, ldx, ldz;
    const double *x, *z;
    double *own_x, *own_z;  /* centred copies that x and z point to, NULL where the caller's columns serve */
    int64_t n_live, *live;  /* features with theta > 0 */
    double *theta;          /* of the live features */
    double *xs, *zs;        /* sqrt(theta) times the live columns: n x n_live, m x n_live */
    double *x_norm, *z_norm;
    int64_t limit;          /* features that the buffers below hold */
    double *gather, *block;
    double *feature_vector, *feature_vector2, *centre_vector, *row_vector;
    double *row_features[4], *centre_features[2];
    double *slope;          /* poly: dK/ds of the active centres, n x m */
};

/* Columns of the kernel (order 0) or of its order-th derivative in the inner product (poly only). */
void ard_kernel_fill(ard_kernel *kernel, int64_t n_centres, const int64_t *centre, int order, double *out);
#endif
