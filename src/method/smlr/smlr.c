/* Sparse multinomial logistic regression by proximal Newton: README.md in this folder. */
#include "method/smlr/smlr.h"

#include <math.h>
#include <string.h>

#include "method/shared/fixed_scale.h"
#include "method/shared/penalised.h"

static const double BAYES_START = .01, BAYES_TOL = 1e-4;
enum { BAYES_SWEEPS = 100 };

static const ard_setting settings[SMLR_N_SETTINGS] = {
    [SMLR_LAM] = ARD_REAL("lam", NAN, 1e-12, 1e12, "",
                          "rate of the penalty lam (alpha |W|_1 + (1 - alpha)/2 |W|^2); auto: strength times the rate of the "
                          "strength 1"),
    [SMLR_STRENGTH] = ARD_REAL("strength", NAN, 1e-6, 1, "of lam_max",
                               "lam as a share of lam_max / alpha, the least rate at which every weight is zero; auto as in spr. "
                               "alpha = 0: as in logistic. Tuned with --tune"),
    [SMLR_ALPHA] =
        ARD_REAL("alpha", 1, 0, 1, "", "share of the L1 penalty: 1 the lasso, 0 the ridge, in between the elastic net"),
    [SMLR_GROUP] = ARD_BOOL("group", 0,
                            "of more than two classes: the L1 share is of the length |W_j| of the weights that a term has in all "
                            "classes, which are zero together or not at all; of two there is one weight, and nothing to group"),
    [SMLR_REFERENCE] = ARD_CHOICE("reference", SMLR_NO_REFERENCE, "none|last",
                                  "of more than two classes: none: the weights of every class are penalised, and classes count "
                                  "alike; last: those of the last class are 0, as in the paper, so that the model depends on "
                                  "which is last"),
    [SMLR_BAYES] = ARD_BOOL("bayes", 0,
                            "take lam from the rule lam = nonzero weights / |W|_1, found by itself from weak to strong; "
                            "nothing but the scale is tuned"),
    [SMLR_SCALE] = ARD_SETTING_SCALE,
    [SMLR_SIGMA] = ARD_SETTING_SIGMA,
    [SMLR_TOL] = ARD_SETTING_TOL(1e-5, 1e-12, "largest KKT violation, relative to the largest derivative of the penalty"),
    [SMLR_MAX_ITER] = ARD_SETTING_MAX_ITER(300),
};

static const ard_penalised_family family = {.link = &ard_link_logit, .many = &ard_link_softmax};

/* ------------------------------------------------------------------ the rule of Bayes */

/* lam = D / |W|_1 moves after each fit, of which the next begins at the last. Where a weight comes or goes D jumps, perhaps
 * across the rate that it belongs to: between a rate that is too weak and one that is too strong their mean is next. */
typedef struct smlr_work {
    ARD_WORK;
    ard_penalised *fit;
    bool bayes, over;
    int64_t sweeps;
    double *last; /* the last weights that were not all 0, and the biases; their lam */
    double last_lam;
    double weak, strong; /* rates from which the rule leads up, and down; 0 and infinite: none yet */
} smlr_work;

static void smlr_close(void *work)
{
    smlr_work *w = work;
    if (!w) return;
    ard_free(w->context, w->last);
    ard_penalised_close(w->fit);
    ard_free(w->context, w);
}

static int64_t n_weights(const smlr_work *w) { return w->fit->n_outputs * w->fit->n_terms; }

static int smlr_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work)
{
    int rc = ARDOR_OK;
    smlr_work *w = NULL;
    void *fit = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_penalised_open(self, context, problem, values, &fit));
    w->fit = fit;
    if (values->value[SMLR_BAYES] != 0) NEW(context, w->last, n_weights(w) + w->fit->n_outputs);
    *work = w;
    w = NULL;
done:
    smlr_close(w);
    return rc;
}

static int smlr_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    smlr_work *w = work;
    ard_settings first = *values;
    w->bayes = values->value[SMLR_BAYES] != 0;
    w->over = false;
    w->sweeps = 0;
    w->last_lam = NAN;
    w->weak = 0;
    w->strong = INFINITY;
    if (w->bayes) first.value[SMLR_STRENGTH] = BAYES_START;
    return ard_penalised_start(w->fit, &first, w->bayes ? NULL : warm);
}

/* The number of nonzero weights that are penalised over their sum: the rate of the rule, NaN where there are none. */
static double bayes_rate(const smlr_work *w)
{
    const ard_point *q = ard_pn_point(w->fit->pn);
    double count = 0, sum = 0;
    for (int64_t j = 0; j < q->n_active; j++) {
        if (w->fit->forced && w->fit->forced[q->active[j] % w->fit->n_terms]) continue;
        count++;
        sum += fabs(q->active_weight[j]);
    }
    return count > 0 ? count / sum : (double)NAN;
}

static void keep_point(smlr_work *w)
{
    const ard_point *q = ard_pn_point(w->fit->pn);
    memcpy(w->last, q->weight, (size_t)n_weights(w) * sizeof *w->last);
    memcpy(w->last + n_weights(w), q->bias, (size_t)w->fit->n_outputs * sizeof *w->last);
    w->last_lam = w->fit->lam;
}

