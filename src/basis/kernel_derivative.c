/* Derivatives of f = sum_j w_j k(x, z_j) and of sum_i g_i f_i in the scales.
 *
 * With E = K for rbf and E = r S^(r-1), S = 1 + x' Theta z, for poly, every derivative is a product of E with
 * feature columns of the centres (M = E (w o z_k), N = E (w o z_k^2)) or of its transpose with feature columns of the
 * rows; the squared differences of rbf are expanded, so that no n x m x p array is ever formed:
 *   rbf   df/dtheta_k = -(x_k^2 o E w - 2 x_k o M_k + N_k)
 *   poly  df/dtheta_k = x_k o M_k
 * ard_kernel_contract and ard_kernel_spread are such sums with any matrix in place of E. The expansion cancels where x and z are
 * close, which costs digits of derivatives that are then small themselves. */
#include <string.h>

#include "basis/kernel_inside.h"
#include "linalg/blas.h"

/* (X'g) o (Z'w) of all features: the scale gradient of a bilinear kernel. */
static void bilinear_gradient(ard_kernel *k, ard_list w, const double *g, double *d)
{
    memset(k->centre_vector, 0, (size_t)k->m * sizeof *k->centre_vector);
    for (int64_t j = 0; j < w.n; j++) k->centre_vector[w.index[j]] = w.value[j];
    ard_gemv('T', k->n, k->p, 1.0, k->x.x, k->x.ld, g, 0.0, k->feature_vector);
    ard_gemv('T', k->m, k->p, 1.0, k->z.x, k->z.ld, k->centre_vector, 0.0, k->feature_vector2);
    for (int64_t f = 0; f < k->p; f++) d[f] = k->feature_vector[f] * k->feature_vector2[f];
}

/* wz[:, t] = w o z_k over the active centres for `count` features; squared: w o z_k^2. */
static void weighted_centres(const ard_kernel *k, ard_list w, int64_t count, const int64_t *feature, int64_t first, bool squared,
                             double *wz)
{
    for (int64_t t = 0; t < count; t++) {
        const double *z = ard_kernel_z(k, feature ? feature[t] : first + t);
        for (int64_t j = 0; j < w.n; j++) {
            double value = z[w.index[j]];
            wz[t * w.n + j] = w.value[j] * (squared ? value * value : value);
        }
    }
}

/* E of the active centres: the columns themselves for rbf. */
static const double *slopes(ard_kernel *k, ard_list w, const double *columns)
{
    if (k->basis.kind == ARD_RBF) return columns;
    ard_kernel_columns(k, w.n, w.index, 1, k->slope);
    return k->slope;
}

static double weighted_square_sum(int64_t n, const double *weight, const double *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += weight[i] * x[i] * x[i];
    return sum;
}

static double triple_dot(int64_t n, const double *a, const double *b, const double *c)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += a[i] * b[i] * c[i];
    return sum;
}

/* Row and centre sums of diag(g) E diag(w). */
static void marginals(const ard_kernel *k, ard_list w, const double *e, const double *g, double *rows, double *centres)
{
    ard_gemv('N', k->n, w.n, 1.0, e, k->n, w.value, 0.0, rows);
    for (int64_t i = 0; i < k->n; i++) rows[i] *= g[i];
    ard_gemv('T', k->n, w.n, 1.0, e, k->n, g, 0.0, centres);
    for (int64_t j = 0; j < w.n; j++) centres[j] *= w.value[j];
}

void ard_kernel_contract(ard_kernel *k, ard_list w, const double *e, const double *g, int64_t n_features, const int64_t *feature,
                         double *d)
{
    const bool rbf = k->basis.kind == ARD_RBF;
    /* a bilinear kernel has no room for more than a feature at a time */
    double *wz = k->bilinear ? k->centre_vector : k->centre_features[0];
    double *product = k->bilinear ? k->row_vector : k->row_features[0];
    const int64_t room = k->bilinear ? 1 : k->limit;
    if (rbf) marginals(k, w, e, g, k->row_vector, k->centre_vector);
    for (int64_t first = 0; first < n_features; first += room) {
        int64_t count = ard_min64(room, n_features - first);
        weighted_centres(k, w, count, feature ? feature + first : NULL, first, false, wz);
        ard_gemm('N', 'N', k->n, count, w.n, 1.0, e, k->n, wz, w.n, 0.0, product, k->n);
        for (int64_t t = 0; t < count; t++) {
            const int64_t f = feature ? feature[first + t] : first + t;
            const double *x = ard_kernel_x(k, f), *z = ard_kernel_z(k, f);
            double inner = triple_dot(k->n, g, x, product + t * k->n);
            if (rbf) {
                double squares = weighted_square_sum(k->n, k->row_vector, x);
                for (int64_t j = 0; j < w.n; j++) squares += k->centre_vector[j] * z[w.index[j]] * z[w.index[j]];
                inner = 2.0 * inner - squares;
            }
            d[first + t] = inner;
        }
    }
}

