/* Sparse probit regression by proximal Newton: README.md in this folder. */
#include "method/spr/spr.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/shared/fixed_scale.h"
#include "method/probit_output.h"
#include "method/shared/subset.h"
#include "solver/proxnewton/functions.h"
#include "special/probit.h"

static const double DEFAULT_STRENGTH = .2, STRONGEST = 1, WEAKEST = .01;
enum { N_STRENGTHS = 20 };

static const ard_setting settings[SPR_N_SETTINGS] = {
    [SPR_LAM1] = {"lam1", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "", "L1 rate of the weights; auto: strength * lam_max"},
    [SPR_STRENGTH] = {"strength", ARD_SETTING_REAL, NAN, 1e-6, 1, NULL, "of lam_max",
                      "rate as a share of lam_max, the least rate at which every weight is zero; auto: 0.2, tuned with --tune"},
    [SPR_SCALE] = {"scale", ARD_SETTING_REAL, NAN, 1e-12, 1e12, NULL, "",
                   "kernel bases: theta of every feature; auto: 1/p, tuned with --tune"},
    [SPR_SIGMA] = {"sigma", ARD_SETTING_REAL, NAN, 1e-6, 1e6, NULL, "", "rbf: width, theta = 1/(2 sigma^2); excludes scale"},
    [SPR_PENALISE_BIAS] = {"penalise_bias", ARD_SETTING_BOOL, NAN, 0, 1, NULL, "",
                           "penalise the bias too; auto: yes for rbf and poly:2 upwards, else no"},
    [SPR_TOL] = {"tol", ARD_SETTING_REAL, 1e-5, 1e-12, 1, NULL, "", "largest KKT violation, relative to lam1"},
    [SPR_MAX_ITER] = {"max_iter", ARD_SETTING_INT, 300, 1, 1e6, NULL, "", "most iterations"},
};

/* Largest gradient of the weights at the intercept-only optimum: the least rate that leaves them all at zero. `f` and
 * `g` are scratch of n. The intercept is the free one; with a penalised bias lam_max is then an upper guide. */
static double null_bias(const ard_problem *q)
{
    double positive = 0;
    for (int64_t i = 0; i < q->n; i++)
        if (q->sign[i] > 0) positive += q->weight ? q->weight[i] : 1.0;
    double share = positive / q->weight_sum, edge = 0.5 / (q->weight_sum + 1.0);
    return ard_normal_quantile(ard_clip(share, edge, 1.0 - edge));
}

static double largest(int64_t n, const double *d)
{
    double value = 0;
    for (int64_t i = 0; i < n; i++) value = fmax(value, fabs(d[i]));
    return value;
}

/* Put the engine at the null point and read lam_max off its gradient. */
static double find_lam_max(ard_pn *pn, const ard_problem *q, int64_t n_weights)
{
    ard_point *point = ard_pn_point(pn);
    memset(point->weight, 0, (size_t)n_weights * sizeof *point->weight);
    point->bias = null_bias(q);
    ard_pn_start(pn, &(ard_pn_options){.lam1 = 1.0, .lam2 = 1.0, .tol = 1.0});
    return largest(n_weights, ard_pn_weight_gradient(pn));
}

/* ------------------------------------------------------------------ path for screens */

enum { SCREEN_MAX_ITER = 200 };
static const double SCREEN_TOL = 1e-4, DAMPING = 1e-6;

struct spr_path {
    ardor_context *context;
    const ard_problem *problem;
    ard_identity_function function;
    ard_pn *pn;
    double lam_max, strength;
    spr_solution solution;
};

int spr_path_open(ardor_context *context, const ard_problem *problem, spr_path **out)
{
    int rc = ARDOR_OK;
    spr_path *path = NULL;
    ard_pn_function function;
    *out = NULL;
    NEW(context, path, 1);
    path->context = context;
    path->problem = problem;
    path->function = (ard_identity_function){problem->n, problem->p, problem->x};
    path->strength = NAN;
    ard_identity_bind(&path->function, &function);
    TRY(ard_pn_open(context, &function, problem->sign, problem->weight, &path->pn));
    path->lam_max = find_lam_max(path->pn, problem, problem->p);
    *out = path;
    path = NULL;
done:
    spr_path_close(context, path);
    return rc;
}

