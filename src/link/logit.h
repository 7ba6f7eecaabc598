/* The logistic function in forms that neither overflow nor cancel for any f. */
#ifndef ARD_LOGIT_H
#define ARD_LOGIT_H
#include <stdint.h>
/* log(1 + exp(x)) */
double ard_softplus(double x);
/* 1 / (1 + exp(-x)), relative to itself in the left tail; 1 - s(x) is s(-x). */
double ard_sigmoid(double x);
#endif
