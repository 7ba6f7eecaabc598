/* The model file's writer. The order of the calls is the order of the keys in docs/model-format.md. */
#include <math.h>

#include "base/text.h"
#include "json/json_remarks.h"
#include "model/model_fields.h"
#include "model/model_file.h"

/* ------------------------------------------------------------------ parts shared with the reports */

void ard_json_setting(ard_json *json, const ard_setting *setting, double value)
{
    if (isnan(value)) {
        ard_json_null(json, setting->name);
    } else if (setting->type == ARD_SETTING_REAL) {
        ard_json_real(json, setting->name, value);
    } else if (setting->type == ARD_SETTING_INT) {
        ard_json_int(json, setting->name, (int64_t)value);
    } else if (setting->type == ARD_SETTING_BOOL) {
        ard_json_bool(json, setting->name, value != 0);
    } else {
        size_t bytes = 0;
        const char *text = ard_choice_at(setting->choices, (int)value, &bytes);
        if (text)
            ard_json_text_bytes(json, setting->name, text, bytes);
        else
            ard_json_null(json, setting->name);
    }
}

void ard_json_settings(ard_json *json, const char *key, const ard_method *method, const double *value)
{
    ard_json_open_line(json, key, '{');
    for (int i = 0; i < method->n_settings; i++) ard_json_setting(json, &method->settings[i], value[i]);
    ard_json_close(json);
}

void ard_json_certificate(ard_json *json, const char *key, const ard_certificate *certificate)
{
    ard_json_open_line(json, key, '{');
    ard_json_text(json, "kind", ard_certificate_name(certificate->kind));
    ard_json_real(json, "weights", certificate->weights);
    ard_json_real(json, "scales", certificate->scales);
    ard_json_close(json);
}

void ard_json_optima(ard_json *json, const char *key, const ard_optima *optima)
{
    if (optima->n == 0) {
        ard_json_null(json, key);
        return;
    }
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < optima->n; i++) {
        const ard_optimum *o = optima->optimum + i;
        ard_json_open_line(json, NULL, '{');
        ard_json_fields(json, ard_optimum_fields, o);
        ard_json_text(json, "stop_reason", ard_stopped_name(o->stop));
        ard_json_bool(json, "optimum", ard_optimum_reached(o));
        ard_json_certificate(json, "certificate", &o->certificate);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static const ard_fit *fit_of(const ardor_model *model, const int64_t *part)
{
    return part ? model->fit.part + *part : &model->fit;
}

static const ard_foreign *foreign_of(const ardor_model *model, const int64_t *part)
{
    return part ? model->foreign.part + *part : &model->foreign;
}

void ard_json_model_settings(ard_json *json, const char *key, const ardor_model *model, const int64_t *part)
{
    if (model->method)
        ard_json_settings(json, key, model->method, fit_of(model, part)->used);
    else
        ard_json_raw(json, key, foreign_of(model, part)->settings);
}

void ard_json_tuned(ard_json *json, const char *key, const ardor_model *model)
{
    const ard_fit_report *report = &model->report;
    ard_json_open_line(json, key, '[');
    for (int j = 0; j < report->n_tuned; j++)
        ard_json_text(json, NULL,
                      model->method ? model->method->settings[report->tuned_setting[j]].name : model->foreign.tuned[j]);
    ard_json_close(json);
}

void ard_json_size(ard_json *json, const char *key, int64_t size)
{
    if (size > 0)
        ard_json_int(json, key, size);
    else
        ard_json_null(json, key);
}

/* in_file: without what files do not have. */
static void write_candidate(ard_json *json, const ardor_model *model, const ard_tuned *candidate, bool in_file)
{
    const ard_fit_report *report = &model->report;
    ard_json_open_line(json, NULL, '{');
    ard_json_size(json, "filter", candidate->filter);
    for (int j = 0; j < report->n_tuned; j++)
        ard_json_setting(json, &model->method->settings[report->tuned_setting[j]], candidate->value[j]);
    ard_json_fields(json, ard_tuned_fields, candidate);
    if (!in_file) ard_json_real(json, "deviance_se", candidate->deviance_se);
    ard_json_text(json, "status", ard_tuned_status_name(candidate->status));
    ard_json_text(json, "message", candidate->message);
    ard_json_bool(json, "empty", candidate->empty);
    ard_json_close(json);
}

void ard_json_candidates(ard_json *json, const char *key, const ardor_model *model, bool in_file)
{
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < model->report.n_candidates; i++)
        if (model->method)
            write_candidate(json, model, model->report.candidate + i, in_file);
        else
            ard_json_raw(json, NULL, model->foreign.candidate[i]);
    ard_json_close(json);
}

void ard_json_baseline(ard_json *json, const ard_fit_report *report)
{
    if (isnan(report->baseline_error)) {
        ard_json_null(json, "baseline");
        ard_json_null(json, "learnt");
        return;
    }
    ard_json_open_line(json, "baseline", '{');
    ard_json_real(json, "error", report->baseline_error);
    ard_json_real(json, "deviance", report->baseline_deviance);
    ard_json_close(json);
    ard_json_bool(json, "learnt", report->learnt);
}

void ard_json_shares(ard_json *json, const char *key, const ardor_model *model)
{
    if (model->report.share)
        ard_json_reals(json, key, model->n_classes, model->report.share, 1);
    else
        ard_json_null(json, key);
}

void ard_json_extras(ard_json *json, const char *key, const ardor_model *model, const int64_t *part)
{
    if (model->method && model->method->extra) {
        const double *extra = fit_of(model, part)->extra;
        ard_json_open(json, key, '{');
        for (int i = 0; model->method->extra[i]; i++) ard_json_real(json, model->method->extra[i], extra[i]);
        ard_json_close(json);
    } else if (!model->method && foreign_of(model, part)->extras) {
        ard_json_raw(json, key, foreign_of(model, part)->extras);
    } else {
        ard_json_null(json, key);
    }
}

