/* Rows of a dataset on their way through the steps, a column at a time. */
#ifndef ARD_PREPARE_ROWS_H
#define ARD_PREPARE_ROWS_H

#include "prepare/prepare.h"

/* The rows that a preparation is being fitted on, kept where steps keep them: before they are opened. */
int ard_step_rows_keep(ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows);
/* The rows given, with the numbers that steps find of rows; `all`: the positions in the data of the input columns. */
int ard_step_rows_open(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                       const int64_t *all, ard_step_rows *out);
void ard_step_rows_close(ard_step_rows *rows);
/* The values of the column as they are in the data. */
void ard_step_gather(ard_step_column *column);
/* May step s have the column, or does it lack values? s = the number of steps: may the method? */
int ard_step_require(const ard_step_column *column, int s);
/* Do step s to it, the k-th that is kept. */
int ard_step_apply(ard_step_column *column, int s, int64_t k);
#endif
