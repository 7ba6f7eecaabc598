/* Comparisons of methods against R 4.2.2: t.test(paired = TRUE) and its formula with (1/J + n_test/n_train) in the place of 1/J,
 * binom.test, p.adjust(method = "holm"); by hand where nothing is to be compared. */
#include "context_fixture.h"

#include "metric/interval.h"
#include "metric/paired.h"
#include "metric/permutation.h"

static void relative(double a, double b, double tolerance, const char *what)
{
    if (!(fabs(a - b) <= tolerance * fabs(b))) fail_msg("%s is %.17g, not %.17g", what, a, b);
}

/* ---- corrected resampled t */

static ard_paired_t t_of(int64_t n, const double *first, const double *second, double ratio)
{
    ard_paired_t out;
    assert_int_equal(ard_corrected_t_test(context, n, first, second, ratio, &out), ARDOR_OK);
    return out;
}

static const double FIRST[10] = {.31, .28, .35, .30, .27, .33, .29, .36, .25, .32};
static const double SECOND[10] = {.27, .29, .30, .26, .27, .28, .30, .31, .22, .27};

static void t_against_r(void **state)
{
    (void)state;
    /* d <- a - b; se <- sqrt(var(d) * (1/10 + r)); t <- mean(d)/se; 2 * pt(-abs(t), 9); mean(d) + c(-1, 1) * qt(.975, 9) * se */
    static const double expected[3][6] = {
        {0, .0080897740663410603, 3.5847725489219333, .0058866715450526961, .010699659650407405, .047300340349592587},
        {1. / 9, .011754169210418929, 2.4672096752099089, .035733480448717693, .0024102219279086949, .055589778072091298},
        {.25, .015134581446328647, 1.9161415267968858, .087596136351191387, -.0052368018247651686, .063236801824765154}};
    for (int i = 0; i < 3; i++) {
        const double *e = expected[i];
        const ard_paired_t t = t_of(10, FIRST, SECOND, e[0]), mirrored = t_of(10, SECOND, FIRST, e[0]);
        double difference[10];
        for (int k = 0; k < 10; k++) difference[k] = FIRST[k] - SECOND[k];
        const ard_paired_t same = t_of(10, difference, NULL, e[0]);
        assert_true(t.n == 10 && t.df == 9 && !t.reason);
        relative(t.mean, .029, 1e-13, "mean");
        relative(t.se, e[1], 1e-12, "se");
        relative(t.t, e[2], 1e-12, "t");
        relative(t.p, e[3], 1e-11, "p");
        relative(t.low, e[4], 1e-11, "low");
        relative(t.high, e[5], 1e-11, "high");
        assert_true(same.t == t.t && same.p == t.p && same.low == t.low);
        assert_true(mirrored.t == -t.t && mirrored.p == t.p && mirrored.low == -t.high);
    }
    /* The interval is that of figures of merit. */
    const ard_metric interval = ard_interval_corrected_t(10, FIRST, .25, 0, 1);
    const ard_paired_t one = t_of(10, FIRST, NULL, .25);
    relative(one.low, interval.low, 1e-14, "low of one");
    relative(one.high, interval.high, 1e-14, "high of one");
}

static void t_without_spread(void **state)
{
    (void)state;
    /* .1 three times, but for rounding: .4 - .3 is not .2 - .1. */
    static const double a[3] = {.4, .2, .35}, b[3] = {.3, .1, .25}, zero[3];
    ard_paired_t t = t_of(3, a, b, .1);
    relative(t.mean, .1, 1e-13, "mean");
    assert_true(isnan(t.t) && isnan(t.p) && isnan(t.low) && isnan(t.high) && t.se < 1e-15);
    assert_string_equal(t.reason, "the differences are all alike");
    /* No difference in any fold, exactly and but for rounding. */
    static const double up[3] = {.4 * (1 + 3e-16), .2, .35};
    for (int i = 0; i < 3; i++) {
        t = i == 0 ? t_of(3, a, a, .1) : i == 1 ? t_of(3, zero, NULL, .1) : t_of(3, up, a, .1);
        assert_true(t.n == 3 && t.mean == 0 && t.t == 0 && t.p == 1 && isnan(t.low) && isnan(t.high));
        assert_string_equal(t.reason, "there is no difference in any fold");
    }
    /* Differences with a mean of 0 have an interval. */
    static const double around[4] = {.1, -.1, .1, -.1};
    t = t_of(4, around, NULL, 0);
    assert_true(t.mean == 0 && t.t == 0 && t.p == 1 && !t.reason && t.high == -t.low && t.high > .1);
}

