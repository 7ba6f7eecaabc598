/* Specs and their parsing: keys, values, and the checks against data. */
#include "model_fixture.h"
#include "listed.h"

#include "fit/config.h"

static ardor_spec *make_spec(ardor_context *context)
{
    ardor_spec *spec = NULL;
    assert_int_equal(ardor_spec_new(context, &spec), ARDOR_OK);
    return spec;
}

static void set(ardor_context *context, ardor_spec *spec, const char *key, const char *value)
{
    if (ardor_spec_set(context, spec, key, value) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

static ard_config config_of(ardor_context *context, const ardor_spec *spec)
{
    ard_config config;
    if (ard_config_parse(context, spec, &config) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    return config;
}

static void assert_argument(const ard_config *config, const char *key, const char *expected)
{
    char buffer[ARD_ARGUMENT_BYTES];
    assert_string_equal(ard_prepare_text(&config->recipe.prepare, key, buffer), expected);
}

static void defaults_are_those_of_the_header(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_spec *spec = make_spec(context);
    char buffer[32];
    ard_config config = config_of(context, spec);
    assert_string_equal(config.recipe.method->name, "jcfo");
    assert_string_equal(ard_basis_name(config.recipe.basis, buffer), config.recipe.method->default_basis);
    assert_argument(&config, "standardise", "train");
    assert_argument(&config, "impute", "none");
    assert_argument(&config, "log", "off");
    assert_argument(&config, "filter", "none");
    assert_int_equal(config.recipe.protocol, ARD_PROTOCOL_HONEST);
    assert_int_equal(config.recipe.tune, ARD_TUNE_NONE);
    assert_int_equal(config.recipe.rule, ARD_RULE_ONE_SE);
    assert_false(config.recipe.relax);
    assert_false(config.trace);
    assert_null(config.plan);
    assert_int_equal(config.recipe.seed, 1);
    assert_int_equal(config.threads, 1);
    assert_true(isinf(config.time_limit));
    ardor_spec_free(spec);
    ardor_context_free(context);
}

static void every_key_is_read(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_spec *spec = make_spec(context);
    static const char *const pairs[][2] = {{"lam1", "0.25"},
                                           {"max-iter", "77"},
                                           {"method", "spr"},
                                           {"basis", "linear"},
                                           {"standardise", "samples"},
                                           {"impute", "median"},
                                           {"log", "2.5"},
                                           {"filter", "fdr:12"},
                                           {"tune", "holdout:.1"},
                                           {"rule", "error"},
                                           {"relax", "auto"},
                                           {"plan", "kfold:10"},
                                           {"protocol", "leaky"},
                                           {"seed", "9223372036854775807"},
                                           {"threads", "3"},
                                           {"time_limit", "1.5"},
                                           {"trace", "on"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) set(context, spec, pairs[i][0], pairs[i][1]);
    ard_config config = config_of(context, spec);
    char buffer[32];
    assert_string_equal(config.recipe.method->name, "spr");
    assert_int_equal(config.recipe.basis.kind, ARD_LINEAR);
    assert_argument(&config, "standardise", "samples");
    assert_argument(&config, "impute", "median");
    assert_argument(&config, "log", "2.5");
    assert_argument(&config, "filter", "fdr:12");
    assert_string_equal(ard_tune_name(&config.recipe, buffer), "holdout:0.1");
    assert_string_equal(ard_rule_name(config.recipe.rule), "error");
    assert_string_equal(ard_protocol_name(config.recipe.protocol), "leaky");
    assert_string_equal(config.plan, "kfold:10");
    assert_true(config.recipe.relax && config.trace);
    assert_true(config.recipe.seed == INT64_MAX && config.threads == 3 && config.time_limit == 1.5);
    int lam1 = ard_setting_index(config.recipe.method, "lam1"), max_iter = ard_setting_index(config.recipe.method, "max_iter");
    assert_true(config.recipe.settings.value[lam1] == 0.25 && config.recipe.settings.given[lam1]);
    assert_true(config.recipe.settings.value[max_iter] == 77 && config.recipe.settings.given[max_iter]);
    ardor_spec_free(spec);
    ardor_context_free(context);
}

static void later_values_replace_earlier_ones(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_spec *spec = make_spec(context);
    set(context, spec, "time-limit", "bad");
    set(context, spec, "time_limit", "none");
    set(context, spec, "max_iter", "5");
    set(context, spec, "max-iter", "6");
    assert_int_equal(spec->n, 2);
    ard_config config = config_of(context, spec);
    assert_true(isinf(config.time_limit));
    assert_true(config.recipe.settings.value[ard_setting_index(config.recipe.method, "max_iter")] == 6);
    for (int i = 0; i < 100; i++) set(context, spec, "seed", "3");
    assert_int_equal(spec->n, 3);
    ardor_spec_free(spec);
    ardor_context_free(context);
}

static void tune_values(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"", "cv:5"},       {"auto", "cv:5"},       {"none", "none"},
        {"cv:10", "cv:10"}, {"first:5", "first:5"}, {"holdout:1.2345678901234568e-300", "holdout:1.2345678901234568e-300"}};
    ardor_context *context = make_context();
    ardor_spec *spec = make_spec(context);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char buffer[32];
        set(context, spec, "tune", texts[i][0]);
        ard_config config = config_of(context, spec);
        assert_string_equal(ard_tune_name(&config.recipe, buffer), texts[i][1]);
    }
    ardor_spec_free(spec);
    ardor_context_free(context);
}

static void bad_values_say_what_is_allowed(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"method", "tree", "there is no method 'tree'; the methods are: jcfo, spr"},
        {"basis", "rdf", "there is no basis 'rdf'"},
        {"standardise", "Train", "standardise takes train, all, samples or none, not 'Train'"},
        {"impute", "mode", "impute takes none, median, mean, or knn:K with K >= 1, not 'mode'"},
        {"log", "0", "log takes off, on, or a floor above 0, not '0'"},
        {"log", "", "log takes"},
        {"filter", "relief:30", NULL}, /* the whole message: made of the table */
        {"filter", "ttest", "not 'ttest'"},
        {"filter", "ttest:", "not 'ttest:'"},
        {"filter", "ttest:0", "not 'ttest:0'"},
        {"filter", "fdr:-3", "not 'fdr:-3'"},
        {"filter", "fdr:1.5", "not 'fdr:1.5'"},
        {"filter", "t:30", "not 't:30'"},
        {"filter", "", "not ''"},
        {"tune", "cv:1", "not 'cv:1'"},
        {"tune", "cv:", "not 'cv:'"},
        {"tune", "cv:5x", "not 'cv:5x'"},
        {"tune", "holdout:1", "not 'holdout:1'"},
        {"tune", "holdout:nan", "not 'holdout:nan'"},
        {"tune", "first:0", "not 'first:0'"},
        {"rule", "one_se", "rule takes auto, one-se, deviance, error, keep or sparse, not 'one_se'"},
        {"relax", "yes", "relax takes none or auto, not 'yes'"},
        {"plan", "", "plan takes"},
        {"protocol", "fair", "protocol takes honest or leaky, not 'fair'"},
        {"seed", "-1", "seed takes an integer from 0"},
        {"seed", "9223372036854775808", "seed takes an integer from 0"},
        {"seed", "1.5", "seed takes an integer from 0"},
        {"threads", "0", "threads takes an integer from 1 to 1024, or auto, not '0'"},
        {"threads", "4294967297", "threads takes"},
        {"time-limit", "0", "time-limit takes seconds above 0, or none, not '0'"},
        {"time-limit", "inf", "time-limit takes"},
        {"trace", "1", "trace takes off or on, not '1'"},
        {"max_iter", "0", "max_iter"},
    };
    ardor_context *context = make_context();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ardor_spec *spec = make_spec(context);
        ard_config config;
        set(context, spec, bad[i][0], bad[i][1]);
        if (ard_config_parse(context, spec, &config) != ARDOR_USAGE) fail_msg("%s=%s was taken", bad[i][0], bad[i][1]);
        char words[LISTED];
        assert_message(context, bad[i][2] ? bad[i][2] : listed_filters(bad[i][1], words));
        ardor_spec_free(spec);
    }
    ardor_context_free(context);
}

