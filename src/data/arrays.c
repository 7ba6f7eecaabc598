/* See arrays.h. */
#include "data/arrays.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/stamp.h"
#include "base/text.h"

/* ------------------------------------------------------------------ values */

/* Of tables that lie row by row: rows by columns that are turned round together, each a line of the cache; and columns that are
 * written to in turn, each a page of memory. */
enum { TILE = 8, PANEL = 256 };

/* A corner of the table and how to go on from there. */
typedef struct corner {
    const void *x;
    int64_t row_stride, column_stride;
} corner;

#define COPY_TILE(name, type)                                                                                                    \
    static void name(const corner *from, int64_t n, int64_t n_columns, const int64_t *column, double *out, int64_t ld)           \
    {                                                                                                                            \
        for (int64_t j = 0; j < n_columns; j++) {                                                                                \
            const type *x = (const type *)from->x + (column ? column[j] : j) * from->column_stride;                              \
            double *to = out + j * ld;                                                                                           \
            for (int64_t i = 0; i < n; i++) to[i] = (double)x[i * from->row_stride];                                             \
        }                                                                                                                        \
    }

COPY_TILE(copy_f64, double)
COPY_TILE(copy_f32, float)
COPY_TILE(copy_i64, int64_t)
COPY_TILE(copy_i32, int32_t)
COPY_TILE(copy_u8, uint8_t)

typedef struct number_kind {
    int64_t bytes;
    void (*copy)(const corner *from, int64_t n, int64_t n_columns, const int64_t *column, double *out, int64_t ld);
} number_kind;

static const number_kind kinds[] = {[ARDOR_F64] = {sizeof(double), copy_f64},
                                    [ARDOR_F32] = {sizeof(float), copy_f32},
                                    [ARDOR_I64] = {sizeof(int64_t), copy_i64},
                                    [ARDOR_I32] = {sizeof(int32_t), copy_i32},
                                    [ARDOR_U8] = {sizeof(uint8_t), copy_u8}};

static corner corner_at(const ardor_table *t, int64_t row, int64_t column)
{
    const int64_t offset = row * t->row_stride + column * t->column_stride;
    return (corner){(const char *)t->x + offset * kinds[t->dtype].bytes, t->row_stride, t->column_stride};
}

void ard_arrays_gather(const ardor_table *t, int64_t first, int64_t n, int64_t n_columns, const int64_t *column, double *out,
                       int64_t ld)
{
    const number_kind *kind = kinds + t->dtype;
    if (n == 0 || n_columns == 0) return;
    const bool by_column = llabs(t->row_stride) <= llabs(t->column_stride);
    const int64_t rows = by_column ? n : TILE, columns = by_column ? n_columns : TILE, panel = by_column ? n_columns : PANEL;
    for (int64_t p = 0; p < n_columns; p += panel)
        for (int64_t i = 0; i < n; i += rows)
            for (int64_t j = p; j < ard_min64(p + panel, n_columns); j += columns) {
                const corner from = corner_at(t, first + i, column ? 0 : j);
                kind->copy(&from, ard_min64(rows, n - i), ard_min64(columns, n_columns - j), column ? column + j : NULL,
                           out + i + j * ld, ld);
            }
}

/* ------------------------------------------------------------------ what callers may get wrong */

/* The values that are farthest from x have offsets in bytes that are numbers. */
static bool spans(int64_t n, int64_t stride)
{
    int64_t all = 0;
    return !__builtin_mul_overflow(n, stride, &all) && all > -INT64_MAX / 32 && all < INT64_MAX / 32;
}

