/* Preparation: statistics, weights against duplicated rows, missing values, constants, extreme scales. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prepare/moments.h"
#include "prepare/prepare.h"
#include "prepared.h"

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

#define TRAIN "standardise=train"
#define MEDIAN "standardise=train impute=median"

static void training_rows_alone_are_seen(void **state)
{
    (void)state;
    const double x[] = {1, 3, 1000, 5, 9, 2000};
    ardor_dataset *data = dataset(3, 2, x, NULL);
    ard_prepare *prepare = NULL;
    ard_rows train = first_rows(2), test = {1, (int64_t[]){2}};
    double out[4];
    ard_prepare_options options = prepare_options(TRAIN);
    assert_int_equal(prepare_fit(context, data, &train, &options, &prepare), ARDOR_OK);
    assert_int_equal(prepare->p, 2);
    assert_true(*number_of(prepare, "mean", 0) == 2 && *number_of(prepare, "sd", 0) == 1 && *number_of(prepare, "mean", 1) == 7 &&
                *number_of(prepare, "sd", 1) == 2);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &train, NULL, NULL, out), ARDOR_OK);
    assert_true(out[0] == -1 && out[1] == 1 && out[2] == -1 && out[3] == 1);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &test, NULL, NULL, out), ARDOR_OK);
    assert_true(out[0] == 998 && out[1] == 996.5);
    ard_prepare_free(prepare);
    options = prepare_options("standardise=all");
    assert_int_equal(prepare_fit(context, data, &train, &options, &prepare), ARDOR_OK);
    expect_near(*number_of(prepare, "mean", 0), 1004.0 / 3, 1e-15);
    ard_prepare_free(prepare);
    options = prepare_options("standardise=none");
    assert_int_equal(prepare_fit(context, data, &train, &options, &prepare), ARDOR_OK);
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
    const ard_prepare_options options = prepare_options(MEDIAN);
    assert_int_equal(prepare_fit(context, weighted, &five, &options, &a), ARDOR_OK);
    assert_int_equal(prepare_fit(context, plain, &nine, &options, &b), ARDOR_OK);
    for (int j = 0; j < 2; j++) {
        expect_near(*number_of(a, "mean", j), *number_of(b, "mean", j), 1e-15);
        expect_near(*number_of(a, "sd", j), *number_of(b, "sd", j), 1e-15);
        assert_true(*number_of(a, "median", j) == *number_of(b, "median", j));
    }
    expect_near(*number_of(a, "mean", 0), 27.0 / 9, 1e-15);
    assert_true(*number_of(a, "median", 0) == 2); /* .5 .5 1 2 2 2 4 4 11 */
    assert_true(*number_of(a, "median", 1) == 5); /* 3 3 3 3 7 7 8 8 */
    ard_prepare_free(a);
    ard_prepare_free(b);
    ardor_dataset_free(plain);
    ardor_dataset_free(weighted);
}

static ard_prepare *fit(const ardor_dataset *data, int64_t n, const char *how)
{
    ard_prepare *prepare = NULL;
    ard_rows rows = first_rows(n);
    const ard_prepare_options options = prepare_options(how);
    if (prepare_fit(context, data, &rows, &options, &prepare) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    return prepare;
}

static void refuse(const ardor_dataset *data, int64_t n, const char *how, const char *message)
{
    const ard_prepare_options options = prepare_options(how);
    ard_prepare *prepare = (ard_prepare *)&n;
    ard_rows rows = first_rows(n);
    assert_int_equal(prepare_fit(context, data, &rows, &options, &prepare), ARDOR_DATA);
    assert_string_equal(ardor_context_message(context), message);
    assert_null(prepare);
}

/* Bit for bit, with a constant column between the others and rows left out, whatever is transformed. */
static void fitting_with_rows_is_fitting_then_applying(void **state)
{
    (void)state;
    const double x[] = {1, 4, 2, 11, 3, 7, 7, 7, 7, 9, 5, NAN, 8, 3, 3, 2, 2.5, 6, 1, 4};
    ardor_dataset *data = dataset(5, 4, x, NULL);
    ard_rows rows = {4, (int64_t[]){0, 1, 2, 3}};
    static const char *const kinds[] = {"train", "all", "samples", "none"};
    for (int kind = 0; kind < 4; kind++)
        for (int logarithm = 0; logarithm < 2; logarithm++) {
            char how[80];
            snprintf(how, sizeof how, "standardise=%s impute=median log=%s", kinds[kind], logarithm ? "on" : "off");
            const ard_prepare_options options = prepare_options(how);
            ard_prepare *prepare = fit(data, 4, how), *same = NULL;
            double separate[16], *together = NULL;
            assert_int_equal(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, separate), ARDOR_OK);
            assert_int_equal(ard_prepare_fit(context, data, &rows, &options, &same, &together), ARDOR_OK);
            assert_int_equal(same->p, prepare->p);
            assert_int_equal(same->n_constant, prepare->n_constant);
            assert_memory_equal(together, separate, (size_t)(4 * prepare->p) * sizeof *separate);
            ard_free(context, together);
            ard_prepare_free(same);
            ard_prepare_free(prepare);
        }
    ardor_dataset_free(data);
}

