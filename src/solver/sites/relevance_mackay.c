/* MacKay's steps, from a start with all columns. One precision at a time would take as many steps as there are columns; MacKay's
 * fixed point alpha = gamma/w^2 moves all of them at once. A step may lower the evidence, and the fixed point is not where it is
 * highest: the search goes on, by steps that raise it, from the best point that these steps led to. Columns on their way to an
 * infinite precision are taken out. Mode and factor are exact at every step. */
#include <math.h>
#include <string.h>

#include "solver/sites/relevance_inside.h"

enum { MOST_STEPS = 1000 };
static const double SHORT = 0.1;   /* they end where no log precision changes by more */
static const double LONGEST = 30;  /* the most that a log precision changes in one step */
static const double EARLY = 1e6;   /* a column may be taken out from so many times the first precision on */
static const double MOST_OUT = .2; /* share of the columns that may be taken out in one step */

static void hold_best(ard_relevance *s)
{
    if (!(s->now->log_evidence > s->together.best)) return;
    s->together.best = s->now->log_evidence;
    relevance_hold(s);
}

int relevance_mackay_begin(ard_relevance *s)
{
    s->together.on = true;
    s->together.n_steps = 0;
    s->together.best = -INFINITY;
    hold_best(s);
    s->now->keeps_product = true; /* the product of one step's columns is the preconditioner of the next */
    return ARDOR_OK;
}

/* By how much ln alpha changes: ln(gamma/w^2) - ln alpha = ln(gamma/(alpha w^2)), where alpha w^2 = gamma - 2 g because the
 * derivative of the evidence in ln alpha, with the sites held fixed, is g = (gamma - alpha w^2)/2. */
static double mackay(double gamma, double gradient)
{
    const double square = gamma - 2 * gradient;
    return gradient == 0 || !(gamma > 0) ? 0.0 : square > 0 ? ard_clip(log(gamma / square), -LONGEST, LONGEST) : LONGEST;
}

/* Moves all precisions; returns the largest change of a log precision. */
static double move_all(ard_relevance *s)
{
    const relevance_together *q = &s->together;
    double length = 0;
    for (int64_t t = 0; t < s->n_active; t++) {
        const int64_t j = s->active[t];
        const double by = mackay(q->gamma[t], q->ascent.gradient[t]);
        s->alpha[j] = ard_clip(s->alpha[j] * exp(by), s->floor[j], relevance_most(s, j));
        length = fmax(length, fabs(by));
    }
    return length;
}

/* Takes out columns that should go, those of the largest precisions first; at least one stays. Returns how many went. */
static int64_t take_out(ard_relevance *s)
{
    int64_t ranked = 0;
    for (int64_t t = 0; t < s->n_active; t++)
        if (relevance_should_go(s, t, EARLY * s->options.alpha0))
            s->rank[ranked++] = (ard_rank){.index = s->active[t], .key = s->alpha[s->active[t]]};
    ard_rank_sort(ranked, s->rank);
    const int64_t most = ard_min64(s->n_active - 1, ard_max64(1, (int64_t)(MOST_OUT * (double)s->n_active)));
    const int64_t count = ard_min64(ranked, most);
    for (int64_t r = 0; r < count; r++) s->alpha[s->rank[r].index] = INFINITY;
    return count;
}

/* Brings the list of active columns, and the product kept in the factor, up to date after columns went. */
static void shorten(ard_relevance *s)
{
    int64_t kept = 0, *position = s->permutation;
    for (int64_t t = 0; t < s->n_active; t++)
        if (isfinite(s->alpha[s->active[t]])) position[kept++] = t;
    if (kept < s->n_active) ard_gauss_select(&s->now->gauss, kept, position);
    relevance_list(s);
}

/* To the state from which the search goes on; the start itself if that one has no finite evidence when found from here. */
static int end(ard_relevance *s)
{
    int rc = ARDOR_OK;
    s->together.on = false;
    s->now->keeps_product = false;
    if (!(s->now->log_evidence >= s->together.best)) relevance_put_back(s);
    TRY(relevance_run(s, s->now, -1, INFINITY, s->options.tol));
    if (!isfinite(s->now->log_evidence)) TRY(relevance_apply_start(s, s->start_number));
done:
    return rc;
}

int relevance_mackay_step(ard_relevance *s)
{
    int rc = ARDOR_OK;
    relevance_together *q = &s->together;
    TRY(relevance_find_gradient(s, false, q->ascent.gradient, q->gamma));
    const double length = move_all(s);
    const int64_t gone = take_out(s);
    shorten(s);
    q->n_steps++;
    if (length > 0) TRY(relevance_run(s, s->now, -1, INFINITY, s->options.tol));
    hold_best(s);
    if (!isfinite(s->now->log_evidence) || q->n_steps == MOST_STEPS || (length < SHORT && gone == 0)) TRY(end(s));
done:
    return rc;
}
