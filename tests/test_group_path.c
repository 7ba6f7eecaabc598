/* Candidates of the group penalty along a path, each begun at the one before, against fits from nothing; relaxed refits, whose
 * terms are among the chosen ones. */
#include "group_rows.h"

#include "fit/training.h"
#include "fit/walk.h"
#include "method/smlr/smlr.h"
#include "model/model.h"

typedef struct setup {
    ardor_dataset *data;
    ardor_spec *spec;
    ard_config config;
    ard_rows rows;
    ard_training training;
    ard_grid grid;
    ard_fitter fitter;
} setup;

static void open_setup(const char *spec, setup *s)
{
    const sample r = make_rows(MOST_CLASSES, 8, true);
    *s = (setup){.data = dataset_of(&r, "abcd"), .spec = make_spec(spec)};
    must(ard_config_parse(context, s->spec, &s->config));
    must(ard_recipe_find_forced(context, &s->config.recipe, s->data));
    must(ard_rows_all(context, N, &s->rows));
    must(ard_training_new(context, s->data, &s->rows, &s->config.recipe, NULL, &s->training));
    must(ard_training_grid(&s->training, &s->grid));
    must(ard_training_fitter(&s->training, 0, &s->fitter));
    assert_int_equal(s->training.division.n_parts, 0);
}

static void close_setup(setup *s)
{
    ard_fitter_close(&s->fitter);
    ard_grid_free(context, &s->grid);
    ard_training_free(&s->training);
    ard_free(context, s->rows.row);
    ard_recipe_free_forced(context, &s->config.recipe);
    ardor_spec_free(s->spec);
    ardor_dataset_free(s->data);
}

static bool has_feature(const ard_fit *fit, int64_t feature)
{
    bool found = false;
    for (int64_t j = 0; j < fit->machine.n_features; j++) found |= fit->machine.feature[j] == feature;
    return found;
}

/* Of the same maximum. */
static void assert_same_fit(const ard_fit *warm, const ard_fit *cold, const char *what, int64_t i)
{
    if (!(fabs(warm->objective - cold->objective) <= 1e-8 * fabs(cold->objective)))
        fail_msg("%s, %d: %.15g, from nothing %.15g", what, (int)i, warm->objective, cold->objective);
    assert_true(warm->null_model == cold->null_model && warm->machine.n_features == cold->machine.n_features);
    for (int64_t j = 0; j < warm->machine.n_features; j++) {
        assert_int_equal(warm->machine.feature[j], cold->machine.feature[j]);
        assert_near(warm->machine.importance[j], cold->machine.importance[j], 1e-3 * (1 + cold->machine.importance[j]), what);
    }
    assert_true(warm->null_model || (warm->stop == ARD_STOP_CONVERGED && cold->stop == ARD_STOP_CONVERGED));
    assert_true(warm->null_model || warm->certificate.weights <= 1e-6);
}

static const char *const paths[] = {"tune=cv:3", "tune=cv:3 alpha=.5", "tune=cv:3 force=x10", "tune=cv:3 basis=rbf alpha=.9"};

static void a_path_is_as_its_candidates(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(paths); k++) {
        char spec[200];
        setup s;
        int64_t warm_steps = 0, cold_steps = 0;
        snprintf(spec, sizeof spec, "method=smlr group=yes tol=1e-6 %s", paths[k]);
        open_setup(spec, &s);
        const ard_settings *base = &s.config.recipe.settings;
        ard_walk w = ard_walk_begin(base, &s.fitter, &s.grid, 0);
        for (int64_t i = 0; i < s.grid.path[1]; i++) {
            ard_settings settings;
            ard_fit cold = {0};
            must(ard_walk_next(&w, &(ard_ask){0}));
            ard_candidate_settings(&s.grid, i, base, &settings);
            must(ard_fitter_solve(&s.fitter, &settings, NULL, &(ard_ask){0}, &cold));
            assert_same_fit(ard_walk_fit(&w), &cold, spec, i);
            warm_steps += ard_walk_fit(&w)->iterations;
            cold_steps += cold.iterations;
            ard_fit_free(context, &cold);
        }
        assert_true(warm_steps < cold_steps); /* they did begin at the one before */
        ard_walk_end(&w);
        close_setup(&s);
    }
}

