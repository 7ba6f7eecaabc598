/* Numbers as text: correct rounding, round trips, independence of the locale. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/number.h"

static bool parse(const char *text, double *out) { return ard_parse_double(text, strlen(text), out); }

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void expect_number(const char *text, double expected)
{
    double value = -99;
    if (!parse(text, &value)) fail_msg("'%s' was refused", text);
    if (bits_of(value) != bits_of(expected)) fail_msg("'%s' gave %.17g, not %.17g", text, value, expected);
}

static void numbers_are_read(void **state)
{
    (void)state;
    expect_number("0", 0.0);
    expect_number("-0", -0.0);
    expect_number(" 1.5\t", 1.5);
    expect_number("+.5", 0.5);
    expect_number("5.", 5.0);
    expect_number("1e5", 1e5);
    expect_number("1E+05", 1e5);
    expect_number("-12.25e-2", -0.1225);
    expect_number("0000000000000000000000000001", 1.0);
    expect_number("0.00000000000000000000000000000000000000000000001e47", 1.0);
    expect_number("1e-400", 0.0);
    expect_number("-1e-99999999999999999999999", -0.0);
    expect_number("0e99999999999999999999999", 0.0);
    expect_number("4.9406564584124654e-324", 4.9406564584124654e-324);
    expect_number("2.2250738585072011e-308", 2.2250738585072011e-308);
    expect_number("1.7976931348623157e308", DBL_MAX);
    expect_number("9007199254740993", 9007199254740992.0);
    /* Halfway between two doubles but for the last digit, 40 digits on. */
    expect_number("9007199254740993.0000000000000000000000001", 9007199254740994.0);
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    const char *bad[] = {"",  " ",  "abc", "inf",   "-inf", "Infinity", "nan",  "0x10",  "1e",     "1e+", "e5",   ".",
                         "+", "-.", "1,5", "1.2.3", "1 2",  "--1",      "1e5x", "1e999", "-1e309", "1d5", "1e1.5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double value = 7;
        if (parse(bad[i], &value)) fail_msg("'%s' was taken for %g", bad[i], value);
        assert_true(value == 7);
    }
    double value = 7;
    assert_false(ard_parse_double("1\0002", 3, &value));
    assert_true(ard_parse_double("12345", 2, &value) && value == 12);
}

static void long_texts_round_correctly(void **state)
{
    (void)state;
    char text[2000];
    double value = 0;
    /* 2^53 + 1, exactly halfway, is rounded to even; a digit a thousand places on decides otherwise. */
    memset(text, '0', sizeof text);
    memcpy(text, "9007199254740993.", 17);
    assert_true(ard_parse_double(text, 1500, &value) && value == 9007199254740992.0);
    text[1499] = '1';
    assert_true(ard_parse_double(text, 1500, &value) && value == 9007199254740994.0);
    memset(text, '9', sizeof text);
    assert_false(ard_parse_double(text, sizeof text, &value));
    assert_true(ard_parse_double(text, 300, &value) && value == 1e300);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void reading_agrees_with_strtod(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < 300000; i++) {
        char text[64];
        uint64_t mantissa = next_random(&random) >> (next_random(&random) % 60);
        int power = (int)(next_random(&random) % 60) - 30;
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)mantissa, power);
        expect_number(text, strtod(text, NULL));
    }
}

static void printing_reads_back(void **state)
{
    (void)state;
    uint64_t random = 1234567;
    char text[ARD_NUMBER_BYTES];
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = next_random(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        ard_print_double(value, text);
        expect_number(text, value);
    }
    const struct {
        double value;
        const char *text;
    } exact[] = {{0.1, "0.1"},
                 {1, "1"},
                 {-2.5, "-2.5"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1e22, "1e+22"},
                 {-0.0, "-0"},
                 {123456789012345680.0, "1.2345678901234568e+17"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"},
                 {NAN, "nan"}};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        ard_print_double(exact[i].value, text);
        assert_string_equal(text, exact[i].text);
    }
}

