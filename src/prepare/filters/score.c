/* See score.h. */
#include "prepare/filters/score.h"

#include <math.h>

#include "base/rank.h"
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

/* The rows of class c, or with `others` all rows but those. value, weight: room for n. */
static ard_side side_of(const ard_targets *t, const double *x, int32_t c, bool others, double *value, double *weight)
{
    int64_t m = 0;
    double sum = 0;
    for (int64_t i = 0; i < t->n; i++) {
        if ((t->label[i] == c) == others) continue;
        value[m] = x[i];
        weight[m] = ard_target_weight(t, i);
        sum += weight[m++];
    }
    const ard_moments moments = ard_moments_of(m, value, t->weight ? weight : NULL);
    return (ard_side){moments.mean, moments.constant ? 0 : moments.sd * moments.sd, sum};
}

int ard_filter_by_classes(ardor_context *context, const ard_matrix *x, const ard_targets *t,
                          double (*score_of)(const ard_side *a, const ard_side *b), int64_t k, int64_t *column, double *score)
{
    int rc = ARDOR_OK;
    double *z = NULL, *value = NULL, *weight = NULL, *scores = NULL;
    NEW(context, z, x->n);
    NEW(context, value, x->n);
    NEW(context, weight, x->n);
    NEW(context, scores, x->p);
    for (int64_t j = 0; j < x->p; j++) {
        ard_matrix_gather(x, 0, x->n, 1, &j, z, x->n);
        const ard_moments all = ard_moments_of(x->n, z, t->weight);
        if (all.constant) continue;
        for (int64_t i = 0; i < x->n; i++) z[i] = ard_standardised(z[i], all.mean, all.sd);
        for (int32_t c = t->n_classes == 2; c < t->n_classes; c++) {
            const ard_side a = side_of(t, z, c, false, value, weight), b = side_of(t, z, c, true, value, weight);
            if (!(a.weights > 0 && b.weights > 0 && a.mean != b.mean)) continue;
            scores[j] = fmax(scores[j], a.variance + b.variance == 0 ? INFINITY : score_of(&a, &b)); /* which takes no NaN */
        }
    }
    TRY(ard_filter_best(context, x->p, scores, k, column, score));
done:
    ard_free(context, scores);
    ard_free(context, weight);
    ard_free(context, value);
    ard_free(context, z);
    return rc;
}
