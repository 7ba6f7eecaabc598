/* JCFO against values from an independent implementation (shared reference file; skipped where it is missing). */
#include "problem_fixture.h"

#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "method/jcfo/jcfo.h"
#include "special/probit.h"

static ard_basis basis_of(ardor_context *context, json_t *one)
{
    ard_basis basis;
    assert_int_equal(ard_basis_parse(context, json_string_value(json_object_get(one, "kernel")), &basis), ARDOR_OK);
    return basis;
}

static void assert_close(double a, double b, double relative, const char *what)
{
    if (fabs(a - b) <= relative * fmax(1e-3, fabs(b))) return;
    fail_msg("%s is %.15g, not %.15g", what, a, b);
}

static double real(json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

/* F and all gradients at the point of the file. */
static void check_point(json_t *one, problem_data *d)
{
    json_t *point = json_object_get(one, "point"), *want;
    const int64_t n = d->train.x.n, p = d->train.x.p;
    double lam1 = real(one, "lam1"), lam2 = real(one, "lam2"), b0 = real(point, "b0"), weights = 0, scales = 0;
    ard_kernel *kernel = NULL;
    double *f = ard_alloc(d->context, n, 8), *g = ard_alloc(d->context, n, 8), *t = ard_alloc(d->context, n, 8);
    double *w = ard_alloc(d->context, n, 8), *theta = ard_alloc(d->context, p, 8), *dw = ard_alloc(d->context, n, 8);
    double *dt = ard_alloc(d->context, p, 8), *columns = ard_alloc(d->context, n * n, 8);
    int64_t *active = ard_alloc(d->context, n, 8), *live = ard_alloc(d->context, p, 8), na = 0;
    for (int64_t i = 0; i < n; i += 7) {
        w[na] = 0.2 * d->sign[i];
        active[na++] = i;
        weights += 0.2;
    }
    for (int64_t k = 0; k < p; k++) {
        theta[k] = json_number_value(json_array_get(json_object_get(point, "theta"), (size_t)k));
        live[k] = k;
        scales += theta[k];
    }
    assert_int_equal(ard_kernel_open(d->context, basis_of(d->context, one), &d->train.x, NULL, &kernel), ARDOR_OK);
    ard_kernel_set(kernel, (ard_list){p, live, theta});
    ard_list sparse = {na, active, w};
    ard_kernel_latent(kernel, sparse, f);
    double objective = -lam1 * (weights + (json_is_true(json_object_get(one, "penalise_bias")) ? fabs(b0) : 0)) - lam2 * scales;
    double db = 0;
    for (int64_t i = 0; i < n; i++) {
        f[i] += b0;
        t[i] = d->sign[i] * f[i];
        objective += ard_log_normal_cdf(t[i]);
        g[i] = d->sign[i] * ard_mills(t[i]);
        db += g[i];
    }
    assert_close(objective, real(point, "F"), 1e-10, "F");
    assert_close(db, real(point, "d_b0"), 1e-10, "dF/db0");
    ard_kernel_transpose(kernel, g, dw);
    ard_kernel_columns(kernel, na, active, 0, columns);
    ard_kernel_scale_gradient(kernel, sparse, columns, g, dt);
    size_t i;
    json_t *value;
    want = json_object_get(point, "d_beta_first5");
    json_array_foreach(want, i, value) assert_close(dw[i], json_number_value(value), 1e-10, "dF/dbeta");
    want = json_object_get(point, "f_first5");
    json_array_foreach(want, i, value) assert_close(f[i], json_number_value(value), 1e-10, "f");
    want = json_object_get(point, "d_theta");
    json_array_foreach(want, i, value) assert_close(dt[i], json_number_value(value), 1e-10, "dF/dtheta");
    ard_kernel_close(d->context, kernel);
    void *arrays[] = {f, g, t, w, theta, dw, dt, columns, active, live};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) ard_free(d->context, arrays[a]);
}

static void points_match(void **state)
{
    (void)state;
    json_t *root = reference(), *one;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        problem_data d = {0};
        load(json_string_value(json_object_get(one, "data")), &d);
        check_point(one, &d);
        unload(&d);
    }
    json_decref(root);
}

static void set(problem_data *d, ard_settings *settings, const char *key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    assert_int_equal(ard_settings_set(d->context, &ard_method_jcfo, settings, key, text), ARDOR_OK);
}

/* The start is the solution of a fit without an iteration. */
static void check_start(json_t *one, problem_data *d)
{
    ard_settings settings;
    ard_fit start;
    void *work = NULL;
    json_t *want = json_object_get(one, "start"), *value;
    size_t i;
    ard_settings_default(&ard_method_jcfo, &settings);
    d->train.problem.basis = basis_of(d->context, one);
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, d->context, &d->train.problem, &settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_jcfo.steps->start(work, &settings, NULL), ARDOR_OK);
    start = ard_fit_empty();
    assert_int_equal(ard_method_jcfo.steps->finish(work, &(ard_ask){false, false}, &start), ARDOR_OK);
    assert_int_equal(start.machine.n_vectors, d->train.x.n);
    assert_true(fabs(function_of(&start)->bias[0] - real(want, "b0")) <= 1e-9);
    json_array_foreach(json_object_get(want, "beta_first5"), i, value)
        assert_close(function_of(&start)->weight[i], json_number_value(value), 1e-8, "beta at the start");
    for (int64_t k = 0; k < d->train.x.p; k++)
        assert_close(start.machine.importance[k], 1.0 / (double)d->train.x.p, 1e-15, "theta at the start");
    ard_fit_free(d->context, &start);
    ard_method_jcfo.close(work);
}

