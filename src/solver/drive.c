/* The iteration loop. */
#include "solver/drive.h"

#include <math.h>
#include <time.h>

#include "base/remark.h"
#include "base/text.h"

static const char *const stop_names[] = {"none",      "converged",  "max_iter", "time",   "stalled",
                                         "cancelled", "null_model", "drop",     "pruned", "not_finite"};
enum { STOP_COUNT = sizeof stop_names / sizeof *stop_names };

const char *ard_stop_name(ard_stop stop) { return stop_names[stop]; }

const char *ard_stopped_name(ard_stop stop) { return stop == ARD_STOP_NONE ? NULL : ard_stop_name(stop); }

bool ard_stop_cut(ard_stop stop) { return stop == ARD_STOP_TIME || stop == ARD_STOP_CANCELLED; }

ard_stop ard_stop_asked(const ardor_context *context) { return ard_cancelled(context) ? ARD_STOP_CANCELLED : ARD_STOP_TIME; }

bool ard_stop_parse(const char *name, ard_stop *out)
{
    const int index = ard_text_find(name, STOP_COUNT, stop_names);
    if (index >= 0) *out = (ard_stop)index;
    return index >= 0;
}

static const char *const certificate_names[] = {"none", "kkt", "gradient", "evidence"};
enum { CERTIFICATE_COUNT = sizeof certificate_names / sizeof *certificate_names };

ard_certificate ard_certificate_none(void) { return (ard_certificate){ARD_CERTIFICATE_NONE, NAN, NAN}; }

const char *ard_certificate_name(ard_certificate_kind kind) { return certificate_names[kind]; }

bool ard_certificate_parse(const char *name, ard_certificate_kind *out)
{
    const int index = ard_text_find(name, CERTIFICATE_COUNT, certificate_names);
    if (index >= 0) *out = (ard_certificate_kind)index;
    return index >= 0;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int append(ardor_context *context, ard_trace *trace, const ard_iteration *row)
{
    int rc = ARDOR_OK;
    if (trace->n == trace->room) {
        const int64_t room = trace->room ? 2 * trace->room : 64;
        EXTEND(context, trace->iteration, room);
        trace->room = room;
    }
    trace->iteration[trace->n++] = *row;
done:
    return rc;
}

void ard_trace_free(ardor_context *context, ard_trace *trace)
{
    ard_free(context, trace->iteration);
    *trace = (ard_trace){0};
}

/* A step whose objective is a number, or ARDOR_NUMERIC. */
static int finite_step(ardor_context *context, ard_step_function step, void *state, int64_t number, ard_iteration *out)
{
    int rc = ARDOR_OK;
    TRY(step(state, out));
    REQUIRE(context, isfinite(out->objective), ARDOR_NUMERIC,
            "the objective became %g at iteration %lld; standardise the features (--standardise train)",
            isnan(out->objective) ? (double)NAN : out->objective, (long long)number);
done:
    return rc;
}

/* The solution is that of the iteration before the one that failed. */
static void end_before(ardor_context *context, int64_t iterations, ard_trace *trace, ard_iteration *last)
{
    ard_warn(context, ARD_WARN_NOT_FINITE, "the fit ends with iteration %lld, the last whose values are all finite: %s",
             (long long)iterations, ardor_context_message(context));
    ard_message_forget(context);
    last->stop = ARD_STOP_NOT_FINITE;
    if (trace) trace->iteration[trace->n - 1].stop = last->stop;
}

int ard_drive(ardor_context *context, ard_step_function step, void *state, int64_t max_iter, ard_trace *trace,
              int64_t *iterations, ard_iteration *last)
{
    int rc = ARDOR_OK;
    *iterations = 0;
    *last = (ard_iteration){.objective = NAN, .certificate = ard_certificate_none()};
    for (;;) {
        ard_iteration now = {.certificate = ard_certificate_none()};
        double before = trace ? cpu_seconds() : 0.0;
        rc = finite_step(context, step, state, *iterations + 1, &now);
        if (rc == ARDOR_NUMERIC && *iterations > 0) {
            end_before(context, *iterations, trace, last);
            rc = ARDOR_OK;
            break;
        }
        TRY(rc);
        if (trace) now.seconds = cpu_seconds() - before;
        ++*iterations;
        if (now.stop == ARD_STOP_NONE) {
            if (*iterations >= max_iter) now.stop = ARD_STOP_MAX_ITER;
            if (ard_out_of_time(context)) now.stop = ARD_STOP_TIME;
            ard_progress_alive(context, now.objective);
            if (ard_cancelled(context)) now.stop = ARD_STOP_CANCELLED;
        }
        if (trace) TRY(append(context, trace, &now));
        *last = now;
        if (now.stop != ARD_STOP_NONE) break;
        if (now.grow) TRY(now.grow(state));
    }
done:
    return rc;
}
