/* A small data set and models made by hand, for the tests of models and reports. */
#ifndef MODEL_FIXTURE_H
#define MODEL_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "machine/neighbours.h"
#include "machine/pairs.h"
#include "machine/shares.h"
#include "model/model_file.h"
#include "prepared.h"

enum { ROWS = 6, COLUMNS = 5 };
static const char *const column_name[COLUMNS] = {"g1", "g 2", "\"g3\"", "g\\4", "g\303\2515"};
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

static inline bool is_one_of(const char *name, const char *names) { return ard_choice_find(names, name) >= 0; }

/* Active features g 2 and g\4; centres in rows 0, 2 and 5. Numbers that need all 17 digits among them. */
static inline ard_machine make_machine(ardor_context *context, const char *method, ard_basis basis, bool null_model)
{
    ard_machine machine = {0};
    const bool identity = basis.kind == ARD_IDENTITY;
    const ard_link *link = ard_link_find(is_one_of(method, "pfcvm-lp|epcvm|rvm|rsfm|ard-laplace") ? "logit" : "probit");
    const int64_t n_terms = null_model ? 0 : identity ? 2 : 3;
    assert_int_equal(ard_function_new(context, basis, link, 2, null_model ? 0 : 2, n_terms, &machine), ARDOR_OK);
    ard_function *f = ard_machine_as_function(&machine);
    f->bias[0] = 0.1 + 0.2;
    if (null_model) return machine;
    memcpy(machine.feature, (const int64_t[]){1, 2}, 2 * sizeof(int64_t)); /* prepared; of the data columns 1 and 3 */
    if (identity) {
        memcpy(f->weight, (const double[]){-2.9999999999999996, 2.5}, 2 * sizeof(double));
    } else {
        memcpy(f->scale, (const double[]){0.7, 2.5}, 2 * sizeof(double));
        memcpy(f->row, (const int64_t[]){0, 2, 5}, 3 * sizeof(int64_t));
        memcpy(f->weight, (const double[]){1.25, -0.30000000000000004, 1e-300}, 3 * sizeof(double));
        memcpy(f->centre, (const double[]){-1, 0.1, 1.0 / 3, 2, -0.7, 1e-17}, 6 * sizeof(double));
    }
    ard_function_set_importance(&machine);
    return machine;
}

/* Of the bias and the first weight, with a prior. */
static inline void fill_posterior(ardor_context *context, int64_t n_terms, ard_posterior *q)
{
    const int64_t m = ard_min64(2, 1 + n_terms);
    assert_int_equal(ard_posterior_open(context, m, 1, true, q), ARDOR_OK);
    for (int64_t t = 0; t < m; t++) {
        q->term[t] = t;
        q->mean[t] = 0.1 + (double)t;
        q->prior[t] = 2.0 - (double)t;
        q->factor[t] = 0.5;
    }
}

/* Of the bias and all weights. */
static inline void fill_covariance(ardor_context *context, const ard_function *f, ard_posterior *q)
{
    double mean[4] = {f->bias[0]}, covariance[16];
    const int64_t m = 1 + f->n_terms;
    memcpy(mean + 1, f->weight, (size_t)f->n_terms * sizeof *mean);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m; j++) covariance[i + j * m] = (i == j ? 1.0 + 0.1 * (double)i : -0.1) / 3.0;
    assert_int_equal(ard_posterior_of_covariance(context, m, mean, covariance, q), ARDOR_OK);
}

/* ard-ep has two: one of each form, or with a kernel one of a process. */
static inline void add_posteriors(ardor_context *context, const char *method, ard_machine *machine)
{
    const ard_function *f = ard_machine_as_function(machine);
    const bool covariance = is_one_of(method, "pfcvm-lp|epcvm|rvm|rsfm"), two = is_one_of(method, "ard-ep");
    if (!covariance && !is_one_of(method, "bpm|ard-ep|ard-laplace|projection")) return;
    ard_posterior *q = ard_alloc(context, 2, sizeof *q);
    if (covariance)
        fill_covariance(context, f, q);
    else
        fill_posterior(context, f->n_terms, q);
    if (two) {
        fill_covariance(context, f, q + 1);
        if (f->basis.kind != ARD_IDENTITY) q[1].process = 1 / 7.0;
        q[0].share = 1 / 3.0;
        q[1].share = 1 - q[0].share;
    }
    ard_function_take_posteriors(machine, two ? 2 : 1, &q);
}

