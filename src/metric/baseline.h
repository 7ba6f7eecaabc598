/* The baseline of every figure of merit: it knows the shares of the classes and nothing else. */
#ifndef ARD_BASELINE_H
#define ARD_BASELINE_H

#include <stdint.h>

/* share[c] = part of the classes' weight that c has among n rows (weight NULL: each counts 1); of no rows all are 0. */
void ard_class_shares(int64_t n, const int32_t *label, const double *weight, int n_classes, double *share);
/* factor[c]: by what the rows of class c are to be multiplied so that the classes have the shares `prior`; 0 of a class without a
 * row. Where each has one the sum of the weights stays. */
void ard_prior_factors(int n_classes, const double *prior, int64_t n, const int32_t *label, const double *weight, double *factor);
#endif
