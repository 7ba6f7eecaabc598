/* Columns that are forced in: through preparation, paths, views, folds and files; and what reports count. Lists are in
 * test_forced_lists.c. */
#include "forced_people.h"

#include "fit/tune.h"
#include "model/model.h"

enum { N = 60, P = 8 };

/* x1, x2 and x3 make the class; x8 is noise. */
static ardor_dataset *make_data(void)
{
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 71, 0, 0);
    double *x = make_normals(&rng, N * P);
    for (int i = 0; i < N; i++) side[i] = x[i] - x[N + i] + .6 * x[2 * N + i] + ard_rng_normal(&rng) + .2;
    ardor_dataset *data = make_table(N, P, x, side, NULL);
    free(x);
    return data;
}

/* ------------------------------------------------------------------ who can */

static void methods_that_cannot_say_so(void **state)
{
    (void)state;
    ardor_dataset *people = read_people();
    int n = 0;
    for (int i = 0; i < ard_method_count(); i++) {
        char spec[80];
        ardor_model *model = NULL;
        const ard_method *method = ard_method_at(i);
        snprintf(spec, sizeof spec, "method=%s force=age", method->name);
        const ardor_status status = try_fit(people, spec, &model);
        if (method->can & ARD_CAN_FORCE) {
            assert_int_equal(status, ARDOR_OK);
            n++;
        } else {
            assert_int_equal(status, ARDOR_USAGE);
            assert_message(method->name);
            assert_message("cannot take forced columns (--force); these can: spr, smlr, logistic, svm-l1, pklr-rfe");
        }
        ardor_model_free(model);
    }
    assert_true(n >= 3);
    ardor_dataset_free(people);
}

