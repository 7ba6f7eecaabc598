/* The population variance of the values before they are standardised, which all have the variance 1 after it. */
#include <math.h>

#include "prepare/filters/score.h"
#include "prepare/moments.h"

/* By the deviation, so that the order stands where squares overflow. */
static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    int rc = ARDOR_OK;
    double *value = NULL, *sd = NULL;
    NEW(context, value, x->n);
    NEW(context, sd, x->p);
    for (int64_t j = 0; j < x->p; j++) {
        ard_matrix_gather(x, 0, x->n, 1, &j, value, x->n);
        const ard_moments moments = ard_moments_of(x->n, value, t->weight);
        sd[j] = moments.constant ? 0 : moments.sd;
    }
    TRY(ard_filter_best(context, x->p, sd, k, column, score));
    for (int64_t i = 0; i < k; i++) score[i] *= score[i];
done:
    ard_free(context, sd);
    ard_free(context, value);
    return rc;
}

const ard_filter_kind ard_filter_variance = {.name = "variance", .unscaled = true, .rank = rank};
