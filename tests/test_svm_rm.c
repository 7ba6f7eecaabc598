/* svm-rm: both quadratic programmes against pairwise steps of the test's own, the bound and its gradient from them; conditions of
 * the scales, decision values, values without a fold, sizes, weights, what has no answer. Against scikit-learn: cli_svm_rm. */
#include "api_fixture.h"

#include "penalised_fixture.h"

#include "method/shared/platt.h"
#include "method/svm_rm/search.h"
#include "method/svm_rm/svm_rm.h"

static const ard_basis bases[] = {{ARD_IDENTITY, 0}, {ARD_RBF, 0}};

/* ------------------------------------------------------------------ plain solutions */

/* minimise b'(K + D)b/2 - g'b, sign b >= 0, sum b = total: two variables at a time, those of the largest violation. */
typedef struct plain {
    int64_t n;
    double *m, *g, *sign, *b, *slope; /* m: K + D; slope = g - M b */
    double total, mu, value;
} plain;

static void plain_close(plain *q)
{
    free(q->slope);
    free(q->b);
    free(q->sign);
    free(q->g);
    free(q->m);
}

static plain plain_open(int64_t n, double total)
{
    plain q = {n, make_reals(n * n), make_reals(n), make_reals(n), make_reals(n), make_reals(n), total, 0, 0};
    for (int64_t i = 0; i < n; i++) q.sign[i] = 1;
    return q;
}

/* b may rise where the sign is positive, or there is something to take; and fall likewise. */
static void plain_solve(plain *q)
{
    const int64_t n = q->n;
    for (int64_t i = 0; i < n; i++) q->b[i] = q->total / (double)n;
    for (int64_t round = 0; round < 4000000; round++) {
        int64_t up = -1, down = -1;
        for (int64_t i = 0; i < n && round % 1000 == 0; i++) {
            q->slope[i] = q->g[i];
            for (int64_t j = 0; j < n; j++) q->slope[i] -= q->m[i + j * n] * q->b[j];
        }
        for (int64_t i = 0; i < n; i++) {
            if ((q->sign[i] > 0 || q->b[i] < 0) && (up < 0 || q->slope[i] > q->slope[up])) up = i;
            if ((q->sign[i] < 0 || q->b[i] > 0) && (down < 0 || q->slope[i] < q->slope[down])) down = i;
        }
        q->mu = (q->slope[up] + q->slope[down]) / 2;
        if (q->slope[up] - q->slope[down] < 1e-13 * (1 + fabs(q->mu))) break;
        double step = (q->slope[up] - q->slope[down]) / (q->m[up + up * n] + q->m[down + down * n] - 2 * q->m[up + down * n]);
        if (q->sign[up] < 0) step = fmin(step, -q->b[up]);
        if (q->sign[down] > 0) step = fmin(step, q->b[down]);
        q->b[up] += step;
        q->b[down] -= step;
        for (int64_t i = 0; i < n; i++) q->slope[i] -= step * (q->m[i + up * n] - q->m[i + down * n]);
    }
    q->value = 0;
    for (int64_t i = 0; i < n; i++) {
        q->value -= q->g[i] * q->b[i];
        for (int64_t j = 0; j < n; j++) q->value += q->b[i] * q->m[i + j * n] * q->b[j] / 2;
    }
}

static double kernel(const rows *r, ard_basis basis, const double *theta, const double *x, int64_t i, int64_t n, int64_t j)
{
    double sum = 0;
    for (int64_t k = 0; k < r->p; k++) {
        const double a = x[i + k * n], c = r->x[j + k * r->n];
        sum += theta[k] * (basis.kind == ARD_RBF ? -(a - c) * (a - c) : a * c);
    }
    return basis.kind == ARD_RBF ? exp(sum) : sum;
}

/* ln T by definition, from scales of all features. */
typedef struct bound_by_hand {
    const rows *r;
    ard_basis basis;
    double cost, *theta;
    plain margin, ball;
    double norm2, radius2;
} bound_by_hand;

