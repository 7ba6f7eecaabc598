/* The method auto, through the public interface: the fit that it chooses is that of the method which stands for the model, tuning
 * is on without being asked for, and its rule and the figure that this goes by are computed here again. */
#include "api_fixture.h"

#include "fit/tune.h"
#include "method/auto/auto.h"
#include "model/model.h"
#include "study/evaluation.h"

enum { ROWS = 60, COLUMNS = 80 };

/* sparse: two columns tell the class, else all of them a little. */
static ardor_dataset *made(bool sparse, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, 23, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS), side[ROWS], weight[ROWS];
    for (int i = 0; i < ROWS; i++) {
        side[i] = i % 3 == 0 ? 1 : -1;
        weight[i] = 1 + .5 * (i % 4);
        for (int j = 0; j < COLUMNS; j++) x[i + j * ROWS] += side[i] * (sparse ? (j < 2) * 1.2 : .35);
    }
    ardor_dataset *data = make_table(ROWS, COLUMNS, x, side, weighted ? weight : NULL);
    free(x);
    return data;
}

static const ard_tuned *chosen_of(const ardor_model *model) { return model->report.candidate + model->report.chosen; }

static void assert_alike(const ardor_dataset *data, const ardor_model *a, const ardor_model *b, double tolerance)
{
    double one[2 * ROWS], other[2 * ROWS];
    assert_int_equal(ardor_predict(context, a, data, one), ARDOR_OK);
    assert_int_equal(ardor_predict(context, b, data, other), ARDOR_OK);
    assert_arrays_near(2 * ROWS, one, other, tolerance, "a probability");
}

/* With what was chosen given to the method itself the model is the same: also with weights, forced columns, fewer candidates. */
static void the_fit_is_that_of_the_method_chosen(void **unused)
{
    (void)unused;
    static const char *const more[] = {"", " class-weight=balanced", " force=x3", " model=ridge", " model=spr strength=.2"};
    char text[200];
    for (int k = 0; k < 5; k++)
        for (int sparse = 0; sparse < 2; sparse++) {
            ardor_dataset *data = made(sparse, k == 1);
            snprintf(text, sizeof text, "method=auto%s", more[k]);
            ardor_model *model = fit(data, text);
            const ard_tuned *chosen = chosen_of(model);
            assert_string_equal(model->report.tune, "cv:5");
            assert_string_equal(model->report.rule, "sparse");
            assert_int_equal(model->report.n_candidates, 1 + (k == 3 ? 6 : k == 4 ? 1 : 12));
            if (k == 0) assert_int_equal((int)chosen->value[0], sparse ? AUTO_SPR : AUTO_RIDGE);
            snprintf(text, sizeof text, "method=%s%s strength=%.17g%s",
                     chosen->value[0] == AUTO_SPR ? "spr" : "logistic alpha=0 ", "", chosen->value[1], k < 3 ? more[k] : "");
            ardor_model *same = fit(data, text);
            assert_alike(data, model, same, 1e-5); /* both to the tolerance of the optimum */
            ardor_model_free(same);
            ardor_model_free(model);
            ardor_dataset_free(data);
        }
}

