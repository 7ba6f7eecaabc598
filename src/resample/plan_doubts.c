#include "resample/plan_doubts.h"

#include <stdio.h>
#include <string.h>

#include "base/remark.h"
#include "base/text.h"
#include "data/copies.h"
#include "resample/plan_inside.h"

/* ------------------------------------------------------------------ classes */

/* Folds of a pass, where units (rows, or groups) are dealt to folds; 0 for leave-one-out and other plans. */
static int64_t dealt_folds(const ard_plan *plan, int64_t n_units)
{
    const int64_t folds = plan->n_folds / plan->n_repetitions;
    return plan->dealt && folds < n_units ? folds : 0;
}

/* Is a group at a time left out? */
static bool leaves_out_groups(const ardor_dataset *data, const ard_plan *plan, int64_t n_units)
{
    return data->group && plan->deal->n_parts == n_units;
}

/* What is dealt as one: a row, or its group. */
static int64_t unit_of(const ardor_dataset *data, int64_t row) { return data->group ? data->group[row] : row; }

/* Units with rows of a class, or with rows at all (class -1). seen: one for each that there may be. */
static int64_t count_units(const ardor_dataset *data, const ard_rows *rows, int class, bool *seen)
{
    const int64_t n = rows ? rows->n : data->n;
    int64_t count = 0;
    memset(seen, 0, (size_t)ard_max64(data->n, data->n_groups) * sizeof *seen);
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = rows ? rows->row[i] : i, unit = unit_of(data, row);
        if ((class >= 0 && data->label[row] != class) || seen[unit]) continue;
        seen[unit] = true;
        count++;
    }
    return count;
}

/* n_units: of all classes together. */
static void warn_of_class(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, int class, int64_t count,
                          int64_t n_units, int64_t n_folds)
{
    const char *unit = data->group ? "groups" : "rows", *one = data->group ? "group" : "row";
    char remedy[80] = "leave the class out, or collect more of it", part[80] = "", name[ARD_QUOTE_BYTES];
    if (count > 1 && plan->tune)
        snprintf(remedy, sizeof remedy, "take --tune=cv:%lld", (long long)count);
    else if (count > 1)
        snprintf(remedy, sizeof remedy, "take %lld folds or fewer", (long long)count);
    if (plan->tune && n_units < (data->group ? data->n_groups : data->n))
        snprintf(part, sizeof part, " among the %lld to tune on", (long long)n_units);
    ard_warn(context, ARD_WARN_SMALL_CLASS,
             "the class '%s' has %lld %s%s, fewer than the %lld %sfolds, so that some of them have none to test: %s",
             ard_name_quote(data->class_name[class], name), (long long)count, count == 1 ? one : unit, part, (long long)n_folds,
             plan->tune ? "inner " : "", remedy);
}

/* The class has rows in one group only. */
static void warn_of_group(ardor_context *context, const ardor_dataset *data, int class)
{
    char name[ARD_QUOTE_BYTES];
    ard_warn(
        context, ARD_WARN_SMALL_CLASS,
        "the class '%s' has 1 group, and is not among the rows that train where that group is left out: leave the class out, "
        "or collect it in more groups",
        ard_name_quote(data->class_name[class], name));
}

int ard_plan_doubt_classes(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_plan *plan)
{
    int rc = ARDOR_OK, rarest = -1;
    bool *seen = NULL;
    NEW(context, seen, ard_max64(data->n, data->n_groups));
    const int64_t n_units = count_units(data, rows, -1, seen), n_folds = dealt_folds(plan, n_units);
    const bool leaves_out = leaves_out_groups(data, plan, n_units);
    int64_t least = leaves_out ? 2 : n_folds;
    for (int c = 0; c < data->n_classes && least > 0; c++) {
        const int64_t count = count_units(data, rows, c, seen);
        if (count == 0 || count >= least) continue;
        least = count;
        rarest = c;
    }
    if (rarest >= 0 && leaves_out)
        warn_of_group(context, data, rarest);
    else if (rarest >= 0)
        warn_of_class(context, data, plan, rarest, least, n_units, n_folds);
done:
    ard_free(context, seen);
    return rc;
}

/* ------------------------------------------------------------------ rows */

