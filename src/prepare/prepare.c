/* Fitting and applying the preparation: every column in turn through all the steps; then the choice of columns. */
#include "prepare/prepare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/rank.h"
#include "base/remark.h"
#include "base/text.h"
#include "prepare/projection.h"
#include "prepare/rows.h"

enum { NAMED = sizeof((ard_step *)0)->dropped / sizeof *((ard_step *)0)->dropped };

/* ------------------------------------------------------------------ fitting columns */

static bool all_rows(const ard_prepare *prepare)
{
    for (int s = 0; s < prepare->n_steps; s++) {
        const ard_step *step = &prepare->step[s];
        if (step->kind->all_rows && step->kind->all_rows(&step->argument)) return true;
    }
    return false;
}

static void drop(ard_step *step, int64_t column)
{
    if (step->n_dropped < NAMED) step->dropped[step->n_dropped] = column;
    step->n_dropped++;
}

/* One column through all the steps; it is kept at position prepare->p unless one drops it. The last step is not done to the
 * values unless these are wanted. */
static int fit_column(ard_step_column *column, bool wanted, ard_prepare *prepare)
{
    int rc = ARDOR_OK;
    const int64_t k = prepare->p;
    column->drop = false;
    ard_step_gather(column);
    for (int s = 0; s < prepare->n_steps; s++) {
        ard_step *step = &prepare->step[s];
        TRY(ard_step_require(column, s));
        if (step->kind->fit) TRY(step->kind->fit(&step->argument, column, step->number + k * step->n_numbers));
        if (column->drop) {
            drop(step, column->index);
            return rc;
        }
        if (wanted || s + 1 < prepare->n_steps) TRY(ard_step_apply(column, s, k));
    }
    TRY(ard_step_require(column, prepare->n_steps));
    prepare->column[prepare->p++] = column->index;
done:
    return rc;
}

/* On these rows; `prepared` (n x data->p, or NULL) receives the rows themselves, in its first prepare->p columns. */
static int fit_columns(const ardor_dataset *data, const ard_rows *rows, double *prepared, ard_prepare *prepare)
{
    int rc = ARDOR_OK;
    ardor_context *context = prepare->context;
    double *x = NULL, *work = NULL;
    ard_step_rows r = {.context = context};
    if (!prepared) NEW(context, x, rows->n);
    NEW(context, work, 2 * rows->n);
    TRY(ard_step_rows_keep(prepare, data, rows));
    TRY(ard_step_rows_open(context, prepare, data, rows, NULL, &r));
    for (int64_t j = 0; j < data->p; j++) {
        ard_step_column column = {
            .rows = &r, .index = j, .input = j, .x = prepared ? prepared + prepare->p * rows->n : x, .work = work};
        TRY(fit_column(&column, prepared != NULL, prepare));
    }
done:
    ard_step_rows_close(&r);
    ard_free(context, work);
    ard_free(context, x);
    return rc;
}

