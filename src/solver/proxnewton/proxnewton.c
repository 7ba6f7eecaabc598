/* Damped proximal Newton: see proxnewton.h. One iteration at a point with gradient known:
 *
 *   working set = nonzeros + the worst violating zeros of each kind
 *   D = [1, df/dw, df/dtheta] on it; Hgn = D' W D; Hn = Hgn - sum_i g_i Hess f_i
 *   u = argmax of the quadratic model with (Hn or Hgn) + mu diag(Hgn), L1 and sign constraints exact
 *   accept if F rises by at least 1e-4 of what first order promises, else raise mu
 *
 * The Gauss-Newton matrix is the fallback where Hn is indefinite even with damping. */
#include "solver/proxnewton/proxnewton_inside.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "linalg/blas.h"
#include "linalg/group_qp.h"

enum { TRIES = 25, NEWTON_TRIES = 8, SWEEPS = 50, UNSEEN = 3 };
static const double ACCEPT = 1e-4, TINY = 1e-14, RIDGE = 1e-10;

void ard_point_index(ard_point *q, int64_t n_weights, int64_t n_scales)
{
    q->n_active = q->n_live = 0;
    for (int64_t j = 0; j < n_weights; j++)
        if (q->weight[j] != 0.0) {
            q->active_weight[q->n_active] = q->weight[j];
            q->active[q->n_active++] = j;
        }
    for (int64_t k = 0; k < n_scales; k++)
        if (q->scale[k] > 0.0) {
            q->live_scale[q->n_live] = q->scale[k];
            q->live[q->n_live++] = k;
        }
}

static double penalty_of(const ard_pn *s, const ard_point *q)
{
    const ard_pn_options *o = &s->options;
    double weights = 0.0, squares = 0.0, scales = 0.0;
    for (int c = 0; c < s->function.n_outputs && o->penalise_bias; c++) {
        weights += fabs(q->bias[c]);
        squares += o->ridge * q->bias[c] * q->bias[c];
    }
    for (int64_t j = 0; j < q->n_active; j++) {
        if (pn_is_forced(s, q->active[j])) continue;
        weights += pn_penalised_size(s, q->weight, q->active[j]);
        squares += o->ridge * q->active_weight[j] * q->active_weight[j];
    }
    for (int64_t k = 0; k < q->n_live; k++) scales += q->live_scale[k];
    return o->weights.rate * weights + o->scales.rate * scales + 0.5 * squares;
}

/* F at a point; leaves f (with bias) in `f`. */
static int objective_at(ard_pn *s, const ard_point *q, double *f, double *out)
{
    int rc = ARDOR_OK;
    pn_latent(s, q, f);
    *out = s->link->value(&s->targets, f);
    TRY(ard_sum(s->context, out, 1));
    *out -= penalty_of(s, q);
done:
    return rc;
}

/* ------------------------------------------------------------------ working set */

/* What enters: a weight, or all those of a term. */
static int64_t n_units(const ard_pn *s) { return pn_is_grouped(s) ? s->n_terms : s->function.n_weights; }

/* By how much the condition of a zero is violated; of what is none, or enters of itself, -1. */
static double zero_excess(const ard_pn *s, bool scales, int64_t j)
{
    if (scales) return s->point.scale[j] != 0.0 ? -1.0 : pn_violation(s->options.scales, 0.0, s->d_scale[j], 0.0);
    if (pn_is_forced(s, j)) return -1.0;
    if (pn_is_grouped(s)) return pn_term_length(s, s->point.weight, j) > 0.0 ? -1.0 : pn_term_violation(s, j, 0.0);
    return s->point.weight[j] != 0.0 ? -1.0 : pn_violation(pn_weight_penalty(s, j), 0.0, s->d_weight[j], 0.0);
}

/* The worst of the zeros that violate their condition, at most so many, in increasing order of index. Selection by insertion
 * keeps ties in index order, so that the set does not depend on a sort. */
