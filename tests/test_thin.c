/* Vectors that others can stand for: where kernel columns depend on each other, jcfo and spr end with as few as the conditions of
 * optimality allow, at the same objective. */
#include "context_fixture.h"

#include "method/jcfo/jcfo.h"
#include "method/spr/spr.h"
#include "problem.h"

enum { N = 40, MOST_P = 6 };
static const double TOL = 1e-6;

typedef enum { BINARY, THREE_VALUES, TWO_COPIES, COPIED_ROWS, NOISE_BESIDE, N_KINDS } kind;
static const char *const names[] = {"a binary feature", "a feature of three values", "two features that are copies",
                                    "every row four times", "noise beside a binary feature"};

typedef struct table {
    int64_t p;
    double x[N * MOST_P], weight[N];
    int32_t label[N];
} table;

/* Labels that follow the first feature, with some noise, so that nothing is separated. */
static void make_table_of(kind what, uint64_t seed, table *t)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    t->p = what == TWO_COPIES ? 2 : what == COPIED_ROWS ? 3 : what == NOISE_BESIDE ? MOST_P : 1;
    for (int i = 0; i < N; i++) {
        const int row = what == COPIED_ROWS ? i / 4 : i;
        const double value = what == THREE_VALUES ? row % 3 - 1 : what == COPIED_ROWS ? sin(1.7 * row) : row % 2 ? 1 : -1;
        for (int64_t k = 0; k < t->p; k++) t->x[i + k * N] = what == COPIED_ROWS ? cos((double)(k * row)) : ard_rng_normal(&rng);
        t->x[i] = value;
        if (what == TWO_COPIES) t->x[i + N] = value;
        t->label[i] = value + .8 * ard_rng_normal(&rng) > 0;
        t->weight[i] = .5 + ard_rng_uniform(&rng);
    }
}

static bool same_row(const table *t, int64_t a, int64_t b)
{
    bool same = true;
    for (int64_t k = 0; k < t->p; k++) same = same && t->x[a + k * N] == t->x[b + k * N];
    return same;
}

/* Of so many features polynomials of the degree have so many terms besides 1. */
static int64_t terms_of(ard_basis basis, int64_t p)
{
    int64_t count = 1;
    if (basis.kind == ARD_LINEAR) return p;
    for (int64_t d = 1; d <= basis.degree; d++) count = count * (p + d) / d;
    return count - 1;
}

static void solve(const ard_method *method, const table *t, ard_basis basis, const char *setting, double value, bool weighted,
                  const ard_fit *warm, ard_fit *out)
{
    array_problem q;
    ard_settings settings;
    array_problem_set(&q, N, t->p, t->x, t->label, weighted ? t->weight : NULL, basis);
    ard_settings_default(method, &settings);
    settings.value[ard_setting_index(method, "tol")] = TOL;
    if (setting) settings.value[ard_setting_index(method, setting)] = value;
    assert_int_equal(fit_problem(context, method, &q.problem, &settings, warm, true, out), ARDOR_OK);
}

/* What the last iteration reported is the objective of the model, which has no more vectors; no two are copies, and with a
 * kernel of finite rank they are no more than that. */
static void check(const table *t, const ard_fit *s, ard_basis basis, bool free_bias, const char *what)
{
    const ard_iteration *last = s->trace.iteration + s->trace.n - 1;
    assert_true(s->stop == ARD_STOP_CONVERGED || s->stop == ARD_STOP_STALLED);
    assert_near(s->objective, last->objective, 1e-9 * fabs(last->objective), what);
    assert_true(s->certificate.weights < 10 * TOL && !(s->certificate.scales > 10 * TOL));
    assert_true(s->machine.n_vectors <= last->n_vectors);
    for (int64_t a = 0; a < s->machine.n_vectors; a++)
        for (int64_t b = 0; b < a; b++)
            if (same_row(t, function_of(s)->row[a], function_of(s)->row[b])) fail_msg("%s: two vectors are copies", what);
    const int64_t terms = terms_of(basis, s->machine.n_features) + (basis.kind == ARD_POLY && !free_bias);
    if (basis.kind != ARD_RBF && s->machine.n_vectors > terms)
        fail_msg("%s: %lld vectors of %lld features", what, (long long)s->machine.n_vectors, (long long)s->machine.n_features);
}

static const ard_basis bases[] = {{ARD_LINEAR, 0}, {ARD_POLY, 1}, {ARD_POLY, 2}, {ARD_RBF, 0}};

