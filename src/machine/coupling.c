/* The minimum has Q p = c e for some c, with Q_ii = sum_j r_ji^2 and Q_ij = - r_ij r_ji. Q is singular where the pairs agree, but
 * p'Qp = 0 and e'p = 0 have p = 0 alone in common: so Q + ee' is positive definite, and p is in proportion to y of
 * (Q + ee') y = e.
 * Its least eigenvalue is not small even where some r are, because Q_ii is only for classes that win all their pairs. */
#include "machine/coupling.h"

#include <math.h>

#include "linalg/blas.h"

void ard_shares_of(int n_classes, double *p)
{
    double sum = 0, most = 0;
    for (int c = 0; c < n_classes; c++) most = fmax(most, p[c]);
    for (int c = 0; c < n_classes; c++) {
        p[c] = most > 0 ? fmax(p[c] / most, 0) : 1;
        sum += p[c];
    }
    for (int c = 0; c < n_classes; c++) p[c] /= sum;
}

void ard_couple(int n_classes, const double *r, double *work, double *p)
{
    const int64_t k = n_classes;
    for (int64_t j = 0; j < k; j++) {
        double *column = work + j * k;
        column[j] = 1;
        for (int64_t i = 0; i < k; i++)
            if (i != j) column[j] += r[i + j * k] * r[i + j * k];
        for (int64_t i = j + 1; i < k; i++) column[i] = 1 - r[i + j * k] * r[j + i * k];
        p[j] = 1;
    }
    ard_cholesky(k, work, k);
    ard_cholesky_solve(k, 1, work, k, p, k);
    ard_shares_of(n_classes, p);
}
