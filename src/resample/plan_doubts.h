/* Warnings about a plan on its data. */
#ifndef ARD_PLAN_DOUBTS_H
#define ARD_PLAN_DOUBTS_H

#include "resample/plan.h"

/* A class with fewer rows (of `rows`; NULL: all) than folds; with rows in one group, where groups are left out one at a time. */
int ard_plan_doubt_classes(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_plan *plan);
/* Copies of rows, or rows of one name, on both sides of a fold. */
int ard_plan_doubt_rows(ardor_context *context, const ardor_dataset *data, const ard_plan *plan);
#endif
