/* Warnings about fits: each is said, and is not of what is nearly so. */
#include "api_fixture.h"

#include <stdbool.h>

#include "base/remark.h"
#include "fit/doubts.h"
#include "prepare/prepare.h"

/* ---- what results say */

static void assert_warned(json_t *root, bool expected, const char *code, const char *part)
{
    const char *text = warning_of(root, code);
    if ((text != NULL) != expected) fail_msg("%s: %s", code, text ? text : "not said");
    if (text && !strstr(text, part)) fail_msg("%s: '%s' lacks '%s'", code, text, part);
    if (text && !strstr(notes, text)) fail_msg("'%s' is not told: %s", text, notes);
}

static json_t *fitted(const ardor_dataset *data, const char *spec)
{
    notes[0] = '\0';
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    ardor_model_free(model);
    return root;
}

static void assert_fit_warns(const ardor_dataset *data, const char *spec, bool expected, const char *code, const char *part)
{
    json_t *root = fitted(data, spec);
    assert_warned(root, expected, code, part);
    json_decref(root);
}

/* n rows of p normal columns; the class is the sign of the first plus `noise` times another. */
static ardor_dataset *normal_table(int64_t n, int64_t p, double noise, const char *const *names)
{
    ard_rng rng;
    ardor_dataset *data = NULL;
    ard_rng_init(&rng, 5, 0, 0);
    double *x = make_normals(&rng, n * p);
    const char **label = make_array(n, sizeof *label);
    for (int64_t i = 0; i < n; i++) label[i] = x[i] + noise * ard_rng_normal(&rng) > 0 ? "yes" : "no";
    must(ardor_dataset_from_arrays(context, n, p, x, n, label, names, NULL, &data));
    free(label);
    free(x);
    return data;
}

/* Settings are named that tuning would choose and nobody gave. */
static void rates_that_nothing_chose(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *names; /* NULL: nothing is said */
    } cases[] = {{"method=spr", "these data: strength; --tune"},
                 {"method=spr lam1=2", NULL},
                 {"method=spr strength=.2", NULL},
                 {"method=spr tune=cv:3", NULL},
                 {"method=rvm basis=rbf", "these data: scale; --tune"},
                 {"method=rvm basis=rbf scale=1", NULL},
                 {"method=rvm basis=identity", NULL},
                 {"method=epcvm", "these data: scale, alpha0; --tune"},
                 {"method=epcvm scale=1", "these data: alpha0; --tune"},
                 {"method=bpm", NULL}};
    ardor_dataset *data = normal_table(40, 3, .5, NULL);
    for (int k = 0; k < COUNT_OF(cases); k++)
        assert_fit_warns(data, cases[k].spec, cases[k].names != NULL, "not_tuned", cases[k].names);
    /* once, not of every fold */
    json_t *root = evaluate(data, "method=spr plan=kfold:4");
    assert_warned(root, true, "not_tuned", "these data: strength;");
    assert_int_not_equal(warning_of(root, "not_tuned")[0], 'i');
    json_decref(root);
    ardor_dataset_free(data);
}

/* A weight that only its bound keeps: of methods whose evidence grows with it. */
static void classes_that_are_separated(void **state)
{
    (void)state;
    double x[40], side[40];
    for (int64_t i = 0; i < 40; i++) {
        side[i] = i % 2 ? 1 : -1;
        x[i] = side[i] * (3 + sin(2.3 * (double)i));
    }
    ardor_dataset *data = make_table(40, 1, x, side, NULL);
    assert_fit_warns(data, "method=bpm basis=identity", true, "separable", "without an error");
    assert_fit_warns(data, "method=bpm basis=identity s2=1", false, "separable", "");
    assert_fit_warns(data, "method=spr lam1=1", false, "separable", "");
    ardor_dataset_free(data);
    x[3] = -x[3];
    data = make_table(40, 1, x, side, NULL);
    assert_fit_warns(data, "method=bpm basis=identity", false, "separable", "");
    ardor_dataset_free(data);
}

