/* A problem restricted to some of its features, and the way between its vectors and fitted functions: what methods share
 * that fit on a screened or relaxed set of features. */
#ifndef ARD_SUBSET_H
#define ARD_SUBSET_H

#include "method/method.h"

typedef struct ard_subset {
    bool set, whole; /* whole: all the features, x is the problem's own */
    int64_t n;
    int64_t *column; /* room for p: the problem's columns, increasing */
    double *copy;    /* problem->n x n, NULL where whole */
    const double *x;
} ard_subset;

int ard_subset_open(ardor_context *context, const ard_problem *problem, ard_subset *out);
void ard_subset_close(ardor_context *context, ard_subset *subset);
/* Is it exactly these columns (NULL: all)? */
bool ard_subset_is(const ard_subset *subset, const ard_problem *problem, int64_t n_only, const int64_t *only);
int ard_subset_take(ardor_context *context, ard_subset *subset, const ard_problem *problem, int64_t n_only, const int64_t *only);

/* value[t] of the subset's features from a solution of the problem (0 where a feature is not in it). */
void ard_subset_values(const ard_subset *subset, const ard_solution *from, double *value);
/* weight[i] of the n rows from a solution's vectors. */
void ard_vector_weights(const ard_solution *from, int64_t n, double *weight);

/* Features (positions in the subset) and their values into a solution. */
int ard_solution_set_features(ardor_context *context, const ard_subset *subset, int64_t n, const int64_t *position,
                              const double *value, ard_solution *out);
/* Vectors (rows) and their weights, with the vectors' values of the solution's features, which are set already. */
int ard_solution_set_vectors(ardor_context *context, const ard_problem *problem, int64_t n, const int64_t *row,
                             const double *weight, ard_solution *out);
#endif
