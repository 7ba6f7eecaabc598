/* Independent tasks: the same outcome for any number of threads, in errors and notes too. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/workload.h"
#include "resample/parallel.h"

enum { COUNT = 60, NOTES_BYTES = 8192 };

/* What the callbacks saw. */
typedef struct record {
    char notes[NOTES_BYTES];
    int64_t cancel_at;
    atomic_llong reports; /* a task may wait for them */
    pthread_t caller;
    bool other_thread;
} record;

static void keep_note(void *user, const char *text)
{
    record *r = user;
    if (!pthread_equal(r->caller, pthread_self())) r->other_thread = true;
    size_t used = strlen(r->notes);
    snprintf(r->notes + used, sizeof r->notes - used, "%s;", text);
}

static int keep_progress(void *user, const ardor_progress *progress)
{
    record *r = user;
    if (!pthread_equal(r->caller, pthread_self())) r->other_thread = true;
    assert_string_equal(progress->stage, "work");
    return ++r->reports == r->cancel_at;
}

static ardor_context *new_context(record *r)
{
    *r = (record){.caller = pthread_self()};
    ardor_context_config config = {.size = sizeof config, .note = keep_note, .progress = keep_progress, .user = r};
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    return context;
}

static void pause_for(long microseconds)
{
    struct timespec t = {0, microseconds * 1000};
    nanosleep(&t, NULL);
}

/* ---- results */

typedef struct squares {
    double out[COUNT];
    atomic_int runs[COUNT];
    atomic_int failed;
    int threads;
} squares;

static int square(ardor_context *context, void *argument, int64_t i)
{
    squares *s = argument;
    double *scratch = ard_alloc(context, 100, sizeof *scratch);
    if (!scratch) return ARDOR_MEMORY;
    for (int k = 0; k < 100; k++) scratch[k] = (double)(i * i);
    s->out[i] = scratch[99];
    atomic_fetch_add(&s->runs[i], 1);
    ard_free(context, scratch);
    return ARDOR_OK;
}

static void every_task_runs_once(void **state)
{
    (void)state;
    for (int threads = 0; threads <= 9; threads++) {
        record r;
        ardor_context *context = new_context(&r);
        squares s = {0};
        assert_int_equal(ard_parallel(context, threads, COUNT, square, &s), ARDOR_OK);
        for (int i = 0; i < COUNT; i++) {
            assert_int_equal(atomic_load(&s.runs[i]), 1);
            assert_true(s.out[i] == (double)i * i);
        }
        assert_false(r.other_thread);
        ardor_context_free(context);
    }
}

static void no_tasks_and_no_work_to_tell_of(void **state)
{
    (void)state;
    record r;
    ardor_context *context = new_context(&r);
    squares s = {0};
    assert_int_equal(ard_parallel(context, 4, 0, square, &s), ARDOR_OK);
    assert_int_equal(ard_parallel(context, 4, COUNT, square, &s), ARDOR_OK);
    assert_int_equal(r.reports, 0);
    ardor_context_free(context);
}

/* ---- errors and notes */

/* Set when the worker of task 30, which takes no other after it has failed, ends: the failure is known then. */
static pthread_key_t leaving;

static void leave(void *failed) { atomic_store((atomic_int *)failed, 1); }

/* Tasks 20 and 30 fail, and 30 sooner: the message must be that of 20. Tasks after 30 are still running when it fails. */
static int fail_late(ardor_context *context, void *argument, int64_t i)
{
    squares *s = argument;
    atomic_fetch_add(&s->runs[i], 1);
    ard_note(context, "note %d", (int)i / 10);
    if (i == 30) {
        pthread_setspecific(leaving, &s->failed);
        return ard_fail(context, ARDOR_DATA, "task 30 failed");
    }
    const bool beside = i > 30 && i < 50 && !pthread_getspecific(leaving); /* those that may run while 30 does */
    while (s->threads > 1 && (i == 20 || beside) && !atomic_load(&s->failed)) pause_for(100);
    if (i == 20) return ard_fail(context, ARDOR_NUMERIC, "task 20 failed");
    pause_for((i % 3) * 300);
    return ARDOR_OK;
}

