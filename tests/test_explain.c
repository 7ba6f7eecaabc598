/* What features contribute to predictions: against predictions of tables in which one feature has its mean, for every kind of
 * machine; against the formula of linear functions; the means, from training and from files; documents and refusals. */
#include "api_fixture.h"

#include "model/model_explain.h"
#include "model/model_file.h"

enum { N = 45, P = 4, BOTH = 2 };

/* ---- tables */

/* Columns off 0 and of other scales. Classes 0 .. k - 1 by the first columns and noise; a value of the last column in ten is
 * missing where `missing`. */
static double *make_values(bool missing)
{
    ard_rng rng;
    ard_rng_init(&rng, 77, 0, 0);
    double *x = make_normals(&rng, N * P);
    for (int64_t j = 0; j < P; j++)
        for (int64_t i = 0; i < N; i++) x[i + j * N] = 3 + (double)j + (1 + .5 * (double)j) * x[i + j * N];
    for (int64_t i = 0; missing && i < N; i += 10) x[i + (P - 1) * N] = NAN;
    return x;
}

static double *make_weights(void)
{
    double *weight = make_reals(N);
    for (int i = 0; i < N; i++) weight[i] = i % 3 == 0 ? 2.5 : .75;
    return weight;
}

static ardor_dataset *make_classes(const double *x, int classes, const double *weight)
{
    static const char *const name[] = {"a", "b", "c"};
    ard_rng rng;
    ardor_dataset *data = NULL;
    const char *label[N];
    ard_rng_init(&rng, 78, 0, 0);
    for (int64_t i = 0; i < N; i++) {
        const double u = (x[i] - 3) + .6 * ard_rng_normal(&rng), v = (x[i + N] - 4) / 1.5 + .6 * ard_rng_normal(&rng);
        label[i] = classes == 2 ? name[u + v > 0] : name[u > v ? (u > 0 ? 1 : 2) : 0];
    }
    must(ardor_dataset_from_arrays(context, N, P, x, N, label, NULL, weight, &data));
    return data;
}

/* Rows to predict. */
static ardor_dataset *make_rows(int64_t n, const double *x)
{
    ardor_dataset *data = NULL;
    must(ardor_dataset_from_arrays(context, n, P, x, n, NULL, NULL, NULL, &data));
    return data;
}

/* The column of the table that is a model's j-th feature. */
static int64_t column_of(const ardor_model *model, int64_t j)
{
    const int64_t column = strtol(ardor_model_feature_name(model, j) + 1, NULL, 10) - 1;
    assert_true(column >= 0 && column < P);
    return column;
}

static double mean_of(const double *x, const double *weight)
{
    double sum = 0, weights = 0;
    for (int64_t i = 0; i < N; i++) {
        sum += (weight ? weight[i] : 1) * x[i];
        weights += weight ? weight[i] : 1;
    }
    return sum / weights;
}

/* ---- what is explained */

typedef struct explained {
    int64_t n, p;
    int outputs;
    double *contribution, *reference, *value;
} explained;

static explained explain(const ardor_model *model, const ardor_dataset *data)
{
    explained e = {ardor_dataset_rows(data), ardor_model_features(model), ardor_explain_outputs(model), NULL, NULL, NULL};
    assert_true(e.p > 0 && e.outputs > 0);
    e.contribution = make_reals(e.n * e.p * e.outputs);
    e.reference = make_reals(e.outputs);
    e.value = make_reals(e.n * e.outputs);
    must(ardor_explain(context, model, data, e.contribution, e.reference));
    must(ardor_explain_values(context, model, data, e.value));
    return e;
}

static void free_explained(explained *e)
{
    free(e->value);
    free(e->reference);
    free(e->contribution);
}

static double contribution(const explained *e, int64_t i, int64_t j, int c) { return e->contribution[i + e->n * (j + e->p * c)]; }

