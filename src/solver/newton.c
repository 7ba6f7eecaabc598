/* Newton's method. */
#include "solver/newton.h"

#include <math.h>

static const double ARMIJO = 1e-4, LEAST_STEP = 1e-10, ROUNDING = 1e-14;

/* The longest of the halved steps that rises enough; if none does nothing changes. Close to the mode the rise is less than the
 * objective's rounding, which must not keep the last digits of the mode away. */
static int search(const ard_newton *newton, void *state, double before, double slope, bool *moved)
{
    int rc = ARDOR_OK;
    double after = 0;
    *moved = false;
    for (double step = 1.0; step >= LEAST_STEP; step *= 0.5) {
        TRY(newton->look(state, step, &after));
        if (isfinite(after) && after >= before + ARMIJO * step * slope - ROUNDING * fabs(before)) {
            newton->move(state, step);
            *moved = true;
            goto done;
        }
    }
    TRY(newton->look(state, 0.0, &after));
done:
    return rc;
}

int ard_newton_run(const ard_newton *newton, void *state, int64_t steps, double tol)
{
    int rc = ARDOR_OK;
    bool moved = true;
    for (int64_t step = 0;; step++) {
        double value = 0, slope = 0;
        TRY(newton->expand(state));
        if (step == steps || !moved) break;
        TRY(newton->direct(state, &value, &slope));
        if (!(slope >= tol)) break;
        TRY(search(newton, state, value, slope, &moved));
    }
done:
    return rc;
}