static void control_probes_that_are_selected(void **state)
{
    (void)state;
    static const char *const probe[] = {"AFFX-BioB-5_at", "g2", "g3"}, *const lower[] = {"affx_1", "g2", "g3"},
                             *const two[] = {"AFFX1", "AFFX2", "g3"}, *const within[] = {"1AFFX", "AFF", "g3"};
    ardor_dataset *data = normal_table(60, 3, .3, probe);
    assert_fit_warns(data, "method=spr lam1=4", true, "control_probes",
                     "1 of the selected features is a control probe, such as 'AFFX-BioB-5_at'");
    assert_fit_warns(data, "method=spr lam1=1000", false, "control_probes", ""); /* the null model selects none */
    json_t *root = evaluate(data, "method=spr lam1=4 plan=kfold:4");
    assert_warned(root, true, "control_probes", "in all 4 folds: 1 of the selected");
    json_decref(root);
    ardor_dataset_free(data);
    data = normal_table(60, 3, .3, lower);
    assert_fit_warns(data, "method=spr lam1=4", true, "control_probes", "'affx_1'");
    ardor_dataset_free(data);
    data = normal_table(60, 3, .3, two);
    assert_fit_warns(data, "method=bpm basis=identity", true, "control_probes",
                     "2 of the selected features are control probes, such as 'AFFX1'");
    ardor_dataset_free(data);
    data = normal_table(60, 3, .3, within);
    assert_fit_warns(data, "method=bpm basis=identity", false, "control_probes", "");
    ardor_dataset_free(data);
}

static void teachers_that_know_nothing(void **state)
{
    (void)state;
    ardor_dataset *data = normal_table(60, 30, 100, NULL);
    assert_fit_warns(data, "method=projection", true, "weak_teacher", "compare --method spr");
    ardor_dataset_free(data);
    data = normal_table(60, 3, .3, NULL);
    assert_fit_warns(data, "method=projection", false, "weak_teacher", "");
    ardor_dataset_free(data);
}

/* ---- a choice at the edge */

enum { MOST = 9 };

/* What is said of a choice among one candidate, which says nothing. */
static int64_t count_said(bool at_bound, double train_error)
{
    ard_config config;
    ard_tuned candidate = {.status = ARD_TUNED_DONE};
    const ard_choice choice = {.n_candidates = 1, .candidate = &candidate};
    const ard_fitted fitted = {.fit.at_bound = at_bound, .report.train_error = train_error};
    ardor_spec *spec = make_spec("method=spr tune=cv:3");
    must(ard_config_parse(context, spec, &config));
    const ard_training training = {.recipe = &config.recipe};
    ard_remarks_forget(context);
    must(ard_fit_doubts(context, NULL, &training, &choice, &fitted));
    ardor_spec_free(spec);
    return ard_remarks_of(context)->n;
}

static void a_bound_alone_is_no_separation(void **state)
{
    (void)state;
    assert_int_equal(count_said(true, 0), 1);
    assert_int_equal(count_said(true, .01), 0);
    assert_int_equal(count_said(false, 0), 0);
}

/* spr's strength over candidates "value:error", perhaps with "/size" of a filter; '*' marks the chosen one, 'f' a failed one. */
static const char *edge_of(const char *text)
{
    static char said[400];
    ard_config config;
    ard_tuned candidate[MOST];
    ard_choice choice = {.candidate = candidate, .chosen = -1};
    ardor_spec *spec = make_spec("method=spr tune=cv:3 rule=error");
    ard_fitted fitted = {0};
    must(ard_config_parse(context, spec, &config));
    for (; *text; text += strcspn(text, " "), text += strspn(text, " ")) {
        ard_tuned *c = &candidate[choice.n_candidates];
        *c = (ard_tuned){.status = ARD_TUNED_DONE};
        if (*text == '*') choice.chosen = choice.n_candidates;
        if (*text == 'f') c->status = ARD_TUNED_FAILED;
        text += *text == '*' || *text == 'f';
        long long size = 0;
        assert_true(sscanf(text, "%lf:%lf/%lld", &c->value[0], &c->error, &size) >= 2);
        c->filter = size;
        choice.n_candidates++;
    }
    fitted.report.n_tuned = 1;
    while (strcmp(config.recipe.method->settings[fitted.report.tuned_setting[0]].name, "strength") != 0) {
        fitted.report.tuned_setting[0]++;
        assert_true(fitted.report.tuned_setting[0] < config.recipe.method->n_settings);
    }
    ard_remarks_forget(context);
    const ardor_dataset data = {.p = 1000};
    const ard_prepare prepare = {0};
    const ard_training training = {.recipe = &config.recipe, .prepare = &prepare};
    must(ard_fit_doubts(context, &data, &training, &choice, &fitted));
    const ard_remarks *list = ard_remarks_of(context);
    assert_true(list->n < 2);
    snprintf(said, sizeof said, "%s", list->n ? list->item[0].text : "");
    assert_true(list->n == 0 || list->item[0].kind == ARD_WARN_GRID_EDGE);
    ardor_spec_free(spec);
    return said;
}

