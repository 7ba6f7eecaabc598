/* What tuning does where it is left open: the table, and that documents name what was done. */
#include <unistd.h>

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
    must(ard_tune_settle(context, &data, NULL, &config.recipe));
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
        {"method=spr basis=rbf tune=auto", "cv:5 one-se", "cv:5 one-se", "alo one-se"},
        {"method=rvm basis=rbf tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 deviance"},
        {"method=rsfm basis=rbf tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 deviance"},
        {"method=pfcvm-lp basis=rbf tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 deviance"},
        {"method=rvm basis=identity tune=auto", "cv:5 one-se", "cv:5 one-se", "cv:5 one-se"},
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
    expect("tune=auto rule=error", 1000, 50, "cv:5 error");
    expect("tune=auto rule=one-se", 1000, 50, "alo one-se");
    expect("tune=alo rule=error", 1000, 50, "alo error");
    expect("tune=holdout:0.25 rule=auto", 1000, 50, "holdout:0.25 one-se");
}

/* From ten rows a feature on; and where approximate leave-one-out is asked for its rule is one-se, whatever that of folds is. */
static void approximate_leave_one_out_has_its_bound_and_its_rule(void **state)
{
    (void)state;
    expect("tune=auto basis=rbf", 500, 50, "alo one-se");
    expect("tune=auto basis=rbf", 499, 50, "cv:5 one-se");
    expect("tune=alo basis=linear", 1000, 50, "alo one-se");
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
        must(ard_tune_settle(context, &data[i], NULL, &config.recipe));
        assert_int_equal(config.recipe.tune, i ? ARD_TUNE_CV : ARD_TUNE_ALO);
    }
    ardor_spec_free(spec);
}

/* A split of 44 rows that trains on 20 of them. */
static void write_split(char *file)
{
    FILE *out = fdopen(mkstemp(file), "w");
    assert_non_null(out);
    fputs("split,row,set\n", out);
    for (int i = 1; i <= 44; i++) fprintf(out, "1,%d,%s\n", i, i <= 20 ? "train" : "test");
    assert_int_equal(fclose(out), 0);
}

/* 44 rows of 4 features are long; a fold that trains on fewer than 40 is middle. */
static void the_rows_that_train_decide(void **state)
{
    (void)state;
    need_full();
    static const struct {
        const char *spec, *tune;
    } cases[] = {{"plan=loo", "alo"},         {"plan=kfold:20", "alo"},     {"plan=kfold:2", "cv:5"},
                 {"plan=repeat:2x2", "cv:5"}, {"plan=holdout:0.05", "alo"}, {"plan=holdout:0.5", "cv:5"},
                 {"plan=boot:3", "alo"},      {"plan=splits:", "cv:5"},     {"protocol=leaky plan=loo", "plan"}};
    char file[] = "/tmp/ardor-split-XXXXXX", text[200], tune[32];
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 44, 4, 0, 1, &data));
    write_split(file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ard_config config;
        ard_plan *plan = NULL;
        snprintf(text, sizeof text, "tune=auto %s%s", cases[i].spec, strstr(cases[i].spec, "splits") ? file : "");
        ardor_spec *spec = make_spec(text);
        must(ard_config_parse(context, spec, &config));
        must(ard_plan_new(context, data, NULL, config.plan, config.recipe.seed, &plan));
        must(ard_tune_settle(context, data, plan, &config.recipe));
        if (strcmp(ard_tune_name(&config.recipe, tune), cases[i].tune) != 0) fail_msg("%s: %s", text, tune);
        ard_plan_free(plan);
        ardor_spec_free(spec);
    }
    snprintf(text, sizeof text, "tune=auto plan=splits:%s", file);
    json_t *root = evaluate(data, text);
    assert_string_equal(text_at(root, "tune"), "cv:5");
    json_decref(root);
    ardor_model *model = fit(data, "tune=auto");
    root = model_json(model);
    assert_string_equal(text_at(root, "tune.how"), "alo");
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
    unlink(file);
}

