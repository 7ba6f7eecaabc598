/* Nanoseconds per value of the elementary loops on every instruction set, against the scalar functions they replace.
 * Not a test. In a build directory `build`:
 *     cc -O2 -D_GNU_SOURCE -Iinclude -Isrc bench/bench_special.c build/libardor_static.a -lcerf -lmvec -lm */
#include <cerf.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "special/elementary.h"
#include "special/probit.h"
#include "special/vexp.h"

enum { LARGEST = 4096, VALUES = 4000000, REPEATS = 7 };

static double values[LARGEST], first_out[LARGEST], second_out[LARGEST];

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const ard_elementary *loops;

static void vector_exp(int64_t n) { loops->exp(n / ARD_GROUP, values, first_out); }
static void vector_probit(int64_t n) { loops->probit(n / ARD_GROUP, values, first_out, second_out); }
static void vector_cdf(int64_t n) { loops->cdf(n / ARD_GROUP, values, first_out); }
static void public_exp(int64_t n) { ard_vexp(n, values, first_out); }
static void public_probit(int64_t n) { ard_probit(n, values, first_out, second_out); }
static void public_cdf(int64_t n) { ard_normal_cdf(n, values, first_out); }

static void scalar_exp(int64_t n)
{
    for (int64_t i = 0; i < n; i++) first_out[i] = exp(values[i]);
}

static void scalar_probit(int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double e = erfcx(-values[i] * M_SQRT1_2);
        first_out[i] = log(0.5 * e) - 0.5 * values[i] * values[i];
        second_out[i] = sqrt(M_2_PI) / e;
    }
}

static void scalar_cdf(int64_t n)
{
    for (int64_t i = 0; i < n; i++) first_out[i] = 0.5 * erfc(-values[i] * M_SQRT1_2);
}

static void scalar_quantile(int64_t n)
{
    for (int64_t i = 0; i < n; i++) first_out[i] = ard_normal_quantile((double)(i + 1) / (double)(n + 1));
}

/* The best of a few runs: what the machine can do undisturbed. */
static void report(const char *what, int64_t n, int64_t total, void (*run)(int64_t))
{
    double best = INFINITY;
    int64_t rounds = total / REPEATS / n + 1;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = seconds_now();
        for (int64_t round = 0; round < rounds; round++) run(n);
        best = fmin(best, (seconds_now() - start) / (double)(rounds * n));
    }
    printf("%-28s n = %4d  %7.2f ns\n", what, (int)n, 1e9 * best);
}

int main(void)
{
    const char *const paths[] = {"avx512", "avx2", "portable"};
    for (int i = 0; i < LARGEST; i++) values[i] = 8 * sin(i) - 2;
    for (int path = 0; path < 3; path++) {
        char name[64];
        kernel = ard_elementary_named(paths[path]);
        if (!kernel) continue;
        snprintf(name, sizeof name, "exp, %s", paths[path]);
        report(name, LARGEST, VALUES, vector_exp);
        snprintf(name, sizeof name, "log Phi and Mills, %s", paths[path]);
        report(name, LARGEST, VALUES, vector_probit);
        snprintf(name, sizeof name, "Phi, %s", paths[path]);
        report(name, LARGEST, VALUES, vector_cdf);
    }
    for (int64_t n = 50; n <= 1000; n *= 20) {
        report("ard_vexp", n, VALUES, public_exp);
        report("ard_probit", n, VALUES, public_probit);
        report("ard_normal_cdf", n, VALUES, public_cdf);
    }
    report("libm exp", LARGEST, VALUES, scalar_exp);
    report("libcerf erfcx, libm log", LARGEST, VALUES, scalar_probit);
    report("libm erfc", LARGEST, VALUES, scalar_cdf);
    report("ard_normal_quantile", LARGEST, VALUES / 20, scalar_quantile);
    return 0;
}
