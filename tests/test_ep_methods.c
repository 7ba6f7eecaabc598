/* The methods on expectation propagation through the driver: probabilities against a direct computation, errors of the reference,
 * model files, odd problems; the lasso path of the projection against its conditions. */
#include "problem_fixture.h"
#include "fault_fixture.h"
#include "context_fixture.h"

#include "linalg/blas.h"
#include "problem.h"
#include "method/shared/design.h"
#include "method/shared/ridge.h"
#include "model/model_file.h"
#include "solver/lars.h"
#include "special/probit.h"

static const char *const methods[] = {"bpm", "ard-ep", "ard-laplace", "projection"};

static ard_fit solve(array_problem *q, const char *name, const char *basis, int n_pairs, const char *const pairs[][2])
{
    const ard_method *method = ard_method_find(name);
    ard_settings settings;
    ard_fit s = {0};
    assert_non_null(method);
    ard_settings_default(method, &settings);
    for (int i = 0; i < n_pairs; i++)
        assert_int_equal(ard_settings_set(context, method, &settings, pairs[i][0], pairs[i][1]), ARDOR_OK);
    assert_int_equal(ard_basis_parse(context, basis, &q->problem.basis), ARDOR_OK);
    if (fit_problem(context, method, &q->problem, &settings, NULL, true, &s) != ARDOR_OK)
        fail_msg("%s: %s", name, ardor_context_message(context));
    return s;
}

static int64_t errors_on(const ard_fit *s, int64_t n, const double *x, const int32_t *label)
{
    int64_t wrong = 0;
    double *prob = make_reals(2 * n);
    assert_int_equal(probabilities_of(context, s, n, x, prob), ARDOR_OK);
    for (int64_t i = 0; i < n; i++) {
        assert_near(prob[i] + prob[i + n], 1, 1e-12, "the sum of probabilities");
        wrong += (prob[i + n] > prob[i]) != label[i];
    }
    free(prob);
    return wrong;
}

/* ------------------------------------------------------------------ predictions */

/* The same posterior in its three forms: weights (p < n), prior minus factor (p >= n), process with a linear kernel. */
static void three_forms_of_a_posterior_agree(void **state)
{
    (void)state;
    enum { N = 14, TEST = 9 };
    static const char *const s2[][2] = {{"s2", "2.5"}, {"inner_tol", "1e-12"}};
    for (int64_t p = 6; p <= 30; p += 24) {
        ard_rng rng;
        ard_rng_init(&rng, 4, 0, 0);
        double *x = make_normals(&rng, N * p), *test = make_normals(&rng, TEST * p), prob[2][2 * TEST], direct[TEST];
        int32_t label[N];
        for (int i = 0; i < N; i++) {
            label[i] = x[i] + 0.5 * ard_rng_normal(&rng) > 0;
        }
        array_problem q;
        array_problem_set(&q, N, p, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
        ard_fit identity = solve(&q, "bpm", "identity", 2, s2), linear = solve(&q, "bpm", "linear", 2, s2);
        assert_true((function_of(&identity)->posterior->prior != NULL) == (p >= N));
        assert_true(function_of(&linear)->posterior->process > 0);
        assert_near(identity.objective, linear.objective, 1e-9, "the evidence");
        assert_int_equal(probabilities_of(context, &identity, TEST, test, prob[0]), ARDOR_OK);
        assert_int_equal(probabilities_of(context, &linear, TEST, test, prob[1]), ARDOR_OK);
        assert_arrays_near(2 * TEST, prob[0], prob[1], 1e-9, "a probability");
        /* m* = k*'(g), v* = k** - k*'(K + T^-1)^-1 k* from EP run here */
        double kernel[N * N], c[N * N];
        ard_sites sites;
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                double sum = 0;
                for (int64_t k = 0; k < p; k++) sum += x[i + k * N] * x[j + k * N];
                kernel[i + j * N] = 1 + 2.5 / (double)p * sum;
            }
        const ard_prior prior = {.kernel = kernel};
        assert_int_equal(ard_sites_open(context, &q.problem.target, N, NULL, NULL, &sites), ARDOR_OK);
        assert_int_equal(ard_ep_run(&sites, &prior, 1e-12, 500), ARDOR_OK);
        memcpy(c, kernel, sizeof c);
        for (int i = 0; i < N; i++) c[i + i * N] += 1 / sites.tau[i];
        assert_int_equal(ard_cholesky(N, c, N), 0);
        for (int t = 0; t < TEST; t++) {
            double k[N], solved[N], own = 1, mean = 0, variance;
            for (int64_t f = 0; f < p; f++) own += 2.5 / (double)p * test[t + f * TEST] * test[t + f * TEST];
            for (int i = 0; i < N; i++) {
                double sum = 0;
                for (int64_t f = 0; f < p; f++) sum += x[i + f * N] * test[t + f * TEST];
                k[i] = solved[i] = 1 + 2.5 / (double)p * sum;
                mean += k[i] * (sites.nu[i] - sites.tau[i] * sites.mu[i]);
            }
            ard_cholesky_solve(N, 1, c, N, solved, N);
            variance = own - ard_dot(N, k, solved);
            direct[t] = mean / sqrt(1 + variance);
        }
        ard_normal_cdf(TEST, direct, direct);
        assert_arrays_near(TEST, prob[0] + TEST, direct, 1e-8, "a probability");
        ard_sites_close(context, &sites);
        ard_fit_free(context, &linear);
        ard_fit_free(context, &identity);
        free(test);
        free(x);
    }
}

