/* What tuning does where it is left open: the table, and that documents name what was done. */
#include "api_fixture.h"

#include "fit/config.h"
#include "fit/tune.h"
#include "fit/tune_auto.h"
#include "simulated.h"

/* Settled for a table of n rows and p columns. */
static ard_recipe settled(const char *text, int64_t n, int64_t p)
{
    ardor_spec *spec = make_spec(text);
    ard_config config;
    const ardor_dataset data = {.n = n, .p = p};
    must(ard_config_parse(context, spec, &config));
    ard_tune_settle(&config.recipe, &data);
    assert_false(config.recipe.auto_tune || config.recipe.auto_rule);
    ardor_spec_free(spec);
    return config.recipe;
}

static void expect(const char *text, int64_t n, int64_t p, const char *expected)
{
    char buffer[32], got[64];
    const ard_recipe recipe = settled(text, n, p);
    const char *tune = ard_tune_name(&recipe, buffer);
    snprintf(got, sizeof got, "%s%s%s", tune, recipe.tune == ARD_TUNE_NONE ? "" : " ",
             recipe.tune == ARD_TUNE_NONE ? "" : ard_rule_name(recipe.rule));
    assert_string_equal(got, expected);
}

typedef struct settled_case {
    const char *spec;
    const char *wide, *middle, *longer; /* scheme and rule of 50 x 2000, 100 x 50, 1000 x 50 */
} settled_case;

