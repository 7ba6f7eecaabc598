/* Permutation importance (Breiman, Random forests, Machine Learning 45, 2001, section 10): by how much the predictions of rows
 * that a model was not fitted to become worse where the values of one of its features are exchanged among these rows. */
#ifndef ARD_IMPORTANCE_H
#define ARD_IMPORTANCE_H

#include "machine/machine.h"
#include "matrix/targets.h"
#include "resample/plan.h"

enum { ARD_IMPORTANCE_LEAST_ROWS = 2 };

/* Does each fold test so many rows? Else ARDOR_USAGE, before any of them is fitted. */
int ard_importance_check(ardor_context *context, const ard_plan *plan);

typedef struct ard_importance {
    const ard_machine *machine;
    const bool *skip;   /* of the columns of x, those that are not measured; NULL: none */
    ard_targets target; /* of the rows; case weights and labels stay where they are */
    double *x;          /* target.n x columns, prepared; changed on the way, and as it was at the end */
    uint64_t seed;
    /* Every feature has the same permutations, up to ARD_MOST_PERMUTATIONS, which the seed and the fold decide. */
    int64_t fold, repeats;
} ard_importance;

/* For each feature of the machine that is not skipped, in turn: the rise of the mean log loss, and of the error of the most
 * probable class, on the average of the permutations. */
int ard_importance_measure(ardor_context *context, const ard_importance *ask, double *loss_rise, double *error_rise);
#endif
