/* Sets of features: their stability against the formulas on the whole matrix in NumPy 1.24 and against simulations in which it is
 * known; frequencies and bounds by hand; probabilities of refits. */
#include "context_fixture.h"
#include "fault_fixture.h"
#include "lcg.h"

#include "metric/instability.h"
#include "metric/interval.h"
#include "metric/stability.h"
#include "metric/stability_selection.h"

static ard_stability stability_of(const ard_selections *sets)
{
    ard_stability out;
    assert_int_equal(ard_stability_of(context, sets, &out), ARDOR_OK);
    return out;
}

/* ---- stability */

static void against_the_whole_matrix(void **state)
{
    (void)state;
    /* f = Z.mean(0); k = Z.sum(1); b = k.mean()/p; S = 1 - (M/(M-1)*f*(1-f)).mean()/(b*(1-b));
     * phi = ((Z*f).mean(1) - k/p*b + S/2*(2*k/p*b - k/p - b + 1))/(b*(1-b)); v = 4/M**2*((phi - phi.mean())**2).sum() */
    lcg_sets s;
    lcg_sets_make(&s);
    const ard_stability t = stability_of(&s.sets);
    assert_near(t.value.value, .46732954545454564, 1e-14, "S");
    assert_near(t.variance, .0008006082537368594, 1e-16, "v");
    assert_near(t.value.low, .4118723219553658, 1e-13, "low");
    assert_near(t.value.high, .5227867689537254, 1e-13, "high");
    assert_near(t.mean_size, 8, 1e-14, "mean size");
    assert_true(!t.value.reason && !strcmp(t.value.interval, "normal"));
    /* The order of sets, and of features within them, is of no account. */
    lcg_sets other = s;
    for (int i = 0; i < LCG_SETS; i++) {
        const int from = LCG_SETS - 1 - i;
        other.size[i] = s.size[from];
        for (int64_t k = 0; k < s.size[from]; k++) other.feature[i][k] = s.feature[from][s.size[from] - 1 - k];
        other.list[i] = other.feature[i];
    }
    other.sets.size = other.size;
    other.sets.feature = other.list;
    const ard_stability turned = stability_of(&other.sets);
    assert_near(turned.value.value, t.value.value, 1e-15, "S, turned");
    assert_near(turned.variance, t.variance, 1e-17, "v, turned");
}

/* M sets of two lists, `n_first` of the first. */
static ard_selections two_kinds(int64_t p, int64_t m, int64_t n_first, const int64_t *a, int64_t n_a, const int64_t *b,
                                int64_t n_b)
{
    static int64_t size[8];
    static const int64_t *list[8];
    for (int64_t i = 0; i < m; i++) {
        size[i] = i < n_first ? n_a : n_b;
        list[i] = i < n_first ? a : b;
    }
    return (ard_selections){p, m, size, list};
}

static void has_no_value(const ard_selections *sets, const char *reason)
{
    const ard_stability t = stability_of(sets);
    assert_true(isnan(t.value.value) && isnan(t.value.low) && isnan(t.value.high) && isnan(t.variance));
    assert_string_equal(t.value.reason, reason);
}

