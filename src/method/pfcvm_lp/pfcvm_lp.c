/* PFCVM_LP, EPCVM, RSFM: three presets of the evidence engine (README.md in this folder). Their tables list the settings that
 * each has; whatever reads a setting finds it by name, and takes a constant where the preset has none. */
#include "method/pfcvm_lp/pfcvm_lp.h"

#include <math.h>

#include "method/shared/evidence.h"
#include "method/shared/fixed_scale.h"
#include "method/shared/starts.h"

enum { BATCH, INCREMENTAL }; /* values of "solver" */

#define ALPHA0                                                                                                                   \
    ARD_REAL("alpha0", NAN, 1e-12, 1e12, "", "batch: precision of every weight at the start; auto: 1; tuned with --tune")
#define LEARNT_SCALES                                                                                                            \
    ARD_REAL("c", NAN, 1e-9, 1e9, "1/p",                                                                                         \
             "what theta = 1 stands for: the features count as multiplied by sqrt(c/p); auto: 3, linear and poly:1 30; tuned "   \
             "with --tune"),                                                                                                     \
        ARD_REAL("theta0", 1, 1e-9, 1e9, "c/p", "every scale at the start"),                                                     \
        ARD_REAL("beta0", 1, 1e-12, 1e12, "", "precision of every scale at the start"),                                          \
        ARD_INT("scale_steps", 5, 1, 1e4, "", "batch: most Newton steps of the scales in an iteration"), ARD_SETTING_POLISH,     \
        ARD_SETTING_STARTS(                                                                                                      \
            "starts, of which the one of most evidence is kept: the first with all scales at theta0, the second "                \
            "with scales as features correlate with the labels, others with random ones; incremental: the first four with all "  \
            "scales at 1, 1/3, 10/3 and 10 times theta0, linear and poly:1 each with the next of the features that explain "     \
            "most alone",                                                                                                        \
            .since = 7),                                                                                                         \
        ARD_CHOICE("solver", BATCH, "batch|incremental",                                                                         \
                   "batch: from all vectors and features; incremental: vectors and features come in, change and go one at a "    \
                   "time, by what the objective is after it: a search for few features",                                         \
                   .since = 12),                                                                                                 \
        ARD_INT("first", NAN, 1, 1e9, "",                                                                                        \
                "incremental: vectors before scales are learnt; auto: 10, with a curved kernel and 50 features or more 40",      \
                .since = 12),                                                                                                    \
        ARD_SETTING_FEATURE_PRICE("0, incremental the logarithm of the number of features")
#define LAMBDA ARD_REAL("lambda", 5, 1e-3, 1e6, "", "slope of the smooth step that keeps weights and scales above 0")
#define COMMON(BATCH, MOST)                                                                                                      \
    ARD_CHOICE("update", 0, "mackay|em", BATCH "fixed point of the precisions; em is far slower"),                               \
        ARD_REAL("shape", 0, 0, 1e6, "", BATCH "shape of the Gamma hyperpriors; 0 with rate 0: flat"),                           \
        ARD_REAL("rate", 0, 0, 1e6, "", BATCH "rate of the Gamma hyperpriors"),                                                  \
        ARD_REAL("prune_at", 1e6, 1, 1e300, "", "weights and scales with a precision from here on are pruned"),                  \
        ARD_BOOL("prune_negative", 1,                                                                                            \
                 "prune weights (where they are signed) and scales at or below 0; not in the paper, whose smooth step does not " \
                 "keep them above"),                                                                                             \
        ARD_REAL("early_factor", 10, 0, 1e12, "",                                                                                \
                 BATCH                                                                                                           \
                 "test the relevance of what has this many times the precision of the start; 0: wait for prune_at, as in the "   \
                 "paper"),                                                                                                       \
        ARD_REAL("most_pruned", .2, 1e-6, 1, "", BATCH "largest share that the relevance test prunes in one iteration"),         \
        ARD_REAL("drop", 2.5, 0, 1e12, "",                                                                                       \
                 BATCH                                                                                                           \
                 "return to the model before if, from the ninth iteration on, the evidence falls by more than this times the "   \
                 "weights and scales that the iteration before pruned, or the hundreds of rows if those are more (at least 1); " \
                 "0: never, as in the paper"),                                                                                   \
        ARD_INT("weight_steps", 25, 1, 1e4, "", BATCH "most Newton steps of the weights in an iteration"),                       \
        ARD_REAL("newton_tol", 1e-6, 1e-300, 1, "", BATCH "Newton decrement at which a mode counts as reached"),                 \
        ARD_SETTING_TOL(1e-4, 1e-15,                                                                                             \
                        BATCH "relative change of the evidence, without pruning and three times in a row, that ends the fit"),   \
        ARD_INT("max_iter", NAN, 1, 1e6, "", "most iterations; auto: " MOST)

