/* Prediction: the model's columns are found by name or by place, prepared as in training, and given to the machine in blocks of
 * rows, so that the memory needed does not grow with the table. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/stamp.h"
#include "data/arrays.h"
#include "model/model.h"

enum { BLOCK_ROWS = 4096 };

/* Where the model's columns are in the table. */
typedef struct columns {
    int64_t *active; /* those of its features */
    int64_t *row;    /* n_row_features, NULL without row scaling */
} columns;

/* ------------------------------------------------------------------ columns by name */

/* Names in a table. Most tables have the columns of the training table in their places, or at least in their order: there they
 * are looked for first, and an index is made where that fails. Names of a table differ, so that it finds the same columns. */
typedef struct finder {
    ardor_context *context;
    int64_t p;
    char *const *name;
    ard_name_index *index; /* NULL: not needed so far */
    int64_t next;          /* behind the column that was found last */
    int64_t n_missing;
    const char *missing; /* the first of them */
} finder;

static bool is_there(const finder *f, const char *name, int64_t column)
{
    return column >= 0 && column < f->p && strcmp(f->name[column], name) == 0;
}

/* -1: there is none. */
static int find_column(finder *f, const char *name, int64_t place, int64_t *column)
{
    int rc = ARDOR_OK;
    *column = is_there(f, name, place) ? place : is_there(f, name, f->next) ? f->next : -1;
    if (*column < 0) {
        if (!f->index) TRY(ard_name_index_new(f->context, f->p, f->name, &f->index));
        *column = ard_name_index_find(f->index, name);
    }
    if (*column >= 0) f->next = *column + 1;
done:
    return rc;
}

/* Find `n` names, in the training table at `place` (NULL: not known); counts those that are not there and remembers the first. */
static int find_columns(finder *f, int64_t n, char *const *names, const int64_t *place, int64_t *column)
{
    int rc = ARDOR_OK;
    f->next = f->n_missing = 0;
    for (int64_t j = 0; j < n; j++) {
        TRY(find_column(f, names[j], place ? place[j] : -1, column + j));
        if (column[j] < 0 && f->n_missing++ == 0) f->missing = names[j];
    }
done:
    return rc;
}

/* Does it look at whole rows? Its features are among their columns. */
static bool is_scaled(const ardor_model *model) { return model->row_feature && model->fit.machine.n_features > 0; }

static int open_columns(ardor_context *context, const ardor_model *model, columns *out)
{
    int rc = ARDOR_OK;
    char *const *names = NULL;
    NEW(context, out->active, ard_model_columns(model, &names));
    if (is_scaled(model)) NEW(context, out->row, model->n_row_features);
done:
    return rc;
}

static void close_columns(ardor_context *context, columns *column)
{
    ard_free(context, column->active);
    ard_free(context, column->row);
}

/* All the columns that are needed; the list of those is one of `column`. */
static int64_t needed(const ardor_model *model, const columns *column, const int64_t **list)
{
    char *const *names = NULL;
    const int64_t n_active = ard_model_columns(model, &names);
    *list = column->row ? column->row : column->active;
    return column->row ? model->n_row_features : n_active;
}

/* Among the p names of a table. */
static int match_columns(ardor_context *context, const ardor_model *model, const char *source, int64_t p, char *const *name,
                         columns *out)
{
    int rc = ARDOR_OK;
    finder find = {.context = context, .p = p, .name = name};
    char *const *names = NULL;
    const int64_t *list = NULL;
    const int64_t n_active = ard_model_columns(model, &names);
    TRY(open_columns(context, model, out));
    TRY(find_columns(&find, n_active, names, model->column, out->active));
    /* the active features are among these, so that all that are missing are counted */
    if (out->row) TRY(find_columns(&find, model->n_row_features, model->row_feature, NULL, out->row));
    REQUIRE(context, find.n_missing == 0, ARDOR_DATA,
            "%s: there is no column '%s', which the model needs (%" PRId64 " of its %" PRId64 " features %s missing)", source,
            find.missing, find.n_missing, needed(model, out, &list), find.n_missing == 1 ? "is" : "are");
done:
    ard_name_index_free(find.index);
    return rc;
}

