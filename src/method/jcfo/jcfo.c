/* JCFO by proximal Newton: README.md in this folder. This file composes the parts: the screen (sparse probit
 * regression), the starting points, the kernel and the engine. */
#include "method/jcfo/jcfo.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/probit_output.h"
#include "method/spr/spr.h"
#include "solver/functions.h"
#include "special/probit.h"

static const ard_setting settings[JCFO_N_SETTINGS] = {
    [JCFO_LAM1] = {"lam1", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                   "L1 rate of the weights: lam1 = gamma1 of the paper's (13); auto: 1 at 200 samples, in proportion to sqrt n"},
    [JCFO_LAM2] = {"lam2", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                   "rate of the scales: lam2 = gamma2 of the paper's (14); auto: 2 at 200 samples, in proportion to sqrt n"},
    [JCFO_STRENGTH] = {"strength", ARD_SETTING_REAL, NAN, 1e-4, 1, NULL, "of lam_max",
                       "strength of the sparse probit regression that screens the features; auto: 0.17, tuned with --tune"},
    [JCFO_SCREEN] = {"screen", ARD_SETTING_CHOICE, JCFO_SCREEN_AUTO, 0, 0, "auto|none|restrict|open", "",
                     "features of sparse probit regression only (restrict), first with others entering (open), or all (none); auto: "
                     "restrict where p > 5 n"},
    [JCFO_PENALISE_BIAS] = {"penalise_bias", ARD_SETTING_BOOL, NAN, 0, 1, NULL, "",
                            "penalise the bias with lam1 too; auto: yes for rbf and poly:2 upwards, no for linear"},
    [JCFO_START] = {"start", ARD_SETTING_REAL, 1, 1e-6, 1e6, NULL, "1/p", "every scale starts at this over the number of features"},
    [JCFO_WEAKEST] = {"weakest", ARD_SETTING_REAL, NAN, 1e-6, 1, NULL, "at 200 samples",
                      "rbf and poly:2 upwards: least lam1 that --tune tries; auto: 0.01 up to 150 samples, 0.1 up to 500, else 0.3"},
    [JCFO_TOL] = {"tol", ARD_SETTING_REAL, 1e-5, 1e-12, 1, NULL, "", "largest KKT violation, relative to lam1 and lam2"},
    [JCFO_MAX_ITER] = {"max_iter", ARD_SETTING_INT, 300, 1, 1e6, NULL, "", "most iterations"},
};

typedef struct jcfo_work {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis;
    jcfo_screen screen;
    spr_path *path;             /* the screen's, NULL without one */
    double screened_strength;   /* of `support`; NaN: none yet */
    int64_t n_support;          /* -1: no screen */
    int64_t *support;           /* p */
    /* the problem restricted to a subset of the features */
    bool built, whole;          /* whole: subset = all, x is the problem's */
    int64_t n_subset, scale_room;
    int64_t *subset;            /* p */
    double *x;                  /* n x n_subset copy, NULL if whole */
    ard_kernel_function function;
    ard_pn *pn;
    ard_pn_options options;
    double strength;
    bool restricted;
} jcfo_work;

static void close_subset(jcfo_work *w)
{
    ard_pn_close(w->context, w->pn);
    ard_kernel_close(w->context, w->function.kernel);
    ard_free(w->context, w->x);
    w->pn = NULL;
    w->function.kernel = NULL;
    w->x = NULL;
    w->built = false;
}

static void jcfo_close(void *work)
{
    jcfo_work *w = work;
    if (!w) return;
    close_subset(w);
    spr_path_close(w->context, w->path);
    ard_free(w->context, w->subset);
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
    w->screen = jcfo_screen_of(problem, values);
    w->screened_strength = NAN;
    w->n_support = -1;
    NEW(context, w->subset, problem->p);
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

/* Kernel and engine over the features `only` (NULL: all); nothing to do if they are in place already. */
static int build_subset(jcfo_work *w, int64_t n_only, const int64_t *only)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    ard_pn_function function;
    const int64_t count = only ? n_only : q->p;
    if (w->built && w->whole == !only && w->n_subset == count &&
        (!only || memcmp(w->subset, only, (size_t)count * sizeof *only) == 0))
        return ARDOR_OK;
    close_subset(w);
    w->whole = !only;
    w->n_subset = count;
    for (int64_t t = 0; t < count; t++) w->subset[t] = only ? only[t] : t;
    const double *x = q->x;
    if (only) {
        NEW(w->context, w->x, q->n * count);
        for (int64_t t = 0; t < count; t++) memcpy(w->x + t * q->n, q->x + only[t] * q->n, (size_t)q->n * sizeof *w->x);
        x = w->x;
    }
    TRY(ard_kernel_open(w->context, w->basis, q->n, x, q->n, q->n, x, q->n, count, &w->function.kernel));
    w->function.n = q->n;
    /* without a ridge start only as many scales as a sparse start can have need room */
    w->scale_room = w->screen == JCFO_SCREEN_OPEN ? ard_min64(count, 2 * q->n + 40) : count;
    ard_kernel_bind(&w->function, w->basis, count, w->scale_room, &function);
    TRY(ard_pn_open(w->context, &function, q->sign, q->weight, &w->pn));
    w->built = true;
done:
    if (rc != ARDOR_OK) close_subset(w);
    return rc;
}

