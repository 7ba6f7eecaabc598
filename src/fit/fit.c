/* One fit on given rows: tune inside, follow the path to the chosen candidate, relax. */
#include <math.h>
#include <string.h>

#include "fit/tune.h"
#include "metric/decide.h"

void ard_fitted_free(ardor_context *context, ard_fitted *f)
{
    ard_prepare_free(f->own);
    ard_fit_free(context, &f->fit);
    ard_fit_free(context, &f->unrelaxed);
    ard_fit_report_free(context, &f->report);
    memset(f, 0, sizeof *f);
}

static int training_error(ardor_context *context, const ard_training *training, const ard_fit *fit, double *out)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &training->problem.target;
    double *prob = NULL, wrong = 0;
    NEW(context, prob, t->n * t->n_classes);
    TRY(ard_machine_predict(context, &fit->machine, &training->x, prob));
    for (int64_t i = 0; i < t->n; i++)
        if (ard_decide(t->n, t->n_classes, prob, i) != t->label[i]) wrong += ard_target_weight(t, i);
    *out = wrong / t->weight_sum;
done:
    ard_free(context, prob);
    return rc;
}

/* Fit the chosen candidate on all the training rows, along its path; without candidates, the settings as they are. */
static int fit_chosen(ardor_context *context, const ard_config *config, const ard_training *training, const ard_choice *choice,
                      ard_settings *settings, ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_fitter fitter = {0};
    ard_grid grid = {0};
    *settings = config->settings;
    if (choice->n_candidates == 0) {
        TRY(ard_training_fitter(training, config, 0, &fitter));
        TRY(ard_fitter_solve(&fitter, settings, NULL, &(ard_ask){config->deadline, true, config->trace}, &out->fit));
        if (out->fit.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &out->fit));
    } else {
        TRY(ard_training_grid(training, config, &grid));
        const int64_t path = ard_path_of(&grid, choice->chosen);
        TRY(ard_training_fitter(training, config, path, &fitter));
        TRY(ard_walk_path(config, &fitter, &grid, path, choice->chosen, NULL, NULL, &out->fit));
        ard_candidate_settings(&grid, choice->chosen, &config->settings, settings);
        out->report.n_tuned = grid.n_tuned;
        memcpy(out->report.tuned_setting, grid.setting, sizeof grid.setting);
    }
done:
    ard_fitter_close(&fitter);
    ard_grid_free(context, &grid);
    return rc;
}

static int final_fit(ardor_context *context, const ard_config *config, const ard_training *training, const ard_choice *choice,
                     ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_settings settings;
    ard_progress_begin(context, "fit", 0);
    TRY(fit_chosen(context, config, training, choice, &settings, out));
    if (config->relax && choice->relax_factor != 1 && !out->fit.null_model) {
        out->relaxed = true;
        out->unrelaxed = out->fit;
        out->fit = (ard_fit){0};
        TRY(ard_relax(training, config, &settings, &out->unrelaxed, choice->relax_factor, true, &out->fit));
        if (out->fit.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &out->fit));
    }
    if (out->fit.null_model && choice->n_candidates == 0)
        ard_note(context, "the fit ended without any feature (the null model): weaker rates or --tune may find a model");
    TRY(training_error(context, training, &out->fit, &out->report.train_error));
done:
    ard_progress_end(context);
    return rc;
}

static int describe(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                    ard_fit_report *report)
{
    int rc = ARDOR_OK;
    char buffer[32];
    report->n = rows->n;
    report->p = data->p;
    report->basis = config->basis;
    report->seed = config->seed;
    COPY(context, report->protocol, ard_protocol_name(config->protocol));
    if (config->class_weight) COPY(context, report->class_weight, config->class_weight);
    COPY(context, report->tune, ard_tune_name(config, buffer));
    if (config->tune != ARD_TUNE_NONE) COPY(context, report->rule, ard_rule_name(config->rule));
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
    const ard_method *method = config->method;
    if (method->check) TRY(method->check(method, context, &training.problem, &config->settings));
    if (method->settle) method->settle(method, &training.problem, &config->settings);
    if (!chosen && config->tune != ARD_TUNE_NONE)
        TRY(ard_tune(context, data, rows, &training, config, NULL, threads, stage, &choice));
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
    fitted.own = training.fitted;
    training.fitted = NULL;
    *out = fitted;
    fitted = (ard_fitted){0};
done:
    ard_fitted_free(context, &fitted);
    if (!chosen) ard_choice_free(context, &choice);
    ard_training_free(&training);
    ard_free(context, all.row);
    return rc;
}
