/* One fit of penalised logistic regression, to all the features of a problem, and what each of them is worth in it. */
#ifndef ARD_PKLR_FIT_H
#define ARD_PKLR_FIT_H

#include "method/method.h"

/* The bias, and weights of the features; with rbf of the rows. */
typedef struct pklr_point {
    bool known; /* a fit begins at it; else at nothing */
    double bias, *weight;
} pklr_point;

/* Of all fits of a candidate. */
typedef struct pklr_common {
    ardor_context *context;
    const ard_method *method;
    const ard_settings *values;
} pklr_common;

/* theta of every feature where there are p. */
double pklr_theta(const ard_settings *values, int64_t p);

/* point: where it begins, and where it ended. worth (one for each feature): the change of |w|^2 where the feature is left out of
 * the kernel and all else stays as it is (Guyon's DJ), of which |w_k| is the root with the identity. Both may be NULL. */
int pklr_fit(const pklr_common *common, const ard_problem *problem, pklr_point *point, const ard_ask *ask, double *worth,
             ard_fit *out);
#endif
