/* Folds as records: an evaluation follows from them, whoever made them and in whatever order; several cells are one loop; what an
 * evaluation holds does not grow with folds x features. */
#include "fit/tune_auto.h"
#include "api_fixture.h"
#include "fault_fixture.h"

#include "study/evaluation.h"
#include "study/study.h"

typedef struct one {
    ard_config config;
    ardor_spec *spec;
    ard_plan *plan;
    ard_cell cell;
    ard_record *record;
    ard_stop stopped;
} one;

static ardor_dataset *data;

static void open_one(const char *text, const int32_t *label, one *o)
{
    *o = (one){.spec = make_spec(text)};
    must(ard_config_parse(context, o->spec, &o->config));
    must(ard_plan_new(context, data, NULL, o->config.plan, o->config.recipe.seed, &o->plan));
    must(ard_tune_settle(context, data, o->plan, &o->config.recipe));
    must(ard_cell_open(context, data, label, o->plan, &o->config.recipe, 1, &o->cell));
    o->record = ard_alloc(context, o->plan->n_tasks, sizeof *o->record);
}

static void close_one(one *o)
{
    for (int64_t f = 0; f < o->plan->n_tasks; f++) ard_record_free(context, &o->record[f]);
    ard_free(context, o->record);
    ard_cell_close(context, &o->cell);
    ard_plan_free(o->plan);
    ardor_spec_free(o->spec);
}

static void run_cells(int n, one *o, int threads)
{
    const ard_cell *cell[8];
    ard_record *record[8];
    ard_stop stopped = ARD_STOP_TIME;
    for (int c = 0; c < n; c++) {
        cell[c] = &o[c].cell;
        record[c] = o[c].record;
    }
    must(ard_study_run(context, n, cell, &(ard_study_how){.threads = threads}, record, &stopped));
    assert_int_equal(stopped, ARD_STOP_NONE);
}

static char *text_of(const one *o)
{
    ardor_evaluation *e = NULL;
    char *text = NULL;
    ard_known_correlations known = {0};
    must(ard_evaluation_of(context, &o->cell, o->record, ARD_STOP_NONE, &e));
    must(ard_worth_of(context, &o->cell, o->record, &known, e));
    must(ardor_evaluation_json(context, e, &text));
    ardor_evaluation_free(e);
    fault_blank_seconds(text);
    return text;
}

/* What the public function says. */
static char *expected_of(const char *text, const ardor_dataset *of)
{
    ardor_evaluation *e = NULL;
    ardor_spec *spec = make_spec(text);
    char *out = NULL;
    must(ardor_evaluate(context, of, spec, &e));
    must(ardor_evaluation_json(context, e, &out));
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
    fault_blank_seconds(out);
    return out;
}

static void assert_same(char *text, char *expected)
{
    assert_string_equal(text, expected);
    ardor_string_free(context, text);
    ardor_string_free(context, expected);
}

static const char *const evaluations[] = {"method=spr basis=identity plan=kfold:4",
                                          "basis=rbf plan=repeat:2x3 impute=median",
                                          "method=spr tune=cv:3 strength=.3 relax=auto plan=kfold:3",
                                          "method=rvm basis=rbf plan=boot:5 filter=ttest:3",
                                          "basis=linear plan=kfold:3 tune=first:2",
                                          "basis=linear plan=kfold:3 tune=cv:2 protocol=leaky",
                                          "method=spr plan=loo class-weight=balanced",
                                          "method=projection plan=holdout:.3"};

/* ------------------------------------------------------------------ records */

static char *line_of(const ard_record *record)
{
    ard_json json;
    char *text = NULL;
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_record_write(record, &json);
    ard_json_close(&json);
    must(ard_json_finish(&json, &text));
    return text;
}

/* Written, read, and written again, a record is the same text, and the evaluation the same. */
static void an_evaluation_follows_from_its_records(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(evaluations); k++) {
        one o;
        open_one(evaluations[k], NULL, &o);
        run_cells(1, &o, 1);
        const ard_record_frame frame = {1, o.plan->n_tasks, data->n, data->p, 2, o.config.recipe.method->n_settings};
        for (int64_t f = 0; f < o.plan->n_tasks; f++) {
            json_t *json = NULL;
            char *text = line_of(&o.record[f]);
            must(ard_json_parse(context, text, strlen(text), "records", &json));
            ard_node node = ard_node_root(context, "records", json);
            ard_record_free(context, &o.record[f]);
            must(ard_record_read(&node, &frame, &o.record[f]));
            must(ard_node_done(&node));
            json_decref(json);
            char *again = line_of(&o.record[f]);
            assert_string_equal(again, text);
            ardor_string_free(context, again);
            ardor_string_free(context, text);
        }
        assert_same(text_of(&o), expected_of(evaluations[k], data));
        close_one(&o);
    }
}

