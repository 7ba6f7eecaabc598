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

/* ---- names in messages */

static void quoted_names_show_their_blanks(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"plain", "plain"},
        {"b ", "b "},
        {"a\tb\n", "a\\x09b\\x0A"},
        {"no\xC2\xA0"
         "break",
         "no\\xC2\\xA0"
         "break"},
        {"\xE2\x80\x8Bzero", "\\xE2\\x80\\x8Bzero"},
        {"\xEF\xBB\xBFmark", "\\xEF\\xBB\\xBFmark"},
        {"\xE3\x80\x80wide", "\\xE3\\x80\\x80wide"},
        {"caf\xC3\xA9 \xE2\x82\xAC", "caf\xC3\xA9 \xE2\x82\xAC"},
        {"cut \xE2\x80", "cut \\xE2\\x80"},
    };
    char quoted[ARD_QUOTE_BYTES], all_odd[3 * 50 + 1] = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(ard_name_quote(names[i][0], quoted), names[i][1]);
    for (int i = 0; i < 50; i++) strcat(all_odd, "\xE2\x80\x8B");
    assert_true(strlen(ard_name_quote(all_odd, quoted)) == ARD_QUOTE_BYTES - 5);
}

static void lists_of_names_are_quoted_and_cut(void **state)
{
    (void)state;
    char *names[] = {"a", "b ", "c", "d", "e", "f"}, list[ARD_LIST_BYTES], small[16] = "";
    assert_string_equal(ard_names_list(0, names, list), "");
    assert_string_equal(ard_names_list(2, names, list), "'a', 'b '");
    assert_string_equal(ard_names_list(5, names, list), "'a', 'b ', 'c', 'd', 'e'");
    assert_string_equal(ard_names_list(6, names, list), "'a', 'b ', 'c', 'd', 'e', ...");
    for (int i = 0; i < 4; i++) ard_name_append(small, sizeof small, names[i]);
    assert_string_equal(small, "'a', 'b ', ...");
}

static void names_that_are_nearly_alike(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b, *difference;
    } pairs[] = {
        {"yes", "yes ", "blanks"},
        {"yes", "\tyes", "blanks"},
        {"type a", "type  a", "blanks"},
        {"yes", "yes\xC2\xA0", "blanks"},
        {"yes", "Yes", "capitals"},
        {"yes ", "Yes ", "capitals"},
        {"yes", "Yes ", "blanks and capitals"},
        {"1", "1.0", "the way a number is written"},
        {"1e1", "10", "the way a number is written"},
        {"1", "2", NULL},
        {"yes", "no", NULL},
        {"yes", "yes1", NULL},
        {"yes", "yes", NULL},
        {"", " ", "blanks"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int turned = 0; turned < 2; turned++) {
            const char *found = turned ? ard_names_alike(pairs[i].b, pairs[i].a) : ard_names_alike(pairs[i].a, pairs[i].b);
            if (pairs[i].difference ? !found || strcmp(found, pairs[i].difference) != 0 : found != NULL)
                fail_msg("'%s' and '%s': %s", pairs[i].a, pairs[i].b, found ? found : "nothing");
        }
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
        cmocka_unit_test(names_are_equal_up_to_dashes),
        cmocka_unit_test(texts_are_found_in_lists),
        cmocka_unit_test(names_are_copied_or_nothing_is),
        cmocka_unit_test(quoted_names_show_their_blanks),
        cmocka_unit_test(lists_of_names_are_quoted_and_cut),
        cmocka_unit_test(names_that_are_nearly_alike),
        cmocka_unit_test(choices_are_taken_apart),
        cmocka_unit_test(ranks_fall_and_ties_are_decided),
        cmocka_unit_test(indices_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