/* To the bit, but for the key itself. */
static void forcing_none_changes_nothing(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    static const char *const specs[] = {"method=spr tune=cv:3 relax=auto", "method=logistic alpha=0.5",
                                        "method=svm-l1 filter=ttest:4"};
    for (int k = 0; k < COUNT_OF(specs); k++) {
        char more[120];
        snprintf(more, sizeof more, "%s force=none", specs[k]);
        ardor_model *one = fit(data, specs[k]), *other = fit(data, more);
        char *a = without_seconds(model_json(one)), *b = without_seconds(model_json(other));
        assert_string_equal(a, b);
        free(b);
        free(a);
        ardor_model_free(other);
        ardor_model_free(one);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ what a fit does with them */

static const char *const methods[] = {"spr", "logistic", "logistic alpha=0.4", "logistic alpha=0", "svm-l1"};

static bool has_feature(const ardor_model *model, const char *name, bool forced)
{
    for (int64_t j = 0; j < ardor_model_features(model); j++)
        if (strcmp(ardor_model_feature_name(model, j), name) == 0) return ard_model_forced(model, j) == forced;
    return false;
}

/* dL/dw of a feature of a probit or logit model, relative to the rate: of standardised values. */
static double slope_of(const ardor_model *model, const ardor_dataset *data, const char *name)
{
    double sum = 0, mean = 0, square = 0, *prob = positive_prob(model, data);
    const double *x = NULL;
    for (int64_t j = 0; j < data->p; j++)
        if (strcmp(data->feature[j], name) == 0) x = data->x + j * data->n;
    for (int64_t i = 0; i < data->n; i++) {
        mean += x[i] / (double)data->n;
        square += x[i] * x[i] / (double)data->n;
    }
    for (int64_t i = 0; i < data->n; i++) sum += (data->label[i] - prob[i]) * (x[i] - mean) / sqrt(square - mean * mean);
    free(prob);
    return sum;
}

/* With every strength, 1 too, at which nothing else is there. */
static void they_are_in_and_not_penalised(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    static const char *const strengths[] = {"1", ".5", ".05"};
    for (int m = 0; m < COUNT_OF(methods); m++)
        for (int s = 0; s < COUNT_OF(strengths); s++) {
            char spec[120];
            snprintf(spec, sizeof spec, "method=%s strength=%s tol=1e-8 force=x2,x8", methods[m], strengths[s]);
            ardor_model *model = fit(data, spec);
            assert_true(has_feature(model, "x2", true) && has_feature(model, "x8", true));
            if (strncmp(methods[m], "logistic", 8) == 0) {
                const double rate = model->fit.used[model->method->weaken];
                assert_true(fabs(slope_of(model, data, "x2")) < 1e-5 * rate);
                assert_true(fabs(slope_of(model, data, "x8")) < 1e-5 * rate);
            }
            if (s == 0 && !strstr(methods[m], "alpha=0")) assert_int_equal(ardor_model_features(model), 2);
            assert_false(model->fit.null_model);
            ardor_model_free(model);
        }
    ardor_dataset_free(data);
}

/* They are beside what the filter keeps, which is what it keeps of the others. */
static void filters_neither_drop_nor_count_them(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    ardor_model *model = fit(data, "method=logistic alpha=0 filter=ttest:2 force=x8,x1");
    assert_int_equal(ardor_model_features(model), 4);
    assert_true(has_feature(model, "x1", true) && has_feature(model, "x8", true));
    assert_true(has_feature(model, "x2", false) && has_feature(model, "x3", false));
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Missing values are filled in, and units do not matter. */
static void they_are_prepared_like_all_others(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    data->x[7 * N + 3] = NAN;
    data->x[7 * N + 9] = NAN;
    ardor_model *model = fit(data, "method=spr impute=median force=x8"), *other = NULL;
    double *one = positive_prob(model, data);
    assert_true(has_feature(model, "x8", true));
    for (int i = 0; i < N; i++) data->x[7 * N + i] = 5 - 30 * data->x[7 * N + i];
    other = fit(data, "method=spr impute=median force=x8");
    double *two = positive_prob(other, data);
    assert_arrays_near(N, two, one, 1e-5, "probabilities");
    free(two);
    free(one);
    ardor_model_free(other);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

static void constant_ones_are_dropped_with_a_warning(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    for (int i = 0; i < N; i++) data->x[6 * N + i] = 4;
    ardor_model *model = fit(data, "method=logistic strength=1 force=x7,x8");
    json_t *json = model_json(model);
    assert_string_equal(warning_of(json, "forced_constant"), "1 forced column is constant in the training rows, and dropped: x7");
    assert_int_equal(ardor_model_features(model), 1);
    json_decref(json);
    ardor_model_free(model);
    /* nothing is left of them: then the empty model may be chosen again */
    model = fit(data, "method=logistic tune=cv:3 force=x7");
    json = model_json(model);
    assert_int_equal(number_at(json, "n_forced"), 0);
    json_decref(json);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Indicators of all levels add up to the constant: no single optimum, but one function. */
static void all_levels_of_a_column_can_be_forced(void **state)
{
    (void)state;
    ardor_dataset *people = read_people();
    for (int m = 0; m < COUNT_OF(methods); m++) {
        char spec[120];
        snprintf(spec, sizeof spec, "method=%s strength=1 force=city", methods[m]);
        ardor_model *model = fit(people, spec);
        assert_int_equal(model->fit.stop, ARD_STOP_CONVERGED);
        assert_true(has_feature(model, "city=Bonn", true) && has_feature(model, "city=Rome", true));
        ardor_model_free(model);
    }
    ardor_dataset_free(people);
}

/* ------------------------------------------------------------------ tuning, folds, refits */

static void a_tuning_keeps_them_in_every_candidate(void **state)
{
    (void)state;
    ardor_dataset *noise = balanced_noise();
    for (int m = 0; m < COUNT_OF(methods); m++) {
        char spec[120];
        snprintf(spec, sizeof spec, "method=%s tune=cv:3 rule=one-se relax=auto force=x2", methods[m]);
        ardor_model *model = fit(noise, spec);
        json_t *json = model_json(model);
        const bool line = strcmp(methods[m], "svm-l1") != 0; /* which noise may not have */
        assert_true(!line || has_feature(model, "x2", true));
        assert_int_equal(number_at(json, "n_forced"), 1);
        assert_int_equal(number_at(json, "n_features"), ardor_model_features(model) - 1);
        assert_true(!strstr(methods[m], "alpha=0") || strstr(methods[m], "alpha=0.") ||
                    number_at(json, "tune.candidates.0.n_features") == 2);
        if (!strstr(methods[m], "alpha=0")) assert_true(number_at(json, "tune.candidates.0.n_features") == 0);
        assert_false(model->report.candidate[model->report.chosen].empty);
        assert_true(number_at(json, "tune.baseline.error") > 0);
        json_decref(json);
        ardor_model_free(model);
    }
    ardor_dataset_free(noise);
}

/* A relaxed refit is on a view of the features that were kept: of all three sizes there are forced ones among them. */
static void relaxed_refits_keep_them(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    bool relaxed = false;
    for (int k = 0; k < 3; k++) {
        static const char *const forced[] = {"x8", "x1,x8", "x4,x6,x7"};
        char spec[120];
        snprintf(spec, sizeof spec, "method=spr tune=cv:4 rule=one-se relax=auto seed=%d force=%s", k + 1, forced[k]);
        ardor_model *model = fit(data, spec);
        char copy[20], *rest = copy;
        relaxed |= model->report.relax_factor != 1;
        snprintf(copy, sizeof copy, "%s", forced[k]);
        for (char *name = strtok_r(copy, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
            assert_true(has_feature(model, name, true));
        ardor_model_free(model);
    }
    assert_true(relaxed);
    ardor_dataset_free(data);
}

/* A view that lacks a forced column is a defect of the caller. */
static void a_view_without_them_is_refused(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    ardor_spec *spec = make_spec("method=spr force=x2,x8");
    ard_config config = {0};
    ard_rows rows = {0};
    ard_training training = {0};
    ard_fitter fitter = {0};
    int64_t with[] = {0, 1, 7}, without[] = {0, 1, 2};
    must((ardor_status)ard_config_parse(context, spec, &config));
    must((ardor_status)ard_recipe_find_forced(context, &config.recipe, data));
    must((ardor_status)ard_rows_all(context, data->n, &rows));
    must((ardor_status)ard_training_new(context, data, &rows, &config.recipe, NULL, &training));
    const ard_columns good = {3, with}, bad = {3, without};
    must(
        (ardor_status)ard_fitter_open(context, config.recipe.method, &training.problem, &config.recipe.settings, &good, &fitter));
    assert_false(fitter.unit->problem.forced[0]);
    assert_true(fitter.unit->problem.forced[1] && fitter.unit->problem.forced[2]);
    ard_fitter_close(&fitter);
    assert_int_equal(ard_fitter_open(context, config.recipe.method, &training.problem, &config.recipe.settings, &bad, &fitter),
                     ARDOR_INTERNAL);
    ard_training_free(&training);
    ard_free(context, rows.row);
    ard_recipe_free_forced(context, &config.recipe);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

static void evaluations_do_not_count_them(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    size_t i;
    json_t *item, *json = evaluate(data, "method=spr strength=1 plan=kfold:4 force=x1,x2"), *plain = NULL;
    assert_string_equal(text_at(json, "forced.0"), "x1");
    assert_string_equal(text_at(json, "forced.1"), "x2");
    assert_int_equal(json_array_size(at(json, "forced")), 2);
    assert_int_equal(json_array_size(at(json, "selection")), 0);
    assert_true(number_at(json, "summary.mean_n_features") == 0);
    assert_true(number_at(json, "summary.error.value") < .4); /* of these two */
    json_decref(json);
    json = evaluate(data, "method=logistic strength=.1 plan=kfold:4 force=x8");
    json_array_foreach(at(json, "selection"), i, item) assert_string_not_equal(text_at(item, "name"), "x8");
    assert_true(json_array_size(at(json, "selection")) > 0);
    json_decref(json);
    plain = evaluate(data, "method=spr plan=kfold:4");
    assert_int_equal(json_array_size(at(plain, "forced")), 0);
    json_decref(plain);
    ardor_dataset_free(data);
}

/* What was forced belongs to the recipe of a file of folds. */
static void folds_of_another_list_are_others(void **state)
{
    (void)state;
    static const char file[] = "test_forced_folds.jsonl";
    ardor_dataset *data = make_data();
    json_t *json = NULL;
    remove(file);
    must(try_evaluate(data, "method=spr plan=kfold:3 force=x8 checkpoint=test_forced_folds.jsonl", &json));
    json_decref(json);
    must(try_evaluate(data, "method=spr plan=kfold:3 force=x8 checkpoint=test_forced_folds.jsonl", &json));
    json_decref(json);
    assert_int_not_equal(try_evaluate(data, "method=spr plan=kfold:3 force=x7 checkpoint=test_forced_folds.jsonl", &json),
                         ARDOR_OK);
    assert_int_not_equal(try_evaluate(data, "method=spr plan=kfold:3 checkpoint=test_forced_folds.jsonl", &json), ARDOR_OK);
    remove(file);
    ardor_dataset_free(data);
}

/* In every pair of classes, and in one model of them all. */
static void they_are_in_with_more_classes(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "method=spr",  "method=logistic alpha=0.5",  "method=svm-l1",
        "method=smlr", "method=spr multiclass=rest", "method=spr tune=cv:3 relax=auto rule=one-se"};
    ardor_dataset *iris = bundled("iris");
    for (int k = 0; k < COUNT_OF(specs); k++) {
        char spec[160];
        const bool tuned = strstr(specs[k], "tune") != NULL;
        const char *name = ardor_dataset_feature_name(iris, 1);
        snprintf(spec, sizeof spec, "%s%s", specs[k], tuned ? "" : " strength=1");
        ardor_spec *texts = make_spec(spec);
        ardor_model *model = NULL;
        must(ardor_spec_set(context, texts, "force", name));
        must(ardor_fit(context, iris, texts, &model));
        assert_true(has_feature(model, name, true));
        assert_true(tuned || ardor_model_features(model) == 1);
        json_t *json = model_json(model);
        assert_int_equal(number_at(json, "n_forced"), 1);
        assert_int_equal(number_at(json, "n_features"), ardor_model_features(model) - 1);
        json_decref(json);
        ardor_model_free(model);
        ardor_spec_free(texts);
    }
    ardor_dataset_free(iris);
}

/* ------------------------------------------------------------------ files and reports */

static void models_and_reports_say_which_they_are(void **state)
{
    (void)state;
    static const char file[] = "test_forced_model.json";
    ardor_dataset *data = make_data();
    ardor_model *model = fit(data, "method=spr filter=ttest:2 strength=.3 force=x8,x7"), *again = NULL;
    must(ardor_model_save(context, model, file));
    must(ardor_model_load(context, file, &again));
    json_t *json = model_json(model), *loaded = model_json(again);
    size_t i, forced = 0;
    json_t *item;
    json_array_foreach(at(json, "features"), i, item)
    {
        const char *name = text_at(item, "name");
        const bool is = json_is_true(at(item, "forced"));
        assert_int_equal(is, strcmp(name, "x8") == 0 || strcmp(name, "x7") == 0);
        forced += is;
    }
    assert_int_equal(forced, 2);
    assert_int_equal(number_at(json, "n_forced"), 2);
    assert_int_equal(number_at(json, "n_features") + 2, json_array_size(at(json, "features")));
    assert_true(json_equal(json, loaded));
    double *one = positive_prob(model, data), *other = positive_prob(again, data);
    assert_memory_equal(one, other, N * sizeof *one);
    free(other);
    free(one);
    json_decref(loaded);
    json_decref(json);
    ardor_model_free(again);
    ardor_model_free(model);
    remove(file);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_that_cannot_say_so),
        cmocka_unit_test(forcing_none_changes_nothing),
        cmocka_unit_test(they_are_in_and_not_penalised),
        cmocka_unit_test(filters_neither_drop_nor_count_them),
        cmocka_unit_test(they_are_prepared_like_all_others),
        cmocka_unit_test(constant_ones_are_dropped_with_a_warning),
        cmocka_unit_test(all_levels_of_a_column_can_be_forced),
        cmocka_unit_test(a_tuning_keeps_them_in_every_candidate),
        cmocka_unit_test(relaxed_refits_keep_them),
        cmocka_unit_test(a_view_without_them_is_refused),
        cmocka_unit_test(evaluations_do_not_count_them),
        cmocka_unit_test(folds_of_another_list_are_others),
        cmocka_unit_test(they_are_in_with_more_classes),
        cmocka_unit_test(models_and_reports_say_which_they_are),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
