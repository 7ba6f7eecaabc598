/* Complementary pairs of half samples: sizes, classes, groups, chances; and stability selection with them on noise, of which the
 * bounds must hold. */
#include "plan_table.h"

#include "base/rng.h"
#include "metric/selections.h"
#include "metric/stability_selection.h"
#include "resample/halves.h"

static ard_halves halves_of(table *t, const ard_rows *rows, uint64_t seed, int64_t pair)
{
    ard_halves out;
    if (ard_halves_draw(t->context, &t->data, rows, seed, pair, &out) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(t->context));
    return out;
}

/* Rising lists with nothing in common. */
static void check_halves(const ard_halves *h)
{
    for (int k = 0; k < 2; k++)
        for (int64_t i = 0; i < h->half[k].n; i++) {
            assert_true(i == 0 || h->half[k].row[i - 1] < h->half[k].row[i]);
            assert_true(k == 0 || !has(&h->half[0], h->half[k].row[i]));
        }
}

static void rows_are_halved(void **state)
{
    (void)state;
    static const int64_t counts[][3] = {{20, 10, 0}, {21, 10, 0}, {20, 11, 0}, {13, 7, 0},
                                        {9, 7, 5},   {10, 7, 5},  {2, 2, 0},   {5, 2, 1}};
    for (int c = 0; c < 8; c++) {
        table t;
        fill_table(&t, counts[c][2] ? 3 : 2, counts[c]);
        for (int64_t pair = 0; pair < 20; pair++) {
            ard_halves h = halves_of(&t, NULL, 1, pair);
            check_halves(&h);
            assert_int_equal(h.half[0].n, t.data.n / 2);
            assert_int_equal(h.half[1].n, t.data.n / 2);
            for (int k = 0; k < t.data.n_classes; k++) {
                const int64_t a = of_class(&t, &h.half[0], k), b = of_class(&t, &h.half[1], k);
                assert_true(llabs(a - b) <= 1 && a + b >= counts[c][k] - (t.data.n % 2 && counts[c][k] % 2));
            }
            ard_halves_free(t.context, &h);
        }
        done_with(&t);
    }
}

/* Pairs differ, seeds differ; the same is the same, and whatever classes are called. */
static void the_seed_decides(void **state)
{
    (void)state;
    static const int64_t counts[] = {15, 14};
    table t;
    fill_table(&t, 2, counts);
    ard_halves a = halves_of(&t, NULL, 3, 7), same = halves_of(&t, NULL, 3, 7), pair = halves_of(&t, NULL, 3, 8),
               seed = halves_of(&t, NULL, 4, 7);
    for (int64_t i = 0; i < t.data.n; i++) t.label[i] = 1 - t.label[i];
    ard_halves renamed = halves_of(&t, NULL, 3, 7);
    for (int k = 0; k < 2; k++) {
        assert_true(same_rows(&a.half[k], &same.half[k]) && same_rows(&a.half[k], &renamed.half[k]));
        assert_false(same_rows(&a.half[k], &pair.half[k]) || same_rows(&a.half[k], &seed.half[k]));
    }
    ard_halves *all[] = {&a, &same, &pair, &seed, &renamed};
    for (int i = 0; i < 5; i++) ard_halves_free(t.context, all[i]);
    done_with(&t);
}

/* Each row is as often in either half and left out as any of its class: of 9 + 6 rows one of the 9 is left out, each in 1 of 9
 * pairs. */
static void rows_have_equal_chances(void **state)
{
    (void)state;
    enum { PAIRS = 9000 };
    static const int64_t counts[] = {9, 6};
    table t;
    double in[2][15] = {{0}}, together = 0;
    fill_table(&t, 2, counts);
    for (int64_t pair = 0; pair < PAIRS; pair++) {
        ard_halves h = halves_of(&t, NULL, 5, pair);
        for (int k = 0; k < 2; k++)
            for (int64_t i = 0; i < h.half[k].n; i++) in[k][h.half[k].row[i]]++;
        together += has(&h.half[0], 0) == has(&h.half[0], 2) && has(&h.half[1], 0) == has(&h.half[1], 2);
        ard_halves_free(t.context, &h);
    }
    for (int i = 0; i < 15; i++)
        for (int k = 0; k < 2; k++) {
            const double share = t.label[i] == 0 ? 4. / 9 : 1. / 2;
            assert_true(fabs(in[k][i] / PAIRS - share) < 4 * sqrt(.25 / PAIRS));
        }
    assert_int_equal(t.label[0], t.label[2]);
    assert_true(together / PAIRS > .35 && together / PAIRS < .5); /* of six in two threes 2/5, of eight in two fours 3/7 * 7/9 */
    done_with(&t);
}

