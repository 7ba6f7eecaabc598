/* Results: files and standard output, and numbers and texts in them. The program never calls setlocale, so
 * that printf and strtod use a decimal point. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cli_is_stdout(const char *path) { return !path || strcmp(path, "-") == 0; }

/* The directory part of a path, for the caller to free. */
static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

int cli_check_output(const char *path)
{
    struct stat status;
    if (cli_is_stdout(path)) return CLI_DONE;
    if (!*path) return cli_error(CLI_USAGE, "-o needs a file name");
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return cli_error(CLI_DATA, "%s: is a directory, not a file", path);
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return CLI_DONE; /* a device: written as it is */
    char *directory = directory_of(path);
    if (!directory) return cli_error(CLI_FAILED, "out of memory");
    int code = CLI_DONE;
    if (stat(directory, &status) != 0)
        code = cli_error(CLI_DATA, "%s: cannot write there: %s: %s", path, directory, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        code = cli_error(CLI_DATA, "%s: cannot write there: %s is not a directory", path, directory);
    else if (access(directory, W_OK | X_OK) != 0)
        code = cli_error(CLI_DATA, "%s: cannot write there: %s: %s", path, directory, strerror(errno));
    free(directory);
    return code;
}

/* "-", devices and pipes are the same as nothing: what is written to them is no file that was read. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (cli_is_stdout(a) || cli_is_stdout(b)) return false;
    if (stat(a, &x) != 0 || stat(b, &y) != 0) return strcmp(a, b) == 0;
    return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int cli_check_apart(cli_file written, const cli_file *other, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_same_file(written.path, other[i].path))
            return cli_error(CLI_USAGE, "%s %s is the file of %s %s, which it would replace: name another", written.name,
                             written.path, other[i].name, other[i].path);
    return CLI_DONE;
}

int cli_write_status(ardor_context *context, ardor_status status, const char *path)
{
    int code = cli_status(context, status);
    return status == ARDOR_IO && cli_is_stdout(path) ? CLI_FAILED : code;
}

static int stdout_failed(int error)
{
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

static bool needs_quotes(const char *text)
{
    size_t bytes = strlen(text);
    if (bytes == 0) return false;
    return isspace((unsigned char)text[0]) || isspace((unsigned char)text[bytes - 1]) || strpbrk(text, ",\"\r\n");
}

static void print_doubling_quotes(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
}

void cli_print_csv_field(FILE *out, const char *prefix, const char *text)
{
    if (!needs_quotes(prefix) && !needs_quotes(text)) {
        fprintf(out, "%s%s", prefix, text);
        return;
    }
    fputc('"', out);
    print_doubling_quotes(out, prefix);
    print_doubling_quotes(out, text);
    fputc('"', out);
}

bool cli_print_json_text(FILE *out, const char *text)
{
    json_t *value = json_string(text);
    char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    bool fine = quoted != NULL;
    if (fine) fputs(quoted, out);
    free(quoted);
    json_decref(value);
    return fine;
}

static bool continues_character(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

size_t cli_text_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++) width += !continues_character(*text);
    return width;
}

void cli_print_padded(FILE *out, const char *text, int width)
{
    int missing = abs(width) - (int)cli_text_width(text);
    for (int i = 0; width < 0 && i < missing; i++) fputc(' ', out);
    for (; *text; text++) fputc(iscntrl((unsigned char)*text) ? '?' : *text, out);
    for (int i = 0; width > 0 && i < missing; i++) fputc(' ', out);
}
