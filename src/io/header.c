/* The guess whether the first row is names: the odds of what its cells are if it is names against what they are if it is data
 * like the rows below.
 *
 * Text where most of the rows below have numbers settles it. Otherwise each sign multiplies the odds. Probabilities under "data"
 * follow from exchanging rows (the first of r + 1 is the only one with a property: about 1 / (r + 1)) or columns (k different
 * numbers rise or fall: 2 / k!); those under "names" are round numbers of what programs write: wavelengths, the 0,1,2,.. of
 * pandas. docs/constants.md has what was measured. */
#include "io/header.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/cell.h"

/* Tables whose first row is numbers alone mostly have no names, others mostly have. Data must not be lost by a wrong guess: so
 * that numbers are names the odds must be clear. */
static const double NUMBERS_PRIOR = 1. / 3, NUMBERS_LEAST = 9, TEXT_PRIOR = 3, TEXT_LEAST = 1;
enum { TEXT_COLUMNS = 16, SHOWN = 3 };

typedef struct signs {
    const ard_top *head;
    int64_t k;             /* features whose cell in the first row is a number */
    int64_t *column;       /* k */
    double *value, *other; /* k, of the first row, of another */
    double odds;
    bool settled; /* text above numbers */
    bool text;    /* a feature's cell in the first row is text */
} signs;

typedef struct below {
    int64_t n, numbers; /* cells that are not missing; those that are numbers */
    int64_t fractions;  /* numbers that are not digits alone */
    double low, high;   /* of the numbers */
} below;

static bool is_missing(const ard_text_row *row, int64_t j) { return ard_is_missing(row->cell[j], row->length[j]); }

static bool is_digits(const ard_text_row *row, int64_t j)
{
    return row->length[j] > 0 && strspn(row->cell[j], "-0123456789") == row->length[j];
}

static below look_below(const ard_top *head, int64_t j)
{
    below b = {.low = INFINITY, .high = -INFINITY};
    double value = 0;
    for (int64_t i = 1; i < head->n; i++) {
        const ard_text_row *row = &head->row[i];
        if (j >= row->n || is_missing(row, j)) continue;
        b.n++;
        if (!ard_top_number(head, row, j, &value)) continue;
        b.numbers++;
        b.fractions += !is_digits(row, j);
        b.low = fmin(b.low, value);
        b.high = fmax(b.high, value);
    }
    return b;
}

/* ------------------------------------------------------------------ a column of few different texts */

/* How many of the rows below have this text in the column? */
static int64_t count_equal(const ard_top *head, int64_t j, const char *text)
{
    int64_t n = 0;
    for (int64_t i = 1; i < head->n; i++) n += j < head->row[i].n && strcmp(head->row[i].cell[j], text) == 0;
    return n;
}

/* The next row of data would have a text that is new with about (texts that are there once + 1/2) / (rows + 1). */
static double ratio_of_new_text(const ard_top *head, int64_t j, const below *b)
{
    int64_t once = 0;
    for (int64_t i = 1; i < head->n; i++)
        once += j < head->row[i].n && !is_missing(&head->row[i], j) && count_equal(head, j, head->row[i].cell[j]) == 1;
    return once == b->n ? 1 : .9 * (double)(b->n + 1) / ((double)once + .5);
}

/* Of a column of text, or the one of labels. */
static double ratio_of_texts(const ard_top *head, int64_t j)
{
    const ard_text_row *first = &head->row[0];
    const below b = look_below(head, j);
    double value = 0;
    if (b.n == 0 || is_missing(first, j)) return 1;
    const bool number = ard_top_number(head, first, j, &value), recurs = count_equal(head, j, first->cell[j]) > 0;
    if (recurs) return number ? .5 : .02;
    if (number && b.numbers == 0) return (double)(b.n + 1);
    if (!number && b.numbers == b.n) return 10 * (double)(b.n + 1);
    return ratio_of_new_text(head, j, &b);
}

/* ------------------------------------------------------------------ numbers in the first row */

/* 1: they rise, -1: they fall, 0: neither. */
static int direction(int64_t k, const double *value)
{
    if (k < 2 || value[1] == value[0]) return 0;
    const int way = value[1] > value[0] ? 1 : -1;
    for (int64_t j = 1; j < k; j++)
        if (!((value[j] - value[j - 1]) * way > 0)) return 0;
    return way;
}

