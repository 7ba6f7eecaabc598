/* What the program says of its progress where there is no terminal, by made-up times; texts in columns. */
#include "numeric.h"

#include <unistd.h>

#include "cli.h"
#include "text.h"

/* Standard error is a file from begin to end. */
static FILE *begin(int *kept)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    *kept = dup(STDERR_FILENO);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    return file;
}

static void end(FILE *file, int kept)
{
    fflush(stderr);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    close(kept);
    fclose(file);
}

static void set_up(bool quiet)
{
    int kept = -1;
    FILE *file = begin(&kept);
    cli_terminal_setup(quiet);
    end(file, kept);
}

/* What standard error gets of one report. */
static const char *told(double seconds, int64_t done, int64_t total, double remaining)
{
    static char text[200];
    int kept = -1;
    FILE *file = begin(&kept);
    const int status = cli_show_progress(NULL, &(ardor_progress){"fit", done, total, seconds, NAN, remaining});
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    end(file, kept);
    assert_int_equal(status, 0);
    return text;
}

static void lines_come_at_doubled_times(void **state)
{
    (void)state;
    set_up(false);
    assert_string_equal(told(9.9, 1, 4, NAN), "");
    assert_string_equal(told(10, 1, 4, NAN), "ardor: 25 % after 10 s\n");
    assert_string_equal(told(19.9, 1, 4, NAN), "");
    assert_string_equal(told(45, 1, 2, 100), "ardor: 50 % after 45 s, about 1.5 min left\n");
    assert_string_equal(told(79, 3, 4, 1), "");
    assert_string_equal(told(80, 4, 1000, 1), "ardor: 0.4 % after 80 s, less than 5 s left\n");
    assert_string_equal(told(160, 0, 0, 100), "ardor: fit: 160 s\n");
}

static void quiet_says_nothing(void **state)
{
    (void)state;
    set_up(true);
    assert_string_equal(told(1000, 1, 4, 10), "");
}

static void durations_are_said_in_coarse_steps(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } said[] = {{2.4, "less than 5 s"},  {2.5, "about 5 s"},  {7.4, "about 5 s"},     {7.5, "about 10 s"},
                {56, "about 60 s"},      {57, "about 1 min"}, {284, "about 4.5 min"}, {285, "about 5 min"},
                {3419, "about 57 min"},  {3420, "about 1 h"}, {34199, "about 9.5 h"}, {34200, "about 10 h"},
                {171000, "about 2 days"}};
    for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
        char text[CLI_DURATION_BYTES];
        assert_string_equal(cli_duration(said[k].seconds, text), said[k].text);
    }
}

static void assert_padded(const char *text, int width, const char *want)
{
    char *printed = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&printed, &bytes);
    assert_non_null(memory);
    cli_print_padded(memory, text, width);
    fclose(memory);
    assert_string_equal(printed, want);
    free(printed);
}

static void columns_are_filled_with_blanks(void **state)
{
    (void)state;
    assert_padded("ab", 5, "ab   ");
    assert_padded("ab", -5, "   ab");
    assert_padded("\303\251", -3, "  \303\251"); /* one column of two bytes */
    assert_padded("abcde", -5, "abcde");
    assert_padded("ab", 0, "ab");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_come_at_doubled_times), cmocka_unit_test(quiet_says_nothing),
                                       cmocka_unit_test(durations_are_said_in_coarse_steps),
                                       cmocka_unit_test(columns_are_filled_with_blanks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
