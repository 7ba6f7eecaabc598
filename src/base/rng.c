/* Philox4x64-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011) from Random123.
 * Key (seed, stream), counter (block number, substream, 0, 0): a stream has no state but its position, so every
 * fold and repetition starts its own at no cost and the numbers do not depend on which thread draws them.
 *
 * Normals: Marsaglia's polar method. It takes log and sqrt but no sine, and the two normals of a pair are used in
 * turn. log is the C library's: the stream is the same for any thread count, and across platforms as far as
 * their log agrees to the last bit. */
#include "base/rng.h"

#include <math.h>
#include <string.h>

#define R123_ASSERT(condition) ((void)0) /* the library does not abort; the rounds are a constant here */
#include <Random123/philox.h>

void ard_rng_init(ard_rng *rng, uint64_t seed, uint64_t stream, uint64_t substream)
{
    memset(rng, 0, sizeof *rng);
    rng->key[0] = seed;
    rng->key[1] = stream;
    rng->substream = substream;
}

uint64_t ard_rng_bits(ard_rng *rng)
{
    enum { WORDS = sizeof rng->buffer / sizeof *rng->buffer };
    if (rng->left == 0) {
        philox4x64_ctr_t counter = {{rng->counter++, rng->substream, 0, 0}};
        philox4x64_key_t key = {{rng->key[0], rng->key[1]}};
        philox4x64_ctr_t block = philox4x64(counter, key);
        memcpy(rng->buffer, block.v, sizeof rng->buffer);
        rng->left = WORDS;
    }
    return rng->buffer[WORDS - rng->left--];
}

/* The middle of one of 2^52 equal cells: an odd multiple of 2^-53. */
double ard_rng_uniform(ard_rng *rng) { return ((double)(ard_rng_bits(rng) >> 12) + 0.5) * 0x1p-52; }

double ard_rng_normal(ard_rng *rng)
{
    if (rng->has_spare) {
        rng->has_spare = 0;
        return rng->spare;
    }
    double x, y, square;
    do {
        x = 2 * ard_rng_uniform(rng) - 1;
        y = 2 * ard_rng_uniform(rng) - 1;
        square = x * x + y * y;
    } while (square >= 1); /* never 0: both are odd multiples of 2^-52 */
    double scale = sqrt(-2 * log(square) / square);
    rng->spare = y * scale;
    rng->has_spare = 1;
    return x * scale;
}

/* The first 2^64 mod bound words are dropped, so that every remainder has equally many words. */
int64_t ard_rng_below(ard_rng *rng, int64_t bound)
{
    uint64_t size = (uint64_t)bound, dropped = (0 - size) % size, word;
    do word = ard_rng_bits(rng);
    while (word < dropped);
    return (int64_t)(word % size);
}

void ard_rng_shuffle(ard_rng *rng, int64_t n, int64_t *index)
{
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = ard_rng_below(rng, i + 1), swap = index[i];
        index[i] = index[j];
        index[j] = swap;
    }
}