/* The evidence of K = 1 + s2/p X X'. */
static double evidence_at(const array_problem *q, const double *x, double s2)
{
    enum { MOST = 30 };
    const int64_t n = q->problem.target.n, p = q->problem.x->p;
    double kernel[MOST * MOST], out;
    ard_sites sites;
    assert_true(n <= MOST);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            kernel[i + j * n] = 1;
            for (int64_t k = 0; k < p; k++) kernel[i + j * n] += s2 / (double)p * x[i + k * n] * x[j + k * n];
        }
    const ard_prior prior = {.kernel = kernel};
    assert_int_equal(ard_sites_open(context, &q->problem.target, n, NULL, NULL, &sites), ARDOR_OK);
    assert_int_equal(ard_ep_run(&sites, &prior, 1e-12, 500), ARDOR_OK);
    out = sites.log_evidence;
    ard_sites_close(context, &sites);
    return out;
}

/* s2 is that of the largest evidence from .1 by half decades to 1000, and on to 10^6 as long as each is larger than all before;
 * a fit that ends there says so. */
static void the_prior_variance_has_the_largest_evidence(void **state)
{
    (void)state;
    enum { N = 24, P = 4, MOST = 15 };
    static const char *const tight[][2] = {{"inner_tol", "1e-12"}};
    static const double signals[] = {0, .6, 4, 6, 8, 12, 40};
    int n_on = 0, n_bound = 0, n_within = 0;
    for (int c = 0; c < 4 * COUNT_OF(signals); c++) {
        ard_rng rng;
        ard_rng_init(&rng, 60 + (uint64_t)c, 0, 0);
        double *x = make_normals(&rng, N * P), best_evidence = -INFINITY;
        int32_t label[N];
        int64_t tried = 0, best = 0;
        for (int i = 0; i < N; i++) label[i] = signals[c / 4] * (x[i] - x[i + N]) + ard_rng_normal(&rng) > 0;
        array_problem q;
        array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
        ard_fit s = solve(&q, "bpm", "identity", 1, tight);
        for (bool on = true; on; tried++) {
            const double evidence = evidence_at(&q, x, pow(10, -1 + .5 * (double)tried));
            assert_true(tried < s.trace.n);
            assert_near(s.trace.iteration[tried].objective, evidence, 1e-8, "the evidence of a value");
            if (evidence > best_evidence) {
                best_evidence = evidence;
                best = tried;
            }
            on = tried < 8 || (tried < MOST - 1 && best == tried);
        }
        assert_int_equal(s.trace.n, tried);
        const double used = s.used[ard_setting_index(ard_method_find("bpm"), "s2")];
        assert_near(used / pow(10, -1 + .5 * (double)best), 1, 1e-12, "s2");
        assert_near(s.objective, best_evidence, 1e-8, "the evidence");
        assert_int_equal(s.at_bound, best == MOST - 1);
        n_on += tried > 9 && tried < MOST;
        n_bound += s.at_bound;
        n_within += best > 0 && best < 8;
        ard_fit_free(context, &s);
        free(x);
    }
    print_message("%d within the grid, %d beyond, %d at its end\n", n_within, n_on, n_bound);
    assert_true(n_on > 0 && n_bound > 0 && n_within > 0);
}

