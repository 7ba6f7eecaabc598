/* States of the search: weights and scales that are in and their precisions, at the mode of both; and how one becomes another.
 *
 * The mode is looked for where weights and scales may be (prune_negative): weights on the side of their labels if they have a
 * smooth step, scales not below 0. What ends at 0 goes out, and the mode is found anew. */
#include <math.h>
#include <string.h>

#include "solver/type2/type2_inside.h"

/* Rounds of taking out; steps to a mode, and the Newton decrement where it counts as found. */
enum { ROUNDS = 20, MODE_STEPS = 60 };
static const double MODE_TOL = 1e-8;

double type2_objective(const ard_type2 *l)
{
    const ard_type2_options *o = &l->options;
    const ard_type2_model *s = &l->now;
    const double of_weights = l->kernel ? o->vector_price : o->feature_price;
    return s->corrected - of_weights * (double)s->m - (o->learn_scales ? o->feature_price * (double)s->k : 0.0);
}

/* A value that is not finite refuses a state and is no error. */
static int unless_not_finite(ard_type2 *l, int rc, bool *ok)
{
    if (rc != ARDOR_NUMERIC) return rc;
    ard_message_forget(l->context);
    *ok = false;
    return ARDOR_OK;
}

static int measure(ard_type2 *l, bool *ok)
{
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    const int64_t steps = l->options.learn_scales ? 0 : MODE_STEPS;
    return unless_not_finite(l, type2_find_modes(l, &weights, &scales, steps, 0), ok);
}

int type2_settle(ard_type2 *l, bool *ok)
{
    int rc = ARDOR_OK;
    const bool learn = l->options.learn_scales;
    l->newton_tol = MODE_TOL;
    l->bounded = true;
    l->n_pruned = 1;
    *ok = true;
    for (int round = 0; *ok && round < ROUNDS && l->n_pruned > 0; round++) {
        if (learn) TRY(type2_approach_joint(l, MODE_STEPS, MODE_TOL));
        TRY(measure(l, ok));
        l->n_pruned = 0;
        if (!*ok || l->now.m == 0) break;
        *ok = type2_prune(l, l->now.alpha, learn ? l->now.beta : NULL) == ARD_STOP_NONE;
    }
    l->now.objective = *ok ? type2_objective(l) : (double)-INFINITY;
    *ok = *ok && l->n_pruned == 0 && isfinite(l->now.objective);
done:
    l->bounded = false;
    return rc;
}

/* ------------------------------------------------------------------ changes */

void type2_find_places(ard_type2 *l)
{
    const ard_type2_model *s = &l->now;
    int64_t *place = l->search.place;
    const int64_t size = 1 + l->n_candidates + l->problem.x.p;
    for (int64_t a = 0; a < size; a++) place[a] = -1;
    place[0] = 0;
    for (int64_t j = 0; j < s->m; j++) place[1 + s->centre[j]] = j;
    for (int64_t k = 0; k < s->k; k++) place[1 + l->n_candidates + s->feature[k]] = k;
}

/* Where a list of increasing numbers has one, or should have it. */
static int64_t find(const int64_t *list, int64_t n, int64_t value)
{
    int64_t at = 0;
    while (at < n && list[at] < value) at++;
    return at;
}

/* A list with its values, of which one is at a precision, comes in or goes out; its length then. */
static int64_t change_list(int64_t *list, double *value, double *precision, int64_t n, int64_t which, double to, double start)
{
    const int64_t at = find(list, n, which), rest = n - at;
    const bool in = at < n && list[at] == which;
    if (isinf(to)) {
        if (!in) return n;
        memmove(list + at, list + at + 1, (size_t)(rest - 1) * sizeof *list);
        memmove(value + at, value + at + 1, (size_t)(rest - 1) * sizeof *value);
        memmove(precision + at, precision + at + 1, (size_t)(rest - 1) * sizeof *precision);
        return n - 1;
    }
    if (!in) {
        memmove(list + at + 1, list + at, (size_t)rest * sizeof *list);
        memmove(value + at + 1, value + at, (size_t)rest * sizeof *value);
        memmove(precision + at + 1, precision + at, (size_t)rest * sizeof *precision);
        list[at] = which;
        value[at] = start;
    }
    precision[at] = to;
    return in ? n : n + 1;
}

void type2_change(ard_type2 *l, int64_t a, double precision)
{
    ard_type2_model *s = &l->now;
    const int64_t weights = 1 + l->n_candidates;
    const double start = l->search.start[a];
    if (a == 0)
        s->alpha[0] = precision;
    else if (a < weights)
        s->m = change_list(s->centre, s->u + 1, s->alpha + 1, s->m, a - 1, precision, start);
    else
        s->k = change_list(s->feature, s->theta, s->beta, s->k, a - weights, precision, start);
    l->phi_fresh = l->resumed = false;
    l->gauss.product_side = 0;
}
