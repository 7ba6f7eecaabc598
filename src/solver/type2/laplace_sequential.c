/* Sequential maximisation of the evidence (Tipping and Faul, 2003).
 *
 * With the other precisions fixed, the evidence as a function of one is known from
 *     S_i = phi_i'C phi_i - |L^-1 W'C^.5 phi_i|^2,  Q_i = phi_i'(t - s) at the mode,
 * and for a weight that is in the model s = alpha S/(alpha - S), q = alpha Q/(alpha - S) (else s = S, q = Q): its maximum is at
 * alpha* = s^2/(q^2 - s) if q^2 > s, and at infinity else. Q and S hold at the present mode only, and a change moves the mode:
 * the action that promises most is tried, and stands only if the evidence at the new mode has risen; else 1/alpha goes a
 * quarter of the way, and at last the weight waits. Those that wait get another chance when no other is left, and the search ends
 * where none of all has risen since the last change. Without that test weights can be added and deleted for ever. The bias is always in the model, with a precision of at most 1e6. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "link/logit.h"
#include "solver/type2/laplace_inside.h"

enum { BLOCK = 64, SHRINKS = 4 };
static const double LEAST_PRECISION = 1e-10, LEAST_RISE = 1e-9, LEAST_SHARE = 1e-10;

typedef struct laplace_sequential {
    double *basis;              /* n x (1 + n_candidates): ones, then every column */
    double *scaled, *projected; /* n x BLOCK, (1 + n_candidates) x BLOCK */
    double *gain, *target;      /* of the bias and every candidate: promised rise, 1/alpha* */
    int64_t *place;             /* 1 + position among the active weights; 0: not in the model */
    bool *waits;
    bool changed;      /* since waiting began */
    int64_t n_columns; /* of `basis` */
    int64_t *column;   /* candidate -> row or column of the problem */
} laplace_sequential;

void laplace_sequential_close(ardor_context *context, laplace_sequential *s)
{
    if (!s) return;
    ard_free(context, s->column);
    ard_free(context, s->waits);
    ard_free(context, s->place);
    ard_free(context, s->target);
    ard_free(context, s->gain);
    ard_free(context, s->projected);
    ard_free(context, s->scaled);
    ard_free(context, s->basis);
    ard_free(context, s);
}

int ard_laplace_sequential_open(ardor_context *context, ard_laplace *l)
{
    int rc = ARDOR_OK;
    laplace_sequential *s = NULL;
    const int64_t n = l->problem.n, size = l->n_candidates + 1;
    if (l->sequential) return ARDOR_OK;
    NEW(context, s, 1);
    NEW(context, s->basis, n * size);
    NEW(context, s->scaled, n * BLOCK);
    NEW(context, s->projected, size * BLOCK);
    NEW(context, s->gain, size);
    NEW(context, s->target, size);
    NEW(context, s->place, size);
    NEW(context, s->waits, size);
    NEW(context, s->column, size);
    l->sequential = s;
    s = NULL;
done:
    laplace_sequential_close(context, s);
    return rc;
}

void ard_laplace_sequential_start(ard_laplace *l, const ard_laplace_options *options, int64_t n_features, const int64_t *feature)
{
    laplace_sequential *s = l->sequential;
    ard_laplace_start(l, options, n_features, feature); /* every column of the basis once ... */
    laplace_refresh(l);
    s->n_columns = l->now.m + 1;
    memcpy(s->basis, l->phi, (size_t)(l->problem.n * s->n_columns) * sizeof *s->basis);
    memcpy(s->column + 1, l->now.centre, (size_t)l->now.m * sizeof *s->column);
    l->now.m = 0; /* ... and the model is the bias */
    laplace_copy_model(&l->now, &l->kept);
    for (int64_t i = 0; i < s->n_columns; i++) s->waits[i] = false;
    s->changed = false;
}

