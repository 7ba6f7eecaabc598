/* The iteration loop: what a step does not report, and where it ends. */
#include "context_fixture.h"

#include "base/remark.h"
#include "solver/drive.h"

/* Counts up, and computes a certificate from step `certified` on. */
typedef struct counter {
    int64_t steps, certified;
} counter;

static int count(void *state, ard_iteration *out)
{
    counter *c = state;
    out->objective = (double)++c->steps;
    if (c->steps >= c->certified) out->certificate = (ard_certificate){ARD_CERTIFICATE_KKT, 0, 0};
    return ARDOR_OK;
}

static void a_certificate_that_no_step_computed_is_none(void **state)
{
    (void)state;
    for (int64_t certified = 1; certified <= 4; certified++) {
        counter state_of = {.certified = certified};
        ard_trace trace = {0};
        ard_iteration last;
        int64_t iterations = 0;
        int rc = ard_drive(context, count, &state_of, 3, &trace, &iterations, &last);
        assert_int_equal(rc, ARDOR_OK);
        assert_true(iterations == 3 && trace.n == 3 && last.stop == ARD_STOP_MAX_ITER && last.objective == 3);
        for (int64_t i = 0; i < 3; i++) {
            const ard_iteration *now = &trace.iteration[i];
            assert_true(now->n_vectors == 0 && now->n_features == 0 && now->seconds >= 0);
            assert_int_equal(now->certificate.kind, i + 1 >= certified ? ARD_CERTIFICATE_KKT : ARD_CERTIFICATE_NONE);
            assert_true(i + 1 >= certified ? now->certificate.weights == 0 : isnan(now->certificate.weights));
            assert_true(i + 1 >= certified ? now->certificate.scales == 0 : isnan(now->certificate.scales));
        }
        const ard_certificate c = last.certificate;
        assert_true(certified <= 3 ? c.weights == 0 : isnan(c.weights) && isnan(c.scales));
        ard_trace_free(context, &trace);
    }
}

/* From step `bad` on, the step fails or has no number; before it counts. */
typedef struct breaking {
    int64_t steps, bad;
    bool fails;
} breaking;

static int break_down(void *state, ard_iteration *out)
{
    breaking *b = state;
    out->objective = (double)++b->steps;
    if (b->steps < b->bad) return ARDOR_OK;
    out->objective = NAN;
    return b->fails ? ard_fail(context, ARDOR_NUMERIC, "the sums overflow") : ARDOR_OK;
}

static void the_first_step_must_be_finite(void **state)
{
    (void)state;
    ard_iteration last;
    int64_t iterations = -1;
    breaking fails = {.bad = 1, .fails = true}, no_number = {.bad = 1};
    assert_int_equal(ard_drive(context, break_down, &fails, 3, NULL, &iterations, &last), ARDOR_NUMERIC);
    assert_int_equal(iterations, 0);
    assert_true(isnan(last.objective) && isnan(last.certificate.weights) && isnan(last.certificate.scales));
    assert_string_equal(ardor_context_message(context), "the sums overflow");
    assert_int_equal(ard_drive(context, break_down, &no_number, 3, NULL, &iterations, &last), ARDOR_NUMERIC);
    assert_non_null(strstr(ardor_context_message(context), "the objective became nan at iteration 1; "));
}

/* The report is that of the iteration before, with a warning that says what was not finite. */
static void a_later_one_that_is_not_ends_the_fit(void **state)
{
    (void)state;
    for (int64_t bad = 2; bad <= 4; bad++)
        for (int fails = 0; fails < 2; fails++) {
            breaking b = {.bad = bad, .fails = fails};
            ard_trace trace = {0};
            ard_iteration last;
            int64_t iterations = -1;
            ard_remarks_forget(context);
            assert_int_equal(ard_drive(context, break_down, &b, 9, &trace, &iterations, &last), ARDOR_OK);
            assert_true(iterations == bad - 1 && trace.n == bad - 1 && b.steps == bad && last.objective == (double)bad - 1);
            assert_int_equal(last.stop, ARD_STOP_NOT_FINITE);
            for (int64_t i = 0; i < trace.n; i++)
                assert_int_equal(trace.iteration[i].stop, i + 1 < trace.n ? ARD_STOP_NONE : ARD_STOP_NOT_FINITE);
            const ard_remarks *said = ard_remarks_of(context);
            assert_int_equal(said->n, 1);
            assert_int_equal(said->item[0].kind, ARD_WARN_NOT_FINITE);
            assert_non_null(strstr(said->item[0].text, fails ? "the sums overflow" : "the objective became nan"));
            assert_string_equal(ardor_context_message(context), "");
            ard_trace_free(context, &trace);
        }
}

/* Other errors are errors of the call. */
static int run_out(void *state, ard_iteration *out)
{
    counter *c = state;
    out->objective = 1;
    return ++c->steps < 2 ? ARDOR_OK : ard_fail(context, ARDOR_MEMORY, "no memory");
}

static void other_errors_end_the_loop(void **state)
{
    (void)state;
    ard_iteration last;
    int64_t iterations = -1;
    counter c = {0};
    assert_int_equal(ard_drive(context, run_out, &c, 9, NULL, &iterations, &last), ARDOR_MEMORY);
    assert_int_equal(iterations, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_certificate_that_no_step_computed_is_none), cmocka_unit_test(the_first_step_must_be_finite),
        cmocka_unit_test(a_later_one_that_is_not_ends_the_fit), cmocka_unit_test(other_errors_end_the_loop)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
