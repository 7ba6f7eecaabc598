/* The most bytes that a fit holds at once beyond its dataset (the prepared matrix included), beside the limit of
 * 4 n^2 + 6 n p doubles; and what leave-one-out holds beyond one of its folds, which is not to depend on the number of features.
 * Everything that is allocated counts, whether it is ever written to or not. */
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "study/evaluation.h"

typedef struct counter {
    size_t now, most;
} counter;

/* Each block begins with its size. */
enum { HEADER = alignof(max_align_t) > sizeof(size_t) ? alignof(max_align_t) : sizeof(size_t) };

static void *counting_resize(void *user, void *pointer, size_t bytes)
{
    counter *c = user;
    char *block = pointer ? (char *)pointer - HEADER : NULL;
    size_t before = block ? *(size_t *)block : 0;
    if (bytes == 0) {
        c->now -= before;
        free(block);
        return NULL;
    }
    block = realloc(block, HEADER + bytes);
    if (!block) return NULL;
    *(size_t *)block = bytes;
    c->now += bytes - before;
    if (c->now > c->most) c->most = c->now;
    return block + HEADER;
}

static void run(int64_t n, int64_t p, const char *basis)
{
    counter count = {0};
    ardor_context *context = NULL;
    ardor_context_config allocator = {.size = sizeof allocator, .resize = counting_resize, .user = &count};
    char settings[80];
    if (ardor_context_new(&allocator, &context) != ARDOR_OK) exit(1);
    ardor_dataset *data = bench_simulate(context, "two-gaussians", n, p);
    snprintf(settings, sizeof settings, "method=jcfo basis=%s max_iter=3", basis); /* everything is allocated by then */
    ardor_spec *spec = NULL;
    ard_config config = bench_config(context, settings, &spec);
    ard_fitted fitted = {0};
    const size_t before = count.most = count.now;
    bench_check(context, ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
    const double most = (double)(count.most - before), limit = (double)(4 * n * n + 6 * n * p) * sizeof(double);
    printf("%-7s n = %4d, p = %4d %10.2f MB %10.2f MB %7.2f\n", basis, (int)n, (int)p, 1e-6 * most, 1e-6 * limit, most / limit);
    fflush(stdout);
    ard_fitted_free(context, &fitted);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    ardor_context_free(context);
}

/* The most that is held beyond the data, and what the result holds. */
static void evaluate(int64_t n, int64_t p, const char *plan, double *most, double *result)
{
    counter count = {0};
    ardor_context *context = NULL;
    ardor_context_config allocator = {.size = sizeof allocator, .resize = counting_resize, .user = &count};
    char settings[80];
    if (ardor_context_new(&allocator, &context) != ARDOR_OK) exit(1);
    ardor_dataset *data = bench_simulate(context, "two-gaussians", n, p);
    snprintf(settings, sizeof settings, "method=spr strength=1 plan=%s", plan);
    ardor_spec *spec = NULL;
    ard_config config = bench_config(context, settings, &spec);
    ardor_evaluation *evaluation = NULL;
    const size_t before = count.most = count.now;
    bench_check(context, ard_evaluate(context, data, &config, &evaluation));
    *most = (double)(count.most - before);
    *result = (double)(count.now - before);
    ardor_evaluation_free(evaluation);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    ardor_context_free(context);
}

static void folds(int64_t n, int64_t p)
{
    char one[32];
    double single = 0, all = 0, small = 0, result = 0;
    snprintf(one, sizeof one, "holdout:%g", .5 / (double)n); /* a row of each class */
    evaluate(n, p, one, &single, &small);
    evaluate(n, p, "loo", &all, &result);
    printf("loo     n = %4d, p = %4d %10.2f MB %10.2f MB %10.2f MB %10.2f MB\n", (int)n, (int)p, 1e-6 * all, 1e-6 * single,
           1e-6 * (all - single), 1e-6 * result);
    fflush(stdout);
}

int main(void)
{
    static const int64_t size[][2] = {{1000, 50}, {4000, 50}, {200, 1000}, {62, 2000}, {72, 7129}};
    printf("%-25s %13s %13s %7s\n", "memory of a fit: jcfo", "most", "limit", "ratio");
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        run(size[i][0], size[i][1], "rbf");
        run(size[i][0], size[i][1], "linear");
    }
    printf("\n%-25s %13s %13s %13s %13s\n", "memory of folds: spr", "loo, most", "one fold", "difference", "result");
    folds(1000, 1000);
    folds(1000, 4000);
    return 0;
}
