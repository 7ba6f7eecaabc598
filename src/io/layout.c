/* Roles of the columns.
 *
 * Without an instruction the first row is a header unless all of its feature cells are numbers (or missing). A name asked
 * for that is no column number, or a cell `class`, settles that there is one. */
#include "io/layout.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "base/text.h"
#include "data/dataset.h"

static const char CLASS[] = "class";

/* A column that the caller asked for by name or number. */
typedef struct request {
    const char *text;
    const char *option; /* for messages */
    ard_role role;
} request;

enum { N_REQUESTS = 4 };

static void requests_of(const ardor_read_options *options, request out[N_REQUESTS])
{
    out[0] = (request){options->target, "--target", ARD_ROLE_TARGET};
    out[1] = (request){options->id, "--id", ARD_ROLE_ID};
    out[2] = (request){options->weights, "--weights", ARD_ROLE_WEIGHT};
    out[3] = (request){options->group, "--group", ARD_ROLE_GROUP};
}

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

static int64_t column_named(const ard_text_row *row, const char *name)
{
    for (int64_t j = 0; j < row->n; j++)
        if (strcmp(row->cell[j], name) == 0) return j;
    return -1;
}

/* Column of a 1-based number, -1 if the text is none. */
static int64_t column_numbered(const ard_text_row *row, const char *text)
{
    int64_t number = 0;
    return ard_parse_int(text, strlen(text), &number) && number >= 1 && number <= row->n ? number - 1 : -1;
}

static bool is_feature_if_headless(const ard_text_row *row, int64_t column, const request asked[N_REQUESTS], bool no_target)
{
    if (!asked[0].text && !no_target && column == row->n - 1) return false;
    for (int i = 0; i < N_REQUESTS; i++)
        if (asked[i].text && column_numbered(row, asked[i].text) == column) return false;
    return true;
}

static bool looks_like_header(const ard_text_row *row, const ardor_read_options *options, const request asked[N_REQUESTS])
{
    int64_t features = 0;
    double value = 0;
    for (int i = 0; i < N_REQUESTS; i++)
        if (asked[i].text && column_numbered(row, asked[i].text) < 0) return true;
    if (column_named(row, CLASS) >= 0) return true;
    for (int64_t j = 0; j < row->n; j++) {
        if (!is_feature_if_headless(row, j, asked, options->no_target)) continue;
        features++;
        if (ard_is_missing(row->cell[j], row->length[j])) continue;
        if (!ard_parse_double(row->cell[j], row->length[j], &value)) return true;
    }
    return features == 0; /* labels alone: nothing tells a name from a label, and tables mostly have names */
}

/* "a, b, c, ..." of the first row, for messages. */
static void list_columns(const ard_text_row *row, char *out, size_t bytes)
{
    char quoted[ARD_QUOTE_BYTES];
    size_t used = 0;
    out[0] = '\0';
    for (int64_t j = 0; j < row->n; j++) {
        ard_text_quote(row->cell[j], row->length[j], quoted);
        if (used + strlen(quoted) + 8 > bytes) {
            snprintf(out + used, bytes - used, ", ...");
            return;
        }
        used += (size_t)snprintf(out + used, bytes - used, "%s%s", j ? ", " : "", quoted);
    }
}

static int find_requested(ardor_context *context, const char *file, const ard_text_row *row, bool header, const request *asked,
                          int64_t *out)
{
    char columns[300];
    *out = header ? column_named(row, asked->text) : column_numbered(row, asked->text);
    if (*out >= 0) return ARDOR_OK;
    if (!header)
        return ard_fail(context, ARDOR_USAGE, "%s: %s %s: the table has no header, so give a column number from 1 to %lld", file,
                        asked->option, asked->text, (long long)row->n);
    list_columns(row, columns, sizeof columns);
    return ard_fail(context, ARDOR_USAGE, "%s: %s: there is no column '%s'; the columns are %s", file, asked->option, asked->text,
                    columns);
}

static int assign_requested(ard_layout *layout, const char *file, const ard_text_row *row, const request asked[N_REQUESTS])
{
    int rc = ARDOR_OK;
    for (int i = 0; i < N_REQUESTS; i++) {
        int64_t column = -1;
        if (!asked[i].text) continue;
        TRY(find_requested(layout->context, file, row, layout->header, &asked[i], &column));
        REQUIRE(layout->context, layout->role[column] == ARD_ROLE_FEATURE, ARDOR_USAGE,
                "%s: column '%s' cannot be used for %s and something else too", file, asked[i].text, asked[i].option);
        layout->role[column] = asked[i].role;
    }
done:
    return rc;
}

/* The one that is expected; else `class` if there is such a column, else the last one that is free; with no_target only the
 * first. */
