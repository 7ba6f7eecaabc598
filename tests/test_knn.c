/* Nearest neighbours: probabilities against sorted distances in extended precision, ties at the k-th neighbour, weights, copies
 * of rows, orders, the same bits for few rows as for many. */
#include "context_fixture.h"

#include "machine/neighbours.h"
#include "method/knn/knn.h"
#include "problem.h"

enum { MOST = 400, MOST_CLASSES = 4 };

typedef struct table {
    int64_t n, p;
    int k;
    double *x, *weight;
    int32_t *label;
    array_problem q;
} table;

/* steps above 0: values are whole numbers from 0 to there, so that distances are equal. */
static table make_classes(int64_t n, int64_t p, int k, int steps, uint64_t seed)
{
    table t = {.n = n, .p = p, .k = k, .label = make_array(n, sizeof(int32_t))};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    t.x = make_reals(n * p);
    for (int64_t i = 0; i < n; i++) {
        t.label[i] = (int32_t)(i * 7 % n % (2 * k - 1) % k);
        for (int64_t j = 0; j < p; j++)
            t.x[i + j * n] = steps ? floor((steps + 1) * ard_rng_uniform(&rng)) : ard_rng_normal(&rng) + (j == t.label[i]);
    }
    return t;
}

static void free_table(table *t)
{
    free(t->label);
    free(t->weight);
    free(t->x);
}

