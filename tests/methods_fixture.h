/* Every method in every basis that it takes, and in every choice that its table has; small tables to fit them to; what every
 * model must be. */
#ifndef METHODS_FIXTURE_H
#define METHODS_FIXTURE_H

#include "api_fixture.h"

#include "method/method.h"
#include "model/model.h"

/* ---- variants: the default in every basis; and one choice other than the default */

typedef struct variant {
    const ard_method *method;
    ard_basis basis;
    const ard_setting *choice; /* NULL: all as by default */
    char spec[200];            /* "method=rvm basis=rbf solver=sequential" */
} variant;

enum { MOST_VARIANTS = 128 };

/* What makes the work of a method small, or a choice of it count, on tables of a few features. */
static const char *const small_settings[][2] = {{"projection", " halves=4 k=3 path=3"}};

static inline void make_variant(const ard_method *method, ard_basis basis, const ard_setting *choice, const char *value,
                                variant *out)
{
    char name[16];
    const char *small = "";
    for (int i = 0; i < COUNT_OF(small_settings); i++)
        if (strcmp(small_settings[i][0], method->name) == 0) small = small_settings[i][1];
    *out = (variant){.method = method, .basis = basis, .choice = choice};
    const char *untuned =
        method->can & ARD_HAS_TUNING ? " tune=none" : ""; /* inner folds go by the order of the rows, and by the seed */
    int used = snprintf(out->spec, sizeof out->spec, "method=%s basis=%s%s%s", method->name, ard_basis_name(basis, name), small,
                        untuned);
    if (choice)
        snprintf(out->spec + used, sizeof out->spec - (size_t)used, " %s=%.*s", choice->name, (int)strcspn(value, "|"), value);
}

/* Choices with the default basis only, or (thorough) with all. Returns how many there are. */
static inline int variants_of(const ard_method *method, bool thorough, variant *out)
{
    int n = 0;
    for (int kind = 0; kind < ARD_N_BASES; kind++) {
        const ard_basis basis = {(ard_basis_kind)kind, kind == ARD_POLY ? 2 : 0};
        if (!(method->can >> kind & 1)) continue;
        make_variant(method, basis, NULL, NULL, &out[n++]);
        for (int i = 0; i < method->n_settings; i++) {
            const ard_setting *row = method->settings + i;
            if (row->type != ARD_SETTING_CHOICE) continue;
            if (!thorough && strcmp(ard_basis_kinds[kind], method->default_basis) != 0) continue;
            const char *value = row->choices;
            for (int k = 0; value; k++) {
                assert_true(n < MOST_VARIANTS);
                if (k != row->fallback) make_variant(method, basis, row, value, &out[n++]);
                value = strchr(value, '|') ? strchr(value, '|') + 1 : NULL;
            }
        }
    }
    assert_true(n > 0);
    return n;
}

/* The spec of the fit and more settings; where a method has a setting of that name its tolerances are as small as `tol`. */
static inline const char *spec_of(const variant *v, double tol, const char *more, char out[400])
{
    static const char *const names[] = {"tol", "inner_tol", "newton_tol"};
    int used = snprintf(out, 400, "%s %s", v->spec, more);
    for (int i = 0; i < COUNT_OF(names) && tol > 0; i++) {
        const int index = ard_setting_index(v->method, names[i]);
        if (index < 0) continue;
        const ard_setting *row = v->method->settings + index;
        const double most = isnan(row->fallback) ? tol : fmin(tol, row->fallback);
        used += snprintf(out + used, 400 - (size_t)used, " %s=%.17g", names[i], fmax(most, row->low));
    }
    return out;
}

/* ---- tables */

enum { ROOM = 40, COLUMNS = 4 };

typedef struct table {
    int64_t n, p;
    double x[ROOM * COLUMNS], side[ROOM], weight[ROOM]; /* side above 0: the class "yes" */
    bool weighted;
    int name[COLUMNS]; /* of the columns: 0 "a", 1 "b", ... */
} table;

/* Normal features, of which the first two make the class, with some noise; nearly balanced. signal 0: none does. */
static inline table make_rows(int64_t n, int64_t p, double signal, uint64_t seed)
{
    table t = {.n = n, .p = p};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int64_t i = 0; i < n * p; i++) t.x[i] = ard_rng_normal(&rng);
    for (int64_t i = 0; i < n; i++) {
        const double noise = ard_rng_normal(&rng);
        t.side[i] = signal > 0 ? t.x[i] - (p > 1 ? .7 * t.x[i + n] : 0) + noise / signal + .2 : i % 2 ? 1 : -1;
        t.weight[i] = 1;
    }
    for (int k = 0; k < p; k++) t.name[k] = k;
    return t;
}

