/* Warnings about a table from which something is to be learnt. */
#ifndef ARD_DOUBTS_H
#define ARD_DOUBTS_H

#include "data/dataset.h"

/* Few rows; columns that look like names of rows or are the label. */
int ard_dataset_doubts(ardor_context *context, const ardor_dataset *data);
/* Warns where its features were chosen beforehand; apart, because evaluations refuse most of that. */
void ard_dataset_doubt_choice(ardor_context *context, const ardor_dataset *data);
#endif
