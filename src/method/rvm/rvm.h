/* Relevance vector machine: README.md in this folder. */
#ifndef ARD_RVM_H
#define ARD_RVM_H

#include "method/method.h"

extern const ard_method ard_method_rvm;

enum {
    RVM_SCALE,
    RVM_SIGMA,
    RVM_ALPHA0,
    RVM_PRUNE_AT,
    RVM_EARLY_FACTOR,
    RVM_MOST_PRUNED,
    RVM_NEWTON_TOL,
    RVM_TOL,
    RVM_SOLVER,
    RVM_POLISH,
    RVM_FEATURE_PRICE,
    RVM_MAX_ITER,
    RVM_N_SETTINGS
};
enum { RVM_BATCH, RVM_SEQUENTIAL }; /* values of RVM_SOLVER */
#endif
