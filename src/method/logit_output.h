/* Probabilities of the methods with a logistic link and a posterior covariance. */
#ifndef ARD_LOGIT_OUTPUT_H
#define ARD_LOGIT_OUTPUT_H
#include "method/method.h"
/* The predict of ard_method: P(class 1) = s(f / sqrt(1 + pi v / 8)). */
int ard_logit_predict(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                      double *prob);
#endif
