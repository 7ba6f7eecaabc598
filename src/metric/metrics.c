/* Figures of merit of predictions: of all rows at once for a partition, as means over folds otherwise.
 *
 * With case weights w, means are weighted and the number of rows is the effective one, (sum w)^2 / sum w^2.
 * Classes without test rows are left out of the balanced error. The Brier score is mean (p1 - y)^2 for two classes
 * and mean sum_c (p_c - y_c)^2 for more (which for two would be twice as large). */
#include "metric/metrics.h"
#include "metric/auc.h"
#include "metric/interval.h"

#include <math.h>

static const double SMALLEST_PROBABILITY = 1e-15;

/* The arguments of ard_metrics_compute that describe rows, and scratch for them. */
typedef struct predictions {
    int64_t n;
    int n_classes;
    const double *prob, *weight;
    const int32_t *label, *predicted;
    ard_scored *scored;                                 /* n */
    double *class_error, *class_weight, *class_squares; /* n_classes */
} predictions;

static double weight_of(const predictions *p, int64_t row) { return p->weight ? p->weight[row] : 1; }

/* ---- of a set of rows */

static void errors_of_rows(const predictions *p, int64_t n, const int64_t *row, ard_metrics *out)
{
    double error = 0, weight = 0, squares = 0;
    for (int c = 0; c < p->n_classes; c++) p->class_error[c] = p->class_weight[c] = p->class_squares[c] = 0;
    for (int64_t i = 0; i < n; i++) {
        double w = weight_of(p, row[i]);
        int32_t c = p->label[row[i]];
        p->class_error[c] += p->predicted[row[i]] != c ? w : 0;
        p->class_weight[c] += w;
        p->class_squares[c] += w * w;
    }
    int present = 0;
    for (int c = 0; c < p->n_classes; c++) {
        if (!(p->class_weight[c] > 0)) continue;
        error += p->class_error[c];
        weight += p->class_weight[c];
        squares += p->class_squares[c];
        p->class_error[present] = p->class_error[c] / p->class_weight[c];
        p->class_weight[present++] = p->class_weight[c] * p->class_weight[c] / p->class_squares[c];
    }
    out->error = ard_interval_wilson(error / weight, weight * weight / squares);
    out->balanced_error = ard_interval_mean_of_proportions(present, p->class_error, p->class_weight);
}

static ard_metric auc_of_rows(const predictions *p, int64_t n, const int64_t *row)
{
    if (p->n_classes != 2) return ard_interval_none((double)NAN);
    for (int64_t i = 0; i < n; i++)
        p->scored[i] = (ard_scored){
            .score = p->prob[p->n + row[i]], .weight = weight_of(p, row[i]), .order = i, .positive = p->label[row[i]] == 1};
    return ard_auc(n, p->scored);
}

static double log_loss_of_row(const predictions *p, int64_t row)
{
    return -log(ard_clip(p->prob[p->label[row] * p->n + row], SMALLEST_PROBABILITY, 1));
}

static double brier_of_row(const predictions *p, int64_t row)
{
    double sum = 0;
    for (int c = p->n_classes == 2 ? 1 : 0; c < p->n_classes; c++) {
        double miss = p->prob[c * p->n + row] - (p->label[row] == c);
        sum += miss * miss;
    }
    return sum;
}

static double brier_ceiling(const predictions *p) { return p->n_classes == 2 ? 1 : 2; }

/* Weighted mean of a loss, with the standard error from its spread over the rows. */
static ard_metric mean_of_rows(const predictions *p, int64_t n, const int64_t *row, double (*loss)(const predictions *, int64_t),
                               double ceiling)
{
    double weight = 0, squares = 0, mean = 0, deviations = 0;
    for (int64_t i = 0; i < n; i++) {
        double w = weight_of(p, row[i]);
        weight += w;
        squares += w * w;
        mean += w * loss(p, row[i]);
    }
    mean /= weight;
    for (int64_t i = 0; i < n; i++) {
        double deviation = loss(p, row[i]) - mean;
        deviations += weight_of(p, row[i]) * deviation * deviation;
    }
    double effective = weight * weight / squares;
    double error = effective > 1 + 1e-9 ? sqrt(deviations / weight / (effective - 1)) : (double)NAN;
    return ard_interval_normal(mean, error, 0, ceiling);
}

static void metrics_of_rows(const predictions *p, int64_t n, const int64_t *row, ard_metrics *out)
{
    if (n == 0) {
        ard_metric none = ard_interval_none((double)NAN);
        *out = (ard_metrics){none, none, none, none, none};
        return;
    }
    errors_of_rows(p, n, row, out);
    out->auc = auc_of_rows(p, n, row);
    out->log_loss = mean_of_rows(p, n, row, log_loss_of_row, (double)INFINITY);
    out->brier = mean_of_rows(p, n, row, brier_of_row, brier_ceiling(p));
}

