/* The modes of weights and scales and what the evidence is made of there. The weights' objective is concave. The printed fixed
 * points of these modes diverge. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/type2/type2_inside.h"

ard_mode_block type2_weight_block(ard_type2 *l)
{
    const int64_t size = l->now.m + 1;
    const double lambda = l->options.lambda;
    l->weight_tilt[0] = 0;
    for (int64_t j = 1; j < size; j++) /* without a step a centre may be a feature, which has no label */
        l->weight_tilt[j] = lambda > 0 ? lambda * ard_target_sign(&l->problem.target, l->now.centre[j - 1]) : 0.0;
    return (ard_mode_block){.size = size,
                            .u = l->now.u,
                            .precision = l->now.alpha,
                            .tilt = l->weight_tilt,
                            .design = l->phi,
                            .pcg = true,
                            .side = l->bounded && l->options.prune_negative && lambda > 0 ? l->weight_tilt : NULL,
                            .resumed = l->resumed};
}

ard_mode_block type2_scale_block(ard_type2 *l)
{
    for (int64_t k = 0; k < l->now.k; k++) l->scale_tilt[k] = l->options.lambda;
    return (ard_mode_block){.size = l->now.k,
                            .u = l->now.theta,
                            .precision = l->now.beta,
                            .tilt = l->scale_tilt,
                            .design = type2_jacobian(l),
                            .latent = type2_scale_latent,
                            .differentiate = type2_differentiate,
                            .side = l->bounded && l->options.prune_negative ? l->search.bound : NULL,
                            .state = l};
}

static int check_factor(const ard_type2 *l, const ard_mode_block *block)
{
    int rc = ARDOR_OK;
    REQUIRE(l->context, isfinite(l->gauss.log_det), ARDOR_NUMERIC,
            "the Laplace approximation of %lld %s has a value that is not finite at iteration %lld; standardise the features "
            "(--standardise train) or take another value of the setting alpha0",
            (long long)block->size, block->latent ? "scales" : "weights", (long long)l->iteration + 1);
done:
    return rc;
}

int type2_find(ard_type2 *l, const ard_mode_block *block, int64_t steps)
{
    int rc = ARDOR_OK;
    TRY(ard_mode_find(&l->mode, &l->gauss, block, steps, l->newton_tol));
    TRY(check_factor(l, block));
done:
    return rc;
}

int type2_find_point(ard_type2 *l, const ard_mode_block *block, int64_t steps)
{
    int rc = ARDOR_OK;
    TRY(ard_mode_find_point(&l->mode, &l->gauss, block, steps, l->newton_tol));
    if (steps > 0) TRY(check_factor(l, block));
done:
    return rc;
}

/* The scales' mode, with what is known there; then back to the weights. terms: of the log evidence, and its correction. */
static int find_scales(ard_type2 *l, const ard_mode_block *weights, const ard_mode_block *scales, int64_t steps, double terms[2])
{
    int rc = ARDOR_OK;
    TRY(type2_find(l, scales, steps));
    l->now.gradient[1] = ard_amax(scales->size, l->mode.gradient);
    ard_gauss_shares(&l->gauss, l->scale_share);
    memcpy(l->scale_lambda, l->mode.lambda, (size_t)scales->size * sizeof *l->scale_lambda);
    ard_gauss_variances(&l->gauss, l->now.theta_variance);
    terms[0] = ard_mode_occam(scales, &l->gauss);
    terms[1] = ard_mode_correction(scales, l->scale_share, l->now.theta_variance);
    type2_refresh(l);
    TRY(type2_find(l, weights, 0));
done:
    return rc;
}

int type2_find_modes(ard_type2 *l, const ard_mode_block *weights, const ard_mode_block *scales, int64_t weight_steps,
                     int64_t scale_steps)
{
    int rc = ARDOR_OK;
    ard_type2_model *s = &l->now;
    double of_scales[2] = {0, 0};
    const bool learn = l->options.learn_scales && s->k > 0;
    type2_refresh(l);
    TRY(learn ? type2_find_point(l, weights, weight_steps) : type2_find(l, weights, weight_steps));
    s->gradient[0] = ard_amax(weights->size, l->mode.gradient);
    if (learn) TRY(find_scales(l, weights, scales, scale_steps, of_scales));
    ard_gauss_shares(&l->gauss, l->share);
    ard_gauss_variances(&l->gauss, s->variance);
    TRY(ard_mode_log_likelihood(&l->mode, &s->log_likelihood));
    s->evidence = s->log_likelihood + ard_mode_occam(weights, &l->gauss) + of_scales[0];
    s->corrected = s->evidence + ard_mode_correction(weights, l->share, s->variance) + of_scales[1];
    REQUIRE(
        l->context, isfinite(s->evidence), ARDOR_NUMERIC,
        "the log evidence is %g at iteration %lld; standardise the features (--standardise train) or take another value of the "
        "setting alpha0",
        s->evidence, (long long)l->iteration + 1);
done:
    return rc;
}

int type2_measure(ard_type2 *l)
{
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    return type2_find_modes(l, &weights, &scales, 0, 0);
}
