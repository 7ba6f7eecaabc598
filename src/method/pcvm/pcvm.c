/* PCVM and PFCVM_EM: settings and composition; the mathematics is in em.c. */
#include "method/pcvm/pcvm.h"

#include <math.h>
#include <string.h>

#include "method/shared/evidence.h"
#include "method/shared/fixed_scale.h"
#include "method/pcvm/em.h"
#include "method/probit_output.h"
#include "method/shared/subset.h"

#define WEIGHT0                                                                                                                  \
    {                                                                                                                            \
        "weight0", ARD_SETTING_REAL, 1, 1e-9, 1e9, NULL, "", "every weight at the start"                                         \
    }
#define PRUNE_BELOW(what)                                                                                                        \
    {                                                                                                                            \
        "prune_below", ARD_SETTING_REAL, 1e-5, 1e-100, 1, NULL, "", what                                                         \
    }
#define TOL(what)                                                                                                                \
    {                                                                                                                            \
        "tol", ARD_SETTING_REAL, 1e-3, 1e-15, 1, NULL, "", what                                                                  \
    }
#define MAX_ITER                                                                                                                 \
    {                                                                                                                            \
        "max_iter", ARD_SETTING_INT, 5000, 1, 1e6, NULL, "", "most iterations"                                                   \
    }

static const ard_setting pcvm_settings[PCVM_N_SETTINGS] = {
    [PCVM_SCALE] = {"scale", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                    "theta of every feature; auto: 1/p; tuned with --tune"},
    [PCVM_SIGMA] = {"sigma", ARD_SETTING_REAL, NAN, 1e-6, 1e6, NULL, "", "width of rbf instead of scale: theta = 1/(2 sigma^2)"},
    [PCVM_WEIGHT0] = WEIGHT0,
    [PCVM_PRUNE_BELOW] = PRUNE_BELOW("weights below this are pruned"),
    [PCVM_TOL] = TOL("largest change of a weight that ends the fit"),
    [PCVM_MAX_ITER] = MAX_ITER,
};
static const ard_setting pfcvm_em_settings[PFCVM_EM_N_SETTINGS] = {
    [PFCVM_EM_START] = {"start", ARD_SETTING_REAL, 1, 1e-9, 1e9, NULL, "1/p",
                        "every scale starts at this over the number of features; tuned with --tune"},
    [PFCVM_EM_SCALE_STEPS] = {"scale_steps", ARD_SETTING_INT, 5, 1, 1e4, NULL, "",
                              "Gauss-Newton steps of the scales in an iteration"},
    [PFCVM_EM_WEIGHT0] = WEIGHT0,
    [PFCVM_EM_PRUNE_BELOW] = PRUNE_BELOW("weights below this, and scales below this times the largest, are pruned"),
    [PFCVM_EM_TOL] = TOL("largest change of a weight, and of a scale relative to the largest, that ends the fit"),
    [PFCVM_EM_MAX_ITER] = MAX_ITER,
};

typedef struct pcvm_work {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis;
    bool learn;
    pcvm_em *em;
    ard_settings values;
    double scale; /* of the start */
    int64_t n_features;
    int64_t *feature; /* p */
} pcvm_work;

static void pcvm_close(void *work)
{
    pcvm_work *w = work;
    if (!w) return;
    pcvm_em_close(w->context, w->em);
    ard_free(w->context, w->feature);
    ard_free(w->context, w);
}

static int open_work(ardor_context *context, const ard_problem *problem, ard_basis basis, bool learn, void **work)
{
    int rc = ARDOR_OK;
    pcvm_work *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->problem = problem;
    w->basis = basis;
    w->learn = learn;
    NEW(context, w->feature, problem->p);
    TRY(pcvm_em_open(context, problem, basis, learn, &w->em));
    *work = w;
    w = NULL;
done:
    pcvm_close(w);
    return rc;
}

static int pcvm_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, void **work)
{
    (void)values;
    return open_work(context, problem, basis, false, work);
}

static int pfcvm_em_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values,
                         void **work)
{
    (void)values;
    return open_work(context, problem, basis, true, work);
}