#define MOST_OF_BATCH "100; the backward pass of prices as many anew, auto 5000"
#define MOST_OF_TWO "incremental 5000, batch " MOST_OF_BATCH
static const ard_setting pfcvm_lp_settings[] = {ALPHA0, LEARNT_SCALES, ARD_SETTING_VECTOR_PRICE("0, incremental 0.5"), LAMBDA,
                                                COMMON("batch: ", MOST_OF_TWO)};
static const ard_setting epcvm_settings[] = {ALPHA0, ARD_SETTING_SCALE,  ARD_SETTING_SIGMA,        ARD_SETTING_VECTOR_PRICE("0"),
                                             LAMBDA, ARD_SETTING_POLISH, COMMON("", MOST_OF_BATCH)};
static const ard_setting rsfm_settings[] = {ALPHA0, LEARNT_SCALES, ARD_SETTING_VECTOR_PRICE("0"), COMMON("batch: ", MOST_OF_TWO)};
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* Of the incremental search: vectors before scales are learnt, and where there are many features, and how many are many; the
 * price of a vector with a smooth step. */
enum { FIRST = 10, FIRST_OF_MANY = 40, MANY = 50 };
/* Most iterations: of the batch, and of attempts one at a time. */
enum { MOST_ITERATIONS = 100, MOST_ATTEMPTS = 5000 };
static const double STEPPED_VECTOR_PRICE = 0.5;
/* Starts of it with a common scale, and what they have for it, times theta0. */
enum { COMMON_STARTS = 4 };
static const double common_scale[COMMON_STARTS] = {1, 1. / 3, 10. / 3, 10};
static const double DEFAULT_C = 3, DEFAULT_LINEAR_C = 30, DEFAULT_ALPHA0 = 1;
static const double curved_c[] = {1, 3, 10, 30}, linear_c[] = {30, 300, 3000}, alphas[] = {1, 1e-2, 1e-4};

static double get(const ard_method *method, const ard_settings *settings, const char *name, double absent)
{
    const int index = ard_setting_index(method, name);
    return index < 0 || isnan(settings->value[index]) ? absent : settings->value[index];
}

static bool is_incremental(const ard_method *method, const ard_settings *settings)
{
    return get(method, settings, "solver", BATCH) == INCREMENTAL;
}

static bool is_priced(const ard_method *method, const ard_settings *settings)
{
    return get(method, settings, "feature_price", 0) > 0 || get(method, settings, "vector_price", 0) > 0;
}

/* Of iterations, or of attempts. */
static int64_t limit(const ard_method *method, const ard_settings *settings, int64_t absent)
{
    return (int64_t)get(method, settings, "max_iter", (double)absent);
}

static int pfcvm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                      void **work)
{
    int rc = ARDOR_OK;
    ard_evidence *e = NULL;
    *work = NULL;
    if (is_incremental(self, values))
        TRY(ard_evidence_open_incremental(self, context, problem, &e));
    else
        TRY(ard_evidence_open(self, context, problem, ard_setting_index(self, "c") >= 0, &e));
    *work = e;
done:
    return rc;
}

/* Prices, and what the incremental search wants. */
static void set_search(ard_evidence *e, const ard_settings *values, int64_t number)
{
    const ard_method *m = e->method;
    const bool incremental = is_incremental(m, values);
    const int64_t p = e->problem->x->p;
    const double stepped = e->options.lambda > 0 ? STEPPED_VECTOR_PRICE : 0;
    const bool many = p >= MANY && !ard_basis_bilinear(e->problem->basis);
    e->options.feature_price = get(m, values, "feature_price", incremental ? log((double)ard_max64(p, 1)) : 0);
    e->options.vector_price = get(m, values, "vector_price", incremental ? stepped : 0);
    e->options.first = (int64_t)get(m, values, "first", many ? FIRST_OF_MANY : FIRST);
    e->options.number = number;
    e->options.seed = e->problem->seed;
    if (incremental) return;
    e->options.most = limit(m, values, MOST_ITERATIONS);
    e->options.most_attempts = limit(m, values, MOST_ATTEMPTS);
}

