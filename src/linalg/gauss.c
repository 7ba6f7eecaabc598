/* The factor in its two forms; see the header. */
#include "linalg/gauss.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

enum { JITTERS = 8, LEAN_ROWS = 64 };
static const double FIRST_JITTER = 1e-14; /* of the mean of the diagonal */
static const double CANCELS = .9999;      /* a share of which 1 less it has lost four digits */
static const double LARGE = 1e8;          /* |W|^2 whose rounding leaves the 1 on the diagonal eight digits */

/* The inverse of the columns form is a third of the work of T: a few columns more than rows are no reason for the rows form. */
static int64_t most_columns(int64_t n) { return n + n / 8; }

bool ard_gauss_scratch(int64_t n, int64_t m_room, int64_t *values)
{
    const int64_t side = ard_min64(most_columns(n), m_room);
    int64_t square = 0;
    if (!ard_mul_ok(n, m_room, values) || !ard_mul_ok(side, side, &square)) return false;
    *values = ard_max64(*values, square);
    return true;
}

static int64_t side_room(int64_t n, int64_t m_room, ard_gauss_form form)
{
    if (form == ARD_GAUSS_AUTO) return ard_min64(most_columns(n), m_room);
    return form == ARD_GAUSS_ROWS ? n : m_room;
}

static int open_room(ard_gauss *f, double *w)
{
    int rc = ARDOR_OK;
    ardor_context *context = f->context;
    int64_t cells = 0;
    f->side_room = side_room(f->n, f->m_room, f->form);
    f->w = w;
    f->lent = w != NULL;
    if (!w) NEW(context, f->w, f->w_room);
    REQUIRE(context, ard_mul_ok(f->side_room, f->side_room, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, f->l, cells);
    NEW(context, f->root, f->m_room);
    NEW(context, f->product_root, f->m_room);
    NEW(context, f->row, f->n);
done:
    return rc;
}

int ard_gauss_open(ardor_context *context, int64_t n, int64_t m_room, ard_gauss_form form, double *w, ard_gauss *out)
{
    int rc = ARDOR_OK;
    *out = (ard_gauss){.context = context, .n = n, .m_room = m_room, .form = form, .rows_at_once = n};
    REQUIRE(context, ard_gauss_scratch(n, m_room, &out->w_room), ARDOR_MEMORY, "the problem is too large");
    TRY(open_room(out, w));
done:
    return rc;
}

int ard_gauss_open_lean(ardor_context *context, int64_t n, int64_t m_room, ard_gauss *out)
{
    int rc = ARDOR_OK;
    const int64_t rows = ard_min64(n, ard_max64(LEAN_ROWS, m_room)); /* a product fits too */
    *out = (ard_gauss){.context = context, .n = n, .m_room = m_room, .form = ARD_GAUSS_AUTO};
    out->rows_at_once = ard_min64(n, LEAN_ROWS); /* whatever the room is: sums are the same */
    REQUIRE(context, ard_gauss_scratch(rows, m_room, &out->w_room), ARDOR_MEMORY, "the problem is too large");
    TRY(open_room(out, NULL));
done:
    return rc;
}

void ard_gauss_close(ardor_context *context, ard_gauss *f)
{
    ard_free(context, f->row);
    ard_free(context, f->product_root);
    ard_free(context, f->root);
    ard_free(context, f->l);
    if (!f->lent) ard_free(context, f->w);
    *f = (ard_gauss){0};
}

static int64_t side_of(const ard_gauss *f) { return f->by_rows ? f->n : f->m; }

/* These rows of W from D, with the root of C in row: count x m. */
static void weigh_columns(ard_gauss *f, const double *d, int64_t first, int64_t count)
{
    const int64_t n = f->n;
    f->product_side = 0;
    for (int64_t k = 0; k < f->m; k++) {
        const double inverse_root = 1.0 / f->root[k];
        for (int64_t i = 0; i < count; i++) f->w[i + k * count] = inverse_root * f->row[first + i] * d[first + i + k * n];
    }
}

/* W'W into b, m x m, lower triangle. */
static void square_columns(ard_gauss *f, const double *d, double *b)
{
    const int64_t m = f->m;
    for (int64_t first = 0, count; first < f->n; first += count) {
        count = ard_min64(f->rows_at_once, f->n - first);
        weigh_columns(f, d, first, count);
        ard_syrk('T', m, count, 1.0, f->w, count, first > 0, b, m);
    }
}

/* W'W, in place of W, and its Lambda. */
static void keep_product(ard_gauss *f)
{
    const int64_t m = f->m;
    if (!f->keep_product || f->by_rows || m * m > f->w_room) return;
    for (int64_t k = 0; k < m; k++) memcpy(f->w + k + k * m, f->l + k + k * m, (size_t)(m - k) * sizeof *f->w);
    memcpy(f->product_root, f->root, (size_t)m * sizeof *f->root);
    f->product_side = m;
}

/* The lower triangle of W W' or W'W into l, zeros above it. */
static int multiply(ard_gauss *f, const double *d)
{
    const int64_t n = f->n, side = side_of(f);
    memset(f->l, 0, (size_t)(side * side) * sizeof *f->l);
    if (f->by_rows) {
        weigh_columns(f, d, 0, n);
        ard_syrk('N', n, f->m, 1.0, f->w, n, 0.0, f->l, n);
        return ARDOR_OK;
    }
    square_columns(f, d, f->l);
    int rc = ard_sum(f->context, f->l, side * side);
    if (rc == ARDOR_OK) keep_product(f);
    return rc;
}

static void multiply_kernel(ard_gauss *f, const double *kernel)
{
    const int64_t n = f->n;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++) f->l[i + j * n] = f->row[i] * f->row[j] * kernel[i + j * n];
}

