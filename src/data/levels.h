/* The different texts of a list, in an order that no row decides: classes of labels, levels of categories. */
#ifndef ARD_LEVELS_H
#define ARD_LEVELS_H

#include "base/base.h"

/* Of n texts (NULL or "": none) the different ones, copied: numbers by value if all of them are numbers, texts of the same value
 * and all others bytewise. index[i]: which one the i-th is, -1: none. */
int ard_levels_of(ardor_context *context, int64_t n, const char *const *text, int32_t *index, int64_t *n_levels, char ***level);
#endif
