/* SipHash-2-4: J.-P. Aumasson and D. J. Bernstein, SipHash: a fast short-input PRF, INDOCRYPT 2012, section 2 and appendix A.
 * Messages are whole words: those of a string of bytes in little-endian order. */
#include "base/hash.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint64_t KEY[2] = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};

static uint64_t rotate(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

static void rounds(uint64_t v[4], int n)
{
    for (; n > 0; n--) {
        v[0] += v[1], v[1] = rotate(v[1], 13) ^ v[0], v[0] = rotate(v[0], 32);
        v[2] += v[3], v[3] = rotate(v[3], 16) ^ v[2];
        v[0] += v[3], v[3] = rotate(v[3], 21) ^ v[0];
        v[2] += v[1], v[1] = rotate(v[1], 17) ^ v[2], v[2] = rotate(v[2], 32);
    }
}

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    rounds(v, 2);
    v[0] ^= word;
}

ard_hash ard_hash_begin(void)
{
    return (ard_hash){{KEY[0] ^ UINT64_C(0x736f6d6570736575), KEY[1] ^ UINT64_C(0x646f72616e646f6d),
                       KEY[0] ^ UINT64_C(0x6c7967656e657261), KEY[1] ^ UINT64_C(0x7465646279746573)},
                      0};
}

void ard_hash_word(ard_hash *hash, uint64_t word)
{
    absorb(hash->v, word);
    hash->n++;
}

void ard_hash_real(ard_hash *hash, double value)
{
    uint64_t word = UINT64_C(0x7ff8000000000000);
    if (value == 0) value = 0.0;
    if (!isnan(value)) memcpy(&word, &value, sizeof word);
    ard_hash_word(hash, word);
}

void ard_hash_text(ard_hash *hash, const char *text)
{
    const size_t bytes = text ? strlen(text) : 0;
    ard_hash_word(hash, text ? bytes : UINT64_MAX);
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8 && i + j < bytes; j++) word |= (uint64_t)(unsigned char)text[i + j] << (8 * j);
        ard_hash_word(hash, word);
    }
}

uint64_t ard_hash_value(const ard_hash *hash)
{
    uint64_t v[4];
    memcpy(v, hash->v, sizeof v);
    absorb(v, hash->n << 59); /* the bytes of the message modulo 256, in the highest byte */
    v[2] ^= 0xff;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

const char *ard_hash_print(uint64_t value, char out[ARD_HASH_BYTES])
{
    snprintf(out, ARD_HASH_BYTES, "%016" PRIx64, value);
    return out;
}
