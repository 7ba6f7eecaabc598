/* The report part of the model file, and the plain members and settings that its other parts share. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/model_file.h"
#include "model/model_read.h"

static int read_field(const ard_field *field, ard_node *object, void *member)
{
    int rc = ARDOR_OK;
    ard_node node;
    int64_t count = 0;
    const char *text = NULL;
    TRY(ard_node_member(object, field->key, &node));
    switch (field->type) {
    case ARD_FIELD_COUNT:
        rc = ard_node_int(&node, field->low, INT64_MAX, member);
        break;
    case ARD_FIELD_SEED:
        TRY(ard_node_int(&node, 0, INT64_MAX, &count));
        *(uint64_t *)member = (uint64_t)count;
        break;
    case ARD_FIELD_REAL:
        rc = ard_node_real(&node, member);
        break;
    case ARD_FIELD_REAL_OR_NULL:
        rc = ard_node_real_or_null(&node, member);
        break;
    case ARD_FIELD_BOOL:
        rc = ard_node_bool(&node, member);
        break;
    case ARD_FIELD_TEXT_OR_NULL:
        if (ard_node_is_null(&node)) break;
        rc = ard_node_copy_text(&node, member);
        break;
    case ARD_FIELD_STOP:
        TRY(ard_node_text(&node, &text));
        if (!ard_stop_parse(text, member)) rc = ard_node_fail(&node, "is no stop reason: '%.40s'", text);
        break;
    }
done:
    return rc;
}

int ard_read_fields(const ard_field *fields, ard_node *object, void *base)
{
    int rc = ARDOR_OK;
    for (const ard_field *field = fields; field->key; field++) TRY(read_field(field, object, (char *)base + field->offset));
done:
    return rc;
}

/* A value of the setting; null is NaN: chosen from the data. */
int ard_read_setting(const ard_node *node, const ard_setting *setting, double *out)
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
    if (setting->type <= ARD_SETTING_INT && !(*out >= setting->low && *out <= setting->high))
        rc = ard_node_fail(node, "must be between %g and %g, but is %g", setting->low, setting->high, *out);
done:
    return rc;
}

/* The last version of the file before settings were renamed. */
enum { OLD_NAMES = 2 };

static const char *old_name(const ard_setting *setting, int64_t version) { return version <= OLD_NAMES ? setting->was : NULL; }

int ard_member_setting(ard_node *object, const ard_setting *setting, int64_t version, ard_node *out)
{
    const char *old = old_name(setting, version);
    return ard_node_member(object, old && ard_node_has(object, old) ? old : setting->name, out);
}

/* Index of the setting that such a file calls `name`, or -1. */
static int setting_of(const ard_method *method, int64_t version, const char *name)
{
    for (int i = 0; i < method->n_settings; i++) {
        const char *old = old_name(method->settings + i, version);
        if (old && strcmp(old, name) == 0) return i;
    }
    return ard_setting_index(method, name);
}

static int read_candidate(ard_node *node, int64_t version, const ardor_model *model, ard_tuned *out)
{
    int rc = ARDOR_OK;
    TRY(ard_node_object(node));
    for (int j = 0; j < model->report.n_tuned; j++) {
        const ard_setting *setting = &model->method->settings[model->report.tuned_setting[j]];
        ard_node value;
        TRY(ard_member_setting(node, setting, version, &value));
        TRY(ard_read_setting(&value, setting, &out->value[j]));
    }
    TRY(ard_read_fields(ard_tuned_fields, node, out));
    TRY(ard_node_done(node));
done:
    return rc;
}

/* The names of the settings that were tuned. */
static int read_tuned(ard_node *node, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_fit_report *report = &model->report;
    ard_node tuned;
    int64_t n = 0;
    TRY(ard_member_array(node, "tuned", &tuned, &n));
    if (n > ARD_MAX_TUNED) TRY(ard_node_fail(&tuned, "has %lld settings; at most %d are tuned", (long long)n, ARD_MAX_TUNED));
    for (int j = 0; j < (int)n; j++) {
        ard_node element = ard_node_element(&tuned, j);
        const char *name = NULL;
        TRY(ard_node_text(&element, &name));
        int index = setting_of(model->method, version, name);
        bool again = false;
        for (int k = 0; k < j; k++) again = again || report->tuned_setting[k] == index;
        if (index < 0 || again)
            TRY(ard_node_fail(&element, "%s: '%.40s'", again ? "is there twice" : "is no setting of the method", name));
        report->tuned_setting[j] = index;
        report->n_tuned = j + 1;
    }
done:
    return rc;
}

static int read_candidates(ard_node *node, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_fit_report *report = &model->report;
    ard_node candidates, chosen;
    int64_t n = 0;
    TRY(ard_member_array(node, "candidates", &candidates, &n));
    NEW(node->context, report->candidate, n);
    report->n_candidates = n;
    for (int64_t i = 0; i < n; i++) {
        ard_node element = ard_node_element(&candidates, i);
        TRY(read_candidate(&element, version, model, &report->candidate[i]));
    }
    TRY(ard_node_member(node, "chosen", &chosen));
    if (n > 0) {
        TRY(ard_node_int(&chosen, 0, n - 1, &report->chosen));
    } else if (!ard_node_is_null(&chosen)) {
        rc = ard_node_fail(&chosen, "must be null: there are no candidates");
    }
done:
    return rc;
}

static int read_trace(ard_node *report, const ard_method *method, ard_trace *trace)
{
    int rc = ARDOR_OK;
    ard_node node;
    int64_t n = 0;
    TRY(ard_node_member(report, "trace", &node));
    if (ard_node_is_null(&node)) goto done;
    TRY(ard_node_array(&node, &n));
    NEW(report->context, trace->iteration, n);
    trace->n = trace->room = n;
    for (int64_t i = 0; i < n; i++) {
        ard_node row = ard_node_element(&node, i);
        TRY(ard_node_object(&row));
        TRY(ard_read_fields(ard_trace_fields, &row, &trace->iteration[i]));
        if (method->can & ARD_HAS_SCORES) TRY(ard_read_fields(ard_score_fields, &row, &trace->iteration[i]));
        TRY(ard_node_done(&row));
    }
done:
    return rc;
}

int ard_read_report(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node node;
    TRY(ard_member_object(root, "report", &node));
    TRY(ard_read_fields(ard_report_fields, &node, &model->report));
    TRY(read_tuned(&node, version, model));
    TRY(read_candidates(&node, version, model));
    TRY(read_trace(&node, model->method, &model->solution.trace));
    TRY(ard_node_done(&node));
done:
    return rc;
}
