/* r = z'z of columns that are centred and scaled to length 1. Blocks of them are multiplied by the BLAS, the rows a part at a
 * time; mean and scale of every column are found first, so that the parts can be made anew for each pair of blocks: that costs
 * 1/BLOCK of the product. */
#include "study/correlation.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "prepare/moments.h"

enum { BLOCK = 256, ROWS = 4096 };
#define EQUALLY_NEAR 1e-9

/* One of two lists. */
typedef struct side {
    ard_column_list list;
    double *mean, *sd; /* list.n; sd 0: no correlation */
    double *z;         /* ROWS x BLOCK at most */
} side;

typedef struct work {
    const ard_matrix *x;
    int64_t rows; /* of a part */
    side left, right;
    double *r; /* BLOCK x BLOCK */
} work;

static int64_t column_at(const ard_column_list *list, int64_t place) { return list->column ? list->column[place] : place; }

static bool is_finite(int64_t n, const double *value)
{
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(value[i])) return false;
    return true;
}

static int open_side(ardor_context *context, const work *w, ard_column_list list, double *value, side *out)
{
    int rc = ARDOR_OK;
    out->list = list;
    NEW(context, out->mean, list.n);
    NEW(context, out->sd, list.n);
    NEW(context, out->z, w->rows * ard_min64(list.n, BLOCK));
    for (int64_t j = 0; j < list.n; j++) {
        const int64_t column = column_at(&list, j);
        ard_matrix_gather(w->x, 0, w->x->n, 1, &column, value, w->x->n);
        if (!is_finite(w->x->n, value)) continue;
        const ard_moments moments = ard_moments_of(w->x->n, value, NULL);
        out->mean[j] = moments.mean;
        out->sd[j] = moments.constant ? 0 : moments.sd;
    }
done:
    return rc;
}

static void close_side(ardor_context *context, side *s)
{
    ard_free(context, s->z);
    ard_free(context, s->sd);
    ard_free(context, s->mean);
}

/* n_rows rows of n standardised columns, into z. */
static void standardise(const work *w, side *s, int64_t row, int64_t n_rows, int64_t first, int64_t n)
{
    const double root = sqrt((double)w->x->n);
    for (int64_t j = 0; j < n; j++) {
        const int64_t column = column_at(&s->list, first + j);
        const double mean = s->mean[first + j], sd = s->sd[first + j];
        double *z = s->z + j * n_rows;
        if (!(sd > 0)) {
            memset(z, 0, (size_t)n_rows * sizeof *z);
            continue;
        }
        ard_matrix_gather(w->x, row, n_rows, 1, &column, z, n_rows);
        for (int64_t i = 0; i < n_rows; i++) z[i] = ard_standardised(z[i], mean, sd) / root;
    }
}

static void multiply(work *w, ard_correlation_block *block)
{
    memset(w->r, 0, (size_t)(block->n_left * block->n_right) * sizeof *w->r);
    for (int64_t row = 0; row < w->x->n; row += w->rows) {
        const int64_t n = ard_min64(w->rows, w->x->n - row);
        standardise(w, &w->left, row, n, block->first_left, block->n_left);
        standardise(w, &w->right, row, n, block->first_right, block->n_right);
        ard_gemm('T', 'N', block->n_left, block->n_right, n, 1, w->left.z, n, w->right.z, n, 1, w->r, block->n_left);
    }
    block->r = w->r;
}

