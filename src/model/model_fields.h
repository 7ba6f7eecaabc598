/* The plain members of the structures, described once for the writer and the readers of model files. */
#ifndef ARD_MODEL_FIELDS_H
#define ARD_MODEL_FIELDS_H

#include "json/json.h"
#include "json/json_read.h"
#include "solver/drive.h"

/* One more or less than a count or a position is a number too. */
#define ARD_MOST_COUNT (INT64_MAX / 2)

typedef enum {
    ARD_FIELD_COUNT,        /* int64_t from low to ARD_MOST_COUNT */
    ARD_FIELD_SEED,         /* uint64_t below 2^63 */
    ARD_FIELD_REAL_OR_NULL, /* double; NaN is null */
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
extern const ard_field ard_report_fields[];    /* ard_fit_report */
extern const ard_field ard_fit_fields[];       /* ard_fit */
extern const ard_field ard_optimum_fields[];   /* ard_optimum */
extern const ard_field ard_tuned_fields[];     /* ard_tuned */
extern const ard_field ard_iteration_fields[]; /* ard_iteration; further ones of methods with ARD_HAS_SCORES: */
extern const ard_field ard_score_fields[];

void ard_json_fields(ard_json *json, const ard_field *fields, const void *base);
/* The member "certificate", as ard_json_certificate writes it. */
int ard_read_certificate_member(ard_node *object, ard_certificate *out);
/* The name of a stop reason. */
int ard_read_stop(const ard_node *node, ard_stop *out);
int ard_read_fields(const ard_field *fields, ard_node *object, void *base);

#endif
