/* Two methods on the same folds, rows or tables: is one of them better? And the same of several. */
#ifndef ARD_PAIRED_H
#define ARD_PAIRED_H

#include "base/base.h"

/* The corrected resampled t of Nadeau and Bengio ("Inference for the generalization error", Machine Learning 52, 2003) over the
 * differences of J folds: se^2 = s^2 (1/J + n_test/n_train), J - 1 degrees of freedom. */
typedef struct ard_paired_t {
    int64_t n;          /* J: pairs of which both figures are finite; the others are left out */
    int64_t df;         /* J - 1; 0 of no fold */
    double mean, se;    /* of first - second; se NaN of fewer than two */
    double t, p;        /* p: two-sided */
    double low, high;   /* 95 %, of the mean */
    const char *reason; /* why there is no interval, and perhaps no p (it lives as long as the program); NULL: there is */
} ard_paired_t;

/* n figures of each, fold by fold; second NULL: first are the differences. ratio: rows tested over rows trained on, in a fold.
 *
 * What is not there is NaN: of no pair the mean; of a single one se, t and p; of differences that are all the same and not 0 t
 * and p, because that would claim a certainty which no number of folds gives. Where all are 0 there is no difference to be seen:
 * t = 0 and p = 1. Differences, and their spread, below 1e-12 of the largest figure are 0: figures are sums, of which the last
 * bits depend on their order. */
int ard_corrected_t_test(ardor_context *context, int64_t n, const double *first, const double *second, double ratio,
                         ard_paired_t *out);

/* The two-sided p value of the exact binomial test that both outcomes, seen `a` and `b` times, are equally likely: 1 where none
 * was seen. */
double ard_sign_p(int64_t a, int64_t b);

/* The sign test: n figures of each (tables, folds), of which those that are equal but for 1e-12 of the larger are ties, dropped
 * and counted, and so are pairs without a value. */
typedef struct ard_sign_test {
    int64_t first_larger, second_larger, ties, missing;
    double p;
} ard_sign_test;

ard_sign_test ard_sign_test_of(int64_t n, const double *first, const double *second);

/* McNemar's test, exact: of n rows, each predicted once by either method, those that only one of them has wrong. A row that is
 * not decided (-1) is wrong. */
typedef struct ard_mcnemar {
    int64_t both_right, both_wrong, only_first_wrong, only_second_wrong;
    double p;
} ard_mcnemar;

ard_mcnemar ard_mcnemar_test(int64_t n, const int32_t *label, const int32_t *first, const int32_t *second);

/* Holm's step-down p values for n tests (Scandinavian Journal of Statistics 6, 1979): the k-th smallest of m times m - k + 1, no
 * smaller than those before it, at most 1. A p that is NaN is no test: it stays NaN and does not count in m, which is *n_tests.
 * adjusted may be p. */
int ard_holm(ardor_context *context, int64_t n, const double *p, double *adjusted, int64_t *n_tests);
#endif
