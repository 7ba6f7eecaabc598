/* Gaussian process classification: the log evidence and the posterior against dense formulas in extended precision, its gradient
 * against differences, quadrature of three rows; fits: certificates, probabilities, scales, starts, bounds, odd tables. */
#include "problem_fixture.h"
#include "context_fixture.h"

#include "fault_fixture.h"
#include "method/gp/gp.h"
#include "solver/sites/process.h"

enum { MOST = 60 };

/* ------------------------------------------------------------------ the reference: plain formulas, Rasmussen and Williams 3.4 */

typedef long double real;

typedef struct rows {
    int64_t n, p;
    const double *x;
    const int32_t *label;
    const double *weight; /* NULL: 1 */
    bool probit;
} rows;

typedef struct reference_fit {
    real kernel[MOST * MOST], f[MOST], a[MOST], w[MOST], evidence;
} reference_fit;

static real exponent(const rows *r, const double *one, int64_t ld_one, const double *other, int64_t ld_other, const double *theta)
{
    real sum = 0;
    for (int64_t k = 0; k < r->p; k++) {
        const real d = (real)one[k * ld_one] - other[k * ld_other];
        sum += theta[k] * d * d;
    }
    return sum;
}

/* Solve A x = b by elimination with pivots, in place; ln of the absolute determinant. */
static real eliminate(int64_t n, real *a, real *b)
{
    real log_det = 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabsl(a[i + k * n]) > fabsl(a[pivot + k * n])) pivot = i;
        for (int64_t j = 0; j < n && pivot != k; j++) {
            const real t = a[k + j * n];
            a[k + j * n] = a[pivot + j * n];
            a[pivot + j * n] = t;
        }
        const real t = b[k];
        b[k] = b[pivot];
        b[pivot] = t;
        log_det += logl(fabsl(a[k + k * n]));
        for (int64_t i = k + 1; i < n; i++) {
            const real by = a[i + k * n] / a[k + k * n];
            for (int64_t j = k; j < n; j++) a[i + j * n] -= by * a[k + j * n];
            b[i] -= by * b[k];
        }
    }
    for (int64_t k = n - 1; k >= 0; k--) {
        for (int64_t j = k + 1; j < n; j++) b[k] -= a[k + j * n] * b[j];
        b[k] /= a[k + k * n];
    }
    return log_det;
}

/* ln of the likelihood of one row, and its first and minus its second derivative in f. */
static real log_likelihood(const rows *r, int64_t i, real f, real *first, real *second)
{
    const real y = r->label[i] ? 1 : -1, c = r->weight ? r->weight[i] : 1;
    if (r->probit) {
        const real cdf = .5L * erfcl(-y * f * sqrtl(.5L)), ratio = expl(-.5L * f * f) / sqrtl(8 * atanl(1)) / cdf;
        *first = c * y * ratio;
        *second = c * ratio * (ratio + y * f);
        return c * logl(cdf);
    }
    const real s = 1 / (1 + expl(-f));
    *first = c * (r->label[i] - s);
    *second = c * s * (1 - s);
    return -c * log1pl(expl(-y * f));
}

/* Newton's method; its steps are halved until the objective does not fall. */
static void find_reference(const rows *r, double s2, const double *theta, reference_fit *out)
{
    const int64_t n = r->n;
    real *b = make_array(n * n, sizeof *b), grad[MOST], value = -INFINITY, start[MOST], *K = out->kernel;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) K[i + j * n] = s2 * expl(-exponent(r, r->x + i, n, r->x + j, n, theta));
    for (int64_t i = 0; i < n; i++) out->a[i] = out->f[i] = 0;
    for (int step = 0; step < 200; step++) {
        real next = 0, log_det = 0;
        for (int64_t i = 0; i < n; i++)
            next += log_likelihood(r, i, out->f[i], &grad[i], &out->w[i]) - .5L * out->a[i] * out->f[i];
        if (next < value - 1e-15L * fabsl(value)) { /* half way back */
            for (int64_t i = 0; i < n; i++) out->a[i] = .5L * (out->a[i] + start[i]);
        } else {
            value = next;
            for (int64_t i = 0; i < n; i++) start[i] = out->a[i];
            for (int64_t j = 0; j < n; j++)
                for (int64_t i = 0; i < n; i++) b[i + j * n] = (i == j) + out->w[i] * K[i + j * n];
            for (int64_t i = 0; i < n; i++) out->a[i] = out->w[i] * out->f[i] + grad[i];
            log_det = eliminate(n, b, out->a);
            out->evidence = value - .5L * log_det;
        }
        for (int64_t i = 0; i < n; i++) {
            out->f[i] = 0;
            for (int64_t j = 0; j < n; j++) out->f[i] += K[i + j * n] * out->a[j];
        }
    }
    free(b);
}

