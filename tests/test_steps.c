/* The tables of steps and filters, and steps that only this test has: from the options to a prediction by a model from a file. */
#include "api_fixture.h"

#include "fit/tune.h"
#include "json/json.h"
#include "model/model_file.h"
#include "toy_steps.h"

/* ------------------------------------------------------------------ toys, from the options to a prediction */

enum { N = 60, P = 6, TRAIN = 40 };

/* Columns of different spread; 3 is constant, and 4 is not above 2 in the first TRAIN rows. */
static double cell(int64_t i, int64_t j, ard_rng *rng)
{
    const double noise = ard_rng_normal(rng);
    return j == 3 ? 7 : j == 4 ? (i > TRAIN ? 3 : 0.1 * fabs(noise)) : (i % 2 ? 1 : -1) + (double)(j + 1) * noise;
}

static ardor_dataset *make_data(void)
{
    double x[N * P], side[N];
    ard_rng rng;
    ard_rng_init(&rng, 4, 0, 0);
    for (int64_t i = 0; i < N; i++) side[i] = i % 2 ? 1 : -1;
    for (int64_t k = 0; k < N * P; k++) x[k] = cell(k % N, k / N, &rng);
    return make_table(N, P, x, side, NULL);
}

/* A fit on the first TRAIN rows as a model. */
static ardor_model *toy_model(const ardor_dataset *data, const char *method, const ard_prepare_options *options)
{
    ardor_spec *spec = make_spec(method);
    ard_config config;
    ard_fitted fitted = {0};
    ardor_model *model = NULL;
    int64_t row[TRAIN];
    for (int64_t i = 0; i < TRAIN; i++) row[i] = i;
    must(ard_config_parse(context, spec, &config));
    config.recipe.prepare = *options;
    must(ard_fit_rows(context, data, &(ard_rows){TRAIN, row}, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
    must(ard_model_build(context, data, fitted.prepare, config.recipe.method, &fitted.fit, &fitted.report, &model));
    ard_fitted_free(context, &fitted);
    ardor_spec_free(spec);
    return model;
}

static double *predicted(const ardor_model *model, const ardor_dataset *data)
{
    double *prob = make_reals(2 * N);
    must(ardor_predict(context, model, data, prob));
    return prob;
}

/* Written, read, and asked again. */
static void check_file(const ardor_model *model, const ardor_dataset *data, const char *unknown)
{
    char *text = NULL, *again = NULL;
    ardor_model *loaded = NULL;
    must(ard_model_text(context, model, &text));
    must(ard_model_parse(context, toy_kinds, text, strlen(text), "toy.json", &loaded));
    must(ard_model_text(context, loaded, &again));
    assert_string_equal(text, again);
    double *p = predicted(model, data), *q = predicted(loaded, data);
    assert_memory_equal(p, q, 2 * N * sizeof *p);
    free(q);
    free(p);
    ardor_model_free(loaded);
    assert_int_equal(ard_model_parse(context, NULL, text, strlen(text), "toy.json", &loaded), ARDOR_DATA);
    assert_message(unknown);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
}

static void clip(const double *x, double *out)
{
    const ard_moments m = ard_moments_of(TRAIN, x, NULL);
    for (int64_t i = 0; i < N; i++) out[i] = ard_clip(x[i], m.mean - 0.5 * m.sd, m.mean + 0.5 * m.sd);
}

/* No other column that is there to be chosen is as flat, clipped, as those of the model. */
static void check_flattest(const ardor_dataset *data, const ardor_model *model)
{
    double x[N], score[P], least = INFINITY;
    for (int64_t j = 0; j < P; j++) {
        clip(ardor_dataset_column(data, j), x);
        score[j] = flatness(TRAIN, x, NULL);
    }
    for (int t = 0; t < 2; t++) least = fmin(least, score[model->column[t]]);
    for (int64_t j = 0; j < P; j++)
        assert_true(j == 3 || j == 4 || j == model->column[0] || j == model->column[1] || score[j] < least);
}

/* The classifier sees what the steps say, by hand. */
static void a_toy_of_columns(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const ard_prepare_options options = options_among(toy_kinds, "clip=0.5 low=2 filter=flat:2 standardise=none");
    notes[0] = '\0';
    ardor_model *model = toy_model(data, "method=spr lam1=0.1", &options);
    assert_string_equal(notes, "1 low column dropped: x5\n1 constant column dropped: x4\n");
    assert_int_equal(ardor_model_features(model), 2);
    check_flattest(data, model);
    const ard_function *f = ard_model_function(model);
    double *prob = predicted(model, data), x[N];
    for (int64_t i = 0; i < N; i++) {
        double sum = f->bias[0];
        for (int j = 0; j < 2; j++) {
            clip(ardor_dataset_column(data, model->column[j]), x);
            sum += f->weight[j] * x[i];
        }
        assert_near(prob[N + i], 0.5 * erfc(-sum / sqrt(2)), 1e-12, "a probability");
    }
    json_t *root = model_json(model);
    assert_string_equal(text_at(root, "clip"), "0.5");
    assert_string_equal(text_at(root, "centre"), "none");
    assert_string_equal(text_at(root, "filter"), "flat:2");
    json_decref(root);
    free(prob);
    check_file(model, data, "toy.json: prepare[0] is the step 'low', which ardor ");
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* A filter alone is an argument that the library does not know. */
static void a_toy_filter(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const ard_prepare_options options = options_among(toy_kinds, "filter=flat:3");
    ardor_model *model = toy_model(data, "method=bpm", &options);
    assert_int_equal(ardor_model_features(model), 3);
    check_file(model, data, "prepare[2] has an unknown filter 'flat:3'");
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* What works on whole rows needs all columns at prediction, wherever they are. */
static void a_toy_of_rows(void **state)
{
    (void)state;
    ardor_dataset *data = make_data(), *turned = NULL, *few = NULL;
    const ard_prepare_options options = options_among(toy_kinds, "centre=1 filter=ttest:1");
    ardor_model *model = toy_model(data, "method=bpm", &options);
    double x[N * P];
    const char *name[P];
    for (int64_t j = 0; j < P; j++) {
        name[j] = ardor_dataset_feature_name(data, P - 1 - j);
        memcpy(x + j * N, ardor_dataset_column(data, P - 1 - j), N * sizeof *x);
    }
    must(ardor_dataset_from_arrays(context, N, P, x, N, NULL, name, NULL, &turned));
    must(ardor_dataset_from_arrays(context, N, P - 1, x, N, NULL, name, NULL, &few));
    double *p = predicted(model, data), *q = predicted(model, turned);
    for (int i = 0; i < 2 * N; i++) assert_near(q[i], p[i], 1e-12, "a probability");
    assert_int_equal(ardor_predict(context, model, few, q), ARDOR_DATA);
    assert_message("(1 of its 6 features is missing)");
    check_file(model, data, "prepare[0] is the step 'centring', which ardor ");
    free(q);
    free(p);
    ardor_dataset_free(few);
    ardor_dataset_free(turned);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Numbers that a step says cannot be. */
static void damaged_numbers_are_refused(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const ard_prepare_options options = options_among(toy_kinds, "clip=1");
    ardor_model *model = toy_model(data, "method=bpm", &options), *loaded = NULL;
    char *text = NULL;
    for (int s = 0; s < model->prepare->n_steps; s++)
        if (model->prepare->step[s].kind == &ard_step_clip) model->prepare->step[s].number[1] = -99;
    must(ard_model_text(context, model, &text));
    assert_int_equal(ard_model_parse(context, toy_kinds, text, strlen(text), "toy.json", &loaded), ARDOR_DATA);
    assert_message("toy.json: prepare[1] has the bounds -");
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* A step that needs every value has missing ones refused where they are there, and one that fills them has not. */
static void missing_values_stop_at_the_step_that_needs_them(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    data->x[7 + 2 * N] = (double)NAN;
    for (int i = 0; i < 2; i++) {
        ard_prepare_options options = options_among(toy_kinds, i ? "clip=1 impute=median" : "clip=1");
        ard_prepare *prepare = NULL;
        ard_rows rows = {0};
        must(ard_rows_all(context, N, &rows));
        assert_int_equal(prepare_fit(context, data, &rows, &options, &prepare), i ? ARDOR_OK : ARDOR_DATA);
        if (!i) assert_message("data: row 8, column 'x3': the value is missing: use impute=median (--impute median)");
        ard_prepare_free(prepare);
        ard_free(context, rows.row);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ what a filter is given */

static const ardor_dataset *peek_data;
static const ard_rows *peek_rows;
static int peeked;

static int peek_rank(ardor_context *in, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    double sum = 0;
    (void)in;
    assert_int_equal(t->n, peek_rows->n);
    assert_int_equal(x->n, peek_rows->n);
    assert_int_equal(t->n_classes, 2);
    for (int64_t i = 0; i < t->n; i++) {
        assert_int_equal(t->label[i], peek_data->label[peek_rows->row[i]]);
        assert_true(t->weight[i] == peek_data->weight[peek_rows->row[i]]);
        sum += t->weight[i];
    }
    assert_near(t->weight_sum, sum, 1e-12, "the sum of the weights");
    for (int64_t j = 0; j < k; j++) { /* not in order */
        column[j] = k - 1 - j;
        score[j] = 1;
    }
    peeked++;
    return ARDOR_OK;
}

/* Its labels and weights are those of the rows; the columns that it names are kept in their order. */
static void a_filter_is_given_the_rows_of_the_fit(void **state)
{
    (void)state;
    static const ard_filter_kind peek = {.name = "peek", .sees_labels = true, .rank = peek_rank};
    const ard_filter_kind *const filters[] = {&peek, NULL};
    ard_step_kind step = *kind_named(ard_step_kinds, "filter");
    const ard_step_kind *kinds[] = {kind_named(ard_step_kinds, "standardise"), &step, NULL};
    const double x[] = {1, 2, 3, 4, 5, 6, 9, 8, 7, 6, 5, 3, 2, 7, 1, 8, 2, 8}, side[] = {1, -1, -1, 1, 1, -1},
                 weight[] = {1, 2, 3, 4, 5, 6};
    ardor_dataset *data = make_table(6, 3, x, side, weight);
    const ard_rows rows = {4, (int64_t[]){5, 1, 4, 2}};
    static const char *const standardise[] = {"train", "all"};
    step.variant = filters;
    peek_data = data;
    peek_rows = &rows;
    for (int i = 0; i < 2; i++) {
        ard_prepare_options options = options_among(kinds, "filter=peek:2");
        ard_prepare *prepare = NULL;
        assert_true(ard_prepare_set(&options, "standardise", standardise[i]));
        must(prepare_fit(context, data, &rows, &options, &prepare));
        assert_int_equal(peeked, i + 1);
        assert_true(prepare->p == 2 && prepare->column[0] == 0 && prepare->column[1] == 1);
        ard_prepare_free(prepare);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ the tables */

static void check_table(const ard_step_kind *const *kinds)
{
    bool fitted = false, chosen = false;
    for (int i = 0; kinds[i]; i++) {
        const ard_step_kind *k = kinds[i];
        assert_true(k->name && (k->rows || k->fit || k->apply || k->choose || k->project));
        assert_false(k->rows && (fitted || k->fit || !k->apply || k->row_numbers < 1));
        assert_false(chosen && !k->choose && !k->project);
        assert_false((k->choose || k->project) && (k->rows || k->fit || k->apply));
        assert_false(k->project && (k->choose || kinds[i + 1] || !k->feature || k->number[0]));
        assert_true(k->choose || !k->sees_labels);
        if (k->number[0]) assert_true(k->fit || k->choose);
        if (k->key) {
            assert_true(k->off && k->value && k->takes && k->help && (k->choices || (k->parse && k->print)) && !k->of);
            assert_true(strcmp(k->off, "none") == 0 || strcmp(k->off, "off") == 0);
            assert_true(k->place >= 1 && !strchr(k->key, '-'));
        }
        fitted = fitted || k->fit;
        chosen = chosen || k->choose;
        for (int j = 0; j < i; j++) assert_string_not_equal(k->name, kinds[j]->name);
    }
}

static void tables_are_in_order(void **state)
{
    (void)state;
    check_table(ard_step_kinds);
    check_table(toy_kinds);
}

/* Where the kind that comes next in documents is, after the one of `place` and `row`; -1: there is none. */
static int next_in_documents(const ard_step_kind *const *kinds, int place, int row)
{
    int next = -1;
    for (int i = 0; kinds[i]; i++) {
        const bool after = kinds[i]->place > place || (kinds[i]->place == place && i > row);
        if (kinds[i]->key && after && (next < 0 || kinds[i]->place < kinds[next]->place)) next = i;
    }
    return next;
}

/* "{"impute": "none", ..}" with the defaults; but of `clip` and `log` as below. */
static void expected_document(char out[1000])
{
    size_t used = 0;
    for (int i = next_in_documents(toy_kinds, -1, -1); i >= 0; i = next_in_documents(toy_kinds, toy_kinds[i]->place, i)) {
        const ard_step_kind *k = toy_kinds[i];
        const char *value = k == &ard_step_clip ? "3" : strcmp(k->key, "log") == 0 ? "on" : k->fallback ? k->fallback : k->off;
        used += (size_t)snprintf(out + used, 1000 - used, "%s\"%s\": \"%s\"", used ? ", " : "{", k->key, value);
    }
    snprintf(out + used, 1000 - used, "}\n");
}

/* The order of the keys in documents is their place, then the table's. Those that documents have already stay in theirs. */
static void documents_give_the_keys_in_order(void **state)
{
    (void)state;
    static const char *const before[] = {"standardise", "impute", "log", "filter", "pca"};
    ard_json json;
    char *text = NULL, expected[1000];
    int row = -1, place = -1, n = 0, seen = 0;
    const ard_prepare_options options = options_among(toy_kinds, "clip=3 log=on");
    for (; (row = next_in_documents(ard_step_kinds, place, row)) >= 0; place = ard_step_kinds[row]->place) {
        assert_ptr_equal(ard_step_with_key(n++), ard_step_kinds[row]);
        seen += seen < COUNT_OF(before) && strcmp(ard_step_kinds[row]->key, before[seen]) == 0;
    }
    assert_int_equal(seen, COUNT_OF(before));
    assert_null(ard_step_with_key(n));
    assert_null(ard_step_with_key(-1));
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_json_prepare(&json, &options);
    ard_json_close(&json);
    must(ard_json_finish(&json, &text));
    expected_document(expected);
    assert_string_equal(text, expected);
    ardor_string_free(context, text);
}

/* ------------------------------------------------------------------ what documents say */

/* The file, or with `command` what the program prints; free it. */
static char *text_from(const char *path, bool command)
{
    FILE *file = command ? popen(path, "r") : fopen(path, "r");
    char *text = calloc(1 << 17, 1);
    if (!file) fail_msg("%s cannot be opened", path);
    assert_true(fread(text, 1, (1 << 17) - 1, file) > 0);
    if (command)
        pclose(file);
    else
        fclose(file);
    return text;
}

static bool has_word(const char *text, const char *word)
{
    const char *at = text;
    for (; (at = strstr(at, word)); at++) {
        const char before = at == text ? ' ' : at[-1], after = at[strlen(word)];
        if (!strchr("abcdefghijklmnopqrstuvwxyz_", before) && !(after && strchr("abcdefghijklmnopqrstuvwxyz_", after)))
            return true;
    }
    return false;
}

static void require_word(const char *text, const char *word, const char *where)
{
    if (!has_word(text, word)) fail_msg("%s does not have the word '%s'", where, word);
}

/* Every key is in everything that users read of it, so is every filter (docs/json.md has no list of them), and every step in the
 * description of the model file. */
static void documents_name_what_the_tables_have(void **state)
{
    (void)state;
#ifdef ARDOR_PROGRAM
    const int first = 0;
#else
    const int first = 2;
#endif
    static const char *const places[] = {"fit --help",   "evaluate --help",      "README.md",
                                         "docs/json.md", "docs/model-format.md", "include/ardor/ardor.h"};
    for (int i = first; i < COUNT_OF(places); i++) {
        char path[1024];
#ifdef ARDOR_PROGRAM
        snprintf(path, sizeof path, "%s%s", i < 2 ? "'" ARDOR_PROGRAM "' " : ARDOR_SOURCE_DIR "/", places[i]);
#else
        snprintf(path, sizeof path, "%s%s", ARDOR_SOURCE_DIR "/", places[i]);
#endif
        char *text = text_from(path, i < 2);
        for (int k = 0; ard_step_with_key(k); k++) require_word(text, ard_step_with_key(k)->key, places[i]);
        for (int f = 0; ard_filter_kinds[f] && strcmp(places[i], "docs/json.md") != 0; f++)
            require_word(text, ard_filter_kinds[f]->name, places[i]);
        for (int s = 0; ard_step_kinds[s] && strcmp(places[i], "docs/model-format.md") == 0; s++) {
            char name[60];
            snprintf(name, sizeof name, "| `%s` |", ard_step_kinds[s]->name);
            if (!strstr(text, name)) fail_msg("%s does not describe the step '%s'", places[i], ard_step_kinds[s]->name);
        }
        free(text);
    }
}

static int open_all(void **state)
{
    make_toy_kinds();
    return open_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_toy_of_columns),
        cmocka_unit_test(a_toy_filter),
        cmocka_unit_test(a_toy_of_rows),
        cmocka_unit_test(damaged_numbers_are_refused),
        cmocka_unit_test(missing_values_stop_at_the_step_that_needs_them),
        cmocka_unit_test(a_filter_is_given_the_rows_of_the_fit),
        cmocka_unit_test(tables_are_in_order),
        cmocka_unit_test(documents_give_the_keys_in_order),
        cmocka_unit_test(documents_name_what_the_tables_have),
    };
    return cmocka_run_group_tests(tests, open_all, close_context);
}
