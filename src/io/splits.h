/* Split files: which rows train and which test, in any number of splits. A table with a header and the columns `split` (a
 * number), `row` (1-based data row) and `set` (train or test), in any order; other columns are ignored. */
#ifndef ARD_SPLITS_H
#define ARD_SPLITS_H

#include "data/dataset.h"

typedef struct ard_splits {
    ardor_context *context;
    int64_t n;
    ard_rows *train, *test; /* n each, in the order of the split numbers; 0-based rows, increasing */
} ard_splits;

int ard_splits_read(ardor_context *context, const char *path, int64_t n_rows, ard_splits **out);
/* The same from memory; `name` is what messages call it. */
int ard_splits_read_memory(ardor_context *context, const void *bytes, size_t size, const char *name, int64_t n_rows,
                           ard_splits **out);
/* The same of lists of rows, from 0, which are copied: n_train[k] and n_test[k] of them in split k. Rows that there are not are
 * found where the data are at hand. */
int ard_splits_of(ardor_context *context, int64_t n, const int64_t *const *train, const int64_t *n_train,
                  const int64_t *const *test, const int64_t *n_test, ard_splits **out);
void ard_splits_free(ard_splits *splits);
#endif
