/* The quadratic programme of a proximal Newton step whose penalty is on lengths of groups of variables. */
#ifndef ARD_GROUP_QP_H
#define ARD_GROUP_QP_H

#include "linalg/qp.h"

/* maximise  g'd - d'Hd/2 - sum_r rate_r |u_r|_2  over d, u = x + d
 *
 * The m variables are k runs of the same length; u_r are those at the place r of each, a group where penalty[r] is
 * ARD_GROUP; else
 * they are free (ARD_FREE), as they are in all runs. h: m x m, symmetric, both triangles; positive definite. A group is zero as a
 * whole, exactly, or it is not. u: m, the output. work: ard_group_qp_work(m, k) doubles. */
void ard_group_qp(int64_t m, int64_t k, const double *h, const double *g, const double *x, const ard_penalty *penalty, double *u,
                  double *work);
int64_t ard_group_qp_work(int64_t m, int64_t k);
#endif
