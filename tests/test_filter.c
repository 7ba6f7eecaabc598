/* Filters: scores, the choice of columns, and whose labels they see. */
#include "api_fixture.h"

#include <unistd.h>

#include "prepare/filter.h"
#include "prepared.h"

static const char *const names[] = {"ttest", "fdr"};

static const ard_filter_kind *filter_named(const char *name)
{
    for (int i = 0; ard_filter_kinds[i]; i++)
        if (strcmp(ard_filter_kinds[i]->name, name) == 0) return ard_filter_kinds[i];
    fail_msg("there is no filter '%s'", name);
    return NULL;
}

/* The scores of all columns, which the filter gives best first. */
static void scores(const char *name, int64_t n, int64_t p, const double *x, int n_classes, const int32_t *label,
                   const double *weight, double *score)
{
    const ard_matrix matrix = ard_matrix_dense(n, p, x, n);
    const ard_targets targets = {.n = n, .n_classes = n_classes, .label = label, .weight = weight};
    int64_t *column = make_array(p, sizeof *column);
    double *sorted = make_reals(p);
    must(filter_named(name)->rank(context, &matrix, &targets, p, column, sorted));
    for (int64_t t = 0; t < p; t++) score[column[t]] = sorted[t];
    free(sorted);
    free(column);
}

/* ------------------------------------------------------------------ scores */

/* t = difference / sqrt(pooled variance (1/n + 1/n')), by hand. */
static void scores_computed_by_hand(void **state)
{
    (void)state;
    /* means 2 and 6, sums of squares 2 and 8; means 1 and 1; classes apart without spread; a constant */
    const double x[] = {1, 2, 3, 4, 6, 8, 0, 1, 2, 2, 0, 1, -1, -1, -1, 7, 7, 7, 5, 5, 5, 5, 5, 5};
    const int32_t label[] = {0, 0, 0, 1, 1, 1};
    double score[4];
    const double rounding[] = {1e17, 1e17, 1e17, 1e17 + 16, 1e17 + 16, 1e17 + 16};
    scores("ttest", 6, 1, rounding, 2, label, NULL, score);
    assert_true(score[0] == 0);
    scores("ttest", 6, 4, x, 2, label, NULL, score);
    assert_near(score[0], 4 / sqrt((2.0 + 8.0) / 4 * (1.0 / 3 + 1.0 / 3)), 1e-14, "t");
    assert_true(score[1] == 0 && isinf(score[2]) && score[3] == 0);
    scores("fdr", 6, 4, x, 2, label, NULL, score);
    assert_near(score[0], 16 / (2.0 / 3 + 8.0 / 3), 1e-14, "fdr");
    assert_true(score[1] == 0 && isinf(score[2]) && score[3] == 0);
    /* unequal classes: 0 2 against 3 5 4 8, means 1 and 5, sums of squares 2 and 14 */
    const double unequal[] = {3, 0, 5, 4, 2, 8};
    const int32_t side[] = {1, 0, 1, 1, 0, 1};
    scores("ttest", 6, 1, unequal, 2, side, NULL, score);
    assert_near(score[0], 4 / sqrt(16.0 / 4 * (1.0 / 2 + 1.0 / 4)), 1e-14, "t of unequal classes");
    scores("fdr", 6, 1, unequal, 2, side, NULL, score);
    assert_near(score[0], 16 / (1 + 3.5), 1e-14, "fdr of unequal classes");
}

static void origin_and_unit_do_not_matter(void **state)
{
    (void)state;
    const double x[] = {1, 2, 4, 4, 6, 9}, scale[] = {1e-200, -1, 1e200, 1e307};
    const int32_t label[] = {0, 0, 1, 0, 1, 1};
    double other[6], want = 0, got = 0;
    for (int f = 0; f < COUNT_OF(names); f++) {
        scores(names[f], 6, 1, x, 2, label, NULL, &want);
        for (int s = 0; s < 5; s++) {
            for (int i = 0; i < 6; i++) other[i] = s < 4 ? scale[s] * x[i] : x[i] + 1048576;
            scores(names[f], 6, 1, other, 2, label, NULL, &got);
            assert_near(got, want, s < 4 ? 1e-13 * want : 1e-8 * want, "a score in another unit");
        }
    }
}

