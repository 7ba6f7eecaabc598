/* What penalised fits end in: machines and certificates. See penalised.h. */
#include <math.h>
#include <string.h>

#include "method/shared/fixed_scale.h"
#include "method/shared/penalised_inside.h"

static const double STRONGEST = 1, WEAKEST = .01, WEAKEST_RIDGE = 1e-4, LEAST_ALPHA = 1e-3;
enum { N_STRENGTHS = 20 };

/* The weights of every term in every output, and those of the terms that are listed: with a weight, or forced. */
typedef struct weights {
    int64_t n, *term;
    double *all, *listed; /* terms x outputs; n x columns of the link, of which a reference has zeros */
} weights;

static void weights_close(ardor_context *context, weights *q)
{
    ard_free(context, q->listed);
    ard_free(context, q->all);
    ard_free(context, q->term);
}

static int take_weights(ard_penalised *w, weights *q)
{
    int rc = ARDOR_OK;
    const double *from = ard_pn_point(w->pn)->weight;
    const int64_t n_terms = penalised_terms(w);
    for (int c = 0; c < w->n_outputs; c++)
        if (w->rotation)
            TRY(ard_rotation_back(w->context, w->rotation, from + c * w->n_terms, q->all + c * n_terms));
        else
            memcpy(q->all + c * n_terms, from + c * n_terms, (size_t)n_terms * sizeof *q->all);
done:
    return rc;
}

static int weights_open(ard_penalised *w, weights *q)
{
    int rc = ARDOR_OK;
    const int64_t n_terms = penalised_terms(w), columns = w->link->outputs(w->problem->target.n_classes);
    NEW(w->context, q->term, n_terms);
    NEW(w->context, q->all, n_terms * w->n_outputs);
    TRY(take_weights(w, q));
    for (int64_t j = 0; j < n_terms; j++) {
        bool listed = penalised_is_identity(w) && ard_is_forced(w->problem, j);
        for (int c = 0; c < w->n_outputs; c++) listed = listed || q->all[j + c * n_terms] != 0;
        if (listed) q->term[q->n++] = j;
    }
    NEW(w->context, q->listed, q->n * columns);
    for (int c = 0; c < w->n_outputs; c++)
        for (int64_t k = 0; k < q->n; k++) q->listed[k + c * q->n] = q->all[q->term[k] + c * n_terms];
done:
    return rc;
}

int ard_penalised_machine(ard_penalised *w, const ard_link *link, double slope, double shift, ard_machine *out)
{
    int rc = ARDOR_OK;
    weights q = {0};
    ard_function_parts parts = {.basis = w->problem->basis, .link = link, .x = w->problem->x};
    TRY(weights_open(w, &q));
    parts.bias = slope * ard_pn_point(w->pn)->bias[0] + shift; /* slope 0: no feature is left but the forced ones */
    for (int64_t k = 0; k < q.n; k++) {
        const int64_t j = q.term[k];
        if (slope == 0 && !ard_is_forced(w->problem, j)) continue;
        q.term[parts.n_features] = j;
        q.listed[parts.n_features++] = slope * q.listed[k];
    }
    parts.feature = q.term;
    parts.weight = q.listed;
    TRY(ard_function_of(w->context, &parts, out));
done:
    weights_close(w->context, &q);
    return rc;
}

/* The machine of f itself, in any basis. */
static int make_machine(ard_penalised *w, ard_machine *out)
{
    int rc = ARDOR_OK;
    weights q = {0};
    const ard_problem *problem = w->problem;
    double *bias = NULL;
    TRY(weights_open(w, &q));
    NEW(w->context, bias, w->link->outputs(problem->target.n_classes));
    memcpy(bias, ard_pn_point(w->pn)->bias, (size_t)w->n_outputs * sizeof *bias);
    ard_function_parts parts = {.basis = problem->basis,
                                .link = w->link,
                                .n_classes = problem->target.n_classes,
                                .biases = bias,
                                .weight = q.listed,
                                .x = problem->x};
    if (penalised_is_identity(w)) {
        parts.n_features = q.n;
        parts.feature = q.term;
    } else if (q.n > 0) { /* the one scale belongs to every feature */
        parts.n_features = problem->x->p;
        parts.one_scale = w->scale;
        parts.n_terms = q.n;
        parts.row = q.term;
    }
    TRY(ard_function_of(w->context, &parts, out));
done:
    ard_free(w->context, bias);
    weights_close(w->context, &q);
    return rc;
}

