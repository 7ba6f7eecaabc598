/* Checked access to a parsed JSON document: every message says where in the document the fault is. */
#ifndef ARD_JSON_READ_H
#define ARD_JSON_READ_H

#include <jansson.h>

#include "base/base.h"

enum { ARD_NODE_KEYS = 48, ARD_NODE_PATH = 128 };

/* A value inside a document, borrowed from it. */
typedef struct ard_node {
    ardor_context *context;
    const char *file; /* begins every message */
    const json_t *json;
    char path[ARD_NODE_PATH]; /* "features[3].name"; "" for the document */
    const char *taken[ARD_NODE_KEYS];
    int n_taken;
} ard_node;

/* Parse text; a syntax error names line and column. The caller releases *out with json_decref. */
int ard_json_parse(ardor_context *context, const char *text, size_t bytes, const char *file, json_t **out);
ard_node ard_node_root(ardor_context *context, const char *file, const json_t *json);
/* ARDOR_DATA with "FILE: PATH ...". */
int ard_node_fail(const ard_node *node, const char *format, ...) ARD_PRINTF(2, 3);

/* Member `key` of an object: an error unless it is there. It counts as known to ard_node_done. */
int ard_node_member(ard_node *object, const char *key, ard_node *out);
bool ard_node_has(const ard_node *object, const char *key);
/* Element i of an array, 0 <= i < its size. */
ard_node ard_node_element(const ard_node *array, int64_t i);
/* An error that names the first member never asked for. */
int ard_node_done(const ard_node *object);

int ard_node_object(const ard_node *node);
int ard_node_array(const ard_node *node, int64_t *size);
bool ard_node_is_null(const ard_node *node);
int ard_node_text(const ard_node *node, const char **out);
/* A copy, which belongs to the caller. */
int ard_node_copy_text(const ard_node *node, char **out);
int ard_node_copy_text_or_null(const ard_node *node, char **out); /* null is NULL */
int ard_node_bool(const ard_node *node, bool *out);
int ard_node_int(const ard_node *node, int64_t low, int64_t high, int64_t *out);
int ard_node_real(const ard_node *node, double *out);         /* finite */
int ard_node_real_or_null(const ard_node *node, double *out); /* null is NaN */

/* The same for a member in one call. */
int ard_member_object(ard_node *object, const char *key, ard_node *out);
int ard_member_array(ard_node *object, const char *key, ard_node *out, int64_t *size);
int ard_member_text(ard_node *object, const char *key, const char **out);
int ard_member_int(ard_node *object, const char *key, int64_t low, int64_t high, int64_t *out);
int ard_member_real(ard_node *object, const char *key, double *out);
int ard_member_real_or_null(ard_node *object, const char *key, double *out);

/* Is it an array of n elements? `what` there are n of, for the message: "features". */
int ard_node_array_of(const ard_node *node, int64_t n, const char *what);
int ard_member_array_of(ard_node *object, const char *key, int64_t n, const char *what, ard_node *out);
/* The first n elements of an array, numbers, into every stride-th place of `to`. */
int ard_node_reals(const ard_node *array, int64_t n, double *to, int64_t stride);
/* An object without lists and objects in it, as text on one line (for ard_json_raw), which belongs to the caller. */
int ard_node_copy_plain(const ard_node *object, char **out);

#endif
