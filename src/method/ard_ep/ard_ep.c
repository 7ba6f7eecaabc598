/* ARD on the evidence of EP or of Laplace's approximation: from the search (solver/sites/relevance.h) to solutions. */
#include "method/ard_ep/ard_ep.h"

#include <math.h>
#include <string.h>

#include "method/shared/design.h"
#include "method/shared/fixed_scale.h"
#include "solver/sites/relevance.h"

enum { SELECT_EVIDENCE, SELECT_PREDICTIVE, SELECT_PREDICTIVE_PROB, SELECT_AVERAGE };

/* An average takes at most this many of the states, evenly spaced, so that models stay small. */
enum { MOST_MEMBERS = 100 };
#define FINAL_TOL 1e-8

#define SHARED_SETTINGS                                                                                                          \
    [ARDEP_ORDER] =                                                                                                              \
        ARD_CHOICE("order", ARD_ORDER_GREEDY, "greedy|random|cyclic",                                                            \
                   "the next weight: the largest gain of all, or the next that has one", .breaks = ARD_BREAKS_TERM_ORDER),       \
    [ARDEP_START] =                                                                                                              \
        ARD_CHOICE("start", ARD_START_BEST, "best|fraction|all", "weights at the start: the best one, a random share, all"),     \
    [ARDEP_START_FRACTION] = ARD_REAL("start_fraction", .1, 0, 1, "", "the share of start fraction; at least one weight"),       \
    [ARDEP_ALPHA0] = ARD_REAL("alpha0", 1, 1e-8, 1e8, "", "precision of the weights that a start has"),                          \
    [ARDEP_GTOL] = ARD_REAL("gtol", 1e-6, 1e-12, 10, "", "gain of the log evidence below which nothing is changed"),             \
    [ARDEP_STARTS] = ARD_SETTING_STARTS("starts, the best is kept: the first as said, the others of the three kinds in turn"),   \
    [ARDEP_SCALE] = ARD_SETTING_SCALE, [ARDEP_SIGMA] = ARD_SETTING_SIGMA,                                                        \
    [ARDEP_SEED] = ARD_SETTING_SEED("search_seed", "of random starts and orders"),                                               \
    [ARDEP_MAX_ITER] = ARD_INT("max_iter", 10000, 1, 1e9, "", "most attempts to change a weight")

static const ard_setting ep_settings[ARDEP_POLISH] = {
    [ARDEP_SELECT] = ARD_CHOICE("select", SELECT_EVIDENCE, "evidence|predictive|predictive-prob|average",
                                "the state that is kept: most evidence, least leave-one-out score (errors; a smooth count), or "
                                "the average of all (100 at most)"),
    [ARDEP_INNER_TOL] = ARD_SETTING_INNER_TOL(1e-4, 1e-12, "largest change of a site that ends EP during the search"),
    SHARED_SETTINGS};

static const ard_setting laplace_settings[ARDEP_N_SETTINGS] = {
    [ARDEP_SELECT] = ARD_CHOICE("select", SELECT_EVIDENCE, "evidence|average",
                                "the state that is kept: most evidence, or the average of all (100 at most)"),
    [ARDEP_INNER_TOL] = ARD_SETTING_INNER_TOL(1e-5, 1e-12, "Newton's method ends where it gains less than this squared"),
    [ARDEP_POLISH] = ARD_BOOL("polish", 0,
                              "climb the log evidence itself, all precisions together, where single steps end, whose statistics "
                              "then are those of sites that move; not of select=average",
                              .since = 7),
    SHARED_SETTINGS};

/* The variants: Laplace instead of EP? */
static const bool by_ep = false, by_laplace = true;

typedef struct search {
    ARD_WORK;
    bool laplace;
    ard_design design;
    ard_relevance *relevance;
    bool *usable; /* d */
    bool polish;
    ard_settings values;
    int select;
} search;

static void search_close(void *work)
{
    search *w = work;
    if (!w) return;
    ard_free(w->context, w->usable);
    ard_relevance_close(w->context, w->relevance);
    ard_design_close(w->context, &w->design);
    ard_free(w->context, w);
}

static int search_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       void **work)
{
    int rc = ARDOR_OK;
    search *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    w->laplace = *(const bool *)self->variant;
    TRY(ard_design_open(context, problem, &w->design));
    NEW(context, w->usable, w->design.d);
    *work = w;
    w = NULL;
done:
    search_close(w);
    return rc;
}

