/* Reading delimited text: rows of text are turned into a growing row-major block of doubles plus the texts of labels, names and
 * groups, and at the end into a dataset. The first rows are kept as text until the layout is told from them. A transposed table
 * is kept whole, and goes through the same path column by column. */
#include "io/delimited.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "io/cell.h"
#include "io/delimited_inside.h"
#include "io/dialect.h"

/* ---- messages */

/* "line 3, column 2 'age'"; of a transposed table the line is the feature's and the column the sample's. */
static void describe_cell(const delimited_rows *b, const ard_text_row *row, int64_t column, char *out, size_t bytes)
{
    char name[ARD_QUOTE_BYTES];
    const char *text = b->layout->name[column];
    bool named = text[0] != '\0';
    ard_name_quote(text, name);
    long long line = (long long)row->line, number = (long long)column + 1;
    if (b->turned) {
        line = (long long)ard_text_table_line(b->text, column);
        number = (long long)row->line;
        snprintf(out, bytes, "line %lld '%s', column %lld", line, name, number);
    } else {
        snprintf(out, bytes, named ? "line %lld, column %lld '%s'" : "line %lld, column %lld", line, number, name);
    }
}

static int cell_error(const delimited_rows *b, const ard_text_row *row, int64_t column, const char *problem)
{
    char where[ARD_QUOTE_BYTES + 80], value[ARD_QUOTE_BYTES];
    describe_cell(b, row, column, where, sizeof where);
    ard_text_quote(row->cell[column], row->length[column], value);
    return ard_fail(b->context, ARDOR_DATA, "%s: %s: '%s' %s", b->file, where, value, problem);
}

/* ---- rows */

static int grow_rows(delimited_rows *b)
{
    int rc = ARDOR_OK;
    const ard_layout *layout = b->layout;
    int64_t room = b->room ? 2 * b->room : 16, cells = 0;
    REQUIRE(b->context, ard_mul_ok(room, layout->n_features, &cells), ARDOR_MEMORY, "%s: the table is too large", b->file);
    EXTEND(b->context, b->value, cells);
    EXTEND(b->context, b->line, room);
    if (ard_layout_has(layout, ARD_ROLE_WEIGHT)) EXTEND(b->context, b->weight, room);
    if (ard_layout_has(layout, ARD_ROLE_TARGET)) EXTEND(b->context, b->label, room);
    if (ard_layout_has(layout, ARD_ROLE_ID)) EXTEND(b->context, b->id, room);
    if (ard_layout_has(layout, ARD_ROLE_GROUP)) EXTEND(b->context, b->group, room);
    b->room = room;
done:
    return rc;
}

/* Tables to predict from may have columns of text that no model needs: remember why, in case one does. */
static int note_unread(delimited_rows *b, int64_t feature)
{
    int rc = ARDOR_OK;
    if (!b->unread) NEW(b->context, b->unread, b->layout->n_features);
    if (b->unread[feature]) return ARDOR_OK;
    COPY(b->context, b->unread[feature], ardor_context_message(b->context));
done:
    return rc;
}

/* What a cell that is no number may mean, and what to do. */
static int text_error(const delimited_rows *b, const ard_text_row *row, int64_t column)
{
    const ard_layout *layout = b->layout;
    const char *trouble = ard_cell_trouble(&b->reading.options, row->cell[column], row->length[column]);
    char problem[600];
    if (trouble) return cell_error(b, row, column, trouble);
    int used = snprintf(problem, sizeof problem,
                        "is not a finite number; missing cells are empty, NA, NaN, ? or . and a column of text can only be the "
                        "target, names of rows (--id), or one of levels (--onehot)%s",
                        b->first_row ? ", unless the first row is names of columns (--header)" : "");
    if (layout->maybe_turned && (column == 0 || layout->column[ARD_ROLE_ID] == 0))
        snprintf(problem + used, sizeof problem - (size_t)used,
                 "; are features in rows and samples in columns? Then --transpose");
    return cell_error(b, row, column, problem);
}

static void note_missing(delimited_rows *b, const ard_text_row *row, int64_t column, int64_t feature)
{
    if (b->lacks[feature]) return;
    b->lacks[feature] = true;
    snprintf(b->missing[feature].text, sizeof b->missing[feature].text, "%s", row->cell[column]);
}

