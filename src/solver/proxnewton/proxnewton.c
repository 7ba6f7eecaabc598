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

#include "linalg/blas.h"
#include "linalg/qp.h"
#include "special/probit.h"

enum { GROW = 20, TRIES = 25, NEWTON_TRIES = 8, SWEEPS = 50 };
static const double ACCEPT = 1e-4, TINY = 1e-14, RIDGE = 1e-10, CURVATURE_WORK = 1e9;

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
    double weights = s->options.penalise_bias ? fabs(q->bias) : 0.0, scales = 0.0;
    for (int64_t j = 0; j < q->n_active; j++) weights += fabs(q->active_weight[j]);
    for (int64_t k = 0; k < q->n_live; k++) scales += q->live_scale[k];
    return s->options.lam1 * weights + s->options.lam2 * scales;
}

/* F at a point; leaves f (with bias) in `f`. */
static double objective_at(ard_pn *s, const ard_point *q, double *f)
{
    const int64_t n = s->function.n;
    s->function.latent(s->function.self, q, f);
    for (int64_t i = 0; i < n; i++) {
        f[i] += q->bias;
        s->margin[i] = s->sign[i] * f[i];
    }
    ard_probit(n, s->margin, s->log_phi, NULL);
    double sum = 0;
    if (s->weight)
        for (int64_t i = 0; i < n; i++) sum += s->weight[i] * s->log_phi[i];
    else
        for (int64_t i = 0; i < n; i++) sum += s->log_phi[i];
    return sum - penalty_of(s, q);
}

void ard_pn_violations(const ard_pn *s, double zero_weight, double zero_scale, double *kkt_weights, double *kkt_scales)
{
    const ard_point *q = &s->point;
    const double lam1 = s->options.lam1, lam2 = s->options.lam2;
    double weights = 0, scales = 0;
    for (int64_t j = 0; j < s->function.n_weights; j++) {
        double d = s->d_weight[j], w = q->weight[j];
        weights = fmax(weights, fabs(w) > zero_weight ? fabs(d - copysign(lam1, w)) : fabs(d) - lam1);
    }
    double b = q->bias, d = s->d_bias;
    if (!s->options.penalise_bias)
        weights = fmax(weights, fabs(d));
    else
        weights = fmax(weights, fabs(b) > zero_weight ? fabs(d - copysign(lam1, b)) : fabs(d) - lam1);
    for (int64_t k = 0; k < s->function.n_scales; k++)
        scales = fmax(scales, q->scale[k] > zero_scale ? fabs(s->d_scale[k] - lam2) : s->d_scale[k] - lam2);
    *kkt_weights = fmax(weights, 0.0) / lam1;
    *kkt_scales = s->function.n_scales ? fmax(scales, 0.0) / lam2 : 0.0;
}

/* g, W, all gradients and the KKT residuals at the current point. */
static void certify(ard_pn *s)
{
    const int64_t n = s->function.n;
    const ard_point *q = &s->point;
    for (int64_t i = 0; i < n; i++) s->margin[i] = s->sign[i] * s->f[i];
    ard_probit(n, s->margin, NULL, s->mills);
    s->d_bias = 0;
    for (int64_t i = 0; i < n; i++) {
        double c = s->weight ? s->weight[i] : 1.0, m = s->mills[i];
        s->g[i] = c * s->sign[i] * m;
        s->curvature[i] = c * fmax(m * (m + s->margin[i]), 1e-12);
        s->d_bias += s->g[i];
    }
    s->function.gradient(s->function.self, q, s->g, s->design + n, s->d_weight, s->d_scale);
    ard_pn_violations(s, 0.0, 0.0, &s->kkt_weights, &s->kkt_scales);
}

/* ------------------------------------------------------------------ working set */

/* Insertion sort: the lists are short. */
static void sort_indices(int64_t n, int64_t *index)
{
    for (int64_t a = 1; a < n; a++)
        for (int64_t b = a; b > 0 && index[b] < index[b - 1]; b--) {
            int64_t swap = index[b];
            index[b] = index[b - 1];
            index[b - 1] = swap;
        }
}

/* The GROW (at most `room`) worst of the zeros whose gradient exceeds the rate, in increasing order of index. Selection by
 * insertion keeps ties in index order, so that the set does not depend on a sort. */
