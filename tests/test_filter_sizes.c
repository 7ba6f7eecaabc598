/* Sizes of a filter: their texts, what each keeps of a table, which is chosen, and what files say of them. */
#include "sizes_fixture.h"

#include "model/model_file.h"
#include "prepare/filter.h"

/* ------------------------------------------------------------------ texts */

static const char *filter_text(const char *text, char out[ARD_ARGUMENT_BYTES])
{
    ard_prepare_options options = {0};
    return ard_prepare_set(&options, "filter", text) ? ard_prepare_text(&options, "filter", out) : NULL;
}

static void sizes_are_read(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"ttest:10", "ttest:10"},
        {"ttest:10,20,50", "ttest:10,20,50"},
        {"fdr:50,10,20", "fdr:10,20,50"},
        {"ttest:7,7", "ttest:7"},
        {"ttest:3,9,3", "ttest:3,9"},
        {"ttest:10, 20", "ttest:10,20"},
        {"none", "none"},
        {"fdr:9223372036854775807,1", "fdr:1,9223372036854775807"},
        {"fdr:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", "fdr:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"}};
    static const char *const bad[] = {"ttest:",
                                      "ttest:,",
                                      "ttest:1,",
                                      "ttest:,1",
                                      "ttest:1,,2",
                                      "ttest:0,1",
                                      "ttest:2,-1",
                                      "ttest:1;2",
                                      "ttest:1,2.5",
                                      "ttest:9223372036854775808,1",
                                      "fdr:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"};
    char out[ARD_ARGUMENT_BYTES];
    for (int k = 0; k < COUNT_OF(good); k++) {
        const char *text = filter_text(good[k][0], out);
        if (!text || strcmp(text, good[k][1]) != 0) fail_msg("%s is %s", good[k][0], text ? text : "refused");
    }
    for (int k = 0; k < COUNT_OF(bad); k++)
        if (filter_text(bad[k], out)) fail_msg("%s is %s", bad[k], out);
    /* the longest text there may be: sixteen of the largest sizes, which differ */
    char text[ARD_ARGUMENT_BYTES + 100];
    for (int f = 0; ard_filter_kinds[f]; f++) {
        size_t used = (size_t)snprintf(text, sizeof text, "%s:", ard_filter_kinds[f]->name);
        for (int k = 0; k < ARD_MAX_SIZES; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s92233720368547758%02d", k ? "," : "", (k - 9) & 7);
        assert_true(used < ARD_ARGUMENT_BYTES);
        assert_non_null(filter_text(text, out));
    }
}

static void sizes_are_refused_without_tuning(void **state)
{
    (void)state;
    static const char *const specs[][2] = {
        {"method=spr filter=ttest:2,5",
         "the filter has several sizes, of which tuning takes one inside the training rows: give --tune "
         "too, or one size"},
        {"method=spr filter=ttest:2,5 tune=none", "give --tune too, or one size"},
        {"method=spr filter=ttest:2,5 tune=alo",
         "rows are left out of fits, not of the choice of a filter's size: take --tune=cv:5"},
        {"method=rvm filter=ttest:2,5 tune=alo", "not of the choice of a filter's size"}};
    ardor_dataset *data = make_rows(2, false, false);
    for (int k = 0; k < COUNT_OF(specs); k++) {
        ardor_model *model = NULL;
        assert_int_equal(try_fit(data, specs[k][0], &model), ARDOR_USAGE);
        assert_message(specs[k][1]);
    }
    ardor_dataset_free(data);
}

