/* Weights and scales learnt together by type-II maximum likelihood: gradients against the machine's numbers and differences. */
#include "context_fixture.h"

#include "method/shared/evidence.h"
#include "problem.h"
#include "solver/type2/type2_inside.h"

enum { N = 60, P = 5 };

typedef struct sample {
    array_problem array;
    double *x, weight[N];
    int32_t label[N];
} sample;

static void make_sample(sample *s, uint64_t seed, double noise, ard_basis basis)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    s->x = make_normals(&rng, N * P);
    for (int i = 0; i < N; i++) {
        s->label[i] = s->x[i] - s->x[i + N] + .5 * s->x[i] * s->x[i + 2 * N] + noise * ard_rng_normal(&rng) > 0;
        s->weight[i] = .5 + .02 * i;
    }
    array_problem_set(&s->array, N, P, s->x, s->label, s->weight, basis);
}

/* The sign that a weight or a scale is held to by the step; 0: none. */
static long double pulled(long double lambda, long double side, long double u)
{
    return side * lambda / (1 + expl(side * lambda * u));
}

/* k(x_i, z_j), and its derivative in the scale of feature t. */
static void kernel(const ard_function *f, const ard_machine *m, const sample *s, int64_t i, int64_t j, long double *value,
                   long double *slope)
{
    const int64_t k = m->n_features;
    const bool rbf = f->basis.kind == ARD_RBF;
    long double sum = 0, outer;
    for (int64_t t = 0; t < k; t++) {
        const long double x = s->x[i + m->feature[t] * N], z = f->centre[j + t * f->n_terms];
        slope[t] = rbf ? -(x - z) * (x - z) : x * z;
        sum += f->scale[t] * slope[t];
    }
    const int degree = f->basis.kind == ARD_POLY ? f->basis.degree : 1;
    *value = rbf ? expl(sum) : powl((f->basis.kind == ARD_POLY) + sum, degree);
    outer = rbf ? *value : degree * powl((f->basis.kind == ARD_POLY) + sum, degree - 1);
    for (int64_t t = 0; t < k; t++) slope[t] *= outer;
}

/* Largest derivatives of log likelihood + log priors in bias and weights, and in the scales in their unit. */
static void gradient_of(const sample *s, const ard_fit *fit, const ard_evidence *e, double *weights, double *scales)
{
    const ard_machine *m = &fit->machine;
    const ard_function *f = function_of(fit);
    const ard_type2_model *model = ard_type2_model_of(e->type2); /* of which the precisions are read, and nothing else */
    const long double unit = e->options.scale, lambda = e->options.lambda;
    long double in_weight[N + 1] = {0}, in_scale[P] = {0};
    for (int64_t i = 0; i < N; i++) {
        long double value[N], slope[N][P], latent = f->bias[0];
        for (int64_t j = 0; j < f->n_terms; j++) {
            kernel(f, m, s, i, j, &value[j], slope[j]);
            latent += f->weight[j] * value[j];
        }
        const long double residual = s->weight[i] * (s->label[i] - 1 / (1 + expl(-latent)));
        in_weight[0] += residual;
        for (int64_t j = 0; j < f->n_terms; j++) {
            in_weight[j + 1] += residual * value[j];
            for (int64_t t = 0; t < m->n_features; t++) in_scale[t] += residual * f->weight[j] * slope[j][t] * unit;
        }
    }
    in_weight[0] -= model->alpha[0] * f->bias[0];
    for (int64_t j = 0; j < f->n_terms; j++)
        in_weight[j + 1] += pulled(lambda, s->label[f->row[j]] ? 1 : -1, f->weight[j]) - model->alpha[j + 1] * f->weight[j];
    for (int64_t t = 0; t < m->n_features; t++) {
        const long double theta = f->scale[t] / unit;
        in_scale[t] += pulled(lambda, 1, theta) - model->beta[t] * theta;
    }
    *weights = *scales = 0;
    for (int64_t j = 0; j <= f->n_terms; j++) *weights = fmax(*weights, (double)fabsl(in_weight[j]));
    for (int64_t t = 0; t < m->n_features; t++) *scales = fmax(*scales, (double)fabsl(in_scale[t]));
}

