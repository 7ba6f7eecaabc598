/* The elementary loops of special/ for one instruction set, and the choice among them at run time. */
#ifndef ARD_ELEMENTARY_H
#define ARD_ELEMENTARY_H

#include <stdint.h>

/* An array is worked off in groups of this many values: a whole vector on every instruction set. */
enum { ARD_GROUP = 8 };

/* One instruction set's loops. `groups` counts groups of
 * ARD_GROUP values; outputs may alias inputs. */
typedef struct ard_elementary {
    void (*exp)(int64_t groups, const double *x, double *y);
    void (*gauss)(int64_t groups, const double *a, double b, double *s); /* as ard_vexp_gauss */
    void (*probit)(int64_t groups, const double *t, double *log_phi, double *mills);
    void (*cdf)(int64_t groups, const double *t, double *p);
} ard_elementary;

/* The last two exist on x86-64 only. */
extern const ard_elementary ard_elementary_portable, ard_elementary_avx2, ard_elementary_avx512;

/* The fastest loops of this machine. */
const ard_elementary *ard_elementary_best(void);
/* The loops named "avx512", "avx2" or "portable"; NULL where this machine has none. */
const ard_elementary *ard_elementary_named(const char *path);

#endif
