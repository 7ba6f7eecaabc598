/* The JSON document of the predictions for a table. */
#include <math.h>

#include "json/json_remarks.h"
#include "report/report.h"

enum { FORMAT_VERSION = 1 };

static void write_unknown(ard_json *json, const ardor_dataset *data, const ard_predicted *predicted)
{
    ard_json_open(json, "unknown_labels", '[');
    for (int k = 0; k < data->n_classes; k++) {
        if (predicted->class_of[k] >= 0) continue;
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "label", data->class_name[k]);
        ard_json_int(json, "n", predicted->n_of[k]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_counts(ard_json *json, const ardor_dataset *data, const ard_predicted *predicted)
{
    ard_json_int(json, "n", data->n);
    ard_json_int(json, "n_labelled", predicted->n_labelled);
    ard_json_int(json, "n_compared", predicted->n_compared);
    ard_json_int(json, "n_wrong", predicted->n_wrong);
    ard_json_int(json, "n_undecided", predicted->n_undecided);
    ard_json_int(json, "n_compared_undecided", predicted->n_compared_undecided);
    write_unknown(json, data, predicted);
    if (predicted->training_table < 0)
        ard_json_null(json, "training_table");
    else
        ard_json_bool(json, "training_table", predicted->training_table > 0);
}

static void write_figures(ard_json *json, const ardor_model *model, bool weighted, const ard_predicted *predicted)
{
    if (predicted->n_compared == 0) {
        ard_json_null(json, "summary");
        ard_json_null(json, "confusion");
        return;
    }
    ard_json_open(json, "summary", '{');
    ard_report_metrics(json, &predicted->summary);
    ard_json_close(json);
    ard_report_confusion(json, model->class_name, weighted, &predicted->confusion);
}

static void write_row(ard_json *json, const ardor_model *model, const ardor_dataset *data, const double *prob, int64_t row,
                      int32_t predicted)
{
    char name[24];
    const int32_t label = data->label ? data->label[row] : -1;
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "id", ard_row_name(data, row, name));
    ard_report_class(json, "class", data->n_classes, data->class_name, label);
    ard_report_class(json, "predicted", model->n_classes, model->class_name, predicted);
    ard_report_probabilities(json, model->n_classes, model->class_name, data->n, row, prob);
    ard_json_close(json);
}

static void write_rows(ard_json *json, const ardor_model *model, const ardor_dataset *data, const double *prob,
                       const int32_t *predicted)
{
    ard_json_open(json, "rows", '[');
    for (int64_t i = 0; i < data->n; i++) write_row(json, model, data, prob, i, predicted[i]);
    ard_json_close(json);
}

int ard_report_predictions(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const double *prob,
                           const ard_predicted *predicted, const ard_explanation *explanation, bool rows, char **out)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-predictions");
    ard_json_int(&json, "version", FORMAT_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "method", model->method_name);
    ard_json_texts(&json, "classes", model->n_classes, model->class_name);
    ard_json_text(&json, "positive", ard_positive_name(model->n_classes, model->class_name));
    ard_json_rest(&json, "rest", &model->inputs);
    ard_report_decision(&json, model->class_name, &model->decision);
    ard_json_inputs(&json, "row_counts", &data->inputs);
    write_counts(&json, data, predicted);
    write_figures(&json, model, data->weight != NULL, predicted);
    ard_json_remarks(&json, "warnings", &predicted->warnings);
    if (rows)
        write_rows(&json, model, data, prob, predicted->predicted);
    else
        ard_json_null(&json, "rows");
    ard_report_contributions(&json, model, data, prob, explanation, rows);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
