/* The model file's writer, and the tables of plain members that its reader shares. The order of the calls is the
 * order of the keys in docs/model-format.md. */
#include <math.h>
#include <stddef.h>

#include "base/text.h"
#include "basis/basis.h"
#include "model/model_file.h"
#include "prepare/names.h"

#define FIELD(structure, member, kind, least)                                                                                    \
    {                                                                                                                            \
#member, kind, offsetof(structure, member), least                                                                        \
    }

const ard_field ard_report_fields[] = {FIELD(ard_fit_report, n, ARD_FIELD_COUNT, 1),
                                       FIELD(ard_fit_report, p, ARD_FIELD_COUNT, 0),
                                       FIELD(ard_fit_report, n_constant, ARD_FIELD_COUNT, 0),
                                       FIELD(ard_fit_report, protocol, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, class_weight, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, seed, ARD_FIELD_SEED, 0),
                                       FIELD(ard_fit_report, train_error, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, tune, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, rule, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, relax_factor, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, relax_error_before, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, relax_error_after, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, seconds, ARD_FIELD_REAL_OR_NULL, 0),
                                       {0}};

const ard_field ard_solution_fields[] = {FIELD(ard_solution, bias, ARD_FIELD_REAL, 0),
                                         FIELD(ard_solution, null_model, ARD_FIELD_BOOL, 0),
                                         FIELD(ard_solution, objective, ARD_FIELD_REAL_OR_NULL, 0),
                                         FIELD(ard_solution, kkt_weights, ARD_FIELD_REAL_OR_NULL, 0),
                                         FIELD(ard_solution, kkt_scales, ARD_FIELD_REAL_OR_NULL, 0),
                                         FIELD(ard_solution, iterations, ARD_FIELD_COUNT, 0),
                                         {"stop_reason", ARD_FIELD_STOP, offsetof(ard_solution, stop), 0},
                                         FIELD(ard_solution, n_screened, ARD_FIELD_COUNT, -1),
                                         FIELD(ard_solution, screen_kkt, ARD_FIELD_REAL_OR_NULL, 0),
                                         {0}};

const ard_field ard_tuned_fields[] = {
    FIELD(ard_tuned, error, ARD_FIELD_REAL_OR_NULL, 0),     FIELD(ard_tuned, error_se, ARD_FIELD_REAL_OR_NULL, 0),
    FIELD(ard_tuned, deviance, ARD_FIELD_REAL_OR_NULL, 0),  FIELD(ard_tuned, n_features, ARD_FIELD_REAL_OR_NULL, 0),
    FIELD(ard_tuned, n_vectors, ARD_FIELD_REAL_OR_NULL, 0), {0}};

const ard_field ard_trace_fields[] = {FIELD(ard_iteration, objective, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, kkt_weights, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, kkt_scales, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, n_vectors, ARD_FIELD_COUNT, 0),
                                      FIELD(ard_iteration, n_features, ARD_FIELD_COUNT, 0),
                                      FIELD(ard_iteration, seconds, ARD_FIELD_REAL_OR_NULL, 0),
                                      {0}};

const ard_field ard_score_fields[] = {FIELD(ard_iteration, score_errors, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, score_probability, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, score_probability_scaled, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, score_log_density, ARD_FIELD_REAL_OR_NULL, 0),
                                      {0}};

void ard_json_fields(ard_json *json, const ard_field *fields, const void *base)
{
    for (const ard_field *field = fields; field->key; field++) {
        const void *member = (const char *)base + field->offset;
        switch (field->type) {
        case ARD_FIELD_COUNT:
            ard_json_int(json, field->key, *(const int64_t *)member);
            break;
        case ARD_FIELD_SEED:
            ard_json_int(json, field->key, (int64_t) * (const uint64_t *)member);
            break;
        case ARD_FIELD_REAL:
        case ARD_FIELD_REAL_OR_NULL:
            ard_json_real(json, field->key, *(const double *)member);
            break;
        case ARD_FIELD_BOOL:
            ard_json_bool(json, field->key, *(const bool *)member);
            break;
        case ARD_FIELD_TEXT_OR_NULL:
            ard_json_text(json, field->key, *(char *const *)member);
            break;
        case ARD_FIELD_STOP:
            ard_json_text(json, field->key, ard_stop_name(*(const ard_stop *)member));
            break;
        }
    }
}

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

void ard_json_extras(ard_json *json, const char *key, const ard_method *method, const double *value)
{
    if (!method->extra) return;
    ard_json_open(json, key, '{');
    for (int i = 0; method->extra[i]; i++) ard_json_real(json, method->extra[i], value[i]);
    ard_json_close(json);
}

void ard_json_candidates(ard_json *json, const char *key, const ardor_model *model)
{
    const ard_fit_report *report = &model->report;
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < report->n_candidates; i++) {
        const ard_tuned *candidate = &report->candidate[i];
        ard_json_open_line(json, NULL, '{');
        for (int j = 0; j < report->n_tuned; j++)
            ard_json_setting(json, &model->method->settings[report->tuned_setting[j]], candidate->value[j]);
        ard_json_fields(json, ard_tuned_fields, candidate);
        ard_json_close(json);
    }
    ard_json_close(json);
}

