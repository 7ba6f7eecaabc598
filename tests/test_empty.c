/* The empty model among the candidates of a tuning: when it is chosen, what it is then, and the baseline that it makes. */
#include "methods_fixture.h"

#include "base/remark.h"
#include "fit/tune.h"
#include "machine/shares.h"
#include "metric/interval.h"
#include "resample/plan.h"
#include "simulated.h"

/* ------------------------------------------------------------------ rules */

static ard_tuned scored(double error, double error_se, double deviance, double n_features, bool empty)
{
    return (ard_tuned){.error = error, .error_se = error_se, .deviance = deviance, .n_features = n_features, .empty = empty};
}

static int64_t chosen_of(ard_tuned one, ard_tuned empty, ard_rule rule)
{
    const ard_tuned both[] = {one, empty};
    return ard_choose(both, 2, rule);
}

static void each_rule_knows_when_nothing_is_better(void **state)
{
    (void)state;
    const ard_tuned empty = scored(.4, .05, .67, 0, true);
    const ard_tuned near = scored(.36, .05, .60, 3, false), far = scored(.30, .05, .60, 3, false);
    const ard_tuned equal = scored(.4, .05, .50, 0, false), tie = scored(.4, .05, .67, 3, false);
    assert_int_equal(chosen_of(near, empty, ARD_RULE_ONE_SE), 1); /* within a standard error, and smaller */
    assert_int_equal(chosen_of(far, empty, ARD_RULE_ONE_SE), 0);
    assert_int_equal(chosen_of(near, empty, ARD_RULE_ERROR), 0);
    assert_int_equal(chosen_of(near, empty, ARD_RULE_DEVIANCE), 0);
    for (ard_rule rule = ARD_RULE_ONE_SE; rule <= ARD_RULE_ERROR; rule++) {
        assert_int_equal(chosen_of(tie, empty, rule), 1);
        assert_int_equal(chosen_of(scored(.5, .05, .8, 3, false), empty, rule), 1);
    }
    /* equal errors are no evidence, whatever the deviance; and of two models without features it is the one that says so */
    assert_int_equal(chosen_of(equal, empty, ARD_RULE_ERROR), 1);
    assert_int_equal(chosen_of(equal, empty, ARD_RULE_ONE_SE), 1);
    assert_int_equal(chosen_of(equal, empty, ARD_RULE_DEVIANCE), 0);
}

/* ------------------------------------------------------------------ the baseline */

static double weight_of(int64_t i) { return 1 + 10 * (double)(i % 3); }

/* Rows of noise; the first `positive` are "yes". */
static ardor_dataset *noise(int64_t n, int64_t p, int64_t positive, bool weighted, uint64_t seed)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_normals(&rng, n * p), *side = make_reals(n), *weight = make_reals(n);
    for (int64_t i = 0; i < n; i++) side[i] = i < positive ? 1 : -1;
    for (int64_t i = 0; i < n; i++) weight[i] = weight_of(i);
    ardor_dataset *data = make_table(n, p, x, side, weighted ? weight : NULL);
    free(weight);
    free(side);
    free(x);
    return data;
}

static json_t *tuned(const ardor_dataset *data, const char *spec)
{
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    ardor_model_free(model);
    return root;
}

static json_t *last_candidate(json_t *root)
{
    json_t *list = at(root, "tune.candidates");
    return json_array_get(list, json_array_size(list) - 1);
}

/* Its figures are those of the empty candidate, which is the last. */
static void check_baseline(const ardor_dataset *data, const char *spec, double error, double deviance)
{
    json_t *root = tuned(data, spec), *empty = last_candidate(root);
    assert_near(number_at(root, "tune.baseline.error"), error, 1e-12, spec);
    assert_near(number_at(root, "tune.baseline.deviance"), deviance, 1e-12, spec);
    assert_true(json_is_true(at(empty, "empty")) && json_is_null(at(empty, "strength")));
    assert_true(number_at(empty, "error") == number_at(root, "tune.baseline.error"));
    assert_true(number_at(empty, "deviance") == number_at(root, "tune.baseline.deviance"));
    assert_true(number_at(empty, "n_features") == 0 && number_at(empty, "n_vectors") == 0);
    assert_string_equal(text_at(empty, "status"), "done");
    json_decref(root);
}

