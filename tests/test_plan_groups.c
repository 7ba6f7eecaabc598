/* Plans over groups of rows, and over copies of a row: neither is ever torn apart. */
#include "plan_table.h"

static void groups_stay_whole(void **state)
{
    (void)state;
    static const int64_t counts[] = {60, 30};
    static const char *plans[] = {"kfold:5", "loo", "holdout:0.3", "boot:20", "repeat:3x4"};
    table t;
    fill_table(&t, 2, counts);
    group_table(&t, 4);
    for (int p = 0; p < 5; p++) {
        ard_plan *plan = plan_of(&t, NULL, plans[p], 5);
        for (int64_t f = 0; f < plan->n_folds; f++) {
            bool tested[MOST_ROWS] = {false};
            for (int64_t i = 0; i < fold_of(plan, f)->test.n; i++) tested[t.group[fold_of(plan, f)->test.row[i]]] = true;
            for (int64_t i = 0; i < fold_of(plan, f)->train.n; i++) assert_false(tested[t.group[fold_of(plan, f)->train.row[i]]]);
        }
        if (p < 2) {
            assert_true(plan->partition);
            check_tested(plan, t.data.n, 1);
        }
        if (p == 1) assert_int_equal(plan->n_folds, t.data.n_groups);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_stay_whole),
        cmocka_unit_test(groups_are_balanced),
        cmocka_unit_test(a_large_group_is_made_up_for),
        cmocka_unit_test(grouped_holdout_takes_about_its_share),
        cmocka_unit_test(copies_of_a_row_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
