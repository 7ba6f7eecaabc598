/* Models: building, prediction by name, and the model file against every kind of damage. */
#include "model_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static ardor_model *parse(ardor_context *context, const char *text)
{
    ardor_model *model = NULL;
    int rc = ard_model_parse(context, text, strlen(text), "m.json", &model);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    return model;
}

static void only_active_features_are_kept(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    assert_int_equal(ardor_model_features(model), 2);
    assert_string_equal(ardor_model_feature_name(model, 0), "g 2");
    assert_string_equal(ardor_model_feature_name(model, 1), "g\\4");
    assert_null(ardor_model_feature_name(model, 2));
    assert_true(ardor_model_feature_value(model, 1) == 2.5);
    assert_int_equal(ardor_model_classes(model), 2);
    assert_string_equal(ardor_model_class_name(model, 1), "yes");
    assert_true(model->mean[1] == 1.7 && model->sd[1] == 2);
    assert_int_equal(model->solution.feature[1], 1);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void assert_same_solution(const ard_solution *a, const ard_solution *b)
{
    size_t k = (size_t)a->n_features, m = (size_t)a->n_vectors, real = sizeof(double);
    assert_int_equal(a->n_features, b->n_features);
    assert_int_equal(a->n_vectors, b->n_vectors);
    assert_memory_equal(&a->bias, &b->bias, real);
    assert_memory_equal(a->scale, b->scale, k * real);
    assert_memory_equal(a->feature, b->feature, k * sizeof(int64_t));
    if (m > 0) {
        assert_memory_equal(a->weight, b->weight, m * real);
        assert_memory_equal(a->vector, b->vector, m * sizeof(int64_t));
        assert_memory_equal(a->vector_x, b->vector_x, m * k * real);
    }
    assert_int_equal(a->n_covariance, b->n_covariance);
    if (a->n_covariance > 0)
        assert_memory_equal(a->covariance, b->covariance, (size_t)(a->n_covariance * a->n_covariance) * real);
    for (int i = 0; i < ARD_MAX_EXTRAS; i++)
        assert_true(a->extra[i] == b->extra[i] || (isnan(a->extra[i]) && isnan(b->extra[i])));
    assert_memory_equal(&a->objective, &b->objective, real);
    assert_memory_equal(&a->kkt_weights, &b->kkt_weights, real);
    assert_memory_equal(&a->kkt_scales, &b->kkt_scales, real);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->stop, b->stop);
    assert_int_equal(a->n_screened, b->n_screened);
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) assert_true(a->used[i] == b->used[i] || (isnan(a->used[i]) && isnan(b->used[i])));
}

static void assert_same_prediction(ardor_context *context, const ardor_model *a, const ardor_model *b)
{
    double p[2 * ROWS], q[2 * ROWS];
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    assert_int_equal(ardor_predict(context, a, data, p), ARDOR_OK);
    assert_int_equal(ardor_predict(context, b, data, q), ARDOR_OK);
    assert_memory_equal(p, q, sizeof p);
    ardor_dataset_free(data);
}

