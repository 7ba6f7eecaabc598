/* Lists: names and their copies, choices in one text, orders of indices. */
#include "fault_fixture.h"

#include "base/rank.h"
#include "base/text.h"

/* ---- names */

static void names_are_equal_up_to_dashes(void **state)
{
    (void)state;
    assert_true(ard_name_equal("time-limit", "time_limit"));
    assert_true(ard_name_equal("", ""));
    assert_false(ard_name_equal("lam1", "lam"));
    assert_false(ard_name_equal("lam", "lam1"));
    assert_false(ard_name_equal("lam1", "lam2"));
    assert_false(ard_name_equal("a-b", "a b"));
    assert_true(ard_name_letter_equal('-', '_') && ard_name_letter_equal('_', '-') && !ard_name_letter_equal('-', 'a'));
}

static void texts_are_found_in_lists(void **state)
{
    (void)state;
    static const char *const list[] = {"train", "all", "train"};
    assert_int_equal(ard_text_find("train", 3, list), 0);
    assert_int_equal(ard_text_find("all", 3, list), 1);
    assert_int_equal(ard_text_find("all", 1, list), -1);
    assert_int_equal(ard_text_find("al", 3, list), -1);
}

/* Whichever allocation fails, nothing is left behind. */
static void names_are_copied_or_nothing_is(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *context = fault_context(&f);
    char *names[] = {"one", "", "three"}, **copy = NULL;
    const long long before = atomic_load(&f.live);
    for (long long k = 1;; k++) {
        fault_reset(&f, k, false);
        copy = names;
        const int rc = ard_names_copy(context, 3, names, &copy);
        if (rc == ARDOR_OK) break;
        assert_int_equal(rc, ARDOR_MEMORY);
        assert_null(copy);
        assert_int_equal(atomic_load(&f.live), before);
        assert_true(k <= 4);
    }
    assert_int_equal(atomic_load(&f.calls), 4);
    for (int i = 0; i < 3; i++) assert_true(copy[i] != names[i] && strcmp(copy[i], names[i]) == 0);
    ard_names_free(context, 3, copy);
    ard_names_free(context, 3, NULL);
    assert_int_equal(atomic_load(&f.live), before);
    ardor_context_free(context);
}

/* ---- choices */

static void choices_are_taken_apart(void **state)
{
    (void)state;
    size_t bytes = 0;
    const char choices[] = "mackay|em|";
    assert_ptr_equal(ard_choice_at(choices, 0, &bytes), choices);
    assert_int_equal(bytes, 6);
    assert_ptr_equal(ard_choice_at(choices, 1, &bytes), choices + 7);
    assert_int_equal(bytes, 2);
    assert_non_null(ard_choice_at(choices, 2, &bytes));
    assert_int_equal(bytes, 0);
    assert_null(ard_choice_at(choices, 3, &bytes));
    assert_int_equal(bytes, 0);
    assert_int_equal(ard_choice_find(choices, "em"), 1);
    assert_int_equal(ard_choice_find(choices, ""), 2);
    assert_int_equal(ard_choice_find("mackay|em", ""), -1);
    assert_int_equal(ard_choice_find(choices, "mac"), -1);
    assert_int_equal(ard_choice_find(choices, "mackay|em"), -1);
}

/* ---- orders */

static void ranks_fall_and_ties_are_decided(void **state)
{
    (void)state;
    ard_rank rank[] = {{0, 1, 0}, {1, INFINITY, 0}, {2, 1, 3}, {3, -2, 0}, {4, 1, 3}, {5, INFINITY, 0}, {6, 0, 9}};
    static const int64_t order[] = {1, 5, 2, 4, 0, 6, 3};
    ard_rank_sort(7, rank);
    for (int i = 0; i < 7; i++) assert_int_equal(rank[i].index, order[i]);
}

static void indices_are_sorted(void **state)
{
    (void)state;
    int64_t index[] = {3, INT64_MAX, -1, 3, INT64_MIN, 0};
    static const int64_t order[] = {INT64_MIN, -1, 0, 3, 3, INT64_MAX};
    ard_index_sort(6, index);
    assert_memory_equal(index, order, sizeof order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_equal_up_to_dashes),    cmocka_unit_test(texts_are_found_in_lists),
        cmocka_unit_test(names_are_copied_or_nothing_is),  cmocka_unit_test(choices_are_taken_apart),
        cmocka_unit_test(ranks_fall_and_ties_are_decided), cmocka_unit_test(indices_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
