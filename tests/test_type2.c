/* Type-II maximum likelihood: the factor's two forms, gradients, reference values of an independent implementation. */
#include "context_fixture.h"
#include "reducers.h"

#include <jansson.h>

#include "linalg/blas.h"
#include "link/link.h"
#include "link/logit.h"
#include "solver/sites/relevance.h"
#include "solver/type2/type2_inside.h"
#include "special/gauss_kl.h"
#include "special/probit.h"

#define GOLDEN ARDOR_SOURCE_DIR "/../shared/golden/pfcvm-lp.json"

static const ard_type2_options printed = {.alpha0 = 1,
                                          .beta0 = 1,
                                          .scale = 1,
                                          .theta0 = 1,
                                          .learn_scales = true,
                                          .lambda = 5,
                                          .prune_at = INFINITY,
                                          .weight_steps = 25,
                                          .scale_steps = 100,
                                          .newton_tol = 1e-20,
                                          .tol = 0};

/* ------------------------------------------------------------------ the link */

/* The probability of the positive class. */
static double moderated(double f, double v)
{
    double prob[2];
    ard_link_logit.probabilities(1, 2, &f, &v, prob);
    return prob[1];
}

static void logistic_terms_are_stable(void **state)
{
    (void)state;
    static const double f[] = {-800, -40, -1, 0, 1e-3, 2, 40, 800};
    enum { N = COUNT_OF(f) };
    for (int positive = 0; positive < 2; positive++) {
        const double sign = positive ? 1 : -1;
        double residual[N], again[N], curvature[N], weight[N], want = 0;
        int32_t label[N];
        for (int i = 0; i < N; i++) {
            label[i] = positive;
            weight[i] = 1.5;
        }
        const ard_targets target = {N, 2, label, weight, 1.5 * N};
        const double sum = ard_link_logit.value(&target, f);
        ard_link_logit.derivatives(&target, f, residual, curvature);
        ard_link_logit.derivatives(&target, f, again, NULL);
        for (int i = 0; i < N; i++) {
            double z = sign * f[i];
            assert_true(again[i] == residual[i]);
            want += 1.5 * (z < -700 ? z : -log1p(exp(-z)));
            double right = z < -700 ? 0 : 1 / (1 + exp(-z)), wrong = z > 700 ? 0 : exp(-z) / (1 + exp(-z));
            if (z < -700) wrong = 1;
            assert_near(residual[i], 1.5 * sign * wrong, 1e-15 + 4e-16 * fabs(wrong), "a residual");
            assert_near(curvature[i], 1.5 * right * wrong, 1e-15, "a curvature");
            assert_true(curvature[i] >= 0 && isfinite(curvature[i]));
        }
        assert_near(sum, want, 1e-12 * fabs(want), "the log-likelihood");
    }
    assert_near(ard_softplus(-50) / exp(-50), 1, 1e-14, "softplus in its tail");
    assert_near(moderated(2, 0), ard_sigmoid(2), 1e-16, "no variance");
    assert_near(moderated(2, 1e12), 0.5, 1e-5, "all variance");
}

/* ------------------------------------------------------------------ divergences */

/* Simpson's rule on log q - log p. */
static double quadrature(double u, double b, double b0)
{
    enum { PANELS = 400000 };
    const double s = 1 / sqrt(b), low = fmax(0, u - 14 * s), high = fmax(u, 0) + 14 * s, h = (high - low) / PANELS;
    const double z = ard_log_normal_cdf(u * sqrt(b));
    double sum = 0;
    for (int i = 0; i <= PANELS; i++) {
        double x = low + i * h, q = .5 * log(b / 6.283185307179586) - .5 * b * (x - u) * (x - u) - z;
        double p = log(2) + .5 * log(b0 / 6.283185307179586) - .5 * b0 * x * x;
        sum += (i == 0 || i == PANELS ? 1 : i % 2 ? 4 : 2) * exp(q) * (q - p);
    }
    return sum * h / 3;
}

static void divergence_matches_quadrature(void **state)
{
    (void)state;
    static const double one[][3] = {{0, .5, .5}, {.5, .5, .5}, {1, .5, .5}, {1, 2, .5},   {2, 4, .5},     {.1, 100, .5},
                                    {0, 10, .5}, {-.3, 4, 1},  {-2, 4, 1},  {3, 25, .01}, {.02, 6.25, 1}, {-5, 9, 2}};
    for (int i = 0; i < COUNT_OF(one); i++) {
        double want = quadrature(one[i][0], one[i][1], one[i][2]);
        assert_near(ard_half_gauss_kl(one[i][0], one[i][1], one[i][2]), want, 1e-8 * fmax(1, want), "the divergence");
    }
    assert_near(ard_gauss_kl(0, 3, 3), 0, 1e-15, "a divergence from itself");
    assert_near(ard_gauss_kl(.7, 2, .5), .5 * (.25 - 1 - log(.25) + .5 * .49), 1e-15, "of whole normals");
    for (double u = -100; u < 1e6; u = u < 1 ? u + 13 : 10 * u) assert_true(isfinite(ard_half_gauss_kl(u, 30, 1e-6)));
}

/* ------------------------------------------------------------------ reference values */

typedef struct problem {
    ard_type2_problem problem;
    double *x, *sign;
    int32_t *label;
    int64_t *feature;
} problem;

/* From x, the signs and a basis. */
static void complete(problem *q, int64_t n, int64_t p, ard_basis basis)
{
    q->feature = make_array(p, sizeof *q->feature);
    q->label = make_array(n, sizeof *q->label);
    for (int64_t k = 0; k < p; k++) q->feature[k] = k;
    for (int64_t i = 0; i < n; i++) q->label[i] = q->sign[i] > 0;
    const ard_targets target = {n, 2, q->label, NULL, (double)n};
    q->problem = (ard_type2_problem){ard_matrix_dense(n, p, q->x, n), target, &ard_link_logit, basis};
}

