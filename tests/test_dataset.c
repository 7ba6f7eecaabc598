/* Datasets from arrays: labels and their order, names, weights, checks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "context_fixture.h"
#include "data/dataset.h"

static void expect_message(const char *part)
{
    if (!strstr(ardor_context_message(context), part))
        fail_msg("'%s' is not in the message '%s'", part, ardor_context_message(context));
}

static void expect_classes(int n, const char *const *labels, const char *positive, const char *expected)
{
    ardor_dataset *data = NULL;
    char joined[200] = "";
    assert_int_equal(ard_dataset_new(context, n, 0, NULL, &data), ARDOR_OK);
    assert_int_equal(ard_dataset_set_labels(data, labels, positive), ARDOR_OK);
    for (int k = 0; k < data->n_classes; k++) {
        strcat(joined, data->class_name[k]);
        strcat(joined, " ");
    }
    assert_string_equal(joined, expected);
    for (int i = 0; i < n; i++) {
        bool none = !labels[i] || !labels[i][0];
        assert_int_equal(ardor_dataset_label(data, i) < 0, none);
        if (!none) assert_string_equal(ardor_dataset_class_name(data, ardor_dataset_label(data, i)), labels[i]);
    }
    ardor_dataset_free(data);
}

static void classes_are_sorted(void **state)
{
    (void)state;
    expect_classes(4, (const char *[]){"yes", "no", "yes", "maybe"}, NULL, "maybe no yes ");
    expect_classes(4, (const char *[]){"10", "9", "-1", "9"}, NULL, "-1 9 10 ");
    expect_classes(4, (const char *[]){"10", "9", "b", "10"}, NULL, "10 9 b ");
    expect_classes(4, (const char *[]){"b", NULL, "", "B"}, NULL, "B b ");
    expect_classes(3, (const char *[]){"2", "1", "2"}, "1", "2 1 ");
    expect_classes(2, (const char *[]){NULL, NULL}, NULL, "");
}

static void an_unknown_positive_class_lists_the_classes(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    assert_int_equal(ard_dataset_new(context, 2, 0, "t.csv", &data), ARDOR_OK);
    assert_int_equal(ard_dataset_set_labels(data, (const char *[]){"u", "v"}, "w"), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context),
                        "t.csv: there is no class 'w' to be the positive one; the classes are 'u', 'v'");
    ardor_dataset_free(data);
}

static void a_long_list_of_classes_is_cut(void **state)
{
    (void)state;
    enum { N = 100 };
    static char text[N][24];
    const char *labels[N];
    ardor_dataset *data = NULL;
    for (int i = 0; i < N; i++) {
        snprintf(text[i], sizeof text[i], "class_%d", 1000 + i);
        labels[i] = text[i];
    }
    assert_int_equal(ard_dataset_new(context, N, 0, "t.csv", &data), ARDOR_OK);
    assert_int_equal(ard_dataset_set_labels(data, labels, "w"), ARDOR_USAGE);
    const char *message = ardor_context_message(context);
    assert_non_null(strstr(message, "the classes are 'class_1000', 'class_1001', "));
    assert_string_equal(message + strlen(message) - 5, ", ...");
    assert_null(strstr(message, "class_1099"));
    ardor_dataset_free(data);
}

static void arrays_are_copied_with_their_leading_dimension(void **state)
{
    (void)state;
    const double x[] = {1, 2, -9, 3, NAN, -9};
    const double weight[] = {1, 2.5};
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, x, 3, (const char *[]){"b", "a"}, NULL, weight, &data), ARDOR_OK);
    assert_int_equal(ardor_dataset_rows(data), 2);
    assert_int_equal(ardor_dataset_features(data), 2);
    assert_int_equal(ardor_dataset_classes(data), 2);
    assert_string_equal(ardor_dataset_feature_name(data, 1), "x2");
    assert_string_equal(ardor_dataset_row_name(data, 1), "2");
    assert_int_equal(ardor_dataset_label(data, 0), 1);
    assert_true(ardor_dataset_column(data, 1)[0] == 3 && isnan(ardor_dataset_column(data, 1)[1]));
    assert_true(data->weight[1] == 2.5);
    assert_true(isnan(ardor_dataset_bayes_error(data)));
    assert_null(ardor_dataset_column(data, 2));
    assert_null(ardor_dataset_class_name(data, -1));
    assert_null(ardor_dataset_row_name(data, 2));
    ardor_dataset_free(data);
}

static void bad_arrays_are_refused(void **state)
{
    (void)state;
    double x[] = {1, 2, 3, 4};
    ardor_dataset *data = NULL;
    const char *same[] = {"g", "g"};
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, x, 2, NULL, same, NULL, &data), ARDOR_DATA);
    expect_message("features 1 and 2 are both named 'g'");
    assert_null(data);
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, x, 1, NULL, NULL, NULL, &data), ARDOR_USAGE);
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, NULL, 2, NULL, NULL, NULL, &data), ARDOR_USAGE);
    assert_int_equal(ardor_dataset_from_arrays(context, 0, 2, x, 2, NULL, NULL, NULL, &data), ARDOR_DATA);
    expect_message("no data rows");
    const double weights[][2] = {{1, 0}, {1, -1}, {1, INFINITY}, {1, NAN}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, x, 2, NULL, NULL, weights[i], &data), ARDOR_DATA);
        expect_message("row 2: the case weight");
    }
    const double huge[] = {1e308, 1e308};
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, x, 2, NULL, NULL, huge, &data), ARDOR_DATA);
    expect_message("overflows");
    x[3] = INFINITY;
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 2, x, 2, NULL, NULL, NULL, &data), ARDOR_DATA);
    expect_message("data: row 2, feature 'x2': inf is not a finite number");
}

static void sizes_beyond_the_blas_are_refused(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    assert_int_equal(ard_dataset_new(context, INT64_C(3000000000), 0, NULL, &data), ARDOR_DATA);
    assert_int_equal(ard_dataset_new(context, 1, INT64_C(3000000000), NULL, &data), ARDOR_DATA);
    assert_int_equal(ard_dataset_new(context, -1, 0, NULL, &data), ARDOR_DATA);
    assert_null(data);
}

static void names_are_found(void **state)
{
    (void)state;
    enum { N = 5000 };
    static char text[N][24];
    static char *names[N];
    ard_name_index *index = NULL;
    int64_t first = 0, second = 0;
    for (int i = 0; i < N; i++) {
        snprintf(text[i], sizeof text[i], "gene_%d", i);
        names[i] = text[i];
    }
    assert_int_equal(ard_name_index_new(context, N, names, &index), ARDOR_OK);
    for (int i = 0; i < N; i++) assert_int_equal(ard_name_index_find(index, text[i]), i);
    assert_int_equal(ard_name_index_find(index, "gene_5000"), -1);
    assert_int_equal(ard_name_index_find(index, ""), -1);
    ard_name_index_free(index);
    assert_int_equal(ard_names_repeated(context, N, names, &first, &second), ARDOR_OK);
    assert_int_equal(second, -1);
    strcpy(text[4000], "gene_17");
    assert_int_equal(ard_names_repeated(context, N, names, &first, &second), ARDOR_OK);
    assert_int_equal(first, 17);
    assert_int_equal(second, 4000);
    assert_int_equal(ard_name_index_new(context, 0, NULL, &index), ARDOR_OK);
    assert_int_equal(ard_name_index_find(index, "x"), -1);
    ard_name_index_free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_sorted),
        cmocka_unit_test(an_unknown_positive_class_lists_the_classes),
        cmocka_unit_test(a_long_list_of_classes_is_cut),
        cmocka_unit_test(arrays_are_copied_with_their_leading_dimension),
        cmocka_unit_test(bad_arrays_are_refused),
        cmocka_unit_test(sizes_beyond_the_blas_are_refused),
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
