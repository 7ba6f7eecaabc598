/* Links: derivatives, tails, weights, probabilities, intercepts; and a link of the test's own that proximal Newton maximises. */
#include "context_fixture.h"
#include "reducers.h"
#include "toy.h"

#include "linalg/blas.h"
#include "solver/proxnewton/functions.h"
#include "special/probit.h"

static const ard_link *const links[] = {&ard_link_probit, &ard_link_logit, &toy_cloglog, &toy_cauchit};
static const ard_link *const library[] = {&ard_link_probit, &ard_link_logit};

static ard_targets targets_of(int64_t n, const int32_t *label, const double *weight)
{
    ard_targets t = {n, 2, label, weight, 0};
    for (int64_t i = 0; i < n; i++) t.weight_sum += ard_target_weight(&t, i);
    return t;
}

typedef struct terms {
    double value, residual, curvature, slope;
} terms;

static terms terms_at(const ard_link *link, int32_t label, double f)
{
    const ard_targets t = targets_of(1, &label, NULL);
    terms out = {.value = link->value(&t, &f)};
    link->derivatives(&t, &f, &out.residual, &out.curvature);
    link->third(&t, &f, &out.slope);
    return out;
}

/* ------------------------------------------------------------------ one row */

static void derivatives_follow_differences(void **state)
{
    (void)state;
    const double h = 1e-4;
    for (int k = 0; k < COUNT_OF(links); k++)
        for (int32_t label = 0; label < 2; label++)
            for (double f = -3; f <= 3; f += .37) {
                const terms at = terms_at(links[k], label, f);
                double d1 = 0, d2 = 0, d3 = 0;
                /* fourth order: the errors are 1e-13 of rounding over h */
                static const double share[] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
                static const int step[] = {-2, -1, 1, 2};
                for (int s = 0; s < 4; s++) {
                    const terms there = terms_at(links[k], label, f + step[s] * h);
                    d1 += share[s] * there.value / h;
                    d2 += share[s] * there.residual / h;
                    d3 += share[s] * there.curvature / h;
                }
                assert_near(at.residual, d1, 1e-9 * fmax(1, fabs(d1)), "residual");
                assert_near(at.curvature, -d2, 1e-9 * fmax(1, fabs(d2)), "curvature");
                assert_near(at.slope, d3, 1e-9 * fmax(1, fabs(d3)), "its slope");
            }
}

/* log P and its derivatives far out, against the leading terms of their expansions. */
static void tails_keep_their_digits(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(library); k++)
        for (int32_t label = 0; label < 2; label++)
            for (int far = 0; far < 2; far++) {
                const double size = far ? 1e8 : 1e3, side = label ? 1 : -1;
                const terms right = terms_at(library[k], label, side * size), wrong = terms_at(library[k], label, -side * size);
                assert_true(right.value <= 0 && right.value > -1e-300 && side * right.residual >= 0 &&
                            fabs(right.residual) < 1e-300);
                assert_true(right.curvature >= 0 && right.curvature < 1e-300);
                assert_true(fabs(right.slope) < 1e-300);
                const bool probit = library[k] == &ard_link_probit;
                /* log Phi(-x) = -x^2/2 - log(x sqrt(2 pi)) - 1/x^2 + O(x^-4), m(-x) = x + 1/x - 2/x^3 + O(x^-5), and minus the
                 * second derivative there 1 - 1/x^2 + O(x^-4); log s(-x) = -x */
                const double value = probit ? -size * size / 2 - log(size) - .5 * log(2 * acos(-1)) - 1 / (size * size) : -size;
                assert_near(wrong.value, value, 1e-12 * fabs(value), "log P");
                assert_near(wrong.residual, side * (probit ? size + 1 / size - 2 / pow(size, 3) : 1), 1e-12 * size,
                            "its derivative");
                assert_near(wrong.curvature, probit ? 1 - 1 / (size * size) : 0, 1e-10, "minus the second");
                assert_true(wrong.curvature >= 0);
                assert_near(wrong.slope, probit ? side * (-2 / pow(size, 3) + 24 / pow(size, 5)) : 0, 1e-9 / pow(size, 3),
                            "the third");
            }
}

