/* The log evidence that the search climbs with Laplace's approximation: the evidence itself computed again without any of the
 * library, its derivatives by differences with the mode found anew, and what is left where the search ends. */
#include "ep_fixture.h"

#include "context_fixture.h"

enum { MOST = 64 };

/* ------------------------------------------------------------------ the evidence, once more */

/* Solves a x = b, n x n by columns, both overwritten; ln det a. */
static double eliminate(int n, double *a, double *b)
{
    double log_det = 0;
    for (int k = 0; k < n; k++) {
        log_det += log(a[k + k * n]);
        for (int i = k + 1; i < n; i++) {
            const double by = a[i + k * n] / a[k + k * n];
            for (int j = k; j < n; j++) a[i + j * n] -= by * a[k + j * n];
            b[i] -= by * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= a[k + j * n] * b[j];
        b[k] /= a[k + k * n];
    }
    return log_det;
}

/* Of signed rows: sum ln s(f) - .5 sum alpha w^2 + .5 sum ln alpha - .5 ln|A + Phi'T Phi| at the mode, by Newton's method. */
static double evidence_of(const design *q, const double *alpha)
{
    double w[MOST] = {0}, g[MOST], h[MOST * MOST], log_det = 0, sum = 0;
    int column[MOST], m = 0;
    for (int64_t j = 0; j < q->d; j++)
        if (isfinite(alpha[j])) {
            assert_true(m < MOST);
            column[m++] = (int)j;
        }
    for (int round = 0; round < 60; round++) {
        sum = 0;
        for (int a = 0; a < m; a++) {
            g[a] = -alpha[column[a]] * w[a];
            for (int b = 0; b < m; b++) h[a + b * m] = a == b ? alpha[column[a]] : 0;
            sum += .5 * log(alpha[column[a]]) - .5 * alpha[column[a]] * w[a] * w[a];
        }
        for (int64_t i = 0; i < q->n; i++) {
            double f = 0;
            for (int a = 0; a < m; a++) f += w[a] * q->columns[i + column[a] * q->n];
            const double wrong = 1 / (1 + exp(f));
            sum += f > 0 ? -log1p(exp(-f)) : f - log1p(exp(f));
            for (int a = 0; a < m; a++) {
                const double phi = q->columns[i + column[a] * q->n];
                g[a] += wrong * phi;
                for (int b = 0; b < m; b++) h[a + b * m] += wrong * (1 - wrong) * phi * q->columns[i + column[b] * q->n];
            }
        }
        log_det = eliminate(m, h, g);
        double length = 0;
        for (int a = 0; a < m; a++) length = fmax(length, fabs(g[a]));
        for (int a = 0; a < m; a++) w[a] += g[a] * fmin(1, 5 / length);
    }
    return sum - .5 * log_det;
}

/* Its derivative in ln alpha_j. */
static double slope_of(const design *q, double *alpha, int64_t j)
{
    const double h = 1e-4, middle = alpha[j];
    alpha[j] = middle * exp(h);
    const double above = evidence_of(q, alpha);
    alpha[j] = middle * exp(-h);
    const double below = evidence_of(q, alpha);
    alpha[j] = middle;
    return (above - below) / (2 * h);
}

/* ------------------------------------------------------------------ statistics of sites that move */

/* The kernel of these precisions and `extra` in 1/alpha of one column, whose evidence is found anew. */
static double evidence_in_dual(const design *q, const double *alpha, int64_t j, double extra, ard_sites *s, double *kernel)
{
    memset(kernel, 0, (size_t)(q->n * q->n) * sizeof *kernel);
    for (int64_t k = 0; k < q->d; k++) {
        const double by = 1 / alpha[k] + (k == j ? extra : 0);
        for (int64_t i = 0; i < q->n; i++)
            for (int64_t l = 0; l < q->n; l++) kernel[i + l * q->n] += by * q->columns[i + k * q->n] * q->columns[l + k * q->n];
    }
    const ard_prior prior = {.kernel = kernel};
    assert_int_equal(ard_laplace_run(s, &prior, 1e-22, 200), ARDOR_OK);
    return s->log_evidence;
}

/* In both forms, of columns that are in and of columns that are out: (U^2 - R - U D)/2 is the derivative in 1/alpha. */
static void statistics_are_derivatives(void **state)
{
    (void)state;
    enum { N = 14, D = 9, IN = 6 };
    design q = random_design(5, N, D, .6);
    double alpha[D], r[D], u[D], drift[D], scratch[ARD_RELEVANCE_BLOCK * 2 * (N + D) + 4 * N], kernel[N * N];
    for (int j = 0; j < D; j++) alpha[j] = j < IN ? .3 + .2 * j : INFINITY;
    for (int dual = 0; dual < 2; dual++) {
        ard_sites s, other;
        double largest = 0;
        open_sites(context, N, dual ? N : D, true, &s);
        open_sites(context, N, N, true, &other);
        if (dual) {
            evidence_in_dual(&q, alpha, 0, 0, &s, kernel);
        } else {
            const ard_prior in = {.m = IN, .columns = q.columns, .alpha = alpha};
            assert_int_equal(ard_laplace_run(&s, &in, 1e-22, 200), ARDOR_OK);
        }
        const ard_prior prior = dual ? (ard_prior){.kernel = kernel} : (ard_prior){.m = IN, .columns = q.columns, .alpha = alpha};
        assert_int_equal(ard_sites_relevance(&s, &prior, D, q.columns, r, u, drift, scratch), ARDOR_OK);
        for (int j = 0; j < D; j++) {
            const double h = 1e-4;
            double moved[N * N];
            const double want =
                (evidence_in_dual(&q, alpha, j, h, &other, moved) - evidence_in_dual(&q, alpha, j, -h, &other, moved)) / (2 * h);
            assert_near(.5 * (u[j] * u[j] - r[j] - u[j] * drift[j]), want, 1e-6, "a derivative in 1/alpha");
            largest = fmax(largest, fabs(u[j] * drift[j]));
        }
        assert_true(largest > 1e-1); /* or it would not be seen */
        ard_sites_close(context, &other);
        ard_sites_close(context, &s);
    }
    free(q.columns);
}

/* ------------------------------------------------------------------ the end of a search */

static ard_relevance_options climbing(bool constant)
{
    ard_relevance_options options = greedy();
    options.together = options.polish = true;
    options.constant_stays = options.patient = constant;
    options.tol = 1e-6;
    options.starts = 2;
    return options;
}

/* The evidence is what it is said to be, its slopes vanish, and no column that is out would bring it more. */
static void check_end(const design *q, ard_relevance *search, bool constant)
{
    double *alpha = make_reals(q->d), worst = 0;
    memcpy(alpha, ard_relevance_alpha(search), (size_t)q->d * sizeof *alpha);
    const double found = evidence_of(q, alpha);
    assert_near(ard_relevance_sites(search)->log_evidence, found, 1e-7, "the evidence");
    for (int64_t j = 0; j < q->d; j++) {
        if (isfinite(alpha[j])) {
            const bool capped = constant && j == 0 && alpha[0] >= 1e6 * (1 - 1e-9);
            worst = fmax(worst, capped ? 0 : fabs(slope_of(q, alpha, j)));
            continue;
        }
        for (double ln = -6; ln < 14; ln += 2) {
            alpha[j] = exp(ln);
            if (evidence_of(q, alpha) > found + 1e-3) fail_msg("column %d wants in", (int)j);
        }
        alpha[j] = INFINITY;
    }
    assert_true(worst < 2e-4);
    assert_int_equal(ard_relevance_certify(search), ARDOR_OK);
    const ard_certificate c = ard_relevance_certificate(search);
    assert_int_equal(c.kind, ARD_CERTIFICATE_EVIDENCE);
    assert_near(c.weights, worst, 2e-5, "the certificate");
    free(alpha);
}

static void climbs_end_at_maxima(void **state)
{
    (void)state;
    for (int choice = 0; choice < 12; choice++) {
        const bool wide = choice % 3 == 2, constant = choice % 2;
        design q = random_design(50 + (uint64_t)choice, wide ? 24 : 60, wide ? 40 : 8, .4);
        const ard_relevance_options options = climbing(constant);
        ard_relevance *search = open_search(context, &q, true);
        search_on(search, q.d, &options);
        check_end(&q, search, constant);
        ard_relevance_close(context, search);
        free(q.columns);
    }
}

/* ------------------------------------------------------------------ steps of many */

static ard_relevance_options leading(bool constant, int64_t starts)
{
    ard_relevance_options options = climbing(constant);
    options.polish = false;
    options.tol = 1e-9;
    options.starts = starts;
    options.start = ARD_START_ALL;
    return options;
}

/* Behind MacKay's steps the evidence never falls; of every state it is that of its precisions, and the statistics are those
 * that another search finds there from cold, however many steps of many and of one led to it. */
static void steps_of_many_rise_and_do_not_drift(void **state)
{
    (void)state;
    int64_t n_joint = 0;
    for (int choice = 0; choice < 8; choice++) {
        const bool wide = choice % 4 == 3;
        design q = random_design(90 + (uint64_t)choice, wide ? 24 : 60, wide ? 40 : 16, .4);
        const ard_relevance_options options = leading(choice % 2, 1);
        bool usable[40], led = false;
        double *r = make_reals(q.d), *u = make_reals(q.d), *r_cold = make_reals(q.d), *u_cold = make_reals(q.d);
        ard_relevance *search = open_search(context, &q, true), *cold = open_search(context, &q, true);
        ard_iteration now = {0};
        double before = -INFINITY;
        for (int64_t j = 0; j < q.d; j++) usable[j] = true;
        ard_relevance_begin(search, &options, usable);
        ard_relevance_begin(cold, &options, usable);
        for (int step = 0; now.stop == ARD_STOP_NONE; step++) {
            assert_true(step < 2000);
            assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
            if (search->together.on) continue;
            n_joint += led && search->joint;
            if (led) assert_true(now.objective >= before);
            led = true;
            before = now.objective;
            assert_near(now.objective, evidence_of(&q, ard_relevance_alpha(search)), 1e-7, "the evidence");
            assert_int_equal(ard_relevance_set(cold, ard_relevance_alpha(search), 1e-10), ARDOR_OK);
            assert_int_equal(ard_relevance_statistics(search, r, u), ARDOR_OK);
            assert_int_equal(ard_relevance_statistics(cold, r_cold, u_cold), ARDOR_OK);
            for (int64_t j = 0; j < q.d; j++) {
                assert_near(r[j], r_cold[j], 1e-6 * (1 + r_cold[j]), "R");
                assert_near(u[j], u_cold[j], 1e-6 * (1 + fabs(u_cold[j])), "U");
            }
        }
        ard_relevance_close(context, cold);
        ard_relevance_close(context, search);
        free(u_cold);
        free(r_cold);
        free(u);
        free(r);
        free(q.columns);
    }
    assert_true(n_joint > 20);
}

/* A step of MacKay's goes to gamma/w^2 in every precision, which is alpha R/U^2 of the statistics; only columns beyond 1e6 times
 * the first precision go out, at most a fifth of them. The way ends where steps are short, and the search goes on from the state
 * of the highest evidence. Of 130 columns the modes between are found by conjugate gradients, preconditioned by the product of
 * the step before. */
static void mackays_steps_go_to_the_fixed_point(void **state)
{
    (void)state;
    enum { MOST_COLUMNS = 130 };
    int64_t n_moved = 0, n_out = 0, n_products = 0, n_back = 0;
    for (int choice = 0; choice < 4; choice++) {
        const int64_t d = choice == 3 ? MOST_COLUMNS : 16;
        design q = random_design(120 + (uint64_t)choice, choice == 3 ? 200 : 60, d, .4);
        const ard_relevance_options options = leading(false, 1);
        int64_t most = 0; /* columns at the highest evidence */
        ard_relevance *search = open_search(context, &q, true), *cold = open_search(context, &q, true);
        ard_iteration now = {0};
        double before[MOST_COLUMNS], r[MOST_COLUMNS], u[MOST_COLUMNS], longest = 0;
        bool usable[MOST_COLUMNS];
        for (int64_t j = 0; j < d; j++) usable[j] = true;
        ard_relevance_begin(search, &options, usable);
        ard_relevance_begin(cold, &options, usable);
        assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        assert_int_equal(search->n_active, d);
        double best = -INFINITY;
        while (search->together.on) {
            const int64_t active = search->n_active;
            int64_t gone = 0;
            if (now.objective > best) most = active;
            best = fmax(best, now.objective);
            longest = 0;
            memcpy(before, ard_relevance_alpha(search), (size_t)d * sizeof *before);
            assert_int_equal(ard_relevance_set(cold, before, 1e-10), ARDOR_OK);
            assert_int_equal(ard_relevance_statistics(cold, r, u), ARDOR_OK);
            assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
            for (int64_t j = 0; j < d; j++) {
                if (isinf(before[j])) continue;
                const double by = log(r[j] / (u[j] * u[j]));
                longest = fmax(longest, fmin(fabs(by), 30));
                if (!search->together.on) continue; /* the way is over */
                if (isinf(search->alpha[j])) {
                    assert_true(log(before[j]) + fmin(by, 30) > log(1e6 * options.alpha0) - 1e-6);
                    gone++;
                } else if (fabs(by) < 29 && search->alpha[j] < relevance_most(search, j)) {
                    assert_near(log(search->alpha[j]), log(before[j]) + by, 1e-3 * fmax(1, fabs(by)), "ln alpha");
                    n_moved += fabs(by) > .2;
                }
            }
            assert_true(gone <= ard_max64(1, active / 5));
            assert_true(!search->together.on || search->n_active == active - gone);
            n_out += gone;
            n_products += d == MOST_COLUMNS && search->together.on && search->now->gauss.product_side == search->n_active;
        }
        assert_true(longest < .1);
        assert_true(now.objective >= best - 1e-9 * fabs(best));
        n_back += now.objective <= best && search->n_active == most;
        ard_relevance_close(context, cold);
        ard_relevance_close(context, search);
        free(q.columns);
    }
    assert_true(n_moved > 40 && n_out > 4 && n_products > 0 && n_back > 0);
}

/* A joint step that does not raise the evidence leaves everything as it was; none is tried where a column that is out promises
 * more. */
static void refused_joint_steps_change_nothing(void **state)
{
    (void)state;
    design q = random_design(131, 60, 16, .4);
    const ard_relevance_options options = leading(false, 1);
    ard_relevance *search = open_search(context, &q, true);
    double before[16], evidence = 0;
    bool accepted = true;
    search_on(search, q.d, &options);
    search->options.gain_tol = 0; /* whatever promises anything takes part */
    memcpy(before, search->alpha, sizeof before);
    for (int j = 0; j < 16; j++) search->held[j] = -1;
    search->outside = INFINITY;
    assert_int_equal(relevance_joint_attempt(search, &accepted), ARDOR_OK);
    assert_true(!accepted && search->held[0] == -1);
    assert_memory_equal(search->alpha, before, sizeof before);
    search->outside = 0;
    for (int attempt = 0; attempt == 0 || accepted; attempt++) {
        assert_true(attempt < 500);
        evidence = search->now->log_evidence;
        memcpy(before, search->alpha, sizeof before);
        for (int j = 0; j < 16; j++) search->held[j] = -1;
        assert_int_equal(relevance_joint_attempt(search, &accepted), ARDOR_OK);
    }
    assert_memory_equal(search->held, before, sizeof before); /* it was tried */
    assert_memory_equal(search->alpha, before, sizeof before);
    assert_true(search->now->log_evidence == evidence);
    for (int64_t t = 0; t < search->n_active; t++) assert_true(isfinite(before[search->active[t]]));
    assert_near(evidence, evidence_of(&q, before), 1e-7, "the evidence");
    ard_relevance_close(context, search);
    free(q.columns);
}

/* A column of noise, of which the precision would grow without end: where there is no other it stays. */
static void mackays_steps_leave_a_column(void **state)
{
    (void)state;
    int n_beyond = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        design q = random_design(180 + seed, 60, 2, 0), noise = {60, 1, q.columns + 60};
        const ard_relevance_options options = leading(false, 1);
        const bool usable = true;
        ard_iteration now = {0};
        ard_relevance *search = open_search(context, &noise, true);
        ard_relevance_begin(search, &options, &usable);
        assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        while (search->together.on) {
            assert_int_equal(search->n_active, 1);
            n_beyond += search->alpha[0] > 1e6 * options.alpha0;
            assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        }
        assert_int_equal(search->n_active, 1);
        ard_relevance_close(context, search);
        free(q.columns);
    }
    assert_true(n_beyond > 0);
}

