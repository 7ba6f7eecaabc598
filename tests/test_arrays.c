/* Tables in the caller's memory: every type, every way to lie there, what is kept of them and what is refused. */
#include "api_fixture.h"

enum { N = 70, P = 11 };

static void close_data(ardor_dataset **data)
{
    ardor_dataset_free(*data);
    *data = NULL;
}

static ardor_dataset *take(const ardor_table *table)
{
    ardor_dataset *data = NULL;
    must(ardor_dataset_from_table(context, table, &data));
    return data;
}

/* The value in row i and column j that all types hold. */
static double cell(int64_t i, int64_t j) { return (double)((i * 31 + j * 17 + i * j) % 251); }

static void put(void *x, ardor_dtype dtype, int64_t at, double value)
{
    switch (dtype) {
    case ARDOR_F64:
        ((double *)x)[at] = value;
        return;
    case ARDOR_F32:
        ((float *)x)[at] = (float)value;
        return;
    case ARDOR_I64:
        ((int64_t *)x)[at] = (int64_t)value;
        return;
    case ARDOR_I32:
        ((int32_t *)x)[at] = (int32_t)value;
        return;
    case ARDOR_U8:
        ((uint8_t *)x)[at] = (uint8_t)value;
        return;
    }
}

/* Of n x p values with these strides, the first at `origin` of `room`. */
static void check_layout(ardor_dtype dtype, int64_t n, int64_t p, int64_t row_stride, int64_t column_stride)
{
    static const int64_t bytes[] = {8, 4, 8, 4, 1};
    const int64_t far_row = (n - 1) * row_stride, far_column = (p - 1) * column_stride;
    const int64_t origin = (far_row < 0 ? -far_row : 0) + (far_column < 0 ? -far_column : 0);
    const int64_t room = origin + 1 + (far_row > 0 ? far_row : 0) + (far_column > 0 ? far_column : 0);
    char *x = make_array(room, (size_t)bytes[dtype]); /* of just this size, for the sanitizers */
    for (int64_t j = 0; j < p; j++)
        for (int64_t i = 0; i < n; i++) put(x, dtype, origin + i * row_stride + j * column_stride, cell(i, j));
    ardor_table table = {.size = sizeof table, .n = n, .p = p, .x = x + origin * bytes[dtype], .dtype = dtype};
    table.row_stride = row_stride;
    table.column_stride = column_stride;
    ardor_dataset *data = take(&table);
    assert_int_equal(ardor_dataset_rows(data), n);
    assert_int_equal(ardor_dataset_features(data), p);
    for (int64_t j = 0; j < p; j++)
        for (int64_t i = 0; i < n; i++)
            if (ardor_dataset_column(data, j)[i] != cell(i, j))
                fail_msg("dtype %d, strides %lld, %lld: row %lld, column %lld", dtype, (long long)row_stride,
                         (long long)column_stride, (long long)i, (long long)j);
    ardor_dataset_free(data);
    free(x);
}

static void every_type_and_layout(void **state)
{
    (void)state;
    for (int dtype = ARDOR_F64; dtype <= ARDOR_U8; dtype++) {
        check_layout(dtype, N, P, 1, N);         /* Fortran */
        check_layout(dtype, N, P, 1, N + 3);     /* with gaps */
        check_layout(dtype, N, P, P, 1);         /* C */
        check_layout(dtype, N, P, 2 * P + 1, 2); /* of a larger one */
        check_layout(dtype, N, P, -1, N);        /* rows the other way */
        check_layout(dtype, N, P, P, -1);        /* columns */
        check_layout(dtype, N, P, -P, -1);       /* both */
        check_layout(dtype, 1, 1, 5, -7);
        check_layout(dtype, 1, 200, 200, 1);
        check_layout(dtype, 200, 1, -1, 1);
        check_layout(dtype, 64, 8, 8, 1); /* whole tiles */
        check_layout(dtype, 65, 9, 9, 1);
        check_layout(dtype, 63, 7, 7, 1);
        check_layout(dtype, 20, 600, 600, 1); /* several panels */
        check_layout(dtype, 9, 257, -300, 1);
    }
}

