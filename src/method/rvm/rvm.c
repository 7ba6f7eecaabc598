/* The relevance vector machine: the evidence engine with plain Gaussian priors and fixed scales. README.md in this folder. */
#include "method/rvm/rvm.h"

#include <math.h>

#include "method/shared/evidence.h"
#include "method/shared/fixed_scale.h"
#include "method/logit_output.h"

enum { WEIGHT_STEPS = 25 };

static const ard_setting settings[RVM_N_SETTINGS] = {
    [RVM_SCALE] = ARD_SETTING_SCALE,
    [RVM_SIGMA] = ARD_SETTING_SIGMA,
    [RVM_ALPHA0] = ARD_REAL("alpha0", NAN, 1e-12, 1e12, "",
                            "precision of every weight at the start; auto: 1 over the number of weights and bias"),
    [RVM_PRUNE_AT] = ARD_REAL("prune_at", 1e9, 1, 1e300, "", "weights with a precision from here on are pruned"),
    [RVM_EARLY_FACTOR] = ARD_REAL("early_factor", 1e6, 0, 1e12, "",
                                  "test the relevance (q^2 > s) of weights with this many times the precision of the start; 0: "
                                  "wait for prune_at, as in the paper"),
    [RVM_MOST_PRUNED] = ARD_REAL("most_pruned", .2, 1e-6, 1, "", "largest share that the relevance test prunes in one iteration"),
    [RVM_NEWTON_TOL] = ARD_REAL("newton_tol", 1e-12, 1e-300, 1, "", "Newton decrement at which the mode counts as reached"),
    [RVM_TOL] = ARD_SETTING_TOL(NAN, 1e-15,
                                "batch: largest change of a log precision that ends the fit; sequential: largest rise of the "
                                "evidence still promised; auto: 1e-3, sequential 1e-6"),
    [RVM_SOLVER] = ARD_CHOICE("solver", RVM_BATCH, "batch|sequential",
                              "batch: all precisions at once, from all weights; sequential: one weight at a time, from none "
                              "(Tipping and Faul, 2003)"),
    [RVM_MAX_ITER] = ARD_SETTING_MAX_ITER(5000),
};

static int rvm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    ard_evidence *e = NULL;
    const bool sequential = values->value[RVM_SOLVER] == RVM_SEQUENTIAL;
    *work = NULL;
    TRY(ard_evidence_open(self, context, problem, false, sequential ? ARD_FORM_COLUMNS : ARD_FORM_AUTO, &e));
    if (sequential) TRY(ard_laplace_sequential_open(context, e->laplace));
    *work = e;
    e = NULL;
done:
    ard_evidence_close(e);
    return rc;
}

static int rvm_start(void *work, const ard_settings *values, const ard_solution *warm)
{
    ard_evidence *e = work;
    const double *value = values->value;
    (void)warm;
    e->values = *values;
    const bool sequential = value[RVM_SOLVER] == RVM_SEQUENTIAL;
    const int64_t weights = e->problem->basis.kind == ARD_IDENTITY ? e->problem->x->p : e->problem->x->n;
    e->options = (ard_laplace_options){.alpha0 = isnan(value[RVM_ALPHA0]) ? 1.0 / (double)(weights + 1) : value[RVM_ALPHA0],
                                       .scale = ard_fixed_scale(value[RVM_SCALE], value[RVM_SIGMA], e->problem->x->p),
                                       .prune_at = value[RVM_PRUNE_AT],
                                       .early_factor = value[RVM_EARLY_FACTOR],
                                       .most_pruned = value[RVM_MOST_PRUNED],
                                       .weight_steps = WEIGHT_STEPS,
                                       .newton_tol = value[RVM_NEWTON_TOL],
                                       .watch_precisions = true,
                                       .tol = !isnan(value[RVM_TOL]) ? value[RVM_TOL]
                                              : sequential           ? 1e-6
                                                                     : 1e-3};
    if (sequential)
        ard_laplace_sequential_start(e->laplace, &e->options, e->problem->x->p, e->feature);
    else
        ard_laplace_start(e->laplace, &e->options, e->problem->x->p, e->feature);
    return ARDOR_OK;
}

static int rvm_step(void *work, ard_iteration *out)
{
    ard_evidence *e = work;
    const bool sequential = e->values.value[RVM_SOLVER] == RVM_SEQUENTIAL;
    return sequential ? ard_laplace_sequential_step(e->laplace, out) : ard_laplace_step(e->laplace, out);
}

static int rvm_finish(void *work, const ard_ask *ask, ard_solution *out)
{
    ard_evidence *e = work;
    (void)ask;
    int rc = ard_evidence_finish(e, out);
    if (rc != ARDOR_OK) return rc;
    out->used[RVM_ALPHA0] = e->options.alpha0;
    out->used[RVM_SCALE] = e->problem->basis.kind == ARD_IDENTITY ? (double)NAN : e->options.scale;
    out->used[RVM_SIGMA] = NAN;
    out->used[RVM_TOL] = e->options.tol;
    return ARDOR_OK;
}

static const ard_steps rvm_steps = {rvm_start, rvm_step, rvm_finish};

/* The evidence chooses everything but the width of the kernel. */
static int rvm_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    (void)fine;
    return ard_fixed_scale_grid(self, context, problem, values, RVM_ALPHA0, NAN, out);
}

const ard_method ard_method_rvm = {
    .name = "rvm",
    .title = "Relevance vector machine (logistic, Gaussian ARD priors on the weights, Laplace)",
    .reference = "Tipping, JMLR 1, 2001",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_HAS_COVARIANCE,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = RVM_N_SETTINGS,
    .extra = ard_evidence_extras,
    .weaken = -1,
    .max_iter = RVM_MAX_ITER,
    .check = ard_check_fixed_scale,
    .grid = rvm_grid,
    .open = rvm_open,
    .solve = ard_iterate,
    .steps = &rvm_steps,
    .close = ard_evidence_close,
    .predict = ard_logit_predict,
};
