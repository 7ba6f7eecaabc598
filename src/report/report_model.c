/* The JSON document of a fit. The order of the calls is the order of the keys; what does not apply is null. */
#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "fit/config.h"
#include "json/json_remarks.h"
#include "model/model_file.h"
#include "report/report.h"

/* The kkt member has the size that it always had; other certificates are told from it by its absence. */
void ard_report_certificate(ard_json *json, const ard_certificate *certificate)
{
    if (certificate->kind == ARD_CERTIFICATE_KKT) {
        ard_json_open_line(json, "kkt", '{');
        ard_json_real(json, "weights", certificate->weights);
        ard_json_real(json, "scales", certificate->scales);
        ard_json_close(json);
    } else {
        ard_json_null(json, "kkt");
    }
    ard_json_certificate(json, "certificate", certificate);
}

/* ------------------------------------------------------------------ features */

void ard_report_weight_unit(ard_json *json, const ard_prepare_options *options, bool has_weights)
{
    char buffer[ARD_ARGUMENT_BYTES];
    const char *standardise = ard_prepare_text(options, "standardise", buffer);
    const bool scaled = standardise && strcmp(standardise, "none") != 0;
    ard_json_text(json, "weight_unit", !has_weights ? NULL : scaled && !ard_prepare_projects(options) ? "sd" : "unit");
}

void ard_report_class(ard_json *json, const char *key, int n_classes, char *const *name, int index)
{
    ard_json_text(json, key, index >= 0 && index < n_classes ? name[index] : NULL);
}

/* What tells the counted features from those of the model. */
typedef struct features {
    ard_rank *order;      /* of the model's, by decreasing size, then in column order */
    double *frequency;    /* of the model's; 0 where it was not counted */
    int64_t *as_feature;  /* of the counted: which of the model's each is, -1: none */
    double *class_weight; /* n_classes: of the one that is being written */
} features;

static void features_close(ardor_context *context, features *f)
{
    ard_free(context, f->class_weight);
    ard_free(context, f->as_feature);
    ard_free(context, f->frequency);
    ard_free(context, f->order);
}

static int features_open(ardor_context *context, const ardor_model *model, features *f)
{
    int rc = ARDOR_OK;
    const ard_machine *machine = &model->fit.machine;
    ard_name_index *index = NULL;
    NEW(context, f->order, machine->n_features);
    NEW(context, f->frequency, machine->n_features);
    NEW(context, f->as_feature, model->fit.n_counted);
    NEW(context, f->class_weight, model->n_classes);
    for (int64_t j = 0; j < machine->n_features; j++) f->order[j] = (ard_rank){.index = j, .key = fabs(machine->importance[j])};
    ard_rank_sort(machine->n_features, f->order);
    TRY(ard_name_index_new(context, machine->n_features, model->feature, &index));
    for (int64_t j = 0; j < model->fit.n_counted; j++) {
        f->as_feature[j] = ard_name_index_find(index, model->counted[j]);
        if (f->as_feature[j] >= 0) f->frequency[f->as_feature[j]] = model->fit.frequency[j];
    }
done:
    ard_name_index_free(index);
    return rc;
}

/* Of more than two classes the largest towards one of them. */
static double shown_weight(const ardor_model *model, int64_t j)
{
    const ard_machine *machine = &model->fit.machine;
    double most = ard_machine_class_weight(machine, j, 0);
    for (int c = 1; c < model->n_classes; c++) most = fmax(most, ard_machine_class_weight(machine, j, c));
    return model->n_classes > 2 ? most : ard_machine_weight(machine, j);
}

/* An infinite score is null, with a rank. */
static void write_rank(ard_json *json, const ard_prepare *prepare, int64_t j)
{
    int64_t rank = 0;
    double score = 0;
    if (ard_prepare_rank(prepare, j, &rank, &score)) {
        ard_json_int(json, "filter_rank", rank);
        ard_json_real(json, "filter_score", score);
    } else {
        ard_json_null(json, "filter_rank");
        ard_json_null(json, "filter_score");
    }
}

static void write_feature(ard_json *json, const ardor_model *model, const features *f, int64_t j)
{
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "name", model->feature[j]);
    const double weight = shown_weight(model, j);
    if (model->report.basis.kind != ARD_IDENTITY || isnan(weight)) ard_json_real(json, "scale", model->fit.machine.importance[j]);
    ard_json_real(json, "weight", weight);
    ard_report_class(json, "direction", model->n_classes, model->class_name, ardor_model_feature_direction(model, j));
    for (int c = 0; c < model->n_classes; c++) f->class_weight[c] = ardor_model_feature_class_weight(model, j, c);
    ard_report_class_weights(json, "class_weights", model->n_classes, model->class_name, f->class_weight, 1);
    if (ard_model_counts(model)) ard_json_real(json, "frequency", f->frequency[j]);
    ard_json_bool(json, "forced", ard_model_forced(model, j));
    write_rank(json, model->prepare, j);
    ard_json_close(json);
}