static problem golden_problem(json_t *root, const char *kind)
{
    problem q = {0};
    json_t *rows = json_object_get(root, "X"), *y = json_object_get(root, "y");
    const int64_t n = (int64_t)json_array_size(rows), p = (int64_t)json_array_size(json_array_get(rows, 0));
    q.x = make_reals(n * p);
    q.sign = make_reals(n);
    for (int64_t i = 0; i < n; i++) {
        q.sign[i] = json_number_value(json_array_get(y, (size_t)i));
        for (int64_t k = 0; k < p; k++)
            q.x[i + k * n] = json_number_value(json_array_get(json_array_get(rows, (size_t)i), (size_t)k));
    }
    ard_basis basis = {ARD_RBF, 0};
    if (strcmp(kind, "linear") == 0) basis = (ard_basis){ARD_LINEAR, 0};
    if (strcmp(kind, "poly") == 0) basis = (ard_basis){ARD_POLY, 2};
    complete(&q, n, p, basis);
    return q;
}

static void free_problem(problem *q)
{
    free(q->feature);
    free(q->label);
    free(q->sign);
    free(q->x);
}

static void assert_list(json_t *want, const double *have, const double *sign, double relative, const char *what)
{
    for (size_t i = 0; i < json_array_size(want); i++) {
        double value = json_number_value(json_array_get(want, i)), own = (sign ? sign[i] : 1) * have[i];
        if (!(fabs(own - value) <= relative * fmax(fabs(value), 1e-2)))
            fail_msg("%s[%d] is %.15g, not %.15g", what, (int)i, own, value);
    }
}

/* f and its variance at the rows. */
static void moments(const ard_type2 *l, const double *covariance, double *f, double *variance)
{
    const ard_type2_model *model = ard_type2_model_of(l);
    const double *phi = ard_type2_columns(l);
    const int64_t n = l->problem.x.n, m = model->m + 1;
    for (int64_t i = 0; i < n; i++) {
        f[i] = variance[i] = 0;
        for (int64_t j = 0; j < m; j++) {
            f[i] += phi[i + j * n] * model->u[j];
            for (int64_t k = 0; k < m; k++) variance[i] += phi[i + j * n] * covariance[j + k * m] * phi[i + k * n];
        }
    }
}

static void check_iterations(json_t *one, json_t *result, const problem *q, ard_gauss_form form)
{
    const int64_t n = q->problem.x.n, its = json_integer_value(json_object_get(result, "its"));
    const double tolerance = its == 1 ? 1e-8 : 1e-5;
    ard_type2 *l = NULL;
    ard_type2_options options = printed;
    ard_iteration now;
    options.scale = json_number_value(json_object_get(one, "c")) / (double)q->problem.x.p;
    assert_int_equal(ard_type2_open(context, &q->problem, true, form, &l), ARDOR_OK);
    ard_type2_start(l, &options, q->problem.x.p, q->feature);
    for (int64_t it = 0; it < its; it++) assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
    const ard_type2_model *model = ard_type2_model_of(l);
    double sign[64] = {1}, f[64], variance[64], prob[64], *covariance = make_reals((n + 1) * (n + 1));
    memcpy(sign + 1, q->sign, (size_t)n * sizeof *sign);
    assert_list(json_object_get(result, "w"), model->u, sign, tolerance, "w");
    assert_list(json_object_get(result, "theta"), model->theta, NULL, tolerance, "theta");
    assert_near(now.objective, json_number_value(json_object_get(result, "marg")), tolerance * 10, "the evidence");
    assert_near(model->log_likelihood, json_number_value(json_object_get(result, "loglik")), tolerance * 10,
                "the log-likelihood");
    assert_int_equal(ard_type2_covariance(l, covariance), ARDOR_OK);
    moments(l, covariance, f, variance);
    for (int64_t i = 0; i < n; i++) prob[i] = moderated(f[i], variance[i]);
    assert_list(json_object_get(result, "f"), f, NULL, tolerance, "f");
    assert_list(json_object_get(result, "var"), variance, NULL, tolerance, "var");
    assert_list(json_object_get(result, "proba"), prob, NULL, tolerance, "proba");
    free(covariance);
    ard_type2_close(context, l);
}

static void iterations_match_the_reference(void **state)
{
    (void)state;
    static const char *const kinds[] = {"rbf", "linear", "poly"};
    json_t *root = json_load_file(GOLDEN, 0, NULL), *result;
    if (!root) {
        print_message("skipped: ../shared/golden/pfcvm-lp.json is not here\n");
        skip();
    }
    for (int kind = 0; kind < COUNT_OF(kinds); kind++) {
        problem q = golden_problem(root, kinds[kind]);
        json_t *one = json_object_get(root, kinds[kind]);
        size_t i;
        json_array_foreach(json_object_get(one, "res"), i, result)
        {
            check_iterations(one, result, &q, ARD_GAUSS_AUTO);
            check_iterations(one, result, &q, ARD_GAUSS_ROWS);
            check_iterations(one, result, &q, ARD_GAUSS_COLUMNS);
        }
        free_problem(&q);
    }
    json_decref(root);
}

/* ------------------------------------------------------------------ derivatives and forms on random data */

static problem random_problem(uint64_t seed, int64_t n, int64_t p, ard_basis basis)
{
    problem q = {0};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    q.x = make_normals(&rng, n * p);
    q.sign = make_reals(n);
    for (int64_t i = 0; i < n; i++) q.sign[i] = q.x[i] - q.x[i + n] + ard_rng_normal(&rng) > 0 ? 1 : -1;
    complete(&q, n, p, basis);
    return q;
}

static const ard_basis bases[] = {{ARD_RBF, 0}, {ARD_LINEAR, 0}, {ARD_POLY, 1}, {ARD_POLY, 3}};

/* The objective of a block at its u, and with no step its gradient. */
static double value_at(ard_type2 *l, ard_mode_block *block)
{
    double value = 0;
    if (!block->latent) type2_refresh(l);
    assert_int_equal(type2_find(l, block, 0), ARDOR_OK);
    assert_int_equal(ard_mode_value(&l->mode, block, &value), ARDOR_OK);
    return value;
}

