/* PFCVM_LP, EPCVM, RSFM: three presets of the evidence engine (README.md in this folder). Their tables list the settings that
 * each has; whatever reads a setting finds it by name, and takes a constant where the preset has none. */
#include "method/pfcvm_lp/pfcvm_lp.h"

#include <math.h>

#include "method/shared/evidence.h"
#include "method/shared/fixed_scale.h"
#include "method/logit_output.h"

#define ALPHA0                                                                                                                   \
    {                                                                                                                            \
        "alpha0", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",                                                                  \
            "precision of every weight at the start; auto: 1; tuned with --tune"                                                 \
    }
#define LEARNT_SCALES                                                                                                            \
    {"c",                                                                                                                        \
     ARD_SETTING_REAL,                                                                                                           \
     NAN,                                                                                                                        \
     1e-9,                                                                                                                       \
     1e9,                                                                                                                        \
     NULL,                                                                                                                       \
     "1/p",                                                                                                                      \
     "what theta = 1 stands for: the features count as multiplied by sqrt(c/p); auto: 3, linear and poly:1 30; tuned with "      \
     "--tune"},                                                                                                                  \
        {"theta0", ARD_SETTING_REAL, 1, 1e-9, 1e9, NULL, "c/p", "every scale at the start"},                                     \
        {"beta0", ARD_SETTING_REAL, 1, 1e-12, 1e12, NULL, "", "precision of every scale at the start"},                          \
    {                                                                                                                            \
        "scale_steps", ARD_SETTING_INT, 5, 1, 1e4, NULL, "", "most Newton steps of the scales in an iteration"                   \
    }
#define FIXED_SCALES                                                                                                             \
    {"scale", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "", "theta of every feature; auto: 1/p; tuned with --tune"},             \
    {                                                                                                                            \
        "sigma", ARD_SETTING_REAL, NAN, 1e-6, 1e6, NULL, "", "width of rbf instead of scale: theta = 1/(2 sigma^2)"              \
    }
#define LAMBDA                                                                                                                   \
    {                                                                                                                            \
        "lambda", ARD_SETTING_REAL, 5, 1e-3, 1e6, NULL, "", "slope of the smooth step that keeps weights and scales above 0"     \
    }
#define COMMON                                                                                                                     \
    {"update", ARD_SETTING_CHOICE, 0, 0, 0, "mackay|em", "", "fixed point of the precisions; em is far slower"},                   \
        {"shape", ARD_SETTING_REAL, 0, 0, 1e6, NULL, "", "shape of the Gamma hyperpriors; 0 with rate 0: flat"},                   \
        {"rate", ARD_SETTING_REAL, 0, 0, 1e6, NULL, "", "rate of the Gamma hyperpriors"},                                          \
        {"prune_at", ARD_SETTING_REAL, 1e6, 1, 1e300, NULL, "", "weights and scales with a precision from here on are pruned"},    \
        {"prune_negative",                                                                                                         \
         ARD_SETTING_BOOL,                                                                                                         \
         1,                                                                                                                        \
         0,                                                                                                                        \
         1,                                                                                                                        \
         NULL,                                                                                                                     \
         "",                                                                                                                       \
         "prune weights (where they are signed) and scales at or below 0; not in the paper, whose smooth step does not keep "      \
         "them above"},                                                                                                            \
        {"early_factor",                                                                                                           \
         ARD_SETTING_REAL,                                                                                                         \
         10,                                                                                                                       \
         0,                                                                                                                        \
         1e12,                                                                                                                     \
         NULL,                                                                                                                     \
         "",                                                                                                                       \
         "test the relevance of what has this many times the precision of the start; 0: wait for prune_at, as in the paper"},      \
        {"most_pruned", ARD_SETTING_REAL, .2, 1e-6, 1, NULL, "", "largest share that the relevance test prunes in one iteration"}, \
        {"drop",                                                                                                                   \
         ARD_SETTING_REAL,                                                                                                         \
         2.5,                                                                                                                      \
         0,                                                                                                                        \
         1e12,                                                                                                                     \
         NULL,                                                                                                                     \
         "",                                                                                                                       \
         "return to the model before if, from the ninth iteration on, the evidence falls by more than this times the weights "     \
         "and scales that "                                                                                                        \
         "the iteration before pruned, or the hundreds of rows if those are more (at least 1); 0: never, as in the paper"},        \
        {"weight_steps", ARD_SETTING_INT, 25, 1, 1e4, NULL, "", "most Newton steps of the weights in an iteration"},               \
        {"newton_tol", ARD_SETTING_REAL, 1e-6, 1e-300, 1, NULL, "", "Newton decrement at which a mode counts as reached"},         \
        {"tol", ARD_SETTING_REAL,                                                                                                  \
         1e-4,  1e-15,                                                                                                             \
         1,     NULL,                                                                                                              \
         "",    "relative change of the evidence, without pruning and three times in a row, that ends the fit"},                   \
    {                                                                                                                              \
        "max_iter", ARD_SETTING_INT, 100, 1, 1e6, NULL, "", "most iterations"                                                      \
    }

static const ard_setting pfcvm_lp_settings[] = {ALPHA0, LEARNT_SCALES, LAMBDA, COMMON};
static const ard_setting epcvm_settings[] = {ALPHA0, FIXED_SCALES, LAMBDA, COMMON};
static const ard_setting rsfm_settings[] = {ALPHA0, LEARNT_SCALES, COMMON};
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const double DEFAULT_C = 3, DEFAULT_LINEAR_C = 30, DEFAULT_ALPHA0 = 1;
static const double curved_c[] = {1, 3, 10, 30}, linear_c[] = {30, 300, 3000}, alphas[] = {1, 1e-2, 1e-4};

/* A workspace knows whose it is, because the presets share their functions. */
typedef struct pfcvm_work {
    ard_evidence *evidence;
    const ard_method *method;
} pfcvm_work;

static bool bilinear(ard_basis basis) { return basis.kind == ARD_LINEAR || (basis.kind == ARD_POLY && basis.degree == 1); }

static double get(const ard_method *method, const ard_settings *settings, const char *name, double absent)
{
    const int index = ard_setting_index(method, name);
    return index < 0 || isnan(settings->value[index]) ? absent : settings->value[index];
}

static void pfcvm_close(void *work)
{
    pfcvm_work *w = work;
    if (!w) return;
    ardor_context *context = w->evidence ? w->evidence->context : NULL;
    ard_evidence_close(w->evidence);
    if (context) ard_free(context, w);
}

static int open_preset(ardor_context *context, const ard_method *method, const ard_problem *problem, ard_basis basis, void **work)
{
    int rc = ARDOR_OK;
    pfcvm_work *w = NULL;
    ard_evidence *evidence = NULL;
    *work = NULL;
    TRY(ard_evidence_open(context, problem, basis, ard_setting_index(method, "c") >= 0, ARD_FORM_AUTO, &evidence));
    NEW(context, w, 1);
    *w = (pfcvm_work){evidence, method};
    evidence = NULL;
    *work = w;
done:
    ard_evidence_close(evidence);
    return rc;
}

static int pfcvm_lp_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values,
                         void **work)
{
    (void)values;
    return open_preset(context, &ard_pfcvm_lp, problem, basis, work);
}