void ard_kernel_scale_gradient(ard_kernel *k, ard_list w, const double *columns, const double *g, double *d)
{
    if (k->bilinear)
        bilinear_gradient(k, w, g, d);
    else
        ard_kernel_contract(k, w, slopes(k, w, columns), g, k->p, NULL, d);
}

/* out += factor t' of the features' columns of centres first.., squared or not. */
static void spread_block(ard_kernel *k, int64_t count, const int64_t *set, int64_t n_features, const int64_t *feature,
                         const double *t, bool squared, double factor, double *out)
{
    for (int64_t f = 0; f < n_features; f++) {
        const double *z = ard_kernel_z(k, feature[f]);
        for (int64_t j = 0; j < count; j++) {
            const double value = z[set[j]];
            k->gather[f * count + j] = squared ? value * value : value;
        }
    }
    ard_gemm('N', 'T', k->n, count, n_features, factor, t, k->n, k->gather, count, 1.0, out, k->n);
}

void ard_kernel_spread(ard_kernel *k, int64_t n_set, const int64_t *set, int64_t n_features, const int64_t *feature, double *t,
                       double *v)
{
    const bool rbf = k->basis.kind == ARD_RBF;
    double *squares = k->row_vector;
    memset(v, 0, (size_t)(k->n * n_set) * sizeof *v);
    memset(squares, 0, (size_t)k->n * sizeof *squares);
    for (int64_t c = 0; c < n_set && rbf; c += CENTRE_BLOCK)
        spread_block(k, ard_min64(CENTRE_BLOCK, n_set - c), set + c, n_features, feature, t, true, -1.0, v + c * k->n);
    for (int64_t f = 0; f < n_features; f++) {
        const double *x = ard_kernel_x(k, feature[f]);
        for (int64_t i = 0; i < k->n; i++) {
            t[f * k->n + i] *= x[i];
            squares[i] += t[f * k->n + i] * x[i];
        }
    }
    for (int64_t c = 0; c < n_set; c += CENTRE_BLOCK)
        spread_block(k, ard_min64(CENTRE_BLOCK, n_set - c), set + c, n_features, feature, t, false, rbf ? 2.0 : 1.0,
                     v + c * k->n);
    for (int64_t j = 0; j < n_set && rbf; j++) ard_axpy(k->n, -1.0, squares, v + j * k->n);
}

static void bilinear_jacobian(const ard_kernel *k, ard_list w, int64_t n_features, const int64_t *feature, double *jacobian)
{
    for (int64_t t = 0; t < n_features; t++) {
        const double *x = ard_kernel_x(k, feature[t]), *z = ard_kernel_z(k, feature[t]);
        double profile = 0;
        for (int64_t j = 0; j < w.n; j++) profile += w.value[j] * z[w.index[j]];
        for (int64_t i = 0; i < k->n; i++) jacobian[t * k->n + i] = x[i] * profile;
    }
}

static int64_t n_moments(const ard_kernel *k, int64_t count) { return k->basis.kind == ARD_RBF ? 2 * count + 1 : count; }

/* M, and for rbf N and E w behind it, of so many features, in one product: n_moments values for each row, into row_room. */
static const double *moments(ard_kernel *k, ard_list w, const double *e, int64_t count, const int64_t *feature)
{
    const int64_t width = n_moments(k, count);
    double *wz = k->centre_room;
    weighted_centres(k, w, count, feature, 0, false, wz);
    if (width > count) weighted_centres(k, w, count, feature, 0, true, wz + count * w.n);
    if (width > count) memcpy(wz + 2 * count * w.n, w.value, (size_t)w.n * sizeof *wz);
    ard_gemm('T', 'T', width, k->n, w.n, 1.0, wz, w.n, e, k->n, 0.0, k->row_room, width);
    return k->row_room;
}

/* A column of the Jacobian from the moments of its feature, number t of count. */
static void jacobian_column(const ard_kernel *k, int64_t t, int64_t count, const double *moment, const double *x, double *column)
{
    const int64_t width = n_moments(k, count);
    const double *m = moment + t;
    if (k->basis.kind == ARD_RBF)
        for (int64_t i = 0; i < k->n; i++, m += width) column[i] = x[i] * (2.0 * m[0] - x[i] * m[2 * count - t]) - m[count];
    else
        for (int64_t i = 0; i < k->n; i++, m += width) column[i] = *m * x[i];
}

