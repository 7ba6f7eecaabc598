/* A training problem over arrays. */
#ifndef ARD_TEST_PROBLEM_H
#define ARD_TEST_PROBLEM_H

#include <math.h>

#include "method/method.h"

typedef struct array_problem {
    ard_matrix x;
    ard_problem problem;
} array_problem;

/* x: n x p; weight NULL: all 1. *t must stay where it is. */
static inline const ard_problem *array_problem_set(array_problem *t, int64_t n, int64_t p, const double *x, const int32_t *label,
                                                   const double *weight, ard_basis basis)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += weight ? weight[i] : 1;
    t->x = ard_matrix_dense(n, p, x, n);
    t->problem = (ard_problem){.x = &t->x, .target = {n, 2, label, weight, sum}, .basis = basis, .seed = 1};
    return &t->problem;
}

static inline const ard_function *function_of(const ard_fit *fit) { return ard_machine_as_function(&fit->machine); }

/* f of n rows, whose columns are those of the problem. */
static inline int latent_of(ardor_context *in, const ard_fit *fit, int64_t n, const double *x, double *f)
{
    const ard_matrix rows = ard_matrix_dense(n, INT64_MAX, x, n);
    return ard_machine_scores(in, &fit->machine, &rows, f);
}

static inline int probabilities_of(ardor_context *in, const ard_fit *fit, int64_t n, const double *x, double *prob)
{
    const ard_matrix rows = ard_matrix_dense(n, INT64_MAX, x, n);
    return ard_machine_predict(in, &fit->machine, &rows, prob);
}

/* How many starts ended anywhere. */
static inline int64_t starts_of(const ard_optima *optima)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < optima->n; i++) sum += optima->optimum[i].n_starts;
    return sum;
}

/* Open, fit one candidate with a report, close. */
static inline int fit_problem(ardor_context *in, const ard_method *method, const ard_problem *problem,
                              const ard_settings *settings, const ard_fit *warm, bool trace, ard_fit *out)
{
    void *work = NULL;
    int rc = method->open(method, in, problem, settings, &work);
    if (rc != ARDOR_OK) return rc;
    rc = method->solve(work, settings, warm, &(ard_ask){true, trace}, out);
    method->close(work);
    return rc;
}
#endif
