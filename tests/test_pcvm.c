/* PCVM and PFCVM_EM: the M step against its conditions, ascent, degenerate problems, probabilities. */
#include "api_fixture.h"

#include "basis/basis.h"
#include "problem.h"
#include "method/method.h"
#include "special/probit.h"

enum { N = 40, P = 4 };

typedef struct problem {
    array_problem q;
    double x[N * P], sign[N], weight[N];
    int32_t label[N];
} problem;

static void make_problem(problem *q, uint64_t seed, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_normals(&rng, N * P);
    memcpy(q->x, x, sizeof q->x);
    free(x);
    for (int i = 0; i < N; i++) {
        q->label[i] = q->x[i] - q->x[i + N] + .7 * ard_rng_normal(&rng) > 0;
        q->sign[i] = q->label[i] ? 1 : -1;
        q->weight[i] = .5 + ard_rng_uniform(&rng);
    }
    array_problem_set(&q->q, N, P, q->x, q->label, weighted ? q->weight : NULL, (ard_basis){ARD_RBF, 0});
}

static double kernel(const problem *q, ard_basis basis, const double *theta, int i, int64_t j)
{
    double s = 0, d = 0;
    for (int k = 0; k < P; k++) {
        s += theta[k] * q->x[i + k * N] * q->x[j + k * N];
        d += theta[k] * pow(q->x[i + k * N] - q->x[j + k * N], 2);
    }
    return basis.kind == ARD_RBF ? exp(-d) : basis.kind == ARD_LINEAR ? s : pow(1 + s, basis.degree);
}

static const ard_basis bases[] = {{ARD_RBF, 0}, {ARD_LINEAR, 0}, {ARD_POLY, 2}};

static void solve(const ard_method *method, const problem *q, ard_basis basis, const ard_settings *settings, ard_fit *out)
{
    ard_problem one = q->q.problem;
    one.basis = basis;
    must(fit_problem(context, method, &one, settings, NULL, true, out));
}

/* After one iteration: the kept weights solve the penalised least squares of the latent variables at the start. */
static void one_iteration_solves_its_m_step(void **state)
{
    (void)state;
    const ard_method *method = ard_method_find("pcvm");
    const double theta[P] = {.25, .25, .25, .25};
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int weighted = 0; weighted < 2; weighted++) {
            problem q;
            ard_settings settings;
            ard_fit s;
            double r[N], h[N], mean = 0;
            make_problem(&q, 3 + (uint64_t)b, weighted);
            ard_settings_default(method, &settings);
            settings.value[ard_setting_index(method, "max_iter")] = 1;
            settings.value[ard_setting_index(method, "prune_below")] = 0;
            solve(method, &q, bases[b], &settings, &s);
            assert_true(s.machine.n_vectors > 1 && s.machine.n_vectors < N);
            for (int i = 0; i < N; i++) {
                double f = 0, fit = 0, c = weighted ? q.weight[i] : 1;
                for (int64_t j = 0; j < N; j++) f += q.sign[j] * kernel(&q, bases[b], theta, i, j);
                h[i] = f + q.sign[i] * ard_mills(q.sign[i] * f);
                for (int64_t j = 0; j < s.machine.n_vectors; j++)
                    fit += function_of(&s)->weight[j] * kernel(&q, bases[b], theta, i, function_of(&s)->row[j]);
                r[i] = c * (h[i] - fit);
                mean += r[i];
            }
            assert_near(function_of(&s)->bias[0], mean / q.q.problem.target.weight_sum,
                        1e-9 * fmax(1, fabs(function_of(&s)->bias[0])), "the bias");
            for (int64_t j = 0; j < s.machine.n_vectors; j++) {
                double g = -function_of(&s)->weight[j] / 2, size = fabs(g); /* m^2 = 2 w^2 = 2 */
                for (int i = 0; i < N; i++) {
                    g += kernel(&q, bases[b], theta, i, function_of(&s)->row[j]) * r[i];
                    size += fabs(kernel(&q, bases[b], theta, i, function_of(&s)->row[j]) * r[i]);
                }
                assert_near(g, 0, 1e-9 * size, "the gradient of the M step");
                assert_true(function_of(&s)->weight[j] * q.sign[function_of(&s)->row[j]] > 0);
            }
            ard_fit_free(context, &s);
        }
}

