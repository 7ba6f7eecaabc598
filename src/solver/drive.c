/* The iteration loop. */
#include "solver/drive.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const char *const stop_names[] = {"none",      "converged",  "max_iter", "time",  "stalled",
                                         "cancelled", "null_model", "drop",     "pruned"};
enum { STOP_COUNT = sizeof stop_names / sizeof *stop_names };

const char *ard_stop_name(ard_stop stop) { return stop_names[stop]; }

int ard_stop_parse(const char *name, ard_stop *out)
{
    for (int i = 0; i < STOP_COUNT; i++)
        if (strcmp(name, stop_names[i]) == 0) {
            *out = (ard_stop)i;
            return 1;
        }
    return 0;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int append(ardor_context *context, ard_trace *trace, const ard_iteration *row)
{
    if (trace->n == trace->room) {
        int64_t room = trace->room ? 2 * trace->room : 64;
        ard_iteration *grown = ard_grow(context, trace->iteration, room, sizeof *grown);
        if (!grown) return ARDOR_MEMORY;
        trace->iteration = grown;
        trace->room = room;
    }
    trace->iteration[trace->n++] = *row;
    return ARDOR_OK;
}

void ard_trace_free(ardor_context *context, ard_trace *trace)
{
    ard_free(context, trace->iteration);
    *trace = (ard_trace){0};
}

int ard_drive(ardor_context *context, ard_step_function step, void *state, const ard_limits *limits, ard_trace *trace,
              int64_t *iterations, ard_iteration *last)
{
    int rc = ARDOR_OK;
    *iterations = 0;
    *last = (ard_iteration){.objective = NAN, .kkt_weights = NAN, .kkt_scales = NAN};
    for (;;) {
        ard_iteration now = {.kkt_weights = NAN, .kkt_scales = NAN};
        double before = trace ? cpu_seconds() : 0.0;
        TRY(step(state, &now));
        if (trace) now.seconds = cpu_seconds() - before;
        REQUIRE(context, isfinite(now.objective), ARDOR_NUMERIC, "the objective became %g at iteration %lld", now.objective,
                (long long)*iterations + 1);
        ++*iterations;
        if (now.stop == ARD_STOP_NONE) {
            if (*iterations >= limits->max_iter) now.stop = ARD_STOP_MAX_ITER;
            if (limits->deadline < INFINITY && ard_now() >= limits->deadline) now.stop = ARD_STOP_TIME;
            ard_progress_alive(context, now.objective);
            if (ard_cancelled(context)) now.stop = ARD_STOP_CANCELLED;
        }
        if (trace) TRY(append(context, trace, &now));
        *last = now;
        if (now.stop != ARD_STOP_NONE) break;
    }
done:
    return rc;
}
