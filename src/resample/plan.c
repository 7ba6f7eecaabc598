/* Resampling plans. Every plan but the given splits comes down to one question per fold: how many times does each unit
 * of rows (pool.h) train? Units that train no times are tested. */
#include "resample/plan.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "io/splits.h"
#include "resample/pool.h"

enum { BOOTSTRAP_ATTEMPTS = 100 };

/* What the makers of plans work with. */
typedef struct maker {
    ardor_context *context;
    const ardor_dataset *data;
    ard_pool *pool;
    ard_plan *plan;
    bool limited;         /* to some rows of the data */
    const char *argument; /* after the colon; "" without one */
    uint64_t seed;
    int64_t *times; /* n_units: how often each trains in the fold being made */
    int64_t *part;  /* n_units */
} maker;

/* ---- folds */

static int start_folds(maker *m, int64_t n)
{
    int rc = ARDOR_OK;
    NEW(m->context, m->plan->fold, n);
    m->plan->n_folds = n;
done:
    return rc;
}

/* Fold f from m->times. The pool is in increasing order, so the parts are. */
static int fill_fold(maker *m, int64_t f)
{
    int rc = ARDOR_OK;
    const ard_pool *pool = m->pool;
    ard_rows *train = &m->plan->fold[f].train, *test = &m->plan->fold[f].test;
    int64_t n_train = 0, n_test = 0;
    for (int64_t i = 0; i < pool->n; i++) {
        n_train += m->times[pool->unit[i]];
        n_test += m->times[pool->unit[i]] == 0;
    }
    NEW(m->context, train->row, n_train);
    NEW(m->context, test->row, n_test);
    for (int64_t i = 0; i < pool->n; i++) {
        int64_t times = m->times[pool->unit[i]];
        if (times == 0) test->row[test->n++] = pool->row[i];
        for (int64_t k = 0; k < times; k++) train->row[train->n++] = pool->row[i];
    }
done:
    return rc;
}

/* Folds first..first + n - 1, each testing one part of m->part. */
static int fill_folds_by_part(maker *m, int64_t first, int64_t n)
{
    int rc = ARDOR_OK;
    for (int64_t f = 0; f < n; f++) {
        for (int64_t u = 0; u < m->pool->n_units; u++) m->times[u] = m->part[u] != f;
        TRY(fill_fold(m, first + f));
    }
done:
    return rc;
}

/* ---- arguments */

static bool parse_count(const char *text, size_t bytes, int64_t low, int64_t *out)
{
    return ard_parse_int(text, bytes, out) && *out >= low;
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
    TRY(start_folds(m, m->pool->n_units));
    for (int64_t u = 0; u < m->pool->n_units; u++) m->part[u] = u;
    TRY(fill_folds_by_part(m, 0, m->pool->n_units));
done:
    return rc;
}