/* A record that says what cannot be is refused. */
static void records_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } bad[] = {{"\"fold\": 1", "\"fold\": 9", "records: fold "},
               {"\"cell\": 0", "\"cell\": 1", "records: cell "},
               {"\"rows\": [", "\"rows\": [400, ", "records: rows[0] "},
               {"\"prob\": [", "\"prob\": [0.5, ", "records: prob "},
               {"\"selected\": [", "\"selected\": [-1, ", "records: selected[0] "},
               {"\"selected\": [", "\"selected\": [6, ", "records: selected[0] "},
               {"\"weight\": [", "\"weight\": [1.5, ", "records: weight "},
               {"\"stop_reason\": \"", "\"stop_reason\": \"not ", "is no stop reason"},
               {"\"kind\": \"", "\"kind\": \"not ", "unknown kind"},
               {"\"remarks\": [", "\"remarks\": [1, ", "records: remarks[0] "},
               {"\"remarks\": [", "\"remarks\": [{\"code\": \"none\", \"text\": \"\"}, ", "there is no remark 'none'"},
               {"\"remarks\": [", "\"remarks\": [{\"code\": null}, ", "lacks the member 'text'"},
               {"\"used\": [", "\"used\": [1.0, ", "records: used "}};
    one o;
    open_one(evaluations[0], NULL, &o);
    run_cells(1, &o, 1);
    char *text = line_of(&o.record[0]);
    const ard_record_frame frame = {1, 4, data->n, data->p, 2, o.config.recipe.method->n_settings};
    for (int k = 0; k < COUNT_OF(bad); k++) {
        char damaged[8192];
        ard_record record;
        json_t *json = NULL;
        const char *found = strstr(text, bad[k].from);
        assert_non_null(found);
        snprintf(damaged, sizeof damaged, "%.*s%s%s", (int)(found - text), text, bad[k].to, found + strlen(bad[k].from));
        must(ard_json_parse(context, damaged, strlen(damaged), "records", &json));
        ard_node node = ard_node_root(context, "records", json);
        assert_int_equal(ard_record_read(&node, &frame, &record), ARDOR_DATA);
        if (!strstr(ardor_context_message(context), bad[k].message))
            fail_msg("%s: %s", bad[k].to, ardor_context_message(context));
        json_decref(json);
    }
    ardor_string_free(context, text);
    close_one(&o);
}

/* ------------------------------------------------------------------ cells */

static void many_cells_are_one_loop(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 8; threads += 7) {
        one o[COUNT_OF(evaluations)];
        for (int k = 0; k < COUNT_OF(evaluations); k++) open_one(evaluations[k], NULL, &o[k]);
        run_cells(COUNT_OF(evaluations), o, threads);
        for (int k = 0; k < COUNT_OF(evaluations); k++) {
            assert_same(text_of(&o[k]), expected_of(evaluations[k], data));
            close_one(&o[k]);
        }
    }
}

/* Other labels than the data's, without a copy of the data, are what the data with those labels would be. */
static void labels_can_be_replaced(void **state)
{
    (void)state;
    int32_t label[40];
    const char *name[40];
    ardor_dataset *other = NULL;
    for (int64_t i = 0; i < data->n; i++) {
        label[i] = data->label[(i * 7 + 3) % data->n];
        name[i] = data->class_name[label[i]];
    }
    must(ardor_dataset_from_arrays(context, data->n, data->p, data->x, data->n, name, (const char *const *)data->feature, NULL,
                                   &other));
    for (int k = 0; k < COUNT_OF(evaluations); k++) {
        one o;
        ard_plan *of_labels = NULL;
        open_one(evaluations[k], label, &o);
        /* the plan is the caller's: here that of the labels */
        must(ard_plan_new(context, other, NULL, o.config.plan, 1, &of_labels));
        ard_cell_close(context, &o.cell);
        ard_plan_free(o.plan);
        o.plan = of_labels;
        must(ard_cell_open(context, data, label, o.plan, &o.config.recipe, 1, &o.cell));
        assert_ptr_equal(o.cell.data.x, data->x);
        run_cells(1, &o, 1);
        assert_same(text_of(&o), expected_of(evaluations[k], other));
        close_one(&o);
    }
    ardor_dataset_free(other);
}

