/* |z| of the rank sum of a class against the others (Wilcoxon 1945, Mann and Whitney 1947), by the normal approximation with
 * correction for ties and without one for continuity. With p the rows' shares of the weights, B the share below a row's value and
 * T that of the value,
 *
 *     d = sum over the class p (B + T/2) - P/2,     z = d / sqrt(P P' (1 - sum over values T^3) / (12 (W - 1)))
 *
 * where P and P' are the shares of the class and of the others and W the sum of the weights. Ties make z larger, up to
 * sqrt(W - 1), so that a column in which a class lies beyond all other rows can have a smaller z than one that nearly does so
 * with two values. Such a perfect separator scores infinity, unless a side weighs less than two rows: one row is the largest in a
 * column of noise as often as any other, and its z says so. */
#include <math.h>

#include "prepare/filters/score.h"

static const double LEAST_SIDE = 2, ROUNDING = 1e-12;

/* A side of the comparison. */
typedef struct ranked {
    double share, sum, least, most;
} ranked;

static double class_score(const ard_scored *column, int32_t c, double weights, double spread)
{
    const ard_targets *t = column->t;
    ranked side[2] = {{.least = INFINITY, .most = -INFINITY}, {.least = INFINITY, .most = -INFINITY}};
    double below = 0;
    for (int64_t i = 0, next = 0; i < t->n; i = next) {
        const double value = column->order[i].key;
        double tied = 0;
        for (next = i; next < t->n && column->order[next].key == value; next++)
            tied += ard_target_weight(t, column->order[next].index) / weights;
        for (int64_t k = i; k < next; k++) {
            const int64_t row = column->order[k].index;
            ranked *s = side + (t->label[row] == c);
            const double share = ard_target_weight(t, row) / weights;
            s->share += share;
            s->sum += share * (below + tied / 2);
            s->least = fmin(s->least, value);
            s->most = fmax(s->most, value);
        }
        below += tied;
    }
    if (!(side[0].share > 0 && side[1].share > 0)) return 0;
    const bool apart = side[0].least > side[1].most || side[1].least > side[0].most;
    if (apart && fmin(side[0].share, side[1].share) * weights >= LEAST_SIDE * (1 - ROUNDING)) return INFINITY;
    const double variance = side[0].share * side[1].share * spread;
    return variance > 0 ? fabs(side[1].sum - side[1].share / 2) / sqrt(variance) : 0;
}

static double score_of(const ard_scored *column)
{
    const ard_targets *t = column->t;
    double weights = 0, cubes = 0, most = 0;
    for (int64_t i = 0; i < t->n; i++) {
        column->order[i] = (ard_rank){.index = i, .key = column->z[i]};
        weights += ard_target_weight(t, i);
    }
    ard_rank_sort(t->n, column->order);
    for (int64_t i = 0, next = 0; i < t->n; i = next) {
        double tied = 0;
        for (next = i; next < t->n && column->order[next].key == column->order[i].key; next++)
            tied += ard_target_weight(t, column->order[next].index) / weights;
        cubes += tied * tied * tied;
    }
    /* As in ttest, weights below 1 may leave no degrees of freedom. */
    const double spread = (1 - cubes) / (12 * (weights > 1 ? weights - 1 : 1));
    for (int32_t c = ard_filter_first_class(t); c < t->n_classes; c++) most = fmax(most, class_score(column, c, weights, spread));
    return most;
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    return ard_filter_by_columns(context, x, t, score_of, NULL, k, column, score);
}

const ard_filter_kind ard_filter_wilcoxon = {.name = "wilcoxon", .sees_labels = true, .rank = rank};