static int start_at(smlr_work *w, double lam)
{
    w->fit->lam = w->fit->options.weights.rate = lam;
    return ard_pn_start(w->fit->pn, &w->fit->options);
}

/* Back to the last model that was not empty, which is a solution at its rate. */
static int take_back(smlr_work *w)
{
    const ard_point *q = ard_pn_point(w->fit->pn);
    memcpy(q->weight, w->last, (size_t)n_weights(w) * sizeof *w->last);
    memcpy(q->bias, w->last + n_weights(w), (size_t)w->fit->n_outputs * sizeof *w->last);
    w->over = true;
    return start_at(w, w->last_lam);
}

/* After a fit at a rate: is it that of the rule, or is there another to go on with? */
static int next_rate(smlr_work *w, ard_iteration *out)
{
    int rc = ARDOR_OK;
    if (w->fit->n_outputs > 1) TRY(ard_pn_finish(w->fit->pn, out->stop)); /* which has a say in how many weights there are */
    const double lam = bayes_rate(w);
    if (isnan(lam)) {
        if (isnan(w->last_lam)) goto done;
        TRY(take_back(w));
        out->stop = ARD_STOP_NONE;
        goto done;
    }
    *(lam > w->fit->lam ? &w->weak : &w->strong) = w->fit->lam;
    if (fabs(lam - w->fit->lam) <= BAYES_TOL * lam || w->strong <= (1 + BAYES_TOL) * w->weak) goto done;
    keep_point(w);
    if (++w->sweeps == BAYES_SWEEPS) goto done;
    TRY(start_at(w, w->weak > 0 && isfinite(w->strong) ? sqrt(w->weak * w->strong) : lam));
    out->stop = ARD_STOP_NONE;
done:
    return rc;
}

static int grow(void *work) { return ard_pn_grow(((smlr_work *)work)->fit->pn); }

static int smlr_step(void *work, ard_iteration *out)
{
    int rc = ARDOR_OK;
    smlr_work *w = work;
    TRY(ard_penalised_step(w->fit, out));
    if (out->grow) out->grow = grow;
    if (w->bayes && !w->over && out->stop != ARD_STOP_NONE) TRY(next_rate(w, out));
done:
    return rc;
}

static int smlr_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    return ard_penalised_finish(((smlr_work *)work)->fit, ask, out);
}

static int smlr_leave_out(void *work, const ard_fit *fit, const int64_t *block, double *latent)
{
    smlr_work *w = work;
    return ard_penalised_leave_out(w->fit, fit, block, latent);
}

static const ard_steps smlr_steps = {.start = smlr_start, .step = smlr_step, .finish = smlr_finish};

/* ------------------------------------------------------------------ the method */

static int check_bayes(const ard_method *self, ardor_context *context, const ard_settings *values)
{
    if (values->given[SMLR_LAM] || values->given[SMLR_STRENGTH])
        return ard_fail(context, ARDOR_USAGE, "setting 'bayes' of %s finds the rate: leave out '%s'", self->name,
                        values->given[SMLR_LAM] ? "lam" : "strength");
    if (values->value[SMLR_GROUP] != 0)
        return ard_fail(context, ARDOR_USAGE, "setting 'bayes' of %s is of single weights: leave out 'group'", self->name);
    if (values->value[SMLR_ALPHA] != 1)
        return ard_fail(context, ARDOR_USAGE, "setting 'bayes' of %s is of the L1 penalty alone: leave out 'alpha'", self->name);
    return ARDOR_OK;
}

static int smlr_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values)
{
    int rc = ARDOR_OK;
    if (values->value[SMLR_BAYES] != 0) TRY(check_bayes(self, context, values));
    REQUIRE(context, values->value[SMLR_GROUP] == 0 || values->value[SMLR_REFERENCE] == SMLR_NO_REFERENCE, ARDOR_USAGE,
            "setting 'group' of %s is of the weights of all classes: leave out 'reference'", self->name);
    TRY(ard_penalised_check(self, context, problem, values));
done:
    return rc;
}

static int smlr_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     bool fine, ard_grid *out)
{
    const ard_axis scale = problem->basis.kind == ARD_IDENTITY ? (ard_axis){SMLR_BAYES, 1, values->value + SMLR_BAYES, 1.0}
                                                               : ard_scale_axis(self, problem, values);
    if (values->value[SMLR_BAYES] != 0) return ard_product_grid(context, values, 1, &scale, out);
    return ard_penalised_grid(self, context, problem, values, fine, out);
}

const ard_method ard_method_smlr = {
    .name = "smlr",
    .title = "Sparse multinomial logistic regression (Laplace prior on the weights)",
    .reference = "Krishnapuram, Carin, Figueiredo, Hartemink, IEEE TPAMI 27(6), 2005; Cawley, Talbot, Girolami, NIPS 2006",
    .can =
        ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_CAN_MANY_CLASSES | ARD_CAN_FORCE,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SMLR_N_SETTINGS,
    .variant = &family,
    .weaken = SMLR_LAM,
    .max_iter = SMLR_MAX_ITER,
    .check = smlr_check,
    .grid = smlr_grid,
    .open = smlr_open,
    .solve = ard_iterate,
    .steps = &smlr_steps,
    .leave_out = smlr_leave_out,
    .close = smlr_close,
};