static int64_t worst_zeros(int64_t n, const double *value, const double *d, double rate, bool both_signs, int64_t room,
                           int64_t *out)
{
    double worst[GROW];
    int64_t count = 0;
    const int64_t most = ard_min64(room, GROW);
    if (most <= 0) return 0;
    for (int64_t j = 0; j < n; j++) {
        double excess = (both_signs ? fabs(d[j]) : d[j]) - rate;
        if (value[j] != 0.0 || !(excess > 0.0)) continue;
        if (count == most && !(excess > worst[most - 1])) continue;
        int64_t at = count < most ? count++ : most - 1;
        for (; at > 0 && excess > worst[at - 1]; at--) {
            worst[at] = worst[at - 1];
            out[at] = out[at - 1];
        }
        worst[at] = excess;
        out[at] = j;
    }
    sort_indices(count, out);
    return count;
}

/* The live scales, or where there are more than room for them (a dense start with p > n) those that violate their condition most:
 * the others wait for a later step. Increasing order. */
static int64_t choose_live(ard_pn *s)
{
    const ard_point *q = &s->point;
    const int64_t room = s->function.scale_room;
    int64_t *set = s->scale_set, left = q->n_live;
    memcpy(set, q->live, (size_t)q->n_live * sizeof *set);
    if (left <= room) return left;
    for (int64_t r = 0; r < room; r++) {
        int64_t worst = r;
        for (int64_t k = r + 1; k < left; k++)
            if (fabs(s->d_scale[set[k]] - s->options.lam2) > fabs(s->d_scale[set[worst]] - s->options.lam2)) worst = k;
        int64_t swap = set[worst];
        set[worst] = set[r];
        set[r] = swap;
    }
    sort_indices(room, set);
    return room;
}

static void choose_working_set(ard_pn *s)
{
    const ard_point *q = &s->point;
    memcpy(s->set, q->active, (size_t)q->n_active * sizeof *s->set);
    int64_t fresh = worst_zeros(s->function.n_weights, q->weight, s->d_weight, s->options.lam1, true,
                                s->function.weight_room - q->n_active, s->set + q->n_active);
    s->n_set = q->n_active + fresh;
    s->n_scale_set = 0;
    if (s->function.n_scales) {
        int64_t live = choose_live(s);
        s->n_scale_set = live + worst_zeros(s->function.n_scales, q->scale, s->d_scale, s->options.lam2, false,
                                            s->function.scale_room - live, s->scale_set + live);
    }
    s->function.columns(s->function.self, q, fresh, s->set + q->n_active, s->n_scale_set, s->scale_set,
                        s->design + s->function.n);
    s->order = 1 + s->n_set + s->n_scale_set;
}

/* ------------------------------------------------------------------ quadratic model */

/* Hgn = D'WD into s->gauss, and its diagonal. Columns are scaled by sqrt(W) in chunks of rows, so that D itself
 * stays and the buffer is small. */
static void gauss_newton(ard_pn *s)
{
    const int64_t n = s->function.n, m = s->order;
    for (int64_t i = 0; i < n; i++) s->design[i] = 1.0;
    bool first = true;
    for (int64_t row = 0; row < n; row += s->chunk, first = false) {
        int64_t rows = ard_min64(s->chunk, n - row);
        for (int64_t i = 0; i < rows; i++) s->root[i] = sqrt(s->curvature[row + i]);
        for (int64_t c = 0; c < m; c++) {
            const double *from = s->design + c * n + row;
            double *to = s->scaled + c * rows;
            for (int64_t i = 0; i < rows; i++) to[i] = s->root[i] * from[i];
        }
        ard_syrk('T', m, rows, 1.0, s->scaled, rows, first ? 0.0 : 1.0, s->gauss, m);
    }
    ard_symmetrise(m, s->gauss, m);
    for (int64_t c = 0; c < m; c++) s->diagonal[c] = s->gauss[c * m + c];
}

