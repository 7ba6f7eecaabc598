/* One fit on given rows: tune inside, follow the path to the chosen candidate, relax. */
#include <math.h>
#include <string.h>

#include "fit/tune.h"

void ard_fitted_free(ardor_context *context, ard_fitted *f)
{
    if (!f->borrowed) ard_prepare_free(f->prepare);
    ard_solution_free(context, &f->solution);
    ard_solution_free(context, &f->unrelaxed);
    ard_fit_report_free(context, &f->report);
    memset(f, 0, sizeof *f);
}

static int training_error(ardor_context *context, const ard_config *config, const ard_training *training,
                          const ard_solution *solution, double *out)
{
    int rc = ARDOR_OK;
    const ard_problem *q = &training->problem;
    double *prob = NULL, wrong = 0;
    NEW(context, prob, q->n * q->n_classes);
    TRY(config->method->predict(context, solution, q->n, q->x, q->n, prob));
    for (int64_t i = 0; i < q->n; i++) {
        int best = 0;
        for (int c = 1; c < q->n_classes; c++)
            if (prob[c * q->n + i] > prob[best * q->n + i]) best = c;
        if (best != q->label[i]) wrong += q->weight ? q->weight[i] : 1.0;
    }
    *out = wrong / q->weight_sum;
done:
    ard_free(context, prob);
    return rc;
}

/* Fit the chosen candidate on all the training rows, along its path. */
static int final_fit(ardor_context *context, const ard_config *config, const ard_training *training, const ard_choice *choice,
                     ard_fitted *out)
{
    int rc = ARDOR_OK;
    void *work = NULL;
    ard_grid grid = {0};
    ard_settings settings = config->settings;
    const ard_method *method = config->method;
    ard_progress_begin(context, "fit", 0);
    TRY(method->open(context, &training->problem, config->basis, &config->settings, &work));
    if (choice->n_candidates == 0) {
        int64_t n_only = 0;
        const int64_t *only = NULL;
        ard_allowed_features(config, 0, &n_only, &only);
        TRY(ard_method_solve(context, method, work, &settings, NULL, n_only, only, config->deadline, true, config->trace,
                             &out->solution));
        if (out->solution.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &out->solution));
    } else {
        int64_t path = 0;
        TRY(method->grid(context, &training->problem, config->basis, &config->settings, config->leak != NULL, &grid));
        while (grid.path[path + 1] <= choice->chosen) path++;
        TRY(ard_walk_path(context, config, work, &grid, path, choice->chosen, NULL, NULL, &out->solution));
        ard_candidate_settings(&grid, choice->chosen, &config->settings, &settings);
        out->report.n_tuned = grid.n_tuned;
        memcpy(out->report.tuned_setting, grid.setting, sizeof grid.setting);
    }
    if (config->relax && choice->relax_factor != 1 && !out->solution.null_model) {
        out->relaxed = true;
        out->unrelaxed = out->solution;
        out->solution = (ard_solution){0};
        TRY(ard_relax(context, config, work, &settings, &out->unrelaxed, choice->relax_factor, true, &out->solution));
        if (out->solution.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &out->solution));
    }
    if (out->solution.null_model && choice->n_candidates == 0)
        ard_note(context, "the fit ended without any feature (the null model): weaker rates or --tune may find a model");
    TRY(training_error(context, config, training, &out->solution, &out->report.train_error));
done:
    ard_progress_end(context);
    ard_grid_free(context, &grid);
    if (work) method->close(work);
    return rc;
}

static int copy_text(ardor_context *context, const char *text, char **out)
{
    *out = ard_strdup(context, text);
    return *out ? ARDOR_OK : ARDOR_MEMORY;
}

static int describe(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                    ard_fit_report *report)
{
    int rc = ARDOR_OK;
    char buffer[32];
    report->n = rows->n;
    report->p = data->p;
    report->seed = config->seed;
    TRY(copy_text(context, ard_protocol_name(config->protocol), &report->protocol));
    if (config->class_weight) TRY(copy_text(context, config->class_weight, &report->class_weight));
    TRY(copy_text(context, ard_tune_name(config, buffer), &report->tune));
    if (config->tune != ARD_TUNE_NONE) TRY(copy_text(context, ard_rule_name(config->rule), &report->rule));
done:
    return rc;
}

int ard_fit_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *given,
                 const ard_choice *chosen, int threads, const char *stage, ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_config settled = *given, *config = &settled;
    ard_rows all = {0};
    ard_training training = {0};
    ard_choice choice = chosen ? *chosen : (ard_choice){.relax_factor = 1, .relax_error_before = NAN, .relax_error_after = NAN};
    ard_fitted fitted = {0};
    const double start = ard_now();
    *out = fitted;
    if (!rows) {
        TRY(ard_rows_all(context, data->n, &all));
        rows = &all;
    }
    TRY(ard_training_new(context, data, rows, config, &training));
    if (config->method->check) TRY(config->method->check(context, &training.problem, config->basis, &config->settings));
    if (config->method->settle) config->method->settle(&training.problem, config->basis, &config->settings);
    if (!chosen && config->tune != ARD_TUNE_NONE) TRY(ard_tune(context, data, rows, config, NULL, threads, stage, &choice));
    TRY(final_fit(context, config, &training, &choice, &fitted));
    TRY(describe(context, data, rows, config, &fitted.report));
    fitted.report.n_candidates = choice.n_candidates;
    fitted.report.chosen = choice.chosen;
    if (!chosen) fitted.report.candidate = choice.candidate;
    choice.candidate = NULL;
    fitted.report.relax_factor = choice.relax_factor;
    fitted.report.relax_error_before = choice.relax_error_before;
    fitted.report.relax_error_after = choice.relax_error_after;
    fitted.report.n_constant = training.prepare->n_constant;
    fitted.report.seconds = ard_now() - start;
    fitted.prepare = training.prepare;
    fitted.borrowed = training.borrowed;
    training.borrowed = true;
    *out = fitted;
    fitted = (ard_fitted){0};
done:
    ard_fitted_free(context, &fitted);
    if (!chosen) ard_choice_free(context, &choice);
    ard_training_free(&training);
    ard_free(context, all.row);
    return rc;
}
