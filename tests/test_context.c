/* The context: allocation, messages, notes, children. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/base.h"

static int notes_seen;
static void count_note(void *user, const char *text)
{
    (void)user;
    (void)text;
    notes_seen++;
}

static void *refuse(void *user, void *pointer, size_t bytes)
{
    (void)user;
    (void)pointer;
    (void)bytes;
    return NULL;
}

static void config_of_a_smaller_size_is_taken(void **state)
{
    (void)state;
    ardor_context_config config = {0};
    config.size = sizeof config.size;
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    assert_string_equal(ardor_context_message(context), "");
    ardor_context_free(context);
    config.size = 0;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_USAGE);
    assert_null(context);
}

static void a_refusing_allocator_is_an_error(void **state)
{
    (void)state;
    ardor_context_config config = {.size = sizeof config, .resize = refuse};
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_MEMORY);
    assert_null(context);
}

static void sizes_are_checked(void **state)
{
    (void)state;
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
    assert_null(ard_alloc(context, INT64_MAX / 4, 8));
    assert_non_null(strstr(ardor_context_message(context), "too large"));
    assert_null(ard_alloc(context, -1, 8));
    double *zeroed = ard_alloc(context, 3, sizeof *zeroed);
    assert_true(zeroed[0] == 0 && zeroed[2] == 0);
    ard_free(context, zeroed);
    void *empty = ard_alloc(context, 0, 8);
    assert_non_null(empty);
    ard_free(context, empty);
    ardor_context_free(context);
}

static void children_hand_over_messages_and_notes_once(void **state)
{
    (void)state;
    ardor_context_config config = {.size = sizeof config, .note = count_note};
    ardor_context *context = NULL, *child = NULL;
    notes_seen = 0;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ard_context_child(context, &child), ARDOR_OK);
        ard_note(child, "a note");
        int rc = ard_fail(child, ARDOR_DATA, "row %d", i);
        ard_context_join(context, child, rc);
    }
    assert_int_equal(notes_seen, 1);
    assert_string_equal(ardor_context_message(context), "row 1");
    assert_int_equal(ard_context_child(context, &child), ARDOR_OK);
    assert_false(ard_cancelled(child));
    ardor_cancel(context);
    assert_true(ard_cancelled(child));
    ard_context_join(context, child, ARDOR_OK);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_of_a_smaller_size_is_taken),
        cmocka_unit_test(a_refusing_allocator_is_an_error),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(children_hand_over_messages_and_notes_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
