/* Linear discriminant analysis: posteriors against Gaussian densities from a dense covariance in extended precision, with more
 * rows than features and fewer, ridges, weights, singular covariances, classes without a row. */
#include "context_fixture.h"

#include "base/remark.h"
#include "method/lda/lda.h"
#include "problem.h"

enum { MOST_CLASSES = 4 };

/* ------------------------------------------------------------------ tables */

typedef struct table {
    int64_t n, p;
    int k;
    double *x, *weight;
    int32_t *label;
    array_problem q;
} table;

static table make_classes(int64_t n, int64_t p, int k, bool weighted, uint64_t seed)
{
    table t = {.n = n, .p = p, .k = k, .label = make_array(n, sizeof(int32_t))};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    t.x = make_normals(&rng, n * p);
    for (int64_t i = 0; i < n; i++) {
        t.label[i] = (int32_t)(i * 7 % n % (2 * k - 1) % k); /* of different sizes */
        for (int64_t j = 0; j < p; j++)
            t.x[i + j * n] = 3 + (1 + (double)(j % 3)) * (t.x[i + j * n] + .5 * t.x[i] + (t.label[i] == j % k ? .8 : 0));
    }
    if (weighted) t.weight = make_reals(n);
    for (int64_t i = 0; weighted && i < n; i++) t.weight[i] = .5 + ard_rng_uniform(&rng);
    return t;
}

static void free_table(table *t)
{
    free(t->label);
    free(t->weight);
    free(t->x);
}

