/* Expectation propagation: reference values of an independent implementation, quadrature, the two forms, the gradient of the
 * evidence, leave-one-out against refits, and the search over precisions. */
#include "problem_fixture.h"
#include "numeric.h"

#include "basis/kernel.h"
#include "linalg/blas.h"
#include "solver/relevance.h"
#include "special/probit.h"

#define GOLDEN SHARED "golden/ard-ep.json"
#define TIGHT 1e-11

static ardor_context *context;

/* ------------------------------------------------------------------ moments */

static void moments_keep_their_digits(void **state)
{
    (void)state;
    /* 80 digits of the series of erf: z, h, b, 1 - b */
    static const double want[][4] = {{-7.5, 7.6289663911037655097, 0.98388026331257383283, 0.016119736687426111654},
                                     {-5, 5.1865039671258417187, 0.96730356538288775337, 0.032696434617112225818},
                                     {-3, 3.2830986549304363997, 0.92944081321473193125, 0.070559186785268110387},
                                     {-2.125, 2.4843818210792161238, 0.89284166311554824524, 0.10715833688445174088},
                                     {-1.9, 2.2849469154767390044, 0.87958326714086043641, 0.12041673285913950808},
                                     {0.5, 0.50916043383703346592, 0.51382456430363288025, 0.48617543569636711975}};
    for (int i = 0; i < COUNT_OF(want); i++) {
        const ard_probit_moment m = ard_probit_moments(want[i][0]);
        assert_near(m.mills / want[i][1], 1, 1e-14, "h");
        assert_near(m.curvature / want[i][2], 1, 4e-15, "b");
        assert_near(m.rest / want[i][3], 1, 2e-14, "1 - b");
    }
    for (double x = 1e2; x < 1e9; x *= 10) {
        const ard_probit_moment m = ard_probit_moments(-x);
        const double y = 1 / (x * x);
        assert_near(m.rest / (y * (1 - y * (6 - y * 50))), 1, 1e-9, "1 - b far out");
        assert_near(m.curvature, 1 - y, 1e-7, "b far out");
    }
    const ard_probit_moment m = ard_probit_moments(40);
    assert_true(m.curvature >= 0 && m.rest == 1);
}

/* ------------------------------------------------------------------ problems */

typedef struct design {
    int64_t n, d;
    double *columns;
} design; /* signed */

static design random_design(uint64_t seed, int64_t n, int64_t d, double separation)
{
    design q = {n, d, make_reals(n * d)};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int64_t i = 0; i < n; i++) {
        double sign = i % 2 ? 1 : -1;
        for (int64_t j = 0; j < d; j++)
            q.columns[i + j * n] = j == 0 ? sign : sign * ard_rng_normal(&rng) + (j < 3 ? separation : 0);
    }
    return q;
}

/* Both forms of a design with the precisions alpha. */
static bool run(const design *q, const double *alpha, bool dual, bool laplace, double tol, ard_sites *s)
{
    const int64_t n = q->n, d = q->d;
    double *kernel = make_reals(n * n), *rows = make_reals(n * d);
    for (int64_t j = 0; j < d; j++)
        for (int64_t i = 0; i < n; i++) {
            rows[j + i * d] = q->columns[i + j * n];
            for (int64_t k = 0; k < n; k++) kernel[i + k * n] += q->columns[i + j * n] * q->columns[k + j * n] / alpha[j];
        }
    const ard_prior prior = dual ? (ard_prior){kernel, 0, NULL, NULL} : (ard_prior){NULL, d, rows, alpha};
    bool ok = laplace ? ard_logit_mode_run(s, &prior, tol, 200) : ard_ep_run(s, &prior, tol, 1000);
    free(rows);
    free(kernel);
    return ok;
}

static double *same(int64_t d, double value)
{
    double *a = make_reals(d);
    for (int64_t j = 0; j < d; j++) a[j] = value;
    return a;
}

