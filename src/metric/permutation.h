/* The permutation test (Ojala and Garriga, "Permutation tests for studying classifier performance", JMLR 11, 2010, test 1): is a
 * figure of merit better than those of the same procedure on labels that were exchanged among the rows? */
#ifndef ARD_PERMUTATION_H
#define ARD_PERMUTATION_H

#include "metric/metric.h"

#include <stdbool.h>

typedef struct ard_permutation_test {
    int64_t n;         /* B */
    int64_t n_as_good; /* of them at least as good as the observed figure; ties, and those that failed, among them */
    int64_t n_ties, n_failed;
    double p; /* (1 + n_as_good) / (1 + B); NaN without an observed figure */
    ard_metric
        chance; /* n_as_good / B, which p comes to with B, and Clopper and Pearson's interval of that: how far B settles p */
} ard_permutation_test;

/* B figures of permuted labels, NaN of those that failed: they count as being as good, which keeps the test valid whatever they
 * would have been. Figures within 1e-9 of the observed one's size are ties: sums of the same terms differ by their order. */
ard_permutation_test ard_permutation_test_of(int64_t n, const double *permuted, double observed, bool larger_is_better);
#endif