/* EM starts from where nothing is pruned: a warm start would keep what the last candidate lost. */
static int pcvm_start(void *work, const ard_settings *values, const ard_solution *warm, int64_t n_only, const int64_t *only)
{
    pcvm_work *w = work;
    const double *value = values->value;
    (void)warm;
    w->values = *values;
    w->n_features = only ? n_only : w->problem->p;
    for (int64_t k = 0; k < w->n_features; k++) w->feature[k] = only ? only[k] : k;
    w->scale = w->learn ? value[PFCVM_EM_START] / (double)ard_max64(w->n_features, 1)
                        : ard_fixed_scale(value[PCVM_SCALE], value[PCVM_SIGMA], w->n_features);
    pcvm_options options = {.weight0 = value[PCVM_WEIGHT0],
                            .scale = w->scale,
                            .prune_below = value[PCVM_PRUNE_BELOW],
                            .tol = value[PCVM_TOL],
                            .scale_steps = w->learn ? (int64_t)value[PFCVM_EM_SCALE_STEPS] : 0};
    pcvm_em_start(w->em, &options, w->n_features, w->feature);
    return ARDOR_OK;
}

static int pcvm_step(void *work, ard_iteration *out) { return pcvm_em_step(((pcvm_work *)work)->em, out); }

static int pcvm_finish(void *work, bool thorough, ard_solution *out)
{
    int rc = ARDOR_OK;
    pcvm_work *w = work;
    const pcvm_state *s = pcvm_em_state(w->em);
    ard_solution a = {.basis = w->basis, .bias = s->bias, .n_screened = -1, .screen_kkt = NAN, .null_model = s->m == 0};
    (void)thorough;
    *out = (ard_solution){0};
    if (!a.null_model) {
        NEW(w->context, a.feature, s->k);
        NEW(w->context, a.scale, s->k);
        a.n_features = s->k;
        memcpy(a.feature, s->feature, (size_t)s->k * sizeof *s->feature);
        memcpy(a.scale, s->theta, (size_t)s->k * sizeof *s->theta);
        TRY(ard_solution_set_vectors(w->context, w->problem, s->m, s->row, s->u, &a));
    }
    memcpy(a.used, w->values.value, sizeof a.used);
    if (!w->learn) {
        a.used[PCVM_SCALE] = w->scale;
        a.used[PCVM_SIGMA] = NAN;
    }
    *out = a;
    a = (ard_solution){0};
done:
    ard_solution_free(w->context, &a);
    return rc;
}

static int pcvm_check(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values)
{
    (void)problem;
    return ard_check_fixed_scale(context, &ard_pcvm, basis, values, PCVM_SCALE, PCVM_SIGMA);
}

static int pcvm_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, bool fine,
                     ard_grid *out)
{
    const ard_axis axis = {values->given[PCVM_SIGMA] ? PCVM_SIGMA : PCVM_SCALE, ARD_N_SCALE_FACTORS, ard_scale_factors,
                           1.0 / (double)ard_max64(problem->p, 1)};
    (void)basis, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

static int pfcvm_em_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values,
                         bool fine, ard_grid *out)
{
    const ard_axis axis = {PFCVM_EM_START, ARD_N_SCALE_FACTORS, ard_scale_factors, 1.0};
    (void)problem, (void)basis, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

#define COMMON                                                                                                                   \
    .capabilities = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS, .default_basis = "rbf", .start = pcvm_start,  \
    .step = pcvm_step, .finish = pcvm_finish, .close = pcvm_close, .predict = ard_probit_predict, .relax_setting = -1

const ard_method ard_pcvm = {.name = "pcvm",
                             .title = "Probabilistic classification vector machine (probit, truncated Gaussian priors, EM)",
                             .reference = "Chen, Tino, Yao, IEEE TNN 20(6), 2009",
                             .settings = pcvm_settings,
                             .n_settings = PCVM_N_SETTINGS,
                             .max_iter_setting = PCVM_MAX_ITER,
                             .check = pcvm_check,
                             .open = pcvm_open,
                             .grid = pcvm_grid,
                             COMMON};

const ard_method ard_pfcvm_em = {
    .name = "pfcvm-em",
    .title = "Probabilistic feature selection and classification vector machine by EM (probit, truncated Gaussian priors)",
    .reference = "Li, Chen, 2014; Jiang, Li, Chen, Yao, de Rijke, 2017",
    .settings = pfcvm_em_settings,
    .n_settings = PFCVM_EM_N_SETTINGS,
    .max_iter_setting = PFCVM_EM_MAX_ITER,
    .open = pfcvm_em_open,
    .grid = pfcvm_em_grid,
    COMMON};
