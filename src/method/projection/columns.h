/* The columns of a problem, standardised again on some of its rows, and ranked there by how well they follow a target. */
#ifndef PROJECTION_COLUMNS_H
#define PROJECTION_COLUMNS_H

#include "base/rank.h"
#include "matrix/matrix.h"

typedef struct projection_columns {
    ard_array array;
    int64_t p;
    double *mean, *inverse; /* p, of the rows last ranked on: mean, 1/sd (0 for constant ones) */
    ard_rank *rank;         /* p */
} projection_columns;

/* Close them also where this failed. */
int projection_columns_open(ardor_context *context, const ard_matrix *x, projection_columns *out);
void projection_columns_close(ardor_context *context, projection_columns *columns);
/* Mean, scale and correlation with t (n) of every column on these rows; the most correlated first in rank. */
void projection_columns_rank(projection_columns *columns, int64_t n, const int64_t *row, const double *t);
/* z (n x m): columns as they were standardised on the rows last ranked on. */
void projection_columns_gather(const projection_columns *columns, int64_t n, const int64_t *row, int64_t m, const int64_t *column,
                               double *z);
#endif