static double entropy(double share) { return -share * log(share) - (1 - share) * log(1 - share); }

/* All the rows' shares, on the rows that are tested: weighted as the fit weighs them, and as errors are. */
static void the_baseline_is_that_of_the_shares(void **state)
{
    (void)state;
    ardor_dataset *plain = noise(40, 5, 10, false, 3), *weighted = noise(40, 5, 10, true, 3), *half = noise(40, 5, 20, false, 3);
    double yes = 0, all = 0;
    for (int i = 0; i < 40; i++) {
        yes += i < 10 ? weight_of(i) : 0;
        all += weight_of(i);
    }
    check_baseline(plain, "method=spr tune=cv:5", .25, entropy(.25));
    check_baseline(plain, "method=spr tune=holdout:.2", .25, entropy(.25)); /* two of eight */
    check_baseline(weighted, "method=spr tune=cv:5", yes / all, entropy(yes / all));
    check_baseline(half, "method=spr tune=cv:5", .5, log(2)); /* shares of the training parts would do worse */
    check_baseline(half, "method=spr tune=cv:7", .5, log(2));
    /* classes weighted alike tie: half of each is wrong, not all of one */
    check_baseline(plain, "method=spr tune=cv:5 class-weight=balanced", .5, log(2));
    check_baseline(plain, "method=spr tune=cv:7 class-weight=balanced", .5, log(2));
    check_baseline(weighted, "method=spr tune=cv:5 class-weight=balanced", .5, log(2));
    check_baseline(plain, "method=spr tune=cv:5 class-weight=yes=6", 1. / 3, entropy(1. / 3)); /* 60 of 90 */
    ardor_dataset_free(half);
    ardor_dataset_free(weighted);
    ardor_dataset_free(plain);
}

/* ------------------------------------------------------------------ what the plan does not look at */

/* method NULL: that of the text. */
static int tune_with(const ard_method *method, const ardor_dataset *data, const char *text, const char *plan_text,
                     ard_choice *out)
{
    int rc = ARDOR_OK;
    ardor_spec *spec = make_spec(text);
    ard_config config;
    ard_plan *plan = NULL;
    ard_rows all = {0};
    ard_training training = {0};
    must(ard_config_parse(context, spec, &config));
    if (method) config.recipe.method = method;
    must(ard_plan_new(context, data, NULL, plan_text, 1, &plan));
    must(ard_rows_all(context, data->n, &all));
    must(ard_training_new(context, data, &all, &config.recipe, NULL, &training));
    rc = ard_tune(context, data, &all, &training, plan, NULL, &(ard_run){.threads = 1}, out);
    ard_training_free(&training);
    ard_free(context, all.row);
    ard_plan_free(plan);
    ardor_spec_free(spec);
    return rc;
}

static int tune_on(const ardor_dataset *data, const char *text, const char *plan, ard_choice *out)
{
    return tune_with(NULL, data, text, plan, out);
}

/* Each row of repeat:RxK is tested R times, and is no more than one row. */
static void repeated_tests_of_a_row_are_one_row(void **state)
{
    (void)state;
    static const char *const plans[] = {"kfold:5", "repeat:8x5"};
    ardor_dataset *data = noise(60, 3, 18, true, 8);
    double sum = 0, squares = 0;
    for (int i = 0; i < 60; i++) {
        sum += weight_of(i);
        squares += weight_of(i) * weight_of(i);
    }
    bool differ = false, differ_by_weights = false;
    for (uint64_t seed = 0; seed < 30; seed++) {
        ardor_dataset_free(data);
        data = noise(60, 3, 30, true, seed);
        for (int k = 0; k < 2; k++) {
            ard_choice choice = ard_choice_none();
            must(tune_on(data, "method=spr rule=error", plans[k], &choice));
            const double error = choice.candidate[choice.chosen].error;
            const double n = sum * sum / squares;
            assert_int_equal(choice.learnt, ard_interval_wilson(error, n).high < choice.baseline_error);
            differ |= choice.learnt != (ard_interval_wilson(error, 8 * n).high < choice.baseline_error);
            differ_by_weights |= choice.learnt != (ard_interval_wilson(error, 60).high < choice.baseline_error);
            ard_choice_free(context, &choice);
        }
    }
    assert_true(differ && differ_by_weights); /* so the number of rows was seen to count */
    ardor_dataset_free(data);
}

