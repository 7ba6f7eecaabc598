/* Sums over rows that are in parts, with no other part there (ard_context_set_reducer). */
#ifndef REDUCERS_H
#define REDUCERS_H

#include "base/base.h"

/* As if another part had the same rows. user: counts the sums (int64_t), or NULL. */
static inline int twice(void *user, double *value, int64_t n)
{
    if (user) ++*(int64_t *)user;
    for (int64_t i = 0; i < n; i++) value[i] *= 2;
    return ARDOR_OK;
}

/* user: how many sums succeed before (int), or NULL: none. */
static inline int refuse(void *user, double *value, int64_t n)
{
    (void)value, (void)n;
    return user && --*(int *)user >= 0 ? ARDOR_OK : ARDOR_IO;
}
#endif
