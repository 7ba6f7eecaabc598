/* The one iteration loop of every iterative method: limits, progress, cancellation, NaN guard, trace. */
#ifndef ARD_DRIVE_H
#define ARD_DRIVE_H

#include "base/base.h"

typedef enum {
    ARD_STOP_NONE,      /* go on */
    ARD_STOP_CONVERGED, /* the certificate is below tol */
    ARD_STOP_MAX_ITER,
    ARD_STOP_TIME,
    ARD_STOP_STALLED, /* no step improves the objective although the certificate is above tol */
    ARD_STOP_CANCELLED,
    ARD_STOP_NULL_MODEL, /* every weight or every scale is zero: an intercept-only model */
    ARD_STOP_DROP,       /* pruning made the evidence drop: the solution is the one before */
    ARD_STOP_PRUNED,     /* pruning would leave no weight or no scale: the solution is the last that has some */
    ARD_STOP_NOT_FINITE  /* the next step would leave a value that is not finite: the solution is the last finite one */
} ard_stop;

const char *ard_stop_name(ard_stop stop); /* "converged", "max_iter", ... as in the JSON */
bool ard_stop_parse(const char *name, ard_stop *out);
/* Did a lack of time or a cancel end it? */
bool ard_stop_cut(ard_stop stop);
/* Of work that ended because ard_check_running said so: cancelled, or out of time. */
ard_stop ard_stop_asked(const ardor_context *context);
const char *ard_stopped_name(ard_stop stop); /* the same, but NULL for ARD_STOP_NONE: of runs that may have been stopped */

/* How far a state is from a maximum, in the weights and in the scales (NaN: not known, or there are none). kkt: the largest
 * violation of the optimality conditions, relative to the rates; gradient: the largest element of the gradient (of EM times its
 * weight); evidence: the largest derivative of the log evidence in the logarithm of a precision of a weight, and of a
 * scale (of a process: of its variance, and of a scale itself). */
typedef enum {
    ARD_CERTIFICATE_NONE,
    ARD_CERTIFICATE_KKT,
    ARD_CERTIFICATE_GRADIENT,
    ARD_CERTIFICATE_EVIDENCE
} ard_certificate_kind;

typedef struct ard_certificate {
    ard_certificate_kind kind;
    double weights, scales;
} ard_certificate;

/* None, with NaN: what a state has that nobody has looked at. */
ard_certificate ard_certificate_none(void);
const char *ard_certificate_name(ard_certificate_kind kind); /* "none", "kkt", "gradient", "evidence" */
bool ard_certificate_parse(const char *name, ard_certificate_kind *out);

/* What one step reports of the state it leaves. The driver begins each with no certificate and zeros: a step sets what it has. */
typedef struct ard_iteration {
    double objective; /* maximised, penalties included */
    ard_certificate certificate;
    int64_t n_vectors, n_features;
    double score_errors, score_probability, score_probability_scaled, score_log_density; /* of methods that have scores */
    double seconds; /* filled in by the driver: CPU of the step */
    ard_stop stop;
    /* NULL, or what the driver calls with the state before the next step: where a fit's memory grows, because steps allocate
     * nothing. */
    int (*grow)(void *state);
} ard_iteration;

typedef struct ard_trace {
    int64_t n, room;
    ard_iteration *iteration;
} ard_trace;

typedef int (*ard_step_function)(void *state, ard_iteration *out);

/* Step until it stops: of itself, after max_iter steps, or where the context is cancelled or out of time. `trace` may be NULL
 * (rows are appended and grown outside the step). `last` gets the final report with its stop reason.
 *
 * A step that fails with ARDOR_NUMERIC, as one should whose objective is not finite, leaves what the steps before it found: then
 * that is the solution, with a warning, unless it was the first. So an engine keeps its last finite state and replaces it when
 * the new one has been looked at. */
int ard_drive(ardor_context *context, ard_step_function step, void *state, int64_t max_iter, ard_trace *trace,
              int64_t *iterations, ard_iteration *last);
void ard_trace_free(ardor_context *context, ard_trace *trace);
#endif
