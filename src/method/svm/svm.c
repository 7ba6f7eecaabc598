/* The support vector machine of LIBSVM, with Platt's scaling on decision values that rows have without their fold: README.md. */
#include "method/svm/svm.h"

#include <math.h>
#include <string.h>

#include "method/shared/csvc.h"
#include "method/shared/fixed_scale.h"

static const ard_setting settings[SVM_N_SETTINGS] = {
    [SVM_C] = ARD_SETTING_C,
    [SVM_SCALE] = ARD_SETTING_SCALE,
    [SVM_SIGMA] = ARD_SETTING_SIGMA,
    [SVM_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose decision values make the probabilities"),
    [SVM_TOL] = ARD_SETTING_SVM_TOL,
};

typedef struct svm {
    ARD_WORK;
    ard_csvc *csvc;
    ard_platt_folds folds;
    ard_csvc_fit whole, part; /* to all the rows, and without a fold */
    double *f;                /* of `whole` */
    int64_t calls;            /* of the solver, for a candidate */
} svm;

static void svm_close(void *work)
{
    svm *w = work;
    if (!w) return;
    ard_free(w->context, w->f);
    ard_csvc_fit_close(w->context, &w->part);
    ard_csvc_fit_close(w->context, &w->whole);
    ard_platt_free(w->context, &w->folds);
    ard_csvc_close(w->csvc);
    ard_free(w->context, w);
}

static int svm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    const uint64_t seed = ard_seed(values->value[SVM_FOLDS_SEED], problem->seed);
    svm *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_csvc_open(context, self, problem, ARD_CSVC_AUTO, &w->csvc));
    TRY(ard_platt_deal(context, problem, seed, ARD_PLATT_FOLDS, &w->folds));
    TRY(ard_csvc_fit_open(context, problem->x->n, &w->whole));
    TRY(ard_csvc_fit_open(context, problem->x->n, &w->part));
    NEW(context, w->f, problem->x->n);
    *work = w;
    w = NULL;
done:
    svm_close(w);
    return rc;
}

static bool is_identity(const ard_problem *problem) { return problem->basis.kind == ARD_IDENTITY; }

static double scale_of(const ard_problem *problem, const ard_settings *values)
{
    return is_identity(problem) ? 1 : ard_fixed_scale(values->value[SVM_SCALE], values->value[SVM_SIGMA], problem->x->p);
}

static int fit_part(void *work, const ard_platt_part *p, double *value, ard_stop *stop)
{
    svm *w = work;
    w->calls++;
    return ard_csvc_train(w->csvc, &w->whole.ask, &(ard_csvc_rows){p->in, p->out}, &w->part, value, stop);
}

static int svm_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    svm *w = work;
    const ard_problem *problem = w->problem;
    const ard_csvc_rows all = {{problem->x->n, NULL}, {problem->x->n, NULL}};
    const ard_csvc_ask how = {.cost = values->value[SVM_C], .tol = values->value[SVM_TOL]};
    const ard_csvc_end end = {.problem = problem, .folds = &w->folds, .user = {fit_part, w}};
    ard_fit fit = ard_fit_empty();
    (void)warm;
    (void)ask;
    *out = fit;
    w->calls = 1;
    TRY(ard_csvc_set(w->csvc, scale_of(problem, values)));
    TRY(ard_csvc_train(w->csvc, &how, &all, &w->whole, w->f, &fit.stop));
    TRY(ard_csvc_finish(w->csvc, &w->whole, w->f, &end, &fit));
    fit.iterations = w->calls;
    memcpy(fit.used, values->value, sizeof fit.used);
    fit.used[SVM_SCALE] = is_identity(problem) ? (double)NAN : scale_of(problem, values);
    fit.used[SVM_SIGMA] = NAN;
    fit.used[SVM_FOLDS_SEED] = ard_seed_used(values->value[SVM_FOLDS_SEED], problem->seed);
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_fit_free(w->context, &fit);
    return rc;
}

/* ------------------------------------------------------------------ candidates */

/* Of kernels that are linear in their scale nothing is left to tune beside C. */
static int svm_grid(const ard_method *method, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    const bool one_scale = is_identity(problem) || problem->basis.kind == ARD_LINEAR;
    const ard_axis scale = ard_scale_axis(method, problem, values);
    return ard_cost_grid(context, problem, values, SVM_C, scale_of, fine, one_scale ? NULL : &scale, out);
}

const ard_method ard_method_svm = {
    .name = "svm",
    .title = "Support vector machine (C-SVC of LIBSVM; Platt's probabilities)",
    .reference = "Cortes and Vapnik, Machine Learning 20, 1995; Chang and Lin, ACM TIST 2(3), 2011",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_CLASS_WEIGHTS,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = SVM_N_SETTINGS,
    .extra = ard_csvc_extras,
    .weaken = -1,
    .max_iter = -1,
    .check = ard_check_fixed_scale,
    .grid = svm_grid,
    .open = svm_open,
    .solve = svm_solve,
    .close = svm_close,
};
