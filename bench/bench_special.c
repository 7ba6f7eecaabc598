/* The elementary loops on every instruction set, per value, against the scalar functions they replace. */
#include <cerf.h>
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "bench.h"
#include "special/elementary.h"
#include "special/probit.h"
#include "special/vexp.h"

enum { LARGEST = 4096, VALUES = 400000, REPEATS = 9 };

typedef struct task {
    const ard_elementary *loops;
    int64_t n, rounds;
    void (*run)(const struct task *);
} task;

static double values[LARGEST], first_out[LARGEST], second_out[LARGEST];

static void vector_exp(const task *t) { t->loops->exp(t->n / ARD_GROUP, values, first_out); }
static void vector_gauss(const task *t) { t->loops->gauss(t->n / ARD_GROUP, values, 2.0, first_out); }
static void vector_probit(const task *t) { t->loops->probit(t->n / ARD_GROUP, values, first_out, second_out); }
static void vector_cdf(const task *t) { t->loops->cdf(t->n / ARD_GROUP, values, first_out); }
static void public_exp(const task *t) { ard_vexp(t->n, values, first_out); }
static void public_probit(const task *t) { ard_probit(t->n, values, first_out, second_out); }
static void public_cdf(const task *t) { ard_normal_cdf(t->n, values, first_out); }

static void scalar_exp(const task *t)
{
    for (int64_t i = 0; i < t->n; i++) first_out[i] = exp(values[i]);
}

static void scalar_probit(const task *t)
{
    for (int64_t i = 0; i < t->n; i++) {
        double e = erfcx(-values[i] * M_SQRT1_2);
        first_out[i] = log(0.5 * e) - 0.5 * values[i] * values[i];
        second_out[i] = sqrt(M_2_PI) / e;
    }
}

static void scalar_cdf(const task *t)
{
    for (int64_t i = 0; i < t->n; i++) first_out[i] = 0.5 * erfc(-values[i] * M_SQRT1_2);
}

static void scalar_quantile(const task *t)
{
    for (int64_t i = 0; i < t->n; i++) first_out[i] = ard_normal_quantile((double)(i + 1) / (double)(t->n + 1));
}

static void rounds(void *argument)
{
    const task *t = argument;
    for (int64_t r = 0; r < t->rounds; r++) t->run(t);
}

/* Reading a cell of a table: exact, and not by strtod. */
static void read_number(const task *t)
{
    double value = 0;
    for (int64_t i = 0; i < t->n; i++) first_out[i] = ard_parse_double("8589.42", 7, &value) ? value : 0;
}

static void report(const char *what, int64_t n, const ard_elementary *loops, void (*run)(const task *))
{
    task t = {loops, n, VALUES / n + 1, run};
    bench_time time = bench_measure(REPEATS, rounds, &t);
    double each = 1e9 / (double)(t.rounds * n);
    printf("%-28s n = %4d %8.2f %8.2f ns\n", what, (int)n, each * time.least, each * time.median);
}

int main(void)
{
    const char *const paths[] = {"avx512", "avx2", "portable"};
    for (int i = 0; i < LARGEST; i++) values[i] = 8 * sin(i) - 2;
    printf("%-37s %8s %8s\n", "elementary functions, per value", "least", "median");
    for (int path = 0; path < 3; path++) {
        char name[64];
        const ard_elementary *loops = ard_elementary_named(paths[path]);
        const struct {
            const char *what;
            void (*run)(const task *);
        } all[] = {
            {"exp", vector_exp}, {"Gaussian kernel", vector_gauss}, {"log Phi and Mills", vector_probit}, {"Phi", vector_cdf}};
        for (int i = 0; loops && i < 4; i++) {
            snprintf(name, sizeof name, "%s, %s", all[i].what, paths[path]);
            report(name, LARGEST, loops, all[i].run);
        }
    }
    for (int64_t n = 50; n <= 1000; n *= 20) {
        report("ard_vexp", n, NULL, public_exp);
        report("ard_probit", n, NULL, public_probit);
        report("ard_normal_cdf", n, NULL, public_cdf);
    }
    report("libm exp", LARGEST, NULL, scalar_exp);
    report("libcerf erfcx, libm log", LARGEST, NULL, scalar_probit);
    report("libm erfc", LARGEST, NULL, scalar_cdf);
    report("ard_normal_quantile", LARGEST, NULL, scalar_quantile);
    report("a number as text", LARGEST, NULL, read_number);
    return 0;
}
