/* The elementary loops for AVX-512 (F, DQ, VL); empty where the compiler was not given it. */
#include <stddef.h>

#include "special/kernel.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#include "special/kernel_body.h"
const ard_kernel ard_kernel_avx512 = {.exp = exp_groups, .probit = probit_groups, .cdf = cdf_groups};
#else
const ard_kernel ard_kernel_avx512 = {.exp = NULL};
#endif
