/* The sites' memory, and what columns would bring to them. In the dual form R_j is the squared length of L^-1 T^.5 phi_j, a sum
 * of squares, so that it cannot turn negative. */
#include "solver/sites/sites.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

void ard_sites_close(ardor_context *context, ard_sites *s)
{
    double *const owned[] = {s->sign,        s->sigma, s->covariance, s->f_step, s->origin, s->step,
                             s->coefficient, s->row,   s->weight,     s->mu,     s->nu,     s->tau};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) ard_free(context, owned[i]);
    ard_mode_close(context, &s->mode);
    ard_gauss_close(context, &s->gauss);
    *s = (ard_sites){0};
}

static int open_laplace(ardor_context *context, ard_sites *s)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n;
    TRY(ard_mode_open(context, s->link, &s->target, s->room, &s->mode));
    NEW(context, s->coefficient, n);
    NEW(context, s->step, n);
    NEW(context, s->origin, n);
    NEW(context, s->f_step, n);
done:
    return rc;
}

static int open_ep(ardor_context *context, ard_sites *s)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n;
    NEW(context, s->covariance, s->room * s->room);
    NEW(context, s->row, s->room);
    NEW(context, s->sigma, n);
    NEW(context, s->sign, n);
    for (int64_t i = 0; i < n; i++) s->sign[i] = ard_target_sign(&s->target, i);
done:
    return rc;
}

int ard_sites_open(ardor_context *context, const ard_targets *target, int64_t room, const ard_link *link, double *w,
                   ard_sites *out)
{
    int rc = ARDOR_OK;
    const int64_t n = target->n;
    *out = (ard_sites){.context = context, .target = *target, .link = link, .room = room, .slope = NAN};
    TRY(ard_gauss_open(context, n, room, ARD_GAUSS_COLUMNS, w, &out->gauss));
    NEW(context, out->tau, n);
    NEW(context, out->nu, n);
    NEW(context, out->mu, n);
    NEW(context, out->weight, room);
    TRY(link ? open_laplace(context, out) : open_ep(context, out));
done:
    if (rc != ARDOR_OK) ard_sites_close(context, out);
    return rc;
}

void ard_sites_forget(ard_sites *s)
{
    memset(s->tau, 0, (size_t)s->target.n * sizeof *s->tau);
    memset(s->nu, 0, (size_t)s->target.n * sizeof *s->nu);
    memset(s->mu, 0, (size_t)s->target.n * sizeof *s->mu);
}

void ard_sites_take(ard_sites *s, const ard_sites *from)
{
    memcpy(s->tau, from->tau, (size_t)s->target.n * sizeof *s->tau);
    memcpy(s->nu, from->nu, (size_t)s->target.n * sizeof *s->nu);
    memcpy(s->mu, from->mu, (size_t)s->target.n * sizeof *s->mu);
}

void ard_sites_pull(const ard_sites *s, double *g)
{
    for (int64_t i = 0; i < s->target.n; i++) g[i] = s->nu[i] - s->tau[i] * s->mu[i];
}

