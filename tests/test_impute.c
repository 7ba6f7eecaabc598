/* Imputation by means and by nearest rows: reference values, weights, rows without neighbours, and models from files. */
#include "api_fixture.h"

#include "prepared.h"

/* ------------------------------------------------------------------ reference values */

/* Columns in different units. The first TRAIN rows are fitted on. */
enum { N = 12, P = 5, TRAIN = 9, GAPS = 17 };

static const double gap = (double)NAN;
static double table[N * P];

static void make_reference_table(void)
{
    const double rows[N][P] = {
        {0, gap, 2200, 30, 21000}, {8, .04, 0, gap, 15000},    {22, gap, 1100, 51, 0},    {19, .14, 900, 12, gap},
        {22, .08, 1700, 9, 12000}, {gap, gap, gap, 42, 16000}, {0, .2, 1700, 42, 11000},  {21, .15, 900, gap, 20000},
        {gap, .18, 1100, 12, 2e4}, {12, .06, gap, gap, 11000}, {gap, gap, gap, gap, gap}, {4, .06, 800, 30, gap},
    };
    for (int64_t i = 0; i < N; i++)
        for (int64_t j = 0; j < P; j++) table[i + j * N] = rows[i][j];
}

/* By row and column. Of scikit-learn 1.2.1: z = (x - nanmean(x[:9])) / nanstd(x[:9]) by columns (numpy), then
 * KNNImputer(n_neighbors=K).fit(z[:9]).transform(z), and back to the units of x. */
typedef struct filled {
    int64_t row, column;
    double one, three, hundred; /* K */
} filled;

static const filled reference[GAPS] = {
    {0, 1, 0.2, 0.15333333333333332, 0.13166666666666668},
    {2, 1, 0.14, 0.14, 0.13166666666666668},
    {3, 4, 20000, 17333.333333333332, 14375},
    {5, 0, 8, 9.6666666666666661, 13.142857142857142},
    {5, 1, 0.04, 0.13, 0.13166666666666668},
    {5, 2, 0, 866.66666666666674, 1200},
    {7, 3, 12, 22, 28.285714285714285},
    {8, 0, 21, 20.666666666666668, 13.142857142857142},
    {9, 2, 0, 866.66666666666674, 1200},
    {9, 3, 9, 21, 28.285714285714285},
    {10, 0, 13.142857142857142, 13.142857142857142, 13.142857142857142}, /* no value: the means of the columns */
    {10, 1, 0.13166666666666668, 0.13166666666666668, 0.13166666666666668},
    {10, 2, 1200, 1200, 1200},
    {10, 3, 28.285714285714285, 28.285714285714285, 28.285714285714285},
    {10, 4, 14375, 14375, 14375},
    {11, 4, 16000, 17333.333333333332, 14375},
    {1, 3, 42, 21, 28.285714285714285},
};

static ardor_dataset *dataset(int64_t n, int64_t p, const double *x, const double *weight)
{
    ardor_dataset *data = NULL;
    must(ardor_dataset_from_arrays(context, n, p, x, n, NULL, NULL, weight, &data));
    return data;
}

/* The rows, prepared by what was fitted on the first n of them; no column is constant. */
static void impute(const ardor_dataset *data, int64_t n, const char *how, double *out)
{
    char text[60];
    ard_prepare *prepare = NULL;
    ard_rows all = {0};
    snprintf(text, sizeof text, "standardise=none impute=%s", how);
    const ard_prepare_options options = prepare_options(text);
    must(ard_rows_all(context, data->n, &all));
    const ard_rows train = {n, all.row};
    must(prepare_fit(context, data, &train, &options, &prepare));
    assert_int_equal(prepare->p, data->p);
    must(ard_prepare_apply(context, prepare, data, &all, NULL, NULL, out));
    ard_prepare_free(prepare);
    ard_free(context, all.row);
}

static void neighbours_are_those_of_a_reference(void **state)
{
    (void)state;
    static const char *const how[] = {"knn:1", "knn:3", "knn:100"};
    ardor_dataset *data = dataset(N, P, table, NULL);
    double x[N * P];
    for (int k = 0; k < COUNT_OF(how); k++) {
        impute(data, TRAIN, how[k], x);
        for (int64_t i = 0; i < N * P; i++)
            if (!isnan(table[i])) assert_true(x[i] == table[i]);
        for (int g = 0; g < GAPS; g++) {
            const filled *f = &reference[g];
            const double expected = k == 0 ? f->one : k == 1 ? f->three : f->hundred;
            assert_near(x[f->row + f->column * N], expected, 1e-12 * expected, how[k]);
        }
    }
    ardor_dataset_free(data);
}

