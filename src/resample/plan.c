/* Resampling plans. Every plan but the given splits comes down to one question per fold: how many times does each unit
 * of rows (pool.h) train? Units that train no times are tested. What answers it is kept, of the size of rows x repetitions at
 * most, and a fold is made when it is wanted. */
#include "resample/plan.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "io/splits.h"
#include "resample/pool.h"

enum { BOOTSTRAP_ATTEMPTS = 100, MOST_RESAMPLES = 1000000 };

typedef struct ard_deal {
    ard_pool *pool;
    int64_t n_parts; /* of a repetition: its k-th fold tests part k; 0: bootstrap, or given splits */
    int64_t *part;   /* repetitions x n_units; NULL: unit u is part u */
    uint64_t seed;
    ard_splits *splits; /* NULL unless given */
} ard_deal;

/* What the makers of plans work with. */
typedef struct maker {
    ardor_context *context;
    const ardor_dataset *data;
    ard_pool *pool;
    ard_plan *plan;
    ard_deal *deal;
    bool limited;         /* to some rows of the data */
    const char *argument; /* after the colon; "" without one */
} maker;

/* ---- folds */

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

/* Resample b: as many units as there are, with replacement; drawn again while it is of no use. */
static bool draw_units(const ard_deal *deal, int64_t b, int64_t *times)
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
        (void)draw_units(deal, f, times); /* which was possible when the plan was made */
        return;
    }
    const int64_t *part = deal->part ? deal->part + f / deal->n_parts * n_units : NULL;
    for (int64_t u = 0; u < n_units; u++) times[u] = (part ? part[u] : u) != f % deal->n_parts;
}

