/* Counter-based random numbers (Philox4x64-10): the same for any thread count and any platform. */
#ifndef ARD_RNG_H
#define ARD_RNG_H
#include <stdint.h>

/* A stream is (seed, stream, substream): give each independent use (a fold, a repetition) its own. Every purpose of the
 * program has a stream here, so that no two draw the same numbers from the common seed. */
enum {
    ARD_STREAM_SEARCH_START = 1, /* ard-ep, ard-laplace: random weights of a start; substream: what is in a column, its number */
    ARD_STREAM_SEARCH_ORDER,     /* their random order; substream: what is in a column, the start's number, the pass */
    ARD_STREAM_HALVES,           /* projection: a pair of half samples; substream: its number */
    ARD_STREAM_SCALES,           /* methods that learn scales: of a start; substream: what is in a column, the start's number */
    ARD_STREAM_PLATT,            /* methods with Platt's scaling, teachers of projection: folds; substream: what is in a row */
    ARD_STREAM_ROWS,             /* rsfm, pfcvm-lp: order in which many rows are looked at; substream: what is in a row */
    ARD_STREAM_VALUES = 0x51,    /* simulation: values; substream: the column */
    ARD_STREAM_ORDER,            /* simulation: order of the rows */
    ARD_STREAM_NOISE,            /* simulation: labels flipped */
    ARD_STREAM_WEIGHTS,          /* simulation: true weights */
    ARD_STREAM_DEAL = 0x61,      /* plans: folds; substream: the repetition */
    ARD_STREAM_HOLDOUT,          /* plans: the rows held out */
    ARD_STREAM_BOOTSTRAP,        /* plans: rows drawn; substream: the resample */
    ARD_STREAM_IMPORTANCE,       /* permutation importance; substream: the fold, the permutation */
    ARD_STREAM_PAIRS,            /* complementary pairs of half samples; substream: the pair */
    ARD_STREAM_LABELS,           /* labels exchanged among rows; substream: the permutation */
    ARD_STREAM_CURVE,            /* learning curve: rows left out of a training part; substream: the fold */
    ARD_STREAM_MCC = 0x71,       /* figures: rows drawn for Matthews' correlation; substream: the resample */
    ARD_STREAM_ROC               /* figures: samples drawn for the band of a curve; substream: the draw */
};

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