static void errors_are_those_of_the_reference(void **state)
{
    (void)state;
    static const struct {
        const char *data;
        int64_t errors;
    } cases[] = {{"pima-ripley", 65}, {"crabs", 12}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        problem_data d = {0};
        load(cases[c].data, &d);
        const ard_rows *test = &d.splits->test[0];
        int32_t *label = make_array(test->n, sizeof *label);
        for (int64_t i = 0; i < test->n; i++) label[i] = d.data->label[test->row[i]];
        ard_fit s = solve(&d.train, "ard-ep", "identity", 0, NULL);
        assert_true(llabs(errors_on(&s, test->n, d.x_test, label) - cases[c].errors) <= 1);
        assert_true(s.trace.n > 1 && s.trace.iteration[1].score_errors > 0);
        assert_near(s.objective, s.extra[ARD_SITES_EVIDENCE], 0, "the evidence");
        ard_fit_free(context, &s);
        free(label);
        unload(&d);
    }
}

/* A kernel as wide as the data: its best single column is where the search from there ends. */
static void starts_are_a_setting(void **state)
{
    (void)state;
    static const char *const settings[][2] = {{"sigma", "2"}, {"starts", "2"}};
    problem_data d = {0};
    load("crabs", &d);
    ard_fit one = solve(&d.train, "ard-ep", "rbf", 1, settings), two = solve(&d.train, "ard-ep", "rbf", 2, settings);
    assert_near(one.objective, -55.44108, 1e-4, "the evidence of the dead end");
    assert_int_equal(one.machine.n_vectors, 1);
    assert_true(two.objective > -20 && two.machine.n_vectors <= 5);
    ard_fit_free(context, &two);
    ard_fit_free(context, &one);
    unload(&d);
}

/* An average over one state is that state; over many it is a mixture whose shares add up to 1. */
static void averages_are_mixtures(void **state)
{
    (void)state;
    static const char *const average[][2] = {{"select", "average"}, {"order", "random"}, {"start", "fraction"}};
    static const char *const one[][2] = {{"select", "average"}, {"max_iter", "1"}}, *const same[][2] = {{"max_iter", "1"}};
    problem_data d = {0};
    load("crabs", &d);
    ard_fit s = solve(&d.train, "ard-ep", "rbf", 3, average);
    double sum = 0;
    assert_true(function_of(&s)->n_posteriors > 3);
    for (int64_t k = 0; k < function_of(&s)->n_posteriors; k++) {
        sum += function_of(&s)->posterior[k].share;
        assert_near(function_of(&s)->posterior[k].share, 1 / (double)function_of(&s)->n_posteriors, 1e-15, "a share");
    }
    assert_near(sum, 1, 1e-12, "the shares");
    assert_true(errors_on(&s, d.train.x.n, d.x, d.label) < d.train.x.n / 3);
    ard_fit_free(context, &s);
    ard_fit a = solve(&d.train, "ard-ep", "identity", 2, one), b = solve(&d.train, "ard-ep", "identity", 1, same);
    double *p = make_reals(2 * d.train.x.n), *q = make_reals(2 * d.train.x.n);
    assert_int_equal(function_of(&a)->n_posteriors, 1);
    assert_int_equal(probabilities_of(context, &a, d.train.x.n, d.x, p), ARDOR_OK);
    assert_int_equal(probabilities_of(context, &b, d.train.x.n, d.x, q), ARDOR_OK);
    assert_arrays_near(2 * d.train.x.n, p, q, 1e-3, "a probability");
    free(q);
    free(p);
    ard_fit_free(context, &b);
    ard_fit_free(context, &a);
    unload(&d);
}

