#include "data/inputs.h"

#include <string.h>

#include "base/text.h"

enum { N_NAMES = 4 };
static const char *const keys[N_NAMES] = {"target", "weights", "group", "id"};

static char **names_of(ard_inputs *inputs, int i)
{
    char **const name[N_NAMES] = {&inputs->target, &inputs->weights, &inputs->group, &inputs->id};
    return name[i];
}

void ard_inputs_free(ardor_context *context, ard_inputs *inputs)
{
    for (int i = 0; i < N_NAMES; i++) ard_free(context, *names_of(inputs, i));
    ard_names_free(context, inputs->n_rest, inputs->rest);
    *inputs = (ard_inputs){0};
}

int ard_inputs_copy(ardor_context *context, const ard_inputs *from, ard_inputs *out)
{
    int rc = ARDOR_OK;
    ard_inputs source = *from;
    *out = *from;
    for (int i = 0; i < N_NAMES; i++) *names_of(out, i) = NULL;
    out->rest = NULL;
    for (int i = 0; i < N_NAMES; i++)
        if (*names_of(&source, i)) COPY(context, *names_of(out, i), *names_of(&source, i));
    if (from->rest) TRY(ard_names_copy(context, from->n_rest, from->rest, &out->rest));
done:
    if (rc != ARDOR_OK) ard_inputs_free(context, out);
    return rc;
}

static void write_counts(ard_json *json, const char *key, int64_t read, int64_t dropped)
{
    if (read < 0) {
        ard_json_null(json, key);
        return;
    }
    ard_json_open_line(json, key, '{');
    ard_json_int(json, "read", read);
    ard_json_int(json, "dropped", dropped);
    ard_json_close(json);
}

void ard_json_inputs(ard_json *json, const char *rows, const ard_inputs *inputs)
{
    ard_inputs source = *inputs;
    for (int i = 0; i < N_NAMES; i++) ard_json_text(json, keys[i], *names_of(&source, i));
    if (inputs->header < 0)
        ard_json_null(json, "header");
    else
        ard_json_bool(json, "header", inputs->header > 0);
    ard_json_text(json, "onehot", ard_onehot_name(inputs->onehot));
    write_counts(json, rows, inputs->rows_read, inputs->rows_dropped);
    write_counts(json, "columns", inputs->columns_read, inputs->columns_dropped);
}

static int read_counts(ard_node *object, const char *key, int64_t *read, int64_t *dropped)
{
    int rc = ARDOR_OK;
    ard_node counts;
    *read = -1;
    TRY(ard_node_member(object, key, &counts));
    if (ard_node_is_null(&counts)) return ARDOR_OK;
    TRY(ard_node_object(&counts));
    TRY(ard_member_int(&counts, "read", 0, INT64_MAX, read));
    TRY(ard_member_int(&counts, "dropped", 0, *read, dropped));
    TRY(ard_node_done(&counts));
done:
    return rc;
}

static int read_onehot(ard_node *object, ard_onehot *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    const char *text = NULL;
    TRY(ard_node_member(object, "onehot", &node));
    if (ard_node_is_null(&node)) return ARDOR_OK;
    TRY(ard_node_text(&node, &text));
    for (*out = ARD_ONEHOT_ERROR; *out <= ARD_ONEHOT_ZERO; ++*out)
        if (strcmp(text, ard_onehot_name(*out)) == 0) return ARDOR_OK;
    rc = ard_node_fail(&node, "must be null, error or zero, not '%.40s'", text);
done:
    return rc;
}

int ard_inputs_read(ard_node *object, bool has_onehot, ard_inputs *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    bool header = false;
    *out = (ard_inputs){.header = -1};
    for (int i = 0; i < N_NAMES; i++) {
        TRY(ard_node_member(object, keys[i], &node));
        TRY(ard_node_copy_text_or_null(&node, names_of(out, i)));
    }
    TRY(ard_node_member(object, "header", &node));
    if (!ard_node_is_null(&node)) {
        TRY(ard_node_bool(&node, &header));
        out->header = header;
    }
    if (has_onehot) TRY(read_onehot(object, &out->onehot));
    TRY(read_counts(object, "rows", &out->rows_read, &out->rows_dropped));
    TRY(read_counts(object, "columns", &out->columns_read, &out->columns_dropped));
done:
    if (rc != ARDOR_OK) ard_inputs_free(object->context, out);
    return rc;
}

void ard_json_rest(ard_json *json, const char *key, const ard_inputs *inputs)
{
    if (inputs->n_rest > 0)
        ard_json_texts(json, key, inputs->n_rest, inputs->rest);
    else
        ard_json_null(json, key);
}

int ard_rest_read(ard_node *object, const char *key, ard_inputs *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_node_member(object, key, &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array(&list, &n));
    if (n < 2 || n > INT32_MAX) TRY(ard_node_fail(&list, "must be null, or have two labels at least"));
    NEW(object->context, out->rest, n);
    out->n_rest = (int)n;
    for (int i = 0; i < out->n_rest; i++) {
        const ard_node label = ard_node_element(&list, i);
        TRY(ard_node_copy_text(&label, &out->rest[i]));
    }
done:
    return rc;
}
