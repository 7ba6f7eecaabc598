/* Fisher's linear discriminant of two classes: the log odds of two normal distributions with one covariance. */
#ifndef ARD_DISCRIMINANT_H
#define ARD_DISCRIMINANT_H

#include "matrix/targets.h"

/* x: n x m, column-major, m < n columns that with the constant are independent. With S the pooled covariance within the classes
 * (divisor: sum of the weights - 2, at least 1), m_c the means and n_c the sums of the weights
 *     weight = S^-1 (m_1 - m_0),  bias = log(n_1/n_0) - weight'(m_0 + m_1)/2.
 * criterion: (m_1 - m_0)'S^-1(m_1 - m_0). Where the columns tell the classes apart without a rest S is singular: of the variance
 * along the discriminant the share within the classes counts as at least 1e-8. ARDOR_NUMERIC where the columns are dependent. */
int ard_discriminant(ardor_context *context, int64_t m, const double *x, int64_t ld, const ard_targets *target, double *bias,
                     double *weight, double *criterion);
#endif
