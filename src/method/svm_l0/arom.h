/* Approximation of the zero-norm minimisation: linear machines of features that are multiplied by the weights they had.
 *
 * With z the scales of the features and v_k = z_k w_k their weights in f, a machine maximises
 *
 *     -sum_i C_i max(0, 1 - y_i f_i) - sum_k v_k^2 / (2 z_k^2),     and then z = unit |v|,
 *
 * so that from the second on each raises J = -sum_i C_i max(0, 1 - y_i f_i) - unit^-2 sum_k ln |v_k|: the logarithm of v_k^2 is
 * below its tangent. */
#ifndef ARD_AROM_H
#define ARD_AROM_H

#include "method/shared/ordered.h"

/* An ard_order_function: features that are left have come to scales that stay, or max_iter machines were not enough. Before
 * them, in the order, are none; after them those that went last; of those that went together those of larger weight first. Each
 * row of the trace is a machine, its objective J, in which features that are gone have the weight that they went with. */
int l0_order(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_order_ask *ask,
             ard_order *order, ard_stop *stop);
#endif
