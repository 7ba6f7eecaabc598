/* Correlations between columns, computed in blocks as they are wanted: no matrix columns x columns is kept.
 *
 * Pearson's, over all rows of the matrix, which count alike. A column that does not vary, or with a value that is not finite,
 * has no correlation with any (0). Time: n p^2 flops for all pairs of p columns, by the BLAS; memory: O(p) and blocks of some
 * MB, whatever n and p. ARDOR_CANCELLED where the context is to end. */
#ifndef ARD_CORRELATION_H
#define ARD_CORRELATION_H

#include "matrix/matrix.h"

/* From where on a correlation counts: in the stability of sets of correlated features, and for features that say the same. */
#define ARD_CORRELATED 0.7
#define ARD_SAME_CORRELATION 0.8

/* A list of columns; column NULL: 0, 1, .. n - 1. */
typedef struct ard_column_list {
    int64_t n;
    const int64_t *column;
} ard_column_list;

/* A block of correlations: r[i + j n_left] of the columns at the places first_left + i of the one list and first_right + j of the
 * other. */
typedef struct ard_correlation_block {
    int64_t first_left, n_left, first_right, n_right;
    const double *r;
} ard_correlation_block;
typedef int (*ard_correlation_visit)(ardor_context *context, void *argument, const ard_correlation_block *block);

/* The blocks that together have all pairs, one after the other in a fixed order. */
int ard_correlation_between(ardor_context *context, const ard_matrix *x, ard_column_list left, ard_column_list right,
                            ard_correlation_visit visit, void *argument);

/* The pairs within one list, each once: i < k are places in the list. */
typedef int (*ard_pair_visit)(ardor_context *context, void *argument, int64_t i, int64_t k, double r);
/* Those with |r| >= least alone. */
int ard_correlated_pairs(ardor_context *context, const ard_matrix *x, ard_column_list columns, double least, ard_pair_visit visit,
                         void *argument);

/* The sum of |r| over all pairs j < k of columns of x with |r| >= least, and how many they are. */
typedef struct ard_correlation_sum {
    int64_t n_pairs;
    double sum;
} ard_correlation_sum;
int ard_correlation_sum_of(ardor_context *context, const ard_matrix *x, double least, ard_correlation_sum *out);

/* Of all columns of x the one that a column is most correlated with, itself apart. */
typedef struct ard_nearest_column {
    int64_t column;     /* -1: with none |r| >= least */
    double correlation; /* with its sign; NaN where there is none */
} ard_nearest_column;
/* nearest: columns.n, the caller's. Of several that are equally near, but for rounding, the first. */
int ard_nearest_columns(ardor_context *context, const ard_matrix *x, ard_column_list columns, double least,
                        ard_nearest_column *nearest);
#endif