void ard_kernel_jacobian(ard_kernel *k, ard_list w, const double *columns, int64_t n_features, const int64_t *feature,
                         double *jacobian)
{
    if (k->bilinear) {
        bilinear_jacobian(k, w, n_features, feature, jacobian);
        return;
    }
    const double *e = slopes(k, w, columns);
    for (int64_t first = 0; first < n_features; first += k->limit) {
        const int64_t count = ard_min64(k->limit, n_features - first);
        const double *moment = moments(k, w, e, count, feature + first);
        for (int64_t t = 0; t < count; t++)
            jacobian_column(k, t, count, moment, ard_kernel_x(k, feature[first + t]), jacobian + (first + t) * k->n);
    }
}

/* ------------------------------------------------------------------ second derivatives */

/* gx[:, t] = g o x_k (or g o x_k^2) */
static void weighted_rows(const ard_kernel *k, const double *g, int64_t n_features, const int64_t *feature, bool squared,
                          double *gx)
{
    for (int64_t t = 0; t < n_features; t++) {
        const double *x = ard_kernel_x(k, feature[t]);
        double *to = gx + t * k->n;
        for (int64_t i = 0; i < k->n; i++) to[i] = squared ? g[i] * x[i] * x[i] : g[i] * x[i];
    }
}

/* cross_jk = z_jk [E'(g o x_k)]_j, and for rbf -([K'(g o x_k^2)]_j - 2 z_jk [..]_j + z_jk^2 [K'g]_j). Leaves
 * E'(g o x_k) in `inner` (n_set x n_features). */
static void cross_block(ard_kernel *k, int64_t n_set, const int64_t *set, const double *e, const double *g, int64_t n_features,
                        const int64_t *feature, double *inner, double *cross)
{
    const bool rbf = k->basis.kind == ARD_RBF;
    double *gx = k->row_features[0], *total = k->centre_vector;
    weighted_rows(k, g, n_features, feature, false, gx);
    ard_gemm('T', 'N', n_set, n_features, k->n, 1.0, e, k->n, gx, k->n, 0.0, inner, n_set);
    if (rbf) {
        weighted_rows(k, g, n_features, feature, true, gx);
        ard_gemm('T', 'N', n_set, n_features, k->n, 1.0, e, k->n, gx, k->n, 0.0, cross, n_set);
        ard_gemv('T', k->n, n_set, 1.0, e, k->n, g, 0.0, total);
    }
    for (int64_t t = 0; t < n_features; t++) {
        const double *z = ard_kernel_z(k, feature[t]);
        for (int64_t j = 0; j < n_set; j++) {
            double value = z[set[j]], *to = cross + t * n_set + j;
            if (rbf)
                *to = value * (2.0 * inner[t * n_set + j] - value * total[j]) - *to;
            else
                *to = value * inner[t * n_set + j];
        }
    }
}

/* The pairs (a, b), a <= b, of features in order. */
typedef struct pair {
    int64_t a, b;
} pair;

static pair next_pair(pair p, int64_t n_features)
{
    return p.b + 1 < n_features ? (pair){p.a, p.b + 1} : (pair){p.a + 1, p.a + 1};
}

/* w o z_a o z_b of the pair. */
static void weighted_pair(const ard_kernel *k, ard_list w, pair p, const int64_t *feature, double *wzz)
{
    const double *za = ard_kernel_z(k, feature[p.a]), *zb = ard_kernel_z(k, feature[p.b]);
    for (int64_t j = 0; j < w.n; j++) wzz[j] = w.value[j] * zb[w.index[j]] * za[w.index[j]];
}

/* What a pair has in square. g o x_a is made for the first of the pairs with that a. */
static void add_pair(ard_kernel *k, pair p, const double *g, double factor, const double *product, int64_t n_features,
                     const int64_t *feature, double *square)
{
    const double *xa = ard_kernel_x(k, feature[p.a]);
    double *gx = k->row_vector;
    for (int64_t i = 0; i < k->n && p.b == p.a; i++) gx[i] = factor * g[i] * xa[i];
    const double value = triple_dot(k->n, gx, ard_kernel_x(k, feature[p.b]), product);
    square[p.a * n_features + p.b] += value;
    if (p.b > p.a) square[p.b * n_features + p.a] += value;
}

