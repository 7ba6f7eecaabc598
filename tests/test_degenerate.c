/* Degenerate tables through the public interface: each gives sensible numbers, or an error that says what is wrong. */
#include "api_fixture.h"

#include "special/probit.h"

static const char *const methods[] = {"method=spr", "method=jcfo basis=linear", "method=jcfo basis=poly:2",
                                      "method=jcfo basis=rbf"};

/* Converged to its certificate, every number finite. */
static void check_certified(json_t *root)
{
    const char *stop = text_at(root, "stop_reason");
    if (strcmp(stop, "converged") != 0 && strcmp(stop, "null_model") != 0) fail_msg("stopped with %s", stop);
    assert_true(isfinite(number_at(root, "objective")) && number_at(root, "objective") <= 0);
    assert_true(number_at(root, "kkt.weights") < 1e-5 && number_at(root, "kkt.scales") < 1e-5);
}

static void two_rows_and_one_feature(void **state)
{
    (void)state;
    const double x[] = {1, 3}, side[] = {-1, 1};
    ardor_dataset *data = make_table(2, 1, x, side, NULL);
    for (int m = 0; m < COUNT_OF(methods); m++) {
        ardor_model *model = fit(data, methods[m]);
        json_t *root = model_json(model);
        double *prob = positive_prob(model, data);
        check_certified(root);
        assert_true(prob[1] >= prob[0] && prob[0] > 0 && prob[1] < 1);
        if (m < 2) assert_near(prob[0] + prob[1], 1, 1e-6, "the sum over mirrored rows");
        free(prob);
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

static void a_table_has_rows(void **state)
{
    (void)state;
    const double x[] = {1};
    ardor_dataset *none = NULL;
    assert_int_equal(ardor_dataset_from_arrays(context, 0, 1, x, 1, (const char *const[]){""}, NULL, NULL, &none), ARDOR_DATA);
    assert_message("there are no data rows");
    assert_null(none);
}

/* Without features (given, or left after constant ones are dropped) the model is the share of the classes. */
static void check_intercept_only(const ardor_dataset *data, const char *spec, double share)
{
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    double *prob = positive_prob(model, data);
    assert_true(json_is_true(at(root, "null_model")));
    assert_string_equal(text_at(root, "stop_reason"), "null_model");
    assert_int_equal(number_at(root, "n_features"), 0);
    assert_int_equal(number_at(root, "n_vectors"), 0);
    assert_int_equal(ardor_model_features(model), 0);
    assert_near(prob[0], share, 1e-5, spec);
    free(prob);
    json_decref(root);
    ardor_model_free(model);
}

static void no_features_give_the_share_of_the_classes(void **state)
{
    (void)state;
    const double x[20] = {0}, side[] = {1, -1, 1, 1, -1, 1, 1, -1, 1, 1};
    double spread[20], nan[10];
    for (int i = 0; i < 20; i++) spread[i] = 1e17 + i % 2; /* rounds to a constant */
    for (int i = 0; i < 10; i++) nan[i] = NAN;
    for (int tuned = 0; tuned < 2; tuned++)
        for (int m = 0; m < COUNT_OF(methods); m++) {
            char spec[80];
            snprintf(spec, sizeof spec, "%s penalise_bias=no%s", methods[m], tuned ? " tune=cv:3" : "");
            ardor_dataset *none = make_table(10, 0, x, side, NULL), *zero = make_table(10, 2, x, side, NULL);
            ardor_dataset *constant = make_table(10, 2, spread, side, NULL);
            notes[0] = '\0';
            check_intercept_only(none, spec, .7);
            assert_non_null(strstr(notes, "'data' has no feature columns: the model is the intercept alone\n"));
            check_intercept_only(zero, spec, .7);
            assert_non_null(strstr(notes, "2 constant columns dropped: x1, x2\n"));
            check_intercept_only(constant, spec, .7);
            ardor_dataset_free(constant);
            ardor_dataset_free(zero);
            ardor_dataset_free(none);
        }
    ardor_dataset *zero = make_table(10, 2, x, side, NULL);
    notes[0] = '\0';
    json_t *twice = evaluate(zero, "plan=kfold:3 tune=cv:2 penalise_bias=no"); /* nine fits, one note of a kind */
    static const char *const once[] = {"in all 3 folds: 2 constant columns dropped: x1, x2\n",
                                       "in all 3 folds: no evidence that anything was learnt: "};
    for (int i = 0; i < COUNT_OF(once); i++) {
        const char *first = strstr(notes, once[i]);
        assert_non_null(first);
        assert_null(strstr(first + 1, once[i]));
    }
    json_decref(twice);
    ardor_dataset_free(zero);
    ardor_dataset *missing = make_table(10, 1, nan, side, NULL);
    check_intercept_only(missing, "impute=median penalise_bias=no", .7);
    ardor_dataset_free(missing);
    ardor_dataset *none = make_table(10, 0, x, side, NULL);
    json_t *result = evaluate(none, "plan=kfold:3 penalise_bias=no");
    assert_near(number_at(result, "summary.error.value"), .3, 1e-12, "the error");
    json_decref(result);
    ardor_dataset_free(none);
}

/* Without features every kernel value of rbf and poly is 1, so that the weights are a second intercept: the two together must
 * be the maximum of the likelihood less lam1 |f|, and none of it may be lost where the model is reduced to its bias. */
static void penalised_intercept(void **state)
{
    (void)state;
    static const char *const bases[] = {"rbf", "poly:2"};
    const double x[40] = {0};
    double side[40];
    for (int i = 0; i < 40; i++) side[i] = i < 30 ? 1 : -1;
    ardor_dataset *data = make_table(40, 1, x, side, NULL);
    for (int b = 0; b < 2; b++) {
        char spec[80];
        snprintf(spec, sizeof spec, "method=jcfo basis=%s lam1=2 lam2=1", bases[b]);
        ardor_model *model = fit(data, spec);
        double *prob = positive_prob(model, data), f = ard_normal_quantile(prob[0]);
        assert_true(f > 0 && prob[0] < .75);
        assert_near(30 * ard_mills(f) - 10 * ard_mills(-f), 2, 1e-4, "the slope of the likelihood");
        free(prob);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

static void one_class_of_one_row(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 1, 0, 0);
    double *x = make_normals(&rng, 24), side[12];
    json_t *result = NULL;
    ardor_model *model = NULL;
    for (int i = 0; i < 12; i++) side[i] = i == 4 ? 1 : -1;
    ardor_dataset *data = make_table(12, 2, x, side, NULL);
    for (int m = 0; m < COUNT_OF(methods); m++) {
        model = fit(data, methods[m]);
        json_t *root = model_json(model);
        check_certified(root);
        json_decref(root);
        ardor_model_free(model);
    }
    assert_int_equal(try_fit(data, "tune=cv:3", &model), ARDOR_DATA);
    assert_message("has no row of class 'yes' to train on: the class has 1 row: ");
    assert_message("take --tune=holdout:0.1, or collect more rows of the class");
    assert_int_equal(try_evaluate(data, "plan=loo", &result), ARDOR_DATA);
    assert_message("plan 'loo' has no row of class 'yes' to train on: the class has 1 row: ");
    assert_int_equal(try_evaluate(data, "plan=kfold:4", &result), ARDOR_DATA);
    assert_message("give the class a second row or leave it out");
    ardor_dataset_free(data);
    free(x);
}

/* Signal in column 0; `extra` columns are filled by the caller. */
static double *signal_table(ard_rng *rng, int64_t n, int64_t p, double noise, double *side)
{
    double *x = make_normals(rng, n * p);
    for (int64_t i = 0; i < n; i++) side[i] = x[i] + noise * ard_rng_normal(rng);
    return x;
}

static void constant_and_duplicate_columns(void **state)
{
    (void)state;
    enum { N = 50, P = 6 };
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 2, 0, 0);
    double *x = signal_table(&rng, N, P, .5, side);
    for (int i = 0; i < N; i++) {
        x[1 * N + i] = x[i]; /* the same, negated, and a multiple with an offset */
        x[2 * N + i] = -x[i];
        x[3 * N + i] = 1000 + 3 * x[i];
        x[4 * N + i] = 7;
    }
    ardor_dataset *all = make_table(N, P, x, side, NULL);
    memcpy(x + N, x + 5 * N, N * sizeof *x);
    ardor_dataset *plain = make_table(N, 2, x, side, NULL);
    for (int m = 0; m < COUNT_OF(methods); m++) {
        char spec[80];
        snprintf(spec, sizeof spec, "%s lam1=1%s", methods[m], m ? " lam2=1" : "");
        ardor_model *model = fit(all, spec), *simple = fit(plain, spec);
        json_t *root = model_json(model), *want = model_json(simple);
        double *prob = positive_prob(model, all);
        check_certified(root);
        assert_int_equal(number_at(root, "n_constant_dropped"), 1);
        for (int i = 0; i < N; i++) assert_true(prob[i] >= 0 && prob[i] <= 1);
        /* equal weights can be shared between copies at no cost: the same optimum */
        if (m == 0) assert_near(number_at(root, "objective"), number_at(want, "objective"), 1e-6, "F");
        free(prob);
        json_decref(want);
        json_decref(root);
        ardor_model_free(simple);
        ardor_model_free(model);
    }
    ardor_dataset_free(plain);
    ardor_dataset_free(all);
    free(x);
}

/* Perfect separation, a column that is the label, every feature relevant: finite, certified, no error on the training rows. */
static void separable_classes(void **state)
{
    (void)state;
    enum { N = 40, P = 8 };
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 3, 0, 0);
    double *x = make_normals(&rng, N * P);
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int k = 0; k < P; k++) sum += x[k * N + i];
            side[i] = kind == 2 ? sum : i % 2 ? 1 : -1;
            if (kind == 0) x[i] = side[i] * (3 + ard_rng_uniform(&rng));
            if (kind == 1) x[i] = side[i];
        }
        ardor_dataset *data = make_table(N, P, x, side, NULL);
        for (int m = 0; m < COUNT_OF(methods); m++) {
            char spec[80];
            snprintf(spec, sizeof spec, "%s lam1=.05%s", methods[m], m ? " lam2=.05" : "");
            ardor_model *model = fit(data, spec);
            json_t *root = model_json(model);
            double *prob = positive_prob(model, data);
            check_certified(root);
            assert_true(number_at(root, "train_error") == 0);
            for (int i = 0; i < N; i++) assert_int_equal(prob[i] > .5, side[i] > 0);
            if (kind == 1 && m < 2) {
                assert_int_equal(ardor_model_features(model), 1);
                assert_string_equal(ardor_model_feature_name(model, 0), "x1");
            }
            if (kind == 2 && m < 2) assert_int_equal(ardor_model_features(model), P);
            free(prob);
            json_decref(root);
            ardor_model_free(model);
        }
        ardor_dataset_free(data);
    }
    free(x);
}

