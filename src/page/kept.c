/* See kept.h. */
#include "page/kept.h"

#include "base/rank.h"
#include "metric/quantile.h"

double ard_kept_value(const ard_kept_values *v, int64_t k, int64_t i)
{
    const json_t *value = ard_doc_at(json_array_get(v->features, (size_t)k), "values", i);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* From this ratio of values, all above 0, their axis is logarithmic; of a run on logarithms it always is. */
static const double WIDE = 100;

bool ard_kept_logarithmic(const ard_kept_values *v, int64_t k)
{
    double least = INFINITY, largest = 0;
    for (int64_t i = 0; i < v->n; i++) {
        const double value = ard_kept_value(v, k, i);
        if (isnan(value)) continue;
        least = fmin(least, value);
        largest = fmax(largest, value);
    }
    return least > 0 && largest > (v->logs ? 1 : WIDE) * least;
}

/* work: room for n values. */
static ard_kept_group describe(const ard_kept_values *v, int64_t k, int label, double *work)
{
    ard_kept_group g = {0};
    for (int64_t i = 0; i < v->n; i++) {
        if (v->label[i] != label) continue;
        const double value = ard_kept_value(v, k, i);
        if (isfinite(value))
            work[g.n++] = value;
        else
            g.n_missing++;
    }
    ard_reals_sort(g.n, work);
    g.low = ard_quantile(g.n, work, 0.05);
    g.lower = ard_quantile(g.n, work, 0.25);
    g.median = ard_quantile(g.n, work, 0.5);
    g.upper = ard_quantile(g.n, work, 0.75);
    g.high = ard_quantile(g.n, work, 0.95);
    return g;
}

int ard_kept_values_new(const ard_page *page, ard_kept_values *out)
{
    int rc = ARDOR_OK;
    const json_t *kept = ard_doc_get(page->evaluation, "values");
    double *work = NULL;
    ard_kept_values v = {.rows = ard_doc_get(kept, "rows"), .features = ard_doc_get(kept, "features")};
    v.n = ard_doc_size(kept, "rows");
    v.n_features = ard_doc_size(kept, "features");
    v.n_classes = page->samples.n_classes;
    v.logs = ard_doc_text(page->evaluation, "log") && !ard_doc_is(page->evaluation, "log", "off");
    NEW(page->context, v.label, v.n);
    NEW(page->context, v.group, v.n_features * v.n_classes);
    NEW(page->context, work, v.n);
    for (int64_t i = 0; i < v.n; i++)
        v.label[i] = ard_samples_class(&page->samples, ard_doc_text(json_array_get(v.rows, (size_t)i), "class"));
    for (int64_t k = 0; k < v.n_features; k++)
        for (int c = 0; c < v.n_classes; c++) v.group[k * v.n_classes + c] = describe(&v, k, c, work);
    *out = v;
    v = (ard_kept_values){0};
done:
    ard_free(page->context, work);
    ard_kept_values_free(page->context, &v);
    return rc;
}

void ard_kept_values_free(ardor_context *context, ard_kept_values *v)
{
    ard_free(context, v->group);
    ard_free(context, v->label);
    *v = (ard_kept_values){0};
}
