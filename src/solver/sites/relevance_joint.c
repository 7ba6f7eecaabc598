/* Joint steps: many precisions at once, each to the value that its statistics hold for best.
 *
 * The statistics of a column take the sites to stay, and so may send it the wrong way. The derivative of the evidence, in which
 * the mode moves, tells: a column takes part if it is in, its statistics promise a gain of at least gain_tol, and the evidence
 * rises along its part of the step. Then the whole step is uphill. It is shortened until the evidence, found anew, has risen as
 * much as its slope lets expect, or given up. Where no column takes part, single steps of columns that stay in would be refused
 * as well: the search does not try them (`falls` in relevance.c). */
#include <math.h>
#include <string.h>

#include "solver/sites/relevance_inside.h"

enum { TRIES = 4 };
static const double SHORTEN = 0.25, ENOUGH = 0.1, LEAST_RISE = 1e-9;

typedef struct joint_step {
    int64_t count, *column; /* those that take part */
    int64_t n_out;          /* how many of them go out */
    double *target;         /* d: alpha, by column */
    double slope;           /* of the evidence along the step */
    double largest;         /* the largest gain that one of them promises */
} joint_step;

/* Adds the t-th active column to the step, if it takes part. The last column does not go out. */
static void consider(const ard_relevance *s, int64_t t, joint_step *out)
{
    const relevance_together *q = &s->together;
    const int64_t j = s->active[t];
    const double alpha = s->alpha[j], gamma = q->gamma[t], gradient = q->ascent.gradient[t];
    const double u = s->now->dual ? s->u[j] : alpha * s->now->weight[t];
    double gain = 0;
    relevance_advise_one(s, j, alpha * gamma, u, 0.0, &out->target[j], &gain);
    const double rise = gradient * (1.0 - alpha / out->target[j]); /* d/d(1/alpha) times the way in 1/alpha */
    if (!(gain >= s->options.gain_tol) || !(rise > 0)) return;
    if (isinf(out->target[j]) && out->n_out + 1 == s->n_active) return;
    out->n_out += isinf(out->target[j]);
    out->slope += rise;
    out->largest = fmax(out->largest, gain);
    out->column[out->count++] = j;
}

/* Sets the precisions to this part of the way, which is straight in 1/alpha. */
static void place(ard_relevance *s, const joint_step *step, double part)
{
    for (int64_t t = 0; t < step->count; t++) {
        const int64_t j = step->column[t];
        const double from = 1.0 / s->held[j];
        s->alpha[j] = part == 1 ? step->target[j] : 1.0 / (from + part * (1.0 / step->target[j] - from));
    }
    relevance_list(s);
}

static int attempt(ard_relevance *s, const joint_step *step, bool *accepted)
{
    int rc = ARDOR_OK;
    double part = 1;
    relevance_hold(s);
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
    relevance_put_back(s);
done:
    return rc;
}

int relevance_joint_attempt(ard_relevance *s, bool *accepted)
{
    int rc = ARDOR_OK;
    relevance_together *q = &s->together;
    joint_step step = {.column = s->permutation, .target = q->ascent.direction};
    *accepted = false;
    TRY(relevance_find_gradient(s, true, q->ascent.gradient, q->gamma));
    for (int64_t t = 0; t < s->n_active; t++) consider(s, t, &step);
    if (step.count > 0 && step.largest >= s->outside) TRY(attempt(s, &step, accepted));
done:
    return rc;
}
