/* Conjugate gradients: Nocedal and Wright, Numerical Optimization, 2nd edition, sections 3.5 and 5.2.
 *
 * The line search keeps the lowest point that satisfies the decrease condition at one end of its interval (`low`) and, once
 * there is one, a point beyond the minimum at the other (`high`); cubic interpolation, kept away from both ends, picks
 * the next. The curvature constant is the tight one that conjugate directions need (c2 < 1/2 makes every direction of
 * descent follow one of descent). Whatever happens, the search returns `low`, so that the value never rises. */
#include "solver/conjugate.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/blas.h"

enum { TRIES = 20, ARRAYS = 5 };
static const double DECREASE = 1e-4, CURVATURE = 0.2, EXPAND = 4, MARGIN = 0.1;

/* A point on the line. */
typedef struct probe {
    double step, value, slope;
} probe;

typedef struct line {
    ard_conjugate *problem;
    const double *x, *direction;
    double *trial, *trial_gradient;     /* of the last probe */
    double *low_gradient;               /* of the lowest acceptable one */
} line;

int64_t ard_conjugate_work(int64_t n) { return ARRAYS * n; }

static double largest(int64_t n, const double *x)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

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

double ard_conjugate_minimise(ard_conjugate *q, double *x, double *work)
{
    const int64_t n = q->n;
    double *gradient = work, *direction = work + n, *fresh = work + 4 * n;
    line l = {.problem = q, .x = x, .direction = direction, .trial = work + 2 * n, .trial_gradient = work + 3 * n,
              .low_gradient = fresh};
    double value = q->value(q->self, x, gradient), step = q->step;
    for (int64_t i = 0; i < n; i++) direction[i] = -gradient[i];
    for (int iteration = 0; iteration < q->iterations && largest(n, gradient) > q->flat; iteration++) {
        probe start = {0, value, ard_dot(n, gradient, direction)};
        if (!(start.slope < 0)) {
            for (int64_t i = 0; i < n; i++) direction[i] = -gradient[i];
            start.slope = -ard_dot(n, gradient, gradient);
        }
        double longest = q->longest / largest(n, direction);
        if (!(step > 0)) step = 1 / sqrt(-start.slope);
        probe end = search(&l, start, fmin(step, longest), longest);
        if (end.step == 0) break;
        ard_axpy(n, end.step, direction, x);
        if (iteration == 0) q->step = end.step;
        double before = ard_dot(n, gradient, gradient), overlap = ard_dot(n, gradient, fresh);
        double keep = fmax(0.0, (ard_dot(n, fresh, fresh) - overlap) / before);
        for (int64_t i = 0; i < n; i++) {
            gradient[i] = fresh[i];
            direction[i] = keep * direction[i] - fresh[i];
        }
        /* the next step should promise as much as this one did */
        double slope = ard_dot(n, gradient, direction);
        step = slope < 0 ? end.step * start.slope / slope : 0;
        value = end.value;
    }
    return value;
}