static inline ardor_dataset *dataset_of(ardor_context *in, const table *t)
{
    static const char *const names[COLUMNS] = {"a", "b", "c", "d"};
    const char *name[COLUMNS], *label[ROOM];
    ardor_dataset *data = NULL;
    for (int64_t k = 0; k < t->p; k++) name[k] = names[t->name[k]];
    for (int64_t i = 0; i < t->n; i++) label[i] = t->side[i] > 0 ? "yes" : "no";
    must(ardor_dataset_from_arrays(in, t->n, t->p, t->x, t->n, label, name, t->weighted ? t->weight : NULL, &data));
    return data;
}

/* ---- what must not matter to a model: changes of its table */

static inline void exchange_classes(table *t)
{
    for (int64_t i = 0; i < t->n; i++) t->side[i] = -t->side[i];
}

static inline void take_rows(table *t, int64_t n, const int64_t *from)
{
    const table was = *t;
    t->n = n;
    for (int64_t i = 0; i < n; i++) {
        t->side[i] = was.side[from[i]];
        for (int64_t k = 0; k < t->p; k++) t->x[i + k * n] = was.x[from[i] + k * was.n];
    }
}

static inline void mix_rows(table *t)
{
    int64_t from[ROOM];
    for (int64_t i = 0; i < t->n; i++) from[i] = (7 * i + 3) % t->n;
    take_rows(t, t->n, from);
}

static inline void mix_features(table *t)
{
    const table was = *t;
    for (int64_t k = 0; k < t->p; k++) {
        const int64_t from = (3 * k + 1) % t->p;
        t->name[k] = was.name[from];
        memcpy(t->x + k * t->n, was.x + from * t->n, (size_t)t->n * sizeof *t->x);
    }
}

static inline void change_units(table *t)
{
    for (int64_t k = 0; k < t->p; k++)
        for (int64_t i = 0; i < t->n; i++) t->x[i + k * t->n] = (k % 2 ? 1000 : -.03) * t->x[i + k * t->n] + (double)k;
}

static inline int times(int64_t row) { return row % 4 ? 1 : 2; }

static inline void weigh_rows(table *t)
{
    t->weighted = true;
    for (int64_t i = 0; i < t->n; i++) t->weight[i] = times(i);
}

static inline void repeat_rows(table *t)
{
    int64_t from[ROOM], n = 0;
    for (int64_t i = 0; i < t->n; i++)
        for (int copy = 0; copy < times(i); copy++) from[n++] = i;
    take_rows(t, n, from);
}

typedef struct property {
    const char *name;
    void (*one)(table *), (*other)(table *); /* two tables that give the same model; NULL: the rows as they are */
    bool mirrored, in_other_units;           /* predictions: of the other class; of rows that are changed alike */
    unsigned can, identity, kernel;          /* for methods that can this; what excuses one with these bases */
} property;

static const property properties[] = {
    {"exchange of the classes", NULL, exchange_classes, .mirrored = true, .identity = ARD_BREAKS_CLASS_EXCHANGE,
     .kernel = ARD_BREAKS_CLASS_EXCHANGE},
    {"order of the rows", NULL, mix_rows, .identity = ARD_BREAKS_ROW_ORDER,
     .kernel = ARD_BREAKS_ROW_ORDER | ARD_BREAKS_TERM_ORDER},
    {"order of the features", NULL, mix_features, .identity = ARD_BREAKS_TERM_ORDER},
    {"units and signs of the features", NULL, change_units, .in_other_units = true},
    {"repeated rows", weigh_rows, repeat_rows, .can = ARD_CAN_WEIGHTS, .kernel = ARD_BREAKS_REPEATED_ROWS},
};

/* ---- what every model must be: numbers, in their bounds, and "none" where there is none */

static inline void require_that(bool holds, const char *spec, const char *what, double value)
{
    if (!holds) fail_msg("%s: %s is %.17g", spec, what, value);
}

static inline void require_same(const char *a, const char *b, const char *spec, const char *what)
{
    if (strcmp(a, b) != 0) fail_msg("%s: %s differs:\n%s\nand\n%s", spec, what, a, b);
}

