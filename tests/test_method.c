/* What a method must implement is what stands in method.h and nothing more: one that only tests have, of another kind than the
 * library's, is fitted, tuned, evaluated and saved like them; its model predicts where nobody knows the method. */
#include "fit/tune.h"
#include "model/model_file.h"
#include "study/evaluation.h"

#include <math.h>
#include <string.h>

#include "api_fixture.h"
#include "simulated.h"

#include "adding/src/method/centroids/centroids.c"

static ardor_dataset *data;

/* A spec says what the library knows; the method is put in afterwards. */
static ard_config config_of(ardor_spec *spec)
{
    ard_config config;
    must(ard_config_parse(context, spec, &config));
    config.recipe.method = &ard_method_centroids;
    config.recipe.basis = (ard_basis){ARD_IDENTITY, 0};
    ard_settings_default(&ard_method_centroids, &config.recipe.settings);
    return config;
}

static void it_is_fitted_tuned_and_evaluated(void **state)
{
    (void)state;
    ardor_spec *spec = make_spec("tune=cv:4 plan=kfold:5");
    ard_config config = config_of(spec);
    ard_fitted fitted = {0};
    ardor_evaluation *e = NULL;
    assert_int_equal(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted), ARDOR_OK);
    assert_int_equal(fitted.report.n_candidates, 5); /* the empty model is behind those of the grid */
    assert_true(fitted.fit.machine.n_features > 0 && fitted.report.train_error < .3);
    assert_true(isnan(fitted.fit.objective) && fitted.fit.certificate.kind == ARD_CERTIFICATE_NONE);
    ard_fitted_free(context, &fitted);
    assert_int_equal(ard_evaluate(context, data, &config, &e), ARDOR_OK);
    assert_true(e->summary.error.value < .3 && e->summary.auc.value > .8);
    assert_true(e->mean_n_features > 0 && e->n_selected > 0 && e->selected[0].column < 2);
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
}

/* The weights by hand, with the rows that a class of weight 2 counts for. */
static void its_numbers_are_right(void **state)
{
    (void)state;
    ardor_spec *spec = make_spec("seed=1");
    const ard_config config = config_of(spec);
    ard_training training = {0};
    ard_fitter fitter = {0};
    ard_fit fit = {0};
    ard_rows rows = {0};
    assert_int_equal(ard_rows_all(context, data->n, &rows), ARDOR_OK);
    assert_int_equal(ard_training_new(context, data, &rows, &config.recipe, NULL, &training), ARDOR_OK);
    assert_int_equal(ard_training_fitter(&training, 0, &fitter), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&fitter, &config.recipe.settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
    const ard_function *f = ard_machine_as_function(&fit.machine);
    double bias = 0;
    for (int64_t t = 0; t < fit.machine.n_features; t++) {
        double mean[2] = {0, 0}, count[2] = {0, 0};
        const double *x = training.values + fit.machine.feature[t] * data->n;
        for (int64_t i = 0; i < data->n; i++) {
            mean[data->label[i]] += x[i];
            count[data->label[i]]++;
        }
        mean[0] /= count[0];
        mean[1] /= count[1];
        assert_near(f->weight[t], mean[1] - mean[0], 1e-12, "a weight");
        bias -= (mean[1] - mean[0]) * (mean[1] + mean[0]) / 2;
    }
    assert_near(f->bias[0], bias, 1e-12, "the bias");
    ard_fit_free(context, &fit);
    ard_fitter_close(&fitter);
    ard_training_free(&training);
    ard_free(context, rows.row);
    ardor_spec_free(spec);
}

/* A refit on some features is one on a view; columns are those of the problem. */
static void it_is_restricted_by_a_view(void **state)
{
    (void)state;
    ardor_spec *spec = make_spec("seed=1");
    const ard_config config = config_of(spec);
    ard_training training = {0};
    ard_fitter whole = {0}, some = {0};
    ard_fit all = {0}, few = {0};
    ard_rows rows = {0};
    assert_int_equal(ard_rows_all(context, data->n, &rows), ARDOR_OK);
    assert_int_equal(ard_training_new(context, data, &rows, &config.recipe, NULL, &training), ARDOR_OK);
    const ard_problem *q = &training.problem;
    ard_settings any = config.recipe.settings;
    any.value[0] = 0;
    int64_t column[] = {1, 4};
    const ard_columns only = {2, column};
    assert_int_equal(ard_fitter_open(context, &ard_method_centroids, q, &any, NULL, &whole), ARDOR_OK);
    assert_int_equal(ard_fitter_open(context, &ard_method_centroids, q, &any, &only, &some), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&whole, &any, NULL, &(ard_ask){true, false}, &all), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&some, &any, NULL, &(ard_ask){true, false}, &few), ARDOR_OK);
    assert_int_equal(all.machine.n_features, data->p);
    assert_int_equal(few.machine.n_features, 2);
    for (int t = 0; t < 2; t++) {
        assert_int_equal(few.machine.feature[t], column[t]);
        assert_near(few.machine.importance[t], all.machine.importance[column[t]], 1e-12, "a weight");
    }
    /* a warm start from outside the restriction is refused, one from inside is not */
    ard_fit again = {0};
    assert_int_equal(ard_fitter_solve(&some, &any, &all, &(ard_ask){true, false}, &again), ARDOR_INTERNAL);
    assert_int_equal(ard_fitter_solve(&some, &any, &few, &(ard_ask){true, false}, &again), ARDOR_OK);
    assert_int_equal(again.machine.feature[1], 4);
    ard_fit_free(context, &again);
    ard_fit_free(context, &few);
    ard_fit_free(context, &all);
    ard_fitter_close(&some);
    ard_fitter_close(&whole);
    ard_training_free(&training);
    ard_free(context, rows.row);
    ardor_spec_free(spec);
}

/* The file of a method that nobody has. */
static void its_model_predicts_without_it(void **state)
{
    (void)state;
    ardor_spec *spec = make_spec("seed=1");
    const ard_config config = config_of(spec);
    ard_fitted fitted = {0};
    ardor_model *model = NULL, *read = NULL;
    char *text = NULL;
    double *p = make_reals(2 * data->n), *q = make_reals(2 * data->n);
    assert_int_equal(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted), ARDOR_OK);
    assert_int_equal(ard_model_build(context, data, fitted.prepare, &ard_method_centroids, &fitted.fit, &fitted.report, &model),
                     ARDOR_OK);
    assert_int_equal(ardor_predict(context, model, data, p), ARDOR_OK);
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    assert_int_equal(ard_model_parse(context, NULL, text, strlen(text), "toy.json", &read), ARDOR_OK);
    assert_null(read->method);
    assert_string_equal(read->method_name, "centroids");
    assert_int_equal(ardor_predict(context, read, data, q), ARDOR_OK);
    for (int64_t i = 0; i < 2 * data->n; i++) assert_true(p[i] == q[i]);
    ardor_string_free(context, text);
    ardor_model_free(read);
    ardor_model_free(model);
    ard_fitted_free(context, &fitted);
    free(p);
    free(q);
    ardor_spec_free(spec);
}

static int open_data(void **state)
{
    if (open_context(state) != 0) return 1;
    return simulated(context, "two-gaussians", 80, 6, 0, 3, &data) != ARDOR_OK;
}

static int close_data(void **state)
{
    ardor_dataset_free(data);
    return close_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_numbers_are_right), cmocka_unit_test(it_is_fitted_tuned_and_evaluated),
        cmocka_unit_test(it_is_restricted_by_a_view), cmocka_unit_test(its_model_predicts_without_it)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
