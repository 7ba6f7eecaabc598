/* The logistic likelihood. log s(z) = -softplus(-z), and 1 - s(f) = s(-f): both tails keep every digit. */
#include "link/logit.h"

#include <math.h>

static const double PI_OVER_8 = 0.39269908169872414;

double ard_softplus(double x) { return fmax(x, 0.0) + log1p(exp(-fabs(x))); }

double ard_sigmoid(double x)
{
    const double e = exp(-fabs(x));
    return (x >= 0 ? 1.0 : e) / (1.0 + e);
}

double ard_logit_log_likelihood(int64_t n, const double *f, const double *sign, const double *weight)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum -= (weight ? weight[i] : 1.0) * ard_softplus(-sign[i] * f[i]);
    return sum;
}

double ard_logit_terms(int64_t n, const double *f, const double *sign, const double *weight, double *residual, double *curvature)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        const double c = weight ? weight[i] : 1.0, wrong = ard_sigmoid(-sign[i] * f[i]);
        sum -= c * ard_softplus(-sign[i] * f[i]);
        residual[i] = c * sign[i] * wrong;
        curvature[i] = c * wrong * ard_sigmoid(sign[i] * f[i]);
    }
    return sum;
}

double ard_logit_moderated(double f, double v) { return ard_sigmoid(f / sqrt(1.0 + PI_OVER_8 * v)); }
