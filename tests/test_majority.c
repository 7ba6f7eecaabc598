/* The method of the classes' shares: what it predicts, with weights and of many classes, that there is nothing to tune and nobody
 * is warned of it, and that evaluations have the figures of their baseline. */
#include "api_fixture.h"

#include "model/model.h"

enum { N = 20, P = 2 };

/* Class "a" 10 rows, "b" 6, "c" 4; of two classes "a" and "b", 10 of each. */
static ardor_dataset *make_data(int n_classes, bool weighted)
{
    static const char *const name[] = {"a", "b", "c"};
    const char *label[N];
    double x[N * P], weight[N];
    ardor_dataset *data = NULL;
    for (int i = 0; i < N; i++) {
        label[i] = name[n_classes == 2 ? i % 2 : i % 10 < 5 ? 0 : i % 10 < 8 ? 1 : 2];
        weight[i] = i < 10 ? 3 : 1;
        x[i] = i % 7;
        x[i + N] = i % 3;
    }
    must(ardor_dataset_from_arrays(context, N, P, x, N, label, NULL, weighted ? weight : NULL, &data));
    return data;
}

static void rows_get_the_shares(void **state)
{
    (void)state;
    static const struct {
        int n_classes;
        const char *spec;
        double share[3];
    } cases[] = {{2, "method=majority", {.5, .5}},
                 {3, "method=majority", {.5, .3, .2}},
                 {3, "method=majority class-weight=a=1,b=1,c=5", {10. / 36, 6. / 36, 20. / 36}}};
    for (int c = 0; c < COUNT_OF(cases); c++)
        for (int weighted = 0; weighted < 2; weighted++) { /* the weights are alike in all classes */
            ardor_dataset *data = make_data(cases[c].n_classes, weighted);
            ardor_model *model = fit(data, cases[c].spec);
            double prob[3 * N];
            must(ardor_predict(context, model, data, prob));
            for (int i = 0; i < N * cases[c].n_classes; i++) assert_near(prob[i], cases[c].share[i / N], 1e-15, "a share");
            assert_true(model->fit.null_model && ardor_model_features(model) == 0);
            ardor_model_free(model);
            ardor_dataset_free(data);
        }
}

static void there_is_nothing_to_tune_and_nothing_to_doubt(void **state)
{
    (void)state;
    static const char *const tunings[] = {"", "", "auto", "cv:3", "holdout:0.3", "alo"};
    ardor_dataset *data = make_data(3, false);
    for (int t = 0; t < COUNT_OF(tunings); t++) {
        char spec[100];
        snprintf(spec, sizeof spec, "method=majority%s%s", t == 0 ? "" : t == 1 ? " tune=auto relax=auto" : " tune=", tunings[t]);
        notes[0] = '\0';
        ardor_model *model = fit(data, spec);
        json_t *root = model_json(model);
        assert_true((strstr(notes, "method 'majority' has nothing to tune") != NULL) == (t > 0));
        assert_int_equal(json_array_size(at(root, "warnings")), 0);
        assert_true(is_null(root, "tune"));
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* Of the same folds, with shares of the training rows for those of all: the classes are as large in each. */
static void an_evaluation_has_the_figures_of_its_baseline(void **state)
{
    (void)state;
    static const char *const figures[] = {"error", "log_loss", "brier", "balanced_error"};
    static const char *const plans[] = {"plan=kfold:2", "plan=kfold:2 tune=cv:2", "plan=kfold:2 tune=first:1",
                                        "plan=kfold:2 protocol=leaky tune=cv:2"};
    ardor_dataset *data = make_data(3, false);
    for (int p = 0; p < COUNT_OF(plans); p++) {
        char spec[200], path[100], base[100];
        snprintf(spec, sizeof spec, "method=majority %s", plans[p]);
        json_t *root = evaluate(data, spec);
        for (int f = 0; f < COUNT_OF(figures); f++) {
            snprintf(path, sizeof path, "summary.%s.value", figures[f]);
            snprintf(base, sizeof base, "summary.baseline.%s.value", figures[f]);
            assert_near(number_at(root, path), number_at(root, base), 1e-12, figures[f]);
        }
        assert_null(warning_of(root, "null_model"));
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* Nothing says which size is better; that of a fit without a choice is the smallest. */
static void sizes_of_a_filter_are_left_alone(void **state)
{
    (void)state;
    ardor_dataset *data = make_data(3, false);
    notes[0] = '\0';
    ardor_model *model = fit(data, "method=majority filter=anova:2,1 tune=cv:3");
    json_t *root = model_json(model);
    assert_non_null(strstr(notes, "method 'majority' has nothing to tune, and its filter has the smallest of its sizes"));
    assert_string_equal(text_at(root, "filter"), "anova:1");
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_of_a_filter_are_left_alone), cmocka_unit_test(rows_get_the_shares),
                                       cmocka_unit_test(there_is_nothing_to_tune_and_nothing_to_doubt),
                                       cmocka_unit_test(an_evaluation_has_the_figures_of_its_baseline)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
