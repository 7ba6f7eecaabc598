/* One line for what many folds say. */
#include "study/remarks.h"

#include <stdio.h>
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

/* Of the folds each has a choice of its own: that a few of these are at an edge says nothing of the grid. */
static bool is_rare(const summary *s, int64_t n_done) { return s->first->kind == ARD_WARN_GRID_EDGE && 2 * s->count < n_done; }

/* "in all 5 folds", "in 2 of 5 folds, as in fold 3". */
static void print_where(const summary *s, int64_t n_done, size_t bytes, char *out)
{
    const bool all = s->count == n_done;
    char some[32] = "all", first[40] = "";
    if (!all) snprintf(some, sizeof some, "%lld of", (long long)s->count);
    if (!s->alike) snprintf(first, sizeof first, ", as in fold %lld", (long long)s->fold + 1);
    snprintf(out, bytes, "in %s %lld folds%s", some, (long long)n_done, first);
}

static void say(ardor_context *context, const summary *s, int64_t n_done)
{
    char where[120];
    if (is_rare(s, n_done)) return;
    print_where(s, n_done, sizeof where, where);
    const bool once = s->first->kind == ARD_WARN_NOT_TUNED || s->first->kind == ARD_WARN_GRID_EDGE;
    if (n_done == 1 || (once && s->alike && s->count == n_done)) /* what the recipe, or the protocol, decides for all of them */
        ard_remark_say(context, s->first->kind, s->first->text);
    else
        ard_warn(context, s->first->kind, "%s: %s", where, s->first->text);
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
