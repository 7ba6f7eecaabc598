/* BLAS and LAPACK wrappers: the one place where int64_t dimensions become the library's 32-bit integers. Of the matrices all are
 * column-major, of triangles and symmetric ones all are the lower part (blas_calls.h).
 *
 * Callers have passed their sizes through ard_blas_fits, so narrow() only converts. A product over an
 * empty dimension makes no library call, because reference implementations read a leading dimension of 0
 * as an error; what such a call still has to do (C = beta C) is done here. */
#include "linalg/blas.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "linalg/blas_calls.h"

bool ard_blas_fits(int64_t largest) { return largest >= 0 && largest <= INT32_MAX; }

static int narrow(int64_t dimension) { return (int)dimension; }

/* A leading dimension: at least 1, as the libraries insist even where there is nothing to step over. */
static int narrow_leading(int64_t dimension) { return dimension < 1 ? 1 : (int)dimension; }

/* column = beta column, where beta 0 overwrites whatever was there, NaN too, as the BLAS does. */
static void scale_column(int64_t n, double beta, double *column)
{
    if (beta == 1) return;
    for (int64_t i = 0; i < n; i++) column[i] = beta == 0 ? 0 : beta * column[i];
}

double ard_dot(int64_t n, const double *x, const double *y) { return n > 0 ? blas_dot(narrow(n), x, y) : 0; }

void ard_axpy(int64_t n, double a, const double *x, double *y)
{
    if (n > 0) blas_axpy(narrow(n), a, x, y);
}

void ard_rot(int64_t n, double *x, double *y, double c, double s)
{
    if (n > 0) blas_rot(narrow(n), x, y, c, s);
}

void ard_scal(int64_t n, double a, double *x)
{
    if (n > 0) blas_scal(narrow(n), a, x);
}

double ard_asum(int64_t n, const double *x) { return n > 0 ? blas_asum(narrow(n), x) : 0; }

double ard_amax(int64_t n, const double *x)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) {
        const double size = fabs(x[i]);
        most = size > most ? size : most;
    }
    return most;
}

void ard_gemv(char trans, int64_t m, int64_t n, double alpha, const double *a, int64_t lda, const double *x, double beta,
              double *y)
{
    int64_t length = trans == 'N' ? m : n, inner = trans == 'N' ? n : m;
    if (length == 0) return;
    if (inner == 0) {
        scale_column(length, beta, y);
        return;
    }
    blas_gemv(trans, narrow(m), narrow(n), alpha, a, narrow_leading(lda), x, beta, y);
}

void ard_gemm(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
              const double *b, int64_t ldb, double beta, double *c, int64_t ldc)
{
    if (m == 0 || n == 0) return;
    if (k == 0) {
        for (int64_t j = 0; j < n; j++) scale_column(m, beta, c + j * ldc);
        return;
    }
    blas_gemm(transa, transb, narrow(m), narrow(n), narrow(k), alpha, a, narrow_leading(lda), b, narrow_leading(ldb), beta, c,
              narrow_leading(ldc));
}

void ard_syrk(char trans, int64_t n, int64_t k, double alpha, const double *a, int64_t lda, double beta, double *c, int64_t ldc)
{
    if (n == 0) return;
    if (k == 0) {
        for (int64_t j = 0; j < n; j++) scale_column(n - j, beta, c + j * ldc + j);
        return;
    }
    blas_syrk(trans, narrow(n), narrow(k), alpha, a, narrow_leading(lda), beta, c, narrow_leading(ldc));
}

void ard_symmetrise(int64_t n, double *a, int64_t lda)
{
    /* Squares of 32: both the rows read and the columns written stay in the first-level cache. */
    enum { SIDE = 32 };
    for (int64_t column = 0; column < n; column += SIDE)
        for (int64_t row = column; row < n; row += SIDE)
            for (int64_t j = column; j < n && j < column + SIDE; j++)
                for (int64_t i = row > j ? row : j + 1; i < n && i < row + SIDE; i++) a[j + i * lda] = a[i + j * lda];
}

int64_t ard_cholesky(int64_t n, double *a, int64_t lda) { return n > 0 ? lapack_potrf(narrow(n), a, narrow_leading(lda)) : 0; }