/* Cholesky of B or K, of which l is the product. Where rounding is more than their 1 on the diagonal (W of 1e8 and deficient in
 * rank), a little is added. */
static bool factorise(ard_gauss *f, double jitter, bool *hopeless)
{
    const int64_t side = side_of(f);
    double trace = 0;
    for (int64_t i = 0; i < side; i++) trace += f->l[i + i * side];
    *hopeless = !isfinite(trace);
    if (*hopeless) return false;
    for (int64_t i = 0; i < side; i++) f->l[i + i * side] += 1.0 + jitter * trace / (double)side;
    return ard_cholesky(side, f->l, side) == 0;
}

/* Of the factor; none where it is not finite. */
static void determinant(ard_gauss *f, double log_lambda)
{
    const int64_t side = side_of(f);
    double sum = 0;
    for (int64_t i = 0; i < side; i++) sum += 2.0 * log(f->l[i + i * side]);
    if (!isfinite(sum)) return;
    f->log_ratio = sum;
    f->log_det = log_lambda + sum;
}

static void forget(ard_gauss *f)
{
    f->reduced = f->inverted = false;
    f->log_det = f->log_ratio = NAN;
}

/* d or the kernel, to the factor and its determinant. */
static int make(ard_gauss *f, const double *d, const double *kernel, const double *curvature, double log_lambda)
{
    double jitter = 0;
    bool made = false, hopeless = !isfinite(log_lambda);
    forget(f);
    for (int64_t i = 0; i < f->n; i++) f->row[i] = sqrt(curvature[i]);
    for (int attempt = 0; attempt < JITTERS && !made && !hopeless; attempt++) {
        if (kernel) {
            multiply_kernel(f, kernel);
        } else {
            int rc = multiply(f, d);
            if (rc != ARDOR_OK) return rc;
        }
        made = factorise(f, jitter, &hopeless);
        jitter = attempt ? 10 * jitter : FIRST_JITTER;
    }
    if (made) determinant(f, log_lambda);
    return ARDOR_OK;
}

/* The square roots of Lambda, and ln |Lambda|. */
static double set_lambda(ard_gauss *f, int64_t m, const double *lambda)
{
    double log_lambda = 0;
    f->m = m;
    for (int64_t k = 0; k < m; k++) {
        f->root[k] = sqrt(lambda[k]);
        log_lambda += log(lambda[k]);
    }
    return log_lambda;
}

/* With more columns than rows W'W is deficient in rank, and B has as many digits as its 1 on the diagonal has in the sum. */
static bool is_large(const ard_gauss *f, int64_t m, const double *d, const double *curvature, const double *lambda)
{
    double sum = 0;
    for (int64_t k = 0; k < m; k++) {
        double squares = 0;
        for (int64_t i = 0; i < f->n; i++) squares += curvature[i] * d[i + k * f->n] * d[i + k * f->n];
        sum += squares / lambda[k];
    }
    return !(sum <= LARGE);
}

