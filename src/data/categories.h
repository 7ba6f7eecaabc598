/* Columns of a table that were read as indicators of their levels: column `city` as `city=Oslo`, `city=Rome`. */
#ifndef ARD_CATEGORIES_H
#define ARD_CATEGORIES_H

#include "json/json.h"
#include "json/json_read.h"

/* What becomes of a level that a model does not know, as ard_inputs.onehot; NONE: no columns were asked to be read so. */
typedef enum { ARD_ONEHOT_NONE, ARD_ONEHOT_ERROR, ARD_ONEHOT_ZERO } ard_onehot;

typedef struct ard_category {
    char *column;
    int64_t n_levels;
    char **level; /* in the order of the indicators; NULL (in a model): no indicator is needed */
} ard_category;

typedef struct ard_categories {
    int64_t n;
    ard_category *of; /* in the order of the table */
} ard_categories;

/* "error", "zero"; NULL for none. */
const char *ard_onehot_name(ard_onehot onehot);
/* The name of an indicator, which is the caller's. */
char *ard_indicator_name(ardor_context *context, const char *column, const char *level);
/* The column of which a feature of this name is an indicator; NULL: of none. */
const ard_category *ard_category_of(const ard_categories *categories, const char *name);
/* The columns, with the levels of those that have an indicator among the n names. */
int ard_categories_keep(ardor_context *context, const ard_categories *from, int64_t n, char *const *names, ard_categories *out);
void ard_categories_free(ardor_context *context, ard_categories *categories);

/* A list in a model file; see docs/model-format.md. */
void ard_categories_write(const ard_categories *categories, ard_json *json, const char *key);
int ard_categories_read(ard_node *object, const char *key, ard_categories *out);
#endif
