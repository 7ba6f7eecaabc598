/* Sparse multinomial logistic regression: see README.md in this folder. */
#ifndef ARD_SMLR_H
#define ARD_SMLR_H

#include "method/method.h"

extern const ard_method ard_method_smlr;

enum {
    SMLR_LAM,
    SMLR_STRENGTH,
    SMLR_ALPHA,
    SMLR_GROUP,
    SMLR_REFERENCE,
    SMLR_BAYES,
    SMLR_SCALE,
    SMLR_SIGMA,
    SMLR_TOL,
    SMLR_MAX_ITER,
    SMLR_N_SETTINGS
};
enum { SMLR_NO_REFERENCE, SMLR_LAST };
#endif
