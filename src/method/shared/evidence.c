/* Solutions of the evidence engine. */
#include "method/shared/evidence.h"

#include <math.h>
#include <string.h>

#include "method/shared/subset.h"
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
                                           [ARD_N_EXTRAS] = NULL};

void ard_evidence_close(void *work)
{
    ard_evidence *w = work;
    if (!w) return;
    ard_laplace_close(w->context, w->laplace);
    ard_array_close(w->context, &w->array);
    ard_free(w->context, w->feature);
    ard_free(w->context, w);
}

int ard_evidence_open(const ard_method *method, ardor_context *context, const ard_problem *problem, bool learn,
                      ard_factor_form form, ard_evidence **out)
{
    int rc = ARDOR_OK;
    ard_evidence *w = NULL;
    *out = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = method;
    w->problem = problem;
    NEW(context, w->feature, problem->x->p);
    for (int64_t t = 0; t < problem->x->p; t++) w->feature[t] = t;
    TRY(ard_array_open(context, problem->x, &w->array));
    const ard_laplace_problem q = {problem->x->n, problem->x->p,          w->array.x,
                                   problem->sign, problem->target.weight, problem->basis};
    TRY(ard_laplace_open(context, &q, learn, form, &w->laplace));
    *out = w;
    w = NULL;
done:
    ard_evidence_close(w);
    return rc;
}

int ard_evidence_step(void *work, ard_iteration *out) { return ard_laplace_step(((ard_evidence *)work)->laplace, out); }

/* ------------------------------------------------------------------ the bound */

/* A free margin, confidence and pair of constants of the bound; none are printed. */
static const double MARGIN = 1, CONFIDENCE = .05, GROUND = 1, RATIO = 2;

static double divergence(double mean, double variance, double prior, bool half)
{
    return half ? ard_half_gauss_kl(mean, 1.0 / variance, prior) : ard_gauss_kl(mean, 1.0 / variance, prior);
}

/* KL of the kept weights and scales from the priors of the start, and the corrected bound on P(y f <= 0):
 * loss + (2/c) sqrt(2 G/N) + sqrt((ln log_r(r G/g) + .5 ln(1/delta))/N), G = r max(KL, g). */
static int bound(ard_evidence *w, const double *covariance, double *extra)
{
    int rc = ARDOR_OK;
    const ard_laplace_model *s = ard_laplace_model_of(w->laplace);
    const bool half = w->options.lambda > 0;
    const int64_t n = w->problem->x->n;
    double *f = NULL, *variance = NULL, loss = 0;
    extra[ARD_KL_WEIGHTS] = divergence(s->u[0], s->variance[0], w->options.alpha0, false);
    for (int64_t j = 0; j < s->m; j++)
        extra[ARD_KL_WEIGHTS] += divergence(half ? w->problem->sign[s->centre[j]] * s->u[j + 1] : s->u[j + 1], s->variance[j + 1],
                                            w->options.alpha0, half);
    extra[ARD_KL_SCALES] = 0;
    for (int64_t k = 0; k < s->k && w->options.learn_scales; k++)
        extra[ARD_KL_SCALES] += divergence(s->theta[k], s->theta_variance[k], w->options.beta0, half);
    extra[ARD_KL] = extra[ARD_KL_WEIGHTS] + extra[ARD_KL_SCALES];
    NEW(w->context, f, n);
    NEW(w->context, variance, n);
    TRY(ard_laplace_moments(w->context, w->laplace, covariance, f, variance));
    for (int64_t i = 0; i < n; i++) variance[i] = f[i] / sqrt(fmax(variance[i], 1e-300));
    ard_normal_cdf(n, variance, variance); /* the share of the posterior's votes */
    for (int64_t i = 0; i < n; i++) loss += ard_clip(1.0 - w->problem->sign[i] * (2.0 * variance[i] - 1.0) / MARGIN, 0.0, 1.0);
    const double g = RATIO * fmax(extra[ARD_KL], GROUND);
    extra[ARD_MARGIN_LOSS] = loss / (double)n;
    extra[ARD_BOUND] = extra[ARD_MARGIN_LOSS] + 2.0 / MARGIN * sqrt(2.0 * g / (double)n) +
                       sqrt((log(log(RATIO * g / GROUND) / log(RATIO)) + 0.5 * log(1.0 / CONFIDENCE)) / (double)n);
done:
    ard_free(w->context, variance);
    ard_free(w->context, f);
    return rc;
}

/* ------------------------------------------------------------------ the solution */

static void range(int64_t n, const double *value, double *least, double *largest)
{
    for (int64_t i = 0; i < n; i++) {
        *least = fmin(*least, value[i]); /* NaN yields to a number */
        *largest = fmax(*largest, value[i]);
    }
}

static int copy_kernel(const ard_evidence *w, const ard_laplace_model *s, ard_solution *out)
{
    int rc = ARDOR_OK;
    NEW(w->context, out->feature, s->k);
    NEW(w->context, out->scale, s->k);
    out->n_features = s->k;
    memcpy(out->feature, s->feature, (size_t)s->k * sizeof *s->feature);
    for (int64_t k = 0; k < s->k; k++) out->scale[k] = w->options.scale * s->theta[k];
    TRY(ard_solution_set_vectors(w->context, w->problem, s->m, s->centre, s->u + 1, out));
done:
    return rc;
}

static int copy_identity(const ard_evidence *w, const ard_laplace_model *s, ard_solution *out)
{
    int rc = ARDOR_OK;
    NEW(w->context, out->feature, s->m);
    NEW(w->context, out->scale, s->m);
    out->n_features = s->m;
    memcpy(out->feature, s->centre, (size_t)s->m * sizeof *s->centre);
    memcpy(out->scale, s->u + 1, (size_t)s->m * sizeof *s->u);
done:
    return rc;
}

int ard_evidence_finish(ard_evidence *w, ard_solution *out)
{
    int rc = ARDOR_OK;
    const ard_laplace_model *s = ard_laplace_model_of(w->laplace);
    const bool identity = w->problem->basis.kind == ARD_IDENTITY;
    ard_solution a = {.basis = w->problem->basis, .bias = s->u[0], .n_screened = -1, .screen_kkt = NAN, .n_covariance = s->m + 1};
    *out = (ard_solution){0};
    a.null_model = s->m == 0 || (!identity && s->k == 0);
    if (!a.null_model) TRY(identity ? copy_identity(w, s, &a) : copy_kernel(w, s, &a));
    NEW(w->context, a.covariance, a.n_covariance * a.n_covariance);
    TRY(ard_laplace_covariance(w->laplace, a.covariance));
    for (int i = 0; i < ARD_N_EXTRAS; i++) a.extra[i] = NAN;
    a.extra[ARD_LOG_EVIDENCE] = s->evidence;
    a.extra[ARD_LOG_LIKELIHOOD] = s->log_likelihood;
    a.extra[ARD_ALPHA_BIAS] = s->alpha[0];
    range(s->m, s->alpha + 1, &a.extra[ARD_ALPHA_LEAST], &a.extra[ARD_ALPHA_LARGEST]);
    if (w->options.learn_scales) range(s->k, s->beta, &a.extra[ARD_BETA_LEAST], &a.extra[ARD_BETA_LARGEST]);
    TRY(bound(w, a.covariance, a.extra));
    memcpy(a.used, w->values.value, sizeof a.used);
    *out = a;
    a = (ard_solution){0};
done:
    ard_solution_free(w->context, &a);
    return rc;
}
