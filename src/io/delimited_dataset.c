/* The end of reading a delimited table: what only the whole of it tells, and the dataset. */
#include "io/delimited_inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/cell.h"

/* ---- what the whole table tells */

/* Names that the model needs and that are not where they should be, but across. */
static int check_turned(const delimited_rows *b)
{
    const ard_layout *layout = b->layout;
    const int64_t n_needed = b->reading.expected ? b->reading.expected->n_features : 0;
    if (layout->n_missing == 0 || b->n_names_found <= n_needed - layout->n_missing || 2 * b->n_names_found < n_needed)
        return ARDOR_OK;
    return ard_fail(b->context, ARDOR_DATA, "%s: %lld of the %lld names that the model needs stand in the first %s", b->file,
                    (long long)ard_min64(b->n_names_found, n_needed), (long long)n_needed,
                    b->turned ? "row: leave out --transpose" : "column: are features in rows? Then --transpose");
}

/* A last column that is taken for the labels and looks like a feature. */
static int check_guessed_target(const delimited_rows *b)
{
    int rc = ARDOR_OK;
    enum { FEW = 10 };
    ard_name_index *index = NULL;
    char name[ARD_QUOTE_BYTES], number[24];
    const ard_layout *layout = b->layout;
    const int64_t column = layout->column[ARD_ROLE_TARGET];
    int64_t distinct = 0, whole = 0;
    if (!layout->guessed_target || !b->label) return ARDOR_OK;
    TRY(ard_name_index_new(b->context, b->n, b->label, &index));
    for (int64_t i = 0; i < b->n; i++) {
        double value = 0;
        const char *text = b->label[i];
        distinct += ard_name_index_find(index, text) == i;
        whole += !ard_cell_number(&b->reading.options, text, strlen(text), &value) || value == floor(value);
    }
    snprintf(number, sizeof number, "%lld", (long long)column + 1);
    ard_name_quote(layout->name[column], name);
    REQUIRE(b->context, 2 * distinct <= b->n || distinct <= (2 * whole < b->n ? 2 : FEW), ARDOR_DATA,
            "%s: the labels would be the last column, '%s', which has %lld different values in %lld rows: name the column of "
            "labels with --target, or their file with --labels%s",
            b->file, *name ? name : number, (long long)distinct, (long long)b->n,
            layout->maybe_turned ? "; are features in rows and samples in columns? Then --transpose" : "");
done:
    ard_name_index_free(index);
    return rc;
}

/* Where features are, and which of them are empty throughout: these are left out, unless the model needs them. */
static void find_filled(const delimited_rows *b)
{
    const ard_layout *layout = b->layout;
    const int64_t p = layout->n_features;
    int64_t k = 0;
    for (int64_t j = 0; j < layout->n_columns; j++)
        if (layout->role[j] == ARD_ROLE_FEATURE) b->place[k++] = j;
    for (k = 0; k < p; k++) b->filled[k] = (b->unread && b->unread[k]) || (layout->needed && layout->needed[b->place[k]]);
    for (int64_t i = 0; i < b->n; i++)
        for (k = 0; k < p; k++) b->filled[k] = b->filled[k] || !isnan(b->value[i * p + k]);
}

static void note_left_out(const delimited_rows *b, int64_t n, const char *list)
{
    ard_note(b->context, "%s: %lld column%s without any value %s left out: %s", b->file, (long long)n, n == 1 ? "" : "s",
             n == 1 ? "is" : "are", list);
}

static int drop_empty(delimited_rows *b)
{
    int rc = ARDOR_OK;
    enum { SHOWN = 3 };
    ard_layout *layout = b->layout;
    int64_t dropped = 0;
    char list[ARD_LIST_BYTES] = "";
    NEW(b->context, b->place, layout->n_features);
    NEW(b->context, b->filled, layout->n_features);
    find_filled(b);
    for (int64_t k = 0; k < layout->n_features; k++) {
        if (b->filled[k]) continue;
        layout->role[b->place[k]] = ARD_ROLE_DROPPED;
        if (dropped++ <= SHOWN) ard_name_append(list, sizeof list, dropped <= SHOWN ? layout->name[b->place[k]] : NULL);
    }
    if (dropped > 0) note_left_out(b, dropped, list);
done:
    return rc;
}

/* A header may leave features without a name: they are called by their position. */
static void note_unnamed(const delimited_rows *b)
{
    int64_t unnamed = 0, first = 0;
    const ard_layout *layout = b->layout;
    for (int64_t j = layout->n_columns - 1; j >= 0; j--) {
        if (!layout->unnamed[j] || layout->role[j] != ARD_ROLE_FEATURE) continue;
        unnamed++;
        first = j + 1;
    }
    if (unnamed > 0)
        ard_note(b->context, "%s: %lld column%s without a name; the first is called 'unnamed%lld'", b->file, (long long)unnamed,
                 unnamed == 1 ? "" : "s", (long long)first);
}

/* ---- the dataset */

/* What a column has of the value that was kept of its feature. */
static double value_in(const ard_read_column *column, double value)
{
    return column->unread ? (double)NAN : isnan(column->code) || isnan(value) ? value : value == column->code ? 1 : 0;
}

