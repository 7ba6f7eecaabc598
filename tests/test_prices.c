/* Prices of features and vectors and the search one at a time, as users have them: what auto stands for, what is refused,
 * what the documents say, starts, model files. */
#include <unistd.h>

#include "api_fixture.h"
#include "simulated.h"

static ardor_dataset *table(const char *kind, int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    must(simulated(context, kind, n, p, .05, 3, &data));
    return data;
}

static void automatic_prices_are_said(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        double feature, vector, first, most; /* NaN: null */
    } want[] = {{"method=rsfm basis=rbf solver=incremental", 1, 0, 10, 5000},
                {"method=pfcvm-lp basis=rbf solver=incremental", 1, .5, 10, 5000},
                {"method=rsfm basis=rbf", 0, 0, NAN, 100},
                {"method=rsfm basis=rbf feature_price=.25", .25, 0, NAN, 100},
                {"method=pfcvm-lp basis=rbf vector_price=.25", 0, .25, NAN, 100},
                {"method=rsfm basis=rbf solver=incremental first=3 feature_price=0 max_iter=400", 0, 0, 3, 400}};
    ardor_dataset *data = table("xor", 80, 12);
    for (int i = 0; i < COUNT_OF(want); i++) {
        ardor_model *model = fit(data, want[i].spec);
        json_t *root = model_json(model);
        const double price = want[i].feature == 1 ? log(12) : want[i].feature;
        assert_near(number_at(root, "settings.feature_price"), price, 1e-12, "the price of a feature");
        assert_near(number_at(root, "settings.vector_price"), want[i].vector, 1e-12, "the price of a vector");
        assert_near(number_at(root, "settings.max_iter"), want[i].most, 0, "the most iterations");
        assert_int_equal(json_is_null(at(root, "settings.alpha0")), strstr(want[i].spec, "incremental") != NULL);
        if (isnan(want[i].first))
            assert_true(json_is_null(at(root, "settings.first")));
        else
            assert_near(number_at(root, "settings.first"), want[i].first, 0, "the first vectors");
        const double charged = price * number_at(root, "n_features") + want[i].vector * number_at(root, "n_vectors");
        assert_near(number_at(root, "objective"), number_at(root, "extras.log_evidence") - charged, 1e-9, "the objective");
        assert_true(number_at(root, "extras.log_evidence") < 0);
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* From 50 features on the common scale needs more vectors. */
static void many_features_begin_with_more_vectors(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=rsfm basis=rbf solver=incremental max_iter=3",
                                        "method=rsfm basis=linear solver=incremental max_iter=3"};
    ardor_dataset *data = table("xor", 60, 50);
    for (int i = 0; i < COUNT_OF(specs); i++) {
        ardor_model *model = fit(data, specs[i]);
        json_t *root = model_json(model);
        assert_near(number_at(root, "settings.first"), i == 0 ? 40 : 10, 0, "the first vectors");
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"method=rsfm first=5", "first is a setting of solver=incremental"},
        {"method=pfcvm-lp solver=incremental polish=yes", "polish=yes is a setting of solver=batch"},
        {"method=rvm basis=rbf feature_price=1", "feature_price is for the basis identity"},
        {"method=rvm basis=identity solver=sequential feature_price=1", "feature_price is a setting of solver=batch"},
        {"method=rsfm solver=incremental alpha0=1", "alpha0 is a setting of solver=batch"},
        {"method=rsfm solver=incremental update=em", "update=em is a setting of solver=batch"},
        {"method=rsfm solver=incremental shape=1", "shape and rate are settings of solver=batch"},
        {"method=pfcvm-lp solver=incremental rate=1e-6", "shape and rate are settings of solver=batch"},
        {"method=rsfm feature_price=1 rate=1", "shape and rate do not go with prices"},
        {"method=epcvm vector_price=1 shape=1", "shape and rate do not go with prices"},
        {"method=rsfm feature_price=-1", "feature_price"},
        {"method=epcvm feature_price=1", "feature_price"}};
    ardor_dataset *data = table("xor", 40, 4);
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        ardor_model *model = NULL;
        if (try_fit(data, wrong[i][0], &model) == ARDOR_OK) fail_msg("%s is taken", wrong[i][0]);
        if (!strstr(ardor_context_message(context), wrong[i][1])) fail_msg("%s: %s", wrong[i][0], ardor_context_message(context));
    }
    ardor_dataset_free(data);
}

/* Off is off: the same bits. */
static void a_price_of_0_changes_nothing(void **state)
{
    (void)state;
    static const char *const specs[][2] = {{"method=rsfm", "method=rsfm feature_price=0 vector_price=0 max_iter=100"},
                                           {"method=epcvm", "method=epcvm vector_price=0 max_iter=100"},
                                           {"method=rvm basis=identity", "method=rvm basis=identity feature_price=0"}};
    ardor_dataset *data = table("xor", 70, 4);
    for (int i = 0; i < COUNT_OF(specs); i++) {
        ardor_model *model[2] = {fit(data, specs[i][0]), fit(data, specs[i][1])};
        double *prob[2] = {positive_prob(model[0], data), positive_prob(model[1], data)};
        assert_memory_equal(prob[0], prob[1], 70 * sizeof **prob);
        for (int k = 0; k < 2; k++) {
            free(prob[k]);
            ardor_model_free(model[k]);
        }
    }
    ardor_dataset_free(data);
}

