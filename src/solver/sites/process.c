/* Limited-memory BFGS on the log evidence of a process; the approximation is found anew, from the one before, at every point that
 * is looked at. */
#include "solver/sites/process.h"

#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "linalg/blas.h"
#include "solver/lbfgs.h"
#include "solver/newton.h"
#include "solver/sites/laplace.h"

static const double LEAST_S2 = 1e-6, MOST_S2 = 1e6;
static const double RANGE = 1e8; /* scales are from 1/p over this to 1/p times this */
static const double LONGEST = 3; /* change of a logarithm in one step */
enum { MODE_STEPS = 200 };

struct ard_process {
    ardor_context *context;
    ard_process_problem problem;
    ard_process_options options;
    ard_kernel *kernel;
    double *covariance; /* n x n: K = s2 k */
    int64_t *all;       /* 0, 1, .., n - 1 */
    double *ones;       /* n */
    double *theta;      /* of the features */
    double *scaling;    /* of directions */
    double *scratch;    /* 3 n */
    double least, most; /* ln theta */
    ard_sites sites;
    ard_ascent ascent;
    double value, trial_value; /* of point and trial */
    bool begun;
};

static int64_t size_of(const ard_process *q) { return 1 + q->problem.n_features; }

void ard_process_close(ardor_context *context, ard_process *q)
{
    if (!q) return;
    ard_ascent_close(context, &q->ascent);
    ard_sites_close(context, &q->sites);
    ard_free(context, q->scratch);
    ard_free(context, q->scaling);
    ard_free(context, q->theta);
    ard_free(context, q->ones);
    ard_free(context, q->all);
    ard_free(context, q->covariance);
    ard_kernel_close(context, q->kernel);
    ard_free(context, q);
}

static int make_room(ardor_context *context, ard_process *q)
{
    int rc = ARDOR_OK;
    const int64_t n = q->problem.target.n;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(n, n, &cells), ARDOR_MEMORY, "%lld rows are too many for this method's matrices", (long long)n);
    TRY(ard_kernel_open(context, q->problem.basis, q->problem.x, NULL, &q->kernel));
    NEW(context, q->covariance, cells);
    NEW(context, q->all, n);
    NEW(context, q->ones, n);
    NEW(context, q->theta, q->problem.n_features);
    NEW(context, q->scaling, size_of(q));
    NEW(context, q->scratch, 3 * n);
    for (int64_t i = 0; i < n; i++) {
        q->all[i] = i;
        q->ones[i] = 1.0;
    }
    TRY(ard_sites_open(context, &q->problem.target, n, q->problem.link, NULL, &q->sites));
    q->sites.reuses_factor = true;
    TRY(ard_ascent_open(context, size_of(q), &q->ascent));
done:
    return rc;
}

int ard_process_open(ardor_context *context, const ard_process_problem *problem, ard_process **out)
{
    int rc = ARDOR_OK;
    ard_process *q = NULL;
    const double middle = -log((double)ard_max64(problem->x->p, 1));
    *out = NULL;
    NEW(context, q, 1);
    *q = (ard_process){.context = context, .problem = *problem, .least = middle - log(RANGE), .most = middle + log(RANGE)};
    TRY(make_room(context, q));
    *out = q;
    q = NULL;
done:
    ard_process_close(context, q);
    return rc;
}

/* ------------------------------------------------------------------ the evidence */

static double least_at(const ard_process *q, int64_t i) { return i == 0 ? log(LEAST_S2) : q->least; }
static double most_at(const ard_process *q, int64_t i) { return i == 0 ? log(MOST_S2) : q->most; }

/* The approximation at a point; minus infinity where it is not finite. */
static int approximate(ard_process *q, const double *point, double *value)
{
    int rc = ARDOR_OK;
    const int64_t n = q->problem.target.n;
    const ard_prior prior = {.kernel = q->covariance};
    for (int64_t t = 0; t < q->problem.n_features; t++) q->theta[t] = exp(point[1 + t]);
    ard_kernel_set(q->kernel, (ard_list){q->problem.n_features, q->problem.feature, q->theta});
    ard_kernel_columns(q->kernel, n, q->all, 0, q->covariance);
    for (int64_t j = 0; j < n; j++) ard_scal(n, exp(point[0]), q->covariance + j * n);
    TRY(ard_laplace_run(&q->sites, &prior, q->options.inner_tol, MODE_STEPS));
    *value = isfinite(q->sites.log_evidence) ? q->sites.log_evidence : (double)-INFINITY;
done:
    return rc;
}

/* With M = G o K the derivative in ln s2 is sum_ij M_ij, and that in theta_k sum_ij M_ij ds_ij/dtheta_k, s the exponent. */
static int differentiate(ard_process *q, double *gradient)
{
    int rc = ARDOR_OK;
    const int64_t n = q->problem.target.n, p = q->problem.n_features;
    const ard_prior prior = {.kernel = q->covariance};
    double *m = q->sites.gauss.w, sum = 0;
    TRY(ard_sites_kernel_gradient(&q->sites, &prior, q->scratch));
    for (int64_t j = 0; j < n; j++) {
        double below = 0;
        for (int64_t i = j; i < n; i++) below += m[i + j * n] *= q->covariance[i + j * n];
        sum += 2.0 * below - m[j + j * n];
    }
    gradient[0] = sum;
    ard_symmetrise(n, m, n);
    ard_kernel_contract(q->kernel, (ard_list){n, q->all, q->ones}, m, q->ones, p, q->problem.feature, gradient + 1);
    for (int64_t t = 0; t < p; t++) gradient[1 + t] *= q->theta[t];
done:
    return rc;
}

