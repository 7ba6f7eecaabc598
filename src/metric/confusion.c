#include "metric/confusion.h"

#include <math.h>

#include "base/rank.h"
#include "base/rng.h"
#include "metric/interval.h"

enum { DRAWS = 1000, LEFT_OUT = 25 }; /* draws, and how many of them are beyond each limit of 95 % */
/* Of more rows none are drawn: that takes a minute of a million, and has the limits of the normal distribution. */
enum { MOST_DRAWN = 20000 };

/* Sums of weights and of their squares over the rows of one true and one predicted class. */
typedef struct cell {
    double weight, squares;
} cell;

/* [true][predicted], of two classes. */
typedef struct table {
    cell at[2][2];
} table;

typedef struct work {
    const ard_predictions *of;
    ard_folds folds;
    table *table; /* n_repetitions + 1, the last for all together */
    double *each; /* n_repetitions */
} work;

static bool abstains(const ard_predictions *p) { return p->decision && p->decision->abstains; }

static void add(cell *to, double weight)
{
    to->weight += weight;
    to->squares += weight * weight;
}

/* ---- Matthews' correlation */

static double mcc_of(const table *t)
{
    const double tn = t->at[0][0].weight, fp = t->at[0][1].weight, fn = t->at[1][0].weight, tp = t->at[1][1].weight;
    const double margins = sqrt((tp + fp) * (tn + fn) * (tp + fn) * (tn + fp));
    return margins > 0 ? ard_clip((tp * tn - fp * fn) / margins, -1, 1) : (double)NAN;
}

/* By a product and not by a remainder, which would take as long as all the rest; what that does to chances is below 2^-20. */
static void draw_rows(const work *w, ard_rng *rng, int64_t n, const int64_t *row, table *out)
{
    for (int64_t k = 0; k < n; k++) {
        const int64_t i = row[(int64_t)(ard_rng_uniform(rng) * (double)n)];
        if (w->of->predicted[i] >= 0) add(&out->at[w->of->label[i]][w->of->predicted[i]], ard_prediction_weight(w->of, i));
    }
}

/* Rows in the order of their folds, those that are alone in theirs at the end: where each lot of rows begins. */
static int64_t list_lots(const work *w, int64_t *row, int64_t *lot)
{
    const int64_t *start = w->folds.start;
    int64_t n = 0, lots = 0;
    for (int single = 0; single < 2; single++) {
        if (single) lot[lots++] = n;
        for (int64_t f = 0; f < w->of->n_folds; f++) {
            if ((start[f + 1] - start[f] == 1) != single) continue;
            if (!single) lot[lots++] = n;
            for (int64_t i = start[f]; i < start[f + 1]; i++) row[n++] = w->folds.row[i];
        }
    }
    lot[lots] = n;
    return lots;
}

/* A row that is tested repeatedly counts once, and so do the folds: passes over the same rows agree by more than the correction
 * takes from each fold of them (of noise, 60 x 5, the correlation over repeat:10x10 covered 0 in 89 of 100). */
static double correction(const work *w)
{
    int64_t folds = 0;
    for (int64_t f = 0; f < w->of->n_folds; f++) folds += w->folds.start[f] < w->folds.start[f + 1];
    return ard_folds_factor(w->of, (double)folds * ard_predictions_distinct(w->of));
}

static int resample_mcc(ardor_context *context, const work *w, int64_t lots, const int64_t *lot, const int64_t *row,
                        ard_metric *mcc)
{
    int rc = ARDOR_OK;
    double *value = NULL;
    NEW(context, value, DRAWS);
    for (int b = 0; b < DRAWS; b++) {
        ard_rng rng;
        table drawn = {0};
        ard_rng_init(&rng, w->of->seed, ARD_STREAM_MCC, (uint64_t)b);
        for (int64_t k = 0; k < lots; k++) draw_rows(w, &rng, lot[k + 1] - lot[k], row + lot[k], &drawn);
        value[b] = mcc_of(&drawn);
        if (isnan(value[b])) value[b] = 0;
    }
    ard_reals_sort(DRAWS, value);
    const double low = value[LEFT_OUT - 1], high = value[DRAWS - LEFT_OUT];
    const double wider = sqrt(correction(w));
    if (high - low > 1e-12) {
        mcc->low = fmax(mcc->value - wider * fmax(mcc->value - low, 0), -1);
        mcc->high = fmin(mcc->value + wider * fmax(high - mcc->value, 0), 1);
        mcc->interval = wider > 1 ? "corrected-bootstrap" : "bootstrap";
    }
done:
    ard_free(context, value);
    return rc;
}

