/* Shared by the files of the machine "neighbours" only. */
#ifndef ARD_NEIGHBOURS_INSIDE_H
#define ARD_NEIGHBOURS_INSIDE_H

#include "machine/neighbours.h"

/* neighbours_memory.c: room for so many rows in a machine that has its columns; and when they are there, what is derived from
 * them. False: the weights have no finite sum. */
int neighbours_open(ardor_context *context, int64_t n_vectors, ard_machine *machine);
bool neighbours_sum_up(ard_machine *machine);
void neighbours_close(ardor_context *context, void *content);

/* neighbours_predict.c */
int neighbours_predict(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *prob);

/* neighbours_file.c */
void neighbours_write(const ard_machine *machine, ard_json *json);
int neighbours_read(const ard_machine_frame *frame, ard_node *object, ard_machine *machine);
#endif
