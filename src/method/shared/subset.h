/* The way between vectors over a problem's features and rows, and fitted functions. */
#ifndef ARD_SUBSET_H
#define ARD_SUBSET_H

#include "method/method.h"

/* value[k] of all the p features from a solution (0 where a feature is not in it). */
void ard_feature_values(const ard_solution *from, int64_t p, double *value);
/* weight[i] of the n rows from a solution's vectors. */
void ard_vector_weights(const ard_solution *from, int64_t n, double *weight);

/* Features (increasing columns of the problem) and their values into a solution. */
int ard_solution_set_features(ardor_context *context, int64_t n, const int64_t *column, const double *value, ard_solution *out);
/* The same value for n features; column NULL: 0, 1, .. */
int ard_solution_set_scale(ardor_context *context, int64_t n, const int64_t *column, double value, ard_solution *out);
/* Vectors (rows) and their weights, with the vectors' values of the solution's features, which are set already. */
int ard_solution_set_vectors(ardor_context *context, const ard_problem *problem, int64_t n, const int64_t *row,
                             const double *weight, ard_solution *out);
#endif
