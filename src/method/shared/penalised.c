/* See penalised.h; lam_max and strength: ../spr/README.md, alpha and the ridge: ../logistic/README.md. */
#include "method/shared/penalised.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/shared/fixed_scale.h"
#include "solver/proxnewton/functions.h"

static const double MOST_STRENGTH = .2, STRENGTH_FACTOR = .35, WIDE = 5;
static const double STRONGEST = 1, WEAKEST = .01, WEAKEST_RIDGE = 1e-4, RIDGE_STRENGTH = .003;
static const double NULL_TOL = 1e-9;
enum { N_STRENGTHS = 20, NULL_MAX_ITER = 100, BLOCK = 64 };

static const ard_link *link_of(const ard_method *self) { return ((const ard_penalised_family *)self->variant)->link; }

static ard_penalised_settings settings_of(const ard_method *self)
{
    return (ard_penalised_settings){.strength = ard_setting_index(self, "strength"),
                                    .alpha = ard_setting_index(self, "alpha"),
                                    .scale = ard_setting_index(self, "scale"),
                                    .sigma = ard_setting_index(self, "sigma"),
                                    .penalise_bias = ard_setting_index(self, "penalise_bias"),
                                    .tol = ard_setting_index(self, "tol")};
}

static double alpha_of(const ard_method *self, const ard_settings *values)
{
    const int alpha = ard_setting_index(self, "alpha");
    return alpha >= 0 ? values->value[alpha] : 1.0;
}

static ard_penalty l1(double rate) { return (ard_penalty){ARD_L1, rate}; }

static bool is_identity(const ard_penalised *w) { return !w->kernel; }

static bool is_curved(const ard_penalised *w) { return !is_identity(w) && !ard_basis_bilinear(w->problem->basis); }

/* ------------------------------------------------------------------ the null point */

/* The weights and the intercept that the forced columns have alone, into a point where all weights are 0. `unit`: a derivative to
 * which theirs are small. */
static int fit_forced(ardor_context *context, const ard_link *link, const ard_problem *q, double unit, ard_point *point)
{
    int rc = ARDOR_OK;
    ard_columns only = {0};
    bool *forced = NULL;
    ard_matrix view = {0};
    ard_pn_function function;
    ard_pn *pn = NULL;
    ard_iteration last = {0};
    int64_t iterations = 0;
    NEW(context, only.column, q->x->p);
    NEW(context, forced, q->x->p);
    for (int64_t j = 0; j < q->x->p; j++) {
        if (!q->forced[j]) continue;
        forced[only.n] = true;
        only.column[only.n++] = j;
    }
    TRY(ard_matrix_view(context, q->x, 0, NULL, only.n, only.column, &view));
    ard_identity_bind(&view, &function);
    TRY(ard_pn_open(context, &function, link, &q->target, &pn));
    ard_pn_point(pn)->bias = point->bias;
    TRY(ard_pn_start(
        pn, &(ard_pn_options){.weights = l1(unit), .tol = NULL_TOL, .damping = ARD_PENALISED_DAMPING, .forced = forced}));
    TRY(ard_drive(context, ard_pn_step, pn, NULL_MAX_ITER, NULL, &iterations, &last));
    if (last.stop == ARD_STOP_CANCELLED || last.stop == ARD_STOP_TIME) TRY(ard_check_running(context));
    point->bias = ard_pn_point(pn)->bias;
    for (int64_t k = 0; k < only.n; k++) point->weight[only.column[k]] = ard_pn_point(pn)->weight[k];
done:
    ard_pn_close(context, pn);
    ard_matrix_free(context, &view);
    ard_free(context, forced);
    ard_free(context, only.column);
    return rc;
}

