/* Probabilities of several classes from those within each pair of them. */
#ifndef ARD_COUPLING_H
#define ARD_COUPLING_H

#include <stdint.h>

/* What ard_couple works in. */
static inline int64_t ard_couple_work(int n_classes) { return (int64_t)n_classes * n_classes; }

/* p (n_classes): the second method of Wu, Lin and Weng, JMLR 5, 2004: it minimises
 *
 *     sum over i < j of (r_ji p_i - r_ij p_j)^2      with sum p = 1
 *
 * where r_ij (r[i + j n_classes], i != j) is the probability of class i where it is i or j, r_ij + r_ji = 1 and neither is 0.
 * It sums to 1, and does not depend on the order of the classes but by rounding. */
void ard_couple(int n_classes, const double *r, double *work, double *p);
/* p in proportion to these values, none below 0, which it takes the place of; equal where all of them are 0. */
void ard_shares_of(int n_classes, double *p);
#endif
