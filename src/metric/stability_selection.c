#include "metric/stability_selection.h"

#include <math.h>
#include <stdbool.h>

static double unimodal_bound(double p, double q, double theta, double pairs, double tau)
{
    const double step = 1 / (2 * pairs), least = 0.5 + fmax(step, fmin(theta * theta, step + 0.75 * theta * theta));
    if (!(theta <= 1 / sqrt(3.0))) return (double)NAN;
    if (tau > 0.75) return 4 * (1 - tau + step) * q * q / ((1 + 1 / pairs) * p);
    return tau > least ? q * q / (2 * (2 * tau - 1 - step) * p) : (double)NAN;
}

ard_selection_bounds ard_selection_bounds_of(int64_t p, double q, int64_t n_pairs, double tau)
{
    const double features = (double)p, theta = q / features;
    ard_selection_bounds out = {theta, (double)NAN, (double)NAN};
    const bool valid = p > 0 && n_pairs > 0 && q >= 0 && q <= features && tau > 0.5 && tau <= 1;
    if (!valid) return out;
    out.worst_case = q * q / ((2 * tau - 1) * features);
    out.unimodal = unimodal_bound(features, q, theta, (double)n_pairs, tau);
    return out;
}
