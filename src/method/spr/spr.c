/* Sparse probit regression by proximal Newton: README.md in this folder. */
#include "method/spr/spr.h"

#include <math.h>
#include <string.h>

#include "method/shared/fixed_scale.h"
#include "method/shared/penalised.h"
#include "solver/proxnewton/functions.h"

static const ard_setting settings[SPR_N_SETTINGS] = {
    [SPR_LAM1] = ARD_REAL("lam1", NAN, 1e-12, 1e12, "", "L1 rate of the weights; auto: strength * lam_max"),
    [SPR_STRENGTH] =
        ARD_REAL("strength", NAN, 1e-6, 1, "of lam_max",
                 "rate as a share of lam_max, the least rate at which every weight is zero; auto: 0.35 sqrt(log m / n) "
                 "for m weights and n samples, at most 0.2, and 0.2 where p > 5 n; tuned with --tune"),
    [SPR_SCALE] = ARD_SETTING_SCALE,
    [SPR_SIGMA] = ARD_SETTING_SIGMA,
    [SPR_PENALISE_BIAS] = ARD_SETTING_PENALISE_BIAS,
    [SPR_TOL] = ARD_SETTING_TOL(1e-5, 1e-12, "largest KKT violation, relative to lam1"),
    [SPR_MAX_ITER] = ARD_SETTING_MAX_ITER(300),
};

static const ard_link *const probit = &ard_link_probit;

static ard_penalty l1(double rate) { return (ard_penalty){ARD_L1, rate}; }

/* ------------------------------------------------------------------ path for screens */

enum { SCREEN_MAX_ITER = 200 };
static const double SCREEN_TOL = 1e-4;

struct spr_path {
    ardor_context *context;
    const ard_problem *problem;
    ard_pn *pn;
    double lam_max, strength;
    spr_solution solution;
};

int spr_path_open(ardor_context *context, const ard_problem *problem, spr_path **out)
{
    int rc = ARDOR_OK;
    spr_path *path = NULL;
    ard_pn_function function;
    *out = NULL;
    NEW(context, path, 1);
    path->context = context;
    path->problem = problem;
    path->strength = NAN;
    ard_identity_bind(problem->x, &function);
    TRY(ard_pn_open(context, &function, probit, &problem->target, &path->pn));
    TRY(ard_penalised_null(context, path->pn, probit, problem, 1, problem->x->p, ARD_L1, &path->lam_max));
    *out = path;
    path = NULL;
done:
    spr_path_close(context, path);
    return rc;
}

void spr_path_close(ardor_context *context, spr_path *path)
{
    if (!path) return;
    ard_pn_close(context, path->pn);
    ard_free(context, path);
}

int spr_path_solve(spr_path *path, double strength, const spr_solution **out)
{
    int rc = ARDOR_OK;
    ard_iteration last = {0};
    int64_t iterations = 0;
    *out = NULL;
    if (strength != path->strength) {
        double lam = fmax(strength * path->lam_max, 1e-300);
        path->strength = NAN;
        TRY(ard_pn_start(path->pn, &(ard_pn_options){.weights = l1(lam), .tol = SCREEN_TOL, .damping = ARD_PENALISED_DAMPING}));
        TRY(ard_drive(path->context, ard_pn_step, path->pn, SCREEN_MAX_ITER, NULL, &iterations, &last));
        /* half a screen looks like a whole one to what follows */
        if (ard_stop_cut(last.stop)) TRY(ard_check_running(path->context));
        path->solution = (spr_solution){lam, ard_pn_point(path->pn)->bias[0], ard_pn_point(path->pn)->weight,
                                        ard_pn_residual(path->pn), ard_pn_weight_gradient(path->pn)};
        path->strength = strength;
    }
    *out = &path->solution;
done:
    return rc;
}

/* ------------------------------------------------------------------ the method */

static const ard_penalised_family family = {.link = &ard_link_probit};

const ard_method ard_method_spr = {
    .name = "spr",
    .title = "Sparse probit regression (Laplace prior on the weights)",
    .reference = "Figueiredo, IEEE TPAMI 25, 2003; Krishnapuram et al., IEEE TPAMI 26(9), 2004, section 3.1",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_CAN_FORCE,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SPR_N_SETTINGS,
    .variant = &family,
    .weaken = SPR_LAM1,
    .max_iter = SPR_MAX_ITER,
    .check = ard_penalised_check,
    .grid = ard_penalised_grid,
    .open = ard_penalised_open,
    .solve = ard_iterate,
    .steps = &ard_penalised_steps,
    .leave_out = ard_penalised_leave_out,
    .close = ard_penalised_close,
};