/* The same where a unit at a time is left out: rows of which a row that is the same is in another unit. */
static int count_apart(ardor_context *context, int64_t n, const int64_t *first, const ard_plan *plan, int64_t *separated,
                       int64_t *tested)
{
    int rc = ARDOR_OK;
    const ard_pool *pool = plan->deal->pool;
    int64_t *seen = NULL; /* the unit that has rows like this one, from 1; -1: several */
    NEW(context, seen, n);
    for (int64_t i = 0; i < pool->n; i++) {
        int64_t *unit = &seen[first[pool->row[i]]];
        *unit = *unit == 0 || *unit == pool->unit[i] + 1 ? pool->unit[i] + 1 : -1;
    }
    *tested = pool->n;
    *separated = 0;
    for (int64_t i = 0; i < pool->n; i++) *separated += seen[first[pool->row[i]]] < 0;
done:
    ard_free(context, seen);
    return rc;
}

/* Test rows, over all folds, of which a row that is the same (first[row]) is trained on. */
static int count_separated(ardor_context *context, int64_t n, const int64_t *first, const ard_plan *plan, int64_t *separated,
                           int64_t *tested)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    int64_t *seen = NULL; /* the last fold that trained on one of these, from 1 */
    if (plan->whole) return count_apart(context, n, first, plan, separated, tested);
    NEW(context, seen, n);
    *separated = *tested = 0;
    for (int64_t f = 0; f < plan->n_folds; f++) {
        TRY(ard_check_running(context));
        TRY(ard_plan_fold(context, plan, f, &fold));
        for (int64_t i = 0; i < fold.train.n; i++) seen[first[fold.train.row[i]]] = f + 1;
        for (int64_t i = 0; i < fold.test.n; i++) *separated += seen[first[fold.test.row[i]]] == f + 1;
        *tested += fold.test.n;
        ard_fold_free(context, &fold);
    }
done:
    ard_fold_free(context, &fold);
    ard_free(context, seen);
    return rc;
}

static const char *folds_of(const ard_plan *plan)
{
    return plan->whole ? "approximate leave-one-out" : plan->tune ? "inner folds" : "folds";
}

static int doubt_copies(ardor_context *context, const ardor_dataset *data, const ard_plan *plan)
{
    int rc = ARDOR_OK;
    int64_t *first = NULL, separated = 0, tested = 0;
    TRY(ard_dataset_copies(context, data, &first));
    if (!first) return ARDOR_OK;
    TRY(count_separated(context, data->n, first, plan, &separated, &tested));
    if (separated > 0)
        ard_warn(
            context, ARD_WARN_COPIES,
            "%lld of %lld test rows of the %s have an exact copy among the rows that were trained on: errors may be too low; "
            "%s, or remove them",
            (long long)separated, (long long)tested, folds_of(plan),
            data->group ? "give copies one group" : "keep copies together with --group");
done:
    ard_free(context, first);
    return rc;
}

static int doubt_names(ardor_context *context, const ardor_dataset *data, const ard_plan *plan)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    int64_t *first = NULL, repeated = -1, separated = 0, tested = 0;
    char name[ARD_QUOTE_BYTES];
    if (!data->inputs.id || data->group) return ARDOR_OK;
    TRY(ard_name_index_new(context, data->n, data->id, &index));
    NEW(context, first, data->n);
    for (int64_t i = 0; i < data->n; i++) {
        first[i] = ard_name_index_find(index, data->id[i]);
        if (first[i] != i && repeated < 0) repeated = i;
    }
    if (repeated < 0) goto done;
    TRY(count_separated(context, data->n, first, plan, &separated, &tested));
    if (separated > 0)
        ard_warn(context, ARD_WARN_REPEATED_IDS,
                 "names of rows repeat ('%s' for one), and %lld of %lld test rows of the %s have their name among the rows "
                 "that were trained on: if the rows of a name belong together, name their column with --group instead of --id",
                 ard_name_quote(data->id[repeated], name), (long long)separated, (long long)tested, folds_of(plan));
done:
    ard_free(context, first);
    ard_name_index_free(index);
    return rc;
}

int ard_plan_doubt_rows(ardor_context *context, const ardor_dataset *data, const ard_plan *plan)
{
    int rc = ARDOR_OK;
    TRY(doubt_copies(context, data, plan));
    TRY(doubt_names(context, data, plan));
done:
    return rc;
}