/* Columns of noise all want to be out: the last one stays. */
static void a_joint_step_leaves_a_column(void **state)
{
    (void)state;
    int n_all = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        design q = random_design(140 + seed, 60, 5, 0), noise = {60, 4, q.columns + 60}; /* the first column is the constant */
        const ard_relevance_options options = leading(false, 1);
        double alpha[4] = {1, 2, 3, 4}, r[4], u[4];
        bool usable[4] = {true, true, true, true}, accepted = false;
        int out = 0;
        ard_relevance *search = open_search(context, &noise, true), *cold = open_search(context, &noise, true);
        ard_relevance_begin(search, &options, usable);
        ard_relevance_begin(cold, &options, usable);
        assert_int_equal(ard_relevance_set(cold, alpha, 1e-10), ARDOR_OK);
        assert_int_equal(ard_relevance_statistics(cold, r, u), ARDOR_OK);
        for (int j = 0; j < 4; j++) out += alpha[j] * u[j] * u[j] <= r[j] * (alpha[j] - r[j]);
        assert_int_equal(ard_relevance_set(search, alpha, 1e-10), ARDOR_OK);
        search->outside = 0;
        assert_int_equal(relevance_joint_attempt(search, &accepted), ARDOR_OK);
        assert_true(search->n_active >= 1);
        n_all += out == 4 && accepted && search->n_active == 1;
        ard_relevance_close(context, cold);
        ard_relevance_close(context, search);
        free(q.columns);
    }
    assert_true(n_all > 0);
}

