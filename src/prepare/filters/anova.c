/* F of a one-way analysis of variance, (B/(c - 1)) / (V/(W - c)), B and V the sums of squares between and within the c classes
 * that have rows, W the sum of the weights. Of two classes it is t^2. */
#include <math.h>

#include "prepare/filters/score.h"

static double score_of(const ard_scored *column)
{
    const ard_targets *t = column->t;
    double weights = 0, sum = 0, between = 0, within = 0;
    int n_classes = 0;
    for (int pass = 0; pass < 2; pass++) /* the mean first, which is 0 but for rounding, that many rows may make large */
        for (int32_t c = 0; c < t->n_classes; c++) {
            const ard_side a = ard_filter_side(column, c, false);
            if (!(a.weights > 0)) continue;
            if (pass == 0) {
                n_classes++;
                weights += a.weights;
                sum += a.weights * a.mean;
                continue;
            }
            between += a.weights * (a.mean - sum / weights) * (a.mean - sum / weights);
            within += a.weights * a.variance;
        }
    if (n_classes < 2 || between == 0) return 0;
    if (within == 0) return INFINITY;
    /* Weights below 1 may leave no degrees of freedom; the factor is common to all columns, so that the order stands. */
    const double freedom = weights > n_classes ? weights - n_classes : 1;
    return between / (n_classes - 1) / (within / freedom);
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    return ard_filter_by_columns(context, x, t, score_of, NULL, k, column, score);
}

const ard_filter_kind ard_filter_anova = {.name = "anova", .sees_labels = true, .rank = rank};
