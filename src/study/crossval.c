/* Running a plan. Each fold is one task: it fits (with tuning inside, on its training rows only), predicts its test rows and
 * writes into its own slice of the result, so the result does not depend on the number of threads. */
#include "study/evaluation.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "fit/protocol.h"
#include "metric/decide.h"
#include "resample/parallel.h"

/* What a fold selected. */
typedef struct selection {
    int64_t n, *column; /* columns of the data */
    double *size;       /* of the importances */
} selection;

typedef struct run {
    const ardor_dataset *data;
    const ard_config *config;
    const ard_plan *plan;
    ardor_evaluation *result;
    const ard_choice *choice; /* made outside the folds, NULL: each fold tunes */
    int inner_threads;
    int64_t *offset;     /* first prediction of each fold */
    double *unrelaxed;   /* n_rows x n_classes, NULL without relax */
    int32_t *majority;   /* n_rows: the baseline's prediction */
    selection *selected; /* of each fold */
} run;

static int predict_into(ardor_context *context, const run *r, int64_t fold, const ard_fit *fit, const ard_matrix *x, double *all)
{
    int rc = ARDOR_OK;
    const int64_t n = x->n, rows = r->result->n_rows;
    double *prob = NULL;
    NEW(context, prob, n * r->data->n_classes);
    TRY(ard_machine_predict(context, &fit->machine, x, prob));
    for (int c = 0; c < r->data->n_classes; c++) memcpy(all + c * rows + r->offset[fold], prob + c * n, (size_t)n * sizeof *prob);
done:
    ard_free(context, prob);
    return rc;
}

/* Class of largest weight among the training rows; a tie goes to the lower index. */
static int32_t majority_class(const ardor_dataset *data, const ard_rows *rows)
{
    int32_t best = 0;
    double best_weight = -1;
    for (int32_t c = 0; c < data->n_classes; c++) {
        double weight = 0;
        for (int64_t i = 0; i < rows->n; i++)
            if (data->label[rows->row[i]] == c) weight += ard_row_weight(data, rows->row[i]);
        if (weight > best_weight) {
            best_weight = weight;
            best = c;
        }
    }
    return best;
}

static int record_selection(ardor_context *context, const ard_fitted *fitted, selection *out)
{
    int rc = ARDOR_OK;
    const ard_machine *m = &fitted->fit.machine;
    NEW(context, out->column, m->n_features);
    NEW(context, out->size, m->n_features);
    out->n = m->n_features;
    for (int64_t t = 0; t < out->n; t++) {
        out->column[t] = fitted->prepare->column[m->feature[t]];
        out->size[t] = fabs(m->importance[t]);
    }
done:
    return rc;
}

static void record_fold(const run *r, int64_t fold, const ard_fitted *fitted)
{
    const ard_fit *fit = &fitted->fit;
    ard_fold_result *to = r->result->fold + fold;
    to->n_train = r->plan->fold[fold].train.n;
    to->n_test = r->plan->fold[fold].test.n;
    to->n_features = fit->machine.n_features;
    to->n_vectors = fit->machine.n_vectors;
    to->n_screened = fitted->relaxed ? fitted->unrelaxed.n_screened : fit->n_screened;
    to->stop = fit->stop;
    to->null_model = fit->null_model;
    to->objective = fit->objective;
    to->certificate = fit->certificate;
    memcpy(to->used, fit->used, sizeof to->used);
    to->relax_factor = fitted->report.relax_factor;
}

static int run_fold(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    run *r = argument;
    const ard_fold *f = r->plan->fold + fold;
    ard_fitted fitted = {0};
    double *x = NULL;
    const double start = ard_now();
    TRY(ard_fit_rows(context, r->data, &f->train, r->config, r->choice, r->inner_threads, NULL, &fitted));
    NEW(context, x, f->test.n * fitted.prepare->p);
    TRY(ard_prepare_apply(context, fitted.prepare, r->data, &f->test, NULL, NULL, x));
    const ard_matrix rows = ard_matrix_dense(f->test.n, fitted.prepare->p, x, f->test.n);
    TRY(predict_into(context, r, fold, &fitted.fit, &rows, r->result->prob));
    if (r->unrelaxed) TRY(predict_into(context, r, fold, fitted.relaxed ? &fitted.unrelaxed : &fitted.fit, &rows, r->unrelaxed));
    TRY(record_selection(context, &fitted, &r->selected[fold]));
    record_fold(r, fold, &fitted);
    int32_t majority = majority_class(r->data, &f->train);
    for (int64_t i = 0; i < f->test.n; i++) r->majority[r->offset[fold] + i] = majority;
    r->result->fold[fold].seconds = ard_now() - start;
done:
    ard_free(context, x);
    ard_fitted_free(context, &fitted);
    return rc;
}

