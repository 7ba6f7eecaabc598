/* Dealing rows to parts, stratified by class.
 *
 * Classes are taken in the order of their first row in the pool, so that parts depend neither on the names of the classes
 * nor on which one is positive.
 *
 * Single rows: each class is shuffled and dealt round-robin, and the next class goes on where the last one stopped. So
 * neither class counts nor part sizes differ by more than one.
 *
 * Units of several rows (groups, copies): the larger first, in random order among those of 2^k to 2^(k+1) - 1 rows, each to the
 * part where it adds least to sum over parts f and classes c of (n_fc / N_c)^2 / share_f, the imbalance of the parts. The term
 * that does not depend on what a part already holds is left out: an empty part then costs nothing and, with the fewest rows,
 * comes before any other, so that no part stays empty. Strictly by size, repetitions would have the same parts where no two
 * units have as many rows. Halves, which are to differ from pair to pair, are made of units in an order that is drawn. */
#include "resample/pool.h"

#include <math.h>

#include "base/rank.h"

/* ---- the pool */

static int set_units(ard_pool *pool, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    int64_t *unit_of_group = NULL; /* + 1; 0 = not seen */
    if (data->group) NEW(pool->context, unit_of_group, data->n_groups);
    for (int64_t i = 0; i < pool->n; i++) {
        if (data->group) {
            int64_t *unit = &unit_of_group[data->group[pool->row[i]]];
            if (*unit == 0) *unit = ++pool->n_units;
            pool->unit[i] = *unit - 1;
        } else {
            bool copy = i > 0 && pool->row[i] == pool->row[i - 1];
            pool->unit[i] = copy ? pool->n_units - 1 : pool->n_units++;
        }
    }
    pool->grouped = pool->n_units < pool->n;
done:
    ard_free(pool->context, unit_of_group);
    return rc;
}

static int set_classes(ard_pool *pool, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    int32_t *number = NULL; /* + 1, of every class of the dataset; 0 = not seen */
    NEW(pool->context, number, data->n_classes);
    NEW(pool->context, pool->label, pool->n);
    NEW(pool->context, pool->class_rows, data->n_classes);
    NEW(pool->context, pool->class_index, data->n_classes);
    for (int64_t i = 0; i < pool->n; i++) {
        const int32_t index = data->label[pool->row[i]];
        if (number[index] == 0) {
            pool->class_index[pool->n_classes] = index;
            number[index] = ++pool->n_classes;
        }
        pool->label[i] = number[index] - 1;
        pool->class_rows[pool->label[i]]++;
    }
done:
    ard_free(pool->context, number);
    return rc;
}

int ard_pool_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, ard_pool **out)
{
    int rc = ARDOR_OK;
    ard_pool *pool = NULL;
    *out = NULL;
    TRY(ard_dataset_check_labels(context, data, rows));
    NEW(context, pool, 1);
    pool->context = context;
    pool->n = rows ? rows->n : data->n;
    NEW(context, pool->row, pool->n);
    NEW(context, pool->unit, pool->n);
    for (int64_t i = 0; i < pool->n; i++) pool->row[i] = rows ? rows->row[i] : i;
    ard_index_sort(pool->n, pool->row);
    TRY(set_classes(pool, data));
    TRY(set_units(pool, data));
    *out = pool;
done:
    if (rc != ARDOR_OK) ard_pool_free(pool);
    return rc;
}

void ard_pool_free(ard_pool *pool)
{
    if (!pool) return;
    ard_free(pool->context, pool->class_index);
    ard_free(pool->context, pool->class_rows);
    ard_free(pool->context, pool->label);
    ard_free(pool->context, pool->unit);
    ard_free(pool->context, pool->row);
    ard_free(pool->context, pool);
}

/* ---- single rows */

/* The units of one class in random order; their number. */
static int64_t shuffled_class(const ard_pool *pool, int32_t c, ard_rng *rng, int64_t *member)
{
    int64_t n = 0;
    for (int64_t i = 0; i < pool->n; i++)
        if (pool->label[i] == c) member[n++] = pool->unit[i];
    ard_rng_shuffle(rng, n, member);
    return n;
}

static int deal_rows(const ard_pool *pool, int64_t n_parts, ard_rng *rng, int64_t *part)
{
    int rc = ARDOR_OK;
    int64_t *member = NULL, next = 0;
    NEW(pool->context, member, pool->n);
    for (int32_t c = 0; c < pool->n_classes; c++) {
        int64_t n = shuffled_class(pool, c, rng, member);
        for (int64_t k = 0; k < n; k++) part[member[k]] = next++ % n_parts;
    }
done:
    ard_free(pool->context, member);
    return rc;
}

static int split_rows(const ard_pool *pool, double fraction, ard_rng *rng, int64_t *part)
{
    int rc = ARDOR_OK;
    int64_t *member = NULL;
    NEW(pool->context, member, pool->n);
    for (int32_t c = 0; c < pool->n_classes; c++) {
        int64_t n = shuffled_class(pool, c, rng, member);
        int64_t first = ard_min64(ard_max64(llround(fraction * (double)n), 1), n - 1);
        for (int64_t k = 0; k < n; k++) part[member[k]] = k >= first;
    }
done:
    ard_free(pool->context, member);
    return rc;
}

/* One of the classes with an odd number of rows, all with the same chance. */
static int32_t draw_odd_class(const ard_pool *pool, ard_rng *rng)
{
    int64_t n_odd = 0;
    for (int32_t c = 0; c < pool->n_classes; c++) n_odd += pool->class_rows[c] % 2;
    int64_t left = ard_rng_below(rng, n_odd);
    for (int32_t c = 0; c < pool->n_classes; c++)
        if (pool->class_rows[c] % 2 && left-- == 0) return c;
    return -1;
}

