/* Decisions from probabilities: priors, costs, thresholds, rows that are left undecided, and the figures of all that, against
 * plain computations of the same. */
#include "predictions_fixture.h"

#include "metric/baseline.h"
#include "metric/confusion.h"
#include "metric/decide.h"
#include "metric/metrics.h"

static ardor_context *context;

static int set_up(void **state)
{
    (void)state;
    return ardor_context_new(NULL, &context);
}

static int tear_down(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

static char *const LETTERS[] = {(char *)"a", (char *)"b", (char *)"c", (char *)"d"};

static ard_decision decision_of(int n_classes, ard_decision_ask ask)
{
    ard_decision d;
    if (ard_decision_new(context, &ask, n_classes, LETTERS, "t.csv", &d) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    return d;
}

/* Row i of n in K classes, each row adding up to 1; some probabilities are small. */
static double *random_rows(ard_rng *rng, int64_t n, int n_classes)
{
    double *prob = make_reals(n * n_classes);
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int c = 0; c < n_classes; c++) sum += prob[c * n + i] = exp(6 * ard_rng_normal(rng));
        for (int c = 0; c < n_classes; c++) prob[c * n + i] /= sum;
    }
    return prob;
}

/* ------------------------------------------------------------------ prior */

/* A test that is positive in 90 % of the ill and 20 % of the healthy, of whom there were as many. */
static void a_prior_is_bayes_rule_by_hand(void **state)
{
    (void)state;
    const double half[] = {.5, .5}, rare[] = {.99, .01};
    double prob[] = {.2 / 1.1, .8 / (.8 + .1), .9 / 1.1, .1 / (.8 + .1)};
    assert_int_equal(ard_prior_move(context, 2, rare, half, 2, prob, 2), ARDOR_OK);
    assert_near(prob[2], .01 * .9 / (.01 * .9 + .99 * .2), 1e-15, "ill where the test is positive");
    assert_near(prob[3], .01 * .1 / (.01 * .1 + .99 * .8), 1e-15, "ill where it is negative");
    assert_near(prob[0], .99 * .2 / (.01 * .9 + .99 * .2), 1e-15, "healthy where it is positive");
}

static void a_prior_is_bayes_rule(void **state)
{
    (void)state;
    enum { ROWS = 200, LD = 203 };
    ard_rng rng;
    ard_rng_init(&rng, 7, 0, 0);
    for (int k = 2; k <= MOST_CLASSES; k++) {
        double *prob = random_rows(&rng, ROWS, k), *moved = make_reals(LD * k), share[MOST_CLASSES], prior[MOST_CLASSES];
        double *one = random_rows(&rng, 1, k), *other = random_rows(&rng, 1, k);
        for (int c = 0; c < k; c++) {
            share[c] = one[c];
            prior[c] = other[c];
            for (int i = 0; i < LD; i++) moved[c * LD + i] = i < ROWS ? prob[c * ROWS + i] : 7;
        }
        assert_int_equal(ard_prior_move(context, k, prior, share, ROWS, moved, LD), ARDOR_OK);
        for (int i = 0; i < ROWS; i++) {
            long double sum = 0, all = 0;
            for (int c = 0; c < k; c++) all += (long double)prob[c * ROWS + i] * prior[c] / share[c];
            for (int c = 0; c < k; c++) {
                const double expected = (double)((long double)prob[c * ROWS + i] * prior[c] / share[c] / all);
                assert_near(moved[c * LD + i], expected, 1e-13, "a probability");
                assert_true(fabs(moved[c * LD + i] / expected - 1) < 1e-12); /* small ones, too */
                sum += moved[c * LD + i];
            }
            assert_near((double)sum, 1, 1e-12, "the sum");
        }
        for (int c = 0; c < k; c++)
            for (int i = ROWS; i < LD; i++) assert_near(moved[c * LD + i], 7, 0, "behind the rows");
        free(other);
        free(one);
        free(moved);
        free(prob);
    }
}

static void the_training_shares_change_nothing(void **state)
{
    (void)state;
    enum { ROWS = 500 };
    ard_rng rng;
    ard_rng_init(&rng, 8, 0, 0);
    for (int k = 2; k <= MOST_CLASSES; k++) {
        double *prob = random_rows(&rng, ROWS, k), *moved = make_reals(ROWS * k), *share = random_rows(&rng, 1, k);
        memcpy(moved, prob, (size_t)(ROWS * k) * sizeof *prob);
        assert_int_equal(ard_prior_move(context, k, share, share, ROWS, moved, ROWS), ARDOR_OK);
        for (int i = 0; i < ROWS * k; i++) assert_near(moved[i], prob[i], 1e-15, "at the same shares");
        assert_int_equal(ard_prior_move(context, k, NULL, share, ROWS, moved, ROWS), ARDOR_OK);
        free(share);
        free(moved);
        free(prob);
    }
}