static void the_first_error_by_index_wins(void **state)
{
    (void)state;
    assert_int_equal(pthread_key_create(&leaving, leave), 0);
    for (int threads = 1; threads <= 16; threads += 5) {
        for (int trial = 0; trial < 5; trial++) {
            record r;
            ardor_context *context = new_context(&r);
            squares s = {.threads = threads};
            assert_int_equal(ard_parallel(context, threads, COUNT, fail_late, &s), ARDOR_NUMERIC);
            assert_string_equal(ardor_context_message(context), "task 20 failed");
            assert_string_equal(r.notes, "note 0;note 1;note 2;");
            assert_false(r.other_thread);
            for (int i = 0; i <= 20; i++) assert_int_equal(atomic_load(&s.runs[i]), 1);
            assert_int_equal(atomic_load(&s.runs[COUNT - 1]), 0);
            ardor_context_free(context);
        }
    }
    pthread_key_delete(leaving);
}

/* Every task fails: task 0 after 1, and before 2. */
static int fail_out_of_order(ardor_context *context, void *argument, int64_t i)
{
    static const long wait[4] = {15000, 0, 30000, 0};
    (void)argument;
    if (i < 4) pause_for(wait[i]);
    return ard_fail(context, ARDOR_DATA, "task %d", (int)i);
}

static void errors_may_come_out_of_order(void **state)
{
    (void)state;
    record r;
    ardor_context *context = new_context(&r);
    assert_int_equal(ard_parallel(context, 4, COUNT, fail_out_of_order, NULL), ARDOR_DATA);
    assert_string_equal(ardor_context_message(context), "task 0");
    ardor_context_free(context);
}

static int say_something(ardor_context *context, void *argument, int64_t i)
{
    (void)argument;
    pause_for(i % 5 == 0 ? 2000 : 0);
    ard_note(context, "%d", (int)i);
    return ARDOR_OK;
}

static void notes_come_in_index_order(void **state)
{
    (void)state;
    char expected[NOTES_BYTES] = "";
    for (int i = 0; i < COUNT; i++) snprintf(expected + strlen(expected), 16, "%d;", i);
    for (int threads = 1; threads <= 7; threads += 3) {
        record r;
        ardor_context *context = new_context(&r);
        assert_int_equal(ard_parallel(context, threads, COUNT, say_something, NULL), ARDOR_OK);
        assert_string_equal(r.notes, expected);
        ardor_context_free(context);
    }
}

/* ---- cancelling */

/* On threads the first two are done at once, the others when they are cancelled; in the calling thread, which reports between
 * tasks and not too often, all take a while. */
static int until_cancelled(ardor_context *context, void *argument, int64_t i)
{
    squares *s = argument;
    atomic_fetch_add(&s->runs[i], 1);
    if (s->threads == 1) pause_for(30000);
    while (s->threads > 1 && i >= 2 && !ard_cancelled(context)) pause_for(1000);
    return ARDOR_OK;
}

static void the_progress_callback_cancels(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        record r;
        ardor_context *context = new_context(&r);
        squares s = {.threads = threads};
        assert_int_equal(ard_workload_open(context), ARDOR_OK);
        ard_stage(context, "work");
        r.cancel_at = 2;
        assert_int_equal(ard_parallel(context, threads, COUNT, until_cancelled, &s), ARDOR_CANCELLED);
        assert_string_equal(ardor_context_message(context), "cancelled");
        assert_true(r.reports >= 2);
        assert_false(r.other_thread);
        assert_int_equal(atomic_load(&s.runs[0]), 1);
        assert_int_equal(atomic_load(&s.runs[COUNT - 1]), 0);
        ard_workload_close(context);
        ardor_context_free(context);
    }
}

