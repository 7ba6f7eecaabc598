/* The elimination of svm-rfe. */
#ifndef ARD_RFE_ELIMINATE_H
#define ARD_RFE_ELIMINATE_H

#include "method/shared/ordered.h"

/* An ard_order_function. */
int rfe_eliminate(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_order_ask *ask,
                  ard_order *order, ard_stop *stop);
#endif
