/* Shared by the files of the machine "function" only. */
#ifndef ARD_FUNCTION_INSIDE_H
#define ARD_FUNCTION_INSIDE_H

#include "machine/function.h"

/* function_memory.c: content with room for its numbers, all 0. */
int function_open(ardor_context *context, ard_basis basis, const ard_link *link, int n_classes, int64_t n_features,
                  int64_t n_terms, ard_function **out);
void function_close(ardor_context *context, void *content);
double function_weight(const ard_machine *machine, int64_t j);
double function_class_weight(const ard_machine *machine, int64_t j, int c);

/* function_predict.c */
int function_n_scores(const ard_machine *machine);
int function_scores(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *f);
int function_variances(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *variance);
int function_predict(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *prob);

/* function_file.c */
void function_write(const ard_machine *machine, ard_json *json);
int function_read(const ard_machine_frame *frame, ard_node *object, ard_machine *machine);

/* posterior_file.c: the member "posteriors". */
void posteriors_write(ard_json *json, int64_t n, const ard_posterior *posterior);
#endif