/* within: the lists are the same, and blocks of pairs that were seen are left out. */
static int each_block(ardor_context *context, const ard_matrix *x, ard_column_list left, ard_column_list right, bool within,
                      ard_correlation_visit visit, void *argument)
{
    int rc = ARDOR_OK;
    work w = {.x = x, .rows = ard_min64(x->n, ROWS)};
    double *value = NULL;
    NEW(context, value, x->n);
    NEW(context, w.r, ard_min64(left.n, BLOCK) * ard_min64(right.n, BLOCK));
    TRY(open_side(context, &w, left, value, &w.left));
    TRY(open_side(context, &w, right, value, &w.right));
    for (int64_t i = 0; i < left.n; i += BLOCK)
        for (int64_t j = within ? i : 0; j < right.n; j += BLOCK) {
            ard_correlation_block block = {i, ard_min64(BLOCK, left.n - i), j, ard_min64(BLOCK, right.n - j), NULL};
            TRY(ard_check_running(context));
            ard_progress_alive(context, (double)NAN);
            multiply(&w, &block);
            TRY(visit(context, argument, &block));
        }
done:
    close_side(context, &w.right);
    close_side(context, &w.left);
    ard_free(context, w.r);
    ard_free(context, value);
    return rc;
}

int ard_correlation_between(ardor_context *context, const ard_matrix *x, ard_column_list left, ard_column_list right,
                            ard_correlation_visit visit, void *argument)
{
    return each_block(context, x, left, right, false, visit, argument);
}

/* ---- pairs */

typedef struct pairs {
    double least;
    ard_pair_visit visit;
    void *argument;
} pairs;

static int visit_pairs(ardor_context *context, void *argument, const ard_correlation_block *block)
{
    int rc = ARDOR_OK;
    const pairs *p = argument;
    for (int64_t j = 0; j < block->n_right; j++)
        for (int64_t i = 0; i < block->n_left && block->first_left + i < block->first_right + j; i++) {
            const double r = block->r[i + j * block->n_left];
            if (fabs(r) >= p->least) TRY(p->visit(context, p->argument, block->first_left + i, block->first_right + j, r));
        }
done:
    return rc;
}

int ard_correlated_pairs(ardor_context *context, const ard_matrix *x, ard_column_list columns, double least, ard_pair_visit visit,
                         void *argument)
{
    pairs p = {least, visit, argument};
    return each_block(context, x, columns, columns, true, visit_pairs, &p);
}

static int add_pair(ardor_context *context, void *argument, int64_t i, int64_t k, double r)
{
    ard_correlation_sum *sum = argument;
    (void)context, (void)i, (void)k;
    sum->n_pairs++;
    sum->sum += fabs(r);
    return ARDOR_OK;
}

int ard_correlation_sum_of(ardor_context *context, const ard_matrix *x, double least, ard_correlation_sum *out)
{
    *out = (ard_correlation_sum){0};
    return ard_correlated_pairs(context, x, (ard_column_list){x->p, NULL}, least, add_pair, out);
}

/* ---- the nearest column */

typedef struct search {
    ard_column_list columns;
    ard_nearest_column *nearest;
    double least;
} search;

static int visit_nearest(ardor_context *context, void *argument, const ard_correlation_block *block)
{
    const search *s = argument;
    (void)context;
    for (int64_t j = 0; j < block->n_right; j++)
        for (int64_t i = 0; i < block->n_left; i++) {
            const int64_t place = block->first_left + i, column = block->first_right + j;
            const double r = block->r[i + j * block->n_left];
            ard_nearest_column *nearest = &s->nearest[place];
            if (column == column_at(&s->columns, place) || !(fabs(r) >= s->least)) continue;
            if (nearest->column >= 0 && !(fabs(r) > fabs(nearest->correlation) + EQUALLY_NEAR)) continue;
            *nearest = (ard_nearest_column){column, r};
        }
    return ARDOR_OK;
}

int ard_nearest_columns(ardor_context *context, const ard_matrix *x, ard_column_list columns, double least,
                        ard_nearest_column *nearest)
{
    search s = {columns, nearest, least};
    for (int64_t i = 0; i < columns.n; i++) nearest[i] = (ard_nearest_column){-1, (double)NAN};
    return ard_correlation_between(context, x, columns, (ard_column_list){x->p, NULL}, visit_nearest, &s);
}
