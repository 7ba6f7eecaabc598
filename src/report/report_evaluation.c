/* The JSON document of an evaluation. The order of the calls is the order of the keys; what does not apply is
 * null. */
#include <math.h>

#include "base/rank.h"
#include "json/json_remarks.h"
#include "model/model_file.h"
#include "report/report.h"

static void write_how(ard_json *json, const ardor_evaluation *evaluation)
{
    char text[16];
    const ard_recipe *recipe = &evaluation->recipe;
    ard_json_text(json, "protocol", ard_protocol_name(recipe->protocol));
    ard_json_text(json, "plan", evaluation->plan);
    ard_json_text(json, "method", recipe->method->name);
    ard_json_text(json, "basis", ard_basis_name(recipe->basis, text));
    ard_json_settings(json, "settings", recipe->method, recipe->settings.value);
    ard_recipe_write(recipe, evaluation->n_classes, json);
    ard_json_texts(json, "forced", evaluation->n_forced, evaluation->forced);
    ard_json_int(json, "n", evaluation->n);
    ard_json_int(json, "p", evaluation->p);
    ard_json_texts(json, "classes", evaluation->n_classes, evaluation->class_name);
    ard_json_text(json, "positive", ard_positive_name(evaluation->n_classes, evaluation->class_name));
    ard_json_rest(json, "rest", &evaluation->inputs);
    ard_report_decision(json, evaluation->class_name, &evaluation->decision);
    ard_json_inputs(json, "row_counts", &evaluation->inputs);
    ard_json_text(json, "data_hash", evaluation->data_hash);
}

