/* Resampling plans: who trains, who is tested, and what is refused. */
#include "plan_table.h"

#include <unistd.h>

/* ---- k-fold */

static void kfold_is_stratified_and_balanced(void **state)
{
    (void)state;
    static const int64_t counts[][3] = {{30, 30, 0}, {33, 19, 0}, {7, 90, 4}, {11, 12, 13}, {3, 4, 2}};
    static const char *plans[] = {"kfold:2", "kfold:3", "kfold:5", "kfold:9"};
    for (int k = 0; k < 5; k++) {
        table t;
        fill_table(&t, counts[k][2] ? 3 : 2, counts[k]);
        for (int p = 0; p < 4; p++) {
            ard_plan *plan = plan_of(&t, NULL, plans[p], 7);
            assert_int_equal(plan->n_folds, atoi(plans[p] + 6));
            assert_true(plan->partition);
            check_parts(plan, t.data.n);
            check_tested(plan, t.data.n, 1);
            check_stratified(&t, plan);
            ard_plan_free(plan);
        }
        done_with(&t);
    }
}

static void the_seed_decides(void **state)
{
    (void)state;
    static const int64_t counts[] = {30, 25};
    static const char *plans[] = {"kfold:5", "holdout:0.2", "boot:10", "repeat:2x4"};
    for (int grouped = 0; grouped < 2; grouped++) {
        table t;
        fill_table(&t, 2, counts);
        if (grouped) group_table(&t, 3);
        for (int p = 0; p < 4; p++) {
            ard_plan *a = plan_of(&t, NULL, plans[p], 1), *b = plan_of(&t, NULL, plans[p], 1);
            ard_plan *c = plan_of(&t, NULL, plans[p], 2);
            assert_true(same_plan(a, b));
            assert_false(same_plan(a, c));
            ard_plan_free(c);
            ard_plan_free(b);
            ard_plan_free(a);
        }
        done_with(&t);
    }
}

/* Over many seeds each row is in each fold about equally often: 400 draws of probability 1/4, sd 8.7. */
static void kfold_is_random(void **state)
{
    (void)state;
    static const int64_t counts[] = {8, 8};
    table t;
    int64_t in_fold[16][4] = {{0}};
    fill_table(&t, 2, counts);
    for (uint64_t seed = 0; seed < 400; seed++) {
        ard_plan *plan = plan_of(&t, NULL, "kfold:4", seed);
        for (int64_t f = 0; f < 4; f++)
            for (int64_t i = 0; i < fold_of(plan, f)->test.n; i++) in_fold[fold_of(plan, f)->test.row[i]][f]++;
        ard_plan_free(plan);
    }
    for (int i = 0; i < 16; i++)
        for (int f = 0; f < 4; f++) assert_true(in_fold[i][f] > 60 && in_fold[i][f] < 150);
    done_with(&t);
}

static void a_plan_can_be_limited_to_rows(void **state)
{
    (void)state;
    static const int64_t counts[] = {20, 20};
    int64_t list[] = {31, 5, 8, 22, 17, 2, 39, 11}, sorted[] = {2, 5, 8, 11, 17, 22, 31, 39};
    ard_rows rows = {8, list}, increasing = {8, sorted};
    table t;
    fill_table(&t, 2, counts);
    ard_plan *plan = plan_of(&t, &rows, "kfold:4", 3), *other = plan_of(&t, &increasing, "kfold:4", 3);
    assert_true(same_plan(plan, other));
    assert_true(plan->partition);
    check_parts(plan, 8);
    for (int64_t f = 0; f < 4; f++)
        for (int64_t i = 0; i < fold_of(plan, f)->test.n; i++) assert_true(has(&rows, fold_of(plan, f)->test.row[i]));
    ard_plan_free(other);
    ard_plan_free(plan);
    done_with(&t);
}

/* ---- leave-one-out */

static void loo_tests_each_row_alone(void **state)
{
    (void)state;
    static const int64_t counts[] = {4, 3};
    table t;
    fill_table(&t, 2, counts);
    ard_plan *plan = plan_of(&t, NULL, "loo", 1);
    assert_int_equal(plan->n_folds, 7);
    assert_true(plan->partition && plan->n_repetitions == 1);
    check_parts(plan, 7);
    for (int64_t f = 0; f < 7; f++) {
        assert_int_equal(fold_of(plan, f)->test.n, 1);
        assert_int_equal(fold_of(plan, f)->test.row[0], f);
    }
    ard_plan_free(plan);
    done_with(&t);
}

