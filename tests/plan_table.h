/* Small made-up tables and checks, shared by the tests of plans. */
#ifndef ARD_TEST_PLAN_TABLE_H
#define ARD_TEST_PLAN_TABLE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "full.h"
#include "resample/plan.h"

enum { MOST_ROWS = 400, MOST_CLASSES = 3 };

static char *class_names[MOST_CLASSES] = {"a", "b", "c"};

/* A dataset that owns nothing. */
typedef struct table {
    ardor_context *context;
    ardor_dataset data;
    int32_t label[MOST_ROWS], group[MOST_ROWS];
} table;

/* `counts` rows of each class, classes mixed by stepping through the rows. */
static inline void fill_table(table *t, int n_classes, const int64_t *counts)
{
    int64_t left[MOST_CLASSES] = {0}, n = 0;
    memset(t, 0, sizeof *t);
    assert_int_equal(ardor_context_new(NULL, &t->context), ARDOR_OK);
    for (int c = 0; c < n_classes; c++) n += left[c] = counts[c];
    for (int64_t i = 0, c = 0; i < n; i++) {
        do c = (c + 1) % n_classes;
        while (left[c] == 0);
        left[c]--;
        t->label[i] = (int32_t)c;
    }
    t->data = (ardor_dataset){.context = t->context,
                              .n = n,
                              .label = t->label,
                              .n_classes = n_classes,
                              .class_name = class_names,
                              .source = "table.csv"};
}

/* Rows in groups of `size` consecutive ones. */
static inline void group_table(table *t, int64_t size)
{
    for (int64_t i = 0; i < t->data.n; i++) t->group[i] = (int32_t)(i / size);
    t->data.group = t->group;
    t->data.n_groups = (t->data.n + size - 1) / size;
}

static inline ard_plan *plan_of(table *t, const ard_rows *rows, const char *text, uint64_t seed)
{
    ard_plan *plan = NULL;
    if (ard_plan_new(t->context, &t->data, rows, text, seed, &plan) != ARDOR_OK)
        fail_msg("%s: %s", text, ardor_context_message(t->context));
    assert_string_equal(plan->name, text);
    return plan;
}

static inline void refused(table *t, const ard_rows *rows, const char *text, int status, const char *words)
{
    ard_plan *plan = NULL;
    assert_int_equal(ard_plan_new(t->context, &t->data, rows, text, 1, &plan), status);
    assert_null(plan);
    if (!strstr(ardor_context_message(t->context), words)) fail_msg("'%s' has no '%s'", ardor_context_message(t->context), words);
}

static inline int64_t of_class(const table *t, const ard_rows *rows, int32_t c)
{
    int64_t n = 0;
    for (int64_t i = 0; i < rows->n; i++) n += t->label[rows->row[i]] == c;
    return n;
}

static inline bool has(const ard_rows *rows, int64_t row)
{
    for (int64_t i = 0; i < rows->n; i++)
        if (rows->row[i] == row) return true;
    return false;
}

static inline bool same_rows(const ard_rows *a, const ard_rows *b)
{
    return a->n == b->n && memcmp(a->row, b->row, (size_t)a->n * sizeof *a->row) == 0;
}

/* A fold, for as long as few others are asked for. */
static inline const ard_fold *fold_of(const ard_plan *plan, int64_t f)
{
    enum { SHOWN = 16 };
    static int64_t row[SHOWN][2][MOST_ROWS];
    static ard_fold shown[SHOWN];
    static int next;
    ard_fold fold = {0};
    next = (next + 1) % SHOWN;
    assert_int_equal(ard_plan_fold(plan->context, plan, f, &fold), ARDOR_OK);
    assert_true(fold.train.n <= MOST_ROWS && fold.test.n <= MOST_ROWS);
    memcpy(row[next][0], fold.train.row, (size_t)fold.train.n * sizeof **row[next]);
    memcpy(row[next][1], fold.test.row, (size_t)fold.test.n * sizeof **row[next]);
    shown[next] = (ard_fold){{fold.train.n, row[next][0]}, {fold.test.n, row[next][1]}};
    ard_fold_free(plan->context, &fold);
    return &shown[next];
}

static inline bool same_plan(const ard_plan *a, const ard_plan *b)
{
    bool same = a->n_folds == b->n_folds;
    for (int64_t f = 0; same && f < a->n_folds; f++)
        same = same_rows(&fold_of(a, f)->train, &fold_of(b, f)->train) && same_rows(&fold_of(a, f)->test, &fold_of(b, f)->test);
    return same;
}

/* Strictly increasing parts that have nothing in common and, together, `n` rows. */
static inline void check_parts(const ard_plan *plan, int64_t n)
{
    for (int64_t f = 0; f < plan->n_folds; f++) {
        const ard_rows *train = &fold_of(plan, f)->train, *test = &fold_of(plan, f)->test;
        for (int64_t i = 1; i < train->n; i++) assert_true(train->row[i - 1] < train->row[i]);
        for (int64_t i = 1; i < test->n; i++) assert_true(test->row[i - 1] < test->row[i]);
        for (int64_t i = 0; i < test->n; i++) assert_false(has(train, test->row[i]));
        assert_int_equal(train->n + test->n, n);
    }
}

/* Each of rows 0..n-1 is tested `times` times. */
static inline void check_tested(const ard_plan *plan, int64_t n, int64_t times)
{
    for (int64_t row = 0; row < n; row++) {
        int64_t tested = 0;
        for (int64_t f = 0; f < plan->n_folds; f++) tested += has(&fold_of(plan, f)->test, row);
        assert_int_equal(tested, times);
    }
}

/* Numbers of test rows, and those of each class, differ by at most one between folds. */
static inline void check_stratified(const table *t, const ard_plan *plan)
{
    for (int32_t c = -1; c < t->data.n_classes; c++) {
        int64_t least = INT64_MAX, most = 0;
        for (int64_t f = 0; f < plan->n_folds; f++) {
            const ard_rows *test = &fold_of(plan, f)->test;
            int64_t n = c < 0 ? test->n : of_class(t, test, c);
            least = ard_min64(least, n);
            most = ard_max64(most, n);
        }
        assert_true(most - least <= 1);
    }
}

static inline void done_with(table *t) { ardor_context_free(t->context); }

#endif
