/* Projection against its definition, computed here step by step: the teacher and what it says of rows left out, the feature that
 * each half sample chooses, the mixture over the prior's variance. */
#include "context_fixture.h"

#include "linalg/blas.h"
#include "method/projection/committee.h"
#include "problem.h"
#include "solver/sites/ep.h"

enum { N = 21, P = 7, GRID = 9, HALVES = 14, TRIALS = 60 };

typedef struct table {
    double x[N * P];
    int32_t label[N];
    array_problem problem;
} table;

/* Features of unlike scales and means, one of them a near copy of another; seven rows of one class, fourteen of the other. Of
 * every second seed the features say nothing. */
static void make_table(uint64_t seed, table *t)
{
    ard_rng rng;
    const double signal = seed % 2 ? .5 : 0;
    ard_rng_init(&rng, seed, 0, 0);
    for (int i = 0; i < N; i++) t->label[i] = i % 3 == 1;
    for (int k = 0; k < P; k++)
        for (int i = 0; i < N; i++) t->x[i + k * N] = ard_rng_normal(&rng) + (k < 4 ? (t->label[i] ? signal : -signal) : 0);
    for (int i = 0; i < N; i++) t->x[i + N] = .8 * t->x[i] + .6 * t->x[i + N];
    for (int k = 0; k < P; k++)
        for (int i = 0; i < N; i++) t->x[i + k * N] = (.5 + .4 * k) * (t->x[i + k * N] + .3 * (k - 2));
    array_problem_set(&t->problem, N, P, t->x, t->label, NULL, (ard_basis){ARD_IDENTITY, 0});
}

static ard_fit solve_with(const table *t, const char *screen, const char *k, const char *teacher)
{
    const ard_method *method = ard_method_find("projection");
    const char *const pairs[][2] = {{"halves", "14"},        {"path", "1"}, {"inner_tol", "1e-13"}, {"halves_seed", "5"},
                                    {"screen_size", screen}, {"k", k},      {"teacher", teacher}};
    ard_settings settings;
    ard_fit fit = {0};
    ard_settings_default(method, &settings);
    for (int i = 0; i < COUNT_OF(pairs); i++)
        assert_int_equal(ard_settings_set(context, method, &settings, pairs[i][0], pairs[i][1]), ARDOR_OK);
    assert_int_equal(fit_problem(context, method, &t->problem.problem, &settings, NULL, false, &fit), ARDOR_OK);
    return fit;
}

static ard_fit solve(const table *t, const char *screen, const char *k) { return solve_with(t, screen, k, "ep"); }

static double extra_of(const ard_fit *fit, const char *name)
{
    const char *const *names = ard_method_find("projection")->extra;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) return fit->extra[i];
    fail_msg("there is no '%s'", name);
    return NAN;
}

/* ------------------------------------------------------------------ expectation propagation with K = s2/m X X' + 1 */

typedef struct state {
    double evidence, tau[N], nu[N], mean[N], variance[N], pull[N]; /* pull: K^-1 of the mean */
} state;

static double s2_at(int g) { return pow(10, -1 + .5 * g); }

/* The sites from the engine, the posterior from the sites: S = K - K (K + T^-1)^-1 K, mean S nu. */
static void propagate(const table *t, int m, const int64_t *feature, double s2, state *out)
{
    double kernel[N * N], c[N * N], solved[N * N];
    ard_sites sites;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            kernel[i + j * N] = 1;
            for (int k = 0; k < m; k++) kernel[i + j * N] += s2 / m * t->x[i + feature[k] * N] * t->x[j + feature[k] * N];
        }
    const ard_prior prior = {.kernel = kernel};
    assert_int_equal(ard_sites_open(context, &t->problem.problem.target, N, NULL, NULL, &sites), ARDOR_OK);
    assert_int_equal(ard_ep_run(&sites, &prior, 1e-13, 500), ARDOR_OK);
    out->evidence = sites.log_evidence;
    memcpy(out->tau, sites.tau, sizeof out->tau);
    memcpy(out->nu, sites.nu, sizeof out->nu);
    ard_sites_close(context, &sites);
    memcpy(c, kernel, sizeof c);
    memcpy(solved, kernel, sizeof solved);
    for (int i = 0; i < N; i++) c[i + i * N] += 1 / out->tau[i];
    assert_int_equal(ard_cholesky(N, c, N), 0);
    ard_cholesky_solve(N, N, c, N, solved, N);
    for (int i = 0; i < N; i++) {
        out->mean[i] = 0;
        for (int j = 0; j < N; j++) {
            const double s = kernel[i + j * N] - ard_dot(N, kernel + i * N, solved + j * N);
            out->mean[i] += s * out->nu[j];
            if (i == j) out->variance[i] = s;
        }
        out->pull[i] = out->nu[i] - out->tau[i] * out->mean[i];
    }
}

