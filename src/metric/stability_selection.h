/* Stability selection: the number of features to expect that are selected falsely. */
#ifndef ARD_STABILITY_SELECTION_H
#define ARD_STABILITY_SELECTION_H

#include <stdint.h>

/* Upper bounds on E[V], the number of features, of those that a half selects with a chance of at most q/p, that at least a share
 * tau of the 2 B halves of B complementary pairs select. NaN where a bound does not hold. */
typedef struct ard_selection_bounds {
    double theta; /* q/p: what the frequency of a feature is on the average */
    /* Meinshausen and Buehlmann (JRSS B 72, 2010), without their assumption that noise is exchangeable by theorem 1 of Shah and
     * Samworth (JRSS B 75, 2013): q^2 / ((2 tau - 1) p), for tau above 1/2. */
    double worst_case;
    /* Shah and Samworth, theorem 2, where for each such feature the share of pairs of which both halves select it has a unimodal
     * distribution, and q/p <= 1/sqrt(3):
     *     q^2 / (2 (2 tau - 1 - 1/(2 B)) p)          for tau to 3/4, above 1/2 + 1/(2 B) and the smaller of 1/2 + theta^2 and
     *                                                1/2 + 1/(2 B) + 3/4 theta^2,
     *     4 (1 - tau + 1/(2 B)) q^2 / ((1 + 1/B) p)  for tau above 3/4. */
    double unimodal;
} ard_selection_bounds;

/* p features, q selected in a half on the average (0..p), n_pairs = B >= 1, tau up to 1. */
ard_selection_bounds ard_selection_bounds_of(int64_t p, double q, int64_t n_pairs, double tau);
#endif
