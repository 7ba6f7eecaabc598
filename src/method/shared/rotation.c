/* From the eigenvectors of XX' = U S^2 U', which costs n^2 p: Z = U S, V = X'U / S. */
#include "method/shared/rotation.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

enum { BLOCK = 64 };
static const double NOTHING = 1e-13; /* an eigenvalue, relative to the largest */

void ard_rotation_close(ardor_context *context, ard_rotation *r)
{
    if (!r) return;
    ard_free(context, r->u);
    ard_free(context, r->z);
    ard_free(context, r->kept.column);
    ard_free(context, r->rotated.column);
    ard_free(context, r->apart);
    ard_free(context, r);
}

static int list_columns(ardor_context *context, const bool *apart, ard_rotation *r)
{
    int rc = ARDOR_OK;
    NEW(context, r->rotated.column, r->p);
    NEW(context, r->kept.column, r->p);
    for (int64_t j = 0; j < r->p; j++) {
        ard_columns *list = apart && apart[j] ? &r->kept : &r->rotated;
        list->column[list->n++] = j;
    }
    r->n_apart = r->kept.n;
done:
    return rc;
}

/* The lower triangle of XX'. */
static int make_gram(ardor_context *context, const ard_rotation *r, double *gram)
{
    int rc = ARDOR_OK;
    const int64_t n = r->of->n;
    double *block = NULL;
    NEW(context, block, n * BLOCK);
    for (int64_t j = 0; j < r->rotated.n; j += BLOCK) {
        const int64_t count = ard_min64(BLOCK, r->rotated.n - j);
        ard_matrix_gather(r->of, 0, n, count, r->rotated.column + j, block, n);
        ard_syrk('N', n, count, 1.0, block, n, j > 0 ? 1.0 : 0.0, gram, n);
    }
done:
    ard_free(context, block);
    return rc;
}

/* Z beside the columns that are kept, and u. The eigenvectors are those of `gram`, by increasing eigenvalue. */
static int make_columns(ardor_context *context, const double *gram, const double *value, ard_rotation *r)
{
    int rc = ARDOR_OK;
    const int64_t n = r->x.n;
    while (r->rank < n && value[n - 1 - r->rank] > NOTHING * value[n - 1]) r->rank++;
    const int64_t m = r->rank + r->n_apart;
    NEW(context, r->z, n * m);
    NEW(context, r->u, n * r->rank);
    for (int64_t k = 0; k < r->rank; k++) {
        const double *vector = gram + (n - 1 - k) * n, root = sqrt(value[n - 1 - k]);
        for (int64_t i = 0; i < n; i++) {
            r->z[k * n + i] = vector[i] * root;
            r->u[k * n + i] = vector[i] / root;
        }
    }
    if (r->n_apart > 0) {
        ard_matrix_gather(r->of, 0, n, r->n_apart, r->kept.column, r->z + r->rank * n, n);
        NEW(context, r->apart, m);
    }
    for (int64_t k = 0; k < r->n_apart; k++) r->apart[r->rank + k] = true;
    r->x = ard_matrix_dense(n, m, r->z, n);
done:
    return rc;
}

/* From the lower triangle of the products. */
static int rotate(ardor_context *context, double *gram, ard_rotation *r)
{
    int rc = ARDOR_OK;
    const int64_t n = r->x.n;
    double *value = NULL, *work = NULL;
    NEW(context, value, n);
    NEW(context, work, 3 * n);
    REQUIRE(context, ard_symmetric_eigen(n, gram, n, value, work) == 0, ARDOR_NUMERIC,
            "the products of the rows are not finite: standardise the features (--standardise train)");
    TRY(make_columns(context, gram, value, r));
done:
    ard_free(context, work);
    ard_free(context, value);
    return rc;
}

int ard_rotation_open(ardor_context *context, const ard_matrix *x, const bool *apart, ard_rotation **out)
{
    int rc = ARDOR_OK;
    ard_rotation *r = NULL;
    double *gram = NULL;
    *out = NULL;
    NEW(context, r, 1);
    r->p = x->p;
    r->of = x;
    r->x.n = x->n;
    NEW(context, gram, x->n * x->n);
    TRY(list_columns(context, apart, r));
    TRY(make_gram(context, r, gram));
    TRY(rotate(context, gram, r));
    *out = r;
    r = NULL;
done:
    ard_free(context, gram);
    ard_rotation_close(context, r);
    return rc;
}

int ard_rotation_of_products(ardor_context *context, int64_t n, double *products, ard_rotation **out)
{
    int rc = ARDOR_OK;
    ard_rotation *r = NULL;
    *out = NULL;
    NEW(context, r, 1);
    r->x.n = n;
    TRY(rotate(context, products, r));
    *out = r;
    r = NULL;
done:
    ard_rotation_close(context, r);
    return rc;
}

void ard_rotation_rows(const ard_rotation *r, const double *from, double *rows)
{
    ard_gemv('N', r->x.n, r->rank, 1.0, r->u, r->x.n, from, 0.0, rows);
}

void ard_rotation_from_rows(const ard_rotation *r, const double *rows, double *to)
{
    ard_gemv('T', r->x.n, r->rank, 1.0, r->z, r->x.n, rows, 0.0, to);
}

int ard_rotation_back(ardor_context *context, const ard_rotation *r, const double *from, double *weight)
{
    int rc = ARDOR_OK;
    const int64_t n = r->of->n;
    double *rows = NULL;
    NEW(context, rows, n);
    ard_rotation_rows(r, from, rows);
    ard_matrix_transposed(r->of, rows, weight);
    for (int64_t k = 0; k < r->n_apart; k++) weight[r->kept.column[k]] = from[r->rank + k];
done:
    ard_free(context, rows);
    return rc;
}

int ard_rotation_forth(ardor_context *context, const ard_rotation *r, const double *weight, double *to)
{
    int rc = ARDOR_OK;
    const int64_t n = r->of->n;
    double *rows = NULL, *value = NULL;
    NEW(context, rows, n);
    NEW(context, value, r->rotated.n);
    for (int64_t k = 0; k < r->rotated.n; k++) value[k] = weight[r->rotated.column[k]];
    ard_matrix_times(r->of, (ard_list){r->rotated.n, r->rotated.column, value}, rows);
    ard_gemv('T', n, r->rank, 1.0, r->u, n, rows, 0.0, to);
    for (int64_t k = 0; k < r->n_apart; k++) to[r->rank + k] = weight[r->kept.column[k]];
done:
    ard_free(context, value);
    ard_free(context, rows);
    return rc;
}