/* A probability below the smallest double's root comes back where the prior is on its side; what is impossible stays so. */
static void small_probabilities_do_not_vanish(void **state)
{
    (void)state;
    const double share[] = {.5, .5}, prior[] = {1e-200, 1}, three[] = {.5, .5, 0}, thirds[] = {.25, .25, .5};
    double prob[] = {1, 1e-200}, none[] = {1, 0}, without[] = {.2, .3, .5};
    assert_int_equal(ard_prior_move(context, 2, prior, share, 1, prob, 1), ARDOR_OK);
    assert_near(prob[0], .5, 1e-12, "1 and 1e-200 at 1e-200 and 1");
    assert_near(prob[1], .5, 1e-12, "1 and 1e-200 at 1e-200 and 1");
    assert_int_equal(ard_prior_move(context, 2, prior, share, 1, none, 1), ARDOR_OK);
    assert_near(none[0], 1, 0, "what is certain");
    assert_near(none[1], 0, 0, "what is impossible");
    /* where no product of the two is a normal number */
    const double least[] = {1e-320, 1}, uneven[] = {.3, .7};
    double subnormal[] = {1, 1e-318};
    const long double one = (long double)subnormal[1] / uneven[1], other = (long double)least[0] / uneven[0];
    const long double exact = one / (one + other);
    assert_int_equal(ard_prior_move(context, 2, least, uneven, 1, subnormal, 1), ARDOR_OK);
    assert_near(subnormal[1], (double)exact, 1e-12, "1 and 1e-318 at 1e-320 and 1");
    assert_int_equal(ard_prior_move(context, 3, thirds, three, 1, without, 1), ARDOR_OK);
    assert_near(without[0], .4, 1e-15, "with a class that no training row had");
    assert_near(without[2], 0, 0, "that class");
    double alone[] = {0, 0, 1}; /* of that class alone nothing can be said */
    assert_int_equal(ard_prior_move(context, 3, thirds, three, 1, alone, 1), ARDOR_OK);
    assert_true(alone[0] == 0 && alone[1] == 0 && alone[2] == 1);
}

static void factors_give_the_rows_the_prior(void **state)
{
    (void)state;
    const int32_t label[] = {0, 1, 1, 0, 2, 2, 2};
    const double weight[] = {1, 2, .5, 1, 3, 1, 1}, prior[] = {.7, .2, .1};
    double factor[3], sum[3] = {0, 0, 0}, all = 0;
    ard_prior_factors(3, prior, 7, label, weight, factor);
    for (int i = 0; i < 7; i++) sum[label[i]] += weight[i] * factor[label[i]];
    for (int c = 0; c < 3; c++) all += sum[c];
    assert_near(all, 9.5, 1e-12, "the sum of the weights");
    for (int c = 0; c < 3; c++) assert_near(sum[c] / all, prior[c], 1e-14, "a share");
    ard_prior_factors(3, prior, 4, label, NULL, factor);
    assert_near(factor[2], 0, 0, "of a class without rows");
}

/* ------------------------------------------------------------------ classes */

enum { MANY = 400 };

static void expect_alike(const ard_decision *a, const ard_decision *b, int k, const double *prob)
{
    int32_t one[MANY], other[MANY];
    ard_decide_all(a, MANY, k, prob, one);
    ard_decide_all(b, MANY, k, prob, other);
    assert_memory_equal(one, other, sizeof one);
}

/* Rows about the middle, to the last bit. */
static double *rows_near_half(void)
{
    double *prob = make_reals(2 * MANY);
    for (int i = 0; i < MANY; i++) {
        prob[i] = .5 + (i % 7 - 3) * 0x1p-54 + (i % 3 - 1) * (i > MANY / 2) * .1;
        prob[MANY + i] = 1 - prob[i] + (i % 5 - 2) * 0x1p-54;
    }
    return prob;
}

