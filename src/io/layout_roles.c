/* Roles of the columns: what is asked for, what a model knows of them, what is usual. */
#include "io/layout_inside.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/cell.h"

int64_t layout_column_named(const layout_asked *a, const char *name)
{
    const ard_text_row *row = a->first;
    for (int64_t j = a->turned; j < row->n; j++)
        if (strcmp(row->cell[j], name) == 0) return j;
    return a->turned && strcmp(row->cell[0], name) == 0 ? 0 : -1;
}

/* Column of a 1-based number, -1 if the text is none. */
int64_t layout_column_numbered(const ard_text_row *row, const char *text)
{
    int64_t number = 0;
    return ard_parse_int(text, strlen(text), &number) && number >= 1 && number <= row->n ? number - 1 : -1;
}

/* By name; one without a name, by its number. */
static int64_t column_in_header(const layout_asked *a, const char *text)
{
    const int64_t named = layout_column_named(a, text), numbered = named < 0 ? layout_column_numbered(a->first, text) : -1;
    return numbered >= 0 && a->first->length[numbered] == 0 ? numbered : named;
}

ard_role_request ard_role_requested(const ard_reading *reading, ard_role role)
{
    const ardor_read_options *o = &reading->options;
    const ard_inputs none = {.header = -1}, *known = reading->expected ? reading->expected->inputs : &none;
    switch (role) {
    case ARD_ROLE_TARGET:
        return (ard_role_request){o->target, "--target", known->target};
    case ARD_ROLE_ID:
        return (ard_role_request){o->id, "--id", known->id};
    case ARD_ROLE_WEIGHT:
        return (ard_role_request){o->weights, "--weights", known->weights};
    case ARD_ROLE_GROUP:
        return (ard_role_request){o->group, "--group", known->group};
    case ARD_ROLE_FEATURE:
    case ARD_ROLE_DROPPED:
        break;
    }
    return (ard_role_request){NULL, NULL, NULL};
}

/* With labels in another file all but --id are columns of that, and --id may be one of it too. */
layout_asked layout_asked_of(const char *file, const ard_top *head, const ard_reading *reading, bool turned)
{
    const ardor_read_options *o = &reading->options;
    layout_asked a = {file, head, &head->row[0], o, reading->expected, turned, {{NULL, NULL, NULL}}};
    const bool own_id = !o->id || layout_column_named(&a, o->id) >= 0 || layout_column_numbered(a.first, o->id) >= 0;
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++) {
        ard_role_request *r = &a.of[role];
        *r = ard_role_requested(reading, (ard_role)role);
        if (o->labels && (role != ARD_ROLE_ID || !own_id)) r->text = NULL;
        if (o->labels && role != ARD_ROLE_ID) r->expected = NULL;
    }
    return a;
}

static void give_role(ard_layout *layout, int64_t column, ard_role role)
{
    layout->column[role] = column;
    if (role != ARD_ROLE_GROUP || layout->role[column] != ARD_ROLE_ID) layout->role[column] = role;
}

/* A column has one role, but for row names, which may be groups. */
static bool is_free_for(const ard_layout *layout, int64_t column, ard_role role)
{
    const ard_role has = layout->role[column];
    return has == ARD_ROLE_FEATURE || (has == ARD_ROLE_ID && role == ARD_ROLE_GROUP) ||
           (has == ARD_ROLE_GROUP && role == ARD_ROLE_ID);
}

/* ------------------------------------------------------------------ roles that are asked for */

static int find_requested(const ard_layout *layout, const layout_asked *a, const ard_role_request *r, int64_t *out)
{
    char columns[300] = "", text[ARD_QUOTE_BYTES];
    *out = layout->header ? column_in_header(a, r->text) : -1;
    if (*out < 0 && layout->numbered) *out = layout_column_numbered(a->first, r->text);
    if (*out >= 0) return ARDOR_OK;
    ard_name_quote(r->text, text);
    if (!layout->header)
        return ard_fail(layout->context, ARDOR_USAGE,
                        "%s: %s %s: the table has no header, so give a column number from 1 to %lld", a->file, r->option, text,
                        (long long)a->first->n);
    for (int64_t j = 0; j < a->first->n; j++) ard_name_append(columns, sizeof columns, a->first->cell[j]);
    return ard_fail(layout->context, ARDOR_USAGE, "%s: %s: there is no column '%s'; the columns are %s", a->file, r->option, text,
                    columns);
}

