/* The figures that rules of tuning go by, and what each choice is worth: for reproduce/tuning-defaults.sh.
 *
 *     tuning_candidates TABLE SCHEMES KEY=VALUE..
 *
 * KEY=VALUE as in a spec, with a plan; SCHEMES are inner plans separated by commas: cv:K, repeat:RxK, loo, or alo. Every
 * candidate of the method's grid, the empty model (`empty`) and the untuned settings (`auto`) are fitted to the training rows
 * of each fold of the plan and to those of its inner folds, once; a rule is then a matter of reading lines:
 *
 *     T fold candidate values rows errors log_loss features vectors              on the test rows of the fold
 *     I fold scheme candidate error error_se deviance features vectors worse worse_se lower lower_se      on the inner test rows
 *     S fold scheme seconds                                  processor time of its fits (`test`: of those of the T lines)
 *
 * error_se is that of a share of the rows (each counts once, however often it is tested), worse the error beside that of
 * `auto` and lower the deviance beside it, with the standard errors of these paired differences. A candidate that failed, or
 * of alo is not to be trusted, has nan; of alo there are no paired differences. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "fit/walk.h"
#include "metric/decide.h"

enum { MOST_SCHEMES = 8 };

/* Of all candidates over the rows of the data that were tested. */
typedef struct scores {
    int64_t n_rows, n;          /* rows of the data, candidates */
    double *wrong, *deviance;   /* n x n_rows: sums over the folds that test the row */
    double *times;              /* n_rows: how many these are */
    double *features, *vectors; /* n: sums over folds */
    double n_folds;
} scores;

typedef struct study {
    ardor_context *context;
    const ardor_dataset *data;
    ard_recipe recipe; /* settled on the training rows of the fold */
} study;

static scores open_scores(int64_t n_rows, int64_t n)
{
    return (scores){.n_rows = n_rows,
                    .n = n,
                    .wrong = bench_array(n * n_rows, sizeof(double)),
                    .deviance = bench_array(n * n_rows, sizeof(double)),
                    .times = bench_array(n_rows, sizeof(double)),
                    .features = bench_array(n, sizeof(double)),
                    .vectors = bench_array(n, sizeof(double))};
}

static void close_scores(scores *s)
{
    free(s->wrong);
    free(s->deviance);
    free(s->times);
    free(s->features);
    free(s->vectors);
}

/* ------------------------------------------------------------------ fits */

typedef struct part {
    const study *study;
    ard_training training;
    ard_grid grid;
    const ard_rows *test;
    double *x_test, *prob;
} part;

static void open_part(const study *s, const ard_fold *fold, part *out)
{
    *out = (part){.study = s, .test = &fold->test};
    bench_check(s->context, ard_training_new(s->context, s->data, &fold->train, &s->recipe, NULL, &out->training));
    bench_check(s->context, ard_training_grid(&out->training, &out->grid));
    out->x_test = bench_array(fold->test.n * out->training.x.p, sizeof(double));
    out->prob = bench_array(fold->test.n * s->data->n_classes, sizeof(double));
    bench_check(s->context, ard_prepare_apply(s->context, out->training.prepare, s->data, &fold->test, NULL, NULL, out->x_test));
}

static void close_part(part *p)
{
    free(p->prob);
    free(p->x_test);
    ard_grid_free(p->study->context, &p->grid);
    ard_training_free(&p->training);
}

/* fit NULL: it failed. */
static void score(const part *p, const ard_fit *fit, int64_t candidate, scores *out)
{
    const ardor_dataset *data = p->study->data;
    const int64_t n = p->test->n;
    const ard_matrix x = ard_matrix_dense(n, p->training.x.p, p->x_test, n);
    if (fit) bench_check(p->study->context, ard_machine_predict(p->study->context, &fit->machine, &x, p->prob));
    out->features[candidate] += fit ? (double)fit->machine.n_features : NAN;
    out->vectors[candidate] += fit ? (double)fit->machine.n_vectors : NAN;
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = p->test->row[i], at = candidate * out->n_rows + row;
        const int32_t label = data->label[row];
        out->wrong[at] += fit ? ard_wrong(NULL, n, data->n_classes, p->prob, i, label) : NAN;
        out->deviance[at] -= fit ? log(fmax(p->prob[label * n + i], 1e-12)) : NAN;
    }
}

/* A status that a candidate survives. */
static bool is_done(const study *s, int status)
{
    if (status != ARDOR_NUMERIC) bench_check(s->context, status);
    return status == ARDOR_OK;
}

static void score_paths(part *p, scores *out)
{
    const study *s = p->study;
    ard_fitter fitter = {0};
    bench_check(s->context, ard_training_fitter(&p->training, 0, &fitter));
    ard_walk walk = ard_walk_begin(&s->recipe.settings, &fitter, &p->grid, 0);
    for (int64_t path = 0; path < p->grid.n_paths; path++) {
        if (path > 0) ard_walk_on(&walk);
        while (walk.next < p->grid.path[path + 1]) {
            const int64_t i = walk.next;
            const bool done = is_done(s, ard_walk_next(&walk, &(ard_ask){0}));
            score(p, done ? ard_walk_fit(&walk) : NULL, i, out);
        }
    }
    ard_walk_end(&walk);
    ard_fitter_close(&fitter);
}

