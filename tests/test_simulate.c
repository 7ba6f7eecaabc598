/* Simulated data: class sizes, the best rule and its error on the very rows, reproducibility, refusals. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/dataset.h"

enum { N = 20001 };

static ardor_context *context;

static int set_up(void **state)
{
    (void)state;
    return ardor_context_new(NULL, &context);
}

static int tear_down(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

static ardor_dataset *simulate(const char *kind, int64_t n, int64_t p, double noise, uint64_t seed)
{
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_simulate(context, kind, n, p, noise, seed, &data), ARDOR_OK);
    assert_int_equal(ardor_dataset_rows(data), n);
    assert_int_equal(ardor_dataset_features(data), p);
    assert_int_equal(ardor_dataset_classes(data), 2);
    assert_string_equal(ardor_dataset_class_name(data, 0), "-1");
    assert_string_equal(ardor_dataset_class_name(data, 1), "1");
    assert_string_equal(data->inputs.target, "class");
    char last[16];
    snprintf(last, sizeof last, "x%d", (int)p);
    assert_string_equal(ardor_dataset_feature_name(data, p - 1), last);
    return data;
}

/* Share of rows on which `rule` of (x1, x2) differs from the label. */
static double error_of(const ardor_dataset *data, int (*rule)(double, double))
{
    const double *x1 = ardor_dataset_column(data, 0), *x2 = ardor_dataset_column(data, 1);
    int64_t wrong = 0, n = ardor_dataset_rows(data);
    for (int64_t i = 0; i < n; i++) wrong += rule(x1[i], x2[i]) != ardor_dataset_label(data, i);
    return (double)wrong / (double)n;
}

static double share_of_class_1(const ardor_dataset *data, int64_t first, int64_t end)
{
    int64_t ones = 0;
    for (int64_t i = first; i < end; i++) ones += ardor_dataset_label(data, i);
    return (double)ones / (double)(end - first);
}

static int positive_sum(double x1, double x2) { return x1 + x2 >= 0; }
static int same_sign(double x1, double x2) { return x1 * x2 >= 0; }
static int in_disc(double x1, double x2) { return sqrt(x1 * x1 + x2 * x2) < 1.1968268412042981; }

static void two_gaussians_have_their_means_and_best_rule(void **state)
{
    (void)state;
    ardor_dataset *data = simulate("two-gaussians", N, 5, NAN, 1);
    assert_true(ardor_dataset_bayes_error(data) == error_of(data, positive_sum));
    assert_true(fabs(ardor_dataset_bayes_error(data) - 0.15865525393145707) < 4 * sqrt(0.1335 / N));
    assert_true(share_of_class_1(data, 0, N) == (double)(N - N / 2) / N);
    /* In random order: the first half holds both classes about equally. */
    assert_true(fabs(share_of_class_1(data, 0, N / 2) - 0.5) < 0.02);
    for (int64_t j = 0; j < 5; j++) {
        const double *x = ardor_dataset_column(data, j);
        double mean = 0, variance = 0, center = j < 2 ? sqrt(0.5) : 0;
        for (int64_t i = 0; i < N; i++) {
            double z = x[i] - (ardor_dataset_label(data, i) ? center : -center);
            mean += z / N;
            variance += z * z / N;
        }
        assert_true(fabs(mean) < 4 / sqrt(N) && fabs(variance - 1) < 4 * sqrt(2.0 / N));
    }
    ardor_dataset_free(data);
}

static void check_box(const char *kind, int (*rule)(double, double))
{
    ardor_dataset *data = simulate(kind, N, 2, NAN, 3);
    assert_true(ardor_dataset_bayes_error(data) == error_of(data, rule));
    assert_true(fabs(ardor_dataset_bayes_error(data) - 0.05) < 4 * sqrt(0.0475 / N));
    assert_true(fabs(share_of_class_1(data, 0, N) - 0.5) < 4 * sqrt(0.25 / N));
    for (int64_t j = 0; j < 2; j++) {
        const double *x = ardor_dataset_column(data, j);
        double largest = 0, square = 0;
        for (int64_t i = 0; i < N; i++) largest = fmax(largest, fabs(x[i])), square += x[i] * x[i] / N;
        assert_true(largest < 1.5 && largest > 1.499);
        assert_true(fabs(square - 0.75) < 4 * 0.6708 / sqrt(N));
    }
    ardor_dataset_free(data);
    data = simulate(kind, N, 2, 0, 3);
    assert_true(ardor_dataset_bayes_error(data) == 0 && error_of(data, rule) == 0);
    ardor_dataset_free(data);
    data = simulate(kind, N, 2, 0.3, 3);
    assert_true(fabs(ardor_dataset_bayes_error(data) - 0.3) < 4 * sqrt(0.21 / N));
    ardor_dataset_free(data);
}

