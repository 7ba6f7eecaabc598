/* The methods of type-II maximum likelihood through the public interface and as methods. */
#include <unistd.h>

#include "api_fixture.h"

#include "problem.h"
#include "stepped_integral.h"
#include "linalg/blas.h"
#include "link/logit.h"
#include "method/method.h"
#include "method/shared/evidence.h"
#include "model/model_file.h"
#include "special/gauss_kl.h"

static const char *const methods[] = {"pfcvm-lp", "epcvm", "rsfm", "rvm"};

/* n rows of p normal features of which two matter. */
static ardor_dataset *made(int64_t n, int64_t p, double noise, double factor, const double *weight)
{
    ard_rng rng;
    ard_rng_init(&rng, 3, 0, 0);
    double *x = make_normals(&rng, n * p), *side = make_reals(n);
    for (int64_t i = 0; i < n; i++) side[i] = x[i] - x[i + n] + noise * ard_rng_normal(&rng);
    for (int64_t i = 0; i < n * p; i++) x[i] *= factor;
    ardor_dataset *data = make_table(n, p, x, side, weight);
    free(side);
    free(x);
    return data;
}

static double error_of(const ardor_model *model, const ardor_dataset *data)
{
    double *prob = positive_prob(model, data);
    int64_t n = ardor_dataset_rows(data), wrong = 0;
    for (int64_t i = 0; i < n; i++) {
        assert_true(prob[i] >= 0 && prob[i] <= 1);
        wrong += (prob[i] > .5) != (ardor_dataset_label(data, i) == 1);
    }
    free(prob);
    return (double)wrong / (double)n;
}

/* Finite numbers throughout, a known stop reason, probabilities; and it learnt something, if it should. */
static void check_fit(const ardor_dataset *data, const char *spec, double worst)
{
    ardor_model *model = NULL;
    if (try_fit(data, spec, &model) != ARDOR_OK) fail_msg("%s: %s", spec, ardor_context_message(context));
    json_t *root = model_json(model);
    const double error = error_of(model, data);
    assert_true(isfinite(number_at(root, "objective")));
    assert_true(isfinite(number_at(root, "extras.log_evidence")));
    assert_true(number_at(root, "extras.kl") >= 0 && number_at(root, "extras.bound") > 0);
    char kl[60];
    snprintf(kl, sizeof kl, "KL of posterior from prior %.4g; ", number_at(root, "extras.kl"));
    assert_string_equal(text_at(root, "fact.title"), "Divergence");
    assert_true(strncmp(text_at(root, "fact.text"), kl, strlen(kl)) == 0 && json_is_true(at(root, "fact.detail")));
    assert_int_equal(strstr(text_at(root, "fact.text"), "vacuous") != NULL, number_at(root, "extras.bound") >= 1);
    if (!(error <= worst)) fail_msg("%s: training error %g (%s)", spec, error, text_at(root, "stop_reason"));
    json_decref(root);
    ardor_model_free(model);
}

static void a_grid_of_settings_and_units_stays_finite(void **state)
{
    (void)state;
    static const char *const grid[] = {"method=pfcvm-lp c=1e-3",
                                       "method=pfcvm-lp c=1e4",
                                       "method=pfcvm-lp c=30 alpha0=1e-6",
                                       "method=pfcvm-lp c=3 alpha0=1e6",
                                       "method=pfcvm-lp lambda=1e-2",
                                       "method=pfcvm-lp lambda=1e3",
                                       "method=pfcvm-lp basis=linear c=3000 alpha0=1e-4",
                                       "method=pfcvm-lp basis=poly:3 c=30",
                                       "method=pfcvm-lp basis=poly:8 c=100 alpha0=1e-8",
                                       "method=pfcvm-lp update=em",
                                       "method=pfcvm-lp shape=1 rate=1e-3",
                                       "method=epcvm scale=1e-9",
                                       "method=epcvm scale=1e9",
                                       "method=epcvm lambda=1e5 alpha0=1e-8",
                                       "method=rsfm c=1e3 alpha0=1e-4",
                                       "method=rsfm basis=linear prune_negative=no",
                                       "method=rsfm basis=poly:2 prune_negative=no",
                                       "method=rvm scale=1e-9",
                                       "method=rvm scale=1e9",
                                       "method=rvm alpha0=1e-12",
                                       "method=rvm basis=identity",
                                       "method=rvm basis=poly:8 scale=10",
                                       "method=rvm solver=sequential",
                                       "method=rvm solver=sequential basis=identity",
                                       "method=rvm solver=sequential basis=poly:8 scale=10",
                                       "method=rvm solver=sequential scale=1e-9",
                                       "method=rvm solver=sequential prune_at=1",
                                       "method=rvm solver=sequential prune_at=1e4 basis=identity",
                                       "method=rvm prune_at=1",
                                       "method=pfcvm-lp early_factor=0 drop=0 prune_negative=no max_iter=15"};
    static const double units[] = {1e-6, 1, 1e5};
    for (int g = 0; g < COUNT_OF(grid); g++)
        for (int standard = 0; standard < 2; standard++)
            for (int u = 0; u < COUNT_OF(units); u++) {
                char spec[256];
                if (standard && u != 1) continue; /* standardised, the unit does not matter */
                ardor_dataset *data = made(30, 6, 1, units[u], NULL);
                snprintf(spec, sizeof spec, "%s standardise=%s max_iter=40", grid[g], standard ? "train" : "none");
                check_fit(data, spec, 1);
                ardor_dataset_free(data);
            }
}

