/* Missing values filled in with the mean of the column in the K nearest training rows that have a value there, with impute=knn:K
 * (Troyanskaya et al., Bioinformatics 17, 520-525, 2001, without their weighting by distance).
 *
 * The distance of two rows is Euclidean over the columns in which both have a value, divided by the number of these columns, so
 * that rows that share few are not nearer for it. Columns are divided by their standard deviation on the training rows for it, or
 * the units would decide; what is filled in is not. Columns that are constant on the training rows take no part, rows that share
 * no column are no neighbours, and of rows at the same distance the first one is nearer. A row of case weight w counts as w
 * neighbours, the last one as what is left of K. Where no neighbour has a value, the column's mean stands in.
 *
 * A training row that lacks the value is no neighbour for it, so the rows of the fit are filled in as others are. All input
 * columns define distances at prediction too, not those of the model's features alone: else the model would fill in other values
 * than the ones that it was fitted to and evaluated on. Hence the model keeps all training rows. Of q rows with gaps it takes
 * O(q n p). */
#include <math.h>

#include "base/rank.h"
#include "prepare/steps/impute.h"

typedef struct search {
    const ard_kept_rows *kept;
    int64_t k; /* neighbours */
    int64_t p, n_gaps;
    int64_t *gap;    /* n_gaps rows that lack values */
    double *trained; /* kept->n x p, row-major: standardised; NaN: missing, or of a column that takes no part */
    double *asked;   /* n_gaps x p, likewise, of the rows with gaps */
    double *mean;    /* p: of the training rows, 0 without values */
    ard_rank *near;  /* kept->n */
    int64_t n_near;
} search;

static bool done_with(const ard_argument *argument) { return argument->choice == ARD_IMPUTE_KNN; }

/* ---- distances */

/* The moments of the values that are there; `work`: twice the rows. */
static ard_moments moments_of(const ard_kept_rows *kept, int64_t j, double *work)
{
    const double *x = kept->x + j * kept->n;
    double *weight = work + kept->n;
    int64_t m = 0;
    for (int64_t i = 0; i < kept->n; i++) {
        if (isnan(x[i])) continue;
        work[m] = x[i];
        weight[m++] = kept->weight ? kept->weight[i] : 1;
    }
    return ard_moments_of(m, work, weight);
}

static void standardise(const ard_moments *moments, int64_t n, const double *x, int64_t stride, double *to)
{
    for (int64_t i = 0; i < n; i++)
        to[i * stride] = moments->constant ? (double)NAN : ard_standardised(x[i], moments->mean, moments->sd);
}

/* Divided by the number of columns compared; NaN if there are none. LANES sums are taken side by side, which
 * compilers turn into vector instructions; the order of the sums is always the same. */
static double distance(int64_t p, const double *a, const double *b)
{
    enum { LANES = 8 };
    double sum[LANES] = {0}, compared[LANES] = {0};
    int64_t j = 0;
    for (; j + LANES <= p; j += LANES)
        for (int k = 0; k < LANES; k++) {
            const double d = a[j + k] - b[j + k];
            sum[k] += d == d ? d * d : 0;
            compared[k] += d == d ? 1 : 0;
        }
    for (int k = 0; j < p; j++, k++) {
        const double d = a[j] - b[j];
        sum[k] += d == d ? d * d : 0;
        compared[k] += d == d ? 1 : 0;
    }
    for (int k = 1; k < LANES; k++) {
        sum[0] += sum[k];
        compared[0] += compared[k];
    }
    return sum[0] / compared[0];
}

static void order_neighbours(const double *asked, search *s)
{
    s->n_near = 0;
    for (int64_t i = 0; i < s->kept->n; i++) {
        const double d = distance(s->p, asked, s->trained + i * s->p);
        if (!isnan(d)) s->near[s->n_near++] = (ard_rank){.index = i, .key = -d};
    }
    ard_rank_sort(s->n_near, s->near);
}

/* ---- values */

/* How much of a neighbour counts, `left` being left of K. */
static double share(const ard_kept_rows *kept, int64_t row, double left)
{
    return kept->weight ? fmin(kept->weight[row], left) : fmin(1, left);
}

