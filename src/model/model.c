/* Making and releasing models, and what callers may ask of one. */
#include "model/model.h"

#include <math.h>

#include "base/text.h"

void ard_fit_report_free(ardor_context *context, ard_fit_report *report)
{
    ard_free(context, report->protocol);
    ard_free(context, report->class_weight);
    ard_free(context, report->tune);
    ard_free(context, report->rule);
    ard_free(context, report->candidate);
    *report = (ard_fit_report){0};
}

void ardor_model_free(ardor_model *model)
{
    if (!model) return;
    ardor_context *context = model->context;
    ard_fit_report_free(context, &model->report);
    ard_names_free(context, model->n_row_features, model->row_feature);
    ard_free(context, model->median);
    ard_free(context, model->sd);
    ard_free(context, model->mean);
    ard_names_free(context, model->solution.n_others, model->other);
    ard_names_free(context, model->solution.n_features, model->feature);
    ard_solution_free(context, &model->solution);
    ard_names_free(context, model->n_classes, model->class_name);
    ard_free(context, model);
}

/* Names and preparation of the active features; the arrays have `k` places. */
static int take_features(const ardor_dataset *data, const ard_prepare *prepare, const ard_solution *solution, int64_t k,
                         ardor_model *model)
{
    int rc = ARDOR_OK;
    ardor_context *context = model->context;
    NEW(context, model->feature, k);
    NEW(context, model->mean, k);
    NEW(context, model->sd, k);
    if (prepare->median) NEW(context, model->median, k);
    for (int64_t j = 0; j < k; j++) {
        int64_t kept = solution->feature[j];
        COPY(context, model->feature[j], data->feature[prepare->column[kept]]);
        model->mean[j] = prepare->mean[kept];
        model->sd[j] = prepare->sd[kept];
        if (model->median) model->median[j] = prepare->median[kept];
    }
done:
    return rc;
}

/* Names of the features that a round of the method selected and the model does not have. */
static int name_others(const ardor_dataset *data, const ard_prepare *prepare, const ard_solution *solution, ardor_model *model)
{
    int rc = ARDOR_OK;
    NEW(model->context, model->other, solution->n_others);
    for (int64_t j = 0; j < solution->n_others; j++)
        COPY(model->context, model->other[j], data->feature[prepare->column[solution->other[j]]]);
done:
    return rc;
}

int ard_model_build(ardor_context *context, const ardor_dataset *data, const ard_prepare *prepare, const ard_method *method,
                    ard_solution *solution, ard_fit_report *report, ardor_model **out)
{
    int rc = ARDOR_OK;
    ardor_model *model = NULL;
    int64_t k = solution->null_model ? 0 : solution->n_features; /* a null model is its bias alone */
    *out = NULL;
    NEW(context, model, 1);
    model->context = context;
    model->method = method;
    model->prepare = prepare->options;
    TRY(ard_names_copy(context, data->n_classes, data->class_name, &model->class_name));
    model->n_classes = data->n_classes;
    if (prepare->options.standardise == ARD_STANDARDISE_SAMPLES) {
        TRY(ard_names_copy(context, data->p, data->feature, &model->row_feature));
        model->n_row_features = data->p;
    }
    model->solution.n_features = k; /* so that a failure frees the names made so far */
    model->solution.n_others = solution->n_others;
    TRY(take_features(data, prepare, solution, k, model));
    TRY(name_others(data, prepare, solution, model));
    model->solution = *solution;
    model->report = *report;
    *solution = (ard_solution){0};
    *report = (ard_fit_report){0};
    model->solution.n_features = k;
    if (model->solution.null_model) {
        model->solution.n_vectors = 0;
        model->solution.n_covariance = ard_min64(model->solution.n_covariance, 1);
    }
    for (int64_t j = 0; j < k; j++) model->solution.feature[j] = j;
    ard_free(context, model->solution.other); /* from here on they have names only */
    model->solution.other = NULL;
    *out = model;
    model = NULL;
done:
    ardor_model_free(model);
    return rc;
}

int ardor_model_classes(const ardor_model *model) { return model ? model->n_classes : 0; }

const char *ardor_model_class_name(const ardor_model *model, int index)
{
    return model && index >= 0 && index < model->n_classes ? model->class_name[index] : NULL;
}

static bool has_feature(const ardor_model *model, int64_t index)
{
    return model && index >= 0 && index < model->solution.n_features;
}

int64_t ardor_model_features(const ardor_model *model) { return model ? model->solution.n_features : 0; }

const char *ardor_model_feature_name(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) ? model->feature[index] : NULL;
}

double ardor_model_feature_value(const ardor_model *model, int64_t index)
{
    return has_feature(model, index) ? model->solution.scale[index] : (double)NAN;
}
