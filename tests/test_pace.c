/* How long work will take, by made-up times. */
#include "numeric.h"

#include "base/pace.h"

static ardor_context *context;

static ard_pace open_pace(int64_t n, int64_t length)
{
    ard_pace pace = {0};
    assert_int_equal(ard_pace_open(context, n, length, &pace), ARDOR_OK);
    return pace;
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)))) fail_msg("%.17g instead of %.17g", a, b);
}

/* The expected cost of candidate i. */
static double cost(const ard_pace *pace, int64_t i) { return pace->left[i] - pace->left[i + 1]; }

static void what_was_seen_costs_its_mean(void **state)
{
    (void)state;
    ard_pace pace = open_pace(4, 4);
    assert_false(ard_pace_begun(&pace));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) ard_pace_add(&pace, i, (i + 1) * (k + 1));
    assert_true(ard_pace_begun(&pace));
    ard_pace_expect(&pace);
    const double mean = (.81 * 1 + .9 * 2 + 3) / (.81 + .9 + 1); /* the last counts most */
    for (int i = 0; i < 4; i++) near(cost(&pace, i), mean * (i + 1));
    near(pace.left[0], 10 * mean);
    near(pace.left[4], 0);
    ard_pace_add(&pace, 7, 1000); /* of a fold with a larger grid */
    ard_pace_expect(&pace);
    near(pace.left[0], 10 * mean);
    for (int k = 0; k < 25; k++) ard_pace_add(&pace, 3, 1); /* the machine has become faster */
    ard_pace_expect(&pace);
    assert_true(cost(&pace, 3) < 1.6);
    ard_pace_close(context, &pace);
}

/* Three paths of four: what is not known of the second and third is that of the first in the same place. */
static void another_path_tells_the_cost_of_a_place(void **state)
{
    (void)state;
    const double first[] = {9, 2, 1, 4};
    ard_pace pace = open_pace(12, 4);
    for (int i = 0; i < 4; i++) ard_pace_add(&pace, i, first[i]);
    ard_pace_add(&pace, 4, 1);
    ard_pace_expect(&pace);
    near(cost(&pace, 4), 1);
    near(cost(&pace, 8), 5); /* the mean of 9 and 1 */
    for (int i = 9; i < 12; i++) near(cost(&pace, i), first[i - 8]);
    near(ard_pace_path(&pace), 1.5 * pace.left[0] / 3);
    ard_pace_close(context, &pace);
}

static void beyond_the_last_costs_grow_as_they_did(void **state)
{
    (void)state;
    ard_pace pace = open_pace(20, 20);
    ard_pace_add(&pace, 0, 50); /* with what the others find ready */
    ard_pace_expect(&pace);
    near(cost(&pace, 19), 50);
    for (int i = 1; i < 5; i++) ard_pace_add(&pace, i, pow(1.2, i));
    ard_pace_expect(&pace);
    for (int i = 5; i < 12; i++) near(cost(&pace, i), pow(1.2, i));
    near(cost(&pace, 19), 4 * pow(1.2, 4)); /* not without end */
    ard_pace_close(context, &pace);
    pace = open_pace(6, 6); /* what becomes cheaper is not taken to stay so */
    const double falling[] = {5, 4, 2, 1};
    for (int i = 0; i < 4; i++) ard_pace_add(&pace, i, falling[i]);
    ard_pace_expect(&pace);
    near(cost(&pace, 5), 7. / 3);
    ard_pace_close(context, &pace);
}

/* Candidates that are a path each grow along these. */
static void candidates_may_be_paths(void **state)
{
    (void)state;
    ard_pace pace = open_pace(3, 1);
    ard_pace_add(&pace, 0, 1);
    ard_pace_expect(&pace);
    near(pace.left[0], 1 + 1.5 + 1.5 * 1.5);
    ard_pace_add(&pace, 1, 1.1);
    ard_pace_expect(&pace);
    near(cost(&pace, 2), 1.1 * 1.1);
    near(ard_pace_path(&pace), 1.5 * pace.left[0] / 3);
    ard_pace_close(context, &pace);
}

