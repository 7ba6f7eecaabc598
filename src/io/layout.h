/* What each column of a table is: a feature, the label, the row name, the case weight or the group. */
#ifndef ARD_LAYOUT_H
#define ARD_LAYOUT_H

#include "io/delimited.h"

typedef enum { ARD_ROLE_FEATURE, ARD_ROLE_TARGET, ARD_ROLE_ID, ARD_ROLE_WEIGHT, ARD_ROLE_GROUP, ARD_ROLE_UNUSED } ard_role;

typedef struct ard_layout {
    ardor_context *context;
    int64_t n_columns, n_features;
    bool header;    /* the first row holds names */
    char **name;    /* n_columns; without a header x1, x2, ... for features and "" for others */
    ard_role *role; /* n_columns */
    bool has_target, has_id, has_weight, has_group;
} ard_layout;

/* Decide from the first row and what is asked for. `transposed`: column 0 holds the names of the samples. */
int ard_layout_new(ardor_context *context, const char *file, const ard_text_row *first, const ard_reading *reading,
                   bool transposed, ard_layout **out);
void ard_layout_free(ard_layout *layout);

/* An empty cell, NA or NaN in any case, ? or a single point. */
bool ard_is_missing(const char *cell, size_t bytes);
#endif
