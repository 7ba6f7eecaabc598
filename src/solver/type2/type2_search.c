/* The search over weights and scales, one at a time or many at once, by what the objective is after it: the log evidence less
 * the prices of features and vectors.
 *
 * A change is an attempt: the mode is found anew, and it is kept if the objective has risen by RISE (deletions at once: risen),
 * so that the search cannot come back to where it was. Promises (type2_advice.c) only say what to try:
 *   1 all deletions that promise anything together, or the best half of them, and so on
 *   2 new precisions for all that stay in, at once, if that promises more than any one that comes or goes
 *   3 the one that promises most; refused, a quarter of the way there, and so on; then it waits until no other is left.
 *
 * Incremental: from no vector, with scales that are held; after `first` vectors, or where none is left that gains, the scales
 * are learnt too, which changes what the objective is. Backward: from where another search ended, deletions and new precisions
 * only. Either gives way to the bias alone where that is worth more. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

static const double RISE = 1e-3;   /* of the objective, that a change must bring */
static const double GAIN = 1e-3;   /* that is worth an attempt, of what comes or goes */
static const double REFINE = 1e-2; /* and of a new precision */
static const double SHORTEN = 0.25, SHORTEN_ALL = 0.3;
static const double TIED = 1e-6;
enum { TRIES = 4, TRIES_ALL = 3, MORE_ROOM = 16 };
enum { STAGE_DELETE, STAGE_POLISH, STAGE_SINGLES };

static int64_t n_actions(const ard_type2 *l) { return 1 + l->n_candidates + l->problem.x.p; }
static bool is_in(const ard_type2 *l, int64_t a) { return l->search.place[a] >= 0; }
static bool is_feature(const ard_type2 *l, int64_t a) { return a > l->n_candidates; }
static bool goes(const ard_type2 *l, int64_t a) { return is_in(l, a) && isinf(l->search.target[a]); }
static bool stays(const ard_type2 *l, int64_t a)
{
    return is_in(l, a) && isfinite(l->search.target[a]) && isfinite(l->search.gain[a]);
}

static double precision_of(const ard_type2 *l, int64_t a)
{
    const int64_t at = l->search.place[a];
    if (at < 0) return INFINITY;
    return is_feature(l, a) ? l->kept.beta[at] : a == 0 ? l->kept.alpha[0] : l->kept.alpha[1 + at];
}

/* Without it `now` would have no vector, or no feature. */
static bool is_last(const ard_type2 *l, int64_t a) { return is_feature(l, a) ? l->now.k <= 1 : l->now.m <= 1; }

/* Settle `now`; it is kept if the objective has risen by this. */
static int try_now(ard_type2 *l, double rise, bool *accepted)
{
    int rc = ARDOR_OK;
    bool ok = false;
    TRY(type2_settle(l, &ok));
    *accepted = ok && l->now.objective > l->kept.objective + rise;
    if (*accepted) type2_copy_model(&l->now, &l->kept);
done:
    return rc;
}

/* ------------------------------------------------------------------ deletions at once */

/* `now` without the first n of the list, but with a vector and a feature; it is kept if the objective has risen by this. */
static int delete_first(ard_type2 *l, int64_t n, double rise, bool *accepted)
{
    type2_resume(l);
    for (int64_t t = 0; t < n; t++)
        if (!is_last(l, l->search.order[t])) type2_change(l, l->search.order[t], INFINITY);
    return try_now(l, rise, accepted);
}

/* In the backward pass nothing comes back: there it is at most the share of what is in that the fixed point may prune at once,
 * and the number by which the objective rises most. */
static int delete_most(ard_type2 *l, int64_t n, bool *accepted)
{
    int rc = ARDOR_OK;
    bool none = false;
    const int64_t in = l->kept.m + (l->options.learn_scales ? l->kept.k : 0);
    int64_t best = 0;
    double most = l->kept.objective + RISE;
    for (n = ard_min64(n, ard_max64(1, (int64_t)(l->options.most_pruned * (double)in))); n > 0; n /= 2) {
        TRY(delete_first(l, n, INFINITY, &none));
        if (!(l->now.objective > most)) continue;
        most = l->now.objective;
        best = n;
    }
    if (best > 0) TRY(delete_first(l, best, 0, accepted));
done:
    return rc;
}

/* What promises anything, or the better half of it, and so on. */
static int delete_many(ard_type2 *l, bool *accepted)
{
    int rc = ARDOR_OK;
    int64_t n = 0;
    for (int64_t a = 1; a < n_actions(l); a++)
        if (goes(l, a) && l->search.gain[a] > 0) l->rank[n++] = (ard_rank){.index = a, .key = l->search.gain[a]};
    ard_rank_sort(n, l->rank);
    for (int64_t t = 0; t < n; t++) l->search.order[t] = l->rank[t].index;
    if (!l->search.incremental) return delete_most(l, n, accepted);
    for (; n > 1 && !*accepted; n /= 2) TRY(delete_first(l, n, 0, accepted));
done:
    return rc;
}

