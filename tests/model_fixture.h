/* A small data set and models made by hand, for the tests of models and reports. */
#ifndef MODEL_FIXTURE_H
#define MODEL_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "model/model_file.h"

enum { ROWS = 6, COLUMNS = 5 };
static const char *const column_name[COLUMNS] = {"g1", "g 2", "\"g3\"", "g\\4",
                                                 "g\xc3\xa9"
                                                 "5"};
static const char *const row_label[ROWS] = {"no", "yes", "no", "yes", "no", "yes"};

static char last_note[256];
static void keep_note(void *user, const char *text)
{
    (void)user;
    strncpy(last_note, text, sizeof last_note - 1);
}

static inline ardor_context *make_context(void)
{
    ardor_context_config config = {.size = sizeof config, .note = keep_note};
    ardor_context *context = NULL;
    last_note[0] = '\0';
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    return context;
}

/* Positive numbers without a pattern, so that logarithms exist. */
static inline double cell(int64_t i, int64_t j) { return 1.5 + sin(3.7 * (double)i + 1.3 * (double)j); }

/* `n` rows with the columns of column_name that `order` lists. */
static inline ardor_dataset *make_data(ardor_context *context, int64_t n, int64_t p, const int *order)
{
    ardor_dataset *data = NULL;
    double *x = ard_alloc(context, n * p + 1, sizeof *x);
    const char **label = ard_alloc(context, n + 1, sizeof *label);
    const char *name[COLUMNS + 1];
    for (int64_t j = 0; j < p; j++) {
        name[j] = column_name[order[j]];
        for (int64_t i = 0; i < n; i++) x[i + j * n] = cell(i, order[j]);
    }
    for (int64_t i = 0; i < n; i++) label[i] = row_label[i % ROWS];
    assert_int_equal(ardor_dataset_from_arrays(context, n, p, x, n, label, name, NULL, &data), ARDOR_OK);
    ard_free(context, label);
    ard_free(context, x);
    return data;
}

static const int in_order[COLUMNS] = {0, 1, 2, 3, 4};

#define FILL(context, to, type, ...)                                                                                             \
    do {                                                                                                                         \
        const type fill_[] = {__VA_ARGS__};                                                                                      \
        (to) = ard_alloc((context), sizeof fill_ / sizeof *fill_, sizeof *fill_);                                                \
        memcpy((to), fill_, sizeof fill_);                                                                                       \
    } while (0)

/* The setting that says how sparse a model is. */
static inline int strength_of(const ard_method *method)
{
    const int index = ard_setting_index(method, "lam1");
    return index >= 0 ? index : ard_setting_index(method, "alpha0");
}

/* Covariance and extras, where the method has them. */
static inline void add_posterior(ardor_context *context, const ard_method *method, ard_solution *s)
{
    for (int i = 0; method->extra && method->extra[i]; i++) s->extra[i] = i == 2 ? (double)NAN : -1.0 / (i + 3);
    if (!(method->can & ARD_HAS_COVARIANCE)) return;
    const int64_t m = s->n_covariance = 1 + (s->basis.kind == ARD_IDENTITY ? s->n_features : s->n_vectors);
    s->covariance = ard_alloc(context, m * m, sizeof *s->covariance);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m; j++) s->covariance[i + j * m] = (i == j ? 1.0 + 0.1 * (double)i : -0.1) / 3.0;
}

