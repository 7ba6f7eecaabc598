/* The folds of cells as tasks. Each fits (with tuning inside, on its training rows only), predicts its test rows and ends in a
 * record of its own, so that the result does not depend on the number of threads. */
#include "study/study.h"

#include <string.h>

#include "fit/tune.h"
#include "resample/parallel.h"
#include "study/importance.h"

typedef struct study {
    const ard_cell *const *cell;
    const ard_study_how *how;
    ard_record *const *record;
    int64_t n_cells, n_first; /* n_first: of the cells those that do not follow from others, which are at the front */
    int inner_threads;
} study;

/* Task i is a fold of a cell: one of each first (but of those that follow from another and come behind it), so that soon all have
 * shown how long they take and whether they can be done; then the others, cell after cell. Of a bootstrap the fit to all rows is
 * the first, so that a run that is stopped has it. */
static ard_record *task_of(const study *s, int64_t i, int64_t *c, int64_t *fold)
{
    int64_t had = 0; /* tasks of the cell that came among the first */
    *c = i;
    if (i >= s->n_first) {
        i -= s->n_first;
        for (*c = 0; had = *c < s->n_first, i >= s->cell[*c]->plan->n_tasks - had; ++*c) i -= s->cell[*c]->plan->n_tasks - had;
    } else {
        i = 0;
    }
    const ard_plan *plan = s->cell[*c]->plan;
    i += had;
    *fold = !plan->bootstrap ? i : i == 0 ? plan->n_folds : i - 1;
    return s->record[*c] + *fold;
}

/* ------------------------------------------------------------------ one fold */

static int predict(ardor_context *context, const ard_fit *fit, const ard_matrix *x, double **out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, x->n * fit->machine.n_classes);
    TRY(ard_machine_predict(context, &fit->machine, x, *out));
done:
    return rc;
}

/* Forced columns were not selected. */
static int record_importance(ardor_context *context, const ard_cell *cell, const ard_rows *test, const ard_fitted *fitted,
                             double *x, ard_record *out)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = &cell->data;
    int32_t *label = NULL;
    double *weight = NULL;
    NEW(context, label, test->n);
    NEW(context, weight, test->n);
    for (int64_t i = 0; i < test->n; i++) {
        label[i] = data->label[test->row[i]];
        weight[i] = ard_row_weight(data, test->row[i]);
    }
    const ard_importance ask = {.machine = &fitted->fit.machine,
                                .skip = fitted->prepare->forced,
                                .target = {.n = test->n, .n_classes = data->n_classes, .label = label, .weight = weight},
                                .x = x,
                                .seed = cell->protocol.recipe.seed,
                                .fold = out->fold,
                                .repeats = cell->protocol.recipe.importance};
    NEW(context, out->loss_rise, out->n_selected);
    NEW(context, out->error_rise, out->n_selected);
    TRY(ard_importance_measure(context, &ask, out->loss_rise, out->error_rise));
done:
    ard_free(context, weight);
    ard_free(context, label);
    return rc;
}

static int record_predictions(ardor_context *context, const ard_cell *cell, const ard_rows *test, const ard_fitted *fitted,
                              ard_record *out)
{
    int rc = ARDOR_OK;
    double *x = NULL;
    const int64_t p = ard_prepare_features(fitted->prepare);
    NEW(context, x, test->n * p);
    TRY(ard_prepare_apply(context, fitted->prepare, &cell->data, test, NULL, NULL, x));
    const ard_matrix rows = ard_matrix_dense(test->n, p, x, test->n);
    out->n_classes = cell->data.n_classes;
    NEW(context, out->share, out->n_classes);
    memcpy(out->share, fitted->report.share, (size_t)out->n_classes * sizeof *out->share);
    TRY(predict(context, &fitted->fit, &rows, &out->prob));
    if (ard_recipe_relaxes(&cell->protocol.recipe))
        TRY(predict(context, fitted->relaxed ? &fitted->unrelaxed : &fitted->fit, &rows, &out->unrelaxed));
    if (ard_cell_measures(cell, out->fold)) TRY(record_importance(context, cell, test, fitted, x, out));
done:
    ard_free(context, x);
    return rc;
}

