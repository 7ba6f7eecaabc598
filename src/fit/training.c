/* Training problems and paths. */
#include "fit/training.h"

#include <math.h>
#include <string.h>

#include "prepare/filter.h"

int ard_training_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                     ard_training *out)
{
    int rc = ARDOR_OK;
    double *factor = NULL, sum = 0;
    ard_training *t = out;
    *t = (ard_training){.context = context};
    TRY(ard_dataset_check_labels(context, data, rows));
    if (config->leak) {
        t->prepare = config->leak->prepare;
        NEW(context, t->values, rows->n * t->prepare->p);
        TRY(ard_prepare_apply(context, t->prepare, data, rows, NULL, NULL, t->values));
    } else {
        TRY(ard_prepare_fit_rows(context, data, rows, &config->prepare, &t->fitted, &t->values));
        TRY(ard_filter_fit(context, data, rows, t->fitted, t->values));
        t->prepare = t->fitted;
    }
    NEW(context, t->label, rows->n);
    if (data->weight || config->class_weight) NEW(context, t->weight, rows->n);
    NEW(context, factor, data->n_classes);
    TRY(ard_class_weights(context, config, data, rows, factor));
    for (int64_t i = 0; i < rows->n; i++) {
        t->label[i] = data->label[rows->row[i]];
        if (t->weight) t->weight[i] = factor[t->label[i]] * ard_row_weight(data, rows->row[i]);
        sum += t->weight ? t->weight[i] : 1.0;
    }
    t->x = ard_matrix_dense(rows->n, t->prepare->p, t->values, rows->n);
    t->problem = (ard_problem){
        .x = &t->x, .target = {rows->n, data->n_classes, t->label, t->weight, sum}, .basis = config->basis, .seed = config->seed};
done:
    ard_free(context, factor);
    if (rc != ARDOR_OK) ard_training_free(t);
    return rc;
}

void ard_training_free(ard_training *t)
{
    if (!t->context) return;
    ard_free(t->context, t->weight);
    ard_free(t->context, t->label);
    ard_free(t->context, t->values);
    ard_prepare_free(t->fitted);
    *t = (ard_training){0};
}

/* The features that the protocol allows in this path; NULL: all. */
static const ard_columns *allowed_features(const ard_config *config, int64_t path)
{
    const ard_leak *leak = config->leak;
    return leak && path < leak->n_paths && leak->only[path].column ? &leak->only[path] : NULL;
}

int ard_training_fitter(const ard_training *t, const ard_config *config, int64_t path, ard_fitter *out)
{
    return ard_fitter_open(t->context, config->method, &t->problem, &config->settings, allowed_features(config, path), out);
}

int ard_training_grid(const ard_training *t, const ard_config *config, ard_grid *out)
{
    return config->method->grid(config->method, t->context, &t->problem, &config->settings, config->leak != NULL, out);
}

void ard_candidate_settings(const ard_grid *grid, int64_t i, const ard_settings *base, ard_settings *out)
{
    *out = *base;
    for (int s = 0; s < grid->n_tuned; s++) out->value[grid->setting[s]] = grid->value[i * grid->n_tuned + s];
}

int ard_check_stop(ardor_context *context, const ard_fit *fit)
{
    if (fit->stop == ARD_STOP_CANCELLED) return ard_fail(context, ARDOR_CANCELLED, "cancelled");
    if (fit->stop == ARD_STOP_TIME)
        return ard_fail(context, ARDOR_CANCELLED, "the time limit was reached before there was a model");
    return ARDOR_OK;
}

int64_t ard_path_of(const ard_grid *grid, int64_t i)
{
    int64_t path = 0;
    while (grid->path[path + 1] <= i) path++;
    return path;
}

int ard_walk_path(const ard_config *config, ard_fitter *fitter, const ard_grid *grid, int64_t path, int64_t last, ard_visit visit,
                  void *argument, ard_fit *keep)
{
    int rc = ARDOR_OK;
    ardor_context *context = fitter->context;
    ard_fit model = {0}, null = {0}, next = {0}; /* the last that is not null; the first that is */
    ard_settings settings;
    bool have = false, ended = false, at_null = false;
    for (int64_t i = grid->path[path]; i < grid->path[path + 1] && i <= last; i++) {
        if (i == grid->turn[path]) ended = !have; /* the way back begins at the last model, if there is one */
        if (!ended) {
            const bool report = keep && i == last;
            ard_candidate_settings(grid, i, &config->settings, &settings);
            TRY(ard_fitter_solve(fitter, &settings, have ? &model : NULL,
                                 &(ard_ask){config->deadline, report, report && config->trace}, &next));
            if (!report || next.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &next));
            ard_fit *to = next.null_model ? &null : &model;
            ended = next.null_model && grid->weak_to_strong;
            have = have || !next.null_model;
            ard_fit_free(context, to);
            *to = next;
            next = (ard_fit){0};
            at_null = to == &null;
        }
        if (visit) TRY(visit(context, argument, i, at_null ? &null : &model));
    }
    if (keep) {
        *keep = at_null ? null : model;
        *(at_null ? &null : &model) = (ard_fit){0};
    }
done:
    ard_fit_free(context, &next);
    ard_fit_free(context, &null);
    ard_fit_free(context, &model);
    return rc;
}

int ard_relax(const ard_training *t, const ard_config *config, const ard_settings *settings, const ard_fit *from, double factor,
              bool report, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_settings weaker = *settings;
    ard_fitter fitter = {0};
    const int index = config->method->weaken;
    const ard_columns only = {from->machine.n_features, from->machine.feature};
    *out = (ard_fit){0};
    weaker.value[index] = factor * from->used[index];
    TRY(ard_fitter_open(t->context, config->method, &t->problem, &config->settings, &only, &fitter));
    TRY(ard_fitter_solve(&fitter, &weaker, from, &(ard_ask){config->deadline, report, report && config->trace}, out));
done:
    ard_fitter_close(&fitter);
    return rc;
}
