/* Predictions of tables in memory: the bits of ardor_predict, by place and by name; the function behind them and its variance. */
#include "api_fixture.h"

enum { N = 60, P = 9 };

/* Two or more classes that some columns tell; column 4 is constant, of 2 and 7 some values are missing if `holes`. */
typedef struct sample {
    double x[N * P];
    int32_t label[N];
    ardor_table table;
} sample;

static void make_sample(sample *s, int n_classes, bool holes)
{
    static const char *const names[] = {"u", "v", "w", "k", "const", "z", "y", "a", "b"};
    ard_rng rng;
    ard_rng_init(&rng, 17, 0, 0);
    for (int i = 0; i < N; i++) s->label[i] = i % n_classes;
    for (int j = 0; j < P; j++)
        for (int i = 0; i < N; i++)
            s->x[i + j * N] = j == 4 ? 3 : ard_rng_normal(&rng) + (j % 4 == 1 ? 1.5 * s->label[i] : 0) + 2 * j;
    for (int i = 0; holes && i < N; i += 7) s->x[i + 2 * N] = s->x[(i + 3) % N + 7 * N] = (double)NAN;
    s->table = (ardor_table){.size = sizeof s->table, .n = N, .p = P, .x = s->x, .label = s->label, .n_classes = n_classes};
    s->table.feature_names = names;
}

static ardor_dataset *take(const ardor_table *table)
{
    ardor_dataset *data = NULL;
    must(ardor_dataset_from_table(context, table, &data));
    return data;
}

static ardor_model *fit_sample(const sample *s, const char *spec)
{
    ardor_dataset *data = take(&s->table);
    ardor_model *model = fit(data, spec);
    ardor_dataset_free(data);
    return model;
}

/* A random arrangement of the columns in C order, with one more in between, as float, and its names. */
typedef struct arranged {
    float x[N * (P + 1)];
    const char *names[P + 1];
    ardor_table table;
} arranged;

static void arrange(const sample *s, arranged *a)
{
    static const int order[P + 1] = {8, 2, 0, -1, 5, 7, 1, 6, 3, 4};
    for (int k = 0; k <= P; k++) {
        a->names[k] = order[k] < 0 ? "more" : s->table.feature_names[order[k]];
        for (int i = 0; i < N; i++) a->x[i * (P + 1) + k] = order[k] < 0 ? INFINITY : (float)s->x[i + order[k] * N];
    }
    a->table = (ardor_table){.size = sizeof a->table, .n = N, .p = P + 1, .x = a->x, .dtype = ARDOR_F32, .row_stride = P + 1};
    a->table.column_stride = 1;
    a->table.feature_names = a->names;
}

static const char *const specs[] = {
    "method=spr lam1=2",
    "method=spr lam1=2 impute=median",
    "method=jcfo basis=rbf impute=mean",
    "method=jcfo basis=linear standardise=none impute=median log=.5",
    "method=lda ridge=.1 filter=ttest:3 impute=knn:3",
    "method=lda ridge=.1 standardise=samples impute=median",
    "method=lda ridge=.1 pca=2 impute=median",
    "method=knn impute=median",
    "method=adaboost impute=median",
    "method=majority impute=median",
    "method=rvm basis=rbf impute=median",
    "method=gp impute=median",
    "method=bpm impute=median",
#ifdef ARDOR_HAVE_LIBSVM
    "method=svm impute=median",
#endif
    "method=pfcvm-lp impute=median",
    "method=projection impute=median",
};
enum { N_SPECS = sizeof specs / sizeof *specs };

static void assert_same(const char *spec, const char *what, int64_t n, const double *a, const double *b)
{
    for (int64_t i = 0; i < n; i++)
        if (!(a[i] == b[i])) fail_msg("%s, %s: %.17g is not %.17g at %lld", spec, what, a[i], b[i], (long long)i);
}

