/* Decisions through evaluations and predictions: probabilities at a prior from the shares that each fit was trained at, rows that
 * are not decided, costs, and one class against the rest, of two classes and of more. */
#include "api_fixture.h"

#include "metric/decide.h"
#include "model/model_file.h"
#include "study/evaluation.h"

#include <unistd.h>

/* ------------------------------------------------------------------ data */

/* Rows of K normal distributions of one feature, with means 0, 2, 4, .., and weights 1, 2, 1, 2, .. if asked for. */
static ardor_dataset *normals(int n_classes, int n, bool weighted, uint64_t seed)
{
    ard_rng rng;
    ardor_dataset *data = NULL;
    static const char *const names[] = {"a", "b", "c", "d"};
    double *x = make_reals(n), *weight = make_reals(n);
    const char **label = make_array(n, sizeof *label);
    ard_rng_init(&rng, seed, 0, 0);
    for (int i = 0; i < n; i++) {
        const int c = i % 7 % n_classes; /* the first classes are larger */
        label[i] = names[c];
        x[i] = 2 * c + ard_rng_normal(&rng);
        weight[i] = 1 + i % 2;
    }
    must(ardor_dataset_from_arrays(context, n, 1, x, n, label, NULL, weighted ? weight : NULL, &data));
    free(label);
    free(weight);
    free(x);
    return data;
}

static double prob_at(json_t *root, size_t row, const char *class)
{
    return json_number_value(json_object_get(at(json_array_get(at(root, "rows"), row), "prob"), class));
}

/* ------------------------------------------------------------------ evaluations of two classes */

/* The shares of b among the rows that fold f of the plan trains on; balanced: of weights of classes that make them equal. */
static double share_of_b(json_t *root, long long fold, const ardor_dataset *data, bool balanced, bool weighted)
{
    double sum[2] = {0, 0};
    if (balanced) return .5;
    const size_t n = json_array_size(at(root, "rows"));
    for (size_t i = 0; i < n; i++) {
        json_t *row = json_array_get(at(root, "rows"), i);
        if (json_integer_value(at(row, "fold")) == fold) continue;
        const int64_t at_row = atoll(text_at(row, "id")) - 1;
        sum[ardor_dataset_label(data, at_row)] += weighted ? 1 + (double)(at_row % 2) : 1;
    }
    return sum[1] / (sum[0] + sum[1]);
}

/* Of a partition the training rows of a fold are those that the others test. */
static void each_fold_moves_from_its_own_shares(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const bool weighted = k % 2, balanced = k > 1;
        char spec[200];
        ardor_dataset *data = normals(2, 51, weighted, 3);
        snprintf(spec, sizeof spec, "method=spr lam1=.1 plan=kfold:4 class-weight=%s", balanced ? "balanced" : "none");
        json_t *plain = evaluate(data, spec);
        strcat(spec, " prior=b=.03");
        json_t *moved = evaluate(data, spec);
        for (size_t i = 0; i < 51; i++) {
            json_t *row = json_array_get(at(moved, "rows"), i);
            const double share = share_of_b(plain, json_integer_value(at(row, "fold")), data, balanced, weighted);
            const double b = prob_at(plain, i, "b") * .03 / share, a = prob_at(plain, i, "a") * .97 / (1 - share);
            assert_near(prob_at(moved, i, "b"), b / (a + b), 1e-12, "a probability");
            assert_near(prob_at(moved, i, "a") + prob_at(moved, i, "b"), 1, 1e-12, "the sum");
            assert_string_equal(text_at(row, "predicted"), b > a ? "b" : "a");
        }
        assert_near(number_at(moved, "decision.prior.b"), .03, 0, "the prior in the document");
        assert_near(number_at(moved, "decision.prior.a"), .97, 0, "the prior in the document");
        assert_true(is_null(moved, "decision.threshold") && is_null(moved, "decision.cost") &&
                    is_null(moved, "decision.abstain"));
        assert_true(is_null(plain, "decision"));
        /* the ranking within folds is the same; fits are */
        assert_near(number_at(moved, "summary.auc.value"), number_at(plain, "summary.auc.value"), 1e-12, "AUC");
        assert_true(json_equal(at(moved, "selection"), at(plain, "selection")));
        json_decref(moved);
        json_decref(plain);
        ardor_dataset_free(data);
    }
}