static void unknown_keys_suggest_close_ones(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_spec *spec = make_spec(context);
    assert_int_equal(ardor_spec_set(context, spec, "standardize", "all"), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), "there is no setting 'standardize'; is 'standardise' meant?");
    assert_int_equal(ardor_spec_set(context, spec, "lm1", "all"), ARDOR_USAGE);
    assert_message(context, "'lam1'");
    assert_int_equal(ardor_spec_set(context, spec, "xyz", "all"), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context),
                        "there is no setting 'xyz'; 'jcfo' has: lam1, lam2, strength, screen, penalise_bias, start_scale, "
                        "centres, starts, weakest, solver, tol, max_iter");
    assert_int_equal(ardor_spec_set(context, spec, "LAM1", "1"), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), "there is no setting 'LAM1'; is 'lam1' meant?");
    assert_int_equal(ardor_spec_set(context, spec, "", "all"), ARDOR_USAGE);
    assert_int_equal(ardor_spec_set(context, spec, "time-limits-of-a-very-long-name-that-goes-on-and-on-and-on", "1"),
                     ARDOR_USAGE);
    assert_int_equal(ardor_spec_set(context, spec, "seed", NULL), ARDOR_USAGE);
    assert_int_equal(ardor_spec_set(context, NULL, "seed", "1"), ARDOR_USAGE);
    assert_int_equal(spec->n, 0);
    ardor_spec_free(spec);
    ardor_spec_free(NULL);
    ardor_context_free(context);
}

/* ---- against data */

static void check(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data, int status, const char *message)
{
    assert_int_equal(ard_recipe_check(context, recipe, data), status);
    if (status != ARDOR_OK) assert_message(context, message);
}

