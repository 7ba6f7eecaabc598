/* Counts of the work of a call, on one thread and on several, and what the callback is told. */
#include "numeric.h"

#include <pthread.h>

#include "base/workload.h"
#include "resample/parallel.h"

/* What the callback saw. */
static struct {
    int reports;
    ardor_progress last;
    pthread_t caller;
} seen;

static int watch(void *user, const ardor_progress *p)
{
    (void)user;
    assert_true(pthread_equal(seen.caller, pthread_self()));
    assert_true(p->done >= seen.last.done);
    assert_true(p->done <= p->total || (p->total == 0 && p->done == 0));
    assert_true(isnan(p->remaining) || p->remaining >= 0);
    seen.last = *p;
    seen.reports++;
    return 0;
}

static ardor_context *open_work(void)
{
    ardor_context *context = NULL;
    memset(&seen, 0, sizeof seen);
    seen.caller = pthread_self();
    assert_int_equal(
        ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .progress = watch}, &context), ARDOR_OK);
    assert_int_equal(ard_workload_open(context), ARDOR_OK);
    return context;
}

static void close_work(ardor_context *context)
{
    ard_workload_close(context);
    ardor_context_free(context);
}

/* What is told now. */
static void expect(ardor_context *context, int64_t done, int64_t total)
{
    ard_stage(context, "now");
    if (seen.last.done != done || seen.last.total != total)
        fail_msg("%d of %d instead of %d of %d", (int)seen.last.done, (int)seen.last.total, (int)done, (int)total);
}

static ard_batch *add(ardor_context *context, int64_t n, int threads, bool tuned, bool last)
{
    ard_batch *batch = NULL;
    assert_int_equal(ard_batch_add(context, n, threads, 1, tuned, last, &batch), ARDOR_OK);
    assert_non_null(batch);
    return batch;
}

static void plan(ardor_context *context, ard_share share, int n_inner, int n)
{
    ard_task_begin(share);
    assert_int_equal(ard_task_plan(context, share, n_inner, n, 1, ARD_LAST_WALKS), ARDOR_OK);
}

static void fit(ardor_context *context, ard_share share, int n_inner, int n)
{
    for (int k = 0; k < n_inner; k++) {
        ard_inner_begin(share, k);
        for (int i = 0; i < n; i++) ard_inner_done(context, share, k, i);
    }
}

static void units_are_candidates_and_last_fits(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *batch = add(context, 3, 1, true, true);
    expect(context, 0, 0); /* how many is not known yet */
    plan(context, (ard_share){batch, 0}, 2, 4);
    expect(context, 0, 27);
    ard_inner_begin((ard_share){batch, 0}, 0);
    ard_inner_done(context, (ard_share){batch, 0}, 0, 0);
    expect(context, 1, 27);
    assert_true(isfinite(seen.last.remaining));
    for (int i = 1; i < 4; i++) ard_inner_done(context, (ard_share){batch, 0}, 0, i);
    ard_task_end(context, (ard_share){batch, 0}, true); /* in the middle: the rest is done */
    expect(context, 9, 27);
    plan(context, (ard_share){batch, 1}, 2, 6); /* a larger grid */
    expect(context, 9, 31);
    fit(context, (ard_share){batch, 1}, 2, 6);
    expect(context, 21, 31);
    ard_task_end(context, (ard_share){batch, 1}, false);
    expect(context, 22, 31);
    plan(context, (ard_share){batch, 2}, 1, 2); /* a smaller one */
    expect(context, 22, 25);
    fit(context, (ard_share){batch, 2}, 1, 2);
    const int before = seen.reports;
    ard_task_end(context, (ard_share){batch, 2}, false);
    assert_true(seen.reports == before + 1); /* the end is told at once */
    assert_true(seen.last.done == 25 && seen.last.total == 25 && seen.last.remaining == 0);
    ard_progress_alive(context, 0);
    assert_true(seen.reports == before + 1); /* and once */
    close_work(context);
}

static void tasks_without_tuning_are_a_unit_each(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *batch = add(context, 3, 2, false, true);
    expect(context, 0, 3);
    assert_true(isnan(seen.last.remaining));
    for (int i = 0; i < 3; i++) {
        ard_task_begin((ard_share){batch, i});
        expect(context, i, 3);
        ard_task_end(context, (ard_share){batch, i}, i == 1);
    }
    expect(context, 3, 3);
    close_work(context);
}

