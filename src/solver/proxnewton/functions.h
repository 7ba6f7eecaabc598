/* The functions that proximal Newton fits: identity features, and kernels with fixed or learnt scales. */
#ifndef ARD_FUNCTIONS_H
#define ARD_FUNCTIONS_H

#include "basis/kernel.h"
#include "solver/proxnewton/proxnewton.h"

/* f = X w. x outlives what is bound to it. */
void ard_identity_bind(const ard_matrix *x, ard_pn_function *out);

/* f = K_theta w over the kernel's centres. The scales are learnt, with room for scale_room live ones; scale_room 0: the kernel
 * keeps the theta that was set. */
void ard_kernel_bind(ard_kernel *kernel, int64_t scale_room, ard_pn_function *out);
#endif
