/* Models, and the basis functions as the engine needs them. */
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
    to->corrected = from->corrected;
    to->joint = from->joint;
    to->objective = from->objective;
    to->decrement = from->decrement;
    to->log_likelihood = from->log_likelihood;
    memcpy(to->slope, from->slope, sizeof to->slope);
    memcpy(to->gradient, from->gradient, sizeof to->gradient);
}

void type2_resume(ard_type2 *l)
{
    type2_copy_model(&l->kept, &l->now);
    l->phi_fresh = l->resumed = false;
    l->gauss.product_side = 0;
}

static void set_scales(ard_type2 *l, const double *theta)
{
    for (int64_t k = 0; k < l->now.k; k++) l->scaled_theta[k] = l->options.scale * theta[k];
    ard_kernel_set(l->kernel, (ard_list){l->now.k, l->now.feature, l->scaled_theta});
}

/* Columns of the active weights at scales theta, beside the column of ones. */
static void fill_columns(ard_type2 *l, const double *theta)
{
    const int64_t n = l->problem.x.n, k = l->now.k;
    const size_t size = (size_t)k * sizeof *theta;
    if (l->phi_fresh && (k == 0 || memcmp(l->phi_theta, theta, size) == 0)) return;
    for (int64_t i = 0; i < n; i++) l->phi[i] = 1.0;
    if (l->kernel) {
        set_scales(l, theta);
        ard_kernel_columns(l->kernel, l->now.m, l->now.centre, 0, l->phi + n);
        memcpy(l->phi_theta, theta, size);
    } else {
        ard_matrix_gather(&l->problem.x, 0, n, l->now.m, l->now.centre, l->phi + n, n);
    }
    l->phi_fresh = true;
}

void type2_refresh(ard_type2 *l) { fill_columns(l, l->now.theta); }

void type2_latent(ard_type2 *l, const double *u, const double *theta, double *f)
{
    const int64_t n = l->problem.x.n;
    if (l->bilinear) {
        set_scales(l, theta);
        ard_kernel_latent(l->kernel, (ard_list){l->now.m, l->now.centre, u + 1}, f);
        for (int64_t i = 0; i < n; i++) f[i] += u[0];
        return;
    }
    fill_columns(l, theta);
    ard_gemv('N', n, l->now.m + 1, 1.0, l->phi, n, u, 0.0, f);
}

void type2_scale_latent(void *type2, const double *theta, double *f)
{
    ard_type2 *l = type2;
    type2_latent(l, l->now.u, theta, f);
}

double *type2_jacobian(const ard_type2 *l) { return l->phi + (1 + l->now.m) * l->problem.x.n; }

void type2_differentiate(void *type2)
{
    ard_type2 *l = type2;
    const int64_t n = l->problem.x.n;
    ard_kernel_jacobian(l->kernel, (ard_list){l->now.m, l->now.centre, l->now.u + 1}, l->phi + n, l->now.k, l->now.feature,
                        type2_jacobian(l));
    ard_scal(n * l->now.k, l->options.scale, type2_jacobian(l));
}
