/* BLAS and LAPACK with int64_t dimensions. The narrowing to the library's 32-bit integers is checked here and
 * nowhere else: ard_blas_fits decides when data enter, and every wrapper relies on it.
 * All matrices are column-major. */
#ifndef ARD_BLAS_H
#define ARD_BLAS_H
#include <stdbool.h>
#include <stdint.h>

/* True if every dimension (and leading dimension) up to `largest` can be passed to the BLAS. */
bool ard_blas_fits(int64_t largest);

double ard_dot(int64_t n, const double *x, const double *y);
void ard_axpy(int64_t n, double a, const double *x, double *y);
/* (x, y) = (c x + s y, c y - s x). */
void ard_rot(int64_t n, double *x, double *y, double c, double s);
void ard_scal(int64_t n, double a, double *x);
double ard_asum(int64_t n, const double *x);
/* The largest |x_i|, 0 of nothing; NaN is passed over. */
double ard_amax(int64_t n, const double *x);
/* y = alpha op(A) x + beta y; A is m x n, trans 'N' or 'T'. */
void ard_gemv(char trans, int64_t m, int64_t n, double alpha, const double *a, int64_t lda, const double *x, double beta,
              double *y);
/* C = alpha op(A) op(B) + beta C; C is m x n, inner dimension k. */
void ard_gemm(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
              const double *b, int64_t ldb, double beta, double *c, int64_t ldc);
/* Lower triangle of C = alpha op(A) op(A)' + beta C; C is n x n; trans 'N': A is n x k, 'T': A is k x n. */
void ard_syrk(char trans, int64_t n, int64_t k, double alpha, const double *a, int64_t lda, double beta, double *c, int64_t ldc);
/* Copy the lower triangle onto the upper one. */
void ard_symmetrise(int64_t n, double *a, int64_t lda);
/* Cholesky A = L L' of the lower triangle, in place. 0, or the 1-based order of the minor that fails. */
int64_t ard_cholesky(int64_t n, double *a, int64_t lda);
/* Solve A X = B with the factor of ard_cholesky; B is n x k, overwritten. */
void ard_cholesky_solve(int64_t n, int64_t k, const double *l, int64_t lda, double *b, int64_t ldb);
/* Solve L x = b (trans 'N') or L' x = b (trans 'T') in place. */
void ard_triangular_solve(char trans, int64_t n, int64_t k, const double *l, int64_t lda, double *b, int64_t ldb);
/* Solve X L' = B in place; B is k x n. */
void ard_triangular_solve_right(int64_t k, int64_t n, const double *l, int64_t lda, double *b, int64_t ldb);
/* L^-1 into out (n x n, zero above the diagonal), which may be l; L has no zero on its diagonal. A third of the work of solving
 * for the identity. */
void ard_triangular_inverse(int64_t n, const double *l, int64_t lda, double *out, int64_t ldo);
/* What the BLAS says of itself, "OpenBLAS 0.3.21 .."; NULL: it is one that cannot be asked. */
const char *ard_blas_name(void);
/* x = L x (trans 'N') or L' x (trans 'T') in place. */
void ard_triangular_product(char trans, int64_t n, const double *l, int64_t lda, double *x);
/* X = X L' in place; X is k x n. */
void ard_triangular_product_right(int64_t k, int64_t n, const double *l, int64_t lda, double *x, int64_t ldx);
/* The lower triangle of L'L in place of L. */
void ard_triangular_square(int64_t n, double *l, int64_t lda);
/* Eigenvalues, increasing, of the symmetric A, of which the lower triangle is read; its columns become the eigenvectors. work:
 * 3 n. Not 0 where there are none, as with elements that are not finite. */
int64_t ard_symmetric_eigen(int64_t n, double *a, int64_t lda, double *value, double *work);
/* The k largest eigenvalues, increasing, and in the columns of vector (n x k) their eigenvectors, in less time than all of them
 * where they are few; A is lost. value: n; work: ARD_LARGEST_REALS n; whole: ARD_LARGEST_WHOLE n. */
enum { ARD_LARGEST_REALS = 38, ARD_LARGEST_WHOLE = 12 };
int64_t ard_symmetric_largest(int64_t n, int64_t k, double *a, int64_t lda, double *value, double *vector, double *work,
                              int32_t *whole);
#endif
