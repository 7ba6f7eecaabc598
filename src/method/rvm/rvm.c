/* The relevance vector machine: the evidence engine with plain Gaussian priors and fixed scales. README.md in this folder. */
#include "method/rvm/rvm.h"

#include <math.h>

#include "method/rvm/search.h"
#include "method/shared/evidence.h"
#include "method/shared/fixed_scale.h"

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
                              "batch: all precisions at once, from all weights; sequential: one weight at a time (Tipping and "
                              "Faul, 2003), from none and from all, the better of the two"),
    [RVM_POLISH] = ARD_SETTING_POLISH,
    [RVM_FEATURE_PRICE] = ARD_SETTING_FEATURE_PRICE("0"),
    [RVM_MAX_ITER] = ARD_SETTING_MAX_ITER(5000),
};

/* One or the other. */
typedef struct rvm {
    ARD_WORK;
    ard_evidence *batch;
    rvm_search *sequential;
} rvm;

static void rvm_close(void *work)
{
    rvm *w = work;
    if (!w) return;
    rvm_search_close(w->sequential);
    ard_evidence_close(w->batch);
    ard_free(w->context, w);
}

static int rvm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    rvm *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    if (values->value[RVM_SOLVER] == RVM_SEQUENTIAL)
        TRY(rvm_search_open(self, context, problem, &w->sequential));
    else
        TRY(ard_evidence_open(self, context, problem, false, &w->batch));
    *work = w;
    w = NULL;
done:
    rvm_close(w);
    return rc;
}

static ard_evidence *evidence_of(const rvm *w) { return w->batch ? w->batch : rvm_search_evidence(w->sequential); }

static double price_of(const ard_settings *values)
{
    return isnan(values->value[RVM_FEATURE_PRICE]) ? 0 : values->value[RVM_FEATURE_PRICE];
}

/* The backward pass has as many anew. */
static int64_t rvm_most(const ard_method *self, const ard_settings *values)
{
    (void)self;
    return (int64_t)values->value[RVM_MAX_ITER] * (price_of(values) > 0 ? 2 : 1);
}

static int rvm_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    rvm *w = work;
    ard_evidence *e = evidence_of(w);
    const double *value = values->value;
    (void)warm;
    e->values = *values;
    const int64_t weights = w->problem->basis.kind == ARD_IDENTITY ? w->problem->x->p : w->problem->x->n;
    e->options = (ard_type2_options){.alpha0 = isnan(value[RVM_ALPHA0]) ? 1.0 / (double)(weights + 1) : value[RVM_ALPHA0],
                                     .scale = ard_fixed_scale(value[RVM_SCALE], value[RVM_SIGMA], w->problem->x->p),
                                     .prune_at = value[RVM_PRUNE_AT],
                                     .early_factor = value[RVM_EARLY_FACTOR],
                                     .most_pruned = value[RVM_MOST_PRUNED],
                                     .weight_steps = WEIGHT_STEPS,
                                     .newton_tol = value[RVM_NEWTON_TOL],
                                     .watch_precisions = true,
                                     .polish = value[RVM_POLISH] != 0,
                                     .feature_price = price_of(values),
                                     .most = (int64_t)value[RVM_MAX_ITER],
                                     .most_attempts = (int64_t)value[RVM_MAX_ITER],
                                     .tol = !isnan(value[RVM_TOL]) ? value[RVM_TOL]
                                            : w->sequential        ? 1e-6
                                                                   : 1e-3};
    if (w->sequential)
        TRY(rvm_search_start(w->sequential));
    else
        ard_type2_start(e->type2, &e->options, w->problem->x->p, e->feature);
done:
    return rc;
}

static int rvm_step(void *work, ard_iteration *out)
{
    rvm *w = work;
    return w->sequential ? rvm_search_step(w->sequential, out) : ard_evidence_step(w->batch, out);
}

static int rvm_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    rvm *w = work;
    const ard_evidence *e = evidence_of(w);
    TRY(w->sequential ? rvm_search_finish(w->sequential, ask, out) : ard_evidence_finish(w->batch, ask, out));
    out->used[RVM_ALPHA0] = e->options.alpha0;
    out->used[RVM_SCALE] = w->problem->basis.kind == ARD_IDENTITY ? (double)NAN : e->options.scale;
    out->used[RVM_SIGMA] = NAN;
    out->used[RVM_TOL] = e->options.tol;
    out->used[RVM_POLISH] = e->options.polish;
    out->used[RVM_FEATURE_PRICE] = e->options.feature_price;
done:
    return rc;
}

static int rvm_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values)
{
    int rc = ARDOR_OK;
    const bool priced = price_of(values) > 0;
    TRY(ard_check_fixed_scale(self, context, problem, values));
    REQUIRE(context, !priced || problem->basis.kind == ARD_IDENTITY, ARDOR_USAGE,
            "feature_price is for the basis identity: with a kernel of fixed scales all features stay");
    REQUIRE(context, !priced || values->value[RVM_SOLVER] == RVM_BATCH, ARDOR_USAGE,
            "feature_price is a setting of solver=batch, whose search the backward pass follows");
done:
    return rc;
}

static const ard_steps rvm_steps = {.start = rvm_start, .step = rvm_step, .finish = rvm_finish, .most = rvm_most};

const ard_method ard_method_rvm = {
    .name = "rvm",
    .title = "Relevance vector machine (logistic, Gaussian ARD priors on the weights, Laplace)",
    .reference = "Tipping, JMLR 1, 2001",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .breaks = ARD_BREAKS_REPEATED_ROWS,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = RVM_N_SETTINGS,
    .extra = ard_evidence_extras,
    .fact = ard_evidence_fact,
    .weaken = -1,
    .max_iter = RVM_MAX_ITER,
    .check = rvm_check,
    .grid = ard_fixed_scale_grid,
    .open = rvm_open,
    .solve = ard_iterate,
    .steps = &rvm_steps,
    .close = rvm_close,
};