static void half_and_equal_costs_are_the_most_probable_class(void **state)
{
    (void)state;
    double *prob = rows_near_half();
    const ard_decision half = decision_of(2, (ard_decision_ask){.threshold = .5});
    const ard_decision even = decision_of(2, (ard_decision_ask){.cost = "1,1"}),
                       four = decision_of(2, (ard_decision_ask){.cost = "4,4"});
    const ard_decision none = decision_of(2, (ard_decision_ask){0});
    assert_false(ard_decision_given(&none) || ard_decision_given(NULL));
    assert_true(ard_decision_given(&half) && !half.costs && even.costs);
    int32_t decided[MANY];
    ard_decide_all(&half, MANY, 2, prob, decided);
    for (int i = 0; i < MANY; i++) assert_int_equal(decided[i], prob[MANY + i] > prob[i]);
    expect_alike(NULL, &half, 2, prob);
    expect_alike(NULL, &even, 2, prob);
    expect_alike(NULL, &four, 2, prob);
    expect_alike(NULL, &none, 2, prob);
    free(prob);
    ard_decision_free(context, (ard_decision *)&half);
    ard_decision_free(context, (ard_decision *)&even);
    ard_decision_free(context, (ard_decision *)&four);
}

static void costs_of_two_classes_are_a_threshold(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 9, 0, 0);
    double *prob = random_rows(&rng, MANY, 2);
    ard_decision costs = decision_of(2, (ard_decision_ask){.cost = "1,4"}),
                 threshold = decision_of(2, (ard_decision_ask){.threshold = .2});
    ard_decision list = decision_of(2, (ard_decision_ask){.cost = "b:a=4"});
    int32_t decided[MANY], ones = 0;
    assert_near(costs.threshold, .2, 1e-16, "the threshold in force");
    assert_near(list.threshold, .2, 1e-16, "the threshold in force");
    expect_alike(&costs, &threshold, 2, prob);
    expect_alike(&costs, &list, 2, prob);
    ard_decide_all(&costs, MANY, 2, prob, decided);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(decided[i], prob[MANY + i] > .2);
        ones += decided[i] == 1 && prob[MANY + i] < .5;
    }
    assert_true(ones > 5);
    free(prob);
    ard_decision_free(context, &list);
    ard_decision_free(context, &threshold);
    ard_decision_free(context, &costs);
}

static void the_least_expected_cost_decides(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 10, 0, 0);
    double *prob = random_rows(&rng, MANY, 3);
    /* what is not in the list costs 1 */
    const double cost[3][3] = {{0, 1, 5}, {.5, 0, 1}, {9, 1, 0}};
    ard_decision d = decision_of(3, (ard_decision_ask){.cost = "a:c=5, b:a=.5,c:a=9"});
    ard_decision same = decision_of(3, (ard_decision_ask){.cost = "a:b=1"});
    int differ = 0;
    assert_true(isnan(d.threshold));
    for (int i = 0; i < MANY; i++) {
        int best = 0;
        double least = INFINITY;
        for (int k = 0; k < 3; k++) {
            double expected = 0;
            for (int c = 0; c < 3; c++) expected += prob[c * MANY + i] * cost[c][k];
            if (expected < least) best = k;
            least = fmin(least, expected);
        }
        assert_int_equal(ard_decide(&d, MANY, 3, prob, i), best);
        assert_int_equal(ard_decide(&same, MANY, 3, prob, i), ard_decide(NULL, MANY, 3, prob, i));
        differ += best != ard_decide(NULL, MANY, 3, prob, i);
    }
    assert_true(differ > 10);
    free(prob);
    ard_decision_free(context, &same);
    ard_decision_free(context, &d);
}

static void a_zone_leaves_rows_undecided(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 11, 0, 0);
    for (int k = 2; k <= 3; k++) {
        double *prob = random_rows(&rng, MANY, k);
        for (int c = 0; c < k; c++) prob[c * MANY] = 1. / k; /* its largest probability is 1/K but for rounding */
        prob[0] -= 0x1p-54;
        const ard_decision none = decision_of(k, (ard_decision_ask){.abstains = true});
        const ard_decision least = decision_of(k, (ard_decision_ask){.abstains = true, .abstain = 1. / k});
        const ard_decision some = decision_of(k, (ard_decision_ask){.abstains = true, .abstain = .8});
        const ard_decision all = decision_of(k, (ard_decision_ask){.abstains = true, .abstain = 1});
        int undecided = 0;
        expect_alike(NULL, &none, k, prob);
        expect_alike(NULL, &least, k, prob);
        for (int i = 0; i < MANY; i++) {
            double most = 0;
            for (int c = 0; c < k; c++) most = fmax(most, prob[c * MANY + i]);
            assert_int_equal(ard_decide(&some, MANY, k, prob, i) < 0, most < .8);
            if (most < 1 - 1e-9) assert_int_equal(ard_decide(&all, MANY, k, prob, i), -1);
            undecided += most < .8;
        }
        assert_true(undecided > 20 && undecided < MANY - 20);
        free(prob);
    }
    const double at[] = {.2, .8 - 1e-16};
    const ard_decision limit = {.n_classes = 2, .abstains = true, .abstain = .8};
    assert_int_equal(ard_decide(&limit, 1, 2, at, 0), 1);
}