/* ---- of folds */

/* Mean over the folds that have the metric at `offset` in ard_metrics; scratch holds n_folds values. A single such fold
 * keeps its own interval. */
static ard_metric mean_of_folds(int64_t n_folds, const ard_metrics *fold, size_t offset, double ratio, double ceiling,
                                double *scratch)
{
    int64_t used = 0;
    ard_metric last = ard_interval_none((double)NAN);
    for (int64_t f = 0; f < n_folds; f++) {
        const ard_metric *m = (const ard_metric *)((const char *)&fold[f] + offset);
        if (isnan(m->value)) continue;
        last = *m;
        scratch[used++] = m->value;
    }
    return used < 2 ? last : ard_interval_corrected_t(used, scratch, ratio, 0, ceiling);
}

/* List the rows fold by fold: fold f has order[start[f]..start[f + 1]). */
static void sort_by_fold(int64_t n, const int64_t *fold, int64_t n_folds, int64_t *start, int64_t *order)
{
    for (int64_t i = 0; i < n; i++) start[fold[i] + 1]++;
    for (int64_t f = 0; f < n_folds; f++) start[f + 1] += start[f];
    for (int64_t i = n - 1; i >= 0; i--) order[--start[fold[i] + 1]] = i;
    for (int64_t f = 0; f < n_folds; f++) start[f] = start[f + 1];
    start[n_folds] = n;
}

static int metrics_of_folds(ardor_context *context, const predictions *p, const int64_t *fold, int64_t n_folds, double ratio,
                            ard_metrics *out)
{
    int rc = ARDOR_OK;
    int64_t *start = NULL, *order = NULL;
    ard_metrics *each = NULL;
    double *scratch = NULL;
    NEW(context, start, n_folds + 1);
    NEW(context, order, p->n);
    NEW(context, each, n_folds);
    NEW(context, scratch, n_folds);
    sort_by_fold(p->n, fold, n_folds, start, order);
    for (int64_t f = 0; f < n_folds; f++) metrics_of_rows(p, start[f + 1] - start[f], order + start[f], &each[f]);
#define MEAN(member, ceiling) out->member = mean_of_folds(n_folds, each, offsetof(ard_metrics, member), ratio, (ceiling), scratch)
    MEAN(error, 1);
    MEAN(balanced_error, 1);
    MEAN(auc, 1);
    MEAN(log_loss, (double)INFINITY);
    MEAN(brier, brier_ceiling(p));
#undef MEAN
done:
    ard_free(context, scratch);
    ard_free(context, each);
    ard_free(context, order);
    ard_free(context, start);
    return rc;
}

static int metrics_of_all(ardor_context *context, const predictions *p, ard_metrics *out)
{
    int rc = ARDOR_OK;
    int64_t *all = NULL;
    NEW(context, all, p->n);
    for (int64_t i = 0; i < p->n; i++) all[i] = i;
    metrics_of_rows(p, p->n, all, out);
done:
    ard_free(context, all);
    return rc;
}

int ard_metrics_compute(ardor_context *context, int64_t n, int n_classes, const double *prob, const int32_t *label,
                        const int32_t *predicted, const int64_t *fold, int64_t n_folds, const double *weight, bool partition,
                        double train_size, double test_size, ard_metrics *out)
{
    int rc = ARDOR_OK;
    predictions p = {.n = n, .n_classes = n_classes, .prob = prob, .weight = weight, .label = label, .predicted = predicted};
    for (int64_t i = 0; i < n; i++) {
        REQUIRE(context, label[i] >= 0 && label[i] < n_classes, ARDOR_INTERNAL, "prediction %lld has no class to compare with",
                (long long)i);
        REQUIRE(context, partition || (fold[i] >= 0 && fold[i] < n_folds), ARDOR_INTERNAL,
                "prediction %lld is of fold %lld of %lld", (long long)i, (long long)fold[i], (long long)n_folds);
    }
    NEW(context, p.scored, n);
    NEW(context, p.class_error, n_classes);
    NEW(context, p.class_weight, n_classes);
    NEW(context, p.class_squares, n_classes);
    if (partition)
        TRY(metrics_of_all(context, &p, out));
    else
        TRY(metrics_of_folds(context, &p, fold, n_folds, test_size / train_size, out));
done:
    ard_free(context, p.class_squares);
    ard_free(context, p.class_weight);
    ard_free(context, p.class_error);
    ard_free(context, p.scored);
    return rc;
}
