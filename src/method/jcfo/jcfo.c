/* JCFO: README.md in this folder. This file composes the parts: the screen (sparse probit regression), the starting points
 * (start.c), the kernel and the engine, which is proximal Newton or em.c. */
#include "method/jcfo/jcfo.h"

#include <math.h>
#include <string.h>

#include "method/jcfo/em.h"
#include "method/shared/starts.h"
#include "solver/proxnewton/functions.h"

/* Beyond the start's, the workspace has room for as many weights as enter in some ten iterations. */
enum { LEAST_SCALES = 64, START_CENTRES = 500, ENTERING_WEIGHTS = 200 };
static const double WARM_DAMPING = .01; /* near a solution there is less to hold back */

static const ard_setting settings[JCFO_N_SETTINGS] = {
    [JCFO_LAM1] = ARD_REAL("lam1", NAN, 1e-12, 1e12, "",
                           "L1 rate of the weights: lam1 = gamma1 of the paper's (13); auto: sqrt(n/200); linear and poly:1, "
                           "where lam1 * lam2 counts: 0.04 n, behind a screen 2.45; tuned with --tune"),
    [JCFO_LAM2] = ARD_REAL("lam2", NAN, 1e-12, 1e12, "",
                           "rate of the scales: lam2 = gamma2 of the paper's (14); auto: 2 sqrt(n/200); linear and poly:1: as "
                           "lam1; tuned with --tune"),
    [JCFO_STRENGTH] = ARD_REAL("strength", NAN, 1e-4, 1, "of lam_max",
                               "strength of the sparse probit regression that screens the features; auto: 0.17, of linear and "
                               "poly:1 tuned with --tune"),
    [JCFO_SCREEN] = ARD_CHOICE("screen", JCFO_SCREEN_AUTO, "auto|none|restrict|open",
                               "features of sparse probit regression only (restrict), first with others entering (open), or all "
                               "(none); auto: restrict where p > 5 n"),
    [JCFO_PENALISE_BIAS] = ARD_SETTING_PENALISE_BIAS,
    [JCFO_START_SCALE] = ARD_SETTING_START_SCALE(1e-6, 1e6, "every scale starts at this over the number of features"),
    [JCFO_CENTRES] = ARD_INT("centres", NAN, 1, 1e9, "rows",
                             "rows that carry a weight in the ridge start (spread over the classes; others enter as they are "
                             "needed); auto: all up to 500, else 500; solver em: all"),
    [JCFO_STARTS] =
        ARD_SETTING_STARTS("starts, of which the one of the highest objective is kept: the first as usual, the second "
                           "by sparse probit regression (rbf, poly:2 upwards: with scales as features correlate with "
                           "the labels), others with random scales",
                           .since = 7),
    [JCFO_WEAKEST] = ARD_REAL("weakest", NAN, 1e-6, 1, "at 200 samples",
                              "rbf and poly:2 upwards: least lam1 that --tune tries; auto: 0.01 up to 150 samples, 0.1 up to "
                              "400, else 0.3"),
    [JCFO_SOLVER] = ARD_CHOICE("solver", JCFO_DIRECT, "direct|em",
                               "direct: proximal Newton, with exact zeros; em: expectation-maximisation as in the paper, slow, "
                               "where weights and scales up to 1e-6 of the largest count as zero"),
    [JCFO_TOL] = ARD_SETTING_TOL(NAN, 1e-15,
                                 "direct: largest KKT violation, relative to lam1 and lam2; em: relative change of the "
                                 "objective; auto: 1e-5, em 1e-10"),
    [JCFO_MAX_ITER] = ARD_INT("max_iter", NAN, 1, 1e6, "", "most iterations; auto: 300, em 10000"),
};

typedef struct jcfo_work {
    ARD_WORK;
    jcfo_screen screen;
    spr_path *path;      /* the screen's, NULL without one */
    ard_columns support; /* what it lets through */
    spr_path *second;    /* of the second start without a screen, from when it is needed */
    double *multiple;    /* p: room for the scales of a start */
    /* kernel and engine over the features in use: all of them, or those of `in_use` */
    bool built, whole;
    ard_columns in_use;
    ard_matrix x;
    ard_kernel *kernel;
    ard_pn *pn;
    jcfo_em *em; /* NULL: solver=direct */
    ard_pn_options options;
    ard_settings values; /* of the start */
    double strength;
    bool restricted;
} jcfo_work;

static double auto_tol(const ard_settings *values) { return values->value[JCFO_SOLVER] == JCFO_EM ? 1e-10 : 1e-5; }

