/* Atomic writing: whole new file or whole old file, its mode, links, devices, and nothing left behind. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

static ardor_context *context;
static char directory[] = "ardor-test-XXXXXX", path[64];

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(directory)) return -1;
    snprintf(path, sizeof path, "%s/file", directory);
    return ardor_context_new(NULL, &context);
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    ardor_context_free(context);
    return rmdir(directory);
}

static int write_text(const char *where, const char *text) { return ardor_write_file(context, where, text, strlen(text)); }

static void expect_content(const char *where, const char *expected)
{
    char content[100];
    FILE *file = fopen(where, "r");
    assert_non_null(file);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(content, expected);
}

static int entries(void)
{
    int n = -2; /* . and .. */
    DIR *open = opendir(directory);
    while (readdir(open)) n++;
    closedir(open);
    return n;
}

static void files_are_created_and_replaced(void **state)
{
    (void)state;
    struct stat before, after;
    mode_t mask = umask(027);
    assert_int_equal(write_text(path, "one"), ARDOR_OK);
    umask(mask);
    expect_content(path, "one");
    assert_int_equal(stat(path, &before), 0);
    assert_int_equal(before.st_mode & 07777, 0640);
    assert_int_equal(chmod(path, 0604), 0);
    assert_int_equal(write_text(path, "another"), ARDOR_OK);
    expect_content(path, "another");
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(after.st_mode & 07777, 0604);
    assert_true(after.st_ino != before.st_ino);
    assert_int_equal(write_text(path, ""), ARDOR_OK);
    expect_content(path, "");
    assert_int_equal(entries(), 1);
}

static void a_name_without_a_directory_is_in_the_current_one(void **state)
{
    (void)state;
    int here = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(chdir(directory), 0);
    int rc = write_text("file", "bare");
    assert_int_equal(fchdir(here), 0);
    close(here);
    assert_int_equal(rc, ARDOR_OK);
    expect_content(path, "bare");
}

static void a_link_stays_a_link(void **state)
{
    (void)state;
    char link[64];
    struct stat status;
    snprintf(link, sizeof link, "%s/link", directory);
    assert_int_equal(write_text(path, "old"), ARDOR_OK);
    assert_int_equal(symlink("file", link), 0);
    assert_int_equal(write_text(link, "new"), ARDOR_OK);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    expect_content(path, "new");
    unlink(link);
}

static void a_failed_write_keeps_the_old_file(void **state)
{
    (void)state;
    char big[5000];
    struct rlimit before, small;
    memset(big, 'x', sizeof big);
    assert_int_equal(write_text(path, "precious"), ARDOR_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 1000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int rc = ardor_write_file(context, path, big, sizeof big);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(rc, ARDOR_IO);
    assert_non_null(strstr(ardor_context_message(context), "/file: cannot be written: File too large"));
    expect_content(path, "precious");
    assert_int_equal(entries(), 1);
}

static void what_cannot_be_written_is_an_error(void **state)
{
    (void)state;
    char missing[100];
    snprintf(missing, sizeof missing, "%s/none/file", directory);
    assert_int_equal(write_text(missing, "x"), ARDOR_IO);
    assert_non_null(strstr(ardor_context_message(context), "none/file: cannot be created: No such file or directory"));
    assert_int_equal(write_text(directory, "x"), ARDOR_IO);
    assert_non_null(strstr(ardor_context_message(context), "is a directory"));
    assert_int_equal(write_text("", "x"), ARDOR_IO);
    assert_int_equal(ardor_write_file(context, NULL, "x", 1), ARDOR_USAGE);
    assert_int_equal(ardor_write_file(context, path, NULL, 1), ARDOR_USAGE);
}

/* A pipe of its own and no device of the system: a fault here would replace the device. */
static void what_is_no_regular_file_is_written_to(void **state)
{
    (void)state;
    char pipe_path[64], got[16] = "";
    struct stat status;
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", directory);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    int reader = open(pipe_path, O_RDONLY | O_NONBLOCK);
    assert_int_equal(write_text(pipe_path, "text"), ARDOR_OK);
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_string_equal(got, "text");
    close(reader);
    assert_int_equal(stat(pipe_path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    unlink(pipe_path);
}

static void a_dash_is_standard_output(void **state)
{
    (void)state;
    int ends[2], saved = dup(STDOUT_FILENO);
    char got[16] = "";
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    dup2(ends[1], STDOUT_FILENO);
    int rc = write_text("-", "text");
    dup2(saved, STDOUT_FILENO);
    assert_int_equal(rc, ARDOR_OK);
    assert_int_equal(read(ends[0], got, sizeof got), 4);
    assert_string_equal(got, "text");
    close(saved);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_created_and_replaced),
        cmocka_unit_test(a_name_without_a_directory_is_in_the_current_one),
        cmocka_unit_test(a_link_stays_a_link),
        cmocka_unit_test(a_failed_write_keeps_the_old_file),
        cmocka_unit_test(what_cannot_be_written_is_an_error),
        cmocka_unit_test(what_is_no_regular_file_is_written_to),
        cmocka_unit_test(a_dash_is_standard_output),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