static void set(const ard_method *method, ard_settings *settings, const char *name, double value)
{
    settings->value[ard_setting_index(method, name)] = value;
}

static const ard_basis bases[] = {{ARD_RBF, 0}, {ARD_LINEAR, 0}, {ARD_POLY, 2}};
static const char *const methods[] = {"pfcvm-lp", "rsfm"};

/* Fits that end in every way: the gradient reported is that of the very weights and scales in the machine, and it is nothing
 * unless the fit was asked to stop. */
static void the_gradient_reported_is_that_of_the_machine(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        double value;
        ard_stop stop;
        bool separable;
    } ends[] = {{"tol", 1e-3, ARD_STOP_CONVERGED, false},
                {"max_iter", 12, ARD_STOP_MAX_ITER, false},
                {"drop", 1e-6, ARD_STOP_DROP, true},
                {"max_iter", 5000, ARD_STOP_TIME, false}};
    int64_t met[COUNT_OF(ends)] = {0};
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int m = 0; m < COUNT_OF(methods); m++)
            for (int end = 0; end < COUNT_OF(ends); end++) {
                sample s;
                ard_settings settings;
                ard_fit fit;
                void *work = NULL;
                double weights, scales;
                const ard_method *method = ard_method_find(methods[m]);
                make_sample(&s, 5 + (uint64_t)b, ends[end].separable ? .05 : .6, bases[b]);
                ard_settings_default(method, &settings);
                set(method, &settings, ends[end].key, ends[end].value);
                ard_deadline_set(context, ends[end].stop == ARD_STOP_TIME ? 0 : INFINITY);
                assert_int_equal(method->open(method, context, &s.array.problem, &settings, &work), ARDOR_OK);
                assert_int_equal(method->solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
                ard_deadline_set(context, INFINITY);
                met[end] += fit.stop == ends[end].stop;
                gradient_of(&s, &fit, work, &weights, &scales);
                const ard_type2_model *model = ard_type2_model_of(((ard_evidence *)work)->type2);
                const double tolerance = fit.stop == ARD_STOP_TIME ? 1e-9 : 1e-7;
                assert_near(model->gradient[0], weights, tolerance * fmax(1, weights), "the weights' gradient");
                assert_near(model->gradient[1], scales, tolerance * fmax(1, scales), "the scales' gradient");
                assert_true(fit.extra[ARD_MODE_DECREMENT] >= 0 &&
                            (fit.stop == ARD_STOP_TIME || fit.extra[ARD_MODE_DECREMENT] < 1e-10));
                assert_true(fit.extra[ARD_MODE_GRADIENT] == fmax(model->gradient[0], model->gradient[1]));
                assert_int_equal(fit.certificate.kind,
                                 fit.stop == ARD_STOP_TIME ? ARD_CERTIFICATE_GRADIENT : ARD_CERTIFICATE_EVIDENCE);
                assert_true(fit.certificate.weights > 1e-6 && fit.certificate.scales >= 0);
                if (fit.stop == ARD_STOP_TIME)
                    assert_true(weights > 1e-3);
                else
                    assert_true(weights < 1e-6 && scales < 1e-6);
                assert_true(fit.objective == model->corrected && fit.extra[ARD_LOG_EVIDENCE] == model->corrected);
                assert_true(fit.extra[ARD_LAPLACE_EVIDENCE] == model->evidence);
                ard_fit_free(context, &fit);
                method->close(work);
                free(s.x);
            }
    for (int end = 0; end < COUNT_OF(ends); end++) {
        print_message("%d fits ended as %s\n", (int)met[end], ard_stop_name(ends[end].stop));
        assert_true(met[end] > 0);
    }
}