/* The values of a table in which column k is its mean (k < 0: all are). */
static double *values_without(const ardor_model *model, const double *x, const double *weight, int64_t k)
{
    double *changed = make_reals(N * P), *value = make_reals((int64_t)N * ardor_explain_outputs(model));
    memcpy(changed, x, N * P * sizeof *x);
    for (int64_t j = 0; j < P; j++)
        for (int64_t i = 0; i < N && (j == k || k < 0); i++) changed[i + j * N] = mean_of(x + j * N, weight);
    ardor_dataset *data = make_rows(N, changed);
    must(ardor_explain_values(context, model, data, value));
    ardor_dataset_free(data);
    free(changed);
    return value;
}

/* Against tables, feature by feature; sums where they are to add up. */
static void check_against_tables(const ardor_model *model, const double *x, const double *weight, const char *what)
{
    ardor_dataset *data = make_rows(N, x);
    explained e = explain(model, data);
    double *value = values_without(model, x, weight, -1);
    for (int c = 0; c < e.outputs; c++) assert_near(e.reference[c], value[c * N], 1e-9 * (1 + fabs(value[c * N])), what);
    free(value);
    for (int64_t j = 0; j < e.p; j++) {
        value = values_without(model, x, weight, column_of(model, j));
        for (int64_t i = 0; i < (int64_t)N * e.outputs; i++) {
            const double got = contribution(&e, i % N, j, (int)(i / N)), expected = e.value[i] - value[i];
            if (!(fabs(got - expected) <= 1e-9 * (1 + fabs(e.value[i]))))
                fail_msg("%s: feature %d, element %d: %.15g is not %.15g", what, (int)j, (int)i, got, expected);
        }
        free(value);
    }
    for (int64_t i = 0; ardor_explain_adds_up(model) && i < (int64_t)N * e.outputs; i++) {
        double sum = e.reference[i / N];
        for (int64_t j = 0; j < e.p; j++) sum += contribution(&e, i % N, j, (int)(i / N));
        assert_near(sum, e.value[i], 1e-10 * (1 + fabs(sum)), what);
    }
    free_explained(&e);
    ardor_dataset_free(data);
}

static void contributions_are_what_changes_without_a_feature(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int classes;
        bool weights, adds_up;
        const char *scale;
    } cases[] = {
        {"method=spr lam1=.5", 2, true, true, "f"},
        {"method=logistic strength=.05", 2, true, true, "f"},
        {"method=logistic basis=linear strength=.05", 2, true, true, "f"},
        {"method=logistic basis=poly:1 strength=.05", 2, false, true, "f"},
        {"method=jcfo basis=rbf lam1=.3 lam2=.1", 2, true, false, "f"},
        {"method=logistic basis=poly:2 strength=.05", 2, true, false, "f"},
        {"method=rvm basis=rbf", 2, true, false, "f"},
        {"method=gp", 2, false, false, "f"},
        {"method=lda", 2, true, true, "f"},
        {"method=knn neighbours=5", 2, true, false, "log_odds"},
        {"method=adaboost rounds=20", 2, true, true, "f"},
        {"method=smlr strength=.05", 3, true, true, "f"},
        {"method=smlr basis=rbf strength=.05", 3, false, false, "f"},
        {"method=smlr basis=linear strength=.05", 3, false, true, "f"},
        {"method=spr lam1=.5 multiclass=pairs", 3, true, false, "log_odds"},
        {"method=spr lam1=.5 multiclass=rest", 3, true, false, "log_odds"},
        {"method=knn neighbours=5", 3, true, false, "log_odds"},
    };
    double *x = make_values(false), *weight = make_weights();
    for (size_t k = 0; k < BOTH * sizeof cases / sizeof *cases; k++) {
        char spec[200];
        const size_t c = k / BOTH;
        const double *given = cases[c].weights ? weight : NULL;
        snprintf(spec, sizeof spec, "%s%s", cases[c].spec, k % BOTH ? " standardise=none" : "");
        ardor_dataset *data = make_classes(x, cases[c].classes, given);
        ardor_model *model = fit(data, spec);
        assert_int_equal(ardor_explain_outputs(model), cases[c].classes == 2 ? 1 : 3);
        assert_string_equal(ardor_explain_scale(model), cases[c].scale);
        assert_int_equal(ardor_explain_adds_up(model), cases[c].adds_up);
        check_against_tables(model, x, given, spec);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
    free(weight);
    free(x);
}