/* EM: while nothing is pruned the objective rises. (Of learnt scales with a bilinear kernel the scale of both is fixed.) */
static void objectives_rise(void **state)
{
    (void)state;
    static const char *const names[] = {"pcvm", "pfcvm-em"};
    for (int m = 0; m < COUNT_OF(names); m++)
        for (int b = 0; b < COUNT_OF(bases); b++) {
            if (m == 1 && bases[b].kind == ARD_LINEAR) continue;
            problem q;
            ard_settings settings;
            ard_fit s;
            const ard_method *method = ard_method_find(names[m]);
            int compared = 0;
            make_problem(&q, 13 + (uint64_t)b, true);
            ard_settings_default(method, &settings);
            settings.value[ard_setting_index(method, "max_iter")] = 100;
            solve(method, &q, bases[b], &settings, &s);
            for (int64_t i = 1; i < s.trace.n; i++) {
                const ard_iteration *a = &s.trace.iteration[i - 1], *c = a + 1;
                if (a->n_vectors != c->n_vectors || a->n_features != c->n_features) continue;
                if (!(c->objective >= a->objective - 1e-9 * fabs(a->objective)))
                    fail_msg("%s fell from %.15g to %.15g at %d", names[m], a->objective, c->objective, (int)i);
                compared++;
            }
            assert_true(compared > 20);
            ard_fit_free(context, &s);
        }
}

static void any_unit_is_survived(void **state)
{
    (void)state;
    static const char *const names[] = {"pcvm", "pfcvm-em"};
    static const char *const kinds[] = {"rbf", "linear", "poly:2"};
    static const double units[] = {1e-6, 1, 1e4};
    for (int m = 0; m < COUNT_OF(names); m++) {
        char spec[128];
        for (int b = 0; b < COUNT_OF(kinds); b++)
            for (int u = 0; u < COUNT_OF(units); u++) {
                problem q;
                make_problem(&q, 31, false);
                for (int i = 0; i < N * P; i++) q.x[i] *= units[u];
                ardor_dataset *data = make_table(N, P, q.x, q.sign, NULL);
                snprintf(spec, sizeof spec, "method=%s basis=%s standardise=none max_iter=50", names[m], kinds[b]);
                ardor_model *model = fit(data, spec);
                double *prob = positive_prob(model, data);
                for (int i = 0; i < N; i++) assert_true(prob[i] >= 0 && prob[i] <= 1);
                free(prob);
                ardor_model_free(model);
                ardor_dataset_free(data);
            }
    }
}

static void they_learn_and_select(void **state)
{
    (void)state;
    problem q;
    make_problem(&q, 41, false);
    ardor_dataset *data = make_table(N, P, q.x, q.sign, NULL);
    static const char *const specs[] = {"method=pcvm plan=kfold:4 tune=cv:3", "method=pfcvm-em plan=kfold:4 tune=cv:3",
                                        "method=pfcvm-em basis=linear plan=kfold:4"};
    for (int i = 0; i < COUNT_OF(specs); i++) {
        json_t *root = evaluate(data, specs[i]);
        assert_true(number_at(root, "summary.error.value") < .45);
        json_decref(root);
    }
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "method=pcvm scale=1 sigma=1", &model), ARDOR_USAGE);
    assert_message("settings 'scale' and 'sigma' of pcvm exclude each other");
    ardor_dataset_free(data);
}

/* At a maximum of what rises the relative gradient of every weight is 0; nothing of it is a small step's. */
static void the_certificate_goes_to_zero(void **state)
{
    (void)state;
    problem q;
    make_problem(&q, 51, true);
    const ard_method *method = ard_method_find("pcvm");
    for (int b = 0; b < COUNT_OF(bases); b++) {
        double kkt[2];
        for (int tight = 0; tight < 2; tight++) {
            ard_settings settings;
            ard_fit s;
            ard_settings_default(method, &settings);
            must(ard_settings_set(context, method, &settings, "tol", tight ? "1e-10" : "1e-2"));
            must(ard_settings_set(context, method, &settings, "max_iter", "1000000"));
            solve(method, &q, bases[b], &settings, &s);
            assert_int_equal(s.stop, ARD_STOP_CONVERGED);
            kkt[tight] = s.certificate.weights;
            ard_fit_free(context, &s);
        }
        assert_true(kkt[1] < 1e-4 && kkt[0] > 10 * kkt[1]);
    }
}