static void forms_agree(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{12, 5}, {30, 30}, {25, 60}, {1, 1}, {1, 4}};
    for (int laplace = 0; laplace < 2; laplace++)
        for (int c = 0; c < COUNT_OF(sizes); c++) {
            design q = random_design(3, sizes[c][0], sizes[c][1], 0.4);
            double *alpha = same(q.d, 0.3);
            ard_sites a, b;
            alpha[q.d / 2] = 7;
            assert_int_equal(ard_sites_open(context, q.n, q.n, &a), ARDOR_OK);
            assert_int_equal(ard_sites_open(context, q.n, q.d, &b), ARDOR_OK);
            assert_true(run(&q, alpha, true, laplace, 1e-13, &a));
            assert_true(run(&q, alpha, false, laplace, 1e-13, &b));
            assert_near(a.log_evidence, b.log_evidence, 1e-9, "the evidence");
            assert_near(a.log_det, b.log_det, 1e-9, "the determinant");
            assert_arrays_near(q.n, a.mu, b.mu, 1e-9, "a mean");
            assert_arrays_near(q.n, a.sigma, b.sigma, 1e-9, "a variance");
            assert_arrays_near(q.n, a.tau, b.tau, 1e-9, "a site");
            ard_sites_close(context, &b);
            ard_sites_close(context, &a);
            free(alpha);
            free(q.columns);
        }
}

/* log of the integral of prod Phi(x_i'w) N(w; 0, 1/alpha) over one or two weights by the trapezoidal rule. */
static double quadrature(const design *q, double alpha)
{
    enum { POINTS = 1200 };
    const double wide = 9 / sqrt(alpha), h = 2 * wide / POINTS;
    double sum = 0;
    for (int a = 0; a <= POINTS; a++)
        for (int b = 0; b <= (q->d == 2 ? POINTS : 0); b++) {
            const double w0 = -wide + a * h, w1 = q->d == 2 ? -wide + b * h : 0;
            double l = -0.5 * alpha * (w0 * w0 + w1 * w1);
            for (int64_t i = 0; i < q->n; i++)
                l += ard_log_normal_cdf(q->columns[i] * w0 + (q->d == 2 ? q->columns[i + q->n] * w1 : 0));
            sum += exp(l);
        }
    return log(sum) + (double)q->d * log(h * sqrt(alpha / 6.283185307179586));
}

static void evidence_matches_quadrature(void **state)
{
    (void)state;
    for (int64_t d = 1; d <= 2; d++)
        for (int64_t n = 1; n <= 12; n += 11) {
            design q = random_design(8, n, d, 0.5);
            double *alpha = same(d, 0.8);
            ard_sites s;
            assert_int_equal(ard_sites_open(context, n, n, &s), ARDOR_OK);
            assert_true(run(&q, alpha, true, false, TIGHT, &s));
            /* exact for one row: there the moments are the likelihood's own */
            assert_near(s.log_evidence, quadrature(&q, 0.8), n == 1 ? 1e-9 : 2e-2, "the evidence");
            ard_sites_close(context, &s);
            free(alpha);
            free(q.columns);
        }
}

/* Laplace's evidence of one weight: the mode by bisection, the curvature there. */
static void laplace_matches_one_dimension(void **state)
{
    (void)state;
    enum { N = 11 };
    design q = random_design(6, N, 1, 0);
    const double alpha = 0.4;
    double low = -50, high = 50, value, curvature = alpha;
    ard_sites s;
    for (int i = 0; i < N; i++) q.columns[i] = i < 8 ? 0.3 * (i + 1) : -0.5;
    for (int it = 0; it < 200; it++) {
        const double w = 0.5 * (low + high);
        double slope = -alpha * w;
        for (int i = 0; i < N; i++) slope += q.columns[i] / (1 + exp(q.columns[i] * w));
        if (slope > 0)
            low = w;
        else
            high = w;
    }
    value = -0.5 * alpha * low * low;
    for (int i = 0; i < N; i++) {
        const double right = 1 / (1 + exp(-q.columns[i] * low));
        value += log(right);
        curvature += q.columns[i] * q.columns[i] * right * (1 - right);
    }
    assert_int_equal(ard_sites_open(context, N, N, &s), ARDOR_OK);
    for (int dual = 0; dual < 2; dual++) {
        ard_sites_forget(&s);
        assert_true(run(&q, &alpha, dual, true, 1e-14, &s));
        assert_near(s.log_evidence, value - 0.5 * log(curvature / alpha), 1e-9, "the evidence");
        assert_near(s.mu[0], q.columns[0] * low, 1e-6, "a mean");
    }
    ard_sites_close(context, &s);
    free(q.columns);
}

