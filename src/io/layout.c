/* What the columns are called, which of them a model needs, which are left out; their roles are given in layout_roles.c.
 *
 * A name asked for that is no column number, or a cell `class`, settles that the first row is names; otherwise header.c tells. */
#include "io/layout_inside.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/cell.h"
#include "io/columns.h"
#include "io/header.h"

/* ------------------------------------------------------------------ the header */

/* The column of each role if the table has no names; the last one holds the labels unless something else is known. */
static void roles_if_headless(const layout_asked *a, bool *skipped, int64_t *target)
{
    const bool unasked = !a->of[ARD_ROLE_TARGET].text && !a->options->labels;
    *target = -1;
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++) {
        const ard_role_request *r = &a->of[role];
        const int64_t column = r->text       ? layout_column_numbered(a->first, r->text)
                               : r->expected ? layout_model_column(a, r->expected)
                                             : -1;
        if (column < 0) continue;
        skipped[column] = true;
        if (role == ARD_ROLE_TARGET) *target = column;
    }
    if (a->options->labels && !a->of[ARD_ROLE_ID].text) skipped[0] = true;
    if (!unasked || a->options->no_target) return;
    *target = layout_last_filled(a, skipped, 0);
    if (*target >= 0) skipped[*target] = true;
}

static int decide_header(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    ard_header_question q = {.file = a->file, .head = a->head, .expected = a->expected};
    bool *skipped = NULL, obvious = false;
    layout->header = true;
    if (a->turned || a->options->header != 0) {
        layout->header = a->turned || a->options->header > 0;
        return ARDOR_OK;
    }
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++)
        if (a->of[role].text && layout_column_numbered(a->first, a->of[role].text) < 0) return ARDOR_OK;
    if (layout_column_named(a, LAYOUT_CLASS) >= 0) return ARDOR_OK;
    NEW(layout->context, skipped, a->first->n);
    roles_if_headless(a, skipped, &q.target);
    q.skipped = skipped;
    TRY(ard_header_guess(layout->context, &q, &layout->header, &obvious));
    layout->numbered = !obvious;
done:
    ard_free(layout->context, skipped);
    return rc;
}

/* Names are of no use to a model that was fitted to a table without: its columns are taken in their order. */
static void prefer_order(ard_layout *layout, const layout_asked *a)
{
    if (!layout->header || !layout_is_like_models(a)) return;
    for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++)
        if (a->of[role].text && layout_column_numbered(a->first, a->of[role].text) < 0) return;
    for (int64_t j = 0; j < a->first->n; j++)
        if (ard_name_index_find(layout->needed_names, a->first->cell[j]) >= 0) return;
    layout->header = false;
    layout->skips_first = true;
    ard_note(layout->context, "%s: the model was fitted to a table without names of columns, so they are taken in their order",
             a->file);
}

/* ------------------------------------------------------------------ names, and what a model needs */

/* Of a table without names the features are numbered as they come; one of which the name is left empty is called by its
 * position. */
static int name_column(ard_layout *layout, const layout_asked *a, int64_t j, int64_t *n_features)
{
    int rc = ARDOR_OK;
    const bool feature = layout->role[j] == ARD_ROLE_FEATURE, unnamed = a->first->length[j] == 0;
    layout->unnamed[j] = layout->header && unnamed;
    if (layout->header && !(feature && unnamed))
        MAKE(layout->name[j], ard_strndup(layout->context, a->first->cell[j], a->first->length[j]));
    else if (layout->header)
        MAKE(layout->name[j], ard_format(layout->context, "unnamed%lld", (long long)j + 1));
    else if (!feature)
        COPY(layout->context, layout->name[j], "");
    else
        MAKE(layout->name[j], ard_format(layout->context, "x%lld", (long long)++*n_features));
done:
    return rc;
}

static int name_columns(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    int64_t n_features = 0;
    for (int64_t j = 0; j < layout->n_columns; j++) {
        ard_free(layout->context, layout->name[j]);
        layout->name[j] = NULL;
        TRY(name_column(layout, a, j, &n_features));
    }
done:
    return rc;
}

/* The model has indicators of its levels. */
static bool has_needed_levels(const ard_categories *categories, const char *column)
{
    for (int64_t c = 0; categories && c < categories->n; c++)
        if (categories->of[c].level && strcmp(categories->of[c].column, column) == 0) return true;
    return false;
}