/* With costs 1 and 4 .8 and .2 tie. */
static void ties_of_costs_are_half_wrong(void **state)
{
    (void)state;
    ard_decision d = decision_of(2, (ard_decision_ask){.cost = "1,4"});
    const double tie[] = {.8, .2}, over[] = {.79, .21}, below[] = {.81, .19};
    for (int c = 0; c < 2; c++) {
        assert_near(ard_wrong(&d, 1, 2, tie, 0, c), .5, 0, "a tie");
        assert_near(ard_wrong(&d, 1, 2, over, 0, c), c == 0, 0, "above");
        assert_near(ard_wrong(&d, 1, 2, below, 0, c), c == 1, 0, "below");
        assert_near(ard_wrong(NULL, 1, 2, over, 0, c), c == 1, 0, "without costs");
    }
    ard_decision_free(context, &d);
}

/* What rounding leaves between equal classes of three decides nothing, whatever the costs; between two it does. */
static void ties_but_for_rounding_go_to_the_first(void **state)
{
    (void)state;
    ard_decision ones = decision_of(3, (ard_decision_ask){.cost = "a:b=1"});
    const double third = 1. / 3, all[] = {third - 1e-16, third, third + 1e-16}, last[] = {.2, .4, .4 + 1e-16},
                 apart[] = {third - 1e-8, third, third + 1e-8}, two[] = {.5 - 1e-16, .5 + 2e-16};
    const ard_decision *const how[] = {NULL, &ones};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(ard_decide(how[k], 1, 3, all, 0), 0);
        assert_int_equal(ard_decide(how[k], 1, 3, last, 0), 1);
        assert_int_equal(ard_decide(how[k], 1, 3, apart, 0), 2);
    }
    assert_int_equal(ard_decide(NULL, 1, 2, two, 0), 1);
    ard_decision_free(context, &ones);
}

/* ------------------------------------------------------------------ texts */

static void priors_are_completed(void **state)
{
    (void)state;
    ard_decision two = decision_of(2, (ard_decision_ask){.prior = "b=.01"}),
                 three = decision_of(3, (ard_decision_ask){.prior = "c = .2, a=.5"});
    ard_decision all = decision_of(3, (ard_decision_ask){.prior = "a=.333333333,b=.333333333,c=.333333333"}), copy;
    assert_near(two.prior[0], .99, 0, "the rest");
    assert_near(two.prior[1], .01, 0, "b");
    assert_near(three.prior[1], .3, 1e-15, "the rest");
    assert_near(all.prior[0] + all.prior[1] + all.prior[2], 1, 1e-15, "the sum");
    assert_true(isnan(two.threshold) && !two.cost && !two.abstains);
    assert_int_equal(ard_decision_copy(context, &three, &copy), ARDOR_OK);
    assert_true(copy.prior != three.prior && copy.n_classes == 3);
    assert_memory_equal(copy.prior, three.prior, 3 * sizeof *copy.prior);
    ard_decision_free(context, &copy);
    ard_decision_free(context, &all);
    ard_decision_free(context, &three);
    ard_decision_free(context, &two);
}