/* Of one fold: the grid, then the empty model and the untuned settings. */
static void score_fold(const study *s, const ard_fold *fold, scores *out)
{
    part p;
    ard_fit fit = {0};
    ard_fitter fitter = {0};
    open_part(s, fold, &p);
    for (int64_t i = 0; i < fold->test.n; i++) out->times[fold->test.row[i]]++;
    out->n_folds++;
    score_paths(&p, out);
    bench_check(s->context, ard_training_empty(&p.training, &fit));
    score(&p, &fit, p.grid.n, out);
    ard_fit_free(s->context, &fit);
    bench_check(s->context, ard_training_fitter(&p.training, 0, &fitter));
    const bool done = is_done(s, ard_fitter_solve(&fitter, &s->recipe.settings, NULL, &(ard_ask){0}, &fit));
    score(&p, done ? &fit : NULL, p.grid.n + 1, out);
    if (done) ard_fit_free(s->context, &fit);
    ard_fitter_close(&fitter);
    close_part(&p);
}

/* ------------------------------------------------------------------ lines */

static const char *name_of(int64_t i, int64_t n, char buffer[24])
{
    if (i == n - 2) return "empty";
    if (i == n - 1) return "auto";
    snprintf(buffer, 24, "%lld", (long long)i);
    return buffer;
}

static void print_tests(int64_t fold, const ard_grid *grid, const scores *s)
{
    char name[24];
    for (int64_t i = 0; i < s->n; i++) {
        double rows = 0, wrong = 0, deviance = 0;
        for (int64_t row = 0; row < s->n_rows; row++) {
            rows += s->times[row];
            wrong += s->wrong[i * s->n_rows + row];
            deviance += s->deviance[i * s->n_rows + row];
        }
        printf("T\t%lld\t%s\t", (long long)fold + 1, name_of(i, s->n, name));
        for (int j = 0; i < grid->n && j < grid->n_tuned; j++)
            printf("%s%.6g", j > 0 ? "," : "", grid->value[i * grid->n_tuned + j]);
        printf("%s\t%g\t%g\t%.5g\t%g\t%g\n", i < grid->n ? "" : "-", rows, wrong, deviance / rows, s->features[i], s->vectors[i]);
    }
}

/* Mean over the rows of a's minus b's mean figure, and its standard error. */
static void compare(const scores *s, const double *a, const double *b, double out[2])
{
    double n = 0, sum = 0, squares = 0;
    for (int64_t row = 0; row < s->n_rows; row++) {
        if (s->times[row] == 0) continue;
        const double d = (a[row] - (b ? b[row] : 0)) / s->times[row];
        n++;
        sum += d;
        squares += d * d;
    }
    out[0] = sum / n;
    out[1] = sqrt(fmax(squares / n - sum * sum / (n * n), 0) / n);
}

static void print_inner(int64_t fold, const char *scheme, const scores *s)
{
    char name[24];
    const double *wrong = s->wrong + (s->n - 1) * s->n_rows, *deviance = s->deviance + (s->n - 1) * s->n_rows;
    double rows = 0;
    for (int64_t row = 0; row < s->n_rows; row++) rows += s->times[row] > 0;
    for (int64_t i = 0; i < s->n; i++) {
        double error[2], loss[2], worse[2], lower[2];
        compare(s, s->wrong + i * s->n_rows, NULL, error);
        compare(s, s->deviance + i * s->n_rows, NULL, loss);
        compare(s, s->wrong + i * s->n_rows, wrong, worse);
        compare(s, s->deviance + i * s->n_rows, deviance, lower);
        printf("I\t%lld\t%s\t%s\t%.12g\t%.6g\t%.12g\t%g\t%g\t%.6g\t%.5g\t%.6g\t%.5g\n", (long long)fold + 1, scheme,
               name_of(i, s->n, name), error[0], sqrt(error[0] * (1 - error[0]) / rows), loss[0] * rows,
               s->features[i] / s->n_folds, s->vectors[i] / s->n_folds, worse[0], worse[1], lower[0], lower[1]);
    }
}

/* ------------------------------------------------------------------ the study */

static ard_plan *inner_plan(const study *s, const ard_rows *rows, const char *scheme)
{
    ard_plan *plan = NULL;
    const uint64_t seed = s->recipe.seed;
    bench_check(s->context, strncmp(scheme, "cv:", 3) == 0 ? ard_plan_new_inner(s->context, s->data, rows, scheme, seed, &plan)
                                                           : ard_plan_new(s->context, s->data, rows, scheme, seed, &plan));
    return plan;
}