static void bits_of_predict(void **state)
{
    (void)state;
    for (int classes = 2; classes <= 3; classes++)
        for (int c = 0; c < N_SPECS; c++) {
            sample s;
            arranged a;
            const bool holes = strstr(specs[c], "impute") != NULL;
            make_sample(&s, classes, holes);
            for (int k = 0; k < N * P; k++) s.x[k] = (double)(float)s.x[k];
            ardor_model *model = fit_sample(&s, specs[c]), *again = NULL;
            ardor_dataset *data = take(&s.table);
            double prob[N * 3], other[N * 3];
            char *text = NULL;
            must(ardor_predict(context, model, data, prob));
            must(ardor_model_text(context, model, &text));
            must(ardor_model_from_text(context, text, "text", &again));
            arrange(&s, &a);
            notes[0] = '\0';
            const ardor_prediction out = {.size = sizeof out, .prob = other};
            must(ardor_predict_table(context, model, &s.table, &out));
            assert_same(specs[c], "by name", N * classes, prob, other);
            must(ardor_predict_table(context, again, &a.table, &out));
            assert_same(specs[c], "by name, arranged", N * classes, prob, other);
            s.table.feature_names = NULL;
            s.table.label = (const int32_t[N]){-7}; /* not looked at */
            s.table.n_classes = -1;
            if (strstr(specs[c], "pca")) { /* column 4 was constant */
                assert_int_equal(ardor_predict_table(context, again, &s.table, &out), ARDOR_USAGE);
                assert_message("give feature_names");
            } else {
                must(ardor_predict_table(context, again, &s.table, &out));
                assert_same(specs[c], "by place", N * classes, prob, other);
            }
            assert_string_equal(notes, "");
            ardor_string_free(context, text);
            ardor_dataset_free(data);
            ardor_model_free(again);
            ardor_model_free(model);
        }
}

static void places_are_those_of_the_training_table(void **state)
{
    (void)state;
    sample s;
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=spr lam1=6");
    assert_int_equal(ardor_model_training_features(model), P);
    assert_int_equal(ardor_model_training_features(NULL), -1);
    assert_true(ardor_model_features(model) > 0 && ardor_model_features(model) < P);
    for (int64_t j = 0; j < ardor_model_features(model); j++) {
        const int64_t column = ardor_model_feature_column(model, j);
        assert_string_equal(ardor_model_feature_name(model, j), s.table.feature_names[column]);
    }
    assert_int_equal(ardor_model_feature_column(model, -1), -1);
    assert_int_equal(ardor_model_feature_column(model, ardor_model_features(model)), -1);
    ardor_model_free(model);
    model = fit_sample(&s, "method=lda ridge=.1 pca=2");
    assert_int_equal(ardor_model_feature_column(model, 0), -1);
    ardor_model_free(model);
    /* without a constant column there is no doubt where the columns of a combination are */
    for (int i = 0; i < N; i++) s.x[i + 4 * N] = i % 5;
    model = fit_sample(&s, "method=lda ridge=.1 pca=2");
    ardor_dataset *data = take(&s.table);
    double prob[2 * N], other[2 * N];
    must(ardor_predict(context, model, data, prob));
    s.table.feature_names = NULL;
    must(ardor_predict_table(context, model, &s.table, &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = other}));
    assert_same("pca", "by place", 2 * N, prob, other);
    ardor_dataset_free(data);
    ardor_model_free(model);
}

/* ------------------------------------------------------------------ the function behind the probabilities */

static double normal_cdf(double x) { return erfc(-x / sqrt(2)) / 2; }

static void one_row(const ardor_model *model, const sample *s, int64_t i, double *prob, double *mean, double *variance)
{
    ardor_table row = s->table;
    row.x = s->x + i;
    row.n = 1;
    row.row_stride = 1;
    row.column_stride = N;
    must(ardor_predict_table(
        context, model, &row,
        &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob, .mean = mean, .variance = variance}));
}

