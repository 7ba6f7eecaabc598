/* The logistic likelihood in forms that neither overflow nor cancel for any f. */
#ifndef ARD_LOGIT_H
#define ARD_LOGIT_H
#include <stdint.h>
/* log(1 + exp(x)) */
double ard_softplus(double x);
/* 1 / (1 + exp(-x)), relative to itself in the left tail; 1 - s(x) is s(-x). */
double ard_sigmoid(double x);
/* sum_i c_i log s(y_i f_i), y = sign, c = case weights (NULL: all 1). */
double ard_logit_log_likelihood(int64_t n, const double *f, const double *sign, const double *weight);
/* The same, with its derivatives in f: residual_i = c_i (t_i - s(f_i)), t = 1 for y = 1 and 0 for y = -1, and
 * curvature_i = c_i s(f_i) s(-f_i), which is minus the second one. */
double ard_logit_terms(int64_t n, const double *f, const double *sign, const double *weight, double *residual, double *curvature);
/* Probability of the positive class where f is normal with variance v: s(f / sqrt(1 + pi v / 8)), MacKay's approximation
 * of the logistic function's mean. */
double ard_logit_moderated(double f, double v);
#endif
