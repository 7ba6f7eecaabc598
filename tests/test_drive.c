/* The iteration loop: what a step does not report, and where it ends. */
#include "context_fixture.h"

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

static int fail_at_once(void *state, ard_iteration *out)
{
    (void)state;
    (void)out;
    return ard_fail(context, ARDOR_NUMERIC, "at once");
}

static int no_number(void *state, ard_iteration *out)
{
    counter *c = state;
    out->objective = ++c->steps == 2 ? NAN : 1.0;
    return ARDOR_OK;
}

static void errors_end_the_loop(void **state)
{
    (void)state;
    ard_iteration last;
    int64_t iterations = -1;
    counter c = {0};
    assert_int_equal(ard_drive(context, fail_at_once, NULL, 3, NULL, &iterations, &last), ARDOR_NUMERIC);
    assert_int_equal(iterations, 0);
    assert_true(isnan(last.objective) && isnan(last.certificate.weights) && isnan(last.certificate.scales));
    assert_int_equal(ard_drive(context, no_number, &c, 9, NULL, &iterations, &last), ARDOR_NUMERIC);
    assert_int_equal(iterations, 1);
    assert_non_null(strstr(ardor_context_message(context), "at iteration 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_certificate_that_no_step_computed_is_none),
                                       cmocka_unit_test(errors_end_the_loop)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
