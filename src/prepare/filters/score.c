/* See score.h. */
#include "prepare/filters/score.h"

#include <math.h>

#include "prepare/moments.h"

int ard_filter_best(ardor_context *context, int64_t p, const double *scores, int64_t k, int64_t *column, double *score)
{
    int rc = ARDOR_OK;
    ard_rank *rank = NULL;
    NEW(context, rank, p);
    for (int64_t j = 0; j < p; j++) rank[j] = (ard_rank){.index = j, .key = scores[j]};
    ard_rank_sort(p, rank);
    for (int64_t t = 0; t < k; t++) {
        column[t] = rank[t].index;
        score[t] = rank[t].key;
    }
done:
    ard_free(context, rank);
    return rc;
}

int ard_filter_by_columns(ardor_context *context, const ard_matrix *x, const ard_targets *t,
                          double (*score_of)(const ard_scored *column), const void *variant, int64_t k, int64_t *column,
                          double *score)
{
    int rc = ARDOR_OK;
    double *z = NULL, *scores = NULL;
    ard_scored scored = {.t = t, .variant = variant};
    NEW(context, z, x->n);
    NEW(context, scored.work, 2 * x->n);
    NEW(context, scored.order, x->n);
    NEW(context, scores, x->p);
    scored.z = z;
    for (int64_t j = 0; j < x->p; j++) {
        if (j % 64 == 63) TRY(ard_check_running(context)); /* a scale of time that a small table does not see */
        ard_matrix_gather(x, 0, x->n, 1, &j, z, x->n);
        const ard_moments all = ard_moments_of(x->n, z, t->weight);
        if (all.constant) continue;
        for (int64_t i = 0; i < x->n; i++) z[i] = ard_standardised(z[i], all.mean, all.sd);
        scores[j] = score_of(&scored);
    }
    TRY(ard_filter_best(context, x->p, scores, k, column, score));
done:
    ard_free(context, scores);
    ard_free(context, scored.order);
    ard_free(context, scored.work);
    ard_free(context, z);
    return rc;
}

ard_side ard_filter_side(const ard_scored *column, int32_t c, bool others)
{
    const ard_targets *t = column->t;
    double *value = column->work, *weight = column->work + t->n, sum = 0;
    int64_t m = 0;
    for (int64_t i = 0; i < t->n; i++) {
        if ((t->label[i] == c) == others) continue;
        value[m] = column->z[i];
        weight[m] = ard_target_weight(t, i);
        sum += weight[m++];
    }
    const ard_moments moments = ard_moments_of(m, value, t->weight ? weight : NULL);
    return (ard_side){moments.mean, moments.constant ? 0 : moments.sd * moments.sd, sum};
}

typedef struct by_classes {
    double (*score_of)(const ard_side *a, const ard_side *b);
} by_classes;

static double class_score(const ard_scored *column)
{
    const by_classes *by = column->variant;
    double most = 0;
    for (int32_t c = ard_filter_first_class(column->t); c < column->t->n_classes; c++) {
        const ard_side a = ard_filter_side(column, c, false), b = ard_filter_side(column, c, true);
        if (!(a.weights > 0 && b.weights > 0 && a.mean != b.mean)) continue;
        most = fmax(most, a.variance + b.variance == 0 ? INFINITY : by->score_of(&a, &b)); /* which takes no NaN */
    }
    return most;
}

int ard_filter_by_classes(ardor_context *context, const ard_matrix *x, const ard_targets *t,
                          double (*score_of)(const ard_side *a, const ard_side *b), int64_t k, int64_t *column, double *score)
{
    return ard_filter_by_columns(context, x, t, class_score, &(by_classes){score_of}, k, column, score);
}