/* square_kl += 4 or 1 times sum_i g_i x_ik x_il [E (w o z_k o z_l)]_i: the term that poly and rbf share. */
static void product_term(ard_kernel *k, ard_list w, const double *e, const double *g, double factor, int64_t n_features,
                         const int64_t *feature, double *square)
{
    const int64_t n_pairs = n_features * (n_features + 1) / 2;
    double *wzz = k->centre_features[1], *product = k->row_features[0];
    pair in = {0, 0}, out = {0, 0};
    for (int64_t first = 0; first < n_pairs; first += k->limit) {
        const int64_t count = ard_min64(k->limit, n_pairs - first);
        for (int64_t t = 0; t < count; t++, in = next_pair(in, n_features)) weighted_pair(k, w, in, feature, wzz + t * w.n);
        ard_gemm('N', 'N', k->n, count, w.n, 1.0, e, k->n, wzz, w.n, 0.0, product, k->n);
        for (int64_t t = 0; t < count; t++, out = next_pair(out, n_features))
            add_pair(k, out, g, factor, product + t * k->n, n_features, feature, square);
    }
}

/* rbf: square += U + U', U = (X^2)' R + (Z^2)' Q with R_il = g_i (f_i x_il^2 / 2 - 2 x_il M_il + N_il) and
 * Q_jl = w_j (s_j z_jl^2 / 2 - 2 z_jl [E'(g o x_l)]_j), s = E'g: the nine terms of
 * (x_k - z_k)^2 (x_l - z_l)^2 without 4 x_k x_l z_k z_l, paired by symmetry. */
static void square_terms(ard_kernel *k, ard_list w, const double *e, const double *g, int64_t n_set, const double *inner,
                         int64_t n_features, const int64_t *feature, double *square)
{
    double *wz = k->centre_features[1], *r = k->row_features[1], *nn = k->row_features[2], *x2 = k->row_features[3];
    double *f = k->row_vector, *s = k->centre_vector;
    ard_gemv('N', k->n, w.n, 1.0, e, k->n, w.value, 0.0, f);
    weighted_centres(k, w, n_features, feature, 0, false, wz);
    ard_gemm('N', 'N', k->n, n_features, w.n, 1.0, e, k->n, wz, w.n, 0.0, r, k->n);
    weighted_centres(k, w, n_features, feature, 0, true, wz);
    ard_gemm('N', 'N', k->n, n_features, w.n, 1.0, e, k->n, wz, w.n, 0.0, nn, k->n);
    for (int64_t t = 0; t < n_features; t++) {
        const double *x = ard_kernel_x(k, feature[t]);
        for (int64_t i = 0, o = t * k->n; i < k->n; i++, o++) {
            x2[o] = x[i] * x[i];
            r[o] = g[i] * (0.5 * f[i] * x2[o] - 2.0 * x[i] * r[o] + nn[o]);
        }
    }
    ard_gemm('T', 'N', n_features, n_features, k->n, 1.0, x2, k->n, r, k->n, 1.0, square, n_features);
    /* the centres' share, with z^2 and Q (w.n x n_features each) in two row buffers that are free again */
    double *z2 = k->centre_features[1], *q = nn;
    for (int64_t t = 0; t < n_features; t++) {
        const double *z = ard_kernel_z(k, feature[t]);
        for (int64_t j = 0; j < w.n; j++) {
            double value = z[w.index[j]];
            z2[t * w.n + j] = value * value;
            q[t * w.n + j] = w.value[j] * value * (0.5 * s[j] * value - 2.0 * inner[t * n_set + j]);
        }
    }
    ard_gemm('T', 'N', n_features, n_features, w.n, 1.0, z2, w.n, q, w.n, 1.0, square, n_features);
    for (int64_t a = 0; a < n_features; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = square[a * n_features + b] + square[b * n_features + a];
            square[a * n_features + b] = square[b * n_features + a] = sum;
        }
}

void ard_kernel_curvature(ard_kernel *k, ard_list w, int64_t n_set, const int64_t *set, const double *columns, const double *g,
                          int64_t n_features, const int64_t *feature, double *cross, double *square)
{
    memset(square, 0, (size_t)(n_features * n_features) * sizeof *square);
    if (k->bilinear) {
        for (int64_t t = 0; t < n_features; t++) {
            const double *z = ard_kernel_z(k, feature[t]);
            double profile = ard_dot(k->n, ard_kernel_x(k, feature[t]), g);
            for (int64_t j = 0; j < n_set; j++) cross[t * n_set + j] = z[set[j]] * profile;
        }
        return;
    }
    const bool rbf = k->basis.kind == ARD_RBF;
    const double *e = columns;
    if (!rbf) {
        ard_kernel_columns(k, n_set, set, 1, k->slope);
        e = k->slope;
    }
    double *inner = k->centre_features[0];
    cross_block(k, n_set, set, e, g, n_features, feature, inner, cross);
    if (rbf) {
        square_terms(k, w, e, g, n_set, inner, n_features, feature, square);
        product_term(k, w, e, g, 4.0, n_features, feature, square);
    } else {
        ard_kernel_columns(k, w.n, w.index, 2, k->slope);
        product_term(k, w, k->slope, g, 1.0, n_features, feature, square);
    }
}
