/* See penalised.h; lam_max and strength: ../spr/README.md, alpha and the ridge: ../logistic/README.md. */
#include "method/shared/penalised_inside.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/shared/fixed_scale.h"
#include "solver/proxnewton/functions.h"

static const double MOST_STRENGTH = .2, STRENGTH_FACTOR = .35, WIDE = 5;
static const double RIDGE_STRENGTH = .003;
static const double NULL_TOL = 1e-9;
enum { NULL_MAX_ITER = 100, BLOCK = 64 };

static const ard_link *link_of(const ard_method *self, int n_classes)
{
    const ard_penalised_family *family = self->variant;
    return n_classes > 2 ? family->many : family->link;
}

ard_penalised_settings penalised_settings(const ard_method *self)
{
    return (ard_penalised_settings){.strength = ard_setting_index(self, "strength"),
                                    .alpha = ard_setting_index(self, "alpha"),
                                    .scale = ard_setting_index(self, "scale"),
                                    .sigma = ard_setting_index(self, "sigma"),
                                    .penalise_bias = ard_setting_index(self, "penalise_bias"),
                                    .tol = ard_setting_index(self, "tol")};
}

double penalised_alpha(const ard_method *self, const ard_settings *values)
{
    const ard_penalised_family *family = self->variant;
    const int alpha = ard_setting_index(self, "alpha");
    if (family->ridge) return 0.0;
    return alpha >= 0 ? values->value[alpha] : 1.0;
}

static ard_penalty l1(double rate) { return (ard_penalty){ARD_L1, rate}; }

/* ------------------------------------------------------------------ the null point */

/* The intercepts of an engine of n_outputs, relative to the last where that has none. */
static int null_bias(ardor_context *context, const ard_link *link, const ard_targets *target, int n_outputs, double *bias)
{
    int rc = ARDOR_OK;
    const int n = link->outputs(target->n_classes);
    double *all = NULL;
    NEW(context, all, n);
    TRY(ard_link_null_bias(context, link, target, all));
    for (int c = 0; c < n_outputs; c++) bias[c] = n > n_outputs ? all[c] - all[n - 1] : all[c];
done:
    ard_free(context, all);
    return rc;
}

/* The forced columns alone, all of them without a penalty. */
typedef struct forced_fit {
    ard_columns only;
    bool *all;
    ard_matrix view;
    ard_pn *pn;
} forced_fit;

static void forced_close(ardor_context *context, forced_fit *f)
{
    ard_pn_close(context, f->pn);
    ard_matrix_free(context, &f->view);
    ard_free(context, f->all);
    ard_free(context, f->only.column);
}

static int forced_open(ardor_context *context, const ard_link *link, const ard_problem *q, int n_outputs, forced_fit *f)
{
    int rc = ARDOR_OK;
    ard_pn_function function;
    NEW(context, f->only.column, q->x->p);
    NEW(context, f->all, q->x->p);
    for (int64_t j = 0; j < q->x->p; j++) {
        if (!q->forced[j]) continue;
        f->all[f->only.n] = true;
        f->only.column[f->only.n++] = j;
    }
    TRY(ard_matrix_view(context, q->x, 0, NULL, f->only.n, f->only.column, &f->view));
    ard_identity_bind(&f->view, &function);
    function.n_outputs = n_outputs;
    TRY(ard_pn_open(context, &function, link, &q->target, &f->pn));
done:
    return rc;
}

/* The weights and the intercepts that the forced columns have alone, into a point where all weights are 0. `unit`: a derivative
 * to which theirs are small. */
