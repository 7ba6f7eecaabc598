/* One row against the centres, as the formulas say, without a workspace: what a kernel makes when it is opened goes over all
 * centres several times, and is worth that from a handful of rows on. */
#include <math.h>
#include <string.h>

#include "basis/kernel_inside.h"
#include "linalg/blas.h"
#include "special/vexp.h"

/* Squared norm of the row, in which values out of range show as in a kernel. */
static double norm_of(int64_t p, const double *x, int64_t ldx, const double *theta)
{
    double norm = 0;
    for (int64_t k = 0; k < p; k++) norm += theta[k] * x[k * ldx] * x[k * ldx];
    return norm;
}

/* Differences keep the digits of columns far from 0. */
static void distances(const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx, const double *theta, double *d)
{
    memset(d, 0, (size_t)m * sizeof *d);
    for (int64_t k = 0; k < p; k++) {
        const double *column = z->x + k * z->ld, at = x[k * ldx], scale = theta[k];
#pragma omp simd
        for (int64_t j = 0; j < m; j++) {
            const double gap = at - column[j];
            d[j] += scale * (gap * gap);
        }
    }
}

/* What the kernel is a function of: rbf's distances, else products; `work` p values. */
static void arguments(ard_basis basis, const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx,
                      const double *theta, double *work, double *s)
{
    if (basis.kind == ARD_RBF) {
        distances(z, m, p, x, ldx, theta, s);
        return;
    }
    for (int64_t k = 0; k < p; k++) work[k] = theta[k] * x[k * ldx];
    ard_gemv('N', m, p, 1.0, z->x, z->ld, work, 0.0, s);
}

static void values(ard_basis basis, int64_t m, const double *s, double norm, double *value)
{
    if (basis.kind == ARD_RBF) {
        memset(value, 0, (size_t)m * sizeof *value);
        ard_vexp_gauss(m, s, isfinite(norm) ? 0.0 : (double)NAN, value);
    } else {
        for (int64_t j = 0; j < m; j++) value[j] = ard_kernel_of_product(basis, s[j]);
    }
}

void ard_kernel_row(ard_basis basis, const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx, const double *theta,
                    double *work, double *value)
{
    const double norm = basis.kind == ARD_RBF ? norm_of(p, x, ldx, theta) : 0;
    double *s = basis.kind == ARD_RBF ? work : value;
    arguments(basis, z, m, p, x, ldx, theta, work, s);
    values(basis, m, s, norm, value);
}

void ard_kernel_row_open(ard_basis basis, const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx,
                         const double *theta, double *work, ard_kernel_of_row *row)
{
    row->basis = basis;
    row->z = *z;
    row->m = m;
    row->norm = basis.kind == ARD_RBF ? norm_of(p, x, ldx, theta) : 0;
    arguments(basis, z, m, p, x, ldx, theta, work, row->s);
}

void ard_kernel_row_changed(const ard_kernel_of_row *row, int64_t k, double theta, double x, double to, double *work,
                            double *value)
{
    const double *column = row->z.x + k * row->z.ld;
    const bool rbf = row->basis.kind == ARD_RBF;
    /* (to - z)^2 - (x - z)^2 = (to - x) (to + x - 2 z) */
    const double step = theta * (to - x), middle = .5 * (to + x);
#pragma omp simd
    for (int64_t j = 0; j < row->m; j++) work[j] = row->s[j] + step * (rbf ? 2 * (middle - column[j]) : column[j]);
    values(row->basis, row->m, work, row->norm + (rbf ? theta * to * to : 0), value);
}
