/* Datasets: allocation, class labels, and the checks that everything downstream relies on. */
#include "data/dataset.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "data/levels.h"
#include "linalg/blas.h"

/* x NULL: its own. */
static int open_dataset(ardor_context *context, int64_t n, int64_t p, const char *source, const double *x, int64_t ld,
                        ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    int64_t cells = 0;
    *out = NULL;
    NEW(context, data, 1);
    data->context = context;
    COPY(context, data->source, source ? source : "data");
    REQUIRE(context, n >= 0 && p >= 0 && ard_blas_fits(ard_max64(n, p)) && ard_mul_ok(n, p, &cells), ARDOR_DATA,
            "%s: %" PRId64 " rows and %" PRId64 " columns are more than the linear algebra can index", data->source, n, p);
    data->borrowed = x != NULL;
    data->ld = ld;
    data->x = (double *)x; /* readers of a dataset do not write to it */
    if (!x) NEW(context, data->x, cells);
    NEW(context, data->feature, p);
    TRY(ard_row_names_new(context, n, &data->numbered));
    data->n = n;
    data->p = p;
    data->inputs = (ard_inputs){.header = -1, .rows_read = n, .columns_read = p};
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}

int ard_dataset_new(ardor_context *context, int64_t n, int64_t p, const char *source, ardor_dataset **out)
{
    return open_dataset(context, n, p, source, NULL, n, out);
}

int ard_dataset_new_around(ardor_context *context, int64_t n, int64_t p, const double *x, int64_t ld, ardor_dataset **out)
{
    return open_dataset(context, n, p, NULL, x, ld, out);
}

void ardor_dataset_free(ardor_dataset *data)
{
    if (!data) return;
    ardor_context *context = data->context;
    ard_names_free(context, data->p, data->feature);
    ard_names_free(context, data->n, data->id);
    ard_row_names_free(data->numbered);
    ard_names_free(context, data->n_classes, data->class_name);
    ard_names_free(context, data->p, data->unread);
    ard_inputs_free(context, &data->inputs);
    ard_categories_free(context, &data->categories);
    if (!data->borrowed) ard_free(context, data->x);
    ard_free(context, data->label);
    ard_free(context, data->weight);
    ard_free(context, data->group);
    ard_free(context, data->source);
    ard_free(context, data->line);
    ard_free(context, data->place);
    ard_free(context, data->missing);
    if (data->truth) ard_free(context, data->truth->weight);
    if (data->truth) ard_free(context, data->truth->mean);
    ard_free(context, data->truth);
    ard_free(context, data->chosen);
    ard_free(context, data);
}

const char *ard_row_name(const ardor_dataset *data, int64_t row, char buffer[24])
{
    if (data->id && data->id[row]) return data->id[row];
    snprintf(buffer, 24, "%" PRId64, row + 1);
    return buffer;
}

const char *ard_row_place(const ardor_dataset *data, int64_t row, char buffer[40])
{
    if (data->line)
        snprintf(buffer, 40, "%s %" PRId64, data->transposed ? "column" : "line", data->line[row]);
    else
        snprintf(buffer, 40, "row %" PRId64, data->before + row + 1);
    return buffer;
}

const char *ard_cell_place(const ardor_dataset *data, int64_t row, int64_t column, char buffer[ARD_CELL_BYTES])
{
    char name[ARD_QUOTE_BYTES], where[40];
    const ard_category *category = ard_category_of(&data->categories, data->feature[column]);
    const char *in_file = category ? category->column : data->feature[column];
    ard_row_place(data, row, where);
    ard_name_quote(in_file, name);
    if (!data->place)
        snprintf(buffer, ARD_CELL_BYTES, "%s, column '%s'", where, name);
    else if (data->transposed)
        snprintf(buffer, ARD_CELL_BYTES, "line %" PRId64 " '%s', %s", data->place[column], name, where);
    else
        snprintf(buffer, ARD_CELL_BYTES, "%s, column %" PRId64 " '%s'", where, data->place[column], name);
    return buffer;
}

