/* Paths of candidates: which are fitted, from which start, and what stands for those that are not. */
#include "numeric.h"

#include "context_fixture.h"

#include "fit/walk.h"

/* A method that writes down what it is asked for: a fit's objective is its candidate's value; above 2 it is the null model, at 9
 * it fails. */
typedef struct asked {
    double value, warm; /* NAN: no warm start */
} asked;

static asked log_of[16];
static int n_asked;

static int log_open(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *settings,
                    void **work)
{
    (void)self, (void)in, (void)problem, (void)settings;
    *work = log_of;
    return ARDOR_OK;
}

static int log_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    (void)work, (void)ask;
    const double value = candidate->value[0];
    log_of[n_asked++] = (asked){value, warm ? warm->objective : NAN};
    *out = ard_fit_empty();
    if (value == 9) return ard_fail(context, ARDOR_NUMERIC, "nine");
    out->objective = value;
    out->null_model = value > 2;
    return ard_function_of(context, &(ard_function_parts){.basis = {ARD_IDENTITY, 0}, .link = &ard_link_probit}, &out->machine);
}

static void log_close(void *work) { (void)work; }

static const ard_method logging = {.open = log_open, .solve = log_solve, .close = log_close};

/* The objectives of the fits that stand for the candidates; -1 where one failed. */
static void walk(ard_grid *grid, int64_t path, double *out)
{
    const ard_matrix x = {.n = 1, .p = 0};
    const ard_problem problem = {.x = &x, .target = {.n = 1, .n_classes = 2}};
    ard_settings base = {0};
    ard_fitter fitter = {0};
    n_asked = 0;
    assert_int_equal(ard_fitter_open(context, &logging, &problem, &base, NULL, &fitter), ARDOR_OK);
    ard_walk w = ard_walk_begin(&base, &fitter, grid, path);
    while (w.next < grid->path[path + 1]) {
        const int64_t i = w.next;
        const int rc = ard_walk_next(&w, &(ard_ask){0});
        assert_int_equal(w.next, i + 1);
        out[i] = rc == ARDOR_OK ? ard_walk_fit(&w)->objective : -1;
    }
    ard_walk_end(&w);
    ard_fitter_close(&fitter);
}

static void check(int n, const double *value, int64_t turn, bool weak_to_strong, const double *fits, int asked_n,
                  const asked *wanted)
{
    double out[16], values[16];
    int64_t path[2] = {0, n};
    memcpy(values, value, (size_t)n * sizeof *values);
    ard_grid grid = {
        .n = n, .n_paths = 1, .path = path, .turn = &turn, .n_tuned = 1, .value = values, .weak_to_strong = weak_to_strong};
    walk(&grid, 0, out);
    for (int i = 0; i < n; i++) assert_true(out[i] == fits[i]);
    assert_int_equal(n_asked, asked_n);
    for (int i = 0; i < asked_n; i++) {
        assert_true(log_of[i].value == wanted[i].value);
        assert_true(log_of[i].warm == wanted[i].warm || (isnan(log_of[i].warm) && isnan(wanted[i].warm)));
    }
}

static void each_starts_from_the_last_model(void **state)
{
    (void)state;
    /* strong to weak: null models are fitted, and the first model starts from nothing */
    check(4, (double[]){4, 3, 2, 1}, 4, false, (double[]){4, 3, 2, 1}, 4, (asked[]){{4, NAN}, {3, NAN}, {2, NAN}, {1, 2}});
    /* weak to strong: from the first null model on nothing is fitted */
    check(4, (double[]){1, 2, 3, 4}, 4, true, (double[]){1, 2, 3, 3}, 3, (asked[]){{1, NAN}, {2, 1}, {3, 2}});
}

static void the_way_back_begins_at_the_last_model(void **state)
{
    (void)state;
    check(6, (double[]){1, 2, 3, 4, 2, 1}, 4, true, (double[]){1, 2, 3, 3, 2, 1}, 5,
          (asked[]){{1, NAN}, {2, 1}, {3, 2}, {2, 2}, {1, 2}});
    /* without a model there is no way back */
    check(4, (double[]){3, 4, 5, 1}, 2, true, (double[]){3, 3, 3, 3}, 1, (asked[]){{3, NAN}});
}