/* weight x (prepared - mean), from the model's weights and the table. */
static void linear_contributions_are_weights_times_distances(void **state)
{
    (void)state;
    double *x = make_values(false), *weight = make_weights();
    ardor_dataset *data = make_classes(x, 2, weight);
    for (int none = 0; none < BOTH; none++) {
        ardor_model *model = fit(data, none ? "method=logistic strength=.05 standardise=none" : "method=logistic strength=.05");
        explained e = explain(model, data);
        double *prob = positive_prob(model, data);
        for (int64_t j = 0; j < e.p; j++) {
            const double *column = x + N * column_of(model, j), mean = mean_of(column, weight);
            double squares = 0, weights = 0;
            for (int64_t i = 0; i < N; i++) {
                squares += weight[i] * (column[i] - mean) * (column[i] - mean);
                weights += weight[i];
            }
            const double unit = none ? 1 : sqrt(squares / weights), w = ardor_model_feature_weight(model, j);
            for (int64_t i = 0; i < N; i++)
                assert_near(contribution(&e, i, j, 0), w * (column[i] - mean) / unit, 1e-12 * (1 + fabs(w)), "contribution");
        }
        for (int64_t i = 0; i < N; i++) assert_near(prob[i], 1 / (1 + exp(-e.value[i])), 1e-12, "the value before the link");
        free(prob);
        free_explained(&e);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
    free(weight);
    free(x);
}

/* Of each class against all others; a prior moves the probabilities, and not what is explained. */
static void log_odds_are_of_the_probabilities(void **state)
{
    (void)state;
    double *x = make_values(false), *prob = make_reals(3 * N);
    ardor_dataset *data = make_classes(x, 3, NULL);
    ardor_model *model = fit(data, "method=knn neighbours=7");
    must(ardor_predict(context, model, data, prob));
    ardor_spec *prior = make_spec("prior=a=.9,b=.05");
    must(ardor_model_decide(context, model, prior));
    explained e = explain(model, data);
    for (int64_t i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) {
            const double p = prob[i + c * N], rest = prob[i + (c + 1) % 3 * N] + prob[i + (c + 2) % 3 * N];
            assert_near(e.value[i + c * N], log(p / rest), 1e-12 * (1 + fabs(log(p / rest))), "log odds");
        }
    free_explained(&e);
    ardor_spec_free(prior);
    ardor_model_free(model);
    ardor_dataset_free(data);
    data = make_classes(x, 2, NULL); /* of two classes it is the second's */
    model = fit(data, "method=knn neighbours=7");
    must(ardor_predict(context, model, data, prob));
    e = explain(model, data);
    for (int64_t i = 0; i < N; i++) assert_near(e.value[i], log(prob[i + N] / prob[i]), 1e-12, "log odds");
    free_explained(&e);
    ardor_model_free(model);
    ardor_dataset_free(data);
    free(prob);
    free(x);
}

/* A probability counts as 1e-15 at least: far away they are 0 and 1. */
static void log_odds_of_what_is_certain_are_finite(void **state)
{
    (void)state;
    double *x = make_values(false), prob[3 * N];
    ardor_dataset *data = make_classes(x, 3, NULL);
    ardor_model *model = fit(data, "method=logistic strength=.01 multiclass=rest");
    for (int64_t i = 0; i < N * P; i++) x[i] *= i / N == 0 ? 1e6 : -1e6;
    ardor_dataset *rows = make_rows(N, x);
    explained e = explain(model, rows);
    must(ardor_predict(context, model, rows, prob));
    int zeros = 0, ones = 0;
    for (int64_t i = 0; i < (int64_t)3 * N; i++) {
        const double others = prob[(i + N) % (3 * N)] + prob[(i + 2 * N) % (3 * N)];
        if (prob[i] == 0) assert_near(e.value[i], -log(1e15), 1e-12, "log odds of 0");
        if (others == 0) assert_near(e.value[i], log(1e15), 1e-12, "log odds of 1");
        zeros += prob[i] == 0;
        ones += others == 0;
    }
    assert_true(zeros > 0 && ones > 0);
    for (int64_t i = 0; i < N * e.p * 3; i++) assert_true(isfinite(e.contribution[i]));
    free_explained(&e);
    ardor_dataset_free(rows);
    ardor_model_free(model);
    ardor_dataset_free(data);
    free(x);
}

/* Far outside the range that was learnt from. */
static void what_is_no_number_is_an_error(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=logistic strength=.01 standardise=none",
                                        "method=logistic basis=poly:2 strength=.01 standardise=none"};
    double *x = make_values(false), got[N * P], reference = 0;
    ardor_dataset *data = make_classes(x, 2, NULL);
    double far[P];
    for (int64_t j = 0; j < P; j++) far[j] = j % 2 ? 1.7e308 : -1.7e308;
    ardor_dataset *row = make_rows(1, far);
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        ardor_model *model = fit(data, specs[s]);
        bool large = s > 0;
        for (int64_t j = 0; s == 0 && j < ardor_model_features(model); j++)
            large |= fabs(ardor_model_feature_weight(model, j)) > 1.2;
        assert_true(large);
        assert_int_equal(ardor_explain(context, model, row, got, &reference), ARDOR_NUMERIC);
        assert_message("no finite value at row 1 of 1");
        ardor_model_free(model);
    }
    ardor_dataset_free(row);
    ardor_dataset_free(data);
    free(x);
}

