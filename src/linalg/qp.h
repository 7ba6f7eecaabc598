/* The separable quadratic programme of a proximal Newton step. */
#ifndef ARD_QP_H
#define ARD_QP_H
#include <stdint.h>

typedef enum {
    ARD_FREE,        /* none; the rate is 0 */
    ARD_L1,          /* rate |u| */
    ARD_NONNEGATIVE, /* rate u with u >= 0 */
    ARD_GROUP        /* rate times the length of the variables of its group: group_qp.h */
} ard_penalty_kind;

/* What is subtracted for a variable u. */
typedef struct ard_penalty {
    ard_penalty_kind kind;
    double rate;
} ard_penalty;

/* maximise  g'd - d'Hd/2 - sum_j rate_j |x_j + d_j|  over d, with x_j + d_j >= 0 where nonnegative.
 *
 * h: m x m, symmetric, both triangles; positive definite for the answer to be the maximum. x must be feasible.
 * Coordinate descent (at most max_sweeps, and a few more where the finish needs repair) finds the support; an active-set finish
 * then solves on it exactly, so that zeros of u = x + d are exact zeros. Where descent is not done after max_sweeps, u is
 * better than x but its support need not be the maximum's. u: m, the output. work: ard_qp_work(m) doubles. */
void ard_qp(int64_t m, const double *h, const double *g, const double *x, const ard_penalty *penalty, int max_sweeps, double tol,
            double *u, double *work);
int64_t ard_qp_work(int64_t m);
#endif
