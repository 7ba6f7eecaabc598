/* What the accuracy tests share: fits through the public interface on simulated data, judged on fresh rows. */
#ifndef ACCURACY_H
#define ACCURACY_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ardor/ardor.h"

static ardor_context *context;

/* One BLAS thread: the last bits of a fit do not depend on the machine's number of processors. */
static inline int set_up(void **state)
{
    (void)state;
    ardor_blas_set_threads(1);
    return ardor_context_new(NULL, &context);
}

static inline int tear_down(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

static inline void require_ok(ardor_status status)
{
    if (status != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

/* What a user gets with `--tune`: JCFO, five inner folds, the one-se rule; seed 1. */
static inline ardor_spec *tuned_jcfo(const char *basis)
{
    ardor_spec *spec = NULL;
    const char *const pairs[][2] = {{"method", "jcfo"}, {"basis", basis}, {"tune", "cv:5"},
                                    {"rule", "one-se"}, {"seed", "1"},    {"threads", "2"}};
    require_ok(ardor_spec_new(context, &spec));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) require_ok(ardor_spec_set(context, spec, pairs[i][0], pairs[i][1]));
    return spec;
}

typedef struct verdict {
    double error;  /* on the test rows */
    double excess; /* over the best possible rule on the same rows */
    int64_t n_features;
    int has_x1, has_x2;
    double cpu_seconds; /* of the fit, tuning included, over all threads */
} verdict;

static inline double cpu_now(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double error_on(const ardor_model *model, const ardor_dataset *test)
{
    const int64_t n = ardor_dataset_rows(test);
    int64_t wrong = 0;
    double *prob = malloc((size_t)n * 2 * sizeof *prob);
    assert_non_null(prob);
    assert_int_equal(ardor_model_classes(model), 2);
    require_ok(ardor_predict(context, model, test, prob));
    for (int64_t i = 0; i < n; i++) wrong += (prob[n + i] > prob[i]) != ardor_dataset_label(test, i);
    free(prob);
    return (double)wrong / (double)n;
}

/* A wrong derivative need not cost accuracy (stopping early is a cure for shrinkage), but it does not converge. */
static inline void require_converged(const ardor_model *model)
{
    char *text = NULL;
    require_ok(ardor_model_json(context, model, &text));
    if (!strstr(text, "\"stop_reason\": \"converged\"")) fail_msg("the fit did not converge");
    ardor_string_free(context, text);
}

static inline verdict fit_and_judge(const ardor_spec *spec, const ardor_dataset *train, const ardor_dataset *test)
{
    verdict v = {0};
    ardor_model *model = NULL;
    const double start = cpu_now();
    require_ok(ardor_fit(context, train, spec, &model));
    v.cpu_seconds = cpu_now() - start;
    require_converged(model);
    v.error = error_on(model, test);
    v.excess = v.error - ardor_dataset_bayes_error(test);
    v.n_features = ardor_model_features(model);
    for (int64_t k = 0; k < v.n_features; k++) {
        v.has_x1 |= !strcmp(ardor_model_feature_name(model, k), "x1");
        v.has_x2 |= !strcmp(ardor_model_feature_name(model, k), "x2");
    }
    ardor_model_free(model);
    return v;
}

static inline int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static inline double median(double *value, size_t n)
{
    qsort(value, n, sizeof *value, ascending);
    return (value[(n - 1) / 2] + value[n / 2]) / 2;
}
#endif
