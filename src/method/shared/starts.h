/* Where further starts of methods that learn scales begin. */
#ifndef ARD_STARTS_H
#define ARD_STARTS_H

#include "method/method.h"

/* The scales of start `number`, 2, 3, .., over the columns of x, which are columns of the problem: multiples of those that the
 * method's own start has. Number 2 is led by the labels: in proportion to the columns' correlations with them, 1 in the mean
 * but for the least, .01. From 3 on each is drawn by the problem's seed, its logarithm uniform from 1/10 to 10. */
int ard_start_scales(ardor_context *context, const ard_problem *problem, const ard_matrix *x, int64_t number, double *multiple);
#endif
