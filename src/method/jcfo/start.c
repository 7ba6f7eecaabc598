/* Where a fit begins: ridge regression, sparse probit regression in dual form, or the solution before. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/jcfo/jcfo.h"

/* `count` rows spread evenly over each class in its order, in proportion to the classes; all rows where count >= n. */
static int64_t choose_centres(const ard_problem *problem, int64_t count, int64_t *row)
{
    int64_t chosen = 0, seen[2] = {0, 0}, size[2] = {0, 0};
    for (int64_t i = 0; i < problem->x->n; i++) size[problem->target.label[i] == 1]++;
    for (int64_t i = 0; i < problem->x->n; i++) {
        int c = problem->target.label[i] == 1;
        int64_t quota = ard_max64(1, count * size[c] / problem->x->n), rank = seen[c]++;
        /* the rows at which rank * quota / size steps up */
        if (count >= problem->x->n || (rank + 1) * quota / size[c] > rank * quota / size[c]) row[chosen++] = i;
    }
    return chosen;
}

int jcfo_ridge_start(ardor_context *context, const ard_problem *problem, ard_kernel *kernel, int64_t n_subset, int64_t n_centres,
                     ard_pn *pn)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n;
    const double *c = problem->target.weight;
    ard_point *point = ard_pn_point(pn);
    double *design = NULL, *square = NULL, *solution = NULL;
    ard_pn_scratch(pn, &design, &square);
    ard_point_index(point, n, n_subset);
    ard_kernel_set(kernel, (ard_list){point->n_live, point->live, point->live_scale});
    const int64_t count = choose_centres(problem, n_centres, point->active), m = count + 1;
    for (int64_t i = 0; i < n; i++) design[i] = 1.0;
    ard_kernel_columns(kernel, count, point->active, 0, design + n);
    if (c)
        for (int64_t j = 0; j < m; j++)
            for (int64_t i = 0; i < n; i++) design[j * n + i] *= sqrt(c[i]);
    for (int64_t i = 0; i < n; i++) point->active_weight[i] = ard_target_sign(&problem->target, i) * (c ? sqrt(c[i]) : 1.0);
    ard_syrk('T', m, n, 1.0, design, n, 0.0, square, m);
    for (int64_t j = 0; j < m; j++) square[j * m + j] += 0.01 * problem->target.weight_sum;
    NEW(context, solution, m);
    ard_gemv('T', n, m, 1.0, design, n, point->active_weight, 0.0, solution);
    REQUIRE(context, ard_cholesky(m, square, m) == 0, ARDOR_NUMERIC,
            "the ridge start failed: the kernel matrix is not finite; standardise the features");
    ard_cholesky_solve(m, 1, square, m, solution, m);
    point->bias = solution[0];
    memset(point->weight, 0, (size_t)n * sizeof *point->weight);
    for (int64_t j = 0; j < count; j++) point->weight[point->active[j]] = solution[1 + j];
done:
    ard_free(context, solution);
    return rc;
}

void jcfo_dual_start(const ard_matrix *x, ard_basis basis, const spr_solution *s, const ard_columns *only, ard_point *point)
{
    ard_matrix_transposed(x, s->residual, point->scale);
    for (int64_t t = 0; t < x->p; t++) {
        const double v = s->weight[only ? only->column[t] : t], product = copysign(1.0, v) * point->scale[t];
        point->scale[t] = v == 0.0 ? 0.0 : fabs(v) / fmax(product, 0.5 * s->lam);
    }
    memcpy(point->weight, s->residual, (size_t)x->n * sizeof *point->weight);
    point->bias = s->bias;
    if (basis.kind == ARD_POLY) /* poly:1 adds sum beta to every value */
        for (int64_t i = 0; i < x->n; i++) point->bias -= point->weight[i];
}

void jcfo_warm_start(const ard_solution *warm, const ard_matrix *x, const ard_columns *only, ard_point *point)
{
    for (int64_t t = 0, f = 0; t < x->p; t++) {
        const int64_t column = only ? only->column[t] : t;
        while (f < warm->n_features && warm->feature[f] < column) f++;
        point->scale[t] = f < warm->n_features && warm->feature[f] == column ? warm->scale[f] : 0.0;
    }
    ard_vector_weights(warm, x->n, point->weight);
    point->bias = warm->bias;
}