static int epcvm_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values,
                      void **work)
{
    (void)values;
    return open_preset(context, &ard_epcvm, problem, basis, work);
}

static int rsfm_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, void **work)
{
    (void)values;
    return open_preset(context, &ard_rsfm, problem, basis, work);
}

static int pfcvm_start(void *work, const ard_settings *values, const ard_solution *warm, int64_t n_only, const int64_t *only)
{
    pfcvm_work *w = work;
    ard_evidence *e = w->evidence;
    const ard_method *m = w->method;
    (void)warm; /* the precisions of another candidate would be a different start, not a nearer one */
    ard_evidence_choose(e, n_only, only);
    e->values = *values;
    const bool learn = ard_setting_index(m, "c") >= 0;
    const double p = (double)ard_max64(e->n_features, 1);
    const double c = get(m, values, "c", bilinear(e->basis) ? DEFAULT_LINEAR_C : DEFAULT_C);
    const double fixed = ard_fixed_scale(get(m, values, "scale", NAN), get(m, values, "sigma", NAN), e->n_features);
    e->options = (ard_laplace_options){.alpha0 = get(m, values, "alpha0", DEFAULT_ALPHA0),
                                       .beta0 = get(m, values, "beta0", 1),
                                       .scale = learn ? c / p : fixed,
                                       .theta0 = get(m, values, "theta0", 1),
                                       .learn_scales = learn,
                                       .lambda = get(m, values, "lambda", 0),
                                       .rule = (ard_evidence_rule)get(m, values, "update", 0),
                                       .shape = get(m, values, "shape", 0),
                                       .rate = get(m, values, "rate", 0),
                                       .prune_at = get(m, values, "prune_at", 1e6),
                                       .prune_negative = get(m, values, "prune_negative", 1) != 0,
                                       .early_factor = get(m, values, "early_factor", 0),
                                       .most_pruned = get(m, values, "most_pruned", 1),
                                       .drop = get(m, values, "drop", 0),
                                       .weight_steps = (int64_t)get(m, values, "weight_steps", 25),
                                       .scale_steps = (int64_t)get(m, values, "scale_steps", 5),
                                       .newton_tol = get(m, values, "newton_tol", 1e-6),
                                       .tol = get(m, values, "tol", 1e-4)};
    ard_laplace_start(e->laplace, &e->options, e->n_features, e->feature);
    return ARDOR_OK;
}

