/* Coordinate descent with an active-set finish.
 *
 * Coordinate descent reaches the right support long before it reaches the right values when H is ill conditioned
 * (kernel columns nearly collinear), so it only proposes the support: on it, with the signs fixed, the maximum
 * solves one positive definite system. Where that solution flips a sign we go to the first flip, drop that
 * coordinate and solve again: each round raises the objective, and zeros come out exactly zero. The factor of the system is made
 * once, and follows each drop by rotations. A coordinate that was dropped too early, or that unfinished descent left at zero,
 * violates its optimality condition then: descent goes on.
 * So descent need not be done: it pauses where the signs have settled, for the finish to say whether they are the maximum's. */
#include "linalg/qp.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/blas.h"

/* A drop costs a tenth of the factor that descent in its place would have made anew: many are worth it. A few sweeps are enough
 * to let a zero enter that the finish dropped too early; rounds after the first are rare, and running out of them would leave a
 * support that is not the maximum's. */
enum { FINISH_ROUNDS = 40, ROUNDS = 10, REPAIR_SWEEPS = 10 };
/* Signs have settled when so many sweeps left them as they were. */
enum { SETTLED_SWEEPS = 2 };
static const double SLACK = 1e-9;

int64_t ard_qp_work(int64_t m) { return m * m + 4 * m; }

static double shrink(double z, double threshold, ard_penalty_kind kind)
{
    if (kind == ARD_FREE) return z;
    if (z > threshold) return z - threshold;
    if (kind == ARD_L1 && z < -threshold) return z + threshold;
    return 0.0;
}

static int sign_of(double u) { return (u > 0) - (u < 0); }

