/* Descent by blocks, with Newton's method on the groups that are not zero.
 *
 * The maximum over one group is found to rounding: with the eigenvalues l_i of its block of H and the pull r in their basis, it
 * is zero where |r| <= rate, and else of the length s for which sum_i (r_i / (l_i s + rate))^2 = 1. One over the root of that sum
 * is a concave, rising function of s, so that Newton's steps towards 1 go up to s from below and never beyond it.
 *
 * Descent says which groups are zero long before it has the values of the others. Off zero lengths are smooth: there Newton's
 * method converges quadratically. Where its step takes a group through zero, the group becomes zero there; where it is too
 * long, or a zero
 * wants to leave, descent goes on. */
#include "linalg/group_qp.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/blas.h"

/* Few rounds are needed: each raises the objective, and the limits are for matrices that are not definite. */
enum { ROUNDS = 100, SWEEPS = 50, SETTLED_SWEEPS = 2, STEPS = 20, HALVINGS = 30, LENGTH_STEPS = 60 };
static const double EXACT = 1e-14;   /* of a gradient, relative to what it is the difference of */
static const double ENOUGH = 1e-4;   /* of what first order promises */
static const double NOTHING = 1e-13; /* a promise, relative to the penalty: below it only rounding tells gains from losses */
static const double SLACK = 1e-9;

typedef struct programme {
    int64_t m, k, length; /* length of a run */
    const double *h, *g, *x;
    const ard_penalty *penalty;
    double *u, *hd;          /* m; hd = H (u - x) */
    double *vectors, *value; /* of each group's block: k x k, k */
    double *pull, *turned;   /* k */
    int64_t n, *support;     /* free variables, and those of groups off zero */
    int64_t *place;          /* m: in the support */
    double *factor;          /* n x n */
    double *slope, *step;    /* n */
    double *product;         /* m: H step */
    double *before;          /* m: a point that others were tried after */
} programme;

int64_t ard_group_qp_work(int64_t m, int64_t k) { return m * m + m * (k + 8) + 5 * k; }

static void lay_out(programme *q, double *work)
{
    double **const parts[] = {&q->hd, &q->value, &q->slope, &q->step, &q->product, &q->before};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, work += q->m) *parts[i] = work;
    q->support = (int64_t *)work;
    q->place = (int64_t *)(work + q->m);
    q->vectors = work + 2 * q->m;
    q->pull = q->vectors + q->m * q->k;
    q->turned = q->pull + q->k; /* 4 k: the eigenvectors' scratch too */
    q->factor = q->turned + 4 * q->k;
}

static bool is_group(const programme *q, int64_t r) { return q->penalty[r].kind == ARD_GROUP; }

/* Of u + t d at place r of each run; d NULL: of u. */
static double length_at(const programme *q, int64_t r, double t, const double *d)
{
    double squares = 0;
    for (int64_t v = r; v < q->m; v += q->length) {
        const double here = d ? q->u[v] + t * d[q->place[v]] : q->u[v];
        squares += here * here;
    }
    return sqrt(squares);
}

/* ------------------------------------------------------------------ blocks */

/* False: H is not finite. */
static bool find_blocks(programme *q)
{
    for (int64_t r = 0; r < q->length; r++) {
        double *block = q->vectors + r * q->k * q->k, *value = q->value + r * q->k;
        if (!is_group(q, r)) continue;
        for (int64_t d = 0; d < q->k; d++)
            for (int64_t c = d; c < q->k; c++) block[d * q->k + c] = q->h[(d * q->length + r) * q->m + c * q->length + r];
        if (ard_symmetric_eigen(q->k, block, q->k, value, q->turned) != 0) return false;
        for (int64_t c = 0; c < q->k; c++) value[c] = fmax(value[c], 0.0);
    }
    return true;
}

/* s of sum_i (r_i / (l_i s + rate))^2 = 1, from a guess. */
static double best_length(int64_t k, const double *r, const double *l, double rate, double s)
{
    for (int i = 0; i < LENGTH_STEPS; i++) {
        double squares = 0, slope = 0;
        for (int64_t c = 0; c < k; c++) {
            const double below = l[c] * s + rate, share = r[c] / below;
            squares += share * share;
            slope += share * share * l[c] / below;
        }
        const double root = sqrt(squares), step = (root - 1) * squares / slope;
        if (!(slope > 0) || !isfinite(step)) break;
        const double next = fmax(s + step, 0.0);
        if (fabs(next - s) <= 2e-16 * s) break;
        s = next;
    }
    return s;
}

static void move_to(programme *q, int64_t v, double target, double *largest)
{
    const double *column = q->h + v * q->m, change = target - q->u[v], size = change * change * column[v];
    if (change == 0.0) return;
    q->u[v] = target;
    ard_axpy(q->m, change, column, q->hd);
    *largest = size > *largest ? size : *largest;
}