static void no_strides_are_columns_without_gaps(void **state)
{
    (void)state;
    const double x[] = {1, 2, (double)NAN, 4, 5, 6};
    ardor_dataset *data = take(&(ardor_table){.size = sizeof(ardor_table), .n = 3, .p = 2, .x = x});
    for (int j = 0; j < 2; j++) assert_memory_equal(ardor_dataset_column(data, j), x + 3 * j, 3 * sizeof *x);
    assert_ptr_not_equal(ardor_dataset_column(data, 0), x);
    assert_string_equal(ardor_dataset_feature_name(data, 1), "x2");
    assert_string_equal(ardor_dataset_row_name(data, 2), "3");
    assert_int_equal(ardor_dataset_classes(data), 0);
    assert_int_equal(ardor_dataset_label(data, 0), -1);
    assert_true(ardor_dataset_weight(data, 0) == 1 && isnan(ardor_dataset_weight(data, 3)));
    assert_true(isnan(ardor_dataset_weight(data, -1)) && isnan(ardor_dataset_weight(NULL, 0)));
    assert_int_equal(ardor_dataset_group(data, 0), -1);
    close_data(&data);
    /* one value for every row */
    const float same[] = {7, 8};
    data = take(&(ardor_table){.size = sizeof(ardor_table), .n = 3, .p = 2, .x = same, .dtype = ARDOR_F32, .column_stride = 1});
    for (int i = 0; i < 3; i++) assert_true(ardor_dataset_column(data, 1)[i] == 8);
    close_data(&data);
}

static void everything_beside_the_values(void **state)
{
    (void)state;
    const int64_t x[] = {1, 2, 3, 4, 5, (INT64_C(1) << 60) + 1};
    const int32_t label[] = {1, -1, 0, 2, 1, 0};
    const char *const classes[] = {"zebra", "ant", "10"}, *const features[] = {"only one"};
    const char *const rows[] = {"a", "b", "a", "", "\xc3\xa9", "f"};
    const double weights[] = {1, 2, .5, 1, 1, 3};
    const int64_t groups[] = {INT64_MAX, -5, INT64_MAX, 0, -5, INT64_MIN};
    static const int64_t group[] = {0, 1, 0, 2, 1, 3};
    ardor_table table = {.size = sizeof table, .n = 6, .p = 1, .x = x, .dtype = ARDOR_I64, .label = label, .n_classes = 3};
    ardor_dataset *data = take(&table);
    assert_string_equal(ardor_dataset_class_name(data, 2), "2");
    close_data(&data);
    table.class_names = classes;
    table.feature_names = features;
    table.row_names = rows;
    table.weights = weights;
    table.groups = groups;
    table.target = "kind";
    data = take(&table);
    assert_int_equal(ardor_dataset_classes(data), 3);
    for (int k = 0; k < 3; k++) assert_string_equal(ardor_dataset_class_name(data, k), classes[k]);
    assert_string_equal(ardor_dataset_feature_name(data, 0), "only one");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ardor_dataset_label(data, i), label[i]);
        assert_string_equal(ardor_dataset_row_name(data, i), rows[i]);
        assert_true(ardor_dataset_weight(data, i) == weights[i]);
        assert_int_equal(ardor_dataset_group(data, i), group[i]);
    }
    assert_int_equal(ardor_dataset_group(data, 6), -1);
    assert_true(ardor_dataset_column(data, 0)[5] == (double)(INT64_C(1) << 60));
    close_data(&data);
}

/* The second class is the positive one, wherever its name is in an alphabet, and the model says what the labels are called. */
static void classes_keep_their_order(void **state)
{
    (void)state;
    enum { ROWS = 40 };
    double x[ROWS];
    int32_t label[ROWS];
    static const char *const names[] = {"well", "ill"};
    for (int i = 0; i < ROWS; i++) {
        label[i] = i % 2;
        x[i] = (double)(i % 7) + 2 * label[i];
    }
    ardor_table table = {.size = sizeof table, .n = ROWS, .p = 1, .x = x, .label = label, .n_classes = 2, .class_names = names};
    table.target = "health";
    ardor_dataset *data = take(&table);
    ardor_model *model = fit(data, "method=logistic lam=.01");
    assert_string_equal(ardor_model_class_name(model, 1), "ill");
    assert_string_equal(ardor_model_target(model), "health");
    assert_true(ardor_model_feature_weight(model, 0) > 0);
    ardor_model_free(model);
    close_data(&data);
}

