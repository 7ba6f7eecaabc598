/* What in a model file depends on the method: checked where the library has it, else kept as it is. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/model_read.h"

/* ------------------------------------------------------------------ settings and extras */

/* What a method makes of the data and of other settings may be beyond the limits of what it can be asked for: a rate is any
 * multiple of the least that gives the null model. */
static bool made_of_data(const ard_setting *setting) { return setting->type == ARD_SETTING_REAL && isnan(setting->fallback); }

/* A value of the setting; null is NaN: chosen from the data. */
static int read_setting(const ard_node *node, const ard_setting *setting, double *out)
{
    int rc = ARDOR_OK;
    *out = (double)NAN;
    if (ard_node_is_null(node)) return ARDOR_OK;
    if (setting->type == ARD_SETTING_REAL) {
        TRY(ard_node_real(node, out));
    } else if (setting->type == ARD_SETTING_INT) {
        int64_t value = 0;
        TRY(ard_node_int(node, INT64_MIN, INT64_MAX, &value));
        *out = (double)value;
    } else if (setting->type == ARD_SETTING_BOOL) {
        bool value = false;
        TRY(ard_node_bool(node, &value));
        *out = value;
    } else {
        const char *text = NULL;
        TRY(ard_node_text(node, &text));
        int index = ard_choice_find(setting->choices, text);
        if (index < 0) return ard_node_fail(node, "must be one of %s, but is '%.40s'", setting->choices, text);
        *out = index;
    }
    if (made_of_data(setting) && !(*out >= fmin(setting->low, 0)))
        rc = ard_node_fail(node, "must be at least %g, but is %g", fmin(setting->low, 0), *out);
    else if (setting->type <= ARD_SETTING_INT && !made_of_data(setting) && !(*out >= setting->low && *out <= setting->high))
        rc = ard_node_fail(node, "must be between %g and %g, but is %g", setting->low, setting->high, *out);
done:
    return rc;
}

static const char *old_name(const ard_setting *setting, int64_t version)
{
    return version <= ARD_MODEL_OLD ? setting->was : NULL;
}

/* The member of the setting, under its old name if the file is so old and has it under that. */
static int read_setting_of(ard_node *object, const ard_setting *setting, int64_t version, double *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    const char *old = old_name(setting, version);
    *out = setting->fallback;
    if (version < setting->since) return ARDOR_OK;
    TRY(ard_node_member(object, old && ard_node_has(object, old) ? old : setting->name, &node));
    TRY(read_setting(&node, setting, out));
done:
    return rc;
}

static ard_fit *fit_of(ardor_model *model, const int64_t *part) { return part ? model->fit.part + *part : &model->fit; }

/* NULL: a part of a known method, whose settings, extras and traces are kept elsewhere. */
static ard_foreign *foreign_of(ardor_model *model, const int64_t *part)
{
    if (!part) return &model->foreign;
    return model->foreign.part ? model->foreign.part + *part : NULL;
}

int ard_read_settings(ard_node *object, int64_t version, ardor_model *model, const int64_t *part)
{
    int rc = ARDOR_OK;
    double *used = fit_of(model, part)->used;
    ard_node settings;
    TRY(ard_member_object(object, "settings", &settings));
    if (!model->method) {
        TRY(ard_node_copy_plain(&settings, &foreign_of(model, part)->settings));
        goto done;
    }
    for (int i = 0; i < model->method->n_settings; i++)
        TRY(read_setting_of(&settings, &model->method->settings[i], version, used + i));
    TRY(ard_node_done(&settings));
done:
    return rc;
}

/* Extras that files up to a version do not have. */
static const struct {
    const char *name;
    int64_t last;
} fresh_extras[] = {{"mode_gradient", ARD_MODEL_OLD_OPTIMA},
                    {"laplace_evidence", ARD_MODEL_OLD_EVIDENCE},
                    {"mode_decrement", ARD_MODEL_OLD_EVIDENCE},
                    {"joint_evidence", ARD_MODEL_OLD_JOINT}};

static bool has_extra(int64_t version, const char *name)
{
    for (size_t i = 0; i < sizeof fresh_extras / sizeof *fresh_extras; i++)
        if (strcmp(name, fresh_extras[i].name) == 0) return version > fresh_extras[i].last;
    return true;
}

int ard_read_extras(ard_node *object, int64_t version, ardor_model *model, const int64_t *part)
{
    int rc = ARDOR_OK;
    const char *const *name = model->method ? model->method->extra : NULL;
    ard_node extras;
    TRY(ard_node_member(object, "extras", &extras));
    if (!name && ard_node_is_null(&extras)) goto done;
    if (model->method && !name) TRY(ard_node_fail(&extras, "must be null: the method '%s' has none", model->method_name));
    if (!model->method) {
        TRY(ard_node_copy_plain(&extras, &foreign_of(model, part)->extras));
        goto done;
    }
    TRY(ard_node_object(&extras));
    for (int i = 0; name[i]; i++)
        if (has_extra(version, name[i])) TRY(ard_member_real_or_null(&extras, name[i], fit_of(model, part)->extra + i));
    TRY(ard_node_done(&extras));
done:
    return rc;
}

