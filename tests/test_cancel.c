/* Cancelling at every moment: from the progress callback, at every allocation, at every step of the solver; and running out of
 * time. Whatever the moment, the call says ARDOR_CANCELLED, gives the result of a run that was left alone, or one that says that
 * it was stopped: of an evaluation then the folds that are there are those of the whole run, of a fit the candidates. The context
 * can be used again. */
#include "fault_fixture.h"

#include "study/evaluation.h"
#include "base/remark.h"
#include "fit/tune.h"
#include "method/spr/spr.h"
#include "simulated.h"
#include "stepped.h"

#define SETTINGS(...)                                                                                                            \
    (const char *const[]) { __VA_ARGS__, NULL }

static ardor_context *clean;
static ardor_dataset *small, *wide, *three;

typedef struct problem {
    const char *name;
    bool evaluated;
    ardor_dataset *const *data;
    const char *const *settings;
    int64_t stride; /* 0 stands for 1 */
} problem;

static const problem problems[] = {
    {"jcfo rbf", false, &small, SETTINGS("method", "jcfo"), 0},
    {"jcfo linear, screened", false, &wide, SETTINGS("basis", "linear"), 0},
    {"jcfo rbf, open screen", false, &wide, SETTINGS("screen", "open"), 0},
    {"spr", false, &small, SETTINGS("method", "spr"), 0},
    {"pfcvm-lp", false, &small, SETTINGS("method", "pfcvm-lp", "max_iter", "20"), 0},
    {"rvm, sequential", false, &small, SETTINGS("method", "rvm", "solver", "sequential"), 0},
    {"pfcvm-em", false, &small, SETTINGS("method", "pfcvm-em", "max_iter", "20"), 0},
    {"tuned", false, &small, SETTINGS("method", "spr", "strength", ".3", "tune", "cv:3", "relax", "auto"), 0},
    {"tuned jcfo", false, &small, SETTINGS("lam2", "1", "tune", "cv:2", "relax", "auto", "max_iter", "8"), 53},
    {"tuned by leaving out rows", false, &small, SETTINGS("method", "spr", "tune", "alo"), 7},
    {"tuned with sizes of a filter", false, &small,
     SETTINGS("method", "spr", "strength", ".3", "tune", "cv:3", "relax", "auto", "filter", "ttest:1,2"), 3},
    {"jcfo by EM", false, &small, SETTINGS("solver", "em", "max_iter", "20"), 0},
    {"leaky", true, &wide, SETTINGS("protocol", "leaky", "basis", "linear", "plan", "kfold:2", "tune", "cv:2", "strength", ".3"),
     7},
    {"bootstrap", true, &small, SETTINGS("method", "spr", "plan", "boot:3"), 0},
    {"evaluated", true, &small, SETTINGS("method", "spr", "plan", "kfold:3"), 0},
    {"evaluated, two threads", true, &small, SETTINGS("method", "spr", "plan", "kfold:3", "threads", "2"), 0},
    {"pairs", false, &three, SETTINGS("method", "spr", "multiclass", "pairs"), 0},
    {"pairs, tuned", false, &three, SETTINGS("method", "jcfo", "tune", "cv:2", "max_iter", "8"), 197},
    {"rest", false, &three, SETTINGS("method", "rvm", "multiclass", "rest"), 5},
    {"pairs, evaluated", true, &three, SETTINGS("method", "spr", "plan", "kfold:2", "threads", "2"), 3},
    {"softmax, groups", false, &three, SETTINGS("method", "smlr", "group", "yes"), 0},
    {"softmax, groups, tuned", false, &three, SETTINGS("method", "smlr", "group", "yes", "tune", "cv:2", "relax", "auto"), 13},
    {"evaluated and tuned", true, &small,
     SETTINGS("method", "spr", "strength", ".3", "tune", "cv:3", "relax", "auto", "plan", "kfold:3"), 7},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

/* Run it; the result as text (of `clean`), or NULL. */
static ardor_status run(ardor_context *context, const problem *q, const ardor_spec *spec, char **text)
{
    ardor_model *model = (ardor_model *)text;
    ardor_evaluation *evaluation = (ardor_evaluation *)text;
    *text = NULL;
    ardor_status status =
        q->evaluated ? ardor_evaluate(context, *q->data, spec, &evaluation) : ardor_fit(context, *q->data, spec, &model);
    if (status != ARDOR_OK) {
        assert_null(q->evaluated ? (void *)evaluation : (void *)model);
        assert_true(*ardor_context_message(context));
        return status;
    }
    if (q->evaluated)
        assert_int_equal(ardor_evaluation_json(clean, evaluation, text), ARDOR_OK);
    else
        assert_int_equal(ardor_model_json(clean, model, text), ARDOR_OK);
    fault_blank_seconds(*text);
    if (q->evaluated)
        ardor_evaluation_free(evaluation);
    else
        ardor_model_free(model);
    return status;
}

/* Before all folds were run, or after them while correlations were looked at. */
static bool says_stopped(const char *text)
{
    return strstr(text, "\"stopped\": \"cancelled\"") || strstr(text, "\"reason\": \"the run was stopped\"");
}

/* Every line of the partial result with `key` in it is in the whole one too; returns how many there are. */
static int lines_of_the_whole(const problem *q, long long at, const char *text, const char *expected, const char *key)
{
    int count = 0;
    char line[4096];
    for (const char *found = strstr(text, key); found; found = strstr(found + 1, key), count++) {
        const char *from = found, *end = found + strcspn(found, "\n");
        while (from > text && from[-1] != '\n') from--;
        end -= end[-1] == ',';
        assert_true(end - from < (ptrdiff_t)sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)(end - from), from);
        if (!strstr(expected, line)) fail_msg("%s: cancelled at %lld: the whole run has no '%s'", q->name, at, line);
    }
    return count;
}

