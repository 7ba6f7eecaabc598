/* Public functions over datasets. */
#include <math.h>

#include "base/remark.h"
#include "base/stamp.h"
#include "data/arrays.h"
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

double ardor_dataset_weight(const ardor_dataset *data, int64_t row)
{
    return has_row(data, row) ? ard_row_weight(data, row) : (double)NAN;
}

int64_t ardor_dataset_group(const ardor_dataset *data, int64_t row)
{
    return has_row(data, row) && data->group ? data->group[row] : -1;
}

const double *ardor_dataset_column(const ardor_dataset *data, int64_t column)
{
    return has_column(data, column) ? ard_dataset_values(data, column) : NULL;
}

double ardor_dataset_bayes_error(const ardor_dataset *data)
{
    return data && data->truth ? data->truth->bayes_error : (double)NAN;
}

/* labels NULL: those of the table. */
static int from_arrays(ardor_context *context, const ardor_table *table, const char *const *labels, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    TRY(ard_arrays_dataset(context, table, &data));
    if (labels) TRY(ard_dataset_set_labels(data, labels, NULL));
    TRY(ard_dataset_check(data));
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}

ardor_status ardor_dataset_from_arrays(ardor_context *context, int64_t n, int64_t p, const double *x, int64_t ldx,
                                       const char *const *labels, const char *const *feature_names, const double *weights,
                                       ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_table whole, table = {.size = sizeof table, .n = n, .p = p, .x = x, .row_stride = 1, .column_stride = ldx};
    if (out) *out = NULL;
    if (!context || !out) return ARDOR_USAGE;
    REQUIRE(context, ldx >= n, ARDOR_USAGE, "from_arrays: n = %lld, ldx = %lld: need n <= ldx", (long long)n, (long long)ldx);
    table.feature_names = feature_names;
    table.weights = weights;
    TRY(ard_arrays_take(context, &table, &whole));
    TRY(from_arrays(context, &whole, labels, out));
done:
    return (ardor_status)rc;
}

ardor_status ardor_dataset_from_table(ardor_context *context, const ardor_table *table, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_table whole;
    if (out) *out = NULL;
    if (!context || !out) return ARDOR_USAGE;
    TRY(ard_arrays_take(context, table, &whole));
    TRY(from_arrays(context, &whole, NULL, out));
done:
    return (ardor_status)rc;
}

ardor_status ardor_dataset_read(ardor_context *context, const char *path, const ardor_read_options *options, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ard_expected expected;
    ardor_read_options whole = {.size = sizeof whole};
    if (out) *out = NULL;
    if (!context || !out) return ARDOR_USAGE;
    REQUIRE(context, path, ARDOR_USAGE, "ardor_dataset_read: a path is needed");
    TRY(ARD_STAMP_TAKE(context, "ardor_read_options", ARD_READ_OPTIONS_FIRST, options, &whole));
    if (whole.model) ard_model_expects(whole.model, &expected);
    ard_remarks_forget(context); /* what was said of another table is said of this one too */
    TRY(ard_table_read(context, ard_readers, path, &whole, whole.model ? &expected : NULL, out));
done:
    return (ardor_status)rc;
}

ardor_status ardor_dataset_write(ardor_context *context, const ardor_dataset *data, const char *path)
{
    if (!context) return ARDOR_USAGE;
    if (!data || !path) return ard_fail(context, ARDOR_USAGE, "ardor_dataset_write: a dataset and a path are needed");
    return ard_table_write(context, ard_readers, data, path);
}
