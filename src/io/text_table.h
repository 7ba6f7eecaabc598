/* Rows of text that are kept: the first ones of a table, from which it is told what its columns are, or all of a table whose
 * features are rows, which is then given on column by column ("turned"). */
#ifndef ARD_TEXT_TABLE_H
#define ARD_TEXT_TABLE_H

#include "io/delimited.h"

typedef struct ard_text_table ard_text_table;

int ard_text_table_new(ardor_context *context, ard_text_table **out);
void ard_text_table_free(ard_text_table *table);
/* A copy of the row becomes the last one. */
int ard_text_table_add(ard_text_table *table, const ard_text_row *row);

/* Rows are counted from 0. */
int64_t ard_text_table_rows(const ard_text_table *table);
int64_t ard_text_table_size(const ard_text_table *table);               /* cells of all rows */
int64_t ard_text_table_cells(const ard_text_table *table, int64_t row); /* of one */
int64_t ard_text_table_line(const ard_text_table *table, int64_t row);  /* of the file */

/* What becomes of a first row that does not have as many cells as the others. */
typedef enum {
    ARD_FIRST_AS_IT_IS,
    ARD_FIRST_WITHOUT_CORNER, /* the others have one more, as where R writes row names: an empty cell was put in front of it */
    ARD_FIRST_WITHOUT_END,    /* the others have one more, which is empty in all: one was put behind it */
    ARD_FIRST_WITH_END        /* it ends in an empty cell, which the others do not have: that was taken away */
} ard_first_row;
int ard_text_table_shape(ard_text_table *table, ard_first_row *out);

/* Give the rows from `first` on to the sink; or, turned, the columns, each as a row whose `line` is its number: all rows must
 * then have as many cells as the first. Of a turned table a last column of empty texts, which a delimiter at the end of every
 * line makes, is not given. */
int ard_text_table_replay(const ard_text_table *table, int64_t first, bool turned, ard_row_sink *sink, void *user);

/* Up to `n` rows, or columns of a turned table, side by side. */
typedef struct ard_top {
    ardor_context *context;
    const ard_text_table *table; /* which it refers to */
    int64_t n;
    ard_text_row *row; /* n */
    char decimal;      /* mark of its numbers: '.' unless it is set */
    const char **cell;
    size_t *length;
} ard_top;
int ard_top_new(const ard_text_table *table, int64_t n, bool turned, ard_top *out);
void ard_top_free(ard_top *head);
/* Is the cell of the row a number? */
bool ard_top_number(const ard_top *head, const ard_text_row *row, int64_t column, double *out);

/* Nothing but empty cells, as spreadsheets leave them below a table. */
bool ard_row_is_blank(const ard_text_row *row);
/* Have all rows as many cells as the first? Where most have one more, as below a header of R, the message is of a row that has
 * not. */
int ard_text_table_check(const ard_text_table *table, const char *file);
/* The message for a row of another length than the first. */
int ard_ragged_error(ardor_context *context, const char *file, const ard_text_row *row, int64_t expected, int64_t first_line);
#endif
