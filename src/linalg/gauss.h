/* H = Lambda + D'C D, Lambda and C diagonal and positive, D n x m: solves, determinant, the inverse and its square root.
 *
 * With W = C^.5 D Lambda^-.5 and t_k = 1 - Lambda_k (H^-1)_kk, which lies in [0, 1),
 *     columns  B = I + W'W = L L' (m x m):                 H^-1 = Lambda^-.5 B^-1 Lambda^-.5,          t_k = 1 - (B^-1)_kk
 *     rows     K = I + W W' = L L' (n x n), T = L^-1 W:    H^-1 = Lambda^-.5 (I - T'T) Lambda^-.5,     t_k = |T_k|^2
 *     ln |H| = sum ln Lambda + ln |B| = sum ln Lambda + ln |K|
 *     C_i d_i' H^-1 d_i = (W B^-1 W')_ii = 1 - (K^-1)_ii.
 * B and K are at least the identity whatever the spread of Lambda, so their Cholesky factors exist but for rounding, and no
 * m x m matrix is made where n is smaller.
 *
 * By columns W may be made of a part of its rows at a time (ard_gauss_open_lean); by rows it is whole.
 *
 * Making a factor costs n m^2 for the product W'W and m^3/3 for its Cholesky factor. Where H changes little from one system to
 * the next, the product can be left in w (`keep_product`): `ard_gauss_precondition` makes of it, for m^3/3, the factor of the
 * same D'C D with a new Lambda. Where C has changed since, that is not the factor of H any more, but a good preconditioner for
 * the conjugate gradients of `ard_gauss_pcg`.
 *
 * The columns form sums over rows, through ard_sum: the rows given may be a part of all. The rows form is a matrix over all rows
 * and wants all of them. */
#ifndef ARD_GAUSS_H
#define ARD_GAUSS_H

#include "base/base.h"

typedef enum { ARD_GAUSS_AUTO, ARD_GAUSS_ROWS, ARD_GAUSS_COLUMNS } ard_gauss_form; /* auto: the less work */

typedef struct ard_gauss {
    ardor_context *context;
    int64_t n, m_room, side_room;
    ard_gauss_form form; /* which one to take */
    int64_t m;
    bool by_rows;         /* of the current factor */
    bool reduced;         /* by rows w is T, by columns l is L^-1: from ard_gauss_shares or ard_gauss_leverages on */
    bool inverted;        /* by rows l is L^-1, which w = T needs no more: from ard_gauss_leverages on */
    double log_det;       /* ln |H|; NaN: there is no factor, because some number is not finite */
    double log_ratio;     /* ln |H| - ln |Lambda| */
    double *w;            /* n x m: W or T; by columns and of a kernel scratch, if it is not lean for its user too */
    int64_t w_room;       /* values of w */
    bool lent;            /* w is not its own */
    int64_t rows_at_once; /* of W, by columns: n, or fewer if it is lean */
    double *l;            /* side x side, side = n or m */
    double *root;         /* m: sqrt Lambda */
    double *row;          /* n: sqrt C; solutions by rows overwrite it */
    bool keep_product;    /* leave W'W in w when a factor is made by columns; it is there until w is used again */
    int64_t product_side; /* columns of the product that is there; 0: none */
    double *product_root; /* m: the sqrt Lambda that the product was made with */
} ard_gauss;

/* How many values w has: n x m_room, or a few more where otherwise a product of all the columns, some of them more than the rows,
 * could not be kept. False: too many to count. */
bool ard_gauss_scratch(int64_t n, int64_t m_room, int64_t *values);
/* Room for up to m_room columns. w: that many values, which the factor may use and others too, if it is never by rows; or NULL. A
 * half-made factor can be closed. */
int ard_gauss_open(ardor_context *context, int64_t n, int64_t m_room, ard_gauss_form form, double *w, ard_gauss *out);
/* The same, auto, with a w for a part of the rows: where the columns outnumber the rows that is all of them. */
int ard_gauss_open_lean(ardor_context *context, int64_t n, int64_t m_room, ard_gauss *out);
void ard_gauss_close(ardor_context *context, ard_gauss *gauss);
/* Look at log_det afterwards. d: n x m, leading dimension n. */
int ard_gauss_make(ard_gauss *gauss, int64_t m, const double *d, const double *curvature, const double *lambda);
/* Leave of the product in w only what belongs to these columns, in increasing order: for when the others leave the system. */
void ard_gauss_select(ard_gauss *gauss, int64_t m, const int64_t *column);
/* Make the factor of the product in w with another Lambda. log_det and solutions are then those of that matrix, whose C is the
 * product's. False, and no factor, where there is no product of m columns or it is not positive definite. */
bool ard_gauss_precondition(ard_gauss *gauss, int64_t m, const double *lambda);
/* B into b, m x m, lower triangle only, for whoever changes it before it is factorised, and the roots of C and Lambda into row
 * and root; whatever the form, and over all parts of the rows. No factor is left. */
int ard_gauss_product(ard_gauss *gauss, int64_t m, const double *d, const double *curvature, const double *lambda, double *b);
/* The rows form where D Lambda^-1 D', n x n, is known and D is not (n <= side_room). l, row and log_ratio (and log_det, the same
 * number) are those of K, and nothing below applies. */
int ard_gauss_make_kernel(ard_gauss *gauss, const double *kernel, const double *curvature);
/* x = H^-1 g. */
void ard_gauss_solve(ard_gauss *gauss, const double *g, double *x);
/* t, above: m values. */
void ard_gauss_shares(ard_gauss *gauss, double *t);
/* The diagonal of H^-1: m values, above 0 however near to 1 the shares are. Nothing cancels by columns; by rows the digits that
 * are left are those that K has. */
void ard_gauss_variances(ard_gauss *gauss, double *variance);
/* C_i d_i' H^-1 d_i, in [0, 1), of each row d_i of the factor's D: n values, whose sum (over all parts of the rows) is that of
 * t. */
void ard_gauss_leverages(ard_gauss *gauss, const double *d, double *leverage);
/* H^-1, m x m, both triangles. */
void ard_gauss_covariance(ard_gauss *gauss, double *covariance);
/* A square root F: by columns L^-1 Lambda^-.5, m x m, of the inverse, phi'H^-1 phi = |F phi|^2; by rows T Lambda^-.5, n x m, of
 * what the inverse is below Lambda^-1, phi'H^-1 phi = sum phi_k^2 / Lambda_k - |F phi|^2. */
void ard_gauss_root(const ard_gauss *gauss, double *root);
/* phi'H^-1 phi by that root of `count` vectors phi, m x count. y: side x count values, side = n or m. */
void ard_gauss_squares(const ard_gauss *gauss, const double *root, int64_t count, const double *phi, double *y, double *square);

/* ---- gauss_pcg.c */
typedef struct ard_gauss_system {
    int64_t m;
    const double *d, *curvature, *lambda;
} ard_gauss_system;

/* Can conjugate gradients be less work than a factor of m columns? */
bool ard_gauss_pcg_pays(int64_t m);
/* x = H^-1 g by conjugate gradients, preconditioned by what gauss has: the factor P of a similar system with as many columns.
 * They end where the residual r has r'P^-1 r <= tol^2 g'P^-1 g. Where g'P^-1 g < least there are no steps: x = P^-1 g. found:
 * false where they would be more work than the system's own factor. work: 3 m + n values. */
int ard_gauss_pcg(ard_gauss *gauss, const ard_gauss_system *system, const double *g, double tol, double least, double *x,
                  double *work, bool *found);
#endif