/* To the maximum over the group r. Is it zero now where it was not, or the other way? */
static bool move_group(programme *q, int64_t r, double *largest)
{
    const int64_t k = q->k;
    const double rate = q->penalty[r].rate, before = length_at(q, r, 0, NULL), *vectors = q->vectors + r * k * k,
                 *value = q->value + r * k;
    for (int64_t c = 0; c < k; c++) {
        const int64_t v = c * q->length + r;
        q->pull[c] = q->g[v] - q->hd[v];
        for (int64_t d = 0; d < k && before > 0; d++) q->pull[c] += q->h[v * q->m + d * q->length + r] * q->u[d * q->length + r];
    }
    const bool zero = !(sqrt(ard_dot(k, q->pull, q->pull)) > rate);
    if (!zero) {
        ard_gemv('T', k, k, 1.0, vectors, k, q->pull, 0.0, q->turned);
        const double s = best_length(k, q->turned, value, rate, before);
        for (int64_t c = 0; c < k; c++) q->turned[c] *= s / (value[c] * s + rate);
        ard_gemv('N', k, k, 1.0, vectors, k, q->turned, 0.0, q->pull);
    }
    for (int64_t c = 0; c < k; c++) move_to(q, c * q->length + r, zero ? 0.0 : q->pull[c], largest);
    return zero == (before > 0);
}

/* Until the zeros have settled. */
static void descend(programme *q)
{
    for (int s = 0, settled = 0; s < SWEEPS && settled < SETTLED_SWEEPS; s++) {
        double largest = 0;
        bool turned = false;
        for (int64_t r = 0; r < q->length; r++) {
            if (is_group(q, r)) turned = move_group(q, r, &largest) || turned;
            for (int64_t v = r; v < q->m && !is_group(q, r); v += q->length)
                if (q->h[v * q->m + v] > 0) move_to(q, v, q->u[v] + (q->g[v] - q->hd[v]) / q->h[v * q->m + v], &largest);
        }
        settled = turned ? 0 : settled + 1;
        if (largest == 0) return;
    }
}

/* ------------------------------------------------------------------ Newton's method on the support */

static void find_support(programme *q)
{
    q->n = 0;
    for (int64_t v = 0; v < q->m; v++) {
        const bool is_in = !is_group(q, v % q->length) || length_at(q, v % q->length, 0, NULL) > 0;
        q->place[v] = is_in ? q->n : -1;
        if (is_in) q->support[q->n++] = v;
    }
}

/* The gradient on the support, as a share of what it is the difference of. */
static double find_slope(programme *q)
{
    double most = 0, scale = 0;
    for (int64_t i = 0; i < q->n; i++) {
        const int64_t v = q->support[i], r = v % q->length;
        const double penalty = is_group(q, r) ? q->penalty[r].rate * q->u[v] / length_at(q, r, 0, NULL) : 0;
        q->slope[i] = q->g[v] - q->hd[v] - penalty;
        most = fmax(most, fabs(q->slope[i]));
        scale = fmax(scale, fabs(q->g[v]) + fabs(q->hd[v]) + fabs(penalty));
    }
    return scale > 0 ? most / scale : 0;
}

/* The second derivatives of rate |u_r|, rate / |u_r| (1 - e e'), e = u_r / |u_r|. */
static void add_curvature(programme *q, int64_t r)
{
    const double length = length_at(q, r, 0, NULL), bend = q->penalty[r].rate / length;
    for (int64_t v = r; v < q->m; v += q->length)
        for (int64_t w = v; w < q->m; w += q->length)
            q->factor[q->place[v] * q->n + q->place[w]] += bend * ((v == w) - q->u[v] / length * (q->u[w] / length));
}

static bool find_step(programme *q)
{
    for (int64_t c = 0; c < q->n; c++)
        for (int64_t r = c; r < q->n; r++) q->factor[c * q->n + r] = q->h[q->support[c] * q->m + q->support[r]];
    for (int64_t r = 0; r < q->length; r++)
        if (is_group(q, r) && q->place[r] >= 0) add_curvature(q, r);
    if (ard_cholesky(q->n, q->factor, q->n) != 0) return false;
    memcpy(q->step, q->slope, (size_t)q->n * sizeof *q->step);
    ard_cholesky_solve(q->n, 1, q->factor, q->n, q->step, q->n);
    memset(q->product, 0, (size_t)q->m * sizeof *q->product);
    for (int64_t i = 0; i < q->n; i++) ard_axpy(q->m, q->step[i], q->h + q->support[i] * q->m, q->product);
    return true;
}

/* rate |u_r|, summed, at u + t step. */
static double penalty_at(const programme *q, double t)
{
    double sum = 0;
    for (int64_t r = 0; r < q->length; r++)
        if (is_group(q, r) && q->place[r] >= 0) sum += q->penalty[r].rate * length_at(q, r, t, q->step);
    return sum;
}