/* Forced columns were not selected. */
static int record_selection(ardor_context *context, const ard_fitted *fitted, ard_record *out)
{
    int rc = ARDOR_OK;
    const ard_machine *m = &fitted->fit.machine;
    const bool *forced = fitted->prepare->forced;
    NEW(context, out->selected, m->n_features);
    NEW(context, out->importance, m->n_features);
    const int n_weights = ard_record_weights(m->n_classes);
    NEW(context, out->weight, m->n_features * n_weights);
    for (int64_t t = 0; t < m->n_features; t++) {
        if (forced && forced[m->feature[t]]) continue;
        const int64_t k = out->n_selected++;
        out->selected[k] = ard_prepare_position(fitted->prepare, m->feature[t]);
        out->importance[k] = m->importance[t];
        for (int c = 0; c < n_weights; c++)
            out->weight[k * n_weights + c] = n_weights == 1 ? ard_machine_weight(m, t) : ard_machine_class_weight(m, t, c);
    }
done:
    return rc;
}

static void record_fit(const ard_cell *cell, const ard_fitted *fitted, ard_record *out)
{
    const ard_fit *fit = &fitted->fit;
    out->n_vectors = fit->machine.n_vectors;
    out->n_screened = fitted->relaxed ? fitted->unrelaxed.n_screened : fit->n_screened;
    out->stop = fit->stop;
    out->null_model = fit->null_model;
    out->objective = fit->objective;
    out->certificate = fit->certificate;
    out->n_settings = cell->protocol.recipe.method->n_settings;
    memcpy(out->used, fit->used, sizeof out->used);
    out->relax_factor = fitted->report.relax_factor;
    out->filter = fitted->filter;
}

static int fit_fold(ardor_context *context, const study *s, const ard_cell *cell, ard_fold *fold, ard_record *out)
{
    int rc = ARDOR_OK;
    ard_fitted fitted = {0};
    const ard_given given = ard_protocol_given(&cell->protocol, out->fold);
    const ard_run run = {.threads = s->inner_threads, .share = {cell->batch, out->fold}};
    TRY(ard_fit_rows(context, &cell->data, &fold->train, &cell->protocol.recipe, &given, &run, &fitted));
    TRY(record_selection(context, &fitted, out));
    TRY(record_predictions(context, cell, &fold->test, &fitted, out));
    record_fit(cell, &fitted, out);
    out->n_train = fold->train.n;
    out->n_test = fold->test.n;
    out->row = fold->test.row;
    fold->test.row = NULL;
    out->status = ARD_RECORD_DONE;
done:
    ard_fitted_free(context, &fitted);
    return rc;
}

/* Only what was said of this fold: its context is its own. */
static int record_failure(ardor_context *context, ard_record *out)
{
    int rc = ARDOR_OK;
    const int64_t cell = out->cell, fold = out->fold;
    ard_record_free(context, out);
    *out = (ard_record){.cell = cell, .fold = fold, .status = ARD_RECORD_FAILED};
    COPY(context, out->message, ardor_context_message(context));
done:
    return rc;
}

/* What ends the run: the message says in which fold it was. */
static int place_failure(ardor_context *context, const ard_cell *cell, int64_t fold, int status)
{
    char title[ARD_TITLE_BYTES];
    if (status != ARDOR_OK && status != ARDOR_CANCELLED && status != ARDOR_MEMORY)
        ard_message_place(context, cell->data.source, ard_plan_fold_title(cell->plan, fold, title));
    return status;
}