/* Of the folds that are there, in the places that they have in the plan; without any there is no evaluation. */
static void some_of_the_folds_are_an_evaluation(void **state)
{
    (void)state;
    one o;
    ardor_evaluation *e = NULL, *whole = NULL;
    open_one("method=spr plan=repeat:2x4", NULL, &o);
    run_cells(1, &o, 1);
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &whole));
    ard_record_free(context, &o.record[0]);
    ard_record_free(context, &o.record[5]);
    o.record[5].status = ARD_RECORD_FAILED;
    o.record[5].message = ard_strdup(context, "no luck");
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_TIME, &e));
    assert_true(e->n_folds == 8 && e->n_done == 6 && e->n_failed == 1 && e->failed[0].fold == 5 && e->stopped == ARD_STOP_TIME);
    assert_string_equal(e->failed[0].message, "no luck");
    double features = 0, error = 0;
    int64_t row = 0, kept = 0;
    for (int64_t k = 0, f = 0; f < 8; f++) {
        if (f != 0 && f != 5) {
            assert_int_equal(e->fold[k].fold, f);
            assert_true(e->fold[k].test_error == whole->fold[f].test_error && e->fold[k].objective == whole->fold[f].objective);
            features += (double)whole->fold[f].n_features / 6;
            error += whole->fold[f].test_error / 6;
            k++;
        }
        for (int64_t i = 0; i < whole->fold[f].n_test; i++, row++) {
            if (f == 0 || f == 5) continue;
            assert_true(e->fold_of[kept] == f && e->prob[kept] == whole->prob[row]);
            assert_string_equal(e->row_id[kept], whole->row_id[row]);
            kept++;
        }
    }
    assert_int_equal(e->n_rows, kept);
    assert_near(e->mean_n_features, features, 1e-12, "features");
    assert_near(e->summary.error.value, error, 1e-12, "the error");
    ardor_evaluation_free(e);
    for (int64_t f = 0; f < 8; f++)
        if (f != 5) ard_record_free(context, &o.record[f]);
    assert_int_equal(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_CANCELLED, &e), ARDOR_CANCELLED);
    assert_int_equal(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e), ARDOR_NUMERIC);
    assert_string_equal(ardor_context_message(context), "all 8 folds failed; the first: no luck");
    ardor_evaluation_free(whole);
    close_one(&o);
}

/* ---- by hand, of all folds */

static void all_equal(int64_t n_classes_times_n, double *prob)
{
    for (int64_t i = 0; i < n_classes_times_n; i++) prob[i] = .5;
}

/* Means of numbers that differ from fold to fold, of those that were finished. */
static void means_are_of_all_folds(void **state)
{
    (void)state;
    static const int64_t vectors[4] = {3, 5, 10, 2}, features[4] = {1, 4, 0, 6};
    one o;
    open_one("method=spr plan=kfold:4", NULL, &o);
    run_cells(1, &o, 1);
    for (int without = -1; without < 4; without++) {
        ardor_evaluation *e = NULL;
        double mean_vectors = 0, mean_features = 0;
        const double folds = without < 0 ? 4 : 3;
        for (int f = 0; f < 4; f++) {
            const ard_record_status status = f == without ? ARD_RECORD_NONE : ARD_RECORD_DONE;
            o.record[f].n_vectors = vectors[f];
            o.record[f].status = status;
            if (f != without) mean_vectors += (double)vectors[f] / folds;
            ard_free(context, o.record[f].selected);
            ard_free(context, o.record[f].importance);
            ard_free(context, o.record[f].weight);
            o.record[f].n_selected = f == without ? 0 : features[f];
            o.record[f].selected = ard_alloc(context, 6, sizeof *o.record[f].selected);
            o.record[f].importance = ard_alloc(context, 6, sizeof *o.record[f].importance);
            o.record[f].weight = ard_alloc(context, 6, sizeof *o.record[f].weight);
            for (int64_t j = 0; j < 6; j++) o.record[f].selected[j] = j;
            if (f != without) mean_features += (double)features[f] / folds;
        }
        must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_TIME, &e));
        assert_near(e->mean_n_vectors, mean_vectors, 1e-12, "vectors");
        assert_near(e->mean_n_features, mean_features, 1e-12, "features");
        ardor_evaluation_free(e);
    }
    for (int f = 0; f < 4; f++) o.record[f].status = ARD_RECORD_DONE;
    close_one(&o);
}

/* Every fold has the numbers of its own record. */
static void folds_have_what_their_records_have(void **state)
{
    (void)state;
    static const ard_stop stops[] = {ARD_STOP_CONVERGED, ARD_STOP_MAX_ITER, ARD_STOP_NULL_MODEL, ARD_STOP_CONVERGED};
    one o;
    ardor_evaluation *e = NULL;
    open_one("method=spr tune=cv:3 strength=.3 relax=auto plan=kfold:4", NULL, &o);
    run_cells(1, &o, 1);
    for (int f = 0; f < 4; f++) {
        ard_record *r = &o.record[f];
        r->n_train = 20 + f;
        r->n_vectors = 5 - f;
        r->n_screened = 3 + 2 * f;
        r->stop = stops[f];
        r->null_model = f == 2;
        r->objective = -1.5 * f;
        r->certificate.weights = .1 * f;
        r->relax_factor = 1. / (1 + f);
        r->filter = 7 * f;
        r->seconds = .25 + f;
        for (int i = 0; i < r->n_settings; i++) r->used[i] = i + 10 * f;
    }
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
    assert_int_equal(e->n_done, 4);
    for (int f = 0; f < 4; f++) {
        const ard_record *r = &o.record[f];
        const ard_fold_result *fold = &e->fold[f];
        assert_true(fold->fold == f && fold->n_train == r->n_train && fold->n_test == r->n_test);
        assert_true(fold->n_features == r->n_selected && fold->n_vectors == r->n_vectors && fold->n_screened == r->n_screened);
        assert_true(fold->stop == stops[f] && fold->null_model == (f == 2));
        assert_true(fold->objective == r->objective && fold->certificate.weights == r->certificate.weights);
        assert_true(fold->relax_factor == r->relax_factor && fold->filter == 7 * f && fold->seconds == r->seconds);
        for (int i = 0; i < r->n_settings; i++) assert_true(fold->used[i] == i + 10 * f);
    }
    ardor_evaluation_free(e);
    close_one(&o);
}