int layout_assign_requested(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++) {
        const ard_role_request *r = &a->of[role];
        int64_t column = -1;
        if (!r->text) continue;
        TRY(find_requested(layout, a, r, &column));
        REQUIRE(layout->context, is_free_for(layout, column, (ard_role)role), ARDOR_USAGE,
                "%s: column '%s' cannot be used for %s and something else too", a->file, r->text, r->option);
        REQUIRE(layout->context, !layout->header || !layout_is_needed(layout, column), ARDOR_USAGE,
                "%s: %s takes the column '%s', which the model needs as a feature", a->file, r->option, r->text);
        give_role(layout, column, (ard_role)role);
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ roles that the model knows */

/* How many columns less than the model's table this one has, neither having names: 0, or 1 where the labels may be missing (and
 * *target is their column there, from 1); -1: something else. */
static int columns_less(const layout_asked *a, int64_t *target)
{
    const ard_inputs *known = a->expected->inputs;
    *target = INT64_MAX;
    if (known->header != 0) return -1;
    if (known->columns_read == a->first->n) return 0;
    if (known->columns_read != a->first->n + 1 || !known->target) return -1;
    return ard_parse_int(known->target, strlen(known->target), target) ? 1 : -1;
}

bool layout_is_like_models(const layout_asked *a)
{
    int64_t target = 0;
    return a->expected && columns_less(a, &target) >= 0;
}

int64_t layout_model_column(const layout_asked *a, const char *text)
{
    int64_t column = -1, target = 0;
    const int less = columns_less(a, &target);
    if (less < 0 || !ard_parse_int(text, strlen(text), &column) || column < 1 || (less && column == target)) return -1;
    column -= 1 + (column > target);
    return column < a->first->n ? column : -1;
}

void layout_assign_expected(ard_layout *layout, const layout_asked *a)
{
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++) {
        const ard_role_request *r = &a->of[role];
        if (r->text || !r->expected) continue;
        const int64_t column = layout->header ? column_in_header(a, r->expected) : layout_model_column(a, r->expected);
        if (column < 0 || !is_free_for(layout, column, (ard_role)role)) continue;
        if (layout->header && layout_is_needed(layout, column)) continue;
        give_role(layout, column, (ard_role)role);
    }
}

/* ------------------------------------------------------------------ row names by default */

/* Are the first cells of the rows below the first numbers, and then names too: whole, and all different? */
static bool are_numbers(const ard_top *head, bool *names)
{
    double value = 0;
    *names = true;
    for (int64_t i = 1; i < head->n; i++) {
        const char *text = head->row[i].cell[0];
        if (!ard_top_number(head, &head->row[i], 0, &value)) return false;
        *names = *names && strspn(text, "0123456789") == head->row[i].length[0];
        for (int64_t k = 1; k < i && *names; k++) *names = strcmp(text, head->row[k].cell[0]) != 0;
    }
    return head->n > 1;
}

/* A line of names of samples that are others is data. */
static int check_sample_names(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    const ard_top *head = a->head;
    bool names = false;
    char name[ARD_QUOTE_BYTES], cell[ARD_QUOTE_BYTES];
    if (a->options->header > 0 || a->first->length[0] == 0 || !are_numbers(head, &names)) return ARDOR_OK;
    ard_text_quote(a->first->cell[0], a->first->length[0], name);
    ard_text_quote(head->row[1].cell[0], head->row[1].length[0], cell);
    REQUIRE(layout->context, names, ARDOR_DATA,
            "%s: the first line ('%s', '%s', ...) holds numbers where the names of the samples should be: put a line of names "
            "above it, or say with --header that these are the names",
            a->file, name, cell);
    ard_note(layout->context, "%s: the first line ('%s', '%s', ...) is taken as the names of the samples", a->file, name, cell);
done:
    return rc;
}

/* The first column cannot be row names where the model needs it. */
static int fail_needed_first(const ard_layout *layout, const layout_asked *a)
{
    char name[ARD_QUOTE_BYTES];
    ard_text_quote(a->first->cell[0], a->first->length[0], name);
    if (a->turned)
        return ard_fail(layout->context, ARDOR_DATA,
                        "%s: the first line begins with '%s', which the model needs as a feature: put a line with the names of "
                        "the samples above it, or leave out --transpose",
                        a->file, name);
    return ard_fail(layout->context, ARDOR_DATA,
                    "%s: the first column, '%s', is needed by the model as a feature: name the column of samples with --id",
                    a->file, name);
}

static void note_id(const ard_layout *layout, const layout_asked *a)
{
    char name[ARD_QUOTE_BYTES];
    ard_text_quote(a->first->cell[0], layout->header ? a->first->length[0] : 0, name);
    ard_note(layout->context, "%s: the names of the samples are taken from the first column%s%s%s (--id says otherwise)", a->file,
             *name ? ", '" : "", name, *name ? "'" : "");
}

/* A first column without a name is taken for names of rows by custom, but these may be a feature. */
static void note_numbers(const ard_layout *layout, const layout_asked *a)
{
    bool names = false;
    char cell[ARD_QUOTE_BYTES];
    if (!are_numbers(a->head, &names) || names) return;
    const ard_text_row *row = &a->head->row[1];
    ard_note(layout->context,
             "%s: the first column has no name and is taken as row names; its numbers ('%s', ...) are not whole or not all "
             "different: if it is a feature, give it a name",
             a->file, ard_text_quote(row->cell[0], row->length[0], cell));
}