static void fit_table(table *t, double ridge, int covariance, ard_fit *out)
{
    ard_settings settings;
    ard_settings_default(&ard_method_lda, &settings);
    settings.value[LDA_RIDGE] = ridge;
    settings.value[LDA_COVARIANCE] = covariance;
    array_problem_set(&t->q, t->n, t->p, t->x, t->label, t->weight, (ard_basis){ARD_IDENTITY, 0});
    t->q.problem.target.n_classes = t->k;
    ard_remarks_forget(context);
    if (fit_problem(context, &ard_method_lda, &t->q.problem, &settings, NULL, false, out) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
}

/* ------------------------------------------------------------------ densities */

static double weight_at(const table *t, int64_t i) { return t->weight ? t->weight[i] : 1; }

/* a (m x m) and b: Gauss with pivots; b becomes the solution. */
static void solve_dense(int64_t m, long double *a, long double *b)
{
    for (int64_t c = 0; c < m; c++) {
        int64_t best = c;
        for (int64_t i = c; i < m; i++)
            if (fabsl(a[i + c * m]) > fabsl(a[best + c * m])) best = i;
        for (int64_t j = c; j < m; j++) {
            const long double keep = a[c + j * m];
            a[c + j * m] = a[best + j * m];
            a[best + j * m] = keep;
        }
        const long double keep = b[c];
        b[c] = b[best];
        b[best] = keep;
        for (int64_t i = c + 1; i < m; i++) {
            const long double by = a[i + c * m] / a[c + c * m];
            for (int64_t j = c; j < m; j++) a[i + j * m] -= by * a[c + j * m];
            b[i] -= by * b[c];
        }
    }
    for (int64_t c = m - 1; c >= 0; c--) {
        for (int64_t j = c + 1; j < m; j++) b[c] -= a[c + j * m] * b[j];
        b[c] /= a[c + c * m];
    }
}

typedef struct classes {
    long double *mean, *covariance, share[MOST_CLASSES], mean_variance;
} classes;

/* Means, shares, and the covariance with its ridge: divisor sum of weights less classes. */
static classes describe(const table *t, double ridge, int covariance)
{
    const int64_t p = t->p;
    classes c = {make_array(p * t->k, sizeof(long double)), make_array(p * p, sizeof(long double)), {0}, 0};
    long double sum = 0, size[MOST_CLASSES] = {0};
    for (int64_t i = 0; i < t->n; i++) {
        sum += weight_at(t, i);
        size[t->label[i]] += weight_at(t, i);
        for (int64_t j = 0; j < p; j++) c.mean[j + t->label[i] * p] += weight_at(t, i) * (long double)t->x[i + j * t->n];
    }
    for (int k = 0; k < t->k; k++) {
        c.share[k] = size[k] / sum;
        for (int64_t j = 0; j < p; j++) c.mean[j + k * p] /= size[k];
    }
    for (int64_t i = 0; i < t->n; i++)
        for (int64_t j = 0; j < p; j++)
            for (int64_t l = 0; l < p; l++)
                c.covariance[j + l * p] += weight_at(t, i) / (sum - t->k) * (t->x[i + j * t->n] - c.mean[j + t->label[i] * p]) *
                                           (t->x[i + l * t->n] - c.mean[l + t->label[i] * p]);
    for (int64_t j = 0; j < p; j++) c.mean_variance += c.covariance[j + j * p] / p;
    for (int64_t j = 0; j < p; j++)
        for (int64_t l = 0; l < p; l++)
            c.covariance[j + l * p] = j == l                     ? c.covariance[j + j * p] + ridge * c.mean_variance
                                      : covariance == LDA_POOLED ? c.covariance[j + l * p]
                                                                 : 0;
    return c;
}

/* P(k | x) in proportion to share_k exp(-(x - mean_k)'S^-1 (x - mean_k)/2). */
static void densities(const table *t, const classes *c, const double *x, int64_t ld, double *prob)
{
    const int64_t p = t->p;
    long double *a = make_array(p * p, sizeof *a), *b = make_array(p, sizeof *b), value[MOST_CLASSES], most = -INFINITY, sum = 0;
    for (int k = 0; k < t->k; k++) {
        memcpy(a, c->covariance, (size_t)(p * p) * sizeof *a);
        for (int64_t j = 0; j < p; j++) b[j] = x[j * ld] - c->mean[j + k * p];
        solve_dense(p, a, b);
        value[k] = logl(c->share[k]);
        for (int64_t j = 0; j < p; j++) value[k] -= (x[j * ld] - c->mean[j + k * p]) * b[j] / 2;
        most = fmaxl(most, value[k]);
    }
    for (int k = 0; k < t->k; k++) sum += expl(value[k] - most);
    for (int k = 0; k < t->k; k++) prob[k] = (double)(expl(value[k] - most) / sum);
    free(b);
    free(a);
}

/* At the training rows, and between them. */
static void check_posteriors(const table *t, const ard_fit *fit, double ridge, int covariance, double tolerance)
{
    double expected[MOST_CLASSES], *prob = make_reals(t->n * t->k), *x = make_reals(t->n * t->p);
    classes c = describe(t, ridge, covariance);
    for (int64_t j = 0; j < t->p; j++)
        for (int64_t i = 0; i < t->n; i++) x[i + j * t->n] = (t->x[i + j * t->n] + t->x[(i + 5) % t->n + j * t->n]) / 2;
    for (int between = 0; between < 2; between++) {
        const double *rows = between ? x : t->x;
        assert_int_equal(probabilities_of(context, fit, t->n, rows, prob), ARDOR_OK);
        for (int64_t i = 0; i < t->n; i++) {
            densities(t, &c, rows + i, t->n, expected);
            for (int k = 0; k < t->k; k++) {
                const double have = prob[i + k * t->n];
                const double ratio = expected[k] > 1e-300 ? have / expected[k] : 1;
                if (!(fabs(have - expected[k]) <= tolerance) || !(fabs(log(ratio)) <= 1e4 * tolerance))
                    fail_msg("%lld x %lld, ridge %g, row %lld, class %d: %.17g, not %.17g", (long long)t->n, (long long)t->p,
                             ridge, (long long)i, k, have, expected[k]);
            }
        }
    }
    assert_near(fit->extra[LDA_ADDED_VARIANCE], (double)(ridge * c.mean_variance), 1e-12 * (1 + ridge), "the added variance");
    free(c.covariance);
    free(c.mean);
    free(x);
    free(prob);
}

static const struct {
    int64_t n, p;
    int k;
    bool weighted;
} shapes[] = {{40, 4, 2, false},  {40, 4, 3, false}, {50, 6, 4, true},   {30, 1, 2, true},
              {20, 35, 2, false}, {20, 35, 3, true}, {12, 13, 2, false}, {16, 16, 3, false}};

static void posteriors_are_those_of_gaussian_classes(void **state)
{
    (void)state;
    static const double ridges[] = {.001, .1, 2};
    for (int s = 0; s < COUNT_OF(shapes); s++)
        for (int covariance = LDA_POOLED; covariance <= LDA_DIAGONAL; covariance++) {
            table t = make_classes(shapes[s].n, shapes[s].p, shapes[s].k, shapes[s].weighted, 3);
            ard_fit fit;
            for (int r = 0; r < COUNT_OF(ridges); r++) {
                fit_table(&t, ridges[r], covariance, &fit);
                check_posteriors(&t, &fit, ridges[r], covariance, 1e-9);
                assert_true(fit.used[LDA_RIDGE] == ridges[r] && fit.used[LDA_COVARIANCE] == covariance);
                assert_true(fit.machine.n_features == t.p && !fit.null_model && fit.stop == ARD_STOP_CONVERGED);
                ard_fit_free(context, &fit);
            }
            free_table(&t);
        }
}

/* Without a ridge where the covariance is regular and features are fewer than rows less classes, else with one tenth; the
 * diagonal needs none. */
static void the_automatic_ridge(void **state)
{
    (void)state;
    static const struct {
        int64_t n, p;
        int k;
        double pooled;
    } cases[] = {{40, 4, 2, 0},   {40, 37, 2, 0},  {40, 38, 2, .1}, {40, 39, 2, .1},
                 {40, 40, 3, .1}, {40, 41, 3, .1}, {12, 60, 2, .1}};
    for (int c = 0; c < COUNT_OF(cases); c++)
        for (int covariance = LDA_POOLED; covariance <= LDA_DIAGONAL; covariance++) {
            table t = make_classes(cases[c].n, cases[c].p, cases[c].k, false, 5);
            const double ridge = covariance == LDA_POOLED ? cases[c].pooled : 0;
            ard_fit fit;
            fit_table(&t, NAN, covariance, &fit);
            if (fit.used[LDA_RIDGE] != ridge)
                fail_msg("%d x %d: ridge %g", (int)cases[c].n, (int)cases[c].p, fit.used[LDA_RIDGE]);
            check_posteriors(&t, &fit, ridge, covariance, ridge > 0 || covariance == LDA_DIAGONAL ? 1e-9 : 1e-7);
            assert_int_equal(ard_remarks_of(context)->n, 0);
            ard_fit_free(context, &fit);
            free_table(&t);
        }
}

/* ------------------------------------------------------------------ weights and orders */

static double furthest(const ard_fit *a, const ard_fit *b, const table *t)
{
    double *p = make_reals(t->n * t->k), *q = make_reals(t->n * t->k), most = 0;
    assert_int_equal(probabilities_of(context, a, t->n, t->x, p), ARDOR_OK);
    assert_int_equal(probabilities_of(context, b, t->n, t->x, q), ARDOR_OK);
    for (int64_t i = 0; i < t->n * t->k; i++) most = fmax(most, fabs(p[i] - q[i]));
    free(q);
    free(p);
    return most;
}

static void a_row_of_weight_two_is_a_row_twice(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++)
        for (int covariance = LDA_POOLED; covariance <= LDA_DIAGONAL; covariance++) {
            table t = make_classes(18, wide ? 40 : 3, 3, false, 7), twice = make_classes(24, wide ? 40 : 3, 3, false, 7);
            ard_fit a, b;
            t.weight = make_reals(18);
            for (int i = 0; i < 24; i++) {
                const int from = i < 18 ? i : 2 * (i - 18);
                twice.label[i] = t.label[from];
                for (int64_t j = 0; j < t.p; j++) twice.x[i + j * 24] = t.x[from + j * 18];
                t.weight[from] += 1;
            }
            fit_table(&t, NAN, covariance, &a);
            fit_table(&twice, NAN, covariance, &b);
            assert_true(a.used[LDA_RIDGE] == b.used[LDA_RIDGE]);
            assert_near(furthest(&a, &b, &t), 0, 1e-9, "weights and copies");
            ard_fit_free(context, &b);
            ard_fit_free(context, &a);
            free_table(&twice);
            free_table(&t);
        }
}

