/* See exchange.h. */
#include "study/exchange.h"

#include <math.h>

#include "base/rng.h"

const char *ard_exchange_name(ard_exchange exchange)
{
    static const char *const name[] = {"rows", "within_groups", "groups"};
    return name[exchange];
}

/* A permutation's own stream. */
static void begin(ard_rng *rng, uint64_t seed, int64_t b) { ard_rng_init(rng, seed, ARD_STREAM_LABELS, (uint64_t)b); }

/* How, and of groups of one class each the class (n_groups). */
static ard_exchange exchange_of(const ardor_dataset *data, int32_t *of_group)
{
    if (!data->group) return ARD_EXCHANGE_ROWS;
    for (int64_t g = 0; g < data->n_groups; g++) of_group[g] = -1;
    for (int64_t i = 0; i < data->n; i++) {
        int32_t *own = of_group + data->group[i];
        if (*own >= 0 && *own != data->label[i]) return ARD_EXCHANGE_WITHIN;
        *own = data->label[i];
    }
    return ARD_EXCHANGE_GROUPS;
}

/* The labels of the rows listed, among them. */
static void shuffle_rows(const ardor_dataset *data, ard_rng *rng, int64_t n, const int64_t *row, int64_t *order, int32_t *label)
{
    for (int64_t i = 0; i < n; i++) order[i] = row[i];
    ard_rng_shuffle(rng, n, order);
    for (int64_t i = 0; i < n; i++) label[row[i]] = data->label[order[i]];
}

/* Rows by group: those of group g are row[start[g]..start[g + 1]). */
static int list_groups(ardor_context *context, const ardor_dataset *data, int64_t *start, int64_t *row)
{
    int rc = ARDOR_OK;
    int64_t *next = NULL;
    NEW(context, next, data->n_groups);
    for (int64_t i = 0; i < data->n; i++) start[data->group[i] + 1]++;
    for (int64_t g = 0; g < data->n_groups; g++) {
        start[g + 1] += start[g];
        next[g] = start[g];
    }
    for (int64_t i = 0; i < data->n; i++) row[next[data->group[i]]++] = i;
done:
    ard_free(context, next);
    return rc;
}

int ard_labels_exchange(ardor_context *context, const ardor_dataset *data, uint64_t seed, int64_t b, int32_t *label,
                        ard_exchange *how)
{
    int rc = ARDOR_OK;
    int64_t *row = NULL, *order = NULL, *start = NULL;
    int32_t *of_group = NULL;
    ard_rng rng;
    begin(&rng, seed, b);
    NEW(context, row, data->n);
    NEW(context, order, ard_max64(data->n, data->n_groups));
    NEW(context, of_group, data->n_groups);
    NEW(context, start, data->n_groups + 1);
    *how = exchange_of(data, of_group);
    if (*how == ARD_EXCHANGE_ROWS) {
        for (int64_t i = 0; i < data->n; i++) row[i] = i;
        shuffle_rows(data, &rng, data->n, row, order, label);
    } else if (*how == ARD_EXCHANGE_WITHIN) {
        TRY(list_groups(context, data, start, row));
        for (int64_t g = 0; g < data->n_groups; g++)
            shuffle_rows(data, &rng, start[g + 1] - start[g], row + start[g], order, label);
    } else {
        for (int64_t g = 0; g < data->n_groups; g++) order[g] = g;
        ard_rng_shuffle(&rng, data->n_groups, order);
        for (int64_t i = 0; i < data->n; i++) label[i] = of_group[order[data->group[i]]];
    }
done:
    ard_free(context, start);
    ard_free(context, of_group);
    ard_free(context, order);
    ard_free(context, row);
    return rc;
}

/* ------------------------------------------------------------------ parts of training rows */

/* Marks of rows kept: of each class, in random order, its part. */
static void keep_by_class(const ardor_dataset *data, const ard_rows *rows, const int64_t *order, double fraction, bool *kept)
{
    for (int32_t c = 0; c < data->n_classes; c++) {
        int64_t n = 0, taken = 0;
        for (int64_t i = 0; i < rows->n; i++) n += data->label[rows->row[i]] == c;
        const int64_t most = n > 0 ? ard_max64(1, (int64_t)floor(fraction * (double)n + .5)) : 0;
        for (int64_t k = 0; k < rows->n && taken < most; k++) {
            if (data->label[rows->row[order[k]]] != c) continue;
            kept[order[k]] = true;
            taken++;
        }
    }
}

/* Groups in the order in which their rows come up, until they have their part of the rows. */
static void keep_by_group(const ardor_dataset *data, const ard_rows *rows, const int64_t *order, double fraction, bool *kept)
{
    int64_t taken = 0;
    const double most = fraction * (double)rows->n - .5;
    for (int64_t k = 0; k < rows->n && (double)taken < most; k++) {
        if (kept[order[k]]) continue;
        for (int64_t i = 0; i < rows->n; i++) {
            if (data->group[rows->row[i]] != data->group[rows->row[order[k]]]) continue;
            kept[i] = true;
            taken++;
        }
    }
}

int ard_rows_thin(ardor_context *context, const ardor_dataset *data, uint64_t seed, int64_t fold, const ard_rows *rows,
                  double fraction, ard_rows *out)
{
    int rc = ARDOR_OK;
    int64_t *order = NULL;
    bool *kept = NULL;
    ard_rng rng;
    *out = (ard_rows){0};
    ard_rng_init(&rng, seed, ARD_STREAM_CURVE, (uint64_t)fold);
    NEW(context, order, rows->n);
    NEW(context, kept, rows->n);
    NEW(context, out->row, rows->n);
    for (int64_t i = 0; i < rows->n; i++) order[i] = i;
    ard_rng_shuffle(&rng, rows->n, order);
    if (data->group)
        keep_by_group(data, rows, order, fraction, kept);
    else
        keep_by_class(data, rows, order, fraction, kept);
    for (int64_t i = 0; i < rows->n; i++)
        if (kept[i]) out->row[out->n++] = rows->row[i];
done:
    ard_free(context, kept);
    ard_free(context, order);
    return rc;
}
