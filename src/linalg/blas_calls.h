/* What blas.c calls, by the interface that is built for: that of C (cblas.h), or that of Fortran (ARDOR_BLAS_FORTRAN), which
 * every BLAS has. LAPACK is called as Fortran either way. Dimensions are at least 1, and vectors without gaps.
 *
 * Fortran takes everything by its address, and of each CHARACTER argument the length too, by value, behind all other arguments:
 * a size_t, as gfortran has it since version 8, and other compilers do. To leave them out goes well until the compiler of the
 * other side counts on them. Names have an underscore behind them. */
#ifndef ARD_BLAS_CALLS_H
#define ARD_BLAS_CALLS_H

#include <stddef.h>

#ifdef ARDOR_BLAS_FORTRAN

extern double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
extern double dasum_(const int *n, const double *x, const int *incx);
extern void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y, const int *incy);
extern void drot_(const int *n, double *x, const int *incx, double *y, const int *incy, const double *c, const double *s);
extern void dscal_(const int *n, const double *a, double *x, const int *incx);
extern void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
                   const double *x, const int *incx, const double *beta, double *y, const int *incy, size_t trans_length);
extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
                   const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
                   const int *ldc, size_t transa_length, size_t transb_length);
extern void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
                   const int *lda, const double *beta, double *c, const int *ldc, size_t uplo_length, size_t trans_length);
extern void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *l, const int *lda,
                   double *x, const int *incx, size_t uplo_length, size_t trans_length, size_t diag_length);
extern void dtrmv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *l, const int *lda,
                   double *x, const int *incx, size_t uplo_length, size_t trans_length, size_t diag_length);
extern void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
                   const double *alpha, const double *l, const int *lda, double *b, const int *ldb, size_t side_length,
                   size_t uplo_length, size_t trans_length, size_t diag_length);
extern void dtrmm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
                   const double *alpha, const double *l, const int *lda, double *b, const int *ldb, size_t side_length,
                   size_t uplo_length, size_t trans_length, size_t diag_length);

static const int blas_stride = 1;

static inline double blas_dot(int n, const double *x, const double *y) { return ddot_(&n, x, &blas_stride, y, &blas_stride); }

static inline double blas_asum(int n, const double *x) { return dasum_(&n, x, &blas_stride); }

static inline void blas_axpy(int n, double a, const double *x, double *y) { daxpy_(&n, &a, x, &blas_stride, y, &blas_stride); }

static inline void blas_rot(int n, double *x, double *y, double c, double s)
{
    drot_(&n, x, &blas_stride, y, &blas_stride, &c, &s);
}

static inline void blas_scal(int n, double a, double *x) { dscal_(&n, &a, x, &blas_stride); }

static inline void blas_gemv(char trans, int m, int n, double alpha, const double *a, int lda, const double *x, double beta,
                             double *y)
{
    dgemv_(&trans, &m, &n, &alpha, a, &lda, x, &blas_stride, &beta, y, &blas_stride, 1);
}

static inline void blas_gemm(char transa, char transb, int m, int n, int k, double alpha, const double *a, int lda,
                             const double *b, int ldb, double beta, double *c, int ldc)
{
    dgemm_(&transa, &transb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc, 1, 1);
}

static inline void blas_syrk(char trans, int n, int k, double alpha, const double *a, int lda, double beta, double *c, int ldc)
{
    dsyrk_("L", &trans, &n, &k, &alpha, a, &lda, &beta, c, &ldc, 1, 1);
}

static inline void blas_trsv(char trans, int n, const double *l, int lda, double *x)
{
    dtrsv_("L", &trans, "N", &n, l, &lda, x, &blas_stride, 1, 1, 1);
}

static inline void blas_trmv(char trans, int n, const double *l, int lda, double *x)
{
    dtrmv_("L", &trans, "N", &n, l, &lda, x, &blas_stride, 1, 1, 1);
}

static inline void blas_trsm(char side, char trans, int m, int n, double alpha, const double *l, int lda, double *b, int ldb)
{
    dtrsm_(&side, "L", &trans, "N", &m, &n, &alpha, l, &lda, b, &ldb, 1, 1, 1, 1);
}

static inline void blas_trmm(char side, char trans, int m, int n, double alpha, const double *l, int lda, double *b, int ldb)
{
    dtrmm_(&side, "L", &trans, "N", &m, &n, &alpha, l, &lda, b, &ldb, 1, 1, 1, 1);
}

#else

#include <cblas.h>

