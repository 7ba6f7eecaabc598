/* Machines and extras of what the evidence engine finds. */
#include "method/shared/evidence.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "linalg/blas.h"
#include "special/gauss_kl.h"
#include "special/probit.h"

const char *const ard_evidence_extras[] = {[ARD_LOG_EVIDENCE] = "log_evidence",
                                           [ARD_LOG_LIKELIHOOD] = "log_likelihood",
                                           [ARD_ALPHA_BIAS] = "alpha_bias",
                                           [ARD_ALPHA_LEAST] = "alpha_least",
                                           [ARD_ALPHA_LARGEST] = "alpha_largest",
                                           [ARD_BETA_LEAST] = "beta_least",
                                           [ARD_BETA_LARGEST] = "beta_largest",
                                           [ARD_KL_WEIGHTS] = "kl_weights",
                                           [ARD_KL_SCALES] = "kl_scales",
                                           [ARD_KL] = "kl",
                                           [ARD_MARGIN_LOSS] = "margin_loss",
                                           [ARD_BOUND] = "bound",
                                           [ARD_MODE_GRADIENT] = "mode_gradient",
                                           [ARD_LAPLACE_EVIDENCE] = "laplace_evidence",
                                           [ARD_MODE_DECREMENT] = "mode_decrement",
                                           [ARD_JOINT_EVIDENCE] = "joint_evidence",
                                           [ARD_N_EXTRAS] = NULL};

bool ard_evidence_fact(const ard_fit *fit, ard_fact *out)
{
    const double kl = fit->extra[ARD_KL], bound = fit->extra[ARD_BOUND];
    if (!isfinite(kl) || !isfinite(bound)) return false;
    *out = (ard_fact){.title = "Divergence", .detail = true};
    snprintf(out->text, sizeof out->text, "KL of posterior from prior %.4g; bound of the paper on the error %.3g%s", kl, bound,
             bound >= 1 ? " (not below 1: vacuous, it says nothing)"
                        : " (of what was kept, chosen on the same rows: no guarantee)");
    return true;
}

void ard_evidence_close(void *work)
{
    ard_evidence *w = work;
    if (!w) return;
    ard_type2_close(w->context, w->type2);
    ard_free(w->context, w->multiple);
    ard_free(w->context, w->feature);
    ard_free(w->context, w);
}

int ard_evidence_new(const ard_method *method, ardor_context *context, const ard_problem *problem, ard_evidence **out)
{
    int rc = ARDOR_OK;
    ard_evidence *w = NULL;
    *out = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = method;
    w->problem = problem;
    NEW(context, w->feature, problem->x->p);
    NEW(context, w->multiple, problem->x->p);
    for (int64_t t = 0; t < problem->x->p; t++) w->feature[t] = t;
    *out = w;
    w = NULL;
done:
    ard_evidence_close(w);
    return rc;
}

static int open_engine(const ard_method *method, ardor_context *context, const ard_problem *problem, bool learn, bool incremental,
                       ard_evidence **out)
{
    int rc = ARDOR_OK;
    ard_evidence *w = NULL;
    *out = NULL;
    TRY(ard_evidence_new(method, context, problem, &w));
    const ard_type2_problem q = {*problem->x, problem->target, &ard_link_logit, problem->basis};
    TRY(incremental ? ard_type2_open_incremental(context, &q, &w->type2)
                    : ard_type2_open(context, &q, learn, ARD_GAUSS_AUTO, &w->type2));
    *out = w;
    w = NULL;
done:
    ard_evidence_close(w);
    return rc;
}

int ard_evidence_open(const ard_method *method, ardor_context *context, const ard_problem *problem, bool learn,
                      ard_evidence **out)
{
    return open_engine(method, context, problem, learn, false, out);
}

int ard_evidence_open_incremental(const ard_method *method, ardor_context *context, const ard_problem *problem,
                                  ard_evidence **out)
{
    return open_engine(method, context, problem, true, true, out);
}

static int grow(void *work) { return ard_type2_grow(((ard_evidence *)work)->type2); }

int ard_evidence_step(void *work, ard_iteration *out)
{
    int rc = ard_type2_step(((ard_evidence *)work)->type2, out);
    if (out->grow) out->grow = grow;
    return rc;
}

