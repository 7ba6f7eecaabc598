/* What the tests of sizes of a filter share: a table, and fits that are tuned on some of its rows. */
#ifndef SIZES_FIXTURE_H
#define SIZES_FIXTURE_H

#include "api_fixture.h"

#include "fit/tune.h"
#include "fit/tune_auto.h"

enum { ROWS = 60, COLUMNS = 14, SIZES = 4 };
static const int64_t size_at[SIZES] = {2, 5, 9, 20}; /* the last are more than there are */
#define LIST "2,5,9,20"

static inline double case_weight(int64_t i) { return 1 + .37 * (double)(i % 4); }

/* The classes are told apart by the first columns, not well. Column 3 is constant, column 5 has what column 1 has. */
static inline ardor_dataset *make_rows(int n_classes, bool weighted, bool missing)
{
    static const char *const name[] = {"a", "b", "c"};
    ardor_dataset *data = NULL;
    ard_rng rng;
    ard_rng_init(&rng, 23, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS), weight[ROWS];
    const char *label[ROWS];
    for (int64_t i = 0; i < ROWS; i++) {
        const int class = (int)(i % 7 % n_classes);
        label[i] = name[class];
        weight[i] = case_weight(i);
        for (int64_t j = 0; j < 5; j++) x[j * ROWS + i] += (class == j % n_classes) * (1.1 - .15 * (double)j);
        x[3 * ROWS + i] = 7;
        x[5 * ROWS + i] = x[ROWS + i];
        if (missing && i % 11 == 3) x[2 * ROWS + i] = NAN;
    }
    must(ardor_dataset_from_arrays(context, ROWS, COLUMNS, x, ROWS, label, NULL, weighted ? weight : NULL, &data));
    free(x);
    return data;
}

static inline void config_of(const char *text, ardor_spec **spec, ard_config *out)
{
    *spec = make_spec(text);
    must(ard_config_parse(context, *spec, out));
}

typedef struct tuned {
    ardor_spec *spec;
    ard_config config;
    ard_fitted fitted;
} tuned;

static inline void tune_rows(const ardor_dataset *data, const ard_rows *rows, const char *text, const ard_choice *choice,
                             tuned *out)
{
    const ard_given given = {.choice = choice};
    *out = (tuned){0};
    config_of(text, &out->spec, &out->config);
    must(ard_recipe_find_forced(context, &out->config.recipe, data));
    must(ard_tune_settle(context, data, NULL, &out->config.recipe));
    must(ard_fit_rows(context, data, rows, &out->config.recipe, &given,
                      &(ard_run){.threads = out->config.threads, .keep = !choice}, &out->fitted));
}

static inline void done_tuned(tuned *t)
{
    ard_fitted_free(context, &t->fitted);
    ard_recipe_free_forced(context, &t->config.recipe);
    ardor_spec_free(t->spec);
}
#endif