void ard_cholesky_solve(int64_t n, int64_t k, const double *l, int64_t lda, double *b, int64_t ldb)
{
    ard_triangular_solve('N', n, k, l, lda, b, ldb);
    ard_triangular_solve('T', n, k, l, lda, b, ldb);
}

void ard_triangular_solve(char trans, int64_t n, int64_t k, const double *l, int64_t lda, double *b, int64_t ldb)
{
    if (n == 0 || k == 0) return;
    if (k == 1)
        blas_trsv(trans, narrow(n), l, narrow_leading(lda), b);
    else
        blas_trsm('L', trans, narrow(n), narrow(k), 1, l, narrow_leading(lda), b, narrow_leading(ldb));
}

void ard_triangular_solve_right(int64_t k, int64_t n, const double *l, int64_t lda, double *b, int64_t ldb)
{
    if (n == 0 || k == 0) return;
    blas_trsm('R', 'T', narrow(k), narrow(n), 1, l, narrow_leading(lda), b, narrow_leading(ldb));
}

/* The inverse in place, from the last column: a column of it is made of those behind. */
enum { FEW = 16 };
static void invert_few(int64_t n, double *l, int64_t ld)
{
    for (int64_t j = n - 1; j >= 0; j--) {
        double *own = l + j * ld, sum[FEW] = {0};
        own[j] = 1.0 / own[j];
        for (int64_t k = j + 1; k < n; k++)
            for (int64_t i = k; i < n; i++) sum[i] -= own[j] * own[k] * l[i + k * ld];
        for (int64_t i = j + 1; i < n; i++) own[i] = sum[i];
    }
}

/* In place, by halves. LAPACK's own takes three times as long at order 200, a quarter more at 1000. */
static void invert(int64_t n, double *l, int64_t ld)
{
    if (n <= FEW) {
        invert_few(n, l, ld);
        return;
    }
    const int64_t head = (n + 1) / 2, tail = n - head;
    double *low = l + head, *end = low + head * ld;
    invert(head, l, ld);
    invert(tail, end, ld);
    blas_trmm('R', 'N', narrow(tail), narrow(head), -1, l, narrow(ld), low, narrow(ld));
    blas_trmm('L', 'N', narrow(tail), narrow(head), 1, end, narrow(ld), low, narrow(ld));
}

void ard_triangular_inverse(int64_t n, const double *l, int64_t lda, double *out, int64_t ldo)
{
    for (int64_t j = 0; j < n; j++) {
        memset(out + j * ldo, 0, (size_t)j * sizeof *out);
        if (out != l) memcpy(out + j * ldo + j, l + j * lda + j, (size_t)(n - j) * sizeof *out);
    }
    invert(n, out, ldo);
}

void ard_triangular_product(char trans, int64_t n, const double *l, int64_t lda, double *x)
{
    if (n == 0) return;
    blas_trmv(trans, narrow(n), l, narrow_leading(lda), x);
}

void ard_triangular_product_right(int64_t k, int64_t n, const double *l, int64_t lda, double *x, int64_t ldx)
{
    if (n > 0 && k > 0) blas_trmm('R', 'T', narrow(k), narrow(n), 1, l, narrow_leading(lda), x, narrow_leading(ldx));
}

void ard_triangular_square(int64_t n, double *l, int64_t lda)
{
    if (n > 0) lapack_lauum(narrow(n), l, narrow_leading(lda));
}

int64_t ard_symmetric_eigen(int64_t n, double *a, int64_t lda, double *value, double *work)
{
    return n > 0 ? lapack_syev(narrow(n), a, narrow_leading(lda), value, work, narrow(3 * n)) : 0;
}

/* LAPACK takes 10 n whole numbers, and 2 n for which rows of the vectors are not zero. */
int64_t ard_symmetric_largest(int64_t n, int64_t k, double *a, int64_t lda, double *value, double *vector, double *work,
                              int32_t *whole)
{
    if (k == 0) return 0;
    int found = 0;
    const int failed = lapack_syevr(narrow(n), narrow(n - k + 1), narrow(n), a, narrow_leading(lda), &found, value, vector,
                                    whole + 10 * n, work, narrow(ARD_LARGEST_REALS * n), whole, narrow(10 * n));
    return failed != 0 ? failed : k - found;
}
