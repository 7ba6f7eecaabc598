/* Reading labels: which columns of the table have a role, and the names of its samples. */
#include "io/labels.h"

#include <string.h>

#include "base/text.h"
#include "io/cell.h"
#include "io/cls.h"
#include "io/delimited.h"
#include "io/dialect.h"
#include "io/foreign.h"
#include "io/foreign_text.h"
#include "io/labels_inside.h"

enum { LIST_BYTES = 400, HINT_BYTES = 300, LISTED = 5 };

/* What the column of a role is called by default, and what it is called in messages. */
static const char *const standard[ARD_N_ROLES] = {NULL, "class", "id", "weights", "group"};
static const char *const content[ARD_N_ROLES] = {NULL, "labels", "names of rows", "case weights", "groups"};

/* ------------------------------------------------------------------ columns */

/* "'a', 'b', ..": at most so many columns from the first, all or those without a role; returns how many there are. */
static int64_t list_columns(const ard_labels *l, bool all, int64_t listed, char list[LIST_BYTES])
{
    int64_t n = 0;
    list[0] = '\0';
    for (int64_t j = all ? 0 : 1; j < l->n_columns; j++) {
        bool used = false;
        for (int r = ARD_ROLE_TARGET; r < ARD_N_ROLES; r++) used = used || l->column[r] == j;
        if (used && !all) continue;
        if (n++ <= listed) ard_name_append(list, LIST_BYTES, n <= listed ? labels_column(l, j) : NULL);
    }
    return n;
}

/* -1: there is none of this name. */
static int find_column(const ard_labels *l, const char *name, int64_t *out)
{
    int rc = ARDOR_OK;
    char quoted[ARD_QUOTE_BYTES];
    *out = -1;
    for (int64_t j = 0; name && j < l->n_columns; j++) {
        if (strcmp(labels_column(l, j), name) != 0) continue;
        REQUIRE(l->context, *out < 0, ARDOR_DATA, "%s: line %lld: columns %lld and %lld are both named '%s': rename one", l->file,
                (long long)l->rows.row[0].line, (long long)*out + 1, (long long)j + 1, ard_name_quote(name, quoted));
        *out = j;
    }
done:
    return rc;
}

/* Names of rows may be groups too; other columns, and that of the samples, have one role. */
static bool may_have(const ard_labels *l, int role, int64_t column)
{
    const bool shares = role == ARD_ROLE_ID || role == ARD_ROLE_GROUP;
    for (int r = ARD_ROLE_TARGET; r < ARD_N_ROLES; r++)
        if (l->column[r] == column && !(shares && (r == ARD_ROLE_ID || r == ARD_ROLE_GROUP))) return false;
    return column > 0 || shares;
}

static int take_asked(ard_labels *l, int role, const ard_role_request *of)
{
    int rc = ARDOR_OK;
    int64_t column = -1;
    char list[LIST_BYTES], hint[HINT_BYTES];
    if (!of->text) return ARDOR_OK;
    TRY(find_column(l, of->text, &column));
    list_columns(l, true, 4 * LISTED, list);
    labels_column_hint(l, of->text, hint, sizeof hint);
    REQUIRE(l->context, column >= 0 || role == ARD_ROLE_ID, ARDOR_USAGE, "%s: %s: there is no column '%s'; the columns are %s%s",
            l->file, of->option, of->text, list, hint);
    REQUIRE(l->context, column < 0 || may_have(l, role, column), ARDOR_USAGE,
            "%s: column '%s' cannot be used for %s and something else too", l->file, of->text, of->option);
    l->column[role] = column;
done:
    return rc;
}

static int take_default(ard_labels *l, int role, const ard_role_request *of)
{
    int rc = ARDOR_OK;
    const char *const name[2] = {of->expected, standard[role]};
    for (int k = 0; k < 2 && !of->text && l->column[role] < 0; k++) {
        int64_t column = -1;
        TRY(find_column(l, name[k], &column));
        if (column >= 0 && may_have(l, role, column)) l->column[role] = column;
    }
done:
    return rc;
}

