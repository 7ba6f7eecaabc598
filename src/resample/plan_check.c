/* Can a classifier be trained and tested in every fold? What is said where it cannot counts the rows at hand: those of the
 * table, or of inner folds those that are tuned on. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "resample/plan_inside.h"

enum { COUNT_BYTES = 160, REMEDY_BYTES = 240, BEGIN_BYTES = ARD_TITLE_BYTES + ARD_QUOTE_BYTES + 40 };

/* ---- titles */

static const char *plan_title(const ard_plan *plan, char out[ARD_TITLE_BYTES])
{
    if (plan->whole)
        snprintf(out, ARD_TITLE_BYTES, "leaving out one at a time (--tune=%s)", plan->tune);
    else if (plan->tune)
        snprintf(out, ARD_TITLE_BYTES, "the inner folds (--tune=%s)", plan->tune);
    else
        snprintf(out, ARD_TITLE_BYTES, "plan '%.200s'", plan->name);
    return out;
}

const char *ard_plan_fold_title(const ard_plan *plan, int64_t f, char out[ARD_TITLE_BYTES])
{
    if (plan->refits)
        snprintf(out, ARD_TITLE_BYTES, "%s %lld of %lld (--instability)",
                 f < plan->n_folds ? "resample" : "the fit to all rows, behind", (long long)ard_min64(f + 1, plan->n_folds),
                 (long long)plan->n_folds);
    else if (f == plan->n_folds)
        snprintf(out, ARD_TITLE_BYTES, "the fit to all rows of plan '%.200s'", plan->name);
    else if (!plan->tune)
        snprintf(out, ARD_TITLE_BYTES, "fold %lld of plan '%.200s'", (long long)f + 1, plan->name);
    else if (plan->whole)
        snprintf(out, ARD_TITLE_BYTES, "the fits to all rows (--tune=%s)", plan->tune);
    else if (plan->n_folds == 1)
        snprintf(out, ARD_TITLE_BYTES, "the inner fold (--tune=%s)", plan->tune);
    else
        snprintf(out, ARD_TITLE_BYTES, "inner fold %lld of %lld (--tune=%s)", (long long)f + 1, (long long)plan->n_folds,
                 plan->tune);
    return out;
}

/* ---- counts */

static const char *unit_name(const maker *m, int64_t count)
{
    return m->data->group ? (count == 1 ? "group" : "groups") : (count == 1 ? "row" : "rows");
}

/* Different rows, and units, of a class of the data (-1: of any). */
typedef struct tally {
    int64_t rows, units;
} tally;

static int count_pool(const maker *m, int32_t class, tally *out)
{
    int rc = ARDOR_OK;
    const ard_pool *pool = m->pool;
    bool *seen = NULL;
    *out = (tally){0};
    NEW(m->context, seen, pool->n_units);
    for (int64_t i = 0; i < pool->n; i++) {
        if (class >= 0 && pool->class_index[pool->label[i]] != class) continue;
        out->rows += i == 0 || pool->row[i] != pool->row[i - 1];
        out->units += !seen[pool->unit[i]];
        seen[pool->unit[i]] = true;
    }
done:
    ard_free(m->context, seen);
    return rc;
}

static int count_data(const maker *m, int32_t class, tally *out)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = m->data;
    bool *seen = NULL;
    *out = (tally){0};
    NEW(m->context, seen, data->n_groups);
    for (int64_t i = 0; i < data->n; i++) {
        if (data->label[i] != class) continue;
        out->rows++;
        out->units += !data->group || !seen[data->group[i]];
        if (data->group) seen[data->group[i]] = true;
    }
done:
    ard_free(m->context, seen);
    return rc;
}

/* Of the class with the fewest units. */
static int least_units(const maker *m, int32_t *class, tally *out)
{
    int rc = ARDOR_OK;
    tally one;
    *out = (tally){0};
    for (int c = 0; c < m->pool->n_classes; c++) {
        TRY(count_pool(m, m->pool->class_index[c], &one));
        if (c > 0 && one.units >= out->units) continue;
        *class = m->pool->class_index[c];
        *out = one;
    }
done:
    return rc;
}