/* Settings that are picked outside the folds, then the folds. */
static void batches_add_up(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *folds = add(context, 5, 1, false, true), *first = add(context, 1, 1, true, false);
    expect(context, 0, 0);
    plan(context, (ard_share){first, 0}, 2, 3);
    expect(context, 0, 11);
    fit(context, (ard_share){first, 0}, 2, 3);
    ard_task_end(context, (ard_share){first, 0}, false);
    expect(context, 6, 11);
    assert_true(isfinite(seen.last.remaining)); /* by what a path took */
    for (int i = 0; i < 5; i++) {
        ard_task_begin((ard_share){folds, i});
        ard_task_end(context, (ard_share){folds, i}, false);
    }
    expect(context, 11, 11);
    close_work(context);
}

/* Of the first batch nothing is known of how long its work takes, and need not be. */
/* Named batches are parts, each done with its last task, be that found or run. */
static void named_batches_are_parts(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *none = add(context, 1, 1, false, true);
    ard_batch *one = add(context, 2, 1, false, true), *two = add(context, 2, 1, false, true);
    ard_batch_name(NULL, "nothing");
    ard_batch_name(one, "one");
    ard_batch_name(two, "two");
    const struct {
        ard_batch *batch;
        int64_t task, done;
        const char *finished;
    } steps[] = {{none, 0, 0, NULL}, {two, 1, 0, NULL}, {one, 0, 0, NULL}, {two, 0, 1, "two"}, {one, 1, 2, "one"}};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        const ard_share share = {steps[k].batch, steps[k].task};
        if (k == 2)
            ard_task_found(share);
        else
            ard_task_begin(share);
        if (k != 2) ard_task_end(context, share, k == 3);
        ard_stage(context, "now");
        assert_int_equal(seen.last.parts, 2);
        assert_int_equal(seen.last.parts_done, steps[k].done);
        assert_true(!steps[k].finished == !seen.last.finished);
        if (seen.last.finished) assert_string_equal(seen.last.finished, steps[k].finished);
    }
    close_work(context);
}

/* Of several that are done between two reports each is told by itself, in the order of their ends. */
static void every_part_is_told(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *batch[3];
    static const char *const name[] = {"a", "b", "c"};
    for (int k = 0; k < 3; k++) {
        batch[k] = add(context, 1, 1, false, true);
        ard_batch_name(batch[k], name[k]);
    }
    for (int k = 2; k >= 0; k--) ard_task_found((ard_share){batch[k], 0});
    const int before = seen.reports;
    ard_stage(context, "now");
    assert_int_equal(seen.reports, before + 3);
    assert_int_equal(seen.last.parts_done, 3);
    assert_string_equal(seen.last.finished, "a");
    ard_stage(context, "now");
    assert_int_equal(seen.reports, before + 4);
    assert_int_equal(seen.last.parts_done, 3);
    close_work(context);
}

static void tasks_that_failed_have_nothing_left(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *failed = add(context, 1, 1, true, true), *batch = add(context, 1, 1, true, false);
    plan(context, (ard_share){failed, 0}, 1, 2);
    ard_task_end(context, (ard_share){failed, 0}, true);
    plan(context, (ard_share){batch, 0}, 1, 4);
    ard_inner_begin((ard_share){batch, 0}, 0);
    ard_inner_done(context, (ard_share){batch, 0}, 0, 0);
    expect(context, 4, 7);
    assert_true(isfinite(seen.last.remaining));
    close_work(context);
}

static void what_is_found_is_done(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_batch *batch = add(context, 4, 1, true, true);
    ard_task_found((ard_share){batch, 0});
    ard_task_found((ard_share){batch, 3});
    expect(context, 0, 0);
    plan(context, (ard_share){batch, 1}, 2, 2);
    expect(context, 10, 20);
    ard_inner_begin((ard_share){batch, 1}, 0);
    ard_inner_done(context, (ard_share){batch, 1}, 0, 0);
    expect(context, 11, 20);
    ard_task_end(context, (ard_share){batch, 1}, false);
    ard_task_begin((ard_share){batch, 2});
    ard_task_end(context, (ard_share){batch, 2}, true); /* failed before it had a grid */
    expect(context, 20, 20);
    close_work(context);
    context = open_work(); /* all of it */
    batch = add(context, 2, 1, true, true);
    for (int i = 0; i < 2; i++) ard_task_found((ard_share){batch, i});
    expect(context, 2, 2);
    close_work(context);
}