/* Of an odd number of rows one is left over. Where it is of an odd class the others come out even. */
static int halve_rows(const ard_pool *pool, ard_rng *rng, int64_t *part)
{
    int rc = ARDOR_OK;
    int64_t *member = NULL, next = 0;
    const int32_t short_of = pool->n % 2 ? draw_odd_class(pool, rng) : -1;
    NEW(pool->context, member, pool->n);
    for (int32_t c = 0; c < pool->n_classes; c++) {
        const int64_t n = shuffled_class(pool, c, rng, member), first = c == short_of;
        if (first) part[member[0]] = -1;
        for (int64_t k = first; k < n; k++) part[member[k]] = next++ % 2;
    }
done:
    ard_free(pool->context, member);
    return rc;
}

/* ---- units of several rows */

/* Units in the order of assignment: of many rows first, in random order among those of like numbers; or, where `drawn`, one after
 * the other with chances in proportion to their rows (Efraimidis and Spirakis, Information Processing Letters 97, 2006). counts:
 * n_units x n_classes, row by row. */
static int order_units(const ard_pool *pool, bool drawn, ard_rng *rng, ard_rank **order, double **counts)
{
    int rc = ARDOR_OK;
    int64_t *shuffled = NULL, size = 0;
    REQUIRE(pool->context, ard_mul_ok(pool->n_units, pool->n_classes, &size), ARDOR_MEMORY,
            "%lld groups of %d classes are too many", (long long)pool->n_units, pool->n_classes);
    NEW(pool->context, *order, pool->n_units);
    NEW(pool->context, *counts, size);
    NEW(pool->context, shuffled, pool->n_units);
    for (int64_t u = 0; u < pool->n_units; u++) shuffled[u] = u;
    ard_rng_shuffle(rng, pool->n_units, shuffled);
    for (int64_t u = 0; u < pool->n_units; u++) (*order)[u] = (ard_rank){.index = u, .tie = -(double)shuffled[u]};
    for (int64_t i = 0; i < pool->n; i++) {
        (*order)[pool->unit[i]].key++;
        (*counts)[pool->unit[i] * pool->n_classes + pool->label[i]]++;
    }
    for (int64_t u = 0; u < pool->n_units; u++) {
        const double rows = (*order)[u].key;
        (*order)[u].key = drawn ? log(ard_rng_uniform(rng)) / rows : ilogb(rows);
    }
    ard_rank_sort(pool->n_units, *order);
done:
    ard_free(pool->context, shuffled);
    return rc;
}

/* The part where these rows add least to the imbalance; among equals the one with the fewest rows for its share,
 * then the one with the larger share. held: n_parts x n_classes, row by row. */
static int64_t best_part(const ard_pool *pool, int64_t n_parts, const double *share, const double *held, const double *rows)
{
    int64_t best = 0;
    double least[3] = {INFINITY, INFINITY, INFINITY};
    for (int64_t f = 0; f < n_parts; f++) {
        double key[3] = {0, 0, -share[f]};
        for (int c = 0; c < pool->n_classes; c++) {
            double total = (double)pool->class_rows[c], have = held[f * pool->n_classes + c];
            key[0] += rows[c] / total * (have / total) / share[f];
            key[1] += have / share[f];
        }
        int k = 0;
        while (k < 2 && key[k] == least[k]) k++;
        if (key[k] >= least[k]) continue;
        best = f;
        for (k = 0; k < 3; k++) least[k] = key[k];
    }
    return best;
}

static int assign_units(const ard_pool *pool, int64_t n_parts, const double *share, bool drawn, ard_rng *rng, int64_t *part)
{
    int rc = ARDOR_OK;
    ard_rank *order = NULL;
    double *counts = NULL, *held = NULL;
    int64_t size = 0;
    TRY(order_units(pool, drawn, rng, &order, &counts));
    REQUIRE(pool->context, ard_mul_ok(n_parts, pool->n_classes, &size), ARDOR_MEMORY, "too many folds");
    NEW(pool->context, held, size);
    for (int64_t k = 0; k < pool->n_units; k++) {
        const double *rows = counts + order[k].index * pool->n_classes;
        int64_t f = best_part(pool, n_parts, share, held, rows);
        part[order[k].index] = f;
        for (int c = 0; c < pool->n_classes; c++) held[f * pool->n_classes + c] += rows[c];
    }
done:
    ard_free(pool->context, held);
    ard_free(pool->context, counts);
    ard_free(pool->context, order);
    return rc;
}

/* ---- either */

int ard_pool_deal(const ard_pool *pool, int64_t n_parts, ard_rng *rng, int64_t *part)
{
    int rc = ARDOR_OK;
    double *share = NULL;
    if (!pool->grouped) return deal_rows(pool, n_parts, rng, part);
    NEW(pool->context, share, n_parts);
    for (int64_t f = 0; f < n_parts; f++) share[f] = 1 / (double)n_parts;
    TRY(assign_units(pool, n_parts, share, false, rng, part));
done:
    ard_free(pool->context, share);
    return rc;
}

int ard_pool_split(const ard_pool *pool, double fraction, ard_rng *rng, int64_t *part)
{
    const double share[2] = {fraction, 1 - fraction};
    return pool->grouped ? assign_units(pool, 2, share, false, rng, part) : split_rows(pool, fraction, rng, part);
}

int ard_pool_halve(const ard_pool *pool, ard_rng *rng, int64_t *part)
{
    const double share[2] = {0.5, 0.5};
    return pool->grouped ? assign_units(pool, 2, share, true, rng, part) : halve_rows(pool, rng, part);
}
