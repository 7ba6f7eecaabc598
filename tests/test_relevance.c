/* The search over precisions: reference values of an independent implementation, that it ends whatever the problem, what makes it
 * end, its states, its memory. */
#include "ep_fixture.h"

#define GOLDEN SHARED "golden/ard-ep.json"

static ardor_context *context;

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
        design q = golden_design(context, &data, json_string_value(json_object_get(one, "basis")), real(one, "sigma"));
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_match_the_reference), cmocka_unit_test(every_search_ends),
                                       cmocka_unit_test(a_replay_meets_the_same_states)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