static void check_gradient(ard_type2 *l, ard_mode_block *block)
{
    double gradient[64];
    value_at(l, block);
    memcpy(gradient, l->mode.gradient, (size_t)block->size * sizeof *gradient);
    for (int64_t i = 0; i < block->size; i++) {
        const double u = block->u[i], h = 1e-5;
        block->u[i] = u + h;
        double above = value_at(l, block);
        block->u[i] = u - h;
        double below = value_at(l, block);
        block->u[i] = u;
        assert_near((above - below) / (2 * h), gradient[i], 1e-7 * fmax(1, fabs(gradient[i])),
                    block->latent ? "dF/dtheta" : "dF/du");
    }
}

static void gradients_match_differences(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        problem q = random_problem(7 + (uint64_t)b, 15, 4, bases[b]);
        double weight[15];
        for (int i = 0; i < 15; i++) weight[i] = .5 + .1 * i;
        q.problem.target.weight = weight;
        ard_type2 *l = NULL;
        ard_type2_options options = printed;
        options.scale = .2;
        assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
        ard_type2_start(l, &options, 4, q.feature);
        for (int j = 0; j < 16; j++) {
            l->now.u[j] = .3 * sin(j + 1.);
            l->now.alpha[j] = .4 + .2 * j;
        }
        for (int k = 0; k < 4; k++) {
            l->now.theta[k] = k == 2 ? -.05 : .4 + .3 * k;
            l->now.beta[k] = 1 + k;
        }
        ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
        assert_true(weights.size == 16 && weights.tilt[3] == 5 * q.sign[2] && scales.size == 4 && scales.tilt[1] == 5);
        check_gradient(l, &weights);
        check_gradient(l, &scales);
        ard_type2_close(context, l);
        free_problem(&q);
    }
}

/* Few rows, many features: the form of the algebra does not show. */
static void forms_give_the_same_fit(void **state)
{
    (void)state;
    int64_t pruned = 0;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        problem q = random_problem(20 + (uint64_t)b, 20, 60, bases[b]);
        double u[2][21], theta[2][60], evidence[2];
        int64_t m = 0, k = 0;
        for (int form = 0; form < 2; form++) {
            ard_type2 *l = NULL;
            ard_type2_options options = printed;
            ard_iteration now;
            options.scale = 3 / 60.;
            options.prune_negative = true;
            options.early_factor = 10;
            options.most_pruned = .2;
            options.newton_tol = 1e-22; /* a step more or less would show */
            assert_int_equal(ard_type2_open(context, &q.problem, true, form ? ARD_GAUSS_COLUMNS : ARD_GAUSS_ROWS, &l), ARDOR_OK);
            ard_type2_start(l, &options, 60, q.feature);
            for (int it = 0; it < 3; it++) assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
            const ard_type2_model *model = ard_type2_model_of(l);
            if (form) assert_true(m == model->m && k == model->k);
            m = model->m, k = model->k;
            assert_true(m > 0 && k > 0);
            pruned += 20 - l->now.m + 60 - l->now.k;
            memcpy(u[form], model->u, (size_t)(m + 1) * sizeof *u[0]);
            memcpy(theta[form], model->theta, (size_t)k * sizeof *theta[0]);
            evidence[form] = model->evidence;
            ard_type2_close(context, l);
        }
        assert_near(evidence[0], evidence[1], 1e-9 * fabs(evidence[1]), "the evidence");
        assert_arrays_near(m + 1, u[0], u[1], 1e-9, "weights");
        assert_arrays_near(k, theta[0], theta[1], 1e-9, "scales");
        free_problem(&q);
    }
    assert_true(pruned > 20);
}

/* ------------------------------------------------------------------ the evidence */

/* From the lower triangle of a positive definite matrix, which it overwrites: ln of its determinant, the inverse's diagonal. */
static double invert(int64_t n, double *a, double *diagonal)
{
    double log_det = 0, *unit = make_reals(n);
    assert_int_equal(ard_cholesky(n, a, n), 0);
    for (int64_t j = 0; j < n; j++) {
        memset(unit, 0, (size_t)n * sizeof *unit);
        unit[j] = 1;
        ard_cholesky_solve(n, 1, a, n, unit, n);
        diagonal[j] = unit[j];
        log_det += 2 * log(a[j + j * n]);
    }
    free(unit);
    return log_det;
}

/* ln of the prior density at u, and of the Gaussian integral about it with the curvatures of the prior and of columns'W columns;
 * the variances there. */
static double integrated(int64_t n, int64_t m, const double *columns, const double *curvature, const double *u,
                         const double *precision, const double *tilt, double *variance)
{
    double *h = make_reals(m * m), sum = .5 * (double)m * log(2 * acos(-1));
    for (int64_t j = 0; j < m; j++) {
        const double up = 1 / (1 + exp(-tilt[j] * u[j]));
        sum += .5 * log(precision[j] / (2 * acos(-1))) - .5 * precision[j] * u[j] * u[j] + log(2 * up);
        for (int64_t k = 0; k < m; k++)
            for (int64_t i = 0; i < n; i++) h[j + k * m] += columns[i + j * n] * curvature[i] * columns[i + k * n];
        h[j + j * m] += precision[j] + tilt[j] * tilt[j] * up * (1 - up);
    }
    sum -= .5 * invert(m, h, variance);
    free(h);
    return sum;
}

/* A value of the kernel of rows i and c, and what it gains with each of its scales. */
static double kernel_of(const problem *q, const ard_type2_model *s, double scale, int64_t i, int64_t c, double *slope)
{
    const int64_t n = q->problem.x.n;
    const ard_basis_kind kind = q->problem.basis.kind;
    double inner = kind == ARD_POLY ? 1 : 0, value;
    for (int64_t k = 0; k < s->k; k++) {
        const double a = q->x[i + s->feature[k] * n], b = q->x[c + s->feature[k] * n];
        slope[k] = scale * (kind == ARD_RBF ? -(a - b) * (a - b) : a * b);
        inner += s->theta[k] * slope[k];
    }
    value = kind == ARD_RBF ? exp(inner) : kind == ARD_POLY ? pow(inner, 3) : inner;
    for (int64_t k = 0; k < s->k; k++) slope[k] *= kind == ARD_RBF ? value : kind == ARD_POLY ? 3 * inner * inner : 1;
    return value;
}

enum { ROWS = 14, SCALES = 3 };