/* P(class 1) of a row t: f there has the mean k'a and the variance s2 - k'(K + W^-1)^-1 k = s2 - k'(I + W K)^-1 W k. */
static double reference_probability(const rows *r, const reference_fit *fit, double s2, const double *theta, const double *t,
                                    int64_t ld)
{
    const int64_t n = r->n;
    real *b = make_array(n * n, sizeof *b), k[MOST], solved[MOST], mean = 0, variance = s2;
    for (int64_t i = 0; i < n; i++) {
        k[i] = s2 * expl(-exponent(r, r->x + i, n, t, ld, theta));
        solved[i] = fit->w[i] * k[i];
        mean += k[i] * fit->a[i];
        for (int64_t j = 0; j < n; j++) b[i + j * n] = (i == j) + fit->w[i] * fit->kernel[i + j * n];
    }
    eliminate(n, b, solved);
    for (int64_t i = 0; i < n; i++) variance -= k[i] * solved[i];
    free(b);
    if (r->probit) return (double)(.5L * erfcl(-mean / sqrtl(1 + variance) * sqrtl(.5L)));
    return (double)(1 / (1 + expl(-mean / sqrtl(1 + atanl(1) / 2 * variance))));
}

/* ------------------------------------------------------------------ tables, and the engine on them */

/* Classes by the sign of x1 x2 with noise. */
static void make_table(uint64_t seed, int64_t n, int64_t p, double *x, int32_t *label, double *weight)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int64_t i = 0; i < n * p; i++) x[i] = ard_rng_normal(&rng);
    for (int64_t i = 0; i < n; i++) {
        label[i] = (p > 1 ? x[i] * x[i + n] : x[i]) + .3 * ard_rng_normal(&rng) > 0;
        if (weight) weight[i] = i % 5 ? .3 + 2 * ard_rng_uniform(&rng) : i % 2 ? 1 : 0;
    }
}

typedef struct engine {
    ard_matrix x;
    int64_t feature[MOST];
    ard_process *process;
    double point[MOST + 1];
} engine;

static void open_engine(const rows *r, const ard_link *link, double inner_tol, engine *e)
{
    double sum = 0;
    for (int64_t i = 0; i < r->n; i++) sum += r->weight ? r->weight[i] : 1;
    for (int64_t k = 0; k < r->p; k++) e->feature[k] = k;
    e->x = ard_matrix_dense(r->n, r->p, r->x, r->n);
    assert_int_equal(ard_process_open(context,
                                      &(ard_process_problem){.target = {r->n, 2, r->label, r->weight, sum},
                                                             .x = &e->x,
                                                             .basis = {ARD_RBF, 0},
                                                             .n_features = r->p,
                                                             .feature = e->feature,
                                                             .link = link},
                                      &e->process),
                     ARDOR_OK);
    ard_process_start(e->process, &(ard_process_options){.s2 = 1, .scale = 1, .tol = 1e-6, .inner_tol = inner_tol});
}

static double evidence_at(void *self)
{
    engine *e = self;
    double out = 0;
    assert_int_equal(ard_process_evaluate(e->process, e->point, &out, NULL), ARDOR_OK);
    return out;
}

static const ard_link *link_of(bool probit) { return probit ? &ard_link_probit : &ard_link_logit; }

/* ------------------------------------------------------------------ the evidence */

