/* Shared by the files of the machine "pairs" only. */
#ifndef ARD_PAIRS_INSIDE_H
#define ARD_PAIRS_INSIDE_H

#include "machine/pairs.h"

/* pairs_memory.c: content with room for its parts, which are none yet; and what follows from them when they are there: the
 * importances, each the root of the sum of the squares of the parts', and how many vectors there are. */
int pairs_open(ardor_context *context, ard_multiclass how, int n_classes, ard_pairs **out);
void pairs_close(ardor_context *context, void *content);
int pairs_sum_up(ardor_context *context, ard_machine *machine);

/* pairs_weight.c */
double pairs_class_weight(const ard_machine *machine, int64_t j, int c);

/* pairs_predict.c */
int pairs_predict(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *prob);

/* pairs_file.c */
void pairs_write(const ard_machine *machine, ard_json *json);
int pairs_read(const ard_machine_frame *frame, ard_node *object, ard_machine *machine);
#endif
