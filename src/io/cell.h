/* What a cell of a table says. */
#ifndef ARD_CELL_H
#define ARD_CELL_H

#include <stdbool.h>
#include <stddef.h>

/* An empty cell, NA or NaN in any case, ? or a single point. */
bool ard_is_missing(const char *cell, size_t bytes);
#endif
