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

/* Predictions, and scratch for them. */
typedef struct work {
    const ard_predictions *of;
    ard_scored *scored;                                 /* n */
    double *class_error, *class_weight, *class_squares; /* n_classes */
} work;

static double weight_of(const ard_predictions *p, int64_t row) { return p->weight ? p->weight[row] : 1; }

/* ---- of a set of rows */

static void errors_of_rows(const work *w, int64_t n, const int64_t *row, ard_metrics *out)
{
    const ard_predictions *p = w->of;
    double error = 0, weight = 0, squares = 0;
    for (int c = 0; c < p->n_classes; c++) w->class_error[c] = w->class_weight[c] = w->class_squares[c] = 0;
    for (int64_t i = 0; i < n; i++) {
        const double weight_here = weight_of(p, row[i]);
        int32_t c = p->label[row[i]];
        w->class_error[c] += p->predicted[row[i]] != c ? weight_here : 0;
        w->class_weight[c] += weight_here;
        w->class_squares[c] += weight_here * weight_here;
    }
    int present = 0;
    for (int c = 0; c < p->n_classes; c++) {
        if (!(w->class_weight[c] > 0)) continue;
        error += w->class_error[c];
        weight += w->class_weight[c];
        squares += w->class_squares[c];
        w->class_error[present] = w->class_error[c] / w->class_weight[c];
        w->class_weight[present++] = w->class_weight[c] * w->class_weight[c] / w->class_squares[c];
    }
    out->error = ard_interval_wilson(error / weight, weight * weight / squares);
    out->balanced_error = ard_interval_mean_of_proportions(present, w->class_error, w->class_weight);
}

static ard_metric auc_of_rows(const work *w, int64_t n, const int64_t *row)
{
    const ard_predictions *p = w->of;
    if (p->n_classes != 2) return ard_interval_none((double)NAN);
    for (int64_t i = 0; i < n; i++)
        w->scored[i] = (ard_scored){
            .score = p->prob[p->n + row[i]], .weight = weight_of(p, row[i]), .order = i, .positive = p->label[row[i]] == 1};
    return ard_auc(n, w->scored);
}

static double log_loss_of_row(const ard_predictions *p, int64_t row)
{
    return -log(ard_clip(p->prob[p->label[row] * p->n + row], SMALLEST_PROBABILITY, 1));
}

static double brier_of_row(const ard_predictions *p, int64_t row)
{
    double sum = 0;
    for (int c = p->n_classes == 2 ? 1 : 0; c < p->n_classes; c++) {
        double miss = p->prob[c * p->n + row] - (p->label[row] == c);
        sum += miss * miss;
    }
    return sum;
}

static double brier_ceiling(const ard_predictions *p) { return p->n_classes == 2 ? 1 : 2; }

/* Weighted mean of a loss, with the standard error from its spread over the rows. */
static ard_metric mean_of_rows(const ard_predictions *p, int64_t n, const int64_t *row,
                               double (*loss)(const ard_predictions *, int64_t), double ceiling)
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

static void metrics_of_rows(const work *w, int64_t n, const int64_t *row, ard_metrics *out)
{
    if (n == 0) {
        ard_metric none = ard_interval_none((double)NAN);
        *out = (ard_metrics){none, none, none, none, none};
        return;
    }
    errors_of_rows(w, n, row, out);
    out->auc = auc_of_rows(w, n, row);
    out->log_loss = mean_of_rows(w->of, n, row, log_loss_of_row, (double)INFINITY);
    out->brier = mean_of_rows(w->of, n, row, brier_of_row, brier_ceiling(w->of));
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

static int metrics_of_folds(ardor_context *context, const work *w, ard_metrics *out)
{
    int rc = ARDOR_OK;
    const ard_predictions *p = w->of;
    int64_t *start = NULL, *order = NULL;
    ard_metrics *each = NULL;
    double *scratch = NULL;
    const double ratio = p->test_size / p->train_size;
    NEW(context, start, p->n_folds + 1);
    NEW(context, order, p->n);
    NEW(context, each, p->n_folds);
    NEW(context, scratch, p->n_folds);
    sort_by_fold(p->n, p->fold, p->n_folds, start, order);
    for (int64_t f = 0; f < p->n_folds; f++) metrics_of_rows(w, start[f + 1] - start[f], order + start[f], &each[f]);
#define MEAN(member, ceiling)                                                                                                    \
    out->member = mean_of_folds(p->n_folds, each, offsetof(ard_metrics, member), ratio, (ceiling), scratch)
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

static int metrics_of_all(ardor_context *context, const work *w, ard_metrics *out)
{
    int rc = ARDOR_OK;
    int64_t *all = NULL;
    NEW(context, all, w->of->n);
    for (int64_t i = 0; i < w->of->n; i++) all[i] = i;
    metrics_of_rows(w, w->of->n, all, out);
done:
    ard_free(context, all);
    return rc;
}

static int check(ardor_context *context, const ard_predictions *p)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < p->n; i++) {
        REQUIRE(context, p->label[i] >= 0 && p->label[i] < p->n_classes, ARDOR_INTERNAL,
                "prediction %lld has no class to compare with", (long long)i);
        REQUIRE(context, p->partition || (p->fold[i] >= 0 && p->fold[i] < p->n_folds), ARDOR_INTERNAL,
                "prediction %lld is of fold %lld of %lld", (long long)i, (long long)p->fold[i], (long long)p->n_folds);
    }
done:
    return rc;
}

int ard_metrics_compute(ardor_context *context, const ard_predictions *predictions, ard_metrics *out)
{
    int rc = ARDOR_OK;
    work w = {.of = predictions};
    TRY(check(context, predictions));
    NEW(context, w.scored, predictions->n);
    NEW(context, w.class_error, predictions->n_classes);
    NEW(context, w.class_weight, predictions->n_classes);
    NEW(context, w.class_squares, predictions->n_classes);
    TRY(predictions->partition ? metrics_of_all(context, &w, out) : metrics_of_folds(context, &w, out));
done:
    ard_free(context, w.class_squares);
    ard_free(context, w.class_weight);
    ard_free(context, w.class_error);
    ard_free(context, w.scored);
    return rc;
}