static void a_weight_of_two_is_a_row_twice(void **state)
{
    (void)state;
    const double x[] = {1, 4, 2, 11, 0.5}, weight[] = {1, 2, 3, 1, 2};
    const double twice[] = {1, 4, 4, 2, 2, 2, 11, 0.5, 0.5};
    const int32_t label[] = {0, 1, 0, 1, 1}, label_twice[] = {0, 1, 1, 0, 0, 0, 1, 1, 1};
    double a = 0, b = 0, tiny[] = {1e-300, 1e-300, 1, 1e300, 1e-300};
    for (int f = 0; f < COUNT_OF(names); f++) {
        scores(names[f], 5, 1, x, 2, label, weight, &a);
        scores(names[f], 9, 1, twice, 2, label_twice, NULL, &b);
        assert_near(a, b, 1e-14 * b, "the score of weighted rows");
        scores(names[f], 5, 1, x, 2, label, tiny, &a);
        assert_true(a >= 0);
    }
}

static void little_gives_numbers(void **state)
{
    (void)state;
    const double x[] = {3, 1, 2, 2, 3, 1e17, 1e17, 1e17};
    const int32_t one_against_three[] = {1, 0, 0, 0}, same[] = {1, 1, 1, 1};
    double score[2];
    for (int f = 0; f < COUNT_OF(names); f++) {
        const bool t = f == 0;
        scores(names[f], 4, 2, x, 2, one_against_three, NULL, score); /* 3 against 1 2 2 */
        assert_near(score[0], t ? (4.0 / 3) / sqrt(2.0 / 3 / 2 * (1 + 1.0 / 3)) : 16.0 / 9 / (2.0 / 9), 1e-13, "one row");
        assert_true(isinf(score[1]));
        scores(names[f], 4, 2, x, 2, same, NULL, score);
        assert_true(score[0] == 0 && score[1] == 0);
        scores(names[f], 2, 1, x, 2, one_against_three, NULL, score);
        assert_true(isinf(score[0]));
        scores(names[f], 1, 1, x, 2, one_against_three, NULL, score);
        assert_true(score[0] == 0);
        scores(names[f], 4, 0, x, 2, same, NULL, score);
    }
}

/* Of more classes the one that stands out most against the others counts. */
static void three_classes(void **state)
{
    (void)state;
    const double x[] = {0, 2, 5, 7, 6, 4};
    const int32_t label[] = {0, 0, 1, 1, 2, 2};
    double score = 0, pair[3];
    scores("ttest", 6, 1, x, 3, label, NULL, &score);
    for (int32_t c = 0; c < 3; c++) {
        int32_t side[6];
        for (int i = 0; i < 6; i++) side[i] = label[i] == c;
        scores("ttest", 6, 1, x, 2, side, NULL, &pair[c]);
    }
    assert_true(score == pair[0] && pair[0] > pair[1] && pair[0] > pair[2]);
}

/* ------------------------------------------------------------------ the choice */

enum { N = 23, P = 300 };

/* The same statistics in their textbook form. */
static double textbook(const char *name, const double *x, const double *side)
{
    double mean[2] = {0}, square[2] = {0}, count[2] = {0};
    for (int i = 0; i < N; i++) {
        count[side[i] > 0]++;
        mean[side[i] > 0] += x[i];
    }
    for (int c = 0; c < 2; c++) mean[c] /= count[c];
    for (int i = 0; i < N; i++) square[side[i] > 0] += pow(x[i] - mean[side[i] > 0], 2);
    const double apart = mean[1] - mean[0];
    if (strcmp(name, "fdr") == 0) return apart * apart / (square[0] / count[0] + square[1] / count[1]);
    return fabs(apart) / sqrt((square[0] + square[1]) / (N - 2) * (1 / count[0] + 1 / count[1]));
}

/* Columns 200 to 299 are copies of 100 to 199, which come first; column 7 is constant and no column of `prepare`. */
static ardor_dataset *wide_table(uint64_t seed, double *x, double *side)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int i = 0; i < N; i++) side[i] = i % 3 ? 1 : -1;
    for (int j = 0; j < P; j++)
        for (int i = 0; i < N; i++) {
            double *cell = x + i + (int64_t)j * N;
            *cell = j == 7     ? 1
                    : j >= 200 ? x[i + (int64_t)(j - 100) * N]
                               : (1 + j % 4) * (ard_rng_normal(&rng) + (j % 5 == 0 ? 0.4 * side[i] : 0));
        }
    return make_table(N, P, x, side, NULL);
}