/* Approximate leave-one-out is the library's own tuning. */
static void score_alo(const study *s, int64_t number, const ard_fold *fold)
{
    const double start = bench_cpu();
    char name[24];
    part whole;
    ard_choice choice = ard_choice_none();
    study own = *s;
    own.recipe.tune = ARD_TUNE_ALO;
    own.recipe.rule = ARD_RULE_KEEP;
    open_part(&own, fold, &whole);
    bench_check(s->context,
                ard_tune(s->context, s->data, &fold->train, &whole.training, NULL, NULL, &(ard_run){.threads = 1}, &choice));
    for (int64_t i = 0; i < choice.n_candidates; i++) {
        const ard_tuned *c = choice.candidate + i;
        const int64_t as = c->untuned ? choice.n_candidates - 1 : c->empty ? choice.n_candidates - 2 : i;
        const double error = c->status == ARD_TUNED_DONE ? c->error : NAN;
        printf("I\t%lld\talo\t%s\t%.12g\t%.6g\t%.12g\t%g\t%g\tnan\tnan\tnan\tnan\n", (long long)number + 1,
               name_of(as, choice.n_candidates, name), error, c->error_se, c->deviance, c->n_features, c->n_vectors);
    }
    printf("S\t%lld\talo\t%.4f\n", (long long)number + 1, bench_cpu() - start);
    ard_choice_free(s->context, &choice);
    close_part(&whole);
}

static void score_scheme(const study *s, int64_t number, const ard_rows *rows, const char *scheme, int64_t n)
{
    const double start = bench_cpu();
    scores inner = open_scores(s->data->n, n);
    ard_plan *plan = inner_plan(s, rows, scheme);
    for (int64_t f = 0; f < plan->n_folds; f++) {
        ard_fold fold;
        bench_check(s->context, ard_plan_fold(s->context, plan, f, &fold));
        score_fold(s, &fold, &inner);
        ard_fold_free(s->context, &fold);
    }
    print_inner(number, scheme, &inner);
    printf("S\t%lld\t%s\t%.4f\n", (long long)number + 1, scheme, bench_cpu() - start);
    ard_plan_free(plan);
    close_scores(&inner);
}

/* The recipe as it is settled on these rows. */
static study settle(ardor_context *context, const ardor_dataset *data, const ard_recipe *recipe, const ard_rows *rows)
{
    study s = {context, data, *recipe};
    ard_training training;
    bench_check(context, ard_training_new(context, data, rows, &s.recipe, NULL, &training));
    if (recipe->method->settle) recipe->method->settle(recipe->method, &training.problem, &s.recipe.settings);
    ard_training_free(&training);
    return s;
}

static void run_fold(ardor_context *context, const ardor_dataset *data, const ard_config *config, const ard_fold *fold,
                     int64_t number, int n_schemes, char **scheme)
{
    part whole;
    const study s = settle(context, data, &config->recipe, &fold->train);
    const double start = bench_cpu();
    open_part(&s, fold, &whole);
    scores test = open_scores(data->n, whole.grid.n + 2);
    score_fold(&s, fold, &test);
    print_tests(number, &whole.grid, &test);
    printf("S\t%lld\ttest\t%.4f\n", (long long)number + 1, bench_cpu() - start);
    for (int k = 0; k < n_schemes; k++) {
        if (strcmp(scheme[k], "alo") == 0)
            score_alo(&s, number, fold);
        else
            score_scheme(&s, number, &fold->train, scheme[k], test.n);
    }
    close_scores(&test);
    close_part(&whole);
    fflush(stdout);
}

static ard_config configure(ardor_context *context, int n, char **given, ardor_spec **spec)
{
    ard_config config;
    bench_check(context, ardor_spec_new(context, spec));
    for (int i = 0; i < n; i++) {
        char *value = strchr(given[i], '=');
        if (!value) bench_check(context, ard_fail(context, ARDOR_USAGE, "'%s' is no KEY=VALUE", given[i]));
        *value = '\0';
        bench_check(context, ardor_spec_set(context, *spec, given[i], value + 1));
    }
    bench_check(context, ard_config_parse(context, *spec, &config));
    if (!config.plan) bench_check(context, ard_fail(context, ARDOR_USAGE, "give a plan"));
    return config;
}

int main(int count, char **given)
{
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    ard_plan *plan = NULL;
    char *scheme[MOST_SCHEMES];
    int n_schemes = 0;
    if (count < 4) {
        fprintf(stderr, "usage: tuning_candidates TABLE SCHEMES KEY=VALUE..\n");
        return 1;
    }
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    const ard_config config = configure(context, count - 3, given + 3, &spec);
    for (char *text = strtok(given[2], ","); text && n_schemes < MOST_SCHEMES; text = strtok(NULL, ","))
        scheme[n_schemes++] = text;
    bench_check(context, ardor_dataset_read(context, given[1], NULL, &data));
    bench_check(context, ard_plan_new(context, data, NULL, config.plan, config.recipe.seed, &plan));
    for (int64_t f = 0; f < plan->n_folds; f++) {
        ard_fold fold;
        bench_check(context, ard_plan_fold(context, plan, f, &fold));
        run_fold(context, data, &config, &fold, f, n_schemes, scheme);
        ard_fold_free(context, &fold);
    }
    ard_plan_free(plan);
    ardor_dataset_free(data);
    ardor_spec_free(spec);
    ardor_context_free(context);
    return 0;
}
