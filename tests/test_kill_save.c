/* A program that is killed while it saves a model over an older one: the file is the old or the new one, whole. What a
 * kill may leave is one temporary file, .ardor-PID-N.tmp, in the same directory (docs/model-format.md). */
#include "fault_fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

/* At least KILLS, and on a busy machine, where a child may not come to save, up to MOST_KILLS until every stage was hit. */
enum { KILLS = 60, MOST_KILLS = 3000, LONGEST_WAIT = 3000000 }; /* ns: some saves */

static char directory[] = "ardor-kill-XXXXXX", path[64];
static ardor_context *context;
static ardor_model *model[2];
static char *text[2];

/* In the child: save one model after the other until the end. */
static void save_for_ever(int first)
{
    for (int i = first;; i = !i)
        if (ardor_model_save(context, model[i], path) != ARDOR_OK) _exit(1);
}

static void wait_for(long nanoseconds)
{
    struct timespec t = {0, nanoseconds};
    nanosleep(&t, NULL);
}

/* Remove what the child of this process number left; anything else is a fault. */
static int sweep(pid_t child)
{
    int left = 0;
    char prefix[40], name[400];
    snprintf(prefix, sizeof prefix, ".ardor-%ld-", (long)child);
    DIR *open = opendir(directory);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || strcmp(entry->d_name, "model.json") == 0)
            continue;
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0) fail_msg("%s is left", entry->d_name);
        snprintf(name, sizeof name, "%s/%s", directory, entry->d_name);
        assert_int_equal(unlink(name), 0);
        left++;
    }
    closedir(open);
    return left;
}

static void a_killed_save_leaves_a_whole_file(void **state)
{
    (void)state;
    int seen[2] = {0, 0}, rubbish = 0;
    unsigned random = 12345;
    for (int k = 0; k < KILLS || (k < MOST_KILLS && !(seen[0] && seen[1] && rubbish)); k++) {
        random = random * 1103515245u + 12345u;
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) save_for_ever(k % 2);
        wait_for((long)(random >> 8) % LONGEST_WAIT);
        int status = 0;
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status)) fail_msg("a save failed before it was killed");
        int left = sweep(child);
        assert_true(left <= 1);
        rubbish += left;
        char *found = fault_file_text(path);
        int which = strcmp(found, text[0]) == 0 ? 0 : 1;
        if (strcmp(found, text[which]) != 0) fail_msg("kill %d: the file is neither the old nor the new one:\n%s", k, found);
        seen[which]++;
        free(found);
        ardor_model *loaded = NULL;
        if (ardor_model_load(context, path, &loaded) != ARDOR_OK) fail_msg("kill %d: %s", k, ardor_context_message(context));
        ardor_model_free(loaded);
    }
    /* the kills must have hit all stages for this to mean anything */
    assert_true(seen[0] > 0 && seen[1] > 0);
    assert_true(rubbish > 0);
}

/* A file of a process that had the same number does not stop a save, nor is it touched. */
static void rubbish_of_an_earlier_process_is_no_hindrance(void **state)
{
    (void)state;
    char aside[100];
    snprintf(aside, sizeof aside, "%s/.ardor-%ld-0.tmp", directory, (long)getpid());
    fault_write_file(aside, "rubbish");
    assert_int_equal(ardor_model_save(context, model[1], path), ARDOR_OK);
    char *found = fault_file_text(path), *other = fault_file_text(aside);
    assert_string_equal(found, text[1]);
    assert_string_equal(other, "rubbish");
    free(found);
    free(other);
    assert_int_equal(unlink(aside), 0);
}

static int setup(void **state)
{
    (void)state;
    static const char *const settings[2][5] = {{"method", "jcfo", "trace", "on", NULL}, {"method", "spr", "basis", "rbf", NULL}};
    if (!mkdtemp(directory) || ardor_context_new(NULL, &context) != ARDOR_OK) return -1;
    snprintf(path, sizeof path, "%s/model.json", directory);
    ardor_dataset *data = fault_data(context, 60, 4);
    for (int i = 0; i < 2; i++) {
        ardor_spec *spec = fault_spec(context, settings[i]);
        assert_int_equal(ardor_fit(context, data, spec, &model[i]), ARDOR_OK);
        assert_int_equal(ardor_model_save(context, model[i], path), ARDOR_OK);
        text[i] = fault_file_text(path);
        ardor_spec_free(spec);
    }
    assert_string_not_equal(text[0], text[1]);
    ardor_dataset_free(data);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        free(text[i]);
        ardor_model_free(model[i]);
    }
    ardor_context_free(context);
    unlink(path);
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_save_leaves_a_whole_file),
        cmocka_unit_test(rubbish_of_an_earlier_process_is_no_hindrance),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
