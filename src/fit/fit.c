/* One fit on given rows: tune inside, follow the path to the chosen candidate, relax. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/remark.h"
#include "fit/doubts.h"
#include "fit/tune.h"
#include "fit/tune_auto.h"
#include "fit/walk.h"
#include "metric/baseline.h"
#include "metric/decide.h"
#include "resample/parallel.h"

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
        if (ard_decide(NULL, t->n, t->n_classes, prob, i) != t->label[i]) wrong += ard_target_weight(t, i);
    *out = wrong / t->weight_sum;
done:
    ard_free(context, prob);
    return rc;
}

/* A fit that was cancelled is none; one that ran out of time is one only where a stop is to leave something. */
static int check_kept(ardor_context *context, const ard_run *run, const ard_fit *fit)
{
    return run->keep && fit->stop == ARD_STOP_TIME ? ARDOR_OK : ard_check_stop(context, fit);
}

/* Along its path to the chosen candidate. One on the way that fails is stepped over, as in the inner folds; where the time ends
 * on the way, the chosen one goes on from there. */
static int follow_path(const ard_recipe *recipe, ard_fitter *fitter, const ard_grid *grid, int64_t chosen, const ard_run *run,
                       ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_walk walk = ard_walk_begin(&recipe->settings, fitter, grid, ard_path_of(grid, chosen));
    for (bool last = false; !last;) {
        if (!run->keep) TRY(ard_check_running(fitter->context));
        last = walk.next == chosen;
        rc = ard_walk_next(&walk, &(ard_ask){last, last && run->trace});
        if (rc == ARDOR_NUMERIC && !last) continue;
        TRY(rc);
        if (!last && ard_out_of_time(fitter->context)) walk.next = chosen;
    }
    *out = ard_walk_take(&walk);
done:
    ard_walk_end(&walk);
    return rc;
}

/* The place of the chosen candidate in the grid of its size. */
static int64_t place_in_grid(const ard_choice *choice)
{
    int64_t place = 0;
    for (int64_t i = 0; i < choice->chosen; i++) place += choice->candidate[i].filter == choice->candidate[choice->chosen].filter;
    return place;
}

/* Fit the chosen candidate on all the training rows; without one, the settings as they are. */
static int fit_chosen(ardor_context *context, const ard_training *training, const ard_choice *choice, const ard_run *run,
                      ard_settings *settings, ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_fitter fitter = {0};
    ard_grid grid = {0};
    const ard_recipe *recipe = training->recipe;
    *settings = recipe->settings;
    if (choice->n_candidates == 0) {
        TRY(ard_training_fitter(training, 0, &fitter));
        TRY(ard_fitter_solve(&fitter, settings, NULL, &(ard_ask){true, run->trace}, &out->fit));
    } else {
        TRY(ard_training_grid(training, &grid));
        out->report.n_tuned = grid.n_tuned;
        memcpy(out->report.tuned_setting, grid.setting, sizeof grid.setting);
        if (ard_choice_is_empty(choice)) {
            TRY(ard_training_empty(training, &out->fit));
            goto done;
        }
        const int64_t chosen = place_in_grid(choice);
        TRY(ard_training_fitter(training, ard_path_of(&grid, chosen), &fitter));
        ard_candidate_settings(&grid, chosen, &recipe->settings, settings);
        if (choice->kept.machine.kind)
            TRY(ard_fitter_solve(&fitter, settings, &choice->kept, &(ard_ask){true, run->trace}, &out->fit));
        else
            TRY(follow_path(recipe, &fitter, &grid, chosen, run, &out->fit));
    }
done:
    ard_fitter_close(&fitter);
    ard_grid_free(context, &grid);
    return rc;
}

static int final_fit(ardor_context *context, const ard_training *training, const ard_choice *choice, const ard_run *run,
                     ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_settings settings;
    ard_stage(context, "fit");
    TRY(fit_chosen(context, training, choice, run, &settings, out));
    TRY(check_kept(context, run, &out->fit));
    if (training->recipe->relax && choice->relax_factor != 1 && !out->fit.null_model) {
        out->relaxed = true;
        out->unrelaxed = out->fit;
        out->fit = (ard_fit){0};
        TRY(ard_relax(training, &settings, &out->unrelaxed, choice->relax_factor, &(ard_ask){true, run->trace}, &out->fit));
        TRY(check_kept(context, run, &out->fit));
    }
    TRY(training_error(context, training, &out->fit, &out->report.train_error));
done:
    return rc;
}

static int name_given(ardor_context *context, const ard_recipe *recipe, ard_fit_report *report)
{
    int rc = ARDOR_OK;
    const ard_method *method = recipe->method;
    NEW(context, report->given, method->n_settings);
    for (int i = 0; i < method->n_settings; i++) {
        if (!recipe->settings.given[i]) continue;
        COPY(context, report->given[report->n_given], method->settings[i].name);
        report->n_given++;
    }
done:
    return rc;
}