static void one_that_fails_is_as_if_it_had_not_been(void **state)
{
    (void)state;
    check(4, (double[]){1, 9, 2, 3}, 4, true, (double[]){1, -1, 2, 3}, 4, (asked[]){{1, NAN}, {9, 1}, {2, 1}, {3, 2}});
    check(3, (double[]){9, 3, 1}, 2, true, (double[]){-1, 3, 3}, 2, (asked[]){{9, NAN}, {3, NAN}});
    /* the turn after nothing but failures is fitted */
    check(3, (double[]){9, 9, 1}, 2, true, (double[]){-1, -1, 1}, 3, (asked[]){{9, NAN}, {9, NAN}, {1, NAN}});
}

/* ------------------------------------------------------------------ grids that carry */

/* Along three paths of three candidates, all in one walk, or to each path in a walk of its own: what is asked for. carries: 2: to
 * all paths but the last, which is that of the untuned settings. */
static void check_carried(const double *value, int carries, int n_along, const asked *along, const double *fits, int n_alone,
                          const asked *alone)
{
    static int64_t path[] = {0, 3, 6, 9}, turn[] = {3, 6, 9};
    double values[9];
    const ard_matrix x = {.n = 1, .p = 0};
    const ard_problem problem = {.x = &x, .target = {.n = 1, .n_classes = 2}};
    ard_settings base = {0};
    ard_fitter fitter = {0};
    memcpy(values, value, sizeof values);
    ard_grid grid = {.n = 9,
                     .n_paths = 3,
                     .path = path,
                     .turn = turn,
                     .n_tuned = 1,
                     .value = values,
                     .weak_to_strong = true,
                     .carries = carries > 0,
                     .untuned = carries == 2};
    assert_int_equal(ard_fitter_open(context, &logging, &problem, &base, NULL, &fitter), ARDOR_OK);
    for (int whole = 0; whole < 2; whole++) {
        n_asked = 0;
        ard_walk w = ard_walk_begin(&base, &fitter, &grid, whole ? 0 : 2);
        for (int64_t p = whole ? 0 : 2; p < 3; p++) {
            while (w.next < path[p + 1]) {
                const int64_t i = w.next;
                const int rc = ard_walk_next(&w, &(ard_ask){0});
                assert_true((rc == ARDOR_OK ? ard_walk_fit(&w)->objective : -1) == fits[i]);
            }
            if (p < 2) ard_walk_on(&w);
        }
        ard_walk_end(&w);
        const asked *wanted = whole ? along : alone;
        assert_int_equal(n_asked, whole ? n_along : n_alone);
        for (int i = 0; i < n_asked; i++) {
            assert_true(log_of[i].value == wanted[i].value);
            assert_true(log_of[i].warm == wanted[i].warm || (isnan(log_of[i].warm) && isnan(wanted[i].warm)));
        }
    }
    ard_fitter_close(&fitter);
}

/* Every path begins at the first model of the one before it, and its candidates are found by the same steps in a walk to it. */
static void paths_begin_at_the_first_model_of_the_last(void **state)
{
    (void)state;
    static const double value[] = {.1, .2, .3, 1.1, 1.2, 1.3, 1.6, 1.7, 1.8};
    check_carried(value, 2, 9,
                  (asked[]){{.1, NAN}, {.2, .1}, {.3, .2}, {1.1, .1}, {1.2, 1.1}, {1.3, 1.2}, {1.6, NAN}, {1.7, 1.6}, {1.8, 1.7}},
                  value, 3, (asked[]){{1.6, NAN}, {1.7, 1.6}, {1.8, 1.7}});
    check_carried(value, 1, 9,
                  (asked[]){{.1, NAN}, {.2, .1}, {.3, .2}, {1.1, .1}, {1.2, 1.1}, {1.3, 1.2}, {1.6, 1.1}, {1.7, 1.6}, {1.8, 1.7}},
                  value, 5, (asked[]){{.1, NAN}, {1.1, .1}, {1.6, 1.1}, {1.7, 1.6}, {1.8, 1.7}});
    check_carried(
        value, 0, 9,
        (asked[]){{.1, NAN}, {.2, .1}, {.3, .2}, {1.1, NAN}, {1.2, 1.1}, {1.3, 1.2}, {1.6, NAN}, {1.7, 1.6}, {1.8, 1.7}}, value,
        3, (asked[]){{1.6, NAN}, {1.7, 1.6}, {1.8, 1.7}});
}

