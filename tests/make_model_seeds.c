/* Writes the seed corpus of fuzz/fuzz_model.c into the directory named: a model of each basis and some damaged ones.
 * Run it again when the settings of a method change. */
#include "model_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static void write_seed(ardor_context *context, const char *directory, const char *name, const char *text, size_t bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.json", directory, name);
    if (ardor_write_file(context, path, text, bytes) != ARDOR_OK) {
        fprintf(stderr, "%s\n", ardor_context_message(context));
        exit(1);
    }
}

static void write_damaged(ardor_context *context, const char *directory, const char *name, const char *text, const char *from,
                          const char *to)
{
    char *damaged = ard_strdup(context, text), *at = strstr(damaged, from);
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    write_seed(context, directory, name, damaged, strlen(damaged));
    ard_free(context, damaged);
}

static void write_model(ardor_context *context, const char *directory, const char *name, const char *method, const char *basis,
                        const ard_prepare_options *options, bool null_model, bool trace)
{
    char *text = NULL;
    ardor_model *model =
        make_model(context, method, basis, options, null_model, ard_setting_index(ard_method_find(method), "lam1") >= 0);
    if (trace) {
        FILL(context, model->solution.trace.iteration, ard_iteration, {.objective = -2, .n_features = 5}, {.objective = -1});
        model->solution.trace.n = model->solution.trace.room = 2;
    }
    assert_int_equal(ard_model_text(context, model, &text), ARDOR_OK);
    write_seed(context, directory, name, text, strlen(text));
    if (strcmp(name, "valid-covariance") == 0)
        write_damaged(context, directory, "damaged-covariance", text, "[0.3333333333333333]", "[-0.333333333333333]");
    if (strcmp(name, "valid-frequency") == 0)
        write_damaged(context, directory, "damaged-frequency", text, "\"frequency\": 0.33333", "\"frequency\": 3.33333");
    if (trace) {
        write_damaged(context, directory, "damaged-version", text, "\"version\": 2", "\"version\": 9");
        write_damaged(context, directory, "damaged-method", text, "jcfo", "jcof");
        write_damaged(context, directory, "damaged-scale", text, "\"scale\": 0.7", "\"scale\":-0.7");
        write_damaged(context, directory, "damaged-row", text, "\"row\": 6", "\"row\": 9");
        write_damaged(context, directory, "damaged-type", text, "\"iterations\": 42", "\"iterations\": []");
        write_seed(context, directory, "damaged-end", text, strlen(text) * 2 / 3);
    }
    ardor_string_free(context, text);
    ardor_model_free(model);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        return 2;
    }
    const ard_prepare_options median = {.impute = ARD_IMPUTE_MEDIAN, .log = true, .log_floor = 0.1};
    const ard_prepare_options samples = {.standardise = ARD_STANDARDISE_SAMPLES, .filter = {ARD_FILTER_FDR, 3}};
    ardor_context *context = make_context();
    write_model(context, argv[1], "valid-rbf", "jcfo", "rbf", NULL, false, true);
    write_model(context, argv[1], "valid-linear", "jcfo", "linear", &median, false, false);
    write_model(context, argv[1], "valid-poly", "jcfo", "poly:3", &samples, false, false);
    write_model(context, argv[1], "valid-identity", "spr", "identity", NULL, false, false);
    write_model(context, argv[1], "valid-posterior", "bpm", "identity", NULL, false, false);
    write_model(context, argv[1], "valid-frequency", "projection", "identity", NULL, false, false);
    write_model(context, argv[1], "valid-null", "jcfo", "rbf", NULL, true, false);
    write_model(context, argv[1], "valid-covariance", "pfcvm-lp", "rbf", NULL, false, false);
    write_model(context, argv[1], "valid-covariance-identity", "rvm", "identity", NULL, false, false);
    ardor_context_free(context);
    return 0;
}
