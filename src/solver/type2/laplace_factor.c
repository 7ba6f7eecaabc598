/* The two forms of the Laplace approximation's matrix; see the header. */
#include "solver/type2/laplace_factor.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

enum { JITTERS = 8 };
static const double FIRST_JITTER = 1e-14; /* of the mean of the diagonal */

int ard_laplace_factor_open(ardor_context *context, int64_t n, int64_t m_room, ard_factor_form form, ard_laplace_factor *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0, side = form == ARD_FORM_ROWS ? n : form == ARD_FORM_COLUMNS ? m_room : ard_min64(n, m_room);
    *out = (ard_laplace_factor){.n = n, .m_room = m_room, .side_room = side, .form = form};
    REQUIRE(context, ard_mul_ok(n, m_room, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, out->w, cells);
    REQUIRE(context, ard_mul_ok(side, side, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, out->l, cells);
    NEW(context, out->inverse, cells);
    NEW(context, out->root, m_room);
    NEW(context, out->row, n);
done:
    return rc;
}

void ard_laplace_factor_close(ardor_context *context, ard_laplace_factor *factor)
{
    ard_free(context, factor->row);
    ard_free(context, factor->root);
    ard_free(context, factor->inverse);
    ard_free(context, factor->l);
    ard_free(context, factor->w);
    *factor = (ard_laplace_factor){0};
}

static int64_t side_of(const ard_laplace_factor *f) { return f->by_rows ? f->n : f->m; }

/* Cholesky of B or K. Where rounding is more than their 1 on the diagonal (W of 1e8 and deficient in rank), a little is added. */
static bool factorise(ard_laplace_factor *f)
{
    const int64_t n = f->n, m = f->m, side = side_of(f);
    double jitter = 0;
    for (int attempt = 0; attempt < JITTERS; attempt++) {
        double trace = 0;
        ard_syrk(f->by_rows ? 'N' : 'T', side, f->by_rows ? m : n, 1.0, f->w, n, 0.0, f->l, side);
        for (int64_t i = 0; i < side; i++) trace += f->l[i + i * side];
        if (!isfinite(trace)) return false;
        for (int64_t i = 0; i < side; i++) f->l[i + i * side] += 1.0 + jitter * trace / (double)side;
        if (ard_cholesky(side, f->l, side) == 0) return true;
        jitter = attempt ? 10 * jitter : FIRST_JITTER;
    }
    return false;
}

bool ard_laplace_factor_make(ard_laplace_factor *f, int64_t m, const double *d, const double *curvature, const double *lambda)
{
    const int64_t n = f->n;
    f->m = m;
    f->by_rows = f->form == ARD_FORM_ROWS || (f->form == ARD_FORM_AUTO && m > n);
    f->projected = false;
    f->log_det = 0;
    for (int64_t i = 0; i < n; i++) f->row[i] = sqrt(curvature[i]);
    for (int64_t k = 0; k < m; k++) {
        f->root[k] = sqrt(lambda[k]);
        f->log_det += log(lambda[k]);
        const double inverse_root = 1.0 / f->root[k];
        for (int64_t i = 0; i < n; i++) f->w[i + k * n] = inverse_root * f->row[i] * d[i + k * n];
    }
    const int64_t side = side_of(f);
    if (!isfinite(f->log_det) || !factorise(f)) return false;
    for (int64_t i = 0; i < side; i++) f->log_det += 2.0 * log(f->l[i + i * side]);
    return isfinite(f->log_det);
}

void ard_laplace_factor_solve(ard_laplace_factor *f, const double *g, double *x)
{
    for (int64_t k = 0; k < f->m; k++) x[k] = g[k] / f->root[k];
    if (f->by_rows) {
        ard_gemv('N', f->n, f->m, 1.0, f->w, f->n, x, 0.0, f->row);
        if (!f->projected) ard_cholesky_solve(f->n, 1, f->l, f->n, f->row, f->n);
        ard_gemv('T', f->n, f->m, -1.0, f->w, f->n, f->row, 1.0, x);
    } else {
        ard_cholesky_solve(f->m, 1, f->l, f->m, x, f->m);
    }
    for (int64_t k = 0; k < f->m; k++) x[k] /= f->root[k];
}

void ard_laplace_factor_shares(ard_laplace_factor *f, double *t)
{
    const int64_t m = f->m;
    if (f->by_rows) {
        if (!f->projected) ard_triangular_solve('N', f->n, m, f->l, f->n, f->w, f->n);
        f->projected = true;
        for (int64_t k = 0; k < m; k++) t[k] = ard_dot(f->n, f->w + k * f->n, f->w + k * f->n);
        return;
    }
    ard_triangular_inverse(m, f->l, m, f->inverse, m);
    /* a variance is at most its prior's: t below 0 is rounding */
    for (int64_t k = 0; k < m; k++) t[k] = fmax(0.0, 1.0 - ard_dot(m, f->inverse + k * m, f->inverse + k * m));
}

void ard_laplace_factor_covariance(const ard_laplace_factor *f, double *covariance)
{
    const int64_t m = f->m;
    if (f->by_rows) {
        ard_syrk('T', m, f->n, -1.0, f->w, f->n, 0.0, covariance, m);
        for (int64_t k = 0; k < m; k++) covariance[k + k * m] += 1.0;
    } else {
        ard_syrk('T', m, m, 1.0, f->inverse, m, 0.0, covariance, m);
    }
    for (int64_t k = 0; k < m; k++)
        for (int64_t i = k; i < m; i++) covariance[i + k * m] /= f->root[i] * f->root[k];
    ard_symmetrise(m, covariance, m);
}
