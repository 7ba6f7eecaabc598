/* Automatic relevance determination by expectation propagation, and by Laplace's approximation: README.md in this folder. */
#ifndef ARD_ARD_EP_H
#define ARD_ARD_EP_H

#include "method/method.h"

extern const ard_method ard_method_ard_ep, ard_method_ard_laplace;

enum {
    ARDEP_SELECT,
    ARDEP_ORDER,
    ARDEP_START,
    ARDEP_START_FRACTION,
    ARDEP_ALPHA0,
    ARDEP_GTOL,
    ARDEP_STARTS,
    ARDEP_SCALE,
    ARDEP_SIGMA,
    ARDEP_SEED,
    ARDEP_INNER_TOL,
    ARDEP_MAX_ITER,
    ARDEP_POLISH, /* ard-laplace alone */
    ARDEP_N_SETTINGS
};
#endif