/* What the bundled methods certify. */
static inline ard_certificate make_certificate(const char *method)
{
    if (is_one_of(method, "bpm|ard-ep|ard-laplace|projection")) return ard_certificate_none();
    const bool kkt = is_one_of(method, "jcfo|spr");
    return (ard_certificate){kkt ? ARD_CERTIFICATE_KKT : ARD_CERTIFICATE_GRADIENT, 1e-7, 1.0 / 3e9};
}

static inline ard_fit make_fit(ardor_context *context, const ard_method *method, const char *basis, bool null_model)
{
    ard_fit fit = ard_fit_empty();
    ard_basis parsed;
    ard_settings settings;
    assert_int_equal(ard_basis_parse(context, basis, &parsed), ARDOR_OK);
    fit.machine = make_machine(context, method->name, parsed, null_model);
    add_posteriors(context, method->name, &fit.machine);
    fit.objective = -12.345678901234567;
    fit.certificate = make_certificate(method->name);
    fit.iterations = 42;
    fit.stop = ARD_STOP_CONVERGED;
    fit.null_model = null_model;
    ard_settings_default(method, &settings);
    memcpy(fit.used, settings.value, sizeof fit.used);
    if (strength_of(method) >= 0) fit.used[strength_of(method)] = 1 / 3.0;
    for (int i = 0; method->extra && method->extra[i]; i++) fit.extra[i] = i == 2 ? (double)NAN : -1.0 / (i + 3);
    if (method->can & ARD_HAS_FREQUENCIES) { /* g 2, g1 and g\4 */
        fit.n_counted = 3;
        FILL(context, fit.counted, int64_t, 1, 0, 2);
        FILL(context, fit.frequency, double, 1, 1 / 3.0, 0.1);
    }
    return fit;
}

/* Of six starts: three ended at the fit, two stalled elsewhere, one failed. */
static inline void add_optima(ardor_context *context, ardor_model *model)
{
    const ard_certificate kkt = {ARD_CERTIFICATE_KKT, 1e-7, 1.0 / 3e9};
    model->fit.optima.n = 3;
    FILL(context, model->fit.optima.optimum, ard_optimum, {-12.345678901234567, 3, 3, 2, 2, kkt, ARD_STOP_CONVERGED},
         {-13.5, 2, 4, 3, 1, kkt, ARD_STOP_STALLED}, {NAN, 1, 0, 0, 0, ard_certificate_none(), ARD_STOP_NONE});
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
                            .baseline_error = (double)NAN,
                            .baseline_deviance = (double)NAN,
                            .relax_error_before = (double)NAN,
                            .relax_error_after = (double)NAN,
                            .n_constant = 1};
}

static inline void add_tuning(ardor_context *context, const ard_method *method, ard_fit_report *report)
{
    report->tune = ard_strdup(context, "cv:5");
    report->rule = ard_strdup(context, "one-se");
    report->n_tuned = 2;
    report->tuned_setting[0] = ard_max64(0, ard_setting_index(method, "tol"));
    report->tuned_setting[1] = strength_of(method);
    report->n_candidates = 4;
    report->chosen = 1;
    report->stopped = ARD_STOP_TIME;
    report->candidate = ard_alloc(context, 4, sizeof *report->candidate);
    report->candidate[0] = (ard_tuned){{1e-3, 0.5}, 0.5, 0.1, 1.25, 2.5, 3, ARD_TUNED_DONE, NULL, false, false, 0, 0};
    report->candidate[1] = (ard_tuned){{1e-4, 0.25}, 0.125, (double)NAN, 0.75, 4, 3.5, ARD_TUNED_DONE, NULL, false, false, 0, 0};
    report->candidate[2] =
        (ard_tuned){{1e-5, 0.125}, NAN,   NAN, NAN, NAN, NAN, ARD_TUNED_FAILED, ard_strdup(context, "the objective became nan"),
                    false,         false, 0, 0};
    report->candidate[3] = (ard_tuned){{NAN, NAN}, 0.375, 0.2, 0.625, 0, 0, ARD_TUNED_DONE, NULL, true, false, 0, 0};
    report->baseline_error = 0.375;
    report->baseline_deviance = 0.625;
    report->learnt = true;
}

