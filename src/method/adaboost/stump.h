/* The best decision stump for weighted rows, over columns that are sorted once. */
#ifndef ARD_ADABOOST_STUMP_H
#define ARD_ADABOOST_STUMP_H

#include "machine/stumps.h"
#include "matrix/targets.h"

/* Rows, of all or of a part, in the order of the values of each column. */
typedef struct stump_rows {
    int64_t n, p; /* of these rows; columns */
    ard_array x;  /* of all rows, borrowed */
    int64_t *row; /* n, increasing */
    /* n x p: row i, or -1 - i where the next value is the same one, or there is none: behind it no threshold can be. */
    int32_t *order;
    double *spread; /* p: the columns' standard deviations, in which gaps are measured */
    double *edge;   /* p: room */
} stump_rows;

/* All rows of x. They keep a reference to x and to nothing else. */
int stump_rows_open(ardor_context *context, const ard_array *x, int64_t p, const ard_targets *target, stump_rows *out);
/* Of those the rows that are not of this fold (one number a row), in the order that they have. */
int stump_rows_without(ardor_context *context, const stump_rows *all, const ard_targets *target, const int64_t *fold, int64_t out,
                       stump_rows *rows);
void stump_rows_close(ardor_context *context, stump_rows *rows);

/* signed_weight: of every row of x its weight, below 0 in the first class; the sizes of those of `rows` add up to 1. The stump of
 * least weighted error, as one vote of weight 1 or -1. Returns its edge, what it gets right less what it gets wrong; 0: no stump
 * is better than chance, and *best is not set. */
double stump_find(const stump_rows *rows, const double *signed_weight, ard_stump *best);

/* Between a < b: not below a, and below b. */
double stump_between(double a, double b);
#endif
