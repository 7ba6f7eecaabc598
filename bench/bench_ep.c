/* Expectation propagation: one cold run, and the search for the precisions of many columns, with Laplace's approximation too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "fit/training.h"
#include "io/splits.h"
#include "linalg/blas.h"
#include "method/shared/ridge.h"

#define SHARED_DATA ARDOR_SOURCE_DIR "/../shared/data/"

/* ------------------------------------------------------------------ cold runs */

typedef struct cold_run {
    ard_ridge ridge;
    double s2;
    int64_t sweeps;
} cold_run;

static void run_cold(void *argument)
{
    cold_run *c = argument;
    ard_sites_forget(&c->ridge.sites);
    if (ard_ridge_run(&c->ridge, c->s2, 1e-4) != ARDOR_OK || !isfinite(c->ridge.sites.log_evidence)) exit(1);
    c->sweeps = c->ridge.sites.sweeps;
}

/* The calls that make the posterior from scratch once, and a sweep, which has the operations of a factorisation. */
typedef struct refresh {
    int64_t n;
    double *a, *b, *c;
} refresh;

static void refresh_once(void *argument)
{
    const refresh *r = argument;
    const int64_t n = r->n;
    for (int sweep = 0; sweep < 2; sweep++) {
        for (int64_t i = 0; i < n * n; i++) r->a[i] = i % (n + 1) ? 0.5 / (double)n : 1;
        ard_cholesky(n, r->a, n);
    }
    ard_triangular_solve('N', n, n, r->a, n, r->b, n);
    ard_syrk('T', n, n, -1, r->b, n, 0, r->c, n);
}

static double limit_of_a_sweep(int64_t n)
{
    refresh r = {n, bench_array(n * n, sizeof(double)), bench_array(n * n, sizeof(double)), bench_array(n * n, sizeof(double))};
    const double seconds = bench_measure(20, refresh_once, &r).least;
    free(r.c);
    free(r.b);
    free(r.a);
    return seconds;
}

