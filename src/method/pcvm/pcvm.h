/* Probabilistic classification vector machines by EM, with fixed scales (pcvm) and learnt ones (pfcvm-em): README.md. */
#ifndef ARD_PCVM_H
#define ARD_PCVM_H

#include "method/method.h"

extern const ard_method ard_method_pcvm, ard_method_pfcvm_em;

/* The last three of pcvm are settings of pfcvm-em at the same places. */
enum { PCVM_SCALE, PCVM_SIGMA, PCVM_WEIGHT0, PCVM_PRUNE_BELOW, PCVM_TOL, PCVM_MAX_ITER, PCVM_N_SETTINGS };
enum {
    PFCVM_EM_START_SCALE,
    PFCVM_EM_SCALE_STEPS,
    PFCVM_EM_WEIGHT0,
    PFCVM_EM_PRUNE_BELOW,
    PFCVM_EM_TOL,
    PFCVM_EM_MAX_ITER,
    PFCVM_EM_N_SETTINGS
};
#endif