static int64_t worst_zeros(ard_pn *s, bool scales, int64_t most, int64_t *out)
{
    const int64_t n = scales ? s->function.n_scales : n_units(s);
    double *worst = s->u;
    int64_t count = 0;
    if (most <= 0) return 0;
    for (int64_t j = 0; j < n; j++) {
        const double excess = zero_excess(s, scales, j);
        if (!(excess > 0.0)) continue;
        if (count == most && !(excess > worst[most - 1])) continue;
        int64_t at = count < most ? count++ : most - 1;
        for (; at > 0 && excess > worst[at - 1]; at--) {
            worst[at] = worst[at - 1];
            out[at] = out[at - 1];
        }
        worst[at] = excess;
        out[at] = j;
    }
    ard_index_sort(count, out);
    return count;
}

static int64_t violating_zeros(const ard_pn *s)
{
    int64_t count = 0;
    for (int64_t j = 0; j < n_units(s); j++) count += zero_excess(s, false, j) > 0.0;
    return count;
}

/* All of them, in order: no more than `most`. */
static int64_t all_zeros(const ard_pn *s, int64_t *out)
{
    int64_t count = 0;
    for (int64_t j = 0; j < n_units(s); j++)
        if (zero_excess(s, false, j) > 0.0) out[count++] = j;
    return count;
}

static int64_t forced_zeros(const ard_pn *s, int64_t most, int64_t *out)
{
    int64_t count = 0;
    for (int64_t j = 0; j < n_units(s) && s->options.forced; j++) {
        const bool zero = pn_is_grouped(s) ? !(pn_term_length(s, s->point.weight, j) > 0.0) : s->point.weight[j] == 0.0;
        if (count < most && pn_is_forced(s, j) && zero) out[count++] = j;
    }
    return count;
}

/* The zero units that may change, into `out`, in increasing order: forced ones first of all. room: of how many; *wanted: how many
 * would, if there were room. */
static int64_t fresh_units(ard_pn *s, int64_t room, int64_t *out, int64_t *wanted)
{
    const int64_t forced = forced_zeros(s, room, out), violating = violating_zeros(s);
    const int64_t entering = ard_min64(violating, s->n_entering), most = ard_min64(room - forced, entering);
    *wanted = forced + entering;
    const int64_t fresh = forced + (most == violating ? all_zeros(s, out + forced) : worst_zeros(s, false, most, out + forced));
    if (forced > 0) ard_index_sort(fresh, out);
    return fresh;
}

/* The live scales, or where there are more than room for them (a dense start with p > n) those that violate their condition most:
 * the others wait for a later step. Increasing order. */
int64_t pn_choose_live(ard_pn *s)
{
    const ard_point *q = &s->point;
    const int64_t room = s->function.scale_room;
    const double rate = s->options.scales.rate;
    int64_t *set = s->scale_set, left = q->n_live;
    memcpy(set, q->live, (size_t)q->n_live * sizeof *set);
    if (left <= room) return left;
    for (int64_t r = 0; r < room; r++) {
        int64_t worst = r;
        for (int64_t k = r + 1; k < left; k++)
            if (fabs(s->d_scale[set[k]] - rate) > fabs(s->d_scale[set[worst]] - rate)) worst = k;
        int64_t swap = set[worst];
        set[worst] = set[r];
        set[r] = swap;
    }
    ard_index_sort(room, set);
    return room;
}

/* The weights of the working set. */
static void choose_weights(ard_pn *s)
{
    const ard_point *q = &s->point;
    const int64_t size = pn_is_grouped(s) ? s->function.n_outputs : 1;
    int64_t active = q->n_active, wanted = 0;
    if (size > 1)
        active = pn_list_terms(s, s->set);
    else
        memcpy(s->set, q->active, (size_t)active * sizeof *s->set);
    const int64_t fresh = fresh_units(s, s->function.weight_room / size - active, s->set + active, &wanted);
    s->n_wanted = size * (active + wanted);
    s->n_set = size * (active + fresh);
    for (int64_t v = s->n_set - 1; v >= active + fresh; v--)
        s->set[v] = s->set[v % (active + fresh)] + v / (active + fresh) * s->n_terms;
}

