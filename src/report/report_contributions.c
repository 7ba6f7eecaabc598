/* What features contribute to predictions, in their document. */
#include <math.h>

#include "report/report.h"

/* Which f is told of a row: of one for each class that of the most probable class, the first of equals. */
static int output_of(const ardor_model *model, const double *prob, int64_t n, int64_t row)
{
    int best = 0;
    if (ardor_explain_outputs(model) == 1) return 0;
    for (int c = 1; c < model->n_classes; c++)
        if (prob[row + c * n] > prob[row + best * n]) best = c;
    return best;
}

static void write_row(ard_json *json, const ardor_model *model, const ardor_dataset *data, const double *prob,
                      const ard_explanation *e, int64_t row)
{
    char name[24];
    const int64_t n = data->n, p = model->fit.machine.n_features;
    const int output = output_of(model, prob, n, row);
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "id", ard_row_name(data, row, name));
    ard_json_text(json, "class", model->class_name[ardor_explain_outputs(model) == 1 ? 1 : output]);
    ard_json_real(json, "value", e->value[row + n * output]);
    ard_json_real(json, "reference", e->reference[output]);
    ard_json_open(json, "features", '{');
    for (int64_t j = 0; j < p; j++) ard_json_real(json, model->feature[j], e->contribution[row + n * (j + p * output)]);
    ard_json_close(json);
    ard_json_close(json);
}

/* Over the rows, of what their objects say. */
static void write_features(ard_json *json, const ardor_model *model, const ardor_dataset *data, const double *prob,
                           const ard_explanation *e)
{
    const int64_t n = data->n, p = model->fit.machine.n_features;
    ard_json_open(json, "features", '[');
    for (int64_t j = 0; j < p; j++) {
        double sum = 0, most = 0;
        for (int64_t i = 0; i < n; i++) {
            const double size = fabs(e->contribution[i + n * (j + p * output_of(model, prob, n, i))]);
            sum += size;
            most = fmax(most, size);
        }
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->feature[j]);
        ard_json_real(json, "mean_size", n > 0 ? sum / (double)n : (double)NAN);
        ard_json_real(json, "largest_size", n > 0 ? most : (double)NAN);
        ard_json_close(json);
    }
    ard_json_close(json);
}

void ard_report_contributions(ard_json *json, const ardor_model *model, const ardor_dataset *data, const double *prob,
                              const ard_explanation *explanation, bool rows)
{
    if (!explanation) {
        ard_json_null(json, "contributions");
        return;
    }
    ard_json_open(json, "contributions", '{');
    ard_json_text(json, "of", ardor_explain_scale(model));
    ard_json_bool(json, "adds_up", ardor_explain_adds_up(model));
    write_features(json, model, data, prob, explanation);
    if (rows) {
        ard_json_open(json, "rows", '[');
        for (int64_t i = 0; i < data->n; i++) write_row(json, model, data, prob, explanation, i);
        ard_json_close(json);
    } else {
        ard_json_null(json, "rows");
    }
    ard_json_close(json);
}
