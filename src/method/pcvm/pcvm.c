/* PCVM and PFCVM_EM: settings and composition; the mathematics is in em.c. */
#include "method/pcvm/pcvm.h"

#include <math.h>
#include <string.h>

#include "method/pcvm/em.h"
#include "method/shared/fixed_scale.h"

#define WEIGHT0 ARD_REAL("weight0", 1, 1e-9, 1e9, "", "every weight at the start")
#define PRUNE_BELOW(what) ARD_REAL("prune_below", 1e-5, 1e-100, 1, "", what)

static const ard_setting pcvm_settings[PCVM_N_SETTINGS] = {
    [PCVM_SCALE] = ARD_SETTING_SCALE,
    [PCVM_SIGMA] = ARD_SETTING_SIGMA,
    [PCVM_WEIGHT0] = WEIGHT0,
    [PCVM_PRUNE_BELOW] = PRUNE_BELOW("weights below this are pruned"),
    [PCVM_TOL] = ARD_SETTING_TOL(1e-3, 1e-15, "largest change of a weight that ends the fit"),
    [PCVM_MAX_ITER] = ARD_SETTING_MAX_ITER(5000),
};
static const ard_setting pfcvm_em_settings[PFCVM_EM_N_SETTINGS] = {
    [PFCVM_EM_START_SCALE] =
        ARD_SETTING_START_SCALE(1e-9, 1e9, "every scale starts at this over the number of features; tuned with --tune"),
    [PFCVM_EM_SCALE_STEPS] = ARD_INT("scale_steps", 5, 1, 1e4, "", "Gauss-Newton steps of the scales in an iteration"),
    [PFCVM_EM_WEIGHT0] = WEIGHT0,
    [PFCVM_EM_PRUNE_BELOW] = PRUNE_BELOW("weights below this, and scales below this times the largest, are pruned"),
    [PFCVM_EM_TOL] =
        ARD_SETTING_TOL(1e-3, 1e-15, "largest change of a weight, and of a scale relative to the largest, that ends the fit"),
    [PFCVM_EM_MAX_ITER] = ARD_SETTING_MAX_ITER(5000),
};

/* The variants: are scales learnt? */
static const bool fixed_scales = false, learnt_scales = true;

typedef struct pcvm_work {
    ARD_WORK;
    bool learn;
    pcvm_em *em;
    ard_settings values;
    double scale; /* of the start */
} pcvm_work;

static void pcvm_close(void *work)
{
    pcvm_work *w = work;
    if (!w) return;
    pcvm_em_close(w->context, w->em);
    ard_free(w->context, w);
}

static int pcvm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work)
{
    int rc = ARDOR_OK;
    pcvm_work *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    w->learn = *(const bool *)self->variant;
    TRY(pcvm_em_open(context, problem, w->learn, &w->em));
    *work = w;
    w = NULL;
done:
    pcvm_close(w);
    return rc;
}

/* EM starts from where nothing is pruned: a warm start would keep what the last candidate lost. */
static int pcvm_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    pcvm_work *w = work;
    const double *value = values->value;
    (void)warm;
    w->values = *values;
    w->scale = w->learn ? value[PFCVM_EM_START_SCALE] / (double)ard_max64(w->problem->x->p, 1)
                        : ard_fixed_scale(value[PCVM_SCALE], value[PCVM_SIGMA], w->problem->x->p);
    pcvm_options options = {.weight0 = value[PCVM_WEIGHT0],
                            .scale = w->scale,
                            .prune_below = value[PCVM_PRUNE_BELOW],
                            .tol = value[PCVM_TOL],
                            .scale_steps = w->learn ? (int64_t)value[PFCVM_EM_SCALE_STEPS] : 0};
    return pcvm_em_start(w->em, &options);
}

static int pcvm_step(void *work, ard_iteration *out) { return pcvm_em_step(((pcvm_work *)work)->em, out); }

static int pcvm_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    pcvm_work *w = work;
    const pcvm_state *s = pcvm_em_state(w->em);
    ard_posterior *posterior = NULL;
    (void)ask;
    out->null_model = s->m == 0;
    TRY(ard_function_of(w->context,
                        &(ard_function_parts){.basis = w->problem->basis,
                                              .link = &ard_link_probit,
                                              .bias = s->bias,
                                              .n_features = out->null_model ? 0 : s->k,
                                              .feature = s->feature,
                                              .scale = s->theta,
                                              .n_terms = s->m,
                                              .row = s->row,
                                              .weight = s->u,
                                              .x = w->problem->x},
                        &out->machine));
    NEW(w->context, posterior, 1);
    TRY(pcvm_em_posterior(w->em, posterior));
    ard_function_take_posteriors(&out->machine, 1, &posterior);
    memcpy(out->used, w->values.value, sizeof out->used);
    if (!w->learn) {
        out->used[PCVM_SCALE] = w->scale;
        out->used[PCVM_SIGMA] = NAN;
    }
done:
    ard_posteriors_free(w->context, 1, posterior);
    return rc;
}

static const ard_steps pcvm_steps = {.start = pcvm_start, .step = pcvm_step, .finish = pcvm_finish};

static int pfcvm_em_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                         bool fine, ard_grid *out)
{
    const ard_axis axis = {PFCVM_EM_START_SCALE, ARD_N_SCALE_FACTORS, ard_scale_factors, 1.0};
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

#define COMMON                                                                                                                   \
    .can = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS, .breaks = ARD_BREAKS_REPEATED_ROWS,                    \
    .default_basis = "rbf", .weaken = -1, .open = pcvm_open, .solve = ard_iterate, .steps = &pcvm_steps, .close = pcvm_close,

const ard_method ard_method_pcvm = {.name = "pcvm",
                                    .title =
                                        "Probabilistic classification vector machine (probit, truncated Gaussian priors, EM)",
                                    .reference = "Chen, Tino, Yao, IEEE TNN 20(6), 2009",
                                    .settings = pcvm_settings,
                                    .max_iter = PCVM_MAX_ITER,
                                    .n_settings = PCVM_N_SETTINGS,
                                    .variant = &fixed_scales,
                                    .check = ard_check_fixed_scale,
                                    .grid = ard_fixed_scale_grid,
                                    COMMON};

const ard_method ard_method_pfcvm_em = {
    .name = "pfcvm-em",
    .title = "Probabilistic feature selection and classification vector machine by EM (probit, truncated Gaussian priors)",
    .reference = "Li, Chen, 2014; Jiang, Li, Chen, Yao, de Rijke, 2017",
    .settings = pfcvm_em_settings,
    .max_iter = PFCVM_EM_MAX_ITER,
    .n_settings = PFCVM_EM_N_SETTINGS,
    .variant = &learnt_scales,
    .grid = pfcvm_em_grid,
    COMMON};