static void starts_match(void **state)
{
    (void)state;
    json_t *root = reference(), *one;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        problem_data d = {0};
        load(json_string_value(json_object_get(one, "data")), &d);
        check_start(one, &d);
        unload(&d);
    }
    json_decref(root);
}

static void check_optimum(json_t *one, problem_data *d)
{
    ard_settings settings;
    ard_fit solution;
    void *work = NULL;
    json_t *optimum = json_object_get(one, "optimum");
    ard_settings_default(&ard_method_jcfo, &settings);
    set(d, &settings, "lam1", real(one, "lam1"));
    set(d, &settings, "lam2", real(one, "lam2"));
    set(d, &settings, "tol", 1e-6);
    settings.value[JCFO_PENALISE_BIAS] = json_is_true(json_object_get(one, "penalise_bias"));
    d->train.problem.basis = basis_of(d->context, one);
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, d->context, &d->train.problem, &settings, &work), ARDOR_OK);
    int rc = ard_method_jcfo.solve(work, &settings, NULL, &(ard_ask){true, false}, &solution);
    assert_int_equal(rc, ARDOR_OK);
    double want = real(optimum, "F");
    const ard_rows *test = &d->splits->test[0];
    double *f = ard_alloc(d->context, test->n, 8);
    assert_int_equal(latent_of(d->context, &solution, test->n, d->x_test, f), ARDOR_OK);
    int64_t errors = 0;
    for (int64_t i = 0; i < test->n; i++) errors += (f[i] > 0) != d->data->label[test->row[i]];
    print_message(
        "%s %s: F %.8f (%.8f), kkt %.1e %.1e, %lld iterations (%lld), %lld vectors, %lld features, %lld errors (%lld)\n",
        json_string_value(json_object_get(one, "data")), json_string_value(json_object_get(one, "kernel")), solution.objective,
        want, solution.certificate.weights, solution.certificate.scales, (long long)solution.iterations,
        (long long)real(optimum, "iterations"), (long long)solution.machine.n_vectors, (long long)solution.machine.n_features,
        (long long)errors, (long long)real(optimum, "test_errors"));
    assert_true(solution.objective >= want - 1e-6 * fabs(want));
    assert_true(solution.certificate.weights <= 1e-6 && solution.certificate.scales <= 1e-6);
    assert_int_equal(solution.stop, ARD_STOP_CONVERGED);
    assert_true(solution.iterations <= 60);
    ard_free(d->context, f);
    ard_fit_free(d->context, &solution);
    ard_method_jcfo.close(work);
}

/* With a free bias the inner product reaches the F of poly:1, the bias larger by the sum of the weights. */
static void check_linear(json_t *one, problem_data *d)
{
    ard_settings settings;
    ard_fit solution;
    void *work = NULL;
    json_t *optimum = json_object_get(one, "optimum"), *value;
    const char *key;
    double want = real(optimum, "F"), bias = real(optimum, "b0");
    json_object_foreach(json_object_get(optimum, "beta"), key, value) bias += json_number_value(value);
    ard_settings_default(&ard_method_jcfo, &settings);
    set(d, &settings, "lam1", real(one, "lam1"));
    set(d, &settings, "lam2", real(one, "lam2"));
    set(d, &settings, "tol", 1e-8);
    d->train.problem.basis = (ard_basis){ARD_LINEAR, 0};
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, d->context, &d->train.problem, &settings, &work), ARDOR_OK);
    int rc = ard_method_jcfo.solve(work, &settings, NULL, &(ard_ask){true, false}, &solution);
    assert_int_equal(rc, ARDOR_OK);
    assert_close(solution.objective, want, 1e-8, "F of linear");
    assert_close(function_of(&solution)->bias[0], bias, 1e-5, "the bias of linear");
    ard_fit_free(d->context, &solution);
    ard_method_jcfo.close(work);
}

static void linear_reaches_the_optima_of_poly_1(void **state)
{
    (void)state;
    json_t *root = reference(), *one;
    size_t i;
    int checked = 0;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        problem_data d = {0};
        if (strcmp(json_string_value(json_object_get(one, "kernel")), "poly:1") != 0) continue;
        load(json_string_value(json_object_get(one, "data")), &d);
        check_linear(one, &d);
        unload(&d);
        checked++;
    }
    assert_true(checked > 0);
    json_decref(root);
}

static void optima_are_reached(void **state)
{
    (void)state;
    json_t *root = reference(), *one;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        problem_data d = {0};
        load(json_string_value(json_object_get(one, "data")), &d);
        check_optimum(one, &d);
        unload(&d);
    }
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_match), cmocka_unit_test(starts_match),
                                       cmocka_unit_test(optima_are_reached),
                                       cmocka_unit_test(linear_reaches_the_optima_of_poly_1)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
