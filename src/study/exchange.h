/* Labels exchanged among rows, and parts of training rows. */
#ifndef ARD_EXCHANGE_H
#define ARD_EXCHANGE_H

#include "data/dataset.h"

/* How labels are exchanged. */
typedef enum {
    ARD_EXCHANGE_ROWS,   /* among all rows */
    ARD_EXCHANGE_WITHIN, /* among the rows of each group, of which one at least has rows of two classes */
    ARD_EXCHANGE_GROUPS  /* among groups, each of which is of one class */
} ard_exchange;
const char *ard_exchange_name(ard_exchange exchange); /* "rows", "within_groups", "groups" */

/* Labels exchanged for the b-th time, from 1 (n, the caller's), and how. */
int ard_labels_exchange(ardor_context *context, const ardor_dataset *data, uint64_t seed, int64_t b, int32_t *label,
                        ard_exchange *how);
/* Of the training rows of fold `fold` about the fraction: of each class its part, at least a row; of data with groups whole ones.
 * A smaller fraction is a part of a larger one. */
int ard_rows_thin(ardor_context *context, const ardor_dataset *data, uint64_t seed, int64_t fold, const ard_rows *rows,
                  double fraction, ard_rows *out);
#endif