void spr_path_close(ardor_context *context, spr_path *path)
{
    if (!path) return;
    ard_pn_close(context, path->pn);
    ard_free(context, path);
}

int spr_path_solve(spr_path *path, double strength, const spr_solution **out)
{
    int rc = ARDOR_OK;
    ard_iteration last = {0};
    int64_t iterations = 0;
    *out = NULL;
    if (strength != path->strength) {
        double lam = fmax(strength * path->lam_max, 1e-300);
        path->strength = NAN;
        ard_pn_start(path->pn, &(ard_pn_options){.lam1 = lam, .lam2 = 1.0, .tol = SCREEN_TOL, .damping = DAMPING});
        TRY(ard_drive(path->context, ard_pn_step, path->pn, &(ard_limits){SCREEN_MAX_ITER, INFINITY}, NULL, &iterations, &last));
        /* half a screen looks like a whole one to what follows */
        REQUIRE(path->context, last.stop != ARD_STOP_CANCELLED, ARDOR_CANCELLED, "cancelled");
        path->solution =
            (spr_solution){lam, ard_pn_point(path->pn)->bias, ard_pn_point(path->pn)->weight, ard_pn_residual(path->pn)};
        path->strength = strength;
    }
    *out = &path->solution;
done:
    return rc;
}

/* ------------------------------------------------------------------ the method */

typedef struct spr_work {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis;
    int64_t n_weights;
    bool built;
    ard_subset subset;
    ard_identity_function identity;
    ard_kernel_function kernel;
    ard_pn *pn;
    ard_pn_options options;
    ard_settings values; /* of the start */
    double scale, lam_max, strength;
} spr_work;

static bool curved(ard_basis basis) { return basis.kind == ARD_RBF || (basis.kind == ARD_POLY && basis.degree > 1); }

static void close_subset(spr_work *w)
{
    ard_pn_close(w->context, w->pn);
    ard_kernel_close(w->context, w->kernel.kernel);
    w->pn = NULL;
    w->kernel.kernel = NULL;
    w->built = false;
}

static void spr_close(void *work)
{
    spr_work *w = work;
    if (!w) return;
    close_subset(w);
    ard_subset_close(w->context, &w->subset);
    ard_free(w->context, w);
}

static int spr_open(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, void **work)
{
    int rc = ARDOR_OK;
    spr_work *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->problem = problem;
    w->basis = basis;
    w->scale = NAN;
    TRY(ard_subset_open(context, problem, &w->subset));
    *work = w;
    w = NULL;
done:
    spr_close(w);
    return rc;
}

static int build_subset(spr_work *w, int64_t n_only, const int64_t *only)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    ard_pn_function function;
    if (w->built && ard_subset_is(&w->subset, q, n_only, only)) return ARDOR_OK;
    close_subset(w);
    w->scale = NAN;
    TRY(ard_subset_take(w->context, &w->subset, q, n_only, only));
    const double *x = w->subset.x;
    const int64_t count = w->subset.n;
    if (w->basis.kind == ARD_IDENTITY) {
        w->identity = (ard_identity_function){q->n, count, x};
        ard_identity_bind(&w->identity, &function);
    } else {
        TRY(ard_kernel_open(w->context, w->basis, q->n, x, q->n, q->n, x, q->n, count, &w->kernel.kernel));
        w->kernel.n = q->n;
        ard_kernel_bind(&w->kernel, w->basis, 0, 0, &function);
    }
    w->n_weights = function.n_weights;
    TRY(ard_pn_open(w->context, &function, q->sign, q->weight, &w->pn));
    w->built = true;
done:
    if (rc != ARDOR_OK) close_subset(w);
    return rc;
}

