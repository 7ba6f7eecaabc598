/* What ardor.h promises of every function: on an error `T **out` is NULL, whatever it was before. */
#include "context_fixture.h"

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
    FAILS(char, ardor_predictions_json(context, NULL, NULL, NULL, 0, &out));
    FAILS(char, ardor_explanations_json(context, NULL, NULL, NULL, NULL, NULL, NULL, 0, &out));
    FAILS(char, ardor_evaluation_json(context, NULL, &out));
    FAILS(char, ardor_formats_json(NULL, &out));
    FAILS(char, ardor_keys_json(NULL, &out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_leave_null)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