/* Log loss, error, positive predictive value and cost of rows that count by the prior, and the baseline that knows it. */
static void figures_are_those_of_the_prior(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 60, false, 4);
    json_t *root = evaluate(data, "method=spr lam1=.1 plan=kfold:5 prior=b=.1 cost=1,5");
    double n[2] = {0, 0}, loss[2] = {0, 0}, wrong[2] = {0, 0}, first[2] = {0, 0}, first_wrong[2] = {0, 0};
    for (size_t i = 0; i < 60; i++) {
        json_t *row = json_array_get(at(root, "rows"), i);
        const int c = strcmp(text_at(row, "class"), "b") == 0;
        n[c]++;
        loss[c] -= log(prob_at(root, i, c ? "b" : "a"));
        assert_int_equal(strcmp(text_at(row, "predicted"), "b") == 0, prob_at(root, i, "b") > 1. / 6);
        wrong[c] += strcmp(text_at(row, "class"), text_at(row, "predicted")) != 0;
        if (json_integer_value(at(row, "fold")) != 1) continue;
        first[c]++;
        first_wrong[c] += strcmp(text_at(row, "class"), text_at(row, "predicted")) != 0;
    }
    const double a = .9 / n[0], b = .1 / n[1]; /* what a row counts */
    assert_near(number_at(root, "folds.0.error"), (a * first_wrong[0] + b * first_wrong[1]) / (a * first[0] + b * first[1]),
                1e-12, "the error of a fold");
    assert_near(number_at(root, "folds.0.majority_error"), b * first[1] / (a * first[0] + b * first[1]), 1e-12,
                "of the baseline");
    assert_true(first_wrong[0] + first_wrong[1] > 0);
    const double fp = .9 * wrong[0] / n[0], fn = .1 * wrong[1] / n[1], tp = .1 - fn;
    assert_near(number_at(root, "summary.error.value"), fp + fn, 1e-12, "the error");
    assert_near(number_at(root, "summary.cost.value"), fp + 5 * fn, 1e-12, "the cost");
    assert_near(number_at(root, "summary.log_loss.value"), .9 * loss[0] / n[0] + .1 * loss[1] / n[1], 1e-12, "the log loss");
    assert_near(number_at(root, "confusion.ppv.value"), tp / (tp + fp), 1e-12, "the positive predictive value");
    assert_near(number_at(root, "confusion.counts.0.1"), wrong[0], 0, "the count");
    assert_true(is_null(root, "summary.average_precision.value") && is_null(root, "summary.baseline.average_precision.value"));
    assert_near(number_at(root, "summary.baseline.error.value"), .1, 1e-12, "the baseline's error");
    assert_near(number_at(root, "summary.baseline.cost.value"), .5, 1e-12, "its cost: always a");
    assert_near(number_at(root, "summary.baseline.log_loss.value"), -.1 * log(.1) - .9 * log(.9), 1e-12, "its log loss");
    assert_near(number_at(root, "decision.threshold"), 1. / 6, 1e-15, "the threshold in force");
    assert_near(number_at(root, "decision.cost.b.a"), 5, 0, "the cost in the document");
    assert_near(number_at(root, "decision.cost.a.b"), 1, 0, "the cost in the document");
    assert_true(is_null(root, "summary.undecided") && is_null(root, "confusion.undecided"));
    json_decref(root);
    ardor_dataset_free(data);
}

/* The fits before relaxed refits are decided likewise: where no fold was relaxed they have the same figures. */
static void fits_before_the_refit_are_decided_alike(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 60, false, 21);
    json_t *root = evaluate(data, "method=spr plan=kfold:3 tune=cv:3 rule=error relax=auto prior=b=.1 cost=1,5 abstain=.8"),
           *figure;
    const char *key;
    for (size_t f = 0; f < 3; f++)
        assert_near(number_at(json_array_get(at(root, "folds"), f), "relax_factor"), 1, 0, "not relaxed");
    json_object_foreach(at(root, "unrelaxed"), key, figure) if (!json_equal(figure, at(at(root, "summary"), key)))
        fail_msg("%s differs", key);
    assert_true(number_at(root, "unrelaxed.undecided.value") > 0 && number_at(root, "unrelaxed.cost.value") > 0);
    json_decref(root);
    ardor_dataset_free(data);
}

/* The fit to all rows of a bootstrap, tested on these at the prior. */
static void resubstitution_is_at_the_prior(void **state)
{
    (void)state;
    enum { N = 60 };
    ardor_dataset *data = normals(2, N, true, 22);
    json_t *root = evaluate(data, "method=spr lam1=.1 plan=boot:7 prior=b=.1");
    ardor_model *model = fit(data, "method=spr lam1=.1");
    double prob[2 * N], tested[2] = {0, 0}, wrong = 0, all = 0, share = 0;
    json_t *row;
    size_t k;
    json_array_foreach(at(root, "rows"), k, row)
    {
        const int64_t i = atoll(text_at(row, "id")) - 1;
        tested[ardor_dataset_label(data, i)] += 1 + (double)(i % 2);
    }
    json_t *report = model_json(model);
    share = number_at(report, "shares.1");
    json_decref(report);
    must(ardor_predict(context, model, data, prob));
    for (int i = 0; i < N; i++) {
        const int c = ardor_dataset_label(data, i);
        const double count = (1 + i % 2) * (c ? .1 / tested[1] : .9 / tested[0]);
        wrong += count * ((prob[N + i] * .1 / share > prob[i] * .9 / (1 - share)) != c);
        all += count;
    }
    assert_near(number_at(root, "bootstrap.resubstitution"), wrong / all, 1e-12, "the error");
    assert_true(wrong > 0);
    ardor_model_free(model);
    json_decref(root);
    ardor_dataset_free(data);
}