/* Over the training rows; where the preparation made them 0 they are 0, without its rounding. */
static int find_means(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
                      const ard_machine *machine, ard_fit_report *report)
{
    int rc = ARDOR_OK;
    double *x = NULL, *weight = NULL;
    NEW(context, report->mean, machine->n_features);
    if (ard_prepare_centres(training->prepare) && !training->leak) goto done;
    NEW(context, x, rows->n);
    if (data->weight) NEW(context, weight, rows->n);
    for (int64_t i = 0; weight && i < rows->n; i++) weight[i] = ard_row_weight(data, rows->row[i]);
    for (int64_t j = 0; j < machine->n_features; j++) {
        ard_matrix_gather(&training->x, 0, rows->n, 1, &machine->feature[j], x, rows->n);
        report->mean[j] = ard_moments_of(rows->n, x, weight).mean;
    }
done:
    ard_free(context, weight);
    ard_free(context, x);
    return rc;
}

static int describe(ardor_context *context, const ardor_dataset *data, const ard_training *training, const ard_recipe *recipe,
                    ard_fit_report *report)
{
    int rc = ARDOR_OK;
    char buffer[32];
    const ard_targets *target = &training->problem.target;
    NEW(context, report->share, target->n_classes);
    ard_class_shares(target->n, target->label, target->weight, target->n_classes, report->share);
    report->n = target->n;
    report->p = data->p;
    report->basis = recipe->basis;
    report->seed = recipe->seed;
    TRY(name_given(context, recipe, report));
    COPY(context, report->protocol, ard_protocol_name(recipe->protocol));
    if (recipe->class_weight) COPY(context, report->class_weight, recipe->class_weight);
    const char *multiclass = ard_recipe_multiclass_name(recipe, data->n_classes);
    if (multiclass) COPY(context, report->multiclass, multiclass);
    COPY(context, report->tune, ard_tune_name(recipe, buffer));
    if (recipe->tune != ARD_TUNE_NONE) COPY(context, report->rule, ard_rule_name(recipe->rule));
done:
    return rc;
}

/* ------------------------------------------------------------------ tuning that may be stopped */

/* The choice among what is finished is taken as the end of what was cancelled: only a further cancel stops the fit. */
static int settle_stop(ardor_context *context, const ard_training *training, ard_choice *choice)
{
    int rc = ARDOR_OK;
    if (choice->stopped == ARD_STOP_CANCELLED) {
        if (choice->chosen < 0) TRY(ard_check_running(context));
        ard_cancel_heed(context);
    }
    if (choice->chosen >= 0 && training->recipe->relax && isnan(choice->relax_error_after) && !ard_choice_is_empty(choice))
        ard_note(context, "stopped before the relaxed refits were tried: the fit is not relaxed");
    if (choice->chosen >= 0) return ARDOR_OK;
    ard_note(context, "out of time before any of the %lld candidates was finished in all inner folds: the fit is not tuned%s",
             (long long)choice->n_candidates,
             ard_recipe_n_sizes(training->recipe) > 1 ? ", and its filter has the smallest of its sizes" : "");
    const ard_stop stopped = choice->stopped;
    ard_choice_free(context, choice);
    choice->stopped = stopped;
done:
    return rc;
}

static int tune_once(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
                     const ard_run *run, ard_choice *out)
{
    const double deadline = ard_deadline(context);
    const int rc = ard_tune(context, data, rows, training, NULL, NULL, run, out);
    if (run->keep) ard_deadline_set(context, deadline); /* of which tuning leaves some to the fit */
    return rc;
}

/* Is it the data, or the settings on them, that a tuning failed at? */
static bool is_refused(int rc) { return rc == ARDOR_USAGE || rc == ARDOR_DATA || rc == ARDOR_NUMERIC; }

/* recipe: that of the training. Where auto stood for what these rows do not allow, the next best takes its place. */
static int tune(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
                ard_recipe *recipe, const ard_run *run, ard_choice *out)
{
    int rc = tune_once(context, data, rows, training, run, out);
    if (is_refused(rc) && ard_tune_fall_back(recipe)) {
        char name[32];
        ard_message_forget(context);
        TRY(tune_once(context, data, rows, training, run, out));
        if (out->chosen >= 0)
            ard_warn(
                context, ARD_WARN_FOLDS_INSTEAD,
                "approximate leave-one-out, which --tune stands for here, could be trusted for none of the candidates: tuned by "
                "%s with rule=%s",
                ard_tune_name(recipe, name), ard_rule_name(ard_recipe_rule(recipe)));
    }
    TRY(rc);
    if (out->stopped != ARD_STOP_NONE) TRY(settle_stop(context, training, out));
done:
    return rc;
}

/* ------------------------------------------------------------------ one fit */

/* That of the chosen candidate; 0: it has none. */
static int64_t size_of(const ard_choice *choice) { return choice->chosen >= 0 ? choice->candidate[choice->chosen].filter : 0; }

