/* Plans over groups of rows, and over copies of a row: neither is ever torn apart. What is dealt does not depend on how classes
 * and groups are numbered. */
#include "plan_table.h"

static void groups_stay_whole(void **state)
{
    (void)state;
    static const int64_t counts[] = {60, 30};
    static const char *plans[] = {"kfold:5", "loo", "logo", "holdout:0.3", "boot:20", "repeat:3x4"};
    table t;
    fill_table(&t, 2, counts);
    group_table(&t, 4);
    for (int p = 0; p < 6; p++) {
        ard_plan *plan = plan_of(&t, NULL, plans[p], 5);
        for (int64_t f = 0; f < plan->n_folds; f++) {
            bool tested[MOST_ROWS] = {false};
            for (int64_t i = 0; i < fold_of(plan, f)->test.n; i++) tested[t.group[fold_of(plan, f)->test.row[i]]] = true;
            for (int64_t i = 0; i < fold_of(plan, f)->train.n; i++) assert_false(tested[t.group[fold_of(plan, f)->train.row[i]]]);
        }
        if (p < 3) {
            assert_true(plan->partition);
            check_tested(plan, t.data.n, 1);
        }
        if (p == 1 || p == 2) assert_int_equal(plan->n_folds, t.data.n_groups);
        ard_plan_free(plan);
    }
    done_with(&t);
}

/* 60 groups of 1 to 6 rows, each of one class: folds come out with the class counts that rows alone would give, give
 * or take a small group. As many folds as groups leaves no fold empty. */
static void groups_are_balanced(void **state)
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
    for (uint64_t seed = 0; seed < 20; seed++) {
        ard_plan *plan = plan_of(&t, NULL, "kfold:5", seed);
        int64_t positive = 0;
        for (int64_t i = 0; i < 210; i++) positive += t.label[i];
        for (int64_t f = 0; f < 5; f++) {
            const ard_rows *test = &fold_of(plan, f)->test;
            assert_true(fabs((double)of_class(&t, test, 1) - (double)positive / 5) <= 3);
            assert_true(fabs((double)test->n - 42) <= 4);
        }
        ard_plan_free(plan);
        plan = plan_of(&t, NULL, "kfold:60", seed);
        ard_plan_free(plan);
    }
    refused(&t, NULL, "kfold:61", ARDOR_USAGE, "60 groups");
    done_with(&t);
}

/* A group of 20 rows and 20 lone rows make two folds of 20 only if the large one is placed first. */
static void a_large_group_is_made_up_for(void **state)
{
    (void)state;
    static const int64_t counts[] = {20, 20};
    table t;
    fill_table(&t, 2, counts);
    for (int i = 0; i < 40; i++) t.group[i] = i < 10 || i >= 30 ? 0 : i - 9;
    t.data.group = t.group;
    t.data.n_groups = 21;
    for (uint64_t seed = 0; seed < 10; seed++) {
        ard_plan *plan = plan_of(&t, NULL, "kfold:2", seed);
        for (int f = 0; f < 2; f++)
            for (int32_t c = 0; c < 2; c++) assert_int_equal(of_class(&t, &fold_of(plan, f)->test, c), 10);
        ard_plan_free(plan);
    }
    done_with(&t);
}

static void grouped_holdout_takes_about_its_share(void **state)
{
    (void)state;
    static const int64_t counts[] = {60, 60};
    table t;
    fill_table(&t, 2, counts);
    group_table(&t, 4);
    ard_plan *plan = plan_of(&t, NULL, "holdout:0.2", 4);
    assert_true(llabs(fold_of(plan, 0)->test.n - 24) <= 4);
    check_parts(plan, 120);
    ard_plan_free(plan);
    group_table(&t, 60);
    plan = plan_of(&t, NULL, "holdout:0.1", 4);
    assert_int_equal(fold_of(plan, 0)->test.n, 60);
    ard_plan_free(plan);
    done_with(&t);
}

