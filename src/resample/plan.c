/* Resampling plans: what their texts say, and the units of rows (pool.h) that are dealt for it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "resample/plan_inside.h"

enum { MOST_RESAMPLES = 1000000 };

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

/* ---- plans */

static int make_loo(maker *m)
{
    int rc = ARDOR_OK;
    REQUIRE(m->context, !*m->argument, ARDOR_USAGE, "plan '%s' takes no argument", m->plan->name);
    TRY(plan_check_units(m, m->pool->n_units));
    m->plan->n_folds = m->deal->n_parts = m->pool->n_units;
done:
    return rc;
}

/* What loo is of data with groups, said by name: where there are none it is refused, and not another plan. */
static int make_logo(maker *m)
{
    int rc = ARDOR_OK;
    REQUIRE(
        m->context, m->data->group, ARDOR_USAGE,
        "%s: plan 'logo' leaves out one group of rows at a time: name the column of the groups (batches, sites, patients) with "
        "--group, or take loo, which leaves out one row at a time",
        m->data->source);
    TRY(make_loo(m));
done:
    return rc;
}

static int make_repetitions(maker *m, int64_t repetitions, int64_t n_folds)
{
    int rc = ARDOR_OK;
    int64_t total = 0;
    TRY(plan_check_units(m, n_folds));
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

/* Rows to tune on that have fewer units than folds, though the data have enough of them, have one fold a unit. */
static int64_t inner_folds(const maker *m, int64_t asked)
{
    const int64_t of_data = m->data->group ? m->data->n_groups : m->data->n;
    return asked > m->pool->n_units && asked <= of_data ? ard_max64(m->pool->n_units, 2) : asked;
}

static int make_kfold(maker *m)
{
    int rc = ARDOR_OK;
    int64_t n_folds = 0;
    REQUIRE(m->context, parse_count(m->argument, strlen(m->argument), 2, &n_folds), ARDOR_USAGE,
            "plan '%s': give the number of folds, 2 or more, as in kfold:10", m->plan->name);
    TRY(make_repetitions(m, 1, m->plan->tune ? inner_folds(m, n_folds) : n_folds));
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
    TRY(plan_check_units(m, 2));
    TRY(new_parts(m, 1, 2));
    m->plan->n_folds = 1;
    ard_rng_init(&rng, m->deal->seed, ARD_STREAM_HOLDOUT, 0);
    TRY(ard_pool_split(m->pool, fraction, &rng, m->deal->part));
done:
    return rc;
}

/* Every unit, and every row of a class, must be one that can be left out. */
static int make_whole(maker *m)
{
    int rc = ARDOR_OK;
    TRY(plan_check_units(m, 2));
    TRY(plan_check_classes(m));
    m->plan->n_folds = 1;
    m->plan->whole = true;
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
    TRY(plan_check_units(m, 1));
    m->plan->n_folds = resamples;
    m->plan->bootstrap = true;
    NEW(m->context, times, m->pool->n_units);
    for (int64_t b = 0; b < resamples; b++) {
        TRY(ard_check_running(m->context));
        if (!plan_draw_units(m->deal, b, times)) TRY(plan_refuse_resample(m, b));
    }
done:
    ard_free(m->context, times);
    return rc;
}

/* Are their rows, which increase, those of the data? */
static int check_given(const maker *m)
{
    int rc = ARDOR_OK;
    const ard_splits *s = m->deal->splits;
    for (int64_t k = 0; k < s->n; k++) {
        const int64_t last = ard_max64(s->train[k].row[s->train[k].n - 1], s->test[k].row[s->test[k].n - 1]);
        REQUIRE(m->context, last < m->data->n, ARDOR_USAGE,
                "splits: split %lld (from 0) has row %lld, and the data have %lld: rows count from 0", (long long)k,
                (long long)last, (long long)m->data->n);
    }
done:
    return rc;
}

static int make_splits(maker *m)
{
    int rc = ARDOR_OK;
    REQUIRE(m->context, m->deal->splits || *m->argument, ARDOR_USAGE,
            "plan '%s': name the file, as in splits:splits.csv, or give them with ardor_spec_set_splits", m->plan->name);
    REQUIRE(m->context, !m->limited, ARDOR_USAGE, "plan '%s': given splits are of all rows, not of a part of them",
            m->plan->name);
    if (m->deal->splits) {
        TRY(check_given(m));
    } else {
        TRY(ard_splits_read(m->context, m->argument, m->data->n, &m->deal->read));
        m->deal->splits = m->deal->read;
    }
    m->plan->n_folds = m->deal->splits->n;
done:
    return rc;
}

/* ---- the interface */

typedef struct plan_kind {
    const char *name;
    int (*make)(maker *m);
    bool inner; /* of inner folds only */
} plan_kind;

static const plan_kind KINDS[] = {
    {"loo", make_loo, false},       {"logo", make_logo, false},       {"kfold", make_kfold, false},
    {"repeat", make_repeat, false}, {"holdout", make_holdout, false}, {"boot", make_bootstrap, false},
    {"splits", make_splits, false}, {"alo", make_whole, true},
};

static const plan_kind *find_kind(const char *text)
{
    size_t bytes = strcspn(text, ":");
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        if (strlen(KINDS[k].name) == bytes && strncmp(KINDS[k].name, text, bytes) == 0) return &KINDS[k];
    return NULL;
}

/* tune: of inner folds how they were asked for, else NULL; splits: given ones, or NULL. */
static int make_plan(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *text, const char *tune,
                     uint64_t seed, const ard_splits *splits, ard_plan **out)
{
    int rc = ARDOR_OK;
    maker m = {.context = context, .data = data, .limited = rows != NULL};
    *out = NULL;
    const plan_kind *kind = find_kind(text);
    REQUIRE(context, kind && (tune || !kind->inner), ARDOR_USAGE,
            "plan '%s' is not known: use loo, logo, kfold:K, repeat:RxK, holdout:F, boot:B or splits:FILE", text);
    m.argument = strchr(text, ':') ? strchr(text, ':') + 1 : "";
    NEW(context, m.plan, 1);
    m.plan->context = context;
    COPY(context, m.plan->name, text);
    if (tune) COPY(context, m.plan->tune, tune);
    NEW(context, m.plan->deal, 1);
    m.deal = m.plan->deal;
    m.deal->seed = seed;
    m.deal->splits = splits;
    TRY(ard_pool_new(context, data, rows, &m.deal->pool));
    m.pool = m.deal->pool;
    TRY(kind->make(&m));
    TRY(plan_check(&m));
    m.plan->n_tasks = m.plan->n_folds + m.plan->bootstrap;
    *out = m.plan;
done:
    if (rc != ARDOR_OK) ard_plan_free(m.plan);
    return rc;
}

int ard_plan_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *text, uint64_t seed,
                 ard_plan **out)
{
    return make_plan(context, data, rows, text, NULL, seed, NULL, out);
}

