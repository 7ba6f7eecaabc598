/* The weights that a machine says its features have, against the slopes of the values behind its probabilities. */
#ifndef SLOPES_H
#define SLOPES_H

#include "numeric.h"

#include "machine/machine.h"

enum { SLOPES = 3 };

/* Between two rows that differ in one column. */
static inline double slope_of(ardor_context *in, const ard_machine *machine, int64_t column, ard_rng *rng)
{
    const double step = .5;
    const int64_t p = machine->feature[machine->n_features - 1] + 1;
    double *x = make_reals(2 * p), f[2];
    for (int64_t k = 0; k < p; k++) x[2 * k] = x[2 * k + 1] = ard_rng_normal(rng);
    x[2 * column] -= step;
    x[2 * column + 1] += step;
    const ard_matrix rows = ard_matrix_dense(2, p, x, 2);
    assert_int_equal(ard_machine_n_scores(machine), 1);
    assert_int_equal(ard_machine_scores(in, machine, &rows, f), ARDOR_OK);
    free(x);
    return (f[1] - f[0]) / (2 * step);
}

/* Every feature's weight is its slope anywhere, or (not linear) none has one. */
static inline void check_slopes(ardor_context *in, const ard_machine *machine, bool linear, const char *what)
{
    ard_rng rng;
    ard_rng_init(&rng, 11, 2, 0);
    for (int64_t j = 0; j < machine->n_features; j++) {
        const double weight = ard_machine_weight(machine, j);
        if (linear == isnan(weight)) fail_msg("%s: feature %lld has the weight %g", what, (long long)j, weight);
        for (int s = 0; s < SLOPES && linear; s++) {
            const double slope = slope_of(in, machine, machine->feature[j], &rng);
            if (!(fabs(weight - slope) <= 1e-9 * (1 + fabs(slope))))
                fail_msg("%s: feature %lld has the weight %.15g and the slope %.15g", what, (long long)j, weight, slope);
        }
    }
}
#endif
