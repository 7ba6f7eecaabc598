/* Shapes, from the first tens of thousands of bytes. A record that is cut off at their end does not count, unless it is the
 * first: then its cells so far are all that is known. Quotes as libcsv has them. */
#include "io/shape.h"

#include <string.h>

#include "base/number.h"
#include "io/cell.h"

static const char candidates[] = {'\t', ';', '|', ',', ':', ' '}; /* of two that fit equally well the first */
enum { N_CANDIDATES = sizeof candidates };

/* ---- cells */

typedef struct cursor {
    const char *at, *end;
    bool cut, broken, inside; /* inside a record: a cell of it has been seen */
    char delimiter;
} cursor;

typedef struct cell {
    const char *text;
    size_t bytes;
    bool quoted, last; /* of its record */
} cell;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_end(char c) { return c == '\n' || c == '\r'; }
static bool separates(const cursor *c, char text) { return c->delimiter == ' ' ? is_blank(text) : text == c->delimiter; }

static void skip_blanks(cursor *c, bool lines)
{
    for (; c->at < c->end; c->at++) {
        const bool skipped = is_blank(*c->at) ? c->delimiter == ' ' || *c->at != c->delimiter : lines && is_end(*c->at);
        if (!skipped) return;
    }
}

/* From behind the opening quote to behind the closing one: two in a row are one of the text. */
static bool skip_quoted(cursor *c)
{
    while (c->at < c->end) {
        if (*c->at++ != '"') continue;
        if (c->at == c->end || *c->at != '"') return true;
        c->at++;
    }
    c->broken = !c->cut;
    return false;
}

/* From its first to behind its last byte. */
static bool skip_cell(cursor *c, cell *out)
{
    out->text = c->at;
    out->quoted = c->at < c->end && *c->at == '"';
    if (out->quoted) {
        c->at++;
        if (!skip_quoted(c)) return false;
        out->bytes = (size_t)(c->at - out->text) - 2;
        out->text++;
        c->broken = c->at < c->end && !is_blank(*c->at) && !is_end(*c->at) && !separates(c, *c->at);
        return !c->broken;
    }
    for (; c->at < c->end && !separates(c, *c->at) && !is_end(*c->at); c->at++) c->broken = c->broken || *c->at == '"';
    out->bytes = (size_t)(c->at - out->text);
    return !c->broken;
}

/* False at the end, and where the quotes are broken. */
static bool next_cell(cursor *c, cell *out)
{
    skip_blanks(c, !c->inside);
    if (!c->inside && c->at == c->end) return false;
    if (!skip_cell(c, out)) return false;
    skip_blanks(c, false);
    if (c->at == c->end && c->cut) return false;
    out->last = c->at == c->end || is_end(*c->at);
    c->inside = !out->last;
    if (out->last || c->delimiter == ' ') return true;
    c->broken = *c->at != c->delimiter;
    c->at++;
    return !c->broken;
}

static cursor cursor_at(const ard_head *head, char delimiter)
{
    return (cursor){.at = head->text, .end = head->text + head->bytes, .cut = head->cut, .delimiter = delimiter};
}

/* ---- shapes */

static void count_cell(ard_shape *shape, const cell *one, bool first)
{
    double value = 0;
    if (one->bytes == 0 || ard_is_missing(one->text, one->bytes)) return;
    const bool point = ard_parse_decimal(one->text, one->bytes, '.', &value);
    const bool comma = one->text[one->bytes - 1] != ',' && ard_parse_decimal(one->text, one->bytes, ',', &value);
    shape->body++;
    shape->whole += point && comma;
    shape->point += point && !comma;
    shape->comma += comma && !point;
    if (first) shape->leading = shape->leading && (point || comma);
}

static void end_record(ard_shape *shape, int64_t cells)
{
    if (shape->records == 0) shape->header = cells;
    if (shape->records <= 1) shape->cells = cells;
    shape->even = shape->even && cells == shape->cells;
    shape->records++;
}

ard_shape ard_shape_of(const ard_head *head, char delimiter)
{
    cursor c = cursor_at(head, delimiter);
    ard_shape shape = {.delimiter = delimiter, .even = true, .leading = true};
    cell one;
    int64_t n = 0;
    while (next_cell(&c, &one)) {
        if (shape.records > 0) count_cell(&shape, &one, n == 0);
        n++;
        if (!one.last) continue;
        end_record(&shape, n);
        n = 0;
    }
    shape.broken = c.broken;
    if (shape.records == 0) shape.header = shape.cells = n + head->cut; /* the last one is not there to its end */
    return shape;
}

bool ard_shape_fits(const ard_shape *shape)
{
    return !shape->broken && shape->header >= 2 && shape->even &&
           (shape->cells == shape->header || shape->cells == shape->header + 1);
}

bool ard_shape_has_commas(const ard_shape *shape) { return shape->comma > 0 && shape->point == 0; }

static int64_t numbers(const ard_shape *shape) { return shape->whole + ard_max64(shape->point, shape->comma); }

/* Blanks and colons stand in names, times and prose too: only much that is numbers makes separators of them, or many lines with
 * as many. */
