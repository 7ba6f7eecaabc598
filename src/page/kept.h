/* The values of features that a result keeps (docs/json.md, `values`), by class. */
#ifndef ARD_PAGE_KEPT_H
#define ARD_PAGE_KEPT_H

#include "page/page.h"

/* A feature's values in a class; NaN where there are none. */
typedef struct ard_kept_group {
    int64_t n, n_missing;                   /* n: values */
    double low, lower, median, upper, high; /* quantiles: 5 %, quartiles, 95 % */
} ard_kept_group;

typedef struct ard_kept_values {
    int64_t n, n_features; /* samples */
    int n_classes;
    bool logs; /* the preparation took logarithms */
    const json_t *rows, *features;
    int *label;            /* n: class of each sample; -1: none that the result has */
    ard_kept_group *group; /* n_features x n_classes, the classes of a feature in sequence */
} ard_kept_values;

int ard_kept_values_new(const ard_page *page, ard_kept_values *out);
void ard_kept_values_free(ardor_context *context, ard_kept_values *values);

static inline const char *ard_kept_name(const ard_kept_values *v, int64_t k)
{
    return ard_doc_name(json_array_get(v->features, (size_t)k), "name");
}
/* A value; NaN: missing. */
double ard_kept_value(const ard_kept_values *values, int64_t k, int64_t i);
/* Are they drawn along a logarithmic axis? */
bool ard_kept_logarithmic(const ard_kept_values *values, int64_t k);
static inline const ard_kept_group *ard_kept_groups(const ard_kept_values *v, int64_t k) { return v->group + k * v->n_classes; }
#endif
