/* BLAS and LAPACK wrappers against plain loops, on blocks of larger matrices and on empty ones. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>

#include "ardor/ardor.h"
#include "base/rng.h"
#include "linalg/blas.h"
#include "numeric.h"

enum { ROOM = 64, LD = 8 };
#define TOLERANCE 1e-13

static void fill(uint64_t stream, double *x)
{
    ard_rng rng;
    ard_rng_init(&rng, 5, stream, 0);
    for (int i = 0; i < ROOM; i++) x[i] = ard_rng_normal(&rng);
}

static void same(double value, double expected) { assert_true(fabs(value - expected) <= TOLERANCE); }

/* Element (i, j) of op(A). */
static double element(char trans, const double *a, int64_t i, int64_t j) { return trans == 'N' ? a[i + j * LD] : a[j + i * LD]; }

static double product(char transa, char transb, int64_t k, const double *a, const double *b, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t l = 0; l < k; l++) sum += element(transa, a, i, l) * element(transb, b, l, j);
    return sum;
}

static void sizes_of_32_bits_fit(void **state)
{
    (void)state;
    assert_true(ard_blas_fits(0) && ard_blas_fits(INT32_MAX));
    assert_false(ard_blas_fits((int64_t)INT32_MAX + 1) || ard_blas_fits(-1));
}

static void vectors(void **state)
{
    (void)state;
    double x[ROOM], y[ROOM], z[ROOM], dot = 0, asum = 0;
    fill(1, x), fill(2, y), fill(2, z);
    for (int i = 0; i < 7; i++) dot += x[i] * y[i], asum += fabs(x[i]);
    same(ard_dot(7, x, y), dot);
    same(ard_asum(7, x), asum);
    ard_axpy(7, 1.5, x, z);
    ard_scal(3, -2, z);
    for (int i = 0; i < 9; i++) same(z[i], (i < 3 ? -2 : 1) * (y[i] + (i < 7 ? 1.5 * x[i] : 0)));
    fill(3, z);
    ard_rot(7, x, z, .6, -2);
    for (int i = 0; i < 9; i++) {
        double before[2][ROOM];
        fill(1, before[0]), fill(3, before[1]);
        same(x[i], i < 7 ? .6 * before[0][i] - 2 * before[1][i] : before[0][i]);
        same(z[i], i < 7 ? .6 * before[1][i] + 2 * before[0][i] : before[1][i]);
    }
    assert_true(ard_dot(0, NULL, NULL) == 0 && ard_asum(0, NULL) == 0 && ard_amax(0, NULL) == 0);
    assert_true(ard_amax(4, (double[]){1, -3, NAN, 2}) == 3 && ard_amax(2, (double[]){NAN, -INFINITY}) == INFINITY);
    ard_axpy(0, 1, NULL, NULL);
    ard_rot(0, NULL, NULL, 1, 0);
    ard_scal(0, 1, NULL);
}

static void matrix_products(void **state)
{
    (void)state;
    const int64_t m = 4, n = 3, k = 5;
    double a[ROOM], b[ROOM], c[ROOM], before[ROOM];
    fill(1, a), fill(2, b), fill(3, before);
    for (int which = 0; which < 4; which++) {
        char transa = which & 1 ? 'T' : 'N', transb = which & 2 ? 'T' : 'N';
        fill(3, c);
        ard_gemm(transa, transb, m, n, k, 2, a, LD, b, LD, -0.5, c, LD);
        for (int64_t j = 0; j < LD; j++)
            for (int64_t i = 0; i < LD; i++)
                same(c[i + j * LD],
                     i < m && j < n ? 2 * product(transa, transb, k, a, b, i, j) - 0.5 * before[i + j * LD] : before[i + j * LD]);
    }
    for (int which = 0; which < 2; which++) {
        char trans = which ? 'T' : 'N', other = which ? 'N' : 'T';
        int64_t length = which ? n : m, inner = which ? m : n;
        fill(3, c);
        ard_gemv(trans, m, n, 2, a, LD, b, -0.5, c);
        for (int64_t i = 0; i < LD; i++)
            same(c[i], i < length ? 2 * product(trans, 'N', inner, a, b, i, 0) - 0.5 * before[i] : before[i]);
        fill(3, c);
        ard_syrk(trans, n, k, 2, a, LD, -0.5, c, LD);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                same(c[i + j * LD],
                     i >= j ? 2 * product(trans, other, k, a, a, i, j) - 0.5 * before[i + j * LD] : before[i + j * LD]);
        ard_symmetrise(n, c, LD);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++) assert_true(c[i + j * LD] == c[j + i * LD]);
    }
}

