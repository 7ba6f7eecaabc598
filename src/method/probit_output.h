/* Probabilities of the methods with a probit link: P(class 1) = Phi(f). */
#ifndef ARD_PROBIT_OUTPUT_H
#define ARD_PROBIT_OUTPUT_H
#include "method/method.h"
/* The predict of ard_method. */
int ard_probit_predict(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                       double *prob);
#endif