static void weighted_medians_split_ties(void **state)
{
    (void)state;
    double work[40], value[20], weight[20], median = 0;
    assert_false(ard_weighted_median(2, (double[]){NAN, NAN}, NULL, work, &median));
    assert_true(ard_weighted_median(1, (double[]){3}, NULL, work, &median) && median == 3);
    assert_true(ard_weighted_median(4, (double[]){4, 1, 3, 2}, NULL, work, &median) && median == 2.5);
    assert_true(ard_weighted_median(3, (double[]){1, 9, 5}, (double[]){1, 1, 5}, work, &median) && median == 5);
    assert_true(ard_weighted_median(2, (double[]){1, 2}, (double[]){1, 1e-3}, work, &median) && median == 1);
    assert_true(ard_weighted_median(2, (double[]){-1.7e308, 1.7e308}, NULL, work, &median) && median == 0);
    for (int i = 0; i < 20; i++) { /* twenty weights of .1 sum to less than 2: the half must still be found */
        value[i] = i;
        weight[i] = 0.1;
    }
    assert_true(ard_weighted_median(20, value, weight, work, &median) && median == 9.5);
}

static void moments_hold_at_any_scale(void **state)
{
    (void)state;
    const double scales[] = {1e-300, 1e-150, 1, 1e150, 1e300};
    for (int s = 0; s < 5; s++) {
        double x[4];
        for (int i = 0; i < 4; i++) x[i] = scales[s] * (i + 1);
        ard_moments m = ard_moments_of(4, x, NULL);
        assert_false(m.constant);
        expect_near(m.mean, 2.5 * scales[s], 1e-14);
        expect_near(m.sd, sqrt(1.25) * scales[s], 1e-14);
    }
    /* A large mean costs no digits of the deviation beyond those that the values themselves lack. */
    ard_moments m = ard_moments_of(4, (double[]){1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4}, NULL);
    expect_near(m.sd, sqrt(1.25), 1e-9);
    assert_true(ard_moments_of(3, (double[]){0.1, 0.1, 0.1}, NULL).constant);
    assert_true(ard_moments_of(3, (double[]){1, 1 + 1e-15, 1 - 1e-15}, NULL).constant);
    assert_false(ard_moments_of(3, (double[]){1, 1 + 1e-9, 1}, NULL).constant);
    assert_true(ard_moments_of(3, (double[]){0, 0, 0}, NULL).constant);
    assert_true(ard_moments_of(0, NULL, NULL).constant);
    /* Apply at both ends of the range. */
    const double ends[] = {-1.7e308, 1.7e308, -1e-308, 1e-308};
    ardor_dataset *data = dataset(2, 2, ends, NULL);
    ard_prepare *prepare = fit(data, 2, TRAIN);
    ard_rows rows = first_rows(2);
    double out[4];
    assert_int_equal(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, out), ARDOR_OK);
    for (int i = 0; i < 4; i++) expect_near(out[i], i % 2 ? 1 : -1, 1e-14);
    ard_prepare_free(prepare);
    ardor_dataset_free(data);
    /* The difference from the mean overflows, its quotient by the deviation does not. */
    data = dataset(3, 1, (double[]){-1.7e308, 1.7e308, 1.7e308}, NULL);
    prepare = fit(data, 3, TRAIN);
    rows = first_rows(3);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, out), ARDOR_OK);
    expect_near(out[0], -sqrt(2), 1e-14);
    expect_near(out[1], sqrt(0.5), 1e-14);
    ard_prepare_free(prepare);
    ardor_dataset_free(data);
}