int ard_penalised_null(ardor_context *context, ard_pn *pn, const ard_link *link, const ard_problem *q, int64_t n_weights,
                       double *lam_max)
{
    int rc = ARDOR_OK;
    ard_point *point = ard_pn_point(pn);
    memset(point->weight, 0, (size_t)n_weights * sizeof *point->weight);
    TRY(ard_link_null_bias(context, link, &q->target, &point->bias));
    TRY(ard_pn_start(pn, &(ard_pn_options){.weights = l1(1.0)}));
    *lam_max = q->x->p > 0 ? ard_amax(n_weights, ard_pn_weight_gradient(pn)) : 0;
    if (!q->forced) goto done;
    TRY(fit_forced(context, link, q, *lam_max > 0 ? *lam_max : 1.0, point));
    TRY(ard_pn_start(pn, &(ard_pn_options){.weights = l1(1.0), .forced = q->forced}));
    *lam_max = 0;
    for (int64_t j = 0; j < n_weights; j++)
        if (!q->forced[j]) *lam_max = fmax(*lam_max, fabs(ard_pn_weight_gradient(pn)[j]));
done:
    return rc;
}

/* What the ridge of the strength 1 is: the trace of the weights' information in the model of the intercept alone, whose other
 * parameters are forced or the intercept. A ridge of so much leaves them less than one degree of freedom, one of 1/k of it less
 * than k. */
static int find_trace(ard_penalised *w, double *out)
{
    int rc = ARDOR_OK;
    ardor_context *context = w->context;
    const ard_targets *target = &w->problem->target;
    const int64_t n = w->function.n;
    double *f = NULL, *residual = NULL, *curvature = NULL, *block = NULL, bias = 0, total = 0, trace = 0;
    int64_t fresh[BLOCK];
    const ard_point none = {0};
    NEW(context, f, n);
    NEW(context, residual, n);
    NEW(context, curvature, n);
    NEW(context, block, n * BLOCK);
    TRY(ard_link_null_bias(context, w->link, target, &bias));
    for (int64_t i = 0; i < n; i++) f[i] = bias;
    w->link->derivatives(target, f, residual, curvature);
    for (int64_t i = 0; i < n; i++) total += curvature[i];
    for (int64_t j = 0; j < w->n_weights;) {
        int64_t count = 0;
        for (; j < w->n_weights && count < BLOCK; j++)
            if (!w->forced || !w->forced[j]) fresh[count++] = j;
        w->function.columns(w->function.self, &none, count, fresh, 0, NULL, block);
        for (int64_t k = 0; k < count; k++) {
            const double *x = block + k * n;
            double mean = 0, squares = 0;
            for (int64_t i = 0; i < n; i++) mean += curvature[i] * x[i] / total;
            for (int64_t i = 0; i < n; i++) squares += curvature[i] * (x[i] - mean) * (x[i] - mean);
            trace += squares;
        }
    }
    *out = w->problem->x->p > 0 ? trace : 0;
done:
    ard_free(context, block);
    ard_free(context, curvature);
    ard_free(context, residual);
    ard_free(context, f);
    return rc;
}

/* The null point, and lam at the strength 1. */
static int find_null(ard_penalised *w)
{
    int rc = ARDOR_OK;
    double lam_max = 0;
    ard_problem q = *w->problem;
    if (w->rotation) q.x = &w->rotation->x;
    q.forced = w->forced;
    TRY(ard_penalised_null(w->context, w->pn, w->link, &q, w->n_weights, &lam_max));
    w->null_bias = ard_pn_point(w->pn)->bias;
    if (w->null_weight) memcpy(w->null_weight, ard_pn_point(w->pn)->weight, (size_t)w->n_weights * sizeof *w->null_weight);
    w->top = lam_max;
    if (w->alpha > 0)
        w->top /= w->alpha;
    else
        TRY(find_trace(w, &w->top));
done:
    return rc;
}

/* ------------------------------------------------------------------ the workspace */

void ard_penalised_close(void *work)
{
    ard_penalised *w = work;
    if (!w) return;
    ard_pn_close(w->context, w->pn);
    ard_free(w->context, w->null_weight);
    ard_rotation_close(w->context, w->rotation);
    ard_kernel_close(w->context, w->kernel);
    ard_free(w->context, w);
}

static int64_t n_free(const ard_problem *problem)
{
    int64_t n = problem->x->p;
    for (int64_t j = 0; problem->forced && j < problem->x->p; j++) n -= problem->forced[j];
    return n;
}

