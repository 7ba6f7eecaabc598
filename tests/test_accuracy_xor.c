/* The sign of x1 x2 among 48 irrelevant features, 5 % of the labels flipped: no linear rule beats chance, and no feature
 * tells anything alone. JCFO with a Gaussian kernel finds the pair. The relaxed refit and the time are printed beside. */
#include "accuracy.h"
#include "simulated.h"

enum { DRAWS = 5, TRAIN = 1000, TEST = 2000, TEST_SEED = 900, FEATURES = 50, OTHERS = 3 };
static const double NOISE = .05, LIMIT = .022;

static void the_pair_is_found(void **state)
{
    (void)state;
    double excess[DRAWS];
    ardor_spec *spec = tuned_jcfo("rbf"), *relaxed_spec = tuned_jcfo("rbf");
    require_ok(ardor_spec_set(context, relaxed_spec, "relax", "auto"));
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        ardor_dataset *train = NULL, *test = NULL;
        require_ok(simulated(context, "xor", TRAIN, FEATURES, NOISE, seed, &train));
        require_ok(simulated(context, "xor", TEST, FEATURES, NOISE, seed + TEST_SEED, &test));
        verdict v = fit_and_judge(spec, train, test), relaxed = fit_and_judge(relaxed_spec, train, test);
        print_message("seed %d: error %.4f, %.4f above the best rule, %d features, %.1f s of CPU; relaxed %.4f, %.4f above, %d "
                      "features, %.1f s\n",
                      (int)seed, v.error, v.excess, (int)v.n_features, v.cpu_seconds, relaxed.error, relaxed.excess,
                      (int)relaxed.n_features, relaxed.cpu_seconds);
        assert_true(v.has_x1 && v.has_x2);
        assert_true(v.n_features <= 2 + OTHERS);
        excess[seed - 1] = v.excess;
        ardor_dataset_free(test);
        ardor_dataset_free(train);
    }
    ardor_spec_free(relaxed_spec);
    ardor_spec_free(spec);
    const double middle = median(excess, DRAWS);
    print_message("median: %.4f above the best rule, at most %g promised\n", middle, LIMIT);
    assert_true(middle <= LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_pair_is_found)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