static void choose_working_set(ard_pn *s)
{
    const ard_point *q = &s->point;
    choose_weights(s);
    s->n_scale_set = 0;
    if (s->function.n_scales) {
        int64_t live = pn_choose_live(s);
        s->n_scale_set = live + worst_zeros(s, true, ard_min64(s->function.scale_room - live, PN_GROW), s->scale_set + live);
    }
    s->order = s->function.n_outputs + s->n_set + s->n_scale_set;
    s->first[1] = 1 + s->n_set;
    if (s->function.n_outputs > 1)
        pn_place_columns(s);
    else
        s->function.columns(s->function.self, q, s->n_set - q->n_active, s->set + q->n_active, s->n_scale_set, s->scale_set,
                            s->design + s->function.n);
}

/* ------------------------------------------------------------------ quadratic model */

/* Positive definite with the damping mu, judged after scaling to unit diagonal? */
static bool definite(const ard_pn *s, const double *h, double mu)
{
    const int64_t m = s->order;
    double *trial = s->qp_work, *unit = s->step;
    for (int64_t c = 0; c < m; c++) unit[c] = 1.0 / sqrt(s->diagonal[c] + 1e-12);
    for (int64_t c = 0; c < m; c++) {
        for (int64_t r = c; r < m; r++) trial[c * m + r] = unit[c] * h[c * m + r] * unit[r];
        trial[c * m + c] += unit[c] * (mu * s->diagonal[c] + RIDGE) * unit[c] + RIDGE;
    }
    return ard_cholesky(m, trial, m) == 0;
}

static void gather_variables(ard_pn *s)
{
    const ard_point *q = &s->point;
    const ard_pn_options *o = &s->options;
    for (int c = 0; c < s->function.n_outputs; c++) {
        int64_t v = s->first[c];
        s->x[v] = q->bias[c];
        s->d[v] = pn_bias_slope(s, c);
        s->penalty[v] = pn_bias_penalty(o);
        for (v++; v < s->first[c + 1]; v++) {
            const int64_t j = s->set[v - c - 1];
            s->x[v] = q->weight[j];
            s->d[v] = pn_weight_slope(s, j);
            s->penalty[v] = pn_weight_penalty(s, j);
        }
    }
    for (int64_t k = 0, v = s->order - s->n_scale_set; k < s->n_scale_set; k++, v++) {
        s->x[v] = q->scale[s->scale_set[k]];
        s->d[v] = s->d_scale[s->scale_set[k]];
        s->penalty[v] = o->scales;
    }
}

/* Copy the current point with the working variables replaced by u. */
static void make_trial(ard_pn *s)
{
    ard_point *to = &s->trial;
    const ard_point *from = &s->point;
    memcpy(to->weight, from->weight, (size_t)s->function.n_weights * sizeof *to->weight);
    memcpy(to->scale, from->scale, (size_t)s->function.n_scales * sizeof *to->scale);
    for (int64_t v = 0; v < s->order; v++)
        if (s->penalty[v].kind != ARD_FREE && s->penalty[v].kind != ARD_GROUP && fabs(s->u[v]) < TINY) s->u[v] = 0.0;
    for (int c = 0; c < s->function.n_outputs; c++) {
        to->bias[c] = s->u[s->first[c]];
        for (int64_t v = s->first[c] + 1; v < s->first[c + 1]; v++) to->weight[s->set[v - c - 1]] = s->u[v];
    }
    for (int64_t k = 0; k < s->n_scale_set; k++) to->scale[s->scale_set[k]] = s->u[s->order - s->n_scale_set + k];
    ard_point_index(to, s->function.n_weights, s->function.n_scales);
}

/* Gains that the model promises for u: first order (with the change of the penalty's norm) and quadratic. */
static void promised(ard_pn *s, const double *h, double *first, double *quadratic)
{
    const int64_t m = s->order;
    double linear = 0, change = 0;
    for (int64_t v = 0; v < m; v++) {
        s->step[v] = s->u[v] - s->x[v];
        linear += s->d[v] * s->step[v];
        if (s->penalty[v].kind != ARD_GROUP) change += s->penalty[v].rate * (fabs(s->u[v]) - fabs(s->x[v]));
    }
    if (pn_is_grouped(s)) change = s->options.weights.rate * (pn_sum_lengths(s, s->u) - pn_sum_lengths(s, s->x));
    ard_gemv('N', m, m, 1.0, h, m, s->step, 0.0, s->product);
    *first = linear - change;
    *quadratic = *first - 0.5 * ard_dot(m, s->step, s->product);
}

