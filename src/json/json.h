/* Writing JSON, for the model file and the reports alike.
 *
 * A stream rather than a tree of a JSON library: keys come out in the order of the calls, numbers in the shortest
 * form that reads back to the same double (0.1, not 0.10000000000000001), tables one row to a line, and all memory
 * from the context. Reading is jansson's (json_read.h). */
#ifndef ARD_JSON_H
#define ARD_JSON_H

#include "base/buffer.h"

enum { ARD_JSON_DEPTH = 16 };

/* The first failure is kept in `out.status` and makes the later calls do nothing, so that only ard_json_finish needs
 * checking. */
typedef struct ard_json {
    ard_buffer out;
    int depth;
    int line_depth; /* levels from here on are on one line; 0: none is */
    char close[ARD_JSON_DEPTH];
    bool any[ARD_JSON_DEPTH]; /* the level has a member already */
} ard_json;

void ard_json_begin(ard_json *json, ardor_context *context);
/* Ends the document with a newline and hands it over; frees everything on a failure. */
int ard_json_finish(ard_json *json, char **out);

/* `key` is NULL inside arrays and for the document itself. bracket: '{' or '['. */
void ard_json_open(ard_json *json, const char *key, char bracket);
void ard_json_open_line(ard_json *json, const char *key, char bracket);
void ard_json_close(ard_json *json);

void ard_json_null(ard_json *json, const char *key);
void ard_json_bool(ard_json *json, const char *key, bool value);
void ard_json_int(ard_json *json, const char *key, int64_t value);
void ard_json_real(ard_json *json, const char *key, double value);      /* null unless finite */
void ard_json_text(ard_json *json, const char *key, const char *value); /* NULL gives null */
void ard_json_text_bytes(ard_json *json, const char *key, const char *value, size_t bytes);
void ard_json_texts(ard_json *json, const char *key, int64_t n, char *const *value);
/* A value that is JSON already, on one line. */
void ard_json_raw(ard_json *json, const char *key, const char *text);
/* Every stride-th of `value`, n of them, on one line. */
void ard_json_reals(ard_json *json, const char *key, int64_t n, const double *value, int64_t stride);

#endif
