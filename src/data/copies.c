/* Copies of rows, found by fingerprints of more and more columns, each only of the rows that are not yet told from all others: in
 * most tables the first columns are enough. What is left is compared value by value. */
#include "data/copies.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"

enum { FIRST_COLUMNS = 16, FEWEST_DIFFERENT = 8 };

/* ------------------------------------------------------------------ candidates */

/* In the order of fingerprints, and of equal ones by rising index; the two halves, because doubles hold 53 bits. */
static void sort_by_hash(int64_t n, const ard_hash *hash, ard_rank *rank)
{
    for (int64_t i = 0; i < n; i++) {
        const uint64_t value = ard_hash_value(&hash[rank[i].index]);
        rank[i].key = (double)(value >> 32);
        rank[i].tie = (double)(value & UINT32_MAX);
    }
    ard_rank_sort(n, rank);
}

static bool is_same(const ard_rank *a, const ard_rank *b) { return a->key == b->key && a->tie == b->tie; }

/* Those that have their fingerprint in common with a neighbour, moved to the front; returns their number. */
static int64_t keep_repeated(int64_t n, ard_rank *rank)
{
    int64_t kept = 0;
    for (int64_t start = 0, end = 0; start < n; start = end) {
        for (end = start + 1; end < n && is_same(rank + start, rank + end);) end++;
        for (int64_t i = start; i < end && end - start > 1; i++) rank[kept++] = rank[i];
    }
    return kept;
}

/* Rows that have all fingerprints in common with another, sorted by them. */
static int find_candidates(ardor_context *context, const ardor_dataset *data, ard_rank *rank, int64_t *n)
{
    int rc = ARDOR_OK;
    ard_hash *hash = NULL;
    NEW(context, hash, data->n);
    *n = data->n;
    for (int64_t i = 0; i < data->n; i++) {
        hash[i] = ard_hash_begin();
        rank[i].index = i;
    }
    for (int64_t j = 0, end = FIRST_COLUMNS; j < data->p && 0 < *n; end *= 2) {
        for (; j < data->p && j < end; j++)
            for (int64_t i = 0; i < *n; i++) ard_hash_real(&hash[rank[i].index], ard_dataset_values(data, j)[rank[i].index]);
        sort_by_hash(*n, hash, rank);
        *n = keep_repeated(*n, rank);
    }
done:
    ard_free(context, hash);
    return rc;
}

static bool is_alike(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Of candidates that are no copies after all, each is its own first one. Returns the number of copies. */
static int64_t compare_values(const ardor_dataset *data, int64_t n, const ard_rank *rank, int64_t *first)
{
    int64_t copies = 0;
    for (int64_t j = 0; j < data->p; j++) {
        const double *x = ard_dataset_values(data, j);
        for (int64_t i = 0; i < n; i++) {
            const int64_t row = rank[i].index;
            if (!is_alike(x[row], x[first[row]])) first[row] = row;
        }
    }
    for (int64_t i = 0; i < n; i++) copies += first[rank[i].index] != rank[i].index;
    return copies;
}

/* ------------------------------------------------------------------ chance */

/* The values of a column: open addresses, of which those of other columns are free. */
typedef struct slot {
    double value;
    int64_t column; /* from 1 */
} slot;

/* Is the value new in the column? It is not afterwards. */
static bool add_value(slot *table, uint64_t mask, int64_t column, double value)
{
    uint64_t bits = 0;
    const double plain = value == 0 ? 0.0 : value; /* there is one zero */
    memcpy(&bits, &plain, sizeof bits);
    uint64_t k = (bits ^ bits >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & mask; /* whole numbers have no low bits */
    for (; table[k].column == column; k = (k + 1) & mask)
        if (table[k].value == plain) return false;
    table[k] = (slot){plain, column};
    return true;
}

/* Values of a column in the different rows, which are the first of their copies. It need not be right where it is not above a
 * half of them. */
static int64_t count_values(const ardor_dataset *data, int64_t j, const int64_t *first, int64_t n_different, slot *table,
                            uint64_t mask)
{
    const double *x = ard_dataset_values(data, j);
    int64_t values = 0, left = n_different;
    for (int64_t i = 0; i < data->n && 2 * (values + left) > n_different; i++) {
        if (first[i] != i) continue;
        left--;
        if (!isnan(x[i])) values += add_value(table, mask, j + 1, x[i]);
    }
    return values;
}

/* Are copies more than chance? Where some column has more than n / 2 values; or two columns each have more than half as many as
 * there are different rows, and these are more than a handful: then rows that are alike in one column are so in the other. */
static int tell_from_chance(ardor_context *context, const ardor_dataset *data, const int64_t *first, int64_t n_different,
                            bool *out)
{
    int rc = ARDOR_OK;
    slot *table = NULL;
    int64_t room = 2, telling = 0;
    while (room < 2 * n_different) room *= 2;
    NEW(context, table, room);
    *out = false;
    for (int64_t j = 0; j < data->p && !*out; j++) {
        const int64_t values = count_values(data, j, first, n_different, table, (uint64_t)room - 1);
        telling += 2 * values > n_different;
        *out = 2 * values > data->n || (telling > 1 && n_different >= FEWEST_DIFFERENT);
    }
done:
    ard_free(context, table);
    return rc;
}

int ard_dataset_copies(ardor_context *context, const ardor_dataset *data, int64_t **out)
{
    int rc = ARDOR_OK;
    ard_rank *rank = NULL;
    int64_t *first = NULL, n = 0, copies = 0;
    bool telling = false;
    *out = NULL;
    NEW(context, rank, data->n);
    NEW(context, first, data->n);
    TRY(find_candidates(context, data, rank, &n));
    for (int64_t i = 0; i < data->n; i++) first[i] = i;
    for (int64_t i = 1; i < n; i++)
        if (is_same(rank + i, rank + i - 1)) first[rank[i].index] = first[rank[i - 1].index];
    copies = compare_values(data, n, rank, first);
    if (copies > 0) TRY(tell_from_chance(context, data, first, data->n - copies, &telling));
    if (!telling) goto done;
    *out = first;
    first = NULL;
done:
    ard_free(context, first);
    ard_free(context, rank);
    return rc;
}