/* A bilinear kernel has no maximum along (w s, theta / s): the sum of the scales stays where it began. */
static void bilinear_scales_keep_their_sum(void **state)
{
    (void)state;
    problem q;
    make_problem(&q, 61, false);
    const ard_method *method = ard_method_find("pfcvm-em");
    ard_settings settings;
    ard_fit s;
    ard_settings_default(method, &settings);
    must(ard_settings_set(context, method, &settings, "start_scale", "3"));
    solve(method, &q, (ard_basis){ARD_LINEAR, 0}, &settings, &s);
    double sum = 0;
    for (int64_t k = 0; k < s.machine.n_features; k++) sum += s.machine.importance[k];
    assert_near(sum, 3, 1e-9, "the sum");
    ard_fit_free(context, &s);
    /* The weights make up for it: f is what the step of the scales led to, where J'(h - f) is in proportion to the scales, which
     * began alike. */
    double f[N], ratio[P];
    int n_ratios = 0;
    must(ard_settings_set(context, method, &settings, "scale_steps", "1000"));
    must(ard_settings_set(context, method, &settings, "max_iter", "1"));
    solve(method, &q, (ard_basis){ARD_LINEAR, 0}, &settings, &s);
    must(latent_of(context, &s, N, q.x, f));
    const double theta[P] = {.75, .75, .75, .75};
    for (int64_t k = 0; k < s.machine.n_features; k++) {
        const double *x = q.x + s.machine.feature[k] * N;
        double profile = 0, slope = 0;
        for (int64_t j = 0; j < function_of(&s)->n_terms; j++) profile += function_of(&s)->weight[j] * x[function_of(&s)->row[j]];
        for (int i = 0; i < N; i++) {
            double before = 0;
            for (int64_t j = 0; j < N; j++) before += q.sign[j] * kernel(&q, (ard_basis){ARD_LINEAR, 0}, theta, i, j);
            slope += x[i] * profile * (before + q.sign[i] * ard_mills(q.sign[i] * before) - f[i]);
        }
        ratio[n_ratios++] = slope / s.machine.importance[k];
    }
    assert_true(n_ratios > 1);
    for (int k = 1; k < n_ratios; k++) assert_near(ratio[k] / ratio[0], 1, 1e-6, "a slope over its scale");
    ard_fit_free(context, &s);
}

/* Objective and certificate are those of the machine: sum c ln Phi(y f) - .5 sum ln |w| - .5 sum ln theta where scales are
 * learnt, and the largest |w dF/dw|. */
static void the_report_is_of_the_machine(void **state)
{
    (void)state;
    static const char *const names[] = {"pcvm", "pfcvm-em"};
    for (int c = 0; c < 2 * 2 * COUNT_OF(bases); c++) {
        const ard_method *method = ard_method_find(names[c % 2]);
        const bool weighted = c / 2 % 2, learnt = c % 2;
        const ard_basis basis = bases[c / 4];
        problem q;
        ard_settings settings;
        ard_fit s;
        double f[N], theta[P] = {0}, objective = 0, largest = 0;
        make_problem(&q, 83 + (uint64_t)c, weighted);
        ard_settings_default(method, &settings);
        must(ard_settings_set(context, method, &settings, "max_iter", "7"));
        solve(method, &q, basis, &settings, &s);
        const ard_function *m = function_of(&s);
        assert_true(m->n_terms > 1);
        must(latent_of(context, &s, N, q.x, f));
        for (int64_t k = 0; k < s.machine.n_features; k++) {
            theta[s.machine.feature[k]] = s.machine.importance[k];
            if (learnt) objective -= .5 * log(s.machine.importance[k]);
        }
        for (int i = 0; i < N; i++) objective += (weighted ? q.weight[i] : 1) * ard_log_normal_cdf(q.sign[i] * f[i]);
        for (int64_t j = 0; j < m->n_terms; j++) {
            double slope = -.5 / m->weight[j];
            objective -= .5 * log(fabs(m->weight[j]));
            for (int i = 0; i < N; i++)
                slope += (weighted ? q.weight[i] : 1) * q.sign[i] * ard_mills(q.sign[i] * f[i]) *
                         kernel(&q, basis, theta, i, m->row[j]);
            largest = fmax(largest, fabs(m->weight[j] * slope));
        }
        assert_near(s.objective, objective, 1e-9 * fabs(objective), "the objective");
        assert_near(s.certificate.weights, largest, 1e-7 * largest, "the certificate");
        ard_fit_free(context, &s);
    }
}

