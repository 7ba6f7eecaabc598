/* The elementary loops for any processor; the compiler vectorises them for the baseline of the platform. */
#include "special/elementary_body.h"

const ard_elementary ard_elementary_portable = {
    .exp = exp_groups, .gauss = gauss_groups, .probit = probit_groups, .cdf = cdf_groups};
