/* The workspace of JCFO: steps allocate nothing, it grows between them, and a start of any size fits. Its rates. */
#include "fault_fixture.h"
#include "numeric.h"

#include "fit/fitter.h"
#include "method/jcfo/jcfo.h"
#include "problem.h"
#include "special/probit.h"

enum { N = 300, P = 3, CENTRES = 2, USUAL = CENTRES + 200 };

static ardor_context *context;
static fault counter;

/* Labels that the features hardly explain: weak rates take up most rows as vectors. */
typedef struct noise {
    double x[N * P];
    int32_t label[N];
    array_problem q;
    ard_settings settings;
} noise;

static void make_noise(noise *q)
{
    ard_rng rng;
    ard_rng_init(&rng, 61, 0, 0);
    for (int i = 0; i < N * P; i++) q->x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < N; i++) {
        q->label[i] = q->x[i] + 2 * ard_rng_normal(&rng) > 0;
    }
    array_problem_set(&q->q, N, P, q->x, q->label, NULL, (ard_basis){ARD_RBF, 0});
    ard_settings_default(&ard_method_jcfo, &q->settings);
    q->settings.value[JCFO_CENTRES] = CENTRES;
    q->settings.value[JCFO_LAM1] = 1e-5;
    q->settings.value[JCFO_LAM2] = 1e-3;
    q->settings.value[JCFO_MAX_ITER] = 60;
}

static void steps_allocate_nothing_and_the_driver_grows(void **state)
{
    (void)state;
    noise q;
    void *work = NULL;
    ard_iteration now = {0};
    ard_fit driven;
    int64_t most = 0;
    int grown = 0;
    make_noise(&q);
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, context, &q.q.problem, &q.settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_jcfo.solve(work, &q.settings, NULL, &(ard_ask){true, true}, &driven), ARDOR_OK);
    ard_method_jcfo.close(work);
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, context, &q.q.problem, &q.settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_jcfo.steps->start(work, &q.settings, NULL), ARDOR_OK);
    for (int64_t t = 0; t < driven.trace.n && now.stop == ARD_STOP_NONE; t++) {
        const long long calls = atomic_load(&counter.calls);
        assert_int_equal(ard_method_jcfo.steps->step(work, &now), ARDOR_OK);
        assert_true(atomic_load(&counter.calls) == calls);
        assert_true(now.objective == driven.trace.iteration[t].objective);
        assert_true(now.n_vectors == driven.trace.iteration[t].n_vectors);
        most = ard_max64(most, now.n_vectors);
        if (!now.grow) continue;
        assert_int_equal(now.n_vectors, USUAL);
        assert_int_equal(now.grow(work), ARDOR_OK);
        grown++;
    }
    assert_true(grown == 1 && most > USUAL);
    ard_method_jcfo.close(work);
    ard_fit_free(context, &driven);
}

/* A refit on some of the features begins at a solution with more vectors than a workspace usually has room for. */
static void a_large_warm_start_fits(void **state)
{
    (void)state;
    noise q;
    void *work = NULL;
    ard_fit first, again, refit;
    ard_fitter fitter = {0};
    double f[2][N];
    make_noise(&q);
    q.settings.value[JCFO_MAX_ITER] = 14;
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, context, &q.q.problem, &q.settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_jcfo.solve(work, &q.settings, NULL, &(ard_ask){true, false}, &first), ARDOR_OK);
    assert_true(first.machine.n_vectors > USUAL && first.machine.n_features > 0);
    assert_int_equal(ard_method_jcfo.steps->start(work, &q.settings, &first), ARDOR_OK);
    again = ard_fit_empty();
    assert_int_equal(ard_method_jcfo.steps->finish(work, &(ard_ask){false, false}, &again), ARDOR_OK);
    assert_int_equal(again.machine.n_vectors, first.machine.n_vectors);
    assert_int_equal(latent_of(context, &first, N, q.x, f[0]), ARDOR_OK);
    assert_int_equal(latent_of(context, &again, N, q.x, f[1]), ARDOR_OK);
    assert_arrays_near(N, f[1], f[0], 1e-12, "f");
    ard_fit_free(context, &again);
    /* and in a workspace that has seen nothing else */
    const ard_columns only = {first.machine.n_features, first.machine.feature};
    assert_int_equal(ard_fitter_open(context, &ard_method_jcfo, &q.q.problem, &q.settings, &only, &fitter), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&fitter, &q.settings, &first, &(ard_ask){true, true}, &refit), ARDOR_OK);
    ard_fitter_close(&fitter);
    assert_true(refit.objective > first.objective);
    ard_fit_free(context, &refit);
    ard_fit_free(context, &first);
    ard_method_jcfo.close(work);
}