static void find_needed(ard_layout *layout, const ard_expected *expected)
{
    if (!expected) return;
    layout->n_missing = expected->n_features;
    for (int64_t j = 0; j < layout->n_columns; j++) {
        const bool feature = ard_name_index_find(layout->needed_names, layout->name[j]) >= 0;
        layout->n_missing -= feature;
        layout->needed[j] = feature || has_needed_levels(expected->categories, layout->name[j]);
    }
}

/* ------------------------------------------------------------------ columns that are left out */

/* What is dropped is no feature and no role by default; what is not kept is no feature. */
static int leave_out(ard_layout *layout, const layout_asked *a, const char *option, const char *text, bool kept)
{
    int rc = ARDOR_OK;
    bool *mark = NULL;
    char quoted[ARD_QUOTE_BYTES];
    const ard_column_names columns = {a->file, "column", layout->n_columns, layout->name, layout->unnamed, layout->numbered};
    if (!text) return ARDOR_OK;
    NEW(layout->context, mark, layout->n_columns);
    TRY(ard_columns_mark(layout->context, &columns, option, text, mark));
    for (int64_t j = 0; j < layout->n_columns; j++) {
        if (mark[j] == kept || (kept && layout->role[j] != ARD_ROLE_FEATURE)) continue;
        REQUIRE(layout->context, !layout_is_needed(layout, j) || layout->role[j] != ARD_ROLE_FEATURE, ARDOR_USAGE,
                "%s: %s leaves out the column '%s', which the model needs as a feature", a->file, option,
                ard_name_quote(layout->name[j], quoted));
        for (int role = ARD_ROLE_TARGET; role < ARD_N_ROLES; role++) {
            if (layout->column[role] != j) continue;
            REQUIRE(layout->context, !a->of[role].text, ARDOR_USAGE, "%s: %s leaves out the column '%s', which %s asks for",
                    a->file, option, a->of[role].text, a->of[role].option);
            layout->column[role] = -1;
        }
        layout->role[j] = ARD_ROLE_DROPPED;
    }
done:
    ard_free(layout->context, mark);
    return rc;
}

/* ------------------------------------------------------------------ all of it */

/* The columns of a turned table are lines of the file. */
static int fail_repeated(const ard_layout *layout, const layout_asked *a, int64_t first, int64_t second)
{
    char quoted[ARD_QUOTE_BYTES];
    const char *name = ard_name_quote(layout->name[first], quoted);
    if (a->turned)
        return ard_fail(layout->context, ARDOR_DATA,
                        "%s: lines %lld and %lld are both named '%s': rename one, or leave both out (--drop)", a->file,
                        (long long)ard_text_table_line(a->head->table, first),
                        (long long)ard_text_table_line(a->head->table, second), name);
    return ard_fail(layout->context, ARDOR_DATA,
                    "%s: line %lld: columns %lld and %lld are both named '%s': rename one, or leave both out (--drop)", a->file,
                    (long long)a->first->line, (long long)first + 1, (long long)second + 1, name);
}

/* Names must tell the columns apart. */
static int check_names(const ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    int64_t n = 0, first = -1, second = -1, *column = NULL;
    char **name = NULL;
    NEW(layout->context, column, layout->n_columns);
    NEW(layout->context, name, layout->n_columns);
    for (int64_t j = a->turned; j < layout->n_columns; j++) {
        if (layout->role[j] == ARD_ROLE_DROPPED) continue;
        column[n] = j;
        name[n++] = layout->name[j];
    }
    TRY(ard_names_repeated(layout->context, n, name, &first, &second));
    if (second >= 0) TRY(fail_repeated(layout, a, column[first], column[second]));
done:
    ard_free(layout->context, column);
    ard_free(layout->context, name);
    return rc;
}

int ard_layout_check_feature(ardor_context *context, const char *file, const ard_reading *reading, const char *name)
{
    char quoted[ARD_QUOTE_BYTES];
    const ardor_read_options *options = &reading->options;
    const char *target = options->target ? options->target : LAYOUT_CLASS;
    if (!options->labels || reading->expected || (strcmp(name, LAYOUT_CLASS) != 0 && strcmp(name, target) != 0)) return ARDOR_OK;
    ard_name_quote(name, quoted);
    return ard_fail(context, ARDOR_DATA,
                    "%s: '%s' would be a feature, and has the name of the labels, which --labels %s gives: leave it out (--drop "
                    "%s), or take the labels from it (without --labels)",
                    file, quoted, options->labels, quoted);
}