static void where_nothing_differs(void **state)
{
    (void)state;
    static const int64_t list[4] = {0, 1, 2, 3}, *none = list;
    ard_selections sets = two_kinds(4, 3, 3, none, 0, none, 0);
    has_no_value(&sets, "no set has a feature");
    sets = two_kinds(4, 3, 3, list, 4, list, 4);
    has_no_value(&sets, "every set has all features");
    sets = two_kinds(4, 1, 1, list, 2, list, 2);
    has_no_value(&sets, "there are fewer than two sets");
    sets = two_kinds(4, 0, 0, list, 2, list, 2);
    has_no_value(&sets, "there are fewer than two sets");
    assert_true(isnan(stability_of(&sets).mean_size));
    /* All the same: 1, without an interval of no width. */
    sets = two_kinds(4, 5, 5, list, 3, list, 3);
    ard_stability t = stability_of(&sets);
    assert_true(t.value.value == 1 && t.variance == 0 && isnan(t.value.low));
    assert_string_equal(t.value.reason, "all sets are the same");
    /* Nothing in common: the least, -1/(M - 1), which bounds the interval too. S = 1 - 2 (1/4) / ((1/2)(1/2)). */
    sets = two_kinds(4, 2, 1, list, 2, list + 2, 2);
    t = stability_of(&sets);
    assert_near(t.value.value, -1, 1e-15, "nothing in common");
    /* An empty set beside others: f = 2/3 of two features of 4, kbar/p = 1/3; S = 1 - (3/2)(1/2)(2/9) / (2/9) = 1/4. */
    sets = two_kinds(4, 3, 2, list, 2, list, 0);
    t = stability_of(&sets);
    assert_near(t.value.value, .25, 1e-15, "an empty set");
    assert_true(t.value.low >= -.5 && t.value.high <= 1);
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const int64_t twice[3] = {0, 2, 0}, beyond[2] = {1, 4}, below[1] = {-1}, fine[2] = {3, 1};
    ard_stability out;
    ard_selections sets = two_kinds(4, 2, 1, fine, 2, twice, 3);
    assert_int_equal(ard_stability_of(context, &sets, &out), ARDOR_INTERNAL);
    assert_string_equal(ardor_context_message(context), "set 2 has feature 0 twice");
    sets = two_kinds(4, 2, 1, beyond, 2, fine, 2);
    assert_int_equal(ard_stability_of(context, &sets, &out), ARDOR_INTERNAL);
    sets = two_kinds(4, 2, 1, below, 1, fine, 2);
    assert_int_equal(ard_stability_of(context, &sets, &out), ARDOR_INTERNAL);
}

/* ---- simulations */

enum { DRAWN_FEATURES = 200, DRAWN_SETS = 50 };

typedef struct drawn {
    int64_t size[DRAWN_SETS], feature[DRAWN_SETS][DRAWN_FEATURES];
    const int64_t *list[DRAWN_SETS];
    ard_selections sets;
} drawn;

/* Feature j is in a set with the chance chance(j). */
static double chance(int j) { return j < 5 ? .9 : j < 15 ? .5 : .02; }

static void draw(drawn *d, ard_rng *rng)
{
    for (int i = 0; i < DRAWN_SETS; i++) {
        d->size[i] = 0;
        d->list[i] = d->feature[i];
        for (int j = 0; j < DRAWN_FEATURES; j++)
            if (ard_rng_uniform(rng) < chance(j)) d->feature[i][d->size[i]++] = j;
    }
    d->sets = (ard_selections){DRAWN_FEATURES, DRAWN_SETS, d->size, d->list};
}

/* Of sets drawn from known chances S is known: 1 - mean c (1 - c) / (cbar (1 - cbar)). It is met on the average, its variance is
 * that which is seen, and the interval covers it. */
static void the_interval_covers(void **state)
{
    (void)state;
    enum { TRIALS = 2000 };
    drawn *d = make_array(1, sizeof *d);
    double mean = 0, spread = 0, truth, sum = 0, squares = 0, variance = 0;
    int covered = 0;
    ard_rng rng;
    ard_rng_init(&rng, 77, 0, 0);
    for (int j = 0; j < DRAWN_FEATURES; j++) {
        mean += chance(j) / DRAWN_FEATURES;
        spread += chance(j) * (1 - chance(j)) / DRAWN_FEATURES;
    }
    truth = 1 - spread / (mean * (1 - mean));
    for (int trial = 0; trial < TRIALS; trial++) {
        draw(d, &rng);
        const ard_stability t = stability_of(&d->sets);
        sum += t.value.value / TRIALS;
        squares += (t.value.value - truth) * (t.value.value - truth) / TRIALS;
        variance += t.variance / TRIALS;
        covered += t.value.low <= truth && truth <= t.value.high;
    }
    assert_near(sum, truth, 4 * sqrt(squares / TRIALS) + .002, "mean of S");
    assert_near(variance / squares, 1, .1, "variance over that seen");
    assert_near((double)covered / TRIALS, .94, .02, "coverage");
    free(d);
}