/* ------------------------------------------------------------------ odd problems */

static void odd_problems_are_solved(void **state)
{
    (void)state;
    static const char *const few[][2] = {{"halves", "20"}, {"k", "3"}};
    static const char *const bases[] = {"identity", "linear", "poly:2", "rbf"};
    for (int oddity = 0; oddity < 6; oddity++) {
        enum { MOST = 16, P = 5 };
        const int64_t n = oddity == 5 ? 1 : oddity == 4 ? 2 : MOST;
        double x[MOST * P], sign[MOST];
        int32_t label[MOST];
        ard_rng rng;
        ard_rng_init(&rng, 9, 0, 0);
        for (int64_t i = 0; i < n; i++) {
            label[i] = i % 2;
            sign[i] = label[i] ? 1 : -1;
            for (int64_t j = 0; j < P; j++) x[i + j * n] = ard_rng_normal(&rng) + (oddity == 1 ? 50 : 0.7) * sign[i];
            if (oddity == 2 && i < 5)
                for (int64_t j = 0; j < P; j++) x[i + j * n] = 0;
            if (oddity == 3) x[i + 3 * n] = x[i + 1 * n];
        }
        array_problem q;
        array_problem_set(&q, n, P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
        for (int m = 0; m < COUNT_OF(methods); m++)
            for (int b = 0; b < COUNT_OF(bases); b++) {
                const bool projection = strcmp(methods[m], "projection") == 0;
                if (projection && b > 0) continue;
                ard_fit s = solve(&q, methods[m], bases[b], projection ? 2 : 0, few);
                assert_true(isfinite(s.objective) && function_of(&s)->n_posteriors >= 1);
                assert_true(errors_on(&s, n, x, label) <= n / 2);
                ard_fit_free(context, &s);
            }
    }
}

/* A kernel's scale from 1e-8, where all its columns are the constant or 0, to 1e8, where an rbf is the identity and a polynomial
 * is huge; features 1e-8 to 1e8 times their usual size: numbers stay finite. Where the search or the prior's variance makes up
 * for the scale the evidence stays the same. */
static void any_scale_is_survived(void **state)
{
    (void)state;
    static const char *const bases[] = {"linear", "poly:2", "rbf", "identity"};
    enum { N = 24, P = 4 };
    double x[N * P], sign[N], usual[COUNT_OF(methods)][COUNT_OF(bases)] = {{0}};
    int32_t label[N];
    for (double scale = 1e-8; scale < 2e8; scale *= 100)
        for (int m = 0; m < COUNT_OF(methods) - 1; m++)
            for (int b = 0; b < COUNT_OF(bases); b++) {
                const bool identity = b == COUNT_OF(bases) - 1;
                const bool invariant = m > 0 ? identity || b == 0 : b == 0;
                char text[32], inverse[32];
                const char *const pairs[][2] = {{"scale", text}, {"s2", inverse}};
                ard_rng rng;
                snprintf(text, sizeof text, "%g", scale);
                snprintf(inverse, sizeof inverse, "%g", 1 / scale);
                ard_rng_init(&rng, 17, 0, 0);
                for (int i = 0; i < N; i++) {
                    label[i] = i % 2;
                    sign[i] = label[i] ? 1 : -1;
                    for (int j = 0; j < P; j++) x[i + j * N] = (ard_rng_normal(&rng) + 0.5 * sign[i]) * (identity ? scale : 1);
                }
                array_problem q;
                array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
                ard_fit s = solve(&q, methods[m], bases[b], identity ? 0 : invariant && m == 0 ? 2 : 1, pairs);
                assert_true(isfinite(s.objective) && s.objective < 0);
                if (usual[m][b] == 0) usual[m][b] = s.objective;
                if (invariant) assert_near(s.objective, usual[m][b], 1e-5, "the evidence");
                assert_true(errors_on(&s, N, x, label) <= N / 2);
                ard_fit_free(context, &s);
            }
}

/* From start on, nothing is allocated until the end. */
static void no_step_allocates(void **state)
{
    (void)state;
    static const char *const bases[] = {"identity", "linear", "rbf"};
    static const char *const starts[] = {"best", "fraction", "all"}, *const orders[] = {"greedy", "random", "cyclic"};
    static const char *const names[] = {"bpm", "rvm", "ard-ep",
                                        "ard-laplace"}; /* from the third on there are starts and orders */
    enum { N = 22, P = 40 };
    double sign[N], *x;
    int32_t label[N];
    ard_rng rng;
    ard_rng_init(&rng, 23, 0, 0);
    x = make_normals(&rng, N * P);
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        sign[i] = label[i] ? 1 : -1;
        x[i] += sign[i];
    }
    array_problem q;
    array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
    for (int m = 0; m < COUNT_OF(names); m++)
        for (int b = 0; b < COUNT_OF(bases); b++)
            for (int choice = 0; choice < (m < 2 ? 1 : 9); choice++) {
                const ard_method *method = ard_method_find(names[m]);
                fault counter = {0};
                ardor_context *counted = fault_context(&counter);
                ard_settings settings;
                void *work = NULL;
                ard_iteration now = {0};
                ard_settings_default(method, &settings);
                if (m == 1) assert_int_equal(ard_settings_set(counted, method, &settings, "solver", "sequential"), ARDOR_OK);
                if (m > 1) {
                    assert_int_equal(ard_settings_set(counted, method, &settings, "start", starts[choice % 3]), ARDOR_OK);
                    assert_int_equal(ard_settings_set(counted, method, &settings, "order", orders[choice / 3]), ARDOR_OK);
                    assert_int_equal(ard_settings_set(counted, method, &settings, "starts", "2"), ARDOR_OK);
                }
                assert_int_equal(ard_basis_parse(counted, bases[b], &q.problem.basis), ARDOR_OK);
                assert_int_equal(method->open(method, counted, &q.problem, &settings, &work), ARDOR_OK);
                assert_int_equal(method->steps->start(work, &settings, NULL), ARDOR_OK);
                const long long calls = atomic_load(&counter.calls);
                assert_true(calls > 0);
                for (int t = 0; t < 300 && now.stop == ARD_STOP_NONE; t++)
                    assert_int_equal(method->steps->step(work, &now), ARDOR_OK);
                assert_true(atomic_load(&counter.calls) == calls);
                method->close(work);
                ardor_context_free(counted);
                assert_true(atomic_load(&counter.live) == 0);
            }
    free(x);
}