/* What the same numbers are when they come as text and by columns. */
static void the_same_as_from_arrays(void **state)
{
    (void)state;
    double x[N * P], weights[N];
    float turned[N * P];
    int32_t label[N];
    const char *text[N];
    for (int i = 0; i < N; i++) {
        label[i] = (i * i) % 3 ? 1 : 0;
        text[i] = label[i] ? "yes" : "no";
        weights[i] = 1 + i % 4;
        for (int j = 0; j < P; j++) turned[i * P + j] = (float)(x[i + j * N] = cell(i, j) + (j == i % P ? 40 * label[i] : 0));
    }
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = turned, .dtype = ARDOR_F32, .row_stride = P};
    table.column_stride = 1;
    table.label = label;
    table.n_classes = 2;
    table.class_names = (const char *const[]){"no", "yes"};
    table.weights = weights;
    ardor_dataset *data = take(&table), *other = NULL;
    must(ardor_dataset_from_arrays(context, N, P, x, N, text, NULL, weights, &other));
    ardor_model *model = fit(data, "method=spr lam1=2"), *same = fit(other, "method=spr lam1=2");
    char *a = without_seconds(model_json(model)), *b = without_seconds(model_json(same));
    assert_string_equal(a, b);
    free(a);
    free(b);
    ardor_model_free(model);
    ardor_model_free(same);
    close_data(&other);
    close_data(&data);
}

/* ------------------------------------------------------------------ borrowed values */

static char *csv_of(const ardor_dataset *data)
{
    char *text = NULL;
    must(ardor_dataset_write(context, data, "arrays.csv"));
    must(ardor_read_text(context, "arrays.csv", &text));
    remove("arrays.csv");
    return text;
}

static void borrowed_values_are_only_looked_at(void **state)
{
    (void)state;
    enum { LD = N + 5 };
    double *x = make_reals(LD * P), before[LD * P];
    int32_t label[N];
    for (int64_t i = 0; i < LD * P; i++) x[i] = (double)INFINITY; /* of what is not the table's */
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        for (int j = 0; j < P; j++) x[i + j * LD] = cell(i, j) + (j == 3 ? 90 * label[i] : 0);
    }
    x[0 + LD * 5] = (double)NAN;
    memcpy(before, x, sizeof before);
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = LD, .label = label};
    table.n_classes = 2;
    ardor_dataset *copied = take(&table);
    table.borrow = 1;
    ardor_dataset *data = take(&table);
    assert_ptr_equal(ardor_dataset_column(data, 2), x + 2 * LD);
    static const char *const specs[] = {"method=spr lam1=1 impute=median",
                                        "method=jcfo basis=rbf impute=knn:3 standardise=samples",
                                        "method=lda ridge=.1 filter=ttest:3 impute=median"};
    for (int s = 0; s < 3; s++) {
        ardor_model *model = fit(data, specs[s]), *same = fit(copied, specs[s]);
        char *a = without_seconds(model_json(model)), *b = without_seconds(model_json(same));
        double *p = positive_prob(model, data), *q = positive_prob(model, copied);
        assert_string_equal(a, b); /* its fingerprint too */
        assert_memory_equal(p, q, N * sizeof *p);
        free(p);
        free(q);
        free(a);
        free(b);
        ardor_model_free(model);
        ardor_model_free(same);
    }
    char *a = csv_of(data), *b = csv_of(copied);
    assert_string_equal(a, b);
    ardor_string_free(context, a);
    ardor_string_free(context, b);
    assert_int_equal(try_fit(data, "method=spr", &(ardor_model *){NULL}), ARDOR_DATA);
    assert_message("row 1, column 'x6'");
    close_data(&copied);
    close_data(&data);
    assert_memory_equal(before, x, sizeof before);
    free(x);
}

/* ------------------------------------------------------------------ refusals */

static void refused(const ardor_table *table, ardor_status status, const char *message)
{
    ardor_dataset *data = (ardor_dataset *)(void *)&data;
    assert_int_equal(ardor_dataset_from_table(context, table, &data), status);
    assert_null(data);
    assert_message(message);
}