/* Sets of one size drawn at random have 0 on the average. */
static void random_sets_have_none(void **state)
{
    (void)state;
    enum { TRIALS = 1000, M = 10, K = 6, P = 30 };
    double sum = 0, squares = 0;
    int covered = 0;
    ard_rng rng;
    ard_rng_init(&rng, 78, 0, 0);
    for (int trial = 0; trial < TRIALS; trial++) {
        int64_t size[M], order[M][P];
        const int64_t *list[M];
        for (int i = 0; i < M; i++) {
            for (int j = 0; j < P; j++) order[i][j] = j;
            ard_rng_shuffle(&rng, P, order[i]);
            size[i] = K;
            list[i] = order[i];
        }
        const ard_selections sets = {P, M, size, list};
        const ard_stability t = stability_of(&sets);
        sum += t.value.value / TRIALS;
        squares += t.value.value * t.value.value / TRIALS;
        covered += t.value.low <= 0 && t.value.high >= 0;
    }
    assert_near(sum, 0, 4 * sqrt(squares / TRIALS), "mean of S");
    assert_true(covered >= .9 * TRIALS);
}

/* 1e6 features in 20 sets of 1000, half of which all have: no matrix of sets x features, and S = 1/2 but for chance. */
static void a_million_features(void **state)
{
    (void)state;
    enum { P = 1000000, M = 20, K = 1000 };
    int64_t *feature = make_array((int64_t)M * K, sizeof *feature), size[M];
    const int64_t *list[M];
    ard_rng rng;
    ard_rng_init(&rng, 79, 0, 0);
    for (int64_t i = 0; i < M; i++) {
        size[i] = K;
        list[i] = feature + i * K;
        for (int64_t k = 0; k < K; k++)
            feature[i * K + k] = k < K / 2 ? k * 17 : P / 2 + (k - K / 2) * 990 + ard_rng_below(&rng, 990);
    }
    const ard_selections sets = {P, M, size, list};
    const ard_stability t = stability_of(&sets);
    assert_near(t.value.value, .5, .002, "S");
    free(feature);
}

/* ---- frequencies */

static void bins(void **state)
{
    (void)state;
    lcg_sets s;
    lcg_sets_make(&s);
    int64_t count[LCG_FEATURES];
    assert_int_equal(ard_selections_count(context, &s.sets, count), ARDOR_OK);
    ard_selection_bins b = ard_selection_bins_of(LCG_FEATURES, LCG_SETS, count, .5);
    assert_true(b.n_never == 14 && b.n_core == 7 && b.n_tail == 19 && b.n_always == 2);
    assert_near(b.chance, 8. / 40, 1e-15, "chance");
    assert_near(b.mean_core, 16. / 3, 1e-14, "mean of the core");
    b = ard_selection_bins_of(LCG_FEATURES, LCG_SETS, count, .75);
    assert_true(b.n_core == 4 && b.n_tail == 22);
    /* The share itself is enough, however it is rounded: .7 * 10 is above 7, 1 - .9 below .1. */
    assert_true(.7 * 10 > 7 - 1e-9 && ard_selections_reach(7, 10, .7) && !ard_selections_reach(6, 10, .7));
    assert_true(ard_selections_reach(1, 10, 1 - .9) && ard_selections_reach(3, 3, .1 + .2 + .7) && ard_selections_reach(0, 5, 0));
    for (int64_t n = 1; n < 200; n++)
        for (int64_t k = 1; k <= n; k++)
            assert_true(ard_selections_reach(k, n, (double)k / (double)n) &&
                        !ard_selections_reach(k - 1, n, (double)k / (double)n));
    b = ard_selection_bins_of(3, 0, (const int64_t[]){0, 0, 0}, .5);
    assert_true(b.n_never == 3 && b.n_core == 0 && isnan(b.chance) && isnan(b.mean_core));
}

