/* JCFO: README.md in this folder. This file composes the parts: the screen (sparse probit regression), the starting points
 * (start.c), the kernel and the engine, which is proximal Newton or em.c. */
#include "method/jcfo/jcfo.h"

#include <math.h>
#include <string.h>

#include "method/jcfo/em.h"
#include "method/probit_output.h"
#include "solver/proxnewton/functions.h"
#include "special/probit.h"

/* Beyond the start's, the workspace has room for as many weights as enter in some ten iterations. */
enum { LEAST_SCALES = 64, START_CENTRES = 500, ENTERING_WEIGHTS = 200 };

static const ard_setting settings[JCFO_N_SETTINGS] = {
    [JCFO_LAM1] = {"lam1", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                   "L1 rate of the weights: lam1 = gamma1 of the paper's (13); auto: sqrt(n/200); linear and poly:1, where lam1 "
                   "* lam2 counts: "
                   "0.04 n, behind a screen 2.45; tuned with --tune"},
    [JCFO_LAM2] = {"lam2", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                   "rate of the scales: lam2 = gamma2 of the paper's (14); auto: 2 sqrt(n/200); linear and poly:1: as lam1; "
                   "tuned with --tune"},
    [JCFO_STRENGTH] =
        {"strength", ARD_SETTING_REAL, NAN, 1e-4, 1, NULL, "of lam_max",
         "strength of the sparse probit regression that screens the features; auto: 0.17, of linear and poly:1 tuned "
         "with --tune"},
    [JCFO_SCREEN] =
        {"screen", ARD_SETTING_CHOICE, JCFO_SCREEN_AUTO, 0, 0, "auto|none|restrict|open", "",
         "features of sparse probit regression only (restrict), first with others entering (open), or all (none); auto: "
         "restrict where p > 5 n"},
    [JCFO_PENALISE_BIAS] = {"penalise_bias", ARD_SETTING_BOOL, NAN, 0, 1, NULL, "",
                            "penalise the bias with lam1 too; auto: yes for rbf and poly:2 upwards, no for linear"},
    [JCFO_START] = {"start", ARD_SETTING_REAL, 1, 1e-6, 1e6, NULL, "1/p",
                    "every scale starts at this over the number of features"},
    [JCFO_CENTRES] =
        {"centres", ARD_SETTING_INT, NAN, 1, 1e9, NULL, "rows",
         "rows that carry a weight in the ridge start (spread over the classes; others enter as they are needed); auto: "
         "all up to 500, else 500; solver em: all"},
    [JCFO_WEAKEST] =
        {"weakest", ARD_SETTING_REAL, NAN, 1e-6, 1, NULL, "at 200 samples",
         "rbf and poly:2 upwards: least lam1 that --tune tries; auto: 0.01 up to 150 samples, 0.1 up to 500, else 0.3"},
    [JCFO_SOLVER] =
        {"solver", ARD_SETTING_CHOICE, JCFO_DIRECT, 0, 0, "direct|em", "",
         "direct: proximal Newton, with exact zeros; em: expectation-maximisation as in the paper, slow, where weights and "
         "scales up to 1e-6 of the largest count as zero"},
    [JCFO_TOL] =
        {"tol", ARD_SETTING_REAL, NAN, 1e-15, 1, NULL, "",
         "direct: largest KKT violation, relative to lam1 and lam2; em: relative change of the objective; auto: 1e-5, em 1e-10"},
    [JCFO_MAX_ITER] = {"max_iter", ARD_SETTING_INT, NAN, 1, 1e6, NULL, "", "most iterations; auto: 300, em 10000"},
};

typedef struct jcfo_work {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis;
    jcfo_screen screen;
    spr_path *path;           /* the screen's, NULL without one */
    double screened_strength; /* of `support`; NaN: none yet */
    int64_t n_support;        /* -1: no screen */
    int64_t *support;         /* p */
    /* the problem restricted to a subset of the features */
    bool built;
    ard_subset subset;
    ard_kernel_function function;
    ard_pn *pn;
    jcfo_em *em; /* NULL: solver=direct */
    ard_pn_options options;
    ard_settings values; /* of the start */
    double strength;
    bool restricted;
} jcfo_work;

static double auto_max_iter(const ard_settings *values) { return values->value[JCFO_SOLVER] == JCFO_EM ? 10000 : 300; }

