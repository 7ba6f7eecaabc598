/* The squared hinge with an L1 rate, and Platt's scaling on decision values that rows have without their fold: README.md. */
#include "method/svm_l1/svm_l1.h"

#include <math.h>
#include <string.h>

#include "method/shared/penalised.h"
#include "method/svm_l1/hinge.h"
#include "method/svm_l1/platt.h"

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
    TRY(ard_platt_deal(context, problem->x, &problem->target, w->seed, &w->folds));
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

/* A fold's rows, and what the others are as a problem. */
typedef struct part {
    ardor_context *context;
    ard_rows out, in;
    ard_matrix x_out, x_in;
    int32_t *label;
    double *weight, *value; /* of `out` */
    ard_problem problem;
} part;

static void part_close(part *p)
{
    ard_free(p->context, p->value);
    ard_free(p->context, p->weight);
    ard_free(p->context, p->label);
    ard_matrix_free(p->context, &p->x_in);
    ard_matrix_free(p->context, &p->x_out);
    ard_free(p->context, p->in.row);
    ard_free(p->context, p->out.row);
}

static int part_open(const svm_work *w, int fold, part *p)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    const ard_targets *t = &q->target;
    double sum = 0;
    NEW(p->context, p->out.row, t->n);
    NEW(p->context, p->in.row, t->n);
    NEW(p->context, p->label, t->n);
    if (t->weight) NEW(p->context, p->weight, t->n);
    NEW(p->context, p->value, t->n);
    for (int64_t i = 0; i < t->n; i++) {
        ard_rows *to = w->folds.fold[i] == fold ? &p->out : &p->in;
        if (to == &p->in) {
            p->label[to->n] = t->label[i];
            if (t->weight) p->weight[to->n] = t->weight[i];
            sum += ard_target_weight(t, i);
        }
        to->row[to->n++] = i;
    }
    TRY(ard_matrix_view(p->context, q->x, p->out.n, p->out.row, 0, NULL, &p->x_out));
    TRY(ard_matrix_view(p->context, q->x, p->in.n, p->in.row, 0, NULL, &p->x_in));
    p->problem = *q;
    p->problem.x = &p->x_in;
    p->problem.target = (ard_targets){p->in.n, t->n_classes, p->label, p->weight, sum};
done:
    return rc;
}

/* At the same rate, from the fit to all the rows. */
static int fit_part(const svm_work *w, const ard_fit *whole, part *p, ard_stop *stop)
{
    int rc = ARDOR_OK;
    ard_settings values = w->fit->values;
    void *work = NULL;
    ard_machine machine = {0};
    ard_iteration last = {0};
    int64_t iterations = 0;
    values.value[SVM_L1_LAM1] = w->fit->lam;
    TRY(ard_penalised_open(w->method, p->context, &p->problem, &values, &work));
    TRY(ard_penalised_start(work, &values, whole));
    TRY(ard_drive(p->context, ard_penalised_step, work, (int64_t)values.value[SVM_L1_MAX_ITER], NULL, &iterations, &last));
    *stop = last.stop;
    TRY(ard_penalised_machine(work, &ard_squared_hinge, 1, 0, &machine));
    TRY(ard_machine_scores(p->context, &machine, &p->x_out, p->value));
done:
    ard_machine_free(p->context, &machine);
    ard_penalised_close(work);
    return rc;
}

static int leave_out(const svm_work *w, const ard_fit *whole, int fold, double *f, ard_stop *stop)
{
    int rc = ARDOR_OK;
    part p = {.context = w->context};
    TRY(part_open(w, fold, &p));
    if (p.out.n == 0) goto done;
    TRY(fit_part(w, whole, &p, stop));
    for (int64_t k = 0; k < p.out.n; k++) f[p.out.row[k]] = p.value[k];
done:
    part_close(&p);
    return rc;
}

static bool is_stopped(ard_stop stop) { return stop == ARD_STOP_TIME || stop == ARD_STOP_CANCELLED; }

/* The decision values that the line is fitted to. Where a class has too few rows, or there is no time, they are those of the fit
 * itself, which are further apart than those of new rows. */
static int decision_values(const svm_work *w, ard_fit *whole, double *f)
{
    int rc = ARDOR_OK;
    ard_stop stop = whole->stop;
    for (int fold = 0; fold < w->folds.n && !is_stopped(stop); fold++) TRY(leave_out(w, whole, fold, f, &stop));
    if (is_stopped(stop)) whole->stop = stop;
    if (is_stopped(stop) || w->folds.n == 0) memcpy(f, ard_pn_latent(w->fit->pn), (size_t)w->problem->x->n * sizeof *f);
done:
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
        TRY(decision_values(w, out, f));
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
