/* Levels of a column are kept as they come up, each with a code, and are found by bisection; they are put into their order, that
 * of classes, when all of them are there. Where a model is to predict, they are the model's.
 *
 * Without a list a column is one of levels if it has text and no number, so that a typing error in a column of numbers stays an
 * error. A column of more than MOST_LEVELS levels, or of more than half as many as there are rows, is taken to be names of rows:
 * few rows of a level say little of it, and indicators of single rows nothing. */
#include "io/onehot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "data/levels.h"
#include "io/columns.h"

enum { MOST_LEVELS = 100, SHOWN_UNKNOWN = 3 };

typedef enum {
    FEATURE,  /* numbers, whatever is in it */
    TEXT,     /* levels if it has text and no number */
    LISTED,   /* levels because it was asked for */
    KNOWN,    /* the levels of the model */
    UNNEEDED, /* levels, which the model has no use for */
} use;

typedef struct column {
    use use;
    const char *name;
    bool has_number, is_mixed; /* numbers came before levels, behind them */
    int64_t n, room;
    char **level;   /* by code */
    int64_t *order; /* codes by their texts */
    int32_t *place; /* of each code among the indicators; NULL until all levels are there */
} column;

struct ard_level_table {
    ardor_context *context;
    const char *file;
    const ard_expected *expected;
    bool may_fail; /* rows to predict: a column may be what cannot be read */
    ard_onehot onehot;
    int64_t n_features;
    column *of;
    int64_t n_unknown; /* cells */
    int n_shown;
    char *shown[SHOWN_UNKNOWN + 1]; /* different ones, and one more */
    int64_t n_read;
    ard_read_column *read;
    char problem[ARD_LIST_BYTES + 200];
};

/* ------------------------------------------------------------------ levels */