/* [b; beta] = (H'CH + .01 n I)^-1 H'C l with H = [1 K] and C the case weights. */
static int ridge_start(jcfo_work *w, ard_point *point)
{
    const ard_problem *q = w->problem;
    const int64_t n = q->n, m = n + 1;
    double *design = NULL, *square = NULL;
    ard_pn_scratch(w->pn, &design, &square);
    ard_point_index(point, n, w->n_subset);
    ard_kernel_set(w->function.kernel, (ard_sparse){point->n_live, point->live, point->live_scale});
    for (int64_t i = 0; i < n; i++) {
        design[i] = 1.0;
        point->active[i] = i;
    }
    ard_kernel_columns(w->function.kernel, n, point->active, design + n);
    if (q->weight)
        for (int64_t c = 0; c < m; c++)
            for (int64_t i = 0; i < n; i++) design[c * n + i] *= sqrt(q->weight[i]);
    for (int64_t i = 0; i < n; i++) point->active_weight[i] = q->sign[i] * (q->weight ? sqrt(q->weight[i]) : 1.0);
    ard_syrk('T', m, n, 1.0, design, n, 0.0, square, m);
    for (int64_t c = 0; c < m; c++) square[c * m + c] += 0.01 * q->weight_sum;
    double *solution = NULL;
    int rc = ARDOR_OK;
    NEW(w->context, solution, m);
    ard_gemv('T', n, m, 1.0, design, n, point->active_weight, 0.0, solution);
    REQUIRE(w->context, ard_cholesky(m, square, m) == 0, ARDOR_NUMERIC,
            "the ridge start failed: the kernel matrix is not finite; standardise the features");
    ard_cholesky_solve(m, 1, square, m, solution, m);
    point->bias = solution[0];
    memcpy(point->weight, solution + 1, (size_t)n * sizeof *point->weight);
done:
    ard_free(w->context, solution);
    return rc;
}

/* Sparse probit regression (b, v) at rate lam with residual g is a JCFO classifier with a bilinear kernel: beta = g and
 * theta_k = v_k / X_k'g give K beta = sum_k theta_k X_k (X_k'g) = X v. At its optimum X_k'g = lam sgn v_k; dividing by the
 * product itself leaves the classifier exact where the screen stopped within its tolerance. */
static void dual_start(jcfo_work *w, const spr_solution *s, ard_point *point)
{
    const ard_problem *q = w->problem;
    memset(point->scale, 0, (size_t)w->n_subset * sizeof *point->scale);
    for (int64_t t = 0; t < w->n_subset; t++) {
        double v = s->weight[w->subset[t]];
        if (v == 0.0) continue;
        double product = copysign(1.0, v) * ard_dot(q->n, q->x + w->subset[t] * q->n, s->residual);
        point->scale[t] = fabs(v) / fmax(product, 0.5 * s->lam);
    }
    memcpy(point->weight, s->residual, (size_t)q->n * sizeof *point->weight);
    point->bias = s->bias;
    if (w->basis.kind == ARD_POLY)      /* poly:1 adds sum beta to every value */
        for (int64_t i = 0; i < q->n; i++) point->bias -= point->weight[i];
}