static void copies_of_a_row_stay_together(void **state)
{
    (void)state;
    static const int64_t counts[] = {20, 20};
    int64_t list[40];
    for (int i = 0; i < 40; i++) list[i] = (i * 7 + i / 3) % 13;
    ard_rows rows = {40, list};
    table t;
    fill_table(&t, 2, counts);
    ard_plan *plan = plan_of(&t, &rows, "kfold:4", 3);
    assert_true(plan->partition);
    for (int64_t f = 0; f < 4; f++) {
        const ard_fold *fold = fold_of(plan, f);
        assert_int_equal(fold->train.n + fold->test.n, 40);
        for (int64_t i = 0; i < fold->test.n; i++) assert_false(has(&fold->train, fold->test.row[i]));
    }
    ard_plan_free(plan);
    done_with(&t);
}

/* Of some of the rows as of all. */
static void inner_folds_keep_groups_whole(void **state)
{
    (void)state;
    static const int64_t counts[] = {40, 32};
    static const char *const tunes[] = {"cv:4", "holdout:.3"};
    int64_t list[72], n = 0;
    for (int64_t i = 0; i < 72; i++)
        if (i / 3 % 4 != 1) list[n++] = i;
    const ard_rows rows = {n, list};
    table t;
    fill_table(&t, 2, counts);
    group_table(&t, 3);
    for (int k = 0; k < 2; k++) {
        ard_plan *plan = NULL;
        assert_int_equal(ard_plan_new_inner(t.context, &t.data, &rows, tunes[k], 5, &plan), ARDOR_OK);
        for (int64_t f = 0; f < plan->n_folds; f++) {
            const ard_fold *fold = fold_of(plan, f);
            assert_int_equal(fold->train.n + fold->test.n, n);
            for (int64_t i = 0; i < fold->test.n; i++) {
                assert_true(has(&rows, fold->test.row[i]));
                for (int64_t j = 0; j < fold->train.n; j++)
                    assert_int_not_equal(t.group[fold->test.row[i]], t.group[fold->train.row[j]]);
            }
        }
        ard_plan_free(plan);
    }
    done_with(&t);
}

/* 18 groups of 3 to 20 rows, no two alike: repetitions have other parts all the same, about as even as one would have. */
static void repetitions_of_unequal_groups_differ(void **state)
{
    (void)state;
    static const int64_t counts[] = {107, 100};
    table t;
    fill_table(&t, 2, counts);
    for (int64_t i = 0, group = 0; i < 207; group++)
        for (int64_t k = 0; k < 3 + group; k++, i++) t.group[i] = (int32_t)group;
    t.data.group = t.group;
    t.data.n_groups = 18;
    ard_plan *plan = plan_of(&t, NULL, "repeat:10x3", 4);
    int64_t differ = 0;
    for (int64_t r = 1; r < 10; r++) {
        bool alike = false; /* the part with row 0 of one repetition and of the one before */
        for (int64_t f = 3 * r; f < 3 * r + 3; f++)
            for (int64_t g = 3 * r - 3; g < 3 * r; g++) {
                const ard_rows a = fold_of(plan, f)->test;
                const ard_rows b = fold_of(plan, g)->test;
                if (a.row[0] == 0 && b.row[0] == 0) alike = a.n == b.n && memcmp(a.row, b.row, (size_t)a.n * sizeof *a.row) == 0;
            }
        differ += !alike;
    }
    assert_in_range(differ, 8, 9);
    for (int64_t f = 0; f < 30; f++) assert_true(fabs((double)fold_of(plan, f)->test.n - 69) <= 10);
    ard_plan_free(plan);
    done_with(&t);
}

/* ---- one group at a time */