/* Class 0 becomes 2, 1 becomes 0, 2 becomes 1. */
static void names_of_classes_do_not_matter(void **state)
{
    (void)state;
    table t = make_classes(25, 30, 3, true, 8), other = make_classes(25, 30, 3, true, 8);
    double *p = make_reals(75), *q = make_reals(75);
    ard_fit a, b;
    for (int i = 0; i < 25; i++) other.label[i] = (t.label[i] + 2) % 3;
    fit_table(&t, NAN, LDA_POOLED, &a);
    fit_table(&other, NAN, LDA_POOLED, &b);
    assert_int_equal(probabilities_of(context, &a, 25, t.x, p), ARDOR_OK);
    assert_int_equal(probabilities_of(context, &b, 25, t.x, q), ARDOR_OK);
    for (int k = 0; k < 3; k++) assert_arrays_near(25, q + (k + 2) % 3 * 25, p + k * 25, 1e-9, "a class by another name");
    ard_fit_free(context, &b);
    ard_fit_free(context, &a);
    free(q);
    free(p);
    free_table(&other);
    free_table(&t);
}

/* ------------------------------------------------------------------ what has no inverse */

static bool was_warned(void)
{
    const ard_remarks *said = ard_remarks_of(context);
    for (int64_t i = 0; i < said->n; i++)
        if (said->item[i].kind == ARD_WARN_SINGULAR) return true;
    return false;
}