static void check_round_trip(const char *method, const char *basis, const ard_prepare_options *options, bool null_model)
{
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, method, basis, options, null_model, true);
    char path[] = "/tmp/ardor-test-model-XXXXXX", *first = NULL, *second = NULL;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    assert_int_equal(ardor_model_save(context, model, path), ARDOR_OK);
    ardor_model *loaded = NULL;
    if (ardor_model_load(context, path, &loaded) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    assert_same_solution(&model->solution, &loaded->solution);
    assert_int_equal(model->n_row_features, loaded->n_row_features);
    assert_same_prediction(context, model, loaded);
    assert_int_equal(ard_model_text(context, model, &first), ARDOR_OK);
    assert_int_equal(ard_model_text(context, loaded, &second), ARDOR_OK);
    assert_string_equal(first, second);
    unlink(path);
    ardor_string_free(context, first);
    ardor_string_free(context, second);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void files_round_trip_bit_for_bit(void **state)
{
    (void)state;
    const ard_prepare_options median = {.impute = ARD_IMPUTE_MEDIAN, .log = true, .log_floor = 0.1};
    const ard_prepare_options samples = {.standardise = ARD_STANDARDISE_SAMPLES, .log = true, .filter = {ARD_FILTER_TTEST, 2}};
    check_round_trip("jcfo", "rbf", NULL, false);
    check_round_trip("jcfo", "linear", &median, false);
    check_round_trip("jcfo", "poly:3", &samples, false);
    check_round_trip("spr", "identity", NULL, false);
    check_round_trip("jcfo", "rbf", NULL, true);
    check_round_trip("jcfo", "rbf", &samples, true);
    check_round_trip("pfcvm-lp", "rbf", NULL, false);
    check_round_trip("rsfm", "poly:2", &median, false);
    check_round_trip("rvm", "identity", &samples, false);
    check_round_trip("epcvm", "linear", NULL, true);
}

static void a_trace_is_kept(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    ard_trace *trace = &model->solution.trace;
    trace->iteration = ard_alloc(context, 2, sizeof *trace->iteration);
    trace->n = trace->room = 2;
    trace->iteration[1] = (ard_iteration){.objective = -1.5, .kkt_weights = 0.1, .n_vectors = 3, .n_features = 2};
    char *text = NULL;
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    ardor_model *loaded = parse(context, text);
    assert_int_equal(loaded->solution.trace.n, 2);
    assert_true(loaded->solution.trace.iteration[1].objective == -1.5);
    assert_int_equal(loaded->solution.trace.iteration[1].n_vectors, 3);
    ardor_string_free(context, text);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- prediction */

/* The model of the fixture evaluated from its definition. */
static double expected_probability(const ardor_model *model, int64_t i)
{
    const ard_solution *s = &model->solution;
    const int column[] = {1, 3};
    double f = s->bias;
    for (int64_t v = 0; v < s->n_vectors; v++) {
        double distance = 0;
        for (int64_t j = 0; j < 2; j++) {
            double z = (cell(i, column[j]) - model->mean[j]) / model->sd[j] - s->vector_x[v + j * s->n_vectors];
            distance += s->scale[j] * z * z;
        }
        f += s->weight[v] * exp(-distance);
    }
    return 0.5 * erfc(-f / sqrt(2));
}

static void features_are_matched_by_name(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    const int shuffled[] = {3, 4, 1};
    enum { MANY = 5000 }; /* more than a block of rows */
    ardor_dataset *data = make_data(context, MANY, 3, shuffled);
    double *prob = ard_alloc(context, 2 * MANY, sizeof *prob);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_OK);
    assert_string_equal(last_note, "1 column not used by the model is ignored");
    for (int64_t i = 0; i < MANY; i += 7) {
        double p = expected_probability(model, i);
        assert_true(fabs(prob[MANY + i] - p) < 1e-12);
        assert_true(fabs(prob[i] + prob[MANY + i] - 1) < 1e-12);
    }
    ard_free(context, prob);
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void assert_message(ardor_context *context, const char *part)
{
    const char *message = ardor_context_message(context);
    if (!strstr(message, part)) fail_msg("'%s' is not in '%s'", part, message);
}

static void missing_features_are_named(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    const int without[] = {0, 3};
    double prob[2 * ROWS];
    ardor_dataset *data = make_data(context, ROWS, 2, without);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_DATA);
    assert_message(context, "'g 2', which the model needs (1 of its 2 features is missing)");
    ardor_dataset_free(data);
    data = make_data(context, ROWS, 1, without);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_DATA);
    assert_message(context, "(2 of its 2 features are missing)");
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void missing_cells_are_named_or_imputed(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    double prob[2 * ROWS], want[2 * ROWS];
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    data->x[4 + 0 * ROWS] = (double)NAN; /* a column that the model does not use */
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_OK);
    data->x[4 + 3 * ROWS] = (double)NAN;
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_DATA);
    assert_message(context, "row '5': column 'g\\4' is empty");
    ardor_model_free(model);

    const ard_prepare_options options = {.impute = ARD_IMPUTE_MEDIAN};
    model = make_model(context, "jcfo", "rbf", &options, false, false);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_OK);
    data->x[4 + 3 * ROWS] = -3; /* the median that the model holds */
    assert_int_equal(ardor_predict(context, model, data, want), ARDOR_OK);
    assert_memory_equal(prob, want, sizeof prob);
    ardor_model_free(model);
    ardor_dataset_free(data);
    ardor_context_free(context);
}

