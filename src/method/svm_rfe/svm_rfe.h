/* Recursive feature elimination with a linear support vector machine: see README.md in this folder. */
#ifndef ARD_SVM_RFE_H
#define ARD_SVM_RFE_H

#include "method/shared/ordered.h"

extern const ard_method ard_method_svm_rfe;

enum {
    SVM_RFE_K = ARD_ORDERED_K,
    SVM_RFE_C = ARD_ORDERED_C,
    SVM_RFE_FOLDS_SEED = ARD_ORDERED_FOLDS_SEED,
    SVM_RFE_TOL = ARD_ORDERED_TOL,
    SVM_RFE_N_SETTINGS = ARD_ORDERED_N_SETTINGS
};
#endif
