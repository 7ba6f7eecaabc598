/* The baseline of every figure of merit: it knows the shares of the classes and nothing else. */
#ifndef ARD_BASELINE_H
#define ARD_BASELINE_H

#include <stdint.h>

/* share[c] = part of the classes' weight that c has among n rows (weight NULL: each counts 1); of no rows all are 0. */
void ard_class_shares(int64_t n, const int32_t *label, const double *weight, int n_classes, double *share);
/* Does the baseline name a wrong class for a row of class `label`? It names the most frequent one; where k of them tie (but for
 * rounding), one of them is drawn, and (k - 1)/k of a row are wrong: taking the first one for all rows would make the error that
 * of the rarer class or of the more frequent one, as their names have it. */
double ard_shares_wrong(int n_classes, const double *share, int32_t label);
#endif
