/* Time that ends, and computations that fail, at every step: what is finished by then is kept, and it is what it would have been.
 * Cancelling is in test_cancel.c. */
#include "api_fixture.h"
#include "fault_fixture.h"
#include "stepped.h"

#include "base/remark.h"
#include "fit/tune.h"
#include "study/evaluation.h"

static ardor_dataset *data, *three;

/* A spec whose method does something at a step. */
typedef struct run {
    ardor_spec *spec;
    ard_config config;
    stepped stepped;
    const ardor_dataset *data;
} run;

static void open_run(const char *text, stepped_event happens, run *r)
{
    r->spec = make_spec(text);
    must(ard_config_parse(context, r->spec, &r->config));
    stepped_take(&r->stepped, &r->config.recipe, happens);
    r->data = r->config.recipe.multiclass != ARD_MULTICLASS_AUTO ? three : data;
}

static ard_outlook counted; /* of the work of the last evaluation */

static int evaluate_at(run *r, long long at, ardor_evaluation **out)
{
    stepped_set(context, at);
    must(ard_workload_open(context));
    const int rc = ard_evaluate(context, r->data, &r->config, out);
    counted = ard_workload_outlook(context);
    ard_workload_close(context);
    ard_deadline_set(context, INFINITY);
    return rc;
}

static int fit_at(run *r, long long at, ard_fitted *out)
{
    const ard_run how = {.threads = r->config.threads, .keep = true};
    stepped_set(context, at);
    const int rc = ard_fit_rows(context, r->data, NULL, &r->config.recipe, NULL, &how, out);
    ard_deadline_set(context, INFINITY);
    ard_cancel_unheed(context);
    ardor_cancel_reset(context);
    return rc;
}

static long long steps_taken(void) { return INT64_MAX - atomic_load(&stepped_left); }

/* Folds of the part are those of the whole. */
static void assert_part_of(const ardor_evaluation *part, const ardor_evaluation *whole)
{
    int64_t row = 0;
    for (int64_t k = 0; k < part->n_done; k++) {
        const ard_fold_result *fold = &part->fold[k], *same = &whole->fold[fold->fold];
        assert_true(fold->fold == same->fold && fold->n_test == same->n_test && fold->n_features == same->n_features);
        assert_true(fold->test_error == same->test_error && fold->objective == same->objective);
        int64_t first = 0;
        for (int64_t f = 0; f < fold->fold; f++) first += whole->fold[f].n_test;
        for (int64_t i = 0; i < fold->n_test; i++, row++) {
            assert_true(part->fold_of[row] == fold->fold && part->prob[row] == whole->prob[first + i]);
            assert_string_equal(part->row_id[row], whole->row_id[first + i]);
        }
    }
    assert_int_equal(part->n_rows, row);
}

/* ------------------------------------------------------------------ folds */

static const char *const evaluations[] = {"method=spr plan=kfold:4",
                                          "method=spr plan=kfold:3 tune=cv:2 strength=.3 relax=auto",
                                          "method=rvm basis=rbf plan=boot:3",
                                          "method=spr plan=kfold:4 threads=2",
                                          "method=spr plan=kfold:3 tune=cv:2",
                                          "method=spr plan=kfold:3 tune=cv:2 filter=ttest:1,3",
                                          "method=spr multiclass=pairs plan=kfold:3",
                                          "method=rvm multiclass=rest plan=kfold:3 threads=2",
                                          "method=smlr multiclass=native group=yes plan=kfold:3 tune=cv:2"};