static void row_scaling_needs_every_column(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    const ard_prepare_options options = {.standardise = ARD_STANDARDISE_SAMPLES};
    ardor_model *model = make_model(context, "jcfo", "rbf", &options, false, false);
    const int without[] = {1, 3}, reversed[] = {4, 3, 2, 1, 0};
    double prob[2 * ROWS], want[2 * ROWS];
    ardor_dataset *data = make_data(context, ROWS, 2, without);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_DATA);
    assert_message(context, "'g1', which the model needs (3 of its 5 features are missing)");
    ardor_dataset_free(data);
    data = make_data(context, ROWS, COLUMNS, in_order);
    assert_int_equal(ardor_predict(context, model, data, want), ARDOR_OK);
    ardor_dataset_free(data);
    data = make_data(context, ROWS, COLUMNS, reversed);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_OK);
    for (int i = 0; i < 2 * ROWS; i++) assert_true(fabs(prob[i] - want[i]) < 1e-12);
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void a_null_model_predicts_its_bias_anywhere(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    const ard_prepare_options options = {.standardise = ARD_STANDARDISE_SAMPLES};
    ardor_model *model = make_model(context, "jcfo", "rbf", &options, true, false);
    const int none[] = {0};
    double prob[2 * ROWS];
    ardor_dataset *data = make_data(context, ROWS, 1, none);
    data->x[0] = (double)NAN;
    assert_int_equal(ardor_model_features(model), 0);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_OK);
    for (int i = 0; i < ROWS; i++) assert_true(fabs(prob[ROWS + i] - 0.5 * erfc(-(0.1 + 0.2) / sqrt(2))) < 1e-15);
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- damage */

