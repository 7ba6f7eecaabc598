/* The ridge with more features than rows: the weights that it leaves are a combination of the rows, so that as few coordinates as
 * there are rows hold them all. X = Z V' with V'V = 1, w = V u: X w = Z u and |w| = |u|. */
#ifndef ARD_ROTATION_H
#define ARD_ROTATION_H

#include "matrix/matrix.h"

typedef struct ard_rotation {
    ard_matrix x; /* n x (rank + n_apart): Z, then the columns that are left as they are */
    int64_t p, rank, n_apart;
    bool *apart;               /* rank + n_apart: which those are; NULL: there are none */
    ard_columns rotated, kept; /* columns of the matrix */
    const ard_matrix *of;
    double *z, *u; /* n x (rank + n_apart); n x rank: V = X'u */
} ard_rotation;

/* apart (NULL: none): columns that are left as they are. x outlives it. */
int ard_rotation_open(ardor_context *context, const ard_matrix *x, const bool *apart, ard_rotation **out);
void ard_rotation_close(ardor_context *context, ard_rotation *rotation);
/* Weights of the columns of the matrix (p) from those of the rotated one, and the other way; of those that have a part which no
 * row sees, this is lost. */
int ard_rotation_back(ardor_context *context, const ard_rotation *rotation, const double *from, double *weight);
int ard_rotation_forth(ardor_context *context, const ard_rotation *rotation, const double *weight, double *to);
#endif