/* Phi of the active weights, from the stored columns. */
static void gather(ard_laplace *l)
{
    laplace_sequential *s = l->sequential;
    const int64_t n = l->problem.n;
    int64_t at = 0;
    for (int64_t i = 1; i < s->n_columns; i++) s->place[i] = 0;
    s->place[0] = 1;
    for (int64_t i = 1; i < s->n_columns && at < l->now.m; i++) {
        if (s->column[i] != l->now.centre[at]) continue;
        at++;
        s->place[i] = at + 1;
        memcpy(l->phi + at * n, s->basis + i * n, (size_t)n * sizeof *l->phi);
    }
    l->phi_fresh = true;
}

/* To the mode of `now`; its evidence. */
static int settle(ard_laplace *l)
{
    int rc = ARDOR_OK;
    gather(l);
    laplace_block block = laplace_weight_block(l);
    TRY(laplace_newton(l, &block, l->options.weight_steps));
    l->now.log_likelihood = ard_logit_log_likelihood(l->problem.n, l->f, l->problem.sign, l->problem.weight);
    l->now.evidence = l->now.log_likelihood + laplace_occam(&block, l->factor.log_det);
done:
    return rc;
}

/* Promise and target of one weight from its S and Q. `alpha`: infinite outside the model. */
static void judge(const ard_laplace *l, int64_t i, double total, double big_s, double big_q, double alpha)
{
    laplace_sequential *s = l->sequential;
    const bool active = s->place[i] > 0;
    s->gain[i] = -INFINITY;
    if (!(big_s > LEAST_SHARE * total)) return; /* it lies in the span of the others */
    const double left = active ? 1.0 - big_s / alpha : 1.0;
    if (!(left > 0)) return; /* rounding: S < alpha */
    const double small_s = big_s / left, small_q = big_q / left, excess = small_q * small_q - small_s;
    double precision = excess > 0 ? fmax(small_s * small_s / excess, LEAST_PRECISION) : INFINITY;
    if (i == 0)
        precision = fmin(precision, LAPLACE_BIAS_PRECISION); /* the bias is never pruned */
    else if (precision >= l->options.prune_at)
        precision = INFINITY;
    s->target[i] = 1.0 / precision;
    if (!active) {
        if (isfinite(precision)) s->gain[i] = 0.5 * ((big_q * big_q - big_s) / big_s + log(big_s / (big_q * big_q)));
    } else if (isfinite(precision)) {
        const double d = 1.0 / precision - 1.0 / alpha;
        if (d != 0) s->gain[i] = 0.5 * (big_q * big_q * d / (big_s * d + 1.0) - log1p(big_s * d));
    } else {
        s->gain[i] = 0.5 * (big_q * big_q / (big_s - alpha) - log1p(-big_s / alpha));
    }
}

/* S, Q and what follows, of all candidates, at the mode whose factor is in place. */
static void judge_all(ard_laplace *l)
{
    laplace_sequential *s = l->sequential;
    const int64_t n = l->problem.n, m = l->factor.m;
    for (int64_t first = 0; first < s->n_columns; first += BLOCK) {
        const int64_t count = ard_min64(BLOCK, s->n_columns - first);
        for (int64_t j = 0; j < count; j++)
            for (int64_t i = 0; i < n; i++) s->scaled[i + j * n] = sqrt(l->curvature[i]) * s->basis[i + (first + j) * n];
        ard_gemm('T', 'N', m, count, n, 1.0, l->factor.w, n, s->scaled, n, 0.0, s->projected, m);
        ard_triangular_solve('N', m, count, l->factor.l, m, s->projected, m);
        for (int64_t j = 0; j < count; j++) {
            const int64_t i = first + j;
            const double total = ard_dot(n, s->scaled + j * n, s->scaled + j * n);
            const double big_s = total - ard_dot(m, s->projected + j * m, s->projected + j * m);
            const double big_q = ard_dot(n, s->basis + i * n, l->residual);
            judge(l, i, total, big_s, big_q, s->place[i] ? l->now.alpha[s->place[i] - 1] : INFINITY);
        }
    }
}