/* Rows that no fold trains or tests on have no say. */
static void the_baseline_is_of_the_rows_of_the_plan(void **state)
{
    (void)state;
    need_full();
    char path[] = "/tmp/ardor-test-empty-XXXXXX", plan[64];
    ardor_dataset *data = noise(40, 3, 10, false, 4);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    fputs("split,row,set\n", out);
    for (int row = 1; row <= 20; row++) fprintf(out, "1,%d,%s\n", row, row % 2 ? "train" : "test"); /* 10 of 20 are "yes" */
    fclose(out);
    snprintf(plan, sizeof plan, "splits:%s", path);
    ard_choice choice = ard_choice_none();
    must(tune_on(data, "method=spr", plan, &choice));
    assert_near(choice.baseline_error, .5, 1e-12, "the error of even shares");
    assert_near(choice.baseline_deviance, log(2), 1e-12, "their deviance");
    ard_choice_free(context, &choice);
    remove(path);
    ardor_dataset_free(data);
}

/* Of rows that train and rows that test together, each once and with its weight, however often folds have it; errors are of the
 * tested ones. */
static void the_baseline_is_of_rows_that_train_or_test(void **state)
{
    (void)state;
    need_full();
    static const int train[2][2] = {{0, 16}, {8, 22}}, test[2][2] = {{16, 26}, {0, 5}}; /* 10 of 26 are "yes" */
    for (int k = 0; k < 4; k++) {
        char path[] = "/tmp/ardor-test-empty-XXXXXX", plan[64];
        const double yes_weight = k & 2 ? 1.25 : 1;
        ardor_dataset *data = noise(40, 3, 10, k & 1, 4);
        double all = 0, yes = 0, tested[2] = {0, 0}, weight[26];
        FILE *out = fdopen(mkstemp(path), "w");
        assert_non_null(out);
        fputs("split,row,set\n", out);
        for (int i = 0; i < 26; i++) {
            weight[i] = (k & 1 ? weight_of(i) : 1) * (i < 10 ? yes_weight : 1);
            all += weight[i];
            yes += i < 10 ? weight[i] : 0;
        }
        for (int s = 0; s < 2; s++) {
            for (int i = train[s][0]; i < train[s][1]; i++) fprintf(out, "%d,%d,train\n", s + 1, i + 1);
            for (int i = test[s][0]; i < test[s][1]; i++) {
                fprintf(out, "%d,%d,test\n", s + 1, i + 1);
                tested[i < 10] += weight[i];
            }
        }
        fclose(out);
        const double share = yes / all, sum = tested[0] + tested[1];
        assert_true(share < .49);
        snprintf(plan, sizeof plan, "splits:%s", path);
        ard_choice choice = ard_choice_none();
        must(tune_on(data, k & 2 ? "method=spr class-weight=yes=1.25" : "method=spr", plan, &choice));
        assert_near(choice.baseline_error, tested[1] / sum, 1e-12, "the error of the shares");
        assert_near(choice.baseline_deviance, -(tested[1] * log(share) + tested[0] * log(1 - share)) / sum, 1e-12,
                    "their deviance");
        ard_choice_free(context, &choice);
        remove(path);
        ardor_dataset_free(data);
    }
}