/* Given splits of different sizes: means over them, with the corrected t interval of their mean sizes (t of 2 degrees of freedom
 * from tables). */
static void sizes_are_means_over_the_folds(void **state)
{
    (void)state;
    need_full();
    static const int train[3] = {30, 20, 13}, test[3] = {6, 12, 15};
    static const double t = 4.302652729749;
    char path[] = "/tmp/ardor-test-study-XXXXXX", spec[100];
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < train[s] + test[s]; i++)
            fprintf(file, "%d,%d,%s\n", s + 1, (7 * i + 5 * s) % 40 + 1, i < train[s] ? "train" : "test");
    fclose(file);
    snprintf(spec, sizeof spec, "method=spr lam1=1 plan=splits:%s", path);
    one o;
    ardor_evaluation *e = NULL;
    double loss[3], mean = 0, squares = 0;
    open_one(spec, NULL, &o);
    run_cells(1, &o, 1);
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
    for (int f = 0; f < 3; f++) {
        const ard_record *r = &o.record[f];
        assert_true(r->n_test == test[f] && r->n_train == train[f]);
        loss[f] = 0;
        for (int64_t i = 0; i < r->n_test; i++) loss[f] -= log(r->prob[data->label[r->row[i]] * r->n_test + i]) / test[f];
        mean += loss[f] / 3;
    }
    for (int f = 0; f < 3; f++) squares += (loss[f] - mean) * (loss[f] - mean);
    const double half = t * sqrt(squares / 2 * (1. / 3 + 33. / 63));
    assert_near(e->summary.log_loss.value, mean, 1e-12, "the log loss");
    assert_near(e->summary.log_loss.high, mean + half, 1e-8, "its upper limit");
    assert_near(e->summary.log_loss.low, fmax(mean - half, 0), 1e-8, "its lower limit");
    ardor_evaluation_free(e);
    close_one(&o);
    remove(path);
}

/* A row of which both classes are as probable is of the first class wherever a class is told: predictions, errors of folds and
 * of all, the table of true and predicted, the fits before they were relaxed, the bootstrap. Ranks take half. */
static void one_half_is_the_first_class(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=cv:3 strength=.3 relax=auto plan=kfold:4", "method=spr plan=boot:4"};
    int64_t second = 0;
    for (int64_t i = 0; i < data->n; i++) second += data->label[i] == 1;
    assert_true(second > 0 && second < data->n);
    for (int k = 0; k < 2; k++) {
        one o;
        ardor_evaluation *e = NULL;
        double wrong[4] = {0}, told[2] = {0, 0}, mean = 0;
        int64_t at = 0, n = 0;
        open_one(specs[k], NULL, &o);
        run_cells(1, &o, 1);
        for (int64_t f = 0; f < o.plan->n_tasks; f++) {
            ard_record *r = &o.record[f];
            all_equal(2 * r->n_test, r->prob);
            if (r->unrelaxed) all_equal(2 * r->n_test, r->unrelaxed);
            for (int64_t i = 0; f < 4 && i < r->n_test; i++) {
                wrong[f] += data->label[r->row[i]] == 1 ? 1 / (double)r->n_test : 0;
                told[data->label[r->row[i]]]++;
                n++;
            }
        }
        must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
        for (int f = 0; f < 4; f++) {
            assert_near(e->fold[f].test_error, wrong[f], 1e-12, "the error of a fold");
            mean += wrong[f] / 4;
            for (int64_t i = 0; i < e->fold[f].n_test; i++) assert_int_equal(e->predicted[at++], 0);
        }
        const double error = k == 0 ? told[1] / (double)n : mean;
        assert_near(e->summary.error.value, error, 1e-12, "the error");
        assert_near(e->summary.auc.value, .5, 0, "the AUC");
        for (int c = 0; c < 2; c++) {
            assert_near(e->confusion.count[2 * c], told[c], 0, "told to be of the first class");
            assert_near(e->confusion.count[2 * c + 1], 0, 0, "told to be of the second class");
        }
        if (k == 0) assert_near(e->unrelaxed.error.value, error, 1e-12, "the error before");
        if (k == 1) {
            assert_near(e->bootstrap.resubstitution, (double)second / (double)data->n, 1e-12, "resubstituted");
            assert_near(e->bootstrap.no_information, (double)second / (double)data->n, 1e-12, "without information");
        }
        ardor_evaluation_free(e);
        close_one(&o);
    }
}