static void close_subset(jcfo_work *w)
{
    jcfo_em_close(w->context, w->em);
    ard_pn_close(w->context, w->pn);
    ard_kernel_close(w->context, w->function.kernel);
    w->em = NULL;
    w->pn = NULL;
    w->function.kernel = NULL;
    w->built = false;
}

static void jcfo_close(void *work)
{
    jcfo_work *w = work;
    if (!w) return;
    close_subset(w);
    spr_path_close(w->context, w->path);
    ard_subset_close(w->context, &w->subset);
    ard_free(w->context, w->support);
    ard_free(w->context, w);
}

static int jcfo_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, void **work)
{
    int rc = ARDOR_OK;
    jcfo_work *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->problem = problem;
    w->basis = basis;
    w->values = *values;
    w->screen = jcfo_screen_of(problem, values);
    w->screened_strength = NAN;
    w->n_support = -1;
    TRY(ard_subset_open(context, problem, &w->subset));
    NEW(context, w->support, problem->p);
    if (w->screen == JCFO_SCREEN_RESTRICT || w->screen == JCFO_SCREEN_OPEN) TRY(spr_path_open(context, problem, &w->path));
    *work = w;
    w = NULL;
done:
    jcfo_close(w);
    return rc;
}

static void jcfo_settle(const ard_problem *problem, ard_basis basis, ard_settings *values)
{
    (void)basis;
    values->value[JCFO_SCREEN] = jcfo_screen_of(problem, values);
    values->value[JCFO_WEAKEST] = jcfo_weakest(problem, values);
}

/* Rows that carry a weight in the ridge start. All of them would make the first iterations cost n^3 for a solution that keeps
 * a few dozen. */
static int64_t n_centres(const jcfo_work *w)
{
    double given = w->values.value[JCFO_CENTRES];
    if (w->values.value[JCFO_SOLVER] == JCFO_EM) return w->problem->n;
    return ard_min64(w->problem->n, isnan(given) ? START_CENTRES : (int64_t)given);
}

/* Scales that one step can move. A ridge start with p > n has more, which then take turns. */
static int64_t scale_room(const jcfo_work *w)
{
    const int64_t p = w->subset.n, n = w->problem->n;
    if (w->screen == JCFO_SCREEN_OPEN) return ard_min64(p, 2 * n + 40);
    return ard_min64(p, ard_max64(3 * n / 4, LEAST_SCALES));
}

/* Kernel and engine over the features `only` (NULL: all); nothing to do if they are in place already. */
static int build_subset(jcfo_work *w, int64_t n_only, const int64_t *only)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    ard_pn_function function;
    if (w->built && ard_subset_is(&w->subset, q, n_only, only)) return ARDOR_OK;
    close_subset(w);
    TRY(ard_subset_take(w->context, &w->subset, q, n_only, only));
    const double *x = w->subset.x;
    const int64_t count = w->subset.n;
    TRY(ard_kernel_open(w->context, w->basis, q->n, x, q->n, q->n, x, q->n, count, &w->function.kernel));
    w->function.n = q->n;
    ard_kernel_bind(&w->function, w->basis, count, scale_room(w), &function);
    if (!w->path) function.weight_room = ard_min64(q->n, n_centres(w) + ENTERING_WEIGHTS);
    TRY(ard_pn_open(w->context, &function, q->sign, q->weight, &w->pn));
    if (w->values.value[JCFO_SOLVER] == JCFO_EM) TRY(jcfo_em_open(w->context, q, w->function.kernel, count, w->pn, &w->em));
    w->built = true;
done:
    if (rc != ARDOR_OK) close_subset(w);
    return rc;
}

/* The screen at this strength: its solution, and the support. */
static int run_screen(jcfo_work *w, const spr_solution **out)
{
    int rc = ARDOR_OK;
    TRY(spr_path_solve(w->path, w->strength, out));
    w->n_support = 0;
    for (int64_t k = 0; k < w->problem->p; k++)
        if ((*out)->weight[k] != 0.0) w->support[w->n_support++] = k;
    w->screened_strength = w->strength;
done:
    return rc;
}