static void part_of_the_whole(const problem *q, long long at, const char *text, const char *expected)
{
    const char *key = q->evaluated ? "\"id\": " : "\"status\": \"done\"";
    const int lines = lines_of_the_whole(q, at, text, expected, key);
    if (strstr(text, "\"format\"")) assert_true(lines > 0); /* of run_config there is no document */
}

static void same_text(const problem *q, long long at, const char *text, const char *expected)
{
    if (says_stopped(text))
        part_of_the_whole(q, at, text, expected);
    else if (strcmp(text, expected) != 0)
        fail_msg("%s: cancelled at %lld, and yet a result:\n%s\nnot\n%s", q->name, at, text, expected);
}

/* ---- at an allocation: before and between all the solver's runs */

static bool cancel_at(const problem *q, const ardor_spec *spec, long long at, const char *expected, int *cancelled)
{
    fault f = {0};
    ardor_context *context = fault_context(&f);
    char *text = NULL;
    fault_reset(&f, at, false);
    f.cancel = context;
    ardor_status status = run(context, q, spec, &text);
    bool fired = atomic_load(&f.fired) != 0;
    fault_reset(&f, 0, false);
    const bool partial = status == ARDOR_OK && says_stopped(text);
    if (status == ARDOR_OK)
        same_text(q, at, text, expected);
    else if (status != ARDOR_CANCELLED || !fired)
        fail_msg("%s: cancelled at %lld: status %d", q->name, at, status);
    *cancelled += status == ARDOR_CANCELLED || partial;
    ardor_string_free(clean, text);
    if (status == ARDOR_CANCELLED || partial) {
        if (at % 8 == 1) { /* the context is as good as new */
            assert_int_equal(run(context, q, spec, &text), ARDOR_CANCELLED);
            ardor_cancel_reset(context);
            assert_int_equal(run(context, q, spec, &text), ARDOR_OK);
            same_text(q, at, text, expected);
            ardor_string_free(clean, text);
        }
    }
    ardor_context_free(context);
    if (atomic_load(&f.live) != 0) fail_msg("%s: %lld blocks lost, cancelled at %lld", q->name, (long long)f.live, at);
    return fired;
}