/* ------------------------------------------------------------------ a step */

static void accept(ard_pn *s, double objective)
{
    ard_point swap = s->point;
    s->point = s->trial;
    s->trial = swap;
    double *f = s->f;
    s->f = s->f_trial;
    s->f_trial = f;
    s->objective = objective;
}

/* The maximum u of the quadratic model with h, damped. */
static void solve_model(ard_pn *s, double *h)
{
    const int64_t m = s->order;
    for (int64_t v = 0; v < m; v++) {
        s->undamped[v] = h[v * m + v];
        h[v * m + v] += s->mu * s->diagonal[v] + RIDGE;
    }
    if (pn_is_grouped(s)) /* the penalties after the bias are those of the terms of one output, and so of each */
        ard_group_qp(m, s->function.n_outputs, h, s->d, s->x, s->penalty, s->u, s->qp_work);
    else
        ard_qp(m, h, s->d, s->x, s->penalty, SWEEPS, 1e-13, s->u, s->qp_work);
    for (int64_t v = 0; v < m; v++) h[v * m + v] = s->undamped[v];
}

/* Raise mu until a step is accepted; none: *found is false. A step whose gain is too small for F to show it is taken where F does
 * not fall by more than rounding, UNSEEN of them at most: conditions of optimality are known to more digits than F. */
static int search(ard_pn *s, bool have_newton, bool *found)
{
    int rc = ARDOR_OK;
    *found = false;
    for (int try = 0; try < TRIES; try++) {
        double *h = s->gauss;
        if (have_newton && try < NEWTON_TRIES && definite(s, s->newton, s->mu)) h = s->newton;
        solve_model(s, h);
        make_trial(s);
        double first = 0, predicted = 0, objective = 0;
        promised(s, h, &first, &predicted);
        TRY(objective_at(s, &s->trial, s->f_trial, &objective));
        double gain = objective - s->objective;
        if (gain > 0 && gain >= ACCEPT * first) {
            double rho = gain / fmax(predicted, 1e-300);
            if (rho > 0.75)
                s->mu = fmax(s->mu / 5, 1e-9);
            else if (rho < 0.25)
                s->mu = fmin(s->mu * 4, 1e6);
            accept(s, objective);
            *found = true;
            break;
        }
        if (first < 1e-12 * fmax(1.0, fabs(s->objective))) {
            *found = gain >= -TINY * fmax(1.0, fabs(s->objective)) && s->unseen++ < UNSEEN;
            if (*found) accept(s, objective);
            break;
        }
        s->mu = fmax(6 * s->mu, 1e-3);
    }
done:
    return rc;
}

/* Along (c w, theta / c) f does not change; the penalty is least where lam1 |w| = lam2 |theta|. Has the point moved there? */
static bool rebalance(ard_pn *s)
{
    ard_point *q = &s->point;
    const ard_pn_function *fn = &s->function;
    if (!fn->scale_invariant || !fn->n_scales || !q->n_active || !q->n_live) return false;
    if (s->options.penalise_bias && fn->bias_shift != 0.0) return false;
    double weights = 0, signed_sum = 0, scales = 0;
    for (int64_t j = 0; j < q->n_active; j++) {
        weights += fabs(q->active_weight[j]);
        signed_sum += q->active_weight[j];
    }
    for (int64_t k = 0; k < q->n_live; k++) scales += q->live_scale[k];
    double c = sqrt(s->options.scales.rate * scales / (s->options.weights.rate * weights));
    if (!(c > 0) || !isfinite(c) || fabs(c - 1) <= 1e-3) return false;
    double before = penalty_of(s, q);
    for (int64_t j = 0; j < fn->n_weights; j++) q->weight[j] *= c;
    for (int64_t k = 0; k < fn->n_scales; k++) q->scale[k] /= c;
    q->bias[0] += (1 - c) * fn->bias_shift * signed_sum;
    ard_point_index(q, fn->n_weights, fn->n_scales);
    s->objective += before - penalty_of(s, q);
    return true;
}