/* ------------------------------------------------------------------ the lasso path */

/* At a breakpoint lambda = the largest |z_j'r|: active columns reach it with the sign of their coefficient, no other exceeds
 * it. */
static void the_path_is_the_lasso(void **state)
{
    (void)state;
    enum { N = 25, P = 60, MOST = 9 };
    for (uint64_t seed = 1; seed <= 40; seed++) {
        ard_rng rng;
        ard_rng_init(&rng, seed, 0, 0);
        double *z = make_normals(&rng, N * P), t[N], r[N];
        ard_lars l;
        for (int i = 0; i < N; i++) {
            z[i + 1 * N] = z[i] + 0.3 * z[i + 1 * N]; /* relatives, so that coefficients change sign and leave */
            z[i + 2 * N] = 0.7 * z[i] - z[i + 1 * N] + 0.2 * z[i + 2 * N];
            t[i] = r[i] = 2 * z[i] - z[i + 2 * N] + z[i + 5 * N] + ard_rng_normal(&rng);
            z[i + 30 * N] = z[i + 5 * N]; /* a copy */
        }
        assert_int_equal(ard_lars_open(context, N, P, MOST, &l), ARDOR_OK);
        ard_lars_run(&l, N, P, z, t);
        assert_true(l.n_kept >= MOST - 2 && l.n_kept <= MOST);
        for (int64_t a = 0; a < l.n_kept; a++) ard_axpy(N, -l.kept_value[a], z + l.kept[a] * N, r);
        double lambda = 0;
        for (int j = 0; j < P; j++) lambda = fmax(lambda, fabs(ard_dot(N, z + j * N, r)));
        for (int64_t a = 0; a < l.n_kept; a++)
            assert_near(ard_dot(N, z + l.kept[a] * N, r), l.kept_value[a] > 0 ? lambda : -lambda, 1e-8 * lambda, "a condition");
        ard_lars_close(context, &l);
        free(z);
    }
}

