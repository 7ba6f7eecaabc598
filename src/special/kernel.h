/* The elementary loops of special/ for one instruction set, and the choice among them at run time. */
#ifndef ARD_SPECIAL_KERNEL_H
#define ARD_SPECIAL_KERNEL_H

#include <stdint.h>

/* An array is worked off in groups of this many values: a whole vector on every instruction set. */
enum { ARD_GROUP = 8 };

/* One instruction set's loops. `groups` counts groups of
 * ARD_GROUP values; outputs may alias inputs. */
typedef struct ard_kernel {
    void (*exp)(int64_t groups, const double *x, double *y);
    void (*probit)(int64_t groups, const double *t, double *log_phi, double *mills);
    void (*cdf)(int64_t groups, const double *t, double *p);
} ard_kernel;

/* The last two exist on x86-64 only. */
extern const ard_kernel ard_kernel_portable, ard_kernel_avx2, ard_kernel_avx512;

/* The fastest loops of this machine. */
const ard_kernel *ard_kernel_best(void);
/* The loops named "avx512", "avx2" or "portable"; NULL where this machine has none. */
const ard_kernel *ard_kernel_named(const char *path);

#endif