/* ------------------------------------------------------------------ rates */

static ard_problem problem_of(const ard_matrix *x, ard_basis_kind basis)
{
    return (ard_problem){.x = x, .target = {.n = x->n, .n_classes = 2, .weight_sum = (double)x->n}, .basis = {basis, 2}};
}

/* README.md, "Constants": where nothing is given. */
static void untuned_rates_are_as_documented(void **state)
{
    (void)state;
    static const struct {
        ard_basis_kind basis;
        int64_t n, p;
        double lam1, lam2, weakest;
        jcfo_screen screen;
    } cases[] = {{ARD_RBF, 200, 10, 1, 2, .1, JCFO_SCREEN_NONE},
                 {ARD_RBF, 50, 10, .5, 1, .01, JCFO_SCREEN_NONE},
                 {ARD_POLY, 800, 10, 2, 4, .3, JCFO_SCREEN_NONE},
                 {ARD_LINEAR, 150, 750, 6, 6, .01, JCFO_SCREEN_NONE},
                 {ARD_LINEAR, 151, 10, 6.04, 6.04, .1, JCFO_SCREEN_NONE},
                 {ARD_LINEAR, 400, 10, 16, 16, .1, JCFO_SCREEN_NONE},
                 {ARD_LINEAR, 401, 10, 16.04, 16.04, .3, JCFO_SCREEN_NONE},
                 {ARD_LINEAR, 150, 751, 2.449489742783178, 2.449489742783178, .01, JCFO_SCREEN_RESTRICT},
                 {ARD_RBF, 50, 251, .5, 1, .01, JCFO_SCREEN_RESTRICT}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        const ard_matrix x = {.n = cases[c].n, .p = cases[c].p};
        const ard_problem problem = problem_of(&x, cases[c].basis);
        ard_settings settings;
        double lam1 = 0, lam2 = 0;
        ard_settings_default(&ard_method_jcfo, &settings);
        jcfo_rates(&problem, &settings, &lam1, &lam2);
        assert_near(lam1, cases[c].lam1, 1e-14 * lam1, "lam1");
        assert_near(lam2, cases[c].lam2, 1e-14 * lam2, "lam2");
        assert_near(jcfo_weakest(&problem, &settings), cases[c].weakest, 0, "weakest");
        assert_int_equal(jcfo_screen_of(&problem, &settings), cases[c].screen);
        assert_near(jcfo_strength(&settings), .17, 0, "the strength");
        settings.value[JCFO_LAM1] = 7;
        jcfo_rates(&problem, &settings, &lam1, &lam2);
        assert_true(lam1 == 7 && fabs(lam2 - cases[c].lam2) <= 1e-14 * lam2);
    }
}

static ard_grid grid_of(ard_basis_kind basis, int64_t n, int64_t p)
{
    const ard_matrix x = {.n = n, .p = p};
    const ard_problem problem = problem_of(&x, basis);
    ard_settings settings;
    ard_grid grid;
    ard_settings_default(&ard_method_jcfo, &settings);
    assert_int_equal(jcfo_grid(&ard_method_jcfo, context, &problem, &settings, false, &grid), ARDOR_OK);
    return grid;
}

