/* Discrete AdaBoost of decision stumps: README.md in this folder. */
#ifndef ARD_ADABOOST_H
#define ARD_ADABOOST_H

#include "method/method.h"

enum { ADABOOST_ROUNDS, ADABOOST_FOLDS_SEED, ADABOOST_N_SETTINGS };
enum { ADABOOST_MADE, ADABOOST_SLOPE, ADABOOST_INTERCEPT }; /* extras */

extern const ard_method ard_method_adaboost;
#endif
