/* The sequential solver of the RVM: the search over precisions (solver/sites/relevance.h) with Laplace's approximation, from the
 * bias alone; and what it finds as the evidence engine says it. */
#ifndef ARD_RVM_SEARCH_H
#define ARD_RVM_SEARCH_H

#include "method/shared/evidence.h"

typedef struct rvm_search rvm_search;

int rvm_search_open(const ard_method *method, ardor_context *context, const ard_problem *problem, rvm_search **out);
void rvm_search_close(rvm_search *search);
/* Without an engine: its features and options are what a start goes by. */
ard_evidence *rvm_search_evidence(const rvm_search *search);
int rvm_search_start(rvm_search *search);
int rvm_search_step(rvm_search *search, ard_iteration *out);
int rvm_search_finish(rvm_search *search, const ard_ask *ask, ard_fit *out);
#endif