/* d log Z / d (1/alpha_j) = (U_j^2 - R_j)/2 at the fixed point. */
static void gradient_matches_differences(void **state)
{
    (void)state;
    enum { N = 14, D = 20 };
    design q = random_design(5, N, D, 0.4);
    for (int dual = 0; dual < 2; dual++) {
        const int64_t d = dual ? D : 6;
        design part = {N, d, q.columns};
        double r[D], u[D], scratch[ARD_RELEVANCE_BLOCK * 2 * (N + D) + N], rows[N * D], *alpha = same(d, 0.7);
        ard_sites s;
        assert_int_equal(ard_sites_open(context, N, dual ? N : d, &s), ARDOR_OK);
        for (int64_t j = 0; j < d; j++)
            for (int64_t i = 0; i < N; i++) rows[j + i * d] = q.columns[i + j * N];
        for (int64_t j = 0; j < d; j++) {
            const double h = 1e-5;
            double value[2];
            for (int side = 0; side < 2; side++) {
                alpha[j] = 1 / (1 / 0.7 + (side ? h : -h));
                assert_true(run(&part, alpha, dual, false, 1e-13, &s));
                value[side] = s.log_evidence;
            }
            alpha[j] = 0.7;
            assert_true(run(&part, alpha, dual, false, 1e-13, &s));
            const ard_prior prior = dual ? (ard_prior){rows, 0, NULL, NULL} : (ard_prior){NULL, d, rows, alpha};
            ard_sites_relevance(&s, &prior, d, q.columns, r, u, scratch);
            assert_near(0.5 * (u[j] * u[j] - r[j]), (value[1] - value[0]) / (2 * h), 1e-7, "the gradient");
        }
        ard_sites_close(context, &s);
        free(alpha);
    }
    free(q.columns);
}

static void cavities_match_refits(void **state)
{
    (void)state;
    enum { N = 30, D = 5 };
    design q = random_design(11, N, D, 0.3), rest = {N - 1, D, make_reals((N - 1) * D)};
    double *alpha = same(D, 0.5), probability = 0;
    int64_t errors = 0;
    ard_sites s, t;
    assert_int_equal(ard_sites_open(context, N, D, &s), ARDOR_OK);
    assert_int_equal(ard_sites_open(context, N - 1, D, &t), ARDOR_OK);
    assert_true(run(&q, alpha, false, false, 1e-10, &s));
    for (int64_t out = 0; out < N; out++) {
        for (int64_t j = 0; j < D; j++)
            for (int64_t i = 0; i < N; i++)
                if (i != out) rest.columns[i - (i > out) + j * (N - 1)] = q.columns[i + j * N];
        ard_sites_forget(&t);
        assert_true(run(&rest, alpha, false, false, 1e-10, &t));
        double mean = 0, variance = 0;
        for (int64_t j = 0; j < D; j++) {
            mean += q.columns[out + j * N] * t.weight[j];
            for (int64_t k = 0; k < D; k++) variance += q.columns[out + j * N] * t.covariance[j + k * D] * q.columns[out + k * N];
        }
        errors += mean <= 0;
        double z = -mean / sqrt(1 + variance), p;
        ard_normal_cdf(1, &z, &p);
        probability += p / N;
    }
    const ard_cavities c = ard_ep_cavities(&s);
    assert_true(errors > 2 && llabs(c.errors - errors) <= 1);
    assert_near(c.probability, probability, 4e-3, "the probability of the wrong class");
    assert_true(c.scaled >= 0 && c.scaled <= 1 && fabs(c.scaled - (double)errors / N) < 0.15);
    ard_sites_close(context, &t);
    ard_sites_close(context, &s);
    free(rest.columns);
    free(q.columns);
    free(alpha);
}

/* ------------------------------------------------------------------ reference values */