/* Features a thousand times as large, from scales a millionth as large: the same fit, step by step, with such scales. */
static void units_are_those_of_the_scales(void **state)
{
    (void)state;
    const ard_method *method = ard_method_find("pfcvm-em");
    int n_left = 0;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        ard_fit s[2];
        problem q;
        make_problem(&q, 91 + (uint64_t)b, false);
        for (int large = 0; large < 2; large++) {
            ard_settings settings;
            ard_settings_default(method, &settings);
            must(ard_settings_set(context, method, &settings, "start_scale", large ? "2e-6" : "2"));
            must(ard_settings_set(context, method, &settings, "max_iter", "400"));
            for (int t = 0; t < N * P && large; t++) q.x[t] *= 1000;
            solve(method, &q, bases[b], &settings, &s[large]);
        }
        assert_int_equal(s[0].stop, s[1].stop);
        assert_int_equal(s[0].iterations, s[1].iterations);
        assert_int_equal(s[0].machine.n_features, s[1].machine.n_features);
        assert_int_equal(function_of(&s[0])->n_terms, function_of(&s[1])->n_terms);
        for (int64_t k = 0; k < s[0].machine.n_features; k++) {
            assert_int_equal(s[0].machine.feature[k], s[1].machine.feature[k]);
            assert_near(1e6 * s[1].machine.importance[k], s[0].machine.importance[k], 1e-4 * s[0].machine.importance[k],
                        "a scale");
        }
        assert_arrays_near(function_of(&s[0])->n_terms, function_of(&s[1])->weight, function_of(&s[0])->weight, 1e-4, "weights");
        n_left += s[0].machine.n_features < P;
        ard_fit_free(context, &s[1]);
        ard_fit_free(context, &s[0]);
    }
    assert_true(n_left > 0);
}

/* ---- probabilities against a Laplace approximation in dense matrices of extended precision */

enum { MOST_TERMS = 1 + N + P, NEW_ROWS = 10 };

/* f at a row, where the parameters are [bias, weights, scales]. */
static long double value_at(const ard_machine *m, const double *x, int64_t n, int64_t i, const long double *parameter)
{
    const ard_function *f = ard_machine_as_function(m);
    const long double *theta = parameter + 1 + f->n_terms;
    long double sum = parameter[0];
    for (int64_t j = 0; j < f->n_terms; j++) {
        long double inner = 0, square = 0, k = 1;
        for (int64_t t = 0; t < m->n_features; t++) {
            const long double a = x[i + m->feature[t] * n], b = f->centre[j + t * f->n_terms];
            inner += theta[t] * a * b;
            square += theta[t] * (a - b) * (a - b);
        }
        for (int d = 0; d < f->basis.degree; d++) k *= 1 + inner;
        sum += parameter[1 + j] * (f->basis.kind == ARD_RBF ? expl(-square) : f->basis.kind == ARD_LINEAR ? inner : k);
    }
    return sum;
}

/* Its derivatives in the first `size` parameters, as differences. */
static void slopes_at(const ard_machine *m, const double *x, int64_t n, int64_t i, int64_t size, long double *parameter,
                      long double *slope)
{
    for (int64_t t = 0; t < size; t++) {
        const long double kept = parameter[t], step = 1e-6L * (fabsl(kept) + (t == 0));
        parameter[t] = kept + step;
        slope[t] = value_at(m, x, n, i, parameter);
        parameter[t] = kept - step;
        slope[t] = (slope[t] - value_at(m, x, n, i, parameter)) / (2 * step);
        parameter[t] = kept;
    }
}