/* Probit: P = Phi(mean / sqrt(1 + variance)), without a posterior Phi(mean). Logit: MacKay's average. */
static void mean_and_variance_make_the_probability(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        bool has, logit;
    } fits[] = {{"method=spr lam1=1", false, false}, {"method=pcvm", true, false}, {"method=ard-ep", true, false},
                {"method=bpm", true, false},         {"method=gp", true, true},    {"method=rvm", true, true}};
    for (size_t c = 0; c < sizeof fits / sizeof *fits; c++) {
        sample s;
        double prob[2 * N], mean[N], variance[N], one[2], m, v;
        make_sample(&s, 2, false);
        ardor_model *model = fit_sample(&s, fits[c].spec);
        assert_int_equal(ardor_model_outputs(model), 1);
        must(ardor_predict_table(
            context, model, &s.table,
            &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob, .mean = mean, .variance = variance}));
        for (int i = 0; i < N; i++) {
            if (isnan(variance[i]) == fits[c].has) fail_msg("%s: variance %g", fits[c].spec, variance[i]);
            const double v0 = fits[c].has ? variance[i] : 0, f = mean[i] / sqrt(1 + (fits[c].logit ? acos(-1) / 8 : 1) * v0);
            const double p = fits[c].logit ? 1 / (1 + exp(-f)) : normal_cdf(f);
            if (fabs(p - prob[N + i]) > 1e-9) fail_msg("%s: %.12g is not %.12g", fits[c].spec, p, prob[N + i]);
            one_row(model, &s, i, one, &m, &v);
            assert_near(one[1], prob[N + i], 1e-12, "a row alone");
            assert_near(m, mean[i], 1e-10 * (1 + fabs(mean[i])), "its mean");
            if (fits[c].has) assert_near(v, variance[i], 1e-9 * (1 + variance[i]), "its variance");
        }
        ardor_model_free(model);
    }
}

/* Of a mixture, from the numbers of its file: sum of share (v + m^2), less the square of the mean. */
static void variance_of_a_mixture(void **state)
{
    (void)state;
    sample s;
    double mean[N], variance[N];
    char *text = NULL;
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=projection standardise=none");
    must(ardor_model_text(context, model, &text));
    json_t *root = parse_json(text), *list = at(root, "machine.posteriors"), *q, *row;
    assert_true(json_array_size(list) > 1);
    must(ardor_predict_table(context, model, &s.table,
                             &(ardor_prediction){.size = sizeof(ardor_prediction), .mean = mean, .variance = variance}));
    for (int i = 0; i < N; i++) {
        double first = 0, second = 0;
        size_t k, r, t;
        json_t *cell;
        json_array_foreach(list, k, q)
        {
            double m = 0, v = 0, phi[P + 1];
            assert_true(is_null(q, "prior"));
            json_array_foreach(at(q, "terms"), t, cell)
            {
                const int64_t j = json_integer_value(cell);
                phi[t] = j == 0 ? 1 : s.x[i + ardor_model_feature_column(model, j - 1) * N];
                m += phi[t] * json_number_value(json_array_get(at(q, "mean"), t));
            }
            json_array_foreach(at(q, "factor"), r, row)
            {
                double sum = 0;
                json_array_foreach(row, t, cell) sum += phi[t] * json_number_value(cell);
                v += sum * sum;
            }
            first += number_at(q, "share") * m;
            second += number_at(q, "share") * (v + m * m);
        }
        assert_near(mean[i], first, 1e-9 * (1 + fabs(first)), "the mean");
        assert_near(variance[i], second - first * first, 1e-8 * (1 + second), "the variance");
    }
    json_decref(root);
    ardor_model_free(model);
}