/* Where the shares tie, half of each row is wrong, whichever class the tested ones have more of. */
static void shares_that_tie_are_half_wrong(void **state)
{
    (void)state;
    need_full();
    char path[] = "/tmp/ardor-test-empty-XXXXXX", plan[64];
    ardor_dataset *data = noise(40, 3, 10, false, 4);
    FILE *out = fdopen(mkstemp(path), "w");
    assert_non_null(out);
    fputs("split,row,set\n", out);
    for (int row = 1; row <= 20; row++) fprintf(out, "1,%d,%s\n", row, row < 9 || row > 15 ? "train" : "test"); /* 2 of 7 "yes" */
    fclose(out);
    snprintf(plan, sizeof plan, "splits:%s", path);
    ard_choice choice = ard_choice_none();
    must(tune_on(data, "method=spr", plan, &choice));
    assert_near(choice.baseline_error, .5, 1e-12, "the error of even shares");
    ard_choice_free(context, &choice);
    remove(path);
    ardor_dataset_free(data);
}

/* Of the first folds the median, as for the other candidates. */
static void the_first_folds_have_a_median(void **state)
{
    (void)state;
    ardor_dataset *data = noise(40, 3, 10, false, 4);
    ard_plan *plan = NULL;
    double error[7], middle = NAN;
    must(ard_plan_new(context, data, NULL, "kfold:7", 1, &plan));
    for (int f = 0; f < 7; f++) {
        ard_fold fold = {0};
        must(ard_plan_fold(context, plan, f, &fold));
        error[f] = 0;
        for (int64_t i = 0; i < fold.test.n; i++) error[f] += fold.test.row[i] < 10 ? 1.0 / (double)fold.test.n : 0;
        ard_fold_free(context, &fold);
    }
    for (int f = 0; f < 7; f++) {
        int below = 0, above = 0;
        for (int k = 0; k < 7; k++) {
            below += error[k] < error[f] - 1e-9;
            above += error[k] > error[f] + 1e-9;
        }
        if (below <= 3 && above <= 3) middle = error[f];
    }
    ard_plan_free(plan);
    ard_choice choice = ard_choice_none();
    must(tune_on(data, "method=spr tune=first:7", "kfold:7", &choice));
    assert_true(fabs(middle - .25) > 1e-3);
    assert_near(choice.baseline_error, middle, 1e-12, "the median of the folds");
    ard_choice_free(context, &choice);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ the choice of nothing */

static ardor_model *loaded_again(const ardor_model *model)
{
    char path[] = "/tmp/ardor-test-empty-XXXXXX";
    ardor_model *again = NULL;
    const int file = mkstemp(path);
    assert_true(file >= 0);
    fclose(fdopen(file, "w"));
    must(ardor_model_save(context, model, path));
    must(ardor_model_load(context, path, &again));
    remove(path);
    return again;
}

static void check_empty_model(const ardor_model *model, const ardor_dataset *data, double share, const char *spec)
{
    const ard_fit *fit = &model->fit;
    require_that(fit->null_model && fit->stop == ARD_STOP_NULL_MODEL, spec, "the stop reason", fit->stop);
    require_that(fit->machine.kind == &ard_machine_shares, spec, "the machine", 0);
    require_that(fit->machine.n_features == 0 && fit->machine.n_vectors == 0, spec, "the number of features", 1);
    require_that(isnan(fit->objective) && fit->certificate.kind == ARD_CERTIFICATE_NONE, spec, "the objective", fit->objective);
    for (int i = 0; i < model->method->n_settings; i++) require_that(isnan(fit->used[i]), spec, "a setting", fit->used[i]);
    double *prob = positive_prob(model, data);
    for (int64_t i = 0; i < data->n; i++) require_that(prob[i] == share, spec, "a probability", prob[i]);
    free(prob);
    json_t *root = model_json(model), *value;
    const char *key;
    require_that(json_is_true(at(root, "null_model")), spec, "the report", 0);
    json_object_foreach(at(root, "settings"), key, value) require_that(json_is_null(value), spec, key, 1);
    require_that(json_is_false(at(root, "tune.learnt")), spec, "'learnt'", 1);
    json_decref(root);
}

/* A method on a table of noise; true: it was tuned to nothing, which is saved and read. */
static bool check_noise(const ard_method *method, const char *rule, uint64_t seed)
{
    char spec[120];
    ardor_dataset *data = noise(40, 10, 10, false, seed);
    snprintf(spec, sizeof spec, "method=%s tune=cv:4%s%s", method->name,
             strcmp(method->name, "projection") == 0 ? " halves=6" : "", rule);
    ard_remarks_forget(context);
    notes[0] = '\0';
    ardor_model *model = fit(data, spec);
    const ard_fit_report *report = &model->report;
    const bool empty = report->candidate[report->chosen].empty;
    require_that(report->candidate[report->n_candidates - 1].empty, spec, "the last candidate", 0);
    require_that(empty || !model->fit.null_model || !report->learnt, spec, "the choice", (double)report->chosen);
    require_that((strstr(notes, "no evidence that anything was learnt") != NULL) == !report->learnt, spec, "a note", 0);
    if (empty) {
        ardor_model *again = loaded_again(model);
        check_empty_model(model, data, .25, spec);
        check_empty_model(again, data, .25, spec);
        ardor_model_free(again);
    }
    ardor_model_free(model);
    ardor_dataset_free(data);
    return empty;
}

/* Every method on 40 rows of noise, one class having a quarter: some are tuned to nothing. Where the method's own rule stays with
 * untuned settings on all of them, by the rule that asks for the least model. */
static void every_method_may_learn_nothing(void **state)
{
    (void)state;
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        if (!method->grid) continue; /* nothing is tuned */
        int empty = 0;
        for (uint64_t seed = 1; seed <= 3; seed++) empty += check_noise(method, "", seed);
        for (uint64_t seed = 1; seed <= 3 && empty == 0; seed++) empty += check_noise(method, " rule=one-se", seed);
        require_that(empty > 0, method->name, "the number of fits without features", empty);
    }
}

