/* Counting the work of a call, and telling of it. One lock guards all counts: units are model fits, so it costs nothing that can
 * be measured. What was told, and when, belongs to the caller's thread. */
#include "base/workload_inside.h"

#include <math.h>

#include "base/context_inside.h"

/* Seconds between two reports. */
static const double PERIOD = .1;
/* A trial that has seen a whole task, and so every kind of work, is over after so many seconds. */
static const double ENOUGH = 2;

/* ------------------------------------------------------------------ the whole */

int ard_workload_open(ardor_context *context)
{
    int rc = ARDOR_OK;
    ard_workload *w = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->opened = ard_now();
    w->limit = ard_deadline(context);
    w->told = w->opened - 2 * PERIOD;
    w->silent = !ard_context_reports(context);
    pthread_mutex_init(&w->lock, NULL);
    ard_context_set_workload(context, w);
done:
    return rc;
}

void ard_workload_close(ardor_context *context)
{
    ard_workload *w = ard_context_workload(context);
    if (!w) return;
    for (ard_batch *b = w->batch, *next = NULL; b; b = next) {
        next = b->next;
        ard_batch_free(context, b);
    }
    ard_context_set_workload(context, NULL);
    pthread_mutex_destroy(&w->lock);
    ard_free(context, w);
}

/* Units of all the batches; total 0: of one of them they are not known. */
static void count(const ard_workload *w, int64_t *done, int64_t *total)
{
    bool known = true;
    *done = *total = 0;
    for (const ard_batch *b = w->batch; b; b = b->next) {
        const int64_t each = ard_batch_units(b);
        known = known && each > 0;
        *total += b->planned_units + (b->n_tasks - b->n_planned) * each;
        *done += b->done_units + b->n_closed * each;
    }
    if (!known) *done = *total = 0;
}

/* ------------------------------------------------------------------ telling */

/* The lock is held. */
static void count_over(ard_workload *w, ard_batch *b)
{
    if (++b->n_over == b->n_tasks && b->name) b->rank = ++w->n_finished;
}

/* One more that is done, if there is one. */
static void count_parts(ard_workload *w, ardor_progress *p)
{
    if (w->n_told < w->n_finished) w->n_told++;
    for (const ard_batch *b = w->batch; b; b = b->next) {
        p->parts += b->name != NULL;
        if (b->rank > 0 && b->rank == w->n_told) p->finished = b->name;
    }
    p->parts_done = w->n_told;
}

/* Returns whether further batches are done that were not told. */
static bool report_once(ard_workload *w, double now, double objective)
{
    ardor_progress p = {.stage = w->stage, .seconds = now - w->opened, .objective = objective, .remaining = NAN};
    pthread_mutex_lock(&w->lock);
    if (w->trial <= 0) count(w, &p.done, &p.total); /* what a trial does ends in no result */
    count_parts(w, &p);
    const bool more = w->n_told < w->n_finished;
    const double left = p.total > 0 ? ard_batches_left(w->batch, false, now) : NAN;
    pthread_mutex_unlock(&w->lock);
    if (isfinite(left)) p.remaining = fmin(ard_calm_left(&w->calm, p.seconds, left), fmax(w->limit - now, 0));
    if (p.total > 0 && p.done == p.total) p.remaining = 0;
    w->told = now;
    w->told_all = p.total > 0 && p.done == p.total;
    ard_context_tell(w->context, &p);
    return more;
}

/* Each batch that is done is told by itself. */
static void report(ard_workload *w, double now, double objective)
{
    while (report_once(w, now, objective)) continue;
}

void ard_stage(ardor_context *context, const char *stage)
{
    ard_workload *w = ard_context_workload(context);
    if (!w || !ard_context_is_root(context)) return;
    w->stage = stage;
    if (!w->silent) report(w, ard_now(), (double)NAN);
}

void ard_progress_alive(ardor_context *context, double objective)
{
    ard_workload *w = ard_context_workload(context);
    if (!w || !ard_context_is_here(context) || w->silent || !w->stage || w->told_all) return;
    const double now = ard_now();
    if (now - w->told >= PERIOD || atomic_load(&w->all_done)) report(w, now, objective);
}

/* ------------------------------------------------------------------ trials */

void ard_workload_try(ardor_context *context, double seconds, double most)
{
    ard_workload *w = ard_context_workload(context);
    w->trial = seconds;
    ard_deadline_set(w->context, w->opened + most);
}

/* The first unit is done; perhaps it is enough. The lock is held. */
static void consider(ard_workload *w, double now)
{
    if (w->trial <= 0) return;
    const bool enough = w->any_over && now - w->opened >= ENOUGH;
    ard_deadline_set(w->context, enough ? now : w->opened + w->trial);
}

