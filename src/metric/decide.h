/* From probabilities to classes. */
#ifndef ARD_DECIDE_H
#define ARD_DECIDE_H

#include <stdint.h>

/* The class of largest probability of a row of prob (n x n_classes, column-major); a tie goes to the lower index. */
int32_t ard_decide(int64_t n, int n_classes, const double *prob, int64_t row);
/* Of all n rows. */
void ard_decide_all(int64_t n, int n_classes, const double *prob, int32_t *predicted);
#endif
