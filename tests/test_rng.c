/* Random numbers: Random123's known answers, independence of streams, distributions. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <Random123/philox.h>

#include "base/rng.h"

enum { DRAWS = 200000, NORMALS = 1000000 };

/* Lines "philox4x64 10" of Random123's kat_vectors. */
static const struct {
    uint64_t counter[4], key[2], out[4];
} known[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}},
    {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
     {UINT64_MAX, UINT64_MAX},
     {0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}},
    {{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
     {0x452821e638d01377, 0xbe5466cf34e90c6c},
     {0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}},
};

static void philox_gives_the_known_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        philox4x64_ctr_t counter;
        philox4x64_key_t key;
        memcpy(counter.v, known[i].counter, sizeof counter.v);
        memcpy(key.v, known[i].key, sizeof key.v);
        philox4x64_ctr_t out = philox4x64_R(10, counter, key);
        assert_memory_equal(out.v, known[i].out, sizeof out.v);
    }
    ard_rng rng;
    ard_rng_init(&rng, 0, 0, 0);
    for (int i = 0; i < 4; i++) assert_true(ard_rng_bits(&rng) == known[0].out[i]);
}

/* Block b of a stream is the cipher of (b, substream, 0, 0) under (seed, stream), in this order. */
static void a_stream_is_its_counter_and_key(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 11, 22, 33);
    for (uint64_t block = 0; block < 3; block++) {
        philox4x64_ctr_t counter = {{block, 33, 0, 0}};
        philox4x64_key_t key = {{11, 22}};
        philox4x64_ctr_t out = philox4x64_R(10, counter, key);
        for (int i = 0; i < 4; i++) assert_true(ard_rng_bits(&rng) == out.v[i]);
    }
}

static void uniforms_are_uniform(void **state)
{
    (void)state;
    enum { CELLS = 100 };
    int count[CELLS] = {0};
    double chi_square = 0;
    ard_rng rng;
    ard_rng_init(&rng, 1, 2, 3);
    for (int i = 0; i < DRAWS; i++) {
        double u = ard_rng_uniform(&rng);
        assert_true(u > 0 && u < 1);
        count[(int)(CELLS * u)]++;
    }
    double expected = (double)DRAWS / CELLS;
    for (int i = 0; i < CELLS; i++) chi_square += (count[i] - expected) * (count[i] - expected) / expected;
    /* 99 degrees of freedom: 0.1 % and 99.9 % points. */
    assert_true(chi_square > 59 && chi_square < 149);
}

/* The extreme words of the generator still map inside (0, 1). */
static void uniforms_never_reach_0_or_1(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 0, 0, 0);
    rng.left = 2;
    rng.buffer[2] = 0;
    rng.buffer[3] = UINT64_MAX;
    assert_true(ard_rng_uniform(&rng) == 0x1p-53);
    assert_true(ard_rng_uniform(&rng) == 1 - 0x1p-53);
}

static void normals_are_normal(void **state)
{
    (void)state;
    double sum[5] = {0}, last = 0, lag = 0;
    int below[3] = {0};
    ard_rng rng;
    ard_rng_init(&rng, 4, 5, 6);
    for (int i = 0; i < NORMALS; i++) {
        double x = ard_rng_normal(&rng), power = 1;
        for (int k = 0; k < 5; k++, power *= x) sum[k] += power;
        below[0] += x < -1.6448536269514722;
        below[1] += x < 0.6744897501960817;
        below[2] += x < 2.3263478740408408;
        lag += x * last;
        last = x;
    }
    const double moment[5] = {1, 0, 1, 0, 3}, deviation[5] = {0, 1, 1.42, 3.88, 9.8};
    for (int k = 1; k < 5; k++) assert_true(fabs(sum[k] / NORMALS - moment[k]) < 4 * deviation[k] / sqrt(NORMALS));
    assert_true(fabs(lag / NORMALS) < 4 / sqrt(NORMALS));
    const double level[3] = {0.05, 0.75, 0.99};
    for (int k = 0; k < 3; k++)
        assert_true(fabs(below[k] / (double)NORMALS - level[k]) < 4 * sqrt(level[k] * (1 - level[k]) / NORMALS));
}