/* Groups of 1 to 6 rows, of one class each, no two classes alike: whole, halved to within a group, and not the same halves again
 * and again. */
static void groups_stay_whole(void **state)
{
    (void)state;
    static const int64_t counts[] = {140, 70};
    table t;
    fill_table(&t, 2, counts);
    for (int64_t i = 0, group = 0; i < 210; group++)
        for (int64_t k = 0; k < 1 + group % 6 && i < 210; k++, i++) {
            t.group[i] = (int32_t)group;
            t.label[i] = group / 6 % 3 == 0;
        }
    t.data.group = t.group;
    t.data.n_groups = 60;
    for (int64_t pair = 0; pair < 200; pair++) {
        ard_halves h = halves_of(&t, NULL, 1, pair);
        check_halves(&h);
        assert_int_equal(h.half[0].n + h.half[1].n, 210);
        assert_true(llabs(h.half[0].n - h.half[1].n) <= 6);
        for (int32_t c = 0; c < 2; c++) assert_true(llabs(of_class(&t, &h.half[0], c) - of_class(&t, &h.half[1], c)) <= 6);
        for (int64_t i = 1; i < 210; i++)
            if (t.group[i] == t.group[i - 1]) assert_true(has(&h.half[0], i) == has(&h.half[0], i - 1));
        ard_halves_free(t.context, &h);
    }
    done_with(&t);
}

/* Five groups of each class, no two of one size: largest first would make the same halves each time. */
static void halves_of_groups_differ(void **state)
{
    (void)state;
    enum { PAIRS = 20 };
    static const int64_t counts[] = {40, 35};
    int64_t seen[PAIRS], differ = 0;
    table t;
    fill_table(&t, 2, counts);
    t.data.group = t.group;
    t.data.n_groups = 10;
    for (int64_t i = 0, g = 0, left = 3; i < 75; i++) {
        if (left-- == 0) left = 3 + g++;
        t.group[i] = (int32_t)g;
        t.label[i] = g % 2 == 1;
    }
    for (int64_t pair = 0; pair < PAIRS; pair++) {
        ard_halves h = halves_of(&t, NULL, 1, pair);
        const ard_rows *with_first = &h.half[has(&h.half[0], 0) ? 0 : 1];
        seen[pair] = 0;
        for (int64_t i = 0; i < with_first->n; i++) seen[pair] |= 1 << t.group[with_first->row[i]];
        bool met = false;
        for (int64_t k = 0; k < pair; k++) met = met || seen[k] == seen[pair];
        differ += !met;
        ard_halves_free(t.context, &h);
    }
    assert_true(differ >= 10);
    done_with(&t);
}

