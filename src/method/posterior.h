/* Gaussian posteriors of f, kept with a solution: one, or a mixture of several.
 *
 * With phi = [1, basis functions], restricted to some of them (`term`), f(x) has the mean phi'mean and one of the variances
 *
 *     ||F phi||^2                                                  the factor F is a square root of the covariance
 *     sum_j prior_j phi_j^2 - ||F phi||^2                          ... of what the data took from the prior's
 *     1 + process k(x, x) - ||F phi||^2                            ... of a process with the covariance 1 + process k
 *
 * F has as many rows as there are weights in the first form and as there are training rows in the others, which is what keeps a
 * posterior over thousands of features small. Included by method.h. */
#ifndef ARD_POSTERIOR_H
#define ARD_POSTERIOR_H

#include "base/base.h"

typedef struct ard_posterior {
    double share;   /* of the mixture; they add up to 1 */
    double process; /* 0: none */
    int64_t m, rank;
    int64_t *term;  /* m positions in [bias, weights], increasing */
    double *mean;   /* m */
    double *prior;  /* m, or NULL */
    double *factor; /* rank x m, column-major */
} ard_posterior;

/* Room for one; prior only if asked for. */
int ard_posterior_open(ardor_context *context, int64_t m, int64_t rank, bool prior, ard_posterior *out);
void ard_posterior_close(ardor_context *context, ard_posterior *posterior);
/* An array of n, and itself. */
void ard_posteriors_free(ardor_context *context, int64_t n, ard_posterior *posterior);
int ard_posteriors_copy(ardor_context *context, int64_t n, const ard_posterior *from, ard_posterior **to);
#endif
