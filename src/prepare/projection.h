/* Projections: columns in, features out, one column at a time. */
#ifndef ARD_PREPARE_PROJECTION_H
#define ARD_PREPARE_PROJECTION_H

#include "json/json.h"
#include "json/json_read.h"
#include "prepare/step.h"

/* What column j (n values) adds to the features, out (n x k). Each number is a sum in the order of the columns, so that neither
 * the other features nor the other rows have a say in its last bits. */
void ard_projection_add(const ard_projection *projection, int64_t j, int64_t n, const double *x, double *out);
/* The n features listed; of no features there are no columns either. */
int ard_projection_keep(ardor_context *context, const ard_projection *from, int64_t n, const int64_t *kept, ard_projection *to);
void ard_projection_free(ardor_context *context, ard_projection *projection);
/* The members `mean` and `loadings` of an object that is open; and from one, of p columns. Nothing in it is trusted. */
void ard_projection_write(const ard_projection *projection, ard_json *json);
int ard_projection_read(ard_node *object, int64_t p, ard_projection *out);
#endif
