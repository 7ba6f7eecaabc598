/* The folds of a plan. Every plan but the given splits comes down to one question per fold: how many times does each unit
 * of rows (pool.h) train? Units that train no times are tested. What answers it is kept, of the size of rows x repetitions at
 * most, and a fold is made when it is wanted. */
#include <string.h>

#include "base/hash.h"
#include "resample/plan_inside.h"

int ard_plan_n_distinct(ardor_context *context, const ard_plan *plan, int64_t f, int64_t *out)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    TRY(ard_plan_fold(context, plan, f, &fold));
    *out = fold.train.n;
    for (int64_t i = 1; i < fold.train.n; i++) *out -= fold.train.row[i] == fold.train.row[i - 1]; /* they are rising */
done:
    ard_fold_free(context, &fold);
    return rc;
}

void ard_fold_free(ardor_context *context, ard_fold *fold)
{
    ard_free(context, fold->train.row);
    ard_free(context, fold->test.row);
    *fold = (ard_fold){0};
}

/* Can a classifier be trained on the units drawn, and tested on the rest? */
static bool is_usable(const ard_pool *pool, const int64_t *times)
{
    int32_t seen = -1;
    bool two = false, tested = false;
    for (int64_t i = 0; i < pool->n; i++) {
        if (times[pool->unit[i]] == 0)
            tested = true;
        else if (seen < 0)
            seen = pool->label[i];
        else if (pool->label[i] != seen)
            two = true;
    }
    return two && tested;
}

bool plan_draw_units(const ard_deal *deal, int64_t b, int64_t *times)
{
    const int64_t n = deal->pool->n_units;
    ard_rng rng;
    ard_rng_init(&rng, deal->seed, ARD_STREAM_BOOTSTRAP, (uint64_t)b);
    for (int attempt = 0; attempt < BOOTSTRAP_ATTEMPTS; attempt++) {
        memset(times, 0, (size_t)n * sizeof *times);
        for (int64_t k = 0; k < n; k++) times[ard_rng_below(&rng, n)]++;
        if (is_usable(deal->pool, times)) return true;
    }
    return false;
}

/* How often each unit trains in fold f. */
static void count_times(const ard_plan *plan, int64_t f, int64_t *times)
{
    const ard_deal *deal = plan->deal;
    const int64_t n_units = deal->pool->n_units;
    if (deal->n_parts == 0) {
        (void)plan_draw_units(deal, f, times); /* which was possible when the plan was made */
        return;
    }
    const int64_t *part = deal->part ? deal->part + f / deal->n_parts * n_units : NULL;
    for (int64_t u = 0; u < n_units; u++) times[u] = (part ? part[u] : u) != f % deal->n_parts;
}

/* The pool is in increasing order, so the parts are. all: every row is tested. */
static int fill_fold(ardor_context *context, const ard_pool *pool, const int64_t *times, bool all, ard_fold *out)
{
    int rc = ARDOR_OK;
    int64_t n_train = 0, n_test = 0;
    for (int64_t i = 0; i < pool->n; i++) {
        n_train += times[pool->unit[i]];
        n_test += all || times[pool->unit[i]] == 0;
    }
    NEW(context, out->train.row, n_train);
    NEW(context, out->test.row, n_test);
    for (int64_t i = 0; i < pool->n; i++) {
        const int64_t here = times[pool->unit[i]];
        if (all || here == 0) out->test.row[out->test.n++] = pool->row[i];
        for (int64_t k = 0; k < here; k++) out->train.row[out->train.n++] = pool->row[i];
    }
done:
    return rc;
}

static int copy_rows(ardor_context *context, int64_t n, const int64_t *row, ard_rows *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->row, n);
    memcpy(out->row, row, (size_t)n * sizeof *row);
    out->n = n;
done:
    return rc;
}

int ard_plan_fold(ardor_context *context, const ard_plan *plan, int64_t f, ard_fold *out)
{
    int rc = ARDOR_OK;
    const ard_pool *pool = plan->deal->pool;
    const ard_splits *splits = plan->deal->splits;
    int64_t *times = NULL;
    *out = (ard_fold){0};
    if (f == plan->n_folds || plan->whole) {
        TRY(copy_rows(context, pool->n, pool->row, &out->train));
        TRY(copy_rows(context, pool->n, pool->row, &out->test));
    } else if (splits) {
        TRY(copy_rows(context, splits->train[f].n, splits->train[f].row, &out->train));
        TRY(copy_rows(context, splits->test[f].n, splits->test[f].row, &out->test));
    } else {
        NEW(context, times, pool->n_units);
        count_times(plan, f, times);
        TRY(fill_fold(context, pool, times, plan->refits, out));
    }
done:
    ard_free(context, times);
    if (rc != ARDOR_OK) ard_fold_free(context, out);
    return rc;
}

static void hash_rows(ard_hash *hash, const ard_rows *rows)
{
    ard_hash_word(hash, (uint64_t)rows->n);
    for (int64_t i = 0; i < rows->n; i++) ard_hash_word(hash, (uint64_t)rows->row[i]);
}

int ard_plan_hash(ardor_context *context, const ard_plan *plan, uint64_t *out)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    ard_hash hash = ard_hash_begin();
    ard_hash_word(&hash, (uint64_t)plan->n_tasks);
    for (int64_t f = 0; f < plan->n_tasks; f++) {
        TRY(ard_plan_fold(context, plan, f, &fold));
        hash_rows(&hash, &fold.train);
        hash_rows(&hash, &fold.test);
        ard_fold_free(context, &fold);
    }
    *out = ard_hash_value(&hash);
done:
    return rc;
}
