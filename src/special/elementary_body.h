/* Elementary loops of special/, compiled once per instruction set by including this file: elementary_portable.c,
 * elementary_avx2.c, elementary_avx512.c. Every value goes through the same operations wherever it stands in an array,
 * so that a result does not depend on its position, on n, or on how rows are split into blocks.
 *
 * exp. x = k ln 2 + r, |r| <= (ln 2)/2, by the two-part ln 2 of Cody and Waite (1980); exp(r) = 1 + r + r^2 p(r)
 * with p of degree 9; the factor 2^k is applied as two factors, so that results from overflow down to
 * subnormals round once. Within 1.1 ulp.
 *
 * Normal tail. For u >= 0, with Q(u) = 1 - Phi(u),
 *     2 exp(u^2/2) Q(u) = erfcx(u/sqrt 2) = P(y) / (1 + u),    y = (u - 5) / (u + 5) in [-1, 1],
 * where P is one polynomial of degree 23 for all u (the substitution of Shepherd and Laframboise, Math. Comp.
 * 36, 1981, with the point 5, which needs the lowest degree of those tried). P stays between 0.79 and 1 and its
 * coefficients sum to 1.34 in absolute value, so no digit is lost in it, and there are no pieces to join.
 *
 * exp(-u^2/2) is exp(-a^2/2) (1 - d + d^2/2 - d^3/6), a = u to 26 bits, so that a^2 is exact, and d = (u - a)(u + a)/2:
 * a rounded u^2 would cost a relative error of up to u^2/2 ulp.
 *
 * log Phi(t) is log(w) + c for one w: for t < 0 w = Q(u) exp(u^2/2) and c = -u^2/2; for t >= 0 w = 1 - Q(u) as rounded
 * and c what the rounding took away, which keeps the result relative to itself when Q is tiny. log(w) is
 * k ln 2 + log(1 + f) with 1 + f in [sqrt(1/2), sqrt 2], s = f/(2 + f) and the odd series in s.
 *
 * The coefficients are Chebyshev expansions (200 nodes, 60 digits), cut where the first dropped term is about 1e-17
 * of the result, and turned into powers. */
#ifndef ARD_SPECIAL_KERNEL_BODY_H
#define ARD_SPECIAL_KERNEL_BODY_H

/* Nothing here looks at floating-point exception flags. As long as gcc may not raise one needlessly, it keeps a branch
 * around each selected value and so cannot vectorise. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-trapping-math")
#endif

#include <math.h>
#include <string.h>

#include "special/elementary.h"

/* Multiply and add: fused where the instruction set has it, said here because the compiler must not choose
 * (-ffp-contract=off) and because fma() without the instruction is a slow call. */
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define MULTIPLY_ADD(a, b, c) __builtin_fma((a), (b), (c))
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

/* A loop that still holds a call is not vectorised, so inlining is not left to the compiler's weighing of sizes. */
#define INLINE static inline __attribute__((always_inline))

/* Short inner loops must be gone before the outer ones are vectorised. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

#define LN2_HIGH 0x1.62e42feep-1 /* 32 bits: times any exponent it is exact */
#define LN2_LOW 0x1.a39ef35793c76p-33
#define SQRT_2_OVER_PI 0.7978845608028654
#define ONE_OVER_SQRT_2_PI 0.3989422804014327

static const double exp_coefficient[10] = {
    0.5000000000000001,     0.1666666666666667,     0.04166666666662412,   0.008333333333326134,  0.0013888888917215586,
    0.00019841269874822307, 2.4801521293463862e-05, 2.755725539833871e-06, 2.762008948195459e-07, 2.5105217695684516e-08};
static const double log_coefficient[7] = {0.666666666666667,   0.3999999999989839,  0.2857142862645262, 0.2222221106056441,
                                          0.18182894320084278, 0.15331554743280912, 0.14618452072714802};
static const double tail_coefficient[24] = {
    0.9230316597000755,      -0.18310456366801808,   0.062060736851927416,    0.020004704770458764,   -0.052802085932616614,
    0.049073926487357304,    -0.030340830805029726,  0.013044001335567792,    -0.00335214468910894,   1.5583194818677998e-05,
    0.00036466829023287686,  -0.0001072151622297444, -1.9792195518559564e-05, 1.811964936251328e-05,  -1.4069289367074203e-07,
    -2.6148972038475173e-06, 2.55756443641874e-07,   3.9255619840182374e-07,  -5.257241017979751e-08, -6.190403511608414e-08,
    7.254746326802402e-09,   8.802319245519851e-09,  -5.644154458125973e-10,  -7.631632525265906e-10};

INLINE uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

INLINE double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* c[0] + c[1] x + ... + c[degree] x^degree; unrolled by the compiler, as degree is a constant in every use. */
INLINE double polynomial(int degree, const double *c, double x)
{
    double sum = c[degree];
    UNROLL
    for (int i = degree - 1; i >= 0; i--) sum = MULTIPLY_ADD(sum, x, c[i]);
    return sum;
}

/* Adding it rounds to an integer k and leaves k + 1023 in the low bits of the sum: the exponent field of 2^k. */
#define ROUND_TO_EXPONENT (0x1.8p52 + 1023)