/* The pool is in increasing order, so the parts are. */
static int fill_fold(ardor_context *context, const ard_pool *pool, const int64_t *times, ard_fold *out)
{
    int rc = ARDOR_OK;
    int64_t n_train = 0, n_test = 0;
    for (int64_t i = 0; i < pool->n; i++) {
        n_train += times[pool->unit[i]];
        n_test += times[pool->unit[i]] == 0;
    }
    NEW(context, out->train.row, n_train);
    NEW(context, out->test.row, n_test);
    for (int64_t i = 0; i < pool->n; i++) {
        const int64_t here = times[pool->unit[i]];
        if (here == 0) out->test.row[out->test.n++] = pool->row[i];
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
    if (f == plan->n_folds) {
        TRY(copy_rows(context, pool->n, pool->row, &out->train));
        TRY(copy_rows(context, pool->n, pool->row, &out->test));
    } else if (splits) {
        TRY(copy_rows(context, splits->train[f].n, splits->train[f].row, &out->train));
        TRY(copy_rows(context, splits->test[f].n, splits->test[f].row, &out->test));
    } else {
        NEW(context, times, pool->n_units);
        count_times(plan, f, times);
        TRY(fill_fold(context, pool, times, out));
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

/* ---- arguments */

static bool parse_count(const char *text, size_t bytes, int64_t low, int64_t *out)
{
    return ard_parse_int(text, bytes, out) && *out >= low;
}

/* Room for the parts of every repetition. */
static int new_parts(maker *m, int64_t repetitions, int64_t n_parts)
{
    int rc = ARDOR_OK;
    int64_t count = 0;
    REQUIRE(m->context, ard_mul_ok(repetitions, m->pool->n_units, &count), ARDOR_USAGE, "plan '%s': too many folds",
            m->plan->name);
    NEW(m->context, m->deal->part, count);
    m->deal->n_parts = n_parts;
done:
    return rc;
}

static int check_folds(maker *m, int64_t n_folds)
{
    if (n_folds <= m->pool->n_units) return ARDOR_OK;
    return ard_fail(m->context, ARDOR_USAGE, "plan '%s': %s has %lld %s: ask for 2 to %lld folds", m->plan->name, m->data->source,
                    (long long)m->pool->n_units, m->data->group ? "groups" : "rows", (long long)m->pool->n_units);
}

/* ---- plans */

static int make_loo(maker *m)
{
    int rc = ARDOR_OK;
    REQUIRE(m->context, !*m->argument, ARDOR_USAGE, "plan '%s': loo takes no argument", m->plan->name);
    m->plan->n_folds = m->deal->n_parts = m->pool->n_units;
done:
    return rc;
}

static int make_repetitions(maker *m, int64_t repetitions, int64_t n_folds)
{
    int rc = ARDOR_OK;
    int64_t total = 0;
    TRY(check_folds(m, n_folds));
    REQUIRE(m->context, ard_mul_ok(repetitions, n_folds, &total), ARDOR_USAGE, "plan '%s': too many folds", m->plan->name);
    TRY(new_parts(m, repetitions, n_folds));
    m->plan->n_folds = total;
    m->plan->n_repetitions = repetitions;
    m->plan->dealt = true;
    for (int64_t r = 0; r < repetitions; r++) {
        ard_rng rng;
        ard_rng_init(&rng, m->deal->seed, ARD_STREAM_DEAL, (uint64_t)r);
        TRY(ard_pool_deal(m->pool, n_folds, &rng, m->deal->part + r * m->pool->n_units));
    }
done:
    return rc;
}

static int make_kfold(maker *m)
{
    int rc = ARDOR_OK;
    int64_t n_folds = 0;
    REQUIRE(m->context, parse_count(m->argument, strlen(m->argument), 2, &n_folds), ARDOR_USAGE,
            "plan '%s': give the number of folds, 2 or more, as in kfold:10", m->plan->name);
    TRY(make_repetitions(m, 1, n_folds));
done:
    return rc;
}

static int make_repeat(maker *m)
{
    int rc = ARDOR_OK;
    const char *times = strchr(m->argument, 'x');
    int64_t repetitions = 0, n_folds = 0;
    REQUIRE(m->context,
            times && parse_count(m->argument, (size_t)(times - m->argument), 1, &repetitions) &&
                parse_count(times + 1, strlen(times + 1), 2, &n_folds),
            ARDOR_USAGE, "plan '%s': give repetitions and folds, as in repeat:5x10", m->plan->name);
    TRY(make_repetitions(m, repetitions, n_folds));
done:
    return rc;
}

static int make_holdout(maker *m)
{
    int rc = ARDOR_OK;
    double fraction = 0;
    ard_rng rng;
    REQUIRE(m->context, ard_parse_double(m->argument, strlen(m->argument), &fraction) && fraction > 0 && fraction < 1,
            ARDOR_USAGE, "plan '%s': give the fraction to test, between 0 and 1, as in holdout:0.1", m->plan->name);
    TRY(check_folds(m, 2));
    TRY(new_parts(m, 1, 2));
    m->plan->n_folds = 1;
    ard_rng_init(&rng, m->deal->seed, ARD_STREAM_HOLDOUT, 0);
    TRY(ard_pool_split(m->pool, fraction, &rng, m->deal->part));
done:
    return rc;
}

static int make_bootstrap(maker *m)
{
    int rc = ARDOR_OK;
    int64_t resamples = 0, *times = NULL;
    REQUIRE(m->context, parse_count(m->argument, strlen(m->argument), 1, &resamples), ARDOR_USAGE,
            "plan '%s': give the number of resamples, as in boot:200", m->plan->name);
    REQUIRE(m->context, resamples <= MOST_RESAMPLES, ARDOR_USAGE, "plan '%s': more than %d resamples", m->plan->name,
            MOST_RESAMPLES);
    m->plan->n_folds = resamples;
    m->plan->bootstrap = true;
    NEW(m->context, times, m->pool->n_units);
    for (int64_t b = 0; b < resamples; b++) {
        TRY(ard_check_running(m->context));
        REQUIRE(m->context, draw_units(m->deal, b, times), ARDOR_DATA,
                "%s: plan '%s': %d draws of resample %lld had one class or left no row to test: the classes have too few %s",
                m->data->source, m->plan->name, BOOTSTRAP_ATTEMPTS, (long long)b + 1, m->data->group ? "groups" : "rows");
    }
done:
    ard_free(m->context, times);
    return rc;
}

static int make_splits(maker *m)
{
    int rc = ARDOR_OK;
    REQUIRE(m->context, *m->argument, ARDOR_USAGE, "plan '%s': name the file, as in splits:splits.csv", m->plan->name);
    REQUIRE(m->context, !m->limited, ARDOR_USAGE, "plan '%s': given splits are of all rows, not of a part of them",
            m->plan->name);
    TRY(ard_splits_read(m->context, m->argument, m->data->n, &m->deal->splits));
    m->plan->n_folds = m->deal->splits->n;
done:
    return rc;
}

/* ---- checks of the result */

/* Every training part needs two classes, every test part a row. count is scratch for n_classes numbers. */
static int check_fold(const maker *m, int64_t f, const ard_fold *fold, int64_t *count)
{
    int rc = ARDOR_OK;
    const ard_pool *pool = m->pool;
    int present = 0, absent = -1;
    REQUIRE(m->context, fold->test.n > 0, ARDOR_DATA, "%s: fold %lld of plan '%s' tests no row", m->data->source,
            (long long)f + 1, m->plan->name);
    memset(count, 0, (size_t)m->data->n_classes * sizeof *count);
    for (int64_t i = 0; i < fold->train.n; i++) count[m->data->label[fold->train.row[i]]]++;
    for (int c = pool->n_classes - 1; c >= 0; c--) {
        if (count[pool->class_index[c]] > 0)
            present++;
        else
            absent = c;
    }
    REQUIRE(m->context, present >= 2, ARDOR_DATA,
            "%s: fold %lld of plan '%s' has no row of class '%s' to train on (the data has %lld), and so %s: %s", m->data->source,
            (long long)f + 1, m->plan->name, m->data->class_name[pool->class_index[absent]], (long long)pool->class_rows[absent],
            present == 1 ? "one class alone" : "none at all",
            pool->class_rows[absent] == 1 ? "give the class a second row or leave it out"
            : m->data->group              ? "the class needs rows in several groups"
                                          : "every training part needs two classes");
done:
    return rc;
}

static int check_plan(const maker *m)
{
    int rc = ARDOR_OK;
    int64_t *count = NULL, *untested = NULL;
    ard_fold fold = {0};
    NEW(m->context, count, m->data->n_classes);
    NEW(m->context, untested, m->data->n);
    for (int64_t i = 0; i < m->pool->n; i++) untested[m->pool->row[i]]++;
    for (int64_t f = 0; f < m->plan->n_folds; f++) {
        if (m->plan->bootstrap) TRY(ard_check_running(m->context)); /* there may be many of them */
        TRY(ard_plan_fold(m->context, m->plan, f, &fold));
        TRY(check_fold(m, f, &fold, count));
        for (int64_t i = 0; i < fold.test.n; i++) untested[fold.test.row[i]]--;
        ard_fold_free(m->context, &fold);
    }
    m->plan->partition = true;
    for (int64_t i = 0; i < m->data->n; i++) m->plan->partition &= untested[i] == 0;
    if (m->plan->n_repetitions == 0) m->plan->n_repetitions = m->plan->partition ? 1 : m->plan->n_folds;
done:
    ard_fold_free(m->context, &fold);
    ard_free(m->context, untested);
    ard_free(m->context, count);
    return rc;
}

/* ---- the interface */

typedef struct plan_kind {
    const char *name;
    int (*make)(maker *m);
} plan_kind;

static const plan_kind KINDS[] = {
    {"loo", make_loo},         {"kfold", make_kfold},    {"repeat", make_repeat},
    {"holdout", make_holdout}, {"boot", make_bootstrap}, {"splits", make_splits},
};

static const plan_kind *find_kind(const char *text)
{
    size_t bytes = strcspn(text, ":");
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        if (strlen(KINDS[k].name) == bytes && strncmp(KINDS[k].name, text, bytes) == 0) return &KINDS[k];
    return NULL;
}

int ard_plan_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *text, uint64_t seed,
                 ard_plan **out)
{
    int rc = ARDOR_OK;
    maker m = {.context = context, .data = data, .limited = rows != NULL};
    *out = NULL;
    const plan_kind *kind = find_kind(text);
    REQUIRE(context, kind, ARDOR_USAGE, "plan '%s' is not known: use loo, kfold:K, repeat:RxK, holdout:F, boot:B or splits:FILE",
            text);
    m.argument = strchr(text, ':') ? strchr(text, ':') + 1 : "";
    NEW(context, m.plan, 1);
    m.plan->context = context;
    COPY(context, m.plan->name, text);
    NEW(context, m.plan->deal, 1);
    m.deal = m.plan->deal;
    m.deal->seed = seed;
    TRY(ard_pool_new(context, data, rows, &m.deal->pool));
    m.pool = m.deal->pool;
    TRY(kind->make(&m));
    TRY(check_plan(&m));
    m.plan->n_tasks = m.plan->n_folds + m.plan->bootstrap;
    *out = m.plan;
done:
    if (rc != ARDOR_OK) ard_plan_free(m.plan);
    return rc;
}

void ard_plan_free(ard_plan *plan)
{
    if (!plan) return;
    ardor_context *context = plan->context;
    if (plan->deal) {
        ard_splits_free(plan->deal->splits);
        ard_free(context, plan->deal->part);
        ard_pool_free(plan->deal->pool);
    }
    ard_free(context, plan->deal);
    ard_free(context, plan->name);
    ard_free(context, plan);
}
