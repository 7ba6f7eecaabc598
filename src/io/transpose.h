/* A table whose features are rows: all cells are kept as text, then given on column by column. */
#ifndef ARD_TRANSPOSE_H
#define ARD_TRANSPOSE_H

#include "io/delimited.h"

typedef struct ard_transpose ard_transpose;

int ard_transpose_new(ardor_context *context, const char *file, ard_transpose **out);
/* An ard_row_sink: `user` is the transpose. Every row must have as many cells as the first. */
int ard_transpose_add(void *user, const ard_text_row *row);
/* Give every column to the sink as a row; its `line` is the column's number. Nothing is given of an empty table. */
int ard_transpose_replay(const ard_transpose *transpose, ard_row_sink *sink, void *user);
/* Line in the file of a row that was added, from 0. */
int64_t ard_transpose_line(const ard_transpose *transpose, int64_t row);
void ard_transpose_free(ard_transpose *transpose);

/* The message for a row of another length than the first. */
int ard_ragged_error(ardor_context *context, const char *file, const ard_text_row *row, int64_t expected, int64_t first_line);
#endif