/* sum_i w_i v_i^2, in lanes that do not wait for each other. */
static inline double weighted_square(int64_t n, const double *w, const double *v)
{
    double sum[4] = {0};
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += w[i + k] * v[i + k] * v[i + k];
    for (; i < n; i++) sum[0] += w[i] * v[i] * v[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Dual: L^-1 T^.5, n x n, 0 above the diagonal. Inverses of L are safe, since B >= I. */
static void map_by_rows(const ard_sites *s, double *map)
{
    const int64_t n = s->target.n;
    ard_triangular_inverse(n, s->gauss.l, n, map, n);
    for (int64_t i = 0; i < n; i++) ard_scal(n - i, s->gauss.row[i], map + i + i * n);
}

/* Weight space: Phi A^-.5 L'^-1, n x m, whose rows have the squared lengths S_ii. */
static void map_by_columns(const ard_sites *s, const ard_prior *prior, double *map)
{
    const int64_t n = s->target.n, m = s->order;
    for (int64_t t = 0; t < m; t++)
        for (int64_t i = 0; i < n; i++) map[i + t * n] = prior->columns[i + t * n] / s->gauss.root[t];
    if (s->gauss.reduced)
        ard_triangular_product_right(n, m, s->gauss.l, m, map, n);
    else
        ard_triangular_solve_right(n, m, s->gauss.l, m, map, n);
}

/* Of Laplace's approximation, S_ii dtau_i/df_i: what -2 times the log evidence gains where f_i moves. */
static void sway(const ard_sites *s, const double *map, double *v)
{
    const int64_t n = s->target.n, m = s->order;
    double *variance = s->mode.leverage, *third = s->mode.third;
    s->link->third(&s->target, s->mode.f, third);
    memset(variance, 0, (size_t)n * sizeof *variance);
    for (int64_t t = 0; t < m && !s->dual; t++)
        for (int64_t i = 0; i < n; i++) variance[i] += map[i + t * n] * map[i + t * n];
    for (int64_t i = 0; i < n && s->dual; i++) /* tau_i S_ii = 1 - (B^-1)_ii */
        variance[i] = s->tau[i] > 0 ? fmax(0.0, 1.0 - ard_dot(n, map + i * n, map + i * n) / s->tau[i]) / s->tau[i] : 0.0;
    for (int64_t i = 0; i < n; i++) v[i] = third[i] * variance[i];
}

/* q = (I + T K)^-1 v, with room for order values. */
static int pull_of_sway(const ard_sites *s, const ard_prior *prior, const double *map, double *q, double *room)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n, m = s->order;
    sway(s, map, q);
    if (s->dual) {
        ard_gemv('N', n, n, 1.0, prior->kernel, n, q, 0.0, s->mode.third);
        ard_gemv('N', n, n, 1.0, map, n, s->mode.third, 0.0, room);
        ard_gemv('T', n, n, -1.0, map, n, room, 1.0, q);
        goto done;
    }
    ard_gemv('T', n, m, 1.0, map, n, q, 0.0, room);
    TRY(ard_sum(s->context, room, m));
    ard_gemv('N', n, m, 1.0, map, n, room, 0.0, s->mode.third);
    for (int64_t i = 0; i < n; i++) q[i] -= s->tau[i] * s->mode.third[i];
done:
    return rc;
}

/* What makes of a column phi the vector whose squared length is R_j (dual: L^-1 T^.5), or what is taken off phi'T phi (weight
 * space: the transpose of T Phi A^-.5 L'^-1); and q where it is wanted. */
static int relevance_map(const ard_sites *s, const ard_prior *prior, double *map, double *q, double *room)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n, m = s->order;
    if (s->dual)
        map_by_rows(s, map);
    else
        map_by_columns(s, prior, map);
    if (q) TRY(pull_of_sway(s, prior, map, q, room));
    for (int64_t t = 0; t < m && !s->dual; t++)
        for (int64_t i = 0; i < n; i++) map[i + t * n] *= s->tau[i];
done:
    return rc;
}

int ard_sites_kernel_gradient(const ard_sites *s, const ard_prior *prior, double *scratch)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n;
    double *out = s->gauss.w, *g = scratch, *h = g + n, *room = h + n;
    map_by_rows(s, out);
    ard_sites_pull(s, g);
    TRY(pull_of_sway(s, prior, out, h, room));
    for (int64_t i = 0; i < n; i++) h[i] = 0.5 * (g[i] - h[i]);
    ard_triangular_square(n, out, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++) out[i + j * n] = 0.5 * (g[i] * h[j] + h[i] * g[j] - out[i + j * n]);
done:
    return rc;
}

/* R of `count` columns from y = map phi; in weight space less what is taken off. */
static void finish_relevance(const ard_sites *s, int64_t count, const double *columns, const double *y, double *r)
{
    const int64_t n = s->target.n, m = s->order;
    for (int64_t j = 0; j < count; j++) {
        const double length = ard_dot(m, y + j * m, y + j * m);
        r[j] = s->dual ? length : weighted_square(n, s->tau, columns + j * n) - length;
    }
}

/* The same where the rows are a part of all. */
static int add_relevance(const ard_sites *s, int64_t count, const double *columns, double *y, double *r, double *u)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n, m = s->order;
    for (int64_t j = 0; j < count; j++) r[j] = weighted_square(n, s->tau, columns + j * n);
    TRY(ard_sum(s->context, r, count));
    TRY(ard_sum(s->context, u, count));
    TRY(ard_sum(s->context, y, m * count));
    for (int64_t j = 0; j < count; j++) r[j] -= ard_dot(m, y + j * m, y + j * m);
done:
    return rc;
}

int ard_sites_relevance(const ard_sites *s, const ard_prior *prior, int64_t count, const double *columns, double *r, double *u,
                        double *drift, double *scratch)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n, m = s->order;
    double *y = scratch, *g = y + ARD_RELEVANCE_BLOCK * m, *q = g + n, *map = s->gauss.w;
    TRY(relevance_map(s, prior, map, drift ? q : NULL, y));
    ard_sites_pull(s, g);
    for (int64_t first = 0; first < count; first += ARD_RELEVANCE_BLOCK) {
        const int64_t size = ard_min64(ARD_RELEVANCE_BLOCK, count - first);
        const double *phi = columns + first * n;
        ard_gemm(s->dual ? 'N' : 'T', 'N', m, size, n, 1.0, map, n, phi, n, 0.0, y, m);
        ard_gemv('T', n, size, 1.0, phi, n, g, 0.0, u + first);
        if (drift) ard_gemv('T', n, size, 1.0, phi, n, q, 0.0, drift + first);
        if (s->link && !s->dual) {
            TRY(add_relevance(s, size, phi, y, r + first, u + first));
            if (drift) TRY(ard_sum(s->context, drift + first, size));
        } else {
            finish_relevance(s, size, phi, y, r + first);
        }
    }
done:
    return rc;
}
