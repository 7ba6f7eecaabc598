/* Reading delimited text: rows of text are turned into a growing row-major block of doubles plus the texts of labels, names and
 * groups, and at the end into a dataset. A transposed table goes through the same path, column by column. */
#include "io/delimited.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/layout.h"
#include "io/transpose.h"

typedef struct builder {
    ardor_context *context;
    const char *file;
    ard_reading reading;
    ard_transpose *transpose; /* NULL unless the table is transposed */
    ard_layout *layout;       /* from the first row on */
    int64_t first_line;
    int64_t n, room; /* rows */
    double *value;   /* n x n_features, row-major */
    int64_t *line;
    char **label, **id, **group; /* n texts each, NULL without such a column */
    double *weight;
    char **unread; /* n_features, as in the dataset; NULL: none so far */
} builder;

/* ---- messages */

/* "line 3, column 2 'age'"; of a transposed table the line is the feature's and the column the sample's. */
static void describe_cell(const builder *b, const ard_text_row *row, int64_t column, char *out, size_t bytes)
{
    char name[ARD_QUOTE_BYTES];
    const char *text = b->layout->name[column];
    bool named = text[0] != '\0';
    ard_text_quote(text, strlen(text), name);
    long long line = (long long)row->line, number = (long long)column + 1;
    if (b->transpose) {
        line = (long long)ard_transpose_line(b->transpose, column);
        number = (long long)row->line;
        snprintf(out, bytes, "line %lld '%s', column %lld", line, name, number);
    } else {
        snprintf(out, bytes, named ? "line %lld, column %lld '%s'" : "line %lld, column %lld", line, number, name);
    }
}

static int cell_error(const builder *b, const ard_text_row *row, int64_t column, const char *problem)
{
    char where[ARD_QUOTE_BYTES + 80], value[ARD_QUOTE_BYTES];
    describe_cell(b, row, column, where, sizeof where);
    ard_text_quote(row->cell[column], row->length[column], value);
    return ard_fail(b->context, ARDOR_DATA, "%s: %s: '%s' %s", b->file, where, value, problem);
}

/* ---- rows */

static int grow_rows(builder *b)
{
    int rc = ARDOR_OK;
    const ard_layout *layout = b->layout;
    int64_t room = b->room ? 2 * b->room : 16, cells = 0;
    REQUIRE(b->context, ard_mul_ok(room, layout->n_features, &cells), ARDOR_MEMORY, "%s: the table is too large", b->file);
    EXTEND(b->context, b->value, cells);
    EXTEND(b->context, b->line, room);
    if (layout->has_weight) EXTEND(b->context, b->weight, room);
    if (layout->has_target) EXTEND(b->context, b->label, room);
    if (layout->has_id) EXTEND(b->context, b->id, room);
    if (layout->has_group) EXTEND(b->context, b->group, room);
    b->room = room;
done:
    return rc;
}

/* Tables to predict from may have columns of text that no model needs: remember why, in case one does. */
static int note_unread(builder *b, int64_t feature)
{
    int rc = ARDOR_OK;
    if (!b->unread) NEW(b->context, b->unread, b->layout->n_features);
    if (b->unread[feature]) return ARDOR_OK;
    COPY(b->context, b->unread[feature], ardor_context_message(b->context));
done:
    return rc;
}

static int take_feature(builder *b, const ard_text_row *row, int64_t column, int64_t feature, double *out)
{
    if (ard_is_missing(row->cell[column], row->length[column])) {
        *out = (double)NAN;
        return ARDOR_OK;
    }
    if (ard_parse_double(row->cell[column], row->length[column], out)) return ARDOR_OK;
    int rc = cell_error(b, row, column,
                        "is not a finite number; missing cells are empty, NA, NaN, ? or . and a column of text can only be the "
                        "target, or names of rows (--id)");
    *out = (double)NAN;
    return b->reading.options.no_target ? note_unread(b, feature) : rc;
}

