/* The accuracy that users are promised on the bundled sets: JCFO with a Gaussian kernel, every setting chosen by
 * cross-validation inside the training rows. The limits leave room for another BLAS, none for a worse method: fits with
 * the default settings, or with a wrong gradient, are beyond some of them. */
#include <jansson.h>

#include "accuracy.h"

/* Errors on the test rows, in the mean over the splits. */
static void assert_mean_errors(const char *name, json_int_t n_splits, json_int_t n_test, double limit)
{
    char path[512], plan[512];
    char *text = NULL;
    ardor_dataset *data = NULL;
    ardor_evaluation *evaluation = NULL;
    ardor_spec *spec = tuned_jcfo("rbf");
    snprintf(path, sizeof path, ARDOR_SOURCE_DIR "/data/%s.csv.gz", name);
    snprintf(plan, sizeof plan, "splits:" ARDOR_SOURCE_DIR "/data/%s-splits.csv.gz", name);
    require_ok(ardor_spec_set(context, spec, "plan", plan));
    require_ok(ardor_dataset_read(context, path, NULL, &data));
    require_ok(ardor_evaluate(context, data, spec, &evaluation));
    require_ok(ardor_evaluation_json(context, evaluation, &text));
    json_t *result = json_loads(text, 0, NULL), *folds = json_object_get(result, "folds"), *fold;
    size_t i;
    double errors = 0;
    assert_int_equal(json_array_size(folds), n_splits);
    json_array_foreach(folds, i, fold)
    {
        assert_int_equal(json_integer_value(json_object_get(fold, "n_test")), n_test);
        assert_string_equal(json_string_value(json_object_get(fold, "stop_reason")), "converged");
        errors += json_real_value(json_object_get(fold, "error")) * (double)n_test / (double)n_splits;
    }
    print_message("%s: %.1f errors of %d, at most %g promised\n", name, errors, (int)n_test, limit);
    assert_true(errors <= limit + 1e-9);
    json_decref(result);
    ardor_string_free(context, text);
    ardor_evaluation_free(evaluation);
    ardor_dataset_free(data);
    ardor_spec_free(spec);
}

static void ripley_synthetic(void **state)
{
    (void)state;
    assert_mean_errors("ripley-synthetic", 1, 1000, 97);
}
static void pima(void **state)
{
    (void)state;
    assert_mean_errors("pima-ripley", 1, 332, 70);
}
static void breast_cancer(void **state)
{
    (void)state;
    assert_mean_errors("wbc-biopsy-683", 1, 383, 10);
}
static void crabs(void **state)
{
    (void)state;
    assert_mean_errors("crabs", 10, 120, 8.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ripley_synthetic),
        cmocka_unit_test(pima),
        cmocka_unit_test(breast_cancer),
        cmocka_unit_test(crabs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
