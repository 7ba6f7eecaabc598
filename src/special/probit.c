/* log Phi, its derivative (the Mills ratio), Phi and its inverse. The maths of the first three is in
 * elementary_body.h; here arrays are cut into blocks, so that an output that the caller does not want, or that aliases
 * the input, goes to a small buffer. */
#include "special/probit.h"

#include <math.h>
#include <string.h>

#include "special/elementary.h"

enum { BLOCK_GROUPS = 16, BLOCK = BLOCK_GROUPS * ARD_GROUP };

static int64_t groups_of(int64_t n) { return (n + ARD_GROUP - 1) / ARD_GROUP; }

/* Copy n values and fill the last group up with zeros. */
static void load_block(int64_t n, const double *from, double *block)
{
    memcpy(block, from, (size_t)n * sizeof *block);
    for (int64_t i = n; i < groups_of(n) * ARD_GROUP; i++) block[i] = 0;
}

static void store_block(int64_t n, const double *block, double *to)
{
    if (to) memcpy(to, block, (size_t)n * sizeof *to);
}

void ard_probit(int64_t n, const double *t, double *log_phi, double *mills)
{
    const ard_elementary *loops = ard_elementary_best();
    double block[BLOCK], block_log_phi[BLOCK], block_mills[BLOCK];
    for (int64_t first = 0; first < n; first += BLOCK) {
        int64_t size = n - first < BLOCK ? n - first : BLOCK;
        load_block(size, t + first, block);
        loops->probit(groups_of(size), block, block_log_phi, block_mills);
        store_block(size, block_log_phi, log_phi ? log_phi + first : NULL);
        store_block(size, block_mills, mills ? mills + first : NULL);
    }
}

void ard_normal_cdf(int64_t n, const double *t, double *p)
{
    const ard_elementary *loops = ard_elementary_best();
    double block[BLOCK];
    for (int64_t first = 0; first < n; first += BLOCK) {
        int64_t size = n - first < BLOCK ? n - first : BLOCK;
        load_block(size, t + first, block);
        loops->cdf(groups_of(size), block, block);
        store_block(size, block, p + first);
    }
}

double ard_log_normal_cdf(double t)
{
    double value;
    ard_probit(1, &t, &value, NULL);
    return value;
}

double ard_mills(double t)
{
    double value;
    ard_probit(1, &t, NULL, &value);
    return value;
}

/* Below z = -MOMENT_TAIL both b = h (h + z) and 1 - b would be differences of nearly equal numbers. With x = -z, the
 * continued fraction of the normal tail, h = x + 1/(x + 2/(x + 3/(x + ...))), gives them without subtraction: g = h - x =
 * 1/(x + 2c), c = 1/(x + 3d), d = 1/(x + 4/(x + ...)), so b = h g, and 1 - b = 1 - x g - g^2 = g (2c - g), whose two terms are
 * never close, and b' = h (1 - b - g^2) = 2 h g (c - g) = 2 h g^2 c (2c - 3d), where they are not either: 2 to 3 in the far tail.
 * 12 + (20/x)^2 terms give full precision. */
#define MOMENT_TAIL 2.0
#define MOMENT_TERMS 20.0

ard_probit_moment ard_probit_moments(double z)
{
    ard_probit_moment out;
    ard_probit(1, &z, &out.log_phi, &out.mills);
    if (!(z < -MOMENT_TAIL)) {
        out.curvature = out.mills * (out.mills + z);
        out.rest = 1.0 - out.curvature;
        const double g = out.mills + z;
        out.slope = out.mills * out.rest - (out.mills * g) * g; /* h may be 0 where g^2 is infinite */
        return out;
    }
    const double x = -z, terms = MOMENT_TERMS / x;
    double c = x;
    for (int k = 12 + (int)(terms * terms); k >= 4; k--) c = x + k / c;
    const double d = 1.0 / c;
    c = 1.0 / (x + 3.0 / c);
    const double g = 1.0 / (x + 2.0 * c);
    out.curvature = (x + g) * g;
    out.rest = g * (2.0 * c - g);
    out.slope = 2.0 * (x + g) * g * g * c * (2.0 * c - 3.0 * d);
    return out;
}

/* Newton's method converges quadratically: after a step below 1e-9 of x the next would be below the rounding. */
enum { MAX_NEWTON = 30 };
#define LAST_STEP 1e-9

/* Phi(x) - 1/2 = erf(x/sqrt 2)/2 against p - 1/2, which keeps x relative to itself near 0. |p - 1/2| <= 1/4. */
static double central_quantile(double p)
{
    double target = p - 0.5, x = target * 2.5066282746310002;
    for (int i = 0; i < MAX_NEWTON; i++) {
        double density = 0.3989422804014327 * exp(-0.5 * x * x);
        double step = (0.5 * erf(x * 0.7071067811865476) - target) / density;
        x -= step;
        if (fabs(step) <= LAST_STEP * fabs(x)) break;
    }
    return x;
}

/* Phi(x) = p <= 1/4 by Newton's method on log Phi(x) = log p. log Phi is concave and increasing, so that from any
 * start the second iterate is on the left of the root and the rest climb to it. */
static double tail_quantile(double p)
{
    double target = log(p), x = -sqrt(-2 * target);
    for (int i = 0; i < MAX_NEWTON; i++) {
        double log_phi, mills;
        ard_probit(1, &x, &log_phi, &mills);
        double step = (log_phi - target) / mills;
        x -= step;
        if (fabs(step) <= LAST_STEP * fabs(x)) break;
    }
    return x;
}

double ard_normal_quantile(double p)
{
    if (!(p > 0 && p < 1)) return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
    if (fabs(p - 0.5) <= 0.25) return central_quantile(p);
    return p < 0.5 ? tail_quantile(p) : -tail_quantile(1 - p);
}
