/* Prediction: the model's features are found in the data by name, prepared as in training, and given to the machine
 * in blocks of rows, so that the memory needed does not grow with the table. */
#include <inttypes.h>
#include <string.h>

#include "model/model.h"

enum { BLOCK_ROWS = 4096 };

/* Where the model's columns are in the data. */
typedef struct columns {
    int64_t *active; /* those of its features */
    int64_t *row;    /* n_row_features, NULL without row scaling */
} columns;

/* Names in the data. Most tables have the columns of the training table in their places, or at least in their order: there they
 * are looked for first, and an index is made where that fails. Names of a table differ, so that it finds the same columns. */
typedef struct finder {
    ardor_context *context;
    const ardor_dataset *data;
    ard_name_index *index; /* NULL: not needed so far */
    int64_t next;          /* behind the column that was found last */
    int64_t n_missing;
    const char *missing; /* the first of them */
} finder;

static bool is_there(const finder *f, const char *name, int64_t column)
{
    return column >= 0 && column < f->data->p && strcmp(f->data->feature[column], name) == 0;
}

/* -1: there is none. */
static int find_column(finder *f, const char *name, int64_t place, int64_t *column)
{
    int rc = ARDOR_OK;
    *column = is_there(f, name, place) ? place : is_there(f, name, f->next) ? f->next : -1;
    if (*column < 0) {
        if (!f->index) TRY(ard_name_index_new(f->context, f->data->p, f->data->feature, &f->index));
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

static int match_columns(ardor_context *context, const ardor_model *model, const ardor_dataset *data, columns *out)
{
    int rc = ARDOR_OK;
    finder find = {.context = context, .data = data};
    char *const *names = NULL;
    const int64_t n_active = ard_model_columns(model, &names);
    bool scaled = n_active > 0 && model->row_feature;
    NEW(context, out->active, n_active);
    if (scaled) NEW(context, out->row, model->n_row_features);
    TRY(find_columns(&find, n_active, names, model->column, out->active));
    /* the active features are among these, so that all that are missing are counted */
    if (scaled) TRY(find_columns(&find, model->n_row_features, model->row_feature, NULL, out->row));
    const int64_t n_missing = find.n_missing;
    for (int64_t j = 0; n_missing == 0 && data->unread && j < n_active; j++)
        REQUIRE(context, !data->unread[out->active[j]], ARDOR_DATA, "%s", data->unread[out->active[j]]);
    for (int64_t j = 0; n_missing == 0 && data->unread && scaled && j < model->n_row_features; j++)
        REQUIRE(context, !data->unread[out->row[j]], ARDOR_DATA, "%s", data->unread[out->row[j]]);
    REQUIRE(context, n_missing == 0, ARDOR_DATA,
            "%s: there is no column '%s', which the model needs (%" PRId64 " of its %" PRId64 " features %s missing)",
            data->source, find.missing, n_missing, scaled ? model->n_row_features : n_active, n_missing == 1 ? "is" : "are");
    int64_t unused = data->p - (scaled ? model->n_row_features : n_active);
    if (unused > 0)
        ard_note(context, "%" PRId64 " column%s not used by the model %s ignored", unused, unused == 1 ? "" : "s",
                 unused == 1 ? "is" : "are");
done:
    ard_name_index_free(find.index);
    return rc;
}

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
    double *x, *prob; /* up to BLOCK_ROWS rows */
} block;

static int block_open(ardor_context *context, const ardor_model *model, const ardor_dataset *data, block *out)
{
    int rc = ARDOR_OK;
    int64_t size = ard_min64(BLOCK_ROWS, data->n), cells = 0;
    NEW(context, out->rows.row, size);
    REQUIRE(context, ard_mul_ok(size, model->fit.machine.n_features, &cells), ARDOR_MEMORY, "the model has too many features");
    NEW(context, out->x, cells);
    NEW(context, out->prob, size * model->n_classes);
done:
    return rc;
}

static void block_close(ardor_context *context, block *b)
{
    ard_free(context, b->rows.row);
    ard_free(context, b->x);
    ard_free(context, b->prob);
}

static int predict_block(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const columns *column,
                         int64_t first, block *b, double *prob)
{
    int rc = ARDOR_OK;
    int64_t n = ard_min64(BLOCK_ROWS, data->n - first);
    b->rows.n = n;
    for (int64_t i = 0; i < n; i++) b->rows.row[i] = first + i;
    if (model->fit.machine.n_features > 0)
        TRY(ard_prepare_apply(context, model->prepare, data, &b->rows, column->active, column->row, b->x));
    const ard_matrix x = ard_matrix_dense(n, model->fit.machine.n_features, b->x, n);
    TRY(ard_machine_predict(context, &model->fit.machine, &x, b->prob));
    TRY(ard_prior_move(context, model->n_classes, model->decision.prior, model->report.share, n, b->prob, n));
    for (int k = 0; k < model->n_classes; k++)
        for (int64_t i = 0; i < n; i++) prob[first + i + k * data->n] = b->prob[i + k * n];
done:
    return rc;
}

ardor_status ardor_predict(ardor_context *context, const ardor_model *model, const ardor_dataset *data, double *prob)
{
    int rc = ARDOR_OK;
    columns column = {0};
    block b = {0};
    REQUIRE(context, model && data && prob, ARDOR_USAGE, "prediction needs a model, data and a place for the probabilities");
    ard_remarks_forget(context);
    TRY(match_columns(context, model, data, &column));
    TRY(require_complete(context, model, data, column.active));
    TRY(block_open(context, model, data, &b));
    for (int64_t first = 0; first < data->n; first += BLOCK_ROWS) {
        REQUIRE(context, !ard_cancelled(context), ARDOR_CANCELLED, "the prediction was cancelled at row %" PRId64, first + 1);
        TRY(predict_block(context, model, data, &column, first, &b, prob));
    }
done:
    block_close(context, &b);
    ard_free(context, column.active);
    ard_free(context, column.row);
    return rc;
}
