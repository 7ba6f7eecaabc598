/* Automatic relevance determination by expectation propagation, and by Laplace's approximation: README.md in this folder. */
#ifndef ARD_ARD_EP_H
#define ARD_ARD_EP_H

#include "method/method.h"

extern const ard_method ard_ard_ep, ard_ard_laplace;

enum {
    ARD_EP_SELECT,
    ARD_EP_ORDER,
    ARD_EP_START,
    ARD_EP_START_FRACTION,
    ARD_EP_ALPHA0,
    ARD_EP_GTOL,
    ARD_EP_STARTS,
    ARD_EP_SCALE,
    ARD_EP_SIGMA,
    ARD_EP_SEED,
    ARD_EP_TOL,
    ARD_EP_MAX_ITER,
    ARD_EP_N_SETTINGS
};
#endif