static void bad_texts_have_one_message_each(void **state)
{
    (void)state;
    static const struct {
        int n_classes;
        ard_decision_ask ask;
        const char *message;
    } bad[] = {
        {2, {.prior = "b=1.5"}, "prior: 'b=1.5' is not CLASS=P with a share above 0 and below 1"},
        {2, {.prior = "b=-.1"}, "prior: 'b=-.1' is not CLASS=P with a share above 0 and below 1"},
        {2, {.prior = "b=0"}, "prior: 'b=0' is not CLASS=P with a share above 0 and below 1"},
        {2, {.prior = "b=1"}, "prior: 'b=1' is not CLASS=P with a share above 0 and below 1"},
        {2, {.prior = "b=nan"}, "prior: 'b=nan' is not CLASS=P with a share above 0 and below 1"},
        {2, {.prior = "b"}, "prior: 'b' is not CLASS=P with a share above 0 and below 1"},
        {2, {.prior = "e=.5"}, "prior: t.csv has no class 'e'; the classes are 'a', 'b'"},
        {2, {.prior = "b=.5,b=.4"}, "prior: class 'b' is named twice, with 0.5 and with 0.4: give it one share"},
        {2, {.prior = "a=.5,b=.6"}, "prior: the shares of all classes add up to 1.1, and must to 1: leave one of them out"},
        {2, {.prior = "a=.5,b=.4"}, "prior: the shares of all classes add up to 0.9, and must to 1: leave one of them out"},
        {3,
         {.prior = "a=.5,b=.5"},
         "prior: nothing is left for class 'c': the shares of the others add up to 1, and must to less than 1"},
        {3,
         {.prior = "a=.5,b=.4999999999"},
         "prior: nothing is left for class 'c': the shares of the others add up to 0.9999999999, and must to less than 1"},
        {3,
         {.prior = "a=.9,c=.9"},
         "prior: nothing is left for class 'b': the shares of the others add up to 1.8, and must to less than 1"},
        {3,
         {.prior = "a=.5"},
         "prior: only 1 of 3 classes has a share: name all but one at least; the classes are 'a', 'b', 'c'"},
        {3,
         {.threshold = .3},
         "threshold: it parts two classes, and t.csv has 3 ('a', 'b', 'c'): give cost=TRUE:PREDICTED=COST,.., or fit with "
         "--positive, which makes two of them"},
        {2, {.threshold = .3, .cost = "1,2"}, "threshold and cost both say where two classes part: give one of them"},
        {3,
         {.cost = "1,2"},
         "cost: FP,FN is for two classes, and t.csv has 3 ('a', 'b', 'c'): give TRUE:PREDICTED=COST,.., or fit with "
         "--positive, which makes two of them"},
        {2, {.cost = "1,-2"}, "cost: '1,-2' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,.."},
        {2, {.cost = "1,2,3"}, "cost: '1,2,3' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,.."},
        {2, {.cost = "0,1"}, "cost: '0,1' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,.."},
        {2, {.cost = "1,inf"}, "cost: '1,inf' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,.."},
        {2, {.cost = "a:b=2,b5"}, "cost: 'b5' is not TRUE:PREDICTED=COST with a number above 0"},
        {2, {.cost = "1,"}, "cost: '1,' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,.."},
        {2, {.cost = "a:b=nan"}, "cost: 'a:b=nan' is not TRUE:PREDICTED=COST with a number above 0"},
        {2, {.cost = "a:e=2"}, "cost: 'a:e=2' does not name two classes of t.csv; the classes are 'a', 'b'"},
        {2, {.cost = "a=2"}, "cost: 'a=2' does not name two classes of t.csv; the classes are 'a', 'b'"},
        {2, {.cost = "a:a=2"}, "cost: 'a:a=2': a class that is decided rightly costs nothing"},
        {2, {.cost = "a:b=2,a:b=3"}, "cost: 'a:b=3' is about a pair that has a cost already"},
    };
    ard_decision d;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(ard_decision_new(context, &bad[i].ask, bad[i].n_classes, LETTERS, "t.csv", &d), ARDOR_USAGE);
        assert_string_equal(ardor_context_message(context), bad[i].message);
        assert_true(!d.prior && !d.cost && d.n_classes == 0);
    }
}

/* Names may hold what separates. */
static void names_of_classes_are_any(void **state)
{
    (void)state;
    char *const names[] = {(char *)"a:b", (char *)"x=y", (char *)" z"};
    const ard_decision_ask ask = {.prior = "x=y=.25, z=.5", .cost = "a:b:x=y=3,x=y:a:b=7, z:a:b=2"};
    ard_decision d;
    assert_int_equal(ard_decision_new(context, &ask, 3, names, "t.csv", &d), ARDOR_OK);
    assert_near(d.prior[0], .25, 0, "a:b");
    assert_near(d.prior[2], .5, 0, " z");
    const double expected[] = {0, 3, 1, 7, 0, 1, 2, 1, 0};
    for (int k = 0; k < 9; k++) assert_near(d.cost[k], expected[k], 0, "a cost");
    ard_decision_free(context, &d);
    /* the first colon makes a name, but what is behind it is none */
    char *const prefixed[] = {(char *)"a", (char *)"a:b", (char *)"c"};
    const ard_decision_ask of_prefix = {.cost = "a:b:c=7"};
    assert_int_equal(ard_decision_new(context, &of_prefix, 3, prefixed, "t.csv", &d), ARDOR_OK);
    assert_true(d.cost[1 * 3 + 2] == 7 && d.cost[0 * 3 + 2] == 1);
    ard_decision_free(context, &d);
}

