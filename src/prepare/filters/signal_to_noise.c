/* |m - m'| / (s + s'): the signal to noise ratio of Golub et al., Science 286, 531-537, 1999; m and s are mean and population
 * standard deviation of a class, those of the others are marked with '. */
#include <math.h>

#include "prepare/filters/score.h"

static double score_of(const ard_side *a, const ard_side *b)
{
    return fabs(a->mean - b->mean) / (sqrt(a->variance) + sqrt(b->variance));
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    return ard_filter_by_classes(context, x, t, score_of, k, column, score);
}

const ard_filter_kind ard_filter_signal_to_noise = {.name = "signal-to-noise", .sees_labels = true, .rank = rank};