/* ------------------------------------------------------------------ the evidence */

enum { ROWS = 24, FEATURES = 4 };

typedef struct engine {
    ard_type2 *type2;
    double *x, weight[ROWS];
    int32_t label[ROWS];
} engine;

/* Somewhere, with precisions of every size: not at a mode. */
static void open_engine(engine *e, uint64_t seed, ard_basis basis, double lambda, bool hyperpriors)
{
    static const int64_t feature[FEATURES] = {0, 1, 2, 3};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    e->x = make_normals(&rng, ROWS * FEATURES);
    for (int i = 0; i < ROWS; i++) {
        double square = 0; /* every feature counts: a scale below 0 would bring rbf to where its distance is cut off */
        for (int t = 0; t < FEATURES; t++) square += pow(e->x[i + t * ROWS], 2);
        e->label[i] = square + .3 * ard_rng_normal(&rng) > 3;
        e->weight[i] = i == 5 ? 0 : .4 + .1 * i;
    }
    const ard_targets target = {ROWS, 2, e->label, e->weight, 1};
    const ard_type2_problem problem = {ard_matrix_dense(ROWS, FEATURES, e->x, ROWS), target, &ard_link_logit, basis};
    const ard_type2_options options = {.alpha0 = 1,
                                       .beta0 = 1,
                                       .scale = .3,
                                       .theta0 = 1,
                                       .learn_scales = true,
                                       .lambda = lambda,
                                       .shape = hyperpriors ? .3 : 0,
                                       .rate = hyperpriors ? .2 : 0,
                                       .newton_tol = 1e-20};
    assert_int_equal(ard_type2_open(context, &problem, true, ARD_GAUSS_AUTO, &e->type2), ARDOR_OK);
    ard_type2_start(e->type2, &options, FEATURES, feature);
    ard_type2_model *s = &e->type2->now;
    s->m = 9;
    for (int64_t j = 0; j < s->m; j++) s->centre[j] = 2 * j + 1;
    for (int64_t j = 0; j <= s->m; j++) {
        const double side = j && !e->label[s->centre[j - 1]] ? -1 : 1;
        s->u[j] = side * (.2 + .1 * (double)j);
        s->alpha[j] = .3 * exp(.4 * (double)j);
    }
    for (int64_t t = 0; t < s->k; t++) {
        s->theta[t] = .6 + .3 * (double)t;
        s->beta[t] = exp(.5 * (double)t - .5);
    }
    assert_int_equal(type2_joint_open(e->type2), ARDOR_OK);
}

static void close_engine(engine *e)
{
    ard_type2_close(context, e->type2);
    free(e->x);
}

/* .5 ln |H_w| + .5 ln |H_theta| where the model is. */
static double determinants(void *type2)
{
    ard_type2 *l = type2;
    l->phi_fresh = false;
    type2_refresh(l);
    const ard_mode_block weights = type2_weight_block(l), scales = type2_scale_block(l);
    assert_int_equal(type2_find(l, &scales, 0), ARDOR_OK);
    const double of_scales = .5 * l->gauss.log_det;
    type2_refresh(l);
    assert_int_equal(type2_find(l, &weights, 0), ARDOR_OK);
    return of_scales + .5 * l->gauss.log_det;
}

/* To the modes, or not; the evidence, hyperpriors and all. */
static double evidence(ard_type2 *l, bool solve)
{
    double decrement = 0, sum = 0;
    l->phi_fresh = false;
    for (int round = 0; round < (solve ? 8 : 1); round++) assert_int_equal(type2_find_joint(l, solve, &decrement), ARDOR_OK);
    assert_int_equal(type2_measure(l), ARDOR_OK);
    if (solve) assert_true(decrement < 1e-16);
    for (int64_t j = 0; j <= l->now.m; j++) sum += l->options.shape * log(l->now.alpha[j]) - l->options.rate * l->now.alpha[j];
    for (int64_t k = 0; k < l->now.k; k++) sum += l->options.shape * log(l->now.beta[k]) - l->options.rate * l->now.beta[k];
    return l->now.evidence + sum;
}

