/* Flat: the columns whose mean magnitude is largest against the root of their mean square. It sees no labels. */
#include <math.h>

#include "prepare/filter.h"
#include "prepare/filters/score.h"
#include "prepare/moments.h"

static double flatness(int64_t n, const double *x, const double *weight)
{
    double sum = 0, squares = 0, weights = 0;
    for (int64_t i = 0; i < n; i++) {
        const double w = weight ? weight[i] : 1;
        sum += w * fabs(x[i]);
        squares += w * x[i] * x[i];
        weights += w;
    }
    return squares > 0 ? sum / sqrt(squares * weights) : 0;
}

static int flat_rank(ardor_context *in, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    int rc = ARDOR_OK;
    double *value = NULL, *scores = NULL;
    REQUIRE(in, !t->label, ARDOR_INTERNAL, "flat was shown labels");
    NEW(in, value, x->n);
    NEW(in, scores, x->p);
    for (int64_t j = 0; j < x->p; j++) {
        ard_matrix_gather(x, 0, x->n, 1, &j, value, x->n);
        scores[j] = ard_moments_of(x->n, value, t->weight).constant ? 0 : flatness(x->n, value, t->weight);
    }
    TRY(ard_filter_best(in, x->p, scores, k, column, score));
done:
    ard_free(in, scores);
    ard_free(in, value);
    return rc;
}

const ard_filter_kind ard_filter_flat = {.name = "flat", .rank = flat_rank};
