/* Vectorised exponential. */
#ifndef ARD_VEXP_H
#define ARD_VEXP_H
#include <stdint.h>
/* y[i] = exp(x[i]); x == y allowed; within 4 ulp of the C library's (2 ulp typical); NaN, infinities, overflow and
 * underflow as exp. Picks AVX-512, AVX2 or portable code at run time. */
void ard_vexp(int64_t n, const double *x, double *y);
/* s[i] = exp(-max(0, a[i] + b - 2 s[i])): the Gaussian kernel of squared norms a, b and inner products s. */
void ard_vexp_gauss(int64_t n, const double *a, double b, double *s);
/* As ard_vexp on a named path, for tests and benchmarks: "avx512", "avx2", "portable". Returns 0 where
 * this machine has no such path. */
int ard_vexp_path(const char *path, int64_t n, const double *x, double *y);
#endif
