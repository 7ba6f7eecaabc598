/* The frame of the benchmarks. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linalg/blas.h"
#include "special/probit.h"
#include "special/vexp.h"

double bench_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

bench_time bench_summary(int n, double *seconds)
{
    qsort(seconds, (size_t)n, sizeof *seconds, ascending);
    return (bench_time){seconds[0], seconds[n / 2]};
}

bench_time bench_measure(int repeats, void (*run)(void *), void *argument)
{
    double *seconds = bench_array(repeats, sizeof *seconds);
    for (int r = 0; r < repeats; r++) {
        double start = bench_cpu();
        run(argument);
        seconds[r] = bench_cpu() - start;
    }
    bench_time time = bench_summary(repeats, seconds);
    free(seconds);
    return time;
}

void bench_report(const char *what, bench_time measured, double roofline, double target, bool target_is_ratio)
{
    printf("%-52s %10.3f %10.3f ms", what, 1e3 * measured.least, 1e3 * measured.median);
    double ratio = measured.least / roofline;
    if (isnan(roofline))
        printf(" %10s %6s", "-", "-");
    else
        printf(" %10.3f %6.2f", 1e3 * roofline, ratio);
    if (!isnan(target)) {
        double got = target_is_ratio ? ratio : 1e3 * measured.least, limit = target_is_ratio ? target : 1e3 * target;
        printf("   %s %g%s", got <= limit ? "within" : "ABOVE", limit, target_is_ratio ? "x" : " ms");
    }
    printf("\n");
    fflush(stdout);
}

void bench_check(ardor_context *context, int status)
{
    if (status == ARDOR_OK) return;
    fprintf(stderr, "%s\n", ardor_context_message(context));
    exit(1);
}

void *bench_array(int64_t n, size_t size)
{
    void *array = calloc((size_t)n + 1, size);
    if (!array) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return array;
}

ard_config bench_config(ardor_context *context, const char *settings, ardor_spec **spec)
{
    ard_config config;
    char text[512], *rest = text, *word;
    snprintf(text, sizeof text, "%s", settings);
    bench_check(context, ardor_spec_new(context, spec));
    while ((word = strtok_r(rest, " ", &rest))) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        bench_check(context, ardor_spec_set(context, *spec, word, value));
    }
    bench_check(context, ard_config_parse(context, *spec, &config));
    return config;
}

ardor_dataset *bench_simulate(ardor_context *context, const char *kind, int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    bench_check(context, ardor_simulate(context, kind, n, p, NULL, &data));
    return data;
}

/* ------------------------------------------------------------------ the limit of an iteration */

enum { PANEL = 64, CURVATURE_SCALES = 256 };
static const double CURVATURE_WORK = 1e9;

typedef struct buffers {
    bench_shape shape;
    int64_t order, widest;
    double *rows, *centres, *design, *panel, *square, *definite, *vector, *other;
} buffers;

static void fill(int64_t n, double *x)
{
    for (int64_t i = 0; i < n; i++) x[i] = 0.01 * (double)(i % 7) - 0.02;
}

/* The last `rows` of K[:, some centres], no more than PANEL. */
static void kernel_panel(const buffers *b, int64_t rows, int64_t centres)
{
    ard_gemm('N', 'T', rows, centres, b->shape.scales, 1.0, b->rows, b->shape.n, b->centres, centres, 0.0, b->panel, rows);
    ard_vexp(rows * centres, b->panel, b->panel);
}

/* The function by these centres. */
static void kernel_times(const buffers *b, int64_t centres)
{
    const int64_t n = b->shape.n;
    for (int64_t c = 0; c < centres; c += PANEL) {
        const int64_t width = ard_min64(PANEL, centres - c);
        kernel_panel(b, n, width);
        ard_gemv('N', n, width, 1.0, b->panel, n, b->vector, 0.0, b->other);
    }
}

/* The gradient of all weights: K is symmetric, so that what is below its diagonal serves twice. */
static void kernel_gradient(const buffers *b)
{
    const int64_t n = b->shape.n;
    for (int64_t c = 0; c < n; c += PANEL) {
        const int64_t width = ard_min64(PANEL, n - c), rows = n - c;
        kernel_panel(b, rows, width);
        ard_gemv('T', rows, width, 1.0, b->panel, rows, b->vector, 0.0, b->other);
        ard_gemv('N', rows, width, 1.0, b->panel, rows, b->vector, 0.0, b->other);
    }
}

