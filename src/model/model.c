/* Making and releasing models, and what callers may ask of one. */
#include "model/model.h"

#include <math.h>

#include "base/text.h"

static const char *const tuned_status[] = {"done", "failed", "unfinished", "untrusted"};

const char *ard_tuned_status_name(ard_tuned_status status) { return tuned_status[status]; }

bool ard_tuned_status_find(const char *name, ard_tuned_status *out)
{
    const int index = ard_text_find(name, 4, tuned_status);
    if (index >= 0) *out = (ard_tuned_status)index;
    return index >= 0;
}

void ard_tuned_free(ardor_context *context, int64_t n, ard_tuned *candidate)
{
    for (int64_t i = 0; candidate && i < n; i++) ard_free(context, candidate[i].message);
    ard_free(context, candidate);
}

void ard_fit_report_free(ardor_context *context, ard_fit_report *report)
{
    ard_free(context, report->mean);
    ard_free(context, report->share);
    ard_free(context, report->protocol);
    ard_free(context, report->class_weight);
    ard_free(context, report->multiclass);
    ard_free(context, report->tune);
    ard_free(context, report->rule);
    ard_remarks_free(context, &report->warnings);
    ard_names_free(context, report->n_given, report->given);
    ard_tuned_free(context, report->n_candidates, report->candidate);
    *report = (ard_fit_report){0};
}

static void foreign_free(ardor_model *model)
{
    ardor_context *context = model->context;
    for (int64_t k = 0; model->foreign.part && k < model->fit.n_parts; k++) {
        const ard_foreign *part = model->foreign.part + k;
        ard_names_free(context, part->n_trace, part->trace);
        ard_free(context, part->extras);
        ard_free(context, part->settings);
    }
    ard_free(context, model->foreign.part);
    ard_names_free(context, model->foreign.n_trace, model->foreign.trace);
    ard_names_free(context, model->report.n_candidates, model->foreign.candidate);
    ard_names_free(context, model->report.n_tuned, model->foreign.tuned);
    ard_free(context, model->foreign.extras);
    ard_free(context, model->foreign.settings);
}

void ardor_model_free(ardor_model *model)
{
    if (!model) return;
    ardor_context *context = model->context;
    foreign_free(model);
    ard_fit_report_free(context, &model->report);
    ard_names_free(context, model->n_row_features, model->row_feature);
    ard_prepare_free(model->prepare);
    ard_names_free(context, model->fit.n_counted, model->counted);
    ard_names_free(context, model->n_columns, model->column_name);
    ard_free(context, model->column);
    ard_names_free(context, model->fit.machine.n_features, model->feature);
    ard_fit_free(context, &model->fit);
    ard_decision_free(context, &model->decision);
    ard_inputs_free(context, &model->inputs);
    ard_categories_free(context, &model->categories);
    ard_names_free(context, model->n_classes, model->class_name);
    ard_free(context, model->method_name);
    ard_free(context, model);
}

/* ------------------------------------------------------------------ making one */

/* Columns of which all features are made. */
static int name_columns(const ardor_dataset *data, const ard_prepare *prepare, ardor_model *model)
{
    int rc = ARDOR_OK;
    const int64_t n = model->prepare->p;
    NEW(model->context, model->column_name, n);
    model->n_columns = n;
    for (int64_t j = 0; j < n; j++) COPY(model->context, model->column_name[j], data->feature[prepare->column[j]]);
done:
    return rc;
}

/* Names, places and preparation of the n features of these numbers. */
static int take_features(const ardor_dataset *data, const ard_prepare *prepare, int64_t n, const int64_t *feature,
                         ardor_model *model)
{
    int rc = ARDOR_OK;
    ardor_context *context = model->context;
    const bool combined = ard_prepare_projection(prepare) != NULL;
    NEW(context, model->feature, n);
    if (!combined) NEW(context, model->column, n);
    TRY(ard_prepare_restrict(context, prepare, n, feature, &model->prepare));
    for (int64_t j = 0; j < n; j++) {
        const int64_t position = ard_prepare_position(prepare, feature[j]);
        if (!combined) model->column[j] = position;
        TRY(ard_prepare_name(context, &prepare->options, data, position, &model->feature[j]));
    }
    if (combined) TRY(name_columns(data, prepare, model));
done:
    return rc;
}

static int name_counted(const ardor_dataset *data, const ard_prepare *prepare, int64_t n, const int64_t *counted,
                        ardor_model *model)
{
    int rc = ARDOR_OK;
    NEW(model->context, model->counted, n);
    for (int64_t j = 0; j < n; j++)
        TRY(ard_prepare_name(model->context, &prepare->options, data, ard_prepare_position(prepare, counted[j]),
                             &model->counted[j]));
done:
    return rc;
}

static int take_data(const ardor_dataset *data, const ard_prepare *prepare, ardor_model *model)
{
    int rc = ARDOR_OK;
    ardor_context *context = model->context;
    TRY(ard_names_copy(context, data->n_classes, data->class_name, &model->class_name));
    model->n_classes = data->n_classes;
    TRY(ard_inputs_copy(context, &data->inputs, &model->inputs));
    ard_dataset_hash_text(data, model->data_hash);
    if (ard_prepare_needs_rows(prepare)) {
        TRY(ard_names_copy(context, data->p, data->feature, &model->row_feature));
        model->n_row_features = data->p;
    }
done:
    return rc;
}

