/* Conjugate gradients: exact on quadratics in n directions, never upwards, scaling, and infinite values. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "solver/conjugate.h"

enum { MOST = 8 };
static const double ones[MOST] = {1, 1, 1, 1, 1, 1, 1, 1};

/* sum_i i^2 (x_i - i)^2 / 2. Four directions leave an error of 0.3 in it without scaling. */
static double bowl(void *self, const double *x, double *gradient)
{
    double value = 0;
    int n = *(int *)self;
    for (int i = 0; i < n; i++) {
        double a = (i + 1.0) * (i + 1.0), d = x[i] - (i + 1.0);
        value += 0.5 * a * d * d;
        gradient[i] = a * d;
    }
    return value;
}

static double rosenbrock(void *self, const double *x, double *gradient)
{
    double valley = x[1] - x[0] * x[0];
    ++*(int *)self;
    gradient[0] = -400 * x[0] * valley - 2 * (1 - x[0]);
    gradient[1] = 200 * valley;
    return 100 * valley * valley + (1 - x[0]) * (1 - x[0]);
}

/* x - log x: infinite from 0 down. */
static double barrier(void *self, const double *x, double *gradient)
{
    (void)self;
    gradient[0] = 1 - 1 / x[0];
    return x[0] - log(x[0]);
}

static void quadratics(void **state)
{
    (void)state;
    double work[5 * MOST], scaling[4];
    assert_int_equal(ard_conjugate_work(MOST), 5 * MOST);
    for (int scaled = 0; scaled < 2; scaled++) {
        int n = 4;
        double x[4] = {0};
        for (int i = 0; i < 4; i++) scaling[i] = 1 / ((i + 1.0) * (i + 1.0));
        ard_conjugate q = {
            .n = n, .self = &n, .value = bowl, .iterations = scaled ? 4 : 14, .longest = 100, .scaling = scaled ? scaling : ones};
        double value = ard_conjugate_minimise(&q, x, work);
        for (int i = 0; i < 4; i++)
            if (!(fabs(x[i] - (i + 1)) < (scaled ? 1e-3 : 1e-6))) fail_msg("scaled %d: x[%d] = %.12g", scaled, i, x[i]);
        assert_true(value >= 0 && value < 1e-6 && q.step > 0);
    }
}

static void a_valley(void **state)
{
    (void)state;
    double work[5 * MOST], x[2] = {-1.2, 1}, last = INFINITY, unused[2];
    int calls = 0;
    ard_conjugate q = {.n = 2, .self = &calls, .value = rosenbrock, .iterations = 5, .longest = 1, .scaling = ones};
    for (int run = 0; run < 12; run++) {
        double value = ard_conjugate_minimise(&q, x, work);
        assert_true(value <= last && value == rosenbrock(&calls, x, unused));
        last = value;
    }
    assert_true(fabs(x[0] - 1) < 1e-4 && fabs(x[1] - 1) < 1e-6 && calls < 400);
}

static void infinite_values(void **state)
{
    (void)state;
    double work[5 * MOST], x[1] = {40};
    ard_conjugate q = {.n = 1, .value = barrier, .iterations = 30, .longest = 1e6, .scaling = ones, .step = 1e4};
    assert_true(fabs(ard_conjugate_minimise(&q, x, work) - 1) < 1e-9);
    assert_true(fabs(x[0] - 1) < 1e-4);
}

static void no_variables(void **state)
{
    (void)state;
    int n = 0;
    double none[1];
    ard_conjugate q = {.n = 0, .self = &n, .value = bowl, .iterations = 5, .longest = 1, .scaling = ones};
    assert_true(ard_conjugate_minimise(&q, none, none) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quadratics), cmocka_unit_test(a_valley),
                                       cmocka_unit_test(infinite_values), cmocka_unit_test(no_variables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
