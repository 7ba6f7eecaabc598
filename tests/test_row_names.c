/* Names of rows that have none: made when they are asked for, the same to everybody. */
#include "fault_fixture.h"

#include <pthread.h>

#include "base/text.h"
#include "data/dataset.h"

enum { ROWS = 12300, THREADS = 8, BLOCKS = 4 };

static ardor_dataset *rows_without_names(ardor_context *context, int64_t n)
{
    ardor_dataset *data = NULL;
    assert_int_equal(ard_dataset_new(context, n, 0, NULL, &data), ARDOR_OK);
    return data;
}

static void they_are_the_numbers(void **state)
{
    (void)state;
    char number[24];
    static const int64_t sizes[] = {0, 1, 9, 10, 99, 4095, 4096, 4097, 8192, ROWS};
    fault f = {0};
    ardor_context *context = fault_context(&f);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        ardor_dataset *data = rows_without_names(context, sizes[s]);
        for (int64_t i = sizes[s] - 1; i >= 0; i--) {
            snprintf(number, sizeof number, "%lld", (long long)i + 1);
            assert_string_equal(ardor_dataset_row_name(data, i), number);
        }
        assert_null(ardor_dataset_row_name(data, -1));
        assert_null(ardor_dataset_row_name(data, sizes[s]));
        ardor_dataset_free(data);
    }
    ardor_context_free(context);
    assert_int_equal(f.live, 0);
}

static void they_are_made_once_and_when_asked_for(void **state)
{
    (void)state;
    const char *first[ROWS];
    fault f = {0};
    ardor_context *context = fault_context(&f);
    ardor_dataset *data = rows_without_names(context, ROWS);
    fault_reset(&f, 0, false);
    for (int64_t i = 0; i < ROWS; i++) first[i] = ardor_dataset_row_name(data, i);
    assert_int_equal(f.calls, BLOCKS);
    for (int64_t i = 0; i < ROWS; i++) assert_ptr_equal(ardor_dataset_row_name(data, i), first[i]);
    assert_int_equal(f.calls, BLOCKS);
    ardor_dataset_free(data);
    ardor_context_free(context);
    assert_int_equal(f.live, 0);
}

static void names_that_were_given_stay(void **state)
{
    (void)state;
    static char *const name[] = {"a", "1", "1"};
    fault f = {0};
    ardor_context *context = fault_context(&f);
    ardor_dataset *data = rows_without_names(context, 3);
    assert_int_equal(ard_names_copy(context, 3, name, &data->id), ARDOR_OK);
    for (int64_t i = 0; i < 3; i++) assert_ptr_equal(ardor_dataset_row_name(data, i), data->id[i]);
    ardor_dataset_free(data);
    ardor_context_free(context);
}

static void without_memory_there_is_none_until_there_is(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *context = fault_context(&f);
    ardor_dataset *data = rows_without_names(context, ROWS);
    const char *kept = ardor_dataset_row_name(data, 5);
    fault_reset(&f, 1, true);
    assert_ptr_equal(ardor_dataset_row_name(data, 5), kept);
    assert_null(ardor_dataset_row_name(data, ROWS - 1));
    assert_string_equal(ardor_context_message(context), ""); /* which may be in use on another thread */
    fault_reset(&f, 0, false);
    assert_string_equal(ardor_dataset_row_name(data, ROWS - 1), "12300");
    ardor_dataset_free(data);
    ardor_context_free(context);
    assert_int_equal(f.live, 0);
}

/* ------------------------------------------------------------------ threads */

typedef struct asker {
    const ardor_dataset *data;
    pthread_barrier_t *barrier;
    const char *name[ROWS];
} asker;

static void *ask(void *argument)
{
    asker *a = argument;
    pthread_barrier_wait(a->barrier);
    for (int64_t i = 0; i < ROWS; i++) a->name[i] = ardor_dataset_row_name(a->data, i);
    return NULL;
}

/* Every thread begins at the first row, so that they meet at each new block. */
static void threads_get_the_same_ones(void **state)
{
    (void)state;
    char number[24];
    static asker askers[THREADS];
    pthread_t thread[THREADS];
    pthread_barrier_t barrier;
    fault f = {0};
    ardor_context *context = fault_context(&f);
    for (int round = 0; round < 20; round++) {
        ardor_dataset *data = rows_without_names(context, ROWS);
        pthread_barrier_init(&barrier, NULL, THREADS);
        for (int t = 0; t < THREADS; t++) {
            askers[t].data = data;
            askers[t].barrier = &barrier;
            assert_int_equal(pthread_create(&thread[t], NULL, ask, &askers[t]), 0);
        }
        for (int t = 0; t < THREADS; t++) pthread_join(thread[t], NULL);
        pthread_barrier_destroy(&barrier);
        for (int64_t i = 0; i < ROWS; i++) {
            snprintf(number, sizeof number, "%lld", (long long)i + 1);
            assert_string_equal(askers[0].name[i], number);
            for (int t = 1; t < THREADS; t++) assert_ptr_equal(askers[t].name[i], askers[0].name[i]);
        }
        ardor_dataset_free(data);
    }
    ardor_context_free(context);
    assert_int_equal(f.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_the_numbers),       cmocka_unit_test(they_are_made_once_and_when_asked_for),
        cmocka_unit_test(names_that_were_given_stay), cmocka_unit_test(without_memory_there_is_none_until_there_is),
        cmocka_unit_test(threads_get_the_same_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
