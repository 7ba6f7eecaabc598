/* The dense storage: a column-major array that belongs to somebody else. */
#include <string.h>

#include "linalg/blas.h"
#include "matrix/matrix.h"

static const double *column_of(const ard_matrix *x, const int64_t *column, int64_t j)
{
    return (const double *)x->store + (column ? column[j] : j) * x->ld;
}

static void dense_gather(const ard_matrix *x, int64_t first, int64_t n, const int64_t *row, int64_t n_columns,
                         const int64_t *column, double *out, int64_t ld)
{
    for (int64_t j = 0; j < n_columns; j++) {
        const double *from = column_of(x, column, j);
        double *to = out + j * ld;
        if (!row)
            memcpy(to, from + first, (size_t)n * sizeof *to);
        else
            for (int64_t i = 0; i < n; i++) to[i] = from[row[i]];
    }
}

static void dense_times(const ard_matrix *x, int64_t n, const int64_t *row, ard_list w, double *f)
{
    for (int64_t k = 0; k < w.n; k++) {
        const double *from = column_of(x, w.index, k), value = w.value[k];
        if (!row)
            ard_axpy(n, value, from, f);
        else
            for (int64_t i = 0; i < n; i++) f[i] += value * from[row[i]];
    }
}

static void dense_transposed(const ard_matrix *x, int64_t n, const int64_t *row, int64_t n_columns, const int64_t *column,
                             const double *g, double *d)
{
    if (!row && !column) {
        ard_gemv('T', n, n_columns, 1.0, x->store, x->ld, g, 0.0, d);
        return;
    }
    for (int64_t j = 0; j < n_columns; j++) {
        const double *from = column_of(x, column, j);
        double sum = 0;
        if (!row)
            sum = ard_dot(n, from, g);
        else
            for (int64_t i = 0; i < n; i++) sum += from[row[i]] * g[i];
        d[j] = sum;
    }
}

static const double *dense_array(const ard_matrix *x, int64_t *ld)
{
    *ld = x->ld;
    return x->store;
}

static const ard_matrix_kind dense = {
    .name = "dense", .gather = dense_gather, .times = dense_times, .transposed = dense_transposed, .array = dense_array};

ard_matrix ard_matrix_dense(int64_t n, int64_t p, const double *x, int64_t ld)
{
    return (ard_matrix){.kind = &dense, .store = x, .ld = ld, .n = n, .p = p};
}