/* The curvature's slope to its last digits: of the probit to 50 digits by mpmath, of the logit -s(f) s(-f) tanh(f/2). */
static void slopes_keep_their_digits(void **state)
{
    (void)state;
    static const double want[][2] = {
        {-10000.0, -1.99999976000003e-12}, {-300, -7.4064198902395809e-8},   {-100.5, -1.967959522128353e-6},
        {-40, -3.1017440396486248e-5},     {-12, -0.0010686026960367542},    {-6, -0.0069535374991643118},
        {-3, -0.031470672830842488},       {-2.0001, -0.059351919237670721}, {-2, -0.059355861291565813},
        {-1.999, -0.059395297838358123},   {-1.5, -0.083151924423927126},    {-0.5, -0.16260392517612297},
        {0, -0.21801361414499016},         {0.5, -0.27099012446870783},      {1, -0.29571817018227121},
        {3, -0.035680136876570471},        {8, -3.1829307826282502e-13},     {20, -2.2028583965017455e-85},
        {36, -1.951441609318411e-279}};
    for (int i = 0; i < COUNT_OF(want); i++)
        for (int32_t label = 0; label < 2; label++) {
            const double side = label ? 1 : -1;
            assert_near(terms_at(&ard_link_probit, label, side * want[i][0]).slope, side * want[i][1], 2e-12 * fabs(want[i][1]),
                        "probit");
        }
    for (double f = -700; f <= 700; f += f > -2 && f < 2 ? .125 : 1) {
        const double s = 1 / (1 + exp(-f)), other = exp(-f) / (1 + exp(-f)),
                     exact = f > 40    ? -exp(-f)
                             : f < -40 ? exp(f)
                                       : s * other * (other - s);
        assert_near(terms_at(&ard_link_logit, 0, f).slope, exact, 1e-13 * fabs(exact) + 1e-16 * (fabs(f) < 1), "logit");
        assert_true(terms_at(&ard_link_logit, 1, f).slope == terms_at(&ard_link_logit, 0, f).slope);
    }
    for (int far = 0; far < 2; far++) { /* where the squares of f are not finite */
        const double f = far ? 1e200 : -1e200;
        for (int k = 0; k < COUNT_OF(library); k++) assert_true(fabs(terms_at(library[k], 1, f).slope) < 1e-300);
    }
}

static void classes_are_mirror_images(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(library); k++)
        for (double f = -40; f <= 40; f += 3.7) {
            const terms a = terms_at(library[k], 1, f), b = terms_at(library[k], 0, -f);
            assert_true(a.value == b.value && a.residual == -b.residual && a.curvature == b.curvature && a.slope == -b.slope);
        }
}

/* ------------------------------------------------------------------ many rows */

enum { MANY = 700 }; /* beyond two blocks of 256 */

static void rows_add_up_with_their_weights(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 81, 0, 0);
    double f[MANY], weight[MANY], residual[MANY], curvature[MANY], slope[MANY], alone[MANY], ones[MANY];
    int32_t label[MANY];
    for (int i = 0; i < MANY; i++) {
        f[i] = 2 * ard_rng_normal(&rng);
        label[i] = (int32_t)ard_rng_below(&rng, 2);
        weight[i] = i % 7 == 0 ? 0 : i % 3; /* 0 is a row left out, 2 a row twice */
        ones[i] = 1;
    }
    for (int k = 0; k < COUNT_OF(links); k++)
        for (int weighted = 0; weighted < 3; weighted++) {
            const double *c = weighted == 0 ? NULL : weighted == 1 ? ones : weight;
            const ard_targets t = targets_of(MANY, label, c);
            double sum = 0;
            links[k]->derivatives(&t, f, residual, curvature);
            links[k]->derivatives(&t, f, alone, NULL);
            links[k]->third(&t, f, slope);
            for (int i = 0; i < MANY; i++) {
                const terms one = terms_at(links[k], label[i], f[i]);
                const double times = c ? c[i] : 1;
                sum += times * one.value;
                assert_near(residual[i], times * one.residual, 1e-15 * fabs(residual[i]), "residual");
                assert_near(curvature[i], times * one.curvature, 1e-15 * fabs(curvature[i]), "curvature");
                assert_near(slope[i], times * one.slope, 1e-15 * fabs(slope[i]), "slope");
                assert_true(alone[i] == residual[i]);
            }
            assert_near(links[k]->value(&t, f), sum, 1e-13 * fabs(sum), "log likelihood");
        }
    const ard_targets none = {0, 2, NULL, NULL, 0};
    for (int k = 0; k < COUNT_OF(links); k++) assert_true(links[k]->value(&none, NULL) == 0);
}

/* ------------------------------------------------------------------ probabilities */

