/* Batches of tasks, and how long they will take. */
#include <math.h>
#include <string.h>

#include "base/context_inside.h"
#include "base/workload_inside.h"

int ard_batch_add(ardor_context *context, int64_t n_tasks, int threads, int inner_threads, bool tuned, bool last, ard_batch **out)
{
    int rc = ARDOR_OK;
    ard_batch *b = NULL, **to = NULL;
    ard_workload *w = ard_context_workload(context);
    *out = NULL;
    if (!w) return ARDOR_OK;
    NEW(context, b, 1);
    *b = (ard_batch){.load = w,
                     .n_tasks = n_tasks,
                     .threads = threads < 1 ? 1 : threads,
                     .inner_threads = inner_threads < 1 ? 1 : inner_threads,
                     .tuned = tuned,
                     .last = last};
    NEW(context, b->task, n_tasks);
    NEW(context, b->ready, b->threads);
    NEW(context, b->inner_ready, b->inner_threads);
    pthread_mutex_lock(&w->lock);
    for (to = &w->batch; *to; to = &(*to)->next) continue;
    *to = b;
    pthread_mutex_unlock(&w->lock);
    *out = b;
    b = NULL;
done:
    if (b) ard_batch_free(context, b);
    return rc;
}

void ard_batch_name(ard_batch *batch, const char *name)
{
    if (batch) batch->name = name;
}

void ard_batch_like(ard_batch *batch, ard_batch *like)
{
    if (batch) batch->like = like;
}

void ard_batch_free(ardor_context *context, ard_batch *b)
{
    for (int64_t i = 0; b->task && i < b->n_tasks; i++) ard_free(context, b->task[i].inner);
    ard_pace_close(context, &b->pace);
    ard_free(context, b->inner_ready);
    ard_free(context, b->ready);
    ard_free(context, b->task);
    ard_free(context, b);
}

int64_t ard_batch_units(const ard_batch *b)
{
    if (b->units > 0) return b->units;
    if (b->like) return ard_batch_units(b->like);
    return b->tuned && b->n_closed < b->n_tasks ? 0 : 1;
}

/* ------------------------------------------------------------------ seconds */

/* What a task takes beside its candidates; path: that of some batch, where this one has none; NaN: unknown. */
static double rest_of(const ard_batch *b, double path)
{
    if (!b->last) return 0;
    if (b->pace.rest.n > 0) return b->pace.rest.sum / b->pace.rest.n;
    if (b->kept) return 0;
    if (ard_pace_begun(&b->pace)) path = ard_pace_path(&b->pace);
    return path > 0 ? path * (1 + (double)b->refits / b->inner_threads) : NAN;
}

static void clear(double *ready, int n) { memset(ready, 0, (size_t)n * sizeof *ready); }

/* The seconds of a task that has not begun. */
static double whole_task(ard_batch *b, double rest)
{
    clear(b->inner_ready, b->inner_threads);
    return (b->tuned ? ard_schedule(b->inner_threads, b->inner_ready, b->n_inner, b->pace.left[0]) : 0) + rest;
}

static double left_of_inner(const ard_pace *p, const ard_inner_state *s, double now)
{
    if (s->next >= p->n) return 0;
    const double cost = p->left[s->next] - p->left[s->next + 1], spent = s->since > 0 ? now - s->since : 0;
    return p->left[s->next] - fmin(spent, cost);
}

/* The seconds that a running task has left. */
static double left_of_task(ard_batch *b, const ard_task_state *t, double rest, double now)
{
    double left = 0;
    if (b->tuned && !t->inner) return whole_task(b, rest);
    clear(b->inner_ready, b->inner_threads);
    for (int64_t k = 0; k < t->n_inner; k++)
        left = ard_schedule(b->inner_threads, b->inner_ready, 1, left_of_inner(&b->pace, &t->inner[k], now));
    return left + (left > 0 ? rest : fmax(rest - (now - t->quiet), 0));
}

/* Waiting tasks go to the threads that are free first; the running ones have a thread each. */
static double left_of_batch(ard_batch *b, bool fresh, double path, double now)
{
    const double rest = rest_of(b, path);
    int64_t waiting = fresh ? b->n_tasks : 0;
    int thread = 0;
    if (isnan(rest) || (b->tuned && !ard_pace_begun(&b->pace))) return NAN;
    clear(b->ready, b->threads);
    for (int64_t i = 0; !fresh && i < b->n_tasks; i++) {
        const ard_task_state *t = &b->task[i];
        waiting += t->state == ARD_TASK_WAITING;
        if (t->state == ARD_TASK_RUNNING && thread < b->threads) b->ready[thread++] = left_of_task(b, t, rest, now);
    }
    return ard_schedule(b->threads, b->ready, waiting, waiting > 0 ? whole_task(b, rest) : 0);
}

/* Of one of which nothing is known yet, by what is known of the one that is like it. */
static double left_of_like(const ard_batch *b, double path)
{
    ard_batch *like = b->like;
    const double rest = rest_of(like, path);
    if (isnan(rest) || (like->tuned && !ard_pace_begun(&like->pace))) return NAN;
    clear(like->ready, like->threads);
    return ard_schedule(like->threads, like->ready, b->n_tasks - b->n_over, whole_task(like, rest));
}

static bool is_unseen(const ard_batch *b) { return b->like && b->pace.rest.n == 0 && !ard_pace_begun(&b->pace); }

static bool is_over(const ard_batch *b)
{
    for (int64_t i = 0; i < b->n_tasks; i++)
        if (b->task[i].state != ARD_TASK_OVER) return false;
    return true;
}

double ard_batches_left(ard_batch *first, bool fresh, double now)
{
    double path = 0, left = 0;
    for (ard_batch *b = first; b; b = b->next) {
        if (!ard_pace_begun(&b->pace)) continue;
        ard_pace_expect(&b->pace);
        path = ard_pace_path(&b->pace);
    }
    for (ard_batch *b = first; b; b = b->next)
        if (fresh || !is_over(b)) left += is_unseen(b) ? left_of_like(b, path) : left_of_batch(b, fresh, path, now);
    return left;
}