/* ------------------------------------------------------------------ figures */

/* Mean over rows of value, by weight (0: the row is not of them). */
static double mean_by(int64_t n, const double *weight, const double *value)
{
    double sum = 0, all = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += weight[i] * value[i];
        all += weight[i];
    }
    return sum / all;
}

static void decide_sample(sample *s, const ard_decision *d)
{
    s->p.decision = d;
    ard_decide_all(d, s->p.n, s->p.n_classes, s->prob, s->predicted);
}

static void check_figures(const sample *s, const ard_metrics *m, const ard_confusion *table)
{
    const ard_predictions *p = &s->p;
    double wrong[MOST_ROWS], undecided[MOST_ROWS], cost[MOST_ROWS], all[MOST_ROWS], some[MOST_ROWS], count = 0, left = 0;
    for (int64_t i = 0; i < p->n; i++) {
        const bool decided = s->predicted[i] >= 0;
        wrong[i] = s->predicted[i] != s->label[i];
        undecided[i] = !decided;
        cost[i] = decided && p->decision->cost ? p->decision->cost[s->label[i] * p->n_classes + s->predicted[i]] : 0;
        all[i] = s->weight[i] * (p->factor ? p->factor[s->label[i]] : 1);
        some[i] = decided ? all[i] : 0;
        left += decided ? 0 : s->weight[i];
        count += decided ? s->weight[i] : 0;
    }
    assert_near(m->error.value, mean_by(p->n, all, wrong), 1e-13, "the error, in which rows that are not decided are wrong");
    assert_near(m->undecided.value, mean_by(p->n, all, undecided), 1e-13, "the share that is not decided");
    assert_near(m->error_decided.value, mean_by(p->n, some, wrong), 1e-13, "the error of the decided");
    assert_near(m->error.value, m->undecided.value + (1 - m->undecided.value) * m->error_decided.value, 1e-13, "both");
    assert_near(m->cost.value, mean_by(p->n, some, cost), 1e-13, "the mean cost");
    const ard_metric *const with[] = {&m->undecided, &m->error_decided, &m->cost};
    for (int k = 0; k < 3; k++) {
        const ard_metric *w = with[k];
        if (k == 2 && isnan(w->low)) continue; /* costs that are all alike have no interval */
        assert_true(w->low <= w->value && w->value <= w->high && w->low < w->high);
    }
    for (int a = 0; a < p->n_classes; a++) {
        left -= table->undecided[a];
        for (int b = 0; b < p->n_classes; b++) count -= table->count[a * p->n_classes + b];
    }
    assert_near(left, 0, 1e-12, "what is not decided, in the table");
    assert_near(count, 0, 1e-12, "what is decided, in the table");
}

static void figures_of_decisions_are_those_by_hand(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 12, 0, 0);
    for (int k = 0; k < 40; k++) {
        sample s;
        ard_metrics m;
        ard_confusion table;
        const int n_classes = 2 + k % 3;
        const double prior[] = {.6, .4 / (n_classes - 1), .4 / (n_classes - 1), .4 / (n_classes - 1)};
        double factor[MOST_CLASSES];
        sample_make(&s, &rng, 60, n_classes, 5, 1, k % 2);
        ard_decision d = decision_of(n_classes, (ard_decision_ask){.cost = "a:b=3,b:a=.5", .abstains = true, .abstain = .45});
        if (k % 4 > 1) {
            ard_prior_factors(n_classes, prior, s.p.n, s.label, s.p.weight, factor);
            s.p.factor = factor;
        }
        decide_sample(&s, &d);
        assert_int_equal(ard_metrics_compute(context, &s.p, &m), ARDOR_OK);
        assert_int_equal(ard_confusion_compute(context, &s.p, &table), ARDOR_OK);
        check_figures(&s, &m, &table);
        ard_confusion_free(context, &table);
        ard_decision_free(context, &d);
    }
}