/* Linear functions: the mean moves by the weight for each unit of the prepared feature. */
static void the_mean_is_the_function(void **state)
{
    (void)state;
    sample s;
    double mean[N], moved[N];
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=logistic lam=.02 standardise=none");
    const ardor_prediction out = {.size = sizeof out, .mean = mean}, after = {.size = sizeof after, .mean = moved};
    must(ardor_predict_table(context, model, &s.table, &out));
    const int64_t j = ardor_model_feature_column(model, 0);
    for (int i = 0; i < N; i++) s.x[i + j * N] += 2;
    must(ardor_predict_table(context, model, &s.table, &after));
    for (int i = 0; i < N; i++)
        assert_near(moved[i] - mean[i], 2 * ardor_model_feature_weight(model, 0), 1e-12 * (1 + fabs(mean[i])), "the difference");
    ardor_model_free(model);
}

/* What is 1 / (1 + exp(-f)); softmax of several; and machines without a function. */
static void outputs_of_machines(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int classes, outputs;
    } machines[] = {
        {"method=logistic lam=.02", 2, 1},     {"method=adaboost", 2, 1}, {"method=smlr", 3, 3},    {"method=lda ridge=.1", 3, 3},
        {"method=spr multiclass=pairs", 3, 0}, {"method=knn", 2, 0},      {"method=majority", 2, 0}};
    for (size_t c = 0; c < sizeof machines / sizeof *machines; c++) {
        sample s;
        const int k = machines[c].classes, outputs = machines[c].outputs;
        double prob[3 * N], mean[3 * N], variance[3 * N];
        make_sample(&s, k, false);
        mean[0] = variance[0] = 77;
        ardor_model *model = fit_sample(&s, machines[c].spec);
        assert_int_equal(ardor_model_outputs(model), outputs);
        must(ardor_predict_table(
            context, model, &s.table,
            &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob, .mean = mean, .variance = variance}));
        if (outputs == 0) assert_true(mean[0] == 77 && variance[0] == 77);
        for (int i = 0; i < N && outputs > 0; i++) {
            double e[3], sum = 0;
            for (int j = 0; j < k; j++) sum += e[j] = outputs == 1 ? (j ? exp(mean[i]) : 1) : exp(mean[i + j * N]);
            for (int j = 0; j < k; j++) assert_near(prob[i + j * N], e[j] / sum, 1e-12, machines[c].spec);
            for (int j = 0; j < outputs; j++) assert_true(isnan(variance[i + j * N]));
        }
        ardor_model_free(model);
    }
    assert_int_equal(ardor_model_outputs(NULL), 0);
}

/* A prior moves the probabilities and not the function. */
static void decisions_move_the_probabilities(void **state)
{
    (void)state;
    sample s;
    double prob[2 * N], moved[2 * N], mean[N], same[N];
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=logistic lam=.02");
    must(ardor_predict_table(context, model, &s.table,
                             &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob, .mean = mean}));
    ardor_spec *spec = make_spec("prior=0=.9,1=.1");
    must(ardor_model_decide(context, model, spec));
    must(ardor_predict_table(context, model, &s.table,
                             &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = moved, .mean = same}));
    for (int i = 0; i < N; i++) assert_true(moved[N + i] < prob[N + i] && mean[i] == same[i]);
    ardor_spec_free(spec);
    ardor_model_free(model);
}

/* ------------------------------------------------------------------ blocks and refusals */

