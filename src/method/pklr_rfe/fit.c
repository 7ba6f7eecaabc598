/* The identity by penalised.h. A kernel K = ZZ' too: f = b + K a with a'Ka is the ridge on the columns of Z (rotation.h). */
#include "method/pklr_rfe/fit.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/pklr_rfe/pklr_rfe.h"
#include "method/shared/penalised.h"
#include "special/vexp.h"

static const ard_basis identity = {ARD_IDENTITY, 0};
static const double MOST_EXPONENT = 700; /* beyond it the kernel itself is next to nothing, and exp is not finite */

double pklr_theta(const ard_settings *values, int64_t p)
{
    return values->value[PKLR_RFE_SCALE_FACTOR] / (double)ard_max64(p, 1);
}

/* Weights of features, from a point and back to it. */
static int fit_linear(const pklr_common *c, const ard_problem *q, pklr_point *point, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    void *work = NULL;
    ard_fit from = ard_fit_empty();
    const bool warm = point && point->known;
    if (warm)
        TRY(ard_function_of(
            c->context,
            &(ard_function_parts){
                .basis = q->basis, .link = &ard_link_logit, .bias = point->bias, .n_features = q->x->p, .weight = point->weight},
            &from.machine));
    TRY(ard_penalised_open(c->method, c->context, q, c->values, &work));
    TRY(ard_iterate(work, c->values, warm ? &from : NULL, ask, out));
    if (!point) goto done;
    ard_function_weights(&out->machine, 0, q->x->p, point->weight);
    point->bias = ard_machine_as_function(&out->machine)->bias[0];
    point->known = true;
done:
    ard_penalised_close(work);
    ard_fit_free(c->context, &from);
    return rc;
}

/* ------------------------------------------------------------------ with a kernel */

typedef struct kernel_fit {
    double theta;
    double *values, *products; /* n x n, lower triangles: K, and what is left of it */
    ard_rotation *rotation;
    double *u; /* n: weights of the columns of Z, of which there are no more */
} kernel_fit;

static void kernel_fit_close(ardor_context *context, kernel_fit *k)
{
    ard_free(context, k->u);
    ard_rotation_close(context, k->rotation);
    ard_free(context, k->products);
    ard_free(context, k->values);
}

static int kernel_fit_open(ardor_context *context, const ard_problem *q, double theta, kernel_fit *k)
{
    int rc = ARDOR_OK;
    const int64_t n = q->x->n;
    ard_kernel *kernel = NULL;
    ard_rows all = {0};
    k->theta = theta;
    NEW(context, k->values, n * n);
    NEW(context, k->products, n * n);
    NEW(context, k->u, n);
    TRY(ard_rows_all(context, n, &all));
    TRY(ard_kernel_open_values(context, q->basis, q->x, NULL, &kernel));
    ard_kernel_set_all(kernel, theta);
    ard_kernel_columns(kernel, n, all.row, 0, k->values);
    memcpy(k->products, k->values, (size_t)(n * n) * sizeof *k->values);
    TRY(ard_rotation_of_products(context, n, k->products, &k->rotation));
done:
    ard_free(context, all.row);
    ard_kernel_close(context, kernel);
    return rc;
}

/* What was said of columns of Z, of features and rows. */
static void tell_trace(const ard_problem *q, ard_trace *trace)
{
    for (int64_t t = 0; t < trace->n; t++) {
        ard_iteration *it = trace->iteration + t;
        it->n_vectors = it->n_features > 0 ? q->x->n : 0;
        it->n_features = it->n_features > 0 ? q->x->p : 0;
    }
}

/* The machine of the weights a of the rows. */
static int make_machine(const pklr_common *c, const ard_problem *q, const kernel_fit *k, const pklr_point *point, bool null,
                        ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_rows all = {0};
    TRY(ard_rows_all(c->context, q->x->n, &all));
    TRY(ard_function_of(c->context,
                        &(ard_function_parts){.basis = q->basis,
                                              .link = &ard_link_logit,
                                              .bias = point->bias,
                                              .n_features = null ? 0 : q->x->p,
                                              .weight = point->weight,
                                              .n_terms = null ? 0 : q->x->n,
                                              .one_scale = k->theta,
                                              .row = all.row,
                                              .x = q->x},
                        out));
done:
    ard_free(c->context, all.row);
    return rc;
}

