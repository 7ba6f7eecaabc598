/* Statistical properties of whole fits and evaluations through the public interface: classes, honest folds, reproducibility, many
 * columns. What holds of every method: test_methods. */
#include "api_fixture.h"
#include "loaded.h"
#include "simulated.h"

#include <sys/resource.h>
#include <time.h>

/* ------------------------------------------------------------------ classes */

/* Names of classes in sorted order, numbers by value; `positive` makes the first one the second. Probabilities go along. */
static void order_of_classes(void **state)
{
    (void)state;
    static const char table[] = "a,class\n1,10\n2,9\n3,9\n1.5,10\n2.5,9\n0.5,10\n";
    ardor_dataset *data[2] = {NULL, NULL};
    char path[] = "/tmp/ardor-test-XXXXXX";
    need_full();
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    fputs(table, stream);
    fclose(stream);
    ardor_read_options options = {.size = sizeof options, .format = "csv"};
    must(ardor_dataset_read(context, path, &options, &data[0]));
    options.positive = "9";
    must(ardor_dataset_read(context, path, &options, &data[1]));
    options.positive = "yes";
    ardor_dataset *none = NULL;
    assert_int_equal(ardor_dataset_read(context, path, &options, &none), ARDOR_USAGE);
    assert_message("there is no class 'yes' to be the positive one; the classes are");
    remove(path);
    assert_string_equal(ardor_dataset_class_name(data[0], 1), "10");
    assert_string_equal(ardor_dataset_class_name(data[1], 1), "9");
    double *prob[2];
    for (int d = 0; d < 2; d++) {
        ardor_model *model = fit(data[d], "method=spr lam1=.3");
        json_t *root = model_json(model);
        assert_string_equal(ardor_model_class_name(model, 1), d ? "9" : "10");
        assert_string_equal(json_string_value(json_array_get(at(root, "classes"), 1)), d ? "9" : "10");
        prob[d] = positive_prob(model, data[d]);
        json_decref(root);
        ardor_model_free(model);
    }
    for (int i = 0; i < 6; i++) assert_near(prob[0][i] + prob[1][i], 1, 1e-6, "p(10) + p(9)");
    assert_true(prob[0][0] > .5 && prob[0][2] < .5);
    for (int d = 0; d < 2; d++) {
        free(prob[d]);
        ardor_dataset_free(data[d]);
    }
}

/* ------------------------------------------------------------------ noise, honest folds */

static ardor_dataset *noise_table(int64_t n, int64_t p, uint64_t seed)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_normals(&rng, n * p), *side = make_reals(n);
    for (int64_t i = 0; i < n; i++) side[i] = i % 2 ? 1 : -1;
    ardor_dataset *data = make_table(n, p, x, side, NULL);
    free(side);
    free(x);
    return data;
}

/* Noise of many columns: were anything chosen by looking at the test rows, the error would be far below a half. */
static void selection_stays_inside_the_fold(void **state)
{
    (void)state;
    double sum = 0;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        char spec[120];
        ardor_dataset *data = noise_table(40, 2000, seed);
        snprintf(spec, sizeof spec, "method=jcfo basis=linear plan=kfold:5 tune=cv:3 seed=%d", (int)seed);
        json_t *result = evaluate(data, spec);
        double error = number_at(result, "summary.error.value");
        assert_true(error >= .3);
        sum += error;
        assert_int_equal(json_array_size(at(result, "rows")), 40);
        json_decref(result);
        ardor_dataset_free(data);
    }
    assert_true(sum / 2 >= .35);
}

/* Labels without a relation to the features, tuned by one-se: nearly always nothing is selected. */
static void irrelevant_features_are_left_out(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=jcfo basis=linear tune=cv:5 rule=one-se", "method=spr tune=cv:5 rule=one-se"};
    for (int s = 0; s < COUNT_OF(specs); s++) {
        int null = 0;
        for (uint64_t seed = 10; seed < 16; seed++) {
            ardor_dataset *data = noise_table(60, 8, seed);
            ardor_model *model = fit(data, specs[s]);
            json_t *root = model_json(model);
            null += json_is_true(at(root, "null_model"));
            json_decref(root);
            ardor_model_free(model);
            ardor_dataset_free(data);
        }
        if (null < 4) fail_msg("%s: %d null models of 6", specs[s], null);
    }
}

