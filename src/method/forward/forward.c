/* Greedy forward selection with Fisher's discriminant: README.md. */
#include "method/forward/forward.h"

#include <math.h>

#include "base/rank.h"
#include "method/forward/select.h"

static const ard_setting settings[FORWARD_N_SETTINGS] = {
    [FORWARD_K] = ARD_INT("k", NAN, 1, 1e6, "features",
                          "how many features are selected, at most; auto: as many as the extended Bayesian information criterion "
                          "takes; tuned with --tune"),
};

static const char *const extras[] = {[FORWARD_CRITERION] = "fisher_criterion", NULL};

/* The selection stays from candidate to candidate: a larger one takes it up where it is. */
typedef struct forward {
    ardor_context *context;
    const ard_problem *problem;
    selection chosen;
    int64_t wanted; /* by the candidate; INT64_MAX: it is for the criterion to say */
} forward;

static void forward_close(void *work)
{
    forward *w = work;
    if (!w) return;
    selection_close(w->context, &w->chosen);
    ard_free(w->context, w);
}

static int forward_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                        void **work)
{
    int rc = ARDOR_OK;
    forward *w = NULL;
    (void)self, (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->problem = problem;
    TRY(selection_open(context, problem->x, &problem->target, &w->chosen));
    *work = w;
    w = NULL;
done:
    forward_close(w);
    return rc;
}

/* ------------------------------------------------------------------ how many */

/* Does the k-th feature lower the criterion? The log likelihood of the regression is -W/2 log(left); each feature is charged
 * log W, and 2 log p for having been one of p. */
static bool is_worth_it(const forward *w, int64_t k)
{
    const double weight = w->problem->target.weight_sum, *left = w->chosen.left;
    if (left[k] <= 0) return true;
    return weight * log(left[k - 1] / left[k]) > log(weight) + 2 * log((double)w->problem->x->p);
}

/* How many of those entered the model has. */
static int64_t model_size(const forward *w)
{
    int64_t k = 0;
    if (w->wanted < INT64_MAX) return ard_min64(w->wanted, w->chosen.n);
    while (k < w->chosen.n && is_worth_it(w, k + 1)) k++;
    return k;
}

/* Is there no need of a further feature? */
static bool is_enough(const forward *w)
{
    const int64_t n = w->chosen.n;
    return w->chosen.ended || n >= w->wanted || (w->wanted == INT64_MAX && model_size(w) < n);
}

static int forward_grow(void *work)
{
    forward *w = work;
    return selection_grow(w->context, &w->chosen);
}

static int forward_step(void *work, ard_iteration *out)
{
    forward *w = work;
    if (!is_enough(w)) selection_step(&w->chosen);
    out->n_features = model_size(w);
    out->objective = 1 - w->chosen.left[out->n_features];
    out->grow = forward_grow;
    if (is_enough(w)) out->stop = out->n_features > 0 ? ARD_STOP_CONVERGED : ARD_STOP_NULL_MODEL;
    return ARDOR_OK;
}

/* ------------------------------------------------------------------ the model */

/* In the order of the columns; a feature whose weight is 0 is left out. */
static int make_machine(const forward *w, int64_t m, ard_fit *out)
{
    int rc = ARDOR_OK;
    int64_t *column = NULL;
    double *entered = NULL, *weight = NULL;
    ard_rank *order = NULL;
    ard_function_parts parts = {.basis = w->problem->basis, .link = &ard_link_logit, .x = w->problem->x};
    NEW(w->context, column, m);
    NEW(w->context, entered, m);
    NEW(w->context, weight, m);
    NEW(w->context, order, m);
    if (m == 0)
        TRY(ard_link_null_bias(w->context, &ard_link_logit, &w->problem->target, &parts.bias));
    else
        TRY(selection_discriminant(w->context, &w->chosen, m, &parts.bias, entered, &out->extra[FORWARD_CRITERION]));
    for (int64_t k = 0; k < m; k++) order[k] = (ard_rank){.index = k, .key = -(double)w->chosen.column[k]};
    ard_rank_sort(m, order);
    for (int64_t k = 0; k < m; k++) {
        const int64_t at = order[k].index;
        if (entered[at] == 0) continue;
        column[parts.n_features] = w->chosen.column[at];
        weight[parts.n_features++] = entered[at];
    }
    parts.feature = column;
    parts.weight = weight;
    TRY(ard_function_of(w->context, &parts, &out->machine));
done:
    ard_free(w->context, order);
    ard_free(w->context, weight);
    ard_free(w->context, entered);
    ard_free(w->context, column);
    return rc;
}

static int forward_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    forward *w = work;
    const double k = candidate->value[FORWARD_K];
    ard_fit fit = ard_fit_empty();
    ard_iteration last = {0};
    (void)warm, (void)ask; /* the selection itself is there */
    *out = ard_fit_empty();
    w->wanted = isnan(k) ? INT64_MAX : (int64_t)k;
    TRY(selection_grow(w->context, &w->chosen));
    TRY(ard_drive(w->context, forward_step, w, w->chosen.most + 1, NULL, &fit.iterations, &last));
    TRY(make_machine(w, model_size(w), &fit));
    fit.objective = last.objective;
    fit.stop = last.stop;
    fit.null_model = fit.machine.n_features == 0;
    fit.used[FORWARD_K] = isnan(k) && model_size(w) > 0 ? (double)model_size(w) : k;
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_fit_free(w->context, &fit);
    return rc;
}

/* ------------------------------------------------------------------ the method */

/* One path, of which a candidate costs its last features. */
static int forward_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                        bool fine, ard_grid *out)
{
    static const double sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50},
                        fine_sizes[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                        18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100};
    const ard_axis axis = {FORWARD_K, fine ? sizeof fine_sizes / sizeof *fine_sizes : sizeof sizes / sizeof *sizes,
                           fine ? fine_sizes : sizes, 1.0};
    (void)self, (void)problem;
    return ard_path_grid(context, values, 1, &axis, 0, false, out);
}

const ard_method ard_method_forward = {
    .name = "forward",
    .title = "Forward selection with Fisher's linear discriminant",
    .reference = "Fisher, Ann. Eugenics 7, 1936; Chen and Chen, Biometrika 95, 2008, of the criterion that says how many",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = FORWARD_N_SETTINGS,
    .extra = extras,
    .weaken = -1,
    .max_iter = -1,
    .grid = forward_grid,
    .open = forward_open,
    .solve = forward_solve,
    .close = forward_close,
};