/* The same theta for every feature; lam_max follows it. */
static int set_scale(spr_work *w, double scale)
{
    int rc = ARDOR_OK;
    double *theta = NULL;
    int64_t *all = NULL;
    if (w->basis.kind != ARD_IDENTITY) {
        NEW(w->context, theta, w->subset.n);
        NEW(w->context, all, w->subset.n);
        for (int64_t t = 0; t < w->subset.n; t++) {
            theta[t] = scale;
            all[t] = t;
        }
        ard_kernel_set(w->kernel.kernel, (ard_list){w->subset.n, all, theta});
    }
    w->scale = scale;
    w->lam_max = find_lam_max(w->pn, w->problem, w->n_weights);
done:
    ard_free(w->context, all);
    ard_free(w->context, theta);
    return rc;
}

static void warm_start(spr_work *w, const ard_solution *warm, ard_point *point)
{
    if (w->basis.kind == ARD_IDENTITY)
        ard_subset_values(&w->subset, warm, point->weight);
    else
        ard_vector_weights(warm, w->problem->n, point->weight);
    point->bias = warm->bias;
}

static int spr_start(void *work, const ard_settings *values, const ard_solution *warm, int64_t n_only, const int64_t *only)
{
    int rc = ARDOR_OK;
    spr_work *w = work;
    const double bias = values->value[SPR_PENALISE_BIAS];
    w->values = *values;
    TRY(build_subset(w, n_only, only));
    double scale = ard_fixed_scale(values->value[SPR_SCALE], values->value[SPR_SIGMA], w->subset.n);
    if (scale != w->scale) TRY(set_scale(w, scale));
    ard_point *point = ard_pn_point(w->pn);
    if (warm) {
        warm_start(w, warm, point);
    } else {
        memset(point->weight, 0, (size_t)w->n_weights * sizeof *point->weight);
        point->bias = null_bias(w->problem);
    }
    w->strength = isnan(values->value[SPR_STRENGTH]) ? DEFAULT_STRENGTH : values->value[SPR_STRENGTH];
    double lam = values->value[SPR_LAM1];
    if (isnan(lam)) lam = w->strength * w->lam_max;
    /* without a single feature lam_max is 0, and any rate gives the intercept */
    w->options = (ard_pn_options){.lam1 = lam > 0 ? lam : 1.0,
                                  .lam2 = 1.0,
                                  .tol = values->value[SPR_TOL],
                                  .damping = DAMPING,
                                  .penalise_bias = isnan(bias) ? curved(w->basis) : bias != 0};
    ard_pn_start(w->pn, &w->options);
done:
    return rc;
}

static int spr_step(void *work, ard_iteration *out)
{
    spr_work *w = work;
    int rc = ard_pn_step(w->pn, out);
    /* for the identity basis the weights are the features; a kernel with one scale uses all of them */
    if (w->basis.kind == ARD_IDENTITY) {
        out->n_features = out->n_vectors;
        out->n_vectors = 0;
    } else {
        out->n_features = out->n_vectors ? w->subset.n : 0;
    }
    return rc;
}

/* The kernel's one scale belongs to every feature of the subset. */
static int copy_kernel(spr_work *w, const ard_point *point, ard_solution *s)
{
    int rc = ARDOR_OK;
    int64_t *all = NULL;
    double *scale = NULL;
    NEW(w->context, all, w->subset.n);
    NEW(w->context, scale, w->subset.n);
    for (int64_t t = 0; t < w->subset.n; t++) {
        all[t] = t;
        scale[t] = w->scale;
    }
    TRY(ard_solution_set_features(w->context, &w->subset, w->subset.n, all, scale, s));
    TRY(ard_solution_set_vectors(w->context, w->problem, point->n_active, point->active, point->active_weight, s));
done:
    ard_free(w->context, scale);
    ard_free(w->context, all);
    return rc;
}

