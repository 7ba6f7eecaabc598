/* Models: building, prediction by name, and the model file against every kind of damage. */
#include "model_fixture.h"

#include <dirent.h>

#include <unistd.h>

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
    assert_true(isnan(ardor_model_feature_weight(model, 1)));
    assert_int_equal(ardor_model_feature_direction(model, 1), -1);
    assert_int_equal(ardor_model_classes(model), 2);
    assert_string_equal(ardor_model_class_name(model, 1), "yes");
    assert_true(*number_of(model->prepare, "mean", 1) == 1.7 && *number_of(model->prepare, "sd", 1) == 2);
    assert_int_equal(model->fit.machine.feature[1], 1);
    assert_int_equal(model->column[1], 3);
    ardor_model_free(model);
    model = make_model(context, "projection", "identity", NULL, false, false);
    assert_int_equal(model->fit.n_counted, 3);
    assert_null(model->fit.counted);
    assert_string_equal(model->counted[1], "g1");
    ardor_model_free(model);
    ardor_context_free(context);
}

/* Numbers of make_machine, by hand; what is not there has none. */
static void features_speak_for_a_class(void **state)
{
    (void)state;
    static const struct {
        const char *method, *basis;
        double weight[2];
    } wanted[] = {{"jcfo", "linear", {.7 * (-1.25 - .03), 2.5 * (2.5 + .21)}},
                  {"jcfo", "poly:1", {.7 * (-1.25 - .03), 2.5 * (2.5 + .21)}},
                  {"spr", "identity", {-2.9999999999999996, 2.5}},
                  {"rvm", "identity", {-2.9999999999999996, 2.5}},
                  {"jcfo", "poly:2", {NAN, NAN}},
                  {"rvm", "rbf", {NAN, NAN}}};
    ardor_context *context = make_context();
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        ardor_model *model = make_model(context, wanted[k].method, wanted[k].basis, NULL, false, false);
        for (int j = 0; j < 2; j++) {
            const double weight = ardor_model_feature_weight(model, j), want = wanted[k].weight[j];
            assert_true(isnan(want) ? isnan(weight) : fabs(weight - want) < 1e-15);
            assert_int_equal(ardor_model_feature_direction(model, j), isnan(want) ? -1 : j);
        }
        assert_true(isnan(ardor_model_feature_weight(model, 2)) && isnan(ardor_model_feature_weight(model, -1)));
        assert_int_equal(ardor_model_feature_direction(model, 2), -1);
        ardor_model_free(model);
    }
    assert_int_equal(ardor_model_feature_direction(NULL, 0), -1);
    ardor_context_free(context);
}

static bool same_real(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static void assert_same_fit(const ard_fit *a, const ard_fit *b)
{
    assert_int_equal(a->machine.n_features, b->machine.n_features);
    assert_int_equal(a->machine.n_vectors, b->machine.n_vectors);
    assert_memory_equal(a->machine.feature, b->machine.feature, (size_t)a->machine.n_features * sizeof(int64_t));
    assert_memory_equal(a->machine.importance, b->machine.importance, (size_t)a->machine.n_features * sizeof(double));
    for (int i = 0; i < ARD_MAX_EXTRAS; i++) assert_true(same_real(a->extra[i], b->extra[i]));
    assert_true(same_real(a->objective, b->objective));
    assert_int_equal(a->certificate.kind, b->certificate.kind);
    assert_true(same_real(a->certificate.weights, b->certificate.weights));
    assert_true(same_real(a->certificate.scales, b->certificate.scales));
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->stop, b->stop);
    assert_int_equal(a->null_model, b->null_model);
    assert_int_equal(a->n_screened, b->n_screened);
    assert_true(same_real(a->screen_kkt, b->screen_kkt));
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) assert_true(same_real(a->used[i], b->used[i]));
    assert_int_equal(a->n_counted, b->n_counted);
    if (a->n_counted > 0) assert_memory_equal(a->frequency, b->frequency, (size_t)a->n_counted * sizeof(double));
}

static void assert_same_numbers(size_t n, const double *a, const double *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (n > 0 && a) assert_memory_equal(a, b, n * sizeof *a);
}

static void assert_same_posterior(const ard_posterior *a, const ard_posterior *b)
{
    assert_true(a->share == b->share && a->process == b->process);
    assert_int_equal(a->m, b->m);
    assert_int_equal(a->rank, b->rank);
    assert_memory_equal(a->term, b->term, (size_t)a->m * sizeof *a->term);
    assert_same_numbers((size_t)a->m, a->mean, b->mean);
    assert_same_numbers((size_t)a->m, a->prior, b->prior);
    assert_same_numbers((size_t)(a->m * a->rank), a->factor, b->factor);
}

static void assert_same_function(const ardor_model *one, const ardor_model *other)
{
    const ard_function *a = ard_model_function(one), *b = ard_model_function(other);
    const size_t k = (size_t)one->fit.machine.n_features, m = (size_t)a->n_terms;
    assert_int_equal(a->n_terms, b->n_terms);
    assert_ptr_equal(a->link, b->link);
    assert_same_numbers(1, a->bias, b->bias);
    assert_same_numbers(m, a->weight, b->weight);
    assert_same_numbers(k, a->scale, b->scale);
    assert_same_numbers(m * k, a->centre, b->centre);
    if (a->row && m > 0) assert_memory_equal(a->row, b->row, m * sizeof *a->row);
    assert_int_equal(a->n_posteriors, b->n_posteriors);
    for (int64_t i = 0; i < a->n_posteriors; i++) assert_same_posterior(a->posterior + i, b->posterior + i);
}