static void a_cancelled_context_starts_nothing(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        record r;
        ardor_context *context = new_context(&r);
        ardor_cancel(context);
        squares s = {0};
        assert_int_equal(ard_parallel(context, threads, COUNT, square, &s), ARDOR_CANCELLED);
        assert_int_equal(atomic_load(&s.runs[0]), 0);
        ardor_cancel_reset(context);
        assert_int_equal(ard_parallel(context, threads, COUNT, square, &s), ARDOR_OK);
        ardor_context_free(context);
    }
}

/* No task ends before there are so many reports, and a while after that each. */
enum { REPORTS = 4 };

static int until_reported(ardor_context *context, void *argument, int64_t i)
{
    record *r = argument;
    (void)context;
    (void)i;
    while (atomic_load(&r->reports) < REPORTS) pause_for(1000);
    pause_for(30000);
    return ARDOR_OK;
}

static void progress_is_reported_while_a_task_runs(void **state)
{
    (void)state;
    record r;
    ardor_context *context = new_context(&r);
    assert_int_equal(ard_workload_open(context), ARDOR_OK);
    ard_stage(context, "work");
    double start = ard_now();
    assert_int_equal(ard_parallel(context, 2, 24, until_reported, &r), ARDOR_OK);
    double seconds = ard_now() - start;
    assert_true((double)r.reports <= 12 * seconds + 3);
    ard_workload_close(context);
    ardor_context_free(context);
}

/* ---- tasks that run tasks */

static int inner(ardor_context *context, void *argument, int64_t i)
{
    int64_t outer = *(int64_t *)argument;
    ard_note(context, "%d.%d", (int)outer, (int)i);
    if (outer == 5 && i == 3) return ard_fail(context, ARDOR_DATA, "inner %d of %d", (int)i, (int)outer);
    return ARDOR_OK;
}

static int outer_task(ardor_context *context, void *argument, int64_t i)
{
    int64_t limit = *(int64_t *)argument;
    return i < limit ? ard_parallel(context, 2, 4, inner, &i) : ARDOR_OK;
}

static void tasks_may_run_tasks(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads += 3) {
        record r;
        ardor_context *context = new_context(&r);
        int64_t limit = 2;
        assert_int_equal(ard_parallel(context, threads, 8, outer_task, &limit), ARDOR_OK);
        assert_string_equal(r.notes, "0.0;0.1;0.2;0.3;1.0;1.1;1.2;1.3;");
        limit = 8;
        assert_int_equal(ard_parallel(context, threads, 8, outer_task, &limit), ARDOR_DATA);
        assert_string_equal(ardor_context_message(context), "inner 3 of 5");
        ardor_context_free(context);
    }
}

/* ---- allocation failures */

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

static int nothing(ardor_context *context, void *argument, int64_t i)
{
    (void)context;
    (void)argument;
    (void)i;
    return ARDOR_OK;
}

static void every_failing_allocation_is_clean(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        int rc = ARDOR_MEMORY;
        for (int allowed = 1; rc != ARDOR_OK && allowed < 50; allowed++) {
            budget b = {allowed, 0};
            ardor_context_config config = {.size = sizeof config, .resize = limited, .user = &b};
            ardor_context *context = NULL;
            assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
            rc = ard_parallel(context, threads, 5, nothing, NULL);
            if (rc != ARDOR_OK) assert_int_equal(rc, ARDOR_MEMORY);
            ardor_context_free(context);
            assert_int_equal(b.blocks, 0);
        }
        assert_int_equal(rc, ARDOR_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(no_tasks_and_no_work_to_tell_of),
        cmocka_unit_test(the_first_error_by_index_wins),
        cmocka_unit_test(errors_may_come_out_of_order),
        cmocka_unit_test(notes_come_in_index_order),
        cmocka_unit_test(the_progress_callback_cancels),
        cmocka_unit_test(a_cancelled_context_starts_nothing),
        cmocka_unit_test(progress_is_reported_while_a_task_runs),
        cmocka_unit_test(tasks_may_run_tasks),
        cmocka_unit_test(every_failing_allocation_is_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