/* What the correlation gains with the weight of each cell. */
static void mcc_gradient(const table *t, double out[2][2])
{
    const double mcc = mcc_of(t);
    double truth[2], said[2];
    for (int c = 0; c < 2; c++) {
        truth[c] = t->at[c][0].weight + t->at[c][1].weight;
        said[c] = t->at[0][c].weight + t->at[1][c].weight;
    }
    const double margins = sqrt(truth[0] * truth[1] * said[0] * said[1]);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            out[a][b] = (a == b ? 1 : -1) * t->at[1 - a][1 - b].weight / margins - mcc / 2 * (1 / truth[a] + 1 / said[b]);
}

/* The variance over those resamples, of the correlation as a linear function of the cells. */
static double variance_of_mcc(const work *w, int64_t lots, const int64_t *lot, const int64_t *row)
{
    double gain[2][2], variance = 0;
    mcc_gradient(w->table + w->of->n_repetitions, gain);
    for (int64_t k = 0; k < lots; k++) {
        double sum = 0, squares = 0;
        for (int64_t j = lot[k]; j < lot[k + 1]; j++) {
            const int64_t i = row[j];
            if (w->of->predicted[i] < 0) continue;
            const double each = ard_prediction_weight(w->of, i) * gain[w->of->label[i]][w->of->predicted[i]];
            sum += each;
            squares += each * each;
        }
        if (lot[k] < lot[k + 1]) variance += fmax(squares - sum * sum / (double)(lot[k + 1] - lot[k]), 0);
    }
    return variance;
}

static int interval_of_mcc(ardor_context *context, const work *w, ard_metric *mcc)
{
    int rc = ARDOR_OK;
    int64_t *row = NULL, *lot = NULL;
    NEW(context, row, w->of->n);
    NEW(context, lot, w->of->n_folds + 2);
    const int64_t lots = list_lots(w, row, lot);
    if (w->of->n > MOST_DRAWN || w->of->n_repetitions > 1) {
        const double once = variance_of_mcc(w, lots, lot, row) / ard_predictions_distinct(w->of);
        *mcc = ard_interval_normal(mcc->value, sqrt(correction(w) * once), -1, 1);
    } else {
        TRY(resample_mcc(context, w, lots, lot, row, mcc));
    }
    if (isnan(mcc->low)) mcc->reason = "the resamples are all alike";
done:
    ard_free(context, lot);
    ard_free(context, row);
    return rc;
}

static int set_mcc(ardor_context *context, const work *w, ard_metric *out)
{
    int rc = ARDOR_OK;
    const ard_predictions *p = w->of;
    const int64_t n = p->n_repetitions;
    ard_metric mcc = ard_interval_none(mcc_of(w->table + n));
    if (isnan(mcc.value)) {
        *out = ard_interval_absent(abstains(p) ? "all rows that are decided are of one class, or are predicted to be"
                                               : "all rows are of one class, or are predicted to be");
        return ARDOR_OK;
    }
    if (ard_repetitions_differ(p)) {
        for (int64_t r = 0; r < n; r++) w->each[r] = mcc_of(w->table + r);
        mcc = ard_interval_repeated(mcc, n, w->each, ard_predictions_ratio(p), -1, 1, 0);
    } else {
        TRY(interval_of_mcc(context, w, &mcc));
    }
    *out = mcc;
done:
    return rc;
}

/* ---- shares */

/* Of the rows of `right` and `wrong`, in a table, the part that is right. */
typedef struct share {
    int right[2], wrong[2];
    const char *reason, *of_decided; /* why there is none; where rows may be left undecided */
} share;

static const share SENSITIVITY = {
    {1, 1}, {1, 0}, "no row of the positive class was tested", "no row of the positive class was decided"};
static const share SPECIFICITY = {
    {0, 0}, {0, 1}, "no row of the negative class was tested", "no row of the negative class was decided"};