/* ------------------------------------------------------------------ tuning */

/* Index of the setting that a file of this version calls `name`, or -1. */
static int setting_of(const ard_method *method, int64_t version, const char *name)
{
    for (int i = 0; i < method->n_settings; i++) {
        const char *old = old_name(method->settings + i, version);
        if (old && strcmp(old, name) == 0) return i;
    }
    return ard_setting_index(method, name);
}

/* The names of the settings that were tuned. */
static int read_tuned(ard_node *report, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_fit_report *to = &model->report;
    ard_node tuned;
    int64_t n = 0;
    TRY(ard_member_array(report, "tuned", &tuned, &n));
    if (n > ARD_MAX_TUNED) TRY(ard_node_fail(&tuned, "has %lld settings; at most %d are tuned", (long long)n, ARD_MAX_TUNED));
    if (!model->method) NEW(report->context, model->foreign.tuned, n);
    for (int j = 0; j < (int)n; j++) {
        const ard_node element = ard_node_element(&tuned, j);
        const char *name = NULL;
        TRY(ard_node_text(&element, &name));
        to->n_tuned = j + 1;
        if (!model->method) {
            COPY(report->context, model->foreign.tuned[j], name);
            continue;
        }
        const int index = to->tuned_setting[j] = setting_of(model->method, version, name);
        bool again = false;
        for (int k = 0; k < j; k++) again = again || to->tuned_setting[k] == index;
        if (index < 0 || again)
            TRY(ard_node_fail(&element, "%s: '%.40s'", again ? "is there twice" : "is no setting of the method", name));
    }
done:
    return rc;
}

static int read_status(ard_node *node, ard_tuned *out)
{
    int rc = ARDOR_OK;
    const char *name = NULL;
    ard_node message;
    TRY(ard_member_text(node, "status", &name));
    if (!ard_tuned_status_find(name, &out->status)) TRY(ard_node_fail(node, "has the unknown status '%.40s'", name));
    TRY(ard_node_member(node, "message", &message));
    TRY(ard_node_copy_text_or_null(&message, &out->message));
done:
    return rc;
}

/* The size of the filter, where several were tried. */
static int read_size(ard_node *node, ard_tuned *out)
{
    int rc = ARDOR_OK;
    ard_node size;
    TRY(ard_node_member(node, "filter", &size));
    if (ard_node_is_null(&size)) return ARDOR_OK;
    TRY(ard_node_int(&size, 1, ARD_MOST_COUNT, &out->filter));
    if (out->empty) rc = ard_node_fail(&size, "must be null: the empty model has no filter");
done:
    return rc;
}

static int read_candidate(ard_node *node, int64_t version, const ardor_model *model, ard_tuned *out)
{
    int rc = ARDOR_OK;
    ard_node empty;
    TRY(ard_node_object(node));
    for (int j = 0; j < model->report.n_tuned; j++)
        TRY(read_setting_of(node, &model->method->settings[model->report.tuned_setting[j]], version, &out->value[j]));
    TRY(ard_read_fields(ard_tuned_fields, node, out));
    out->deviance_se = (double)NAN;
    if (version > ARD_MODEL_OLD_PREPARE) TRY(read_status(node, out));
    if (version > ARD_MODEL_OLD_INPUTS) {
        TRY(ard_node_member(node, "empty", &empty));
        TRY(ard_node_bool(&empty, &out->empty));
    }
    if (version > ARD_MODEL_OLD_FILTERS) TRY(read_size(node, out));
    TRY(ard_node_done(node));
done:
    return rc;
}

/* A list of objects that are kept as they are; *n of the texts are there. */
static int copy_rows(const ard_node *array, int64_t size, int64_t *n, char ***out)
{
    int rc = ARDOR_OK;
    NEW(array->context, *out, size);
    *n = size;
    for (int64_t i = 0; i < size; i++) {
        const ard_node row = ard_node_element(array, i);
        TRY(ard_node_copy_plain(&row, *out + i));
    }
done:
    return rc;
}

static int read_candidates(ard_node *report, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_fit_report *to = &model->report;
    ard_node candidates;
    int64_t n = 0;
    TRY(ard_member_array(report, "candidates", &candidates, &n));
    if (!model->method) {
        TRY(copy_rows(&candidates, n, &to->n_candidates, &model->foreign.candidate));
        goto done;
    }
    NEW(report->context, to->candidate, n);
    to->n_candidates = n;
    for (int64_t i = 0; i < n; i++) {
        ard_node element = ard_node_element(&candidates, i);
        TRY(read_candidate(&element, version, model, to->candidate + i));
        if (!to->candidate[i].empty && !to->candidate[i].filter != !to->candidate[0].filter)
            TRY(ard_node_fail(&element, "must have a filter as the first one has, or none as that"));
    }
done:
    return rc;
}