/* --tune alone is never approximate leave-one-out then. */
static void auto_takes_folds(void **state)
{
    (void)state;
    ardor_dataset *data = make_rows(2, false, false);
    for (int list = 0; list < 2; list++) {
        ardor_spec *spec = NULL;
        ard_config config;
        config_of(list ? "method=jcfo basis=rbf tune=auto filter=ttest:2,3" : "method=jcfo basis=rbf tune=auto", &spec, &config);
        data->p = 5; /* a long table */
        must(ard_tune_settle(context, data, NULL, &config.recipe));
        data->p = COLUMNS;
        assert_int_equal(config.recipe.tune, list ? ARD_TUNE_CV : ARD_TUNE_ALO);
        ardor_spec_free(spec);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ what a size keeps */

/* Of every filter the k best are the first of more, ties and columns without a score among them. */
static void lists_of_filters_are_prefixes(void **state)
{
    (void)state;
    for (int n_classes = 2; n_classes <= 3; n_classes++)
        for (int weighted = 0; weighted < 2; weighted++) {
            ardor_dataset *data = make_rows(n_classes, weighted, false);
            const ard_matrix x = ard_matrix_dense(ROWS, COLUMNS, data->x, ROWS);
            double sum = 0;
            for (int64_t i = 0; i < ROWS; i++) sum += weighted ? data->weight[i] : 1;
            for (int f = 0; ard_filter_kinds[f]; f++) {
                const ard_filter_kind *kind = ard_filter_kinds[f];
                const ard_targets t = {ROWS, n_classes, kind->sees_labels ? data->label : NULL, data->weight, sum};
                int64_t all[COLUMNS], some[COLUMNS];
                double score[COLUMNS];
                must(kind->rank(context, &x, &t, COLUMNS, all, score));
                for (int64_t k = 0; k <= COLUMNS; k++) {
                    must(kind->rank(context, &x, &t, k, some, score));
                    if (memcmp(some, all, (size_t)k * sizeof *all) != 0)
                        fail_msg("%s: the %d best are not the first of all", kind->name, (int)k);
                }
            }
            ardor_dataset_free(data);
        }
}

/* Columns, numbers and values of a narrow preparation are those of one with that size alone, forced columns or not. */
static void a_narrow_preparation_is_one_of_its_size(void **state)
{
    (void)state;
    bool forced[COLUMNS] = {false};
    forced[8] = forced[11] = true;
    int64_t row[ROWS];
    ard_rows rows = {0, row};
    for (int64_t i = 0; i < ROWS; i++)
        if (i % 4) row[rows.n++] = i;
    ardor_dataset *data = make_rows(3, true, true);
    for (int f = 0; ard_filter_kinds[f]; f++)
        for (int with = 0; with < 2; with++) {
            char text[100];
            ard_prepare_options options = {.forced = with ? forced : NULL};
            ard_prepare *whole = NULL;
            double *x = NULL;
            snprintf(text, sizeof text, "%s:" LIST, ard_filter_kinds[f]->name);
            assert_true(ard_prepare_set(&options, "filter", text) && ard_prepare_set(&options, "impute", "knn:3"));
            must(ard_prepare_fit(context, data, &rows, &options, &whole, &x));
            for (int k = 0; k < SIZES; k++) {
                ard_prepare_options single = options;
                ard_prepare *narrow = NULL, *alone = NULL;
                ard_columns kept;
                double *value = NULL, *again = make_reals(ROWS * COLUMNS);
                ard_prepare_set_size(&single, size_at[k]);
                must(ard_prepare_fit(context, data, &rows, &single, &alone, &value));
                must(ard_prepare_narrow(context, whole, size_at[k], &narrow));
                must(ard_prepare_kept(context, whole, size_at[k], &kept));
                assert_true(kept.n == alone->p && narrow->p == alone->p && narrow->n_constant == alone->n_constant);
                assert_memory_equal(narrow->column, alone->column, (size_t)alone->p * sizeof(int64_t));
                assert_true(!narrow->forced == !alone->forced);
                if (with) assert_memory_equal(narrow->forced, alone->forced, (size_t)alone->p * sizeof(bool));
                for (int64_t j = 0; j < kept.n; j++)
                    assert_memory_equal(x + kept.column[j] * rows.n, value + j * rows.n, (size_t)rows.n * sizeof(double));
                must(ard_prepare_apply(context, narrow, data, &rows, NULL, NULL, again));
                assert_memory_equal(again, value, (size_t)(rows.n * alone->p) * sizeof(double));
                char its[ARD_ARGUMENT_BYTES], other[ARD_ARGUMENT_BYTES];
                assert_string_equal(ard_prepare_text(&narrow->options, "filter", its),
                                    ard_prepare_text(&alone->options, "filter", other));
                free(again);
                ard_free(context, value);
                ard_free(context, kept.column);
                ard_prepare_free(alone);
                ard_prepare_free(narrow);
            }
            ard_free(context, x);
            ard_prepare_free(whole);
        }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ the choice */

/* Of sizes that are alike, as those from all columns on, the smallest is taken; with keep, of the untuned settings of every size
 * those of the least error. */
static void equals_go_to_the_smaller_size(void **state)
{
    (void)state;
    static const char *const rules[] = {"one-se", "deviance", "error", "keep"};
    ardor_dataset *data = make_rows(2, false, false);
    for (int r = 0; r < 4; r++) {
        char spec[120];
        tuned t;
        snprintf(spec, sizeof spec, "method=spr tune=cv:3 filter=ttest:13,14,900 rule=%s", rules[r]);
        tune_rows(data, NULL, spec, NULL, &t);
        assert_true(t.fitted.filter == 13 || t.fitted.report.candidate[t.fitted.report.chosen].empty);
        done_tuned(&t);
    }
    ard_tuned table[6] = {{.error = .3, .error_se = .1, .deviance = .6, .n_features = 2, .filter = 2},
                          {.error = .32, .error_se = .1, .deviance = .6, .n_features = 2, .untuned = true, .filter = 2},
                          {.error = .25, .error_se = .1, .deviance = .6, .n_features = 4, .filter = 5},
                          {.error = .28, .error_se = .1, .deviance = .6, .n_features = 5, .untuned = true, .filter = 5},
                          {.error = .34, .error_se = .1, .deviance = .6, .n_features = 1, .untuned = true, .filter = 9},
                          {.error = .5, .error_se = .1, .deviance = .7, .empty = true}};
    assert_int_equal(ard_choose(table, 6, ARD_RULE_KEEP), 3);
    assert_int_equal(ard_choose(table, 2, ARD_RULE_KEEP), 1);
    table[3].status = ARD_TUNED_FAILED;
    assert_int_equal(ard_choose(table, 6, ARD_RULE_KEEP), 1);
    table[1].error = .36;
    assert_int_equal(ard_choose(table, 6, ARD_RULE_KEEP), 4);
    table[4].error = .36; /* none of them is within .35 */
    assert_int_equal(ard_choose(table, 6, ARD_RULE_KEEP), 2);
    assert_int_equal(ard_choose(table, 6, ARD_RULE_ONE_SE), 0);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ the empty model, time, files */

/* Noise that tells nothing: the empty model, which has no filter; its preparation has the smallest size. */
static void the_empty_model_has_no_size(void **state)
{
    (void)state;
    ardor_dataset *data = balanced_noise();
    ardor_model *model = fit(data, "method=spr tune=cv:4 filter=ttest:1,2 rule=deviance");
    json_t *root = model_json(model);
    const size_t chosen = (size_t)number_at(root, "tune.chosen");
    assert_int_equal(chosen + 1, json_array_size(at(root, "tune.candidates")));
    assert_true(is_null(json_array_get(at(root, "tune.candidates"), chosen), "filter"));
    assert_string_equal(text_at(root, "filter"), "ttest:1");
    assert_true(json_is_true(at(root, "null_model")));
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Out of time before any candidate is finished in all folds. */
static void without_a_choice_the_smallest_size_is_fitted(void **state)
{
    (void)state;
    ardor_dataset *data = make_rows(2, false, false);
    ardor_spec *spec = NULL;
    ard_config config;
    ard_fitted fitted = {0};
    config_of("method=spr lam1=3 tune=cv:4 filter=ttest:" LIST, &spec, &config);
    must(ard_tune_settle(context, data, NULL, &config.recipe));
    notes[0] = '\0';
    ard_deadline_set(context, ard_now() - 1);
    must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1, .keep = true}, &fitted));
    ard_deadline_set(context, INFINITY);
    assert_non_null(strstr(notes, "the fit is not tuned, and its filter has the smallest of its sizes"));
    assert_int_equal(fitted.report.n_candidates, 0);
    assert_int_equal(fitted.filter, 0);
    assert_int_equal(fitted.prepare->p, 2);
    ard_fitted_free(context, &fitted);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

/* 300 rows with 30 features that matter: more are better, up to all 40 of them. */
static void sizes_at_the_edge_are_doubted(void **state)
{
    (void)state;
    static const struct {
        const char *sizes, *doubt;
    } cases[] = {{"1,2,4,8", "filter = 8 is the largest"}, {"8,4", NULL}, {"2,8,40", NULL}, {"1,2,4,900", NULL}};
    enum { N = 300, P = 40 };
    ard_rng rng;
    ard_rng_init(&rng, 8, 0, 0);
    double *x = make_normals(&rng, N * P), side[N];
    for (int64_t i = 0; i < N; i++) {
        side[i] = i % 2 ? 1 : -1;
        for (int64_t j = 0; j < P; j++) x[j * N + i] += .25 * side[i];
    }
    ardor_dataset *data = make_table(N, P, x, side, NULL);
    for (int c = 0; c < COUNT_OF(cases); c++) {
        char spec[100];
        snprintf(spec, sizeof spec, "method=lda ridge=.1 tune=cv:4 rule=error filter=ttest:%s", cases[c].sizes);
        notes[0] = '\0';
        ardor_model *model = fit(data, spec);
        const char *found = strstr(notes, "at the edge of the sizes tried");
        if ((found != NULL) != (cases[c].doubt != NULL)) fail_msg("%s: %s", cases[c].sizes, notes);
        if (found) assert_non_null(strstr(found, cases[c].doubt));
        ardor_model_free(model);
    }
    free(x);
    ardor_dataset_free(data);
}

static char *replaced(const char *text, const char *old, const char *new)
{
    const char *found = strstr(text, old);
    if (!found) fail_msg("there is no %s", old);
    char *out = make_array((int64_t)(strlen(text) + strlen(new) + 1), 1);
    sprintf(out, "%.*s%s%s", (int)(found - text), text, new, found + strlen(old));
    return out;
}

static void model_files_have_the_size(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new, *message;
    } damages[] = {
        {"\"argument\": \"ttest:5\"", "\"argument\": \"ttest:5,9\"", "has the argument 'ttest:5,9': a model has one size"},
        {"\"argument\": \"ttest:5\"", "\"argument\": \"ttest:6\"",
         "the chosen candidate has a filter of size 5, and no step has it"},
        {"{\"filter\": 5", "{\"filter\": null", "must have a filter as the first one has, or none as that"},
        {"{\"filter\": 2", "{\"filter\": 0", "filter"},
        {"{\"filter\": 2", "{\"filter\": 2.5", "filter"},
        {"{\"filter\": null", "{\"filter\": 5", "must be null: the empty model has no filter"},
    };
    ardor_dataset *data = make_rows(2, false, false);
    ardor_model *model = fit(data, "method=spr tune=cv:4 filter=ttest:2,5 rule=deviance"), *again = NULL;
    char *text = NULL, *second = NULL;
    must(ard_model_text(context, model, &text));
    must(ard_model_parse(context, NULL, text, strlen(text), "model.json", &again));
    must(ard_model_text(context, again, &second));
    assert_string_equal(text, second);
    json_t *root = model_json(again);
    const size_t chosen = (size_t)number_at(root, "tune.chosen");
    assert_string_equal(text_at(root, "filter"), "ttest:5");
    assert_int_equal(number_at(json_array_get(at(root, "tune.candidates"), chosen), "filter"), 5);
    json_decref(root);
    ardor_model_free(again);
    ard_free(context, second);
    for (int k = 0; k < COUNT_OF(damages); k++) {
        char *damaged = replaced(text, damages[k].old, damages[k].new);
        assert_int_equal(ard_model_parse(context, NULL, damaged, strlen(damaged), "model.json", &again), ARDOR_DATA);
        assert_message(damages[k].message);
        free(damaged);
    }
    ard_free(context, text);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_read),
        cmocka_unit_test(sizes_are_refused_without_tuning),
        cmocka_unit_test(auto_takes_folds),
        cmocka_unit_test(lists_of_filters_are_prefixes),
        cmocka_unit_test(a_narrow_preparation_is_one_of_its_size),
        cmocka_unit_test(equals_go_to_the_smaller_size),
        cmocka_unit_test(the_empty_model_has_no_size),
        cmocka_unit_test(without_a_choice_the_smallest_size_is_fitted),
        cmocka_unit_test(sizes_at_the_edge_are_doubted),
        cmocka_unit_test(model_files_have_the_size),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
