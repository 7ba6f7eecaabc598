/* With x = df/(df + t^2), P(|T| >= |t|) = I_x(df/2, 1/2): DLMF 8.17.20 and Abramowitz and Stegun 26.5.27. */
#include "special/student.h"

#include <math.h>

#include "special/beta.h"

double ard_t_two_sided_p(double t, double df)
{
    const double u = t * (t / df);
    if (!(df > 0) || isnan(t)) return (double)NAN;
    if (isinf(u)) return 0;
    return ard_beta_tails(0.5 * df, 0.5, 1 / (1 + u), u / (1 + u)).lower;
}

double ard_t_cdf(double t, double df)
{
    const double half = 0.5 * ard_t_two_sided_p(t, df);
    return t < 0 ? half : 1 - half;
}

/* t = sqrt(df y / x), from the smaller of the two tails, I_x = 1 - coverage and I_y(1/2, df/2) = coverage. */
double ard_t_two_sided(double coverage, double df)
{
    const double log_odds =
        coverage < 0.5 ? ard_beta_log_odds(0.5, 0.5 * df, coverage) : -ard_beta_log_odds(0.5 * df, 0.5, 1 - coverage);
    return sqrt(df) * exp(0.5 * log_odds);
}

double ard_t_quantile(double p, double df)
{
    if (!(p > 0 && p < 1)) return p == 0 ? -(double)INFINITY : p == 1 ? (double)INFINITY : (double)NAN;
    if (p == 0.5) return 0;
    if (p > 0.25) return copysign(ard_t_two_sided(fabs(2 * p - 1), df), p - 0.5);
    return -sqrt(df) * exp(-0.5 * ard_beta_log_odds(0.5 * df, 0.5, 2 * p));
}
