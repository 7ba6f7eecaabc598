/* The machine without features: the same probabilities for every row, which are the shares of the classes. */
#ifndef ARD_SHARES_H
#define ARD_SHARES_H

#include "machine/machine.h"
#include "matrix/targets.h"

extern const ard_machine_kind ard_machine_shares;

/* share: one for each class, at least 0, with the sum 1. */
int ard_shares_machine(ardor_context *context, int n_classes, const double *share, ard_machine *out);
/* With the shares of the classes among rows, by their weights. */
int ard_shares_of_targets(ardor_context *context, const ard_targets *targets, ard_machine *out);
#endif
