/* Fits of several starts: the best is kept, and where the others ended is told; of a method with two known optima. */
#include "api_fixture.h"

#include "problem.h"

/* ------------------------------------------------------------------ two known optima */

/* F = x^2/2 - x^4/4 + x/10 has maxima near 1 (feature 1, .351) and -.9456 (feature 0, .152); Newton's method with its steps cut
 * to .3, from given points. A start at 9 fails, one at 8 stalls where it is, one at 7 is cancelled. */
enum { TOL, STARTS, MAX_ITER, N_SETTINGS, MOST = 8 };

typedef struct toy {
    ARD_WORK;
    double at[MOST], x;
    int begun, reports;
} toy;

static double value(double x) { return x * x / 2 - x * x * x * x / 4 + x / 10; }
static double slope(double x) { return x - x * x * x + .1; }

static int toy_restart(void *work, const ard_settings *values, int64_t number)
{
    toy *t = work;
    (void)values;
    t->x = t->at[number - 1];
    t->begun++;
    if (t->x == 7) ardor_cancel(t->context);
    return t->x == 9 ? ard_fail(t->context, ARDOR_NUMERIC, "start %d failed", (int)number) : ARDOR_OK;
}

static int toy_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    (void)warm;
    return toy_restart(work, values, 1);
}

static int toy_step(void *work, ard_iteration *out)
{
    toy *t = work;
    const bool stays = t->x > 5;
    const double curvature = fmin(-.5, 1 - 3 * t->x * t->x);
    if (!stays) t->x += ard_clip(-slope(t->x) / curvature, -.3, .3);
    out->objective = stays ? -1 : value(t->x);
    out->certificate = (ard_certificate){ARD_CERTIFICATE_GRADIENT, fabs(slope(t->x)), NAN};
    out->stop = stays                      ? (t->x == 8 ? ARD_STOP_STALLED : ARD_STOP_NONE)
                : fabs(slope(t->x)) < 1e-6 ? ARD_STOP_CONVERGED
                                           : ARD_STOP_NONE;
    return ARDOR_OK;
}

static int toy_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    toy *t = work;
    const int64_t feature[] = {t->x > 0};
    const double scale[] = {1}, weight[] = {t->x};
    const ard_function_parts parts = {.basis = {ARD_IDENTITY, 0},
                                      .link = ard_link_find("logit"),
                                      .x = t->problem->x,
                                      .n_features = 1,
                                      .feature = feature,
                                      .scale = scale,
                                      .n_terms = 1,
                                      .row = feature,
                                      .weight = weight};
    t->reports += ask->report;
    out->used[TOL] = 1e-6;
    TRY(ard_function_of(t->context, &parts, &out->machine));
done:
    return rc;
}

static const ard_setting toy_settings[N_SETTINGS] = {[TOL] = ARD_SETTING_TOL(1e-6, 1e-12, "slope"),
                                                     [STARTS] = ARD_SETTING_STARTS("starts"),
                                                     [MAX_ITER] = ARD_SETTING_MAX_ITER(50)};
static const ard_steps toy_steps = {.start = toy_start, .step = toy_step, .finish = toy_finish, .restart = toy_restart};
static const ard_method toy_method = {
    .name = "toy", .settings = toy_settings, .n_settings = N_SETTINGS, .max_iter = MAX_ITER, .steps = &toy_steps, .weaken = -1};

static const double four_cells[] = {0, 1, 2, 3};
static const int32_t two_labels[] = {0, 1};

static int run_toy(ardor_context *in, int count, const double *at, toy *t, ard_fit *out)
{
    static array_problem q;
    ard_settings values;
    *t = (toy){.context = in, .method = &toy_method};
    t->problem = array_problem_set(&q, 2, 2, four_cells, two_labels, NULL, (ard_basis){ARD_IDENTITY, 0});
    memcpy(t->at, at, (size_t)count * sizeof *at);
    ard_settings_default(&toy_method, &values);
    values.value[STARTS] = count;
    return ard_iterate(t, &values, NULL, &(ard_ask){true, true}, out);
}