/* One note, unless nothing was guessed and nothing is ignored. */
static void tell_columns(const ard_labels *l, const ard_reading *reading)
{
    char list[LIST_BYTES], taken[LIST_BYTES] = "", one[ARD_QUOTE_BYTES + 40], quoted[ARD_QUOTE_BYTES];
    bool guessed = false;
    for (int r = ARD_ROLE_TARGET; r < ARD_N_ROLES; r++) {
        if (l->column[r] < 0) continue;
        const char *name = labels_column(l, l->column[r]);
        guessed = guessed || (r != ARD_ROLE_TARGET && !ard_role_requested(reading, (ard_role)r).text && l->column[r] > 0);
        snprintf(one, sizeof one, "'%s' has the %s", ard_name_quote(name, quoted), content[r]);
        ard_text_append(taken, sizeof taken, one);
    }
    const int64_t n = list_columns(l, false, LISTED, list);
    if (n > 0)
        ard_note(l->context, "%s: %s; %lld other column%s ignored: %s", l->file, taken, (long long)n, n == 1 ? " is" : "s are",
                 list);
    else if (guessed)
        ard_note(l->context, "%s: %s", l->file, taken);
}

static int assign_roles(ard_labels *l, const ard_reading *reading)
{
    int rc = ARDOR_OK;
    char list[LIST_BYTES], hint[HINT_BYTES];
    ard_role_request of[ARD_N_ROLES];
    for (int r = 0; r < ARD_N_ROLES; r++) {
        of[r] = ard_role_requested(reading, (ard_role)r);
        l->column[r] = -1;
    }
    for (int r = ARD_ROLE_TARGET; r < ARD_N_ROLES; r++) TRY(take_asked(l, r, &of[r]));
    for (int r = ARD_ROLE_TARGET; r < ARD_N_ROLES; r++) TRY(take_default(l, r, &of[r]));
    list_columns(l, true, 4 * LISTED, list);
    labels_column_hint(l, standard[ARD_ROLE_TARGET], hint, sizeof hint);
    REQUIRE(l->context, l->column[ARD_ROLE_TARGET] >= 0, ARDOR_USAGE,
            "%s: which column has the labels? Its first line is the header, and has no 'class' but %s: name one with --target%s",
            l->file, list, hint);
    tell_columns(l, reading);
done:
    return rc;
}

/* ------------------------------------------------------------------ rows */

static int on_row(void *user, const ard_text_row *row)
{
    return ard_row_is_blank(row) ? ARDOR_OK : ard_text_table_add(((ard_labels *)user)->table, row);
}

/* A header that is one cell short is that of R, whose names of rows have no name, or the lines end in a delimiter. */
static int take_rows(ard_labels *l)
{
    int rc = ARDOR_OK;
    ard_first_row shape;
    TRY(ard_text_table_shape(l->table, &shape));
    TRY(ard_top_new(l->table, ard_text_table_rows(l->table), false, &l->rows));
    REQUIRE(l->context, l->rows.n > 0, ARDOR_DATA, "%s: the file is empty", l->file);
    REQUIRE(l->context, l->rows.n > 1, ARDOR_DATA, "%s: there is a header but no samples", l->file);
    l->n = l->rows.n - 1;
    l->n_columns = l->rows.row[0].n;
    TRY(ard_text_table_check(l->table, l->file));
done:
    return rc;
}

static int name_samples(ard_labels *l)
{
    int rc = ARDOR_OK;
    int64_t first = 0, second = 0;
    char name[ARD_QUOTE_BYTES];
    NEW(l->context, l->name, l->n);
    NEW(l->context, l->label, l->n);
    for (int64_t i = 0; i < l->n; i++) {
        char *label = labels_cell(l, i, l->column[ARD_ROLE_TARGET]);
        l->name[i] = labels_cell(l, i, 0);
        l->label[i] = ard_is_missing(label, strlen(label)) ? NULL : label;
        REQUIRE(l->context, l->name[i][0], ARDOR_DATA, "%s: line %lld: the sample has no name: names are in the first column",
                l->file, (long long)labels_line(l, i));
    }
    TRY(ard_names_repeated(l->context, l->n, l->name, &first, &second));
    REQUIRE(l->context, second < 0, ARDOR_DATA, "%s: line %lld: sample '%s' is there already (line %lld)", l->file,
            (long long)labels_line(l, second), ard_name_quote(l->name[second], name), (long long)labels_line(l, first));
done:
    return rc;
}

/* ------------------------------------------------------------------ files */