/* A feature at its mean contributes 0, and not -0, which a table would show. */
static void no_contribution_is_minus_zero(void **state)
{
    (void)state;
    double *x = make_values(false), at_zero[P] = {0}, got[P];
    double reference = 0;
    for (int64_t j = 0; j < P; j++) { /* columns of mean 0 */
        for (int64_t i = 0; i < N / 2; i++) x[2 * i + 1 + j * N] = -x[2 * i + j * N];
        x[N - 1 + j * N] = 0;
    }
    static const char *const classes[] = {"b", "a"}; /* the features speak for the first one */
    int32_t label[N];
    ardor_dataset *sorted = make_classes(x, 2, NULL), *data = NULL;
    for (int64_t i = 0; i < N; i++) label[i] = 1 - ardor_dataset_label(sorted, i);
    const ardor_table table = {
        .size = sizeof table, .n = N, .p = P, .x = x, .label = label, .n_classes = 2, .class_names = classes};
    must(ardor_dataset_from_table(context, &table, &data));
    ardor_dataset *row = make_rows(1, at_zero);
    ardor_model *model = fit(data, "method=logistic strength=.01");
    bool below = false;
    must(ardor_explain(context, model, row, got, &reference));
    for (int64_t j = 0; j < ardor_model_features(model); j++) {
        below |= ardor_model_feature_weight(model, j) < 0;
        assert_true(got[j] == 0 && !signbit(got[j]));
    }
    assert_true(below);
    ardor_dataset_free(sorted);
    ardor_model_free(model);
    ardor_dataset_free(row);
    ardor_dataset_free(data);
    free(x);
}

/* ---- means */

typedef struct average {
    const double *weight;
    double sum[2 * P], weights;
} average;

static int add_block(ardor_context *in, const ardor_model *model, const ard_model_block *b, void *user)
{
    average *a = user;
    (void)in;
    for (int64_t i = 0; i < b->n; i++) {
        const double w = a->weight ? a->weight[b->first + i] : 1;
        for (int64_t j = 0; j < model->fit.machine.n_features; j++) a->sum[j] += w * b->x[i + j * b->n];
        a->weights += w;
    }
    return ARDOR_OK;
}