/* -d2 log Phi(y f)/df2 */
static long double curvature_at(long double margin)
{
    const long double mills = expl(-margin * margin / 2) / sqrtl(2 * acosl(-1)) / (erfcl(-margin / sqrtl(2)) / 2);
    return mills * (mills + margin);
}

/* a (size x size, positive definite) becomes its inverse, by Gauss and Jordan. */
static void invert(int64_t size, long double a[MOST_TERMS][MOST_TERMS])
{
    for (int64_t k = 0; k < size; k++) {
        const long double pivot = a[k][k];
        a[k][k] = 1;
        for (int64_t j = 0; j < size; j++) a[k][j] /= pivot;
        for (int64_t i = 0; i < size; i++) {
            const long double factor = a[i][k];
            if (i == k) continue;
            a[i][k] = 0;
            for (int64_t j = 0; j < size; j++) a[i][j] -= factor * a[k][j];
        }
    }
}

/* The inverse of what the data and the priors know of the parameters, where the fit is. */
static void covariance_of(const ard_fit *fit, const ard_problem *given, const double *x, int64_t size, long double *parameter,
                          long double a[MOST_TERMS][MOST_TERMS])
{
    const ard_targets *t = &given->target;
    long double slope[MOST_TERMS];
    memset(a, 0, MOST_TERMS * sizeof *a);
    for (int64_t i = 0; i < size; i++) a[i][i] = 1 / (2 * powl(i == 0 ? fmaxl(1, fabsl(parameter[0])) : parameter[i], 2));
    for (int64_t i = 0; i < given->x->n; i++) {
        const long double f = value_at(&fit->machine, x, given->x->n, i, parameter);
        const long double c = ard_target_weight(t, i) * curvature_at(ard_target_sign(t, i) * f);
        slopes_at(&fit->machine, x, given->x->n, i, size, parameter, slope);
        for (int64_t j = 0; j < size; j++)
            for (int64_t k = 0; k < size; k++) a[j][k] += c * slope[j] * slope[k];
    }
    invert(size, a);
}

/* Phi(f / sqrt(1 + v)), v of the weights and, where they are learnt, of the scales. Returns how many terms there are. */
static int64_t check_probabilities(const ard_method *method, const ard_problem *given, const double *x,
                                   const ard_settings *settings, const double *x_new)
{
    ard_fit s;
    long double parameter[MOST_TERMS], slope[MOST_TERMS], a[MOST_TERMS][MOST_TERMS];
    double prob[2 * NEW_ROWS];
    must(fit_problem(context, method, given, settings, NULL, true, &s));
    const ard_function *f = function_of(&s);
    const bool learnt = strcmp(method->name, "pfcvm-em") == 0;
    const int64_t size = 1 + f->n_terms + (learnt ? s.machine.n_features : 0);
    assert_true(f->n_terms > 0);
    parameter[0] = f->bias[0];
    for (int64_t j = 0; j < f->n_terms; j++) parameter[1 + j] = f->weight[j];
    for (int64_t k = 0; k < s.machine.n_features; k++) parameter[1 + f->n_terms + k] = f->scale[k];
    covariance_of(&s, given, x, size, parameter, a);
    must(probabilities_of(context, &s, NEW_ROWS, x_new, prob));
    for (int64_t i = 0; i < NEW_ROWS; i++) {
        const long double mean = value_at(&s.machine, x_new, NEW_ROWS, i, parameter);
        long double v = 0;
        slopes_at(&s.machine, x_new, NEW_ROWS, i, size, parameter, slope);
        for (int64_t j = 0; j < size; j++)
            for (int64_t k = 0; k < size; k++) v += slope[j] * a[j][k] * slope[k];
        assert_true(v > 1e-6);
        assert_near(prob[NEW_ROWS + i], (double)(erfcl(-mean / sqrtl(2 * (1 + v))) / 2), 1e-9, "the probability");
        assert_near(prob[NEW_ROWS + i] + prob[i], 1, 1e-15, "the sum");
    }
    ard_fit_free(context, &s);
    return size;
}