/* ------------------------------------------------------------------ reproducibility */

static void threads_and_runs_do_not_change_results(void **state)
{
    (void)state;
    static const char *const plans[] = {"plan=kfold:4 tune=cv:3", "plan=holdout:.3 tune=cv:4 relax=auto", "plan=boot:3",
                                        "plan=repeat:2x3"};
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 40, 6, NAN, 3, &data));
    for (int s = 0; s < COUNT_OF(plans); s++) {
        char spec[160], *text[4];
        for (int run = 0; run < 4; run++) {
            snprintf(spec, sizeof spec, "method=jcfo basis=linear %s seed=%d threads=%d", plans[s], run == 3 ? 8 : 7,
                     run == 1 ? 3 : 1);
            text[run] = without_seconds(evaluate(data, spec));
        }
        assert_string_equal(text[0], text[1]);
        assert_string_equal(text[0], text[2]);
        assert_string_not_equal(text[0], text[3]); /* the seed is one of the texts, and the folds follow it */
        for (int run = 0; run < 4; run++) free(text[run]);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ how fits ended */

/* The functions say what the document says, of a fit and of its file. */
static void how_a_fit_ended(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *stop, *stopped;
        int64_t iterations; /* -1: any number above 0 */
    } fits[] = {{"method=spr", "converged", NULL, -1},
                {"method=jcfo max_iter=1", "max_iter", NULL, 1},
                {"method=spr lam1=1e9", "null_model", NULL, -1},
                {"method=lda", "converged", NULL, 0},
                {"method=spr tune=cv:5 time-limit=1e-9", "time", "time", -1}};
    ardor_dataset *data = NULL;
    must(simulated(context, "sparse-linear", 60, 5, NAN, 1, &data));
    for (int c = 0; c < COUNT_OF(fits); c++) {
        char *text = NULL;
        ardor_model *model[2] = {fit(data, fits[c].spec), NULL};
        must(ardor_model_text(context, model[0], &text));
        must(ardor_model_from_text(context, text, "text", &model[1]));
        for (int m = 0; m < 2; m++) {
            json_t *root = model_json(model[m]);
            const int64_t iterations = ardor_model_iterations(model[m]);
            const char *stopped = ardor_model_stopped(model[m]);
            assert_string_equal(ardor_model_stop_reason(model[m]), fits[c].stop);
            assert_string_equal(ardor_model_stop_reason(model[m]), text_at(root, "stop_reason"));
            assert_string_equal(stopped ? stopped : "-", fits[c].stopped ? fits[c].stopped : "-");
            assert_true(fits[c].iterations < 0 ? iterations > 0 : iterations == fits[c].iterations);
            assert_true(number_at(root, "iterations") == (double)iterations);
            assert_int_equal(json_is_null(at(root, "stopped")), !stopped);
            json_decref(root);
            ardor_model_free(model[m]);
        }
        ardor_string_free(context, text);
    }
    assert_true(!ardor_model_stop_reason(NULL) && !ardor_model_stopped(NULL) && ardor_model_iterations(NULL) == 0);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ certificates */

/* Where the evidence drops, the model before is kept, goes to its mode, and the certificate is its own. */
static void the_kept_model_has_its_own_certificate(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    must(simulated(context, "sparse-linear", 60, 40, NAN, 1, &data));
    ardor_model *model = fit(data, "method=pfcvm-lp basis=linear c=300 trace=on");
    json_t *root = model_json(model), *trace = at(root, "trace");
    const size_t last = json_array_size(trace) - 1;
    json_t *end = json_array_get(trace, last), *kept = json_array_get(trace, last - 1);
    static const char *const keys[] = {"objective", "certificate_weights", "certificate_scales"};
    assert_string_equal(text_at(root, "stop_reason"), "drop");
    for (int k = 0; k < COUNT_OF(keys); k++) assert_true(number_at(end, keys[k]) == number_at(kept, keys[k]));
    assert_true(number_at(root, "n_vectors") == number_at(kept, "n_vectors"));
    assert_true(number_at(root, "n_features") == number_at(kept, "n_features"));
    assert_string_equal(text_at(root, "certificate.kind"), "evidence");
    assert_true(number_at(root, "extras.mode_gradient") < 1e-6);
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* The search ends in one form of the algebra and keeps a state of the other. */
static void a_search_has_the_certificate_of_its_best_state(void **state)
{
    (void)state;
    static const char path[] = "certificate-model.json";
    ardor_dataset *data = NULL;
    ardor_model *loaded = NULL;
    must(simulated(context, "sparse-linear", 20, 60, NAN, 3, &data));
    ardor_model *model = fit(data, "method=ard-laplace basis=identity starts=3 max_iter=180 polish=yes");
    json_t *root = model_json(model);
    assert_string_equal(text_at(root, "certificate.kind"), "evidence");
    assert_in_range((int)(1e6 * number_at(root, "certificate.weights")), 0, 100);
    must(ardor_model_save(context, model, path));
    must(ardor_model_load(context, path, &loaded));
    assert_int_equal(remove(path), 0);
    json_decref(root);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ settings and files */

/* A rate may be more than gives the null model, and less than any that is asked for as a share of that: what the fit says of it
 * is read again. */
static void any_rate_is_saved_and_read(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr lam1=1000000",
                                        "method=spr lam1=1e-9",
                                        "method=spr basis=rbf lam1=1000",
                                        "method=jcfo basis=linear lam1=100000 lam2=100000",
                                        "method=jcfo basis=rbf lam1=1e-9 lam2=1e-9",
                                        "method=jcfo basis=linear screen=restrict strength=1",
                                        "method=spr lam1=1000 tune=cv:3 seed=7"};
    ardor_dataset *data = noise_table(20, 3, 5);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char path[] = "/tmp/ardor-test-fit-XXXXXX";
        ardor_model *model = fit(data, specs[s]), *loaded = NULL;
        const int file = mkstemp(path);
        assert_true(file >= 0);
        fclose(fdopen(file, "w"));
        must(ardor_model_save(context, model, path));
        must(ardor_model_load(context, path, &loaded));
        remove(path);
        json_t *made = model_json(model), *read = model_json(loaded);
        forget_what_files_lack(made, false);
        forget_what_files_lack(read, true);
        char *before = without_seconds(made), *after = without_seconds(read);
        assert_string_equal(after, before);
        assert_non_null(strstr(after, strstr(specs[s], "seed=7") ? "\"seed\": 7," : "\"seed\": 1,"));
        free(after);
        free(before);
        ardor_model_free(loaded);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ size */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* 100 000 columns of 20 rows: 16 MB of numbers, a screen, and no square of the number of columns anywhere. */
static void very_many_columns(void **state)
{
    (void)state;
    enum { N = 20, P = 100000, MEGABYTES = 400 };
    static const char *const specs[] = {"method=spr", "method=jcfo basis=linear"};
    ardor_dataset *data = noise_table(N, P, 77);
    const double start = seconds();
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ardor_model *model = fit(data, specs[s]);
        json_t *root = model_json(model);
        assert_true(number_at(root, "n_features") >= 1 && number_at(root, "n_features") <= N);
        assert_string_equal(text_at(root, "stop_reason"), "converged");
        if (s == 1) {
            assert_true(number_at(root, "screen.n_features") <= N);
            assert_true(number_at(root, "screen.kkt") >= 0);
        }
        json_decref(root);
        ardor_model_free(model);
    }
    const double spent = seconds() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    print_message("%.2f s, at most %ld MB\n", spent, usage.ru_maxrss / 1024);
#if !defined(__SANITIZE_ADDRESS__) && defined(__linux__)
    assert_true(usage.ru_maxrss / 1024 < MEGABYTES);
#endif
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(very_many_columns),
                                       cmocka_unit_test(order_of_classes),
                                       cmocka_unit_test(selection_stays_inside_the_fold),
                                       cmocka_unit_test(irrelevant_features_are_left_out),
                                       cmocka_unit_test(how_a_fit_ended),
                                       cmocka_unit_test(the_kept_model_has_its_own_certificate),
                                       cmocka_unit_test(a_search_has_the_certificate_of_its_best_state),
                                       cmocka_unit_test(any_rate_is_saved_and_read),
                                       cmocka_unit_test(threads_and_runs_do_not_change_results)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