static void below_is_unbiased(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 7, 8, 9);
    int count[7] = {0};
    for (int i = 0; i < DRAWS; i++) {
        int64_t k = ard_rng_below(&rng, 7);
        assert_true(k >= 0 && k < 7);
        count[k]++;
    }
    double chi_square = 0, expected = DRAWS / 7.0;
    for (int i = 0; i < 7; i++) chi_square += (count[i] - expected) * (count[i] - expected) / expected;
    assert_true(chi_square < 22.5); /* 6 degrees of freedom, 99.9 % */
    assert_int_equal(ard_rng_below(&rng, 1), 0);
    /* 3 * 2^61 does not divide 2^64: a plain remainder would give the lower third 1/2 instead of 1/3 more often. */
    int64_t bound = 3LL << 61, low = 0;
    for (int i = 0; i < DRAWS; i++) low += ard_rng_below(&rng, bound) < bound / 3;
    assert_true(fabs((double)low / DRAWS - 1.0 / 3) < 4 * sqrt(2.0 / 9 / DRAWS));
}

static void shuffles_are_permutations_and_all_alike(void **state)
{
    (void)state;
    enum { N = 257, SMALL = 6, TIMES = 24000 };
    int64_t index[N];
    int seen[N] = {0}, moved = 0;
    ard_rng rng;
    ard_rng_init(&rng, 1, 0, 0);
    for (int i = 0; i < N; i++) index[i] = i;
    ard_rng_shuffle(&rng, N, index);
    for (int i = 0; i < N; i++) {
        assert_true(index[i] >= 0 && index[i] < N);
        seen[index[i]]++;
        moved += index[i] != i;
    }
    for (int i = 0; i < N; i++) assert_int_equal(seen[i], 1);
    assert_true(moved > N - 10);
    int order[SMALL] = {0};
    for (int t = 0; t < TIMES; t++) {
        int64_t three[3] = {0, 1, 2};
        ard_rng_shuffle(&rng, 3, three);
        order[2 * three[0] + (three[1] > three[2])]++;
    }
    for (int i = 0; i < SMALL; i++) assert_true(abs(order[i] - TIMES / SMALL) < 4 * 58);
    ard_rng_shuffle(&rng, 0, NULL);
}

static void streams_differ(void **state)
{
    (void)state;
    ard_rng a, b, c, d, same;
    ard_rng_init(&a, 1, 1, 1);
    ard_rng_init(&b, 2, 1, 1);
    ard_rng_init(&c, 1, 2, 1);
    ard_rng_init(&d, 1, 1, 2);
    ard_rng_init(&same, 1, 1, 1);
    for (int i = 0; i < 9; i++) {
        uint64_t word = ard_rng_bits(&a);
        assert_true(word == ard_rng_bits(&same));
        assert_true(word != ard_rng_bits(&b) && word != ard_rng_bits(&c) && word != ard_rng_bits(&d));
    }
}

/* A purpose's number decides what a seed gives it: another one changes results, and two alike would draw the same numbers. */
static void every_purpose_has_its_stream(void **state)
{
    (void)state;
    static const int have[] = {ARD_STREAM_SEARCH_START, ARD_STREAM_SEARCH_ORDER, ARD_STREAM_HALVES,     ARD_STREAM_VALUES,
                               ARD_STREAM_ORDER,        ARD_STREAM_NOISE,        ARD_STREAM_WEIGHTS,    ARD_STREAM_DEAL,
                               ARD_STREAM_HOLDOUT,      ARD_STREAM_BOOTSTRAP,    ARD_STREAM_IMPORTANCE, ARD_STREAM_MCC},
                     want[] = {1, 2, 3, 0x51, 0x52, 0x53, 0x54, 0x61, 0x62, 0x63, 0x64, 0x71};
    for (int i = 0; i < (int)(sizeof have / sizeof *have); i++) assert_int_equal(have[i], want[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_the_known_answers),
        cmocka_unit_test(a_stream_is_its_counter_and_key),
        cmocka_unit_test(uniforms_are_uniform),
        cmocka_unit_test(uniforms_never_reach_0_or_1),
        cmocka_unit_test(normals_are_normal),
        cmocka_unit_test(below_is_unbiased),
        cmocka_unit_test(shuffles_are_permutations_and_all_alike),
        cmocka_unit_test(streams_differ),
        cmocka_unit_test(every_purpose_has_its_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