static int match_dataset(ardor_context *context, const ardor_model *model, const ardor_dataset *data, bool note, columns *out)
{
    int rc = ARDOR_OK;
    const int64_t *list = NULL;
    TRY(match_columns(context, model, data->source, data->p, data->feature, out));
    const int64_t n = needed(model, out, &list), unused = data->p - n;
    for (int64_t j = 0; data->unread && j < n; j++)
        REQUIRE(context, !data->unread[list[j]], ARDOR_DATA, "%s", data->unread[list[j]]);
    if (note && unused > 0)
        ard_note(context, "%" PRId64 " column%s not used by the model %s ignored", unused, unused == 1 ? "" : "s",
                 unused == 1 ? "is" : "are");
done:
    return rc;
}

/* ------------------------------------------------------------------ columns of a table in memory */

/* By their places in the training table; false: those of the features are not known. */
static bool place_active(const ardor_model *model, int64_t *active)
{
    char *const *names = NULL;
    const int64_t n = ard_model_columns(model, &names), p = model->report.p;
    for (int64_t j = 0, at = 0; j < n; j++) {
        if (model->column)
            at = model->column[j];
        else if (model->row_feature) /* all names of the training table, in the same order */
            while (strcmp(model->row_feature[at], names[j]) != 0) at++;
        else if (n == p)
            at = j;
        else
            return false;
        active[j] = at;
    }
    return true;
}

static int place_columns(ardor_context *context, const ardor_model *model, int64_t p, columns *out)
{
    int rc = ARDOR_OK;
    REQUIRE(context, p == model->report.p, ARDOR_USAGE,
            "table: it has %" PRId64 " columns, and the model's training table had %" PRId64
            ": give feature_names, by which columns are found",
            p, model->report.p);
    TRY(open_columns(context, model, out));
    REQUIRE(context, place_active(model, out->active), ARDOR_USAGE,
            "table: where the model's columns were in its training table is not known: give feature_names");
    for (int64_t j = 0; out->row && j < p; j++) out->row[j] = j;
done:
    return rc;
}

/* Active columns as positions among those of whole rows. */
static int number_active(ardor_context *context, const ardor_model *model, int64_t p, columns *column)
{
    int rc = ARDOR_OK;
    char *const *names = NULL;
    const int64_t n_active = ard_model_columns(model, &names);
    int64_t *place = NULL;
    NEW(context, place, p);
    for (int64_t j = 0; j < model->n_row_features; j++) place[column->row[j]] = j;
    for (int64_t j = 0; j < n_active; j++) column->active[j] = place[column->active[j]];
done:
    ard_free(context, place);
    return rc;
}

/* Rows to be predicted: of a dataset, or of a table, from which a block at a time is made a dataset of the columns needed. */
typedef struct rows_source {
    const ardor_dataset *data;
    columns column; /* in the data */
    const ardor_table *table;
    int64_t *taken; /* columns of the table that the block has */
    ardor_dataset block;
} rows_source;

static int open_table(ardor_context *context, const ardor_model *model, const ardor_table *table, rows_source *out)
{
    int rc = ARDOR_OK;
    char *const *names = NULL;
    const int64_t *list = NULL;
    const int64_t n_active = ard_model_columns(model, &names), rows = ard_min64(BLOCK_ROWS, table->n);
    int64_t cells = 0;
    out->table = table;
    for (int64_t j = 0; table->feature_names && j < table->p; j++)
        REQUIRE(context, table->feature_names[j], ARDOR_USAGE, "feature name %" PRId64 " is NULL", j + 1);
    if (table->feature_names)
        TRY(match_columns(context, model, "table", table->p, (char *const *)table->feature_names, &out->column));
    else
        TRY(place_columns(context, model, table->p, &out->column));
    const int64_t n = needed(model, &out->column, &list);
    NEW(context, out->taken, n);
    memcpy(out->taken, list, (size_t)n * sizeof *list);
    for (int64_t j = 0; j < n_active && !out->column.row; j++) out->column.active[j] = j;
    if (out->column.row) TRY(number_active(context, model, table->p, &out->column));
    for (int64_t j = 0; out->column.row && j < n; j++) out->column.row[j] = j;
    REQUIRE(context, ard_mul_ok(rows, n, &cells), ARDOR_MEMORY, "the model needs too many columns");
    out->block = (ardor_dataset){.context = context, .p = n, .source = "table"};
    out->block.feature = out->column.row ? model->row_feature : (char **)names;
    NEW(context, out->block.x, cells);
    out->data = &out->block;
done:
    return rc;
}

