#include "resample/plan_doubts.h"

#include <string.h>

#include "base/remark.h"
#include "data/doubts.h"

/* Folds of a pass, where rows are dealt to folds; 0 for leave-one-out and other plans. */
static int64_t dealt_folds(const ard_plan *plan, int64_t n)
{
    const bool dealt = strncmp(plan->name, "kfold:", 6) == 0 || strncmp(plan->name, "repeat:", 7) == 0;
    const int64_t folds = plan->n_folds / plan->n_repetitions;
    return dealt && folds < n ? folds : 0;
}

int ard_plan_doubt_classes(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_plan *plan,
                           const char *folds)
{
    int rc = ARDOR_OK;
    int64_t *count = NULL;
    const int64_t n = rows ? rows->n : data->n, n_folds = dealt_folds(plan, n);
    NEW(context, count, data->n_classes);
    for (int64_t i = 0; i < n; i++) count[data->label[rows ? rows->row[i] : i]]++;
    for (int c = 0; c < data->n_classes; c++)
        if (count[c] > 0 && count[c] < n_folds)
            ard_warn(context, ARD_WARN_SMALL_CLASS,
                     "the class '%.60s' has %lld rows, fewer than the %lld %s: some test it not at all; take %lld or fewer",
                     data->class_name[c], (long long)count[c], (long long)n_folds, folds, (long long)ard_max64(count[c], 2));
done:
    ard_free(context, count);
    return rc;
}

/* Test rows, over all folds, of which a row that is the same (first[row]) is trained on. */
static int count_separated(ardor_context *context, int64_t n, const int64_t *first, const ard_plan *plan, int64_t *separated,
                           int64_t *tested)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    int64_t *seen = NULL; /* the last fold that trained on one of these, from 1 */
    NEW(context, seen, n);
    *separated = *tested = 0;
    for (int64_t f = 0; f < plan->n_folds; f++) {
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

static int doubt_copies(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const char *folds)
{
    int rc = ARDOR_OK;
    int64_t *first = NULL, separated = 0, tested = 0;
    TRY(ard_dataset_copies(context, data, &first));
    if (!first) return ARDOR_OK;
    TRY(count_separated(context, data->n, first, plan, &separated, &tested));
    if (separated > 0)
        ard_warn(context, ARD_WARN_COPIES,
                 "%lld of %lld test rows of the %s have an exact copy among the rows that were trained on: errors are too low; "
                 "keep copies together with --group, or remove them",
                 (long long)separated, (long long)tested, folds);
done:
    ard_free(context, first);
    return rc;
}

static int doubt_names(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const char *folds)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    int64_t *first = NULL, repeated = -1, separated = 0, tested = 0;
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
                 "names of rows repeat ('%.60s' for one), and %lld of %lld test rows of the %s have their name among the rows "
                 "that were trained on: if rows of a name belong together, give --group %.60s",
                 data->id[repeated], (long long)separated, (long long)tested, folds, data->inputs.id);
done:
    ard_free(context, first);
    ard_name_index_free(index);
    return rc;
}

int ard_plan_doubt_rows(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const char *folds)
{
    int rc = ARDOR_OK;
    TRY(doubt_copies(context, data, plan, folds));
    TRY(doubt_names(context, data, plan, folds));
done:
    return rc;
}
