/* Warnings about a table from which something is to be learnt. */
#ifndef ARD_DOUBTS_H
#define ARD_DOUBTS_H

#include "data/dataset.h"

/* Few rows; columns that look like names of rows or are the label. */
int ard_dataset_doubts(ardor_context *context, const ardor_dataset *data);

/* Rows that are exact copies of each other, in all features: each row's first one, itself where there is none before. NULL where
 * there are none, or where they say nothing: no column has more than half as many values as there are different rows, so that
 * rows may be alike by chance. */
int ard_dataset_copies(ardor_context *context, const ardor_dataset *data, int64_t **out);
#endif