static int bind(ard_penalised *w)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    w->forced = q->forced;
    if (q->basis.kind != ARD_IDENTITY) {
        TRY(ard_kernel_open(w->context, q->basis, q->x, NULL, &w->kernel));
        ard_kernel_bind(w->kernel, 0, &w->function);
    } else if (w->alpha == 0 && n_free(q) > q->x->n) {
        TRY(ard_rotation_open(w->context, q->x, q->forced, &w->rotation));
        w->forced = w->rotation->apart;
        ard_identity_bind(&w->rotation->x, &w->function);
    } else {
        ard_identity_bind(q->x, &w->function);
    }
    w->function.grows = w->alpha < 1;
    w->n_weights = w->function.n_weights;
done:
    return rc;
}

int ard_penalised_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       void **work)
{
    int rc = ARDOR_OK;
    ard_penalised *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    w->link = link_of(self);
    w->at = settings_of(self);
    w->alpha = alpha_of(self, values);
    w->scale = NAN;
    w->slope = 1;
    TRY(bind(w));
    if (w->forced) NEW(context, w->null_weight, w->n_weights);
    TRY(ard_pn_open(context, &w->function, w->link, &problem->target, &w->pn));
    *work = w;
    w = NULL;
done:
    ard_penalised_close(w);
    return rc;
}

/* ------------------------------------------------------------------ the start */

/* The same theta for every feature; the null point follows it. */
static int set_scale(ard_penalised *w, double scale)
{
    if (!is_identity(w)) ard_kernel_set_all(w->kernel, scale);
    w->scale = scale;
    return find_null(w);
}

/* spr/README.md, "lam_max and strength". Rows count by their weights, those of a kernel that may have one too. */
static double auto_strength(const ard_penalised *w)
{
    const double n = w->problem->target.weight_sum, p = (double)w->problem->x->p;
    const double m = fmax(is_identity(w) ? p : n, 2);
    if (w->alpha == 0) return RIDGE_STRENGTH;
    return p > WIDE * n ? MOST_STRENGTH : fmin(MOST_STRENGTH, STRENGTH_FACTOR * sqrt(log(m) / n));
}

/* The weights of a machine, as the engine has them. */
static int place_machine(ard_penalised *w, const ard_machine *machine)
{
    int rc = ARDOR_OK;
    ard_point *point = ard_pn_point(w->pn);
    const int64_t p = w->problem->x->p;
    double *weight = NULL;
    point->bias = ard_machine_as_function(machine)->bias[0];
    if (!is_identity(w)) {
        ard_function_row_weights(machine, w->problem->x->n, point->weight);
    } else if (w->rotation) {
        NEW(w->context, weight, p);
        ard_function_values(machine, p, NULL, weight);
        TRY(ard_rotation_forth(w->context, w->rotation, weight, point->weight));
    } else {
        ard_function_values(machine, p, NULL, point->weight);
    }
    point->bias = (point->bias - w->shift) / w->slope;
    for (int64_t j = 0; j < w->n_weights; j++) point->weight[j] /= w->slope;
done:
    ard_free(w->context, weight);
    return rc;
}

static void place_null(ard_penalised *w)
{
    ard_point *point = ard_pn_point(w->pn);
    memset(point->weight, 0, (size_t)w->n_weights * sizeof *point->weight);
    if (w->null_weight) memcpy(point->weight, w->null_weight, (size_t)w->n_weights * sizeof *point->weight);
    point->bias = w->null_bias;
}

static bool penalises_bias(const ard_penalised *w)
{
    const double asked = w->at.penalise_bias >= 0 ? w->values.value[w->at.penalise_bias] : 0;
    return isnan(asked) ? is_curved(w) : asked != 0;
}

static double fixed_scale(const ard_penalised *w)
{
    const double *value = w->values.value;
    return w->at.scale >= 0 ? ard_fixed_scale(value[w->at.scale], value[w->at.sigma], w->problem->x->p) : 1.0;
}

