/* Workspace of the evidence engine, and the basis functions as it needs them. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/laplace_inside.h"

static void close_model(ardor_context *context, ard_laplace_model *s)
{
    ard_free(context, s->theta_variance);
    ard_free(context, s->beta);
    ard_free(context, s->theta);
    ard_free(context, s->feature);
    ard_free(context, s->variance);
    ard_free(context, s->alpha);
    ard_free(context, s->u);
    ard_free(context, s->centre);
}

static int open_model(ardor_context *context, int64_t weights, int64_t features, ard_laplace_model *s)
{
    int rc = ARDOR_OK;
    NEW(context, s->centre, weights);
    NEW(context, s->u, weights + 1);
    NEW(context, s->alpha, weights + 1);
    NEW(context, s->variance, weights + 1);
    NEW(context, s->feature, features);
    NEW(context, s->theta, features);
    NEW(context, s->beta, features);
    NEW(context, s->theta_variance, features);
done:
    return rc;
}

void laplace_copy_model(const ard_laplace_model *from, ard_laplace_model *to)
{
    const size_t weights = (size_t)from->m + 1, features = (size_t)from->k;
    to->m = from->m;
    to->k = from->k;
    to->evidence = from->evidence;
    to->log_likelihood = from->log_likelihood;
    memcpy(to->centre, from->centre, (weights - 1) * sizeof *to->centre);
    memcpy(to->u, from->u, weights * sizeof *to->u);
    memcpy(to->alpha, from->alpha, weights * sizeof *to->alpha);
    memcpy(to->variance, from->variance, weights * sizeof *to->variance);
    memcpy(to->feature, from->feature, features * sizeof *to->feature);
    memcpy(to->theta, from->theta, features * sizeof *to->theta);
    memcpy(to->beta, from->beta, features * sizeof *to->beta);
    memcpy(to->theta_variance, from->theta_variance, features * sizeof *to->theta_variance);
}

void ard_laplace_close(ardor_context *context, ard_laplace *l)
{
    if (!l) return;
    double *arrays[] = {l->phi,        l->jacobian,     l->f,           l->residual,    l->curvature,       l->gradient,
                        l->direction,  l->trial,        l->lambda,      l->share,       l->fresh_precision, l->weight_tilt,
                        l->scale_tilt, l->scaled_theta, l->scale_share, l->scale_lambda};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    laplace_sequential_close(context, l->sequential);
    ard_free(context, l->rank);
    close_model(context, &l->kept);
    close_model(context, &l->now);
    ard_laplace_factor_close(context, &l->factor);
    ard_kernel_close(context, l->kernel);
    ard_free(context, l);
}

static int open_arrays(ardor_context *context, ard_laplace *l, int64_t size, bool learn)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.n, p = l->problem.p;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(n, l->n_candidates + 1, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, l->phi, cells);
    if (learn) NEW(context, l->jacobian, n * p);
    double **rows[] = {&l->f, &l->residual, &l->curvature};
    double **values[] = {&l->gradient, &l->direction, &l->trial, &l->lambda, &l->share, &l->fresh_precision, &l->weight_tilt};
    double **features[] = {&l->scale_tilt, &l->scaled_theta, &l->scale_share, &l->scale_lambda};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) NEW(context, *rows[i], n);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) NEW(context, *values[i], size);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) NEW(context, *features[i], size);
    NEW(context, l->rank, size);
done:
    return rc;
}

int ard_laplace_open(ardor_context *context, const ard_laplace_problem *problem, bool learn, ard_factor_form form,
                     ard_laplace **out)
{
    int rc = ARDOR_OK;
    ard_laplace *l = NULL;
    const int64_t n = problem->n, p = problem->p;
    *out = NULL;
    NEW(context, l, 1);
    l->context = context;
    l->problem = *problem;
    l->bilinear = ard_basis_bilinear(problem->basis);
    l->n_candidates = problem->basis.kind == ARD_IDENTITY ? p : n;
    if (problem->basis.kind != ARD_IDENTITY) {
        const ard_matrix x = ard_matrix_dense(n, p, problem->x, n);
        TRY(ard_kernel_open(context, problem->basis, &x, NULL, &l->kernel));
        if (learn) TRY(ard_kernel_allow_negative(context, l->kernel));
    }
    const int64_t size = 1 + ard_max64(l->n_candidates, p);
    TRY(open_arrays(context, l, size, learn));
    TRY(open_model(context, l->n_candidates, p, &l->now));
    TRY(open_model(context, l->n_candidates, p, &l->kept));
    TRY(ard_laplace_factor_open(context, n, learn ? size : 1 + l->n_candidates, form, &l->factor));
    *out = l;
    l = NULL;
done:
    ard_laplace_close(context, l);
    return rc;
}

void ard_laplace_start(ard_laplace *l, const ard_laplace_options *options, int64_t n_features, const int64_t *feature)
{
    ard_laplace_model *s = &l->now;
    const bool identity = l->kernel == NULL;
    l->options = *options;
    l->iteration = 0;
    l->n_pruned = l->n_settled = 0;
    l->phi_fresh = false;
    l->gradient_size[0] = l->gradient_size[1] = 0;
    s->m = identity || n_features == 0 ? n_features : l->problem.n;
    s->k = identity ? 0 : n_features;
    s->evidence = s->log_likelihood = -INFINITY;
    s->u[0] = 0;
    s->alpha[0] = options->alpha0;
    for (int64_t j = 0; j < s->m; j++) {
        s->centre[j] = identity ? feature[j] : j;
        s->u[j + 1] = 0;
        s->alpha[j + 1] = options->alpha0;
    }
    for (int64_t k = 0; k < s->k; k++) {
        s->feature[k] = feature[k];
        s->theta[k] = options->learn_scales ? options->theta0 : 1.0;
        s->beta[k] = options->beta0;
    }
    laplace_copy_model(s, &l->kept);
}

const ard_laplace_model *ard_laplace_model_of(const ard_laplace *l) { return &l->kept; }

void laplace_set_scales(ard_laplace *l, const double *theta)
{
    for (int64_t k = 0; k < l->now.k; k++) l->scaled_theta[k] = l->options.scale * theta[k];
    ard_kernel_set(l->kernel, (ard_list){l->now.k, l->now.feature, l->scaled_theta});
}

/* Columns of the active weights, beside the column of ones. */
static void fill_columns(ard_laplace *l)
{
    const int64_t n = l->problem.n;
    if (l->kernel) {
        ard_kernel_columns(l->kernel, l->now.m, l->now.centre, 0, l->phi + n);
        return;
    }
    for (int64_t j = 0; j < l->now.m; j++)
        memcpy(l->phi + (j + 1) * n, l->problem.x + l->now.centre[j] * n, (size_t)n * sizeof *l->phi);
}