/* A sum over nothing is 0, and beta still counts; beta 0 overwrites NaN. */
static void empty_dimensions(void **state)
{
    (void)state;
    double a[1] = {1}, c[5] = {1, 2, 3, 4, 5}, y[2] = {1, (double)NAN};
    ard_gemm('N', 'N', 2, 2, 0, 1, a, 0, a, 0, 3, c, 2);
    assert_true(c[0] == 3 && c[1] == 6 && c[2] == 9 && c[3] == 12);
    ard_syrk('N', 2, 0, 1, a, 0, 2, c, 2);
    assert_true(c[0] == 6 && c[1] == 12 && c[2] == 9 && c[3] == 24 && c[4] == 5);
    ard_gemv('N', 2, 0, 1, a, 0, a, 0, y);
    assert_true(y[0] == 0 && y[1] == 0);
    ard_gemv('T', 0, 1, 1, a, 0, a, 2, c);
    assert_true(c[0] == 12 && c[1] == 12);
    ard_gemm('T', 'T', 0, 3, 2, 1, NULL, 1, NULL, 1, 0, NULL, 1);
    ard_gemv('T', 3, 0, 1, NULL, 3, NULL, 1, NULL);
    ard_syrk('T', 0, 3, 1, NULL, 1, 1, NULL, 1);
    ard_symmetrise(0, NULL, 1);
    assert_int_equal(ard_cholesky(0, NULL, 0), 0);
    ard_cholesky_solve(0, 1, NULL, 0, NULL, 0);
    ard_triangular_solve('N', 2, 0, NULL, 2, NULL, 2);
    ard_triangular_inverse(0, NULL, 1, NULL, 1);
    ard_triangular_product('N', 0, NULL, 1, NULL);
    ard_triangular_solve_right(3, 0, NULL, 1, NULL, 3);
    ard_triangular_solve_right(0, 2, NULL, 2, NULL, 1);
    ard_triangular_square(0, NULL, 1);
}

static void symmetrise_crosses_its_blocks(void **state)
{
    (void)state;
    enum { N = 71, STEP = 73 };
    static double a[N * STEP];
    for (int i = 0; i < N * STEP; i++) a[i] = i;
    ard_symmetrise(N, a, STEP);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < STEP; i++) assert_true(a[i + j * STEP] == (i < j ? j + i * STEP : i + j * STEP));
}