/* Both links, with case weights and without, far and near kernels; the mode is found from the one of the point before. */
static void the_log_evidence_is_that_of_the_formulas(void **state)
{
    (void)state;
    enum { N = 23, P = 3, POINTS = 4 };
    static const double points[POINTS][1 + P] = {{0, 0, 0, 0}, {2, -1, .5, -8}, {6, 2, 1, -1}, {-3, -4, -5, -6}};
    double x[N * P], weight[N];
    int32_t label[N];
    reference_fit *reference = make_array(1, sizeof *reference);
    make_table(3, N, P, x, label, weight);
    for (int which = 0; which < 4; which++) {
        const rows r = {N, P, x, label, which % 2 ? weight : NULL, which > 1};
        engine e;
        open_engine(&r, link_of(r.probit), 1e-20, &e);
        for (int t = 0; t < POINTS; t++) {
            double theta[P];
            for (int k = 0; k < P; k++) theta[k] = exp(points[t][1 + k]);
            memcpy(e.point, points[t], sizeof points[t]);
            find_reference(&r, exp(points[t][0]), theta, reference);
            assert_near(evidence_at(&e), (double)reference->evidence, 1e-8, "the log evidence");
            const ard_sites *sites = ard_process_sites(e.process);
            for (int i = 0; i < N; i++) assert_near(sites->mu[i], (double)reference->f[i], 1e-7, "the mode");
        }
        ard_process_close(context, e.process);
    }
    free(reference);
}

static void its_gradient_is_that_of_differences(void **state)
{
    (void)state;
    enum { N = 31, P = 4 };
    static const double points[][1 + P] = {{1, -1, -.5, -2, -3}, {3, .5, 0, -6, -1}, {-2, -3, -2, -1, 1}};
    double x[N * P], weight[N], gradient[1 + P];
    int32_t label[N];
    make_table(4, N, P, x, label, weight);
    for (int64_t i = 0; i < N; i++) x[i + 2 * N] = 1000 + .2 * x[i + 2 * N]; /* far from 0 */
    for (int which = 0; which < 4; which++)
        for (int t = 0; t < COUNT_OF(points); t++) {
            const rows r = {N, P, x, label, which % 2 ? weight : NULL, which > 1};
            double evidence = 0;
            engine e;
            open_engine(&r, link_of(r.probit), 1e-20, &e);
            memcpy(e.point, points[t], sizeof points[t]);
            assert_int_equal(ard_process_evaluate(e.process, e.point, &evidence, gradient), ARDOR_OK);
            assert_near(evidence, evidence_at(&e), 1e-9, "the log evidence");
            for (int k = 0; k <= P; k++)
                assert_near(gradient[k], central_difference(evidence_at, &e, &e.point[k], false, 1e-2), 1e-7, "a derivative");
            ard_process_close(context, e.process);
        }
}

/* Three rows: the evidence is an integral over three values, here by the trapezoidal rule, which has all digits for what is
 * smooth and vanishes. */
static double integral_of_three(const rows *r, const real *kernel)
{
    enum { POINTS = 121 };
    static const double FAR = 9;
    real l[9] = {0}, sum = 0, step = 2 * (real)FAR / (POINTS - 1);
    for (int j = 0; j < 3; j++)
        for (int i = j; i < 3; i++) {
            real rest = kernel[i + 3 * j];
            for (int k = 0; k < j; k++) rest -= l[i + 3 * k] * l[j + 3 * k];
            l[i + 3 * j] = i == j ? sqrtl(rest) : rest / l[j + 3 * j];
        }
    for (int t = 0; t < POINTS * POINTS * POINTS; t++) {
        const real z[3] = {-FAR + step * (t % POINTS), -FAR + step * (t / POINTS % POINTS), -FAR + step * (t / POINTS / POINTS)};
        real log_value = -.5L * (z[0] * z[0] + z[1] * z[1] + z[2] * z[2]), unused[2];
        for (int i = 0; i < 3; i++)
            log_value += log_likelihood(r, i, l[i] * z[0] + l[i + 3] * z[1] + l[i + 6] * z[2], &unused[0], &unused[1]);
        sum += expl(log_value);
    }
    return (double)(logl(sum) + 3 * (logl(step) - .5L * logl(8 * atanl(1))));
}

