/* Kernel bases with a scale theta_k >= 0 (where allowed, of any sign) per feature: products with the kernel matrix and its derivatives.
 *
 *   linear   k(x, z) = sum_k theta_k x_k z_k
 *   poly:r   k(x, z) = (1 + sum_k theta_k x_k z_k)^r
 *   rbf      k(x, z) = exp(-sum_k theta_k (x_k - z_k)^2)
 *
 * Rows x_i (n of them) and centres z_j (m) are rows of column-major matrices with p columns. The function is
 * f_i = sum_j w_j k(x_i, z_j). Only features with theta > 0 ("live") and centres with w != 0 ("active") cost time.
 * The kernel matrix is never stored as a whole: products run over blocks of rows and centres in a fixed order, all of
 * it matrix-matrix work. */
#ifndef ARD_KERNEL_H
#define ARD_KERNEL_H

#include "basis/basis.h"
#include "matrix/matrix.h"

typedef struct ard_kernel ard_kernel;

/* x: n x p with leading dimension ldx; z likewise (z == x, m == n: the rows are the centres). Neither is copied. */
int ard_kernel_open(ardor_context *context, ard_basis basis, int64_t n, const double *x, int64_t ldx, int64_t m, const double *z,
                    int64_t ldz, int64_t p, ard_kernel **out);
void ard_kernel_close(ardor_context *context, ard_kernel *kernel);

/* Room for scales below 0, which kernels whose centres are the rows do without. With one, the squared distance of rbf
 * can be negative: it counts as 0 then, while derivatives are those of the exponential at 1. */
int ard_kernel_allow_negative(ardor_context *context, ard_kernel *kernel);

/* Set theta by its live entries. Everything below refers to it. */
void ard_kernel_set(ard_kernel *kernel, ard_list theta);
/* K[:, centres]: out is n x centres.n, leading dimension n. */
void ard_kernel_columns(ard_kernel *kernel, int64_t n_centres, const int64_t *centre, double *out);
/* f = K w. */
void ard_kernel_latent(ard_kernel *kernel, ard_list w, double *f);
/* d_j = sum_i g_i K_ij for every centre. */
void ard_kernel_transpose(ard_kernel *kernel, const double *g, double *d);

/* Below, columns = ard_kernel_columns of the active centres w.index, in that order. */

/* d_k = sum_i g_i df_i/dtheta_k for every feature k. */
void ard_kernel_scale_gradient(ard_kernel *kernel, ard_list w, const double *columns, const double *g, double *d);
/* J[:, t] = df/dtheta of feature[t]: n x n_features. */
void ard_kernel_jacobian(ard_kernel *kernel, ard_list w, const double *columns, int64_t n_features, const int64_t *feature,
                         double *jacobian);
/* Second derivatives of sum_i g_i f_i over the weights of `set` centres (a list that begins with the active ones; columns
 * for all of it) and the scales of the features:
 *   cross (n_set x n_features): d2/dw_j dtheta_k;  square (n_features x n_features): d2/dtheta_k dtheta_l. */
void ard_kernel_curvature(ard_kernel *kernel, ard_list w, int64_t n_set, const int64_t *set, const double *columns,
                          const double *g, int64_t n_features, const int64_t *feature, double *cross, double *square);
/* The largest n_features of ard_kernel_curvature. */
int64_t ard_kernel_curvature_limit(const ard_kernel *kernel);
#endif
