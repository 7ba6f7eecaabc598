#include "method/logit_output.h"

#include "link/logit.h"

int ard_logit_predict(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx, double *prob)
{
    double *f = prob, *variance = prob + n;
    int rc = ard_solution_moments(context, solution, n, x, ldx, f, variance);
    if (rc != ARDOR_OK) return rc;
    for (int64_t i = 0; i < n; i++) {
        const double value = f[i], v = variance[i];
        prob[i] = ard_logit_moderated(-value, v); /* each tail from its own side */
        prob[i + n] = ard_logit_moderated(value, v);
    }
    return ARDOR_OK;
}
