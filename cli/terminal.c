/* Standard error: messages, notes and the progress bar, which is drawn on a terminal only and never mixed
 * with lines of text. The state is that of the process's one standard error. */
#include "cli.h"

#include <math.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
    bool quiet;
    bool bar;          /* progress is shown */
    atomic_bool drawn; /* a bar stands on the current line */
} terminal;

void cli_terminal_setup(bool quiet)
{
    const char *kind = getenv("TERM");
    bool dumb = !kind || strcmp(kind, "dumb") == 0;
    terminal.quiet = quiet;
    terminal.bar = !quiet && !dumb && isatty(STDERR_FILENO);
}

void cli_clear_progress(void)
{
    if (terminal.drawn) fputs("\r\033[K", stderr);
    terminal.drawn = false;
}

int cli_error(int code, const char *format, ...)
{
    va_list list;
    cli_clear_progress();
    fputs("ardor: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    return code;
}

void cli_note(const char *format, ...)
{
    va_list list;
    if (terminal.quiet) return;
    cli_clear_progress();
    fputs("ardor: note: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

void cli_show_warning(void *user, const char *code, const char *text)
{
    (void)user;
    (void)code;
    if (terminal.quiet) return;
    cli_clear_progress();
    fprintf(stderr, "ardor: warning: %s\n", text);
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

/* Stage, percentage, bar, time spent and time left; a stage of unknown length has the time spent only. */
int cli_show_progress(void *user, const ardor_progress *progress)
{
    enum { WIDEST_BAR = 40, ROOM_FOR_TEXT = 50 };
    (void)user;
    if (!terminal.bar) return 0;
    char spent[32], left[48] = "", bar[WIDEST_BAR + 1] = "";
    clock_text(progress->seconds, spent, sizeof spent);
    fputs("\r\033[K", stderr);
    terminal.drawn = true;
    if (progress->total <= 0) {
        fprintf(stderr, "%s  %s", progress->stage, spent);
        return 0;
    }
    double share = (double)progress->done / (double)progress->total;
    share = share > 1 ? 1 : share;
    int width = terminal_columns() - ROOM_FOR_TEXT;
    width = width > WIDEST_BAR ? WIDEST_BAR : width < 0 ? 0 : width;
    int filled = (int)(share * width);
    for (int i = 0; i < width; i++) bar[i] = i < filled ? '#' : '.';
    if (progress->done > 0) {
        char text[32];
        clock_text(progress->seconds * (1 - share) / share, text, sizeof text);
        snprintf(left, sizeof left, ", %s left", text);
    }
    fprintf(stderr, "%s %3.0f %% [%s] %s%s", progress->stage, 100 * share, bar, spent, left);
    return 0;
}