/* Are second derivatives affordable? */
static bool second_order(const bench_shape *s)
{
    return s->scales <= CURVATURE_SCALES && (double)s->n * (double)s->weights * (double)(s->scales * s->scales) <= CURVATURE_WORK;
}

static void rbf_products(const buffers *b)
{
    const int64_t n = b->shape.n, p = b->shape.p, a = b->shape.weights, f = b->shape.scales;
    if (!b->shape.active_only) kernel_gradient(b);
    kernel_times(b, a);                                                             /* the function at the trial point */
    ard_gemm('N', 'N', n, p, a, 1.0, b->design, n, b->centres, a, 0.0, b->rows, n); /* gradient of all scales */
    for (int i = 0; i < 2; i++)                                                     /* derivatives by the live scales */
        ard_gemm('N', 'N', n, f, a, 1.0, b->design, n, b->centres, a, 0.0, b->rows, n);
    if (!second_order(&b->shape)) return;
    for (int i = 0; i < 2; i++) { /* second derivatives */
        ard_gemm('T', 'N', a, f, n, 1.0, b->design, n, b->rows, n, 0.0, b->centres, a);
        ard_gemm('N', 'N', n, f, a, 1.0, b->design, n, b->centres, a, 0.0, b->rows, n);
    }
    ard_gemm('T', 'N', f, f, n, 1.0, b->rows, n, b->rows, n, 0.0, b->square, f);
    ard_gemm('T', 'N', f, f, a, 1.0, b->centres, a, b->centres, a, 0.0, b->square, f);
    for (int64_t k = 0; k < f; k++) ard_gemm('N', 'N', n, f - k, a, 1.0, b->design, n, b->centres, a, 0.0, b->rows, n);
}

static void linear_products(const buffers *b)
{
    const int64_t n = b->shape.n, p = b->shape.p, a = b->shape.weights, f = b->shape.scales;
    ard_gemm('N', 'T', n, a, f, 1.0, b->rows, n, b->centres, a, 0.0, b->design, n);
    ard_gemv('T', n, f, 1.0, b->rows, n, b->vector, 0.0, b->other);
    for (int i = 0; i < 2; i++) {
        ard_gemv('N', n, f, 1.0, b->rows, n, b->vector, 0.0, b->other);
        ard_gemv('T', n, p, 1.0, b->rows, n, b->vector, 0.0, b->other);
    }
}

static void iteration(void *argument)
{
    const buffers *b = argument;
    const int64_t n = b->shape.n, m = b->order;
    const bool identity = b->shape.kind == ARD_IDENTITY;
    if (identity)
        ard_gemv('T', n, b->shape.p, 1.0, b->rows, n, b->vector, 0.0, b->other);
    else if (b->shape.kind == ARD_RBF)
        rbf_products(b);
    else
        linear_products(b);
    ard_syrk('T', m, n, 1.0, b->design, n, 0.0, b->square, m);
    for (int i = 0; i < (!identity && second_order(&b->shape) ? 2 : 1); i++) { /* is it definite; the exact finish */
        memcpy(b->square, b->definite, (size_t)(m * m) * sizeof *b->square);
        ard_cholesky(m, b->square, m);
    }
    ard_probit(n, b->vector, b->other, NULL);
    ard_probit(n, b->vector, NULL, b->other);
}

double bench_roofline(const bench_shape *shape, int repeats)
{
    buffers b = {.shape = *shape, .order = 1 + shape->weights + shape->scales};
    b.widest = ard_max64(b.order, shape->p);
    const int64_t n = shape->n, longest = ard_max64(n, b.widest);
    struct {
        double **array;
        int64_t n;
    } all[] = {{&b.rows, n * b.widest},        {&b.centres, ard_max64(PANEL, shape->weights) * b.widest},
               {&b.design, n * b.order},       {&b.panel, n * PANEL},
               {&b.square, b.order * b.order}, {&b.definite, b.order * b.order},
               {&b.vector, longest},           {&b.other, longest}};
    enum { N_ARRAYS = sizeof all / sizeof *all };
    for (int i = 0; i < N_ARRAYS; i++) {
        *all[i].array = bench_array(all[i].n, sizeof(double));
        fill(all[i].n, *all[i].array);
    }
    for (int64_t v = 0; v < b.order; v++) b.definite[v * b.order + v] = (double)b.order;
    bench_time time = bench_measure(repeats, iteration, &b);
    for (int i = 0; i < N_ARRAYS; i++) free(*all[i].array);
    return time.least;
}
