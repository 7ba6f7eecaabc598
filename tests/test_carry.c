/* Paths that begin at the first model of the path before: candidates of a tuning, in the inner folds, in the fit to all the rows
 * and in relaxed refits, against the method's own fits one after the other. */
#include "api_fixture.h"

#include "fit/tune.h"
#include "fit/walk.h"
#include "simulated.h"

enum { ROWS = 90, COLUMNS = 4, MOST = 64 };

/* The candidates of a grid, fitted one by one: fit[i], and which of them stands for i. */
typedef struct candidates {
    ard_fit fit[MOST];
    int64_t stands[MOST];
    int n_carried; /* paths that began at a model */
} candidates;

static void fit_candidate(const ard_training *t, void *work, const ard_grid *grid, int64_t i, const ard_fit *warm, ard_fit *out)
{
    ard_settings settings = t->recipe->settings;
    for (int s = 0; s < grid->n_tuned; s++) settings.value[grid->setting[s]] = grid->value[i * grid->n_tuned + s];
    must(t->recipe->method->solve(work, &settings, warm, &(ard_ask){0}, out));
}

/* A path, from weak to strong and back: from the first null model on it is null, until it turns at the last model. */
static void fit_path(const ard_training *t, void *work, const ard_grid *grid, int64_t path, int64_t carried, candidates *c)
{
    int64_t last = -1, null = -1;
    bool ended = false;
    for (int64_t i = grid->path[path]; i < grid->path[path + 1]; i++) {
        if (i == grid->turn[path]) ended = last < 0;
        if (!ended) {
            const int64_t from = last >= 0 ? last : carried;
            fit_candidate(t, work, grid, i, from >= 0 ? &c->fit[from] : NULL, &c->fit[i]);
            ended = c->fit[i].null_model;
            *(ended ? &null : &last) = i;
        }
        c->stands[i] = ended ? null : last;
    }
}

static void fit_candidates(const ard_training *t, const ard_grid *grid, candidates *c)
{
    void *work = NULL;
    int64_t carried = -1;
    *c = (candidates){0};
    assert_true(grid->carries && grid->weak_to_strong && grid->n <= MOST && grid->n_paths == 3);
    must(t->recipe->method->open(t->recipe->method, context, &t->problem, &t->recipe->settings, &work));
    for (int64_t p = 0; p < grid->n_paths; p++) {
        c->n_carried += carried >= 0;
        fit_path(t, work, grid, p, carried, c);
        if (!c->fit[grid->path[p]].null_model) carried = grid->path[p];
    }
    t->recipe->method->close(work);
}

static void free_candidates(candidates *c)
{
    for (int i = 0; i < MOST; i++) ard_fit_free(context, &c->fit[i]);
}

/* Sums over the folds, of each candidate. */
static void add_fold(const ardor_dataset *data, const ard_recipe *recipe, const ard_fold *fold, ard_tuned *sum)
{
    ard_training t = {0};
    ard_grid grid;
    static candidates c;
    const int64_t n = fold->test.n;
    double *x = make_reals(n * COLUMNS), *prob = make_reals(2 * n);
    must(ard_training_new(context, data, &fold->train, recipe, NULL, &t));
    must(ard_training_grid(&t, &grid));
    fit_candidates(&t, &grid, &c);
    assert_int_equal(c.n_carried, 2);
    must(ard_prepare_apply(context, t.prepare, data, &fold->test, NULL, NULL, x));
    const ard_matrix rows = ard_matrix_dense(n, COLUMNS, x, n);
    for (int64_t i = 0; i < grid.n; i++) {
        const ard_machine *machine = &c.fit[c.stands[i]].machine;
        must(ard_machine_predict(context, machine, &rows, prob));
        sum[i].n_features += (double)machine->n_features;
        sum[i].n_vectors += (double)machine->n_vectors;
        for (int64_t r = 0; r < n; r++) {
            const double right = prob[data->label[fold->test.row[r]] * n + r];
            sum[i].error += right < .5;
            sum[i].deviance -= log(fmax(right, 1e-12));
        }
    }
    free_candidates(&c);
    ard_grid_free(context, &grid);
    ard_training_free(&t);
    free(prob);
    free(x);
}