/* |sum_ij a_i a_j K_ij (exp(theta (x_ik - x_jk)^2) - 1)| for every feature k. `values` becomes the products a_i a_j K_ij. */
static int weigh_features(ardor_context *context, const ard_problem *q, kernel_fit *k, const double *a, double *worth)
{
    int rc = ARDOR_OK;
    const int64_t n = q->x->n;
    double *x = NULL, *gain = NULL;
    NEW(context, x, n);
    NEW(context, gain, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 1; i < n; i++) k->values[i + j * n] *= 2 * a[i] * a[j];
    for (int64_t f = 0; f < q->x->p; f++) {
        double sum = 0;
        TRY(ard_check_running(context));
        ard_matrix_gather(q->x, 0, n, 1, &f, x, n);
        for (int64_t j = 0; j + 1 < n; j++) {
            const int64_t count = n - j - 1;
            for (int64_t i = 0; i < count; i++) {
                const double d = x[j + 1 + i] - x[j];
                gain[i] = fmin(k->theta * d * d, MOST_EXPONENT);
            }
            ard_vexp(count, gain, gain);
            for (int64_t i = 0; i < count; i++) sum += k->values[j + 1 + i + j * n] * (gain[i] - 1);
        }
        worth[f] = fabs(sum);
    }
done:
    ard_free(context, gain);
    ard_free(context, x);
    return rc;
}

/* u of the rows' weights, and back. */
static int fit_rotated(const pklr_common *c, const ard_problem *q, kernel_fit *k, pklr_point *point, const ard_ask *ask,
                       ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_problem rotated = *q;
    pklr_point inner = {point->known, point->bias, k->u};
    rotated.x = &k->rotation->x;
    rotated.basis = identity;
    if (inner.known) ard_rotation_from_rows(k->rotation, point->weight, k->u);
    TRY(fit_linear(c, &rotated, &inner, ask, out));
    ard_rotation_rows(k->rotation, k->u, point->weight);
    point->bias = inner.bias;
    point->known = true;
done:
    return rc;
}

static int fit_kernel(const pklr_common *c, const ard_problem *q, pklr_point *point, const ard_ask *ask, double *worth,
                      ard_fit *out)
{
    int rc = ARDOR_OK;
    kernel_fit k = {.rotation = NULL};
    pklr_point own = {.known = false};
    ard_machine machine = {0};
    NEW(c->context, own.weight, q->x->n);
    if (!point) point = &own;
    TRY(kernel_fit_open(c->context, q, pklr_theta(c->values, q->x->p), &k));
    TRY(fit_rotated(c, q, &k, point, ask, out));
    TRY(make_machine(c, q, &k, point, out->null_model, &machine));
    tell_trace(q, &out->trace);
    ard_machine_free(c->context, &out->machine);
    out->machine = machine;
    if (worth) TRY(weigh_features(c->context, q, &k, point->weight, worth));
done:
    ard_free(c->context, own.weight);
    kernel_fit_close(c->context, &k);
    return rc;
}

int pklr_fit(const pklr_common *c, const ard_problem *q, pklr_point *point, const ard_ask *ask, double *worth, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_problem linear = *q;
    *out = ard_fit_empty();
    if (q->basis.kind == ARD_RBF && q->x->p > 0) return fit_kernel(c, q, point, ask, worth, out);
    linear.basis = identity; /* without a feature a kernel is constant, which the bias is already */
    TRY(fit_linear(c, &linear, point, ask, out));
    if (q->basis.kind == ARD_RBF) ard_machine_as_function(&out->machine)->basis = q->basis;
    for (int64_t t = 0; worth && t < q->x->p; t++) worth[t] = fabs(point->weight[t]);
done:
    return rc;
}
