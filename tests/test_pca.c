/* Principal components as features: values of NumPy and properties, weights, models, files, evaluations, refusals. */
#include "api_fixture.h"

#include "model/model_file.h"
#include "prepared.h"

extern const ard_step_kind ard_step_pca;

/* n x p of sines; the labels take turns. */
static ardor_dataset *sines(int64_t n, int64_t p, const double *weight)
{
    double *x = make_reals(n * p), *side = make_reals(n);
    for (int64_t j = 0; j < p; j++)
        for (int64_t i = 0; i < n; i++) x[i + j * n] = sin(1.7 * (double)((i + 1) * (j + 1)));
    for (int64_t i = 0; i < n; i++) side[i] = i % 2 ? 1 : -1;
    ardor_dataset *data = make_table(n, p, x, side, weight);
    free(side);
    free(x);
    return data;
}

/* Two factors and noise, a fifth of the columns zero; the second factor moves with the classes. */
static ardor_dataset *factors(uint64_t seed, int64_t n, int64_t p, const double *weight)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_reals(n * p), *side = make_reals(n), *a = make_normals(&rng, n), *b = make_normals(&rng, n);
    for (int64_t i = 0; i < n; i++) side[i] = i % 2 ? 1 : -1;
    for (int64_t j = 0; j < p; j++)
        for (int64_t i = 0; i < n; i++)
            if (j % 5 != 4) x[i + j * n] = 3 + (j % 2 ? 2 * a[i] : b[i] + 2 * side[i]) + 0.5 * ard_rng_normal(&rng);
    ardor_dataset *data = make_table(n, p, x, side, weight);
    free(b);
    free(a);
    free(side);
    free(x);
    return data;
}

/* Fitted on all rows; the prepared rows are the caller's. */
static ard_prepare *prepared(const ardor_dataset *data, const char *how, double **x)
{
    const ard_prepare_options options = prepare_options(how);
    ard_prepare *prepare = NULL;
    ard_rows rows = {0};
    must(ard_rows_all(context, data->n, &rows));
    must(ard_prepare_fit(context, data, &rows, &options, &prepare, x));
    ard_free(context, rows.row);
    return prepare;
}

/* Singular value decompositions of the standardised table; signs as documented. */
static void components_are_those_of_numpy(void **state)
{
    (void)state;
    static const double wide[3][4] = {{0.29411001470248954, -1.8012284332380204, -1.146046744812569, -0.5430806594990774},
                                      {-2.3253445482209174, 0.7993463846880923, -1.0824491678305932, 1.9934241398883217},
                                      {-0.9417278118848004, -1.9880717728742534, 2.1443673048090948, 0.8977256504422635}};
    static const double tall[3][4] = {{-1.2348100164637574, 2.099579973058391, -1.2297133409876413, -0.35284079033739313},
                                      {-1.2740169516419761, 0.20714610718642212, 0.30499401616494726, 1.8968701395164698},
                                      {0.8842181890471831, 0.07659872739085255, -1.8623888525754926, 0.2709976456744141}};
    for (int t = 0; t < 2; t++) {
        double *x = NULL;
        ardor_dataset *data = t ? sines(16, 6, NULL) : sines(5, 9, NULL);
        ard_prepare *prepare = prepared(data, "pca=3", &x);
        assert_int_equal(ard_prepare_features(prepare), 3);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 4; i++) assert_near(x[i + k * data->n], (t ? tall : wide)[k][i], 1e-12, "a score");
        ard_free(context, x);
        ard_prepare_free(prepare);
        ardor_dataset_free(data);
    }
}

/* Of loadings that are as large but for rounding, of a column and its opposite, the first is positive. */
static void the_first_of_equal_loadings_is_positive(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        ard_rng rng;
        ard_rng_init(&rng, seed, 0, 0);
        double *values = make_normals(&rng, 3 * 12), *side = make_reals(12), *x = NULL;
        for (int64_t i = 0; i < 12; i++) {
            side[i] = i % 2 ? 1 : -1;
            values[i + 12] = 2 - 3 * values[i];
            values[i + 24] = 5 - values[i];
        }
        ardor_dataset *data = make_table(12, 3, values, side, NULL);
        ard_prepare *prepare = prepared(data, "pca=2", &x);
        assert_int_equal(ard_prepare_features(prepare), 1);
        for (int64_t i = 1; i < 12; i++) assert_true((x[i] > x[0]) == (values[i] > values[0]));
        ard_free(context, x);
        ard_prepare_free(prepare);
        ardor_dataset_free(data);
        free(side);
        free(values);
    }
}

