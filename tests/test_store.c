/* The file of finished folds: a run that is cut off anywhere goes on to the result of one that was not; what is of another run,
 * or no such file, is refused and stays as it is. */
#include "api_fixture.h"
#include "fault_fixture.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include "study/store.h"

static ardor_dataset *data, *other;
static char *file = "records.jsonl";

static ardor_status try_run(const ardor_dataset *of, const char *text, char **out)
{
    ardor_spec *spec = make_spec(text);
    ardor_evaluation *e = NULL;
    must(ardor_spec_set(context, spec, "checkpoint", file));
    *out = NULL;
    notes[0] = '\0';
    ardor_status status = ardor_evaluate(context, of, spec, &e);
    ardor_spec_free(spec);
    if (status != ARDOR_OK) return status;
    must(ardor_evaluation_json(context, e, out));
    ardor_evaluation_free(e);
    fault_blank_seconds(*out);
    return status;
}

static char *run(const char *text)
{
    char *out = NULL;
    must(try_run(data, text, &out));
    return out;
}

static const char *const runs[] = {"method=spr plan=kfold:5", "basis=linear tune=cv:2 plan=kfold:3 seed=4 filter=ttest:3",
                                   "method=spr tune=cv:3 strength=.3 relax=auto plan=kfold:3", "method=rvm plan=boot:4 threads=2",
                                   "basis=linear plan=kfold:3 tune=first:2"};

static const int folds[] = {5, 3, 3, 5, 3}; /* of a bootstrap one more */

static int lines_in(const char *text)
{
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

/* The file cut off after every byte, in steps: what is whole is kept, the rest is done again. */
static void a_run_cut_off_anywhere_goes_on(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT_OF(runs); k++) {
        char noted[sizeof notes], *expected = NULL;
        (void)remove(file);
        expected = run(runs[k]);
        snprintf(noted, sizeof noted, "%s", notes);
        char *whole = fault_file_text(file);
        const size_t bytes = strlen(whole);
        assert_int_equal(lines_in(whole), folds[k] + 1);
        for (size_t cut = 0; cut <= bytes; cut += cut < 3 ? 1 : cut + 9 > bytes && cut < bytes ? bytes - cut : bytes / 9) {
            char *part = strdup(whole);
            part[cut] = '\0';
            fault_write_file(file, part);
            char *text = run(runs[k]);
            if (strcmp(text, expected) != 0) fail_msg("%s, cut at %zu: \n%s\nnot\n%s", runs[k], cut, text, expected);
            assert_string_equal(notes, noted);
            ardor_string_free(context, text);
            text = run(runs[k]); /* nothing was left behind by the cut */
            assert_string_equal(text, expected);
            ardor_string_free(context, text);
            char *again = fault_file_text(file);
            assert_int_equal(lines_in(again), lines_in(whole));
            part[0] = '\0';
            free(part);
            free(again);
        }
        free(whole);
        ardor_string_free(context, expected);
    }
    assert_int_equal(remove(file), 0);
}

/* What is finished is not done again: the file has nothing to add. */
static void a_whole_file_is_the_result(void **state)
{
    (void)state;
    char *expected = run(runs[0]), *before = fault_file_text(file), *text = run(runs[0]), *after = fault_file_text(file);
    assert_string_equal(text, expected);
    assert_string_equal(after, before);
    assert_int_equal(lines_in(before), 6);
    assert_int_equal(strncmp(before, "{\"format\": \"ardor-records\", \"version\": 1, \"ardor\": ", 51), 0);
    free(before);
    free(after);
    ardor_string_free(context, text);
    ardor_string_free(context, expected);
    assert_int_equal(remove(file), 0);
}

static void refuse(const ardor_dataset *of, const char *text, int status, const char *words)
{
    char *out = NULL, *before = fault_file_text(file);
    if (try_run(of, text, &out) != status) fail_msg("%s: %s", text, ardor_context_message(context));
    if (!strstr(ardor_context_message(context), words)) fail_msg("'%s' has no '%s'", ardor_context_message(context), words);
    char *after = fault_file_text(file);
    assert_string_equal(after, before);
    free(before);
    free(after);
}

