/* Platt's scaling: probabilities of decision values. */
#ifndef ARD_PLATT_H
#define ARD_PLATT_H

#include "matrix/matrix.h"
#include "matrix/targets.h"

/* The folds that decision values are left out by, dealt class by class to rows by what is in them: rows with the same values go
 * together. */
typedef struct ard_platt_folds {
    int n;         /* 0: a class has too few different rows */
    int64_t *fold; /* rows */
} ard_platt_folds;

int ard_platt_deal(ardor_context *context, const ard_matrix *x, const ard_targets *target, uint64_t seed, ard_platt_folds *out);
void ard_platt_free(ardor_context *context, ard_platt_folds *folds);

/* The line of the logits over the decision values f (n). Values that do not rise with the classes have the slope 0, and the
 * intercept of the classes' shares. */
int ard_platt_line(ardor_context *context, const ard_targets *target, const double *f, double *slope, double *intercept);
#endif
