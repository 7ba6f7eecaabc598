/* What one precision is worth: integrals against quadrature, best values against a grid; the corrected evidence at a mode. */
#include "context_fixture.h"
#include "stepped_integral.h"
#include "toy.h"

#include "linalg/blas.h"
#include "solver/mode.h"

static const double ss[] = {1e-6, .3, 4, 900}, qs[] = {-6, -.2, 0, .7, 5, 60}, lambdas[] = {1, 5, 40};

static void gains_are_integrals(void **state)
{
    (void)state;
    for (int a = 0; a < COUNT_OF(ss); a++)
        for (int b = 0; b < COUNT_OF(qs); b++)
            for (double alpha = 1e-2; alpha < 1e5; alpha *= 30) {
                const double s = ss[a], q = qs[b];
                if (q * q / (alpha + s) > 600) continue;
                assert_near(ard_single_gain(s, q * q, alpha), stepped_integral(s, q, 0, alpha, false), 1e-9, "without a step");
                for (int c = 0; c < COUNT_OF(lambdas); c++)
                    if (q >= -1)
                        assert_near(ard_stepped_gain(s, q, lambdas[c], alpha), stepped_integral(s, q, lambdas[c], alpha, false),
                                    1e-6, "with one");
            }
    assert_true(ard_single_gain(2, 9, INFINITY) == 0 && ard_stepped_gain(2, 9, 5, INFINITY) == 0);
    assert_true(ard_single_gain(0, 9, 3) == 0);
    /* one step stands for another: that of the model differs by little */
    assert_near(ard_stepped_gain(3, 1, 5, .2), stepped_integral(3, 1, 5, .2, true), .02, "the logistic step");
    /* a useless weight loses */
    assert_true(ard_stepped_gain(1e-3, 0, 5, 1) < 0);
    /* at a mode that is off the step and near 0 for its width it has nearly ln 2 too much */
    assert_near(ard_stepped_laplace(1, .15, 200, 1, .075) - ard_stepped_gain(1, .15, 200, 1), log(2), .1, "ln 2");
}

static void best_precisions_are_maxima(void **state)
{
    (void)state;
    int out = 0, in = 0;
    for (int a = 0; a < COUNT_OF(ss); a++)
        for (int b = 0; b < COUNT_OF(qs); b++)
            for (int c = -1; c < COUNT_OF(lambdas); c++) {
                const double s = ss[a], q = qs[b], lambda = c < 0 ? 0 : lambdas[c];
                double gain = 0, most = 0, best;
                for (double x = -6; x <= 5.9; x += .002) {
                    const double alpha = pow(10, x);
                    most = fmax(most, c < 0 ? ard_single_gain(s, q * q, alpha) : ard_stepped_gain(s, q, lambda, alpha));
                }
                best = c < 0 ? ard_single_best(s, q * q) : ard_stepped_best(s, q, lambda, &gain);
                if (c < 0) gain = ard_single_gain(s, q * q, best);
                if (best < 1e-6 || (isfinite(best) && best > 5e5)) continue; /* the grid does not see it */
                out += isinf(best);
                in += isfinite(best);
                assert_near(gain, most, 1e-3, "the most");
                if (isinf(best)) assert_true(gain == 0);
                if (isfinite(best) && c >= 0) assert_true(gain == ard_stepped_gain(s, q, lambda, best));
            }
    assert_true(in > 20 && out > 10);
}