/* A copy of a column: by itself a ridge; with ridge=0 the least one, which is near what the columns without the copy give. */
static void copies_of_columns(void **state)
{
    (void)state;
    table t = make_classes(60, 4, 3, false, 9), less = make_classes(60, 3, 3, false, 9);
    ard_fit a, b, plain;
    for (int64_t i = 0; i < 60; i++) t.x[i + 3 * 60] = 5 - 2 * t.x[i + 60];
    memcpy(less.x, t.x, 180 * sizeof *t.x);
    fit_table(&t, NAN, LDA_POOLED, &a);
    assert_true(a.used[LDA_RIDGE] == .1 && !was_warned());
    fit_table(&t, 0, LDA_POOLED, &b);
    assert_true(b.used[LDA_RIDGE] == 1e-6 && was_warned());
    fit_table(&less, 0, LDA_POOLED, &plain);
    assert_true(plain.used[LDA_RIDGE] == 0 && !was_warned());
    double *p = make_reals(180), *q = make_reals(180);
    assert_int_equal(probabilities_of(context, &b, 60, t.x, p), ARDOR_OK);
    assert_int_equal(probabilities_of(context, &plain, 60, less.x, q), ARDOR_OK);
    assert_arrays_near(180, p, q, 1e-4, "with a copy and without");
    ard_fit_free(context, &plain);
    ard_fit_free(context, &b);
    ard_fit_free(context, &a);
    free(q);
    free(p);
    free_table(&less);
    free_table(&t);
}

/* Regular is what is a thousandth away from a copy, and not a millionth, in whatever unit. */
static void columns_that_are_nearly_copies(void **state)
{
    (void)state;
    static const double noise[] = {1e-3, 1e-6}, ridge[] = {0, .1}, unit[] = {1, 1e-5, 1e5};
    for (int c = 0; c < COUNT_OF(noise); c++)
        for (int u = 0; u < COUNT_OF(unit); u++) {
            table t = make_classes(60, 4, 3, false, 9);
            ard_fit fit;
            for (int64_t i = 0; i < 60; i++) t.x[i + 180] = unit[u] * (t.x[i + 60] + noise[c] * t.x[i + 180]);
            fit_table(&t, NAN, LDA_POOLED, &fit);
            if (fit.used[LDA_RIDGE] != ridge[c]) fail_msg("noise %g, unit %g: ridge %g", noise[c], unit[u], fit.used[LDA_RIDGE]);
            ard_fit_free(context, &fit);
            free_table(&t);
        }
}