/* The largest violation of the conditions of an output's feature weights with a ridge alone, and the largest weight. */
static void violations(const ard_penalised *w, const double *weight, const double *d, double *worst, double *most)
{
    for (int64_t j = 0; j < w->problem->x->p; j++) {
        const bool forced = ard_is_forced(w->problem, j);
        *worst = fmax(*worst, fabs(forced ? d[j] : d[j] - w->lam * weight[j]));
        if (!forced) *most = fmax(*most, fabs(weight[j]));
    }
}

/* The conditions of the features' weights, where the engine had those of a rotation: relative to the same. */
static int certify(ard_penalised *w, ard_fit *out)
{
    int rc = ARDOR_OK;
    weights q = {0};
    const int64_t p = w->problem->x->p, n = w->problem->x->n;
    double *d = NULL, worst = 0, most = 0;
    TRY(weights_open(w, &q));
    NEW(w->context, d, p);
    for (int c = 0; c < w->n_outputs; c++) {
        const double *g = ard_pn_residual(w->pn) + c * n;
        double sum = 0;
        for (int64_t i = 0; i < n; i++) sum += g[i];
        worst = fmax(worst, fabs(sum));
        ard_matrix_transposed(w->problem->x, g, d);
        violations(w, q.all + c * p, d, &worst, &most);
    }
    out->certificate.weights = worst / fmax(w->lam * most, ARD_PN_LEAST_UNIT * w->problem->target.weight_sum);
done:
    ard_free(w->context, d);
    weights_close(w->context, &q);
    return rc;
}

static void note_used(const ard_penalised *w, ard_fit *out)
{
    memcpy(out->used, w->values.value, sizeof out->used);
    out->used[w->method->weaken] = w->lam;
    if (w->at.strength >= 0) out->used[w->at.strength] = w->top > 0 ? w->lam / w->top : NAN;
    if (!penalised_is_identity(w)) out->used[w->at.scale] = w->scale;
    if (w->at.penalise_bias >= 0) out->used[w->at.penalise_bias] = w->options.penalise_bias;
    out->used[w->at.tol] = w->options.tol;
}

int ard_penalised_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_penalised *w = work;
    (void)ask;
    if (!penalised_is_identity(w) || w->n_outputs > 1) {
        TRY(ard_pn_finish(w->pn, out->stop));
        out->objective = ard_pn_objective(w->pn);
        out->certificate = ard_pn_violations(w->pn, 0.0, 0.0);
    }
    if (w->rotation) TRY(certify(w, out));
    TRY(make_machine(w, &out->machine));
    out->null_model = out->machine.n_features == 0;
    if (out->stop == ARD_STOP_NULL_MODEL && !out->null_model) out->stop = ARD_STOP_CONVERGED; /* forced columns of no effect */
    note_used(w, out);
done:
    return rc;
}

int ard_penalised_leave_out(void *work, const ard_fit *fit, const int64_t *block, double *latent)
{
    int rc = ARDOR_OK;
    ard_penalised *w = work;
    REQUIRE(w->context, w->n_outputs == 1, ARDOR_USAGE,
            "approximate leave-one-out of %s is of two classes: with more take --tune=cv:5", w->method->name);
    if (!fit) return ARDOR_OK;
    TRY(penalised_place(w, &fit->machine));
    TRY(ard_pn_leave_out(w->pn, penalised_is_curved(w), block, latent));
done:
    return rc;
}

const ard_steps ard_penalised_steps = {.start = ard_penalised_start, .step = ard_penalised_step, .finish = ard_penalised_finish};

/* ------------------------------------------------------------------ settings */

int ard_penalised_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values)
{
    const ard_penalised_settings at = penalised_settings(self);
    const double alpha = penalised_alpha(self, values);
    if (alpha > 0 && alpha < LEAST_ALPHA)
        return ard_fail(context, ARDOR_USAGE,
                        "setting 'alpha' of %s is %g: so little of an L1 penalty chooses nothing: take 0, or %g at least",
                        self->name, alpha, LEAST_ALPHA);
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
    const ard_penalised_settings at = penalised_settings(self);
    const double weakest = penalised_alpha(self, values) > 0 ? WEAKEST : WEAKEST_RIDGE;
    for (int j = 0; j < N_STRENGTHS; j++) strength[j] = ard_geometric(STRONGEST, weakest, N_STRENGTHS, j);
    const bool kernel = problem->basis.kind != ARD_IDENTITY,
               fixed = !kernel || values->given[at.scale] || values->given[at.sigma];
    const ard_axis axes[] = {{values->given[self->weaken] ? self->weaken : at.strength, N_STRENGTHS, strength, 1.0},
                             fixed ? (ard_axis){0} : ard_scale_axis(self, problem, values)};
    return ard_path_grid(context, values, fixed ? 1 : 2, axes, 0, false, out);
}
