/* One row of a table with 2000 named features, predicted by models that need all of them or a few; and what the table of one row
 * costs to make from arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "base/rng.h"

enum { ROWS = 100, FEATURES = 2000, CALLS = 200, REPEATS = 20 };
static const double TARGET = .2e-3;

typedef struct service {
    ardor_context *context;
    const ardor_model *model;
    const char *const *names;
    const double *row;
    const ardor_dataset *data;
} service;

static void predict(void *argument)
{
    const service *s = argument;
    double prob[2];
    for (int i = 0; i < CALLS; i++) bench_check(s->context, ardor_predict(s->context, s->model, s->data, prob));
}

static void make_table(void *argument)
{
    const service *s = argument;
    ardor_dataset *data = NULL;
    for (int i = 0; i < CALLS; i++) {
        bench_check(s->context, ardor_dataset_from_arrays(s->context, 1, FEATURES, s->row, 1, NULL, s->names, NULL, &data));
        ardor_dataset_free(data);
    }
}

/* Of one call. */
static bench_time per_call(void (*run)(void *), service *s)
{
    bench_time time = bench_measure(REPEATS, run, s);
    time.least /= CALLS;
    time.median /= CALLS;
    return time;
}

static void with_model(service s, const ardor_dataset *train, const char *settings, const char *name)
{
    ardor_spec *spec = NULL;
    ardor_model *model = NULL;
    char what[80];
    bench_config(s.context, settings, &spec);
    bench_check(s.context, ardor_fit(s.context, train, spec, &model));
    s.model = model;
    snprintf(what, sizeof what, "one row: %s, %d of %d", name, (int)ardor_model_features(model), FEATURES);
    bench_report(what, per_call(predict, &s), NAN, TARGET, false);
    ardor_model_free(model);
    ardor_spec_free(spec);
}

/* Names as of probes, and one row; reversed: its columns stand in another order than those of the training table. */
static void with_row(service s, const ardor_dataset *train, bool reversed)
{
    static char text[FEATURES][24];
    static const char *names[FEATURES];
    double *row = bench_array(FEATURES, sizeof *row);
    ardor_dataset *data = NULL;
    for (int j = 0; j < FEATURES; j++) {
        const int64_t of = reversed ? FEATURES - 1 - j : j;
        snprintf(text[j], sizeof text[j], "%s", ardor_dataset_feature_name(train, of));
        names[j] = text[j];
        row[j] = ardor_dataset_column(train, of)[0];
    }
    s.names = names;
    s.row = row;
    bench_check(s.context, ardor_dataset_from_arrays(s.context, 1, FEATURES, row, 1, NULL, names, NULL, &data));
    s.data = data;
    printf("columns in %s order\n", reversed ? "another" : "the same");
    with_model(s, train, "method=bpm basis=identity", "identity, posterior");
    with_model(s, train, "method=spr basis=linear scale=.0005", "linear");
    with_model(s, train, "method=spr basis=rbf scale=.0005 strength=.02", "rbf");
    with_model(s, train, "method=spr strength=.6", "identity");
    if (!reversed) bench_report("the table of one row, from arrays", per_call(make_table, &s), NAN, NAN, false);
    ardor_dataset_free(data);
    free(row);
}

static ardor_dataset *training_table(ardor_context *context)
{
    static char text[FEATURES][24], *names[FEATURES];
    static const char *labels[ROWS];
    ardor_dataset *data = NULL;
    ard_rng rng;
    double *x = bench_array((int64_t)ROWS * FEATURES, sizeof *x);
    ard_rng_init(&rng, 1, 1, 1);
    for (int64_t i = 0; i < (int64_t)ROWS * FEATURES; i++) x[i] = ard_rng_normal(&rng);
    for (int64_t i = 0; i < ROWS; i++) {
        double f = 0;
        for (int64_t j = 0; j < 5; j++) f += x[i + j * ROWS];
        labels[i] = f > 0 ? "b" : "a";
    }
    for (int j = 0; j < FEATURES; j++) {
        snprintf(text[j], sizeof text[j], "%05d_s_at", 200000 + 37 * j);
        names[j] = text[j];
    }
    bench_check(context,
                ardor_dataset_from_arrays(context, ROWS, FEATURES, x, ROWS, labels, (const char *const *)names, NULL, &data));
    free(x);
    return data;
}

int main(void)
{
    service s = {0};
    if (ardor_context_new(NULL, &s.context) != ARDOR_OK) return 1;
    ardor_dataset *train = training_table(s.context);
    printf("%-52s %10s %10s    %10s %6s\n", "prediction", "least", "median", "limit", "ratio");
    with_row(s, train, false);
    with_row(s, train, true);
    ardor_dataset_free(train);
    ardor_context_free(s.context);
    return 0;
}
