#include "method/probit_output.h"

#include "special/probit.h"

int ard_probit_predict(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                       double *prob)
{
    double *f = prob + n;
    int rc = ard_solution_latent(context, solution, n, x, ldx, f);
    if (rc != ARDOR_OK) return rc;
    /* each tail from its own side: 1 - Phi(f) would lose every digit of a small probability */
    for (int64_t i = 0; i < n; i++) prob[i] = -f[i];
    ard_normal_cdf(2 * n, prob, prob);
    return ARDOR_OK;
}
