/* solver=em of JCFO: the surrogate and its gradient, monotone F, and the optimum that solver=direct finds. */
#include "problem_fixture.h"

#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "method/jcfo/em_inside.h"
#include "method/jcfo/jcfo.h"
#include "solver/proxnewton/functions.h"
#include "special/probit.h"

static void set(problem_data *d, ard_settings *settings, const char *key, const char *value)
{
    if (ard_settings_set(d->context, &ard_method_jcfo, settings, key, value) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(d->context));
}

static ard_basis basis_named(problem_data *d, const char *name)
{
    ard_basis basis;
    assert_int_equal(ard_basis_parse(d->context, name, &basis), ARDOR_OK);
    return basis;
}

/* Case weights between 0 and 2, with some exact zeros. */
static void add_weights(problem_data *d, double *weight)
{
    d->train.problem.target.weight = weight;
    d->train.problem.target.weight_sum = 0;
    for (int64_t i = 0; i < d->train.x.n; i++) d->train.problem.target.weight_sum += weight[i] = (double)(i % 5) / 2;
}

/* F of a solution from its own latent values: what was dropped at the end is not in it. */
static double objective_of(problem_data *d, const ard_fit *s, double lam1, double lam2, bool penalise_bias)
{
    const int64_t n = d->train.x.n;
    double *f = ard_alloc(d->context, n, sizeof *f), sum = 0;
    assert_int_equal(latent_of(d->context, s, n, d->x, f), ARDOR_OK);
    for (int64_t i = 0; i < n; i++)
        sum += (d->train.problem.target.weight ? d->train.problem.target.weight[i] : 1.0) * ard_log_normal_cdf(d->sign[i] * f[i]);
    for (int64_t j = 0; j < s->machine.n_vectors; j++) sum -= lam1 * fabs(function_of(s)->weight[j]);
    for (int64_t k = 0; k < s->machine.n_features; k++) sum -= lam2 * s->machine.importance[k];
    ard_free(d->context, f);
    return penalise_bias ? sum - lam1 * fabs(function_of(s)->bias[0]) : sum;
}

/* ------------------------------------------------------------------ the surrogate */

/* -Q over the weights at zeta from the definition, with the whole system in the unknowns themselves: the penalty matrix is
 * diag(lam1/|beta|), the bias free or penalised, solved by Gaussian elimination. */
static double plain_loss(problem_data *d, ard_kernel *kernel, const ard_pn_options *o, const ard_point *old, const double *v,
                         const double *zeta)
{
    const int64_t n = d->train.x.n, m = n + 1, p = d->train.x.p;
    double *h = ard_alloc(d->context, n * m, 8), *a = ard_alloc(d->context, m * m, 8), *b = ard_alloc(d->context, m, 8);
    double theta[16], loss = 0;
    for (int64_t k = 0; k < p; k++) {
        theta[k] = exp(zeta[k]);
        loss += o->scales.rate * theta[k] * theta[k] / old->scale[k];
    }
    for (int64_t i = 0; i < n; i++) h[i] = 1;
    ard_kernel_set(kernel, (ard_list){p, old->live, theta});
    ard_kernel_columns(kernel, n, old->active, 0, h + n);
    for (int64_t r = 0; r < m; r++) {
        for (int64_t i = 0; i < n; i++)
            b[r] += (d->train.problem.target.weight ? d->train.problem.target.weight[i] : 1) * h[r * n + i] * v[i];
        for (int64_t q = 0; q < m; q++)
            for (int64_t i = 0; i < n; i++)
                a[q * m + r] +=
                    (d->train.problem.target.weight ? d->train.problem.target.weight[i] : 1) * h[r * n + i] * h[q * n + i];
        if (r > 0)
            a[r * m + r] += o->weights.rate / fabs(old->weight[r - 1]);
        else if (o->penalise_bias)
            a[0] += o->weights.rate / fabs(old->bias[0]);
    }
    double *x = ard_alloc(d->context, m, 8);
    memcpy(x, b, (size_t)m * 8);
    double *l = ard_alloc(d->context, m * m, 8);
    memcpy(l, a, (size_t)(m * m) * 8);
    for (int64_t k = 0; k < m; k++)
        for (int64_t r = k + 1; r < m; r++) {
            double factor = l[k * m + r] / l[k * m + k];
            for (int64_t q = k; q < m; q++) l[q * m + r] -= factor * l[q * m + k];
            x[r] -= factor * x[k];
        }
    for (int64_t r = m - 1; r >= 0; r--) {
        for (int64_t q = r + 1; q < m; q++) x[r] -= l[q * m + r] * x[q];
        x[r] /= l[r * m + r];
    }
    /* at the optimum x of x'Ax - 2 b'x + v'Cv the quadratic is v'Cv - b'x */
    for (int64_t i = 0; i < n; i++)
        loss += (d->train.problem.target.weight ? d->train.problem.target.weight[i] : 1) * v[i] * v[i];
    for (int64_t r = 0; r < m; r++) loss -= b[r] * x[r];
    void *arrays[] = {h, a, b, x, l};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(d->context, arrays[i]);
    return 0.5 * loss;
}