static double ln_bound(void *self)
{
    bound_by_hand *q = self;
    const rows *r = q->r;
    for (int64_t i = 0; i < r->n; i++) {
        const double ridge = 1 / (q->cost * weight_of(r, i));
        for (int64_t j = 0; j < r->n; j++) {
            const double k = kernel(r, q->basis, q->theta, r->x, i, r->n, j);
            q->margin.m[i + j * r->n] = k + (i == j ? ridge : 0);
            q->ball.m[i + j * r->n] = 2 * (k + (i == j ? ridge : 0));
            if (i == j) q->ball.g[i] = k + 1 / q->cost;
        }
        q->margin.g[i] = q->margin.sign[i] = sign_of(r, i);
    }
    plain_solve(&q->margin);
    plain_solve(&q->ball);
    q->norm2 = -2 * q->margin.value;
    q->radius2 = -q->ball.value;
    return log(q->norm2) + log(q->radius2);
}

static bound_by_hand open_by_hand(const rows *r, ard_basis basis, double cost)
{
    return (bound_by_hand){r, basis, cost, make_reals(r->p), plain_open(r->n, 0), plain_open(r->n, 1), 0, 0};
}

static void close_by_hand(bound_by_hand *q)
{
    plain_close(&q->ball);
    plain_close(&q->margin);
    free(q->theta);
}

/* ------------------------------------------------------------------ the bound */

/* Scales of all sizes, one of them 0, in rising and falling costs with one workspace. */
static void the_bound_is_that_of_plain_solutions(void **state)
{
    (void)state;
    static const double costs[] = {1e-3, .1, 30, 2};
    static const int64_t column[] = {0, 1, 3, 4};
    static const double scale[] = {.3, .02, 1.5, .6};
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int weighted = 0; weighted < 2; weighted++) {
            rows r = make_rows_of(24, 5, weighted, false, 11);
            rm_bound bound;
            double value, gradient[5], f[24];
            bound_by_hand hand = open_by_hand(&r, bases[b], 0);
            assert_int_equal(rm_bound_open(context, rows_problem(&r, bases[b]), &bound), ARDOR_OK);
            for (int c = 0; c < COUNT_OF(costs); c++) {
                for (int t = 0; t < 4; t++) hand.theta[column[t]] = scale[t];
                hand.cost = costs[c];
                rm_bound_set_cost(&bound, costs[c]);
                assert_int_equal(rm_bound_evaluate(&bound, (ard_list){4, column, scale}, &value), ARDOR_OK);
                rm_bound_gradient(&bound, gradient);
                rm_bound_values(&bound, f);
                assert_near(value, ln_bound(&hand), 1e-9, "ln T");
                assert_near(bound.norm2, hand.norm2, 1e-9 * hand.norm2, "|w|^2");
                assert_near(bound.radius2, hand.radius2, 1e-9 * hand.radius2, "R^2");
                assert_arrays_near(r.n, bound.margin.b, hand.margin.b, 1e-7, "coefficients");
                assert_arrays_near(r.n, bound.ball.b, hand.ball.b, 1e-7, "the ball");
                assert_near(bound.margin.mu, hand.margin.mu, 1e-7, "the bias");
                assert_true(rm_bound_violation(&bound) < 1e-10);
                for (int64_t i = 0; i < r.n; i++) {
                    double sum = hand.margin.mu;
                    for (int64_t j = 0; j < r.n; j++) sum += hand.margin.b[j] * kernel(&r, bases[b], hand.theta, r.x, i, r.n, j);
                    assert_near(f[i], sum, 1e-7, "f");
                }
                for (int64_t k = 0; k < r.p; k++)
                    assert_near(gradient[k], central_difference(ln_bound, &hand, hand.theta + k, false, 1e-5),
                                2e-6 * (1 + fabs(gradient[k])), "a derivative");
            }
            rm_bound_close(&bound);
            close_by_hand(&hand);
            free_rows(&r);
        }
}