static void bundled_sets_are_learnt(void **state)
{
    (void)state;
    static const struct {
        const char *name, *basis;
        double worst;
    } sets[] = {{"crabs", "rbf", .1}, {"crabs", "linear", .1}, {"crabs", "poly:2", .1}, {"wbc-biopsy-683", "rbf", .04}};
    for (int i = 0; i < COUNT_OF(sets); i++) {
        ardor_dataset *data = bundled(sets[i].name);
        for (int m = 0; m < COUNT_OF(methods); m++) {
            char spec[256];
            snprintf(spec, sizeof spec, "method=%s basis=%s", methods[m], sets[i].basis);
            check_fit(data, spec, sets[i].worst);
        }
        ardor_dataset_free(data);
    }
}

/* Separated classes, more features than rows, two rows: a model comes back and says how it stopped. */
static void extremes_say_what_happened(void **state)
{
    (void)state;
    static const char *const bases[] = {"rbf", "linear", "poly:2"};
    static const int64_t sizes[][2] = {{40, 3}, {12, 80}, {4, 2}};
    for (int s = 0; s < COUNT_OF(sizes); s++)
        for (int m = 0; m < COUNT_OF(methods); m++)
            for (int b = 0; b < COUNT_OF(bases); b++) {
                char spec[256];
                ardor_dataset *data = made(sizes[s][0], sizes[s][1], 0, 1, NULL);
                snprintf(spec, sizeof spec, "method=%s basis=%s", methods[m], bases[b]);
                check_fit(data, spec, .5);
                ardor_dataset_free(data);
            }
    /* a prior so tight that nothing remains */
    ardor_dataset *data = made(30, 4, 1, 1, NULL);
    ardor_model *model = fit(data, "method=pfcvm-lp prune_at=1 alpha0=1e6");
    json_t *root = model_json(model);
    assert_string_equal(text_at(root, "stop_reason"), "pruned");
    assert_true(number_at(root, "n_vectors") >= 1 && number_at(root, "n_features") >= 1);
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

static void without_features_the_model_is_its_bias(void **state)
{
    (void)state;
    const double x[20] = {0}, side[] = {1, -1, 1, 1, -1, 1, 1, -1, 1, 1};
    ardor_dataset *data = make_table(10, 2, x, side, NULL);
    for (int m = 0; m <= COUNT_OF(methods); m++) {
        char spec[64] = "method=rvm solver=sequential";
        if (m < COUNT_OF(methods)) snprintf(spec, sizeof spec, "method=%s", methods[m]);
        ardor_model *model = fit(data, spec);
        json_t *root = model_json(model);
        double *prob = positive_prob(model, data);
        assert_true(json_is_true(at(root, "null_model")));
        assert_string_equal(text_at(root, "stop_reason"), "null_model");
        /* the share, moderated by prior and variance; one at a time the bias has the best precision, which holds it back */
        assert_near(prob[0], m < COUNT_OF(methods) ? .7 : .577, m < COUNT_OF(methods) ? .1 : 3e-3, "the share");
        free(prob);
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* Prediction from the stored solution: Monte Carlo over the posterior would give f and v; here they are summed by hand. */
static void prediction_is_moderated_by_the_covariance(void **state)
{
    (void)state;
    enum { N = 25, P = 3 };
    ard_rng rng;
    ard_rng_init(&rng, 9, 0, 0);
    double *x = make_normals(&rng, N * P), sign[N], prob[2 * N];
    int32_t label[N];
    for (int i = 0; i < N; i++) {
        label[i] = x[i] + .7 * ard_rng_normal(&rng) > 0;
        sign[i] = label[i] ? 1 : -1;
    }
    array_problem q;
    array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_RBF, 0});
    for (int m = 0; m < COUNT_OF(methods); m++) {
        const ard_method *method = ard_method_find(methods[m]);
        ard_settings settings;
        ard_fit s;
        ard_settings_default(method, &settings);
        must(fit_problem(context, method, &q.problem, &settings, NULL, false, &s));
        must(probabilities_of(context, &s, N, x, prob));
        const ard_posterior *q1 = function_of(&s)->posterior;
        assert_int_equal(function_of(&s)->n_posteriors, 1);
        assert_int_equal(q1->m, s.machine.n_vectors + 1);
        double loss = 0; /* of the posterior's votes at the margin 1 */
        for (int i = 0; i < N; i++) {
            double phi[N + 1] = {1}, f = function_of(&s)->bias[0], v = 0;
            for (int64_t j = 0; j < s.machine.n_vectors; j++) {
                double d = 0;
                for (int64_t k = 0; k < s.machine.n_features; k++)
                    d += s.machine.importance[k] *
                         pow(x[i + s.machine.feature[k] * N] - function_of(&s)->centre[j + k * s.machine.n_vectors], 2);
                phi[j + 1] = exp(-d);
                f += function_of(&s)->weight[j] * phi[j + 1];
                if (method->settings && ard_setting_index(method, "lambda") >= 0)
                    assert_true(function_of(&s)->weight[j] * sign[function_of(&s)->row[j]] > 0);
            }
            for (int64_t r = 0; r < q1->rank; r++) {
                double length = 0;
                for (int64_t a = 0; a < q1->m; a++) length += q1->factor[r + a * q1->rank] * phi[a];
                v += length * length;
            }
            assert_near(prob[i + N], 1 / (1 + exp(-f / sqrt(1 + acos(-1) / 8 * v))), 1e-10, "a probability");
            loss += fmin(1 - sign[i] * erf(f / sqrt(2 * v)), 1) / N;
        }
        assert_near(s.extra[ARD_MARGIN_LOSS], loss, 1e-10, "the margin loss");
        ard_fit_free(context, &s);
    }
    free(x);
}

/* Both ways of the RVM to its evidence. Its maxima are many; at these widths the two end in equals. */
static void both_solvers_of_the_rvm_agree(void **state)
{
    (void)state;
    need_full();
    static const struct {
        const char *name;
        double scale;
    } sets[] = {{"ripley-synthetic", .5}, {"pima-ripley", .05 / 7}};
    assert_int_equal(chdir(ARDOR_SOURCE_DIR "/data"), 0); /* the path may have blanks, which separate settings */
    for (int i = 0; i < COUNT_OF(sets); i++) {
        double evidence[2];
        char plan[512];
        ardor_dataset *data = bundled(sets[i].name);
        snprintf(plan, sizeof plan, "%s-splits.csv.gz", sets[i].name);
        for (int sequential = 0; sequential < 2; sequential++) {
            char spec[900];
            snprintf(spec, sizeof spec, "method=rvm solver=%s scale=%.17g plan=splits:%s", sequential ? "sequential" : "batch",
                     sets[i].scale, plan);
            json_t *root = evaluate(data, spec), *fold = json_array_get(at(root, "folds"), 0);
            assert_string_equal(text_at(fold, "stop_reason"), "converged");
            evidence[sequential] = number_at(fold, "objective");
            json_decref(root);
        }
        assert_near(evidence[1], evidence[0], 1e-3 * fabs(evidence[0]), sets[i].name);
        ardor_dataset_free(data);
    }
}

/* Tuning, evaluation and settings that exclude each other. */
static void the_program_around_them_works(void **state)
{
    (void)state;
    ardor_dataset *data = made(60, 5, 1, 1, NULL);
    for (int m = 0; m < COUNT_OF(methods); m++) {
        char spec[128];
        snprintf(spec, sizeof spec, "method=%s plan=kfold:3 tune=cv:3", methods[m]);
        json_t *root = evaluate(data, spec);
        assert_true(number_at(root, "summary.error.value") < .45);
        json_decref(root);
    }
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "method=rvm scale=1 sigma=1", &model), ARDOR_USAGE);
    assert_message("settings 'scale' and 'sigma' of rvm exclude each other");
    assert_int_equal(try_fit(data, "method=epcvm basis=linear sigma=1", &model), ARDOR_USAGE);
    assert_message("setting 'sigma' of epcvm is for the basis rbf");
    static const char *const of_no_kernel[][2] = {{"rvm", "scale"}, {"bpm", "sigma"}, {"spr", "scale"}};
    for (int m = 0; m < COUNT_OF(of_no_kernel); m++) {
        char spec[64], message[128];
        snprintf(spec, sizeof spec, "method=%s basis=identity %s=1", of_no_kernel[m][0], of_no_kernel[m][1]);
        snprintf(message, sizeof message, "setting '%s' of %s is for kernels, and the basis identity is none: leave it out",
                 of_no_kernel[m][1], of_no_kernel[m][0]);
        assert_int_equal(try_fit(data, spec, &model), ARDOR_USAGE);
        assert_message(message);
    }
    ardor_dataset_free(data);
}

