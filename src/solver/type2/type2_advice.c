/* What each action of the search promises: the precision that is best for one weight or scale while all others stay, by
 * solver/single.h, and how far the objective would rise.
 *
 * Of a column phi that is out (a kernel column; df/dtheta_k at the weights as they are), with the likelihood's derivatives g and
 * curvature C at the mode and the columns D and Hessian H of its own block: s = phi'C phi - phi'C D H^-1 D'C phi, q = phi'g.
 * Columns are made in blocks, so that no n x n array is. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

static const double LEAST_ALPHA = 1e-10;
static const double DEPENDENT = 1e-10; /* share of a column's length that is left of it */

/* sided: below 0 it may not be. fixed: it neither comes nor goes. */
typedef struct part {
    bool sided, fixed;
    double price, most; /* the largest precision; from there on it is infinite, or, fixed, at most that */
} part;

static double gain_at(const ard_single *x, double alpha)
{
    return x->lambda > 0 ? ard_stepped_gain(x->s, x->q, x->lambda, alpha) : ard_single_gain(x->s, x->q * x->q, alpha);
}

/* The best precision for it, and what that gains. */
static double best_of(const ard_single *x, const part *of, double *gain)
{
    double best = INFINITY;
    *gain = 0;
    if (x->lambda > 0) {
        best = ard_stepped_best(x->s, x->q, x->lambda, gain);
    } else if (!of->sided || x->q > 0) {
        best = fmax(ard_single_best(x->s, x->q * x->q), LEAST_ALPHA);
    }
    if (of->fixed) best = fmin(best, of->most);
    if (best >= of->most && !of->fixed) best = INFINITY;
    *gain = isinf(best) ? 0.0 : gain_at(x, best);
    return best;
}

static void judge(ard_type2 *l, int64_t a, const ard_single *x, const part *of, double side)
{
    type2_search *q = &l->search;
    const bool in = isfinite(x->alpha);
    double most = 0, best = best_of(x, of, &most);
    if (in && !of->fixed && most < of->price) {
        best = INFINITY;
        most = 0;
    }
    const bool stays_out = !in && isinf(best), comes = !in && !stays_out, goes = in && isinf(best);
    q->target[a] = best;
    q->gain[a] =
        stays_out ? (double)-INFINITY : most - gain_at(x, x->alpha) - (comes ? of->price : 0.0) + (goes ? of->price : 0.0);
    q->start[a] = comes ? side * (of->sided ? fmax(x->q, 0.0) : x->q) / (best + x->s) : 0.0;
}

static part part_of(const ard_type2 *l, bool weight)
{
    const ard_type2_options *o = &l->options;
    const bool sided = o->prune_negative && (!weight || o->lambda > 0);
    return (part){.sided = sided, .price = weight && l->kernel ? o->vector_price : o->feature_price, .most = o->prune_at};
}

/* What is in, of a block with these shares and variances; action: of its first entry. */
static void judge_block(ard_type2 *l, const ard_mode_block *block, const double *share, const double *variance, const part *of,
                        int64_t from, const int64_t *list, int64_t action)
{
    for (int64_t i = from; i < block->size; i++) {
        const ard_single x = ard_mode_single(block, i, share[i], variance[i]);
        judge(l, action + list[i - from], &x, of, block->tilt[i] < 0 ? -1.0 : 1.0);
    }
}

/* ------------------------------------------------------------------ what is out */

int type2_outside_root(ard_type2 *l)
{
    int rc = ARDOR_OK;
    const ard_gauss *g = &l->gauss;
    const int64_t side = g->by_rows ? g->n : g->m;
    EXTEND(l->context, l->search.root, side * g->m);
    EXTEND(l->context, l->search.products, g->m * TYPE2_BLOCK);
    EXTEND(l->context, l->search.images, side * TYPE2_BLOCK);
    ard_gauss_root(g, l->search.root);
done:
    return rc;
}

int type2_outside(ard_type2 *l, int64_t size, const double *design, int64_t count, double *columns, double *s, double *q)
{
    const int64_t n = l->problem.x.n;
    const double *c = l->mode.curvature;
    double taken[TYPE2_BLOCK];
    ard_gemv('T', n, count, 1.0, columns, n, l->mode.residual, 0.0, q);
    for (int64_t j = 0; j < count; j++) {
        double *column = columns + j * n, sum = 0;
        for (int64_t i = 0; i < n; i++) {
            const double weighed = c[i] * column[i];
            sum += weighed * column[i];
            column[i] = weighed;
        }
        s[j] = sum;
    }
    ard_gemm('T', 'N', size, count, n, 1.0, design, n, columns, n, 0.0, l->search.products, size);
    ard_gauss_squares(&l->gauss, l->search.root, count, l->search.products, l->search.images, taken);
    for (int64_t j = 0; j < count; j++) s[j] = s[j] - taken[j] > DEPENDENT * s[j] ? s[j] - taken[j] : 0.0;
    return ARDOR_OK;
}