static char *figures_of(const ardor_dataset *data, const char *decision)
{
    char spec[300];
    snprintf(spec, sizeof spec, "method=spr lam1=.2 plan=boot:6 tune=cv:3 relax=auto %s", decision);
    json_t *root = evaluate(data, spec);
    json_object_del(root, "decision");
    static const char *const added[] = {"summary", "unrelaxed", "summary.baseline"};
    for (int k = 0; k < 3; k++) {
        json_object_del(at(root, added[k]), "undecided");
        json_object_del(at(root, added[k]), "error_decided");
        json_object_del(at(root, added[k]), "cost");
    }
    json_object_del(at(root, "confusion"), "undecided");
    return without_seconds(root);
}

/* Nothing but what they add. */
static void what_decides_as_before_changes_nothing(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 40, true, 5);
    char *plain = figures_of(data, "");
    static const char *const same[] = {"threshold=.5", "cost=2,2", "abstain=0", "abstain=.5",
                                       "prior=none threshold=none cost=none abstain=none"};
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        char *other = figures_of(data, same[k]);
        if (strcmp(plain, other) != 0) fail_msg("%s changes something", same[k]);
        free(other);
    }
    char *different = figures_of(data, "threshold=.3");
    assert_string_not_equal(plain, different);
    free(different);
    free(plain);
    ardor_dataset_free(data);
}

/* Of 30 rows of each class every fold trains on as many of each: the prior of the training is a half. */
static void the_prior_of_the_training_changes_no_probability(void **state)
{
    (void)state;
    ardor_dataset *data = balanced_noise();
    json_t *plain = evaluate(data, "method=spr lam1=.1 plan=kfold:5"),
           *same = evaluate(data, "method=spr lam1=.1 plan=kfold:5 prior=yes=.5");
    for (size_t i = 0; i < 40; i++) assert_near(prob_at(same, i, "yes"), prob_at(plain, i, "yes"), 1e-15, "a probability");
    assert_near(number_at(same, "summary.log_loss.value"), number_at(plain, "summary.log_loss.value"), 1e-14, "log loss");
    json_decref(same);
    json_decref(plain);
    ardor_dataset_free(data);
}

static void nothing_decided_has_reasons(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 40, false, 6);
    json_t *root = evaluate(data, "method=spr lam1=.2 plan=boot:5 abstain=1");
    for (size_t i = 0; i < json_array_size(at(root, "rows")); i++)
        assert_true(json_is_null(at(json_array_get(at(root, "rows"), i), "predicted")));
    assert_near(number_at(root, "summary.error.value"), 1, 0, "the error");
    assert_near(number_at(root, "summary.undecided.value"), 1, 0, "what is not decided");
    assert_true(is_null(root, "summary.error_decided.value"));
    assert_string_equal(text_at(root, "summary.error_decided.reason"), "no row was decided");
    assert_near(number_at(root, "bootstrap.resubstitution"), 1, 0, "on the rows of the fit");
    assert_near(number_at(root, "bootstrap.out_of_bag"), 1, 0, "out of bag");
    assert_near(number_at(root, "folds.0.error"), 1, 0, "of a fold");
    assert_near(number_at(root, "decision.abstain"), 1, 0, "the document");
    json_decref(root);
    ardor_dataset_free(data);
}

static void refused(const ardor_dataset *data, const char *text, const char *message)
{
    json_t *root = NULL;
    assert_int_equal(try_evaluate(data, text, &root), ARDOR_USAGE);
    assert_message(message);
}

static void bad_keys_are_refused(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 40, false, 7);
    ardor_model *model = NULL;
    refused(data, "method=spr plan=loo threshold=1", "threshold takes none, or a probability above 0 and below 1, not '1'");
    refused(data, "method=spr plan=loo threshold=nan", "threshold takes none, or a probability above 0 and below 1, not 'nan'");
    refused(data, "method=spr plan=loo abstain=1.5", "abstain takes none, or a probability from 0 to 1, not '1.5'");
    refused(data, "method=spr plan=loo abstain=-.5", "abstain takes none, or a probability from 0 to 1, not '-.5'");
    refused(data, "method=spr plan=loo abstain=nan", "abstain takes none, or a probability from 0 to 1, not 'nan'");
    refused(data, "method=spr plan=loo prior=.5", "prior takes none, or CLASS=P,... for all classes but one at least, not '.5'");
    refused(data, "method=spr plan=loo cost=7", "cost takes none, FP,FN or TRUE:PREDICTED=COST,..., not '7'");
    refused(data, "method=spr plan=loo prior=z=.5", "prior: data has no class 'z'; the classes are 'a', 'b'");
    refused(data, "method=spr plan=loo cost=1,2 threshold=.5", "threshold and cost both say");
    assert_int_equal(try_fit(data, "method=spr prior=b=.5", &model), ARDOR_USAGE);
    assert_message("--prior is of decisions, which evaluate and predict make; a fit has probabilities alone");
    assert_int_equal(try_fit(data, "method=spr abstain=.5", &model), ARDOR_USAGE);
    assert_message("--abstain is of decisions");
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ predictions */

