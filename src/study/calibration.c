/* The slope of the labels on the logits, with an intercept for each fold (solver/line.h), of which 1/information is the
 * variance. The likelihood has a maximum exactly if some fold has a positive below a negative and some fold, perhaps the same,
 * has a positive above one. */
#include "study/calibration.h"

#include <math.h>

#include "metric/interval.h"
#include "solver/line.h"

enum { FEWEST_ROWS = 10 };

typedef struct regression {
    const ard_predictions *of;
    ard_folds folds;
    ard_line line;     /* the rows of the folds that inform it */
    bool both;         /* a fold has both classes */
    bool below, above; /* a positive is below, above a negative of its fold */
} regression;

/* ---- rows that inform the slope */

static ard_line_row informant_of(const ard_predictions *p, int64_t i)
{
    const double negative = fmax(p->prob[i], ARD_LEAST_PROBABILITY), positive = fmax(p->prob[p->n + i], ARD_LEAST_PROBABILITY);
    return (ard_line_row){
        .value = log(positive) - log(negative), .sign = p->label[i] == 1 ? 1 : -1, .weight = ard_prediction_weight(p, i)};
}

/* The rows of fold f, unless it says nothing. */
static void take_fold(regression *r, int64_t f)
{
    const int64_t first = r->line.start[r->line.n_groups], *start = r->folds.start + f;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    int64_t n = 0;
    for (int64_t i = start[0]; i < start[1]; i++, n++) {
        ard_line_row *row = r->line.row + first + n;
        *row = informant_of(r->of, r->folds.row[i]);
        low[row->sign > 0] = fmin(low[row->sign > 0], row->value);
        high[row->sign > 0] = fmax(high[row->sign > 0], row->value);
    }
    const bool both = isfinite(low[0]) && isfinite(low[1]);
    r->both = r->both || both;
    if (!both || !(fmax(high[0], high[1]) > fmin(low[0], low[1]))) return;
    r->below = r->below || low[1] < high[0];
    r->above = r->above || high[1] > low[0];
    r->line.start[++r->line.n_groups] = first + n;
}

/* Weights of which a row counts once, however often it is tested, and which are of as many rows as those are worth. */
static void scale_weights(regression *r)
{
    const ard_predictions *p = r->of;
    double total = 0, squares = 0;
    for (int64_t i = 0; i < p->n; i++) {
        total += ard_prediction_weight(p, i);
        squares += ard_prediction_weight(p, i) * ard_prediction_weight(p, i);
    }
    const double scale = total / squares * (double)p->n_distinct / (double)p->n;
    for (int64_t i = 0; i < r->line.start[r->line.n_groups]; i++) r->line.row[i].weight *= scale;
}

/* ---- the interface */

/* NULL: there is one. */
static const char *why_no_slope(const regression *r)
{
    const ard_predictions *p = r->of;
    if (!r->both) return ard_reason_not_compared(p);
    if (r->line.n_groups == 0)
        return p->n_folds > 1 ? "in every fold with both classes the probabilities are all alike"
                              : "the probabilities are all alike";
    if ((double)r->line.start[r->line.n_groups] * ard_predictions_distinct(p) < FEWEST_ROWS - 1e-9)
        return "fewer than 10 rows inform it";
    if (r->below && r->above) return NULL;
    return p->n_folds > 1 ? "in every fold the probabilities separate the classes" : "the probabilities separate the classes";
}

static int fit_slope(regression *r, ard_calibration *out)
{
    int rc = ARDOR_OK;
    const ard_predictions *p = r->of;
    for (int64_t f = 0; f < p->n_folds; f++) take_fold(r, f);
    out->reason = why_no_slope(r);
    if (out->reason) return ARDOR_OK;
    scale_weights(r);
    TRY(ard_line_fit(&r->line));
    const double slope = r->line.slope, half = ARD_Z95 / sqrt(r->line.information);
    if (isfinite(slope) && isfinite(half)) {
        out->slope = slope;
        out->slope_low = slope - half;
        out->slope_high = slope + half;
    } else {
        out->reason = "the probabilities are too extreme";
    }
done:
    return rc;
}

static double in_the_large(const ard_predictions *p)
{
    double weight = 0, surplus = 0;
    for (int64_t i = 0; i < p->n; i++) {
        weight += ard_prediction_weight(p, i);
        surplus += ard_prediction_weight(p, i) * (p->prob[p->n + i] - (p->label[i] == 1));
    }
    return surplus / weight;
}

int ard_calibration_compute(ardor_context *context, const ard_predictions *p, ard_calibration *out)
{
    int rc = ARDOR_OK;
    regression r = {.of = p};
    ard_calibration calibration = {(double)NAN, (double)NAN, (double)NAN, (double)NAN, "there are more than two classes"};
    *out = calibration;
    if (p->n_classes != 2) return ARDOR_OK;
    TRY(ard_folds_new(context, p, &r.folds));
    TRY(ard_line_open(context, p->n, p->n_folds, &r.line));
    calibration.in_the_large = in_the_large(p);
    TRY(fit_slope(&r, &calibration));
    *out = calibration;
done:
    ard_line_close(context, &r.line);
    ard_folds_free(context, &r.folds);
    return rc;
}