static int take_weight(const builder *b, const ard_text_row *row, int64_t column, double *out)
{
    bool number = ard_parse_double(row->cell[column], row->length[column], out);
    return number && *out > 0 ? ARDOR_OK : cell_error(b, row, column, "is not a case weight: it must be a number above 0");
}

static int take_id(const builder *b, const ard_text_row *row, int64_t column, char **out)
{
    int rc = ARDOR_OK;
    MAKE(*out, ard_strndup(b->context, row->cell[column], row->length[column]));
done:
    return rc;
}

/* A text of the current row; NULL where it is missing and may be. */
static int take_text(const builder *b, const ard_text_row *row, int64_t column, bool required, const char *problem, char **out)
{
    if (ard_is_missing(row->cell[column], row->length[column])) return required ? cell_error(b, row, column, problem) : ARDOR_OK;
    return take_id(b, row, column, out);
}

static int take_cell(builder *b, const ard_text_row *row, int64_t column, const int64_t *feature)
{
    int64_t i = b->n - 1;
    switch (b->layout->role[column]) {
    case ARD_ROLE_FEATURE:
        return take_feature(b, row, column, *feature, &b->value[i * b->layout->n_features + *feature]);
    case ARD_ROLE_TARGET:
        return take_text(b, row, column, !b->reading.options.no_target, "is a missing label: rows to learn from need one",
                         &b->label[i]);
    case ARD_ROLE_GROUP:
        return take_text(b, row, column, true, "is a missing group: every row must belong to one", &b->group[i]);
    case ARD_ROLE_ID:
        return take_id(b, row, column, &b->id[i]);
    case ARD_ROLE_WEIGHT:
        return take_weight(b, row, column, &b->weight[i]);
    case ARD_ROLE_UNUSED:
        break;
    }
    return ARDOR_OK;
}

static int take_row(builder *b, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    int64_t feature = 0;
    if (row->n != b->layout->n_columns) return ard_ragged_error(b->context, b->file, row, b->layout->n_columns, b->first_line);
    if (b->n == b->room) TRY(grow_rows(b));
    int64_t i = b->n++;
    if (b->label) b->label[i] = NULL;
    if (b->id) b->id[i] = NULL;
    if (b->group) b->group[i] = NULL;
    b->line[i] = row->line;
    for (int64_t j = 0; j < row->n; j++) {
        TRY(take_cell(b, row, j, &feature));
        feature += b->layout->role[j] == ARD_ROLE_FEATURE;
    }
done:
    return rc;
}

static int on_row(void *user, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    builder *b = user;
    if (!b->layout) {
        TRY(ard_layout_new(b->context, b->file, row, &b->reading, b->transpose != NULL, &b->layout));
        b->first_line = row->line;
        if (b->layout->header) return ARDOR_OK;
    }
    TRY(take_row(b, row));
done:
    return rc;
}

/* ---- the dataset */

static void fill_columns(const builder *b, ardor_dataset *data)
{
    enum { BLOCK = 64 }; /* a block of rows stays in the cache while every column takes its part */
    for (int64_t start = 0; start < b->n; start += BLOCK) {
        int64_t stop = ard_min64(start + BLOCK, b->n);
        for (int64_t j = 0; j < data->p; j++)
            for (int64_t i = start; i < stop; i++) data->x[j * b->n + i] = b->value[i * data->p + j];
    }
}

/* Hand an array over to the dataset. */
#define MOVE(to, from) ((to) = (from), (from) = NULL)

static void fill_names(builder *b, ardor_dataset *data)
{
    ard_layout *layout = b->layout;
    int64_t k = 0;
    for (int64_t j = 0; j < layout->n_columns; j++) {
        if (layout->role[j] == ARD_ROLE_FEATURE) {
            MOVE(data->feature[k], layout->name[j]);
            k++;
        }
    }
}

