/* What is said where a plan cannot be, of the plan that was asked for and of inner folds: with the counts of the rows at hand. */
#include "plan_table.h"

#include "base/text.h"

/* Class and group of each row, one letter each; groups NULL: none. */
static void read_table(table *t, const char *classes, const char *groups)
{
    fill_table(t, 2, (const int64_t[]){1, (int64_t)strlen(classes) - 1});
    for (size_t i = 0; classes[i]; i++) {
        t->label[i] = classes[i] - 'a';
        if (groups) t->group[i] = groups[i] - '1';
        if (groups && t->group[i] >= t->data.n_groups) t->data.n_groups = t->group[i] + 1;
    }
    if (groups) t->data.group = t->group;
    t->data.inputs.group = groups ? "subject" : NULL;
}

/* The rows that are marked, copies by a number. */
static ard_rows read_rows(const char *marks, int64_t *row)
{
    ard_rows out = {0, row};
    for (int64_t i = 0; marks[i]; i++)
        for (int k = 0; k < (marks[i] == '.' ? 0 : marks[i] - '0'); k++) row[out.n++] = i;
    return out;
}

typedef struct message {
    const char *classes, *groups, *rows; /* rows NULL: all */
    const char *plan;                    /* "cv:5", "holdout:0.3" with `inner`: of inner folds */
    bool inner;
    const char *expected; /* NULL: it can be made */
} message;

static void check(const message *m)
{
    table t;
    int64_t row[MOST_ROWS];
    ard_plan *plan = NULL;
    read_table(&t, m->classes, m->groups);
    const ard_rows some = read_rows(m->rows ? m->rows : "", row), *rows = m->rows ? &some : NULL;
    const int rc = m->inner ? ard_plan_new_inner(t.context, &t.data, rows, m->plan, 1, &plan)
                            : ard_plan_new(t.context, &t.data, rows, m->plan, 1, &plan);
    const char *said = ardor_context_message(t.context);
    if ((rc == ARDOR_OK) != !m->expected || (m->expected && strcmp(said, m->expected) != 0))
        fail_msg("%s of %s, %s: '%s', not '%s'", m->plan, m->classes, m->groups ? m->groups : "no groups",
                 rc == ARDOR_OK ? "" : said, m->expected ? m->expected : "");
    ard_plan_free(plan);
    done_with(&t);
}

#define LEAVE_OUT_GROUPS "collect the class in more groups, or leave --group out"
#define NO_TUNE "give the settings with --set instead of --tune, "

static void plans_speak_of_the_table(void **state)
{
    (void)state;
    static const message messages[] = {
        {"abbb", NULL, NULL, "loo", false,
         "table.csv: fold 1 of plan 'loo' has no row of class 'a' to train on: the class has 1 row: give the class a second row "
         "or "
         "leave it out"},
        {"aabbb", NULL, NULL, "kfold:9", false, "plan 'kfold:9': table.csv has 5 rows: ask for 2 to 5 folds"},
        {"abbb", NULL, NULL, "kfold:9", false,
         "table.csv: plan 'kfold:9': class 'a' is too small: the class has 1 row: give the class a second row or leave it out"},
        {"ababab", "112233", NULL, "kfold:4", false, "plan 'kfold:4': table.csv has 3 groups: ask for 2 to 3 folds"},
        {"ababab", "111222", NULL, "repeat:2x3", false, "plan 'repeat:2x3': table.csv has 2 groups: ask for 2 folds"},
        {"aabbbb", "112233", NULL, "loo", false,
         "table.csv: fold 1 of plan 'loo' has no row of class 'a' to train on: the class has 2 rows in 1 "
         "group: " LEAVE_OUT_GROUPS},
        {"aabbbb", "112233", NULL, "logo", false,
         "table.csv: fold 1 of plan 'logo' has no row of class 'a' to train on: the class has 2 rows in 1 "
         "group: " LEAVE_OUT_GROUPS},
        {"aabb", NULL, NULL, "logo", false,
         "table.csv: plan 'logo' leaves out one group of rows at a time: name the column of the groups (batches, sites, "
         "patients) "
         "with --group, or take loo, which leaves out one row at a time"},
        {"aabbbb", "112233", NULL, "kfold:4", false,
         "table.csv: plan 'kfold:4': class 'a' is too small: the class has 2 rows in 1 group: " LEAVE_OUT_GROUPS},
        {"aabb", "1122", NULL, "boot:3", false,
         "table.csv: plan 'boot:3': 100 draws of resample 1 had one class or left no row to test: class 'a' has 2 rows in 1 "
         "group: " LEAVE_OUT_GROUPS},
        {"ab", NULL, NULL, "boot:3", false,
         "table.csv: plan 'boot:3': 100 draws of resample 1 had one class or left no row to test: class 'a' has 1 row: give the "
         "class a second row or leave it out"},
        {"ab", NULL, NULL, "holdout:0.5", false,
         "table.csv: fold 1 of plan 'holdout:0.5' tests no row, because training needs them all: collect more rows"},
        {"aabb", "1122", NULL, "holdout:0.5", false,
         "table.csv: fold 1 of plan 'holdout:0.5' has no row of class 'b' to train on: the class has 2 rows in 1 "
         "group: " LEAVE_OUT_GROUPS},
    };
    for (size_t k = 0; k < sizeof messages / sizeof *messages; k++) check(messages + k);
}