/* Prepared columns 0, 1, 2, 3 are 0, 1, 3, 4 of the data: column 2 was dropped as constant. */
static const double kept_mean[] = {9, 1.1, 1.7, 9}, kept_sd[] = {9, 0.30000000000000004, 2, 9}, kept_median[] = {9, 1.25, -3, 9};

/* Three rows, of which the second lacks every other value. */
static inline void keep_rows(ardor_context *context, ard_kept_rows *kept)
{
    *kept = (ard_kept_rows){.n = 3, .p = COLUMNS};
    kept->x = ard_alloc(context, 3 * COLUMNS, sizeof *kept->x);
    FILL(context, kept->weight, double, 1, 2, 0.5);
    for (int k = 0; k < 3 * COLUMNS; k++) kept->x[k] = k % 6 == 1 ? (double)NAN : k * k % 7;
}

/* `options` NULL: standardise train, nothing else. */
/* Each of the four columns, and a little of the next one. */
static inline void make_projection(ardor_context *context, ard_projection *out)
{
    *out = (ard_projection){4, 4, ard_alloc(context, 4, sizeof *out->mean), ard_alloc(context, 16, sizeof *out->loading)};
    for (int j = 0; j < 4; j++) {
        out->mean[j] = 0.5 * j;
        for (int k = 0; k < 4; k++) out->loading[j + 4 * k] = j == k ? 0.96 : j == (k + 1) % 4 ? -0.28 : 0;
    }
}

static inline ard_prepare *make_prepare(ardor_context *context, const ard_prepare_options *options)
{
    char text[ARD_ARGUMENT_BYTES];
    const ard_prepare_options plain = {0};
    ard_prepare *prepare = NULL;
    assert_int_equal(ard_prepare_open(context, options ? options : &plain, 4, &prepare), ARDOR_OK);
    prepare->p_in = COLUMNS;
    FILL(context, prepare->column, int64_t, 0, 1, 3, 4);
    for (int j = 0; j < 4; j++) {
        *number_of(prepare, "mean", j) = kept_mean[j];
        *number_of(prepare, "sd", j) = kept_sd[j];
        if (strcmp(ard_prepare_text(&prepare->options, "impute", text), "median") == 0)
            *number_of(prepare, "median", j) = kept_median[j];
    }
    for (int s = 0; s < prepare->n_steps; s++) {
        if (prepare->step[s].kind->keeps_rows) keep_rows(context, &prepare->step[s].kept);
        if (prepare->step[s].kind->project) make_projection(context, &prepare->step[s].projection);
    }
    return prepare;
}

/* As of a table with two columns of levels, of which the first one has indicators that the model needs. */
static inline void add_levels(ardor_context *context, ardor_model *model)
{
    ard_categories *c = &model->categories;
    ard_categories_free(context, c);
    model->inputs.onehot = ARD_ONEHOT_ZERO;
    c->n = 2;
    c->of = ard_alloc(context, 2, sizeof *c->of);
    c->of[0] = (ard_category){.column = ard_strdup(context, "city"), .n_levels = 2};
    c->of[0].level = ard_alloc(context, 2, sizeof *c->of[0].level);
    c->of[0].level[0] = ard_strdup(context, "Oslo");
    c->of[0].level[1] = ard_strdup(context, "Rome");
    c->of[1].column = ard_strdup(context, "sex");
}

/* As of a table with more than two labels. */
static inline void add_rest(ardor_context *context, ardor_model *model)
{
    ard_inputs *inputs = &model->inputs;
    inputs->n_rest = 2;
    inputs->rest = ard_alloc(context, 2, sizeof *inputs->rest);
    inputs->rest[0] = ard_strdup(context, "never");
    inputs->rest[1] = ard_strdup(context, "maybe");
}

/* tuned: if the method has a strength to tune. */
static inline ardor_model *make_model(ardor_context *context, const char *name, const char *basis,
                                      const ard_prepare_options *options, bool null_model, bool tuned)
{
    const ard_method *method = ard_method_find(name);
    assert_non_null(method);
    ard_prepare *prepare = make_prepare(context, options);
    ard_fit fit = make_fit(context, method, basis, null_model);
    ard_fit_report report = make_report(context);
    assert_int_equal(ard_basis_parse(context, basis, &report.basis), ARDOR_OK);
    FILL(context, report.share, double, 0.25, 0.75);
    if (!null_model) FILL(context, report.mean, double, 1 / 3.0, -0.5);
    if (!null_model && ard_prepare_centres(prepare)) report.mean[0] = report.mean[1] = 0;
    if (tuned && strength_of(method) >= 0) add_tuning(context, method, &report);
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    data->inputs.target = ard_strdup(context, "the class");
    ardor_model *model = NULL;
    assert_int_equal(ard_model_build(context, data, prepare, method, &fit, &report, &model), ARDOR_OK);
    ard_prepare_free(prepare);
    assert_null(fit.machine.kind);
    assert_null(report.protocol);
    ardor_dataset_free(data);
    return model;
}

