/* Random choices among columns, by what is in them: a column is drawn, or not, wherever it stands.
 *
 * The number of a column depends neither on its position nor on the order of the rows, on its unit or its sign. Its values are
 * taken in steps of its root mean square / 4096, q_ij, so that last bits have no say. Row i has the number sum_j h(|q_ij|);
 * column j has two sums over the rows, of w_i h(q_ij, number of row i) and the same with -q_ij, neither of which is the first.
 * The rows' numbers tell columns of few values apart. h < 2^40: with whole weights all sums are exact up to 8192 rows.
 *
 * Columns of one number, as copies have, are drawn together, the lower index first. */
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "solver/sites/relevance_inside.h"

#define STEPS 4096.0
#define MOST_STEPS 0x1p50

static int64_t in_steps(const ard_relevance *s, int64_t i, int64_t j)
{
    const double size = s->gain[j];
    return size > 0 ? llrint(ard_clip(STEPS * s->columns[i + j * s->n] / size, -MOST_STEPS, MOST_STEPS)) : 0;
}

static uint64_t hash_of(uint64_t a, uint64_t b, uint64_t c)
{
    ard_hash hash = ard_hash_begin();
    ard_hash_word(&hash, a);
    ard_hash_word(&hash, b);
    ard_hash_word(&hash, c);
    return ard_hash_value(&hash);
}

static double of_cell(int64_t steps, uint64_t row) { return (double)(hash_of((uint64_t)steps, row, 0) >> 24); }

/* Of every column, into gain. */
static int root_mean_squares(ard_relevance *s)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < s->d; j++) {
        const double *x = s->columns + j * s->n;
        s->gain[j] = 0;
        for (int64_t i = 0; i < s->n; i++) s->gain[j] += ard_target_weight(&s->target, i) * x[i] * x[i];
    }
    if (s->laplace) TRY(ard_sum(s->context, s->gain, s->d));
    for (int64_t j = 0; j < s->d; j++) s->gain[j] = sqrt(s->gain[j] / s->target.weight_sum);
done:
    return rc;
}

static void number_rows(ard_relevance *s)
{
    for (int64_t i = 0; i < s->n; i++) {
        s->row_number[i] = 0;
        for (int64_t j = 0; j < s->d; j++) s->row_number[i] += hash_of((uint64_t)llabs(in_steps(s, i, j)), 0, 0);
    }
}

/* The statistics lend their room. */
static int number_columns(ard_relevance *s)
{
    int rc = ARDOR_OK;
    TRY(root_mean_squares(s));
    number_rows(s);
    for (int64_t j = 0; j < s->d; j++) {
        s->r[j] = s->u[j] = 0;
        for (int64_t i = 0; i < s->n; i++) {
            const int64_t steps = in_steps(s, i, j);
            s->r[j] += ard_target_weight(&s->target, i) * of_cell(steps, s->row_number[i]);
            s->u[j] += ard_target_weight(&s->target, i) * of_cell(-steps, s->row_number[i]);
        }
    }
    if (s->laplace) {
        TRY(ard_sum(s->context, s->r, s->d));
        TRY(ard_sum(s->context, s->u, s->d));
    }
    for (int64_t j = 0; j < s->d; j++) {
        ard_hash hash = ard_hash_begin();
        ard_hash_real(&hash, fmin(s->r[j], s->u[j]));
        ard_hash_real(&hash, fmax(s->r[j], s->u[j]));
        s->column_number[j] = ard_hash_value(&hash);
    }
    s->statistics_set = false;
    s->numbered = true;
done:
    return rc;
}

int relevance_draw(ard_relevance *s, uint64_t stream, int64_t start, int64_t pass, int64_t n, int64_t *column)
{
    int rc = ARDOR_OK;
    if (!s->numbered) TRY(number_columns(s));
    for (int64_t t = 0; t < n; t++) {
        ard_rng rng;
        ard_rng_init(&rng, s->options.seed, stream, hash_of(s->column_number[column[t]], (uint64_t)start, (uint64_t)pass));
        s->rank[t] = (ard_rank){.index = column[t], .key = ard_rng_uniform(&rng)};
    }
    ard_rank_sort(n, s->rank);
    for (int64_t t = 0; t < n; t++) column[t] = s->rank[t].index;
done:
    return rc;
}
