/* Columns of a table against those of a model: every arrangement of every subset of them, wherever the model believes them. */
#include "model_fixture.h"

typedef struct arrangement {
    int64_t n;
    int order[COLUMNS];
} arrangement;

/* The next selection in order without repetition; false after the last. A counter in base COLUMNS + 1, whose digit 0 ends it. */
static bool next_arrangement(int *counter, arrangement *out)
{
    for (; *counter < 7776; ++*counter) { /* 6^5 */
        bool good = true, ended = false;
        *out = (arrangement){0};
        for (int rest = *counter, d = 0; d < COLUMNS; d++, rest /= COLUMNS + 1) {
            const int column = rest % (COLUMNS + 1) - 1;
            if (column < 0) {
                ended = true;
                continue;
            }
            good = good && !ended;
            for (int64_t j = 0; j < out->n; j++) good = good && out->order[j] != column;
            out->order[out->n++] = column;
        }
        if (good && out->n > 0) {
            ++*counter;
            return true;
        }
    }
    return false;
}

static bool has(const arrangement *a, const char *name)
{
    for (int64_t j = 0; j < a->n; j++)
        if (strcmp(column_name[a->order[j]], name) == 0) return true;
    return false;
}

/* The message about the names that the table lacks; empty where it has them all. */
static void expect_missing(const arrangement *a, int64_t n, char *const *names, char *out, size_t bytes)
{
    const char *first = NULL;
    int64_t missing = 0;
    for (int64_t j = 0; j < n; j++) {
        if (has(a, names[j])) continue;
        if (missing++ == 0) first = names[j];
    }
    out[0] = '\0';
    if (missing > 0)
        snprintf(out, bytes, "data: there is no column '%s', which the model needs (%lld of its %lld features %s missing)", first,
                 (long long)missing, (long long)n, missing == 1 ? "is" : "are");
}

static void check_arrangement(ardor_context *context, const ardor_model *model, const arrangement *a, const double *want)
{
    char expected[300];
    double prob[2 * ROWS];
    const bool all = model->n_row_features > 0;
    ardor_dataset *data = make_data(context, ROWS, a->n, a->order);
    expect_missing(a, all ? model->n_row_features : model->fit.machine.n_features, all ? model->row_feature : model->feature,
                   expected, sizeof expected);
    const ardor_status status = ardor_predict(context, model, data, prob);
    if (expected[0]) {
        assert_int_equal(status, ARDOR_DATA);
        assert_string_equal(ardor_context_message(context), expected);
    } else {
        assert_int_equal(status, ARDOR_OK);
        for (int i = 0; i < 2 * ROWS; i++) assert_true(fabs(prob[i] - want[i]) < 1e-12);
    }
    ardor_dataset_free(data);
}

/* What a model may believe of its columns: where they were; in a file that was tampered with anything; in old ones nothing. */
static void believe(ardor_context *context, ardor_model *model, int what)
{
    const int64_t wrong[] = {INT64_MAX, 4, 0, -1, INT64_MIN};
    if (what == 0) return;
    for (int64_t j = 0; j < model->fit.machine.n_features; j++) model->column[j] = wrong[(what + j) % 5];
    if (what < 6) return;
    ard_free(context, model->column);
    model->column = NULL;
}

static void check_model(const char *options)
{
    ardor_context *context = make_context();
    const ard_prepare_options prepared = prepare_options(options);
    double want[2 * ROWS];
    for (int what = 0; what < 7; what++) {
        ardor_model *model = make_model(context, "jcfo", "rbf", &prepared, false, false);
        ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
        assert_int_equal(ardor_predict(context, model, data, want), ARDOR_OK);
        ardor_dataset_free(data);
        believe(context, model, what);
        arrangement a;
        int counter = 0, seen = 0;
        for (; next_arrangement(&counter, &a); seen++) check_arrangement(context, model, &a, want);
        assert_int_equal(seen, 325); /* 5 + 20 + 60 + 120 + 120 */
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

static void features_are_found_wherever_they_are(void **state)
{
    (void)state;
    check_model("standardise=train");
}

static void so_are_the_columns_of_scaled_rows(void **state)
{
    (void)state;
    check_model("standardise=samples");
}

/* Names that begin alike, that are renamed or that changed places: the name decides, whatever stands in its place. */
static void names_decide(void **state)
{
    (void)state;
    enum { N = 40, P = 4 };
    static const char *const trained[P] = {"g", "g1", "g11", "h"}, *const moved[P] = {"g1", "g", "g11", "h"};
    static const char *const renamed[P] = {"g", "g1", "G11", "h"};
    const char *label[N];
    double x[N * P], prob[2 * N], other[2 * N];
    ardor_context *context = make_context();
    ardor_dataset *data = NULL, *swapped = NULL, *lacking = NULL;
    ardor_spec *spec = NULL;
    ardor_model *model = NULL;
    for (int64_t j = 0; j < P; j++)
        for (int64_t i = 0; i < N; i++) x[i + j * N] = cell(i, 3 * j) + .01 * (double)(i % 5);
    for (int64_t i = 0; i < N; i++) label[i] = x[i] + x[i + N] + x[i + 2 * N] > 4.5 ? "b" : "a";
    assert_int_equal(ardor_dataset_from_arrays(context, N, P, x, N, label, trained, NULL, &data), ARDOR_OK);
    assert_int_equal(ardor_dataset_from_arrays(context, N, P, x, N, NULL, moved, NULL, &swapped), ARDOR_OK);
    assert_int_equal(ardor_dataset_from_arrays(context, N, P, x, N, NULL, renamed, NULL, &lacking), ARDOR_OK);
    assert_int_equal(ardor_spec_new(context, &spec), ARDOR_OK);
    assert_int_equal(ardor_spec_set(context, spec, "method", "bpm"), ARDOR_OK);
    assert_int_equal(ardor_spec_set(context, spec, "basis", "identity"), ARDOR_OK);
    assert_int_equal(ardor_fit(context, data, spec, &model), ARDOR_OK);
    assert_int_equal(ardor_model_features(model), P);
    assert_int_equal(ardor_predict(context, model, data, prob), ARDOR_OK);
    assert_int_equal(ardor_predict(context, model, lacking, other), ARDOR_DATA);
    assert_message(context, "there is no column 'g11', which the model needs (1 of its 4 features is missing)");
    assert_int_equal(ardor_predict(context, model, swapped, other), ARDOR_OK);
    assert_true(fabs(prob[N] - other[N]) > 1e-3);
    for (int64_t i = 0; i < N; i++) { /* the values changed places too */
        swapped->x[i] = x[i + N];
        swapped->x[i + N] = x[i];
    }
    assert_int_equal(ardor_predict(context, model, swapped, other), ARDOR_OK);
    for (int i = 0; i < 2 * N; i++) assert_true(fabs(prob[i] - other[i]) < 1e-14);
    ardor_model_free(model);
    ardor_spec_free(spec);
    ardor_dataset_free(lacking);
    ardor_dataset_free(swapped);
    ardor_dataset_free(data);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_found_wherever_they_are),
        cmocka_unit_test(so_are_the_columns_of_scaled_rows),
        cmocka_unit_test(names_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
