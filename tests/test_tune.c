/* Tuning: rules on made-up scores, the shapes of the default grids, relaxed refits, inner plans. */
#include "api_fixture.h"

#include "fit/tune.h"
#include "method/jcfo/jcfo.h"
#include "method/spr/spr.h"
#include "simulated.h"

/* ------------------------------------------------------------------ rules */

#define DONE(...)                                                                                                                \
    {                                                                                                                            \
        {0}, __VA_ARGS__, ARD_TUNED_DONE, NULL, false, false, 0, 0                                                               \
    }

static void rules_choose_from_a_table(void **state)
{
    (void)state;
    static const ard_tuned table[] = {/* value, error, error_se, deviance, n_features, n_vectors */
                                      DONE(.20, .04, .50, 9, 5), DONE(.22, .04, .45, 4, 8), DONE(.24, .05, .70, 4, 3),
                                      DONE(.25, .05, .71, 1, 1), DONE(.50, .06, .69, 0, 0), DONE(.20, .04, .49, 9, 5)};
    const int n = COUNT_OF(table);
    assert_int_equal(ard_choose(table, n, ARD_RULE_ERROR), 5); /* the tie of errors by deviance */
    assert_int_equal(ard_choose(table, n, ARD_RULE_DEVIANCE), 1);
    assert_int_equal(ard_choose(table, n, ARD_RULE_ONE_SE), 1); /* .25 is beyond; of equally few features the error */
    assert_int_equal(ard_choose(table, 2, ARD_RULE_ONE_SE), 1); /* fewer features although more vectors */
    assert_int_equal(ard_choose(table, 1, ARD_RULE_ONE_SE), 0);
    const ard_tuned same[] = {DONE(.3, .1, .6, 2, 2), DONE(.3, .1, .6, 2, 2), DONE(.35, .1, .5, 2, 2)};
    for (ard_rule rule = ARD_RULE_ONE_SE; rule <= ARD_RULE_ERROR; rule++)
        assert_int_equal(ard_choose(same, 2, rule), 0);        /* all equal: the first */
    assert_int_equal(ard_choose(same, 3, ARD_RULE_ONE_SE), 0); /* equally sparse: the smaller error */
    assert_int_equal(ard_choose(same, 3, ARD_RULE_DEVIANCE), 2);
    const ard_tuned alike[] = {DONE(.3, .1, .6, 2, 5), DONE(.3, .1, .6, 2, 3), DONE(.3, .1, .6, 2, 3)};
    assert_int_equal(ard_choose(alike, 3, ARD_RULE_ONE_SE), 1); /* all else equal: fewer vectors, and the first of those */
    assert_int_equal(ard_choose(alike, 3, ARD_RULE_ERROR), 0);
    const ard_tuned perfect[] = {DONE(0, 0, .01, 5, 1), DONE(.01, .01, .02, 1, 1), DONE(0, 0, .02, 4, 1)};
    assert_int_equal(ard_choose(perfect, 3, ARD_RULE_ONE_SE), 2); /* no standard error: only equals count */
}

/* ------------------------------------------------------------------ grids */

typedef struct grid_case {
    const ard_method *method;
    const char *basis;
    int64_t n, p;
    const char *given; /* "lam1=2 strength=.3" */
    int64_t paths, candidates;
    const char *tuned; /* settings whose values differ between candidates */
} grid_case;

static void make_grid(const grid_case *c, bool fine, ard_settings *settings, ard_grid *grid)
{
    const ard_matrix x = {.n = c->n, .p = c->p};
    ard_problem problem = {.x = &x, .target = {.n = c->n, .n_classes = 2, .weight_sum = (double)c->n}};
    char copy[128], *rest = copy;
    ard_settings_default(c->method, settings);
    snprintf(copy, sizeof copy, "%s", c->given);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(pair, '=');
        *value = '\0';
        must(ard_settings_set(context, c->method, settings, pair, value + 1));
    }
    must(ard_basis_parse(context, c->basis, &problem.basis));
    must(c->method->grid(c->method, context, &problem, settings, fine, grid));
}

static bool varies(const ard_grid *grid, int column)
{
    for (int64_t i = 1; i < grid->n; i++)
        if (grid->value[i * grid->n_tuned + column] != grid->value[column]) return true;
    return false;
}

