/* What the files of the workload share. */
#ifndef ARD_WORKLOAD_INSIDE_H
#define ARD_WORKLOAD_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/pace.h"
#include "base/workload.h"

typedef enum { ARD_TASK_WAITING, ARD_TASK_RUNNING, ARD_TASK_OVER } ard_task_phase;

typedef struct ard_inner_state {
    int64_t next; /* the candidate to come */
    double since; /* the clock when work on it began; 0: it did not */
} ard_inner_state;

typedef struct ard_task_state {
    ard_task_phase state;
    int64_t units, done; /* units 0: not known yet */
    int64_t n_inner;
    ard_inner_state *inner; /* of a running task that is tuned */
    double begun, quiet;    /* the clock then, and when the last candidate was done */
    double counted;         /* seconds of its candidates */
} ard_task_state;

struct ard_batch {
    ard_batch *next;
    ard_workload *load;
    int64_t n_tasks;
    ard_task_state *task;
    int threads, inner_threads;
    bool tuned, last;
    int64_t units; /* of a task that has not said it yet: those of the first that has; 0: none has */
    int64_t n_planned, planned_units, done_units;
    int64_t n_closed; /* tasks that are over and never said it */
    int64_t n_over;
    const char *name; /* NULL: it has none */
    ard_batch *like;  /* what its tasks are like, as long as nothing is known of its own; NULL: nothing */
    int64_t rank;     /* of a batch with a name that is done: among these, from 1 in the order of their ends; else 0 */
    int64_t n_inner, n_candidates, refits;
    bool kept; /* the last fit of a task begins at one that is there */
    ard_pace pace;
    double *ready, *inner_ready; /* threads, inner_threads: when each is free, for schedules */
};

struct ard_workload {
    ardor_context *context;
    pthread_mutex_t lock; /* guards the batches, and what a trial looks at */
    ard_batch *batch;     /* a list */
    double trial;         /* its seconds; 0: it is none */
    bool any_begun, any_over;
    int64_t n_finished; /* batches with a name that are done, */
    int64_t n_told;     /* so many of which the callback knows */
    double before;      /* seconds until the first task began */
    atomic_bool all_done;
    /* the caller's thread only */
    bool silent; /* there is no callback */
    const char *stage;
    double opened, limit; /* clock values; INFINITY: no limit */
    double told;          /* when */
    bool told_all;        /* that all is done */
    ard_calm calm;
};

void ard_batch_free(ardor_context *context, ard_batch *batch);
/* Of a task that has not said it; 0: unknown. */
int64_t ard_batch_units(const ard_batch *batch);
/* The seconds until the last of the batches is done, one after the other; NaN: unknown. fresh: as if nothing were done yet. */
double ard_batches_left(ard_batch *first, bool fresh, double now);
#endif