static double evidence_at_modes(void *type2) { return evidence(type2, true); }

static const ard_basis all_bases[] = {{ARD_RBF, 0}, {ARD_LINEAR, 0}, {ARD_POLY, 1}, {ARD_POLY, 2}, {ARD_POLY, 3}};

/* At no mode: how the determinants move with weights and scales. */
static void determinants_follow_differences(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(all_bases); b++)
        for (int tilted = 0; tilted < 2; tilted++) {
            engine e;
            double alpha[ROWS + 1], beta[FEATURES], want[ROWS + 1 + FEATURES], slope[ROWS + 1 + FEATURES];
            open_engine(&e, 30 + (uint64_t)b, all_bases[b], tilted ? 5 : 0, false);
            ard_type2 *l = e.type2;
            const int64_t size = 1 + l->now.m;
            evidence(l, false);
            assert_int_equal(type2_evidence_gradient(l, alpha, beta), ARDOR_OK);
            memcpy(slope, l->joint.slope, (size_t)(size + FEATURES) * sizeof *slope);
            for (int64_t i = 0; i < size + FEATURES; i++) {
                double *at = i < size ? &l->now.u[i] : &l->now.theta[i - size];
                want[i] = central_difference(determinants, l, at, false, 1e-3);
            }
            assert_arrays_near(size, slope, want, 1e-8, "by weights");
            assert_arrays_near(FEATURES, slope + size, want + size, 1e-8, "by scales");
            close_engine(&e);
        }
}

/* The mode is found anew for every precision. */
static void the_evidence_follows_differences(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(all_bases); b++)
        for (int tilted = 0; tilted < 2; tilted++) {
            engine e;
            double alpha[ROWS + 1], beta[FEATURES], want[ROWS + 1 + FEATURES];
            open_engine(&e, 60 + (uint64_t)b, all_bases[b], tilted ? 5 : 0, b % 2 == 0);
            ard_type2 *l = e.type2;
            const int64_t size = 1 + l->now.m;
            evidence(l, true);
            assert_int_equal(type2_evidence_gradient(l, alpha, beta), ARDOR_OK);
            for (int64_t i = 0; i < size + FEATURES; i++) {
                double *at = i < size ? &l->now.alpha[i] : &l->now.beta[i - size];
                want[i] = central_difference(evidence_at_modes, l, at, true, 1e-3);
            }
            assert_arrays_near(size, alpha, want, 1e-7, "by ln alpha");
            assert_arrays_near(FEATURES, beta, want + size, 1e-7, "by ln beta");
            close_engine(&e);
        }
}

/* By ln alpha and ln beta at what an engine has kept: the largest difference quotients. */
static void differences(ard_type2 *l, double *alpha, double *beta)
{
    ard_type2_model *s = &l->now;
    type2_resume(l);
    *alpha = *beta = 0;
    for (int64_t i = 0; i <= s->m + s->k; i++) {
        double *at = i <= s->m ? &s->alpha[i] : &s->beta[i - s->m - 1], *largest = i <= s->m ? alpha : beta;
        if (i == 0 && *at >= TYPE2_BIAS_PRECISION) continue;
        *largest = fmax(*largest, fabs(central_difference(evidence_at_modes, l, at, true, 1e-3)));
    }
}

/* The evidence of what an engine has kept, without one of its scales. */
static double without_scale(ard_type2 *l, int64_t gone)
{
    ard_type2_model *s = &l->now;
    type2_resume(l);
    for (int64_t k = gone; k + 1 < s->k; k++) {
        s->feature[k] = s->feature[k + 1];
        s->theta[k] = s->theta[k + 1];
        s->beta[k] = s->beta[k + 1];
    }
    s->k--;
    return evidence(l, true);
}

