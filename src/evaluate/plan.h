/* Resampling plans: which rows train and which test, in each fold. */
#ifndef ARD_PLAN_H
#define ARD_PLAN_H

#include "data/dataset.h"

typedef struct ard_fold {
    ard_rows train, test;
} ard_fold;

typedef struct ard_plan {
    ardor_context *context;
    char *name;             /* as asked for: "kfold:10" */
    bool partition;         /* every row is tested exactly once */
    int64_t n_folds;
    ard_fold *fold;
} ard_plan;

/* "loo", "kfold:K" (stratified by class, shuffled by seed), "splits:FILE". `rows` limits the plan to these rows
 * (NULL: all; not for splits). A class with fewer rows than folds is spread over as many folds as it has rows. Every
 * training part must hold two classes: else an error that names the fold. */
int ard_plan_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *text, uint64_t seed,
                 ard_plan **out);
void ard_plan_free(ard_plan *plan);
#endif