static void copies_and_combinations_leave_no_vectors(void **state)
{
    (void)state;
    static const ard_method *const methods[] = {&ard_method_jcfo, &ard_method_spr};
    int thinned = 0;
    for (int m = 0; m < 2; m++)
        for (kind what = 0; what < N_KINDS; what++)
            for (int b = 0; b < COUNT_OF(bases); b++)
                for (int mode = 0; mode < 4; mode++) {
                    table t;
                    ard_fit s;
                    char text[120];
                    make_table_of(what, 1 + (uint64_t)mode, &t);
                    solve(methods[m], &t, bases[b], "penalise_bias", mode & 1, mode & 2, NULL, &s);
                    snprintf(text, sizeof text, "%s, basis %d, mode %d, %s", methods[m]->name, b, mode, names[what]);
                    if (!s.null_model) check(&t, &s, bases[b], !(mode & 1), text);
                    thinned += s.trace.iteration[s.trace.n - 1].n_vectors > s.machine.n_vectors;
                    ard_fit_free(context, &s);
                }
    printf("%d fits with fewer vectors than their last iteration\n", thinned);
    assert_true(thinned > 40);
}

static void one_binary_feature_needs_one_vector(void **state)
{
    (void)state;
    for (int em = 0; em < 2; em++)
        for (int b = 0; b < 2; b++) {
            table t;
            ard_fit s;
            make_table_of(BINARY, 7, &t);
            solve(&ard_method_jcfo, &t, bases[b], "solver", em ? JCFO_EM : JCFO_DIRECT, false, NULL, &s);
            assert_int_equal(s.machine.n_vectors, 1);
            assert_int_equal(s.machine.n_features, 1);
            ard_fit_free(context, &s);
        }
}

/* A fit that begins at such a solution ends at one. */
static void a_warm_start_stays_thin(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        table t;
        ard_fit s, again;
        make_table_of(COPIED_ROWS, 3, &t);
        solve(&ard_method_jcfo, &t, bases[b], "lam1", 1, false, NULL, &s);
        solve(&ard_method_jcfo, &t, bases[b], "lam1", 1, false, &s, &again);
        check(&t, &again, bases[b], bases[b].kind == ARD_LINEAR, "a warm start");
        assert_near(again.objective, s.objective, 1e-9 * fabs(s.objective), "the objective");
        assert_int_equal(again.machine.n_vectors, s.machine.n_vectors);
        ard_fit_free(context, &again);
        ard_fit_free(context, &s);
    }
}

/* What the limit of iterations ends is left as it is. */
static void an_unfinished_fit_is_left_alone(void **state)
{
    (void)state;
    table t;
    ard_fit s;
    make_table_of(BINARY, 7, &t);
    solve(&ard_method_jcfo, &t, bases[0], "max_iter", 1, false, NULL, &s);
    assert_int_equal(s.stop, ARD_STOP_MAX_ITER);
    assert_int_equal(s.machine.n_vectors, s.trace.iteration[s.trace.n - 1].n_vectors);
    assert_true(s.machine.n_vectors > 1);
    ard_fit_free(context, &s);
}

/* Beside a binary feature that is in, features of noise are out; some moves of weight to one vector would let some of them in. As
 * many vectors leave as can without that, not none. */
static void scales_that_are_out_stay_out(void **state)
{
    (void)state;
    int64_t fewer = 0;
    for (int b = 0; b < 2; b++)
        for (uint64_t seed = 101; seed <= 125; seed++) {
            table t;
            ard_fit s;
            make_table_of(NOISE_BESIDE, seed, &t);
            solve(&ard_method_jcfo, &t, bases[b], "lam2", .5, false, NULL, &s);
            const ard_iteration *last = s.trace.iteration + s.trace.n - 1;
            assert_near(s.objective, last->objective, 1e-9 * fabs(last->objective), "the objective");
            assert_true(s.certificate.weights < 10 * TOL && s.certificate.scales < 10 * TOL);
            assert_true(s.machine.n_features > 1 || s.machine.n_vectors <= 5);
            if (s.machine.n_features == 1 && last->n_vectors > 5) fewer++;
            ard_fit_free(context, &s);
        }
    assert_true(fewer > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_and_combinations_leave_no_vectors), cmocka_unit_test(one_binary_feature_needs_one_vector),
        cmocka_unit_test(a_warm_start_stays_thin), cmocka_unit_test(an_unfinished_fit_is_left_alone),
        cmocka_unit_test(scales_that_are_out_stay_out)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
