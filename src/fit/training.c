/* Training problems and paths. */
#include "fit/training.h"

#include <math.h>
#include <string.h>

#include "prepare/filter.h"

static int check_classes(ardor_context *context, const ardor_dataset *data, const ard_rows *rows)
{
    int first = rows->n ? data->label[rows->row[0]] : -1;
    for (int64_t i = 1; i < rows->n; i++)
        if (data->label[rows->row[i]] != first) return ARDOR_OK;
    if (rows->n == 0) return ard_fail(context, ARDOR_DATA, "%s: there are no training rows", data->source);
    return ard_fail(context, ARDOR_DATA, "%s: all %lld training rows are of class '%s'; a classifier needs two classes",
                    data->source, (long long)rows->n, data->class_name[first]);
}

int ard_training_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                     ard_training *out)
{
    int rc = ARDOR_OK;
    ard_training t = {.context = context};
    double *factor = NULL;
    *out = (ard_training){0};
    TRY(check_classes(context, data, rows));
    t.borrowed = config->leak != NULL;
    if (t.borrowed) {
        t.prepare = config->leak->prepare;
        NEW(context, t.x, rows->n * t.prepare->p);
        TRY(ard_prepare_apply(context, t.prepare, data, rows, NULL, NULL, t.x));
    } else {
        TRY(ard_prepare_fit_rows(context, data, rows, &config->prepare, &t.prepare, &t.x));
        TRY(ard_filter_fit(context, data, rows, t.prepare, t.x));
    }
    NEW(context, t.label, rows->n);
    NEW(context, t.sign, rows->n);
    if (data->weight || config->class_weight) NEW(context, t.weight, rows->n);
    NEW(context, factor, data->n_classes);
    TRY(ard_class_weights(context, config, data, rows, factor));
    double sum = 0;
    for (int64_t i = 0; i < rows->n; i++) {
        t.label[i] = data->label[rows->row[i]];
        t.sign[i] = t.label[i] == 1 ? 1.0 : -1.0;
        if (t.weight) t.weight[i] = factor[t.label[i]] * (data->weight ? data->weight[rows->row[i]] : 1.0);
        sum += t.weight ? t.weight[i] : 1.0;
    }
    t.problem =
        (ard_problem){rows->n, t.prepare->p, t.x, data->n_classes, t.label, data->n_classes == 2 ? t.sign : NULL, t.weight, sum};
    *out = t;
    t = (ard_training){0};
done:
    ard_free(context, factor);
    ard_training_free(&t);
    return rc;
}

int ard_rows_all(ardor_context *context, int64_t n, ard_rows *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->row, n);
    out->n = n;
    for (int64_t i = 0; i < n; i++) out->row[i] = i;
done:
    return rc;
}

void ard_training_free(ard_training *t)
{
    if (!t->context) return;
    ard_free(t->context, t->weight);
    ard_free(t->context, t->sign);
    ard_free(t->context, t->label);
    ard_free(t->context, t->x);
    if (!t->borrowed) ard_prepare_free(t->prepare);
    *t = (ard_training){0};
}

void ard_candidate_settings(const ard_grid *grid, int64_t i, const ard_settings *base, ard_settings *out)
{
    *out = *base;
    for (int s = 0; s < grid->n_tuned; s++) out->value[grid->setting[s]] = grid->value[i * grid->n_tuned + s];
}

int ard_check_stop(ardor_context *context, const ard_solution *solution)
{
    if (solution->stop == ARD_STOP_CANCELLED) return ard_fail(context, ARDOR_CANCELLED, "cancelled");
    if (solution->stop == ARD_STOP_TIME)
        return ard_fail(context, ARDOR_CANCELLED, "the time limit was reached before there was a model");
    return ARDOR_OK;
}

void ard_allowed_features(const ard_config *config, int64_t path, int64_t *n_only, const int64_t **only)
{
    const ard_leak *leak = config->leak;
    *n_only = 0;
    *only = NULL;
    if (!leak || path >= leak->n_paths || !leak->only[path].row) return;
    *n_only = leak->only[path].n;
    *only = leak->only[path].row;
}

int ard_walk_path(ardor_context *context, const ard_config *config, void *work, const ard_grid *grid, int64_t path, int64_t last,
                  ard_visit visit, void *argument, ard_solution *keep)
{
    int rc = ARDOR_OK;
    ard_solution model = {0}, null = {0}, next = {0}; /* the last that is not null; the first that is */
    ard_settings settings;
    bool have = false, ended = false, at_null = false;
    int64_t n_only = 0;
    const int64_t *only = NULL;
    ard_allowed_features(config, path, &n_only, &only);
    for (int64_t i = grid->path[path]; i < grid->path[path + 1] && i <= last; i++) {
        if (i == grid->turn[path]) ended = !have; /* the way back begins at the last model, if there is one */
        if (!ended) {
            bool report = keep && i == last;
            ard_candidate_settings(grid, i, &config->settings, &settings);
            TRY(ard_method_solve(context, config->method, work, &settings, have ? &model : NULL, n_only, only, config->deadline,
                                 report, report && config->trace, &next));
            if (!report || next.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &next));
            ard_solution *to = next.null_model ? &null : &model;
            ended = next.null_model && grid->weak_to_strong;
            have = have || !next.null_model;
            ard_solution_free(context, to);
            *to = next;
            next = (ard_solution){0};
            at_null = to == &null;
        }
        if (visit) TRY(visit(context, argument, i, at_null ? &null : &model));
    }
    if (keep) {
        *keep = at_null ? null : model;
        *(at_null ? &null : &model) = (ard_solution){0};
    }
done:
    ard_solution_free(context, &next);
    ard_solution_free(context, &null);
    ard_solution_free(context, &model);
    return rc;
}

int ard_relax(ardor_context *context, const ard_config *config, void *work, const ard_settings *settings,
              const ard_solution *from, double factor, bool report, ard_solution *out)
{
    ard_settings weaker = *settings;
    int index = config->method->relax_setting;
    weaker.value[index] = factor * from->used[index];
    return ard_method_solve(context, config->method, work, &weaker, from, from->n_features, from->feature, config->deadline,
                            report, report && config->trace, out);
}
