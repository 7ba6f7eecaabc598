/* Where a fit begins: ridge regression, sparse probit regression in dual form, or the solution before. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/jcfo/jcfo.h"

/* `count` rows spread evenly over each class in its order, in proportion to the classes; all rows where count >= n. */
static int64_t choose_centres(const ard_targets *t, int64_t count, int64_t *row)
{
    int64_t chosen = 0, seen[2] = {0, 0}, size[2] = {0, 0};
    for (int64_t i = 0; i < t->n; i++) size[t->label[i]]++;
    for (int64_t i = 0; i < t->n; i++) {
        const int32_t c = t->label[i];
        int64_t quota = ard_max64(1, count * size[c] / t->n), rank = seen[c]++;
        /* the rows at which rank * quota / size steps up */
        if (count >= t->n || (rank + 1) * quota / size[c] > rank * quota / size[c]) row[chosen++] = i;
    }
    return chosen;
}

/* sqrt(C) [1 K] over the centres into design (n x m), sqrt(C) l into target. */
static void fill_system(const ard_targets *t, ard_kernel *kernel, int64_t m, const int64_t *centre, double *design,
                        double *target)
{
    const int64_t n = t->n;
    for (int64_t i = 0; i < n; i++) {
        design[i] = 1.0;
        target[i] = ard_target_sign(t, i) * sqrt(ard_target_weight(t, i));
    }
    ard_kernel_columns(kernel, m - 1, centre, 0, design + n);
    if (!t->weight) return;
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0; i < n; i++) design[j * n + i] *= sqrt(t->weight[i]);
}

int jcfo_ridge_start(ardor_context *context, const ard_targets *targets, ard_kernel *kernel, int64_t n_centres, ard_pn *pn)
{
    int rc = ARDOR_OK;
    const int64_t n = targets->n, p = ard_kernel_shape_of(kernel).p;
    const ard_pn_loan loan = ard_pn_lend(pn);
    ard_point *point = ard_pn_point(pn);
    int64_t *centre = NULL;
    double *target = NULL, *solution = NULL;
    NEW(context, centre, n);
    NEW(context, target, n);
    ard_point_index(point, n, p);
    ard_kernel_set(kernel, (ard_list){point->n_live, point->live, point->live_scale});
    const int64_t count = choose_centres(targets, n_centres, centre), m = count + 1;
    REQUIRE(context, m <= loan.columns, ARDOR_INTERNAL, "the ridge start has no room for %lld centres", (long long)count);
    fill_system(targets, kernel, m, centre, loan.design, target);
    ard_syrk('T', m, n, 1.0, loan.design, n, 0.0, loan.square, m);
    TRY(ard_sum(context, loan.square, m * m));
    for (int64_t j = 0; j < m; j++) loan.square[j * m + j] += 0.01 * targets->weight_sum;
    NEW(context, solution, m);
    ard_gemv('T', n, m, 1.0, loan.design, n, target, 0.0, solution);
    TRY(ard_sum(context, solution, m));
    REQUIRE(context, ard_cholesky(m, loan.square, m) == 0, ARDOR_NUMERIC,
            "the ridge start has a kernel matrix of %lld centres with a value that is not finite; standardise the features "
            "(--standardise train) or take a smaller value of the setting start_scale",
            (long long)count);
    ard_cholesky_solve(m, 1, loan.square, m, solution, m);
    point->bias[0] = solution[0];
    memset(point->weight, 0, (size_t)n * sizeof *point->weight);
    for (int64_t j = 0; j < count; j++) point->weight[centre[j]] = solution[1 + j];
done:
    ard_free(context, solution);
    ard_free(context, target);
    ard_free(context, centre);
    return rc;
}

void jcfo_dual_start(ard_basis basis, const spr_solution *s, int64_t n, int64_t n_scales, const int64_t *column, ard_point *point)
{
    for (int64_t t = 0; t < n_scales; t++) {
        const int64_t k = column ? column[t] : t;
        const double v = s->weight[k];
        point->scale[t] = v == 0.0 ? 0.0 : fabs(v) / fmax(copysign(1.0, v) * s->gradient[k], 0.5 * s->lam);
    }
    memcpy(point->weight, s->residual, (size_t)n * sizeof *point->weight);
    point->bias[0] = s->bias;
    if (basis.kind == ARD_POLY) /* poly:1 adds sum beta to every value */
        for (int64_t i = 0; i < n; i++) point->bias[0] -= point->weight[i];
}

void jcfo_warm_start(const ard_machine *warm, int64_t n, int64_t n_scales, const int64_t *column, ard_point *point)
{
    ard_function_values(warm, n_scales, column, point->scale);
    ard_function_weights(warm, 0, n, point->weight);
    point->bias[0] = ard_machine_as_function(warm)->bias[0];
}
