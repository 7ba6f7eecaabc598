/* What people write into cells that are meant as numbers. */
#include "io/cell.h"

#include <string.h>
#include <strings.h>

#include "base/number.h"

bool ard_is_missing(const char *cell, size_t bytes)
{
    switch (bytes) {
    case 0:
        return true;
    case 1:
        return *cell == '?' || *cell == '.';
    case 2:
        return strncasecmp(cell, "na", 2) == 0;
    case 3:
        return strncasecmp(cell, "nan", 3) == 0;
    default:
        return false;
    }
}

char ard_decimal_mark(const ardor_read_options *options) { return options->decimal ? options->decimal[0] : '.'; }

bool ard_cell_number(const ardor_read_options *options, const char *cell, size_t bytes, double *out)
{
    return ard_parse_decimal(cell, bytes, ard_decimal_mark(options), out);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Bytes of the text at the start of the cell, 0 if it is not there. */
static size_t starts(const char *cell, size_t bytes, const char *text)
{
    const size_t n = strlen(text);
    return n <= bytes && memcmp(cell, text, n) == 0 ? n : 0;
}

/* Of one of the texts of a list that NULL ends. */
static size_t starts_any(const char *cell, size_t bytes, const char *const *list)
{
    size_t n = 0;
    for (; *list && n == 0; list++) n = starts(cell, bytes, *list);
    return n;
}

static bool holds_any(const char *cell, size_t bytes, const char *const *list)
{
    for (size_t i = 0; i < bytes; i++)
        if (starts_any(cell + i, bytes - i, list)) return true;
    return false;
}

/* One to three digits, then groups of three, each behind the same separator, and perhaps a fraction behind another mark. */
static bool is_grouped(const char *cell, size_t bytes)
{
    static const char *const separators[] = {",", ".", "'", " ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", NULL};
    size_t i = bytes > 0 && (*cell == '-' || *cell == '+'), digits = 0, groups = 0;
    while (i + digits < bytes && is_digit(cell[i + digits])) digits++;
    i += digits;
    if (digits < 1 || digits > 3) return false;
    const size_t n = starts_any(cell + i, bytes - i, separators);
    const char *const separator = cell + i;
    while (n > 0 && bytes - i >= n + 3 && memcmp(cell + i, separator, n) == 0 && is_digit(cell[i + n]) &&
           is_digit(cell[i + n + 1]) && is_digit(cell[i + n + 2])) {
        i += n + 3;
        groups++;
    }
    if (groups == 0) return false;
    if (i < bytes && (cell[i] == '.' || cell[i] == ',') && cell[i] != *separator) i++;
    while (i < bytes && is_digit(cell[i])) i++;
    return i == bytes;
}

static bool has_digit(const char *cell, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (is_digit(cell[i])) return true;
    return false;
}

/* Of a cell that would be a number with the other mark. */
static const char *other_mark(char mark, bool grouped)
{
    if (mark == ',')
        return "has a decimal point where --decimal , says that commas are the decimal marks: a table has one mark for all its "
               "numbers";
    return grouped ? "has a comma: --decimal , reads it as a decimal mark; a separator of thousands must be removed"
                   : "has a decimal comma, where a decimal point is expected: --decimal , reads such numbers";
}

const char *ard_cell_trouble(const ardor_read_options *options, const char *cell, size_t bytes)
{
    static const char *const percent[] = {"%", NULL}, *const minus[] = {"\xE2\x88\x92", "\xE2\x80\x93", NULL};
    static const char *const currency[] = {"$", "\xE2\x82\xAC", "\xC2\xA3", "\xC2\xA5", NULL};
    const char mark = ard_decimal_mark(options);
    double value = 0;
    while (bytes > 0 && cell[bytes - 1] == ' ') bytes--;
    for (; bytes > 0 && *cell == ' '; cell++) bytes--;
    const bool grouped = is_grouped(cell, bytes);
    if (ard_parse_decimal(cell, bytes, mark == ',' ? '.' : ',', &value)) return other_mark(mark, grouped);
    if (grouped) return "has separators of thousands: remove them";
    if (!has_digit(cell, bytes)) return NULL;
    if (holds_any(cell, bytes, percent)) return "has a percent sign: remove it";
    if (holds_any(cell, bytes, currency)) return "has a currency sign: remove it";
    if (starts_any(cell, bytes, minus)) return "has a dash or a typographic minus sign for '-': replace it";
    return NULL;
}
