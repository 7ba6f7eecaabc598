/* The file of finished folds: a run that is cut off anywhere goes on to the result of one that was not; what is of another run,
 * or no such file, is refused and stays as it is. */
#include "api_fixture.h"
#include "fault_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/hash.h"
#include "base/remark.h"
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

static const char *const runs[] = {"method=spr plan=kfold:5",
                                   "basis=linear tune=cv:2 plan=kfold:3 seed=4 filter=ttest:3",
                                   "method=spr tune=cv:3 plan=kfold:4 filter=ttest:2,3",
                                   "method=spr tune=cv:3 strength=.3 relax=auto plan=kfold:3",
                                   "method=rvm plan=boot:4 threads=2",
                                   "basis=linear plan=kfold:3 tune=first:2"};

static const int folds[] = {5, 3, 4, 3, 5, 3}; /* of a bootstrap one more */

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
    assert_int_equal(strncmp(before, "{\"format\": \"ardor-records\", \"version\": 5, \"ardor\": ", 51), 0);
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

/* Lines that were changed, each with the hash that it should have. */
static void rewrite(const char *whole, const char *from, const char *to)
{
    FILE *out = fopen(file, "wb");
    assert_non_null(out);
    for (const char *line = whole; *line;) {
        char text[16384], digits[ARD_HASH_BYTES];
        size_t bytes = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)bytes, line);
        line += bytes + 1;
        char *hash = strstr(text, ", \"hash\": "), *found = strstr(text, from);
        if (hash && found) {
            char rest[16384];
            *hash = '\0';
            snprintf(rest, sizeof rest, "%s%s", to, found + strlen(from));
            snprintf(found, sizeof text - (size_t)(found - text), "%s", rest);
            ard_hash h = ard_hash_begin();
            ard_hash_text(&h, text);
            fprintf(out, "%s, \"hash\": \"%s\"}\n", text, ard_hash_print(ard_hash_value(&h), digits));
        } else {
            fprintf(out, "%s\n", text);
        }
    }
    assert_int_equal(fclose(out), 0);
}

/* A hash is no proof: what cannot be a fold of this plan is refused. */
static void records_must_fit_the_run(void **state)
{
    (void)state;
    static const char *const relaxed = "method=spr tune=cv:2 strength=.3 relax=auto plan=kfold:3";
    static const struct {
        const char *run, *from, *to, *message;
    } bad[] = {
        {NULL, "\"rows\": [", "\"rows\": [39, ", "prob "},
        {NULL, "\"n_train\": 3", "\"n_train\": 2", "rows are not those of the plan"},
        {NULL, "\"prob\": [0", "\"prob\": [7", "prob is not of probabilities"},
        {NULL, "\"prob\": [0", "\"prob\": [-0", "prob is not of probabilities"},
        {NULL, "\"shares\": [0", "\"shares\": [7", "shares are none"},
        {NULL, "\"shares\": [0", "\"shares\": [-0", "shares are none"},
        {NULL, "\"selected\": [", "\"selected\": [5, ", "importance "},
        {NULL, "\"stop_reason\": \"converged\"", "\"stop_reason\": \"time\"", "the fit is not finished"},
        {"method=spr plan=kfold:5 strength=.02", "\"selected\": [0,", "\"selected\": [5,", "selected does not increase"},
        {NULL, "\"filter\": 0", "\"filter\": 2", "filter is no size of the recipe"},
        {"method=spr tune=cv:3 plan=kfold:4 filter=ttest:2,3", "\"filter\": 2", "\"filter\": 4", "filter is no size of the"},
        {relaxed, "\"unrelaxed\": [", "\"unrelaxed\": null, \"x\": [", "unrelaxed does not fit the recipe"},
        {"method=spr plan=boot:2", "\"fold\": 3, \"message\": null, \"n_train\": 40",
         "\"fold\": 3, \"message\": null, \"n_train\": 39", "rows are not those of the plan"}};
    for (int k = 0; k < COUNT_OF(bad); k++) {
        const char *text = bad[k].run ? bad[k].run : runs[0];
        (void)remove(file);
        char *out = run(text), *whole = fault_file_text(file);
        ardor_string_free(context, out);
        rewrite(whole, bad[k].from, bad[k].to);
        if (strcmp(bad[k].from, "\"unrelaxed\": [") == 0) { /* null where there was a list */
            char *list = fault_file_text(file), *at = strstr(list, ", \"x\": [");
            while (at) {
                memmove(at, strchr(at, ']') + 1, strlen(strchr(at, ']')));
                at = strstr(at, ", \"x\": [");
            }
            rewrite(list, "\"unrelaxed\": null", "\"unrelaxed\": null");
            free(list);
        }
        refuse(data, text, ARDOR_DATA, bad[k].message);
        free(whole);
    }
    /* a text of its own changes nothing but the hash */
    (void)remove(file);
    char *out = run(runs[0]), *whole = fault_file_text(file);
    rewrite(whole, "\"fold\"", "\"fold\"");
    char *again = fault_file_text(file);
    assert_string_equal(again, whole);
    ardor_string_free(context, out);
    free(again);
    free(whole);
    assert_int_equal(remove(file), 0);
}

