/* Progress and estimates through the public interface: what is told while fits and evaluations run, and that it is what was
 * fitted. No test looks at how long anything takes. */
#include "api_fixture.h"
#include "simulated.h"

#include <pthread.h>
#include <unistd.h>

/* What the callback was told by the running call. */
static struct {
    int64_t reports, cancel_at;
    ardor_progress first, last;
    char stages[256]; /* in the order of their first reports */
    pthread_t caller;
} seen;

static int watch(void *user, const ardor_progress *p)
{
    (void)user;
    if (!pthread_equal(seen.caller, pthread_self())) abort(); /* no assertion would tell it from another thread */
    if (p->done < seen.last.done) fail_msg("back from %d to %d", (int)seen.last.done, (int)p->done);
    if (p->total > 0 ? p->done > p->total : p->done != 0) fail_msg("%d of %d", (int)p->done, (int)p->total);
    assert_true(p->seconds >= seen.last.seconds);
    assert_true(isnan(p->remaining) || (p->total > 0 && p->remaining >= 0));
    if (p->done == p->total && p->total > 0) assert_true(p->remaining == 0);
    if (!strstr(seen.stages, p->stage)) snprintf(seen.stages + strlen(seen.stages), 32, "%s ", p->stage);
    if (seen.reports == 0) seen.first = *p;
    seen.last = *p;
    return ++seen.reports == seen.cancel_at;
}

static int open_watched(void **state)
{
    (void)state;
    ardor_blas_set_threads(1);
    return ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .progress = watch}, &context);
}

static void listen(void)
{
    memset(&seen, 0, sizeof seen);
    seen.caller = pthread_self();
}

static ardor_dataset *linear_table(int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    must(simulated(context, "sparse-linear", n, p, (double)NAN, 5, &data));
    return data;
}

/* The candidates of the grid: the empty model is not fitted. */
static int64_t candidates_of(const ardor_dataset *data, const char *spec)
{
    listen();
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    const int64_t n = (int64_t)json_array_size(at(root, "tune.candidates")) - 1;
    json_decref(root);
    ardor_model_free(model);
    return n;
}

static void ended(const char *what, int64_t total, const char *stages)
{
    if (seen.last.total != total || seen.last.done != total)
        fail_msg("%s: ended at %d of %d, not at %d", what, (int)seen.last.done, (int)seen.last.total, (int)total);
    if (strcmp(seen.stages, stages) != 0) fail_msg("%s: stages %s", what, seen.stages);
}

static void evaluations_count_candidates(void **state)
{
    (void)state;
    ardor_dataset *data = linear_table(60, 5);
    const int64_t spr = candidates_of(data, "method=spr rule=one-se tune=cv:3"),
                  jcfo = candidates_of(data, "method=jcfo tune=cv:3");
    assert_true(spr > 5 && jcfo > 5);
    const struct {
        const char *spec;
        int64_t total;
    } row[] = {{"method=spr rule=one-se tune=cv:3 plan=kfold:4", 4 * (3 * spr + 1)},
               {"method=jcfo tune=cv:3 plan=kfold:4", 4 * (3 * jcfo + 1)},
               {"method=spr rule=one-se tune=cv:3 plan=holdout:.5", 3 * spr + 1},
               {"method=spr rule=one-se tune=holdout:.3 plan=kfold:4", 4 * (spr + 1)},
               {"method=spr rule=one-se tune=cv:3 relax=auto plan=kfold:4", 4 * (3 * spr + 1)},
               {"method=spr rule=one-se tune=cv:3 plan=boot:3", 4 * (3 * spr + 1)}, /* with the fit to all rows */
               {"method=spr tune=alo plan=kfold:4", 4 * (spr + 1)},
               {"method=spr tune=first:2 plan=kfold:4", 2 * spr + 4},
               {"method=spr plan=loo", 60}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int threads = 1; threads <= 3; threads++) {
            char spec[128];
            snprintf(spec, sizeof spec, "%s threads=%d", row[i].spec, threads);
            listen();
            json_decref(evaluate(data, spec));
            ended(spec, row[i].total, strstr(spec, "first:") ? "tune evaluate " : "evaluate ");
            assert_true(seen.first.done == 0);
        }
    ardor_dataset_free(data);
}