static void without_tuning_it_is_spr(void **unused)
{
    (void)unused;
    ardor_dataset *data = made(true, false);
    ardor_model *model = fit(data, "method=auto tune=none"), *spr = fit(data, "method=spr");
    ardor_model *ridge = fit(data, "method=auto tune=none model=ridge"), *logistic = fit(data, "method=logistic alpha=0");
    assert_int_equal(model->report.n_candidates, 0);
    assert_alike(data, model, spr, 0);
    assert_alike(data, ridge, logistic, 0);
    ardor_model_free(logistic);
    ardor_model_free(ridge);
    ardor_model_free(spr);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ the rule */

static ard_tuned candidate(double deviance, double se, double n_features)
{
    return (ard_tuned){.status = ARD_TUNED_DONE, .deviance = deviance, .deviance_se = se, .n_features = n_features, .error = .1};
}

static void the_rule_prefers_few_features_within_one_standard_error(void **unused)
{
    (void)unused;
    ard_tuned table[] = {candidate(.50, .9, 2), candidate(.41, .9, 9), candidate(.40, .9, 12), candidate(.45, .9, 30),
                         candidate(.35, .0501, 30)};
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 2); /* .40 is the limit: the best of those with fewer */
    table[4].deviance_se = .04;
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 4); /* no one within it */
    table[4].deviance_se = .2;
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 2); /* it is the best, not the smallest */
    table[2].status = ARD_TUNED_FAILED;
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 1);
    table[1].deviance = .34;
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 1); /* few and best */
    for (int i = 0; i < 5; i++) table[i].n_features = 30;
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 1); /* nothing to prefer: the least */
    table[3] = candidate(.34, .1, 0);
    table[3].empty = true;
    assert_int_equal(ard_choose(table, 5, ARD_RULE_SPARSE), 3); /* what is no better than the empty model was not learnt */
}

/* Within one standard error of a model that learnt something it is no sparse model: it selects nothing. */
static void the_rule_has_the_empty_model_only_where_it_is_the_best(void **unused)
{
    (void)unused;
    ard_tuned table[] = {candidate(.48, .2, 9), candidate(.40, .2, 30), candidate(.45, .2, 0)};
    table[2].empty = true;
    assert_int_equal(ard_choose(table, 3, ARD_RULE_SPARSE), 0); /* better than the one that selects, and not taken */
    table[0].status = ARD_TUNED_FAILED;
    assert_int_equal(ard_choose(table, 3, ARD_RULE_SPARSE), 1);
    table[0].status = ARD_TUNED_DONE;
    table[2].deviance = .40;
    assert_int_equal(ard_choose(table, 3, ARD_RULE_SPARSE), 2); /* no worse than any: nothing was learnt */
    table[2].deviance = .39;
    assert_int_equal(ard_choose(table, 3, ARD_RULE_SPARSE), 2);
    table[2].status = ARD_TUNED_FAILED;
    table[0].n_features = 0; /* a strength at which nothing is selected is the same */
    assert_int_equal(ard_choose(table, 3, ARD_RULE_SPARSE), 1);
    table[0].deviance = .39;
    assert_int_equal(ard_choose(table, 3, ARD_RULE_SPARSE), 0);
}