static double jcfo_max_iter(const ard_settings *values)
{
    const double given = values->value[JCFO_MAX_ITER];
    return !isnan(given) ? given : values->value[JCFO_SOLVER] == JCFO_EM ? 10000 : 300;
}

static void close_engine(jcfo_work *w)
{
    jcfo_em_close(w->context, w->em);
    ard_pn_close(w->context, w->pn);
    ard_kernel_close(w->context, w->kernel);
    ard_matrix_free(w->context, &w->x);
    w->em = NULL;
    w->pn = NULL;
    w->kernel = NULL;
    w->built = false;
}

static void jcfo_close(void *work)
{
    jcfo_work *w = work;
    if (!w) return;
    close_engine(w);
    spr_path_close(w->context, w->second);
    spr_path_close(w->context, w->path);
    ard_free(w->context, w->multiple);
    ard_free(w->context, w->in_use.column);
    ard_free(w->context, w->support.column);
    ard_free(w->context, w);
}

static int jcfo_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work)
{
    int rc = ARDOR_OK;
    jcfo_work *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    w->values = *values;
    w->screen = jcfo_screen_of(problem, values);
    NEW(context, w->support.column, problem->x->p);
    NEW(context, w->in_use.column, problem->x->p);
    NEW(context, w->multiple, problem->x->p);
    if (w->screen != JCFO_SCREEN_NONE && !problem->preselected) TRY(spr_path_open(context, problem, &w->path));
    *work = w;
    w = NULL;
done:
    jcfo_close(w);
    return rc;
}

static void jcfo_settle(const ard_method *self, const ard_problem *problem, ard_settings *values)
{
    (void)self;
    values->value[JCFO_SCREEN] = jcfo_screen_of(problem, values);
    values->value[JCFO_WEAKEST] = jcfo_weakest(problem, values);
}

/* Rows that carry a weight in the ridge start. All of them would make the first iterations cost n^3 for a solution that keeps
 * a few dozen. */
static int64_t n_centres(const jcfo_work *w)
{
    const int64_t n = w->problem->x->n;
    const double given = w->values.value[JCFO_CENTRES];
    if (w->values.value[JCFO_SOLVER] == JCFO_EM) return n;
    return ard_min64(n, isnan(given) ? START_CENTRES : (int64_t)given);
}

/* Scales that one step can move. A ridge start with p > n has more, which then take turns. */
static int64_t scale_room(const jcfo_work *w)
{
    const int64_t p = w->x.p, n = w->x.n;
    if (w->screen == JCFO_SCREEN_OPEN) return ard_min64(p, 2 * n + 40);
    return ard_min64(p, ard_max64(3 * n / 4, LEAST_SCALES));
}

static bool in_use(const jcfo_work *w, const ard_columns *only)
{
    if (w->whole || !only) return w->whole && !only;
    return w->in_use.n == only->n && memcmp(w->in_use.column, only->column, (size_t)only->n * sizeof *only->column) == 0;
}

/* The workspace of proximal Newton over the kernel, with room for so many weights. */
static int open_engine(jcfo_work *w, int64_t weight_room, ard_pn **out)
{
    ard_pn_function function;
    ard_kernel_bind(w->kernel, scale_room(w), &function);
    function.weight_room = weight_room;
    return ard_pn_open(w->context, &function, &ard_link_probit, &w->problem->target, out);
}

/* Kernel and engine over these features (NULL: all), with room for a start of so many weights and for more to enter. Nothing to
 * do if they are in place already. */
static int build(jcfo_work *w, const ard_columns *only, int64_t n_start)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    const int64_t n = q->x->n;
    const int64_t usual = w->screen != JCFO_SCREEN_NONE ? n : ard_min64(n, n_centres(w) + ENTERING_WEIGHTS);
    const int64_t room = n_start < usual ? usual : n;
    if (w->built && ard_pn_weight_room(w->pn) >= room && in_use(w, only)) return ARDOR_OK;
    close_engine(w);
    w->whole = !only;
    if (only) {
        w->in_use.n = only->n;
        memcpy(w->in_use.column, only->column, (size_t)only->n * sizeof *only->column);
    }
    TRY(ard_matrix_view(w->context, q->x, 0, NULL, only ? only->n : 0, only ? w->in_use.column : NULL, &w->x));
    TRY(ard_kernel_open(w->context, q->basis, &w->x, NULL, &w->kernel));
    TRY(open_engine(w, room, &w->pn));
    if (w->values.value[JCFO_SOLVER] == JCFO_EM) TRY(jcfo_em_open(w->context, &q->target, w->kernel, w->pn, &w->em));
    w->built = true;
