/* The names of rows that have none: "1", "2", ..  Most are never asked for, so they are made when they are, a block at a time. */
#ifndef ARD_ROW_NAMES_H
#define ARD_ROW_NAMES_H

#include "base/base.h"

typedef struct ard_row_names ard_row_names;

int ard_row_names_new(ardor_context *context, int64_t n, ard_row_names **out);
void ard_row_names_free(ard_row_names *names);
/* That of a row, 0 <= row < n: the same pointer each time, for as long as `names` are there. NULL where there is no memory.
 * Several threads may ask at once. */
const char *ard_row_names_get(const ard_row_names *names, int64_t row);
#endif
