/* Two Gaussian classes that differ in two features only, among up to 998 irrelevant ones (Krishnapuram et al. 2004,
 * section 4.1): with 100 training rows of each class JCFO stays close to the best possible rule and finds the two. */
#include "accuracy.h"
#include "simulated.h"

enum { DRAWS = 20, TRAIN = 200, TEST = 2000, TEST_SEED = 5000 };

static void assert_near_bayes(int64_t p, double limit)
{
    double excess = 0, features[DRAWS], cpu_seconds = 0;
    int complete = 0;
    ardor_spec *spec = tuned_jcfo("linear");
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        ardor_dataset *train = NULL, *test = NULL;
        require_ok(simulated(context, "two-gaussians", TRAIN, p, NAN, seed, &train));
        require_ok(simulated(context, "two-gaussians", TEST, p, NAN, seed + TEST_SEED, &test));
        verdict v = fit_and_judge(spec, train, test);
        excess += v.excess / DRAWS;
        cpu_seconds += v.cpu_seconds / DRAWS;
        features[seed - 1] = (double)v.n_features;
        complete += v.has_x1 && v.has_x2;
        ardor_dataset_free(test);
        ardor_dataset_free(train);
    }
    ardor_spec_free(spec);
    const double middle = median(features, DRAWS);
    print_message("p = %d: %.4f above the best rule, at most %g promised; features: median %g, most %g; x1 and x2 in %d of %d; "
                  "%.2f s of CPU a fit\n",
                  (int)p, excess, limit, middle, features[DRAWS - 1], complete, DRAWS, cpu_seconds);
    assert_true(excess <= limit);
    assert_true(middle == 2);
    assert_int_equal(complete, DRAWS);
}

static void ten_features(void **state)
{
    (void)state;
    assert_near_bayes(10, .008);
}
static void thirty_features(void **state)
{
    (void)state;
    assert_near_bayes(30, .012);
}
static void hundred_features(void **state)
{
    (void)state;
    assert_near_bayes(100, .014);
}
static void three_hundred_features(void **state)
{
    (void)state;
    assert_near_bayes(300, .016);
}
static void thousand_features(void **state)
{
    (void)state;
    assert_near_bayes(1000, .016);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_features),           cmocka_unit_test(thirty_features),   cmocka_unit_test(hundred_features),
        cmocka_unit_test(three_hundred_features), cmocka_unit_test(thousand_features),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