/* Its two classes have one more before them. */
static inline void add_class(ardor_context *context, ardor_model *model, const char *multiclass)
{
    char **name = ard_alloc(context, 3, sizeof *name);
    name[0] = ard_strdup(context, "maybe so");
    name[1] = model->class_name[0];
    name[2] = model->class_name[1];
    ard_free(context, model->class_name);
    ard_free(context, model->report.share);
    model->class_name = name;
    model->n_classes = 3;
    FILL(context, model->report.share, double, 0.5, 0.125, 0.375);
    model->report.multiclass = ard_strdup(context, multiclass);
}

/* Its classes become three, told apart by pairs: the model as it was, another like it, and one that knows the shares alone. */
static inline void add_pairs(ardor_context *context, ardor_model *model)
{
    ard_machine *part = ard_alloc(context, 3, sizeof *part), whole;
    const double share[] = {0.25, 0.75};
    ard_fit other = make_fit(context, model->method, ard_basis_name(model->report.basis, (char[16]){0}), false);
    for (int64_t t = 0; t < 2; t++) other.machine.feature[t] = t;
    part[0] = model->fit.machine;
    part[1] = other.machine;
    other.machine = (ard_machine){0};
    assert_int_equal(ard_shares_machine(context, 2, share, &part[2]), ARDOR_OK);
    assert_int_equal(ard_pairs_machine(context, ARD_MULTICLASS_PAIRS, 3, part, &whole), ARDOR_OK);
    model->fit.machine = whole;
    model->fit.n_parts = 3;
    model->fit.part = ard_alloc(context, 3, sizeof *model->fit.part);
    for (int k = 0; k < 3; k++) {
        model->fit.part[k] = ard_fit_empty();
        memcpy(model->fit.part[k].used, other.used, sizeof other.used);
        memcpy(model->fit.part[k].extra, other.extra, sizeof other.extra);
        model->fit.part[k].stop = ARD_STOP_CONVERGED;
    }
    model->fit.part[2].null_model = true;
    model->fit.part[2].stop = ARD_STOP_NULL_MODEL;
    ard_fit_free(context, &other);
    add_class(context, model, "pairs");
}

/* Its classes become three, each with an output of one function. */
static inline void add_outputs(ardor_context *context, ardor_model *model)
{
    ard_machine machine;
    const ard_function *was = ard_machine_as_function(&model->fit.machine);
    const int64_t n_terms = was->n_terms;
    assert_int_equal(ard_function_new(context, was->basis, ard_link_find("softmax"), 3, 2, n_terms, &machine), ARDOR_OK);
    ard_function *f = ard_machine_as_function(&machine);
    for (int c = 0; c < 3; c++) {
        f->bias[c] = 0.1 + 0.2 - c / 4.0;
        for (int64_t t = 0; t < n_terms; t++) f->weight[t + c * n_terms] = (c - 1) * was->weight[t] + (c == 1 ? 1 / 3.0 : 0);
    }
    for (int64_t t = 0; t < 2; t++) machine.feature[t] = t;
    if (was->basis.kind != ARD_IDENTITY) {
        memcpy(f->scale, was->scale, 2 * sizeof *f->scale);
        memcpy(f->row, was->row, (size_t)n_terms * sizeof *f->row);
        memcpy(f->centre, was->centre, (size_t)(2 * n_terms) * sizeof *f->centre);
    }
    ard_function_set_importance(&machine);
    ard_machine_free(context, &model->fit.machine);
    model->fit.machine = machine;
    add_class(context, model, "native");
}