/* True if s->newton holds Hn: worth it where the scale block is affordable. */
static bool newton_matrix(ard_pn *s)
{
    const ard_point *q = &s->point;
    const int64_t m = s->order, na = s->n_set, nf = s->n_scale_set;
    if (!s->options.second_order || !s->function.curvature || q->n_active == 0 || nf == 0) return false;
    if (nf > s->function.curvature_limit || (double)s->function.n * (double)q->n_active * (double)(nf * nf) > CURVATURE_WORK)
        return false;
    double *cross = s->qp_work, *square = s->qp_work + na * nf;
    s->function.curvature(s->function.self, q, s->g, na, s->set, nf, s->scale_set, s->design + s->function.n, cross, square);
    memcpy(s->newton, s->gauss, (size_t)(m * m) * sizeof *s->newton);
    for (int64_t k = 0; k < nf; k++) {
        double *column = s->newton + (1 + na + k) * m;
        for (int64_t j = 0; j < na; j++) {
            column[1 + j] -= cross[k * na + j];
            s->newton[(1 + j) * m + 1 + na + k] = column[1 + j];
        }
        for (int64_t l = 0; l < nf; l++) column[1 + na + l] -= square[k * nf + l];
    }
    return true;
}

/* Positive definite with the damping mu, judged after scaling to unit diagonal? */
static bool definite(const ard_pn *s, const double *h, double mu)
{
    const int64_t m = s->order;
    double *trial = s->qp_work;
    for (int64_t c = 0; c < m; c++) {
        double sc = 1.0 / sqrt(s->diagonal[c] + 1e-12);
        for (int64_t r = c; r < m; r++) {
            double value = h[c * m + r];
            if (r == c) value += mu * s->diagonal[c] + RIDGE;
            trial[c * m + r] = value * sc / sqrt(s->diagonal[r] + 1e-12);
        }
        trial[c * m + c] += RIDGE;
    }
    return ard_cholesky(m, trial, m) == 0;
}

