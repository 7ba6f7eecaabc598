/* What filters share that score each column by itself. */
#ifndef ARD_FILTER_SCORE_H
#define ARD_FILTER_SCORE_H

#include "prepare/filter.h"

/* The k best of p columns by their scores; see ard_filter_kind.rank. */
int ard_filter_best(ardor_context *context, int64_t p, const double *scores, int64_t k, int64_t *column, double *score);

/* A column in the rows of one class, or of all others. */
typedef struct ard_side {
    double mean, variance, weights; /* population variance; sum of the weights */
} ard_side;

/* Ranks by how far a class is from the others: by score(a, b), of sides that have rows, different means and not both variance 0.
 * Of more than two classes the one counts that stands out most. A column without spread scores 0, and so does one where a class
 * has no rows; classes without spread around different means score infinity. Columns are standardised first, so that neither
 * origin nor unit matter and squares cannot overflow, whatever the preparation left. */
int ard_filter_by_classes(ardor_context *context, const ard_matrix *x, const ard_targets *t,
                          double (*score_of)(const ard_side *a, const ard_side *b), int64_t k, int64_t *column, double *score);
#endif
