/* The posterior of Gaussian sites in its two forms. In the dual form R_j is the squared length of L^-1 T^.5 phi_j, a sum of
 * squares, so that it cannot turn negative. */
#include "solver/sites/sites.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

void ard_sites_close(ardor_context *context, ard_sites *s)
{
    ard_free(context, s->coefficient);
    ard_free(context, s->latent);
    ard_free(context, s->root);
    ard_free(context, s->column);
    ard_free(context, s->product);
    ard_free(context, s->weight);
    ard_free(context, s->factor);
    ard_free(context, s->covariance);
    ard_free(context, s->sigma);
    ard_free(context, s->mu);
    ard_free(context, s->nu);
    ard_free(context, s->tau);
    *s = (ard_sites){0};
}

int ard_sites_open(ardor_context *context, int64_t n, int64_t room, ard_sites *out)
{
    int rc = ARDOR_OK;
    int64_t square = 0, product = 0;
    ard_sites s = {.n = n, .room = room};
    *out = s;
    REQUIRE(context, ard_mul_ok(room, room, &square) && ard_mul_ok(ard_max64(room, 1), n, &product), ARDOR_MEMORY,
            "%lld rows are too many for this method's matrices", (long long)n);
    NEW(context, s.tau, n);
    NEW(context, s.nu, n);
    NEW(context, s.mu, n);
    NEW(context, s.sigma, n);
    NEW(context, s.covariance, square);
    NEW(context, s.factor, square);
    NEW(context, s.weight, room);
    NEW(context, s.product, product);
    NEW(context, s.column, ard_max64(room, n));
    NEW(context, s.root, n);
    NEW(context, s.latent, n);
    NEW(context, s.coefficient, n);
    *out = s;
    s = (ard_sites){0};
done:
    ard_sites_close(context, &s);
    return rc;
}

void ard_sites_forget(ard_sites *s)
{
    memset(s->tau, 0, (size_t)s->n * sizeof *s->tau);
    memset(s->nu, 0, (size_t)s->n * sizeof *s->nu);
}

void ard_sites_take(ard_sites *s, const ard_sites *from)
{
    memcpy(s->tau, from->tau, (size_t)s->n * sizeof *s->tau);
    memcpy(s->nu, from->nu, (size_t)s->n * sizeof *s->nu);
    memcpy(s->mu, from->mu, (size_t)s->n * sizeof *s->mu);
}

static double log_diagonal(int64_t order, const double *l)
{
    double sum = 0;
    for (int64_t i = 0; i < order; i++) sum += log(l[i + i * order]);
    return 2.0 * sum;
}

static bool refresh_dual(ard_sites *s, const double *kernel)
{
    const int64_t n = s->n;
    double *l = s->factor, *w = s->product;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++) l[i + j * n] = s->root[i] * s->root[j] * kernel[i + j * n] + (i == j);
    if (ard_cholesky(n, l, n) != 0) return false;
    s->log_det = log_diagonal(n, l);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) w[i + j * n] = s->root[i] * kernel[i + j * n];
    ard_triangular_solve('N', n, n, l, n, w, n);
    memcpy(s->covariance, kernel, (size_t)(n * n) * sizeof *kernel);
    ard_syrk('T', n, n, -1.0, w, n, 1.0, s->covariance, n);
    ard_symmetrise(n, s->covariance, n);
    ard_gemv('N', n, n, 1.0, s->covariance, n, s->nu, 0.0, s->mu);
    for (int64_t i = 0; i < n; i++) s->sigma[i] = fmax(s->covariance[i + i * n], 0.0);
    return true;
}