static void check_surrogate(const char *name, bool penalise_bias, bool weighted)
{
    problem_data d = {0};
    ard_kernel *kernel = NULL;
    ard_pn_function bound;
    ard_pn *pn = NULL;
    jcfo_em *em = NULL;
    load("crabs", &d);
    const int64_t n = d.train.x.n, p = d.train.x.p;
    double *weight = ard_alloc(d.context, n, 8), *v = ard_alloc(d.context, n, 8);
    if (weighted) add_weights(&d, weight);
    ard_pn_options options = {
        .weights = {ARD_L1, 0.7}, .scales = {ARD_NONNEGATIVE, 1.3}, .penalise_bias = penalise_bias, .tol = 1e-10};
    ard_basis basis = basis_named(&d, name);
    assert_int_equal(ard_kernel_open(d.context, basis, &d.train.x, NULL, &kernel), ARDOR_OK);
    ard_kernel_bind(kernel, p, &bound);
    assert_int_equal(ard_pn_open(d.context, &bound, &ard_link_probit, &d.train.problem.target, &pn), ARDOR_OK);
    assert_int_equal(jcfo_em_open(d.context, &d.train.problem.target, kernel, pn, &em), ARDOR_OK);
    ard_point *point = ard_pn_point(pn);
    point->bias[0] = 0.3;
    double zeta[16], gradient[16], unused[16];
    for (int64_t j = 0; j < n; j++) point->weight[j] = 0.1 * cos((double)j);
    for (int64_t k = 0; k < p; k++) point->scale[k] = 0.1 + 0.05 * (double)k;
    assert_int_equal(jcfo_em_start(em, &options), ARDOR_OK);
    jcfo_em_expect(em);
    for (int64_t i = 0; i < n; i++) v[i] = ard_pn_latent(pn)[i] + d.sign[i] * ard_mills(d.sign[i] * ard_pn_latent(pn)[i]);
    for (int64_t k = 0; k < p; k++) zeta[k] = log(point->scale[k]) + 0.2 * sin((double)k);
    double plain = plain_loss(&d, kernel, &options, point, v, zeta), loss = jcfo_em_loss(em, zeta, gradient);
    if (!(fabs(loss - plain) <= 1e-9 * fabs(plain))) fail_msg("%s: loss %.15g, not %.15g", name, loss, plain);
    for (int64_t k = 0; k < p; k++) {
        double step = 1e-4, at = zeta[k];
        zeta[k] = at + step;
        double above = jcfo_em_loss(em, zeta, unused);
        zeta[k] = at - step;
        double difference = (above - jcfo_em_loss(em, zeta, unused)) / (2 * step);
        zeta[k] = at;
        if (!(fabs(difference - gradient[k]) <= 2e-6 * fmax(1, fabs(gradient[k]))))
            fail_msg("%s, feature %d: slope %.12g, difference %.12g", name, (int)k, gradient[k], difference);
    }
    jcfo_em_close(d.context, em);
    ard_pn_close(d.context, pn);
    ard_kernel_close(d.context, kernel);
    ard_free(d.context, v);
    ard_free(d.context, weight);
    unload(&d);
}

static void surrogate_and_gradient(void **state)
{
    (void)state;
    const char *const basis[] = {"rbf", "poly:2", "poly:3", "linear"};
    for (size_t i = 0; i < sizeof basis / sizeof *basis; i++)
        for (int c = 0; c < 4; c++) check_surrogate(basis[i], c & 1, c & 2);
}

/* ------------------------------------------------------------------ whole fits */

typedef struct em_case {
    const char *data, *basis, *lam1, *lam2;
    bool penalise_bias, weighted;
} em_case;

