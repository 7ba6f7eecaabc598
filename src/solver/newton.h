/* Newton's method with Armijo's rule: the one loop in which a mode is looked for, whatever it is a mode of.
 *
 * What a new use must implement: the table ard_newton, over a state that knows a point, the derivatives there and a direction. */
#ifndef ARD_NEWTON_H
#define ARD_NEWTON_H

#include "base/base.h"

typedef struct ard_newton {
    /* The objective's derivatives at the point. */
    int (*expand)(void *state);
    /* Newton's direction from there; the objective at the point, and its slope along the direction (the Newton decrement). NaN:
     * there is none. */
    int (*direct)(void *state, double *value, double *slope);
    /* The objective after this part of the direction; 0: back at the point. */
    int (*look)(void *state, double step, double *value);
    /* The place looked at last, after this part of the direction, becomes the point. */
    void (*move)(void *state, double step);
} ard_newton;

/* At most so many steps, until the decrement is below tol or nothing rises along the direction. On return the derivatives are
 * those of the point. */
int ard_newton_run(const ard_newton *newton, void *state, int64_t steps, double tol);
#endif
