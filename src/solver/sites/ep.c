/* Expectation propagation on Gaussian sites.
 *
 * A site's update matches the moments of cavity times likelihood. With the cavity N(m, s), r = sqrt(1 + s), z = t m/r, h =
 * phi(z)/ Phi(z), b = h (h + z), o = 1 - b:
 *
 *     tau = b / (1 + s o),    nu = t r (h + b z) / (1 + s o)
 *
 * which is what the moments give after the difference of two nearly equal variances has been taken out by hand: tau is above 0
 * for every z, and nothing cancels. */
#include "solver/sites/ep.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "special/probit.h"

/* A cavity whose precision is this part of the marginal's or less has been rounded away. */
#define LEAST_CAVITY 1e-12

typedef struct site_change {
    double tau, nu;
} site_change;

/* The new values of site i, whose f has the mean mu and the variance sigma; what changes. False: no cavity. */
static bool update_site(ard_sites *s, int64_t i, double mu, double sigma, site_change *change)
{
    const double q = 1.0 - s->tau[i] * sigma;
    if (!(q > LEAST_CAVITY)) {
        s->skipped++;
        return false;
    }
    const double variance = sigma / q, mean = (mu - s->nu[i] * sigma) / q, r = sqrt(1.0 + variance), z = s->sign[i] * mean / r;
    const ard_probit_moment p = ard_probit_moments(z);
    const double scale = 1.0 + variance * p.rest, tau = p.curvature / scale;
    const double nu = s->sign[i] * r * (p.mills + p.curvature * z) / scale;
    change->tau = tau - s->tau[i];
    change->nu = nu - s->nu[i];
    s->change = fmax(s->change, fmax(fabs(change->tau) / (1.0 + tau), fabs(change->nu) / (1.0 + fabs(nu))));
    s->tau[i] = tau;
    s->nu[i] = nu;
    return true;
}

/* Each change of a site is a rank-one change of the covariance, S_k = S - C D C' after k of them, where column k of C is the
 * covariance's column at its turn, and D = diag(dt/e), e = 1 + dt sigma. One after the other they would move the whole matrix
 * through memory n times. So the changes of a block of sites are kept as C and D, from which the next column is made when its
 * turn comes, and enter the matrix as one product. */
enum { SWEEP_BLOCK = 32 };

/* What the change of site i, whose column is `column`, adds to mean (both of this length) and its member of D. */
static double enter(ard_sites *s, int64_t i, double mu, double sigma, int64_t length, const double *column, double *mean)
{
    site_change d;
    if (!update_site(s, i, mu, sigma, &d)) return 0.0;
    const double e = 1.0 + d.tau * sigma;
    ard_axpy(length, (d.nu - d.tau * mu) / e, column, mean);
    return d.tau / e;
}

/* A sweep does not come back to a site, so that of S and mu only what is below the diagonal matters: there C replaces S column
 * by column, as in a factorisation, at n^3/3 multiplications. */
static void sweep_dual(ard_sites *s)
{
    const int64_t n = s->target.n;
    double *c = s->covariance, *scaled = s->gauss.l; /* C D; the factor is made anew after the sweep */
    for (int64_t first = 0; first < n; first += SWEEP_BLOCK) {
        const int64_t end = ard_min64(first + SWEEP_BLOCK, n);
        double row[SWEEP_BLOCK];
        ard_gemm('N', 'T', n - first, end - first, first, -1.0, c + first, n, scaled + first, n, 1.0, c + first + first * n, n);
        for (int64_t i = first; i < end; i++) {
            double *column = c + i + i * n;
            for (int64_t k = first; k < i; k++) row[k - first] = scaled[i + k * n];
            ard_gemv('N', n - i, i - first, -1.0, c + i + first * n, n, row, 1.0, column);
            const double by = enter(s, i, s->mu[i], column[0], n - i, column, s->mu + i);
            for (int64_t t = i; t < n; t++) scaled[t + i * n] = by * c[t + i * n];
        }
    }
}