static bool line_has(const ard_head *head, char delimiter)
{
    bool quoted = false;
    for (size_t i = 0; i < head->bytes; i++) {
        const char c = head->text[i];
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '\n' || c == '\r')) return false;
        if (!quoted && (c == delimiter || (delimiter == ' ' && c == '\t'))) return true;
    }
    return false;
}

/* The first that the first line has of: that of the file's name, the one asked for, tab, comma, semicolon, bar, or else
 * blanks, as there must be two cells. */
static int find_delimiter(ardor_context *context, const ard_reader *const *readers, ard_source *source,
                          const ard_reading *reading, char *out)
{
    static const char *const called[] = {"tabs", "commas", "semicolons", "bars", "blanks"};
    int rc = ARDOR_OK;
    const char *asked = reading->options.delimiter;
    char by_option = '\0';
    ard_head head;
    const ard_reader *named = NULL;
    TRY(ard_reader_find(context, readers, NULL, reading->options.labels, &named));
    TRY(ard_source_head(source, &head));
    if (asked) TRY(ard_dialect_delimiter(context, ard_source_name(source), asked, &by_option));
    const char candidate[] = {named ? named->delimiter : '\0', by_option, '\t', ',', ';', '|', ' '};
    *out = candidate[0] ? candidate[0] : ',';
    for (size_t k = 0; k < sizeof candidate; k++) {
        if (!candidate[k] || !line_has(&head, candidate[k])) continue;
        if (k >= 2)
            ard_note(context, "%s: %s separate the cells, as its first line has them", ard_source_name(source), called[k - 2]);
        *out = candidate[k];
        break;
    }
done:
    return rc;
}

static int refuse_columns(const ard_labels *l, const ard_reading *reading)
{
    int rc = ARDOR_OK;
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++) {
        const ard_role_request of = ard_role_requested(reading, (ard_role)role);
        REQUIRE(l->context, !of.text || role == ARD_ROLE_ID, ARDOR_USAGE,
                "%s: %s %s: a .cls file has labels and no columns: use a table whose first column names the samples", l->file,
                of.option, of.text);
    }
done:
    return rc;
}

static int read_cls(ard_labels *l, ard_source *source, const ard_reading *reading)
{
    int rc = ARDOR_OK;
    TRY(refuse_columns(l, reading));
    TRY(ard_cls_read(l->context, source, &l->text, &l->label, &l->n));
done:
    return rc;
}

static int read_table(ard_labels *l, const ard_reader *const *readers, ard_source *source, const ard_reading *reading)
{
    int rc = ARDOR_OK;
    char delimiter = '\0';
    TRY(find_delimiter(l->context, readers, source, reading, &delimiter));
    TRY(ard_text_table_new(l->context, &l->table));
    TRY(ard_delimited_rows(l->context, source, delimiter, on_row, l));
    TRY(take_rows(l));
    TRY(assign_roles(l, reading));
    TRY(name_samples(l));
done:
    return rc;
}

int ard_labels_read(ardor_context *context, const ard_reader *const *readers, ard_source *source, const ard_reading *reading,
                    ard_labels **out)
{
    int rc = ARDOR_OK;
    ard_labels *l = NULL;
    ard_head head;
    *out = NULL;
    NEW(context, l, 1);
    l->context = context;
    COPY(context, l->file, ard_source_name(source));
    TRY(ard_source_head(source, &head));
    const bool is_cls = ard_is_cls(&head) || (!reading->options.target && ard_may_be_cls(&head));
    if (!is_cls) TRY(ard_foreign_check(context, source));
    TRY(is_cls ? read_cls(l, source, reading) : read_table(l, readers, source, reading));
    *out = l;
    l = NULL;
done:
    ard_labels_free(l);
    return rc;
}

ard_reading ard_labels_reading(const ard_labels *labels, const ard_reading *reading)
{
    ard_reading rest = *reading;
    if (labels->name && labels->column[ARD_ROLE_ID] > 0) rest.options.id = NULL;
    return rest;
}

void ard_labels_free(ard_labels *labels)
{
    if (!labels) return;
    ardor_context *context = labels->context;
    if (labels->rows.context) ard_top_free(&labels->rows);
    ard_text_table_free(labels->table);
    ard_free(context, labels->text.data);
    ard_free(context, labels->name);
    ard_free(context, labels->label);
    ard_free(context, labels->file);
    ard_free(context, labels);
}
