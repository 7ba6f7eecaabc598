/* Split files: order, parts, every kind of damage. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "context_fixture.h"
#include "io/splits.h"

static void refuse(const char *text, const char *message)
{
    ard_splits *splits = NULL;
    int rc = ard_splits_read_memory(context, text, strlen(text), "s.csv", 5, &splits);
    if (rc != ARDOR_DATA || !strstr(ardor_context_message(context), message))
        fail_msg("%d '%s' instead of '%s'", rc, ardor_context_message(context), message);
    assert_null(splits);
}

static void expect_rows(ard_rows rows, int64_t n, const int64_t *expected)
{
    assert_int_equal(rows.n, n);
    for (int64_t i = 0; i < n; i++) assert_int_equal(rows.row[i], expected[i]);
}

static void rows_are_sorted_into_parts(void **state)
{
    (void)state;
    const char *text = "set,note,split,row\ntest,x,7,5\ntrain,,7,3\ntrain,,7,1\n\ntrain,,-2,4\ntest,,-2,2\ntest,,7,2\n";
    ard_splits *splits = NULL;
    assert_int_equal(ard_splits_read_memory(context, text, strlen(text), "s.csv", 5, &splits), ARDOR_OK);
    assert_int_equal(splits->n, 2);
    expect_rows(splits->train[0], 1, (int64_t[]){3});
    expect_rows(splits->test[0], 1, (int64_t[]){1});
    expect_rows(splits->train[1], 2, (int64_t[]){0, 2});
    expect_rows(splits->test[1], 2, (int64_t[]){1, 4});
    ard_splits_free(splits);
    ard_splits_free(NULL);
}

static void damage_is_named(void **state)
{
    (void)state;
    refuse("", "s.csv: the file is empty");
    refuse("split,row,set\n", "s.csv: there is a header but no splits");
    refuse("split,row\n1,1\n", "s.csv: line 1: there is no column 'set'");
    refuse("1,1,train\n", "s.csv: line 1: there is no column 'split'");
    refuse("split,row,set,row\n", "s.csv: line 1: there are two columns 'row'");
    refuse("split,row,set\n1,1,train\n1,6,test\n", "s.csv: line 3: row '6' is not one of the data's rows 1 to 5");
    refuse("split,row,set\n1,0,train\n", "line 2: row '0' is not one");
    refuse("split,row,set\n1,1.5,train\n", "line 2: row '1.5' is not one");
    refuse("split,row,set\n1,99999999999999999999,train\n", "line 2: row '99999999999999999999' is not one");
    refuse("split,row,set\n,1,train\n", "line 2: split '' is not a whole number");
    refuse("split,row,set\n1,1,Train\n", "line 2: set 'Train' is neither train nor test");
    refuse("split,row,set\n1,1,train\n1,2,test\n2,1,test\n1,1,test\n", "s.csv: line 5: row 1 is in split 1 already (line 2)");
    refuse("split,row,set\n1,1,train\n1,2,test\n\n3,1,test\n", "s.csv: split 3 (first at line 5) has no train rows");
    refuse("split,row,set\n4,1,train\n", "s.csv: split 4 (first at line 2) has no test rows");
    refuse("split;row;set\n1;1;train\n", "header with split, row and set, separated by commas, or in .tsv by tabs");
    refuse("split,row,set\n1,1,train\n1,2\n", "s.csv: line 3 has 2 cells, but line 1 has 3");
}

static void the_shared_splits_are_read(void **state)
{
    (void)state;
    char path[600];
    ard_splits *splits = NULL;
    snprintf(path, sizeof path, "%s/../shared/data/wbc-biopsy-683/splits.csv.gz", ARDOR_SOURCE_DIR);
    if (access(path, R_OK) != 0) {
        print_message("%s is absent\n", path);
        skip();
    }
    assert_int_equal(ard_splits_read(context, path, 683, &splits), ARDOR_OK);
    assert_int_equal(splits->n, 100);
    for (int k = 0; k < 100; k++) assert_true(splits->train[k].n == 300 && splits->test[k].n == 383);
    ard_splits_free(splits);
    assert_int_equal(ard_splits_read(context, path, 682, &splits), ARDOR_DATA);
    assert_int_equal(ard_splits_read(context, "/nonexistent", 682, &splits), ARDOR_IO);
}

static void the_bundled_splits_fit_their_data(void **state)
{
    (void)state;
    const struct {
        const char *file;
        int64_t rows, n, train, test;
    } bundled[] = {{"ripley-synthetic-splits.csv.gz", 1250, 1, 250, 1000},
                   {"pima-ripley-splits.csv.gz", 532, 1, 200, 332},
                   {"crabs-splits.csv.gz", 200, 10, 80, 120},
                   {"wbc-biopsy-683-splits.csv.gz", 683, 1, 300, 383}};
    for (size_t b = 0; b < sizeof bundled / sizeof *bundled; b++) {
        char path[600];
        ard_splits *splits = NULL;
        snprintf(path, sizeof path, "%s/data/%s", ARDOR_SOURCE_DIR, bundled[b].file);
        if (ard_splits_read(context, path, bundled[b].rows, &splits) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
        assert_int_equal(splits->n, bundled[b].n);
        for (int64_t k = 0; k < splits->n; k++)
            assert_true(splits->train[k].n == bundled[b].train && splits->test[k].n == bundled[b].test);
        ard_splits_free(splits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted_into_parts),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test(the_shared_splits_are_read),
        cmocka_unit_test(the_bundled_splits_fit_their_data),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