/* At any precisions, in both forms, the certificate is the largest slope: that of the evidence, not that of the fixed point. */
static void certificates_are_slopes(void **state)
{
    (void)state;
    for (int dual = 0; dual < 2; dual++) {
        const int64_t n = 20, d = dual ? 40 : 8;
        design q = random_design(71, n, d, .5);
        double *alpha = make_reals(d), worst = 0;
        const ard_relevance_options options = climbing(false);
        bool usable[40];
        ard_relevance *search = open_search(context, &q, true);
        for (int64_t j = 0; j < d; j++) {
            alpha[j] = dual || j < 5 ? .4 + .3 * (double)j : INFINITY;
            usable[j] = true;
        }
        ard_relevance_begin(search, &options, usable);
        assert_int_equal(ard_relevance_set(search, alpha, 1e-9), ARDOR_OK);
        assert_int_equal(ard_relevance_sites(search)->dual, dual);
        assert_near(ard_relevance_sites(search)->log_evidence, evidence_of(&q, alpha), 1e-8, "the evidence");
        for (int64_t j = 0; j < d; j++)
            if (isfinite(alpha[j])) worst = fmax(worst, fabs(slope_of(&q, alpha, j)));
        assert_int_equal(ard_relevance_certify(search), ARDOR_OK);
        assert_near(ard_relevance_certificate(search).weights, worst, 1e-6, "the certificate");
        assert_true(worst > 1e-2);
        ard_relevance_close(context, search);
        free(alpha);
        free(q.columns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_derivatives),          cmocka_unit_test(climbs_end_at_maxima),
        cmocka_unit_test(steps_of_many_rise_and_do_not_drift), cmocka_unit_test(mackays_steps_go_to_the_fixed_point),
        cmocka_unit_test(mackays_steps_leave_a_column),        cmocka_unit_test(refused_joint_steps_change_nothing),
        cmocka_unit_test(a_joint_step_leaves_a_column),        cmocka_unit_test(certificates_are_slopes)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
