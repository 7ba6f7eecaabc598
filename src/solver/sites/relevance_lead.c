/* From a start with all columns towards a point from which the search can go on: all precisions at once to MacKay's
 * alpha = gamma/w^2, until they change little, and columns that are on their way to infinity taken out. Nothing is asked of the
 * evidence here, but mode and factor are exact. */
#include <math.h>
#include <string.h>

#include "solver/sites/relevance_inside.h"

enum { MOST_STEPS = 1000 };
static const double SHORT = 0.1;   /* change of a log precision at which they end */
static const double LONGEST = 30;  /* the same of one step */
static const double EARLY = 1e6;   /* times the first precision: from there on a column may be irrelevant */
static const double MOST_OUT = .2; /* of the columns, in one step */

int relevance_lead_begin(ard_relevance *s)
{
    s->together.on = true;
    s->together.n_steps = 0;
    s->now->alone = true; /* a product of columns serves for more than one step */
    return ARDOR_OK;
}

/* ln of gamma/w^2 over alpha: alpha w^2 is gamma - 2 g where the sites are taken to stay. */
static double mackay(double gamma, double gradient)
{
    const double square = gamma - 2 * gradient;
    return gradient == 0 || !(gamma > 0) ? 0.0 : square > 0 ? ard_clip(log(gamma / square), -LONGEST, LONGEST) : LONGEST;
}

/* The largest change. */
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

/* Those of the largest precisions first; one at least stays. How many went? */
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

/* The list of active columns, and the factor's, without those that went. */
static void shorten(ard_relevance *s)
{
    int64_t kept = 0, *position = s->permutation;
    for (int64_t t = 0; t < s->n_active; t++)
        if (isfinite(s->alpha[s->active[t]])) position[kept++] = t;
    if (kept < s->n_active) ard_gauss_select(&s->now->gauss, kept, position);
    relevance_list(s);
}

/* Exact from here on; from the start again if the way led to nothing that has an evidence. */
static int end(ard_relevance *s)
{
    int rc = ARDOR_OK;
    s->together.on = false;
    s->now->alone = false;
    TRY(relevance_run(s, s->now, -1, INFINITY, s->options.tol));
    if (!isfinite(s->now->log_evidence)) TRY(relevance_apply_start(s, s->start_number));
done:
    return rc;
}

int relevance_lead_step(ard_relevance *s)
{
    int rc = ARDOR_OK;
    relevance_together *q = &s->together;
    TRY(relevance_find_gradient(s, false, q->ascent.gradient, q->gamma));
    const double length = move_all(s);
    const int64_t gone = take_out(s);
    shorten(s);
    q->n_steps++;
    if (length > 0) TRY(relevance_run(s, s->now, -1, INFINITY, s->options.tol));
    if (!isfinite(s->now->log_evidence) || q->n_steps == MOST_STEPS || (length < SHORT && gone == 0)) TRY(end(s));
done:
    return rc;
}
