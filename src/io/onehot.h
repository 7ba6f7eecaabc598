/* --onehot: which columns of a table are levels, and the columns that come of it: each column of levels becomes one indicator for
 * each level, `city=Oslo`, `city=Rome`, the others stay what they are. */
#ifndef ARD_IO_ONEHOT_H
#define ARD_IO_ONEHOT_H

#include "io/layout.h"

typedef struct ard_level_table ard_level_table;

/* What a cell of a feature is. */
typedef struct ard_level_cell {
    bool is_level;       /* `code` is the value to keep of it; else it is the number that it is, or none */
    double code;         /* which level of its column; -1: a level that the model does not know */
    const char *problem; /* why it cannot be, after the text of the cell; NULL: nothing. Valid until the next cell */
} ard_level_cell;

/* A column of the dataset. */
typedef struct ard_read_column {
    int64_t feature; /* of the table, in the order of the layout */
    double code;     /* of the level that it indicates; NaN: it is the feature itself */
    char *name;      /* of the indicator; NULL: the feature's own. The caller takes it over, */
    char *unread;    /* as well as why it cannot be read after all (its cells are no numbers); NULL: it can */
} ard_read_column;

/* Without --onehot, and where the model that is to predict the table knows no levels, no cell is one. */
int ard_levels_open(ardor_context *context, const char *file, const ard_layout *layout, const ard_reading *reading,
                    ard_level_table **out);
/* A cell that is not missing. `number`: it is one. */
int ard_levels_take(ard_level_table *table, int64_t feature, const char *cell, size_t bytes, bool number, ard_level_cell *out);
/* When all n rows are there: the columns of the dataset that the kept features become, valid as long as the table, and their
 * number. What has too many levels is an error, of rows to predict a column that cannot be read. */
int ard_levels_columns(ard_level_table *table, int64_t n, const bool *kept, int64_t *p, ard_read_column **out);
/* Then: which of them were columns of levels. */
int ard_levels_categories(const ard_level_table *table, ard_onehot *onehot, ard_categories *out);
void ard_levels_close(ard_level_table *table);
#endif