static int make_repetitions(maker *m, int64_t repetitions, int64_t n_folds)
{
    int rc = ARDOR_OK;
    int64_t total = 0;
    TRY(check_folds(m, n_folds));
    REQUIRE(m->context, ard_mul_ok(repetitions, n_folds, &total), ARDOR_USAGE, "plan '%s': too many folds", m->plan->name);
    TRY(start_folds(m, total));
    for (int64_t r = 0; r < repetitions; r++) {
        ard_rng rng;
        ard_rng_init(&rng, m->seed, ARD_STREAM_DEAL, (uint64_t)r);
        TRY(ard_pool_deal(m->pool, n_folds, &rng, m->part));
        TRY(fill_folds_by_part(m, r * n_folds, n_folds));
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
    TRY(start_folds(m, 1));
    ard_rng_init(&rng, m->seed, ARD_STREAM_HOLDOUT, 0);
    TRY(ard_pool_split(m->pool, fraction, &rng, m->part));
    TRY(fill_folds_by_part(m, 0, 1));
done:
    return rc;
}

/* Can a classifier be trained on what m->times draws, and tested on the rest? */
static bool is_usable(const maker *m)
{
    const ard_pool *pool = m->pool;
    int32_t seen = -1;
    bool two = false, tested = false;
    for (int64_t i = 0; i < pool->n; i++) {
        if (m->times[pool->unit[i]] == 0)
            tested = true;
        else if (seen < 0)
            seen = pool->label[i];
        else if (pool->label[i] != seen)
            two = true;
    }
    return two && tested;
}

static int make_bootstrap(maker *m)
{
    int rc = ARDOR_OK;
    int64_t resamples = 0, n = m->pool->n_units;
    REQUIRE(m->context, parse_count(m->argument, strlen(m->argument), 1, &resamples), ARDOR_USAGE,
            "plan '%s': give the number of resamples, as in boot:200", m->plan->name);
    TRY(start_folds(m, resamples));
    m->plan->bootstrap = true;
    for (int64_t b = 0; b < resamples; b++) {
        bool usable = false;
        ard_rng rng;
        ard_rng_init(&rng, m->seed, ARD_STREAM_BOOTSTRAP, (uint64_t)b);
        for (int attempt = 0; attempt < BOOTSTRAP_ATTEMPTS && !usable; attempt++) {
            memset(m->times, 0, (size_t)n * sizeof *m->times);
            for (int64_t k = 0; k < n; k++) m->times[ard_rng_below(&rng, n)]++;
            usable = is_usable(m);
        }
        REQUIRE(m->context, usable, ARDOR_DATA,
                "%s: plan '%s': %d draws of resample %lld had one class or left no row to test: the classes have too few %s",
                m->data->source, m->plan->name, BOOTSTRAP_ATTEMPTS, (long long)b + 1, m->data->group ? "groups" : "rows");
        TRY(fill_fold(m, b));
    }
done:
    return rc;
}

static int make_splits(maker *m)
{
    int rc = ARDOR_OK;
    ard_splits *splits = NULL;
    REQUIRE(m->context, *m->argument, ARDOR_USAGE, "plan '%s': name the file, as in splits:splits.csv", m->plan->name);
    REQUIRE(m->context, !m->limited, ARDOR_USAGE, "plan '%s': given splits are of all rows, not of a part of them",
            m->plan->name);
    TRY(ard_splits_read(m->context, m->argument, m->data->n, &splits));
    TRY(start_folds(m, splits->n));
    for (int64_t f = 0; f < splits->n; f++) {
        m->plan->fold[f] = (ard_fold){splits->train[f], splits->test[f]};
        splits->train[f] = splits->test[f] = (ard_rows){0, NULL}; /* the plan owns them now */
    }
done:
    ard_splits_free(splits);
    return rc;
}

/* ---- checks of the result */

/* Every training part needs two classes, every test part a row. count is scratch for n_classes numbers. */
static int check_fold(const maker *m, int64_t f, int64_t *count)
{
    int rc = ARDOR_OK;
    const ard_fold *fold = &m->plan->fold[f];
    int present = 0;
    int32_t absent = -1;
    REQUIRE(m->context, fold->test.n > 0, ARDOR_DATA, "%s: fold %lld of plan '%s' tests no row", m->data->source,
            (long long)f + 1, m->plan->name);
    memset(count, 0, (size_t)m->data->n_classes * sizeof *count);
    for (int64_t i = 0; i < fold->train.n; i++) count[m->data->label[fold->train.row[i]]]++;
    for (int32_t c = m->data->n_classes - 1; c >= 0; c--) {
        bool in_plan = m->pool->class_rows[c] > 0;
        if (count[c] > 0)
            present++;
        else if (in_plan)
            absent = c;
    }
    REQUIRE(m->context, present >= 2, ARDOR_DATA,
            "%s: fold %lld of plan '%s' has no row of class '%s' to train on (the data has %lld), and so %s: %s", m->data->source,
            (long long)f + 1, m->plan->name, m->data->class_name[absent], (long long)m->pool->class_rows[absent],
            present == 1 ? "one class alone" : "none at all",
            m->pool->class_rows[absent] == 1 ? "give the class a second row or leave it out"
            : m->data->group                 ? "the class needs rows in several groups"
                                             : "every training part needs two classes");
done:
    return rc;
}

static int check_plan(const maker *m)
{
    int rc = ARDOR_OK;
    int64_t *count = NULL, *untested = NULL;
    NEW(m->context, count, m->data->n_classes);
    NEW(m->context, untested, m->data->n);
    for (int64_t i = 0; i < m->pool->n; i++) untested[m->pool->row[i]]++;
    for (int64_t f = 0; f < m->plan->n_folds; f++) {
        TRY(check_fold(m, f, count));
        const ard_rows *test = &m->plan->fold[f].test;
        for (int64_t i = 0; i < test->n; i++) untested[test->row[i]]--;
    }
    m->plan->partition = true;
    for (int64_t i = 0; i < m->data->n; i++) m->plan->partition &= untested[i] == 0;
done:
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
    maker m = {.context = context, .data = data, .limited = rows != NULL, .seed = seed};
    *out = NULL;
    const plan_kind *kind = find_kind(text);
    REQUIRE(context, kind, ARDOR_USAGE, "plan '%s' is not known: use loo, kfold:K, repeat:RxK, holdout:F, boot:B or splits:FILE",
            text);
    m.argument = strchr(text, ':') ? strchr(text, ':') + 1 : "";
    NEW(context, m.plan, 1);
    m.plan->context = context;
    COPY(context, m.plan->name, text);
    TRY(ard_pool_new(context, data, rows, &m.pool));
    NEW(context, m.times, m.pool->n_units);
    NEW(context, m.part, m.pool->n_units);
    TRY(kind->make(&m));
    TRY(check_plan(&m));
    *out = m.plan;
done:
    ard_free(context, m.part);
    ard_free(context, m.times);
    ard_pool_free(m.pool);
    if (rc != ARDOR_OK) ard_plan_free(m.plan);
    return rc;
}

void ard_plan_free(ard_plan *plan)
{
    if (!plan) return;
    for (int64_t f = 0; f < plan->n_folds; f++) {
        ard_free(plan->context, plan->fold[f].train.row);
        ard_free(plan->context, plan->fold[f].test.row);
    }
    ard_free(plan->context, plan->fold);
    ard_free(plan->context, plan->name);
    ard_free(plan->context, plan);
}