/* Scales that iterations do not take, as none is tested and no precision reaches infinity, are left to the polish. */
static void polish_takes_scales_out(void **state)
{
    (void)state;
    int64_t taken = 0, ended = 0;
    for (int b = 1; b < COUNT_OF(bases); b++) {
        sample s;
        ard_settings settings;
        ard_fit fit;
        void *work = NULL;
        const ard_method *method = ard_method_find("rsfm");
        make_sample(&s, 25 + (uint64_t)b, .6, bases[b]);
        ard_settings_default(method, &settings);
        set(method, &settings, "max_iter", 3000);
        set(method, &settings, "polish", 1);
        set(method, &settings, "early_factor", 0);
        set(method, &settings, "prune_at", 1e300);
        set(method, &settings, "tol", .05); /* before they are out of sight */
        set(method, &settings, "prune_negative", 0);
        set(method, &settings, "drop", 0);
        assert_int_equal(method->open(method, context, &s.array.problem, &settings, &work), ARDOR_OK);
        assert_int_equal(method->solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
        assert_true(fit.stop == ARD_STOP_CONVERGED || fit.stop == ARD_STOP_PRUNED); /* nothing is of use */
        ard_type2 *l = ((ard_evidence *)work)->type2;
        ended += fit.stop == ARD_STOP_CONVERGED;
        taken += P - l->kept.k;
        for (int64_t k = 0; k < l->kept.k && l->kept.k > 1 && fit.stop == ARD_STOP_CONVERGED; k++)
            assert_true(without_scale(l, k) < fit.extra[ARD_LAPLACE_EVIDENCE]);
        ard_fit_free(context, &fit);
        method->close(work);
        free(s.x);
    }
    print_message("%d scales taken out\n", (int)taken);
    assert_true(ended > 0 && taken > 0);
}

/* Features of sizes at which a kernel overflows what Newton's method can do: the model stays where it was, not certified. */
static void a_mode_that_is_not_found_is_not_claimed(void **state)
{
    (void)state;
    sample s;
    ard_settings settings;
    ard_fit fit;
    double weights, scales;
    void *work = NULL;
    const ard_method *method = ard_method_find("rsfm");
    make_sample(&s, 3, .6, (ard_basis){ARD_POLY, 2});
    for (int i = 0; i < N * P; i++) s.x[i] *= 1e5;
    ard_settings_default(method, &settings);
    set(method, &settings, "prune_negative", 0);
    set(method, &settings, "max_iter", 40);
    assert_int_equal(method->open(method, context, &s.array.problem, &settings, &work), ARDOR_OK);
    assert_int_equal(method->solve(work, &settings, NULL, &(ard_ask){true, true}, &fit), ARDOR_OK);
    gradient_of(&s, &fit, work, &weights, &scales);
    assert_true(fmax(weights, scales) > 1e-2);
    assert_int_equal(fit.certificate.kind, ARD_CERTIFICATE_GRADIENT);
    assert_near(fit.extra[ARD_LAPLACE_EVIDENCE], fit.trace.iteration[fit.trace.n - 1].objective, 1e-6 * fabs(fit.objective),
                "the evidence");
    ard_fit_free(context, &fit);
    method->close(work);
    free(s.x);
}

/* Every step of the polish rises, and it ends where the evidence has a maximum; what is taken out on the way leaves no gap. */
static void polish_ends_at_a_maximum(void **state)
{
    (void)state;
    int64_t rises = 0;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int m = 0; m < COUNT_OF(methods); m++) {
            sample s;
            ard_settings settings;
            ard_fit plain, fit;
            void *work = NULL;
            double alpha, beta;
            const ard_method *method = ard_method_find(methods[m]);
            make_sample(&s, 15 + (uint64_t)b, .6, bases[b]);
            ard_settings_default(method, &settings);
            set(method, &settings, "max_iter", 3000);
            set(method, &settings, "polish", 0);
            assert_int_equal(fit_problem(context, method, &s.array.problem, &settings, NULL, false, &plain), ARDOR_OK);
            set(method, &settings, "polish", 1);
            assert_int_equal(method->open(method, context, &s.array.problem, &settings, &work), ARDOR_OK);
            assert_int_equal(method->solve(work, &settings, NULL, &(ard_ask){true, true}, &fit), ARDOR_OK);
            assert_true(plain.stop == ARD_STOP_CONVERGED || plain.stop == ARD_STOP_DROP);
            assert_int_equal(fit.stop, ARD_STOP_CONVERGED);
            assert_int_equal(fit.certificate.kind, ARD_CERTIFICATE_EVIDENCE);
            assert_true(plain.certificate.weights > 1e-3 && fit.certificate.weights < 1e-4 && fit.certificate.scales < 1e-4);
            const double rise = fit.extra[ARD_LAPLACE_EVIDENCE] - plain.extra[ARD_LAPLACE_EVIDENCE];
            assert_true(rise > 0);
            rises += rise > 1;
            for (int64_t it = plain.iterations + 1; it < fit.trace.n; it++)
                assert_true(fit.trace.iteration[it].objective >=
                            fit.trace.iteration[it - 1].objective - 1e-8 * fabs(fit.objective));
            differences(((ard_evidence *)work)->type2, &alpha, &beta);
            assert_near(alpha, fit.certificate.weights, 1e-6, "by ln alpha");
            assert_near(beta, fit.certificate.scales, 1e-6, "by ln beta");
            ard_fit_free(context, &plain);
            ard_fit_free(context, &fit);
            method->close(work);
            free(s.x);
        }
    print_message("%d of 6 rise by more than 1\n", (int)rises);
    assert_true(rises > 0);
}