static bool evenly_spaced(int64_t k, const double *value)
{
    if (k < 3) return false;
    const double step = value[1] - value[0];
    for (int64_t j = 2; j < k; j++)
        if (fabs(value[j] - value[j - 1] - step) > 1e-6 * fabs(step)) return false;
    return true;
}

static bool same_cells_of(const signs *s, int64_t i)
{
    const ard_text_row *row = &s->head->row[i];
    for (int64_t j = 0; j < s->k; j++)
        if (s->column[j] >= row->n || !ard_top_number(s->head, row, s->column[j], &s->other[j])) return false;
    return true;
}

/* Are the columns of ever larger numbers, so that rows rise without saying anything? */
static bool columns_rise(const signs *s, int way)
{
    for (int64_t j = 0; j < s->k; j++) {
        const below b = look_below(s->head, s->column[j]);
        s->other[j] = (b.low + b.high) / 2;
    }
    return direction(s->k, s->other) == way;
}

/* They rise or fall, perhaps by equal steps, and rows of data do not. */
static double ratio_of_order(signs *s)
{
    const int way = direction(s->k, s->value);
    const bool even = evenly_spaced(s->k, s->value);
    double orders = .5, rows = 0, ordered = 0, spaced = 0;
    if (way == 0) return s->k > 2 ? .2 : 1;
    for (int64_t j = 2; j <= s->k && orders < 1e12; j++) orders *= (double)j;
    for (int64_t i = 1; i < s->head->n; i++) {
        if (!same_cells_of(s, i)) continue;
        rows++;
        ordered += direction(s->k, s->other) == way;
        spaced += evenly_spaced(s->k, s->other);
    }
    double chance = fmax(1 / orders, (1 / orders + ordered) / (1 + rows));
    if (columns_rise(s, way)) chance = fmax(chance, .3);
    if (s->k < 3 || spaced > 0) return .8 / chance;
    return .8 / chance * (even ? 100 : .5);
}

/* Does one of them come twice? Names do not. They are few where this matters, and sorted where it does not. */
static bool have_repeated(const signs *s)
{
    enum { MOST = 2000 };
    if (direction(s->k, s->value) != 0) return false;
    const int64_t k = ard_min64(s->k, MOST);
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++)
            if (s->value[i] == s->value[j]) return true;
    return false;
}

/* Digits alone above fractions, and numbers outside of what the r rows below have, as the first of r + 1 is with 2 / (r + 1). */
static double ratio_of_numbers(const signs *s)
{
    double written = 1, outside = 1;
    int64_t n_outside = 0, seen = 0;
    for (int64_t j = 0; j < s->k; j++) {
        const below b = look_below(s->head, s->column[j]);
        if (b.n < 3 || b.numbers < b.n) continue;
        seen++;
        if (b.fractions == b.n && is_digits(&s->head->row[0], s->column[j]))
            written = fmin(1000, written * (double)(b.n + 2) / 2);
        if (s->value[j] >= b.low && s->value[j] <= b.high) continue;
        n_outside++;
        outside = fmin(40, outside * sqrt((double)(b.n + 1) / 2)); /* columns go together */
    }
    if (seen < 2) return written;
    return written * (2 * n_outside >= seen ? outside / 2 : n_outside == 0 ? .1 : 1);
}

/* 0,1,2,.. or 1,2,3,.. over all columns that are numbers, the labels' too. */
static bool counts_columns(const ard_header_question *q)
{
    const ard_text_row *first = &q->head->row[0];
    double value = 0, before = 0;
    int64_t n = 0;
    for (int64_t j = 0; j < first->n; j++) {
        if (q->skipped[j] && j != q->target) continue;
        if (j == 0 && first->length[0] == 0) continue;
        if (!ard_top_number(q->head, first, j, &value)) return false;
        if (n++ > 0 ? value != before + 1 : value != 0 && value != 1) return false;
        before = value;
    }
    return n > 1;
}

/* Do the whole numbers in the first column count the rows below? */
static bool counts_rows(const ard_top *head)
{
    int64_t value = 0, before = 0;
    for (int64_t i = 1; i < head->n; i++) {
        if (!ard_parse_int(head->row[i].cell[0], head->row[i].length[0], &value) || (i > 1 && value != before + 1)) return false;
        before = value;
    }
    return head->n > 2;
}

