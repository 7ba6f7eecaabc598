/* Training problems from the bundled data sets, and the reference file of JCFO, for tests of the method itself. */
#ifndef ARD_PROBLEM_FIXTURE_H
#define ARD_PROBLEM_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>

#include "io/splits.h"
#include "problem.h"
#include "prepare/prepare.h"
#include "prepared.h"
#include "full.h"

#define SHARED ARDOR_SOURCE_DIR "/../shared/"

typedef struct problem_data {
    ardor_context *context;
    ardor_dataset *data;
    ard_splits *splits;
    ard_prepare *prepare;
    array_problem train;
    double *x, *sign, *x_test;
    int32_t *label;
} problem_data;

/* The first split of a bundled data set, standardised on its training rows. */
static inline void load(const char *name, problem_data *d)
{
    char path[512], plan[600];
    need_full();
    snprintf(path, sizeof path, ARDOR_SOURCE_DIR "/data/%s.csv.gz", name);
    snprintf(plan, sizeof plan, ARDOR_SOURCE_DIR "/data/%s-splits.csv.gz", name);
    ardor_read_options options = {.size = sizeof options};
    assert_int_equal(ardor_context_new(NULL, &d->context), ARDOR_OK);
    if (ardor_dataset_read(d->context, path, &options, &d->data) != ARDOR_OK) fail_msg("%s", ardor_context_message(d->context));
    if (ard_splits_read(d->context, plan, d->data->n, &d->splits) != ARDOR_OK) fail_msg("%s", ardor_context_message(d->context));
    const ard_rows *rows = &d->splits->train[0], *test = &d->splits->test[0];
    const ard_prepare_options prepare = {0};
    assert_int_equal(prepare_fit(d->context, d->data, rows, &prepare, &d->prepare), ARDOR_OK);
    int64_t p = d->prepare->p;
    d->x = ard_alloc(d->context, rows->n * p, sizeof *d->x);
    d->x_test = ard_alloc(d->context, test->n * p, sizeof *d->x);
    d->sign = ard_alloc(d->context, rows->n, sizeof *d->sign);
    d->label = ard_alloc(d->context, rows->n, sizeof *d->label);
    assert_int_equal(ard_prepare_apply(d->context, d->prepare, d->data, rows, NULL, NULL, d->x), ARDOR_OK);
    assert_int_equal(ard_prepare_apply(d->context, d->prepare, d->data, test, NULL, NULL, d->x_test), ARDOR_OK);
    for (int64_t i = 0; i < rows->n; i++) {
        d->label[i] = d->data->label[rows->row[i]];
        d->sign[i] = d->label[i] ? 1.0 : -1.0;
    }
    array_problem_set(&d->train, rows->n, p, d->x, d->label, NULL, (ard_basis){ARD_RBF, 0});
}

static inline void unload(problem_data *d)
{
    ard_free(d->context, d->label);
    ard_free(d->context, d->sign);
    ard_free(d->context, d->x_test);
    ard_free(d->context, d->x);
    ard_prepare_free(d->prepare);
    ard_splits_free(d->splits);
    ardor_dataset_free(d->data);
    ardor_context_free(d->context);
}

/* The values of an independent implementation; the test is skipped where they are missing. */
static inline json_t *reference(void)
{
    json_t *root = json_load_file(SHARED "golden/jcfo.json", 0, NULL);
    if (!root) {
        print_message("skipped: ../shared/golden/jcfo.json is not here\n");
        skip();
    }
    return root;
}

#endif
