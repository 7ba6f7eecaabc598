#include "method/shared/subset.h"

#include <string.h>

void ard_feature_values(const ard_solution *from, int64_t p, double *value)
{
    memset(value, 0, (size_t)p * sizeof *value);
    for (int64_t f = 0; f < from->n_features; f++) value[from->feature[f]] = from->scale[f];
}

void ard_vector_weights(const ard_solution *from, int64_t n, double *weight)
{
    memset(weight, 0, (size_t)n * sizeof *weight);
    for (int64_t j = 0; j < from->n_vectors; j++) weight[from->vector[j]] = from->weight[j];
}

int ard_solution_set_features(ardor_context *context, int64_t n, const int64_t *column, const double *value, ard_solution *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->feature, n);
    NEW(context, out->scale, n);
    out->n_features = n;
    memcpy(out->feature, column, (size_t)n * sizeof *out->feature);
    memcpy(out->scale, value, (size_t)n * sizeof *out->scale);
done:
    return rc;
}

int ard_solution_set_scale(ardor_context *context, int64_t n, const int64_t *column, double value, ard_solution *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->feature, n);
    NEW(context, out->scale, n);
    out->n_features = n;
    for (int64_t t = 0; t < n; t++) {
        out->feature[t] = column ? column[t] : t;
        out->scale[t] = value;
    }
done:
    return rc;
}

int ard_solution_set_vectors(ardor_context *context, const ard_problem *problem, int64_t n, const int64_t *row,
                             const double *weight, ard_solution *out)
{
    int rc = ARDOR_OK;
    ard_matrix view = {0};
    NEW(context, out->vector, n);
    NEW(context, out->weight, n);
    NEW(context, out->vector_x, n * out->n_features);
    out->n_vectors = n;
    memcpy(out->vector, row, (size_t)n * sizeof *out->vector);
    memcpy(out->weight, weight, (size_t)n * sizeof *out->weight);
    TRY(ard_matrix_view(context, problem->x, n, row, out->n_features, out->feature, &view));
    ard_matrix_gather(&view, 0, n, out->n_features, NULL, out->vector_x, n);
done:
    ard_matrix_free(context, &view);
    return rc;
}
