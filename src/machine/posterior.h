/* Gaussian posteriors of f, kept with a function (machine/function.h): one, or a mixture of several.
 *
 * With phi = [1, basis functions, derivatives of f in the scales], restricted to some of them (`term`), f(x) has the mean
 * phi'mean and one of the variances
 *
 *     ||F phi||^2                                                  the factor F is a square root of the covariance
 *     sum_j prior_j phi_j^2 - ||F phi||^2                          ... of what the data took from the prior's
 *     1 + process k(x, x) - ||F phi||^2                            ... of a process with the covariance 1 + process k
 *
 * F has as many rows as there are weights in the first form and as there are training rows in the others, which is what keeps a
 * posterior over thousands of features small. */
#ifndef ARD_POSTERIOR_H
#define ARD_POSTERIOR_H

#include "basis/basis.h"
#include "linalg/gauss.h"

typedef struct ard_node ard_node; /* json/json_read.h */

typedef struct ard_posterior {
    double share;   /* of the mixture; they add up to 1 */
    double process; /* 0: none */
    int64_t m, rank;
    int64_t *term;  /* m positions in [bias, weights, scales], increasing */
    double *mean;   /* m; of a scale 0: f is as the mean scales make it, and what a scale adds is a deviation from there */
    double *prior;  /* m, or NULL */
    double *factor; /* rank x m, column-major */
} ard_posterior;

/* Room for one; prior only if asked for. */
int ard_posterior_open(ardor_context *context, int64_t m, int64_t rank, bool prior, ard_posterior *out);
/* Of the first form, over the first m of [bias, weights]: their mean, and a covariance (m x m, of which the lower triangle is
 * read) that may be singular. Where rounding has made it indefinite, the factor is that of the nearest covariance. */
int ard_posterior_of_covariance(ardor_context *context, int64_t m, const double *mean, const double *covariance,
                                ard_posterior *out);
/* The same with the covariance H^-1 of a factor of H: by columns of the first form, by rows of the second. */
int ard_posterior_of_factor(ardor_context *context, const ard_gauss *gauss, const double *mean, ard_posterior *out);
void ard_posterior_close(ardor_context *context, ard_posterior *posterior);
/* An array of n, and itself. */
void ard_posteriors_free(ardor_context *context, int64_t n, ard_posterior *posterior);
/* Member "posteriors" of an object in a model file, of terms up to `last` (posterior_file.c). */
int ard_posteriors_read(ard_node *object, ard_basis basis, int64_t last, int64_t *n, ard_posterior **out);
#endif
