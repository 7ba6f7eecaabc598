/* See single.h. */
#include "solver/single.h"

#include <math.h>
#include <stdbool.h>

#include "link/logit.h"
#include "special/probit.h"

static const double LN2 = 0.6931471805599453, TWO_PI = 6.283185307179586;
static const double STEP = 2.5464790894703255; /* 8/pi: s(x) is nearly Phi(sqrt(pi/8) x) */
static const double USEFUL = 1e-10;            /* share of s by which q^2 must exceed it */
/* The range of a stepped precision, in powers of ten, and how it is searched. */
enum { LOW = -6, HIGH = 6, HALVINGS = 7 };
static const double GRID = 0.5;

double ard_single_gain(double s, double square, double alpha)
{
    return isinf(alpha) || !(s > 0) ? 0.0 : 0.5 * (square / (alpha + s) - log1p(s / alpha));
}

double ard_single_best(double s, double square)
{
    return s > 0 && square - s > USEFUL * s ? s * s / (square - s) : (double)INFINITY;
}

double ard_stepped_gain(double s, double q, double lambda, double alpha)
{
    if (isinf(alpha)) return 0.0;
    const double v = 1.0 / (alpha + s);
    return 0.5 * (q * q * v - log1p(s / alpha)) + LN2 + ard_log_normal_cdf(q * v / sqrt(v + STEP / (lambda * lambda)));
}

double ard_stepped_laplace(double s, double q, double lambda, double alpha, double u)
{
    const double below = ard_sigmoid(-lambda * u), curvature = lambda * lambda * below * ard_sigmoid(lambda * u);
    return q * u - 0.5 * (alpha + s) * u * u + LN2 - ard_softplus(-lambda * u) - 0.5 * log1p((s + curvature) / alpha);
}

double ard_stepped_best(double s, double q, double lambda, double *gain)
{
    double best = LOW, most = -INFINITY, width = GRID;
    for (double x = LOW; x <= HIGH; x += GRID) {
        const double value = ard_stepped_gain(s, q, lambda, pow(10.0, x));
        if (!(value > most)) continue;
        most = value;
        best = x;
    }
    for (int t = 0; t < HALVINGS; t++) {
        width *= 0.5;
        const double from = best;
        for (int side = -1; side <= 1; side += 2) {
            const double x = from + side * width, value = ard_stepped_gain(s, q, lambda, pow(10.0, x));
            if (!(value > most)) continue;
            most = value;
            best = x;
        }
    }
    const bool nothing = !(most > 0) || best >= HIGH - 0.1;
    *gain = nothing ? 0.0 : most;
    return nothing ? (double)INFINITY : pow(10.0, best);
}

/* ------------------------------------------------------------------ over ln u */

enum { INTERVALS = 200 };
static const double REACH = 10; /* standard deviations that are integrated over */
static const double FLAT = 10;  /* times lambda: where a step has flattened */
static const double GONE = 45;  /* e^-45 */

/* In units of 1/sqrt(alpha + s): exp(m t - t^2 / 2) s(l t), whose mode c has m = c - l s(-l c). */
typedef struct scaled {
    double l, mode;
} scaled;

static double step_slope(const scaled *x, double t) { return x->l * ard_sigmoid(-x->l * t); }

/* Its logarithm less that at the mode, so that nothing cancels. */
static double log_density(const scaled *x, double t)
{
    const double d = t - x->mode;
    return -(step_slope(x, x->mode) + 0.5 * d) * d - ard_softplus(-x->l * t) + ard_softplus(-x->l * x->mode);
}

/* Simpson's rule. */
static double integral(const scaled *x, double from, double to)
{
    const double h = (to - from) / INTERVALS;
    double sum = 0;
    if (!(h > 0)) return 0.0;
    for (int i = 0; i <= INTERVALS; i++) {
        const double weight = i == 0 || i == INTERVALS ? 1 : i % 2 ? 4 : 2;
        sum += weight * exp(log_density(x, from + i * h));
    }
    return sum * h / 3;
}

/* Of ln t: the mode is where t times the slope is -1; the slope falls. */
static double laplace_of_logarithm(const scaled *x)
{
    double low = 0, high = 2 + 2 * x->mode + x->l;
    for (int i = 0; i < 100; i++) {
        const double t = 0.5 * (low + high), slope = x->mode - t + step_slope(x, t) - step_slope(x, x->mode);
        *(t * slope > -1 ? &low : &high) = t;
    }
    const double t = 0.5 * (low + high), curvature = 1 + 1 / (t * t) + x->l * step_slope(x, t) * ard_sigmoid(x->l * t);
    return log_density(x, t) + 0.5 * log(TWO_PI / curvature);
}

double ard_single_logarithm(const ard_single *of)
{
    const double precision = of->alpha + of->s, unit = 1 / sqrt(precision);
    const scaled x = {of->lambda * unit, of->u / unit};
    const double low = fmax(0, x.mode - REACH), high = x.mode + REACH;
    const double flat = x.l > 0 ? fmin(fmax(low, FLAT / x.l), high) : high;
    const double above = log(integral(&x, low, flat) + integral(&x, flat, high));
    const double m = x.mode - step_slope(&x, x.mode); /* below 0 it falls like exp((m + l) t - t^2 / 2) */
    const double reach = fmin(REACH + fmax(0, -m), m + x.l > 0 ? GONE / (m + x.l) : (double)INFINITY);
    const double below = low > 0 ? 0.0 : integral(&x, -reach, 0);
    return log1p(below / exp(above)) + of->alpha / precision * (above - laplace_of_logarithm(&x));
}