static void another_run_is_refused(void **state)
{
    (void)state;
    static const char *const differ[][2] = {{"method=spr plan=kfold:5 seed=2", "plan_hash"},
                                            {"method=spr plan=kfold:4", "plan_hash"},
                                            {"method=rvm basis=identity plan=kfold:5", "recipe"},
                                            {"method=spr basis=linear plan=kfold:5", "recipe"},
                                            {"method=spr plan=kfold:5 strength=.2", "recipe"},
                                            {"method=spr plan=kfold:5 standardise=none", "recipe"},
                                            {"method=spr plan=kfold:5 tune=cv:2", "recipe"},
                                            {"method=spr plan=kfold:5 protocol=leaky standardise=none", "recipe"},
                                            {"method=spr plan=kfold:5 class-weight=balanced", "recipe"}};
    char *out = run(runs[0]);
    ardor_string_free(context, out);
    for (int k = 0; k < COUNT_OF(differ); k++) refuse(data, differ[k][0], ARDOR_DATA, differ[k][1]);
    refuse(other, runs[0], ARDOR_DATA, "data_hash");
    assert_int_equal(remove(file), 0);
    out = run("method=rvm basis=identity plan=kfold:5 standardise=none");
    ardor_string_free(context, out);
    refuse(data, "method=rvm basis=identity plan=kfold:5 standardise=none protocol=leaky", ARDOR_DATA, "recipe");
    assert_int_equal(remove(file), 0);
    out = run(runs[0]);
    ardor_string_free(context, out);
    /* what changes nothing of the result is no other run */
    out = run("method=spr plan=kfold:5 threads=3 time-limit=1000 trace=on");
    ardor_string_free(context, out);
    assert_int_equal(remove(file), 0);
}

static void damage_is_told(void **state)
{
    (void)state;
    static const char *const foreign[] = {"a,b,class\n1,2,x\n", "no line at all", "{\"format\": \"ardor-model\"}\n", "\n\n"};
    for (int k = 0; k < COUNT_OF(foreign); k++) {
        fault_write_file(file, foreign[k]);
        refuse(data, runs[0], ARDOR_DATA, "records.jsonl: is no file of finished folds, and is left as it is");
    }
    assert_int_equal(remove(file), 0);
    char *out = run(runs[0]), *whole = fault_file_text(file);
    ardor_string_free(context, out);
    /* a digit of the third line */
    char *line = strchr(strchr(whole, '\n') + 1, '\n') + 1, *digit = strstr(line, "\"objective\": ") + 14;
    *digit = *digit == '7' ? '8' : '7';
    fault_write_file(file, whole);
    refuse(data, runs[0], ARDOR_DATA, "records.jsonl: line 3 is damaged");
    free(whole);
    assert_int_equal(remove(file), 0);
    assert_int_equal(mkdir("directory", 0777), 0);
    file = "directory";
    char *none = NULL;
    assert_int_equal(try_run(data, runs[0], &none), ARDOR_IO);
    file = "directory/none/records";
    assert_int_equal(try_run(data, runs[0], &none), ARDOR_IO);
    file = "/dev/null";
    assert_int_equal(try_run(data, runs[0], &none), ARDOR_DATA);
    file = "records.jsonl";
    assert_int_equal(rmdir("directory"), 0);
}

static void one_process_at_a_time(void **state)
{
    (void)state;
    ard_plan *plan = NULL;
    ard_cell cell;
    ard_config config;
    ard_store *store = NULL;
    ardor_spec *spec = make_spec(runs[0]);
    must(ard_config_parse(context, spec, &config));
    must(ard_plan_new(context, data, NULL, config.plan, 1, &plan));
    must(ard_cell_open(context, data, NULL, plan, &config.recipe, 1, &cell));
    must(ard_store_open(context, file, &cell, &store));
    const pid_t child = fork();
    if (child == 0) {
        ard_store *second = NULL;
        const int rc = ard_store_open(context, file, &cell, &second);
        _exit(rc == ARDOR_DATA && strstr(ardor_context_message(context), "another process") ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    ard_store_close(store);
    ard_cell_close(context, &cell);
    ard_plan_free(plan);
    ardor_spec_free(spec);
    assert_int_equal(remove(file), 0);
}

/* A fit has no folds. */
static void a_fit_takes_none(void **state)
{
    (void)state;
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "checkpoint=records.jsonl", &model), ARDOR_USAGE);
    assert_non_null(strstr(ardor_context_message(context), "--checkpoint"));
}

static char directory[] = "/tmp/ardor-store-XXXXXX";

static int open_data(void **state)
{
    if (open_context(state) != 0 || !mkdtemp(directory) || chdir(directory) != 0) return 1;
    data = fault_data(context, 40, 6);
    other = fault_data(context, 40, 7);
    return 0;
}

static int close_data(void **state)
{
    ardor_dataset_free(other);
    ardor_dataset_free(data);
    if (fault_entries(directory) != 0 || rmdir(directory) != 0) return 1;
    return close_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_cut_off_anywhere_goes_on), cmocka_unit_test(a_whole_file_is_the_result),
        cmocka_unit_test(another_run_is_refused),         cmocka_unit_test(damage_is_told),
        cmocka_unit_test(one_process_at_a_time),          cmocka_unit_test(a_fit_takes_none)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
