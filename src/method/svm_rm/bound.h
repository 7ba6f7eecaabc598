/* The radius/margin bound of a machine with the squared hinge, and its gradient in the scales of the features. */
#ifndef ARD_BOUND_H
#define ARD_BOUND_H

#include "basis/kernel.h"
#include "method/method.h"
#include "solver/signed_qp.h"

/* Of the kernel k + 1/(C c_i) on its diagonal, c_i the weight of a row, T = R^2 |w|^2:
 *
 *     |w|^2 = max  2 sum_i y_i b_i - b'(K + D) b       over  y_i b_i >= 0, sum_i b_i = 0,        D = diag(1/(C c_i))
 *     R^2   = max  sum_i a_i (k_ii + 1/C) - a'(K + D) a   over  a_i >= 0, sum_i a_i = 1.
 *
 * A row of weight 2 is two rows: b_i and a_i are what they have together. The function is f = mu + sum_i b_i k(x_i, .), with
 * mu that of `margin`. */
typedef struct rm_bound {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis; /* linear for the identity */
    ard_array x;
    ard_kernel *kernel;
    double *k, *columns;            /* n x n: K, and columns of it */
    double *ridge, *y, *one, *half; /* n: D, the labels, 1, k_ii/2 */
    double *part;                   /* p */
    ard_list some;                  /* the rows that a solution has, and their values */
    int64_t *row;
    double *of_row;
    ard_signed_qp margin, ball;
    double cost;           /* C; NaN: not set */
    double norm2, radius2; /* |w|^2, R^2 */
} rm_bound;

/* The problem outlives it; a half-made one can be closed. ARDOR_DATA: all rows are of one class. */
int rm_bound_open(ardor_context *context, const ard_problem *problem, rm_bound *out);
void rm_bound_close(rm_bound *bound);
void rm_bound_set_cost(rm_bound *bound, double cost);

/* ln T at scales of some features, none of them 0; those that are not listed have none. */
int rm_bound_evaluate(rm_bound *bound, ard_list theta, double *value);
/* Its derivatives there (p of them). Exact, for the two programmes have one solution each: dK with the solutions held fixed. */
void rm_bound_gradient(rm_bound *bound, double *gradient);
/* The larger violation of the conditions of the two programmes. */
double rm_bound_violation(const rm_bound *bound);
/* f of the rows. */
void rm_bound_values(const rm_bound *bound, double *f);
#endif
