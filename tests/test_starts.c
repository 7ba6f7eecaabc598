/* The starts of jcfo, rsfm and pfcvm-lp: more are no worse, what they begin at, what is drawn. */
#include "api_fixture.h"
#include "fault_fixture.h"

#include "method/jcfo/jcfo.h"
#include "method/shared/starts.h"
#include "problem.h"
#include "simulated.h"

enum { ROWS = 48, COLUMNS = 4 };
static const char *const having[] = {"jcfo", "rsfm", "pfcvm-lp"};
static const char *const bases[] = {"linear", "rbf"};

typedef struct xor_rows {
    double x[ROWS * COLUMNS];
    int32_t label[ROWS];
} xor_rows;

/* Two noisy copies of a pair whose signs agree or not: classes of equal size. */
static void make_xor(xor_rows *q)
{
    ard_rng rng;
    ard_rng_init(&rng, 17, 0, 0);
    for (int i = 0; i < ROWS; i++) {
        const double sign[] = {i & 1 ? 1 : -1, i & 2 ? 1 : -1};
        q->label[i] = sign[0] * sign[1] > 0;
        for (int k = 0; k < COLUMNS; k++) q->x[i + k * ROWS] = sign[k % 2] + .45 * ard_rng_normal(&rng);
    }
}

static ard_fit fit_starts(const ard_method *method, const ard_problem *problem, double starts, const char *more)
{
    ard_fit fit;
    ard_settings values;
    char copy[200], *rest = copy;
    ard_settings_default(method, &values);
    values.value[ard_setting_index(method, "starts")] = starts;
    snprintf(copy, sizeof copy, "%s", more);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *text = strchr(pair, '=');
        *text++ = '\0';
        must(ard_settings_set(context, method, &values, pair, text));
    }
    must(fit_problem(context, method, problem, &values, NULL, false, &fit));
    return fit;
}

static ard_basis basis_of(const char *name)
{
    ard_basis basis;
    must(ard_basis_parse(context, name, &basis));
    return basis;
}

/* Start 1 of many is the one start; the best of 6 is as good as the best of 3, whose ends are among its own. */
static void more_starts_are_no_worse(void **state)
{
    (void)state;
    xor_rows q;
    make_xor(&q);
    for (int m = 0; m < COUNT_OF(having); m++)
        for (int b = 0; b < COUNT_OF(bases); b++) {
            array_problem p;
            const ard_method *method = ard_method_find(having[m]);
            const ard_problem *problem = array_problem_set(&p, ROWS, COLUMNS, q.x, q.label, NULL, basis_of(bases[b]));
            ard_fit fit[3];
            for (int k = 0; k < 3; k++) fit[k] = fit_starts(method, problem, (const int[]){1, 3, 6}[k], "");
            assert_int_equal(fit[0].optima.n, 0);
            for (int k = 1; k < 3; k++) {
                const ard_optima *optima = &fit[k].optima;
                bool found = false;
                assert_true(fit[k].objective >= fit[k - 1].objective);
                assert_int_equal(starts_of(optima), k * 3);
                assert_true(optima->optimum[0].objective == fit[k].objective);
                for (int64_t i = 0; i < optima->n; i++)
                    found = found || fabs(optima->optimum[i].objective - fit[0].objective) < 2e-3 * fabs(fit[0].objective);
                if (!found) fail_msg("%s %s: the one start is none of many", having[m], bases[b]);
            }
            for (int k = 0; k < 3; k++) ard_fit_free(context, &fit[k]);
        }
}

/* Every allocation of several starts fails once: the call says so and keeps nothing. */
static void failing_memory_ends_a_fit(void **state)
{
    (void)state;
    xor_rows q;
    fault memory = {0};
    ardor_context *in = fault_context(&memory);
    const long long live = atomic_load(&memory.live);
    make_xor(&q);
    for (int m = 0; m < COUNT_OF(having); m++)
        for (int b = 0; b < COUNT_OF(bases); b++) {
            array_problem p;
            ard_fit fit;
            ard_settings values;
            const ard_method *method = ard_method_find(having[m]);
            const ard_problem *problem = array_problem_set(&p, ROWS, COLUMNS, q.x, q.label, NULL, basis_of(bases[b]));
            ard_settings_default(method, &values);
            values.value[ard_setting_index(method, "starts")] = 3;
            values.value[method->max_iter] = 5;
            for (long long at = 1;; at++) {
                fault_reset(&memory, at, false);
                const int rc = fit_problem(in, method, problem, &values, NULL, false, &fit);
                if (!atomic_load(&memory.fired)) {
                    assert_int_equal(rc, ARDOR_OK);
                    assert_true(at > 40);
                    ard_fit_free(in, &fit);
                    break;
                }
                assert_int_equal(rc, ARDOR_MEMORY);
                assert_true(atomic_load(&memory.live) == live);
            }
            assert_true(atomic_load(&memory.live) == live);
        }
    fault_reset(&memory, 0, false);
    ardor_context_free(in);
}