/* The first `from` in the text replaced by `to`. */
static char *replace(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at) fail_msg("'%s' is not in the model file", from);
    char *out = malloc(strlen(text) + strlen(to) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

static const struct damage {
    const char *from, *to, *message;
} damages[] = {
    {"{\n", "{,\n", "m.json: line 1, column 2: not valid JSON"},
    {"\"version\": 2", "\"version\": 2, \"version\": 2", "duplicate object key"},
    {"ardor-model", "ardor-fit", "this is no model file: its format is 'ardor-fit'"},
    {"\"version\": 2", "\"version\": 3", "has version 3"},
    {"\"version\": 2", "\"version\": 0", "m.json: version must be between 1"},
    {"\"version\": 2", "\"version\": 1", "prepare has a member 'filter' that means nothing here"},
    {"\"version\": 2", "\"version\": \"2\"", "m.json: version must be an integer, but is a text"},
    {"\"method\": \"jcfo\"", "\"method\": \"jfco\"", "has no method 'jfco'"},
    {"\"basis\": \"rbf\"", "\"basis\": \"rdf\"", "method 'jcfo' has no basis 'rdf'"},
    {"\"basis\": \"rbf\"", "\"basis\": \"identity\"", "method 'jcfo' has no basis 'identity'"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": -1", "settings.lam1 must be between 1e-12"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": true", "settings.lam1 must be a number, but is true"},
    {"\"lam1\": 0.3333333333333333", "\"lamb\": 1", "settings lacks the member 'lam1'"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": 0.3, \"lam9\": 1", "settings has a member 'lam9' that means nothing here"},
    {"[\"no\", \"yes\"]", "[\"no\"]", "classes must hold two classes, but holds 1"},
    {"[\"no\", \"yes\"]", "[\"no\", \"no\"]", "the same name 'no'"},
    {"[\"no\", \"yes\"]", "[\"no\", \"\"]", "classes[1] is an empty name"},
    {"[\"no\", \"yes\"]", "[\"no\", \"yes\", \"perhaps\"]", "classes must hold two classes, but holds 3"},
    {"\"standardise\": \"train\"", "\"standardise\": \"trains\"", "unknown standardise 'trains'"},
    {"\"standardise\": \"train\"", "\"standardise\": \"samples\"", "prepare.row_features must be a list of names"},
    {"\"impute\": \"none\"", "\"impute\": \"mean\"", "prepare has an unknown impute 'mean'"},
    {"\"log\": \"off\"", "\"log\": \"-1\"", "unknown log '-1'"},
    {"\"filter\": \"none\"", "\"filter\": \"mrmr:3\"", "prepare has an unknown filter 'mrmr:3'"},
    {"\"filter\": \"none\"", "\"filter\": \"ttest:0\"", "prepare has an unknown filter 'ttest:0'"},
    {"\"filter\": \"none\"", "\"filter\": \"fdr:1\"", "the model has 2 features; its filter keeps 1"},
    {"\"filter\": \"none\"", "\"filters\": \"none\"", "prepare lacks the member 'filter'"},
    {"\"row_features\": null", "\"row_features\": []", "prepare.row_features must be null"},
    {"\"bias\": 0.30000000000000004", "\"bias\": null", "solution.bias must be a number, but is null"},
    {"\"bias\": 0.30000000000000004", "\"bias\": 1e999", "real number overflow"},
    {"\"bias\": 0.30000000000000004", "\"bias\": NaN", "not valid JSON"},
    {"\"converged\"", "\"bored\"", "solution.stop_reason is no stop reason: 'bored'"},
    {"\"null_model\": false", "\"null_model\": true", "marked as a null model"},
    {"\"iterations\": 42", "\"iterations\": -42", "solution.iterations must be between 0"},
    {"\"iterations\": 42", "\"iterations\": 99999999999999999999", "too big integer"},
    {"\"scale\": 0.7", "\"scale\": 0", "features[0] has the scale 0"},
    {"\"scale\": 0.7", "\"weight\": 0.7", "features[0] lacks the member 'scale'"},
    {"\"sd\": 2.0", "\"sd\": 0.0", "features[1] has the sd 0"},
    {"\"mean\": 1.1", "\"mean\": \"1.1\"", "features[0].mean must be a number, but is a text"},
    {"\"name\": \"g 2\"", "\"name\": \"\"", "features[0].name is empty"},
    {"\"name\": \"g 2\"", "\"name\": \"g\\\\4\"", "the same name 'g\\4'"},
    {"\"mean\": 1.1", "\"median\": 1, \"mean\": 1.1", "features[0] has a member 'median' that means nothing here"},
    {"\"row\": 3", "\"row\": 1", "vectors[1].row must be between 2"},
    {"\"row\": 6", "\"row\": 7", "a vector is row 7, of data with 6 rows"},
    {"\"weight\": 1.25", "\"weight\": []", "vectors[0].weight must be a number, but is an array"},
    {"\"x\": [-1.0, 2.0]", "\"x\": [-1.0]", "vectors[0].x has 1 values; the model has 2 features"},
    {"\"x\": [-1.0, 2.0]", "\"x\": [-1.0, null]", "vectors[0].x[1] must be a number, but is null"},
    {"\"x\": [-1.0, 2.0]", "\"x\": 3", "vectors[0].x must be an array"},
    {"\"n\": 6", "\"n\": 0", "report.n must be between 1"},
    {"\"p\": 5", "\"p\": 1", "2 features, of data with 1 columns"},
    {"\"seed\": 7", "\"seed\": -7", "report.seed must be between 0"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", \"tol\"]", "report.tuned[1] is there twice"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", \"lam9\"]", "report.tuned[1] is no setting of the method"},
    {"[\"tol\", \"lam1\"]", "[\"tol\"]", "report.candidates[0] has a member 'lam1' that means nothing here"},
    {"[\"tol\", \"lam1\"]", "[1, 2, 3, 4, 5]", "report.tuned has 5 settings"},
    {"\"error_se\": 0.1", "\"error_se\": {}", "report.candidates[0].error_se must be a number, but is an object"},
    {"\"chosen\": 1", "\"chosen\": 2", "report.chosen must be between 0 and 1, but is 2"},
    {"\"screen\": \"auto\"", "\"screen\": \"ajar\"", "settings.screen"},
    {"\"trace\": null", "\"trace\": [1]", "report.trace[0] must be an object"},
    {"\"trace\": null", "\"trace\": null, \"more\": 1", "report has a member 'more'"},
    {"\"format\"", "\"more\": 1, \"format\"", "m.json: the document has a member 'more'"},
};

/* Each damage to the file of this method is refused with its message. */
static void check_damages(ardor_context *context, const char *method, size_t n, const struct damage *damage)
{
    ardor_model *model = make_model(context, method, "rbf", NULL, false, true), *broken = NULL;
    char *text = NULL;
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    for (size_t i = 0; i < n; i++) {
        char *bad = replace(text, damage[i].from, damage[i].to);
        int rc = ard_model_parse(context, bad, strlen(bad), "m.json", &broken);
        if (rc != ARDOR_DATA) fail_msg("'%s' was taken", damage[i].to);
        assert_null(broken);
        assert_message(context, damage[i].message);
        free(bad);
    }
    for (size_t bytes = 0; bytes + 2 < strlen(text); bytes += 3) {
        assert_int_equal(ard_model_parse(context, text, bytes, "m.json", &broken), ARDOR_DATA);
        assert_message(context, "not valid JSON");
    }
    ardor_string_free(context, text);
    ardor_model_free(model);
}

static const struct damage posterior_damages[] = {
    {"\"covariance\": [", "\"covariance\": [[1], ", "covariance has 5 rows; the bias and the weights are 4"},
    {"\"covariance\": [", "\"variance\": [", "lacks the member 'covariance'"},
    {"[0.3333333333333333]", "[0.3333333333333333, 1]", "covariance[0] has 2 values; row 1 of a triangle has 1"},
    {"[0.3333333333333333]", "[-0.3333333333333333]", "covariance[0] ends in the variance -0.333333; variances are not below 0"},
    {"[0.3333333333333333]", "[null]", "covariance[0][0] must be a number, but is null"},
    {"\"log_evidence\"", "\"log_evidences\"", "extras lacks the member 'log_evidence'"},
    {"\"log_evidence\"", "\"more\": 1, \"log_evidence\"", "extras has a member 'more'"},
    {"\"log_evidence\": -0.3333333333333333", "\"log_evidence\": \"no\"", "extras.log_evidence must be a number"},
};

static void damage_is_found_and_named(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    check_damages(context, "jcfo", sizeof damages / sizeof *damages, damages);
    check_damages(context, "rvm", sizeof posterior_damages / sizeof *posterior_damages, posterior_damages);
    ardor_context_free(context);
}

/* Version 1 is the same without a filter. */
static void older_versions_are_read(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, true);
    char *text = NULL, *again = NULL;
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    char *old = replace(text, "\"version\": 2", "\"version\": 1"), *older = replace(old, "    \"filter\": \"none\",\n", "");
    ardor_model *loaded = parse(context, older);
    assert_int_equal(loaded->prepare.filter.kind, ARD_FILTER_NONE);
    assert_int_equal(ard_model_text(context, loaded, &again), ARDOR_OK);
    assert_string_equal(again, text);
    ardor_model_free(loaded);
    free(older);
    free(old);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* Text with every setting that has an old name under that. */
static char *with_old_names(const char *text, const ard_method *method)
{
    char *out = replace(text, "", "");
    for (int i = 0; i < method->n_settings; i++) {
        char now[64], was[64];
        if (!method->settings[i].was) continue;
        snprintf(now, sizeof now, "\"%s\"", method->settings[i].name);
        snprintf(was, sizeof was, "\"%s\"", method->settings[i].was);
        while (strstr(out, now)) {
            char *next = replace(out, now, was);
            free(out);
            out = next;
        }
    }
    return out;
}

/* Files of version 2 and before, of every method. */
static void old_names_of_settings_are_read(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    int renamed = 0;
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        ardor_model *model = make_model(context, method->name, method->default_basis, NULL, false, true), *loaded = NULL;
        ard_fit_report *report = &model->report;
        report->tuned_setting[0] = 0;
        report->tuned_setting[1] = 1;
        for (int i = method->n_settings - 1; i >= 2; i--) /* one that has an old name is tuned */
            if (method->settings[i].was) report->tuned_setting[1] = i;
        for (int t = 0; t < 2; t++)
            for (int c = 0; c < 2; c++) report->candidate[c].value[t] = method->settings[report->tuned_setting[t]].fallback;
        char *text = NULL, *again = NULL;
        assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
        char *old = with_old_names(text, method);
        renamed += strcmp(old, text) != 0;
        loaded = parse(context, old);
        assert_int_equal(ard_model_text(context, loaded, &again), ARDOR_OK);
        assert_string_equal(again, text);
        ardor_string_free(context, again);
        ardor_string_free(context, text);
        ardor_model_free(loaded);
        ardor_model_free(model);
        free(old);
    }
    assert_int_equal(renamed, 6); /* jcfo, pfcvm-em, bpm, ard-ep, ard-laplace, projection */
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false), *broken = NULL;
    char *text = NULL;
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    char *both = replace(text, "\"start_scale\": 1.0", "\"start_scale\": 1.0, \"start\": 1.0");
    assert_int_equal(ard_model_parse(context, both, strlen(both), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "settings has a member 'start_scale' that means nothing here");
    free(both);
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void parts_must_agree(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    const ard_prepare_options options = {.standardise = ARD_STANDARDISE_SAMPLES};
    ardor_model *model = make_model(context, "jcfo", "rbf", &options, false, false), *broken = NULL;
    char *text = NULL;
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    char *bad = replace(text, "\"g 2\"", "\"g 6\"");
    assert_int_equal(ard_model_parse(context, bad, strlen(bad), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "'g 2' is not among prepare.row_features");
    free(bad);
    ardor_string_free(context, text);
    ardor_model_free(model);
    model = make_model(context, "spr", "identity", NULL, false, false);
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    bad = replace(text, "\"vectors\": []", "\"vectors\": [{\"row\": 1, \"weight\": 1, \"x\": [1, 2]}]");
    assert_int_equal(ard_model_parse(context, bad, strlen(bad), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "vectors must be empty");
    free(bad);
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = NULL;
    assert_int_equal(ardor_model_load(context, "/nonexistent/m.json", &model), ARDOR_IO);
    assert_message(context, "/nonexistent/m.json: cannot be opened: No such file");
    assert_int_equal(ardor_model_load(context, "/tmp", &model), ARDOR_IO);
    assert_null(model);
    ardor_context_free(context);
}

/* The seeds of the fuzz target follow the methods' settings: tests/make_model_seeds.c writes them anew. */
static void the_seeds_of_the_fuzz_target_are_up_to_date(void **state)
{
    (void)state;
    static const char *const valid[] = {"rbf",      "linear", "poly", "identity", "null", "covariance", "covariance-identity",
                                        "frequency"};
    static const char *const damaged[] = {"version", "method", "scale", "row", "type", "end", "covariance", "frequency"};
    ardor_context *context = make_context();
    ardor_model *model = NULL;
    char path[1024];
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
        snprintf(path, sizeof path, ARDOR_SOURCE_DIR "/fuzz/corpus/model/valid-%s.json", valid[i]);
        if (ardor_model_load(context, path, &model) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
        ardor_model_free(model);
    }
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        snprintf(path, sizeof path, ARDOR_SOURCE_DIR "/fuzz/corpus/model/damaged-%s.json", damaged[i]);
        assert_int_equal(ardor_model_load(context, path, &model), ARDOR_DATA);
    }
    ardor_context_free(context);
}

static void names_that_are_no_utf8_are_refused(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    static const char *const bad[] = {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ard_free(context, model->feature[0]);
        model->feature[0] = ard_strdup(context, bad[i]);
        char *text = NULL;
        assert_int_equal(ard_model_text(context, model, &text), ARDOR_DATA);
        assert_null(text);
        assert_message(context, "not valid UTF-8");
    }
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- allocation failures */

static int64_t allocations_left, blocks;
static void *limited(void *user, void *pointer, size_t bytes)
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

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    ardor_context *whole = make_context(), *context = NULL;
    const ard_prepare_options options = {.standardise = ARD_STANDARDISE_SAMPLES, .impute = ARD_IMPUTE_MEDIAN};
    ardor_model *model = make_model(whole, "jcfo", "rbf", &options, false, true), *loaded = NULL;
    ardor_dataset *data = make_data(whole, ROWS, COLUMNS, in_order);
    double prob[2 * ROWS];
    char *text = NULL, *again = NULL;
    assert_int_equal(ard_model_text(whole, model, &text), ARDOR_OK);
    ardor_context_config config = {.size = sizeof config, .resize = limited};
    allocations_left = 1;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    bool finished = false;
    for (int64_t limit = 0; !finished; limit++) {
        assert_true(limit < 1000);
        int64_t before = blocks;
        allocations_left = limit;
        int rc = ard_model_parse(context, text, strlen(text), "m.json", &loaded);
        if (rc == ARDOR_OK) rc = ard_model_text(context, loaded, &again);
        if (rc == ARDOR_OK) rc = ardor_predict(context, loaded, data, prob);
        finished = rc == ARDOR_OK;
        if (!finished) assert_int_equal(rc, ARDOR_MEMORY);
        ard_free(context, again);
        ardor_model_free(loaded);
        again = NULL;
        loaded = NULL;
        assert_int_equal(blocks, before);
    }
    ardor_context_free(context);
    ardor_string_free(whole, text);
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(whole);
}

static void a_failed_build_leaves_its_inputs_to_the_caller(void **state)
{
    (void)state;
    ardor_context_config config = {.size = sizeof config, .resize = limited};
    ardor_context *context = NULL;
    allocations_left = INT64_MAX;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    int64_t column[] = {0, 1, 3, 4}, start = blocks;
    double mean[] = {9, 1.1, 1.7, 9}, sd[] = {9, 3, 2, 9}, median[] = {9, 1.25, -3, 9};
    const ard_prepare prepare = {.context = context,
                                 .options = {.standardise = ARD_STANDARDISE_SAMPLES},
                                 .p_in = COLUMNS,
                                 .p = 4,
                                 .column = column,
                                 .mean = mean,
                                 .sd = sd,
                                 .median = median};
    const ard_method *method = ard_method_find("jcfo");
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    ard_solution solution = make_solution(context, method, "rbf");
    ard_fit_report report = make_report(context);
    ardor_model *model = NULL;
    int64_t before = blocks;
    for (int64_t limit = 0; !model; limit++) {
        assert_true(limit < 1000);
        allocations_left = limit;
        int rc = ard_model_build(context, data, &prepare, method, &solution, &report, &model);
        if (rc == ARDOR_OK) break;
        assert_int_equal(rc, ARDOR_MEMORY);
        assert_null(model);
        assert_int_equal(blocks, before);
        assert_non_null(solution.feature);
        assert_non_null(report.protocol);
    }
    assert_int_equal(ardor_model_features(model), 2);
    ardor_model_free(model);
    ardor_dataset_free(data);
    assert_int_equal(blocks, start);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_active_features_are_kept),
        cmocka_unit_test(files_round_trip_bit_for_bit),
        cmocka_unit_test(a_trace_is_kept),
        cmocka_unit_test(features_are_matched_by_name),
        cmocka_unit_test(missing_features_are_named),
        cmocka_unit_test(missing_cells_are_named_or_imputed),
        cmocka_unit_test(row_scaling_needs_every_column),
        cmocka_unit_test(a_null_model_predicts_its_bias_anywhere),
        cmocka_unit_test(damage_is_found_and_named),
        cmocka_unit_test(older_versions_are_read),
        cmocka_unit_test(old_names_of_settings_are_read),
        cmocka_unit_test(parts_must_agree),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(the_seeds_of_the_fuzz_target_are_up_to_date),
        cmocka_unit_test(names_that_are_no_utf8_are_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(a_failed_build_leaves_its_inputs_to_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