/* One pass over the coordinates; returns the largest curvature-scaled change, and whether a sign changed. hd holds H (u - x). */
static double sweep(int64_t m, const double *h, const double *g, const ard_penalty *penalty, bool all, double *u, double *hd,
                    bool *turned)
{
    double largest = 0;
    *turned = false;
    for (int64_t j = 0; j < m; j++) {
        if (!all && u[j] == 0.0 && penalty[j].kind != ARD_FREE) continue;
        const double *column = h + j * m;
        double a = column[j];
        if (!(a > 0)) continue;
        const double pulled = shrink(a * u[j] + (g[j] - hd[j]), penalty[j].rate, penalty[j].kind);
        if (pulled == 0.0 && u[j] == 0.0) continue;
        const double target = pulled / a, change = target - u[j];
        if (change == 0.0) continue;
        *turned = *turned || (penalty[j].kind != ARD_FREE && sign_of(target) != sign_of(u[j]));
        u[j] = target;
        ard_axpy(m, change, column, hd);
        const double size = change * change * a;
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* The coordinates off zero, with the factor of H on them. One that is dropped keeps its place, marked -1: its row and column of
 * the factor become those of the identity, and its part of the right-hand side is of no account. */
typedef struct face {
    int64_t k, *support;
    double *factor, *rhs, *solution; /* k x k, k, k */
} face;

/* rhs += what coordinate j, off the support, has in H x: it moves from x to 0. */
static void move_to_zero(const face *s, const double *column, double x)
{
    if (x == 0.0) return;
    for (int64_t r = 0; r < s->k; r++)
        if (s->support[r] >= 0) s->rhs[r] += column[s->support[r]] * x;
}

static void fill_face(int64_t m, const double *h, const double *g, const double *x, const ard_penalty *penalty, const double *u,
                      face *s)
{
    s->k = 0;
    for (int64_t j = 0; j < m; j++)
        if (penalty[j].kind == ARD_FREE || u[j] != 0.0) s->support[s->k++] = j;
    for (int64_t c = 0; c < s->k; c++) {
        const int64_t j = s->support[c];
        for (int64_t r = c; r < s->k; r++) s->factor[c * s->k + r] = h[j * m + s->support[r]];
        s->rhs[c] = g[j] - (penalty[j].kind == ARD_FREE ? 0.0 : penalty[j].rate * (u[j] > 0 ? 1.0 : -1.0));
    }
    for (int64_t j = 0; j < m; j++)
        if (penalty[j].kind != ARD_FREE && u[j] == 0.0) move_to_zero(s, h + j * m, x[j]);
}

/* Row and column d leave the matrix LL': without row d it is [L1; L2][L1; L2]' + (0, l)(0, l)', where l is column d below its
 * diagonal: rotations take it into the columns behind. */
static void drop_from_factor(int64_t k, int64_t d, double *factor)
{
    double *l = factor + d * k;
    for (int64_t c = d + 1; c < k; c++) {
        double *column = factor + c * k;
        if (l[c] == 0.0) continue;
        const double radius = hypot(column[c], l[c]);
        ard_rot(k - c - 1, column + c + 1, l + c + 1, column[c] / radius, l[c] / radius);
        column[c] = radius;
    }
    memset(l + d, 0, (size_t)(k - d) * sizeof *l);
    l[d] = 1.0;
    for (int64_t c = 0; c < d; c++) factor[c * k + d] = 0.0;
}

/* What has become zero leaves the support. */
static void drop_zeros(int64_t m, const double *h, const double *x, const ard_penalty *penalty, const double *u, face *s)
{
    for (int64_t r = 0; r < s->k; r++) {
        const int64_t j = s->support[r];
        if (j < 0 || penalty[j].kind == ARD_FREE || u[j] != 0.0) continue;
        drop_from_factor(s->k, r, s->factor);
        s->support[r] = -1;
        move_to_zero(s, h + j * m, x[j]);
    }
}

/* Where the solution changes sign, the largest fraction of the way that stays feasible; *hit is its position, -1 if
 * no sign changes. */
static double first_flip(const face *s, const ard_penalty *penalty, const double *u, int64_t *hit)
{
    double fraction = 1.0;
    *hit = -1;
    for (int64_t i = 0; i < s->k; i++) {
        int64_t j = s->support[i];
        if (j < 0 || penalty[j].kind == ARD_FREE || s->solution[i] * u[j] > 0) continue;
        double gap = u[j] - s->solution[i];
        double f = gap != 0.0 ? u[j] / gap : 0.0;
        if (*hit < 0 || f < fraction) {
            fraction = f;
            *hit = i;
        }
    }
    return fraction < 0.0 ? 0.0 : fraction;
}

/* u goes to the maximum on the support, or up to the first flip on the way, which becomes zero. Were there none? */
static bool move_on_face(const double *x, const ard_penalty *penalty, double *u, face *s)
{
    int64_t hit = -1;
    memcpy(s->solution, s->rhs, (size_t)s->k * sizeof *s->solution);
    ard_cholesky_solve(s->k, 1, s->factor, s->k, s->solution, s->k);
    for (int64_t r = 0; r < s->k; r++)
        if (s->support[r] >= 0) s->solution[r] += x[s->support[r]];
    const double fraction = first_flip(s, penalty, u, &hit);
    for (int64_t r = 0; r < s->k; r++) {
        const int64_t j = s->support[r];
        if (j >= 0) u[j] = hit < 0 ? s->solution[r] : u[j] + fraction * (s->solution[r] - u[j]);
    }
    if (hit >= 0) u[s->support[hit]] = 0.0;
    return hit < 0;
}

/* Solve on the support with the signs of u; repeat after each flip. Leaves u as it is where H is not definite. Is u the maximum
 * with these signs? */
static bool finish(int64_t m, const double *h, const double *g, const double *x, const ard_penalty *penalty, double *u, face *s)
{
    fill_face(m, h, g, x, penalty, u, s);
    if (s->k == 0) return true;
    if (ard_cholesky(s->k, s->factor, s->k) != 0) return false;
    for (int round = 0; round < FINISH_ROUNDS; round++) {
        if (move_on_face(x, penalty, u, s)) return true;
        drop_zeros(m, h, x, penalty, u, s);
    }
    return false;
}

/* hd = H (u - x) */
static void curved_step(int64_t m, const double *h, const double *x, const double *u, double *hd)
{
    memset(hd, 0, (size_t)m * sizeof *hd);
    for (int64_t j = 0; j < m; j++)
        if (u[j] != x[j]) ard_axpy(m, u[j] - x[j], h + j * m, hd);
}

/* At most max_sweeps, or with `paused` until signs have settled: then it is set. Returns how many there were. */
static int descend(int64_t m, const double *h, const double *g, const ard_penalty *penalty, int max_sweeps, double tol, double *u,
                   double *hd, bool *paused)
{
    bool all = true, turned = false;
    for (int s = 0, settled = 0; s < max_sweeps; s++) {
        const double change = sweep(m, h, g, penalty, all, u, hd, &turned);
        if (change < tol && all) return s + 1;
        settled = turned ? 0 : settled + 1;
        if (paused && settled >= SETTLED_SWEEPS) {
            *paused = true;
            return s + 1;
        }
        all = change < tol;
    }
    return max_sweeps;
}

/* Does a zero want to leave zero? */
static bool zeros_violate(int64_t m, const double *g, const ard_penalty *penalty, const double *u, const double *hd)
{
    for (int64_t j = 0; j < m; j++) {
        double pull = g[j] - hd[j];
        if (penalty[j].kind == ARD_FREE || u[j] != 0.0) continue;
        if ((penalty[j].kind == ARD_L1 ? fabs(pull) : pull) > penalty[j].rate + SLACK * (fabs(g[j]) + penalty[j].rate))
            return true;
    }
    return false;
}

void ard_qp(int64_t m, const double *h, const double *g, const double *x, const ard_penalty *penalty, int max_sweeps, double tol,
            double *u, double *work)
{
    double *hd = work;
    face s = {.rhs = work + m, .support = (int64_t *)(work + 2 * m), .solution = work + 3 * m, .factor = work + 4 * m};
    memcpy(u, x, (size_t)m * sizeof *u);
    memset(hd, 0, (size_t)m * sizeof *hd);
    bool may_pause = true;
    for (int round = 0, left = max_sweeps; round < ROUNDS;) {
        bool paused = false;
        left -= descend(m, h, g, penalty, left > 0 ? left : REPAIR_SWEEPS, tol, u, hd, left > 0 && may_pause ? &paused : NULL);
        const bool done = finish(m, h, g, x, penalty, u, &s);
        curved_step(m, h, x, u, hd);
        if ((done || !paused) && !zeros_violate(m, g, penalty, u, hd)) return;
        if (!done) may_pause = false; /* H is not definite, or the signs were far from those of the maximum */
        if (paused) continue;
        left = 0;
        round++;
    }
}