/* ------------------------------------------------------------------ new precisions at once */

/* Do they promise enough, and more than the best change of one that comes or goes? */
static bool polish_pays(const ard_type2 *l, int64_t best)
{
    double sum = 0;
    if (l->search.polish_waits) return false;
    for (int64_t a = 0; a < n_actions(l); a++)
        if (stays(l, a)) sum += l->search.gain[a];
    return sum > REFINE && (best < 0 || stays(l, best) || sum > l->search.gain[best]);
}

static int polish(ard_type2 *l, bool *accepted)
{
    int rc = ARDOR_OK;
    double part = 1;
    for (int t = 0; t < TRIES_ALL && !*accepted; t++, part *= SHORTEN_ALL) {
        type2_resume(l);
        for (int64_t a = 0; a < n_actions(l); a++)
            if (stays(l, a)) type2_change(l, a, exp((1 - part) * log(precision_of(l, a)) + part * log(l->search.target[a])));
        TRY(try_now(l, RISE, accepted));
    }
    l->search.polish_waits = !*accepted;
done:
    return rc;
}

/* ------------------------------------------------------------------ one at a time */

/* A vector that would come in where all are multiples of one: of a bilinear kernel with one feature. */
static bool is_multiple(const ard_type2 *l, int64_t a)
{
    return l->bilinear && l->kept.k <= 1 && a > 0 && !is_feature(l, a) && !is_in(l, a);
}

/* Has another that promises the same been refused? */
static bool is_refused(const ard_type2 *l, int64_t a)
{
    return is_multiple(l, a) && fabs(l->search.gain[a] - l->search.refused) <= TIED;
}

/* Is it worth an attempt? The backward pass has deletions, and the bias. */
static bool is_open(const ard_type2 *l, int64_t a)
{
    const type2_search *q = &l->search;
    if (q->waits[a] || is_refused(l, a) || (!q->incremental && a != 0 && !goes(l, a))) return false;
    return q->gain[a] > (stays(l, a) ? REFINE : GAIN) && !(goes(l, a) && (a == 0 || is_last(l, a)));
}

/* The action that promises most; -1: none is open. Where vectors are alike the one that suits all features. */
static int64_t best_action(const ard_type2 *l)
{
    const type2_search *q = &l->search;
    int64_t best = -1;
    for (int64_t a = 0; a < n_actions(l); a++)
        if (is_open(l, a) && (best < 0 || q->gain[a] > q->gain[best])) best = a;
    const int64_t favourite = 1 + q->first_row;
    if (best > 0 && q->first_row >= 0 && l->kept.m == 0 && !is_feature(l, best) && is_open(l, favourite) &&
        q->gain[favourite] >= q->gain[best] - TIED)
        return favourite;
    return best;
}

/* Towards the target as far as the objective rises: the whole way, or a part of it in 1/precision. */
static int attempt(ard_type2 *l, int64_t a, bool *accepted)
{
    int rc = ARDOR_OK;
    const double from = 1.0 / precision_of(l, a), to = 1.0 / l->search.target[a];
    double part = 1;
    for (int t = 0; t < TRIES && !*accepted; t++, part *= SHORTEN) {
        type2_resume(l);
        type2_change(l, a, t == 0 ? l->search.target[a] : 1.0 / (from + part * (to - from)));
        TRY(try_now(l, RISE, accepted));
    }
    l->search.waits[a] = !*accepted;
    if (!*accepted && is_multiple(l, a)) l->search.refused = l->search.gain[a];
done:
    return rc;
}

/* ------------------------------------------------------------------ the search */

static void wake(ard_type2 *l)
{
    type2_search *q = &l->search;
    memset(q->waits, 0, (size_t)n_actions(l) * sizeof *q->waits);
    q->polish_waits = q->changed = false;
    q->stage = STAGE_DELETE;
}

static void forget_rows(ard_type2 *l) { l->search.unseen = l->search.row ? l->n_candidates : 0; }

/* What was known of the model before says nothing of the one that is kept now. */
static void forget_advice(ard_type2 *l)
{
    l->search.advised = l->search.further = false;
    l->search.refused = NAN;
    forget_rows(l);
}

/* `now` is kept, without having to rise. */
static void keep(ard_type2 *l)
{
    type2_copy_model(&l->now, &l->kept);
    forget_advice(l);
    wake(l);
}

static int begin(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    bool ok = false;
    l->search.begun = true;
    for (int64_t k = 0; k < l->problem.x.p; k++) l->search.bound[k] = 1.0;
    if (l->search.incremental) {
        TRY(type2_begin_empty(l, &ok));
        REQUIRE(l->context, ok, ARDOR_NUMERIC, "the model of the bias alone has a value that is not finite");
    } else {
        type2_resume(l);
        TRY(type2_settle(l, &ok));
    }
    if (ok) {
        keep(l);
        goto done;
    }
    *stop = ARD_STOP_STALLED;
    type2_resume(l);
    l->kept.objective = type2_objective(l);
done:
    return rc;
}