/* Active features g 2 and g\4; vectors in rows 0, 2 and 5. Numbers that need all 17 digits among them. */
static inline ard_solution make_solution(ardor_context *context, const ard_method *method, const char *basis)
{
    ard_solution s = {.bias = 0.1 + 0.2,
                      .objective = -12.345678901234567,
                      .kkt_weights = 1e-7,
                      .kkt_scales = 1.0 / 3e9,
                      .iterations = 42,
                      .stop = ARD_STOP_CONVERGED,
                      .n_screened = -1,
                      .screen_kkt = (double)NAN};
    assert_int_equal(ard_basis_parse(context, basis, &s.basis), ARDOR_OK);
    ard_settings settings;
    ard_settings_default(method, &settings);
    memcpy(s.used, settings.value, sizeof s.used);
    if (strength_of(method) >= 0) s.used[strength_of(method)] = 1 / 3.0;
    if (method->can & ARD_HAS_POSTERIOR) { /* of the bias and the first weight, with a prior */
        s.n_posteriors = 1;
        s.posterior = ard_alloc(context, 1, sizeof *s.posterior);
        assert_int_equal(ard_posterior_open(context, 2, 1, true, s.posterior), ARDOR_OK);
        s.posterior->term[1] = 1;
        for (int t = 0; t < 2; t++) {
            s.posterior->mean[t] = 0.1 + t;
            s.posterior->prior[t] = 2 - t;
            s.posterior->factor[t] = 0.5;
        }
    }
    s.n_features = 2;
    FILL(context, s.feature, int64_t, 1, 2); /* prepared columns 1 and 2 are columns 1 and 3 of the data */
    FILL(context, s.scale, double, 0.7, 5e-324);
    if (method->can & ARD_HAS_FREQUENCIES) {
        FILL(context, s.frequency, double, 1, 0.1);
        s.n_others = 1;
        FILL(context, s.other, int64_t, 0);
        FILL(context, s.other_frequency, double, 1 / 3.0);
    }
    if (s.basis.kind == ARD_IDENTITY) {
        s.scale[0] = -2.9999999999999996;
        s.scale[1] = 2.5;
        add_posterior(context, method, &s);
        return s;
    }
    s.scale[1] = 2.5;
    s.n_vectors = 3;
    FILL(context, s.vector, int64_t, 0, 2, 5);
    FILL(context, s.weight, double, 1e300, -0.30000000000000004, 1e-300);
    s.weight[0] = 1.25;
    FILL(context, s.vector_x, double, -1, 0.1, 1.0 / 3, 2, -0.7, 1e-17);
    add_posterior(context, method, &s);
    return s;
}

static inline ard_fit_report make_report(ardor_context *context)
{
    return (ard_fit_report){.n = ROWS,
                            .p = COLUMNS,
                            .train_error = 1.0 / 6,
                            .seconds = 0.25,
                            .protocol = ard_strdup(context, "honest"),
                            .class_weight = ard_strdup(context, "balanced"),
                            .seed = 7,
                            .relax_factor = 1,
                            .relax_error_before = (double)NAN,
                            .relax_error_after = (double)NAN,
                            .n_constant = 1};
}

static inline void add_tuning(ardor_context *context, const ard_method *method, ard_fit_report *report)
{
    report->tune = ard_strdup(context, "cv:5");
    report->rule = ard_strdup(context, "one-se");
    report->n_tuned = 2;
    report->tuned_setting[0] = ard_setting_index(method, "tol");
    report->tuned_setting[1] = strength_of(method);
    report->n_candidates = 2;
    report->chosen = 1;
    report->candidate = ard_alloc(context, 2, sizeof *report->candidate);
    report->candidate[0] = (ard_tuned){{1e-3, 0.5}, 0.5, 0.1, 1.25, 2.5, 3};
    report->candidate[1] = (ard_tuned){{1e-4, 0.25}, 0.125, (double)NAN, 0.75, 4, 3.5};
}

/* Column 2 of the data was dropped as constant. `options` NULL: standardise train, nothing else. */
static inline ardor_model *make_model(ardor_context *context, const char *name, const char *basis,
                                      const ard_prepare_options *options, bool null_model, bool tuned)
{
    int64_t column[] = {0, 1, 3, 4};
    double mean[] = {9, 1.1, 1.7, 9}, sd[] = {9, 0.30000000000000004, 2, 9}, median[] = {9, 1.25, -3, 9};
    const ard_method *method = ard_method_find(name);
    assert_non_null(method);
    ard_prepare prepare = {.context = context, .p_in = COLUMNS, .p = 4, .column = column, .mean = mean, .sd = sd};
    if (options) prepare.options = *options;
    if (prepare.options.impute == ARD_IMPUTE_MEDIAN) prepare.median = median;
    ard_solution solution = make_solution(context, method, basis);
    solution.null_model = null_model;
    ard_fit_report report = make_report(context);
    if (tuned) add_tuning(context, method, &report);
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    ardor_model *model = NULL;
    assert_int_equal(ard_model_build(context, data, &prepare, method, &solution, &report, &model), ARDOR_OK);
    assert_null(solution.feature);
    assert_null(report.protocol);
    ardor_dataset_free(data);
    return model;
}

#endif
