/* Recursive feature elimination with penalised logistic regression: README.md in this folder. */
#include "method/pklr_rfe/pklr_rfe.h"

#include <math.h>
#include <string.h>

#include "method/pklr_rfe/fit.h"
#include "method/shared/eliminate.h"
#include "method/shared/penalised.h"

static const ard_setting settings[PKLR_RFE_N_SETTINGS] = {
    [PKLR_RFE_K] = ARD_SETTING_KEPT,
    [PKLR_RFE_LAM] = ARD_REAL("lam", 1, 1e-12, 1e12, "", "rate of the penalty lam/2 |w|^2, of all fits; tuned with --tune"),
    [PKLR_RFE_SCALE_FACTOR] = ARD_REAL("scale_factor", 1, 1e-12, 1e12, "1/p",
                                       "rbf: theta of every feature, of each fit with p features of its own; not tuned"),
    [PKLR_RFE_TOL] = ARD_SETTING_TOL(1e-6, 1e-12, "largest KKT violation, relative to the largest derivative of the penalty"),
    [PKLR_RFE_MAX_ITER] = ARD_SETTING_MAX_ITER(300),
};

static const char *const extras[] = {"elimination_fits", "elimination_iterations", "elimination_kkt", NULL};
static const ard_penalised_family family = {.link = &ard_link_logit, .ridge = true};

typedef struct pklr {
    ARD_WORK;
    ard_elimination order; /* where it is known; it lasts for all candidates of one lam and of one scale factor: */
    bool known;
    double lam, factor;
    ard_candidate *columns; /* as they are for any of these; NULL: not looked at yet */
    double extra[PKLR_RFE_KKT + 1];
    pklr_common common;
    ard_settings values; /* of the candidate */
    pklr_point last;     /* of its elimination: p weights of features, 0 of those that are gone, or n of rows */
    double *worth;       /* p */
} pklr;

static bool is_linear(const pklr *w) { return w->problem->basis.kind == ARD_IDENTITY; }

static void pklr_close(void *work)
{
    pklr *w = work;
    if (!w) return;
    ard_free(w->context, w->worth);
    ard_free(w->context, w->last.weight);
    ard_free(w->context, w->columns);
    ard_free(w->context, w->order.column);
    ard_free(w->context, w);
}

static int pklr_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work)
{
    int rc = ARDOR_OK;
    pklr *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    NEW(context, w->order.column, problem->x->p);
    NEW(context, w->last.weight, is_linear(w) ? problem->x->p : problem->x->n);
    NEW(context, w->worth, problem->x->p);
    w->common = (pklr_common){context, self, &w->values};
    *work = w;
    w = NULL;
done:
    pklr_close(w);
    return rc;
}

/* ------------------------------------------------------------------ a fit to some columns */

/* Those of the problem that are listed, and those that are forced, as a problem of their own. */
typedef struct part {
    ard_columns list;
    ard_matrix x;
    bool *forced;
    ard_problem problem; /* a view */
} part;

static void part_close(ardor_context *context, part *s)
{
    ard_free(context, s->forced);
    ard_matrix_free(context, &s->x);
    ard_free(context, s->list.column);
}

static int part_open(ardor_context *context, const ard_problem *q, int64_t n, const int64_t *column, part *s)
{
    int rc = ARDOR_OK;
    bool *wanted = NULL;
    NEW(context, wanted, q->x->p);
    NEW(context, s->list.column, q->x->p);
    NEW(context, s->forced, q->x->p);
    for (int64_t t = 0; t < n; t++) wanted[column[t]] = true;
    for (int64_t k = 0; k < q->x->p; k++) {
        if (!wanted[k] && !ard_is_forced(q, k)) continue;
        s->forced[s->list.n] = ard_is_forced(q, k);
        s->list.column[s->list.n++] = k;
    }
    TRY(ard_matrix_view(context, q->x, 0, NULL, s->list.n, s->list.column, &s->x));
    s->problem = *q;
    s->problem.x = &s->x;
    s->problem.forced = q->forced ? s->forced : NULL;
done:
    ard_free(context, wanted);
    return rc;
}

/* ------------------------------------------------------------------ the elimination */

/* Where the last fit of the elimination ended, restricted to the part. */
static void restrict_last(const pklr *w, const part *s, pklr_point *to)
{
    to->known = w->last.known;
    to->bias = w->last.bias;
    for (int64_t t = 0; is_linear(w) && t < s->list.n; t++) to->weight[t] = w->last.weight[s->list.column[t]];
    if (!is_linear(w)) memcpy(to->weight, w->last.weight, (size_t)w->problem->x->n * sizeof *to->weight);
}

static void keep_last(pklr *w, const part *s, const pklr_point *from)
{
    w->last.known = true;
    w->last.bias = from->bias;
    for (int64_t t = 0; is_linear(w) && t < s->list.n; t++) w->last.weight[s->list.column[t]] = from->weight[t];
    if (!is_linear(w)) memcpy(w->last.weight, from->weight, (size_t)w->problem->x->n * sizeof *from->weight);
}