/* A feature that is constant within each class, and differs between them, tells them apart. */
static void constant_within_classes(void **state)
{
    (void)state;
    for (int covariance = LDA_POOLED; covariance <= LDA_DIAGONAL; covariance++) {
        table t = make_classes(30, 3, 2, false, 10);
        double *prob = make_reals(60);
        ard_fit fit;
        for (int64_t i = 0; i < 30; i++) t.x[i + 30] = t.label[i] ? 3 : -7;
        for (int given = 0; given < 2; given++) {
            fit_table(&t, given ? 0 : NAN, covariance, &fit);
            assert_true(fit.used[LDA_RIDGE] == (given ? 1e-6 : .1) && was_warned() == given);
            assert_int_equal(probabilities_of(context, &fit, 30, t.x, prob), ARDOR_OK);
            for (int i = 0; i < 30; i++) assert_true(t.label[i] ? prob[30 + i] > .5 : prob[30 + i] < .5);
            ard_fit_free(context, &fit);
        }
        free(prob);
        free_table(&t);
    }
}

/* No class varies: the variance of all rows stands for that within the classes, times 1. */
static void one_row_of_each_class(void **state)
{
    (void)state;
    static const double x[] = {1, 3, 1e6, 1e6 + 4};
    static const int32_t label[] = {0, 1};
    table t = {.n = 2, .p = 2, .k = 2, .x = (double *)x, .label = (int32_t *)label};
    double f[2];
    ard_fit fit;
    for (int covariance = LDA_POOLED; covariance <= LDA_DIAGONAL; covariance++) {
        fit_table(&t, NAN, covariance, &fit);
        assert_true(fit.used[LDA_RIDGE] == 1);
        assert_near(fit.extra[LDA_ADDED_VARIANCE], 2.5, 1e-12, "the mean of the variances 1 and 4");
        assert_int_equal(latent_of(context, &fit, 2, x, f), ARDOR_OK);
        assert_near(f[1], (4 + 16) / 2.5 / 2, 1e-8, "f of the second row");
        assert_near(f[0], -f[1], 1e-8, "f of the first row");
        ard_fit_free(context, &fit);
    }
}

/* Copies of a row, whose mean is off by rounding, are no variance within a class. */
static void copies_of_one_row_of_each_class(void **state)
{
    (void)state;
    table t = {.n = 14, .p = 1, .k = 2, .x = make_reals(14), .label = make_array(14, sizeof(int32_t))};
    ard_fit fit;
    for (int i = 0; i < 14; i++) {
        t.label[i] = i % 2;
        t.x[i] = i % 2 ? .1 : .7;
    }
    fit_table(&t, NAN, LDA_POOLED, &fit);
    assert_true(fit.used[LDA_RIDGE] == 1);
    assert_near(fit.extra[LDA_ADDED_VARIANCE], .09, 1e-12, "the variance of all rows");
    ard_fit_free(context, &fit);
    free_table(&t);
}

/* Columns that are constant, and rows that are all alike, have no weight. */
static void constant_columns(void **state)
{
    (void)state;
    table t = make_classes(20, 5, 3, false, 11);
    ard_fit fit;
    for (int64_t i = 0; i < 20; i++) t.x[i + 40] = 3;
    fit_table(&t, NAN, LDA_POOLED, &fit);
    assert_true(fit.used[LDA_RIDGE] == .1 && fit.machine.n_features == 4 && fit.machine.feature[2] == 3);
    ard_fit_free(context, &fit);
    for (int64_t i = 0; i < 100; i++) t.x[i] = 3;
    for (int ridge = 0; ridge < 2; ridge++)
        for (int covariance = LDA_POOLED; covariance <= LDA_DIAGONAL; covariance++) {
            fit_table(&t, ridge ? .1 : (double)NAN, covariance, &fit);
            assert_true(fit.null_model && fit.machine.n_features == 0 && fit.stop == ARD_STOP_NULL_MODEL);
            ard_fit_free(context, &fit);
        }
    free_table(&t);
}

