/* Few features among many irrelevant ones: the search one at a time and the backward pass keep those that matter. */
#include <stdbool.h>

#include "accuracy.h"
#include "simulated.h"

enum { TEST = 2000, TEST_SEED = 1000 };

typedef struct trial {
    const char *kind, *method, *basis, *solver, *price;
    int64_t n, p;
    int draws, least; /* of the draws, in which exactly (or, with others, at least) the two true ones are kept */
    bool others;
    double most; /* mean of the error, or with excess, of what it is above the best rule's */
    bool excess;
} trial;

static const trial trials[] = {
    {"two-gaussians", "rsfm", "linear", "incremental", NULL, 200, 200, 20, 18, false, .01, true},
    {"two-gaussians", "pfcvm-lp", "linear", "incremental", NULL, 200, 200, 20, 18, false, .01, true},
    {"two-gaussians", "rsfm", "linear", "batch", "5.298317", 200, 200, 10, 9, false, .01, true},
    {"xor", "rsfm", "rbf", "incremental", NULL, 300, 20, 10, 9, true, .10, false},
    {"xor", "rsfm", "rbf", "batch", "2.995732", 300, 20, 10, 9, true, .15, false}, /* without a price .16 */
};

static void the_true_features_are_kept(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof trials / sizeof *trials; t++) {
        const trial *q = &trials[t];
        ardor_spec *spec = NULL;
        double sum = 0, seconds = 0, features = 0;
        int kept = 0;
        require_ok(ardor_spec_new(context, &spec));
        require_ok(ardor_spec_set(context, spec, "method", q->method));
        require_ok(ardor_spec_set(context, spec, "basis", q->basis));
        require_ok(ardor_spec_set(context, spec, "solver", q->solver));
        if (q->price) require_ok(ardor_spec_set(context, spec, "feature_price", q->price));
        for (int seed = 1; seed <= q->draws; seed++) {
            ardor_dataset *train = NULL, *test = NULL;
            require_ok(simulated(context, q->kind, q->n, q->p, .05, (uint64_t)seed, &train));
            require_ok(simulated(context, q->kind, TEST, q->p, .05, (uint64_t)seed + TEST_SEED, &test));
            const verdict v = fit_and_judge(spec, train, test);
            kept += v.has_x1 && v.has_x2 && (q->others || v.n_features == 2);
            sum += q->excess ? v.excess : v.error;
            seconds += v.cpu_seconds;
            features += (double)v.n_features;
            ardor_dataset_free(test);
            ardor_dataset_free(train);
        }
        print_message("%s %s %s: both true features in %d of %d draws, %.1f features, mean %s %.4f, %.3f s of CPU a fit\n",
                      q->kind, q->method, q->solver, kept, q->draws, features / q->draws, q->excess ? "excess" : "error",
                      sum / q->draws, seconds / q->draws);
        assert_true(kept >= q->least);
        assert_true(sum / q->draws <= q->most);
        ardor_spec_free(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_true_features_are_kept)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