static void capabilities_are_checked_against_data(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_spec *spec = make_spec(context);
    ard_config config = config_of(context, spec);
    ard_method method = *config.recipe.method; /* one whose capabilities are known here */
    method.name = "some";
    method.can = ARD_CAN_IDENTITY | ARD_CAN_RBF;
    config.recipe.method = &method;
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    config.recipe.basis = (ard_basis){ARD_RBF, 0};
    check(context, &config.recipe, data, ARDOR_OK, "");
    config.recipe.basis = (ard_basis){ARD_POLY, 2};
    check(context, &config.recipe, data, ARDOR_USAGE, "method 'some' has no basis 'poly:2'; it has: identity, rbf");
    config.recipe.basis = (ard_basis){ARD_IDENTITY, 0};

    double weight[ROWS] = {1, 1, 1, 1, 1, 1};
    data->weight = weight;
    check(context, &config.recipe, data, ARDOR_USAGE, "method 'some' cannot take case weights");
    method.can |= ARD_CAN_WEIGHTS;
    check(context, &config.recipe, data, ARDOR_OK, "");
    data->weight = NULL;

    static const char *const three[ROWS] = {"setosa", "versicolor", "virginica", "setosa", "versicolor", "virginica"};
    static const char *const one[ROWS] = {"a", "a", "a", "a", "a", "a"};
    static const char *const gap[ROWS] = {"a", "b", "a", NULL, "a", "b"};
    assert_int_equal(ard_dataset_set_labels(data, three, NULL), ARDOR_OK);
    check(context, &config.recipe, data, ARDOR_OK, "");
    assert_int_equal(ard_recipe_multiclass(&config.recipe, 3), ARD_MULTICLASS_PAIRS);
    assert_null(ard_recipe_multiclass_name(&config.recipe, 2));
    config.recipe.multiclass = ARD_MULTICLASS_NATIVE;
    check(context, &config.recipe, data, ARDOR_USAGE,
          "method 'some' itself tells two classes apart, and 'data' has 3 ('setosa', 'versicolor', 'virginica'): take "
          "multiclass=pairs, or rest, which fit it to two at a time");
    method.can |= ARD_CAN_MANY_CLASSES;
    check(context, &config.recipe, data, ARDOR_OK, "");
    config.recipe.multiclass = ARD_MULTICLASS_AUTO;
    assert_int_equal(ard_recipe_multiclass(&config.recipe, 3), ARD_MULTICLASS_NATIVE);
    assert_int_equal(ard_recipe_multiclass(&config.recipe, 2), ARD_MULTICLASS_NATIVE);
    assert_string_equal(ard_recipe_multiclass_name(&config.recipe, 3), "native");
    assert_int_equal(ard_dataset_set_labels(data, one, NULL), ARDOR_OK);
    check(context, &config.recipe, data, ARDOR_DATA, "'data' has only one class, 'a'");
    assert_int_equal(ard_dataset_set_labels(data, gap, NULL), ARDOR_OK);
    check(context, &config.recipe, data, ARDOR_DATA, "data: row '4' has no class label");
    int64_t line[ROWS] = {2, 3, 5, 8, 9, 10};
    data->line = line;
    check(context, &config.recipe, data, ARDOR_DATA, "data: line 8: row '4' has no class label");
    data->line = NULL;
    int32_t *label = data->label;
    data->label = NULL;
    check(context, &config.recipe, data, ARDOR_DATA, "'data' has no label column");
    data->label = label;
    data->n = 0;
    check(context, &config.recipe, data, ARDOR_DATA, "'data' has no rows");
    data->n = ROWS;
    ardor_dataset_free(data);
    ardor_spec_free(spec);
    ardor_context_free(context);
}

/* Where settings are picked on the errors that are reported, errors decide; else the rule that is asked for. */
static void the_rule_in_force(void **state)
{
    (void)state;
    static const ard_tune_kind tunes[] = {ARD_TUNE_CV, ARD_TUNE_HOLDOUT, ARD_TUNE_FIRST};
    for (int t = 0; t < 3; t++)
        for (ard_rule rule = ARD_RULE_ONE_SE; rule <= ARD_RULE_ERROR; rule++) {
            const ard_recipe honest = {.tune = tunes[t], .rule = rule, .protocol = ARD_PROTOCOL_HONEST};
            const ard_recipe leaky = {.tune = tunes[t], .rule = rule, .protocol = ARD_PROTOCOL_LEAKY};
            assert_int_equal(ard_recipe_rule(&honest), tunes[t] == ARD_TUNE_FIRST ? ARD_RULE_ERROR : rule);
            assert_int_equal(ard_recipe_rule(&leaky), ARD_RULE_ERROR);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_header),      cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(later_values_replace_earlier_ones),     cmocka_unit_test(tune_values),
        cmocka_unit_test(bad_values_say_what_is_allowed),        cmocka_unit_test(unknown_keys_suggest_close_ones),
        cmocka_unit_test(capabilities_are_checked_against_data), cmocka_unit_test(the_rule_in_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
