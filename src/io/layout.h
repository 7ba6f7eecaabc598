/* What each column of a table is: a feature, the label, the row name, the case weight or the group. */
#ifndef ARD_LAYOUT_H
#define ARD_LAYOUT_H

#include "io/text_table.h"

typedef enum {
    ARD_ROLE_FEATURE,
    ARD_ROLE_TARGET,
    ARD_ROLE_ID,
    ARD_ROLE_WEIGHT,
    ARD_ROLE_GROUP,
    ARD_N_ROLES,
    ARD_ROLE_DROPPED = ARD_N_ROLES /* not read */
} ard_role;

/* What is said of the column of a role. */
typedef struct ard_role_request {
    const char *text;     /* its name or number, as it is asked for; NULL: it is not */
    const char *option;   /* by which: "--target" */
    const char *expected; /* the column that had the role when the model was fitted; NULL: none had, or there is no model */
} ard_role_request;
ard_role_request ard_role_requested(const ard_reading *reading, ard_role role);

typedef struct ard_layout {
    ardor_context *context;
    int64_t n_columns, n_features;
    bool skips_first;            /* the first row is no data */
    bool header;                 /* it holds the names that columns have here */
    bool numbered;               /* columns may be asked for by number: there is no header, or it is a guess */
    char **name;                 /* n_columns; without a header x1, x2, ... for features and "" for others */
    bool *unnamed;               /* n_columns: the header has no name for it */
    ard_role *role;              /* n_columns; row names that are groups too are ARD_ROLE_ID */
    int64_t column[ARD_N_ROLES]; /* of each role but features, -1: it has none; row names and groups may share one */
    bool guessed_target;         /* the last column, since nothing says which one it is */
    bool maybe_turned;           /* names in the first column and numbers elsewhere: features may be in rows */
    /* Of a table that a model is to predict: its names, and for each column whether it is one of them; else NULL. */
    ard_name_index *needed_names;
    bool *needed;      /* n_columns */
    int64_t n_missing; /* names that no column has */
} ard_layout;

/* Decide from the first rows and what is asked for. `turned`: rows are columns of the file, and column 0 holds the names of the
 * samples. */
int ard_layout_new(ardor_context *context, const char *file, const ard_top *head, const ard_reading *reading, bool turned,
                   ard_layout **out);
void ard_layout_free(ard_layout *layout);

static inline bool ard_layout_has(const ard_layout *layout, ard_role role) { return layout->column[role] >= 0; }

/* Of rows to learn from whose labels are in another file: a feature that is called as they are, `class` or as the target, is an
 * error. */
int ard_layout_check_feature(ardor_context *context, const char *file, const ard_reading *reading, const char *name);
#endif
