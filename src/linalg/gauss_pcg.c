/* Preconditioned conjugate gradients (Nocedal and Wright, "Numerical optimization", algorithm 5.3). The preconditioner P is the
 * factor of another matrix of the same form, with other curvatures or another Lambda. How many steps they take depends on the
 * eigenvalues of P^-1 H, which lie between the least and the largest ratio of the entries of C and Lambda in H to those in P. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "linalg/gauss.h"

/* A step reads D twice where a factor computes with it, so a factor of m columns takes as long as m / 20 steps or more: half of
 * them may be lost. Fewer than the least are not tried. All parts of the rows have the same m. */
enum { COLUMNS_PER_STEP = 40, LEAST_STEPS = 3 };

static int64_t most_steps(int64_t m) { return m / COLUMNS_PER_STEP; }

bool ard_gauss_pcg_pays(int64_t m) { return most_steps(m) >= LEAST_STEPS; }

/* y = (Lambda + D'C D) x. */
static int multiply(const ard_gauss *f, const ard_gauss_system *s, const double *x, double *row, double *y)
{
    int rc = ARDOR_OK;
    ard_gemv('N', f->n, s->m, 1.0, s->d, f->n, x, 0.0, row);
    for (int64_t i = 0; i < f->n; i++) row[i] *= s->curvature[i];
    ard_gemv('T', f->n, s->m, 1.0, s->d, f->n, row, 0.0, y);
    TRY(ard_sum(f->context, y, s->m));
    for (int64_t k = 0; k < s->m; k++) y[k] += s->lambda[k] * x[k];
done:
    return rc;
}

int ard_gauss_pcg(ard_gauss *f, const ard_gauss_system *s, const double *g, double tol, double least, double *x, double *work,
                  bool *found)
{
    int rc = ARDOR_OK;
    const int64_t m = s->m, steps = most_steps(m);
    double *rest = work, *other = work + m, *along = work + 2 * m, *row = work + 3 * m, first = 0, square = 0, before = 0;
    *found = false;
    if (!ard_gauss_pcg_pays(m) || f->m != m || isnan(f->log_det)) goto done;
    memset(x, 0, (size_t)m * sizeof *x);
    memcpy(rest, g, (size_t)m * sizeof *rest);
    for (int64_t step = 0;; step++) {
        ard_gauss_solve(f, rest, other);
        before = square;
        square = ard_dot(m, rest, other);
        if (step == 0) first = square;
        if (step == 0 && square < least) memcpy(x, other, (size_t)m * sizeof *x);
        *found = square <= tol * tol * first || first < least;
        if (*found || step == steps || !isfinite(square)) break;
        for (int64_t k = 0; k < m; k++) along[k] = other[k] + (step > 0 ? square / before * along[k] : 0.0);
        TRY(multiply(f, s, along, row, other));
        const double length = square / ard_dot(m, along, other);
        ard_axpy(m, length, along, x);
        ard_axpy(m, -length, other, rest);
    }
done:
    return rc;
}
