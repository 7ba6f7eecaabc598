/* One line for what many folds say. */
#include "study/remarks.h"

#include <string.h>

/* A kind, or of plain notes a text, and the folds that have it. */
typedef struct summary {
    const ard_remark *first;
    int64_t fold, count, last; /* fold: of the first; last: the one counted last */
    bool alike;                /* all have the same text */
} summary;

typedef struct summaries {
    int64_t n, room;
    summary *item;
} summaries;

static bool is_of(const summary *s, const ard_remark *remark)
{
    if (s->first->kind != remark->kind) return false;
    return remark->kind != ARD_NOTE || strcmp(s->first->text, remark->text) == 0;
}

static int count(ardor_context *context, summaries *all, const ard_remark *remark, int64_t fold)
{
    int rc = ARDOR_OK;
    int64_t k = 0;
    while (k < all->n && !is_of(all->item + k, remark)) k++;
    if (k == all->room) {
        EXTEND(context, all->item, 2 * all->room + 8);
        all->room = 2 * all->room + 8;
    }
    if (k == all->n) all->item[all->n++] = (summary){remark, fold, 0, -1, true};
    summary *s = all->item + k;
    s->alike = s->alike && strcmp(s->first->text, remark->text) == 0;
    s->count += s->last != fold; /* a fold may say several things of one kind */
    s->last = fold;
done:
    return rc;
}

static void say(ardor_context *context, const summary *s, int64_t n_done)
{
    if (n_done == 1 || s->first->kind == ARD_WARN_NOT_TUNED) /* which is so in all of them, by the recipe */
        ard_remark_say(context, s->first->kind, s->first->text);
    else if (s->alike && s->count == n_done)
        ard_warn(context, s->first->kind, "in all %lld folds: %s", (long long)n_done, s->first->text);
    else if (s->alike)
        ard_warn(context, s->first->kind, "in %lld of %lld folds: %s", (long long)s->count, (long long)n_done, s->first->text);
    else
        ard_warn(context, s->first->kind, "in %lld of %lld folds; in the first, %lld: %s", (long long)s->count, (long long)n_done,
                 (long long)s->fold + 1, s->first->text);
}

int ard_remarks_of_folds(ardor_context *context, int64_t n_folds, const ard_record *record)
{
    int rc = ARDOR_OK;
    summaries all = {0};
    int64_t n_done = 0;
    for (int64_t f = 0; f < n_folds; f++) {
        n_done += record[f].status != ARD_RECORD_NONE;
        for (int64_t i = 0; i < record[f].remarks.n; i++) TRY(count(context, &all, record[f].remarks.item + i, f));
    }
    for (int64_t k = 0; k < all.n; k++) say(context, all.item + k, n_done);
done:
    ard_free(context, all.item);
    return rc;
}
