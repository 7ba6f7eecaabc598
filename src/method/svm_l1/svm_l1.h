/* A linear support vector machine with the L1 norm: see README.md in this folder. */
#ifndef ARD_SVM_L1_H
#define ARD_SVM_L1_H

#include "method/method.h"

extern const ard_method ard_method_svm_l1;

enum { SVM_L1_LAM1, SVM_L1_STRENGTH, SVM_L1_FOLDS_SEED, SVM_L1_TOL, SVM_L1_MAX_ITER, SVM_L1_N_SETTINGS };
/* Extras: the probability is that of the logit slope f + intercept, f the machine's decision value. */
enum { SVM_L1_SLOPE, SVM_L1_INTERCEPT };
#endif
