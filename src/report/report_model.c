/* The JSON document of a fit. The order of the calls is the order of the keys; what does not apply is null. */
#include <math.h>

#include "base/rank.h"
#include "fit/config.h"
#include "model/model_file.h"
#include "report/report.h"

enum { FORMAT_VERSION = 1 };

/* By decreasing size, then in column order. */
static void write_features(ard_json *json, const ardor_model *model)
{
    const ard_solution *solution = &model->solution;
    const char *key = solution->basis.kind == ARD_IDENTITY ? "weight" : "scale";
    ard_rank *order = ard_alloc(json->context, solution->n_features, sizeof *order);
    if (!order) {
        json->status = ARDOR_MEMORY;
        return;
    }
    for (int64_t j = 0; j < solution->n_features; j++) order[j] = (ard_rank){.index = j, .key = fabs(solution->scale[j])};
    ard_rank_sort(solution->n_features, order);
    ard_json_int(json, "n_features", solution->n_features);
    ard_json_open(json, "features", '[');
    for (int64_t j = 0; j < solution->n_features; j++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->feature[order[j].index]);
        ard_json_real(json, key, solution->scale[order[j].index]);
        if (solution->frequency) ard_json_real(json, "frequency", solution->frequency[order[j].index]);
        ard_json_close(json);
    }
    ard_json_close(json);
    ard_free(json->context, order);
}

static void write_tune(ard_json *json, const ardor_model *model)
{
    const ard_fit_report *report = &model->report;
    if (report->n_candidates == 0) {
        ard_json_null(json, "tune");
        return;
    }
    ard_json_open(json, "tune", '{');
    ard_json_text(json, "how", report->tune);
    ard_json_text(json, "rule", report->rule);
    ard_json_open_line(json, "settings", '[');
    for (int j = 0; j < report->n_tuned; j++) ard_json_text(json, NULL, model->method->settings[report->tuned_setting[j]].name);
    ard_json_close(json);
    ard_json_candidates(json, "candidates", model);
    ard_json_int(json, "chosen", report->chosen);
    ard_json_close(json);
}

static void write_screen(ard_json *json, const ard_solution *solution)
{
    if (solution->n_screened < 0) {
        ard_json_null(json, "screen");
        return;
    }
    ard_json_open_line(json, "screen", '{');
    ard_json_int(json, "n_features", solution->n_screened);
    ard_json_real(json, "kkt", solution->screen_kkt);
    ard_json_close(json);
}

/* The errors are there whenever relaxing was tried, also where the answer was not to (a factor of 1). */
static void write_relax(ard_json *json, const ard_fit_report *report)
{
    if (isnan(report->relax_error_before) && isnan(report->relax_error_after)) {
        ard_json_null(json, "relax");
        return;
    }
    ard_json_open_line(json, "relax", '{');
    ard_json_real(json, "factor", report->relax_factor);
    ard_json_real(json, "error_before", report->relax_error_before);
    ard_json_real(json, "error_after", report->relax_error_after);
    ard_json_close(json);
}

static void write_how(ard_json *json, const ardor_model *model)
{
    char text[ARD_NUMBER_BYTES];
    const ard_fit_report *report = &model->report;
    ard_json_text(json, "protocol", report->protocol);
    ard_json_text(json, "standardise", ard_standardise_name(model->prepare.standardise));
    ard_json_text(json, "impute", ard_impute_name(model->prepare.impute));
    ard_json_text(json, "log", ard_log_name(&model->prepare, text));
    ard_json_text(json, "filter", ard_filter_name(model->prepare.filter, text));
    ard_json_text(json, "class_weight", report->class_weight);
    ard_json_int(json, "seed", (int64_t)report->seed);
    ard_json_int(json, "n", report->n);
    ard_json_int(json, "p", report->p);
    ard_json_int(json, "n_constant_dropped", report->n_constant);
    write_tune(json, model);
    write_screen(json, &model->solution);
    write_relax(json, report);
}

static void write_solution(ard_json *json, const ardor_model *model)
{
    const ard_solution *solution = &model->solution;
    ard_json_text(json, "stop_reason", ard_stop_name(solution->stop));
    ard_json_int(json, "iterations", solution->iterations);
    ard_json_real(json, "objective", solution->objective);
    ard_json_open_line(json, "kkt", '{');
    ard_json_real(json, "weights", solution->kkt_weights);
    ard_json_real(json, "scales", solution->kkt_scales);
    ard_json_close(json);
    ard_json_bool(json, "null_model", solution->null_model);
    ard_json_real(json, "bias", solution->bias);
    write_features(json, model);
    ard_json_others(json, model);
    ard_json_int(json, "n_vectors", solution->n_vectors);
    if (model->method->extra)
        ard_json_extras(json, "extras", model->method, solution->extra);
    else
        ard_json_null(json, "extras");
    ard_json_real(json, "train_error", model->report.train_error);
    ard_json_trace(json, "trace", model->method, &solution->trace);
    ard_json_real(json, "seconds", model->report.seconds);
}

int ard_report_model(ardor_context *context, const ardor_model *model, char **out)
{
    char basis[16];
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-fit");
    ard_json_int(&json, "version", FORMAT_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "method", model->method->name);
    ard_json_text(&json, "basis", ard_basis_name(model->solution.basis, basis));
    ard_json_settings(&json, "settings", model->method, model->solution.used);
    ard_json_texts(&json, "classes", model->n_classes, model->class_name);
    write_how(&json, model);
    write_solution(&json, model);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