/* The step's report. Nothing is said to be an optimum, and no certificate given, before all variables were looked at. */
static void describe(ard_pn *s, ard_iteration *out)
{
    *out = (ard_iteration){.objective = s->objective,
                           .certificate = ard_certificate_none(),
                           .n_vectors = pn_count_terms(s),
                           .n_features = s->point.n_live};
    if (!s->complete) return;
    out->certificate = s->certificate;
    const double tol = s->options.tol, scales = s->function.n_scales ? s->certificate.scales : 0.0;
    const bool certified = s->certificate.weights < tol && scales < tol;
    if (pn_is_null(s))
        out->stop = certified ? ARD_STOP_NULL_MODEL : ARD_STOP_NONE;
    else if (certified)
        out->stop = ARD_STOP_CONVERGED;
}

/* A better point by the quadratic model on a working set, if there is one. */
static int improve(ard_pn *s, bool *found)
{
    int rc = ARDOR_OK;
    choose_working_set(s);
    gather_variables(s);
    TRY(pn_gauss_newton(s));
    const bool newton = pn_wants_newton(s);
    if (newton) TRY(pn_newton_matrix(s));
    TRY(search(s, newton, found));
done:
    return rc;
}

int ard_pn_step(void *state, ard_iteration *out)
{
    int rc = ARDOR_OK;
    ard_pn *s = state;
    bool found = false;
    describe(s, out);
    if (out->stop != ARD_STOP_NONE || !isfinite(s->objective)) return ARDOR_OK;
    if (s->unbalanced) {
        s->unbalanced = false;
        if (rebalance(s)) TRY(pn_certify(s, true));
    }
    TRY(improve(s, &found));
    if (!found && !s->complete) { /* among the weights that are in there is none: let others enter */
        TRY(pn_complete(s));
        s->mu = s->options.damping;
        TRY(improve(s, &found));
    }
    if (found) {
        rebalance(s);
        TRY(pn_certify(s, false));
    }
    describe(s, out);
    if (pn_can_grow(s) && s->n_wanted > s->function.weight_room)
        out->grow = ard_pn_grow;
    else if (!found && out->stop == ARD_STOP_NONE)
        out->stop = ARD_STOP_STALLED;
done:
    return rc;
}

int ard_pn_start(ard_pn *s, const ard_pn_options *options)
{
    int rc = ARDOR_OK;
    s->options = *options;
    s->mu = options->damping;
    s->unbalanced = options->rebalance;
    s->unseen = 0;
    s->n_partial = 0;
    s->n_wanted = 0;
    REQUIRE(s->context, s->function.n_scales == 0 || (!(options->ridge > 0) && !options->forced), ARDOR_INTERNAL,
            "proximal Newton with learnt scales has no ridge and no forced weights");
    if (pn_is_grouped(s)) TRY(pn_check_groups(s));
    ard_point_index(&s->point, s->function.n_weights, s->function.n_scales);
    const int64_t start = pn_is_grouped(s) ? s->function.n_outputs * pn_count_terms(s) : s->point.n_active;
    while (pn_can_grow(s) && start > s->function.weight_room) TRY(pn_make_room(s));
    REQUIRE(s->context, start <= s->function.weight_room, ARDOR_INTERNAL,
            "a start of %lld weights does not fit into the workspace", (long long)start);
    TRY(objective_at(s, &s->point, s->f, &s->objective));
    TRY(pn_certify(s, true));
done:
    return rc;
}

int64_t ard_pn_weight_room(const ard_pn *s) { return s->function.weight_room; }

bool ard_pn_full(const ard_pn *s)
{
    return s->point.n_active >= s->function.weight_room && s->function.weight_room < s->function.n_weights;
}

double ard_pn_objective(const ard_pn *s) { return s->objective; }
const double *ard_pn_latent(const ard_pn *s) { return s->f; }
const double *ard_pn_residual(const ard_pn *s) { return s->g; }
const double *ard_pn_weight_gradient(const ard_pn *s) { return s->d_weight; }
double ard_pn_bias_gradient(const ard_pn *s) { return s->gradient[0]; }
ard_point *ard_pn_point(ard_pn *s) { return &s->point; }
