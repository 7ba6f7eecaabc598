/* The scales of the features by the radius/margin bound, the machine with them, and Platt's scaling on decision values that rows
 * have without their fold: README.md in this folder. */
#include "method/svm_rm/svm_rm.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/shared/cost.h"
#include "method/shared/platt.h"
#include "method/svm_rm/search.h"

static const ard_setting settings[SVM_RM_N_SETTINGS] = {
    [SVM_RM_K] =
        ARD_INT("k", NAN, 1, 1e6, "features", "how many features are kept, at most; auto: as many as the least bound has"),
    [SVM_RM_C] = ARD_SETTING_C,
    [SVM_RM_START_SCALE] = ARD_SETTING_START_SCALE(
        1e-6, 1e6, "every scale of rbf starts at this over the number of features; tuned with --tune; identity: no matter"),
    [SVM_RM_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose decision values make the probabilities"),
    [SVM_RM_TOL] = ARD_SETTING_TOL(1e-3, 1e-9, "what ln T could fall at most to first order that ends the fit: README"),
    [SVM_RM_MAX_ITER] = ARD_SETTING_MAX_ITER(1000),
};

typedef struct svm_rm {
    ARD_WORK;
    ard_platt_folds folds;
    rm_search search; /* of all the rows */
    rm_ask ask;       /* of the candidate */
    double *f;
} svm_rm;

static void svm_rm_close(void *work)
{
    svm_rm *w = work;
    if (!w) return;
    ard_free(w->context, w->f);
    rm_search_close(&w->search);
    ard_platt_free(w->context, &w->folds);
    ard_free(w->context, w);
}

static int svm_rm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       void **work)
{
    int rc = ARDOR_OK;
    const uint64_t seed = ard_seed(values->value[SVM_RM_FOLDS_SEED], problem->seed);
    svm_rm *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_platt_deal(context, problem, seed, ARD_PLATT_FOLDS, &w->folds));
    TRY(rm_search_open(context, problem, &w->search));
    NEW(context, w->f, problem->x->n);
    *work = w;
    w = NULL;
done:
    svm_rm_close(w);
    return rc;
}

/* ------------------------------------------------------------------ the machine */

/* With the identity the weight of a feature is theta_k x_k'b. */
static int linear_machine(const rm_search *q, double slope, double intercept, ard_machine *out)
{
    int rc = ARDOR_OK;
    const rm_bound *bound = &q->bound;
    int64_t m = 0, *feature = NULL;
    double *weight = NULL;
    NEW(q->context, feature, q->n_live);
    NEW(q->context, weight, q->n_live);
    for (int64_t t = 0; t < q->n_live; t++) {
        const double *x = bound->x.x + q->live[t] * bound->x.ld;
        weight[m] = slope * q->theta[t] * ard_dot(bound->margin.n, x, bound->margin.b);
        if (weight[m] == 0) continue;
        feature[m++] = q->live[t];
    }
    TRY(ard_function_of(q->context,
                        &(ard_function_parts){.basis = bound->problem->basis,
                                              .link = &ard_link_logit,
                                              .bias = slope * bound->margin.mu + intercept,
                                              .n_features = m,
                                              .feature = feature,
                                              .weight = weight},
                        out));
done:
    ard_free(q->context, weight);
    ard_free(q->context, feature);
    return rc;
}

/* The centres are the support vectors. */
static int kernel_machine(const rm_search *q, double slope, double intercept, ard_machine *out)
{
    int rc = ARDOR_OK;
    const rm_bound *bound = &q->bound;
    int64_t m = 0, *row = NULL;
    double *weight = NULL;
    NEW(q->context, row, bound->margin.n);
    NEW(q->context, weight, bound->margin.n);
    for (int64_t i = 0; i < bound->margin.n && q->n_live > 0; i++) {
        weight[m] = slope * bound->margin.b[i];
        if (weight[m] == 0) continue;
        row[m++] = i;
    }
    TRY(ard_function_of(q->context,
                        &(ard_function_parts){.basis = bound->problem->basis,
                                              .link = &ard_link_logit,
                                              .bias = slope * bound->margin.mu + intercept,
                                              .n_features = m > 0 ? q->n_live : 0,
                                              .feature = q->live,
                                              .weight = weight,
                                              .n_terms = m,
                                              .scale = q->theta,
                                              .row = row,
                                              .x = bound->problem->x},
                        out));
done:
    ard_free(q->context, weight);
    ard_free(q->context, row);
    return rc;
}

/* slope f + intercept. */
static int make_machine(const rm_search *q, double slope, double intercept, ard_machine *out)
{
    return q->shares ? linear_machine(q, slope, intercept, out) : kernel_machine(q, slope, intercept, out);
}

/* ------------------------------------------------------------------ a fit */

