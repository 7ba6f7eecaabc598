/* The lasso path of least squares, min |t - Z b|^2/2 + lambda |b|_1, from lambda = infinity down, by its breakpoints.
 * Efron, Hastie, Johnstone, Tibshirani, Annals of Statistics 32, 2004 (the lasso modification).
 * It wants all rows at once: none of its sums over them goes through ard_sum. */
#ifndef ARD_LARS_H
#define ARD_LARS_H

#include "base/base.h"

typedef struct ard_lars {
    int64_t rows, columns, most;       /* room: rows, columns, nonzero coefficients */
    double *correlation, *slope;       /* columns: Z'(t - Z b), Z'u */
    double *direction, *gram, *factor; /* most + 1; (most + 1)^2 each */
    double *fit;                       /* rows */
    bool *excluded, *in;               /* columns: a copy of what is in already; in */
    int64_t n_active, *active;         /* most + 1 */
    double *value;
    int64_t n_kept, *kept; /* the answer: columns and coefficients */
    double *kept_value;
} ard_lars;

int ard_lars_open(ardor_context *context, int64_t rows, int64_t columns, int64_t most, ard_lars *out);
void ard_lars_close(ardor_context *context, ard_lars *lars);
/* The path of n rows and p columns (z: n x p) down to the last breakpoint with at most `most` nonzero coefficients, which are
 * left in kept and kept_value. No allocation. */
void ard_lars_run(ard_lars *lars, int64_t n, int64_t p, const double *z, const double *t);
#endif