static void close_source(ardor_context *context, rows_source *source)
{
    close_columns(context, &source->column);
    ard_free(context, source->taken);
    ard_free(context, source->block.x);
}

/* The rows from `first` on; what of them a dataset made of the table would have been refused for, is. */
static int fetch(ardor_context *context, int64_t first, int64_t n, rows_source *source)
{
    int rc = ARDOR_OK;
    ardor_dataset *block = &source->block;
    char where[ARD_CELL_BYTES];
    block->n = block->ld = n;
    block->before = first;
    ard_arrays_gather(source->table, first, n, block->p, source->taken, block->x, n);
    for (int64_t j = 0; j < block->p; j++)
        for (int64_t i = 0; i < n; i++)
            REQUIRE(context, !isinf(block->x[i + j * n]), ARDOR_DATA, "%s: %s: %s is not a finite number", block->source,
                    ard_cell_place(block, i, j, where), block->x[i + j * n] > 0 ? "inf" : "-inf");
done:
    return rc;
}

/* ------------------------------------------------------------------ blocks of rows */

/* A preparation that does not fill cells in needs them all. */
static int require_complete(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const int64_t *column)
{
    char first[ARD_MISSING_BYTES];
    if (ard_prepare_fills(model->prepare)) return ARDOR_OK;
    for (int64_t j = 0; j < model->prepare->p; j++)
        if (ard_dataset_missing(data, column[j], first) > 0)
            return ard_fail(
                context, ARDOR_DATA,
                "%s: %s, and the model was fitted without imputation: fill it in, or fit with impute=median (--impute "
                "median)",
                data->source, first);
    return ARDOR_OK;
}

typedef struct block {
    ard_rows rows;
    double *x; /* up to BLOCK_ROWS rows */
} block;

static int block_open(ardor_context *context, const ardor_model *model, int64_t n, block *out)
{
    int rc = ARDOR_OK;
    const int64_t size = ard_min64(BLOCK_ROWS, n);
    int64_t cells = 0;
    NEW(context, out->rows.row, size);
    REQUIRE(context, ard_mul_ok(size, model->fit.machine.n_features, &cells), ARDOR_MEMORY, "the model has too many features");
    NEW(context, out->x, cells);
done:
    return rc;
}

static void block_close(ardor_context *context, block *b)
{
    ard_free(context, b->rows.row);
    ard_free(context, b->x);
}

/* The rows from `first` on, prepared. */
static int block_fill(ardor_context *context, const ardor_model *model, int64_t first, rows_source *source, block *b)
{
    int rc = ARDOR_OK;
    const columns *column = &source->column;
    if (source->table) {
        TRY(fetch(context, first, b->rows.n, source));
        TRY(require_complete(context, model, source->data, column->active));
    }
    for (int64_t i = 0; i < b->rows.n; i++) b->rows.row[i] = (source->table ? 0 : first) + i;
    if (model->fit.machine.n_features > 0)
        TRY(ard_prepare_apply(context, model->prepare, source->data, &b->rows, column->active, column->row, b->x));
done:
    return rc;
}

/* A machine counts the rows of its block. */
static int place_failure(ardor_context *context, const char *source, int64_t first, int64_t n, int64_t n_rows, int status)
{
    char rows[80];
    if (status != ARDOR_NUMERIC || n == n_rows) return status;
    snprintf(rows, sizeof rows, "of rows %" PRId64 " to %" PRId64, first + 1, first + n);
    ard_message_place(context, source, rows);
    return status;
}

