/* What a machine says, taken apart by features: how much of f(x) goes where a feature is set to a value of reference.
 *
 * What is explained is the machine's values (n_scores of its table); of a kind that has none, the log odds of its probabilities:
 * of two classes those of the second, of more of each class against all others. */
#ifndef ARD_EXPLAIN_H
#define ARD_EXPLAIN_H

#include "machine/machine.h"

/* How many functions there are to explain; 0: there are none, for the machine reads no feature. */
int ard_explain_outputs(const ard_machine *machine);
/* Are they log odds? Else they are its values. */
bool ard_explain_is_log_odds(const ard_machine *machine);
/* Is each function a sum of functions of one feature each, so that contributions add up to what f is above its reference? */
bool ard_explain_adds_up(const ard_machine *machine);
/* value (x->n x outputs): the functions at the rows. */
int ard_explain_values(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *value);
/* Rows prepared for the machine: its j-th column is that of feature[j], which the machine has increasing from 0. */
typedef struct ard_explained {
    int64_t n;
    double *x;               /* n x n_features; changed on the way, and as it was at the end */
    const double *reference; /* n_features: the value at which a feature says nothing */
    double *contribution;    /* element i + ld (j + n_features c) is f_c(x_i) - f_c(x_i with feature j at its reference) */
    int64_t ld;
} ard_explained;
/* Of a machine that is linear in its features one pass, of a kernel's as many kernel values as features; of other kinds the
 * values are computed anew for every feature. */
int ard_explain(ardor_context *context, const ard_machine *machine, const ard_explained *rows);
#endif