static void long_tables_go_by_blocks(void **state)
{
    (void)state;
    enum { LONG = 4096 * 2 + 5 };
    sample s;
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=spr lam1=2");
    double *x = make_reals((int64_t)LONG * P), *prob = make_reals(2 * LONG), *mean = make_reals(LONG);
    for (int j = 0; j < P; j++)
        for (int i = 0; i < LONG; i++) x[i * P + j] = s.x[i % N + j * N];
    ardor_table table = {.size = sizeof table, .n = LONG, .p = P, .x = x, .row_stride = P, .column_stride = 1};
    const ardor_prediction out = {.size = sizeof out, .prob = prob, .mean = mean};
    must(ardor_predict_table(context, model, &table, &out));
    for (int i = N; i < LONG; i++) {
        assert_near(prob[LONG + i], prob[LONG + i % N], 1e-14, "a row further on");
        assert_near(prob[i], 1 - prob[LONG + i], 1e-14, "the other class");
        assert_near(mean[i], mean[i % N], 1e-12, "its mean");
    }
    const int64_t j = ardor_model_feature_column(model, 0);
    x[5000 * P + j] = (double)NAN;
    assert_int_equal(ardor_predict_table(context, model, &table, &out), ARDOR_DATA);
    assert_message("row 5001, column '");
    assert_message("the model was fitted without imputation");
    x[5000 * P + j] = -(double)INFINITY;
    assert_int_equal(ardor_predict_table(context, model, &table, &out), ARDOR_DATA);
    assert_message("row 5001, column '");
    assert_message("-inf is not a finite number");
    x[5000 * P + j] = 0;
    for (int64_t k = 0; k < ardor_model_features(model); k++) { /* wherever it is */
        const int64_t column = ardor_model_feature_column(model, k);
        x[7 * P + column] = (double)INFINITY;
        assert_int_equal(ardor_predict_table(context, model, &table, &out), ARDOR_DATA);
        assert_message("row 8, column '");
        x[7 * P + column] = 0;
    }
    assert_true(ardor_model_features(model) > 1);
    for (int k = 0; k < P; k++) x[5000 * P + k] = k % 2 ? 1e308 : -1e308; /* counted in its block, which is told */
    assert_int_equal(ardor_predict_table(context, model, &table, &out), ARDOR_NUMERIC);
    assert_message("of rows 4097 to 8192: the classifier has no finite value at row 905 of 4096");
    for (int k = 0; k < P; k++) x[5000 * P + k] = 0;
    x[5000 * P + 4] = (double)NAN; /* a column that the model does not have */
    must(ardor_predict_table(context, model, &table, &out));
    for (int k = 0; k < P; k++) x[k] = k % 2 ? 1e308 : -1e308;
    table.n = 4096; /* a block is the table */
    assert_int_equal(ardor_predict_table(context, model, &table, &out), ARDOR_NUMERIC);
    assert_int_equal(strncmp(ardor_context_message(context), "the classifier has no finite value at row 1 of 4096", 51), 0);
    ardor_cancel(context);
    assert_int_equal(ardor_predict_table(context, model, &table, &out), ARDOR_CANCELLED);
    ardor_cancel_reset(context);
    table.n = 0;
    must(ardor_predict_table(context, model, &table, &out));
    free(x);
    free(prob);
    free(mean);
    ardor_model_free(model);
}

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    sample s;
    double prob[2 * N];
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=spr lam1=2");
    const ardor_prediction out = {.size = sizeof out, .prob = prob}, unsized = {.prob = prob};
    assert_int_equal(ardor_predict_table(NULL, model, &s.table, &out), ARDOR_USAGE);
    assert_int_equal(ardor_predict_table(context, NULL, &s.table, &out), ARDOR_USAGE);
    assert_int_equal(ardor_predict_table(context, model, NULL, &out), ARDOR_USAGE);
    assert_int_equal(ardor_predict_table(context, model, &s.table, NULL), ARDOR_USAGE);
    assert_message("prediction needs a model, a table");
    assert_int_equal(ardor_predict_table(context, model, &s.table, &unsized), ARDOR_USAGE);
    assert_message("sizeof(ardor_prediction)");
    const char *names[P] = {"u", "no v", "w", "k", "const", "z", "y", "a", NULL};
    s.table.feature_names = names;
    assert_int_equal(ardor_predict_table(context, model, &s.table, &out), ARDOR_USAGE);
    assert_message("feature name 9 is NULL");
    names[8] = "b";
    assert_int_equal(ardor_predict_table(context, model, &s.table, &out), ARDOR_DATA);
    assert_message("there is no column 'v', which the model needs");
    s.table.feature_names = NULL;
    s.table.p = P - 1;
    assert_int_equal(ardor_predict_table(context, model, &s.table, &out), ARDOR_USAGE);
    assert_message("it has 8 columns, and the model's training table had 9");
    s.table.dtype = (ardor_dtype)-1;
    assert_int_equal(ardor_predict_table(context, model, &s.table, &out), ARDOR_USAGE);
    assert_message("dtype");
    ardor_model_free(model);
}