/* Divided by a power of two, sums do not overflow. */
static double mean_of_nearest(const search *s, int64_t j)
{
    const double *x = s->kept->x + j * s->kept->n;
    double largest = 0, sum = 0, left = (double)s->k;
    int64_t last = 0;
    for (; last < s->n_near && left > 0; last++) {
        const int64_t row = s->near[last].index;
        if (isnan(x[row])) continue;
        largest = fmax(largest, fabs(x[row]));
        left -= share(s->kept, row, left);
    }
    const double unit = ard_unit_of(largest), counted = (double)s->k - left;
    left = (double)s->k;
    for (int64_t t = 0; t < last; t++) {
        const int64_t row = s->near[t].index;
        if (isnan(x[row])) continue;
        const double w = share(s->kept, row, left);
        sum += w * (x[row] / unit);
        left -= w;
    }
    return counted > 0 ? sum / counted * unit : s->mean[j];
}

/* ---- rows */

/* Which rows lack values. */
static int find_gaps(const ard_step_rows *rows, double *x, search *s)
{
    int rc = ARDOR_OK;
    bool *lacks = NULL;
    NEW(rows->context, lacks, rows->n);
    for (int64_t j = 0; j < rows->p_in; j++) {
        TRY(ard_step_rows_column(rows, j, x));
        for (int64_t i = 0; i < rows->n; i++) lacks[i] = lacks[i] || isnan(x[i]);
    }
    NEW(rows->context, s->gap, rows->n);
    for (int64_t i = 0; i < rows->n; i++)
        if (lacks[i]) s->gap[s->n_gaps++] = i;
done:
    ard_free(rows->context, lacks);
    return rc;
}

static int standardise_rows(const ard_step_rows *rows, double *x, search *s)
{
    int rc = ARDOR_OK;
    double *work = NULL;
    NEW(rows->context, s->trained, s->kept->n * s->p);
    NEW(rows->context, s->asked, s->n_gaps * s->p);
    NEW(rows->context, s->mean, s->p);
    NEW(rows->context, work, 2 * s->kept->n);
    for (int64_t j = 0; j < s->p; j++) {
        const ard_moments moments = moments_of(s->kept, j, work);
        s->mean[j] = moments.mean;
        standardise(&moments, s->kept->n, s->kept->x + j * s->kept->n, s->p, s->trained + j);
        TRY(ard_step_rows_column(rows, j, x));
        for (int64_t i = 0; i < s->n_gaps; i++) x[i] = x[s->gap[i]]; /* increasing, so none is lost */
        standardise(&moments, s->n_gaps, x, s->p, s->asked + j);
    }
done:
    ard_free(rows->context, work);
    return rc;
}

static int fill_gaps(const ard_step_rows *rows, search *s, double *number)
{
    int rc = ARDOR_OK;
    NEW(rows->context, s->near, s->kept->n);
    for (int64_t i = 0; i < s->n_gaps; i++) {
        const double *asked = s->asked + i * s->p;
        TRY(ard_check_running(rows->context));
        order_neighbours(asked, s);
        for (int64_t j = 0; j < s->p; j++) /* missing, or of a column that takes no part */
            if (isnan(asked[j])) number[s->gap[i] + j * rows->n] = mean_of_nearest(s, j);
    }
done:
    return rc;
}

static int find_values(const ard_argument *argument, const ard_step_rows *rows, double *number)
{
    int rc = ARDOR_OK;
    search s = {.kept = ard_step_kept(rows), .k = argument->count, .p = rows->p_in};
    double *x = NULL;
    NEW(rows->context, x, rows->n);
    TRY(find_gaps(rows, x, &s));
    if (s.n_gaps == 0) goto done;
    TRY(standardise_rows(rows, x, &s));
    TRY(fill_gaps(rows, &s, number));
done:
    ard_free(rows->context, s.near);
    ard_free(rows->context, s.mean);
    ard_free(rows->context, s.asked);
    ard_free(rows->context, s.trained);
    ard_free(rows->context, s.gap);
    ard_free(rows->context, x);
    return rc;
}

static int apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    const int64_t n = column->rows->n;
    const double *value = number + column->input * n;
    double *x = column->x;
    (void)argument;
    for (int64_t i = 0; i < n; i++)
        if (isnan(x[i])) x[i] = value[i];
    return ARDOR_OK;
}

const ard_step_kind ard_step_neighbours = {.name = "neighbours",
                                           .of = &ard_step_impute,
                                           .done = done_with,
                                           .missing = ARD_MISSING_PASSED,
                                           .row_numbers = 1,
                                           .of_cells = true,
                                           .keeps_rows = true,
                                           .rows = find_values,
                                           .apply = apply};
