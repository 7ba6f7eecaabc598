/* EP with one common prior variance. */
#include "method/shared/ridge.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

const double ard_ridge_s2[ARD_RIDGE_VALUES] = {.1,  .31622776601683794, 1,   3.1622776601683795, 10, 31.622776601683793,
                                               100, 316.22776601683796, 1000};

void ard_ridge_close(ard_ridge *r)
{
    ard_sites_close(r->context, &r->sites);
    ard_free(r->context, r->alpha);
    ard_free(r->context, r->kernel);
    ard_free(r->context, r->gram);
    r->alpha = r->kernel = r->gram = NULL;
}

/* G: of the features X X'/p by one product; of a kernel its columns. */
static void make_gram(ard_ridge *r)
{
    const int64_t n = r->n, p = r->m - 1;
    if (!r->process) {
        ard_syrk('N', n, p, p > 0 ? 1.0 / (double)p : 0.0, r->columns + n, n, 0.0, r->gram, n);
        ard_symmetrise(n, r->gram, n);
        return;
    }
    memcpy(r->gram, r->columns + n, (size_t)(n * n) * sizeof *r->gram);
    ard_symmetrise(n, r->gram, n);
}

int ard_ridge_open(ardor_context *context, const ard_targets *target, int64_t m, bool process, const double *columns,
                   ard_ridge *out)
{
    int rc = ARDOR_OK;
    const int64_t n = target->n;
    ard_ridge r = {.context = context, .n = n, .m = m, .process = process, .dual = process || m >= n, .columns = columns};
    *out = r;
    TRY(ard_sites_open(context, target, r.dual ? n : m, NULL, NULL, &r.sites));
    if (r.dual) {
        NEW(context, r.gram, n * n);
        NEW(context, r.kernel, n * n);
        make_gram(&r);
    } else {
        NEW(context, r.alpha, m);
    }
    *out = r;
    r = (ard_ridge){.context = context};
done:
    ard_ridge_close(&r);
    return rc;
}

static void set_alpha(const ard_ridge *r, double s2, double *alpha)
{
    alpha[0] = 1.0;
    for (int64_t j = 1; j < r->m; j++) alpha[j] = (double)(r->m - 1) / s2;
}

int ard_ridge_run(ard_ridge *r, double s2, double tol)
{
    const int64_t n = r->n;
    const ard_prior prior = {.kernel = r->kernel, .m = r->m, .columns = r->columns, .alpha = r->alpha};
    if (!r->dual) set_alpha(r, s2, r->alpha);
    for (int64_t i = 0; i < n * n && r->dual; i++) r->kernel[i] = s2 * r->gram[i] + 1.0;
    return ard_ep_run(&r->sites, &prior, tol, ARD_RIDGE_SWEEPS);
}

int ard_ridge_posterior(ard_ridge *r, double s2, ard_posterior *out)
{
    int rc = ARDOR_OK;
    double *alpha = NULL;
    int64_t *term = NULL;
    if (r->process) return ard_posterior_of_process(r->context, &r->sites, true, s2, out);
    NEW(r->context, alpha, r->m);
    NEW(r->context, term, r->m);
    set_alpha(r, s2, alpha);
    for (int64_t t = 0; t < r->m; t++) term[t] = t;
    TRY(ard_posterior_of_weights(r->context, &r->sites, r->m, r->columns, alpha, term, out));
done:
    ard_free(r->context, term);
    ard_free(r->context, alpha);
    return rc;
}
