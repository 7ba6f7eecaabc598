/* The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method, as modified by Thompson and Barnett,
 * where it converges fast, x < (a + 1)/(a + b + 2), and I_x(a, b) = 1 - I_y(b, a) elsewhere: the smaller of the two tails, or
 * nearly, is computed, and the other one is its complement.
 *
 * The factor before it, x^a y^b / (a B(a, b)), is b/(a + b) times the binomial density of a successes in a + b at x, in the form
 * of C. Loader, "Fast and accurate computation of binomial probabilities", 2000: with n = a + b
 *     sqrt(n/(2 pi a b)) exp(d(n) - d(a) - d(b) - D(a, n x) - D(b, n y)),
 * d the error of Stirling's formula and D the deviance. There is no difference of large logarithms in it. */
#include "special/beta.h"

#include <math.h>

#define LOG_ROOT_TWO_PI 0.91893853320467274178
#define TWO_PI 6.28318530717958647693

/* From here Stirling's series, with six terms, is exact to 1e-16; below, Gamma itself is. */
#define LEAST_STIRLING 10.0

/* log Gamma(z + 1) - (z + 1/2) log z + z - log sqrt(2 pi) */
static double stirling_error(double z)
{
    static const double term[6] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360};
    double square = 1 / (z * z), sum = 0;
    if (z < LEAST_STIRLING) return log(tgamma(z + 1)) - (z + 0.5) * log(z) + z - LOG_ROOT_TWO_PI;
    for (int k = 5; k >= 0; k--) sum = sum * square + term[k];
    return sum / z;
}

/* a log(a/m) + m - a >= 0. Near a = m by v = (a - m)/(a + m): log(a/m) = 2 atanh(v), which leaves
 * (a - m) v + 2 a (v^3/3 + v^5/5 + ..), of terms of one sign but for a < m, where the first is the larger by far. */
static double deviance(double a, double m)
{
    const double v = (a - m) / (a + m);
    if (!(fabs(v) < 0.1)) return a * log(a / m) + m - a;
    double sum = (a - m) * v, power = 2 * a * v;
    for (int k = 3; k < 100; k += 2) {
        power *= v * v;
        const double next = sum + power / k;
        if (next == sum) break;
        sum = next;
    }
    return sum;
}

static double binomial_density(double a, double b, double x, double y)
{
    const double n = a + b;
    const double exponent = stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
    return sqrt(n / (TWO_PI * a) / b) * exp(exponent);
}

/* O(sqrt(a + b)) of them are enough. */
enum { MOST_TERMS = 100000 };

/* 1/(1 + d1/(1 + d2/(1 + ..))), d_2m+1 = -(a+m)(a+b+m) x / ((a+2m)(a+2m+1)), d_2m = m (b-m) x / ((a+2m-1)(a+2m)). */
static double continued_fraction(double a, double b, double x)
{
    static const double TINY = 1e-300, LAST = 1e-16;
    double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), h = d;
    for (int m = 1; m < MOST_TERMS; m++) {
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1) * (a + 2.0 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1));
        double change = 1;
        for (int k = 0; k < 2; k++) {
            const double part = k == 0 ? even : odd;
            d = 1 + part * d;
            c = 1 + part / c;
            if (fabs(d) < TINY) d = TINY;
            if (fabs(c) < TINY) c = TINY;
            d = 1 / d;
            change = c * d;
            h *= change;
        }
        if (fabs(change - 1) <= LAST) break;
    }
    return h;
}

static double lower_tail(double a, double b, double x, double y)
{
    return binomial_density(a, b, x, y) * (b / (a + b)) * continued_fraction(a, b, x);
}

ard_tails ard_beta_tails(double a, double b, double x, double y)
{
    ard_tails out = {(double)NAN, (double)NAN};
    if (!(a > 0 && b > 0 && x >= 0 && y >= 0 && isfinite(a) && isfinite(b))) return out;
    if (x == 0 || y == 0) {
        out.lower = y == 0;
        out.upper = x == 0;
    } else if (x < (a + 1) / (a + b + 2)) {
        out.lower = fmin(lower_tail(a, b, x, y), 1);
        out.upper = 1 - out.lower;
    } else {
        out.upper = fmin(lower_tail(b, a, y, x), 1);
        out.lower = 1 - out.upper;
    }
    return out;
}

/* Bisection on the log odds, whose range is finite for x from 1e-300: 64 halvings leave less than their rounding. */
double ard_beta_log_odds(double a, double b, double p)
{
    double low = -690, high = 690;
    if (!(p > 0 && p < 1)) return (double)NAN;
    for (int i = 0; i < 64; i++) {
        const double middle = 0.5 * (low + high);
        const ard_tails at = ard_beta_tails(a, b, 1 / (1 + exp(-middle)), 1 / (1 + exp(middle)));
        if (isnan(at.lower)) return (double)NAN;
        if (p < 0.5 ? at.lower < p : at.upper > 1 - p)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}
