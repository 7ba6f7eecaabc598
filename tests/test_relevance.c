/* The search over precisions: reference values of an independent implementation, that it ends whatever the problem, what makes it
 * end, its states, its memory. */
#include "ep_fixture.h"

#include "context_fixture.h"
#include "reducers.h"

#define GOLDEN SHARED "golden/ard-ep.json"

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
    assert_int_equal(ard_relevance_weights(search, w), ARDOR_OK);
    assert_int_equal(ard_relevance_statistics(search, r, u), ARDOR_OK);
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
        search = open_search(context, &q, false);
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
    } cases[] = {{20, 8, .3, 0},  {16, 40, .3, 0}, {20, 6, 30, 0},  {12, 30, 30, 0}, {12, 10, .3, 1},
                 {12, 30, .3, 2}, {12, 10, .3, 3}, {12, 30, .3, 3}, {1, 3, .3, 0},   {2, 1, .3, 0}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        design q = random_design(21, cases[c].n, cases[c].d, cases[c].separation);
        for (int64_t j = 0; j < q.d && cases[c].fault == 1; j++)
            q.columns[3 + j * q.n] = q.columns[7 + j * q.n] = 0; /* rows of zeros */
        if (cases[c].fault == 2)
            memcpy(q.columns + 15 * q.n, q.columns, (size_t)(15 * q.n) * sizeof *q.columns); /* columns twice */
        for (int64_t j = 0; j < q.d && cases[c].fault == 3; j++)
            memcpy(q.columns + 6 + j * q.n, q.columns + j * q.n, 6 * sizeof *q.columns); /* rows twice */
        for (int choice = 0; choice < 3 * 3 * 3 * 2; choice++) {
            ard_relevance *search = NULL;
            ard_relevance_options options = greedy();
            options.order = (ard_relevance_order)(choice % 3);
            options.start = (ard_relevance_start)(choice / 3 % 3);
            options.select = (ard_relevance_select)(choice / 9 % 3);
            options.starts = 1 + choice % 2;
            search = open_search(context, &q, choice / 27);
            search_on(search, q.d, &options);
            const int64_t *column;
            assert_true(ard_relevance_active(search, &column) >= 1);
            const ard_sites *s = ard_relevance_sites(search);
            assert_true(isfinite(s->log_evidence));
            for (int64_t i = 0; i < q.n; i++)
                assert_true(isfinite(s->mu[i]) && (s->link || s->sigma[i] >= 0) && isfinite(s->tau[i]) && isfinite(s->nu[i]));
            ard_relevance_close(context, search);
        }
        free(q.columns);
    }
}