/* Row names: the first column of a turned table, or (as R and pandas write them) one without a name; where labels are in another
 * file, rows must have names, so the first one it is. Where others are asked for, these are left out. */
int layout_assign_id(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    const bool unnamed = layout->header && a->first->n > 1 && a->first->length[0] == 0;
    const bool usual = a->turned || unnamed, taken = ard_layout_has(layout, ARD_ROLE_ID);
    if (!is_free_for(layout, 0, ARD_ROLE_ID) || (!usual && (taken || !a->options->labels))) return ARDOR_OK;
    if (layout_is_needed(layout, 0) && unnamed && !a->turned) return ARDOR_OK;
    if (layout_is_needed(layout, 0)) return fail_needed_first(layout, a);
    if (a->turned) TRY(check_sample_names(layout, a));
    if (!taken) {
        give_role(layout, 0, ARD_ROLE_ID);
        if (!usual) note_id(layout, a);
        if (unnamed && !a->turned) note_numbers(layout, a);
    } else if (layout->role[0] == ARD_ROLE_FEATURE) {
        layout->role[0] = ARD_ROLE_DROPPED;
        if (!a->turned) ard_note(layout->context, "%s: the first column, which has no name, is left out", a->file);
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ the target by default */

static bool is_empty_in(const ard_top *head, int64_t column, int64_t first)
{
    for (int64_t i = first; i < head->n; i++) {
        const ard_text_row *row = &head->row[i];
        if (column < row->n && !ard_is_missing(row->cell[column], row->length[column])) return false;
    }
    return head->n > first;
}

int64_t layout_last_filled(const layout_asked *a, const bool *taken, int64_t first)
{
    int64_t last = -1;
    for (int64_t j = a->first->n - 1; j >= 0; j--) {
        if (taken[j]) continue;
        if (!is_empty_in(a->head, j, first)) return j;
        if (last < 0) last = j;
    }
    return last;
}

static int find_last_free(const ard_layout *layout, const layout_asked *a, int64_t *out)
{
    int rc = ARDOR_OK;
    bool *taken = NULL;
    NEW(layout->context, taken, layout->n_columns);
    for (int64_t j = 0; j < layout->n_columns; j++) taken[j] = layout->role[j] != ARD_ROLE_FEATURE;
    *out = layout_last_filled(a, taken, layout->skips_first);
    REQUIRE(layout->context, *out >= 0, ARDOR_DATA, "%s: no column is left to hold the labels", a->file);
done:
    ard_free(layout->context, taken);
    return rc;
}

static bool has_sample_named(const ard_top *head, const char *name)
{
    for (int64_t i = 1; i < head->n; i++)
        if (strcmp(head->row[i].cell[0], name) == 0) return true;
    return false;
}

static int fail_turned(const ard_layout *layout, const layout_asked *a)
{
    if (has_sample_named(a->head, LAYOUT_CLASS))
        return ard_fail(layout->context, ARDOR_DATA,
                        "%s: the first line holds the name 'class', so samples seem to be in rows: leave out --transpose",
                        a->file);
    return ard_fail(layout->context, ARDOR_DATA,
                    "%s: there is no row 'class': name the row of labels with --target, or their file with --labels", a->file);
}

static void note_target(const ard_layout *layout, const layout_asked *a, int64_t column)
{
    char name[ARD_QUOTE_BYTES];
    const char *alone = a->first->n > 1 ? "" : "; there is no other (--delimiter says what separates cells)";
    ard_name_quote(layout->name[column], name);
    if (layout->header)
        ard_note(layout->context, "%s: the labels are taken from the column '%s' (--target says otherwise)%s", a->file, name,
                 alone);
    else
        ard_note(layout->context, "%s: the labels are taken from column %lld (--target says otherwise)%s", a->file,
                 (long long)column + 1, alone);
}

/* `class` if there is such a column, else the last one that is free, which is a guess and said; of rows to predict only the
 * first, and nothing where a model knows. */
int layout_assign_target(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    if (ard_layout_has(layout, ARD_ROLE_TARGET) || a->options->labels) return ARDOR_OK;
    if (a->expected && (a->expected->inputs->target || a->expected->inputs->header >= 0)) return ARDOR_OK;
    int64_t column = layout->header ? layout_column_named(a, LAYOUT_CLASS) : -1;
    if (column >= 0 && (layout->role[column] != ARD_ROLE_FEATURE || layout_is_needed(layout, column))) column = -1;
    if (column < 0 && a->options->no_target) return ARDOR_OK;
    if (column < 0 && a->turned) return fail_turned(layout, a);
    layout->guessed_target = column < 0;
    if (column < 0) {
        TRY(find_last_free(layout, a, &column));
        note_target(layout, a, column);
    }
    give_role(layout, column, ARD_ROLE_TARGET);
    if (!layout->header) layout->name[column][0] = '\0';
done:
    return rc;
}