static void cancelling_at_every_allocation(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        const problem *q = &problems[i];
        ardor_spec *spec = fault_spec(clean, q->settings);
        char *expected = NULL;
        int cancelled = 0;
        assert_int_equal(run(clean, q, spec, &expected), ARDOR_OK);
        for (long long at = 1; cancel_at(q, spec, at, expected, &cancelled); at += q->stride ? q->stride : 1) {
        }
        if (cancelled == 0) fail_msg("%s: never cancelled", q->name);
        ardor_string_free(clean, expected);
        ardor_spec_free(spec);
    }
}

/* ---- at a step */

static ardor_status run_config(ardor_context *context, const problem *q, ard_config *config, char **text)
{
    ard_fitted fitted = {0};
    ardor_evaluation *evaluation = NULL;
    const ard_run run = {.threads = config->threads, .keep = true};
    *text = NULL;
    ard_remarks_forget(context); /* a call begins */
    int rc = q->evaluated ? ard_evaluate(context, *q->data, config, &evaluation)
                          : ard_fit_rows(context, *q->data, NULL, &config->recipe, NULL, &run, &fitted);
    if (evaluation)
        assert_int_equal(ardor_evaluation_json(clean, evaluation, text), ARDOR_OK);
    else if (rc == ARDOR_OK)
        *text = fitted.report.stopped != ARD_STOP_NONE
                    ? ard_format(clean, "\"stopped\": \"cancelled\"")
                    : ard_format(clean, "%d %.17g %d", fitted.fit.stop, fitted.fit.objective, (int)fitted.fit.machine.n_vectors);
    if (*text) fault_blank_seconds(*text);
    ardor_evaluation_free(evaluation);
    ard_fitted_free(context, &fitted);
    return (ardor_status)rc;
}

static void cancelling_at_every_step(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        const problem *q = &problems[i];
        ardor_spec *spec = fault_spec(clean, q->settings);
        ard_config config;
        char *expected = NULL, *text = NULL;
        int cancelled = 0;
        assert_int_equal(ard_config_parse(clean, spec, &config), ARDOR_OK);
        stepped counted;
        stepped_take(&counted, &config.recipe, stepped_cancel);
        stepped_set(clean, INT64_MAX);
        assert_int_equal(run_config(clean, q, &config, &expected), ARDOR_OK);
        const long long steps = INT64_MAX - atomic_load(&stepped_left);
        for (long long at = 1; at <= steps; at += q->stride ? q->stride : 1) {
            fault f = {0};
            ardor_context *stepping = fault_context(&f);
            stepped_set(stepping, at);
            ardor_status status = run_config(stepping, q, &config, &text);
            if (status == ARDOR_OK)
                same_text(q, at, text, expected);
            else
                assert_int_equal(status, ARDOR_CANCELLED);
            cancelled += status == ARDOR_CANCELLED || says_stopped(text);
            ardor_string_free(clean, text);
            ardor_context_free(stepping);
            assert_int_equal(atomic_load(&f.live), 0);
        }
        if (cancelled < (steps > 1 ? 1 : 0)) fail_msg("%s: never cancelled in %lld steps", q->name, steps);
        ardor_string_free(clean, expected);
        ardor_spec_free(spec);
    }
}

/* ---- from the progress callback */

typedef struct watcher {
    int reports, cancel_at;
    bool fitting, evaluating; /* stages seen */
} watcher;

static int watch(void *user, const ardor_progress *progress)
{
    watcher *w = user;
    if (strcmp(progress->stage, "fit") == 0) w->fitting = true;
    if (strcmp(progress->stage, "evaluate") == 0) w->evaluating = true;
    return ++w->reports == w->cancel_at;
}

static ardor_context *watched(watcher *w, int cancel_at)
{
    ardor_context *context = NULL;
    ardor_context_config config = {.size = sizeof config, .progress = watch, .user = w};
    *w = (watcher){.cancel_at = cancel_at};
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    return context;
}

