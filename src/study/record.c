/* Records in memory and as members of an object. */
#include "study/record.h"

#include <stddef.h>

#include "base/text.h"
#include "json/json_remarks.h"
#include "model/model_fields.h"
#include "model/model_file.h"

static const ard_field fields[] = {{"n_train", ARD_FIELD_COUNT, offsetof(ard_record, n_train), 0},
                                   {"n_vectors", ARD_FIELD_COUNT, offsetof(ard_record, n_vectors), 0},
                                   {"n_screened", ARD_FIELD_COUNT, offsetof(ard_record, n_screened), -1},
                                   {"stop_reason", ARD_FIELD_STOP, offsetof(ard_record, stop), 0},
                                   {"null_model", ARD_FIELD_BOOL, offsetof(ard_record, null_model), 0},
                                   {"objective", ARD_FIELD_REAL_OR_NULL, offsetof(ard_record, objective), 0},
                                   {"filter", ARD_FIELD_COUNT, offsetof(ard_record, filter), 0},
                                   {"relax_factor", ARD_FIELD_REAL_OR_NULL, offsetof(ard_record, relax_factor), 0},
                                   {0}};

void ard_record_free(ardor_context *context, ard_record *r)
{
    ard_remarks_free(context, &r->remarks);
    ard_free(context, r->error_rise);
    ard_free(context, r->loss_rise);
    ard_free(context, r->weight);
    ard_free(context, r->importance);
    ard_free(context, r->selected);
    ard_free(context, r->unrelaxed);
    ard_free(context, r->prob);
    ard_free(context, r->share);
    ard_free(context, r->row);
    ard_free(context, r->message);
    *r = (ard_record){0};
}

void ard_records_free(ardor_context *context, int64_t n, ard_record *record)
{
    for (int64_t f = 0; record && f < n; f++) ard_record_free(context, &record[f]);
    ard_free(context, record);
}

ard_stop ard_records_stopped(int64_t n, const ard_record *record, ard_stop stopped)
{
    for (int64_t f = 0; f < n; f++)
        if (record[f].status == ARD_RECORD_NONE) return stopped;
    return ARD_STOP_NONE;
}

static void write_ints(ard_json *json, const char *key, int64_t n, const int64_t *value)
{
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < n; i++) ard_json_int(json, NULL, value[i]);
    ard_json_close(json);
}

static void write_content(const ard_record *r, ard_json *json)
{
    ard_json_fields(json, fields, r);
    ard_json_certificate(json, "certificate", &r->certificate);
    write_ints(json, "rows", r->n_test, r->row);
    ard_json_reals(json, "shares", r->n_classes, r->share, 1);
    ard_json_reals(json, "prob", r->n_test * r->n_classes, r->prob, 1);
    if (r->unrelaxed)
        ard_json_reals(json, "unrelaxed", r->n_test * r->n_classes, r->unrelaxed, 1);
    else
        ard_json_null(json, "unrelaxed");
    write_ints(json, "selected", r->n_selected, r->selected);
    ard_json_reals(json, "importance", r->n_selected, r->importance, 1);
    ard_json_reals(json, "weight", r->n_selected * ard_record_weights(r->n_classes), r->weight, 1);
    if (r->loss_rise) ard_json_reals(json, "loss_rise", r->n_selected, r->loss_rise, 1);
    if (r->loss_rise) ard_json_reals(json, "error_rise", r->n_selected, r->error_rise, 1);
    ard_json_reals(json, "used", r->n_settings, r->used, 1);
}

void ard_record_write(const ard_record *r, ard_json *json)
{
    ard_json_int(json, "cell", r->cell);
    ard_json_int(json, "fold", r->fold + 1);
    ard_json_text(json, "message", r->message);
    if (r->status == ARD_RECORD_DONE) write_content(r, json);
    ard_json_remarks(json, "remarks", &r->remarks);
    ard_json_real(json, "seconds", r->seconds);
}

