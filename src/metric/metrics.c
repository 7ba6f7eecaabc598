/* Figures of merit of predictions: of all rows at once for one repetition, as means over folds otherwise; the balanced error of
 * repeated folds is of all rows too.
 *
 * With case weights w, means are weighted and the number of rows is the effective one, (sum w)^2 / sum w^2.
 * Classes without test rows are left out of the balanced error. The Brier score is mean (p1 - y)^2 for two classes
 * and mean sum_c (p_c - y_c)^2 for more (which for two would be twice as large). */
#include "metric/metrics.h"

#include <math.h>

#include "metric/decide.h"
#include "metric/interval.h"
#include "metric/ranking.h"

/* Predictions, and scratch for them. */
typedef struct work {
    const ard_predictions *of;
    const double *wrong; /* n_classes: the part of a row that is wrong; NULL: as predicted */
    int32_t constant;    /* with `wrong`: the class that every row is decided for */
    ard_folds folds;
    double *class_error, *class_weight, *class_squares; /* n_classes */
    int64_t *decided;                                   /* n: rows that are */
} work;

/* Names of intervals are those of figures that were asked for. */
static const ard_metric NOT_ASKED = {.interval = NULL};

static bool abstains(const ard_predictions *p) { return p->decision && p->decision->abstains; }
static bool has_costs(const ard_predictions *p) { return p->decision && p->decision->costs; }

/* ---- of a set of rows */

/* distinct: the share of them that are different rows. */
static void errors_of_rows(const work *w, int64_t n, const int64_t *row, double distinct, ard_metrics *out)
{
    const ard_predictions *p = w->of;
    double error = 0, weight = 0, squares = 0;
    for (int c = 0; c < p->n_classes; c++) w->class_error[c] = w->class_weight[c] = w->class_squares[c] = 0;
    for (int64_t i = 0; i < n; i++) {
        const double weight_here = ard_prediction_weight(p, row[i]);
        int32_t c = p->label[row[i]];
        w->class_error[c] += weight_here * (w->wrong ? w->wrong[c] : p->predicted[row[i]] != c);
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
        w->class_weight[present++] = distinct * w->class_weight[c] * w->class_weight[c] / w->class_squares[c];
    }
    out->error = ard_interval_wilson(error / weight, distinct * weight * weight / squares);
    out->balanced_error = ard_interval_mean_of_proportions(present, w->class_error, w->class_weight);
}

static double log_loss_of_row(const work *w, int64_t row)
{
    const ard_predictions *p = w->of;
    return ard_log_loss(p->prob[p->label[row] * p->n + row]);
}

static double brier_of_row(const work *w, int64_t row)
{
    const ard_predictions *p = w->of;
    double sum = 0;
    for (int c = p->n_classes == 2 ? 1 : 0; c < p->n_classes; c++) {
        double miss = p->prob[c * p->n + row] - (p->label[row] == c);
        sum += miss * miss;
    }
    return sum;
}

static double brier_ceiling(const ard_predictions *p) { return p->n_classes == 2 ? 1 : 2; }

/* Of a row that is decided. */
static double cost_of_row(const work *w, int64_t row)
{
    const ard_predictions *p = w->of;
    const int32_t decided = w->wrong ? w->constant : p->predicted[row];
    return p->decision->cost[p->label[row] * p->n_classes + decided];
}

static double dearest(const ard_predictions *p)
{
    double most = 0;
    for (int k = 0; k < p->n_classes * p->n_classes; k++) most = fmax(most, p->decision->cost[k]);
    return most;
}

/* Weighted mean of a loss, with the standard error from its spread over the rows. */
static ard_metric mean_of_rows(const work *w, int64_t n, const int64_t *row, double (*loss)(const work *, int64_t),
                               double ceiling)
{
    const ard_predictions *p = w->of;
    double weight = 0, squares = 0, mean = 0, deviations = 0;
    for (int64_t i = 0; i < n; i++) {
        const double weight_here = ard_prediction_weight(p, row[i]);
        weight += weight_here;
        squares += weight_here * weight_here;
        mean += weight_here * loss(w, row[i]);
    }
    mean /= weight;
    for (int64_t i = 0; i < n; i++) {
        double deviation = loss(w, row[i]) - mean;
        deviations += ard_prediction_weight(p, row[i]) * deviation * deviation;
    }
    double effective = weight * weight / squares;
    double error = effective > 1 + 1e-9 ? sqrt(deviations / weight / (effective - 1)) : (double)NAN;
    ard_metric out = ard_interval_normal(mean, error, 0, ceiling);
    if (isnan(out.low) && isfinite(mean))
        out.reason = isnan(error) ? "it is of a single row" : "the losses of the rows are all alike";
    return out;
}