INLINE double exp_of(double x)
{
    /* Beyond these exp is 0 and infinity; both comparisons are false for NaN, which stays. */
    double c = x < -746 ? -746 : x;
    c = c > 710 ? 710 : c;
    double shifted = MULTIPLY_ADD(c, 1.4426950408889634, ROUND_TO_EXPONENT);
    double k = shifted - ROUND_TO_EXPONENT;
    double r = MULTIPLY_ADD(k, -LN2_HIGH, c);
    r = MULTIPLY_ADD(k, -LN2_LOW, r);
    double e = 1 + MULTIPLY_ADD(r * r, polynomial(9, exp_coefficient, r), r);
    double half_shifted = MULTIPLY_ADD(k, 0.5, ROUND_TO_EXPONENT);
    double rest = k - (half_shifted - ROUND_TO_EXPONENT);
    double scale = double_of(bits_of(half_shifted) << 52);
    double rest_scale = double_of(bits_of(rest + ROUND_TO_EXPONENT) << 52);
    return e * scale * rest_scale;
}

/* log(w) + correction for a normal w > 0 and a correction below an ulp of w; the sum is taken before the
 * leading terms, so that the correction counts. */
INLINE double log_of(double w, double correction)
{
    /* Subtracting the bits of sqrt(1/2) makes the exponent field floor(log2(w sqrt 2)). */
    uint64_t offset = bits_of(w) - 0x3fe6a09e667f3bcdULL + (1023ULL << 52);
    double k = double_of(0x4330000000000000ULL | offset >> 52) - (0x1p52 + 1023);
    double f = double_of((offset & 0xfffffffffffffULL) + 0x3fe6a09e667f3bcdULL) - 1;
    double s = f / (2 + f), z = s * s, half_square = 0.5 * f * f;
    double series = z * polynomial(6, log_coefficient, z);
    double small = MULTIPLY_ADD(s, half_square + series, MULTIPLY_ADD(k, LN2_LOW, correction));
    return MULTIPLY_ADD(k, LN2_HIGH, f - (half_square - small));
}

/* P of the file comment: 2 exp(u^2/2) Q(u) (1 + u), u >= 0. */
INLINE double tail_polynomial(double u)
{
    double v = u > 1e300 ? 1e300 : u; /* infinity / infinity would be NaN */
    return polynomial(23, tail_coefficient, (v - 5) / (v + 5));
}

/* exp(-u^2/2), u >= 0 or NaN (for which it is 0). */
INLINE double exp_half_square(double u)
{
    double c = u < 40 ? u : 40;
    double a = double_of(bits_of(c) & ~0x7ffffffULL);
    double d = 0.5 * (c - a) * (c + a);
    double rest = MULTIPLY_ADD(d, MULTIPLY_ADD(d, MULTIPLY_ADD(d, -1.0 / 6, 0.5), -1), 1);
    return exp_of(-0.5 * a * a) * rest;
}

#if defined(WITH_LIBMVEC) && defined(ARDOR_HAVE_LIBMVEC) && !defined(__clang__)
/* glibc's vector exp: a third faster than exp_of as gcc compiles it, and within 3 ulp. Declared again because
 * glibc's own declaration offers it to -ffast-math only, and clang does not know the attribute. Whole groups leave
 * no remainder, which would go to the scalar exp. */
__attribute__((__simd__("notinbranch"))) extern double exp(double);
#define EXP_OF exp
#else
#define EXP_OF exp_of
#endif

static void exp_groups(int64_t groups, const double *x, double *y)
{
#pragma omp simd
    for (int64_t i = 0; i < groups * ARD_GROUP; i++) y[i] = EXP_OF(x[i]);
}

static void gauss_groups(int64_t groups, const double *a, double b, double *s)
{
#pragma omp simd
    for (int64_t i = 0; i < groups * ARD_GROUP; i++) {
        double distance = a[i] + b - 2.0 * s[i];
        /* exactly -max(0, distance); a selection becomes a branch around exp, and nothing is vectorised */
        s[i] = EXP_OF(-0.5 * (distance + fabs(distance)));
    }
}

static void probit_groups(int64_t groups, const double *t, double *log_phi, double *mills)
{
#pragma omp simd
    for (int64_t i = 0; i < groups * ARD_GROUP; i++) {
        double value = t[i], u = fabs(value);
        double p = tail_polynomial(u), e = exp_half_square(u);
        double half_tail = 0.5 * p / (1 + (u > 1e300 ? 1e300 : u));
        double q = e * half_tail, above = 1 - q;
        double w = value < 0 ? half_tail : above;
        double lost = (1 - above) - q;
        double numerator = value < 0 ? SQRT_2_OVER_PI * (1 + u) : ONE_OVER_SQRT_2_PI * e;
        double denominator = value < 0 ? p : above;
        /* lost / above, to the two terms that matter. */
        double logarithm = log_of(w, value < 0 ? 0 : MULTIPLY_ADD(lost, q, lost));
        log_phi[i] = logarithm - (value < 0 ? 0.5 * u * u : 0);
        mills[i] = numerator / denominator;
    }
}

static void cdf_groups(int64_t groups, const double *t, double *p)
{
#pragma omp simd
    for (int64_t i = 0; i < groups * ARD_GROUP; i++) {
        double u = fabs(t[i]);
        double q = 0.5 * exp_half_square(u) * tail_polynomial(u) / (1 + u);
        p[i] = t[i] < 0 ? q : 1 - q;
    }
}

#endif