int ard_penalised_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    ard_penalised *w = work;
    w->values = *values;
    const double scale = fixed_scale(w), strength = values->value[w->at.strength];
    if (scale != w->scale) TRY(set_scale(w, scale));
    if (warm)
        TRY(place_machine(w, &warm->machine));
    else
        place_null(w);
    w->lam = values->value[w->method->weaken];
    if (isnan(w->lam)) w->lam = (isnan(strength) ? auto_strength(w) : strength) * w->top;
    /* without a single feature lam_max is 0, and any rate gives the free intercept */
    const bool rated = w->lam > 0;
    if (!rated) w->lam = 1.0;
    w->options = (ard_pn_options){.weights = l1(w->alpha * w->lam),
                                  .ridge = (1 - w->alpha) * w->lam,
                                  .forced = w->forced,
                                  .tol = values->value[w->at.tol],
                                  .damping = ARD_PENALISED_DAMPING,
                                  .penalise_bias = rated && penalises_bias(w)};
    TRY(ard_pn_start(w->pn, &w->options));
done:
    return rc;
}

static int grow(void *work) { return ard_pn_grow(((ard_penalised *)work)->pn); }

int ard_penalised_step(void *work, ard_iteration *out)
{
    ard_penalised *w = work;
    int rc = ard_pn_step(w->pn, out);
    if (out->grow) out->grow = grow;
    /* for the identity basis the weights are the features; a kernel with one scale uses all of them */
    if (is_identity(w) && !w->rotation) {
        out->n_features = out->n_vectors;
        out->n_vectors = 0;
    } else {
        out->n_features = out->n_vectors ? w->problem->x->p : 0;
        if (w->rotation) out->n_vectors = 0;
    }
    return rc;
}

/* ------------------------------------------------------------------ the end */

/* Every feature's weight, of which those of forced columns are listed even where they are 0. */
typedef struct weights {
    int64_t n, *feature;
    double *of_feature, *value; /* p; n: of those listed */
} weights;

static void weights_close(ardor_context *context, weights *all)
{
    ard_free(context, all->value);
    ard_free(context, all->of_feature);
    ard_free(context, all->feature);
}

static int weights_open(ard_penalised *w, weights *all)
{
    int rc = ARDOR_OK;
    const ard_point *point = ard_pn_point(w->pn);
    const int64_t p = w->problem->x->p;
    NEW(w->context, all->feature, p);
    NEW(w->context, all->value, p);
    NEW(w->context, all->of_feature, p);
    if (w->rotation)
        TRY(ard_rotation_back(w->context, w->rotation, point->weight, all->of_feature));
    else
        memcpy(all->of_feature, point->weight, (size_t)p * sizeof *all->of_feature);
    for (int64_t j = 0; j < p; j++) {
        if (all->of_feature[j] == 0 && !ard_is_forced(w->problem, j)) continue;
        all->value[all->n] = all->of_feature[j];
        all->feature[all->n++] = j;
    }
done:
    return rc;
}

int ard_penalised_machine(ard_penalised *w, const ard_link *link, double slope, double shift, ard_machine *out)
{
    int rc = ARDOR_OK;
    weights all = {0};
    ard_function_parts parts = {.basis = w->problem->basis, .link = link, .x = w->problem->x};
    TRY(weights_open(w, &all));
    parts.bias = slope * ard_pn_point(w->pn)->bias + shift; /* slope 0: no feature is left but the forced ones */
    for (int64_t k = 0; k < all.n; k++) {
        const int64_t j = all.feature[k];
        if (slope == 0 && !ard_is_forced(w->problem, j)) continue;
        all.feature[parts.n_features] = j;
        all.value[parts.n_features++] = slope * all.value[k];
    }
    parts.feature = all.feature;
    parts.weight = all.value;
    TRY(ard_function_of(w->context, &parts, out));
done:
    weights_close(w->context, &all);
    return rc;
}

static int kernel_machine(ard_penalised *w, ard_machine *out)
{
    const ard_point *point = ard_pn_point(w->pn);
    ard_function_parts parts = {.basis = w->problem->basis, .link = w->link, .bias = point->bias, .x = w->problem->x};
    parts.weight = point->active_weight;
    if (point->n_active > 0) { /* the one scale belongs to every feature */
        parts.n_features = w->problem->x->p;
        parts.one_scale = w->scale;
        parts.n_terms = point->n_active;
        parts.row = point->active;
    }
    return ard_function_of(w->context, &parts, out);
}

