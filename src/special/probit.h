/* The probit likelihood, log Phi and its Mills ratio, in forms stable for every t. */
#ifndef ARD_PROBIT_H
#define ARD_PROBIT_H
#include <stdint.h>
/* For each t[i]: log_phi[i] = log Phi(t); mills[i] = phi(t)/Phi(t) = sqrt(2/pi)/erfcx(-t/sqrt 2). Either output
 * may be NULL, and either may alias t. Relative error at most 1e-14 for |t| <= 1e8 (log Phi near 0 included: for t > 0
 * it is log1p of a tiny number, relative to itself). */
void ard_probit(int64_t n, const double *t, double *log_phi, double *mills);
/* p[i] = Phi(t[i]), relative error at most 1e-14 until it underflows. p may alias t. */
void ard_normal_cdf(int64_t n, const double *t, double *p);
/* The inverse of Phi for 0 < p < 1. */
double ard_normal_quantile(double p);
/* log Phi, Mills ratio of one value. */
double ard_log_normal_cdf(double t);
double ard_mills(double t);

/* log Phi(z), h = phi(z)/Phi(z), b = h (h + z) in (0, 1) = -h'(z), and o = 1 - b: what a step of moment matching needs; slope =
 * b'(z) = h (o - (h + z)^2) < 0. b, o and the slope are relative to themselves in both tails. */
typedef struct ard_probit_moment {
    double log_phi, mills, curvature, rest, slope;
} ard_probit_moment;
ard_probit_moment ard_probit_moments(double z);
#endif
