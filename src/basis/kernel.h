/* Kernel bases with a scale theta_k for each feature: products with the kernel matrix and its derivatives.
 *
 *   linear   k(x, z) = sum_k theta_k x_k z_k
 *   poly:r   k(x, z) = (1 + sum_k theta_k x_k z_k)^r
 *   rbf      k(x, z) = exp(-sum_k theta_k (x_k - z_k)^2)
 *
 * Rows x_i (n of them) and centres z_j (m) are the rows of two matrices with the same p columns, or of one. The function is
 * f_i = sum_j w_j k(x_i, z_j). Only the features whose theta is set ("live": theta > 0, or any but 0 where that is allowed)
 * and centres with w != 0 ("active") cost time.
 * The kernel matrix is never stored as a whole: products run over blocks of rows and centres in a fixed order, all of
 * it matrix-matrix work. */
#ifndef ARD_KERNEL_H
#define ARD_KERNEL_H

#include "basis/basis.h"
#include "matrix/matrix.h"

typedef struct ard_kernel ard_kernel;

/* z: the centres; NULL: the rows themselves. Values are borrowed where a matrix has a plain array, else copied; the matrices
 * themselves need not outlive the call. */
int ard_kernel_open(ardor_context *context, ard_basis basis, const ard_matrix *x, const ard_matrix *z, ard_kernel **out);
/* The same without the room that derivatives take: for values and products, down to ard_kernel_transpose. */
int ard_kernel_open_values(ardor_context *context, ard_basis basis, const ard_matrix *x, const ard_matrix *z, ard_kernel **out);
void ard_kernel_close(ardor_context *context, ard_kernel *kernel);

/* What it was opened with. */
typedef struct ard_kernel_shape {
    ard_basis basis;
    int64_t n, m, p;
} ard_kernel_shape;
ard_kernel_shape ard_kernel_shape_of(const ard_kernel *kernel);

/* Room for scales below 0: a kernel whose centres are the rows does without until this is called. With one, the squared
 * distance of rbf can be negative: it counts as 0 then, while derivatives are those of the exponential at 1. */
int ard_kernel_allow_negative(ardor_context *context, ard_kernel *kernel);

/* Set theta by its live entries. Everything below refers to it. */
void ard_kernel_set(ard_kernel *kernel, ard_list theta);
/* The same theta for every feature. */
void ard_kernel_set_all(ard_kernel *kernel, double theta);
/* K[:, centres]: out is n x n_centres, leading dimension n. order 0: the values; 1, 2: the derivatives in s, of which they are a
 * function: sum_k theta_k x_k z_k, for rbf its exponent (the values again). */
void ard_kernel_columns(ard_kernel *kernel, int64_t n_centres, const int64_t *centre, int order, double *out);
/* f = K w. */
void ard_kernel_latent(ard_kernel *kernel, ard_list w, double *f);
/* d_j = sum_i g_i K_ij for every centre; where the centres are the rows, half of K is made. */
void ard_kernel_transpose(ard_kernel *kernel, const double *g, double *d);

/* Below, columns = ard_kernel_columns (order 0) of the active centres w.index, in that order. */

/* d_k = sum_i g_i df_i/dtheta_k for every feature k. */
void ard_kernel_scale_gradient(ard_kernel *kernel, ard_list w, const double *columns, const double *g, double *d);
/* With u_ijt = ds/dtheta of feature[t] between row i and a centre j, for s as above (x z, or -(x - z)^2), and any matrix e, whose
 * columns are those of the centres w.index:
 *   contract  d_t = sum_ij g_i e_ij w_j u_ijt                        (feature NULL: 0, 1, ..)
 *   spread    v_ij = sum_t t_it u_ijt, n x n_set; t, n x n_features, is overwritten. */
void ard_kernel_contract(ard_kernel *kernel, ard_list w, const double *e, const double *g, int64_t n_features,
                         const int64_t *feature, double *d);
void ard_kernel_spread(ard_kernel *kernel, int64_t n_set, const int64_t *set, int64_t n_features, const int64_t *feature,
                       double *t, double *v);
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

/* value_j = k(x, z_j) of one row x (p values, ldx apart) and m centres, for any theta: without opening a kernel, for a few rows.
 * work: max(m, p) values. */
void ard_kernel_row(ard_basis basis, const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx, const double *theta,
                    double *work, double *value);
/* The same of a row that changes in one feature at a time: m operations for each, instead of m p. */
typedef struct ard_kernel_of_row {
    ard_basis basis;
    ard_array z; /* the centres; copy is of no account */
    int64_t m;
    double norm, *s; /* m, the caller's room */
} ard_kernel_of_row;
/* s is set; work: p values. */
void ard_kernel_row_open(ard_basis basis, const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx,
                         const double *theta, double *work, ard_kernel_of_row *row);
/* value_j = k(x', z_j), where feature k of scale theta is `to` in x' and x in the row; work: m values. */
void ard_kernel_row_changed(const ard_kernel_of_row *row, int64_t k, double theta, double x, double to, double *work,
                            double *value);
/* d_i = k(x_i, x_i) of n rows with p features (column-major, ld), whose scales are theta. */
void ard_kernel_self(ard_basis basis, int64_t n, const double *x, int64_t ld, int64_t p, const double *theta, double *d);
#endif
