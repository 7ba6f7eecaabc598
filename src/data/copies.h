/* Rows of a table that are exact copies of each other. */
#ifndef ARD_COPIES_H
#define ARD_COPIES_H

#include "data/dataset.h"

/* Each row's first copy in all features, itself where there is none before; values that are missing are alike. NULL where there
 * are no copies, or where rows may be alike by chance: in tables of few values. It is none where some column has more than n / 2
 * values, or two columns each have more than half as many as there are different rows, which are 8 at least (in a table in which
 * every row stands three times no column has n / 2). */
int ard_dataset_copies(ardor_context *context, const ardor_dataset *data, int64_t **out);
#endif