static void check_evidence(const problem *q, const ard_type2_model *s, double lambda, double scale)
{
    double phi[ROWS * (1 + ROWS)], f[ROWS], curvature[ROWS], jacobian[ROWS * SCALES] = {0}, tilt[1 + ROWS] = {0}, upward[SCALES],
                                                                             variance[1 + ROWS], want = 0, value;
    for (int64_t i = 0; i < ROWS; i++) {
        phi[i] = 1;
        f[i] = s->u[0];
        for (int64_t j = 0; j < s->m; j++) {
            double slope[SCALES];
            phi[i + (j + 1) * ROWS] = kernel_of(q, s, scale, i, s->centre[j], slope);
            f[i] += s->u[j + 1] * phi[i + (j + 1) * ROWS];
            for (int64_t k = 0; k < s->k; k++) jacobian[i + k * ROWS] += s->u[j + 1] * slope[k];
            tilt[j + 1] = lambda * q->sign[s->centre[j]];
        }
        want -= log1p(exp(-q->sign[i] * f[i]));
        curvature[i] = 1 / (1 + exp(f[i])) / (1 + exp(-f[i]));
    }
    for (int64_t k = 0; k < SCALES; k++) upward[k] = lambda;
    assert_near(s->log_likelihood, want, 1e-10 * fabs(want), "the log likelihood");
    want += integrated(ROWS, s->m + 1, phi, curvature, s->u, s->alpha, tilt, variance);
    assert_arrays_near(s->m + 1, s->variance, variance, 1e-9, "variances of the weights");
    value = integrated(ROWS, s->k, jacobian, curvature, s->theta, s->beta, upward, variance);
    assert_arrays_near(s->k, s->theta_variance, variance, 1e-9, "variances of the scales");
    want += value;
    if (!(fabs(value) > 1e-2)) fail_msg("the scales have no part in the evidence: %g", value);
    assert_near(s->evidence, want, 1e-10 * fabs(want), "the evidence");
}

/* The evidence is log likelihood, prior and Gaussian integral of the weights AND of the scales, each with its smooth step's
 * normalisation, at the point that is kept. */
static void the_evidence_is_that_of_both_blocks(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int steep = 0; steep < 2; steep++) {
            if (bases[b].kind == ARD_POLY && bases[b].degree != 3) continue;
            problem q = random_problem(60 + (uint64_t)b, ROWS, SCALES, bases[b]);
            ard_type2 *l = NULL;
            ard_iteration now;
            ard_type2_options options = printed;
            options.lambda = steep ? 5 : 0;
            options.alpha0 = .7;
            options.beta0 = 1.3;
            options.scale = .2;
            options.theta0 = .8;
            assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
            ard_type2_start(l, &options, SCALES, q.feature);
            const ard_type2_model *start = ard_type2_model_of(l);
            assert_true(start->m == ROWS && start->k == SCALES);
            for (int j = 0; j <= ROWS; j++) assert_true(start->u[j] == 0 && start->alpha[j] == .7);
            for (int k = 0; k < SCALES; k++) assert_true(start->theta[k] == .8 && start->beta[k] == 1.3);
            for (int it = 0; it < 3; it++) {
                assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
                check_evidence(&q, ard_type2_model_of(l), options.lambda, options.scale);
                assert_near(now.objective, ard_type2_model_of(l)->evidence, 0, "the objective");
            }
            ard_type2_close(context, l);
            free_problem(&q);
        }
}

/* ------------------------------------------------------------------ relevance */

/* What MacKay's step multiplies an ever larger precision by, for a weight with the information s of the data and the slope q of
 * log L at 0 (towards the side of its smooth step): the mode goes to (q + lambda/2)/alpha, gamma to (s + lambda^2/4)/alpha. */
static double factor_in_the_limit(double s, double q, double lambda)
{
    const double alpha = 1e9, u = (q + .5 * lambda) / alpha, gamma = (s + .25 * lambda * lambda) / alpha;
    return gamma / (u * u) / alpha;
}

/* A weight is irrelevant where its precision would grow without end, on either side of the edge. Its score is in the design. */
static void a_weight_is_irrelevant_where_its_precision_grows(void **state)
{
    (void)state;
    enum { CASES = 9 };
    static const double slopes[CASES] = {-20, -6, -4.9, -.3, .01, .3, 1, 2, 7};
    problem q = random_problem(3, 6, 2, (ard_basis){ARD_RBF, 0});
    ard_type2 *l = NULL;
    int n_irrelevant = 0, n_by_lambda = 0;
    assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, &printed, 2, q.feature);
    for (int i = 0; i < 6; i++) l->mode.residual[i] = i == 0;
    for (int c = 0; c < CASES; c++)
        for (double lambda = 0; lambda < 8; lambda += 2.5)
            for (int side = -1; side <= 1; side += 2)
                for (int beyond = -1; beyond <= 1; beyond++) {
                    /* beyond: within a thousandth of the edge, on either side of it; 0: some way off */
                    const double edge = slopes[c] * slopes[c] + lambda * slopes[c];
                    const double s = edge > 0 && beyond ? edge * (1 + 1e-3 * beyond) : 3;
                    const double h = 10, u = side * .04, share = s / (s + h), tilt[] = {0, side * lambda};
                    double fresh[2], mean[] = {1, u}, precision[] = {1, 2}, design[12] = {0};
                    const double shares[] = {.5, share}, curvature[] = {2, h}, variance[] = {.25, 1 / (s + h)};
                    const ard_mode_block block = {.size = 2, .u = mean, .precision = precision, .tilt = tilt, .design = design};
                    design[6] = side * slopes[c] - s * u; /* d log L/du is q - s u */
                    l->options.lambda = lambda;
                    l->options.early_factor = 1e-9;
                    l->options.most_pruned = 1;
                    assert_int_equal(type2_precisions(l, &block, 1, shares, curvature, variance, 1, fresh), ARDOR_OK);
                    const bool irrelevant = factor_in_the_limit(s, slopes[c], lambda) > 1;
                    if (isinf(fresh[1]) != irrelevant)
                        fail_msg("s %g, q %g, lambda %g, side %d: %g", s, slopes[c], lambda, side, fresh[1]);
                    n_irrelevant += irrelevant;
                    n_by_lambda += irrelevant != (s > slopes[c] * slopes[c]);
                }
    assert_true(n_irrelevant > 20 && n_by_lambda > 20);
    ard_type2_close(context, l);
    free_problem(&q);
}