static void decide_by(ardor_model *model, const char *text)
{
    ardor_spec *spec = make_spec(text);
    must(ardor_model_decide(context, model, spec));
    ardor_spec_free(spec);
}

static json_t *predictions(const ardor_model *model, const ardor_dataset *data, const double *prob)
{
    char *text = NULL;
    must(ardor_predictions_json(context, model, data, prob, 1, &text));
    return parse_json(text);
}

static void a_model_moves_from_the_shares_of_its_fit(void **state)
{
    (void)state;
    enum { N = 51 };
    for (int k = 0; k < 4; k++) {
        ardor_dataset *data = normals(2, N, k % 2, 8);
        ardor_model *model = fit(data, k > 1 ? "method=spr lam1=.1 class-weight=a=1,b=3" : "method=spr lam1=.1");
        double *plain = make_reals(2 * N), *moved = make_reals(2 * N), sum[2] = {0, 0};
        int32_t decided[N];
        for (int i = 0; i < N; i++) {
            const int c = ardor_dataset_label(data, i);
            sum[c] += (k % 2 ? 1 + i % 2 : 1) * (k > 1 && c == 1 ? 3 : 1);
        }
        const double share = sum[1] / (sum[0] + sum[1]);
        json_t *report = model_json(model);
        assert_near(number_at(report, "shares.1"), share, 1e-15, "the share in the report");
        json_decref(report);
        must(ardor_predict(context, model, data, plain));
        decide_by(model, "method=jcfo prior=a=.8 cost=1,2 abstain=.6"); /* what is no decision is passed over */
        must(ardor_predict(context, model, data, moved));
        must(ardor_decide(context, model, N, moved, decided));
        json_t *root = predictions(model, data, moved);
        long long undecided = 0, wrong = 0;
        for (int i = 0; i < N; i++) {
            const double b = plain[N + i] * .2 / share, a = plain[i] * .8 / (1 - share), p = b / (a + b);
            assert_near(moved[N + i], p, 1e-12, "a probability");
            assert_int_equal(decided[i], fmax(p, 1 - p) < .6 ? -1 : p > 1. / 3);
            undecided += decided[i] < 0;
            wrong += decided[i] >= 0 && decided[i] != ardor_dataset_label(data, i);
            json_t *said = at(json_array_get(at(root, "rows"), (size_t)i), "predicted");
            if (decided[i] < 0)
                assert_true(json_is_null(said));
            else
                assert_string_equal(json_string_value(said), ardor_model_class_name(model, decided[i]));
        }
        assert_true(undecided > 0);
        assert_near(number_at(root, "n_undecided"), (double)undecided, 0, "rows not decided");
        assert_near(number_at(root, "n_compared_undecided"), (double)undecided, 0, "of those compared");
        assert_near(number_at(root, "n_wrong"), (double)wrong, 0, "rows decided wrongly");
        assert_near(number_at(root, "decision.prior.b"), .2, 1e-15, "the prior");
        json_decref(root);
        must(ardor_model_decide(context, model, NULL));
        must(ardor_predict(context, model, data, moved));
        assert_memory_equal(moved, plain, 2 * N * sizeof *plain);
        free(moved);
        free(plain);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

/* Predictions of new rows are those of an evaluation with one fold, figures included. */
static void predictions_are_an_evaluation_with_one_fold(void **state)
{
    (void)state;
    need_full();
    enum { N = 60, TRAINED = 35 };
    static const char decision[] = "prior=b=.2 cost=1,3 abstain=.9";
    char path[] = "/tmp/ardor-decisions-XXXXXX", spec[200];
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fputs("split,row,set\n", file);
    for (int i = 0; i < N; i++) fprintf(file, "1,%d,%s\n", i + 1, i < TRAINED ? "train" : "test");
    assert_int_equal(fclose(file), 0);
    ardor_dataset *all = normals(2, N, false, 9), *parts[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
        const int first = k * TRAINED, n = k ? N - TRAINED : TRAINED;
        const char *label[N];
        for (int i = 0; i < n; i++) label[i] = ardor_dataset_class_name(all, ardor_dataset_label(all, first + i));
        must(ardor_dataset_from_arrays(context, n, 1, ardor_dataset_column(all, 0) + first, n, label, NULL, NULL, &parts[k]));
    }
    ardor_model *model = fit(parts[0], "method=spr lam1=.1");
    double *prob = make_reals(2 * (N - TRAINED));
    decide_by(model, decision);
    must(ardor_predict(context, model, parts[1], prob));
    json_t *root = predictions(model, parts[1], prob);
    snprintf(spec, sizeof spec, "method=spr lam1=.1 plan=splits:%s %s", path, decision);
    json_t *evaluation = evaluate(all, spec), *figure;
    const char *key;
    json_object_foreach(at(root, "summary"), key, figure) if (!json_equal(figure, at(at(evaluation, "summary"), key)))
        fail_msg("%s differs", key);
    assert_true(json_equal(at(root, "confusion"), at(evaluation, "confusion")));
    assert_true(json_equal(at(root, "decision"), at(evaluation, "decision")));
    assert_true(number_at(root, "summary.undecided.value") > 0);
    json_decref(evaluation);
    json_decref(root);
    free(prob);
    ardor_model_free(model);
    for (int k = 0; k < 2; k++) ardor_dataset_free(parts[k]);
    ardor_dataset_free(all);
    assert_int_equal(remove(path), 0);
}

static void refuses(ardor_model *model, const char *text, const char *message)
{
    ardor_spec *spec = make_spec(text);
    assert_int_equal(ardor_model_decide(context, model, spec), ARDOR_USAGE);
    assert_message(message);
    ardor_spec_free(spec);
}

/* The text with what stands between two texts replaced; free it. */
static char *with(const char *text, const char *from, const char *until, const char *instead)
{
    const char *at = strstr(text, from), *end = at ? strstr(at, until) : NULL;
    assert_non_null(end);
    char *out = malloc(strlen(text) + strlen(instead) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, instead, end);
    return out;
}

static void shares_stay_in_the_file_and_old_ones_have_none(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 30, false, 10);
    ardor_model *model = fit(data, "method=spr lam1=.1"), *again = NULL, *old = NULL;
    char *text = NULL;
    double p[60], q[60];
    must(ard_model_text(context, model, &text));
    must(ardor_model_from_text(context, text, "m.json", &again));
    decide_by(model, "prior=b=.01");
    decide_by(again, "prior=b=.01");
    must(ardor_predict(context, model, data, p));
    must(ardor_predict(context, again, data, q));
    assert_memory_equal(p, q, sizeof p);
    char *without = with(text, "\"shares\": [", "\n", "\"shares\": null,");
    must(ardor_model_from_text(context, without, "m.json", &old));
    decide_by(old, "threshold=.2");
    refuses(old, "prior=b=.01",
            "prior: the model's file, of an older version, does not have the shares of the classes that it was trained at: fit "
            "it again");
    int32_t decided[30]; /* what was set before stays */
    must(ardor_model_decide(context, model, NULL));
    must(ardor_predict(context, old, data, p));
    must(ardor_predict(context, model, data, q));
    assert_memory_equal(p, q, sizeof p);
    must(ardor_decide(context, old, 30, p, decided));
    for (int i = 0; i < 30; i++) assert_int_equal(decided[i], p[30 + i] > .2);
    assert_int_equal(ardor_decide(context, NULL, 30, p, decided), ARDOR_USAGE);
    assert_int_equal(ardor_model_decide(context, NULL, NULL), ARDOR_USAGE);
    free(without);
    ardor_string_free(context, text);
    ardor_model_free(old);
    ardor_model_free(again);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ several classes */

/* A method of any number of classes that only this test has: p_c in proportion to the share of class c and to a normal density
 * about its mean, so that at another prior only the shares differ. */
typedef struct means {
    ardor_context *context;
    const ard_problem *problem;
} means;

static int means_predict(ardor_context *in, const ard_machine *m, const ard_matrix *x, double *prob)
{
    const double *share = m->content, *mean = share + m->n_classes;
    const int64_t first = 0;
    double *column = ard_alloc(in, x->n, sizeof *column);
    if (!column) return ARDOR_MEMORY;
    ard_matrix_gather(x, 0, x->n, 1, &first, column, x->n);
    for (int64_t i = 0; i < x->n; i++) {
        double sum = 0;
        for (int c = 0; c < m->n_classes; c++) {
            const double z = column[i] - mean[c];
            sum += prob[c * x->n + i] = share[c] * exp(-z * z / 2);
        }
        for (int c = 0; c < m->n_classes; c++) prob[c * x->n + i] /= sum;
    }
    ard_free(in, column);
    return ARDOR_OK;
}

static void means_free(ardor_context *in, void *content) { ard_free(in, content); }

static const ard_machine_kind means_kind = {.name = "means", .predict = means_predict, .free = means_free};

static int means_open(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *values,
                      void **work)
{
    int rc = ARDOR_OK;
    means *w = NULL;
    (void)self, (void)values;
    NEW(in, w, 1);
    *w = (means){in, problem};
    *work = w;
done:
    return rc;
}

static int means_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const means *w = work;
    const ard_targets *t = &w->problem->target;
    const int64_t first = 0;
    double *content = NULL, *column = NULL;
    (void)candidate, (void)warm, (void)ask;
    *out = ard_fit_empty();
    NEW(w->context, column, t->n);
    ard_matrix_gather(w->problem->x, 0, t->n, 1, &first, column, t->n);
    TRY(ard_machine_open(w->context, &means_kind, t->n_classes, 1, &first, &out->machine));
    NEW(w->context, content, 2 * t->n_classes);
    out->machine.content = content;
    for (int64_t i = 0; i < t->n; i++) content[t->label[i]] += ard_target_weight(t, i) / t->weight_sum;
    for (int64_t i = 0; i < t->n; i++)
        content[t->n_classes + t->label[i]] += ard_target_weight(t, i) / t->weight_sum / content[t->label[i]] * column[i];
    out->stop = ARD_STOP_CONVERGED;
done:
    ard_free(w->context, column);
    return rc;
}

static int means_grid(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *values,
                      bool fine, ard_grid *out)
{
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(in, values, 0, NULL, out);
}

static void means_close(void *work)
{
    means *w = work;
    if (w) ard_free(w->context, w);
}

static const ard_method means_method = {.name = "means",
                                        .title = "Means",
                                        .reference = "",
                                        .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS | ARD_CAN_MANY_CLASSES,
                                        .default_basis = "identity",
                                        .weaken = -1,
                                        .max_iter = -1,
                                        .grid = means_grid,
                                        .open = means_open,
                                        .solve = means_solve,
                                        .close = means_close};

static ardor_evaluation *evaluate_means(const ardor_dataset *data, const char *text)
{
    ard_config config;
    ardor_evaluation *e = NULL;
    ardor_spec *spec = make_spec(text);
    must(ard_config_parse(context, spec, &config));
    config.recipe.method = &means_method;
    config.recipe.basis = (ard_basis){ARD_IDENTITY, 0};
    must(ard_evaluate(context, data, &config, &e));
    ardor_spec_free(spec);
    return e;
}

/* Weights of classes change the shares in the machine and nothing else: at one prior both fits say the same. */
static void many_classes_move_as_if_trained_there(void **state)
{
    (void)state;
    ardor_dataset *data = normals(4, 84, true, 11);
    ardor_evaluation *balanced = evaluate_means(data, "plan=kfold:4 class-weight=balanced prior=a=.1,b=.2,c=.3");
    ardor_evaluation *plain = evaluate_means(data, "plan=kfold:4 prior=a=.1,c=.3,d=.4");
    ardor_evaluation *still = evaluate_means(data, "plan=kfold:4");
    int differ = 0;
    for (int64_t i = 0; i < plain->n_rows; i++) {
        double sum = 0;
        for (int c = 0; c < 4; c++) {
            assert_near(balanced->prob[c * 84 + i], plain->prob[c * 84 + i], 1e-12, "from equal shares and from others");
            sum += plain->prob[c * 84 + i];
        }
        assert_near(sum, 1, 1e-12, "the sum");
        differ += plain->predicted[i] != still->predicted[i];
    }
    assert_true(differ > 2);
    assert_near(plain->baseline.error.value, .6, 1e-12, "the baseline's error at the prior");
    assert_near(plain->baseline.log_loss.value, -.1 * log(.1) - .2 * log(.2) - .3 * log(.3) - .4 * log(.4), 1e-12,
                "its log loss");
    ardor_evaluation_free(still);
    ardor_evaluation_free(plain);
    ardor_evaluation_free(balanced);
    ardor_dataset_free(data);
}

static void many_classes_are_decided_by_costs_and_zones(void **state)
{
    (void)state;
    ardor_dataset *data = normals(3, 84, false, 12);
    ardor_evaluation *plain = evaluate_means(data, "plan=kfold:4"),
                     *even = evaluate_means(data, "plan=kfold:4 cost=a:b=1 abstain=.3333333333333333");
    ardor_evaluation *e = evaluate_means(data, "plan=kfold:4 cost=a:b=6,c:b=6 abstain=.5");
    double cost = 0, decided = 0, wrong = 0;
    for (int64_t i = 0; i < e->n_rows; i++) {
        const double p[] = {e->prob[i], e->prob[84 + i], e->prob[168 + i]};
        const double expected[] = {p[1] + p[2], 6 * (p[0] + p[2]), p[0] + p[1]};
        int best = 0;
        for (int k = 1; k < 3; k++)
            if (expected[k] < expected[best]) best = k;
        assert_int_equal(e->predicted[i], fmax(p[0], fmax(p[1], p[2])) < .5 ? -1 : best);
        assert_int_equal(even->predicted[i], plain->predicted[i]);
        if (e->predicted[i] < 0) continue;
        decided++;
        wrong += best != e->label[i];
        cost += best == e->label[i] ? 0 : best == 1 ? 6 : 1;
    }
    assert_true(decided > 20 && decided < 80 && wrong > 0);
    assert_near(e->summary.error_decided.value, wrong / decided, 1e-13, "the error of the decided");
    assert_near(e->summary.undecided.value, 1 - decided / 84, 1e-13, "the share not decided");
    assert_near(e->summary.cost.value, cost / decided, 1e-13, "the cost");
    assert_near(even->summary.error.value, plain->summary.error.value, 0, "the error");
    ardor_evaluation_free(e);
    ardor_evaluation_free(even);
    ardor_evaluation_free(plain);
    ardor_dataset_free(data);
}

/* A model file of three classes, whose method nobody has: it predicts the shares, and at a prior the prior. */
static void a_model_of_three_classes_decides(void **state)
{
    (void)state;
    ardor_dataset *data = normals(2, 20, false, 13), *rows = normals(3, 6, false, 14);
    ardor_model *two = fit(data, "method=spr lam1=1e6"), *model = NULL;
    char *text = NULL;
    double prob[18];
    int32_t decided[6];
    must(ard_model_text(context, two, &text));
    char *a = with(text, "\"method\": \"spr\"", ",", "\"method\": \"several\"");
    char *b = with(a, "\"classes\": [", "\n", "\"classes\": [\"a\", \"b\", \"c\"],");
    char *c = with(b, "\"shares\": [", "\n", "\"shares\": [0.5, 0.25, 0.25],");
    char *e = with(c, "\"multiclass\": ", "\n", "\"multiclass\": \"native\",");
    char *d = with(e, "\"machine\": {", "  \"report\"",
                   "\"machine\": {\"kind\": \"shares\", \"features\": [], \"shares\": [0.5, 0.25, 0.25]},\n");
    must(ardor_model_from_text(context, d, "m.json", &model));
    refuses(model, "threshold=.4",
            "threshold: it parts two classes, and the model has 3 ('a', 'b', 'c'): give cost=TRUE:PREDICTED=COST,..");
    refuses(model, "cost=1,2", "cost: FP,FN is for two classes, and the model has 3");
    decide_by(model, "prior=a=.2,c=.35 cost=a:b=9");
    must(ardor_predict(context, model, rows, prob));
    must(ardor_decide(context, model, 6, prob, decided));
    for (int i = 0; i < 6; i++) {
        assert_near(prob[i], .2, 1e-15, "a");
        assert_near(prob[6 + i], .45, 1e-15, "b");
        assert_near(prob[12 + i], .35, 1e-15, "c");
        assert_int_equal(decided[i], 2); /* expected costs .8, .2 * 9 + .35, .65 */
    }
    json_t *root = predictions(model, rows, prob);
    assert_near(number_at(root, "summary.cost.value"), .2 + .45, 1e-12, "the mean cost at the prior");
    assert_near(number_at(root, "decision.cost.a.b"), 9, 0, "a cost");
    assert_near(number_at(root, "decision.cost.c.b"), 1, 0, "one that was not given");
    json_decref(root);
    char *const texts[] = {a, b, c, d, e};
    for (int k = 0; k < 5; k++) free(texts[k]);
    ardor_string_free(context, text);
    ardor_model_free(model);
    ardor_model_free(two);
    ardor_dataset_free(rows);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ one class against the rest */

/* Written and read, since only tables can say which class is the positive one. */
static ardor_dataset *read_with(ardor_dataset *data, const char *positive)
{
    char path[] = "/tmp/ardor-decisions-XXXXXX.csv";
    ardor_dataset *out = NULL;
    need_full();
    const int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    close(descriptor);
    must(ardor_dataset_write(context, data, path));
    must(
        ardor_dataset_read(context, path, &(ardor_read_options){.size = sizeof(ardor_read_options), .positive = positive}, &out));
    assert_int_equal(remove(path), 0);
    ardor_dataset_free(data);
    return out;
}

static void one_class_against_the_rest(void **state)
{
    (void)state;
    ardor_dataset *plain = read_with(normals(4, 60, false, 15), NULL), *data = read_with(normals(4, 60, false, 15), "b");
    assert_int_equal(ardor_dataset_classes(data), 2);
    assert_string_equal(ardor_dataset_class_name(data, 0), "not b");
    assert_string_equal(ardor_dataset_class_name(data, 1), "b");
    for (int i = 0; i < 60; i++) assert_int_equal(ardor_dataset_label(data, i), ardor_dataset_label(plain, i) == 1);
    json_t *root = evaluate(data, "method=spr lam1=.1 plan=kfold:3");
    assert_string_equal(text_at(root, "positive"), "b");
    assert_string_equal(text_at(root, "classes.0"), "not b");
    assert_int_equal(json_array_size(at(root, "rest")), 3);
    assert_string_equal(text_at(root, "rest.0"), "a");
    assert_string_equal(text_at(root, "rest.2"), "d");
    json_decref(root);
    ardor_model *model = fit(data, "method=bpm basis=rbf"), *again = NULL;
    char *text = NULL;
    must(ard_model_text(context, model, &text));
    must(ardor_model_from_text(context, text, "m.json", &again));
    json_t *report = model_json(again);
    assert_int_equal(json_array_size(at(report, "rest")), 3);
    json_decref(report);
    double prob[120];
    must(ardor_predict(context, again, plain, prob));
    root = predictions(again, plain, prob); /* with the labels as they are in the table */
    assert_near(number_at(root, "n_compared"), 60, 0, "rows compared");
    assert_int_equal(json_array_size(at(root, "unknown_labels")), 0);
    assert_int_equal(json_array_size(at(root, "rest")), 3);
    assert_true(json_is_true(at(root, "training_table")));
    double wrong = 0;
    for (int i = 0; i < 60; i++) wrong += (prob[60 + i] > prob[i]) != (ardor_dataset_label(plain, i) == 1);
    assert_near(number_at(root, "n_wrong"), wrong, 0, "rows predicted wrongly");
    assert_near(number_at(root, "summary.error.value"), wrong / 60, 1e-15, "the error");
    assert_near(number_at(root, "confusion.counts.1.0") + number_at(root, "confusion.counts.1.1"), 17, 0, "rows of b");
    json_decref(root);
    ardor_string_free(context, text);
    ardor_model_free(again);
    ardor_model_free(model);
    ardor_dataset_free(data);
    ardor_dataset_free(plain);
}

/* A label that no training row had is unknown, as ever. */
static void labels_that_were_not_there_are_unknown(void **state)
{
    (void)state;
    ardor_dataset *data = read_with(normals(3, 60, false, 16), "b"), *other = normals(4, 60, false, 17);
    ardor_model *model = fit(data, "method=bpm basis=rbf");
    double prob[120];
    must(ardor_predict(context, model, other, prob));
    json_t *root = predictions(model, other, prob);
    assert_int_equal(json_array_size(at(root, "unknown_labels")), 1);
    assert_string_equal(text_at(root, "unknown_labels.0.label"), "d");
    assert_true(json_is_false(at(root, "training_table")));
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(other);
    ardor_dataset_free(data);
}

static void the_rest_is_called_like_no_label(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4};
    ardor_dataset *data = NULL;
    must(ardor_dataset_from_arrays(context, 4, 1, x, 4, (const char *[]){"not b", "b", "not b (2)", "c"}, NULL, NULL, &data));
    data = read_with(data, "b");
    assert_string_equal(ardor_dataset_class_name(data, 0), "not b (3)");
    assert_string_equal(ardor_dataset_class_name(data, 1), "b");
    ardor_dataset_free(data);
    must(ardor_dataset_from_arrays(context, 4, 1, x, 4, (const char *[]){"u", "b", "b", "u"}, NULL, NULL, &data));
    data = read_with(data, "b");
    assert_string_equal(ardor_dataset_class_name(data, 0), "u"); /* two classes stay as they are */
    assert_string_equal(ardor_dataset_class_name(data, 1), "b");
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fold_moves_from_its_own_shares),
        cmocka_unit_test(figures_are_those_of_the_prior),
        cmocka_unit_test(fits_before_the_refit_are_decided_alike),
        cmocka_unit_test(resubstitution_is_at_the_prior),
        cmocka_unit_test(what_decides_as_before_changes_nothing),
        cmocka_unit_test(the_prior_of_the_training_changes_no_probability),
        cmocka_unit_test(nothing_decided_has_reasons),
        cmocka_unit_test(bad_keys_are_refused),
        cmocka_unit_test(a_model_moves_from_the_shares_of_its_fit),
        cmocka_unit_test(predictions_are_an_evaluation_with_one_fold),
        cmocka_unit_test(shares_stay_in_the_file_and_old_ones_have_none),
        cmocka_unit_test(many_classes_move_as_if_trained_there),
        cmocka_unit_test(many_classes_are_decided_by_costs_and_zones),
        cmocka_unit_test(a_model_of_three_classes_decides),
        cmocka_unit_test(one_class_against_the_rest),
        cmocka_unit_test(labels_that_were_not_there_are_unknown),
        cmocka_unit_test(the_rest_is_called_like_no_label),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