static void solve(problem_data *d, const em_case *one, const char *solver, const char *max_iter, ard_fit *out)
{
    ard_settings settings;
    void *work = NULL;
    ard_settings_default(&ard_method_jcfo, &settings);
    set(d, &settings, "lam1", one->lam1);
    set(d, &settings, "lam2", one->lam2);
    set(d, &settings, "penalise_bias", one->penalise_bias ? "yes" : "no");
    set(d, &settings, "solver", solver);
    set(d, &settings, "max_iter", max_iter);
    d->train.problem.basis = basis_named(d, one->basis);
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, d->context, &d->train.problem, &settings, &work), ARDOR_OK);
    int rc = ard_method_jcfo.solve(work, &settings, NULL, &(ard_ask){true, true}, out);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(d->context));
    ard_method_jcfo.close(work);
}

static void check_monotone(const ard_trace *trace)
{
    for (int64_t i = 1; i < trace->n; i++)
        if (!(trace->iteration[i].objective >= trace->iteration[i - 1].objective))
            fail_msg("F falls from %.15g to %.15g at iteration %lld", trace->iteration[i - 1].objective,
                     trace->iteration[i].objective, (long long)i + 1);
}

/* Both solvers; em must not be below `want` (NaN: the F of direct). */
static void check_case(const em_case *one, double want)
{
    problem_data d = {0};
    ard_fit em, direct;
    load(one->data, &d);
    double *weight = ard_alloc(d.context, d.train.x.n, sizeof *weight);
    if (one->weighted) add_weights(&d, weight);
    double started = ard_now();
    solve(&d, one, "em", "auto", &em);
    double seconds = ard_now() - started;
    solve(&d, one, "direct", "auto", &direct);
    if (isnan(want)) want = direct.objective;
    print_message("%s %s (%s, %s)%s%s: F %.7f (%.7f), kkt %.0e %.0e, %lld iterations, %lld (%lld) vectors, %lld (%lld) features, "
                  "%s, %.2f s\n",
                  one->data, one->basis, one->lam1, one->lam2, one->penalise_bias ? "" : " free bias",
                  one->weighted ? " weighted" : "", em.objective, want, em.certificate.weights, em.certificate.scales,
                  (long long)em.iterations, (long long)em.machine.n_vectors, (long long)direct.machine.n_vectors,
                  (long long)em.machine.n_features, (long long)direct.machine.n_features, ard_stop_name(em.stop), seconds);
    assert_int_equal(em.stop, ARD_STOP_CONVERGED);
    assert_true(em.trace.n == em.iterations && em.iterations > 10);
    check_monotone(&em.trace);
    assert_true(fabs(em.objective - want) <= 1e-4);
    assert_true(fabs(em.objective - em.trace.iteration[em.trace.n - 1].objective) <= 1e-4);
    double own = objective_of(&d, &em, atof(one->lam1), atof(one->lam2), one->penalise_bias);
    assert_true(fabs(em.objective - own) <= 1e-9 * fabs(own));
    assert_true(em.certificate.weights < 0.05 && em.certificate.scales < 0.05);
    assert_true(em.used[JCFO_SOLVER] == JCFO_EM && em.used[JCFO_MAX_ITER] == 10000 && direct.used[JCFO_MAX_ITER] == 300);
    ard_fit_free(d.context, &direct);
    ard_fit_free(d.context, &em);
    ard_free(d.context, weight);
    unload(&d);
}

static void reference_optima_are_reached(void **state)
{
    (void)state;
    json_t *root = reference(), *one;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        if (!json_is_true(json_object_get(one, "penalise_bias"))) continue;
        char rate[2][40];
        for (int r = 0; r < 2; r++)
            snprintf(rate[r], sizeof rate[r], "%.17g", json_number_value(json_object_get(one, r ? "lam2" : "lam1")));
        em_case golden = {json_string_value(json_object_get(one, "data")),
                          json_string_value(json_object_get(one, "kernel")),
                          rate[0],
                          rate[1],
                          true,
                          false};
        check_case(&golden, json_number_value(json_object_get(json_object_get(one, "optimum"), "F")));
    }
    json_decref(root);
}

static void direct_optima_are_reached(void **state)
{
    (void)state;
    static const em_case cases[] = {
        {"crabs", "rbf", "1", "1", true, false},
        {"crabs", "rbf", "1", "1", true, true},
        {"crabs", "rbf", "1", "1", false, true},
        {"pima-ripley", "poly:1", "1", "1", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i], NAN);
}