/* ------------------------------------------------------------------ the bound */

/* A free margin, confidence and pair of constants of the bound; none are printed. */
static const double MARGIN = 1, CONFIDENCE = .05, GROUND = 1, RATIO = 2;

static double divergence(double mean, double variance, double prior, bool half)
{
    return half ? ard_half_gauss_kl(mean, 1.0 / variance, prior) : ard_gauss_kl(mean, 1.0 / variance, prior);
}

static void divergences(const ard_evidence *w, const ard_type2_model *s, double *extra)
{
    const ard_targets *target = &w->problem->target;
    const bool half = w->options.lambda > 0;
    extra[ARD_KL_WEIGHTS] = divergence(s->u[0], s->variance[0], w->options.alpha0, false);
    for (int64_t j = 0; j < s->m; j++)
        extra[ARD_KL_WEIGHTS] += divergence(half ? ard_target_sign(target, s->centre[j]) * s->u[j + 1] : s->u[j + 1],
                                            s->variance[j + 1], w->options.alpha0, half);
    extra[ARD_KL_SCALES] = 0;
    for (int64_t k = 0; k < s->k && w->options.learn_scales; k++)
        extra[ARD_KL_SCALES] += divergence(s->theta[k], s->theta_variance[k], w->options.beta0, half);
    extra[ARD_KL] = extra[ARD_KL_WEIGHTS] + extra[ARD_KL_SCALES];
}

/* The mean over the rows of what the posterior's votes lose; the number of rows. */
static int margin_loss(const ard_evidence *w, const ard_type2_model *s, const double *columns, const double *covariance,
                       double *mean, double *rows)
{
    int rc = ARDOR_OK;
    const int64_t n = w->problem->x->n, m = s->m + 1;
    double *f = NULL, *product = NULL, *share = NULL, sum[2] = {0, (double)n};
    NEW(w->context, f, n);
    NEW(w->context, product, n * m);
    NEW(w->context, share, n);
    ard_gemv('N', n, m, 1.0, columns, n, s->u, 0.0, f);
    ard_gemm('N', 'N', n, m, m, 1.0, columns, n, covariance, m, 0.0, product, n);
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0; i < n; i++) share[i] += columns[i + j * n] * product[i + j * n];
    for (int64_t i = 0; i < n; i++) share[i] = f[i] / sqrt(fmax(share[i], 1e-300));
    ard_normal_cdf(n, share, share);
    for (int64_t i = 0; i < n; i++)
        sum[0] += ard_clip(1.0 - ard_target_sign(&w->problem->target, i) * (2.0 * share[i] - 1.0) / MARGIN, 0.0, 1.0);
    TRY(ard_sum(w->context, sum, 2));
    *mean = sum[0] / sum[1];
    *rows = sum[1];
done:
    ard_free(w->context, share);
    ard_free(w->context, product);
    ard_free(w->context, f);
    return rc;
}

/* The corrected bound on P(y f <= 0), from the divergences of the kept weights and scales from the priors of the start:
 * loss + (2/c) sqrt(2 G/N) + sqrt((ln log_r(r G/g) + .5 ln(1/delta))/N), G = r max(KL, g). */
static double bound(double kl, double loss, double n)
{
    const double g = RATIO * fmax(kl, GROUND);
    return loss + 2.0 / MARGIN * sqrt(2.0 * g / n) +
           sqrt((log(log(RATIO * g / GROUND) / log(RATIO)) + 0.5 * log(1.0 / CONFIDENCE)) / n);
}

/* ------------------------------------------------------------------ the fit */

static void range(int64_t n, const double *value, double *least, double *largest)
{
    for (int64_t i = 0; i < n; i++) {
        *least = fmin(*least, value[i]); /* NaN yields to a number */
        *largest = fmax(*largest, value[i]);
    }
}