/* Null models that leave one out are warned of where they are wrong more often than the shares of the classes are, not only where
 * they are wrong in more than half of the folds. */
static void null_models_are_held_against_the_shares(void **state)
{
    (void)state;
    one o;
    int32_t true_label[40];
    for (int i = 0; i < 40; i++) true_label[i] = i % 5 == 0; /* 8 of 40 */
    open_one("method=spr lam1=1 plan=loo", true_label, &o);
    run_cells(1, &o, 1);
    for (int more = 0; more < 2; more++) {
        ardor_evaluation *e = NULL;
        int wrong = 8 + 2 * more;
        bool warned = false;
        for (int64_t f = 0; f < o.plan->n_tasks; f++) {
            ard_record *r = &o.record[f];
            const int32_t label = true_label[r->row[0]];
            const bool right = wrong <= 0;
            r->null_model = true;
            r->prob[label] = right ? .9 : .1;
            r->prob[1 - label] = right ? .1 : .9;
            wrong--;
        }
        must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
        for (int64_t k = 0; k < e->warnings.n; k++) warned |= e->warnings.item[k].kind == ARD_WARN_LOO_NULL;
        assert_int_equal(warned, more);
        ardor_evaluation_free(e);
        ard_remarks_forget(context);
    }
    close_one(&o);
}

/* ---- from the folds into the records */

/* The fits before they are relaxed are those of an evaluation that relaxes none, and so is what a record says of the screen: the
 * refit has none. */
static void the_fits_before_relaxing_are_those_without(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=cv:3 lam1=8 rule=error plan=kfold:4",
                                        "method=jcfo basis=linear screen=restrict strength=.4 lam1=2 lam2=2 tune=cv:3 rule=error "
                                        "plan=kfold:4"};
    for (int k = 0; k < COUNT_OF(specs); k++) {
        one relaxed, plain;
        char text[200];
        bool differ = false;
        snprintf(text, sizeof text, "%s relax=auto", specs[k]);
        open_one(text, NULL, &relaxed);
        open_one(specs[k], NULL, &plain);
        run_cells(1, &relaxed, 1);
        run_cells(1, &plain, 1);
        for (int f = 0; f < 4; f++) {
            const ard_record *a = &relaxed.record[f], *b = &plain.record[f];
            assert_int_equal(a->n_test, b->n_test);
            assert_true(a->n_screened == b->n_screened && (k == 0 || a->n_screened > 0));
            for (int64_t i = 0; i < 2 * a->n_test; i++) {
                assert_near(a->unrelaxed[i], b->prob[i], 1e-12, "a probability before");
                differ |= fabs(a->prob[i] - a->unrelaxed[i]) > 1e-3;
            }
        }
        assert_true(differ);
        close_one(&plain);
        close_one(&relaxed);
    }
}

/* Columns that the preparation dropped, or a filter, move no name. */
static void selected_columns_are_those_of_the_table(void **state)
{
    (void)state;
    enum { N = 40, P = 4 };
    static const char *const specs[] = {"method=spr lam1=.05 plan=kfold:4", "method=spr lam1=.05 plan=kfold:4 filter=ttest:2"};
    static const char *const before[P] = {"a", "b", "c", "d"}, *const behind[P + 1] = {"same", "a", "b", "c", "d"};
    double *x = make_reals(N * (P + 1));
    const char *label[N];
    ardor_dataset *few = NULL, *more = NULL;
    for (int64_t i = 0; i < N; i++) {
        x[i] = 3;
        label[i] = data->class_name[data->label[i]];
        for (int64_t j = 0; j < P; j++) x[(j + 1) * N + i] = data->x[(P - 1 - j) * N + i]; /* what tells is behind */
    }
    must(ardor_dataset_from_arrays(context, N, P, x + N, N, label, before, NULL, &few));
    must(ardor_dataset_from_arrays(context, N, P + 1, x, N, label, behind, NULL, &more));
    for (int s = 0; s < COUNT_OF(specs); s++) {
        json_t *a = evaluate(few, specs[s]), *b = evaluate(more, specs[s]);
        assert_true(json_array_size(at(a, "selection")) >= 2);
        assert_true(json_equal(at(a, "selection"), at(b, "selection")));
        json_decref(b);
        json_decref(a);
    }
    ardor_dataset_free(more);
    ardor_dataset_free(few);
    free(x);
}

/* ---- what the folds say of a feature */

typedef struct said {
    int64_t n, column[4];
    double importance[4], weight[4];
} said;

/* Five columns: three folds of four agree; both agree; one against one, and a weight of 0; none has a weight; its weight is 0. */
static const said made[] = {{4, {0, 1, 2, 3}, {10, -20, 30, 5}, {1, -2, 3, NAN}},
                            {3, {0, 1, 2}, {30, 10, -10}, {3, -1, -1}},
                            {2, {0, 2}, {20, 5}, {-2, 0}},
                            {2, {0, 4}, {40, 0}, {4, 0}}};

