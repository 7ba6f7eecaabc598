/* Conjugate gradients: Nocedal and Wright, Numerical Optimization, 2nd edition, sections 3.5 and 5.2.
 *
 * The line search keeps the lowest point that satisfies the decrease condition at one end of its interval (`low`) and, once
 * there is one, a point beyond the minimum at the other (`high`); cubic interpolation, kept away from both ends, picks
 * the next. The curvature constant is the tight one that conjugate directions need (c2 < 1/2). Whatever
 * happens, the search returns `low`, so that the value never rises. A run ends early where the next step promises no more than
 * the rounding of the value. */
#include "solver/conjugate.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/blas.h"

enum { TRIES = 20, ARRAYS = 5 };
static const double DECREASE = 1e-4, CURVATURE = 0.2, EXPAND = 4, MARGIN = 0.1, ROUNDING = 1e-13;

/* A point on the line. */
typedef struct probe {
    double step, value, slope;
} probe;

typedef struct line {
    ard_conjugate *problem;
    const double *x, *direction;
    double *trial, *trial_gradient; /* of the last probe */
    double *low_gradient;           /* of the lowest acceptable one */
} line;

int64_t ard_conjugate_work(int64_t n) { return ARRAYS * n; }

static probe evaluate(line *l, double step)
{
    ard_conjugate *q = l->problem;
    for (int64_t i = 0; i < q->n; i++) l->trial[i] = l->x[i] + step * l->direction[i];
    probe p = {.step = step, .value = q->value(q->self, l->trial, l->trial_gradient)};
    p.slope = ard_dot(q->n, l->trial_gradient, l->direction);
    if (!isfinite(p.value) || !isfinite(p.slope)) p.value = INFINITY;
    return p;
}

/* The minimum of the cubic through both values and slopes, or the middle where there is none in the inner part. */
static double between(probe a, probe b)
{
    double width = b.step - a.step, middle = a.step + 0.5 * width;
    if (!isfinite(b.value)) return a.step + MARGIN * width;
    double d1 = a.slope + b.slope - 3 * (b.value - a.value) / width, square = d1 * d1 - a.slope * b.slope;
    if (!(square >= 0)) return middle;
    double d2 = copysign(sqrt(square), width);
    double share = 1 - (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
    return share >= MARGIN && share <= 1 - MARGIN ? a.step + share * width : middle;
}

/* From `start` (step 0) with a first trial step; the result is an acceptable point whose gradient is in low_gradient, or
 * `start` where there is none. */
static probe search(line *l, probe start, double step, double longest)
{
    probe low = start, high = start;
    bool bracketed = false;
    for (int try = 0; try < TRIES; try++) {
        probe p = evaluate(l, step);
        if (!(p.value <= start.value + DECREASE * step * start.slope) || p.value >= low.value) {
            high = p;
            bracketed = true;
        } else {
            if (p.slope * (bracketed ? high.step - low.step : 1.0) >= 0) {
                high = low;
                bracketed = true;
            }
            low = p;
            memcpy(l->low_gradient, l->trial_gradient, (size_t)l->problem->n * sizeof *l->low_gradient);
            if (fabs(p.slope) <= -CURVATURE * start.slope || (!bracketed && step >= longest)) break;
        }
        step = bracketed ? between(low, high) : fmin(EXPAND * step, longest);
        if (bracketed && !(fabs(high.step - low.step) > 1e-12 * high.step)) break;
    }
    return low;
}

/* a' P b with the diagonal P. */
static double inner(const ard_conjugate *q, const double *a, const double *b)
{
    double sum = 0;
    for (int64_t i = 0; i < q->n; i++) sum += a[i] * q->scaling[i] * b[i];
    return sum;
}

/* From the gradient `old` to `fresh`: direction = keep * direction - P fresh. Returns its slope. */
static double turn(const ard_conjugate *q, double keep, const double *fresh, double *direction)
{
    for (int64_t i = 0; i < q->n; i++) direction[i] = keep * direction[i] - q->scaling[i] * fresh[i];
    return ard_dot(q->n, fresh, direction);
}

double ard_conjugate_minimise(ard_conjugate *q, double *x, double *work)
{
    const int64_t n = q->n;
    double *gradient = work, *direction = work + n, *fresh = work + 4 * n;
    line l = {.problem = q,
              .x = x,
              .direction = direction,
              .trial = work + 2 * n,
              .trial_gradient = work + 3 * n,
              .low_gradient = fresh};
    double value = q->value(q->self, x, gradient), step = q->step, keep = 0;
    memset(direction, 0, (size_t)n * sizeof *direction);
    for (int iteration = 0; iteration < q->iterations; iteration++) {
        probe start = {0, value, turn(q, keep, gradient, direction)};
        if (!(start.slope < 0)) start.slope = turn(q, 0, gradient, direction);
        if (!(start.slope < 0)) break;
        double longest = q->longest / ard_amax(n, direction);
        step = fmin(step > 0 ? step : 1 / sqrt(-start.slope), longest);
        if (-start.slope * step <= ROUNDING * fabs(value)) break;
        probe end = search(&l, start, step, longest);
        if (end.step == 0) break;
        for (int64_t i = 0; i < n; i++) x[i] += end.step * direction[i]; /* to the last bit as tried */
        /* where the slope would be zero on this line: the first trial of the next */
        step = end.step * fmin(start.slope / fmin(start.slope - end.slope, 1e-3 * start.slope), EXPAND);
        if (iteration == 0) q->step = step;
        keep = fmax(0.0, (inner(q, fresh, fresh) - inner(q, gradient, fresh)) / inner(q, gradient, gradient));
        memcpy(gradient, fresh, (size_t)n * sizeof *gradient);
        value = end.value;
    }
    return value;
}