/* Columns of zeros alone: no column can be used, and n log 1/2 is the evidence. */
static void nothing_to_use_is_a_state(void **state)
{
    (void)state;
    enum { N = 6, D = 9 };
    double *zeros = make_reals(N * D);
    for (int laplace = 0; laplace < 2; laplace++) {
        ard_relevance *search = NULL;
        ard_relevance_options options = greedy();
        const int64_t *column;
        options.starts = 3;
        const design nothing = {N, D, zeros};
        search = open_search(context, &nothing, laplace);
        search_on(search, D, &options);
        assert_int_equal(ard_relevance_active(search, &column), 0);
        assert_near(ard_relevance_sites(search)->log_evidence, -N * 0.69314718055994531, 1e-12, "the evidence of nothing");
        ard_relevance_close(context, search);
    }
    free(zeros);
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
    search = open_search(context, &q, false);
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

/* What is kept is the first state of the least score, of the errors in particular, which later states often equal. Read off the
 * trace of the search itself. */
static void the_first_of_equal_states_is_kept(void **state)
{
    (void)state;
    int n_ties = 0, n_apart = 0;
    for (uint64_t seed = 31; seed < 43; seed++)
        for (int rule = 0; rule < 3; rule++) {
            design q = random_design(seed, 24, 10, .25);
            ard_relevance *search = open_search(context, &q, false);
            ard_relevance_options options = greedy();
            bool usable[10];
            double alpha[10], last[10] = {0}, best = INFINITY;
            ard_iteration now = {0};
            options.select = (ard_relevance_select)rule;
            options.start = seed % 2 ? ARD_START_BEST : ARD_START_ALL;
            options.starts = 2;
            for (int j = 0; j < 10; j++) usable[j] = true;
            ard_relevance_begin(search, &options, usable);
            while (now.stop == ARD_STOP_NONE) {
                assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
                const double score = rule == ARD_SELECT_EVIDENCE ? -now.objective
                                     : rule == ARD_SELECT_ERRORS ? now.score_errors
                                                                 : now.score_probability_scaled;
                const bool other = memcmp(last, ard_relevance_alpha(search), sizeof last) != 0;
                memcpy(last, ard_relevance_alpha(search), sizeof last);
                n_ties += other && rule == ARD_SELECT_ERRORS && score == best;
                if (!(score < best)) continue;
                best = score;
                memcpy(alpha, last, sizeof alpha);
            }
            n_apart += memcmp(alpha, last, sizeof last) != 0;
            assert_int_equal(ard_relevance_restore(search, 1e-8), ARDOR_OK);
            for (int j = 0; j < 10; j++)
                if (alpha[j] != ard_relevance_alpha(search)[j])
                    fail_msg("seed %d, rule %d: alpha[%d] is %g, not %g", (int)seed, rule, j, ard_relevance_alpha(search)[j],
                             alpha[j]);
            ard_relevance_close(context, search);
            free(q.columns);
        }
    assert_true(n_ties > 10 && n_apart > 10);
}

/* ------------------------------------------------------------------ where a search begins */

static ard_relevance *begun(const design *q, const ard_relevance_options *options, const bool *usable)
{
    ard_relevance *search = open_search(context, q, false);
    ard_iteration now = {0};
    ard_relevance_begin(search, options, usable);
    assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
    return search;
}

/* The best column alone is the one with the largest gain (u^2/(alpha + r) - ln(1 + r/alpha))/2 at its alpha =
 * r^2/(u^2 - r), where EP has seen each row once: tau = 2/pi, nu = sqrt(2/pi). */
static void the_best_column_begins(void **state)
{
    (void)state;
    enum { ROWS = 18, COLUMNS = 12 };
    for (uint64_t seed = 50; seed < 58; seed++) {
        design q = random_design(seed, ROWS, COLUMNS, .5);
        const ard_relevance_options options = greedy();
        bool usable[COLUMNS];
        double best = -INFINITY, want = 0;
        int chosen = -1;
        for (int j = 0; j < COLUMNS; j++) {
            double square = 0, sum = 0;
            usable[j] = j != 1;
            for (int i = 0; i < ROWS; i++) {
                square += q.columns[i + j * ROWS] * q.columns[i + j * ROWS];
                sum += q.columns[i + j * ROWS];
            }
            const double r = 2 / acos(-1) * square, u = sqrt(2 / acos(-1)) * sum;
            if (!usable[j] || !(u * u > r)) continue;
            const double alpha = r * r / (u * u - r), gain = .5 * (u * u / (alpha + r) - log1p(r / alpha));
            if (!(gain > best)) continue;
            best = gain;
            want = alpha;
            chosen = j;
        }
        ard_relevance *search = begun(&q, &options, usable);
        const int64_t *active;
        assert_true(chosen >= 0);
        assert_int_equal(ard_relevance_active(search, &active), 1);
        assert_int_equal(active[0], chosen);
        assert_near(ard_relevance_alpha(search)[chosen], want, 1e-10 * want, "alpha");
        ard_relevance_close(context, search);
        free(q.columns);
    }
}

/* A fraction of the columns that may be used, one at least, or all of them, at alpha0. */
static void a_fraction_begins(void **state)
{
    (void)state;
    enum { COLUMNS = 21 };
    static const struct {
        double fraction;
        int barred, want;
    } cases[] = {{.3, 0, 6}, {.3, 1, 6}, {.3, 10, 3}, {.01, 0, 1}, {1, 0, 21}, {1, 4, 17}};
    for (int c = 0; c < COUNT_OF(cases); c++)
        for (int all = 0; all < 2; all++) {
            design q = random_design(59, 16, COLUMNS, .5);
            ard_relevance_options options = greedy();
            bool usable[COLUMNS];
            const int64_t *active;
            options.start = all ? ARD_START_ALL : ARD_START_FRACTION;
            options.start_fraction = cases[c].fraction;
            options.alpha0 = .7;
            for (int j = 0; j < COLUMNS; j++) usable[j] = j >= cases[c].barred;
            ard_relevance *search = begun(&q, &options, usable);
            assert_int_equal(ard_relevance_active(search, &active), all ? COLUMNS - cases[c].barred : cases[c].want);
            for (int j = 0; j < COLUMNS; j++)
                assert_true(isinf(ard_relevance_alpha(search)[j]) || (usable[j] && ard_relevance_alpha(search)[j] == .7));
            ard_relevance_close(context, search);
            free(q.columns);
        }
}

/* ------------------------------------------------------------------ acceptance */

static double gain_of(double r, double u, double alpha)
{
    return isinf(alpha) ? 0 : 0.5 * (u * u / (alpha + r) - log1p(r / alpha));
}

static void surrogate(double alpha, double r, double u, double *target, double *gain)
{
    if (isfinite(alpha)) {
        const double rest = fmax(alpha - r, 1e-12 * alpha);
        r = alpha * r / rest;
        u = alpha * u / rest;
    }
    *target = u * u > r * (1 + 1e-10) ? r * r / (u * u - r) : INFINITY;
    *gain = gain_of(r, u, *target) - gain_of(r, u, alpha);
}

/* The search as it would be without the acceptance test: the largest gain by the surrogate, always taken, EP from cold. The
 * number of steps until nothing gains, at most `most`; how often a column came in or went out. */
static int64_t trusting_search(ard_relevance *search, int64_t d, int64_t most, int64_t *turns)
{
    double *alpha = make_reals(d), *r = make_reals(d), *u = make_reals(d);
    int64_t steps = 0;
    for (int64_t j = 0; j < d; j++) alpha[j] = j == 0 ? 1 : INFINITY;
    for (*turns = 0; steps < most; steps++) {
        double best = 1e-6, value = 0;
        int64_t chosen = -1, active = 0;
        assert_int_equal(ard_relevance_set(search, alpha, 1e-8), ARDOR_OK);
        assert_int_equal(ard_relevance_statistics(search, r, u), ARDOR_OK);
        for (int64_t j = 0; j < d; j++) active += isfinite(alpha[j]);
        for (int64_t j = 0; j < d; j++) {
            double target, gain;
            surrogate(alpha[j], r[j], u[j], &target, &gain);
            if (!(gain > best) || (isinf(target) && active == 1)) continue;
            best = gain;
            value = target;
            chosen = j;
        }
        if (chosen < 0) break;
        *turns += isinf(value) != isinf(alpha[chosen]);
        alpha[chosen] = value;
    }
    free(u);
    free(r);
    free(alpha);
    return steps;
}

static void only_the_acceptance_ends_the_search(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        int64_t n;
        double separation;
    } cases[] = {{17, 16, .9}, {24, 16, .3}, {17, 16, 0}, {26, 12, .6}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        design q = random_design(cases[c].seed, cases[c].n, 30, cases[c].separation);
        ard_relevance *search = NULL;
        ard_relevance_options options = greedy();
        int64_t turns;
        search = open_search(context, &q, false);
        assert_int_equal(trusting_search(search, q.d, 400, &turns), 400);
        assert_true(turns > 300);
        search_on(search, q.d, &options); /* which asserts that it rises and ends */
        ard_relevance_close(context, search);
        free(q.columns);
    }
}

