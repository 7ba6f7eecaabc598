/* Where the incremental search begins: the bias, no vector, and features whose scales are held.
 *
 * With a curved kernel these are all features at a common scale: of a truly empty start no single feature may have a signal, and
 * from one feature a second gains nothing at first order. With a bilinear one it is the feature that explains most alone. Then
 * all kernel columns are multiples of one, and which of them comes first decides the signs that further features meet: it is the
 * vector that suits the features best which are worth their price alone, each scaled by what it is worth beyond that.
 *
 * Statistics of all rows that are out are n^2 in the rows. Where these are many a step looks at some of them, in an order that
 * the seed draws for what is in a row, for each start another, and only when all have been seen without a gain is there none. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "linalg/blas.h"
#include "solver/numbers.h"
#include "solver/type2/type2_inside.h"

static const double BIAS_PRECISION = 1e-2;
enum { BIAS_ROUNDS = 10, MANY_ROWS = 2000 };
static const double BIAS_GAIN = 1e-6;

/* q^2/s of a column that is out; sided: only q > 0 counts. */
static double worth(double s, double q, bool sided) { return s > 0 && (q > 0 || !sided) ? q * q / s : 0.0; }

/* The feature of this rank among those that explain most alone, with the bias' factor in place; and as scales of all what they
 * are worth beyond their price. */
static int first_feature(ard_type2 *l, int64_t rank, int64_t *feature, double *scale)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.x.n, p = l->problem.x.p;
    double s[TYPE2_BLOCK], q[TYPE2_BLOCK];
    int64_t column[TYPE2_BLOCK], count = 0;
    for (int64_t first = 0; first < p; first += count) {
        count = ard_min64(TYPE2_BLOCK, p - first);
        for (int64_t t = 0; t < count; t++) column[t] = first + t;
        ard_matrix_gather(&l->problem.x, 0, n, count, column, l->search.columns, n);
        TRY(type2_outside(l, 1, l->phi, count, l->search.columns, s, q));
        for (int64_t t = 0; t < count; t++) {
            const double best = ard_single_best(s[t], q[t] * q[t]);
            l->rank[first + t] = (ard_rank){.index = first + t, .key = worth(s[t], q[t], false)};
            scale[first + t] = fmax(0.0, ard_single_gain(s[t], q[t] * q[t], best) - l->options.feature_price);
        }
    }
    ard_rank_sort(p, l->rank);
    *feature = l->rank[ard_min64(rank, p) - 1].index;
done:
    return rc;
}

/* Rows of the same magnitudes have the same draw: among them it goes by where they stand. */
static int order_rows(ard_type2 *l)
{
    int rc = ARDOR_OK;
    type2_search *q = &l->search;
    const int64_t n = l->n_candidates;
    uint64_t *draw = NULL;
    q->next = 0;
    if (n <= MANY_ROWS) return ARDOR_OK;
    if (!q->row) NEW(l->context, q->row, n);
    NEW(l->context, draw, n);
    const uint64_t seed = ard_number_of(l->options.seed, (uint64_t)l->options.number, 0);
    ard_rng of_ties;
    ard_rng_init(&of_ties, seed, ARD_STREAM_ROWS, UINT64_MAX);
    TRY(ard_number_draws(l->context, &l->problem.x, &l->problem.target, seed, ARD_STREAM_ROWS, draw));
    for (int64_t i = 0; i < n; i++) l->rank[i] = (ard_rank){.index = i, .key = (double)draw[i], .tie = ard_rng_uniform(&of_ties)};
    ard_rank_sort(n, l->rank);
    for (int64_t i = 0; i < n; i++) q->row[i] = l->rank[i].index;
done:
    ard_free(l->context, draw);
    return rc;
}

/* The row, of those that are looked at, whose column with these scales suits best; -1: none does. */
static int first_row(ard_type2 *l, const double *scale, int64_t *row)
{
    int rc = ARDOR_OK;
    const bool sided = l->options.lambda > 0 && l->options.prune_negative;
    double s[TYPE2_BLOCK], q[TYPE2_BLOCK], most = 0;
    int64_t candidate[TYPE2_BLOCK], count = 0;
    int64_t *feature = l->position;
    int64_t n_live = 0;
    for (int64_t k = 0; k < l->problem.x.p; k++) {
        if (!(scale[k] > 0)) continue;
        feature[n_live] = k;
        l->score[n_live++] = l->options.scale * scale[k];
    }
    ard_kernel_set(l->kernel, (ard_list){n_live, feature, l->score});
    *row = -1;
    for (int64_t first = 0; (count = type2_next_rows(l, &first, candidate)) > 0;) {
        ard_kernel_columns(l->kernel, count, candidate, 0, l->search.columns);
        TRY(type2_outside(l, 1, l->phi, count, l->search.columns, s, q));
        for (int64_t t = 0; t < count; t++) {
            const double side = sided ? ard_target_sign(&l->problem.target, candidate[t]) : 1.0;
            const double value = worth(s[t], side * q[t], sided);
            if (!(value > most)) continue;
            most = value;
            *row = candidate[t];
        }
    }
done:
    return rc;
}

/* The bias without vectors, at the precision of the start. */
static int settle_bias(ard_type2 *l, bool *ok)
{
    int rc = ARDOR_OK;
    ard_type2_model *s = &l->now;
    l->options.learn_scales = false;
    s->m = 0;
    s->gradient[1] = s->decrement = NAN;
    TRY(ard_link_null_bias(l->context, l->problem.link, &l->problem.target, s->u));
    s->alpha[0] = BIAS_PRECISION;
    TRY(type2_settle(l, ok));
done:
    return rc;
}

int type2_bias_alone(ard_type2 *l, bool *ok)
{
    int rc = ARDOR_OK;
    type2_resume(l);
    if (l->options.learn_scales || l->search.incremental) l->now.k = 0;
    TRY(settle_bias(l, ok));
    for (int round = 0; *ok && round < BIAS_ROUNDS; round++) {
        type2_advise_bias(l);
        if (!(l->search.gain[0] > BIAS_GAIN)) break;
        type2_change(l, 0, l->search.target[0]);
        TRY(type2_settle(l, ok));
    }
done:
    return rc;
}

int type2_begin_empty(ard_type2 *l, bool *ok)
{
    int rc = ARDOR_OK;
    ard_type2_model *s = &l->now;
    l->search.held = true;
    l->search.first_row = -1;
    TRY(order_rows(l));
    TRY(settle_bias(l, ok));
    if (!*ok || !l->bilinear || s->k == 0) goto done;
    type2_find_places(l);
    TRY(type2_outside_root(l));
    int64_t feature = 0;
    TRY(first_feature(l, l->options.number, &feature, l->fresh_precision));
    TRY(first_row(l, l->fresh_precision, &l->search.first_row));
    s->theta[0] = l->options.theta0;
    s->beta[0] = l->options.beta0;
    s->feature[0] = feature;
    s->k = 1;
    l->phi_fresh = false;
done:
    return rc;
}