/* A row of weight 2 is two rows, in the ball too. */
static void weights_are_repeated_rows(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        rows r = make_rows_of(18, 4, false, false, 13), twice = {.n = 24, .p = 4};
        twice.x = make_reals(24 * 4);
        twice.label = make_array(24, sizeof(int32_t));
        r.weight = make_reals(18);
        for (int64_t i = 0, at = 0; i < 18; i++) {
            r.weight[i] = i % 3 ? 1 : 2;
            for (int copy = 0; copy < (int)r.weight[i]; copy++, at++) {
                twice.label[at] = r.label[i];
                for (int64_t k = 0; k < 4; k++) twice.x[at + 24 * k] = r.x[i + 18 * k];
            }
        }
        static const int64_t column[] = {0, 1, 2, 3};
        static const double scale[] = {.2, .4, .1, .5};
        double value[2], gradient[2][4];
        for (int copies = 0; copies < 2; copies++) {
            rm_bound bound;
            assert_int_equal(rm_bound_open(context, rows_problem(copies ? &twice : &r, bases[b]), &bound), ARDOR_OK);
            rm_bound_set_cost(&bound, .7);
            assert_int_equal(rm_bound_evaluate(&bound, (ard_list){4, column, scale}, &value[copies]), ARDOR_OK);
            rm_bound_gradient(&bound, gradient[copies]);
            rm_bound_close(&bound);
        }
        assert_near(value[0], value[1], 1e-11, "ln T");
        assert_arrays_near(4, gradient[0], gradient[1], 1e-9, "the gradient");
        free_rows(&twice);
        free_rows(&r);
    }
}

/* ------------------------------------------------------------------ the search */

static void search(const ard_problem *problem, const rm_ask *ask, rm_search *out, ard_trace *trace, ard_iteration *last)
{
    int64_t iterations = 0;
    if (rm_search_open(context, problem, out) || rm_search_run(out, ask, trace, &iterations, last))
        fail_msg("%s", ardor_context_message(context));
}

/* Scales of all columns. */
static void scales_of(const rm_search *s, int64_t p, double *theta)
{
    memset(theta, 0, (size_t)p * sizeof *theta);
    for (int64_t t = 0; t < s->n_live; t++) {
        assert_true(s->theta[t] > 0 && (t == 0 || s->live[t] > s->live[t - 1]));
        theta[s->live[t]] = s->theta[t];
    }
}

/* By differences of the plain bound: nothing falls further, at the scales that are 0 too; and T fell at every step. */
static void scales_are_at_a_minimum(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int c = 0; c < 2; c++) {
            rows r = make_rows_of(30, 6, b == 1, false, 17);
            rm_search s;
            ard_trace trace = {0};
            ard_iteration last;
            bound_by_hand hand = open_by_hand(&r, bases[b], c ? 1 : .05);
            const rm_ask ask = {.cost = hand.cost, .tol = 1e-5, .start = .2, .max_iter = 1000};
            search(rows_problem(&r, bases[b]), &ask, &s, &trace, &last);
            assert_int_equal(last.stop, ARD_STOP_CONVERGED);
            scales_of(&s, r.p, hand.theta);
            assert_near(-last.objective, ln_bound(&hand), 1e-8, "ln T");
            double sum = 0, mean = 0, slope[6], worst = 0;
            for (int64_t k = 0; k < r.p; k++) {
                slope[k] = central_difference(ln_bound, &hand, hand.theta + k, false, 1e-4);
                sum += hand.theta[k];
                mean += hand.theta[k] * slope[k];
            }
            if (b == 0) assert_near(sum, 6, 1e-12, "the sum of the scales");
            mean = b == 0 ? mean / 6 : 0;
            for (int64_t k = 0; k < r.p; k++) {
                assert_true(slope[k] - mean > -2e-5);
                if (hand.theta[k] > 0) assert_true(fabs(slope[k] - mean) < 2e-5);
                if (hand.theta[k] > 0 || slope[k] < mean) worst = fmax(worst, fabs(slope[k] - mean));
            }
            assert_true(last.certificate.kind == ARD_CERTIFICATE_KKT && last.certificate.scales <= 1e-5);
            assert_true(worst * fmax(sum, b == 0 ? 6 : 6 * .2) < 1e-4);
            assert_true(trace.n > 2);
            for (int64_t t = 1; t < trace.n; t++)
                assert_true(trace.iteration[t].objective >= trace.iteration[t - 1].objective - 1e-12);
            ard_trace_free(context, &trace);
            rm_search_close(&s);
            close_by_hand(&hand);
            free_rows(&r);
        }
}

