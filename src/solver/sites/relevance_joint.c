/* Many precisions at once, each to where it is best by itself: of the columns that are in, those whose statistics promise
 * something and for which the evidence rises that way, which its derivative tells, the mode moving with it. So the step is uphill
 * as a whole, and it is kept only where the evidence has risen. Where none of these is left a single step of one that stays in
 * would not be accepted either. */
#include <math.h>
#include <string.h>

#include "solver/sites/relevance_inside.h"

enum { TRIES = 4 };
static const double SHORTEN = 0.25, ENOUGH = 0.1, LEAST_RISE = 1e-9;

typedef struct many {
    int64_t count, n_out, *column;
    double *target;        /* by column */
    double slope, largest; /* of the evidence along the step; of what one column promises */
} many;

/* Adds the t-th active column, if it belongs to them. */
static void consider(const ard_relevance *s, int64_t t, many *out)
{
    const relevance_together *q = &s->together;
    const int64_t j = s->active[t];
    const double alpha = s->alpha[j], gamma = q->gamma[t], gradient = q->ascent.gradient[t];
    const double u = s->now->dual ? s->u[j] : alpha * s->now->weight[t];
    double gain = 0;
    relevance_advise_one(s, j, alpha * gamma, u, 0.0, &out->target[j], &gain);
    const double rise = gradient * (1.0 - alpha / out->target[j]); /* by 1/alpha */
    if (!(gain >= s->options.gain_tol) || !(rise > 0)) return;
    if (isinf(out->target[j]) && out->n_out + 1 == s->n_active) return;
    out->n_out += isinf(out->target[j]);
    out->slope += rise;
    out->largest = fmax(out->largest, gain);
    out->column[out->count++] = j;
}

/* Part of the way, in 1/alpha. */
static void place(ard_relevance *s, const many *step, double part)
{
    for (int64_t t = 0; t < step->count; t++) {
        const int64_t j = step->column[t];
        const double from = 1.0 / s->held[j];
        s->alpha[j] = part == 1 ? step->target[j] : 1.0 / (from + part * (1.0 / step->target[j] - from));
    }
    relevance_list(s);
}

static int attempt(ard_relevance *s, const many *step, bool *accepted)
{
    int rc = ARDOR_OK;
    double part = 1;
    memcpy(s->held, s->alpha, (size_t)s->d * sizeof *s->held);
    for (int try = 0; try < TRIES && !*accepted; try++, part *= SHORTEN) {
        const double least = s->now->log_evidence + fmax(LEAST_RISE, ENOUGH * part * step->slope);
        place(s, step, part);
        ard_sites_take(s->trial, s->now);
        TRY(relevance_run(s, s->trial, -1, INFINITY, s->options.tol));
        *accepted = isfinite(s->trial->log_evidence) && s->trial->log_evidence > least;
    }
    if (*accepted) {
        relevance_accept(s);
        goto done;
    }
    memcpy(s->alpha, s->held, (size_t)s->d * sizeof *s->alpha);
    relevance_list(s);
done:
    return rc;
}

int relevance_joint_attempt(ard_relevance *s, bool *accepted)
{
    int rc = ARDOR_OK;
    relevance_together *q = &s->together;
    many step = {.column = s->permutation, .target = q->ascent.direction};
    *accepted = false;
    TRY(relevance_find_gradient(s, true, q->ascent.gradient, q->gamma));
    for (int64_t t = 0; t < s->n_active; t++) consider(s, t, &step);
    if (step.count > 0 && step.largest >= s->outside) TRY(attempt(s, &step, accepted));
done:
    return rc;
}