static void one_start_is_as_it_was(void **state)
{
    (void)state;
    toy t;
    ard_fit fit;
    must(run_toy(context, 1, (const double[]){-2}, &t, &fit));
    assert_int_equal(fit.optima.n, 0);
    assert_int_equal(t.begun, 1);
    assert_int_equal(fit.machine.feature[0], 0);
    assert_int_equal(fit.stop, ARD_STOP_CONVERGED);
    ard_fit_free(context, &fit);
    assert_int_equal(run_toy(context, 1, (const double[]){9}, &t, &fit), ARDOR_NUMERIC);
}

static void two_optima_are_told_apart_and_the_better_is_kept(void **state)
{
    (void)state;
    toy t;
    ard_fit fit, alone;
    must(run_toy(context, 5, (const double[]){-2, -.9, 3, -1.4, .5}, &t, &fit));
    assert_int_equal(fit.optima.n, 2);
    const ard_optimum *o = fit.optima.optimum;
    assert_near(o[0].objective, value(1.0466805318), 1e-9, "the better");
    assert_near(o[1].objective, value(-.9456492739), 1e-9, "the other");
    assert_int_equal(o[0].n_starts, 2);
    assert_int_equal(o[1].n_starts, 3);
    assert_int_equal(o[0].n_common, 1);
    assert_int_equal(o[1].n_common, 0);
    assert_int_equal(o[1].n_features, 1);
    assert_true(ard_optimum_reached(o) && ard_optimum_reached(o + 1));
    assert_true(fit.objective == o[0].objective && fit.machine.feature[0] == 1);
    /* iterations, trace and report are those of the start that is kept: of the third, or the fifth where that is higher */
    must(run_toy(context, 1, (const double[]){t.at[fit.trace.iteration[0].objective == value(2.7) ? 2 : 4]}, &t, &alone));
    assert_int_equal(fit.iterations, alone.iterations);
    assert_int_equal(fit.trace.n, fit.iterations);
    ard_fit_free(context, &alone);
    ard_fit_free(context, &fit);
}

/* Only a start that is better than all before is asked for a report. */
static void reports_are_asked_for_where_they_may_be_kept(void **state)
{
    (void)state;
    toy t;
    ard_fit fit;
    must(run_toy(context, 4, (const double[]){1.0466805318, -2, -.9, -1.4}, &t, &fit));
    assert_int_equal(t.begun, 4);
    assert_int_equal(t.reports, 1);
    ard_fit_free(context, &fit);
}

/* A certificate is the worst of the starts that ended there; the same objective with other features is another point. */
static void ends_are_joined(void **state)
{
    (void)state;
    int64_t first[] = {1, 4, 6}, second[] = {1, 5, 6}, none[] = {0};
    const ard_certificate good = {ARD_CERTIFICATE_KKT, 1e-9, 1e-7}, bad = {ARD_CERTIFICATE_KKT, 1e-8, NAN};
    const ard_end end[] = {{{-10.0, 1, 2, 3, 0, good, ARD_STOP_CONVERGED}, second},
                           {{NAN, 1, 0, 0, 0, ard_certificate_none(), ARD_STOP_NONE}, none},
                           {{-10.00009, 1, 2, 3, 0, bad, ARD_STOP_CONVERGED}, first},
                           {{-9.99999, 1, 9, 3, 0, good, ARD_STOP_CONVERGED}, first},
                           {{-9.99999, 1, 2, 3, 0, good, ARD_STOP_STALLED}, first},
                           {{-10.0003, 1, 2, 3, 0, good, ARD_STOP_CONVERGED}, first},
                           {{NAN, 1, 0, 0, 0, ard_certificate_none(), ARD_STOP_NONE}, none}};
    ard_optima optima;
    assert_int_equal(ard_optima_of(context, COUNT_OF(end), end, 3, 1e-6, &optima), ARDOR_OK);
    const ard_optimum *o = optima.optimum;
    assert_int_equal(optima.n, 5);
    assert_int_equal(starts_of(&optima), COUNT_OF(end));
    assert_true(o[0].objective == -9.99999 && o[0].n_starts == 2 && o[0].n_vectors == 9 && o[0].n_common == 3);
    assert_true(o[0].certificate.weights == 1e-8 && o[0].certificate.scales == 1e-7);
    assert_true(o[1].stop == ARD_STOP_STALLED && !ard_optimum_reached(o + 1));
    assert_true(o[2].objective == -10 && o[2].n_common == 2 && o[2].n_starts == 1);
    assert_true(o[3].objective == -10.0003 && o[3].n_starts == 1);
    assert_true(isnan(o[4].objective) && o[4].n_starts == 2 && !ard_optimum_reached(o + 4));
    ard_optima_free(context, &optima);
}

