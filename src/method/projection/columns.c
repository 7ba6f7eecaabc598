#include "method/projection/columns.h"

#include <math.h>

int projection_columns_open(ardor_context *context, const ard_matrix *x, projection_columns *out)
{
    int rc = ARDOR_OK;
    *out = (projection_columns){.p = x->p};
    TRY(ard_array_open(context, x, &out->array));
    NEW(context, out->mean, x->p);
    NEW(context, out->inverse, x->p);
    NEW(context, out->rank, x->p);
done:
    return rc;
}

void projection_columns_close(ardor_context *context, projection_columns *c)
{
    ard_free(context, c->rank);
    ard_free(context, c->inverse);
    ard_free(context, c->mean);
    ard_array_close(context, &c->array);
    *c = (projection_columns){0};
}

void projection_columns_rank(projection_columns *c, int64_t n, const int64_t *row, const double *t)
{
    for (int64_t j = 0; j < c->p; j++) {
        const double *x = c->array.x + j * c->array.ld;
        double mean = 0, square = 0, product = 0;
        for (int64_t i = 0; i < n; i++) mean += x[row[i]];
        mean /= (double)n;
        for (int64_t i = 0; i < n; i++) {
            const double d = x[row[i]] - mean;
            square += d * d;
            product += d * t[i];
        }
        const double sd = sqrt(square / (double)n);
        c->mean[j] = mean;
        c->inverse[j] = sd > 1e-9 * fabs(mean) ? 1.0 / sd : 0.0;
        c->rank[j] = (ard_rank){.index = j, .key = fabs(product) * c->inverse[j]};
    }
    ard_rank_sort(c->p, c->rank);
}

void projection_columns_gather(const projection_columns *c, int64_t n, const int64_t *row, int64_t m, const int64_t *column,
                               double *z)
{
    for (int64_t s = 0; s < m; s++) {
        const int64_t j = column[s];
        const double *x = c->array.x + j * c->array.ld;
        for (int64_t i = 0; i < n; i++) z[i + s * n] = (x[row[i]] - c->mean[j]) * c->inverse[j];
    }
}