/* Laplace's approximation is better the smaller the prior variance; at 1 it is within .03 nats here, at .1 within .002. */
static void it_is_near_the_integral(void **state)
{
    (void)state;
    static const double x[3] = {-1, .2, 1.5}, theta[1] = {.5};
    static const int32_t label[3] = {0, 1, 1};
    reference_fit *reference = make_array(1, sizeof *reference);
    for (int probit = 0; probit < 2; probit++)
        for (int small = 0; small < 2; small++) {
            const rows r = {3, 1, x, label, NULL, probit};
            const double s2 = small ? .1 : 1;
            engine e;
            open_engine(&r, link_of(probit), 1e-20, &e);
            e.point[0] = log(s2);
            e.point[1] = log(theta[0]);
            find_reference(&r, s2, theta, reference);
            const double exact = integral_of_three(&r, reference->kernel), ours = evidence_at(&e);
            print_message("%s, s2 = %g: %.6f, the integral %.6f\n", probit ? "probit" : "logit", s2, ours, exact);
            assert_near(ours, exact, small ? 2e-3 : 3e-2, "the log evidence");
            ard_process_close(context, e.process);
        }
    free(reference);
}

/* ------------------------------------------------------------------ fits */

static ard_fit fit_rows(array_problem *q, const rows *r, int n_pairs, const char *const pairs[][2])
{
    const ard_method *method = ard_method_find("gp");
    ard_settings settings;
    ard_fit s = {0};
    assert_non_null(method);
    ard_settings_default(method, &settings);
    for (int i = 0; i < n_pairs; i++)
        assert_int_equal(ard_settings_set(context, method, &settings, pairs[i][0], pairs[i][1]), ARDOR_OK);
    array_problem_set(q, r->n, r->p, r->x, r->label, r->weight, (ard_basis){ARD_RBF, 0});
    if (fit_problem(context, method, &q->problem, &settings, NULL, true, &s) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    return s;
}

/* The machine's scales on the columns of the table; 0 where it has none. */
static void scales_of(const ard_fit *s, int64_t p, double *theta)
{
    for (int64_t k = 0; k < p; k++) theta[k] = 0;
    for (int64_t t = 0; t < s->machine.n_features; t++) theta[s->machine.feature[t]] = s->machine.importance[t];
}

/* Evidence and probabilities of new rows from the numbers of the model alone, by the reference. */
static void models_are_posteriors_of_their_numbers(void **state)
{
    (void)state;
    enum { N = 40, P = 3, NEW = 12 };
    double x[N * P], weight[N], test[NEW * P], theta[P], prob[2 * NEW];
    int32_t label[N], unused[NEW];
    reference_fit *reference = make_array(1, sizeof *reference);
    make_table(6, N, P, x, label, weight);
    make_table(7, NEW, P, test, unused, NULL);
    for (int which = 0; which < 4; which++) {
        const rows r = {N, P, x, label, which % 2 ? weight : NULL, which > 1};
        const char *const settings[][2] = {{"link", r.probit ? "probit" : "logit"}, {"inner_tol", "1e-20"}};
        array_problem q;
        ard_fit s = fit_rows(&q, &r, 2, settings);
        const double s2 = s.extra[GP_S2];
        scales_of(&s, P, theta);
        find_reference(&r, s2, theta, reference);
        assert_int_equal(s.stop, ARD_STOP_CONVERGED);
        assert_int_equal(s.machine.n_vectors, N);
        assert_near(s.objective, (double)reference->evidence, 1e-7, "the log evidence");
        assert_near(s.extra[GP_EVIDENCE], s.objective, 0, "log_evidence");
        assert_int_equal(probabilities_of(context, &s, NEW, test, prob), ARDOR_OK);
        for (int i = 0; i < NEW; i++)
            assert_near(prob[i + NEW], reference_probability(&r, reference, s2, theta, test + i, NEW), 1e-7, "a probability");
        ard_fit_free(context, &s);
    }
    free(reference);
}

/* The evidence never falls; the certificate is its gradient at the numbers of the model, and small, and nothing near is
 * higher. */
static void fits_end_at_a_maximum(void **state)
{
    (void)state;
    enum { N = 45, P = 4 };
    double x[N * P], gradient[1 + P];
    int32_t label[N];
    for (uint64_t seed = 10; seed < 14; seed++) {
        make_table(seed, N, P, x, label, NULL);
        const rows r = {N, P, x, label, NULL, seed % 2};
        const char *const settings[][2] = {{"link", r.probit ? "probit" : "logit"}, {"tol", "1e-5"}, {"inner_tol", "1e-20"}};
        array_problem q;
        ard_fit s = fit_rows(&q, &r, 3, settings);
        double evidence = 0, theta[P], most = 0, square = 0;
        engine e;
        open_engine(&r, link_of(r.probit), 1e-20, &e);
        scales_of(&s, P, theta);
        e.point[0] = log(s.extra[GP_S2]);
        for (int k = 0; k < P; k++) e.point[1 + k] = log(theta[k]);
        assert_int_equal(ard_process_evaluate(e.process, e.point, &evidence, gradient), ARDOR_OK);
        for (int k = 0; k < P; k++) most = fmax(most, fabs(gradient[1 + k]));
        for (int k = 0; k <= P; k++) square += gradient[k] * gradient[k];
        assert_int_equal(s.stop, ARD_STOP_CONVERGED);
        assert_int_equal(s.certificate.kind, ARD_CERTIFICATE_EVIDENCE);
        assert_near(s.certificate.weights, fabs(gradient[0]), 1e-7, "the derivative in ln s2");
        assert_near(s.certificate.scales, most, 1e-7, "the largest derivative in a ln theta");
        assert_true(sqrt(square) < 1e-5 + 1e-9);
        for (int64_t t = 1; t < s.trace.n; t++) assert_true(s.trace.iteration[t].objective >= s.trace.iteration[t - 1].objective);
        for (int k = 0; k <= P; k++)
            for (int side = -1; side < 2; side += 2) {
                const double was = e.point[k];
                e.point[k] += .05 * side;
                assert_true(evidence_at(&e) <= s.objective + 1e-6);
                e.point[k] = was;
            }
        ard_process_close(context, e.process);
        ard_fit_free(context, &s);
    }
}

/* A row of weight 2 is a row twice, which share one value of f; one of weight 0 is none. */
static void weights_are_repeated_rows(void **state)
{
    (void)state;
    enum { N = 24, P = 2, MORE = 36 };
    double x[N * P], weight[N], longer[MORE * P], prob[2][2 * N];
    int32_t label[N], more[MORE];
    int64_t n = 0, from[MORE];
    make_table(21, N, P, x, label, NULL);
    for (int i = 0; i < N; i++) {
        weight[i] = i % 3;
        for (int c = 0; c < weight[i]; c++) from[n++] = i;
    }
    for (int64_t i = 0; i < n; i++) {
        more[i] = label[from[i]];
        for (int k = 0; k < P; k++) longer[i + k * n] = x[from[i] + k * N];
    }
    for (int probit = 0; probit < 2; probit++) {
        const rows one = {N, P, x, label, weight, probit}, other = {n, P, longer, more, NULL, probit};
        const char *const settings[][2] = {{"link", probit ? "probit" : "logit"}, {"tol", "1e-7"}, {"inner_tol", "1e-20"}};
        array_problem q[2];
        ard_fit a = fit_rows(&q[0], &one, 3, settings), b = fit_rows(&q[1], &other, 3, settings);
        assert_near(a.objective, b.objective, 1e-8, "the log evidence");
        assert_int_equal(probabilities_of(context, &a, N, x, prob[0]), ARDOR_OK);
        assert_int_equal(probabilities_of(context, &b, N, x, prob[1]), ARDOR_OK);
        assert_arrays_near(2 * N, prob[0], prob[1], 1e-5, "a probability");
        ard_fit_free(context, &b);
        ard_fit_free(context, &a);
    }
}

/* ------------------------------------------------------------------ odd tables */

/* A constant column is left out, copies share a scale, noise has less than signal, and nothing else is left out. */
static void columns_get_what_they_are_worth(void **state)
{
    (void)state;
    enum { N = 60, P = 6 };
    double x[N * P], theta[P];
    int32_t label[N];
    make_table(31, N, P, x, label, NULL);
    for (int i = 0; i < N; i++) {
        x[i + 2 * N] = 7;
        x[i + 3 * N] = x[i];
    }
    const rows r = {N, P, x, label, NULL, false};
    array_problem q;
    ard_fit s = fit_rows(&q, &r, 0, NULL);
    scales_of(&s, P, theta);
    assert_int_equal(s.machine.n_features, P - 1);
    assert_true(theta[2] == 0);
    assert_near(theta[3] / theta[0], 1, 1e-6, "the scale of a copy");
    for (int k = 4; k < P; k++) assert_true(theta[k] > 0 && theta[k] < .2 * theta[0] && theta[k] < .2 * theta[1]);
    ard_fit_free(context, &s);
}

/* Without features f is a constant with the variance s2, whose posterior is that of one number. */
static void without_features_there_is_a_constant(void **state)
{
    (void)state;
    enum { N = 17 };
    static const double none[1] = {0}, row[2] = {7, -3};
    double constant[N], weight[N], prob[4];
    int32_t label[N];
    reference_fit *reference = make_array(1, sizeof *reference);
    for (int i = 0; i < N; i++) {
        label[i] = i % 4 == 0;
        weight[i] = 1 + i % 3;
        constant[i] = 7;
    }
    for (int p = 0; p < 2; p++) {
        const rows r = {N, p, constant, label, weight, p == 1}, flat = {N, 0, constant, label, weight, p == 1};
        const char *const settings[][2] = {{"link", r.probit ? "probit" : "logit"}, {"inner_tol", "1e-20"}};
        array_problem q;
        ard_fit s = fit_rows(&q, &r, 2, settings);
        const double s2 = s.extra[GP_S2];
        find_reference(&flat, s2, none, reference);
        assert_true(s.null_model);
        assert_int_equal(s.machine.n_features, 0);
        assert_int_equal(s.machine.n_vectors, 0);
        assert_true(isnan(s.certificate.scales) && s.certificate.weights < 1e-2);
        assert_near(s.objective, (double)reference->evidence, 1e-8, "the log evidence");
        assert_int_equal(probabilities_of(context, &s, 2, row, prob), ARDOR_OK);
        for (int i = 0; i < 2; i++)
            assert_near(prob[i + 2], reference_probability(&flat, reference, s2, none, row, 2), 1e-8, "the probability");
        ard_fit_free(context, &s);
    }
    free(reference);
}

/* Labels of no relation to the features: the evidence rises as s2 falls to the end of its range, where what leads out of it does
 * not count. Classes that a wide gap divides: it has a maximum within. */
static void the_range_of_s2_ends_a_climb(void **state)
{
    (void)state;
    enum { N = 40 };
    double x[N];
    int32_t label[N];
    static const char *const settings[][2] = {{"tol", "1e-7"}, {"inner_tol", "1e-20"}};
    for (int gap = 0; gap < 2; gap++) {
        for (int i = 0; i < N; i++) {
            label[i] = gap ? i >= N / 2 : i / 2 % 2;
            x[i] = gap ? (label[i] ? 1 : -1) * (1 + .01 * (i % 20)) : .1 * (i - N / 2);
        }
        const rows r = {N, 1, x, label, NULL, false};
        array_problem q;
        ard_fit s = fit_rows(&q, &r, 2, settings);
        assert_int_equal(s.stop, ARD_STOP_CONVERGED);
        if (gap) {
            assert_true(s.extra[GP_S2] > 100 && s.extra[GP_S2] < 1e4 && s.certificate.weights < 1e-7);
        } else {
            assert_near(s.extra[GP_S2] / 1e-6, 1, 1e-9, "s2");
            assert_near(s.certificate.weights, 0, 0, "what leads out of the range");
        }
        ard_fit_free(context, &s);
    }
}

/* Labels that take turns over steps so short that at the end of the range of theta neighbours are still alike. */
static void the_range_of_scales_ends_a_climb(void **state)
{
    (void)state;
    enum { N = 40 };
    double x[N], theta[1];
    int32_t label[N];
    static const char *const settings[][2] = {{"tol", "1e-5"}, {"inner_tol", "1e-20"}, {"start_scale", "1e6"}};
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        x[i] = 1e-5 * (i % 10);
    }
    const rows r = {N, 1, x, label, NULL, false};
    array_problem q;
    ard_fit s = fit_rows(&q, &r, 3, settings);
    scales_of(&s, 1, theta);
    assert_int_equal(s.stop, ARD_STOP_CONVERGED);
    assert_near(theta[0] / 1e8, 1, 1e-9, "theta");
    assert_near(s.certificate.scales, 0, 0, "what leads out of the range");
    ard_fit_free(context, &s);
}

