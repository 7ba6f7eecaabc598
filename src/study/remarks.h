/* Remarks of folds, put together. */
#ifndef ARD_STUDY_REMARKS_H
#define ARD_STUDY_REMARKS_H

#include "study/record.h"

/* Say what was said of finished folds, once for each kind (of plain notes: for each text), with the number of folds;
 * of choices at an edge only where half of the folds have one. record: n_folds; those that were not run say nothing. */
int ard_remarks_of_folds(ardor_context *context, int64_t n_folds, const ard_record *record);
#endif
