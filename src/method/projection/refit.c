#include "method/projection/refit.h"

#include <math.h>

/* Parts of the mixture with less than this share of the largest are left out. */
#define LEAST_SHARE 1e-6

void projection_mixture_free(ardor_context *context, projection_mixture *a)
{
    ard_posteriors_free(context, a->n, a->posterior);
    *a = (projection_mixture){0};
}

/* Shares from their logarithms; what is left out is closed. */
static void normalise(ardor_context *context, double best, projection_mixture *a)
{
    int64_t kept = 0;
    double sum = 0;
    for (int64_t k = 0; k < a->n; k++) {
        const ard_posterior q = a->posterior[k];
        if (exp(q.share - best) < LEAST_SHARE) continue;
        a->posterior[k] = a->posterior[kept]; /* what is left out gathers behind */
        a->posterior[kept] = q;
        a->posterior[kept].share = exp(q.share - best);
        sum += a->posterior[kept++].share;
    }
    while (a->n > kept) ard_posterior_close(context, a->posterior + --a->n);
    for (int64_t k = 0; k < a->n; k++) a->posterior[k].share /= sum;
}

/* Every s2 of the grid whose evidence is finite. */
static int run(ard_ridge *ridge, projection_variances grid, double tol, projection_mixture *a, double *extra, double *best)
{
    int rc = ARDOR_OK;
    for (int i = 0; i < grid.n; i++) {
        const double s2 = ard_ridge_s2[grid.first + i * grid.step], spread = log(s2);
        TRY(ard_ridge_run(ridge, s2, tol));
        if (isnan(ridge->sites.log_evidence)) continue;
        ard_posterior *q = a->posterior + a->n++;
        TRY(ard_ridge_posterior(ridge, s2, q));
        q->share = ridge->sites.log_evidence - 0.5 * spread * spread;
        if (!(q->share > *best)) continue;
        *best = q->share;
        if (extra) ard_sites_set_extras(&ridge->sites, extra);
    }
done:
    return rc;
}

int projection_refit(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column,
                     projection_variances grid, double tol, projection_mixture *out, double *extra)
{
    int rc = ARDOR_OK;
    ard_ridge ridge = {.context = context};
    projection_mixture a = {0};
    double *columns = NULL, best = -INFINITY;
    *out = a;
    TRY(ard_design_gather(context, design, m + 1, column, &columns));
    TRY(ard_ridge_open(context, &design->problem->target, m + 1, false, columns, &ridge));
    NEW(context, a.posterior, grid.n);
    TRY(run(&ridge, grid, tol, &a, extra, &best));
    REQUIRE(context, a.n > 0, ARDOR_NUMERIC,
            "the log evidence of the refit to %lld features is not finite at any prior variance from %g to %g; standardise the "
            "features (--standardise train)",
            (long long)m, ard_ridge_s2[grid.first], ard_ridge_s2[grid.first + (grid.n - 1) * grid.step]);
    normalise(context, best, &a);
    *out = a;
    a = (projection_mixture){0};
done:
    projection_mixture_free(context, &a);
    ard_ridge_close(&ridge);
    ard_free(context, columns);
    return rc;
}

int projection_refit_machine(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column,
                             projection_mixture *a, ard_machine *out)
{
    int rc = ARDOR_OK;
    double *weight = NULL;
    NEW(context, weight, m + 1);
    for (int64_t k = 0; k < a->n; k++)
        for (int64_t t = 0; t <= m; t++) weight[t] += a->posterior[k].share * a->posterior[k].mean[t];
    TRY(ard_design_machine(context, design, &ard_link_probit, weight[0], m, column + 1, weight + 1, out));
    ard_function_take_posteriors(out, a->n, &a->posterior);
    *a = (projection_mixture){0};
done:
    ard_free(context, weight);
    return rc;
}