done:
    if (rc != ARDOR_OK) close_engine(w);
    return rc;
}

/* The screen at this strength: its solution, and the support. */
static int run_screen(jcfo_work *w, const spr_solution **out)
{
    int rc = ARDOR_OK;
    TRY(spr_path_solve(w->path, w->strength, out));
    w->support.n = 0;
    for (int64_t k = 0; k < w->problem->x->p; k++)
        if ((*out)->weight[k] != 0.0) w->support.column[w->support.n++] = k;
done:
    return rc;
}

/* What the settings say. */
static void choose_options(jcfo_work *w, const ard_settings *values, bool warm)
{
    const double bias = values->value[JCFO_PENALISE_BIAS], tol = values->value[JCFO_TOL];
    const bool em = values->value[JCFO_SOLVER] == JCFO_EM, bilinear = ard_basis_bilinear(w->problem->basis);
    w->values = *values;
    w->strength = jcfo_strength(values);
    w->options = (ard_pn_options){.weights.kind = ARD_L1,
                                  .scales.kind = ARD_NONNEGATIVE,
                                  .penalise_bias = isnan(bias) ? !bilinear : bias != 0,
                                  .tol = isnan(tol) ? auto_tol(values) : tol,
                                  .damping = warm && !bilinear ? WARM_DAMPING : 1.0,
                                  .second_order = true,
                                  /* the split of a start between weights and scales is arbitrary, and far from balance the first
                                   * step can jump to zero */
                                  .rebalance = !em && !warm};
    jcfo_rates(w->problem, values, &w->options.weights.rate, &w->options.scales.rate);
}

/* Where a fit begins. */
typedef enum { BEGIN_WARM, BEGIN_DUAL, BEGIN_RIDGE } beginning;

/* The first start: the fit before, the screen's own classifier or the ridge. A bilinear kernel has both of the latter, and its
 * second start is the other one. */
static beginning choose_beginning(const jcfo_work *w, const ard_fit *warm, const spr_solution *screen, int64_t number)
{
    const bool bilinear = ard_basis_bilinear(w->problem->basis);
    const bool dual = screen && (bilinear || w->screen == JCFO_SCREEN_OPEN);
    if (warm) return BEGIN_WARM;
    if (number == 1) return dual ? BEGIN_DUAL : BEGIN_RIDGE;
    return number == 2 && bilinear && !dual ? BEGIN_DUAL : BEGIN_RIDGE;
}

/* The ridge at the scales of this start: the first, and the second of a bilinear kernel, have those of `start_scale`. */
static int place_ridge(jcfo_work *w, int64_t number)
{
    int rc = ARDOR_OK;
    const int64_t p = w->x.p;
    ard_point *point = ard_pn_point(w->pn);
    const bool own = number == 1 || (number == 2 && ard_basis_bilinear(w->problem->basis));
    for (int64_t t = 0; t < p; t++) point->scale[t] = w->values.value[JCFO_START_SCALE] / (double)p;
    if (!own) {
        TRY(ard_start_scales(w->context, w->problem, &w->x, number, w->multiple));
        for (int64_t t = 0; t < p; t++) point->scale[t] *= w->multiple[t];
    }
    TRY(jcfo_ridge_start(w->context, &w->problem->target, w->kernel, n_centres(w), w->pn));
done:
    return rc;
}

static int place_dual(jcfo_work *w, const spr_solution *screen)
{
    int rc = ARDOR_OK;
    const spr_solution *solution = screen;
    if (!solution) {
        if (!w->second) TRY(spr_path_open(w->context, w->problem, &w->second));
        TRY(spr_path_solve(w->second, w->strength, &solution));
    }
    jcfo_dual_start(w->problem->basis, solution, w->x.n, w->x.p, w->whole ? NULL : w->in_use.column, ard_pn_point(w->pn));
done:
    return rc;
}

static int begin(jcfo_work *w, const ard_settings *values, const ard_fit *warm, int64_t number)
{
    int rc = ARDOR_OK;
    const spr_solution *screen = NULL;
    choose_options(w, values, warm != NULL);
    if (w->path) TRY(run_screen(w, &screen));
    w->restricted = screen && w->screen == JCFO_SCREEN_RESTRICT;
    const beginning from = choose_beginning(w, warm, screen, number);
    const int64_t n = w->problem->x->n, n_weights = from == BEGIN_WARM ? warm->machine.n_vectors : from == BEGIN_DUAL ? n : 0;
    TRY(build(w, w->restricted ? &w->support : NULL, n_weights));
    if (from == BEGIN_WARM)
        jcfo_warm_start(&warm->machine, n, w->x.p, w->whole ? NULL : w->in_use.column, ard_pn_point(w->pn));
    else
        TRY(from == BEGIN_DUAL ? place_dual(w, screen) : place_ridge(w, number));
    TRY(w->em ? jcfo_em_start(w->em, &w->options) : ard_pn_start(w->pn, &w->options));
done:
    return rc;
}