/* A fold for each group, of as many rows as it has: loo of data with groups, by its own name. */
static void a_group_at_a_time(void **state)
{
    (void)state;
    static const int64_t counts[] = {9, 7};
    static const int32_t group[] = {3, 0, 0, 1, 3, 2, 2, 2, 0, 2, 2, 1, 3, 2, 0, 2};
    static const int64_t rows[] = {4, 2, 7, 3};
    table t;
    fill_table(&t, 2, counts);
    memcpy(t.group, group, sizeof group);
    t.data.group = t.group;
    t.data.n_groups = 4;
    ard_plan *plan = plan_of(&t, NULL, "logo", 1), *loo = plan_of(&t, NULL, "loo", 2);
    assert_int_equal(plan->n_folds, 4);
    assert_int_equal(plan->n_repetitions, 1);
    check_parts(plan, 16);
    int64_t tested[4] = {0};
    for (int64_t f = 0; f < 4; f++) {
        const ard_rows *test = &fold_of(plan, f)->test;
        tested[t.group[test->row[0]]] = test->n;
        for (int64_t i = 1; i < test->n; i++) assert_int_equal(t.group[test->row[i]], t.group[test->row[0]]);
    }
    for (int g = 0; g < 4; g++) assert_int_equal(tested[g], rows[g]);
    assert_true(same_plan(plan, loo));
    ard_plan_free(loo);
    ard_plan_free(plan);
    refused(&t, NULL, "logo:4", ARDOR_USAGE, "plan 'logo:4' takes no argument");
    t.data.group = NULL;
    refused(&t, NULL, "logo", ARDOR_USAGE, "with --group, or take loo, which leaves out one row at a time");
    done_with(&t);
}

/* ---- matched pairs: groups of two rows, a case and its control */

enum { PAIRS = 35 };

/* The rows of the pairs lie apart, and the controls in another order than the cases. */
static void fill_pairs(table *t)
{
    fill_table(t, 2, (const int64_t[]){PAIRS, PAIRS});
    for (int i = 0; i < PAIRS; i++) {
        t->label[i] = 0;
        t->label[PAIRS + i] = 1;
        t->group[i] = i;
        t->group[PAIRS + i] = (i * 13 + 4) % PAIRS;
    }
    t->data.group = t->group;
    t->data.n_groups = PAIRS;
}

/* Every test part has pairs only: as many cases as controls, none of them trained on. */
static void check_pairs(const table *t, const ard_plan *plan)
{
    for (int64_t f = 0; f < plan->n_folds; f++) {
        const ard_fold *fold = fold_of(plan, f);
        bool tested[PAIRS] = {false};
        assert_int_equal(of_class(t, &fold->test, 0), of_class(t, &fold->test, 1));
        assert_int_equal(of_class(t, &fold->train, 0), of_class(t, &fold->train, 1));
        for (int64_t i = 0; i < fold->test.n; i++) tested[t->group[fold->test.row[i]]] = true;
        for (int64_t i = 0; i < fold->train.n; i++) assert_false(tested[t->group[fold->train.row[i]]]);
    }
}

/* Test parts differ by one pair at most. */
static void check_even(const ard_plan *plan)
{
    int64_t least = INT64_MAX, most = 0;
    for (int64_t f = 0; f < plan->n_folds; f++) {
        least = ard_min64(least, fold_of(plan, f)->test.n);
        most = ard_max64(most, fold_of(plan, f)->test.n);
    }
    assert_true(most - least <= 2);
}

static void matched_pairs_stay_together(void **state)
{
    (void)state;
    static const char *const plans[] = {"kfold:2",    "kfold:5", "kfold:10", "kfold:35", "repeat:4x6",
                                        "holdout:.2", "boot:25", "loo",      "logo"};
    table t;
    fill_pairs(&t);
    for (int p = 0; p < 9; p++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            ard_plan *plan = plan_of(&t, NULL, plans[p], seed);
            check_pairs(&t, plan);
            if (plan->dealt) check_even(plan);
            if (p >= 7) assert_int_equal(plan->n_folds, PAIRS);
            ard_plan_free(plan);
        }
    done_with(&t);
}