static void finished_folds_outlast_the_time(void **state)
{
    (void)state;
    for (int e = 0; e < COUNT_OF(evaluations); e++) {
        run r;
        ardor_evaluation *whole = NULL, *part = NULL;
        open_run(evaluations[e], stepped_end_of_time, &r);
        assert_int_equal(evaluate_at(&r, INT64_MAX, &whole), ARDOR_OK);
        const long long steps = steps_taken();
        int64_t before = 0;
        for (long long at = 1; at <= steps; at += 1 + steps / 60) {
            const int rc = evaluate_at(&r, at, &part);
            /* one of each thread at most, and in each part */
            const int parts = r.config.recipe.multiclass >= ARD_MULTICLASS_PAIRS ? 3 : 1;
            if (atomic_load(&stepped_since) > r.config.threads * parts)
                fail_msg("%s: too long after step %lld", evaluations[e], at);
            if (rc != ARDOR_OK) {
                assert_int_equal(rc, ARDOR_CANCELLED);
                assert_non_null(strstr(ardor_context_message(context), "before a fold was finished"));
                assert_true(before == 0 || r.config.threads > 1);
                continue;
            }
            assert_part_of(part, whole);
            assert_true((counted.done == counted.total) == (part->stopped == ARD_STOP_NONE));
            assert_true(part->n_folds == whole->n_folds && part->n_failed == 0);
            assert_int_equal(part->bootstrapped, whole->bootstrapped); /* the fit to all rows comes first */
            if (part->stopped == ARD_STOP_NONE) assert_int_equal(part->n_done, part->n_folds);
            if (r.config.threads == 1) assert_true(part->n_done >= before);
            before = part->n_done;
            ardor_evaluation_free(part);
        }
        assert_true(before > 0);
        ardor_evaluation_free(whole);
        ardor_spec_free(r.spec);
    }
}

static void a_fold_that_fails_is_told_and_left_out(void **state)
{
    (void)state;
    for (int e = 0; e < COUNT_OF(evaluations); e++) {
        run r;
        ardor_evaluation *whole = NULL, *part = NULL;
        open_run(evaluations[e], stepped_failure, &r);
        assert_int_equal(evaluate_at(&r, INT64_MAX, &whole), ARDOR_OK);
        const long long steps = steps_taken();
        const bool tuned = r.config.recipe.tune != ARD_TUNE_NONE;
        int failed = 0;
        for (long long at = 1; at <= steps; at += 1 + steps / 40) {
            assert_int_equal(evaluate_at(&r, at, &part), ARDOR_OK);
            assert_int_equal(part->stopped, ARD_STOP_NONE);
            assert_true(counted.total > 0 && counted.done == counted.total);
            if (!tuned) {
                assert_part_of(part, whole);
                assert_true(part->n_failed <= 1 && part->n_done <= part->n_folds);
                const int64_t whole_fits = whole->bootstrapped - part->bootstrapped; /* that failed: to all rows */
                assert_int_equal(part->n_done + part->n_failed, part->n_folds + whole_fits);
                if (whole_fits) assert_int_equal(part->failed[part->n_failed - 1].fold, part->n_folds);
            }
            failed += (int)part->n_failed;
            ardor_evaluation_free(part);
        }
        assert_true(failed > 0 || tuned);
        ardor_evaluation_free(whole);
        ardor_spec_free(r.spec);
    }
}

/* ------------------------------------------------------------------ candidates */

static const char *const fits[] = {"method=spr tune=cv:3",
                                   "basis=linear tune=cv:3",
                                   "method=spr tune=cv:3 strength=.3 relax=auto",
                                   "method=spr basis=rbf tune=holdout:.3 threads=2",
                                   "method=spr tune=alo",
                                   "method=spr tune=cv:3 filter=ttest:1,2,3",
                                   "basis=linear tune=cv:3 filter=fdr:2,4 relax=auto",
                                   "basis=rbf lam2=1 tune=alo",
                                   "method=spr multiclass=pairs tune=cv:3",
                                   "method=jcfo basis=linear multiclass=rest tune=cv:2",
                                   "method=smlr multiclass=native group=yes tune=cv:3 strength=.3 relax=auto"};

/* The message of a candidate says where it failed. */
static bool says_where(const char *message) { return strstr(message, "inner fold ") || strstr(message, "fits to all rows"); }

/* Those that are done have the figures of the whole run, the others none; the rule's choice is among those that are done. Returns
 * how many are, but for the empty model, which always is. */
