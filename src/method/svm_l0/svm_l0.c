/* Zero-norm minimisation: README.md in this folder. */
#include "method/svm_l0/svm_l0.h"

#include <math.h>

#include "method/shared/cost.h"
#include "method/svm_l0/arom.h"

static const ard_setting settings[SVM_L0_N_SETTINGS] = {
    [SVM_L0_K] = ARD_INT("k", NAN, 1, 1e6, "features",
                         "how many features are kept, at most; auto: those that are left where their scales have settled"),
    [SVM_L0_C] = ARD_SETTING_C,
    [SVM_L0_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose decision values make the probabilities"),
    [SVM_L0_TOL] = ARD_SETTING_SVM_TOL,
    [SVM_L0_MAX_ITER] = ARD_SETTING_MAX_ITER(100),
};

/* As of svm, over the kernel of a row of standardised features; but of no more of them than there are rows, for the last machine
 * has few. */
static int l0_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                   bool fine, ard_grid *out)
{
    const double kernel = (double)ard_max64(1, ard_min64(problem->x->n, problem->x->p));
    (void)self;
    return ard_cost_grid_over(context, values, SVM_L0_C, kernel, fine, out);
}

static const ard_ordered variant = {l0_order};

const ard_method ard_method_svm_l0 = {
    .name = "svm-l0",
    .title = "Zero-norm minimisation with a linear support vector machine (AROM, LIBSVM; Platt's probabilities)",
    .reference = "Weston, Elisseeff, Schoelkopf and Tipping, JMLR 3, 2003",
    .can = ARD_CAN_IDENTITY | ARD_CAN_CLASS_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SVM_L0_N_SETTINGS,
    .extra = ard_csvc_extras,
    .variant = &variant,
    .weaken = -1,
    .max_iter = SVM_L0_MAX_ITER,
    .grid = l0_grid,
    .open = ard_ordered_open,
    .solve = ard_ordered_solve,
    .close = ard_ordered_close,
};