/* What varies is what is said; what was given is never anything else in any candidate. */
static void check_grid(const grid_case *c, bool fine)
{
    ard_settings settings;
    ard_grid grid;
    char names[128] = "";
    make_grid(c, fine, &settings, &grid);
    assert_int_equal(grid.n, c->candidates);
    assert_int_equal(grid.n_paths, c->paths);
    assert_int_equal(grid.path[0], 0);
    assert_int_equal(grid.path[grid.n_paths], grid.n);
    for (int64_t i = 0; i < grid.n_paths; i++) assert_true(grid.path[i] < grid.path[i + 1]);
    for (int s = 0; s < grid.n_tuned; s++) {
        const ard_setting *setting = c->method->settings + grid.setting[s];
        if (varies(&grid, s)) {
            assert_false(settings.given[grid.setting[s]]);
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "", setting->name);
        }
        for (int64_t i = 0; i < grid.n; i++) {
            double value = grid.value[i * grid.n_tuned + s];
            assert_true(value >= setting->low && value <= setting->high);
            if (settings.given[grid.setting[s]]) assert_true(value == settings.value[grid.setting[s]]);
        }
    }
    if (strcmp(names, c->tuned) != 0)
        fail_msg("%s %s (%s): '%s' varies, not '%s'", c->method->name, c->basis, c->given, names, c->tuned);
    ard_grid_free(context, &grid);
}

/* Paths along the second of three axes, there and back without what they began with. */
static void paths_come_back_short_of_their_beginning(void **state)
{
    (void)state;
    static const double values[] = {1, 2, 3, 4};
    static const struct {
        int64_t n, length;
        double way[6];
    } cases[] = {{1, 1, {1}}, {2, 2, {1, 2}}, {3, 4, {1, 2, 3, 2}}, {4, 6, {1, 2, 3, 4, 3, 2}}};
    ard_settings settings;
    ard_settings_default(&ard_method_jcfo, &settings);
    for (int c = 0; c < COUNT_OF(cases); c++)
        for (int back = 0; back < 2; back++) {
            const ard_axis axes[] = {
                {JCFO_LAM2, 2, values, 10}, {JCFO_LAM1, cases[c].n, values, 1}, {JCFO_START_SCALE, 3, values, .1}};
            const int64_t length = back ? cases[c].length : cases[c].n;
            ard_grid grid;
            must(ard_path_grid(context, &settings, 3, axes, 1, back, &grid));
            assert_false(grid.carries || grid.weak_to_strong);
            assert_int_equal(grid.n_paths, 6);
            assert_int_equal(grid.n, 6 * length);
            for (int64_t i = 0; i < grid.n; i++) {
                const int64_t path = i / length;
                assert_int_equal(grid.path[path], path * length);
                assert_int_equal(grid.turn[path], path * length + cases[c].n);
                assert_true(grid.value[3 * i] == 10 * values[path / 3] && grid.value[3 * i + 1] == cases[c].way[i % length]);
                assert_near(grid.value[3 * i + 2], .1 * values[path % 3], 1e-15, "the third axis");
            }
            ard_grid_free(context, &grid);
        }
}

static void default_grids_have_their_shapes(void **state)
{
    (void)state;
    static const grid_case cases[] = {{&ard_method_spr, "identity", 50, 10, "", 1, 20, "strength"},
                                      {&ard_method_spr, "identity", 50, 10, "lam1=2", 1, 1, ""},
                                      {&ard_method_spr, "identity", 50, 10, "strength=.3", 1, 1, ""},
                                      {&ard_method_spr, "rbf", 50, 10, "", 5, 100, "strength scale"},
                                      {&ard_method_spr, "rbf", 50, 10, "scale=.2", 1, 20, "strength"},
                                      {&ard_method_spr, "rbf", 50, 10, "sigma=2", 1, 20, "strength"},
                                      {&ard_method_spr, "poly:2", 50, 10, "lam1=1", 5, 5, "scale"},
                                      {&ard_method_jcfo, "linear", 100, 10, "", 1, 10, "lam1 lam2"},
                                      {&ard_method_jcfo, "poly:1", 100, 10, "lam1=2", 1, 10, "lam2"},
                                      {&ard_method_jcfo, "linear", 100, 10, "lam2=2", 1, 10, "lam1"},
                                      {&ard_method_jcfo, "linear", 100, 10, "lam1=2 lam2=3", 1, 1, ""},
                                      {&ard_method_jcfo, "linear", 20, 1000, "", 5, 25, "strength lam1 lam2"},
                                      {&ard_method_jcfo, "linear", 20, 1000, "strength=.1", 1, 5, "lam1 lam2"},
                                      {&ard_method_jcfo, "linear", 20, 1000, "lam1=2 lam2=3", 5, 5, "strength"},
                                      {&ard_method_jcfo, "linear", 20, 1000, "screen=none", 1, 10, "lam1 lam2"},
                                      {&ard_method_jcfo, "linear", 100, 10, "screen=restrict", 5, 25, "strength lam1 lam2"},
                                      {&ard_method_jcfo, "rbf", 100, 10, "", 3, 36, "lam2 lam1"},
                                      {&ard_method_jcfo, "rbf", 300, 10, "", 3, 24, "lam2 lam1"},
                                      {&ard_method_jcfo, "rbf", 1000, 10, "", 3, 18, "lam2 lam1"},
                                      {&ard_method_jcfo, "rbf", 1000, 10, "weakest=.01", 3, 36, "lam2 lam1"},
                                      {&ard_method_jcfo, "poly:2", 100, 10, "lam2=3", 1, 12, "lam1"},
                                      {&ard_method_jcfo, "rbf", 100, 10, "lam1=3", 3, 3, "lam2"},
                                      {&ard_method_jcfo, "rbf", 100, 10, "lam1=1 lam2=3", 1, 1, ""}};
    static const grid_case fine[] = {{&ard_method_jcfo, "linear", 20, 1000, "", 8, 64, "strength lam1 lam2"},
                                     {&ard_method_jcfo, "linear", 20, 1000, "strength=.1", 1, 8, "lam1 lam2"}};
    for (int i = 0; i < COUNT_OF(cases); i++) check_grid(cases + i, false);
    for (int i = 0; i < COUNT_OF(fine); i++) check_grid(fine + i, true);
}

