/* Gradients and the certificate of a point, and when iterations do without those of the zero weights. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/proxnewton/proxnewton_inside.h"

static const double NEAR = .1; /* a certificate among the weights that are in, at which the zeros are looked at too */
static const double LEAST_CURVATURE = 1e-12; /* of a row, times its weight */

/* The largest violation, 0 if there is none. */
static double worst_weight(const ard_pn *s, double zero)
{
    double worst = 0;
    for (int64_t j = 0; j < s->n_terms && pn_is_grouped(s); j++)
        if (!pn_is_forced(s, j)) worst = fmax(pn_term_violation(s, j, zero), worst);
    for (int64_t j = 0; j < s->function.n_weights; j++) {
        if (pn_is_grouped(s) && !pn_is_forced(s, j)) continue;
        const double here = pn_violation(pn_weight_penalty(s, j), s->point.weight[j], pn_weight_slope(s, j), zero);
        worst = here > worst ? here : worst;
    }
    return worst;
}

static double worst_scale(const ard_pn *s, double zero)
{
    double worst = 0;
    for (int64_t k = 0; k < s->function.n_scales; k++) {
        const double here = pn_violation(s->options.scales, s->point.scale[k], s->d_scale[k], zero);
        worst = here > worst ? here : worst;
    }
    return worst;
}

/* What violations of weights are relative to: the largest derivative of the penalty; where there is next to none of it, what
 * rounding leaves of sums over the rows decides. */
static double unit_of(const ard_pn *s)
{
    const ard_pn_options *o = &s->options;
    const ard_point *q = &s->point;
    double most = o->penalise_bias ? ard_amax(s->function.n_outputs, q->bias) : 0;
    if (!(o->ridge > 0) && o->weights.rate > 0) return o->weights.rate;
    for (int64_t j = 0; j < q->n_active; j++)
        if (!pn_is_forced(s, q->active[j]))
            most = fmax(most,
                        pn_is_grouped(s) ? pn_term_length(s, q->weight, q->active[j] % s->n_terms) : fabs(q->active_weight[j]));
    return fmax(o->weights.rate + o->ridge * most, ARD_PN_LEAST_UNIT * s->targets.weight_sum);
}

ard_certificate ard_pn_violations(const ard_pn *s, double zero_weight, double zero_scale)
{
    const ard_point *q = &s->point;
    const ard_pn_options *o = &s->options;
    double worst = worst_weight(s, zero_weight);
    for (int c = 0; c < s->function.n_outputs; c++)
        worst = fmax(pn_violation(pn_bias_penalty(o), q->bias[c], pn_bias_slope(s, c), zero_weight), worst);
    return (ard_certificate){ARD_CERTIFICATE_KKT, worst / unit_of(s),
                             s->function.n_scales ? worst_scale(s, zero_scale) / o->scales.rate : NAN};
}

void pn_curvature(ard_pn *s)
{
    s->link->derivatives(&s->targets, s->f, s->g, s->curvature);
    for (int64_t c = 0; c < s->n_columns; c++) {
        double *diagonal = s->curvature + c * (c + 3) / 2 * s->function.n;
        for (int64_t i = 0; i < s->function.n; i++)
            diagonal[i] = fmax(diagonal[i], LEAST_CURVATURE * ard_target_weight(&s->targets, i));
    }
}

/* With a ridge supports are large, and without an L1 rate all weights are in them. */
static int64_t entering(const ard_pn *s)
{
    const int64_t few = PN_GROW * (1 + s->n_partial);
    if (!(s->options.weights.rate > 0)) return s->function.n_weights;
    return s->options.ridge > 0 ? ard_max64(few, s->point.n_active / (pn_is_grouped(s) ? s->function.n_outputs : 1)) : few;
}

static void take_gradient(ard_pn *s, bool complete)
{
    s->certificate = ard_pn_violations(s, 0.0, 0.0);
    s->complete = complete;
    s->n_entering = entering(s);
    s->n_partial = complete ? 0 : s->n_partial + 1;
}

/* Of the active weights alone. The zeros are given 0, which violates nothing, so that none of them enters. */
static void active_gradient(ard_pn *s)
{
    const int64_t n = s->function.n;
    const ard_point *q = &s->point;
    memset(s->d_weight, 0, (size_t)s->function.n_weights * sizeof *s->d_weight);
    for (int64_t j = 0; j < q->n_active; j++) s->d_weight[q->active[j]] = ard_dot(n, s->design + (1 + j) * n, s->g);
}

static int all_gradient(ard_pn *s)
{
    int rc = ARDOR_OK;
    pn_weight_gradient(s);
    TRY(ard_sum(s->context, s->d_weight, s->function.n_weights));
    take_gradient(s, true);
done:
    return rc;
}

/* Iterations go without the zero weights only so often, so that those that should enter need not wait; and only far from the
 * optimum of the weights that are in, where finishing among them would be for nothing. */
static bool may_go_without(const ard_pn *s)
{
    return s->function.costly_weight_gradient && s->function.n_outputs == 1 && s->n_partial < PN_MOST_PARTIAL && !pn_is_null(s);
}

static bool is_near(const ard_pn *s)
{
    const double scales = s->function.n_scales ? s->certificate.scales : 0.0;
    return fmax(s->certificate.weights, scales) <= fmax(s->options.tol, NEAR);
}

int pn_certify(ard_pn *s, bool all)
{
    int rc = ARDOR_OK;
    const int64_t n = s->function.n;
    const bool partial = !all && may_go_without(s);
    pn_curvature(s);
    for (int64_t c = 0; c < s->function.n_outputs; c++) {
        s->gradient[c] = 0;
        for (int64_t i = 0; i < n; i++) s->gradient[c] += s->g[c * n + i];
    }
    if (s->function.n_outputs == 1) s->function.gradient(s->function.self, &s->point, s->g, s->design + n, s->d_scale);
    if (partial)
        active_gradient(s);
    else
        pn_weight_gradient(s);
    TRY(ard_sum(s->context, s->gradient, s->function.n_outputs + s->function.n_weights + s->function.n_scales));
    take_gradient(s, !partial);
    if (partial && is_near(s)) TRY(all_gradient(s));
done:
    return rc;
}

int pn_recertify(ard_pn *s)
{
    int rc = ARDOR_OK;
    pn_latent(s, &s->point, s->f_trial); /* what the function keeps may be of a trial */
    TRY(pn_certify(s, true));
done:
    return rc;
}

int pn_complete(ard_pn *s)
{
    int rc = ARDOR_OK;
    if (!s->complete) TRY(pn_recertify(s));
done:
    return rc;
}
