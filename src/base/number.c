/* Numbers as text, independent of the locale and correctly rounded.
 *
 * Reading. The text is scanned into a sign, significant digits and a power of ten. When the digits form an integer
 * of at most 2^53 and the power is at most 10^22, both are exact doubles and one multiplication or division rounds
 * once, which is the correctly rounded result (W. D. Clinger, "How to read floating point numbers accurately",
 * PLDI 1990, fast path). Everything else goes to strtod, as digits and an exponent WITHOUT a decimal point, so that
 * no locale can change its meaning.
 *
 * Writing. 15 significant digits survive text -> double -> text and 17 survive double -> text -> double, so the
 * shortest of 15, 16 and 17 that reads back is taken, as printf would write it. A product with a power of ten, in two
 * doubles, mostly tells digits and whether they read back. Where it is not certain, printf and the reading back do; the
 * separator that printf took from the locale is replaced. */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enough to decide every rounding of a double (767 digits at most); what follows matters only by being non-zero. */
enum { DIGITS = 780, FAST_DIGITS = 19, FAST_POWER = 22 };
#define EXPONENT_LIMIT INT64_C(1000000000000000)

typedef struct decimal {
    bool negative;
    bool more; /* a non-zero digit was cut off */
    int n;     /* significant digits in `digit` */
    char digit[DIGITS];
    int64_t power; /* the value is digits * 10^power */
} decimal;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void trim(const char **text, const char **end)
{
    while (*text < *end && is_blank(**text)) (*text)++;
    while (*text < *end && is_blank((*end)[-1])) (*end)--;
}

/* Digits with at most one mark among them; the number of digits seen, leading zeros included. */
static int64_t scan_digits(const char **text, const char *end, char mark, decimal *out)
{
    int64_t seen = 0;
    bool point = false;
    const char *s = *text;
    for (; s < end; s++) {
        if (*s == mark && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*s)) break;
        seen++;
        if (out->n == 0 && *s == '0') {
            out->power -= point;
        } else if (out->n < DIGITS) {
            out->digit[out->n++] = *s;
            out->power -= point;
        } else {
            out->more = out->more || *s != '0';
            out->power += !point;
        }
    }
    *text = s;
    return seen;
}

static bool scan_exponent(const char **text, const char *end, int64_t *out)
{
    const char *s = *text;
    *out = 0;
    if (s == end || (*s != 'e' && *s != 'E')) return true;
    s++;
    bool negative = s < end && *s == '-';
    if (s < end && (*s == '-' || *s == '+')) s++;
    if (s == end || !is_digit(*s)) return false;
    int64_t value = 0;
    for (; s < end && is_digit(*s); s++)
        if (value < EXPONENT_LIMIT) value = 10 * value + (*s - '0');
    *out = negative ? -value : value;
    *text = s;
    return true;
}

static bool scan(const char *text, size_t bytes, char mark, decimal *out)
{
    const char *end = text + bytes;
    int64_t exponent = 0;
    trim(&text, &end);
    out->negative = text < end && *text == '-';
    out->more = false;
    out->n = 0;
    out->power = 0;
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (scan_digits(&text, end, mark, out) == 0) return false;
    if (!scan_exponent(&text, end, &exponent)) return false;
    out->power += exponent;
    return text == end;
}

/* These are doubles. */
static const double ten[FAST_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool fast_value(const decimal *d, double *out)
{
    if (d->n > FAST_DIGITS || d->power > FAST_POWER || d->power < -FAST_POWER) return false;
    uint64_t mantissa = 0;
    for (int i = 0; i < d->n; i++) mantissa = 10 * mantissa + (uint64_t)(d->digit[i] - '0');
    if (mantissa > (UINT64_C(1) << 53)) return false;
    *out = d->power < 0 ? (double)mantissa / ten[-d->power] : (double)mantissa * ten[d->power];
    return true;
}

static double slow_value(const decimal *d)
{
    char text[DIGITS + 32];
    memcpy(text, d->digit, (size_t)d->n);
    size_t n = (size_t)d->n;
    int64_t power = d->power;
    if (d->more) {
        text[n++] = '1';
        power--;
    }
    snprintf(text + n, sizeof text - n, "e%lld", (long long)power);
    return strtod(text, NULL);
}

bool ard_parse_decimal(const char *text, size_t bytes, char mark, double *out)
{
    decimal d;
    double value = 0;
    if (!scan(text, bytes, mark, &d)) return false;
    if (d.n > 0 && !fast_value(&d, &value)) value = slow_value(&d);
    if (isinf(value)) return false;
    *out = d.negative ? -value : value;
    return true;
}

bool ard_parse_double(const char *text, size_t bytes, double *out) { return ard_parse_decimal(text, bytes, '.', out); }

bool ard_parse_int(const char *text, size_t bytes, int64_t *out)
{
    const char *end = text + bytes;
    trim(&text, &end);
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end) return false;
    int64_t value = 0;
    for (; text < end; text++) {
        if (!is_digit(*text)) return false;
        int digit = *text - '0';
        /* Towards the sign, so that INT64_MIN can be reached. */
        if (__builtin_mul_overflow(value, 10, &value)) return false;
        if (__builtin_add_overflow(value, negative ? -digit : digit, &value)) return false;
    }
    *out = value;
    return true;
}

