/* Rows of a delimited table on their way to a dataset. */
#ifndef ARD_DELIMITED_INSIDE_H
#define ARD_DELIMITED_INSIDE_H

#include "io/layout.h"
#include "io/onehot.h"

typedef struct delimited_rows {
    ardor_context *context;
    const char *file;
    ard_reading reading;
    bool turned;           /* features are rows of the file */
    ard_text_table *text;  /* the first rows; all of a turned table */
    ard_layout *layout;    /* NULL until it is told from the first rows */
    int64_t first_line;    /* of a row that has as many cells as all should */
    bool first_row;        /* the next one is the first of the file, which is taken as data unless that is asked for */
    int64_t n_names_found; /* rows whose first cell is a name that the model needs */
    int64_t n, room;       /* rows */
    double *value;         /* n x n_features, row-major */
    int64_t *line;
    char **label, **id, **group; /* n texts each, NULL without such a column */
    double *weight;
    char **unread;             /* n_features, as in the dataset; NULL: none so far */
    ard_missing_text *missing; /* n_features, as in the dataset; `lacks` says of which there are any */
    bool *lacks;
    ard_level_table *levels;
    int64_t *place; /* n_features, at the end: their columns, from 0 */
    bool *filled;   /* n_features, at the end: those that are not empty throughout, or that the model needs */
} delimited_rows;

/* The dataset, when all rows are there: takes over what it can of them (delimited_dataset.c). */
int ard_delimited_dataset(delimited_rows *rows, ardor_dataset **out);
#endif