/* More features than rows: all stay. More starts are no worse, on some tables better, and the same again. */
static void more_features_than_rows_and_more_starts(void **state)
{
    (void)state;
    enum { N = 20, P = 50 };
    double x[N * P], prob[2][2 * N];
    int32_t label[N];
    int n_better = 0;
    static const char *const starts[][2] = {{"starts", "4"}};
    for (uint64_t seed = 41; seed < 45; seed++) {
        make_table(seed, N, P, x, label, NULL);
        const rows r = {N, P, x, label, NULL, false};
        array_problem q;
        ard_fit one = fit_rows(&q, &r, 0, NULL), many = fit_rows(&q, &r, 1, starts), again = fit_rows(&q, &r, 1, starts);
        assert_int_equal(one.machine.n_features, P);
        assert_int_equal(starts_of(&many.optima), 4);
        assert_true(many.objective >= one.objective);
        assert_true(one.optima.n == 0 && many.objective == again.objective);
        n_better += many.objective > one.objective + .1;
        assert_int_equal(probabilities_of(context, &many, N, x, prob[0]), ARDOR_OK);
        assert_int_equal(probabilities_of(context, &again, N, x, prob[1]), ARDOR_OK);
        assert_memory_equal(prob[0], prob[1], sizeof prob[0]);
        ard_fit_free(context, &again);
        ard_fit_free(context, &many);
        ard_fit_free(context, &one);
    }
    assert_true(n_better > 0);
}