/* The column that has a role, by name or number. */
static int name_input(const ard_layout *layout, ard_role role, char **out)
{
    int rc = ARDOR_OK;
    int64_t j = 0;
    while (j < layout->n_columns && layout->role[j] != role) j++;
    if (j == layout->n_columns) return ARDOR_OK;
    if (layout->name[j][0])
        COPY(layout->context, *out, layout->name[j]);
    else
        MAKE(*out, ard_format(layout->context, "%lld", (long long)j + 1));
done:
    return rc;
}

static int fill_inputs(const builder *b, ard_inputs *out)
{
    int rc = ARDOR_OK;
    const ard_layout *layout = b->layout;
    *out = (ard_inputs){.header = layout->header, .rows_read = b->n, .columns_read = layout->n_columns};
    for (int64_t j = 0; j < layout->n_columns; j++) out->columns_dropped += layout->role[j] == ARD_ROLE_UNUSED;
    TRY(name_input(layout, ARD_ROLE_TARGET, &out->target));
    TRY(name_input(layout, ARD_ROLE_WEIGHT, &out->weights));
    TRY(name_input(layout, ARD_ROLE_GROUP, &out->group));
    TRY(name_input(layout, ARD_ROLE_ID, &out->id));
done:
    return rc;
}

/* Groups are numbered in the order in which they appear. */
static int fill_groups(const builder *b, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    TRY(ard_name_index_new(b->context, b->n, b->group, &index));
    NEW(b->context, data->group, b->n);
    for (int64_t i = 0; i < b->n; i++) {
        int64_t first = ard_name_index_find(index, b->group[i]);
        data->group[i] = first == i ? (int32_t)data->n_groups++ : data->group[first];
    }
done:
    ard_name_index_free(index);
    return rc;
}

static int finish(builder *b, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    *out = NULL;
    REQUIRE(b->context, b->layout, ARDOR_DATA, "%s: the file is empty", b->file);
    REQUIRE(b->context, b->n > 0, ARDOR_DATA, "%s: there is a header but no data rows", b->file);
    TRY(ard_dataset_new(b->context, b->n, b->layout->n_features, b->file, &data));
    fill_columns(b, data);
    TRY(fill_inputs(b, &data->inputs));
    fill_names(b, data);
    if (b->group) TRY(fill_groups(b, data));
    if (b->label) TRY(ard_dataset_set_labels(data, (const char *const *)b->label, b->reading.options.positive));
    MOVE(data->id, b->id);
    MOVE(data->weight, b->weight);
    MOVE(data->unread, b->unread);
    if (!b->transpose) MOVE(data->line, b->line);
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}

static void release(builder *b)
{
    ard_names_free(b->context, b->n, b->label);
    ard_names_free(b->context, b->n, b->id);
    ard_names_free(b->context, b->n, b->group);
    if (b->unread) ard_names_free(b->context, b->layout->n_features, b->unread);
    ard_free(b->context, b->value);
    ard_free(b->context, b->line);
    ard_free(b->context, b->weight);
    ard_layout_free(b->layout);
    ard_transpose_free(b->transpose);
}

int ard_delimited_read(ardor_context *context, ard_source *source, char delimiter, const ard_reading *reading,
                       ardor_dataset **out)
{
    int rc = ARDOR_OK;
    builder b = {.context = context, .file = ard_source_name(source), .reading = *reading};
    *out = NULL;
    if (reading->options.transpose) {
        REQUIRE(context, reading->options.header >= 0, ARDOR_USAGE,
                "%s: a transposed table needs names in its first row and column", b.file);
        b.reading.options.header = 1;
        TRY(ard_transpose_new(context, b.file, &b.transpose));
        TRY(ard_delimited_rows(context, source, delimiter, ard_transpose_add, b.transpose));
        TRY(ard_transpose_replay(b.transpose, on_row, &b));
    } else {
        TRY(ard_delimited_rows(context, source, delimiter, on_row, &b));
    }
    TRY(finish(&b, out));
done:
    release(&b);
    return rc;
}
