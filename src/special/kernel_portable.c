/* The elementary loops for any processor; the compiler vectorises them for the baseline of the platform. */
#include "special/kernel_body.h"

const ard_kernel ard_kernel_portable = {.exp = exp_groups, .probit = probit_groups, .cdf = cdf_groups};