static int each_block(ardor_context *context, const ardor_model *model, int64_t n, rows_source *source, ard_model_visit *visit,
                      void *user)
{
    int rc = ARDOR_OK;
    block b = {0};
    TRY(block_open(context, model, n, &b));
    for (int64_t first = 0; first < n; first += b.rows.n) {
        REQUIRE(context, !ard_cancelled(context), ARDOR_CANCELLED, "the prediction was cancelled at row %" PRId64, first + 1);
        b.rows.n = ard_min64(BLOCK_ROWS, n - first);
        TRY(block_fill(context, model, first, source, &b));
        rc = visit(context, model, &(ard_model_block){first, b.rows.n, n, b.x}, user);
        TRY(place_failure(context, source->data->source, first, b.rows.n, n, rc));
    }
done:
    block_close(context, &b);
    return rc;
}

int ard_model_each_block(ardor_context *context, const ardor_model *model, const ardor_dataset *data, bool note,
                         ard_model_visit *visit, void *user)
{
    int rc = ARDOR_OK;
    rows_source source = {.data = data};
    ard_remarks_forget(context);
    TRY(match_dataset(context, model, data, note, &source.column));
    TRY(require_complete(context, model, data, source.column.active));
    TRY(each_block(context, model, data->n, &source, visit, user));
done:
    close_source(context, &source);
    return rc;
}

int ard_model_each_block_of_table(ardor_context *context, const ardor_model *model, const ardor_table *table,
                                  ard_model_visit *visit, void *user)
{
    int rc = ARDOR_OK;
    rows_source source = {0};
    ardor_table whole;
    ard_remarks_forget(context);
    TRY(ard_arrays_take(context, table, &whole));
    TRY(open_table(context, model, &whole, &source));
    TRY(each_block(context, model, whole.n, &source, visit, user));
done:
    close_source(context, &source);
    return rc;
}

/* ------------------------------------------------------------------ predictions */

/* To the block's rows of all. */
static void put(const ard_model_block *b, int64_t n_values, const double *value, double *to)
{
    for (int64_t k = 0; k < n_values; k++) memcpy(to + b->first + k * b->n_rows, value + k * b->n, (size_t)b->n * sizeof *to);
}

static int predict_block(ardor_context *context, const ardor_model *model, const ard_model_block *b, void *user)
{
    int rc = ARDOR_OK;
    const ardor_prediction *out = user;
    const ard_machine *machine = &model->fit.machine;
    const int outputs = ard_machine_n_scores(machine);
    const ard_matrix x = ard_matrix_dense(b->n, machine->n_features, b->x, b->n);
    double *value = NULL;
    NEW(context, value, b->n * ard_max64(model->n_classes, outputs));
    if (out->prob) {
        TRY(ard_machine_predict(context, machine, &x, value));
        TRY(ard_prior_move(context, model->n_classes, model->decision.prior, model->report.share, b->n, value, b->n));
        put(b, model->n_classes, value, out->prob);
    }
    if (out->mean && outputs > 0) {
        TRY(ard_machine_scores(context, machine, &x, value));
        put(b, outputs, value, out->mean);
    }
    if (out->variance && outputs > 0) {
        TRY(ard_machine_variances(context, machine, &x, value));
        put(b, outputs, value, out->variance);
    }
done:
    ard_free(context, value);
    return rc;
}

ardor_status ardor_predict(ardor_context *context, const ardor_model *model, const ardor_dataset *data, double *prob)
{
    int rc = ARDOR_OK;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && data && prob, ARDOR_USAGE, "prediction needs a model, data and a place for the probabilities");
    TRY(ard_model_each_block(context, model, data, true, predict_block, &(ardor_prediction){.prob = prob}));
done:
    return (ardor_status)rc;
}

ardor_status ardor_predict_table(ardor_context *context, const ardor_model *model, const ardor_table *table,
                                 const ardor_prediction *prediction)
{
    int rc = ARDOR_OK;
    ardor_prediction out = {.size = sizeof out};
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && table && prediction, ARDOR_USAGE, "prediction needs a model, a table and what is to be found out");
    TRY(ARD_STAMP_TAKE(context, "ardor_prediction", ARD_PREDICTION_FIRST, prediction, &out));
    TRY(ard_model_each_block_of_table(context, model, table, predict_block, &out));
done:
    return (ardor_status)rc;
}