/* More starts never have less of what is maximised; where they ended is listed. */
static void the_best_of_starts_is_kept(void **state)
{
    (void)state;
    static const char *const bases[] = {"rbf", "linear"};
    int better = 0;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        ardor_dataset *data = table(b == 0 ? "circle" : "two-gaussians", 80, 8);
        double before = -INFINITY;
        for (int starts = 1; starts <= 5; starts += 2) {
            char spec[128];
            snprintf(spec, sizeof spec, "method=rsfm basis=%s solver=incremental starts=%d feature_price=.5", bases[b], starts);
            ardor_model *model = fit(data, spec);
            json_t *root = model_json(model);
            assert_true(number_at(root, "objective") >= before);
            better += isfinite(before) && number_at(root, "objective") > before + 1e-6;
            before = number_at(root, "objective");
            if (b == 0 && starts > 1) assert_true(json_array_size(at(root, "optima")) > 1);
            json_decref(root);
            ardor_model_free(model);
        }
        ardor_dataset_free(data);
    }
    assert_true(better > 0);
}

static void models_are_read_as_they_were_written(void **state)
{
    (void)state;
    char path[] = "/tmp/ardor-prices-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    ardor_dataset *data = table("xor", 80, 6);
    ardor_model *model = fit(data, "method=pfcvm-lp solver=incremental"), *again = NULL;
    must(ardor_model_save(context, model, path));
    must(ardor_model_load(context, path, &again));
    json_t *first = model_json(model), *second = model_json(again);
    assert_true(json_equal(first, second));
    double *prob = positive_prob(model, data), *same = positive_prob(again, data);
    assert_memory_equal(prob, same, 80 * sizeof *prob);
    free(same);
    free(prob);
    json_decref(second);
    json_decref(first);
    ardor_model_free(again);
    ardor_model_free(model);
    ardor_dataset_free(data);
    unlink(path);
}

/* The largest log evidence of the bias alone, of so many labels of either class, and the probability there: Laplace's
 * approximation at its mode by bisection, its precision by a grid. */
static double best_of_bias(double negative, double positive, double *prob)
{
    double most = -INFINITY;
    for (double x = -15; x < 14; x += 1e-3) {
        const double alpha = exp(x);
        double low = -20, high = 20;
        for (int t = 0; t < 100; t++) {
            const double b = .5 * (low + high), p = 1 / (1 + exp(-b));
            if (positive * (1 - p) - negative * p > alpha * b)
                low = b;
            else
                high = b;
        }
        const double p = 1 / (1 + exp(-low)), likelihood = positive * log(p) + negative * log(1 - p);
        const double curvature = (positive + negative) * p * (1 - p);
        const double value = likelihood + .5 * x - .5 * alpha * low * low - .5 * log(alpha + curvature);
        if (!(value > most)) continue;
        most = value;
        *prob = p;
    }
    return most;
}

enum { UNEVEN = 80, NOISE = 4 };

/* Of UNEVEN rows so many of the class that is positive, and noise. */
static ardor_dataset *uneven_noise(uint64_t seed, int positive)
{
    ard_rng rng;
    double side[UNEVEN];
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_normals(&rng, NOISE * UNEVEN);
    for (int i = 0; i < UNEVEN; i++) side[i] = i < positive ? 1 : -1;
    ardor_dataset *data = make_table(UNEVEN, NOISE, x, side, NULL);
    free(x);
    return data;
}

/* Where nothing is worth its price, the search ends with the bias alone, at its best precision: of uneven classes with their
 * shares. */
static void the_null_model_has_the_shares(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=rsfm feature_price=1000",
                                        "method=pfcvm-lp vector_price=1000",
                                        "method=epcvm vector_price=1000",
                                        "method=rvm basis=identity feature_price=1000",
                                        "method=rsfm solver=incremental feature_price=1000",
                                        "method=rsfm solver=incremental vector_price=1000",
                                        "method=rsfm basis=linear solver=incremental vector_price=1000",
                                        "method=rsfm solver=incremental first=1 feature_price=1000 max_iter=2"};
    static const int positive[] = {8, 72, 30, 40};
    for (int k = 0; k < COUNT_OF(positive); k++) {
        ardor_dataset *data = uneven_noise(5, positive[k]);
        double share = 0;
        const double best = best_of_bias(UNEVEN - positive[k], positive[k], &share);
        for (int i = 0; i < COUNT_OF(specs); i++) {
            ardor_model *model = fit(data, specs[i]);
            json_t *root = model_json(model);
            double *prob = positive_prob(model, data);
            assert_true(json_is_true(at(root, "null_model")));
            if (!strstr(specs[i], "max_iter")) assert_string_equal(json_string_value(at(root, "stop_reason")), "null_model");
            assert_near(number_at(root, "objective"), best, .01, specs[i]);
            if (k < 2) assert_near(prob[0], positive[k] / (double)UNEVEN, .012, specs[i]);
            assert_near(prob[0], share, .006, specs[i]);
            free(prob);
            json_decref(root);
            ardor_model_free(model);
        }
        ardor_dataset_free(data);
    }
}