/* distinct: as of errors_of_rows. */
static ard_metric share_undecided(const work *w, int64_t n, const int64_t *row, double distinct)
{
    const ard_predictions *p = w->of;
    double undecided = 0, weight = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) {
        const double weight_here = ard_prediction_weight(p, row[i]);
        undecided += p->predicted[row[i]] < 0 ? weight_here : 0;
        weight += weight_here;
        squares += weight_here * weight_here;
    }
    return ard_interval_wilson(undecided / weight, distinct * weight * weight / squares);
}

static void figures_of_decisions(const work *w, int64_t n, const int64_t *row, double distinct, ard_metrics *out)
{
    ard_metrics decided;
    int64_t m = 0;
    out->undecided = out->error_decided = out->cost = NOT_ASKED;
    if (!abstains(w->of) && !has_costs(w->of)) return;
    for (int64_t i = 0; i < n; i++)
        if (w->of->predicted[row[i]] >= 0) w->decided[m++] = row[i];
    decided.error = decided.cost = ard_interval_absent("no row was decided");
    if (m > 0) errors_of_rows(w, m, w->decided, distinct, &decided);
    if (abstains(w->of)) out->undecided = share_undecided(w, n, row, distinct);
    if (abstains(w->of)) out->error_decided = decided.error;
    if (has_costs(w->of)) out->cost = m > 0 ? mean_of_rows(w, m, w->decided, cost_of_row, dearest(w->of)) : decided.cost;
}

static void metrics_of_rows(const work *w, int64_t n, const int64_t *row, ard_metrics *out)
{
    if (n == 0) {
        out->error = out->balanced_error = out->log_loss = out->brier = ard_interval_absent("no row was tested");
        out->undecided = out->error_decided = abstains(w->of) ? out->error : NOT_ASKED;
        out->cost = has_costs(w->of) ? out->error : NOT_ASKED;
        return;
    }
    errors_of_rows(w, n, row, 1, out);
    out->log_loss = mean_of_rows(w, n, row, log_loss_of_row, (double)INFINITY);
    out->brier = mean_of_rows(w, n, row, brier_of_row, brier_ceiling(w->of));
    figures_of_decisions(w, n, row, 1, out);
}

/* ---- of folds */

/* Mean over the folds that have the metric at `offset` in ard_metrics; scratch holds n_folds values. A single such fold
 * keeps its own interval. */
static ard_metric mean_of_folds(int64_t n_folds, const ard_metrics *fold, size_t offset, double ratio, double ceiling,
                                double *scratch)
{
    int64_t used = 0;
    ard_metric last = ard_interval_absent("no row was tested");
    for (int64_t f = 0; f < n_folds; f++) {
        const ard_metric *m = (const ard_metric *)((const char *)&fold[f] + offset);
        if (used == 0) last = *m;
        if (isnan(m->value)) continue;
        last = *m;
        scratch[used++] = m->value;
    }
    return used < 2 ? last : ard_interval_corrected_t(used, scratch, ratio, 0, ceiling);
}

/* The interval of `rows` about a mean over folds that are all alike. */
static void borrow_interval(ard_metric rows, ard_metric *mean)
{
    if (isnan(mean->value) || !isnan(mean->low)) return;
    *mean = (ard_metric){mean->value, fmin(rows.low, mean->value), fmax(rows.high, mean->value), rows.interval, NULL, 0};
}

/* Where each repetition tests all the rows, classes are balanced over its folds together: a fold that lacks a class says nothing
 * of the balance. Errors that are alike in all folds have the interval of all rows. */
static void set_pooled_errors(const work *w, ard_metrics *out)
{
    const ard_predictions *p = w->of;
    ard_metrics pooled;
    errors_of_rows(w, p->n, w->folds.row, ard_predictions_distinct(p), &pooled);
    figures_of_decisions(w, p->n, w->folds.row, ard_predictions_distinct(p), &pooled);
    if (!ard_repetitions_differ(p)) out->balanced_error = pooled.balanced_error;
    borrow_interval(pooled.error, &out->error);
    borrow_interval(pooled.balanced_error, &out->balanced_error);
    if (out->undecided.interval) borrow_interval(pooled.undecided, &out->undecided);
    if (out->error_decided.interval) borrow_interval(pooled.error_decided, &out->error_decided);
}

