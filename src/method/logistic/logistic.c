/* Logistic regression with an elastic net by proximal Newton: README.md in this folder. */
#include "method/logistic/logistic.h"

#include <math.h>

#include "method/shared/fixed_scale.h"
#include "method/shared/penalised.h"

static const ard_setting settings[LOGISTIC_N_SETTINGS] = {
    [LOGISTIC_LAM] = ARD_REAL("lam", NAN, 1e-12, 1e12, "",
                              "rate of the penalty lam (alpha |w|_1 + (1 - alpha)/2 |w|^2); auto: "
                              "strength times the rate of the strength 1"),
    [LOGISTIC_STRENGTH] =
        ARD_REAL("strength", NAN, 1e-6, 1, "of lam_max",
                 "lam as a share of lam_max / alpha, the least rate at which every weight is zero; auto as in spr. alpha = 0: of "
                 "the rate at which all weights together have less than one degree of freedom; auto: 0.003. Tuned with --tune"),
    [LOGISTIC_ALPHA] =
        ARD_REAL("alpha", 1, 0, 1, "", "share of the L1 penalty: 1 the lasso, 0 the ridge, in between the elastic net"),
    [LOGISTIC_SCALE] = ARD_SETTING_SCALE,
    [LOGISTIC_SIGMA] = ARD_SETTING_SIGMA,
    [LOGISTIC_PENALISE_BIAS] =
        ARD_BOOL("penalise_bias", NAN, "penalise the bias with lam too; auto: yes for rbf and poly:2 upwards, else no"),
    [LOGISTIC_TOL] = ARD_SETTING_TOL(1e-5, 1e-12, "largest KKT violation, relative to the largest derivative of the penalty"),
    [LOGISTIC_MAX_ITER] = ARD_SETTING_MAX_ITER(300),
};

static const ard_penalised_family family = {.link = &ard_link_logit};

const ard_method ard_method_logistic = {
    .name = "logistic",
    .title = "Logistic regression (lasso, elastic net, ridge)",
    .reference =
        "Friedman, Hastie, Tibshirani, J. Stat. Softw. 33(1), 2010; Tibshirani, JRSS B 58, 1996; Zou, Hastie, JRSS B 67, 2005",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_CAN_FORCE,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = LOGISTIC_N_SETTINGS,
    .variant = &family,
    .weaken = LOGISTIC_LAM,
    .max_iter = LOGISTIC_MAX_ITER,
    .check = ard_penalised_check,
    .grid = ard_penalised_grid,
    .open = ard_penalised_open,
    .solve = ard_iterate,
    .steps = &ard_penalised_steps,
    .leave_out = ard_penalised_leave_out,
    .close = ard_penalised_close,
};