static int64_t check_candidates(const ard_fitted *part, const ard_fitted *whole, ard_rule rule)
{
    int64_t done = 0;
    const ard_fit_report *report = &part->report;
    for (int64_t i = 0; i < report->n_candidates; i++) {
        const ard_tuned *c = &report->candidate[i], *same = &whole->report.candidate[i];
        assert_true(c->empty ? isnan(c->value[0]) : c->value[0] == same->value[0]);
        assert_int_equal(c->empty, i == report->n_candidates - 1);
        if (c->empty) assert_true(c->status == ARD_TUNED_DONE && c->error == report->baseline_error);
        done += c->status == ARD_TUNED_DONE && !c->empty;
        if (c->status == ARD_TUNED_DONE || c->status == ARD_TUNED_UNTRUSTED)
            assert_true(c->error == same->error && c->deviance == same->deviance && c->n_features == same->n_features);
        else
            assert_true(isnan(c->error) && isnan(c->deviance) && isnan(c->n_features));
        assert_true((c->status == ARD_TUNED_FAILED) == (c->message != NULL));
        if (c->message) assert_true(says_where(c->message));
    }
    if (report->n_candidates > 0) {
        assert_true(done > 0); /* the empty model alone is no choice */
        assert_int_equal(report->candidate[report->chosen].status, ARD_TUNED_DONE);
        assert_int_equal(report->chosen, ard_choose(report->candidate, report->n_candidates, rule));
    }
    return done;
}

static void finished_candidates_outlast_the_time(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(fits); k++) {
        run r;
        ard_fitted whole = {0}, part = {0};
        bool untuned = false, cut = false;
        open_run(fits[k], stepped_end_of_time, &r);
        ard_remarks_forget(context);
        notes[0] = '\0';
        assert_int_equal(fit_at(&r, INT64_MAX, &whole), ARDOR_OK);
        assert_int_equal(whole.report.stopped, ARD_STOP_NONE);
        const long long steps = steps_taken();
        for (long long at = 1; at <= steps; at += 1 + steps / 60) {
            assert_int_equal(fit_at(&r, at, &part), ARDOR_OK);
            const int64_t done = check_candidates(&part, &whole, r.config.recipe.rule);
            if (part.report.stopped != ARD_STOP_NONE) {
                assert_int_equal(part.report.stopped, ARD_STOP_TIME);
                untuned |= part.report.n_candidates == 0;
                if (k == 0 && at > steps / 2) assert_true(done > 0); /* the folds advance together */
                cut |= done > 0 && done < whole.report.n_candidates - 1;
                assert_true(part.fit.stop != ARD_STOP_TIME); /* the time that is left is the fit's */
            }
            ard_fitted_free(context, &part);
        }
        /* the null model, which is the first candidate of a path, takes one step */
        assert_true(untuned || r.config.recipe.settings.given[0] || r.config.recipe.tune == ARD_TUNE_ALO);
        assert_int_equal(strstr(notes, "the fit is not relaxed") != NULL, r.config.recipe.relax);
        assert_true(cut || whole.report.n_candidates == 2);
        ard_fitted_free(context, &whole);
        ardor_spec_free(r.spec);
    }
}

static void a_candidate_that_fails_is_out(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(fits); k++) {
        run r;
        ard_fitted whole = {0}, part = {0};
        int failures = 0;
        open_run(fits[k], stepped_failure, &r);
        r.config.threads = 1;
        assert_int_equal(fit_at(&r, INT64_MAX, &whole), ARDOR_OK);
        const long long steps = steps_taken(), last = whole.fit.iterations + whole.unrelaxed.iterations;
        for (long long at = 1; at <= steps; at += at > steps - 2 * last ? 1 : 1 + steps / 60) {
            const int rc = fit_at(&r, at, &part);
            /* on the way to the chosen one of all the rows it is stepped over, as it is everywhere else */
            if (whole.report.n_candidates > 2 || at > steps - last)
                assert_int_equal(rc, at > steps - last ? ARDOR_NUMERIC : ARDOR_OK);
            if (rc != ARDOR_OK) continue;
            assert_int_equal(part.report.stopped, ARD_STOP_NONE);
            for (int64_t i = 0; i < part.report.n_candidates; i++) {
                const ard_tuned *c = &part.report.candidate[i];
                if (c->status == ARD_TUNED_FAILED) {
                    assert_true(says_where(c->message));
                    assert_true(isnan(c->error) && isnan(c->error_se) && isnan(c->deviance));
                    assert_true(isnan(c->n_features) && isnan(c->n_vectors));
                }
                failures += c->status == ARD_TUNED_FAILED;
            }
            assert_int_equal(part.report.candidate[part.report.chosen].status, ARD_TUNED_DONE);
            ard_fitted_free(context, &part);
        }
        assert_true(failures > 0 || whole.report.n_candidates == 2);
        ard_fitted_free(context, &whole);
        ardor_spec_free(r.spec);
    }
}

