/* Simulated data of a seed, which is the seed of their truth too. */
#ifndef SIMULATED_H
#define SIMULATED_H

#include "ardor/ardor.h"

static inline ardor_status simulated(ardor_context *where, const char *kind, int64_t n, int64_t p, double noise, uint64_t seed,
                                     ardor_dataset **out)
{
    const ardor_simulation options = {.size = sizeof options, .noise = noise, .seed = seed, .truth_seed = seed};
    return ardor_simulate(where, kind, n, p, &options, out);
}
#endif