/* ... and says so in every fold of an evaluation, under every protocol; a fold then has no settings. */
static void folds_may_learn_nothing(void **state)
{
    (void)state;
    static const char *const specs[] = {"plan=kfold:4 tune=cv:4",
                                        "plan=kfold:4 tune=holdout:.3",
                                        "plan=kfold:4 tune=first:2",
                                        "plan=kfold:4 tune=cv:4 relax=auto",
                                        "plan=kfold:4 tune=cv:4 protocol=leaky",
                                        "plan=boot:4 tune=cv:4"};
    ardor_dataset *data = noise(40, 10, 10, false, 1);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[120];
        int null = 0;
        size_t i;
        json_t *fold, *value;
        const char *key;
        snprintf(spec, sizeof spec, "method=spr %s", specs[s]);
        json_t *root = evaluate(data, spec);
        json_array_foreach(at(root, "folds"), i, fold)
        {
            if (!json_is_true(at(fold, "null_model"))) continue;
            null++;
            assert_int_equal(number_at(fold, "n_features"), 0);
            assert_true(json_is_null(at(fold, "objective")));
            json_object_foreach(at(fold, "settings"), key, value) require_that(json_is_null(value), spec, key, 0);
            require_that(!json_object_get(at(fold, "settings"), "tol"), spec, "a setting that is no fold's own", 1);
        }
        require_that(null > 0, spec, "the number of folds without features", null);
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* The relaxed refit of nothing is not tried; what was found is relaxed as ever. */
static void nothing_is_not_relaxed(void **state)
{
    (void)state;
    ardor_dataset *data = noise(40, 10, 10, false, 1);
    notes[0] = '\0';
    json_t *root = tuned(data, "method=spr tune=cv:4 relax=auto");
    assert_true(json_is_true(at(last_candidate(root), "empty")) && json_is_true(at(root, "null_model")));
    assert_true(json_is_null(at(root, "relax")));
    assert_null(strstr(notes, "relax"));
    json_decref(root);
    ardor_dataset_free(data);
}

/* Of the first noise that is tuned to nothing. */
static void check_share(const char *spec, bool weighted, double share)
{
    bool found = false;
    for (uint64_t seed = 1; seed <= 10 && !found; seed++) {
        ardor_dataset *data = noise(40, 10, 10, weighted, seed);
        ardor_model *model = fit(data, spec);
        found = model->fit.null_model;
        double *prob = positive_prob(model, data);
        if (found) assert_near(prob[0], share, 1e-9, spec);
        if (found) assert_false(model->report.learnt); /* a tie may go to the class that most rows have */
        free(prob);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
    assert_true(found);
}

static void weights_are_in_the_shares(void **state)
{
    (void)state;
    check_share("method=spr rule=one-se tune=cv:4", false, .25);
    check_share("method=spr rule=one-se tune=cv:4", true, 100. / 430);
    check_share("method=spr rule=one-se tune=cv:4 class-weight=balanced", false, .5);
}

/* Where there is something, nothing is not chosen, and the report says by how much. */
static void what_was_learnt_is_said(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 80, 6, NAN, 5, &data));
    ard_remarks_forget(context);
    notes[0] = '\0';
    json_t *root = tuned(data, "method=jcfo basis=linear tune=cv:4");
    assert_true(json_is_true(at(root, "tune.learnt")) && json_is_false(at(root, "null_model")));
    assert_null(strstr(notes, "learnt"));
    json_decref(root);
    root = tuned(data, "method=jcfo basis=linear");
    assert_true(json_is_null(at(root, "tune")));
    json_decref(root);
    ardor_dataset_free(data);
}