static int take_feature(delimited_rows *b, const ard_text_row *row, int64_t column, int64_t feature, double *out)
{
    int rc = ARDOR_OK;
    ard_level_cell level = {0};
    *out = (double)NAN;
    if (ard_is_missing(row->cell[column], row->length[column])) {
        note_missing(b, row, column, feature);
        return ARDOR_OK;
    }
    const bool number = ard_cell_number(&b->reading.options, row->cell[column], row->length[column], out);
    TRY(ard_levels_take(b->levels, feature, row->cell[column], row->length[column], number, &level));
    if (level.is_level) *out = level.code;
    if (!level.problem && (number || level.is_level)) return ARDOR_OK;
    rc = level.problem ? cell_error(b, row, column, level.problem) : text_error(b, row, column);
    *out = (double)NAN;
    if (b->reading.options.no_target && !level.is_level) rc = note_unread(b, feature);
done:
    return rc;
}

static int take_weight(const delimited_rows *b, const ard_text_row *row, int64_t column, double *out)
{
    bool number = ard_cell_number(&b->reading.options, row->cell[column], row->length[column], out);
    if (number && *out > 0) return ARDOR_OK;
    const char *trouble = number ? NULL : ard_cell_trouble(&b->reading.options, row->cell[column], row->length[column]);
    return cell_error(b, row, column,
                      trouble ? trouble
                      : b->reading.options.weights
                          ? "is not a case weight: it must be a number above 0"
                          : "is not a case weight, as this column had them when the model was fitted: it "
                            "must be a number above 0, or leave the column out with --drop");
}

static int take_id(const delimited_rows *b, const ard_text_row *row, int64_t column, char **out)
{
    int rc = ARDOR_OK;
    MAKE(*out, ard_strndup(b->context, row->cell[column], row->length[column]));
done:
    return rc;
}

/* A text of the current row; NULL where it is missing and may be. */
static int take_text(const delimited_rows *b, const ard_text_row *row, int64_t column, bool required, const char *problem,
                     char **out)
{
    if (ard_is_missing(row->cell[column], row->length[column])) return required ? cell_error(b, row, column, problem) : ARDOR_OK;
    return take_id(b, row, column, out);
}

/* Rows that are only predicted need no group. */
static int take_group(const delimited_rows *b, const ard_text_row *row, int64_t column, char **out)
{
    int rc = ARDOR_OK;
    const bool required = !b->reading.options.no_target;
    TRY(take_text(b, row, column, required, "is a missing group: every row must belong to one", out));
    if (!*out) COPY(b->context, *out, "");
done:
    return rc;
}

/* Row names may be the groups too. */
static int take_name(const delimited_rows *b, const ard_text_row *row, int64_t column)
{
    int rc = ARDOR_OK;
    TRY(take_id(b, row, column, &b->id[b->n - 1]));
    if (b->layout->column[ARD_ROLE_GROUP] == column) TRY(take_group(b, row, column, &b->group[b->n - 1]));
done:
    return rc;
}

static int take_cell(delimited_rows *b, const ard_text_row *row, int64_t column, const int64_t *feature)
{
    int64_t i = b->n - 1;
    switch (b->layout->role[column]) {
    case ARD_ROLE_FEATURE:
        return take_feature(b, row, column, *feature, &b->value[i * b->layout->n_features + *feature]);
    case ARD_ROLE_TARGET:
        return take_text(b, row, column, !b->reading.options.no_target, "is a missing label: rows to learn from need one",
                         &b->label[i]);
    case ARD_ROLE_GROUP:
        return take_group(b, row, column, &b->group[i]);
    case ARD_ROLE_ID:
        return take_name(b, row, column);
    case ARD_ROLE_WEIGHT:
        return take_weight(b, row, column, &b->weight[i]);
    case ARD_ROLE_DROPPED:
        break;
    }
    return ARDOR_OK;
}

static int take_row(void *user, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    delimited_rows *b = user;
    int64_t feature = 0;
    if (row->n != b->layout->n_columns) return ard_ragged_error(b->context, b->file, row, b->layout->n_columns, b->first_line);
    REQUIRE(b->context, b->turned || row->n == 1 || !ard_row_is_blank(row), ARDOR_DATA,
            "%s: line %lld: all its cells are empty: take it out, if it is no row of data", b->file, (long long)row->line);
    if (b->n == b->room) TRY(grow_rows(b));
    int64_t i = b->n++;
    if (b->label) b->label[i] = NULL;
    if (b->id) b->id[i] = NULL;
    if (b->group) b->group[i] = NULL;
    b->line[i] = row->line;
    if (b->layout->needed) b->n_names_found += ard_name_index_find(b->layout->needed_names, row->cell[0]) >= 0;
    for (int64_t j = 0; j < row->n; j++) {
        TRY(take_cell(b, row, j, &feature));
        feature += b->layout->role[j] == ARD_ROLE_FEATURE;
    }
    b->first_row = false;
done:
    return rc;
}