static const char NONE_POSITIVE[] = "no row was predicted to be of the positive class";
static const char NONE_NEGATIVE[] = "no row was predicted to be of the negative class";
static const share PPV = {{1, 1}, {0, 1}, NONE_POSITIVE, NONE_POSITIVE};
static const share NPV = {{0, 0}, {1, 0}, NONE_NEGATIVE, NONE_NEGATIVE};

static ard_quotient quotient_of(const share *s, const table *t, double *effective)
{
    const cell *right = &t->at[s->right[0]][s->right[1]], *wrong = &t->at[s->wrong[0]][s->wrong[1]];
    const ard_quotient q = {right->weight, right->weight + wrong->weight};
    *effective = q.of * q.of / (right->squares + wrong->squares);
    return q;
}

static ard_metric share_of(const work *w, const share *s)
{
    const int64_t n = w->of->n_repetitions;
    double unused = 0, effective = 0;
    for (int64_t r = 0; r < n; r++) w->each[r] = ard_quotient_value(quotient_of(s, w->table + r, &unused));
    const ard_quotient all = quotient_of(s, w->table + n, &effective);
    if (!(all.of > 0)) return ard_interval_absent(abstains(w->of) ? s->of_decided : s->reason);
    effective *= ard_predictions_distinct(w->of);
    const ard_metric rows = ard_interval_wilson(ard_clip(ard_quotient_value(all), 0, 1), effective);
    if (!ard_repetitions_differ(w->of)) return rows;
    return ard_interval_repeated(rows, n, w->each, ard_predictions_ratio(w->of), 0, 1, effective);
}

/* ---- the interface */

static void fill_tables(const work *w)
{
    const ard_predictions *p = w->of;
    for (int64_t i = 0; i < p->n; i++) {
        const double weight = ard_prediction_weight(p, i);
        const int64_t r = ard_fold_repetition(p, ard_prediction_fold(p, i));
        if (p->predicted[i] < 0) continue;
        add(&w->table[r].at[p->label[i]][p->predicted[i]], weight);
        add(&w->table[p->n_repetitions].at[p->label[i]][p->predicted[i]], weight);
    }
}

static int two_classes(ardor_context *context, work *w, ard_confusion *out)
{
    int rc = ARDOR_OK;
    NEW(context, w->table, w->of->n_repetitions + 1);
    NEW(context, w->each, w->of->n_repetitions);
    fill_tables(w);
    out->sensitivity = share_of(w, &SENSITIVITY);
    out->specificity = share_of(w, &SPECIFICITY);
    out->ppv = share_of(w, &PPV);
    out->npv = share_of(w, &NPV);
    TRY(set_mcc(context, w, &out->mcc));
done:
    return rc;
}

/* Predictions that were made: what classes count for at a prior is no part of it. */
static void count(const ard_predictions *p, const ard_confusion *to)
{
    for (int64_t i = 0; i < p->n; i++) {
        const double weight = p->weight ? p->weight[i] : 1.0;
        if (p->predicted[i] >= 0)
            to->count[p->label[i] * p->n_classes + p->predicted[i]] += weight;
        else
            to->undecided[p->label[i]] += weight;
    }
}

int ard_confusion_compute(ardor_context *context, const ard_predictions *p, ard_confusion *out)
{
    int rc = ARDOR_OK;
    work w = {.of = p};
    const ard_metric many = ard_interval_absent("there are more than two classes");
    ard_confusion confusion = {p->n_classes, NULL, NULL, many, many, many, many, many};
    *out = (ard_confusion){0};
    TRY(ard_folds_new(context, p, &w.folds));
    NEW(context, confusion.count, (int64_t)p->n_classes * p->n_classes);
    if (abstains(p)) NEW(context, confusion.undecided, p->n_classes);
    count(p, &confusion);
    if (p->n_classes == 2) TRY(two_classes(context, &w, &confusion));
    *out = confusion;
    confusion.count = confusion.undecided = NULL;
done:
    ard_confusion_free(context, &confusion);
    ard_free(context, w.each);
    ard_free(context, w.table);
    ard_folds_free(context, &w.folds);
    return rc;
}

void ard_confusion_free(ardor_context *context, ard_confusion *confusion)
{
    ard_free(context, confusion->undecided);
    ard_free(context, confusion->count);
    confusion->count = confusion->undecided = NULL;
}