/* The one of the largest evidence; its s2. */
static double teacher(const table *t, state *best)
{
    static const int64_t all[P] = {0, 1, 2, 3, 4, 5, 6};
    double s2 = NAN;
    for (int g = 0; g < GRID; g++) {
        state s;
        propagate(t, P, all, s2_at(g), &s);
        if (g > 0 && !(s.evidence > best->evidence)) continue;
        *best = s;
        s2 = s2_at(g);
    }
    return s2;
}

/* ------------------------------------------------------------------ half samples */

/* Each class is drawn in a random order and cut; one row too many goes to either side. */
static void draw(const table *t, int pair, int64_t half[2][N], int n[2])
{
    ard_rng rng;
    ard_rng_init(&rng, 5, ARD_STREAM_HALVES, (uint64_t)pair);
    n[0] = n[1] = 0;
    for (int k = 0; k < 2; k++) {
        int64_t row[N], members = 0;
        for (int64_t i = 0; i < N; i++)
            if ((t->label[i] == t->label[0]) == (k == 0)) row[members++] = i;
        ard_rng_shuffle(&rng, members, row);
        int64_t first = members / 2;
        if (members % 2) first += ard_rng_uniform(&rng) < .5;
        for (int64_t i = 0; i < members; i++) half[i >= first][n[i >= first]++] = row[i];
    }
}

/* The rows of a half, less their mean, to a mean square of 1 (the target: `scale` false). */
static void standardise(int n, const int64_t *row, const double *from, bool scale, double *to)
{
    double mean = 0, square = 0;
    for (int i = 0; i < n; i++) mean += from[row[i]] / n;
    for (int i = 0; i < n; i++) square += pow(from[row[i]] - mean, 2) / n;
    for (int i = 0; i < n; i++) to[i] = (from[row[i]] - mean) / (scale ? sqrt(square) : 1);
}

/* The feature of the largest correlation, and its coefficient where the next one would come in (alone: of least squares). */
static int chosen(const table *t, int n, const int64_t *row, const double *target, bool alone, double *coefficient)
{
    double z[P][N], y[N], c[P];
    int best = 0;
    standardise(n, row, target, false, y);
    for (int k = 0; k < P; k++) {
        standardise(n, row, t->x + k * N, true, z[k]);
        c[k] = ard_dot(n, z[k], y);
        if (fabs(c[k]) > fabs(c[best])) best = k;
    }
    const double side = c[best] > 0 ? 1 : -1;
    double way = fabs(c[best]) / n;
    for (int k = 0; k < P && !alone; k++) {
        const double a = side * ard_dot(n, z[k], z[best]);
        if (k != best) way = fmin(way, fmin((fabs(c[best]) - c[k]) / (n - a), (fabs(c[best]) + c[k]) / (n + a)));
    }
    *coefficient = side * way;
    return best;
}

typedef struct votes {
    double count[P], sum[P];
    int64_t order[P]; /* by falling count, then by the size of the sum */
    int n;            /* with any */
} votes;

static bool precedes(const votes *v, int64_t a, int64_t b)
{
    return v->count[a] != v->count[b] ? v->count[a] > v->count[b] : fabs(v->sum[a]) > fabs(v->sum[b]);
}

static votes count(const table *t, const double *target, bool alone)
{
    votes v = {.n = 0};
    for (int pair = 0; pair < HALVES / 2; pair++) {
        int64_t half[2][N];
        int n[2];
        draw(t, pair, half, n);
        for (int side = 0; side < 2; side++) {
            double coefficient = 0;
            const int k = chosen(t, n[side], half[side], target, alone, &coefficient);
            v.count[k]++;
            v.sum[k] += coefficient;
        }
    }
    for (int k = 0; k < P; k++) {
        int at = k;
        for (; at > 0 && precedes(&v, k, v.order[at - 1]); at--) v.order[at] = v.order[at - 1];
        v.order[at] = k;
        v.n += v.count[k] > 0;
    }
    return v;
}

static bool same_order(const votes *a, const votes *b)
{
    return a->n == b->n && memcmp(a->count, b->count, sizeof a->count) == 0 && memcmp(a->order, b->order, (size_t)a->n * 8) == 0;
}