/* ------------------------------------------------------------------ the result */

static int open_result(ardor_context *context, run *r, ardor_evaluation **out)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = r->data;
    ardor_evaluation *e = NULL;
    char buffer[24];
    NEW(context, e, 1);
    *out = e;
    e->context = context;
    e->config = *r->config;
    e->config.plan = NULL;
    e->config.leak = NULL;
    e->config.class_weight = NULL;
    if (r->config->class_weight) COPY(context, e->class_weight, r->config->class_weight);
    e->partition = r->plan->partition;
    e->n = data->n;
    e->p = data->p;
    e->n_classes = data->n_classes;
    e->n_folds = r->plan->n_folds;
    COPY(context, e->plan, r->plan->name);
    TRY(ard_names_copy(context, data->n_classes, data->class_name, &e->class_name));
    TRY(ard_names_copy(context, data->p, data->feature, &e->feature));
    NEW(context, e->fold, e->n_folds);
    NEW(context, r->offset, e->n_folds);
    for (int64_t f = 0; f < e->n_folds; f++) {
        r->offset[f] = e->n_rows;
        e->n_rows += r->plan->fold[f].test.n;
    }
    NEW(context, e->row_id, e->n_rows);
    NEW(context, e->fold_of, e->n_rows);
    NEW(context, e->label, e->n_rows);
    NEW(context, e->predicted, e->n_rows);
    NEW(context, e->prob, e->n_rows * e->n_classes);
    NEW(context, e->selected, data->p);
    NEW(context, e->scale_sum, data->p);
    if (data->weight) NEW(context, e->weight, e->n_rows);
    for (int64_t f = 0, at = 0; f < e->n_folds; f++)
        for (int64_t i = 0; i < r->plan->fold[f].test.n; i++, at++) {
            int64_t row = r->plan->fold[f].test.row[i];
            COPY(context, e->row_id[at], ard_row_name(data, row, buffer));
            e->fold_of[at] = f;
            e->label[at] = data->label[row];
            if (e->weight) e->weight[at] = data->weight[row];
        }
done:
    return rc;
}

static int measure(ardor_context *context, const run *r, const double *prob, const int32_t *predicted, ard_metrics *out)
{
    const ardor_evaluation *e = r->result;
    ard_predictions p = {e->n_rows,    e->n_classes, prob,       e->label, predicted, e->weight,
                         e->partition, e->n_folds,   e->fold_of, 0,        0};
    for (int64_t f = 0; f < e->n_folds; f++) {
        p.train_size += (double)e->fold[f].n_train / (double)e->n_folds;
        p.test_size += (double)e->fold[f].n_test / (double)e->n_folds;
    }
    return ard_metrics_compute(context, &p, out);
}

static double fold_error(const ardor_evaluation *e, int64_t first, int64_t n, const int32_t *predicted)
{
    double wrong = 0, total = 0;
    for (int64_t i = first; i < first + n; i++) {
        double weight = e->weight ? e->weight[i] : 1.0;
        total += weight;
        if (predicted[i] != e->label[i]) wrong += weight;
    }
    return total > 0 ? wrong / total : NAN;
}

static int summarise(ardor_context *context, run *r)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = r->result;
    ard_metrics baseline;
    int32_t *unrelaxed = NULL;
    ard_decide_all(e->n_rows, e->n_classes, e->prob, e->predicted);
    TRY(measure(context, r, e->prob, e->predicted, &e->summary));
    TRY(measure(context, r, e->prob, r->majority, &baseline));
    e->majority_error = baseline.error;
    if (r->unrelaxed) {
        NEW(context, unrelaxed, e->n_rows);
        ard_decide_all(e->n_rows, e->n_classes, r->unrelaxed, unrelaxed);
        TRY(measure(context, r, r->unrelaxed, unrelaxed, &e->unrelaxed));
        e->relaxed = true;
    }
    for (int64_t f = 0; f < e->n_folds; f++) {
        ard_fold_result *fold = e->fold + f;
        fold->test_error = fold_error(e, r->offset[f], fold->n_test, e->predicted);
        fold->majority_error = fold_error(e, r->offset[f], fold->n_test, r->majority);
        e->mean_n_features += (double)fold->n_features / (double)e->n_folds;
        e->mean_n_vectors += (double)fold->n_vectors / (double)e->n_folds;
        for (int64_t t = 0; t < r->selected[f].n; t++) {
            e->selected[r->selected[f].column[t]]++;
            e->scale_sum[r->selected[f].column[t]] += r->selected[f].size[t];
        }
    }
done:
    ard_free(context, unrelaxed);
    return rc;
}

