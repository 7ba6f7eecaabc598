/* One proximal Newton iteration of JCFO with the rbf kernel against the library calls it cannot do without: the first
 * iterations, where all scales and the weights of the start are live, and the later ones, which are the typical state. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum { MOST = 400, FIRST_TYPICAL = 5 };

typedef struct step {
    bench_shape shape;
    double seconds;
} step;

/* Solve once; keep the least time seen of every step, and the state it starts from. */
static int solve(ardor_context *context, const ard_recipe *recipe, const ard_problem *problem, step *steps)
{
    void *work = NULL;
    int n = 0;
    ard_iteration now = {0};
    bench_check(context, recipe->method->open(recipe->method, context, problem, &recipe->settings, &work));
    bench_check(context, recipe->method->steps->start(work, &recipe->settings, NULL));
    bench_shape shape = {ARD_RBF, problem->x->n, problem->x->p, ard_min64(problem->x->n, 500), problem->x->p, false};
    for (; n < MOST && now.stop == ARD_STOP_NONE; n++) {
        double start = bench_cpu();
        bench_check(context, recipe->method->steps->step(work, &now));
        double seconds = bench_cpu() - start;
        steps[n].seconds = steps[n].seconds > 0 ? fmin(steps[n].seconds, seconds) : seconds;
        if (now.grow) bench_check(context, now.grow(work));
        steps[n].shape = shape;
        steps[n].shape.active_only = now.certificate.kind == ARD_CERTIFICATE_NONE;
        shape.weights = now.n_vectors;
        shape.scales = now.n_features;
    }
    recipe->method->close(work);
    return n;
}

static void run(ardor_context *context, int64_t n, int64_t p, int repeats)
{
    ardor_dataset *data = bench_simulate(context, "xor", n, p);
    ardor_spec *spec = NULL;
    ard_config config = bench_config(context, "method=jcfo basis=rbf lam1=2 lam2=4", &spec);
    ard_training training = {0};
    ard_rows rows = {0};
    step *steps = bench_array(MOST, sizeof *steps);
    bench_check(context, ard_rows_all(context, n, &rows));
    bench_check(context, ard_training_new(context, data, &rows, &config.recipe, NULL, &training));
    int count = 0;
    for (int r = 0; r < repeats; r++) count = solve(context, &config.recipe, &training.problem, steps);
    double *seconds = bench_array(count, sizeof *seconds), sum = 0, limit = 0, whole = 0, weights = 0, scales = 0;
    char what[80];
    for (int i = 0; i < count; i++) {
        double roofline = bench_roofline(&steps[i].shape, repeats);
        if (i == 0) {
            snprintf(what, sizeof what, "n = %d, first step: %d weights, %d scales", (int)n, (int)steps[i].shape.weights,
                     (int)steps[i].shape.scales);
            bench_report(what, (bench_time){steps[i].seconds, steps[i].seconds}, roofline, NAN, true);
        }
        if (i < FIRST_TYPICAL) continue;
        seconds[i - FIRST_TYPICAL] = steps[i].seconds;
        sum += steps[i].seconds;
        limit += roofline;
        steps[i].shape.active_only = false;
        whole += bench_roofline(&steps[i].shape, repeats);
        weights += (double)steps[i].shape.weights;
        scales += (double)steps[i].shape.scales;
    }
    int typical = count - FIRST_TYPICAL;
    snprintf(what, sizeof what, "n = %d, steps %d to %d: mean %.0f weights, %.0f scales", (int)n, FIRST_TYPICAL + 1, count,
             weights / typical, scales / typical);
    bench_report(what, (bench_time){sum / typical, bench_summary(typical, seconds).median}, limit / typical, NAN, true);
    bench_report("  against steps that all look at all weights",
                 (bench_time){sum / typical, bench_summary(typical, seconds).median}, whole / typical, 1.3, true);
    free(seconds);
    free(steps);
    ard_free(context, rows.row);
    ard_training_free(&training);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

int main(void)
{
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    printf("%-52s %10s %10s    %10s %6s\n", "iteration of JCFO, rbf, p = 50, lam1 = 2, lam2 = 4", "mean", "median", "limit",
           "ratio");
    run(context, 1000, 50, 5);
    run(context, 4000, 50, 2);
    ardor_context_free(context);
    return 0;
}
