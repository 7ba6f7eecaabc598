/* The functions that proximal Newton fits: identity features, and kernels with fixed or learnt scales. */
#ifndef ARD_FUNCTIONS_H
#define ARD_FUNCTIONS_H

#include "basis/kernel.h"
#include "solver/proxnewton/proxnewton.h"

typedef struct ard_identity_function {
    int64_t n, p;
    const double *x; /* n x p, ld = n */
} ard_identity_function;

/* f = X w. Room for 2 n + 40 weights: an L1 optimum has no more than n in general position. */
void ard_identity_bind(ard_identity_function *self, ard_pn_function *out);

typedef struct ard_kernel_function {
    ard_kernel *kernel;
    int64_t n;
} ard_kernel_function;

/* f = K_theta w over n centres (the rows themselves). n_scales = p: scales are learnt, with room for scale_room live ones;
 * n_scales = 0: the kernel keeps the theta that was set. */
void ard_kernel_bind(ard_kernel_function *self, ard_basis basis, int64_t n_scales, int64_t scale_room, ard_pn_function *out);
#endif