static void t_of_few_folds(void **state)
{
    (void)state;
    static const double missing[5] = {NAN, .31, .28, INFINITY, .35}, other[5] = {.1, .27, .29, .3, NAN};
    ard_paired_t t = t_of(1, FIRST, SECOND, .1);
    assert_true(t.n == 1 && t.df == 0 && isnan(t.se) && isnan(t.t) && isnan(t.p) && isnan(t.low));
    relative(t.mean, .04, 1e-13, "mean of one");
    assert_string_equal(t.reason, "a single fold does not show how far folds differ");
    t = t_of(0, FIRST, SECOND, .1);
    assert_true(t.n == 0 && t.df == 0 && isnan(t.mean) && isnan(t.p));
    assert_string_equal(t.reason, "no fold has both figures");
    /* Folds without a figure are left out: .04 and -.01 are left; t = (.03/2) / sqrt(.00125 (1/2 + .1)), two-sided with 1 degree
     * of freedom 1 - 2 atan(t)/pi. */
    t = t_of(5, missing, other, .1);
    const double expected = .015 / sqrt(.00125 * .6);
    assert_true(t.n == 2 && t.df == 1);
    relative(t.t, expected, 1e-12, "t of two");
    relative(t.p, 1 - 2 * atan(expected) / acos(-1), 1e-12, "p of two");
    t = t_of(10, FIRST, SECOND, INFINITY);
    assert_true(isnan(t.p) && isnan(t.low) && t.reason);
}

/* ---- counts */

static void exact_binomial(void **state)
{
    (void)state;
    /* binom.test(a, a + b)$p.value */
    static const struct {
        int64_t a, b;
        double p;
    } expected[] = {{0, 0, 1},
                    {1, 0, 1},
                    {0, 5, .0625},
                    {3, 9, .14599609375},
                    {7, 8, 1},
                    {8, 8, 1},
                    {2, 30, 2.4633482098579439e-07},
                    {450, 550, .0017305360849763163},
                    {0, 60, 1.7347234759768052e-18},
                    {4980, 5020, .69653858497678889}};
    for (int i = 0; i < COUNT_OF(expected); i++) {
        relative(ard_sign_p(expected[i].a, expected[i].b), expected[i].p, 1e-11, "binomial");
        assert_true(ard_sign_p(expected[i].a, expected[i].b) == ard_sign_p(expected[i].b, expected[i].a));
    }
}

static void mcnemar(void **state)
{
    (void)state;
    /* 20 rows: 9 both right, 2 both wrong (one of them undecided by the first, one by both), 7 and 2. */
    enum { N = 20 };
    int32_t label[N], first[N], second[N];
    for (int i = 0; i < N; i++) {
        label[i] = i % 3;
        first[i] = i < 9 || i >= 18 ? label[i] : (label[i] + 1) % 3;
        second[i] = i < 9 || (i >= 11 && i < 18) ? label[i] : (label[i] + 2) % 3;
    }
    first[9] = first[10] = second[10] = -1;
    first[17] = -1;
    const ard_mcnemar m = ard_mcnemar_test(N, label, first, second);
    assert_true(m.both_right == 9 && m.both_wrong == 2 && m.only_first_wrong == 7 && m.only_second_wrong == 2);
    /* 2 (1 + 9 + 36) / 2^9 */
    relative(m.p, 2 * 46. / 512, 1e-13, "McNemar");
    const ard_mcnemar same = ard_mcnemar_test(N, label, first, first);
    assert_true(same.only_first_wrong == 0 && same.only_second_wrong == 0 && same.p == 1);
    assert_true(ard_mcnemar_test(0, label, first, second).p == 1);
}

static void signs(void **state)
{
    (void)state;
    static const double a[10] = {.3, .2, .5, .1, .4, .25, NAN, .7, 0, .6};
    static const double b[10] = {.2, .2, .4, .3, .3, .25 * (1 + 4e-16), .1, NAN, 0, .5};
    const ard_sign_test s = ard_sign_test_of(10, a, b);
    assert_true(s.first_larger == 4 && s.second_larger == 1 && s.ties == 3 && s.missing == 2);
    relative(s.p, 2 * 6. / 32, 1e-13, "sign test");
    const ard_sign_test ties = ard_sign_test_of(6, a, a);
    assert_true(ties.ties == 6 && ties.p == 1);
}

