/* Probabilities averaged over a solution's posteriors. */
#ifndef ARD_POSTERIOR_OUTPUT_H
#define ARD_POSTERIOR_OUTPUT_H

#include "method/method.h"

/* The predict of ard_method: sum of share times Phi(mean/sqrt(1 + variance)), or the logistic function's mean. */
int ard_posterior_predict_probit(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                                 double *prob);
int ard_posterior_predict_logit(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                                double *prob);
#endif
