/* KL divergences of normal densities. With a = mean sqrt(precision) and r = phi(a)/Phi(a), the moments of the cut normal are
 * mean + r/sqrt(precision) and mean^2 + 1/precision + mean r/sqrt(precision); inserted into E_q[log q - log p] they give
 *     .5 [ratio - 1 - ln ratio + prior mean^2] + .5 (precision + prior) mean r/sqrt(precision) - ln 2 - ln Phi(a),
 * ratio = prior/precision. log Phi and r come from functions that hold in both tails. Far below a = 0 terms of size a^2
 * cancel, which leaves an error of a^2 ulp. */
#include "special/gauss_kl.h"

#include <math.h>

#include "special/probit.h"

double ard_gauss_kl(double mean, double precision, double prior)
{
    const double ratio = prior / precision;
    return 0.5 * (ratio - 1.0 - log(ratio) + prior * mean * mean);
}

double ard_half_gauss_kl(double mean, double precision, double prior)
{
    const double a = mean * sqrt(precision), ratio = prior / precision, r = ard_mills(a);
    return 0.5 * (ratio - 1.0 - log(ratio) + ratio * a * (a + r) + a * r) - 0.6931471805599453 - ard_log_normal_cdf(a);
}