static void warm_start(jcfo_work *w, const ard_solution *warm, ard_point *point)
{
    memset(point->scale, 0, (size_t)w->n_subset * sizeof *point->scale);
    memset(point->weight, 0, (size_t)w->problem->n * sizeof *point->weight);
    for (int64_t t = 0, f = 0; t < w->n_subset && f < warm->n_features; t++) {
        while (f < warm->n_features && warm->feature[f] < w->subset[t]) f++;
        if (f < warm->n_features && warm->feature[f] == w->subset[t]) point->scale[t] = warm->scale[f];
    }
    for (int64_t j = 0; j < warm->n_vectors; j++) point->weight[warm->vector[j]] = warm->weight[j];
    point->bias = warm->bias;
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
    const double bias = values->value[JCFO_PENALISE_BIAS];
    w->strength = jcfo_strength(values);
    w->options = (ard_pn_options){.penalise_bias = isnan(bias) ? !jcfo_bilinear(w->basis) : bias != 0,
                                  .tol = values->value[JCFO_TOL], .damping = 1.0, .second_order = true};
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
        warm_start(w, warm, point);
    } else if (screen && (jcfo_bilinear(w->basis) || w->screen == JCFO_SCREEN_OPEN)) {
        dual_start(w, screen, point);
    } else {
        for (int64_t t = 0; t < w->n_subset; t++) point->scale[t] = values->value[JCFO_START] / (double)w->n_subset;
        TRY(ridge_start(w, point));
    }
    ard_pn_start(w->pn, &w->options);
done:
    return rc;
}

static int jcfo_step(void *work, ard_iteration *out) { return ard_pn_step(((jcfo_work *)work)->pn, out); }

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
    for (int64_t t = 0; t < point->n_live; t++) live[t] = w->subset[point->live[t]];
    TRY(ard_kernel_open(w->context, w->basis, q->n, q->x, q->n, q->n, q->x, q->n, q->p, &kernel));
    ard_kernel_set(kernel, (ard_sparse){point->n_live, live, point->live_scale});
    ard_kernel_columns(kernel, point->n_active, point->active, columns);
    ard_kernel_scale_gradient(kernel, (ard_sparse){point->n_active, point->active, point->active_weight}, columns,
                              ard_pn_residual(w->pn), gradient);
    for (int64_t t = 0; t < w->n_subset; t++) gradient[w->subset[t]] = 0;
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

static int copy_point(jcfo_work *w, const ard_point *point, ard_solution *s)
{
    int rc = ARDOR_OK;
    const int64_t k = point->n_live, m = point->n_active, n = w->problem->n;
    NEW(w->context, s->feature, k);
    NEW(w->context, s->scale, k);
    NEW(w->context, s->vector, m);
    NEW(w->context, s->weight, m);
    NEW(w->context, s->vector_x, k * m);
    s->n_features = k;
    s->n_vectors = m;
    for (int64_t t = 0; t < k; t++) {
        s->feature[t] = w->subset[point->live[t]];
        s->scale[t] = point->live_scale[t];
        for (int64_t j = 0; j < m; j++) s->vector_x[t * m + j] = w->problem->x[s->feature[t] * n + point->active[j]];
    }
    memcpy(s->vector, point->active, (size_t)m * sizeof *s->vector);
    memcpy(s->weight, point->active_weight, (size_t)m * sizeof *s->weight);
done:
    return rc;
}

static int jcfo_finish(void *work, bool thorough, ard_solution *out)
{
    int rc = ARDOR_OK;
    jcfo_work *w = work;
    const ard_point *point = ard_pn_point(w->pn);
    ard_solution s = {.basis = w->basis, .bias = point->bias, .n_screened = w->restricted ? w->n_subset : -1};
    *out = (ard_solution){0};
    if (w->restricted && thorough) TRY(outside_violation(w, point, &s.screen_kkt));
    if (point->n_active == 0 || point->n_live == 0)
        make_null(w, point, &s);
    else
        TRY(copy_point(w, point, &s));
    for (int i = 0; i < JCFO_N_SETTINGS; i++) s.used[i] = settings[i].fallback;
    s.used[JCFO_LAM1] = w->options.lam1;
    s.used[JCFO_LAM2] = w->options.lam2;
    s.used[JCFO_STRENGTH] = w->path ? w->strength : NAN;
    s.used[JCFO_SCREEN] = w->screen;
    s.used[JCFO_PENALISE_BIAS] = w->options.penalise_bias;
    s.used[JCFO_TOL] = w->options.tol;
    *out = s;
    s = (ard_solution){0};
done:
    ard_solution_free(w->context, &s);
    return rc;
}

const ard_method ard_jcfo = {
    .name = "jcfo",
    .title = "Joint classifier and feature optimisation (probit, Laplace priors on weights and feature scales)",
    .reference = "Krishnapuram, Hartemink, Carin, Figueiredo, IEEE TPAMI 26(9), 2004",
    .capabilities = ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = JCFO_N_SETTINGS,
    .settle = jcfo_settle,
    .open = jcfo_open,
    .start = jcfo_start,
    .step = jcfo_step,
    .finish = jcfo_finish,
    .close = jcfo_close,
    .predict = ard_probit_predict,
    .grid = jcfo_grid,
    .relax_setting = JCFO_LAM1,
    .max_iter_setting = JCFO_MAX_ITER,
};