/* The bias alone in place of the model kept, where there is no vector or it is worth more. */
int type2_search_give_up(ard_type2 *l, bool *gave_up)
{
    int rc = ARDOR_OK;
    bool ok = false;
    const bool learn = l->options.learn_scales;
    TRY(type2_bias_alone(l, &ok));
    *gave_up = ok && (l->kept.m == 0 || l->now.objective > l->kept.objective);
    if (*gave_up)
        type2_copy_model(&l->now, &l->kept);
    else
        l->options.learn_scales = learn;
done:
    return rc;
}

/* Scales are learnt from here on. */
static int release(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    bool ok = false;
    l->search.held = false;
    l->options.learn_scales = true;
    if (l->kept.m == 0) {
        TRY(type2_search_give_up(l, &ok));
        *stop = ARD_STOP_NULL_MODEL;
        goto done;
    }
    type2_resume(l);
    TRY(type2_settle(l, &ok));
    if (ok)
        keep(l);
    else
        *stop = ARD_STOP_PRUNED;
done:
    return rc;
}

/* Are there vectors enough, or none that gains? */
static bool has_first(const ard_type2 *l)
{
    if (l->kept.m >= l->options.first) return true;
    for (int64_t a = 1; a <= l->n_candidates; a++)
        if (!is_in(l, a) && l->search.gain[a] > GAIN) return false;
    return l->search.unseen == 0;
}

/* Room that is new has no factor in it: the model kept is settled again there, by which it may lose what is at 0. */
static int advise(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    type2_search *q = &l->search;
    bool ok = true;
    if (q->advised) goto done;
    if (q->moved) {
        const int64_t in = l->kept.m + l->kept.k;
        type2_resume(l);
        TRY(type2_settle(l, &ok));
        if (!ok) {
            *stop = ARD_STOP_STALLED;
            goto done;
        }
        type2_copy_model(&l->now, &l->kept);
        if (l->kept.m + l->kept.k != in) forget_advice(l);
    }
    q->moved = false;
    TRY(type2_advise(l, q->further));
    q->stage = q->further ? STAGE_SINGLES : STAGE_DELETE;
    q->advised = true;
    q->further = false;
done:
    return rc;
}

/* Nothing is open. There may be rows that nobody has looked at. What is worth less than the bias alone gives way to it. */
static int end_round(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    if (l->search.unseen > 0) { /* the factor may be that of an attempt */
        l->search.further = l->search.moved = true;
        l->search.advised = false;
        return ARDOR_OK;
    }
    bool waiting = l->search.polish_waits, gave_up = false;
    for (int64_t a = 0; a < n_actions(l); a++) waiting = waiting || l->search.waits[a];
    if (l->search.changed && waiting) {
        wake(l);
        forget_rows(l);
        return ARDOR_OK;
    }
    if (l->search.held) return release(l, stop);
    TRY(type2_search_give_up(l, &gave_up));
    *stop = gave_up ? ARD_STOP_NULL_MODEL : ARD_STOP_CONVERGED;
done:
    return rc;
}

int type2_search_step(ard_type2 *l, ard_stop *stop)
{
    int rc = ARDOR_OK;
    type2_search *q = &l->search;
    bool accepted = false;
    if (!q->begun) TRY(begin(l, stop));
    if (*stop != ARD_STOP_NONE) goto done;
    TRY(advise(l, stop));
    if (*stop != ARD_STOP_NONE) goto done;
    if (q->held && has_first(l)) {
        TRY(release(l, stop));
        goto done;
    }
    if (q->stage == STAGE_DELETE && !q->held) TRY(delete_many(l, &accepted));
    const int64_t best = best_action(l);
    if (!accepted && q->stage < STAGE_SINGLES && polish_pays(l, best)) TRY(polish(l, &accepted));
    if (!accepted) {
        q->stage = STAGE_SINGLES;
        if (best < 0)
            TRY(end_round(l, stop));
        else
            TRY(attempt(l, best, &accepted));
    }
    if (accepted) {
        q->changed = true;
        q->polish_waits = false;
        forget_advice(l);
    }
done:
    return rc;
}

int type2_search_release(ard_type2 *l, bool solve)
{
    ard_stop stop = ARD_STOP_NONE;
    if (solve) return release(l, &stop);
    l->search.held = false;
    return ARDOR_OK;
}

bool type2_is_full(const ard_type2 *l)
{
    const int64_t m = ard_min64(l->kept.m + 1, l->n_candidates), k = ard_min64(l->kept.k + 1, l->problem.x.p);
    return l->search.incremental && (m > l->search.weight_room || k > l->search.scale_room);
}

int type2_search_room(ard_type2 *l)
{
    const int64_t m = l->kept.m, k = l->kept.k;
    if (l->search.incremental)
        return type2_make_room(l, ard_min64(m + MORE_ROOM, l->n_candidates), ard_min64(k + MORE_ROOM, l->problem.x.p));
    return l->options.learn_scales ? type2_joint_room(l, m, k) : ARDOR_OK;
}
