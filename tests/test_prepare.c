/* Preparation: statistics, weights against duplicated rows, missing values, constants, extreme scales. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prepare/moments.h"
#include "prepare/prepare.h"

static ardor_context *context;
static char last_note[1024];
static int notes;

static void keep_note(void *user, const char *text)
{
    (void)user;
    snprintf(last_note, sizeof last_note, "%s", text);
    notes++;
}

static int setup(void **state)
{
    (void)state;
    ardor_context_config config = {.size = sizeof config, .note = keep_note};
    return ardor_context_new(&config, &context);
}

static int teardown(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

static void expect_near(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected))) fail_msg("%.17g is not %.17g", value, expected);
}

static ardor_dataset *dataset(int64_t n, int64_t p, const double *x, const double *weight)
{
    ardor_dataset *data = NULL;
    if (ardor_dataset_from_arrays(context, n, p, x, n, NULL, NULL, weight, &data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    return data;
}

static ard_rows first_rows(int64_t n)
{
    static int64_t row[100];
    for (int64_t i = 0; i < n; i++) row[i] = i;
    return (ard_rows){n, row};
}

static const ard_prepare_options TRAIN = {.standardise = ARD_STANDARDISE_TRAIN};
static const ard_prepare_options MEDIAN = {.standardise = ARD_STANDARDISE_TRAIN, .impute = ARD_IMPUTE_MEDIAN};

static void training_rows_alone_are_seen(void **state)
{
    (void)state;
    const double x[] = {1, 3, 1000, 5, 9, 2000};
    ardor_dataset *data = dataset(3, 2, x, NULL);
    ard_prepare *prepare = NULL;
    ard_rows train = first_rows(2), test = {1, (int64_t[]){2}};
    double out[4];
    assert_int_equal(ard_prepare_fit(context, data, &train, &TRAIN, &prepare), ARDOR_OK);
    assert_int_equal(prepare->p, 2);
    assert_true(prepare->mean[0] == 2 && prepare->sd[0] == 1 && prepare->mean[1] == 7 && prepare->sd[1] == 2);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &train, NULL, NULL, out), ARDOR_OK);
    assert_true(out[0] == -1 && out[1] == 1 && out[2] == -1 && out[3] == 1);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &test, NULL, NULL, out), ARDOR_OK);
    assert_true(out[0] == 998 && out[1] == 996.5);
    ard_prepare_free(prepare);
    ard_prepare_options all = {.standardise = ARD_STANDARDISE_ALL};
    assert_int_equal(ard_prepare_fit(context, data, &train, &all, &prepare), ARDOR_OK);
    expect_near(prepare->mean[0], 1004.0 / 3, 1e-15);
    ard_prepare_free(prepare);
    ard_prepare_options none = {.standardise = ARD_STANDARDISE_NONE};
    assert_int_equal(ard_prepare_fit(context, data, &train, &none, &prepare), ARDOR_OK);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &train, NULL, NULL, out), ARDOR_OK);
    assert_true(out[0] == 1 && out[3] == 9);
    ard_prepare_free(prepare);
    ardor_dataset_free(data);
}

static void a_weight_of_two_is_a_row_twice(void **state)
{
    (void)state;
    const double x[] = {1, 4, 2, 11, 0.5, NAN, 7, 3, 3, 8};
    const double weight[] = {1, 2, 3, 1, 2};
    const int64_t twice[] = {0, 1, 1, 2, 2, 2, 3, 4, 4};
    ardor_dataset *plain = dataset(5, 2, x, NULL), *weighted = dataset(5, 2, x, weight);
    ard_rows five = first_rows(5), nine = {9, (int64_t *)twice};
    ard_prepare *a = NULL, *b = NULL;
    assert_int_equal(ard_prepare_fit(context, weighted, &five, &MEDIAN, &a), ARDOR_OK);
    assert_int_equal(ard_prepare_fit(context, plain, &nine, &MEDIAN, &b), ARDOR_OK);
    for (int j = 0; j < 2; j++) {
        expect_near(a->mean[j], b->mean[j], 1e-15);
        expect_near(a->sd[j], b->sd[j], 1e-15);
        assert_true(a->median[j] == b->median[j]);
    }
    expect_near(a->mean[0], 27.0 / 9, 1e-15);
    assert_true(a->median[0] == 2);     /* .5 .5 1 2 2 2 4 4 11 */
    assert_true(a->median[1] == 5);     /* 3 3 3 3 7 7 8 8 */
    ard_prepare_free(a);
    ard_prepare_free(b);
    ardor_dataset_free(plain);
    ardor_dataset_free(weighted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_rows_alone_are_seen),
        cmocka_unit_test(a_weight_of_two_is_a_row_twice),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