/* Forms of the algebra: few rows have more terms than that. */
static void probabilities_are_averages_over_the_posterior(void **state)
{
    (void)state;
    static const char *const names[] = {"pcvm", "pfcvm-em"}, *const iterations[] = {"1", "30", "5000"};
    static const int64_t rows[] = {N, 5};
    ard_rng rng;
    ard_rng_init(&rng, 71, 0, 0);
    double *x_new = make_normals(&rng, NEW_ROWS * P);
    bool by_rows = false, by_columns = false;
    for (int c = 0; c < COUNT_OF(names) * COUNT_OF(rows) * COUNT_OF(bases) * COUNT_OF(iterations); c++) {
        const ard_method *method = ard_method_find(names[c % 2]);
        const int64_t n = rows[c / 2 % 2];
        problem q;
        array_problem few;
        double x[N * P];
        ard_settings settings;
        make_problem(&q, 73 + (uint64_t)c, true);
        for (int64_t k = 0; k < P; k++) memcpy(x + k * n, q.x + k * N, (size_t)n * sizeof *x);
        for (int64_t i = 0; i < 2; i++) q.label[i] = (int32_t)i;
        ard_settings_default(method, &settings);
        must(ard_settings_set(context, method, &settings, "max_iter", iterations[c / 12]));
        const int64_t size = check_probabilities(
            method, array_problem_set(&few, n, P, x, q.label, c % 5 ? q.weight : NULL, bases[c / 4 % 3]), x, &settings, x_new);
        by_rows = by_rows || size > n + 1;
        by_columns = by_columns || size <= n + 1;
    }
    assert_true(by_rows && by_columns);
    free(x_new);
}

/* At the point estimate both were above 1 on this set. */
static void probabilities_are_better_than_none(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=pcvm plan=kfold:3 seed=3", "method=pfcvm-em plan=holdout:.5 seed=3"};
    ardor_dataset *data = bundled("wbc-biopsy-683");
    const double share = 239 / 683.0, entropy = -share * log(share) - (1 - share) * log(1 - share);
    for (int i = 0; i < COUNT_OF(specs); i++) {
        json_t *root = evaluate(data, specs[i]);
        const double loss = number_at(root, "summary.log_loss.value");
        if (!(loss < entropy)) fail_msg("%s: the log loss is %.3f, that of the shares %.3f", specs[i], loss, entropy);
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* Without features the probabilities are the shares but for what the bias may still be. */
static void the_null_model_is_the_shares(void **state)
{
    (void)state;
    enum { ROWS = 300 };
    static const char *const names[] = {"pcvm", "pfcvm-em"};
    int32_t label[ROWS];
    double prob[2];
    for (int i = 0; i < ROWS; i++) label[i] = i % 3 == 0;
    for (int m = 0; m < COUNT_OF(names); m++) {
        const ard_method *method = ard_method_find(names[m]);
        array_problem q;
        ard_settings settings;
        ard_fit s;
        ard_settings_default(method, &settings);
        must(
            fit_problem(context, method, array_problem_set(&q, ROWS, 0, prob, label, NULL, bases[0]), &settings, NULL, true, &s));
        assert_int_equal(s.stop, ARD_STOP_NULL_MODEL);
        must(probabilities_of(context, &s, 1, prob, prob));
        const double f = function_of(&s)->bias[0], c = (double)curvature_at(f) / 3 + (double)curvature_at(-f) * 2 / 3;
        assert_near(f, ard_normal_quantile(1 / 3.0), 1e-12, "the bias");
        assert_near(prob[1], erfc(-f / sqrt(2 * (1 + 1 / (ROWS * c + .5)))) / 2, 1e-10, "the probability");
        ard_fit_free(context, &s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_iteration_solves_its_m_step),
                                       cmocka_unit_test(objectives_rise),
                                       cmocka_unit_test(any_unit_is_survived),
                                       cmocka_unit_test(they_learn_and_select),
                                       cmocka_unit_test(the_certificate_goes_to_zero),
                                       cmocka_unit_test(bilinear_scales_keep_their_sum),
                                       cmocka_unit_test(the_report_is_of_the_machine),
                                       cmocka_unit_test(units_are_those_of_the_scales),
                                       cmocka_unit_test(probabilities_are_averages_over_the_posterior),
                                       cmocka_unit_test(probabilities_are_better_than_none),
                                       cmocka_unit_test(the_null_model_is_the_shares)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