/* An empty first cell, as above row names: texts or whole numbers below it that all differ, names in all other cells. */
static double ratio_of_corner(const ard_top *head)
{
    const ard_text_row *first = &head->row[0];
    const below b = look_below(head, 0);
    if (first->n < 2 || first->length[0] > 0 || b.n == 0 || b.n < head->n - 1) return 1;
    for (int64_t j = 1; j < first->n; j++)
        if (is_missing(first, j)) return 1;
    for (int64_t i = 1; i < head->n; i++)
        if (count_equal(head, 0, head->row[i].cell[0]) > 1) return 1;
    if (b.numbers == 0 || counts_rows(head)) return 1e4;
    return b.fractions > 0 ? 1 : 50;
}

/* ------------------------------------------------------------------ the answer */

static void look_at_features(const ard_header_question *q, signs *s)
{
    const ard_text_row *first = &q->head->row[0];
    double value = 0;
    int texts = 0;
    for (int64_t j = 0; j < first->n && !s->settled; j++) {
        if (q->skipped[j] || is_missing(first, j)) continue;
        if (ard_top_number(q->head, first, j, &value)) {
            s->column[s->k] = j;
            s->value[s->k++] = value;
            continue;
        }
        s->text = true;
        const below b = look_below(q->head, j);
        s->settled = 2 * b.numbers > b.n;
        if (!s->settled && texts++ < TEXT_COLUMNS) s->odds *= ratio_of_texts(q->head, j);
    }
}

static bool has_features(const ard_header_question *q)
{
    for (int64_t j = 0; j < q->head->row[0].n; j++)
        if (!q->skipped[j]) return true;
    return false;
}

static bool decide(const ard_header_question *q, signs *s)
{
    look_at_features(q, s);
    if (s->settled) return true;
    /* Labels alone: nothing but themselves tells a name from a label, and tables mostly have names. */
    const bool text = s->text || !has_features(q);
    if (q->head->n < 2) return text && !(q->expected && q->expected->inputs->header == 0);
    s->odds *= text ? TEXT_PRIOR : NUMBERS_PRIOR;
    if (q->target >= 0) s->odds *= ratio_of_texts(q->head, q->target);
    if (have_repeated(s)) s->odds *= 1e-4;
    s->odds *= ratio_of_order(s) * ratio_of_numbers(s) * ratio_of_corner(q->head);
    if (counts_columns(q)) s->odds *= 5;
    return s->odds >= (text ? TEXT_LEAST : NUMBERS_LEAST);
}

static void say(ardor_context *context, const ard_header_question *q, bool header)
{
    char cells[ARD_LIST_BYTES] = ""; /* "'900', '902', '904', ..." */
    const ard_text_row *row = &q->head->row[0];
    for (int64_t j = 0; j < row->n && j <= SHOWN; j++) ard_name_append(cells, sizeof cells, j < SHOWN ? row->cell[j] : NULL);
    if (header)
        ard_note(context, "%s: the first row (%s) is taken as names of the columns (--no-header: it is data)", q->file, cells);
    else
        ard_note(context, "%s: the first row (%s) is taken as data and features are called x1, x2, ... (--header: it is names)",
                 q->file, cells);
}

/* Every name that the model needs is there. */
static bool has_needed(const ard_expected *expected, const ard_name_index *names)
{
    for (int64_t j = 0; j < expected->n_features; j++)
        if (ard_name_index_find(names, expected->feature[j]) < 0) return false;
    return expected->n_features > 0;
}

static int find_needed(ardor_context *context, const ard_header_question *q, bool *out)
{
    int rc = ARDOR_OK;
    ard_name_index *names = NULL;
    *out = false;
    if (!q->expected) return ARDOR_OK;
    TRY(ard_name_index_new(context, q->head->row[0].n, (char *const *)q->head->row[0].cell, &names));
    *out = has_needed(q->expected, names);
done:
    ard_name_index_free(names);
    return rc;
}

int ard_header_guess(ardor_context *context, const ard_header_question *q, bool *out, bool *obvious)
{
    int rc = ARDOR_OK;
    signs s = {.head = q->head, .odds = 1};
    const int64_t n = q->head->row[0].n;
    bool needed = false;
    NEW(context, s.column, n);
    NEW(context, s.value, n);
    NEW(context, s.other, n);
    TRY(find_needed(context, q, &needed));
    *out = decide(q, &s);
    if (needed) *out = true;
    *obvious = s.settled || (needed && s.text);
    if (!*obvious) say(context, q, *out);
done:
    ard_free(context, s.column);
    ard_free(context, s.value);
    ard_free(context, s.other);
    return rc;
}