static void what_cannot_be_halved(void **state)
{
    (void)state;
    static const int64_t counts[] = {9, 1}, two[] = {6, 6};
    table t;
    ard_halves h;
    fill_table(&t, 2, counts);
    assert_int_equal(ard_halves_draw(t.context, &t.data, NULL, 1, 0, &h), ARDOR_DATA);
    assert_true(!h.half[0].row && !h.half[1].row);
    assert_non_null(strstr(ardor_context_message(t.context), "table.csv: no two halves of the rows have two classes each"));
    done_with(&t);
    /* Two groups of one class each. */
    fill_table(&t, 2, two);
    for (int i = 0; i < 12; i++) t.group[i] = t.label[i];
    t.data.group = t.group;
    t.data.n_groups = 2;
    assert_int_equal(ard_halves_draw(t.context, &t.data, NULL, 1, 0, &h), ARDOR_DATA);
    assert_non_null(strstr(ardor_context_message(t.context), "two groups each"));
    /* Groups of one row of each class, of one of the first and of one of the second: some draws leave a half with one class, and
     * are drawn again. */
    static const int32_t group[] = {0, 0, 1, 2};
    for (int i = 0; i < 4; i++) t.group[i] = group[i];
    t.label[0] = t.label[2] = 0;
    t.label[1] = t.label[3] = 1;
    t.data.n = 4;
    t.data.n_groups = 3;
    for (int64_t pair = 0; pair < 50; pair++) {
        h = halves_of(&t, NULL, 1, pair);
        const int with_first = has(&h.half[0], 0) ? 0 : 1;
        assert_true(has(&h.half[with_first], 1) && !has(&h.half[with_first], 2) && !has(&h.half[with_first], 3));
        ard_halves_free(t.context, &h);
    }
    t.data.n = 12;
    /* Copies stay together, and other rows than those given are in neither. */
    t.data.group = NULL;
    int64_t list[] = {0, 0, 1, 1, 4, 4, 5, 7, 8, 9};
    const ard_rows rows = {10, list};
    for (int64_t pair = 0; pair < 20; pair++) {
        h = halves_of(&t, &rows, 1, pair);
        assert_int_equal(h.half[0].n + h.half[1].n, 10);
        for (int64_t row = 0; row < 12; row++) {
            int64_t in[2] = {0}, times = 0;
            for (int k = 0; k < 10; k++) times += list[k] == row;
            for (int k = 0; k < 2; k++)
                for (int64_t i = 0; i < h.half[k].n; i++) in[k] += h.half[k].row[i] == row;
            assert_true(in[0] + in[1] == times && (in[0] == 0 || in[1] == 0));
        }
        ard_halves_free(t.context, &h);
    }
    done_with(&t);
}

/* The q columns of noise that differ most between the classes of a half. */
static void select_columns(const table *t, const ard_rows *half, int64_t p, const double *x, int64_t q, int64_t *count)
{
    double best[200];
    for (int64_t j = 0; j < p; j++) {
        double sum[2] = {0}, n[2] = {0};
        for (int64_t i = 0; i < half->n; i++) {
            sum[t->label[half->row[i]]] += x[half->row[i] + j * t->data.n];
            n[t->label[half->row[i]]]++;
        }
        best[j] = fabs(sum[0] / n[0] - sum[1] / n[1]);
    }
    for (int64_t k = 0; k < q; k++) {
        int64_t most = 0;
        for (int64_t j = 1; j < p; j++)
            if (best[j] > best[most]) most = j;
        best[most] = -1;
        count[most]++;
    }
}

/* Noise alone: each column has the chance q/p in any half, so the mean number of those that reach tau is to be below the
 * bounds. */
static void bounds_hold_for_noise(void **state)
{
    (void)state;
    enum { P = 200, Q = 20, PAIRS = 25, TRIALS = 30 };
    static const int64_t counts[] = {31, 30};
    static const double tau[] = {.6, .7, .8, .9};
    static double x[61 * P];
    table t;
    double reached[4] = {0};
    ard_rng rng;
    ard_rng_init(&rng, 81, 0, 0);
    fill_table(&t, 2, counts);
    for (int trial = 0; trial < TRIALS; trial++) {
        int64_t count[P] = {0};
        for (int64_t k = 0; k < 61 * P; k++) x[k] = ard_rng_normal(&rng);
        for (int64_t pair = 0; pair < PAIRS; pair++) {
            ard_halves h = halves_of(&t, NULL, (uint64_t)trial, pair);
            for (int k = 0; k < 2; k++) select_columns(&t, &h.half[k], P, x, Q, count);
            ard_halves_free(t.context, &h);
        }
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < P; j++) reached[k] += ard_selections_reach(count[j], 2 * PAIRS, tau[k]) / (double)TRIALS;
    }
    for (int k = 0; k < 4; k++) {
        const ard_selection_bounds b = ard_selection_bounds_of(P, Q, PAIRS, tau[k]);
        assert_true(reached[k] <= b.unimodal && b.unimodal < b.worst_case);
    }
    assert_true(reached[0] > 1); /* at .6 it is something: of 200 columns more than one */
    done_with(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_halved),         cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(rows_have_equal_chances), cmocka_unit_test(groups_stay_whole),
        cmocka_unit_test(halves_of_groups_differ), cmocka_unit_test(what_cannot_be_halved),
        cmocka_unit_test(bounds_hold_for_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
