/* Values that an evaluation keeps: which features and rows, in which order, against the table and the rest of the document;
 * methods that select nothing, files of folds, refusals; quantiles. */
#include "api_fixture.h"

#include "data/dataset.h"
#include "metric/quantile.h"

enum { N = 48, P = 40, MOST = 30 };

static ardor_dataset *data;

/* 3 columns tell the classes apart, one of them with missing values; of the last each value is another. */
static int open_data(void **state)
{
    ard_rng rng;
    int32_t label[N];
    open_context(state);
    ard_rng_init(&rng, 8, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        for (int j = 0; j < 3; j++) x[i + j * N] += 1.5 * label[i] + 10;
    }
    for (int i = 5; i < N; i += 9) x[i + N] = NAN;
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    table.n_classes = 2;
    must(ardor_dataset_from_table(context, &table, &data));
    free(x);
    return 0;
}

static int close_data(void **state)
{
    ardor_dataset_free(data);
    return close_context(state);
}

static int64_t column_of(const char *name)
{
    for (int64_t j = 0; j < P; j++)
        if (strcmp(data->feature[j], name) == 0) return j;
    fail_msg("there is no feature %s", name);
    return -1;
}

/* Rows are those of the predictions where each comes first. */
static void check_rows(json_t *document, json_t *rows)
{
    bool seen[N + 1] = {false};
    size_t i, n = 0;
    json_t *prediction;
    json_array_foreach(at(document, "rows"), i, prediction)
    {
        const long id = strtol(text_at(prediction, "id"), NULL, 10);
        assert_in_range(id, 1, N);
        if (seen[id]) continue;
        seen[id] = true;
        json_t *row = json_array_get(rows, n++);
        assert_string_equal(text_at(row, "id"), text_at(prediction, "id"));
        assert_string_equal(text_at(row, "class"), text_at(prediction, "class"));
    }
    assert_int_equal(json_array_size(rows), n);
}

static void check_values(json_t *rows, json_t *feature, int64_t *missing)
{
    const double *column = ard_dataset_values(data, column_of(text_at(feature, "name")));
    json_t *values = at(feature, "values"), *row;
    size_t i;
    assert_int_equal(json_array_size(values), json_array_size(rows));
    json_array_foreach(rows, i, row)
    {
        const double wanted = column[strtol(text_at(row, "id"), NULL, 10) - 1];
        json_t *value = json_array_get(values, i);
        *missing += isnan(wanted);
        if (isnan(wanted))
            assert_true(json_is_null(value));
        else
            assert_true(json_number_value(value) == wanted);
    }
}

/* Returns how many features the result lists. */
static size_t check(const char *spec, int64_t least_missing)
{
    json_t *document = evaluate(data, spec), *rows = at(document, "values.rows"), *features = at(document, "values.features");
    const size_t n = json_array_size(at(document, "selection"));
    int64_t missing = 0;
    assert_true(is_null(document, "values.reason"));
    check_rows(document, rows);
    assert_int_equal(json_array_size(features), n < MOST ? n : MOST);
    for (size_t k = 0; k < json_array_size(features); k++) {
        json_t *feature = json_array_get(features, k);
        assert_string_equal(text_at(feature, "name"), text_at(json_array_get(at(document, "selection"), k), "name"));
        check_values(rows, feature, &missing);
    }
    assert_true(missing >= least_missing);
    json_decref(document);
    return n;
}

/* Whatever the preparation makes of them. */
static void values_are_those_of_the_table(void **state)
{
    (void)state;
    assert_in_range(check("method=spr lam1=4 impute=median plan=repeat:2x3 keep-values=on", 1), 2, MOST - 1);
    assert_in_range(check("method=spr lam1=4 impute=median plan=kfold:4 keep-values=on standardise=none", 1), 2, MOST - 1);
    assert_in_range(check("method=spr lam1=1 impute=mean plan=boot:6 keep-values=on", 0), MOST + 1, P);
    check("method=forward k=3 impute=median plan=holdout:.25 keep-values=on", 0);
    check("method=lda filter=ttest:5 impute=median plan=loo keep-values=on", 1);
}