static inline void check_certificate(const ard_certificate *c, const char *spec)
{
    if (c->kind == ARD_CERTIFICATE_NONE) {
        require_that(isnan(c->weights) && isnan(c->scales), spec, "what nobody computed", c->weights);
        return;
    }
    require_that(c->weights >= 0 && isfinite(c->weights), spec, "the certificate of the weights", c->weights);
    require_that(isnan(c->scales) || (c->scales >= 0 && isfinite(c->scales)), spec, "the certificate of the scales", c->scales);
}

/* NaN stands for "does not apply", which only what was automatic can. */
static inline void check_used(const ard_method *method, const double *used, const char *spec)
{
    for (int i = 0; i < method->n_settings; i++) {
        const ard_setting *row = method->settings + i;
        if (isnan(used[i]))
            require_that(isnan(row->fallback), spec, row->name, used[i]);
        else if (row->type == ARD_SETTING_REAL || row->type == ARD_SETTING_INT)
            require_that(used[i] >= row->low && used[i] <= row->high, spec, row->name, used[i]);
    }
}

static inline void check_trace(const ard_method *method, const ard_fit *fit, const char *spec)
{
    require_that(method->steps ? fit->trace.n == fit->iterations : fit->trace.n >= 0, spec, "the length of the trace",
                 (double)fit->trace.n);
    for (int64_t t = 0; t < fit->trace.n; t++) {
        const ard_iteration *row = fit->trace.iteration + t;
        require_that(isfinite(row->objective), spec, "the objective of an iteration", row->objective);
        check_certificate(&row->certificate, spec);
        if (!(method->can & ARD_HAS_SCORES)) continue;
        require_that(isfinite(row->score_errors + row->score_probability + row->score_probability_scaled), spec, "a score",
                     row->score_errors);
        require_that(isfinite(row->score_log_density), spec, "a score", row->score_log_density);
    }
}

static inline void check_lists(const ard_method *method, const ard_fit *fit, const char *spec)
{
    const ard_machine *machine = &fit->machine;
    for (int64_t k = 0; k < machine->n_features; k++) {
        require_that(machine->importance[k] != 0 && isfinite(machine->importance[k]), spec, "an importance",
                     machine->importance[k]);
        require_that(k == 0 || machine->feature[k] > machine->feature[k - 1], spec, "a feature", (double)machine->feature[k]);
    }
    require_that(method->can & ARD_HAS_FREQUENCIES ? fit->n_counted >= machine->n_features : fit->n_counted == 0, spec,
                 "the number of features counted", (double)fit->n_counted);
    for (int64_t k = 0; k < fit->n_counted; k++)
        require_that(fit->frequency[k] > 0 && fit->frequency[k] <= (k ? fit->frequency[k - 1] : 1), spec, "a frequency",
                     fit->frequency[k]);
}

/* A model that was trained with trace=on; its method has objectives or has none, whatever the data. */
static inline void check_model(const ardor_model *model, const char *spec)
{
    const ard_method *method = model->method;
    const ard_fit *fit = &model->fit;
    require_that(!isinf(fit->objective), spec, "the objective", fit->objective);
    require_that(fit->stop != ARD_STOP_NONE && fit->stop != ARD_STOP_CANCELLED, spec, "the stop reason", fit->stop);
    require_that(fit->null_model == (fit->machine.n_features == 0 && fit->machine.n_vectors == 0), spec, "'null model'",
                 fit->null_model);
    require_that(model->report.train_error >= 0 && model->report.train_error <= 1, spec, "the training error",
                 model->report.train_error);
    for (int i = 0; i < ARD_MAX_EXTRAS; i++) require_that(!isinf(fit->extra[i]), spec, "an extra", fit->extra[i]);
    check_certificate(&fit->certificate, spec);
    check_used(method, fit->used, spec);
    check_trace(method, fit, spec);
    check_lists(method, fit, spec);
}

/* P(yes) of every row; all in [0, 1], sums 1. */
static inline double *checked_prob(const ardor_model *model, const ardor_dataset *data, const char *spec)
{
    double *prob = positive_prob(model, data);
    for (int64_t i = 0; i < ardor_dataset_rows(data); i++)
        require_that(prob[i] >= 0 && prob[i] <= 1, spec, "a probability", prob[i]);
    return prob;
}
#endif