void ard_json_trace(ard_json *json, const char *key, const ard_method *method, const ard_trace *trace)
{
    if (trace->n == 0) {
        ard_json_null(json, key);
        return;
    }
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < trace->n; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_fields(json, ard_trace_fields, &trace->iteration[i]);
        if (method->can & ARD_HAS_SCORES) ard_json_fields(json, ard_score_fields, &trace->iteration[i]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

void ard_json_others(ard_json *json, const ardor_model *model)
{
    if (!(model->method->can & ARD_HAS_FREQUENCIES)) return;
    ard_json_open(json, "others", '[');
    for (int64_t j = 0; j < model->solution.n_others; j++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->other[j]);
        ard_json_real(json, "frequency", model->solution.other_frequency[j]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_prepare(ard_json *json, const ardor_model *model)
{
    char buffer[ARD_NUMBER_BYTES];
    ard_json_open(json, "prepare", '{');
    ard_json_text(json, "standardise", ard_standardise_name(model->prepare.standardise));
    ard_json_text(json, "impute", ard_impute_name(model->prepare.impute));
    ard_json_text(json, "log", ard_log_name(&model->prepare, buffer));
    ard_json_text(json, "filter", ard_filter_name(model->prepare.filter, buffer));
    if (model->row_feature)
        ard_json_texts(json, "row_features", model->n_row_features, model->row_feature);
    else
        ard_json_null(json, "row_features");
    ard_json_close(json);
}

static void write_features(ard_json *json, const ardor_model *model)
{
    const ard_solution *solution = &model->solution;
    const char *value = solution->basis.kind == ARD_IDENTITY ? "weight" : "scale";
    ard_json_open(json, "features", '[');
    for (int64_t j = 0; j < solution->n_features; j++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->feature[j]);
        ard_json_real(json, value, solution->scale[j]);
        if (solution->frequency) ard_json_real(json, "frequency", solution->frequency[j]);
        ard_json_real(json, "mean", model->mean[j]);
        ard_json_real(json, "sd", model->sd[j]);
        if (model->median) ard_json_real(json, "median", model->median[j]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_vectors(ard_json *json, const ard_solution *solution)
{
    ard_json_open(json, "vectors", '[');
    for (int64_t i = 0; i < solution->n_vectors; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_int(json, "row", solution->vector[i] + 1);
        ard_json_real(json, "weight", solution->weight[i]);
        ard_json_open(json, "x", '[');
        for (int64_t j = 0; j < solution->n_features; j++)
            ard_json_real(json, NULL, solution->vector_x[i + j * solution->n_vectors]);
        ard_json_close(json);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* The lower triangle, a row to a line. */
static void write_covariance(ard_json *json, const ardor_model *model)
{
    const ard_solution *solution = &model->solution;
    if (!(model->method->can & ARD_HAS_COVARIANCE)) return;
    ard_json_open(json, "covariance", '[');
    for (int64_t i = 0; i < solution->n_covariance; i++) {
        ard_json_open_line(json, NULL, '[');
        for (int64_t j = 0; j <= i; j++) ard_json_real(json, NULL, solution->covariance[i + j * solution->n_covariance]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_reals(ard_json *json, const char *key, int64_t n, const double *value, int64_t stride)
{
    ard_json_open_line(json, key, '[');
    for (int64_t i = 0; i < n; i++) ard_json_real(json, NULL, value[i * stride]);
    ard_json_close(json);
}

/* The factor by rows, one to a line. */
static void write_posteriors(ard_json *json, const ardor_model *model)
{
    if (!(model->method->can & ARD_HAS_POSTERIOR)) return;
    ard_json_open(json, "posteriors", '[');
    for (int64_t k = 0; k < model->solution.n_posteriors; k++) {
        const ard_posterior *q = model->solution.posterior + k;
        ard_json_open(json, NULL, '{');
        ard_json_real(json, "share", q->share);
        ard_json_real(json, "process", q->process);
        ard_json_open_line(json, "terms", '[');
        for (int64_t t = 0; t < q->m; t++) ard_json_int(json, NULL, q->term[t]);
        ard_json_close(json);
        write_reals(json, "mean", q->m, q->mean, 1);
        if (q->prior)
            write_reals(json, "prior", q->m, q->prior, 1);
        else
            ard_json_null(json, "prior");
        ard_json_open(json, "factor", '[');
        for (int64_t i = 0; i < q->rank; i++) write_reals(json, NULL, q->m, q->factor + i, q->rank);
        ard_json_close(json);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_report(ard_json *json, const ardor_model *model)
{
    const ard_fit_report *report = &model->report;
    ard_json_open(json, "report", '{');
    ard_json_fields(json, ard_report_fields, report);
    ard_json_open_line(json, "tuned", '[');
    for (int j = 0; j < report->n_tuned; j++) ard_json_text(json, NULL, model->method->settings[report->tuned_setting[j]].name);
    ard_json_close(json);
    ard_json_candidates(json, "candidates", model);
    if (report->n_candidates > 0)
        ard_json_int(json, "chosen", report->chosen);
    else
        ard_json_null(json, "chosen");
    ard_json_trace(json, "trace", model->method, &model->solution.trace);
    ard_json_close(json);
}

int ard_model_text(ardor_context *context, const ardor_model *model, char **out)
{
    char basis[16];
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-model");
    ard_json_int(&json, "version", ARD_MODEL_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "method", model->method->name);
    ard_json_text(&json, "basis", ard_basis_name(model->solution.basis, basis));
    ard_json_settings(&json, "settings", model->method, model->solution.used);
    ard_json_texts(&json, "classes", model->n_classes, model->class_name);
    write_prepare(&json, model);
    ard_json_open(&json, "solution", '{');
    ard_json_fields(&json, ard_solution_fields, &model->solution);
    ard_json_close(&json);
    write_features(&json, model);
    ard_json_others(&json, model);
    write_vectors(&json, &model->solution);
    write_covariance(&json, model);
    write_posteriors(&json, model);
    ard_json_extras(&json, "extras", model->method, model->solution.extra);
    write_report(&json, model);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