/* The next actions from `a` on that are out, at most a block of them, before `end`. */
static int64_t gather(const ard_type2 *l, int64_t *a, int64_t end, int64_t *action)
{
    int64_t count = 0;
    for (; *a < end && count < TYPE2_BLOCK; ++*a)
        if (l->search.place[*a] < 0) action[count++] = *a;
    return count;
}

static int64_t n_looked_at(const ard_type2 *l)
{
    return l->search.row ? ard_min64(TYPE2_ROWS, l->n_candidates) : l->n_candidates;
}

int64_t type2_next_rows(const ard_type2 *l, int64_t *t, int64_t *row)
{
    const type2_search *q = &l->search;
    int64_t count = 0;
    for (; *t < n_looked_at(l) && count < TYPE2_BLOCK; ++*t) {
        const int64_t next = q->row ? q->row[(q->next + *t) % l->n_candidates] : *t;
        if (q->place[1 + next] < 0) row[count++] = next;
    }
    return count;
}

/* The vectors, with the weights' factor in place. */
static int judge_vectors(ard_type2 *l)
{
    int rc = ARDOR_OK;
    type2_search *search = &l->search;
    const part of = part_of(l, true);
    const double lambda = l->options.lambda;
    double s[TYPE2_BLOCK], q[TYPE2_BLOCK];
    int64_t row[TYPE2_BLOCK], count;
    type2_refresh(l);
    TRY(type2_outside_root(l));
    for (int64_t first = 0; (count = type2_next_rows(l, &first, row)) > 0;) {
        ard_kernel_columns(l->kernel, count, row, 0, search->columns);
        TRY(type2_outside(l, 1 + l->now.m, l->phi, count, search->columns, s, q));
        for (int64_t t = 0; t < count; t++) {
            const double side = lambda > 0 ? ard_target_sign(&l->problem.target, row[t]) : 1.0;
            if (s[t] > 0)
                judge(l, 1 + row[t], &(ard_single){.s = s[t], .q = side * q[t], .lambda = lambda, .alpha = INFINITY}, &of, side);
        }
    }
    if (!search->row) goto done;
    search->next = (search->next + n_looked_at(l)) % l->n_candidates;
    search->unseen = ard_max64(0, search->unseen - n_looked_at(l));
done:
    return rc;
}

/* The features, with the scales' factor in place. */
static int judge_features(ard_type2 *l)
{
    int rc = ARDOR_OK;
    const part of = part_of(l, false);
    const int64_t n = l->problem.x.n, first = 1 + l->n_candidates;
    const ard_list weights = {l->now.m, l->now.centre, l->now.u + 1};
    double s[TYPE2_BLOCK], q[TYPE2_BLOCK];
    int64_t action[TYPE2_BLOCK], feature[TYPE2_BLOCK], count;
    TRY(type2_outside_root(l));
    for (int64_t a = first; (count = gather(l, &a, first + l->problem.x.p, action)) > 0;) {
        for (int64_t t = 0; t < count; t++) feature[t] = action[t] - first;
        ard_kernel_jacobian(l->kernel, weights, l->phi + n, count, feature, l->search.columns);
        ard_scal(n * count, l->options.scale, l->search.columns);
        TRY(type2_outside(l, l->now.k, type2_jacobian(l), count, l->search.columns, s, q));
        for (int64_t t = 0; t < count; t++)
            if (s[t] > 0)
                judge(l, action[t], &(ard_single){.s = s[t], .q = q[t], .lambda = l->options.lambda, .alpha = INFINITY}, &of,
                      1.0);
    }
done:
    return rc;
}

void type2_advise_bias(ard_type2 *l)
{
    static const int64_t bias = 0;
    const part of_bias = {.fixed = true, .most = TYPE2_BIAS_PRECISION};
    ard_mode_block alone = type2_weight_block(l);
    alone.size = 1;
    judge_block(l, &alone, l->share, l->now.variance, &of_bias, 0, &bias, 0);
}

/* What is in, and features that are out. */
static int judge_others(ard_type2 *l)
{
    int rc = ARDOR_OK;
    const ard_type2_model *s = &l->now;
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    const part of_weights = part_of(l, true), of_scales = part_of(l, false);
    type2_advise_bias(l);
    judge_block(l, &weights, l->share, s->variance, &of_weights, 1, s->centre, 1);
    if (!l->options.learn_scales || s->m == 0) goto done;
    judge_block(l, &scales, l->scale_share, s->theta_variance, &of_scales, 0, s->feature, 1 + l->n_candidates);
    if (!l->search.incremental) goto done;
    TRY(type2_find(l, &scales, 0));
    TRY(judge_features(l));
done:
    return rc;
}

int type2_advise(ard_type2 *l, bool further)
{
    int rc = ARDOR_OK;
    type2_search *q = &l->search;
    const int64_t size = 1 + l->n_candidates + l->problem.x.p;
    type2_find_places(l);
    for (int64_t a = 0; a < size; a++)
        if (!further || (a > 0 && a <= l->n_candidates && q->place[a] < 0)) q->gain[a] = -INFINITY;
    if (q->incremental) TRY(judge_vectors(l));
    if (!further) TRY(judge_others(l));
done:
    return rc;
}
