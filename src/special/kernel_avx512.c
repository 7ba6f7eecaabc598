/* The elementary loops for AVX-512 (F, DQ, VL). Compiled on x86-64 only; kernel.c asks the processor first. */
#define WITH_LIBMVEC
#include "special/kernel_body.h"

const ard_kernel ard_kernel_avx512 = {.exp = exp_groups, .probit = probit_groups, .cdf = cdf_groups};