/* start_scales: as multiples of theta0, or NULL. */
static void begin(ard_evidence *e, const ard_settings *values, int64_t number, const double *start_scales)
{
    const ard_method *m = e->method;
    e->values = *values;
    const bool learn = ard_setting_index(m, "c") >= 0;
    const int64_t p = e->problem->x->p;
    const double c = get(m, values, "c", ard_basis_bilinear(e->problem->basis) ? DEFAULT_LINEAR_C : DEFAULT_C);
    const double fixed = ard_fixed_scale(get(m, values, "scale", NAN), get(m, values, "sigma", NAN), p);
    e->options = (ard_type2_options){.alpha0 = get(m, values, "alpha0", DEFAULT_ALPHA0),
                                     .beta0 = get(m, values, "beta0", 1),
                                     .scale = learn ? c / (double)ard_max64(p, 1) : fixed,
                                     .theta0 = get(m, values, "theta0", 1),
                                     .start_scales = start_scales,
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
                                     .tol = get(m, values, "tol", 1e-4),
                                     .polish = get(m, values, "polish", 0) != 0};
    set_search(e, values, number);
    ard_type2_start(e->type2, &e->options, p, e->feature);
}

static int pfcvm_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    (void)warm; /* the precisions of another candidate would be a different start, not a nearer one */
    begin(work, values, 1, NULL);
    return ARDOR_OK;
}

static int pfcvm_restart(void *work, const ard_settings *values, int64_t number)
{
    int rc = ARDOR_OK;
    ard_evidence *e = work;
    const bool incremental = is_incremental(e->method, values);
    if (incremental && number <= COMMON_STARTS)
        for (int64_t k = 0; k < e->problem->x->p; k++) e->multiple[k] = common_scale[number - 1];
    else
        TRY(ard_start_scales(e->context, e->problem, e->problem->x, number, e->multiple));
    begin(e, values, number, e->multiple);
done:
    return rc;
}

static int64_t most_iterations(const ard_method *self, const ard_settings *values)
{
    const int64_t most = limit(self, values, is_incremental(self, values) ? MOST_ATTEMPTS : MOST_ITERATIONS);
    return is_incremental(self, values) || !is_priced(self, values) ? most : most + limit(self, values, MOST_ATTEMPTS);
}

static int64_t n_negative(const ard_machine *machine)
{
    int64_t count = 0;
    for (int64_t k = 0; k < machine->n_features; k++) count += machine->importance[k] < 0;
    return count;
}

static void set_used(const ard_method *method, const char *name, double value, double *used)
{
    const int index = ard_setting_index(method, name);
    if (index >= 0) used[index] = value;
}

static int pfcvm_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_evidence *e = work;
    const bool incremental = is_incremental(e->method, &e->values);
    TRY(ard_evidence_finish(work, ask, out));
    set_used(e->method, "alpha0", incremental ? (double)NAN : e->options.alpha0, out->used);
    set_used(e->method, "c", e->options.scale * (double)ard_max64(e->problem->x->p, 1), out->used);
    set_used(e->method, "scale", e->options.scale, out->used);
    set_used(e->method, "sigma", NAN, out->used);
    set_used(e->method, "polish", e->options.polish, out->used);
    set_used(e->method, "max_iter", (double)limit(e->method, &e->values, incremental ? MOST_ATTEMPTS : MOST_ITERATIONS),
             out->used);
    set_used(e->method, "first", incremental ? (double)e->options.first : (double)NAN, out->used);
    set_used(e->method, "feature_price", e->options.feature_price, out->used);
    set_used(e->method, "vector_price", e->options.vector_price, out->used);
    const int64_t negative = n_negative(&out->machine);
    if (ask->report && negative > 0 && e->problem->basis.kind == ARD_RBF)
        ard_note(e->context, "%s: %lld scales are below 0; where they make a squared distance negative, it counts as 0",
                 e->method->name, (long long)negative);
done:
    return rc;
}

static const ard_steps pfcvm_steps = {
    .start = pfcvm_start, .step = ard_evidence_step, .finish = pfcvm_finish, .restart = pfcvm_restart, .most = most_iterations};