/* The labels are those of two columns' product: rbf finds them among six. */
static void a_product_is_found(void **state)
{
    (void)state;
    enum { N = 120, P = 6 };
    ard_rng rng;
    ard_iteration last;
    rm_search s;
    double theta[P];
    ard_rng_init(&rng, 19, 0, 0);
    rows r = {.n = N, .p = P, .x = make_normals(&rng, N * P), .label = make_array(N, sizeof(int32_t))};
    for (int64_t i = 0; i < N; i++) r.label[i] = r.x[i + 2 * N] * r.x[i + 4 * N] > 0;
    search(rows_problem(&r, bases[1]), &(rm_ask){.cost = 1, .tol = 1e-3, .start = 1. / P, .max_iter = 1000}, &s, NULL, &last);
    scales_of(&s, P, theta);
    for (int k = 0; k < P; k++)
        if (k != 2 && k != 4) assert_true(theta[k] < .1 * fmin(theta[2], theta[4]));
    rm_search_close(&s);
    free_rows(&r);
}

/* Is no scale smaller that was let go, and none kept that T would rather be without? */
static void check_scales(rm_search *s, int64_t p, double tol)
{
    double *slope = make_reals(p), mean = 0;
    rm_bound_gradient(&s->bound, slope);
    for (int64_t t = 0; t < s->n_live; t++) mean += s->theta[t] * slope[s->live[t]] / (double)p;
    for (int64_t k = 0; k < p; k++) assert_true((double)p * (slope[k] - mean) > -tol);
    for (int64_t t = 0; t < s->n_live; t++) assert_true((double)p * fabs(slope[s->live[t]] - mean) < tol);
    free(slope);
}

/* Those that are kept are the largest. */
static void check_largest(int64_t p, const double *before, const double *kept)
{
    double least = INFINITY, most = 0;
    for (int64_t k = 0; k < p; k++) {
        if (kept[k] > 0) least = fmin(least, before[k]);
        if (kept[k] == 0) most = fmax(most, before[k]);
    }
    assert_true(least > most);
}

/* Many columns, few rows: most scales are exactly 0, and some came back from there. A stop on the way keeps no more than k. */
static void at_most_k_features_are_kept(void **state)
{
    (void)state;
    rows r = make_rows_of(40, 1000, false, false, 23);
    const ard_problem *problem = rows_problem(&r, bases[0]);
    rm_search s;
    ard_iteration last;
    double *before[2], *scale = make_reals(r.p); /* without k, after a step, and at the end */
    for (int end = 0; end < 2; end++) {
        before[end] = make_reals(r.p);
        search(problem, &(rm_ask){.cost = 1e-2, .tol = 1e-4, .max_iter = end ? 2000 : 1}, &s, NULL, &last);
        assert_int_equal(last.stop, end ? ARD_STOP_CONVERGED : ARD_STOP_MAX_ITER);
        if (end) assert_in_range(s.n_live, 9, 59);
        if (end) check_scales(&s, r.p, 1.01e-4);
        scales_of(&s, r.p, before[end]);
        rm_search_close(&s);
    }
    for (int64_t k = 1; k <= 32; k *= 2)
        for (int end = 0; end < 2; end++) {
            double sum = 0;
            search(problem, &(rm_ask){.cost = 1e-2, .tol = 1e-4, .k = k, .max_iter = end ? 2000 : 1}, &s, NULL, &last);
            assert_int_equal(last.stop, end ? ARD_STOP_CONVERGED : ARD_STOP_MAX_ITER);
            assert_true(s.n_live <= k && s.n_live > 0 && last.n_features == s.n_live);
            scales_of(&s, r.p, scale);
            for (int64_t t = 0; t < r.p; t++) {
                sum += scale[t];
                if (end && scale[t] > 0) assert_true(before[1][t] > 0); /* none comes back from the features that went */
            }
            assert_near(sum, 1000, 1e-9, "the sum of the scales");
            if (!end) check_largest(r.p, before[0], scale);
            rm_search_close(&s);
        }
    free(before[1]);
    free(before[0]);
    free(scale);
    free_rows(&r);
}

