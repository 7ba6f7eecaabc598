/* The elementary loops for AVX-512 (F, DQ, VL). Compiled on x86-64 only; elementary.c asks the processor first. */
#define WITH_LIBMVEC
#include "special/elementary_body.h"

const ard_elementary ard_elementary_avx512 = {
    .exp = exp_groups, .gauss = gauss_groups, .probit = probit_groups, .cdf = cdf_groups};