/* ------------------------------------------------------------------ the other way */

/* A search to its end, one weight at a time, from the constant alone. */
static ard_relevance *searched(const problem *q, const double *columns, int64_t d)
{
    const ard_relevance_options options = {
        .constant_stays = true, .patient = true, .alpha0 = 1 / 61., .prune_at = 1e9, .gain_tol = 1e-8, .starts = 1, .tol = 1e-7};
    bool *usable = make_array(d, sizeof *usable);
    ard_relevance *search = NULL;
    ard_iteration now = {0};
    double before = -INFINITY;
    for (int64_t j = 0; j < d; j++) usable[j] = true;
    assert_int_equal(ard_relevance_open(context, &q->problem.target, d, columns, &ard_link_logit, &search), ARDOR_OK);
    ard_relevance_begin(search, &options, usable);
    for (int it = 0; it < 2000 && now.stop == ARD_STOP_NONE; it++) {
        assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        assert_true(now.objective >= before);
        before = now.objective;
    }
    assert_int_equal(now.stop, ARD_STOP_CONVERGED);
    assert_int_equal(ard_relevance_restore(search, 1e-9), ARDOR_OK);
    free(usable);
    return search;
}

/* Where the search ends all weights at once stay. Not to more digits: the batch's fixed points leave out how the likelihood's
 * curvature moves with the mode, so they are near the maxima of the evidence but not on them. At the same precisions both have
 * the same evidence and weights. */
static void the_sequential_maximum_is_one_of_the_batch(void **state)
{
    (void)state;
    static const ard_basis kinds[] = {{ARD_RBF, 0}, {ARD_IDENTITY, 0}, {ARD_POLY, 2}};
    enum { N = 60, P = 5 };
    for (int b = 0; b < COUNT_OF(kinds); b++) {
        problem q = random_problem(50 + (uint64_t)b, N, P, kinds[b]);
        ard_type2 *l = NULL;
        ard_iteration now = {0};
        const ard_type2_options options = {.alpha0 = 1 / 61.,
                                           .scale = .2,
                                           .prune_at = 1e9,
                                           .weight_steps = 25,
                                           .newton_tol = 1e-14,
                                           .tol = 1e-8,
                                           .watch_precisions = true};
        assert_int_equal(ard_type2_open(context, &q.problem, false, ARD_GAUSS_AUTO, &l), ARDOR_OK);
        ard_type2_start(l, &options, P, q.feature);
        type2_refresh(l); /* every column */
        const int64_t d = l->now.m + 1;
        ard_relevance *search = searched(&q, l->phi, d);
        const int64_t *active, m = ard_relevance_active(search, &active) - 1;
        const double *alpha = ard_relevance_alpha(search), evidence = ard_relevance_sites(search)->log_evidence;
        assert_true(m > 0 && m < 30 && active[0] == 0 && alpha[0] <= 1e6);
        double *weight = make_reals(m + 1), *columns = make_reals(N * d);
        assert_int_equal(ard_relevance_weights(search, weight), ARDOR_OK);
        memcpy(columns, l->phi, (size_t)(N * d) * sizeof *columns);
        l->now.m = m;
        for (int64_t t = 0; t <= m; t++) {
            if (t > 0) l->now.centre[t - 1] = active[t] - 1;
            memcpy(l->phi + t * N, columns + active[t] * N, N * sizeof *columns);
            l->now.alpha[t] = alpha[active[t]];
        }
        for (int it = 0; it < 100; it++) {
            assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
            if (it > 0) continue;
            assert_near(now.objective, evidence, 1e-8 * fabs(evidence), "the evidence at the same precisions");
            assert_arrays_near(m + 1, ard_type2_model_of(l)->u, weight, 1e-6, "weights");
        }
        assert_near(now.objective, evidence, 1e-2 * fabs(evidence), "the evidence");
        ard_relevance_close(context, search);
        ard_type2_close(context, l);
        free(columns);
        free(weight);
        free_problem(&q);
    }
}

/* ------------------------------------------------------------------ precisions */

/* A block of four with the design's first two columns 1 and 0, for which relevance is read off by hand. */
static void precisions_are_as_defined(void **state)
{
    (void)state;
    problem q = random_problem(3, 6, 2, (ard_basis){ARD_RBF, 0});
    ard_type2 *l = NULL;
    ard_type2_options options = printed;
    double u[] = {.5, .8, .01, .02, .03}, precision[] = {2, 3, 4, 5, 6}, tilt[] = {0, 5, 5, 5, 5}, design[30] = {0}, fresh[5];
    const double share[] = {.5, .25, .2, .2, .2}, lambda[] = {2, 4, 10, 10, 10}, variance[] = {.25, .1875, .08, .08, .08};
    const ard_mode_block block = {.size = 5, .u = u, .precision = precision, .tilt = tilt, .design = design};
    assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, &options, 2, q.feature);
    for (int em = 0; em < 2; em++)
        for (int hyper = 0; hyper < 2; hyper++) {
            l->options.rule = em ? ARD_RULE_EM : ARD_RULE_MACKAY;
            l->options.shape = hyper ? .7 : 0;
            l->options.rate = hyper ? .2 : 0;
            l->options.early_factor = 0;
            assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
            for (int i = 0; i < 5; i++) {
                const double gamma = em ? 1 : 1 - precision[i] * variance[i], spread = em ? variance[i] : 0;
                const double want = (gamma + 2 * l->options.shape) / (u[i] * u[i] + spread + 2 * l->options.rate);
                assert_near(fresh[i], want, 1e-12 * want, "a precision");
            }
        }
    /* Entries 2 to 4 have no information from the data (q = s u): irrelevant as s > 5 q + q^2. One may go, the largest
     * precision. */
    l->options = printed;
    l->options.early_factor = 10;
    l->options.most_pruned = .2;
    memset(l->mode.residual, 0, 6 * sizeof *l->mode.residual);
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && isfinite(fresh[3]) && isfinite(fresh[4]) && fresh[3] > fresh[4]);
    l->options.most_pruned = .59; /* of five: less than three */
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && fresh[3] == INFINITY && isfinite(fresh[4]));
    l->options.most_pruned = .01; /* one at least */
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && isfinite(fresh[3]) && isfinite(fresh[4]));
    l->options.most_pruned = .6;
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && fresh[3] == INFINITY && fresh[4] == INFINITY && isfinite(fresh[1]));
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 150, fresh),
                     ARDOR_OK); /* ten times that start: only the first two are above */
    assert_true(fresh[2] == INFINITY && (fresh[3] < 1500) == isfinite(fresh[3]) && isfinite(fresh[4]));
    for (int i = 0; i < 6; i++) design[i + 3 * 6] = 1, l->mode.residual[i] = 1; /* entry 3 is wanted now: q = 6 + s u */
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && isfinite(fresh[3]) && fresh[4] == INFINITY);
    /* The first entry is a bias: never pruned. */
    u[0] = 1e-9;
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, variance, 1, fresh), ARDOR_OK);
    assert_true(fresh[0] == 1e6);
    /* Without a test of relevance: a share that is next to nothing is one; of nothing there is no precision. */
    for (int none = 0; none < 2; none++) {
        double little[] = {.5, none ? 0 : 1e-9, .2, .2, .2};
        l->options.early_factor = 0;
        precision[1] = lambda[1];
        assert_int_equal(type2_precisions(l, &block, 1, little, lambda, variance, 1, fresh), ARDOR_OK);
        if (none) assert_true(fresh[1] == INFINITY);
        if (!none) assert_near(fresh[1], 1e-9 / (.8 * .8), 1e-20, "a small precision");
    }
    ard_type2_close(context, l);
    free_problem(&q);
}