/* Candidate i with this 1/alpha: added, changed, or with 0 deleted. */
static void change(ard_laplace *l, int64_t i, double inverse)
{
    ard_laplace_model *a = &l->now;
    const int64_t place = l->sequential->place[i], m = a->m;
    if (place > 0 && inverse > 0) {
        a->alpha[place - 1] = 1.0 / inverse;
        return;
    }
    int64_t at = place - 1; /* among u and alpha */
    if (place > 0) {
        memmove(a->u + at, a->u + at + 1, (size_t)(m - at) * sizeof *a->u);
        memmove(a->alpha + at, a->alpha + at + 1, (size_t)(m - at) * sizeof *a->alpha);
        memmove(a->centre + at - 1, a->centre + at, (size_t)(m - at) * sizeof *a->centre);
        a->m--;
        return;
    }
    const int64_t column = l->sequential->column[i];
    at = m + 1;
    for (; at > 1 && a->centre[at - 2] > column; at--) {
        a->u[at] = a->u[at - 1];
        a->alpha[at] = a->alpha[at - 1];
        a->centre[at - 1] = a->centre[at - 2];
    }
    a->u[at] = 0;
    a->alpha[at] = 1.0 / inverse;
    a->centre[at - 1] = column;
    a->m++;
}

/* Try the change that candidate i promises, and shorter ones. `kept` is the state before. */
static int attempt(ard_laplace *l, int64_t i, bool *accepted)
{
    int rc = ARDOR_OK;
    laplace_sequential *s = l->sequential;
    const double from = s->place[i] ? 1.0 / l->kept.alpha[s->place[i] - 1] : 0.0, to = s->target[i];
    double part = 1.0;
    *accepted = false;
    for (int shrink = 0; shrink < SHRINKS && !*accepted; shrink++, part *= 0.25) {
        if (shrink > 0) {
            laplace_copy_model(&l->kept, &l->now);
            gather(l);
        }
        change(l, i, shrink == 0 ? to : from + part * (to - from));
        TRY(settle(l));
        *accepted = l->now.evidence > l->kept.evidence + LEAST_RISE;
    }
    if (!*accepted) {
        laplace_copy_model(&l->kept, &l->now);
        gather(l);
    }
done:
    return rc;
}

static int64_t best_candidate(const laplace_sequential *s)
{
    int64_t best = 0;
    for (int64_t i = 0; i < s->n_columns; i++)
        if (!s->waits[i] && (s->waits[best] || s->gain[i] > s->gain[best])) best = i;
    return best;
}

static void keep(ard_laplace *l)
{
    ard_laplace_factor_shares(&l->factor, l->share);
    laplace_variances(l->now.m + 1, l->share, l->lambda, l->now.variance);
    laplace_copy_model(&l->now, &l->kept);
}

int ard_laplace_sequential_step(void *laplace, ard_iteration *out)
{
    int rc = ARDOR_OK;
    ard_laplace *l = laplace;
    laplace_sequential *s = l->sequential;
    const bool identity = l->kernel == NULL;
    bool accepted = false;
    if (l->iteration == 0) { /* later the mode and its factor are those of the step that was accepted */
        TRY(settle(l));
        keep(l);
    }
    judge_all(l);
    while (!accepted) {
        const int64_t best = best_candidate(s);
        if (s->waits[best] || !(s->gain[best] > l->options.tol)) {
            if (!s->changed) break;
            memset(s->waits, 0, (size_t)s->n_columns * sizeof *s->waits);
            s->changed = false;
            continue;
        }
        TRY(attempt(l, best, &accepted));
        s->waits[best] = !accepted;
    }
    if (accepted) {
        s->changed = true;
        keep(l);
    }
    l->iteration++;
    *out = (ard_iteration){.objective = l->kept.evidence,
                           .kkt_weights = l->gradient_size[0],
                           .n_vectors = identity ? 0 : l->kept.m,
                           .n_features = identity ? l->kept.m : l->kept.k};
    if (!accepted) out->stop = l->kept.m == 0 ? ARD_STOP_NULL_MODEL : ARD_STOP_CONVERGED;
done:
    return rc;
}
