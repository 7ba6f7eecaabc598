/* A probit classifier with one common prior variance by expectation propagation, over a grid of that variance:
 * K = s2 G + 1, G = X X'/p (identity) or the kernel. It wants all rows at once, as EP does in either form (solver/sites). */
#ifndef ARD_RIDGE_H
#define ARD_RIDGE_H

#include "method/shared/design.h"

enum { ARD_RIDGE_VALUES = 9, ARD_RIDGE_SWEEPS = 200 };
extern const double ard_ridge_s2[ARD_RIDGE_VALUES]; /* 10^-1, 10^-.5, .. 10^3 */

typedef struct ard_ridge {
    ardor_context *context;
    int64_t n, m; /* m columns of weight space, the constant first */
    bool process; /* G is a kernel's */
    bool dual;
    const double *columns; /* n x m, not copied */
    double *gram, *kernel; /* n x n of the dual form: G and K */
    double *alpha;         /* m of weight space */
    ard_sites sites;
} ard_ridge;

/* columns: n x m; the first is the constant, the others share the variance s2/(m - 1) (process: they are the columns of a
 * kernel, m = n + 1). The form with the smaller matrices is chosen. */
int ard_ridge_open(ardor_context *context, const ard_targets *target, int64_t m, bool process, const double *columns,
                   ard_ridge *out);
void ard_ridge_close(ard_ridge *ridge);
/* The approximation at s2, warm from the last. The evidence is NaN where it is not finite. */
int ard_ridge_run(ard_ridge *ridge, double s2, double tol);
/* The posterior of the last run, over terms 0..m-1. */
int ard_ridge_posterior(ard_ridge *ridge, double s2, ard_posterior *out);
#endif
