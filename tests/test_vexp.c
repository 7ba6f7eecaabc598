/* The vectorised exponential: accuracy on every instruction set of this machine, special values, aliasing. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "special/vexp.h"

enum { CHUNK = 1003 };

static const char *const paths[] = {"portable", "avx2", "avx512"};
enum { N_PATHS = sizeof paths / sizeof *paths };

/* Error in units of the last place of the exact value, which below the normal range is 2^-1074. */
static double error_in_ulp(double value, double x)
{
    long double exact = expl(x);
    int exponent;
    frexpl(exact, &exponent);
    double unit = ldexp(1, exponent - 53 > -1074 ? exponent - 53 : -1074);
    return (double)(fabsl((long double)value - exact) / unit);
}

static double worst_error(const char *path, double from, double to, int64_t count)
{
    double x[CHUNK], y[CHUNK], worst = 0;
    for (int64_t first = 0; first < count; first += CHUNK) {
        for (int64_t i = 0; i < CHUNK; i++) x[i] = from + (to - from) * (double)(first + i) / (double)(count + CHUNK);
        ard_vexp_path(path, CHUNK, x, y);
        for (int64_t i = 0; i < CHUNK; i++) worst = fmax(worst, error_in_ulp(y[i], x[i]));
    }
    return worst;
}

static int has_path(const char *path) { return ard_vexp_path(path, 0, NULL, NULL); }

static void stays_within_the_promised_error(void **state)
{
    (void)state;
    for (int i = 0; i < N_PATHS; i++) {
        if (!has_path(paths[i])) {
            print_message("%s: not on this machine\n", paths[i]);
            continue;
        }
        double wide = worst_error(paths[i], -708, 709.78, 200000), near = worst_error(paths[i], -1, 1, 50000);
        double tiny = worst_error(paths[i], -745.2, -708, 50000);
        print_message("%s: %.3f ulp wide, %.3f near 0, %.3f subnormal\n", paths[i], wide, near, tiny);
        double bound = strcmp(paths[i], "portable") == 0 ? 1.5 : 4;
        assert_true(wide < bound && near < bound && tiny < bound);
    }
}

static void keeps_special_values(void **state)
{
    (void)state;
    const double x[] = {NAN,   INFINITY, -INFINITY, 0,    -0.0,   709.782712893384, 709.7827128933841,
                        710.5, 1e308,    -1e308,    -746, -745.2, 1e-320,           -1e-20};
    enum { N = sizeof x / sizeof *x };
    for (int path = 0; path < N_PATHS; path++) {
        double y[N];
        if (!has_path(paths[path])) continue;
        ard_vexp_path(paths[path], N, x, y);
        assert_true(isnan(y[0]));
        assert_true(y[1] == INFINITY && y[2] == 0 && y[3] == 1 && y[4] == 1);
        assert_true(y[5] > 1.797e308 && y[5] < INFINITY);
        assert_true(y[6] == INFINITY && y[7] == INFINITY && y[8] == INFINITY);
        assert_true(y[9] == 0 && y[10] == 0 && y[11] == 0);
        assert_true(y[12] == 1 && y[13] == 1);
    }
}

static void a_value_does_not_depend_on_its_place(void **state)
{
    (void)state;
    for (int64_t n = 0; n < 40; n++) {
        double x[41], y[41], aliased[41];
        for (int64_t i = 0; i < 41; i++) x[i] = -3.7 * (double)i + 1, y[i] = -7;
        memcpy(aliased, x, sizeof x);
        ard_vexp(n, x, y);
        ard_vexp(n, aliased, aliased);
        assert_memory_equal(aliased, y, (size_t)n * sizeof *y);
        assert_true(aliased[n] == x[n] && y[n] == -7);
        for (int64_t i = 0; i < n; i++) {
            double alone;
            ard_vexp(1, &x[i], &alone);
            assert_true(alone == y[i]);
        }
    }
}

/* exp(-max(0, a + b - 2 s)) to the last place or two, with a remainder after the whole groups, and 1 where the expansion rounds
 * below 0. */
static void the_gaussian_is_exp_of_the_clipped_distance(void **state)
{
    (void)state;
    for (int n = 1; n < 40; n++) {
        double a[40], s[40], given[40];
        for (int i = 0; i < n; i++) {
            a[i] = 3 + 2 * sin(i);
            s[i] = given[i] = i % 5 == 0 ? a[i] + 1 : 2 * cos(3 * i);
        }
        ard_vexp_gauss(n, a, 1.25, s);
        for (int i = 0; i < n; i++) {
            double exact = exp(-fmax(0, a[i] + 1.25 - 2 * given[i]));
            assert_true(fabs(s[i] - exact) <= 4e-16 * exact + 1e-300 * n);
            if (i % 5 == 0) assert_true(s[i] == 1);
        }
    }
}

static void unknown_paths_are_refused(void **state)
{
    (void)state;
    double x = 1, y = -7;
    assert_int_equal(ard_vexp_path("abacus", 1, &x, &y), 0);
    assert_true(y == -7);
    assert_int_equal(ard_vexp_path("portable", 1, &x, &y), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_within_the_promised_error),
        cmocka_unit_test(keeps_special_values),
        cmocka_unit_test(a_value_does_not_depend_on_its_place),
        cmocka_unit_test(the_gaussian_is_exp_of_the_clipped_distance),
        cmocka_unit_test(unknown_paths_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