/* The columns are V x_i here; both triangles of V are kept. */
static void sweep_weights(ard_sites *s, const ard_prior *prior)
{
    const int64_t n = s->target.n, m = prior->m, block = ard_max64(1, ard_min64(SWEEP_BLOCK, m));
    double *c = s->gauss.w, *scaled = s->gauss.l, *x = s->row;
    for (int64_t first = 0; first < n; first += block) {
        const int64_t count = ard_min64(block, n - first);
        ard_gemm('N', 'T', m, count, m, 1.0, s->covariance, m, prior->columns + first, n, 0.0, c, m);
        for (int64_t k = 0; k < count; k++) {
            double *column = c + k * m, shared[SWEEP_BLOCK];
            for (int64_t t = 0; t < m; t++) x[t] = prior->columns[first + k + t * n];
            ard_gemv('T', m, k, 1.0, scaled, m, x, 0.0, shared);
            ard_gemv('N', m, k, -1.0, c, m, shared, 1.0, column);
            const double by = enter(s, first + k, ard_dot(m, x, s->weight), ard_dot(m, x, column), m, column, s->weight);
            for (int64_t t = 0; t < m; t++) scaled[t + k * m] = by * column[t];
        }
        ard_gemm('N', 'T', m, m, count, -1.0, c, m, scaled, m, 1.0, s->covariance, m);
    }
}

/* ------------------------------------------------------------------ the posterior from scratch */

/* What is left of nu after the prior's mean: mu = mean + S (nu - T mean). */
static double rest_of(const ard_sites *s, const ard_prior *prior, int64_t i)
{
    return prior->mean ? s->nu[i] - s->tau[i] * prior->mean[i] : s->nu[i];
}

static int refresh_dual(ard_sites *s, const ard_prior *prior)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n;
    const double *kernel = prior->kernel;
    double *w = s->gauss.w;
    TRY(ard_gauss_make_kernel(&s->gauss, kernel, s->tau));
    if (isnan(s->gauss.log_det)) goto done;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) w[i + j * n] = s->gauss.row[i] * kernel[i + j * n];
    ard_triangular_solve('N', n, n, s->gauss.l, n, w, n);
    memcpy(s->covariance, kernel, (size_t)(n * n) * sizeof *kernel);
    ard_syrk('T', n, n, -1.0, w, n, 1.0, s->covariance, n);
    ard_symmetrise(n, s->covariance, n);
    for (int64_t i = 0; i < n; i++) s->row[i] = rest_of(s, prior, i);
    ard_gemv('N', n, n, 1.0, s->covariance, n, s->row, 0.0, s->mu);
    for (int64_t i = 0; i < n; i++) s->mu[i] += prior->mean ? prior->mean[i] : 0.0;
    for (int64_t i = 0; i < n; i++) s->sigma[i] = fmax(s->covariance[i + i * n], 0.0);
done:
    return rc;
}

/* sigma_i = |L^-1 A^-.5 x_i|^2. */
static void variances(ard_sites *s, const ard_prior *prior)
{
    const int64_t n = s->target.n, m = prior->m;
    double *y = s->gauss.w;
    for (int64_t t = 0; t < m; t++) {
        const double by = 1.0 / s->gauss.root[t];
        for (int64_t i = 0; i < n; i++) y[i + t * n] = by * prior->columns[i + t * n];
    }
    ard_triangular_solve_right(n, m, s->gauss.l, m, y, n);
    memset(s->sigma, 0, (size_t)n * sizeof *s->sigma);
    for (int64_t t = 0; t < m; t++)
        for (int64_t i = 0; i < n; i++) s->sigma[i] += y[i + t * n] * y[i + t * n];
}