static int fit_forced(ardor_context *context, const ard_link *link, const ard_problem *q, int n_outputs, double unit,
                      ard_point *point)
{
    int rc = ARDOR_OK;
    forced_fit f = {.pn = NULL};
    ard_iteration last = {0};
    int64_t iterations = 0;
    TRY(forced_open(context, link, q, n_outputs, &f));
    const ard_pn_options options = {.weights = l1(unit), .tol = NULL_TOL, .damping = ARD_PENALISED_DAMPING, .forced = f.all};
    const ard_point *from = ard_pn_point(f.pn);
    memcpy(from->bias, point->bias, (size_t)n_outputs * sizeof *point->bias);
    TRY(ard_pn_start(f.pn, &options));
    TRY(ard_drive(context, ard_pn_step, f.pn, NULL_MAX_ITER, NULL, &iterations, &last));
    if (ard_stop_cut(last.stop)) TRY(ard_check_running(context));
    if (n_outputs > 1) TRY(ard_pn_finish(f.pn, last.stop));
    memcpy(point->bias, from->bias, (size_t)n_outputs * sizeof *point->bias);
    for (int64_t c = 0; c < n_outputs; c++)
        for (int64_t k = 0; k < f.only.n; k++) point->weight[c * q->x->p + f.only.column[k]] = from->weight[c * f.only.n + k];
done:
    forced_close(context, &f);
    return rc;
}

int ard_penalised_null(ardor_context *context, ard_pn *pn, const ard_link *link, const ard_problem *q, int n_outputs,
                       int64_t n_terms, ard_penalty_kind kind, double *lam_max)
{
    int rc = ARDOR_OK;
    ard_point *point = ard_pn_point(pn);
    const int64_t n_weights = n_outputs * n_terms;
    memset(point->weight, 0, (size_t)n_weights * sizeof *point->weight);
    TRY(null_bias(context, link, &q->target, n_outputs, point->bias));
    TRY(ard_pn_start(pn, &(ard_pn_options){.weights = {kind, 1.0}}));
    *lam_max = q->x->p > 0 ? ard_pn_edge(pn) : 0;
    if (!q->forced) goto done;
    TRY(fit_forced(context, link, q, n_outputs, *lam_max > 0 ? *lam_max : 1.0, point));
    TRY(ard_pn_start(pn, &(ard_pn_options){.weights = {kind, 1.0}, .forced = q->forced}));
    *lam_max = ard_pn_edge(pn);
done:
    return rc;
}

/* The weighted squares of columns x around their weighted mean. */
static double spread_of(int64_t n, const double *curvature, double total, const double *x)
{
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) mean += curvature[i] * x[i] / total;
    for (int64_t i = 0; i < n; i++) squares += curvature[i] * (x[i] - mean) * (x[i] - mean);
    return squares;
}

/* The curvature of each output (n each) in the model of the intercepts alone, and its sums. */
static int null_curvature(ard_penalised *w, double *curvature, double *total)
{
    int rc = ARDOR_OK;
    ardor_context *context = w->context;
    const ard_targets *target = &w->problem->target;
    const int64_t n = w->function.n, k = w->link->outputs(target->n_classes);
    double *bias = NULL, *f = NULL, *residual = NULL, *packed = NULL;
    NEW(context, bias, k);
    NEW(context, f, n * k);
    NEW(context, residual, n * k);
    NEW(context, packed, n * k * (k + 1) / 2);
    TRY(ard_link_null_bias(context, w->link, target, bias));
    for (int64_t i = 0; i < n * k; i++) f[i] = bias[i / n];
    w->link->derivatives(target, f, residual, packed);
    for (int64_t c = 0; c < w->n_outputs; c++) {
        memcpy(curvature + c * n, packed + c * (c + 3) / 2 * n, (size_t)n * sizeof *curvature);
        for (int64_t i = 0; i < n; i++) total[c] += curvature[c * n + i];
    }
done:
    ard_free(context, packed);
    ard_free(context, residual);
    ard_free(context, f);
    ard_free(context, bias);
    return rc;
}

/* What the ridge of the strength 1 is: the trace of the weights' information in the model of the intercepts alone, whose other
 * parameters are forced or the intercepts. A ridge of so much leaves them less than one degree of freedom, one of 1/k of it less
 * than k. */
