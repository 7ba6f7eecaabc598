/* Messages of one line with names of any length; what may have been meant by a name that there is not. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/guess.h"
#include "base/utf8.h"
#include "context_fixture.h"

enum { LONG = 5000 };

/* A name of LONG times the unit, and an end. */
static const char *long_name(const char *unit, const char *end)
{
    static char name[4 * LONG + 8];
    name[0] = '\0';
    for (size_t i = 0, n = strlen(unit); i < LONG / n; i++) memcpy(name + i * n, unit, n + 1);
    return strcat(name, end);
}

static void what_follows_a_long_name_is_told(void **state)
{
    (void)state;
    static const char *const units[] = {"x", "\xC3\xA9", "\xE6\xBC\xA2", "\xF0\x9F\x98\x80", "x y ", "it's ", "' "};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        ard_fail(context, ARDOR_DATA, "file.csv: column '%s' is empty: name another", long_name(units[i], "z1"));
        const char *message = ardor_context_message(context);
        if (i + 1 == sizeof units / sizeof *units) continue; /* quotes that end at once are no name; no more is asked of them */
        assert_true(strlen(message) < 260);
        assert_memory_equal(message, "file.csv: column '", 18);
        assert_non_null(strstr(message, "..."));
        assert_non_null(strstr(message, "z1' is empty: name another"));
        assert_true(ard_text_is_utf8(message, strlen(message)));
        assert_null(strchr(message, '?'));
    }
    ard_fail(context, ARDOR_DATA, "%s", long_name("/directory", "/file.csv: cannot be opened"));
    assert_true(strlen(ardor_context_message(context)) < 260);
    assert_non_null(strstr(ardor_context_message(context), "/file.csv: cannot be opened"));
}

static void short_messages_are_as_they_are(void **state)
{
    (void)state;
    static const char *const texts[] = {"",   "one", "  two  blanks ",    "a 'name' and 'another', of two", "it's one's own", "'",
                                        "''", "' '", "caf\xC3\xA9 'a b'."};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ard_fail(context, ARDOR_DATA, "%s", texts[i]);
        assert_string_equal(ardor_context_message(context), texts[i]);
    }
    ard_fail(context, ARDOR_DATA, "%s", "not \xFF UTF-8");
    assert_string_equal(ardor_context_message(context), "not ? UTF-8");
}

static const char *guessed(const char *asked, const char *const *names)
{
    static ard_guess guess;
    guess = (ard_guess){.asked = asked};
    for (; *names; names++) ard_guess_try(&guess, *names);
    return guess.list;
}

static void the_nearest_names_are_guessed(void **state)
{
    (void)state;
    static const char *const names[] = {"lam1", "lam2", "strength", "max_iter", "solver", "tol",
                                        "seed", "jcfo", "rvm",      "lam1",     NULL};
    static const char *const cases[][2] = {{"lambda1", "'lam1'"},
                                           {"lambda2", "'lam2'"},
                                           {"lambda", "'lam1' or 'lam2'"},
                                           {"lam", "'lam1' or 'lam2'"},
                                           {"lam3", "'lam1' or 'lam2'"},
                                           {"lamda1", "'lam1'"},
                                           {"max-iter", "'max_iter'"},
                                           {"maxiter", "'max_iter'"},
                                           {"strenght", "'strength'"},
                                           {"slover", "'solver'"},
                                           {"jfco", "'jcfo'"},
                                           {"svm", ""},
                                           {"xyz", ""},
                                           {"", ""},
                                           {"l", ""},
                                           {"sed", "'seed'"},
                                           {"lambda12", ""},
                                           {"a-very-long-name-that-is-none-of-these-at-all-or-any-other", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(guessed(cases[i][0], names), cases[i][1]) != 0) fail_msg("%s: %s", cases[i][0], guessed(cases[i][0], names));
}

/* Many that are as close: the list takes those that have room. */
static void a_list_of_guesses_has_an_end(void **state)
{
    (void)state;
    char name[40];
    ard_guess guess = {.asked = "abcdefghijklmnopqrstuvwxyz-0"};
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "abcdefghijklmnopqrstuvwxyz-%c", 'A' + i);
        ard_guess_try(&guess, name);
    }
    assert_true(strlen(guess.list) < ARD_GUESS_BYTES);
    assert_int_equal(guess.list[strlen(guess.list) - 1], '\'');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_follows_a_long_name_is_told),
        cmocka_unit_test(short_messages_are_as_they_are),
        cmocka_unit_test(the_nearest_names_are_guessed),
        cmocka_unit_test(a_list_of_guesses_has_an_end),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