static void constant_columns_are_dropped_with_one_note(void **state)
{
    (void)state;
    double x[2 * 9];
    for (int j = 0; j < 9; j++) {
        x[2 * j] = j;
        x[2 * j + 1] = j == 2 || j == 8 ? -1 : j;
    }
    ardor_dataset *data = dataset(2, 9, x, NULL);
    notes = 0;
    ard_prepare *prepare = fit(data, 2, TRAIN);
    assert_int_equal(notes, 1);
    assert_string_equal(last_note, "7 constant columns dropped: x1, x2, x4, x5, x6, ...");
    assert_true(prepare->p == 2 && prepare->n_constant == 7 && prepare->column[0] == 2 && prepare->column[1] == 8);
    ard_prepare_free(prepare);
    prepare = fit(data, 1, TRAIN);
    assert_true(prepare->p == 0 && prepare->n_constant == 9);
    ard_prepare_free(prepare);
    ardor_dataset_free(data);
    data = dataset(2, 2, (double[]){1, 1, 1, 2}, NULL);
    ard_prepare_free(fit(data, 2, TRAIN));
    assert_string_equal(last_note, "1 constant column dropped: x1");
    ardor_dataset_free(data);
}

static void missing_values_need_imputation(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 10, NAN, 1, NAN, 2, NAN, NAN, NAN, 7};
    ardor_dataset *one = dataset(4, 1, x + 4, NULL), *three = dataset(4, 3, x, NULL);
    refuse(one, 3, TRAIN,
           "data: row 1, column 'x1': the value is missing, the first of 2 in the column: use impute=median (--impute median)");
    refuse(three, 4, TRAIN,
           "data: row 1, column 'x2': the value is missing, the first of 2 in the column and 1 other column has some: use "
           "impute=median (--impute median)");
    ard_prepare *prepare = fit(three, 3, MEDIAN);
    assert_true(prepare->p == 1 && prepare->n_constant == 2);
    ard_prepare_free(prepare);
    prepare = fit(three, 4, MEDIAN);
    assert_true(prepare->p == 2 && *number_of(prepare, "median", 1) == 1.5);
    double out[8];
    ard_rows rows = first_rows(4);
    assert_int_equal(ard_prepare_apply(context, prepare, three, &rows, NULL, NULL, out), ARDOR_OK);
    expect_near(out[5], -0.5 / sqrt(0.125), 1e-14); /* 1.5 1 1.5 2 */
    assert_true(out[4] == 0 && out[6] == 0);
    ard_prepare_free(prepare);
    /* Rows that are only predicted may lack values too. */
    ardor_dataset *whole = dataset(2, 1, (double[]){1, 2}, NULL), *gap = dataset(2, 1, (double[]){1, NAN}, NULL);
    prepare = fit(whole, 2, TRAIN);
    rows = first_rows(2);
    assert_int_equal(ard_prepare_apply(context, prepare, gap, &rows, NULL, NULL, out), ARDOR_DATA);
    assert_string_equal(ardor_context_message(context),
                        "data: row 2, column 'x1': the value is missing: use impute=median (--impute median)");
    ard_prepare_free(prepare);
    ardor_dataset_free(whole);
    ardor_dataset_free(gap);
    ardor_dataset_free(one);
    ardor_dataset_free(three);
}

static void logarithms_take_a_floor(void **state)
{
    (void)state;
    const double x[] = {1, exp(2), 0, -5};
    ardor_dataset *data = dataset(2, 2, x, NULL);
    refuse(data, 2, "standardise=none log=on",
           "data: row 1, column 'x2': 0 has no logarithm: use --log=FLOOR to raise small values to a floor first");
    ard_prepare *prepare = fit(data, 2, "standardise=none log=3");
    assert_int_equal(prepare->p, 1);
    double out[2];
    ard_rows rows = first_rows(2);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, out), ARDOR_OK);
    expect_near(out[0], log(3), 1e-15);
    expect_near(out[1], 2, 1e-15);
    ard_prepare_free(prepare);
    ardor_dataset_free(data);
}

