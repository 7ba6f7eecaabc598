/* From probabilities to classes. */
#ifndef ARD_DECIDE_H
#define ARD_DECIDE_H

#include <stdint.h>

/* The class of largest probability of a row of prob (n x n_classes, column-major); a tie goes to the lower index. */
int32_t ard_decide(int64_t n, int n_classes, const double *prob, int64_t row);
/* The part of the row that is decided wrongly, of class `label`: where k classes tie (but for rounding) one of them is drawn, so
 * (k - 1)/k of it. Figures that are compared go by this: with the first of equals they would depend on the names of classes. */
double ard_wrong(int64_t n, int n_classes, const double *prob, int64_t row, int32_t label);
/* Of all n rows. */
void ard_decide_all(int64_t n, int n_classes, const double *prob, int32_t *predicted);
#endif