static bool is_plausible(const ard_shape *shape)
{
    if (shape->delimiter != ' ' && shape->delimiter != ':') return true;
    if (shape->records == 0) return shape->header >= 3; /* one line of tens of thousands of bytes */
    if (shape->even && shape->cells == shape->header && shape->cells >= 4 && shape->records >= 5) return true;
    return shape->body > 0 && 3 * numbers(shape) >= shape->body &&
           (shape->cells >= 3 || (shape->leading && shape->delimiter == ' ') || shape->point + shape->comma > 0);
}

/* Has a larger part of its cells numbers? */
static bool is_clearer(const ard_shape *a, const ard_shape *b) { return numbers(a) * b->body > numbers(b) * a->body; }

bool ard_shape_best(const ard_head *head, char chosen, ard_shape *out)
{
    bool found = false;
    for (int i = 0; i < N_CANDIDATES; i++) {
        if (candidates[i] == chosen) continue;
        const ard_shape shape = ard_shape_of(head, candidates[i]);
        if (!ard_shape_fits(&shape) || !is_plausible(&shape)) continue;
        if (!found || is_clearer(&shape, out)) *out = shape;
        found = true;
    }
    return found;
}

bool ard_shape_longest(const ard_head *head, char chosen, ard_shape *out)
{
    bool found = false;
    for (int i = 0; i < N_CANDIDATES; i++) {
        const ard_shape shape = ard_shape_of(head, candidates[i]);
        if (candidates[i] == chosen || shape.header < 2 || !is_plausible(&shape)) continue;
        if (!found || shape.header > out->header) *out = shape;
        found = true;
    }
    return found;
}

/* ---- torn numbers */

static bool is_digits(const char *text, size_t bytes)
{
    size_t i = 0;
    while (i < bytes && text[i] >= '0' && text[i] <= '9') i++;
    return i > 0 && (i == bytes || text[i] == 'e' || text[i] == 'E');
}

/* What one record has of cells, of pairs of them that may be the halves of one number, and its first cell. */
typedef struct halves {
    int64_t cells, pairs;
    bool open; /* the cell before is a whole number, and no second half */
    cell first;
} halves;

static void add_half(halves *h, const cell *one)
{
    int64_t value = 0;
    if (h->cells++ == 0) h->first = *one;
    const bool second = h->open && !one->quoted && is_digits(one->text, one->bytes);
    h->pairs += second;
    h->open = !second && !one->quoted && ard_parse_int(one->text, one->bytes, &value);
}

/* Names of rows, of which a header has none, are neither negative nor the same twice in a row. */
static bool is_no_name(const cell *first, const cell *before)
{
    if (first->bytes > 0 && first->text[0] == '-') return true;
    return before->text && first->bytes == before->bytes && memcmp(first->text, before->text, first->bytes) == 0;
}

bool ard_shape_is_torn(const ard_head *head, const ard_shape *shape)
{
    cursor c = cursor_at(head, ',');
    cell one, before = {0};
    halves record = {0};
    int64_t n = 0, torn = 0, no_name = 0, most = 0;
    if (shape->broken || shape->point > 0 || shape->header < 2) return false;
    while (next_cell(&c, &one)) {
        add_half(&record, &one);
        if (!one.last) continue;
        if (n++ > 0) {
            const int64_t more = record.cells - shape->header;
            if (more < 0 || more > record.pairs) return false;
            torn += more > 0;
            most = ard_max64(most, more);
            no_name += is_no_name(&record.first, &before);
            before = record.first;
        }
        record = (halves){0};
    }
    const bool uneven =
        !ard_shape_fits(shape) && (shape->leading || most > 1); /* else names of rows, and a row that lacks a cell */
    return 2 * torn > n - 1 && (uneven || no_name > 0);
}

static int64_t count_in(const cell *one, char c)
{
    int64_t n = 0;
    for (size_t i = 0; i < one->bytes; i++) n += one->text[i] == c;
    return n;
}

bool ard_shape_is_wrapped(const ard_head *head)
{
    static const char inner[] = {',', ';', '\t'};
    enum { N_INNER = sizeof inner };
    cursor c = cursor_at(head, ',');
    cell one;
    int64_t records = 0, n[N_INNER] = {0};
    bool same[N_INNER] = {true, true, true};
    for (; next_cell(&c, &one); records++) {
        if (!one.quoted || !one.last) return false;
        for (int k = 0; k < N_INNER; k++) {
            const int64_t now = count_in(&one, inner[k]);
            same[k] = same[k] && now >= 2 && (records == 0 || now == n[k]);
            n[k] = now;
        }
    }
    return records >= 2 && !c.broken && (same[0] || same[1] || same[2]);
}

bool ard_shape_is_tabbed(const ard_head *head)
{
    const ard_shape tabs = ard_shape_of(head, '\t');
    ard_shape other;
    cursor c = cursor_at(head, '\t');
    cell one;
    if (!ard_shape_fits(&tabs) || memchr(head->text, '\0', head->bytes)) return false;
    while (next_cell(&c, &one))
        if (!one.quoted && memchr(one.text, ',', one.bytes)) return false;
    return !ard_shape_best(head, '\t', &other) || !is_clearer(&other, &tabs);
}
