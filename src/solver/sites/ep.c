/* Expectation propagation and Laplace's approximation on Gaussian sites.
 *
 * A site's update matches the moments of cavity times likelihood. With the cavity N(m, s), r = sqrt(1 + s), z = m/r, h = phi(z)/
 * Phi(z), b = h (h + z), o = 1 - b:
 *
 *     tau = b / (1 + s o),    nu = r (h + b z) / (1 + s o)
 *
 * which is what the moments give after the difference of two nearly equal variances has been taken out by hand: tau is above 0 for
 * every z, and nothing cancels. */
#include "solver/sites/ep.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "link/logit.h"
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
    const double variance = sigma / q, mean = (mu - s->nu[i] * sigma) / q, r = sqrt(1.0 + variance), z = mean / r;
    const ard_probit_moment p = ard_probit_moments(z);
    const double scale = 1.0 + variance * p.rest, tau = p.curvature / scale, nu = r * (p.mills + p.curvature * z) / scale;
    change->tau = tau - s->tau[i];
    change->nu = nu - s->nu[i];
    s->change = fmax(s->change, fmax(fabs(change->tau) / (1.0 + tau), fabs(change->nu) / (1.0 + fabs(nu))));
    s->tau[i] = tau;
    s->nu[i] = nu;
    return true;
}

/* Each change of a site is a rank-one change of the covariance, S_k = S - C D C' after k of them, where column k of C is the
 * covariance's column at its turn, and D = diag(dt/e), e = 1 + dt sigma. One after the other they would move the whole matrix
 * through memory n times. So the changes of a block of sites are kept as C and D, from which the next column is made when its turn
 * comes, and enter the matrix as one product. */
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
    const int64_t n = s->n;
    double *c = s->covariance, *scaled = s->product; /* C D */
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
    const int64_t m = prior->m, block = ard_max64(1, ard_min64(SWEEP_BLOCK, m));
    double *c = s->product, *scaled = s->factor; /* the factor is made anew after the sweep */
    for (int64_t first = 0; first < s->n; first += block) {
        const int64_t count = ard_min64(block, s->n - first);
        ard_gemm('N', 'N', m, count, m, 1.0, s->covariance, m, prior->rows + first * m, m, 0.0, c, m);
        for (int64_t k = 0; k < count; k++) {
            const double *x = prior->rows + (first + k) * m;
            double *column = c + k * m, shared[SWEEP_BLOCK];
            ard_gemv('T', m, k, 1.0, scaled, m, x, 0.0, shared);
            ard_gemv('N', m, k, -1.0, c, m, shared, 1.0, column);
            const double by = enter(s, first + k, ard_dot(m, x, s->weight), ard_dot(m, x, column), m, column, s->weight);
            for (int64_t t = 0; t < m; t++) scaled[t + k * m] = by * column[t];
        }
        ard_gemm('N', 'T', m, m, count, -1.0, c, m, scaled, m, 1.0, s->covariance, m);
    }
}

void ard_ep_cavity(const ard_sites *s, int64_t i, double *mean, double *variance)
{
    const double q = fmax(1.0 - s->tau[i] * s->sigma[i], LEAST_CAVITY);
    *mean = (s->mu[i] - s->nu[i] * s->sigma[i]) / q;
    *variance = s->sigma[i] / q;
}

/* log Z, in a form without divisions by tau, which is 0 for rows of zeros. */
static double log_evidence(const ard_sites *s)
{
    double sum = 0.5 * ard_dot(s->n, s->nu, s->mu) - 0.5 * s->log_det;
    for (int64_t i = 0; i < s->n; i++) {
        const double tau = s->tau[i], nu = s->nu[i], mu = s->mu[i], sigma = s->sigma[i];
        const double q = fmax(1.0 - tau * sigma, LEAST_CAVITY);
        double mean, variance;
        ard_ep_cavity(s, i, &mean, &variance);
        sum += ard_log_normal_cdf(mean / sqrt(1.0 + variance)) + 0.5 * (tau * mu * mu - 2.0 * mu * nu + nu * nu * sigma) / q -
               0.5 * log(q);
    }
    return sum;
}

