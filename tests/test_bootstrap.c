/* The .632+ estimate against a small case worked by hand from the paper's formulas. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>

#include "metric/bootstrap.h"

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12)) fail_msg("%.15g is not %.15g", a, b);
}

static const int32_t label[4] = {0, 0, 1, 1};

static void a_partial_overfit(void **state)
{
    (void)state;
    /* resubstitution right on all rows but the last: err = 1/4; predictions 3 of class 0, 1 of class 1;
     * gamma = .5 (1 - .75) + .5 (1 - .25) = .5; out of bag = (0 + .5 + .5 + .5) / 4 = .375 */
    const int32_t predicted[4] = {0, 0, 1, 0};
    const int64_t tested[4] = {3, 2, 4, 2}, wrong[4] = {0, 1, 2, 1};
    ard_bootstrap b;
    ard_bootstrap_compute(4, 2, label, predicted, NULL, tested, wrong, &b);
    assert_near(b.resubstitution, .25);
    assert_near(b.out_of_bag, .375);
    assert_near(b.no_information, .5);
    assert_near(b.overfitting, .5);
    double plain = .368 * .25 + .632 * .375;
    assert_near(b.error_632, plain);
    /* equation 32 as printed */
    assert_near(b.error_632_plus, plain + (.375 - .25) * .368 * .632 * .5 / (1 - .368 * .5));
}

static void no_better_than_chance(void **state)
{
    (void)state;
    /* out of bag 1 is capped at gamma = .5: R = 1, and the paper's correction goes all the way to gamma beyond err.632 */
    const int64_t tested[4] = {1, 1, 1, 1}, wrong[4] = {1, 1, 1, 1};
    ard_bootstrap b;
    ard_bootstrap_compute(4, 2, label, label, NULL, tested, wrong, &b);
    assert_near(b.no_information, .5);
    assert_near(b.overfitting, 1);
    assert_near(b.error_632, .632);
    assert_near(b.error_632_plus, .632 + .5 * .368 * .632 / (1 - .368));
}

static void no_overfitting_and_rows_never_tested(void **state)
{
    (void)state;
    const int64_t tested[4] = {2, 0, 2, 2}, wrong[4] = {0, 0, 0, 0};
    const double weight[4] = {1, 5, 1, 2};
    ard_bootstrap b;
    ard_bootstrap_compute(4, 2, label, label, weight, tested, wrong, &b);
    assert_near(b.overfitting, 0);
    assert_near(b.error_632_plus, 0);
    const int64_t again[4] = {1, 0, 0, 2};
    ard_bootstrap_compute(4, 2, label, label, weight, tested, again, &b);
    assert_near(b.out_of_bag, (.5 * 1 + 0 + 2 * 1) / 4);
}

/* Labels 3 : 1, of which the predictions are not: by weight .7 : .3 against .3 : .7, and of three classes. */
static void chance_is_of_labels_and_of_predictions(void **state)
{
    (void)state;
    static const int32_t uneven[4] = {0, 0, 0, 1}, predicted[4] = {0, 1, 1, 1}, three[4] = {0, 1, 2, 2};
    static const int64_t tested[4] = {1, 1, 1, 1}, wrong[4] = {1, 0, 1, 0};
    static const double weight[4] = {3, 2, 2, 3};
    ard_bootstrap b;
    ard_bootstrap_compute(4, 2, uneven, predicted, NULL, tested, wrong, &b);
    assert_near(b.no_information, .75 * .75 + .25 * .25);
    assert_near(b.overfitting, 0); /* .5 out of bag, as resubstituted */
    ard_bootstrap_compute(4, 2, uneven, predicted, weight, tested, wrong, &b);
    assert_near(b.resubstitution, .4);
    assert_near(b.no_information, .7 * .7 + .3 * .3);
    assert_near(b.overfitting, (.5 - .4) / (.58 - .4));
    ard_bootstrap_compute(4, 3, three, predicted, weight, tested, wrong, &b);
    assert_near(b.no_information, .3 * .7 + .2 * .3 + .5 * 1);
    ard_bootstrap_compute(4, 3, predicted, three, weight, tested, wrong, &b);
    assert_near(b.no_information, .3 * .7 + .7 * .8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_partial_overfit),
        cmocka_unit_test(no_better_than_chance),
        cmocka_unit_test(no_overfitting_and_rows_never_tested),
        cmocka_unit_test(chance_is_of_labels_and_of_predictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