static void check_inner_figures(const ardor_dataset *data, const ard_recipe *recipe, const ard_fit_report *report)
{
    enum { FOLDS = 3 };
    static ard_tuned sum[MOST];
    ard_plan *plan = NULL;
    memset(sum, 0, sizeof sum);
    must(ard_plan_new_inner(context, data, NULL, "cv:3", recipe->seed, &plan));
    assert_int_equal(plan->n_folds, FOLDS);
    for (int64_t f = 0; f < FOLDS; f++) {
        ard_fold fold;
        must(ard_plan_fold(context, plan, f, &fold));
        add_fold(data, recipe, &fold, sum);
        ard_fold_free(context, &fold);
    }
    for (int64_t i = 0; i < report->n_candidates - 1; i++) {
        const ard_tuned *got = report->candidate + i;
        assert_near(got->error, sum[i].error / ROWS, 1e-12, "the error of a candidate");
        assert_near(got->deviance, sum[i].deviance / ROWS, 1e-10, "its deviance");
        assert_near(got->n_features, sum[i].n_features / FOLDS, 1e-12, "its features");
        assert_near(got->n_vectors, sum[i].n_vectors / FOLDS, 1e-12, "its vectors");
    }
    ard_plan_free(plan);
}

/* The fit to all the rows, before it was relaxed, is the chosen candidate found by the same steps. */
static void check_final_fit(const ardor_dataset *data, const ard_recipe *recipe, const ard_fitted *fitted)
{
    ard_training t = {0};
    ard_rows all = {0};
    ard_grid grid;
    static candidates c;
    must(ard_rows_all(context, ROWS, &all));
    must(ard_training_new(context, data, &all, recipe, NULL, &t));
    must(ard_training_grid(&t, &grid));
    assert_true(fitted->report.chosen >= grid.path[1] && fitted->report.chosen < grid.n);
    assert_int_equal(fitted->report.n_candidates, grid.n + 1);
    fit_candidates(&t, &grid, &c);
    const ard_fit *want = &c.fit[c.stands[fitted->report.chosen]], *got = fitted->relaxed ? &fitted->unrelaxed : &fitted->fit;
    const ard_function *a = ard_machine_as_function(&want->machine), *b = ard_machine_as_function(&got->machine);
    assert_true(got->objective == want->objective && got->iterations == want->iterations);
    assert_int_equal(got->machine.n_vectors, want->machine.n_vectors);
    assert_int_equal(got->machine.n_features, want->machine.n_features);
    assert_arrays_near(got->machine.n_vectors, b->weight, a->weight, 0, "weights");
    assert_arrays_near(got->machine.n_features, got->machine.importance, want->machine.importance, 0, "scales");
    free_candidates(&c);
    ard_grid_free(context, &grid);
    ard_training_free(&t);
    ard_free(context, all.row);
}

static void candidates_are_the_same_everywhere(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *data;
        double noise;
        uint64_t seed;
    } cases[] = {{"method=jcfo basis=rbf tune=cv:3 rule=deviance", "xor", .05, 4},
                 {"method=jcfo basis=poly:2 tune=cv:3 rule=deviance", "circle", .05, 4},
                 {"method=jcfo basis=rbf tune=cv:3 rule=error relax=auto", "circle", .2, 12}};
    for (int s = 0; s < COUNT_OF(cases); s++) {
        ardor_dataset *data = NULL;
        ardor_spec *spec = make_spec(cases[s].spec);
        ard_config config;
        ard_fitted fitted = {0};
        must(simulated(context, cases[s].data, ROWS, COLUMNS, cases[s].noise, cases[s].seed, &data));
        must(ard_config_parse(context, spec, &config));
        must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
        const ard_fit_report *report = &fitted.report;
        check_inner_figures(data, &config.recipe, report);
        check_final_fit(data, &config.recipe, &fitted);
        if (config.recipe.relax) /* the refits begin at the same fits */
            assert_near(report->relax_error_before, report->candidate[report->chosen].error, 0, "the error before");
        ard_fitted_free(context, &fitted);
        ardor_spec_free(spec);
        ardor_dataset_free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(candidates_are_the_same_everywhere)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