static int metrics_of_folds(ardor_context *context, const work *w, ard_metrics *out)
{
    int rc = ARDOR_OK;
    const ard_predictions *p = w->of;
    const int64_t *start = w->folds.start;
    ard_metrics *each = NULL;
    double *scratch = NULL;
    const double ratio = p->test_size / p->train_size;
    NEW(context, each, p->n_folds);
    NEW(context, scratch, p->n_folds);
    for (int64_t f = 0; f < p->n_folds; f++) metrics_of_rows(w, start[f + 1] - start[f], w->folds.row + start[f], &each[f]);
#define MEAN(member, ceiling)                                                                                                    \
    out->member = mean_of_folds(p->n_folds, each, offsetof(ard_metrics, member), ratio, (ceiling), scratch)
    MEAN(error, 1);
    MEAN(balanced_error, 1);
    out->undecided = out->error_decided = out->cost = NOT_ASKED;
    if (abstains(p)) MEAN(undecided, 1);
    if (abstains(p)) MEAN(error_decided, 1);
    if (has_costs(p)) MEAN(cost, dearest(p));
    set_pooled_errors(w, out);
    MEAN(log_loss, (double)INFINITY);
    MEAN(brier, brier_ceiling(p));
#undef MEAN
done:
    ard_free(context, scratch);
    ard_free(context, each);
    return rc;
}

static void set_ranking(const ard_ranking *ranking, ard_metrics *out)
{
    out->auc = ranking->auc;
    out->auc_weighted = ranking->auc_weighted;
    out->average_precision = ranking->average_precision;
}

/* wrong, constant: as of `work`. */
static int compute(ardor_context *context, const ard_predictions *p, const double *wrong, int32_t constant, ard_metrics *out)
{
    int rc = ARDOR_OK;
    work w = {.of = p, .wrong = wrong, .constant = constant};
    ard_ranking ranking;
    TRY(ard_folds_new(context, p, &w.folds));
    NEW(context, w.class_error, p->n_classes);
    NEW(context, w.class_weight, p->n_classes);
    NEW(context, w.class_squares, p->n_classes);
    if (ard_decision_given(p->decision)) NEW(context, w.decided, p->n);
    if (p->n_repetitions > 1)
        TRY(metrics_of_folds(context, &w, out));
    else
        metrics_of_rows(&w, p->n, w.folds.row, out);
    TRY(ard_ranking_compute(context, p, &w.folds, &ranking));
    set_ranking(&ranking, out);
done:
    ard_free(context, w.decided);
    ard_free(context, w.class_squares);
    ard_free(context, w.class_weight);
    ard_free(context, w.class_error);
    ard_folds_free(context, &w.folds);
    return rc;
}

int ard_metrics_compute(ardor_context *context, const ard_predictions *predictions, ard_metrics *out)
{
    return compute(context, predictions, NULL, -1, out);
}

/* ---- the baseline */

static void set_without_interval(double value, ard_metric *out)
{
    const int64_t folds = out->folds;
    if (isnan(out->value)) return;
    *out = ard_interval_none(value);
    out->folds = folds;
}

int ard_metrics_baseline(ardor_context *context, const ard_predictions *predictions, const double *share, ard_metrics *out)
{
    int rc = ARDOR_OK, present = 0;
    ard_predictions p = *predictions;
    ard_decision every = p.decision ? *p.decision : (ard_decision){0};
    double *prob = NULL, *wrong = NULL;
    ard_folds folds = {0};
    TRY(ard_folds_new(context, &p, &folds));
    NEW(context, prob, p.n * p.n_classes);
    NEW(context, wrong, p.n_classes);
    for (int c = 0; c < p.n_classes; c++) {
        present += share[c] > 0;
        wrong[c] = ard_wrong(&every, 1, p.n_classes, share, 0, c);
        for (int64_t i = 0; i < p.n; i++) prob[c * p.n + i] = share[c];
    }
    p.prob = prob;
    every.abstains = false;
    TRY(compute(context, &p, wrong, ard_decide(&every, 1, p.n_classes, share, 0), out));
    out->undecided = NOT_ASKED;
    set_without_interval(out->auc.value, &out->auc);
    set_without_interval(out->auc_weighted.value, &out->auc_weighted);
    set_without_interval(ard_ranking_chance(&p, &folds), &out->average_precision);
    set_without_interval(1.0 - 1.0 / present, &out->balanced_error);
done:
    ard_free(context, wrong);
    ard_free(context, prob);
    ard_folds_free(context, &folds);
    return rc;
}
