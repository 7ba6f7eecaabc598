#include "data/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/remark.h"
#include "base/text.h"

enum { FEW_ROWS = 20, LISTED = 3 };

typedef struct table {
    const ardor_dataset *data;
    int64_t *first;    /* n_classes: the first row of each, -1 where it has none; NULL without labels */
    int64_t n_classes; /* that have rows */
} table;

typedef bool is_doubtful(const table *t, const double *x, const char *name);

/* ------------------------------------------------------------------ what columns look like */

/* Of `outcomes` that are as likely as each other in a column of noise it has one: would 1 table in 20 with so many columns have
 * such a one? */
static bool may_be_chance(const table *t, double outcomes) { return outcomes < 20 * (double)t->data->p; }

/* Distinct whole numbers that rise, or fall, from row to row: they count the rows, or those whom the rows are of. */
static bool counts_rows(const table *t, const double *x)
{
    const int64_t n = t->data->n;
    double orders = .5; /* rising and falling are two of n! */
    const bool rises = n > 1 && x[1] > x[0];
    for (int64_t i = 0; i < n; i++) {
        if (!(x[i] == floor(x[i]))) return false;
        if (i > 0 && !(rises ? x[i] > x[i - 1] : x[i] < x[i - 1])) return false;
        orders = fmin(orders * (double)(i + 1), 1e300);
    }
    return !may_be_chance(t, orders);
}

/* A word of these alone, or with "id" behind it, however they are joined; anything that ends in " id", "_id" or the like; what
 * pandas calls the index of the rows that it writes. */
static bool is_named_as_id(const char *name)
{
    static const char *const words[] = {"id", "index", "sample", "patient", "batch", "subject", "row"};
    const size_t bytes = strlen(name);
    const bool ends = bytes > 2 && strcasecmp(name + bytes - 2, "id") == 0;
    const size_t stem = ends ? bytes - 2 : bytes;
    if (strncasecmp(name, "unnamed: ", 9) == 0) return true;
    if (ends && strchr(" _.-:", name[stem - 1])) return true;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k]) == stem && strncasecmp(name, words[k], stem) == 0) return true;
    return false;
}

static bool looks_like_id(const table *t, const double *x, const char *name) { return is_named_as_id(name) || counts_rows(t, x); }

/* One value in each class, and no other class has it. */
static bool is_label(const table *t, const double *x, const char *name)
{
    const ardor_dataset *data = t->data;
    (void)name;
    if (!t->first) return false;
    for (int64_t i = 0; i < data->n; i++)
        if (data->label[i] < 0 || !(x[i] == x[t->first[data->label[i]]])) return false;
    for (int c = 0; c < data->n_classes; c++)
        for (int d = 0; d < c; d++)
            if (t->first[c] >= 0 && t->first[d] >= 0 && x[t->first[c]] == x[t->first[d]]) return false;
    return t->n_classes > 1 && !may_be_chance(t, exp2((double)ard_min64(data->n - t->n_classes, 1000)));
}

/* ------------------------------------------------------------------ tables */

static int table_open(ardor_context *context, const ardor_dataset *data, table *t)
{
    int rc = ARDOR_OK;
    *t = (table){.data = data};
    if (!data->label) return ARDOR_OK;
    NEW(context, t->first, data->n_classes);
    for (int c = 0; c < data->n_classes; c++) t->first[c] = -1;
    for (int64_t i = 0; i < data->n; i++) {
        const int32_t c = data->label[i];
        if (c < 0 || t->first[c] >= 0) continue;
        t->first[c] = i;
        t->n_classes++;
    }
done:
    return rc;
}

/* "'a', 'b', ..": the columns of which something is true, and how many there are. */
static int64_t list_columns(const table *t, is_doubtful *is_so, char list[ARD_LIST_BYTES])
{
    int64_t n = 0;
    list[0] = '\0';
    for (int64_t j = 0; j < t->data->p; j++) {
        if (!is_so(t, ard_dataset_values(t->data, j), t->data->feature[j])) continue;
        if (++n <= LISTED + 1) ard_name_append(list, ARD_LIST_BYTES, n <= LISTED ? t->data->feature[j] : NULL);
    }
    return n;
}

static void doubt_columns(ardor_context *context, const table *t)
{
    char list[ARD_LIST_BYTES];
    int64_t n = list_columns(t, looks_like_id, list);
    if (n > 0)
        ard_warn(
            context, ARD_WARN_ID_COLUMN,
            "%lld feature%s like names or numbers of the rows, or of what they were taken from: %s; if so, remove %s from the "
            "table, or name %s with --id or --group",
            (long long)n, n == 1 ? " looks" : "s look", list, n == 1 ? "it" : "them", n == 1 ? "it" : "one");
    n = list_columns(t, is_label, list);
    if (n > 0)
        ard_warn(context, ARD_WARN_LABEL_COLUMN,
                 "%lld feature%s the label by another name: %s; if %s not known before the class is, remove %s", (long long)n,
                 n == 1 ? " is" : "s are", list, n == 1 ? "it is" : "they are", n == 1 ? "it" : "them");
}

int ard_dataset_doubts(ardor_context *context, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    table t = {0};
    TRY(table_open(context, data, &t));
    if (data->n < FEW_ROWS && data->n > 0)
        ard_warn(
            context, ARD_WARN_FEW_ROWS,
            "%lld row%s: with fewer than %d, what is learnt and every estimate of its error hang on single rows; collect more "
            "before you trust either",
            (long long)data->n, data->n == 1 ? "" : "s", FEW_ROWS);
    doubt_columns(context, &t);
done:
    ard_free(context, t.first);
    return rc;
}

void ard_dataset_doubt_choice(ardor_context *context, const ardor_dataset *data)
{
    if (data->chosen)
        ard_warn(
            context, ARD_WARN_CHOSEN_FEATURES,
            "the features were chosen beforehand, %s: the figures of that result are of the whole procedure, which selects anew "
            "in every fold, and not of this refit, whose error only other rows can tell",
            data->chosen);
}
