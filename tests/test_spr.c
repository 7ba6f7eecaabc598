/* Sparse probit regression: certificate, lam_max, values of an independent solver, warm and cold starts. */
#include "context_fixture.h"

#include "problem.h"
#include "method/spr/spr.h"
#include "prepare/prepare.h"
#include "special/probit.h"
#include "prepared.h"

/* The crabs, standardised; class M is positive. */
typedef struct crabs {
    ardor_dataset *data;
    double *x, *sign;
    int32_t *label;
    array_problem q;
} crabs;

/* Its problem is made anew by crabs_problem wherever it has moved to. */
static crabs load_crabs(void)
{
    crabs c = {0};
    ardor_read_options options = {.size = sizeof options};
    const ard_prepare_options how = {0};
    ard_prepare *prepare = NULL;
    need_full();
    if (ardor_dataset_read(context, ARDOR_SOURCE_DIR "/data/crabs.csv.gz", &options, &c.data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    const int64_t n = c.data->n, p = c.data->p;
    int64_t *row = make_array(n, sizeof *row);
    c.x = make_reals(n * p);
    c.sign = make_reals(n);
    c.label = c.data->label;
    for (int64_t i = 0; i < n; i++) {
        row[i] = i;
        c.sign[i] = c.label[i] ? 1 : -1;
    }
    assert_int_equal(prepare_fit(context, c.data, &(ard_rows){n, row}, &how, &prepare), ARDOR_OK);
    assert_int_equal(ard_prepare_apply(context, prepare, c.data, &(ard_rows){n, row}, NULL, NULL, c.x), ARDOR_OK);
    ard_prepare_free(prepare);
    free(row);
    return c;
}

static const ard_problem *crabs_problem(crabs *c)
{
    return array_problem_set(&c->q, c->data->n, c->data->p, c->x, c->label, NULL, (ard_basis){ARD_IDENTITY, 0});
}

static void free_crabs(crabs *c)
{
    free(c->x);
    free(c->sign);
    ardor_dataset_free(c->data);
}

static ard_settings settings_with(int index, double value)
{
    ard_settings settings;
    ard_settings_default(&ard_method_spr, &settings);
    settings.value[index] = value;
    settings.given[index] = true;
    settings.value[SPR_TOL] = 1e-7;
    return settings;
}

static void solve_with(void *work, const ard_settings *settings, const ard_fit *warm, ard_fit *out)
{
    int rc = ard_method_spr.solve(work, settings, warm, &(ard_ask){true, false}, out);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

static void solve(const ard_problem *of, ard_basis basis, const ard_settings *settings, ard_fit *out)
{
    ard_problem problem = *of;
    void *work = NULL;
    problem.basis = basis;
    assert_int_equal(ard_method_spr.open(&ard_method_spr, context, &problem, settings, &work), ARDOR_OK);
    solve_with(work, settings, NULL, out);
    ard_method_spr.close(work);
}

static const ard_basis identity = {ARD_IDENTITY, 0}, rbf = {ARD_RBF, 0};

/* Values of L-BFGS-B on the split variables followed by Newton steps on the support, in another language. */
static void identity_matches_an_independent_solver(void **state)
{
    (void)state;
    static const struct {
        double lam, objective, bias;
        int n;
        int64_t feature[3];
        double weight[3];
    } want[] = {{3, -53.426633739214, 0.00749676907973, 3, {1, 2, 4}, {-4.47007246089, 4.1161535968, 0.163852128982}},
                {10, -96.268107691289, -0.015970874465, 2, {1, 2}, {-2.29859579205, 2.12717646459}}};
    crabs c = load_crabs();
    for (int k = 0; k < COUNT_OF(want); k++) {
        ard_settings settings = settings_with(SPR_LAM1, want[k].lam);
        ard_fit s;
        solve(crabs_problem(&c), identity, &settings, &s);
        assert_int_equal(s.stop, ARD_STOP_CONVERGED);
        assert_near(s.objective, want[k].objective, 1e-10 * fabs(want[k].objective), "F");
        assert_near(function_of(&s)->bias[0], want[k].bias, 1e-7, "the bias");
        assert_int_equal(s.machine.n_features, want[k].n);
        assert_int_equal(s.machine.n_vectors, 0);
        for (int t = 0; t < want[k].n; t++) {
            assert_int_equal(s.machine.feature[t], want[k].feature[t]);
            assert_near(s.machine.importance[t], want[k].weight[t], 1e-7, "a weight");
        }
        ard_fit_free(context, &s);
    }
    free_crabs(&c);
}

static void rbf_matches_an_independent_solver(void **state)
{
    (void)state;
    static const int64_t vector[] = {22, 29, 44, 69, 100, 111, 163, 182, 187, 195};
    static const double weight[] = {4.03629807337, 3.56149820997,  5.63371675849,  -3.16489514543, 0.0350232282388,
                                    2.68168000725, -6.91515416495, -4.36169908944, -1.51763600226, -0.282791432789};
    crabs c = load_crabs();
    ard_settings settings = settings_with(SPR_LAM1, 1);
    ard_fit s;
    settings.value[SPR_TOL] = 1e-6;
    solve(crabs_problem(&c), rbf, &settings, &s);
    assert_int_equal(s.stop, ARD_STOP_CONVERGED);
    assert_near(s.objective, -74.059264690714, 1e-9, "F");
    assert_near(function_of(&s)->bias[0], 0, 1e-5, "the bias");
    assert_int_equal(s.machine.n_vectors, COUNT_OF(vector));
    assert_int_equal(s.machine.n_features, c.data->p);
    for (int j = 0; j < COUNT_OF(vector); j++) {
        assert_int_equal(function_of(&s)->row[j], vector[j]);
        assert_near(function_of(&s)->weight[j], weight[j], 1e-5, "a weight");
    }
    for (int64_t k = 0; k < c.data->p; k++) assert_near(s.machine.importance[k], 1.0 / (double)c.data->p, 1e-16, "a scale");
    ard_fit_free(context, &s);
    free_crabs(&c);
}

/* n = 50, p = 200: the conditions from the formulas, with and without case weights and a penalised bias. */
static void optimality_holds_for_many_features(void **state)
{
    (void)state;
    enum { ROWS = 50, COLUMNS = 200 };
    ard_rng rng;
    ard_rng_init(&rng, 41, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS), sign[ROWS], weight[ROWS];
    int32_t label[ROWS];
    for (int i = 0; i < ROWS; i++) {
        label[i] = x[3 * ROWS + i] - x[5 * ROWS + i] + .3 * ard_rng_normal(&rng) > .2;
        sign[i] = label[i] ? 1 : -1;
        weight[i] = .5 + ard_rng_uniform(&rng);
    }
    for (int mode = 0; mode < 4; mode++) {
        bool weighted = mode & 1, penalised = mode & 2;
        array_problem q;
        array_problem_set(&q, ROWS, COLUMNS, x, label, weighted ? weight : NULL, identity);
        ard_settings settings = settings_with(SPR_LAM1, 2);
        ard_fit s;
        settings.value[SPR_PENALISE_BIAS] = penalised;
        solve(&q.problem, identity, &settings, &s);
        assert_int_equal(s.stop, ARD_STOP_CONVERGED);
        double f[ROWS], g[ROWS], worst = 0, objective = 0, total = 0, dense[COLUMNS] = {0};
        for (int64_t t = 0; t < s.machine.n_features; t++) dense[s.machine.feature[t]] = s.machine.importance[t];
        for (int i = 0; i < ROWS; i++) {
            f[i] = function_of(&s)->bias[0];
            for (int k = 0; k < COLUMNS; k++) f[i] += dense[k] * x[k * ROWS + i];
            double c = weighted ? weight[i] : 1;
            g[i] = c * sign[i] * ard_mills(sign[i] * f[i]);
            objective += c * ard_log_normal_cdf(sign[i] * f[i]);
            total += g[i];
        }
        for (int k = 0; k < COLUMNS; k++) {
            double d = 0;
            for (int i = 0; i < ROWS; i++) d += x[k * ROWS + i] * g[i];
            worst = fmax(worst, dense[k] != 0 ? fabs(d - copysign(2, dense[k])) : fabs(d) - 2);
            objective -= 2 * fabs(dense[k]);
        }
        if (!penalised)
            worst = fmax(worst, fabs(total));
        else
            worst = fmax(worst,
                         function_of(&s)->bias[0] != 0 ? fabs(total - copysign(2, function_of(&s)->bias[0])) : fabs(total) - 2);
        if (penalised) objective -= 2 * fabs(function_of(&s)->bias[0]);
        assert_true(worst < 2e-7 && s.certificate.weights < 1e-7 && isnan(s.certificate.scales));
        assert_near(s.objective, objective, 1e-11 * fabs(objective), "F");
        assert_true(s.machine.n_features > 2 && s.machine.n_features < ROWS);
        ard_fit_free(context, &s);
    }
    free(x);
}

static void lam_max_is_the_edge_of_the_null_model(void **state)
{
    (void)state;
    crabs c = load_crabs();
    static const ard_basis bases[] = {{ARD_IDENTITY, 0}, {ARD_LINEAR, 0}, {ARD_POLY, 2}, {ARD_RBF, 0}};
    for (int b = 0; b < COUNT_OF(bases); b++) {
        ard_fit s;
        for (int below = 0; below < 2; below++) {
            ard_settings settings = settings_with(SPR_STRENGTH, below ? .9999 : 1);
            settings.value[SPR_PENALISE_BIAS] = 0;
            solve(crabs_problem(&c), bases[b], &settings, &s);
            assert_int_equal(s.null_model, !below);
            assert_int_equal(s.stop, below ? ARD_STOP_CONVERGED : ARD_STOP_NULL_MODEL);
            if (!below)
                assert_near(function_of(&s)->bias[0], 0, 1e-12, "the bias of balanced classes");
            else if (bases[b].kind == ARD_IDENTITY)
                assert_int_equal(s.machine.n_features, 1);
            else
                assert_int_equal(s.machine.n_vectors, 1);
            ard_fit_free(context, &s);
        }
    }
    double lam_max = 0;
    for (int64_t k = 0; k < c.data->p; k++) {
        double d = 0;
        for (int64_t i = 0; i < c.data->n; i++) d += c.x[k * c.data->n + i] * c.sign[i] * ard_mills(0);
        lam_max = fmax(lam_max, fabs(d));
    }
    ard_settings settings = settings_with(SPR_STRENGTH, .5);
    ard_fit s;
    solve(crabs_problem(&c), identity, &settings, &s);
    assert_near(s.used[SPR_LAM1], .5 * lam_max, 1e-10, "lam1");
    assert_near(lam_max, 46.53215551611665, 1e-10, "lam_max");
    assert_near(s.used[SPR_STRENGTH], .5, 1e-12, "the strength");
    ard_fit_free(context, &s);
    settings = settings_with(SPR_LAM1, 7); /* what a rate is as a strength */
    solve(crabs_problem(&c), identity, &settings, &s);
    assert_near(s.used[SPR_STRENGTH], 7 / lam_max, 1e-12, "the strength of a rate");
    ard_fit_free(context, &s);
    free_crabs(&c);
}

/* .35 sqrt(log m / n), m features or kernel rows, n the sum of the case weights, and .2 at most. */
static void the_strength_untuned(void **state)
{
    (void)state;
    enum { MOST_VALUES = 20 * 101 }; /* of the cases */
    ard_settings settings = settings_with(SPR_TOL, 1e-7);
    ard_rng rng;
    ard_rng_init(&rng, 7, 0, 0);
    double *x = make_normals(&rng, MOST_VALUES), weight[200];
    array_problem q;
    int32_t alternate[200];
    for (int i = 0; i < 200; i++) {
        weight[i] = 4;
        alternate[i] = i % 2;
    }
    const struct {
        ard_basis basis;
        int64_t n, p;
        const double *weight;
        double strength;
    } cases[] = {{identity, 200, 5, NULL, .35 * sqrt(log(5) / 200)},
                 {rbf, 200, 5, NULL, .35 * sqrt(log(200) / 200)},
                 {identity, 200, 1, NULL, .35 * sqrt(log(2) / 200)},
                 {identity, 200, 5, weight, .35 * sqrt(log(5) / 800)},
                 {identity, 4, 20, NULL, .2}, /* .30 */
                 {identity, 4, 21, NULL, .2},
                 {identity, 20, 100, NULL, .35 * sqrt(log(100) / 20)},
                 {identity, 20, 101, NULL, .2}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        ard_fit s;
        assert_true(cases[i].n * cases[i].p <= MOST_VALUES);
        solve(array_problem_set(&q, cases[i].n, cases[i].p, x, alternate, cases[i].weight, cases[i].basis), cases[i].basis,
              &settings, &s);
        assert_near(s.used[SPR_STRENGTH], cases[i].strength, 1e-12, "the strength untuned");
        ard_fit_free(context, &s);
    }
    free(x);
}

/* Classes of different size and case weights: the intercept of the null model is not zero. */
static void lam_max_of_unbalanced_classes(void **state)
{
    (void)state;
    enum { ROWS = 60, COLUMNS = 8 };
    ard_rng rng;
    ard_rng_init(&rng, 42, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS), weight[ROWS], sum = 0, positive = 0;
    int32_t label[ROWS];
    for (int i = 0; i < ROWS; i++) {
        label[i] = x[i] + ard_rng_normal(&rng) > 1;
        weight[i] = .5 + ard_rng_uniform(&rng);
        sum += weight[i];
        positive += label[i] ? weight[i] : 0;
    }
    assert_true(positive < .4 * sum);
    array_problem q;
    array_problem_set(&q, ROWS, COLUMNS, x, label, weight, identity);
    ard_settings settings = settings_with(SPR_STRENGTH, 1);
    ard_fit s;
    solve(&q.problem, identity, &settings, &s);
    assert_true(s.null_model);
    assert_near(function_of(&s)->bias[0], ard_normal_quantile(positive / sum), 1e-12, "the bias");
    ard_fit_free(context, &s);
    settings.value[SPR_STRENGTH] = .9999;
    solve(&q.problem, identity, &settings, &s);
    assert_int_equal(s.machine.n_features, 1);
    ard_fit_free(context, &s);
    free(x);
}

static void assert_same(const ard_fit *a, const ard_fit *b, double tolerance)
{
    assert_near(a->objective, b->objective, 1e-10 * fabs(b->objective), "F");
    assert_near(function_of(a)->bias[0], function_of(b)->bias[0], tolerance, "the bias");
    assert_int_equal(a->machine.n_features, b->machine.n_features);
    assert_int_equal(a->machine.n_vectors, b->machine.n_vectors);
    for (int64_t k = 0; k < b->machine.n_features; k++) {
        assert_int_equal(a->machine.feature[k], b->machine.feature[k]);
        assert_near(a->machine.importance[k], b->machine.importance[k], tolerance, "a feature's value");
    }
    for (int64_t j = 0; j < b->machine.n_vectors; j++) {
        assert_int_equal(function_of(a)->row[j], function_of(b)->row[j]);
        assert_near(function_of(a)->weight[j], function_of(b)->weight[j], tolerance, "a weight");
    }
}

/* The objective is concave: the way to the optimum does not matter. */
static void warm_and_cold_starts_agree(void **state)
{
    (void)state;
    crabs c = load_crabs();
    static const ard_basis bases[] = {{ARD_IDENTITY, 0}, {ARD_RBF, 0}, {ARD_POLY, 2}};
    for (int b = 0; b < COUNT_OF(bases); b++) {
        void *work = NULL;
        ard_settings settings = settings_with(SPR_STRENGTH, .5);
        ard_fit warm = {0}, next, cold;
        ard_problem problem = *crabs_problem(&c);
        problem.basis = bases[b];
        assert_int_equal(ard_method_spr.open(&ard_method_spr, context, &problem, &settings, &work), ARDOR_OK);
        for (int step = 0; step < 5; step++) {
            settings.value[SPR_STRENGTH] = .5 * pow(.6, step);
            solve_with(work, &settings, step ? &warm : NULL, &next);
            solve(crabs_problem(&c), bases[b], &settings, &cold);
            assert_same(&next, &cold, 1e-4);
            ard_fit_free(context, &next);
            solve_with(work, &settings, &cold, &next);
            assert_int_equal(next.iterations, 1); /* from the optimum there is nowhere to go */
            ard_fit_free(context, &warm);
            ard_fit_free(context, &cold);
            warm = next;
        }
        ard_fit_free(context, &warm);
        ard_method_spr.close(work);
    }
    free_crabs(&c);
}

/* The path that screens is the method itself at the same rate. */
static void screening_path_is_the_method(void **state)
{
    (void)state;
    crabs c = load_crabs();
    spr_path *path = NULL;
    const spr_solution *s = NULL;
    assert_int_equal(spr_path_open(context, crabs_problem(&c), &path), ARDOR_OK);
    static const double strength[] = {.9, .3, .1, .3}; /* back up again, too */
    for (int k = 0; k < COUNT_OF(strength); k++) {
        ard_settings settings = settings_with(SPR_STRENGTH, strength[k]);
        ard_fit want;
        double dense[5] = {0};
        solve(crabs_problem(&c), identity, &settings, &want);
        assert_int_equal(spr_path_solve(path, strength[k], &s), ARDOR_OK);
        assert_near(s->lam, want.used[SPR_LAM1], 1e-12, "lam");
        assert_near(s->bias, function_of(&want)->bias[0], 1e-3, "the bias");
        for (int64_t t = 0; t < want.machine.n_features; t++) dense[want.machine.feature[t]] = want.machine.importance[t];
        assert_arrays_near(5, s->weight, dense, 1e-3, "weights");
        for (int t = 0; t < 5; t++) assert_int_equal(s->weight[t] != 0, dense[t] != 0);
        ard_fit_free(context, &want);
    }
    spr_path_close(context, path);
    free_crabs(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(identity_matches_an_independent_solver),
                                       cmocka_unit_test(rbf_matches_an_independent_solver),
                                       cmocka_unit_test(optimality_holds_for_many_features),
                                       cmocka_unit_test(lam_max_is_the_edge_of_the_null_model),
                                       cmocka_unit_test(the_strength_untuned),
                                       cmocka_unit_test(lam_max_of_unbalanced_classes),
                                       cmocka_unit_test(warm_and_cold_starts_agree),
                                       cmocka_unit_test(screening_path_is_the_method)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