static void one_group_is_no_plan(void **state)
{
    (void)state;
    static const char *const plans[] = {"loo", "logo", "kfold:2", "repeat:2x2", "holdout:0.3", "boot:2"};
    char expected[300];
    for (int p = 0; p < 6; p++) {
        snprintf(
            expected, sizeof expected,
            "table.csv: plan '%s': all 6 rows are of one group (column 'subject'), which is either trained on or tested: name "
            "another column with --group, or leave --group out",
            plans[p]);
        check(&(message){"ababab", "111111", NULL, plans[p], false, expected});
    }
}

/* The plan is not named, which nobody asked for; and rows are those to tune on. */
static void inner_folds_speak_of_themselves(void **state)
{
    (void)state;
    static const message messages[] = {
        {"aabbb", NULL, "11111", "cv:5", true, NULL},
        {"aabbb", NULL, "11111", "holdout:0.3", true, NULL},
        {"aabbb", NULL, "1.111", "cv:5", true,
         "table.csv: inner fold 1 of 4 (--tune=cv:5) has no row of class 'a' to train on: the class has 1 row among the 4 to "
         "tune "
         "on, and 2 rows in the table: " NO_TUNE "take --tune=holdout:0.1, or collect more rows of the class"},
        {"aabbb", NULL, "1.111", "holdout:0.1", true, NULL},
        {"abbbb", NULL, "11111", "cv:2", true,
         "table.csv: inner fold 1 of 2 (--tune=cv:2) has no row of class 'a' to train on: the class has 1 row: " NO_TUNE
         "take --tune=holdout:0.1, or collect more rows of the class"},
        {"aaabbb", NULL, "1..111", "cv:2", true,
         "table.csv: inner fold 1 of 2 (--tune=cv:2) has no row of class 'a' to train on: the class has 1 row among the 4 to "
         "tune "
         "on, and 3 rows in the table: take --plan loo, which leaves out one row at a time, " NO_TUNE
         "take --tune=holdout:0.1, or collect more rows of the class"},
        {"aaabbb", NULL, "3..111", "cv:2", true, /* drawn three times it is one row, which a holdout does not part */
         "table.csv: inner fold 1 of 2 (--tune=cv:2) has no row of class 'a' to train on: the class has 1 row among the 4 to "
         "tune "
         "on, and 3 rows in the table: take --plan loo, which leaves out one row at a time, " NO_TUNE
         "or collect more rows of the class"},
        {"aabbb", NULL, "11111", "cv:9", true,
         "table.csv: the inner folds (--tune=cv:9): there are 5 rows to tune on: take --tune=cv:5 or holdout:F"},
        {"ababab", "111111", "111111", "cv:5", true,
         "table.csv: the inner folds (--tune=cv:5): all 6 rows to tune on are of one group (column 'subject'), which is either "
         "trained on or tested: give the settings with --set instead of --tune, or leave --group out"},
        {"ababab", "112233", "11....", "holdout:0.3", true,
         "table.csv: the inner folds (--tune=holdout:0.3): all 2 rows to tune on are of one group (column 'subject'), which is "
         "either "
         "trained on or tested: take --plan logo, which leaves out one group at a time, or give the settings with --set instead "
         "of "
         "--tune"},
        {"ababab", "112233", "111111", "cv:5", true,
         "table.csv: the inner folds (--tune=cv:5): there are 3 groups to tune on: take --tune=cv:3 or holdout:F"},
        {"ababab", "112233", "1111..", "cv:3", true, NULL}, /* the table has three groups: one fold for each of the two */
        {"aabbaa", "112233", "1111..", "cv:2", true,
         "table.csv: inner fold 1 of 2 (--tune=cv:2) has no row of class 'a' to train on: the class has 2 rows in 1 group among "
         "the 4 "
         "to tune on, and 4 rows in 2 groups in the table: " NO_TUNE "or collect the class in more groups"},
        {"aabbaabb", "11223344", "1111..11", "cv:5", true,
         "table.csv: the inner folds (--tune=cv:5): class 'a' is too small: the class has 2 rows in 1 group among the 6 to tune "
         "on, "
         "and 4 rows in 2 groups in the table: " NO_TUNE "or collect the class in more groups"},
    };
    for (size_t k = 0; k < sizeof messages / sizeof *messages; k++) check(messages + k);
}