static void fit_table(table *t, double neighbours, ard_fit *out)
{
    ard_settings settings;
    ard_settings_default(&ard_method_knn, &settings);
    settings.value[KNN_NEIGHBOURS] = neighbours;
    array_problem_set(&t->q, t->n, t->p, t->x, t->label, t->weight, (ard_basis){ARD_IDENTITY, 0});
    t->q.problem.target.n_classes = t->k;
    if (fit_problem(context, &ard_method_knn, &t->q.problem, &settings, NULL, false, out) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
}

static double *predict(const table *t, const ard_fit *fit, int64_t n, const double *x)
{
    double *prob = make_reals(n * t->k);
    assert_int_equal(probabilities_of(context, fit, n, x, prob), ARDOR_OK);
    return prob;
}

/* ------------------------------------------------------------------ against a sort */

typedef struct one {
    long double distance;
    double weight;
    int32_t label;
} one;

static int by_distance(const void *a, const void *b)
{
    const long double d = ((const one *)a)->distance, e = ((const one *)b)->distance;
    return d < e ? -1 : d > e;
}

/* Groups of equal distance, from near to far: each has all its votes, or its share of what is left of k. */
static void count(const table *t, const double *x, int64_t ld, double k, double *prob)
{
    one rows[MOST];
    double votes[MOST_CLASSES] = {0}, share[MOST_CLASSES] = {0}, sum = 0, all = 0;
    for (int64_t i = 0; i < t->n; i++) {
        rows[i] = (one){0, t->weight ? t->weight[i] : 1, t->label[i]};
        for (int64_t j = 0; j < t->p; j++)
            rows[i].distance += ((long double)x[j * ld] - t->x[i + j * t->n]) * ((long double)x[j * ld] - t->x[i + j * t->n]);
        share[t->label[i]] += rows[i].weight;
        all += rows[i].weight;
    }
    qsort(rows, (size_t)t->n, sizeof *rows, by_distance);
    for (int64_t i = 0, end = 0; i < t->n && sum < k; i = end) {
        double group = 0;
        for (end = i; end < t->n && rows[end].distance <= rows[i].distance * (1 + 1e-12L); end++) group += rows[end].weight;
        const double part = fmin(1, (k - sum) / group);
        for (int64_t v = i; v < end; v++) votes[rows[v].label] += part * rows[v].weight;
        sum += part * group;
    }
    for (int c = 0; c < t->k; c++) prob[c] = (votes[c] + share[c] / all) / (sum + 1);
}

static const struct {
    int64_t n, p;
    int k, steps;
} shapes[] = {{60, 3, 2, 0}, {200, 5, 4, 0}, {90, 2, 3, 4}, {150, 6, 3, 1}, {20, 50, 2, 0}, {MOST, 1, 2, 9}, {30, 4, 3, 0}};
static const double numbers[] = {1, 2, 5, 13, 1000};

static void check_against_sort(table *t, double k)
{
    enum { NEW = 300 };
    double expected[MOST_CLASSES];
    table other = make_classes(NEW, t->p, t->k, t->p == 1 || t->p == 2 || t->p == 6, 77);
    ard_fit fit;
    fit_table(t, k, &fit);
    assert_true(fit.machine.n_vectors == t->n && fit.machine.n_features == t->p && fit.used[KNN_NEIGHBOURS] == k);
    for (int training = 0; training < 2; training++) {
        const int64_t n = training ? t->n : NEW;
        const double *x = training ? t->x : other.x;
        double *prob = predict(t, &fit, n, x);
        for (int64_t i = 0; i < n; i++) {
            count(t, x + i, n, k, expected);
            for (int c = 0; c < t->k; c++)
                if (!(fabs(prob[i + c * n] - expected[c]) <= 1e-12))
                    fail_msg("%lld x %lld, k %g, row %lld, class %d: %.17g, not %.17g", (long long)t->n, (long long)t->p, k,
                             (long long)i, c, prob[i + c * n], expected[c]);
        }
        free(prob);
    }
    ard_fit_free(context, &fit);
    free_table(&other);
}

static void probabilities_are_those_of_a_sort(void **state)
{
    (void)state;
    for (int s = 0; s < COUNT_OF(shapes); s++)
        for (int weighted = 0; weighted < 2; weighted++) {
            table t = make_classes(shapes[s].n, shapes[s].p, shapes[s].k, shapes[s].steps, 5 + (uint64_t)s);
            if (weighted) t.weight = make_reals(t.n);
            for (int64_t i = 0; weighted && i < t.n; i++) t.weight[i] = .25 * (double)(1 + i % 7);
            for (int k = 0; k < COUNT_OF(numbers); k++) check_against_sort(&t, numbers[k]);
            free_table(&t);
        }
}

/* ------------------------------------------------------------------ by hand */

/* At 0 on a line: rows at 1 and -1, 2, 2, -2. */
static void ties_share_what_is_left(void **state)
{
    (void)state;
    static const double x[] = {1, -1, 2, 2, -2, 7}, zero = 0;
    static const int32_t label[] = {0, 1, 1, 1, 0, 0};
    static const struct {
        double k, votes; /* of class 1 */
    } cases[] = {{1, .5}, {2, 1}, {3, 1 + 2. / 3}, {4, 1 + 4. / 3}, {5, 3}, {6, 3}, {7, 3}};
    table t = {.n = 6, .p = 1, .k = 2, .x = (double *)x, .label = (int32_t *)label};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        ard_fit fit;
        fit_table(&t, cases[c].k, &fit);
        double *prob = predict(&t, &fit, 1, &zero);
        assert_near(prob[1], (cases[c].votes + .5) / (fmin(cases[c].k, 6) + 1), 1e-15, "P(1)");
        assert_near(prob[0] + prob[1], 1, 1e-15, "the sum");
        free(prob);
        ard_fit_free(context, &fit);
    }
}