/* At zero scales JCFO has a strict local optimum: with classes of one size it is -n ln 2. Some starts end there. */
static void jcfo_finds_a_model_and_the_null_model(void **state)
{
    (void)state;
    xor_rows q;
    array_problem p;
    make_xor(&q);
    const ard_problem *problem = array_problem_set(&p, ROWS, COLUMNS, q.x, q.label, NULL, basis_of("rbf"));
    ard_fit fit = fit_starts(&ard_method_jcfo, problem, 12, "lam1=.1 lam2=12");
    const ard_optimum *last = fit.optima.optimum + fit.optima.n - 1;
    assert_true(fit.optima.n >= 2 && !fit.null_model);
    assert_int_equal(last->stop, ARD_STOP_NULL_MODEL);
    assert_near(last->objective, -ROWS * log(2), 1e-9, "the null model");
    assert_true(last->n_features == 0 && last->n_common == 0 && ard_optimum_reached(last));
    assert_true(fit.optima.optimum[0].certificate.weights < 1e-5 && fit.optima.optimum[0].certificate.scales < 1e-5);
    ard_fit_free(context, &fit);
}

/* f of the point that start `number` of JCFO begins at. */
static void begin_jcfo(const ard_problem *problem, const ard_settings *values, int64_t number, const double *x, double *f)
{
    void *work = NULL;
    ard_fit fit = ard_fit_empty();
    const ard_steps *steps = ard_method_jcfo.steps;
    must(ard_method_jcfo.open(&ard_method_jcfo, context, problem, values, &work));
    must(number == 1 ? steps->start(work, values, NULL) : steps->restart(work, values, number));
    must(steps->finish(work, &(ard_ask){false, false}, &fit));
    must(latent_of(context, &fit, ROWS, x, f));
    ard_fit_free(context, &fit);
    ard_method_jcfo.close(work);
}

/* The dual start is the sparse probit regression itself: the first behind a screen, else the second. */
static void one_of_the_first_two_is_dual(void **state)
{
    (void)state;
    xor_rows q;
    array_problem p;
    spr_path *path = NULL;
    const spr_solution *sparse = NULL;
    ard_settings values;
    double expected[ROWS], f[ROWS];
    make_xor(&q);
    for (int i = 0; i < ROWS; i++) q.x[i] += 2 * q.label[i]; /* so that there is something linear */
    const ard_problem *problem = array_problem_set(&p, ROWS, COLUMNS, q.x, q.label, NULL, basis_of("linear"));
    must(spr_path_open(context, problem, &path));
    must(spr_path_solve(path, .17, &sparse));
    for (int i = 0; i < ROWS; i++) {
        expected[i] = sparse->bias;
        for (int k = 0; k < COLUMNS; k++) expected[i] += sparse->weight[k] * q.x[i + k * ROWS];
    }
    for (int number = 1; number < 5; number++)
        for (int screen = 0; screen < 2; screen++) {
            ard_settings_default(&ard_method_jcfo, &values);
            values.value[JCFO_SCREEN] = screen ? JCFO_SCREEN_RESTRICT : JCFO_SCREEN_NONE;
            begin_jcfo(problem, &values, number, q.x, f);
            double difference = 0;
            for (int i = 0; i < ROWS; i++) difference = fmax(difference, fabs(f[i] - expected[i]));
            if ((number + screen == 2) != (difference < 1e-6))
                fail_msg("start %d, screen %d: %g from the sparse regression", number, screen, difference);
        }
    spr_path_close(context, path);
}

/* ------------------------------------------------------------------ what is drawn */

