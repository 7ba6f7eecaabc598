#include "method/shared/subset.h"

#include <string.h>

int ard_subset_open(ardor_context *context, const ard_problem *problem, ard_subset *out)
{
    int rc = ARDOR_OK;
    *out = (ard_subset){0};
    NEW(context, out->column, problem->p);
done:
    return rc;
}

void ard_subset_close(ardor_context *context, ard_subset *subset)
{
    ard_free(context, subset->copy);
    ard_free(context, subset->column);
    *subset = (ard_subset){0};
}

bool ard_subset_is(const ard_subset *subset, const ard_problem *problem, int64_t n_only, const int64_t *only)
{
    if (!subset->set || subset->whole != !only || subset->n != (only ? n_only : problem->p)) return false;
    return !only || memcmp(subset->column, only, (size_t)n_only * sizeof *only) == 0;
}

int ard_subset_take(ardor_context *context, ard_subset *subset, const ard_problem *problem, int64_t n_only, const int64_t *only)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->n;
    ard_free(context, subset->copy);
    subset->copy = NULL;
    subset->set = false;
    subset->whole = !only;
    subset->n = only ? n_only : problem->p;
    subset->x = problem->x;
    for (int64_t t = 0; t < subset->n; t++) subset->column[t] = only ? only[t] : t;
    if (only) {
        NEW(context, subset->copy, n * n_only);
        for (int64_t t = 0; t < n_only; t++)
            memcpy(subset->copy + t * n, problem->x + only[t] * n, (size_t)n * sizeof *subset->copy);
        subset->x = subset->copy;
    }
    subset->set = true;
done:
    return rc;
}

void ard_subset_values(const ard_subset *subset, const ard_solution *from, double *value)
{
    memset(value, 0, (size_t)subset->n * sizeof *value);
    for (int64_t t = 0, f = 0; t < subset->n && f < from->n_features; t++) {
        while (f < from->n_features && from->feature[f] < subset->column[t]) f++;
        if (f < from->n_features && from->feature[f] == subset->column[t]) value[t] = from->scale[f];
    }
}

void ard_vector_weights(const ard_solution *from, int64_t n, double *weight)
{
    memset(weight, 0, (size_t)n * sizeof *weight);
    for (int64_t j = 0; j < from->n_vectors; j++) weight[from->vector[j]] = from->weight[j];
}

int ard_solution_set_features(ardor_context *context, const ard_subset *subset, int64_t n, const int64_t *position,
                              const double *value, ard_solution *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->feature, n);
    NEW(context, out->scale, n);
    out->n_features = n;
    for (int64_t t = 0; t < n; t++) out->feature[t] = subset->column[position[t]];
    memcpy(out->scale, value, (size_t)n * sizeof *out->scale);
done:
    return rc;
}

int ard_solution_set_vectors(ardor_context *context, const ard_problem *problem, int64_t n, const int64_t *row,
                             const double *weight, ard_solution *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->vector, n);
    NEW(context, out->weight, n);
    NEW(context, out->vector_x, n * out->n_features);
    out->n_vectors = n;
    memcpy(out->vector, row, (size_t)n * sizeof *out->vector);
    memcpy(out->weight, weight, (size_t)n * sizeof *out->weight);
    for (int64_t t = 0; t < out->n_features; t++)
        for (int64_t j = 0; j < n; j++) out->vector_x[t * n + j] = problem->x[out->feature[t] * problem->n + row[j]];
done:
    return rc;
}
