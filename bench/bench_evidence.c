/* Fits by type-II maximum likelihood that learn scales, against the products that their iterations cannot do without: in each
 * one factor of the weights and its inverse, and of the scales POINTS points, each with the kernel's columns and one product for
 * the Jacobian. What second derivatives cost at the end is not in the limit, nor are steps by a factor from nearby. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "linalg/blas.h"
#include "resample/plan.h"
#include "special/vexp.h"

enum { POINTS = 4, LIMIT_REPEATS = 2 };

typedef struct job {
    ardor_context *context;
    const ardor_dataset *data;
    const ard_rows *rows;
    ard_config config;
    double roofline;
} job;

typedef struct iteration {
    int64_t n, m, k;
    double *design, *columns, *wide, *square, *definite;
} iteration;

static void products(void *argument)
{
    const iteration *q = argument;
    const int64_t n = q->n, m = q->m, k = q->k, size = m + 1;
    ard_syrk('T', size, n, 1.0, q->design, n, 0.0, q->square, size);
    memcpy(q->square, q->definite, (size_t)(size * size) * sizeof *q->square);
    ard_cholesky(size, q->square, size);
    ard_triangular_inverse(size, q->square, size, q->square, size);
    for (int i = 0; i < POINTS; i++) {
        ard_gemm('N', 'T', n, m, k, 1.0, q->design, n, q->wide, m, 0.0, q->columns, n);
        for (int64_t j = 0; j < m; j++) ard_vexp(n, q->columns + j * n, q->columns + j * n);
        ard_gemm('N', 'N', n, 2 * k + 1, m, 1.0, q->columns, n, q->design, m, 0.0, q->wide, n);
    }
}

static double limit(int64_t n, int64_t m, int64_t k)
{
    const int64_t size = m + 1, rows = n > m ? n : m;
    iteration q = {n,
                   m,
                   k,
                   bench_array(rows * ard_max64(size, 2 * k + 1), sizeof(double)),
                   bench_array(n * m, sizeof(double)),
                   bench_array(rows * (2 * k + 1), sizeof(double)),
                   bench_array(size * size, sizeof(double)),
                   bench_array(size * size, sizeof(double))};
    for (int64_t i = 0; i < rows * size; i++) q.design[i] = 0.01 * (double)(i % 7) - 0.02;
    for (int64_t i = 0; i < size; i++) q.definite[i + i * size] = (double)size;
    const bench_time time = bench_measure(LIMIT_REPEATS, products, &q);
    double *const arrays[] = {q.design, q.columns, q.wide, q.square, q.definite};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    return time.least;
}

static void fit(void *argument)
{
    job *j = argument;
    ard_fitted fitted = {0};
    const ard_run run = {.threads = 1, .trace = j->config.trace};
    bench_check(j->context, ard_fit_rows(j->context, j->data, j->rows, &j->config.recipe, NULL, &run, &fitted));
    const ard_trace *trace = &fitted.fit.trace;
    int64_t m = j->rows->n, k = j->data->p;
    for (int64_t i = 0; i < trace->n; i++) {
        j->roofline += limit(j->rows->n, m, k);
        m = trace->iteration[i].n_vectors;
        k = trace->iteration[i].n_features;
    }
    ard_fitted_free(j->context, &fitted);
}

/* target: NaN for none. */
static void whole_fit(ardor_context *context, const char *name, const ardor_dataset *data, const ard_rows *rows,
                      const char *method, double target)
{
    char what[80], settings[80];
    ardor_spec *spec = NULL;
    snprintf(settings, sizeof settings, "method=%s basis=rbf max_iter=40", method);
    job j = {.context = context, .data = data, .rows = rows, .config = bench_config(context, settings, &spec)};
    const bench_time time = bench_measure(3, fit, &j);
    j.config.trace = true;
    fit(&j);
    snprintf(what, sizeof what, "40 iterations: %s, rbf, %s", method, name);
    bench_report(what, time, j.roofline, target, false);
    ardor_spec_free(spec);
}

#define SPLICE ARDOR_SOURCE_DIR "/../shared/data/raetsch-splice/"

/* The first of the splits that the set comes with: 1000 x 60. */
static void splice(ardor_context *context)
{
    ardor_dataset *data = NULL;
    ard_plan *plan = NULL;
    ard_fold fold = {0};
    if (access(SPLICE "splits.csv.gz", R_OK) != 0) {
        printf("%-52s skipped: the data are not there\n", "40 iterations: rbf, splice");
        return;
    }
    bench_check(context, ardor_dataset_read(context, SPLICE "raetsch-splice.csv.gz", NULL, &data));
    bench_check(context, ard_plan_new(context, data, NULL, "splits:" SPLICE "splits.csv.gz", 1, &plan));
    bench_check(context, ard_plan_fold(context, plan, 0, &fold));
    whole_fit(context, "splice 1000 x 60", data, &fold.train, "pfcvm-lp", 2);
    whole_fit(context, "splice 1000 x 60", data, &fold.train, "rsfm", 2);
    ard_fold_free(context, &fold);
    ard_plan_free(plan);
    ardor_dataset_free(data);
}

static void simulated(ardor_context *context)
{
    ardor_dataset *data = bench_simulate(context, "xor", 1000, 50);
    ard_rows rows = {0};
    bench_check(context, ard_rows_all(context, data->n, &rows));
    whole_fit(context, "xor 1000 x 50", data, &rows, "pfcvm-lp", NAN);
    whole_fit(context, "xor 1000 x 50", data, &rows, "rsfm", NAN);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

int main(void)
{
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    printf("%-52s %10s %10s    %10s %6s\n", "type-II maximum likelihood, scales learnt", "least", "median", "limit", "ratio");
    splice(context);
    simulated(context);
    ardor_context_free(context);
    return 0;
}