/* As many inner folds as groups train in the plan's first fold: five at most, two at least. */
static void groups_limit_the_folds(void **state)
{
    (void)state;
    static const struct {
        int n_groups;
        const char *spec, *tune;
    } cases[] = {{9, "", "cv:5"},
                 {4, "", "cv:4"},
                 {1, "", "cv:2"},
                 {6, "plan=logo", "cv:5"},
                 {5, "plan=logo", "cv:4"},
                 {2, "plan=logo", "cv:2"},
                 {3, "tune=cv:4", "cv:4"},
                 {4, "plan=kfold:2", "cv:2"},
                 {5, "plan=holdout:0.2", "cv:4"},
                 {4, "method=spr basis=rbf", "cv:4"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *group[36], name[36][2] = {{0}}, tune[32], text[100];
        ard_config config;
        ard_plan *plan = NULL;
        ardor_dataset *data = NULL;
        must(simulated(context, "two-gaussians", 36, 2, 0, 1, &data));
        for (int k = 0; k < 36; k++) {
            name[k][0] = (char)('a' + k / 2 % cases[i].n_groups);
            group[k] = name[k];
        }
        must(ard_dataset_set_groups(data, group));
        snprintf(text, sizeof text, "tune=auto %s", cases[i].spec);
        ardor_spec *spec = make_spec(text);
        must(ard_config_parse(context, spec, &config));
        if (config.plan) must(ard_plan_new(context, data, NULL, config.plan, config.recipe.seed, &plan));
        must(ard_tune_settle(context, data, plan, &config.recipe));
        if (strcmp(ard_tune_name(&config.recipe, tune), cases[i].tune) != 0) fail_msg("%s: %s", text, tune);
        ard_plan_free(plan);
        ardor_spec_free(spec);
        ardor_dataset_free(data);
    }
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
        ardor_model_free(model);
        char plan[80];
        snprintf(plan, sizeof plan, "%s plan=kfold:3", text[k]);
        root = evaluate(data, plan);
        assert_string_equal(text_at(root, "tune"), "cv:5");
        assert_string_equal(text_at(root, "rule"), "keep");
        study[k] = without_seconds(root);
    }
    assert_string_equal(document[0], document[1]);
    assert_string_equal(study[0], study[1]);
    for (int k = 0; k < 2; k++) {
        free(document[k]);
        free(study[k]);
    }
    ardor_dataset_free(data);
}

/* ---- where approximate leave-one-out is of no use, and auto stood for it */

static char *document_of(const ardor_dataset *data, const char *text, bool *warned)
{
    ardor_model *model = fit(data, text);
    json_t *root = model_json(model);
    *warned = warning_of(root, "folds_instead") != NULL;
    assert_string_equal(text_at(root, "tune.how"), "cv:5");
    json_object_del(root, "warnings");
    char *out = without_seconds(root);
    ardor_model_free(model);
    return out;
}

/* After so few iterations no candidate is at an optimum, or none but null models. The rule is that of the table, or the one that
 * was given. */
static void folds_take_over_where_nothing_is_trusted(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *given, *settled;
    } specs[] = {{"lam2=2 max_iter=1", "", " rule=one-se"}, {"lam1=8 max_iter=3", "", " rule=one-se"}};
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 60, 4, 0, 1, &data));
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        char text[100];
        bool warned = false;
        snprintf(text, sizeof text, "%s tune=auto%s", specs[k].settings, specs[k].given);
        char *one = document_of(data, text, &warned);
        assert_true(warned);
        snprintf(text, sizeof text, "%s tune=cv:5%s", specs[k].settings, specs[k].settled);
        char *other = document_of(data, text, &warned);
        assert_false(warned);
        assert_string_equal(one, other);
        free(other);
        free(one);
    }
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "lam2=2 max_iter=1 tune=alo", &model), ARDOR_DATA); /* asked for */
    ardor_dataset_free(data);
}