/* Where there is no first model, null or failed, the next path begins at that of the path before. */
static void what_is_no_model_is_not_carried(void **state)
{
    (void)state;
    check_carried((double[]){.1, .2, 4, 3, 1.2, 1.3, 1.6, 1.7, 3}, 1, 7,
                  (asked[]){{.1, NAN}, {.2, .1}, {4, .2}, {3, .1}, {1.6, .1}, {1.7, 1.6}, {3, 1.7}},
                  (double[]){.1, .2, 4, 3, 3, 3, 1.6, 1.7, 3}, 5, (asked[]){{.1, NAN}, {3, .1}, {1.6, .1}, {1.7, 1.6}, {3, 1.7}});
    check_carried((double[]){.1, .2, .3, 9, 1.2, 1.3, 1.6, 1.7, 1.8}, 1, 9,
                  (asked[]){{.1, NAN}, {.2, .1}, {.3, .2}, {9, .1}, {1.2, .1}, {1.3, 1.2}, {1.6, .1}, {1.7, 1.6}, {1.8, 1.7}},
                  (double[]){.1, .2, .3, -1, 1.2, 1.3, 1.6, 1.7, 1.8}, 5,
                  (asked[]){{.1, NAN}, {9, .1}, {1.6, .1}, {1.7, 1.6}, {1.8, 1.7}});
    check_carried((double[]){3, .2, .3, 9, 1.2, 3, 1.6, 1.7, 1.8}, 1, 7,
                  (asked[]){{3, NAN}, {9, NAN}, {1.2, NAN}, {3, 1.2}, {1.6, NAN}, {1.7, 1.6}, {1.8, 1.7}},
                  (double[]){3, 3, 3, -1, 1.2, 3, 1.6, 1.7, 1.8}, 5,
                  (asked[]){{3, NAN}, {9, NAN}, {1.6, NAN}, {1.7, 1.6}, {1.8, 1.7}});
}

/* Where the time ends on the way, the candidate is fitted from what there is. */
static void a_walk_can_be_cut_short(void **state)
{
    (void)state;
    static int64_t path[] = {0, 2, 4, 6}, turn[] = {2, 4, 6};
    double values[] = {.1, .2, 1.1, 1.2, 1.6, 1.7};
    const ard_matrix x = {.n = 1, .p = 0};
    const ard_problem problem = {.x = &x, .target = {.n = 1, .n_classes = 2}};
    ard_grid grid = {.n = 6, .n_paths = 3, .path = path, .turn = turn, .n_tuned = 1, .value = values, .carries = true};
    ard_settings base = {0};
    ard_fitter fitter = {0};
    n_asked = 0;
    assert_int_equal(ard_fitter_open(context, &logging, &problem, &base, NULL, &fitter), ARDOR_OK);
    ard_walk w = ard_walk_begin(&base, &fitter, &grid, 2);
    assert_int_equal(ard_walk_next(&w, &(ard_ask){0}), ARDOR_OK);
    assert_int_equal(w.next, 2);
    w.next = 5;
    assert_int_equal(ard_walk_next(&w, &(ard_ask){0}), ARDOR_OK);
    assert_true(n_asked == 2 && log_of[1].value == 1.7 && log_of[1].warm == .1 && ard_walk_fit(&w)->objective == 1.7);
    ard_walk_end(&w);
    ard_fitter_close(&fitter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_starts_from_the_last_model),         cmocka_unit_test(the_way_back_begins_at_the_last_model),
        cmocka_unit_test(one_that_fails_is_as_if_it_had_not_been), cmocka_unit_test(paths_begin_at_the_first_model_of_the_last),
        cmocka_unit_test(what_is_no_model_is_not_carried),         cmocka_unit_test(a_walk_can_be_cut_short)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