/* ------------------------------------------------------------------ the method */

static ard_settings settings_of(double cost)
{
    ard_settings s = settings_at(&ard_method_svm_rm, (const char *[]){"C"}, &cost, 1);
    s.value[SVM_RM_TOL] = 1e-6;
    return s;
}

static rm_ask ask_of(const ard_problem *problem, double cost)
{
    return (rm_ask){.cost = cost, .tol = 1e-6, .start = 1 / (double)problem->x->p, .max_iter = 1000};
}

/* f of rows by the plain solution with the scales of a search. */
static void values_by_hand(const rows *r, ard_basis basis, double cost, const rm_search *s, int64_t n, const double *x, double *f)
{
    bound_by_hand hand = open_by_hand(r, basis, cost);
    scales_of(s, r->p, hand.theta);
    ln_bound(&hand);
    for (int64_t i = 0; i < n; i++) {
        f[i] = hand.margin.mu;
        for (int64_t j = 0; j < r->n; j++) f[i] += hand.margin.b[j] * kernel(r, basis, hand.theta, x, i, n, j);
    }
    close_by_hand(&hand);
}

/* Each fold's scales are those of the other rows. */
static void the_line_is_of_values_out_of_fold(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        enum { N = 45, P = 4 };
        const double cost = b ? 1 : .1;
        rows r = make_rows_of(N, P, true, false, 29);
        const ard_problem *problem = rows_problem(&r, bases[b]);
        const ard_settings settings = settings_of(cost);
        double f[N], value[N], own[N], slope = 0, intercept = 0;
        ard_platt_folds folds = {0};
        ard_iteration last;
        rm_search s;
        ard_fit fit;
        assert_int_equal(ard_platt_deal(context, problem, problem->seed, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
        for (int fold = 0; fold < folds.n; fold++) {
            rows in = {.n = 0, .p = P, .x = make_reals(N * P), .label = make_array(N, sizeof(int32_t)), .weight = make_reals(N)};
            for (int64_t i = 0; i < N; i++) in.n += folds.fold[i] != fold;
            for (int64_t i = 0, at = 0; i < N; i++) {
                if (folds.fold[i] == fold) continue;
                for (int64_t k = 0; k < P; k++) in.x[at + k * in.n] = r.x[i + k * N];
                in.weight[at] = r.weight[i];
                in.label[at++] = r.label[i];
            }
            const ard_problem *part = rows_problem(&in, bases[b]);
            const rm_ask ask = ask_of(problem, cost);
            search(part, &ask, &s, NULL, &last);
            values_by_hand(&in, bases[b], cost, &s, N, r.x, value);
            for (int64_t i = 0; i < N; i++)
                if (folds.fold[i] == fold) f[i] = value[i];
            rm_search_close(&s);
            free_rows(&in);
        }
        platt_by_hand(&r, f, &slope, &intercept);
        must_fit(&ard_method_svm_rm, problem, &settings, NULL, &fit);
        assert_near(fit.extra[SVM_RM_SLOPE], slope, 1e-5 * slope, "the slope");
        assert_near(fit.extra[SVM_RM_INTERCEPT], intercept, 1e-5, "the intercept");
        const rm_ask ask = ask_of(problem, cost);
        search(problem, &ask, &s, NULL, &last);
        values_by_hand(&r, bases[b], cost, &s, N, r.x, own);
        assert_int_equal(latent_of(context, &fit, N, r.x, f), ARDOR_OK);
        for (int64_t i = 0; i < N; i++) assert_near(f[i], slope * own[i] + intercept, 1e-5, "f of the machine");
        assert_near(fit.objective, -log(fit.extra[SVM_RM_RADIUS] * fit.extra[SVM_RM_NORM]), 1e-12, "the objective");
        assert_int_equal(fit.machine.n_features, s.n_live);
        rm_search_close(&s);
        ard_fit_free(context, &fit);
        ard_platt_free(context, &folds);
        free_rows(&r);
    }
}

static void one_class_and_no_features(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 3, false, false, 31);
    const ard_settings settings = settings_of(1);
    double share[2] = {0};
    ard_fit fit;
    for (int64_t i = 0; i < r.n; i++) share[r.label[i]]++;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int constant = 0; constant < 2; constant++) {
            rows none = r;
            none.x = make_reals(r.n * r.p);
            none.p = constant ? r.p : 0;
            for (int64_t i = 0; i < r.n * r.p; i++) none.x[i] = 7;
            must_fit(&ard_method_svm_rm, rows_problem(&none, bases[b]), &settings, NULL, &fit);
            assert_true(fit.null_model && fit.machine.n_features == 0 && fit.machine.n_vectors == 0);
            assert_int_equal(fit.stop, ARD_STOP_NULL_MODEL);
            assert_near(function_of(&fit)->bias[0], log(share[1] / share[0]), 1e-9, "the bias");
            ard_fit_free(context, &fit);
            free(none.x);
        }
    for (int64_t i = 0; i < r.n; i++) r.label[i] = 1;
    assert_int_equal(fit_problem(context, &ard_method_svm_rm, rows_problem(&r, bases[1]), &settings, NULL, false, &fit),
                     ARDOR_DATA);
    assert_message("needs rows of both classes");
    free_rows(&r);
}

