/* Lists of columns, as people write them. */
#ifndef ARD_COLUMNS_H
#define ARD_COLUMNS_H

#include "data/dataset.h"

/* The columns of a table. */
typedef struct ard_column_names {
    const char *file, *what; /* for messages: "column" */
    int64_t n;
    char *const *name;   /* n */
    const bool *unnamed; /* n: the table has no name for it, so that its number from 1 names it too; NULL: there is none */
    bool numbered;       /* so it is of all */
} ard_column_names;

/* Mark the columns of a list with commas in between: names, globs (fnmatch), A:B (from A to B in the order of the file), @FILE
 * with a name a line. What is the name of a column is that and nothing else, commas and all. The other marks stay as they are. An
 * item without a column is an error, ARDOR_USAGE; `option` is who asks. */
int ard_columns_mark(ardor_context *context, const ard_column_names *columns, const char *option, const char *list, bool *mark);
#endif