static void put_selection(const said *from, ard_record *to)
{
    to->n_selected = from->n;
    ard_free(context, to->selected);
    ard_free(context, to->importance);
    ard_free(context, to->weight);
    to->selected = ard_alloc(context, from->n, sizeof *to->selected);
    to->importance = ard_alloc(context, from->n, sizeof *to->importance);
    to->weight = ard_alloc(context, from->n, sizeof *to->weight);
    memcpy(to->selected, from->column, (size_t)from->n * sizeof *to->selected);
    memcpy(to->importance, from->importance, (size_t)from->n * sizeof *to->importance);
    memcpy(to->weight, from->weight, (size_t)from->n * sizeof *to->weight);
}

static void assert_real_or_null(json_t *object, const char *key, double want)
{
    const json_t *value = at(object, key);
    if (isnan(want) ? !json_is_null(value) : !(fabs(json_number_value(value) - want) <= 1e-15))
        fail_msg("%s of %s is %g, not %g", key, text_at(object, "name"), json_number_value(value), want);
}

static json_t *document_of(const one *o)
{
    ardor_evaluation *e = NULL;
    char *text = NULL;
    ard_known_correlations known = {0};
    must(ard_evaluation_of(context, &o->cell, o->record, ARD_STOP_NONE, &e));
    must(ard_worth_of(context, &o->cell, o->record, &known, e));
    must(ardor_evaluation_json(context, e, &text));
    ardor_evaluation_free(e);
    return parse_json(text);
}

/* By hand. Of the identity basis there is a scale only where there is no weight. */
static void check_selection(const char *spec, bool identity)
{
    static const struct {
        int column;
        double frequency, importance, weight, agreement;
        int direction;
    } want[] = {{0, 1, 25, 2.5, .75, 1},
                {2, .75, 15, 4. / 3, 1. / 3, -1},
                {1, .5, 15, 1.5, 1, 0},
                {3, .25, 5, NAN, NAN, -1},
                {4, .25, 0, 0, NAN, -1}};
    one o;
    open_one(spec, NULL, &o);
    run_cells(1, &o, 1);
    for (int f = 0; f < COUNT_OF(made); f++) put_selection(&made[f], &o.record[f]);
    json_t *json = document_of(&o), *selection = at(json, "selection");
    assert_int_equal(json_array_size(selection), COUNT_OF(want));
    assert_string_equal(text_at(json, "weight_unit"), identity ? "unit" : "sd");
    for (int k = 0; k < COUNT_OF(want); k++) {
        json_t *found = json_array_get(selection, (size_t)k);
        assert_string_equal(text_at(found, "name"), data->feature[want[k].column]);
        assert_real_or_null(found, "frequency", want[k].frequency);
        assert_real_or_null(found, "mean_scale", identity && !isnan(want[k].weight) ? NAN : want[k].importance);
        assert_real_or_null(found, "mean_weight", want[k].weight);
        assert_real_or_null(found, "agreement", want[k].agreement);
        if (want[k].direction < 0)
            assert_true(json_is_null(at(found, "direction")));
        else
            assert_string_equal(text_at(found, "direction"), data->class_name[want[k].direction]);
    }
    json_decref(json);
    close_one(&o);
}

static void folds_agree_on_a_direction_or_not(void **state)
{
    (void)state;
    check_selection("basis=linear plan=kfold:4", false);
    check_selection("method=spr basis=identity plan=kfold:4 standardise=none", true);
    one o; /* what the folds found themselves: no weights of kernels without directions */
    open_one("basis=rbf plan=kfold:4", NULL, &o);
    run_cells(1, &o, 1);
    json_t *json = document_of(&o);
    json_t *first = json_array_get(at(json, "selection"), 0);
    assert_true(json_is_null(at(json, "weight_unit")) && json_is_null(at(first, "direction")));
    assert_true(json_is_null(at(first, "mean_weight")) && number_at(first, "mean_scale") > 0);
    json_decref(json);
    close_one(&o);
}

/* ---- one preparation of each training set */

static atomic_int n_prepared;

static int counted_fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    (void)argument, (void)number;
    n_prepared += column->index == 0;
    return ARDOR_OK;
}

static const ard_step_kind counting = {.name = "counting", .fit = counted_fit};