/* A class of one row has no fold; a constant column and a copy do no harm, and copies have the same scale. */
static void odd_tables(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        rows r = make_rows_of(26, 5, false, false, 37);
        const ard_settings settings = settings_of(.3);
        ard_fit fit;
        ard_iteration last;
        rm_search s;
        double theta[5];
        for (int64_t i = 0; i < r.n; i++) {
            r.x[i + 3 * r.n] = -4;
            r.x[i + 4 * r.n] = r.x[i];
        }
        search(rows_problem(&r, bases[b]), &(rm_ask){.cost = .3, .tol = 1e-6, .start = .2, .max_iter = 1000}, &s, NULL, &last);
        scales_of(&s, 5, theta);
        assert_true(theta[3] == 0 && theta[0] > 0);
        assert_near(theta[4], theta[0], 1e-6 * theta[0], "the scale of a copy");
        rm_search_close(&s);
        for (int64_t i = 0; i < r.n; i++) r.label[i] = i == 7;
        must_fit(&ard_method_svm_rm, rows_problem(&r, bases[b]), &settings, NULL, &fit);
        assert_true(isfinite(fit.objective) && isfinite(function_of(&fit)->bias[0]));
        ard_fit_free(context, &fit);
        free_rows(&r);
    }
}

/* Of a ridge that the kernel's rounding hides there is one message, and no model. */
static void a_cost_beyond_rounding_is_refused(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 3, false, false, 41);
    const ard_settings settings = settings_of(1e9);
    ard_fit fit;
    for (int64_t i = 0; i < 3 * r.n; i++) r.x[i] = 1e6 * (r.x[i] + 3);
    assert_int_equal(fit_problem(context, &ard_method_svm_rm, rows_problem(&r, bases[0]), &settings, NULL, false, &fit),
                     ARDOR_NUMERIC);
    assert_message("C is too large");
    free_rows(&r);
}