/* Weak to strong, for curved kernels and back the same way; rates in proportion to n (bilinear) or its root. */
static void grids_follow_order_and_sample_size(void **state)
{
    (void)state;
    ard_settings settings;
    ard_grid small, large;
    static const char *const basis[] = {"linear", "rbf"};
    for (int b = 0; b < 2; b++) {
        make_grid(&(grid_case){&ard_method_jcfo, basis[b], 100, 5, "weakest=.1", 0, 0, ""}, false, &settings, &small);
        make_grid(&(grid_case){&ard_method_jcfo, basis[b], 400, 5, "weakest=.1", 0, 0, ""}, false, &settings, &large);
        assert_true(small.weak_to_strong);
        const int lam1 = 1;
        for (int64_t path = 0; path < small.n_paths; path++) {
            const int64_t first = small.path[path], end = small.path[path + 1], turn = small.turn[path];
            assert_int_equal(turn, b == 0 ? end : first + (end - first) / 2 + 1);
            for (int64_t i = first + 1; i < end; i++) {
                double step = small.value[i * small.n_tuned + lam1] - small.value[(i - 1) * small.n_tuned + lam1];
                assert_true(i < turn ? step > 0 : step < 0);
            }
        }
        for (int64_t i = 0; i < small.n * small.n_tuned; i++) {
            if (b == 0 && i % 3 == 0) continue; /* strength */
            assert_near(large.value[i] / small.value[i], b == 0 ? 4 : 2, 1e-9, "the factor of four times the samples");
        }
        ard_grid_free(context, &large);
        ard_grid_free(context, &small);
    }
    make_grid(&(grid_case){&ard_method_spr, "identity", 100, 5, "", 0, 0, ""}, false, &settings, &small);
    assert_false(small.weak_to_strong);
    assert_true(small.value[0] == 1); /* the null model is a candidate */
    for (int64_t i = 1; i < small.n; i++) assert_true(small.value[i] < small.value[i - 1]);
    ard_grid_free(context, &small);
}

/* ------------------------------------------------------------------ whole runs */

static ardor_dataset *two_gaussians(int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", n, p, NAN, 5, &data));
    return data;
}

static json_t *fit_json(const ardor_dataset *data, const char *spec)
{
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    ardor_model_free(model);
    return root;
}

