/* Recursive feature elimination: README.md in this folder. */
#include "method/svm_rfe/svm_rfe.h"

#include <math.h>

#include "method/shared/eliminate.h"
#include "method/svm_rfe/eliminate.h"

static const ard_setting settings[SVM_RFE_N_SETTINGS] = {
    [SVM_RFE_K] = ARD_SETTING_KEPT,
    [SVM_RFE_C] = ARD_REAL("C", 1, 1e-9, 1e9, "", "what a unit of a row's slack costs; not tuned"),
    [SVM_RFE_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose decision values make the probabilities"),
    [SVM_RFE_TOL] = ARD_SETTING_SVM_TOL,
};

static int rfe_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    (void)self;
    (void)problem;
    (void)fine;
    return ard_product_grid(context, values, 1, &(ard_axis){SVM_RFE_K, ARD_N_KEPT, ard_kept, 1}, out);
}

static const ard_ordered variant = {rfe_eliminate};

const ard_method ard_method_svm_rfe = {
    .name = "svm-rfe",
    .title = "Recursive feature elimination with a linear support vector machine (LIBSVM; Platt's probabilities)",
    .reference = "Guyon, Weston, Barnhill and Vapnik, Machine Learning 46, 2002",
    .can = ARD_CAN_IDENTITY | ARD_CAN_CLASS_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SVM_RFE_N_SETTINGS,
    .extra = ard_csvc_extras,
    .variant = &variant,
    .weaken = -1,
    .max_iter = -1,
    .grid = rfe_grid,
    .open = ard_ordered_open,
    .solve = ard_ordered_solve,
    .close = ard_ordered_close,
};
