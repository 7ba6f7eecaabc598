/* Signed designs for tests of expectation propagation, and EP on them in either form. */
#ifndef EP_FIXTURE_H
#define EP_FIXTURE_H

#include "problem_fixture.h"
#include "numeric.h"

#include "basis/kernel.h"
#include "solver/relevance.h"

#define TIGHT 1e-11

typedef struct design {
    int64_t n, d;
    double *columns;
} design; /* signed */

static inline design random_design(uint64_t seed, int64_t n, int64_t d, double separation)
{
    design q = {n, d, make_reals(n * d)};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int64_t i = 0; i < n; i++) {
        double sign = i % 2 ? 1 : -1;
        for (int64_t j = 0; j < d; j++)
            q.columns[i + j * n] = j == 0 ? sign : sign * ard_rng_normal(&rng) + (j < 3 ? separation : 0);
    }
    return q;
}

/* Both forms of a design with the precisions alpha. */
static inline bool run_sweeps(const design *q, const double *alpha, bool dual, bool laplace, double tol, int64_t sweeps,
                              ard_sites *s)
{
    const int64_t n = q->n, d = q->d;
    double *kernel = make_reals(n * n), *rows = make_reals(n * d);
    for (int64_t j = 0; j < d; j++)
        for (int64_t i = 0; i < n; i++) {
            rows[j + i * d] = q->columns[i + j * n];
            for (int64_t k = 0; k < n; k++) kernel[i + k * n] += q->columns[i + j * n] * q->columns[k + j * n] / alpha[j];
        }
    const ard_prior prior = dual ? (ard_prior){kernel, 0, NULL, NULL} : (ard_prior){NULL, d, rows, alpha};
    bool ok = laplace ? ard_logit_mode_run(s, &prior, tol, 200) : ard_ep_run(s, &prior, tol, sweeps);
    free(rows);
    free(kernel);
    return ok;
}

static inline bool run(const design *q, const double *alpha, bool dual, bool laplace, double tol, ard_sites *s)
{
    return run_sweeps(q, alpha, dual, laplace, tol, 1000, s);
}

static inline double *same(int64_t d, double value)
{
    double *a = make_reals(d);
    for (int64_t j = 0; j < d; j++) a[j] = value;
    return a;
}

/* The constant, then the features or kernel columns, signed. */
static inline design golden_design(ardor_context *context, const problem_data *d, const char *basis, double sigma)
{
    const int64_t n = d->train.n, p = d->train.p;
    const bool identity = strcmp(basis, "identity") == 0;
    design q = {n, 1 + (identity ? p : n), NULL};
    q.columns = make_reals(n * q.d);
    for (int64_t i = 0; i < n; i++) q.columns[i] = 1;
    if (identity) {
        memcpy(q.columns + n, d->train.x, (size_t)(n * p) * sizeof *q.columns);
    } else {
        ard_kernel *kernel = NULL;
        int64_t *all = make_array(ard_max64(n, p), sizeof *all);
        double *theta = same(p, 0.5 / (sigma * sigma));
        for (int64_t i = 0; i < ard_max64(n, p); i++) all[i] = i;
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, n, d->train.x, n, n, d->train.x, n, p, &kernel),
                         ARDOR_OK);
        ard_kernel_set(kernel, (ard_sparse){p, all, theta});
        ard_kernel_columns(kernel, n, all, q.columns + n);
        ard_kernel_close(context, kernel);
        free(theta);
        free(all);
    }
    for (int64_t j = 0; j < q.d; j++)
        for (int64_t i = 0; i < n; i++) q.columns[i + j * n] *= d->sign[i];
    return q;
}
#endif