/* More scales than second derivatives are made for: the mode is found without, and the evidence's gradient is not known. */
static void many_scales_are_not_certified(void **state)
{
    (void)state;
    enum { WIDE = 300 };
    ard_rng rng;
    ard_rng_init(&rng, 8, 0, 0);
    double *x = make_normals(&rng, N * WIDE), weights[N] = {0};
    int32_t label[N];
    array_problem array;
    for (int i = 0; i < N; i++) label[i] = x[i] + .3 * ard_rng_normal(&rng) > 0, weights[i] = 1;
    array_problem_set(&array, N, WIDE, x, label, weights, (ard_basis){ARD_LINEAR, 0});
    for (int polish = 0; polish < 2; polish++) {
        ard_settings settings;
        ard_fit fit;
        const ard_method *method = ard_method_find("rsfm");
        ard_settings_default(method, &settings);
        set(method, &settings, "early_factor", 0);
        set(method, &settings, "prune_negative", 0);
        set(method, &settings, "shape", 1); /* so that no precision grows beyond 15, and none goes */
        set(method, &settings, "rate", .1);
        set(method, &settings, "drop", 0);
        set(method, &settings, "polish", polish);
        assert_int_equal(fit_problem(context, method, &array.problem, &settings, NULL, false, &fit), ARDOR_OK);
        assert_true(fit.machine.n_features > 256);
        assert_int_equal(fit.certificate.kind, ARD_CERTIFICATE_GRADIENT);
        assert_int_equal(fit.stop, polish ? ARD_STOP_STALLED : ARD_STOP_CONVERGED);
        assert_true(fit.certificate.weights < 1e-2 && fit.certificate.scales < 1e-2);
        ard_fit_free(context, &fit);
    }
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_gradient_reported_is_that_of_the_machine),
                                       cmocka_unit_test(determinants_follow_differences),
                                       cmocka_unit_test(the_evidence_follows_differences),
                                       cmocka_unit_test(polish_ends_at_a_maximum),
                                       cmocka_unit_test(polish_takes_scales_out),
                                       cmocka_unit_test(a_mode_that_is_not_found_is_not_claimed),
                                       cmocka_unit_test(many_scales_are_not_certified)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
