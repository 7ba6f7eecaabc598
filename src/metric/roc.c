/* The ROC curve within folds: see roc.h. The rows are sorted once; a draw is a set of weights, and one walk over them. */
#include "metric/roc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rank.h"
#include "base/rng.h"
#include "metric/interval.h"

enum { CELLS = ARD_ROC_POINTS - 1 }; /* about the points, those at both ends half as wide */

typedef struct scored {
    double score;
    int64_t row; /* decides between equal scores, so that sums do not depend on the sort */
} scored;

typedef struct work {
    const ard_predictions *of;
    const ard_folds *folds;
    const int64_t *sample;
    int positive;
    scored *row;    /* n, fold by fold, by falling score */
    double *times;  /* n_samples: how often a sample was drawn */
    double *draw;   /* ARD_ROC_POINTS x ARD_ROC_DRAWS */
    int64_t *drawn; /* n_samples, those of a class in front of those of the others */
} work;

static int by_falling_score(const void *a, const void *b)
{
    const scored *s = a, *t = b;
    if (s->score != t->score) return s->score > t->score ? -1 : 1;
    return s->row < t->row ? -1 : 1;
}

static void sort_folds(const work *w)
{
    const ard_predictions *p = w->of;
    for (int64_t f = 0; f < p->n_folds; f++) {
        const int64_t first = w->folds->start[f], n = w->folds->start[f + 1] - first;
        for (int64_t i = first; i < first + n; i++) {
            const int64_t row = w->folds->row[i];
            w->row[i] = (scored){p->prob[w->positive * p->n + row], row};
        }
        if (n > 0) qsort(w->row + first, (size_t)n, sizeof *w->row, by_falling_score);
    }
}

static double weight_of(const work *w, int64_t i)
{
    const int64_t row = w->row[i].row;
    return ard_prediction_weight(w->of, row) * w->times[w->sample[row]];
}

static bool is_positive(const work *w, int64_t i) { return w->of->label[w->row[i].row] == w->positive; }

/* Where the cell of point `g` begins. */
static double start_of(int g) { return g <= 0 ? 0 : g > CELLS ? 1 : (g - 0.5) / CELLS; }

/* The integral of the line from (x0, y0) to (x1, y1), in each cell, onto `cell`, times `weight`. */
static void add_line(double x0, double y0, double x1, double y1, double weight, double *cell)
{
    if (!(x1 > x0)) return;
    for (int g = (int)(x0 * CELLS + 0.5); g <= CELLS && start_of(g) < x1; g++) {
        const double a = fmax(x0, start_of(g)), b = fmin(x1, start_of(g + 1));
        if (b > a) cell[g] += weight * (b - a) * (y0 + (y1 - y0) * ((a + b) / 2 - x0) / (x1 - x0));
    }
}

/* Adds fold f's curve to `cell`; returns its pairs. */
static double add_fold(const work *w, int64_t f, double *cell)
{
    const int64_t first = w->folds->start[f], end = w->folds->start[f + 1];
    double total[2] = {0, 0}, above[2] = {0, 0};
    for (int64_t i = first; i < end; i++) total[is_positive(w, i)] += weight_of(w, i);
    const double pairs = total[0] * total[1];
    if (!(pairs > 0)) return 0;
    for (int64_t i = first; i < end;) {
        const double before[2] = {above[0], above[1]}, score = w->row[i].score;
        for (; i < end && w->row[i].score == score; i++) above[is_positive(w, i)] += weight_of(w, i);
        add_line(before[0] / total[0], before[1] / total[1], i < end ? above[0] / total[0] : 1, above[1] / total[1], pairs, cell);
    }
    return pairs;
}

/* The curve with the weights of `times`; false: there are no pairs. */
static bool average(const work *w, double tpr[ARD_ROC_POINTS])
{
    double pairs = 0, cell[ARD_ROC_POINTS] = {0};
    for (int64_t f = 0; f < w->of->n_folds; f++) pairs += add_fold(w, f, cell);
    if (!(pairs > 0)) return false;
    for (int g = 0; g <= CELLS; g++) {
        tpr[g] = ard_clip(cell[g] / pairs / (start_of(g + 1) - start_of(g)), 0, 1);
        if (g > 0) tpr[g] = fmax(tpr[g], tpr[g - 1]); /* a mean of rising curves falls by rounding only */
    }
    return true;
}