/* ------------------------------------------------------------------ scales */

/* Columns times s with alpha s^2 are the same model, whose search takes the same way. */
static void scales_leave_the_evidence(void **state)
{
    (void)state;
    static const double scales[] = {1, 1e-8, 1e-4, 1e-2, 1e2, 1e4, 1e8};
    for (int wide = 0; wide < 2; wide++) {
        design q = random_design(29, 24, wide ? 60 : 8, .3), scaled = {q.n, q.d, make_reals(q.n * q.d)};
        for (int choice = 0; choice < 4; choice++) {
            double want[2] = {0};
            int64_t want_active = 0;
            for (int c = 0; c < COUNT_OF(scales); c++) {
                const double s = scales[c];
                double *alpha = same(q.d, 0.7 * s * s);
                const int64_t *active;
                ard_relevance *search = NULL;
                ard_relevance_options options = greedy();
                options.start = choice < 2 ? ARD_START_BEST : ARD_START_FRACTION;
                options.alpha0 = s * s;
                for (int64_t t = 0; t < q.n * q.d; t++) scaled.columns[t] = s * q.columns[t];
                search = open_search(context, &scaled, choice % 2);
                assert_int_equal(ard_relevance_set(search, alpha, TIGHT), ARDOR_OK);
                if (c == 0) want[0] = ard_relevance_sites(search)->log_evidence;
                assert_near(ard_relevance_sites(search)->log_evidence, want[0], 1e-9, "the evidence at one alpha");
                search_on(search, q.d, &options);
                if (c == 0) want[1] = ard_relevance_sites(search)->log_evidence;
                assert_near(ard_relevance_sites(search)->log_evidence, want[1], 1e-7, "the evidence found");
                if (c == 0) want_active = ard_relevance_active(search, &active);
                assert_int_equal(ard_relevance_active(search, &active), want_active);
                ard_relevance_close(context, search);
                free(alpha);
            }
        }
        free(scaled.columns);
        free(q.columns);
    }
}

