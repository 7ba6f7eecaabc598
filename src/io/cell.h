/* What a cell of a table says: the one place that knows what is missing, and the decimal mark. */
#ifndef ARD_CELL_H
#define ARD_CELL_H

#include "base/base.h"

/* An empty cell, NA or NaN in any case, ? or a single point. */
bool ard_is_missing(const char *cell, size_t bytes);
/* '.' or ',', as `decimal` of the options has it. */
char ard_decimal_mark(const ardor_read_options *options);
/* As ard_parse_decimal, with the mark of the options: for whatever of a table must be a number, or may be one. */
bool ard_cell_number(const ardor_read_options *options, const char *cell, size_t bytes, double *out);
/* What keeps a cell from being a number, and what to do, to go on after its text: "has a percent sign: .."; NULL: nothing of what
 * is known here. */
const char *ard_cell_trouble(const ardor_read_options *options, const char *cell, size_t bytes);
#endif