/* A class in several groups that all fall into one part: each group alone would do. */
static void groups_of_a_class_in_one_part(void **state)
{
    (void)state;
    static const message messages[] = {
        {"bbabaaaa", "11223333", NULL, "holdout:0.5", false,
         "table.csv: fold 1 of plan 'holdout:0.5' has no row of class 'a' to train on: the class has 5 rows in 2 groups: take "
         "--plan "
         "logo, which leaves out one group at a time"},
        {"bbabaaaa", "11223333", NULL, "loo", false, NULL},
        {"bbabaaaa", "11223333", NULL, "holdout:0.5", true,
         "table.csv: the inner fold (--tune=holdout:0.5) has no row of class 'a' to train on: the class has 5 rows in 2 groups: "
         "take "
         "--tune=cv:3, with a fold for each group"},
        {"bbabaaaa", "11223333", NULL, "cv:3", true, NULL},
    };
    for (size_t k = 0; k < sizeof messages / sizeof *messages; k++) check(messages + k);
}

static void folds_have_titles(void **state)
{
    (void)state;
    char title[ARD_TITLE_BYTES];
    table t;
    read_table(&t, "aaaabbbb", NULL);
    ard_plan *plan = plan_of(&t, NULL, "boot:2", 1);
    assert_string_equal(ard_plan_fold_title(plan, 1, title), "fold 2 of plan 'boot:2'");
    assert_string_equal(ard_plan_fold_title(plan, 2, title), "the fit to all rows of plan 'boot:2'");
    ard_plan_free(plan);
    assert_int_equal(ard_plan_new_inner(t.context, &t.data, NULL, "cv:3", 1, &plan), ARDOR_OK);
    assert_string_equal(plan->name, "kfold:3");
    assert_string_equal(ard_plan_fold_title(plan, 2, title), "inner fold 3 of 3 (--tune=cv:3)");
    ard_plan_free(plan);
    assert_int_equal(ard_plan_new_inner(t.context, &t.data, NULL, "holdout:0.25", 1, &plan), ARDOR_OK);
    assert_string_equal(ard_plan_fold_title(plan, 0, title), "the inner fold (--tune=holdout:0.25)");
    ard_plan_free(plan);
    done_with(&t);
}

/* Names are shown with what is in them. */
static void class_names_are_quoted(void **state)
{
    (void)state;
    table t;
    char *odd[] = {"a \tb", "c\xC2\xA0"};
    read_table(&t, "abbb", NULL);
    t.data.class_name = odd;
    refused(&t, NULL, "loo", ARDOR_DATA, "no row of class 'a \\x09b' to train on");
    for (int i = 0; i < 4; i++) t.label[i] = 1;
    refused(&t, NULL, "loo", ARDOR_DATA, "has only one class, 'c\\xC2\\xA0': a classifier");
    done_with(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_speak_of_the_table),
        cmocka_unit_test(one_group_is_no_plan),
        cmocka_unit_test(inner_folds_speak_of_themselves),
        cmocka_unit_test(groups_of_a_class_in_one_part),
        cmocka_unit_test(folds_have_titles),
        cmocka_unit_test(class_names_are_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
