/* Recursive feature elimination: README.md in this folder. */
#include "method/svm_rfe/svm_rfe.h"

#include <math.h>
#include <string.h>

#include "method/svm_rfe/eliminate.h"

static const ard_setting settings[SVM_RFE_N_SETTINGS] = {
    [SVM_RFE_K] = ARD_INT("k", 10, 1, 1e6, "features", "how many features are kept, at most; tuned with --tune"),
    [SVM_RFE_C] = ARD_REAL("C", 1, 1e-9, 1e9, "", "what a unit of a row's slack costs; not tuned"),
    [SVM_RFE_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose decision values make the probabilities"),
    [SVM_RFE_TOL] = ARD_SETTING_SVM_TOL,
};

typedef struct rfe {
    ARD_WORK;
    ard_platt_folds folds;
    rfe_order whole, *part; /* of all the rows, and without each fold; they last for all candidates */
    ard_csvc_ask ask;       /* of the candidate */
    int64_t k, calls;
} rfe;

static void rfe_close(void *work)
{
    rfe *w = work;
    if (!w) return;
    for (int fold = 0; w->part && fold < w->folds.n; fold++) ard_free(w->context, w->part[fold].column);
    ard_free(w->context, w->part);
    ard_free(w->context, w->whole.column);
    ard_platt_free(w->context, &w->folds);
    ard_free(w->context, w);
}

static int rfe_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    const uint64_t seed = ard_seed(values->value[SVM_RFE_FOLDS_SEED], problem->seed);
    rfe *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_platt_deal(context, problem->x, &problem->target, seed, &w->folds));
    NEW(context, w->whole.column, problem->x->p);
    NEW(context, w->part, w->folds.n);
    for (int fold = 0; fold < w->folds.n; fold++) NEW(context, w->part[fold].column, problem->x->p);
    *work = w;
    w = NULL;
done:
    rfe_close(w);
    return rc;
}

/* The columns of the candidate's size, and the machine of them. */
static int fit_rows(rfe *w, const ard_problem *problem, rfe_order *order, int64_t **column, rfe_machine *machine, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const bool all = w->k == problem->x->p;
    if (!all) {
        TRY(rfe_eliminate(w->context, w->method, problem, &w->ask, order, stop));
        w->calls += order->calls;
        if (!order->known) goto done;
    }
    TRY(rfe_first(w->context, all ? NULL : order, w->k, column));
    TRY(rfe_machine_fit(w->context, w->method, problem, w->k, *column, &w->ask, machine, stop));
    w->calls++;
done:
    return rc;
}

/* Without a fold features are eliminated anew: those that all the rows choose suit the fold's rows too well. */
static int fit_part(void *work, const ard_platt_part *p, double *value, ard_stop *stop)
{
    int rc = ARDOR_OK;
    rfe *w = work;
    int64_t *column = NULL;
    rfe_machine machine = {0};
    ard_machine function = {0};
    TRY(fit_rows(w, &p->problem, w->part + p->fold, &column, &machine, stop));
    if (*stop != ARD_STOP_NONE) goto done;
    TRY(ard_csvc_machine(machine.csvc, &machine.fit, 1, 0, column, &function));
    TRY(ard_machine_scores(w->context, &function, &p->x_out, value));
done:
    ard_machine_free(w->context, &function);
    rfe_machine_close(w->context, &machine);
    ard_free(w->context, column);
    return rc;
}

/* An elimination that is stopped has no answer. */
static int rfe_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    rfe *w = work;
    const ard_problem *problem = w->problem;
    int64_t *column = NULL;
    rfe_machine machine = {0};
    ard_fit fit = ard_fit_empty();
    (void)warm;
    (void)ask;
    *out = fit;
    w->ask = (ard_csvc_ask){.cost = values->value[SVM_RFE_C], .tol = values->value[SVM_RFE_TOL]};
    w->k = ard_min64((int64_t)values->value[SVM_RFE_K], problem->x->p);
    w->calls = 0;
    TRY(fit_rows(w, problem, &w->whole, &column, &machine, &fit.stop));
    if (!column) TRY(ard_check_running(w->context));
    REQUIRE(w->context, column, ARDOR_CANCELLED, "stopped before the features were chosen");
    const ard_csvc_end end = {.problem = problem, .column = column, .folds = &w->folds, .user = {fit_part, w}};
    TRY(ard_csvc_finish(machine.csvc, &machine.fit, machine.f, &end, &fit));
    fit.iterations = w->calls;
    memcpy(fit.used, values->value, sizeof fit.used);
    fit.used[SVM_RFE_FOLDS_SEED] = ard_seed_used(values->value[SVM_RFE_FOLDS_SEED], problem->seed);
    *out = fit;
    fit = (ard_fit){0};
done:
    rfe_machine_close(w->context, &machine);
    ard_free(w->context, column);
    ard_fit_free(w->context, &fit);
    return rc;
}

enum { N_SIZES = 11 };
static const double SIZES[N_SIZES] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

static int rfe_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    (void)self;
    (void)problem;
    (void)fine;
    return ard_product_grid(context, values, 1, &(ard_axis){SVM_RFE_K, N_SIZES, SIZES, 1}, out);
}

const ard_method ard_method_svm_rfe = {
    .name = "svm-rfe",
    .title = "Recursive feature elimination with a linear support vector machine (LIBSVM; Platt's probabilities)",
    .reference = "Guyon, Weston, Barnhill and Vapnik, Machine Learning 46, 2002",
    .can = ARD_CAN_IDENTITY | ARD_CAN_CLASS_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SVM_RFE_N_SETTINGS,
    .extra = ard_csvc_extras,
    .weaken = -1,
    .max_iter = -1,
    .grid = rfe_grid,
    .open = rfe_open,
    .solve = rfe_solve,
    .close = rfe_close,
};