bool ard_ep_run(ard_sites *s, const ard_prior *prior, double tol, int64_t max_sweeps)
{
    s->skipped = 0;
    if (!ard_sites_refresh(s, prior)) return false;
    for (s->sweeps = 0; s->sweeps < max_sweeps;) {
        s->change = 0;
        if (s->dual)
            sweep_dual(s);
        else
            sweep_weights(s, prior);
        s->sweeps++;
        if (!ard_sites_refresh(s, prior)) return false;
        if (s->change < tol) break;
    }
    s->log_evidence = log_evidence(s);
    return isfinite(s->log_evidence);
}

ard_cavities ard_ep_cavities(const ard_sites *s)
{
    ard_cavities out = {0};
    for (int64_t i = 0; i < s->n; i++) {
        double mean, variance;
        ard_ep_cavity(s, i, &mean, &variance);
        const double z = mean / sqrt(1.0 + variance);
        double tail[2] = {-z, -50.0 * z};
        ard_normal_cdf(2, tail, tail);
        out.errors += mean <= 0;
        out.probability += tail[0] / (double)s->n;
        out.scaled += tail[1] / (double)s->n;
        out.log_density += ard_log_normal_cdf(z) / (double)s->n;
    }
    return out;
}

/* ------------------------------------------------------------------ Laplace */

/* A curvature this small would leave a site without weight and its row without a cavity. */
#define LEAST_CURVATURE 1e-14
enum { MOST_HALVINGS = 20 };

/* f = K a of coefficients a: prior->rows' A^-1 prior->rows a in weight space. weight: room. */
static void latent_of(const ard_sites *s, const ard_prior *prior, const double *a, double *weight, double *f)
{
    const int64_t n = s->n, m = prior->m;
    if (prior->kernel) {
        ard_gemv('N', n, n, 1.0, prior->kernel, n, a, 0.0, f);
        return;
    }
    ard_gemv('N', m, n, 1.0, prior->rows, m, a, 0.0, weight);
    for (int64_t j = 0; j < m; j++) weight[j] /= prior->alpha[j];
    ard_gemv('T', m, n, 1.0, prior->rows, m, weight, 0.0, f);
}

static double log_joint(int64_t n, const double *a, const double *f)
{
    double sum = -0.5 * ard_dot(n, a, f);
    for (int64_t i = 0; i < n; i++) sum -= ard_softplus(-f[i]);
    return sum;
}

/* The sites that have the likelihood's first two derivatives at f. */
static void sites_at(ard_sites *s, const double *f)
{
    for (int64_t i = 0; i < s->n; i++) {
        const double wrong = ard_sigmoid(-f[i]);
        s->tau[i] = fmax(wrong * ard_sigmoid(f[i]), LEAST_CURVATURE);
        s->nu[i] = s->tau[i] * f[i] + wrong;
    }
}

/* A Newton step is the mean of the posterior whose sites are those at f. a = nu - tau mu goes with f: f = K a. */
bool ard_logit_mode_run(ard_sites *s, const ard_prior *prior, double tol, int64_t max_steps)
{
    const int64_t n = s->n;
    double *a = s->coefficient, *f = s->latent;
    for (int64_t i = 0; i < n; i++) a[i] = s->nu[i] - s->tau[i] * s->mu[i];
    latent_of(s, prior, a, s->weight, f);
    double value = log_joint(n, a, f);
    s->skipped = 0;
    for (s->sweeps = 0; s->sweeps < max_steps; s->sweeps++) {
        sites_at(s, f);
        if (!ard_sites_refresh(s, prior)) return false;
        double step = 1.0, next = value;
        double *a_next = s->column, *f_next = s->product;
        for (int half = 0; half < MOST_HALVINGS; half++, step *= 0.5) {
            for (int64_t i = 0; i < n; i++) {
                a_next[i] = a[i] + step * (s->nu[i] - s->tau[i] * s->mu[i] - a[i]);
                f_next[i] = f[i] + step * (s->mu[i] - f[i]);
            }
            next = log_joint(n, a_next, f_next);
            if (next >= value) break;
        }
        if (!(next >= value)) break;
        memcpy(a, a_next, (size_t)n * sizeof *a);
        memcpy(f, f_next, (size_t)n * sizeof *f);
        s->change = next - value;
        value = next;
        if (s->change < tol) break;
    }
    sites_at(s, f);
    if (!ard_sites_refresh(s, prior)) return false;
    s->log_evidence = value - 0.5 * s->log_det;
    return isfinite(s->log_evidence);
}