/* Errors have the weights of the classes in them: those of the rows are no measure then, for a guess may be right more often than
 * the class shares so weighted, and who knows the classes apart may be wrong more often than those of the rows. */
static void weights_of_classes_decide_what_was_learnt(void **state)
{
    (void)state;
    enum { N = 200 };
    ard_rng rng;
    ard_rng_init(&rng, 12, 0, 0);
    double *x = make_normals(&rng, 2 * N), side[N];
    for (int i = 0; i < N; i++) side[i] = i % 10 ? -1 : 1;
    ardor_dataset *guessed = make_table(N, 2, x, side, NULL);
    for (int i = 0; i < N; i += 10) x[i] += 1.6;
    ardor_dataset *known = make_table(N, 2, x, side, NULL);
    for (int k = 0; k < 2; k++) {
        ardor_model *model = fit(k ? known : guessed, k ? "method=spr lam1=.1 tune=cv:5 rule=error class-weight=balanced"
                                                        : "method=spr lam1=.1 tune=cv:5 rule=error class-weight=yes=12");
        const ard_fit_report *report = &model->report;
        const double error = report->candidate[report->chosen].error, yes = k ? 5 : 12, no = k ? 5. / 9 : 1;
        const double sum = 20 * yes + 180 * no, squares = 20 * yes * yes + 180 * no * no;
        assert_near(report->baseline_error, k ? .5 : 180. / 420, 1e-12, "the baseline");
        assert_int_equal(report->learnt, ard_interval_wilson(error, sum * sum / squares).high < report->baseline_error);
        assert_int_equal(report->learnt, k);
        ardor_model_free(model);
    }
    ardor_dataset_free(known);
    ardor_dataset_free(guessed);
    free(x);
}

/* ------------------------------------------------------------------ many classes */

static double said[3]; /* what the method predicts of every row */

static int many_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    const ard_work *w = work;
    (void)candidate, (void)warm, (void)ask;
    *out = ard_fit_empty();
    out->stop = ARD_STOP_CONVERGED;
    out->null_model = true;
    return ard_shares_machine(w->context, w->problem->target.n_classes, said, &out->machine);
}

static int many_open(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *settings,
                     void **work)
{
    int rc = ARDOR_OK;
    ard_work *w = NULL;
    (void)settings;
    NEW(in, w, 1);
    *w = (ard_work){.context = in, .method = self, .problem = problem};
    *work = w;
done:
    return rc;
}

static void many_close(void *work)
{
    ard_work *w = work;
    if (w) ard_free(w->context, w);
}

static int many_grid(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *settings,
                     bool fine, ard_grid *out)
{
    static const int none[1] = {0};
    (void)self, (void)problem, (void)settings, (void)fine;
    return ard_grid_open(in, 0, none, 1, 1, 1, out);
}

