/* Two quadratic programmes on one kernel. */
#include "method/svm_rm/bound.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

void rm_bound_close(rm_bound *q)
{
    ard_signed_qp_close(&q->ball);
    ard_signed_qp_close(&q->margin);
    double *const arrays[] = {q->of_row, q->part, q->half, q->one, q->y, q->ridge, q->columns, q->k};
    ard_free(q->context, q->row);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(q->context, arrays[i]);
    ard_kernel_close(q->context, q->kernel);
    ard_array_close(q->context, &q->x);
    *q = (rm_bound){0};
}

static int take_labels(rm_bound *q)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &q->problem->target;
    int64_t n_positive = 0;
    for (int64_t i = 0; i < t->n; i++) {
        q->y[i] = ard_target_sign(t, i);
        q->one[i] = 1;
        n_positive += q->y[i] > 0;
    }
    REQUIRE(q->context, n_positive > 0 && n_positive < t->n, ARDOR_DATA, "a support vector machine needs rows of both classes");
done:
    return rc;
}

int rm_bound_open(ardor_context *context, const ard_problem *problem, rm_bound *out)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n;
    double **const arrays[] = {&out->ridge, &out->y, &out->one, &out->half, &out->of_row};
    *out = (rm_bound){.context = context, .problem = problem, .cost = NAN};
    out->basis = problem->basis.kind == ARD_IDENTITY ? (ard_basis){ARD_LINEAR, 0} : problem->basis;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) NEW(context, *arrays[i], n);
    NEW(context, out->row, n);
    NEW(context, out->part, problem->x->p);
    TRY(take_labels(out));
    TRY(ard_signed_qp_open(context, n, &out->margin)); /* here n x n is known to be a number */
    TRY(ard_signed_qp_open(context, n, &out->ball));
    NEW(context, out->k, n * n);
    if (out->basis.kind != ARD_LINEAR) NEW(context, out->columns, n * n);
    TRY(ard_array_open(context, problem->x, &out->x));
    TRY(ard_kernel_open(context, out->basis, problem->x, NULL, &out->kernel));
done:
    return rc;
}

void rm_bound_set_cost(rm_bound *q, double cost)
{
    q->cost = cost;
    for (int64_t i = 0; i < q->problem->x->n; i++) q->ridge[i] = 1 / (cost * ard_target_weight(&q->problem->target, i));
}

int rm_bound_evaluate(rm_bound *q, ard_list theta, double *value)
{
    int rc = ARDOR_OK;
    const int64_t n = q->problem->x->n;
    for (int64_t i = 0; i < n; i++) q->row[i] = i;
    ard_kernel_set(q->kernel, theta);
    ard_kernel_columns(q->kernel, n, q->row, 0, q->k);
    ard_symmetrise(n, q->k, n);
    for (int64_t i = 0; i < n; i++) q->half[i] = q->k[i + i * n] / 2;
    TRY(ard_signed_qp_solve(&q->margin, &(ard_signed_problem){q->k, q->ridge, q->y, q->y, 0}));
    TRY(ard_signed_qp_solve(&q->ball, &(ard_signed_problem){q->k, q->ridge, q->half, q->one, 1}));
    q->norm2 = -2 * q->margin.value;
    q->radius2 = 1 / q->cost - 2 * q->ball.value;
    *value = log(q->norm2) + log(q->radius2);
done:
    return rc;
}

/* gradient += factor sum_ij b_i b_j dk_ij/dtheta */
static void add_products(rm_bound *q, const double *b, double factor, double *gradient)
{
    const int64_t n = q->problem->x->n;
    q->some = (ard_list){0, q->row, q->of_row};
    for (int64_t i = 0; i < n; i++) {
        if (b[i] == 0) continue;
        if (q->columns) memcpy(q->columns + q->some.n * n, q->k + i * n, (size_t)n * sizeof *q->k);
        q->row[q->some.n] = i;
        q->of_row[q->some.n++] = b[i];
    }
    ard_kernel_scale_gradient(q->kernel, q->some, q->columns, b, q->part);
    ard_axpy(q->problem->x->p, factor, q->part, gradient);
}

void rm_bound_gradient(rm_bound *q, double *gradient)
{
    const int64_t n = q->problem->x->n, p = q->problem->x->p;
    memset(gradient, 0, (size_t)p * sizeof *gradient);
    for (int64_t k = 0; k < p && q->basis.kind == ARD_LINEAR; k++) { /* of k_ii; that of rbf is 1 */
        const double *x = q->x.x + k * q->x.ld;
        for (int64_t i = 0; i < n; i++) gradient[k] += q->ball.b[i] * x[i] * x[i] / q->radius2;
    }
    add_products(q, q->ball.b, -1 / q->radius2, gradient);
    add_products(q, q->margin.b, -1 / q->norm2, gradient);
}

double rm_bound_violation(const rm_bound *q) { return fmax(q->margin.violation, q->ball.violation); }

void rm_bound_values(const rm_bound *q, double *f)
{
    for (int64_t i = 0; i < q->problem->x->n; i++) f[i] = q->margin.u[i] + q->margin.mu;
}