static int assign_default_target(ard_layout *layout, const char *file, const ard_text_row *row, const char *expected,
                                 bool no_target)
{
    int64_t column = layout->header ? column_named(row, expected ? expected : CLASS) : -1;
    if (column >= 0 && layout->role[column] != ARD_ROLE_FEATURE) column = -1;
    if (column < 0 && no_target) return ARDOR_OK;
    if (column < 0)
        for (column = row->n - 1; column >= 0 && layout->role[column] != ARD_ROLE_FEATURE; column--) continue;
    if (column < 0) return ard_fail(layout->context, ARDOR_DATA, "%s: no column is left to hold the labels", file);
    layout->role[column] = ARD_ROLE_TARGET;
    return ARDOR_OK;
}

/* A header may leave features without a name: they are called by their position, with one note. */
static int name_columns(ard_layout *layout, const char *file, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    int64_t unnamed = 0, first_unnamed = 0;
    for (int64_t j = 0; j < row->n; j++) {
        ard_role role = layout->role[j];
        layout->n_features += role == ARD_ROLE_FEATURE;
        layout->has_target = layout->has_target || role == ARD_ROLE_TARGET;
        layout->has_id = layout->has_id || role == ARD_ROLE_ID;
        layout->has_weight = layout->has_weight || role == ARD_ROLE_WEIGHT;
        layout->has_group = layout->has_group || role == ARD_ROLE_GROUP;
        if (layout->header && role == ARD_ROLE_FEATURE && row->length[j] == 0) {
            if (unnamed++ == 0) first_unnamed = j + 1;
            MAKE(layout->name[j], ard_format(layout->context, "unnamed%lld", (long long)j + 1));
        } else if (layout->header)
            MAKE(layout->name[j], ard_strndup(layout->context, row->cell[j], row->length[j]));
        else if (role != ARD_ROLE_FEATURE)
            COPY(layout->context, layout->name[j], "");
        else
            MAKE(layout->name[j], ard_format(layout->context, "x%lld", (long long)layout->n_features));
    }
    if (unnamed > 0)
        ard_note(layout->context, "%s: %lld column%s without a name; the first is called 'unnamed%lld'", file, (long long)unnamed,
                 unnamed == 1 ? "" : "s", (long long)first_unnamed);
done:
    return rc;
}

/* Names must tell the columns apart. Columns before `from` hold no features. */
static int check_names(const ard_layout *layout, const char *file, const ard_text_row *row, int64_t from)
{
    int rc = ARDOR_OK;
    int64_t first = -1, second = -1;
    char quoted[ARD_QUOTE_BYTES];
    TRY(ard_names_repeated(layout->context, row->n - from, layout->name + from, &first, &second));
    REQUIRE(layout->context, second < 0, ARDOR_DATA, "%s: line %lld: columns %lld and %lld are both named '%s': rename one", file,
            (long long)row->line, (long long)(first + from) + 1, (long long)(second + from) + 1,
            ard_text_quote(layout->name[second + from], strlen(layout->name[second + from]), quoted));
done:
    return rc;
}

/* A table of one column that holds the other delimiters was read as the wrong format. */
static int check_format(ardor_context *context, const char *file, const ard_text_row *row)
{
    if (row->n != 1 || !strpbrk(row->cell[0], "\t;,")) return ARDOR_OK;
    return ard_fail(context, ARDOR_DATA,
                    "%s: line %lld is a single cell with tabs, commas or semicolons in it: tables are delimited by commas (csv) "
                    "or tabs (tsv), chosen by the file's name or --format",
                    file, (long long)row->line);
}

int ard_layout_new(ardor_context *context, const char *file, const ard_text_row *first, const ard_reading *reading,
                   bool transposed, ard_layout **out)
{
    int rc = ARDOR_OK;
    const ardor_read_options *options = &reading->options;
    const char *expected = reading->expected ? reading->expected->inputs->target : NULL;
    ard_layout *layout = NULL;
    request asked[N_REQUESTS];
    *out = NULL;
    requests_of(options, asked);
    TRY(check_format(context, file, first));
    NEW(context, layout, 1);
    layout->context = context;
    layout->n_columns = first->n;
    NEW(context, layout->name, first->n);
    NEW(context, layout->role, first->n);
    layout->header = options->header != 0 ? options->header > 0 : looks_like_header(first, options, asked);
    /* Row names: the first column of a transposed table, or (as R and pandas write them) one without a name. */
    bool unnamed = layout->header && first->n > 1 && first->length[0] == 0 && !options->id;
    if (transposed)
        layout->role[0] = options->id ? ARD_ROLE_UNUSED : ARD_ROLE_ID;
    else if (unnamed)
        layout->role[0] = ARD_ROLE_ID;
    TRY(assign_requested(layout, file, first, asked));
    if (!options->target) TRY(assign_default_target(layout, file, first, expected, options->no_target));
    TRY(name_columns(layout, file, first));
    if (layout->header) TRY(check_names(layout, file, first, transposed));
    *out = layout;
    layout = NULL;
done:
    ard_layout_free(layout);
    return rc;
}

void ard_layout_free(ard_layout *layout)
{
    if (!layout) return;
    ard_names_free(layout->context, layout->n_columns, layout->name);
    ard_free(layout->context, layout->role);
    ard_free(layout->context, layout);
}