int ard_arrays_take(ardor_context *context, const ardor_table *given, ardor_table *t)
{
    int rc = ARDOR_OK;
    *t = (ardor_table){.size = sizeof *t};
    REQUIRE(context, given, ARDOR_USAGE, "a table is needed");
    TRY(ARD_STAMP_TAKE(context, "ardor_table", ARD_TABLE_FIRST, given, t));
    REQUIRE(context, t->n >= 0 && t->p >= 0 && (t->x || t->n == 0 || t->p == 0), ARDOR_USAGE,
            "table: n = %" PRId64 ", p = %" PRId64 "%s: need n >= 0, p >= 0 and x", t->n, t->p, t->x ? "" : ", x is NULL");
    REQUIRE(context, (unsigned)t->dtype < sizeof kinds / sizeof *kinds, ARDOR_USAGE, "table: there is no dtype %d",
            (int)t->dtype);
    if (t->row_stride == 0 && t->column_stride == 0) {
        t->row_stride = 1;
        t->column_stride = t->n;
    }
    REQUIRE(context, spans(t->n, t->row_stride) && spans(t->p, t->column_stride), ARDOR_USAGE,
            "table: %" PRId64 " rows with the stride %" PRId64 " and %" PRId64 " columns with the stride %" PRId64
            " are more than memory holds",
            t->n, t->row_stride, t->p, t->column_stride);
    REQUIRE(context, (uintptr_t)t->x % (uintptr_t)kinds[t->dtype].bytes == 0, ARDOR_USAGE,
            "table: x is not aligned to its %" PRId64 " bytes a value: copy it to where it is", kinds[t->dtype].bytes);
    REQUIRE(context, !t->borrow || (t->dtype == ARDOR_F64 && t->row_stride == 1 && t->column_stride >= t->n), ARDOR_USAGE,
            "table: only ARDOR_F64 with the row stride 1 and a column stride of at least n can be borrowed");
done:
    return rc;
}

/* ------------------------------------------------------------------ the dataset */

static int take_values(ardor_context *context, const ardor_table *t, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    if (t->borrow) return ard_dataset_new_around(context, t->n, t->p, t->x, t->column_stride, out);
    TRY(ard_dataset_new(context, t->n, t->p, NULL, out));
    ard_arrays_gather(t, 0, t->n, t->p, NULL, (*out)->x, t->n);
done:
    return rc;
}

static int take_names(const ardor_table *t, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < data->p; j++) {
        REQUIRE(data->context, !t->feature_names || t->feature_names[j], ARDOR_USAGE, "feature name %" PRId64 " is NULL", j + 1);
        if (t->feature_names)
            COPY(data->context, data->feature[j], t->feature_names[j]);
        else
            MAKE(data->feature[j], ard_format(data->context, "x%" PRId64, j + 1));
    }
    if (!t->row_names) return ARDOR_OK;
    NEW(data->context, data->id, data->n);
    for (int64_t i = 0; i < data->n; i++) {
        REQUIRE(data->context, t->row_names[i], ARDOR_USAGE, "row name %" PRId64 " is NULL", i + 1);
        COPY(data->context, data->id[i], t->row_names[i]);
    }
done:
    return rc;
}

static int name_classes(const ardor_table *t, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    int64_t first = 0, second = 0;
    ardor_context *context = data->context;
    char quoted[ARD_QUOTE_BYTES];
    NEW(context, data->class_name, t->n_classes);
    data->n_classes = t->n_classes;
    for (int k = 0; k < t->n_classes; k++) {
        REQUIRE(context, !t->class_names || (t->class_names[k] && t->class_names[k][0]), ARDOR_USAGE,
                "class %d (from 0) has no name", k);
        if (t->class_names)
            COPY(context, data->class_name[k], t->class_names[k]);
        else
            MAKE(data->class_name[k], ard_format(context, "%d", k));
    }
    TRY(ard_names_repeated(context, t->n_classes, data->class_name, &first, &second));
    REQUIRE(context, second < 0, ARDOR_DATA, "classes %" PRId64 " and %" PRId64 " (from 0) are both named '%s'", first, second,
            ard_name_quote(data->class_name[first], quoted));
done:
    return rc;
}

static int take_labels(const ardor_table *t, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    if (!t->label) return ARDOR_OK;
    REQUIRE(data->context, t->n_classes >= 0, ARDOR_USAGE, "table: n_classes is %d", t->n_classes);
    NEW(data->context, data->label, data->n);
    for (int64_t i = 0; i < data->n; i++) {
        REQUIRE(data->context, t->label[i] >= -1 && t->label[i] < t->n_classes, ARDOR_USAGE,
                "table: row %" PRId64 " has the label %d: it is the index of one of the %d classes, from 0, or -1", i + 1,
                (int)t->label[i], t->n_classes);
        data->label[i] = t->label[i];
    }
    TRY(name_classes(t, data));
done:
    return rc;
}

int ard_arrays_dataset(ardor_context *context, const ardor_table *t, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    *out = NULL;
    TRY(take_values(context, t, &data));
    TRY(take_names(t, data));
    TRY(take_labels(t, data));
    if (t->weights) {
        NEW(context, data->weight, t->n);
        memcpy(data->weight, t->weights, (size_t)t->n * sizeof *t->weights);
    }
    if (t->groups) TRY(ard_dataset_set_group_numbers(data, t->groups));
    if (t->target) COPY(context, data->inputs.target, t->target);
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}
