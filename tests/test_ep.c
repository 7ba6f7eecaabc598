/* Expectation propagation: quadrature, values of an independent implementation, the two forms, the sweeps, the gradient of the
 * evidence, leave-one-out against refits. The search over precisions: test_relevance.c. */
#include "ep_fixture.h"

#include "context_fixture.h"

#include "special/probit.h"

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
            open_sites(context, q.n, q.n, laplace, &a);
            open_sites(context, q.n, q.d, laplace, &b);
            assert_true(run(&q, alpha, true, 1e-13, &a));
            assert_true(run(&q, alpha, false, 1e-13, &b));
            assert_near(a.log_evidence, b.log_evidence, 1e-9, "the evidence");
            assert_near(a.gauss.log_ratio, b.gauss.log_ratio, 1e-9, "the determinant");
            assert_arrays_near(q.n, a.mu, b.mu, 1e-9, "a mean");
            if (!laplace) assert_arrays_near(q.n, a.sigma, b.sigma, 1e-9, "a variance");
            assert_arrays_near(q.n, a.tau, b.tau, 1e-9, "a site");
            ard_sites_close(context, &b);
            ard_sites_close(context, &a);
            free(alpha);
            free(q.columns);
        }
}

/* A sweep done as it is written down: one site, the whole covariance, the next site. */
static void plain_sweep(int64_t n, double *s, double *mu, double *tau, double *nu)
{
    double *column = make_reals(n);
    for (int64_t i = 0; i < n; i++) {
        const double sigma = s[i + i * n], q = 1 - tau[i] * sigma, variance = sigma / q, r = sqrt(1 + variance);
        const ard_probit_moment p = ard_probit_moments((mu[i] - nu[i] * sigma) / q / r);
        const double precise = p.curvature / (1 + variance * p.rest),
                     shift = r * (p.mills + p.curvature * (mu[i] - nu[i] * sigma) / q / r) / (1 + variance * p.rest);
        const double dt = precise - tau[i], dn = shift - nu[i], e = 1 + dt * sigma, by = (dn - dt * mu[i]) / e;
        tau[i] = precise;
        nu[i] = shift;
        memcpy(column, s + i * n, (size_t)n * sizeof *s);
        for (int64_t j = 0; j < n; j++) {
            mu[j] += by * column[j];
            for (int64_t k = 0; k < n; k++) s[k + j * n] -= dt / e * column[k] * column[j];
        }
    }
    free(column);
}

/* Sweeps by blocks, of either form, give the sites that sites in turn give, with more rows than a block has and a remainder. */
static void a_sweep_is_its_sites_in_turn(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 2}, {32, 40}, {77, 90}, {77, 5}, {100, 70}};
    for (int c = 0; c < COUNT_OF(sizes); c++) {
        const int64_t n = sizes[c][0], d = sizes[c][1];
        design q = random_design(14, n, d, 0.1);
        double *alpha = same(d, 0.5), *s = make_reals(n * n), *mu = make_reals(n), *tau = make_reals(n), *nu = make_reals(n);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                for (int64_t k = 0; k < d; k++) s[i + j * n] += q.columns[i + k * n] * q.columns[j + k * n] / 0.5;
        plain_sweep(n, s, mu, tau, nu);
        plain_sweep(n, s, mu, tau, nu);
        for (int dual = 0; dual < 2; dual++) {
            ard_sites a;
            open_sites(context, n, dual ? n : d, false, &a);
            assert_true(run_sweeps(&q, alpha, dual, TIGHT, 2, &a));
            assert_arrays_near(n, a.tau, tau, 1e-10, "a precision");
            assert_arrays_near(n, a.nu, nu, 1e-10, "a shift");
            assert_arrays_near(n, a.mu, mu, 1e-9, "a mean");
            ard_sites_close(context, &a);
        }
        free(nu);
        free(tau);
        free(mu);
        free(s);
        free(alpha);
        free(q.columns);
    }
}

