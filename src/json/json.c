/* The JSON writer: see json.h. */
#include "json/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

void ard_json_begin(ard_json *json, ardor_context *context) { *json = (ard_json){.out = {.context = context}}; }

static void put(ard_json *json, const char *text, size_t bytes) { ard_buffer_put(&json->out, text, bytes); }
static void put_text(ard_json *json, const char *text) { ard_buffer_put_text(&json->out, text); }

int ard_json_finish(ard_json *json, char **out)
{
    put_text(json, "\n");
    if (json->out.status == ARDOR_OK && json->depth != 0)
        json->out.status = ard_fail(json->out.context, ARDOR_INTERNAL, "a JSON document was left open");
    return ard_buffer_finish(&json->out, out);
}

static void put_quoted(ard_json *json, const char *text, size_t bytes)
{
    char escape[8], shown[ARD_QUOTE_BYTES];
    if (json->out.status == ARDOR_OK && !ard_text_is_utf8(text, bytes))
        json->out.status = ard_fail(json->out.context, ARDOR_DATA,
                                    "the name '%s' is not valid UTF-8, which JSON needs: convert the data "
                                    "to UTF-8",
                                    ard_text_quote(text, bytes, shown));
    put(json, "\"", 1);
    for (const char *s = text, *end = text + bytes; s < end;) {
        size_t plain = 0;
        while (s + plain < end && (unsigned char)s[plain] >= 0x20 && s[plain] != '"' && s[plain] != '\\') plain++;
        put(json, s, plain);
        s += plain;
        if (s == end) break;
        if (*s == '"' || *s == '\\')
            snprintf(escape, sizeof escape, "\\%c", *s);
        else
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(unsigned char)*s);
        put_text(json, escape);
        s++;
    }
    put(json, "\"", 1);
}

static void put_break(ard_json *json)
{
    put(json, "\n", 1);
    for (int i = 0; i < json->depth; i++) put(json, "  ", 2);
}

/* What comes before a value: comma, line break, key. */
static void put_key(ard_json *json, const char *key)
{
    if (json->depth > 0) {
        bool *any = &json->any[json->depth - 1];
        if (*any) put(json, ",", 1);
        if (json->line_depth == 0)
            put_break(json);
        else if (*any)
            put(json, " ", 1);
        *any = true;
    }
    if (key) {
        put_quoted(json, key, strlen(key));
        put(json, ": ", 2);
    }
}

void ard_json_open(ard_json *json, const char *key, char bracket)
{
    put_key(json, key);
    if (json->depth == ARD_JSON_DEPTH) {
        if (json->out.status == ARDOR_OK)
            json->out.status = ard_fail(json->out.context, ARDOR_INTERNAL, "a JSON document is too deep");
        return;
    }
    put(json, &bracket, 1);
    json->close[json->depth] = bracket == '{' ? '}' : ']';
    json->any[json->depth] = false;
    json->depth++;
}

void ard_json_open_line(ard_json *json, const char *key, char bracket)
{
    ard_json_open(json, key, bracket);
    if (json->line_depth == 0) json->line_depth = json->depth;
}

void ard_json_close(ard_json *json)
{
    if (json->depth == 0) return;
    json->depth--;
    if (json->line_depth == 0 && json->any[json->depth]) put_break(json);
    if (json->line_depth > json->depth) json->line_depth = 0;
    put(json, &json->close[json->depth], 1);
}

void ard_json_null(ard_json *json, const char *key)
{
    put_key(json, key);
    put_text(json, "null");
}

void ard_json_bool(ard_json *json, const char *key, bool value)
{
    put_key(json, key);
    put_text(json, value ? "true" : "false");
}

void ard_json_int(ard_json *json, const char *key, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    put_key(json, key);
    put_text(json, text);
}

void ard_json_real(ard_json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        ard_json_null(json, key);
        return;
    }
    char text[ARD_NUMBER_BYTES];
    ard_print_double(value, text);
    put_key(json, key);
    put_text(json, text);
    /* A whole number stays a real: readers keep its type, and none overflows an integer. */
    if (!strpbrk(text, ".e")) put_text(json, ".0");
}

void ard_json_text(ard_json *json, const char *key, const char *value)
{
    if (!value) {
        ard_json_null(json, key);
        return;
    }
    ard_json_text_bytes(json, key, value, strlen(value));
}

void ard_json_text_bytes(ard_json *json, const char *key, const char *value, size_t bytes)
{
    put_key(json, key);
    put_quoted(json, value, bytes);
}

void ard_json_raw(ard_json *json, const char *key, const char *text)
{
    put_key(json, key);
    put_text(json, text);
}

void ard_json_texts(ard_json *json, const char *key, int64_t n, char *const *value)
{
    ard_json_open_line(json, key, '[');
    for (int64_t i = 0; i < n; i++) ard_json_text(json, NULL, value[i]);
    ard_json_close(json);
}

void ard_json_reals(ard_json *json, const char *key, int64_t n, const double *value, int64_t stride)
{
    ard_json_open_line(json, key, '[');
    for (int64_t i = 0; i < n; i++) ard_json_real(json, NULL, value[i * stride]);
    ard_json_close(json);
}