/* ---- the first rows */

enum { HEAD_ROWS = 64, LEAST_ROWS = 4, HEAD_CELLS = 1 << 17 };

/* An empty cell behind all rows but the first becomes an empty column, which has its own note. */
static void note_shape(const delimited_rows *b, ard_first_row first)
{
    if (first == ARD_FIRST_WITHOUT_CORNER)
        ard_note(b->context, "%s: the first row has one cell less than the others, so the first column is row names", b->file);
    if (first == ARD_FIRST_WITH_END)
        ard_note(b->context, "%s: the first row ends in an empty cell, which the others do not have and which is left out",
                 b->file);
}

/* A first row that is shorter or longer than the others is names. */
static int shape(delimited_rows *b)
{
    int rc = ARDOR_OK;
    ard_first_row first = ARD_FIRST_AS_IT_IS;
    if (b->reading.options.header >= 0) TRY(ard_text_table_shape(b->text, &first));
    if (first != ARD_FIRST_AS_IT_IS && !b->turned) b->reading.options.header = 1;
    b->first_line = ard_text_table_line(b->text, first != ARD_FIRST_AS_IT_IS);
    TRY(ard_text_table_check(b->text, b->file));
    note_shape(b, first);
done:
    return rc;
}

/* Tell the layout, and take the rows that were kept. */
static int begin(delimited_rows *b)
{
    int rc = ARDOR_OK;
    ard_top head = {.context = b->context};
    TRY(shape(b));
    TRY(ard_top_new(b->text, HEAD_ROWS, b->turned, &head));
    head.decimal = ard_decimal_mark(&b->reading.options);
    REQUIRE(b->context, !b->turned || head.n > 1, ARDOR_DATA, "%s: there is a header but no data rows", b->file);
    TRY(ard_layout_new(b->context, b->file, &head, &b->reading, b->turned, &b->layout));
    TRY(ard_levels_open(b->context, b->file, b->layout, &b->reading, &b->levels));
    NEW(b->context, b->missing, b->layout->n_features);
    NEW(b->context, b->lacks, b->layout->n_features);
    b->first_row = !b->layout->skips_first && b->reading.options.header == 0;
    TRY(ard_text_table_replay(b->text, b->layout->skips_first, b->turned, take_row, b));
    if (!b->turned) { /* else it was the last row */
        ard_text_table_free(b->text);
        b->text = NULL;
    }
done:
    ard_top_free(&head);
    return rc;
}

static int on_row(void *user, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    delimited_rows *b = user;
    if (b->layout) return take_row(b, row);
    TRY(ard_text_table_add(b->text, row));
    const int64_t rows = ard_text_table_rows(b->text);
    if (!b->turned && (rows >= HEAD_ROWS || (rows >= LEAST_ROWS && ard_text_table_size(b->text) >= HEAD_CELLS))) TRY(begin(b));
done:
    return rc;
}

static void release(delimited_rows *b)
{
    ard_names_free(b->context, b->n, b->label);
    ard_names_free(b->context, b->n, b->id);
    ard_names_free(b->context, b->n, b->group);
    if (b->unread) ard_names_free(b->context, b->layout->n_features, b->unread);
    ard_free(b->context, b->missing);
    ard_free(b->context, b->lacks);
    ard_free(b->context, b->place);
    ard_free(b->context, b->filled);
    ard_levels_close(b->levels);
    ard_free(b->context, b->value);
    ard_free(b->context, b->line);
    ard_free(b->context, b->weight);
    ard_layout_free(b->layout);
    ard_text_table_free(b->text);
}

int ard_delimited_read(ardor_context *context, ard_source *source, char delimiter, const ard_reading *reading,
                       ardor_dataset **out)
{
    int rc = ARDOR_OK;
    delimited_rows b = {
        .context = context, .file = ard_source_name(source), .reading = *reading, .turned = reading->options.transpose != 0};
    *out = NULL;
    REQUIRE(context, !b.turned || reading->options.header >= 0, ARDOR_USAGE,
            "%s: a transposed table needs names in its first row and column", b.file);
    TRY(ard_dialect_find(context, source, delimiter, &reading->options, &delimiter));
    TRY(ard_text_table_new(context, &b.text));
    TRY(ard_delimited_rows(context, source, delimiter, on_row, &b));
    REQUIRE(context, b.layout || ard_text_table_rows(b.text) > 0, ARDOR_DATA, "%s: the file is empty", b.file);
    if (!b.layout) TRY(begin(&b));
    TRY(ard_delimited_dataset(&b, out));
done:
    release(&b);
    return rc;
}