/* A file that may not grow: what does not go in is told, and the run has its result; later it goes on. */
static void a_file_that_cannot_grow_costs_no_result(void **state)
{
    (void)state;
    char *expected = run(runs[0]), *whole = fault_file_text(file);
    const size_t bytes = strlen(whole);
    (void)signal(SIGXFSZ, SIG_IGN);
    for (size_t limit = bytes / 2; limit < bytes; limit += 211) {
        struct rlimit before, small;
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
        (void)remove(file);
        small = (struct rlimit){limit, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        char *text = run(runs[0]);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_string_equal(text, expected);
        assert_non_null(strstr(notes, "what finishes from here on is not kept"));
        ardor_string_free(context, text);
        text = run(runs[0]);
        assert_string_equal(text, expected);
        assert_null(strstr(notes, "not kept"));
        ardor_string_free(context, text);
    }
    free(whole);
    ardor_string_free(context, expected);
    assert_int_equal(remove(file), 0);
}

/* What happens to the file meanwhile is told at the end. */
static void a_file_that_goes_is_told(void **state)
{
    (void)state;
    ard_plan *plan = NULL;
    ard_cell cell;
    ard_config config;
    ardor_spec *spec = make_spec(runs[0]);
    must(ard_config_parse(context, spec, &config));
    must(ard_plan_new(context, data, NULL, config.plan, 1, &plan));
    must(ard_cell_open(context, data, NULL, plan, &config.recipe, 1, &cell));
    for (int how = 0; how < 3; how++) {
        ard_store *store = NULL;
        must(ard_store_open(context, file, &store));
        must(ard_store_load(store, 1, &(const ard_cell *){&cell}));
        if (how == 0) assert_int_equal(remove(file), 0);
        if (how == 1) assert_int_equal(truncate(file, 10), 0);
        notes[0] = '\0';
        ard_remarks_forget(context);
        ard_store_close(store);
        assert_int_equal(strstr(notes, "was removed or changed") != NULL, how < 2);
    }
    assert_int_equal(remove(file), 0);
    /* one that was made and never written to goes again */
    ard_store *store = NULL;
    must(ard_store_open(context, file, &store));
    ard_store_close(store);
    assert_int_equal(access(file, F_OK), -1);
    ard_cell_close(context, &cell);
    ard_plan_free(plan);
    ardor_spec_free(spec);
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
    must(ard_store_open(context, file, &store));
    must(ard_store_load(store, 1, &(const ard_cell *){&cell}));
    const pid_t child = fork();
    if (child == 0) {
        ard_store *second = NULL;
        const int rc = ard_store_open(context, file, &second);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_run_cut_off_anywhere_goes_on),
                                       cmocka_unit_test(a_whole_file_is_the_result),
                                       cmocka_unit_test(another_run_is_refused),
                                       cmocka_unit_test(damage_is_told),
                                       cmocka_unit_test(records_must_fit_the_run),
                                       cmocka_unit_test(a_file_that_cannot_grow_costs_no_result),
                                       cmocka_unit_test(a_file_that_goes_is_told),
                                       cmocka_unit_test(one_process_at_a_time),
                                       cmocka_unit_test(a_fit_takes_none)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