/* The constant, then the features or kernel columns, signed. */
static design golden_design(const problem_data *d, const char *basis, double sigma)
{
    const int64_t n = d->train.n, p = d->train.p;
    const bool identity = strcmp(basis, "identity") == 0;
    design q = {n, 1 + (identity ? p : n), NULL};
    q.columns = make_reals(n * q.d);
    for (int64_t i = 0; i < n; i++) q.columns[i] = 1;
    if (identity) {
        memcpy(q.columns + n, d->train.x, (size_t)(n * p) * sizeof *q.columns);
    } else {
        ard_kernel *kernel = NULL;
        int64_t *all = make_array(ard_max64(n, p), sizeof *all);
        double *theta = same(p, 0.5 / (sigma * sigma));
        for (int64_t i = 0; i < ard_max64(n, p); i++) all[i] = i;
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, n, d->train.x, n, n, d->train.x, n, p, &kernel),
                         ARDOR_OK);
        ard_kernel_set(kernel, (ard_sparse){p, all, theta});
        ard_kernel_columns(kernel, n, all, q.columns + n);
        ard_kernel_close(context, kernel);
        free(theta);
        free(all);
    }
    for (int64_t j = 0; j < q.d; j++)
        for (int64_t i = 0; i < n; i++) q.columns[i + j * n] *= d->sign[i];
    return q;
}

static void assert_list(json_t *want, const double *have, double tolerance, const char *what)
{
    for (size_t i = 0; i < json_array_size(want); i++) {
        const double value = json_number_value(json_array_get(want, i));
        if (!(fabs(have[i] - value) <= tolerance * fmax(1, fabs(value))))
            fail_msg("%s[%d] is %.15g, not %.15g", what, (int)i, have[i], value);
    }
}

static double real(json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

static void check_fixed(json_t *one, const design *q, ard_relevance *search)
{
    double *alpha = same(q->d, real(one, "alpha")), *r = make_reals(q->d), *u = make_reals(q->d), *w = make_reals(q->d);
    assert_int_equal(ard_relevance_set(search, alpha, TIGHT), ARDOR_OK);
    const ard_sites *s = ard_relevance_sites(search);
    const ard_cavities c = ard_ep_cavities(s);
    assert_near(s->log_evidence, real(one, "logZ"), 1e-8, "the evidence");
    assert_int_equal(c.errors, (int64_t)real(one, "loo_count"));
    assert_near(c.probability, real(one, "loo_prob"), 1e-8, "loo_prob");
    assert_near(c.scaled, real(one, "loo_prob50"), 1e-8, "loo_prob50");
    assert_near(c.log_density, real(one, "loo_lpd"), 1e-8, "loo_lpd");
    ard_relevance_weights(search, w);
    ard_relevance_statistics(search, r, u);
    assert_list(json_object_get(one, "weights_first5"), w, 1e-8, "a weight");
    assert_list(json_object_get(one, "tau_first5"), s->tau, 1e-8, "tau");
    assert_list(json_object_get(one, "nu_first5"), s->nu, 1e-8, "nu");
    assert_list(json_object_get(one, "R_first5"), r, 1e-8, "R");
    assert_list(json_object_get(one, "U_first5"), u, 1e-8, "U");
    free(w);
    free(u);
    free(r);
    free(alpha);
}

static ard_relevance_options greedy(void)
{
    return (ard_relevance_options){.order = ARD_ORDER_GREEDY,
                                   .start = ARD_START_BEST,
                                   .alpha0 = 1,
                                   .start_fraction = .1,
                                   .gain_tol = 1e-6,
                                   .starts = 1,
                                   .seed = 1,
                                   .tol = 1e-4};
}

static ard_iteration search_on(ard_relevance *search, int64_t d, const ard_relevance_options *options)
{
    ard_iteration now = {0};
    bool *usable = make_array(d, sizeof *usable);
    double before = -INFINITY;
    for (int64_t j = 0; j < d; j++) usable[j] = true;
    ard_relevance_begin(search, options, usable);
    for (int i = 0; i < 20000 && now.stop == ARD_STOP_NONE; i++) {
        assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        if (options->starts == 1) assert_true(now.objective >= before);
        before = now.objective;
    }
    assert_int_equal(now.stop, ARD_STOP_CONVERGED);
    assert_int_equal(ard_relevance_restore(search, 1e-8), ARDOR_OK);
    free(usable);
    return now;
}

static void values_match_the_reference(void **state)
{
    (void)state;
    json_t *root = json_load_file(GOLDEN, 0, NULL), *one;
    size_t i;
    if (!root) {
        print_message("skipped: ../shared/golden/ard-ep.json is not here\n");
        skip();
    }
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        problem_data data = {0};
        ard_relevance *search = NULL;
        load(json_string_value(json_object_get(one, "data")), &data);
        design q = golden_design(&data, json_string_value(json_object_get(one, "basis")), real(one, "sigma"));
        assert_int_equal(ard_relevance_open(context, q.n, q.d, q.columns, &search), ARDOR_OK);
        check_fixed(one, &q, search);
        ard_relevance_options options = greedy();
        search_on(search, q.d, &options);
        const double want = real(json_object_get(one, "greedy_evidence"), "logZ"),
                     have = ard_relevance_sites(search)->log_evidence;
        if (!(have >= want - 1e-4)) fail_msg("case %d: greedy evidence %.8g, not %.8g", (int)i, have, want);
        ard_relevance_close(context, search);
        free(q.columns);
        unload(&data);
    }
    json_decref(root);
}

