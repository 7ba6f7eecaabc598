/* Forward selection: the discriminant by dense equations in extended precision, each step against all columns by equations of its
 * own, how many are taken, collinear columns, separated classes, weights. */
#include "rows_fixture.h"

#include "method/forward/forward.h"
#include "method/forward/select.h"

enum { MOST = 24 };

static rows make_rows(int64_t n, int64_t p, bool weighted, uint64_t seed)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    rows r = {.n = n, .p = p, .x = make_normals(&rng, n * p), .label = make_array(n, sizeof *r.label)};
    for (int64_t i = 0; i < n; i++) {
        const double common = ard_rng_normal(&rng);
        double f = .3;
        for (int64_t j = 0; j < p; j++) {
            r.x[i + j * n] = 5 + (1 + .1 * (double)j) * (r.x[i + j * n] + .6 * common);
            if (j < 4) f += (j % 2 ? -.8 : 1) * (r.x[i + j * n] - 5);
        }
        r.label[i] = f + ard_rng_normal(&rng) > 0;
    }
    if (weighted) weigh_rows(&r);
    return r;
}

static void fit_to(rows *r, double k, ard_fit *out) { must_fit(&ard_method_forward, FORWARD_K, k, r, out); }

/* ------------------------------------------------------------------ the discriminant by hand */

typedef struct by_hand {
    long double weight[MOST], bias, criterion;
} by_hand;

/* Gauss with pivots on [a | b], m x m. */
static void solve(int m, long double a[MOST][MOST + 1])
{
    for (int k = 0; k < m; k++) {
        int pivot = k;
        for (int i = k; i < m; i++)
            if (fabsl(a[i][k]) > fabsl(a[pivot][k])) pivot = i;
        for (int j = 0; j <= m; j++) {
            const long double t = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = t;
        }
        for (int i = 0; i < m; i++) {
            if (i == k) continue;
            const long double share = a[i][k] / a[k][k];
            for (int j = k; j <= m; j++) a[i][j] -= share * a[k][j];
        }
    }
    for (int i = 0; i < m; i++) a[i][m] /= a[i][i];
}

/* Means, the pooled covariance, its equations. */
static by_hand discriminant_of(const rows *r, int m, const int64_t *column)
{
    by_hand out = {0};
    long double sum[2] = {0}, mean[2][MOST] = {{0}}, a[MOST][MOST + 1] = {{0}};
    for (int64_t i = 0; i < r->n; i++) {
        sum[r->label[i]] += weight_of(r, i);
        for (int j = 0; j < m; j++) mean[r->label[i]][j] += weight_of(r, i) * (long double)r->x[i + column[j] * r->n];
    }
    for (int c = 0; c < 2; c++)
        for (int j = 0; j < m; j++) mean[c][j] /= sum[c];
    for (int64_t i = 0; i < r->n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                a[j][k] += weight_of(r, i) * (r->x[i + column[j] * r->n] - mean[r->label[i]][j]) *
                           (r->x[i + column[k] * r->n] - mean[r->label[i]][k]) / (sum[0] + sum[1] - 2);
    for (int j = 0; j < m; j++) a[j][m] = mean[1][j] - mean[0][j];
    solve(m, a);
    out.bias = logl(sum[1] / sum[0]);
    for (int j = 0; j < m; j++) {
        out.weight[j] = a[j][m];
        out.bias -= a[j][m] * (mean[0][j] + mean[1][j]) / 2;
        out.criterion += a[j][m] * (mean[1][j] - mean[0][j]);
    }
    return out;
}

static void check_discriminant(const rows *r, const ard_fit *fit)
{
    const ard_function *f = function_of(fit);
    const int64_t m = fit->machine.n_features;
    const by_hand want = discriminant_of(r, (int)m, fit->machine.feature);
    for (int64_t j = 0; j < m; j++)
        assert_near(f->weight[j], (double)want.weight[j], 1e-10 * (1 + fabs((double)want.weight[j])), "a weight");
    assert_near(f->bias[0], (double)want.bias, 1e-9 * (1 + fabs((double)want.bias)), "the bias");
    assert_near(fit->extra[FORWARD_CRITERION], (double)want.criterion, 1e-10 * (double)want.criterion, "the criterion");
}

/* Of all columns that there are, in whatever order they enter; with as many rows as there must be, too. */
static void the_discriminant_solves_its_equations(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++)
        for (int m = 1; m <= 8; m++) {
            rows r = make_rows(mode < 2 ? 60 : 12, m, mode & 1, 5 + (uint64_t)mode);
            ard_fit fit;
            fit_to(&r, m, &fit);
            assert_int_equal(fit.machine.n_features, m);
            check_discriminant(&r, &fit);
            ard_fit_free(context, &fit);
            free_rows(&r);
        }
}