int ard_plan_new_given(ardor_context *context, const ardor_dataset *data, const ard_splits *splits, ard_plan **out)
{
    return make_plan(context, data, NULL, "splits", NULL, 0, splits, out);
}

int ard_plan_new_refits(ardor_context *context, const ardor_dataset *data, int64_t resamples, uint64_t seed, ard_plan **out)
{
    char text[40];
    snprintf(text, sizeof text, "boot:%lld", (long long)resamples);
    const int rc = make_plan(context, data, NULL, text, NULL, seed, NULL, out);
    if (rc == ARDOR_OK) (*out)->refits = true;
    return rc;
}

int ard_plan_new_inner(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *tune, uint64_t seed,
                       ard_plan **out)
{
    int rc = ARDOR_OK;
    char *text = NULL;
    const char *argument = strchr(tune, ':');
    *out = NULL;
    const bool dealt = strncmp(tune, "cv:", 3) == 0;
    MAKE(text, ard_format(context, "%s%s", dealt ? "kfold" : argument ? "holdout" : tune, argument ? argument : ""));
    TRY(make_plan(context, data, rows, text, tune, seed, NULL, out));
done:
    ard_free(context, text);
    return rc;
}

const int64_t *ard_plan_units(const ard_plan *plan, int64_t *n_units)
{
    *n_units = plan->deal->pool->n_units;
    return plan->deal->pool->unit;
}

void ard_plan_free(ard_plan *plan)
{
    if (!plan) return;
    ardor_context *context = plan->context;
    if (plan->deal) {
        ard_splits_free(plan->deal->read);
        ard_free(context, plan->deal->part);
        ard_pool_free(plan->deal->pool);
    }
    ard_free(context, plan->deal);
    ard_free(context, plan->tune);
    ard_free(context, plan->name);
    ard_free(context, plan);
}