/* Position in `order` of the text, or where it would be. */
static int64_t position_of(const column *c, const char *text, bool *there)
{
    int64_t low = 0, high = c->n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        const int compared = strcmp(c->level[c->order[middle]], text);
        if (compared == 0) {
            *there = true;
            return middle;
        }
        if (compared < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *there = false;
    return low;
}

static int add_level(ardor_context *context, column *c, int64_t position, const char *text)
{
    int rc = ARDOR_OK;
    const int64_t room = c->room ? 2 * c->room : 8;
    if (c->n == c->room) {
        EXTEND(context, c->level, room);
        EXTEND(context, c->order, room);
        c->room = room;
    }
    COPY(context, c->level[c->n], text);
    memmove(c->order + position + 1, c->order + position, (size_t)(c->n - position) * sizeof *c->order);
    c->order[position] = c->n++;
done:
    return rc;
}

/* ------------------------------------------------------------------ which columns */

static int parse_onehot(ardor_context *context, const char *file, const char *text, ard_onehot *out, const char **list)
{
    const size_t word = strcspn(text, ":");
    const bool zero = word == 4 && strncmp(text, "zero", 4) == 0, error = word == 5 && strncmp(text, "error", 5) == 0;
    char quoted[ARD_QUOTE_BYTES];
    *out = zero ? ARD_ONEHOT_ZERO : ARD_ONEHOT_ERROR;
    *list = text[word] == ':' ? text + word + 1 : NULL;
    if (zero || error) return ARDOR_OK;
    return ard_fail(context, ARDOR_USAGE, "%s: --onehot takes error, zero, error:LIST or zero:LIST, not '%s'", file,
                    ard_name_quote(text, quoted));
}

/* -1: there is none. */
static int64_t feature_named(const ard_level_table *t, const char *name)
{
    for (int64_t f = 0; f < t->n_features; f++)
        if (strcmp(t->of[f].name, name) == 0) return f;
    return -1;
}

static int take_list(ard_level_table *t, const char *list)
{
    int rc = ARDOR_OK;
    char **name = NULL;
    bool *mark = NULL;
    NEW(t->context, name, t->n_features);
    NEW(t->context, mark, t->n_features);
    for (int64_t f = 0; f < t->n_features; f++) name[f] = (char *)t->of[f].name;
    const ard_column_names features = {t->file, "feature", t->n_features, name, NULL, false};
    TRY(ard_columns_mark(t->context, &features, "--onehot", list, mark));
    for (int64_t f = 0; f < t->n_features; f++) t->of[f].use = mark[f] ? LISTED : FEATURE;
done:
    ard_free(t->context, name);
    ard_free(t->context, mark);
    return rc;
}

static int take_expected(ard_level_table *t)
{
    int rc = ARDOR_OK;
    const ard_categories *known = t->expected->categories;
    for (int64_t c = 0; known && c < known->n; c++) {
        const int64_t f = feature_named(t, known->of[c].column);
        if (f < 0) continue; /* its indicators may be there as they are */
        t->of[f].use = known->of[c].level ? KNOWN : UNNEEDED;
        for (int64_t k = 0; k < known->of[c].n_levels; k++) {
            bool there = false;
            const int64_t position = position_of(&t->of[f], known->of[c].level[k], &there);
            TRY(add_level(t->context, &t->of[f], position, known->of[c].level[k]));
        }
    }
done:
    return rc;
}

static int choose_uses(ard_level_table *t, const char *asked)
{
    int rc = ARDOR_OK;
    const char *list = NULL;
    if (t->expected) t->onehot = t->expected->inputs->onehot;
    if (asked) TRY(parse_onehot(t->context, t->file, asked, &t->onehot, &list));
    REQUIRE(t->context, !list || !t->expected, ARDOR_USAGE,
            "%s: --onehot takes no columns at prediction: they are those of the model", t->file);
    for (int64_t f = 0; f < t->n_features; f++) t->of[f].use = asked && !t->expected ? TEXT : FEATURE;
    if (list) TRY(take_list(t, list));
    if (t->expected) TRY(take_expected(t));
done:
    return rc;
}

int ard_levels_open(ardor_context *context, const char *file, const ard_layout *layout, const ard_reading *reading,
                    ard_level_table **out)
{
    int rc = ARDOR_OK;
    ard_level_table *t = NULL;
    *out = NULL;
    NEW(context, t, 1);
    *t = (ard_level_table){.context = context, .file = file, .expected = reading->expected};
    t->may_fail = reading->options.no_target;
    NEW(context, t->of, layout->n_features);
    for (int64_t j = 0; j < layout->n_columns; j++)
        if (layout->role[j] == ARD_ROLE_FEATURE) t->of[t->n_features++] = (column){.name = layout->name[j]};
    TRY(choose_uses(t, reading->options.onehot));
    *out = t;
    t = NULL;
done:
    ard_levels_close(t);
    return rc;
}

/* ------------------------------------------------------------------ cells */

/* A column is of numbers, or of text. */
static void check_text_column(ard_level_table *t, column *c, bool number, ard_level_cell *out)
{
    char quoted[ARD_QUOTE_BYTES], name[ARD_QUOTE_BYTES];
    ard_name_quote(c->name, name);
    if (number && c->n > 0) {
        ard_name_quote(c->level[0], quoted);
        snprintf(
            t->problem, sizeof t->problem,
            "is a number, but the column has the text '%s' too: --onehot takes columns in which no cell is a number; mend the "
            "text, or name the column if it is one of levels (--onehot=error:%s)",
            quoted, name);
        out->problem = t->problem;
        c->is_mixed = true;
    } else if (!number && c->has_number) {
        snprintf(
            t->problem, sizeof t->problem,
            "is not a finite number, and others of the column are numbers, so that --onehot passes it over; mend the text, or "
            "name the column if it is one of levels (--onehot=error:%s)",
            name);
        out->problem = t->problem;
    }
    c->has_number = c->has_number || number;
    out->is_level = !number && !out->problem;
}

static void explain_unknown(ard_level_table *t, const column *c)
{
    char levels[ARD_LIST_BYTES];
    snprintf(t->problem, sizeof t->problem,
             "is a level that the model does not know: it knows %s; with --onehot=zero such a cell is none of them",
             ard_names_list(c->n, c->level, levels));
}

/* Counted, and the first few of different ones are kept for the note. */
static int note_unknown(ard_level_table *t, const column *c, const char *text)
{
    int rc = ARDOR_OK;
    char *name = NULL;
    t->n_unknown++;
    if (t->n_shown > SHOWN_UNKNOWN) return ARDOR_OK;
    MAKE(name, ard_indicator_name(t->context, c->name, text));
    for (int k = 0; k < t->n_shown; k++)
        if (strcmp(t->shown[k], name) == 0) goto done;
    t->shown[t->n_shown++] = name;
    name = NULL;
done:
    ard_free(t->context, name);
    return rc;
}

static int take_level(ard_level_table *t, column *c, const char *cell, size_t bytes, ard_level_cell *out)
{
    int rc = ARDOR_OK;
    bool there = false;
    char *text = NULL;
    MAKE(text, ard_strndup(t->context, cell, bytes));
    const int64_t position = position_of(c, text, &there);
    if (!there && c->use == KNOWN && t->onehot == ARD_ONEHOT_ERROR) {
        explain_unknown(t, c);
        out->problem = t->problem;
    } else if (!there && c->use == KNOWN) {
        out->code = -1;
        TRY(note_unknown(t, c, text));
    } else {
        if (!there && (c->use == LISTED || c->n <= MOST_LEVELS)) TRY(add_level(t->context, c, position, text));
        out->code = there || c->use == LISTED || c->n <= MOST_LEVELS ? (double)c->order[position] : 0;
    }
done:
    ard_free(t->context, text);
    return rc;
}

int ard_levels_take(ard_level_table *table, int64_t feature, const char *cell, size_t bytes, bool number, ard_level_cell *out)
{
    column *c = &table->of[feature];
    *out = (ard_level_cell){.is_level = c->use != FEATURE};
    if (c->use == TEXT) check_text_column(table, c, number, out);
    return out->is_level ? take_level(table, c, cell, bytes, out) : ARDOR_OK;
}

/* ------------------------------------------------------------------ columns */

static bool is_levels(const column *c) { return c->use != FEATURE && c->n > 0; }

/* ARDOR_DATA where the column has so many levels that it is none of levels. */
static int check_number(const ard_level_table *t, const column *c, int64_t n)
{
    char levels[ARD_LIST_BYTES], name[ARD_QUOTE_BYTES], ask[ARD_QUOTE_BYTES + 60] = "";
    const bool listed = c->use == LISTED, over = !listed && c->n > MOST_LEVELS;
    if (!is_levels(c) || c->use == KNOWN || c->n == 1 || !(listed ? c->n == n : over || 2 * c->n > n)) return ARDOR_OK;
    ard_names_list(c->n, c->level, levels);
    ard_name_quote(c->name, name);
    if (!listed) snprintf(ask, sizeof ask, ", or ask for its levels with --onehot=error:%s", name);
    return ard_fail(t->context, ARDOR_DATA,
                    "%s: column '%s' has %s%lld levels in %lld rows (%s): these look like names of rows; name it with --id or "
                    "leave it out with --drop%s",
                    t->file, name, over ? "more than " : "", (long long)(over ? MOST_LEVELS : c->n), (long long)n, levels, ask);
}

/* The places of the levels, which are their order: that of a model's is no other. */
static int arrange_levels(ardor_context *context, column *c)
{
    int rc = ARDOR_OK;
    int64_t n_levels = 0;
    char **sorted = NULL;
    NEW(context, c->place, c->n);
    TRY(ard_levels_of(context, c->n, (const char *const *)c->level, c->place, &n_levels, &sorted));
done:
    ard_names_free(context, n_levels, sorted);
    return rc;
}

static int add_indicators(ard_level_table *t, int64_t feature, ard_read_column *to)
{
    int rc = ARDOR_OK;
    column *c = &t->of[feature];
    TRY(arrange_levels(t->context, c));
    for (int64_t k = 0; k < c->n; k++) {
        ard_read_column *indicator = &to[c->place[k]];
        *indicator = (ard_read_column){.feature = feature, .code = (double)k};
        MAKE(indicator->name, ard_indicator_name(t->context, c->name, c->level[k]));
    }
done:
    return rc;
}

/* The columns of a feature, from *p on. */
static int add_columns(ard_level_table *t, int64_t feature, int64_t n, int64_t *p)
{
    int rc = ARDOR_OK;
    column *c = &t->of[feature];
    ard_read_column *to = &t->read[*p];
    *to = (ard_read_column){.feature = feature, .code = (double)NAN};
    if (c->is_mixed || check_number(t, c, n) != ARDOR_OK) {
        if (!t->may_fail) TRY(ARDOR_DATA);
        COPY(t->context, to->unread, c->is_mixed ? t->problem : ardor_context_message(t->context));
        c->use = FEATURE;
    }
    if (is_levels(c)) TRY(add_indicators(t, feature, to));
    *p += is_levels(c) ? c->n : 1;
done:
    return rc;
}

static void note_columns(const ard_level_table *t)
{
    char list[400] = "", one[ARD_QUOTE_BYTES + 40], name[ARD_QUOTE_BYTES];
    int64_t columns = 0;
    for (int64_t f = 0; f < t->n_features; f++) {
        const column *c = &t->of[f];
        if (c->use != TEXT || c->n == 0) continue;
        ard_name_quote(c->name, name);
        snprintf(one, sizeof one, "'%s' (%lld)", name, (long long)c->n);
        ard_text_append(list, sizeof list, one);
        columns++;
    }
    if (columns > 0 && !t->expected)
        ard_note(t->context, "%s: %lld column%s of text %s indicators of levels: %s", t->file, (long long)columns,
                 columns == 1 ? "" : "s", columns == 1 ? "becomes" : "become", list);
}

static void note_unknowns(const ard_level_table *t)
{
    char list[ARD_LIST_BYTES] = "";
    for (int k = 0; k < t->n_shown; k++) ard_name_append(list, sizeof list, k < SHOWN_UNKNOWN ? t->shown[k] : NULL);
    if (t->n_unknown > 0)
        ard_note(t->context, "%s: %lld cell%s of levels that the model does not know %s none of its levels: %s", t->file,
                 (long long)t->n_unknown, t->n_unknown == 1 ? "" : "s", t->n_unknown == 1 ? "is" : "are", list);
}

int ard_levels_columns(ard_level_table *table, int64_t n, const bool *kept, int64_t *p, ard_read_column **out)
{
    int rc = ARDOR_OK;
    int64_t used = 0;
    for (int64_t f = 0; f < table->n_features; f++) table->n_read += is_levels(&table->of[f]) ? table->of[f].n : 1;
    NEW(table->context, table->read, table->n_read);
    for (int64_t f = 0; f < table->n_features; f++)
        if (kept[f]) TRY(add_columns(table, f, n, &used));
    note_columns(table);
    note_unknowns(table);
    *p = used;
    *out = table->read;
done:
    return rc;
}

int ard_levels_categories(const ard_level_table *table, ard_onehot *onehot, ard_categories *out)
{
    int rc = ARDOR_OK;
    *onehot = table->onehot;
    NEW(table->context, out->of, table->n_features);
    for (int64_t f = 0; f < table->n_features; f++) {
        const column *c = &table->of[f];
        if (!is_levels(c)) continue;
        ard_category *to = &out->of[out->n++];
        COPY(table->context, to->column, c->name);
        NEW(table->context, to->level, c->n);
        to->n_levels = c->n;
        for (int64_t k = 0; k < c->n; k++) COPY(table->context, to->level[c->place[k]], c->level[k]);
    }
done:
    return rc;
}

void ard_levels_close(ard_level_table *table)
{
    if (!table) return;
    for (int64_t f = 0; f < table->n_features; f++) {
        ard_names_free(table->context, table->of[f].n, table->of[f].level);
        ard_free(table->context, table->of[f].order);
        ard_free(table->context, table->of[f].place);
    }
    for (int64_t j = 0; table->read && j < table->n_read; j++) {
        ard_free(table->context, table->read[j].name);
        ard_free(table->context, table->read[j].unread);
    }
    for (int k = 0; k < table->n_shown; k++) ard_free(table->context, table->shown[k]);
    ard_free(table->context, table->read);
    ard_free(table->context, table->of);
    ard_free(table->context, table);
}