void laplace_refresh(ard_laplace *l)
{
    if (l->phi_fresh) return;
    for (int64_t i = 0; i < l->problem.n; i++) l->phi[i] = 1.0;
    if (l->kernel) laplace_set_scales(l, l->now.theta);
    fill_columns(l);
    l->phi_fresh = true;
}

void laplace_scale_latent(ard_laplace *l, const double *theta, double *f)
{
    const int64_t n = l->problem.n;
    laplace_set_scales(l, theta);
    if (l->bilinear) {
        ard_kernel_latent(l->kernel, (ard_list){l->now.m, l->now.centre, l->now.u + 1}, f);
        for (int64_t i = 0; i < n; i++) f[i] += l->now.u[0];
        l->phi_fresh = false;
        return;
    }
    fill_columns(l);
    ard_gemv('N', n, l->now.m + 1, 1.0, l->phi, n, l->now.u, 0.0, f);
}

int ard_laplace_covariance(ard_laplace *l, double *covariance)
{
    int rc = ARDOR_OK;
    laplace_copy_model(&l->kept, &l->now);
    l->phi_fresh = false;
    laplace_refresh(l);
    TRY(laplace_weight_factor(l));
    ard_laplace_factor_shares(&l->factor, l->share);
    ard_laplace_factor_covariance(&l->factor, covariance);
done:
    return rc;
}

int ard_laplace_moments(ardor_context *context, ard_laplace *l, const double *covariance, double *f, double *variance)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.n, m = l->now.m + 1;
    double *product = NULL;
    NEW(context, product, n * m);
    ard_gemv('N', n, m, 1.0, l->phi, n, l->now.u, 0.0, f);
    ard_gemm('N', 'N', n, m, m, 1.0, l->phi, n, covariance, m, 0.0, product, n);
    for (int64_t i = 0; i < n; i++) {
        variance[i] = 0;
        for (int64_t j = 0; j < m; j++) variance[i] += l->phi[i + j * n] * product[i + j * n];
        variance[i] = fmax(variance[i], 0.0);
    }
done:
    ard_free(context, product);
    return rc;
}
