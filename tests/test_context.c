/* The context: allocation, messages, notes, children. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/remark.h"
#include "base/utf8.h"
#include "base/workload.h"

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

/* Messages and notes are UTF-8, wherever they were cut, so that documents can hold them. */
static void texts_that_are_cut_stay_utf8(void **state)
{
    (void)state;
    ardor_context *context = NULL, *child = NULL;
    char name[3000];
    for (int lead = 0; lead < 2; lead++) { /* a message of an even and of an odd number of bytes */
        char *to = name;
        if (lead) *to++ = 'x';
        for (int i = 0; i < 1400; i++) to = memcpy(to, "\xC3\xA9", 3), to += 2;
        assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
        ard_fail(context, ARDOR_DATA, "column '%s'", name);
        assert_true(ard_text_is_utf8(ardor_context_message(context), strlen(ardor_context_message(context))));
        ard_fail(context, ARDOR_DATA, "'%.7s' '%.8s'", name, name);
        assert_string_equal(ardor_context_message(context),
                            lead ? "'x\xC3\xA9\xC3\xA9\xC3\xA9' 'x\xC3\xA9\xC3\xA9\xC3\xA9?'"
                                 : "'\xC3\xA9\xC3\xA9\xC3\xA9?' '\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9'");
        assert_int_equal(ard_context_child(context, &child), ARDOR_OK);
        ard_note(child, "column '%s'", name);
        const ard_remarks *said = ard_remarks_of(child);
        assert_int_equal(said->n, 1);
        assert_true(ard_text_is_utf8(said->item[0].text, strlen(said->item[0].text)));
        ard_context_join(context, child, ARDOR_OK);
        ardor_context_free(context);
    }
    char bad[] = "\xFF"
                 "a\xC3";
    ard_text_repair(bad);
    assert_string_equal(bad, "?a?");
}

static int wish;
static int answer(void *user, const ardor_progress *progress)
{
    (void)user;
    (void)progress;
    return wish;
}

/* A callback that goes on answering the same asks once; what was asked for can be seen to, and asked for again. */
static void a_wish_to_cancel_is_one(void **state)
{
    (void)state;
    ardor_context *context = NULL;
    const ardor_context_config config = {.size = sizeof config, .progress = answer};
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    wish = 1;
    assert_int_equal(ard_workload_open(context), ARDOR_OK);
    ard_stage(context, "one");
    assert_true(ard_cancelled(context));
    ard_cancel_heed(context);
    assert_false(ard_cancelled(context));
    ard_stage(context, "one");
    assert_false(ard_cancelled(context));
    wish = 0;
    ard_stage(context, "one");
    wish = 1;
    ard_stage(context, "one");
    assert_true(ard_cancelled(context));
    ard_cancel_heed(context);
    ardor_cancel(context);
    assert_true(ard_cancelled(context));
    ardor_cancel_reset(context);
    assert_false(ard_cancelled(context));
    ard_stage(context, "one");
    assert_true(ard_cancelled(context)); /* after the reset it is a wish again */
    ard_workload_close(context);
    ardor_context_free(context);
}

/* The time that a call had goes with it. */
static void time_runs_out_in_children_too(void **state)
{
    (void)state;
    ardor_context *context = NULL, *child = NULL;
    assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
    assert_int_equal(ard_context_child(context, &child), ARDOR_OK);
    assert_int_equal(ard_check_running(child), ARDOR_OK);
    ard_deadline_set(child, ard_now() - 1);
    assert_true(ard_out_of_time(context) && ard_out_of_time(child));
    assert_int_equal(ard_check_running(child), ARDOR_CANCELLED);
    assert_non_null(strstr(ardor_context_message(child), "time limit"));
    ardor_cancel(child);
    assert_int_equal(ard_check_running(child), ARDOR_CANCELLED);
    assert_string_equal(ardor_context_message(child), "cancelled");
    ard_context_join(context, child, ARDOR_OK);
    ardor_context_free(context);
}

/* Behind the name of the table, if the message begins with it. */
static void messages_say_where_it_was(void **state)
{
    (void)state;
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
    ard_fail(context, ARDOR_DATA, "a.csv: no rows");
    ard_message_place(context, "a.csv", "fold 2");
    assert_string_equal(ardor_context_message(context), "a.csv: fold 2: no rows");
    ard_message_place(context, "a.csv", "fold 1");
    assert_string_equal(ardor_context_message(context), "a.csv: fold 1: fold 2: no rows");
    ard_fail(context, ARDOR_DATA, "a.csv is empty");
    ard_message_place(context, "a.csv", "fold 2");
    assert_string_equal(ardor_context_message(context), "fold 2: a.csv is empty");
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_of_a_smaller_size_is_taken),
        cmocka_unit_test(a_refusing_allocator_is_an_error),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(children_hand_over_messages_and_notes_once),
        cmocka_unit_test(messages_say_where_it_was),
        cmocka_unit_test(texts_that_are_cut_stay_utf8),
        cmocka_unit_test(a_wish_to_cancel_is_one),
        cmocka_unit_test(time_runs_out_in_children_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
