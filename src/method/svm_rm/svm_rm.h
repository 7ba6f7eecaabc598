/* A support vector machine whose scales minimise the radius/margin bound: see README.md in this folder. */
#ifndef ARD_SVM_RM_H
#define ARD_SVM_RM_H

#include "method/method.h"

extern const ard_method ard_method_svm_rm;

enum { SVM_RM_K, SVM_RM_C, SVM_RM_START_SCALE, SVM_RM_FOLDS_SEED, SVM_RM_TOL, SVM_RM_MAX_ITER, SVM_RM_N_SETTINGS };
/* Of ard_fit.extra. */
enum { SVM_RM_SLOPE, SVM_RM_INTERCEPT, SVM_RM_RADIUS, SVM_RM_NORM, SVM_RM_N_EXTRAS };
#endif
