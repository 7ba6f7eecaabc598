/* The columns of a problem that are not constant. */
#ifndef ARD_VARYING_H
#define ARD_VARYING_H

#include "method/method.h"

/* A constant column has no say in a kernel of differences, and the data none in its scale. feature: room for all columns. */
int ard_varying_columns(ardor_context *context, const ard_problem *problem, int64_t *n, int64_t *feature);
#endif
