/* More than two classes: whole paths of smlr, beside those of glmnet on the same table and rates where R has that package. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "bench.h"
#include "fit/walk.h"

enum { N_STRENGTHS = 30, MOST_CLASSES = 16 };
static const double STRONGEST = 1, WEAKEST = .01;

typedef struct job {
    ardor_context *context;
    ard_config config;
    ard_training *training;
    int64_t kept; /* features of the last model */
} job;

/* Five features of each class decide, with noise. */
static ardor_dataset *make_table(ardor_context *context, int64_t n, int64_t p, int k)
{
    static const char *const class_name[MOST_CLASSES] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                                         "i", "j", "k", "l", "m", "n", "o", "p"};
    ard_rng rng;
    ardor_dataset *data = NULL;
    double *x = bench_array(n * p, sizeof *x), weight[MOST_CLASSES * 5];
    const char **label = bench_array(n, sizeof *label);
    ard_rng_init(&rng, 5, 0, 0);
    for (int64_t i = 0; i < n * p; i++) x[i] = ard_rng_normal(&rng);
    for (int c = 0; c < k * 5; c++) weight[c] = 1.5 * ard_rng_normal(&rng);
    for (int64_t i = 0; i < n; i++) {
        double best = -INFINITY;
        for (int c = 0; c < k; c++) {
            double f = .7 * ard_rng_normal(&rng);
            for (int j = 0; j < 5; j++) f += weight[c * 5 + j] * x[(c * 5 + j) * n + i];
            if (f > best) label[i] = class_name[c];
            best = fmax(best, f);
        }
    }
    bench_check(context, ardor_dataset_from_arrays(context, n, p, x, n, label, NULL, NULL, &data));
    free(label);
    free(x);
    return data;
}

static void walk_path(void *argument)
{
    job *j = argument;
    ard_fitter fitter = {0};
    ard_grid grid = {0};
    double strength[N_STRENGTHS];
    const ard_axis axis = {ard_setting_index(j->config.recipe.method, "strength"), N_STRENGTHS, strength, 1.0};
    for (int s = 0; s < N_STRENGTHS; s++) strength[s] = ard_geometric(STRONGEST, WEAKEST, N_STRENGTHS, s);
    bench_check(j->context, ard_path_grid(j->context, &j->config.recipe.settings, 1, &axis, 0, false, &grid));
    bench_check(j->context, ard_training_fitter(j->training, 0, &fitter));
    ard_walk walk = ard_walk_begin(&j->config.recipe.settings, &fitter, &grid, 0);
    while (walk.next < N_STRENGTHS) bench_check(j->context, ard_walk_next(&walk, &(ard_ask){0}));
    j->kept = ard_walk_fit(&walk)->machine.n_features;
    ard_walk_end(&walk);
    ard_fitter_close(&fitter);
    ard_grid_free(j->context, &grid);
}

/* Processor time of the path of the same rates by glmnet, to its own tolerance; NaN: it is not there. */
static double time_glmnet(ardor_context *context, const ardor_dataset *data, bool grouped)
{
    char path[] = "/tmp/bench-classes-XXXXXX.csv", command[1400];
    double seconds = NAN;
    const int file = mkstemps(path, 4);
    if (file < 0) return NAN;
    close(file);
    bench_check(context, ardor_dataset_write(context, data, path));
    snprintf(
        command, sizeof command,
        "Rscript -e 'suppressMessages(library(glmnet)); d <- read.csv(\"%s\"); k <- which(names(d) == \"class\"); "
        "x <- scale(as.matrix(d[, vapply(d, is.numeric, TRUE)])); y <- d[, k]; "
        "run <- function() glmnet(x, y, family = \"multinomial\", type.multinomial = \"%s\", nlambda = %d, "
        "lambda.min.ratio = %g, standardize = FALSE); g <- run(); t <- system.time(run()); cat(t[[1]] + t[[2]])' 2>/dev/null",
        path, grouped ? "grouped" : "ungrouped", N_STRENGTHS, WEAKEST);
    FILE *run = popen(command, "r");
    if (run && fscanf(run, "%lf", &seconds) != 1) seconds = NAN;
    if (run) pclose(run);
    unlink(path);
    return seconds;
}

static void whole_path(ardor_context *context, int64_t n, int64_t p, int k, bool grouped, double target)
{
    char what[80];
    ard_training training = {0};
    ard_rows rows = {0};
    ardor_spec *spec = NULL;
    ardor_dataset *data = make_table(context, n, p, k);
    job j = {.context = context,
             .config = bench_config(context, grouped ? "method=smlr group=yes" : "method=smlr", &spec),
             .training = &training};
    bench_check(context, ard_rows_all(context, n, &rows));
    bench_check(context, ard_training_new(context, data, &rows, &j.config.recipe, NULL, &training));
    const bench_time time = bench_measure(5, walk_path, &j);
    snprintf(what, sizeof what, "path of %d strengths: smlr%s, %d x %d, %d classes", N_STRENGTHS, grouped ? " group" : "", (int)n,
             (int)p, k);
    bench_report(what, time, NAN, target, false);
    const double glmnet = time_glmnet(context, data, grouped);
    if (isnan(glmnet))
        printf("    glmnet: not installed\n");
    else
        bench_report("    the same by glmnet", (bench_time){glmnet, glmnet}, NAN, NAN, false);
    ard_training_free(&training);
    ardor_spec_free(spec);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

int main(void)
{
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    printf("%-52s %10s %10s    %10s %6s\n", "more than two classes", "least", "median", "limit", "ratio");
    whole_path(context, 200, 5000, 4, false, 2);
    whole_path(context, 1000, 100, 10, false, NAN);
    whole_path(context, 200, 5000, 4, true, 2);
    whole_path(context, 1000, 100, 10, true, NAN);
    ardor_context_free(context);
    return 0;
}