static void bounds(void **state)
{
    (void)state;
    /* q = 20 of p = 1000, B = 50: q^2/p = .4, theta = .02 */
    ard_selection_bounds b = ard_selection_bounds_of(1000, 20, 50, .6);
    assert_near(b.theta, .02, 1e-16, "theta");
    assert_near(b.worst_case, .4 / .2, 1e-13, "(2 tau - 1)");
    assert_near(b.unimodal, .4 / (2 * .19), 1e-13, "tau to 3/4");
    b = ard_selection_bounds_of(1000, 20, 50, .75);
    assert_near(b.unimodal, .4 / (2 * .49), 1e-13, "tau = 3/4");
    b = ard_selection_bounds_of(1000, 20, 50, .9);
    assert_near(b.worst_case, .5, 1e-13, "tau = .9");
    assert_near(b.unimodal, 4 * .11 * .4 / 1.02, 1e-13, "tau above 3/4");
    b = ard_selection_bounds_of(1000, 20, 50, 1);
    assert_near(b.unimodal, 4 * .01 * .4 / 1.02, 1e-13, "tau = 1");
    /* Outside: theta above 1/sqrt(3) = .577; tau to 1/2 + theta^2, to 1/2 + 1/(2 B), to 1/2, above 1. */
    b = ard_selection_bounds_of(100, 57, 50, .9);
    assert_near(b.unimodal, 4 * .11 * 32.49 / 1.02, 1e-12, "theta = .57");
    b = ard_selection_bounds_of(100, 58, 50, .9);
    assert_true(isnan(b.unimodal) && b.worst_case > 0);
    b = ard_selection_bounds_of(100, 30, 50, .575); /* the least is 1/2 + 1/100 + 3/4 .09 = .5775 */
    assert_true(isnan(b.unimodal));
    b = ard_selection_bounds_of(100, 30, 50, .58);
    assert_near(b.unimodal, 9 / (2 * .15), 1e-12, "just above");
    b = ard_selection_bounds_of(1000, 20, 5, .6);
    assert_true(isnan(b.unimodal) && b.worst_case > 0);
    b = ard_selection_bounds_of(1000, 20, 5, .7);
    assert_near(b.unimodal, .4 / (2 * .3), 1e-13, "five pairs");
    static const double wrong[] = {.5, .3, 1.01, NAN};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        b = ard_selection_bounds_of(1000, 20, 50, wrong[i]);
        assert_true(isnan(b.worst_case) && isnan(b.unimodal));
    }
    b = ard_selection_bounds_of(1000, 0, 50, .9);
    assert_true(b.worst_case == 0 && b.unimodal == 0);
    assert_true(isnan(ard_selection_bounds_of(10, 11, 50, .9).worst_case) &&
                isnan(ard_selection_bounds_of(10, 1, 0, .9).worst_case));
}

/* ---- probabilities of refits */

static void instability(void **state)
{
    (void)state;
    /* Riley and Collins, for two classes: the mean of |p_b - p| over refits. */
    static const double two[6] = {.7, .4, .9, .3, .6, .1}, refit[2][6] = {{.6, .4, 1, .4, .6, 0}, {.9, .1, .9, .1, .9, .1}};
    double sum[3] = {0};
    ard_instability t = {3, 2, two, sum, 0};
    assert_true(isnan(ard_instability_row(&t, 0)));
    for (int b = 0; b < 2; b++) ard_instability_add(&t, refit[b]);
    assert_near(ard_instability_row(&t, 0), .15, 1e-15, "row 1");
    assert_near(ard_instability_row(&t, 1), .15, 1e-15, "row 2");
    assert_near(ard_instability_row(&t, 2), .05, 1e-15, "row 3");
    assert_near(ard_instability_mean(&t, NULL), .35 / 3, 1e-15, "mean");
    static const double weight[3] = {1, 1, 8};
    assert_near(ard_instability_mean(&t, weight), .07, 1e-15, "weighted");
    /* Three classes: half of .2 + .1 + .3; one class for another is all. */
    static const double three[6] = {.5, 1, .2, 0, .3, 0}, other[6] = {.3, 0, .1, 0, .6, 1};
    double distance[2] = {0};
    ard_instability k = {2, 3, three, distance, 0};
    ard_instability_add(&k, other);
    assert_near(ard_instability_row(&k, 0), .3, 1e-15, "three classes");
    assert_near(ard_instability_row(&k, 1), 1, 1e-15, "another class");
}

static void memory_may_fail(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *in = fault_context(&f);
    const long long before = f.live;
    lcg_sets s;
    lcg_sets_make(&s);
    int at = 0, rc;
    do {
        ard_stability out;
        fault_reset(&f, ++at, false);
        rc = ard_stability_of(in, &s.sets, &out);
        assert_int_equal(rc, f.fired ? ARDOR_MEMORY : ARDOR_OK);
        assert_int_equal(f.live, before);
    } while (f.fired);
    assert_int_equal(at, 4);
    ardor_context_free(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_the_whole_matrix),
        cmocka_unit_test(where_nothing_differs),
        cmocka_unit_test(wrong_lists_are_refused),
        cmocka_unit_test(the_interval_covers),
        cmocka_unit_test(random_sets_have_none),
        cmocka_unit_test(a_million_features),
        cmocka_unit_test(bins),
        cmocka_unit_test(bounds),
        cmocka_unit_test(instability),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
