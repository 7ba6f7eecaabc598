/* Precisions from the evidence, and what falls out of the model.
 *
 * At a mode, with h = Lambda_i = precision + curvature of the smooth step, share t = 1 - h Sigma_ii:
 *     gamma = 1 - precision Sigma_ii = ((h - precision) + precision t) / h       (no cancellation)
 *     MacKay: (gamma + 2 c) / (u^2 + 2 d);   EM: (1 + 2 c) / (u^2 + Sigma_ii + 2 d).
 * Relevance: as the precision grows MacKay's factor tends to (s + lambda^2/4) / (q + lambda/2)^2, s = 1/Sigma_ii - h =
 * t/Sigma_ii the information of the data alone, q = d logL/du + s u. So a weight is irrelevant iff s > lambda q + q^2, and need
 * not be followed all the way to the threshold, which takes hundreds of iterations where s and q are near 0. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

static const double LEAST_SQUARE = 1e-300, LEAST_GAMMA = 1e-12;

static double fresh_precision(const ard_type2_options *o, double u, double precision, double lambda, double share,
                              double variance)
{
    if (o->rule == ARD_RULE_EM) return (1.0 + 2.0 * o->shape) / fmax(u * u + variance + 2.0 * o->rate, LEAST_SQUARE);
    const double gamma = ard_mode_gamma(precision, lambda, share);
    if (gamma + o->shape <= LEAST_GAMMA) return INFINITY; /* neither the data nor a hyperprior say anything about it */
    return (gamma + 2.0 * o->shape) / fmax(u * u + 2.0 * o->rate, LEAST_SQUARE);
}

/* score: d logL/du. */
static bool irrelevant(const ard_type2 *l, const ard_mode_block *block, int64_t i, double score, double share, double variance)
{
    const double side = block->tilt[i] < 0 ? -1.0 : 1.0, s = share / variance;
    const double q = side * (score + s * block->u[i]);
    return s > l->options.lambda * q + q * q;
}

/* What the relevance test takes, the largest precisions first. */
static int prune_early(ard_type2 *l, const ard_mode_block *block, int64_t first, const double *share, const double *variance,
                       double start, double *fresh)
{
    int rc = ARDOR_OK;
    const ard_type2_options *o = &l->options;
    const int64_t n = l->problem.target.n;
    int64_t n_ranked = 0, n_far = 0;
    for (int64_t i = first; i < block->size; i++) n_far += fresh[i] > o->early_factor * start;
    if (n_far == 0) goto done;
    ard_gemv('T', n, block->size, 1.0, block->design, n, l->mode.residual, 0.0, l->score);
    TRY(ard_sum(l->context, l->score, block->size));
    for (int64_t i = first; i < block->size; i++)
        if (fresh[i] > o->early_factor * start && irrelevant(l, block, i, l->score[i], share[i], variance[i]))
            l->rank[n_ranked++] = (ard_rank){.index = i, .key = fresh[i]};
    ard_rank_sort(n_ranked, l->rank);
    const int64_t most = ard_max64(1, (int64_t)(o->most_pruned * (double)block->size));
    for (int64_t r = 0; r < ard_min64(n_ranked, most); r++) fresh[l->rank[r].index] = INFINITY;
done:
    return rc;
}

int type2_precisions(ard_type2 *l, const ard_mode_block *block, int64_t first, const double *share, const double *lambda,
                     const double *variance, double start, double *fresh)
{
    const ard_type2_options *o = &l->options;
    for (int64_t i = 0; i < block->size; i++)
        fresh[i] = fresh_precision(o, block->u[i], block->precision[i], lambda[i], share[i], variance[i]);
    for (int64_t i = 0; i < first; i++) fresh[i] = fmin(fresh[i], TYPE2_BIAS_PRECISION);
    return o->early_factor > 0 ? prune_early(l, block, first, share, variance, start, fresh) : ARDOR_OK;
}

static bool keep_weight(const ard_type2 *l, int64_t j, const double *alpha)
{
    if (!(alpha[j + 1] < l->options.prune_at)) return false;
    if (l->options.lambda == 0 || !l->options.prune_negative) return true;
    return l->now.u[j + 1] * ard_target_sign(&l->problem.target, l->now.centre[j]) > 0;
}

static bool keep_scale(const ard_type2 *l, int64_t k, const double *beta)
{
    return beta[k] < l->options.prune_at && (!l->options.prune_negative || l->now.theta[k] > 0);
}

ard_stop type2_prune(ard_type2 *l, const double *alpha, const double *beta)
{
    ard_type2_model *s = &l->now;
    const int64_t n = l->problem.target.n, m = s->m, k = s->k;
    int64_t weights = 0, scales = 0;
    if (m == 0) return ARD_STOP_NULL_MODEL; /* there was nothing to begin with */
    for (int64_t j = 0; j < m; j++) weights += keep_weight(l, j, alpha);
    for (int64_t t = 0; t < k; t++) scales += !beta || keep_scale(l, t, beta);
    if (weights == 0 || (l->kernel && scales == 0)) return ARD_STOP_PRUNED;
    l->n_pruned = m - weights + k - scales;
    int64_t to = 0, *position = l->position;
    position[0] = 0;
    s->alpha[0] = alpha[0];
    for (int64_t j = 0; j < m; j++) {
        if (!keep_weight(l, j, alpha)) continue;
        position[to + 1] = j + 1;
        s->centre[to] = s->centre[j];
        s->u[to + 1] = s->u[j + 1];
        s->alpha[to + 1] = alpha[j + 1];
        if (to < j) memcpy(l->phi + (to + 1) * n, l->phi + (j + 1) * n, (size_t)n * sizeof *l->phi);
        to++;
    }
    s->m = weights;
    ard_gauss_select(&l->gauss, weights + 1, position);
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
