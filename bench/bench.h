/* Shared by the benchmarks: clock, repetition, reports, data, and the time of the library calls that an iteration needs. */
#ifndef ARD_BENCH_H
#define ARD_BENCH_H

#include "fit/tune.h"

/* Processor time of this thread, seconds. */
double bench_cpu(void);

typedef struct bench_time {
    double least, median;
} bench_time;

/* Processor time of `repeats` runs. */
bench_time bench_measure(int repeats, void (*run)(void *), void *argument);
bench_time bench_summary(int n, double *seconds); /* sorts them */

/* One line of the table: measured time, its limit (NaN: not known) and their ratio, the target (NaN: none) for the measured
 * time or, where `target_is_ratio`, for the ratio. */
void bench_report(const char *what, bench_time measured, double roofline, double target, bool target_is_ratio);

/* End the program with the context's message unless the status is ARDOR_OK. */
void bench_check(ardor_context *context, int status);
void *bench_array(int64_t n, size_t size);

/* A parsed spec, which the caller frees after the last use of the config; settings is "key=value key=value". */
ard_config bench_config(ardor_context *context, const char *settings, ardor_spec **spec);
ardor_dataset *bench_simulate(ardor_context *context, const char *kind, int64_t n, int64_t p);

/* What one iteration of proximal Newton at a point with that many weights and scales has to do. */
typedef struct bench_shape {
    ard_basis_kind kind;
    int64_t n, p, weights, scales;
    bool active_only; /* without the gradient of the weights that are zero */
} bench_shape;

/* Time of its BLAS and LAPACK calls, exponentials and probit values alone, the best of `repeats` runs. */
double bench_roofline(const bench_shape *shape, int repeats);

#endif
