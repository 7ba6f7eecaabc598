/* What features contribute to what a model says of rows that are prepared, wherever they are from. */
#ifndef ARD_MODEL_EXPLAIN_H
#define ARD_MODEL_EXPLAIN_H

#include "model/model.h"

/* Is there something to explain? ARDOR_USAGE where not: the model has no feature, or its file not their means. */
int ard_model_explains(ardor_context *context, const ardor_model *model);
/* f at the means of the training rows: one number for each output. */
int ard_model_reference(ardor_context *context, const ardor_model *model, double *reference);
/* Of a block, into the places of its rows in contribution (n_rows x features x outputs); */
int ard_model_explain_block(ardor_context *context, const ardor_model *model, const ard_model_block *block, double *contribution);
/* and f itself (n_rows x outputs). */
int ard_model_values_block(ardor_context *context, const ardor_model *model, const ard_model_block *block, double *value);
#endif
