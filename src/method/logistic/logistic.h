/* Logistic regression with an elastic net: see README.md in this folder. */
#ifndef ARD_LOGISTIC_H
#define ARD_LOGISTIC_H

#include "method/method.h"

extern const ard_method ard_method_logistic;

enum {
    LOGISTIC_LAM,
    LOGISTIC_STRENGTH,
    LOGISTIC_ALPHA,
    LOGISTIC_SCALE,
    LOGISTIC_SIGMA,
    LOGISTIC_PENALISE_BIAS,
    LOGISTIC_TOL,
    LOGISTIC_MAX_ITER,
    LOGISTIC_N_SETTINGS
};
#endif
