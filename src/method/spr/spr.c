/* Sparse probit regression by proximal Newton: README.md in this folder. */
#include "method/spr/spr.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/shared/fixed_scale.h"
#include "solver/proxnewton/functions.h"

static const double MOST_STRENGTH = .2, STRENGTH_FACTOR = .35, WIDE = 5, STRONGEST = 1, WEAKEST = .01;
enum { N_STRENGTHS = 20 };

static const ard_setting settings[SPR_N_SETTINGS] = {
    [SPR_LAM1] = ARD_REAL("lam1", NAN, 1e-12, 1e12, "", "L1 rate of the weights; auto: strength * lam_max"),
    [SPR_STRENGTH] =
        ARD_REAL("strength", NAN, 1e-6, 1, "of lam_max",
                 "rate as a share of lam_max, the least rate at which every weight is zero; auto: 0.35 sqrt(log m / n) "
                 "for m weights and n samples, at most 0.2, and 0.2 where p > 5 n; tuned with --tune"),
    [SPR_SCALE] = ARD_SETTING_SCALE,
    [SPR_SIGMA] = ARD_SETTING_SIGMA,
    [SPR_PENALISE_BIAS] = ARD_SETTING_PENALISE_BIAS,
    [SPR_TOL] = ARD_SETTING_TOL(1e-5, 1e-12, "largest KKT violation, relative to lam1"),
    [SPR_MAX_ITER] = ARD_SETTING_MAX_ITER(300),
};

static const ard_link *const probit = &ard_link_probit;

static ard_penalty l1(double rate) { return (ard_penalty){ARD_L1, rate}; }

/* Put the engine at the null point, whose intercept is the free one, and read lam_max off its gradient: the least rate that
 * leaves all weights at zero. With a penalised bias it is an upper guide. Without features it is 0: the columns of a kernel are
 * constants then, and their gradient is rounding. */
static int find_lam_max(ardor_context *context, ard_pn *pn, const ard_problem *q, int64_t n_weights, double *lam_max)
{
    int rc = ARDOR_OK;
    ard_point *point = ard_pn_point(pn);
    memset(point->weight, 0, (size_t)n_weights * sizeof *point->weight);
    TRY(ard_link_null_bias(context, probit, &q->target, &point->bias));
    TRY(ard_pn_start(pn, &(ard_pn_options){.weights = l1(1.0)}));
    *lam_max = q->x->p > 0 ? ard_amax(n_weights, ard_pn_weight_gradient(pn)) : 0;
done:
    return rc;
}

/* ------------------------------------------------------------------ path for screens */

enum { SCREEN_MAX_ITER = 200 };
static const double SCREEN_TOL = 1e-4, DAMPING = 1e-6;

struct spr_path {
    ardor_context *context;
    const ard_problem *problem;
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
    path->strength = NAN;
    ard_identity_bind(problem->x, &function);
    TRY(ard_pn_open(context, &function, probit, &problem->target, &path->pn));
    TRY(find_lam_max(context, path->pn, problem, problem->x->p, &path->lam_max));
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
        TRY(ard_pn_start(path->pn, &(ard_pn_options){.weights = l1(lam), .tol = SCREEN_TOL, .damping = DAMPING}));
        TRY(ard_drive(path->context, ard_pn_step, path->pn, SCREEN_MAX_ITER, NULL, &iterations, &last));
        /* half a screen looks like a whole one to what follows */
        if (last.stop == ARD_STOP_CANCELLED || last.stop == ARD_STOP_TIME) TRY(ard_check_running(path->context));
        path->solution = (spr_solution){lam, ard_pn_point(path->pn)->bias, ard_pn_point(path->pn)->weight,
                                        ard_pn_residual(path->pn), ard_pn_weight_gradient(path->pn)};
        path->strength = strength;
    }
    *out = &path->solution;
done:
    return rc;
}

/* ------------------------------------------------------------------ the method */