/* By numbers of this test's own: s and q of each weight from the covariance and the likelihood's derivatives. */
static void a_mode_says_what_each_weight_is_worth(void **state)
{
    (void)state;
    enum { N = 14, M = 5 };
    ard_rng rng;
    ard_rng_init(&rng, 6, 0, 0);
    double *design = make_normals(&rng, N * M), u[M] = {0}, precision[M] = {.5, .02, .3, 40, .1}, tilt[M] = {0, 5, -15, 5, 30};
    double share[M], variance[M], covariance[M * M], pull[M];
    int32_t label[N];
    for (int i = 0; i < N; i++) label[i] = design[i + N] - design[i + 2 * N] + ard_rng_normal(&rng) > 0;
    const ard_targets target = {.n = N, .n_classes = 2, .label = label};
    const ard_mode_block block = {.size = M, .u = u, .precision = precision, .tilt = tilt, .design = design};
    ard_gauss gauss;
    ard_mode mode;
    assert_int_equal(ard_gauss_open(context, N, M, ARD_GAUSS_COLUMNS, NULL, &gauss), ARDOR_OK);
    assert_int_equal(ard_mode_open(context, &ard_link_logit, &target, M, &mode), ARDOR_OK);
    assert_int_equal(ard_mode_find(&mode, &gauss, &block, 100, 1e-28), ARDOR_OK);
    ard_gauss_covariance(&gauss, covariance);
    ard_gauss_shares(&gauss, share);
    ard_gauss_variances(&gauss, variance);
    ard_gemv('T', N, M, 1, design, N, mode.residual, 0, pull);
    double want = 0;
    for (int j = 0; j < M; j++) {
        const double side = tilt[j] < 0 ? -1 : 1, lambda = fabs(tilt[j]), up = 1 / (1 + exp(-tilt[j] * u[j]));
        const double s = 1 / covariance[j + j * M] - precision[j] - lambda * lambda * up * (1 - up);
        const double q = side * (pull[j] + s * u[j]);
        const ard_single x = ard_mode_single(&block, j, share[j], variance[j]);
        assert_near(x.s, s, 1e-9 * s, "s");
        assert_near(x.q, q, 1e-8, "q");
        assert_true(x.lambda == lambda && x.alpha == precision[j] && x.u == side * u[j]);
        if (j > 0) want += beyond_laplace(s, lambda, precision[j], x.u);
    }
    assert_true(fabs(want) > .01);
    assert_near(ard_mode_correction(&block, share, variance), want, 1e-6, "the correction");
    ard_mode_close(context, &mode);
    ard_gauss_close(context, &gauss);
    free(design);
}

static double correction_at(double u, double tilt)
{
    double at = u, precision = .3;
    const double share = .4, variance = .5;
    const ard_mode_block block = {.size = 1, .u = &at, .precision = &precision, .tilt = &tilt};
    return ard_mode_correction(&block, &share, &variance);
}

/* What has crossed its step adds nothing, however far it is: the tail of Phi is not that of s(x). */
static void below_the_step_nothing_is_added(void **state)
{
    (void)state;
    for (double u = 1e-3; u < 5; u *= 10) {
        assert_true(correction_at(-u, 5) == 0 && correction_at(u, -5) == 0 && correction_at(u, 0) == 0);
        assert_true(correction_at(u, 5) != 0 && correction_at(u, 5) == correction_at(-u, -5));
    }
}

/* The other error of Laplace's approximation: a flat half of a Gaussian beside a mode that the step holds near 0. */
static void laplace_has_too_little_of_a_flat_half(void **state)
{
    (void)state;
    const double s = 1e-4, q = -.01, lambda = 5, alpha = 1e-4;
    double low = 0, high = 10;
    for (int t = 0; t < 100; t++) {
        const double u = .5 * (low + high);
        if (q - (alpha + s) * u + lambda / (1 + exp(lambda * u)) > 0)
            low = u;
        else
            high = u;
    }
    assert_near(low, 1.24, .005, "the mode");
    assert_near(stepped_integral(s, q, lambda, alpha, true) - ard_stepped_laplace(s, q, lambda, alpha, low), 1.61, .02,
                "too little");
}

/* ln of the likelihood and the prior of u, without constants. */
static double log_density_at(const ard_single *x, double u)
{
    const double z = -x->lambda * u;
    return x->q * u - .5 * (x->alpha + x->s) * u * u - (z > 0 ? z + log1p(exp(-z)) : log1p(exp(z)));
}