/* Without a fold the scales are found anew: those that all the rows chose suit the fold's rows too well. */
static int fit_part(void *work, const ard_platt_part *p, double *value, ard_stop *stop)
{
    int rc = ARDOR_OK;
    svm_rm *w = work;
    rm_search search = {0};
    ard_machine machine = {0};
    ard_iteration last = {0};
    int64_t iterations = 0;
    TRY(rm_search_open(w->context, &p->problem, &search));
    TRY(rm_search_run(&search, &w->ask, NULL, &iterations, &last));
    *stop = last.stop;
    TRY(make_machine(&search, 1, 0, &machine));
    TRY(ard_machine_scores(w->context, &machine, &p->x_out, value));
done:
    ard_machine_free(w->context, &machine);
    rm_search_close(&search);
    return rc;
}

/* A scale of the start. */
static double start_of(const ard_problem *problem, const ard_settings *values)
{
    return values->value[SVM_RM_START_SCALE] / (double)ard_max64(problem->x->p, 1);
}

static rm_ask ask_of(const svm_rm *w, const ard_settings *values)
{
    const double *value = values->value;
    return (rm_ask){.cost = value[SVM_RM_C],
                    .tol = value[SVM_RM_TOL],
                    .start = start_of(w->problem, values),
                    .k = isnan(value[SVM_RM_K]) ? 0 : (int64_t)value[SVM_RM_K],
                    .max_iter = (int64_t)value[SVM_RM_MAX_ITER]};
}

/* The line of the logit over values that the rows have without their fold, and the machine of it. */
static int finish(svm_rm *w, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_problem *problem = w->problem;
    const rm_bound *bound = &w->search.bound;
    double *value = NULL, slope = 0, intercept = 0;
    NEW(w->context, value, problem->x->n);
    rm_bound_values(bound, w->f);
    TRY(ard_platt_values(w->context, problem, &w->folds, &(ard_platt_user){fit_part, w}, w->f, &out->stop, value));
    TRY(ard_platt_line(w->context, &problem->target, value, &slope, &intercept));
    TRY(make_machine(&w->search, slope, intercept, &out->machine));
    out->null_model = out->machine.n_features == 0;
    out->extra[SVM_RM_SLOPE] = slope;
    out->extra[SVM_RM_INTERCEPT] = intercept;
    out->extra[SVM_RM_RADIUS] = bound->radius2;
    out->extra[SVM_RM_NORM] = bound->norm2;
done:
    ard_free(w->context, value);
    return rc;
}

static int svm_rm_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    svm_rm *w = work;
    ard_fit fit = ard_fit_empty();
    ard_iteration last = {0};
    (void)warm;
    *out = ard_fit_empty();
    w->ask = ask_of(w, values);
    TRY(rm_search_run(&w->search, &w->ask, ask->trace ? &fit.trace : NULL, &fit.iterations, &last));
    fit.objective = last.objective;
    fit.certificate = last.certificate;
    fit.stop = last.stop;
    TRY(finish(w, &fit));
    memcpy(fit.used, values->value, sizeof fit.used);
    fit.used[SVM_RM_FOLDS_SEED] = ard_seed_used(values->value[SVM_RM_FOLDS_SEED], w->problem->seed);
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_fit_free(w->context, &fit);
    return rc;
}

/* ------------------------------------------------------------------ the method */

/* Wide and narrow kernels end in minima of their own. */
enum { N_STARTS = 2 };
static const double STARTS[N_STARTS] = {.25, 1};

static int svm_rm_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       bool fine, ard_grid *out)
{
    const ard_axis start = {SVM_RM_START_SCALE, N_STARTS, STARTS, 1};
    (void)self;
    return ard_cost_grid(context, problem, values, SVM_RM_C, start_of, fine, problem->basis.kind == ARD_RBF ? &start : NULL, out);
}

static const char *const extras[] = {[SVM_RM_SLOPE] = "platt_slope",
                                     [SVM_RM_INTERCEPT] = "platt_intercept",
                                     [SVM_RM_RADIUS] = "radius2",
                                     [SVM_RM_NORM] = "norm2",
                                     [SVM_RM_N_EXTRAS] = NULL};

const ard_method ard_method_svm_rm = {
    .name = "svm-rm",
    .title = "Support vector machine with a scale per feature by the radius/margin bound (squared hinge; Platt's probabilities)",
    .reference = "Weston et al., NIPS 13, 2000; Chapelle et al., Machine Learning 46, 2002; Rakotomamonjy, JMLR 3, 2003",
    .can = ARD_CAN_IDENTITY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SVM_RM_N_SETTINGS,
    .extra = extras,
    .weaken = -1,
    .max_iter = SVM_RM_MAX_ITER,
    .grid = svm_rm_grid,
    .open = svm_rm_open,
    .solve = svm_rm_solve,
    .close = svm_rm_close,
};
