/* PCVM and PFCVM_EM: the M step against its conditions, ascent, degenerate problems. */
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_iteration_solves_its_m_step),
                                       cmocka_unit_test(objectives_rise),
                                       cmocka_unit_test(any_unit_is_survived),
                                       cmocka_unit_test(they_learn_and_select),
                                       cmocka_unit_test(the_certificate_goes_to_zero),
                                       cmocka_unit_test(bilinear_scales_keep_their_sum)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