/* Training rows in the place of a function of the same two features. */
static inline void add_rows(ardor_context *context, ardor_model *model)
{
    static const double x[] = {-1, 0.1, 1.0 / 3, 2, -0.7, 1e-17}, weight[] = {1, 2, 1.0 / 3};
    static const int32_t label[] = {1, 0, 1};
    const ard_matrix rows = ard_matrix_dense(3, 2, x, 3);
    const ard_targets target = {3, 2, label, weight, 10.0 / 3};
    ard_machine_free(context, &model->fit.machine);
    assert_int_equal(ard_neighbours_machine(context, &rows, &target, 2, &model->fit.machine), ARDOR_OK);
}

static inline void add_trace(ardor_context *context, ardor_model *model)
{
    const ard_certificate certificate = make_certificate(model->method_name);
    FILL(context, model->fit.trace.iteration, ard_iteration, {.objective = -2, .n_features = 5, .certificate = certificate},
         {.objective = -1, .n_vectors = 3, .n_features = 2, .certificate = ard_certificate_none()});
    model->fit.trace.n = model->fit.trace.room = 2;
}

/* ---- texts */

/* The first `from` in the text replaced by `to`; free it. */
static inline char *replace(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at) fail_msg("'%s' is not in the model file", from);
    char *out = malloc(strlen(text) + strlen(to) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

static inline void assert_message(ardor_context *context, const char *part)
{
    const char *message = ardor_context_message(context);
    if (!strstr(message, part)) fail_msg("'%s' is not in '%s'", part, message);
}

static inline ardor_model *parse_model(ardor_context *context, const char *text)
{
    ardor_model *model = NULL;
    int rc = ard_model_parse(context, NULL, text, strlen(text), "m.json", &model);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    return model;
}

/* The model's file; free it. */
static inline char *text_of(ardor_context *context, const ardor_model *model)
{
    char *text = NULL;
    if (ard_model_text(context, model, &text) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    char *copy = strcpy(malloc(strlen(text) + 1), text);
    ardor_string_free(context, text);
    return copy;
}

typedef struct damage {
    const char *from, *to, *message;
} damage;

/* Each damage to the text is refused with its message, and so is every part of it. */
static inline void check_damages(ardor_context *context, const char *text, size_t n, const damage *damages)
{
    ardor_model *broken = NULL;
    for (size_t i = 0; i < n; i++) {
        char *bad = replace(text, damages[i].from, damages[i].to);
        int rc = ard_model_parse(context, NULL, bad, strlen(bad), "m.json", &broken);
        if (rc != ARDOR_DATA) fail_msg("'%s' was taken", damages[i].to);
        assert_null(broken);
        assert_message(context, damages[i].message);
        free(bad);
    }
    for (size_t bytes = 0; bytes + 2 < strlen(text); bytes += 3) {
        assert_int_equal(ard_model_parse(context, NULL, text, bytes, "m.json", &broken), ARDOR_DATA);
        assert_message(context, "not valid JSON");
    }
}

/* ---- memory that runs out */

static int64_t allocations_left, blocks;
static inline void *limited(void *user, void *pointer, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        blocks -= pointer != NULL;
        free(pointer);
        return NULL;
    }
    if (allocations_left-- <= 0) return NULL;
    blocks += pointer == NULL;
    return realloc(pointer, bytes);
}

/* With room for everything until allocations_left is set. */
static inline ardor_context *limited_context(void)
{
    ardor_context_config config = {.size = sizeof config, .resize = limited};
    ardor_context *context = NULL;
    allocations_left = INT64_MAX;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    return context;
}

/* Reading the text, writing it again and predicting survive it at every place; what fails leaves nothing behind. */
static inline void check_memory(const char *text, const ardor_dataset *data)
{
    ardor_context *context = limited_context();
    double *prob = malloc((size_t)(3 * data->n) * sizeof *prob);
    bool finished = false;
    for (int64_t limit = 0; !finished; limit++) {
        ardor_model *loaded = NULL;
        char *again = NULL;
        const int64_t before = blocks;
        assert_true(limit < 5000);
        allocations_left = limit;
        int rc = ard_model_parse(context, NULL, text, strlen(text), "m.json", &loaded);
        if (rc == ARDOR_OK) rc = ard_model_text(context, loaded, &again);
        if (rc == ARDOR_OK) rc = ardor_predict(context, loaded, data, prob);
        finished = rc == ARDOR_OK;
        if (!finished) assert_int_equal(rc, ARDOR_MEMORY);
        ard_free(context, again);
        ardor_model_free(loaded);
        ard_remarks_forget(context);
        assert_int_equal(blocks, before);
    }
    free(prob);
    ardor_context_free(context);
}

#endif