static int read_baseline(ard_node *report, ard_fit_report *to)
{
    int rc = ARDOR_OK;
    ard_node baseline, learnt;
    TRY(ard_node_member(report, "baseline", &baseline));
    TRY(ard_node_member(report, "learnt", &learnt));
    if (ard_node_is_null(&baseline)) {
        if (!ard_node_is_null(&learnt)) rc = ard_node_fail(&learnt, "must be null: there is no baseline");
        goto done;
    }
    if (to->n_candidates == 0) TRY(ard_node_fail(&baseline, "must be null: there are no candidates"));
    TRY(ard_node_object(&baseline));
    TRY(ard_member_real(&baseline, "error", &to->baseline_error));
    TRY(ard_member_real(&baseline, "deviance", &to->baseline_deviance));
    TRY(ard_node_done(&baseline));
    TRY(ard_node_bool(&learnt, &to->learnt));
done:
    return rc;
}

int ard_read_tuning(ard_node *report, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_fit_report *to = &model->report;
    ard_node chosen;
    to->baseline_error = to->baseline_deviance = (double)NAN;
    TRY(read_tuned(report, version, model));
    TRY(read_candidates(report, version, model));
    TRY(ard_node_member(report, "chosen", &chosen));
    if (to->n_candidates > 0)
        TRY(ard_node_int(&chosen, 0, to->n_candidates - 1, &model->report.chosen));
    else if (!ard_node_is_null(&chosen))
        TRY(ard_node_fail(&chosen, "must be null: there are no candidates"));
    if (version > ARD_MODEL_OLD_INPUTS) TRY(read_baseline(report, to));
done:
    return rc;
}

/* ------------------------------------------------------------------ the trace */

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

int ard_read_certificate(ard_node *object, int64_t version, ard_certificate_kind old, ard_certificate *out)
{
    int rc = ARDOR_OK;
    double weights = 0, scales = 0;
    *out = ard_certificate_none();
    TRY(ard_member_real_or_null(object, "kkt_weights", &weights));
    TRY(ard_member_real_or_null(object, "kkt_scales", &scales));
    if (version <= ARD_MODEL_OLD) {
        if (old != ARD_CERTIFICATE_NONE) *out = (ard_certificate){old, weights, scales};
        goto done;
    }
    TRY(ard_member_real_or_null(object, "certificate_weights", &out->weights));
    TRY(ard_member_real_or_null(object, "certificate_scales", &out->scales));
    if (!isnan(weights) || !isnan(scales)) {
        out->kind = ARD_CERTIFICATE_KKT;
        if (!same(weights, out->weights) || !same(scales, out->scales))
            rc = ard_node_fail(object, "has KKT violations that are not its certificate");
    } else if (!isnan(out->weights) || !isnan(out->scales)) {
        out->kind = ARD_CERTIFICATE_GRADIENT;
    }
done:
    return rc;
}

static int read_iteration(ard_node *node, int64_t version, ard_certificate_kind old, bool scores, ard_iteration *out)
{
    int rc = ARDOR_OK;
    TRY(ard_node_object(node));
    TRY(ard_member_real_or_null(node, "objective", &out->objective));
    TRY(ard_read_certificate(node, version, old, &out->certificate));
    TRY(ard_read_fields(ard_iteration_fields, node, out));
    if (scores) TRY(ard_read_fields(ard_score_fields, node, out));
    TRY(ard_node_done(node));
done:
    return rc;
}

int ard_read_trace(ard_node *report, int64_t version, ard_certificate_kind old, ardor_model *model, const int64_t *part)
{
    int rc = ARDOR_OK;
    ard_trace *trace = &fit_of(model, part)->trace;
    ard_foreign *foreign = foreign_of(model, part);
    ard_node node;
    int64_t n = 0;
    TRY(ard_node_member(report, "trace", &node));
    if (ard_node_is_null(&node)) goto done;
    TRY(ard_node_array(&node, &n));
    if (!model->method) {
        TRY(copy_rows(&node, n, &foreign->n_trace, &foreign->trace));
        goto done;
    }
    NEW(report->context, trace->iteration, n);
    trace->n = trace->room = n;
    for (int64_t i = 0; i < n; i++) {
        ard_node row = ard_node_element(&node, i);
        TRY(read_iteration(&row, version, old, model->method->can & ARD_HAS_SCORES, trace->iteration + i));
    }
done:
    return rc;
}
