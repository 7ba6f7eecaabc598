/* Public functions over datasets. */
#include "data/dataset.h"

#include <math.h>
#include <string.h>

#include "base/remark.h"
#include "io/reader.h"
#include "io/table.h"
#include "model/model.h"

int64_t ardor_dataset_rows(const ardor_dataset *data) { return data ? data->n : 0; }
int64_t ardor_dataset_features(const ardor_dataset *data) { return data ? data->p : 0; }
int ardor_dataset_classes(const ardor_dataset *data) { return data ? data->n_classes : 0; }

const char *ardor_dataset_class_name(const ardor_dataset *data, int index)
{
    return data && index >= 0 && index < data->n_classes ? data->class_name[index] : NULL;
}

static bool has_column(const ardor_dataset *data, int64_t column) { return data && column >= 0 && column < data->p; }

static bool has_row(const ardor_dataset *data, int64_t row) { return data && row >= 0 && row < data->n; }

const char *ardor_dataset_feature_name(const ardor_dataset *data, int64_t column)
{
    return has_column(data, column) ? data->feature[column] : NULL;
}

const char *ardor_dataset_row_name(const ardor_dataset *data, int64_t row)
{
    if (!has_row(data, row)) return NULL;
    return data->id ? data->id[row] : ard_row_names_get(data->numbered, row);
}

int ardor_dataset_label(const ardor_dataset *data, int64_t row)
{
    return has_row(data, row) && data->label ? data->label[row] : -1;
}

const double *ardor_dataset_column(const ardor_dataset *data, int64_t column)
{
    return has_column(data, column) ? data->x + column * data->n : NULL;
}

double ardor_dataset_bayes_error(const ardor_dataset *data)
{
    return data && data->truth ? data->truth->bayes_error : (double)NAN;
}

/* The names given, or x1, x2, .. */
static int name_features(ardor_dataset *data, const char *const *names)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < data->p; j++) {
        REQUIRE(data->context, !names || names[j], ARDOR_USAGE, "feature name %lld is NULL", (long long)j + 1);
        if (names)
            COPY(data->context, data->feature[j], names[j]);
        else
            MAKE(data->feature[j], ard_format(data->context, "x%lld", (long long)j + 1));
    }
done:
    return rc;
}

ardor_status ardor_dataset_from_arrays(ardor_context *context, int64_t n, int64_t p, const double *x, int64_t ldx,
                                       const char *const *labels, const char *const *feature_names, const double *weights,
                                       ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    if (!context || !out) return ARDOR_USAGE;
    *out = NULL;
    REQUIRE(context, n >= 0 && p >= 0 && ldx >= n && (x || n == 0 || p == 0), ARDOR_USAGE,
            "from_arrays: n = %lld, p = %lld, ldx = %lld: need 0 <= n <= ldx, p >= 0 and x", (long long)n, (long long)p,
            (long long)ldx);
    TRY(ard_dataset_new(context, n, p, NULL, &data));
    for (int64_t j = 0; j < p && n > 0; j++) memcpy(data->x + j * n, x + j * ldx, (size_t)n * sizeof *x);
    TRY(name_features(data, feature_names));
    if (weights) {
        NEW(context, data->weight, n);
        memcpy(data->weight, weights, (size_t)n * sizeof *weights);
    }
    if (labels) TRY(ard_dataset_set_labels(data, labels, NULL));
    TRY(ard_dataset_check(data));
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}

ardor_status ardor_dataset_read(ardor_context *context, const char *path, const ardor_read_options *options, ardor_dataset **out)
{
    ard_expected expected;
    if (!context || !out) return ARDOR_USAGE;
    *out = NULL;
    if (!path || (options && options->size < sizeof options->size))
        return ard_fail(context, ARDOR_USAGE, "ardor_dataset_read: a path is needed, and options->size must be set");
    const bool has_model = options && options->size > offsetof(ardor_read_options, model) && options->model;
    if (has_model) ard_model_expects(options->model, &expected);
    ard_remarks_forget(context); /* what was said of another table is said of this one too */
    return ard_table_read(context, ard_readers, path, options, has_model ? &expected : NULL, out);
}

ardor_status ardor_dataset_write(ardor_context *context, const ardor_dataset *data, const char *path)
{
    if (!context) return ARDOR_USAGE;
    if (!data || !path) return ard_fail(context, ARDOR_USAGE, "ardor_dataset_write: a dataset and a path are needed");
    return ard_table_write(context, ard_readers, data, path);
}