int64_t ard_dataset_missing(const ardor_dataset *data, int64_t column, char buffer[ARD_MISSING_BYTES])
{
    char where[ARD_CELL_BYTES];
    int64_t count = 0, first = -1;
    buffer[0] = '\0';
    const double *x = ard_dataset_values(data, column);
    for (int64_t i = 0; i < data->n; i++) {
        if (!isnan(x[i])) continue;
        if (count++ == 0) first = i;
    }
    if (count == 0) return 0;
    const char *text = data->missing ? data->missing[column].text : NULL;
    ard_cell_place(data, first, column, where);
    if (!text)
        snprintf(buffer, ARD_MISSING_BYTES, "%s: the value is missing", where);
    else if (!text[0])
        snprintf(buffer, ARD_MISSING_BYTES, "%s: the cell is empty", where);
    else
        snprintf(buffer, ARD_MISSING_BYTES, "%s: '%s' is a missing value", where, text);
    return count;
}

static int move_to_the_end(ardor_dataset *data, const char *positive)
{
    int rc = ARDOR_OK, last = data->n_classes - 1, at = 0;
    char classes[ARD_LIST_BYTES], shown[ARD_QUOTE_BYTES];
    while (at <= last && strcmp(data->class_name[at], positive) != 0) at++;
    REQUIRE(data->context, at <= last, ARDOR_USAGE, "%s: there is no class '%s' to be the positive one; the classes are %s",
            data->source, ard_name_quote(positive, shown), ard_names_list(data->n_classes, data->class_name, classes));
    char *name = data->class_name[at];
    memmove(data->class_name + at, data->class_name + at + 1, (size_t)(last - at) * sizeof *data->class_name);
    data->class_name[last] = name;
    for (int64_t i = 0; i < data->n; i++) {
        int32_t k = data->label[i];
        data->label[i] = k == at ? last : k > at ? k - 1 : k;
    }
done:
    return rc;
}

/* "not A", or what is like it and no label. */
static int name_rest(const ardor_dataset *data, const char *positive, char **out)
{
    int rc = ARDOR_OK;
    char *name = NULL;
    for (int k = 1; !name; k++) {
        MAKE(name,
             k == 1 ? ard_format(data->context, "not %s", positive) : ard_format(data->context, "not %s (%d)", positive, k));
        if (ard_text_find(name, data->n_classes, (const char *const *)data->class_name) < 0) break;
        ard_free(data->context, name);
        name = NULL;
    }
    *out = name;
done:
    return rc;
}

/* The last class against all others, which become one. */
static int join_the_rest(ardor_dataset *data)
{
    int rc = ARDOR_OK;
    const int last = data->n_classes - 1;
    char **two = NULL;
    NEW(data->context, two, 2);
    TRY(name_rest(data, data->class_name[last], &two[0]));
    two[1] = data->class_name[last];
    data->inputs.rest = data->class_name;
    data->inputs.n_rest = last;
    data->class_name = two;
    data->n_classes = 2;
    two = NULL;
    for (int64_t i = 0; i < data->n; i++)
        if (data->label[i] >= 0) data->label[i] = data->label[i] == last;
done:
    ard_free(data->context, two);
    return rc;
}

int ard_dataset_set_labels(ardor_dataset *data, const char *const *text, const char *positive)
{
    int rc = ARDOR_OK;
    ardor_context *context = data->context;
    int64_t classes = 0;
    ard_names_free(context, data->n_classes, data->class_name);
    ard_free(context, data->label);
    data->class_name = NULL;
    data->label = NULL;
    data->n_classes = 0;
    ard_names_free(context, data->inputs.n_rest, data->inputs.rest);
    data->inputs.rest = NULL;
    data->inputs.n_rest = 0;
    NEW(context, data->label, data->n);
    TRY(ard_levels_of(context, data->n, text, data->label, &classes, &data->class_name));
    data->n_classes = (int)classes;
    if (positive) TRY(move_to_the_end(data, positive));
    if (positive && data->n_classes > 2) TRY(join_the_rest(data));
done:
    return rc;
}

