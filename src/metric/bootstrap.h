/* The .632 and .632+ bootstrap estimates of error (Efron and Tibshirani, JASA 92, 1997). */
#ifndef ARD_BOOTSTRAP_H
#define ARD_BOOTSTRAP_H
#include "base/base.h"

typedef struct ard_bootstrap {
    double resubstitution; /* error on the rows of the fit to all of them */
    double out_of_bag;     /* leave-one-out bootstrap: mean over rows of the error where a row was not drawn */
    double no_information; /* error if labels and predictions were independent */
    double overfitting;    /* relative overfitting rate R, 0 to 1 */
    double error_632, error_632_plus;
} ard_bootstrap;

/* n rows with label, resubstituted prediction and weight (NULL: 1); tested[i], wrong[i]: in how many resamples row i was
 * tested and misclassified. Rows never tested do not count in out_of_bag. */
void ard_bootstrap_compute(int64_t n, int n_classes, const int32_t *label, const int32_t *resubstituted, const double *weight,
                           const int64_t *tested, const int64_t *wrong, ard_bootstrap *out);
#endif
