/* The RVM one weight at a time against all at once: as much log evidence, or a warning that there are other maxima. */
#include <stdbool.h>
#include <unistd.h>

#include "api_fixture.h"
#include "simulated.h"

/* Of the folder beside the sources, which need not be there. */
static ardor_dataset *shared_set(const char *name)
{
    char path[512];
    ardor_dataset *data = NULL;
    ardor_read_options options = {.size = sizeof options};
    snprintf(path, sizeof path, ARDOR_SOURCE_DIR "/../shared/data/%s/%s.csv.gz", name, name);
    if (access(path, R_OK) != 0) return NULL;
    need_full();
    must(ardor_dataset_read(context, path, &options, &data));
    return data;
}

static json_t *fit_as(const ardor_dataset *data, const char *solver, const char *rest)
{
    char spec[256];
    snprintf(spec, sizeof spec, "method=rvm solver=%s %s", solver, rest);
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    assert_string_equal(text_at(root, "certificate.kind"), "evidence");
    assert_near(number_at(root, "objective"), number_at(root, "extras.log_evidence"), 1e-9, "the evidence of what is kept");
    ardor_model_free(model);
    return root;
}

/* never: the evidence is not below that of the batch, warning or not. */
static void compare(const char *name, const ardor_dataset *data, const char *rest, bool never)
{
    json_t *batch = fit_as(data, "batch", rest), *sequential = fit_as(data, "sequential", rest);
    const double below = number_at(batch, "objective") - number_at(sequential, "objective");
    if (below > .01 && (never || !warning_of(sequential, "other_maxima")))
        fail_msg("%s, %s: log evidence %.4f below that of the batch", name, rest, below);
    if (strcmp(text_at(sequential, "stop_reason"), "converged") == 0 && strstr(rest, "polish=yes"))
        assert_true(number_at(sequential, "certificate.weights") < 1e-4);
    json_decref(sequential);
    json_decref(batch);
}

static void compare_all(const char *name, const ardor_dataset *data, bool never)
{
    compare(name, data, "basis=identity polish=no", true);
    compare(name, data, "basis=identity polish=yes", true);
    compare(name, data, "basis=rbf polish=no", never);
    compare(name, data, "basis=rbf polish=yes", true);
}

static void bundled_sets_have_the_evidence_of_the_batch(void **state)
{
    (void)state;
    static const char *const sets[] = {"crabs", "pima-ripley"};
    for (int i = 0; i < COUNT_OF(sets); i++) {
        ardor_dataset *data = bundled(sets[i]);
        compare_all(sets[i], data, true);
        ardor_dataset_free(data);
    }
}

static void so_have_thyroid_and_sonar(void **state)
{
    (void)state;
    static const char *const sets[] = {"raetsch-thyroid", "sonar"};
    for (int i = 0; i < COUNT_OF(sets); i++) {
        ardor_dataset *data = shared_set(sets[i]);
        if (!data) {
            print_message("skipped: ../shared/data is not here\n");
            skip();
        }
        compare_all(sets[i], data, false);
        ardor_dataset_free(data);
    }
}

/* A kernel as wide as the data: no column alone brings anything, so the bias alone is a dead end; from all columns it is not, and
 * the two ends are said. */
static void the_second_start_leaves_a_dead_end(void **state)
{
    (void)state;
    ardor_dataset *data = bundled("crabs");
    json_t *root = fit_as(data, "sequential", "scale=.05 polish=no");
    assert_true(number_at(root, "objective") > -21);
    assert_false(json_is_true(at(root, "null_model")));
    assert_non_null(warning_of(root, "other_maxima"));
    json_decref(root);
    root = fit_as(data, "sequential", "basis=identity polish=yes");
    assert_null(warning_of(root, "other_maxima")); /* of one maximum nothing is said */
    json_decref(root);
    ardor_dataset_free(data);
}

/* More features than rows, which the climb separates: it is left to who asks for it, and what is said is what was done. */
static void the_default_does_not_climb(void **state)
{
    (void)state;
    static const char *const solvers[] = {"batch", "sequential"};
    ardor_dataset *data = NULL;
    must(simulated(context, "sparse-linear", 20, 60, NAN, 3, &data));
    for (int i = 0; i < COUNT_OF(solvers); i++) {
        json_t *root = fit_as(data, solvers[i], "basis=identity"),
               *climbed = fit_as(data, solvers[i], "basis=identity polish=yes");
        assert_true(json_is_false(at(root, "settings.polish")) && json_is_true(at(climbed, "settings.polish")));
        assert_true(number_at(root, "certificate.weights") > .01);
        assert_true(number_at(climbed, "objective") > number_at(root, "objective") + .1);
        json_decref(climbed);
        json_decref(root);
    }
    ardor_model *model = fit(data, "method=ard-laplace basis=identity");
    json_t *root = model_json(model);
    assert_true(json_is_false(at(root, "settings.polish")));
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bundled_sets_have_the_evidence_of_the_batch), cmocka_unit_test(so_have_thyroid_and_sonar),
        cmocka_unit_test(the_second_start_leaves_a_dead_end), cmocka_unit_test(the_default_does_not_climb)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