/* Scales in units of the problem's columns; for the identity basis none. */
static int make_machine(const ard_evidence *w, const ard_type2_model *s, bool null_model, ard_machine *out)
{
    int rc = ARDOR_OK;
    const bool identity = w->problem->basis.kind == ARD_IDENTITY;
    double *scale = NULL;
    ard_function_parts parts = {
        .basis = w->problem->basis, .link = &ard_link_logit, .bias = s->u[0], .weight = s->u + 1, .x = w->problem->x};
    NEW(w->context, scale, s->k);
    for (int64_t k = 0; k < s->k; k++) scale[k] = w->options.scale * s->theta[k];
    if (!null_model) {
        parts.n_features = identity ? s->m : s->k;
        parts.feature = identity ? s->centre : s->feature;
        parts.scale = scale;
        parts.n_terms = s->m;
        parts.row = s->centre;
    }
    TRY(ard_function_of(w->context, &parts, out));
done:
    ard_free(w->context, scale);
    return rc;
}

/* Over the bias and the weights that the machine has, of m in all. */
static int add_posterior(const ard_evidence *w, const ard_type2_model *s, bool null_model, const double *covariance,
                         ard_machine *machine)
{
    int rc = ARDOR_OK;
    ard_posterior *posterior = NULL;
    NEW(w->context, posterior, 1);
    TRY(ard_posterior_of_covariance(w->context, null_model ? 1 : s->m + 1, s->u, covariance, posterior));
    ard_function_take_posteriors(machine, 1, &posterior);
done:
    ard_posteriors_free(w->context, 1, posterior);
    return rc;
}

static int set_extras(const ard_evidence *w, const ard_type2_model *s, const double *columns, const double *covariance,
                      double *extra)
{
    int rc = ARDOR_OK;
    double rows;
    extra[ARD_LOG_EVIDENCE] = s->corrected;
    extra[ARD_LAPLACE_EVIDENCE] = s->evidence;
    extra[ARD_MODE_DECREMENT] = s->decrement;
    extra[ARD_JOINT_EVIDENCE] = s->joint;
    extra[ARD_LOG_LIKELIHOOD] = s->log_likelihood;
    extra[ARD_MODE_GRADIENT] = fmax(s->gradient[0], s->gradient[1]);
    extra[ARD_ALPHA_BIAS] = s->alpha[0];
    range(s->m, s->alpha + 1, &extra[ARD_ALPHA_LEAST], &extra[ARD_ALPHA_LARGEST]);
    if (w->options.learn_scales) range(s->k, s->beta, &extra[ARD_BETA_LEAST], &extra[ARD_BETA_LARGEST]);
    divergences(w, s, extra);
    TRY(margin_loss(w, s, columns, covariance, &extra[ARD_MARGIN_LOSS], &rows));
    extra[ARD_BOUND] = bound(extra[ARD_KL], extra[ARD_MARGIN_LOSS], rows);
done:
    return rc;
}

int ard_evidence_fit(ard_evidence *w, const ard_type2_model *s, const double *columns, const double *covariance, ard_fit *out)
{
    int rc = ARDOR_OK;
    out->null_model = s->m == 0 || (w->problem->basis.kind != ARD_IDENTITY && s->k == 0);
    TRY(make_machine(w, s, out->null_model, &out->machine));
    TRY(add_posterior(w, s, out->null_model, covariance, &out->machine));
    TRY(set_extras(w, s, columns, covariance, out->extra));
    memcpy(out->used, w->values.value, sizeof out->used);
done:
    return rc;
}

int ard_evidence_finish(ard_evidence *w, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_type2_model *s = ard_type2_model_of(w->type2);
    double *covariance = NULL;
    const bool solve = out->stop != ARD_STOP_CANCELLED && out->stop != ARD_STOP_TIME;
    TRY(ard_type2_finish(w->type2, solve));
    if (solve && ask->report) TRY(ard_type2_joint_evidence(w->type2));
    out->objective = s->objective;
    out->certificate = ard_type2_certificate(w->type2);
    NEW(w->context, covariance, (s->m + 1) * (s->m + 1));
    TRY(ard_type2_covariance(w->type2, covariance));
    TRY(ard_evidence_fit(w, s, ard_type2_columns(w->type2), covariance, out));
    if (ask->report && ard_type2_unpriced(w->type2))
        ard_note(w->context, "%s: the fit ended before the backward pass, so nothing has gone by its price", w->method->name);
done:
    ard_free(w->context, covariance);
    return rc;
}