/* "3 rows", "3 rows in 1 group" */
static const char *print_tally(const maker *m, tally count, char out[COUNT_BYTES])
{
    const int used = snprintf(out, COUNT_BYTES, "%lld row%s", (long long)count.rows, count.rows == 1 ? "" : "s");
    if (m->data->group)
        snprintf(out + used, COUNT_BYTES - (size_t)used, " in %lld %s", (long long)count.units, unit_name(m, count.units));
    return out;
}

/* ---- classes with too few units */

/* No plan can train on a class and test it if all of it is one row, or one group. */
static const char *one_unit_remedy(const maker *m)
{
    return m->data->group ? "collect the class in more groups, or leave --group out"
                          : "give the class a second row or leave it out";
}

/* The plan that leaves out as little as can be left out. */
static const char *one_at_a_time(const maker *m) { return m->data->group ? "logo" : "loo"; }

/* table: of the class in the table; least: in the pool, of the class with the fewest units. */
static void choose_remedy(const maker *m, tally table, tally least, char out[REMEDY_BYTES])
{
    const char *unit = m->data->group ? "group" : "row";
    char leave_out[80] = "";
    if (m->limited && table.units > 2)
        snprintf(leave_out, sizeof leave_out, "take --plan %s, which leaves out one %s at a time, ", one_at_a_time(m), unit);
    if (m->deal->splits)
        snprintf(out, REMEDY_BYTES, "every training part needs two classes");
    else if (least.units > 1 && m->plan->tune)
        snprintf(out, REMEDY_BYTES, "take --tune=cv:%lld, with a fold for each group", (long long)m->pool->n_units);
    else if (least.units > 1)
        snprintf(out, REMEDY_BYTES, "take --plan logo, which leaves out one group at a time");
    else if (m->plan->tune)
        snprintf(out, REMEDY_BYTES, "%sgive the settings with --set instead of --tune%s, or collect %s", leave_out,
                 m->pool->grouped ? "" : ", take --tune=holdout:0.1",
                 m->data->group ? "the class in more groups" : "more rows of the class");
    else
        snprintf(out, REMEDY_BYTES, "%s", one_unit_remedy(m));
}

/* begin: where and what. "<begin>: the class has 1 row among the 4 to tune on, and 2 rows in the table: <what to do>" */
static int refuse_class(const maker *m, const char *begin, int32_t class)
{
    int rc = ARDOR_OK;
    int32_t rarest = -1;
    tally of, table, least, all;
    char here[COUNT_BYTES], there[COUNT_BYTES], remedy[REMEDY_BYTES];
    char part[2 * COUNT_BYTES] = "";
    TRY(count_pool(m, class, &of));
    TRY(count_data(m, class, &table));
    TRY(least_units(m, &rarest, &least));
    TRY(count_pool(m, -1, &all));
    choose_remedy(m, table, least, remedy);
    if (all.rows < m->data->n)
        snprintf(part, sizeof part, " among the %lld to tune on, and %s in the table", (long long)all.rows,
                 print_tally(m, table, there));
    rc = ard_fail(m->context, ARDOR_DATA, "%s: %s: the class has %s%s: %s", m->data->source, begin, print_tally(m, of, here),
                  part, remedy);
done:
    return rc;
}

static int refuse_fold(const maker *m, int64_t f, int32_t class)
{
    char title[ARD_TITLE_BYTES], name[ARD_QUOTE_BYTES], begin[BEGIN_BYTES];
    snprintf(begin, sizeof begin, "%s has no row of class '%s' to train on", ard_plan_fold_title(m->plan, f, title),
             ard_name_quote(m->data->class_name[class], name));
    return refuse_class(m, begin, class);
}

static int refuse_small_class(const maker *m, const char *title, int32_t class)
{
    char name[ARD_QUOTE_BYTES], begin[BEGIN_BYTES];
    snprintf(begin, sizeof begin, "%s: class '%s' is too small", title, ard_name_quote(m->data->class_name[class], name));
    return refuse_class(m, begin, class);
}

/* ---- too few units */

static int refuse_one_group(const maker *m, const char *title, int64_t rows)
{
    char column[ARD_QUOTE_BYTES] = "";
    const char *group = m->data->inputs.group, *remedy = "name another column with --group, or leave --group out";
    if (m->plan->tune)
        remedy = m->data->n_groups > 2 ? "take --plan logo, which leaves out one group at a time, or give the settings with "
                                         "--set instead of --tune"
                                       : "give the settings with --set instead of --tune, or leave --group out";
    return ard_fail(m->context, ARDOR_USAGE,
                    "%s: %s: all %lld rows%s are of one group%s%s%s, which is either trained on or tested: %s", m->data->source,
                    title, (long long)rows, m->plan->tune ? " to tune on" : "", group ? " (column '" : "",
                    group ? ard_name_quote(group, column) : "", group ? "')" : "", remedy);
}

