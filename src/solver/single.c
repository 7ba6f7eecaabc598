/* See single.h. */
#include "solver/single.h"

#include <math.h>
#include <stdbool.h>

#include "link/logit.h"
#include "special/probit.h"

static const double LN2 = 0.6931471805599453;
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