/* ------------------------------------------------------------------ a cancel is heeded once */

/* Once more at the second step from here, which is one of the fit to all the rows. */
static int cancel_again(ardor_context *in)
{
    if (!ard_cancelled(in)) atomic_store(&stepped_left, 2);
    ardor_cancel(in);
    return ARDOR_OK;
}

static void a_second_cancel_ends_the_fit(void **state)
{
    (void)state;
    run r;
    ard_fitted whole = {0}, part = {0};
    int kept = 0, ended = 0;
    open_run("method=spr tune=cv:3", stepped_cancel, &r);
    assert_int_equal(fit_at(&r, INT64_MAX, &whole), ARDOR_OK);
    const long long steps = steps_taken();
    for (long long at = 1; at <= steps; at += 7) {
        stepped_happens = stepped_cancel;
        const int rc = fit_at(&r, at, &part);
        const bool stopped = rc == ARDOR_OK && part.report.stopped == ARD_STOP_CANCELLED;
        if (stopped) {
            kept++;
            assert_true(check_candidates(&part, &whole, r.config.recipe.rule) > 0);
            assert_int_equal(part.fit.stop, whole.fit.stop);
        }
        ard_fitted_free(context, &part);
        if (!stopped) continue;
        stepped_happens = cancel_again;
        ended += fit_at(&r, at, &part) == ARDOR_CANCELLED;
        ard_fitted_free(context, &part);
    }
    assert_true(kept > 0 && ended > kept / 2);
    ard_fitted_free(context, &whole);
    ardor_spec_free(r.spec);
}

/* ------------------------------------------------------------------ fits in parts */

/* What the whole says is what its parts say together. */
static void assert_sum_of_parts(const ard_fit *fit)
{
    const ard_pairs *pairs = ard_machine_as_pairs(&fit->machine);
    double objective = 0;
    int64_t iterations = 0, n_time = 0;
    assert_int_equal(pairs->n_parts, fit->n_parts);
    for (int64_t k = 0; k < fit->n_parts; k++) {
        objective += fit->part[k].objective;
        iterations += fit->part[k].iterations;
        n_time += fit->part[k].stop == ARD_STOP_TIME;
        assert_int_equal(fit->part[k].null_model, pairs->part[k].n_features == 0 && pairs->part[k].n_vectors == 0);
    }
    assert_true(fit->objective == objective && fit->iterations == iterations);
    assert_true((fit->stop == ARD_STOP_TIME) == (n_time > 0));
}

/* Parts before the one in which the time ended are those of the whole run; those behind it take the step without which there is
 * nothing. Returns how many are whole. */
static int64_t check_stopped_parts(const ard_fit *part, const ard_fit *whole)
{
    int64_t k = 0;
    for (; k < part->n_parts && part->part[k].stop != ARD_STOP_TIME; k++) {
        const ard_machine *a = ard_machine_as_pairs(&part->machine)->part + k,
                          *b = ard_machine_as_pairs(&whole->machine)->part + k;
        const ard_function *f = ard_machine_as_function(a), *g = ard_machine_as_function(b);
        assert_true(part->part[k].objective == whole->part[k].objective && part->part[k].stop == whole->part[k].stop);
        assert_true(f->bias[0] == g->bias[0] && f->n_terms == g->n_terms);
        assert_memory_equal(f->weight, g->weight, (size_t)f->n_terms * sizeof *f->weight);
    }
    for (int64_t j = k + 1; j < part->n_parts; j++) assert_true(part->part[j].iterations <= 1);
    return k;
}