/* Weaker rates, one after the other, of the terms that were chosen: no others come in, and a start at another fit is none. */
static void check_relaxed(setup *s, const ard_settings *settings, const ard_fit *chosen)
{
    static const double factor[] = {.5, .5, .1};
    const ard_columns only = {chosen->machine.n_features, chosen->machine.feature};
    ard_fitter alone = {0};
    ard_fit from = {0}, next = {0}, cold = {0};
    ard_settings weaker = *settings;
    must(ard_fitter_open(context, &ard_method_smlr, &s->training.problem, &s->config.recipe.settings, &only, &alone));
    for (int r = 0; r < COUNT_OF(factor); r++) {
        must(ard_relax(&s->training, settings, r ? &from : chosen, factor[r], &(ard_ask){0}, &next));
        weaker.value[SMLR_LAM] = factor[r] * (r ? &from : chosen)->used[SMLR_LAM];
        assert_near(next.used[SMLR_LAM], weaker.value[SMLR_LAM], 1e-12 * next.used[SMLR_LAM], "the rate");
        must(ard_fitter_solve(&alone, &weaker, NULL, &(ard_ask){0}, &cold));
        assert_same_fit(&next, &cold, "relaxed", r);
        for (int64_t j = 0; j < next.machine.n_features; j++) assert_true(has_feature(chosen, next.machine.feature[j]));
        for (int64_t j = 0; s->training.problem.forced && j < s->training.problem.x->p; j++)
            assert_true(!s->training.problem.forced[j] || has_feature(&next, j));
        assert_true(next.objective > (r ? &from : chosen)->objective); /* of less penalty */
        ard_fit_free(context, &cold);
        ard_fit_free(context, &from);
        from = next;
        next = (ard_fit){0};
    }
    ard_fit_free(context, &from);
    ard_fitter_close(&alone);
}

static void relaxed_refits_are_within_what_was_chosen(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        char spec[200];
        setup s;
        int n_relaxed = 0;
        snprintf(spec, sizeof spec, "method=smlr group=yes tol=1e-6 relax=auto %s", paths[k]);
        open_setup(spec, &s);
        for (int64_t i = 2; i < s.grid.path[1]; i += 5) {
            ard_settings settings;
            ard_fit chosen = {0};
            ard_candidate_settings(&s.grid, i, &s.config.recipe.settings, &settings);
            must(ard_fitter_solve(&s.fitter, &settings, NULL, &(ard_ask){0}, &chosen));
            n_relaxed += chosen.machine.n_features < P;
            if (!chosen.null_model) check_relaxed(&s, &settings, &chosen);
            ard_fit_free(context, &chosen);
        }
        assert_true(n_relaxed > 1);
        close_setup(&s);
        /* the whole way, by the inner folds */
        const sample r = make_rows(MOST_CLASSES, 8, true);
        char strict[180];
        snprintf(strict, sizeof strict, "method=smlr group=yes tol=1e-6 rule=one-se %s", paths[k]);
        snprintf(spec, sizeof spec, "%s relax=auto", strict);
        ardor_model *relaxed = fit_rows(&r, "abcd", spec), *chosen = fit_rows(&r, "abcd", strict);
        for (int64_t j = 0; j < ardor_model_features(relaxed); j++) {
            bool found = false;
            for (int64_t i = 0; i < ardor_model_features(chosen); i++)
                found |= strcmp(ardor_model_feature_name(relaxed, j), ardor_model_feature_name(chosen, i)) == 0;
            assert_true(found);
        }
        assert_near(relaxed->fit.used[SMLR_LAM], relaxed->report.relax_factor * chosen->fit.used[SMLR_LAM],
                    1e-12 * relaxed->fit.used[SMLR_LAM], "the relaxed rate");
        ardor_model_free(chosen);
        ardor_model_free(relaxed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_path_is_as_its_candidates),
                                       cmocka_unit_test(relaxed_refits_are_within_what_was_chosen)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