static void fill_columns(const delimited_rows *b, const ard_read_column *column, ardor_dataset *data)
{
    enum { BLOCK = 64 }; /* a block of rows stays in the cache while every column takes its part */
    const int64_t n_features = b->layout->n_features;
    for (int64_t start = 0; start < b->n; start += BLOCK) {
        int64_t stop = ard_min64(start + BLOCK, b->n);
        for (int64_t j = 0; j < data->p; j++)
            for (int64_t i = start; i < stop; i++)
                data->x[j * b->n + i] = value_in(&column[j], b->value[i * n_features + column[j].feature]);
    }
}

/* Hand an array over to the dataset. */
#define MOVE(to, from) ((to) = (from), (from) = NULL)

/* What is known of the features, for the columns that they became. */
static int fill_features(delimited_rows *b, ard_read_column *column, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    const ard_layout *layout = b->layout;
    NEW(b->context, data->place, data->p);
    NEW(b->context, data->missing, data->p);
    for (int64_t j = 0; j < data->p; j++) {
        const int64_t at = b->place[column[j].feature];
        data->place[j] = b->turned ? ard_text_table_line(b->text, at) : at + 1;
        data->missing[j] = b->missing[column[j].feature];
        if (column[j].name)
            MOVE(data->feature[j], column[j].name);
        else
            COPY(b->context, data->feature[j], layout->name[at]);
    }
done:
    return rc;
}

/* Why columns could not be read: a feature that could not be became one column. */
static int fill_unread(delimited_rows *b, ard_read_column *column, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    bool any = b->unread != NULL;
    for (int64_t j = 0; j < data->p; j++) any = any || column[j].unread;
    if (!any) return ARDOR_OK;
    NEW(b->context, data->unread, data->p);
    for (int64_t j = 0; j < data->p; j++) {
        char **of_feature = b->unread ? &b->unread[column[j].feature] : &column[j].unread;
        MOVE(data->unread[j], *(*of_feature ? of_feature : &column[j].unread));
    }
done:
    return rc;
}

/* An indicator may be called like another column. */
static int check_indicators(const delimited_rows *b, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    int64_t first = 0, second = 0;
    if (data->categories.n == 0) return ARDOR_OK;
    TRY(ard_names_repeated(b->context, data->p, data->feature, &first, &second));
    REQUIRE(b->context, second < 0, ARDOR_DATA,
            "%s: '%s' is the name of a column and that of an indicator that --onehot makes of another one: rename the column",
            b->file, data->feature[first]);
done:
    return rc;
}

/* The column that has a role, by name or number. */
static int name_input(const ard_layout *layout, ard_role role, char **out)
{
    int rc = ARDOR_OK;
    const int64_t column = layout->column[role];
    if (column < 0) return ARDOR_OK;
    if (layout->name[column][0])
        COPY(layout->context, *out, layout->name[column]);
    else
        MAKE(*out, ard_format(layout->context, "%lld", (long long)column + 1));
done:
    return rc;
}

static int fill_inputs(const delimited_rows *b, ard_inputs *out)
{
    int rc = ARDOR_OK;
    const ard_layout *layout = b->layout;
    *out = (ard_inputs){.header = layout->skips_first, .rows_read = b->n, .columns_read = layout->n_columns};
    for (int64_t j = 0; j < layout->n_columns; j++) out->columns_dropped += layout->role[j] == ARD_ROLE_DROPPED;
    TRY(name_input(layout, ARD_ROLE_TARGET, &out->target));
    TRY(name_input(layout, ARD_ROLE_WEIGHT, &out->weights));
    TRY(name_input(layout, ARD_ROLE_GROUP, &out->group));
    TRY(name_input(layout, ARD_ROLE_ID, &out->id));
done:
    return rc;
}

int ard_delimited_dataset(delimited_rows *b, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    ard_read_column *column = NULL;
    int64_t p = 0;
    *out = NULL;
    REQUIRE(b->context, b->n > 0, ARDOR_DATA, "%s: there is a header but no data rows", b->file);
    TRY(check_turned(b));
    TRY(check_guessed_target(b));
    TRY(drop_empty(b));
    note_unnamed(b);
    TRY(ard_levels_columns(b->levels, b->n, b->filled, &p, &column));
    TRY(ard_dataset_new(b->context, b->n, p, b->file, &data));
    fill_columns(b, column, data);
    TRY(fill_inputs(b, &data->inputs));
    TRY(fill_features(b, column, data));
    TRY(fill_unread(b, column, data));
    TRY(ard_levels_categories(b->levels, &data->inputs.onehot, &data->categories));
    TRY(check_indicators(b, data));
    if (b->group) TRY(ard_dataset_set_groups(data, b->group));
    if (b->label) TRY(ard_dataset_set_labels(data, (const char *const *)b->label, b->reading.options.positive));
    MOVE(data->id, b->id);
    MOVE(data->weight, b->weight);
    MOVE(data->line, b->line);
    data->transposed = b->turned;
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}