static int spr_finish(void *work, bool thorough, ard_solution *out)
{
    int rc = ARDOR_OK;
    spr_work *w = work;
    const ard_point *point = ard_pn_point(w->pn);
    ard_solution s = {.basis = w->basis, .bias = point->bias, .n_screened = -1, .null_model = point->n_active == 0};
    (void)thorough;
    *out = (ard_solution){0};
    if (w->basis.kind != ARD_IDENTITY && !s.null_model)
        TRY(copy_kernel(w, point, &s));
    else
        TRY(ard_solution_set_features(w->context, &w->subset, s.null_model ? 0 : point->n_active, point->active,
                                      point->active_weight, &s));
    memcpy(s.used, w->values.value, sizeof s.used);
    s.used[SPR_LAM1] = w->options.lam1;
    s.used[SPR_STRENGTH] = w->lam_max > 0 ? w->options.lam1 / w->lam_max : NAN;
    if (w->basis.kind != ARD_IDENTITY) s.used[SPR_SCALE] = w->scale;
    s.used[SPR_PENALISE_BIAS] = w->options.penalise_bias;
    s.used[SPR_TOL] = w->options.tol;
    *out = s;
    s = (ard_solution){0};
done:
    ard_solution_free(w->context, &s);
    return rc;
}

static int spr_check(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values)
{
    (void)problem;
    if (values->given[SPR_LAM1] && values->given[SPR_STRENGTH])
        return ard_fail(context, ARDOR_USAGE, "settings 'lam1' and 'strength' of spr exclude each other");
    return ard_check_fixed_scale(context, &ard_spr, basis, values, SPR_SCALE, SPR_SIGMA);
}

/* Strengths from the null model (1 is the edge of it) to weak: the problem is convex, so each is the warm start of the
 * next and the weak end, the costly one, begins near its solution. Kernel bases: one such path for each scale. */
static int spr_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values, bool fine,
                    ard_grid *out)
{
    int rc = ARDOR_OK;
    ard_grid grid = {.n_tuned = 1, .setting = {SPR_STRENGTH, SPR_SCALE}};
    (void)fine;
    const bool fixed_rate = values->given[SPR_LAM1] || values->given[SPR_STRENGTH];
    const bool fixed_scale = basis.kind == ARD_IDENTITY || values->given[SPR_SCALE] || values->given[SPR_SIGMA];
    const int64_t outer = fixed_scale ? 1 : ARD_N_SCALE_FACTORS, inner = fixed_rate ? 1 : N_STRENGTHS;
    *out = (ard_grid){0};
    if (values->given[SPR_LAM1]) grid.setting[0] = SPR_LAM1;
    if (!fixed_scale) grid.n_tuned = 2;
    grid.n = outer * inner;
    grid.n_paths = outer;
    NEW(context, grid.value, grid.n * grid.n_tuned);
    NEW(context, grid.path, outer + 1);
    NEW(context, grid.turn, outer);
    for (int64_t i = 0; i < outer; i++) {
        grid.path[i + 1] = grid.turn[i] = (i + 1) * inner;
        for (int64_t j = 0; j < inner; j++) {
            double *row = grid.value + (i * inner + j) * grid.n_tuned;
            row[0] =
                fixed_rate ? values->value[grid.setting[0]] : STRONGEST * pow(WEAKEST / STRONGEST, (double)j / (N_STRENGTHS - 1));
            if (!fixed_scale) row[1] = ard_scale_factors[i] / (double)ard_max64(problem->p, 1);
        }
    }
    *out = grid;
    grid = (ard_grid){0};
done:
    ard_grid_free(context, &grid);
    return rc;
}

const ard_method ard_spr = {
    .name = "spr",
    .title = "Sparse probit regression (Laplace prior on the weights)",
    .reference = "Figueiredo, IEEE TPAMI 25, 2003; Krishnapuram et al., IEEE TPAMI 26(9), 2004, section 3.1",
    .capabilities = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SPR_N_SETTINGS,
    .check = spr_check,
    .open = spr_open,
    .start = spr_start,
    .step = spr_step,
    .finish = spr_finish,
    .close = spr_close,
    .predict = ard_probit_predict,
    .grid = spr_grid,
    .relax_setting = SPR_LAM1,
    .max_iter_setting = SPR_MAX_ITER,
};