static int jcfo_start(void *work, const ard_settings *values, const ard_fit *warm) { return begin(work, values, warm, 1); }

static int jcfo_restart(void *work, const ard_settings *values, int64_t number) { return begin(work, values, NULL, number); }

static int jcfo_screened(void *work, const ard_settings *values, ard_columns *out)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    const spr_solution *screen = NULL;
    *out = (ard_columns){.n = -1};
    if (!w->path) return ARDOR_OK;
    w->strength = jcfo_strength(values);
    TRY(run_screen(w, &screen));
    *out = w->support;
done:
    return rc;
}

/* More weights than the workspace has room for, which weak rates on noisy labels can need: go on in a larger one, at most once
 * in a fit. */
static int enlarge(void *work)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    ard_pn *larger = NULL;
    const ard_point *from = ard_pn_point(w->pn);
    TRY(open_engine(w, w->problem->x->n, &larger));
    ard_point *to = ard_pn_point(larger);
    memcpy(to->weight, from->weight, (size_t)w->problem->x->n * sizeof *to->weight);
    memcpy(to->scale, from->scale, (size_t)w->x.p * sizeof *to->scale);
    to->bias[0] = from->bias[0];
    TRY(ard_pn_start(larger, &w->options));
    ard_pn_close(w->context, w->pn);
    w->pn = larger;
    larger = NULL;
done:
    ard_pn_close(w->context, larger);
    return rc;
}

static int jcfo_step(void *work, ard_iteration *out)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    if (w->em) return jcfo_em_step(w->em, out);
    TRY(ard_pn_step(w->pn, out));
    if (ard_pn_full(w->pn) && (out->stop == ARD_STOP_NONE || out->stop == ARD_STOP_STALLED)) {
        out->stop = ARD_STOP_NONE;
        out->grow = enlarge;
    }
done:
    return rc;
}

/* Column of the problem of the t-th feature in use. */
static int64_t column_of(const jcfo_work *w, int64_t t) { return w->whole ? t : w->in_use.column[t]; }

/* The largest violation of dF/dtheta <= lam2 among the features that the screen kept out. */
static int outside_violation(jcfo_work *w, const ard_point *point, double *out)
{
    int rc = ARDOR_OK;
    const int64_t n = w->problem->x->n, p = w->problem->x->p;
    ard_kernel *kernel = NULL;
    double *columns = NULL, *gradient = NULL;
    int64_t *live = NULL;
    NEW(w->context, columns, n * point->n_active);
    NEW(w->context, gradient, p);
    NEW(w->context, live, point->n_live);
    for (int64_t t = 0; t < point->n_live; t++) live[t] = column_of(w, point->live[t]);
    TRY(ard_kernel_open(w->context, w->problem->basis, w->problem->x, NULL, &kernel));
    ard_kernel_set(kernel, (ard_list){point->n_live, live, point->live_scale});
    ard_kernel_columns(kernel, point->n_active, point->active, 0, columns);
    ard_kernel_scale_gradient(kernel, (ard_list){point->n_active, point->active, point->active_weight}, columns,
                              ard_pn_residual(w->pn), gradient);
    TRY(ard_sum(w->context, gradient, p));
    for (int64_t t = 0; t < w->x.p; t++) gradient[column_of(w, t)] = 0;
    *out = 0;
    for (int64_t k = 0; k < p; k++) *out = fmax(*out, (gradient[k] - w->options.scales.rate) / w->options.scales.rate);
done:
    ard_kernel_close(w->context, kernel);
    ard_free(w->context, live);
    ard_free(w->context, gradient);
    ard_free(w->context, columns);
    return rc;
}

/* f is a constant where no scale or no weight is left: it is folded into the bias. */
static double null_bias(const jcfo_work *w, const ard_point *point)
{
    double sum = 0;
    for (int64_t j = 0; j < point->n_active; j++) sum += point->active_weight[j];
    return point->bias[0] + (w->problem->basis.kind == ARD_LINEAR ? 0.0 : sum);
}

