/* (m - m')^2 / (s^2 + s'^2): Fisher's discriminant ratio; m and s^2 are mean and population variance of a class, those of the
 * others are marked with '. */
#include "prepare/filters/score.h"

static double score_of(const ard_side *a, const ard_side *b)
{
    const double apart = a->mean - b->mean;
    return apart * apart / (a->variance + b->variance);
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    return ard_filter_by_classes(context, x, t, score_of, k, column, score);
}

const ard_filter_kind ard_filter_fdr = {.name = "fdr", .sees_labels = true, .rank = rank};
