/* Posteriors: memory, and one made of a covariance. */
#include "machine/posterior.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

void ard_posterior_close(ardor_context *context, ard_posterior *posterior)
{
    ard_free(context, posterior->factor);
    ard_free(context, posterior->prior);
    ard_free(context, posterior->mean);
    ard_free(context, posterior->term);
    *posterior = (ard_posterior){0};
}

void ard_posteriors_free(ardor_context *context, int64_t n, ard_posterior *posterior)
{
    for (int64_t i = 0; i < n && posterior; i++) ard_posterior_close(context, posterior + i);
    ard_free(context, posterior);
}

int ard_posterior_open(ardor_context *context, int64_t m, int64_t rank, bool prior, ard_posterior *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    *out = (ard_posterior){.share = 1, .m = m, .rank = rank}; /* what follows is the caller's to free, on errors too */
    REQUIRE(context, ard_mul_ok(m, rank, &cells), ARDOR_MEMORY, "a posterior of %lld weights is too large", (long long)m);
    NEW(context, out->term, m);
    NEW(context, out->mean, m);
    if (prior) NEW(context, out->prior, m);
    NEW(context, out->factor, cells);
done:
    return rc;
}

/* ------------------------------------------------------------------ a covariance V as F'F */

/* F = L' where V = L L'; false where V is not positive definite in double precision, or so far from it that L overflows. A
 * Cholesky factorisation that runs to its end is exact for a matrix next to V, whose elements differ by roundings of
 * sqrt(v_ii v_jj) at most. */
static bool triangular_factor(int64_t m, const double *covariance, double *factor)
{
    memcpy(factor, covariance, (size_t)(m * m) * sizeof *factor);
    if (ard_cholesky(m, factor, m) != 0) return false;
    ard_symmetrise(m, factor, m);
    for (int64_t j = 0; j < m; j++) {
        for (int64_t i = 0; i <= j; i++)
            if (!isfinite(factor[i + j * m])) return false;
        for (int64_t i = j + 1; i < m; i++) factor[i + j * m] = 0;
    }
    return true;
}

/* Of correlations, which are 1 at most but for rounding: beyond this, eigenvalues need not be finite. */
static const double MOST_CORRELATION = 1e100;

/* F = sqrt(lambda) Q' D over the lambda > 0 of D^-1 V D^-1 = Q lambda Q', D^2 the diagonal of V: the scaling keeps small
 * variances exact beside large ones. A variance of 0 has no row here, as its covariances can only be 0. */
static int spectral_factor(ardor_context *context, int64_t m, const double *covariance, ard_posterior *out)
{
    int rc = ARDOR_OK;
    double *q = NULL, *lambda = NULL, *work = NULL, *d = NULL;
    int64_t first = 0;
    NEW(context, q, m * m);
    NEW(context, lambda, m);
    NEW(context, work, 3 * m);
    NEW(context, d, m);
    for (int64_t i = 0; i < m; i++) d[i] = covariance[i + i * m] > 0 ? sqrt(covariance[i + i * m]) : 0.0;
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = j; i < m; i++) {
            double *r = q + i + j * m;
            *r = d[i] > 0 && d[j] > 0 ? covariance[i + j * m] / d[i] / d[j] : 0.0;
            REQUIRE(context, fabs(*r) <= MOST_CORRELATION, ARDOR_NUMERIC,
                    "the posterior covariance is far from one: a correlation is %.3g; fit to standardised features "
                    "(--standardise train)",
                    *r);
        }
    REQUIRE(context, ard_symmetric_eigen(m, q, m, lambda, work) == 0, ARDOR_NUMERIC,
            "the posterior covariance of %lld terms has no eigenvalues; standardise the features (--standardise train)",
            (long long)m);
    while (first < m && !(lambda[first] > 0)) first++;
    TRY(ard_posterior_open(context, m, m - first, false, out));
    for (int64_t t = 0; t < m; t++)
        for (int64_t k = 0; k < out->rank; k++)
            out->factor[k + t * out->rank] = sqrt(lambda[first + k]) * q[t + (first + k) * m] * d[t];
done:
    ard_free(context, d);
    ard_free(context, work);
    ard_free(context, lambda);
    ard_free(context, q);
    return rc;
}

int ard_posterior_of_covariance(ardor_context *context, int64_t m, const double *mean, const double *covariance,
                                ard_posterior *out)
{
    int rc = ARDOR_OK;
    *out = (ard_posterior){0};
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = j; i < m; i++)
            REQUIRE(context, isfinite(covariance[i + j * m]), ARDOR_NUMERIC,
                    "the posterior covariance of %lld terms has a value that is not finite; standardise the features "
                    "(--standardise train)",
                    (long long)m);
    TRY(ard_posterior_open(context, m, m, false, out));
    if (!triangular_factor(m, covariance, out->factor)) {
        ard_posterior_close(context, out);
        TRY(spectral_factor(context, m, covariance, out));
    }
    for (int64_t t = 0; t < m; t++) out->term[t] = t;
    memcpy(out->mean, mean, (size_t)m * sizeof *mean);
done:
    if (rc != ARDOR_OK) ard_posterior_close(context, out);
    return rc;
}

int ard_posterior_of_factor(ardor_context *context, const ard_gauss *gauss, const double *mean, ard_posterior *out)
{
    int rc = ARDOR_OK;
    const int64_t m = gauss->m;
    *out = (ard_posterior){0};
    REQUIRE(
        context, isfinite(gauss->log_det), ARDOR_NUMERIC,
        "the posterior covariance of %lld terms has a value that is not finite; standardise the features (--standardise train)",
        (long long)m);
    TRY(ard_posterior_open(context, m, gauss->by_rows ? gauss->n : m, gauss->by_rows, out));
    ard_gauss_root(gauss, out->factor);
    for (int64_t t = 0; t < m; t++) {
        out->term[t] = t;
        if (out->prior) out->prior[t] = 1.0 / (gauss->root[t] * gauss->root[t]);
    }
    memcpy(out->mean, mean, (size_t)m * sizeof *mean);
done:
    if (rc != ARDOR_OK) ard_posterior_close(context, out);
    return rc;
}