static int find_trace(ard_penalised *w, double *out)
{
    int rc = ARDOR_OK;
    ardor_context *context = w->context;
    const int64_t n = w->function.n;
    double *curvature = NULL, *total = NULL, *block = NULL, trace = 0;
    int64_t fresh[BLOCK];
    const ard_point none = {0};
    NEW(context, curvature, n * w->n_outputs);
    NEW(context, total, w->n_outputs);
    NEW(context, block, n * BLOCK);
    TRY(null_curvature(w, curvature, total));
    for (int64_t j = 0; j < w->n_terms;) {
        int64_t count = 0;
        for (; j < w->n_terms && count < BLOCK; j++)
            if (!w->forced || !w->forced[j]) fresh[count++] = j;
        w->function.columns(w->function.self, &none, count, fresh, 0, NULL, block);
        for (int64_t k = 0; k < count; k++)
            for (int c = 0; c < w->n_outputs; c++) trace += spread_of(n, curvature + c * n, total[c], block + k * n);
    }
    *out = w->problem->x->p > 0 ? trace : 0;
done:
    ard_free(context, block);
    ard_free(context, total);
    ard_free(context, curvature);
    return rc;
}

static ard_penalty_kind kind_of(const ard_penalised *w) { return w->grouped ? ARD_GROUP : ARD_L1; }
static int64_t n_weights(const ard_penalised *w) { return w->n_outputs * w->n_terms; }

/* The null point, and lam at the strength 1. */
static int find_null(ard_penalised *w)
{
    int rc = ARDOR_OK;
    double lam_max = 0;
    ard_problem q = *w->problem;
    if (w->rotation) q.x = &w->rotation->x;
    q.forced = w->forced;
    TRY(ard_penalised_null(w->context, w->pn, w->link, &q, w->n_outputs, w->n_terms, kind_of(w), &lam_max));
    const ard_point *point = ard_pn_point(w->pn);
    memcpy(w->null_bias, point->bias, (size_t)w->n_outputs * sizeof *w->null_bias);
    if (w->null_weight) memcpy(w->null_weight, point->weight, (size_t)n_weights(w) * sizeof *w->null_weight);
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
    ard_free(w->context, w->null_bias);
    ard_rotation_close(w->context, w->rotation);
    ard_kernel_close(w->context, w->kernel);
    ard_free(w->context, w);
}

static int bind(ard_penalised *w)
{
    int rc = ARDOR_OK;
    const ard_problem *q = w->problem;
    w->forced = q->forced;
    if (q->basis.kind != ARD_IDENTITY) {
        TRY(ard_kernel_open(w->context, q->basis, q->x, NULL, &w->kernel));
        ard_kernel_bind(w->kernel, 0, &w->function);
    } else if (w->alpha == 0 && ard_count_free(q) > q->x->n) {
        TRY(ard_rotation_open(w->context, q->x, q->forced, &w->rotation));
        w->forced = w->rotation->apart;
        ard_identity_bind(&w->rotation->x, &w->function);
    } else {
        ard_identity_bind(q->x, &w->function);
    }
    w->function.grows = w->alpha < 1;
    w->function.n_outputs = w->n_outputs;
    w->n_terms = w->function.n_weights;
done:
    return rc;
}

/* With a reference the last class has no output. */
static int n_outputs(const ard_penalised *w, const ard_settings *values)
{
    const int all = w->link->outputs(w->problem->target.n_classes), reference = ard_setting_index(w->method, "reference");
    return all > 1 && reference >= 0 && values->value[reference] != 0 ? all - 1 : all;
}

