/* The Bayes point machine: EP with one prior variance, chosen by the evidence. README.md in this folder. */
#include "method/bpm/bpm.h"

#include <math.h>
#include <string.h>

#include "method/shared/fixed_scale.h"
#include "method/shared/ridge.h"

static const ard_setting settings[BPM_N_SETTINGS] = {
    [BPM_S2] = ARD_REAL("s2", NAN, 1e-8, 1e8, "",
                        "prior variance of f without its bias; auto: the largest evidence from .1 in steps of half a decade to "
                        "1000, and on to 1e6 while it rises"),
    [BPM_SCALE] = ARD_SETTING_SCALE,
    [BPM_SIGMA] = ARD_SETTING_SIGMA,
    [BPM_INNER_TOL] = ARD_SETTING_INNER_TOL(1e-6, 1e-14, "largest change of a site that ends EP at a value of s2"),
    [BPM_MAX_VALUES] =
        ARD_INT("max_values", 1000, 1, 1e6, "", "most values of s2 that are tried, one in an iteration", .was = "max_iter"),
};

typedef struct bpm {
    ARD_WORK;
    ard_design design;
    ard_ridge ridge;
    ard_settings values;
    int next, best; /* of the grid */
    double best_evidence;
} bpm;

static void bpm_close(void *work)
{
    bpm *w = work;
    if (!w) return;
    ard_ridge_close(&w->ridge);
    ard_design_close(w->context, &w->design);
    ard_free(w->context, w);
}

static int bpm_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    bpm *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = w->ridge.context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_design_open(context, problem, &w->design));
    *work = w;
    w = NULL;
done:
    bpm_close(w);
    return rc;
}

static bool is_identity(const bpm *w) { return w->problem->basis.kind == ARD_IDENTITY; }

static int bpm_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    bpm *w = work;
    /* without features a kernel's columns are constants too: the bias alone is the model */
    const bool any = w->problem->x->p > 0;
    (void)warm;
    w->values = *values;
    TRY(ard_design_set(w->context, &w->design,
                       ard_fixed_scale(values->value[BPM_SCALE], values->value[BPM_SIGMA], w->problem->x->p)));
    ard_ridge_close(&w->ridge);
    TRY(ard_ridge_open(w->context, &w->problem->target, any ? w->design.d : 1, any && !is_identity(w), w->design.columns,
                       &w->ridge));
    w->next = 0;
    w->best = -1;
done:
    return rc;
}

/* Nearly separable data want more than the grid has: it goes on by half decades, to 10^6. */
enum { MOST_VALUES = ARD_RIDGE_VALUES + 6 };

static double s2_of(const bpm *w, int index)
{
    if (!isnan(w->values.value[BPM_S2])) return w->values.value[BPM_S2];
    return index < ARD_RIDGE_VALUES ? ard_ridge_s2[index]
                                    : ard_ridge_s2[ARD_RIDGE_VALUES - 1] * pow(10.0, 0.5 * (index - ARD_RIDGE_VALUES + 1));
}

/* After the value numbered next: is the search over? */
static bool is_last(const bpm *w)
{
    if (!isnan(w->values.value[BPM_S2]) || w->next == MOST_VALUES - 1) return true;
    return w->next >= ARD_RIDGE_VALUES - 1 && w->best < w->next;
}

/* At the value numbered `index`, where the evidence must be finite. */
static int run(bpm *w, int index)
{
    int rc = ARDOR_OK;
    TRY(ard_ridge_run(&w->ridge, s2_of(w, index), w->values.value[BPM_INNER_TOL]));
    REQUIRE(w->context, isfinite(w->ridge.sites.log_evidence), ARDOR_NUMERIC,
            "the log evidence at s2 = %g is %g; standardise the features (--standardise train)%s", s2_of(w, index),
            w->ridge.sites.log_evidence, isnan(w->values.value[BPM_S2]) ? "" : " or take a smaller value of the setting s2");
done:
    return rc;
}

static int bpm_step(void *work, ard_iteration *out)
{
    int rc = ARDOR_OK;
    bpm *w = work;
    TRY(run(w, w->next));
    const double evidence = w->ridge.sites.log_evidence;
    if (w->best < 0 || evidence > w->best_evidence) {
        w->best = w->next;
        w->best_evidence = evidence;
    }
    out->objective = evidence;
    out->n_features = w->problem->x->p;
    out->stop = is_last(w) ? ARD_STOP_CONVERGED : ARD_STOP_NONE;
    if (!is_identity(w)) out->n_vectors = w->ridge.m - 1;
    w->next++;
done:
    return rc;
}

static int bpm_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    bpm *w = work;
    const double s2 = s2_of(w, w->best);
    const int64_t m = w->ridge.m;
    ard_posterior *posterior = NULL;
    int64_t *column = NULL;
    (void)ask;
    TRY(run(w, w->best));
    NEW(w->context, posterior, 1);
    TRY(ard_ridge_posterior(&w->ridge, s2, posterior));
    NEW(w->context, column, m);
    for (int64_t t = 1; t < m; t++) column[t - 1] = t;
    out->null_model = m == 1;
    out->at_bound = isnan(w->values.value[BPM_S2]) && w->best == MOST_VALUES - 1;
    TRY(ard_design_machine(w->context, &w->design, &ard_link_probit, posterior->mean[0], m - 1, column, posterior->mean + 1,
                           &out->machine));
    ard_function_take_posteriors(&out->machine, 1, &posterior);
    ard_sites_set_extras(&w->ridge.sites, out->extra);
    out->objective = w->ridge.sites.log_evidence;
    memcpy(out->used, w->values.value, sizeof out->used);
    out->used[BPM_S2] = s2;
    out->used[BPM_SCALE] = is_identity(w) ? (double)NAN : w->design.scale;
    out->used[BPM_SIGMA] = NAN;
done:
    ard_posteriors_free(w->context, 1, posterior);
    ard_free(w->context, column);
    return rc;
}

static const ard_steps bpm_steps = {.start = bpm_start, .step = bpm_step, .finish = bpm_finish};

const ard_method ard_method_bpm = {
    .name = "bpm",
    .title = "Bayes point machine (probit, one Gaussian prior, expectation propagation)",
    .reference = "Minka, PhD thesis, MIT, 2001",
    .can = ARD_CAN_IDENTITY | ARD_CAN_LINEAR | ARD_CAN_POLY | ARD_CAN_RBF,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = BPM_N_SETTINGS,
    .extra = ard_sites_extras,
    .check = ard_check_fixed_scale,
    .open = bpm_open,
    .solve = ard_iterate,
    .steps = &bpm_steps,
    .close = bpm_close,
    .grid = ard_fixed_scale_grid,
    .weaken = -1,
    .max_iter = BPM_MAX_VALUES,
};