static int pfcvm_step(void *work, ard_iteration *out) { return ard_evidence_step(((pfcvm_work *)work)->evidence, out); }

static int64_t n_negative(const ard_solution *s)
{
    int64_t count = 0;
    for (int64_t k = 0; k < s->n_features; k++) count += s->scale[k] < 0;
    return count;
}

static void set_used(const ard_method *method, const char *name, double value, ard_solution *s)
{
    const int index = ard_setting_index(method, name);
    if (index >= 0) s->used[index] = value;
}

static int pfcvm_finish(void *work, bool thorough, ard_solution *out)
{
    pfcvm_work *w = work;
    const ard_evidence *e = w->evidence;
    int rc = ard_evidence_finish(w->evidence, out);
    if (rc != ARDOR_OK) return rc;
    set_used(w->method, "alpha0", e->options.alpha0, out);
    set_used(w->method, "c", e->options.scale * (double)ard_max64(e->n_features, 1), out);
    set_used(w->method, "scale", e->options.scale, out);
    set_used(w->method, "sigma", NAN, out);
    if (thorough && n_negative(out) > 0 && e->basis.kind == ARD_RBF)
        ard_note(e->context, "%s: %lld scales are below 0; where they make a squared distance negative, it counts as 0",
                 w->method->name, (long long)n_negative(out));
    return ARDOR_OK;
}

static int epcvm_check(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings)
{
    (void)problem;
    return ard_check_fixed_scale(context, &ard_epcvm, basis, settings, ard_setting_index(&ard_epcvm, "scale"),
                                 ard_setting_index(&ard_epcvm, "sigma"));
}

static int learnt_grid(ardor_context *context, const ard_method *method, ard_basis basis, const ard_settings *settings,
                       ard_grid *out)
{
    const bool linear = bilinear(basis);
    const ard_axis axes[] = {{ard_setting_index(method, "c"), linear ? 3 : 4, linear ? linear_c : curved_c, 1.0},
                             {ard_setting_index(method, "alpha0"), 3, alphas, 1.0}};
    return ard_product_grid(context, settings, 2, axes, out);
}

static int pfcvm_lp_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings,
                         bool fine, ard_grid *out)
{
    (void)problem, (void)fine;
    return learnt_grid(context, &ard_pfcvm_lp, basis, settings, out);
}

static int rsfm_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings, bool fine,
                     ard_grid *out)
{
    (void)problem, (void)fine;
    return learnt_grid(context, &ard_rsfm, basis, settings, out);
}

static int epcvm_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *given, bool fine,
                      ard_grid *out)
{
    const int scale = ard_setting_index(&ard_epcvm, "scale"), sigma = ard_setting_index(&ard_epcvm, "sigma");
    const ard_axis axes[] = {
        {given->given[sigma] ? sigma : scale, ARD_N_SCALE_FACTORS, ard_scale_factors, 1.0 / (double)ard_max64(problem->p, 1)},
        {ard_setting_index(&ard_epcvm, "alpha0"), 3, alphas, 1.0}};
    (void)basis, (void)fine;
    return ard_product_grid(context, given, 2, axes, out);
}

#define PRESET(table)                                                                                                            \
    .capabilities = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_HAS_COVARIANCE | ARD_SIGNED_SCALES,      \
    .default_basis = "rbf", .settings = table, .n_settings = COUNT(table), .extra = ard_evidence_extras, .start = pfcvm_start,   \
    .step = pfcvm_step, .finish = pfcvm_finish, .close = pfcvm_close, .predict = ard_logit_predict, .relax_setting = -1,         \
    .max_iter_setting = COUNT(table) - 1

const ard_method ard_pfcvm_lp = {
    .name = "pfcvm-lp",
    .title =
        "Probabilistic feature selection and classification vector machine (logistic, truncated Gaussian ARD priors, Laplace)",
    .reference = "Jiang, Li, Chen, Yao, de Rijke, 2017",
    .open = pfcvm_lp_open,
    .grid = pfcvm_lp_grid,
    PRESET(pfcvm_lp_settings)};

const ard_method ard_epcvm = {
    .name = "epcvm",
    .title =
        "Efficient probabilistic classification vector machine (logistic, truncated Gaussian ARD priors on the weights, Laplace)",
    .reference = "Chen, Tino, Yao, IEEE TNNLS 25(2), 2014",
    .open = epcvm_open,
    .grid = epcvm_grid,
    .check = epcvm_check,
    PRESET(epcvm_settings)};

const ard_method ard_rsfm = {
    .name = "rsfm",
    .title = "Relevance sample-feature machine (logistic, Gaussian ARD priors on weights and feature scales, Laplace)",
    .reference = "Mohsenzadeh, Sheikhzadeh, Reza, Bathaee, Kalayeh, IEEE Trans. Cybernetics 43(6), 2013",
    .open = rsfm_open,
    .grid = rsfm_grid,
    PRESET(rsfm_settings)};