/* Inside the training rows of every fold too, where those of a bootstrap have a pair repeatedly. */
static void pairs_stay_together_in_inner_folds(void **state)
{
    (void)state;
    static const char *const plans[] = {"kfold:4", "logo", "boot:6"}, *const tunes[] = {"cv:5", "cv:3", "holdout:.25"};
    table t;
    fill_pairs(&t);
    for (int p = 0; p < 3; p++) {
        ard_plan *plan = plan_of(&t, NULL, plans[p], 3), *inner = NULL;
        for (int64_t f = 0; f < plan->n_folds; f++)
            for (int k = 0; k < 3; k++) {
                ard_fold fold;
                assert_int_equal(ard_plan_fold(t.context, plan, f, &fold), ARDOR_OK);
                assert_int_equal(ard_plan_new_inner(t.context, &t.data, &fold.train, tunes[k], 9, &inner), ARDOR_OK);
                check_pairs(&t, inner);
                ard_plan_free(inner);
                ard_fold_free(t.context, &fold);
            }
        ard_plan_free(plan);
    }
    done_with(&t);
}

/* ---- the numbers of classes and of groups */

/* The same table with class c called order[c] and the groups numbered from behind. */
static void renumber(const table *t, const int32_t *order, table *out)
{
    *out = *t;
    for (int64_t i = 0; i < t->data.n; i++) {
        out->label[i] = order[t->label[i]];
        out->group[i] = (int32_t)(t->data.n_groups - 1 - t->group[i]);
    }
    out->data.label = out->label;
    if (t->data.group) out->data.group = out->group;
}

static void check_same_plans(table *t, const int32_t *order, const ard_rows *rows)
{
    static const char *const plans[] = {"kfold:5", "repeat:3x4", "loo", "holdout:0.3", "boot:20"};
    table other;
    renumber(t, order, &other);
    for (int p = 0; p < 5; p++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            ard_plan *a = plan_of(t, rows, plans[p], seed), *b = plan_of(&other, rows, plans[p], seed);
            if (!same_plan(a, b)) fail_msg("%s, seed %d: the numbers of classes or groups have a say", plans[p], (int)seed);
            ard_plan_free(b);
            ard_plan_free(a);
        }
}

/* Numbers come from names, and from which class is the positive one: no part depends on them. Groups of mixed classes, with
 * shares that are not exact, would tell sums that are taken in another order. */
static void numbers_of_classes_and_groups_have_no_say(void **state)
{
    (void)state;
    static const int32_t orders[][MOST_CLASSES] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
    int64_t part[50], copies[90];
    for (int i = 0; i < 50; i++) part[i] = 3 + 2 * i - i % 3;
    for (int i = 0; i < 90; i++) copies[i] = (i * 7 + i / 3) % 61;
    for (int n_classes = 2; n_classes <= 3; n_classes++)
        for (int size = 0; size <= 3; size++) {
            table t;
            fill_table(&t, n_classes, (const int64_t[]){61, 37, 29});
            if (size > 0) group_table(&t, size);
            for (int o = 0; o < (n_classes == 2 ? 2 : 6); o++) {
                check_same_plans(&t, orders[o], NULL);
                check_same_plans(&t, orders[o], &(ard_rows){46, part});
                check_same_plans(&t, orders[o], &(ard_rows){90, copies});
            }
            done_with(&t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_stay_whole),
        cmocka_unit_test(groups_are_balanced),
        cmocka_unit_test(a_large_group_is_made_up_for),
        cmocka_unit_test(grouped_holdout_takes_about_its_share),
        cmocka_unit_test(copies_of_a_row_stay_together),
        cmocka_unit_test(repetitions_of_unequal_groups_differ),
        cmocka_unit_test(inner_folds_keep_groups_whole),
        cmocka_unit_test(a_group_at_a_time),
        cmocka_unit_test(matched_pairs_stay_together),
        cmocka_unit_test(pairs_stay_together_in_inner_folds),
        cmocka_unit_test(numbers_of_classes_and_groups_have_no_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