static void training_parts_need_two_classes(void **state)
{
    (void)state;
    static const int64_t counts[] = {1, 5}, third[] = {1, 5, 5}, lone[] = {4, 0};
    table t;
    fill_table(&t, 2, counts); /* rows: b a b b b b */
    refused(&t, NULL, "loo", ARDOR_DATA,
            "table.csv: fold 2 of plan 'loo' has no row of class 'a' to train on: the class has 1 row: give the class a second");
    refused(&t, NULL, "kfold:3", ARDOR_DATA, "no row of class 'a'");
    refused(&t, NULL, "kfold:3", ARDOR_DATA, "give the class a second row or leave it out");
    done_with(&t);
    fill_table(&t, 3, third);
    ard_plan_free(plan_of(&t, NULL, "loo", 1));
    done_with(&t);
    fill_table(&t, 2, lone);
    refused(&t, NULL, "loo", ARDOR_DATA, "'table.csv' has only one class, 'a'");
    refused(&t, &(ard_rows){3, (int64_t[]){0, 1, 3}}, "loo", ARDOR_DATA, "all 3 training rows are of class 'a'");
    refused(&t, &(ard_rows){0, (int64_t[]){0}}, "loo", ARDOR_DATA, "no rows to train on");
    done_with(&t);
    /* Class a in one group only. */
    fill_table(&t, 2, (const int64_t[]){3, 9});
    for (int i = 0; i < 12; i++) t.group[i] = t.label[i] == 0 ? 0 : 1 + i % 3;
    t.data.group = t.group;
    t.data.n_groups = 4;
    refused(&t, NULL, "loo", ARDOR_DATA, "the class has 3 rows in 1 group: collect the class in more groups");
    done_with(&t);
}

/* ---- holdout, repeats, bootstrap */

static void holdout_takes_its_share_of_each_class(void **state)
{
    (void)state;
    static const struct {
        const char *plan;
        int64_t counts[3], tested[3];
    } expected[] = {{"holdout:0.1", {100, 50, 0}, {10, 5, 0}},
                    {"holdout:0.25", {10, 3, 2}, {3, 1, 1}},
                    {"holdout:0.9", {10, 3, 1}, {9, 2, 0}},
                    {"holdout:0.01", {10, 2, 0}, {1, 1, 0}}};
    for (int k = 0; k < 4; k++) {
        table t;
        fill_table(&t, expected[k].counts[2] ? 3 : 2, expected[k].counts);
        ard_plan *plan = plan_of(&t, NULL, expected[k].plan, 4);
        assert_int_equal(plan->n_folds, 1);
        assert_false(plan->partition);
        check_parts(plan, t.data.n);
        for (int32_t c = 0; c < 3; c++) assert_int_equal(of_class(&t, &fold_of(plan, 0)->test, c), expected[k].tested[c]);
        ard_plan_free(plan);
        done_with(&t);
    }
}

static void repeats_deal_anew(void **state)
{
    (void)state;
    static const int64_t counts[] = {20, 13};
    table t;
    fill_table(&t, 2, counts);
    ard_plan *once = plan_of(&t, NULL, "kfold:3", 9), *plan = plan_of(&t, NULL, "repeat:4x3", 9);
    ard_plan *single = plan_of(&t, NULL, "repeat:1x3", 9);
    assert_true(same_plan(once, single));
    assert_true(single->partition && single->n_repetitions == 1);
    assert_int_equal(plan->n_folds, 12);
    assert_true(!plan->partition && plan->n_repetitions == 4);
    check_parts(plan, 33);
    check_tested(plan, 33, 4);
    check_stratified(&t, plan);
    assert_true(same_rows(&fold_of(plan, 2)->test, &fold_of(once, 2)->test));
    assert_false(same_rows(&fold_of(plan, 3)->test, &fold_of(plan, 0)->test));
    assert_false(same_rows(&fold_of(plan, 6)->test, &fold_of(plan, 3)->test));
    ard_plan_free(single);
    ard_plan_free(plan);
    ard_plan_free(once);
    done_with(&t);
}