static ard_method says(double first, double second, double third)
{
    ard_method method = *ard_method_find("spr");
    said[0] = first, said[1] = second, said[2] = third;
    method.can |= ARD_CAN_MANY_CLASSES;
    method.check = NULL;
    method.settle = NULL;
    method.solve = many_solve;
    method.open = many_open;
    method.close = many_close;
    method.grid = many_grid;
    return method;
}

static void fit_with(const ard_method *method, const ardor_dataset *data, const char *text, ard_fitted *out)
{
    ardor_spec *spec = make_spec(text);
    ard_config config;
    must(ard_config_parse(context, spec, &config));
    config.recipe.method = method;
    must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, out));
    ardor_spec_free(spec);
}

/* Inner errors have half of a row of which both classes are as probable; where a class is told, it is the first. */
static void one_half_is_the_first_class(void **state)
{
    (void)state;
    static const struct {
        double first, inner, training;
    } expected[] = {{.5, .5, .25}, {.75, .25, .25}, {.25, .75, .75}, {1, .25, .25}, {1e-11, .75, .75}};
    ardor_dataset *data = noise(40, 2, 10, false, 6); /* 10 are of the second */
    for (int k = 0; k < COUNT_OF(expected); k++) {
        const ard_method method = says(expected[k].first, 1 - expected[k].first, 0);
        ard_fitted fitted = {0};
        fit_with(&method, data, "method=spr tune=cv:4", &fitted);
        const double first = expected[k].first, least = 1e-12; /* what a probability is raised to */
        assert_near(fitted.report.candidate[0].error, expected[k].inner, 1e-12, "the inner error");
        assert_near(fitted.report.candidate[0].deviance, -.75 * log(first) - .25 * log(fmax(1 - first, least)), 1e-9,
                    "the deviance");
        ard_fitted_free(context, &fitted);
        fit_with(&method, data, "method=spr", &fitted);
        assert_near(fitted.report.train_error, expected[k].training, 1e-12, "the training error");
        ard_fitted_free(context, &fitted);
    }
    ardor_dataset_free(data);
}

/* What counts as evidence is of the rows that are tested, by what they and their classes weigh: of all the rows in the plan, or
 * of tested ones that weigh alike, the same errors would be evidence. */
static void evidence_is_of_the_tested_rows(void **state)
{
    (void)state;
    need_full();
    static const struct {
        const char *spec;
        double no; /* the weight of a "no" */
        int yes_tested, no_tested;
        double other; /* the number of rows that would do */
    } cases[] = {{"method=spr rule=error", 1, 4, 6, 45}, {"method=spr rule=error class-weight=no=2.8", 2.8, 6, 4, 10}};
    ardor_dataset *data = noise(60, 2, 45, false, 6);
    const ard_method method = says(1, 0, 0);
    for (int k = 0; k < COUNT_OF(cases); k++) {
        char path[] = "/tmp/ardor-test-empty-XXXXXX", plan[64];
        const int yes = cases[k].yes_tested, no = cases[k].no_tested;
        FILE *out = fdopen(mkstemp(path), "w");
        assert_non_null(out);
        fputs("split,row,set\n", out);
        for (int row = 1; row <= 30 + yes; row++) fprintf(out, "1,%d,%s\n", row, row <= 30 ? "train" : "test");
        for (int row = 46; row <= 50 + no; row++) fprintf(out, "1,%d,%s\n", row, row <= 50 ? "train" : "test");
        fclose(out);
        snprintf(plan, sizeof plan, "splits:%s", path);
        ard_choice choice = ard_choice_none();
        must(tune_with(&method, data, cases[k].spec, plan, &choice));
        const double weight = yes + no * cases[k].no, squares = yes + no * cases[k].no * cases[k].no, error = yes / weight;
        assert_int_equal(choice.chosen, 0);
        assert_near(choice.candidate[0].error, error, 1e-12, "the error");
        assert_near(choice.baseline_error, 1 - error, 1e-12, "the baseline's");
        assert_true(ard_interval_wilson(error, weight * weight / squares).high > 1 - error);
        assert_true(ard_interval_wilson(error, cases[k].other).high < 1 - error);
        assert_false(choice.learnt);
        ard_choice_free(context, &choice);
        remove(path);
    }
    ardor_dataset_free(data);
}