static inline CBLAS_TRANSPOSE transpose_of(char trans) { return trans == 'N' ? CblasNoTrans : CblasTrans; }
static inline CBLAS_SIDE side_of(char side) { return side == 'L' ? CblasLeft : CblasRight; }

static inline double blas_dot(int n, const double *x, const double *y) { return cblas_ddot(n, x, 1, y, 1); }

static inline double blas_asum(int n, const double *x) { return cblas_dasum(n, x, 1); }

static inline void blas_axpy(int n, double a, const double *x, double *y) { cblas_daxpy(n, a, x, 1, y, 1); }

static inline void blas_rot(int n, double *x, double *y, double c, double s) { cblas_drot(n, x, 1, y, 1, c, s); }

static inline void blas_scal(int n, double a, double *x) { cblas_dscal(n, a, x, 1); }

static inline void blas_gemv(char trans, int m, int n, double alpha, const double *a, int lda, const double *x, double beta,
                             double *y)
{
    cblas_dgemv(CblasColMajor, transpose_of(trans), m, n, alpha, a, lda, x, 1, beta, y, 1);
}

static inline void blas_gemm(char transa, char transb, int m, int n, int k, double alpha, const double *a, int lda,
                             const double *b, int ldb, double beta, double *c, int ldc)
{
    cblas_dgemm(CblasColMajor, transpose_of(transa), transpose_of(transb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

static inline void blas_syrk(char trans, int n, int k, double alpha, const double *a, int lda, double beta, double *c, int ldc)
{
    cblas_dsyrk(CblasColMajor, CblasLower, transpose_of(trans), n, k, alpha, a, lda, beta, c, ldc);
}

static inline void blas_trsv(char trans, int n, const double *l, int lda, double *x)
{
    cblas_dtrsv(CblasColMajor, CblasLower, transpose_of(trans), CblasNonUnit, n, l, lda, x, 1);
}

static inline void blas_trmv(char trans, int n, const double *l, int lda, double *x)
{
    cblas_dtrmv(CblasColMajor, CblasLower, transpose_of(trans), CblasNonUnit, n, l, lda, x, 1);
}

static inline void blas_trsm(char side, char trans, int m, int n, double alpha, const double *l, int lda, double *b, int ldb)
{
    cblas_dtrsm(CblasColMajor, side_of(side), CblasLower, transpose_of(trans), CblasNonUnit, m, n, alpha, l, lda, b, ldb);
}

static inline void blas_trmm(char side, char trans, int m, int n, double alpha, const double *l, int lda, double *b, int ldb)
{
    cblas_dtrmm(CblasColMajor, side_of(side), CblasLower, transpose_of(trans), CblasNonUnit, m, n, alpha, l, lda, b, ldb);
}

#endif

/* ------------------------------------------------------------------ LAPACK; they give `info`: 0, or where it failed */

extern void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t uplo_length);
extern void dlauum_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t uplo_length);
extern void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work,
                   const int *lwork, int *info, size_t jobz_length, size_t uplo_length);
extern void dsyevr_(const char *jobz, const char *range, const char *uplo, const int *n, double *a, const int *lda,
                    const double *vl, const double *vu, const int *il, const int *iu, const double *abstol, int *m, double *w,
                    double *z, const int *ldz, int *isuppz, double *work, const int *lwork, int *iwork, const int *liwork,
                    int *info, size_t jobz_length, size_t range_length, size_t uplo_length);

static inline int lapack_potrf(int n, double *a, int lda)
{
    int info = 0;
    dpotrf_("L", &n, a, &lda, &info, 1);
    return info;
}

static inline int lapack_lauum(int n, double *a, int lda)
{
    int info = 0;
    dlauum_("L", &n, a, &lda, &info, 1);
    return info;
}

/* All eigenvalues, rising, and vectors in place of a. */
static inline int lapack_syev(int n, double *a, int lda, double *value, double *work, int room)
{
    int info = 0;
    dsyev_("V", "L", &n, a, &lda, value, work, &room, &info, 1, 1);
    return info;
}

/* Eigenvalues first to last, counted from 1, and their vectors (n rows); support: 2 n. *found: how many there are. */
static inline int lapack_syevr(int n, int first, int last, double *a, int lda, int *found, double *value, double *vector,
                               int *support, double *work, int room, int *whole, int whole_room)
{
    int info = 0;
    const double none = 0;
    dsyevr_("V", "I", "L", &n, a, &lda, &none, &none, &first, &last, &none, found, value, vector, &n, support, work, &room, whole,
            &whole_room, &info, 1, 1, 1);
    return info;
}
#endif