/* Paths as they are measured of methods: from the third candidate on, never below half of what it is, nor above three times. */
static void paths_are_foreseen(void **state)
{
    (void)state;
    static const double path[][9] = {{.055, .081, .310, .453, .641},
                                     {.617, .687, .863, 1.222, 1.443},
                                     {.131, .018, .024, .023, .018, .028, .062, .202},
                                     {.49, .617, .875, .326, .412, .437, .496, .657, .661},
                                     {1, 1, 1, 1, 1, 1, 1, 1, 1},
                                     {1, 1.2, 1.44, 1.73, 2.07, 2.49, 2.99, 3.58, 4.3}};
    for (size_t k = 0; k < sizeof path / sizeof *path; k++) {
        double all = 0;
        int n = 0;
        for (; n < 9 && path[k][n] > 0; n++) all += path[k][n];
        ard_pace pace = open_pace(n, k == 3 ? 3 : n);
        for (int i = 0; i < n; i++) {
            ard_pace_add(&pace, i, path[k][i]);
            ard_pace_expect(&pace);
            if (i >= 2 && !(pace.left[0] > all / 2 && pace.left[0] < 3 * all))
                fail_msg("path %zu after %d: %g instead of %g", k, i + 1, pace.left[0], all);
        }
        near(pace.left[0], all);
        ard_pace_close(context, &pace);
    }
}

/* ---- schedules */

static double one_by_one(int threads, double *ready, int64_t n, double seconds)
{
    double last = 0;
    for (; n > 0; n--) last = ard_schedule(threads, ready, 1, seconds);
    return last;
}

static void jobs_go_to_the_thread_that_is_free(void **state)
{
    (void)state;
    double ready[3] = {0};
    near(ard_schedule(2, ready, 3, 5), 10);
    near(ready[0], 10);
    near(ready[1], 5);
    memcpy(ready, (double[]){7, 0, 1}, sizeof ready);
    near(ard_schedule(3, ready, 0, 5), 7);
    near(ard_schedule(3, ready, 2, 4), 7);
    near(ard_schedule(3, ready, 1, 4), 8);
    for (int threads = 1; threads <= 3; threads++)
        for (int n = 1; n < 40; n++) {
            double a[3] = {1.5, .25, 0}, b[3] = {1.5, .25, 0};
            near(ard_schedule(threads, a, n, 1), one_by_one(threads, b, n, 1));
        }
}

/* ---- what is said */

static void what_is_left_does_not_jump(void **state)
{
    (void)state;
    ard_calm calm = {0};
    near(ard_calm_left(&calm, 1, 99), 99);
    double before = 99;
    for (double t = 1.1; t < 30; t += .1) { /* the truth is 30 */
        const double left = ard_calm_left(&calm, t, 30 - t);
        assert_true(left >= (30 - t) / 8 && left < before && left > before - 20);
        before = left;
    }
    before = ard_calm_left(&calm, 30, 1); /* a little later than that after all */
    assert_true(before > 0 && before <= 1);
    calm = (ard_calm){0};
    before = ard_calm_left(&calm, 10, 10);
    const double after = ard_calm_left(&calm, 10.1, 1000); /* one odd report */
    assert_true(after > before && after < 200 + before);
    for (double t = 10.2; t < 30; t += .1) {
        const double left = ard_calm_left(&calm, t, 1000 - t);
        assert_true(left >= (1000 - t) / 8);
    }
    near(ard_calm_left(&calm, 1e6, 0), 0); /* overdue: nothing negative */
}

static int open_all(void **state)
{
    (void)state;
    return ardor_context_new(NULL, &context);
}

static int close_all(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_seen_costs_its_mean),
        cmocka_unit_test(another_path_tells_the_cost_of_a_place),
        cmocka_unit_test(beyond_the_last_costs_grow_as_they_did),
        cmocka_unit_test(candidates_may_be_paths),
        cmocka_unit_test(paths_are_foreseen),
        cmocka_unit_test(jobs_go_to_the_thread_that_is_free),
        cmocka_unit_test(what_is_left_does_not_jump),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