#define REFUSED(status, message, ...)                                                                                            \
    do {                                                                                                                         \
        ardor_table t_ = {.size = sizeof t_, .n = 2, .p = 2, .x = x, .label = label, .n_classes = 2};                            \
        __VA_ARGS__;                                                                                                             \
        refused(&t_, status, message);                                                                                           \
    } while (0)

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, (double)INFINITY, 5};
    const int32_t label[] = {0, 1}, high[] = {0, 2}, low[] = {-2, 0};
    const double weights[] = {1, 0};
    refused(NULL, ARDOR_USAGE, "a table is needed");
    REFUSED(ARDOR_USAGE, "n = -1", t_.n = -1);
    REFUSED(ARDOR_USAGE, "p = -3", t_.p = -3);
    REFUSED(ARDOR_USAGE, "x is NULL", t_.x = NULL);
    REFUSED(ARDOR_DATA, "there are no data rows", t_.n = 0);
    REFUSED(ARDOR_USAGE, "there is no dtype 5", t_.dtype = (ardor_dtype)5);
    REFUSED(ARDOR_USAGE, "more than memory holds", t_.row_stride = INT64_MAX);
    REFUSED(ARDOR_USAGE, "more than memory holds", t_.row_stride = INT64_MIN / 4);
    REFUSED(ARDOR_USAGE, "more than memory holds", (t_.row_stride = 1, t_.column_stride = INT64_MAX / 4));
    REFUSED(ARDOR_USAGE, "more than memory holds", (t_.row_stride = INT64_MAX / 4, t_.column_stride = -(INT64_MAX / 4)));
    REFUSED(ARDOR_USAGE, "not aligned", t_.x = (const char *)x + 4);
    REFUSED(ARDOR_USAGE, "can be borrowed", (t_.borrow = 1, t_.dtype = ARDOR_I64));
    REFUSED(ARDOR_USAGE, "can be borrowed", (t_.borrow = 1, t_.row_stride = 2, t_.column_stride = 4));
    REFUSED(ARDOR_USAGE, "can be borrowed", (t_.borrow = 1, t_.row_stride = 1, t_.column_stride = 1));
    REFUSED(ARDOR_DATA, "row 2, feature 'x2': inf is not a finite number", t_.borrow = 1);
    REFUSED(ARDOR_DATA, "row 2, feature 'x2': inf is not a finite number", t_.borrow = 0);
    REFUSED(ARDOR_USAGE, "row 2 has the label 2", t_.label = high);
    REFUSED(ARDOR_USAGE, "row 1 has the label -2", t_.label = low);
    REFUSED(ARDOR_USAGE, "n_classes is -1", t_.n_classes = -1);
    REFUSED(ARDOR_USAGE, "one of the 0 classes", t_.n_classes = 0);
    REFUSED(ARDOR_USAGE, "class 1 (from 0) has no name", t_.class_names = ((const char *const[]){"a", ""}));
    REFUSED(ARDOR_USAGE, "class 0 (from 0) has no name", t_.class_names = ((const char *const[]){NULL, "a"}));
    REFUSED(ARDOR_DATA, "both named 'a'", t_.class_names = ((const char *const[]){"a", "a"}));
    REFUSED(ARDOR_USAGE, "feature name 2 is NULL", t_.feature_names = ((const char *const[]){"a", NULL}));
    REFUSED(ARDOR_DATA, "has no name", t_.feature_names = ((const char *const[]){"a", ""}));
    REFUSED(ARDOR_DATA, "both named 'a'", t_.feature_names = ((const char *const[]){"a", "a"}));
    REFUSED(ARDOR_DATA, "not UTF-8", t_.feature_names = ((const char *const[]){"a", "\xff"}));
    assert_null(strstr(ardor_context_message(context), "file")); /* there is none to be converted */
    REFUSED(ARDOR_DATA, "the class name '\\xFF' is not UTF-8", t_.class_names = ((const char *const[]){"a", "\xff"}));
    REFUSED(ARDOR_DATA, "the row name '\\xFF' is not UTF-8", t_.row_names = ((const char *const[]){"a", "\xff"}));
    REFUSED(ARDOR_DATA, "the target column's name '\\xFF' is not UTF-8", t_.target = "\xff");
    REFUSED(ARDOR_USAGE, "row name 1 is NULL", t_.row_names = ((const char *const[]){NULL, "a"}));
    REFUSED(ARDOR_DATA, "the case weight 0", (t_.weights = weights, t_.p = 1));
    assert_int_equal(ardor_dataset_from_table(context, NULL, NULL), ARDOR_USAGE);
}

/* A class that no row has is no class to learn, but tables to be predicted may have it. */
static void a_class_without_rows_is_refused_where_it_is_learnt(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4};
    const int32_t label[] = {0, 2, 0, 2};
    ardor_model *model = NULL;
    json_t *root = NULL;
    ardor_dataset *data =
        take(&(ardor_table){.size = sizeof(ardor_table), .n = 4, .p = 1, .x = x, .label = label, .n_classes = 3});
    assert_int_equal(try_fit(data, "method=lda", &model), ARDOR_DATA);
    assert_message("no row has the class '1'");
    assert_int_equal(try_evaluate(data, "method=lda plan=loo", &root), ARDOR_DATA);
    assert_message("no row has the class '1'");
    close_data(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_and_layout),        cmocka_unit_test(no_strides_are_columns_without_gaps),
        cmocka_unit_test(everything_beside_the_values), cmocka_unit_test(classes_keep_their_order),
        cmocka_unit_test(the_same_as_from_arrays),      cmocka_unit_test(borrowed_values_are_only_looked_at),
        cmocka_unit_test(what_is_wrong_is_refused),     cmocka_unit_test(a_class_without_rows_is_refused_where_it_is_learnt),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