int ard_dataset_set_groups(ardor_dataset *data, char *const *text)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    TRY(ard_name_index_new(data->context, data->n, text, &index));
    if (!data->group) NEW(data->context, data->group, data->n);
    data->n_groups = 0;
    for (int64_t i = 0; i < data->n; i++) {
        const int64_t first = ard_name_index_find(index, text[i]);
        data->group[i] = first == i ? (int32_t)data->n_groups++ : data->group[first];
    }
done:
    ard_name_index_free(index);
    return rc;
}

static int by_number(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

int ard_dataset_set_group_numbers(ardor_dataset *data, const int64_t *number)
{
    int rc = ARDOR_OK;
    const size_t n = (size_t)data->n;
    int64_t *sorted = NULL, *group = NULL;
    size_t m = 0;
    NEW(data->context, sorted, n);
    NEW(data->context, group, n);
    if (!data->group) NEW(data->context, data->group, n);
    memcpy(sorted, number, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_number);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || sorted[i] != sorted[m - 1]) sorted[m++] = sorted[i];
    data->n_groups = 0;
    for (size_t i = 0; i < n; i++) {
        const int64_t *found = bsearch(number + i, sorted, m, sizeof *sorted, by_number);
        int64_t *of = group + (found - sorted); /* from 1, 0: not seen yet */
        if (*of == 0) *of = ++data->n_groups;
        data->group[i] = (int32_t)(*of - 1);
    }
done:
    ard_free(data->context, group);
    ard_free(data->context, sorted);
    return rc;
}

/* ---- checks */

/* name NULL: there is none. */
static int check_utf8(const ardor_dataset *data, const char *what, const char *name)
{
    char quoted[ARD_QUOTE_BYTES];
    if (!name || ard_text_is_utf8(name, strlen(name))) return ARDOR_OK;
    return ard_fail(data->context, ARDOR_DATA, "%s: the %s name '%s' is not UTF-8%s", data->source, what,
                    ard_name_quote(name, quoted), data->line ? ": convert the file (iconv -f LATIN1 -t UTF-8)" : "");
}

static int check_role_names(const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    TRY(check_utf8(data, "target column's", data->inputs.target));
    TRY(check_utf8(data, "weights column's", data->inputs.weights));
    TRY(check_utf8(data, "group column's", data->inputs.group));
    TRY(check_utf8(data, "id column's", data->inputs.id));
done:
    return rc;
}

static int check_names(const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    int64_t first = 0, second = 0;
    for (int64_t j = 0; j < data->p; j++)
        REQUIRE(data->context, data->feature[j] && data->feature[j][0], ARDOR_DATA, "%s: feature %" PRId64 " has no name",
                data->source, j + 1);
    for (int64_t j = 0; j < data->p; j++) TRY(check_utf8(data, "feature", data->feature[j]));
    for (int k = 0; k < data->n_classes; k++) TRY(check_utf8(data, "class", data->class_name[k]));
    for (int k = 0; k < data->inputs.n_rest; k++) TRY(check_utf8(data, "class", data->inputs.rest[k]));
    for (int64_t i = 0; data->id && i < data->n; i++) TRY(check_utf8(data, "row", data->id[i]));
    TRY(check_role_names(data));
    TRY(ard_names_repeated(data->context, data->p, data->feature, &first, &second));
    REQUIRE(data->context, second < 0, ARDOR_DATA, "%s: features %" PRId64 " and %" PRId64 " are both named '%s': rename one",
            data->source, first + 1, second + 1, data->feature[first]);
done:
    return rc;
}

