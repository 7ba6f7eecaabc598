/* Whole fits, all candidates of a tuning on all the rows, and the folds of honest evaluations (leave-one-out, everything tuned
 * inside each fold). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "fit/walk.h"
#include "study/evaluation.h"

typedef struct job {
    ardor_context *context;
    const ardor_dataset *data;
    ard_config config;
    ard_training *training;
    double roofline; /* NaN: do not find it */
} job;

/* The limit of a candidate's iterations, from the shape at which they begin to that at which they end. */
static void add_roofline(job *j, const ard_trace *trace, bench_shape *shape)
{
    for (int64_t i = 0; i < trace->n; i++) {
        const ard_iteration *row = trace->iteration + i;
        shape->active_only = row->certificate.kind == ARD_CERTIFICATE_NONE;
        j->roofline += bench_roofline(shape, 2);
        shape->weights = shape->kind == ARD_IDENTITY ? row->n_features : row->n_vectors;
        shape->scales = shape->kind == ARD_IDENTITY ? 0 : row->n_features;
    }
}

static void fit(void *argument)
{
    job *j = argument;
    ard_fitted fitted = {0};
    const ard_run run = {.threads = 1, .trace = j->config.trace};
    bench_check(j->context, ard_fit_rows(j->context, j->data, NULL, &j->config.recipe, NULL, &run, &fitted));
    const ard_trace *trace = &fitted.fit.trace;
    bench_shape shape = {j->config.recipe.basis.kind, j->data->n, j->data->p, ard_min64(j->data->n, 500), j->data->p, false};
    add_roofline(j, trace, &shape);
    ard_fitted_free(j->context, &fitted);
}

static void whole_fit(ardor_context *context, int64_t n, int64_t p, int repeats, double target)
{
    char what[80];
    ardor_dataset *data = bench_simulate(context, "xor", n, p);
    ardor_spec *spec = NULL;
    job j = {.context = context, .data = data, .config = bench_config(context, "method=jcfo basis=rbf", &spec)};
    bench_time time = bench_measure(repeats, fit, &j);
    j.config.trace = true;
    fit(&j);
    snprintf(what, sizeof what, "fit: jcfo, rbf, n = %d, p = %d", (int)n, (int)p);
    bench_report(what, time, j.roofline, target, false);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ candidates */

/* The shape of a first start: the null model with the identity, the ridge with a kernel. */
static bench_shape first_shape(const job *j)
{
    const ard_problem *q = &j->training->problem;
    const bool identity = q->basis.kind == ARD_IDENTITY;
    return (bench_shape){q->basis.kind, q->x->n, q->x->p, identity ? 0 : ard_min64(q->x->n, 500), identity ? 0 : q->x->p, false};
}

/* All candidates of the grid. */
static void walk_grid(void *argument)
{
    job *j = argument;
    ard_fitter fitter = {0};
    ard_grid grid = {0};
    bench_shape shape = first_shape(j);
    bench_check(j->context, ard_training_grid(j->training, &grid));
    bench_check(j->context, ard_training_fitter(j->training, 0, &fitter));
    ard_walk walk = ard_walk_begin(&j->config.recipe.settings, &fitter, &grid, 0);
    for (int64_t path = 0; path < grid.n_paths; path++) {
        while (walk.next < grid.path[path + 1]) {
            bench_check(j->context, ard_walk_next(&walk, &(ard_ask){.trace = !isnan(j->roofline)}));
            if (!isnan(j->roofline)) add_roofline(j, &ard_walk_fit(&walk)->trace, &shape);
        }
        if (path + 1 < grid.n_paths) ard_walk_on(&walk);
    }
    ard_walk_end(&walk);
    ard_fitter_close(&fitter);
    ard_grid_free(j->context, &grid);
}

static void whole_grid(ardor_context *context, const char *what, const char *kind, int64_t n, int64_t p, const char *settings,
                       double target)
{
    ardor_dataset *data = bench_simulate(context, kind, n, p);
    ard_training training = {0};
    ard_rows rows = {0};
    ardor_spec *spec = NULL;
    job j = {.context = context,
             .data = data,
             .config = bench_config(context, settings, &spec),
             .training = &training,
             .roofline = NAN};
    bench_check(context, ard_rows_all(context, data->n, &rows));
    bench_check(context, ard_training_new(context, data, &rows, &j.config.recipe, NULL, &training));
    bench_time time = bench_measure(5, walk_grid, &j);
    j.roofline = 0;
    walk_grid(&j);
    bench_report(what, time, j.roofline, target, false);
    ard_training_free(&training);
    ardor_spec_free(spec);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ folds */

static void fold(ardor_context *context, const char *name, const char *path, const char *settings, double target)
{
    ardor_dataset *data = NULL;
    ardor_evaluation *evaluation = NULL;
    char what[80];
    snprintf(what, sizeof what, "fold of leave-one-out: jcfo, linear, %s", name);
    if (access(path, R_OK) != 0) {
        printf("%-52s skipped: the data are not there\n", what);
        return;
    }
    bench_check(context, ardor_dataset_read(context, path, NULL, &data));
    ardor_spec *spec = NULL;
    ard_config config = bench_config(context, settings, &spec);
    double start = bench_cpu();
    bench_check(context, ard_evaluate(context, data, &config, &evaluation));
    double seconds = (bench_cpu() - start) / (double)evaluation->n_folds;
    bench_report(what, (bench_time){seconds, seconds}, NAN, target, false);
    ardor_evaluation_free(evaluation);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

int main(void)
{
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    printf("%-52s %10s %10s    %10s %6s\n", "whole tasks", "least", "median", "limit", "ratio");
    whole_fit(context, 1000, 50, 5, 0.5);
    whole_fit(context, 4000, 50, 2, 10);
    whole_grid(context, "all candidates: jcfo, rbf, n = 1000, p = 50", "xor", 1000, 50, "method=jcfo basis=rbf", 0.8);
    whole_grid(context, "all candidates: jcfo, rbf, n = 1000, p = 10", "xor", 1000, 10, "method=jcfo basis=rbf", 0.5);
    whole_grid(context, "path of 20 strengths: spr, n = 200, p = 1000", "two-gaussians", 200, 1000, "method=spr", 12e-3);
    fold(context, "colon, 62 x 2000", ARDOR_SOURCE_DIR "/data/colon-alon.csv.gz",
         "method=jcfo basis=linear log=on tune=auto plan=loo threads=1", 48e-3); /* 1.5 s for all on two threads */
    fold(context, "leukemia, 72 x 7129", ARDOR_SOURCE_DIR "/../shared/data/leukemia-golub/leukemia-golub.csv.gz",
         "method=jcfo basis=linear log=20 tune=auto plan=loo threads=1", 0.6);
    ardor_context_free(context);
    return 0;
}
