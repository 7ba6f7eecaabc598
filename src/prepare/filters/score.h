/* What filters share that score each column by itself. */
#ifndef ARD_FILTER_SCORE_H
#define ARD_FILTER_SCORE_H

#include "base/rank.h"
#include "prepare/filter.h"

/* The k best of p columns by their scores; see ard_filter_kind.rank. */
int ard_filter_best(ardor_context *context, int64_t p, const double *scores, int64_t k, int64_t *column, double *score);

/* A column that is to be scored: it has spread, and is standardised, so that neither origin nor unit matter and squares cannot
 * overflow, whatever the preparation left. */
typedef struct ard_scored {
    const ard_targets *t;
    const double *z;     /* t->n */
    double *work;        /* 2 n, for ard_filter_side */
    ard_rank *order;     /* n, for those that sort */
    const void *variant; /* the filter's own */
} ard_scored;

/* Ranks by score_of(column) >= 0; columns without spread score 0. */
int ard_filter_by_columns(ardor_context *context, const ard_matrix *x, const ard_targets *t,
                          double (*score_of)(const ard_scored *column), const void *variant, int64_t k, int64_t *column,
                          double *score);

/* A column in the rows of one class, or of all others. */
typedef struct ard_side {
    double mean, variance, weights; /* population variance, 0 without spread; sum of the weights */
} ard_side;

/* The rows of class c, or with `others` all rows but those. */
ard_side ard_filter_side(const ard_scored *column, int32_t c, bool others);
/* The first class that is compared with all others: of two classes one says it all. */
static inline int32_t ard_filter_first_class(const ard_targets *t) { return t->n_classes == 2; }

/* Ranks by how far a class is from the others: by score(a, b), of sides that have rows, different means and not both variance 0.
 * Of more than two classes the one counts that stands out most. A column where a class has no rows scores 0; classes without
 * spread around different means score infinity. */
int ard_filter_by_classes(ardor_context *context, const ard_matrix *x, const ard_targets *t,
                          double (*score_of)(const ard_side *a, const ard_side *b), int64_t k, int64_t *column, double *score);
#endif