/* Loadings are orthonormal, the largest is positive; scores have mean 0, are uncorrelated, and fall in variance; together they
 * keep all of it. With weights these are weighted. */
static void check_components(const ardor_dataset *data, const char *how, int64_t expected)
{
    double *x = NULL, *weight = make_reals(data->n), all = 0, total = 0, kept = 0, last = INFINITY;
    ard_prepare *prepare = prepared(data, how, &x);
    const ard_projection *c = ard_prepare_projection(prepare);
    const int64_t n = data->n;
    assert_int_equal(c->k, expected);
    for (int64_t i = 0; i < n; i++) all += weight[i] = data->weight ? data->weight[i] : 1;
    for (int64_t k = 0; k < c->k; k++) {
        double largest = 0;
        for (int64_t j = 0; j < c->p; j++)
            if (fabs(c->loading[j + k * c->p]) > fabs(largest)) largest = c->loading[j + k * c->p];
        assert_true(largest > 0);
        for (int64_t l = 0; l <= k; l++) {
            double loadings = 0, scores = 0, mean = 0;
            for (int64_t j = 0; j < c->p; j++) loadings += c->loading[j + k * c->p] * c->loading[j + l * c->p];
            for (int64_t i = 0; i < n; i++) {
                scores += weight[i] / all * x[i + k * n] * x[i + l * n];
                mean += weight[i] / all * x[i + k * n];
            }
            assert_near(loadings, k == l, 1e-9, "a product of loadings");
            assert_near(mean, 0, 1e-12, "the mean of a component");
            if (k > l) assert_near(scores, 0, 1e-11, "a covariance of components");
            if (k == l) assert_true(scores <= last * (1 + 1e-12));
            if (k == l) kept += last = scores;
        }
    }
    for (int64_t j = 0; j < prepare->p; j++) total += 1; /* of standardised columns */
    assert_near(kept, total, 1e-9 * total, "the variance of all components");
    ard_free(context, x);
    ard_prepare_free(prepare);
    free(weight);
}

static void components_are_orthogonal(void **state)
{
    (void)state;
    double weight[30];
    for (int i = 0; i < 30; i++) weight[i] = 1 + i % 3;
    for (int w = 0; w < 2; w++) {
        ardor_dataset *tall = factors(1, 30, 10, w ? weight : NULL), *wide = factors(2, 30, 200, w ? weight : NULL);
        check_components(tall, "pca=100", 8); /* two of the columns are zero */
        check_components(wide, "pca=100", 29);
        check_components(wide, "pca=100 filter=ttest:12", 12);
        ardor_dataset_free(wide);
        ardor_dataset_free(tall);
    }
}

/* A weight of 2 is a row twice, of few columns and of many; values may be of any size. */
static void weights_and_units(void **state)
{
    (void)state;
    double weight[12], *x = NULL, *y = NULL;
    for (int i = 0; i < 12; i++) weight[i] = 1 + i % 2;
    for (int64_t p = 6; p <= 40; p += 34) {
        ardor_dataset *once = sines(12, p, weight), *twice = NULL;
        double *values = make_reals(18 * p);
        const char *label[18];
        for (int64_t j = 0; j < p; j++)
            for (int64_t i = 0, to = 0; i < 12; i++)
                for (int64_t k = 0; k <= i % 2; k++, to++) {
                    values[to + j * 18] = once->x[i + j * 12];
                    label[to] = i % 2 ? "yes" : "no";
                }
        must(ardor_dataset_from_arrays(context, 18, p, values, 18, label, NULL, NULL, &twice));
        ard_prepare *a = prepared(once, "pca=3", &x), *b = prepared(twice, "pca=3", &y);
        for (int64_t k = 0; k < 3; k++)
            for (int64_t i = 0, to = 0; i < 12; to += 1 + i++ % 2)
                assert_near(y[to + k * 18], x[i + k * 12], 1e-10, "a component of rows repeated");
        ard_free(context, y);
        ard_prepare_free(b);
        for (int64_t i = 0; i < 12 * p; i++) once->x[i] *= 0x1p600;
        ard_free(context, x);
        ard_prepare_free(a);
        a = prepared(once, "pca=3 standardise=none", &x);
        for (int64_t i = 0; i < 12 * p; i++) once->x[i] *= 0x1p-600;
        b = prepared(once, "pca=3 standardise=none", &y);
        for (int64_t i = 0; i < 36; i++) assert_true(x[i] * 0x1p-600 == y[i]);
        ard_free(context, y);
        ard_free(context, x);
        ard_prepare_free(b);
        ard_prepare_free(a);
        free(values);
        ardor_dataset_free(twice);
        ardor_dataset_free(once);
    }
}