/* In what %g printed, whatever is no digit, sign or exponent is the locale's separator, of one or more bytes. */
static void point_for_separator(char *text)
{
    char *to = text;
    bool in_separator = false;
    for (const char *from = text; *from; from++) {
        bool ours = is_digit(*from) || *from == '-' || *from == '+' || *from == 'e';
        if (ours)
            *to++ = *from;
        else if (!in_separator)
            *to++ = '.';
        in_separator = !ours;
    }
    *to = '\0';
}

/* The first 17 digits of a value as a whole number, and what is behind them. */
enum { MOST_DIGITS = 17 };
typedef struct scaled {
    int64_t whole;
    double part;  /* from 0 to 1, but for rounding that is far less than NEAR */
    double half;  /* half of the distance of neighbouring doubles there */
    int exponent; /* of the first digit */
} scaled;

/* Decisions between digits that are nearer to each other are left to printf. */
static const double NEAR = 1e-9;
/* Values for which the power of ten is a product of two in `ten`. */
static const double LEAST_SCALED = 1e-27, MOST_SCALED = 1e17;

/* value 10^(16 - exponent): exact up to 10^22, beyond it but for about 2^-104. */
static void scale_to(double value, int exponent, int power_of_two, scaled *out)
{
    const int power = MOST_DIGITS - 1 - exponent;
    const double first = ten[power < FAST_POWER ? power : FAST_POWER], second = ten[power < FAST_POWER ? 0 : power - FAST_POWER];
    const double product = value * first, rest = fma(value, first, -product);
    const double high = product * second, low = fma(product, second, -high) + rest * second;
    const double below = floor(low);
    out->whole = (int64_t)high + (int64_t)below;
    out->part = low - below;
    out->half = ldexp(first, power_of_two - DBL_MANT_DIG - 1) * second;
    out->exponent = exponent;
}

/* False: of no value that can be. The doubles below a power of two are nearer to it than those above. */
static bool scale(double value, scaled *out)
{
    static const double LOG10_2 = 0.30102999566398120;
    int power = 0;
    if (FLT_EVAL_METHOD != 0 || !(value >= LEAST_SCALED && value < MOST_SCALED) || frexp(value, &power) == 0.5) return false;
    const int exponent = (int)floor((power - 1) * LOG10_2); /* or one more */
    scale_to(value, exponent, power, out);
    if (out->whole >= (int64_t)MOST_SCALED) scale_to(value, exponent + 1, power, out);
    return true;
}

/* The fewest digits, of these numbers of them, that read back, as a whole number of 17. False: it is not certain. */
static bool round_digits(const scaled *s, int *digits, int64_t *out)
{
    int64_t unit = 100;
    for (*digits = 15; *digits <= MOST_DIGITS; (*digits)++, unit /= 10) {
        const int64_t cut = s->whole % unit;
        const double behind = (double)cut + s->part, middle = (double)unit / 2, off = fmin(behind, (double)unit - behind);
        if (fabs(behind - middle) < NEAR) return false;
        *out = s->whole - cut + (behind > middle ? unit : 0);
        if (*digits == MOST_DIGITS || off < s->half - NEAR) return true;
        if (off < s->half + NEAR) return false;
    }
    return false;
}

/* As "%.*g" lays it out. */
static void lay_out(bool negative, int64_t whole, int exponent, int digits, char *out)
{
    char digit[MOST_DIGITS];
    int n = MOST_DIGITS;
    for (int i = MOST_DIGITS - 1; i >= 0; i--, whole /= 10) digit[i] = (char)('0' + whole % 10);
    while (n > 1 && digit[n - 1] == '0') n--;
    if (negative) *out++ = '-';
    const bool fixed = exponent >= -4 && exponent < digits;
    const int before = fixed ? exponent + 1 : 1; /* the point */
    if (before <= 0) *out++ = '0';
    for (int i = 0; i < before; i++) *out++ = i < n ? digit[i] : '0';
    if (n > before) *out++ = '.';
    for (int i = before; i < 0; i++) *out++ = '0';
    for (int i = before > 0 ? before : 0; i < n; i++) *out++ = digit[i];
    *out = '\0';
    if (!fixed) snprintf(out, 5, "e%+03d", exponent);
}

static bool fast_print(double value, char *out)
{
    scaled s;
    int64_t whole = 0;
    int digits = 0;
    if (!scale(fabs(value), &s) || !round_digits(&s, &digits, &whole)) return false;
    if (whole == (int64_t)MOST_SCALED) {
        whole /= 10;
        s.exponent++;
    }
    lay_out(value < 0, whole, s.exponent, digits, out);
    return true;
}

static void slow_print(double value, char *out)
{
    for (int digits = 15; digits <= MOST_DIGITS; digits++) {
        double back = 0;
        snprintf(out, ARD_NUMBER_BYTES, "%.*g", digits, value);
        point_for_separator(out);
        if (ard_parse_double(out, strlen(out), &back) && back == value) return;
    }
}

void ard_print_double(double value, char out[ARD_NUMBER_BYTES])
{
    if (!isfinite(value))
        snprintf(out, ARD_NUMBER_BYTES, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    else if (!fast_print(value, out))
        slow_print(value, out);
}
