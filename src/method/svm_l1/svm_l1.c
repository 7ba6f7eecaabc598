/* The squared hinge with an L1 rate, and Platt's scaling on decision values that rows have without their fold: README.md. */
#include "method/svm_l1/svm_l1.h"

#include <math.h>

#include "method/shared/penalised.h"
#include "method/shared/platt.h"
#include "method/svm_l1/hinge.h"

static const ard_setting settings[SVM_L1_N_SETTINGS] = {
    [SVM_L1_LAM1] = ARD_REAL("lam1", NAN, 1e-12, 1e12, "", "L1 rate of the weights, 1/C of LIBLINEAR; auto: strength * lam_max"),
    [SVM_L1_STRENGTH] =
        ARD_REAL("strength", NAN, 1e-6, 1, "of lam_max",
                 "rate as a share of lam_max, the least rate at which every weight is zero; auto as in spr; tuned with --tune"),
    [SVM_L1_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose decision values make the probabilities"),
    [SVM_L1_TOL] = ARD_SETTING_TOL(1e-5, 1e-12, "largest KKT violation, relative to lam1"),
    [SVM_L1_MAX_ITER] = ARD_SETTING_MAX_ITER(300),
};

static const ard_penalised_family family = {.link = &ard_squared_hinge};

typedef struct svm_work {
    ARD_WORK;
    ard_penalised *fit; /* of the hinge */
    ard_platt_folds folds;
    uint64_t seed; /* of the folds */
} svm_work;

static void svm_close(void *work)
{
    svm_work *w = work;
    if (!w) return;
    ard_platt_free(w->context, &w->folds);
    ard_penalised_close(w->fit);
    ard_free(w->context, w);
}

static int svm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    svm_work *w = NULL;
    void *fit = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_penalised_open(self, context, problem, values, &fit));
    w->fit = fit;
    w->seed = ard_seed(values->value[SVM_L1_FOLDS_SEED], problem->seed);
    TRY(ard_platt_deal(context, problem, w->seed, ARD_PLATT_FOLDS, &w->folds));
    *work = w;
    w = NULL;
done:
    svm_close(w);
    return rc;
}

/* A warm fit's function is its machine's with the line undone. */
static int svm_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    svm_work *w = work;
    const bool usable = warm && warm->extra[SVM_L1_SLOPE] > 0;
    w->fit->slope = usable ? warm->extra[SVM_L1_SLOPE] : 1;
    w->fit->shift = usable ? warm->extra[SVM_L1_INTERCEPT] : 0;
    return ard_penalised_start(w->fit, values, usable ? warm : NULL);
}

static int svm_step(void *work, ard_iteration *out) { return ard_penalised_step(((svm_work *)work)->fit, out); }

/* ------------------------------------------------------------------ decision values without a fold */

/* What the folds need: the fit to all the rows is where theirs begin. */
typedef struct from_whole {
    const svm_work *w;
    const ard_fit *whole;
} from_whole;

/* At the same rate. */
static int fit_part(void *from, const ard_platt_part *p, double *value, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const svm_work *w = ((from_whole *)from)->w;
    ard_settings values = w->fit->values;
    void *work = NULL;
    ard_machine machine = {0};
    ard_iteration last = {0};
    int64_t iterations = 0;
    values.value[SVM_L1_LAM1] = w->fit->lam;
    TRY(ard_penalised_open(w->method, w->context, &p->problem, &values, &work));
    TRY(ard_penalised_start(work, &values, ((from_whole *)from)->whole));
    TRY(ard_drive(w->context, ard_penalised_step, work, (int64_t)values.value[SVM_L1_MAX_ITER], NULL, &iterations, &last));
    *stop = last.stop;
    TRY(ard_penalised_machine(work, &ard_squared_hinge, 1, 0, &machine));
    TRY(ard_machine_scores(w->context, &machine, &p->x_out, value));
done:
    ard_machine_free(w->context, &machine);
    ard_penalised_close(work);
    return rc;
}

/* ------------------------------------------------------------------ the end */

/* `out` has the machine of the hinge, which becomes that of the probabilities. Without features there is nothing to scale. */
static int svm_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    svm_work *w = work;
    const ard_targets *target = &w->problem->target;
    double *f = NULL, slope = 0, intercept = 0;
    NEW(w->context, f, target->n);
    TRY(ard_penalised_finish(w->fit, ask, out));
    if (out->null_model) {
        TRY(ard_link_null_bias(w->context, &ard_link_logit, target, &intercept));
    } else {
        const ard_platt_user user = {fit_part, &(from_whole){w, out}};
        TRY(ard_platt_values(w->context, w->problem, &w->folds, &user, ard_pn_latent(w->fit->pn), &out->stop, f));
        TRY(ard_platt_line(w->context, target, f, &slope, &intercept));
    }
    ard_machine_free(w->context, &out->machine);
    TRY(ard_penalised_machine(w->fit, &ard_link_logit, slope, intercept, &out->machine));
    out->null_model = out->machine.n_features == 0;
    out->extra[SVM_L1_SLOPE] = slope;
    out->extra[SVM_L1_INTERCEPT] = intercept;
    out->used[SVM_L1_FOLDS_SEED] = ard_seed_used(w->fit->values.value[SVM_L1_FOLDS_SEED], w->problem->seed);
done:
    ard_free(w->context, f);
    return rc;
}

static const ard_steps svm_steps = {.start = svm_start, .step = svm_step, .finish = svm_finish};

static const char *const extras[] = {"platt_slope", "platt_intercept", NULL};

const ard_method ard_method_svm_l1 = {
    .name = "svm-l1",
    .title = "Linear support vector machine (squared hinge, L1 norm; Platt's probabilities)",
    .reference = "Fan, Chang, Hsieh, Wang, Lin, JMLR 9, 2008; Platt, in Advances in Large Margin Classifiers, 1999",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS | ARD_CAN_FORCE,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SVM_L1_N_SETTINGS,
    .extra = extras,
    .variant = &family,
    .weaken = SVM_L1_LAM1,
    .max_iter = SVM_L1_MAX_ITER,
    .check = ard_penalised_check,
    .grid = ard_penalised_grid,
    .open = svm_open,
    .solve = ard_iterate,
    .steps = &svm_steps,
    .close = svm_close,
};