/* A class without a row, as in a fold: it stands in the middle, with the share of half a row. The others are as without it. */
static void a_class_without_a_row(void **state)
{
    (void)state;
    enum { N = 24 };
    table t = make_classes(N, 3, 2, false, 12);
    double *p = make_reals(2 * N), *q = make_reals(3 * N), size[2] = {0};
    ard_fit two, three;
    for (int i = 0; i < N; i++) size[t.label[i]]++;
    const double prior = log(size[1] / size[0]);
    fit_table(&t, .1, LDA_POOLED, &two);
    assert_int_equal(probabilities_of(context, &two, N, t.x, p), ARDOR_OK);
    t.k = 3;
    fit_table(&t, .1, LDA_POOLED, &three);
    assert_int_equal(probabilities_of(context, &three, N, t.x, q), ARDOR_OK);
    for (int i = 0; i < N; i++) {
        const double one = log(p[i + N] / p[i]) - prior, other = log(q[i + N] / q[i]) - prior;
        assert_near(other, one, 1e-9, "log odds of the classes that have rows");
        assert_near(q[i] + q[i + N] + q[i + 2 * N], 1, 1e-12, "a sum");
    }
    double *middle = make_reals(3), f[3];
    for (int64_t j = 0; j < 3; j++)
        for (int i = 0; i < N; i++) middle[j] += t.x[i + j * N] / N;
    assert_int_equal(latent_of(context, &three, 1, middle, f), ARDOR_OK);
    const double own = log(.5 / (N + 1)), mean = (log(size[0] / N) + log(size[1] / N) + own) / 3; /* softmax has them centred */
    assert_near(f[2], own - mean, 1e-9, "the value of the class without a row");
    ard_fit_free(context, &three);
    ard_fit_free(context, &two);
    free(middle);
    free(q);
    free(p);
    free_table(&t);
}

/* Values that have no square, or one of 0, are an error, and no NaN or null model. */
static void values_without_a_square(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        table t = make_classes(10, mode & 1 ? 30 : 2, 2, false, 13);
        ard_settings settings;
        ard_fit fit = {0};
        ard_settings_default(&ard_method_lda, &settings);
        for (int64_t i = 0; i < 10 * t.p; i++) t.x[i] *= mode & 2 ? 1e-200 : i < 10 ? 1e200 : 1;
        array_problem_set(&t.q, t.n, t.p, t.x, t.label, NULL, (ard_basis){ARD_IDENTITY, 0});
        assert_int_equal(fit_problem(context, &ard_method_lda, &t.q.problem, &settings, NULL, false, &fit), ARDOR_NUMERIC);
        assert_non_null(strstr(ardor_context_message(context), "--standardise train"));
        ard_fit_free(context, &fit);
        free_table(&t);
    }
}

/* Two rows of each class are opposite of each other, seen from the mean: exactly, so that a ridge which rounding swallows leaves
 * no factor. What helps is a larger one. */
static void a_ridge_that_is_too_small(void **state)
{
    (void)state;
    table t = make_classes(4, 5, 2, false, 14);
    ard_settings settings;
    ard_fit fit = {0};
    for (int i = 0; i < 20; i++) t.x[i] = (i * i * 7) % 16;
    for (int i = 0; i < 4; i++) t.label[i] = i % 2;
    ard_settings_default(&ard_method_lda, &settings);
    settings.value[LDA_RIDGE] = 1e-20;
    array_problem_set(&t.q, t.n, t.p, t.x, t.label, NULL, (ard_basis){ARD_IDENTITY, 0});
    assert_int_equal(fit_problem(context, &ard_method_lda, &t.q.problem, &settings, NULL, false, &fit), ARDOR_NUMERIC);
    assert_non_null(strstr(ardor_context_message(context), "take a larger one"));
    fit_table(&t, 1e-6, LDA_POOLED, &fit);
    ard_fit_free(context, &fit);
    free_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(posteriors_are_those_of_gaussian_classes),
                                       cmocka_unit_test(the_automatic_ridge),
                                       cmocka_unit_test(a_row_of_weight_two_is_a_row_twice),
                                       cmocka_unit_test(names_of_classes_do_not_matter),
                                       cmocka_unit_test(copies_of_columns),
                                       cmocka_unit_test(columns_that_are_nearly_copies),
                                       cmocka_unit_test(constant_within_classes),
                                       cmocka_unit_test(one_row_of_each_class),
                                       cmocka_unit_test(copies_of_one_row_of_each_class),
                                       cmocka_unit_test(constant_columns),
                                       cmocka_unit_test(a_class_without_a_row),
                                       cmocka_unit_test(a_ridge_that_is_too_small),
                                       cmocka_unit_test(values_without_a_square)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
