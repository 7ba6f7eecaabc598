/* With A the sum of the signed weights up to a threshold and T that of all, the stump that votes for the second class
 * above it has the edge T - 2A, and the other one 2A - T: a search is one sum along each column, and reads 4 bytes and a weight
 * for each value. */
#include "method/adaboost/stump.h"

#include <math.h>

#include "base/rank.h"
#include "prepare/moments.h"

static const double EQUAL = 1e-9; /* edges, shares of weight, and (relatively) gaps that differ by less do by rounding */

/* ------------------------------------------------------------------ orders */

void stump_rows_close(ardor_context *context, stump_rows *rows)
{
    ard_free(context, rows->edge);
    ard_free(context, rows->spread);
    ard_free(context, rows->order);
    ard_free(context, rows->row);
    *rows = (stump_rows){0};
}

static int64_t row_of(int32_t mark) { return mark < 0 ? -1 - (int64_t)mark : mark; }

/* Marks in a column's order where no threshold can be, and its spread; `work`: twice the rows. */
static void settle_column(stump_rows *rows, int64_t j, const ard_targets *target, double *work)
{
    const double *x = rows->x.x + j * rows->x.ld;
    int32_t *order = rows->order + j * rows->n;
    for (int64_t k = 0; k < rows->n; k++) {
        work[k] = x[order[k]];
        work[rows->n + k] = ard_target_weight(target, order[k]);
    }
    rows->spread[j] = ard_moments_of(rows->n, work, work + rows->n).sd;
    for (int64_t k = 0; k < rows->n; k++)
        if (k == rows->n - 1 || !(work[k + 1] > work[k])) order[k] = -1 - order[k];
}

static int open_rows(ardor_context *context, const ard_array *x, int64_t n, int64_t p, stump_rows *out)
{
    int rc = ARDOR_OK;
    int64_t size = 0;
    *out = (stump_rows){.n = n, .p = p, .x = {.x = x->x, .ld = x->ld}};
    REQUIRE(context, ard_mul_ok(n, p, &size), ARDOR_MEMORY, "the orders of %lld columns are too large", (long long)p);
    NEW(context, out->row, n);
    NEW(context, out->order, size);
    NEW(context, out->spread, p);
    NEW(context, out->edge, p);
done:
    return rc;
}

int stump_rows_open(ardor_context *context, const ard_array *x, int64_t p, const ard_targets *target, stump_rows *out)
{
    int rc = ARDOR_OK;
    ard_rank *rank = NULL;
    double *work = NULL;
    const int64_t n = target->n;
    TRY(open_rows(context, x, n, p, out));
    NEW(context, rank, n);
    NEW(context, work, 2 * n);
    for (int64_t i = 0; i < n; i++) out->row[i] = i;
    for (int64_t j = 0; j < p; j++) {
        for (int64_t i = 0; i < n; i++) rank[i] = (ard_rank){.index = i, .key = -x->x[i + j * x->ld]};
        ard_rank_sort(n, rank);
        for (int64_t k = 0; k < n; k++) out->order[k + j * n] = (int32_t)rank[k].index;
        settle_column(out, j, target, work);
    }
done:
    ard_free(context, work);
    ard_free(context, rank);
    return rc;
}

int stump_rows_without(ardor_context *context, const stump_rows *all, const ard_targets *target, const int64_t *fold, int64_t out,
                       stump_rows *rows)
{
    int rc = ARDOR_OK;
    double *work = NULL;
    int64_t n = 0;
    for (int64_t i = 0; i < all->n; i++) n += fold[i] != out;
    TRY(open_rows(context, &all->x, n, all->p, rows));
    NEW(context, work, 2 * n);
    n = 0;
    for (int64_t i = 0; i < all->n; i++)
        if (fold[i] != out) rows->row[n++] = i;
    for (int64_t j = 0; j < all->p; j++) {
        int32_t *to = rows->order + j * n;
        for (int64_t k = 0; k < all->n; k++) {
            const int64_t i = row_of(all->order[k + j * all->n]);
            if (fold[i] != out) *to++ = (int32_t)i;
        }
        settle_column(rows, j, target, work);
    }
done:
    ard_free(context, work);
    return rc;
}

/* ------------------------------------------------------------------ the search */

double stump_between(double a, double b)
{
    const double middle = a / 2 + b / 2;
    return middle >= a && middle < b ? middle : a;
}

/* The largest edge of a column's stumps. */
static double column_edge(int64_t n, const int32_t *order, const double *signed_weight, double total)
{
    double sum = 0, low = total / 2, high = total / 2;
    for (int64_t k = 0; k < n; k++) {
        const int32_t mark = order[k];
        sum += signed_weight[mark ^ (mark >> 31)];
        if (mark < 0) continue;
        low = sum < low ? sum : low;
        high = sum > high ? sum : high;
    }
    return fmax(total - 2 * low, 2 * high - total);
}

/* What decides between stumps of one edge. */
typedef struct place {
    double gap;     /* between the values, in standard deviations */
    double balance; /* how far the weight below is from a half */
    ard_stump stump;
} place;

/* A copy of a column, or a cut that is as good in all this, comes second. */
static bool is_better(const place *a, const place *b)
{
    if (b->stump.feature < 0) return true;
    if (fabs(a->gap - b->gap) > EQUAL * fmax(a->gap, b->gap)) return a->gap > b->gap;
    return a->balance < b->balance - EQUAL;
}

/* Of the stumps of a column with at least this edge. */
static void look_closely(const stump_rows *rows, int64_t j, const double *signed_weight, double total, double least, place *best)
{
    const double *x = rows->x.x + j * rows->x.ld;
    const int32_t *order = rows->order + j * rows->n;
    double sum = 0, below = 0;
    for (int64_t k = 0; k < rows->n; k++) {
        const int64_t i = row_of(order[k]);
        sum += signed_weight[i];
        below += fabs(signed_weight[i]);
        if (order[k] < 0 || fabs(total - 2 * sum) < least) continue;
        const double a = x[i], b = x[row_of(order[k + 1])];
        const place here = {(b - a) / rows->spread[j], fabs(below - .5), {j, stump_between(a, b), total > 2 * sum ? 1 : -1}};
        if (is_better(&here, best)) *best = here;
    }
}

double stump_find(const stump_rows *rows, const double *signed_weight, ard_stump *best)
{
    const int64_t n = rows->n, p = rows->p;
    double total = 0, most = 0;
    place found = {.stump = {.feature = -1}};
    for (int64_t k = 0; k < n; k++) total += signed_weight[rows->row[k]];
    for (int64_t j = 0; j < p; j++) {
        rows->edge[j] = column_edge(n, rows->order + j * n, signed_weight, total);
        most = fmax(most, rows->edge[j]);
    }
    if (most <= EQUAL) return 0;
    for (int64_t j = 0; j < p; j++)
        if (rows->edge[j] >= most - EQUAL) look_closely(rows, j, signed_weight, total, most - EQUAL, &found);
    *best = found.stump;
    return ard_clip(most, 0, 1);
}