/* Columns that are one up to 1/5000 of them: equations of the covariance alone would lose most of the digits. */
static void columns_that_are_nearly_one_keep_their_digits(void **state)
{
    (void)state;
    rows r = make_rows(60, 2, true, 37);
    ard_fit fit;
    for (int64_t i = 0; i < r.n; i++) r.x[i + r.n] = r.x[i] + 2e-4 * (r.x[i + r.n] + 3 * r.label[i]);
    fit_to(&r, 2, &fit);
    assert_int_equal(fit.machine.n_features, 2);
    check_discriminant(&r, &fit);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* Values that are the classes: 1e-8 of the variance counts as left, and the middle is where it was. */
static void separated_classes_have_a_floor(void **state)
{
    (void)state;
    static double x[] = {3, 3, 3, 5, 5, 5};
    static int32_t label[] = {0, 0, 0, 1, 1, 1};
    rows r = {.n = 6, .p = 1, .x = x, .label = label};
    ard_fit fit;
    fit_to(&r, NAN, &fit);
    assert_true(fit.machine.n_features == 1 && fit.objective == 1 && fit.stop == ARD_STOP_CONVERGED);
    const double weight = function_of(&fit)->weight[0];
    assert_near(weight, 4 * 2 / (6 * 1e-8), 1, "the weight"); /* W - 2, the difference, the scatter, the floor */
    assert_near(function_of(&fit)->bias[0] / weight, -4, 1e-12, "the middle");
    ard_fit_free(context, &fit);
}

/* ------------------------------------------------------------------ the selection */

/* The next column by the criterion of every set. */
static int64_t next_of(const rows *r, int m, const int64_t *chosen, double *criterion)
{
    int64_t set[MOST], best = -1;
    if (m > 0) memcpy(set, chosen, (size_t)m * sizeof *set);
    *criterion = 0;
    for (int64_t j = 0; j < r->p; j++) {
        bool in = false;
        for (int k = 0; k < m; k++) in = in || chosen[k] == j;
        if (in) continue;
        set[m] = j;
        const double here = (double)discriminant_of(r, m + 1, set).criterion;
        if (here > *criterion) {
            *criterion = here;
            best = j;
        }
    }
    return best;
}

static void each_column_is_the_best_of_all(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        rows r = make_rows(mode < 2 ? 70 : 14, mode < 2 ? 12 : 20, mode & 1, 11 + (uint64_t)mode);
        const ard_problem *problem = problem_of(&r);
        const double sum = problem->target.weight_sum;
        selection s;
        double positive = 0;
        for (int64_t i = 0; i < r.n; i++) positive += r.label[i] * weight_of(&r, i);
        assert_int_equal(selection_open(context, problem->x, &problem->target, &s), ARDOR_OK);
        for (int m = 0; m < 10; m++) {
            double criterion;
            const int64_t best = next_of(&r, m, s.column, &criterion);
            assert_int_equal(selection_grow(context, &s), ARDOR_OK);
            selection_step(&s);
            assert_int_equal(s.n, m + 1);
            assert_int_equal(s.column[m], best);
            /* left = 1/(1 + k J/(W - 2)), k = n0 n1/W */
            const double ratio = positive * (sum - positive) / sum * criterion / (sum - 2);
            assert_near(s.left[m + 1], 1 / (1 + ratio), 1e-9, "the share that is left");
        }
        selection_close(context, &s);
        free_rows(&r);
    }
}

