/* Standard error: messages, notes and progress: a bar on a terminal, never mixed with lines of text, elsewhere a line now and
 * then. The state is that of the process's one standard error. */
#include "cli.h"

#include <math.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text.h"

static const double FIRST_LINE = 10;
enum { LONGEST_WORD = 200, LONGEST_LINE = 1000 };

static struct {
    bool quiet;
    bool bar;          /* progress is shown as one */
    atomic_bool drawn; /* a bar stands on the current line */
    double next_line;  /* else: seconds until the next line about it */
    int64_t parts;     /* that were told to be done */
} terminal;

void cli_terminal_setup(bool quiet)
{
    const char *kind = getenv("TERM");
    bool dumb = !kind || strcmp(kind, "dumb") == 0;
    terminal.quiet = quiet;
    terminal.next_line = FIRST_LINE;
    terminal.parts = 0;
    terminal.bar = !quiet && !dumb && isatty(STDERR_FILENO);
}

void cli_clear_progress(void)
{
    if (terminal.drawn) fputs("\r\033[K", stderr);
    terminal.drawn = false;
}

/* One line. What stands in it may have come from outside: words that are too long to be read are cut in the middle, and so is
 * what many words make too long. */
static void print_line(const char *begin, const char *text)
{
    char *line = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&line, &bytes);
    cli_clear_progress();
    fputs(begin, stderr);
    if (memory) cli_print_words(memory, text, LONGEST_WORD);
    if (memory) fclose(memory);
    cli_print_name(stderr, line ? line : text, LONGEST_LINE);
    free(line);
    fputc('\n', stderr);
}

static void print_message(const char *begin, const char *format, va_list list)
{
    char *text = NULL;
    if (vasprintf(&text, format, list) < 0) text = NULL;
    print_line(begin, text ? text : "out of memory");
    free(text);
}

int cli_error(int code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_message("ardor: ", format, list);
    va_end(list);
    return code;
}

void cli_note(const char *format, ...)
{
    va_list list;
    if (terminal.quiet) return;
    va_start(list, format);
    print_message("ardor: note: ", format, list);
    va_end(list);
}

void cli_show_warning(void *user, const char *code, const char *text)
{
    (void)user;
    (void)code;
    if (!terminal.quiet) print_line("ardor: warning: ", text);
}

void cli_tell_from_signal(const char *line)
{
    static const char clear[] = "\r\033[K";
    ssize_t written = 0;
    if (terminal.quiet) return;
    if (terminal.drawn) written = write(STDERR_FILENO, clear, sizeof clear - 1);
    if (written >= 0) written = write(STDERR_FILENO, line, strlen(line));
    (void)written;
}

void cli_show_note(void *user, const char *text)
{
    (void)user;
    cli_note("%s", text);
}

static int terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

/* Seconds as 1:02:03 or 2:03. */
static void clock_text(double seconds, char *out, size_t bytes)
{
    long long s = seconds > 0 ? llround(seconds) : 0;
    if (s >= 3600)
        snprintf(out, bytes, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(out, bytes, "%lld:%02lld", s / 60, s % 60);
}

/* From here on, in steps of so many seconds, counted in a unit. */
static const struct {
    double from, step, unit;
    const char *name;
} durations[] = {{0, 5, 1, "s"},          {7.5, 10, 1, "s"},        {57, 30, 60, "min"},           {285, 60, 60, "min"},
                 {3420, 1800, 3600, "h"}, {34200, 3600, 3600, "h"}, {171000, 86400, 86400, "days"}};

const char *cli_duration(double seconds, char out[CLI_DURATION_BYTES])
{
    size_t k = 0;
    if (seconds < 2.5) return strcpy(out, "less than 5 s");
    while (k + 1 < sizeof durations / sizeof *durations && seconds >= durations[k + 1].from) k++;
    const double step = durations[k].step, rounded = step * fmax(round(seconds / step), 1);
    snprintf(out, CLI_DURATION_BYTES, "about %.3g %s", rounded / durations[k].unit, durations[k].name);
    return out;
}

static double share_done(const ardor_progress *progress) { return (double)progress->done / (double)progress->total; }

enum { PERCENT_BYTES = 16 };

/* "12", and below ten percent their tenths, "0.4", so that a long run is seen to go on. */
static const char *percent_text(const ardor_progress *progress, char out[PERCENT_BYTES])
{
    const double tenths = floor(1000 * share_done(progress));
    snprintf(out, PERCENT_BYTES, "%.*f", tenths < 100, tenths < 100 ? tenths / 10 : floor(tenths / 10));
    return out;
}

/* ", about 3 min left"; nothing where that is not known. */
static const char *left_text(const ardor_progress *progress, char out[48])
{
    char duration[CLI_DURATION_BYTES];
    out[0] = '\0';
    if (progress->total > 0 && isfinite(progress->remaining))
        snprintf(out, 48, ", %s left", cli_duration(progress->remaining, duration));
    return out;
}

/* Without a terminal: a line after 10 s, 20 s, 40 s and so on. */
static void tell_in_lines(const ardor_progress *progress)
{
    char left[48], percent[PERCENT_BYTES];
    if (terminal.quiet || progress->seconds < terminal.next_line) return;
    while (terminal.next_line <= progress->seconds) terminal.next_line *= 2;
    if (progress->total > 0)
        fprintf(stderr, "ardor: %s %% after %.0f s%s\n", percent_text(progress, percent), progress->seconds,
                left_text(progress, left));
    else
        fprintf(stderr, "ardor: %s: %.0f s\n", progress->stage, progress->seconds);
}

/* Stage, percentage, bar, time spent and time left; work of unknown length has the time spent only. */
static void draw_bar(const ardor_progress *progress)
{
    enum { WIDEST_BAR = 40, ROOM_FOR_TEXT = 50 };
    char spent[32], left[48], percent[PERCENT_BYTES], bar[WIDEST_BAR + 1] = "";
    clock_text(progress->seconds, spent, sizeof spent);
    fputs("\r\033[K", stderr);
    terminal.drawn = true;
    if (progress->total <= 0) {
        fprintf(stderr, "%s  %s", progress->stage, spent);
        return;
    }
    int width = terminal_columns() - ROOM_FOR_TEXT;
    width = width > WIDEST_BAR ? WIDEST_BAR : width < 0 ? 0 : width;
    const int filled = (int)(share_done(progress) * width);
    for (int i = 0; i < width; i++) bar[i] = i < filled ? '#' : '.';
    fprintf(stderr, "%s %3s %% [%s] %s%s", progress->stage, percent_text(progress, percent), bar, spent,
            left_text(progress, left));
}

/* A line for a part that is done: "3 of 24 done: colon, spr; about 2 min left". */
static void tell_part(const ardor_progress *progress)
{
    char duration[CLI_DURATION_BYTES];
    const int64_t before = terminal.parts;
    terminal.parts = progress->parts_done;
    if (terminal.quiet || progress->parts_done <= before || !progress->finished) return;
    cli_clear_progress();
    fprintf(stderr, "ardor: %lld of %lld done: ", (long long)progress->parts_done, (long long)progress->parts);
    cli_print_name(stderr, progress->finished, LONGEST_WORD);
    if (progress->parts_done < progress->parts && isfinite(progress->remaining))
        fprintf(stderr, "; %s left", cli_duration(progress->remaining, duration));
    fputc('\n', stderr);
}

int cli_show_progress(void *user, const ardor_progress *progress)
{
    (void)user;
    tell_part(progress);
    if (terminal.bar)
        draw_bar(progress);
    else
        tell_in_lines(progress);
    return 0;
}
