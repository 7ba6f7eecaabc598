/* Counter-based random numbers (Philox4x64-10): the same for any thread count and any platform. */
#ifndef ARD_RNG_H
#define ARD_RNG_H
#include <stdint.h>

/* A stream is (seed, stream, substream): give each independent use (a fold, a repetition) its own. */
typedef struct ard_rng {
    uint64_t key[2], counter, substream, buffer[4];
    int left;     /* unused words in the buffer */
    double spare; /* second normal of a pair */
    int has_spare;
} ard_rng;

void ard_rng_init(ard_rng *rng, uint64_t seed, uint64_t stream, uint64_t substream);
uint64_t ard_rng_bits(ard_rng *rng);
/* Uniform on (0, 1), 53 bits, never 0 or 1. */
double ard_rng_uniform(ard_rng *rng);
double ard_rng_normal(ard_rng *rng);
/* Unbiased integer in [0, bound), bound >= 1. */
int64_t ard_rng_below(ard_rng *rng, int64_t bound);
/* Fisher-Yates shuffle of n indices in place. */
void ard_rng_shuffle(ard_rng *rng, int64_t n, int64_t *index);
#endif