/* ------------------------------------------------------------------ the search */

static void every_search_ends(void **state)
{
    (void)state;
    static const struct {
        int64_t n, d;
        double separation;
        int fault;
    } cases[] = {{20, 8, .3, 0},  {16, 40, .3, 0}, {20, 6, 30, 0}, {12, 30, 30, 0},
                 {12, 10, .3, 1}, {12, 30, .3, 2}, {1, 3, .3, 0},  {2, 1, .3, 0}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        design q = random_design(21, cases[c].n, cases[c].d, cases[c].separation);
        for (int64_t j = 0; j < q.d && cases[c].fault == 1; j++)
            q.columns[3 + j * q.n] = q.columns[7 + j * q.n] = 0; /* rows of zeros */
        if (cases[c].fault == 2)
            memcpy(q.columns + 15 * q.n, q.columns, (size_t)(15 * q.n) * sizeof *q.columns); /* columns twice */
        for (int choice = 0; choice < 3 * 3 * 3 * 2; choice++) {
            ard_relevance *search = NULL;
            ard_relevance_options options = greedy();
            options.order = (ard_relevance_order)(choice % 3);
            options.start = (ard_relevance_start)(choice / 3 % 3);
            options.select = (ard_relevance_select)(choice / 9 % 3);
            options.laplace = choice / 27;
            options.starts = 1 + choice % 2;
            assert_int_equal(ard_relevance_open(context, q.n, q.d, q.columns, &search), ARDOR_OK);
            search_on(search, q.d, &options);
            const int64_t *column;
            assert_true(ard_relevance_active(search, &column) >= 1);
            assert_true(isfinite(ard_relevance_sites(search)->log_evidence));
            ard_relevance_close(context, search);
        }
        free(q.columns);
    }
}

/* The states come back as they were. */
static void a_replay_meets_the_same_states(void **state)
{
    (void)state;
    design q = random_design(33, 18, 40, .4);
    ard_relevance *search = NULL;
    ard_relevance_options options = greedy();
    options.start = ARD_START_FRACTION;
    options.starts = 2;
    assert_int_equal(ard_relevance_open(context, q.n, q.d, q.columns, &search), ARDOR_OK);
    search_on(search, q.d, &options);
    const double best = ard_relevance_sites(search)->log_evidence;
    double found = -INFINITY;
    const int64_t states = ard_relevance_n_states(search);
    assert_true(states > 3);
    for (int64_t t = 0; t < states; t++) {
        assert_int_equal(ard_relevance_replay(search, t, 1e-8), ARDOR_OK);
        found = fmax(found, ard_relevance_sites(search)->log_evidence);
    }
    assert_near(found, best, 1e-6, "the best evidence");
    ard_relevance_close(context, search);
    free(q.columns);
}

static int open_context(void **state)
{
    (void)state;
    return ardor_context_new(NULL, &context);
}

static int close_context(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_keep_their_digits),     cmocka_unit_test(forms_agree),
        cmocka_unit_test(evidence_matches_quadrature),   cmocka_unit_test(laplace_matches_one_dimension),
        cmocka_unit_test(gradient_matches_differences),  cmocka_unit_test(cavities_match_refits),
        cmocka_unit_test(values_match_the_reference),    cmocka_unit_test(every_search_ends),
        cmocka_unit_test(a_replay_meets_the_same_states)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
