/* Checked access to a parsed JSON document: see json_read.h. */
#include "json/json_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json/json.h"

int ard_json_parse(ardor_context *context, const char *text, size_t bytes, const char *file, json_t **out)
{
    json_error_t error;
    *out = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (*out) return ARDOR_OK;
    /* jansson says most often nothing at all where memory ran out; every other failure has a text */
    if (!error.text[0] || json_error_code(&error) == json_error_out_of_memory)
        return ard_fail(context, ARDOR_MEMORY, "out of memory while reading '%s'", file);
    return ard_fail(context, ARDOR_DATA, "%s: line %d, column %d: not valid JSON: %s", file, error.line, error.column,
                    error.text);
}

ard_node ard_node_root(ardor_context *context, const char *file, const json_t *json)
{
    return (ard_node){.context = context, .file = file, .json = json};
}

int ard_node_fail(const ard_node *node, const char *format, ...)
{
    char what[512];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    return ard_fail(node->context, ARDOR_DATA, "%s: %s %s", node->file, node->path[0] ? node->path : "the document", what);
}

/* Paths are for messages: a long one is cut. */
static void extend_path(const ard_node *parent, ard_node *child, const char *format, ...)
{
    size_t used = strlen(parent->path);
    memcpy(child->path, parent->path, used + 1);
    va_list list;
    va_start(list, format);
    vsnprintf(child->path + used, sizeof child->path - used, format, list);
    va_end(list);
}

static void child_of(const ard_node *parent, const json_t *json, ard_node *out)
{
    out->context = parent->context;
    out->file = parent->file;
    out->json = json;
    out->n_taken = 0;
}

static bool is_taken(const ard_node *object, const char *key)
{
    for (int i = 0; i < object->n_taken; i++)
        if (strcmp(object->taken[i], key) == 0) return true;
    return false;
}

int ard_node_member(ard_node *object, const char *key, ard_node *out)
{
    const json_t *json = json_object_get(object->json, key);
    if (!json) return ard_node_fail(object, "lacks the member '%s'", key);
    child_of(object, json, out);
    extend_path(object, out, "%s%s", object->path[0] ? "." : "", key);
    if (is_taken(object, key)) return ARDOR_OK; /* once: ard_node_done compares numbers */
    if (object->n_taken == ARD_NODE_KEYS)
        return ard_fail(object->context, ARDOR_INTERNAL, "more than %d members are read of one object", ARD_NODE_KEYS);
    object->taken[object->n_taken++] = key;
    return ARDOR_OK;
}

ard_node ard_node_element(const ard_node *array, int64_t i)
{
    ard_node out;
    child_of(array, json_array_get(array->json, (size_t)i), &out);
    extend_path(array, &out, "[%lld]", (long long)i);
    return out;
}

int ard_node_done(const ard_node *object)
{
    if (json_object_size(object->json) == (size_t)object->n_taken) return ARDOR_OK;
    json_t *json = (json_t *)object->json; /* jansson's iterators take no const */
    for (void *at = json_object_iter(json); at; at = json_object_iter_next(json, at)) {
        const char *key = json_object_iter_key(at);
        if (!is_taken(object, key)) return ard_node_fail(object, "has a member '%.80s' that means nothing here", key);
    }
    return ARDOR_OK;
}

static int type_error(const ard_node *node, const char *wanted)
{
    static const char *const name[] = {"an object", "an array", "a text", "an integer", "a real number", "true", "false", "null"};
    return ard_node_fail(node, "must be %s, but is %s", wanted, name[json_typeof(node->json)]);
}

int ard_node_object(const ard_node *node) { return json_is_object(node->json) ? ARDOR_OK : type_error(node, "an object"); }

int ard_node_array(const ard_node *node, int64_t *size)
{
    if (!json_is_array(node->json)) return type_error(node, "an array");
    *size = (int64_t)json_array_size(node->json);
    return ARDOR_OK;
}

bool ard_node_has(const ard_node *object, const char *key) { return json_object_get(object->json, key) != NULL; }

bool ard_node_is_null(const ard_node *node) { return json_is_null(node->json); }

int ard_node_text(const ard_node *node, const char **out)
{
    if (!json_is_string(node->json)) return type_error(node, "a text");
    *out = json_string_value(node->json);
    return ARDOR_OK;
}

int ard_node_copy_text(const ard_node *node, char **out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_node_text(node, &text));
    COPY(node->context, *out, text);
done:
    return rc;
}

int ard_node_copy_text_or_null(const ard_node *node, char **out)
{
    *out = NULL;
    return json_is_null(node->json) ? ARDOR_OK : ard_node_copy_text(node, out);
}

int ard_node_bool(const ard_node *node, bool *out)
{
    if (!json_is_boolean(node->json)) return type_error(node, "true or false");
    *out = json_is_true(node->json);
    return ARDOR_OK;
}