/* Columns that are nearly one: the directions are orthogonal to rounding. */
static void directions_are_orthonormal(void **state)
{
    (void)state;
    rows r = make_rows(40, 6, true, 13);
    const ard_problem *problem = problem_of(&r);
    selection s;
    for (int64_t i = 0; i < r.n; i++)
        for (int64_t j = 1; j < r.p; j++) r.x[i + j * r.n] = r.x[i] + 1e-3 * r.x[i + j * r.n];
    assert_int_equal(selection_open(context, problem->x, &problem->target, &s), ARDOR_OK);
    for (int k = 0; k < 6; k++) {
        assert_int_equal(selection_grow(context, &s), ARDOR_OK);
        selection_step(&s);
    }
    assert_int_equal(s.n, 6);
    for (int64_t a = 0; a < s.n; a++)
        for (int64_t b = 0; b <= a; b++) {
            double product = 0;
            for (int64_t i = 0; i < r.n; i++) product += s.q[i + a * r.n] * s.q[i + b * r.n];
            assert_near(product, a == b, 1e-14, "a product of directions");
        }
    selection_close(context, &s);
    free_rows(&r);
}

/* The machine of k features is the discriminant on the first k, in any order of asking. */
static void models_are_discriminants(void **state)
{
    (void)state;
    static const double sizes[] = {3, 1, 6, 20, 4};
    rows r = make_rows(50, 9, true, 17);
    const ard_problem *problem = problem_of(&r);
    ard_settings settings;
    void *work = NULL;
    ard_settings_default(&ard_method_forward, &settings);
    assert_int_equal(ard_method_forward.open(&ard_method_forward, context, problem, &settings, &work), ARDOR_OK);
    for (int k = 0; k < COUNT_OF(sizes); k++) {
        ard_fit fit;
        settings.value[FORWARD_K] = sizes[k];
        assert_int_equal(ard_method_forward.solve(work, &settings, NULL, &(ard_ask){false, false}, &fit), ARDOR_OK);
        assert_int_equal(fit.machine.n_features, sizes[k] < 9 ? (int64_t)sizes[k] : 9);
        check_discriminant(&r, &fit);
        assert_true(fit.used[FORWARD_K] == sizes[k]);
        ard_fit_free(context, &fit);
    }
    ard_method_forward.close(work);
    free_rows(&r);
}

/* By itself it stops before the first feature that does not pay: W log(before/after) against log W + 2 log p. Of the last table
 * the next feature would pay a price of log W + log p. */
static void it_says_how_many(void **state)
{
    (void)state;
    for (int table = 0; table < 3; table++) {
        const bool noise = table == 1, close = table == 2;
        rows r = make_rows(80, 20, !noise, close ? 21 : 19);
        for (int64_t i = 0; i < r.n && noise; i++) r.label[i] = (int32_t)(i % 2);
        const ard_problem *problem = problem_of(&r);
        const double sum = problem->target.weight_sum, price = log(sum) + 2 * log(20);
        selection s;
        ard_fit fit;
        int64_t want = 0;
        assert_int_equal(selection_open(context, problem->x, &problem->target, &s), ARDOR_OK);
        for (;; want++) {
            assert_int_equal(selection_grow(context, &s), ARDOR_OK);
            selection_step(&s);
            if (!(sum * log(s.left[want] / s.left[want + 1]) > price)) break;
        }
        fit_to(&r, NAN, &fit);
        if (close) assert_true(sum * log(s.left[want] / s.left[want + 1]) > price - log(20));
        assert_int_equal(fit.machine.n_features, want);
        assert_true(noise ? want == 0 && fit.null_model && isnan(fit.used[FORWARD_K]) : want >= 3);
        assert_true(fit.stop == (noise ? ARD_STOP_NULL_MODEL : ARD_STOP_CONVERGED) && fit.iterations == want + 1);
        assert_near(fit.objective, 1 - s.left[want], 1e-15, "the objective");
        ard_fit_free(context, &fit);
        selection_close(context, &s);
        free_rows(&r);
    }
}