/* K times c: near 0 nothing is learnt and n log 1/2 is the evidence; far from it both forms say the same, separable data or
 * not, but for the rounding of K, which is in proportion to c and another with every BLAS. */
static void kernels_of_any_size_have_an_evidence(void **state)
{
    (void)state;
    enum { N = 25 };
    for (int d = 4; d <= 40; d += 36)
        for (int choice = 0; choice < 4; choice++) {
            const bool separable = choice % 2, laplace = choice / 2;
            design q = random_design(31, N, d, separable ? 30 : .3);
            for (double c = 1e-8; c < 2e8; c *= 10) {
                double *alpha = same(d, 1 / c);
                ard_sites s[2];
                for (int dual = 0; dual < 2; dual++) {
                    open_sites(context, N, dual ? N : d, laplace, &s[dual]);
                    assert_true(run_sweeps(&q, alpha, dual, 1e-9, 100, &s[dual]));
                    assert_int_equal(s[dual].skipped, 0);
                    for (int i = 0; i < N; i++)
                        assert_true(isfinite(s[dual].mu[i]) && (laplace || s[dual].sigma[i] >= 0) && s[dual].tau[i] >= 0);
                }
                assert_near(s[0].log_evidence, s[1].log_evidence, 1e-9 + 2e-11 * c, "the evidence of the dual form");
                if (c < 2e-8 && !separable)
                    assert_near(s[0].log_evidence, -N * 0.69314718055994531, 1e-5, "the evidence of nothing");
                ard_sites_close(context, &s[1]);
                ard_sites_close(context, &s[0]);
                free(alpha);
            }
            free(q.columns);
        }
}

/* ------------------------------------------------------------------ starts */

/* One column of a kernel as wide as the data is a dead end, where the reference stays at -55.44; all columns at alpha = 3 have
 * -53.24. */
static void other_starts_leave_a_dead_end(void **state)
{
    (void)state;
    problem_data data = {0};
    load("crabs", &data);
    design q = golden_design(context, &data, "rbf", 2);
    for (int starts = 1; starts <= 3; starts++) {
        ard_relevance *search = NULL;
        ard_relevance_options options = greedy();
        options.starts = starts;
        search = open_search(context, &q, false);
        search_on(search, q.d, &options);
        if (starts == 1)
            assert_near(ard_relevance_sites(search)->log_evidence, -55.44108, 1e-4, "the dead end");
        else
            assert_true(ard_relevance_sites(search)->log_evidence > -20);
        ard_relevance_close(context, search);
    }
    free(q.columns);
    unload(&data);
}

/* ------------------------------------------------------------------ weights, parts of rows, the constant */

/* A search with Laplace's approximation to its end, on these rows. */
static ard_relevance *search_rows(const ard_targets *target, const design *q, const ard_relevance_options *options)
{
    ard_relevance *search = NULL;
    assert_int_equal(ard_relevance_open(context, target, q->d, q->columns, &ard_link_logit, &search), ARDOR_OK);
    search_on(search, q->d, options);
    return search;
}

/* parts: of b. */
static void assert_same_state(const ard_relevance *a, const ard_relevance *b, ard_reduce parts, int64_t d)
{
    const int64_t *have, *want, m = ard_relevance_active(a, &have);
    double *u = make_reals(d), *v = make_reals(d);
    assert_int_equal(ard_relevance_active(b, &want), m);
    assert_near(ard_relevance_sites(a)->log_evidence, ard_relevance_sites(b)->log_evidence, 1e-7, "the evidence");
    assert_int_equal(ard_relevance_weights(a, u), ARDOR_OK);
    ard_context_set_reducer(context, parts, NULL);
    assert_int_equal(ard_relevance_weights(b, v), ARDOR_OK);
    ard_context_set_reducer(context, NULL, NULL);
    for (int64_t t = 0; t < m; t++) assert_int_equal(have[t], want[t]);
    assert_arrays_near(m, u, v, 1e-5, "weights");
    free(v);
    free(u);
}