/* ---- outlooks: the clock is the real one, so only relations are looked at */

static void an_outlook_is_of_the_whole(void **state)
{
    (void)state;
    ardor_context *context = open_work();
    ard_workload_try(context, 1e6, 2e6);
    ard_batch *batch = add(context, 4, 1, true, true);
    ard_outlook all = ard_workload_outlook(context);
    assert_true(all.total == 0 && isnan(all.whole) && !all.complete);
    plan(context, (ard_share){batch, 0}, 5, 3);
    fit(context, (ard_share){batch, 0}, 1, 3);
    all = ard_workload_outlook(context);
    assert_true(all.total == 64 && all.done == 3 && all.n_inner == 5 && all.n_candidates == 3);
    assert_true(all.whole > 0 && !all.complete);
    ard_stage(context, "estimate");
    assert_true(seen.last.total == 0 && isnan(seen.last.remaining));
    for (int i = 0; i < 4; i++) {
        if (i > 0) plan(context, (ard_share){batch, i}, 5, 3);
        ard_task_end(context, (ard_share){batch, i}, false);
    }
    all = ard_workload_outlook(context);
    assert_true(all.complete && all.whole == all.spent);
    close_work(context);
}

/* ---- on threads */

enum { TASKS = 40 };

static int work(ardor_context *context, void *argument, int64_t i)
{
    const ard_share share = {argument, i};
    ardor_context *child = NULL;
    int rc = ARDOR_OK;
    if (i % 5 == 2) { /* fails before its grid is known, or in the middle */
        ard_task_begin(share);
        ard_task_end(context, share, true);
        return ARDOR_OK;
    }
    plan(context, share, 3, 7);
    TRY(ard_context_child_here(context, &child));
    fit(child, share, i % 7 == 1 ? 1 : 3, 7);
    ard_stage(child, "elsewhere"); /* what a child does is no stage of the call */
    ard_task_end(child, share, false);
    ardor_context_free(child);
done:
    return rc;
}

static void counts_do_not_depend_on_threads(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        ardor_context *context = open_work();
        ard_batch *batch = add(context, TASKS, threads, true, true);
        ard_stage(context, "work");
        assert_int_equal(ard_parallel(context, threads, TASKS, work, batch), ARDOR_OK);
        assert_string_equal(seen.last.stage, "work");
        assert_true(seen.last.done == 22 * TASKS && seen.last.total == 22 * TASKS);
        close_work(context);
    }
}

static void without_a_workload_nothing_is_counted(void **state)
{
    (void)state;
    ardor_context *context = NULL;
    ard_batch *batch = (ard_batch *)&context; /* anything but NULL */
    seen.reports = 0;
    assert_int_equal(
        ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .progress = watch}, &context), ARDOR_OK);
    assert_int_equal(ard_batch_add(context, 3, 1, 1, true, true, &batch), ARDOR_OK);
    assert_null(batch);
    plan(context, (ard_share){0}, 2, 2);
    fit(context, (ard_share){0}, 2, 2);
    ard_task_found((ard_share){0});
    ard_task_end(context, (ard_share){0}, false);
    ard_stage(context, "none");
    ard_progress_alive(context, 0);
    ard_workload_close(context);
    assert_int_equal(seen.reports, 0);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_candidates_and_last_fits),
        cmocka_unit_test(tasks_without_tuning_are_a_unit_each),
        cmocka_unit_test(batches_add_up),
        cmocka_unit_test(named_batches_are_parts),
        cmocka_unit_test(every_part_is_told),
        cmocka_unit_test(tasks_that_failed_have_nothing_left),
        cmocka_unit_test(what_is_found_is_done),
        cmocka_unit_test(an_outlook_is_of_the_whole),
        cmocka_unit_test(counts_do_not_depend_on_threads),
        cmocka_unit_test(without_a_workload_nothing_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