static int read_ints(ard_node *object, const char *key, int64_t below, int64_t *n, int64_t **out)
{
    int rc = ARDOR_OK;
    ard_node list;
    TRY(ard_member_array(object, key, &list, n));
    NEW(object->context, *out, *n);
    for (int64_t i = 0; i < *n; i++) {
        const ard_node element = ard_node_element(&list, i);
        TRY(ard_node_int(&element, 0, below - 1, *out + i));
    }
done:
    return rc;
}

/* n reals, of which null is NaN. */
static int read_reals(ard_node *object, const char *key, int64_t n, double *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    TRY(ard_member_array_of(object, key, n, "values", &list));
    for (int64_t i = 0; i < n; i++) {
        const ard_node element = ard_node_element(&list, i);
        TRY(ard_node_real_or_null(&element, out + i));
    }
done:
    return rc;
}

/* The members are there where they were measured, so that lines without them are those of the version before. */
static int read_rises(ard_node *object, ard_record *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    if (!ard_node_has(object, "loss_rise")) return ARDOR_OK;
    NEW(object->context, out->loss_rise, out->n_selected);
    NEW(object->context, out->error_rise, out->n_selected);
    TRY(ard_member_array_of(object, "loss_rise", out->n_selected, "values", &list));
    TRY(ard_node_reals(&list, out->n_selected, out->loss_rise, 1));
    TRY(ard_member_array_of(object, "error_rise", out->n_selected, "values", &list));
    TRY(ard_node_reals(&list, out->n_selected, out->error_rise, 1));
done:
    return rc;
}

static int read_content(ard_node *object, const ard_record_frame *frame, ard_record *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    ardor_context *context = object->context;
    TRY(ard_read_fields(fields, object, out));
    TRY(ard_read_certificate_member(object, &out->certificate));
    TRY(read_ints(object, "rows", frame->n, &out->n_test, &out->row));
    out->n_classes = frame->n_classes;
    NEW(context, out->share, frame->n_classes);
    TRY(read_reals(object, "shares", frame->n_classes, out->share));
    NEW(context, out->prob, out->n_test * frame->n_classes);
    TRY(read_reals(object, "prob", out->n_test * frame->n_classes, out->prob));
    TRY(ard_node_member(object, "unrelaxed", &node));
    if (!ard_node_is_null(&node)) {
        NEW(context, out->unrelaxed, out->n_test * frame->n_classes);
        TRY(read_reals(object, "unrelaxed", out->n_test * frame->n_classes, out->unrelaxed));
    }
    TRY(read_ints(object, "selected", frame->p, &out->n_selected, &out->selected));
    NEW(context, out->importance, out->n_selected);
    TRY(read_reals(object, "importance", out->n_selected, out->importance));
    const int64_t n_weights = out->n_selected * ard_record_weights(frame->n_classes);
    NEW(context, out->weight, n_weights);
    TRY(read_reals(object, "weight", n_weights, out->weight));
    TRY(read_rises(object, out));
    out->n_settings = frame->n_settings;
    TRY(read_reals(object, "used", frame->n_settings, out->used));
done:
    return rc;
}

int ard_record_read(ard_node *object, const ard_record_frame *frame, ard_record *out)
{
    int rc = ARDOR_OK;
    ard_record r = {0};
    ard_node node;
    *out = r;
    TRY(ard_member_int(object, "cell", 0, frame->n_cells - 1, &r.cell));
    TRY(ard_member_int(object, "fold", 1, frame->n_folds, &r.fold));
    r.fold--;
    TRY(ard_node_member(object, "message", &node));
    TRY(ard_node_copy_text_or_null(&node, &r.message));
    r.status = r.message ? ARD_RECORD_FAILED : ARD_RECORD_DONE;
    if (!r.message) TRY(read_content(object, frame, &r));
    TRY(ard_member_remarks(object, "remarks", &r.remarks));
    TRY(ard_member_real_or_null(object, "seconds", &r.seconds));
    *out = r;
    r = (ard_record){0};
done:
    ard_record_free(object->context, &r);
    return rc;
}