static int learnt_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                       bool fine, ard_grid *out)
{
    const bool linear = ard_basis_bilinear(problem->basis);
    const ard_axis axes[] = {{ard_setting_index(self, "c"), linear ? 3 : 4, linear ? linear_c : curved_c, 1.0},
                             {ard_setting_index(self, "alpha0"), 3, alphas, 1.0}};
    (void)fine;
    return ard_product_grid(context, settings, is_incremental(self, settings) ? 1 : 2, axes, out);
}

static int fixed_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                      bool fine, ard_grid *out)
{
    const ard_axis axes[] = {ard_scale_axis(self, problem, settings), {ard_setting_index(self, "alpha0"), 3, alphas, 1.0}};
    (void)fine;
    return ard_product_grid(context, settings, 2, axes, out);
}

/* The search by prices has flat ones. */
static int check_hyperpriors(const ard_method *self, ardor_context *context, const ard_settings *settings)
{
    int rc = ARDOR_OK;
    const bool flat = get(self, settings, "shape", 0) == 0 && get(self, settings, "rate", 0) == 0;
    REQUIRE(context, flat || !is_incremental(self, settings), ARDOR_USAGE,
            "shape and rate are settings of solver=batch; the incremental search has flat hyperpriors");
    REQUIRE(context, flat || !is_priced(self, settings), ARDOR_USAGE,
            "shape and rate do not go with prices, whose backward pass has flat hyperpriors");
done:
    return rc;
}

static int fixed_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings)
{
    int rc = ARDOR_OK;
    TRY(ard_check_fixed_scale(self, context, problem, settings));
    TRY(check_hyperpriors(self, context, settings));
done:
    return rc;
}

/* Settings of another solver than the one that is asked for. */
static int learnt_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings)
{
    int rc = ARDOR_OK;
    const bool incremental = is_incremental(self, settings);
    (void)problem;
    REQUIRE(context, incremental || isnan(get(self, settings, "first", NAN)), ARDOR_USAGE,
            "first is a setting of solver=incremental; without it the search begins with all vectors");
    REQUIRE(context, !incremental || isnan(get(self, settings, "alpha0", NAN)), ARDOR_USAGE,
            "alpha0 is a setting of solver=batch; the incremental search begins with no weight");
    REQUIRE(context, !incremental || get(self, settings, "update", 0) == 0, ARDOR_USAGE,
            "update=em is a setting of solver=batch; the incremental search has no fixed point");
    TRY(check_hyperpriors(self, context, settings));
    REQUIRE(context, !incremental || get(self, settings, "polish", 0) == 0, ARDOR_USAGE,
            "polish=yes is a setting of solver=batch; the incremental search ends without it");
done:
    return rc;
}

#define PRESET(table)                                                                                                            \
    .can = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS, .breaks = ARD_BREAKS_REPEATED_ROWS,                    \
    .default_basis = "rbf", .settings = table, .n_settings = COUNT(table), .extra = ard_evidence_extras,                         \
    .fact = ard_evidence_fact, .weaken = -1, .max_iter = COUNT(table) - 1, .open = pfcvm_open, .solve = ard_iterate,             \
    .steps = &pfcvm_steps, .close = ard_evidence_close

const ard_method ard_method_pfcvm_lp = {
    .name = "pfcvm-lp",
    .title =
        "Probabilistic feature selection and classification vector machine (logistic, truncated Gaussian ARD priors, Laplace)",
    .reference = "Jiang, Li, Chen, Yao, de Rijke, 2017",
    .grid = learnt_grid,
    .check = learnt_check,
    PRESET(pfcvm_lp_settings)};

const ard_method ard_method_epcvm = {
    .name = "epcvm",
    .title =
        "Efficient probabilistic classification vector machine (logistic, truncated Gaussian ARD priors on the weights, Laplace)",
    .reference = "Chen, Tino, Yao, IEEE TNNLS 25(2), 2014",
    .grid = fixed_grid,
    .check = fixed_check,
    PRESET(epcvm_settings)};

const ard_method ard_method_rsfm = {
    .name = "rsfm",
    .title = "Relevance sample-feature machine (logistic, Gaussian ARD priors on weights and feature scales, Laplace)",
    .reference = "Mohsenzadeh, Sheikhzadeh, Reza, Bathaee, Kalayeh, IEEE Trans. Cybernetics 43(6), 2013",
    .grid = learnt_grid,
    .check = learnt_check,
    PRESET(rsfm_settings)};
