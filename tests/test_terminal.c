/* What the program says of its progress where there is no terminal, by made-up times; texts in columns, counts in blocks. */
#include "numeric.h"

#include <unistd.h>

#include "cli.h"
#include "render.h"
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
    const int status = cli_show_progress(NULL, &(ardor_progress){"fit", done, total, seconds, NAN, remaining, 0, 0, NULL});
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

/* More classes than a line takes: blocks, one below the other. */
static void counts_of_many_classes_are_cut_into_blocks(void **state)
{
    (void)state;
    enum { CLASSES = 21, BESIDE = 9 };
    json_t *classes = json_array(), *counts = json_array();
    char *printed = NULL;
    size_t bytes = 0;
    int titles = 0, numbers = 0;
    for (int t = 0; t < CLASSES; t++) {
        json_t *row = json_array();
        for (int p = 0; p < CLASSES; p++) json_array_append_new(row, json_integer(1000 + CLASSES * t + p));
        json_array_append_new(counts, row);
        json_array_append_new(classes, json_sprintf("k%d", 10 + t));
    }
    json_t *confusion = json_pack("{s:o, s:o}", "classes", classes, "counts", counts);
    FILE *memory = open_memstream(&printed, &bytes);
    assert_non_null(memory);
    render_confusion(memory, confusion);
    fclose(memory);
    for (char *rest = NULL, *line = strtok_r(printed, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        assert_true(strlen(line) <= CLI_LINE);
        titles += strstr(line, "predicted") != NULL;
        for (const char *at = line; (at = strstr(at, " 1")); at++) numbers++;
    }
    assert_int_equal(titles, (CLASSES + BESIDE - 1) / BESIDE);
    assert_int_equal(numbers, CLASSES * CLASSES);
    json_decref(confusion);
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_come_at_doubled_times), cmocka_unit_test(quiet_says_nothing),
                                       cmocka_unit_test(durations_are_said_in_coarse_steps),
                                       cmocka_unit_test(columns_are_filled_with_blanks),
                                       cmocka_unit_test(counts_of_many_classes_are_cut_into_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