/* Puts the samples of the class in front; returns how many they are. */
static int64_t divide_samples(const work *w, int64_t n_samples)
{
    const ard_predictions *p = w->of;
    int64_t n_positive = 0, at = 0;
    for (int64_t s = 0; s < n_samples; s++) w->times[s] = 0;
    for (int64_t i = 0; i < p->n; i++) w->times[w->sample[i]] = p->label[i] == w->positive;
    for (int64_t s = 0; s < n_samples; s++)
        if (w->times[s] > 0) w->drawn[n_positive++] = s;
    at = n_positive;
    for (int64_t s = 0; s < n_samples; s++)
        if (!(w->times[s] > 0)) w->drawn[at++] = s;
    return n_positive;
}

static void draw_among(const work *w, ard_rng *rng, int64_t first, int64_t end)
{
    for (int64_t k = first; k < end; k++) w->times[w->drawn[first + ard_rng_below(rng, end - first)]] += 1;
}

/* Percentiles of the draws at a point, widened about the curve; at least Wilson's interval, which is the wider one near 0, 1. */
static void band_at(int64_t n, double *draw, double widen, double n_positive, ard_roc_point *point)
{
    const ard_metric wilson = ard_interval_wilson(point->tpr, n_positive);
    ard_reals_sort(n, draw);
    const double down = point->tpr - draw[(int64_t)(0.025 * (double)n)],
                 up = draw[ard_min64(n - 1, (int64_t)(0.975 * (double)n))] - point->tpr;
    point->low = ard_clip(fmin(point->tpr - widen * fmax(down, 0), wilson.low), 0, 1);
    point->high = ard_clip(fmax(point->tpr + widen * fmax(up, 0), wilson.high), 0, 1);
}

/* Widening may make an end fall where the curve rises: then it is moved outwards. */
static void make_monotone(ard_roc_point point[ARD_ROC_POINTS])
{
    for (int g = 1; g < ARD_ROC_POINTS; g++) point[g].high = fmax(point[g].high, point[g - 1].high);
    for (int g = ARD_ROC_POINTS - 2; g >= 0; g--) point[g].low = fmin(point[g].low, point[g + 1].low);
}

static void make_band(work *w, int64_t n_samples, double factor, ard_roc_point out[ARD_ROC_POINTS])
{
    int64_t n = 0;
    double tpr[ARD_ROC_POINTS];
    const int64_t n_positive = divide_samples(w, n_samples);
    for (int d = 0; d < ARD_ROC_DRAWS; d++) {
        ard_rng rng;
        ard_rng_init(&rng, w->of->seed, ARD_STREAM_ROC, (uint64_t)d);
        for (int64_t s = 0; s < n_samples; s++) w->times[s] = 0;
        draw_among(w, &rng, 0, n_positive);
        draw_among(w, &rng, n_positive, n_samples);
        if (!average(w, tpr)) continue;
        for (int g = 0; g < ARD_ROC_POINTS; g++) w->draw[g * ARD_ROC_DRAWS + n] = tpr[g];
        n++;
    }
    for (int g = 0; g < ARD_ROC_POINTS && n > 0; g++)
        band_at(n, w->draw + g * ARD_ROC_DRAWS, sqrt(factor), (double)n_positive, out + g);
    make_monotone(out);
}

int ard_roc_curve(ardor_context *context, const ard_predictions *p, const ard_folds *folds, int positive, int64_t n_samples,
                  const int64_t *sample, double factor, bool *defined, ard_roc_point out[ARD_ROC_POINTS])
{
    int rc = ARDOR_OK;
    double tpr[ARD_ROC_POINTS];
    work w = {.of = p, .folds = folds, .sample = sample, .positive = positive};
    *defined = false;
    NEW(context, w.row, p->n);
    NEW(context, w.times, n_samples);
    NEW(context, w.drawn, n_samples);
    NEW(context, w.draw, ARD_ROC_POINTS * ARD_ROC_DRAWS);
    sort_folds(&w);
    for (int64_t s = 0; s < n_samples; s++) w.times[s] = 1;
    if (!average(&w, tpr)) goto done;
    for (int g = 0; g < ARD_ROC_POINTS; g++) out[g] = (ard_roc_point){(double)g / CELLS, tpr[g], (double)NAN, (double)NAN};
    make_band(&w, n_samples, factor, out);
    *defined = true;
done:
    ard_free(context, w.draw);
    ard_free(context, w.drawn);
    ard_free(context, w.times);
    ard_free(context, w.row);
    return rc;
}