/* In units in which the same distances are rounded, they are still equal. */
static void units_do_not_break_ties(void **state)
{
    (void)state;
    static const double offset[] = {0, .1, 1e6}, unit[] = {1, .1, 1. / 3};
    for (int u = 0; u < COUNT_OF(unit); u++)
        for (int o = 0; o < COUNT_OF(offset); o++) {
            table t = make_classes(80, 2, 3, 5, 21), other = make_classes(80, 2, 3, 5, 21);
            ard_fit a, b;
            for (int i = 0; i < 160; i++) other.x[i] = unit[u] * (offset[o] + t.x[i]);
            fit_table(&t, 7, &a);
            fit_table(&other, 7, &b);
            double *p = predict(&t, &a, 80, t.x), *q = predict(&other, &b, 80, other.x);
            assert_arrays_near(240, q, p, 1e-12, "in another unit");
            free(q);
            free(p);
            ard_fit_free(context, &b);
            ard_fit_free(context, &a);
            free_table(&other);
            free_table(&t);
        }
}

/* ------------------------------------------------------------------ weights, orders, blocks */

static void a_row_of_weight_two_is_a_row_twice(void **state)
{
    (void)state;
    for (int steps = 0; steps < 5; steps += 4)
        for (int k = 1; k < 40; k += 3) {
            table t = make_classes(18, 3, 3, steps, 7), twice = make_classes(24, 3, 3, steps, 7);
            ard_fit a, b;
            t.weight = make_reals(18);
            for (int i = 0; i < 24; i++) {
                const int from = i < 18 ? i : 2 * (i - 18);
                twice.label[i] = t.label[from];
                for (int j = 0; j < 3; j++) twice.x[i + j * 24] = t.x[from + j * 18];
                t.weight[from] += 1;
            }
            fit_table(&t, k < 37 ? k : (double)NAN, &a);
            fit_table(&twice, k < 37 ? k : (double)NAN, &b);
            assert_true(a.used[KNN_NEIGHBOURS] == b.used[KNN_NEIGHBOURS]);
            double *p = predict(&t, &a, 18, t.x), *q = predict(&twice, &b, 18, t.x);
            assert_arrays_near(54, q, p, 1e-14, "weights and copies");
            free(q);
            free(p);
            ard_fit_free(context, &b);
            ard_fit_free(context, &a);
            free_table(&twice);
            free_table(&t);
        }
}

/* With weights of 1 and no ties every sum is of whole numbers: the same bits. */
static void the_order_of_rows_does_not_matter(void **state)
{
    (void)state;
    table t = make_classes(101, 4, 3, 0, 9), other = make_classes(101, 4, 3, 0, 9);
    ard_fit a, b;
    for (int i = 0; i < 101; i++) {
        const int from = (17 * i + 5) % 101;
        other.label[i] = t.label[from];
        for (int j = 0; j < 4; j++) other.x[i + j * 101] = t.x[from + j * 101];
    }
    fit_table(&t, 6, &a);
    fit_table(&other, 6, &b);
    double *p = predict(&t, &a, 101, t.x), *q = predict(&other, &b, 101, t.x);
    assert_memory_equal(p, q, 303 * sizeof *p);
    free(q);
    free(p);
    ard_fit_free(context, &b);
    ard_fit_free(context, &a);
    free_table(&other);
    free_table(&t);
}

/* Far from the origin, where products say nothing of distances: the same bits whether a row is predicted alone or in a block, and
 * copies are equally far. */
static void few_rows_are_as_many(void **state)
{
    (void)state;
    enum { N = 300, P = 9 };
    for (int far = 0; far < 2; far++) {
        table t = make_classes(N, P, 3, 0, 31);
        double row[P];
        ard_fit fit;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < P; j++) {
                if (i % 3 == 2) t.x[i + j * N] = t.x[i - 1 + j * N];
                if (far) t.x[i + j * N] += 1e7;
            }
        fit_table(&t, 4, &fit);
        double *all = predict(&t, &fit, N, t.x);
        for (int i = 0; i < N; i++) {
            double expected[MOST_CLASSES];
            for (int j = 0; j < P; j++) row[j] = t.x[i + j * N];
            double *alone = predict(&t, &fit, 1, row);
            count(&t, row, 1, 4, expected);
            for (int c = 0; c < 3; c++) {
                assert_true(alone[c] == all[i + c * N]);
                assert_near(alone[c], expected[c], 1e-12, "a probability");
            }
            free(alone);
        }
        free(all);
        ard_fit_free(context, &fit);
        free_table(&t);
    }
}

