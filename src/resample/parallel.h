/* Independent tasks on threads. Each has its own child context and writes only to its own slot, so results do not
 * depend on the number of threads. */
#ifndef ARD_PARALLEL_H
#define ARD_PARALLEL_H
#include "base/base.h"
/* Run task(child context, argument, i) for i = 0..count-1. The first error by index (not by time) is returned with its message;
 * the others stop early. Notes come to the parent in index order. The calling thread gives signs of life (ard_progress_alive).
 * threads <= 1: runs here, as it does (with a note) if the BLAS is not safe to call from threads. Tasks may call ard_parallel.
 * When the context was cancelled, or out of time, before all tasks had begun: ARDOR_CANCELLED. */
typedef int (*ard_task)(ardor_context *context, void *argument, int64_t i);
int ard_parallel(ardor_context *context, int threads, int64_t count, ard_task task, void *argument);
/* The same with a second function, called right after each task that succeeded, of one task at a time (in the order in which they
 * finish): for what several of them share. Its errors are the task's. */
int ard_parallel_after(ardor_context *context, int threads, int64_t count, ard_task task, ard_task after, void *argument);
/* How many threads that uses. */
int ard_parallel_threads(int threads, int64_t count);
#endif
