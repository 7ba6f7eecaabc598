/* A program that is killed while it saves a model over an older one: the file is the old or the new one, whole. What a
 * kill may leave is one temporary file, .ardor-PID-N.tmp, in the same directory (docs/model-format.md). */
#include "fault_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum { RANDOM_KILLS = 60, LONGEST_WAIT = 3000000 /* ns: some saves */, MOST_CALLS = 100 };

static char directory[] = "ardor-kill-XXXXXX", path[64];
static ardor_context *context;
static ardor_model *model[2];
static char *text[2];

/* ---- the system calls of a save, which the linker sends here (cmake/UnitTests.cmake); a write is made in two halves. At the one
 * that calls_left counts down to the process is killed, before or after it. */

static long calls_left = -1; /* -1: it lives */
static bool dies_after;

static void before(void)
{
    if (calls_left > 0) calls_left--;
    if (calls_left == 0 && !dies_after) raise(SIGKILL);
}

static void after(void)
{
    if (calls_left == 0) raise(SIGKILL);
}

int __real_open(const char *name, int flags, ...);
int __wrap_open(const char *name, int flags, ...);
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
int __real_fchmod(int file, mode_t mode);
int __wrap_fchmod(int file, mode_t mode);
int __real_fsync(int file);
int __wrap_fsync(int file);
int __real_close(int file);
int __wrap_close(int file);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_open(const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    before();
    const int file = __real_open(name, flags, mode);
    after();
    return file;
}

ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    const size_t half = size / 2;
    before();
    if (half > 0 && __real_write(file, bytes, half) != (ssize_t)half) return -1;
    after();
    before();
    const ssize_t wrote = __real_write(file, (const char *)bytes + half, size - half);
    after();
    return wrote < 0 ? wrote : wrote + (ssize_t)half;
}

#define WRAP(call, declared, given)                                                                                              \
    int __wrap_##call declared                                                                                                   \
    {                                                                                                                            \
        before();                                                                                                                \
        const int result = __real_##call given;                                                                                  \
        after();                                                                                                                 \
        return result;                                                                                                           \
    }
WRAP(fchmod, (int file, mode_t mode), (file, mode))
WRAP(fsync, (int file), (file))
WRAP(close, (int file), (file))
WRAP(rename, (const char *from, const char *to), (from, to))

/* ---- kills */

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

/* What a child left: which of the models the file is, whole; *rubbish counts temporary files. */
static int look(pid_t child, int status, const char *what, int *rubbish)
{
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) fail_msg("%s: a save ended otherwise, with %d", what, status);
    const int left = sweep(child);
    if (left > 1) fail_msg("%s: %d files are left", what, left);
    *rubbish += left;
    char *found = fault_file_text(path);
    const int which = strcmp(found, text[0]) == 0 ? 0 : 1;
    if (strcmp(found, text[which]) != 0) fail_msg("%s: the file is neither the old nor the new one:\n%s", what, found);
    free(found);
    ardor_model *loaded = NULL;
    if (ardor_model_load(context, path, &loaded) != ARDOR_OK) fail_msg("%s: %s", what, ardor_context_message(context));
    ardor_model_free(loaded);
    return which;
}

static pid_t fork_child(void)
{
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    return child;
}

/* In a child: the old model is replaced by the new one, but for a kill at this call. */
static int save_killed_at(int call, bool killed_after, pid_t *child)
{
    int status = 0;
    assert_int_equal(ardor_model_save(context, model[0], path), ARDOR_OK);
    *child = fork_child();
    if (*child == 0) {
        dies_after = killed_after;
        calls_left = call;
        _exit(ardor_model_save(context, model[1], path) != ARDOR_OK);
    }
    assert_int_equal(waitpid(*child, &status, 0), *child);
    return status;
}

/* Killed at every system call that a save makes: there is the old file up to one of them, and from then on the new one. */
static void a_save_killed_at_any_call_leaves_a_whole_file(void **state)
{
    (void)state;
    for (int killed_after = 0; killed_after < 2; killed_after++) {
        int rubbish = 0, kills[2] = {0, 0};
        for (int call = 1;; call++) {
            char what[64];
            pid_t child;
            snprintf(what, sizeof what, "killed %s call %d", killed_after ? "after" : "before", call);
            const int status = save_killed_at(call, killed_after, &child);
            if (status == 0) break;
            const int which = look(child, status, what, &rubbish);
            if (which == 0 && kills[1] > 0) fail_msg("%s: the old file is back", what);
            kills[which]++;
        }
        /* before the rename: two halves of a write, fsync, close at least, of a temporary file; after it the directory's fsync */
        assert_true(kills[0] >= 5 && kills[1] >= 2 && rubbish >= 4);
    }
}

/* Killed at any moment. */
static void a_killed_save_leaves_a_whole_file(void **state)
{
    (void)state;
    int rubbish = 0;
    unsigned random = 12345;
    for (int k = 0; k < RANDOM_KILLS; k++) {
        char what[32];
        int status = 0;
        random = random * 1103515245u + 12345u;
        const pid_t child = fork_child();
        if (child == 0) save_for_ever(k % 2);
        wait_for((long)(random >> 8) % LONGEST_WAIT);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        snprintf(what, sizeof what, "kill %d", k);
        look(child, status, what, &rubbish);
    }
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
        cmocka_unit_test(a_save_killed_at_any_call_leaves_a_whole_file),
        cmocka_unit_test(a_killed_save_leaves_a_whole_file),
        cmocka_unit_test(rubbish_of_an_earlier_process_is_no_hindrance),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