static int refuse_units(const maker *m, const char *title, int64_t units)
{
    const char *unit = m->data->group ? "groups" : "rows";
    char most[40] = "2";
    if (m->plan->tune)
        return ard_fail(m->context, ARDOR_USAGE, "%s: %s: there are %lld %s to tune on: take --tune=cv:%lld or holdout:F",
                        m->data->source, title, (long long)units, unit, (long long)units);
    if (units > 2) snprintf(most, sizeof most, "2 to %lld", (long long)units);
    return ard_fail(m->context, ARDOR_USAGE, "%s: %s has %lld %s: ask for %s folds", title, m->data->source, (long long)units,
                    unit, most);
}

int plan_check_units(const maker *m, int64_t n_folds)
{
    int rc = ARDOR_OK;
    int32_t rarest = -1;
    char title[ARD_TITLE_BYTES];
    tally all, least;
    const bool one_group = m->data->group && m->pool->n_units == 1;
    if (n_folds <= m->pool->n_units && !one_group) return ARDOR_OK;
    plan_title(m->plan, title);
    TRY(count_pool(m, -1, &all));
    if (one_group) return refuse_one_group(m, title, all.rows);
    TRY(least_units(m, &rarest, &least));
    if (m->pool->n_classes == 2 && least.units == 1) /* which fewer folds do not mend */
        rc = refuse_small_class(m, title, rarest);
    else
        rc = refuse_units(m, title, all.units);
done:
    return rc;
}

int plan_check_classes(const maker *m)
{
    int rc = ARDOR_OK;
    int32_t rarest = -1;
    tally least;
    char title[ARD_TITLE_BYTES];
    TRY(least_units(m, &rarest, &least));
    if (least.units < 2) TRY(refuse_small_class(m, plan_title(m->plan, title), rarest));
done:
    return rc;
}

/* ---- folds */

int plan_refuse_resample(const maker *m, int64_t resample)
{
    int rc = ARDOR_OK;
    int32_t rarest = -1;
    tally least;
    char title[ARD_TITLE_BYTES], name[ARD_QUOTE_BYTES], count[COUNT_BYTES], remedy[REMEDY_BYTES];
    TRY(least_units(m, &rarest, &least));
    if (least.units > 1)
        snprintf(remedy, sizeof remedy, "take --plan %s, or collect more of it", one_at_a_time(m));
    else
        snprintf(remedy, sizeof remedy, "%s", one_unit_remedy(m));
    rc = ard_fail(m->context, ARDOR_DATA,
                  "%s: %s: %d draws of resample %lld had one class or left no row to test: class '%s' has %s: %s",
                  m->data->source, plan_title(m->plan, title), BOOTSTRAP_ATTEMPTS, (long long)resample + 1,
                  ard_name_quote(m->data->class_name[rarest], name), print_tally(m, least, count), remedy);
done:
    return rc;
}

/* Every training part needs two classes, every test part a row. count is scratch for n_classes numbers. */
static int check_fold(const maker *m, int64_t f, const ard_fold *fold, int64_t *count)
{
    int rc = ARDOR_OK;
    const ard_pool *pool = m->pool;
    int present = 0, absent = -1;
    char title[ARD_TITLE_BYTES];
    REQUIRE(m->context, fold->test.n > 0, ARDOR_DATA, "%s: %s tests no row, because training needs them all: %s", m->data->source,
            ard_plan_fold_title(m->plan, f, title),
            m->plan->tune ? "give the settings with --set instead of --tune, or collect more rows" : "collect more rows");
    memset(count, 0, (size_t)m->data->n_classes * sizeof *count);
    for (int64_t i = 0; i < fold->train.n; i++) count[m->data->label[fold->train.row[i]]]++;
    for (int c = pool->n_classes - 1; c >= 0; c--) {
        if (count[pool->class_index[c]] > 0)
            present++;
        else
            absent = c;
    }
    if (present < 2) TRY(refuse_fold(m, f, pool->class_index[absent]));
done:
    return rc;
}

int plan_check(const maker *m)
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