static void note(pklr *w, const ard_fit *fit)
{
    w->extra[PKLR_RFE_FITS]++;
    w->extra[PKLR_RFE_ITERATIONS] += (double)fit->iterations;
    w->extra[PKLR_RFE_KKT] = fmax(w->extra[PKLR_RFE_KKT], fit->certificate.weights);
}

static int weigh(void *state, int64_t n, const int64_t *column, double *worth, ard_stop *stop)
{
    int rc = ARDOR_OK;
    pklr *w = state;
    part s = {.x = {0}};
    pklr_point point = {.known = false};
    double *value = NULL;
    ard_fit fit = ard_fit_empty();
    TRY(part_open(w->context, w->problem, n, column, &s));
    NEW(w->context, point.weight, ard_max64(s.list.n, w->problem->x->n));
    NEW(w->context, value, s.list.n);
    restrict_last(w, &s, &point);
    TRY(pklr_fit(&w->common, &s.problem, &point, &(ard_ask){0}, value, &fit));
    keep_last(w, &s, &point);
    note(w, &fit);
    for (int64_t t = 0; t < s.list.n; t++) w->worth[s.list.column[t]] = value[t];
    for (int64_t t = 0; t < n; t++) worth[t] = w->worth[column[t]];
    if (ard_stop_cut(fit.stop)) *stop = fit.stop;
done:
    ard_fit_free(w->context, &fit);
    ard_free(w->context, value);
    ard_free(w->context, point.weight);
    part_close(w->context, &s);
    return rc;
}

static int eliminate(pklr *w)
{
    int rc = ARDOR_OK;
    ard_candidate *left = NULL;
    ard_stop stop = ARD_STOP_NONE;
    const double lam = w->values.value[PKLR_RFE_LAM], factor = w->values.value[PKLR_RFE_SCALE_FACTOR];
    if (w->known && w->lam == lam && w->factor == factor) return ARDOR_OK;
    w->known = w->last.known = false;
    w->lam = lam;
    w->factor = factor;
    for (int i = 0; i <= PKLR_RFE_KKT; i++) w->extra[i] = 0;
    TRY(ard_candidates_copy(w->context, w->problem, &w->columns, &left));
    TRY(ard_eliminate(w->context, w->problem, left, &(ard_eliminator){w, weigh}, &w->order, &stop));
    w->known = stop == ARD_STOP_NONE;
    if (!w->known) TRY(ard_check_running(w->context));
    REQUIRE(w->context, w->known, ARDOR_CANCELLED, "stopped before the features were chosen");
done:
    ard_free(w->context, left);
    return rc;
}

/* ------------------------------------------------------------------ a candidate */

/* The k columns that are kept longest, fitted from nothing, so that it does not matter which candidates came before. */
static int fit_kept(pklr *w, int64_t k, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    part s = {.x = {0}};
    TRY(eliminate(w));
    TRY(part_open(w->context, w->problem, k, w->order.column, &s));
    TRY(pklr_fit(&w->common, &s.problem, NULL, ask, NULL, out));
    for (int64_t t = 0; t < out->machine.n_features; t++) out->machine.feature[t] = s.list.column[out->machine.feature[t]];
    memcpy(out->extra, w->extra, sizeof w->extra);
done:
    part_close(w->context, &s);
    return rc;
}

static int pklr_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    pklr *w = work;
    const int64_t k = (int64_t)values->value[PKLR_RFE_K];
    (void)warm;
    *out = ard_fit_empty();
    w->values = *values;
    return k < ard_count_free(w->problem) ? fit_kept(w, k, ask, out) : pklr_fit(&w->common, w->problem, NULL, ask, NULL, out);
}

enum { N_RATES = 6 };
static const double RATES[N_RATES] = {1000, 100, 10, 1, .1, .01};

static int pklr_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     bool fine, ard_grid *out)
{
    (void)self;
    (void)problem;
    (void)fine;
    const ard_axis axes[] = {{PKLR_RFE_LAM, N_RATES, RATES, 1}, {PKLR_RFE_K, ARD_N_KEPT, ard_kept, 1}};
    return ard_product_grid(context, values, 2, axes, out);
}

const ard_method ard_method_pklr_rfe = {
    .name = "pklr-rfe",
    .title = "Recursive feature elimination with penalised (kernel) logistic regression",
    .reference = "Zhu and Hastie, Biostatistics 5(3), 2004",
    .can = ARD_CAN_IDENTITY | ARD_CAN_RBF | ARD_CAN_WEIGHTS | ARD_CAN_FORCE,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = PKLR_RFE_N_SETTINGS,
    .extra = extras,
    .variant = &family,
    .weaken = PKLR_RFE_LAM,
    .max_iter = PKLR_RFE_MAX_ITER,
    .grid = pklr_grid,
    .open = pklr_open,
    .solve = pklr_solve,
    .steps = &ard_penalised_steps,
    .close = pklr_close,
};