static void extreme_units_do_not_matter(void **state)
{
    (void)state;
    enum { N = 40, P = 5 };
    static const double unit[] = {1e-150, 1e150, 1e-200, 1e200}; /* whose squares leave the range, too */
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 4, 0, 0);
    double *x = signal_table(&rng, N, P, .7, side), *scaled = make_reals(N * P);
    ardor_dataset *data = make_table(N, P, x, side, NULL);
    for (int u = 0; u < COUNT_OF(unit); u++) {
        for (int i = 0; i < N * P; i++) scaled[i] = unit[u] * x[i];
        ardor_dataset *other = make_table(N, P, scaled, side, NULL);
        for (int m = 0; m < COUNT_OF(methods); m++) {
            char spec[80];
            snprintf(spec, sizeof spec, "%s lam1=1%s", methods[m], m ? " lam2=1" : "");
            ardor_model *a = fit(data, spec), *b = fit(other, spec);
            double *want = positive_prob(a, data), *prob = positive_prob(b, other);
            for (int i = 0; i < N; i++) assert_near(prob[i], want[i], 1e-6, "a probability");
            free(prob);
            free(want);
            ardor_model_free(b);
            ardor_model_free(a);
        }
        ardor_dataset_free(other);
    }
    ardor_dataset_free(data);
    free(scaled);
    free(x);
}

static void missing_values(void **state)
{
    (void)state;
    enum { N = 30, P = 3 };
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 5, 0, 0);
    double *x = signal_table(&rng, N, P, .5, side);
    x[N + 4] = x[N + 9] = NAN;
    ardor_dataset *data = make_table(N, P, x, side, NULL);
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "basis=linear", &model), ARDOR_DATA);
    assert_message("row 5, column 'x2': the value is missing, the first of 2 in the column: use impute=median (--impute median)");
    model = fit(data, "basis=linear impute=median");
    double *prob = positive_prob(model, data);
    for (int i = 0; i < N; i++) assert_true(prob[i] >= 0 && prob[i] <= 1);
    free(prob);
    ardor_model_free(model);
    ardor_dataset_free(data);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_rows_and_one_feature),
                                       cmocka_unit_test(a_table_has_rows),
                                       cmocka_unit_test(no_features_give_the_share_of_the_classes),
                                       cmocka_unit_test(penalised_intercept),
                                       cmocka_unit_test(one_class_of_one_row),
                                       cmocka_unit_test(constant_and_duplicate_columns),
                                       cmocka_unit_test(separable_classes),
                                       cmocka_unit_test(extreme_units_do_not_matter),
                                       cmocka_unit_test(missing_values)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