static void units_do_not_matter(void **state)
{
    (void)state;
    double x[N * P], y[N * P], scaled[N * P];
    for (int64_t i = 0; i < N * P; i++) scaled[i] = table[i] * (i / N == 2 ? 1e150 : i / N == 4 ? 1e-150 : 1);
    ardor_dataset *data = dataset(N, P, table, NULL), *other = dataset(N, P, scaled, NULL);
    impute(data, TRAIN, "knn:2", x);
    impute(other, TRAIN, "knn:2", y);
    for (int64_t i = 0; i < N * P; i++)
        assert_near(y[i] / (i / N == 2 ? 1e150 : i / N == 4 ? 1e-150 : 1), x[i], 1e-12 * x[i], "a value in another unit");
    ardor_dataset_free(other);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ by hand */

static void means_are_weighted(void **state)
{
    (void)state;
    const double x[] = {1, 4, gap, 11, gap}, weight[] = {1, 2, 5, 1, 1};
    double out[5];
    ardor_dataset *plain = dataset(5, 1, x, NULL), *weighted = dataset(5, 1, x, weight);
    impute(plain, 3, "mean", out);
    assert_true(out[2] == 2.5 && out[4] == 2.5 && out[3] == 11);
    impute(weighted, 4, "mean", out);
    assert_true(out[2] == 5 && out[4] == 5);
    ardor_dataset_free(weighted);
    ardor_dataset_free(plain);
}

/* Of equally near rows the first ones; a row of weight 2 is two neighbours, and the last one counts as what is left of K. */
static void ties_and_weights(void **state)
{
    (void)state;
    const double x[] = {0, 1, -1, 2, -2, 0, gap, 10, 30, 50, 70, gap};
    const double weight[] = {1, 2, 2, 1, 1, 1};
    double out[12];
    ardor_dataset *plain = dataset(6, 2, x, NULL), *weighted = dataset(6, 2, x, weight);
    impute(plain, 6, "knn:1", out);
    assert_true(out[6] == 10 && out[11] == 10);
    impute(plain, 6, "knn:3", out);
    assert_near(out[6], 30, 1e-12, "three neighbours"); /* 10 30 50 */
    impute(weighted, 6, "knn:3", out);
    assert_near(out[6], 50. / 3, 1e-12, "two of the first neighbour, one of the second"); /* 10 10 30 */
    ardor_dataset_free(weighted);
    ardor_dataset_free(plain);
}

/* The distance is a mean over the columns that both rows have, so that the rows that have few are not nearer for it. */
static void distances_are_for_the_columns_compared(void **state)
{
    (void)state;
    const double x[] = {
        0,   3,   0,   9, -9, /* row 0 has a gap in the last column */
        0,   gap, 2,   9, -9, /* row 1 differs by 3 in one column of one, row 2 by 0 and 2 in two, so by 2 in mean square */
        gap, 100, 200, 0, 300,
    };
    double out[15];
    ardor_dataset *data = dataset(5, 3, x, NULL);
    impute(data, 5, "knn:1", out);
    assert_true(out[10] == 200);
    ardor_dataset_free(data);
}

/* A column without values is constant, and takes no part, like one that is constant on the training rows. */
static void empty_and_constant_columns_take_no_part(void **state)
{
    (void)state;
    const double x[] = {
        1, 2, 3, 4, 1.1, gap, gap, gap, gap, 5, 7, gap, gap, gap, -1e9, 10, 20, 30, 40, gap,
    };
    ardor_dataset *data = dataset(5, 4, x, NULL);
    const ard_prepare_options options = prepare_options("standardise=none impute=knn:1");
    ard_prepare *prepare = NULL;
    ard_rows rows = {0};
    double out[20];
    notes[0] = '\0';
    must(ard_rows_all(context, 5, &rows));
    must(prepare_fit(context, data, &(ard_rows){4, rows.row}, &options, &prepare));
    assert_string_equal(notes, "2 constant columns dropped: x2, x3\n");
    assert_true(prepare->p == 2 && prepare->column[1] == 3);
    must(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, out));
    assert_true(out[9] == 10);
    ard_prepare_free(prepare);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

/* What a model has of the preparation fills in as the whole does, with weights too. */
static void a_part_fills_in_as_the_whole(void **state)
{
    (void)state;
    const double weight[N] = {1, 2, .5, 1, 3, 1, 2, 1, 1, 1, 1, 1};
    const int64_t kept[] = {1, 3}, there[] = {P - 2, P - 4}, all[] = {4, 3, 2, 1, 0}; /* in a table turned around */
    double turned[N * P];
    for (int64_t j = 0; j < P; j++) memcpy(turned + j * N, table + (P - 1 - j) * N, N * sizeof *turned);
    ardor_dataset *data = dataset(N, P, table, weight), *other = dataset(N, P, turned, NULL);
    const ard_prepare_options options = prepare_options("standardise=none impute=knn:3");
    ard_prepare *whole = NULL, *part = NULL;
    ard_rows rows = {0};
    double x[N * P], y[N * 2], plain[N * P];
    must(ard_rows_all(context, N, &rows));
    must(prepare_fit(context, data, &(ard_rows){TRAIN, rows.row}, &options, &whole));
    must(ard_prepare_apply(context, whole, data, &rows, NULL, NULL, x));
    must(ard_prepare_restrict(context, whole, 2, kept, &part));
    must(ard_prepare_apply(context, part, other, &rows, there, all, y));
    assert_memory_equal(y, x + N, N * sizeof *x);
    assert_memory_equal(y + N, x + 3 * N, N * sizeof *x);
    ardor_dataset *unweighted = dataset(N, P, table, NULL);
    impute(unweighted, TRAIN, "knn:3", plain);
    assert_memory_not_equal(plain + N, x + N, N * sizeof *x);
    ardor_dataset_free(unweighted);
    ardor_dataset_free(other);
    ard_prepare_free(part);
    ard_prepare_free(whole);
    ard_free(context, rows.row);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ models */

enum { ROWS = 40, COLUMNS = 6 };

/* A tenth of the values is missing; the class depends on the first two columns. */
static ardor_dataset *table_with_gaps(bool weighted)
{
    double x[ROWS * COLUMNS], side[ROWS], weight[ROWS];
    ard_rng rng;
    ard_rng_init(&rng, 3, 0, 0);
    for (int64_t i = 0; i < ROWS * COLUMNS; i++) x[i] = ard_rng_normal(&rng) * (double)(1 + i / ROWS);
    for (int64_t i = 0; i < ROWS; i++) {
        side[i] = x[i] + x[i + ROWS] / 2;
        weight[i] = 1 + (double)(i % 3) / 2;
    }
    for (int64_t i = 0; i < ROWS * COLUMNS; i++)
        if (ard_rng_uniform(&rng) < .1) x[i] = gap;
    return make_table(ROWS, COLUMNS, x, side, weighted ? weight : NULL);
}

/* What is kept is the training rows, whatever the features, and a file gives the same bits. */
static void a_model_from_a_file_fills_in_the_same(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr lam1=4 impute=knn:3",
                                        "method=rvm basis=identity impute=knn:3 standardise=samples",
                                        "method=spr lam1=4 impute=mean", "method=spr strength=1 impute=knn:2",
                                        "method=rvm basis=rbf impute=knn:7 filter=ttest:2"};
    for (int i = 0; i < 2 * COUNT_OF(specs); i++) {
        char path[] = "impute-test.json";
        ardor_dataset *data = table_with_gaps(i % 2);
        ardor_model *model = fit(data, specs[i / 2]), *loaded = NULL;
        must(ardor_model_save(context, model, path));
        must(ardor_model_load(context, path, &loaded));
        remove(path);
        double *p = positive_prob(model, data), *q = positive_prob(loaded, data);
        assert_memory_equal(p, q, ROWS * sizeof *p);
        free(q);
        free(p);
        ardor_model_free(loaded);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

/* One row alone gets what it gets among others: its neighbours are training rows. */
static void predictions_do_not_depend_on_each_other(void **state)
{
    (void)state;
    ardor_dataset *data = table_with_gaps(false);
    ardor_model *model = fit(data, "method=bpm impute=knn:3");
    double *all = positive_prob(model, data);
    for (int64_t i = 0; i < ROWS; i++) {
        double row[COLUMNS];
        for (int64_t j = 0; j < COLUMNS; j++) row[j] = ardor_dataset_column(data, j)[i];
        ardor_dataset *one = dataset(1, COLUMNS, row, NULL);
        double *p = positive_prob(model, one);
        assert_near(p[0], all[i], 1e-12, "a row alone");
        free(p);
        ardor_dataset_free(one);
    }
    free(all);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

static char *evaluation(const ardor_dataset *data, const char *spec)
{
    json_t *root = evaluate(data, spec);
    assert_string_equal(text_at(root, "impute"), "knn:4");
    char *text = without_seconds(root);
    return text;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    ardor_dataset *data = table_with_gaps(true);
    char *one = evaluation(data, "method=spr tune=cv:3 plan=kfold:4 impute=knn:4 threads=1");
    char *three = evaluation(data, "method=spr tune=cv:3 plan=kfold:4 impute=knn:4 threads=3");
    assert_string_equal(one, three);
    free(three);
    free(one);
    ardor_dataset_free(data);
}

static int open_all(void **state)
{
    make_reference_table();
    return open_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_those_of_a_reference),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(means_are_weighted),
        cmocka_unit_test(ties_and_weights),
        cmocka_unit_test(distances_are_for_the_columns_compared),
        cmocka_unit_test(empty_and_constant_columns_take_no_part),
        cmocka_unit_test(a_part_fills_in_as_the_whole),
        cmocka_unit_test(a_model_from_a_file_fills_in_the_same),
        cmocka_unit_test(predictions_do_not_depend_on_each_other),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, open_all, close_context);
}
