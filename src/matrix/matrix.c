/* Views, and what is asked of them in terms of their storage. */
#include "matrix/matrix.h"

#include <string.h>

/* list[i] of a view's list through `of`, the list of what it is a view of (NULL: the identity). */
static int compose(ardor_context *context, int64_t n, const int64_t *list, const int64_t *of, const int64_t **out)
{
    int rc = ARDOR_OK;
    int64_t *copy = NULL;
    *out = NULL;
    if (!list && !of) return ARDOR_OK;
    NEW(context, copy, n);
    for (int64_t i = 0; i < n; i++) {
        const int64_t at = list ? list[i] : i;
        copy[i] = of ? of[at] : at;
    }
    *out = copy;
done:
    return rc;
}

int ard_matrix_view(ardor_context *context, const ard_matrix *of, int64_t n, const int64_t *row, int64_t p, const int64_t *column,
                    ard_matrix *out)
{
    int rc = ARDOR_OK;
    ard_matrix view = *of;
    view.row = view.column = NULL;
    *out = (ard_matrix){0};
    if (row) view.n = n;
    if (column) view.p = p;
    TRY(compose(context, view.n, row, of->row, &view.row));
    TRY(compose(context, view.p, column, of->column, &view.column));
    *out = view;
    view = (ard_matrix){0};
done:
    ard_matrix_free(context, &view);
    return rc;
}

void ard_matrix_free(ardor_context *context, ard_matrix *x)
{
    ard_free(context, (int64_t *)x->row); /* a view owns its lists */
    ard_free(context, (int64_t *)x->column);
    *x = (ard_matrix){0};
}

enum { BLOCK = 256 };

/* Stored indices of a list of the view's columns, a block at a time. */
static const int64_t *stored(const ard_matrix *x, int64_t n, const int64_t *column, int64_t *block)
{
    if (!x->column) return column;
    for (int64_t j = 0; j < n; j++) block[j] = x->column[column[j]];
    return block;
}

void ard_matrix_gather(const ard_matrix *x, int64_t first, int64_t n, int64_t n_columns, const int64_t *column, double *out,
                       int64_t ld)
{
    const int64_t *row = x->row ? x->row + first : NULL;
    int64_t block[BLOCK];
    if (!column) {
        x->kind->gather(x, first, n, row, n_columns, x->column, out, ld);
        return;
    }
    for (int64_t j = 0; j < n_columns; j += BLOCK) {
        const int64_t count = ard_min64(BLOCK, n_columns - j);
        x->kind->gather(x, first, n, row, count, stored(x, count, column + j, block), out + j * ld, ld);
    }
}

void ard_matrix_times(const ard_matrix *x, ard_list w, double *f)
{
    int64_t block[BLOCK];
    for (int64_t j = 0; j < w.n; j += BLOCK) {
        const int64_t count = ard_min64(BLOCK, w.n - j);
        x->kind->times(x, x->n, x->row, (ard_list){count, stored(x, count, w.index + j, block), w.value + j}, f);
    }
}

void ard_matrix_transposed(const ard_matrix *x, const double *g, double *d)
{
    x->kind->transposed(x, x->n, x->row, x->p, x->column, g, d);
}

int ard_array_open(ardor_context *context, const ard_matrix *x, ard_array *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    *out = (ard_array){.ld = x->n};
    if (!x->row && !x->column && (out->x = x->kind->array(x, &out->ld)) != NULL) return ARDOR_OK;
    REQUIRE(context, ard_mul_ok(x->n, x->p, &cells), ARDOR_MEMORY, "a matrix of %lld x %lld is too large", (long long)x->n,
            (long long)x->p);
    NEW(context, out->copy, cells);
    out->x = out->copy;
    out->ld = x->n;
    ard_matrix_gather(x, 0, x->n, x->p, NULL, out->copy, x->n);
done:
    return rc;
}

void ard_array_close(ardor_context *context, ard_array *array)
{
    ard_free(context, array->copy);
    *array = (ard_array){0};
}
