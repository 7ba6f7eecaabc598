#include "resample/halves.h"

#include "resample/pool.h"

enum { HALVES_ATTEMPTS = 100 };

void ard_halves_free(ardor_context *context, ard_halves *halves)
{
    for (int h = 0; h < 2; h++) ard_free(context, halves->half[h].row);
    *halves = (ard_halves){0};
}

static int fill(ardor_context *context, const ard_pool *pool, const int64_t *part, ard_halves *out)
{
    int rc = ARDOR_OK;
    for (int h = 0; h < 2; h++) NEW(context, out->half[h].row, pool->n);
    for (int64_t i = 0; i < pool->n; i++) {
        const int64_t h = part[pool->unit[i]];
        if (h >= 0) out->half[h].row[out->half[h].n++] = pool->row[i];
    }
done:
    return rc;
}

static bool has_two_classes(const ardor_dataset *data, const ard_rows *rows)
{
    for (int64_t i = 1; i < rows->n; i++)
        if (data->label[rows->row[i]] != data->label[rows->row[0]]) return true;
    return false;
}

int ard_halves_draw(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, uint64_t seed, int64_t pair,
                    ard_halves *out)
{
    int rc = ARDOR_OK;
    bool found = false;
    int64_t *part = NULL;
    ard_pool *pool = NULL;
    ard_halves halves = {0};
    ard_rng rng;
    *out = (ard_halves){0};
    ard_rng_init(&rng, seed, ARD_STREAM_PAIRS, (uint64_t)pair);
    TRY(ard_pool_new(context, data, rows, &pool));
    NEW(context, part, pool->n_units);
    for (int attempt = 0; attempt < HALVES_ATTEMPTS && !found; attempt++) {
        ard_halves_free(context, &halves);
        TRY(ard_pool_halve(pool, &rng, part));
        TRY(fill(context, pool, part, &halves));
        found = has_two_classes(data, &halves.half[0]) && has_two_classes(data, &halves.half[1]);
    }
    REQUIRE(
        context, found, ARDOR_DATA,
        "%s: no two halves of the rows have two classes each (in %d draws); two classes need two %s each, one for either half",
        data->source, HALVES_ATTEMPTS, pool->grouped ? "groups" : "rows");
    *out = halves;
    halves = (ard_halves){0};
done:
    ard_halves_free(context, &halves);
    ard_free(context, part);
    ard_pool_free(pool);
    return rc;
}