/* bpm's covariance of f: n rows with p features, the prior variance s2. */
static void cold(ardor_context *context, const char *settings, int64_t n, int64_t p, double s2, int repeats, double target)
{
    ardor_dataset *data = bench_simulate(context, "two-gaussians", n, p);
    ardor_spec *spec = NULL;
    ard_config config = bench_config(context, settings, &spec);
    ard_training training = {0};
    ard_rows rows = {0};
    ard_design design = {0};
    char what[80];
    bench_check(context, ard_rows_all(context, n, &rows));
    bench_check(context, ard_training_new(context, data, &rows, &config.recipe, NULL, &training));
    bench_check(context, ard_design_open(context, &training.problem, &design));
    bench_check(context, ard_design_set(context, &design, 1.0 / (double)p));
    cold_run c = {.s2 = s2};
    bench_check(context, ard_ridge_open(context, &training.problem.target, design.d, config.recipe.basis.kind != ARD_IDENTITY,
                                        design.columns, &c.ridge));
    bench_time time = bench_measure(repeats, run_cold, &c);
    snprintf(what, sizeof what, "EP from cold, n = %d, variance %g: %d sweeps", (int)n, s2, (int)c.sweeps);
    bench_report(what, time, (double)c.sweeps * limit_of_a_sweep(n), target, false);
    ard_ridge_close(&c.ridge);
    ard_design_close(context, &design);
    ard_training_free(&training);
    ardor_spec_free(spec);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ the search */

typedef struct search_run {
    ardor_context *context;
    ard_config config;
    const ard_problem *problem;
    void *work;
    double evidence;
    int64_t attempts;
} search_run;

static void run_search(void *argument)
{
    search_run *s = argument;
    const ard_method *method = s->config.recipe.method;
    ard_fit solution = {0};
    bench_check(s->context, method->solve(s->work, &s->config.recipe.settings, NULL, &(ard_ask){true, false}, &solution));
    s->evidence = solution.objective;
    s->attempts = solution.iterations;
    ard_fit_free(s->context, &solution);
}

static void search(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *name,
                   const char *settings, double target)
{
    ard_training training = {0};
    ardor_spec *spec = NULL;
    char what[80];
    search_run s = {.context = context, .config = bench_config(context, settings, &spec), .problem = &training.problem};
    bench_check(context, ard_training_new(context, data, rows, &s.config.recipe, NULL, &training));
    bench_check(context,
                s.config.recipe.method->open(s.config.recipe.method, context, s.problem, &s.config.recipe.settings, &s.work));
    bench_time time = bench_measure(3, run_search, &s);
    snprintf(what, sizeof what, "%s: %d steps, log Z %.4f", name, (int)s.attempts, s.evidence);
    bench_report(what, time, NAN, target, false);
    s.config.recipe.method->close(s.work);
    ard_training_free(&training);
    ardor_spec_free(spec);
}

/* On the training rows of the first split. */
static void searches(ardor_context *context, const char *table, const char *plan, int count, const char *const settings[][2],
                     const double *target)
{
    ardor_dataset *data = NULL;
    ard_splits *splits = NULL;
    if (access(table, R_OK) != 0) {
        printf("a search is skipped: %s is not there\n", table);
        return;
    }
    bench_check(context, ardor_dataset_read(context, table, NULL, &data));
    bench_check(context, ard_splits_read(context, plan, ardor_dataset_rows(data), &splits));
    for (int i = 0; i < count; i++) search(context, data, &splits->train[0], settings[i][0], settings[i][1], target[i]);
    ard_splits_free(splits);
    ardor_dataset_free(data);
}

/* All rows of simulated ones. */
static void simulated(ardor_context *context, const char *kind, int64_t n, int64_t p, const char *name, const char *settings,
                      double target)
{
    ardor_dataset *data = bench_simulate(context, kind, n, p);
    ard_rows rows = {0};
    bench_check(context, ard_rows_all(context, n, &rows));
    search(context, data, &rows, name, settings, target);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

int main(void)
{
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    printf("%-52s %10s %10s    %10s %6s\n", "expectation propagation", "least", "median", "limit", "ratio");
    cold(context, "method=bpm basis=identity", 36, 2000, 1, 50, 1e-3);
    cold(context, "method=bpm basis=identity", 36, 2000, 100, 50, 1e-3);
    cold(context, "method=bpm basis=rbf", 468, 8, 1, 3, 0.5);
    cold(context, "method=bpm basis=rbf", 468, 8, 100, 3, 0.5);
    static const char *const leukemia[][2] = {
        {"leukemia, best", "method=ard-ep basis=identity"},
        {"leukemia, 7 %", "method=ard-ep basis=identity start=fraction start_fraction=.07"},
        {"leukemia, 7 %, random", "method=ard-ep basis=identity start=fraction start_fraction=.07 order=random"}};
    static const char *const pima[][2] = {
        {"pima-768, all, no search", "method=ard-ep basis=rbf sigma=5 start=all max_iter=1"},
        {"pima-768, 10 %, cyclic", "method=ard-ep basis=rbf sigma=5 start=fraction start_fraction=.1 order=cyclic"},
        {"pima-768, ard-laplace", "method=ard-laplace basis=rbf sigma=5"},
        {"pima-768, rvm, sequential", "method=rvm basis=rbf sigma=5 solver=sequential"}};
    static const double leukemia_target[] = {0.5, 8, NAN}, pima_target[] = {0.5, NAN, NAN, NAN};
    searches(context, SHARED_DATA "leukemia-golub/leukemia-golub.csv.gz", SHARED_DATA "leukemia-golub/splits_36_36.csv.gz", 3,
             leukemia, leukemia_target);
    searches(context, SHARED_DATA "pima-768/pima-768.csv.gz", SHARED_DATA "pima-768/splits.csv.gz", 4, pima, pima_target);
    static const char *const sequential = "method=rvm basis=rbf solver=sequential", *const batch = "method=rvm basis=rbf";
    simulated(context, "sparse-linear", 1000, 50, "1000 x 50, rvm, sequential, identity",
              "method=rvm basis=identity solver=sequential", 0.05);
    simulated(context, "sparse-linear", 300, 50, "300 x 50, rvm, sequential, rbf", sequential, NAN);
    simulated(context, "xor", 1000, 10, "xor 1000 x 10, rvm, sequential, rbf", sequential, 2);
    simulated(context, "xor", 1000, 50, "xor 1000 x 50, rvm, sequential, rbf", sequential, 2);
    simulated(context, "xor", 1000, 10, "xor 1000 x 10, rvm, batch, rbf", batch, 1);
    simulated(context, "xor", 1000, 50, "xor 1000 x 50, rvm, batch, rbf", batch, 1);
    ardor_context_free(context);
    return 0;
}