/* Copies, sums of others and constants never enter, and rows bound the number. */
static void collinear_columns_are_passed_over(void **state)
{
    (void)state;
    rows r = make_rows(30, 8, false, 23);
    ard_fit fit;
    for (int64_t i = 0; i < r.n; i++) {
        r.x[i + 4 * r.n] = 3 * r.x[i] - 7;
        r.x[i + 5 * r.n] = r.x[i] + r.x[i + r.n] - r.x[i + 2 * r.n];
        r.x[i + 6 * r.n] = 1e6;
    }
    fit_to(&r, 100, &fit);
    assert_int_equal(fit.machine.n_features, 5); /* four and the last but for one of the copies' group */
    for (int64_t k = 0; k < 5; k++) assert_true(fit.machine.feature[k] != 4 && fit.machine.feature[k] != 6);
    ard_fit_free(context, &fit);
    free_rows(&r);
    r = make_rows(7, 20, false, 29);
    fit_to(&r, 100, &fit);
    assert_true(fit.machine.n_features >= 1 && fit.machine.n_features <= 5);
    ard_fit_free(context, &fit);
    r.n = 2;
    r.label[0] = 0;
    r.label[1] = 1;
    fit_to(&r, 100, &fit);
    assert_true(fit.null_model && fit.stop == ARD_STOP_NULL_MODEL);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* Values whose squares are no numbers are an error, and no column that is passed over. */
static void values_without_a_square_are_refused(void **state)
{
    (void)state;
    for (int small = 0; small < 2; small++) {
        rows r = make_rows(20, 2, false, 41);
        ard_settings settings;
        void *work = NULL;
        for (int64_t i = 0; i < r.n; i++) r.x[i + r.n] = (r.x[i + r.n] - 5) * (small ? 1e-170 : 1e170);
        ard_settings_default(&ard_method_forward, &settings);
        assert_int_equal(ard_method_forward.open(&ard_method_forward, context, problem_of(&r), &settings, &work), ARDOR_NUMERIC);
        assert_null(work);
        assert_non_null(strstr(ardor_context_message(context), "feature 2 of 2"));
        free_rows(&r);
    }
}

static void a_weight_is_a_row_repeated(void **state)
{
    (void)state;
    rows r = make_rows(40, 10, true, 31), twice = repeat_rows(&r);
    ard_fit a, b;
    fit_to(&r, NAN, &a);
    fit_to(&twice, NAN, &b);
    assert_int_equal(a.machine.n_features, b.machine.n_features);
    assert_memory_equal(a.machine.feature, b.machine.feature, (size_t)a.machine.n_features * sizeof *a.machine.feature);
    assert_arrays_near(a.machine.n_features, function_of(&a)->weight, function_of(&b)->weight, 1e-10, "weights");
    assert_near(function_of(&a)->bias[0], function_of(&b)->bias[0], 1e-9, "the bias");
    ard_fit_free(context, &b);
    ard_fit_free(context, &a);
    free_rows(&twice);
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_discriminant_solves_its_equations),
                                       cmocka_unit_test(columns_that_are_nearly_one_keep_their_digits),
                                       cmocka_unit_test(separated_classes_have_a_floor),
                                       cmocka_unit_test(each_column_is_the_best_of_all),
                                       cmocka_unit_test(directions_are_orthonormal),
                                       cmocka_unit_test(models_are_discriminants),
                                       cmocka_unit_test(it_says_how_many),
                                       cmocka_unit_test(collinear_columns_are_passed_over),
                                       cmocka_unit_test(values_without_a_square_are_refused),
                                       cmocka_unit_test(a_weight_is_a_row_repeated)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
