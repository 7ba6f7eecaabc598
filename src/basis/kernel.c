/* Values and products of the kernel bases. Derivatives: kernel_derivative.c. */
#include "basis/kernel_inside.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "special/vexp.h"

enum { ROW_BLOCK = 2048, CURVATURE_FEATURES = 256 };

/* ------------------------------------------------------------------ centring */

static const double FAR = 8; /* a column whose middle is this many times its spread away from 0 */

static void middle_of(int64_t n, const double *column, double *middle, double *spread)
{
    double low = n ? column[0] : 0, high = low;
    for (int64_t i = 1; i < n; i++) {
        low = fmin(low, column[i]);
        high = fmax(high, column[i]);
    }
    *middle = low + (high - low) / 2;
    *spread = (high - low) / 2;
}

static ard_array borrowed(const ard_array *of) { return (ard_array){.x = of->x, .ld = of->ld}; }

/* Put a copy less `middle` in its place. */
static int move_columns(ardor_context *context, int64_t n, int64_t p, const double *middle, ard_array *array)
{
    int rc = ARDOR_OK;
    double *copy = NULL;
    NEW(context, copy, n * p);
    for (int64_t f = 0; f < p; f++)
        for (int64_t i = 0; i < n; i++) copy[f * n + i] = array->x[f * array->ld + i] - middle[f];
    ard_array_close(context, array);
    *array = (ard_array){.x = copy, .ld = n, .copy = copy};
done:
    return rc;
}

/* rbf sees differences only, but computes them from squares and products, which lose every digit where columns are far from 0:
 * such columns are moved. */
static int centre(ardor_context *context, ard_kernel *k)
{
    int rc = ARDOR_OK;
    bool far = false;
    for (int64_t f = 0; f < k->p; f++) {
        double spread = 0;
        middle_of(k->m, ard_kernel_z(k, f), &k->feature_vector[f], &spread);
        far = far || fabs(k->feature_vector[f]) > FAR * spread;
    }
    if (!far) return ARDOR_OK;
    TRY(move_columns(context, k->n, k->p, k->feature_vector, &k->x));
    if (k->shared)
        k->z = borrowed(&k->x);
    else
        TRY(move_columns(context, k->m, k->p, k->feature_vector, &k->z));
done:
    return rc;
}

/* ------------------------------------------------------------------ */

static int open_values(ardor_context *context, const ard_matrix *x, const ard_matrix *z, ard_kernel *k)
{
    int rc = ARDOR_OK;
    TRY(ard_array_open(context, x, &k->x));
    if (z)
        TRY(ard_array_open(context, z, &k->z));
    else
        k->z = borrowed(&k->x);
    k->shared = !z;
    k->n = x->n, k->m = z ? z->n : x->n, k->p = x->p;
done:
    return rc;
}

static int derivative_room(ardor_context *context, ard_kernel *k)
{
    int rc = ARDOR_OK;
    const int64_t n = k->n, m = k->m;
    k->limit = ard_min64(k->p, CURVATURE_FEATURES);
    if (k->bilinear) goto done;
    const int64_t rows = ard_max64(n, m) * k->limit;
    NEW(context, k->row_room, 4 * rows);
    NEW(context, k->centre_room, m * (2 * k->limit + 1));
    for (int i = 0; i < 4; i++) k->row_features[i] = k->row_room + i * rows;
    for (int i = 0; i < 2; i++) k->centre_features[i] = k->centre_room + i * m * k->limit;
    if (k->basis.kind == ARD_POLY) NEW(context, k->slope, n * m);
done:
    return rc;
}

int ard_kernel_open_values(ardor_context *context, ard_basis basis, const ard_matrix *x, const ard_matrix *z, ard_kernel **out)
{
    int rc = ARDOR_OK;
    ard_kernel *k = NULL;
    *out = NULL;
    NEW(context, k, 1);
    k->basis = basis;
    k->bilinear = ard_basis_bilinear(basis);
    k->offset = basis.kind == ARD_POLY ? 1.0 : 0.0;
    TRY(open_values(context, x, z, k));
    const int64_t n = k->n, m = k->m, p = k->p;
    NEW(context, k->live, p);
    NEW(context, k->theta, p);
    NEW(context, k->xs, n * p);
    NEW(context, k->x_norm, n);
    if (k->shared) {
        k->zs = k->xs;
        k->z_norm = k->x_norm;
    } else {
        NEW(context, k->zs, m * p);
        NEW(context, k->z_norm, m);
    }
    NEW(context, k->gather, CENTRE_BLOCK * p);
    NEW(context, k->block, CENTRE_BLOCK * ard_min64(n, ROW_BLOCK));
    NEW(context, k->feature_vector, p);
    NEW(context, k->feature_vector2, p);
    NEW(context, k->centre_vector, m);
    NEW(context, k->row_vector, n);
    if (basis.kind == ARD_RBF) TRY(centre(context, k));
    *out = k;
    k = NULL;
done:
    ard_kernel_close(context, k);
    return rc;
}