static void what_fails_or_stalls_costs_itself(void **state)
{
    (void)state;
    toy t;
    ard_fit fit;
    must(run_toy(context, 5, (const double[]){9, -2, 9, 8, -.9}, &t, &fit));
    assert_string_equal(ardor_context_message(context), "");
    assert_int_equal(fit.optima.n, 3);
    assert_int_equal(starts_of(&fit.optima), 5);
    assert_int_equal(fit.optima.optimum[0].n_starts, 2);
    assert_int_equal(fit.optima.optimum[1].stop, ARD_STOP_STALLED);
    assert_true(isnan(fit.optima.optimum[2].objective) && fit.optima.optimum[2].n_starts == 2);
    assert_int_equal(fit.stop, ARD_STOP_CONVERGED);
    ard_fit_free(context, &fit);
    assert_int_equal(run_toy(context, 2, (const double[]){9, 9}, &t, &fit), ARDOR_NUMERIC);
    assert_string_equal(ardor_context_message(context), "start 2 failed");
}

/* Cancelled in a start, or out of time behind one: the best so far, which says so. */
static void a_stop_keeps_the_best_so_far(void **state)
{
    (void)state;
    toy t;
    ard_fit fit;
    ardor_context *other = NULL;
    assert_int_equal(ardor_context_new(NULL, &other), ARDOR_OK);
    assert_int_equal(run_toy(other, 5, (const double[]){3, -2, 7, 3, 3}, &t, &fit), ARDOR_OK);
    assert_int_equal(t.begun, 3);
    assert_int_equal(fit.stop, ARD_STOP_CANCELLED);
    assert_int_equal(starts_of(&fit.optima), 3);
    assert_int_equal(fit.optima.optimum[2].stop, ARD_STOP_CANCELLED);
    assert_near(fit.objective, value(1.0466805318), 1e-9, "the best so far");
    ard_fit_free(other, &fit);
    ardor_context_free(other);
    /* in the last one */
    assert_int_equal(ardor_context_new(NULL, &other), ARDOR_OK);
    assert_int_equal(run_toy(other, 2, (const double[]){3, 7}, &t, &fit), ARDOR_OK);
    assert_int_equal(fit.stop, ARD_STOP_CANCELLED);
    assert_int_equal(fit.optima.optimum[0].stop, ARD_STOP_CONVERGED);
    ard_fit_free(other, &fit);
    ardor_context_free(other);
    assert_int_equal(ardor_context_new(NULL, &other), ARDOR_OK);
    ard_deadline_set(other, ard_now() - 1);
    assert_int_equal(run_toy(other, 3, (const double[]){-.945649, 3, 3}, &t, &fit), ARDOR_OK);
    assert_int_equal(t.begun, 1);
    assert_int_equal(fit.stop, ARD_STOP_TIME);
    assert_int_equal(starts_of(&fit.optima), 1);
    ard_fit_free(other, &fit);
    ardor_context_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_start_is_as_it_was),
                                       cmocka_unit_test(two_optima_are_told_apart_and_the_better_is_kept),
                                       cmocka_unit_test(reports_are_asked_for_where_they_may_be_kept),
                                       cmocka_unit_test(ends_are_joined),
                                       cmocka_unit_test(what_fails_or_stalls_costs_itself),
                                       cmocka_unit_test(a_stop_keeps_the_best_so_far)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