static void write_iteration(ard_json *json, const ard_iteration *iteration, bool scores)
{
    const ard_certificate *certificate = &iteration->certificate;
    const bool kkt = certificate->kind == ARD_CERTIFICATE_KKT;
    ard_json_open_line(json, NULL, '{');
    ard_json_real(json, "objective", iteration->objective);
    ard_json_real(json, "kkt_weights", kkt ? certificate->weights : (double)NAN);
    ard_json_real(json, "kkt_scales", kkt ? certificate->scales : (double)NAN);
    ard_json_real(json, "certificate_weights", certificate->weights);
    ard_json_real(json, "certificate_scales", certificate->scales);
    ard_json_fields(json, ard_iteration_fields, iteration);
    if (scores) ard_json_fields(json, ard_score_fields, iteration);
    ard_json_close(json);
}

void ard_json_trace(ard_json *json, const char *key, const ardor_model *model, const int64_t *part)
{
    const ard_fit *fit = fit_of(model, part);
    const int64_t n = model->method ? fit->trace.n : foreign_of(model, part)->n_trace;
    if (n == 0) {
        ard_json_null(json, key);
        return;
    }
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < n; i++)
        if (model->method)
            write_iteration(json, fit->trace.iteration + i, model->method->can & ARD_HAS_SCORES);
        else
            ard_json_raw(json, NULL, foreign_of(model, part)->trace[i]);
    ard_json_close(json);
}

/* ------------------------------------------------------------------ the document */

static void write_prepare(ard_json *json, const ardor_model *model)
{
    ard_prepare_write(model->prepare, json, "prepare");
    if (model->row_feature)
        ard_json_texts(json, "row_features", model->n_row_features, model->row_feature);
    else
        ard_json_null(json, "row_features");
    if (model->column_name)
        ard_json_texts(json, "combined", model->n_columns, model->column_name);
    else
        ard_json_null(json, "combined");
}

static void write_features(ard_json *json, const ardor_model *model)
{
    const ard_machine *machine = &model->fit.machine;
    ard_json_open(json, "features", '[');
    for (int64_t j = 0; j < machine->n_features; j++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->feature[j]);
        if (model->column)
            ard_json_int(json, "column", model->column[j] + 1);
        else
            ard_json_null(json, "column");
        ard_json_real(json, "importance", machine->importance[j]);
        ard_json_real(json, "mean", model->report.mean ? model->report.mean[j] : (double)NAN);
        ard_json_bool(json, "forced", ard_model_forced(model, j));
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_counted(ard_json *json, const ardor_model *model)
{
    ard_json_open(json, "counted", '[');
    for (int64_t j = 0; j < model->fit.n_counted; j++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->counted[j]);
        ard_json_real(json, "frequency", model->fit.frequency[j]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* How the fit, or a part of it, came about. */
static void write_fit(ard_json *json, const ardor_model *model, const int64_t *part)
{
    const ard_fit *fit = fit_of(model, part);
    ard_json_model_settings(json, "settings", model, part);
    ard_json_fields(json, ard_fit_fields, fit);
    ard_json_certificate(json, "certificate", &fit->certificate);
    ard_json_optima(json, "optima", &fit->optima);
    ard_json_extras(json, "extras", model, part);
}

static void write_parts(ard_json *json, const ardor_model *model)
{
    if (model->fit.n_parts == 0) {
        ard_json_null(json, "parts");
        return;
    }
    ard_json_open(json, "parts", '[');
    for (int64_t k = 0; k < model->fit.n_parts; k++) {
        ard_json_open(json, NULL, '{');
        write_fit(json, model, &k);
        ard_json_trace(json, "trace", model, &k);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_report(ard_json *json, const ardor_model *model)
{
    char basis[16];
    const ard_fit_report *report = &model->report;
    ard_json_open(json, "report", '{');
    ard_json_fields(json, ard_report_fields, report);
    ard_json_text(json, "basis", ard_basis_name(report->basis, basis));
    write_fit(json, model, NULL);
    ard_json_text(json, "multiclass", report->multiclass);
    write_parts(json, model);
    write_counted(json, model);
    ard_json_text(json, "stopped", ard_stopped_name(report->stopped));
    ard_json_remarks(json, "warnings", &report->warnings);
    ard_json_texts(json, "given", report->n_given, report->given);
    ard_json_tuned(json, "tuned", model);
    ard_json_candidates(json, "candidates", model, true);
    if (report->n_candidates > 0)
        ard_json_int(json, "chosen", report->chosen);
    else
        ard_json_null(json, "chosen");
    ard_json_baseline(json, report);
    ard_json_trace(json, "trace", model, NULL);
    ard_json_close(json);
}

int ard_model_text(ardor_context *context, const ardor_model *model, char **out)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-model");
    ard_json_int(&json, "version", ARD_MODEL_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "data_hash", model->data_hash[0] ? model->data_hash : NULL);
    ard_json_inputs(&json, "rows", &model->inputs);
    ard_categories_write(&model->categories, &json, "categories");
    ard_json_text(&json, "method", model->method_name);
    ard_json_texts(&json, "classes", model->n_classes, model->class_name);
    ard_json_rest(&json, "rest", &model->inputs);
    ard_json_shares(&json, "shares", model);
    write_prepare(&json, model);
    write_features(&json, model);
    ard_machine_write(&model->fit.machine, &json, "machine");
    write_report(&json, model);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