/* ------------------------------------------------------------------ what stops a fit */

enum { LONGEST = 200 };

/* Iterations until the fit stops, all told. */
static int64_t run(const problem *q, const ard_type2_options *options, ard_iteration *out)
{
    ard_type2 *l = NULL;
    int64_t n = 0;
    assert_int_equal(ard_type2_open(context, &q->problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, options, q->problem.x.p, q->feature);
    do {
        assert_int_equal(ard_type2_step(l, &out[n]), ARDOR_OK);
    } while (out[n++].stop == ARD_STOP_NONE && n < LONGEST);
    ard_type2_close(context, l);
    return n;
}

static int64_t n_pruned(const ard_iteration *before, const ard_iteration *after)
{
    return before->n_vectors - after->n_vectors + before->n_features - after->n_features;
}

/* The guard counts a fall against the weights and scales pruned, or the rows; without it the same iterations go on. Convergence
 * takes three small changes in a row without pruning. Both read off the trace of a fit that has neither. */
static void fits_stop_where_they_should(void **state)
{
    (void)state;
    static ard_iteration all[LONGEST], guarded[LONGEST], settled[LONGEST];
    int64_t n_drops = 0, n_bulk = 0, n_settled = 0, n_flukes = 0;
    for (int s = 0; s < 12; s++) {
        const int64_t rows = s % 4 == 3 ? 250 : 60;
        problem q = random_problem(40 + (uint64_t)s, rows, 40, (ard_basis){ARD_LINEAR, 0});
        ard_type2_options options = printed;
        options.scale = (s % 2 ? 30. : 300.) / 40;
        options.prune_negative = true;
        options.early_factor = 10;
        options.most_pruned = .2;
        options.tol = 0;
        const int64_t n = run(&q, &options, all);
        options.drop = .2;
        const int64_t n_guarded = run(&q, &options, guarded);
        options.drop = 0;
        options.tol = s < 6 ? 3e-3 : 1e-2;
        const int64_t n_run = run(&q, &options, settled);
        for (int64_t it = 0; it < n_guarded; it++) {
            const int64_t pruned = it > 1 ? n_pruned(&all[it - 1], &all[it]) : 0;
            const double fall = it > 1 ? all[it - 1].objective - all[it].objective : 0;
            const bool drop = it >= 8 && fall > .2 * fmax((double)ard_max64(1, pruned), (double)rows / 100);
            n_bulk += it >= 8 && fall > .2 && !drop;
            assert_int_equal(guarded[it].stop == ARD_STOP_DROP, drop);
            assert_true(guarded[it].objective == all[drop ? it - 1 : it].objective);
            n_drops += drop;
        }
        int64_t row = 0;
        for (int64_t it = 0; it < n_run && it + 1 < n; it++) {
            const bool small = it > 2 && n_pruned(&all[it], &all[it + 1]) == 0 &&
                               fabs(all[it].objective - all[it - 1].objective) < options.tol * fabs(all[it].objective);
            n_flukes += row > 0 && !small;
            row = small ? row + 1 : 0;
            assert_true(settled[it].objective == all[it].objective);
            assert_int_equal(settled[it].stop == ARD_STOP_CONVERGED, row == 3);
            n_settled += row == 3;
        }
        free_problem(&q);
    }
    print_message("%d drops, %d larger falls let pass, %d settled, %d interrupted\n", (int)n_drops, (int)n_bulk, (int)n_settled,
                  (int)n_flukes);
    assert_true(n_drops > 2 && n_bulk > 2 && n_settled > 2 && n_flukes > 2);
}

/* How far the evidence may fall: drop times the largest of 1, what was pruned before and the hundreds of rows; from the ninth
 * iteration on. On either side of that. */
static void a_drop_is_measured_in_what_was_pruned_or_rows(void **state)
{
    (void)state;
    static const struct {
        int64_t pruned;
        double rows, units;
    } cases[] = {{0, 50, 1}, {1, 99, 1}, {3, 50, 3}, {3, 250, 3}, {1, 250, 2.5}, {0, 1000, 10}, {12, 1000, 12}};
    problem q = random_problem(95, 30, 4, (ard_basis){ARD_LINEAR, 0});
    for (int c = 0; c < 3 * COUNT_OF(cases); c++) {
        const int beyond = c % 3 == 1, early = c % 3 == 2;
        double evidence[2];
        for (int second = 0; second < 2; second++) {
            ard_type2 *l = NULL;
            ard_type2_options options = printed;
            ard_iteration now;
            options.drop = .7;
            assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
            ard_type2_start(l, &options, 4, q.feature);
            for (int it = 0; it < (early ? 7 : 8); it++) assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
            if (second) {
                l->n_pruned = cases[c / 3].pruned;
                l->n_rows = cases[c / 3].rows;
                l->kept.evidence = evidence[0] + .7 * cases[c / 3].units + (beyond ? 1e-6 : early ? 100 : -1e-6);
            } else {
                l->kept.evidence = -INFINITY;
            }
            assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
            evidence[second] = l->now.evidence;
            assert_int_equal(now.stop, second && beyond ? ARD_STOP_DROP : ARD_STOP_NONE);
            ard_type2_close(context, l);
        }
        assert_true(evidence[0] == evidence[1]);
    }
    free_problem(&q);
}

/* What remains of four weights and four scales, of which some have reached prune_at and some are not above 0. */
static void what_falls_out_is_what_the_options_say(void **state)
{
    (void)state;
    static const double alpha[] = {3, 1, 1e6, .5, 2}, beta[] = {1, 2, 3, 1e6}, theta[] = {.4, 0, -.2, .7};
    static const struct {
        double lambda;
        bool negative;
        int n_weights, n_scales, weight[4], scale[4];
    } want[] = {{5, true, 2, 1, {0, 3}, {0}}, {5, false, 3, 3, {0, 2, 3}, {0, 1, 2}}, {0, true, 3, 1, {0, 2, 3}, {0}}};
    for (int c = 0; c < COUNT_OF(want); c++) {
        problem q = random_problem(3, 6, 4, (ard_basis){ARD_RBF, 0});
        ard_type2 *l = NULL;
        ard_type2_options options = printed;
        options.lambda = want[c].lambda;
        options.prune_negative = want[c].negative;
        options.prune_at = 1e6;
        assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
        ard_type2_start(l, &options, 4, q.feature);
        l->now.m = 4;
        for (int j = 0; j < 4; j++) {
            l->now.u[j + 1] = (j == 2 ? -.5 - j : .5 + j) * q.sign[j]; /* the third is on the wrong side */
            l->now.theta[j] = theta[j];
        }
        assert_int_equal(type2_prune(l, alpha, beta), ARD_STOP_NONE);
        assert_int_equal(l->now.m, want[c].n_weights);
        assert_int_equal(l->now.k, want[c].n_scales);
        assert_int_equal(l->n_pruned, 8 - want[c].n_weights - want[c].n_scales);
        assert_true(l->now.alpha[0] == 3);
        for (int j = 0; j < want[c].n_weights; j++) {
            const int from = want[c].weight[j];
            assert_int_equal(l->now.centre[j], from);
            assert_true(l->now.alpha[j + 1] == alpha[from + 1] && fabs(l->now.u[j + 1]) == .5 + from);
        }
        for (int k = 0; k < want[c].n_scales; k++) {
            const int from = want[c].scale[k];
            assert_int_equal(l->now.feature[k], from);
            assert_true(l->now.beta[k] == beta[from] && l->now.theta[k] == theta[from]);
        }
        const double none[] = {1, 1e6, 1e6, 1e6, 1e6};
        assert_int_equal(type2_prune(l, none, beta), ARD_STOP_PRUNED);
        assert_int_equal(l->now.m, want[c].n_weights);
        ard_type2_close(context, l);
        free_problem(&q);
    }
}

/* Where precisions are watched the fit has converged when the largest change of ln alpha and ln beta of what stays below prune_at
 * is below tol, nothing fell out, and the third iteration is over. Read off the states themselves. */
static void precisions_may_decide_when_it_is_over(void **state)
{
    (void)state;
    int n_converged = 0, n_by_scales = 0, n_early = 0;
    for (uint64_t seed = 70; seed < 100; seed++) {
        problem q = random_problem(seed, 24, 3, (ard_basis){ARD_RBF, 0});
        ard_type2 *l = NULL;
        ard_iteration now = {0};
        ard_type2_options options = printed;
        options.lambda = 0;
        options.scale = .3;
        options.prune_at = 1e4;
        options.watch_precisions = true;
        options.tol = seed % 3 == 0 ? 50 : seed % 3 == 1 ? .3 : .02;
        options.beta0 = seed % 2 ? 1 : 1e-3;
        assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
        ard_type2_start(l, &options, 3, q.feature);
        l->now.m = l->kept.m = 2; /* of few weights, whose precisions settle before those of the scales */
        for (int it = 0; it < 60 && now.stop == ARD_STOP_NONE; it++) {
            const ard_type2_model *s = ard_type2_model_of(l);
            double weights = 0, scales = 0;
            assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
            if (now.stop == ARD_STOP_PRUNED) break;
            for (int64_t j = 0; j <= l->now.m && l->n_pruned == 0; j++) /* a bias stays however large its precision */
                if (l->now.alpha[j] < options.prune_at) weights = fmax(weights, fabs(log(l->now.alpha[j] / s->alpha[j])));
            for (int64_t k = 0; k < l->now.k && l->n_pruned == 0; k++)
                scales = fmax(scales, fabs(log(l->now.beta[k] / s->beta[k])));
            const bool small = l->n_pruned == 0 && fmax(weights, scales) < options.tol;
            assert_int_equal(now.stop == ARD_STOP_CONVERGED, small && it > 2);
            n_converged += now.stop == ARD_STOP_CONVERGED;
            n_by_scales += weights < options.tol && !(scales < options.tol);
            n_early += small && it <= 2;
        }
        ard_type2_close(context, l);
        free_problem(&q);
    }
    print_message("%d converged, %d held up by scales, %d early\n", n_converged, n_by_scales, n_early);
    assert_true(n_converged > 2 && n_by_scales > 0 && n_early > 0);
}

/* Features have no labels: where they outnumber the rows nothing is read beyond those, which a
 * sanitizer sees. */
static void features_may_outnumber_the_rows(void **state)
{
    (void)state;
    enum { N = 12, P = 4000 };
    problem q = random_problem(91, N, P, (ard_basis){ARD_IDENTITY, 0});
    ard_type2 *l = NULL;
    ard_iteration now;
    ard_type2_options options = printed;
    options.learn_scales = false;
    options.lambda = 0;
    assert_int_equal(ard_type2_open(context, &q.problem, false, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, &options, P, q.feature);
    for (int it = 0; it < 3; it++) {
        assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
        for (int64_t j = 0; j <= l->now.m; j++) assert_true(l->weight_tilt[j] == 0);
    }
    ard_type2_close(context, l);
    free_problem(&q);
}

/* ------------------------------------------------------------------ parts of rows */

/* Rows that are here and in another part are rows of weight 2; sums that fail end the step. */
static void parts_of_the_rows_are_added_up(void **state)
{
    (void)state;
    enum { N = 60, P = 12 };
    problem q = random_problem(77, N, P, (ard_basis){ARD_IDENTITY, 0});
    double weight[N];
    ard_iteration whole, part;
    ard_type2 *l[2] = {NULL, NULL};
    ard_type2_options options = printed;
    options.learn_scales = false;
    options.lambda = 0;
    options.early_factor = 3;
    options.most_pruned = .3;
    for (int i = 0; i < N; i++) weight[i] = 2;
    q.problem.target.weight = weight;
    assert_int_equal(ard_type2_open(context, &q.problem, false, ARD_GAUSS_AUTO, &l[0]), ARDOR_OK);
    q.problem.target.weight = NULL;
    ard_context_set_reducer(context, twice, NULL);
    assert_int_equal(ard_type2_open(context, &q.problem, false, ARD_GAUSS_AUTO, &l[1]), ARDOR_OK);
    assert_true(l[1]->n_rows == 2 * N);
    ard_type2_start(l[0], &options, P, q.feature);
    ard_type2_start(l[1], &options, P, q.feature);
    for (int it = 0; it < 12; it++) {
        ard_context_set_reducer(context, NULL, NULL);
        assert_int_equal(ard_type2_step(l[0], &whole), ARDOR_OK);
        ard_context_set_reducer(context, twice, NULL);
        assert_int_equal(ard_type2_step(l[1], &part), ARDOR_OK);
        assert_near(part.objective, whole.objective, 1e-9 * fabs(whole.objective), "the evidence");
        assert_int_equal(part.n_features, whole.n_features);
    }
    assert_true(whole.n_features > 0 && whole.n_features < P);
    for (int good = 0; good < 10; good++) {
        int left = good;
        ard_type2_start(l[1], &options, P, q.feature);
        ard_context_set_reducer(context, refuse, &left);
        assert_int_equal(ard_type2_step(l[1], &part), ARDOR_INTERNAL);
    }
    ard_context_set_reducer(context, NULL, NULL);
    ard_type2_close(context, l[1]);
    ard_type2_close(context, l[0]);
    free_problem(&q);
}

/* What is known of the point from the iteration before is what would be found again: the same bits, to the end of a polish. */
static void a_point_that_is_known_changes_nothing(void **state)
{
    (void)state;
    problem q = random_problem(7, 60, 3, (ard_basis){ARD_RBF, 0});
    const ard_type2_options options = {.alpha0 = 1 / 61.,
                                       .scale = .3,
                                       .prune_at = 1e9,
                                       .early_factor = 1e6,
                                       .most_pruned = .2,
                                       .weight_steps = 25,
                                       .newton_tol = 1e-12,
                                       .tol = 1e-3,
                                       .watch_precisions = true,
                                       .polish = true};
    ard_type2 *l[2] = {NULL, NULL};
    ard_iteration now[2] = {{.stop = ARD_STOP_NONE}, {.stop = ARD_STOP_NONE}};
    int64_t n_known = 0, n_changed = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ard_type2_open(context, &q.problem, false, ARD_GAUSS_AUTO, &l[i]), ARDOR_OK);
        ard_type2_start(l[i], &options, 3, q.feature);
    }
    for (int64_t step = 0; now[0].stop == ARD_STOP_NONE; step++) {
        assert_true(step < 5000);
        n_known += l[0]->resumed;
        n_changed += step > 0 && !l[0]->resumed && !l[0]->polishing;
        l[1]->resumed = false;
        for (int i = 0; i < 2; i++) assert_int_equal(ard_type2_step(l[i], &now[i]), ARDOR_OK);
        const ard_type2_model *a = &l[0]->kept, *b = &l[1]->kept;
        assert_true(a->m == b->m && now[0].objective == now[1].objective && now[0].stop == now[1].stop);
        assert_memory_equal(a->u, b->u, (size_t)(a->m + 1) * sizeof *a->u);
        assert_memory_equal(a->alpha, b->alpha, (size_t)(a->m + 1) * sizeof *a->alpha);
        assert_memory_equal(a->variance, b->variance, (size_t)(a->m + 1) * sizeof *a->variance);
    }
    assert_true(n_known > 10 && n_changed > 2 && l[0]->polishing);
    for (int i = 0; i < 2; i++) assert_int_equal(ard_type2_finish(l[i], true), ARDOR_OK);
    assert_true(l[0]->kept.slope[0] == l[1]->kept.slope[0]);
    for (int i = 0; i < 2; i++) ard_type2_close(context, l[i]);
    free_problem(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(logistic_terms_are_stable),
                                       cmocka_unit_test(divergence_matches_quadrature),
                                       cmocka_unit_test(gradients_match_differences),
                                       cmocka_unit_test(forms_give_the_same_fit),
                                       cmocka_unit_test(the_evidence_is_that_of_both_blocks),
                                       cmocka_unit_test(a_weight_is_irrelevant_where_its_precision_grows),
                                       cmocka_unit_test(fits_stop_where_they_should),
                                       cmocka_unit_test(precisions_are_as_defined),
                                       cmocka_unit_test(what_falls_out_is_what_the_options_say),
                                       cmocka_unit_test(a_drop_is_measured_in_what_was_pruned_or_rows),
                                       cmocka_unit_test(precisions_may_decide_when_it_is_over),
                                       cmocka_unit_test(features_may_outnumber_the_rows),
                                       cmocka_unit_test(parts_of_the_rows_are_added_up),
                                       cmocka_unit_test(the_sequential_maximum_is_one_of_the_batch),
                                       cmocka_unit_test(a_point_that_is_known_changes_nothing),
                                       cmocka_unit_test(iterations_match_the_reference)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
