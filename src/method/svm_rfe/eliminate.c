/* The machines of an elimination: those of the smallest weights go. */
#include "method/svm_rfe/eliminate.h"

#include <math.h>

#include "method/shared/eliminate.h"

/* What is eliminated from. */
typedef struct source {
    ardor_context *context;
    const ard_method *method;
    const ard_problem *problem;
    const ard_csvc_ask *ask;
} source;

static int weigh(void *state, int64_t n, const int64_t *column, double *worth, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const source *s = state;
    ard_part_machine machine = {0};
    TRY(ard_part_machine_fit(s->context, s->method, s->problem, n, column, s->ask, &machine, stop));
    ard_matrix_transposed(&machine.x, machine.fit.coefficient, worth);
    for (int64_t t = 0; t < n; t++) worth[t] = fabs(worth[t]);
done:
    ard_part_machine_close(s->context, &machine);
    return rc;
}

int rfe_eliminate(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_order_ask *ask,
                  ard_order *order, ard_stop *stop)
{
    int rc = ARDOR_OK;
    source from = {context, method, problem, &ask->csvc};
    ard_elimination of = {.column = order->column};
    ard_candidate *left = NULL;
    TRY(ard_candidates_copy(context, problem, &order->candidate, &left));
    TRY(ard_eliminate(context, problem, left, &(ard_eliminator){&from, weigh}, &of, stop));
    order->calls = of.fits;
done:
    ard_free(context, left);
    return rc;
}