static int search_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    search *w = work;
    ard_design *design = &w->design;
    const double *value = values->value;
    static const ard_relevance_select rule[] = {ARD_SELECT_EVIDENCE, ARD_SELECT_ERRORS, ARD_SELECT_SCALED, ARD_SELECT_EVIDENCE};
    (void)warm;
    w->values = *values;
    w->select = (int)value[ARDEP_SELECT];
    if (w->laplace && w->select == 1) w->select = SELECT_AVERAGE;
    w->polish = w->laplace && w->select != SELECT_AVERAGE && value[ARDEP_POLISH] != 0;
    TRY(ard_design_set(w->context, design, ard_fixed_scale(value[ARDEP_SCALE], value[ARDEP_SIGMA], w->problem->x->p)));
    ard_relevance_close(w->context, w->relevance);
    w->relevance = NULL;
    TRY(ard_relevance_open(w->context, &w->problem->target, design->d, design->columns, w->laplace ? &ard_link_logit : NULL,
                           &w->relevance));
    ard_design_usable(design, w->usable);
    const ard_relevance_options options = {.order = (ard_relevance_order)value[ARDEP_ORDER],
                                           .start = (ard_relevance_start)value[ARDEP_START],
                                           .select = rule[w->select],
                                           .start_fraction = value[ARDEP_START_FRACTION],
                                           .alpha0 = value[ARDEP_ALPHA0],
                                           .prune_at = INFINITY,
                                           .together = w->laplace && w->select != SELECT_AVERAGE,
                                           .polish = w->polish,
                                           .gain_tol = value[ARDEP_GTOL],
                                           .starts = (int64_t)value[ARDEP_STARTS],
                                           .seed = ard_seed(value[ARDEP_SEED], w->problem->seed),
                                           .tol = value[ARDEP_INNER_TOL]};
    ard_relevance_begin(w->relevance, &options, w->usable);
done:
    return rc;
}

static int search_step(void *work, ard_iteration *out)
{
    search *w = work;
    int rc = ard_relevance_step(w->relevance, out);
    if (w->problem->basis.kind == ARD_IDENTITY) return rc;
    out->n_vectors = out->n_features;
    out->n_features = w->problem->x->p;
    return rc;
}

/* ------------------------------------------------------------------ the fit */

/* The posterior of the state as it is; terms are columns of the design. */
static int state_posterior(search *w, ard_posterior *out)
{
    int rc = ARDOR_OK;
    const int64_t *column = NULL, m = ard_relevance_active(w->relevance, &column);
    double *columns = NULL, *alpha = NULL;
    TRY(ard_design_gather(w->context, &w->design, m, column, &columns));
    NEW(w->context, alpha, m);
    for (int64_t t = 0; t < m; t++) alpha[t] = ard_relevance_alpha(w->relevance)[column[t]];
    TRY(ard_posterior_of_weights(w->context, ard_relevance_sites(w->relevance), m, columns, alpha, column, out));
done:
    ard_free(w->context, alpha);
    ard_free(w->context, columns);
    return rc;
}

typedef struct mixture {
    int64_t n;
    ard_posterior *posterior;
} mixture;

/* Of the state that is kept, or of many; then back to the one that is kept. */
static int collect(search *w, mixture *a)
{
    int rc = ARDOR_OK;
    const int64_t states = ard_relevance_n_states(w->relevance);
    const int64_t count = w->select == SELECT_AVERAGE ? ard_min64(states, MOST_MEMBERS) : 1;
    NEW(w->context, a->posterior, count);
    a->n = count;
    for (int64_t k = 0; k < count && w->select == SELECT_AVERAGE; k++) {
        TRY(ard_relevance_replay(w->relevance, count == 1 ? 0 : k * (states - 1) / (count - 1),
                                 w->values.value[ARDEP_INNER_TOL]));
        TRY(state_posterior(w, a->posterior + k));
        a->posterior[k].share = 1.0 / (double)count;
    }
    TRY(ard_relevance_restore(w->relevance, FINAL_TOL));
    if (w->select != SELECT_AVERAGE) TRY(state_posterior(w, a->posterior));
done:
    return rc;
}