/* The conditions of the features' weights, where the engine had those of a rotation: relative to the same. */
static int certify(ard_penalised *w, ard_fit *out)
{
    int rc = ARDOR_OK;
    weights all = {0};
    const int64_t p = w->problem->x->p;
    double *d = NULL, worst = fabs(ard_pn_bias_gradient(w->pn)), most = 0;
    TRY(weights_open(w, &all));
    NEW(w->context, d, p);
    ard_matrix_transposed(w->problem->x, ard_pn_residual(w->pn), d);
    for (int64_t j = 0; j < p; j++) {
        const bool forced = ard_is_forced(w->problem, j);
        worst = fmax(worst, fabs(forced ? d[j] : d[j] - w->lam * all.of_feature[j]));
        if (!forced) most = fmax(most, fabs(all.of_feature[j]));
    }
    out->certificate.weights = worst / fmax(w->lam * most, ARD_PN_LEAST_UNIT * w->problem->target.weight_sum);
done:
    ard_free(w->context, d);
    weights_close(w->context, &all);
    return rc;
}

static void note_used(const ard_penalised *w, ard_fit *out)
{
    memcpy(out->used, w->values.value, sizeof out->used);
    out->used[w->method->weaken] = w->lam;
    out->used[w->at.strength] = w->top > 0 ? w->lam / w->top : NAN;
    if (!is_identity(w)) out->used[w->at.scale] = w->scale;
    if (w->at.penalise_bias >= 0) out->used[w->at.penalise_bias] = w->options.penalise_bias;
    out->used[w->at.tol] = w->options.tol;
}

int ard_penalised_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_penalised *w = work;
    (void)ask;
    if (!is_identity(w)) {
        TRY(ard_pn_finish(w->pn, out->stop));
        out->objective = ard_pn_objective(w->pn);
        out->certificate = ard_pn_violations(w->pn, 0.0, 0.0);
    }
    if (w->rotation) TRY(certify(w, out));
    TRY(is_identity(w) ? ard_penalised_machine(w, w->link, 1, 0, &out->machine) : kernel_machine(w, &out->machine));
    out->null_model = out->machine.n_features == 0;
    note_used(w, out);
done:
    return rc;
}

int ard_penalised_leave_out(void *work, const ard_fit *fit, const int64_t *block, double *latent)
{
    int rc = ARDOR_OK;
    ard_penalised *w = work;
    if (!fit) return ARDOR_OK;
    TRY(place_machine(w, &fit->machine));
    TRY(ard_pn_leave_out(w->pn, is_curved(w), block, latent));
done:
    return rc;
}

const ard_steps ard_penalised_steps = {.start = ard_penalised_start, .step = ard_penalised_step, .finish = ard_penalised_finish};

/* ------------------------------------------------------------------ settings */

int ard_penalised_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values)
{
    const ard_penalised_settings at = settings_of(self);
    if (values->given[self->weaken] && values->given[at.strength])
        return ard_fail(context, ARDOR_USAGE, "settings '%s' and 'strength' of %s exclude each other",
                        self->settings[self->weaken].name, self->name);
    return at.scale >= 0 ? ard_check_fixed_scale(self, context, problem, values) : ARDOR_OK;
}

/* Strengths from the null model (1 is the edge of it) to weak: the problem is convex, so each is the warm start of the
 * next and the weak end, the costly one, begins near its solution. Kernel bases: one such path for each scale. */
int ard_penalised_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       bool fine, ard_grid *out)
{
    (void)fine;
    double strength[N_STRENGTHS];
    const ard_penalised_settings at = settings_of(self);
    const double weakest = alpha_of(self, values) > 0 ? WEAKEST : WEAKEST_RIDGE;
    for (int j = 0; j < N_STRENGTHS; j++) strength[j] = ard_geometric(STRONGEST, weakest, N_STRENGTHS, j);
    const bool kernel = problem->basis.kind != ARD_IDENTITY,
               fixed = !kernel || values->given[at.scale] || values->given[at.sigma];
    const ard_axis axes[] = {{values->given[self->weaken] ? self->weaken : at.strength, N_STRENGTHS, strength, 1.0},
                             fixed ? (ard_axis){0} : ard_scale_axis(self, problem, values)};
    return ard_path_grid(context, values, fixed ? 1 : 2, axes, 0, false, out);
}