static void write_features(ard_json *json, const ardor_model *model, const features *f)
{
    const int64_t n = model->fit.machine.n_features;
    bool has_weights = false;
    for (int64_t j = 0; j < n; j++) has_weights |= isfinite(shown_weight(model, j));
    ard_json_int(json, "n_features", ard_model_n_selected(model));
    ard_json_int(json, "n_forced", n - ard_model_n_selected(model));
    if (model->column_name)
        ard_json_int(json, "n_combined_columns", model->n_columns);
    else
        ard_json_null(json, "n_combined_columns");
    ard_report_weight_unit(json, &model->prepare->options, has_weights);
    ard_json_open(json, "features", '[');
    for (int64_t i = 0; i < n; i++) write_feature(json, model, f, f->order[i].index);
    ard_json_close(json);
}

/* Features that some resample selected too. */
static void write_others(ard_json *json, const ardor_model *model, const features *f)
{
    if (!ard_model_counts(model)) {
        ard_json_null(json, "others");
        return;
    }
    ard_json_open(json, "others", '[');
    for (int64_t j = 0; j < model->fit.n_counted; j++) {
        if (f->as_feature[j] >= 0) continue;
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->counted[j]);
        ard_json_real(json, "frequency", model->fit.frequency[j]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* ------------------------------------------------------------------ how it was made */

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
    ard_json_tuned(json, "settings", model);
    ard_json_candidates(json, "candidates", model, false);
    ard_json_int(json, "chosen", report->chosen);
    ard_json_baseline(json, report);
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
    const ard_fit_report *report = &model->report;
    ard_json_text(json, "protocol", report->protocol);
    ard_json_prepare(json, &model->prepare->options);
    ard_json_text(json, "class_weight", report->class_weight);
    ard_json_text(json, "multiclass", report->multiclass);
    ard_json_int(json, "seed", (int64_t)report->seed);
    ard_json_int(json, "n", report->n);
    ard_json_int(json, "p", report->p);
    ard_json_int(json, "n_constant_dropped", report->n_constant);
    write_tune(json, model);
    ard_report_screen(json, &model->fit);
    write_relax(json, report);
}

/* ------------------------------------------------------------------ what was found */

static void write_fact(ard_json *json, const ardor_model *model)
{
    ard_fact fact = {0};
    if (!model->method || !model->method->fact || !model->method->fact(&model->fit, &fact)) {
        ard_json_null(json, "fact");
        return;
    }
    ard_json_open(json, "fact", '{');
    ard_json_text(json, "title", fact.title);
    ard_json_text(json, "text", fact.text);
    ard_json_bool(json, "detail", fact.detail);
    ard_json_close(json);
}

static void write_fit(ard_json *json, const ardor_model *model, const features *f)
{
    const ard_fit *fit = &model->fit;
    const ard_function *function = ard_model_function(model);
    ard_json_text(json, "stopped", ard_stopped_name(model->report.stopped));
    ard_json_text(json, "stop_reason", ard_stop_name(fit->stop));
    ard_json_int(json, "iterations", fit->iterations);
    ard_json_real(json, "objective", fit->objective);
    ard_report_certificate(json, &fit->certificate);
    ard_json_optima(json, "optima", &fit->optima);
    ard_json_bool(json, "null_model", fit->null_model);
    ard_json_real(json, "bias", function && function->n_outputs == 1 ? function->bias[0] : (double)NAN);
    write_features(json, model, f);
    write_others(json, model, f);
    ard_json_int(json, "n_vectors", fit->machine.n_vectors);
    ard_json_extras(json, "extras", model, NULL);
    write_fact(json, model);
    ard_report_parts(json, model);
    ard_json_real(json, "train_error", model->report.train_error);
    ard_json_trace(json, "trace", model, NULL);
    ard_json_remarks(json, "warnings", &model->report.warnings);
    ard_json_real(json, "seconds", model->report.seconds);
}

int ard_report_model(ardor_context *context, const ardor_model *model, char **out)
{
    int rc = ARDOR_OK;
    char basis[16];
    ard_json json;
    features f = {0};
    *out = NULL;
    TRY(features_open(context, model, &f));
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-fit");
    ard_json_int(&json, "version", ARD_FIT_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "method", model->method_name);
    ard_json_text(&json, "basis", ard_basis_name(model->report.basis, basis));
    ard_json_model_settings(&json, "settings", model, NULL);
    ard_json_texts(&json, "given", model->report.n_given, model->report.given);
    ard_json_texts(&json, "classes", model->n_classes, model->class_name);
    ard_json_text(&json, "positive", ard_positive_name(model->n_classes, model->class_name));
    ard_json_rest(&json, "rest", &model->inputs);
    ard_json_shares(&json, "shares", model);
    ard_json_inputs(&json, "rows", &model->inputs);
    ard_json_text(&json, "data_hash", model->data_hash[0] ? model->data_hash : NULL);
    write_how(&json, model);
    write_fit(&json, model, &f);
    ard_json_close(&json);
    TRY(ard_json_finish(&json, out));
done:
    features_close(context, &f);
    return rc;
}