int ard_node_int(const ard_node *node, int64_t low, int64_t high, int64_t *out)
{
    if (!json_is_integer(node->json)) return type_error(node, "an integer");
    int64_t value = json_integer_value(node->json);
    if (value < low || value > high)
        return ard_node_fail(node, "must be between %lld and %lld, but is %lld", (long long)low, (long long)high,
                             (long long)value);
    *out = value;
    return ARDOR_OK;
}

/* jansson turns numbers beyond the doubles into a syntax error, so what it hands out is finite. */
int ard_node_real(const ard_node *node, double *out)
{
    if (!json_is_number(node->json)) return type_error(node, "a number");
    *out = json_number_value(node->json);
    return ARDOR_OK;
}

int ard_node_real_or_null(const ard_node *node, double *out)
{
    if (!json_is_null(node->json)) return ard_node_real(node, out);
    *out = (double)NAN;
    return ARDOR_OK;
}

int ard_member_object(ard_node *object, const char *key, ard_node *out)
{
    int rc = ard_node_member(object, key, out);
    return rc != ARDOR_OK ? rc : ard_node_object(out);
}

int ard_member_array(ard_node *object, const char *key, ard_node *out, int64_t *size)
{
    int rc = ard_node_member(object, key, out);
    return rc != ARDOR_OK ? rc : ard_node_array(out, size);
}

int ard_member_text(ard_node *object, const char *key, const char **out)
{
    ard_node node;
    int rc = ard_node_member(object, key, &node);
    return rc != ARDOR_OK ? rc : ard_node_text(&node, out);
}

int ard_member_int(ard_node *object, const char *key, int64_t low, int64_t high, int64_t *out)
{
    ard_node node;
    int rc = ard_node_member(object, key, &node);
    return rc != ARDOR_OK ? rc : ard_node_int(&node, low, high, out);
}

int ard_member_real(ard_node *object, const char *key, double *out)
{
    ard_node node;
    int rc = ard_node_member(object, key, &node);
    return rc != ARDOR_OK ? rc : ard_node_real(&node, out);
}

int ard_member_real_or_null(ard_node *object, const char *key, double *out)
{
    ard_node node;
    int rc = ard_node_member(object, key, &node);
    return rc != ARDOR_OK ? rc : ard_node_real_or_null(&node, out);
}

int ard_node_array_of(const ard_node *node, int64_t n, const char *what)
{
    int64_t size = 0;
    int rc = ard_node_array(node, &size);
    if (rc != ARDOR_OK || size == n) return rc;
    return ard_node_fail(node, "has %lld values; there are %lld %s", (long long)size, (long long)n, what);
}

int ard_member_array_of(ard_node *object, const char *key, int64_t n, const char *what, ard_node *out)
{
    int rc = ard_node_member(object, key, out);
    return rc != ARDOR_OK ? rc : ard_node_array_of(out, n, what);
}

int ard_node_reals(const ard_node *array, int64_t n, double *to, int64_t stride)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < n; i++) {
        const ard_node element = ard_node_element(array, i);
        TRY(ard_node_real(&element, to + i * stride));
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ objects that are kept as they are */

static void write_plain(ard_json *json, const char *key, const json_t *value)
{
    if (json_is_string(value))
        ard_json_text(json, key, json_string_value(value));
    else if (json_is_integer(value))
        ard_json_int(json, key, json_integer_value(value));
    else if (json_is_real(value))
        ard_json_real(json, key, json_real_value(value));
    else if (json_is_boolean(value))
        ard_json_bool(json, key, json_is_true(value));
    else
        ard_json_null(json, key);
}

int ard_node_copy_plain(const ard_node *object, char **out)
{
    int rc = ARDOR_OK;
    ard_json json;
    json_t *members = (json_t *)object->json; /* jansson's iterators take no const */
    *out = NULL;
    TRY(ard_node_object(object));
    for (void *at = json_object_iter(members); at; at = json_object_iter_next(members, at)) {
        const json_t *value = json_object_iter_value(at);
        if (json_is_object(value) || json_is_array(value))
            TRY(ard_node_fail(object, "has the member '%.80s', which is neither a number nor a text, true, false or null",
                              json_object_iter_key(at)));
    }
    ard_json_begin(&json, object->context);
    ard_json_open_line(&json, NULL, '{');
    for (void *at = json_object_iter(members); at; at = json_object_iter_next(members, at))
        write_plain(&json, json_object_iter_key(at), json_object_iter_value(at));
    ard_json_close(&json);
    TRY(ard_json_finish(&json, out));
    (*out)[strlen(*out) - 1] = '\0'; /* the newline */
done:
    return rc;
}