static void scales_follow_their_columns(void **state)
{
    (void)state;
    static const int64_t of[COLUMNS] = {2, 0, 3, 1};
    xor_rows q, moved;
    array_problem p, r;
    double scale[3][COLUMNS], other[COLUMNS];
    make_xor(&q);
    q.x[3] = 9; /* so that labels lead somewhere */
    for (int i = 0; i < ROWS; i++) {
        const int row = (5 * i + 2) % ROWS;
        moved.label[i] = q.label[row];
        for (int k = 0; k < COLUMNS; k++) moved.x[i + k * ROWS] = q.x[row + of[k] * ROWS];
    }
    const ard_problem *a = array_problem_set(&p, ROWS, COLUMNS, q.x, q.label, NULL, basis_of("rbf"));
    const ard_problem *b = array_problem_set(&r, ROWS, COLUMNS, moved.x, moved.label, NULL, basis_of("rbf"));
    for (int number = 2; number < 5; number++) {
        must(ard_start_scales(context, a, a->x, number, scale[number - 2]));
        must(ard_start_scales(context, b, b->x, number, other));
        for (int k = 0; k < COLUMNS; k++) {
            assert_near(other[k], scale[number - 2][of[k]], number == 2 ? 1e-12 : 0, "a scale of a column that moved");
            assert_true(other[k] >= (number == 2 ? .01 : .1) && other[k] <= (number == 2 ? COLUMNS : 10));
        }
    }
    assert_true(scale[1][0] != scale[2][0] && scale[1][0] != scale[1][1]);
    p.problem.seed = 2;
    must(ard_start_scales(context, a, a->x, 3, other));
    assert_true(other[0] != scale[1][0]);
}

/* |correlation with the labels|, over its mean. */
static void labels_lead_the_second_start(void **state)
{
    (void)state;
    static const double x[] = {1, 2, 3, 4, /**/ 1, -1, 1, -1, /**/ 5, 5, 5, 5}, weight[] = {1, 1, 1, 3};
    static const int32_t label[] = {0, 0, 1, 1};
    array_problem p;
    double scale[3];
    const ard_problem *q = array_problem_set(&p, 4, 3, x, label, weight, basis_of("rbf"));
    must(ard_start_scales(context, q, q->x, 2, scale));
    /* weighted by hand: means 3 and -1/3, covariances with the labels (mean 1/3) 1 and -2/9, deviations sqrt(4/3), sqrt(8/9) */
    const double r[] = {1 / sqrt(4 / 3.), 2 / 9. / sqrt(8 / 9.)};
    for (int k = 0; k < 2; k++) assert_near(scale[k], 3 * r[k] / (r[0] + r[1]), 1e-12, "a scale");
    assert_near(scale[2], .01, 1e-15, "the least");
}

static char *evaluated(const ardor_dataset *data, const char *method, const char *more)
{
    char spec[200];
    snprintf(spec, sizeof spec, "method=%s basis=rbf plan=kfold:4 starts=4 max_iter=30 %s", method, more);
    json_t *root = evaluate(data, spec);
    json_object_del(root, "seed");
    json_object_del(root, "given");
    return without_seconds(root);
}

static void threads_and_seeds(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 40, 6, NAN, 5, &data));
    for (int m = 0; m < COUNT_OF(having); m++) {
        char *one = evaluated(data, having[m], "threads=1"), *two = evaluated(data, having[m], "threads=2");
        assert_string_equal(one, two);
        free(two);
        free(one);
    }
    ardor_model *first = fit(data, "method=rsfm starts=5"), *again = fit(data, "method=rsfm starts=5"),
                *other = fit(data, "method=rsfm starts=5 seed=2");
    char *text[] = {without_seconds(model_json(first)), without_seconds(model_json(again))};
    assert_string_equal(text[0], text[1]);
    json_t *a = model_json(first), *b = model_json(other);
    assert_false(json_equal(at(a, "optima"), at(b, "optima")));
    json_decref(b);
    json_decref(a);
    free(text[1]);
    free(text[0]);
    ardor_model_free(other);
    ardor_model_free(again);
    ardor_model_free(first);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(more_starts_are_no_worse),
                                       cmocka_unit_test(failing_memory_ends_a_fit),
                                       cmocka_unit_test(jcfo_finds_a_model_and_the_null_model),
                                       cmocka_unit_test(one_of_the_first_two_is_dual),
                                       cmocka_unit_test(scales_follow_their_columns),
                                       cmocka_unit_test(labels_lead_the_second_start),
                                       cmocka_unit_test(threads_and_seeds)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
