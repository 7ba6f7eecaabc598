/* Evaluating a method under a plan: every fold fits on its own training rows, on threads. */
#ifndef ARD_CROSSVAL_H
#define ARD_CROSSVAL_H
#include "study/evaluation.h"
int ard_evaluate(ardor_context *context, const ardor_dataset *data, const ard_config *config, ardor_evaluation **out);
#endif