static void bootstrap_draws_with_replacement(void **state)
{
    (void)state;
    static const int64_t counts[] = {50, 50};
    table t;
    fill_table(&t, 2, counts);
    ard_plan *plan = plan_of(&t, NULL, "boot:200", 2);
    int64_t tested = 0;
    assert_int_equal(plan->n_folds, 200);
    assert_true(!plan->partition && plan->n_repetitions == 200);
    for (int64_t b = 0; b < 200; b++) {
        const ard_fold *fold = fold_of(plan, b);
        assert_int_equal(fold->train.n, 100);
        for (int64_t i = 1; i < 100; i++) assert_true(fold->train.row[i - 1] <= fold->train.row[i]);
        for (int64_t row = 0; row < 100; row++) assert_true(has(&fold->test, row) != has(&fold->train, row));
        tested += fold->test.n;
    }
    /* (1 - 1/100)^100 = .36603 of 100 rows, sd of the mean over 200 resamples .22. */
    assert_true(fabs((double)tested / 200 - 36.603) < 1);
    ard_plan_free(plan);
    done_with(&t);
}

static void bootstrap_draws_again_until_it_is_usable(void **state)
{
    (void)state;
    table t;
    fill_table(&t, 2, (const int64_t[]){1, 3});
    ard_plan *plan = plan_of(&t, NULL, "boot:100", 2);
    for (int64_t b = 0; b < 100; b++) {
        assert_true(of_class(&t, &fold_of(plan, b)->train, 0) > 0);
        assert_true(of_class(&t, &fold_of(plan, b)->train, 1) > 0);
        assert_true(fold_of(plan, b)->test.n > 0);
    }
    ard_plan_free(plan);
    done_with(&t);
    fill_table(&t, 2, (const int64_t[]){1, 1});
    refused(&t, NULL, "boot:5", ARDOR_DATA, "resample 1");
    done_with(&t);
}

/* ---- given splits */

static void write_splits(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void given_splits_are_taken_as_they_are(void **state)
{
    (void)state;
    need_full();
    char path[] = "/tmp/ardor-plan-XXXXXX.csv", text[64];
    int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    close(descriptor);
    snprintf(text, sizeof text, "splits:%s", path);
    table t;
    fill_table(&t, 2, (const int64_t[]){3, 3}); /* b a b a b a */
    write_splits(path, "split,row,set\n1,4,train\n1,1,train\n1,3,test\n1,6,test\n2,5,train\n2,6,train\n2,1,test\n");
    ard_plan *plan = plan_of(&t, NULL, text, 1);
    assert_int_equal(plan->n_folds, 2);
    assert_true(!plan->partition && plan->n_repetitions == 2);
    assert_int_equal(fold_of(plan, 0)->train.n, 2);
    assert_int_equal(fold_of(plan, 0)->train.row[0], 0);
    assert_int_equal(fold_of(plan, 0)->train.row[1], 3);
    assert_int_equal(fold_of(plan, 0)->test.row[1], 5);
    assert_int_equal(fold_of(plan, 1)->test.row[0], 0);
    ard_plan_free(plan);
    write_splits(path, "split,row,set\n1,1,train\n1,2,train\n1,3,test\n1,4,test\n1,5,test\n1,6,test\n"
                       "2,3,train\n2,4,train\n2,1,test\n2,2,test\n");
    plan = plan_of(&t, NULL, text, 1);
    assert_true(plan->partition && plan->n_repetitions == 1);
    ard_plan_free(plan);
    write_splits(path, "split,row,set\n1,1,train\n1,2,train\n1,3,test\n2,1,train\n2,3,train\n2,4,test\n");
    refused(&t, NULL, text, ARDOR_DATA, "fold 2 of plan");
    refused(&t, NULL, text, ARDOR_DATA, "no row of class 'a' to train on: the class has 3 rows: every training part needs");
    ard_rows rows = {4, (int64_t[]){0, 1, 2, 3}};
    refused(&t, &rows, text, ARDOR_USAGE, "of all rows");
    refused(&t, NULL, "splits:", ARDOR_USAGE, "name the file");
    refused(&t, NULL, "splits:/nonexistent/splits.csv", ARDOR_IO, "/nonexistent/splits.csv");
    unlink(path);
    done_with(&t);
}

/* ---- refusals, memory */

static void bad_texts_say_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } bad[] = {{"", "use loo, logo, kfold:K"},
               {"kfolds:3", "is not known"},
               {"kfold", "as in kfold:10"},
               {"kfold:", "as in kfold:10"},
               {"boot:1000001", "more than 1000000 resamples"},
               {"kfold:1", "2 or more"},
               {"kfold:-5", "2 or more"},
               {"kfold:2.5", "2 or more"},
               {"kfold:11", "table.csv has 10 rows: ask for 2 to 10 folds"},
               {"loo:3", "no argument"},
               {"holdout:0", "between 0 and 1"},
               {"holdout:1", "between 0 and 1"},
               {"holdout:x", "between 0 and 1"},
               {"repeat:5", "repeat:5x10"},
               {"repeat:0x5", "repeat:5x10"},
               {"repeat:5x1", "repeat:5x10"},
               {"repeat:x", "repeat:5x10"},
               {"repeat:2x11", "10 rows"},
               {"repeat:9223372036854775807x9", "too many"},
               {"boot:0", "boot:200"},
               {"boot", "boot:200"}};
    table t;
    fill_table(&t, 2, (const int64_t[]){6, 4});
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) refused(&t, NULL, bad[k].text, ARDOR_USAGE, bad[k].words);
    ard_plan_free(plan_of(&t, NULL, "kfold:10", 1));
    done_with(&t);
}