/* No search ends below the bias alone, wherever it was cut. */
static void no_end_is_worth_less_than_the_bias(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=rsfm feature_price=1.6",
                                        "method=rsfm feature_price=1 vector_price=1",
                                        "method=epcvm vector_price=2",
                                        "method=rvm basis=identity feature_price=1",
                                        "method=rsfm solver=incremental feature_price=1.6",
                                        "method=pfcvm-lp solver=incremental feature_price=.5 max_iter=6 first=3",
                                        "method=rsfm basis=linear solver=incremental max_iter=3 first=1",
                                        "method=pfcvm-lp solver=incremental"};
    int fitted = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        ardor_dataset *data = uneven_noise(seed, 10);
        double share = 0;
        const double best = best_of_bias(UNEVEN - 10, 10, &share);
        for (int i = 0; i < COUNT_OF(specs); i++) {
            ardor_model *model = fit(data, specs[i]);
            json_t *root = model_json(model);
            if (number_at(root, "objective") < best - .01)
                fail_msg("%s: %g, the bias alone %g", specs[i], number_at(root, "objective"), best);
            fitted += !json_is_true(at(root, "null_model"));
            json_decref(root);
            ardor_model_free(model);
        }
        ardor_dataset_free(data);
    }
    assert_true(fitted > 0);
}

static int64_t iterations_of(const char *spec, const ardor_dataset *data, const char *stop)
{
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    const int64_t n = (int64_t)number_at(root, "iterations");
    assert_string_equal(json_string_value(at(root, "stop_reason")), stop);
    json_decref(root);
    ardor_model_free(model);
    return n;
}

/* A price leaves the batch its limit, and the pass has as many anew; where there is none somebody is told. */
static void the_pass_has_a_limit_of_its_own(void **state)
{
    (void)state;
    ardor_dataset *data = table("xor", 80, 12);
    for (int most = 2; most <= 6; most += 2) {
        char plain[64], priced[128];
        snprintf(plain, sizeof plain, "method=rsfm max_iter=%d", most);
        snprintf(priced, sizeof priced, "method=rsfm feature_price=1e-3 vector_price=1e-3 max_iter=%d", most);
        assert_int_equal(iterations_of(plain, data, "max_iter"), most);
        *notes = 0;
        assert_int_equal(iterations_of(priced, data, "max_iter"), 2 * most);
        assert_null(strstr(notes, "backward pass"));
    }
    assert_int_equal(iterations_of("method=rsfm update=em", data, "max_iter"), 100);
    assert_true(iterations_of("method=rsfm feature_price=.1 update=em", data, "converged") > 101);
    assert_int_equal(iterations_of("method=rvm basis=identity feature_price=.01 max_iter=2", data, "max_iter"), 4);
    *notes = 0;
    iterations_of("method=rsfm feature_price=.1 time-limit=1e-9", data, "time");
    assert_non_null(strstr(notes, "rsfm: the fit ended before the backward pass"));
    ardor_dataset_free(data);
}

/* The incremental search does not read alpha0: tuning has one axis, and fits each candidate once. */
static void tuning_has_no_axis_that_is_not_read(void **state)
{
    (void)state;
    ardor_dataset *data = table("xor", 60, 3);
    ardor_model *model = fit(data, "method=rsfm solver=incremental tune=cv:2");
    json_t *root = model_json(model);
    const json_t *list = at(root, "tune.candidates");
    assert_int_equal(json_array_size(list), 5); /* of c, and the empty model */
    for (size_t i = 0; i < json_array_size(list); i++) assert_null(json_object_get(json_array_get(list, i), "alpha0"));
    assert_true(json_is_null(at(root, "settings.alpha0")));
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(automatic_prices_are_said),       cmocka_unit_test(many_features_begin_with_more_vectors),
        cmocka_unit_test(what_makes_no_sense_is_refused),  cmocka_unit_test(a_price_of_0_changes_nothing),
        cmocka_unit_test(the_best_of_starts_is_kept),      cmocka_unit_test(models_are_read_as_they_were_written),
        cmocka_unit_test(the_null_model_has_the_shares),   cmocka_unit_test(no_end_is_worth_less_than_the_bias),
        cmocka_unit_test(the_pass_has_a_limit_of_its_own), cmocka_unit_test(tuning_has_no_axis_that_is_not_read)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