static void the_callback_cancels(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        const problem *q = &problems[i];
        ardor_spec *spec = fault_spec(clean, q->settings);
        watcher w;
        char *text = NULL;
        /* the first report is made before the work begins */
        ardor_context *context = watched(&w, 1);
        if (run(context, q, spec, &text) != ARDOR_CANCELLED) fail_msg("%s: not cancelled by its first report", q->name);
        ardor_cancel_reset(context);
        w = (watcher){0};
        assert_int_equal(run(context, q, spec, &text), ARDOR_OK);
        assert_true(w.reports > 0);
        assert_true(q->evaluated ? w.evaluating : w.fitting);
        ardor_string_free(clean, text);
        ardor_context_free(context);
        ardor_spec_free(spec);
    }
}

/* Whatever a fast machine had finished by then is its result. */
static bool is_cancelled(const ardor_evaluation *evaluation)
{
    char *text = NULL;
    assert_int_equal(ardor_evaluation_json(clean, evaluation, &text), ARDOR_OK);
    const bool cancelled = strstr(text, "\"stopped\": \"cancelled\"") != NULL;
    ardor_string_free(clean, text);
    return cancelled;
}

/* A single fit and a single long fold report while they run, so that they can be stopped. */
static void one_long_fit_can_be_cancelled(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    assert_int_equal(simulated(clean, "xor", 4000, 60, (double)NAN, 3, &data), ARDOR_OK);
    const char *const *settings[] = {SETTINGS("tol", "1e-12"), SETTINGS("tol", "1e-12", "plan", "kfold:2"),
                                     SETTINGS("tol", "1e-12", "plan", "kfold:2", "threads", "2"),
                                     SETTINGS("tol", "1e-12", "plan", "holdout:.5", "tune", "cv:2"),
                                     SETTINGS("tol", "1e-12", "plan", "holdout:.5", "tune", "cv:2", "threads", "2")};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        ardor_spec *spec = fault_spec(clean, settings[i]);
        ardor_model *model = NULL;
        ardor_evaluation *evaluation = NULL;
        watcher w;
        ardor_context *context = watched(&w, 2);
        ardor_status status = i ? ardor_evaluate(context, data, spec, &evaluation) : ardor_fit(context, data, spec, &model);
        if (status != ARDOR_CANCELLED && !(evaluation && is_cancelled(evaluation)))
            fail_msg("%d: status %d: %s", (int)i, status, ardor_context_message(context));
        assert_true(w.reports >= 2);
        ardor_evaluation_free(evaluation);
        ardor_context_free(context);
        ardor_spec_free(spec);
    }
    ardor_dataset_free(data);
}

/* ---- out of time */

static void a_fit_out_of_time_is_a_model(void **state)
{
    (void)state;
    char *text = NULL;
    ardor_spec *spec = fault_spec(clean, SETTINGS("time-limit", "1e-9"));
    assert_int_equal(run(clean, &(problem){.name = "timed", .data = &small}, spec, &text), ARDOR_OK);
    assert_non_null(strstr(text, "\"stop_reason\": \"time\""));
    assert_non_null(strstr(text, "\"iterations\": 1,"));
    ardor_string_free(clean, text);
    ardor_spec_free(spec);
    /* each of three parts */
    spec = fault_spec(clean, SETTINGS("method", "spr", "time-limit", "1e-9"));
    assert_int_equal(run(clean, &(problem){.name = "timed", .data = &three}, spec, &text), ARDOR_OK);
    int n_out = 0;
    for (const char *at = text; (at = strstr(at, "\"stop_reason\": \"time\"")); at++) n_out++;
    assert_int_equal(n_out, 1 + 3);
    ardor_string_free(clean, text);
    ardor_spec_free(spec);
}

/* Tuning that was cut short before any candidate was finished leaves the fit that is not tuned; a fold that was cut short is
 * none. */
