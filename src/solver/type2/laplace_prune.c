/* Precisions from the evidence, and what falls out of the model.
 *
 * At a mode, with h = Lambda_i = precision + curvature of the smooth step, share t = 1 - h Sigma_ii:
 *     gamma = 1 - precision Sigma_ii = ((h - precision) + precision t) / h       (no cancellation)
 *     MacKay: (gamma + 2 c) / (u^2 + 2 d);   EM: (1 + 2 c) / (u^2 + Sigma_ii + 2 d).
 * Relevance: as the precision grows MacKay's factor tends to (s + lambda^2/4) / (q + lambda/2)^2, s = 1/Sigma_ii - h =
 * h t/(1 - t) the information of the data alone, q = d logL/du + s u. So a weight is irrelevant iff s > lambda q + q^2, and need
 * not be followed all the way to the threshold, which takes hundreds of iterations where s and q are near 0. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/laplace_inside.h"

static const double LEAST_SQUARE = 1e-300, LEAST_GAMMA = 1e-12;

static double fresh_precision(const ard_laplace_options *o, double u, double precision, double lambda, double share)
{
    if (o->rule == ARD_RULE_EM)
        return (1.0 + 2.0 * o->shape) / fmax(u * u + (1.0 - share) / lambda + 2.0 * o->rate, LEAST_SQUARE);
    const double gamma = ((lambda - precision) + precision * share) / lambda;
    if (gamma + o->shape <= LEAST_GAMMA) return INFINITY; /* neither the data nor a hyperprior say anything about it */
    return (gamma + 2.0 * o->shape) / fmax(u * u + 2.0 * o->rate, LEAST_SQUARE);
}

/* Largest precision first, ties by index. */
static int compare_rank(const void *a, const void *b)
{
    const laplace_rank *x = a, *y = b;
    if (x->precision != y->precision) return x->precision > y->precision ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool irrelevant(const ard_laplace *l, const laplace_block *block, int64_t i, double share, double lambda)
{
    const int64_t n = l->problem.n;
    const double side = block->tilt[i] < 0 ? -1.0 : 1.0, s = lambda * share / (1.0 - share);
    const double q = side * (ard_dot(n, block->design + i * n, l->residual) + s * block->u[i]);
    return s > l->options.lambda * q + q * q;
}

void laplace_precisions(ard_laplace *l, const laplace_block *block, int64_t first, const double *share, const double *lambda,
                        double start, double *fresh)
{
    const ard_laplace_options *o = &l->options;
    int64_t n_ranked = 0;
    for (int64_t i = 0; i < block->size; i++)
        fresh[i] = fresh_precision(o, block->u[i], block->precision[i], lambda[i], share[i]);
    for (int64_t i = 0; i < first; i++) fresh[i] = fmin(fresh[i], LAPLACE_BIAS_PRECISION);
    if (!(o->early_factor > 0)) return;
    for (int64_t i = first; i < block->size; i++)
        if (fresh[i] > o->early_factor * start && irrelevant(l, block, i, share[i], lambda[i]))
            l->rank[n_ranked++] = (laplace_rank){fresh[i], i};
    qsort(l->rank, (size_t)n_ranked, sizeof *l->rank, compare_rank);
    const int64_t most = ard_max64(1, (int64_t)(o->most_pruned * (double)block->size));
    for (int64_t r = 0; r < ard_min64(n_ranked, most); r++) fresh[l->rank[r].index] = INFINITY;
}

static bool keep_weight(const ard_laplace *l, int64_t j, const double *alpha)
{
    if (!(alpha[j + 1] < l->options.prune_at)) return false;
    if (l->options.lambda == 0 || !l->options.prune_negative) return true;
    return l->now.u[j + 1] * l->problem.sign[l->now.centre[j]] > 0;
}

static bool keep_scale(const ard_laplace *l, int64_t k, const double *beta)
{
    return beta[k] < l->options.prune_at && (!l->options.prune_negative || l->now.theta[k] > 0);
}

ard_stop laplace_prune(ard_laplace *l, const double *alpha, const double *beta)
{
    ard_laplace_model *s = &l->now;
    const int64_t n = l->problem.n, m = s->m, k = s->k;
    int64_t weights = 0, scales = 0;
    if (m == 0) return ARD_STOP_NULL_MODEL; /* there was nothing to begin with */
    for (int64_t j = 0; j < m; j++) weights += keep_weight(l, j, alpha);
    for (int64_t t = 0; t < k; t++) scales += !beta || keep_scale(l, t, beta);
    if (weights == 0 || (l->kernel && scales == 0)) return ARD_STOP_PRUNED;
    l->n_pruned = m - weights + k - scales;
    int64_t to = 0;
    s->alpha[0] = alpha[0];
    for (int64_t j = 0; j < m; j++) {
        if (!keep_weight(l, j, alpha)) continue;
        s->centre[to] = s->centre[j];
        s->u[to + 1] = s->u[j + 1];
        s->alpha[to + 1] = alpha[j + 1];
        if (to < j) memcpy(l->phi + (to + 1) * n, l->phi + (j + 1) * n, (size_t)n * sizeof *l->phi);
        to++;
    }
    s->m = weights;
    if (!beta) return ARD_STOP_NONE;
    to = 0;
    for (int64_t t = 0; t < k; t++) {
        if (!keep_scale(l, t, beta)) continue;
        s->feature[to] = s->feature[t];
        s->theta[to] = s->theta[t];
        s->beta[to] = beta[t];
        to++;
    }
    s->k = scales;
    if (scales < k) l->phi_fresh = false;
    return ARD_STOP_NONE;
}