static void probabilities_have_both_tails(void **state)
{
    (void)state;
    static const double mean[] = {-800, -30, -5, -1, 0, 1e-9, .3, 2, 9, 30, 800};
    enum { ROWS = COUNT_OF(mean) };
    double variance[ROWS], prob[2 * ROWS], mirrored[2 * ROWS], negative[ROWS];
    for (int i = 0; i < ROWS; i++) {
        variance[i] = .5 + i;
        negative[i] = -mean[i];
    }
    for (int k = 0; k < COUNT_OF(links); k++)
        for (int moderated = 0; moderated < 2; moderated++) {
            const double *v = moderated ? variance : NULL;
            links[k]->probabilities(ROWS, 2, mean, v, prob);
            links[k]->probabilities(ROWS, 2, negative, v, mirrored);
            for (int i = 0; i < ROWS; i++) {
                assert_true(prob[i] >= 0 && prob[i] <= 1 && prob[i + ROWS] >= 0 && prob[i + ROWS] <= 1);
                assert_near(prob[i] + prob[i + ROWS], 1, 1e-15, "the sum");
                if (i > 0) assert_true(moderated || prob[i + ROWS] >= prob[i - 1 + ROWS]);
                if (k >= COUNT_OF(library)) continue;
                assert_true(mirrored[i] == prob[i + ROWS] && mirrored[i + ROWS] == prob[i]);
                /* P(class) at a point is exp(log likelihood) of that class */
                const double f = links[k] == &ard_link_probit ? mean[i] / sqrt(1 + (v ? v[i] : 0))
                                                              : mean[i] / sqrt(1 + acos(-1) / 8 * (v ? v[i] : 0));
                for (int32_t label = 0; label < 2; label++) {
                    const double want = exp(terms_at(links[k], label, f).value);
                    assert_near(prob[i + label * ROWS], want, 1e-12 * want * fmax(1, fabs(log(fmax(want, 1e-300)))), "P");
                }
            }
        }
    /* digits of another program, at the mean 1 and the variances 1 (logit) and 3 (probit: Phi(1/2)) */
    const double one = 1, three = 3;
    ard_link_logit.probabilities(1, 2, &one, &one, prob);
    assert_near(prob[1], 0.700014440706207599, 1e-15, "P of the logit");
    ard_link_probit.probabilities(1, 2, &one, &three, prob);
    assert_near(prob[1], 0.691462461274013104, 1e-15, "P of the probit");
}

/* ------------------------------------------------------------------ intercepts */

static void intercepts_maximise(void **state)
{
    (void)state;
    static const int32_t label[] = {0, 1};
    for (int k = 0; k < COUNT_OF(links); k++)
        for (double positive = .001; positive < 1; positive += .0999) {
            const double share[] = {1 - positive, positive};
            double bias[2] = {0, -77}, g[2];
            links[k]->intercepts(2, share, bias);
            assert_true(bias[1] == -77);
            bias[1] = bias[0];
            const ard_targets t = {2, 2, label, share, 1};
            links[k]->derivatives(&t, bias, g, NULL);
            assert_near(g[0] + g[1], 0, 1e-12, "the derivative in the intercept");
        }
}

static int add_three(void *user, double *value, int64_t n)
{
    (void)user;
    assert_int_equal(n, 2);
    value[0] += 3; /* rows of class 0 elsewhere */
    return ARDOR_OK;
}

static void null_bias_is_that_of_the_clipped_shares(void **state)
{
    (void)state;
    static const int32_t mixed[] = {1, 0, 1, 1}, pure[] = {1, 1, 1, 1};
    static const double weight[] = {.5, 2, .5, 1};
    double bias = 0;
    ard_targets t = targets_of(4, mixed, NULL);
    for (int k = 0; k < COUNT_OF(links); k++) {
        double want = 0;
        assert_int_equal(ard_link_null_bias(context, links[k], &t, &bias), ARDOR_OK);
        links[k]->intercepts(2, (double[]){.25, .75}, &want);
        assert_near(bias, want, 1e-15, "the intercept");
    }
    t = targets_of(4, mixed, weight);
    assert_int_equal(ard_link_null_bias(context, &ard_link_logit, &t, &bias), ARDOR_OK);
    assert_near(bias, 0, 1e-15, "of weighted rows");
    for (int k = 0; k < COUNT_OF(links); k++) { /* of one class: half a row of five short of 1 */
        double want = 0;
        t = targets_of(4, pure, NULL);
        assert_int_equal(ard_link_null_bias(context, links[k], &t, &bias), ARDOR_OK);
        links[k]->intercepts(2, (double[]){.1, .9}, &want);
        assert_near(bias, want, 1e-14, "of one class");
    }
    t = targets_of(4, mixed, NULL);
    t.weight_sum = 7; /* a part of seven rows */
    ard_context_set_reducer(context, add_three, NULL);
    assert_int_equal(ard_link_null_bias(context, &ard_link_logit, &t, &bias), ARDOR_OK);
    assert_near(bias, log(3. / 4), 1e-15, "of all parts");
    ard_context_set_reducer(context, refuse, NULL);
    assert_int_equal(ard_link_null_bias(context, &ard_link_logit, &t, &bias), ARDOR_INTERNAL);
    ard_context_set_reducer(context, NULL, NULL);
}

