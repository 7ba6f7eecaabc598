/* Workspace of the evidence engine, and the basis functions as it needs them. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

int ard_type2_model_open(ardor_context *context, int64_t weights, int64_t features, ard_type2_model *s)
{
    int rc = ARDOR_OK;
    double **const of_weights[] = {&s->u, &s->alpha, &s->variance},
                   **const of_scales[] = {&s->theta, &s->beta, &s->theta_variance};
    NEW(context, s->centre, weights);
    NEW(context, s->feature, features);
    for (int i = 0; i < 3; i++) NEW(context, *of_weights[i], weights + 1);
    for (int i = 0; i < 3; i++) NEW(context, *of_scales[i], features);
done:
    return rc;
}

void ard_type2_model_close(ardor_context *context, ard_type2_model *s)
{
    double *const arrays[] = {s->u, s->alpha, s->variance, s->theta, s->beta, s->theta_variance};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    ard_free(context, s->feature);
    ard_free(context, s->centre);
}

void type2_copy_model(const ard_type2_model *from, ard_type2_model *to)
{
    const double *const source[] = {from->u, from->alpha, from->variance, from->theta, from->beta, from->theta_variance};
    double *const target[] = {to->u, to->alpha, to->variance, to->theta, to->beta, to->theta_variance};
    for (int i = 0; i < 6; i++) memcpy(target[i], source[i], (size_t)(i < 3 ? from->m + 1 : from->k) * sizeof *target[i]);
    memcpy(to->centre, from->centre, (size_t)from->m * sizeof *to->centre);
    memcpy(to->feature, from->feature, (size_t)from->k * sizeof *to->feature);
    to->m = from->m;
    to->k = from->k;
    to->evidence = from->evidence;
    to->log_likelihood = from->log_likelihood;
    memcpy(to->gradient, from->gradient, sizeof to->gradient);
}

void ard_type2_close(ardor_context *context, ard_type2 *l)
{
    if (!l) return;
    double *arrays[] = {l->phi,         l->jacobian,   l->share,        l->fresh_precision, l->score,
                        l->weight_tilt, l->scale_tilt, l->scaled_theta, l->scale_share,     l->scale_lambda};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    ard_free(context, l->rank);
    ard_type2_model_close(context, &l->kept);
    ard_type2_model_close(context, &l->now);
    ard_mode_close(context, &l->mode);
    ard_gauss_close(context, &l->gauss);
    ard_kernel_close(context, l->kernel);
    ard_free(context, l);
}

static int open_arrays(ardor_context *context, ard_type2 *l, int64_t size, bool learn)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.x.n, p = l->problem.x.p;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(n, l->n_candidates + 1, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, l->phi, cells);
    if (learn) NEW(context, l->jacobian, n * p);
    double **values[] = {&l->share,      &l->fresh_precision, &l->score,       &l->weight_tilt,
                         &l->scale_tilt, &l->scaled_theta,    &l->scale_share, &l->scale_lambda};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) NEW(context, *values[i], size);
    NEW(context, l->rank, size);
done:
    return rc;
}

int ard_type2_open(ardor_context *context, const ard_type2_problem *problem, bool learn, ard_gauss_form form, ard_type2 **out)
{
    int rc = ARDOR_OK;
    ard_type2 *l = NULL;
    const int64_t n = problem->x.n, p = problem->x.p;
    const bool identity = problem->basis.kind == ARD_IDENTITY;
    *out = NULL;
    NEW(context, l, 1);
    l->context = context;
    l->problem = *problem;
    l->bilinear = ard_basis_bilinear(problem->basis);
    l->n_candidates = identity ? p : n;
    l->n_rows = (double)n;
    TRY(ard_sum(context, &l->n_rows, 1));
    if (!identity) TRY(ard_kernel_open(context, problem->basis, &problem->x, NULL, &l->kernel));
    if (!identity && learn) TRY(ard_kernel_allow_negative(context, l->kernel));
    const int64_t size = 1 + ard_max64(l->n_candidates, p), room = learn ? size : 1 + l->n_candidates;
    TRY(open_arrays(context, l, size, learn));
    TRY(ard_type2_model_open(context, l->n_candidates, p, &l->now));
    TRY(ard_type2_model_open(context, l->n_candidates, p, &l->kept));
    TRY(ard_gauss_open(context, n, room, form, NULL, &l->gauss));
    TRY(ard_mode_open(context, problem->link, &problem->target, size, &l->mode));
    *out = l;
    l = NULL;
done:
    ard_type2_close(context, l);
    return rc;
}

void ard_type2_start(ard_type2 *l, const ard_type2_options *options, int64_t n_features, const int64_t *feature)
{
    ard_type2_model *s = &l->now;
    const bool identity = l->kernel == NULL;
    l->options = *options;
    l->iteration = 0;
    l->n_pruned = l->n_settled = 0;
    l->phi_fresh = false;
    s->m = identity || n_features == 0 ? n_features : l->problem.x.n;
    s->k = identity ? 0 : n_features;
    s->evidence = s->log_likelihood = -INFINITY;
    s->gradient[0] = s->gradient[1] = NAN;
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
        if (options->learn_scales && options->start_scales) s->theta[k] *= options->start_scales[feature[k]];
        s->beta[k] = options->beta0;
    }
    type2_copy_model(s, &l->kept);
}

static void set_scales(ard_type2 *l, const double *theta)
{
    for (int64_t k = 0; k < l->now.k; k++) l->scaled_theta[k] = l->options.scale * theta[k];
    ard_kernel_set(l->kernel, (ard_list){l->now.k, l->now.feature, l->scaled_theta});
}

/* Columns of the active weights, beside the column of ones. */
static void fill_columns(ard_type2 *l)
{
    const int64_t n = l->problem.x.n;
    if (l->kernel)
        ard_kernel_columns(l->kernel, l->now.m, l->now.centre, 0, l->phi + n);
    else
        ard_matrix_gather(&l->problem.x, 0, n, l->now.m, l->now.centre, l->phi + n, n);
}

void type2_refresh(ard_type2 *l)
{
    if (l->phi_fresh) return;
    for (int64_t i = 0; i < l->problem.x.n; i++) l->phi[i] = 1.0;
    if (l->kernel) set_scales(l, l->now.theta);
    fill_columns(l);
    l->phi_fresh = true;
}

void type2_scale_latent(void *type2, const double *theta, double *f)
{
    ard_type2 *l = type2;
    const int64_t n = l->problem.x.n;
    set_scales(l, theta);
    if (l->bilinear) {
        ard_kernel_latent(l->kernel, (ard_list){l->now.m, l->now.centre, l->now.u + 1}, f);
        for (int64_t i = 0; i < n; i++) f[i] += l->now.u[0];
        l->phi_fresh = false;
        return;
    }
    fill_columns(l);
    ard_gemv('N', n, l->now.m + 1, 1.0, l->phi, n, l->now.u, 0.0, f);
}

void type2_differentiate(void *type2)
{
    ard_type2 *l = type2;
    const int64_t n = l->problem.x.n;
    ard_kernel_jacobian(l->kernel, (ard_list){l->now.m, l->now.centre, l->now.u + 1}, l->phi + n, l->now.k, l->now.feature,
                        l->jacobian);
    ard_scal(n * l->now.k, l->options.scale, l->jacobian);
}
