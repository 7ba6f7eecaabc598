/* Features that say the same. */
#ifndef ARD_CORRELATION_GROUPS_H
#define ARD_CORRELATION_GROUPS_H

#include "study/correlation.h"

/* 200 MB of correlations. */
enum { ARD_MOST_LINKED = 5000 };

/* Groups of columns by average linkage: beginning with each column alone, the two groups between which |r| is largest on the
 * average of their pairs are joined, while that is at least `least`. So between any two groups that are left it is below.
 *
 * group: columns.n, the caller's: the group of each, numbered in the order of their first column in the list; *n_groups: how
 * many, -1 (and the groups not known): chains of pairs with |r| >= least connect more than ARD_MOST_LINKED columns, and the
 * correlations of all these with each other have to be kept. n u^2 flops for u columns. */
int ard_correlation_groups(ardor_context *context, const ard_matrix *x, ard_column_list columns, double least, int64_t *group,
                           int64_t *n_groups);
#endif
