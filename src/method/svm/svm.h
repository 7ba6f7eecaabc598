/* The support vector machine: see README.md in this folder. */
#ifndef ARD_SVM_H
#define ARD_SVM_H

#include "method/method.h"

extern const ard_method ard_method_svm;

enum { SVM_C, SVM_SCALE, SVM_SIGMA, SVM_FOLDS_SEED, SVM_TOL, SVM_N_SETTINGS };
#endif