/* Of u as it should be: the largest violation of the conditions of a programme, over the largest of their terms. */
static double lack_of(const ard_signed_qp *q)
{
    const ard_signed_problem *p = &q->problem;
    double worst = 0, terms = 0, sum = -p->total, sizes = fabs(p->total);
    for (int64_t i = 0; i < q->n; i++) {
        double u = 0;
        for (int64_t j = 0; j < q->n; j++) u += p->k[i + j * q->n] * q->b[j];
        const double lack = p->sign[i] * (p->g[i] - u - p->ridge[i] * q->b[i] - q->mu);
        assert_true(p->sign[i] * q->b[i] >= 0);
        worst = fmax(worst, q->b[i] == 0 ? lack : fabs(lack));
        terms = fmax(terms, fmax(fabs(p->g[i]), fabs(p->ridge[i] * q->b[i])));
        sum += q->b[i];
        sizes += fabs(q->b[i]);
    }
    return fmax(worst / terms, fabs(sum) / sizes);
}

/* From costs at which all is well to those where K + D has a factor, but the steps come to rounding before the solution. What is
 * told of a solution is true. */
static void a_programme_is_solved_or_refused(void **state)
{
    (void)state;
    const ard_list one = {1, (int64_t[]){0}, (double[]){1}};
    int refused = 0, solved = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        rows r = make_rows_of(17, 3, false, false, seed);
        rm_bound bound;
        double value;
        for (int64_t i = 0; i < r.n; i++) r.x[i] *= 30;
        assert_int_equal(rm_bound_open(context, rows_problem(&r, bases[0]), &bound), ARDOR_OK);
        rm_bound_set_cost(&bound, 2e5 * pow(10, (double)(seed % 6)));
        if (rm_bound_evaluate(&bound, one, &value) == ARDOR_OK) {
            const double own = fmax(lack_of(&bound.margin), lack_of(&bound.ball));
            assert_true(own <= rm_bound_violation(&bound));
            assert_true(rm_bound_violation(&bound) <= 1e-4);
            solved++;
        } else {
            assert_message("C is too large");
            refused++;
        }
        rm_bound_close(&bound);
        free_rows(&r);
    }
    assert_in_range(refused, 1, 150);
    assert_in_range(solved, 50, 199);
}

static void candidates_are_in_units_of_the_kernel(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 8, false, false, 43);
    ard_settings settings;
    ard_settings_default(&ard_method_svm_rm, &settings);
    for (int b = 0; b < COUNT_OF(bases); b++) {
        ard_grid grid;
        assert_int_equal(ard_method_svm_rm.grid(&ard_method_svm_rm, context, rows_problem(&r, bases[b]), &settings, false, &grid),
                         0);
        assert_int_equal(grid.n, b ? 12 : 5);
        assert_int_equal(grid.n_tuned, b ? 2 : 1);
        assert_near(grid.value[0], b ? .01 : .01 / 8, 1e-12, "the least C");
        assert_near(grid.value[(grid.n - 1) * grid.n_tuned], b ? 1000 : 100. / 8, 1e-9, "the largest C");
        ard_grid_free(context, &grid);
    }
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_bound_is_that_of_plain_solutions),
                                       cmocka_unit_test(weights_are_repeated_rows),
                                       cmocka_unit_test(scales_are_at_a_minimum),
                                       cmocka_unit_test(a_product_is_found),
                                       cmocka_unit_test(at_most_k_features_are_kept),
                                       cmocka_unit_test(the_line_is_of_values_out_of_fold),
                                       cmocka_unit_test(one_class_and_no_features),
                                       cmocka_unit_test(odd_tables),
                                       cmocka_unit_test(a_cost_beyond_rounding_is_refused),
                                       cmocka_unit_test(a_programme_is_solved_or_refused),
                                       cmocka_unit_test(candidates_are_in_units_of_the_kernel)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
