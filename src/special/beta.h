/* The incomplete beta function and its inverse: tails of the beta, binomial, t and F distributions. */
#ifndef ARD_BETA_H
#define ARD_BETA_H

typedef struct ard_tails {
    double lower, upper; /* they add up to 1; each is relative to itself */
} ard_tails;

/* I_x(a, b) and 1 - I_x(a, b) for a, b > 0; x >= 0 and y = 1 - x, which the caller knows to full precision where x is near 1.
 * Relative error below 1e-12 for a, b from .1 to 1e4, 1e-10 from 1e-3 to 1e6, until it underflows. NaN of anything else. */
ard_tails ard_beta_tails(double a, double b, double x, double y);
/* log(x / (1 - x)) at the x where I_x(a, b) = p, 0 < p < 1; x between 1e-300 and 1 - 1e-300, or the end of that. Where
 * 1 - I_x(a, b) = p it is the negative of that of (b, a). */
double ard_beta_log_odds(double a, double b, double p);
#endif