/* What the fit to all the rows is made of, once the size of its filter is known. */
typedef struct final_problem {
    ard_recipe recipe;
    ard_training narrow;          /* by `recipe`; empty where there are no sizes to choose from */
    ard_prepare *prepare;         /* of that size; else NULL */
    const ard_training *training; /* `narrow`, or that of all the sizes */
} final_problem;

/* The size that was chosen; where none was (the empty model, or no candidate is finished), the smallest. */
static int open_final(ardor_context *context, const ard_training *training, const ard_choice *choice, final_problem *out)
{
    int rc = ARDOR_OK, k = 0;
    const ard_recipe *recipe = training->recipe;
    out->training = training;
    if (ard_recipe_n_sizes(recipe) == 1) return ARDOR_OK;
    while (size_of(choice) > ard_recipe_size(recipe, k)) k++;
    ard_recipe_at(recipe, k, &out->recipe);
    TRY(ard_training_narrow(context, training, k, &out->recipe, &out->narrow));
    TRY(ard_training_check(&out->narrow, &out->recipe.settings));
    ard_training_settle(&out->narrow, &out->recipe.settings);
    TRY(ard_prepare_narrow(context, training->prepare, ard_recipe_size(recipe, k), &out->prepare));
    out->training = &out->narrow;
done:
    return rc;
}

static void close_final(final_problem *problem)
{
    ard_training_free(&problem->narrow);
    ard_prepare_free(problem->prepare);
}

static void report_choice(const ard_choice *choice, ard_fit_report *report)
{
    report->n_candidates = choice->n_candidates;
    report->chosen = choice->chosen;
    report->candidate = choice->candidate;
    report->baseline_error = choice->baseline_error;
    report->baseline_deviance = choice->baseline_deviance;
    report->learnt = choice->learnt;
    report->stopped = choice->stopped;
    report->relax_factor = choice->relax_factor;
    report->relax_error_before = choice->relax_error_before;
    report->relax_error_after = choice->relax_error_after;
}

int ard_fit_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                 const ard_given *given, const ard_run *run, ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_recipe settled = *recipe;
    ard_rows all = {0};
    ard_training training = {0};
    final_problem final = {0};
    const ard_choice *chosen = given ? given->choice : NULL;
    ard_choice choice = ard_choice_none();
    ard_fitted fitted = {0};
    const double start = ard_now();
    *out = fitted;
    if (!rows) {
        TRY(ard_rows_all(context, data->n, &all));
        rows = &all;
    }
    TRY(ard_training_new(context, data, rows, &settled, given, &training));
    if (ard_recipe_n_sizes(&settled) == 1) { /* else that is done for each size */
        TRY(ard_training_check(&training, &settled.settings));
        ard_training_settle(&training, &settled.settings);
    }
    if (!chosen && settled.tune != ARD_TUNE_NONE) TRY(tune(context, data, rows, &training, &settled, run, &choice));
    TRY(open_final(context, &training, chosen ? chosen : &choice, &final));
    TRY(final_fit(context, final.training, chosen ? chosen : &choice, run, &fitted));
    ard_prepare **own = final.prepare ? &final.prepare : &training.fitted;
    fitted.prepare = *own ? *own : training.prepare;
    fitted.filter = size_of(chosen ? chosen : &choice);
    TRY(ard_fit_doubts(context, data, final.training, chosen ? chosen : &choice, &fitted));
    TRY(describe(context, data, final.training, &settled, &fitted.report));
    TRY(find_means(context, data, rows, final.training, &fitted.fit.machine, &fitted.report));
    report_choice(chosen ? chosen : &choice, &fitted.report);
    if (chosen) fitted.report.candidate = NULL; /* they are whose choice it is */
    choice.candidate = NULL;
    fitted.report.n_constant = training.prepare->n_constant;
    fitted.report.seconds = ard_now() - start;
    fitted.own = *own;
    *own = NULL;
    *out = fitted;
    fitted = (ard_fitted){0};
done:
    ard_fitted_free(context, &fitted);
    ard_choice_free(context, &choice);
    close_final(&final);
    ard_training_free(&training);
    ard_free(context, all.row);
    return rc;
}

int ard_fit_all(ardor_context *context, const ardor_dataset *data, const ard_recipe *recipe, const ard_run *run, ard_fitted *out)
{
    int rc = ARDOR_OK;
    ard_run counted = *run;
    const bool tuned = recipe->tune != ARD_TUNE_NONE; /* else there is nothing to count */
    *out = (ard_fitted){0};
    if (tuned) TRY(ard_batch_add(context, 1, 1, ard_parallel_threads(run->threads, INT_MAX), true, true, &counted.share.batch));
    ard_task_begin(counted.share);
    TRY(ard_fit_rows(context, data, NULL, recipe, NULL, &counted, out));
    ard_task_end(context, counted.share, false);
done:
    return rc;
}