int64_t ard_model_columns(const ardor_model *model, char *const **names)
{
    const bool combined = model->column_name != NULL;
    *names = combined ? model->column_name : model->feature;
    return combined ? model->n_columns : model->fit.machine.n_features;
}

/* The names of the columns that it needs. */
static int64_t needed(const ardor_model *model, char *const **names)
{
    if (model->n_row_features == 0) return ard_model_columns(model, names);
    *names = model->row_feature;
    return model->n_row_features;
}

static int take_categories(const ardor_dataset *data, ardor_model *model)
{
    char *const *names = NULL;
    const int64_t n = needed(model, &names);
    return ard_categories_keep(model->context, &data->categories, n, names, &model->categories);
}

int ard_model_build(ardor_context *context, const ardor_dataset *data, const ard_prepare *prepare, const ard_method *method,
                    ard_fit *fit, ard_fit_report *report, ardor_model **out)
{
    int rc = ARDOR_OK;
    ardor_model *model = NULL;
    const int64_t n = fit->machine.n_features;
    *out = NULL;
    NEW(context, model, 1);
    model->context = context;
    model->method = method;
    model->fit.machine.n_features = n; /* so that a failure frees the names made so far */
    model->fit.n_counted = fit->n_counted;
    COPY(context, model->method_name, method->name);
    TRY(take_data(data, prepare, model));
    TRY(take_features(data, prepare, n, fit->machine.feature, model));
    TRY(name_counted(data, prepare, fit->n_counted, fit->counted, model));
    TRY(take_categories(data, model));
    model->fit = *fit;
    model->report = *report;
    *fit = ard_fit_empty();
    *report = (ard_fit_report){0};
    for (int64_t j = 0; j < n; j++) model->fit.machine.feature[j] = j;
    for (int64_t k = 0; k < model->fit.n_parts; k++) ard_machine_free(context, &model->fit.part[k].machine); /* of no use now */
    ard_free(context, model->fit.counted); /* from here on they have names only */
    model->fit.counted = NULL;
    *out = model;
    model = NULL;
done:
    ardor_model_free(model);
    return rc;
}

/* ------------------------------------------------------------------ what callers may ask */

const ard_function *ard_model_function(const ardor_model *model) { return ard_machine_as_function(&model->fit.machine); }

bool ard_model_forced(const ardor_model *model, int64_t j) { return model->prepare->forced && model->prepare->forced[j]; }

int64_t ard_model_n_selected(const ardor_model *model)
{
    int64_t n = 0;
    for (int64_t j = 0; j < model->fit.machine.n_features; j++) n += !ard_model_forced(model, j);
    return n;
}

bool ard_model_counts(const ardor_model *model)
{
    return model->method ? (model->method->can & ARD_HAS_FREQUENCIES) != 0 : model->fit.n_counted > 0;
}

void ard_model_expects(const ardor_model *model, ard_expected *out)
{
    *out = (ard_expected){.inputs = &model->inputs, .categories = &model->categories};
    out->n_features = needed(model, &out->feature);
}

int64_t ardor_model_iterations(const ardor_model *model) { return model ? model->fit.iterations : 0; }

const char *ardor_model_stop_reason(const ardor_model *model) { return model ? ard_stop_name(model->fit.stop) : NULL; }

const char *ardor_model_stopped(const ardor_model *model) { return model ? ard_stopped_name(model->report.stopped) : NULL; }

const char *ardor_model_target(const ardor_model *model) { return model ? model->inputs.target : NULL; }

int ardor_model_classes(const ardor_model *model) { return model ? model->n_classes : 0; }

const char *ardor_model_class_name(const ardor_model *model, int index)
{
    return model && index >= 0 && index < model->n_classes ? model->class_name[index] : NULL;
}

static bool has_feature(const ardor_model *model, int64_t index)
{
    return model && index >= 0 && index < model->fit.machine.n_features;
}

int64_t ardor_model_features(const ardor_model *model) { return model ? model->fit.machine.n_features : 0; }

int64_t ardor_model_outputs(const ardor_model *model) { return model ? ard_machine_n_scores(&model->fit.machine) : 0; }

int64_t ardor_model_training_features(const ardor_model *model) { return model ? model->report.p : -1; }

int64_t ardor_model_feature_column(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) && model->column ? model->column[index] : -1;
}

const char *ardor_model_feature_name(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) ? model->feature[index] : NULL;
}

double ardor_model_feature_value(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) ? model->fit.machine.importance[index] : (double)NAN;
}

double ardor_model_feature_weight(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) ? ard_machine_weight(&model->fit.machine, index) : (double)NAN;
}

double ardor_model_feature_class_weight(const ardor_model *model, int64_t index, int class_index)
{
    const bool has = has_feature(model, index) && class_index >= 0 && class_index < model->n_classes;
    return has ? ard_machine_class_weight(&model->fit.machine, index, class_index) : (double)NAN;
}

int ardor_model_feature_direction(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) ? ard_machine_direction(&model->fit.machine, index) : -1;
}