static void a_training_set_is_prepared_once(void **state)
{
    (void)state;
    const ard_step_kind *kinds[ARD_MAX_STEPS + 1] = {&counting};
    static const struct {
        const char *text;
        int sets; /* folds and their inner folds; all rows where settings are picked outside, and of a bootstrap */
    } cases[] = {{"method=spr plan=kfold:4", 4},
                 {"method=spr plan=kfold:3 threads=2 tune=cv:4", 3 + 3 * 4},
                 {"method=spr plan=kfold:3 tune=cv:3 strength=.3 relax=auto", 3 + 3 * 3},
                 {"method=rvm basis=rbf plan=boot:5", 5 + 1},
                 {"basis=linear plan=kfold:3 tune=first:2", 1 + 3},
                 {"method=spr plan=boot:3 tune=first:2 threads=2", 3 + 1},
                 {"basis=linear plan=kfold:3 tune=cv:2 protocol=leaky", 1}};
    for (int i = 0; ard_step_kinds[i]; i++) kinds[i + 1] = ard_step_kinds[i];
    for (int k = 0; k < COUNT_OF(cases); k++) {
        ardor_spec *spec = make_spec(cases[k].text);
        ardor_evaluation *e = NULL;
        ard_config config;
        must(ard_config_parse(context, spec, &config));
        config.recipe.prepare = (ard_prepare_options){.kinds = kinds};
        n_prepared = 0;
        must(ard_evaluate(context, data, &config, &e));
        n_prepared--; /* the rows of all folds together, of which correlations are */
        if (n_prepared != cases[k].sets) fail_msg("%s: %d preparations of %d sets", cases[k].text, n_prepared, cases[k].sets);
        ardor_evaluation_free(e);
        ardor_spec_free(spec);
    }
}

/* The out-of-bag error is the mean over rows of the share of their predictions that is wrong; the fit to all rows is of all
 * rows. */
static void a_bootstrap_counts_by_row(void **state)
{
    (void)state;
    one o;
    ardor_evaluation *e = NULL;
    int tested[40] = {0}, wrong[40] = {0}, seen = 0;
    double error = 0;
    open_one("method=spr plan=boot:6", NULL, &o);
    run_cells(1, &o, 2);
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
    assert_int_equal(o.record[6].n_test, data->n);
    assert_int_equal(e->n_folds, 6);
    for (int64_t i = 0; i < e->n_rows; i++) {
        const int row = atoi(e->row_id[i]) - 1;
        tested[row]++;
        wrong[row] += e->predicted[i] != e->label[i];
    }
    for (int row = 0; row < 40; row++) {
        seen += tested[row] > 0;
        if (tested[row] > 0) error += (double)wrong[row] / tested[row];
    }
    assert_true(e->bootstrapped);
    assert_near(e->bootstrap.out_of_bag, error / seen, 1e-12, "the out-of-bag error");
    ardor_evaluation_free(e);
    close_one(&o);
}

/* What resamples have in common goes by the rows that train, of which a copy is none: those that are not tested. */
static void a_bootstrap_trains_distinct_rows(void **state)
{
    (void)state;
    enum { FOLDS = 6 };
    one o;
    ardor_evaluation *e = NULL;
    double loss[FOLDS] = {0}, mean = 0, spread = 0, test = 0, train = 0;
    open_one("method=spr plan=boot:6", NULL, &o);
    run_cells(1, &o, 1);
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
    for (int64_t i = 0; i < e->n_rows; i++) {
        const int64_t f = e->fold_of[i];
        loss[f] -= log(e->prob[i + e->label[i] * e->n_rows]) / (double)e->fold[f].n_test;
    }
    for (int f = 0; f < FOLDS; f++) {
        assert_int_equal(e->fold[f].n_train, data->n);
        assert_int_equal(e->fold[f].n_distinct, data->n - e->fold[f].n_test);
        mean += loss[f] / FOLDS;
        test += (double)e->fold[f].n_test;
        train += (double)e->fold[f].n_distinct;
    }
    for (int f = 0; f < FOLDS; f++) spread += (loss[f] - mean) * (loss[f] - mean) / (FOLDS - 1);
    assert_near(e->summary.log_loss.value, mean, 1e-12, "log loss");
    assert_near(e->summary.log_loss.high - mean, 2.570581835636314 * sqrt(spread * (1. / FOLDS + test / train)), 1e-9,
                "its interval");
    ardor_evaluation_free(e);
    close_one(&o);
}

/* With weights, each row and each prediction has its own: of the fit to all rows, of its errors and of what guessing by the
 * shares of labels and predictions would be. */
static void a_bootstrap_counts_weights(void **state)
{
    (void)state;
    one o;
    ardor_evaluation *e = NULL;
    double weight[40], total = 0, seen = 0, outside = 0, inside = 0, truth[2] = {0}, told[2] = {0};
    int tested[40] = {0}, wrong[40] = {0};
    open_one("method=spr lam1=2 plan=boot:6", NULL, &o);
    for (int i = 0; i < 40; i++) weight[i] = 1 + 3 * (i % 4 == 1) + .5 * (i % 3);
    o.cell.data.weight = weight; /* the data's own, without a copy of the rest */
    run_cells(1, &o, 1);
    must(ard_evaluation_of(context, &o.cell, o.record, ARD_STOP_NONE, &e));
    for (int64_t i = 0; i < e->n_rows; i++) {
        const int row = atoi(e->row_id[i]) - 1;
        tested[row]++;
        wrong[row] += e->predicted[i] != data->label[row];
        assert_true(e->weight[i] == weight[row]);
    }
    const ard_record *whole = &o.record[6];
    for (int row = 0; row < 40; row++) {
        const int second = whole->prob[40 + row] > .5;
        total += weight[row];
        truth[data->label[row]] += weight[row];
        told[second] += weight[row];
        inside += second != data->label[row] ? weight[row] : 0;
        seen += tested[row] > 0 ? weight[row] : 0;
        outside += tested[row] > 0 ? weight[row] * wrong[row] / tested[row] : 0;
    }
    assert_true(told[0] != truth[0] && inside > 0);
    assert_near(e->bootstrap.resubstitution, inside / total, 1e-12, "resubstituted");
    assert_near(e->bootstrap.out_of_bag, outside / seen, 1e-12, "out of bag");
    assert_near(e->bootstrap.no_information, (truth[0] * told[1] + truth[1] * told[0]) / (total * total), 1e-12, "by shares");
    ardor_evaluation_free(e);
    close_one(&o);
}