static double frequency_of(const ard_fit *fit, int64_t column)
{
    for (int64_t t = 0; t < fit->n_counted; t++)
        if (fit->counted[t] == column) return fit->frequency[t];
    return 0;
}

static void projection_finds_the_signal(void **state)
{
    (void)state;
    enum { N = 60, P = 200 };
    static const char *const settings[][2] = {{"k", "4"}, {"halves", "40"}, {"path", "4"}};
    ard_rng rng;
    ard_rng_init(&rng, 2, 0, 0);
    double *x = make_normals(&rng, N * P), sign[N];
    int32_t label[N];
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        sign[i] = label[i] ? 1 : -1;
        x[i + 17 * N] += 1.5 * sign[i];
        x[i + 90 * N] -= 1.5 * sign[i];
    }
    array_problem q;
    array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
    ard_fit a = solve(&q, "projection", "identity", 3, settings), b = solve(&q, "projection", "identity", 3, settings);
    int found = 0;
    double total = 0, least = 1;
    assert_int_equal(a.machine.n_features, 4);
    for (int64_t t = 0; t < a.machine.n_features; t++) {
        const double frequency = frequency_of(&a, a.machine.feature[t]);
        assert_true(frequency > 0 && frequency <= 1);
        if (a.machine.feature[t] == 17) found += a.machine.importance[t] > 0 && frequency > .9;
        if (a.machine.feature[t] == 90) found += a.machine.importance[t] < 0 && frequency > .9;
        assert_int_equal(a.machine.feature[t], b.machine.feature[t]);
        assert_true(a.machine.importance[t] == b.machine.importance[t]);
        least = fmin(least, frequency);
    }
    assert_int_equal(found, 2);
    /* What half samples selected: the kept ones first, each once; each path has at most 4 features, and all of them are there. */
    assert_true(a.n_counted > 8);
    for (int64_t t = 0; t < a.n_counted; t++) {
        total += a.frequency[t];
        assert_true(a.frequency[t] > 0 && a.frequency[t] <= (t ? a.frequency[t - 1] : 1));
        if (t >= 4) assert_true(a.frequency[t] <= least);
        for (int64_t k = 0; k < t; k++) assert_true(a.counted[t] != a.counted[k]);
    }
    assert_near(total, 4, 1e-12, "the mean length of the paths");
    assert_true(function_of(&a)->n_posteriors >= 2);
    ard_fit_free(context, &b);
    ard_fit_free(context, &a);
    free(x);
}

/* ------------------------------------------------------------------ model files */