/* Their values: .0035 n to .2 n by a common factor; the lists of a screen; those of curved kernels times sqrt(n/200). */
static void tuned_rates_are_as_documented(void **state)
{
    (void)state;
    static const double strength[] = {.5, .3, .17, .09, .04}, q[] = {.3, 1.5, 6, 15, 40}, lam2[] = {.3, 2, 6},
                        lam1[] = {.01, .03, .1, .3, 1, 2, 4};
    ard_grid grid = grid_of(ARD_LINEAR, 120, 10);
    for (int i = 0; i < 10; i++)
        for (int k = 1; k < 3; k++) {
            const double want = 120 * .0035 * pow(.2 / .0035, i / 9.);
            assert_near(grid.value[3 * i + k], want, 1e-13 * want, "a rate of a bilinear kernel");
        }
    ard_grid_free(context, &grid);
    grid = grid_of(ARD_LINEAR, 20, 1000);
    for (int i = 0; i < 25; i++) {
        assert_near(grid.value[3 * i], strength[i / 5], 0, "a strength");
        for (int k = 1; k < 3; k++) assert_near(grid.value[3 * i + k], sqrt(q[i % 5]), 1e-14 * 7, "a rate behind a screen");
    }
    ard_grid_free(context, &grid);
    grid = grid_of(ARD_RBF, 100, 10);
    assert_true(grid.n == 36 && grid.carries);
    for (int i = 0; i < 36; i++) { /* there and back, without the weakest at the end */
        const int at = i % 12 < 7 ? i % 12 : 12 - i % 12;
        assert_near(grid.value[2 * i], lam2[i / 12] * sqrt(.5), 1e-14, "lam2");
        assert_near(grid.value[2 * i + 1], lam1[at] * sqrt(.5), 1e-14, "lam1");
    }
    ard_grid_free(context, &grid);
}

/* ------------------------------------------------------------------ the screen */

/* What a report says of the features that the screen kept out: the largest dF/dtheta above lam2, relative to it, by the formula
 * of the kernel. */
static void features_outside_the_screen_are_assessed(void **state)
{
    (void)state;
    enum { ROWS = 40, FEATURES = 9 };
    ard_rng rng;
    ard_rng_init(&rng, 62, 0, 0);
    double *x = make_normals(&rng, ROWS * FEATURES), f[ROWS], want = 0;
    int32_t label[ROWS];
    for (int i = 0; i < ROWS; i++) label[i] = x[i] + .7 * x[i + ROWS] * x[i + ROWS] + .4 * ard_rng_normal(&rng) > .5;
    array_problem q;
    array_problem_set(&q, ROWS, FEATURES, x, label, NULL, (ard_basis){ARD_RBF, 0});
    ard_settings settings;
    ard_fit s;
    int outside = 0;
    ard_settings_default(&ard_method_jcfo, &settings);
    const char *const pairs[][2] = {{"screen", "restrict"}, {"strength", ".6"}, {"lam1", ".5"}, {"lam2", ".3"}};
    for (int i = 0; i < COUNT_OF(pairs); i++)
        assert_int_equal(ard_settings_set(context, &ard_method_jcfo, &settings, pairs[i][0], pairs[i][1]), ARDOR_OK);
    assert_int_equal(fit_problem(context, &ard_method_jcfo, &q.problem, &settings, NULL, false, &s), ARDOR_OK);
    assert_int_equal(latent_of(context, &s, ROWS, x, f), ARDOR_OK);
    const ard_function *m = function_of(&s);
    for (int k = 0; k < FEATURES; k++) {
        double slope = 0;
        int64_t at = 0;
        while (at < s.machine.n_features && s.machine.feature[at] != k) at++;
        if (at < s.machine.n_features) continue;
        for (int i = 0; i < ROWS; i++) {
            const double y = label[i] ? 1 : -1, g = y * ard_mills(y * f[i]);
            for (int64_t j = 0; j < m->n_terms; j++) {
                const double d = x[i + k * ROWS] - x[m->row[j] + k * ROWS];
                double apart = 0;
                for (int64_t t = 0; t < s.machine.n_features; t++)
                    apart += s.machine.importance[t] * pow(x[i + s.machine.feature[t] * ROWS] - m->centre[j + t * m->n_terms], 2);
                slope -= g * m->weight[j] * d * d * exp(-apart);
            }
        }
        outside++;
        want = fmax(want, (slope - .3) / .3);
    }
    assert_true(s.n_screened + outside == FEATURES && outside > 3 && want > .1);
    assert_near(s.screen_kkt, want, 1e-8 * want, "the violation outside");
    ard_fit_free(context, &s);
    free(x);
}

static int open_context(void **state)
{
    (void)state;
    context = fault_context(&counter);
    return 0;
}

static int close_context(void **state)
{
    (void)state;
    ardor_context_free(context);
    return atomic_load(&counter.live) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_allocate_nothing_and_the_driver_grows), cmocka_unit_test(a_large_warm_start_fits),
        cmocka_unit_test(untuned_rates_are_as_documented), cmocka_unit_test(tuned_rates_are_as_documented),
        cmocka_unit_test(features_outside_the_screen_are_assessed)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
