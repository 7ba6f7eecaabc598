/* Simulated data: class sizes, the best rule and its error on the rows, the truth and its seed, reproducibility, refusals. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "data/dataset.h"
#include "simulated.h"

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
    assert_int_equal(simulated(context, kind, n, p, noise, seed, &data), ARDOR_OK);
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

/* ------------------------------------------------------------------ the truth */

static ardor_dataset *simulate_sparse(int64_t p, const ardor_simulation *options)
{
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_simulate(context, "sparse-linear", N / 20, p, options, &data), ARDOR_OK);
    return data;
}

static json_t *truth_of(const ardor_dataset *data)
{
    char *text = NULL;
    assert_int_equal(ardor_simulation_json(context, data, &text), ARDOR_OK);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    ardor_string_free(context, text);
    return root;
}

/* The share of rows whose label differs from what the features and weights of the document say. */
static double error_of_truth(const ardor_dataset *data, json_t *truth)
{
    const int64_t n = ardor_dataset_rows(data);
    json_t *features = json_object_get(truth, "features"), *feature;
    size_t k;
    int64_t wrong = 0;
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        json_array_foreach(features, k, feature)
        {
            const char *name = json_string_value(json_object_get(feature, "name"));
            int64_t j = 0;
            while (strcmp(ardor_dataset_feature_name(data, j), name) != 0) j++;
            sum += json_real_value(json_object_get(feature, "weight")) * ardor_dataset_column(data, j)[i];
        }
        wrong += (sum >= 0) != ardor_dataset_label(data, i);
    }
    return (double)wrong / (double)n;
}

static bool same_truth(json_t *a, json_t *b)
{
    return json_equal(json_object_get(a, "features"), json_object_get(b, "features"));
}

/* Rows to train on and to test from two seeds, one truth; another truth seed, another truth on the same rows. */
static void truth_goes_by_its_own_seed(void **state)
{
    (void)state;
    ardor_simulation options = {.size = sizeof options, .noise = 0.1, .seed = 1, .truth_seed = 1};
    ardor_dataset *train = simulate_sparse(30, &options);
    options.seed = 2;
    ardor_dataset *test = simulate_sparse(30, &options);
    options.truth_seed = 2;
    ardor_dataset *other = simulate_sparse(30, &options);
    json_t *of_train = truth_of(train), *of_test = truth_of(test), *of_other = truth_of(other);
    assert_true(same_truth(of_train, of_test) && !same_truth(of_test, of_other));
    for (int64_t j = 0; j < 30; j++) {
        const double *x = ardor_dataset_column(test, j);
        assert_memory_equal(x, ardor_dataset_column(other, j), sizeof *x * N / 20);
        assert_true(x[0] != ardor_dataset_column(train, j)[0]);
    }
    assert_true(error_of_truth(test, of_train) == ardor_dataset_bayes_error(test));
    assert_true(error_of_truth(train, of_test) == ardor_dataset_bayes_error(train));
    assert_true(error_of_truth(other, of_other) == ardor_dataset_bayes_error(other));
    assert_true(error_of_truth(other, of_test) > ardor_dataset_bayes_error(other) + 0.1);
    json_decref(of_train);
    json_decref(of_test);
    json_decref(of_other);
    ardor_dataset_free(train);
    ardor_dataset_free(test);
    ardor_dataset_free(other);
}

/* The first weights are the same however many there are. */
static void nonzeros_are_counted(void **state)
{
    (void)state;
    static const struct {
        int64_t p, asked, expected;
    } cases[] = {{30, 0, 10}, {3, 0, 3}, {30, 1, 1}, {30, 25, 25}, {30, 30, 30}};
    double first = NAN;
    for (int c = 0; c < 5; c++) {
        const ardor_simulation options = {
            .size = sizeof options, .noise = 0.1, .seed = 4, .truth_seed = 1, .nonzeros = cases[c].asked};
        ardor_dataset *data = simulate_sparse(cases[c].p, &options);
        json_t *truth = truth_of(data), *features = json_object_get(truth, "features");
        const double weight = json_real_value(json_object_get(json_array_get(features, 0), "weight"));
        assert_int_equal(json_array_size(features), cases[c].expected);
        assert_int_equal(json_integer_value(json_object_get(truth, "n_features")), cases[c].expected);
        if (c > 0) assert_true(weight == first);
        first = weight;
        assert_true(error_of_truth(data, truth) == ardor_dataset_bayes_error(data));
        json_decref(truth);
        ardor_dataset_free(data);
    }
}

