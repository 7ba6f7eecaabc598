/* The quadratic programme of variables whose signs are known and whose sum is given: the dual of a machine with the squared
 * hinge, and that of the smallest ball around points.
 *
 *     minimise  b'(K + D) b / 2 - g'b    with  sign_i b_i >= 0,  sum_i b_i = total
 *
 * K: positive semidefinite; D: a positive diagonal, so that there is one minimum. It is found by Newton's method on the dual
 *
 *     P(u, mu) = |u|^2 / 2 + total mu + sum_i max(0, sign_i (g_i - u_i - mu))^2 / (2 d_i),    u = K b, |u|^2 = b'K b,
 *
 * which is convex and piecewise quadratic: each step solves the programme with equality on the rows whose slack is positive, and
 * the one that leaves them as they are ends at the minimum. O. Mangasarian, "A finite Newton method for classification",
 * Optimization Methods and Software 17, 2002; O. Chapelle, "Training a support vector machine in the primal", Neural Computation
 * 19, 2007. */
#ifndef ARD_SIGNED_QP_H
#define ARD_SIGNED_QP_H

#include <stdbool.h>

#include "base/base.h"

/* What it points to is not copied. */
typedef struct ard_signed_problem {
    const double *k;                /* n x n, both triangles */
    const double *ridge, *g, *sign; /* n: D, g, and 1 or -1 */
    double total;
} ard_signed_problem;

typedef struct ard_signed_qp {
    ardor_context *context;
    int64_t n;
    ard_signed_problem problem;
    double *b, *u, mu; /* the solution, and u = K b */
    double value;      /* of the programme there */
    double violation;  /* of its conditions: how far g - (K + D) b - mu is from 0 where b is not, and beyond it elsewhere, over
                        * the largest |g| or |D b|; and how far the sum is from the total, over that of |b| and |total|. What
                        * K b may be off by rounding counts as violation, so that on any BLAS it is not more than is told */
    bool *active;      /* rows that the last solution has; all of them at first: where the next solve begins */
    double *next, *next_u, next_mu, *trial, *trial_u, trial_mu;
    double *factor, *right; /* n x n, n x 2 */
    int64_t *row, *solved;  /* of active rows, and of those that `next` was made of */
    int64_t n_active, n_solved;
} ard_signed_qp;

/* Room for n variables. A half-made one can be closed. */
int ard_signed_qp_open(ardor_context *context, int64_t n, ard_signed_qp *out);
void ard_signed_qp_close(ard_signed_qp *qp);
/* ARDOR_NUMERIC where D is too small for K: K + D has no factor, or rounding keeps the steps from the solution. */
int ard_signed_qp_solve(ard_signed_qp *qp, const ard_signed_problem *problem);
#endif
