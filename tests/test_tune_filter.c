/* Sizes of a filter that tuning chooses among: figures and fits against those of tunings at each size by itself, in every bit. */
#include "sizes_fixture.h"

#include "resample/plan.h"

/* "...filter=KIND:LIST" with one of the sizes in place of the list. */
static const char *at_size(const char *text, int k, char out[300])
{
    const char *list = strstr(text, LIST);
    assert_non_null(list);
    snprintf(out, 300, "%.*s%d%s", (int)(list - text), text, (int)size_at[k], list + strlen(LIST));
    return out;
}

static bool same_bits(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static void assert_same_candidate(const ard_tuned *a, const ard_tuned *b, const char *spec, int64_t i)
{
    bool same = a->status == b->status && a->empty == b->empty && a->untuned == b->untuned;
    const double one[] = {a->error, a->error_se, a->deviance, a->n_features, a->n_vectors};
    const double other[] = {b->error, b->error_se, b->deviance, b->n_features, b->n_vectors};
    for (int k = 0; k < COUNT_OF(one); k++) same &= same_bits(one[k], other[k]);
    for (int k = 0; k < ARD_MAX_TUNED; k++) same &= same_bits(a->value[k], b->value[k]);
    if (!same) fail_msg("%s: candidate %d: error %.17g, alone %.17g", spec, (int)i, a->error, b->error);
}

/* ------------------------------------------------------------------ figures and fits */

/* Probabilities of all rows of the data. */
static double *all_prob(const ardor_dataset *data, const ard_fitted *fitted)
{
    ard_rows all = {0};
    must(ard_rows_all(context, data->n, &all));
    double *x = make_reals(data->n * (data->p + 1)), *prob = make_reals(data->n * data->n_classes);
    must(ard_prepare_apply(context, fitted->prepare, data, &all, NULL, NULL, x));
    const ard_matrix matrix = ard_matrix_dense(data->n, fitted->prepare->p, x, data->n);
    must(ard_machine_predict(context, &fitted->fit.machine, &matrix, prob));
    free(x);
    ard_free(context, all.row);
    return prob;
}

static void assert_same_fit(const ardor_dataset *data, const ard_fitted *a, const ard_fitted *b, const char *spec)
{
    double *one = all_prob(data, a), *other = all_prob(data, b);
    if (memcmp(one, other, (size_t)(data->n * data->n_classes) * sizeof *one) != 0) fail_msg("%s: the fits differ", spec);
    assert_true(same_bits(a->fit.objective, b->fit.objective) && a->relaxed == b->relaxed);
    assert_true(a->report.train_error == b->report.train_error && a->report.n_tuned == b->report.n_tuned);
    free(other);
    free(one);
}

/* The candidates of all sizes are those of each size one after the other, with the empty model once; the rule chooses among all;
 * and the fit is what that choice gives by itself at its size. */
static void check_sizes(const ardor_dataset *data, const ard_rows *rows, const char *text)
{
    tuned all, one;
    char single[300];
    int64_t next = 0;
    tune_rows(data, rows, text, NULL, &all);
    const ard_fit_report *report = &all.fitted.report;
    for (int k = 0; k < SIZES; k++) {
        tune_rows(data, rows, at_size(text, k, single), NULL, &one);
        const ard_fit_report *alone = &one.fitted.report;
        const int64_t n = alone->n_candidates - 1;
        for (int64_t i = 0; i < n; i++) {
            assert_int_equal(report->candidate[next + i].filter, size_at[k]);
            assert_int_equal(alone->candidate[i].filter, 0);
            assert_same_candidate(report->candidate + next + i, alone->candidate + i, text, next + i);
        }
        assert_same_candidate(report->candidate + report->n_candidates - 1, alone->candidate + n, text, report->n_candidates - 1);
        assert_true(report->baseline_error == alone->baseline_error && report->baseline_deviance == alone->baseline_deviance);
        if (report->chosen >= next && report->chosen < next + n && !all.config.recipe.relax) {
            tuned given;
            const ard_choice choice = {.n_candidates = alone->n_candidates,
                                       .chosen = report->chosen - next,
                                       .candidate = alone->candidate,
                                       .relax_factor = 1};
            tune_rows(data, rows, single, &choice, &given);
            assert_same_fit(data, &all.fitted, &given.fitted, text);
            assert_int_equal(all.fitted.filter, size_at[k]);
            done_tuned(&given);
        }
        if (alone->chosen < n && alone->chosen == report->chosen - next) { /* the same choice, relaxed refits and all */
            assert_same_fit(data, &all.fitted, &one.fitted, text);
            assert_true(same_bits(report->relax_error_before, alone->relax_error_before));
            assert_true(same_bits(report->relax_error_after, alone->relax_error_after));
            assert_true(report->relax_factor == alone->relax_factor);
        }
        next += n;
        done_tuned(&one);
    }
    assert_int_equal(report->n_candidates, next + 1);
    assert_int_equal(report->chosen,
                     ard_choose(report->candidate, report->n_candidates - (all.config.recipe.prepare.forced != NULL),
                                ard_recipe_rule(&all.config.recipe)));
    assert_int_equal(all.fitted.filter, report->candidate[report->chosen].filter);
    done_tuned(&all);
}

static void candidates_are_those_of_each_size_alone(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int n_classes;
        bool weighted, missing;
    } cases[] = {
        {"method=spr tune=cv:4 filter=ttest:" LIST, 2, false, false},
        {"method=spr tune=cv:4 filter=fdr:" LIST " rule=keep relax=auto class-weight=balanced", 2, true, false},
        {"method=spr tune=cv:3 filter=ttest:" LIST " rule=one-se relax=auto", 2, false, false},
        {"method=spr tune=holdout:.4 filter=ttest:" LIST " rule=deviance impute=knn:3 seed=5", 2, true, true},
        {"method=jcfo basis=linear tune=cv:3 filter=ttest:" LIST " rule=error", 2, false, false},
        {"method=jcfo basis=rbf lam2=.5 tune=cv:2 filter=ttest:" LIST " rule=deviance", 2, false, false},
        {"method=rvm basis=identity tune=cv:3 filter=fdr:" LIST " rule=deviance", 2, false, false},
        {"method=bpm tune=cv:3 filter=ttest:" LIST " rule=deviance", 2, false, false},
        {"method=svm-l1 tune=cv:3 filter=ttest:" LIST " rule=keep standardise=all", 2, true, false},
        {"method=logistic tune=cv:3 filter=ttest:" LIST " rule=error force=x9,x12", 2, false, false},
        {"method=smlr tune=cv:3 filter=ttest:" LIST " rule=one-se", 3, true, false},
        {"method=spr tune=cv:3 filter=fdr:" LIST " rule=error multiclass=pairs relax=auto", 3, true, false},
        {"method=spr tune=cv:3 filter=fdr:" LIST " rule=keep multiclass=rest", 3, false, false},
    };
    int64_t row[ROWS];
    ard_rows some = {0, row};
    for (int64_t i = 0; i < ROWS; i++)
        if (i % 9 != 2) row[some.n++] = i;
    for (int c = 0; c < COUNT_OF(cases); c++) {
        ardor_dataset *data = make_rows(cases[c].n_classes, cases[c].weighted, cases[c].missing);
        check_sizes(data, NULL, cases[c].spec);
        check_sizes(data, &some, cases[c].spec);
        ardor_dataset_free(data);
    }
}