/* .632+: what the folds got wrong row by row, and the fit to all rows tested on itself. */
static int bootstrap(ardor_context *context, run *r, const int64_t *dataset_row)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = r->result;
    const ardor_dataset *data = r->data;
    ard_fitted fitted = {0};
    ard_rows all = {0};
    int64_t *tested = NULL, *wrong = NULL;
    double *x = NULL, *prob = NULL;
    int32_t *predicted = NULL;
    NEW(context, tested, data->n);
    NEW(context, wrong, data->n);
    NEW(context, prob, data->n * data->n_classes);
    NEW(context, predicted, data->n);
    TRY(ard_rows_all(context, data->n, &all));
    TRY(ard_fit_rows(context, data, NULL, r->config, r->choice, r->config->threads, NULL, &fitted));
    NEW(context, x, data->n * fitted.prepare->p);
    TRY(ard_prepare_apply(context, fitted.prepare, data, &all, NULL, NULL, x));
    const ard_matrix matrix = ard_matrix_dense(data->n, fitted.prepare->p, x, data->n);
    TRY(ard_machine_predict(context, &fitted.fit.machine, &matrix, prob));
    ard_decide_all(data->n, data->n_classes, prob, predicted);
    for (int64_t i = 0; i < e->n_rows; i++) {
        tested[dataset_row[i]]++;
        wrong[dataset_row[i]] += e->predicted[i] != e->label[i];
    }
    ard_bootstrap_compute(data->n, data->n_classes, data->label, predicted, data->weight, tested, wrong, &e->bootstrap);
    e->bootstrapped = true;
done:
    ard_free(context, all.row);
    ard_free(context, predicted);
    ard_free(context, prob);
    ard_free(context, x);
    ard_free(context, wrong);
    ard_free(context, tested);
    ard_fitted_free(context, &fitted);
    return rc;
}

/* The dataset row of every prediction. */
static int prediction_rows(ardor_context *context, const run *r, int64_t **out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, r->result->n_rows);
    for (int64_t f = 0; f < r->plan->n_folds; f++)
        memcpy(*out + r->offset[f], r->plan->fold[f].test.row, (size_t)r->plan->fold[f].test.n * sizeof **out);
done:
    return rc;
}

int ard_evaluate(ardor_context *context, const ardor_dataset *data, const ard_config *config, ardor_evaluation **out)
{
    int rc = ARDOR_OK;
    ard_plan *plan = NULL;
    ard_protocol_state protocol = {0};
    int64_t *rows = NULL;
    run r = {.data = data, .config = config};
    const double start = ard_now();
    *out = NULL;
    REQUIRE(context, config->plan, ARDOR_USAGE, "a plan is needed: loo, kfold:K, repeat:RxK, holdout:F, boot:B or splits:FILE");
    TRY(ard_plan_new(context, data, NULL, config->plan, config->seed, &plan));
    r.plan = plan;
    TRY(ard_protocol_open(context, data, plan, config, &protocol));
    r.config = &protocol.config;
    r.choice = protocol.chosen ? &protocol.choice : NULL;
    /* with one fold the threads are better spent inside it */
    r.inner_threads = plan->n_folds == 1 ? config->threads : 1;
    TRY(open_result(context, &r, &r.result));
    NEW(context, r.majority, r.result->n_rows);
    NEW(context, r.selected, plan->n_folds);
    if (config->relax && config->tune != ARD_TUNE_NONE) NEW(context, r.unrelaxed, r.result->n_rows * data->n_classes);
    TRY(ard_parallel(context, config->threads, plan->n_folds, "evaluate", run_fold, &r));
    TRY(summarise(context, &r));
    if (plan->bootstrap) {
        TRY(prediction_rows(context, &r, &rows));
        TRY(bootstrap(context, &r, rows));
    }
    r.result->seconds = ard_now() - start;
    *out = r.result;
    r.result = NULL;
done:
    ardor_evaluation_free(r.result);
    ard_free(context, rows);
    for (int64_t f = 0; r.selected && f < plan->n_folds; f++) {
        ard_free(context, r.selected[f].column);
        ard_free(context, r.selected[f].size);
    }
    ard_free(context, r.selected);
    ard_free(context, r.majority);
    ard_free(context, r.unrelaxed);
    ard_free(context, r.offset);
    ard_protocol_close(context, &protocol);
    ard_plan_free(plan);
    return rc;
}

void ardor_evaluation_free(ardor_evaluation *e)
{
    if (!e) return;
    ardor_context *context = e->context;
    ard_names_free(context, e->n_classes, e->class_name);
    ard_names_free(context, e->p, e->feature);
    ard_names_free(context, e->n_rows, e->row_id);
    void *arrays[] = {e->plan, e->class_weight, e->fold_of, e->label,    e->predicted,
                      e->prob, e->weight,       e->fold,    e->selected, e->scale_sum};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    ard_free(context, e);
}
