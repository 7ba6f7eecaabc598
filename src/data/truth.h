/* What simulated data are made of: the rule between the classes, and how much of it the labels keep. */
#ifndef ARD_TRUTH_H
#define ARD_TRUTH_H

#include "base/base.h"

typedef struct ard_truth {
    const char *kind, *rule; /* constants */
    uint64_t seed, truth_seed;
    double noise;       /* share of labels flipped on average; NaN: the classes overlap instead */
    double bayes_error; /* of the best rule on these very rows */
    int64_t n_relevant; /* the first features, on which alone the classes depend */
    double *weight;     /* n_relevant; NULL: the rule has none */
    int64_t n_means;    /* of "gaussians": classes, else 0 */
    double *mean;       /* n_relevant x n_means, in the order of the classes' numbers: of each class; NULL: the rule has none */
} ard_truth;
#endif
