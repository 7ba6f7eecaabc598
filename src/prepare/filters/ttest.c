/* |m - m'| / sqrt(v (1/W + 1/W')), v = (W s^2 + W' s'^2)/(W + W' - 2): |t| of two samples with the pooled variance; m, s^2 and W
 * are mean, population variance and sum of the weights of a class, those of the others are marked with '. */
#include <math.h>

#include "prepare/filters/score.h"

static double score_of(const ard_side *a, const ard_side *b)
{
    /* Weights below 1 may leave no degrees of freedom; the factor is common to all columns, so that the order stands. */
    const double freedom = a->weights + b->weights > 2 ? a->weights + b->weights - 2 : 1;
    const double pooled = (a->weights * a->variance + b->weights * b->variance) / freedom;
    return fabs(a->mean - b->mean) / sqrt(pooled * (1 / a->weights + 1 / b->weights));
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    return ard_filter_by_classes(context, x, t, score_of, k, column, score);
}

const ard_filter_kind ard_filter_ttest = {.name = "ttest", .sees_labels = true, .rank = rank};