static bool take_rows(const ard_gauss *f, int64_t m, const double *d, const double *curvature, const double *lambda)
{
    if (f->form != ARD_GAUSS_AUTO || m <= f->n) return f->form == ARD_GAUSS_ROWS;
    return m > most_columns(f->n) || is_large(f, m, d, curvature, lambda);
}

int ard_gauss_make(ard_gauss *f, int64_t m, const double *d, const double *curvature, const double *lambda)
{
    const double log_lambda = set_lambda(f, m, lambda);
    f->by_rows = take_rows(f, m, d, curvature, lambda);
    return make(f, d, NULL, curvature, log_lambda);
}

int ard_gauss_product(ard_gauss *f, int64_t m, const double *d, const double *curvature, const double *lambda, double *b)
{
    int rc = ARDOR_OK;
    set_lambda(f, m, lambda);
    forget(f);
    for (int64_t i = 0; i < f->n; i++) f->row[i] = sqrt(curvature[i]);
    memset(b, 0, (size_t)(m * m) * sizeof *b);
    square_columns(f, d, b);
    TRY(ard_sum(f->context, b, m * m));
    for (int64_t k = 0; k < m; k++) b[k + k * m] += 1.0;
done:
    return rc;
}

void ard_gauss_select(ard_gauss *f, int64_t m, const int64_t *column)
{
    const int64_t old = f->product_side;
    if (old == 0) return;
    for (int64_t a = 0; a < m; a++) {
        const double *from = f->w + column[a] * old;
        for (int64_t b = a; b < m; b++) f->w[b + a * m] = from[column[b]];
        f->product_root[a] = f->product_root[column[a]];
    }
    f->product_side = m;
}

bool ard_gauss_precondition(ard_gauss *f, int64_t m, const double *lambda)
{
    bool hopeless = false;
    if (m == 0 || f->product_side != m) return false;
    const double log_lambda = set_lambda(f, m, lambda);
    f->by_rows = false;
    forget(f);
    for (int64_t a = 0; a < m; a++) {
        const double ratio = f->product_root[a] / f->root[a];
        memset(f->l + a * m, 0, (size_t)a * sizeof *f->l);
        for (int64_t b = a; b < m; b++) f->l[b + a * m] = ratio * (f->product_root[b] / f->root[b]) * f->w[b + a * m];
    }
    if (factorise(f, FIRST_JITTER, &hopeless)) determinant(f, log_lambda);
    return isfinite(f->log_det);
}

int ard_gauss_make_kernel(ard_gauss *f, const double *kernel, const double *curvature)
{
    f->m = 0;
    f->by_rows = true;
    return make(f, NULL, kernel, curvature, 0.0);
}

void ard_gauss_solve(ard_gauss *f, const double *g, double *x)
{
    const int64_t n = f->n, m = f->m;
    for (int64_t k = 0; k < m; k++) x[k] = g[k] / f->root[k];
    if (f->by_rows) {
        ard_gemv('N', n, m, 1.0, f->w, n, x, 0.0, f->row);
        if (!f->reduced) ard_cholesky_solve(n, 1, f->l, n, f->row, n);
        ard_gemv('T', n, m, -1.0, f->w, n, f->row, 1.0, x);
    } else if (f->reduced) {
        ard_triangular_product('N', m, f->l, m, x);
        ard_triangular_product('T', m, f->l, m, x);
    } else {
        ard_cholesky_solve(m, 1, f->l, m, x, m);
    }
    for (int64_t k = 0; k < m; k++) x[k] /= f->root[k];
}

static void reduce(ard_gauss *f)
{
    if (!f->reduced && f->by_rows) ard_triangular_solve('N', f->n, f->m, f->l, f->n, f->w, f->n);
    if (!f->reduced && !f->by_rows) ard_triangular_inverse(f->m, f->l, f->m, f->l, f->m);
    f->reduced = true;
}

void ard_gauss_shares(ard_gauss *f, double *t)
{
    const int64_t n = f->n, m = f->m;
    reduce(f);
    for (int64_t k = 0; k < m; k++) /* a variance is at most its prior's: t below 0 is rounding */
        t[k] = f->by_rows ? ard_dot(n, f->w + k * n, f->w + k * n) : fmax(0.0, 1.0 - ard_dot(m, f->l + k * m, f->l + k * m));
}

/* (B^-1)_kk = 1 - t_k by rows, where that cancels: B^-1 = B^-1 (I + W'W) B^-1 and W B^-1 = K^-1 W = L^-T T, so that
 *     1 - t_k = |L^-T T_k|^2 + sum_j (B^-1)_jk^2,    (B^-1)_jk = -T_j'T_k for j != k,
 * and with the j = k of the sum on the left t_k (1 - t_k) is a sum of squares. */