static void check_votes(const ard_fit *fit, const votes *want, int k)
{
    assert_int_equal(fit->n_counted, want->n);
    for (int t = 0; t < want->n; t++) {
        assert_int_equal(fit->counted[t], want->order[t]);
        assert_near(fit->frequency[t], want->count[want->order[t]] / HALVES, 1e-14, "a frequency");
    }
    const int m = k < want->n ? k : want->n;
    assert_int_equal(fit->machine.n_features, m);
    for (int t = 0; t < m; t++) {
        int64_t at = 0;
        while (at < m && fit->machine.feature[at] != want->order[t]) at++;
        if (at == m) fail_msg("feature %d is not among the selected", (int)want->order[t]);
    }
    assert_near(extra_of(fit, "frequency_least"), want->count[want->order[m - 1]] / HALVES, 1e-14, "the least frequency");
    assert_near(extra_of(fit, "frequency_next"), m < P ? want->count[want->order[m]] / HALVES : 0, 1e-14, "the next");
    assert_near(extra_of(fit, "n_ever_selected"), want->n, 0, "the number of features that were ever selected");
}

static int heard, lone;

static void hear(void *user, const char *code, const char *text)
{
    (void)user, (void)text;
    heard += strcmp(code, "weak_teacher") == 0;
    lone += strcmp(code, "no_committee") == 0;
}

/* The target is the mean of each row's cavity, mu/sigma - nu over 1/sigma - tau, centred in the half; features are standardised
 * there anew, before the screen and before the path. Ties go to the larger sum of coefficients. A teacher whose log loss on rows
 * left out is above .9 of that of the class shares is doubted. */
static void half_samples_choose_by_what_is_said_of_rows_left_out(void **unused)
{
    (void)unused;
    const ardor_context_config config = {.size = sizeof config, .warning = hear};
    const double none = -(log(1 / 3.) + 2 * log(2 / 3.)) / 3; /* log loss of the class shares */
    ardor_context *const usual = context;
    int tell_fitted = 0, tell_ties = 0, tell_weak = 0;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        table t;
        state s;
        double target[N], loss = 0;
        int errors = 0;
        assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK); /* a context says nothing twice */
        make_table(seed, &t);
        const double s2 = teacher(&t, &s);
        for (int i = 0; i < N; i++) {
            target[i] = (s.mean[i] / s.variance[i] - s.nu[i]) / (1 / s.variance[i] - s.tau[i]);
            const double side = t.label[i] ? 1 : -1, variance = 1 / (1 / s.variance[i] - s.tau[i]);
            errors += side * target[i] <= 0;
            loss -= log(.5 * erfc(-side * target[i] / sqrt(2 * (1 + variance)))) / N;
        }
        heard = 0;
        tell_weak += loss > .85 * none && loss < .95 * none;
        for (int alone = 0; alone < 2; alone++) {
            const votes want = count(&t, target, alone), fitted = count(&t, s.mean, alone);
            ard_fit fit = solve(&t, alone ? "1" : "7", "2");
            assert_int_equal(heard, loss > .9 * none);
            check_votes(&fit, &want, 2);
            assert_near(extra_of(&fit, "teacher_log_evidence"), s.evidence, 1e-9, "the teacher's evidence");
            assert_near(extra_of(&fit, "teacher_s2"), s2, 1e-12 * s2, "the teacher's variance");
            assert_near(extra_of(&fit, "teacher_errors"), errors, 0, "the teacher's errors");
            tell_fitted += !same_order(&want, &fitted);
            for (int k = 1; k < want.n; k++) tell_ties += want.count[want.order[k]] == want.count[want.order[k - 1]];
            ard_fit_free(context, &fit);
        }
        ardor_context_free(context);
    }
    context = usual;
    assert_true(tell_fitted > 10 && tell_ties > 10 && tell_weak > 3);
}

/* ------------------------------------------------------------------ the committee */

/* What EP says of rows left out, and what the two others do (test_committee), on one scale: their mean is the target. */
static void make_mean(const table *t, const state *s, double *mean)
{
    const projection_committee_ask ask = {.seed = 5, .screen = P, .tol = 1e-13};
    const ard_problem *problem = &t->problem.problem;
    projection_columns columns;
    double teacher[3][N];
    bool possible = false;
    assert_int_equal(projection_columns_open(context, problem->x, &columns), ARDOR_OK);
    assert_int_equal(projection_committee(context, problem, &columns, &ask, &possible, teacher[1], teacher[2]), ARDOR_OK);
    assert_true(possible);
    for (int i = 0; i < N; i++) teacher[0][i] = (s->mean[i] / s->variance[i] - s->nu[i]) / (1 / s->variance[i] - s->tau[i]);
    for (int k = 0; k < 3; k++) assert_int_equal(projection_rescale(&problem->target, teacher[k]), ARDOR_OK);
    for (int i = 0; i < N; i++) mean[i] = (teacher[0][i] + teacher[1][i] + teacher[2][i]) / 3;
    projection_columns_close(context, &columns);
}