static bool refresh_weights(ard_sites *s, const ard_prior *prior)
{
    const int64_t n = s->n, m = prior->m;
    double *l = s->factor, *scaled = s->product, sum = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) scaled[j + i * m] = s->root[i] * prior->rows[j + i * m];
    ard_syrk('N', m, n, 1.0, scaled, m, 0.0, l, m);
    for (int64_t j = 0; j < m; j++) {
        l[j + j * m] += prior->alpha[j];
        sum += log(prior->alpha[j]);
    }
    if (ard_cholesky(m, l, m) != 0) return false;
    s->log_det = log_diagonal(m, l) - sum;
    memset(s->covariance, 0, (size_t)(m * m) * sizeof *s->covariance);
    for (int64_t j = 0; j < m; j++) s->covariance[j + j * m] = 1.0;
    ard_cholesky_solve(m, m, l, m, s->covariance, m);
    ard_symmetrise(m, s->covariance, m);
    ard_gemv('N', m, n, 1.0, prior->rows, m, s->nu, 0.0, s->weight);
    ard_cholesky_solve(m, 1, l, m, s->weight, m);
    ard_gemv('T', m, n, 1.0, prior->rows, m, s->weight, 0.0, s->mu);
    memcpy(scaled, prior->rows, (size_t)(m * n) * sizeof *scaled);
    ard_triangular_solve('N', m, n, l, m, scaled, m);
    for (int64_t i = 0; i < n; i++) s->sigma[i] = ard_dot(m, scaled + i * m, scaled + i * m);
    return true;
}

bool ard_sites_refresh(ard_sites *s, const ard_prior *prior)
{
    s->dual = prior->kernel != NULL;
    s->order = s->dual ? s->n : prior->m;
    for (int64_t i = 0; i < s->n; i++) s->root[i] = sqrt(s->tau[i]);
    return s->dual ? refresh_dual(s, prior->kernel) : refresh_weights(s, prior);
}

/* sum_i w_i v_i^2, in lanes that do not wait for each other. */
static double weighted_square(int64_t n, const double *w, const double *v)
{
    double sum[4] = {0};
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += w[i + k] * v[i + k] * v[i + k];
    for (; i < n; i++) sum[0] += w[i] * v[i] * v[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Into s->product: what makes of a column phi the vector whose squared length is R_j (dual, n x n), or what is taken off
 * phi'T phi (weight space, m x n). Inverses of L are safe in the dual form, since B >= I. */
static void relevance_map(const ard_sites *s, const ard_prior *prior)
{
    const int64_t n = s->n, m = s->order;
    double *map = s->product;
    if (s->dual) {
        memset(map, 0, (size_t)(n * n) * sizeof *map);
        for (int64_t i = 0; i < n; i++) map[i + i * n] = s->root[i];
    } else {
        for (int64_t i = 0; i < n; i++)
            for (int64_t t = 0; t < m; t++) map[t + i * m] = s->tau[i] * prior->rows[t + i * m];
    }
    ard_triangular_solve('N', m, n, s->factor, m, map, m);
}

void ard_sites_relevance(const ard_sites *s, const ard_prior *prior, int64_t count, const double *columns, double *r, double *u,
                         double *scratch)
{
    const int64_t n = s->n, m = s->order;
    double *y = scratch, *g = y + ARD_RELEVANCE_BLOCK * m;
    for (int64_t i = 0; i < n; i++) g[i] = s->nu[i] - s->tau[i] * s->mu[i];
    relevance_map(s, prior);
    for (int64_t first = 0; first < count; first += ARD_RELEVANCE_BLOCK) {
        const int64_t end = ard_min64(first + ARD_RELEVANCE_BLOCK, count);
        const double *phi = columns + first * n;
        ard_gemm('N', 'N', m, end - first, n, 1.0, s->product, m, phi, n, 0.0, y, m);
        ard_gemv('T', n, end - first, 1.0, phi, n, g, 0.0, u + first);
        for (int64_t j = first; j < end; j++, phi += n) {
            const double length = ard_dot(m, y + (j - first) * m, y + (j - first) * m);
            r[j] = s->dual ? length : weighted_square(n, s->tau, phi) - length;
        }
    }
}
