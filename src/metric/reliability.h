/* How often what was given a probability came about: groups of probabilities that are alike. */
#ifndef ARD_RELIABILITY_H
#define ARD_RELIABILITY_H

#include <stdbool.h>
#include <stdint.h>

enum { ARD_MOST_BINS = 10 };

typedef struct ard_bin {
    double from, to;            /* of the probabilities: [from, to), the last one [from, 1] */
    double mean;                /* of those that are in it */
    double observed, low, high; /* share of positive samples, with Wilson's 95 % interval */
    int64_t n, positives;       /* samples */
} ard_bin;

/* Into 5 groups of equal width of fewer than 100 samples, else 10; returns the number of those that are not empty, which are in
 * `out`. prob: of the positive class, one for each sample. weight: what a sample counts (NULL: 1); the interval is then for the
 * effective number of samples, (sum w)^2 / sum w^2. */
int ard_reliability(int64_t n, const double *prob, const bool *positive, const double *weight, ard_bin out[ARD_MOST_BINS]);
#endif