static void rows_are_scaled_before_columns(void **state)
{
    (void)state;
    /* Rows 1 2 3 | 10 40 10 | 5 5 5 | 1e200 NaN 3e200: scaled -s 0 s | -t 2t -t | 0 0 0 | -1 NaN 1. */
    const double x[] = {1, 10, 5, 1e200, 2, 40, 5, NAN, 3, 10, 5, 3e200};
    const double s = sqrt(1.5), t = sqrt(0.5);
    const double scaled[] = {-s, -t, 0, -1, 0, 2 * t, 0, 0, s, -t, 0, 1};
    ardor_dataset *data = dataset(4, 3, x, NULL);
    ard_prepare *prepare = fit(data, 4, "standardise=samples impute=median"), *model = NULL;
    assert_int_equal(prepare->p, 3);
    double out[12];
    ard_rows rows = first_rows(4);
    assert_int_equal(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, out), ARDOR_OK);
    for (int j = 0; j < 3; j++) {
        ard_moments m = ard_moments_of(4, scaled + 4 * j, NULL);
        expect_near(*number_of(prepare, "sd", j), m.sd, 1e-14);
        for (int i = 0; i < 4; i++) assert_true(fabs(out[4 * j + i] - (scaled[4 * j + i] - m.mean) / m.sd) < 1e-14);
    }
    /* A table with its columns in another order, of which the model keeps the last feature only. */
    const double turned[] = {3, 10, 5, 3e200, 1, 10, 5, 1e200, 7, 7, 7, 7, 2, 40, 5, NAN};
    ardor_dataset *other = dataset(4, 4, turned, NULL);
    const int64_t all[] = {1, 3, 0}, kept[] = {0};
    double again[4];
    assert_int_equal(ard_prepare_restrict(context, prepare, 1, (int64_t[]){2}, &model), ARDOR_OK);
    assert_null(model->column);
    assert_int_equal(ard_prepare_apply(context, model, other, &rows, kept, all, again), ARDOR_OK);
    assert_memory_equal(again, out + 8, sizeof again);
    ard_prepare_free(model);
    ard_prepare_free(prepare);
    ardor_dataset_free(other);
    ardor_dataset_free(data);
}

/* An allocator that fails from the k-th request on. */
static long requests_left;
static void *failing_resize(void *user, void *pointer, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        free(pointer);
        return NULL;
    }
    return requests_left-- > 0 ? realloc(pointer, bytes) : NULL;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    ardor_dataset *data = dataset(3, 2, (double[]){1, 2, NAN, 4, 6, 5}, (double[]){1, 2, 3});
    const ard_prepare_options options = prepare_options("standardise=samples impute=median");
    ard_rows rows = first_rows(3);
    int rc = ARDOR_MEMORY;
    for (long k = 0; rc != ARDOR_OK; k++) {
        ardor_context_config config = {.size = sizeof config, .resize = failing_resize};
        ardor_context *poor = NULL;
        ard_prepare *prepare = NULL;
        double out[6];
        requests_left = 1;
        assert_int_equal(ardor_context_new(&config, &poor), ARDOR_OK);
        requests_left = k;
        rc = prepare_fit(poor, data, &rows, &options, &prepare);
        assert_int_equal(rc == ARDOR_OK, prepare != NULL);
        if (prepare) rc = ard_prepare_apply(poor, prepare, data, &rows, NULL, NULL, out);
        if (rc != ARDOR_OK) assert_int_equal(rc, ARDOR_MEMORY);
        ard_prepare_free(prepare);
        ardor_context_free(poor);
        assert_true(k < 100);
    }
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_rows_alone_are_seen),
        cmocka_unit_test(a_weight_of_two_is_a_row_twice),
        cmocka_unit_test(weighted_medians_split_ties),
        cmocka_unit_test(moments_hold_at_any_scale),
        cmocka_unit_test(constant_columns_are_dropped_with_one_note),
        cmocka_unit_test(missing_values_need_imputation),
        cmocka_unit_test(logarithms_take_a_floor),
        cmocka_unit_test(rows_are_scaled_before_columns),
        cmocka_unit_test(fitting_with_rows_is_fitting_then_applying),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
