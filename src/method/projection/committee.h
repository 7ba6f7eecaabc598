/* Two further teachers, which were made without the rows of which they speak: README.md, "The committee". */
#ifndef PROJECTION_COMMITTEE_H
#define PROJECTION_COMMITTEE_H

#include "method/method.h"
#include "method/projection/columns.h"

typedef struct projection_committee_ask {
    uint64_t seed;  /* of the folds */
    int64_t screen; /* columns that enter a path */
    double tol;     /* of EP */
} projection_committee_ask;

/* What the sparse teacher (spr) and the filtered one (filtered) say of each row (n): latent values of the probit link, from the
 * folds in which the row is left out. False in *possible: a class has one row, or copies of one, so that some fold would
 * have all of it; nothing is said then. */
int projection_committee(ardor_context *context, const ard_problem *problem, projection_columns *columns,
                         const projection_committee_ask *ask, bool *possible, double *spr, double *filtered);
/* f (n) becomes a + exp(b) f / mean|f|, (a, b) the maximum of sum_i log Phi(y_i f_i) - b^2/8. */
int projection_rescale(const ard_targets *target, double *f);
#endif
