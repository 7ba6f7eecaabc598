/* Logistic regression with an elastic net: against a solver of its own, conditions of optimality, the ridge with more features
 * than rows, strengths, forced columns, warm starts, kernels. */
#include "context_fixture.h"

#include "penalised_fixture.h"

#include "method/logistic/logistic.h"

static const ard_basis identity = {ARD_IDENTITY, 0}, rbf = {ARD_RBF, 0};

static void fit_at(rows *r, ard_basis basis, const char *rate, double value, double alpha, const ard_fit *warm, ard_fit *out)
{
    const char *const name[] = {rate, "alpha"};
    const double values[] = {value, alpha};
    const ard_settings settings = settings_at(&ard_method_logistic, name, values, 2);
    must_fit(&ard_method_logistic, rows_problem(r, basis), &settings, warm, out);
}

static void check_at(rows *r, double lam, double alpha)
{
    ard_fit fit;
    fit_at(r, identity, "lam", lam, alpha, NULL, &fit);
    answer found = answer_of(r, &fit, 1, 0);
    assert_int_equal(fit.stop, ARD_STOP_CONVERGED);
    check_optimum(r, &logistic_loss, fit.objective, &found, lam, alpha);
    assert_true(fit.certificate.weights < 1e-7);
    assert_true(fit.used[LOGISTIC_LAM] == lam && fit.used[LOGISTIC_ALPHA] == alpha);
    free_answer(&found);
    ard_fit_free(context, &fit);
}

static const double alphas[] = {1, .5, .05, 0};

static void optima_match_an_independent_solver(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++)
        for (int a = 0; a < COUNT_OF(alphas); a++) {
            rows r = make_rows_of(60, 12, mode & 1, mode & 2, 3);
            check_at(&r, 2, alphas[a]);
            free_rows(&r);
        }
}

/* Of the ridge every weight is there, of an elastic net more than there are rows. */
static void more_features_than_rows(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++)
        for (int a = 0; a < COUNT_OF(alphas); a++) {
            rows r = make_rows_of(25, 70, mode & 1, mode & 2, 5);
            check_at(&r, 1.5, alphas[a]);
            free_rows(&r);
        }
}

static void an_elastic_net_keeps_more_weights_than_there_is_room_for(void **state)
{
    (void)state;
    rows r = make_rows_of(12, 150, false, false, 7);
    ard_fit fit;
    fit_at(&r, identity, "lam", .5, .004, NULL, &fit);
    assert_true(fit.machine.n_features > 2 * 12 + 40);
    answer found = answer_of(&r, &fit, 1, 0);
    check_optimum(&r, &logistic_loss, fit.objective, &found, .5, .004);
    free_answer(&found);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

static int64_t n_selected(rows *r, double strength, double alpha)
{
    ard_fit fit;
    fit_at(r, identity, "strength", strength, alpha, NULL, &fit);
    const int64_t n = fit.machine.n_features;
    assert_near(fit.used[LOGISTIC_STRENGTH], strength, 1e-14, "the strength");
    assert_int_equal(fit.null_model, n == 0);
    ard_fit_free(context, &fit);
    return n;
}

/* With forced columns the edge is that of the model which they make alone. */
static void the_strength_1_is_the_edge_of_the_null_model(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++)
        for (int a = 0; alphas[a] > 0; a++) {
            rows r = make_rows_of(50, 80, mode & 1, mode & 2, 11);
            const int64_t forced = r.forced ? 2 : 0;
            assert_int_equal(n_selected(&r, 1, alphas[a]), forced);
            assert_true(n_selected(&r, .999, alphas[a]) > forced);
            free_rows(&r);
        }
}

/* The trace of X'WX with the intercept eliminated. */
static void the_ridge_of_strength_1_is_a_trace(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        rows r = make_rows_of(40, wide ? 90 : 7, true, true, 13);
        double share = 0, total = 0, trace = 0;
        for (int64_t i = 0; i < r.n; i++) {
            total += r.weight[i];
            share += r.weight[i] * r.label[i];
        }
        share /= total;
        for (int64_t j = 0; j < r.p; j++) {
            double mean = 0;
            for (int64_t i = 0; i < r.n; i++) mean += r.weight[i] * r.x[j * r.n + i] / total;
            for (int64_t i = 0; i < r.n && !r.forced[j]; i++)
                trace += share * (1 - share) * r.weight[i] * pow(r.x[j * r.n + i] - mean, 2);
        }
        ard_fit fit;
        fit_at(&r, identity, "strength", .01, 0, NULL, &fit);
        assert_near(fit.used[LOGISTIC_LAM], .01 * trace, 1e-12 * trace, "lam");
        assert_int_equal(fit.machine.n_features, r.p);
        ard_fit_free(context, &fit);
        free_rows(&r);
    }
}