int ard_process_evaluate(ard_process *q, const double *point, double *evidence, double *gradient)
{
    int rc = ARDOR_OK;
    q->begun = false;
    memcpy(q->ascent.point, point, (size_t)size_of(q) * sizeof *point);
    TRY(approximate(q, q->ascent.point, evidence));
    if (gradient) TRY(differentiate(q, gradient));
done:
    return rc;
}

/* ------------------------------------------------------------------ what the search asks */

/* What leads out of the range does not count. */
static void project(const ard_process *q, const double *point, double *gradient)
{
    for (int64_t i = 0; i < size_of(q); i++)
        if ((point[i] <= least_at(q, i) && gradient[i] < 0) || (point[i] >= most_at(q, i) && gradient[i] > 0)) gradient[i] = 0;
}

static int expand(void *state)
{
    int rc = ARDOR_OK;
    ard_process *q = state;
    ard_ascent *a = &q->ascent;
    if (a->fresh) goto done;
    ard_ascent_keep(a, size_of(q));
    TRY(differentiate(q, a->gradient));
    project(q, a->point, a->gradient);
    ard_ascent_learn(a, size_of(q));
done:
    return rc;
}

static int direct(void *state, double *value, double *slope)
{
    ard_process *q = state;
    ard_ascent *a = &q->ascent;
    const int64_t size = size_of(q);
    const double by = 1.0 / fmax(1.0, ard_amax(size, a->gradient)); /* the first step changes no logarithm by more than 1 */
    for (int64_t i = 0; i < size; i++) q->scaling[i] = by;
    ard_lbfgs_direct(&a->memory, size, a->gradient, q->scaling, a->direction);
    for (int64_t i = 0; i < size; i++) a->direction[i] = a->gradient[i] == 0 ? 0 : ard_clip(a->direction[i], -LONGEST, LONGEST);
    *value = q->value;
    *slope = ard_dot(size, a->gradient, a->direction);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    ard_process *q = state;
    ard_ascent *a = &q->ascent;
    if (step == 0) return approximate(q, a->point, value);
    for (int64_t i = 0; i < size_of(q); i++)
        a->trial[i] = ard_clip(a->point[i] + step * a->direction[i], least_at(q, i), most_at(q, i));
    int rc = approximate(q, a->trial, value);
    q->trial_value = *value;
    return rc;
}

static void move(void *state, double step)
{
    ard_process *q = state;
    (void)step;
    ard_ascent_move(&q->ascent, size_of(q));
    q->value = q->trial_value;
}

/* ------------------------------------------------------------------ steps */

void ard_process_start(ard_process *q, const ard_process_options *options)
{
    const ard_process_problem *problem = &q->problem;
    q->options = *options;
    q->begun = false;
    q->ascent.point[0] = log(options->s2);
    for (int64_t t = 0; t < problem->n_features; t++)
        q->ascent.point[1 + t] =
            ard_clip(log(options->scale * (options->start ? options->start[problem->feature[t]] : 1.0)), q->least, q->most);
}

static int begin(ard_process *q)
{
    int rc = ARDOR_OK;
    ard_sites_forget(&q->sites);
    TRY(approximate(q, q->ascent.point, &q->value));
    REQUIRE(q->context, isfinite(q->value), ARDOR_NUMERIC,
            "the log evidence at the start is not finite; standardise the features (--standardise train)");
    ard_ascent_begin(&q->ascent);
    q->begun = true;
done:
    return rc;
}

int ard_process_step(void *process, ard_iteration *out)
{
    static const ard_newton newton = {expand, direct, look, move};
    int rc = ARDOR_OK;
    ard_process *q = process;
    ard_ascent *a = &q->ascent;
    if (!q->begun) TRY(begin(q));
    a->moved = false;
    TRY(ard_newton_run(&newton, q, 1, 0.0));
    out->objective = q->value;
    out->certificate =
        (ard_certificate){ARD_CERTIFICATE_EVIDENCE, fabs(a->gradient[0]),
                          q->problem.n_features > 0 ? ard_amax(q->problem.n_features, a->gradient + 1) : (double)NAN};
    out->n_features = q->problem.n_features;
    out->n_vectors = q->problem.n_features > 0 ? q->problem.target.n : 0;
    if (sqrt(ard_dot(size_of(q), a->gradient, a->gradient)) < q->options.tol)
        out->stop = ARD_STOP_CONVERGED;
    else if (!a->moved && a->memory.n == 0)
        out->stop = ARD_STOP_STALLED;
    if (!a->moved) ard_lbfgs_forget(&a->memory);
done:
    return rc;
}

const double *ard_process_point(const ard_process *q) { return q->ascent.point; }
const ard_sites *ard_process_sites(const ard_process *q) { return &q->sites; }
