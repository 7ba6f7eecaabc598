/* The two-sample t statistic and Fisher's discriminant ratio of single columns. Neither depends on a column's origin and unit, so
 * that both are computed of standardised values, whose squares cannot overflow, whatever the preparation left. */
#include "prepare/filter.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "prepare/moments.h"

typedef struct side {
    ard_moments moments;
    double weights;
} side;

/* The rows of one class, or with `others` all rows but those. value, weight: room for n. */
static side side_of(int64_t n, const double *x, const int32_t *label, const double *row_weight, int32_t c, bool others,
                    double *value, double *weight)
{
    int64_t m = 0;
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        if ((label[i] == c) == others) continue;
        value[m] = x[i];
        weight[m] = row_weight ? row_weight[i] : 1;
        sum += weight[m++];
    }
    return (side){ard_moments_of(m, value, weight), sum};
}

static double score_of(ard_filter_kind kind, side a, side b)
{
    const double apart = fabs(a.moments.mean - b.moments.mean);
    const double va = a.moments.constant ? 0 : a.moments.sd * a.moments.sd,
                 vb = b.moments.constant ? 0 : b.moments.sd * b.moments.sd;
    if (!(a.weights > 0 && b.weights > 0 && apart > 0)) return 0;
    if (va + vb == 0) return INFINITY;
    if (kind == ARD_FILTER_FDR) return apart * apart / (va + vb);
    /* Weights below 1 may leave no degrees of freedom; the factor is common to all columns, so that the order stands. */
    const double freedom = a.weights + b.weights > 2 ? a.weights + b.weights - 2 : 1;
    return apart / sqrt((a.weights * va + b.weights * vb) / freedom * (1 / a.weights + 1 / b.weights));
}

int ard_filter_scores(ardor_context *context, ard_filter_kind kind, int64_t n, int64_t p, const double *x, int n_classes,
                      const int32_t *label, const double *weight, double *score)
{
    int rc = ARDOR_OK;
    double *z = NULL, *value = NULL, *value_weight = NULL;
    NEW(context, z, n);
    NEW(context, value, n);
    NEW(context, value_weight, n);
    for (int64_t j = 0; j < p; j++) {
        const ard_moments all = ard_moments_of(n, x + j * n, weight);
        score[j] = 0;
        if (all.constant) continue;
        for (int64_t i = 0; i < n; i++) z[i] = ard_standardised(x[i + j * n], all.mean, all.sd);
        for (int32_t c = n_classes == 2; c < n_classes; c++) {
            const side in = side_of(n, z, label, weight, c, false, value, value_weight);
            const side out = side_of(n, z, label, weight, c, true, value, value_weight);
            score[j] = fmax(score[j], score_of(kind, in, out)); /* which takes no NaN */
        }
    }
done:
    ard_free(context, value_weight);
    ard_free(context, value);
    ard_free(context, z);
    return rc;
}

/* Moves the columns listed (increasing) to the front. */
static void keep_columns(int64_t n, int64_t k, const int64_t *kept, ard_prepare *prepare, double *x)
{
    for (int64_t t = 0; t < k; t++) {
        const int64_t j = kept[t];
        prepare->column[t] = prepare->column[j];
        prepare->mean[t] = prepare->mean[j];
        prepare->sd[t] = prepare->sd[j];
        if (prepare->median) prepare->median[t] = prepare->median[j];
        if (j > t) memcpy(x + t * n, x + j * n, (size_t)n * sizeof *x);
    }
    prepare->p = k;
}

int ard_filter_fit(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, ard_prepare *prepare, double *x)
{
    int rc = ARDOR_OK;
    const ard_filter filter = prepare->options.filter;
    const int64_t n = rows->n, p = prepare->p;
    int32_t *label = NULL;
    double *weight = NULL, *score = NULL;
    int64_t *kept = NULL;
    ard_rank *rank = NULL;
    if (filter.kind == ARD_FILTER_NONE || p <= filter.k) return ARDOR_OK;
    NEW(context, label, n);
    if (data->weight) NEW(context, weight, n);
    NEW(context, score, p);
    NEW(context, rank, p);
    NEW(context, kept, filter.k);
    for (int64_t i = 0; i < n; i++) {
        label[i] = data->label[rows->row[i]];
        if (weight) weight[i] = data->weight[rows->row[i]];
    }
    TRY(ard_filter_scores(context, filter.kind, n, p, x, data->n_classes, label, weight, score));
    for (int64_t j = 0; j < p; j++) rank[j] = (ard_rank){.index = j, .key = score[j]};
    ard_rank_sort(p, rank);
    for (int64_t t = 0; t < filter.k; t++) kept[t] = rank[t].index;
    ard_index_sort(filter.k, kept);
    keep_columns(n, filter.k, kept, prepare, x);
done:
    ard_free(context, kept);
    ard_free(context, rank);
    ard_free(context, score);
    ard_free(context, weight);
    ard_free(context, label);
    return rc;
}