static void cholesky_factors_and_solves(void **state)
{
    (void)state;
    const int64_t n = 5;
    double b[ROOM], a[ROOM] = {0}, l[ROOM], x[ROOM], right[ROOM];
    fill(1, b);
    ard_syrk('N', n, 7, 1, b, LD, 0, a, LD);
    ard_symmetrise(n, a, LD);
    for (int i = 0; i < ROOM; i++) l[i] = a[i];
    assert_int_equal(ard_cholesky(n, l, LD), 0);
    for (int64_t k = 1; k <= 3; k += 2) {
        fill(2, right), fill(2, x);
        ard_cholesky_solve(n, k, l, LD, x, LD);
        for (int64_t j = 0; j < k; j++)
            for (int64_t i = 0; i < n; i++) same(product('N', 'N', n, a, x, i, j), right[i + j * LD]);
        for (int which = 0; which < 2; which++) {
            fill(2, x);
            ard_triangular_solve(which ? 'T' : 'N', n, k, l, LD, x, LD);
            for (int64_t j = 0; j < k; j++)
                for (int64_t i = 0; i < n; i++) {
                    double sum = 0;
                    for (int64_t h = which ? i : 0; h < (which ? n : i + 1); h++)
                        sum += element(which ? 'T' : 'N', l, i, h) * x[h + j * LD];
                    same(sum, right[i + j * LD]);
                }
        }
    }
    fill(3, x);
    ard_triangular_inverse(n, l, LD, x, LD);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            double sum = 0;
            for (int64_t h = 0; h <= i; h++) sum += element('N', l, i, h) * x[h + j * LD];
            same(sum, i == j);
            assert_true(i >= j || x[i + j * LD] == 0);
        }
    double indefinite[9] = {1, 0, 0, 0, -1, 0, 0, 0, 1};
    assert_int_equal(ard_cholesky(3, indefinite, 3), 2);
}

static void triangles_multiply(void **state)
{
    (void)state;
    const int64_t n = 5;
    double l[ROOM], y[ROOM], x[ROOM], square[ROOM];
    fill(1, l), fill(1, square);
    for (int t = 0; t < 2; t++) {
        fill(2, y), fill(2, x);
        ard_triangular_product("NT"[t], n, l, LD, y);
        for (int64_t i = 0; i < n; i++) {
            double sum = 0;
            for (int64_t h = t ? i : 0; h < (t ? n : i + 1); h++) sum += element("NT"[t], l, i, h) * x[h];
            same(y[i], sum);
        }
    }
    fill(3, y);
    ard_triangular_solve_right(3, n, l, LD, y, LD);
    fill(3, x);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < 3; i++) {
            double sum = 0;
            for (int64_t h = 0; h <= j; h++) sum += y[i + h * LD] * l[j + h * LD];
            assert_true(fabs(sum - x[i + j * LD]) <= 1e-12 * fmax(1, fabs(sum)));
        }
    ard_triangular_square(n, square, LD);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++) {
            double sum = 0;
            for (int64_t h = i; h < n; h++) sum += l[h + i * LD] * l[h + j * LD];
            same(square[i + j * LD], sum);
        }
    ard_triangular_inverse(n, l, LD, x, LD);
    ard_triangular_inverse(n, l, LD, l, LD);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) assert_true(l[i + j * LD] == x[i + j * LD]);
}

/* Of orders that are halved more than once, within a larger array. */
static void inverses_of_any_order(void **state)
{
    (void)state;
    enum { MOST = 75, STEP = 77 };
    static const int order[] = {1, 15, 16, 17, 33, 50, MOST};
    static double l[STEP * STEP], x[STEP * STEP];
    for (size_t c = 0; c < sizeof order / sizeof *order; c++) {
        const int n = order[c];
        for (int j = 0; j < STEP; j++)
            for (int i = 0; i < STEP; i++) {
                l[i + j * STEP] = i == j ? 1 + .1 * (i % 3) : sin(i + 7 * j) / 4;
                x[i + j * STEP] = -9;
            }
        ard_triangular_inverse(n, l, STEP, x, STEP);
        for (int j = 0; j < STEP; j++)
            for (int i = 0; i < STEP; i++) {
                double sum = 0;
                for (int h = j; h <= i && i < n; h++) sum += l[i + h * STEP] * x[h + j * STEP];
                if (j >= n || i >= n)
                    assert_true(x[i + j * STEP] == -9); /* the rest is left alone */
                else if (i < j)
                    assert_true(x[i + j * STEP] == 0);
                else
                    assert_true(fabs(sum - (i == j)) < 1e-11);
            }
    }
}