/* One note for all columns that a step dropped, with the names of the first few. */
static void note_dropped(const ardor_dataset *data, const ard_step *step, ard_prepare *prepare)
{
    char names[400] = "";
    size_t used = 0;
    const int64_t n = step->n_dropped;
    const bool constant = strcmp(step->kind->name, "constant") == 0;
    if (constant) prepare->n_constant = n;
    if (n == 0) return;
    for (int64_t j = 0; j < n && j < NAMED; j++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.60s", j ? ", " : "", data->feature[step->dropped[j]]);
    ard_warn(prepare->context, constant ? ARD_NOTE_CONSTANT : ARD_NOTE, "%" PRId64 " %s column%s dropped: %s%s", n,
             step->kind->dropped, n == 1 ? "" : "s", names, n > NAMED ? ", ..." : "");
}

/* Which of the columns kept are forced; those that were not are told: a step drops a column where it finds nothing in it. */
static void find_forced(const ardor_dataset *data, const bool *forced, ard_prepare *prepare)
{
    char names[ARD_LIST_BYTES] = "";
    int64_t n = 0;
    bool any = false;
    if (!forced) return;
    for (int64_t j = 0, k = 0; j < data->p; j++) {
        const bool kept = k < prepare->p && prepare->column[k] == j;
        if (kept) any |= prepare->forced[k++] = forced[j];
        if (kept || !forced[j]) continue;
        if (n++ < NAMED) ard_text_append(names, sizeof names, data->feature[j]);
    }
    if (!any) {
        ard_free(prepare->context, prepare->forced);
        prepare->forced = NULL;
    }
    if (n > 0)
        ard_warn(prepare->context, ARD_WARN_FORCED_CONSTANT,
                 "%" PRId64 " forced column%s constant in the training rows, and dropped: %s%s", n, n == 1 ? " is" : "s are",
                 names, n > NAMED ? ", ..." : "");
}

/* ------------------------------------------------------------------ choosing columns */

/* Moves the columns listed (increasing) to the front. */
static void keep_columns(int64_t n, int64_t k, const int64_t *kept, ard_prepare *prepare, double *x)
{
    for (int64_t t = 0; t < k; t++) {
        const int64_t j = kept[t];
        prepare->column[t] = prepare->column[j];
        if (prepare->forced) prepare->forced[t] = prepare->forced[j];
        ard_prepare_copy_numbers(prepare, j, prepare, t);
        if (j > t) memcpy(x + t * n, x + j * n, (size_t)n * sizeof *x);
    }
    prepare->p = k;
}

/* The labels and weights of the rows. The lists are the caller's. */
static int make_targets(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, int32_t **label, double **weight,
                        ard_targets *out)
{
    int rc = ARDOR_OK;
    double sum = 0;
    NEW(context, *label, rows->n);
    if (data->weight) NEW(context, *weight, rows->n);
    for (int64_t i = 0; i < rows->n; i++) {
        (*label)[i] = data->label[rows->row[i]];
        if (*weight) (*weight)[i] = data->weight[rows->row[i]];
        sum += ard_row_weight(data, rows->row[i]);
    }
    *out = (ard_targets){rows->n, data->n_classes, *label, *weight, sum};
done:
    return rc;
}

/* The columns among which a step chooses: all but the forced ones, of which it knows nothing. The list is the caller's. */
static int list_choosable(const ard_prepare *prepare, ard_columns *out)
{
    int rc = ARDOR_OK;
    NEW(prepare->context, out->column, prepare->p);
    for (int64_t j = 0; j < prepare->p; j++)
        if (!prepare->forced || !prepare->forced[j]) out->column[out->n++] = j;
done:
    return rc;
}

/* What 1 in each of the columns listed was before it was divided. */
static void find_units(const ard_prepare *prepare, const ard_columns *list, double *unit)
{
    for (int64_t j = 0; j < list->n; j++) {
        unit[j] = 1;
        for (const ard_step *step = prepare->step; step < prepare->step + prepare->n_steps; step++)
            if (step->kind->unit) unit[j] *= step->kind->unit(step->number + list->column[j] * step->n_numbers);
    }
}

/* The positions in a list as columns, and with them the forced ones; each column has its numbers. */
static void take_choice(const ard_columns *list, const ard_prepare *prepare, ard_step_choice *choice, ard_step *step)
{
    const int n = step->n_numbers;
    memset(step->number, 0, (size_t)(prepare->p * n) * sizeof *step->number);
    for (int64_t t = 0; t < choice->n_kept; t++) {
        choice->kept[t] = list->column[choice->kept[t]];
        memcpy(step->number + choice->kept[t] * n, choice->number + t * n, (size_t)n * sizeof *step->number);
    }
    for (int64_t j = 0; prepare->forced && j < prepare->p; j++)
        if (prepare->forced[j]) choice->kept[choice->n_kept++] = j;
    ard_index_sort(choice->n_kept, choice->kept);
}

static int choose(ard_step *step, const ard_targets *targets, ard_prepare *prepare, double *x)
{
    int rc = ARDOR_OK;
    ardor_context *context = prepare->context;
    const ard_matrix all = ard_matrix_dense(targets->n, prepare->p, x, targets->n);
    ard_matrix view = {0};
    ard_targets seen = *targets;
    ard_columns list = {0};
    double *unit = NULL;
    ard_step_choice choice = {.t = &seen, .x = &all};
    if (!step->kind->sees_labels || !step->kind->sees_labels(step->kind, &step->argument)) seen.label = NULL;
    NEW(context, choice.kept, prepare->p);
    NEW(context, choice.number, prepare->p * step->n_numbers);
    NEW(context, unit, prepare->p);
    TRY(list_choosable(prepare, &list));
    find_units(prepare, &list, unit);
    choice.unit = unit;
    if (list.n < prepare->p) {
        TRY(ard_matrix_view(context, &all, 0, NULL, list.n, list.column, &view));
        choice.x = &view;
    }
    TRY(step->kind->choose(step->kind, context, &step->argument, &choice));
    take_choice(&list, prepare, &choice, step);
    keep_columns(targets->n, choice.n_kept, choice.kept, prepare, x);
done:
    ard_matrix_free(context, &view);
    ard_free(context, list.column);
    ard_free(context, unit);
    ard_free(context, choice.number);
    ard_free(context, choice.kept);
    return rc;
}

/* The features in place of the columns of which they are made. */
static int project(ard_step *step, const ard_targets *targets, ard_prepare *prepare, double *x)
{
    int rc = ARDOR_OK;
    double *feature = NULL;
    ard_targets seen = *targets;
    const int64_t n = targets->n;
    const ard_matrix all = ard_matrix_dense(n, prepare->p, x, n);
    seen.label = NULL;
    TRY(step->kind->project(&step->argument, prepare->context, &all, &seen, &step->projection));
    NEW(prepare->context, feature, n * step->projection.k);
    for (int64_t j = 0; j < prepare->p; j++) ard_projection_add(&step->projection, j, n, x + j * n, feature);
    memcpy(x, feature, (size_t)(n * step->projection.k) * sizeof *x);
done:
    ard_free(prepare->context, feature);
    return rc;
}

static int choose_columns(const ardor_dataset *data, const ard_rows *rows, ard_prepare *prepare, double *x)
{
    int rc = ARDOR_OK;
    ard_targets targets;
    int32_t *label = NULL;
    double *weight = NULL;
    for (int s = 0; s < prepare->n_steps; s++) {
        ard_step *step = &prepare->step[s];
        if (!step->kind->choose && !step->kind->project) continue;
        if (!label) TRY(make_targets(prepare->context, data, rows, &label, &weight, &targets));
        TRY(step->kind->choose ? choose(step, &targets, prepare, x) : project(step, &targets, prepare, x));
    }
done:
    ard_free(prepare->context, weight);
    ard_free(prepare->context, label);
    return rc;
}

/* ------------------------------------------------------------------ the whole */

/* Columns as all steps but choices and projections leave them, each into a place of its own, or with a projection to be added to
 * the features, which are 0. */
static int apply_to_columns(ardor_context *context, const ard_prepare *prepare, const ard_projection *projection,
                            const ardor_dataset *data, const ard_rows *rows, const int64_t *column, const int64_t *all_column,
                            double *x)
{
    int rc = ARDOR_OK;
    double *value = NULL;
    ard_step_rows r = {.context = context};
    if (projection) NEW(context, value, rows->n);
    TRY(ard_step_rows_open(context, prepare, data, rows, all_column, &r));
    for (int64_t k = 0; k < prepare->p; k++) {
        const int64_t j = column[k];
        ard_step_column c = {
            .rows = &r, .index = j, .input = r.input ? r.input[j] : j, .x = projection ? value : x + k * rows->n};
        ard_step_gather(&c);
        for (int s = 0; s < prepare->n_steps; s++) {
            TRY(ard_step_require(&c, s));
            TRY(ard_step_apply(&c, s, k));
        }
        TRY(ard_step_require(&c, prepare->n_steps));
        if (projection) ard_projection_add(projection, k, rows->n, value, x);
    }
done:
    ard_step_rows_close(&r);
    ard_free(context, value);
    return rc;
}

/* All but choices and projections. */
static int fit_steps(const ardor_dataset *data, const ard_rows *rows, const bool *forced, ard_prepare *prepare, double *x)
{
    int rc = ARDOR_OK;
    ard_rows all = {0};
    const bool of_all = all_rows(prepare);
    prepare->p = 0;
    NEW(prepare->context, prepare->column, data->p);
    if (of_all) TRY(ard_rows_all(prepare->context, data->n, &all));
    TRY(fit_columns(data, of_all ? &all : rows, of_all ? NULL : x, prepare));
    for (int s = 0; s < prepare->n_steps; s++) note_dropped(data, &prepare->step[s], prepare);
    find_forced(data, forced, prepare);
    if (of_all) TRY(apply_to_columns(prepare->context, prepare, NULL, data, rows, prepare->column, NULL, x));
done:
    ard_free(prepare->context, all.row);
    return rc;
}

int ard_prepare_fit(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_prepare_options *options,
                    ard_prepare **out, double **x)
{
    int rc = ARDOR_OK;
    ard_prepare *prepare = NULL;
    double *prepared = NULL;
    *out = NULL;
    *x = NULL;
    NEW(context, prepared, rows->n * data->p);
    TRY(ard_prepare_open(context, options, data->p, &prepare));
    TRY(fit_steps(data, rows, options->forced, prepare, prepared));
    TRY(choose_columns(data, rows, prepare, prepared));
    *out = prepare;
    *x = prepared;
    prepare = NULL;
    prepared = NULL;
done:
    ard_free(context, prepared);
    ard_prepare_free(prepare);
    return rc;
}

int ard_prepare_apply(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                      const int64_t *column, const int64_t *all_column, double *x)
{
    const ard_projection *projection = ard_prepare_projection(prepare);
    if (projection) memset(x, 0, (size_t)(rows->n * projection->k) * sizeof *x);
    return apply_to_columns(context, prepare, projection, data, rows, column ? column : prepare->column, all_column, x);
}
