/* The fits to all the rows that tuning by approximate leave-one-out keeps, so that the chosen one need not be made again. */
#include "api_fixture.h"

#include "fit/tune_inside.h"
#include "simulated.h"

static ardor_dataset *gaussians(int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", n, p, NAN, 5, &data));
    return data;
}

/* It is that which the path leads to: the same as from a walk along it, without the walk. */
static void the_kept_fit_is_that_of_the_path(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=alo", "basis=rbf tune=alo", "basis=linear tune=alo",
                                        "method=spr basis=rbf tune=alo"};
    ardor_dataset *data = gaussians(100, 6);
    for (int k = 0; k < COUNT_OF(specs); k++) {
        ard_config config;
        ard_fitted kept = {0}, walked = {0};
        ardor_spec *spec = make_spec(specs[k]);
        must(ard_config_parse(context, spec, &config));
        const ard_run run = {.threads = 1};
        must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &run, &kept));
        ard_choice choice = ard_choice_none(); /* the same, with nothing kept */
        choice.n_candidates = kept.report.n_candidates;
        choice.chosen = kept.report.chosen;
        choice.candidate = kept.report.candidate;
        must(ard_fit_rows(context, data, NULL, &config.recipe, &(ard_given){.choice = &choice}, &run, &walked));
        assert_int_equal(kept.fit.machine.n_features, walked.fit.machine.n_features);
        assert_int_equal(kept.fit.machine.n_vectors, walked.fit.machine.n_vectors);
        assert_near(kept.fit.objective, walked.fit.objective, 1e-6 * fabs(walked.fit.objective), specs[k]);
        assert_memory_equal(kept.fit.used, walked.fit.used, sizeof kept.fit.used);
        assert_true(kept.fit.iterations < walked.fit.iterations);
        assert_true(kept.fit.certificate.weights < 1e-4);
        ard_fitted_free(context, &walked);
        ard_fitted_free(context, &kept);
        ardor_spec_free(spec);
    }
    ardor_dataset_free(data);
}

/* What is kept is the chosen candidate's own fit, whose settings it has and whose figures are in the report; and the fit to all
 * the rows begins there: it is the one that a solve from it by hand is. */
static void the_kept_fit_is_the_chosen_one(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=alo", "basis=rbf tune=alo", "basis=linear tune=alo",
                                        "method=spr basis=rbf tune=alo rule=error"};
    ardor_dataset *data = gaussians(100, 6);
    ard_rows all = {0};
    must(ard_rows_all(context, data->n, &all));
    for (int k = 0; k < COUNT_OF(specs); k++) {
        ard_config config;
        ard_training training;
        ard_grid grid = {0};
        ard_fitter fitter;
        ard_choice choice;
        ard_settings settings;
        ard_fitted fitted = {0};
        ard_fit by_hand = {0};
        const ard_run run = {.threads = 1};
        ardor_spec *spec = make_spec(specs[k]);
        must(ard_config_parse(context, spec, &config));
        must(ard_training_new(context, data, &all, &config.recipe, NULL, &training));
        if (config.recipe.method->settle)
            config.recipe.method->settle(config.recipe.method, &training.problem, &config.recipe.settings);
        must(ard_training_grid(&training, &grid));
        must(ard_tune(context, data, &all, &training, NULL, NULL, &run, &choice));
        assert_in_range(choice.chosen, 0, choice.n_candidates - 2);
        const ard_tuned *chosen = choice.candidate + choice.chosen;
        for (int s = 0; s < grid.n_tuned; s++) {
            const double used = choice.kept.used[grid.setting[s]];
            assert_true(isnan(used) /* a screen that there is none of */ || used == grid.value[choice.chosen * grid.n_tuned + s]);
        }
        assert_int_equal(choice.kept.machine.n_features, (int64_t)chosen->n_features);
        assert_int_equal(choice.kept.machine.n_vectors, (int64_t)chosen->n_vectors);
        ard_candidate_settings(&grid, choice.chosen, &config.recipe.settings, &settings);
        must(ard_training_fitter(&training, ard_path_of(&grid, choice.chosen), &fitter));
        must(ard_fitter_solve(&fitter, &settings, &choice.kept, &(ard_ask){.report = true}, &by_hand));
        must(ard_fit_rows(context, data, &all, &config.recipe, NULL, &run, &fitted));
        assert_true(fitted.fit.objective == by_hand.objective);
        assert_int_equal(fitted.fit.iterations, by_hand.iterations);
        ard_fit_free(context, &by_hand);
        ard_fitted_free(context, &fitted);
        ard_fitter_close(&fitter);
        ard_choice_free(context, &choice);
        ard_grid_free(context, &grid);
        ard_training_free(&training);
        ardor_spec_free(spec);
    }
    ard_free(context, all.row);
    ardor_dataset_free(data);
}

/* The large fits go as the path goes on; the others stay. */
static void untrusted_fits_are_let_go_of(void **state)
{
    (void)state;
    enum { N = 4 };
    static const ard_tuned_status status[N] = {ARD_TUNED_DONE, ARD_TUNED_UNTRUSTED, ARD_TUNED_FAILED, ARD_TUNED_UNTRUSTED};
    fold_score score[N];
    ard_fit fits[N];
    ardor_dataset *data = gaussians(40, 3);
    for (int i = 0; i < N; i++) {
        ard_fitted fitted = {0};
        ard_config config;
        ardor_spec *spec = make_spec("method=spr lam1=1");
        must(ard_config_parse(context, spec, &config));
        must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
        fits[i] = fitted.fit;
        fitted.fit = (ard_fit){0};
        score[i] = (fold_score){.status = status[i]};
        ard_fitted_free(context, &fitted);
        ardor_spec_free(spec);
    }
    const tuning t = {.kept = fits, .n_candidates = N};
    tune_alo_drop(&(fold_state){.context = context, .t = &t, .next = 3}, score);
    for (int i = 0; i < N; i++) assert_int_equal(fits[i].machine.kind != NULL, i == 0 || i == 3);
    for (int i = 0; i < N; i++) ard_fit_free(context, fits + i);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_kept_fit_is_that_of_the_path),
                                       cmocka_unit_test(the_kept_fit_is_the_chosen_one),
                                       cmocka_unit_test(untrusted_fits_are_let_go_of)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