ard_outlook ard_workload_outlook(const ardor_context *context)
{
    ard_workload *w = ard_context_workload(context);
    ard_outlook out = {.whole = NAN};
    const double now = ard_now();
    pthread_mutex_lock(&w->lock);
    count(w, &out.done, &out.total);
    out.spent = now - w->opened;
    out.complete = out.total > 0 && out.done == out.total;
    out.whole = out.complete ? out.spent : out.total > 0 ? ard_batches_left(w->batch, true, now) + w->before : NAN;
    for (const ard_batch *b = w->batch; b; b = b->next) {
        if (b->n_inner == 0) continue;
        out.n_inner = b->n_inner;
        out.n_candidates = b->n_candidates;
    }
    pthread_mutex_unlock(&w->lock);
    return out;
}

/* ------------------------------------------------------------------ what tasks say */

/* The lock is held. */
static void plan_units(ard_batch *b, ard_task_state *t, int64_t units)
{
    t->units = units;
    b->n_planned++;
    b->planned_units += units;
    if (b->units == 0) b->units = units;
}

void ard_task_found(ard_share share)
{
    if (!share.batch) return;
    pthread_mutex_lock(&share.batch->load->lock);
    share.batch->task[share.task].state = ARD_TASK_OVER;
    share.batch->n_closed++;
    count_over(share.batch->load, share.batch);
    pthread_mutex_unlock(&share.batch->load->lock);
}

void ard_task_begin(ard_share share)
{
    if (!share.batch) return;
    ard_batch *b = share.batch;
    ard_workload *w = b->load;
    ard_task_state *t = &b->task[share.task];
    pthread_mutex_lock(&w->lock);
    t->state = ARD_TASK_RUNNING;
    t->begun = t->quiet = ard_now();
    if (!w->any_begun) w->before = t->begun - w->opened;
    w->any_begun = true;
    if (!b->tuned) plan_units(b, t, 1);
    pthread_mutex_unlock(&w->lock);
}

/* What was planned of a task, which is to be done in another way, if anything was; what is done of it stays so. */
static void drop_plan(ardor_context *context, ard_batch *b, ard_task_state *t)
{
    if (t->units == 0) return;
    ard_free(context, t->inner);
    t->inner = NULL;
    b->n_planned--;
    b->planned_units -= t->units;
}

int ard_task_plan(ardor_context *context, ard_share share, int64_t n_inner, int64_t n_candidates, int64_t n_paths, ard_last last)
{
    int rc = ARDOR_OK;
    ard_batch *b = share.batch;
    if (!b) return ARDOR_OK;
    ard_task_state *t = &b->task[share.task];
    pthread_mutex_lock(&b->load->lock);
    const bool again = t->units > 0;
    drop_plan(context, b, t);
    NEW(context, t->inner, n_inner);
    t->n_inner = n_inner;
    if (b->pace.n < n_candidates) { /* one that is begun anew may have more than others */
        ard_pace_close(context, &b->pace);
        TRY(ard_pace_open(context, n_candidates, n_candidates / ard_max64(n_paths, 1), &b->pace));
    }
    if (b->n_inner == 0 || again) {
        b->n_inner = n_inner;
        b->n_candidates = n_candidates;
        b->refits = last == ARD_LAST_REFITS ? n_inner : 0;
        b->kept = last == ARD_LAST_IS_KEPT;
    }
    plan_units(b, t, t->done + n_inner * n_candidates + (b->last ? 1 : 0));
done:
    pthread_mutex_unlock(&b->load->lock);
    return rc;
}

void ard_inner_begin(ard_share share, int64_t inner)
{
    if (!share.batch) return;
    pthread_mutex_lock(&share.batch->load->lock);
    share.batch->task[share.task].inner[inner].since = ard_now();
    pthread_mutex_unlock(&share.batch->load->lock);
}

void ard_inner_done(ardor_context *context, ard_share share, int64_t inner, int64_t i)
{
    ard_batch *b = share.batch;
    if (!b) return;
    ard_task_state *t = &b->task[share.task];
    const double now = ard_now();
    pthread_mutex_lock(&b->load->lock);
    ard_pace_add(&b->pace, i, now - t->inner[inner].since);
    t->counted += now - t->inner[inner].since;
    t->inner[inner] = (ard_inner_state){.next = i + 1, .since = now};
    t->quiet = now;
    t->done++;
    b->done_units++;
    consider(b->load, now);
    pthread_mutex_unlock(&b->load->lock);
    ard_progress_alive(context, (double)NAN);
}

void ard_task_end(ardor_context *context, ard_share share, bool failed)
{
    int64_t done = 0, total = 0;
    ard_batch *b = share.batch;
    if (!b) return;
    ard_workload *w = b->load;
    ard_task_state *t = &b->task[share.task];
    const double now = ard_now();
    pthread_mutex_lock(&w->lock);
    t->state = ARD_TASK_OVER;
    if (t->units == 0) b->n_closed++;
    count_over(w, b);
    b->done_units += t->units - t->done;
    if (!failed && b->last) ard_pace_add_rest(&b->pace, fmax(now - t->begun - t->counted, 0));
    ard_free(context, t->inner);
    t->inner = NULL;
    t->n_inner = 0;
    w->any_over = true;
    count(w, &done, &total);
    atomic_store(&w->all_done, total > 0 && done == total);
    consider(w, now);
    pthread_mutex_unlock(&w->lock);
    ard_progress_alive(context, (double)NAN);
}