static void means_are_those_of_the_training_rows(void **state)
{
    (void)state;
    static const char *const preparation[] = {
        "standardise=train",      "standardise=all",        "standardise=samples",  "standardise=none",
        "standardise=none pca=3", "standardise=none log=1", "log=1 filter=ttest:3", "standardise=none filter=ttest:2"};
    double *x = make_values(false), *gaps = make_values(true), *weight = make_weights();
    for (size_t k = 0; k < 2 * sizeof preparation / sizeof *preparation; k++) {
        char spec[200];
        const bool missing = k % 2;
        snprintf(spec, sizeof spec, "method=lda %s%s", preparation[k / 2], missing ? " impute=median" : "");
        ardor_dataset *data = make_classes(missing ? gaps : x, 2, weight);
        ardor_model *model = fit(data, spec);
        average a = {.weight = weight};
        must(ard_model_each_block(context, model, data, true, add_block, &a));
        if (model->fit.machine.n_features < 2) fail_msg("%s: %d", spec, (int)model->fit.machine.n_features);
        const bool zero = !strstr(spec, "none") || strstr(spec, "pca");
        for (int64_t j = 0; j < model->fit.machine.n_features; j++) {
            assert_near(model->report.mean[j], a.sum[j] / a.weights, 1e-10, spec);
            assert_int_equal(model->report.mean[j] == 0, zero);
        }
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
    free(weight);
    free(gaps);
    free(x);
}

/* As a file of version 9 has it. */
static char *without_means(const ardor_model *model)
{
    char *text = NULL;
    must(ard_model_text(context, model, &text));
    char *version = strstr(text, "\"version\": 13");
    assert_non_null(version);
    memcpy(version, "\"version\":  9", strlen("\"version\": 13"));
    for (char *at = strstr(text, "\"importance\": "); at; at = strstr(at, "\"importance\": ")) {
        at = strstr(at, ", ");
        const char *end = strstr(at, ", \"forced\"");
        assert_true(strncmp(at, ", \"mean\": ", strlen(", \"mean\": ")) == 0 && end);
        memmove(at, end, strlen(end) + 1);
    }
    return text;
}

static void files_without_means_have_them_where_they_are_zero(void **state)
{
    (void)state;
    double *x = make_values(false), reference = 0;
    ardor_dataset *data = make_classes(x, 2, NULL);
    for (int none = 0; none < BOTH; none++) {
        ardor_model *model = fit(data, none ? "method=spr lam1=.5 standardise=none" : "method=spr lam1=.5"), *old = NULL;
        char *text = without_means(model), *again = NULL;
        must(ardor_model_from_text(context, text, "old.json", &old));
        explained e = explain(model, data);
        double *got = make_reals(e.n * e.p);
        if (none) {
            assert_int_equal(ardor_explain(context, old, data, got, &reference), ARDOR_USAGE);
            assert_message("of an older version, does not have the means of the features");
            assert_int_equal(ardor_explain_values(context, old, data, got), ARDOR_USAGE);
            ardor_string_free(context, text);
            must(ard_model_text(context, old, &text)); /* and saved again it still has none */
            assert_non_null(strstr(text, "\"mean\": null"));
            ardor_model_free(old);
            must(ardor_model_from_text(context, text, "again.json", &old));
            assert_int_equal(ardor_explain(context, old, data, got, &reference), ARDOR_USAGE);
        } else {
            must(ardor_explain(context, old, data, got, &reference));
            assert_memory_equal(got, e.contribution, (size_t)(e.n * e.p) * sizeof *got);
            assert_true(reference == e.reference[0]);
        }
        must(ard_model_text(context, model, &again)); /* and a file of today has all of them */
        ardor_model_free(old);
        must(ardor_model_from_text(context, again, "new.json", &old));
        must(ardor_explain(context, old, data, got, &reference));
        assert_memory_equal(got, e.contribution, (size_t)(e.n * e.p) * sizeof *got);
        free(got);
        free_explained(&e);
        ardor_string_free(context, again);
        ardor_string_free(context, text);
        ardor_model_free(old);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
    free(x);
}

/* ---- rows, memory, refusals */

/* More rows than a block has, against the same rows in a small table. */
static void rows_do_not_depend_on_others(void **state)
{
    (void)state;
    enum { MANY = 4500, FROM = 4090 };
    ard_rng rng;
    ard_rng_init(&rng, 79, 0, 0);
    double *x = make_values(false), *many = make_normals(&rng, MANY * P), few[N * P];
    for (int64_t i = 0; i < N; i++)
        for (int64_t j = 0; j < P; j++) few[i + j * N] = many[FROM + i + j * MANY];
    ardor_dataset *training = make_classes(x, 3, NULL), *all = make_rows(MANY, many), *some = make_rows(N, few);
    static const char *const specs[] = {"method=smlr strength=.05", "method=smlr basis=rbf strength=.05",
                                        "method=knn neighbours=5"};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        ardor_model *model = fit(training, specs[s]);
        explained a = explain(model, all), b = explain(model, some);
        for (int64_t i = 0; i < N; i++)
            for (int c = 0; c < a.outputs; c++) {
                assert_near(a.value[FROM + i + c * MANY], b.value[i + c * N], 1e-10, specs[s]);
                for (int64_t j = 0; j < a.p; j++)
                    assert_near(contribution(&a, FROM + i, j, c), contribution(&b, i, j, c), 1e-10, specs[s]);
            }
        free_explained(&b);
        free_explained(&a);
        ardor_model_free(model);
    }
    ardor_dataset_free(some);
    ardor_dataset_free(all);
    ardor_dataset_free(training);
    free(many);
    free(x);
}

static void what_cannot_be_explained_is_refused(void **state)
{
    (void)state;
    double *x = make_values(false), got[N * P], reference = 0;
    ardor_dataset *data = make_classes(x, 2, NULL);
    ardor_model *shares = fit(data, "method=majority"), *model = fit(data, "method=spr lam1=.5");
    assert_int_equal(ardor_explain_outputs(shares), 0);
    assert_null(ardor_explain_scale(shares));
    assert_int_equal(ardor_explain(context, shares, data, got, &reference), ARDOR_USAGE);
    assert_message("the model has no feature: nothing contributes");
    assert_int_equal(ardor_explain_values(context, shares, data, got), ARDOR_USAGE);
    assert_int_equal(ardor_explain_outputs(NULL), 0);
    assert_null(ardor_explain_scale(NULL));
    assert_int_equal(ardor_explain_adds_up(NULL), 0);
    assert_int_equal(ardor_explain(context, NULL, data, got, &reference), ARDOR_USAGE);
    assert_int_equal(ardor_explain(context, model, NULL, got, &reference), ARDOR_USAGE);
    assert_int_equal(ardor_explain(context, model, data, NULL, &reference), ARDOR_USAGE);
    assert_int_equal(ardor_explain(context, model, data, got, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_explain_values(context, model, data, NULL), ARDOR_USAGE);
    ardor_model_free(model);
    model = fit(data, "method=knn neighbours=3");
    ardor_cancel(context);
    assert_int_equal(ardor_explain(context, model, data, got, &reference), ARDOR_CANCELLED);
    ardor_cancel_reset(context);
    must(ardor_explain(context, model, data, got, &reference));
    /* between features, and between rows of a kernel: without the blocks, which are asked before */
    static const char *const slow[] = {"method=knn neighbours=3", "method=logistic basis=rbf strength=.05"};
    for (size_t s = 0; s < sizeof slow / sizeof *slow; s++) {
        ardor_model_free(model);
        model = fit(data, slow[s]);
        ardor_cancel(context);
        const ard_model_block block = {0, N, N, x};
        assert_int_equal(ard_model_explain_block(context, model, &block, got), ARDOR_CANCELLED);
        assert_message(s == 0 ? "the explanation was cancelled at feature 1 of 4"
                              : "the explanation was cancelled at row 1 of 45");
        ardor_cancel_reset(context);
    }
    ardor_model_free(model);
    ardor_model_free(shares);
    ardor_dataset_free(data);
    free(x);
}

/* Columns that the model does not use are told of by ardor_predict, once. */
static void columns_that_are_not_used_are_not_told_of_again(void **state)
{
    (void)state;
    double *x = make_values(false);
    ardor_dataset *data = make_classes(x, 2, NULL);
    ardor_model *model = fit(data, "method=logistic strength=.05 filter=ttest:2");
    notes[0] = '\0';
    explained e = explain(model, data);
    assert_string_equal(notes, "");
    free_explained(&e);
    ardor_model_free(model);
    ardor_dataset_free(data);
    free(x);
}

/* ---- documents */

static void check_document(const ardor_model *model, const ardor_dataset *data, int rows)
{
    char *text = NULL;
    explained e = explain(model, data);
    const int classes = ardor_model_classes(model);
    double *prob = make_reals((int64_t)N * classes);
    must(ardor_predict(context, model, data, prob));
    must(ardor_explanations_json(context, model, data, prob, e.contribution, e.reference, e.value, rows, &text));
    json_t *root = parse_json(text), *list = at(root, "contributions.rows"), *row, *feature;
    assert_string_equal(text_at(root, "contributions.of"), ardor_explain_scale(model));
    assert_true(json_is_boolean(at(root, "contributions.adds_up")));
    assert_int_equal(json_is_null(list), !rows);
    if (rows) assert_int_equal(json_array_size(list), N);
    double size[P] = {0}, most[P] = {0};
    for (int64_t i = 0; i < N; i++) {
        int best = 0;
        for (int c = 1; c < classes; c++)
            if (prob[i + c * N] > prob[i + best * N]) best = c;
        const int output = e.outputs == 1 ? 0 : best;
        for (int64_t j = 0; j < e.p; j++) {
            size[j] += fabs(contribution(&e, i, j, output)) / N;
            most[j] = fmax(most[j], fabs(contribution(&e, i, j, output)));
        }
        if (!rows) continue;
        row = json_array_get(list, (size_t)i);
        assert_string_equal(text_at(row, "class"), ardor_model_class_name(model, e.outputs == 1 ? 1 : best));
        assert_string_equal(text_at(row, "id"), ardor_dataset_row_name(data, i));
        assert_true(number_at(row, "value") == e.value[i + N * output]);
        assert_true(number_at(row, "reference") == e.reference[output]);
        for (int64_t j = 0; j < e.p; j++)
            assert_true(json_number_value(json_object_get(json_object_get(row, "features"),
                                                          ardor_model_feature_name(model, j))) == contribution(&e, i, j, output));
    }
    for (int64_t j = 0; j < e.p; j++) {
        feature = json_array_get(at(root, "contributions.features"), (size_t)j);
        assert_string_equal(text_at(feature, "name"), ardor_model_feature_name(model, j));
        assert_near(number_at(feature, "mean_size"), size[j], 1e-12, "mean size");
        assert_near(number_at(feature, "largest_size"), most[j], 0, "largest size");
    }
    json_decref(root);
    must(ardor_predictions_json(context, model, data, prob, rows, &text));
    root = parse_json(text);
    assert_true(is_null(root, "contributions"));
    json_decref(root);
    assert_int_equal(ardor_explanations_json(context, model, data, prob, NULL, e.reference, e.value, rows, &text), ARDOR_USAGE);
    assert_null(text);
    free(prob);
    free_explained(&e);
}

static void documents_have_them(void **state)
{
    (void)state;
    double *x = make_values(false);
    for (int classes = 2; classes <= 3; classes++) {
        ardor_dataset *data = make_classes(x, classes, NULL);
        ardor_model *model = fit(data, classes == 2 ? "method=spr lam1=.5" : "method=smlr strength=.05");
        check_document(model, data, 1);
        check_document(model, data, 0);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contributions_are_what_changes_without_a_feature),
        cmocka_unit_test(linear_contributions_are_weights_times_distances),
        cmocka_unit_test(log_odds_are_of_the_probabilities),
        cmocka_unit_test(log_odds_of_what_is_certain_are_finite),
        cmocka_unit_test(what_is_no_number_is_an_error),
        cmocka_unit_test(no_contribution_is_minus_zero),
        cmocka_unit_test(means_are_those_of_the_training_rows),
        cmocka_unit_test(files_without_means_have_them_where_they_are_zero),
        cmocka_unit_test(rows_do_not_depend_on_others),
        cmocka_unit_test(what_cannot_be_explained_is_refused),
        cmocka_unit_test(columns_that_are_not_used_are_not_told_of_again),
        cmocka_unit_test(documents_have_them),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
