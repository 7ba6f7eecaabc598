/* Texts in what the program prints: cells of tables, and the lines that people read, where a name has a limited width.
 *
 * Widths are of Unicode's wide and zero-width blocks, written down here in short: wcwidth would need a locale, which the program
 * does not set. */
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- cells and JSON */

static bool needs_quotes(const char *text, char delimiter)
{
    size_t bytes = strlen(text);
    if (bytes == 0) return false;
    return isspace((unsigned char)text[0]) || isspace((unsigned char)text[bytes - 1]) || strchr(text, delimiter) ||
           strpbrk(text, "\"\r\n");
}

static void print_doubling_quotes(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
}

void cli_print_cell(FILE *out, char delimiter, const char *prefix, const char *text)
{
    if (!needs_quotes(prefix, delimiter) && !needs_quotes(text, delimiter)) {
        fprintf(out, "%s%s", prefix, text);
        return;
    }
    fputc('"', out);
    print_doubling_quotes(out, prefix);
    print_doubling_quotes(out, text);
    fputc('"', out);
}

/* ---- widths */

typedef struct range {
    unsigned first, last;
} range;

static const range no_width[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},   {0x64B, 0x65F},
                                 {0x93C, 0x93C},   {0x94D, 0x94D},   {0xE31, 0xE31},   {0xE34, 0xE3A},   {0x1AB0, 0x1AFF},
                                 {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x2060, 0x2064}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                                 {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
static const range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x23F0, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},   {0x26AA, 0x26AB},   {0x26BD, 0x26BE},
    {0x26C4, 0x26C5},   {0x26CE, 0x26CE},   {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F5},   {0x26FA, 0x26FD},
    {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},   {0x274C, 0x274E},   {0x2753, 0x2757},   {0x2795, 0x2797},
    {0x27B0, 0x27BF},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B55},   {0x2E80, 0x303E},   {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18CFF}, {0x1AFF0, 0x1B2FB}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F19A}, {0x1F200, 0x1F265},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1FAFF}, {0x20000, 0x3FFFD}};
