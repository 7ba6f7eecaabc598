/* By halves until FEW are left, then one at a time: those that are worth least go. */
#include "method/shared/eliminate.h"

enum { FEW = 64 };
const double ard_kept[ARD_N_KEPT] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

/* How many are left after this fit. */
static int64_t fewer(int64_t n) { return n > FEW ? ard_max64(FEW, n / 2) : n - 1; }

/* The columns that are left, of which there are n, in the order of their worth in a fit of them. */
static int rank(ardor_context *context, const ard_eliminator *from, int64_t n, ard_candidate *left, ard_stop *stop)
{
    int rc = ARDOR_OK;
    int64_t *column = NULL;
    double *worth = NULL;
    NEW(context, column, n);
    NEW(context, worth, n);
    for (int64_t t = 0; t < n; t++) column[t] = left[t].column;
    TRY(from->weigh(from->state, n, column, worth, stop));
    for (int64_t t = 0; t < n; t++) left[t].weight = worth[t];
    ard_candidates_sort(n, left);
done:
    ard_free(context, worth);
    ard_free(context, column);
    return rc;
}

int ard_eliminate(ardor_context *context, const ard_problem *problem, ard_candidate *left, const ard_eliminator *from,
                  ard_elimination *e, ard_stop *stop)
{
    int rc = ARDOR_OK;
    *e = (ard_elimination){.column = e->column};
    for (int64_t k = 0; k < problem->x->p; k++)
        if (!ard_is_forced(problem, k)) left[e->n++] = left[k];
    for (int64_t n = e->n; n > 1 && *stop == ARD_STOP_NONE; n = fewer(n)) {
        TRY(rank(context, from, n, left, stop));
        e->fits++;
    }
    for (int64_t k = 0; k < e->n; k++) e->column[k] = left[k].column;
done:
    return rc;
}