static void assert_same_origin(const ardor_model *a, const ardor_model *b)
{
    assert_string_equal(a->data_hash, b->data_hash);
    assert_string_equal(a->inputs.target, b->inputs.target);
    assert_int_equal(a->n_row_features, b->n_row_features);
    assert_int_equal(a->n_columns, b->n_columns);
    for (int64_t j = 0; j < a->fit.machine.n_features; j++) {
        assert_string_equal(a->feature[j], b->feature[j]);
        if (a->column) assert_int_equal(a->column[j], b->column[j]);
    }
    for (int64_t j = 0; j < a->fit.n_counted; j++) assert_string_equal(a->counted[j], b->counted[j]);
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
    char path[] = "/tmp/ardor-test-model-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    add_trace(context, model);
    assert_int_equal(ardor_model_save(context, model, path), ARDOR_OK);
    ardor_model *loaded = NULL;
    if (ardor_model_load(context, path, &loaded) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    assert_same_fit(&model->fit, &loaded->fit);
    assert_same_function(model, loaded);
    assert_same_origin(model, loaded);
    assert_same_prediction(context, model, loaded);
    char *first = text_of(context, model), *second = text_of(context, loaded);
    assert_string_equal(first, second);
    unlink(path);
    free(first);
    free(second);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void files_round_trip_bit_for_bit(void **state)
{
    (void)state;
    const ard_prepare_options median = prepare_options("impute=median log=0.1");
    const ard_prepare_options samples = prepare_options("standardise=samples log=on filter=ttest:2");
    const ard_prepare_options components = prepare_options("standardise=samples filter=ttest:4 pca=4");
    check_round_trip("jcfo", "rbf", NULL, false);
    check_round_trip("jcfo", "linear", &median, false);
    check_round_trip("jcfo", "poly:3", &samples, false);
    check_round_trip("spr", "identity", &components, false);
    check_round_trip("jcfo", "rbf", &components, true);
    check_round_trip("spr", "identity", NULL, false);
    check_round_trip("jcfo", "rbf", NULL, true);
    check_round_trip("jcfo", "rbf", &samples, true);
    check_round_trip("pfcvm-lp", "rbf", NULL, false);
    check_round_trip("rsfm", "poly:2", &median, false);
    check_round_trip("rvm", "identity", &samples, false);
    check_round_trip("epcvm", "linear", NULL, true);
    check_round_trip("bpm", "poly:1", NULL, false);
    check_round_trip("ard-ep", "identity", &median, false);
    check_round_trip("ard-ep", "rbf", NULL, false);
    check_round_trip("ard-laplace", "rbf", NULL, true);
    check_round_trip("projection", "identity", NULL, false);
}

static void a_trace_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *method, *basis;
        ard_certificate_kind kind;
    } cases[] = {{"jcfo", "rbf", ARD_CERTIFICATE_KKT},
                 {"rvm", "rbf", ARD_CERTIFICATE_GRADIENT},
                 {"ard-ep", "identity", ARD_CERTIFICATE_NONE}};
    ardor_context *context = make_context();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ardor_model *model = make_model(context, cases[i].method, cases[i].basis, NULL, false, false);
        add_trace(context, model);
        char *text = text_of(context, model);
        ardor_model *loaded = parse_model(context, text);
        const ard_iteration *row = loaded->fit.trace.iteration;
        assert_int_equal(loaded->fit.trace.n, 2);
        assert_int_equal(row[0].certificate.kind, cases[i].kind);
        assert_true(same_real(row[0].certificate.weights, model->fit.trace.iteration[0].certificate.weights));
        assert_true(same_real(row[0].certificate.scales, model->fit.trace.iteration[0].certificate.scales));
        assert_int_equal(row[1].certificate.kind, ARD_CERTIFICATE_NONE);
        assert_true(row[1].objective == -1 && row[1].n_vectors == 3 && row[1].n_features == 2);
        free(text);
        ardor_model_free(loaded);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

/* What a dataset is called by is the same however its classes are ordered. */
static void the_data_are_recognised(void **state)
{
    (void)state;
    char hash[ARD_HASH_BYTES];
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    assert_string_equal(model->data_hash, ard_dataset_hash_text(data, hash));
    assert_string_equal(model->inputs.target, "the class");
    data->x[7] += 1e-9;
    assert_string_not_equal(model->data_hash, ard_dataset_hash_text(data, hash));
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- prediction */

/* The model of the fixture evaluated from its definition. */
static double expected_probability(const ardor_model *model, int64_t i)
{
    const ard_function *s = ard_model_function(model);
    const int column[] = {1, 3};
    double f = s->bias[0];
    for (int64_t v = 0; v < s->n_terms; v++) {
        double distance = 0;
        for (int64_t j = 0; j < 2; j++) {
            const double mean = *number_of(model->prepare, "mean", j), sd = *number_of(model->prepare, "sd", j);
            double z = (cell(i, column[j]) - mean) / sd - s->centre[v + j * s->n_terms];
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
    assert_message(context, "row 5, column 'g\\4': the value is missing, and the model was fitted without imputation");
    ardor_model_free(model);

    const ard_prepare_options options = prepare_options("impute=median");
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
    const ard_prepare_options options = prepare_options("standardise=samples");
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
    const ard_prepare_options options = prepare_options("standardise=samples");
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

static const damage kept_damages[] = {
    {"\"step\": \"neighbours\"", "\"step\": \"neighbour\"", "prepare[0] is the step 'neighbour', which ardor "},
    {"\"argument\": \"knn:2\"", "\"argument\": \"knn:0\"", "prepare[1] has an unknown impute 'knn:0'"},
    {"\"argument\": \"knn:2\"", "\"argument\": \"mean\"", "has the step 'neighbours', which its arguments do not ask for"},
    {"\"rows\": [[0.0", "\"rows\": [[\"0\"", "prepare[0].rows[0][0] must be a number, but is a text"},
    {"\"rows\": [[0.0", "\"rows\": [[0.0, 1", "prepare[0].rows[1] has 3 values; there are 4 rows"},
    {"\"rows\": [[0.0", "\"rows\": [[0, 0, 0], [0.0",
     "row_features has 5 names, but the step 'neighbours' has rows of 6 columns"},
    {"\"weights\": [1.0", "\"weights\": [0.0", "prepare[0].weights [0] must be above 0"},
    {"\"weights\": [1.0", "\"weights\": [1.0, 1", "prepare[0].weights has 4 values; there are 3 rows"},
    {"\"weights\": [1.0", "\"weight\": [1.0", "prepare[0] lacks the member 'weights'"},
};

static const damage level_damages[] = {
    {"\"onehot\": \"zero\"", "\"onehot\": null", "has categories, but onehot is null"},
    {"\"Rome\"", "\"Oslo\"", "categories[0].levels [0] and [1] are both 'Oslo'"},
    {"\"Rome\"", "\"\"", "categories[0].levels[1] is empty"},
    {"\"Rome\"", "1", "categories[0].levels[1] must be a text, but is an integer"},
    {"[\"Oslo\", \"Rome\"]", "[]", "categories[0].levels is empty"},
    {"\"column\": \"sex\"", "\"column\": \"city\"", "categories [0] and [1] are both 'city'"},
    {"\"column\": \"sex\"", "\"column\": \"\"", "categories[1].column is empty"},
    {"\"column\": \"sex\"", "\"column\": \"sex\", \"n\": 2", "categories[1] has a member 'n' that means nothing"},
};

static const damage damages[] = {
    {"{\n", "{,\n", "m.json: line 1, column 2: not valid JSON"},
    {"\"version\": 13", "\"version\": 7, \"version\": 13", "duplicate object key"},
    {"ardor-model", "ardor-fit", "this is no model file: its format is 'ardor-fit'"},
    {"\"version\": 13", "\"version\": 14", "has version 14"},
    {"\"version\": 13", "\"version\": 0", "m.json: version must be between 1"},
    {"\"version\": 13", "\"version\": 3", "m.json: prepare must be an object, but is an array"},
    {"\"version\": 13", "\"version\": 2", "m.json: the document lacks the member 'basis'"},
    {"\"version\": 13", "\"version\": \"4\"", "m.json: version must be an integer, but is a text"},
    {"\"version\": 13", "\"version\": 5", "m.json: report.settings has a member 'starts' that means nothing"},
    {", \"mean\": 0.0", "", "m.json: features[0] lacks the member 'mean'"},
    {"\"mean\": 0.0", "\"mean\": null", "m.json: features[1].mean must be null, as those before it"},
    {"\"mean\": 0.0", "\"mean\": \"0\"", "m.json: features[0].mean must be a number, but is a text"},
    {", \"forced\": false", "", "m.json: features[0] lacks the member 'forced'"},
    {"\"forced\": false", "\"forced\": null", "m.json: features[0].forced must be true or false, but is null"},
    {"\"onehot\": null", "\"onehot\": \"none\"", "m.json: onehot must be null, error or zero, not 'none'"},
    {"\"onehot\": null", "\"onehots\": null", "m.json: the document lacks the member 'onehot'"},
    {"\"shares\": [0.25, 0.75]", "\"shares\": [0.25, 0.5]", "m.json: shares has the sum 0.75"},
    {"\"shares\": [0.25, 0.75]", "\"shares\": [0, 1]", "m.json: shares has a share that is not above 0"},
    {"\"shares\": [0.25, 0.75]", "\"shares\": [0.25, 0.25, 0.5]", "m.json: shares"},
    {"\"shares\": [0.25, 0.75]", "\"shares\": [0.25, null]", "m.json: shares[1]"},
    {"\"shares\": [0.25, 0.75]", "\"share\": [0.25, 0.75]", "m.json: the document lacks the member 'shares'"},
    {"\"rest\": null", "\"rest\": []", "m.json: rest must be null, or have two labels at least"},
    {"\"rest\": null", "\"rest\": [\"a\", 1]", "m.json: rest[1] must be a text"},
    {"\"rest\": null", "\"rest\": [\"a\", \"yes\"]", "m.json: the document has the class 'yes' among its rest"},
    {"\"categories\": []", "\"categories\": [{\"column\": \"a\", \"levels\": [\"1\"]}]", "has categories, but onehot is null"},
    {"\"data_hash\": \"", "\"data_hash\": \"0", "m.json: data_hash must be 16 hexadecimal digits, but is '0"},
    {"\"data_hash\": \"", "\"data_hash\": 1, \"x\": \"", "m.json: data_hash must be a text, but is an integer"},
    {"\"target\": \"the class\"", "\"target\": 1", "m.json: target must be a text, but is an integer"},
    {"\"target\"", "\"targets\"", "m.json: the document lacks the member 'target'"},
    {"\"method\": \"jcfo\"", "\"method\": \"\"", "m.json: method is empty"},
    {"\"method\": \"jcfo\"", "\"method\": \"spr\"", "m.json: report.settings lacks the member 'scale'"},
    {"[\"no\", \"yes\"]", "[\"no\"]", "classes must hold two classes or more, but holds 1"},
    {"[\"no\", \"yes\"]", "[\"no\", \"no\"]", "the same name 'no'"},
    {"[\"no\", \"yes\"]", "[\"no\", \"\"]", "classes[1] is an empty name"},
    {"[\"no\", \"yes\"]", "[\"no\", \"yes\", \"perhaps\"]", "shares has 2 values; there are 3 classes"},
    {"\"prepare\": [", "\"prepare\": 1, \"x\": [", "m.json: prepare must be an array, but is an integer"},
    {"\"step\": \"constant\"", "\"step\": \"consistent\"", "prepare[0] is the step 'consistent', which ardor "},
    {"\"step\": \"constant\"", "\"steps\": \"constant\"", "prepare[0] lacks the member 'step'"},
    {"\"step\": \"constant\"", "\"step\": \"constant\", \"argument\": \"on\"",
     "prepare[0] has a member 'argument' that means nothing"},
    {"\"step\": \"constant\"", "\"step\": \"impute\", \"argument\": \"median\", \"median\": [1, 2]",
     "prepare lacks the step 'constant'"},
    {"\"step\": \"constant\"", "\"step\": \"samples\"}, {\"step\": \"constant\"",
     "prepare has the step 'samples', which its arguments"},
    {"\"step\": \"constant\"", "\"step\": \"constant\"}, {\"step\": \"constant\"",
     "prepare[1] is the step 'constant', which is there twice"},
    {"\"step\": \"constant\"", "\"step\": \"filter\", \"argument\": \"fdr:3\"",
     "prepare[1] is the step 'standardise', which must come before 'filter'"},
    {"\"step\": \"constant\"", "\"step\": \"filter\", \"argument\": \"relief:3\"", "prepare[0] has an unknown filter 'relief:3'"},
    {"\"step\": \"constant\"", "\"step\": \"filter\", \"argument\": \"ttest:0\"", "prepare[0] has an unknown filter 'ttest:0'"},
    {"\"step\": \"constant\"", "\"step\": \"log\", \"argument\": \"-1\"", "prepare[0] has an unknown log '-1'"},
    {"\"step\": \"constant\"", "\"step\": \"log\", \"argument\": \"off\"",
     "prepare[0] has the argument 'off', with which it is not done"},
    {"\"argument\": \"train\"", "\"argument\": \"trains\"", "prepare[1] has an unknown standardise 'trains'"},
    {"\"argument\": \"train\"", "\"argument\": \"samples\"", "prepare lacks the step 'samples'"},
    {"\"argument\": \"train\", ", "", "prepare[1] lacks the member 'argument'"},
    {"\"sd\": [0.30000000000000004, 2.0]}",
     "\"sd\": [1, 1]}, {\"step\": \"filter\", \"argument\": \"fdr:1\", \"rank\": [1, 2], \"score\": [2, 1]}",
     "the model has 2 features; its filter keeps 1"},
    {"\"sd\": [0.30000000000000004, 2.0]", "\"sd\": [0.3, 0.0]", "prepare[1] has the sd 0; standard deviations are above 0"},
    {"\"sd\": [0.30000000000000004, 2.0]", "\"sd\": [0.3]", "prepare[1].sd has 1 values; there are 2 features"},
    {"\"mean\": [1.1", "\"mean\": [\"1.1\"", "prepare[1].mean[0] must be a number, but is a text"},
    {"\"mean\": [1.1", "\"median\": 1, \"mean\": [1.1", "prepare[1] has a member 'median' that means nothing here"},
    {"\"mean\": [1.1", "\"means\": [1.1", "prepare[1] lacks the member 'mean'"},
    {"\"row_features\": null", "\"row_features\": []", "row_features must be null"},
    {"\"row_features\": null", "\"row_featured\": null", "the document lacks the member 'row_features'"},
    {"\"name\": \"g 2\"", "\"name\": \"\"", "features[0].name is empty"},
    {"\"name\": \"g 2\"", "\"name\": \"g\\\\4\"", "the same name 'g\\4'"},
    {"\"column\": 2", "\"column\": 0", "features[0].column must be between 1 and 5, but is 0"},
    {"\"column\": 2", "\"column\": 4", "features[1].column must be between 5 and 5, but is 4"},
    {"\"column\": 4", "\"column\": 6", "features[1].column must be between 3 and 5, but is 6"},
    {"\"column\": 4", "\"column\": null", "features[1].column must be an integer, but is null"},
    {"\"column\": 2", "\"column\": null", "features[1].column must be null, as those before it"},
    {"\"column\": 2", "\"column\": 2, \"sd\": 1", "features[0] has a member 'sd' that means nothing here"},
    {"\"importance\": 0.7", "\"importance\": 0.8", "features[0] has the importance 0.8, but in the machine it is 0.7"},
    {"\"importance\": 0.7", "\"importance\": null", "features[0] has the importance nan, but in the machine it is 0.7"},
    {"\"kind\": \"function\"", "\"kind\": \"functions\"", "machine is of the kind 'functions', which ardor"},
    {"\"features\": [0, 1]", "\"features\": [0]", "machine.scales has 2 values; there are 1 features"},
    {"\"features\": [0, 1]", "\"features\": [0, 2]", "machine.features[1] must be between 1 and 1, but is 2"},
    {"\"basis\": \"rbf\"", "\"basis\": \"rdf\"", "machine has an unknown basis 'rdf'"},
    {"\"basis\": \"rbf\"", "\"basis\": \"linear\"", "machine has the basis 'linear', but report.basis is 'rbf'"},
    {"\"link\": \"probit\"", "\"link\": \"cauchit\"", "machine has an unknown link 'cauchit'"},
    {"\"bias\": [0.30000000000000004]", "\"bias\": [null]", "machine.bias[0] must be a number, but is null"},
    {"\"bias\": [0.30000000000000004]", "\"bias\": [1e999]", "real number overflow"},
    {"\"bias\": [0.30000000000000004]", "\"bias\": [NaN]", "not valid JSON"},
    {"\"row\": 3", "\"row\": 1", "machine.centres[1].row must be between 2"},
    {"\"row\": 6", "\"row\": 7", "machine.centres[2].row must be between 4 and 6, but is 7"},
    {"\"x\": [-1.0, 2.0]", "\"x\": [-1.0]", "machine.centres[0].x has 1 values; there are 2 features"},
    {"\"posteriors\": []", "\"posteriors\": [1]", "machine.posteriors[0] must be an object"},
    {"\"n\": 6", "\"n\": 0", "report.n must be between 1"},
    {"\"p\": 5", "\"p\": 1", "features[0].column must be between 1 and 1, but is 2"},
    {"\"seed\": 7", "\"seed\": -7", "report.seed must be between 0"},
    {"\"basis\": \"rbf\",\n    \"settings\"", "\"basis\": \"identity\",\n    \"settings\"",
     "method 'jcfo' has no basis 'identity'"},
    {"\"basis\": \"rbf\",\n    \"settings\"", "\"basis\": \"poly:9\",\n    \"settings\"", "method 'jcfo' has no basis 'poly:9'"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": -1", "report.settings.lam1 must be at least 0, but is -1"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": true", "report.settings.lam1 must be a number, but is true"},
    {"\"lam1\": 0.3333333333333333", "\"lamb\": 1", "report.settings lacks the member 'lam1'"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": 0.3, \"lam9\": 1", "settings has a member 'lam9' that means nothing here"},
    {"\"start_scale\"", "\"start\"", "report.settings lacks the member 'start_scale'"},
    {"\"screen\": \"auto\"", "\"screen\": \"ajar\"", "settings.screen"},
    {"\"converged\"", "\"bored\"", "report.stop_reason is no stop reason: 'bored'"},
    {"\"null_model\": false", "\"null_model\": true", "marked as a null model"},
    {"\"iterations\": 42", "\"iterations\": -42", "report.iterations must be between 0"},
    {"\"iterations\": 42", "\"iterations\": 99999999999999999999", "too big integer"},
    {"\"kind\": \"kkt\"", "\"kind\": \"cct\"", "report.certificate is of an unknown kind 'cct'"},
    {"\"kind\": \"kkt\"", "\"kind\": \"none\"", "report.certificate has numbers, but is of the kind 'none'"},
    {"\"weights\": 1e-07", "\"weights\": 1e-07, \"more\": 1", "report.certificate has a member 'more'"},
    {"\"extras\": null", "\"extras\": {}", "report.extras must be null: the method 'jcfo' has none"},
    {"\"optima\": null", "\"optima\": []", "report.optima must be null, or have elements"},
    {"\"optima\": null", "\"optima\": 3", "report.optima must be an array"},
    {"\"counted\": []", "\"counted\": [{}]", "report.counted must be empty: the method 'jcfo' does not resample"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", \"tol\"]", "report.tuned[1] is there twice"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", \"lam9\"]", "report.tuned[1] is no setting of the method"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", \"start\"]", "report.tuned[1] is no setting of the method"},
    {"[\"tol\", \"lam1\"]", "[\"tol\"]", "report.candidates[0] has a member 'lam1' that means nothing here"},
    {"[\"tol\", \"lam1\"]", "[1, 2, 3, 4, 5]", "report.tuned has 5 settings"},
    {"\"error_se\": 0.1", "\"error_se\": {}", "report.candidates[0].error_se must be a number, but is an object"},
    {"\"stopped\": \"time\"", "\"stopped\": \"converged\"", "report.stopped must be null, time or cancelled, not 'converged'"},
    {", \"status\": \"failed\", \"message\": \"the objective became nan\"", "", "report.candidates[2] lacks the member 'status'"},
    {"\"status\": \"failed\"", "\"status\": \"lost\"", "report.candidates[2] has the unknown status 'lost'"},
    {"\"chosen\": 1", "\"chosen\": 4", "report.chosen must be between 0 and 3, but is 4"},
    {"\"chosen\": 1", "\"chosen\": 3", "m.json: the chosen candidate is the empty model but the model has features"},
    {"\"empty\": true", "\"empty\": 1", "report.candidates[3].empty must be true or false, but is an integer"},
    {", \"empty\": false", "", "report.candidates[0] lacks the member 'empty'"},
    {"{\"error\": 0.375, \"deviance\": 0.625}", "null", "report.learnt must be null: there is no baseline"},
    {"{\"error\": 0.375, \"deviance\": 0.625}", "[]", "report.baseline must be an object, but is an array"},
    {"{\"error\": 0.375, \"deviance\": 0.625}", "{\"error\": null}", "report.baseline.error must be a number, but is null"},
    {"\"learnt\": true", "\"learnt\": null", "report.learnt must be true or false, but is null"},
    {"\"trace\": [", "\"trace\": [1, ", "report.trace[0] must be an object"},
    {"\"kkt_weights\": 1e-07", "\"kkt_weights\": 1e-06", "report.trace[0] has KKT violations that are not its certificate"},
    {"\"certificate_scales\"", "\"certificate_scale\"", "report.trace[0] lacks the member 'certificate_scales'"},
    {"\"trace\": [", "\"more\": 1, \"trace\": [", "report has a member 'more'"},
    {"\"format\"", "\"more\": 1, \"format\"", "m.json: the document has a member 'more'"},
};

static const damage optima_damages[] = {
    {"\"starts\": 3, \"n_vectors\"", "\"starts\": 0, \"n_vectors\"", "report.optima[0].starts must be between 1"},
    {"\"n_common\": 2", "\"n_common\": -1", "report.optima[0].n_common must be between 0"},
    {"\"optimum\": true", "\"optimum\": false", "report.optima[0].optimum is not what its stop_reason says"},
    {"\"optimum\": false", "\"optimum\": true", "report.optima[1].optimum is not what its stop_reason says"},
    {"\"optimum\": true", "\"optimal\": true", "report.optima[0] lacks the member 'optimum'"},
    {"\"optimum\": true", "\"optimum\": true, \"more\": 1", "report.optima[0] has a member 'more'"},
    {"\"stop_reason\": \"stalled\"", "\"stop_reason\": \"bored\"", "report.optima[1].stop_reason is no stop reason: 'bored'"},
    {"\"stop_reason\": \"stalled\"", "\"stop_reason\": null", "report.optima[1] must have an objective and a stop_reason, or"},
    {"\"objective\": -13.5", "\"objective\": -12.25", "report.optima[1] has a larger objective than the one before"},
    {"\"objective\": null", "\"objective\": -14", "report.optima[2] must have an objective and a stop_reason, or neither"},
};

static const damage posterior_damages[] = {
    {"\"posteriors\": [", "\"posterior\": [", "machine lacks the member 'posteriors'"},
    {"\"terms\": [0,", "\"terms\": [1,", "posteriors[0].terms[1] must be between 2"},
    {"\"log_evidence\"", "\"log_evidences\"", "report.extras lacks the member 'log_evidence'"},
    {"\"log_evidence\"", "\"more\": 1, \"log_evidence\"", "report.extras has a member 'more'"},
    {"\"log_evidence\": -0.3333333333333333", "\"log_evidence\": \"no\"", "report.extras.log_evidence must be a number"},
    {"\"extras\": {", "\"extras\": null, \"x\": {", "report.extras must be an object"},
};

/* As many more members as are read twice, so that their number is what was asked for. */
static const damage mixture_damages[] = {
    {"\"share\": 0.3333333333333333", "\"e\": 1, \"f\": 2, \"g\": 3, \"h\": 4, \"share\": 0.3333333333333333",
     "machine.posteriors[0] has a member 'e' that means nothing"},
    {"\"share\": 0.3333333333333333", "\"share\": 0.5", "machine.posteriors has shares that add up to 1.16667, not 1"},
    {"\"score_errors\": 0.0", "\"errors\": 0.0", "report.trace[0] lacks the member 'score_errors'"},
};

static const damage counted_damages[] = {
    {"\"name\": \"g1\", \"frequency\"", "\"name\": \"\", \"frequency\"", "report.counted[1].name is empty"},
    {"\"name\": \"g1\", \"frequency\"", "\"name\": \"g 2\", \"frequency\"", "[0] and [1] have the same name 'g 2'"},
    {"\"frequency\": 1.0", "\"frequency\": 1.5", "report.counted[0] has the frequency 1.5; frequencies are above 0"},
    {"\"frequency\": 0.1", "\"frequency\": 0", "report.counted[2] has the frequency 0; frequencies are above 0"},
    {"\"frequency\": 0.1", "\"frequency\": 0.5", "report.counted[2] has a larger frequency than the one before"},
    {"\"frequency\": 0.1", "\"frequency\": 0.1, \"more\": 1", "report.counted[2] has a member 'more'"},
};

static void damage_is_found_and_named(void **state)
{
    (void)state;
    static const struct {
        const char *method, *basis;
        size_t n;
        const damage *damages;
    } cases[] = {{"jcfo", "rbf", sizeof damages / sizeof *damages, damages},
                 {"rvm", "rbf", sizeof posterior_damages / sizeof *posterior_damages, posterior_damages},
                 {"ard-ep", "rbf", sizeof mixture_damages / sizeof *mixture_damages, mixture_damages},
                 {"projection", "identity", sizeof counted_damages / sizeof *counted_damages, counted_damages}};
    ardor_context *context = make_context();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ardor_model *model = make_model(context, cases[i].method, cases[i].basis, NULL, false, true);
        add_trace(context, model);
        char *text = text_of(context, model);
        check_damages(context, text, cases[i].n, cases[i].damages);
        free(text);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

static void damaged_optima_are_found(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    add_optima(context, model);
    char *text = text_of(context, model);
    check_damages(context, text, sizeof optima_damages / sizeof *optima_damages, optima_damages);
    ardor_model *loaded = parse_model(context, text);
    char *again = text_of(context, loaded);
    assert_string_equal(again, text);
    assert_int_equal(loaded->fit.optima.n, 3);
    free(again);
    ardor_model_free(loaded);
    free(text);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void damaged_levels_and_kept_rows_are_found(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    const ard_prepare_options options = prepare_options("impute=knn:2");
    for (int i = 0; i < 2; i++) {
        ardor_model *model = make_model(context, "jcfo", "linear", i ? &options : NULL, false, false), *loaded = NULL;
        if (!i) add_levels(context, model);
        char *text = text_of(context, model);
        check_damages(context, text,
                      i ? sizeof kept_damages / sizeof *kept_damages : sizeof level_damages / sizeof *level_damages,
                      i ? kept_damages : level_damages);
        loaded = parse_model(context, text);
        char *again = text_of(context, loaded);
        assert_string_equal(again, text);
        free(again);
        free(text);
        ardor_model_free(loaded);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

static void parts_must_agree(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    const ard_prepare_options options = prepare_options("standardise=samples");
    ardor_model *model = make_model(context, "jcfo", "rbf", &options, false, false), *broken = NULL;
    char *text = text_of(context, model), *bad = replace(text, "\"g 2\"", "\"g 6\"");
    assert_int_equal(ard_model_parse(context, NULL, bad, strlen(bad), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "'g 2' is not among row_features");
    free(bad);
    free(text);
    ardor_model_free(model);
    /* a feature more than the machine reads */
    model = make_model(context, "jcfo", "rbf", NULL, true, false);
    text = text_of(context, model);
    char *mean = replace(text, "\"mean\": []", "\"mean\": [0]"), *sd = replace(mean, "\"sd\": []", "\"sd\": [1]");
    bad = replace(sd, "\"features\": []", "\"features\": [{\"name\": \"g1\", \"column\": 1, \"importance\": null}]");
    assert_int_equal(ard_model_parse(context, NULL, bad, strlen(bad), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "machine reads 0 features of 1; all of them are the machine's");
    free(bad);
    free(sd);
    free(mean);
    free(text);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- methods that the library does not have */

/* The text of a model whose method is renamed. */
static char *renamed_text(ardor_context *context, const ardor_model *model)
{
    char from[40], *text = text_of(context, model);
    snprintf(from, sizeof from, "\"method\": \"%s\"", model->method_name);
    char *out = replace(text, from, "\"method\": \"tomorrow\"");
    free(text);
    return out;
}

static void check_unknown_method(ardor_context *context, const char *method, const char *basis)
{
    ardor_model *model = make_model(context, method, basis, NULL, false, true);
    add_trace(context, model);
    char *text = renamed_text(context, model);
    ardor_model *loaded = parse_model(context, text);
    assert_null(loaded->method);
    assert_string_equal(loaded->method_name, "tomorrow");
    assert_same_function(model, loaded);
    assert_same_origin(model, loaded);
    assert_same_prediction(context, model, loaded);
    char *again = text_of(context, loaded);
    ardor_model *third = parse_model(context, again);
    char *last = text_of(context, third);
    assert_string_equal(again, last);
    if (!model->method->extra) assert_string_equal(again, text); /* else their layout differs */
    free(last);
    free(again);
    free(text);
    ardor_model_free(third);
    ardor_model_free(loaded);
    ardor_model_free(model);
}

static void models_of_unknown_methods_predict(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    check_unknown_method(context, "jcfo", "rbf");
    check_unknown_method(context, "spr", "identity");
    check_unknown_method(context, "rvm", "poly:2");
    check_unknown_method(context, "ard-ep", "rbf");
    check_unknown_method(context, "projection", "identity");
    ardor_context_free(context);
}

static const damage foreign_damages[] = {
    {"\"lam1\": 0.3333333333333333", "\"lam1\": [1]", "report.settings has the member 'lam1', which is neither a number nor"},
    {"\"settings\": {", "\"settings\": 1, \"x\": {", "report.settings must be an object, but is an integer"},
    {"\"extras\": null", "\"extras\": {\"a\": {}}", "report.extras has the member 'a', which is neither a number nor"},
    {"\"extras\": null", "\"extras\": []", "report.extras must be an object, but is an array"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", 1]", "report.tuned[1] must be a text, but is an integer"},
    {"\"error_se\": 0.1", "\"error_se\": []", "report.candidates[0] has the member 'error_se', which is neither"},
    {"\"chosen\": 1", "\"chosen\": 4", "report.chosen must be between 0 and 3, but is 4"},
    {"\"trace\": [", "\"trace\": [1, ", "report.trace[0] must be an object"},
    {"\"basis\": \"rbf\",\n    \"settings\"", "\"basis\": \"rdf\",\n    \"settings\"", "method 'tomorrow' has no basis 'rdf'"},
};

static void damage_of_unknown_methods_is_found(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, true);
    add_trace(context, model);
    char *text = renamed_text(context, model);
    check_damages(context, text, sizeof foreign_damages / sizeof *foreign_damages, foreign_damages);
    /* what nobody knows is kept */
    char *more =
        replace(text, "\"lam1\": 0.3333333333333333", "\"lam1\": \"a \\\"text\\\"\", \"deep\": true, \"no\": null, \"n\": -7");
    ardor_model *loaded = parse_model(context, more);
    char *again = text_of(context, loaded);
    assert_string_equal(again, more);
    free(again);
    ardor_model_free(loaded);
    free(more);
    free(text);
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

/* Are all files of the fuzz target's corpus whose names begin so read, or refused? Returns how many there are. */
static int check_seeds(ardor_context *context, const char *prefix, int expected)
{
    static const char directory[] = ARDOR_SOURCE_DIR "/fuzz/corpus/model";
    int count = 0;
    DIR *list = opendir(directory);
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));) {
        char path[1024];
        ardor_model *model = NULL;
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0) continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (ardor_model_load(context, path, &model) != expected)
            fail_msg("%s: not status %d: '%s'", path, expected, ardor_context_message(context));
        ardor_model_free(model);
        count++;
    }
    closedir(list);
    return count;
}

/* They follow the methods' settings: tests/make_model_seeds.c writes those of this version anew. */
static void the_seeds_of_the_fuzz_target_are_up_to_date(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    assert_int_equal(check_seeds(context, "valid-v2-", ARDOR_OK), 9);
    assert_int_equal(check_seeds(context, "damaged-v2-", ARDOR_DATA), 8);
    assert_int_equal(check_seeds(context, "valid-v3-", ARDOR_OK), 11);
    assert_int_equal(check_seeds(context, "damaged-v3-", ARDOR_DATA), 13);
    assert_int_equal(check_seeds(context, "valid-v4-", ARDOR_OK), 11);
    assert_int_equal(check_seeds(context, "damaged-v4-", ARDOR_DATA), 16);
    assert_int_equal(check_seeds(context, "valid-v5-", ARDOR_OK), 11);
    assert_int_equal(check_seeds(context, "damaged-v5-", ARDOR_DATA), 17);
    assert_int_equal(check_seeds(context, "valid-v6-", ARDOR_OK), 13);
    assert_int_equal(check_seeds(context, "damaged-v6-", ARDOR_DATA), 18);
    assert_int_equal(check_seeds(context, "valid-v7-", ARDOR_OK), 14);
    assert_int_equal(check_seeds(context, "damaged-v7-", ARDOR_DATA), 19);
    assert_int_equal(check_seeds(context, "valid-v8-", ARDOR_OK), 20);
    assert_int_equal(check_seeds(context, "damaged-v8-", ARDOR_DATA), 29);
    assert_int_equal(check_seeds(context, "valid-v9-", ARDOR_OK), 24);
    assert_int_equal(check_seeds(context, "damaged-v9-", ARDOR_DATA), 34);
    assert_int_equal(check_seeds(context, "valid-v10-", ARDOR_OK), 24);
    assert_int_equal(check_seeds(context, "damaged-v10-", ARDOR_DATA), 35);
    assert_int_equal(check_seeds(context, "valid-v11-", ARDOR_OK), 24);
    assert_int_equal(check_seeds(context, "damaged-v11-", ARDOR_DATA), 35);
    assert_int_equal(check_seeds(context, "valid-v12-", ARDOR_OK), 24);
    assert_int_equal(check_seeds(context, "damaged-v12-", ARDOR_DATA), 35);
    assert_int_equal(check_seeds(context, "valid-", ARDOR_OK), 24 + 9 + 11 + 11 + 11 + 13 + 14 + 20 + 24 + 24 + 24 + 24);
    assert_int_equal(check_seeds(context, "damaged-", ARDOR_DATA), 35 + 8 + 13 + 16 + 17 + 18 + 19 + 29 + 34 + 35 + 35 + 35);
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

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    static const struct {
        const char *method, *basis;
        bool rename;
    } cases[] = {{"jcfo", "rbf", false},   {"spr", "identity", false},        {"rvm", "poly:2", false},
                 {"ard-ep", "rbf", false}, {"projection", "identity", false}, {"jcfo", "rbf", true},
                 {"rvm", "identity", true}};
    ardor_context *whole = make_context();
    const ard_prepare_options options = prepare_options("standardise=samples impute=median");
    ardor_dataset *data = make_data(whole, ROWS, COLUMNS, in_order);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ardor_model *model = make_model(whole, cases[i].method, cases[i].basis, &options, false, true);
        add_trace(whole, model);
        add_optima(whole, model);
        char *plain = text_of(whole, model), *text = cases[i].rename ? renamed_text(whole, model) : replace(plain, "", "");
        check_memory(text, data);
        free(text);
        free(plain);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
    ardor_context_free(whole);
}

static void a_failed_build_leaves_its_inputs_to_the_caller(void **state)
{
    (void)state;
    ardor_context *context = limited_context();
    const int64_t start = blocks;
    const ard_prepare_options options = prepare_options("standardise=samples impute=median");
    ard_prepare *prepare = make_prepare(context, &options);
    const ard_method *method = ard_method_find("projection");
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    data->inputs.target = ard_strdup(context, "class");
    ard_fit fit = make_fit(context, method, "identity", false);
    ard_fit_report report = make_report(context);
    ardor_model *model = NULL;
    const int64_t before = blocks;
    for (int64_t limit = 0; !model; limit++) {
        assert_true(limit < 1000);
        allocations_left = limit;
        int rc = ard_model_build(context, data, prepare, method, &fit, &report, &model);
        if (rc == ARDOR_OK) break;
        assert_int_equal(rc, ARDOR_MEMORY);
        assert_null(model);
        assert_int_equal(blocks, before);
        assert_non_null(fit.machine.kind);
        assert_non_null(report.protocol);
    }
    assert_int_equal(ardor_model_features(model), 2);
    ardor_model_free(model);
    ardor_dataset_free(data);
    ard_prepare_free(prepare);
    assert_int_equal(blocks, start);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_active_features_are_kept),
        cmocka_unit_test(features_speak_for_a_class),
        cmocka_unit_test(files_round_trip_bit_for_bit),
        cmocka_unit_test(a_trace_is_kept),
        cmocka_unit_test(the_data_are_recognised),
        cmocka_unit_test(features_are_matched_by_name),
        cmocka_unit_test(missing_features_are_named),
        cmocka_unit_test(missing_cells_are_named_or_imputed),
        cmocka_unit_test(row_scaling_needs_every_column),
        cmocka_unit_test(a_null_model_predicts_its_bias_anywhere),
        cmocka_unit_test(damage_is_found_and_named),
        cmocka_unit_test(damaged_optima_are_found),
        cmocka_unit_test(damaged_levels_and_kept_rows_are_found),
        cmocka_unit_test(parts_must_agree),
        cmocka_unit_test(models_of_unknown_methods_predict),
        cmocka_unit_test(damage_of_unknown_methods_is_found),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(the_seeds_of_the_fuzz_target_are_up_to_date),
        cmocka_unit_test(names_that_are_no_utf8_are_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(a_failed_build_leaves_its_inputs_to_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
