/* Gaussian process classification: whole fits, beside those of scikit-learn with the same kernel on the same table where python3
 * has it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "fit/fitter.h"
#include "fit/training.h"

typedef struct job {
    ardor_context *context;
    ard_config config;
    ard_training *training;
} job;

static void fit_once(void *argument)
{
    job *j = argument;
    ard_fitter fitter = {0};
    ard_fit fit = ard_fit_empty();
    bench_check(j->context, ard_training_fitter(j->training, 0, &fitter));
    bench_check(j->context, ard_fitter_solve(&fitter, &j->config.recipe.settings, NULL, &(ard_ask){0}, &fit));
    ard_fit_free(j->context, &fit);
    ard_fitter_close(&fitter);
}

/* Processor time of the fit by scikit-learn from its own start; NaN: it is not there. */
static double time_sklearn(ardor_context *context, const ardor_dataset *data)
{
    static const char *const text = "import numpy as np, time, warnings, sys; warnings.simplefilter('ignore')\n"
                                    "from sklearn.gaussian_process import GaussianProcessClassifier as C\n"
                                    "from sklearn.gaussian_process.kernels import RBF, ConstantKernel\n"
                                    "t = np.genfromtxt(sys.argv[1], delimiter=',', skip_header=1); x, y = t[:, :-1], t[:, -1]\n"
                                    "x = (x - x.mean(0)) / x.std(0); c = C(ConstantKernel(1) * RBF(np.ones(x.shape[1])))\n"
                                    "s = time.process_time(); c.fit(x, y); print(time.process_time() - s)\n";
    char path[] = "/tmp/bench-gp-XXXXXX.csv", command[1400];
    double seconds = NAN;
    const int file = mkstemps(path, 4);
    if (file < 0) return NAN;
    close(file);
    bench_check(context, ardor_dataset_write(context, data, path));
    snprintf(command, sizeof command, "OPENBLAS_NUM_THREADS=1 python3 -c \"%s\" %s 2>/dev/null", text, path);
    FILE *run = popen(command, "r");
    if (run && fscanf(run, "%lf", &seconds) != 1) seconds = NAN;
    if (run) pclose(run);
    unlink(path);
    return seconds;
}

static void whole_fit(ardor_context *context, const char *kind, int64_t n, int64_t p)
{
    char what[80];
    ard_training training = {0};
    ard_rows rows = {0};
    ardor_spec *spec = NULL;
    ardor_dataset *data = bench_simulate(context, kind, n, p);
    job j = {.context = context, .config = bench_config(context, "method=gp", &spec), .training = &training};
    bench_check(context, ard_rows_all(context, n, &rows));
    bench_check(context, ard_training_new(context, data, &rows, &j.config.recipe, NULL, &training));
    const bench_time time = bench_measure(5, fit_once, &j);
    const double sklearn = time_sklearn(context, data);
    snprintf(what, sizeof what, "gp, %s %d x %d", kind, (int)n, (int)p);
    bench_report(what, time, NAN, sklearn / 5, false);
    if (isnan(sklearn))
        printf("    scikit-learn: not installed\n");
    else
        bench_report("    the same by scikit-learn", (bench_time){sklearn, sklearn}, NAN, NAN, false);
    ard_training_free(&training);
    ardor_spec_free(spec);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

int main(void)
{
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    printf("%-52s %10s %10s    %10s %6s\n", "Gaussian processes", "least", "median", "limit", "ratio");
    whole_fit(context, "xor", 500, 10);
    whole_fit(context, "circle", 300, 5);
    whole_fit(context, "two-gaussians", 200, 50);
    ardor_context_free(context);
    return 0;
}
