/* Values of the features that were selected most often. */
#include "report/report.h"

void ard_report_kept(ard_json *json, const ardor_evaluation *e)
{
    const ard_kept *kept = e->kept;
    if (!kept) {
        ard_json_null(json, "values");
        return;
    }
    ard_json_open(json, "values", '{');
    ard_json_text(json, "reason", kept->reason);
    ard_json_open(json, "rows", '[');
    for (int64_t i = 0; i < kept->n; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "id", kept->row_id[i]);
        ard_report_class(json, "class", e->n_classes, e->class_name, kept->label[i]);
        ard_json_close(json);
    }
    ard_json_close(json);
    ard_json_open(json, "features", '[');
    for (int64_t k = 0; k < kept->n_features; k++) {
        ard_json_open(json, NULL, '{');
        ard_json_text(json, "name", kept->name[k]);
        ard_json_reals(json, "values", kept->n, kept->value + k * kept->n, 1);
        ard_json_close(json);
    }
    ard_json_close(json);
    ard_json_close(json);
}