static void choices_at_the_edge(void **state)
{
    (void)state;
    assert_non_null(strstr(edge_of("*.1:.1 .2:.2 .4:.3"), "edge of the values tried: strength = 0.1 is the smallest;"));
    assert_non_null(strstr(edge_of(".1:.3 .2:.2 *.4:.1"), "strength = 0.4 is the largest;"));
    assert_string_equal(edge_of(".1:.3 *.2:.1 .4:.2"), "");
    /* of two values each is at an edge, of one both are */
    assert_string_equal(edge_of("*.1:.1 .2:.2"), "");
    assert_string_equal(edge_of("*.1:.1"), "");
    assert_string_equal(edge_of("*.1:.1 .2:.2 .2:.3"), "");
    /* another does as well, or better and was not taken, near or far */
    assert_string_equal(edge_of("*.1:.1 .2:.1 .4:.3"), "");
    assert_string_equal(edge_of(".1:.1 .2:.1 *.4:.2"), "");
    assert_string_equal(edge_of("*.1:.1 .2:.2 .4:.3 .8:.1"), "");
    assert_non_null(strstr(edge_of("*.1:.1 .2:.2 .4:.3 .8:.11"), "0.1 is the smallest;"));
    /* no trend towards it; of several with one value the best counts */
    assert_string_equal(edge_of("*.1:.1 .2:.3 .4:.2"), "");
    assert_string_equal(edge_of("*.1:.1 .2:.2 .4:.2"), "");
    assert_non_null(strstr(edge_of(".4:.4 *.1:.1 .2:.2 .1:.5 .2:.4 .4:.3"), "0.1 is the smallest;"));
    assert_string_equal(edge_of(".4:.4 *.1:.1 .2:.35 .1:.5 .2:.4 .4:.3"), "");
    /* one that failed is part of the grid and no rival */
    assert_non_null(strstr(edge_of("*.1:.1 f.2:0 .4:.3 .8:.4"), "0.1 is the smallest;"));
    assert_non_null(strstr(edge_of("*.1:.1 .2:.2 f.2:0 .4:.3"), "0.1 is the smallest;"));
    assert_string_equal(edge_of("*.1:.1 f.2:0 .4:.3"), "");
    assert_string_equal(edge_of("f.05:0 *.1:.1 .4:.3 .8:.4"), "");
    /* where the setting itself ends there is nothing beyond */
    assert_string_equal(edge_of("*.000001:.1 .2:.2 .4:.3"), "");
    assert_string_equal(edge_of(".2:.3 .4:.2 *1:.1"), "");
    /* candidates with another size of the filter are another grid */
    assert_non_null(strstr(edge_of("*.1:.1/5 .2:.2/5 .4:.3/5 .05:.4/9 .1:.05/9"), "0.1 is the smallest;"));
    assert_non_null(strstr(edge_of("*.1:.1/5 .2:.2/5 .4:.3/5 .2:.1/9 .8:.05/9"), "0.1 is the smallest;"));
    assert_string_equal(edge_of("*.1:.1/5 .2:.2/5 .4:.3/9 .8:.4/9"), "");
    /* of the sizes themselves the best of each counts; as many as there are columns, 1000, or one are no edge */
    assert_non_null(
        strstr(edge_of(".1:.3/5 .1:.2/9 *.1:.1/20 .2:.4/20"), "edge of the sizes tried: filter = 20 is the largest;"));
    assert_non_null(strstr(edge_of("*.1:.1/5 .1:.2/9 .1:.3/20"), "filter = 5 is the smallest;"));
    assert_string_equal(edge_of(".1:.3/5 .1:.2/9 *.1:.1/1000"), "");
    assert_string_equal(edge_of("*.1:.1/1 .1:.2/9 .1:.3/20"), "");
    assert_string_equal(edge_of(".1:.2/5 .1:.3/9 *.1:.1/20"), "");
    assert_string_equal(edge_of(".1:.3/5 .1:.2/9 .2:.1/9 *.1:.1/20"), "");
    /* a candidate without the setting, such as an empty model */
    assert_non_null(strstr(edge_of("nan:.5 *.1:.1 .2:.2 .4:.3"), "0.1 is the smallest;"));
    assert_string_equal(edge_of("*nan:.1 .1:.2 .2:.3 .4:.4"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_that_nothing_chose),         cmocka_unit_test(classes_that_are_separated),
        cmocka_unit_test(control_probes_that_are_selected), cmocka_unit_test(teachers_that_know_nothing),
        cmocka_unit_test(a_bound_alone_is_no_separation),   cmocka_unit_test(choices_at_the_edge),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