static void every_kind_says_its_truth(void **state)
{
    (void)state;
    static const char *const kinds[] = {"two-gaussians", "xor", "circle"};
    for (int k = 0; k < 3; k++) {
        ardor_dataset *data = simulate(kinds[k], 50, 4, NAN, 7);
        json_t *truth = truth_of(data), *features = json_object_get(truth, "features");
        assert_string_equal(json_string_value(json_object_get(truth, "kind")), kinds[k]);
        assert_non_null(strstr(json_string_value(json_object_get(truth, "rule")), "x1"));
        assert_int_equal(json_array_size(features), 2);
        assert_string_equal(json_string_value(json_object_get(json_array_get(features, 1), "name")), "x2");
        assert_true(json_is_null(json_object_get(json_array_get(features, 1), "weight")));
        assert_int_equal(json_integer_value(json_object_get(truth, "seed")), 7);
        assert_true(json_real_value(json_object_get(truth, "bayes_error")) == ardor_dataset_bayes_error(data));
        if (k == 0)
            assert_true(json_is_null(json_object_get(truth, "noise")));
        else
            assert_true(json_real_value(json_object_get(truth, "noise")) == 0.05);
        json_decref(truth);
        ardor_dataset_free(data);
    }
}

/* Options that end early, or are not there, have the defaults for the rest. */
static void missing_options_have_defaults(void **state)
{
    (void)state;
    const ardor_simulation full = {.size = sizeof full, .noise = NAN, .seed = 1, .truth_seed = 1};
    const ardor_simulation early = {.size = offsetof(ardor_simulation, truth_seed), .noise = NAN, .seed = 1, .truth_seed = 9};
    const ardor_simulation *const options[] = {&full, &early, NULL};
    ardor_dataset *data[3];
    for (int k = 0; k < 3; k++) {
        data[k] = simulate_sparse(12, options[k]);
        assert_true(ard_dataset_hash(data[k]) == ard_dataset_hash(data[0]));
    }
    for (int k = 0; k < 3; k++) ardor_dataset_free(data[k]);
}

static void data_that_are_not_simulated_have_no_truth(void **state)
{
    (void)state;
    static const double x[] = {1, 2};
    static const char *const labels[] = {"a", "b"};
    ardor_dataset *data = NULL;
    char *text = (char *)&data;
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 1, x, 2, labels, NULL, NULL, &data), ARDOR_OK);
    assert_int_equal(ardor_simulation_json(context, data, &text), ARDOR_USAGE);
    assert_null(text);
    assert_non_null(strstr(ardor_context_message(context), "not simulated"));
    assert_int_equal(ardor_simulation_json(context, NULL, &text), ARDOR_USAGE);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ several classes */

/* Means of the classes in the rows near the truth, the others 0; the best rule is the nearest of them; the rows of another
 * seed have the same truth. */