static void rows_without_a_class_are_named(void **state)
{
    (void)state;
    table t;
    fill_table(&t, 2, (const int64_t[]){6, 4});
    t.label[6] = -1;
    refused(&t, NULL, "loo", ARDOR_DATA, "table.csv: row '7' has no class label");
    ard_rows rows = {6, (int64_t[]){0, 1, 2, 3, 4, 5}};
    ard_plan_free(plan_of(&t, &rows, "loo", 1));
    t.data.label = NULL;
    refused(&t, NULL, "loo", ARDOR_DATA, "has no label column");
    done_with(&t);
}

typedef struct budget {
    int left, blocks;
} budget;

static void *limited(void *user, void *pointer, size_t bytes)
{
    budget *b = user;
    if (bytes == 0) {
        b->blocks--;
        free(pointer);
        return NULL;
    }
    if (b->left-- <= 0) return NULL;
    if (!pointer) b->blocks++;
    return realloc(pointer, bytes);
}

static void every_failing_allocation_is_clean(void **state)
{
    (void)state;
    static const char *plans[] = {"loo", "kfold:2", "holdout:0.5", "boot:2", "repeat:2x2"};
    table t;
    fill_table(&t, 2, (const int64_t[]){6, 4});
    for (int k = 0; k < 10; k++) {
        int rc = ARDOR_MEMORY;
        if (k == 5) group_table(&t, 2);
        for (int allowed = 1; rc != ARDOR_OK && allowed < 100; allowed++) {
            budget b = {allowed, 0};
            ardor_context_config config = {.size = sizeof config, .resize = limited, .user = &b};
            ardor_context *context = NULL;
            ard_plan *plan = NULL;
            assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
            rc = ard_plan_new(context, &t.data, NULL, plans[k % 5], 1, &plan);
            if (rc != ARDOR_OK) assert_int_equal(rc, ARDOR_MEMORY);
            ard_plan_free(plan);
            ardor_context_free(context);
            assert_int_equal(b.blocks, 0);
        }
        assert_int_equal(rc, ARDOR_OK);
    }
    done_with(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kfold_is_stratified_and_balanced),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(kfold_is_random),
        cmocka_unit_test(a_plan_can_be_limited_to_rows),
        cmocka_unit_test(loo_tests_each_row_alone),
        cmocka_unit_test(training_parts_need_two_classes),
        cmocka_unit_test(holdout_takes_its_share_of_each_class),
        cmocka_unit_test(repeats_deal_anew),
        cmocka_unit_test(bootstrap_draws_with_replacement),
        cmocka_unit_test(bootstrap_draws_again_until_it_is_usable),
        cmocka_unit_test(given_splits_are_taken_as_they_are),
        cmocka_unit_test(bad_texts_say_what_is_allowed),
        cmocka_unit_test(rows_without_a_class_are_named),
        cmocka_unit_test(every_failing_allocation_is_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