/* From start_scale the first evidence of the trace is that of the step from there. */
static void the_start_is_a_setting(void **state)
{
    (void)state;
    enum { N = 20, P = 2 };
    double x[N * P];
    int32_t label[N];
    static const char *const settings[][2] = {{"start_scale", "1e-6"}, {"max_iter", "1"}};
    make_table(51, N, P, x, label, NULL);
    const rows r = {N, P, x, label, NULL, false};
    array_problem q;
    ard_fit near = fit_rows(&q, &r, 2, settings), usual = fit_rows(&q, &r, 0, NULL);
    double theta[P];
    scales_of(&near, P, theta);
    for (int k = 0; k < P; k++) assert_true(fabs(log(theta[k] / (1e-6 / P))) <= 1 + 1e-9);
    assert_int_equal(near.stop, ARD_STOP_MAX_ITER);
    assert_true(near.objective < usual.objective);
    ard_fit_free(context, &usual);
    ard_fit_free(context, &near);
}

static void no_step_allocates(void **state)
{
    (void)state;
    enum { N = 25, P = 3 };
    double x[N * P];
    int32_t label[N];
    const ard_method *method = ard_method_find("gp");
    fault counter = {0};
    ardor_context *counted = fault_context(&counter);
    ard_settings settings;
    void *work = NULL;
    array_problem q;
    make_table(61, N, P, x, label, NULL);
    array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_RBF, 0});
    ard_settings_default(method, &settings);
    assert_int_equal(method->open(method, counted, &q.problem, &settings, &work), ARDOR_OK);
    assert_int_equal(method->steps->start(work, &settings, NULL), ARDOR_OK);
    const long long calls = atomic_load(&counter.calls);
    assert_true(calls > 0);
    for (int i = 0; i < 5; i++) {
        ard_iteration now = {0};
        assert_int_equal(method->steps->step(work, &now), ARDOR_OK);
    }
    assert_int_equal(atomic_load(&counter.calls), calls);
    method->close(work);
    ardor_context_free(counted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_log_evidence_is_that_of_the_formulas),
                                       cmocka_unit_test(its_gradient_is_that_of_differences),
                                       cmocka_unit_test(it_is_near_the_integral),
                                       cmocka_unit_test(models_are_posteriors_of_their_numbers),
                                       cmocka_unit_test(fits_end_at_a_maximum),
                                       cmocka_unit_test(weights_are_repeated_rows),
                                       cmocka_unit_test(columns_get_what_they_are_worth),
                                       cmocka_unit_test(without_features_there_is_a_constant),
                                       cmocka_unit_test(the_range_of_s2_ends_a_climb),
                                       cmocka_unit_test(the_range_of_scales_ends_a_climb),
                                       cmocka_unit_test(more_features_than_rows_and_more_starts),
                                       cmocka_unit_test(the_start_is_a_setting),
                                       cmocka_unit_test(no_step_allocates)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