/* A case weight of 2 is a row twice, and is a row here and in another part. */
static void a_weight_of_two_is_a_row_twice(void **state)
{
    (void)state;
    enum { N = 30, D = 6 };
    design q = random_design(41, N, D, .6), two = {2 * N, D, make_reals(2 * N * D)};
    double weight[N], none[N];
    int32_t label[2 * N];
    for (int i = 0; i < N; i++) {
        label[i] = label[i + N] = i % 3 > 0;
        weight[i] = 2;
        none[i] = 1;
        for (int j = 0; j < D; j++) two.columns[i + j * 2 * N] = two.columns[i + N + j * 2 * N] = q.columns[i + j * N];
    }
    const ard_targets heavy = {N, 2, label, weight, 2 * N}, light = {N, 2, label, none, 2 * N},
                      both = {2 * N, 2, label, NULL, 2 * N};
    for (int choice = 0; choice < 4; choice++) {
        ard_relevance_options options = greedy();
        options.order = choice == 3 ? ARD_ORDER_RANDOM : choice == 2 ? ARD_ORDER_CYCLIC : ARD_ORDER_GREEDY;
        options.start = choice == 3 ? ARD_START_FRACTION : ARD_START_BEST;
        options.constant_stays = options.patient = choice == 1;
        options.tol = 1e-8;
        ard_relevance *a = search_rows(&heavy, &q, &options), *b = search_rows(&both, &two, &options);
        ard_context_set_reducer(context, twice, NULL);
        ard_relevance *c = search_rows(&light, &q, &options);
        ard_context_set_reducer(context, NULL, NULL);
        assert_same_state(a, b, NULL, D);
        assert_same_state(a, c, twice, D);
        ard_relevance_close(context, c);
        ard_relevance_close(context, b);
        ard_relevance_close(context, a);
    }
    free(two.columns);
    free(q.columns);
}

/* Rows that cannot be added up end the search with an error, whatever it was about. */
static void parts_that_fail_are_an_error(void **state)
{
    (void)state;
    design q = random_design(41, 30, 6, .6);
    for (int steps = 0; steps < 4; steps++) {
        ard_relevance *search = open_search(context, &q, true);
        const ard_relevance_options options = greedy();
        const bool usable[6] = {true, true, true, true, true, true};
        ard_iteration now;
        ard_relevance_begin(search, &options, usable);
        for (int i = 0; i < steps; i++) assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        ard_context_set_reducer(context, refuse, NULL);
        assert_int_equal(ard_relevance_step(search, &now), ARDOR_INTERNAL);
        ard_context_set_reducer(context, NULL, NULL);
        ard_relevance_close(context, search);
    }
    free(q.columns);
}

/* The constant stays although nothing speaks for it, at the largest precision it may have; what reaches prune_at is out. */
static void the_constant_stays(void **state)
{
    (void)state;
    enum { N = 40, D = 3 };
    double columns[N * D];
    int32_t label[N];
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        columns[i] = 1;
        columns[i + N] = i % 4 < 2 ? 1 : -1;
        columns[i + 2 * N] = (i % 2 ? .6 : -.6) + (i / 2 % 5 - 2);
    }
    const ard_targets target = {N, 2, label, NULL, N};
    const design q = {N, D, columns};
    const int64_t *active;
    ard_relevance_options options = greedy();
    options.constant_stays = options.patient = true;
    for (int pruned = 0; pruned < 2; pruned++) {
        ard_relevance *search = search_rows(&target, &q, &options);
        assert_int_equal(ard_relevance_active(search, &active), pruned ? 1 : 2);
        assert_true(active[0] == 0 && ard_relevance_alpha(search)[0] == 1e6);
        if (!pruned) options.prune_at = .9 * ard_relevance_alpha(search)[2];
        ard_relevance_close(context, search);
    }
}

/* ------------------------------------------------------------------ many columns */

static void noise_in_many_columns(void **state)
{
    (void)state;
    static const struct {
        ard_relevance_start start;
        ard_relevance_order order;
    } cases[] = {{ARD_START_BEST, ARD_ORDER_GREEDY}, {ARD_START_BEST, ARD_ORDER_CYCLIC}, {ARD_START_FRACTION, ARD_ORDER_RANDOM}};
    for (int c = 0; c < COUNT_OF(cases); c++) noise_is_searched(100000, cases[c].start, cases[c].order, .01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_match_the_reference),
                                       cmocka_unit_test(every_search_ends),
                                       cmocka_unit_test(nothing_to_use_is_a_state),
                                       cmocka_unit_test(only_the_acceptance_ends_the_search),
                                       cmocka_unit_test(scales_leave_the_evidence),
                                       cmocka_unit_test(kernels_of_any_size_have_an_evidence),
                                       cmocka_unit_test(other_starts_leave_a_dead_end),
                                       cmocka_unit_test(noise_in_many_columns),
                                       cmocka_unit_test(a_replay_meets_the_same_states),
                                       cmocka_unit_test(a_weight_of_two_is_a_row_twice),
                                       cmocka_unit_test(parts_that_fail_are_an_error),
                                       cmocka_unit_test(the_constant_stays),
                                       cmocka_unit_test(the_first_of_equal_states_is_kept),
                                       cmocka_unit_test(the_best_column_begins),
                                       cmocka_unit_test(a_fraction_begins)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
