/* -max(0, 1 - y f)^2: its derivative is continuous, its second one -2 where y f < 1 and 0 elsewhere. */
#include "method/svm_l1/hinge.h"

#include <math.h>

static int outputs(int n_classes) { return n_classes == 2 ? 1 : 0; }

static double lack(const ard_targets *t, const double *f, int64_t i) { return fmax(0, 1 - ard_target_sign(t, i) * f[i]); }

static double value(const ard_targets *t, const double *f)
{
    double sum = 0;
    for (int64_t i = 0; i < t->n; i++) sum -= ard_target_weight(t, i) * lack(t, f, i) * lack(t, f, i);
    return sum;
}

static void derivatives(const ard_targets *t, const double *f, double *residual, double *curvature)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double c = ard_target_weight(t, i), short_of = lack(t, f, i);
        residual[i] = 2 * c * ard_target_sign(t, i) * short_of;
        if (curvature) curvature[i] = short_of > 0 ? 2 * c : 0;
    }
}

/* Both classes are within the margin there. */
static void intercepts(int n_classes, const double *share, double *bias)
{
    (void)n_classes;
    *bias = share[1] - share[0];
}

const ard_link ard_squared_hinge = {
    .name = "squared-hinge", .outputs = outputs, .value = value, .derivatives = derivatives, .intercepts = intercepts};
