/* Gaussian process classification: from the maximum of the evidence (solver/sites/process.h) to a machine. README.md in this
 * folder. */
#include "method/gp/gp.h"

#include <math.h>
#include <string.h>

#include "method/shared/design.h"
#include "method/shared/starts.h"
#include "method/shared/varying.h"
#include "solver/sites/process.h"

static const double START_S2 = 10;

static const ard_setting settings[GP_N_SETTINGS] = {
    [GP_LINK] = ARD_CHOICE("link", 0, "logit|probit", "the likelihood of a class given f: 1/(1 + exp(-f)), or Phi(f)"),
    [GP_START_SCALE] = ARD_SETTING_START_SCALE(1e-6, 1e6, "every scale starts at this over the number of features"),
    [GP_STARTS] =
        ARD_SETTING_STARTS("starts, of which the one of most evidence is kept: the first with all scales at start_scale, "
                           "the second with scales as features correlate with the labels, others with random ones"),
    [GP_TOL] =
        ARD_SETTING_TOL(1e-2, 1e-7, "length of the gradient of the log evidence, in ln s2 and every ln theta, that ends the fit"),
    [GP_INNER_TOL] = ARD_REAL("inner_tol", 1e-16, 1e-22, 1e-1, "", "Newton decrement at which the mode of f counts as reached"),
    [GP_MAX_ITER] = ARD_SETTING_MAX_ITER(1000),
};

typedef struct gp {
    ARD_WORK;
    ard_settings values;
    const ard_link *link; /* of `process`; NULL: there is none yet */
    ard_process *process;
    int64_t n_features, *feature; /* columns of the problem that are not constant */
    double *multiple;             /* p: scales of a further start */
} gp;

static void gp_close(void *work)
{
    gp *w = work;
    if (!w) return;
    ard_free(w->context, w->multiple);
    ard_free(w->context, w->feature);
    ard_process_close(w->context, w->process);
    ard_free(w->context, w);
}

static int gp_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                   void **work)
{
    int rc = ARDOR_OK;
    gp *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    NEW(context, w->feature, problem->x->p);
    NEW(context, w->multiple, problem->x->p);
    TRY(ard_varying_columns(context, problem, &w->n_features, w->feature));
    *work = w;
    w = NULL;
done:
    gp_close(w);
    return rc;
}

static int begin(gp *w, const ard_settings *values, const double *multiple)
{
    int rc = ARDOR_OK;
    const double *value = values->value;
    const ard_link *link = value[GP_LINK] == 0 ? &ard_link_logit : &ard_link_probit;
    const ard_problem *problem = w->problem;
    w->values = *values;
    ard_process_close(w->context, w->process);
    w->process = NULL;
    TRY(ard_process_open(w->context,
                         &(ard_process_problem){.target = problem->target,
                                                .x = problem->x,
                                                .basis = problem->basis,
                                                .n_features = w->n_features,
                                                .feature = w->feature,
                                                .link = link},
                         &w->process));
    w->link = link;
    ard_process_start(w->process, &(ard_process_options){.s2 = START_S2,
                                                         .scale = value[GP_START_SCALE] / (double)ard_max64(problem->x->p, 1),
                                                         .start = multiple,
                                                         .tol = value[GP_TOL],
                                                         .inner_tol = value[GP_INNER_TOL]});
done:
    return rc;
}

static int gp_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    (void)warm;
    return begin(work, values, NULL);
}

static int gp_restart(void *work, const ard_settings *values, int64_t number)
{
    int rc = ARDOR_OK;
    gp *w = work;
    TRY(ard_start_scales(w->context, w->problem, w->problem->x, number, w->multiple));
    TRY(begin(w, values, w->multiple));
done:
    return rc;
}

static int gp_step(void *work, ard_iteration *out) { return ard_process_step(((gp *)work)->process, out); }

/* ------------------------------------------------------------------ the machine */

static int make_machine(gp *w, const ard_posterior *posterior, const double *scale, ard_machine *out)
{
    int rc = ARDOR_OK;
    const int64_t n = w->problem->x->n;
    const bool null = w->n_features == 0;
    int64_t *row = NULL;
    NEW(w->context, row, n);
    for (int64_t i = 0; i < n; i++) row[i] = i;
    TRY(ard_function_of(w->context,
                        &(ard_function_parts){.basis = w->problem->basis,
                                              .link = w->link,
                                              .bias = posterior->mean[0],
                                              .n_features = w->n_features,
                                              .feature = w->feature,
                                              .scale = scale,
                                              .n_terms = null ? 0 : n,
                                              .row = row,
                                              .weight = null ? NULL : posterior->mean + 1,
                                              .x = w->problem->x},
                        out));
done:
    ard_free(w->context, row);
    return rc;
}

/* Of f = a constant with the prior variance s2: no features are left. */
static int posterior_of_constant(gp *w, double s2, ard_posterior *out)
{
    const ard_sites *s = ard_process_sites(w->process);
    double mean = 0, precision = 1.0 / s2, variance;
    for (int64_t i = 0; i < s->target.n; i++) {
        mean += s2 * (s->nu[i] - s->tau[i] * s->mu[i]);
        precision += s->tau[i];
    }
    variance = 1.0 / precision;
    return ard_posterior_of_covariance(w->context, 1, &mean, &variance, out);
}

static int gp_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    gp *w = work;
    const double *point = ard_process_point(w->process), s2 = exp(point[0]);
    ard_posterior *posterior = NULL;
    double *scale = NULL;
    (void)ask;
    NEW(w->context, scale, w->n_features);
    for (int64_t t = 0; t < w->n_features; t++) scale[t] = exp(point[1 + t]);
    NEW(w->context, posterior, 1);
    out->null_model = w->n_features == 0;
    TRY(out->null_model ? posterior_of_constant(w, s2, posterior)
                        : ard_posterior_of_process(w->context, ard_process_sites(w->process), false, s2, posterior));
    TRY(make_machine(w, posterior, scale, &out->machine));
    ard_function_take_posteriors(&out->machine, 1, &posterior);
    out->extra[GP_EVIDENCE] = out->objective;
    out->extra[GP_S2] = s2;
    memcpy(out->used, w->values.value, sizeof out->used);
done:
    ard_posteriors_free(w->context, 1, posterior);
    ard_free(w->context, scale);
    return rc;
}

/* The evidence chooses everything: one candidate. */
static int gp_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                   bool fine, ard_grid *out)
{
    const ard_axis axis = {GP_START_SCALE, 1, values->value + GP_START_SCALE, 1.0};
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

static const ard_steps gp_steps = {.start = gp_start, .step = gp_step, .finish = gp_finish, .restart = gp_restart};

static const char *const extras[] = {[GP_EVIDENCE] = "log_evidence", [GP_S2] = "s2", [GP_N_EXTRAS] = NULL};

const ard_method ard_method_gp = {
    .name = "gp",
    .title = "Gaussian process classification (a scale per feature, Laplace, evidence)",
    .reference = "Rasmussen and Williams, 2006, ch. 3 and 5",
    .can = ARD_CAN_RBF | ARD_CAN_WEIGHTS,
    .default_basis = "rbf",
    .settings = settings,
    .n_settings = GP_N_SETTINGS,
    .extra = extras,
    .open = gp_open,
    .solve = ard_iterate,
    .steps = &gp_steps,
    .close = gp_close,
    .grid = gp_grid,
    .weaken = -1,
    .max_iter = GP_MAX_ITER,
};
