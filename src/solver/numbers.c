/* See numbers.h. */
#include "solver/numbers.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/rng.h"

#define STEPS 4096.0
#define MOST_STEPS 0x1p50

uint64_t ard_number_of(uint64_t a, uint64_t b, uint64_t c)
{
    ard_hash hash = ard_hash_begin();
    ard_hash_word(&hash, a);
    ard_hash_word(&hash, b);
    ard_hash_word(&hash, c);
    return ard_hash_value(&hash);
}

static double of_cell(int64_t steps, uint64_t row) { return (double)(ard_number_of((uint64_t)steps, row, 0) >> 24); }

static int64_t in_steps(const ard_numbers *s, int64_t i, int64_t j)
{
    const double size = s->size[j];
    return size > 0 ? llrint(ard_clip(STEPS * s->x[i + j * s->ld] / size, -MOST_STEPS, MOST_STEPS)) : 0;
}

static int add_parts(ardor_context *context, const ard_numbers *s, double *value)
{
    return s->parts ? ard_sum(context, value, s->d) : ARDOR_OK;
}

static int root_mean_squares(ardor_context *context, const ard_numbers *s)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < s->d; j++) {
        const double *x = s->x + j * s->ld;
        s->size[j] = 0;
        for (int64_t i = 0; i < s->n; i++) s->size[j] += ard_target_weight(s->target, i) * x[i] * x[i];
    }
    TRY(add_parts(context, s, s->size));
    for (int64_t j = 0; j < s->d; j++) s->size[j] = sqrt(s->size[j] / s->target->weight_sum);
done:
    return rc;
}

static void number_rows(const ard_numbers *s)
{
    for (int64_t i = 0; i < s->n; i++) {
        s->row[i] = 0;
        for (int64_t j = 0; j < s->d; j++) s->row[i] += ard_number_of((uint64_t)llabs(in_steps(s, i, j)), 0, 0);
    }
}

int ard_number_rows(ardor_context *context, const ard_numbers *s)
{
    int rc = ARDOR_OK;
    TRY(root_mean_squares(context, s));
    number_rows(s);
done:
    return rc;
}

int ard_number_columns(ardor_context *context, const ard_numbers *s, uint64_t *number)
{
    int rc = ARDOR_OK;
    TRY(ard_number_rows(context, s));
    for (int64_t j = 0; j < s->d; j++) {
        s->sum[j] = s->mirrored[j] = 0;
        for (int64_t i = 0; i < s->n; i++) {
            const int64_t steps = in_steps(s, i, j);
            s->sum[j] += ard_target_weight(s->target, i) * of_cell(steps, s->row[i]);
            s->mirrored[j] += ard_target_weight(s->target, i) * of_cell(-steps, s->row[i]);
        }
    }
    TRY(add_parts(context, s, s->sum));
    TRY(add_parts(context, s, s->mirrored));
    for (int64_t j = 0; j < s->d; j++) {
        ard_hash hash = ard_hash_begin();
        ard_hash_real(&hash, fmin(s->sum[j], s->mirrored[j]));
        ard_hash_real(&hash, fmax(s->sum[j], s->mirrored[j]));
        number[j] = ard_hash_value(&hash);
    }
done:
    return rc;
}

int ard_number_draws(ardor_context *context, const ard_matrix *x, const ard_targets *target, uint64_t seed, uint64_t stream,
                     uint64_t *draw)
{
    int rc = ARDOR_OK;
    ard_array array = {0};
    ard_numbers numbers = {.n = x->n, .d = x->p, .target = target, .row = draw};
    TRY(ard_array_open(context, x, &array));
    numbers.x = array.x;
    numbers.ld = array.ld;
    NEW(context, numbers.size, x->p);
    TRY(ard_number_rows(context, &numbers));
    for (int64_t i = 0; i < x->n; i++) {
        ard_rng rng;
        ard_rng_init(&rng, seed, stream, draw[i]);
        draw[i] = ard_rng_bits(&rng);
    }
done:
    ard_free(context, numbers.size);
    ard_array_close(context, &array);
    return rc;
}

int ard_number_array(ardor_context *context, const ard_array *x, int64_t p, const ard_targets *target, uint64_t *number)
{
    int rc = ARDOR_OK;
    ard_numbers of = {.n = target->n, .d = p, .ld = x->ld, .x = x->x, .target = target};
    NEW(context, of.row, of.n);
    NEW(context, of.size, p);
    NEW(context, of.sum, p);
    NEW(context, of.mirrored, p);
    TRY(ard_number_columns(context, &of, number));
done:
    ard_free(context, of.mirrored);
    ard_free(context, of.sum);
    ard_free(context, of.size);
    ard_free(context, of.row);
    return rc;
}
