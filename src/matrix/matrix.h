/* Feature matrices. Solvers and bases see ard_matrix only: rows and columns of some storage, perhaps a selection of them.
 *
 * What a new storage must implement: the table ard_matrix_kind, over stored rows and columns, in a file of its own with a
 * function that makes an ard_matrix of it (as ard_matrix_dense does). Selections are no business of a storage: matrix.c turns
 * them into lists of stored indices. A restriction to some features is a view, and nothing else. */
#ifndef ARD_MATRIX_H
#define ARD_MATRIX_H

#include "base/base.h"

/* A list of rows, in the order in which they are used. */
typedef struct ard_rows {
    int64_t n;
    int64_t *row;
} ard_rows;

/* Rows 0..n-1. */
int ard_rows_all(ardor_context *context, int64_t n, ard_rows *out);

/* A list of columns, increasing. */
typedef struct ard_columns {
    int64_t n;
    int64_t *column;
} ard_columns;

/* An index list with the values that go with it. */
typedef struct ard_list {
    int64_t n;
    const int64_t *index;
    const double *value; /* value[i] belongs to index[i] */
} ard_list;

typedef struct ard_matrix ard_matrix;

/* Lists are of stored indices; NULL: 0, 1, .. in order. */
typedef struct ard_matrix_kind {
    const char *name; /* "dense" */
    /* out[i + j ld] = the value in row row[i] (NULL: first + i) of column column[j]: n x n_columns. */
    void (*gather)(const ard_matrix *x, int64_t first, int64_t n, const int64_t *row, int64_t n_columns, const int64_t *column,
                   double *out, int64_t ld);
    /* f_i += sum_k w.value[k] x(row[i], w.index[k]) for n rows. */
    void (*times)(const ard_matrix *x, int64_t n, const int64_t *row, ard_list w, double *f);
    /* d_j = sum_i g_i x(row[i], column[j]) for n_columns columns. */
    void (*transposed)(const ard_matrix *x, int64_t n, const int64_t *row, int64_t n_columns, const int64_t *column,
                       const double *g, double *d);
    /* The values as a column-major array with the leading dimension *ld; NULL: there is none. */
    const double *(*array)(const ard_matrix *x, int64_t *ld);
} ard_matrix_kind;

struct ard_matrix {
    const ard_matrix_kind *kind;
    const void *store;           /* the storage's own, borrowed: it outlives the matrix */
    int64_t ld;                  /* the storage's own: dense has its leading dimension here */
    int64_t n, p;                /* of the view */
    const int64_t *row, *column; /* stored rows and columns of the view; NULL: all, in order */
};

/* n x p, column-major. Borrows x; nothing to free. */
ard_matrix ard_matrix_dense(int64_t n, int64_t p, const double *x, int64_t ld);

/* The rows and columns listed (NULL: all of them; n, p are then of no account) of `of`, whose storage it borrows. The lists are
 * copied: free the view with ard_matrix_free. */
int ard_matrix_view(ardor_context *context, const ard_matrix *of, int64_t n, const int64_t *row, int64_t p, const int64_t *column,
                    ard_matrix *out);
void ard_matrix_free(ardor_context *context, ard_matrix *x);

/* Below, rows and columns are the view's. */

/* out[i + j ld] of n rows from `first` and n_columns columns (column NULL: the first n_columns). */
void ard_matrix_gather(const ard_matrix *x, int64_t first, int64_t n, int64_t n_columns, const int64_t *column, double *out,
                       int64_t ld);
/* f += X w. */
void ard_matrix_times(const ard_matrix *x, ard_list w, double *f);
/* d = X'g for all columns. */
void ard_matrix_transposed(const ard_matrix *x, const double *g, double *d);

/* A plain array of the whole view, for what works on arrays only: the storage's own where the view is all of a dense matrix,
 * else a copy. */
typedef struct ard_array {
    const double *x; /* n x p, column-major */
    int64_t ld;
    double *copy; /* what x points to, or NULL where it is borrowed */
} ard_array;

int ard_array_open(ardor_context *context, const ard_matrix *x, ard_array *out);
void ard_array_close(ardor_context *context, ard_array *array);
#endif