typedef struct spr_work {
    ARD_WORK;
    int64_t n_weights;
    ard_kernel *kernel;
    ard_pn *pn;
    ard_pn_options options;
    ard_settings values; /* of the start */
    double scale, lam_max, strength;
} spr_work;

static bool is_identity(const spr_work *w) { return w->problem->basis.kind == ARD_IDENTITY; }

static void spr_close(void *work)
{
    spr_work *w = work;
    if (!w) return;
    ard_pn_close(w->context, w->pn);
    ard_kernel_close(w->context, w->kernel);
    ard_free(w->context, w);
}

static int spr_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    spr_work *w = NULL;
    ard_pn_function function;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    w->scale = NAN;
    if (is_identity(w)) {
        ard_identity_bind(problem->x, &function);
    } else {
        TRY(ard_kernel_open(context, problem->basis, problem->x, NULL, &w->kernel));
        ard_kernel_bind(w->kernel, 0, &function);
    }
    w->n_weights = function.n_weights;
    TRY(ard_pn_open(context, &function, probit, &problem->target, &w->pn));
    *work = w;
    w = NULL;
done:
    spr_close(w);
    return rc;
}

/* The same theta for every feature; lam_max follows it. */
static int set_scale(spr_work *w, double scale)
{
    if (!is_identity(w)) ard_kernel_set_all(w->kernel, scale);
    w->scale = scale;
    return find_lam_max(w->context, w->pn, w->problem, w->n_weights, &w->lam_max);
}

/* README.md, "lam_max and strength". Rows count by their weights, those of a kernel that may have one too. */
static double auto_strength(const spr_work *w)
{
    const double n = w->problem->target.weight_sum, p = (double)w->problem->x->p;
    const double m = fmax(is_identity(w) ? p : n, 2);
    return p > WIDE * n ? MOST_STRENGTH : fmin(MOST_STRENGTH, STRENGTH_FACTOR * sqrt(log(m) / n));
}

static void warm_start(spr_work *w, const ard_machine *warm, ard_point *point)
{
    if (is_identity(w))
        ard_function_values(warm, w->problem->x->p, NULL, point->weight);
    else
        ard_function_row_weights(warm, w->problem->x->n, point->weight);
    point->bias = ard_machine_as_function(warm)->bias[0];
}

static int spr_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    spr_work *w = work;
    const ard_basis basis = w->problem->basis;
    const double bias = values->value[SPR_PENALISE_BIAS];
    const double scale = ard_fixed_scale(values->value[SPR_SCALE], values->value[SPR_SIGMA], w->problem->x->p);
    w->values = *values;
    if (scale != w->scale) TRY(set_scale(w, scale));
    ard_point *point = ard_pn_point(w->pn);
    if (warm) {
        warm_start(w, &warm->machine, point);
    } else {
        memset(point->weight, 0, (size_t)w->n_weights * sizeof *point->weight);
        TRY(ard_link_null_bias(w->context, probit, &w->problem->target, &point->bias));
    }
    w->strength = isnan(values->value[SPR_STRENGTH]) ? auto_strength(w) : values->value[SPR_STRENGTH];
    double lam = values->value[SPR_LAM1];
    if (isnan(lam)) lam = w->strength * w->lam_max;
    /* without a single feature lam_max is 0, and any rate gives the free intercept */
    const bool rated = lam > 0;
    w->options =
        (ard_pn_options){.weights = l1(rated ? lam : 1.0),
                         .tol = values->value[SPR_TOL],
                         .damping = DAMPING,
                         .penalise_bias = rated && (isnan(bias) ? !is_identity(w) && !ard_basis_bilinear(basis) : bias != 0)};
    TRY(ard_pn_start(w->pn, &w->options));
done:
    return rc;
}

static int spr_step(void *work, ard_iteration *out)
{
    spr_work *w = work;
    int rc = ard_pn_step(w->pn, out);
    /* for the identity basis the weights are the features; a kernel with one scale uses all of them */
    if (is_identity(w)) {
        out->n_features = out->n_vectors;
        out->n_vectors = 0;
    } else {
        out->n_features = out->n_vectors ? w->problem->x->p : 0;
    }
    return rc;
}

