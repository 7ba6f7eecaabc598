/* What ardor.h promises of every function: on an error `T **out` is NULL, whatever it was before; and no context is an error. */
#include "api_fixture.h"

/* The call fails and leaves NULL where there was something. */
#define FAILS(type, ...)                                                                                                         \
    do {                                                                                                                         \
        static char before;                                                                                                      \
        type *out = (type *)(void *)&before;                                                                                     \
        assert_int_not_equal(__VA_ARGS__, ARDOR_OK);                                                                             \
        assert_null(out);                                                                                                        \
    } while (0)

static void errors_leave_null(void **state)
{
    (void)state;
    static const double x[] = {0, 1};
    const ardor_context_config unsized = {0};
    const char *const absent = "no such folder/file";
    FAILS(ardor_context, ardor_context_new(&unsized, &out));
    FAILS(ardor_dataset, ardor_dataset_read(context, absent, NULL, &out));
    FAILS(ardor_dataset, ardor_dataset_from_arrays(context, 2, 1, x, 1, NULL, NULL, NULL, &out));
    FAILS(ardor_dataset, ardor_dataset_from_table(context, &(ardor_table){.size = sizeof(ardor_table), .n = 2, .p = 1}, &out));
    FAILS(ardor_dataset, ardor_dataset_from_table(context, &(ardor_table){.n = 2, .p = 1, .x = x}, &out));
    FAILS(ardor_dataset, ardor_dataset_from_table(NULL, NULL, &out));
    FAILS(ardor_dataset, ardor_dataset_read(context, absent, &(ardor_read_options){.size = 1}, &out));
    FAILS(ardor_dataset, ardor_simulate(context, "nothing", 10, 2, NULL, &out));
    FAILS(char, ardor_simulation_json(context, NULL, &out));
    FAILS(char, ardor_methods_json(context, "nothing", &out));
    FAILS(ardor_model, ardor_fit(context, NULL, NULL, &out));
    FAILS(ardor_model, ardor_model_load(context, absent, &out));
    FAILS(ardor_model, ardor_model_from_text(context, "{}", "text", &out));
    FAILS(ardor_evaluation, ardor_evaluate(context, NULL, NULL, &out));
    FAILS(char, ardor_estimate(context, NULL, NULL, 0, &out));
    FAILS(char, ardor_read_text(context, absent, &out));
    FAILS(char, ardor_model_json(context, NULL, &out));
    FAILS(char, ardor_model_text(context, NULL, &out));
    FAILS(char, ardor_build_json(NULL, &out));
    FAILS(char, ardor_report_html(context, 1, (const char *const[]){"{}"}, NULL, NULL, &out));
    FAILS(char, ardor_predictions_json(context, NULL, NULL, NULL, 0, &out));
    FAILS(char, ardor_explanations_json(context, NULL, NULL, NULL, NULL, NULL, NULL, 0, &out));
    FAILS(char, ardor_evaluation_json(context, NULL, &out));
    FAILS(char, ardor_formats_json(NULL, &out));
    FAILS(char, ardor_keys_json(NULL, &out));
}

/* With all else as it should be, so that the functions would go on. */
static void no_context_is_refused(void **state)
{
    (void)state;
    enum { N = 40, P = 3 };
    double prob[2 * N] = {0}, contribution[N * P] = {0}, value[N] = {0}, reference = 0;
    int32_t decided[N];
    char *text = NULL;
    ardor_dataset *data = balanced_noise();
    ardor_model *model = fit(data, "method=lda ridge=.1");
    ardor_spec *spec = make_spec("method=lda plan=loo");
    const ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = ardor_dataset_column(data, 0)};
    const ardor_prediction wanted = {.size = sizeof wanted, .prob = prob};
    const int64_t train[] = {0, 1, 2, 3}, test[] = {4, 5}, n_train = 4, n_test = 2;
    const int64_t *const trains[] = {train}, *const tests[] = {test};
    ardor_dataset *simulated = NULL;
    ardor_evaluation *evaluation = NULL;
    must(ardor_model_text(context, model, &text));
    must(ardor_simulate(context, "xor", N, P, NULL, &simulated));
    must(ardor_evaluate(context, data, spec, &evaluation));
    FAILS(ardor_dataset, ardor_dataset_read(NULL, ARDOR_SOURCE_DIR "/data/crabs.csv.gz", NULL, &out));
    FAILS(ardor_dataset, ardor_dataset_from_arrays(NULL, N, P, table.x, N, NULL, NULL, NULL, &out));
    FAILS(ardor_dataset, ardor_dataset_from_table(NULL, &table, &out));
    FAILS(ardor_dataset, ardor_simulate(NULL, "xor", N, P, NULL, &out));
    FAILS(ardor_spec, ardor_spec_new(NULL, &out));
    FAILS(ardor_model, ardor_fit(NULL, data, spec, &out));
    FAILS(ardor_model, ardor_model_from_text(NULL, text, "text", &out));
    FAILS(ardor_model, ardor_model_load(NULL, "no_context.json", &out));
    FAILS(ardor_evaluation, ardor_evaluate(NULL, data, spec, &out));
    FAILS(char, ardor_estimate(NULL, data, spec, 0, &out));
    FAILS(char, ardor_read_text(NULL, ARDOR_SOURCE_DIR "/README.md", &out));
    FAILS(char, ardor_model_json(NULL, model, &out));
    FAILS(char, ardor_model_text(NULL, model, &out));
    FAILS(char, ardor_methods_json(NULL, NULL, &out));
    FAILS(char, ardor_evaluation_json(NULL, evaluation, &out));
    FAILS(char, ardor_simulation_json(NULL, simulated, &out));
    FAILS(char, ardor_predictions_json(NULL, model, data, prob, 1, &out));
    FAILS(char, ardor_explanations_json(NULL, model, data, prob, contribution, &reference, value, 1, &out));
    assert_int_equal(ardor_dataset_write(NULL, data, "no_context.csv"), ARDOR_USAGE);
    assert_int_equal(ardor_spec_set(NULL, spec, "method", "spr"), ARDOR_USAGE);
    assert_int_equal(ardor_spec_set_splits(NULL, spec, 1, trains, &n_train, tests, &n_test), ARDOR_USAGE);
    assert_int_equal(ardor_model_save(NULL, model, "no_context.json"), ARDOR_USAGE);
    assert_int_equal(ardor_model_decide(NULL, model, spec), ARDOR_USAGE);
    assert_int_equal(ardor_decide(NULL, model, N, prob, decided), ARDOR_USAGE);
    assert_int_equal(ardor_predict(NULL, model, data, prob), ARDOR_USAGE);
    assert_int_equal(ardor_predict_table(NULL, model, &table, &wanted), ARDOR_USAGE);
    assert_int_equal(ardor_explain(NULL, model, data, contribution, &reference), ARDOR_USAGE);
    assert_int_equal(ardor_explain_values(NULL, model, data, value), ARDOR_USAGE);
    assert_int_equal(ardor_write_file(NULL, "no_context.json", text, 1), ARDOR_USAGE);
    ardor_evaluation_free(evaluation);
    ardor_dataset_free(simulated);
    ardor_string_free(context, text);
    ardor_spec_free(spec);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_leave_null), cmocka_unit_test(no_context_is_refused)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