static void tuned_fits_count_candidates(void **state)
{
    (void)state;
    ardor_dataset *data = linear_table(60, 5);
    const int64_t spr = candidates_of(data, "method=spr rule=one-se tune=cv:3");
    for (int threads = 1; threads <= 3; threads++) {
        char spec[80];
        snprintf(spec, sizeof spec, "method=spr rule=one-se tune=cv:3 threads=%d", threads);
        listen();
        ardor_model_free(fit(data, spec));
        ended(spec, 3 * spr + 1, "tune fit ");
    }
    listen();
    ardor_model_free(fit(data, "method=spr"));
    ended("a fit", 0, "fit "); /* its iterations are not known beforehand */
    ardor_dataset_free(data);
}

/* Where folds take the place of approximate leave-one-out, which nothing of so few iterations is trusted by: both are counted. */
static void what_is_begun_anew_is_counted_on(void **state)
{
    (void)state;
    ardor_dataset *data = linear_table(60, 5);
    const int64_t n = candidates_of(data, "lam2=2 max_iter=1 tune=cv:5");
    for (int threads = 1; threads <= 3; threads++) {
        char spec[80];
        snprintf(spec, sizeof spec, "lam2=2 max_iter=1 tune=auto threads=%d", threads);
        listen();
        ardor_model_free(fit(data, spec));
        ended(spec, 6 * n + 1, "tune fit ");
        snprintf(spec, sizeof spec, "lam2=2 max_iter=1 tune=auto plan=kfold:10 threads=%d", threads);
        listen();
        json_decref(evaluate(data, spec));
        ended(spec, 10 * (6 * n + 1), "evaluate ");
    }
    ardor_dataset_free(data);
}

static void found_folds_are_done_at_once(void **state)
{
    (void)state;
    const char *path = "progress-records.tmp";
    char spec[128];
    ardor_dataset *data = linear_table(60, 5);
    snprintf(spec, sizeof spec, "method=spr rule=one-se tune=cv:3 plan=kfold:4 checkpoint=%s", path);
    unlink(path);
    listen();
    json_t *a = evaluate(data, spec);
    const int64_t total = seen.last.total;
    listen();
    json_t *b = evaluate(data, spec); /* every fold is there */
    assert_true(seen.last.total > 0 && seen.first.done == seen.first.total && seen.first.total == seen.last.total);
    FILE *file = fopen(path, "r"); /* leave the header and a fold */
    char *text = make_array(1 << 20, 1);
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    char *end = strchr(strchr(text, '\n') + 1, '\n');
    assert_non_null(end);
    file = fopen(path, "w");
    assert_non_null(file);
    fwrite(text, 1, (size_t)(end + 1 - text), file);
    fclose(file);
    free(text);
    listen();
    json_t *c = evaluate(data, spec);
    ended("resumed", total, "evaluate ");
    char *one = without_seconds(a), *two = without_seconds(b), *three = without_seconds(c);
    assert_string_equal(one, two);
    assert_string_equal(one, three);
    free(one);
    free(two);
    free(three);
    unlink(path);
    ardor_dataset_free(data);
}

static void the_callback_may_cancel_a_tuned_evaluation(void **state)
{
    (void)state;
    json_t *result = NULL;
    ardor_dataset *data = linear_table(60, 5);
    for (int threads = 1; threads <= 2; threads++) {
        listen();
        seen.cancel_at = 1; /* before the work begins */
        assert_int_equal(try_evaluate(data,
                                      threads > 1 ? "method=spr rule=one-se tune=cv:3 plan=kfold:4 threads=2"
                                                  : "method=spr rule=one-se tune=cv:3 plan=kfold:4",
                                      &result),
                         ARDOR_CANCELLED);
        ardor_cancel_reset(context);
    }
    ardor_dataset_free(data);
}

/* ---- estimates */

