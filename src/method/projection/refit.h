/* Expectation propagation on a few features, averaged over the prior's variance. */
#ifndef PROJECTION_REFIT_H
#define PROJECTION_REFIT_H

#include "method/shared/ridge.h"

typedef struct projection_mixture {
    int64_t n;
    ard_posterior *posterior;
} projection_mixture;

/* Which of ard_ridge_s2: from `first` in steps. */
typedef struct projection_variances {
    int first, step, n;
} projection_variances;

/* On the columns of a design, of which `column` (m + 1, 0 the first) are the constant and the features. Over s2 with the share
 * evidence times a lognormal density of median 1: the evidence alone would choose s2 too large, because the features were chosen
 * for these labels. extra (may be NULL): ARD_SITES_* at the largest share. */
int projection_refit(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column,
                     projection_variances grid, double tol, projection_mixture *out, double *extra);
/* The machine of such a mixture, which it takes over; the mean weights are those of the mixture. */
int projection_refit_machine(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column,
                             projection_mixture *mixture, ard_machine *out);
void projection_mixture_free(ardor_context *context, projection_mixture *mixture);
#endif