static void holm(void **state)
{
    (void)state;
    /* p.adjust(c(.01, .04, NA, .03, .005, .7, .02, .03), "holm"), p.adjust(c(.6, .9), "holm") */
    static const double p[8] = {.01, .04, NAN, .03, .005, .7, .02, .03}, q[2] = {.6, .9};
    static const double expected[8] = {.06, .12, NAN, .12, .035, .7, .1, .12};
    double adjusted[8];
    int64_t m = 0;
    assert_int_equal(ard_holm(context, 8, p, adjusted, &m), ARDOR_OK);
    assert_int_equal(m, 7);
    for (int i = 0; i < 8; i++)
        if (i == 2)
            assert_true(isnan(adjusted[i]));
        else
            relative(adjusted[i], expected[i], 1e-14, "Holm");
    memcpy(adjusted, q, sizeof q);
    assert_int_equal(ard_holm(context, 2, adjusted, adjusted, &m), ARDOR_OK);
    assert_true(adjusted[0] == 1 && adjusted[1] == 1 && m == 2);
    assert_int_equal(ard_holm(context, 1, p + 2, adjusted, &m), ARDOR_OK);
    assert_true(isnan(adjusted[0]) && m == 0);
    assert_int_equal(ard_holm(context, 0, p, adjusted, &m), ARDOR_OK);
    assert_int_equal(m, 0);
    /* monotone in p, never below p */
    ard_rng rng;
    ard_rng_init(&rng, 3, 0, 0);
    for (int trial = 0; trial < 50; trial++) {
        double from[12], to[12];
        for (int i = 0; i < 12; i++) from[i] = ard_rng_uniform(&rng) * ard_rng_uniform(&rng);
        assert_int_equal(ard_holm(context, 12, from, to, &m), ARDOR_OK);
        for (int i = 0; i < 12; i++)
            for (int k = 0; k < 12; k++) assert_true(to[i] >= from[i] && to[i] <= 1 && (from[i] > from[k] || to[i] <= to[k]));
    }
}

/* ---- permutations, and the interval of a count */

static void permutations(void **state)
{
    (void)state;
    static const double loss[9] = {.7, .6, .5, .8, .9, .55, .65, .75, .5 * (1 + 1e-10)};
    ard_permutation_test t = ard_permutation_test_of(9, loss, .5, false);
    assert_true(t.n == 9 && t.n_as_good == 2 && t.n_ties == 2 && t.n_failed == 0);
    relative(t.p, 3. / 10, 1e-15, "p");
    t = ard_permutation_test_of(9, loss, .49, false);
    assert_true(t.n_as_good == 0 && t.p == 1. / 10 && t.chance.low == 0);
    t = ard_permutation_test_of(9, loss, .62, false);
    assert_true(t.n_as_good == 4 && t.n_ties == 0 && t.p == .5);
    /* larger is better */
    t = ard_permutation_test_of(9, loss, .8, true);
    assert_true(t.n_as_good == 2 && t.n_ties == 1);
    /* a difference beyond rounding is none */
    t = ard_permutation_test_of(1, (const double[]){.5 * (1 + 3e-9)}, .5, false);
    assert_true(t.n_as_good == 0 && t.n_ties == 0);
    /* an error of 0 ties with 0 alone; what failed counts */
    t = ard_permutation_test_of(4, (const double[]){0, .01, NAN, .2}, 0, false);
    assert_true(t.n_as_good == 2 && t.n_ties == 1 && t.n_failed == 1 && t.p == 3. / 5);
    /* negative figures */
    t = ard_permutation_test_of(3, (const double[]){-2, -1, -3}, -2, true);
    assert_true(t.n_as_good == 2 && t.n_ties == 1);
    t = ard_permutation_test_of(0, loss, .5, false);
    assert_true(t.p == 1 && isnan(t.chance.value) && t.chance.reason);
    t = ard_permutation_test_of(9, loss, NAN, false);
    assert_true(isnan(t.p) && isnan(t.chance.value) && t.chance.reason);
}

static void clopper_pearson(void **state)
{
    (void)state;
    /* binom.test(k, n)$conf.int */
    static const struct {
        int64_t k, n;
        double low, high;
    } expected[] = {{0, 1, 0, .975},
                    {1, 1, .025, 1},
                    {0, 99, 0, .036575744983478931},
                    {3, 99, .0062933472741721038, .086011264337379489},
                    {49, 99, .39290703860654042, .59730208340994251},
                    {99, 99, .96342425501652107, 1},
                    {17, 9999, .00099071383461076055, .0027207458493718902},
                    {2, 5, .052744950526316912, .85336720036532676}};
    for (int i = 0; i < COUNT_OF(expected); i++) {
        const ard_metric m = ard_interval_clopper_pearson(expected[i].k, expected[i].n);
        relative(m.low, expected[i].low, 1e-11, "low");
        relative(m.high, expected[i].high, 1e-11, "high");
        assert_true(m.value == (double)expected[i].k / (double)expected[i].n && !m.reason);
        assert_string_equal(m.interval, "clopper-pearson");
    }
    assert_true(isnan(ard_interval_clopper_pearson(0, 0).value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_against_r),    cmocka_unit_test(t_without_spread), cmocka_unit_test(t_of_few_folds),
        cmocka_unit_test(exact_binomial), cmocka_unit_test(mcnemar),          cmocka_unit_test(signs),
        cmocka_unit_test(holm),           cmocka_unit_test(permutations),     cmocka_unit_test(clopper_pearson),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