static int check_cells(const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    char where[40];
    for (int64_t j = 0; j < data->p; j++)
        for (int64_t i = 0; i < data->n; i++) {
            const double value = ard_dataset_values(data, j)[i];
            REQUIRE(data->context, !isinf(value), ARDOR_DATA, "%s: %s, feature '%s': %s is not a finite number", data->source,
                    ard_row_place(data, i, where), data->feature[j], value > 0 ? "inf" : "-inf");
        }
done:
    return rc;
}

static int check_weights(const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    char where[40], text[ARD_NUMBER_BYTES];
    double sum = 0;
    for (int64_t i = 0; data->weight && i < data->n; i++) {
        double w = data->weight[i];
        ard_print_double(w, text);
        REQUIRE(data->context, w > 0 && isfinite(w), ARDOR_DATA, "%s: %s: the case weight %s must be a number above 0",
                data->source, ard_row_place(data, i, where), text);
        sum += w;
    }
    REQUIRE(data->context, isfinite(sum), ARDOR_DATA, "%s: the sum of the case weights overflows: scale them down", data->source);
done:
    return rc;
}

int ard_dataset_check(const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    REQUIRE(data->context, data->n > 0, ARDOR_DATA, "%s: there are no data rows", data->source);
    REQUIRE(data->context, ard_blas_fits(ard_max64(data->n, data->p)), ARDOR_DATA,
            "%s: %" PRId64 " rows and %" PRId64 " columns are more than the linear algebra can index", data->source, data->n,
            data->p);
    TRY(check_names(data));
    TRY(check_cells(data));
    TRY(check_weights(data));
done:
    return rc;
}

static int check_label(ardor_context *context, const ardor_dataset *data, int64_t row)
{
    char name[24], where[40];
    if (data->label[row] >= 0) return ARDOR_OK;
    if (!data->line)
        return ard_fail(context, ARDOR_DATA, "%s: row '%s' has no class label", data->source, ard_row_name(data, row, name));
    return ard_fail(context, ARDOR_DATA, "%s: %s: row '%s' has no class label", data->source, ard_row_place(data, row, where),
                    ard_row_name(data, row, name));
}

/* That a table from memory may name. */
static int check_classes(ardor_context *context, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    char name[ARD_QUOTE_BYTES];
    bool *seen = NULL;
    NEW(context, seen, data->n_classes);
    for (int64_t i = 0; i < data->n; i++) seen[data->label[i]] = true;
    for (int k = 0; k < data->n_classes; k++)
        REQUIRE(context, seen[k], ARDOR_DATA, "%s: no row has the class '%s': leave it out of the classes", data->source,
                ard_name_quote(data->class_name[k], name));
done:
    ard_free(context, seen);
    return rc;
}

int ard_dataset_check_labels(ardor_context *context, const ardor_dataset *data, const ard_rows *rows)
{
    int rc = ARDOR_OK;
    const int64_t n = rows ? rows->n : data->n;
    int32_t first = -1;
    bool two = false;
    char name[ARD_QUOTE_BYTES];
    REQUIRE(context, n > 0, ARDOR_DATA, "'%s' has no rows%s", data->source, rows ? " to train on" : "");
    REQUIRE(context, data->label, ARDOR_DATA, "'%s' has no label column", data->source);
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = rows ? rows->row[i] : i;
        TRY(check_label(context, data, row));
        if (i == 0) first = data->label[row];
        two = two || data->label[row] != first;
    }
    REQUIRE(context, two || rows, ARDOR_DATA, "'%s' has only one class, '%s': a classifier needs two", data->source,
            ard_name_quote(data->class_name[first], name));
    REQUIRE(context, two, ARDOR_DATA, "%s: all %" PRId64 " training rows are of class '%s'; a classifier needs two classes",
            data->source, n, ard_name_quote(data->class_name[first], name));
    if (!rows) TRY(check_classes(context, data));
done:
    return rc;
}

ardor_dataset ard_dataset_with_labels(const ardor_dataset *data, const int32_t *label)
{
    ardor_dataset other = *data;
    other.label = (int32_t *)label; /* readers of a dataset do not write to it */
    return other;
}