static int spr_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    spr_work *w = work;
    const ard_point *point = ard_pn_point(w->pn);
    ard_function_parts parts = {.basis = w->problem->basis, .link = probit, .x = w->problem->x};
    (void)ask;
    if (!is_identity(w)) {
        TRY(ard_pn_finish(w->pn, out->stop));
        out->objective = ard_pn_objective(w->pn);
        out->certificate = ard_pn_violations(w->pn, 0.0, 0.0);
    }
    parts.bias = point->bias;
    parts.weight = point->active_weight;
    out->null_model = point->n_active == 0;
    if (is_identity(w)) {
        parts.n_features = point->n_active;
        parts.feature = point->active;
    } else if (!out->null_model) { /* the one scale belongs to every feature */
        parts.n_features = w->problem->x->p;
        parts.one_scale = w->scale;
        parts.n_terms = point->n_active;
        parts.row = point->active;
    }
    TRY(ard_function_of(w->context, &parts, &out->machine));
    memcpy(out->used, w->values.value, sizeof out->used);
    out->used[SPR_LAM1] = w->options.weights.rate;
    out->used[SPR_STRENGTH] = w->lam_max > 0 ? w->options.weights.rate / w->lam_max : NAN;
    if (!is_identity(w)) out->used[SPR_SCALE] = w->scale;
    out->used[SPR_PENALISE_BIAS] = w->options.penalise_bias;
    out->used[SPR_TOL] = w->options.tol;
done:
    return rc;
}

static int spr_leave_out(void *work, const ard_fit *fit, const int64_t *block, double *latent)
{
    spr_work *w = work;
    const ard_basis basis = w->problem->basis;
    if (!fit) return ARDOR_OK;
    warm_start(w, &fit->machine, ard_pn_point(w->pn));
    return ard_pn_leave_out(w->pn, !is_identity(w) && !ard_basis_bilinear(basis), block, latent);
}

static const ard_steps spr_steps = {.start = spr_start, .step = spr_step, .finish = spr_finish};

static int spr_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values)
{
    if (values->given[SPR_LAM1] && values->given[SPR_STRENGTH])
        return ard_fail(context, ARDOR_USAGE, "settings 'lam1' and 'strength' of spr exclude each other");
    return ard_check_fixed_scale(self, context, problem, values);
}

/* Strengths from the null model (1 is the edge of it) to weak: the problem is convex, so each is the warm start of the
 * next and the weak end, the costly one, begins near its solution. Kernel bases: one such path for each scale. */
static int spr_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    (void)fine;
    double strength[N_STRENGTHS];
    for (int j = 0; j < N_STRENGTHS; j++) strength[j] = ard_geometric(STRONGEST, WEAKEST, N_STRENGTHS, j);
    const bool fixed_scale = problem->basis.kind == ARD_IDENTITY || values->given[SPR_SCALE] || values->given[SPR_SIGMA];
    const ard_axis axes[] = {{values->given[SPR_LAM1] ? SPR_LAM1 : SPR_STRENGTH, N_STRENGTHS, strength, 1.0},
                             ard_scale_axis(self, problem, values)};
    return ard_path_grid(context, values, fixed_scale ? 1 : 2, axes, 0, false, out);
}

const ard_method ard_method_spr = {
    .name = "spr",
    .title = "Sparse probit regression (Laplace prior on the weights)",
    .reference = "Figueiredo, IEEE TPAMI 25, 2003; Krishnapuram et al., IEEE TPAMI 26(9), 2004, section 3.1",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = SPR_N_SETTINGS,
    .weaken = SPR_LAM1,
    .max_iter = SPR_MAX_ITER,
    .check = spr_check,
    .grid = spr_grid,
    .open = spr_open,
    .solve = ard_iterate,
    .steps = &spr_steps,
    .leave_out = spr_leave_out,
    .close = spr_close,
};
