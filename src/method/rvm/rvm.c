/* The relevance vector machine: the evidence engine with plain Gaussian priors and fixed scales. README.md in this folder. */
#include "method/rvm/rvm.h"

#include <math.h>

#include "method/shared/evidence.h"
#include "method/shared/fixed_scale.h"
#include "method/logit_output.h"

enum { WEIGHT_STEPS = 25 };

static const ard_setting settings[RVM_N_SETTINGS] = {
    [RVM_SCALE] = {"scale", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "", "theta of every feature; auto: 1/p; tuned with --tune"},
    [RVM_SIGMA] = {"sigma", ARD_SETTING_REAL, NAN, 1e-6, 1e6, NULL, "", "width of rbf instead of scale: theta = 1/(2 sigma^2)"},
    [RVM_ALPHA0] = {"alpha0", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                    "precision of every weight at the start; auto: 1 over the number of weights and bias"},
    [RVM_PRUNE_AT] = {"prune_at", ARD_SETTING_REAL, 1e9, 1, 1e300, NULL, "", "weights with a precision from here on are pruned"},
    [RVM_EARLY_FACTOR] =
        {"early_factor", ARD_SETTING_REAL, 1e6, 0, 1e12, NULL, "",
         "test the relevance (q^2 > s) of weights with this many times the precision of the start; 0: wait for prune_at, as "
         "in the paper"},
    [RVM_MOST_PRUNED] = {"most_pruned", ARD_SETTING_REAL, .2, 1e-6, 1, NULL, "",
                         "largest share that the relevance test prunes in one iteration"},
    [RVM_NEWTON_TOL] = {"newton_tol", ARD_SETTING_REAL, 1e-12, 1e-300, 1, NULL, "",
                        "Newton decrement at which the mode counts as reached"},
    [RVM_TOL] = {"tol", ARD_SETTING_REAL, NAN, 1e-15, 1, NULL, "",
                 "batch: largest change of a log precision that ends the fit; sequential: largest rise of the evidence still "
                 "promised; auto: 1e-3, sequential 1e-6"},
    [RVM_SOLVER] =
        {"solver", ARD_SETTING_CHOICE, RVM_BATCH, 0, 0, "batch|sequential", "",
         "batch: all precisions at once, from all weights; sequential: one weight at a time, from none (Tipping and Faul, "
         "2003)"},
    [RVM_MAX_ITER] = {"max_iter", ARD_SETTING_INT, 5000, 1, 1e6, NULL, "", "most iterations"},
};

static int rvm_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, void **work)
{
    int rc = ARDOR_OK;
    ard_evidence *e = NULL;
    const bool sequential = values->value[RVM_SOLVER] == RVM_SEQUENTIAL;
    *work = NULL;
    TRY(ard_evidence_open(context, problem, basis, false, sequential ? ARD_FORM_COLUMNS : ARD_FORM_AUTO, &e));
    if (sequential) TRY(ard_laplace_sequential_open(context, e->laplace));
    *work = e;
    e = NULL;
done:
    ard_evidence_close(e);
    return rc;
}

static int rvm_start(void *work, const ard_settings *values, const ard_solution *warm, int64_t n_only, const int64_t *only)
{
    ard_evidence *e = work;
    const double *value = values->value;
    (void)warm;
    ard_evidence_choose(e, n_only, only);
    e->values = *values;
    const bool sequential = value[RVM_SOLVER] == RVM_SEQUENTIAL;
    const int64_t weights = e->basis.kind == ARD_IDENTITY ? e->n_features : e->problem->n;
    e->options = (ard_laplace_options){.alpha0 = isnan(value[RVM_ALPHA0]) ? 1.0 / (double)(weights + 1) : value[RVM_ALPHA0],
                                       .scale = ard_fixed_scale(value[RVM_SCALE], value[RVM_SIGMA], e->n_features),
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
        ard_laplace_sequential_start(e->laplace, &e->options, e->n_features, e->feature);
    else
        ard_laplace_start(e->laplace, &e->options, e->n_features, e->feature);
    return ARDOR_OK;
}

static int rvm_step(void *work, ard_iteration *out)
{
    ard_evidence *e = work;
    const bool sequential = e->values.value[RVM_SOLVER] == RVM_SEQUENTIAL;
    return sequential ? ard_laplace_sequential_step(e->laplace, out) : ard_laplace_step(e->laplace, out);
}

static int rvm_finish(void *work, bool thorough, ard_solution *out)
{
    ard_evidence *e = work;
    (void)thorough;
    int rc = ard_evidence_finish(e, out);
    if (rc != ARDOR_OK) return rc;
    out->used[RVM_ALPHA0] = e->options.alpha0;
    out->used[RVM_SCALE] = e->basis.kind == ARD_IDENTITY ? (double)NAN : e->options.scale;
    out->used[RVM_SIGMA] = NAN;
    out->used[RVM_TOL] = e->options.tol;
    return ARDOR_OK;
}

static int rvm_check(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values)
{
    (void)problem;
    return ard_check_fixed_scale(context, &ard_rvm, basis, values, RVM_SCALE, RVM_SIGMA);
}

/* The evidence chooses everything but the width of the kernel. */
static int rvm_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, bool fine,
                    ard_grid *out)
{
    (void)fine;
    return ard_fixed_scale_grid(context, problem, basis, values, RVM_SCALE, RVM_SIGMA, RVM_ALPHA0, NAN, out);
}

const ard_method ard_rvm = {
    .name = "rvm",
    .title = "Relevance vector machine (logistic, Gaussian ARD priors on the weights, Laplace)",
    .reference = "Tipping, JMLR 1, 2001",
    .capabilities = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_HAS_COVARIANCE,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = RVM_N_SETTINGS,
    .extra = ard_evidence_extras,
    .check = rvm_check,
    .open = rvm_open,
    .start = rvm_start,
    .step = rvm_step,
    .finish = rvm_finish,
    .close = ard_evidence_close,
    .predict = ard_logit_predict,
    .grid = rvm_grid,
    .relax_setting = -1,
    .max_iter_setting = RVM_MAX_ITER,
};