/* ------------------------------------------------------------------ defaults, and what has no distance */

static void the_automatic_number(void **state)
{
    (void)state;
    static const int64_t cases[][2] = {{2, 1}, {3, 1}, {4, 3}, {15, 3}, {16, 5}, {20, 5}, {100, 11}, {150, 13}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        table t = make_classes(cases[c][0], 2, 2, 0, 3);
        ard_fit fit;
        fit_table(&t, NAN, &fit);
        assert_int_equal((int64_t)fit.used[KNN_NEIGHBOURS], cases[c][1]);
        assert_int_equal(ard_machine_as_neighbours(&fit.machine)->k, cases[c][1]);
        ard_fit_free(context, &fit);
        free_table(&t);
    }
}

static void no_features_are_the_shares(void **state)
{
    (void)state;
    table t = make_classes(11, 0, 3, 0, 3);
    ard_fit fit;
    fit_table(&t, NAN, &fit);
    assert_true(fit.null_model && fit.machine.n_vectors == 0 && !ard_machine_as_neighbours(&fit.machine));
    double *prob = predict(&t, &fit, 2, t.x), share[3] = {0};
    for (int i = 0; i < 11; i++) share[t.label[i]] += 1. / 11;
    for (int i = 0; i < 6; i++) assert_near(prob[i], share[i / 2], 1e-15, "a share");
    free(prob);
    ard_fit_free(context, &fit);
    free_table(&t);
}

static void values_without_a_square_are_an_error(void **state)
{
    (void)state;
    static const double units[] = {1e-300, 1e-160, 1, 1e160, 1e300, 0};
    for (int u = 0; u < COUNT_OF(units); u++) {
        table t = make_classes(9, 2, 2, 0, 3);
        ard_settings settings;
        ard_fit fit = {0};
        ard_settings_default(&ard_method_knn, &settings);
        for (int i = 0; i < 18; i++) t.x[i] *= units[u];
        array_problem_set(&t.q, t.n, t.p, t.x, t.label, NULL, (ard_basis){ARD_IDENTITY, 0});
        const int rc = fit_problem(context, &ard_method_knn, &t.q.problem, &settings, NULL, false, &fit);
        assert_int_equal(rc, units[u] == 1 || units[u] == 0 ? ARDOR_OK : ARDOR_NUMERIC);
        if (rc != ARDOR_OK) assert_non_null(strstr(ardor_context_message(context), "--standardise train"));
        ard_fit_free(context, &fit);
        free_table(&t);
    }
}

static void what_is_too_far_is_an_error(void **state)
{
    (void)state;
    table t = make_classes(9, 2, 2, 0, 3);
    const double x[] = {0, 1e200, 0, 0};
    double prob[4];
    ard_fit fit;
    fit_table(&t, 3, &fit);
    assert_int_equal(probabilities_of(context, &fit, 2, x, prob), ARDOR_NUMERIC);
    assert_non_null(strstr(ardor_context_message(context), "no finite value at row 2 of 2"));
    ard_fit_free(context, &fit);
    free_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(probabilities_are_those_of_a_sort),
                                       cmocka_unit_test(ties_share_what_is_left),
                                       cmocka_unit_test(units_do_not_break_ties),
                                       cmocka_unit_test(a_row_of_weight_two_is_a_row_twice),
                                       cmocka_unit_test(the_order_of_rows_does_not_matter),
                                       cmocka_unit_test(few_rows_are_as_many),
                                       cmocka_unit_test(the_automatic_number),
                                       cmocka_unit_test(no_features_are_the_shares),
                                       cmocka_unit_test(values_without_a_square_are_an_error),
                                       cmocka_unit_test(what_is_too_far_is_an_error)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