/* The shortest of 15, 16 and 17 digits that reads back, by printf and strtod. */
static void expect_shortest(double value)
{
    char text[ARD_NUMBER_BYTES], expected[64];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        if (strtod(expected, NULL) == value) break;
    }
    ard_print_double(value, text);
    if (strcmp(text, expected) != 0) fail_msg("%a is '%s', not '%s'", value, text, expected);
}

/* And so are its neighbours, and the negative. */
static void expect_around(double value)
{
    double low = value, high = value;
    expect_shortest(value);
    expect_shortest(-value);
    for (int i = 0; i < 3; i++) {
        expect_shortest(low = nextafter(low, 0));
        expect_shortest(high = nextafter(high, INFINITY));
    }
}

static void printing_is_that_of_printf(void **state)
{
    (void)state;
    uint64_t random = 987654321;
    for (int power = -1060; power < 1020; power++) expect_around(ldexp(1, power));
    for (int power = -300; power < 300; power++) expect_around(pow(10, power));
    for (int i = 0; i < 150000; i++) {
        const double u = (double)(next_random(&random) >> 11) * 0x1p-53;
        const int power = (int)(next_random(&random) % 48) - 29, digits = (int)(next_random(&random) % 18);
        char text[64];
        expect_shortest(u * pow(10, power));
        snprintf(text, sizeof text, "%.*e", digits, u); /* few digits, and ties where one more decides */
        expect_around(strtod(text, NULL) * (i % 3 ? 1 : 1e3));
        expect_shortest((double)(next_random(&random) >> (11 + i % 50)));                   /* whole */
        expect_shortest(ldexp((double)(next_random(&random) >> (11 + i % 50)), -(i % 70))); /* ends with 5 */
    }
    for (int i = 0; i < 100000; i++) {
        expect_shortest(i / 1000.);
        expect_shortest(1 - i * 1e-17);
        expect_shortest(1e17 - 16. * i);
        expect_shortest(1e15 + .125 * i);
        expect_shortest(9.99999999999999e-5 + i * 1e-20);
    }
}

static void a_comma_locale_changes_nothing(void **state)
{
    (void)state;
    const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"};
    locale_t comma = (locale_t)0;
    for (size_t i = 0; i < sizeof names / sizeof *names && !comma; i++) comma = newlocale(LC_ALL_MASK, names[i], (locale_t)0);
    if (!comma) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    locale_t before = uselocale(comma);
    char text[ARD_NUMBER_BYTES], control[32];
    double fast = 0, slow = 0;
    snprintf(control, sizeof control, "%g", 0.5);
    ard_print_double(0.1 + 0.2, text);
    bool fast_ok = parse("0.25", &fast), slow_ok = parse("0.30000000000000004", &slow);
    bool comma_refused = !parse("0,5", &(double){0});
    uselocale(before);
    freelocale(comma);
    assert_string_equal(control, "0,5");
    assert_string_equal(text, "0.30000000000000004");
    assert_true(fast_ok && fast == 0.25 && slow_ok && slow == 0.1 + 0.2 && comma_refused);
}

static void integers_are_read(void **state)
{
    (void)state;
    int64_t value = 7;
    assert_true(ard_parse_int(" -12 ", 5, &value) && value == -12);
    assert_true(ard_parse_int("9223372036854775807", 19, &value) && value == INT64_MAX);
    assert_true(ard_parse_int("-9223372036854775808", 20, &value) && value == INT64_MIN);
    value = 7;
    const char *bad[] = {"", "-", "1.0", "1e3", "9223372036854775808", "-9223372036854775809", "12a", "0x1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(ard_parse_int(bad[i], strlen(bad[i]), &value));
    assert_int_equal(value, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read),           cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(long_texts_round_correctly), cmocka_unit_test(reading_agrees_with_strtod),
        cmocka_unit_test(printing_reads_back),        cmocka_unit_test(printing_is_that_of_printf),
        cmocka_unit_test(integers_are_read),          cmocka_unit_test(a_comma_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