static void eigenvalues_and_vectors(void **state)
{
    (void)state;
    enum { N = 5 };
    double b[ROOM], a[ROOM] = {0}, q[ROOM], value[N], work[3 * N], trace = 0, sum = 0;
    fill(4, b);
    ard_syrk('N', N, 3, 1, b, LD, 0, a, LD); /* of rank 3 */
    a[1 + 0 * LD] += 2;                      /* and not definite */
    for (int i = 0; i < ROOM; i++) q[i] = a[i];
    ard_symmetrise(N, a, LD);
    for (int j = 0; j < N; j++) q[0 + j * LD] += j > 0 ? 99 : 0; /* the upper triangle is not read */
    assert_int_equal(ard_symmetric_eigen(N, q, LD, value, work), 0);
    for (int64_t k = 0; k < N; k++) {
        assert_true(k == 0 || value[k] >= value[k - 1]);
        for (int64_t i = 0; i < N; i++) {
            same(product('N', 'N', N, a, q, i, k), value[k] * q[i + k * LD]);
            same(product('T', 'N', N, q, q, i, k), i == k);
        }
        trace += a[k + k * LD];
        sum += value[k];
    }
    same(sum, trace);
    assert_true(value[0] < 0);
    assert_int_equal(ard_symmetric_eigen(0, NULL, 1, NULL, NULL), 0);
}

/* The lower triangle; 30 is an eigenvalue twice, and others are negative. */
static void fill_symmetric(int64_t m, double *a)
{
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = j; i < m; i++) a[i + j * m] = i == j && i < 2 ? 30 : j < 2 ? 0 : cos((double)(i * j + i + j));
}

static void the_largest_eigenvalues(void **state)
{
    (void)state;
    enum { M = 40 };
    double *a = make_reals(M * M), *b = make_reals(M * M), *all = make_reals(M), *vector = make_reals(M * M);
    double *work = make_reals(ARD_LARGEST_REALS * M), value[M];
    int32_t whole[ARD_LARGEST_WHOLE * M];
    for (int64_t k = 0; k <= M; k = k < 3 ? k + 1 : 2 * k < M ? 2 * k : k + 8) {
        fill_symmetric(M, a);
        fill_symmetric(M, b);
        assert_int_equal(ard_symmetric_eigen(M, b, M, all, work), 0);
        assert_int_equal(ard_symmetric_largest(M, k, a, M, value, vector, work, whole), 0);
        for (int64_t t = 0; t < k; t++) assert_near(value[t], all[M - k + t], 1e-12 * 30, "an eigenvalue");
        fill_symmetric(M, a);
        ard_symmetrise(M, a, M);
        for (int64_t t = 0; t < k; t++) {
            for (int64_t u = 0; u < k; u++)
                assert_near(ard_dot(M, vector + t * M, vector + u * M), t == u, 1e-12, "orthonormal vectors");
            for (int64_t i = 0; i < M; i++)
                assert_near(ard_dot(M, a + i * M, vector + t * M), value[t] * vector[i + t * M], 1e-12 * 30, "an eigenvector");
        }
    }
    free(work);
    free(vector);
    free(all);
    free(b);
    free(a);
}

static void backend_offers_threads(void **state)
{
    (void)state;
    const int set = ardor_blas_set_threads(1);
#ifdef ARDOR_BLAS_FORTRAN
    assert_true(set == 0 || set == 1); /* any BLAS */
#else
    assert_int_equal(set, 1);
#endif
    assert_int_equal(ardor_blas_set_threads(0), 0);
    int safe = ardor_blas_is_thread_safe();
    assert_true(safe == 0 || safe == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_of_32_bits_fit),
        cmocka_unit_test(vectors),
        cmocka_unit_test(matrix_products),
        cmocka_unit_test(empty_dimensions),
        cmocka_unit_test(symmetrise_crosses_its_blocks),
        cmocka_unit_test(cholesky_factors_and_solves),
        cmocka_unit_test(triangles_multiply),
        cmocka_unit_test(inverses_of_any_order),
        cmocka_unit_test(eigenvalues_and_vectors),
        cmocka_unit_test(the_largest_eigenvalues),
        cmocka_unit_test(backend_offers_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