static int check_features(const ard_layout *layout, const char *file, const ard_reading *reading)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < layout->n_columns; j++)
        if (layout->role[j] == ARD_ROLE_FEATURE) TRY(ard_layout_check_feature(layout->context, file, reading, layout->name[j]));
done:
    return rc;
}

/* Are most texts of the first column different, as names are? */
static bool first_cells_differ(const ard_top *head)
{
    int64_t repeated = 0;
    for (int64_t i = 2; i < head->n; i++)
        for (int64_t k = 1; k < i; k++) {
            if (strcmp(head->row[i].cell[0], head->row[k].cell[0]) != 0) continue;
            repeated++;
            break;
        }
    return 2 * repeated < head->n - 1;
}

/* Text in the first column and numbers behind it, rows of classes aside; as far as a look at some columns tells. */
static bool may_be_turned(const ard_top *head)
{
    enum { LOOK = 50 };
    double value = 0;
    int64_t numeric = 0;
    for (int64_t i = 1; i < head->n; i++) {
        const ard_text_row *row = &head->row[i];
        int64_t numbers = 0, texts = 0;
        if (ard_is_missing(row->cell[0], row->length[0]) || ard_top_number(head, row, 0, &value)) return false;
        for (int64_t j = 1; j < ard_min64(row->n, LOOK); j++) {
            if (ard_is_missing(row->cell[j], row->length[j])) continue;
            bool number = ard_top_number(head, row, j, &value);
            numbers += number;
            texts += !number;
        }
        if (numbers > 0 && texts > 0) return false;
        numeric += numbers > 0;
    }
    return numeric > 0 && head->row[0].n > 1 && first_cells_differ(head);
}

static int assign_roles(ard_layout *layout, const layout_asked *a)
{
    int rc = ARDOR_OK;
    if (layout->header) { /* without one, names follow from the roles */
        TRY(name_columns(layout, a));
        find_needed(layout, a->expected);
    }
    TRY(layout_assign_requested(layout, a));
    layout_assign_expected(layout, a);
    TRY(layout_assign_id(layout, a));
    TRY(name_columns(layout, a));
    find_needed(layout, a->expected);
    TRY(leave_out(layout, a, "--drop", a->options->drop, false));
    TRY(layout_assign_target(layout, a));
    TRY(leave_out(layout, a, "--keep", a->options->keep, true));
    if (layout->header) TRY(check_names(layout, a));
done:
    return rc;
}

int ard_layout_new(ardor_context *context, const char *file, const ard_top *head, const ard_reading *reading, bool turned,
                   ard_layout **out)
{
    int rc = ARDOR_OK;
    const layout_asked a = layout_asked_of(file, head, reading, turned);
    ard_layout *layout = NULL;
    *out = NULL;
    NEW(context, layout, 1);
    layout->context = context;
    layout->n_columns = a.first->n;
    for (int role = 0; role < ARD_N_ROLES; role++) layout->column[role] = -1;
    NEW(context, layout->name, layout->n_columns);
    NEW(context, layout->role, layout->n_columns);
    NEW(context, layout->unnamed, layout->n_columns);
    if (a.expected) {
        NEW(context, layout->needed, layout->n_columns);
        TRY(ard_name_index_new(context, a.expected->n_features, a.expected->feature, &layout->needed_names));
    }
    layout->maybe_turned = !turned && may_be_turned(head);
    TRY(decide_header(layout, &a));
    if (!turned) prefer_order(layout, &a);
    layout->skips_first = layout->skips_first || layout->header;
    layout->numbered = layout->numbered || !layout->header;
    TRY(assign_roles(layout, &a));
    TRY(check_features(layout, file, reading));
    for (int64_t j = 0; j < layout->n_columns; j++) layout->n_features += layout->role[j] == ARD_ROLE_FEATURE;
    *out = layout;
    layout = NULL;
done:
    ard_layout_free(layout);
    return rc;
}

void ard_layout_free(ard_layout *layout)
{
    if (!layout) return;
    ard_name_index_free(layout->needed_names);
    ard_free(layout->context, layout->needed);
    ard_names_free(layout->context, layout->n_columns, layout->name);
    ard_free(layout->context, layout->role);
    ard_free(layout->context, layout->unnamed);
    ard_free(layout->context, layout);
}
