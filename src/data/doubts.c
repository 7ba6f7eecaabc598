#include "data/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/rank.h"
#include "base/remark.h"
#include "base/text.h"

enum { FEW_ROWS = 20, FEWEST_IN_ORDER = 5, LIST_BYTES = 200 };

static const double *column_of(const ardor_dataset *data, int64_t j) { return data->x + j * data->n; }

/* ------------------------------------------------------------------ columns */

/* Distinct whole numbers that rise, or fall, from row to row: a count of the rows, or of whom they are of. */
static bool counts_rows(const ardor_dataset *data, int64_t j)
{
    const double *x = column_of(data, j);
    if (data->n < FEWEST_IN_ORDER) return false;
    const bool rises = x[1] > x[0];
    for (int64_t i = 0; i < data->n; i++) {
        if (!(x[i] == floor(x[i]))) return false;
        if (i > 0 && !(rises ? x[i] > x[i - 1] : x[i] < x[i - 1])) return false;
    }
    return true;
}

static bool is_named_as_id(const ardor_dataset *data, int64_t j)
{
    static const char *const names[] = {"id", "index", "sample", "patient", "batch", "unnamed: 0"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcasecmp(data->feature[j], names[k]) == 0) return true;
    return false;
}

static bool looks_like_id(const ardor_dataset *data, int64_t j) { return is_named_as_id(data, j) || counts_rows(data, j); }

/* One value in each class, and no other class has it. */
static bool is_label(const ardor_dataset *data, int64_t j)
{
    const double *x = column_of(data, j);
    const int64_t n = data->n;
    if (!data->label || data->n_classes != 2) return false;
    int64_t first[2] = {-1, -1};
    for (int64_t i = 0; i < n; i++) {
        const int32_t c = data->label[i];
        if (c < 0 || isnan(x[i])) return false;
        if (first[c] < 0) first[c] = i;
        if (x[i] != x[first[c]]) return false;
    }
    return first[0] >= 0 && first[1] >= 0 && x[first[0]] != x[first[1]];
}

/* "'a', 'b', ..": the columns of which something is true, and how many there are. */
static int64_t list_columns(const ardor_dataset *data, bool (*is_so)(const ardor_dataset *, int64_t), char list[LIST_BYTES])
{
    int64_t n = 0;
    size_t used = 0;
    list[0] = '\0';
    for (int64_t j = 0; j < data->p; j++) {
        if (!is_so(data, j)) continue;
        if (n++ < 3)
            used += (size_t)snprintf(list + used, LIST_BYTES - used, "%s'%.50s'", used ? ", " : "", data->feature[j]);
        else if (n == 4)
            snprintf(list + used, LIST_BYTES - used, ", ...");
    }
    return n;
}

static void doubt_columns(ardor_context *context, const ardor_dataset *data)
{
    char list[LIST_BYTES];
    int64_t n = list_columns(data, looks_like_id, list);
    if (n > 0)
        ard_warn(context, ARD_WARN_ID_COLUMN,
                 "%lld column%s used as a feature look%s like names or numbers of the rows: %s; if so, remove %s, or name one "
                 "with --id or --group",
                 (long long)n, n == 1 ? "" : "s", n == 1 ? "s" : "", list, n == 1 ? "it" : "them");
    n = list_columns(data, is_label, list);
    if (n > 0)
        ard_warn(context, ARD_WARN_LABEL_COLUMN,
                 "%lld feature%s the label by another name: %s; if %s not known before the class is, remove %s", (long long)n,
                 n == 1 ? " is" : "s are", list, n == 1 ? "it is" : "they are", n == 1 ? "it" : "them");
}

int ard_dataset_doubts(ardor_context *context, const ardor_dataset *data)
{
    if (data->n < FEW_ROWS && data->n > 0)
        ard_warn(context, ARD_WARN_FEW_ROWS,
                 "%lld rows are few: what is learnt from fewer than %d, and every error estimate, depends on each of them; "
                 "collect more before you trust either",
                 (long long)data->n, FEW_ROWS);
    doubt_columns(context, data);
    return ARDOR_OK;
}

/* ------------------------------------------------------------------ copies */

static int64_t count_different(int64_t n, const double *x, ard_rank *rank)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) rank[i] = (ard_rank){.index = i, .key = isnan(x[i]) ? INFINITY : x[i]};
    ard_rank_sort(n, rank);
    for (int64_t i = 0; i < n; i++) count += i == 0 || rank[i].key != rank[i - 1].key;
    return count;
}

static bool are_alike(const ardor_dataset *data, int64_t a, int64_t b)
{
    for (int64_t j = 0; j < data->p; j++) {
        const double *x = column_of(data, j);
        if (x[a] != x[b] && !(isnan(x[a]) && isnan(x[b]))) return false;
    }
    return true;
}

/* Rows in the order of their fingerprints: of copies the first comes first. */
static int sort_rows(ardor_context *context, const ardor_dataset *data, ard_rank *rank)
{
    int rc = ARDOR_OK;
    ard_hash *hash = NULL;
    NEW(context, hash, data->n);
    for (int64_t i = 0; i < data->n; i++) hash[i] = ard_hash_begin();
    for (int64_t j = 0; j < data->p; j++)
        for (int64_t i = 0; i < data->n; i++) ard_hash_real(&hash[i], column_of(data, j)[i]);
    for (int64_t i = 0; i < data->n; i++) { /* the upper and the lower half: doubles hold 53 bits */
        const uint64_t value = ard_hash_value(&hash[i]);
        rank[i] = (ard_rank){.index = i, .key = (double)(value >> 32), .tie = (double)(value & UINT32_MAX)};
    }
    ard_rank_sort(data->n, rank);
done:
    ard_free(context, hash);
    return rc;
}

/* Has some column more than half as many values as there are different rows? */
static bool is_continuous(const ardor_dataset *data, int64_t n_different, ard_rank *rank)
{
    for (int64_t j = 0; j < data->p; j++)
        if (2 * count_different(data->n, column_of(data, j), rank) > n_different) return true;
    return false;
}

int ard_dataset_copies(ardor_context *context, const ardor_dataset *data, int64_t **out)
{
    int rc = ARDOR_OK;
    ard_rank *rank = NULL;
    int64_t *first = NULL, n_different = 0;
    *out = NULL;
    NEW(context, rank, data->n);
    NEW(context, first, data->n);
    TRY(sort_rows(context, data, rank));
    for (int64_t i = 0; i < data->n; i++) {
        const int64_t row = rank[i].index, before = i > 0 ? first[rank[i - 1].index] : row;
        first[row] = row != before && are_alike(data, row, before) ? before : row;
        n_different += first[row] == row;
    }
    if (n_different == data->n || !is_continuous(data, n_different, rank)) goto done;
    *out = first;
    first = NULL;
done:
    ard_free(context, first);
    ard_free(context, rank);
    return rc;
}
