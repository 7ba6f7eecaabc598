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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_starts_from_the_last_model),
                                       cmocka_unit_test(the_way_back_begins_at_the_last_model),
                                       cmocka_unit_test(one_that_fails_is_as_if_it_had_not_been)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