static void tuning_out_of_time_leaves_the_untuned_fit(void **state)
{
    (void)state;
    char *text = NULL;
    ardor_spec *spec = fault_spec(clean, SETTINGS("time-limit", "1e-9", "tune", "cv:3", "plan", "kfold:3"));
    assert_int_equal(run(clean, &(problem){.name = "timed", .data = &small}, spec, &text), ARDOR_OK);
    assert_non_null(strstr(text, "\"stopped\": \"time\""));
    assert_non_null(strstr(text, "\"tune\": null"));
    ardor_string_free(clean, text);
    assert_int_equal(run(clean, &(problem){.name = "timed", .data = &small, .evaluated = true}, spec, &text), ARDOR_CANCELLED);
    assert_non_null(strstr(ardor_context_message(clean), "the time limit was reached before a fold was finished"));
    ardor_spec_free(spec);
}

static void a_time_limit_is_above_zero(void **state)
{
    (void)state;
    static const char *const bad[] = {"0", "-1", "nan", "", "1s"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *text = NULL;
        ardor_spec *spec = fault_spec(clean, SETTINGS("time-limit", bad[i]));
        assert_int_equal(run(clean, &(problem){.name = "timed", .data = &small}, spec, &text), ARDOR_USAGE);
        assert_non_null(strstr(ardor_context_message(clean), "seconds above 0"));
        ardor_spec_free(spec);
    }
}

static void prediction_can_be_cancelled(void **state)
{
    (void)state;
    ardor_model *model = NULL;
    double prob[2 * 24];
    ardor_spec *spec = fault_spec(clean, NULL);
    assert_int_equal(ardor_fit(clean, small, spec, &model), ARDOR_OK);
    ardor_cancel(clean);
    assert_int_equal(ardor_predict(clean, model, small, prob), ARDOR_CANCELLED);
    ardor_cancel_reset(clean);
    assert_int_equal(ardor_predict(clean, model, small, prob), ARDOR_OK);
    ardor_model_free(model);
    ardor_spec_free(spec);
}

/* A screen that was cut short must not pass for a whole one: the fit behind it may end at its first step. */
static void a_cancelled_screen_is_an_error(void **state)
{
    (void)state;
    ardor_spec *spec = fault_spec(clean, NULL);
    ard_config config;
    ard_training training;
    spr_path *path = NULL;
    const spr_solution *solution = NULL;
    int64_t row[14];
    for (int64_t i = 0; i < 14; i++) row[i] = i;
    assert_int_equal(ard_config_parse(clean, spec, &config), ARDOR_OK);
    assert_int_equal(ard_training_new(clean, wide, &(ard_rows){14, row}, &config.recipe, NULL, &training), ARDOR_OK);
    assert_int_equal(spr_path_open(clean, &training.problem, &path), ARDOR_OK);
    ardor_cancel(clean);
    assert_int_equal(spr_path_solve(path, 0.05, &solution), ARDOR_CANCELLED);
    assert_null(solution);
    ardor_cancel_reset(clean);
    assert_int_equal(spr_path_solve(path, 0.05, &solution), ARDOR_OK);
    assert_non_null(solution);
    spr_path_close(clean, path);
    ard_training_free(&training);
    ardor_spec_free(spec);
}

static int setup(void **state)
{
    (void)state;
    if (ardor_context_new(NULL, &clean) != ARDOR_OK) return -1;
    small = fault_data(clean, 24, 3);
    wide = fault_data(clean, 14, 90);
    three = fault_three(clean, 18, 4, true);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    ardor_dataset_free(three);
    ardor_dataset_free(wide);
    ardor_dataset_free(small);
    ardor_context_free(clean);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelling_at_every_allocation),
        cmocka_unit_test(cancelling_at_every_step),
        cmocka_unit_test(a_cancelled_screen_is_an_error),
        cmocka_unit_test(the_callback_cancels),
        cmocka_unit_test(one_long_fit_can_be_cancelled),
        cmocka_unit_test(a_fit_out_of_time_is_a_model),
        cmocka_unit_test(tuning_out_of_time_leaves_the_untuned_fit),
        cmocka_unit_test(a_time_limit_is_above_zero),
        cmocka_unit_test(prediction_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