/* One weight is a group by itself, whose length is its absolute value. */
static bool is_grouped(const ard_penalised *w, const ard_settings *values)
{
    const int group = ard_setting_index(w->method, "group");
    return w->n_outputs > 1 && group >= 0 && values->value[group] != 0;
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
    w->link = link_of(self, problem->target.n_classes);
    w->at = penalised_settings(self);
    w->n_outputs = n_outputs(w, values);
    w->alpha = penalised_alpha(self, values);
    w->grouped = is_grouped(w, values);
    w->scale = NAN;
    w->slope = 1;
    TRY(bind(w));
    NEW(context, w->null_bias, w->n_outputs);
    if (w->forced) NEW(context, w->null_weight, n_weights(w));
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
    if (!penalised_is_identity(w)) ard_kernel_set_all(w->kernel, scale);
    w->scale = scale;
    return find_null(w);
}

/* spr/README.md, "lam_max and strength". Rows count by their weights, those of a kernel that may have one too. */
static double auto_strength(const ard_penalised *w)
{
    const double n = w->problem->target.weight_sum, p = (double)w->problem->x->p;
    const double m = fmax(penalised_is_identity(w) ? p : n, 2);
    if (w->alpha == 0) return RIDGE_STRENGTH;
    return p > WIDE * n ? MOST_STRENGTH : fmin(MOST_STRENGTH, STRENGTH_FACTOR * sqrt(log(m) / n));
}

/* Of one output, whose weights are at `to`. */
static int place_output(ard_penalised *w, const ard_machine *machine, int output, double *to)
{
    int rc = ARDOR_OK;
    double *weight = NULL;
    if (w->rotation) {
        NEW(w->context, weight, w->problem->x->p);
        ard_function_weights(machine, output, w->problem->x->p, weight);
        TRY(ard_rotation_forth(w->context, w->rotation, weight, to));
    } else {
        ard_function_weights(machine, output, w->n_terms, to);
    }
done:
    ard_free(w->context, weight);
    return rc;
}

int penalised_place(ard_penalised *w, const ard_machine *machine)
{
    int rc = ARDOR_OK;
    ard_point *point = ard_pn_point(w->pn);
    const ard_function *f = ard_machine_as_function(machine);
    for (int c = 0; c < w->n_outputs; c++) {
        point->bias[c] = (f->bias[c] - w->shift) / w->slope;
        TRY(place_output(w, machine, c, point->weight + c * w->n_terms));
    }
    for (int64_t j = 0; j < n_weights(w); j++) point->weight[j] /= w->slope;
done:
    return rc;
}

static void place_null(ard_penalised *w)
{
    ard_point *point = ard_pn_point(w->pn);
    memset(point->weight, 0, (size_t)n_weights(w) * sizeof *point->weight);
    if (w->null_weight) memcpy(point->weight, w->null_weight, (size_t)n_weights(w) * sizeof *point->weight);
    memcpy(point->bias, w->null_bias, (size_t)w->n_outputs * sizeof *point->bias);
}

static bool penalises_bias(const ard_penalised *w)
{
    const double asked = w->at.penalise_bias >= 0 ? w->values.value[w->at.penalise_bias] : 0;
    return isnan(asked) ? penalised_is_curved(w) : asked != 0;
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
    const double scale = fixed_scale(w), strength = w->at.strength >= 0 ? values->value[w->at.strength] : (double)NAN;
    if (scale != w->scale) TRY(set_scale(w, scale));
    if (warm)
        TRY(penalised_place(w, &warm->machine));
    else
        place_null(w);
    w->lam = values->value[w->method->weaken];
    if (isnan(w->lam)) w->lam = (isnan(strength) ? auto_strength(w) : strength) * w->top;
    /* without a single feature lam_max is 0, and any rate gives the free intercept */
    const bool rated = w->lam > 0;
    if (!rated) w->lam = 1.0;
    w->options = (ard_pn_options){.weights = {kind_of(w), w->alpha * w->lam},
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
    if (penalised_is_identity(w) && !w->rotation) {
        out->n_features = out->n_vectors;
        out->n_vectors = 0;
    } else {
        out->n_features = out->n_vectors ? w->problem->x->p : 0;
        if (w->rotation) out->n_vectors = 0;
    }
    return rc;
}