/* docs/tuning-defaults.md has the reasons. */
static void the_table(void **state)
{
    (void)state;
    static const settled_case cases[] = {
        {"tune=auto basis=linear", "cv:5 keep", "cv:5 keep", "cv:5 keep"},
        {"tune=auto basis=poly:1", "cv:5 keep", "cv:5 keep", "cv:5 keep"},
        {"tune=auto basis=rbf", "cv:5 one-se", "cv:5 one-se", "alo one-se"},
        {"tune=auto basis=poly:2", "cv:5 one-se", "cv:5 one-se", "alo one-se"},
        {"tune=auto basis=rbf filter=ttest:3", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"tune=auto basis=rbf relax=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"tune=auto basis=rbf class-weight=balanced", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"tune=auto basis=rbf screen=restrict", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"tune=auto basis=rbf solver=em", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"tune=auto basis=rbf rule=deviance", "cv:5 deviance", "cv:5 deviance", "cv:5 deviance"},
        {"method=spr tune=auto", "cv:5 keep", "cv:5 keep", "cv:5 keep"},
        {"method=spr basis=rbf tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"method=rvm tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
        {"method=pfcvm-lp basis=linear tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect(cases[i].spec, 50, 2000, cases[i].wide);
        expect(cases[i].spec, 100, 50, cases[i].middle);
        expect(cases[i].spec, 1000, 50, cases[i].longer);
    }
}

static void what_is_given_stays(void **state)
{
    (void)state;
    expect("method=spr", 50, 2000, "none");
    expect("tune=none", 1000, 50, "none");
    expect("tune=cv:7 rule=error", 50, 2000, "cv:7 error");
    expect("tune=auto rule=error", 1000, 50, "alo error");
    expect("tune=holdout:0.25 rule=auto", 1000, 50, "holdout:0.25 one-se");
}

static void groups_and_weights_are_left_to_folds(void **state)
{
    (void)state;
    ardor_spec *spec = make_spec("tune=auto");
    double weight = 1;
    int32_t group = 0;
    const ardor_dataset data[] = {
        {.n = 1000, .p = 50}, {.n = 1000, .p = 50, .weight = &weight}, {.n = 1000, .p = 50, .group = &group}};
    for (int i = 0; i < 3; i++) {
        ard_config config;
        must(ard_config_parse(context, spec, &config));
        ard_tune_settle(&config.recipe, &data[i]);
        assert_int_equal(config.recipe.tune, i ? ARD_TUNE_CV : ARD_TUNE_ALO);
    }
    ardor_spec_free(spec);
}

/* The same document as of the settings that stand for it. */
static void documents_name_what_was_done(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 60, 4, 0, 1, &data));
    static const char *const text[] = {"method=spr tune=auto", "method=spr tune=cv:5 rule=keep"};
    char *document[2], *study[2];
    for (int k = 0; k < 2; k++) {
        ardor_model *model = fit(data, text[k]);
        json_t *root = model_json(model);
        assert_string_equal(text_at(root, "tune.how"), "cv:5");
        assert_string_equal(text_at(root, "tune.rule"), "keep");
        document[k] = without_seconds(root);
        json_decref(root);
        ardor_model_free(model);
        char plan[80];
        snprintf(plan, sizeof plan, "%s plan=kfold:3", text[k]);
        root = evaluate(data, plan);
        assert_string_equal(text_at(root, "tune"), "cv:5");
        assert_string_equal(text_at(root, "rule"), "keep");
        study[k] = without_seconds(root);
        json_decref(root);
    }
    assert_string_equal(document[0], document[1]);
    assert_string_equal(study[0], study[1]);
    for (int k = 0; k < 2; k++) {
        free(document[k]);
        free(study[k]);
    }
    ardor_dataset_free(data);
}

/* ---- the rule `keep` */

/* Candidates by hand: of 100 rows, so that a standard error is known. */
static int64_t kept(double least, double untuned, ard_tuned_status status)
{
    const ard_tuned candidate[] = {{.error = .3, .error_se = .0458, .n_features = 1},
                                   {.error = least, .error_se = sqrt(least * (1 - least) / 100), .n_features = 9},
                                   {.error = untuned, .error_se = .04, .n_features = 5, .status = status, .untuned = true},
                                   {.error = .5, .error_se = .05, .empty = true}};
    return ard_choose(candidate, 4, ARD_RULE_KEEP);
}

static void keep_goes_by_the_standard_error_of_the_least(void **state)
{
    (void)state;
    assert_int_equal(kept(.2, .23, ARD_TUNED_DONE), 2); /* .2 + .04 */
    assert_int_equal(kept(.2, .239, ARD_TUNED_DONE), 2);
    assert_int_equal(kept(.2, .241, ARD_TUNED_DONE), 1);
    assert_int_equal(kept(.2, .15, ARD_TUNED_DONE), 2);
    assert_int_equal(kept(.2, .2, ARD_TUNED_FAILED), 1);
    assert_int_equal(kept(.2, .2, ARD_TUNED_UNFINISHED), 1);
}

/* The untuned settings are the last candidate before the empty model; where they are chosen the model is that of no tuning. */
static void keep_tries_the_untuned_settings(void **state)
{
    (void)state;
    static const char *const methods[] = {"method=spr", "method=jcfo basis=linear", "method=jcfo basis=rbf", "method=rvm"};
    ardor_dataset *data = NULL;
    int n_kept = 0;
    must(simulated(context, "two-gaussians", 60, 4, 0, 1, &data));
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        char text[120];
        snprintf(text, sizeof text, "%s tune=cv:5 rule=one-se", methods[m]);
        ardor_model *usual = fit(data, text), *untuned = fit(data, methods[m]);
        snprintf(text, sizeof text, "%s tune=cv:5 rule=keep", methods[m]);
        ardor_model *model = fit(data, text);
        json_t *root = model_json(model), *other = model_json(usual), *plain = model_json(untuned);
        const size_t n = json_array_size(at(root, "tune.candidates"));
        assert_int_equal(n, json_array_size(at(other, "tune.candidates")) + 1);
        assert_true(json_is_true(json_object_get(json_array_get(at(root, "tune.candidates"), n - 1), "empty")));
        if (number_at(root, "tune.chosen") == (double)(n - 2)) {
            n_kept++;
            assert_true(number_at(root, "objective") == number_at(plain, "objective"));
            assert_true(json_equal(at(root, "settings"), at(plain, "settings")));
        }
        json_decref(plain);
        json_decref(other);
        json_decref(root);
        ardor_model_free(model);
        ardor_model_free(untuned);
        ardor_model_free(usual);
    }
    assert_true(n_kept > 0);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keep_goes_by_the_standard_error_of_the_least),
                                       cmocka_unit_test(keep_tries_the_untuned_settings),
                                       cmocka_unit_test(the_table),
                                       cmocka_unit_test(what_is_given_stays),
                                       cmocka_unit_test(groups_and_weights_are_left_to_folds),
                                       cmocka_unit_test(documents_name_what_was_done)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
