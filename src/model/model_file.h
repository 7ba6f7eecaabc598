/* The model file as text, and the parts of it that reports print as well. */
#ifndef ARD_MODEL_FILE_H
#define ARD_MODEL_FILE_H

#include "json/json.h"
#include "model/model.h"

/* 2: prepare.filter, others. */
enum { ARD_MODEL_VERSION = 2 };

/* The whole document; see docs/model-format.md. */
int ard_model_text(ardor_context *context, const ardor_model *model, char **out);
/* The model in text[0..bytes). `name` (the file) begins every message. Nothing in the text is trusted. */
int ard_model_parse(ardor_context *context, const char *text, size_t bytes, const char *name, ardor_model **out);

/* ---- parts shared with the reports */

/* {"lam1": 0.5, "solver": "direct", ...}: every setting of the method by name; NaN (auto) is null. */
void ard_json_settings(ard_json *json, const char *key, const ard_method *method, const double *value);
/* One of them. */
void ard_json_setting(ard_json *json, const ard_setting *setting, double value);
/* The candidates of a tuning run: [{"lam1": .., "error": .., ..}, ..], one to a line. */
void ard_json_candidates(ard_json *json, const char *key, const ardor_model *model);
/* {"log_evidence": .., ..}: the method's own numbers; nothing where it has none. */
void ard_json_extras(ard_json *json, const char *key, const ard_method *method, const double *value);
/* [{"name": .., "frequency": ..}, ..]: features that a round selected too; nothing where the method has no rounds. */
void ard_json_others(ard_json *json, const ardor_model *model);
/* null without a trace. */
void ard_json_trace(ard_json *json, const char *key, const ard_method *method, const ard_trace *trace);

/* ---- plain members of the structures, described once for writer and reader */

typedef enum {
    ARD_FIELD_COUNT,        /* int64_t >= low */
    ARD_FIELD_SEED,         /* uint64_t below 2^63 */
    ARD_FIELD_REAL,         /* finite double */
    ARD_FIELD_REAL_OR_NULL, /* NaN is null */
    ARD_FIELD_BOOL,
    ARD_FIELD_TEXT_OR_NULL, /* char *, owned by the structure */
    ARD_FIELD_STOP
} ard_field_type;

typedef struct ard_field {
    const char *key;
    ard_field_type type;
    size_t offset;
    int64_t low;
} ard_field;

/* Lists end with a NULL key. */
extern const ard_field ard_report_fields[], ard_solution_fields[], ard_tuned_fields[], ard_trace_fields[];
extern const ard_field ard_score_fields[]; /* further ones of a trace, of methods with ARD_HAS_SCORES */

void ard_json_fields(ard_json *json, const ard_field *fields, const void *base);

#endif