/* ------------------------------------------------------------------ models */

static ardor_dataset *columns_of(const ardor_dataset *data, int64_t first, int64_t n)
{
    const int64_t rows = data->n, p = data->p;
    double *x = make_reals(rows * n);
    const char **name = make_array(n, sizeof *name);
    ardor_dataset *out = NULL;
    for (int64_t j = 0; j < n; j++) { /* from the last to the first */
        name[j] = data->feature[p - 1 - first - j];
        memcpy(x + j * rows, data->x + (p - 1 - first - j) * rows, (size_t)rows * sizeof *x);
    }
    must(ardor_dataset_from_arrays(context, rows, n, x, rows, NULL, name, NULL, &out));
    free(name);
    free(x);
    return out;
}

static ardor_model *reread(const ardor_model *model)
{
    char *text = NULL, *again = NULL;
    ardor_model *loaded = NULL;
    must(ard_model_text(context, model, &text));
    must(ard_model_parse(context, NULL, text, strlen(text), "pca.json", &loaded));
    must(ard_model_text(context, loaded, &again));
    assert_string_equal(text, again);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
    return loaded;
}

/* The function behind the probabilities is that of components that are computed here from what the model says. */
static void models_predict_from_columns(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr lam1=0.1 pca=4", "method=spr lam1=0.1 pca=4 standardise=samples",
                                        "method=bpm pca=4 filter=anova:20 impute=knn:3", "method=pcvm basis=rbf pca=3",
                                        "method=spr lam1=0.1 pca=4 standardise=none"};
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ardor_dataset *data = factors(3, 40, 60, NULL);
        if (s == 2) data->x[3 + 2 * 40] = (double)NAN;
        ardor_model *model = fit(data, specs[s]), *loaded = reread(model);
        const int64_t n = ardor_model_features(model);
        assert_true(n >= 1 && n <= 4);
        for (int64_t j = 0; j < n; j++) assert_int_equal(strncmp(ardor_model_feature_name(model, j), "pc", 2), 0);
        json_t *root = model_json(loaded);
        assert_int_equal((int)number_at(root, "n_combined_columns"), s == 2 ? 20 : s == 1 ? 60 : 48);
        if (s == 0) assert_string_equal(text_at(root, "weight_unit"), "unit");
        assert_true(is_null(root, "features.0.filter_rank"));
        ardor_dataset *turned = columns_of(data, 0, 60), *few = columns_of(data, 1, 58);
        double *p = positive_prob(model, data), *q = positive_prob(loaded, data), *r = positive_prob(loaded, turned);
        assert_memory_equal(p, q, 40 * sizeof *p);
        assert_arrays_near(40, r, p, 1e-12, "columns in another order");
        if (s != 2) { /* the first column is needed whatever the components are */
            assert_int_equal(ardor_predict(context, loaded, few, r), ARDOR_DATA);
            assert_message("there is no column 'x1', which the model needs");
        }
        if (s == 0 || s == 4) {
            const ard_function *f = ard_model_function(loaded);
            const ard_projection *c = ard_prepare_projection(loaded->prepare);
            for (int64_t i = 0; i < 40; i++) {
                double sum = f->bias[0];
                for (int64_t j = 0; j < c->p; j++) {
                    const int64_t column = atoi(loaded->column_name[j] + 1) - 1;
                    double z = data->x[i + column * 40];
                    if (s == 0) z = (z - *number_of(loaded->prepare, "mean", j)) / *number_of(loaded->prepare, "sd", j);
                    for (int64_t k = 0; k < n; k++) sum += f->weight[k] * (z - c->mean[j]) * c->loading[j + k * c->p];
                }
                assert_near(p[i], 0.5 * erfc(-sum / sqrt(2)), 1e-12, "a probability");
            }
        }
        free(r);
        free(q);
        free(p);
        json_decref(root);
        ardor_dataset_free(few);
        ardor_dataset_free(turned);
        ardor_model_free(loaded);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