static void links_are_found_by_name(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(library); k++) {
        assert_ptr_equal(ard_link_find(library[k]->name), library[k]);
        assert_true(library[k]->outputs(2) == 1 && library[k]->outputs(3) == 0 && library[k]->outputs(1) == 0);
    }
    assert_ptr_equal(ard_link_find("softmax"), &ard_link_softmax);
    assert_true(ard_link_softmax.outputs(2) == 0 && ard_link_softmax.outputs(3) == 3 && ard_link_softmax.outputs(9) == 9);
    assert_null(ard_link_find("cloglog"));
    assert_null(ard_link_find(""));
}

/* ------------------------------------------------------------------ in an engine */

enum { N = 120, P = 5, M = P + 1 };
static const double LAM = 3;

static void make_rows(double *x, int32_t *label, double *weight)
{
    ard_rng rng;
    ard_rng_init(&rng, 82, 0, 0);
    for (int i = 0; i < N * P; i++) x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < N; i++) {
        label[i] = ard_rng_uniform(&rng) < -expm1(-exp(.8 * x[i] - x[2 * N + i] - .5));
        weight[i] = .5 + ard_rng_uniform(&rng);
    }
}

/* The penalised log likelihood at b, w. */
static double objective(const ard_link *link, const ard_targets *t, const double *x, const double *at)
{
    double f[N], sum = 0;
    for (int i = 0; i < N; i++) {
        f[i] = at[0];
        for (int j = 0; j < P; j++) f[i] += at[1 + j] * x[j * N + i];
    }
    for (int j = 0; j < P; j++) sum += fabs(at[1 + j]);
    return link->value(t, f) - LAM * sum;
}

/* Plain Newton on the intercept and the weights of the support, with their signs fixed: there F is smooth. */
static void newton(const ard_link *link, const ard_targets *t, const double *x, const double *sign, double *at)
{
    for (int iteration = 0; iteration < 50; iteration++) {
        double f[N], g[N], c[N], h[M * M] = {0}, d[M] = {0};
        for (int i = 0; i < N; i++) {
            f[i] = at[0];
            for (int j = 0; j < P; j++) f[i] += at[1 + j] * x[j * N + i];
        }
        link->derivatives(t, f, g, c);
        for (int a = 0; a < M; a++) {
            const bool out = a > 0 && sign[a - 1] == 0;
            d[a] = a > 0 ? -LAM * sign[a - 1] : 0;
            for (int i = 0; i < N && !out; i++) d[a] += g[i] * (a > 0 ? x[(a - 1) * N + i] : 1);
            for (int b = 0; b < M && !out; b++)
                for (int i = 0; i < N && (b == 0 || sign[b - 1] != 0); i++)
                    h[b * M + a] += c[i] * (a > 0 ? x[(a - 1) * N + i] : 1) * (b > 0 ? x[(b - 1) * N + i] : 1);
            if (out) h[a * M + a] = 1;
        }
        assert_int_equal(ard_cholesky(M, h, M), 0);
        ard_cholesky_solve(M, 1, h, M, d, M);
        for (int a = 0; a < M; a++) at[a] += d[a];
    }
}

