/* Tables in the caller's memory (ardor_table of ardor.h), of any type and any strides. */
#ifndef ARD_ARRAYS_H
#define ARD_ARRAYS_H

#include "data/dataset.h"

/* The caller's table, whole whatever its `size` was, with both strides. ARDOR_USAGE: what cannot be read. */
int ard_arrays_take(ardor_context *context, const ardor_table *given, ardor_table *out);
/* out[i + j ld] = the value in row first + i of column column[j] (NULL: j): n x n_columns. */
void ard_arrays_gather(const ardor_table *table, int64_t first, int64_t n, int64_t n_columns, const int64_t *column, double *out,
                       int64_t ld);
/* A dataset of a table that was taken, without ard_dataset_check. */
int ard_arrays_dataset(ardor_context *context, const ardor_table *table, ardor_dataset **out);
#endif