static void little_is_fitted(void **state)
{
    (void)state;
    static const double zero[20] = {0}, side[] = {1, -1, 1, -1, 1, -1, 1, -1, 1, -1};
    for (int64_t p = 0; p <= 2; p += 2) {
        ardor_dataset *data = make_table(10, p, zero, side, NULL);
        ardor_model *model = fit(data, "method=spr pca=3"), *loaded = reread(model);
        assert_int_equal(ardor_model_features(loaded), 0);
        free(positive_prob(loaded, data));
        ardor_model_free(loaded);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
    /* the null model needs no columns; copies of a column are one component */
    ardor_dataset *data = factors(4, 20, 10, NULL), *none = columns_of(data, 0, 0);
    ardor_model *model = fit(data, "method=spr lam1=1e6 pca=3"), *loaded = reread(model);
    free(positive_prob(loaded, none));
    ardor_model_free(loaded);
    ardor_model_free(model);
    for (int64_t j = 1; j < 10; j++) memcpy(data->x + j * 20, data->x, 20 * sizeof *data->x);
    model = fit(data, "method=bpm pca=3");
    assert_int_equal(ardor_model_features(model), 1);
    ardor_model_free(model);
    ardor_dataset_free(none);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ damaged files */

static json_t *pca_of(json_t *root)
{
    json_t *step;
    size_t i;
    json_array_foreach(at(root, "prepare"), i, step) if (strcmp(text_at(step, "step"), "pca") == 0) return step;
    fail_msg("there is no step 'pca'");
    return NULL;
}

static void damage(json_t *root, int what)
{
    json_t *pca = pca_of(root);
    switch (what) {
    case 0:
        json_object_set_new(root, "combined", json_null());
        break;
    case 1:
        json_array_remove(at(root, "combined"), 0);
        break;
    case 2:
        json_array_set_new(at(root, "combined"), 1, json_string("x1"));
        break;
    case 3:
        json_array_remove(at(pca, "loadings"), 0);
        break;
    case 4:
        json_array_remove(at(pca, "loadings.1"), 2);
        break;
    case 5:
        json_array_set_new(at(pca, "loadings.1"), 2, json_null());
        break;
    case 6:
        json_object_set_new(pca, "mean", json_array());
        break;
    case 7:
        json_object_set_new(pca, "argument", json_string("1"));
        break;
    case 8:
        json_object_set_new(pca, "argument", json_string("none"));
        break;
    case 9:
        json_object_set_new(at(root, "features.0"), "column", json_integer(1));
        break;
    case 10:
        json_array_remove(at(root, "prepare"), json_array_size(at(root, "prepare")) - 1);
        break;
    default:
        json_object_set_new(json_array_get(at(root, "prepare"), 2), "argument", json_string("ttest:2"));
    }
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    static const char *const says[] = {"prepare[0].mean",
                                       "has",
                                       "have the same name 'x1'",
                                       "makes 1 features, not 2",
                                       "prepare[3].loadings[1]",
                                       "prepare[3].loadings[1][2]",
                                       "prepare[3].mean",
                                       "the model has 2 features; its pca keeps 1",
                                       "has the argument 'none', with which it is not done",
                                       "features[0].column must be null: the feature is a combination of columns",
                                       "does not combine the columns listed",
                                       "the model has 6 columns; its filter keeps 2"};
    ardor_dataset *data = factors(5, 30, 10, NULL);
    ardor_model *model = fit(data, "method=bpm filter=ttest:6 pca=2"), *loaded = NULL;
    char *text = NULL;
    must(ard_model_text(context, model, &text));
    for (int what = 0; what < COUNT_OF(says); what++) {
        json_t *root = json_loads(text, 0, NULL);
        damage(root, what);
        char *damaged = json_dumps(root, JSON_REAL_PRECISION(17));
        assert_int_equal(ard_model_parse(context, NULL, damaged, strlen(damaged), "pca.json", &loaded), ARDOR_DATA);
        if (what > 0) assert_message(says[what]);
        free(damaged);
        json_decref(root);
    }
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ evaluations, keys */

/* The components of a fold are those of its training rows: its probabilities are those of a model fitted to them alone. */
static void folds_have_components_of_their_own(void **state)
{
    (void)state;
    ardor_dataset *data = factors(6, 36, 80, NULL);
    json_t *result = evaluate(data, "method=spr lam1=0.1 plan=kfold:3 pca=5 threads=1");
    json_t *again = evaluate(data, "method=spr lam1=0.1 plan=kfold:3 pca=5 threads=3"), *item;
    size_t i;
    assert_string_equal(text_at(result, "pca"), "5");
    assert_true(json_array_size(at(result, "selection")) >= 1);
    json_array_foreach(at(result, "selection"), i, item)
    {
        const char *name = text_at(item, "name");
        assert_true(strncmp(name, "pc", 2) == 0 && atoi(name + 2) >= 1 && atoi(name + 2) <= 5);
    }
    char *a = without_seconds(result), *b = without_seconds(again);
    assert_string_equal(a, b);
    free(b);
    free(a);
    /* rows that are not in the fit have no say in what is made of the others */
    int64_t row[24];
    for (int64_t j = 0; j < 24; j++) row[j] = j;
    const ard_rows train = {24, row};
    const ard_prepare_options options = prepare_options("pca=3");
    double *x = NULL, *y = NULL;
    ard_prepare *first = NULL, *second = NULL;
    must(ard_prepare_fit(context, data, &train, &options, &first, &x));
    for (int64_t j = 0; j < 80; j++)
        for (int64_t k = 24; k < 36; k++) data->x[k + j * 36] = 1e3 * (double)(k * j % 7);
    must(ard_prepare_fit(context, data, &train, &options, &second, &y));
    assert_memory_equal(x, y, 24 * 3 * sizeof *x);
    ard_free(context, y);
    ard_free(context, x);
    ard_prepare_free(second);
    ard_prepare_free(first);
    ardor_dataset_free(data);
}

/* Noise stays noise, with tuning; the leaky protocol takes the components of all rows. */
static void plans_and_tunings_take_components(void **state)
{
    (void)state;
    ardor_dataset *data = factors(7, 40, 30, NULL);
    static const char *const specs[] = {"method=spr tune=cv:3 plan=kfold:4 pca=3", "method=spr plan=kfold:4 pca=3 protocol=leaky",
                                        "method=projection plan=kfold:2 pca=3", "method=spr plan=kfold:4 tune=first:2 pca=3"};
    for (int s = 0; s < COUNT_OF(specs); s++) {
        json_t *result = evaluate(data, specs[s]);
        assert_true(number_at(result, "summary.error.value") < 0.2);
        json_decref(result);
    }
    ardor_dataset_free(data);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    ardor_dataset *data = factors(8, 20, 10, NULL);
    ardor_model *model = NULL;
    ardor_spec *spec = NULL;
    assert_int_equal(try_fit(data, "method=spr pca=2 force=x1", &model), ARDOR_USAGE);
    assert_message("--force: with --pca features are combinations of columns");
    assert_int_equal(try_fit(data, "method=spr pca=2 tune=alo", &model), ARDOR_USAGE);
    assert_message("not of the components that are its features");
    must(ardor_spec_new(context, &spec));
    static const char *const bad[] = {"0", "-1", "1.5", "all", ""};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(
            ardor_spec_set(context, spec, "pca", bad[i]) == ARDOR_OK && ardor_fit(context, data, spec, &model) == ARDOR_OK, 0);
        assert_message("pca takes none, or K with K >= 1");
    }
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

/* With as many components as there are and with few, the same ones. */
static void few_are_the_first_of_all(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        const int64_t n = wide ? 30 : 50, p = wide ? 50 : 30;
        double *few = NULL, *all = NULL;
        ardor_dataset *data = factors(3, n, p, NULL);
        ard_prepare *a = prepared(data, "pca=4", &few), *b = prepared(data, "pca=50", &all);
        assert_true(ard_prepare_features(a) == 4 && ard_prepare_features(b) > 20);
        assert_arrays_near(4 * n, few, all, 1e-10, "scores");
        ard_prepare_free(b);
        ard_prepare_free(a);
        ard_free(context, all);
        ard_free(context, few);
        ardor_dataset_free(data);
    }
}

static void a_cancel_is_seen(void **state)
{
    (void)state;
    double x[6] = {1, 2, 4, 3, 1, 5};
    const int32_t label[3] = {0, 1, 0};
    const ard_matrix matrix = ard_matrix_dense(3, 2, x, 3);
    const ard_targets targets = {3, 2, label, NULL, 3};
    ard_projection out = {0};
    ardor_cancel(context);
    assert_int_equal(ard_step_pca.project(&(ard_argument){.count = 1}, context, &matrix, &targets, &out), ARDOR_CANCELLED);
    ardor_cancel_reset(context);
    assert_true(out.k == 0 && !out.loading);
    ard_free(context, out.mean);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_those_of_numpy),
        cmocka_unit_test(the_first_of_equal_loadings_is_positive),
        cmocka_unit_test(components_are_orthogonal),
        cmocka_unit_test(weights_and_units),
        cmocka_unit_test(models_predict_from_columns),
        cmocka_unit_test(little_is_fitted),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(folds_have_components_of_their_own),
        cmocka_unit_test(plans_and_tunings_take_components),
        cmocka_unit_test(few_are_the_first_of_all),
        cmocka_unit_test(a_cancel_is_seen),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