/* What classes count at a prior is what case weights of the same size would say. */
static void figures_at_a_prior_are_weighted_ones(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 13, 0, 0);
    for (int k = 0; k < 20; k++) {
        sample s, w;
        ard_metrics one, other;
        ard_confusion table, by_weight;
        const int n_classes = 2 + k % 2;
        const double factor[] = {1.5, .25, 2};
        sample_make(&s, &rng, 60, n_classes, 6, k % 3 == 0 ? 2 : 1, k % 2);
        w = s;
        sample_bind(&w);
        for (int64_t i = 0; i < w.p.n; i++) w.weight[i] *= factor[w.label[i]];
        w.p.weight = w.weight;
        s.p.weight = k % 2 ? s.weight : NULL;
        s.p.factor = factor;
        assert_int_equal(ard_metrics_compute(context, &s.p, &one), ARDOR_OK);
        assert_int_equal(ard_metrics_compute(context, &w.p, &other), ARDOR_OK);
        assert_metric(&one.error, &other.error, 1e-13, "error");
        assert_metric(&one.balanced_error, &other.balanced_error, 1e-13, "balanced error");
        assert_metric(&one.auc, &other.auc, 1e-13, "AUC");
        assert_true(isnan(one.average_precision.value) && isfinite(other.average_precision.value));
        assert_non_null(strstr(one.average_precision.reason, "at a prior"));
        assert_metric(&one.log_loss, &other.log_loss, 1e-13, "log loss");
        assert_metric(&one.brier, &other.brier, 1e-13, "Brier");
        assert_int_equal(ard_confusion_compute(context, &s.p, &table), ARDOR_OK);
        assert_int_equal(ard_confusion_compute(context, &w.p, &by_weight), ARDOR_OK);
        assert_metric(&table.ppv, &by_weight.ppv, 1e-13, "PPV");
        assert_metric(&table.mcc, &by_weight.mcc, 1e-13, "MCC");
        for (int c = 0; c < n_classes; c++) /* the counts are of what is there */
            assert_near(table.count[c * n_classes] * factor[c], by_weight.count[c * n_classes], 1e-12, "a count");
        ard_confusion_free(context, &by_weight);
        ard_confusion_free(context, &table);
    }
}

static void nothing_decided_is_said(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_metrics m;
    ard_confusion table;
    ard_rng_init(&rng, 14, 0, 0);
    for (int repetitions = 1; repetitions <= 2; repetitions++) {
        sample_make(&s, &rng, 40, 2, 4, repetitions, false);
        ard_decision d = decision_of(2, (ard_decision_ask){.cost = "1,2", .abstains = true, .abstain = 1});
        decide_sample(&s, &d);
        assert_int_equal(ard_metrics_compute(context, &s.p, &m), ARDOR_OK);
        assert_int_equal(ard_confusion_compute(context, &s.p, &table), ARDOR_OK);
        assert_near(m.error.value, 1, 0, "the error");
        assert_near(m.undecided.value, 1, 0, "what is not decided");
        assert_true(isnan(m.error_decided.value) && isnan(m.cost.value));
        assert_string_equal(m.error_decided.reason, "no row was decided");
        assert_string_equal(m.cost.reason, "no row was decided");
        assert_true(isfinite(m.auc.value) && isfinite(m.log_loss.value));
        assert_string_equal(table.sensitivity.reason, "no row of the positive class was decided");
        assert_string_equal(table.specificity.reason, "no row of the negative class was decided");
        assert_string_equal(table.ppv.reason, "no row was predicted to be of the positive class");
        assert_string_equal(table.mcc.reason, "all rows that are decided are of one class, or are predicted to be");
        assert_near(table.undecided[0] + table.undecided[1], 40, 0, "rows not decided");
        ard_confusion_free(context, &table);
        ard_decision_free(context, &d);
    }
}

static void what_is_not_asked_for_is_not_there(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_metrics m;
    ard_confusion table;
    ard_rng_init(&rng, 15, 0, 0);
    for (int repetitions = 1; repetitions <= 2; repetitions++) {
        sample_make(&s, &rng, 40, 3, 4, repetitions, false);
        assert_int_equal(ard_metrics_compute(context, &s.p, &m), ARDOR_OK);
        assert_int_equal(ard_confusion_compute(context, &s.p, &table), ARDOR_OK);
        assert_true(!m.undecided.interval && !m.error_decided.interval && !m.cost.interval && !table.undecided);
        ard_confusion_free(context, &table);
    }
}