static void assert_probabilities(const ard_fitted *fitted)
{
    double *prob = make_reals(three->n * three->n_classes), *x = make_reals(three->n * fitted->prepare->p);
    ard_rows rows = {0};
    must(ard_rows_all(context, three->n, &rows));
    must(ard_prepare_apply(context, fitted->prepare, three, &rows, NULL, NULL, x));
    const ard_matrix prepared = ard_matrix_dense(three->n, fitted->prepare->p, x, three->n);
    must(ard_machine_predict(context, &fitted->fit.machine, &prepared, prob));
    for (int64_t i = 0; i < three->n; i++) {
        double sum = 0;
        for (int c = 0; c < three->n_classes; c++) sum += prob[i + c * three->n];
        assert_near(sum, 1, 1e-12, "the sum of the probabilities");
    }
    ard_free(context, rows.row);
    free(x);
    free(prob);
}

static const char *const divided[] = {"method=spr multiclass=pairs", "method=jcfo basis=rbf multiclass=rest max_iter=30",
                                      "method=rvm multiclass=pairs max_iter=60", "method=svm-l1 multiclass=rest"};

static void finished_parts_outlast_the_time(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(divided); k++) {
        run r;
        ard_fitted whole = {0}, part = {0};
        int64_t before = 0, cut = 0;
        open_run(divided[k], stepped_end_of_time, &r);
        assert_int_equal(fit_at(&r, INT64_MAX, &whole), ARDOR_OK);
        const long long steps = steps_taken();
        for (long long at = 1; at <= steps; at++) {
            assert_int_equal(fit_at(&r, at, &part), ARDOR_OK);
            assert_sum_of_parts(&part.fit);
            const int64_t n = check_stopped_parts(&part.fit, &whole.fit);
            assert_true(n >= before && atomic_load(&stepped_since) <= part.fit.n_parts - n);
            assert_probabilities(&part);
            cut += n > 0 && n < part.fit.n_parts;
            before = n;
            ard_fitted_free(context, &part);
        }
        /* in its last step the last part is at its limit, or looks at the time once more */
        assert_true(before >= whole.fit.n_parts - 1);
        assert_true(cut > 1);
        ard_fitted_free(context, &whole);
        ardor_spec_free(r.spec);
    }
}

/* No part goes on after it, and nothing is left. */
static void a_cancelled_part_ends_the_fit(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(divided); k++) {
        run r;
        ard_fitted whole = {0}, part = {0};
        open_run(divided[k], stepped_cancel, &r);
        assert_int_equal(fit_at(&r, INT64_MAX, &whole), ARDOR_OK);
        const long long steps = steps_taken();
        for (long long at = 1; at <= steps; at++) {
            const int rc = fit_at(&r, at, &part);
            assert_true(atomic_load(&stepped_since) <= 1); /* of the next part, where it was the last of one */
            if (rc == ARDOR_OK)
                assert_true(part.fit.objective == whole.fit.objective && part.fit.stop == whole.fit.stop);
            else
                assert_true(rc == ARDOR_CANCELLED && !part.fit.machine.kind && !part.fit.part);
            if (rc != ARDOR_OK) assert_null(strstr(ardor_context_message(context), "'a' or ")); /* it is not of the part */
            if (at < steps / 2) assert_int_equal(rc, ARDOR_CANCELLED);
            ard_fitted_free(context, &part);
        }
        ard_fitted_free(context, &whole);
        ardor_spec_free(r.spec);
    }
}

static int open_data(void **state)
{
    if (open_context(state) != 0) return 1;
    data = fault_data(context, 40, 6);
    three = fault_three(context, 45, 5, false);
    return 0;
}

static int close_data(void **state)
{
    ardor_dataset_free(three);
    ardor_dataset_free(data);
    return close_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finished_folds_outlast_the_time),      cmocka_unit_test(a_fold_that_fails_is_told_and_left_out),
        cmocka_unit_test(finished_candidates_outlast_the_time), cmocka_unit_test(a_candidate_that_fails_is_out),
        cmocka_unit_test(finished_parts_outlast_the_time),      cmocka_unit_test(a_cancelled_part_ends_the_fit),
        cmocka_unit_test(a_second_cancel_ends_the_fit)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
