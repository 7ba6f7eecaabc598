/* A fingerprint of 64 bits by which data are recognised, the same on every machine: SipHash-2-4 of a sequence of words, with the
 * key 00 01 .. 0f of its test vectors. It keeps no secret. */
#ifndef ARD_HASH_H
#define ARD_HASH_H
#include <stdint.h>

enum { ARD_HASH_BYTES = 17 };

typedef struct ard_hash {
    uint64_t v[4], n;
} ard_hash;

ard_hash ard_hash_begin(void);
void ard_hash_word(ard_hash *hash, uint64_t word);
void ard_hash_real(ard_hash *hash, double value);     /* -0 is 0, and there is one NaN */
void ard_hash_text(ard_hash *hash, const char *text); /* with its length; NULL is another than "" */
/* Of what there is so far. */
uint64_t ard_hash_value(const ard_hash *hash);
/* 16 hexadecimal digits. */
const char *ard_hash_print(uint64_t value, char out[ARD_HASH_BYTES]);
#endif
