/* Methods that order the features by linear support vector machines and end in a machine of the first of them, whose
 * probabilities are of rows that had no part in the order. The basis is the identity. */
#ifndef ARD_ORDERED_H
#define ARD_ORDERED_H

#include "method/shared/candidates.h"
#include "method/shared/csvc.h"

/* ---- a machine of some columns of a problem */

/* n columns, increasing, fitted to all the rows. */
typedef struct ard_part_machine {
    ard_matrix x;
    ard_problem problem; /* a view */
    ard_csvc *csvc;
    ard_csvc_fit fit;
    double *f; /* of the rows */
} ard_part_machine;

/* *out must stay where it is. */
int ard_part_machine_fit(ardor_context *context, const ard_method *method, const ard_problem *problem, int64_t n,
                         const int64_t *column, const ard_csvc_ask *ask, ard_part_machine *out, ard_stop *stop);
void ard_part_machine_close(ardor_context *context, ard_part_machine *machine);

/* ---- an order */

typedef struct ard_order {
    bool known;
    double cost;              /* C that it was made with */
    int64_t calls;            /* of the solver that it took */
    int64_t left;             /* how many the order would keep by itself; all: it has no view */
    ard_stop stop;            /* of what decided `left`; ARD_STOP_NONE or ARD_STOP_CONVERGED: nothing cut it short */
    int64_t *column;          /* p: that which is kept longest first */
    ard_candidate *candidate; /* p: all columns, as they are for any C; NULL: not looked at yet */
} ard_order;

int ard_order_open(ardor_context *context, const ard_problem *problem, ard_order *out);
void ard_order_close(ardor_context *context, ard_order *order);

typedef struct ard_order_ask {
    ard_csvc_ask csvc;
    int64_t max_iter; /* where the method has such a setting */
    ard_trace *trace; /* NULL: not wanted */
} ard_order_ask;

/* Fills in an order that is open. *stop is set where all is cancelled or time is over: then it is of no account. */
typedef int (*ard_order_function)(ardor_context *context, const ard_method *method, const ard_problem *problem,
                                  const ard_order_ask *ask, ard_order *order, ard_stop *stop);

/* The order's columns, as candidates are in it. */
void ard_order_take(int64_t p, const ard_candidate *candidate, ard_order *order);
/* Its first k columns, increasing; order NULL: 0, 1, .. */
int ard_order_first(ardor_context *context, const ard_order *order, int64_t k, int64_t **column);

/* ---- the method */

/* What the `variant` of such a method is. Its max_iter, if it has one, is of the order. */
typedef struct ard_ordered {
    ard_order_function order;
} ard_ordered;

/* The settings that its table begins with. k is how many features are kept, at most; automatic: what the order has left. */
enum { ARD_ORDERED_K, ARD_ORDERED_C, ARD_ORDERED_FOLDS_SEED, ARD_ORDERED_TOL, ARD_ORDERED_N_SETTINGS };

/* The functions of its ard_method; its extras are ard_csvc_extras. */
int ard_ordered_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work);
int ard_ordered_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out);
void ard_ordered_close(void *work);
#endif