/* The text with `from`, which it has once, replaced. */
static char *edited(const char *text, const char *from, const char *to)
{
    const char *found = strstr(text, from);
    assert_true(found && !strstr(found + 1, from));
    char *out = make_array((int64_t)(strlen(text) + strlen(to)) + 1, 1);
    memcpy(out, text, (size_t)(found - text));
    strcat(strcat(out, to), found + strlen(from));
    return out;
}

/* Models whose names of columns do not go with their numbers, as damaged files have them. */
static void places_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *from, *to, *message;
    } damages[] = {
        {"standardise=samples filter=ttest:3", "\"k\", \"const\", \"z\", ", "\"k\", \"z\", ",
         "row_features has 8 names, of data with 9 columns"},
        {"standardise=samples filter=ttest:3", "\"k\", \"const\", ", "\"k\", \"const\", \"more\", ", "row_features has 10 names"},
        {"standardise=samples filter=ttest:3", "\"u\", \"v\", \"w\", \"k\"", "\"v\", \"u\", \"w\", \"k\"",
         "the feature 'u' is column 1 of the data, but not of row_features"},
        {"standardise=samples pca=2", "\"combined\": [\"u\", \"v\"", "\"combined\": [\"v\", \"u\"",
         "'combined' does not have its columns in the order of row_features"},
    };
    sample s;
    double prob[2 * N];
    make_sample(&s, 2, false);
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        char spec[100], *text = NULL;
        ardor_model *damaged = NULL;
        snprintf(spec, sizeof spec, "method=lda ridge=.1 %s", damages[k].spec);
        ardor_model *model = fit_sample(&s, spec);
        must(ardor_model_text(context, model, &text));
        char *other = edited(text, damages[k].from, damages[k].to);
        const ardor_status status = ardor_model_from_text(context, other, "text", &damaged);
        ardor_table table = s.table;
        table.feature_names = NULL;
        if (status == ARDOR_OK)
            ardor_predict_table(context, damaged, &table, &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob});
        assert_int_equal(status, ARDOR_DATA);
        assert_message(damages[k].message);
        free(other);
        ardor_string_free(context, text);
        ardor_model_free(model);
    }
}

static void text_of_a_model(void **state)
{
    (void)state;
    sample s;
    char *text = NULL, *saved = NULL;
    make_sample(&s, 2, false);
    ardor_model *model = fit_sample(&s, "method=spr lam1=2");
    must(ardor_model_text(context, model, &text));
    must(ardor_model_save(context, model, "predict_table.json"));
    must(ardor_read_text(context, "predict_table.json", &saved));
    remove("predict_table.json");
    assert_string_equal(text, saved);
    ardor_string_free(context, text);
    ardor_string_free(context, saved);
    ardor_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_of_predict),
        cmocka_unit_test(places_are_those_of_the_training_table),
        cmocka_unit_test(mean_and_variance_make_the_probability),
        cmocka_unit_test(variance_of_a_mixture),
        cmocka_unit_test(the_mean_is_the_function),
        cmocka_unit_test(outputs_of_machines),
        cmocka_unit_test(decisions_move_the_probabilities),
        cmocka_unit_test(long_tables_go_by_blocks),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(places_that_cannot_be_are_refused),
        cmocka_unit_test(text_of_a_model),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
