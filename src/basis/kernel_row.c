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

void ard_kernel_row(ard_basis basis, const ard_array *z, int64_t m, int64_t p, const double *x, int64_t ldx, const double *theta,
                    double *work, double *value)
{
    if (basis.kind == ARD_RBF) {
        const double norm = norm_of(p, x, ldx, theta);
        distances(z, m, p, x, ldx, theta, work);
        memset(value, 0, (size_t)m * sizeof *value);
        ard_vexp_gauss(m, work, isfinite(norm) ? 0.0 : (double)NAN, value);
        return;
    }
    for (int64_t k = 0; k < p; k++) work[k] = theta[k] * x[k * ldx];
    ard_gemv('N', m, p, 1.0, z->x, z->ld, work, 0.0, value);
    for (int64_t j = 0; j < m; j++) value[j] = ard_kernel_of_product(basis, value[j]);
}