int ard_kernel_open(ardor_context *context, ard_basis basis, const ard_matrix *x, const ard_matrix *z, ard_kernel **out)
{
    int rc = ARDOR_OK;
    ard_kernel *k = NULL;
    *out = NULL;
    TRY(ard_kernel_open_values(context, basis, x, z, &k));
    TRY(derivative_room(context, k));
    *out = k;
    k = NULL;
done:
    ard_kernel_close(context, k);
    return rc;
}

void ard_kernel_close(ardor_context *context, ard_kernel *k)
{
    if (!k) return;
    ard_free(context, k->slope);
    ard_free(context, k->centre_room);
    ard_free(context, k->row_room);
    ard_free(context, k->row_vector);
    ard_free(context, k->centre_vector);
    ard_free(context, k->feature_vector2);
    ard_free(context, k->feature_vector);
    ard_free(context, k->block);
    ard_free(context, k->gather);
    if (!k->shared) {
        ard_free(context, k->z_norm);
        ard_free(context, k->zs);
    }
    ard_free(context, k->x_norm);
    ard_free(context, k->xs);
    ard_free(context, k->theta);
    ard_free(context, k->live);
    ard_array_close(context, &k->z);
    ard_array_close(context, &k->x);
    ard_free(context, k);
}

int ard_kernel_allow_negative(ardor_context *context, ard_kernel *k)
{
    int rc = ARDOR_OK;
    double *zs = NULL, *z_norm = NULL;
    if (!k->shared) return ARDOR_OK;
    NEW(context, zs, k->m * k->p);
    NEW(context, z_norm, k->m);
    k->zs = zs;
    k->z_norm = z_norm;
    k->shared = false;
    zs = z_norm = NULL;
done:
    ard_free(context, z_norm);
    ard_free(context, zs);
    return rc;
}

ard_kernel_shape ard_kernel_shape_of(const ard_kernel *k) { return (ard_kernel_shape){k->basis, k->n, k->m, k->p}; }

int64_t ard_kernel_curvature_limit(const ard_kernel *k) { return k->limit; }

/* out[:, t] = sqrt|theta| x over the live features, for the centres with theta's sign; norm = sum theta x^2. */
static void scale_rows(const ard_kernel *k, int64_t n, const ard_array *x, bool centres, double *out, double *norm)
{
    memset(norm, 0, (size_t)n * sizeof *norm);
    for (int64_t t = 0; t < k->n_live; t++) {
        const double *column = x->x + k->live[t] * x->ld;
        double sign = k->theta[t] < 0 ? -1.0 : 1.0, root = sqrt(fabs(k->theta[t])), *to = out + t * n;
        if (centres) root *= sign;
        for (int64_t i = 0; i < n; i++) {
            to[i] = root * column[i];
            norm[i] += sign * to[i] * to[i];
        }
    }
}

/* All buffers by theta as it is. */
static void follow_theta(ard_kernel *k)
{
    scale_rows(k, k->n, &k->x, false, k->xs, k->x_norm);
    if (!k->shared) scale_rows(k, k->m, &k->z, true, k->zs, k->z_norm);
}

void ard_kernel_set(ard_kernel *k, ard_list theta)
{
    k->n_live = theta.n;
    memcpy(k->live, theta.index, (size_t)theta.n * sizeof *k->live);
    memcpy(k->theta, theta.value, (size_t)theta.n * sizeof *k->theta);
    follow_theta(k);
}

void ard_kernel_set_all(ard_kernel *k, double theta)
{
    k->n_live = k->p;
    for (int64_t t = 0; t < k->p; t++) {
        k->live[t] = t;
        k->theta[t] = theta;
    }
    follow_theta(k);
}

void ard_kernel_self(ard_basis basis, int64_t n, const double *x, int64_t ld, int64_t p, const double *theta, double *d)
{
    const bool rbf = basis.kind == ARD_RBF;
    for (int64_t i = 0; i < n; i++) d[i] = rbf ? 1.0 : 0.0;
    for (int64_t k = 0; k < p && !rbf; k++)
        for (int64_t i = 0; i < n; i++) d[i] += theta[k] * x[i + k * ld] * x[i + k * ld];
    for (int64_t i = 0; i < n && !rbf; i++) d[i] = ard_kernel_of_product(basis, d[i]);
}

/* From inner products s of rows and one centre to kernel values, or (order > 0) derivatives of poly in s. */
static void transform(const ard_kernel *k, int64_t n, const double *x_norm, double z_norm, int order, double *s)
{
    if (k->basis.kind == ARD_RBF) {
        /* the distance by expansion can round below zero, where the kernel would exceed 1 */
        ard_vexp_gauss(n, x_norm, z_norm, s);
        return;
    }
    int degree = k->basis.kind == ARD_POLY ? k->basis.degree : 1;
    double factor = 1.0;
    for (int d = 0; d < order; d++) factor *= degree - d;
    for (int64_t i = 0; i < n; i++) s[i] = factor * ard_kernel_power(k->offset + s[i], degree - order);
}