static void check_choice(const char *name, const char *standardise, int64_t k)
{
    static double x[N * P], side[N], prepared[N * P];
    ardor_dataset *data = wide_table(11, x, side);
    int64_t row[N];
    for (int i = 0; i < N; i++) row[i] = i;
    const ard_rows rows = {N, row};
    char how[120];
    snprintf(how, sizeof how, "standardise=%s impute=median", standardise);
    ard_prepare_options options = prepare_options(how);
    ard_prepare *prepare = NULL, *unfiltered = NULL;
    double *kept = NULL, score[P];
    must(prepare_fit(context, data, &rows, &options, &unfiltered));
    assert_int_equal(unfiltered->p, P - 1);
    snprintf(how, sizeof how, "%s:%lld", name, (long long)k);
    assert_true(ard_prepare_set(&options, "filter", how));
    must(ard_prepare_fit(context, data, &rows, &options, &prepare, &kept));
    assert_int_equal(prepare->p, k < P - 1 ? k : P - 1);
    for (int j = 0; j < P; j++) score[j] = j == 7 ? 0 : textbook(name, x + (int64_t)j * N, side);
    for (int t = 0, j = 0; j < P; j++) {
        int64_t better = 0; /* columns before this one in the order of the filter */
        for (int other = 0; other < P; other++) {
            const bool same = other == j - 100 && j >= 200, copy = j == other - 100 && other >= 200;
            better += other != 7 && other != j && !copy && (same || score[other] > score[j]);
        }
        if (j == 7 || better >= k) continue;
        assert_true(t < prepare->p);
        assert_int_equal(prepare->column[t], j);
        assert_true(*number_of(prepare, "median", t) == *number_of(unfiltered, "median", j - (j > 7)));
        t++;
    }
    must(ard_prepare_apply(context, prepare, data, &rows, NULL, NULL, prepared));
    assert_memory_equal(prepared, kept, (size_t)(prepare->p * N) * sizeof *kept);
    ard_free(context, kept);
    ard_prepare_free(unfiltered);
    ard_prepare_free(prepare);
    ardor_dataset_free(data);
}

static void the_columns_of_largest_score_are_kept(void **state)
{
    (void)state;
    const int64_t k[] = {1, 2, 5, 30, 31, P - 2, P - 1, P, INT64_MAX};
    static const char *const standardise[] = {"train", "all", "none"}; /* samples changes the scores */
    for (int f = 0; f < COUNT_OF(names); f++)
        for (int s = 0; s < COUNT_OF(standardise); s++)
            for (int i = 0; i < COUNT_OF(k); i++) check_choice(names[f], standardise[s], k[i]);
}

/* ------------------------------------------------------------------ whose labels */

/* Noise, with labels that have nothing to do with it. */
static ardor_dataset *noise(uint64_t seed, int64_t n, int64_t p)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 1, 0);
    double *x = make_normals(&rng, n * p), *side = make_reals(n);
    for (int64_t i = 0; i < n; i++) side[i] = i % 2 ? 1 : -1;
    ardor_dataset *data = make_table(n, p, x, side, NULL);
    free(side);
    free(x);
    return data;
}

/* The error in per cent over three tables of noise, for which no classifier is better than a coin. */
static double noise_error(const char *spec, const char *filter, bool anew)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ardor_dataset *data = noise(seed, 40, 2000);
        json_t *result = evaluate(data, spec);
        assert_string_equal(text_at(result, "filter"), filter);
        assert_near(number_at(result, "summary.mean_n_features"), 10, 1e-12, "features of a fold");
        assert_true((json_array_size(at(result, "selection")) > 10) == anew);
        sum += 100 * number_at(result, "summary.error.value") / 3;
        json_decref(result);
        ardor_dataset_free(data);
    }
    return sum;
}

/* Leave-one-out is above one half on noise: where a row is left out its own class is the smaller one. */
static void noise_stays_noise_inside_the_fold(void **state)
{
    (void)state;
    const char *const filters[] = {"ttest:10", "fdr:10"}, *const plans[] = {"loo", "kfold:5"};
    for (int f = 0; f < 2; f++)
        for (int l = 0; l < 2; l++) {
            char spec[160];
            snprintf(spec, sizeof spec, "method=bpm plan=%s filter=%s", plans[l], filters[f]);
            const double honest = noise_error(spec, filters[f], true);
            snprintf(spec, sizeof spec, "method=bpm plan=%s filter=%s protocol=leaky", plans[l], filters[f]);
            const double leaky = noise_error(spec, filters[f], false);
            print_message("%s on noise, %s: honest %.1f %%, leaky %.1f %%\n", filters[f], plans[l], honest, leaky);
            assert_true(honest > 40 && honest < (l == 0 ? 80 : 65) && leaky < 15);
        }
}

/* What the inner folds test was not seen by their filter: with the filter outside them the errors of all candidates would be
 * small. */
