/* The ridge with more features than rows: the weights that it leaves are a combination of the rows, so that as few coordinates as
 * there are rows hold them all. X = Z V' with V'V = 1, w = V u: X w = Z u and |w| = |u|. Where products of the rows are all that
 * is known, as with a kernel K = ZZ', w is the combination a of the rows: K a = Z u and a'Ka = |u|^2. */
#ifndef ARD_ROTATION_H
#define ARD_ROTATION_H

#include "matrix/matrix.h"

typedef struct ard_rotation {
    ard_matrix x; /* n x (rank + n_apart): Z, then the columns that are left as they are */
    int64_t p, rank, n_apart;
    bool *apart;               /* rank + n_apart: which those are; NULL: there are none */
    ard_columns rotated, kept; /* columns of the matrix */
    const ard_matrix *of;      /* NULL: of products alone */
    double *z, *u;             /* n x (rank + n_apart); n x rank: V = X'u */
} ard_rotation;

/* apart (NULL: none): columns that are left as they are. x outlives it. */
int ard_rotation_open(ardor_context *context, const ard_matrix *x, const bool *apart, ard_rotation **out);
/* Of products of the rows alone (n x n, the lower triangle, which is overwritten). */
int ard_rotation_of_products(ardor_context *context, int64_t n, double *products, ard_rotation **out);
void ard_rotation_close(ardor_context *context, ard_rotation *rotation);
/* Weights of the columns of the matrix (p) from those of the rotated one, and the other way; of those that have a part which no
 * row sees, this is lost. */
int ard_rotation_back(ardor_context *context, const ard_rotation *rotation, const double *from, double *weight);
int ard_rotation_forth(ardor_context *context, const ard_rotation *rotation, const double *weight, double *to);
/* The combination of the rows (n) that weights of the rotated matrix are, without those of columns apart, and the other way. */
void ard_rotation_rows(const ard_rotation *rotation, const double *from, double *rows);
void ard_rotation_from_rows(const ard_rotation *rotation, const double *rows, double *to);
#endif