/* The columns in any posterior become the machine's weights, with their mean over the mixture; terms become positions. */
static int merge(search *w, const mixture *a, ard_fit *out)
{
    int rc = ARDOR_OK;
    const int64_t d = w->design.d;
    double *mean = NULL, *weight = NULL;
    int64_t *place = NULL, *column = NULL, m = 0;
    NEW(w->context, mean, d);
    NEW(w->context, weight, d);
    NEW(w->context, place, d);
    NEW(w->context, column, d);
    for (int64_t k = 0; k < a->n; k++)
        for (int64_t t = 0; t < a->posterior[k].m; t++) {
            mean[a->posterior[k].term[t]] += a->posterior[k].share * a->posterior[k].mean[t];
            place[a->posterior[k].term[t]] = 1;
        }
    place[0] = 0;
    for (int64_t j = 1; j < d; j++) {
        if (!place[j]) continue;
        column[m] = j;
        weight[m++] = mean[j];
        place[j] = m;
    }
    out->null_model = m == 0;
    TRY(ard_design_machine(w->context, &w->design, w->laplace ? &ard_link_logit : &ard_link_probit, mean[0], m, column, weight,
                           &out->machine));
    for (int64_t k = 0; k < a->n; k++)
        for (int64_t t = 0; t < a->posterior[k].m; t++) a->posterior[k].term[t] = place[a->posterior[k].term[t]];
done:
    ard_free(w->context, column);
    ard_free(w->context, place);
    ard_free(w->context, weight);
    ard_free(w->context, mean);
    return rc;
}

static int search_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    search *w = work;
    mixture a = {0};
    TRY(collect(w, &a));
    TRY(merge(w, &a, out));
    ard_function_take_posteriors(&out->machine, a.n, &a.posterior);
    if (ask->report && w->select == SELECT_AVERAGE)
        ard_note(w->context, "select=average keeps the weights of every state that it averages: the model is not sparse");
    if (ask->report && w->laplace) ard_relevance_warn(w->relevance);
    const ard_sites *sites = ard_relevance_sites(w->relevance);
    if (!w->laplace) ard_sites_set_extras(sites, out->extra);
    out->extra[ARD_SITES_EVIDENCE] = out->objective = sites->log_evidence;
    TRY(ard_relevance_certify(w->relevance));
    out->certificate = ard_relevance_certificate(w->relevance);
    out->at_bound = ard_relevance_at_bound(w->relevance);
    memcpy(out->used, w->values.value, sizeof out->used);
    out->used[ARDEP_SCALE] = w->problem->basis.kind == ARD_IDENTITY ? (double)NAN : w->design.scale;
    out->used[ARDEP_SIGMA] = NAN;
    if (w->laplace) out->used[ARDEP_POLISH] = w->polish;
    out->used[ARDEP_SEED] = ard_seed_used(w->values.value[ARDEP_SEED], w->problem->seed);
done:
    ard_posteriors_free(w->context, a.n, a.posterior);
    return rc;
}

static const ard_steps search_steps = {.start = search_start, .step = search_step, .finish = search_finish};

const ard_method ard_method_ard_ep = {
    .name = "ard-ep",
    .title = "Automatic relevance determination (probit, expectation propagation)",
    .reference = "Qi, Minka, Picard and Ghahramani, ICML 2004",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_HAS_SCORES,
    .default_basis = "identity",
    .settings = ep_settings,
    .n_settings = ARDEP_POLISH,
    .extra = ard_sites_extras,
    .variant = &by_ep,
    .check = ard_check_fixed_scale,
    .open = search_open,
    .solve = ard_iterate,
    .steps = &search_steps,
    .close = search_close,
    .grid = ard_fixed_scale_grid,
    .weaken = -1,
    .max_iter = ARDEP_MAX_ITER,
};

const ard_method ard_method_ard_laplace = {
    .name = "ard-laplace",
    .title = "Automatic relevance determination (logistic, Laplace)",
    .reference = "Tipping and Faul, AISTATS 2003",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF,
    .default_basis = "identity",
    .settings = laplace_settings,
    .n_settings = ARDEP_N_SETTINGS,
    .extra = ard_sites_extras,
    .variant = &by_laplace,
    .check = ard_check_fixed_scale,
    .open = search_open,
    .solve = ard_iterate,
    .steps = &search_steps,
    .close = search_close,
    .grid = ard_fixed_scale_grid,
    .weaken = -1,
    .max_iter = ARDEP_MAX_ITER,
};