static void folds_of_an_evaluation_do_too(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 60, 4, 0, 1, &data));
    json_t *one = evaluate(data, "lam2=2 max_iter=1 tune=auto plan=kfold:3"),
           *other = evaluate(data, "lam2=2 max_iter=1 tune=cv:5 plan=kfold:3");
    assert_non_null(warning_of(one, "folds_instead"));
    assert_non_null(strstr(warning_of(one, "folds_instead"), "in all 3 folds"));
    assert_non_null(strstr(warning_of(one, "folds_instead"), "cv:5"));
    assert_null(warning_of(other, "folds_instead"));
    assert_true(json_equal(at(one, "rows"), at(other, "rows")));
    json_decref(other);
    json_decref(one);
    ardor_dataset_free(data);
}

/* Automatic tuning says of every table what the folds say that it stands for otherwise. */
static void there_is_no_error_that_folds_do_not_have(void **state)
{
    (void)state;
    static const double x[16] = {1, 2, 3, 4, 5, 6, 7, 8.5, 2, 1, 0, 3, 1, 2, 2, 1};
    static const double lone[] = {1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, half[] = {1, -1, 1, 1, -1, -1, 1, -1, 1, 1};
    const struct {
        int64_t n, p;
        const double *side;
    } tables[] = {{2, 0, half}, {3, 0, half}, {8, 0, half}, {8, 0, lone}, {10, 1, half}, {10, 1, lone}};
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        ardor_dataset *data = make_table(tables[k].n, tables[k].p, x, tables[k].side, NULL);
        ardor_model *model = NULL;
        char message[1000] = "";
        const ardor_status folds = try_fit(data, "basis=rbf tune=cv:5", &model);
        if (folds != ARDOR_OK) snprintf(message, sizeof message, "%s", ardor_context_message(context));
        ardor_model_free(model);
        model = NULL;
        assert_int_equal(try_fit(data, "basis=rbf tune=auto", &model), folds);
        if (folds != ARDOR_OK) assert_string_equal(ardor_context_message(context), message);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

static int fails(void *work, const ard_fit *one, const int64_t *block, double *latent)
{
    (void)work, (void)block, (void)latent;
    return one ? ard_fail(context, ARDOR_NUMERIC, "it cannot be left out") : ARDOR_OK;
}

static int refuses(void *work, const ard_fit *one, const int64_t *block, double *latent)
{
    (void)work, (void)one, (void)block, (void)latent;
    return ard_fail(context, ARDOR_USAGE, "not of these");
}

/* Whatever leaving out ends in. */
static void folds_take_over_where_leaving_out_fails(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    ardor_spec *spec = make_spec("lam2=2 tune=auto");
    must(simulated(context, "two-gaussians", 60, 4, 0, 1, &data));
    for (int k = 0; k < 2; k++) {
        ard_config config;
        ard_fitted fitted;
        must(ard_config_parse(context, spec, &config));
        must(ard_tune_settle(context, data, NULL, &config.recipe));
        assert_int_equal(config.recipe.tune, ARD_TUNE_ALO);
        ard_method method = *config.recipe.method;
        method.leave_out = k ? refuses : fails;
        config.recipe.method = &method;
        must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
        assert_string_equal(fitted.report.tune, "cv:5");
        assert_string_equal(fitted.report.rule, "one-se");
        assert_int_equal(fitted.report.candidate[0].status, ARD_TUNED_DONE);
        assert_true(fitted.fit.machine.n_features > 0);
        ard_fitted_free(context, &fitted);
        config.recipe.instead = (ard_scheme){0}; /* asked for */
        assert_int_equal(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted),
                         k ? ARDOR_USAGE : ARDOR_NUMERIC);
        assert_message(k ? "not of these" : "could be fitted");
    }
    ardor_spec_free(spec);
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
                                       cmocka_unit_test(the_rows_that_train_decide),
                                       cmocka_unit_test(groups_limit_the_folds),
                                       cmocka_unit_test(approximate_leave_one_out_has_its_bound_and_its_rule),
                                       cmocka_unit_test(groups_and_weights_are_left_to_folds),
                                       cmocka_unit_test(documents_name_what_was_done),
                                       cmocka_unit_test(folds_take_over_where_nothing_is_trusted),
                                       cmocka_unit_test(folds_of_an_evaluation_do_too),
                                       cmocka_unit_test(there_is_no_error_that_folds_do_not_have),
                                       cmocka_unit_test(folds_take_over_where_leaving_out_fails)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
