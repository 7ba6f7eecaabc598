/* Zero-norm minimisation with a linear support vector machine: see README.md in this folder. */
#ifndef ARD_SVM_L0_H
#define ARD_SVM_L0_H

#include "method/shared/ordered.h"

extern const ard_method ard_method_svm_l0;

enum {
    SVM_L0_K = ARD_ORDERED_K,
    SVM_L0_C = ARD_ORDERED_C,
    SVM_L0_FOLDS_SEED = ARD_ORDERED_FOLDS_SEED,
    SVM_L0_TOL = ARD_ORDERED_TOL,
    SVM_L0_MAX_ITER = ARD_ORDERED_N_SETTINGS,
    SVM_L0_N_SETTINGS
};
#endif