static void warm_starts_end_where_cold_ones_do(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++)
        for (int a = 0; a < COUNT_OF(alphas); a++) {
            rows r = make_rows_of(30, wide ? 60 : 10, true, true, 17);
            ard_fit strong, cold, warm;
            fit_at(&r, identity, "lam", 6, alphas[a], NULL, &strong);
            fit_at(&r, identity, "lam", 1, alphas[a], NULL, &cold);
            fit_at(&r, identity, "lam", 1, alphas[a], &strong, &warm);
            answer one = answer_of(&r, &cold, 1, 0), other = answer_of(&r, &warm, 1, 0);
            assert_arrays_near(r.p, other.weight, one.weight, 1e-6, "weights");
            ard_fit again;
            fit_at(&r, identity, "lam", 1, alphas[a], &cold, &again);
            assert_true(again.iterations <= 1);
            ard_fit_free(context, &again);
            free_answer(&other);
            free_answer(&one);
            ard_fit_free(context, &warm);
            ard_fit_free(context, &cold);
            ard_fit_free(context, &strong);
            free_rows(&r);
        }
}

/* The rows' kernels as features: the same problem, but for the bias, which is penalised too. */
static void kernels_hold_their_conditions(void **state)
{
    (void)state;
    for (int a = 0; a < COUNT_OF(alphas); a++) {
        rows r = make_rows_of(40, 3, true, false, 19), k = r;
        const double lam = .3, alpha = alphas[a], theta = 1. / 3;
        ard_fit fit;
        fit_at(&r, rbf, "lam", lam, alpha, NULL, &fit);
        k.p = k.n;
        k.x = make_reals(k.n * k.n);
        for (int64_t c = 0; c < k.n; c++)
            for (int64_t i = 0; i < k.n; i++) {
                double distance = 0;
                for (int64_t j = 0; j < r.p; j++) distance += pow(r.x[j * r.n + i] - r.x[j * r.n + c], 2);
                k.x[c * k.n + i] = exp(-theta * distance);
            }
        answer found = {.bias = function_of(&fit)->bias[0], .weight = make_reals(k.n), .f = make_reals(k.n)};
        ard_function_weights(&fit.machine, 0, k.n, found.weight);
        values_of(&k, &found);
        double worst = 0;
        for (int64_t j = -1; j < k.p; j++) {
            const double w = j < 0 ? found.bias : found.weight[j];
            const double d = slope_of(&k, &logistic_loss, found.f, j) - lam * (1 - alpha) * w;
            worst = fmax(worst, w != 0 ? fabs(d - copysign(lam * alpha, w)) : fabs(d) - lam * alpha);
        }
        assert_true(worst <= 1e-6 * lam);
        free_answer(&found);
        free(k.x);
        ard_fit_free(context, &fit);
        free_rows(&r);
    }
}

static void settings_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    const char *const both[] = {"lam", "strength"}, *const alpha[] = {"alpha"};
    const double values[] = {1, .5}, little[] = {5e-4}, least[] = {1e-3};
    const ard_method *method = &ard_method_logistic;
    rows r = make_rows_of(20, 4, false, false, 23);
    ard_settings settings = settings_at(method, both, values, 2);
    assert_int_equal(method->check(method, context, rows_problem(&r, identity), &settings), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), "settings 'lam' and 'strength' of logistic exclude each other");
    settings = settings_at(method, alpha, little, 1);
    assert_int_equal(method->check(method, context, rows_problem(&r, identity), &settings), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context),
                        "setting 'alpha' of logistic is 0.0005: so little of an L1 penalty chooses "
                        "nothing: take 0, or 0.001 at least");
    settings = settings_at(method, alpha, least, 1);
    assert_int_equal(method->check(method, context, rows_problem(&r, identity), &settings), ARDOR_OK);
    free_rows(&r);
}

/* Rows left out one by one against refits: of the ridge the step is nearly exact. */
static void rows_are_left_out_of_a_ridge(void **state)
{
    (void)state;
    rows r = make_rows_of(40, 60, false, true, 29);
    const ard_problem *problem = rows_problem(&r, identity);
    const char *const name[] = {"lam", "alpha"};
    const double value[] = {20, 0};
    const ard_settings settings = settings_at(&ard_method_logistic, name, value, 2);
    void *work = NULL;
    double *left = make_reals(r.n);
    ard_fit fit;
    assert_int_equal(ard_method_logistic.open(&ard_method_logistic, context, problem, &settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_logistic.solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
    assert_int_equal(ard_method_logistic.leave_out(work, &fit, NULL, left), ARDOR_OK);
    ard_method_logistic.close(work);
    for (int64_t out = 0; out < 5; out++) {
        rows without = r;
        without.weight = make_reals(r.n);
        for (int64_t i = 0; i < r.n; i++) without.weight[i] = i == out ? 1e-12 : 1;
        ard_fit refit;
        fit_at(&without, identity, "lam", 20, 0, NULL, &refit);
        answer a = answer_of(&r, &refit, 1, 0);
        assert_near(left[out], a.f[out], .05 * fmax(1, fabs(a.f[out])), "a value left out");
        free_answer(&a);
        ard_fit_free(context, &refit);
        free(without.weight);
    }
    free(left);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optima_match_an_independent_solver),
        cmocka_unit_test(more_features_than_rows),
        cmocka_unit_test(an_elastic_net_keeps_more_weights_than_there_is_room_for),
        cmocka_unit_test(the_strength_1_is_the_edge_of_the_null_model),
        cmocka_unit_test(the_ridge_of_strength_1_is_a_trace),
        cmocka_unit_test(warm_starts_end_where_cold_ones_do),
        cmocka_unit_test(kernels_hold_their_conditions),
        cmocka_unit_test(settings_that_make_no_sense_are_refused),
        cmocka_unit_test(rows_are_left_out_of_a_ridge),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