/* The standard error of the deviance is that of a mean of the inner test rows: from the folds' own fits. */
static void the_standard_error_is_that_of_the_rows(void **unused)
{
    (void)unused;
    for (int weighted = 0; weighted < 2; weighted++) {
        ardor_dataset *data = made(true, weighted);
        ardor_model *model = fit(data, "method=spr strength=.3 tune=cv:4 rule=sparse");
        ardor_spec *spec = make_spec("method=spr strength=.3 plan=kfold:4");
        const ard_tuned *c = model->report.candidate;
        ardor_evaluation *evaluation = NULL;
        assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_OK);
        double weight = 0, squares = 0, mean = 0, spread = 0, loss[ROWS];
        assert_int_equal(evaluation->n_rows, ROWS);
        for (int64_t i = 0; i < ROWS; i++) loss[i] = -log(evaluation->prob[i + evaluation->label[i] * ROWS]);
        for (int64_t i = 0; i < ROWS; i++) {
            const double w = evaluation->weight ? evaluation->weight[i] : 1;
            weight += w;
            squares += w * w;
            mean += w * loss[i];
        }
        mean /= weight;
        for (int64_t i = 0; i < ROWS; i++) spread += (evaluation->weight ? evaluation->weight[i] : 1) * pow(loss[i] - mean, 2);
        assert_near(c->deviance, mean, 1e-9, "the deviance");
        assert_near(c->deviance_se, sqrt(spread / weight * squares) / weight, 1e-9, "its standard error");
        char *told = NULL;
        must(ardor_model_json(context, model, &told));
        json_t *report = parse_json(told), *list = json_object_get(json_object_get(report, "tune"), "candidates");
        assert_near(
            json_number_value(json_object_get(json_array_get(list, (size_t)(c - model->report.candidate)), "deviance_se")),
            c->deviance_se, 1e-15, "as it is told");
        json_decref(report);
        ardor_evaluation_free(evaluation);
        ardor_spec_free(spec);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

/* ------------------------------------------------------------------ what is said of it */

static void evaluations_count_the_choices(void **unused)
{
    (void)unused;
    for (int sparse = 0; sparse < 2; sparse++) {
        ardor_dataset *data = made(sparse, false);
        ardor_spec *spec = make_spec("method=auto plan=kfold:5");
        ardor_evaluation *evaluation = NULL;
        char *text = NULL;
        assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_OK);
        assert_int_equal(ardor_evaluation_json(context, evaluation, &text), ARDOR_OK);
        json_t *root = json_loads(text, 0, NULL), *fold, *model = json_object_get(json_object_get(root, "choices"), "model");
        int count[2] = {0};
        size_t i;
        json_array_foreach(json_object_get(root, "folds"), i, fold)
        {
            const char *name = json_string_value(json_object_get(json_object_get(fold, "settings"), "model"));
            count[name && strcmp(name, "ridge") == 0]++;
        }
        assert_int_equal(json_integer_value(json_object_get(model, "spr")), count[0]);
        assert_int_equal(json_integer_value(json_object_get(model, "ridge")), count[1]);
        assert_true(count[!sparse] > count[sparse]);
        json_decref(root);
        ardor_string_free(context, text);
        ardor_evaluation_free(evaluation);
        ardor_spec_free(spec);
        ardor_dataset_free(data);
    }
}

/* Of folds that ended in the empty model none took either. */
static void empty_folds_are_counted(void **unused)
{
    (void)unused;
    int seen = 0;
    for (int seed = 1; seed <= 6; seed++) {
        char recipe[64], *text = NULL;
        ardor_dataset *data = balanced_noise();
        ardor_evaluation *evaluation = NULL;
        snprintf(recipe, sizeof recipe, "method=auto plan=kfold:5 seed=%d", seed);
        ardor_spec *spec = make_spec(recipe);
        assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_OK);
        assert_int_equal(ardor_evaluation_json(context, evaluation, &text), ARDOR_OK);
        json_t *root = json_loads(text, 0, NULL), *fold, *model = json_object_get(json_object_get(root, "choices"), "model");
        int empty = 0;
        size_t i;
        json_array_foreach(json_object_get(root, "folds"), i, fold) empty += json_is_true(json_object_get(fold, "null_model"));
        assert_int_equal(json_integer_value(json_object_get(root, "empty_folds")), empty);
        if (model)
            assert_int_equal(json_integer_value(json_object_get(model, "spr")) +
                                 json_integer_value(json_object_get(model, "ridge")),
                             5 - empty);
        seen += empty > 0 && empty < 5;
        json_decref(root);
        ardor_string_free(context, text);
        ardor_evaluation_free(evaluation);
        ardor_spec_free(spec);
        ardor_dataset_free(data);
    }
    assert_true(seen > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_fit_is_that_of_the_method_chosen),
                                       cmocka_unit_test(without_tuning_it_is_spr),
                                       cmocka_unit_test(the_rule_prefers_few_features_within_one_standard_error),
                                       cmocka_unit_test(the_rule_has_the_empty_model_only_where_it_is_the_best),
                                       cmocka_unit_test(the_standard_error_is_that_of_the_rows),
                                       cmocka_unit_test(evaluations_count_the_choices),
                                       cmocka_unit_test(empty_folds_are_counted)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