/* As the solution of a fit that has no time says. */
static double limit_of(problem_data *d, const ard_settings *settings)
{
    ard_fit s;
    void *work = NULL;
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, d->context, &d->train.problem, settings, &work), ARDOR_OK);
    ard_deadline_set(d->context, 0);
    assert_int_equal(ard_method_jcfo.solve(work, settings, NULL, &(ard_ask){false, false}, &s), ARDOR_OK);
    ard_deadline_set(d->context, INFINITY);
    assert_int_equal(s.stop, ARD_STOP_TIME);
    const double limit = s.used[JCFO_MAX_ITER];
    ard_fit_free(d->context, &s);
    ard_method_jcfo.close(work);
    return limit;
}

static void limits_are_those_of_the_solver(void **state)
{
    (void)state;
    problem_data d = {0};
    ard_settings settings;
    load("crabs", &d);
    ard_settings_default(&ard_method_jcfo, &settings);
    assert_true(isnan(settings.value[JCFO_MAX_ITER]) && limit_of(&d, &settings) == 300);
    set(&d, &settings, "solver", "em");
    assert_true(limit_of(&d, &settings) == 10000);
    assert_int_equal(ard_method_jcfo.check(&ard_method_jcfo, d.context, &d.train.problem, &settings), ARDOR_OK);
    set(&d, &settings, "screen", "open");
    assert_int_equal(ard_method_jcfo.check(&ard_method_jcfo, d.context, &d.train.problem, &settings), ARDOR_USAGE);
    assert_non_null(strstr(ardor_context_message(d.context), "solver=direct"));
    unload(&d);
}

/* Rates so strong that nothing is left: EM shrinks everything without end, and says so. */
static void nothing_left_is_a_null_model(void **state)
{
    (void)state;
    problem_data d = {0};
    ard_fit em;
    load("crabs", &d);
    solve(&d, &(em_case){"crabs", "rbf", "60", "60", false, false}, "em", "auto", &em);
    assert_true(em.null_model && em.machine.n_features == 0 && em.machine.n_vectors == 0 && em.stop == ARD_STOP_NULL_MODEL);
    assert_true(em.certificate.weights < 1e-3 && em.certificate.scales == 0);
    ard_fit_free(d.context, &em);
    unload(&d);
}

/* Rates that cost next to nothing are no reason to drop what they are on. */
static void weak_rates_leave_a_model(void **state)
{
    (void)state;
    problem_data d = {0};
    ard_fit em;
    load("crabs", &d);
    solve(&d, &(em_case){"crabs", "rbf", "1e-6", "1e-6", false, false}, "em", "5", &em);
    assert_true(!em.null_model && em.machine.n_features == d.train.x.p && em.machine.n_vectors > 0);
    ard_fit_free(d.context, &em);
    unload(&d);
}

/* Cut short, the fit drops what is small but not yet negligible; F is that of what it gives out. */
static void a_fit_cut_short_restates_its_objective(void **state)
{
    (void)state;
    problem_data d = {0};
    ard_fit em;
    load("crabs", &d);
    solve(&d, &(em_case){"crabs", "rbf", "1", "1", true, false}, "em", "60", &em);
    assert_true(em.stop == ARD_STOP_MAX_ITER && em.iterations == 60 && em.used[JCFO_MAX_ITER] == 60);
    assert_true(em.machine.n_vectors < d.train.x.n && em.machine.n_vectors == em.trace.iteration[59].n_vectors);
    double own = objective_of(&d, &em, 1, 1, true), last = em.trace.iteration[59].objective;
    print_message("F %.12f, before %.12g\n", em.objective, last - em.objective);
    assert_true(fabs(em.objective - own) <= 1e-12 * fabs(own));
    assert_true(fabs(last - own) > 1e-10 * fabs(own));
    ard_fit_free(d.context, &em);
    unload(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(surrogate_and_gradient),
                                       cmocka_unit_test(limits_are_those_of_the_solver),
                                       cmocka_unit_test(nothing_left_is_a_null_model),
                                       cmocka_unit_test(weak_rates_leave_a_model),
                                       cmocka_unit_test(a_fit_cut_short_restates_its_objective),
                                       cmocka_unit_test(direct_optima_are_reached),
                                       cmocka_unit_test(reference_optima_are_reached)};
    ardor_blas_set_threads(1); /* small products: threads would only wait for each other */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
