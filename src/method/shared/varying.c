#include "method/shared/varying.h"

#include "prepare/moments.h"

int ard_varying_columns(ardor_context *context, const ard_problem *problem, int64_t *n, int64_t *feature)
{
    int rc = ARDOR_OK;
    const ard_matrix *x = problem->x;
    ard_array array = {0};
    *n = 0;
    TRY(ard_array_open(context, x, &array));
    for (int64_t k = 0; k < x->p; k++)
        if (!ard_moments_of(x->n, array.x + k * array.ld, problem->target.weight).constant) feature[(*n)++] = k;
done:
    ard_array_close(context, &array);
    return rc;
}
