/* Linear discriminant analysis: see README.md in this folder. */
#ifndef ARD_LDA_H
#define ARD_LDA_H

#include "method/method.h"

extern const ard_method ard_method_lda;

enum { LDA_RIDGE, LDA_COVARIANCE, LDA_N_SETTINGS };
enum { LDA_POOLED, LDA_DIAGONAL };
enum { LDA_ADDED_VARIANCE, LDA_N_EXTRAS };
#endif