static void gather_variables(ard_pn *s)
{
    const ard_point *q = &s->point;
    const ard_pn_options *o = &s->options;
    s->x[0] = q->bias;
    s->d[0] = s->d_bias;
    s->penalty[0] = o->penalise_bias ? o->lam1 : 0.0;
    s->kind[0] = o->penalise_bias ? ARD_L1 : ARD_FREE;
    for (int64_t j = 0, v = 1; j < s->n_set; j++, v++) {
        s->x[v] = q->weight[s->set[j]];
        s->d[v] = s->d_weight[s->set[j]];
        s->penalty[v] = o->lam1;
        s->kind[v] = ARD_L1;
    }
    for (int64_t k = 0, v = 1 + s->n_set; k < s->n_scale_set; k++, v++) {
        s->x[v] = q->scale[s->scale_set[k]];
        s->d[v] = s->d_scale[s->scale_set[k]];
        s->penalty[v] = o->lam2;
        s->kind[v] = ARD_NONNEGATIVE;
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
        if (s->kind[v] != ARD_FREE && fabs(s->u[v]) < TINY) s->u[v] = 0.0;
    to->bias = s->u[0];
    for (int64_t j = 0; j < s->n_set; j++) to->weight[s->set[j]] = s->u[1 + j];
    for (int64_t k = 0; k < s->n_scale_set; k++) to->scale[s->scale_set[k]] = s->u[1 + s->n_set + k];
    ard_point_index(to, s->function.n_weights, s->function.n_scales);
}

/* Gains that the model promises for u: first order (with the change of penalty) and quadratic. */
static void promised(ard_pn *s, const double *h, double *first, double *quadratic)
{
    const int64_t m = s->order;
    double linear = 0, change = 0;
    for (int64_t v = 0; v < m; v++) {
        s->step[v] = s->u[v] - s->x[v];
        linear += s->d[v] * s->step[v];
        change += s->penalty[v] * (fabs(s->u[v]) - fabs(s->x[v]));
    }
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
    ard_qp(m, h, s->d, s->x, s->penalty, s->kind, SWEEPS, 1e-13, s->u, s->qp_work);
    for (int64_t v = 0; v < m; v++) h[v * m + v] = s->undamped[v];
}

/* Raise mu until a step is accepted. */
static bool search(ard_pn *s, bool have_newton)
{
    for (int try = 0; try < TRIES; try++) {
        double *h = s->gauss;
        if (have_newton && try < NEWTON_TRIES && definite(s, s->newton, s->mu)) h = s->newton;
        solve_model(s, h);
        make_trial(s);
        double first = 0, predicted = 0;
        promised(s, h, &first, &predicted);
        double objective = objective_at(s, &s->trial, s->f_trial);
        double gain = objective - s->objective;
        if (gain > 0 && gain >= ACCEPT * first) {
            double rho = gain / fmax(predicted, 1e-300);
            if (rho > 0.75)
                s->mu = fmax(s->mu / 5, 1e-9);
            else if (rho < 0.25)
                s->mu = fmin(s->mu * 4, 1e6);
            accept(s, objective);
            return true;
        }
        if (first < 1e-12 * fmax(1.0, fabs(s->objective))) return false;
        s->mu = fmax(6 * s->mu, 1e-3);
    }
    return false;
}

/* Along (c w, theta / c) f does not change; the penalty is least where lam1 |w| = lam2 |theta|. */
static void rebalance(ard_pn *s)
{
    ard_point *q = &s->point;
    const ard_pn_function *fn = &s->function;
    if (!fn->scale_invariant || !fn->n_scales || !q->n_active || !q->n_live) return;
    if (s->options.penalise_bias && fn->bias_shift != 0.0) return;
    double weights = 0, signed_sum = 0, scales = 0;
    for (int64_t j = 0; j < q->n_active; j++) {
        weights += fabs(q->active_weight[j]);
        signed_sum += q->active_weight[j];
    }
    for (int64_t k = 0; k < q->n_live; k++) scales += q->live_scale[k];
    double c = sqrt(s->options.lam2 * scales / (s->options.lam1 * weights));
    if (!(c > 0) || !isfinite(c) || fabs(c - 1) <= 1e-3) return;
    double before = penalty_of(s, q);
    for (int64_t j = 0; j < fn->n_weights; j++) q->weight[j] *= c;
    for (int64_t k = 0; k < fn->n_scales; k++) q->scale[k] /= c;
    q->bias += (1 - c) * fn->bias_shift * signed_sum;
    ard_point_index(q, fn->n_weights, fn->n_scales);
    s->objective += before - penalty_of(s, q);
}

static bool null_model(const ard_pn *s) { return s->point.n_active == 0 || (s->function.n_scales && s->point.n_live == 0); }

static void describe(const ard_pn *s, ard_iteration *out)
{
    *out = (ard_iteration){.objective = s->objective,
                           .kkt_weights = s->kkt_weights,
                           .kkt_scales = s->kkt_scales,
                           .n_vectors = s->point.n_active,
                           .n_features = s->point.n_live};
    bool certified = s->kkt_weights < s->options.tol && s->kkt_scales < s->options.tol;
    if (null_model(s))
        out->stop = certified ? ARD_STOP_NULL_MODEL : ARD_STOP_NONE;
    else if (certified)
        out->stop = ARD_STOP_CONVERGED;
}

int ard_pn_step(void *state, ard_iteration *out)
{
    ard_pn *s = state;
    describe(s, out);
    if (out->stop != ARD_STOP_NONE || !isfinite(s->objective)) return ARDOR_OK;
    if (s->unbalanced) {
        s->unbalanced = false;
        rebalance(s);
        certify(s);
    }
    choose_working_set(s);
    gather_variables(s);
    gauss_newton(s);
    bool have_newton = newton_matrix(s);
    if (!search(s, have_newton)) {
        out->stop = ARD_STOP_STALLED;
        return ARDOR_OK;
    }
    rebalance(s);
    certify(s);
    describe(s, out);
    return ARDOR_OK;
}

void ard_pn_start(ard_pn *s, const ard_pn_options *options)
{
    s->options = *options;
    s->mu = options->damping;
    ard_point_index(&s->point, s->function.n_weights, s->function.n_scales);
    s->objective = objective_at(s, &s->point, s->f);
    s->unbalanced = options->rebalance;
    certify(s);
}

bool ard_pn_full(const ard_pn *s)
{
    return s->point.n_active >= s->function.weight_room && s->function.weight_room < s->function.n_weights;
}

double ard_pn_objective(const ard_pn *s) { return s->objective; }
const double *ard_pn_latent(const ard_pn *s) { return s->f; }
const double *ard_pn_residual(const ard_pn *s) { return s->g; }
const double *ard_pn_weight_gradient(const ard_pn *s) { return s->d_weight; }
const double *ard_pn_scale_gradient(const ard_pn *s) { return s->d_scale; }
double ard_pn_bias_gradient(const ard_pn *s) { return s->d_bias; }
ard_point *ard_pn_point(ard_pn *s) { return &s->point; }