static void tuning_filters_inside_its_folds(void **state)
{
    (void)state;
    double least = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ardor_dataset *data = noise(seed, 40, 2000);
        ardor_model *model = fit(data, "method=spr filter=ttest:10 tune=cv:5");
        json_t *root = model_json(model);
        const json_t *candidates = at(root, "tune.candidates"), *candidate;
        double best = 1;
        size_t i;
        json_array_foreach(candidates, i, candidate) best = fmin(best, json_number_value(json_object_get(candidate, "error")));
        least += best / 3;
        json_decref(root);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
    print_message("least inner error on noise: %.1f %%\n", 100 * least);
    assert_true(least > .3);
}

/* ------------------------------------------------------------------ models */

static ardor_dataset *columns_of(const ardor_dataset *data, int64_t n, const int64_t *column)
{
    const int64_t rows = ardor_dataset_rows(data);
    double *x = make_reals(rows * n);
    const char **name = make_array(n, sizeof *name);
    ardor_dataset *out = NULL;
    for (int64_t j = 0; j < n; j++) {
        name[j] = ardor_dataset_feature_name(data, column[j]);
        memcpy(x + j * rows, ardor_dataset_column(data, column[j]), (size_t)rows * sizeof *x);
    }
    must(ardor_dataset_from_arrays(context, rows, n, x, rows, NULL, name, NULL, &out));
    free(name);
    free(x);
    return out;
}

/* A model in a file predicts the same, and from the columns that the filter kept alone. */
static void models_need_the_kept_columns_only(void **state)
{
    (void)state;
    static double x[N * P], side[N];
    char path[] = "/tmp/ardor-test-filter-XXXXXX";
    ardor_dataset *data = wide_table(5, x, side), *few = NULL;
    ardor_model *model = fit(data, "method=bpm filter=fdr:4"), *loaded = NULL;
    int64_t column[4];
    double prob[2 * N];
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    must(ardor_model_save(context, model, path));
    must(ardor_model_load(context, path, &loaded));
    unlink(path);
    json_t *root = model_json(loaded), *first = model_json(model);
    assert_string_equal(text_at(root, "filter"), "fdr:4");
    assert_true(json_equal(root, first));
    assert_int_equal(ardor_model_features(loaded), 4);
    for (int64_t j = 0, t = 0; j < P && t < 4; j++)
        if (strcmp(ardor_dataset_feature_name(data, j), ardor_model_feature_name(loaded, t)) == 0) column[t++] = j;
    few = columns_of(data, 4, column);
    double *whole = positive_prob(model, data), *alone = positive_prob(loaded, few);
    assert_memory_equal(whole, alone, N * sizeof *whole);
    ardor_dataset_free(few);
    few = columns_of(data, 3, column);
    assert_int_equal(ardor_predict(context, loaded, few, prob), ARDOR_DATA);
    assert_message(ardor_model_feature_name(loaded, 3));
    free(alone);
    free(whole);
    json_decref(first);
    json_decref(root);
    ardor_dataset_free(few);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

static void odd_tables_are_fitted(void **state)
{
    (void)state;
    const double zero[20] = {0}, x[20] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    const double lone[] = {1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, half[] = {1, -1, 1, -1, 1, -1, 1, -1, 1, -1};
    ardor_model *model = NULL;
    for (int p = 0; p <= 2; p += 2)
        for (int constant = 0; constant < 2; constant++) {
            ardor_dataset *data = make_table(10, p, constant ? zero : x, half, NULL);
            model = fit(data, "method=bpm filter=ttest:1");
            assert_int_equal(ardor_model_features(model), p > 0 && !constant ? 1 : 0);
            ardor_model_free(model);
            ardor_dataset_free(data);
        }
    ardor_dataset *data = make_table(10, 2, x, lone, NULL);
    model = fit(data, "method=bpm filter=ttest:1");
    assert_string_equal(ardor_model_feature_name(model, 0), "x1"); /* |t| 1.57 and .53 */
    ardor_model_free(model);
    model = fit(data, "method=spr filter=fdr:9");
    ardor_model_free(model);
    ardor_dataset_free(data);
    data = make_table(1, 2, x, half, NULL);
    assert_int_equal(try_fit(data, "method=bpm filter=ttest:1", &model), ARDOR_DATA);
    assert_message("has only one class");
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_computed_by_hand),
        cmocka_unit_test(origin_and_unit_do_not_matter),
        cmocka_unit_test(a_weight_of_two_is_a_row_twice),
        cmocka_unit_test(little_gives_numbers),
        cmocka_unit_test(three_classes),
        cmocka_unit_test(the_columns_of_largest_score_are_kept),
        cmocka_unit_test(noise_stays_noise_inside_the_fold),
        cmocka_unit_test(tuning_filters_inside_its_folds),
        cmocka_unit_test(models_need_the_kept_columns_only),
        cmocka_unit_test(odd_tables_are_fitted),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