/* Does a failure of this kind leave the other folds alone? */
static bool is_of_fold(const study *s, int status)
{
    return status == ARDOR_NUMERIC ||
           (s->how->tolerant && status != ARDOR_OK && status != ARDOR_CANCELLED && status != ARDOR_MEMORY);
}

static int run_fold(ardor_context *context, void *argument, int64_t task)
{
    int rc = ARDOR_OK;
    const study *s = argument;
    int64_t c = 0, f = 0;
    ard_record *out = task_of(s, task, &c, &f);
    ard_fold fold = {0};
    const ard_share share = {s->cell[c]->batch, f};
    const double start = ard_now();
    if (out->status != ARD_RECORD_NONE) return ARDOR_OK; /* known from before */
    *out = (ard_record){.cell = c, .fold = f};
    ard_task_begin(share);
    TRY(ard_plan_fold(context, s->cell[c]->plan, f, &fold));
    rc = fit_fold(context, s, s->cell[c], &fold, out);
    if (is_of_fold(s, rc)) rc = record_failure(context, out);
    TRY(place_failure(context, s->cell[c], f, rc));
    out->remarks = ard_remarks_take(context);
    if (out->remarks.lost) TRY(ARDOR_MEMORY);
    out->seconds = ard_now() - start;
    ard_task_end(context, share, out->status == ARD_RECORD_FAILED);
done:
    ard_fold_free(context, &fold);
    if (rc != ARDOR_OK) ard_record_free(context, out);
    return rc == ARDOR_CANCELLED ? ARDOR_OK : rc; /* then there is no record, which is what the end of the run looks at */
}

static int keep_record(ardor_context *context, void *argument, int64_t task)
{
    const study *s = argument;
    int64_t c = 0, f = 0;
    int rc = ARDOR_OK;
    ard_record *record = task_of(s, task, &c, &f);
    ard_store *store = s->how->store;
    if (!store || record->stored || record->status == ARD_RECORD_NONE) return ARDOR_OK;
    TRY(ard_store_add(store, context, record));
    record->stored = true;
done:
    return rc;
}

/* ------------------------------------------------------------------ all */

/* What is there already; returns the number of tasks. */
static int64_t take_stored(const study *s)
{
    int64_t total = 0;
    for (int64_t c = 0; c < s->n_cells; c++) {
        const int64_t n = s->cell[c]->plan->n_tasks;
        for (int64_t f = 0; s->how->store && f < n; f++) {
            s->record[c][f] = ard_store_take(s->how->store, c, f);
            s->record[c][f].stored = s->record[c][f].status != ARD_RECORD_NONE;
            if (s->record[c][f].stored) ard_task_found((ard_share){s->cell[c]->batch, f});
        }
        total += n;
    }
    return total;
}

static bool is_complete(const study *s)
{
    for (int64_t c = 0; c < s->n_cells; c++)
        for (int64_t f = 0; f < s->cell[c]->plan->n_tasks; f++)
            if (s->record[c][f].status == ARD_RECORD_NONE) return false;
    return true;
}

int ard_study_run(ardor_context *context, int64_t n_cells, const ard_cell *const *cell, const ard_study_how *how,
                  ard_record *const *record, ard_stop *stopped)
{
    int rc = ARDOR_OK;
    study s = {.cell = cell, .how = how, .record = record, .n_cells = n_cells, .inner_threads = 1};
    while (s.n_first < n_cells && !cell[s.n_first]->derived) s.n_first++;
    const int64_t total = take_stored(&s);
    *stopped = ARD_STOP_NONE;
    ard_stage(context, "evaluate");
    if (total == 1) s.inner_threads = how->threads; /* they are better spent inside it */
    rc = ard_parallel_after(context, how->threads, total, run_fold, keep_record, &s);
    if (rc != ARDOR_OK && rc != ARDOR_CANCELLED) return rc;
    if (!is_complete(&s)) *stopped = ard_stop_asked(context);
    return ARDOR_OK;
}
