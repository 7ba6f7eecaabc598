/* H = Lambda + D'C D, Lambda and C diagonal and positive, D n x m: solves, determinant, variances.
 *
 * With W = C^.5 D Lambda^-.5 and t_k = 1 - Lambda_k (H^-1)_kk, which lies in [0, 1),
 *     m <= n   B = I + W'W (m x m):   H^-1 = Lambda^-.5 B^-1 Lambda^-.5,              t_k = 1 - (B^-1)_kk
 *     m > n    K = I + W W' = L L', T = L^-1 W: H^-1 = Lambda^-.5 (I - T'T) Lambda^-.5, t_k = |T_k|^2
 *     ln |H| = sum ln Lambda + ln |B| = sum ln Lambda + ln |K|.
 * B and K are at least the identity whatever the spread of Lambda, so their Cholesky factors exist but for rounding, and no
 * m x m matrix is made where n is smaller. */
#ifndef ARD_LAPLACE_FACTOR_H
#define ARD_LAPLACE_FACTOR_H

#include "base/base.h"

typedef enum { ARD_FORM_AUTO, ARD_FORM_ROWS, ARD_FORM_COLUMNS } ard_factor_form; /* auto: the smaller; n x n; m x m */

typedef struct ard_laplace_factor {
    int64_t n, m_room, side_room;
    ard_factor_form form; /* which one to take */
    int64_t m;
    bool by_rows;   /* of the current factor */
    bool projected; /* w is T: from ard_laplace_factor_shares on, if by rows */
    double log_det;
    double *w;           /* n x m: W, or T */
    double *l, *inverse; /* side x side: Cholesky factor; by columns L^-1 */
    double *root;        /* m: sqrt Lambda */
    double *row;         /* n */
} ard_laplace_factor;

/* Room for up to m_room columns. A half-made factor can be closed. */
int ard_laplace_factor_open(ardor_context *context, int64_t n, int64_t m_room, ard_factor_form form, ard_laplace_factor *out);
void ard_laplace_factor_close(ardor_context *context, ard_laplace_factor *factor);
/* False where a value is not finite. d: n x m, leading dimension n. */
bool ard_laplace_factor_make(ard_laplace_factor *factor, int64_t m, const double *d, const double *curvature,
                             const double *lambda);
/* x = H^-1 g. */
void ard_laplace_factor_solve(ard_laplace_factor *factor, const double *g, double *x);
/* t, above: m values. */
void ard_laplace_factor_shares(ard_laplace_factor *factor, double *t);
/* H^-1, m x m, both triangles; after ard_laplace_factor_shares. */
void ard_laplace_factor_covariance(const ard_laplace_factor *factor, double *covariance);
#endif