/* The numbers beside the model, from the model: divergences of what is kept, and the bound's formula. */
static void the_bound_follows_from_the_model(void **state)
{
    (void)state;
    enum { N = 50 };
    ardor_dataset *data = made(N, 3, .7, 1, NULL);
    ardor_model *model = fit(data, "method=epcvm alpha0=.3 scale=.4");
    json_t *root = model_json(model), *file;
    char *text = NULL;
    must(ard_model_text(context, model, &text));
    file = parse_json(text);
    json_t *posterior = json_array_get(at(file, "machine.posteriors"), 0), *factor = json_object_get(posterior, "factor");
    const size_t m = json_array_size(at(file, "machine.centres"));
    double kl = 0;
    assert_true(m > 0 && json_array_size(factor) == m + 1);
    for (size_t j = 0; j <= m; j++) {
        double variance = 0;
        for (size_t r = 0; r <= m; r++) variance += pow(json_number_value(json_array_get(json_array_get(factor, r), j)), 2);
        const double mean = json_number_value(json_array_get(json_object_get(posterior, "mean"), j));
        kl += j ? ard_half_gauss_kl(fabs(mean), 1 / variance, .3) : ard_gauss_kl(mean, 1 / variance, .3);
    }
    assert_near(number_at(root, "extras.kl_weights"), kl, 1e-9 * kl, "KL of the weights");
    assert_true(number_at(root, "extras.kl_scales") == 0 && number_at(root, "extras.kl") == number_at(root, "extras.kl_weights"));
    const double loss = number_at(root, "extras.margin_loss"), g = 2 * fmax(kl, 1);
    const double want = loss + 2 * sqrt(2 * g / N) + sqrt((log(log(2 * g) / log(2)) + .5 * log(20)) / N);
    assert_true(loss > 0 && loss < .6);
    assert_near(number_at(root, "extras.bound"), want, 1e-9, "the bound");
    json_decref(file);
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Of one feature and its scale: the divergences of a fit with learnt scales from the priors of its start, halves of normals where
 * smooth steps keep weights and scales above 0. The scale's variance is that of Laplace's approximation, made here. */
static void learnt_scales_have_their_divergence(void **state)
{
    (void)state;
    enum { N = 30 };
    static const char *const names[] = {"pfcvm-lp", "rsfm"};
    ard_rng rng;
    ard_rng_init(&rng, 12, 0, 0);
    double *x = make_normals(&rng, N);
    int32_t label[N];
    for (int i = 0; i < N; i++) label[i] = x[i] + .5 * ard_rng_normal(&rng) > 0;
    array_problem q;
    array_problem_set(&q, N, 1, x, label, NULL, (ard_basis){ARD_RBF, 0});
    for (int m = 0; m < COUNT_OF(names); m++) {
        const ard_method *method = ard_method_find(names[m]);
        const double lambda = m == 0 ? 5 : 0, c = .7;
        ard_settings settings;
        ard_fit s;
        ard_settings_default(method, &settings);
        must(ard_settings_set(context, method, &settings, "alpha0", ".6"));
        must(ard_settings_set(context, method, &settings, "beta0", "1.7"));
        must(ard_settings_set(context, method, &settings, "c", ".7"));
        must(ard_settings_set(context, method, &settings, "tol", "1e-9"));
        must(ard_settings_set(context, method, &settings, "newton_tol", "1e-14"));
        must(fit_problem(context, method, &q.problem, &settings, NULL, false, &s));
        const ard_function *f = function_of(&s);
        const ard_posterior *q1 = f->posterior;
        assert_true(s.machine.n_features == 1 && f->n_terms > 0);
        assert_near(s.extra[ARD_BETA_LEAST], s.extra[ARD_BETA_LARGEST], 0, "the precision of the one scale");
        const double theta = s.machine.importance[0] / c, up = 1 / (1 + exp(-lambda * theta));
        double h = s.extra[ARD_BETA_LEAST] + lambda * lambda * up * (1 - up), kl = 0;
        for (int i = 0; i < N; i++) {
            double value = f->bias[0], slope = 0;
            for (int64_t j = 0; j < f->n_terms; j++) {
                const double d = c * pow(x[i] - f->centre[j], 2), k = exp(-theta * d);
                value += f->weight[j] * k;
                slope -= f->weight[j] * d * k;
            }
            h += slope * slope / (1 + exp(value)) / (1 + exp(-value));
        }
        const double want = lambda > 0 ? ard_half_gauss_kl(theta, h, 1.7) : ard_gauss_kl(theta, h, 1.7);
        assert_near(s.extra[ARD_KL_SCALES], want, 1e-3 * want, "KL of the scale");
        for (int64_t j = 0; j < q1->m; j++) {
            double variance = 0;
            for (int64_t r = 0; r < q1->rank; r++) variance += pow(q1->factor[r + j * q1->rank], 2);
            kl += j && lambda > 0 ? ard_half_gauss_kl(fabs(q1->mean[j]), 1 / variance, .6)
                                  : ard_gauss_kl(q1->mean[j], 1 / variance, .6);
        }
        assert_near(s.extra[ARD_KL_WEIGHTS], kl, 1e-3 * kl, "KL of the weights");
        assert_near(s.extra[ARD_KL], s.extra[ARD_KL_WEIGHTS] + s.extra[ARD_KL_SCALES], 1e-12, "KL");
        ard_fit_free(context, &s);
    }
    free(x);
}

/* At the mode of a weight its precision is the derivative of log likelihood and smooth step over the weight: what the report says
 * of precisions and evidence, recomputed from the machine. tilt: of the smooth steps, times the sign of the label. */
static void check_precisions(const ard_fit *s, const double *x, int64_t n, const int32_t *label, double tilt)
{
    enum { MOST = 41 };
    const ard_function *f = function_of(s);
    const int64_t m = f->n_terms + 1;
    double latent[MOST], phi[MOST][MOST], h[MOST * MOST] = {0}, residual[MOST], least = INFINITY, largest = 0, evidence = 0;
    double precision[MOST], whole[MOST];
    assert_true(m > 2 && n < MOST && m <= MOST);
    must(latent_of(context, s, n, x, latent));
    for (int64_t i = 0; i < n; i++) {
        residual[i] = label[i] ? 1 / (1 + exp(latent[i])) : -1 / (1 + exp(-latent[i]));
        evidence += log(1 - fabs(residual[i]));
        for (int64_t j = 0; j < m; j++)
            phi[j][i] =
                j == 0 ? 1 : exp(-.4 * (pow(x[i] - f->centre[j - 1], 2) + pow(x[i + n] - f->centre[j - 1 + f->n_terms], 2)));
    }
    for (int64_t j = 0; j < m; j++) {
        const double t = j == 0 ? 0 : label[f->row[j - 1]] ? tilt : -tilt, u = j == 0 ? f->bias[0] : f->weight[j - 1];
        double slope = t / (1 + exp(t * u));
        for (int64_t i = 0; i < n; i++) slope += residual[i] * phi[j][i];
        for (int64_t k = 0; k < m; k++)
            for (int64_t i = 0; i < n; i++) h[j + k * m] += fabs(residual[i]) * (1 - fabs(residual[i])) * phi[j][i] * phi[k][i];
        const double alpha = slope / u, up = 1 / (1 + exp(-t * u));
        precision[j] = alpha;
        whole[j] = alpha + t * t * up * (1 - up);
        h[j + j * m] += whole[j];
        evidence += .5 * log(alpha) - .5 * alpha * u * u + log(2 * up);
        if (j == 0) assert_near(s->extra[ARD_ALPHA_BIAS], alpha, 1e-5 * alpha, "of the bias");
        least = j ? fmin(least, alpha) : least;
        largest = j ? fmax(largest, alpha) : largest;
    }
    assert_near(s->extra[ARD_ALPHA_LEAST], least, 1e-5 * least, "the least");
    assert_near(s->extra[ARD_ALPHA_LARGEST], largest, 1e-5 * largest, "the largest");
    assert_int_equal(ard_cholesky(m, h, m), 0);
    for (int64_t j = 0; j < m; j++) evidence -= log(h[j + j * m]);
    assert_near(s->extra[ARD_LAPLACE_EVIDENCE], evidence, 1e-6 * fabs(evidence), "the evidence");
    ard_triangular_inverse(m, h, m, h, m);
    for (int64_t j = 1; j < m; j++) {
        const double variance = ard_dot(m, h + j * m, h + j * m), side = label[f->row[j - 1]] ? 1 : -1;
        evidence += beyond_laplace(1 / variance - whole[j], fabs(tilt), precision[j], side * f->weight[j - 1]);
    }
    assert_near(s->extra[ARD_LOG_EVIDENCE], evidence, 1e-5 * fabs(evidence), "the corrected evidence");
    assert_true(s->objective == s->extra[ARD_LOG_EVIDENCE]);
}

static void precisions_are_those_of_the_mode(void **state)
{
    (void)state;
    enum { N = 40, P = 2 };
    static const char *const cases[][2] = {{"rvm", NULL}, {"rvm", "sequential"}, {"epcvm", NULL}};
    ard_rng rng;
    ard_rng_init(&rng, 14, 0, 0);
    double *x = make_normals(&rng, N * P);
    int32_t label[N];
    for (int i = 0; i < N; i++) label[i] = x[i] * x[i] - x[i + N] + .5 * ard_rng_normal(&rng) > 0;
    array_problem q;
    array_problem_set(&q, N, P, x, label, NULL, (ard_basis){ARD_RBF, 0});
    for (int c = 0; c < COUNT_OF(cases); c++) {
        const ard_method *method = ard_method_find(cases[c][0]);
        ard_settings settings;
        ard_fit s;
        ard_settings_default(method, &settings);
        must(ard_settings_set(context, method, &settings, "newton_tol", "1e-16"));
        must(ard_settings_set(context, method, &settings, "scale", ".4"));
        if (cases[c][1]) must(ard_settings_set(context, method, &settings, "solver", cases[c][1]));
        must(fit_problem(context, method, &q.problem, &settings, NULL, false, &s));
        check_precisions(&s, x, N, label, strcmp(cases[c][0], "epcvm") == 0 ? 5 : 0);
        ard_fit_free(context, &s);
    }
    free(x);
}

/* Rows so far away that a kernel overflows get an error, not the probability NaN. */
static void far_rows_are_refused(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=rvm basis=poly:8", "method=pfcvm-lp basis=poly:8", "method=ard-ep basis=poly:8",
                                        "method=bpm basis=poly:8", "method=pcvm basis=poly:8"};
    ardor_dataset *data = made(40, 2, .5, 1, NULL);
    const double x[] = {0, 1e60, 1e300, 0, 1, 1};
    const double side[] = {1, -1, 1};
    ardor_dataset *far = make_table(3, 2, x, side, NULL);
    for (int i = 0; i < COUNT_OF(specs); i++) {
        ardor_model *model = fit(data, specs[i]);
        double prob[6];
        assert_int_equal(ardor_predict(context, model, far, prob), ARDOR_NUMERIC);
        assert_message("no finite value at row 2 of 3");
        ardor_model_free(model);
    }
    ardor_dataset_free(far);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_grid_of_settings_and_units_stays_finite),
                                       cmocka_unit_test(bundled_sets_are_learnt),
                                       cmocka_unit_test(extremes_say_what_happened),
                                       cmocka_unit_test(without_features_the_model_is_its_bias),
                                       cmocka_unit_test(prediction_is_moderated_by_the_covariance),
                                       cmocka_unit_test(both_solvers_of_the_rvm_agree),
                                       cmocka_unit_test(the_program_around_them_works),
                                       cmocka_unit_test(the_bound_follows_from_the_model),
                                       cmocka_unit_test(learnt_scales_have_their_divergence),
                                       cmocka_unit_test(precisions_are_those_of_the_mode),
                                       cmocka_unit_test(far_rows_are_refused)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