/* What of the plan the figures are of. */
static void write_progress(ard_json *json, const ardor_evaluation *evaluation)
{
    ard_json_text(json, "stopped", ard_stopped_name(evaluation->stopped));
    ard_json_int(json, "n_folds", evaluation->n_folds);
    ard_json_int(json, "folds_done", evaluation->n_done);
    ard_json_open(json, "failed", '[');
    for (int64_t k = 0; k < evaluation->n_failed; k++) {
        ard_json_open_line(json, NULL, '{');
        if (evaluation->failed[k].fold < evaluation->n_folds)
            ard_json_int(json, "fold", evaluation->failed[k].fold + 1);
        else
            ard_json_null(json, "fold");
        ard_json_text(json, "message", evaluation->failed[k].message);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_class(ard_json *json, const char *key, const ardor_evaluation *evaluation, int32_t index)
{
    ard_report_class(json, key, evaluation->n_classes, evaluation->class_name, index);
}

static void write_rows(ard_json *json, const ardor_evaluation *evaluation)
{
    ard_json_open(json, "rows", '[');
    for (int64_t i = 0; i < evaluation->n_rows; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "id", evaluation->row_id[i]);
        write_class(json, "class", evaluation, evaluation->label[i]);
        write_class(json, "predicted", evaluation, evaluation->predicted[i]);
        ard_report_probabilities(json, evaluation->n_classes, evaluation->class_name, evaluation->n_rows, i, evaluation->prob);
        ard_json_int(json, "fold", evaluation->fold_of[i] + 1);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* The empty model of a tuning was made with no settings. */
static bool has_settings(const ardor_evaluation *evaluation, const ard_fold_result *fold)
{
    for (int i = 0; i < evaluation->recipe.method->n_settings; i++)
        if (!isnan(fold->used[i])) return true;
    return !fold->null_model;
}

/* A setting is the fold's own if some fold's model was made with another value than the one configured (NaN: left
 * open, and so it stays where the method does not need it). */
static bool differs_by_fold(const ardor_evaluation *evaluation, int setting)
{
    double configured = evaluation->recipe.settings.value[setting];
    for (int64_t f = 0; f < evaluation->n_done; f++) {
        if (!has_settings(evaluation, evaluation->fold + f)) continue;
        double used = evaluation->fold[f].used[setting];
        if (used != configured && !(isnan(used) && isnan(configured))) return true;
    }
    return false;
}

static void write_fold(ard_json *json, const ardor_evaluation *evaluation, int64_t f, const bool *own)
{
    const ard_fold_result *fold = &evaluation->fold[f];
    const ard_method *method = evaluation->recipe.method;
    ard_json_open_line(json, NULL, '{');
    ard_json_int(json, "fold", fold->fold + 1);
    ard_json_int(json, "n_train", fold->n_train);
    ard_json_int(json, "n_train_distinct", fold->n_distinct);
    ard_json_int(json, "n_test", fold->n_test);
    ard_json_real(json, "error", fold->test_error);
    ard_json_int(json, "n_features", fold->n_features);
    ard_json_int(json, "n_vectors", fold->n_vectors);
    if (fold->n_screened < 0)
        ard_json_null(json, "n_screened");
    else
        ard_json_int(json, "n_screened", fold->n_screened);
    ard_json_size(json, "filter", fold->filter);
    ard_json_open(json, "settings", '{');
    for (int i = 0; i < method->n_settings; i++)
        if (own[i]) ard_json_setting(json, &method->settings[i], fold->used[i]);
    ard_json_close(json);
    if (evaluation->relaxed)
        ard_json_real(json, "relax_factor", fold->relax_factor);
    else
        ard_json_null(json, "relax_factor");
    ard_json_text(json, "stop_reason", ard_stop_name(fold->stop));
    ard_json_real(json, "objective", fold->objective);
    ard_report_certificate(json, &fold->certificate);
    ard_json_real(json, "majority_error", fold->baseline_error);
    ard_json_bool(json, "null_model", fold->null_model);
    ard_json_real(json, "seconds", fold->seconds);
    ard_json_close(json);
}

static void write_folds(ard_json *json, const ardor_evaluation *evaluation)
{
    bool own[ARD_MAX_SETTINGS] = {false};
    for (int i = 0; i < evaluation->recipe.method->n_settings; i++) own[i] = differs_by_fold(evaluation, i);
    ard_json_open(json, "folds", '[');
    for (int64_t f = 0; f < evaluation->n_done; f++) write_fold(json, evaluation, f, own);
    ard_json_close(json);
}

enum { CHOICE_BYTES = 64 };

/* Of a setting that is a choice, how many folds made which. */
static void write_choice(ard_json *json, const ardor_evaluation *evaluation, int setting)
{
    const ard_setting *row = &evaluation->recipe.method->settings[setting];
    ard_json_open(json, row->name, '{');
    size_t bytes;
    const char *choice;
    for (int c = 0; (choice = ard_choice_at(row->choices, c, &bytes)); c++) {
        char name[CHOICE_BYTES];
        int64_t count = 0;
        for (int64_t f = 0; f < evaluation->n_done; f++) count += evaluation->fold[f].used[setting] == c;
        snprintf(name, sizeof name, "%.*s", (int)bytes, choice);
        ard_json_int(json, name, count);
    }
    ard_json_close(json);
}

/* Those that tuning made. */
static void write_choices(ard_json *json, const ardor_evaluation *evaluation)
{
    const ard_method *method = evaluation->recipe.method;
    ard_json_open(json, "choices", '{');
    for (int i = 0; i < method->n_settings; i++)
        if (method->settings[i].type == ARD_SETTING_CHOICE && differs_by_fold(evaluation, i)) write_choice(json, evaluation, i);
    ard_json_close(json);
}

/* Folds in which tuning took the empty model, and so no setting. */
static int64_t count_empty(const ardor_evaluation *evaluation)
{
    int64_t n = 0;
    for (int64_t f = 0; f < evaluation->n_done; f++)
        n += evaluation->recipe.method->n_settings > 0 && !has_settings(evaluation, evaluation->fold + f);
    return n;
}

static void write_baseline(ard_json *json, const ard_metrics *baseline)
{
    ard_json_open(json, "baseline", '{');
    ard_report_metrics(json, baseline);
    ard_json_close(json);
}

static void write_calibration(ard_json *json, const ardor_evaluation *evaluation)
{
    const ard_calibration *calibration = &evaluation->calibration;
    if (evaluation->n_classes != 2) {
        ard_json_null(json, "calibration");
        return;
    }
    ard_json_open(json, "calibration", '{');
    ard_json_real(json, "in_the_large", calibration->in_the_large);
    ard_json_real(json, "slope", calibration->slope);
    ard_json_real(json, "slope_low", calibration->slope_low);
    ard_json_real(json, "slope_high", calibration->slope_high);
    ard_json_text(json, "reason", calibration->reason);
    ard_json_close(json);
}

static void write_bootstrap(ard_json *json, const ardor_evaluation *evaluation)
{
    const ard_bootstrap *b = &evaluation->bootstrap;
    if (!evaluation->bootstrapped) {
        ard_json_null(json, "bootstrap");
        return;
    }
    ard_json_open(json, "bootstrap", '{');
    ard_json_real(json, "error_632_plus", b->error_632_plus);
    ard_json_real(json, "error_632", b->error_632);
    ard_json_real(json, "out_of_bag", b->out_of_bag);
    ard_json_real(json, "resubstitution", b->resubstitution);
    ard_json_real(json, "no_information", b->no_information);
    ard_json_real(json, "overfitting", b->overfitting);
    ard_json_close(json);
}

static void write_summary(ard_json *json, const ardor_evaluation *evaluation)
{
    ard_json_open(json, "summary", '{');
    ard_report_metrics(json, &evaluation->summary);
    ard_json_real(json, "mean_n_features", evaluation->mean_n_features);
    ard_json_real(json, "mean_n_vectors", evaluation->mean_n_vectors);
    ard_report_metric(json, "majority_error", &evaluation->baseline.error);
    write_baseline(json, &evaluation->baseline);
    ard_json_close(json);
    ard_report_confusion(json, evaluation->class_name, evaluation->weight != NULL, &evaluation->confusion);
    write_calibration(json, evaluation);
    write_bootstrap(json, evaluation);
    if (!evaluation->relaxed) {
        ard_json_null(json, "unrelaxed");
        return;
    }
    ard_json_open(json, "unrelaxed", '{');
    ard_report_metrics(json, &evaluation->unrelaxed);
    ard_json_close(json);
}

/* Of more than two classes the largest towards one of them. */
static double mean_weight(const ardor_evaluation *evaluation, const ard_selected *selected)
{
    double sum = selected->weight_sum[0];
    for (int c = 1; c < ard_record_weights(evaluation->n_classes); c++) sum = fmax(sum, selected->weight_sum[c]);
    return sum / (double)selected->count;
}

static void write_selected(ard_json *json, const ardor_evaluation *evaluation, const ard_selected *selected)
{
    const double count = (double)selected->count, weight = mean_weight(evaluation, selected);
    const bool scaled = evaluation->recipe.basis.kind != ARD_IDENTITY || isnan(weight);
    int64_t most = 0;
    for (int c = 0; c < evaluation->n_classes; c++) most = ard_max64(most, selected->speaks[c]);
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "name", selected->name);
    ard_json_real(json, "frequency", count / (double)evaluation->n_done);
    ard_json_real(json, "mean_scale", scaled ? selected->importance_sum / count : (double)NAN);
    ard_json_real(json, "mean_weight", weight);
    write_class(json, "direction", evaluation, ard_selected_direction(selected, evaluation->n_classes));
    ard_json_real(json, "agreement", most > 0 ? (double)most / count : (double)NAN);
    ard_report_class_weights(json, "mean_class_weights", evaluation->n_classes, evaluation->class_name, selected->weight_sum,
                             count);
    ard_report_near(json, evaluation, selected);
    ard_json_close(json);
}

/* By decreasing count, then in column order. */
static void write_selection(ard_json *json, const ardor_evaluation *evaluation)
{
    const int64_t n = evaluation->n_selected;
    ard_rank *order = ard_selected_by_count(json->out.context, evaluation);
    if (!order) {
        json->out.status = ARDOR_MEMORY;
        return;
    }
    bool has_weights = false;
    for (int64_t k = 0; k < n; k++) has_weights |= isfinite(mean_weight(evaluation, evaluation->selected + k));
    ard_report_weight_unit(json, &evaluation->recipe.prepare, has_weights);
    ard_json_open(json, "selection", '[');
    for (int64_t i = 0; i < n; i++) write_selected(json, evaluation, evaluation->selected + order[i].index);
    ard_json_close(json);
    ard_report_worth(json, evaluation, order);
    ard_free(json->out.context, order);
}

/* By decreasing rise of the log loss, then in column order. */
static void write_importance(ard_json *json, const ardor_evaluation *evaluation)
{
    const int64_t n = evaluation->n_selected;
    if (evaluation->recipe.importance == 0) {
        ard_json_null(json, "importance");
        return;
    }
    ard_rank *order = ard_alloc(json->out.context, n, sizeof *order);
    if (!order) {
        json->out.status = ARDOR_MEMORY;
        return;
    }
    for (int64_t k = 0; k < n; k++) order[k] = (ard_rank){.index = k, .key = evaluation->selected[k].loss_rise.mean};
    ard_rank_sort(n, order);
    ard_json_open(json, "importance", '{');
    ard_json_text(json, "how", "permutation");
    ard_json_int(json, "repeats", evaluation->recipe.importance);
    ard_json_open(json, "features", '[');
    for (int64_t i = 0; i < n; i++) {
        const ard_selected *selected = evaluation->selected + order[i].index;
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", selected->name);
        ard_json_int(json, "n_folds", selected->loss_rise.n);
        ard_json_real(json, "log_loss_rise", selected->loss_rise.mean);
        ard_json_real(json, "log_loss_sd", ard_spread_sd(&selected->loss_rise));
        ard_json_real(json, "error_rise", selected->error_rise.mean);
        ard_json_real(json, "error_sd", ard_spread_sd(&selected->error_rise));
        ard_json_close(json);
    }
    ard_json_close(json);
    ard_json_close(json);
    ard_free(json->out.context, order);
}

void ard_report_evaluation_members(ard_json *json, const ardor_evaluation *evaluation)
{
    ard_json_text(json, "format", "ardor-evaluation");
    ard_json_int(json, "version", ARD_EVALUATION_VERSION);
    ard_json_text(json, "ardor", ardor_version());
    write_how(json, evaluation);
    write_progress(json, evaluation);
    write_rows(json, evaluation);
    write_folds(json, evaluation);
    write_choices(json, evaluation);
    ard_json_int(json, "empty_folds", count_empty(evaluation));
    write_summary(json, evaluation);
    write_selection(json, evaluation);
    write_importance(json, evaluation);
    ard_report_resampled(json, evaluation);
    ard_report_kept(json, evaluation);
    ard_json_remarks(json, "warnings", &evaluation->warnings);
    ard_json_real(json, "seconds", evaluation->seconds);
}

int ard_report_evaluation(ardor_context *context, const ardor_evaluation *evaluation, char **out)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_report_evaluation_members(&json, evaluation);
    ard_report_command(&json);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
