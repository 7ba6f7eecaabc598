/* The JSON document of simulated data: the truth behind them. */
#include "report/report.h"

#include <stdio.h>

enum { FORMAT_VERSION = 1 };

/* Of each class, by its name, which is its number from 1. */
static void write_means(ard_json *json, const ardor_dataset *data, int64_t j)
{
    char name[24];
    const ard_truth *truth = data->truth;
    if (!truth->mean) {
        ard_json_null(json, "means");
        return;
    }
    ard_json_open(json, "means", '{');
    for (int64_t c = 0; c < truth->n_means; c++) {
        snprintf(name, sizeof name, "%lld", (long long)c + 1);
        ard_json_real(json, name, truth->mean[j + c * truth->n_relevant]);
    }
    ard_json_close(json);
}

static void write_features(ard_json *json, const ardor_dataset *data)
{
    const ard_truth *truth = data->truth;
    ard_json_open(json, "features", '[');
    for (int64_t j = 0; j < truth->n_relevant; j++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", data->feature[j]);
        if (truth->weight)
            ard_json_real(json, "weight", truth->weight[j]);
        else
            ard_json_null(json, "weight");
        write_means(json, data, j);
        ard_json_close(json);
    }
    ard_json_close(json);
}

int ard_report_simulation(ardor_context *context, const ardor_dataset *data, char **out)
{
    ard_json json;
    const ard_truth *truth = data->truth;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-simulation");
    ard_json_int(&json, "version", FORMAT_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "kind", truth->kind);
    ard_json_int(&json, "n", data->n);
    ard_json_int(&json, "p", data->p);
    ard_json_texts(&json, "classes", data->n_classes, data->class_name);
    ard_json_int(&json, "seed", (int64_t)truth->seed);
    ard_json_int(&json, "truth_seed", (int64_t)truth->truth_seed);
    ard_json_real(&json, "noise", truth->noise);
    ard_json_real(&json, "bayes_error", truth->bayes_error);
    ard_json_text(&json, "rule", truth->rule);
    ard_json_int(&json, "n_features", truth->n_relevant);
    write_features(&json, data);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
