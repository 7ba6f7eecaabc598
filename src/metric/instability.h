/* How far the probabilities of a model depend on the rows that it was fitted to (Riley and Collins, "Stability of clinical
 * prediction models developed using statistical or machine learning methods", Biometrical Journal 65, 2023): the same fit to B
 * bootstrap resamples of the rows predicts the rows. */
#ifndef ARD_INSTABILITY_H
#define ARD_INSTABILITY_H

#include <stdint.h>

/* For each of n rows the sum over refits of its distance to the original prediction, and of how many. */
typedef struct ard_instability {
    int64_t n;
    int n_classes;
    const double *original; /* n x n_classes, column-major */
    double *sum;            /* n, 0 to begin with */
    int64_t n_refits;
} ard_instability;

/* The probabilities of one refit for all rows, n x n_classes. The distance of a row is half the sum over classes of
 * |difference|: the largest difference in the probability that any set of classes has (total variation), 0 to 1. For two classes
 * that is the |difference| of the paper. */
void ard_instability_add(ard_instability *instability, const double *prob);
/* Of a row: the mean over refits (the paper's mean absolute prediction error of an individual). NaN without a refit. */
double ard_instability_row(const ard_instability *instability, int64_t row);
/* Its mean over rows, with case weights (NULL: 1). */
double ard_instability_mean(const ard_instability *instability, const double *weight);
#endif