static int refresh_weights(ard_sites *s, const ard_prior *prior)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n, m = prior->m;
    TRY(ard_gauss_make(&s->gauss, m, prior->columns, s->tau, prior->alpha));
    if (isnan(s->gauss.log_det)) goto done;
    ard_gauss_covariance(&s->gauss, s->covariance);
    ard_gemv('T', n, m, 1.0, prior->columns, n, s->nu, 0.0, s->row);
    ard_gauss_solve(&s->gauss, s->row, s->weight);
    ard_gemv('N', n, m, 1.0, prior->columns, n, s->weight, 0.0, s->mu);
    variances(s, prior);
done:
    return rc;
}

/* The posterior of the sites as they are; NaN in gauss.log_det: there is none. */
static int refresh(ard_sites *s, const ard_prior *prior)
{
    s->dual = prior->kernel != NULL;
    s->order = s->dual ? s->target.n : prior->m;
    return s->dual ? refresh_dual(s, prior) : refresh_weights(s, prior);
}

/* ------------------------------------------------------------------ evidence and cavities */

void ard_ep_cavity(const ard_sites *s, int64_t i, double *mean, double *variance)
{
    const double q = fmax(1.0 - s->tau[i] * s->sigma[i], LEAST_CAVITY);
    *mean = (s->mu[i] - s->nu[i] * s->sigma[i]) / q;
    *variance = s->sigma[i] / q;
}

/* Of the prior, whose mean is m, times the sites: (nu'mu + m'(nu - T mu) - ln|B|) / 2. */
static double log_product(const ard_sites *s, const ard_prior *prior)
{
    double sum = 0.5 * ard_dot(s->target.n, s->nu, s->mu) - 0.5 * s->gauss.log_ratio;
    for (int64_t i = 0; i < s->target.n && prior->mean; i++) sum += 0.5 * prior->mean[i] * (s->nu[i] - s->tau[i] * s->mu[i]);
    return sum;
}

/* log Z, in a form without divisions by tau, which is 0 for rows of zeros. */
static double log_evidence(const ard_sites *s, const ard_prior *prior)
{
    double sum = log_product(s, prior);
    for (int64_t i = 0; i < s->target.n; i++) {
        const double tau = s->tau[i], nu = s->nu[i], mu = s->mu[i], sigma = s->sigma[i];
        const double q = fmax(1.0 - tau * sigma, LEAST_CAVITY);
        double mean, variance;
        ard_ep_cavity(s, i, &mean, &variance);
        sum += ard_log_normal_cdf(s->sign[i] * mean / sqrt(1.0 + variance)) +
               0.5 * (tau * mu * mu - 2.0 * mu * nu + nu * nu * sigma) / q - 0.5 * log(q);
    }
    return sum;
}

int ard_ep_run(ard_sites *s, const ard_prior *prior, double tol, int64_t max_sweeps)
{
    int rc = ARDOR_OK;
    s->skipped = 0;
    s->log_evidence = NAN;
    TRY(refresh(s, prior));
    for (s->sweeps = 0; s->sweeps < max_sweeps && !isnan(s->gauss.log_det);) {
        s->change = 0;
        if (s->dual)
            sweep_dual(s);
        else
            sweep_weights(s, prior);
        s->sweeps++;
        TRY(refresh(s, prior));
        if (s->change < tol) break;
    }
    if (!isnan(s->gauss.log_det)) s->log_evidence = log_evidence(s, prior);
    if (!isfinite(s->log_evidence)) s->log_evidence = NAN;
done:
    return rc;
}

ard_cavities ard_ep_cavities(const ard_sites *s)
{
    ard_cavities out = {0};
    const int64_t n = s->target.n;
    for (int64_t i = 0; i < n; i++) {
        double mean, variance;
        ard_ep_cavity(s, i, &mean, &variance);
        mean *= s->sign[i];
        const double z = mean / sqrt(1.0 + variance);
        double tail[2] = {-z, -50.0 * z};
        ard_normal_cdf(2, tail, tail);
        out.errors += mean <= 0;
        out.probability += tail[0] / (double)n;
        out.scaled += tail[1] / (double)n;
        out.log_density += ard_log_normal_cdf(z) / (double)n;
    }
    return out;
}