static int jcfo_start(void *work, const ard_settings *values, const ard_solution *warm, int64_t n_only, const int64_t *only)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    const spr_solution *screen = NULL;
    const double bias = values->value[JCFO_PENALISE_BIAS], tol = values->value[JCFO_TOL];
    const bool em = w->values.value[JCFO_SOLVER] == JCFO_EM;
    w->values = *values;
    w->strength = jcfo_strength(values);
    w->options = (ard_pn_options){.penalise_bias = isnan(bias) ? !jcfo_bilinear(w->basis) : bias != 0,
                                  .tol = !isnan(tol) ? tol
                                         : em        ? 1e-10
                                                     : 1e-5,
                                  .damping = 1.0,
                                  .second_order = true};
    jcfo_rates(w->problem, w->basis, values, &w->options.lam1, &w->options.lam2);
    w->restricted = false;
    if (!only && w->path) {
        TRY(run_screen(w, &screen));
        if (w->screen == JCFO_SCREEN_RESTRICT) {
            only = w->support;
            n_only = w->n_support;
            w->restricted = true;
        }
    }
    TRY(build_subset(w, n_only, only));
    ard_point *point = ard_pn_point(w->pn);
    if (warm) {
        jcfo_warm_start(warm, w->problem->n, &w->subset, point);
    } else if (screen && (jcfo_bilinear(w->basis) || w->screen == JCFO_SCREEN_OPEN)) {
        jcfo_dual_start(w->problem, w->basis, screen, &w->subset, point);
    } else {
        for (int64_t t = 0; t < w->subset.n; t++) point->scale[t] = values->value[JCFO_START] / (double)w->subset.n;
        TRY(jcfo_ridge_start(w->context, w->problem, w->function.kernel, w->subset.n, n_centres(w), w->pn));
    }
    /* the split of a start between weights and scales is arbitrary, and far from balance the first step can jump to zero */
    w->options.rebalance = !w->em && !warm;
    if (w->em)
        jcfo_em_start(w->em, &w->options);
    else
        ard_pn_start(w->pn, &w->options);
done:
    return rc;
}

static int jcfo_preselect(void *work, const ard_settings *values, int64_t *n_selected, int64_t *selected)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    const spr_solution *screen = NULL;
    *n_selected = -1;
    if (!w->path) return ARDOR_OK;
    w->strength = jcfo_strength(values);
    TRY(run_screen(w, &screen));
    *n_selected = w->n_support;
    memcpy(selected, w->support, (size_t)w->n_support * sizeof *selected);
done:
    return rc;
}

/* More weights than the workspace has room for, which weak rates on noisy labels can need: go on in a larger one. The one place
 * where a step allocates, at most once in a fit. */
static int enlarge(jcfo_work *w)
{
    int rc = ARDOR_OK;
    ard_pn_function function;
    ard_pn *larger = NULL;
    const ard_problem *q = w->problem;
    const ard_point *from = ard_pn_point(w->pn);
    ard_kernel_bind(&w->function, w->basis, w->subset.n, scale_room(w), &function);
    TRY(ard_pn_open(w->context, &function, q->sign, q->weight, &larger));
    ard_point *to = ard_pn_point(larger);
    memcpy(to->weight, from->weight, (size_t)q->n * sizeof *to->weight);
    memcpy(to->scale, from->scale, (size_t)w->subset.n * sizeof *to->scale);
    to->bias = from->bias;
    ard_pn_start(larger, &w->options);
    ard_pn_close(w->context, w->pn);
    w->pn = larger;
done:
    return rc;
}

static int jcfo_step(void *work, ard_iteration *out)
{
    jcfo_work *w = work;
    if (w->em) return jcfo_em_step(w->em, out);
    int rc = ARDOR_OK;
    if (ard_pn_full(w->pn)) TRY(enlarge(w));
    TRY(ard_pn_step(w->pn, out));
    if (out->stop == ARD_STOP_STALLED && ard_pn_full(w->pn)) out->stop = ARD_STOP_NONE;
done:
    return rc;
}

