/* One elimination: the features in the order in which a linear machine does without them. */
#ifndef ARD_ELIMINATE_H
#define ARD_ELIMINATE_H

#include "method/shared/csvc.h"

typedef struct rfe_order {
    bool known;
    double cost;     /* C that it was made with */
    int64_t calls;   /* of the solver that it took */
    int64_t *column; /* p: that which is kept longest first */
} rfe_order;

/* The order of the columns of the problem, with room for it; made anew where it is not of this C. A stop leaves it unknown. */
int rfe_eliminate(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_csvc_ask *ask,
                  rfe_order *order, ard_stop *stop);
/* Its first k columns, increasing; order NULL: 0, 1, .. */
int rfe_first(ardor_context *context, const rfe_order *order, int64_t k, int64_t **column);

/* A machine of some columns of a problem (n of them, increasing), fitted to all its rows. */
typedef struct rfe_machine {
    ard_matrix x;
    ard_problem problem; /* a view */
    ard_csvc *csvc;
    ard_csvc_fit fit;
    double *f; /* of the rows */
} rfe_machine;

/* The problem has the basis identity. *out must stay where it is. */
int rfe_machine_fit(ardor_context *context, const ard_method *method, const ard_problem *problem, int64_t n,
                    const int64_t *column, const ard_csvc_ask *ask, rfe_machine *out, ard_stop *stop);
void rfe_machine_close(ardor_context *context, rfe_machine *machine);
#endif
