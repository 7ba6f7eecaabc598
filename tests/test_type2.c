/* Type-II maximum likelihood: the factor's two forms, gradients, reference values of an independent implementation. */
#include "context_fixture.h"

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
    const double share[] = {.5, .25, .2, .2, .2}, lambda[] = {2, 4, 10, 10, 10};
    const ard_mode_block block = {.size = 5, .u = u, .precision = precision, .tilt = tilt, .design = design};
    assert_int_equal(ard_type2_open(context, &q.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, &options, 2, q.feature);
    for (int em = 0; em < 2; em++)
        for (int hyper = 0; hyper < 2; hyper++) {
            l->options.rule = em ? ARD_RULE_EM : ARD_RULE_MACKAY;
            l->options.shape = hyper ? .7 : 0;
            l->options.rate = hyper ? .2 : 0;
            l->options.early_factor = 0;
            assert_int_equal(type2_precisions(l, &block, 1, share, lambda, 1, fresh), ARDOR_OK);
            for (int i = 0; i < 5; i++) {
                const double variance = (1 - share[i]) / lambda[i], gamma = em ? 1 : 1 - precision[i] * variance;
                const double want = (gamma + 2 * l->options.shape) / (u[i] * u[i] + (em ? variance : 0) + 2 * l->options.rate);
                assert_near(fresh[i], want, 1e-12 * want, "a precision");
            }
        }
    /* Entries 2 to 4 have no information from the data (q = s u): irrelevant as s > 5 q + q^2. One may go, the largest
     * precision. */
    l->options = printed;
    l->options.early_factor = 10;
    l->options.most_pruned = .2;
    memset(l->mode.residual, 0, 6 * sizeof *l->mode.residual);
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && isfinite(fresh[3]) && isfinite(fresh[4]) && fresh[3] > fresh[4]);
    l->options.most_pruned = .6;
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && fresh[3] == INFINITY && fresh[4] == INFINITY && isfinite(fresh[1]));
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, 150, fresh),
                     ARDOR_OK); /* ten times that start: only the first two are above */
    assert_true(fresh[2] == INFINITY && (fresh[3] < 1500) == isfinite(fresh[3]) && isfinite(fresh[4]));
    for (int i = 0; i < 6; i++) design[i + 3 * 6] = 1, l->mode.residual[i] = 1; /* entry 3 is wanted now: q = 6 + s u */
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, 1, fresh), ARDOR_OK);
    assert_true(fresh[2] == INFINITY && isfinite(fresh[3]) && fresh[4] == INFINITY);
    /* The first entry is a bias: never pruned. */
    u[0] = 1e-9;
    assert_int_equal(type2_precisions(l, &block, 1, share, lambda, 1, fresh), ARDOR_OK);
    assert_true(fresh[0] == 1e6);
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

static int twice(void *user, double *value, int64_t n)
{
    (void)user;
    for (int64_t i = 0; i < n; i++) value[i] *= 2;
    return ARDOR_OK;
}

/* The first `good` sums succeed. */
static int refuse(void *user, double *value, int64_t n)
{
    (void)value, (void)n;
    return --*(int *)user < 0 ? ARDOR_IO : ARDOR_OK;
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(logistic_terms_are_stable),
                                       cmocka_unit_test(divergence_matches_quadrature),
                                       cmocka_unit_test(gradients_match_differences),
                                       cmocka_unit_test(forms_give_the_same_fit),
                                       cmocka_unit_test(fits_stop_where_they_should),
                                       cmocka_unit_test(precisions_are_as_defined),
                                       cmocka_unit_test(features_may_outnumber_the_rows),
                                       cmocka_unit_test(parts_of_the_rows_are_added_up),
                                       cmocka_unit_test(the_sequential_maximum_is_one_of_the_batch),
                                       cmocka_unit_test(iterations_match_the_reference)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
