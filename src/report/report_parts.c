/* The parts of a fit whose problem was divided. */
#include <math.h>

#include "base/rank.h"
#include "machine/pairs.h"
#include "model/model_file.h"
#include "report/report.h"

void ard_report_screen(ard_json *json, const ard_fit *fit)
{
    if (fit->n_screened < 0) {
        ard_json_null(json, "screen");
        return;
    }
    ard_json_open_line(json, "screen", '{');
    ard_json_int(json, "n_features", fit->n_screened);
    ard_json_real(json, "kkt", fit->screen_kkt);
    ard_json_close(json);
}

/* The names of what it tells apart: of pairs two, of a class against the rest one. */
static void write_classes(ard_json *json, const ardor_model *model, ard_pair pair)
{
    ard_json_open_line(json, "classes", '[');
    if (pair.first >= 0) ard_json_text(json, NULL, model->class_name[pair.first]);
    ard_json_text(json, NULL, model->class_name[pair.second]);
    ard_json_close(json);
}

/* By decreasing size, as those of the whole. */
static void write_features(ard_json *json, const ardor_model *model, const ard_machine *part, ard_rank *order)
{
    const bool identity = model->report.basis.kind == ARD_IDENTITY;
    for (int64_t t = 0; t < part->n_features; t++) order[t] = (ard_rank){.index = t, .key = fabs(part->importance[t])};
    ard_rank_sort(part->n_features, order);
    ard_json_open(json, "features", '[');
    for (int64_t i = 0; i < part->n_features; i++) {
        const int64_t t = order[i].index;
        const double weight = ard_machine_weight(part, t);
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", model->feature[part->feature[t]]);
        if (!identity || isnan(weight)) ard_json_real(json, "scale", part->importance[t]);
        ard_json_real(json, "weight", weight);
        ard_json_bool(json, "forced", ard_model_forced(model, part->feature[t]));
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* As of the whole: forced ones are no selection. */
static void write_counts(ard_json *json, const ardor_model *model, const ard_machine *part)
{
    int64_t forced = 0;
    for (int64_t t = 0; t < part->n_features; t++) forced += ard_model_forced(model, part->feature[t]);
    ard_json_int(json, "n_features", part->n_features - forced);
    ard_json_int(json, "n_forced", forced);
}

static void write_part(ard_json *json, const ardor_model *model, const ard_pairs *pairs, int64_t k, ard_rank *order)
{
    const ard_fit *fit = model->fit.part + k;
    const ard_machine *machine = pairs->part + k;
    const ard_function *function = ard_machine_as_function(machine);
    ard_json_open(json, NULL, '{');
    write_classes(json, model, ard_pairs_at(pairs->how, model->n_classes, k));
    ard_json_model_settings(json, "settings", model, &k);
    ard_report_screen(json, fit);
    ard_json_text(json, "stop_reason", ard_stop_name(fit->stop));
    ard_json_int(json, "iterations", fit->iterations);
    ard_json_real(json, "objective", fit->objective);
    ard_json_certificate(json, "certificate", &fit->certificate);
    ard_json_optima(json, "optima", &fit->optima);
    ard_json_bool(json, "null_model", fit->null_model);
    ard_json_real(json, "bias", function ? function->bias[0] : (double)NAN);
    write_counts(json, model, machine);
    write_features(json, model, machine, order);
    ard_json_int(json, "n_vectors", machine->n_vectors);
    ard_json_extras(json, "extras", model, &k);
    ard_json_trace(json, "trace", model, &k);
    ard_json_close(json);
}

void ard_report_parts(ard_json *json, const ardor_model *model)
{
    const ard_pairs *pairs = ard_machine_as_pairs(&model->fit.machine);
    if (!pairs) {
        ard_json_null(json, "parts");
        return;
    }
    ard_rank *order = ard_alloc(json->out.context, model->fit.machine.n_features, sizeof *order);
    if (!order) {
        json->out.status = ARDOR_MEMORY;
        return;
    }
    ard_json_open(json, "parts", '[');
    for (int64_t k = 0; k < pairs->n_parts; k++) write_part(json, model, pairs, k, order);
    ard_json_close(json);
    ard_free(json->out.context, order);
}
