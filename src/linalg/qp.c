/* Coordinate descent with an active-set finish.
 *
 * Coordinate descent reaches the right support long before it reaches the right values when H is ill conditioned
 * (kernel columns nearly collinear), so it only proposes the support: on it, with the signs fixed, the maximum
 * solves one positive definite system. Where that solution flips a sign we go to the first flip, drop that
 * coordinate and solve again: each round raises the objective, and zeros come out exactly zero. A coordinate that was
 * dropped too early, or that unfinished descent left at zero, violates its optimality condition then: descent goes on.
 * So descent need not be done: it pauses where the signs have settled, for the finish to say whether they are the maximum's. */
#include "linalg/qp.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/blas.h"

/* a few sweeps are enough to let a zero enter that the finish dropped too early; rounds after the first are rare, and running
 * out of them would leave a support that is not the maximum's */
enum { FINISH_ROUNDS = 10, ROUNDS = 10, REPAIR_SWEEPS = 10 };
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

/* Where the solution changes sign, the largest fraction of the way that stays feasible; *hit is its position, -1 if
 * no sign changes. */
static double first_flip(int64_t k, const int64_t *support, const ard_penalty *penalty, const double *u, const double *solution,
                         int64_t *hit)
{
    double fraction = 1.0;
    *hit = -1;
    for (int64_t i = 0; i < k; i++) {
        int64_t j = support[i];
        if (penalty[j].kind == ARD_FREE || solution[i] * u[j] > 0) continue;
        double gap = u[j] - solution[i];
        double f = gap != 0.0 ? u[j] / gap : 0.0;
        if (*hit < 0 || f < fraction) {
            fraction = f;
            *hit = i;
        }
    }
    return fraction < 0.0 ? 0.0 : fraction;
}

/* Solve on the support with the signs of u; repeat after each flip. Leaves u as it is where H is not definite. Is u the maximum
 * with these signs? */
static bool finish(int64_t m, const double *h, const double *g, const double *x, const ard_penalty *penalty, double *u,
                   double *matrix, double *rhs, int64_t *support)
{
    for (int round = 0; round < FINISH_ROUNDS; round++) {
        int64_t k = 0;
        for (int64_t j = 0; j < m; j++)
            if (penalty[j].kind == ARD_FREE || u[j] != 0.0) support[k++] = j;
        if (k == 0) return true;
        for (int64_t c = 0; c < k; c++) {
            const double *column = h + support[c] * m;
            for (int64_t r = c; r < k; r++) matrix[c * k + r] = column[support[r]];
            int64_t j = support[c];
            rhs[c] = g[j] - (penalty[j].kind == ARD_FREE ? 0.0 : penalty[j].rate * (u[j] > 0 ? 1.0 : -1.0));
        }
        /* coordinates off the support move from x to 0: their share of H d goes to the right-hand side */
        for (int64_t j = 0; j < m; j++) {
            if (x[j] == 0.0 || penalty[j].kind == ARD_FREE || u[j] != 0.0) continue;
            const double *column = h + j * m;
            for (int64_t r = 0; r < k; r++) rhs[r] += column[support[r]] * x[j];
        }
        if (ard_cholesky(k, matrix, k) != 0) return false;
        ard_cholesky_solve(k, 1, matrix, k, rhs, k);
        for (int64_t r = 0; r < k; r++) rhs[r] += x[support[r]];
        int64_t hit = -1;
        double fraction = first_flip(k, support, penalty, u, rhs, &hit);
        for (int64_t r = 0; r < k; r++) {
            int64_t j = support[r];
            u[j] = hit < 0 ? rhs[r] : u[j] + fraction * (rhs[r] - u[j]);
        }
        if (hit < 0) return true;
        u[support[hit]] = 0.0;
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
    double *hd = work, *rhs = work + m, *matrix = work + 4 * m;
    int64_t *support = (int64_t *)(work + 2 * m);
    memcpy(u, x, (size_t)m * sizeof *u);
    memset(hd, 0, (size_t)m * sizeof *hd);
    bool may_pause = true;
    for (int round = 0, left = max_sweeps; round < ROUNDS;) {
        bool paused = false;
        left -= descend(m, h, g, penalty, left > 0 ? left : REPAIR_SWEEPS, tol, u, hd, left > 0 && may_pause ? &paused : NULL);
        const bool done = finish(m, h, g, x, penalty, u, matrix, rhs, support);
        curved_step(m, h, x, u, hd);
        if ((done || !paused) && !zeros_violate(m, g, penalty, u, hd)) return;
        if (!done) may_pause = false; /* H is not definite, or the signs were far from those of the maximum */
        if (paused) continue;
        left = 0;
        round++;
    }
}
