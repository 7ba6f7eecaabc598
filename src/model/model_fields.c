/* The plain members of the structures: see model_fields.h. */
#include "model/model_fields.h"

#include <math.h>
#include <stddef.h>

#include "model/model.h"

#define FIELD(structure, member, kind, least)                                                                                    \
    {                                                                                                                            \
#member, kind, offsetof(structure, member), least                                                                        \
    }

const ard_field ard_report_fields[] = {FIELD(ard_fit_report, n, ARD_FIELD_COUNT, 1),
                                       FIELD(ard_fit_report, p, ARD_FIELD_COUNT, 0),
                                       FIELD(ard_fit_report, n_constant, ARD_FIELD_COUNT, 0),
                                       FIELD(ard_fit_report, protocol, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, class_weight, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, seed, ARD_FIELD_SEED, 0),
                                       FIELD(ard_fit_report, train_error, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, tune, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, rule, ARD_FIELD_TEXT_OR_NULL, 0),
                                       FIELD(ard_fit_report, relax_factor, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, relax_error_before, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, relax_error_after, ARD_FIELD_REAL_OR_NULL, 0),
                                       FIELD(ard_fit_report, seconds, ARD_FIELD_REAL_OR_NULL, 0),
                                       {0}};

const ard_field ard_fit_fields[] = {FIELD(ard_fit, null_model, ARD_FIELD_BOOL, 0),
                                    FIELD(ard_fit, objective, ARD_FIELD_REAL_OR_NULL, 0),
                                    FIELD(ard_fit, iterations, ARD_FIELD_COUNT, 0),
                                    {"stop_reason", ARD_FIELD_STOP, offsetof(ard_fit, stop), 0},
                                    FIELD(ard_fit, n_screened, ARD_FIELD_COUNT, -1),
                                    FIELD(ard_fit, screen_kkt, ARD_FIELD_REAL_OR_NULL, 0),
                                    {0}};

const ard_field ard_optimum_fields[] = {
    FIELD(ard_optimum, objective, ARD_FIELD_REAL_OR_NULL, 0), {"starts", ARD_FIELD_COUNT, offsetof(ard_optimum, n_starts), 1},
    FIELD(ard_optimum, n_vectors, ARD_FIELD_COUNT, 0),        FIELD(ard_optimum, n_features, ARD_FIELD_COUNT, 0),
    FIELD(ard_optimum, n_common, ARD_FIELD_COUNT, 0),         {0}};

const ard_field ard_tuned_fields[] = {
    FIELD(ard_tuned, error, ARD_FIELD_REAL_OR_NULL, 0),     FIELD(ard_tuned, error_se, ARD_FIELD_REAL_OR_NULL, 0),
    FIELD(ard_tuned, deviance, ARD_FIELD_REAL_OR_NULL, 0),  FIELD(ard_tuned, n_features, ARD_FIELD_REAL_OR_NULL, 0),
    FIELD(ard_tuned, n_vectors, ARD_FIELD_REAL_OR_NULL, 0), {0}};

const ard_field ard_iteration_fields[] = {FIELD(ard_iteration, n_vectors, ARD_FIELD_COUNT, 0),
                                          FIELD(ard_iteration, n_features, ARD_FIELD_COUNT, 0),
                                          FIELD(ard_iteration, seconds, ARD_FIELD_REAL_OR_NULL, 0),
                                          {0}};

const ard_field ard_score_fields[] = {FIELD(ard_iteration, score_errors, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, score_probability, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, score_probability_scaled, ARD_FIELD_REAL_OR_NULL, 0),
                                      FIELD(ard_iteration, score_log_density, ARD_FIELD_REAL_OR_NULL, 0),
                                      {0}};

void ard_json_fields(ard_json *json, const ard_field *fields, const void *base)
{
    for (const ard_field *field = fields; field->key; field++) {
        const void *member = (const char *)base + field->offset;
        switch (field->type) {
        case ARD_FIELD_COUNT:
            ard_json_int(json, field->key, *(const int64_t *)member);
            break;
        case ARD_FIELD_SEED:
            ard_json_int(json, field->key, (int64_t) * (const uint64_t *)member);
            break;
        case ARD_FIELD_REAL_OR_NULL:
            ard_json_real(json, field->key, *(const double *)member);
            break;
        case ARD_FIELD_BOOL:
            ard_json_bool(json, field->key, *(const bool *)member);
            break;
        case ARD_FIELD_TEXT_OR_NULL:
            ard_json_text(json, field->key, *(char *const *)member);
            break;
        case ARD_FIELD_STOP:
            ard_json_text(json, field->key, ard_stop_name(*(const ard_stop *)member));
            break;
        }
    }
}

int ard_read_stop(const ard_node *node, ard_stop *out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_node_text(node, &text));
    if (!ard_stop_parse(text, out)) rc = ard_node_fail(node, "is no stop reason: '%.40s'", text);
done:
    return rc;
}

static int read_field(const ard_field *field, ard_node *object, void *member)
{
    int rc = ARDOR_OK;
    ard_node node;
    int64_t count = 0;
    TRY(ard_node_member(object, field->key, &node));
    switch (field->type) {
    case ARD_FIELD_COUNT:
        rc = ard_node_int(&node, field->low, ARD_MOST_COUNT, member);
        break;
    case ARD_FIELD_SEED:
        TRY(ard_node_int(&node, 0, INT64_MAX, &count));
        *(uint64_t *)member = (uint64_t)count;
        break;
    case ARD_FIELD_REAL_OR_NULL:
        rc = ard_node_real_or_null(&node, member);
        break;
    case ARD_FIELD_BOOL:
        rc = ard_node_bool(&node, member);
        break;
    case ARD_FIELD_TEXT_OR_NULL:
        rc = ard_node_copy_text_or_null(&node, member);
        break;
    case ARD_FIELD_STOP:
        rc = ard_read_stop(&node, member);
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

int ard_read_certificate_member(ard_node *object, ard_certificate *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    const char *kind = NULL;
    TRY(ard_member_object(object, "certificate", &node));
    TRY(ard_member_text(&node, "kind", &kind));
    if (!ard_certificate_parse(kind, &out->kind)) TRY(ard_node_fail(&node, "is of an unknown kind '%.40s'", kind));
    TRY(ard_member_real_or_null(&node, "weights", &out->weights));
    TRY(ard_member_real_or_null(&node, "scales", &out->scales));
    if (out->kind == ARD_CERTIFICATE_NONE && !(isnan(out->weights) && isnan(out->scales)))
        TRY(ard_node_fail(&node, "has numbers, but is of the kind 'none'"));
    TRY(ard_node_done(&node));
done:
    return rc;
}
