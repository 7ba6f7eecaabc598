/* Results: files and standard output, and numbers in them. The program never calls setlocale, so that printf and strtod use
 * a decimal point.
 *
 * A reader that has seen enough closes its end of the pipe: that is no failure and has no message. SIGPIPE is ignored, because
 * it would also end a run whose standard error is read by nobody, before its files are written; the status is the one that a
 * shell shows of a program which that signal ended. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_stream(const char *path, const char *name, const char *number)
{
    static const char device[] = "/dev/fd/", process[] = "/proc/self/fd/";
    return strcmp(path, "-") == 0 || strcmp(path, name) == 0 ||
           (strncmp(path, device, sizeof device - 1) == 0 && strcmp(path + sizeof device - 1, number) == 0) ||
           (strncmp(path, process, sizeof process - 1) == 0 && strcmp(path + sizeof process - 1, number) == 0);
}

bool cli_is_stdin(const char *path) { return is_stream(path, "/dev/stdin", "0"); }
bool cli_is_stdout(const char *path) { return !path || is_stream(path, "/dev/stdout", "1"); }

/* Is standard output a pipe that nobody reads any more? */
static bool reader_is_gone(void)
{
    struct pollfd end = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP));
}

int cli_write_status(ardor_context *context, ardor_status status, const char *path)
{
    if (status == ARDOR_IO && cli_is_stdout(path) && reader_is_gone()) return CLI_PIPE;
    int code = cli_status(context, status);
    return status == ARDOR_IO && cli_is_stdout(path) ? CLI_FAILED : code;
}

static int stdout_failed(int error)
{
    if (error == EPIPE || reader_is_gone()) return CLI_PIPE;
    return cli_error(CLI_FAILED, "cannot write to standard output: %s", error ? strerror(error) : "write error");
}

int cli_finish_stdout(void)
{
    bool failed_before = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) != 0 || failed_before) return stdout_failed(errno);
    return CLI_DONE;
}

int cli_deliver(ardor_context *context, const char *path, const char *text)
{
    size_t bytes = strlen(text);
    if (!cli_is_stdout(path)) return cli_status(context, ardor_write_file(context, path, text, bytes));
    bool newline = bytes > 0 && text[bytes - 1] == '\n';
    errno = 0;
    if (fwrite(text, 1, bytes, stdout) != bytes || (!newline && putchar('\n') == EOF) || fflush(stdout) != 0)
        return stdout_failed(errno);
    return CLI_DONE;
}

const char *cli_number(double value, char out[CLI_NUMBER_BYTES])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, CLI_NUMBER_BYTES, "%.*g", digits, value);
        if (!isfinite(value) || strtod(out, NULL) == value) break;
    }
    return out;
}

/* strtod and its like accept blanks, signs and words that an option should not. */
static bool starts_as_number(const char *text, const char *allowed) { return *text && strspn(text, allowed) == strlen(text); }

bool cli_parse_count(const char *text, int64_t low, int64_t *out)
{
    if (!starts_as_number(text, "0123456789")) return false;
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno || value < low) return false;
    *out = value;
    return true;
}

bool cli_parse_real(const char *text, double *out)
{
    char *end = NULL;
    if (!starts_as_number(text, "0123456789+-.eE")) return false;
    double value = strtod(text, &end);
    if (*end || !isfinite(value)) return false;
    *out = value;
    return true;
}