/* ln of its integral, by the trapezium rule. */
static double log_integral(const ard_single *x, double from, double to)
{
    enum { POINTS = 100000 };
    const double h = (to - from) / POINTS, top = log_density_at(x, x->u);
    double sum = 0;
    for (int i = 0; i <= POINTS; i++) sum += (i % POINTS == 0 ? .5 : 1) * exp(log_density_at(x, from + i * h) - top);
    return top + log(sum * h);
}

/* Laplace's in ln u: the top by golden section, the curvature by differences. */
static double log_laplace(const ard_single *x, double unit)
{
    double low = log(unit) - 12, high = log(unit) + 12, h = 1e-3;
    while (high - low > 1e-9) {
        const double a = low + .382 * (high - low), b = low + .618 * (high - low);
        if (log_density_at(x, exp(a)) + a < log_density_at(x, exp(b)) + b)
            low = a;
        else
            high = b;
    }
    const double v = .5 * (low + high), here = log_density_at(x, exp(v)) + v;
    const double fall = 2 * here - log_density_at(x, exp(v + h)) - log_density_at(x, exp(v - h)) - 2 * v;
    return here + .5 * log(6.283185307179586 / (fall / (h * h)));
}

/* What is missing of an integral over ln u, by integrals of this test's own. Of a prior by itself ln 2, and .153 that Laplace's
 * approximation has too little of its half; of a u that is far from 0 nothing. */
static void logarithms_lack_the_half_below_0(void **state)
{
    (void)state;
    int compared = 0;
    for (int a = 0; a < COUNT_OF(ss); a++)
        for (int b = 0; b < COUNT_OF(qs); b++)
            for (int c = -1; c < COUNT_OF(lambdas); c++)
                for (double alpha = 1e-2; alpha < 1e5; alpha *= 30) {
                    ard_single x = {.s = ss[a], .q = qs[b], .lambda = c < 0 ? 0 : lambdas[c], .alpha = alpha};
                    const double unit = 1 / sqrt(alpha + x.s);
                    double low = -100 * unit, high = fmax(0, x.q) * unit * unit + (100 + x.lambda) * unit;
                    for (int i = 0; i < 200; i++) {
                        const double u = .5 * (low + high);
                        const double slope = x.q - (alpha + x.s) * u + x.lambda / (1 + exp(x.lambda * u));
                        *(slope > 0 ? &low : &high) = u;
                    }
                    x.u = .5 * (low + high);
                    if (x.u < .01 * unit || x.u > 40 * unit) continue;
                    const double above = log_integral(&x, 0, x.u + 12 * unit),
                                 all = log_integral(&x, x.u - 60 * unit, x.u + 12 * unit);
                    const double want = (all - above) + alpha / (alpha + x.s) * (above - log_laplace(&x, unit));
                    assert_near(ard_single_logarithm(&x), want, 2e-4 * fmax(1, fabs(want)), "what is missing");
                    compared++;
                }
    assert_true(compared > 60);
    assert_near(ard_single_logarithm(&(ard_single){.alpha = 7, .u = 1e-9}), log(2) + .1534, 1e-4, "of a prior");
    assert_near(ard_single_logarithm(&(ard_single){.s = 900, .q = 9000, .alpha = 1e-3, .u = 10}), 0, 1e-6, "far from 0");
    assert_near(ard_single_logarithm(&(ard_single){.s = 1e6, .q = 9e9, .lambda = 5, .alpha = 1, .u = 9e3}), 0, 1e-6, "farther");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gains_are_integrals),
                                       cmocka_unit_test(best_precisions_are_maxima),
                                       cmocka_unit_test(a_mode_says_what_each_weight_is_worth),
                                       cmocka_unit_test(below_the_step_nothing_is_added),
                                       cmocka_unit_test(laplace_has_too_little_of_a_flat_half),
                                       cmocka_unit_test(logarithms_lack_the_half_below_0)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