/* The report's chosen candidate is the rule's, and its settings made the model. */
static void chosen_candidate_made_the_model(void **state)
{
    (void)state;
    static const char *const rules[] = {"one-se", "deviance", "error"};
    ardor_dataset *data = two_gaussians(80, 6);
    for (ard_rule rule = ARD_RULE_ONE_SE; rule <= ARD_RULE_ERROR; rule++) {
        char spec[120];
        ard_tuned table[32] = {0};
        snprintf(spec, sizeof spec, "method=jcfo basis=linear tune=cv:4 rule=%s", rules[rule]);
        json_t *root = fit_json(data, spec), *list = at(root, "tune.candidates"), *one;
        size_t i, chosen = (size_t)number_at(root, "tune.chosen");
        assert_string_equal(text_at(root, "tune.how"), "cv:4");
        assert_string_equal(text_at(root, "tune.rule"), rules[rule]);
        assert_int_equal(json_array_size(list), 11);
        json_array_foreach(list, i, one)
        {
            double error = number_at(one, "error");
            table[i] = (ard_tuned){{0},
                                   error,
                                   number_at(one, "error_se"),
                                   number_at(one, "deviance"),
                                   number_at(one, "n_features"),
                                   number_at(one, "n_vectors"),
                                   ARD_TUNED_DONE,
                                   NULL,
                                   i == 10,
                                   false,
                                   0,
                                   0};
            assert_near(table[i].error_se, sqrt(error * (1 - error) / 80), 1e-12, "the standard error");
        }
        assert_int_equal(ard_choose(table, 11, rule), chosen);
        assert_near(number_at(root, "settings.lam1"), number_at(json_array_get(list, chosen), "lam1"), 1e-12, "lam1");
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* The null model of balanced classes has probabilities of one half: the tie goes to one class, as in prediction, and half
 * the rows are wrong. */
static void ties_are_half_wrong(void **state)
{
    (void)state;
    ardor_dataset *data = balanced_noise();
    json_t *root = fit_json(data, "method=spr strength=1 tune=cv:4");
    json_t *one = json_array_get(at(root, "tune.candidates"), 0);
    assert_true(json_is_true(at(root, "null_model")));
    assert_near(number_at(one, "n_features"), 0, 0, "features of the null model");
    assert_near(number_at(one, "error"), .5, 1e-12, "the error of the null model");
    assert_near(number_at(one, "deviance"), log(2), 1e-12, "its deviance");
    json_decref(root);
    ardor_dataset_free(data);
}

static void relaxed_refits_are_reported(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=jcfo basis=linear", "method=spr", "method=jcfo basis=rbf lam2=1",
                                        "method=spr basis=rbf scale=.1"};
    static const double factors[] = {1, .5, .25, .1, .03};
    ardor_dataset *data = two_gaussians(60, 5);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[160];
        snprintf(spec, sizeof spec, "%s tune=cv:3", specs[s]);
        json_t *plain = fit_json(data, spec);
        strcat(spec, " relax=auto");
        json_t *relaxed = fit_json(data, spec);
        double factor = number_at(relaxed, "relax.factor");
        bool known = false;
        for (int i = 0; i < COUNT_OF(factors); i++) known = known || factor == factors[i];
        assert_true(known);
        assert_true(json_is_null(at(plain, "relax")));
        assert_int_equal(number_at(plain, "tune.chosen"), number_at(relaxed, "tune.chosen"));
        assert_true(number_at(relaxed, "relax.error_after") <= number_at(relaxed, "relax.error_before"));
        size_t chosen = (size_t)number_at(relaxed, "tune.chosen");
        /* its factor 1 is the chosen candidate itself, solved again */
        double error = number_at(json_array_get(at(relaxed, "tune.candidates"), chosen), "error");
        assert_near(number_at(relaxed, "relax.error_before"), error, 1e-12, "the error before");
        assert_true(number_at(relaxed, "n_features") <= number_at(plain, "n_features"));
        assert_near(number_at(relaxed, "settings.lam1"), factor * number_at(plain, "settings.lam1"), 1e-12, "lam1");
        json_decref(relaxed);
        json_decref(plain);
    }
    json_t *result = evaluate(data, "method=spr tune=cv:3 relax=auto plan=kfold:3"), *fold;
    size_t i;
    assert_true(json_is_object(at(result, "unrelaxed")));
    json_array_foreach(at(result, "folds"), i, fold) assert_true(number_at(fold, "relax_factor") <= 1);
    json_decref(result);
    ardor_dataset_free(data);
}

static void inner_plans(void **state)
{
    (void)state;
    ardor_dataset *data = two_gaussians(50, 4);
    ardor_model *model = NULL;
    json_t *root = fit_json(data, "method=spr tune=holdout:.2"), *one;
    size_t i;
    assert_string_equal(text_at(root, "tune.how"), "holdout:0.2");
    json_array_foreach(at(root, "tune.candidates"), i, one)
    {
        double wrong = 10 * number_at(one, "error"); /* ten rows are held out */
        assert_near(wrong, round(wrong), 1e-9, "wrong rows of ten");
    }
    json_decref(root);
    root = fit_json(data, "method=spr tune=cv:50"); /* as many folds as rows */
    assert_string_equal(text_at(root, "tune.how"), "cv:50");
    json_decref(root);
    assert_int_equal(try_fit(data, "method=spr tune=cv:51", &model), ARDOR_USAGE);
    assert_message("51");
    root = fit_json(data, "method=spr lam1=2 tune=cv:3"); /* one candidate, or nothing */
    assert_int_equal(json_array_size(at(root, "tune.candidates")), 2);
    assert_near(number_at(root, "settings.lam1"), 2, 0, "lam1");
    json_decref(root);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_choose_from_a_table),       cmocka_unit_test(paths_come_back_short_of_their_beginning),
        cmocka_unit_test(default_grids_have_their_shapes), cmocka_unit_test(grids_follow_order_and_sample_size),
        cmocka_unit_test(chosen_candidate_made_the_model), cmocka_unit_test(ties_are_half_wrong),
        cmocka_unit_test(relaxed_refits_are_reported),     cmocka_unit_test(inner_plans)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