static int make_machine(jcfo_work *w, const ard_point *point, ard_fit *out)
{
    int rc = ARDOR_OK;
    int64_t *column = NULL;
    ard_function_parts parts = {.basis = w->problem->basis, .link = &ard_link_probit, .x = w->problem->x};
    out->null_model = point->n_active == 0 || point->n_live == 0;
    if (out->null_model) {
        parts.bias = null_bias(w, point);
    } else {
        NEW(w->context, column, point->n_live);
        for (int64_t t = 0; t < point->n_live; t++) column[t] = column_of(w, point->live[t]);
        parts.bias = point->bias[0];
        parts.n_features = point->n_live;
        parts.feature = column;
        parts.scale = point->live_scale;
        parts.n_terms = point->n_active;
        parts.row = point->active;
        parts.weight = point->active_weight;
    }
    TRY(ard_function_of(w->context, &parts, &out->machine));
done:
    ard_free(w->context, column);
    return rc;
}

static void set_used(const jcfo_work *w, double *used)
{
    memcpy(used, w->values.value, sizeof w->values.value);
    used[JCFO_LAM1] = w->options.weights.rate;
    used[JCFO_LAM2] = w->options.scales.rate;
    used[JCFO_STRENGTH] = w->screen != JCFO_SCREEN_NONE ? w->strength : NAN;
    used[JCFO_SCREEN] = w->screen;
    used[JCFO_PENALISE_BIAS] = w->options.penalise_bias;
    used[JCFO_TOL] = w->options.tol;
    used[JCFO_MAX_ITER] = jcfo_max_iter(&w->values);
}

static int jcfo_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    const ard_point *point = ard_pn_point(w->pn);
    if (w->em) TRY(jcfo_em_trim(w->em));
    TRY(ard_pn_finish(w->pn, out->stop));
    out->objective = ard_pn_objective(w->pn);
    out->certificate = ard_pn_violations(w->pn, 0.0, 0.0);
    if (w->restricted) out->n_screened = w->x.p;
    if (w->restricted && ask->report) TRY(outside_violation(w, point, &out->screen_kkt));
    TRY(make_machine(w, point, out));
    set_used(w, out->used);
done:
    return rc;
}

static const ard_steps jcfo_steps = {.start = jcfo_start, .step = jcfo_step, .finish = jcfo_finish, .restart = jcfo_restart};

static int jcfo_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    ard_settings settled = *candidate;
    settled.value[JCFO_MAX_ITER] = jcfo_max_iter(candidate);
    return ard_iterate(work, &settled, warm, ask, out);
}

/* A screen, and the weights and scales that EM takes for zero, are chosen by all the rows: no step from a solution undoes it. */
static int jcfo_leave_out(void *work, const ard_fit *fit, const int64_t *block, double *latent)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    REQUIRE(w->context, w->values.value[JCFO_SOLVER] != JCFO_EM, ARDOR_USAGE,
            "--tune=alo leaves rows out of optima that jcfo finds with solver=direct, not with solver=em: take --tune=cv:5");
    REQUIRE(w->context, w->screen == JCFO_SCREEN_NONE, ARDOR_USAGE,
            "--tune=alo leaves rows out of the fit, not of the screen that chooses its features (%s): take --tune=cv:5, or "
            "--set screen=none",
            w->screen == JCFO_SCREEN_OPEN ? "screen=open" : "screen=restrict, which screen=auto is where p > 5 n");
    if (!fit) goto done;
    jcfo_warm_start(&fit->machine, w->problem->x->n, w->x.p, w->whole ? NULL : w->in_use.column, ard_pn_point(w->pn));
    TRY(ard_pn_leave_out(w->pn, !ard_basis_bilinear(w->problem->basis), block, latent));
done:
    return rc;
}

static int jcfo_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values)
{
    (void)self, (void)problem;
    if (values->value[JCFO_SOLVER] == JCFO_EM && values->value[JCFO_SCREEN] == JCFO_SCREEN_OPEN)
        return ard_fail(context, ARDOR_USAGE,
                        "screen=open of jcfo needs solver=direct: with solver=em no scale can leave zero; take screen=restrict");
    return ARDOR_OK;
}

const ard_method ard_method_jcfo = {
    .name = "jcfo",
    .title = "Joint classifier and feature optimisation (probit, Laplace priors on weights and feature scales)",
    .reference = "Krishnapuram, Hartemink, Carin, Figueiredo, IEEE TPAMI 26(9), 2004",
    .can = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = JCFO_N_SETTINGS,
    .weaken = JCFO_LAM1,
    .max_iter = JCFO_MAX_ITER,
    .check = jcfo_check,
    .settle = jcfo_settle,
    .open = jcfo_open,
    .solve = jcfo_solve,
    .steps = &jcfo_steps,
    .screen = jcfo_screened,
    .leave_out = jcfo_leave_out,
    .close = jcfo_close,
    .grid = jcfo_grid,
};