/* `text` with the first `from` replaced. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at) fail_msg("the model has no %s", from);
    return ard_format(context, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void damaged_posteriors_are_refused(void **state)
{
    (void)state;
    static const char *const damage[][2] = {
        {"\"share\": 1.0,", "\"share\": 2,"},        {"\"share\": 1.0,", "\"share\": 0.5,"},
        {"\"process\": 0.0,", "\"process\": 1,"},    {"\"terms\": [0, 1,", "\"terms\": [1, 1,"},
        {"\"terms\": [0, 1,", "\"terms\": [0, 99,"}, {"\"terms\": [0, 1,", "\"terms\": [0,"},
        {"\"prior\": null", "\"prior\": [1]"},       {"\"mean\": [", "\"mean\": [0, "},
        {"\"posteriors\": [", "\"posterior\": ["}};
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    ardor_model *model = NULL, *loaded = NULL;
    char *text = NULL;
    ardor_read_options options = {.size = sizeof options};
    need_full();
    assert_int_equal(ardor_dataset_read(context, ARDOR_SOURCE_DIR "/data/crabs.csv.gz", &options, &data), ARDOR_OK);
    assert_int_equal(ardor_spec_new(context, &spec), ARDOR_OK);
    assert_int_equal(ardor_spec_set(context, spec, "method", "bpm"), ARDOR_OK);
    assert_int_equal(ardor_fit(context, data, spec, &model), ARDOR_OK);
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    for (int i = 0; i < COUNT_OF(damage); i++) {
        char *changed = replaced(strstr(text, "\"posteriors\""), damage[i][0], damage[i][1]);
        char *whole = ard_format(context, "%.*s%s", (int)(strstr(text, "\"posteriors\"") - text), text, changed);
        if (ard_model_parse(context, NULL, whole, strlen(whole), "m", &loaded) != ARDOR_DATA)
            fail_msg("%s was accepted", damage[i][1]);
        assert_null(loaded);
        ard_free(context, whole);
        ard_free(context, changed);
    }
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

/* Nobody computes a certificate but Laplace's approximation in weight space, whose weights have a gradient, and its log evidence
 * another, where steps are of all precisions and at the end. */
static void traces_have_no_certificate_that_nobody_computed(void **state)
{
    (void)state;
    enum { N = 30, P = 4 };
    ard_rng rng;
    ard_rng_init(&rng, 6, 0, 0);
    double *x = make_normals(&rng, N * P);
    int32_t label[N];
    for (int i = 0; i < N; i++) {
        label[i] = x[i] + 0.5 * ard_rng_normal(&rng) > 0;
    }
    array_problem q;
    array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
    for (int m = 0; m < COUNT_OF(methods); m++) {
        static const char *const polish[][2] = {{"polish", "yes"}};
        const bool laplace = strcmp(methods[m], "ard-laplace") == 0;
        ard_fit s = solve(&q, methods[m], "identity", laplace, polish);
        assert_true(s.trace.n > 1);
        for (int64_t t = 0; t < s.trace.n; t++) {
            const ard_certificate c = s.trace.iteration[t].certificate;
            const bool evidence = c.kind == ARD_CERTIFICATE_EVIDENCE;
            assert_true(laplace ? evidence || c.kind == ARD_CERTIFICATE_GRADIENT : c.kind == ARD_CERTIFICATE_NONE);
            assert_true(isnan(c.scales) && (laplace ? c.weights < (evidence ? 1 : 1e-3) : isnan(c.weights)));
        }
        assert_int_equal(s.certificate.kind, laplace ? ARD_CERTIFICATE_EVIDENCE : ARD_CERTIFICATE_NONE);
        if (laplace) assert_true(s.certificate.weights < 1e-4);
        ard_fit_free(context, &s);
    }
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(three_forms_of_a_posterior_agree),
                                       cmocka_unit_test(the_prior_variance_has_the_largest_evidence),
                                       cmocka_unit_test(errors_are_those_of_the_reference),
                                       cmocka_unit_test(starts_are_a_setting),
                                       cmocka_unit_test(averages_are_mixtures),
                                       cmocka_unit_test(odd_problems_are_solved),
                                       cmocka_unit_test(any_scale_is_survived),
                                       cmocka_unit_test(no_step_allocates),
                                       cmocka_unit_test(the_path_is_the_lasso),
                                       cmocka_unit_test(projection_finds_the_signal),
                                       cmocka_unit_test(traces_have_no_certificate_that_nobody_computed),
                                       cmocka_unit_test(damaged_posteriors_are_refused)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
