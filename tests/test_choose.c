/* Features that were chosen before: what is kept of a dataset, who warns of it, what is refused. */
#include "api_fixture.h"

#include "data/dataset.h"

enum { N = 40, P = 5 };

static double *values;

static ardor_dataset *make_data(void)
{
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 8, 0, 0);
    if (!values) values = make_normals(&rng, (int64_t)N * P);
    for (int i = 0; i < N; i++) side[i] = i % 2 ? 1 : -1;
    return make_table(N, P, values, side, NULL);
}

/* In the order of the data, whatever that of the names; one that is named twice is there once. */
static void the_chosen_are_kept(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const char *const names[] = {"x4", "x2", "x4"};
    must(ardor_dataset_choose_features(context, data, 3, names, "selected by the test"));
    assert_int_equal(ardor_dataset_features(data), 2);
    assert_string_equal(ardor_dataset_feature_name(data, 0), "x2");
    assert_string_equal(ardor_dataset_feature_name(data, 1), "x4");
    for (int k = 0; k < 2; k++) assert_memory_equal(ard_dataset_values(data, k), values + (1 + 2 * k) * N, N * sizeof(double));
    ardor_dataset_free(data);
}

/* The model is that of a table of these columns, but for what it says of them; its file keeps that. */
static void fits_warn_and_models_know(void **state)
{
    (void)state;
    ardor_dataset *data = make_data(), *whole = make_data();
    double side[N], two[2 * N];
    const char *const names[] = {"x2", "x4"};
    for (int i = 0; i < N; i++) {
        side[i] = i % 2 ? 1 : -1;
        two[i] = values[i + N];
        two[i + N] = values[i + 3 * N];
    }
    ardor_dataset *small = make_table(N, 2, two, side, NULL);
    must(ardor_dataset_choose_features(context, data, 2, names, "selected by the test"));
    ardor_model *model = fit(data, "method=lda"), *plain = fit(small, "method=lda"), *again = NULL;
    double a[2 * N], b[2 * N];
    must(ardor_predict(context, model, whole, a)); /* of all columns, by name */
    must(ardor_predict(context, plain, small, b));
    assert_memory_equal(a, b, sizeof a);
    json_t *json = model_json(plain);
    assert_null(warning_of(json, "chosen_features"));
    json_decref(json);
    char *text = NULL;
    must(ardor_model_text(context, model, &text));
    must(ardor_model_from_text(context, text, "model", &again));
    json = model_json(again);
    assert_non_null(warning_of(json, "chosen_features"));
    assert_non_null(
        strstr(warning_of(json, "chosen_features"), "chosen beforehand, selected by the test: the figures of that result"));
    json_decref(json);
    ardor_string_free(context, text);
    ardor_model_free(again);
    ardor_model_free(plain);
    ardor_model_free(model);
    ardor_dataset_free(small);
    ardor_dataset_free(whole);
    ardor_dataset_free(data);
}

/* The rows that an evaluation would test took part in the choice. */
static void evaluations_are_leaky_or_refused(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const char *const names[] = {"x1", "x3"};
    json_t *document = NULL;
    must(ardor_dataset_choose_features(context, data, 2, names, "selected by the test"));
    assert_int_equal(try_evaluate(data, "method=lda plan=kfold:4", &document), ARDOR_USAGE);
    assert_non_null(strstr(ardor_context_message(context), "selected by the test, from rows that the folds would test"));
    document = evaluate(data, "method=lda plan=kfold:4 protocol=leaky");
    assert_string_equal(text_at(document, "protocol"), "leaky");
    assert_non_null(warning_of(document, "chosen_features"));
    json_decref(document);
    ardor_dataset_free(data);
}

static void names_must_be_there(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const char *const names[] = {"x2", "gone", "x9"};
    assert_int_equal(ardor_dataset_choose_features(context, data, 3, names, "selected by the test"), ARDOR_DATA);
    assert_non_null(
        strstr(ardor_context_message(context), "lacks 2 of the 3 features chosen (selected by the test): 'gone', 'x9'"));
    assert_int_equal(ardor_dataset_features(data), P); /* as it was */
    json_t *document = evaluate(data, "method=lda plan=kfold:4");
    assert_null(warning_of(document, "chosen_features"));
    json_decref(document);
    assert_int_equal(ardor_dataset_choose_features(context, data, 0, names, "nothing"), ARDOR_USAGE);
    assert_int_equal(ardor_dataset_choose_features(context, data, 1, names, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_dataset_choose_features(context, NULL, 1, names, "nothing"), ARDOR_USAGE);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_chosen_are_kept),
        cmocka_unit_test(fits_warn_and_models_know),
        cmocka_unit_test(evaluations_are_leaky_or_refused),
        cmocka_unit_test(names_must_be_there),
    };
    const int failed = cmocka_run_group_tests(tests, open_context, close_context);
    free(values);
    return failed;
}