static double rest_by_rows(ard_gauss *f, int64_t k, double t)
{
    const int64_t n = f->n;
    const double *own = f->w + k * n;
    memcpy(f->row, own, (size_t)n * sizeof *f->row);
    if (f->inverted)
        ard_triangular_product('T', n, f->l, n, f->row);
    else
        ard_triangular_solve('T', n, 1, f->l, n, f->row, n);
    double sum = ard_dot(n, f->row, f->row);
    for (int64_t j = 0; j < f->m; j++) {
        const double product = j == k ? 0.0 : ard_dot(n, f->w + j * n, own);
        sum += product * product;
    }
    return sum / t;
}

void ard_gauss_variances(ard_gauss *f, double *variance)
{
    const int64_t n = f->n, m = f->m;
    reduce(f);
    for (int64_t k = 0; k < m; k++) {
        const double *own = f->by_rows ? f->w + k * n : f->l + k * m, square = ard_dot(f->by_rows ? n : m, own, own);
        const double rest = !f->by_rows ? square : square < CANCELS ? 1.0 - square : rest_by_rows(f, k, square);
        variance[k] = rest / (f->root[k] * f->root[k]);
    }
}

void ard_gauss_leverages(ard_gauss *f, const double *d, double *leverage)
{
    const int64_t n = f->n, m = f->m;
    reduce(f);
    if (f->by_rows) {
        if (!f->inverted) ard_triangular_inverse(n, f->l, n, f->l, n);
        f->inverted = true;
        for (int64_t i = 0; i < n; i++) leverage[i] = fmax(0.0, 1.0 - ard_dot(n, f->l + i * n, f->l + i * n));
        return;
    }
    for (int64_t first = 0, count; first < n; first += count) {
        count = ard_min64(f->rows_at_once, n - first);
        weigh_columns(f, d, first, count);
        ard_triangular_product_right(count, m, f->l, m, f->w, count);
        for (int64_t i = 0; i < count; i++) leverage[first + i] = 0;
        for (int64_t k = 0; k < m; k++)
            for (int64_t i = 0; i < count; i++) leverage[first + i] += f->w[i + k * count] * f->w[i + k * count];
    }
}

void ard_gauss_covariance(ard_gauss *f, double *covariance)
{
    const int64_t n = f->n, m = f->m;
    if (f->by_rows) {
        reduce(f);
        ard_syrk('T', m, n, -1.0, f->w, n, 0.0, covariance, m);
        for (int64_t k = 0; k < m; k++) covariance[k + k * m] += 1.0;
    } else {
        if (f->reduced)
            memcpy(covariance, f->l, (size_t)(m * m) * sizeof *covariance);
        else
            ard_triangular_inverse(m, f->l, m, covariance, m);
        ard_triangular_square(m, covariance, m);
    }
    for (int64_t k = 0; k < m; k++)
        for (int64_t i = k; i < m; i++) covariance[i + k * m] /= f->root[i] * f->root[k];
    ard_symmetrise(m, covariance, m);
}

void ard_gauss_root(const ard_gauss *f, double *root)
{
    const int64_t side = side_of(f), m = f->m;
    if (!f->by_rows && !f->reduced)
        ard_triangular_inverse(m, f->l, m, root, m);
    else
        memcpy(root, f->by_rows ? f->w : f->l, (size_t)(side * m) * sizeof *root);
    if (f->by_rows && !f->reduced) ard_triangular_solve('N', side, m, f->l, side, root, side);
    for (int64_t k = 0; k < m; k++) ard_scal(side, 1.0 / f->root[k], root + k * side);
}

void ard_gauss_squares(const ard_gauss *f, const double *root, int64_t count, const double *phi, double *y, double *square)
{
    const int64_t side = side_of(f), m = f->m;
    ard_gemm('N', 'N', side, count, m, 1.0, root, side, phi, m, 0.0, y, side);
    for (int64_t j = 0; j < count; j++) {
        const double *own = phi + j * m, length = ard_dot(side, y + j * side, y + j * side);
        square[j] = f->by_rows ? -length : length;
        for (int64_t k = 0; k < m && f->by_rows; k++) square[j] += own[k] * own[k] / (f->root[k] * f->root[k]);
    }
}
