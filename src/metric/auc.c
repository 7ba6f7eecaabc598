/* Area under the ROC curve by ranks, and DeLong's variance.
 *
 * The placement of a positive row is the (weighted) share of negatives it is scored above, ties counting half; that of a
 * negative the share of positives scored above it. The AUC is the mean placement of the positives, and also that
 * of the negatives. DeLong, DeLong and Clarke-Pearson 1988 (Biometrics 44, eq. 4-6): its variance is S10/m + S01/n, with
 * the sample variances S10, S01 of the m and n placements. One sweep over the sorted scores gives all
 * placements, where the definition takes m n comparisons. With case weights, m is the effective
 * number of rows, (sum w)^2 / sum w^2. */
#include "metric/auc.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "metric/interval.h"

static int by_score(const void *a, const void *b)
{
    const ard_scored *s = a, *t = b;
    if (s->score != t->score) return s->score < t->score ? -1 : 1;
    return s->order < t->order ? -1 : 1;
}

typedef struct class_sums {
    double weight, squares; /* sums of w and w^2 */
    double deviations;      /* sum of w (placement - auc)^2 */
} class_sums;

/* Set placements from sorted rows; `total` holds the weights of [0] negatives and [1] positives. */
static void place(int64_t n, ard_scored *rows, const class_sums total[2])
{
    double below[2] = {0, 0};
    for (int64_t start = 0, end; start < n; start = end) {
        double tied[2] = {0, 0};
        for (end = start; end < n && rows[end].score == rows[start].score; end++) tied[rows[end].positive] += rows[end].weight;
        double worse = (below[0] + 0.5 * tied[0]) / total[0].weight;
        double better = (total[1].weight - below[1] - 0.5 * tied[1]) / total[1].weight;
        for (int64_t i = start; i < end; i++) rows[i].placement = rows[i].positive ? worse : better;
        below[0] += tied[0];
        below[1] += tied[1];
    }
}

/* Variance of the mean placement of a class; NaN if a single row carries the class. */
static double mean_variance(const class_sums *c)
{
    double effective = c->weight * c->weight / c->squares;
    return effective > 1 + 1e-9 ? c->deviations / c->weight / (effective - 1) : (double)NAN;
}

ard_metric ard_auc(int64_t n, ard_scored *rows)
{
    class_sums total[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int64_t i = 0; i < n; i++) {
        if (isnan(rows[i].score)) return ard_interval_none((double)NAN);
        total[rows[i].positive].weight += rows[i].weight;
        total[rows[i].positive].squares += rows[i].weight * rows[i].weight;
    }
    if (!(total[0].weight > 0 && total[1].weight > 0)) return ard_interval_none((double)NAN);
    qsort(rows, (size_t)n, sizeof *rows, by_score);
    place(n, rows, total);
    double auc = 0;
    for (int64_t i = 0; i < n; i++)
        if (rows[i].positive) auc += rows[i].weight * rows[i].placement;
    auc = ard_clip(auc / total[1].weight, 0, 1);
    for (int64_t i = 0; i < n; i++) {
        double deviation = rows[i].placement - auc;
        total[rows[i].positive].deviations += rows[i].weight * deviation * deviation;
    }
    double fewer =
        fmin(total[0].weight * total[0].weight / total[0].squares, total[1].weight * total[1].weight / total[1].squares);
    return ard_interval_auc(auc, mean_variance(&total[0]) + mean_variance(&total[1]), fewer);
}