static void check_maximum(const ard_link *link, bool weighted)
{
    double x[N * P], weight[N], sign[P], at[M] = {0}, want[M] = {0}, start = 0;
    int32_t label[N];
    int64_t iterations = 0;
    ard_pn_function function;
    ard_pn *pn = NULL;
    ard_iteration last;
    make_rows(x, label, weight);
    const ard_matrix rows = ard_matrix_dense(N, P, x, N);
    const ard_targets t = targets_of(N, label, weighted ? weight : NULL);
    const ard_pn_options options = {.weights = {ARD_L1, LAM}, .tol = 1e-7, .damping = 1e-6};
    ard_identity_bind(&rows, &function);
    assert_int_equal(ard_pn_open(context, &function, link, &t, &pn), ARDOR_OK);
    assert_int_equal(ard_link_null_bias(context, link, &t, &start), ARDOR_OK);
    ard_pn_point(pn)->bias[0] = start;
    assert_int_equal(ard_pn_start(pn, &options), ARDOR_OK);
    assert_near(ard_pn_bias_gradient(pn), 0, 1e-10 * N, "the gradient at the null bias");
    assert_int_equal(ard_drive(context, ard_pn_step, pn, 100, NULL, &iterations, &last), ARDOR_OK);
    assert_true(last.stop == ARD_STOP_CONVERGED && last.n_vectors >= 2);
    at[0] = ard_pn_point(pn)->bias[0];
    for (int j = 0; j < P; j++) {
        at[1 + j] = ard_pn_point(pn)->weight[j];
        sign[j] = at[1 + j] > 0 ? 1 : at[1 + j] < 0 ? -1 : 0;
    }
    if (link == &toy_cauchit) memcpy(want, at, sizeof want); /* not concave: Newton stays there, but is not sure to come */
    newton(link, &t, x, sign, want);
    assert_arrays_near(M, at, want, 1e-7, "the maximum");
    assert_near(last.objective, objective(link, &t, x, at), 1e-12 * fabs(last.objective), "F");
    for (int a = 0; a < M; a++) /* and no direction rises, the zeros' included */
        for (int side = -1; side <= 1; side += 2) {
            double moved[M];
            memcpy(moved, at, sizeof moved);
            moved[a] += side * 1e-4;
            assert_true(objective(link, &t, x, moved) < last.objective);
        }
    ard_pn_close(context, pn);
}

static void any_link_is_maximised(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(links); k++)
        for (int weighted = 0; weighted < 2; weighted++) check_maximum(links[k], weighted);
}

static int two_outputs(int n_classes) { return n_classes; }

static void the_engine_refuses_other_outputs_than_the_links(void **state)
{
    (void)state;
    double x[N * P], weight[N];
    int32_t label[N];
    ard_pn_function function;
    ard_pn *pn = NULL;
    make_rows(x, label, weight);
    const ard_matrix rows = ard_matrix_dense(N, P, x, N);
    ard_targets t = targets_of(N, label, NULL);
    ard_link two = toy_cloglog;
    two.outputs = two_outputs;
    ard_identity_bind(&rows, &function);
    assert_int_equal(ard_pn_open(context, &function, &two, &t, &pn), ARDOR_USAGE);
    assert_null(pn);
    assert_non_null(strstr(ardor_context_message(context), "the link 'cloglog' has 2"));
    t.n_classes = 3;
    assert_int_equal(ard_pn_open(context, &function, &ard_link_logit, &t, &pn), ARDOR_USAGE);
    assert_non_null(strstr(ardor_context_message(context), "the link 'logit' has 0 for 3 classes"));
    t.n_classes = 2;
    function.n_outputs = 2;
    assert_int_equal(ard_pn_open(context, &function, &ard_link_logit, &t, &pn), ARDOR_USAGE);
    t.n_classes = 4; /* softmax has 4, or 3 and a reference */
    assert_int_equal(ard_pn_open(context, &function, &ard_link_softmax, &t, &pn), ARDOR_USAGE);
    function.n_outputs = 5;
    assert_int_equal(ard_pn_open(context, &function, &ard_link_softmax, &t, &pn), ARDOR_USAGE);
    function.n_outputs = 4;
    function.n_scales = 1;
    assert_int_equal(ard_pn_open(context, &function, &ard_link_softmax, &t, &pn), ARDOR_USAGE);
    assert_null(pn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_follow_differences),
                                       cmocka_unit_test(tails_keep_their_digits),
                                       cmocka_unit_test(slopes_keep_their_digits),
                                       cmocka_unit_test(classes_are_mirror_images),
                                       cmocka_unit_test(rows_add_up_with_their_weights),
                                       cmocka_unit_test(probabilities_have_both_tails),
                                       cmocka_unit_test(intercepts_maximise),
                                       cmocka_unit_test(null_bias_is_that_of_the_clipped_shares),
                                       cmocka_unit_test(links_are_found_by_name),
                                       cmocka_unit_test(any_link_is_maximised),
                                       cmocka_unit_test(the_engine_refuses_other_outputs_than_the_links)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
