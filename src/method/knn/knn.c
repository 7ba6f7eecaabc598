/* Shares of the classes among the nearest training rows: README.md in this folder. What there is to compute, the machine does
 * (machine/neighbours.h). */
#include "method/knn/knn.h"

#include <math.h>

#include "machine/neighbours.h"
#include "method/shared/plain.h"

static const double NUMBERS[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};

static const ard_setting settings[KNN_N_SETTINGS] = {
    [KNN_NEIGHBOURS] =
        ARD_INT("neighbours", NAN, 1, 1e9, "rows",
                "how many of the nearest training rows vote, a row of weight 2 as two; auto: the odd number nearest "
                "to the square root of the rows; tuned with --tune, from 1 to 20"),
};

static double nearest_odd(double x) { return 2 * floor(x / 2) + 1; }

static int64_t votes_of(const ard_problem *problem, const ard_settings *candidate)
{
    const double asked = candidate->value[KNN_NEIGHBOURS];
    const double k = isnan(asked) ? fmin(nearest_odd(sqrt(problem->target.weight_sum)), settings[KNN_NEIGHBOURS].high) : asked;
    return (int64_t)k;
}

/* Without features all rows are neighbours of all: the shares of the classes. */
static int knn_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_work *w = work;
    const ard_problem *problem = w->problem;
    const int64_t k = votes_of(problem, candidate);
    (void)warm, (void)ask;
    *out = ard_fit_empty();
    TRY(ard_neighbours_machine(w->context, problem->x, &problem->target, k, &out->machine));
    out->null_model = out->machine.n_features == 0;
    out->stop = out->null_model ? ARD_STOP_NULL_MODEL : ARD_STOP_CONVERGED;
    out->used[KNN_NEIGHBOURS] = (double)k;
done:
    return rc;
}

/* Candidates differ in how many vote only: the distances are the same. */
static int knn_predict_each(void *work, int64_t n, const ard_settings *candidate, const ard_matrix *x, double *prob)
{
    int rc = ARDOR_OK;
    const ard_work *w = work;
    ard_machine machine = {0};
    int64_t *k = NULL;
    NEW(w->context, k, n);
    for (int64_t i = 0; i < n; i++) k[i] = votes_of(w->problem, candidate + i);
    TRY(ard_neighbours_machine(w->context, w->problem->x, &w->problem->target, 1, &machine));
    if (ard_machine_as_neighbours(&machine))
        TRY(ard_neighbours_predict_each(w->context, &machine, n, k, x, prob));
    else
        for (int64_t i = 0; i < n; i++) TRY(ard_machine_predict(w->context, &machine, x, prob + i * x->n * machine.n_classes));
done:
    ard_machine_free(w->context, &machine);
    ard_free(w->context, k);
    return rc;
}

static int knn_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    const ard_axis axis = {KNN_NEIGHBOURS, sizeof NUMBERS / sizeof *NUMBERS, NUMBERS, 1};
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

const ard_method ard_method_knn = {
    .name = "knn",
    .title = "Nearest neighbours",
    .reference = "Fix, Hodges, report 4, USAF School of Aviation Medicine, 1951; Cover, Hart, IEEE Trans. Inf. Theory 13, 1967",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS | ARD_CAN_MANY_CLASSES,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = KNN_N_SETTINGS,
    .weaken = -1,
    .max_iter = -1,
    .grid = knn_grid,
    .open = ard_plain_open,
    .solve = knn_solve,
    .predict_each = knn_predict_each,
    .close = ard_plain_close,
};