static ardor_status try_estimate(const ardor_dataset *data, const char *text, int evaluation, json_t **out)
{
    ardor_spec *spec = make_spec(text);
    char *json = NULL;
    const int64_t cancel_at = seen.cancel_at;
    listen();
    seen.cancel_at = cancel_at;
    const ardor_status status = ardor_estimate(context, data, spec, evaluation, &json);
    ardor_spec_free(spec);
    *out = NULL;
    if (status != ARDOR_OK)
        assert_null(json);
    else
        *out = parse_json(json);
    return status;
}

/* What is over within the trial is known to the last fit. */
static void estimates_count_the_fits(void **state)
{
    (void)state;
    ardor_dataset *data = linear_table(60, 5);
    const int64_t spr = candidates_of(data, "method=spr rule=one-se tune=cv:3");
    const struct {
        const char *spec;
        int evaluation;
        int64_t fits;
    } row[] = {{"method=spr rule=one-se tune=cv:3 plan=kfold:4 threads=2 checkpoint=no-such-folder/folds", 1, 4 * (3 * spr + 1)},
               {"method=spr plan=kfold:4", 1, 4},
               {"method=spr tune=first:2 plan=kfold:4", 1, 2 * spr + 4},
               {"method=spr rule=one-se tune=cv:3", 0, 3 * spr + 1},
               {"method=spr time-limit=1e-9", 0, 1}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        json_t *root = NULL;
        listen();
        must(try_estimate(data, row[i].spec, row[i].evaluation, &root));
        assert_string_equal(json_string_value(at(root, "format")), "ardor-estimate");
        assert_string_equal(json_string_value(at(root, "verb")), row[i].evaluation ? "evaluate" : "fit");
        if (json_integer_value(at(root, "fits")) != row[i].fits)
            fail_msg("%s: %d fits", row[i].spec, (int)json_integer_value(at(root, "fits")));
        assert_true(json_is_true(at(root, "trial.complete")));
        assert_int_equal(json_integer_value(at(root, "trial.fits")), row[i].fits);
        assert_true(json_number_value(at(root, "seconds")) == json_number_value(at(root, "trial.seconds")));
        assert_string_equal(seen.stages, "estimate ");
        assert_int_equal(seen.last.total, 0);
        json_decref(root);
    }
    ardor_dataset_free(data);
}

static void estimates_fail_like_the_work(void **state)
{
    (void)state;
    json_t *root = NULL;
    ardor_dataset *data = linear_table(60, 5);
    listen();
    assert_int_equal(try_estimate(data, "method=spr", 1, &root), ARDOR_USAGE); /* no plan */
    assert_non_null(strstr(ardor_context_message(context), "a plan is needed"));
    assert_int_equal(try_estimate(data, "method=spr plan=kfold:99", 1, &root), ARDOR_USAGE);
    assert_int_equal(try_estimate(data, "method=spr protocol=leaky", 0, &root), ARDOR_USAGE);
    assert_int_equal(ardor_estimate(context, NULL, NULL, 0, NULL), ARDOR_USAGE);
    listen();
    seen.cancel_at = 1;
    assert_int_equal(try_estimate(data, "method=spr rule=one-se tune=cv:3 plan=kfold:4", 1, &root), ARDOR_CANCELLED);
    assert_string_equal(ardor_context_message(context), "cancelled");
    ardor_cancel_reset(context);
    listen(); /* and the context is as good as before */
    json_decref(evaluate(data, "method=spr rule=one-se tune=cv:3 plan=kfold:4"));
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluations_count_candidates),
        cmocka_unit_test(tuned_fits_count_candidates),
        cmocka_unit_test(what_is_begun_anew_is_counted_on),
        cmocka_unit_test(found_folds_are_done_at_once),
        cmocka_unit_test(the_callback_may_cancel_a_tuned_evaluation),
        cmocka_unit_test(estimates_count_the_fits),
        cmocka_unit_test(estimates_fail_like_the_work),
    };
    return cmocka_run_group_tests(tests, open_watched, close_context);
}