/* ------------------------------------------------------------------ memory */

typedef struct account {
    atomic_llong held, most;
} account;

/* Sizes stand before the blocks. */
static void *counted(void *user, void *pointer, size_t bytes)
{
    account *a = user;
    enum { HEAD = 16 };
    size_t *block = pointer ? (size_t *)((char *)pointer - HEAD) : NULL;
    if (block) atomic_fetch_sub(&a->held, (long long)*block);
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    block = realloc(block, bytes + HEAD);
    assert_non_null(block);
    *block = bytes;
    const long long held = atomic_fetch_add(&a->held, (long long)bytes) + (long long)bytes;
    if (held > atomic_load(&a->most)) atomic_store(&a->most, held);
    return (char *)block + HEAD;
}

/* Beyond the data: the most that is held at once, and what the result holds. */
static void measure_memory(const ardor_dataset *of, const char *text, long long *most, long long *result)
{
    account a = {0};
    ardor_context_config config = {.size = sizeof config, .resize = counted, .user = &a};
    ardor_context *own = NULL, *shared = context;
    ardor_evaluation *e = NULL;
    assert_int_equal(ardor_context_new(&config, &own), ARDOR_OK);
    context = own;
    ardor_spec *spec = make_spec(text);
    const long long before = atomic_load(&a.held);
    atomic_store(&a.most, before);
    must(ardor_evaluate(own, of, spec, &e));
    *most = atomic_load(&a.most) - before;
    *result = atomic_load(&a.held) - before;
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
    ardor_context_free(own);
    context = shared;
}

/* From four folds to 120 of the same sizes the memory grows by no more for many features than for few, and by less than 400 bytes
 * a prediction. The result holds nothing for features that no fold selected. */
static void memory_does_not_grow_with_folds_times_features(void **state)
{
    (void)state;
    enum { N = 120 };
    long long most[2][2], result[2][2];
    const int64_t p[2] = {100, 1600};
    for (int k = 0; k < 2; k++) {
        ardor_dataset *wide = fault_data(context, N, p[k]);
        measure_memory(wide, "method=spr strength=1 plan=repeat:1x4", &most[k][0], &result[k][0]);
        measure_memory(wide, "method=spr strength=1 plan=repeat:30x4", &most[k][1], &result[k][1]);
        ardor_dataset_free(wide);
    }
    const long long few = most[0][1] - most[0][0], many = most[1][1] - most[1][0];
    if (many - few > 8 * (p[1] - p[0])) fail_msg("%lld bytes more with many features, %lld with few", many, few);
    if (few > 29 * N * 400) fail_msg("%lld bytes more", few);
    if (llabs(result[1][1] - result[0][1]) > 512) fail_msg("results of %lld and %lld bytes", result[0][1], result[1][1]);
}

static int open_data(void **state)
{
    if (open_context(state) != 0) return 1;
    data = fault_data(context, 40, 6);
    return 0;
}

static int close_data(void **state)
{
    ardor_dataset_free(data);
    return close_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_evaluation_follows_from_its_records),
                                       cmocka_unit_test(records_are_checked),
                                       cmocka_unit_test(many_cells_are_one_loop),
                                       cmocka_unit_test(labels_can_be_replaced),
                                       cmocka_unit_test(some_of_the_folds_are_an_evaluation),
                                       cmocka_unit_test(means_are_of_all_folds),
                                       cmocka_unit_test(folds_have_what_their_records_have),
                                       cmocka_unit_test(sizes_are_means_over_the_folds),
                                       cmocka_unit_test(one_half_is_the_first_class),
                                       cmocka_unit_test(null_models_are_held_against_the_shares),
                                       cmocka_unit_test(the_fits_before_relaxing_are_those_without),
                                       cmocka_unit_test(selected_columns_are_those_of_the_table),
                                       cmocka_unit_test(folds_agree_on_a_direction_or_not),
                                       cmocka_unit_test(a_training_set_is_prepared_once),
                                       cmocka_unit_test(a_bootstrap_counts_by_row),
                                       cmocka_unit_test(a_bootstrap_counts_weights),
                                       cmocka_unit_test(a_bootstrap_trains_distinct_rows),
                                       cmocka_unit_test(memory_does_not_grow_with_folds_times_features)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