static void xor_follows_the_signs(void **state)
{
    (void)state;
    check_box("xor", same_sign);
}

static void circle_follows_the_radius(void **state)
{
    (void)state;
    check_box("circle", in_disc);
}

/* The labels' means given x_j > 0 tell the weights: for normal x, E[sign(w'x) x_j] = sqrt(2/pi) w_j / |w|. */
static void sparse_linear_has_ten_weights(void **state)
{
    (void)state;
    enum { P = 14, SEEDS = 40 };
    double mean = 0, square = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        ardor_dataset *data = simulate("sparse-linear", N / 4, P, 0, (uint64_t)seed);
        const int64_t n = ardor_dataset_rows(data);
        double direction[P], length = 0, first = 0;
        assert_true(ardor_dataset_bayes_error(data) == 0);
        for (int64_t j = 0; j < P; j++) {
            const double *x = ardor_dataset_column(data, j);
            direction[j] = 0;
            for (int64_t i = 0; i < n; i++) direction[j] += (ardor_dataset_label(data, i) ? 1 : -1) * x[i] / (double)n;
            direction[j] /= sqrt(2 / 3.141592653589793);
            length += direction[j] * direction[j];
            if (j >= 10) assert_true(fabs(direction[j]) < 5 / sqrt((double)n));
            if (j < 10) first += direction[j];
        }
        assert_true(fabs(length - 1) < 0.1);
        mean += first / SEEDS;           /* of sum w / |w|: about -5 / sqrt(12.5) = -1.41 */
        square += first * first / SEEDS; /* its variance: about 10 / 12.5 */
        ardor_dataset_free(data);
    }
    assert_true(fabs(mean + 1.38) < 4 * sqrt(0.8 / SEEDS));
    assert_true(square - mean * mean > 0.3 && square - mean * mean < 1.6);
    ardor_dataset *data = simulate("sparse-linear", N / 4, 3, 0.3, 1);
    assert_true(fabs(ardor_dataset_bayes_error(data) - 0.3) < 4 * sqrt(0.21 / (N / 4)));
    ardor_dataset_free(data);
}

/* The same seed gives the same rows, whatever the number of features; another seed gives others. */
static void seeds_decide(void **state)
{
    (void)state;
    const char *const kinds[] = {"two-gaussians", "xor", "circle", "sparse-linear"};
    for (int k = 0; k < 4; k++) {
        const int64_t p = k == 3 ? 10 : 2;
        ardor_dataset *narrow = simulate(kinds[k], 50, p, NAN, 9), *wide = simulate(kinds[k], 50, p + 3, NAN, 9);
        ardor_dataset *other = simulate(kinds[k], 50, p, NAN, 10);
        for (int64_t j = 0; j < 2; j++) {
            const double *x = ardor_dataset_column(narrow, j);
            assert_memory_equal(x, ardor_dataset_column(wide, j), 50 * sizeof *x);
            assert_true(memcmp(x, ardor_dataset_column(other, j), 50 * sizeof *x) != 0);
        }
        for (int64_t i = 0; i < 50; i++) assert_int_equal(ardor_dataset_label(narrow, i), ardor_dataset_label(wide, i));
        ardor_dataset_free(narrow);
        ardor_dataset_free(wide);
        ardor_dataset_free(other);
    }
}

static void refuse(const char *kind, int64_t n, int64_t p, double noise, const char *word)
{
    ardor_dataset *data = (ardor_dataset *)&data;
    assert_int_equal(ardor_simulate(context, kind, n, p, noise, 1, &data), ARDOR_USAGE);
    assert_null(data);
    assert_non_null(strstr(ardor_context_message(context), word));
}

static void impossible_requests_are_refused(void **state)
{
    (void)state;
    refuse("spiral", 10, 2, 0, "two-gaussians, xor, circle or sparse-linear");
    refuse(NULL, 10, 2, 0, "two-gaussians, xor, circle or sparse-linear");
    refuse("xor", 1, 2, 0, "1 rows");
    refuse("xor", 10, 1, 0, "1 features");
    refuse("xor", 10, 2, 0.6, "noise is 0.6");
    refuse("xor", 10, 2, -0.1, "noise is -0.1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_gaussians_have_their_means_and_best_rule),
        cmocka_unit_test(sparse_linear_has_ten_weights),
        cmocka_unit_test(xor_follows_the_signs),
        cmocka_unit_test(circle_follows_the_radius),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(impossible_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