static void nothing_is_kept_where_nothing_is_selected(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *reason;
    } cases[] = {{"method=lda impute=median plan=kfold:3 keep-values=on", "every fold uses all features"},
                 {"method=spr impute=median lam1=4 pca=3 plan=kfold:3 keep-values=on", "are components"},
                 {"method=majority impute=median plan=kfold:3 keep-values=on", "no feature was selected"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        notes[0] = '\0';
        json_t *document = evaluate(data, cases[k].spec);
        assert_non_null(strstr(text_at(document, "values.reason"), cases[k].reason));
        assert_int_equal(json_array_size(at(document, "values.rows")), 0);
        assert_int_equal(json_array_size(at(document, "values.features")), 0);
        if (!strstr(notes, "--keep-values: no values of features are kept, because") || !strstr(notes, cases[k].reason))
            fail_msg("it is noted: %s", notes);
        json_decref(document);
    }
}

static void they_change_nothing_else(void **state)
{
    (void)state;
    static const char spec[] = "method=spr lam1=4 impute=median plan=kfold:4";
    char text[128];
    json_t *without = evaluate(data, spec);
    assert_true(is_null(without, "values"));
    snprintf(text, sizeof text, "%s keep-values=on", spec);
    json_t *with = evaluate(data, text);
    json_object_set_new(with, "values", json_null());
    char *a = without_seconds(without), *b = without_seconds(with);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

/* Finished folds of a run without them are those of a run with them. */
static void files_of_folds_serve_both(void **state)
{
    (void)state;
    static const char spec[] = "method=spr lam1=4 impute=median plan=kfold:4 checkpoint=kept-records";
    char text[128];
    remove("kept-records");
    json_decref(evaluate(data, spec));
    FILE *file = fopen("kept-records", "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long bytes = ftell(file);
    fclose(file);
    snprintf(text, sizeof text, "%s keep-values=on", spec);
    check(text, 1);
    file = fopen("kept-records", "rb");
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    assert_int_equal(ftell(file), bytes); /* none was run again */
    fclose(file);
    assert_int_equal(remove("kept-records"), 0);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    json_t *out = NULL;
    ardor_model *model = NULL;
    assert_int_equal(try_evaluate(data, "method=lda plan=kfold:3 keep-values=yes", &out), ARDOR_USAGE);
    assert_non_null(strstr(ardor_context_message(context), "keep-values takes off or on"));
    assert_int_equal(try_fit(data, "method=lda keep-values=on", &model), ARDOR_USAGE);
    assert_non_null(strstr(ardor_context_message(context), "--keep-values is of evaluate"));
}

/* NumPy's quantile has the same definition. */
static void quantiles_are_between_neighbours(void **state)
{
    (void)state;
    static const double value[] = {-3, 1, 1, 2.5, 7, 1e308};
    static const double share[] = {0, .025, .25, .5, .6, .75, .8}, wanted[] = {-3, -2.5, 1, 1.75, 2.5, 5.875, 7};
    for (size_t k = 0; k < sizeof share / sizeof *share; k++)
        assert_near(ard_quantile(6, value, share[k]), wanted[k], 1e-12, "a quantile");
    assert_true(ard_quantile(6, value, 1) == 1e308);
    assert_true(ard_quantile(1, value, .3) == -3);
    assert_true(isnan(ard_quantile(0, value, .5)));
    static const double far[] = {-1.5e308, 1.5e308};
    assert_true(ard_quantile(2, far, .5) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_table), cmocka_unit_test(nothing_is_kept_where_nothing_is_selected),
        cmocka_unit_test(they_change_nothing_else),      cmocka_unit_test(files_of_folds_serve_both),
        cmocka_unit_test(what_cannot_be_is_refused),     cmocka_unit_test(quantiles_are_between_neighbours)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