/* The share of the step that the objective rises by enough for. */
static double find_share(const programme *q)
{
    const double promise = ard_dot(q->n, q->slope, q->step), penalty = penalty_at(q, 0);
    double linear = 0, square = 0, t = 1;
    if (promise <= NOTHING * penalty) return 1;
    for (int64_t i = 0; i < q->n; i++) {
        linear += (q->g[q->support[i]] - q->hd[q->support[i]]) * q->step[i];
        square += q->product[q->support[i]] * q->step[i];
    }
    for (int i = 0; i < HALVINGS; i++, t /= 2)
        if (t * linear - t * t / 2 * square - (penalty_at(q, t) - penalty) >= ENOUGH * t * promise) return t;
    return 0;
}

/* What the many small changes have left of rounding is not to be seen in the maximum. */
static void renew_product(programme *q)
{
    memset(q->hd, 0, (size_t)q->m * sizeof *q->hd);
    for (int64_t v = 0; v < q->m; v++)
        if (q->u[v] != q->x[v]) ard_axpy(q->m, q->u[v] - q->x[v], q->h + v * q->m, q->hd);
}

static double objective(const programme *q)
{
    double value = -penalty_at(q, 0);
    for (int64_t v = 0; v < q->m; v++) value += (q->u[v] - q->x[v]) * (q->g[v] - q->hd[v] / 2);
    return value;
}

static void move_along(programme *q, double t)
{
    for (int64_t i = 0; i < q->n; i++) q->u[q->support[i]] += t * q->step[i];
    ard_axpy(q->m, t, q->product, q->hd);
}

/* The first group that the step takes to the other side of zero: where it does; -1: none. */
static int64_t first_flip(const programme *q, double *t)
{
    int64_t first = -1;
    *t = 1;
    for (int64_t r = 0; r < q->length; r++) {
        double squares = 0, along = 0;
        if (!is_group(q, r) || q->place[r] < 0) continue;
        for (int64_t v = r; v < q->m; v += q->length) {
            squares += q->u[v] * q->u[v];
            along += q->u[v] * q->step[q->place[v]];
        }
        if (!(along < 0) || !(-squares / along < *t)) continue;
        *t = -squares / along;
        first = r;
    }
    return first;
}

/* The step up to there, where that group becomes zero, if the objective rises. */
static bool drop_group(programme *q)
{
    double t = 1, largest = 0;
    const int64_t r = first_flip(q, &t);
    if (r < 0) return false;
    const double now = objective(q);
    memcpy(q->before, q->u, (size_t)q->m * sizeof *q->u);
    move_along(q, t);
    for (int64_t v = r; v < q->m; v += q->length) move_to(q, v, 0.0, &largest);
    if (objective(q) > now) return true;
    memcpy(q->u, q->before, (size_t)q->m * sizeof *q->u);
    renew_product(q);
    return false;
}

/* Is u the maximum with these zeros? *factored: H is definite. */
static bool climb(programme *q, bool *factored)
{
    double last = INFINITY;
    find_support(q);
    renew_product(q);
    for (int i = 0; i < STEPS; i++) {
        const double slope = find_slope(q);
        if (slope <= EXACT || (slope > .5 * last && last < SLACK)) return true;
        *factored = find_step(q);
        if (!*factored) return false;
        if (drop_group(q)) {
            find_support(q);
            last = INFINITY;
            continue;
        }
        const double t = find_share(q);
        move_along(q, t);
        if (t < 1) return false;
        last = slope;
    }
    return false;
}

static bool zeros_violate(const programme *q)
{
    for (int64_t r = 0; r < q->length; r++) {
        double squares = 0;
        for (int64_t v = r; v < q->m; v += q->length) squares += (q->g[v] - q->hd[v]) * (q->g[v] - q->hd[v]);
        if (is_group(q, r) && q->place[r] < 0 && sqrt(squares) > (1 + SLACK) * q->penalty[r].rate) return true;
    }
    return false;
}

void ard_group_qp(int64_t m, int64_t k, const double *h, const double *g, const double *x, const ard_penalty *penalty, double *u,
                  double *work)
{
    programme q = {.m = m, .k = k, .length = m / k, .h = h, .g = g, .x = x, .penalty = penalty, .u = u};
    bool factored = true, done = false;
    lay_out(&q, work);
    memcpy(u, x, (size_t)m * sizeof *u);
    memset(q.hd, 0, (size_t)m * sizeof *q.hd);
    if (!find_blocks(&q)) return;
    for (int round = 0; round < ROUNDS && factored && !done; round++) {
        descend(&q);
        done = climb(&q, &factored) && !zeros_violate(&q);
    }
}
