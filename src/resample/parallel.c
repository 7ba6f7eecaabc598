/* Independent tasks on threads.
 *
 * Tasks are claimed in index order, so those claimed are always a prefix 0..next-1. That is what makes the outcome
 * independent of timing: when task i fails, every task before it has been claimed already and runs to its end, and
 * may take over as the first error; tasks after it are no longer claimed, and what those already running
 * leave behind (message, notes) is dropped.
 *
 * One mutex guards the whole shared state. Tasks are model fits, so a lock per claim costs nothing that can be measured,
 * and one lock is easier to see to be right than several atomics. The calling thread does not run tasks: it
 * wakes ten times a second to report progress, which keeps cancelling responsive however long a task is, and
 * it alone touches the caller's context. */
#include "resample/parallel.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static const long POLL_NANOSECONDS = 100000000;

/* macOS cannot choose the clock of a condition variable; there a change of the wall clock may delay a report. */
#if defined(__APPLE__)
#define POLL_CLOCK CLOCK_REALTIME
#else
#define POLL_CLOCK CLOCK_MONOTONIC
#endif

typedef struct pool {
    ard_task task, after; /* after NULL: none */
    void *argument;
    int64_t count;
    ardor_context **child; /* count contexts, made by the calling thread */
    pthread_mutex_t lock;  /* guards what follows */
    pthread_cond_t idle;   /* signalled when the last worker leaves */
    int64_t next;          /* first task not yet claimed */
    int64_t first_error;   /* lowest index that failed; count if none did */
    int error;             /* its status */
    int workers;           /* that have not left yet */
} pool;

/* Claim the next task; -1 when there is nothing more to do. The lock is held. */
static int64_t claim(pool *p)
{
    if (p->next >= p->count || p->next > p->first_error) return -1;
    if (ard_is_to_end(p->child[p->next])) return -1;
    return p->next++;
}

static void *work(void *argument)
{
    pool *p = argument;
    pthread_mutex_lock(&p->lock);
    for (int64_t i = claim(p); i >= 0; i = claim(p)) {
        pthread_mutex_unlock(&p->lock);
        int rc = p->task(p->child[i], p->argument, i);
        pthread_mutex_lock(&p->lock);
        if (rc == ARDOR_OK && p->after) rc = p->after(p->child[i], p->argument, i);
        if (rc != ARDOR_OK && i < p->first_error) {
            p->first_error = i;
            p->error = rc;
        }
    }
    if (--p->workers == 0) pthread_cond_signal(&p->idle);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Start up to `threads` workers and return how many there are. Signals stay with the caller's threads: handlers
 * of the program do not expect to run on ours. */
static int start_workers(pool *p, int threads, pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = 0;
    for (; started < threads; started++) {
        pthread_mutex_lock(&p->lock);
        p->workers++;
        pthread_mutex_unlock(&p->lock);
        if (pthread_create(&thread[started], NULL, work, p) != 0) {
            pthread_mutex_lock(&p->lock);
            p->workers--;
            pthread_mutex_unlock(&p->lock);
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Give signs of life until every worker has left. The callback runs without the lock, so a slow one holds nobody up. */
static void watch(pool *p, ardor_context *context)
{
    pthread_mutex_lock(&p->lock);
    while (p->workers > 0) {
        struct timespec until;
        clock_gettime(POLL_CLOCK, &until);
        until.tv_nsec += POLL_NANOSECONDS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&p->idle, &p->lock, &until);
        if (p->workers == 0) continue;
        pthread_mutex_unlock(&p->lock);
        ard_progress_alive(context, (double)NAN);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
}

/* Tasks were left undone; who has asked for that may have taken it back by now. */
static int stopped(ardor_context *context)
{
    const int rc = ard_check_running(context);
    return rc != ARDOR_OK ? rc : ard_fail(context, ARDOR_CANCELLED, "cancelled");
}

/* Hand messages and notes over in index order, up to the first error; drop the rest. */
static int join_children(pool *p, ardor_context *context)
{
    for (int64_t i = 0; i < p->count; i++) {
        if (i < p->next && i <= p->first_error)
            ard_context_join(context, p->child[i], i == p->first_error ? p->error : ARDOR_OK);
        else
            ardor_context_free(p->child[i]);
    }
    if (p->first_error < p->count) return p->error;
    return p->next < p->count ? stopped(context) : ARDOR_OK;
}

static int init_pool(ardor_context *context, pool *p, int64_t count, ard_task task, ard_task after, void *argument)
{
    int rc = ARDOR_OK;
    *p = (pool){.task = task, .after = after, .argument = argument, .count = count, .first_error = count};
    NEW(context, p->child, count);
    for (int64_t i = 0; i < count; i++) TRY(ard_context_child(context, &p->child[i]));
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&attributes, POLL_CLOCK);
#endif
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->idle, &attributes);
    pthread_condattr_destroy(&attributes);
done:
    if (rc != ARDOR_OK) {
        for (int64_t i = 0; p->child && i < count; i++) ardor_context_free(p->child[i]);
        ard_free(context, p->child);
    }
    return rc;
}

static int run_on_threads(ardor_context *context, int threads, int64_t count, ard_task task, ard_task after, void *argument)
{
    int rc = ARDOR_OK;
    pool p;
    pthread_t *thread = NULL;
    NEW(context, thread, threads);
    TRY(init_pool(context, &p, count, task, after, argument));
    int started = start_workers(&p, threads, thread);
    if (started == 0) { /* the system gives no thread: the work is done here */
        p.workers = 1;
        work(&p);
    }
    watch(&p, context);
    for (int t = 0; t < started; t++) pthread_join(thread[t], NULL);
    ard_progress_alive(context, (double)NAN); /* perhaps all is done */
    rc = join_children(&p, context);
    pthread_cond_destroy(&p.idle);
    pthread_mutex_destroy(&p.lock);
    ard_free(context, p.child);
done:
    ard_free(context, thread);
    return rc;
}

static int run_here(ardor_context *context, int64_t count, ard_task task, ard_task after, void *argument)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < count; i++) {
        ardor_context *child = NULL;
        TRY(ard_check_running(context));
        TRY(ard_context_child_here(context, &child));
        rc = task(child, argument, i);
        if (rc == ARDOR_OK && after) rc = after(child, argument, i);
        ard_context_join(context, child, rc);
        if (rc != ARDOR_OK) goto done;
        ard_progress_alive(context, (double)NAN);
    }
done:
    return rc;
}

int ard_parallel(ardor_context *context, int threads, int64_t count, ard_task task, void *argument)
{
    return ard_parallel_after(context, threads, count, task, NULL, argument);
}

int ard_parallel_threads(int threads, int64_t count)
{
    return ardor_blas_is_thread_safe() ? (int)ard_max64(ard_min64(threads, count), 1) : 1;
}

int ard_parallel_after(ardor_context *context, int threads, int64_t count, ard_task task, ard_task after, void *argument)
{
    const int use = ard_parallel_threads(threads, count);
    if (use < ard_min64(threads, count))
        ard_note(context, "the linked BLAS cannot be called from several threads: one thread is used");
    return use == 1 ? run_here(context, count, task, after, argument)
                    : run_on_threads(context, use, count, task, after, argument);
}
