/* The workspace of JCFO: steps allocate nothing, it grows between them, and a start of any size fits. */
#include "fault_fixture.h"
#include "numeric.h"

#include "fit/fitter.h"
#include "method/jcfo/jcfo.h"
#include "problem.h"

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
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_allocate_nothing_and_the_driver_grows),
                                       cmocka_unit_test(a_large_warm_start_fits)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