/* Refits that are no better leave the fit as it is. */
static void the_strongest_of_equal_refits_is_taken(void **state)
{
    (void)state;
    need_full();
    ardor_dataset *data = noise(40, 2, 10, false, 6);
    const ard_method method = says(.99, .01, 0);
    char path[] = "/tmp/ardor-test-empty-XXXXXX", plan[64];
    FILE *out = fdopen(mkstemp(path), "w");
    assert_non_null(out);
    fputs("split,row,set\n", out);
    for (int row = 1; row <= 40; row++) fprintf(out, "1,%d,%s\n", row, row <= 25 ? "train" : "test"); /* none of 15 is "yes" */
    fclose(out);
    snprintf(plan, sizeof plan, "splits:%s", path);
    ard_choice choice = ard_choice_none();
    must(tune_with(&method, data, "method=spr rule=deviance relax=auto tune=cv:3", plan, &choice));
    assert_int_equal(choice.chosen, 0);
    assert_near(choice.relax_factor, 1, 0, "the factor");
    assert_true(choice.relax_error_before == 0 && choice.relax_error_after == 0);
    ard_choice_free(context, &choice);
    remove(path);
    ardor_dataset_free(data);
}

/* Three classes, of which a method that can do so much learns nothing: the shares of all three, over all that is fitted. */
static void many_classes_have_their_shares(void **state)
{
    (void)state;
    enum { N = 30 };
    static const double share[] = {.5, .3, .2};
    const char *label[N];
    double x[N], prob[3 * N];
    ardor_dataset *data = NULL;
    ard_fitted fitted = {0};
    const ard_method method = says(0, 0, 1); /* the rarest, always */
    for (int i = 0; i < N; i++) {
        label[i] = i < 15 ? "a" : i < 24 ? "b" : "c";
        x[i] = (i * 7) % N;
    }
    must(ardor_dataset_from_arrays(context, N, 1, x, N, label, NULL, NULL, &data));
    fit_with(&method, data, "method=spr tune=cv:3", &fitted);
    assert_true(fitted.report.candidate[1].empty && fitted.report.chosen == 1 && fitted.fit.null_model);
    assert_near(fitted.report.candidate[0].error, .8, 1e-12, "the error of the rarest class");
    assert_near(fitted.report.baseline_error, .5, 1e-12, "the error of the shares");
    assert_near(fitted.report.baseline_deviance, -.5 * log(.5) - .3 * log(.3) - .2 * log(.2), 1e-12, "their deviance");
    const ard_matrix none = ard_matrix_dense(N, 0, x, N);
    must(ard_machine_predict(context, &fitted.fit.machine, &none, prob));
    for (int i = 0; i < 3 * N; i++) assert_near(prob[i], share[i / N], 1e-15, "a share");
    ard_fitted_free(context, &fitted);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_knows_when_nothing_is_better),
        cmocka_unit_test(the_baseline_is_that_of_the_shares),
        cmocka_unit_test(repeated_tests_of_a_row_are_one_row),
        cmocka_unit_test(the_baseline_is_of_the_rows_of_the_plan),
        cmocka_unit_test(the_baseline_is_of_rows_that_train_or_test),
        cmocka_unit_test(shares_that_tie_are_half_wrong),
        cmocka_unit_test(the_first_folds_have_a_median),
        cmocka_unit_test(every_method_may_learn_nothing),
        cmocka_unit_test(folds_may_learn_nothing),
        cmocka_unit_test(nothing_is_not_relaxed),
        cmocka_unit_test(weights_are_in_the_shares),
        cmocka_unit_test(what_was_learnt_is_said),
        cmocka_unit_test(weights_of_classes_decide_what_was_learnt),
        cmocka_unit_test(one_half_is_the_first_class),
        cmocka_unit_test(evidence_is_of_the_tested_rows),
        cmocka_unit_test(the_strongest_of_equal_refits_is_taken),
        cmocka_unit_test(many_classes_have_their_shares),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