/* 24 rows of 160 columns, of which four tell the classes apart. */
static ardor_dataset *make_wide(void)
{
    enum { N = 24, P = 160 };
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 3, 0, 0);
    double *x = make_normals(&rng, N * P);
    for (int64_t i = 0; i < N; i++) {
        side[i] = i % 2 ? 1 : -1;
        for (int64_t j = 0; j < 4; j++) x[j * N + i] += .8 * side[i];
    }
    ardor_dataset *data = make_table(N, P, x, side, NULL);
    free(x);
    return data;
}

/* jcfo screens where there are more than 5 columns to a row. That is settled on all the rows, of each size: at 100 columns there
 * is no screen, though the inner folds with their 16 rows would have one, and at 150 there is. */
static void settings_are_settled_at_each_size(void **state)
{
    (void)state;
    static const int sizes[] = {8, 100, 150};
    static const char spec[] = "method=jcfo basis=rbf tune=cv:3 filter=ttest:8,100,150 rule=error";
    ardor_dataset *data = make_wide();
    tuned all, one;
    int64_t next = 0;
    tune_rows(data, NULL, spec, NULL, &all);
    for (int k = 0; k < 3; k++) {
        char single[120];
        snprintf(single, sizeof single, "method=jcfo basis=rbf tune=cv:3 filter=ttest:%d rule=error", sizes[k]);
        tune_rows(data, NULL, single, NULL, &one);
        for (int64_t i = 0; i < one.fitted.report.n_candidates - 1; i++, next++)
            assert_same_candidate(all.fitted.report.candidate + next, one.fitted.report.candidate + i, spec, next);
        if (!one.fitted.fit.null_model) assert_int_equal(one.fitted.fit.n_screened >= 0, k == 2);
        done_tuned(&one);
    }
    assert_int_equal(all.fitted.report.n_candidates, next + 1);
    done_tuned(&all);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ evaluations */

/* Each fold of an honest evaluation has the size that tuning on its training rows alone takes. */
static void folds_report_their_sizes(void **state)
{
    (void)state;
    static const char spec[] = "method=spr tune=cv:3 filter=ttest:" LIST " rule=error";
    char text[300];
    ardor_dataset *data = make_rows(2, false, false);
    bool differ = false;
    snprintf(text, sizeof text, "%s plan=kfold:6", spec);
    json_t *root = evaluate(data, text);
    assert_string_equal(text_at(root, "filter"), "ttest:" LIST);
    ard_plan *plan = NULL;
    must(ard_plan_new(context, data, NULL, "kfold:6", 1, &plan));
    for (int64_t f = 0; f < 6; f++) {
        tuned t;
        ard_fold fold;
        must(ard_plan_fold(context, plan, f, &fold));
        tune_rows(data, &fold.train, spec, NULL, &t);
        json_t *one = json_array_get(at(root, "folds"), (size_t)f);
        if (t.fitted.filter == 0)
            assert_true(is_null(one, "filter"));
        else
            assert_true(number_at(one, "filter") == (double)t.fitted.filter);
        assert_true(number_at(one, "n_features") == (double)t.fitted.fit.machine.n_features);
        assert_true(same_bits(number_at(one, "objective"), t.fitted.fit.objective));
        differ |= !json_equal(at(one, "filter"), at(root, "folds.0.filter"));
        done_tuned(&t);
        ard_fold_free(context, &fold);
    }
    assert_true(differ);
    ard_plan_free(plan);
    json_decref(root);
    root = evaluate(data, "method=spr tune=cv:3 filter=ttest:5 plan=kfold:3");
    assert_true(is_null(root, "folds.1.filter"));
    json_decref(root);
    ardor_dataset_free(data);
}

/* Where settings are picked outside the folds the size is too, by the plan's own errors: as with each size by itself, the best of
 * which it is. In every fold it is the same, and so is what comes out. */
static void protocols_pick_one_size(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr protocol=leaky tune=cv:2 filter=ttest:" LIST " plan=kfold:4",
                                        "method=jcfo basis=linear protocol=leaky tune=cv:2 filter=fdr:" LIST
                                        " plan=kfold:3 screen=restrict",
                                        "method=spr protocol=leaky tune=holdout:.3 filter=ttest:" LIST " plan=kfold:4",
                                        "method=spr tune=first:2 filter=ttest:" LIST " plan=kfold:4",
                                        "method=jcfo basis=linear tune=first:3 filter=ttest:" LIST " plan=kfold:5",
                                        "method=spr tune=first:2 filter=fdr:" LIST " plan=boot:4"};
    ardor_dataset *data = make_rows(2, false, false);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char text[300];
        json_t *root = evaluate(data, specs[s]), *fold;
        const double size = number_at(root, "folds.0.filter");
        int k = 0;
        size_t f;
        while (k < SIZES && (double)size_at[k] != size) k++;
        if (k == SIZES) fail_msg("%s: size %g", specs[s], size);
        json_t *alone = evaluate(data, at_size(specs[s], k, text));
        json_array_foreach(at(root, "folds"), f, fold)
        {
            json_t *other = json_array_get(at(alone, "folds"), f);
            assert_true(number_at(fold, "filter") == size && is_null(other, "filter"));
            assert_true(number_at(fold, "error") == number_at(other, "error"));
            assert_true(same_bits(number_at(fold, "objective"), number_at(other, "objective")));
        }
        assert_true(json_equal(at(root, "rows"), at(alone, "rows")));
        assert_true(json_equal(at(root, "selection"), at(alone, "selection")));
        json_decref(alone);
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* With 98 columns jcfo screens in folds that train on 19 rows, and not where it is settled on all 24, or on a fold of 20. */
static void protocols_settle_each_size(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=jcfo basis=linear protocol=leaky tune=cv:2 filter=ttest:%s plan=kfold:5",
                                        "method=jcfo basis=linear tune=first:2 filter=ttest:%s plan=kfold:5",
                                        "method=jcfo basis=linear tune=first:5 filter=ttest:%s plan=kfold:5 seed=4"};
    ardor_dataset *data = make_wide();
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char text[200], size[20];
        snprintf(text, sizeof text, specs[s], "98,99");
        json_t *all = evaluate(data, text);
        snprintf(size, sizeof size, "%d", (int)number_at(all, "folds.0.filter"));
        assert_true(strcmp(size, "98") == 0 || strcmp(size, "99") == 0);
        snprintf(text, sizeof text, specs[s], size);
        json_t *one = evaluate(data, text), *fold;
        size_t f;
        json_array_foreach(at(all, "folds"), f, fold)
        {
            json_t *other = json_array_get(at(one, "folds"), f);
            assert_true(json_equal(at(fold, "n_screened"), at(other, "n_screened")));
            assert_true(same_bits(number_at(fold, "objective"), number_at(other, "objective")));
        }
        assert_true(json_equal(at(all, "rows"), at(one, "rows")));
        json_decref(one);
        json_decref(all);
    }
    ardor_dataset_free(data);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=cv:4 relax=auto filter=ttest:" LIST " plan=kfold:3",
                                        "method=spr tune=cv:3 filter=fdr:" LIST " plan=holdout:.3",
                                        "method=spr protocol=leaky tune=cv:2 filter=ttest:" LIST " plan=kfold:4"};
    ardor_dataset *data = make_rows(2, true, false);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char *text[3], spec[200];
        for (int k = 0; k < 3; k++) {
            snprintf(spec, sizeof spec, "%s threads=%d", specs[s], k + 1);
            text[k] = without_seconds(evaluate(data, spec));
        }
        assert_string_equal(text[0], text[1]);
        assert_string_equal(text[0], text[2]);
        for (int k = 0; k < 3; k++) free(text[k]);
    }
    /* all folds together, as a fit that a stop leaves something of, and one after the other */
    tuned together, apart;
    tune_rows(data, NULL, "method=spr tune=cv:4 relax=auto filter=ttest:" LIST, NULL, &together);
    config_of("method=spr tune=cv:4 relax=auto filter=ttest:" LIST " threads=3", &apart.spec, &apart.config);
    must(ard_tune_settle(context, data, NULL, &apart.config.recipe));
    must(ard_fit_rows(context, data, NULL, &apart.config.recipe, NULL, &(ard_run){.threads = 3}, &apart.fitted));
    for (int64_t i = 0; i < together.fitted.report.n_candidates; i++)
        assert_same_candidate(together.fitted.report.candidate + i, apart.fitted.report.candidate + i, "together", i);
    assert_same_fit(data, &together.fitted, &apart.fitted, "together");
    ard_fitted_free(context, &apart.fitted);
    ardor_spec_free(apart.spec);
    done_tuned(&together);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_those_of_each_size_alone),
        cmocka_unit_test(settings_are_settled_at_each_size),
        cmocka_unit_test(folds_report_their_sizes),
        cmocka_unit_test(protocols_pick_one_size),
        cmocka_unit_test(protocols_settle_each_size),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