/* The largest violation of dF/dtheta <= lam2 among the features that the screen kept out. */
static int outside_violation(jcfo_work *w, const ard_point *point, double *out)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    ard_kernel *kernel = NULL;
    double *columns = NULL, *gradient = NULL;
    int64_t *live = NULL;
    NEW(w->context, columns, q->n * point->n_active);
    NEW(w->context, gradient, q->p);
    NEW(w->context, live, point->n_live);
    for (int64_t t = 0; t < point->n_live; t++) live[t] = w->subset.column[point->live[t]];
    TRY(ard_kernel_open(w->context, w->basis, q->n, q->x, q->n, q->n, q->x, q->n, q->p, &kernel));
    ard_kernel_set(kernel, (ard_list){point->n_live, live, point->live_scale});
    ard_kernel_columns(kernel, point->n_active, point->active, columns);
    ard_kernel_scale_gradient(kernel, (ard_list){point->n_active, point->active, point->active_weight}, columns,
                              ard_pn_residual(w->pn), gradient);
    for (int64_t t = 0; t < w->subset.n; t++) gradient[w->subset.column[t]] = 0;
    *out = 0;
    for (int64_t k = 0; k < q->p; k++) *out = fmax(*out, (gradient[k] - w->options.lam2) / w->options.lam2);
done:
    ard_kernel_close(w->context, kernel);
    ard_free(w->context, live);
    ard_free(w->context, gradient);
    ard_free(w->context, columns);
    return rc;
}

/* f is a constant where no scale or no weight is left: fold it into the bias. */
static void make_null(const jcfo_work *w, const ard_point *point, ard_solution *s)
{
    double sum = 0;
    for (int64_t j = 0; j < point->n_active; j++) sum += point->active_weight[j];
    s->bias = point->bias + (w->basis.kind == ARD_LINEAR ? 0.0 : sum);
    s->null_model = true;
}

static int jcfo_finish(void *work, bool thorough, ard_solution *out)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    const ard_point *point = ard_pn_point(w->pn);
    ard_iteration trimmed = {0};
    *out = (ard_solution){0};
    if (w->em) jcfo_em_trim(w->em, &trimmed);
    ard_solution s = {.basis = w->basis,
                      .bias = point->bias,
                      .n_screened = w->restricted ? w->subset.n : -1,
                      .restated = w->em,
                      .objective = trimmed.objective,
                      .kkt_weights = trimmed.kkt_weights,
                      .kkt_scales = trimmed.kkt_scales};
    if (w->restricted && thorough) TRY(outside_violation(w, point, &s.screen_kkt));
    if (point->n_active == 0 || point->n_live == 0) {
        make_null(w, point, &s);
    } else {
        TRY(ard_solution_set_features(w->context, &w->subset, point->n_live, point->live, point->live_scale, &s));
        TRY(ard_solution_set_vectors(w->context, w->problem, point->n_active, point->active, point->active_weight, &s));
    }
    memcpy(s.used, w->values.value, sizeof s.used);
    s.used[JCFO_LAM1] = w->options.lam1;
    s.used[JCFO_LAM2] = w->options.lam2;
    s.used[JCFO_STRENGTH] = w->path ? w->strength : NAN;
    s.used[JCFO_SCREEN] = w->screen;
    s.used[JCFO_PENALISE_BIAS] = w->options.penalise_bias;
    s.used[JCFO_TOL] = w->options.tol;
    if (isnan(s.used[JCFO_MAX_ITER])) s.used[JCFO_MAX_ITER] = auto_max_iter(&w->values);
    *out = s;
    s = (ard_solution){0};
done:
    ard_solution_free(w->context, &s);
    return rc;
}

static int jcfo_check(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values)
{
    (void)problem;
    (void)basis;
    if (values->value[JCFO_SOLVER] == JCFO_EM && values->value[JCFO_SCREEN] == JCFO_SCREEN_OPEN)
        return ard_fail(context, ARDOR_USAGE,
                        "screen=open of jcfo needs solver=direct: with solver=em no scale can leave zero; take screen=restrict");
    return ARDOR_OK;
}

const ard_method ard_jcfo = {
    .name = "jcfo",
    .title = "Joint classifier and feature optimisation (probit, Laplace priors on weights and feature scales)",
    .reference = "Krishnapuram, Hartemink, Carin, Figueiredo, IEEE TPAMI 26(9), 2004",
    .capabilities = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = JCFO_N_SETTINGS,
    .check = jcfo_check,
    .settle = jcfo_settle,
    .open = jcfo_open,
    .start = jcfo_start,
    .step = jcfo_step,
    .finish = jcfo_finish,
    .close = jcfo_close,
    .predict = ard_probit_predict,
    .grid = jcfo_grid,
    .preselect = jcfo_preselect,
    .relax_setting = JCFO_LAM1,
    .max_iter_setting = JCFO_MAX_ITER,
    .auto_max_iter = auto_max_iter,
};
