/* The elementary loops for AVX2 with FMA; empty where the compiler was not given it. */
#include <stddef.h>

#include "special/kernel.h"

#if defined(__AVX2__) && defined(__FMA__)
#include "special/kernel_body.h"
const ard_kernel ard_kernel_avx2 = {.exp = exp_groups, .probit = probit_groups, .cdf = cdf_groups};
#else
const ard_kernel ard_kernel_avx2 = {.exp = NULL};
#endif
