/* The slope by Newton's method. With z the logit, q = w p (1 - p), r = w (y - p) and u_f the mean of z in fold f by q,
 * elimination of the intercepts leaves
 *     S = sum q (z - u_f)^2,   d slope = sum r (z - u_f) / S,   d intercept_f = sum_f r / sum_f q - u_f d slope:
 * centred sums, in which nothing cancels. 1/S is the slope's variance. The likelihood has a maximum exactly if some
 * fold has a positive below a negative and some fold, perhaps the same, has a positive above one. */
#include "study/calibration.h"

#include <math.h>

#include "link/logit.h"
#include "metric/interval.h"
#include "solver/newton.h"

enum { FEWEST_ROWS = 10, MOST_STEPS = 200 };

static const double DECREMENT = 1e-22;

/* One row that informs the slope. */
typedef struct informant {
    double logit, sign, weight; /* sign: 1 of the positive class, else -1 */
    double residual, curvature;
} informant;

typedef struct regression {
    const ard_predictions *of;
    ard_folds folds;
    int64_t n_folds, *start; /* of folds that inform it: rows row[start[k]..start[k + 1]) */
    informant *row;
    bool both;                                   /* a fold has both classes */
    bool below, above;                           /* a positive is below, above a negative of its fold */
    double *intercept, *intercept_step, *centre; /* n_folds */
    double slope, slope_step, information;
} regression;

/* ---- rows that inform the slope */

static informant informant_of(const ard_predictions *p, int64_t i)
{
    const double negative = fmax(p->prob[i], ARD_LEAST_PROBABILITY), positive = fmax(p->prob[p->n + i], ARD_LEAST_PROBABILITY);
    return (informant){
        .logit = log(positive) - log(negative), .sign = p->label[i] == 1 ? 1 : -1, .weight = ard_prediction_weight(p, i)};
}

/* The rows of fold f, unless it says nothing. */
static void take_fold(regression *r, int64_t f)
{
    const int64_t first = r->start[r->n_folds], *start = r->folds.start + f;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    int64_t n = 0;
    for (int64_t i = start[0]; i < start[1]; i++, n++) {
        informant *row = r->row + first + n;
        *row = informant_of(r->of, r->folds.row[i]);
        low[row->sign > 0] = fmin(low[row->sign > 0], row->logit);
        high[row->sign > 0] = fmax(high[row->sign > 0], row->logit);
    }
    const bool both = isfinite(low[0]) && isfinite(low[1]);
    r->both = r->both || both;
    if (!both || !(fmax(high[0], high[1]) > fmin(low[0], low[1]))) return;
    r->below = r->below || low[1] < high[0];
    r->above = r->above || high[1] > low[0];
    r->start[++r->n_folds] = first + n;
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
    for (int64_t i = 0; i < r->start[r->n_folds]; i++) r->row[i].weight *= scale;
}

/* ---- Newton's method */

static int expand(void *state)
{
    const regression *r = state;
    for (int64_t k = 0; k < r->n_folds; k++)
        for (informant *row = r->row + r->start[k]; row < r->row + r->start[k + 1]; row++) {
            const double margin = row->sign * (r->intercept[k] + r->slope * row->logit), wrong = ard_sigmoid(-margin);
            row->residual = row->weight * row->sign * wrong;
            row->curvature = row->weight * wrong * ard_sigmoid(margin);
        }
    return ARDOR_OK;
}

static double value_at(const regression *r, double step)
{
    double sum = 0;
    for (int64_t k = 0; k < r->n_folds; k++) {
        const double intercept = r->intercept[k] + step * r->intercept_step[k], slope = r->slope + step * r->slope_step;
        for (const informant *row = r->row + r->start[k]; row < r->row + r->start[k + 1]; row++)
            sum -= row->weight * ard_softplus(-row->sign * (intercept + slope * row->logit));
    }
    return sum;
}

/* The slope's part of the direction, and each fold's centre and intercept by itself. */
static void eliminate(regression *r)
{
    double gradient = 0;
    r->information = 0;
    for (int64_t k = 0; k < r->n_folds; k++) {
        const informant *first = r->row + r->start[k], *end = r->row + r->start[k + 1];
        double residual = 0, curvature = 0, centre = 0;
        for (const informant *row = first; row < end; row++) {
            residual += row->residual;
            curvature += row->curvature;
            centre += row->curvature * row->logit;
        }
        r->centre[k] = centre / curvature;
        r->intercept_step[k] = residual / curvature;
        for (const informant *row = first; row < end; row++) {
            const double distance = row->logit - r->centre[k];
            gradient += row->residual * distance;
            r->information += row->curvature * distance * distance;
        }
    }
    r->slope_step = gradient / r->information;
}

static int direct(void *state, double *value, double *slope)
{
    regression *r = state;
    eliminate(r);
    *slope = r->slope_step * r->slope_step * r->information;
    for (int64_t k = 0; k < r->n_folds; k++) {
        double curvature = 0;
        for (int64_t i = r->start[k]; i < r->start[k + 1]; i++) curvature += r->row[i].curvature;
        *slope += curvature * r->intercept_step[k] * r->intercept_step[k];
        r->intercept_step[k] -= r->centre[k] * r->slope_step;
    }
    *value = value_at(r, 0);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    *value = value_at(state, step);
    return ARDOR_OK;
}

static void move(void *state, double step)
{
    regression *r = state;
    for (int64_t k = 0; k < r->n_folds; k++) r->intercept[k] += step * r->intercept_step[k];
    r->slope += step * r->slope_step;
}

static const ard_newton NEWTON = {.expand = expand, .direct = direct, .look = look, .move = move};

/* ---- the interface */

/* NULL: there is one. */
static const char *why_no_slope(const regression *r)
{
    const ard_predictions *p = r->of;
    if (!r->both) return ard_reason_not_compared(p);
    if (r->n_folds == 0)
        return p->n_folds > 1 ? "in every fold with both classes the probabilities are all alike"
                              : "the probabilities are all alike";
    if ((double)r->start[r->n_folds] * ard_predictions_distinct(p) < FEWEST_ROWS - 1e-9) return "fewer than 10 rows inform it";
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
    TRY(ard_newton_run(&NEWTON, r, MOST_STEPS, DECREMENT));
    eliminate(r);
    const double half = ARD_Z95 / sqrt(r->information);
    if (isfinite(r->slope) && isfinite(half)) {
        out->slope = r->slope;
        out->slope_low = r->slope - half;
        out->slope_high = r->slope + half;
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
    NEW(context, r.row, p->n);
    NEW(context, r.start, p->n_folds + 1);
    NEW(context, r.intercept, p->n_folds);
    NEW(context, r.intercept_step, p->n_folds);
    NEW(context, r.centre, p->n_folds);
    calibration.in_the_large = in_the_large(p);
    TRY(fit_slope(&r, &calibration));
    *out = calibration;
done:
    ard_free(context, r.centre);
    ard_free(context, r.intercept_step);
    ard_free(context, r.intercept);
    ard_free(context, r.start);
    ard_free(context, r.row);
    ard_folds_free(context, &r.folds);
    return rc;
}