/* Figures of repetitions are means over folds, of those that decided something. */
static void repeated_folds_have_figures_of_decisions(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_metrics m;
    enum { FOLDS = 6 };
    ard_rng_init(&rng, 16, 0, 0);
    sample_make(&s, &rng, 60, 2, FOLDS, 2, false);
    ard_decision d = decision_of(2, (ard_decision_ask){.cost = "1,3", .abstains = true, .abstain = .6});
    decide_sample(&s, &d);
    for (int64_t i = 0; i < s.p.n; i++)
        if (s.fold[i] == 2) s.predicted[i] = -1;
    double undecided = 0, error = 0, cost = 0;
    int folds = 0;
    for (int f = 0; f < FOLDS; f++) {
        double n = 0, left = 0, wrong = 0, paid = 0;
        for (int64_t i = 0; i < s.p.n; i++) {
            if (s.fold[i] != f) continue;
            n++;
            left += s.predicted[i] < 0;
            if (s.predicted[i] < 0 || s.predicted[i] == s.label[i]) continue;
            wrong++;
            paid += s.label[i] == 1 ? 3 : 1;
        }
        undecided += left / n / FOLDS;
        if (left == n) continue;
        folds++;
        error += wrong / (n - left);
        cost += paid / (n - left);
    }
    assert_true(folds == FOLDS - 1);
    assert_int_equal(ard_metrics_compute(context, &s.p, &m), ARDOR_OK);
    assert_near(m.undecided.value, undecided, 1e-13, "what is not decided");
    assert_near(m.error_decided.value, error / folds, 1e-13, "the error of the decided");
    assert_near(m.cost.value, cost / folds, 1e-13, "the mean cost");
    assert_string_equal(m.cost.interval, "corrected-t");
    ard_decision_free(context, &d);
}

/* The baseline decides every row for the one class that costs least; its figures beside those of the decided rows are of them. */
static void the_baseline_is_the_best_constant_decision(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 17, 0, 0);
    for (int k = 0; k < 20; k++) {
        sample s;
        ard_metrics m;
        const int n_classes = 2 + k % 2;
        double share[MOST_CLASSES], paid[MOST_CLASSES] = {0}, wrong[MOST_CLASSES] = {0}, all = 0, expected[MOST_CLASSES] = {0};
        sample_make(&s, &rng, 60, n_classes, 5, 1, true);
        ard_decision d = decision_of(n_classes, (ard_decision_ask){.cost = "b:a=4", .abstains = true, .abstain = .5});
        decide_sample(&s, &d);
        ard_class_shares(s.p.n, s.label, s.weight, n_classes, share);
        for (int b = 0; b < n_classes; b++)
            for (int a = 0; a < n_classes; a++) expected[b] += share[a] * d.cost[a * n_classes + b];
        for (int64_t i = 0; i < s.p.n; i++) {
            if (s.predicted[i] < 0) continue;
            all += s.weight[i];
            for (int b = 0; b < n_classes; b++) {
                paid[b] += s.weight[i] * d.cost[s.label[i] * n_classes + b];
                wrong[b] += s.weight[i] * (s.label[i] != b);
            }
        }
        int best = 0;
        for (int b = 1; b < n_classes; b++)
            if (expected[b] < expected[best]) best = b;
        assert_int_equal(ard_metrics_baseline(context, &s.p, share, &m), ARDOR_OK);
        assert_near(m.cost.value, paid[best] / all, 1e-13, "the cost");
        assert_near(m.error_decided.value, wrong[best] / all, 1e-13, "the error of the decided");
        assert_near(m.error.value, 1 - share[best], 1e-13, "the error of all");
        assert_null(m.undecided.interval);
        ard_decision_free(context, &d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prior_is_bayes_rule_by_hand),
        cmocka_unit_test(a_prior_is_bayes_rule),
        cmocka_unit_test(the_training_shares_change_nothing),
        cmocka_unit_test(small_probabilities_do_not_vanish),
        cmocka_unit_test(factors_give_the_rows_the_prior),
        cmocka_unit_test(half_and_equal_costs_are_the_most_probable_class),
        cmocka_unit_test(costs_of_two_classes_are_a_threshold),
        cmocka_unit_test(the_least_expected_cost_decides),
        cmocka_unit_test(a_zone_leaves_rows_undecided),
        cmocka_unit_test(ties_of_costs_are_half_wrong),
        cmocka_unit_test(ties_but_for_rounding_go_to_the_first),
        cmocka_unit_test(priors_are_completed),
        cmocka_unit_test(bad_texts_have_one_message_each),
        cmocka_unit_test(names_of_classes_are_any),
        cmocka_unit_test(figures_of_decisions_are_those_by_hand),
        cmocka_unit_test(figures_at_a_prior_are_weighted_ones),
        cmocka_unit_test(nothing_decided_is_said),
        cmocka_unit_test(what_is_not_asked_for_is_not_there),
        cmocka_unit_test(repeated_folds_have_figures_of_decisions),
        cmocka_unit_test(the_baseline_is_the_best_constant_decision),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