static void gaussians_are_about_their_means(void **state)
{
    (void)state;
    enum { MANY = 7000, P = 6, K = 7, RELEVANT = 3 };
    double bayes[2];
    double truth[RELEVANT * K];
    for (int t = 0; t < 2; t++) {
        const ardor_simulation options = {
            .size = sizeof options, .noise = NAN, .seed = 5 + (uint64_t)t, .truth_seed = 2, .nonzeros = RELEVANT, .classes = K};
        ardor_dataset *data = NULL;
        double sum[P][K] = {{0}};
        int64_t count[K] = {0}, wrong = 0;
        assert_int_equal(ardor_simulate(context, "gaussians", MANY, P, &options, &data), ARDOR_OK);
        assert_int_equal(ardor_dataset_classes(data), K);
        assert_int_equal(data->truth->n_relevant, RELEVANT);
        if (t == 0) memcpy(truth, data->truth->mean, sizeof truth);
        assert_memory_equal(truth, data->truth->mean, sizeof truth);
        for (int64_t i = 0; i < MANY; i++) {
            const int c = atoi(ardor_dataset_class_name(data, ardor_dataset_label(data, i))) - 1;
            double least = INFINITY;
            int nearest = -1;
            count[c]++;
            for (int j = 0; j < P; j++) sum[j][c] += data->x[i + j * MANY];
            for (int d = 0; d < K; d++) {
                double square = 0;
                for (int j = 0; j < RELEVANT; j++) square += pow(data->x[i + j * MANY] - truth[j + d * RELEVANT], 2);
                if (square < least) {
                    least = square;
                    nearest = d;
                }
            }
            wrong += nearest != c;
        }
        for (int c = 0; c < K; c++) {
            assert_int_equal(count[c], MANY / K);
            for (int j = 0; j < P; j++)
                assert_true(fabs(sum[j][c] / (double)count[c] - (j < RELEVANT ? truth[j + c * RELEVANT] : 0)) < .15);
        }
        bayes[t] = ardor_dataset_bayes_error(data);
        assert_true(fabs(bayes[t] - (double)wrong / MANY) < 1e-12);
        ardor_dataset_free(data);
    }
    assert_true(bayes[0] != bayes[1] && fabs(bayes[0] - bayes[1]) < .03);
}

/* ------------------------------------------------------------------ refusals */

static void refuse_nonzeros(const char *kind, int64_t nonzeros, const char *word)
{
    const ardor_simulation options = {.size = sizeof options, .noise = 0, .seed = 1, .truth_seed = 1, .nonzeros = nonzeros};
    ardor_dataset *data = (ardor_dataset *)&data;
    assert_int_equal(ardor_simulate(context, kind, 10, 5, &options, &data), ARDOR_USAGE);
    assert_null(data);
    assert_non_null(strstr(ardor_context_message(context), word));
}

static void refuse(const char *kind, int64_t n, int64_t p, double noise, const char *word)
{
    ardor_dataset *data = (ardor_dataset *)&data;
    assert_int_equal(simulated(context, kind, n, p, noise, 1, &data), ARDOR_USAGE);
    assert_null(data);
    assert_non_null(strstr(ardor_context_message(context), word));
}

static void impossible_requests_are_refused(void **state)
{
    (void)state;
    refuse("spiral", 10, 2, 0, "two-gaussians, xor, circle, sparse-linear or gaussians");
    refuse(NULL, 10, 2, 0, "two-gaussians, xor, circle, sparse-linear or gaussians");
    refuse("xor", 1, 2, 0, "1 rows");
    refuse("xor", 10, 1, 0, "1 features");
    refuse("xor", 10, 2, 0.6, "noise is 0.6");
    refuse("xor", 10, 2, -0.1, "noise is -0.1");
    refuse_nonzeros("sparse-linear", 6, "nonzeros is 6: of 5 features 1 to 5");
    refuse_nonzeros("sparse-linear", -1, "nonzeros is -1");
    refuse_nonzeros("xor", 2, "goes with sparse-linear");
    const ardor_simulation unsized = {0};
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_simulate(context, "xor", 10, 2, &unsized, &data), ARDOR_USAGE);
    assert_null(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_gaussians_have_their_means_and_best_rule),
        cmocka_unit_test(sparse_linear_has_ten_weights),
        cmocka_unit_test(xor_follows_the_signs),
        cmocka_unit_test(circle_follows_the_radius),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(truth_goes_by_its_own_seed),
        cmocka_unit_test(nonzeros_are_counted),
        cmocka_unit_test(every_kind_says_its_truth),
        cmocka_unit_test(missing_options_have_defaults),
        cmocka_unit_test(data_that_are_not_simulated_have_no_truth),
        cmocka_unit_test(gaussians_are_about_their_means),
        cmocka_unit_test(impossible_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