/* log of the integral of prod Phi(x_i'w) N(w; 0, 1/alpha) over one or two weights by the trapezoidal rule. */
static double quadrature(const design *q, double alpha)
{
    enum { POINTS = 400 };
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

static design sine_design(int64_t n, int64_t d)
{
    design q = {n, d, make_reals(n * d)};
    for (int64_t j = 0; j < d; j++)
        for (int64_t i = 0; i < n; i++) q.columns[i + j * n] = 1.5 * sin(1.0 + 2.0 * (double)i + 5.0 * (double)j) + 0.4;
    return q;
}

/* EP is exact for one row: its moments are the posterior's own. With k = K_11 the evidence is 1/2 whatever k is, the posterior's
 * mean k sqrt(2/pi/(1 + k)) and its variance k - k^2 (2/pi)/(1 + k). */
static void one_row_is_exact(void **state)
{
    (void)state;
    for (int64_t d = 1; d <= 2; d++)
        for (double alpha = 1e-3; alpha < 1e4; alpha *= 10) {
            design q = sine_design(1, d);
            double *same_alpha = same(d, alpha), k = 0;
            for (int64_t j = 0; j < d; j++) k += q.columns[j] * q.columns[j] / alpha;
            const double integral = quadrature(&q, alpha);
            for (int dual = 0; dual < 2; dual++) {
                ard_sites s;
                open_sites(context, 1, dual ? 1 : d, false, &s);
                assert_true(run(&q, same_alpha, dual, TIGHT, &s));
                assert_near(s.log_evidence, integral, 1e-10, "the evidence");
                assert_near(s.mu[0] / (k * sqrt(0.63661977236758134 / (1 + k))), 1, 1e-10, "the mean");
                assert_near(s.sigma[0] / (k - k * k * 0.63661977236758134 / (1 + k)), 1, 1e-10, "the variance");
                ard_sites_close(context, &s);
            }
            free(same_alpha);
            free(q.columns);
        }
}

/* For several rows EP approximates. `ep` is what four independent implementations (numpy; dual and weight space, sequential and
 * parallel updates) agree on to 1e-13, run until no site changed by 1e-14; `error`, its difference from the integral, is EP's own
 * and not one of the code: it falls with the prior's variance, about as its cube, and at 1/8000 nothing of it is left. */
static void evidence_matches_quadrature(void **state)
{
    (void)state;
    static const struct {
        int64_t n, d;
        double alpha, ep, error;
    } cases[] = {{2, 1, .8, -1.101987203081, -1.776e-3},  {2, 2, .8, -1.243488413858, -1.384e-4},
                 {3, 1, .8, -2.6149104029772, 9.786e-4},  {3, 2, .8, -2.9601847818702, 1.253e-3},
                 {12, 1, .8, -8.730935544072, -9.856e-4}, {12, 2, .8, -9.0001487049402, -1.2575e-2},
                 {12, 1, 8, -8.2163101157152, -1.301e-4}, {12, 2, 8, -8.0748703723841, -1.174e-3},
                 {12, 1, 8000, -8.3172926403423, 0},      {12, 2, 8000, -8.3165978020969, 0}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        design q = sine_design(cases[c].n, cases[c].d);
        double *alpha = same(q.d, cases[c].alpha);
        const double integral = quadrature(&q, cases[c].alpha);
        for (int dual = 0; dual < 2; dual++) {
            ard_sites s;
            open_sites(context, q.n, dual ? q.n : q.d, false, &s);
            assert_true(run(&q, alpha, dual, TIGHT, &s));
            assert_near(s.log_evidence, cases[c].ep, 1e-10, "the evidence of EP");
            assert_near(s.log_evidence - integral, cases[c].error, cases[c].error == 0 ? 1e-10 : 1e-6, "EP's error");
            ard_sites_close(context, &s);
        }
        free(alpha);
        free(q.columns);
    }
}

/* Phi(f_1) Phi(-f_2) of f ~ N(mean, K), K = [k, c; c, k], by the trapezium rule in the factor's coordinates. */
static double pair_integral(const double *mean, double k, double c)
{
    const double step = .02, a = sqrt(k), b = c / a, d = sqrt(k - b * b);
    double sum = 0;
    for (double x = -8; x <= 8; x += step)
        for (double y = -8; y <= 8; y += step) {
            const double f = mean[0] + a * x, g = mean[1] + b * x + d * y;
            sum += exp(-.5 * (x * x + y * y)) * .25 * erfc(-f / sqrt(2)) * erfc(g / sqrt(2));
        }
    return log(sum * step * step / 6.283185307179586);
}

/* With one row exactly; with two rows and a small variance, where little is left of EP's own error, by quadrature. */
static void a_prior_may_have_a_mean(void **state)
{
    (void)state;
    static const double mean[][2] = {{.7, -1.1}, {-2, .4}, {0, 0}, {3, 3}};
    static const int32_t label[] = {1, 0};
    for (int i = 0; i < COUNT_OF(mean); i++)
        for (int rows = 1; rows <= 2; rows++) {
            const ard_targets target = {rows, 2, label, NULL, rows};
            const double k = rows == 1 ? 4 : .05, c = .03, kernel[] = {k, c, c, k};
            const ard_prior prior = {.kernel = kernel, .mean = mean[i]};
            ard_sites s;
            assert_int_equal(ard_sites_open(context, &target, rows, NULL, NULL, &s), ARDOR_OK);
            ard_sites_forget(&s);
            assert_int_equal(ard_ep_run(&s, &prior, TIGHT, 100), ARDOR_OK);
            const double z = mean[i][0] / sqrt(1 + k),
                         want = rows == 1 ? log(.5 * erfc(-z / sqrt(2))) : pair_integral(mean[i], k, c);
            const double h = exp(-.5 * z * z) / sqrt(6.283185307179586) / (.5 * erfc(-z / sqrt(2)));
            assert_near(s.log_evidence, want, rows == 1 ? 1e-12 : 1e-6, "the evidence");
            if (rows == 1) assert_near(s.mu[0], mean[i][0] + k * h / sqrt(1 + k), 1e-12, "the mean");
            if (rows == 1) assert_near(s.sigma[0], k - k * k * h * (h + z) / (1 + k), 1e-12, "the variance");
            ard_sites_close(context, &s);
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
    open_sites(context, N, N, true, &s);
    for (int dual = 0; dual < 2; dual++) {
        ard_sites_forget(&s);
        assert_true(run(&q, &alpha, dual, 1e-14, &s));
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
        double r[D], u[D], scratch[ARD_RELEVANCE_BLOCK * 2 * (N + D) + N], *alpha = same(d, 0.7);
        ard_sites s;
        open_sites(context, N, dual ? N : d, false, &s);
        for (int64_t j = 0; j < d; j++) {
            const double h = 1e-5;
            double value[2];
            for (int side = 0; side < 2; side++) {
                alpha[j] = 1 / (1 / 0.7 + (side ? h : -h));
                assert_true(run(&part, alpha, dual, 1e-13, &s));
                value[side] = s.log_evidence;
            }
            alpha[j] = 0.7;
            assert_true(run(&part, alpha, dual, 1e-13, &s));
            const ard_prior prior =
                dual ? (ard_prior){.kernel = q.columns} : (ard_prior){.m = d, .columns = q.columns, .alpha = alpha};
            assert_int_equal(ard_sites_relevance(&s, &prior, d, q.columns, r, u, NULL, scratch), ARDOR_OK);
            assert_near(0.5 * (u[j] * u[j] - r[j]), (value[1] - value[0]) / (2 * h), 1e-7, "the gradient");
        }
        ard_sites_close(context, &s);
        free(alpha);
    }
    free(q.columns);
}

/* ------------------------------------------------------------------ cavities */

/* Of given sites: means and variances without a site are (mu/sigma - nu)/(1/sigma - tau) and 1/(1/sigma - tau), and the figures
 * are made of z = sign mean/sqrt(1 + variance). A row of which nothing is known, with a mean of 0, counts as an error and has the
 * probability 1/2. */
static void cavities_are_what_is_left_without_a_site(void **state)
{
    (void)state;
    enum { ROWS = 5 };
    static const double sign[ROWS] = {1, -1, 1, -1, 1}, mu[ROWS] = {.6, .7, -.02, -1.3, 0}, sigma[ROWS] = {.5, 2, 1.25, .8, 0},
                        tau[ROWS] = {.4, .3, .1, .7, .64}, nu[ROWS] = {.3, -.5, .02, -.9, .8};
    int64_t errors = 0;
    double probability = 0, scaled = 0, log_density = 0;
    ard_sites s;
    open_sites(context, ROWS, ROWS, false, &s);
    memcpy(s.sign, sign, sizeof sign);
    memcpy(s.mu, mu, sizeof mu);
    memcpy(s.sigma, sigma, sizeof sigma);
    memcpy(s.tau, tau, sizeof tau);
    memcpy(s.nu, nu, sizeof nu);
    for (int i = 0; i < ROWS; i++) {
        const bool unknown = sigma[i] == 0;
        const double want_variance = unknown ? 0 : 1 / (1 / sigma[i] - tau[i]);
        const double want_mean = unknown ? 0 : (mu[i] / sigma[i] - nu[i]) * want_variance;
        const double z = sign[i] * want_mean / sqrt(1 + want_variance);
        double mean, variance;
        ard_ep_cavity(&s, i, &mean, &variance);
        assert_near(mean, want_mean, 1e-14, "a mean");
        assert_near(variance, want_variance, 1e-14, "a variance");
        errors += z <= 0;
        probability += .5 * erfc(z / sqrt(2)) / ROWS;
        scaled += .5 * erfc(50 * z / sqrt(2)) / ROWS;
        log_density += log(.5 * erfc(-z / sqrt(2))) / ROWS;
    }
    const ard_cavities have = ard_ep_cavities(&s);
    assert_int_equal(errors, 3);
    assert_int_equal(have.errors, errors);
    assert_near(have.probability, probability, 1e-14, "the probability of the wrong class");
    assert_true(fabs(scaled - .1 * round(10 * scaled)) > 1e-3); /* a row is near the boundary: it counts as a part */
    assert_near(have.scaled, scaled, 1e-13, "the smooth count");
    assert_near(have.log_density, log_density, 1e-14, "the log density");
    s.tau[0] = 2; /* all that is known of the row: the cavity is as wide as one may be */
    double mean, variance;
    ard_ep_cavity(&s, 0, &mean, &variance);
    assert_near(variance, .5e12, 1, "a variance without end");
    assert_near(mean, (.6 - .3 * .5) * 1e12, 1, "a mean without end");
    ard_sites_close(context, &s);
}

/* A site that is all of its marginal, but for rounding, has no cavity: it stays as it is and is counted. In weight space, whose
 * variances keep their digits. */
static void a_site_without_a_cavity_is_skipped(void **state)
{
    (void)state;
    for (int all = 0; all < 2; all++) {
        design q = {2, 2, (double[]){1, 0, 0, 1}}; /* two rows that know nothing of each other */
        const double alpha[] = {1, 1}, huge = all ? 1e13 : 1e11;
        ard_sites s;
        open_sites(context, 2, 2, false, &s);
        s.tau[0] = huge;
        s.nu[0] = .3 * huge;
        (void)run_sweeps(&q, alpha, false, TIGHT, 1, &s);
        assert_int_equal(s.skipped, all);
        assert_int_equal(s.tau[0] == huge, all);
        /* the other is that of one row with a prior variance of 1: b = (2 phi(0))^2, tau = b/(1 + 1 - b) */
        assert_near(s.tau[1], 2 / acos(-1) / (2 - 2 / acos(-1)), 1e-12, "the other's precision");
        ard_sites_close(context, &s);
    }
}

/* The sweeps end when neither tau nor nu of any site changes by more than tol, relative to 1 + itself: counted sweep by sweep. */
static void sweeps_end_when_sites_stay(void **state)
{
    (void)state;
    enum { ROWS = 20, COLUMNS = 6 };
    int n_by_shift = 0;
    for (uint64_t seed = 40; seed < 52; seed++) {
        design q = random_design(seed, ROWS, COLUMNS, seed % 2 ? 2 : .2);
        double *alpha = same(COLUMNS, .3);
        ard_sites one, all;
        int64_t sweeps = 0, by_precision = 0;
        const double tol = 1e-5;
        open_sites(context, ROWS, COLUMNS, false, &one);
        open_sites(context, ROWS, COLUMNS, false, &all);
        for (double change = 1; change >= tol; sweeps++) {
            double tau[ROWS], nu[ROWS], precision = 0;
            memcpy(tau, one.tau, sizeof tau);
            memcpy(nu, one.nu, sizeof nu);
            assert_true(run_sweeps(&q, alpha, false, 0, 1, &one));
            change = 0;
            for (int i = 0; i < ROWS; i++) {
                precision = fmax(precision, fabs(one.tau[i] - tau[i]) / (1 + one.tau[i]));
                change = fmax(change, fabs(one.nu[i] - nu[i]) / (1 + fabs(one.nu[i])));
            }
            by_precision += precision >= tol;
            change = fmax(change, precision);
        }
        assert_true(run_sweeps(&q, alpha, false, tol, 500, &all));
        assert_int_equal(all.sweeps, sweeps);
        n_by_shift += by_precision + 1 < sweeps;
        ard_sites_close(context, &all);
        ard_sites_close(context, &one);
        free(alpha);
        free(q.columns);
    }
    assert_true(n_by_shift > 0);
}

/* ------------------------------------------------------------------ leave-one-out */

typedef struct left_out {
    int64_t errors;
    double probability, log_density;
} left_out;

/* Every row predicted by EP on the others. */
static left_out refits(const design *q, const double *alpha)
{
    const int64_t n = q->n, d = q->d;
    design rest = {n - 1, d, make_reals((n - 1) * d)};
    left_out out = {0};
    ard_sites t;
    open_sites(context, n - 1, d, false, &t);
    for (int64_t row = 0; row < n; row++) {
        for (int64_t j = 0; j < d; j++)
            for (int64_t i = 0; i < n; i++)
                if (i != row) rest.columns[i - (i > row) + j * (n - 1)] = q->columns[i + j * n];
        ard_sites_forget(&t);
        assert_true(run(&rest, alpha, false, 1e-8, &t));
        double mean = 0, variance = 0, p;
        for (int64_t j = 0; j < d; j++) {
            mean += q->columns[row + j * n] * t.weight[j];
            for (int64_t k = 0; k < d; k++)
                variance += q->columns[row + j * n] * t.covariance[j + k * d] * q->columns[row + k * n];
        }
        const double z = mean / sqrt(1 + variance), tail = -z;
        ard_normal_cdf(1, &tail, &p);
        out.errors += mean <= 0;
        out.probability += p / (double)n;
        out.log_density += ard_log_normal_cdf(z) / (double)n;
    }
    ard_sites_close(context, &t);
    free(rest.columns);
    return out;
}

/* near: somewhat more than the difference that the set has, which is EP's own; 4e-3 at most. */
static void check_left_out(const char *name, const design *q, double precision, double near)
{
    double *alpha = same(q->d, precision);
    ard_sites s;
    open_sites(context, q->n, q->d, false, &s);
    assert_true(run(q, alpha, false, 1e-10, &s));
    const ard_cavities c = ard_ep_cavities(&s);
    const left_out want = refits(q, alpha);
    if (want.errors < 1 || llabs(c.errors - want.errors) > 1)
        fail_msg("%s: %lld errors, refits have %lld", name, (long long)c.errors, (long long)want.errors);
    assert_near(c.probability, want.probability, near, "the probability of the wrong class");
    assert_near(c.log_density, want.log_density, 2e-2, "the log density");
    assert_near(c.scaled, (double)want.errors / (double)q->n, 0.15, "the smooth count");
    ard_sites_close(context, &s);
    free(alpha);
}

/* `most` of the training rows, evenly spaced, as if there were no others. */
static void keep_rows(problem_data *d, int64_t most)
{
    const int64_t n = d->train.x.n;
    for (int64_t j = 0; j < d->train.x.p; j++)
        for (int64_t i = 0; i < most; i++) d->x[i + j * most] = d->x[i * n / most + j * n];
    for (int64_t i = 0; i < most; i++) d->sign[i] = d->sign[i * n / most];
    d->train.x.n = most;
}

static void cavities_match_refits(void **state)
{
    (void)state;
    static const struct {
        const char *data, *basis;
        double sigma, alpha, near;
    } cases[] = {{"crabs", "identity", 0, .1, 3e-4},
                 {"pima-ripley", "identity", 0, 1, 4e-4},
                 {"ripley-synthetic", "rbf", 1, 1, 5e-4},
                 {"wbc-biopsy-683", "identity", 0, .5, 2.5e-3}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        problem_data d = {0};
        load(cases[c].data, &d);
        keep_rows(&d, 80);
        design q = golden_design(context, &d, cases[c].basis, cases[c].sigma);
        check_left_out(cases[c].data, &q, cases[c].alpha, cases[c].near);
        free(q.columns);
        unload(&d);
    }
    design q = random_design(11, 30, 5, 0.3);
    check_left_out("simulated", &q, 0.5, 1.5e-3);
    free(q.columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(moments_keep_their_digits),
                                       cmocka_unit_test(forms_agree),
                                       cmocka_unit_test(a_sweep_is_its_sites_in_turn),
                                       cmocka_unit_test(one_row_is_exact),
                                       cmocka_unit_test(evidence_matches_quadrature),
                                       cmocka_unit_test(a_prior_may_have_a_mean),
                                       cmocka_unit_test(laplace_matches_one_dimension),
                                       cmocka_unit_test(gradient_matches_differences),
                                       cmocka_unit_test(cavities_match_refits),
                                       cmocka_unit_test(cavities_are_what_is_left_without_a_site),
                                       cmocka_unit_test(a_site_without_a_cavity_is_skipped),
                                       cmocka_unit_test(sweeps_end_when_sites_stay)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