/* What would move what stands beside it: directions of writing, and ends of lines. */
static const range moving[] = {{0x80, 0x9F}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

static bool is_in(unsigned character, const range *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (character >= list[i].first && character <= list[i].last) return true;
    return false;
}
#define IS_IN(character, list) is_in((character), (list), sizeof(list) / sizeof *(list))

/* The first character of a text that is not empty: its bytes, columns, and whether it is shown as '?'. */
typedef struct glyph {
    size_t bytes, columns;
    bool hidden;
} glyph;

static glyph first_of(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    const size_t need = s[0] < 0xC0 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    unsigned character = need == 1 ? s[0] : s[0] & (0xFFu >> (need + 1));
    size_t bytes = 1;
    for (; bytes < need && (s[bytes] & 0xC0) == 0x80; bytes++) character = character << 6 | (s[bytes] & 0x3F);
    if (character < 0x20 || character == 0x7F || bytes < need || (need == 1 && s[0] >= 0x80) || IS_IN(character, moving))
        return (glyph){bytes, 1, true};
    return (glyph){bytes, IS_IN(character, no_width) ? 0 : IS_IN(character, wide) ? 2 : 1, false};
}

size_t cli_text_width(const char *text)
{
    size_t width = 0;
    while (*text) {
        const glyph g = first_of(text);
        width += g.columns;
        text += g.bytes;
    }
    return width;
}

/* ---- lines */

/* Characters from `text` up to `end`. */
static void print_until(FILE *out, const char *text, const char *end)
{
    while (text < end) {
        const glyph g = first_of(text);
        if (g.hidden)
            fputc('?', out);
        else
            fwrite(text, 1, g.bytes, out);
        text += g.bytes;
    }
}

/* Where a text has so many columns, or one less before a wide character; what has no width belongs to what is before it. */
static const char *after_columns(const char *text, size_t columns)
{
    size_t width = 0;
    while (*text) {
        const glyph g = first_of(text);
        if (width + g.columns > columns) break;
        width += g.columns;
        text += g.bytes;
    }
    return text;
}

/* Where the last so many columns begin, or one less. */
static const char *before_last(const char *text, size_t columns)
{
    size_t width = cli_text_width(text);
    while (*text && width > columns) {
        const glyph g = first_of(text);
        width -= g.columns;
        text += g.bytes;
    }
    while (*text && first_of(text).columns == 0) text += first_of(text).bytes;
    return text;
}

enum { LEAST_CUT = 8 }; /* less would leave nothing of a name */

void cli_print_name(FILE *out, const char *text, size_t most)
{
    static const char mark[] = "...";
    const size_t room = most - (sizeof mark - 1), head = room - room / 2;
    if (most < LEAST_CUT || cli_text_width(text) <= most) {
        print_until(out, text, text + strlen(text));
        return;
    }
    const char *tail = before_last(text, room / 2);
    print_until(out, text, after_columns(text, head));
    fputs(mark, out);
    print_until(out, tail, tail + strlen(tail));
}

size_t cli_name_width(const char *text, size_t most)
{
    const size_t width = cli_text_width(text), room = most - 3;
    if (most < LEAST_CUT || width <= most) return width;
    const char *end = after_columns(text, room - room / 2);
    size_t head = 0;
    for (const char *c = text; c < end; c += first_of(c).bytes) head += first_of(c).columns;
    return head + 3 + cli_text_width(before_last(text, room / 2));
}

void cli_print_padded(FILE *out, const char *text, int width)
{
    const size_t most = width ? (size_t)abs(width) : CLI_LINE;
    const int missing = width ? abs(width) - (int)cli_name_width(text, most) : 0;
    for (int i = 0; width < 0 && i < missing; i++) fputc(' ', out);
    if (width)
        cli_print_name(out, text, most);
    else
        print_until(out, text, text + strlen(text));
    for (int i = 0; width > 0 && i < missing; i++) fputc(' ', out);
}

void cli_print_words(FILE *out, const char *text, size_t most)
{
    while (*text) {
        const size_t blanks = strspn(text, " "), bytes = strcspn(text + blanks, " ");
        char *word = strndup(text + blanks, bytes);
        fprintf(out, "%*s", (int)blanks, "");
        if (word) cli_print_name(out, word, most);
        free(word);
        text += blanks + bytes;
    }
}

/* Where what a line says begins: behind its label, or a little to the right of its first character. */
static size_t hanging_indent(const char *line)
{
    enum { LABEL = 16 };
    const size_t blanks = strspn(line, " ");
    if (blanks >= LABEL) return blanks < CLI_LINE / 2 ? blanks : LABEL;
    if (strlen(line) > LABEL && ((line[LABEL - 1] == ' ' && line[LABEL - 2] == ' ' && line[LABEL] != ' '))) return LABEL;
    return blanks + 2;
}

/* The end of what goes on one line of so many columns: before a blank, or where there is none before, anywhere. */
static const char *end_of_line(const char *text, size_t bytes, size_t columns)
{
    const char *limit = after_columns(text, columns), *end = limit;
    if ((size_t)(limit - text) >= bytes) return text + bytes;
    const char *first = text + strspn(text, " ");
    while (end > first && *end != ' ') end--;
    return end > first ? end : limit;
}

static void print_wrapped_line(FILE *out, const char *line, size_t bytes)
{
    const size_t indent = hanging_indent(line);
    const char *stop = line + bytes;
    for (size_t columns = CLI_LINE;; columns = CLI_LINE - indent) {
        const char *end = end_of_line(line, (size_t)(stop - line), columns);
        fwrite(line, 1, (size_t)(end - line), out);
        line = end + strspn(end, " ");
        if (end >= stop || line >= stop) break;
        fprintf(out, "\n%*s", (int)indent, "");
    }
    fputc('\n', out);
}

void cli_print_wrapped(FILE *out, const char *text)
{
    while (*text) {
        const size_t bytes = strcspn(text, "\n");
        print_wrapped_line(out, text, bytes);
        text += bytes + (text[bytes] == '\n');
    }
}
