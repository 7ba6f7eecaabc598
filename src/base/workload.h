/* The work of a call: what there is to do, what is done of it, and about how long the rest will take.
 *
 * Its unit is one candidate fitted in one inner fold, or the fit to all the rows of a task. Tasks (the folds of a plan, or the
 * one fit) that are alike form a batch. Work is announced and counted on whatever thread does it; the progress callback is
 * called on the caller's thread alone. Nothing of it decides what comes out. */
#ifndef ARD_WORKLOAD_H
#define ARD_WORKLOAD_H

#include "base/base.h"

typedef struct ard_workload ard_workload;
typedef struct ard_batch ard_batch;

/* A task of a batch; batch NULL: it is not counted, and nothing below does anything. */
typedef struct ard_share {
    ard_batch *batch;
    int64_t task;
} ard_share;

/* ---- the whole */

/* Until it is closed, the work of the call that a root context is in. Its clock starts. Closing takes one without any. */
int ard_workload_open(ardor_context *context);
void ard_workload_close(ardor_context *context);
/* What the call does now ("fit", "tune", "evaluate"), told at once. Nothing in a child context or without a workload. */
void ard_stage(ardor_context *context, const char *stage);

/* This is a trial: the work is to be stopped, by the deadline of the context, when its times will do for an estimate, which is
 * after `seconds` at the latest but for a first unit, which has `most`. */
void ard_workload_try(ardor_context *context, double seconds, double most);

/* What is known of the whole work, whatever is done of it by now. */
typedef struct ard_outlook {
    int64_t total, done;           /* units; total 0: unknown */
    int64_t n_inner, n_candidates; /* of a task that is tuned inside; 0: none is, or unknown */
    double spent;                  /* seconds since the opening */
    double whole;                  /* seconds that all of it takes; NaN: unknown */
    bool complete;                 /* all is done: `whole` is what it took */
} ard_outlook;
ard_outlook ard_workload_outlook(const ardor_context *context);

/* ---- batches */

/* Tasks to be done by so many threads, each of them with `inner_threads` for its inner folds. tuned: a task has inner folds,
 * whose number it will tell. last: a task ends in a unit of its own, the fit to all its rows. *out is NULL without a workload. */
int ard_batch_add(ardor_context *context, int64_t n_tasks, int threads, int inner_threads, bool tuned, bool last,
                  ard_batch **out);
/* What it is called in reports of progress; the text outlives it. Takes NULL for the batch. */
void ard_batch_name(ard_batch *batch, const char *name);
/* Its tasks are about as long as those of another one of the call. */
void ard_batch_like(ard_batch *batch, ard_batch *like);
/* It is there already and need not be done: it counts as done, but tells nothing of the pace. */
void ard_task_found(ard_share share);
void ard_task_begin(ard_share share);
/* How the last fit of a tuned task comes about: along the path of the chosen candidate; so, and the chosen one is fitted again in
 * all inner folds; or from one that is there already. */
typedef enum { ARD_LAST_WALKS, ARD_LAST_REFITS, ARD_LAST_IS_KEPT } ard_last;
/* Of a tuned task: its inner folds, their candidates and how many paths those form. Again where these come to nothing and others
 * take their place: the total grows. */
int ard_task_plan(ardor_context *context, ard_share share, int64_t n_inner, int64_t n_candidates, int64_t n_paths, ard_last last);
/* Work on an inner fold begins, or goes on; */
void ard_inner_begin(ard_share share, int64_t inner);
/* and its candidate i is done. */
void ard_inner_done(ardor_context *context, ard_share share, int64_t inner, int64_t i);
/* The task is over, whatever was left out of it. failed: it tells nothing of the pace. */
void ard_task_end(ardor_context *context, ard_share share, bool failed);
#endif