/* Kernel values of rows row..row+n_rows-1 and the given centres (NULL: first..first+n_centres-1). */
static void fill_block(ard_kernel *k, int64_t row, int64_t n_rows, int64_t first, int64_t n_centres, const int64_t *centre,
                       int order, double *out, int64_t ldo)
{
    const double *z = k->zs + first;
    int64_t ldz = k->m;
    if (centre) {
        for (int64_t t = 0; t < k->n_live; t++)
            for (int64_t j = 0; j < n_centres; j++) k->gather[t * n_centres + j] = k->zs[t * k->m + centre[j]];
        z = k->gather;
        ldz = n_centres;
    }
    ard_gemm('N', 'T', n_rows, n_centres, k->n_live, 1.0, k->xs + row, k->n, z, ldz, 0.0, out, ldo);
    for (int64_t j = 0; j < n_centres; j++)
        transform(k, n_rows, k->x_norm + row, k->z_norm[centre ? centre[j] : first + j], order, out + j * ldo);
}

void ard_kernel_columns(ard_kernel *k, int64_t n_centres, const int64_t *centre, int order, double *out)
{
    for (int64_t row = 0; row < k->n; row += ROW_BLOCK) {
        int64_t rows = ard_min64(ROW_BLOCK, k->n - row);
        for (int64_t c = 0; c < n_centres; c += CENTRE_BLOCK)
            fill_block(k, row, rows, 0, ard_min64(CENTRE_BLOCK, n_centres - c), centre + c, order, out + c * k->n + row, k->n);
    }
}

/* feature_vector[t] = sum_j w_j z_j over the live features. */
static void live_profile(const ard_kernel *k, ard_list w)
{
    for (int64_t t = 0; t < k->n_live; t++) {
        const double *z = k->zs + t * k->m;
        double sum = 0;
        for (int64_t j = 0; j < w.n; j++) sum += w.value[j] * z[w.index[j]];
        k->feature_vector[t] = sum;
    }
}

void ard_kernel_latent(ard_kernel *k, ard_list w, double *f)
{
    if (k->bilinear) {
        double total = 0;
        for (int64_t j = 0; j < w.n; j++) total += w.value[j];
        live_profile(k, w);
        for (int64_t i = 0; i < k->n; i++) f[i] = k->offset * total;
        ard_gemv('N', k->n, k->n_live, 1.0, k->xs, k->n, k->feature_vector, 1.0, f);
        return;
    }
    memset(f, 0, (size_t)k->n * sizeof *f);
    for (int64_t row = 0; row < k->n; row += ROW_BLOCK) {
        int64_t rows = ard_min64(ROW_BLOCK, k->n - row);
        for (int64_t c = 0; c < w.n; c += CENTRE_BLOCK) {
            int64_t centres = ard_min64(CENTRE_BLOCK, w.n - c);
            fill_block(k, row, rows, 0, centres, w.index + c, 0, k->block, rows);
            ard_gemv('N', rows, centres, 1.0, k->block, rows, w.value + c, 1.0, f + row);
        }
    }
}

static void bilinear_transpose(ard_kernel *k, const double *g, double *d)
{
    double total = 0;
    for (int64_t i = 0; i < k->n; i++) total += g[i];
    ard_gemv('T', k->n, k->n_live, 1.0, k->xs, k->n, g, 0.0, k->feature_vector);
    for (int64_t j = 0; j < k->m; j++) d[j] = k->offset * total;
    ard_gemv('N', k->m, k->n_live, 1.0, k->zs, k->m, k->feature_vector, 1.0, d);
}

/* Adds what the rows from first_row on have in the sums of some centres. */
static void add_block(ard_kernel *k, int64_t first, int64_t centres, int64_t first_row, bool both, const double *g, double *d)
{
    for (int64_t row = first_row; row < k->n; row += ROW_BLOCK) {
        const int64_t rows = ard_min64(ROW_BLOCK, k->n - row);
        fill_block(k, row, rows, first, centres, NULL, 0, k->block, rows);
        ard_gemv('T', rows, centres, 1.0, k->block, rows, g + row, 1.0, d + first);
        if (both) ard_gemv('N', rows, centres, 1.0, k->block, rows, g + first, 1.0, d + row);
    }
}

/* The square of the centres with themselves. */
static void add_square(ard_kernel *k, int64_t first, int64_t centres, const double *g, double *d)
{
    fill_block(k, first, centres, first, centres, NULL, 0, k->block, centres);
    ard_gemv('T', centres, centres, 1.0, k->block, centres, g + first, 1.0, d + first);
}

/* Where the centres are the rows K is symmetric: each block below the diagonal is made once and serves both triangles. */
void ard_kernel_transpose(ard_kernel *k, const double *g, double *d)
{
    if (k->bilinear) {
        bilinear_transpose(k, g, d);
        return;
    }
    memset(d, 0, (size_t)k->m * sizeof *d);
    for (int64_t first = 0; first < k->m; first += CENTRE_BLOCK) {
        const int64_t centres = ard_min64(CENTRE_BLOCK, k->m - first);
        if (k->shared) add_square(k, first, centres, g, d);
        add_block(k, first, centres, k->shared ? first + centres : 0, k->shared, g, d);
    }
}