static void half_samples_choose_by_the_mean_of_the_committee(void **unused)
{
    (void)unused;
    const ardor_context_config config = {.size = sizeof config, .warning = hear};
    const double none = -(log(1 / 3.) + 2 * log(2 / 3.)) / 3;
    ardor_context *const usual = context;
    int tell_ep = 0, tell_weak = 0;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        table t;
        state s;
        double target[N], loss = 0;
        int errors = 0;
        assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
        make_table(seed, &t);
        teacher(&t, &s);
        make_mean(&t, &s, target);
        for (int i = 0; i < N; i++) {
            const double side = t.label[i] ? 1 : -1;
            errors += side * target[i] <= 0;
            loss -= log(.5 * erfc(-side * target[i] / sqrt(2))) / N;
        }
        const votes want = count(&t, target, false), ep = count(&t, s.mean, false);
        heard = lone = 0;
        ard_fit fit = solve_with(&t, "7", "2", "committee");
        check_votes(&fit, &want, 2);
        assert_int_equal(heard, loss > .9 * none);
        assert_int_equal(lone, 0);
        tell_weak += loss > .8 * none && loss < none;
        assert_near(extra_of(&fit, "teacher_errors"), errors, 0, "the committee's errors");
        tell_ep += !same_order(&want, &ep);
        ard_fit_free(context, &fit);
        ardor_context_free(context);
    }
    context = usual;
    assert_true(tell_ep > 10 && tell_weak > 3);
}

/* Of a class with one row nothing can be left out: then it is as without a committee, and that is said. */
static void without_two_rows_of_a_class_ep_is_alone(void **unused)
{
    (void)unused;
    const ardor_context_config config = {.size = sizeof config, .warning = hear};
    ardor_context *const usual = context;
    table t;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    make_table(3, &t);
    for (int i = 0; i < N; i++) t.label[i] = i == 4;
    heard = lone = 0;
    ard_fit a = solve(&t, "7", "2");
    assert_int_equal(lone, 0);
    ard_fit b = solve_with(&t, "7", "2", "committee");
    assert_int_equal(lone, 1);
    assert_int_equal(a.n_counted, b.n_counted);
    assert_memory_equal(a.frequency, b.frequency, (size_t)a.n_counted * sizeof *a.frequency);
    assert_memory_equal(a.counted, b.counted, (size_t)a.n_counted * sizeof *a.counted);
    ard_fit_free(context, &a);
    ard_fit_free(context, &b);
    ardor_context_free(context);
    context = usual;
}

/* ------------------------------------------------------------------ the refit */

/* Each s2 has the share evidence times exp(-(ln s2)^2 / 2), unless it is below a millionth of the largest; the weights are the
 * means over the mixture. */
static void the_refit_averages_over_the_variance(void **unused)
{
    (void)unused;
    table t;
    make_table(3, &t);
    ard_fit fit = solve(&t, "7", "3");
    const int m = (int)fit.machine.n_features;
    const ard_function *f = function_of(&fit);
    static state s[GRID];
    double share[GRID], best = -INFINITY, sum = 0, bias = 0, weight[P] = {0}, evidence = NAN;
    int kept = 0;
    assert_true(m >= 2);
    for (int g = 0; g < GRID; g++) {
        propagate(&t, m, fit.machine.feature, s2_at(g), &s[g]);
        share[g] = s[g].evidence - pow(log(s2_at(g)), 2) / 2;
        if (share[g] > best) evidence = s[g].evidence;
        best = fmax(best, share[g]);
    }
    for (int g = 0; g < GRID; g++) {
        share[g] = exp(share[g] - best) < 1e-6 ? 0 : exp(share[g] - best);
        sum += share[g];
    }
    for (int g = 0; g < GRID; g++) {
        share[g] /= sum;
        if (share[g] == 0) continue;
        assert_true(kept < f->n_posteriors);
        assert_near(f->posterior[kept++].share, share[g], 1e-9, "a share");
        for (int i = 0; i < N; i++) {
            bias += share[g] * s[g].pull[i];
            for (int k = 0; k < m; k++) weight[k] += share[g] * s2_at(g) / m * t.x[i + fit.machine.feature[k] * N] * s[g].pull[i];
        }
    }
    assert_int_equal(f->n_posteriors, kept);
    assert_true(kept > 3 && kept < GRID);
    assert_near(f->bias[0], bias, 1e-9, "the bias");
    assert_arrays_near(m, f->weight, weight, 1e-9, "the weights");
    assert_near(extra_of(&fit, "log_evidence"), evidence, 1e-9, "the evidence of the largest share");
    assert_near(fit.objective, evidence, 1e-9, "the objective");
    ard_fit_free(context, &fit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(half_samples_choose_by_what_is_said_of_rows_left_out),
                                       cmocka_unit_test(half_samples_choose_by_the_mean_of_the_committee),
                                       cmocka_unit_test(without_two_rows_of_a_class_ep_is_alone),
                                       cmocka_unit_test(the_refit_averages_over_the_variance)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
